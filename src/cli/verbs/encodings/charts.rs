//! Measurements as charts, in SVG.

use crate::measure::CombinationFigures;
use anyhow::{Result, anyhow};
use plotters::coord::ranged1d::{IntoSegmentedCoord, SegmentValue};
use plotters::prelude::*;

const WIDE: u32 = 860;
const BAR_HEIGHT: u32 = 26;
const CURVES_HEIGHT: u32 = 420;
const LEGEND_WIDTH: u32 = 230;
const LEGEND_LINE: u32 = 15;
const FONT: &str = "sans-serif";

/// Shortest time on a logarithmic axis, in milliseconds.
const FLOOR: f64 = 0.001;

/// A chart.
pub struct Chart {
    /// What it shows.
    pub title: &'static str,
    /// The drawing.
    pub svg: String,
}

/// All charts of these rows.
///
/// # Errors
/// If a chart cannot be drawn.
pub fn charts(rows: &[CombinationFigures]) -> Result<Vec<Chart>> {
    let rows: Vec<&CombinationFigures> = rows.iter().filter(|row| !row.solve.is_empty()).collect();
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    Ok(vec![
        Chart {
            title: "Median solving time in milliseconds (logarithmic)",
            svg: bars(&rows, median, FLOOR)?,
        },
        Chart {
            title: "Number of puzzles solved within a time limit each, in milliseconds (logarithmic)",
            svg: curves(&rows)?,
        },
        Chart {
            title: "Average number of clauses (logarithmic)",
            svg: bars(&rows, |row| row.clauses, 1.0)?,
        },
    ])
}

/// In milliseconds; of rows that solved nothing, 0.
fn median(row: &CombinationFigures) -> f64 {
    let summary = row.solve.summary();
    summary.map_or(0.0, |times| times.median * 1000.0)
}

fn name(row: &CombinationFigures) -> String {
    format!("{}/{}+{}", row.engine, row.encoding, row.presolve)
}

/// Colours that can be told apart with any colour vision, one for each engine (M. Okabe and K. Ito,
/// "Color universal design", 2008).
const COLORS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(213, 94, 0),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(90, 90, 90),
];

fn color(index: usize) -> RGBColor {
    COLORS[index % COLORS.len()]
}

/// One horizontal bar for each row, coloured by engine.
fn bars(
    rows: &[&CombinationFigures],
    value: impl Fn(&CombinationFigures) -> f64,
    floor: f64,
) -> Result<String> {
    let mut svg = String::new();
    let mut engines: Vec<&str> = rows.iter().map(|row| row.engine.as_str()).collect();
    engines.dedup();
    engines.sort_unstable();
    engines.dedup();
    let names: Vec<String> = rows.iter().map(|row| name(row)).collect();
    let most = rows.iter().map(|row| value(row)).fold(floor, f64::max);
    {
        let height = 70 + BAR_HEIGHT * rows.len() as u32;
        let area = SVGBackend::with_string(&mut svg, (WIDE, height)).into_drawing_area();
        let last = rows.len() as i32 - 1;
        let mut chart = ChartBuilder::on(&area)
            .margin(10)
            .x_label_area_size(30)
            .y_label_area_size(230)
            .build_cartesian_2d((floor..most * 1.5).log_scale(), (0..last).into_segmented())
            .map_err(drawn)?;
        let label = |place: &SegmentValue<i32>| match place {
            SegmentValue::CenterOf(index) => names
                .get((last - index) as usize)
                .cloned()
                .unwrap_or_default(),
            _ => String::new(),
        };
        chart
            .configure_mesh()
            .disable_y_mesh()
            .y_labels(rows.len())
            .y_label_formatter(&label)
            .x_label_formatter(&|value| plain(*value))
            .label_style((FONT, 12))
            .draw()
            .map_err(drawn)?;
        let bars = rows.iter().enumerate().map(|(index, row)| {
            let place = last - index as i32;
            let engine = engines.iter().position(|name| *name == row.engine);
            let corners = [
                (floor, SegmentValue::Exact(place)),
                (value(row).max(floor), SegmentValue::Exact(place + 1)),
            ];
            let mut bar = Rectangle::new(corners, color(engine.unwrap_or(0)).filled());
            bar.set_margin(3, 3, 0, 0);
            bar
        });
        chart.draw_series(bars).map_err(drawn)?;
        area.present().map_err(drawn)?;
    }
    Ok(svg)
}

/// One curve for each row: the number of puzzles answered within a time.
fn curves(rows: &[&CombinationFigures]) -> Result<String> {
    let mut svg = String::new();
    let in_ms = |row: &&CombinationFigures| -> Vec<f64> {
        let sorted = row.solve.sorted();
        sorted.iter().map(|s| (s * 1000.0).max(FLOOR)).collect()
    };
    let sorted: Vec<Vec<f64>> = rows.iter().map(in_ms).collect();
    let most = sorted.iter().flatten().copied().fold(FLOOR, f64::max);
    let count = sorted.iter().map(Vec::len).max().unwrap_or(0);
    let height = CURVES_HEIGHT.max(40 + LEGEND_LINE * rows.len() as u32);
    {
        let area = SVGBackend::with_string(&mut svg, (WIDE, height)).into_drawing_area();
        let (plot, legend) = area.split_horizontally(WIDE - LEGEND_WIDTH);
        let mut chart = ChartBuilder::on(&plot)
            .margin(10)
            .x_label_area_size(30)
            .y_label_area_size(50)
            .build_cartesian_2d((FLOOR..most * 1.5).log_scale(), 0..count + 1)
            .map_err(drawn)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .x_label_formatter(&|value| plain(*value))
            .label_style((FONT, 12))
            .draw()
            .map_err(drawn)?;
        for (index, (row, times)) in rows.iter().zip(&sorted).enumerate() {
            let points = times.iter().enumerate().map(|(k, time)| (*time, k + 1));
            // Rows beyond the colours are drawn thinner.
            let width = if index < COLORS.len() { 2 } else { 1 };
            let style = color(index).stroke_width(width);
            let line = LineSeries::new(points, style);
            chart.draw_series(line).map_err(drawn)?;
            let y = 16 + (LEGEND_LINE as usize * index) as i32;
            let stroke = PathElement::new([(4, y), (22, y)], style);
            legend.draw(&stroke).map_err(drawn)?;
            let text = Text::new(name(row), (28, y - 6), (FONT, 11));
            legend.draw(&text).map_err(drawn)?;
        }
        area.present().map_err(drawn)?;
    }
    Ok(svg)
}

fn plain(value: f64) -> String {
    format!("{value}")
}

fn drawn(error: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("a chart could not be drawn: {error}")
}
