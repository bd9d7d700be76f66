//! A computer player at work: a thread of its own that thinks about one game, so that no frame waits for it.

use std::sync::Arc;

use bevy::prelude::warn;
use bevy::winit::EventLoopProxyWrapper;
use tabletop::adviser::Advice;
use tabletop::battle::{Battle, BattleError};
use tabletop::dice::Dice;
use tabletop_counters::OnHexes;
use tabletop_shell::Hosted;
use tabletop_shell::files::{Files, Folders};

use super::moment::Moment;
use crate::ui::background::computing::Task;
use crate::ui::background::query_thread::{self, QueryServer, QueryThread};

/// The answer to a question: no advice once the battle is over.
pub type Thought<G> = Result<Option<Advice<G>>, String>;

type Question<G> = (Moment, <G as tabletop::game::Game>::Snapshot);
type Reply<G> = (Moment, Thought<G>);

/// Who thinks by which style.
#[derive(Clone, Debug)]
pub struct Style {
    /// As [`Hosted::adviser`] takes it.
    pub name: String,
    /// Of the dice that the style may roll for itself.
    pub seed: u64,
}

/// A computer player of one game, or an adviser.
pub struct Thinker<G: OnHexes> {
    style: String,
    battle: u64,
    thread: QueryThread<Question<G>, Reply<G>>,
    asked: Option<Moment>,
}

impl<G: OnHexes> Thinker<G> {
    /// A thread that thinks about one battle; `None` if the system has none left.
    pub fn start(
        style: Style,
        folders: Folders,
        setup: Arc<G::Setup>,
        battle: u64,
        proxy: Option<&EventLoopProxyWrapper>,
    ) -> Option<Self> {
        let name = style.name.clone();
        let serve = move |server: QueryServer<Question<G>, Reply<G>>| {
            if let Err(why) = serve::<G>(&style, &folders, &setup, &server) {
                warn!("the computer player has stopped: {why}");
            }
        };
        let thread = QueryThread::start("computer player", query_thread::wake(proxy), serve)?;
        Some(Self { style: name, battle, thread, asked: None })
    }

    /// Whether it thinks about a battle by a style.
    pub fn is_for(&self, style: &str, battle: u64) -> bool {
        self.style == style && self.battle == battle
    }

    /// Asks about a battle at a moment, unless that was asked already.
    pub fn ask(&mut self, moment: Moment, battle: &Battle<G>) {
        if self.asked != Some(moment) {
            self.thread.ask(Task::ComputerPlayer, (moment, battle.snapshot()));
            self.asked = Some(moment);
        }
    }

    /// The answer about a moment, if it has come.
    pub fn receive(&mut self, moment: Moment) -> Option<Thought<G>> {
        let answers = self.thread.answers();
        answers.into_iter().rev().find(|(about, _)| *about == moment).map(|(_, thought)| thought)
    }
}

/// Answers until no more questions can come.
fn serve<G: OnHexes>(
    style: &Style,
    folders: &Folders,
    setup: &Arc<G::Setup>,
    server: &QueryServer<Question<G>, Reply<G>>,
) -> Result<(), BattleError<G>> {
    let (mut battle, _) = Battle::<G>::new(Arc::clone(setup), Dice::seeded(0))?;
    let files = Files::new(folders, G::ID, G::FOLDER);
    let mut adviser = <G as Hosted>::adviser(&style.name, &files, setup, style.seed);
    while let Some(questions) = server.wait() {
        for (moment, snapshot) in questions {
            battle.restore(&snapshot)?;
            let thought = match &mut adviser {
                Ok(adviser) => Ok(adviser.advise(&battle)),
                Err(why) => Err(why.clone()),
            };
            if server.answer((moment, thought)).is_none() {
                return Ok(());
            }
        }
    }
    Ok(())
}
