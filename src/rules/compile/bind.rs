//! The parameters of a constraint, checked and ready for expressions.

use super::error::{RuleError, RuleErrorKind, escape};
use super::{json, names, range, relation};
use crate::grid::Cell;
use crate::rules::definitions::{
    Definition, Expression, Parameter, ParameterType, Values, Variable,
};
use crate::rules::nearest::nearest;
use crate::rules::{Board, ConstraintItem};
use crate::words::counted;
use serde_json::Value;

/// A constraint's parameters.
pub(super) struct Bound {
    /// Values of names, parameters, and space for registers.
    pub numbers: Vec<i64>,
    /// Lists of digits with how often they are named, and tables.
    pub lists: Vec<Vec<(i64, i64)>>,
    /// By parameter; empty for those that are not cells.
    pub cells: Vec<Vec<Cell>>,
    /// Sets of cells.
    pub sets: Vec<Vec<Cell>>,
    /// Values that a builder reads itself.
    pub raw: Vec<RawValue>,
    /// Where it is in the description.
    pub pointer: String,
    details: Vec<String>,
    /// Tables, regular expressions and automata, as labels and legends say them.
    pub relations: Vec<String>,
    name: Option<String>,
}

/// A value that a builder reads itself.
pub(super) struct RawValue {
    pub kind: ParameterType,
    pub value: Value,
    /// Where it is in the description.
    pub pointer: String,
}

type Bind<T> = Result<T, RuleError>;

impl Bound {
    /// What a rule for the whole grid has.
    pub fn empty(numbers: &[i64], pointer: &str) -> Bound {
        Bound {
            numbers: numbers.to_vec(),
            lists: Vec::new(),
            cells: Vec::new(),
            sets: Vec::new(),
            raw: Vec::new(),
            pointer: pointer.to_owned(),
            details: Vec::new(),
            relations: Vec::new(),
            name: None,
        }
    }

    /// Reads the fields of a constraint.
    pub fn new(
        definition: &Definition,
        item: &ConstraintItem,
        board: &Board,
        numbers: &[i64],
        pointer: &str,
    ) -> Bind<Bound> {
        let known: Vec<&str> = definition.parameters.iter().map(Parameter::name).collect();
        let unknown = item
            .fields
            .keys()
            .find(|key| !known.contains(&key.as_str()));
        if let Some(key) = unknown {
            let pointer = format!("{pointer}/{}", escape(key));
            let found = format!("the unknown key \"{key}\" of {}", definition.name);
            let near = nearest(key, known.iter().map(|&known| (known, known)));
            let expected = format!("{near}known keys: {}", known.join(", "));
            return Err(RuleError::new(&pointer, found, expected));
        }
        let mut bound = Bound::empty(numbers, pointer);
        bound.make_room(definition);
        let (first, rest): (Vec<_>, Vec<_>) = definition
            .parameters
            .iter()
            .enumerate()
            .partition(|(_, parameter)| parameter.sets_length);
        // Meaningless values are reported before values that no digits satisfy.
        let mut impossible = None;
        for (place, parameter) in first.into_iter().chain(rest) {
            match bound.read(place, parameter, item, board) {
                Ok(()) => {}
                Err(error) if error.is_impossible() => _ = impossible.get_or_insert(error),
                Err(error) => return Err(error),
            }
        }
        impossible.map_or(Ok(bound), Err)
    }

    /// Makes room for the values of all parameters.
    pub fn make_room(&mut self, definition: &Definition) {
        self.cells = vec![Vec::new(); definition.parameters.len()];
        let variables = definition.parameters.iter().filter_map(|p| p.variable);
        for variable in variables {
            match variable {
                Variable::Number(_) | Variable::Condition(_) => self.numbers.push(0),
                Variable::Digits(_) | Variable::Pairs(_) => self.lists.push(Vec::new()),
            }
        }
    }

