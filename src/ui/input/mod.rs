//! Mouse and keys.
//!
//! A unit that the player drags becomes a `Draft`: a proposed order. The battle checks the draft after every
//! change; confirming submits it as a command.

pub(super) mod bindings;
pub(super) mod choices;
mod dice_keys;
pub(super) mod draft;
pub(super) mod draft_check;
mod draft_facing;
pub(super) mod draft_model;
mod draft_of_command;
mod drag;
pub(super) mod fire;
mod formation;
pub(super) mod keyboard;
mod keys;
mod layout_query;
mod nudge;
pub(super) mod orders;
mod picker;
pub(super) mod placing;
pub(super) mod pointer_input;
mod presses;
pub(super) mod ruler;
pub(super) mod screenshot;
pub(super) mod selection;
mod view_drag;
mod view_keys;
mod wheel;

use bevy::prelude::*;

use draft::Draft;

pub(super) use selection::{HoveredModel, Selection};

use super::background_query::{AppQueryExt, QuerySystems};
use super::frame_order::{CameraSystems, InputSystems};
use super::open_game::{GameChanged, GameSystems, OpenGame};
use crate::game::engine::subject::Subject;
use crate::game::phases::shooting::snap_fire::runner_before_move;
use crate::game::prompt::Form;
use crate::game::unit_summary::{UnitCondition, summary};
use crate::rules::action::Action;

/// Actions that are drafted, in the order of their keys 1, 2, 3, 4.
pub(super) const ACTIONS: [Action; 4] =
    [Action::Advance, Action::AtTheDouble, Action::OpenFire, Action::OnMyTarget];

/// The parts of the window that can be opened and closed.
#[derive(Resource, Default, Debug, PartialEq, Eq, Clone)]
pub(super) struct Screen {
    /// The dialog in front of everything.
    pub dialog: Option<Dialog>,
    /// The paragraph of the rulebook that is open in the side column.
    pub rule: Option<String>,
    /// Whether a text field has the keys.
    pub typing: bool,
    /// Whether the brief of the battle lies over the table; any key or click puts it away.
    pub brief: Sheet,
    /// Whether the score lies over the table.
    pub score: Sheet,
    /// The computer players.
    pub computers: Sheet,
    /// The answer to the battle's question that is highlighted: by the unit that fires, or is fired at.
    pub option: Option<usize>,
}

/// Whether something lies over the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Sheet {
    #[default]
    Away,
    Shown,
}

impl Sheet {
    /// Shows it, or puts it away.
    pub fn toggle(&mut self) {
        *self = if *self == Self::Shown { Self::Away } else { Self::Shown };
    }
}

/// A window in front of the table.
#[derive(Debug, PartialEq, Eq, Clone)]
pub(super) enum Dialog {
    /// Asks for the name of a save.
    Save {
        /// As typed so far.
        name: String,
    },
    /// Lists the saves in the folder.
    Load,
    /// Lists keys, gestures and marks.
    Help,
    /// How the battle ended, and its story.
    Result,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Selection>()
        .init_resource::<HoveredModel>()
        .init_resource::<Screen>()
        .init_resource::<keyboard::Keyboard>()
        .add_systems(Startup, keyboard::ask_for_layout)
        .init_resource::<draft::Drafting>()
        .init_resource::<draft_check::DraftCheck>()
        .add_query::<draft_check::HeldDraftQuery>()
        .init_resource::<choices::Choices>()
        .init_resource::<placing::Placing>()
        .init_resource::<ruler::Ruler>()
        .init_resource::<ruler::UnderPointer>()
        .init_resource::<draft::AnnouncedRun>()
        .init_resource::<pointer_input::Gesture>()
        .add_systems(Last, screenshot::draw_picture.run_if(resource_exists::<screenshot::PictureTask>))
        .add_systems(PreUpdate, (sync_draft_to_decision, placing::sync_to_decision).after(GameSystems))
        .add_systems(
            Update,
            (
                keyboard::learn_keys,
                pointer_input::handle_pointer,
                view_drag::drag_view,
                wheel::turn_by_wheel,
                wheel::zoom_to_pointer,
                keys::keys.run_if(keys::are_used),
                dice_keys::enter_dice,
                nudge::nudge,
                placing::check_token,
                placing::place_the_rest,
                draft_check::check_draft,
                choices::update_choices,
            )
                .chain()
                .in_set(InputSystems),
        )
        .add_systems(Update, draft_check::receive_check.after(QuerySystems))
        .add_systems(Update, view_keys::steer_by_keys.after(InputSystems).before(CameraSystems));
}

/// Drops the draft once the battle has moved on. Where the battle asks for a move, drafts one for the unit in
/// question.
fn sync_draft_to_decision(
    mut changes: MessageReader<GameChanged>,
    opened: Res<OpenGame>,
    mut drafting: ResMut<draft::Drafting>,
    mut announced: ResMut<draft::AnnouncedRun>,
    mut selection: ResMut<Selection>,
) {
    if changes.is_empty() {
        return;
    }
    changes.clear();
    let battle = opened.game.battle();
    let view = battle.view();
    let draft = drafting.0.take().or_else(|| announced.0.take());
    selection.action = Action::Advance;
    let before_run = battle.decision().and_then(|decision| runner_before_move(decision.choice));
    announced.0 = draft.clone().filter(|draft| before_run.is_some_and(|unit| draft.is_run_of(unit)));
    match opened.prompt().map(|prompt| (prompt.form, prompt.about.map(Subject::unit))) {
        Some((Form::MoveUnit { unit, action }, _)) => {
            (selection.unit, selection.action) = (Some(unit), action);
            drafting.0 = match action {
                Action::FallBack => Draft::of_retreat(&view, unit),
                action => {
                    let run = draft.filter(|draft| draft.is_run_of(unit));
                    let run = run.and_then(|draft| draft.without_the_fallen(&view));
                    run.or_else(|| Draft::of_standing(&view, unit, action))
                }
            };
        }
        Some((Form::Options, unit)) => {
            selection.unit = unit.or(selection.unit);
            let moving = orders::asked_combat_move(&opened);
            drafting.0 = moving.and_then(|(unit, by)| Draft::of_combat_move(&view, unit, by));
        }
        Some((Form::PlaceUnit, Some(unit))) => {
            selection.unit = Some(unit);
            drafting.0 = Draft::of_arrival(&view, unit);
        }
        // The next unit is picked by the player who is to place one.
        Some((Form::PlaceUnit, None)) => selection.unit = None,
        Some((Form::ActivateUnit, _)) | None => {}
    }
    let is_there =
        |unit| view.unit(unit).is_some_and(|unit| summary(view, unit).state > UnitCondition::LeftTable);
    if selection.unit.is_some_and(|unit| !is_there(unit)) {
        *selection = Selection::default();
    }
}
