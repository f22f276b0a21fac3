//! The landscape as a chart: rates over the number of givens, a line for each kind.

use crate::Failure;
use crate::measure::Rates;
use plotters::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// Points of a line: givens, and how many times as fast as the crate.
type Points = Vec<(f64, f64)>;

/// Draws the rates of the first lock-step way over those of the crate.
pub fn draw(file: &Path, rates: &[Rates], limit: usize) -> Result<(), Failure> {
    let mut kinds: BTreeMap<&str, Points> = BTreeMap::new();
    for set in rates {
        let Some((kind, givens)) = set.name.rsplit_once('_') else {
            continue;
        };
        let ratio = set.by_way[2].1 / set.by_way[0].1;
        if let Ok(givens) = givens.parse() {
            kinds.entry(kind).or_default().push((givens, ratio));
        }
    }
    let highest = kinds
        .values()
        .flatten()
        .map(|point| point.1)
        .fold(3.0, f64::max);
    let area = SVGBackend::new(file, (900, 560)).into_drawing_area();
    area.fill(&WHITE)?;
    let caption = format!("Times as fast as the crate sudoku, limit {limit}");
    let mut chart = ChartBuilder::on(&area)
        .caption(caption, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d(0.0..81.0, (0.5..highest * 1.2).log_scale())?;
    chart.configure_mesh().x_desc("givens").draw()?;
    for (number, (kind, points)) in kinds.into_iter().enumerate() {
        let color = Palette99::pick(number).to_rgba();
        let line = LineSeries::new(points, color.stroke_width(2)).point_size(3);
        let legend = move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color);
        chart.draw_series(line)?.label(kind).legend(legend);
    }
    chart.configure_series_labels().border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
