//! `satoku completions` and `satoku man`

use super::Cli;
use crate::cli::args::on_disk;
use crate::cli::exit::Exit;
use crate::cli::pipeline::output::with_output;
use crate::cli::pipeline::partial::{make_folder, write_whole};
use anyhow::{Result, bail};
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Arguments of `satoku completions`.
#[derive(Args, Debug)]
#[command(after_help = "\
These are the folders in which shells look for completions; create yours if it is missing.

Examples:
  satoku completions bash > ~/.local/share/bash-completion/completions/satoku
  satoku completions zsh > ~/.zfunc/_satoku
  satoku completions fish > ~/.config/fish/completions/satoku.fish
  satoku completions elvish > ~/.config/elvish/lib/satoku.elv   # and 'use satoku' in rc.elv
  satoku completions powershell >> $PROFILE                     # in PowerShell")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Arguments of `satoku man`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satoku man > satoku.1 && man ./satoku.1
  satoku man solve > satoku-solve.1
  satoku man prove none > satoku-prove-none.1
  satoku man -o ~/.local/share/man/man1        # all pages")]
pub struct ManArgs {
    /// The page of one command, such as 'solve' or 'prove none'
    #[arg(value_name = "COMMAND")]
    verbs: Vec<String>,

    /// Write the pages of all commands to this folder, as satoku.1, satoku-solve.1 and so on
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "verbs", value_parser = on_disk())]
    output: Option<PathBuf>,
}

/// Runs `satoku completions`.
pub fn completions(args: &CompletionsArgs) -> Result<Exit> {
    with_output(None, |out| {
        let mut command = Cli::command();
        let mut text = Vec::new();
        clap_complete::generate(args.shell, &mut command, "satoku", &mut text);
        out.write_all(&text)?;
        Ok(Exit::Answered)
    })
}

/// Runs `satoku man`.
pub fn man(args: &ManArgs) -> Result<Exit> {
    if let Some(folder) = &args.output {
        return all_pages(folder);
    }
    let command = documented();
    let mut page = &command;
    for verb in &args.verbs {
        let Some(sub) = page.find_subcommand(verb) else {
            let name = page.get_bin_name().unwrap_or("satoku");
            bail!("no command is called '{verb}'; '{name} --help' lists them");
        };
        page = sub;
    }
    with_output(None, |out| write_page(page, out))
}

/// The commands that have pages, with their names in the synopsis and the title.
fn documented() -> Command {
    // 'help' would have a page for each command once more.
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    command
}

fn write_page(command: &Command, out: &mut impl Write) -> Result<Exit> {
    let mut page = Vec::new();
    clap_mangen::Man::new(with_usage_of_help(command.clone()))
        .source(concat!("satoku ", env!("CARGO_PKG_VERSION")))
        .render(&mut page)?;
    let page = with_empty_date(&String::from_utf8_lossy(&page));
    let page = with_usual_headings(&page, &other_names(command), &see_also(command));
    out.write_all(page.as_bytes())?;
    Ok(Exit::Answered)
}

/// The command with the usage that its help shows; a page would list all options without their
/// values.
fn with_usage_of_help(mut command: Command) -> Command {
    let usage = command.render_usage().to_string();
    command.override_usage(usage.trim_start_matches("Usage: ").to_owned())
}

/// A sentence on the aliases, which pages leave out; nothing if there are none.
fn other_names(command: &Command) -> String {
    let names: Vec<&str> = command.get_visible_aliases().collect();
    match &names[..] {
        [] => String::new(),
        names => format!("This command is also called {}.\n", names.join(", ")),
    }
}

/// The page of the command that this one belongs to; nothing for the program itself.
fn see_also(command: &Command) -> String {
    let name = command.get_display_name().unwrap_or_default();
    let parent = name.strip_suffix(command.get_name());
    let parent = parent.and_then(|parent| parent.strip_suffix('-'));
    parent.map_or_else(String::new, |parent| {
        format!("{}(1)", parent.replace('-', r"\-"))
    })
}

/// The page with its empty date in quotes; without them, the version is in the place of the date.
fn with_empty_date(page: &str) -> String {
    page.replacen(" 1  \"", " 1 \"\" \"", 1)
}

/// The page with NOTES, EXIT STATUS, ENVIRONMENT and EXAMPLES instead of EXTRA, in which they are
/// one text, and without VERSION, which its title shows. The notes begin with `names`.
fn with_usual_headings(page: &str, names: &str, see_also: &str) -> String {
    let (page, _version) = page.split_once(".SH VERSION\n").unwrap_or((page, ""));
    let (before, extra) = page.split_once(".SH EXTRA\n").unwrap_or((page, ""));
    let extra = format!("\n{extra}");
    let (notes, examples) = extra.split_once("\nExamples:\n").unwrap_or((&extra, ""));
    let (notes, environment) = notes.split_once("\nEnvironment:\n").unwrap_or((notes, ""));
    let (notes, exit_status) = notes.split_once("\nExit codes:\n").unwrap_or((notes, ""));
    let section = |heading: &str, text: &str| match text.trim_matches('\n') {
        "" => String::new(),
        text => format!(".SH {heading}\n{}\n", with_lines_kept(text)),
    };
    let sections = [
        section("NOTES", &format!("{names}{notes}")),
        section("\"EXIT STATUS\"", exit_status),
        section("ENVIRONMENT", environment),
        section("EXAMPLES", examples),
        section("\"SEE ALSO\"", see_also),
    ];
    format!("{before}{}", sections.concat())
}

/// The text with each paragraph that has indented lines, as tables and command lines do, exempt
/// from filling.
fn with_lines_kept(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|paragraph| {
        match paragraph.lines().any(|line| line.starts_with(' ')) {
            true => format!(".nf\n{paragraph}\n.fi"),
            false => paragraph.to_owned(),
        }
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// Writes a page for each command, and for the commands of commands.
fn all_pages(folder: &Path) -> Result<Exit> {
    make_folder(folder)?;
    let command = documented();
    let mut left = vec![&command];
    while let Some(command) = left.pop() {
        let name = command
            .get_display_name()
            .unwrap_or_else(|| command.get_name());
        let file = folder.join(format!("{name}.1"));
        let mut page = Vec::new();
        write_page(command, &mut page)?;
        write_whole(&file, &page)?;
        left.extend(command.get_subcommands());
    }
    Ok(Exit::Answered)
}
