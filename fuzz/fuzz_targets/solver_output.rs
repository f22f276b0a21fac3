//! What solvers print: any bytes are read or refused; a model is read back from
//! either style.

#![no_main]

use libfuzzer_sys::fuzz_target;
use satoku::cnf::{SolverOutput, read_solver_output};
use satoku::limits::Limits;

fuzz_target!(|bytes: &[u8]| {
    let unlimited = Limits::unlimited();
    let said = match read_solver_output(bytes, &unlimited) {
        Ok(said) => said,
        Err(error) => {
            let _ = (error.to_string(), error.line());
            return;
        }
    };
    let SolverOutput::Satisfiable(model) = &said else {
        return;
    };
    let literal = |(var, value): (&u32, &bool)| match value {
        true => format!("{var} "),
        false => format!("-{var} "),
    };
    let literals: String = model.iter().map(literal).collect();
    let competition = format!("s SATISFIABLE\nv {literals}0\n");
    let minisat = format!("SAT\n{literals}0\n");
    for text in [competition, minisat] {
        let again = read_solver_output(text.as_bytes(), &unlimited);
        let again = again.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again, said);
    }
});
