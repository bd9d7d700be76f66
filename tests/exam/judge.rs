//! Whether what was played has the properties of what a good player does.

use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::{Command, Order};
use warstrike::game::engine::snapshot::Snapshot;
use warstrike::game::measure::Mark;
use warstrike::game::phases::close_combat::kinds::Order as Combat;
use warstrike::game::phases::deployment::kinds::Order as Deployment;
use warstrike::game::phases::fall_back::kinds::Order as FallBack;
use warstrike::game::phases::get_down::kinds::Order as GetDown;
use warstrike::game::phases::moving::kinds::{Order as Moving, Sequence};
use warstrike::game::phases::shooting::kinds::{FireAt, Order as Shooting};
use warstrike::game::sight::sight;
use warstrike::level::setup::Setup;
use warstrike::rules::basics::{Disc, gap};
use warstrike::rules::ids::UnitId;
use warstrike::rules::sight::SightState;
use warstrike::table::plane::distance;

use super::position::Property;

/// A command, and the battle before it and when it has been carried out.
pub struct Played<'a> {
    pub setup: &'a Setup,
    pub before: &'a Snapshot,
    pub battle: &'a Battle,
    pub command: &'a Command,
}

/// The unit that an order is given to.
pub fn actor(order: &Order) -> Option<UnitId> {
    match order {
        Order::Moving(Moving::AnnounceDouble(order)) => Some(order.unit),
        Order::GetDown(GetDown::GetDown(order)) => Some(order.unit),
        Order::FallBack(FallBack::FallBack(order)) => Some(order.unit),
        Order::Shooting(Shooting::OnMyTarget(order)) => Some(order.unit),
        Order::Shooting(Shooting::SnapFire(order)) => Some(order.unit),
        Order::CloseCombat(Combat::DefensiveFire(order)) => Some(order.unit),
        Order::Deployment(Deployment::DeployUnit(order)) => Some(order.unit),
        order => order.drafted_action().map(|moved| moved.unit),
    }
}

impl Played<'_> {
    /// Whether it has a property.
    pub fn has(&self, property: &Property) -> bool {
        match property {
            Property::Order(names) => names.contains(&self.name()),
            Property::By(unit) => self.unit() == Some(unit.0),
            Property::Calls(model) => matches!(
                &self.command.order,
                Order::Shooting(Shooting::OnMyTarget(order)) if order.at == model.0
            ),
            Property::FiresAt(unit) => self.targets().contains(&unit.0),
            Property::HoldsFire => self.targets().is_empty(),
            Property::FiresFirst => {
                matches!(&self.command.order, Order::Moving(Moving::AdvanceUnit(order)) if order.sequence == Sequence::FireFirst)
            }
            Property::Throws => {
                let thrown = |fire: &FireAt| {
                    fire.by.iter().flatten().any(|one| one.weapon.as_deref() == Some("Grenade"))
                };
                self.fire().iter().any(thrown)
            }
            Property::EndsWithin { of, inches } => {
                self.leader_at().is_some_and(|at| distance(at, *of) <= *inches)
            }
            Property::EndsNear { unit, inches } => self.near(unit.0) <= *inches,
            Property::HiddenFrom(unit) => self.is_hidden_from(unit.0),
            Property::AtObjective(id) => self.is_at(id),
            Property::Stays => self.stays(),
            Property::Deploys(units) => match &self.command.order {
                Order::Deployment(Deployment::ChooseUnits(order)) => {
                    units.iter().all(|unit| order.deploy.contains(&unit.0))
                }
                _ => false,
            },
            Property::Not(property) => !self.has(property),
        }
    }

    /// The order's name in JSON.
    fn name(&self) -> String {
        let value = serde_json::to_value(&self.command.order).expect("an order is plain data");
        match value {
            serde_json::Value::String(name) => name,
            serde_json::Value::Object(fields) => fields.keys().next().cloned().unwrap_or_default(),
            _ => String::new(),
        }
    }

    fn fire(&self) -> Vec<FireAt> {
        match &self.command.order {
            Order::Moving(Moving::AdvanceUnit(order)) => order.fire.clone(),
            Order::Moving(Moving::OpenFire(order)) => order.fire.clone(),
            Order::FallBack(FallBack::FallBack(order)) => order.fire.iter().cloned().collect(),
            _ => Vec::new(),
        }
    }

    fn targets(&self) -> Vec<UnitId> {
        let mut targets: Vec<UnitId> = self.fire().iter().map(|fire| fire.at).collect();
        match &self.command.order {
            Order::Shooting(Shooting::OnMyTarget(order)) => targets.push(order.at.unit),
            Order::CloseCombat(Combat::DefensiveFire(order)) => targets.push(order.at),
            _ => {}
        }
        targets
    }

    fn unit(&self) -> Option<UnitId> {
        actor(&self.command.order)
    }

    fn leader_at(&self) -> Option<[f64; 2]> {
        Some(self.battle.view().leader(self.unit()?)?.pose.at.ground())
    }

    fn stays(&self) -> bool {
        let Some(leader) = self.unit().and_then(|unit| self.battle.view().leader(unit)) else { return false };
        let before = self.before.models.iter().find(|model| model.id == leader.id);
        before.is_some_and(|before| before.pose.at == leader.pose.at)
    }

    fn near(&self, other: UnitId) -> f64 {
        let (view, Some(unit)) = (self.battle.view(), self.unit()) else { return f64::INFINITY };
        let others: Vec<Disc> = view.standing(other).map(|model| model.disc()).collect();
        let gaps =
            view.standing(unit).flat_map(|model| others.iter().map(move |other| gap(model.disc(), *other)));
        gaps.fold(f64::INFINITY, f64::min)
    }

    fn is_hidden_from(&self, enemy: UnitId) -> bool {
        let Some(unit) = self.unit() else { return false };
        let seen = sight(self.battle.view(), &Mark::Unit(enemy), &Mark::Unit(unit));
        seen.is_ok_and(|seen| seen.iter().all(|one| one.judged.state == SightState::Hidden))
    }

    fn is_at(&self, id: &str) -> bool {
        let (view, Some(unit)) = (self.battle.view(), self.unit()) else { return false };
        let Some(objective) = view.objectives().iter().find(|one| one.id == id) else { return false };
        let place = Disc { at: objective.at, radius: 0.0 };
        let holding = self.setup.ruleset.mission.holding_distance;
        view.standing(unit).any(|model| gap(model.disc(), place) <= holding)
    }
}
