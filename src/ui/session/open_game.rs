//! The game that the window shows, requests for it, and reports of its changes.
//!
//! Only this file, `hand_dice` and `looking` change the game: they submit commands, undo, redo, save, load and look back.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;

use super::events::{UiEvent, emit};
use super::hand_dice::{DiceRequest, HandDice, rolls_by_hand};
use super::saved_games::SAVE_ENDING;
use super::stage::{Stage, StartPage};
use super::window_options::{OwnFolders, WindowOptions};
use crate::game::dispatch;
use crate::game::engine::command::Command;
use crate::game::engine::dice::Draw;
use crate::game::engine::fact::Fact;
use crate::game::engine::play::{DiceChoice, Match, MatchError};
use crate::game::engine::record::claim::Existing;
use crate::game::engine::record::history::{Branch, EntryId};
use crate::game::engine::refusal::Refusal;
use crate::game::narration::{Weight, narrated_setup, sentences, words};
use crate::game::prompt::{Answer, Form, Prompt};
use crate::rules::ids::Side;

/// The names of recordings: this and a number.
pub(in crate::ui) const RECORDING: &str = "recording-";

const OVER: &str = "The battle is over: look around, undo, or load another game.";
/// Reason why no order is taken while an earlier moment is looked at.
pub(super) const LOOKING: &str =
    "You are looking at an earlier moment: F3 goes back to the game, Shift+F4 plays on from here.";
const COMPUTER_DECIDES: &str =
    "The computer has to decide now. Y shows who plays each side: you can take over there.";

/// The game, and where it is saved.
#[derive(Resource)]
pub(in crate::ui) struct OpenGame {
    pub game: Match,
    /// Counts the games that were opened.
    generation: u32,
    /// The folder of saves and pictures.
    pub saves: PathBuf,
    /// Folders for what the program notes for itself.
    pub own: OwnFolders,
    /// The file the game was last saved to or loaded from.
    pub file: Option<PathBuf>,
    /// The data folder, if there is one.
    pub data: Option<PathBuf>,
    /// The message that is shown until the player dismisses it.
    pub notice: Option<Notice>,
    /// Commander of sides A and B.
    pub commanders: [Commander; 2],
    /// Whether the game is recorded as it is played.
    pub recording: Recording,
    /// Whether there is a start screen to go back to.
    pub leads_to_start: bool,
    /// The state that a file besides the recording has: which game, and the entry after which it goes on.
    kept: Option<(u32, EntryId)>,
    /// The command that was refused last, as long as nothing else has been played: in a recorded game it may have happened.
    pub refused: Option<Command>,
    /// Counts what was tried out in the games.
    pub(super) try_outs: u32,
}

/// Source of a side's commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum Commander {
    /// Those of the people at the window.
    #[default]
    Person,
    /// Those of a computer player.
    Computer,
}

/// Whether a game is recorded as it is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum Recording {
    /// From its first command on.
    #[default]
    On,
    /// Not as long as nobody takes part.
    Off,
}

/// A message to the player.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) enum Notice {
    /// Something was done.
    Done(String),
    /// A key or button had no effect, and why.
    Hint(String),
    /// The rules forbid it.
    Refused(Refusal),
    /// Something could not be done.
    Failed(String),
    /// Something takes a while.
    Working(String),
    /// The program has changed how the table is drawn.
    Picture(String),
}

impl Notice {
    /// Whether it needs no attention, and goes by itself.
    pub fn passes(&self) -> bool {
        match self {
            Self::Done(_) | Self::Hint(_) | Self::Picture(_) => true,
            Self::Refused(_) | Self::Failed(_) | Self::Working(_) => false,
        }
    }
}

/// What is added when dice are taken back that have been seen.
const UNDONE_DICE: &str = " Its dice have been seen: another order here begins a “What if?”. Ctrl+Y takes the battle up again as it was played.";

/// What is said when a branch begins whose dice have been seen.
const WHAT_IF_BEGINS: &str = "This is a “What if?” from here on: its dice had been seen. F11 shows the battle as it was played, \
                              and Shift+F4 plays on there.";

