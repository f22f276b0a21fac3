//! The engines and the encodings that arguments name.

use crate::backend::{Backend, CdclBackend, MakeBackend, NativeBackend, Portfolio, SatBackend};
use crate::cli::args::{BackendName, EngineArgs, cores};
use crate::cli::pipeline::input::read_packed;
use crate::encoding::Encoding;
use crate::rules::nearest;
use crate::sat::Engine;
use crate::sat::process::SolverCommand;
use crate::search::SEED;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf, is_separator};
use std::sync::{Mutex, PoisonError};

/// Limit on the file of an encoding, in bytes.
const MAX_ENCODING: u64 = 1 << 24;

/// The encoding of this name, or in this file, that `--encoding` names.
pub fn encoding(name: &str) -> Result<Encoding> {
    named_encoding(name, "--encoding ")
}

/// The encoding of this name, or in this file. Errors about the name begin with the option
/// that it belongs to; for an argument without one, that is empty.
pub fn named_encoding(name: &str, option: &str) -> Result<Encoding> {
    if let Some(encoding) = Encoding::named(name) {
        return Ok(encoding);
    }
    let Some(file) = encoding_file(name) else {
        let names: Vec<String> = Encoding::built_in()
            .iter()
            .map(|encoding| encoding.name().to_owned())
            .collect();
        let near = match nearest(name, names.iter().map(|known| (&**known, &**known))) {
            near if near.is_empty() => near,
            near => near + "one of: ",
        };
        bail!(
            "{option}{name}: no such encoding, expected {near}{} or the path of a .toml file",
            names.join(", ")
        );
    };
    let encoding = Encoding::parse(&text_of_file(file)?, name)?;
    if let Some(other) = Encoding::named(encoding.name())
        && other.spec() != encoding.spec()
    {
        let own = encoding.name();
        bail!("{name}: there is another encoding called '{own}': give this one a name of its own");
    }
    Ok(encoding)
}

/// The text of a file, which is read once: what is in a pipe is gone after that.
fn text_of_file(file: &Path) -> Result<String> {
    static TEXTS: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(text) = texts.get(file) {
        return Ok(text.clone());
    }
    let text = read_packed(file, MAX_ENCODING)?;
    texts.insert(file.to_owned(), text.clone());
    Ok(text)
}

/// Whether an argument that may be a name or a file is a file.
pub fn is_path(argument: &str) -> bool {
    argument.ends_with(".toml") || argument.contains(is_separator)
}

/// The file of an encoding, if this is not the name of one that is built in.
pub fn encoding_file(name: &str) -> Option<&Path> {
    let file = Path::new(name);
    let is_file = || is_path(name) || file.is_file();
    (Encoding::named(name).is_none() && is_file()).then_some(file)
}

/// The encodings of these names or files, that `--encoding` names; all built-in ones if
/// there are none.
pub fn encodings(names: &[String]) -> Result<Vec<Encoding>> {
    match names {
        [] => Ok(Encoding::built_in()),
        names => {
            let mut encodings = Vec::new();
            for name in names {
                let next = encoding(name)?;
                require_own_name(&next, &encodings, name)?;
                encodings.push(next);
            }
            Ok(encodings)
        }
    }
}

/// An error if one of these encodings has the name of this one, but does not do the same.
fn require_own_name(encoding: &Encoding, others: &[Encoding], option: &str) -> Result<()> {
    let own = encoding.name();
    let mut others = others.iter();
    match others.any(|other| other.name() == own && other.spec() != encoding.spec()) {
        false => Ok(()),
        true => bail!(
            "--encoding {option}: there is another encoding called '{own}': give this one a name \
             of its own"
        ),
    }
}

/// The engines of this build, and those that run these commands.
pub fn engines(commands: &[String]) -> Result<Vec<Engine>> {
    let mut engines = Engine::built_in();
    engines.extend(solvers(commands)?.iter().map(SolverCommand::engine));
    Ok(engines)
}

/// The solvers with these commands. Programs in different folders may have one name, which gets a
/// number then.
pub fn solvers(commands: &[String]) -> Result<Vec<SolverCommand>> {
    let built_in = Engine::built_in().into_iter();
    let mut names: Vec<String> = built_in.map(|engine| engine.name).collect();
    let mut solvers = Vec::new();
    for command in commands {
        let solver = installed(command).context("--solver")?;
        let name = solver.name().to_owned();
        let earlier = names.iter().filter(|other| **other == name).count();
        solvers.push(match earlier {
            0 => solver,
            _ => solver.named(format!("{name} #{}", earlier + 1)),
        });
        names.push(name);
    }
    Ok(solvers)
}

/// The backend that the arguments name.
pub fn backend(args: &EngineArgs) -> Result<Box<dyn Backend>> {
    if !args.member.is_empty() && args.backend != BackendName::Portfolio {
        bail!("--member adds to a portfolio; leave --backend out, or use --backend portfolio");
    }
    if let Some(engine) = sat_engine(args)? {
        let encoding = encoding(&args.encoding)?;
        return Ok(Box::new(SatBackend::new(engine, encoding, args.presolve)));
    }
    match args.backend {
        BackendName::Portfolio => portfolio(args),
        BackendName::Cdcl => Ok(Box::new(CdclBackend::new(SEED))),
        _ => Ok(Box::new(NativeBackend::default())),
    }
}

