//! The planner thread: plans moves of one unit by one action, question by question.

use std::sync::Arc;
use std::time::Duration;

use crate::game::engine::battle::Battle;
use crate::game::engine::command::{Command, Order};
use crate::game::engine::dice::Dice;
use crate::game::engine::snapshot::Snapshot;
use crate::game::phases::close_combat::moves::terms;
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::plan::{
    ModelPlanner, ModelReach, PathKind, PlanQuality, PlannedPath, UnitPathTrees, UnitPlan, UnitPlanner,
    is_accepted, slide,
};
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::close_combat::CombatMove;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Place;
use crate::ui::background::computing::Task;
use crate::ui::background::query_thread::{QueryServer, QueryThread, Wake};
use crate::ui::session::open_game::BattleState;

/// Subject of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) struct Subject {
    pub unit: UnitId,
    pub action: Action,
    /// The move in a close combat, if it is one: only its reach is asked for.
    pub by: Option<CombatMove>,
    pub state: BattleState,
}

/// A question to the planner.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Question {
    /// The leader goes there, the formation turned by thousandths of a degree; the command as it was drawn.
    Unit(Goal, i32, Box<Command>),
    /// One model goes there; the command as it was drawn.
    Model(ModelId, Goal, Box<Command>),
    /// The unit regains coherency.
    RestoreCoherency,
    /// The area within reach of a model.
    Reach(ModelId),
}

/// Intended end of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    /// As far as it may go on a straight way.
    pub to: Place,
    /// Position of the pointer.
    pub toward: Place,
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

    /// Time that the oldest question of a task has waited.
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
                Question::Reach(model) => Answer::Reach(model, reach(&battle, model, subject)),
                question if Some(index) != newest => Answer::Plan(question, None),
                Question::Model(model, goal, drawn) => {
                    let moves = path(&battle, model, goal.to, subject.action)
                        .or_else(|| slid(&battle, &drawn))
                        .or_else(|| path_toward(&battle, model, goal.toward, (subject.action, &drawn)));
                    Answer::Plan(Question::Model(model, goal, drawn), moves)
                }
                question => {
                    if path_trees.is_none() {
                        path_trees = planner.as_ref().map(UnitPlanner::path_trees);
                    }
                    let plan = path_trees.as_ref().and_then(|path_trees| match question {
                        Question::Unit(goal, turn, _) => {
                            path_trees.plan_near(goal.to, f64::from(turn) / 1000.0)
                        }
                        _ => path_trees.restore_coherency(),
                    });
                    let arrives =
                        plan.filter(|plan| plan.quality != PlanQuality::Direction).and_then(moves_of);
                    let moves = match &question {
                        Question::Unit(goal, turn, drawn) => {
                            arrives.or_else(|| slid(&battle, drawn)).or_else(|| {
                                let turn = f64::from(*turn) / 1000.0;
                                path_trees.as_ref()?.plan_toward(goal.toward, turn).and_then(moves_of)
                            })
                        }
                        _ => arrives,
                    };
                    Answer::Plan(question, moves)
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
    Some((plan.command.order.drafted_action()?.moves.into_owned(), plan.quality))
}

/// The moves as they were drawn, with ends that slide to the nearest legal place.
fn slid(battle: &Battle, drawn: &Command) -> Option<Moves> {
    let slid = slide(battle, drawn)?;
    Some((slid.order.drafted_action()?.moves.into_owned(), PlanQuality::Leader))
}

fn reach(battle: &Battle, model: ModelId, Subject { action, by, .. }: Subject) -> Option<ModelReach> {
    let view = battle.view();
    let moved = view.model(model)?;
    let planner = match by {
        Some(by) => {
            let terms = terms(view, view.unit(model.unit)?, by);
            ModelPlanner::on_terms(view, moved, terms, terms.allowance)
        }
        None => ModelPlanner::new(view, moved, action),
    };
    Some(planner?.reach())
}

/// The path of one model to a place within reach.
fn path(battle: &Battle, model: ModelId, to: Place, action: Action) -> Option<Moves> {
    let view = battle.view();
    let model = view.model(model)?;
    let path = ModelPlanner::new(view, model, action)?.path_to(to);
    let one = ModelMove { model: model.id, path: path.corners, facing: model.facing() };
    let is_legal = matches!(path.kind, PathKind::Around | PathKind::Through);
    is_legal.then_some((vec![one], PlanQuality::Formation))
}

/// The path of one model as far toward a place as the battle accepts it, with everything else as it was drawn.
fn path_toward(
    battle: &Battle,
    model: ModelId,
    to: Place,
    (action, drawn): (Action, &Command),
) -> Option<Moves> {
    let view = battle.view();
    let model = view.model(model)?;
    let moved = |path: Vec<Place>| ModelMove { model: model.id, path, facing: model.facing() };
    let others: Vec<ModelMove> = drawn.order.drafted_action()?.moves.into_owned();
    let accepts = |path: &PlannedPath| {
        let rest = others.iter().filter(|one| one.model != model.id).cloned();
        let order =
            Order::of_move(action, model.id.unit, rest.chain([moved(path.corners.clone())]).collect());
        order.is_some_and(|order| is_accepted(battle, &Command { player: drawn.player, order }))
    };
    let path = ModelPlanner::new(view, model, action)?.path_toward(to, accepts)?;
    Some((vec![moved(path.corners)], PlanQuality::Direction))
}
