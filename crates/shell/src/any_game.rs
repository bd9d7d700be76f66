//! A game among others, whatever its kinds of orders and facts: what the registry of a program holds.

use std::fmt;
use std::io::Write;
use std::marker::PhantomData;
use std::path::Path;

use crate::answer::Question;
use crate::arguments::Tool;
use crate::error::ToolResult;
use crate::files::{FileKind, Files, Folders, LEVEL};
use crate::hosted::Hosted;
use crate::rules::RuleTexts;
use crate::tools;

/// A game that the tools serve.
pub trait AnyGame: Sync {
    /// Its name in files: "lost-hundred".
    fn id(&self) -> &'static str;

    /// Its name to players.
    fn name(&self) -> &'static str;

    /// Fields by which its levels are known where they name no game.
    fn level_marks(&self) -> &'static [&'static str];

    /// The questions that `show` answers.
    fn questions(&self) -> &'static [Question];

    /// Its rulebook.
    fn rules(&self) -> RuleTexts;

    /// Its data files.
    fn files<'a>(&self, folders: &'a Folders) -> Files<'a>;

    /// Kinds of its data files.
    fn kinds(&self) -> Vec<FileKind>;

    /// Serves one tool.
    ///
    /// # Errors
    /// As the tool.
    fn serve(&self, tool: &Tool, folders: &Folders, out: &mut dyn Write) -> ToolResult;

    /// Checks a data file or a save, and describes it in a line.
    ///
    /// # Errors
    /// Every fault.
    fn check(&self, file: &Path, folders: &Folders) -> Result<String, String>;
}

/// Makes a [`Hosted`] game one among others.
pub struct Host<G>(PhantomData<fn() -> G>);

impl<G> Host<G> {
    /// For the registry.
    pub const GAME: Self = Self(PhantomData);
}

impl<G: Hosted> fmt::Debug for Host<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(G::ID)
    }
}

impl<G: Hosted> AnyGame for Host<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn name(&self) -> &'static str {
        G::NAME
    }

    fn level_marks(&self) -> &'static [&'static str] {
        G::LEVEL_MARKS
    }

    fn questions(&self) -> &'static [Question] {
        G::QUESTIONS
    }

    fn rules(&self) -> RuleTexts {
        G::RULES
    }

    fn files<'a>(&self, folders: &'a Folders) -> Files<'a> {
        Files::new(folders, G::ID, G::FOLDER)
    }

    fn kinds(&self) -> Vec<FileKind> {
        std::iter::once(LEVEL).chain(G::KINDS.iter().copied()).collect()
    }

    fn serve(&self, tool: &Tool, folders: &Folders, out: &mut dyn Write) -> ToolResult {
        tools::serve::<G>(tool, &self.files(folders), out)
    }

    fn check(&self, file: &Path, folders: &Folders) -> Result<String, String> {
        tools::check::check::<G>(file, &self.files(folders))
    }
}
