//! A computer player at work: a thread of its own that thinks about one game, so that no frame waits for it.
//!
//! What it remembers from one decision to the next depends on the game alone, and not on the window.

use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::winit::EventLoopProxyWrapper;

use crate::game::adviser::{Advice, Advisers};
use crate::game::announcement::{Announcement, announce};
use crate::game::engine::WarStrike;
use crate::game::engine::battle::{Battle, BattleError};
use crate::game::engine::dice::Dice;
use crate::game::engine::fact::Fact;
use crate::game::engine::snapshot::Snapshot;
use crate::level::setup::Setup;
use crate::ui::background::computing::Task;
use crate::ui::background::query_thread::{self, QueryServer, QueryThread};
use crate::ui::session::open_game::{BattleState, OpenGame};

/// A computer player: of side A, of side B, or the adviser.
pub(super) struct PlayerThread {
    style: String,
    game: u32,
    thread: QueryThread<Question, Reply>,
    asked: Option<BattleState>,
}

/// What is thought of a decision.
#[derive(Clone, Debug)]
pub(in crate::ui) struct PlannedCommand {
    /// What to do, and why.
    pub advice: Advice,
    /// The same in a line, with its odds.
    pub announcement: Announcement,
    /// What will come of it, dice and all; nothing unless it was asked.
    pub ahead: Vec<Fact>,
}

/// How far a computer player thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forecast {
    /// Up to its command.
    Command,
    /// Up to what its dice will show: for a show in which nobody plays.
    Outcome,
}

type Question = (BattleState, Snapshot, Forecast);

/// The answer to a question: `None` once the battle is over.
pub(super) type Answer = Result<Option<Box<PlannedCommand>>, String>;
type Reply = (BattleState, Answer);

impl PlayerThread {
    /// A new computer player on a thread of its own; `None` if the system has none left.
    pub fn new(
        advisers: Arc<dyn Advisers<WarStrike>>,
        style: &str,
        seed: u64,
        opened: &OpenGame,
        proxy: Option<&EventLoopProxyWrapper>,
    ) -> Option<Self> {
        let setup = Arc::clone(opened.game.setup());
        let name = style.to_owned();
        let serve = move |server: QueryServer<Question, Reply>| {
            if let Err(why) = serve(advisers.as_ref(), &name, &setup, seed, &server) {
                warn!("the computer player has stopped: {why}");
            }
        };
        let thread = QueryThread::start("computer player", query_thread::wake(proxy), serve)?;
        Some(Self { style: style.to_owned(), game: opened.state().game, thread, asked: None })
    }

    /// Whether it plays a game by a style.
    pub fn is_for(&self, style: &str, game: u32) -> bool {
        self.style == style && self.game == game
    }

    /// What was asked last.
    pub fn asked(&self) -> Option<BattleState> {
        self.asked
    }

    /// Asks about the battle as it is, unless that was asked already.
    pub fn ask(&mut self, opened: &OpenGame, outlook: Forecast) {
        let state = opened.state();
        if self.asked != Some(state) {
            self.thread.ask(Task::ComputerPlayer, (state, opened.game.battle().snapshot(), outlook));
            self.asked = Some(state);
        }
    }

    /// The answer about a state of the battle, if it has come.
    pub fn receive(&mut self, state: BattleState) -> Option<Answer> {
        let answers = self.thread.answers();
        answers.into_iter().rev().find(|(about, _)| *about == state).map(|(_, answer)| answer)
    }

    /// How long the oldest question has waited.
    pub fn waited(&self) -> Option<Duration> {
        self.thread.waited(Task::ComputerPlayer)
    }
}

/// Answers until no more questions can come.
fn serve(
    advisers: &dyn Advisers<WarStrike>,
    style: &str,
    setup: &Arc<Setup>,
    seed: u64,
    server: &QueryServer<Question, Reply>,
) -> Result<(), BattleError> {
    let (mut battle, _) = Battle::new(Arc::clone(setup), Dice::seeded(0))?;
    let mut adviser = advisers.adviser(style, setup, seed);
    while let Some(questions) = server.wait() {
        for (state, snapshot, outlook) in questions {
            battle.restore(&snapshot)?;
            let answer = match &mut adviser {
                Ok(adviser) => {
                    adviser.advise(&battle).map(|advice| think(&mut battle, advice, outlook)).transpose()
                }
                Err(why) => Err(why.clone()),
            };
            if server.answer((state, answer)).is_none() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// What comes of an advice. The battle's dice roll for it what they will roll in the game: the nth face depends on the
/// seed and n alone.
fn think(battle: &mut Battle, advice: Advice, outlook: Forecast) -> Result<Box<PlannedCommand>, String> {
    let announcement = announce(battle, &advice.command);
    let ahead = match outlook {
        Forecast::Command => Vec::new(),
        Forecast::Outcome => battle.submit(&advice.command).map_err(|error| error.to_string())?.facts,
    };
    Ok(Box::new(PlannedCommand { advice, announcement, ahead }))
}
