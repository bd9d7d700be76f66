//! Background queries: questions about the battle, answered on a thread of their own.
//!
//! What is asked follows from what the window shows: whenever that changes the question is made again, and
//! passed on if it differs. The newest question wins; an answer about a battle that has moved on is dropped.
//!
//! A kind of query is a type that implements [`Query`]; [`AppQueryExt::add_query`] adds everything it needs.

use std::time::Duration;

use bevy::ecs::system::{StaticSystemParam, SystemParam, SystemParamItem};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::EventLoopProxyWrapper;

use super::computing::{Computing, Task, note_waiting};
use super::query_thread::{self, QueryServer, QueryThread};
use super::what_if::WhatIfBattle;
use crate::game::engine::battle::BattleError;
use crate::game::engine::snapshot::Snapshot;
use crate::level::setup::Setup;
use crate::ui::frame::frame_order::InputSystems;
use crate::ui::frame::inputs::MayChange;
use crate::ui::session::open_game::{BattleState, OpenGame};

/// A kind of question about the battle.
pub(in crate::ui) trait Query: Send + Sync + 'static {
    /// The name of its thread.
    const NAME: &'static str;

    /// Task of its thread: the hint that is shown while an answer is late.
    const TASK: Task;

    /// Whether what is shown depends on the question as well as on the answer.
    const SHOWS_QUESTION: bool = true;

    /// Inputs of the question, apart from the battle.
    type Inputs: for<'w, 's> SystemParam<Item<'w, 's>: MayChange> + 'static;
    /// Question to be answered.
    type Question: Clone + PartialEq + Send + Sync + 'static;
    /// Answer.
    type Answer: Send + Sync + 'static;
    /// Memory of the thread from one question about a battle to the next.
    type Memory: Default;

    /// The question to ask now; `None` for none.
    fn question(opened: &OpenGame, inputs: &SystemParamItem<Self::Inputs>) -> Option<Self::Question>;

    /// Answers it, on the thread.
    fn answer(
        battle: &mut WhatIfBattle,
        question: &Self::Question,
        memory: &mut Self::Memory,
    ) -> Self::Answer;
}

/// Last question, and the last answer.
#[derive(Resource)]
pub(in crate::ui) struct BackgroundQuery<Q: Query> {
    thread: Option<(BattleState, QueryThread<Q::Question, Reply<Q>>)>,
    asked: Option<(BattleState, Q::Question)>,
    found: Option<(BattleState, Q::Question, Q::Answer)>,
}

/// A question with its answer; without one if a newer question had come.
type Reply<Q> = (<Q as Query>::Question, Option<<Q as Query>::Answer>);

impl<Q: Query> Default for BackgroundQuery<Q> {
    fn default() -> Self {
        Self { thread: None, asked: None, found: None }
    }
}

impl<Q: Query> BackgroundQuery<Q> {
    /// The last answer about the battle in its present state, with its question: perhaps not yet the answer to
    /// the last question.
    pub fn found(&self) -> Option<(&Q::Question, &Q::Answer)> {
        let (state, question, answer) = self.found.as_ref()?;
        let is_current = self.asked.as_ref().is_some_and(|(asked, _)| asked == state);
        is_current.then_some((question, answer))
    }

    /// The last answer about this game, perhaps about an earlier state of it, with its question.
    pub fn last(&self) -> Option<(&Q::Question, &Q::Answer)> {
        let (state, question, answer) = self.found.as_ref()?;
        let is_this_game = self.asked.as_ref().is_some_and(|(asked, _)| asked.game == state.game);
        is_this_game.then_some((question, answer))
    }

    /// The answer to the last question, with the question, once it is there.
    pub fn settled(&self) -> Option<(&Q::Question, &Q::Answer)> {
        self.found().filter(|(question, _)| self.asked() == Some(question))
    }

    /// The last question.
    pub fn asked(&self) -> Option<&Q::Question> {
        self.asked.as_ref().map(|(_, question)| question)
    }

    /// Time that the oldest question without an answer has waited.
    fn waited(&self) -> Option<Duration> {
        self.thread.as_ref().and_then(|(_, thread)| thread.waited(Q::TASK))
    }

    fn is_news(&self, state: BattleState, question: Option<&Q::Question>) -> bool {
        let asked = self.asked.as_ref().map(|(state, question)| (*state, question));
        asked != question.map(|question| (state, question))
    }

