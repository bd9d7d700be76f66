//! Opens a level, by path or shipped name, or a save.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use tabletop_shell::table::game_error;

use warstrike::game::engine::battle::DiceWanted;
use warstrike::game::engine::dice::Dice;
use warstrike::game::engine::play::{DiceChoice, Match, MatchError};
use warstrike::game::engine::record::save::Damage;
use warstrike::game::moment_level::level_or_why;
use warstrike::level::data_folder::{DataFolder, is_level, load_level};
use warstrike::level::setup::{Bundle, Setup};
use warstrike::standard_error::tell;

use super::own::save_of_name;
use super::{DiceArg, OpeningArgs, ToolError};

pub(super) use tabletop_shell::open::{damage_message, go_to, is_save, load_error};

/// A game that was opened.
pub(super) struct Opened {
    /// The game; from a damaged save, everything before the damage.
    pub game: Match,
    /// What is wrong with the rest of a save.
    pub damage: Option<Damage>,
    /// The save that it goes on from, if it is one.
    #[cfg_attr(not(feature = "gui"), expect(dead_code, reason = "the window records on in it"))]
    pub save: Option<PathBuf>,
    /// What of a save was never played.
    pub what_if: Option<WhatIf>,
}

/// Opens a level or a save.
pub(super) fn open(name: &Path, opening: &OpeningArgs, data: &DataFolder) -> Result<Opened, ToolError> {
    open_asking(name, opening, data, |_| {
        Err(ToolError::Bad(
            "the battle opens with dice: only `run` and `play` can ask for faces rolled by hand".into(),
        ))
    })
}

/// Like [`open`]. Where the battle opens with dice that are rolled by hand, `ask` supplies the faces.
pub(super) fn open_asking(
    name: &Path,
    opening: &OpeningArgs,
    data: &DataFolder,
    ask: impl FnMut(&OpeningDice) -> Result<Vec<u8>, ToolError>,
) -> Result<Opened, ToolError> {
    let at = opening.entry()?;
    let Some(save) = save_named(name, data) else {
        if at.is_some() {
            return Err(ToolError::Bad(format!(
                "{}: --at is an entry of a save, and this is none",
                name.display()
            )));
        }
        let setup = load_level(name, data, opening.ruleset.as_deref());
        let setup = setup.map_err(|faults| ToolError::Bad(faults.to_string()))?;
        tell_replaced(&setup, data);
        return Ok(Opened {
            game: start(name, setup, opening, ask)?,
            damage: None,
            save: None,
            what_if: None,
        });
    };
    let name = save.as_path();
    if opening.record {
        return Err(ToolError::Bad(
            "a save says itself whether it is recorded at a real table: leave out --record".into(),
        ));
    }
    let mut loaded = Match::load(name).map_err(|error| ToolError::Bad(load_error(name, &error)))?;
    if let Some(entry) = at {
        go_to(name, &mut loaded.game, entry, loaded.damage.as_ref())?;
    }
    if opening.ruleset.is_some() || opening.seed.is_some() {
        let (setup, what_if) = what_if(name, &loaded.game, opening, data)?;
        tell(&what_if);
        let opening = OpeningArgs { seed: Some(what_if.seed), ..opening.clone() };
        let game = start(name, setup, &opening, ask)?;
        return Ok(Opened { game, damage: loaded.damage, save: None, what_if: Some(what_if) });
    }
    match &opening.dice {
        Some(DiceArg::Faces(faces)) => loaded.game.feed_dice(faces.clone()),
        Some(DiceArg::Forbidden) => loaded.game.feed_dice(Vec::new()),
        Some(DiceArg::Hand) => loaded.game.roll_by_hand(),
        None => {}
    }
    Ok(Opened { game: loaded.game, damage: loaded.damage, save: Some(save), what_if: None })
}

/// The save that a player means: a file, or one in the folder of saves, unless a level has that name.
fn save_named(name: &Path, data: &DataFolder) -> Option<PathBuf> {
    if is_save(name) && (name.exists() || name.components().count() > 1) {
        return Some(name.to_owned());
    }
    if is_level(name, data) {
        return None;
    }
    save_of_name(name).or_else(|| is_save(name).then(|| name.to_owned()))
}

