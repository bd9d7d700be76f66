//! A thread that plans for one unit and one action, question by question.

use std::sync::Arc;

use crate::game::engine::battle::Battle;
use crate::game::engine::dice::Dice;
use crate::game::engine::record::history::EntryId;
use crate::game::engine::snapshot::Snapshot;
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::plan::{Kept, ModelPlanner, ModelReach, UnitPlan, UnitPlanner, UnitSpreads, WayKind};
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Place;
use crate::ui::worker::{QueryServer, QueryThread, Wake};

/// What is planned for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    pub unit: UnitId,
    pub action: Action,
    /// Where the battle stands.
    pub entry: EntryId,
    /// Which battle it is.
    pub setup: usize,
}

/// Something to find out.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Question {
    /// The leader goes there, the formation turned by thousandths of a degree.
    Unit(Place, i32),
    /// One model goes there.
    Model(ModelId, Place),
    /// The unit comes together.
    RestoreCoherency,
    /// The area within reach of a model.
    Reach(ModelId),
}

/// Ways for some models, and what of the wish they keep.
pub(super) type Moves = (Vec<ModelMove>, Kept);

/// What was found out.
pub(super) enum Answer {
    /// To a question for ways.
    Plan(Question, Option<Moves>),
    /// Of a model.
    Reach(ModelId, Option<ModelReach>),
}

/// The thread and what it plans for. It ends when this is dropped.
pub(super) struct PlannerThread {
    subject: Subject,
    worker: QueryThread<Question, Answer>,
}

impl PlannerThread {
    /// Sets one to work; `None` where no thread is to be had.
    pub fn start(subject: Subject, setup: Arc<Setup>, snapshot: Snapshot, wake: Wake) -> Option<Self> {
        let work = move |counter: QueryServer<Question, Answer>| {
            if let Err(why) = think(subject, setup, &snapshot, &counter) {
                bevy::log::warn!("no plans for {}: {why}", subject.unit);
            }
        };
        Some(Self { subject, worker: QueryThread::start("planner", wake, work)? })
    }

    pub fn subject(&self) -> Subject {
        self.subject
    }

    pub fn ask(&mut self, question: Question) {
        self.worker.ask(question);
    }

    /// Whether answers are still to come.
    pub fn is_thinking(&self) -> bool {
        self.worker.is_thinking()
    }

    /// What has been found out since.
    pub fn answers(&mut self) -> Vec<Answer> {
        self.worker.answers()
    }
}

/// Answers questions until nobody asks any more. Of several for ways only the last
/// matters; the others are answered with nothing.
fn think(
    subject: Subject,
    setup: Arc<Setup>,
    snapshot: &Snapshot,
    counter: &QueryServer<Question, Answer>,
) -> Result<(), crate::game::engine::battle::BattleError> {
    let (mut battle, _) = Battle::new(setup, Dice::seeded(0))?;
    battle.restore(snapshot)?;
    let planner = UnitPlanner::new(&battle, subject.unit, subject.action);
    let mut spreads: Option<UnitSpreads> = None;
    while let Some(waiting) = counter.wait() {
        let last = waiting.iter().rposition(|question| !matches!(question, Question::Reach(_)));
        for (nth, question) in waiting.into_iter().enumerate() {
            let answer = match question {
                Question::Reach(model) => Answer::Reach(model, reach(&battle, model, subject.action)),
                question if Some(nth) != last => Answer::Plan(question, None),
                Question::Model(model, to) => {
                    let moves = way(&battle, model, to, subject.action);
                    Answer::Plan(Question::Model(model, to), moves)
                }
                question => {
                    if spreads.is_none() {
                        spreads = planner.as_ref().map(UnitPlanner::spreads);
                    }
                    let plan = spreads.as_ref().and_then(|spreads| match question {
                        Question::Unit(to, turn) => spreads.to(to, f64::from(turn) / 1000.0),
                        _ => spreads.mend(),
                    });
                    Answer::Plan(question, plan.and_then(moves_of))
                }
            };
            if counter.tell(answer).is_none() {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn moves_of(plan: UnitPlan) -> Option<Moves> {
    Some((plan.command.order.unit_move()?.moves.to_vec(), plan.kept))
}

fn reach(battle: &Battle, model: ModelId, action: Action) -> Option<ModelReach> {
    let view = battle.view();
    Some(ModelPlanner::new(view, view.model(model)?, action)?.reach())
}

fn way(battle: &Battle, model: ModelId, to: Place, action: Action) -> Option<Moves> {
    let view = battle.view();
    let model = view.model(model)?;
    let way = ModelPlanner::new(view, model, action)?.way(to);
    let one = ModelMove { model: model.id, path: way.path, facing: model.facing() };
    (way.kind != WayKind::Barred).then_some((vec![one], Kept::Formation))
}