    fn read(
        &mut self,
        place: usize,
        parameter: &Parameter,
        item: &ConstraintItem,
        board: &Board,
    ) -> Bind<()> {
        let pointer = format!("{}/{}", self.pointer, parameter.name);
        let Some(value) = item.fields.get(&parameter.name) else {
            return self.absent(parameter, item);
        };
        match parameter.kind {
            ParameterType::Cells => {
                let cells = match parameter.repeats {
                    true => json::cells(board, value, &pointer),
                    false => json::different_cells(board, value, &pointer),
                }?;
                if parameter.sets_length {
                    self.set_length(cells.len(), board);
                }
                self.check_length(parameter, cells.len(), "cell", &pointer)?;
                self.cells[place] = cells;
            }
            ParameterType::Cell => self.cells[place] = vec![json::cell(board, value, &pointer)?],
            ParameterType::Sets => self.read_sets(parameter, value, board, &pointer)?,
            ParameterType::Integer => {
                let number = json::integer(value, &pointer)?;
                // Ranges of later parameters may name it, whether or not it is in its own.
                self.set(parameter, number);
                self.check_range(parameter, number, &pointer, || number.to_string())?;
                self.details.push(format!("{} {number}", parameter.name));
            }
            ParameterType::Boolean => {
                let yes = value.as_bool().ok_or_else(|| {
                    RuleError::new(&pointer, json::show(value), "true or false".into())
                })?;
                self.set(parameter, yes.into());
                self.details.extend(yes.then(|| parameter.name.clone()));
            }
            ParameterType::Text => {
                let text = value
                    .as_str()
                    .ok_or_else(|| RuleError::new(&pointer, json::show(value), "a text".into()))?;
                self.name = Some(text.to_owned()).filter(|text| !text.trim().is_empty());
            }
            ParameterType::Digits | ParameterType::Counts | ParameterType::Table => {
                self.read_list(parameter, value, board, &pointer)?;
            }
            ParameterType::Automaton | ParameterType::Regex | ParameterType::Branches => {
                let said = relation::value(parameter.kind, &parameter.name, value);
                self.relations.extend(said);
                self.raw.push(RawValue {
                    kind: parameter.kind,
                    value: value.clone(),
                    pointer,
                });
            }
        }
        Ok(())
    }

    fn absent(&mut self, parameter: &Parameter, item: &ConstraintItem) -> Bind<()> {
        if let Some(default) = &parameter.default {
            let number = default.value(self.values());
            let found = || format!("no \"{}\", whose default is {number}", parameter.name);
            self.set(parameter, number);
            return self.check_range(parameter, number, &self.pointer, found);
        }
        if parameter.optional {
            return Ok(());
        }
        let found = format!("no \"{}\" in {}", parameter.name, item.kind);
        Err(RuleError::new(
            &self.pointer,
            found,
            format!("\"{}\": {}", parameter.name, parameter.summary),
        ))
    }

    /// Sets the value of a number or a condition.
    pub fn set(&mut self, parameter: &Parameter, number: i64) {
        if let Some(Variable::Number(place) | Variable::Condition(place)) = parameter.variable {
            self.numbers[place] = number;
        }
    }

    /// Sets what expressions know about the number of cells.
    pub fn set_length(&mut self, length: usize, board: &Board) {
        let length = length as i64;
        self.numbers[names::N] = length;
        let size = board.digit_count() as i64;
        let (min, max) = (i64::from(board.min()), i64::from(board.max()));
        let different = length.min(size);
        let steps = different * (different - 1) / 2;
        self.numbers[names::LEAST] = different * min + steps;
        self.numbers[names::MOST] = different * max - steps;
    }

    fn check_length(
        &self,
        parameter: &Parameter,
        length: usize,
        noun: &str,
        pointer: &str,
    ) -> Bind<()> {
        let bound = |bound: &Option<_>| bound.as_ref().map(|b: &Expression| b.value(self.values()));
        let least = bound(&parameter.least).unwrap_or(1);
        let most = bound(&parameter.most);
        let found = length as i64;
        let several = |count: i64| counted(count.max(0) as u64, noun);
        let (is_below, is_above) = (found < least, most.is_some_and(|most| found > most));
        if !is_below && !is_above {
            return Ok(());
        }
        let expected = match most {
            Some(most) if most == least => several(least),
            Some(most) if most > least => format!("{least} to {}", several(most)),
            Some(most) if found > most => format!("at most {}", several(most)),
            _ => format!("at least {}", several(least)),
        };
        Err(RuleError {
            kind: kind(parameter, is_below, is_above),
            ..RuleError::new(pointer, several(found), expected)
        })
    }

    fn check_range(
        &self,
        parameter: &Parameter,
        number: i64,
        pointer: &str,
        found: impl FnOnce() -> String,
    ) -> Bind<()> {
        let value = |bound: &Expression| bound.value(self.values());
        let least = parameter.least.as_ref().map(value);
        let most = parameter.most.as_ref().map(value);
        let is_below = least.is_some_and(|least| number < least);
        let is_above = most.is_some_and(|most| number > most);
        if !is_below && !is_above {
            return Ok(());
        }
        let expected = range::expected_number(least, most);
        Err(RuleError {
            kind: kind(parameter, is_below, is_above),
            ..RuleError::new(pointer, found(), expected)
        })
    }

