//! Numbers, times and paths as options take them.

use clap::builder::{PathBufValueParser, TypedValueParser};
use std::num::IntErrorKind;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// The largest number of workers allowed.
const MAX_JOBS: usize = 1024;

/// A file or folder that is not written to standard output.
pub fn on_disk() -> impl TypedValueParser<Value = PathBuf> {
    let refused = "expected a path on disk; './-' is a file or folder of that name";
    PathBufValueParser::new().try_map(move |path| match path.as_os_str() == "-" {
        true => Err(refused),
        false => Ok(path),
    })
}

/// A number of workers.
pub fn jobs(text: &str) -> Result<usize, String> {
    let jobs = text
        .parse()
        .ok()
        .filter(|jobs| (1..=MAX_JOBS).contains(jobs));
    jobs.ok_or_else(|| format!("expected 1 to {MAX_JOBS}"))
}

/// A 64-bit integer.
pub fn number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| "expected a 64-bit integer".into())
}

/// An integer of at least 0.
pub fn natural(text: &str) -> Result<u64, String> {
    within(text, 0..=u64::MAX)
}

/// An integer of at least 1.
pub fn positive(text: &str) -> Result<u64, String> {
    within(text, 1..=u64::MAX)
}

/// An integer of at least 0 that memory can count.
pub fn size(text: &str) -> Result<usize, String> {
    within(text, 0..=usize::MAX as u64).map(|number| number as usize)
}

/// An integer in this range.
pub fn within(text: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let number: i128 = match text.parse() {
        Ok(number) => number,
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => i128::MAX,
        Err(_) => return Err("expected an integer".into()),
    };
    match u64::try_from(number) {
        Ok(number) if range.contains(&number) => Ok(number),
        _ if number < i128::from(*range.start()) => {
            Err(format!("must be at least {}", range.start()))
        }
        _ => Err(format!("must be at most {}", range.end())),
    }
}

/// A positive number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "expected a number of seconds, such as 2 or 0.5")?;
    let shorter = "too long; leave the option out for no limit";
    above_zero(seconds, shorter, "expected a number of seconds above 0")
}

/// A positive time: seconds, or a number followed by s, m, h or d.
pub fn duration(text: &str) -> Result<Duration, String> {
    let units = [('s', 1), ('m', 60), ('h', 3600), ('d', 86_400)];
    let split = |(unit, seconds)| Some((text.strip_suffix(unit)?, seconds));
    let (number, unit) = units.into_iter().find_map(split).unwrap_or((text, 1));
    let expected = "expected a number above 0, alone (seconds) or followed by s, m, h or d, such as \
                    30, 90s or 2h";
    let number: f64 = number.parse().map_err(|_| expected)?;
    above_zero(
        number * f64::from(unit),
        "too long, expected a shorter time, such as 30d",
        expected,
    )
}

/// A time of this many seconds, or what was expected in place of one that is too long or not
/// above 0.
fn above_zero(seconds: f64, shorter: &str, above: &str) -> Result<Duration, String> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        Ok(_) if seconds > 0.0 => Err("expected a nanosecond or more".into()),
        _ if seconds > 0.0 => Err(shorter.into()),
        _ => Err(above.into()),
    }
}