/// A request of the player.
#[derive(Message, Clone, Debug)]
pub(in crate::ui) enum GameRequest {
    /// Carry these out in order, up to the first that is refused.
    Submit(Vec<Command>),
    /// Carry out a command of a computer player, if the battle still stands as it did when it was chosen: another may have been opened.
    Play(Box<Command>, BattleState),
    /// Play the command that comes next in the history again, and show it.
    ShowNext,
    /// Undo the last command.
    Undo,
    /// Redo it.
    Redo,
    /// Look at the battle as it stood after an entry; no order is taken meanwhile.
    LookAt(EntryId),
    /// The same, and show how the entry came about.
    Show(EntryId),
    /// Go on from the entry that is looked at.
    PlayOn(Keeping),
    /// Forget what is tried out, and go on where the game stood.
    EndTryOut,
    /// Save the game to this file.
    Save(PathBuf),
    /// Write the moment that is looked at as a level of the player's own.
    SaveMoment,
    /// Load the game in this file.
    Load(PathBuf),
    /// Play the same level again, with other dice.
    PlayAgain,
    /// Go back to the start screen, to this page.
    ToStart(StartPage),
    /// Close the window.
    Quit,
    /// Change the dice that are asked for.
    Dice(DiceRequest),
    /// All dice are entered: carry the command out.
    AcceptDice,
    /// From now on the players roll the dice.
    RollByHand,
    /// From now on the program rolls them.
    RollByProgram,
}

/// Whether what is played from an earlier moment is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Keeping {
    /// As another branch of the game.
    Branch,
    /// Not at all: it is tried out.
    Nothing,
}

/// Keys of the history.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum HistoryKey {
    Undo,
    Redo,
}

fn on_history_key(key: On<HistoryKey>, mut requests: MessageWriter<GameRequest>) {
    requests.write(match *key {
        HistoryKey::Undo => GameRequest::Undo,
        HistoryKey::Redo => GameRequest::Redo,
    });
}

/// The game has changed.
#[derive(Message, Clone, Debug)]
pub(in crate::ui) enum GameChanged {
    /// Commands were carried out.
    Played {
        /// Events, in order.
        facts: Vec<Fact>,
        /// The dice that were rolled for it, in order.
        draws: Vec<Draw>,
    },
    /// The battle is in another state, after undo or redo.
    Jumped,
    /// Another moment of it is looked at.
    Looked,
    /// The moment after is looked at: how it came about is shown again.
    Replayed {
        /// Events, in order.
        facts: Vec<Fact>,
        /// The dice that were rolled for it, in order.
        draws: Vec<Draw>,
    },
    /// Another game was opened: another table, other forces.
    Opened,
}

/// A state of a game: where its history stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) struct BattleState {
    /// Number of the game among those that were opened.
    pub game: u32,
    /// The last entry of its history.
    pub entry: EntryId,
    /// Number of the try-out; `None` in the game itself.
    pub try_out: Option<u32>,
}

/// Requests have been carried out.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::ui) struct GameSystems;

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_message::<GameRequest>()
        .init_resource::<Stage>()
        .add_observer(on_history_key)
        .add_message::<GameChanged>()
        .add_systems(Startup, report_opened)
        .add_systems(PreUpdate, (handle_requests.in_set(GameSystems), set_window_title).chain());
}

impl OpenGame {
    /// Tells the player why a key has no effect.
    pub fn ignore_key(&mut self, why: &str) {
        emit(&UiEvent::KeyIgnored { why: why.to_owned() });
        self.notice = Some(Notice::Hint(why.to_owned()));
    }

    /// A refusal, and why a key had no effect, stay until something else is done.
    pub fn drop_answered_notice(&mut self) {
        self.notice.take_if(|notice| matches!(notice, Notice::Refused(_) | Notice::Hint(_)));
    }

