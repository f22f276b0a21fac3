//! Variant puzzles from files, with the rules of the command line, compiled.

use super::answers::default_format;
use super::{RulesGiven, VariantInstance, VariantItem};
use crate::cli::args::{InputArgs, OutputFormat, ReadArgs};
use crate::cli::pipeline::choice::Choice;
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::malformed::Malformed;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::{input, signals};
use crate::grid::text::{Format, InputError, PuzzleReader, Record};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::rules::text::{
    InputFormat, VariantFormat, VariantReader, VariantRecord, begins_as_json, detect,
};
use crate::rules::{Compiled, Description, MAX_DIGITS};
use anyhow::{Result, bail};

/// Takes a puzzle, or a mistake; says whether more are wanted.
type Visit<'v> = dyn FnMut(Result<VariantItem, InputError>) -> Result<bool> + 'v;

/// The inputs of a verb, and the rules that hold for all their puzzles.
pub struct VariantInput<'a> {
    inputs: &'a Inputs<'a>,
    rules: RulesGiven,
}

/// Whether the arguments, or the first bytes of some input, are about variants.
///
/// # Errors
/// An input that cannot be opened or read.
pub fn reads_variants(inputs: &Inputs<'_>, to: Option<OutputFormat>) -> Result<bool> {
    let read = &inputs.args.read;
    if !read.rules.is_empty() || matches!(to, Some(OutputFormat::Variant(_))) {
        return Ok(true);
    }
    if let Some(format) = read.from {
        return Ok(format.variant().is_some());
    }
    Ok(first_variant(inputs)?.is_some())
}

/// The first input that begins like one of variants. Of inputs after the first, only files are
/// looked at: others may not be there yet.
///
/// # Errors
/// An input that cannot be opened or read.
pub fn first_variant<'a>(inputs: &Inputs<'a>) -> Result<Option<&'a str>> {
    let args = inputs.args;
    let mut names = args.files();
    let first = names.next().unwrap_or("-");
    if detected(inputs, first, None)?.is_some() {
        return Ok(Some(first));
    }
    let is_table = args.read.column.is_some();
    Ok(names.find(|name| !is_table && is_variant_file(name, args)))
}

/// An option of these that says how classic text is to be read.
fn classic_option(read: &ReadArgs) -> Option<&'static str> {
    let options = [
        ("--box", read.box_shape.is_some()),
        ("--alphabet", read.alphabet.is_some()),
        ("--mixed-sizes", read.mixed_sizes),
    ];
    let given = options.into_iter().find(|&(_, is_given)| is_given);
    given.map(|(name, _)| name)
}

/// Refuses options that would have no effect on variants.
fn check_options(read: &ReadArgs, format: VariantFormat) -> Result<()> {
    match classic_option(read) {
        None => Ok(()),
        Some(option) => {
            // The reader decides puzzle by puzzle whose JSON it is.
            let name = match format {
                VariantFormat::Json => "JSON",
                VariantFormat::FPuzzles => "JSON or links",
                other => other.name(),
            };
            bail!(
                "{option} has no effect on puzzles in {name}, which name their boxes and digits \
                 themselves: leave it out"
            )
        }
    }
}

/// Whether a file begins like one of variants. That it cannot be read is said in its turn.
fn is_variant_file(name: &str, args: &InputArgs) -> bool {
    let is_file = std::fs::metadata(name).is_ok_and(|data| data.is_file());
    let start = || Inputs::new(args).start(name, None).ok();
    is_file && start().is_some_and(|start| detected_in(&start, &args.read).is_some())
}

/// The format of variants that an input begins in. None where the arguments speak of classic
/// text that may look like one.
fn detected_in(start: &[u8], read: &ReadArgs) -> Option<VariantFormat> {
    let is_text =
        |format: &VariantFormat| matches!(format, VariantFormat::Jigsaw | VariantFormat::SumoCue);
    let is_classic = classic_option(read).is_some();
    detect(start).filter(|format| !(is_classic && is_text(format)))
}

