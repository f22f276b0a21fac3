//! Pictures as PNG.

use anyhow::{Context, Result};
use resvg::{tiny_skia, usvg};
use std::sync::{Arc, OnceLock};

/// Pixels for each of those that the SVG asks for.
const SCALE: f32 = 2.0;

/// Draws an SVG document with the fonts of the system.
///
/// # Errors
/// A picture that is too large.
pub fn of_svg(svg: &str) -> Result<Vec<u8>> {
    static FONTS: OnceLock<Arc<usvg::fontdb::Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = usvg::fontdb::Database::new();
        fonts.load_system_fonts();
        Arc::new(fonts)
    });
    let options = usvg::Options {
        fontdb: fonts.clone(),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).context("--to png")?;
    let too_large = "--to png: the picture is too large; use --to svg";
    let size = tree
        .size()
        .to_int_size()
        .scale_by(SCALE)
        .context(too_large)?;
    let pixels = tiny_skia::Pixmap::new(size.width(), size.height());
    let mut pixels = pixels.context(too_large)?;
    let transform = tiny_skia::Transform::from_scale(SCALE, SCALE);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().context("--to png")
}
