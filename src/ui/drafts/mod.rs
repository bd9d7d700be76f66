//! Drafts: what is being ordered, from the selected unit to a whole order, checked by the battle after every change.

#![deny(clippy::wildcard_enum_match_arm)]

pub(super) mod by_word;
pub(super) mod draft;
pub(super) mod draft_check;
pub(super) mod draft_facing;
pub(super) mod draft_model;
pub(super) mod draft_of_command;
pub(super) mod drag;
pub(super) mod fire;
pub(super) mod formation;
mod limit;
pub(super) mod offered_actions;
pub(super) mod order_keys;
pub(super) mod orders;
pub(super) mod placing;
pub(super) mod pointed_unit;
pub(super) mod rest;
pub(super) mod ruler;
pub(super) mod selection;
pub(super) mod tag_places;
pub(super) mod targets;

use bevy::prelude::*;

use crate::game::engine::command::Command;
use crate::game::engine::record::history::EntryId;
use crate::game::engine::subject::Subject;
use crate::game::engine::view::View;
use crate::game::phases::shooting::snap_fire::runner_before_move;
use crate::game::prompt::Form;
use crate::game::unit_summary::{StayedToFire, UnitCondition, condition};
use crate::rules::action::Action;
use crate::rules::leadership::Morale;
use crate::ui::background::background_query::{AppQueryExt, QuerySystems};
use crate::ui::frame::frame_order::InputSystems;
use crate::ui::session::open_game::{Commander, GameChanged, GameRequest, GameSystems, OpenGame};
use draft::Draft;
use selection::{HoveredModel, Selection};

/// What is worked out about the draft once this frame's input has changed it.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct DraftSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Selection>()
        .init_resource::<HoveredModel>()
        .init_resource::<draft::Drafting>()
        .init_resource::<draft_check::DraftCheck>()
        .add_query::<draft_check::HeldDraftQuery>()
        .init_resource::<offered_actions::OfferedActions>()
        .init_resource::<placing::Placing>()
        .init_resource::<ruler::Ruler>()
        .init_resource::<tag_places::TagPlaces>()
        .init_resource::<ruler::UnderPointer>()
        .init_resource::<draft::AnnouncedRun>()
        .add_systems(PreUpdate, (sync_draft_to_decision, placing::sync_to_decision).after(GameSystems))
        .add_systems(
            Update,
            (
                placing::check_token,
                placing::place_the_rest,
                draft_check::check_draft,
                offered_actions::update_choices,
            )
                .chain()
                .in_set(InputSystems)
                .in_set(DraftSystems),
        )
        .add_systems(Update, draft_check::receive_check.after(QuerySystems))
        .add_observer(order_keys::on_order_key)
        .add_observer(by_word::on_tell_key);
}

/// Drops the draft once the battle has moved on. Where the battle asks for a move, drafts one for the unit in
/// question.
fn sync_draft_to_decision(
    mut changes: MessageReader<GameChanged>,
    mut requests: MessageWriter<GameRequest>,
    opened: Res<OpenGame>,
    mut drafting: ResMut<crate::ui::drafts::draft::Drafting>,
    mut announced: ResMut<crate::ui::drafts::draft::AnnouncedRun>,
    mut selection: ResMut<Selection>,
    mut kept: Local<Option<KeptDraft>>,
    mut looked: Local<bool>,
) {
    if changes.is_empty() {
        return;
    }
    let was_played = changes.read().filter(|change| matches!(change, GameChanged::Played { .. })).count() > 0;
    let battle = opened.game.battle();
    let view = battle.view();
    // What was drawn where one looked back is no draft of the game.
    let was_drawn = drafting.0.take().filter(|_| !*looked);
    *looked = opened.is_looking();
    if opened.is_looking() {
        let home = (opened.state().game, opened.game.history().home());
        *kept = was_drawn.map(|draft| (home, draft)).or(kept.take());
        deselect_the_gone(&view, &mut selection);
        return;
    }
    let here = (opened.state().game, opened.state().entry);
    if let Some((_, draft)) = kept.take().filter(|(home, _)| *home == here) {
        selection.unit = Some(draft.unit);
        selection.action = draft.action().unwrap_or(selection.action);
        drafting.0 = Some(draft);
        return;
    }
    let before = announced.0.take();
    let morale = before.as_ref().map(|(_, morale)| *morale);
    let draft = was_drawn.or_else(|| before.map(|(draft, _)| draft));
    selection.action = Action::Advance;
    let before_run = battle.decision().and_then(|decision| runner_before_move(decision.choice));
    let declared = draft.clone().filter(|draft| before_run.is_some_and(|unit| draft.is_run_of(unit)));
    announced.0 = declared.and_then(|draft| {
        let morale = morale.or_else(|| Some(view.unit(draft.unit)?.morale));
        morale.map(|morale| (draft, morale))
    });
    let goes_on = draft.as_ref().filter(|_| was_played).zip(morale);
    if let Some(command) = goes_on.and_then(|declared| as_declared(&opened, declared)) {
        requests.write(GameRequest::Submit(vec![command]));
    }
    if let Some(asked) = asked_draft(&opened, draft, &mut selection) {
        drafting.0 = Some(asked);
    }
    deselect_the_gone(&view, &mut selection);
}

