//! Opening what the user names: a level, by path or shipped name, or a save.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use warstrike::game::engine::battle::DiceWanted;
use warstrike::game::engine::dice::Dice;
use warstrike::game::engine::play::{DiceChoice, Game, GameError, LoadError};
use warstrike::game::engine::record::save::{Damage, ReadError};
use warstrike::level::data_folder::{DataFolder, load_level};

use super::{DiceArg, Opening, Stop};

/// A game that was opened.
pub(super) struct Opened {
    /// The game; from a damaged save, all before the damage.
    pub game: Game,
    /// What is wrong with the rest of a save.
    pub damage: Option<Damage>,
}

/// Opens a level or a save.
pub(super) fn open(name: &str, opening: &Opening, data: &DataFolder) -> Result<Opened, Stop> {
    open_asking(name, opening, data, |_| {
        Err(Stop::Bad(
            "the battle opens with dice: rolled by hand they can be told to `run` and `play`".into(),
        ))
    })
}

/// As [`open`]. Where the battle opens with dice that are rolled by hand, `ask` is asked for faces.
pub(super) fn open_asking(
    name: &str,
    opening: &Opening,
    data: &DataFolder,
    ask: impl FnMut(&Asked) -> Result<Vec<u8>, Stop>,
) -> Result<Opened, Stop> {
    if opening.seed.is_some() && matches!(opening.dice, Some(DiceArg::Faces(_))) {
        return Err(Stop::Bad(
            "the dice show either these faces or those of a seed: leave one of them out".into(),
        ));
    }
    if !is_save(Path::new(name)) {
        return Ok(Opened { game: open_level(name, opening, data, ask)?, damage: None });
    }
    if opening.ruleset.is_some() || opening.seed.is_some() {
        return Err(Stop::Bad(
            "a save brings its own ruleset and seed: leave --ruleset and --seed out".into(),
        ));
    }
    let mut loaded = Game::load(Path::new(name)).map_err(|error| Stop::Bad(load_error(name, &error)))?;
    match &opening.dice {
        Some(DiceArg::Faces(faces)) => loaded.game.feed_dice(faces.clone()),
        Some(DiceArg::Hand) => loaded.game.roll_by_hand(),
        None => {}
    }
    Ok(Opened { game: loaded.game, damage: loaded.damage })
}

/// Dice of a battle's opening that are to be rolled by hand.
pub(super) struct Asked<'a> {
    /// The dice, and what came before them.
    pub wanted: &'a DiceWanted,
    /// Of the faces the program would roll.
    pub seed: u64,
    /// Dice rolled before them.
    pub rolled: usize,
}

impl Asked<'_> {
    /// The faces the program rolls for those that are missing.
    pub(super) fn roll(&self) -> Vec<u8> {
        Dice::seeded(self.seed).faces_ahead(self.rolled as u64, self.wanted.wanted.missing())
    }
}

fn open_level(
    name: &str,
    opening: &Opening,
    data: &DataFolder,
    mut ask: impl FnMut(&Asked) -> Result<Vec<u8>, Stop>,
) -> Result<Game, Stop> {
    let setup = load_level(name, data, opening.ruleset.as_deref());
    let setup = Arc::new(setup.map_err(|faults| Stop::Bad(faults.to_string()))?);
    let seed = opening.seed.unwrap_or(1);
    let by_hand = opening.dice == Some(DiceArg::Hand);
    let mut faces = Vec::new();
    loop {
        let dice = match &opening.dice {
            Some(DiceArg::Faces(faces)) => DiceChoice::Script(faces.clone()),
            Some(DiceArg::Hand) => DiceChoice::Hand { seed, faces: faces.clone() },
            None => DiceChoice::Seed(seed),
        };
        match Game::start(Arc::clone(&setup), dice) {
            Err(GameError::DiceWanted(wanted)) if by_hand => {
                faces.extend(ask(&Asked { wanted: &wanted, seed, rolled: faces.len() })?);
            }
            game => return game.map_err(|error| Stop::Bad(format!("{name}: {error}"))),
        }
    }
}

/// Whether a file is a save: it is called one, or begins as one does, perhaps with a damaged byte.
/// No level, card or ruleset begins with a brace.
pub(super) fn is_save(path: &Path) -> bool {
    if path.extension().is_some_and(|ending| ending == "jsonl") {
        return true;
    }
    let mut start = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(200).read_to_end(&mut start));
    let header = b"\"Header\"";
    read.is_ok() && (start.first() == Some(&b'{') || start.windows(header.len()).any(|word| word == header))
}

/// Says which file could not be opened and why.
pub(super) fn load_error(name: &str, error: &LoadError) -> String {
    match error {
        LoadError::Read(ReadError::Io(error)) => format!("{name}: {error}"),
        LoadError::Setup(faults) => format!("{name}: the files it carries have mistakes\n{faults}"),
        error => format!("{name}: {error}"),
    }
}

/// Says what is wrong with a save of which a part could be read.
pub(super) fn damage_message(name: &str, opened: &Game, damage: &Damage) -> String {
    let kept = opened.history().entries().len() - 1;
    format!(
        "{name}: damaged at {damage}\nThe {kept} commands before it are whole; `warstrike replay {name} --recover FILE` \
         writes them to a file of their own."
    )
}
