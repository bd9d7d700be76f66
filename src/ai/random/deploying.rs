//! Deployment and reserves: units in blocks that look at the enemy, mostly near the front of their zone.

use crate::game::dispatch::answers;
use crate::game::engine::agenda::Decision;
use crate::game::engine::battle::Battle;
use crate::game::engine::command::Order;
use crate::game::engine::view::View;
use crate::game::phases::deployment::kinds::{
    Choice, ChooseUnits, DeployUnit, ModelPlace, Order as DeploymentOrder, PlaceObjective, PlaceObstacle,
};
use crate::rules::ids::{Side, UnitId};
use crate::rules::measures::{Facing, Place, Thou};
use crate::rules::mission::is_placed_last;

use super::RandomPlayer;

/// Models abreast, and what is left between their bases, inches.
const BLOCK_FILES: usize = 5;
const BLOCK_GAP_INCHES: f64 = 0.6;

impl RandomPlayer {
    pub(super) fn deploy(&mut self, battle: &Battle, player: Side, choice: Choice) -> Option<Order> {
        let view = battle.view();
        let listed = || answers(view, Decision { player, choice: choice.into() });
        match choice {
            Choice::PlaceUnit { .. } => self.block(view, player),
            Choice::PickZone => {
                let mut listed = listed();
                Some(listed.swap_remove(self.chance.below(listed.len())).order)
            }
            Choice::PlaceObjective { .. } if self.chance.one_in(3) => Some(listed().swap_remove(0).order),
            Choice::PlaceObjective { .. } => {
                let at = self.somewhere(view)?;
                Some(PlaceObjective { at }.into())
            }
            Choice::PlaceObstacle { .. } if self.chance.one_in(150) => {
                Some(DeploymentOrder::EndObstacles.into())
            }
            Choice::PlaceObstacle { .. } => {
                let radius = Thou(500 + self.chance.below(1000) as i32);
                let height = Thou(800 + self.chance.below(1200) as i32);
                Some(PlaceObstacle { at: self.somewhere(view)?, radius, height }.into())
            }
            Choice::ChooseUnits => {
                let Order::Deployment(DeploymentOrder::ChooseUnits(first)) = listed().swap_remove(0).order
                else {
                    return None;
                };
                let own: Vec<UnitId> =
                    view.units().map(|unit| unit.id).filter(|unit| unit.side == player).collect();
                let mut deploy = self.chance.shuffled(&own);
                deploy.truncate(first.deploy.len());
                deploy.sort();
                Some(ChooseUnits { deploy }.into())
            }
            Choice::PlaceArrival { .. } => Some(listed().swap_remove(0).order),
        }
    }

    fn somewhere(&mut self, view: View) -> Option<Place> {
        let [width, depth] = view.terrain().size.map(|inches| (500.0 * inches) as i32);
        let at = [self.chance.around(width), self.chance.around(depth)].map(|thou| f64::from(thou) / 1000.0);
        Place::from_inches(at[0], at[1], 0.0).ok()
    }

    /// A waiting unit in a block in its zone.
    fn block(&mut self, view: View, player: Side) -> Option<Order> {
        let waiting = view.units().filter(|unit| unit.id.side == player && view.waits(unit.id));
        let waiting: Vec<_> = waiting.filter(|unit| !view.reserves().contains(&unit.id)).collect();
        let rules = &view.setup().ruleset.mission;
        let squads: Vec<UnitId> = waiting
            .iter()
            .filter(|unit| !is_placed_last(unit.card.role, rules))
            .map(|unit| unit.id)
            .collect();
        let all: Vec<UnitId> = waiting.iter().map(|unit| unit.id).collect();
        let unit = self.chance.pick(&squads).or_else(|| self.chance.pick(&all))?;
        let [low, high] = view.zone(player).bounds();
        // Toward the other zone.
        let ahead = if low[1] + high[1] < 0.0 { 1.0 } else { -1.0 };
        let front = if ahead > 0.0 { high[1] } else { low[1] };
        let diameter = 2.0 * view.unit(unit)?.card.base.radius();
        let back = (high[1] - low[1] - diameter) * self.chance.share() * self.chance.share();
        let x = low[0] + (high[0] - low[0]) * self.chance.share();
        let y = front - ahead * (diameter / 2.0 + 0.01 + back);
        let models = view.models(unit).enumerate().map(|(index, model)| {
            let step = diameter + BLOCK_GAP_INCHES;
            let (file, rank) = ((index % BLOCK_FILES) as f64, (index / BLOCK_FILES) as f64);
            let at = Place::from_inches(x + file * step, y - ahead * rank * step, 0.0).ok()?;
            let height = view.terrain().ground_height(at.ground());
            let facing = Facing::from_degrees(if ahead > 0.0 { 90.0 } else { 270.0 }).ok()?;
            Some(ModelPlace { model: model.id, at: Place { z: height, ..at }, facing })
        });
        Some(DeployUnit { unit, models: models.collect::<Option<_>>()? }.into())
    }
}
