//! The command that replays a difference about a maximum.

use super::PyramidArgs;
use crate::cli::pipeline::check::option;

/// The verb with the options that a replay needs.
pub fn command(args: &PyramidArgs) -> String {
    use clap::ValueEnum;
    let mut command = "pyramid".to_owned();
    if let Some(method) = args.method.to_possible_value() {
        command += &option("method", method.get_name());
    }
    match &args.objective.weights {
        Some(path) => command += &option("weights", &path.display().to_string()),
        None => command += &option("base", &args.objective.base.to_string()),
    }
    if args.objective.minimise {
        command += " --minimise";
    }
    if args.encoding != crate::encoding::DEFAULT {
        command += &option("encoding", &args.encoding);
    }
    if let Some(time) = args.time.timeout {
        command += &option("timeout", &time.as_secs_f64().to_string());
    }
    if let Some(most) = args.model_limit {
        command += &option("model-limit", &most.to_string());
    }
    command
}
