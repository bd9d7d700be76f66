//! Opens a level, by path or shipped name, or a save.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use warstrike::game::engine::battle::DiceWanted;
use warstrike::game::engine::dice::Dice;
use warstrike::game::engine::play::{DiceChoice, LoadError, Match, MatchError};
use warstrike::game::engine::record::save::{Damage, ReadError};
use warstrike::level::data_folder::{DataFolder, load_level};

use super::{DiceArg, OpeningArgs, ToolError};

/// A game that was opened.
pub(super) struct Opened {
    /// The game; from a damaged save, everything before the damage.
    pub game: Match,
    /// What is wrong with the rest of a save.
    pub damage: Option<Damage>,
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
    if !is_save(name) {
        return Ok(Opened { game: open_level(name, opening, data, ask)?, damage: None });
    }
    if opening.ruleset.is_some() || opening.seed.is_some() {
        return Err(ToolError::Bad(
            "a save brings its own ruleset and seed: leave out --ruleset and --seed".into(),
        ));
    }
    if opening.record {
        return Err(ToolError::Bad(
            "a save says itself whether it is recorded at a real table: leave out --record".into(),
        ));
    }
    let mut loaded = Match::load(name).map_err(|error| ToolError::Bad(load_error(name, &error)))?;
    match &opening.dice {
        Some(DiceArg::Faces(faces)) => loaded.game.feed_dice(faces.clone()),
        Some(DiceArg::Forbidden) => loaded.game.feed_dice(Vec::new()),
        Some(DiceArg::Hand) => loaded.game.roll_by_hand(),
        None => {}
    }
    Ok(Opened { game: loaded.game, damage: loaded.damage })
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

fn open_level(
    name: &Path,
    opening: &OpeningArgs,
    data: &DataFolder,
    mut ask: impl FnMut(&OpeningDice) -> Result<Vec<u8>, ToolError>,
) -> Result<Match, ToolError> {
    let setup = load_level(name, data, opening.ruleset.as_deref());
    let setup = setup.map_err(|faults| ToolError::Bad(faults.to_string()))?;
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
                    ToolError::Bad(format!("{}: {}", name.display(), game_error(&error, opening)))
                });
            }
        }
    }
}

/// Words for an error of the game; with `--dice none`, that rolling was forbidden.
pub(super) fn game_error(error: &MatchError, opening: &OpeningArgs) -> String {
    match (error, &opening.dice) {
        (MatchError::DiceWanted(wanted), Some(DiceArg::Forbidden)) => {
            format!("--dice none forbids rolling, but dice are needed: {}", wanted.wanted.roll)
        }
        _ => error.to_string(),
    }
}

/// Whether a file is a save: by its ending, or by its first bytes, one of which may be damaged.
/// No level, card or ruleset begins with a brace.
pub(super) fn is_save(path: &Path) -> bool {
    if path.extension().is_some_and(|ending| ending == "jsonl") {
        return true;
    }
    let mut start = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(200).read_to_end(&mut start));
    let header = b"\"Header\"";
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start);
    read.is_ok() && (start.first() == Some(&b'{') || start.windows(header.len()).any(|word| word == header))
}

/// Words for a save that could not be opened.
pub(super) fn load_error(name: &Path, error: &LoadError) -> String {
    let name = name.display();
    match error {
        LoadError::Read(ReadError::Io(error)) => format!("{name}: {error}"),
        LoadError::Setup(faults) => format!("{name}: the files in it have mistakes\n{faults}"),
        error => format!("{name}: {error}"),
    }
}

/// Words for a damaged save of which a part could be read.
pub(super) fn damage_message(name: &Path, opened: &Match, damage: &Damage) -> String {
    let name = name.display();
    let kept = opened.history().entries().len() - 1;
    format!(
        "{name}: damaged at {damage}\nThe {kept} commands before that are intact; `warstrike replay {name} --recover FILE` \
         writes them to a file of their own."
    )
}
