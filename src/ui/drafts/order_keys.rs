//! Keys that make and give orders.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::draft::{Draft, Drafting, Ends, Hold, Purpose};
use super::draft_check::{DraftCheck, check};
use super::offered_actions::OfferedActions;
use super::orders;
use super::placing::{Measure, Placing, TokenKind, asks_for_units};
use super::rest;
use super::ruler::Ruler;
use super::selection::Selection;
use super::targets::{self, Cycle};
use crate::game::engine::command::Command;
use crate::game::prompt::Form;
use crate::rules::action::Action;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{GameRequest, Notice, OpenGame};

/// Degrees that one press turns.
const TURN_DEGREES: f64 = 15.0;

/// Why a key has no effect that needs a unit.
pub(in crate::ui) const NO_UNIT: &str = "Select a unit first.";
const NO_DRAFT: &str = "Drag a unit first.";

/// A turn on the spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Turn {
    Left,
    Right,
}

/// Keys that make and give orders.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum OrderKey {
    NextUnit,
    Choose(Action),
    FixCorner,
    RemoveCorner,
    Turn(Turn),
    Wheel(Turn),
    HoldEnds,
    PlaceRest,
    Confirm,
    GetDown,
    Stay,
    FinishTheRest,
    EndPhase,
    FallBack,
    /// An arrow: `input/nudge.rs` moves the draft; here it says why there is none.
    Nudge,
    Ruler,
    /// The next enemy that can be fired at, or the one before.
    Target(Cycle),
}

/// What orders are made of.
#[derive(SystemParam)]
pub(in crate::ui) struct OrderMaker<'w> {
    opened: ResMut<'w, OpenGame>,
    drafting: ResMut<'w, Drafting>,
    draft_check: Res<'w, DraftCheck>,
    offered: Res<'w, OfferedActions>,
    placing: ResMut<'w, Placing>,
    selection: ResMut<'w, Selection>,
    ruler: ResMut<'w, Ruler>,
    requests: MessageWriter<'w, GameRequest>,
}

pub(super) fn on_order_key(key: On<OrderKey>, mut orders: OrderMaker) {
    orders.perform(*key);
}

