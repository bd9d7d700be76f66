//! The planner thread: plans moves of one unit by one action, question by question.

use std::sync::Arc;
use std::time::Duration;

use crate::game::engine::battle::Battle;
use crate::game::engine::command::Command;
use crate::game::engine::dice::Dice;
use crate::game::engine::snapshot::Snapshot;
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::plan::{
    ModelPlanner, ModelReach, PathKind, PlanQuality, UnitPathTrees, UnitPlan, UnitPlanner, slide,
};
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Place;
use crate::ui::background::computing::Task;
use crate::ui::background::query_thread::{QueryServer, QueryThread, Wake};
use crate::ui::session::open_game::BattleState;

/// What to plan for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) struct Subject {
    pub unit: UnitId,
    pub action: Action,
    pub state: BattleState,
}

/// A question to the planner.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Question {
    /// The leader goes there, the formation turned by thousandths of a degree; the command as it was drawn.
    Unit(Place, i32, Box<Command>),
    /// One model goes there; the command as it was drawn.
    Model(ModelId, Place, Box<Command>),
    /// The unit regains coherency.
    RestoreCoherency,
    /// The area within reach of a model.
    Reach(ModelId),
}

impl Question {
    fn task(&self) -> Task {
        match self {
            Self::Unit(..) | Self::Model(..) | Self::RestoreCoherency => Task::Paths,
            Self::Reach(_) => Task::Reach,
        }
    }
}

/// Moves of some models, and what they keep of what was drawn.
pub(super) type Moves = (Vec<ModelMove>, PlanQuality);

/// An answer of the planner.
pub(super) enum Answer {
    /// To a question for moves; `None` if there are none, or a newer question had come.
    Plan(Question, Option<Moves>),
    /// The area within reach of a model.
    Reach(ModelId, Option<ModelReach>),
}

/// The thread, and what it plans for. It ends when this is dropped.
pub(super) struct PlannerThread {
    subject: Subject,
    thread: QueryThread<Question, Answer>,
}

impl PlannerThread {
    /// Starts a thread; `None` if the system has none left.
    pub fn start(subject: Subject, setup: Arc<Setup>, snapshot: Snapshot, wake: Wake) -> Option<Self> {
        let serve = move |server: QueryServer<Question, Answer>| {
            if let Err(why) = serve(subject, setup, &snapshot, &server) {
                bevy::log::warn!("no plans for {}: {why}", subject.unit);
            }
        };
        Some(Self { subject, thread: QueryThread::start("planner", wake, serve)? })
    }

    pub fn subject(&self) -> Subject {
        self.subject
    }

    pub fn ask(&mut self, question: Question) {
        self.thread.ask(question.task(), question);
    }

    /// How long the oldest question of a task has waited.
    pub fn waited(&self, task: Task) -> Option<Duration> {
        self.thread.waited(task)
    }

    /// The answers that have come since the last call.
    pub fn answers(&mut self) -> Vec<Answer> {
        self.thread.answers()
    }
}

/// Answers until no more questions can come. Of several questions for moves only the last gets an answer.
fn serve(
    subject: Subject,
    setup: Arc<Setup>,
    snapshot: &Snapshot,
    server: &QueryServer<Question, Answer>,
) -> Result<(), crate::game::engine::battle::BattleError> {
    let (mut battle, _) = Battle::new(setup, Dice::seeded(0))?;
    battle.restore(snapshot)?;
    let planner = UnitPlanner::new(&battle, subject.unit, subject.action);
    let mut path_trees: Option<UnitPathTrees> = None;
    while let Some(waiting) = server.wait() {
        let newest = waiting.iter().rposition(|question| !matches!(question, Question::Reach(_)));
        for (index, question) in waiting.into_iter().enumerate() {
            let answer = match question {
                Question::Reach(model) => Answer::Reach(model, reach(&battle, model, subject.action)),
                question if Some(index) != newest => Answer::Plan(question, None),
                Question::Model(model, to, drawn) => {
                    let moves = path(&battle, model, to, subject.action).or_else(|| slid(&battle, &drawn));
                    Answer::Plan(Question::Model(model, to, drawn), moves)
                }
                question => {
                    if path_trees.is_none() {
                        path_trees = planner.as_ref().map(UnitPlanner::path_trees);
                    }
                    let plan = path_trees.as_ref().and_then(|path_trees| match question {
                        Question::Unit(to, turn, _) => path_trees.plan_near(to, f64::from(turn) / 1000.0),
                        _ => path_trees.restore_coherency(),
                    });
                    let moves = plan.and_then(moves_of);
                    let stops_short =
                        moves.as_ref().is_none_or(|(_, quality)| *quality == PlanQuality::Direction);
                    let slid = match &question {
                        Question::Unit(_, _, drawn) if stops_short => slid(&battle, drawn),
                        _ => None,
                    };
                    Answer::Plan(question, slid.or(moves))
                }
            };
            if server.answer(answer).is_none() {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn moves_of(plan: UnitPlan) -> Option<Moves> {
    Some((plan.command.order.unit_move()?.moves.to_vec(), plan.quality))
}

/// The moves as they were drawn, with ends that slide to the nearest legal place.
fn slid(battle: &Battle, drawn: &Command) -> Option<Moves> {
    let slid = slide(battle, drawn)?;
    Some((slid.order.unit_move()?.moves.to_vec(), PlanQuality::Leader))
}

fn reach(battle: &Battle, model: ModelId, action: Action) -> Option<ModelReach> {
    let view = battle.view();
    Some(ModelPlanner::new(view, view.model(model)?, action)?.reach())
}

fn path(battle: &Battle, model: ModelId, to: Place, action: Action) -> Option<Moves> {
    let view = battle.view();
    let model = view.model(model)?;
    let path = ModelPlanner::new(view, model, action)?.path_to(to);
    let one = ModelMove { model: model.id, path: path.corners, facing: model.facing() };
    (path.kind != PathKind::NoPath).then_some((vec![one], PlanQuality::Formation))
}
