//! The request `time`.

use crate::engine::Choice;
use crate::failure::Failure;
use crate::fields::Fields;
use crate::puzzle::Instance;
use crate::solve::find;
use crate::{Answer, object};
use serde_json::json;
use web_time::Instant;

/// Most runs of a request.
const MAX_RUNS: u64 = 10_000;

/// Times an engine.
pub fn time(fields: &mut Fields) -> Result<Answer, Failure> {
    let instance = Instance::of(fields)?;
    let choice = Choice::of(fields)?;
    let unique = fields.or("unique", false)?;
    let repeat = fields.count("repeat", 1, MAX_RUNS)?;
    let limits = fields.limits()?;
    fields.end()?;
    let start = Instant::now();
    let mut engine = choice.engine(&instance)?;
    let mut found = find(&mut engine, unique, &limits)?;
    let mut runs = 1;
    while runs < repeat && found.reason.is_none() {
        engine = choice.engine(&instance)?;
        found = find(&mut engine, unique, &limits)?;
        runs += 1;
    }
    let milliseconds = start.elapsed().as_secs_f64() * 1e3 / runs as f64;
    let mut answer = object(json!({
        "engine": engine.name(),
        "verdict": found.verdict,
        "runs": runs,
        "milliseconds": milliseconds,
    }));
    if let Some(reason) = found.reason {
        answer.insert("reason".into(), reason.to_string().into());
    }
    Ok(answer)
}
