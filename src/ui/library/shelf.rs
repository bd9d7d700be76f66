//! The saved games: of what level, how far played, how they stand. Each is played again on a thread to find that out, the newest
//! first; what was found out is kept by the content of the save.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::time::SystemTime;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::key_of;
use super::pictures::PictureOf;
use super::reading::Reading;
use super::sketch::Sketch;
use crate::game::engine::play::Match;
use crate::game::engine::record::claim::{Existing, is_written_elsewhere};
use crate::game::engine::record::whole_file::write_whole_file;
use crate::game::narration::{score, words};
use crate::game::score::score as score_of;
use crate::rules::ids::Side;
use crate::ui::session::open_game::RECORDING;
use crate::ui::session::saved_games::saves_in;

/// What the list of them is called, on the start screen and over a table.
pub(in crate::ui) const SAVED_GAMES: &str = "Saved games";

/// The saved games, the newest first.
#[derive(Resource, Default)]
pub(in crate::ui) struct Shelf {
    pub games: Vec<SavedGame>,
    /// Reason why the folder cannot be read, if it cannot.
    pub fault: Option<String>,
    reading: Option<Reading<(PathBuf, Content)>>,
}

/// A saved game.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct SavedGame {
    pub path: PathBuf,
    /// Time of the last writing, and the length of the file then.
    written: (SystemTime, u64),
    pub content: Content,
    /// Whether another window records to it.
    pub is_open_elsewhere: bool,
}

/// Content of a save, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) enum Content {
    /// Nothing yet.
    Unread,
    Read(Box<SaveCard>),
    /// It cannot be opened, and why.
    Faulty(String),
}

/// Content of a save.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::ui) struct SaveCard {
    /// The level, and the two forces.
    pub level: String,
    pub forces: [String; 2],
    /// "Round 3 of 6, Action phase of …".
    pub turn: String,
    /// Objectives and units of each side; once the battle is over, the winner.
    pub score: Vec<String>,
    pub is_over: bool,
    /// Commands that were given.
    pub commands: usize,
    /// Damage at the end of the file.
    pub damage: Option<String>,
    pub sketch: Sketch,
    /// That of its picture.
    pub key: String,
}

impl SavedGame {
    /// The name of its file.
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Whether it was written as the game was played.
    pub fn is_recording(&self) -> bool {
        self.name().starts_with(RECORDING)
    }

    pub fn card(&self) -> Option<&SaveCard> {
        match &self.content {
            Content::Read(card) => Some(card),
            Content::Unread | Content::Faulty(_) => None,
        }
    }

    /// Its picture.
    pub fn picture(&self) -> Option<PictureOf> {
        let card = self.card()?;
        Some(PictureOf { key: card.key.clone(), source: self.path.clone() })
    }

    /// Time since it was last written, roughly.
    pub fn age(&self) -> String {
        let Some(minutes) = self.written.0.elapsed().ok().map(|age| age.as_secs() / 60) else {
            return "just now".to_owned();
        };
        let ago = |count: u64, what: &str| format!("{} ago", words::counted(count as usize, what));
        match minutes {
            0 => "just now".to_owned(),
            1..60 => ago(minutes, "minute"),
            60..1440 => ago(minutes / 60, "hour"),
            _ => ago(minutes / 1440, "day"),
        }
    }
}

impl SaveCard {
    fn read(path: &Path, key: String) -> Result<Self, String> {
        let loaded = Match::load(path).map_err(|error| error.to_string())?;
        let (setup, view) = (loaded.game.setup(), loaded.game.battle().view());
        let now = score_of(view);
        let score = match view.result() {
            Some(result) => vec![score::result(setup, result)],
            None => Side::BOTH
                .map(|side| format!("{}: {}", setup.force_name(side), score::tally(&now.result, side)))
                .to_vec(),
        };
        Ok(Self {
            level: setup.level.name.clone(),
            forces: Side::BOTH.map(|side| setup.force_name(side).to_owned()),
            turn: upper_first(&words::turn(&view)),
            score,
            is_over: view.result().is_some(),
            commands: loaded.game.history().line().len() - 1,
            damage: loaded.damage.map(|damage| damage.to_string()),
            sketch: Sketch::of(view),
            key,
        })
    }
}

fn upper_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl Shelf {
    /// Looks at the folder again. What is known of a file that has not changed stays; what is found out is kept in `cache`.
    pub fn refresh(&mut self, saves: &Path, cache: &Path) {
        let found = match saves_in(saves) {
            Ok(found) => found,
            Err(error) => {
                self.fault = Some(format!("The folder {} cannot be read: {error}", saves.display()));
                return;
            }
        };
        self.fault = None;
        let before = std::mem::take(&mut self.games);
        self.games = found
            .into_iter()
            .map(|path| {
                let written = written(&path);
                let same = before.iter().find(|game| game.path == path && game.written == written);
                let content = same.map_or(Content::Unread, |same| same.content.clone());
                let is_open_elsewhere = is_written_elsewhere(&path);
                SavedGame { path, written, content, is_open_elsewhere }
            })
            .collect();
        let unread = self.games.iter().filter(|game| game.content == Content::Unread);
        let unread: Vec<PathBuf> = unread.map(|game| game.path.clone()).collect();
        if unread.is_empty() {
            return;
        }
        let folder = cache.to_owned();
        let read = move |sender: Sender<(PathBuf, Content)>| {
            unread.into_iter().try_for_each(|path| {
                let content = read(&path, &folder);
                sender.send((path, content)).ok()
            })
        };
        match Reading::start("saves", read) {
            Ok(reading) => self.reading = Some(reading),
            Err(error) => warn!("the saves could not be read: {error}"),
        }
    }

    /// Looks again which of them other windows have open.
    pub fn look_who_records(&mut self) {
        for game in &mut self.games {
            game.is_open_elsewhere = is_written_elsewhere(&game.path);
        }
    }

    /// Whether some are still to be read.
    pub fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// The game to go on with: the newest recording of a battle that is not over, as far as is known.
    pub fn newest(&self) -> Option<&SavedGame> {
        self.games.iter().filter(|game| game.is_recording()).find(|game| match &game.content {
            Content::Unread => true,
            Content::Read(card) => !card.is_over,
            Content::Faulty(_) => false,
        })
    }

    /// The game in a file.
    pub fn find(&self, path: &Path) -> Option<&SavedGame> {
        self.games.iter().find(|game| game.path == path)
    }

    fn receive(&mut self) {
        for (path, content) in Reading::take(&mut self.reading) {
            if let Some(game) = self.games.iter_mut().find(|game| game.path == path) {
                game.content = content;
            }
        }
    }
}

