//! What the player chose last: the battle, who plays each side, the ruleset, the dice; and who plays each recorded game, so that
//! it goes on with the same players. Kept in a file beside the saves.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::level::text_file::read_text;
use crate::ui::session::hand_dice::rolls_by_hand;
use crate::ui::session::kept_json::keep_json;
use crate::ui::session::open_game::{GameSystems, Notice, OpenGame};
use crate::ui::turn_flow::computer_players::ComputerPlayers;

/// The file's name.
const FILE: &str = crate::report::REMEMBERED;

/// What was chosen last.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Choices {
    /// The battle.
    pub level: PathBuf,
    /// Who plays it.
    pub players: Players,
    /// The ruleset; `None` for the one that the level names.
    pub ruleset: Option<String>,
    /// Who plays the recorded games, by the names of their files.
    games: BTreeMap<String, Players>,
}

/// Who plays a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Players {
    /// The style by which the computer plays A and B; `None` for a person.
    pub sides: [Option<String>; 2],
    /// Who rolls the dice.
    pub dice: Rolls,
    /// Where it is played.
    pub table: Table,
}

impl Players {
    /// At a real table people play, and roll the dice.
    pub fn sit_at(&mut self, table: Table) {
        self.table = table;
        if table == Table::Real {
            (self.sides, self.dice) = ([None, None], Rolls::ByHand);
        }
    }

    /// Whoever lets the computer play, or the program roll, plays at this one.
    pub fn leave_real_table(&mut self) {
        if self.sides != [None, None] || self.dice == Rolls::Thrown {
            self.table = Table::Screen;
        }
    }
}

/// Where a battle is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Table {
    /// Here.
    #[default]
    Screen,
    /// With miniatures at a real table: the program keeps the record.
    Real,
}

/// Who rolls the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Rolls {
    /// The program throws them.
    #[default]
    Thrown,
    /// The players, on a table of their own.
    ByHand,
}

impl Default for Choices {
    /// The smallest battle, against a computer that plays as usual.
    fn default() -> Self {
        let sides = [None, Some("objective-minded".to_owned())];
        let players = Players { sides, ..Players::default() };
        Self { level: "street".into(), players, ruleset: None, games: BTreeMap::new() }
    }
}

impl Choices {
    /// True for a battle by its own ruleset, here, with the program's dice.
    pub fn are_usual(&self) -> bool {
        self.ruleset.is_none() && self.players.dice == Rolls::Thrown && self.players.table == Table::Screen
    }

    /// Who played a game; by default two people.
    pub fn players_of(&self, save: &Path) -> Players {
        name_of(save).and_then(|name| self.games.get(&name).cloned()).unwrap_or_default()
    }

    /// The choices in a folder; what is wrong with their file is said, and the file is left until something is chosen.
    fn load(saves: &Path) -> (Self, Option<String>) {
        let path = saves.join(FILE);
        if saves == Path::new("") || !path.exists() {
            return (Self::default(), None);
        }
        let read = read_text(&path, FILE).map_err(|faults| faults.to_string());
        let read =
            read.and_then(|source| serde_json::from_str(&source.text).map_err(|error| error.to_string()));
        match read {
            Ok(choices) => (choices, None),
            Err(why) => {
                let what =
                    format!("What you chose last cannot be read: {} is damaged ({why}).", path.display());
                (Self::default(), Some(what))
            }
        }
    }
}

fn name_of(save: &Path) -> Option<String> {
    Some(save.file_name()?.to_string_lossy().into_owned())
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Choices>()
        .init_resource::<Written>()
        .add_systems(Startup, load)
        // Before the frame that first shows a recorded game is drawn, so that it goes on with its players even if the
        // program is killed in that frame; and once more before the program ends.
        .add_systems(PreUpdate, (note_players, save).chain().after(GameSystems))
        .add_systems(Last, (note_players, save).chain());
}

fn load(mut opened: ResMut<OpenGame>, mut choices: ResMut<Choices>) {
    let (read, fault) = Choices::load(&opened.saves);
    *choices = read;
    if let Some(fault) = fault {
        opened.notice.get_or_insert(Notice::Failed(fault));
    }
}

