//! The command lines in `tests/corpus` still print what was recorded.
//!
//! A block of a corpus file is a shell command (`$ …`), its exit code (`= …`) and its
//! output: line by line (`> …`), or the number of lines and their hash (`# …`).
//! Standard error is not recorded, so that messages may be improved. See
//! tests/README.md for how to add a command.

use crate::support;
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// Longer output is recorded as a hash.
const MAX_LINES: usize = 40;

/// The tools that the commands may use. They find no others, so that installed
/// solvers and checkers do not change the answers.
const TOOLS: [&str; 10] = [
    "cat",
    "grep",
    "head",
    "ls",
    "sed",
    "sha256sum",
    "sh",
    "sort",
    "tail",
    "wc",
];

/// Keys of JSON objects whose values are times.
const TIMES: [&str; 1] = ["\"time_us\":"];

#[test]
fn every_command_of_the_corpus_gives_its_recorded_answer() {
    let recording = std::env::var_os("SATOKU_RECORD").is_some();
    let files = corpus_files();
    let commands: Vec<&str> = files.iter().flat_map(CorpusFile::commands).collect();
    assert!(commands.len() >= 780, "{} commands", commands.len());

    let mut answers = run_all(&commands).into_iter();
    let mut differences = String::new();
    for file in &files {
        let answers: Vec<String> = answers.by_ref().take(file.blocks.len()).collect();
        if recording {
            file.write(&answers);
            continue;
        }
        for (block, answer) in file.blocks.iter().zip(&answers) {
            describe_difference(&mut differences, &file.path, block, answer);
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

#[test]
fn every_verb_is_in_the_corpus() {
    let files = corpus_files();
    let help = support::satoku(&["--help"], "").stdout;
    let verbs = help.split("Commands:\n").nth(1).unwrap();
    let verbs = verbs
        .lines()
        .map_while(|line| line.split_whitespace().next());
    // Help texts and the man pages made of them may change.
    let verbs: Vec<&str> = verbs
        .filter(|verb| !["help", "man"].contains(verb))
        .collect();
    assert!(verbs.len() >= 21, "{verbs:?}");
    for verb in verbs {
        let mut commands = files.iter().flat_map(CorpusFile::commands);
        assert!(commands.any(|command| calls(command, verb)), "{verb}");
    }
}

/// Whether a command line runs satoku with this verb.
fn calls(command: &str, verb: &str) -> bool {
    let words: Vec<&str> = command
        .split(|c: char| !c.is_alphanumeric() && c != '-')
        .collect();
    words.windows(2).any(|two| two == ["satoku", verb])
}

fn corpus_files() -> Vec<CorpusFile> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "txt") {
            files.push(CorpusFile::read(path));
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// A command, the text before it, and its recorded answer.
struct Block {
    comment: String,
    command: String,
    answer: String,
    line: usize,
}

struct CorpusFile {
    path: PathBuf,
    blocks: Vec<Block>,
}

impl CorpusFile {
    fn read(path: PathBuf) -> CorpusFile {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut blocks: Vec<Block> = Vec::new();
        let mut comment = String::new();
        for (k, line) in text.lines().enumerate() {
            let is_answer = ["= ", ">", "# "].iter().any(|sign| line.starts_with(sign));
            if let Some(command) = line.strip_prefix("$ ") {
                blocks.push(Block {
                    comment: std::mem::take(&mut comment),
                    command: command.to_owned(),
                    answer: String::new(),
                    line: k + 1,
                });
            } else if is_answer && comment.is_empty() && !blocks.is_empty() {
                let answer = &mut blocks.last_mut().unwrap().answer;
                writeln!(answer, "{line}").unwrap();
            } else {
                writeln!(comment, "{line}").unwrap();
            }
        }
        assert_eq!(comment.trim(), "", "{}: text at the end", path.display());
        CorpusFile { path, blocks }
    }

    fn commands(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().map(|block| block.command.as_str())
    }

    fn write(&self, answers: &[String]) {
        let mut text = String::new();
        for (block, answer) in self.blocks.iter().zip(answers) {
            write!(text, "{}$ {}\n{answer}", block.comment, block.command).unwrap();
        }
        std::fs::write(&self.path, text).unwrap();
    }
}

fn describe_difference(text: &mut String, path: &Path, block: &Block, answer: &str) {
    if block.answer == answer {
        return;
    }
    let place = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap();
    let (line, command) = (block.line, &block.command);
    writeln!(text, "\n{}:{line}\n$ {command}", place.display()).unwrap();
    let pairs = block.answer.lines().zip(answer.lines());
    let same = pairs.take_while(|(before, after)| before == after).count();
    if same > 1 {
        writeln!(text, "  … {same} lines as recorded").unwrap();
    }
    for line in block.answer.lines().skip(same).take(5) {
        writeln!(text, "  recorded {line}").unwrap();
    }
    for line in answer.lines().skip(same).take(5) {
        writeln!(text, "  now      {line}").unwrap();
    }
}

/// Runs the commands on several threads; the answers are in their order.
fn run_all(commands: &[&str]) -> Vec<String> {
    let tools = tempfile::tempdir().unwrap();
    link_tools(tools.path());
    let next = AtomicUsize::new(0);
    let (sender, answers) = channel();
    let workers = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, next, tools) = (sender.clone(), &next, tools.path());
            scope.spawn(move || {
                loop {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    let Some(command) = commands.get(k) else {
                        break;
                    };
                    sender.send((k, run(command, tools))).unwrap();
                }
            });
        }
    });
    drop(sender);
    let mut answers: Vec<(usize, String)> = answers.iter().collect();
    answers.sort_unstable();
    answers.into_iter().map(|(_, answer)| answer).collect()
}