/// The format of variants that an input is in.
fn detected(
    inputs: &Inputs<'_>,
    name: &str,
    output: Option<&Output>,
) -> Result<Option<InputFormat>> {
    let read = &inputs.args.read;
    if read.column.is_some() {
        return Ok(None);
    }
    // Reading may wait: a signal has to end that as it ends a run.
    signals::listen();
    let start = inputs.start(name, output)?;
    let Some(format) = detected_in(&start, read) else {
        return Ok(None);
    };
    check_options(read, format)?;
    Ok(Some(InputFormat::Variant(format)))
}

impl<'a> VariantInput<'a> {
    /// Reads the rule files.
    ///
    /// # Errors
    /// A rule file that cannot be read or has a mistake, or an option without effect.
    pub fn new(inputs: &'a Inputs<'a>) -> Result<VariantInput<'a>> {
        let read = &inputs.args.read;
        if let Some(format) = read.from.and_then(InputFormat::variant) {
            check_options(read, format)?;
        }
        let rules = RulesGiven::new(&read.rules)?;
        Ok(VariantInput { inputs, rules })
    }

    /// The arguments.
    pub fn args(&self) -> &'a InputArgs {
        self.inputs.args
    }

    /// The rules of the command line.
    pub fn rules(&self) -> &RulesGiven {
        &self.rules
    }

    /// What `--rules` says, as options that decide answers.
    pub fn rule_options(&self) -> Vec<(String, String)> {
        self.rules.options(&self.args().read.rules)
    }

    /// The format of the answers: `to`, or the one that suits the first input.
    ///
    /// # Errors
    /// An input that cannot be opened or read.
    pub fn output_format(&self, to: Option<OutputFormat>) -> Result<Option<OutputFormat>> {
        if to.is_some() {
            return Ok(to);
        }
        let read = &self.args().read;
        let first = self.args().files().next().unwrap_or("-");
        let format = match read.from {
            None => detected(self.inputs, first, None)?,
            named => named,
        };
        let Some(format) = format.and_then(InputFormat::variant) else {
            return Ok(None);
        };
        signals::listen();
        let start = self.inputs.start(first, None)?;
        let is_json = format == VariantFormat::Json || begins_as_json(&start);
        Ok(Some(default_format(format, is_json)))
    }

    /// [`VariantInput::output_format`] for verbs whose answers no judge wants: a judge's puzzles are
    /// answered in lines.
    ///
    /// # Errors
    /// Those of [`VariantInput::output_format`], and a judge's format in `to`.
    pub fn format_without_judges(&self, to: Option<OutputFormat>) -> Result<Option<OutputFormat>> {
        const JUDGE: OutputFormat = OutputFormat::Variant(VariantFormat::Jigsaw);
        if to == Some(JUDGE) {
            bail!("--to jigsaw: holds the answers of 'solve' only; use line, pretty or json");
        }
        let format = self.output_format(to)?;
        Ok(match format {
            Some(JUDGE) => Some(OutputFormat::Text(Format::Line)),
            format => format,
        })
    }

    /// Shows every puzzle of every input, and every mistake, to `visit`, in order, until that
    /// returns `false`. After a mistake, reading goes on with the next puzzle that can be read,
    /// which may be that of the next input.
    ///
    /// # Errors
    /// Those of `visit`, and an input that cannot be opened.
    pub fn each(&self, output: Option<&Output>, visit: &mut Visit<'_>) -> Result<()> {
        for name in self.args().files() {
            if !self.each_of(name, output, visit)? {
                break;
            }
        }
        Ok(())
    }

    /// [`VariantInput::each`] for one of the inputs; what `visit` returned last.
    ///
    /// # Errors
    /// Those of `visit`, and an input that cannot be opened.
    pub fn each_of(
        &self,
        name: &str,
        output: Option<&Output>,
        visit: &mut Visit<'_>,
    ) -> Result<bool> {
        let read = &self.args().read;
        let format = match read.from {
            None => detected(self.inputs, name, output)?,
            named => named,
        };
        let (input, file) = self.inputs.open(name, output)?;
        match format.and_then(InputFormat::variant) {
            // The reader decides puzzle by puzzle whose JSON it is.
            Some(_) => {
                let named = read.from.and_then(InputFormat::variant);
                let reader = VariantReader::new(input, &file, named);
                let item = |record| Ok(self.item(record));
                visit_all(reader, VariantReader::go_on, item, visit)
            }
            None => {
                let options = input::classic_options(read);
                let reader = PuzzleReader::new(input, &file, options);
                let item = |record| self.classic_item(record);
                visit_all(reader, PuzzleReader::go_on, item, visit)
            }
        }
    }

    fn item(&self, record: VariantRecord) -> VariantItem {
        VariantItem {
            description: self.with_rules(record.description),
            name: record.name,
            file: record.file,
            line: record.line,
            index: record.index,
            format: InputFormat::Variant(record.format),
            ignored: record.ignored,
            classic: None,
            grid_alphabet: record.alphabet,
        }
    }

    fn classic_item(&self, record: Record) -> Result<VariantItem, InputError> {
        let Some(description) = Description::of_classic(&record.puzzle) else {
            return Err(InputError::syntax(
                &record.file,
                (record.line, None),
                format!("a puzzle of side {}", record.puzzle.geometry().side()),
                format!("one of side {MAX_DIGITS} or less, the most that variants have"),
            ));
        };
        Ok(VariantItem {
            description: self.with_rules(description),
            name: String::new(),
            file: record.file.clone(),
            line: record.line,
            index: record.index,
            format: InputFormat::Classic(record.format),
            ignored: Vec::new(),
            classic: Some(Box::new(record)),
            grid_alphabet: None,
        })
    }

    fn with_rules(&self, mut description: Description) -> Description {
        for rule in &self.rules.names {
            if !description.rules.contains(rule) {
                description.rules.push(rule.clone());
            }
        }
        description
    }

    /// Compiles a puzzle.
    ///
    /// # Errors
    /// What is wrong with it, after its place.
    pub fn compile(
        &self,
        item: VariantItem,
        limits: &Limits,
    ) -> Result<VariantInstance<Compiled>, Malformed> {
        self.rules.compile(item, limits)
    }

    /// The only puzzle of the inputs, or the one numbered `which`, from 1; or the limit that
    /// stopped compiling it.
    ///
    /// # Errors
    /// No puzzle, several, or a mistake in the input.
    pub fn one(
        &self,
        which: Option<u64>,
        limits: &Limits,
    ) -> Result<Result<VariantInstance, Reason>> {
        let mut choice = Choice::new(which);
        self.each(None, &mut |item| {
            let item = item?;
            let file = item.file.clone();
            choice.take(item, &file)
        })?;
        let compiled = self.compile(choice.finish()?, limits);
        Ok(compiled.map_err(anyhow::Error::msg)?.into_whole())
    }
}

/// Shows all that there is to read to `visit`, until that returns `false`, which is passed on.
/// After a mistake, `go_on` looks for what can be read.
fn visit_all<R, T>(
    mut reader: R,
    go_on: fn(&mut R) -> bool,
    item: impl Fn(T) -> Result<VariantItem, InputError>,
    visit: &mut Visit<'_>,
) -> Result<bool>
where
    R: Iterator<Item = Result<T, InputError>>,
{
    while let Some(record) = reader.next() {
        let item = match record {
            Ok(record) => item(record),
            Err(error) => {
                go_on(&mut reader);
                Err(error)
            }
        };
        if !visit(item)? {
            return Ok(false);
        }
    }
    Ok(true)
}
