//! Opening what the user names: a level, by path or shipped name, or a save.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use warstrike::game::play::{DiceChoice, Game, LoadError};
use warstrike::game::record::save::{Damage, ReadError};
use warstrike::level::data_folder::{DataFolder, load_level};

use super::{Opening, Stop};

/// A game that was opened.
pub(super) struct Opened {
    /// The game; from a damaged save, all before the damage.
    pub game: Game,
    /// What is wrong with the rest of a save.
    pub damage: Option<Damage>,
}

/// Opens a level or a save.
pub(super) fn open(name: &str, opening: &Opening, data: &DataFolder) -> Result<Opened, Stop> {
    if !is_save(Path::new(name)) {
        return Ok(Opened { game: open_level(name, opening, data)?, damage: None });
    }
    if opening.ruleset.is_some() || opening.seed.is_some() {
        return Err(Stop::Bad(
            "a save brings its own ruleset and seed: leave --ruleset and --seed out".into(),
        ));
    }
    let mut loaded = Game::load(Path::new(name)).map_err(|error| Stop::Bad(load_error(name, &error)))?;
    if let Some(faces) = &opening.dice {
        loaded.game.feed_dice(faces.clone());
    }
    Ok(Opened { game: loaded.game, damage: loaded.damage })
}

fn open_level(name: &str, opening: &Opening, data: &DataFolder) -> Result<Game, Stop> {
    let setup = load_level(name, data, opening.ruleset.as_deref());
    let setup = setup.map_err(|faults| Stop::Bad(faults.to_string()))?;
    let dice = match (&opening.dice, opening.seed) {
        (Some(faces), _) => DiceChoice::Script(faces.clone()),
        (None, seed) => DiceChoice::Seed(seed.unwrap_or(1)),
    };
    Game::start(Arc::new(setup), dice).map_err(|error| Stop::Bad(format!("{name}: {error}")))
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