/// Links the program under test and the tools into a folder.
fn link_tools(folder: &Path) {
    let link = |from: &Path, name: &str| {
        std::os::unix::fs::symlink(from, folder.join(name)).unwrap();
    };
    let program = std::env::var_os("SATOKU_PROGRAM")
        .unwrap_or_else(|| OsString::from(env!("CARGO_BIN_EXE_satoku")));
    link(Path::new(&program), "satoku");
    let path = std::env::var_os("PATH").unwrap();
    for tool in TOOLS {
        let found = std::env::split_paths(&path)
            .map(|folder| folder.join(tool))
            .find(|file| file.is_file());
        link(&found.unwrap_or_else(|| panic!("{tool} is missing")), tool);
    }
}

/// The exit code and the output of a command, as they are recorded.
fn run(command: &str, tools: &Path) -> String {
    let scratch = tempfile::tempdir().unwrap();
    let output = Command::new("sh")
        .args(["-c", &format!(". tests/corpus/prelude.sh\n{command}")])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_clear()
        .env("PATH", tools)
        .env("T", scratch.path())
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .unwrap();
    let mut answer = match output.status.code() {
        Some(code) => format!("= {code}\n"),
        None => format!("= {}\n", output.status),
    };
    match String::from_utf8(output.stdout) {
        Ok(text) => record(&mut answer, &without_times(&text)),
        Err(error) => record_hash(&mut answer, error.as_bytes()),
    }
    answer
}

fn record(answer: &mut String, text: &str) {
    let is_plain = text.is_empty() || (text.ends_with('\n') && !text.contains('\r'));
    if !is_plain || text.lines().count() > MAX_LINES {
        return record_hash(answer, text.as_bytes());
    }
    for line in text.lines() {
        match line {
            "" => writeln!(answer, ">").unwrap(),
            _ => writeln!(answer, "> {line}").unwrap(),
        }
    }
}

fn record_hash(answer: &mut String, bytes: &[u8]) {
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
    let hash: String = Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    writeln!(answer, "# {lines} lines, SHA-256 {hash}").unwrap();
}

/// The text with `_` for each time in a JSON object.
fn without_times(text: &str) -> String {
    let mut text = text.to_owned();
    for key in TIMES {
        let mut parts = text.split(key);
        let mut blanked = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            blanked.push_str(key);
            blanked.push('_');
            blanked.push_str(rest);
        }
        text = blanked;
    }
    text
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}
