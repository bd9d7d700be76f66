//! `warstrike generate`: what packages have beside the program, made from the command line's own definition.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Command, CommandFactory, ValueEnum};
use clap_complete::Shell;

use warstrike::version::NUMBER;

use super::{Arguments, ToolError, ToolResult};

#[derive(Args)]
pub(super) struct GenerateArgs {
    /// What to write
    what: What,
    /// The folder to write it into; created if it is not there
    folder: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// A man page for the program and for each of its commands
    Man,
    /// Completions for Bash, Zsh and Fish
    Completions,
}

/// Writes the files and prints their paths.
pub(super) fn generate(args: &GenerateArgs, out: &mut impl Write) -> ToolResult {
    let write = match args.what {
        What::Man => man_pages,
        What::Completions => completions,
    };
    let done = std::fs::create_dir_all(&args.folder).and_then(|()| write(&args.folder));
    let mut files = done.map_err(|error| ToolError::Bad(format!("{}: {error}", args.folder.display())))?;
    files.sort();
    for file in files {
        writeln!(out, "{}", file.display())?;
    }
    Ok(())
}

fn completions(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    [Shell::Bash, Shell::Zsh, Shell::Fish]
        .into_iter()
        .map(|shell| clap_complete::generate_to(shell, &mut Arguments::command(), "warstrike", folder))
        .collect()
}

fn man_pages(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    // Each page has the commands below it; one for `help` would say nothing.
    let mut command = Arguments::command().disable_help_subcommand(true);
    command.build();
    let mut files = Vec::new();
    man_page(command, folder, &mut files)?;
    Ok(files)
}

/// The page of a command and those of the commands below it.
fn man_page(command: Command, folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        man_page(below.clone(), folder, files)?;
    }
    let page = clap_mangen::Man::new(command).manual("The WarStrike table");
    files.push(page.source(format!("warstrike {NUMBER}")).generate_to(folder)?);
    Ok(())
}
