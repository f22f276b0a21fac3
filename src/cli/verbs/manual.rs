//! `satoku completions` and `satoku man`

use super::Cli;
use crate::cli::exit::Exit;
use crate::cli::pipeline::output::with_output;
use anyhow::{Context, Result, bail};
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Arguments of `satoku completions`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satoku completions bash > ~/.local/share/bash-completion/completions/satoku
  satoku completions zsh > ~/.zfunc/_satoku
  satoku completions fish > ~/.config/fish/completions/satoku.fish")]
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
  satoku man -o ~/.local/share/man/man1        all pages")]
pub struct ManArgs {
    /// The page of one command, such as 'solve' or 'prove none'
    #[arg(value_name = "VERB")]
    verbs: Vec<String>,

    /// Write the pages of all commands to this folder, as satoku.1, satoku-solve.1 and so on
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "verbs")]
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
    let mut command = Cli::command();
    // Gives each verb its names in the synopsis and the title.
    command.build();
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

fn write_page(command: &Command, out: &mut impl Write) -> Result<Exit> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone())
        .source(concat!("satoku ", env!("CARGO_PKG_VERSION")))
        .render(&mut page)?;
    out.write_all(with_usual_headings(&String::from_utf8_lossy(&page)).as_bytes())?;
    Ok(Exit::Answered)
}

/// The page with NOTES and EXAMPLES instead of EXTRA, in which both are one text.
fn with_usual_headings(page: &str) -> String {
    let Some((before, extra)) = page.split_once(".SH EXTRA\n") else {
        return page.to_owned();
    };
    let extra = format!("\n{extra}");
    let (notes, examples) = extra.split_once("\nExamples:\n").unwrap_or((&extra, ""));
    let section = |heading: &str, text: &str| match text.trim_matches('\n') {
        "" => String::new(),
        text => format!(".SH {heading}\n{text}\n"),
    };
    let (notes, examples) = (section("NOTES", notes), section("EXAMPLES", examples));
    format!("{before}{notes}{examples}")
}

/// Writes a page for each verb, and for the verbs of verbs.
fn all_pages(folder: &Path) -> Result<Exit> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("{}: cannot be made", folder.display()))?;
    // 'help' would have a page for each verb once more.
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let mut left = vec![&command];
    while let Some(command) = left.pop() {
        let name = command
            .get_display_name()
            .unwrap_or_else(|| command.get_name());
        let file = folder.join(format!("{name}.1"));
        with_output(Some(&file), |out| write_page(command, out))?;
        left.extend(command.get_subcommands());
    }
    Ok(Exit::Answered)
}
