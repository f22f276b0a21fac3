//! Checks that options and arguments name different files: if two named the same one, writing it
//! would destroy what the other needs.

use crate::child::FileCommand;
use crate::cli::pipeline::engines::{encoding_file, encoding_file_of_member, is_path};
use crate::cli::pipeline::files;
use crate::cli::pipeline::journal::journal_of;
use crate::cli::pipeline::opened;
use crate::cli::pipeline::partial::partial_of;
use anyhow::{Result, bail};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Options whose files are only read: several may name one file. All others may write.
const READ: [&str; 12] = [
    "cnf", "encoding", "formula", "heat", "known", "member", "proof", "puzzles", "rules", "solver",
    "variants", "weights",
];

/// What arguments that are not options show as their value if that is a file to be read;
/// standard input if none is given.
const INPUTS: [&str; 3] = ["FILE", "PUZZLE", "SOLVER_OUTPUT"];

/// Standard input or output as an argument.
const DASH: &str = "-";

/// Options of [`READ`] for which [`DASH`] is a name like any other.
const NAMES: [&str; 4] = ["encoding", "member", "rules", "solver"];

/// How many links are followed before a path counts as what it says.
const MAX_LINKS: usize = 40;

/// An error if standard input is to be read twice, or if two options of a command, or an option
/// and an input, name one file that one of them may write, in whatever spelling, by a link, or as
/// standard input. Pipes and devices may be named twice, and so may a file by one option.
pub fn require_distinct(command: &Command, matches: &ArgMatches) -> Result<()> {
    let (mut command, mut matches) = (command, matches);
    while let Some((name, of_verb)) = matches.subcommand()
        && let Some(verb) = command.find_subcommand(name)
    {
        (command, matches) = (verb, of_verb);
    }
    let named = command.get_opts().flat_map(|option| {
        let values = values_of(option, matches);
        values.filter_map(|value| Some((option.get_long()?, file_of(option, value)?)))
    });
    let files: Vec<(&str, Cow<'_, Path>)> = named.collect();
    let named: Vec<_> = files
        .iter()
        .map(|(option, path)| (*option, &**path))
        .collect();
    let inputs: Vec<Input<'_>> = inputs(command, matches).collect();
    require_one_reader(&inputs, &named)?;
    require_no_clash(&named)?;
    require_kept(&inputs, &named)?;
    let options = named.iter().filter(|(option, _)| READ.contains(option));
    let paths = options.map(|(_, path)| *path);
    let paths = paths.chain(inputs.iter().map(|input| input.path));
    let read: Vec<UsedFile> = paths.filter_map(read).collect();
    require_other_output(&read)?;
    // A process runs one command, so this is set only once.
    _ = READ_FILES.set(read);
    Ok(())
}

/// The files that this run reads.
static READ_FILES: OnceLock<Vec<UsedFile>> = OnceLock::new();

/// An error if writing this file would replace one that the run reads: for names that are made
/// during the run.
pub fn require_unread(path: &Path) -> Result<()> {
    let read = READ_FILES.get().map_or(&[][..], Vec::as_slice);
    if !read.is_empty() && shared(&written(path), read).is_some() {
        bail!(
            "{}: found a file that this run reads, which would be replaced; choose other names \
             for what is written",
            path.display()
        );
    }
    Ok(())
}

/// An error if standard output is a file that the run reads: answers would be read as puzzles.
fn require_other_output(read: &[UsedFile]) -> Result<()> {
    let output = files::standard_output().filter(Metadata::is_file);
    let Some(number) = output.and_then(|data| files::number(&data)) else {
        return Ok(());
    };
    match read.iter().find(|(_, file)| file.number == Some(number)) {
        Some((path, _)) => bail!(
            "{}: found the file that standard output goes to, expected another one",
            path.display()
        ),
        None => Ok(()),
    }
}

/// A file that an argument without an option names.
struct Input<'m> {
    argument: &'m str,
    path: &'m Path,
    /// It was not named, which stands for standard input.
    is_omitted: bool,
}

/// The files that are read because arguments without an option name them, or name none.
fn inputs<'m>(command: &'m Command, matches: &'m ArgMatches) -> impl Iterator<Item = Input<'m>> {
    command.get_positionals().flat_map(|positional| {
        let shown = positional.get_value_names().and_then(<[_]>::first);
        let shown = shown.map(|name| name.as_str());
        let argument = shown.filter(|name| INPUTS.contains(name));
        let is_omitted = !is_given(positional, matches);
        let paths: Vec<&OsStr> = match (argument, is_omitted) {
            (None, _) => Vec::new(),
            (Some(_), true) if is_replaced(positional, command, matches) => Vec::new(),
            (Some(_), true) => vec![OsStr::new(DASH)],
            (Some(_), false) => values_of(positional, matches).collect(),
        };
        paths.into_iter().map(move |path| Input {
            argument: argument.unwrap_or_default(),
            path: Path::new(path),
            is_omitted,
        })
    })
}