    fn ask(
        &mut self,
        opened: &OpenGame,
        proxy: Option<&EventLoopProxyWrapper>,
        question: Option<Q::Question>,
    ) {
        let Some(question) = question else {
            (self.asked, self.found) = (None, None);
            return;
        };
        let state = opened.state();
        if self.thread.as_ref().is_none_or(|(known, _)| *known != state) {
            let (setup, snapshot) = (opened.game.setup().clone(), opened.game.battle().snapshot());
            let serve = move |server: QueryServer<Q::Question, Reply<Q>>| {
                if let Err(why) = serve::<Q>(setup, &snapshot, &server) {
                    warn!("no answers from the {}: {why}", Q::NAME);
                }
            };
            let thread = QueryThread::start(Q::NAME, query_thread::wake(proxy), serve);
            self.thread = thread.map(|thread| (state, thread));
        }
        if let Some((_, thread)) = &mut self.thread {
            thread.ask(Q::TASK, question.clone());
            self.asked = Some((state, question));
        }
    }

    /// Takes the answers that have come; whether there is a new one.
    fn receive(&mut self) -> bool {
        let Some((state, thread)) = &mut self.thread else { return false };
        let (state, replies) = (*state, thread.answers());
        let is_wanted = self.asked.as_ref().is_some_and(|(asked, _)| *asked == state);
        let last = replies.into_iter().filter_map(|(question, answer)| Some((question, answer?))).next_back();
        let Some((question, answer)) = last.filter(|_| is_wanted) else { return false };
        self.found = Some((state, question, answer));
        true
    }
}

/// Questions are up to date, and new answers are there.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::ui) struct QuerySystems;

/// Adds kinds of queries.
pub(in crate::ui) trait AppQueryExt {
    /// Keeps a query's question up to date and receives its answers.
    fn add_query<Q: Query>(&mut self) -> &mut Self;
}

impl AppQueryExt for App {
    fn add_query<Q: Query>(&mut self) -> &mut Self {
        self.init_resource::<BackgroundQuery<Q>>()
            .add_systems(Update, keep_up_to_date::<Q>.in_set(QuerySystems).after(InputSystems))
    }
}

/// Asks, receives and notes what waits, in one system: most of them have nothing to do in most frames.
fn keep_up_to_date<Q: Query>(
    inputs: StaticSystemParam<Q::Inputs>,
    opened: Res<OpenGame>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    time: Res<Time<Real>>,
    mut query: ResMut<BackgroundQuery<Q>>,
    mut computing: ResMut<Computing>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if opened.is_changed() || inputs.has_changed() {
        ask(Q::question(&opened, &inputs), &opened, proxy.as_deref(), &mut query);
    }
    if query.bypass_change_detection().receive() {
        query.set_changed();
        redraw.write(RequestRedraw);
    }
    // What waits for an answer that nobody wants any more is not worth a hint.
    let waited = query.waited().filter(|_| query.asked.is_some());
    note_waiting(&mut computing, &time, [(Q::TASK, waited)]);
}

fn ask<Q: Query>(
    question: Option<Q::Question>,
    opened: &OpenGame,
    proxy: Option<&EventLoopProxyWrapper>,
    query: &mut ResMut<BackgroundQuery<Q>>,
) {
    if !query.is_news(opened.state(), question.as_ref()) {
        return;
    }
    // Without a change, what is shown stays as it is until the answer comes.
    let keeps_showing = question.is_some() && !Q::SHOWS_QUESTION;
    let query = if keeps_showing { query.bypass_change_detection() } else { &mut **query };
    query.ask(opened, proxy, question);
}

/// Answers until no more questions can come.
fn serve<Q: Query>(
    setup: std::sync::Arc<Setup>,
    snapshot: &Snapshot,
    server: &QueryServer<Q::Question, Reply<Q>>,
) -> Result<(), BattleError> {
    let mut battle = WhatIfBattle::new(setup, snapshot)?.with_cancellation(server.cancellation.clone());
    let mut memory = Q::Memory::default();
    while let Some(questions) = server.wait() {
        let newest = questions.len() - 1;
        for (index, question) in questions.into_iter().enumerate() {
            let answer = (index == newest).then(|| Q::answer(&mut battle, &question, &mut memory));
            if server.answer((question, answer)).is_none() {
                return Ok(());
            }
        }
    }
    Ok(())
}
