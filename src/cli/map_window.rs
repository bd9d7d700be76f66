//! `warstrike play` for the other games: the window on hexes.

use std::path::Path;
use std::sync::Arc;

use tabletop::game::Setup;
use tabletop::matches::{Loaded, Match};
use tabletop_counters::OnHexes;
use tabletop_shell::arguments::OpeningArgs;
use tabletop_shell::files::{Files, Folders, LEVEL};
use tabletop_shell::open::{damage_message, go_to};
use tabletop_shell::tools::opened;

use warstrike::level::data_folder::DataFolder;
use warstrike::map_ui::scene::{LookAt, MapPicture, PictureOf};
use warstrike::map_ui::session::{self as map_session, Hands, Lit, Places, Seat};
use warstrike::map_ui::{self, MapOptions};
use warstrike::ui::OtherLevel;

use super::hex_plan::plan;
use super::own::Written;
use super::picture::PictureArgs;
use super::play::{PlayArgs, random_seed};
use super::{DiceArg, ToolError, ToolResult};

/// Opens the window on a level or a save of a game.
pub(super) fn play<G: OnHexes>(args: &PlayArgs, folders: &Folders, data: &DataFolder) -> ToolResult {
    let files = Files::new(folders, G::ID, G::FOLDER);
    let Some(asked) = &args.level else {
        return Err(ToolError::Bad(format!("name a level or a save of {}", G::NAME)));
    };
    refuse_other_tables::<G>(args)?;
    let (mut game, message) = open::<G>(asked, args, &files)?;
    if args.opening.dice == Some(DiceArg::Hand) {
        game.roll_by_hand();
    }
    let seats = seats(args, &game, &files)?;
    let written = Written::with_saves(args.saves.as_deref())?;
    let options = MapOptions {
        places: Places { folders: folders.clone(), records: written.saves.join(G::ID) },
        own: written.own(),
        data: Some(data.root().to_owned()),
        size: args.window_size,
        seats,
        message,
    };
    map_ui::run(game, options).map_err(|error| ToolError::Bad(error.to_string()))
}

/// Draws a level or a save of a game as a PNG, without a window.
pub(super) fn picture<G: OnHexes>(args: &PictureArgs, folders: &Folders) -> ToolResult {
    if let Some(option) = args.of_warstrike_only() {
        return Err(ToolError::Bad(format!("{option} is for pictures of WarStrike; this is {}", G::NAME)));
    }
    let Some(asked) = &args.level else {
        return Err(ToolError::Bad(format!("name a level or a save of {}", G::NAME)));
    };
    let opening = OpeningArgs {
        ruleset: args.opening.ruleset.as_ref().map(Into::into),
        seed: args.opening.seed,
        dice: args.opening.dice.clone(),
        at: args.opening.entry()?,
    };
    let game = opened::open::<G>(asked, &opening, &Files::new(folders, G::ID, G::FOLDER))?;
    let of = PictureOf::<G> {
        land: G::land(game.setup()).into(),
        scene: G::scene(game.battle().view()),
        lit: Lit::default(),
        hands: Hands::default(),
    };
    let view = if args.is_from_above() { LookAt::Top } else { LookAt::Map };
    let drawn = MapPicture { out: args.out(), size: args.size, view, nearer: 0.0, quality: args.quality };
    map_ui::scene::picture(of, drawn).map_err(|error| ToolError::Bad(error.to_string()))
}

/// The shipped levels of a game. The window of the game says what is wrong with those that cannot be opened.
pub(super) fn levels<G: OnHexes>(folders: &Folders) -> Vec<OtherLevel> {
    let files = Files::new(folders, G::ID, G::FOLDER);
    let all = files.names(LEVEL).into_iter().filter(|id| !files.own_names(LEVEL).contains(id));
    all.chain(files.own_names(LEVEL)).filter_map(|id| level::<G>(&id, &files)).collect()
}

/// A level as it stands at its opening; `None` where it cannot be opened.
fn level<G: OnHexes>(id: &str, files: &Files<'_>) -> Option<OtherLevel> {
    let game = map_session::open::<G>(Path::new(id), Some(0), files).ok()?;
    let scene = G::scene(game.battle().view());
    let goals = scene.standings.first().map(|goals| goals.sentence.clone());
    Some(OtherLevel {
        source: id.into(),
        game: G::NAME.to_owned(),
        title: game.setup().level_name().to_owned(),
        about: G::describe(game.setup()),
        goals: goals.into_iter().collect(),
        plan: plan(&G::land(game.setup()), &scene),
    })
}

/// What only the window of WarStrike does.
fn refuse_other_tables<G: OnHexes>(args: &PlayArgs) -> ToolResult {
    let what = if args.opening.record {
        "--record takes down games of WarStrike"
    } else if args.opening.dice == Some(DiceArg::Forbidden) {
        "--dice none is for other tools: a game in the window needs dice"
    } else {
        return Ok(());
    };
    Err(ToolError::Bad(format!("{what}; this is {}", G::NAME)))
}

/// The match, and what is to be said of a damaged save, whose intact part is played on.
fn open<G: OnHexes>(
    asked: &Path,
    args: &PlayArgs,
    files: &Files<'_>,
) -> ToolResult<(Match<G>, Option<String>)> {
    let at = args.opening.entry()?;
    let Some(save) = opened::save_named(asked, files) else {
        let opening = OpeningArgs {
            ruleset: args.opening.ruleset.as_ref().map(Into::into),
            seed: Some(args.opening.seed.map_or_else(random_seed, Ok)?),
            // The program rolls for the opening; the window asks for the dice after it.
            dice: args.opening.dice.clone().filter(|dice| *dice != DiceArg::Hand),
            at,
        };
        return Ok((opened::open(asked, &opening, files)?, None));
    };
    if args.opening.ruleset.is_some() || args.opening.seed.is_some() {
        return Err(ToolError::Bad(format!(
            "{}: a save is played on by its own rules and dice; --ruleset and --seed are for levels",
            save.display()
        )));
    }
    let Loaded { mut game, damage } = opened::load::<G>(&save)?;
    if let Some(entry) = at {
        go_to(&save, &mut game, entry, damage.as_ref())?;
    }
    if let Some(DiceArg::Faces(faces)) = &args.opening.dice {
        game.feed_dice(faces.clone());
    }
    let damage = damage.map(|damage| damage_message(&save, &game, &damage));
    let message = damage.or_else(|| Some(format!("{}: {}.", save.display(), game.departed_in_words()?)));
    Ok((game, message))
}

/// The seats that `--computer` names; `None` where it names none.
fn seats<G: OnHexes>(args: &PlayArgs, game: &Match<G>, files: &Files<'_>) -> ToolResult<Option<[Seat; 2]>> {
    if args.computer.is_empty() {
        return Ok(None);
    }
    let mut seats = [Seat::Person, Seat::Person];
    for named in &args.computer {
        let style = named.style.to_string_lossy().into_owned();
        // What is wrong with a style is said before the window opens.
        G::adviser(&style, files, &Arc::clone(game.setup()), game.seed()).map_err(ToolError::Bad)?;
        if std::mem::replace(&mut seats[named.side.index()], Seat::Computer(style)) != Seat::Person {
            return Err(ToolError::Bad(format!("--computer names side {} twice", named.side)));
        }
    }
    Ok(Some(seats))
}