/// Whether the user gave an argument.
fn is_given(argument: &Arg, matches: &ArgMatches) -> bool {
    let id = argument.get_id().as_str();
    let has_value = matches.try_contains_id(id).unwrap_or(false);
    has_value && matches.value_source(id) != Some(ValueSource::DefaultValue)
}

/// Whether an option was given that cannot stand beside this argument: the argument is not read
/// then.
fn is_replaced(argument: &Arg, command: &Command, matches: &ArgMatches) -> bool {
    let excludes = |one: &Arg, other: &Arg| {
        let mut excluded = command.get_arg_conflicts_with(one).into_iter();
        excluded.any(|excluded| excluded.get_id() == other.get_id())
    };
    // Flags are no options in clap's words.
    let options = command.get_arguments().filter(|arg| !arg.is_positional());
    let mut given = options.filter(|option| is_given(option, matches));
    given.any(|option| excludes(option, argument) || excludes(argument, option))
}

/// An error if more than one argument reads standard input, which is empty the second time.
fn require_one_reader(inputs: &[Input<'_>], named: &[(&str, &Path)]) -> Result<()> {
    let is_read = |option: &str| READ.contains(&option) && !NAMES.contains(&option);
    let options = named
        .iter()
        .filter(|(option, path)| is_read(option) && path.as_os_str() == DASH)
        .map(|(option, _)| format!("--{option}"));
    let inputs = inputs.iter().filter(|input| input.path.as_os_str() == DASH);
    let inputs = inputs.map(|input| match input.is_omitted {
        true => format!("{}, which is omitted", input.argument),
        false => input.argument.to_owned(),
    });
    let readers: Vec<String> = options.chain(inputs).collect();
    match &readers[..] {
        [first, second, ..] => bail!(
            "standard input can be read only once: found it as {first} and as {second}; name a \
             file for one of them"
        ),
        _ => Ok(()),
    }
}

/// The values of an argument as they were given.
fn values_of<'m>(argument: &Arg, matches: &'m ArgMatches) -> impl Iterator<Item = &'m OsStr> {
    let values = matches.try_get_raw(argument.get_id().as_str());
    values.ok().flatten().into_iter().flatten()
}

/// The file that a value of an option names, if it is no name of something built in.
fn file_of<'a>(option: &Arg, value: &'a OsStr) -> Option<Cow<'a, Path>> {
    let path = Path::new(value);
    let file = match option.get_id().as_str() {
        "encoding" => encoding_file(value.to_str()?),
        "member" => encoding_file_of_member(value.to_str()?),
        "solver" => return program_of(value.to_str()?).map(Cow::Owned),
        "rules" => value.to_str().is_some_and(is_path).then_some(path),
        _ => {
            let shown = option.get_value_names()?.first()?;
            matches!(shown.as_str(), "FILE" | "FOLDER").then_some(path)
        }
    };
    file.map(Cow::Borrowed)
}

/// The program of a command, if that is a path. One that the system looks up by its name is not
/// looked for.
fn program_of(command: &str) -> Option<PathBuf> {
    let command = FileCommand::parse(command).ok()?;
    let program = command.program();
    program
        .contains(std::path::is_separator)
        .then(|| program.into())
}

/// An error if two different options name one file.
fn require_no_clash(named: &[(&str, &Path)]) -> Result<()> {
    let identified = named.iter();
    let identified = identified.map(|(option, path)| (option, path, used(option, path)));
    let given: Vec<_> = identified.collect();
    for (index, (option, path, files)) in given.iter().enumerate() {
        for (earlier, other, others) in &given[..index] {
            let are_read = [earlier, option].iter().all(|name| READ.contains(name));
            if earlier == option || are_read {
                continue;
            }
            let Some((file, same)) = shared(files, others) else {
                continue;
            };
            let found = match (file == **path, same == **other) {
                (true, true) => "found one file, expected two".to_owned(),
                (true, false) => format!("both would use {}", same.display()),
                (false, _) => format!("both would use {}", file.display()),
            };
            bail!(
                "--{earlier} {} and --{option} {}: {found}; name another file for one of them",
                other.display(),
                path.display()
            );
        }
    }
    Ok(())
}

