//! The game the window holds, what its player asks of it, and what came of that.
//!
//! The only place of the window that changes the game: by submitting commands,
//! undoing, redoing, saving and loading.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::WindowOptions;
use super::hand_dice::{DiceAsk, HandDice, rolls_by_hand};
use crate::game::engine::command::Command;
use crate::game::engine::fact::Fact;
use crate::game::engine::play::{Game, GameError};
use crate::game::engine::refusal::Refusal;

/// How files of saved games end.
pub const SAVE_ENDING: &str = "jsonl";

/// How the names of recordings begin; a number follows.
pub(super) const RECORDING: &str = "recording-";

/// The game and where it is kept.
#[derive(Resource)]
pub(super) struct OpenGame {
    pub game: Game,
    /// Folder of saves and pictures.
    pub saves: PathBuf,
    /// The file the game was last saved to or loaded from.
    pub file: Option<PathBuf>,
    /// Root of the data folder, if there is one.
    pub data: Option<PathBuf>,
    /// What the player is told until he dismisses it.
    pub notice: Option<Notice>,
}

/// Something the player is told.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Notice {
    /// It was done.
    Done(String),
    /// The rules forbid it.
    Refused(Refusal),
    /// It could not be done.
    Failed(String),
}

/// Something the player asks for.
#[derive(Message, Clone, Debug)]
pub(super) enum GameRequest {
    /// Carry these out, one after the other, up to the first that is refused.
    Submit(Vec<Command>),
    /// Take the last command back.
    Undo,
    /// Play it again.
    Redo,
    /// Write the game to this file.
    Save(PathBuf),
    /// Go on with the game in this file.
    Load(PathBuf),
    /// Do this with the dice that are asked for.
    Dice(DiceAsk),
    /// All of them lie there: carry the command out.
    GoOn,
    /// From now on the players roll the dice.
    RollByHand,
    /// From now on the program rolls them.
    RollByProgram,
}

/// Something came of it.
#[derive(Message, Clone, Debug)]
pub(super) enum GameChanged {
    /// These facts, in order.
    Facts(Vec<Fact>),
    /// The battle stands elsewhere: undo, redo.
    Jumped,
    /// Another game: another table, other forces.
    Opened,
}

/// What the player asked for has been done; other games have been opened.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct GameSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<GameRequest>()
        .add_message::<GameChanged>()
        .add_systems(Startup, announce)
        .add_systems(PreUpdate, (answer.in_set(GameSystems), name_window).chain());
}

impl OpenGame {
    pub fn new(game: Game, options: &WindowOptions) -> Self {
        Self {
            game,
            saves: options.saves.clone(),
            file: options.file.clone(),
            data: options.data.clone(),
            notice: options.message.clone().map(Notice::Failed),
        }
    }

    /// Where a save of this name lies.
    pub fn save_path(&self, name: &str) -> PathBuf {
        self.saves.join(format!("{name}.{SAVE_ENDING}"))
    }

    /// The saves in the folder, the last written first.
    pub fn list_saves(&self) -> std::io::Result<Vec<PathBuf>> {
        if !self.saves.exists() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for entry in std::fs::read_dir(&self.saves)? {
            let entry = entry?;
            if entry.path().extension().is_some_and(|ending| ending == SAVE_ENDING) {
                found.push((entry.metadata()?.modified()?, entry.path()));
            }
        }
        found.sort_by(|a, b| b.cmp(a));
        Ok(found.into_iter().map(|(_, path)| path).collect())
    }

    /// From the first command on, every game is recorded beside the saves, so
    /// that a program that is killed loses nothing.
    fn record(&mut self) {
        if self.game.recorded_to().is_some() {
            return;
        }
        let free = (1..).map(|nth| self.save_path(&format!("{RECORDING}{nth}"))).find(|path| !path.exists());
        if let Some(path) = free
            && let Err(error) = self.game.record_to(&path)
        {
            let text = format!("The game is not recorded while it is played: {error} ({})", path.display());
            self.notice = Some(Notice::Failed(text));
        }
    }

