//! DIMACS CNF: any bytes are read or refused; what is read is written and read
//! back; comments are a key to a model or are refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use satoku::cnf::{Counter, FormulaWriter, Syntax, read_cnf};
use satoku::encoding::ModelKey;
use std::collections::BTreeMap;

fuzz_target!(|bytes: &[u8]| {
    let file = match read_cnf(bytes) {
        Ok(file) => file,
        Err(error) => {
            let _ = (error.to_string(), error.line());
            return;
        }
    };
    if let Ok(key) = ModelKey::from_comments(&file.comments)
        && key.puzzle().geometry().side() <= 25
    {
        let _ = key.decode(&BTreeMap::from([(1, true), (2, false)]));
    }
    let formula = file.formula;
    if formula.variables() > 100_000 {
        return;
    }
    let mut announced = Counter::default();
    formula.replay(&mut announced);
    let mut text = Vec::new();
    let writer = FormulaWriter::new(&mut text, Syntax::Cnf, file.comments, &[], announced);
    let mut writer = writer.expect("memory takes everything");
    formula.replay(&mut writer);
    writer
        .finish()
        .expect("what was counted is what is written");
    let again = read_cnf(&text[..]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.formula, formula);
});
