//! Someone beside the window who answers questions about the battle as it stands.
//!
//! Whoever wants to know asks again and again; only what differs is passed on, and of several
//! questions that wait only the last matters.

use std::sync::Arc;

use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::EventLoopProxyWrapper;

use super::open_game::OpenGame;
use super::query_thread::{self, QueryServer, QueryThread};
use super::what_if::WhatIfBattle;
use crate::game::engine::battle::BattleError;
use crate::game::engine::record::history::EntryId;
use crate::game::engine::snapshot::Snapshot;
use crate::level::setup::Setup;

/// Which battle, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    entry: EntryId,
    setup: usize,
}

impl Subject {
    /// Of the game that is open.
    pub fn of(opened: &OpenGame) -> Self {
        let setup = Arc::as_ptr(opened.game.setup()) as usize;
        Self { entry: opened.game.history().present().id, setup }
    }
}

/// How a question is answered, with what he who answers keeps in memory of the battle as it stands.
type Answering<Q, A, M> = fn(&mut WhatIfBattle, &Q, &mut M) -> A;

/// A question with its answer; without one where a later question came first.
type GameSystems<Q, A> = (Q, Option<A>);

/// What was asked and what was found out.
pub(super) struct BackgroundQuery<Q, A, M = ()> {
    name: &'static str,
    answering: Answering<Q, A, M>,
    worker: Option<(Subject, QueryThread<Q, GameSystems<Q, A>>)>,
    asked: Option<(Subject, Q)>,
    found: Option<(Subject, Q, A)>,
}

impl<Q: Clone + PartialEq + Send + 'static, A: Send + 'static, M: Default + 'static>
    BackgroundQuery<Q, A, M>
{
    /// One who answers so; nobody works before something is asked.
    pub fn new(name: &'static str, answering: Answering<Q, A, M>) -> Self {
        Self { name, answering, worker: None, asked: None, found: None }
    }

    /// The last answer about the battle as it stands, with its question: perhaps not yet that to
    /// the last question.
    pub fn found(&self) -> Option<(&Q, &A)> {
        let (subject, question, answer) = self.found.as_ref()?;
        let fits = self.asked.as_ref().is_some_and(|(asked, _)| asked == subject);
        fits.then_some((question, answer))
    }

    /// The last answer about this battle, perhaps as it stood before, with its question.
    pub fn last(&self) -> Option<(&Q, &A)> {
        let (subject, question, answer) = self.found.as_ref()?;
        let fits = self.asked.as_ref().is_some_and(|(asked, _)| asked.setup == subject.setup);
        fits.then_some((question, answer))
    }

    /// The answer to the last question, with it, once it is there.
    pub fn settled(&self) -> Option<(&Q, &A)> {
        self.found().filter(|(question, _)| self.asked() == Some(question))
    }

    /// What was asked last.
    pub fn asked(&self) -> Option<&Q> {
        self.asked.as_ref().map(|(_, question)| question)
    }

    /// Whether an answer is still to come.
    pub fn is_thinking(&self) -> bool {
        self.worker.as_ref().is_some_and(|(_, worker)| worker.is_thinking())
    }

    /// Whether asking this would change anything.
    pub fn is_news(&self, opened: &OpenGame, question: Option<&Q>) -> bool {
        let asked = self.asked.as_ref().map(|(subject, question)| (*subject, question));
        asked != question.map(|question| (Subject::of(opened), question))
    }

    /// Asks; with nothing to ask, forgets what was found.
    pub fn ask(&mut self, opened: &OpenGame, proxy: Option<&EventLoopProxyWrapper>, question: Option<Q>) {
        if !self.is_news(opened, question.as_ref()) {
            return;
        }
        let Some(question) = question else {
            (self.asked, self.found) = (None, None);
            return;
        };
        let of = Subject::of(opened);
        if self.worker.as_ref().is_none_or(|(known, _)| *known != of) {
            let (setup, snapshot) = (opened.game.setup().clone(), opened.game.battle().snapshot());
            let (name, answering) = (self.name, self.answering);
            let work = move |counter: QueryServer<Q, GameSystems<Q, A>>| {
                if let Err(why) = answer(setup, &snapshot, &counter, answering) {
                    bevy::log::warn!("no answers from the {name}: {why}");
                }
            };
            self.worker =
                QueryThread::start(name, query_thread::wake(proxy), work).map(|worker| (of, worker));
        }
        if let Some((_, worker)) = &mut self.worker {
            worker.ask(question.clone());
            self.asked = Some((of, question));
        }
    }

    /// Takes up what has been found out; whether there is anything new.
    pub fn listen(&mut self) -> News {
        let Some((of, worker)) = &mut self.worker else { return News::None };
        let (of, answers) = (*of, worker.answers());
        let mut news = News::None;
        for (question, answer) in answers {
            let wanted = self.asked.as_ref().is_some_and(|(asked, _)| *asked == of);
            if let Some(answer) = answer.filter(|_| wanted) {
                self.found = Some((of, question, answer));
                news = News::Some;
            }
        }
        news
    }
}

/// Takes up what someone has found out; where it is anything new, the window is painted anew.
pub(super) fn hear<R: Resource<Mutability = Mutable>>(
    desk: &mut ResMut<R>,
    redraw: &mut MessageWriter<RequestRedraw>,
    listen: impl FnOnce(&mut R) -> News,
) -> News {
    let news = listen(desk.bypass_change_detection());
    if news == News::Some {
        desk.set_changed();
        redraw.write(RequestRedraw);
    }
    news
}

/// Whether something was found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum News {
    /// Nothing.
    None,
    /// Something.
    Some,
}

/// Answers until nobody asks any more.
fn answer<Q, A, M: Default>(
    setup: Arc<Setup>,
    snapshot: &Snapshot,
    counter: &QueryServer<Q, GameSystems<Q, A>>,
    answering: Answering<Q, A, M>,
) -> Result<(), BattleError> {
    let mut thought = WhatIfBattle::of(setup, snapshot)?.unless(counter.recall.clone());
    let mut memory = M::default();
    while let Some(waiting) = counter.wait() {
        let last = waiting.len() - 1;
        for (nth, question) in waiting.into_iter().enumerate() {
            let found = (nth == last).then(|| answering(&mut thought, &question, &mut memory));
            if counter.tell((question, found)).is_none() {
                return Ok(());
            }
        }
    }
    Ok(())
}