fn written(path: &Path) -> (SystemTime, u64) {
    let file = path.metadata().ok();
    let at = file.as_ref().and_then(|file| file.modified().ok()).unwrap_or(SystemTime::UNIX_EPOCH);
    (at, file.map_or(0, |file| file.len()))
}

/// Content of a save: as found earlier, or read now.
fn read(path: &Path, folder: &Path) -> Content {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return Content::Faulty(error.to_string()),
    };
    let key = key_of(&bytes);
    let file = folder.join(format!("{key}.json"));
    let known = std::fs::read(&file).ok().and_then(|known| serde_json::from_slice::<SaveCard>(&known).ok());
    if let Some(card) = known {
        return Content::Read(Box::new(card));
    }
    match SaveCard::read(path, key) {
        Ok(card) => {
            let text = serde_json::to_vec(&card).unwrap_or_default();
            if let Err(error) = write_whole_file(&file, &text, Existing::Replaced) {
                warn!("{} could not be written: {error}", file.display());
            }
            Content::Read(Box::new(card))
        }
        Err(why) => Content::Faulty(why),
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shelf>().add_systems(PreUpdate, receive);
}

fn receive(mut shelf: ResMut<Shelf>) {
    if shelf.reading.is_some() {
        shelf.receive();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::command::{Command, Order};
    use crate::game::engine::play::DiceChoice;
    use crate::game::engine::record::claim::Claim;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::action::Action;

    /// A game of the street in a file, with so many commands.
    fn record(path: &Path, commands: usize) {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = Arc::new(load_level("street", &data, None).unwrap());
        let mut game = Match::start(setup, DiceChoice::Seed(3)).unwrap();
        game.record_to(Claim::on(path, Existing::Kept).unwrap()).unwrap();
        for _ in 0..commands {
            let player = game.battle().decision().unwrap().player;
            let stays = game.setup().units().filter_map(|unit| {
                let order = Order::of_move(Action::Advance, unit.id, Vec::new())?;
                Some(Command { player, order })
            });
            let command = stays.into_iter().find(|command| game.battle().check(command).is_ok()).unwrap();
            game.submit(command).unwrap();
        }
    }

    fn shelf(saves: &Path) -> Shelf {
        let mut shelf = Shelf::default();
        shelf.refresh(saves, &saves.join("pictures"));
        while shelf.is_reading() {
            shelf.receive();
            std::thread::yield_now();
        }
        shelf
    }

    /// The shelf describes each file; one that cannot be read hides no other, and cannot be resumed.
    #[test]
    fn saves_tell_what_they_hold() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        assert!(shelf(folder.path()).newest().is_none());
        record(&at("recording-1.jsonl"), 1);
        let text = std::fs::read_to_string(at("recording-1.jsonl")).unwrap();
        let later = |name: &str, text: &str, seconds: u64| {
            std::fs::write(at(name), text).unwrap();
            let file = std::fs::File::options().append(true).open(at(name)).unwrap();
            file.set_modified(SystemTime::now() + std::time::Duration::from_secs(seconds)).unwrap();
        };
        later("recording-2.jsonl", text.trim_end().rsplit_once('\n').unwrap().0, 10);
        later("recording-3.jsonl", "{\"an\": \"old game\"}\n", 20);
        later("mine.jsonl", &text, 30);
        // Cut off in the middle of its last line, as by a power cut.
        later("recording-4.jsonl", &text[..text.len() - 20], 15);
        let shelf = shelf(folder.path());
        let names: Vec<String> = shelf.games.iter().map(SavedGame::name).collect();
        assert_eq!(names, ["mine", "recording-3", "recording-4", "recording-2", "recording-1"]);
        assert!(matches!(&shelf.games[1].content, Content::Faulty(why) if why.contains("line 1")));
        let newest = shelf.newest().unwrap();
        assert_eq!(newest.name(), "recording-4");
        let card = newest.card().unwrap();
        assert_eq!((card.level.as_str(), card.commands, card.is_over), ("The street", 0, false));
        assert!(card.damage.as_ref().unwrap().contains("cut off"), "{card:?}");
        assert!(card.turn.starts_with("Round 1 of 6"), "{}", card.turn);
        assert!(card.score[0].contains("objectives"), "{:?}", card.score);
        assert_eq!(shelf.games[0].card().unwrap().commands, 1);
        // Told again from what was kept, and the same.
        assert_eq!(super::tests::shelf(folder.path()).games, shelf.games);
    }
}
