//! From the start screen to a table: the battle is set up, or the save played again, on a thread, with its whole scene; then the
//! show behind the screen ends and the game is there.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use bevy::prelude::*;
use rand::TryRng;
use rand::rngs::SysRng;

use super::choices::{Players, Rolls, Table};
use crate::game::engine::play::{DiceChoice, Match};
use crate::game::engine::record::claim::{Claim, Existing};
use crate::level::data_folder::{DataFolder, load_level};
use crate::ui::camera::GoToView;
use crate::ui::scene::scene_prebuild::SceneAhead;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::hand_dice::HandDice;
use crate::ui::session::open_game::{GameChanged, GameSystems, Notice, OpenGame, Recording};
use crate::ui::session::stage::Stage;
use crate::ui::show::takeover::Curtain;
use crate::ui::turn_flow::computer_players::note_commanders;

/// What is being opened, and what went wrong with it.
#[derive(Resource, Default)]
pub(super) struct Doorway {
    work: Option<JoinHandle<Result<Ready, String>>>,
    /// What is said of it.
    pub word: Option<Word>,
}

/// What is said under the cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// It takes a moment.
    Busy(String),
    /// It cannot be done, and why.
    Fault(String),
}

/// A game with its scene.
struct Ready {
    game: Match,
    players: Players,
    /// The save that it is, by the name that its player gave it.
    file: Option<PathBuf>,
    message: Option<String>,
    scene: SceneAhead,
}

/// A battle to be begun.
pub(super) struct NewBattle {
    pub level: PathBuf,
    pub ruleset: Option<String>,
    pub players: Players,
    /// That of the dice; `None` for another each time.
    pub seed: Option<u64>,
}

/// How a save is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resume {
    /// It is recorded on in its own file.
    SameFile,
    /// What is played from here on is recorded in another.
    NewFile,
}

impl Doorway {
    pub fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    /// Begins to set a battle up.
    pub fn begin(&mut self, battle: NewBattle, data: &DataFolder) {
        let data = data.clone();
        self.spawn("Setting up the table…".to_owned(), move || set_up(battle, &data));
    }

    /// Begins to open a save.
    pub fn load(&mut self, path: &Path, players: Players, resume: Resume) {
        let path = path.to_owned();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        self.spawn(format!("Opening {name} …"), move || open_save(&path, players, resume));
    }

    fn spawn(&mut self, word: String, open: impl FnOnce() -> Result<Ready, String> + Send + 'static) {
        if self.is_busy() {
            return;
        }
        match std::thread::Builder::new().name("opening".to_owned()).spawn(open) {
            Ok(work) => (self.work, self.word) = (Some(work), Some(Word::Busy(word))),
            Err(error) => self.word = Some(Word::Fault(error.to_string())),
        }
    }
}

fn set_up(battle: NewBattle, data: &DataFolder) -> Result<Ready, String> {
    let NewBattle { level, ruleset, players, seed } = battle;
    let setup = load_level(&level, data, ruleset.as_deref()).map_err(|faults| faults.to_string())?;
    let setup = if players.table == Table::Real { setup.recorded() } else { setup };
    let seed = match seed {
        Some(seed) => seed,
        None => SysRng.try_next_u64().map_err(|error| format!("no random seed is available: {error}"))?,
    };
    let game = Match::start(Arc::new(setup), DiceChoice::Seed(seed))
        .map_err(|error| format!("{}: {error}", level.display()))?;
    Ok(Ready::new(game, players, None, None))
}

/// A recording that goes on in its own file is claimed before it is read, so that nobody else goes on from the same place.
fn open_save(path: &Path, players: Players, resume: Resume) -> Result<Ready, String> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let claim = (resume == Resume::SameFile).then(|| Claim::on(path, Existing::Replaced));
    let loaded =
        Match::load(path).map_err(|error| format!("{} could not be opened: {error}", path.display()))?;
    let mut game = loaded.game;
    let message = match (claim, loaded.damage) {
        (_, Some(damage)) => Some(format!(
            "{name} is damaged at {damage}. Everything before that is here; what you play now is recorded in another file."
        )),
        (Some(Ok(claim)), None) => game
            .record_to(claim)
            .err()
            .map(|error| format!("{name} cannot be recorded on: {error}. A new recording begins.")),
        (Some(Err(error)), None) => {
            Some(format!("{name} stays as it is ({error}): what you play now is recorded in another file."))
        }
        (None, None) => None,
    };
    let file = (resume == Resume::NewFile).then(|| path.to_owned());
    Ok(Ready::new(game, players, file, message))
}

