//! The tools, served to a whole command line.

mod advise;
mod answers;
pub mod check;
pub mod opened;
mod play;
pub mod report;
mod result;
mod show;

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

use crate::any_game::AnyGame;
use crate::arguments::{TOOLS, Tool, parse};
use crate::error::{ToolError, ToolResult};
use crate::files::{FileKind, Files, Folders, LEVEL, RULESET, is_path};
use crate::hosted::Hosted;
use crate::recognise::recognise;
use crate::rules;

/// Serves one tool for one game.
///
/// # Errors
/// As the tool.
pub fn serve<G: Hosted>(tool: &Tool, files: &Files<'_>, mut out: &mut dyn Write) -> ToolResult {
    let out = &mut out;
    match tool {
        Tool::Run(args) => play::run::<G>(args, files, out),
        Tool::Replay(args) => play::replay::<G>(args, files, out),
        Tool::Show(args) => show::show::<G>(args, files, out),
        Tool::Advise(args) => advise::advise::<G>(args, files, out),
        Tool::Report(args) => report::report::<G>(args, files, out),
        Tool::Rules(args) => rules::rules::<G>(args, files, out),
    }
}

/// The games of a program beside its own, and where their files are.
#[derive(Clone, Copy)]
pub struct Games<'g> {
    /// The games.
    pub games: &'g [&'g dyn AnyGame],
    /// Id of the program's own game.
    pub own: &'g str,
    /// Questions of `show` that the program's own game answers.
    pub own_questions: &'g [String],
    /// Folders of files.
    pub folders: &'g Folders,
    /// A player's word names a file of some kind of the program's own game.
    pub is_own: &'g dyn Fn(FileKind, &Path) -> bool,
}

/// A command line, taken apart by who knows its options.
#[derive(Clone, Debug)]
pub struct Line<'l> {
    /// All of it, the program first.
    pub words: &'l [OsString],
    /// Name of the program.
    pub program: &'static str,
    /// Name of the tool.
    pub tool: &'l str,
    /// The words that are neither options nor values of them, after the tool.
    pub places: Vec<&'l OsString>,
    /// The values of options that name files or rules.
    pub values: Vec<&'l OsString>,
}

impl<'g> Games<'g> {
    /// The game of a save, of a data file that a path names, or of one of some kinds that a name does.
    ///
    /// # Errors
    /// A level names two games, or none where it has to.
    pub fn of_file(&self, asked: &Path, kinds: &[FileKind]) -> Result<Option<&'g dyn AnyGame>, ToolError> {
        let recognise = |path: &Path| {
            recognise(path, self.games, self.own).map_err(|faults| ToolError::Bad(faults.to_string()))
        };
        if is_path(asked) {
            return recognise(asked);
        }
        let is_own = kinds.iter().any(|kind| (self.is_own)(*kind, asked));
        if let Some(save) = (self.folders.save_of_name)(asked).filter(|_| !is_own) {
            return recognise(&save);
        }
        let with_it = self.games.iter().copied().filter(|game| {
            let files = game.files(self.folders);
            let kinds = game.kinds().into_iter().filter(|kind| kinds.contains(kind));
            let found = kinds.into_iter().find_map(|kind| files.find(kind, asked));
            // The player's own files come before those that are shipped.
            found.is_some_and(|path| !is_own || !files.is_shipped(&path))
        });
        match with_it.collect::<Vec<_>>().as_slice() {
            [] => Ok(None),
            [one] => Ok(Some(*one)),
            [one, other, ..] => Err(ToolError::Bad(format!(
                "\"{}\" is a name in {} and in {}; expected: the path of one",
                asked.display(),
                one.name(),
                other.name()
            ))),
        }
    }

    /// Every kind of data file that one of the games has.
    pub fn kinds(&self) -> Vec<FileKind> {
        let mut kinds: Vec<FileKind> = self.games.iter().flat_map(|game| game.kinds()).collect();
        kinds.dedup();
        kinds
    }

    /// The game of a paragraph, or that a word names.
    fn of_rule(&self, asked: &str) -> Option<&'g dyn AnyGame> {
        let asked = asked.to_lowercase();
        let is_meant = |game: &&&dyn AnyGame| {
            let prefix = game.rules().prefix.to_lowercase();
            let names = [game.id().to_owned(), game.name().to_lowercase()];
            asked.starts_with(&prefix) || prefix.strip_suffix('-') == Some(&asked) || names.contains(&asked)
        };
        self.games.iter().find(is_meant).copied()
    }

    /// Serves a command line if it is about one of the games; `None` if it is the program's own to serve.
    ///
    /// # Errors
    /// As the tool.
    pub fn serve(&self, line: &Line<'_>, out: &mut dyn Write) -> Option<ToolResult> {
        match self.meant(line) {
            Ok(game) => game.map(|game| self.serve_for(game, line, out)),
            Err(error) => Some(Err(error)),
        }
    }

    fn serve_for(&self, game: &dyn AnyGame, line: &Line<'_>, out: &mut dyn Write) -> ToolResult {
        if !TOOLS.contains(&line.tool) {
            return Err(ToolError::Bad(format!(
                "`{}` does not know {} yet; these tools do: {}, check",
                line.tool,
                game.name(),
                TOOLS.join(", ")
            )));
        }
        match parse(line.words, line.program) {
            Ok(tool) => game.serve(&tool, self.folders, out),
            Err(words) => match (words.use_stderr(), words.print()) {
                (false, printed) => Ok(crate::closable_output::unless_closed(printed)?),
                // Nobody has to hear it.
                (true, _) => Err(ToolError::Bad(String::new())),
            },
        }
    }

    /// The game that a command line is about; `None` for the program's own.
    ///
    /// # Errors
    /// A file names two games, or none where it has to.
    pub fn meant(&self, line: &Line<'_>) -> Result<Option<&'g dyn AnyGame>, ToolError> {
        if line.tool == "rules" {
            let asked: Vec<String> =
                line.places.iter().map(|word| word.to_string_lossy().into_owned()).collect();
            let by_name = [asked.join(" ")].into_iter().chain(asked).find_map(|word| self.of_rule(&word));
            if by_name.is_some() {
                return Ok(by_name);
            }
            return self.of_first(&line.values, RULESET);
        }
        let asked = (line.tool == "show").then(|| line.places.first()).flatten();
        let places = &line.places[usize::from(asked.is_some())..];
        let found = self.of_first(places, LEVEL)?;
        match (found, asked.and_then(|word| word.to_str())) {
            (None, Some(question)) => self.foreign_question(question, places).map(|()| None),
            (found, _) => Ok(found),
        }
    }

    /// The game of the first of some words that names a file of one.
    fn of_first(&self, words: &[&OsString], kind: FileKind) -> Result<Option<&'g dyn AnyGame>, ToolError> {
        for word in words {
            if let Some(game) = self.of_file(Path::new(word), &[kind])? {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }

    /// A question that only another game answers, of a level that is not its.
    fn foreign_question(&self, asked: &str, places: &[&OsString]) -> ToolResult {
        let answers = |game: &&&dyn AnyGame| game.questions().iter().any(|question| question.name == asked);
        let is_own = self.own_questions.iter().any(|own| own == asked);
        let Some(game) = self.games.iter().find(answers).filter(|_| !is_own) else { return Ok(()) };
        let why = match places.first() {
            None => "name a level or a save of it after the question".to_owned(),
            Some(level) => format!("{} is no level or save of it", Path::new(level).display()),
        };
        Err(ToolError::Bad(format!("`show {asked}` asks about {}: {why}", game.name())))
    }
}
