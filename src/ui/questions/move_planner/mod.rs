//! The move planner: paths around obstacles and nearby places, for a draft that is refused as it is drawn.
//!
//! A drag is first taken literally: every model goes straight, the formation is kept. Only a draft that the
//! battle refuses goes to the planner. It works on a thread of its own, so that the window never waits.

mod apply_plan;
mod planner_thread;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::EventLoopProxyWrapper;

use crate::game::plan::ModelReach;
use crate::rules::action::Action;
use crate::rules::ids::ModelId;
use crate::ui::background::computing::{Computing, Task, note_waiting};
use crate::ui::background::query_thread;
use crate::ui::drafts::draft::{Draft, Drafting, Purpose};
use crate::ui::drafts::draft_check::DraftCheck;
use crate::ui::drafts::orders;
use crate::ui::drafts::selection::Selection;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::OpenGame;
use planner_thread::{Answer, PlannerThread, Question};

pub(in crate::ui) use apply_plan::{CoherencyKey, RestoreCoherency};
pub(in crate::ui) use planner_thread::Subject;

/// Questions to the planner, and its results.
#[derive(Resource, Default)]
pub(in crate::ui) struct MovePlans {
    planner: Option<PlannerThread>,
    asked: Option<Question>,
    reach: Option<(ModelId, Result<ModelReach, ()>)>,
}

/// A plan becomes part of the draft, and is checked, in the next frame.
pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<MovePlans>()
        .add_message::<RestoreCoherency>()
        .add_observer(apply_plan::on_coherency_key)
        .add_systems(
            Update,
            (
                ensure_planner,
                ask_for_reach,
                apply_plan::ask_to_restore_coherency,
                apply_plan::ask_for_plan,
                receive,
                note,
            )
                .chain()
                .after(crate::ui::frame::frame_order::InputSystems),
        );
}

impl MovePlans {
    /// The area within reach of a model, once it is known.
    pub fn reach(&self) -> Option<(ModelId, &ModelReach)> {
        let (model, reach) = self.reach.as_ref()?;
        Some((*model, reach.as_ref().ok()?))
    }

    /// The unit, action and state of the battle that the answers are about.
    pub fn subject(&self) -> Option<Subject> {
        self.planner.as_ref().map(PlannerThread::subject)
    }

    fn ask(&mut self, question: Question) {
        if self.asked.as_ref() == Some(&question) {
            return;
        }
        if let Some(planner) = &mut self.planner {
            planner.ask(question.clone());
            self.asked = Some(question);
        }
    }
}

/// The unit and action to plan for: those of the draft, else those of the selected unit; `None` for a unit that
/// may not act.
fn subject(opened: &OpenGame, drafting: &Drafting, selection: &Selection) -> Option<Subject> {
    let state = opened.state();
    let (unit, action) = match &drafting.0 {
        Some(Draft { unit, purpose: Purpose::Move(action), .. }) => (*unit, *action),
        Some(Draft { unit, purpose: Purpose::Combat(by), .. }) => {
            return Some(Subject { unit: *unit, action: selection.action, by: Some(*by), state });
        }
        Some(_) => return None,
        // One that has to fall back goes where the rules send it.
        None => (selection.unit.filter(|unit| !orders::falls_back(opened, *unit))?, selection.action),
    };
    let is_planned = action != Action::OnMyTarget && orders::is_to_move(opened, unit);
    is_planned.then_some(Subject { unit, action, by: None, state })
}

/// Starts a planner whenever the unit, the action or the state of the battle is another.
fn ensure_planner(
    opened: Res<OpenGame>,
    drafting: Res<Drafting>,
    selection: Res<Selection>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut plans: ResMut<MovePlans>,
) {
    if !opened.is_changed() && !drafting.is_changed() && !selection.is_changed() {
        return;
    }
    let subject = subject(&opened, &drafting, &selection);
    if plans.subject() == subject {
        return;
    }
    let wake = query_thread::wake(proxy.as_deref());
    let planner = subject.and_then(|subject| {
        PlannerThread::start(subject, opened.game.setup().clone(), opened.game.battle().snapshot(), wake)
    });
    *plans = MovePlans { planner, ..MovePlans::default() };
}

/// Asks for the area within reach of the one model that is moved; of a whole unit, of its leader.
fn ask_for_reach(opened: Res<OpenGame>, drafting: Res<Drafting>, mut plans: ResMut<MovePlans>) {
    let Some(unit) = plans.planner.as_ref().map(|planner| planner.subject().unit) else { return };
    let alone = drafting.0.as_ref().and_then(Draft::held_alone);
    let leader = || opened.game.battle().view().leader(unit).map(|leader| leader.id);
    // In a close combat not every model may move: then the first of those that may.
    let moved = |leader: ModelId| {
        let drafted = drafting.0.as_ref().map(|draft| draft.models.iter().map(|model| model.model));
        let mut drafted = drafted?;
        let first = drafted.clone().next();
        if drafted.any(|model| model == leader) { Some(leader) } else { first }
    };
    let Some(model) = alone.or_else(|| leader().map(|leader| moved(leader).unwrap_or(leader))) else {
        return;
    };
    if plans.reach.as_ref().map(|(of, _)| *of) == Some(model) {
        return;
    }
    plans.reach = Some((model, Err(())));
    if let Some(planner) = &mut plans.planner {
        planner.ask(Question::Reach(model));
    }
}

fn note(plans: Res<MovePlans>, time: Res<Time<Real>>, mut computing: ResMut<Computing>) {
    let waited = |task| plans.planner.as_ref().and_then(|planner| planner.waited(task));
    note_waiting(&mut computing, &time, [Task::Reach, Task::Paths].map(|task| (task, waited(task))));
}

/// Takes the answers that have come.
fn receive(
    mut plans: ResMut<MovePlans>,
    opened: Res<OpenGame>,
    mut drafting: ResMut<Drafting>,
    draft_check: Res<DraftCheck>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let answers = plans.bypass_change_detection().planner.as_mut().map(PlannerThread::answers);
    for answer in answers.unwrap_or_default() {
        redraw.write(RequestRedraw);
        match answer {
            Answer::Reach(model, reach) => {
                if plans.reach.as_ref().is_some_and(|(of, _)| *of == model) {
                    plans.reach = Some((model, reach.ok_or(())));
                }
            }
            Answer::Plan(question, plan) => {
                if plans.asked.as_ref() != Some(&question) {
                    continue;
                }
                plans.asked = None;
                let restores = question == Question::RestoreCoherency;
                if let Some(plan) = plan {
                    apply_plan::apply_plan(&opened, &mut drafting, &draft_check, &question, &plan);
                } else if restores {
                    emit(&UiEvent::NoPlan);
                }
            }
        }
    }
}