    fn read_sets(
        &mut self,
        parameter: &Parameter,
        value: &Value,
        board: &Board,
        pointer: &str,
    ) -> Bind<()> {
        let sets = json::each(value, pointer, "sets of cells", |set, at| {
            json::different_cells(board, set, at)
        })?;
        self.check_length(parameter, sets.len(), "set", pointer)?;
        let length = sets.first().map_or(0, Vec::len);
        if let Some(odd) = sets
            .iter()
            .position(|set| set.len() != length || length == 0)
        {
            let pointer = format!("{pointer}/{odd}");
            let found = counted(sets[odd].len() as u64, "cell");
            let expected = match length {
                0 => "at least 1 cell in each set".to_owned(),
                _ => format!(
                    "{}, as many as in the first set",
                    counted(length as u64, "cell")
                ),
            };
            return Err(RuleError::new(&pointer, found, expected));
        }
        self.sets = sets;
        Ok(())
    }

    fn read_list(
        &mut self,
        parameter: &Parameter,
        value: &Value,
        board: &Board,
        pointer: &str,
    ) -> Bind<()> {
        let digit = |value: &Value, at: &str| json::digit(board, value, at);
        let list = match parameter.kind {
            ParameterType::Digits => {
                let digits = json::each(value, pointer, "digits", digit)?;
                self.check_length(parameter, digits.len(), "digit", pointer)?;
                let written: Vec<String> = digits.iter().map(i64::to_string).collect();
                self.details
                    .push(format!("{} {}", parameter.name, written.join(" ")));
                let mut sorted = digits;
                sorted.sort_unstable();
                let equal = sorted.chunk_by(|one, two| one == two);
                equal.map(|same| (same[0], same.len() as i64)).collect()
            }
            ParameterType::Counts => {
                let of = "a pair [how often, which digit]";
                let mut counts = json::each(value, pointer, of, |item, at| {
                    json::pair(item, at, of, json::integer, digit)
                })?;
                for (times, digit) in &mut counts {
                    self.details.push(format!("{times} × {digit}"));
                    std::mem::swap(times, digit);
                }
                counts
            }
            _ => {
                let of = "a pair of digits";
                let pairs = json::each(value, pointer, of, |item, at| {
                    json::pair(item, at, of, digit, digit)
                })?;
                self.relations
                    .push(relation::table(&parameter.name, &pairs));
                pairs
            }
        };
        if let Some(Variable::Digits(place) | Variable::Pairs(place)) = parameter.variable {
            self.lists[place] = list;
        }
        Ok(())
    }

    /// What expressions see.
    pub fn values(&self) -> Values<'_> {
        Values {
            numbers: &self.numbers,
            lists: &self.lists,
        }
    }

    /// What `value` is where `n` is this number of cells.
    pub fn with_length<T>(&self, length: usize, value: impl FnOnce(Values<'_>) -> T) -> T {
        let mut numbers = self.numbers.clone();
        numbers[names::N] = length as i64;
        value(Values {
            numbers: &numbers,
            lists: &self.lists,
        })
    }

    /// What people read, such as `killer r1c1 r1c2, sum 12`.
    pub fn label(&self, definition: &Definition, board: &Board) -> String {
        let name = self.name.as_deref().unwrap_or(&definition.name);
        let lists = self.cells.iter().chain(&self.sets);
        let lists = lists.filter(|cells| !cells.is_empty());
        let lists: Vec<String> = lists.map(|cells| board.names(cells)).collect();
        let mut label = name.to_owned();
        if !lists.is_empty() {
            label = format!("{label} {}", lists.join(" / "));
        }
        for detail in self.details.iter().chain(&self.relations) {
            label.push_str(", ");
            label.push_str(detail);
        }
        label
    }
}

/// What a value outside the range of a parameter makes of a constraint. In an empty range, it may
/// be beyond both ends, and means what both say.
fn kind(parameter: &Parameter, is_below: bool, is_above: bool) -> RuleErrorKind {
    let beyond = parameter.impossible;
    match (!is_below || beyond.below) && (!is_above || beyond.above) {
        true => RuleErrorKind::Impossible,
        false => RuleErrorKind::Malformed,
    }
}