/// An error if an option may write one of the files that are read.
fn require_kept(inputs: &[Input<'_>], named: &[(&str, &Path)]) -> Result<()> {
    let inputs = inputs.iter().flat_map(|input| read(input.path));
    let inputs: Vec<UsedFile> = inputs.collect();
    for (option, path) in named.iter().filter(|(option, _)| !READ.contains(option)) {
        if let Some((file, _)) = shared(&written(path), &inputs) {
            let input = match file == *path {
                true => "an input file".to_owned(),
                false => format!("the input file {}", file.display()),
            };
            bail!(
                "--{option} {}: found {input}, which would be replaced; name another file",
                path.display()
            );
        }
    }
    Ok(())
}

/// A file that a run reads or writes.
type UsedFile = (PathBuf, Identity);

/// The file that a run reads for an option or an argument, if it is a regular one.
fn read(path: &Path) -> Option<UsedFile> {
    Some((path.to_owned(), Identity::of_read(path)?))
}

/// The files that a run may write for an option: those beside a regular file, too.
fn written(path: &Path) -> Vec<UsedFile> {
    if Identity::of_written(path).is_none() {
        return Vec::new();
    }
    let target = resolved(path);
    let journal = journal_of(&target);
    let beside = [partial_of(&target), partial_of(&journal), journal];
    let paths = [path.to_owned()].into_iter().chain(beside);
    paths
        .filter_map(|path| Identity::of_written(&path).map(|identity| (path, identity)))
        .collect()
}

/// The files of an option.
fn used(option: &str, path: &Path) -> Vec<UsedFile> {
    match READ.contains(&option) {
        true => read(path).into_iter().collect(),
        false => written(path),
    }
}

/// The first file that is in both lists, with its names there.
fn shared<'f>(files: &'f [UsedFile], others: &'f [UsedFile]) -> Option<(&'f Path, &'f Path)> {
    files.iter().find_map(|(path, file)| {
        let mut others = others.iter();
        let other = others.find(|(_, other)| file.is_that_of(other));
        other.map(|(name, _)| (path.as_path(), name.as_path()))
    })
}

/// What tells files apart.
struct Identity {
    /// None for standard input, whose name is not known.
    path: Option<PathBuf>,
    /// For hard links and standard input, where the system tells.
    number: Option<(u64, u64)>,
}

impl Identity {
    /// That of a regular file that exists.
    fn of_read(path: &Path) -> Option<Identity> {
        let is_stdin = path.as_os_str() == DASH;
        let data = match is_stdin {
            true => files::standard_input(),
            false => std::fs::metadata(path).ok(),
        };
        let data = data.filter(Metadata::is_file)?;
        Some(Identity {
            path: (!is_stdin).then(|| resolved(path)),
            number: files::number(&data),
        })
    }

    /// That of a regular file, or of one that does not exist yet.
    fn of_written(path: &Path) -> Option<Identity> {
        // What the shell opened, it opened on purpose.
        if path.as_os_str() == DASH || opened::is_path(path) {
            return None;
        }
        let data = std::fs::metadata(path).ok();
        if data.as_ref().is_some_and(|data| !data.is_file()) {
            return None;
        }
        Some(Identity {
            path: Some(resolved(path)),
            number: data.and_then(|data| files::number(&data)),
        })
    }

    fn is_that_of(&self, other: &Identity) -> bool {
        let has_same_number = self.number.is_some() && self.number == other.number;
        let has_same_path = self.path.is_some() && self.path == other.path;
        has_same_number || has_same_path
    }
}

/// The path without links and detours, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Ok(whole) = std::fs::canonicalize(&path) {
            return whole;
        }
        // A link to a file that does not exist yet.
        let Ok(target) = std::fs::read_link(&path) else {
            break;
        };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = std::fs::canonicalize(folder.unwrap_or(Path::new(".")));
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clash(one: &Path, other: &Path) -> bool {
        require_no_clash(&[("one", one), ("other", other)]).is_err()
    }

    #[test]
    fn one_file_is_recognised_in_every_spelling() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        let detour = folder.path().join(".").join("file");
        // Before it exists, and after.
        for _ in 0..2 {
            assert!(clash(&file, &file));
            assert!(clash(&file, &detour));
            assert!(!clash(&file, &folder.path().join("other")));
            std::fs::write(&file, "").expect("room");
        }
        assert!(!clash(Path::new("-"), Path::new("-")));
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_one_file_and_devices_may_be_named_twice() {
        let folder = tempfile::tempdir().expect("a folder");
        let [file, link, hard] = ["file", "link", "hard"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("file", &link).expect("a link");
        assert!(clash(&file, &link));
        std::fs::write(&file, "").expect("room");
        std::fs::hard_link(&file, &hard).expect("a link");
        assert!(clash(&file, &link) && clash(&file, &hard) && clash(&link, &hard));
        assert!(!clash(Path::new("/dev/null"), Path::new("/dev/null")));
    }
}
