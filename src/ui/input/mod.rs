//! What the player does with mouse and keys, and what he means by it.
//!
//! A unit that is dragged becomes a `Draft`: places that are only
//! proposed. The battle judges the draft after every change; confirming submits
//! it as a command.

pub(super) mod album;
pub(super) mod choices;
pub(super) mod draft;
pub(super) mod drafted;
pub(super) mod fire;
pub(super) mod formation;
pub(super) mod gesture;
mod keys;
mod laying;
mod nudge;
pub(super) mod orders;
mod outlook;
mod pointer;
pub(super) mod ruler;
mod shifting;
pub(super) mod verdict;
mod wheel;

use bevy::prelude::*;

use draft::Draft;

use super::open_game::{GameChanged, GameSystems, OpenGame};
use super::repaint::is_stirred;
use crate::game::engine::agenda::Choice;
use crate::game::engine::agenda::Decision;
use crate::game::narration::words;
use crate::game::phases::fall_back;
use crate::game::phases::moving;
use crate::game::phases::shooting;
use crate::game::phases::shooting::kinds::Moment;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, UnitId};

/// What the player has picked and what his mouse is over.
#[derive(Resource, Debug, PartialEq, Eq, Clone, Copy)]
pub(super) struct Selection {
    /// The unit that is shown and ordered.
    pub unit: Option<UnitId>,
    /// The model under the mouse.
    pub hovered: Option<ModelId>,
    /// The action by which the next unit that is dragged moves.
    pub action: Action,
}

impl Default for Selection {
    fn default() -> Self {
        Self { unit: None, hovered: None, action: Action::Advance }
    }
}

/// Actions that are drafted, in the order of their keys 1, 2, 3, 4.
pub(super) const ACTIONS: [Action; 4] =
    [Action::Advance, Action::AtTheDouble, Action::OpenFire, Action::OnMyTarget];

/// The draft is as the player left it, with heights and facings found, and judged.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct InputSystems;

/// The parts of the window that can be opened and closed.
#[derive(Resource, Default, Debug, PartialEq, Eq, Clone)]
pub(super) struct Screen {
    /// The dialog in front of everything.
    pub dialog: Option<Dialog>,
    /// The paragraph of the rulebook that is open at the side.
    pub rule: Option<String>,
    /// Whether a panel wants the keys.
    pub typing: bool,
    /// The answer to the battle's question that is looked at: by the unit that fires, or is fired at.
    pub option: Option<UnitId>,
}

/// A window in front of the table.
#[derive(Debug, PartialEq, Eq, Clone)]
pub(super) enum Dialog {
    /// Asks for a name to save under.
    Save {
        /// As typed so far.
        name: String,
    },
    /// Offers the saves in the folder.
    Load,
    /// Lists what mouse and keys do.
    Help,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Selection>()
        .init_resource::<Screen>()
        .init_resource::<draft::Drafting>()
        .init_resource::<draft::KeptRun>()
        .init_resource::<choices::Choices>()
        .init_resource::<verdict::DraftCheck>()
        .init_resource::<gesture::Gesture>()
        .init_resource::<ruler::Ruler>()
        .init_resource::<ruler::Pointed>()
        .add_systems(PreUpdate, sync_draft_to_decision.after(GameSystems))
        .add_systems(
            Update,
            (
                gesture::handle_pointer,
                gesture::gate_camera,
                wheel::turn_by_wheel,
                wheel::zoom_to_mouse,
                keys::keys,
                laying::lay_dice,
                nudge::nudge,
                verdict::judge,
                choices::weigh,
            )
                .chain()
                .in_set(InputSystems)
                .run_if(is_stirred),
        );
}

/// Once the battle has moved on, a draft no longer fits it; where the battle asks for a move, there
/// is one for the unit in question.
fn sync_draft_to_decision(
    mut turned: MessageReader<GameChanged>,
    opened: Res<OpenGame>,
    mut drafting: ResMut<draft::Drafting>,
    mut kept: ResMut<draft::KeptRun>,
    mut selection: ResMut<Selection>,
) {
    if turned.is_empty() {
        return;
    }
    turned.clear();
    let battle = opened.game.battle();
    let view = battle.view();
    if let Some(decision) = battle.decision().filter(Decision::is_question) {
        info!("asked: {}", words::decision(opened.game.setup(), Some(decision)));
    }
    let draft = drafting.0.take().or_else(|| kept.0.take());
    kept.0 = None;
    selection.action = Action::Advance;
    match battle.decision().map(|decision| decision.choice) {
        Some(Choice::Shooting(shooting::kinds::Choice::SnapFire { at, moment: Moment::BeforeMove })) => {
            kept.0 = draft.filter(|draft| draft.is_run_of(at));
            selection.unit = Some(at);
        }
        Some(
            Choice::Shooting(shooting::kinds::Choice::SnapFire { at: unit, .. })
            | Choice::Shooting(shooting::kinds::Choice::FireAfterRunning { unit, .. }),
        ) => {
            selection.unit = Some(unit);
        }
        Some(Choice::Moving(moving::kinds::Choice::Run { unit })) => {
            (selection.unit, selection.action) = (Some(unit), Action::AtTheDouble);
            let run =
                draft.filter(|draft| draft.is_run_of(unit)).and_then(|draft| draft.of_those_left(&view));
            drafting.0 = run.or_else(|| Draft::of_standing(&view, unit, Action::AtTheDouble));
        }
        Some(Choice::Moving(moving::kinds::Choice::MoveAfterFiring { unit })) => {
            selection.unit = Some(unit);
            drafting.0 = Draft::of_standing(&view, unit, Action::Advance);
        }
        Some(Choice::FallBack(fall_back::kinds::Choice::FallBack { unit })) => {
            selection.unit = Some(unit);
            drafting.0 = Draft::of_retreat(&view, unit);
        }
        _ => {}
    }
    if selection.unit.is_some_and(|unit| view.unit(unit).is_none()) {
        *selection = Selection::default();
    }
}
