//! `report`: a recorded battle as a page, Markdown or JSON.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use tabletop::ids::Side;
use tabletop::matches::Loaded;
use tabletop::record::claim::Existing;
use tabletop::record::whole_file::{why_not_written, write_whole_file};
use tabletop::standard_error::tell;

use super::opened::{load, save_named};
use crate::arguments::ReportArgs;
use crate::error::{ToolError, ToolResult};
use crate::files::Files;
use crate::hosted::Hosted;
use crate::notes::read_notes;
use crate::open::damage_message;
use crate::report::{Report, markdown, page};

/// Form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// A page of its own
    Html,
    /// Markdown, without plans
    Md,
    /// Everything as one JSON object
    Json,
}

impl Form {
    /// By the ending of a file.
    fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_lowercase();
        match ending.as_str() {
            "html" | "htm" => Some(Self::Html),
            "md" | "markdown" => Some(Self::Md),
            "json" => Some(Self::Json),
            _ => None,
        }
    }

    fn ending(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Md => "md",
            Self::Json => "json",
        }
    }
}

/// Destination of a report, and its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// File that is written; `None` for standard output.
    pub file: Option<PathBuf>,
    /// Form of the report.
    pub form: Form,
}

impl Destination {
    /// As the options say: by default a page with the save's name in the present folder.
    ///
    /// # Errors
    /// It would replace the save, or its folder is not there.
    pub fn of(save: &Path, out: Option<&Path>, form: Option<Form>) -> ToolResult<Self> {
        let form = form.or_else(|| Form::of(out?)).unwrap_or(Form::Html);
        let usual = || PathBuf::from(save.file_stem().unwrap_or_default()).with_extension(form.ending());
        let file = out.map_or_else(usual, Path::to_path_buf);
        let file = (file != Path::new("-")).then_some(file);
        if let Some(file) = &file {
            check_place(save, file)?;
        }
        Ok(Self { file, form })
    }

    /// Writes the report there.
    ///
    /// # Errors
    /// The system's.
    pub fn write(&self, written: &str, out: &mut impl Write) -> ToolResult {
        match &self.file {
            None => Ok(out.write_all(written.as_bytes())?),
            Some(file) => write_whole_file(file, written.as_bytes(), Existing::Replaced)
                .map_err(|error| ToolError::Bad(format!("{}: {}", file.display(), why_not_written(&error)))),
        }
    }
}

/// A report never takes the place of the save, and makes no folder of a mistyped name.
fn check_place(save: &Path, to: &Path) -> ToolResult {
    let same = |path: &Path| path.canonicalize().ok();
    if same(to).is_some_and(|to| Some(to) == same(save)) {
        let to = to.display();
        return Err(ToolError::Bad(format!("{to}: this is the save: give the report another name")));
    }
    let folder = to.parent().filter(|folder| *folder != Path::new(""));
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => {
            Err(ToolError::Bad(format!("{}: there is no folder {}", to.display(), folder.display())))
        }
        None => Ok(()),
    }
}

/// Reads who played a side: `A=Anna`.
///
/// # Errors
/// The text is no side and name; says what one is.
pub fn parse_player(text: &str) -> Result<(Side, String), String> {
    let named = text.split_once('=').and_then(|(side, name)| {
        let side = Side::BOTH.into_iter().find(|one| one.to_string().eq_ignore_ascii_case(side.trim()))?;
        Some((side, name.trim().to_owned())).filter(|(_, name)| !name.is_empty())
    });
    named.ok_or_else(|| "expected a side and a name, as in A=Anna".to_owned())
}

/// Writes the report of a save.
pub(super) fn report<G: Hosted>(args: &ReportArgs, files: &Files<'_>, out: &mut impl Write) -> ToolResult {
    let save = save_named(&args.save, files).ok_or_else(|| {
        let name = args.save.display();
        ToolError::Bad(format!("{name}: a report is of a recorded battle, and this is no save"))
    })?;
    let destination = Destination::of(&save, args.out.as_deref(), args.format)?;
    let Loaded { game, damage } = load::<G>(&save)?;
    if let Some(damage) = &damage {
        return Err(ToolError::Bad(damage_message(&save, &game, damage)));
    }
    if let Some(words) = game.departed_in_words() {
        tell(format!("{}: {words}", save.display()));
    }
    let mut names = [None, None];
    for (side, name) in &args.player {
        names[side.index()] = Some(name.clone());
    }
    let file = save.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let report = Report::of(&game, file, names).with_notes(read_notes(&save));
    let written = match destination.form {
        Form::Html => page(&report),
        Form::Md => markdown(&report),
        Form::Json => serde_json::to_string(&report)? + "\n",
    };
    destination.write(&written, out)
}