/// The draft with which a question begins that is answered on the table: a run that was declared, else the unit in question as it
/// stands. It is selected.
fn asked_draft(opened: &OpenGame, declared: Option<Draft>, selection: &mut Selection) -> Option<Draft> {
    let view = opened.game.battle().view();
    match opened.prompt().map(|prompt| (prompt.form, prompt.about.map(Subject::unit)))? {
        (Form::MoveUnit { unit, action: Action::FallBack }, _) => {
            (selection.unit, selection.action) = (Some(unit), Action::FallBack);
            Draft::of_retreat(&view, unit)
        }
        (Form::MoveUnit { unit, action }, _) => {
            (selection.unit, selection.action) = (Some(unit), action);
            let run = declared.filter(|draft| draft.is_run_of(unit));
            let run = run.and_then(|draft| draft.without_the_fallen(&view));
            run.or_else(|| Draft::of_standing(&view, unit, action))
        }
        (Form::Options, unit) => {
            selection.unit = unit.or(selection.unit);
            let moving = orders::asked_combat_move(opened);
            moving.and_then(|(unit, by)| Draft::of_combat_move(&view, unit, by))
        }
        (Form::PlaceUnit, Some(unit)) => {
            selection.unit = Some(unit);
            Draft::of_arrival(&view, unit)
        }
        // The next unit is picked by the player who is to place one.
        (Form::PlaceUnit, None) => {
            selection.unit = None;
            None
        }
        (Form::ActivateUnit, _) => None,
    }
}

/// The command of a run that goes on as it was declared: whoever has drawn and confirmed it is not asked once more, unless the enemy
/// has done its unit any harm since, or it may no longer go so.
///
/// Rule: RE-1 (before the move).
fn as_declared(opened: &OpenGame, (run, morale): (&Draft, Morale)) -> Option<Command> {
    let battle = opened.game.battle();
    let view = battle.view();
    let is_whole = run.models.iter().all(|model| view.model(model.model).is_some_and(|model| model.stands()));
    let is_unharmed = is_whole && view.unit(run.unit).is_some_and(|unit| unit.morale == morale);
    let is_asked = orders::asked_to_move(opened) == Some((run.unit, Action::AtTheDouble));
    let by_person =
        opened.commander(run.unit.side) == Commander::Person && !opened.game.setup().is_recorded();
    let checked = draft_check::check(battle, run).filter(|_| is_asked && is_unharmed && by_person)?;
    checked.answer.is_ok().then(|| checked.command.clone())
}

/// A draft that waits while an earlier moment is looked at: the game and the entry that it belongs to.
type KeptDraft = ((u32, EntryId), draft::Draft);

fn deselect_the_gone(view: &View, selection: &mut Selection) {
    let nobody = StayedToFire::default();
    let is_there =
        |unit| view.unit(unit).is_some_and(|unit| condition(*view, unit, &nobody) > UnitCondition::LeftTable);
    if selection.unit.is_some_and(|unit| !is_there(unit)) {
        *selection = Selection::default();
    }
}
