//! Which actions the unit in question may choose, and why not the others: asked of the battle's own
//! check, once for every change.

use bevy::prelude::*;

use super::draft::Drafting;
use super::{Selection, orders};
use crate::game::engine::agenda::Choice;
use crate::game::engine::command::Command;
use crate::game::engine::command::Order;
use crate::game::engine::refusal::{Reason, Refusal};
use crate::game::phases::fall_back;
use crate::game::phases::fall_back::kinds::FallBack;
use crate::game::phases::get_down;
use crate::game::phases::get_down::kinds::GetDown;
use crate::game::phases::moving;
use crate::game::phases::moving::kinds::AnnounceDouble;
use crate::game::phases::moving::kinds::OpenFire;
use crate::game::phases::shooting;
use crate::game::phases::shooting::kinds::OnMyTarget;
use crate::game::phases::turn;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::ui::open_game::OpenGame;

/// Every action a player can think of, in the order of their buttons.
pub(in crate::ui) const ALL: [Action; 6] = [
    Action::Advance,
    Action::AtTheDouble,
    Action::OpenFire,
    Action::OnMyTarget,
    Action::GetDown,
    Action::FallBack,
];

/// What the battle says of each action of a unit.
#[derive(Resource, Default, Debug)]
pub(in crate::ui) struct Choices {
    /// The unit; `None` while none is selected, or no unit is to be activated.
    pub unit: Option<UnitId>,
    /// The actions that it may not choose.
    barred: Vec<(Action, Refusal)>,
}

impl Choices {
    /// Why an action is barred, if it is.
    pub fn barred(&self, action: Action) -> Option<&Refusal> {
        self.barred.iter().find(|(barred, _)| *barred == action).map(|(_, refusal)| refusal)
    }

    /// Whether the unit may only fall back.
    ///
    /// Rule: SUP-4.
    pub fn falls_back(&self) -> bool {
        self.unit.is_some() && self.barred(Action::FallBack).is_none()
    }
}

/// Asks anew when the battle or the unit in question is another.
pub(super) fn weigh(
    opened: Res<OpenGame>,
    selection: Res<Selection>,
    drafting: Res<Drafting>,
    mut choices: ResMut<Choices>,
) {
    let acts = opened
        .game
        .battle()
        .decision()
        .is_some_and(|decision| decision.choice == Choice::Turn(turn::kinds::Choice::Act));
    let unit = drafting.0.as_ref().map(|draft| draft.unit).or(selection.unit).filter(|_| acts);
    if choices.unit == unit && !opened.is_changed() {
        return;
    }
    let barred = |action| Some((action, barred(&opened, unit?, action)?));
    *choices = Choices { unit, barred: ALL.into_iter().filter_map(barred).collect() };
}

/// Why a unit may not choose an action, whatever it then does; `None` if it may.
fn barred(opened: &OpenGame, unit: UnitId, action: Action) -> Option<Refusal> {
    let battle = opened.game.battle();
    let order = match action {
        Action::Advance => orders::stay(unit).order,
        Action::AtTheDouble => Order::Moving(moving::kinds::Order::AnnounceDouble(AnnounceDouble { unit })),
        Action::OpenFire => Order::Moving(moving::kinds::Order::OpenFire(OpenFire {
            unit,
            moves: Vec::new(),
            fire: Vec::new(),
        })),
        Action::GetDown => {
            Order::GetDown(get_down::kinds::Order::GetDown(GetDown { unit, turns: Vec::new() }))
        }
        Action::FallBack => Order::FallBack(fall_back::kinds::Order::FallBack(FallBack::of(unit))),
        Action::OnMyTarget => {
            let view = battle.view();
            let at = view.standing_of(unit.side.other()).next()?.id;
            Order::Shooting(shooting::kinds::Order::OnMyTarget(OnMyTarget { unit, at, by: None }))
        }
    };
    let player = battle.decision()?.player;
    let refusal = battle.check(&Command { player, order }).err()?;
    // Another target may do.
    let of_target = [
        Reason::Shooting(shooting::kinds::Reason::NobodyCanFire),
        Reason::Shooting(shooting::kinds::Reason::NotSeen),
    ];
    (!of_target.contains(&refusal.reason)).then_some(refusal)
}