/// Notes who plays the game that is being recorded.
fn note_players(opened: Res<OpenGame>, computers: Res<ComputerPlayers>, mut choices: ResMut<Choices>) {
    if !opened.is_changed() && !computers.is_changed() {
        return;
    }
    let Some(name) = opened.game.recorded_to().and_then(name_of) else { return };
    let dice = if rolls_by_hand(&opened.game) { Rolls::ByHand } else { Rolls::Thrown };
    let table = if opened.game.setup().is_recorded() { Table::Real } else { Table::Screen };
    let players = Players { sides: computers.sides.clone(), dice, table };
    if choices.games.get(&name) != Some(&players) {
        choices.games.insert(name, players);
    }
}

/// The choices as they were read or written last.
#[derive(Resource, Default)]
struct Written(Option<Choices>);

/// Writes the file when a choice changes.
fn save(opened: Res<OpenGame>, mut choices: ResMut<Choices>, mut written: ResMut<Written>) {
    if written.0.is_some() && !choices.is_changed() {
        return;
    }
    let Some(before) = written.0.replace(choices.clone()) else { return };
    if before == *choices || opened.saves == Path::new("") {
        return;
    }
    let saves = opened.saves.clone();
    choices.bypass_change_detection().games.retain(|name, _| saves.join(name).exists());
    keep_json(&saves.join(FILE), &*choices);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::ids::Side;
    use crate::ui::drafts::orders;
    use crate::ui::output::offscreen::without_files;
    use crate::ui::session::hand_dice::HandDice;
    use crate::ui::session::open_game::{self, GameRequest, Recording};
    use crate::ui::session::window_options::ComputerOptions;

    /// The first command of a battle is recorded; who plays it is known before the frame that shows it, even if that is the last.
    #[test]
    fn who_plays_is_written_before_the_first_frame() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = std::sync::Arc::new(load_level("street", &data, None).unwrap());
        let game = Match::start(setup, DiceChoice::Seed(1)).unwrap();
        let mut opened = OpenGame::new(game, &without_files());
        opened.saves = folder.path().to_owned();
        opened.recording = Recording::On;
        let unit = orders::still_to_act(&opened)[0];
        assert_eq!(unit.side, Side::A);
        let mut computers = ComputerPlayers::new(&ComputerOptions::default());
        computers.sides[1] = Some("quick".to_owned());
        let mut app = App::new();
        app.insert_resource(opened)
            .insert_resource(computers)
            .init_resource::<HandDice>()
            .add_message::<AppExit>()
            .add_plugins((open_game::plugin, plugin));
        app.update();
        app.world_mut().write_message(GameRequest::Submit(vec![orders::stay(unit)]));
        // Killed before anything is drawn.
        app.world_mut().run_schedule(PreUpdate);
        let (read, fault) = Choices::load(folder.path());
        assert_eq!(fault, None);
        let sides = read.players_of(Path::new("recording-1.jsonl")).sides;
        assert_eq!(sides, [None, Some("quick".to_owned())]);
        assert!(folder.path().join("recording-1.jsonl").exists());
    }

    /// What was chosen is read again as it was; a file of another version as far as it is known; a damaged one is said.
    #[test]
    fn choices_are_kept_and_damage_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let write = |text: &str| std::fs::write(folder.path().join(FILE), text).unwrap();
        assert_eq!(Choices::load(folder.path()), (Choices::default(), None), "none yet");
        let mut chosen =
            Choices { level: "chapel".into(), ruleset: Some("v0.52".to_owned()), ..Choices::default() };
        chosen.players.dice = Rolls::ByHand;
        chosen.games.insert("recording-1.jsonl".to_owned(), Players::default());
        write(&serde_json::to_string(&chosen).unwrap());
        assert_eq!(Choices::load(folder.path()), (chosen.clone(), None));
        assert_eq!(chosen.players_of(Path::new("/a/recording-1.jsonl")), Players::default());
        write(r#"{"level": "chapel", "of_tomorrow": 1}"#);
        assert_eq!(Choices::load(folder.path()).0, Choices { level: "chapel".into(), ..Choices::default() });
        for damaged in ["", "{", "\"level\"", "{\"level\": 3}", "\u{feff}nonsense"] {
            write(damaged);
            let (choices, fault) = Choices::load(folder.path());
            assert_eq!(choices, Choices::default(), "{damaged}");
            assert!(fault.unwrap().contains("start.json"), "{damaged}");
        }
    }
}
