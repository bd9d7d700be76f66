//! Which actions the unit in question may choose, and why not the others, by the battle's own check.

use bevy::prelude::*;

use super::draft::Drafting;
use crate::game::dispatch::{self, Offer};
use crate::game::engine::command::Command;
use crate::game::engine::refusal::{Reason, Refusal};
use crate::game::kinds::Order;
use crate::game::phases::shooting;
use crate::game::prompt::{Answer, Prompt};
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::ui::drafts::selection::Selection;
use crate::ui::session::open_game::OpenGame;

/// Actions that are drafted, in the order of their keys 1, 2, 3, 4.
pub(in crate::ui) const ACTIONS: [Action; 4] =
    [Action::Advance, Action::AtTheDouble, Action::OpenFire, Action::OnMyTarget];

/// The battle's answer to each action of a unit.
#[derive(Resource, Default, Debug)]
pub(in crate::ui) struct OfferedActions {
    /// The unit; `None` while none is selected, or the battle does not ask for an action.
    pub unit: Option<UnitId>,
    /// The actions that the phases offer it, each with its simplest order.
    offers: Vec<Offer>,
    /// The actions that it may not choose.
    barred: Vec<(Action, Refusal)>,
    /// The answers to the battle's question that need no move; none where it asks no question.
    pub answers: Vec<Answer>,
}

impl OfferedActions {
    /// Why an action is barred, if it is.
    pub fn barred(&self, action: Action) -> Option<&Refusal> {
        self.barred.iter().find(|(barred, _)| *barred == action).map(|(_, refusal)| refusal)
    }

    /// The actions that need neither dragging nor a target and have no button of their own.
    pub fn others(&self) -> Vec<Offer> {
        let drawn = |action: &Action| {
            ACTIONS.contains(action) || matches!(action, Action::GetDown | Action::FallBack)
        };
        self.offers.iter().filter(|(action, _)| !drawn(action)).cloned().collect()
    }

    /// Whether the unit may only fall back.
    ///
    /// Rule: SUP-4.
    pub fn falls_back(&self) -> bool {
        self.unit.is_some() && self.barred(Action::FallBack).is_none()
    }
}

/// Checks the actions again when the battle or the unit in question has changed.
pub(in crate::ui) fn update_choices(
    opened: Res<OpenGame>,
    selection: Res<Selection>,
    drafting: Res<Drafting>,
    mut choices: ResMut<OfferedActions>,
) {
    let acts = opened.asks_to_act();
    let unit = drafting.0.as_ref().map(|draft| draft.unit).or(selection.unit).filter(|_| acts);
    if choices.unit == unit && !opened.is_changed() {
        return;
    }
    let offers = unit.map_or_else(Vec::new, |unit| dispatch::offers(opened.game.battle().view(), unit));
    let barred = |(action, order): Offer| Some((action, barred(&opened, order)?));
    let asked = opened.prompt().filter(Prompt::is_question);
    let answers = asked.map_or_else(Vec::new, |_| opened.answers());
    *choices =
        OfferedActions { unit, barred: offers.iter().cloned().filter_map(barred).collect(), offers, answers };
}

/// Why a unit may not choose an action, whatever it then does with it; `None` if it may.
fn barred(opened: &OpenGame, order: Order) -> Option<Refusal> {
    let battle = opened.game.battle();
    let refusal = battle.check(&Command::new(battle.decision()?.player, order)).err()?;
    // Another target may do.
    let of_target =
        [shooting::kinds::Reason::NobodyCanFire, shooting::kinds::Reason::NotSeen].map(Reason::from);
    (!of_target.contains(&refusal.reason())).then_some(refusal)
}
