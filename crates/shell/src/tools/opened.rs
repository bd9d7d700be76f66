//! A level or a save of a game, opened.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tabletop::dice::Dice;
use tabletop::game::Setup;
use tabletop::matches::{DiceChoice, Loaded, Match, MatchError};

use crate::arguments::{DiceArg, OpeningArgs};
use crate::by_hand::{Answer, Explanation, WantedBy, ask};
use crate::error::{ToolError, ToolResult};
use crate::files::{Files, LEVEL, RULESET, is_path};
use crate::hosted::Hosted;
use crate::open::{damage_message, go_to, is_save, load_error};
use crate::orders::Orders;
use crate::table::game_error;

/// The save that a player means, if it is one.
pub fn save_named(asked: &Path, files: &Files<'_>) -> Option<PathBuf> {
    if is_path(asked) {
        return is_save(asked).then(|| asked.to_owned());
    }
    let is_level = files.find(LEVEL, asked).is_some();
    files.save_of_name(asked).filter(|_| !is_level)
}

/// Reads a save.
///
/// # Errors
/// In words: it cannot be read.
pub fn load<G: Hosted>(save: &Path) -> ToolResult<Loaded<G>> {
    Match::load(save).map_err(|error| ToolError::Bad(load_error(save, &error)))
}

/// Opens a level or a whole save.
///
/// # Errors
/// In words: it cannot be read, or an option does not suit it.
pub fn open<G: Hosted>(name: &Path, opening: &OpeningArgs, files: &Files<'_>) -> ToolResult<Match<G>> {
    open_asking(name, opening, files, &mut Orders::<G, std::io::Empty>::none(), &mut std::io::sink())
}

/// The same; where the battle opens with dice that are rolled by hand, the orders have their faces.
pub(super) fn open_asking<G: Hosted, R: BufRead>(
    name: &Path,
    opening: &OpeningArgs,
    files: &Files<'_>,
    orders: &mut Orders<G, R>,
    out: &mut impl Write,
) -> ToolResult<Match<G>> {
    let Some(save) = save_named(name, files) else {
        if opening.at.is_some() {
            let name = name.display();
            return Err(ToolError::Bad(format!("{name}: --at is an entry of a save, and this is none")));
        }
        return start(name, set_up::<G>(name, opening.ruleset.as_deref(), files)?, opening, orders, out);
    };
    if opening.ruleset.is_some() || opening.seed.is_some() {
        return Err(ToolError::Bad(format!(
            "{}: a save is played on by its own rules and dice; --ruleset and --seed are for levels",
            save.display()
        )));
    }
    let Loaded { mut game, damage } = load::<G>(&save)?;
    if let Some(damage) = &damage {
        return Err(ToolError::Bad(damage_message(&save, &game, damage)));
    }
    if let Some(entry) = opening.at {
        go_to(&save, &mut game, entry, None)?;
    }
    match &opening.dice {
        Some(DiceArg::Faces(faces)) => game.feed_dice(faces.clone()),
        Some(DiceArg::Forbidden) => game.feed_dice(Vec::new()),
        Some(DiceArg::Hand) => game.roll_by_hand(),
        None => {}
    }
    Ok(game)
}

/// Reads a level and everything that it names.
///
/// # Errors
/// In words: a file cannot be read, or has faults.
pub fn set_up<G: Hosted>(level: &Path, ruleset: Option<&Path>, files: &Files<'_>) -> ToolResult<G::Setup> {
    let read = || {
        let path = files.find(LEVEL, level);
        let source = files.read(LEVEL, level)?;
        let files = path.as_deref().map_or(*files, |path| files.beside(path));
        let ruleset = ruleset.map(|ruleset| files.read(RULESET, ruleset)).transpose()?;
        G::Setup::from_bundle(G::gather(source, ruleset, &files)?)
    };
    read().map_err(|faults| ToolError::Bad(faults.to_string()))
}

fn start<G: Hosted, R: BufRead>(
    name: &Path,
    setup: G::Setup,
    opening: &OpeningArgs,
    orders: &mut Orders<G, R>,
    out: &mut impl Write,
) -> ToolResult<Match<G>> {
    let (setup, seed) = (Arc::new(setup), opening.seed.unwrap_or(1));
    let by_hand = opening.dice == Some(DiceArg::Hand);
    let mut laid: Vec<u8> = Vec::new();
    loop {
        let dice = match (&opening.dice, opening.seed) {
            (Some(DiceArg::Hand), _) => DiceChoice::Hand { seed, faces: laid.clone() },
            (Some(DiceArg::Faces(faces)), None) => DiceChoice::Script(faces.clone()),
            (Some(DiceArg::Faces(faces)), Some(seed)) => {
                DiceChoice::ScriptThenSeed { faces: faces.clone(), seed }
            }
            (Some(DiceArg::Forbidden), _) => DiceChoice::Script(Vec::new()),
            (None, _) => DiceChoice::Seed(seed),
        };
        let wanted = match Match::start(Arc::clone(&setup), dice) {
            Err(MatchError::DiceWanted(wanted)) if by_hand => wanted,
            Ok(game) => return Ok(game),
            Err(error) => {
                let why = game_error(&error, opening.dice == Some(DiceArg::Forbidden));
                return Err(ToolError::Bad(format!("{}: {why}", name.display())));
            }
        };
        match ask(WantedBy::Opening, &wanted, &Explanation::default(), orders, out)? {
            Answer::Faces(faces) => laid.extend(faces),
            Answer::Roll | Answer::TakeBack => laid.extend(Dice::<G>::seeded(seed).faces_ahead(
                wanted.wanted.roll.die,
                laid.len() as u64,
                wanted.wanted.missing(),
            )),
        }
    }
}