impl Ready {
    /// With the scene built, so that the window need not wait for it.
    fn new(mut game: Match, players: Players, file: Option<PathBuf>, message: Option<String>) -> Self {
        if players.dice == Rolls::ByHand {
            game.roll_by_hand();
        }
        let scene = SceneAhead::start(game.setup());
        while !scene.is_built() {
            std::thread::sleep(Duration::from_millis(5));
        }
        Self { game, players, file, message, scene }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Doorway>()
        .add_systems(PreUpdate, go_through.before(note_commanders).before(GameSystems));
}

/// Opens the game once it is ready.
fn go_through(
    mut doorway: ResMut<Doorway>,
    mut curtain: Curtain,
    mut opened: ResMut<OpenGame>,
    mut dice: ResMut<HandDice>,
    mut stage: ResMut<Stage>,
    mut changes: MessageWriter<GameChanged>,
    mut views: MessageWriter<GoToView>,
    mut commands: Commands,
) {
    if !doorway.work.as_ref().is_some_and(JoinHandle::is_finished) {
        return;
    }
    let Some(work) = doorway.work.take() else { return };
    let ready = work.join().unwrap_or_else(|_| Err("it could not be set up: that is a bug".to_owned()));
    let Ready { game, players, file, message, scene } = match ready {
        Ok(ready) => ready,
        Err(why) => {
            emit(&UiEvent::StartRefuses { why: why.clone() });
            doorway.word = Some(Word::Fault(why));
            return;
        }
    };
    doorway.word = None;
    let sides = players.sides.clone();
    curtain.fall(players.sides);
    scene.insert(&mut commands);
    opened.open(game);
    opened.recording = Recording::On;
    opened.notice = message.map(Notice::Done);
    opened.file = file;
    opened.is_as_loaded();
    *dice = HandDice::of_opening(&opened);
    *stage = Stage::Table;
    changes.write(GameChanged::Opened);
    views.write(GoToView::Home);
    let commands = opened.game.history().line().len() - 1;
    emit(&UiEvent::TableOpened { level: opened.game.setup().level.name.clone(), commands, sides });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::engine::command::{Command, Order};
    use crate::rules::action::Action;
    use crate::ui::output::offscreen::without_files;
    use crate::ui::session::open_game::{self, GameRequest};

    fn data() -> DataFolder {
        DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap()
    }

    fn battle(level: impl Into<PathBuf>) -> NewBattle {
        NewBattle { level: level.into(), ruleset: None, players: Players::default(), seed: Some(7) }
    }

    fn command(game: &Match) -> Command {
        let player = game.battle().decision().unwrap().player;
        let mut stays = game.setup().units().filter_map(|unit| {
            let order = Order::of_move(Action::Advance, unit.id, Vec::new())?;
            Some(Command { player, order })
        });
        stays.find(|command| game.battle().check(command).is_ok()).unwrap()
    }

    #[test]
    fn a_level_with_faults_says_where() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bad.ron");
        std::fs::write(&file, "Level(name: \"x\", mission: Skirmisch)").unwrap();
        let why = set_up(battle(&file), &data()).err().unwrap();
        assert!(why.contains("bad.ron:1:") && why.contains("Skirmisch"), "{why}");
        assert!(set_up(battle("no-such-level"), &data()).err().unwrap().contains("no-such-level"));
        let ruled = NewBattle { ruleset: Some("v0.52".to_owned()), ..battle("street") };
        let played = set_up(ruled, &data()).unwrap();
        assert!(played.game.setup().bundle.rulesets[0].name.contains("v0.52"));
    }

    /// A command that a computer player has chosen is not carried out in a battle that is opened before its turn comes.
    #[test]
    fn a_command_of_the_battle_before_is_not_carried_out() {
        let game = set_up(battle("street"), &data()).unwrap().game;
        let chosen = command(&game);
        let mut opened = OpenGame::new(game, &without_files());
        let state = opened.state();
        opened.open(set_up(battle("street"), &data()).unwrap().game);
        opened.notice = Some(Notice::Done("Opened.".to_owned()));
        let mut app = App::new();
        app.insert_resource(opened)
            .insert_resource(Stage::Table)
            .init_resource::<HandDice>()
            .add_message::<AppExit>()
            .add_plugins(open_game::plugin);
        app.world_mut().write_message(GameRequest::Play(Box::new(chosen.clone()), state));
        app.world_mut().run_schedule(PreUpdate);
        let opened = app.world().resource::<OpenGame>();
        assert_eq!(opened.game.history().line().len(), 1);
        assert!(opened.notice.is_some(), "nor what was said of the new one taken away");
        let state = opened.state();
        app.world_mut().write_message(GameRequest::Play(Box::new(chosen), state));
        app.world_mut().run_schedule(PreUpdate);
        assert_eq!(app.world().resource::<OpenGame>().game.history().line().len(), 2);
    }

    /// A recording goes on in its own file. One that is damaged, or that another window records, stays as it is.
    #[test]
    fn a_recording_goes_on_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("recording-1.jsonl");
        let mut game = set_up(battle("street"), &data()).unwrap().game;
        game.record_to(Claim::on(&file, Existing::Kept).unwrap()).unwrap();
        game.submit(command(&game)).unwrap();
        let busy = open_save(&file, Players::default(), Resume::SameFile).unwrap();
        assert!(
            busy.game.recorded_to().is_none() && busy.message.unwrap().contains("recorded in another file")
        );
        drop(game);
        let mut again = open_save(&file, Players::default(), Resume::SameFile).unwrap();
        assert_eq!((again.message, again.file), (None, None));
        assert_eq!(again.game.recorded_to(), Some(file.as_path()));
        again.game.submit(command(&again.game)).unwrap();
        let hash = again.game.history().present().outcome.hash;
        drop(again.game);
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(Match::load(&file).unwrap().game.history().present().outcome.hash, hash);
        // Killed in the middle of a line.
        std::fs::write(&file, &text[..text.len() - 9]).unwrap();
        let cut = open_save(&file, Players::default(), Resume::SameFile).unwrap();
        assert_eq!(cut.game.history().line().len(), 2);
        assert!(cut.game.recorded_to().is_none() && cut.message.unwrap().contains("damaged"));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text[..text.len() - 9], "nothing was done to it");
        std::fs::write(&file, "{\"an\": \"older game\"}\n").unwrap();
        let why = open_save(&file, Players::default(), Resume::SameFile).err().unwrap();
        assert!(why.contains("recording-1.jsonl could not be opened"), "{why}");
    }
}
