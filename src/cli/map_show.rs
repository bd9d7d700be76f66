//! `warstrike film` and `warstrike demo` for the other games: the show on hexes.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tabletop::matches::{Loaded, Match};
use tabletop_counters::OnHexes;
use tabletop_shell::arguments::OpeningArgs;
use tabletop_shell::files::{Files, Folders};
use tabletop_shell::open::damage_message;
use tabletop_shell::tools::opened;

use warstrike::level::data_folder::DataFolder;
use warstrike::map_ui::session::Places;
use warstrike::map_ui::show::{self, MapDemo, MapFilm, MapShow};
use warstrike::standard_error::tell;
use warstrike::ui::{FilmPart, ShowSource};

use super::demo::{DemoArgs, IDLE, ShowArgs};
use super::film::{Counts, FilmArgs, shoot};
use super::own::Written;
use super::play::random_seed;
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
pub(super) fn demo<G: OnHexes>(args: &DemoArgs, folders: &Folders, data: &DataFolder) -> ToolResult {
    let files = Files::new(folders, G::ID, G::FOLDER);
    // A stand is set up once: every mistake is said before the window opens.
    let faults: Vec<String> = args
        .levels
        .iter()
        .filter_map(|level| opened::set_up::<G>(level, None, &files).err())
        .map(ToolError::into_words)
        .collect();
    if !faults.is_empty() {
        let of_one = format!("a demo shows levels of one game, here of {}", G::NAME);
        let of_one = (args.levels.len() > 1).then_some(of_one);
        let faults: Vec<String> = of_one.into_iter().chain(faults).collect();
        return Err(ToolError::Bad(faults.join("\n")));
    }
    let Some(first) = args.levels.first() else {
        return Err(ToolError::Bad(format!("name a level of {}", G::NAME)));
    };
    let seed = args.seed.map_or_else(random_seed, Ok)?;
    let opening = OpeningArgs { seed: Some(seed), ..OpeningArgs::default() };
    let game = opened::open::<G>(first, &opening, &files)?;
    let show = MapShow {
        source: ShowSource::Players,
        styles: styles::<G>(&args.show, &game, &files)?,
        viewer: None,
        part: FilmPart::default(),
        levels: args.levels.clone(),
    };
    let written = Written::with_saves(args.saves.as_deref())?;
    let demo = MapDemo {
        show,
        places: Places { folders: folders.clone(), records: written.saves.join(G::ID) },
        idle: Duration::from_secs(args.idle.unwrap_or(IDLE)),
        own: written.own(),
        data: Some(data.root().to_owned()),
        size: args.window_size,
        mode: args.mode(),
        quality: args.quality,
    };
    show::demo(game, demo).map_err(|error| ToolError::Bad(error.to_string()))
}