/// The SAT engine that the arguments name, unless they name another kind of backend.
pub fn sat_engine(args: &EngineArgs) -> Result<Option<Engine>> {
    if let Some(command) = &args.solver {
        return solver(command).map(Some);
    }
    Ok(match args.backend {
        BackendName::Varisat => Some(Engine::varisat()),
        #[cfg(feature = "batsat")]
        BackendName::Batsat => Some(Engine::batsat()),
        #[cfg(feature = "cadical")]
        BackendName::Cadical => Some(Engine::cadical()),
        BackendName::Auto | BackendName::Native | BackendName::Cdcl | BackendName::Portfolio => {
            None
        }
    })
}

/// A portfolio of the members that the arguments name, or of as many as there are
/// cores.
fn portfolio(args: &EngineArgs) -> Result<Box<dyn Backend>> {
    let mut names = args.member.clone();
    if names.is_empty() {
        let all = DEFAULT_MEMBERS.into_iter().map(str::to_owned);
        names = all.take(cores().max(2)).collect();
    }
    let members: Result<Vec<MakeBackend>> = names.iter().map(|name| member(name, args)).collect();
    Ok(Box::new(Portfolio::new(members?)))
}

/// The default members, the most useful first. Native search continues with clause
/// learning and the seed 6.
const DEFAULT_MEMBERS: [&str; 8] = [
    "native",
    "cdcl:16",
    "varisat",
    "cdcl:3",
    "varisat:triad",
    "cdcl:4",
    "cdcl:2",
    "cdcl:1",
];

/// `native`, `cdcl`, `cdcl:SEED`, or a solver, `:` and an encoding.
fn member(name: &str, args: &EngineArgs) -> Result<MakeBackend> {
    let (who, how) = parts_of_member(name);
    let engine = match (who, how) {
        ("native", None) => return Ok(Box::new(|| Box::new(NativeBackend::default()))),
        ("cdcl", how) => {
            let Ok(seed) = how.map_or(Ok(SEED), str::parse) else {
                bail!(
                    "--member {name}: expected an integer from 0 to {} after 'cdcl:'",
                    u64::MAX
                );
            };
            return Ok(Box::new(move || Box::new(CdclBackend::new(seed))));
        }
        _ => Engine::built_in()
            .into_iter()
            .find(|engine| engine.name == who),
    };
    let engine = match engine {
        Some(engine) => engine,
        None => program(who).with_context(|| {
            format!(
                "--member {name}: expected native, cdcl, cdcl:SEED, or a solver such as varisat, \
                 varisat:triad or 'cadical -q:minimal'"
            )
        })?,
    };
    let encoding = encoding(how.unwrap_or(&args.encoding))?;
    let presolve = args.presolve;
    Ok(Box::new(move || {
        Box::new(SatBackend::new(engine.clone(), encoding.clone(), presolve))
    }))
}

/// The engine of a member of a portfolio, and the text after it.
fn parts_of_member(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once(':') {
        Some((who, how)) => (who, Some(how)),
        None => (name, None),
    }
}

/// The file of the encoding that a member of a portfolio uses, if it is not built in.
pub fn encoding_file_of_member(name: &str) -> Option<&Path> {
    parts_of_member(name).1.and_then(encoding_file)
}

/// The engine that runs this command.
pub fn solver(command: &str) -> Result<Engine> {
    program(command).context("--solver")
}

/// The solver with this command line, if it is installed.
fn program(command: &str) -> Result<Engine> {
    Ok(installed(command)?.engine())
}

fn installed(command: &str) -> Result<SolverCommand> {
    let command = SolverCommand::parse(command)?;
    require_program(command.program())?;
    Ok(command)
}

/// An error if a program is not installed, or cannot be run.
pub fn require_program(program: &str) -> Result<()> {
    match find_program(program) {
        Some(path) if is_executable(&path) => Ok(()),
        Some(_) => bail!(
            "{program}: found a file that is not executable, expected a program; if it is one, \
             run 'chmod +x {program}'"
        ),
        None if Path::new(program).is_dir() && program.contains(is_separator) => {
            bail!("{program}: is a folder, expected a program")
        }
        None => {
            bail!("there is no program '{program}'; 'satoku solvers' lists those that were found")
        }
    }
}

/// Where a program is: as its path says, or on the search path.
pub fn find_program(program: &str) -> Option<PathBuf> {
    if program.contains(is_separator) {
        let mut paths = file_names(program).map(PathBuf::from);
        return paths.find(|path| path.is_file());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).find_map(|folder| {
        let mut places = file_names(program).map(|name| folder.join(name));
        places.find(|place| place.is_file() && is_executable(place))
    })
}

/// The names that the file of a program may have: on Windows, `.exe` may be left out.
fn file_names(program: &str) -> impl Iterator<Item = String> {
    let with_suffix = (!EXE_SUFFIX.is_empty()).then(|| format!("{program}{EXE_SUFFIX}"));
    std::iter::once(program.to_owned()).chain(with_suffix)
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let data = std::fs::metadata(path);
    data.is_ok_and(|data| data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    true
}
