//! `warstrike film` and `warstrike demo` for the other games: the show on hexes.

use std::path::PathBuf;
use std::sync::Arc;

use tabletop::matches::{Loaded, Match};
use tabletop_counters::OnHexes;
use tabletop_shell::arguments::OpeningArgs;
use tabletop_shell::files::{Files, Folders};
use tabletop_shell::open::damage_message;
use tabletop_shell::tools::opened;

use warstrike::map_ui::session::Places;
use warstrike::map_ui::show::{self, MapFilm, MapShow};
use warstrike::standard_error::tell;
use warstrike::ui::ShowSource;

use super::demo::ShowArgs;
use super::film::{Counts, FilmArgs, shoot};
use super::{ToolError, ToolResult};

/// Films a save as it was played, or a battle of two computer players.
pub(super) fn film<G: OnHexes>(args: &FilmArgs, folders: &Folders) -> ToolResult {
    let files = Files::new(folders, G::ID, G::FOLDER);
    let save = opened::save_named(&args.level, &files);
    let (game, source) = match save {
        None => (open_level::<G>(args, &files)?, ShowSource::Players),
        Some(save) => {
            if args.opening.ruleset.is_some() || args.opening.seed.is_some() || args.opening.dice.is_some() {
                return Err(ToolError::Bad(format!(
                    "{}: a save is filmed as it was played; --ruleset, --seed and --dice are for levels",
                    save.display()
                )));
            }
            let Loaded { game, damage } = opened::load::<G>(&save)?;
            if let Some(damage) = &damage {
                tell(damage_message(&save, &game, damage));
            }
            (game, ShowSource::History)
        }
    };
    let commands = (source == ShowSource::History).then(|| game.history().line().len() - 1);
    let (file, part) = args.checked((G::NAME, Counts::Turns), commands)?;
    let styles = styles::<G>(&args.show, &game, &files)?;
    let show = MapShow { source, styles, viewer: args.side, part, levels: Vec::new() };
    let places = Places { folders: folders.clone(), records: PathBuf::new() };
    let film = MapFilm { file, show, places, quality: args.quality };
    shoot(args, |progress| show::film(game, film, progress))
}

fn open_level<G: OnHexes>(args: &FilmArgs, files: &Files<'_>) -> ToolResult<Match<G>> {
    let opening = OpeningArgs {
        ruleset: args.opening.ruleset.as_ref().map(Into::into),
        seed: args.opening.seed,
        dice: args.opening.dice.clone(),
        at: args.opening.entry()?,
    };
    opened::open(&args.level, &opening, files)
}

/// The styles by which the sides are played: the game's usual one, unless another is named.
fn styles<G: OnHexes>(args: &ShowArgs, game: &Match<G>, files: &Files<'_>) -> ToolResult<[String; 2]> {
    let mut styles = [None, None];
    for named in &args.styles {
        let style = named.style.to_string_lossy().into_owned();
        // What is wrong with a style is said before anything is shown.
        G::adviser(&style, files, &Arc::clone(game.setup()), game.seed()).map_err(ToolError::Bad)?;
        if styles[named.side.index()].replace(style).is_some() {
            return Err(ToolError::Bad(format!("--styles names side {} twice", named.side)));
        }
    }
    Ok(styles.map(|style| style.unwrap_or_else(|| G::ADVISER.to_owned())))
}

/// Shows level after level in the window.
pub(super) fn demo<G: OnHexes>(
    _: &super::demo::DemoArgs,
    _: &Folders,
    _: &warstrike::level::data_folder::DataFolder,
) -> ToolResult {
    Err(ToolError::Bad(format!("no demo of {} yet", G::NAME)))
}