    fn submit(&mut self, commands: &[Command], hand: &mut HandDice, turned: &mut MessageWriter<GameChanged>) {
        self.notice = None;
        self.record();
        self.carry_out(commands.to_vec(), Vec::new(), hand, turned);
    }

    pub fn fail(&mut self, error: GameError) {
        self.notice = Some(match error {
            GameError::Refused(refusal) => Notice::Refused(*refusal),
            other => Notice::Failed(other.to_string()),
        });
    }

    /// Undoes or redoes.
    fn step(
        &mut self,
        step: fn(&mut Game) -> Result<bool, GameError>,
        turned: &mut MessageWriter<GameChanged>,
    ) {
        self.notice = None;
        match step(&mut self.game) {
            Ok(true) => {
                turned.write(GameChanged::Jumped);
            }
            Ok(false) => {}
            Err(error) => self.fail(error),
        }
    }

    fn save(&mut self, path: &Path) {
        self.notice = Some(match self.game.save(path) {
            Ok(()) => {
                info!("saved {}", path.display());
                self.file = Some(path.to_owned());
                Notice::Done(format!("Saved as {}", path.display()))
            }
            Err(error) => Notice::Failed(format!("{} ({})", error, path.display())),
        });
    }

    fn load(&mut self, path: &Path, turned: &mut MessageWriter<GameChanged>) {
        self.notice = match Game::load(path) {
            Ok(loaded) => {
                let by_hand = rolls_by_hand(&self.game);
                self.game = loaded.game;
                if by_hand {
                    self.game.roll_by_hand();
                }
                self.file = Some(path.to_owned());
                turned.write(GameChanged::Opened);
                info!("loaded {}", path.display());
                loaded.damage.map(|damage| {
                    Notice::Failed(format!(
                        "{} is damaged at {damage}. Everything before that is here.",
                        path.display()
                    ))
                })
            }
            Err(error) => Some(Notice::Failed(format!("{} could not be opened: {error}", path.display()))),
        };
    }
}

/// The game given to the window counts as opened.
fn announce(mut turned: MessageWriter<GameChanged>) {
    turned.write(GameChanged::Opened);
}

/// Does what was asked, in the order in which it was asked. What wants to go elsewhere withdraws a
/// command that waits for dice.
fn answer(
    mut asks: MessageReader<GameRequest>,
    mut opened: ResMut<OpenGame>,
    mut hand: ResMut<HandDice>,
    mut turned: MessageWriter<GameChanged>,
) {
    for ask in asks.read() {
        if matches!(
            ask,
            GameRequest::Submit(_) | GameRequest::Undo | GameRequest::Redo | GameRequest::Load(_)
        ) {
            hand.0 = None;
        }
        match ask {
            GameRequest::Submit(commands) => opened.submit(commands, &mut hand, &mut turned),
            GameRequest::Undo => opened.step(Game::undo, &mut turned),
            GameRequest::Redo => opened.step(Game::redo, &mut turned),
            GameRequest::Save(path) => opened.save(path),
            GameRequest::Load(path) => opened.load(path, &mut turned),
            GameRequest::Dice(ask) => hand.handle(*ask, &opened),
            GameRequest::GoOn => opened.go_on(&mut hand, &mut turned),
            GameRequest::RollByHand => opened.game.roll_by_hand(),
            GameRequest::RollByProgram => opened.game.roll_by_program(),
        }
    }
}

/// The title bar says what is played, and where the battle stands.
fn name_window(opened: Res<OpenGame>, mut windows: Query<&mut Window>) {
    if !opened.is_changed() {
        return;
    }
    let level = &opened.game.setup().level.name;
    let name = format!("{level} — {} — WarStrike", super::words::turn(&opened.game.battle().view()));
    for mut window in &mut windows {
        if window.title != name {
            window.title.clone_from(&name);
        }
    }
}
