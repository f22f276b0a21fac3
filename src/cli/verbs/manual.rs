//! `satoku completions` and `satoku man`

use super::Cli;
use crate::cli::exit::Exit;
use crate::cli::pipeline::output::with_output;
use anyhow::{Result, bail};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

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
  satoku man prove none > satoku-prove-none.1")]
pub struct ManArgs {
    /// The page of one verb, such as 'solve' or 'prove none'
    #[arg(value_name = "VERB")]
    verbs: Vec<String>,
}

/// Runs `satoku completions`.
pub fn completions(args: &CompletionsArgs) -> Result<Exit> {
    with_output(None, |out| {
        let mut command = Cli::command();
        let mut text = Vec::new();
        clap_complete::generate(args.shell, &mut command, "satoku", &mut text);
        std::io::Write::write_all(out, &text)?;
        Ok(Exit::Answered)
    })
}

/// Runs `satoku man`.
pub fn man(args: &ManArgs) -> Result<Exit> {
    let mut command = Cli::command();
    // Gives each verb its names in the synopsis and the title.
    command.build();
    let mut page = &command;
    for verb in &args.verbs {
        let Some(sub) = page.find_subcommand(verb) else {
            let name = page.get_bin_name().unwrap_or("satoku");
            bail!("no verb is called '{verb}'; '{name} --help' lists them");
        };
        page = sub;
    }
    with_output(None, |out| {
        clap_mangen::Man::new(page.clone())
            .source(concat!("satoku ", env!("CARGO_PKG_VERSION")))
            .render(out)?;
        Ok(Exit::Answered)
    })
}