    /// Reason why no player is asked anything.
    pub fn nobody_asked(&self) -> &'static str {
        if self.is_looking() {
            LOOKING
        } else if self.awaits_computer() {
            COMPUTER_DECIDES
        } else {
            OVER
        }
    }

    pub fn new(game: Match, options: &WindowOptions) -> Self {
        Self {
            game,
            generation: 0,
            saves: options.saves.clone(),
            own: options.own.clone(),
            file: options.file.clone(),
            data: options.data.clone(),
            notice: options.message.clone().map(Notice::Failed),
            commanders: [Commander::default(); 2],
            recording: Recording::default(),
            leads_to_start: options.start.is_some(),
            kept: None,
            refused: None,
            try_outs: 0,
        }
    }

    /// Replaces the game by another.
    pub fn open(&mut self, game: Match) {
        self.game = game;
        self.generation += 1;
        self.kept = None;
        self.refused = None;
    }

    /// Whether nothing of the game would be lost if another were opened.
    pub fn is_kept(&self) -> bool {
        self.recording == Recording::Off
            || self.game.history().entries().len() == 1
            || self.game.recorded_to().is_some()
            || self.kept == Some((self.generation, self.game.kept_at()))
    }

    /// The game as it stands need not be kept: a file has it, or nobody has played a part in it.
    pub fn is_as_loaded(&mut self) {
        self.kept = Some((self.generation, self.game.kept_at()));
    }

    /// Leaves the table for the start screen, unless something of the game would be lost.
    fn go_to_start(&mut self, page: StartPage, stage: &mut Stage) {
        self.notice = None;
        if !self.leads_to_start {
            return self
                .ignore_key("There is no start screen here: a demo shows one battle after the other.");
        }
        if let Err(error) = self.game.sync() {
            return self.fail(error);
        }
        if !self.is_kept() {
            let why = "This game is not being recorded, and would be lost: save it first (Ctrl+S).";
            self.notice = Some(Notice::Failed(why.to_owned()));
            return;
        }
        *stage = Stage::Start(page);
    }

    /// State of the game, with the number of the game.
    pub fn state(&self) -> BattleState {
        let entry = self.game.history().present().id;
        let try_out = self.game.is_tried_out(entry).then_some(self.try_outs);
        BattleState { game: self.generation, entry, try_out }
    }

    /// Question of the battle to a person; `None` once it is over, while a computer player is to decide, and while an earlier moment is
    /// looked at.
    pub fn prompt(&self) -> Option<Prompt> {
        let battle = self.game.battle();
        let asked = battle.decision().filter(|_| !self.is_looking());
        let asked = asked.filter(|decision| self.commander(decision.player) == Commander::Person);
        asked.map(|decision| dispatch::prompt(battle.view(), decision))
    }

    /// Commander of a side.
    pub fn commander(&self, side: Side) -> Commander {
        self.commanders[side.index()]
    }

    /// Whether the battle waits for a computer player.
    pub fn awaits_computer(&self) -> bool {
        let decision = self.game.battle().decision().filter(|_| !self.is_looking());
        decision.is_some_and(|decision| self.commander(decision.player) == Commander::Computer)
    }

    /// Whether the battle asks a player to activate a unit.
    pub fn asks_to_act(&self) -> bool {
        self.prompt().is_some_and(|prompt| prompt.form == Form::ActivateUnit)
    }

    /// The answers to the battle's question that need no move; more dear than the question itself.
    pub fn answers(&self) -> Vec<Answer> {
        let battle = self.game.battle();
        battle.decision().map_or_else(Vec::new, |decision| dispatch::answers(battle.view(), decision))
    }

    /// The path of a save of this name.
    pub fn save_path(&self, name: &str) -> PathBuf {
        self.saves.join(format!("{name}.{SAVE_ENDING}"))
    }

    /// From the first command on, every game is recorded beside the saves, so that nothing is lost if the
    /// program is killed.
    pub(super) fn record(&mut self) {
        if self.game.recorded_to().is_some() || self.recording == Recording::Off || self.game.is_try_out() {
            return;
        }
        let saves = self.saves.clone();
        let recordings = (1..).map(|number| saves.join(format!("{RECORDING}{number}.{SAVE_ENDING}")));
        if let Err(error) = self.game.record_to_first_free(recordings) {
            let text = format!("The game is not being recorded: {error} ({})", self.saves.display());
            self.notice = Some(Notice::Failed(text));
        }
    }

    /// Says so where the recording has had to go on in another file.
    fn note_relocation(&mut self) {
        if let Some(relocation) = self.game.take_relocation() {
            self.notice = Some(Notice::Failed(relocation.to_string()));
        }
    }

    fn submit(
        &mut self,
        commands: &[Command],
        dice: &mut HandDice,
        changes: &mut MessageWriter<GameChanged>,
    ) {
        self.notice = None;
        self.record();
        self.carry_out(commands.to_vec(), Vec::new(), dice, changes);
    }

    /// Carries out what a person orders, for sides that people play.
    fn obey(&mut self, commands: &[Command], dice: &mut HandDice, changes: &mut MessageWriter<GameChanged>) {
        let of_computer = commands
            .iter()
            .map(|command| command.player)
            .find(|side| self.commander(*side) == Commander::Computer);
        match of_computer {
            Some(side) => {
                let force = words::force(self.game.setup(), side);
                emit(&UiEvent::KeyIgnored { why: format!("the computer plays {side}") });
                let why = format!(
                    "The computer plays {force}. Y shows who plays each side: you can take over there."
                );
                self.notice = Some(Notice::Hint(why));
            }
            None => self.submit(commands, dice, changes),
        }
    }

    /// Goes on along the history as it was played, and shows what comes.
    fn show_next(&mut self, changes: &mut MessageWriter<GameChanged>) {
        match self.game.redo() {
            Ok(true) => {
                let outcome = &self.game.history().present().outcome;
                let (facts, draws) = (outcome.facts.clone(), outcome.draws.clone());
                changes.write(GameChanged::Played { facts, draws });
            }
            Ok(false) => {}
            Err(error) => self.fail(error),
        }
    }

    /// Takes the last command back. Against the computer, those that it gave since go with the person's own.
    fn undo(&mut self, changes: &mut MessageWriter<GameChanged>) {
        let against = self.commanders.contains(&Commander::Person);
        self.step(Match::undo, "There is nothing to undo.", changes);
        while against && self.awaits_computer() && self.game.history().undo_target().is_some() {
            if let Err(error) = self.game.undo() {
                return self.fail(error);
            }
        }
    }

    pub fn fail(&mut self, error: MatchError) {
        self.notice = Some(match error {
            MatchError::Refused(refusal) => Notice::Refused(*refusal),
            other => Notice::Failed(words::capitalised(&other.to_string())),
        });
    }

    /// Undoes or redoes; says so if there is nothing to undo or redo.
    fn step(
        &mut self,
        step: fn(&mut Match) -> Result<bool, MatchError>,
        nothing: &str,
        changes: &mut MessageWriter<GameChanged>,
    ) {
        self.notice = None;
        let before = self.game.history().present().id;
        match step(&mut self.game) {
            Ok(true) => {
                let now = self.game.history().present().id;
                let (done, entry) = if now > before { ("Redone", now) } else { ("Undone", before) };
                let experiment = if self.begins_what_if() { UNDONE_DICE } else { "" };
                self.notice =
                    self.summary_of(entry).map(|what| Notice::Done(format!("{done}: {what}{experiment}")));
                changes.write(GameChanged::Jumped);
            }
            Ok(false) => self.notice = Some(Notice::Hint(nothing.to_owned())),
            Err(error) => self.fail(error),
        }
    }

    /// Whether the next command would begin a branch whose dice have been seen before.
    fn begins_what_if(&self) -> bool {
        let next = self.game.history().branch_of_next();
        !self.game.is_what_if() && !self.game.is_try_out() && next == Branch::WhatIf
    }

    /// Says that a branch has begun whose dice were seen before, and the way back; `before` it had not.
    pub(super) fn tell_what_if(&mut self, before: bool) {
        if !before && self.game.is_what_if() && !self.game.is_try_out() && self.notice.is_none() {
            self.notice = Some(Notice::Done(WHAT_IF_BEGINS.to_owned()));
        }
    }

    /// Result of an entry of the history, in a sentence.
    pub fn summary_of(&self, entry: EntryId) -> Option<String> {
        let entry = self.game.history().entries().get(entry.0)?;
        let sentences = sentences(&narrated_setup(&self.game.battle().view()), &entry.outcome.facts);
        let own = sentences.into_iter().find(|sentence| sentence.weight != Weight::Quiet);
        own.map(|sentence| sentence.text)
    }

    fn save(&mut self, path: &Path) {
        self.notice = Some(match self.game.save(path, Existing::Replaced) {
            Ok(()) => {
                emit(&UiEvent::Saved { path: path.to_owned() });
                self.file = Some(path.to_owned());
                self.is_as_loaded();
                Notice::Done(format!("Saved as {}", path.display()))
            }
            Err(error) => Notice::Failed(format!("{} ({})", error, path.display())),
        });
    }

    /// Starts the same level again; the next seed gives it other dice.
    fn play_again(&mut self, dice: &mut HandDice, changes: &mut MessageWriter<GameChanged>) {
        let setup = Arc::clone(self.game.setup());
        match Match::start(setup, DiceChoice::Seed(self.game.seed().wrapping_add(1))) {
            Ok(game) => {
                let by_hand = rolls_by_hand(&self.game);
                self.open(game);
                self.file = None;
                self.notice = None;
                if by_hand {
                    self.game.roll_by_hand();
                    *dice = HandDice::of_opening(self);
                }
                changes.write(GameChanged::Opened);
            }
            Err(error) => self.fail(error),
        }
    }

    fn load(&mut self, path: &Path, changes: &mut MessageWriter<GameChanged>) {
        self.notice = match Match::load(path) {
            Ok(loaded) => {
                let by_hand = rolls_by_hand(&self.game);
                self.open(loaded.game);
                if by_hand {
                    self.game.roll_by_hand();
                }
                self.file = Some(path.to_owned());
                self.is_as_loaded();
                changes.write(GameChanged::Opened);
                emit(&UiEvent::Loaded { path: path.to_owned() });
                let departures =
                    self.game.departed_in_words().map(|words| format!("{}: {words}.", path.display()));
                let damage = loaded.damage.map(|damage| {
                    format!("{} is damaged at {damage}. Everything before that was loaded.", path.display())
                });
                damage.or(departures).map(Notice::Failed)
            }
            Err(error) => Some(Notice::Failed(format!("{} could not be opened: {error}", path.display()))),
        };
    }
}