impl OrderMaker<'_> {
    fn perform(&mut self, key: OrderKey) {
        let looks_only =
            matches!(key, OrderKey::Ruler | OrderKey::NextUnit | OrderKey::HoldEnds | OrderKey::Nudge);
        if self.opened.is_looking() && !looks_only {
            let why = self.opened.nobody_asked();
            return self.opened.ignore_key(why);
        }
        match key {
            OrderKey::NextUnit => self.select_next_unit(),
            OrderKey::Choose(action) => self.choose(action),
            OrderKey::FixCorner => self.fix_corner(),
            OrderKey::RemoveCorner => self.remove_corner(),
            OrderKey::Turn(turn) => self.turn(turn, Draft::turn),
            OrderKey::Wheel(turn) => self.turn(turn, Draft::wheel),
            OrderKey::HoldEnds => self.hold_ends(),
            OrderKey::PlaceRest => self.place_rest(),
            OrderKey::Confirm => self.confirm(),
            OrderKey::GetDown => {
                let order = |unit| orders::get_down(&self.opened, unit, self.drafting.0.as_ref());
                self.order_selected(self.selection.unit.and_then(order));
            }
            OrderKey::Stay => self.order_selected(self.selection.unit.map(orders::stay)),
            OrderKey::FinishTheRest => self.finish_the_rest(),
            OrderKey::EndPhase => self.end_phase(),
            OrderKey::FallBack => self.fall_back(),
            OrderKey::Nudge => self.say_why_nothing_moves(),
            OrderKey::Target(cycle) => self.aim(cycle),
            OrderKey::Ruler => {
                self.ruler.toggle();
                emit(&UiEvent::Ruler { out: self.ruler.is_out() });
            }
        }
    }

    /// Without a unit the arrows move the view.
    fn say_why_nothing_moves(&mut self) {
        let action = self.selection.action;
        let Some(unit) = self.selection.unit.filter(|_| self.drafting.0.is_none()) else { return };
        if orders::draft_of(&self.opened, unit, action).is_none() {
            let why = self.nothing_to_turn();
            self.opened.ignore_key(why);
        }
    }

    /// Ends the phase; where units have still to act, the battle's own refusal names the first.
    fn end_phase(&mut self) {
        match orders::end_phase(&self.opened).filter(|_| self.opened.asks_to_act()) {
            Some(command) => self.submit(command),
            None => self.opened.ignore_key("There is no phase to end now."),
        }
    }

    fn finish_the_rest(&mut self) {
        let Self { opened, selection, drafting, requests, .. } = self;
        rest::finish_the_rest(opened, selection, drafting, requests);
    }

    fn submit(&mut self, command: Command) {
        self.requests.write(GameRequest::Submit(vec![command]));
    }

    /// Submits the draft. If it is not allowed, the battle refuses it and says why.
    fn confirm(&mut self) {
        let checked = match &self.drafting.0 {
            Some(draft) if draft.hold != Hold::Resting => check(self.opened.game.battle(), draft),
            Some(_) => self.draft_check.0.clone(),
            None => None,
        };
        // What is refused says so on the table already.
        if let Some(why) = checked.as_ref().and_then(|checked| checked.answer.as_ref().err()) {
            emit(&UiEvent::KeyIgnored { why: why.text() });
            return;
        }
        let drafted = checked.map(|checked| checked.command.clone());
        if let Some(command) = drafted.or_else(|| self.placing.command(&self.opened)) {
            return self.submit(command);
        }
        match self.offered.barred(Action::Advance).cloned() {
            Some(refusal) if self.selection.unit.is_some() => {
                self.opened.notice = Some(Notice::Refused(refusal));
            }
            _ => {
                let why = self.nothing_to_confirm();
                self.opened.ignore_key(why);
            }
        }
    }

    /// Why there is nothing to confirm.
    fn nothing_to_confirm(&self) -> &'static str {
        let form = self.opened.prompt().map(|prompt| prompt.form);
        match form {
            None => self.opened.nobody_asked(),
            _ if self.placing.token.is_some() => {
                "First click the table where it should go, or press an arrow key."
            }
            Some(Form::PlaceUnit) => {
                "There is nothing to confirm: put a unit on its zone first, by mouse or with Tab and the arrow keys."
            }
            Some(Form::Options) => "Choose one of the answers; its key is beside it.",
            Some(Form::MoveUnit { .. }) => {
                "There is nothing to confirm: drag the unit to where it should go."
            }
            Some(Form::ActivateUnit) => {
                "There is no order to confirm: drag a unit or move it with the arrow keys, or aim at an enemy (click it, or N)."
            }
        }
    }

    fn order_selected(&mut self, command: Option<Command>) {
        match command {
            Some(command) => self.submit(command),
            None => self.opened.ignore_key(NO_UNIT),
        }
    }

    /// Chooses by which action the draft, or the next one, moves.
    fn choose(&mut self, action: Action) {
        let why = match self.opened.prompt().map(|prompt| prompt.form) {
            None => Some(self.opened.nobody_asked()),
            Some(Form::PlaceUnit) => Some("Units are being placed: their actions follow in the first turn."),
            Some(Form::MoveUnit { .. }) => Some("The unit is in the middle of its action."),
            Some(Form::Options) => Some("Answer the question first."),
            Some(Form::ActivateUnit) => None,
        };
        if let Some(why) = why {
            return self.opened.ignore_key(why);
        }
        emit(&UiEvent::ActionChosen { action });
        self.selection.action = action;
        if let Some(draft) = &mut self.drafting.0 {
            draft.set_action(action);
        }
        if let Some(refusal) = self.offered.barred(action) {
            self.opened.notice = Some(Notice::Refused(refusal.clone()));
        }
    }

    /// Drafts the moves that the rules give a unit that has to fall back.
    fn fall_back(&mut self) {
        let Some(unit) = self.selection.unit else { return self.opened.ignore_key(NO_UNIT) };
        if !orders::falls_back(&self.opened, unit) {
            match self.offered.barred(Action::FallBack) {
                Some(refusal) => self.opened.notice = Some(Notice::Refused(refusal.clone())),
                None => self.opened.ignore_key("This unit need not fall back now."),
            }
            return;
        }
        emit(&UiEvent::FallBackDrafted { unit });
        self.drafting.0 = orders::draft_of(&self.opened, unit, self.selection.action);
        if self.drafting.0.is_none() {
            // It is destroyed where it stands.
            self.submit(orders::fall_back(unit));
        }
    }

    /// Gives the unit in question the next enemy as a target that it can be ordered to fire at; after the last, none.
    fn aim(&mut self, cycle: Cycle) {
        let Some(mut draft) = orders::draft_that_fires(&self.opened, &self.selection, &self.drafting) else {
            let is_chosen = self.selection.unit.is_some();
            let why = if is_chosen { "This unit cannot be ordered to fire now." } else { NO_UNIT };
            return self.opened.ignore_key(why);
        };
        let targets = targets::in_order(self.opened.game.battle(), &draft);
        if targets.is_empty() {
            return self.opened.ignore_key("There is no enemy that this unit can fire at from there.");
        }
        draft.fire.clear();
        match targets::next(&targets, targets::aimed_at(self.drafting.0.as_ref()), cycle) {
            Some(at) => {
                draft.aim(at);
                emit(&UiEvent::Aimed { unit: draft.unit, at });
            }
            None => emit(&UiEvent::AimCleared { unit: draft.unit }),
        }
        let is_worth_keeping = draft.fire.is_some() || draft.changes_any_model();
        self.drafting.0 = is_worth_keeping.then_some(draft);
    }

    fn fix_corner(&mut self) {
        match &mut self.drafting.0 {
            Some(draft) if draft.purpose == Purpose::Deploy => {
                self.opened.ignore_key("A unit being placed has no path, so it has no corners.");
            }
            // Where it leads is the rules' to say; only what is dragged elsewhere has a way of its own.
            Some(draft)
                if draft.purpose == Purpose::Move(Action::FallBack) && draft.hold == Hold::Resting =>
            {
                self.opened
                    .ignore_key("The rules say where it falls back. Drag a model first to give it a corner.");
            }
            Some(draft) => draft.fix_corner(),
            None => self.opened.ignore_key(NO_DRAFT),
        }
    }

    fn remove_corner(&mut self) {
        match &mut self.drafting.0 {
            Some(draft) if draft.models.iter().all(|model| model.corners.is_empty()) => {
                self.opened.ignore_key("The paths have no corner to remove.");
            }
            Some(draft) => draft.drop_corner(),
            None => self.opened.ignore_key(NO_DRAFT),
        }
    }

    /// Lets ends slide to a legal place nearby, or holds them exactly where they are put.
    fn hold_ends(&mut self) {
        let Some(draft) = &mut self.drafting.0 else { return self.opened.ignore_key(NO_DRAFT) };
        draft.ends = match draft.ends {
            Ends::Slide => Ends::Exact,
            Ends::Exact => Ends::Slide,
        };
        let exact = draft.ends == Ends::Exact;
        if exact {
            draft.restore_drawn();
        }
        emit(&UiEvent::EndsHeld { exact });
    }

    /// Leaves the rest of the deploying side's units to the program.
    fn place_rest(&mut self) {
        match orders::still_to_place(&self.opened).first() {
            Some(unit) => {
                let Self { opened, drafting, placing, requests, .. } = self;
                rest::place_the_rest(opened, drafting, placing, requests, unit.side);
            }
            None if asks_for_units(&self.opened).is_some() => {
                self.opened
                    .ignore_key("First say which units deploy: tick them on the right, then press Enter.");
            }
            None => self.opened.ignore_key("No unit is waiting to be placed."),
        }
    }

    /// Turns the draft; without one, the selected unit where it stands.
    fn turn(&mut self, turn: Turn, change: fn(&mut Draft, f64)) {
        let degrees = match turn {
            Turn::Left => TURN_DEGREES,
            Turn::Right => -TURN_DEGREES,
        };
        if self.placing.token.as_ref().is_some_and(|token| matches!(token.kind, TokenKind::Obstacle(_))) {
            return self.resize(turn);
        }
        if self.drafting.0.is_none() {
            let Some(unit) = self.selection.unit else { return self.opened.ignore_key(NO_UNIT) };
            self.drafting.0 = orders::draft_of(&self.opened, unit, self.selection.action);
            if self.drafting.0.is_none() {
                let why = self.nothing_to_turn();
                return self.opened.ignore_key(why);
            }
        }
        if let Some(draft) = &mut self.drafting.0 {
            if draft.hold == Hold::Resting {
                draft.hold_all();
            }
            change(draft, degrees);
        }
    }

    /// Makes the obstacle that is being placed smaller or larger.
    fn resize(&mut self, turn: Turn) {
        let rules = &self.opened.game.setup().ruleset.mission;
        self.placing.resize(Measure::Radius, if turn == Turn::Left { -1.0 } else { 1.0 }, rules);
    }

    /// Why the selected unit cannot be turned.
    fn nothing_to_turn(&self) -> &'static str {
        match self.opened.prompt().map(|prompt| prompt.form) {
            None => self.opened.nobody_asked(),
            Some(Form::PlaceUnit) => {
                "Choose a unit that is still to be placed: Tab, or the list on the right."
            }
            _ => "This unit may not move now.",
        }
    }

    /// Selects the next unit that still has to be placed or may still act.
    fn select_next_unit(&mut self) {
        let mut waiting = orders::still_to_place(&self.opened);
        waiting.extend(orders::still_to_act(&self.opened));
        let current = self.selection.unit.and_then(|unit| waiting.iter().position(|one| *one == unit));
        let next = current.map_or(0, |index| (index + 1) % waiting.len().max(1));
        match waiting.get(next) {
            Some(unit) => {
                self.selection.unit = Some(*unit);
                self.drafting.0 = None;
                emit(&UiEvent::Selected { unit: *unit });
            }
            None => self.opened.ignore_key("No unit is waiting for orders."),
        }
    }
}