/// A game that was not played so: from a moment of a save by another ruleset, or with other dice.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WhatIf {
    /// The save's file name.
    save: String,
    /// The entry after which it differs.
    entry: usize,
    /// The ruleset that the save was played by.
    was: String,
    /// The ruleset that it is played on by.
    ruleset: String,
    /// The seed of the dice from there.
    seed: u64,
}

impl fmt::Display for WhatIf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { save, entry, was, ruleset, seed } = self;
        write!(f, "What if: {save} after entry {entry}, with the dice of seed {seed} from there")?;
        if was == ruleset { Ok(()) } else { write!(f, ", by {ruleset} instead of {was}") }
    }
}

/// The level of the moment at which a game stands, by another ruleset or with other dice.
fn what_if(
    name: &Path,
    game: &Match,
    opening: &OpeningArgs,
    data: &DataFolder,
) -> Result<(Setup, WhatIf), ToolError> {
    let (bundle, was) = (moment_of(name, game)?, game.setup().ruleset.name.clone());
    let setup = match &opening.ruleset {
        Some(ruleset) => bundle.by_ruleset(ruleset, data),
        None => Setup::from_bundle(bundle),
    };
    let setup = setup.map_err(|faults| ToolError::Bad(faults.to_string()))?;
    let what_if = WhatIf {
        save: file_name(name),
        entry: game.history().present().id.0,
        was,
        ruleset: setup.ruleset.name.clone(),
        seed: opening.seed.unwrap_or(game.seed()),
    };
    Ok((setup, what_if))
}

/// The level that opens where a game of a save stands, or why there is none.
pub(super) fn moment_of(name: &Path, game: &Match) -> Result<Bundle, ToolError> {
    let called = format!("{}, entry {}", name.display(), game.history().present().id.0);
    level_or_why(game, &called, &file_name(name)).map_err(|why| ToolError::Bad(format!("{called}: {why}")))
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Says which shipped files a level's own take the place of.
fn tell_replaced(setup: &Setup, data: &DataFolder) {
    for words in data.replaced_in_words(&setup.bundle) {
        tell(words);
    }
}

/// Dice of a battle's opening that are to be rolled by hand.
pub(super) struct OpeningDice<'a> {
    /// The dice, and what happened before them.
    pub wanted: &'a DiceWanted,
    /// Seed of the faces the program would roll.
    pub seed: u64,
    /// Dice rolled before them.
    pub rolled: usize,
}

impl OpeningDice<'_> {
    /// The faces the program rolls for those that are missing.
    pub(super) fn roll(&self) -> Vec<u8> {
        Dice::seeded(self.seed).faces_ahead(
            self.wanted.wanted.roll.die,
            self.rolled as u64,
            self.wanted.wanted.missing(),
        )
    }
}

/// Sets a level up.
fn start(
    name: &Path,
    setup: Setup,
    opening: &OpeningArgs,
    mut ask: impl FnMut(&OpeningDice) -> Result<Vec<u8>, ToolError>,
) -> Result<Match, ToolError> {
    let setup = Arc::new(if opening.record { setup.recorded() } else { setup });
    let seed = opening.seed.unwrap_or(1);
    let by_hand = opening.rolls_by_hand();
    let mut faces = Vec::new();
    loop {
        let dice = match (&opening.dice, opening.seed) {
            _ if by_hand => DiceChoice::Hand { seed, faces: faces.clone() },
            (Some(DiceArg::Faces(faces)), None) => DiceChoice::Script(faces.clone()),
            (Some(DiceArg::Faces(faces)), Some(seed)) => {
                DiceChoice::ScriptThenSeed { faces: faces.clone(), seed }
            }
            (Some(DiceArg::Forbidden), _) => DiceChoice::Script(Vec::new()),
            (Some(DiceArg::Hand) | None, _) => DiceChoice::Seed(seed),
        };
        match Match::start(Arc::clone(&setup), dice) {
            Err(MatchError::DiceWanted(wanted)) if by_hand => {
                faces.extend(ask(&OpeningDice { wanted: &wanted, seed, rolled: faces.len() })?);
            }
            game => {
                return game.map_err(|error| {
                    ToolError::Bad(format!(
                        "{}: {}",
                        name.display(),
                        game_error(&error, opening.dice == Some(DiceArg::Forbidden))
                    ))
                });
            }
        }
    }
}