/// Reports the first game.
fn report_opened(mut changes: MessageWriter<GameChanged>) {
    changes.write(GameChanged::Opened);
}

/// Carries requests out in order. Those that change the game withdraw a command that waits for dice.
fn handle_requests(
    mut requests: MessageReader<GameRequest>,
    mut opened: ResMut<OpenGame>,
    mut dice: ResMut<HandDice>,
    mut changes: MessageWriter<GameChanged>,
    mut stage: ResMut<Stage>,
    mut exit: MessageWriter<AppExit>,
) {
    for request in requests.read() {
        if matches!(request, GameRequest::Play(_, state) if *state != opened.state()) {
            continue;
        }
        if let Some(why) = opened.bars(request, &dice) {
            opened.ignore_key(why);
            continue;
        }
        if matches!(
            request,
            GameRequest::Submit(_)
                | GameRequest::Play(..)
                | GameRequest::ShowNext
                | GameRequest::Undo
                | GameRequest::Redo
                | GameRequest::Load(_)
                | GameRequest::PlayAgain
                | GameRequest::ToStart(_)
        ) {
            dice.0 = None;
        }
        match request {
            GameRequest::Submit(commands) => opened.obey(commands, &mut dice, &mut changes),
            GameRequest::Play(command, _) => {
                opened.submit(std::slice::from_ref(&**command), &mut dice, &mut changes);
            }
            GameRequest::ShowNext => opened.show_next(&mut changes),
            GameRequest::Undo => opened.undo(&mut changes),
            GameRequest::Redo => opened.step(Match::redo, "There is nothing to redo.", &mut changes),
            GameRequest::LookAt(entry) => opened.look_at(*entry, &mut changes),
            GameRequest::Show(entry) => opened.show(*entry, &mut changes),
            GameRequest::PlayOn(keeping) => opened.play_on(*keeping, &mut changes),
            GameRequest::EndTryOut => opened.end_try_out(&mut changes),
            GameRequest::Save(path) => opened.save(path),
            GameRequest::SaveMoment => opened.save_moment(),
            GameRequest::Load(path) => opened.load(path, &mut changes),
            GameRequest::PlayAgain => opened.play_again(&mut dice, &mut changes),
            GameRequest::ToStart(page) => opened.go_to_start(*page, &mut stage),
            GameRequest::Quit => drop(exit.write(AppExit::Success)),
            GameRequest::Dice(request) => dice.handle(*request, &opened),
            GameRequest::AcceptDice => opened.go_on(&mut dice, &mut changes),
            GameRequest::RollByHand => opened.game.roll_by_hand(),
            GameRequest::RollByProgram => opened.game.roll_by_program(),
        }
        opened.note_relocation();
    }
}

/// Shows the level and the turn in the title bar.
fn set_window_title(opened: Res<OpenGame>, stage: Res<Stage>, mut windows: Query<&mut Window>) {
    if !opened.is_changed() && !stage.is_changed() {
        return;
    }
    let level = &opened.game.setup().level.name;
    let name = match *stage {
        Stage::Table => format!("{level} — {} — WarStrike", words::turn(&opened.game.battle().view())),
        Stage::Start(_) => "WarStrike".to_owned(),
    };
    for mut window in &mut windows {
        if window.title != name {
            window.title.clone_from(&name);
        }
    }
}
