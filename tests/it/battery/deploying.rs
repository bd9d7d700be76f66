//! Random orders of deployment: sensible ones, and ones that are likely to be refused.

use warstrike::game::engine::command::{Command, Order};
use warstrike::game::engine::play::Match;
use warstrike::game::engine::view::ModelView;
use warstrike::game::phases::deployment::kinds::{
    Choice, ChooseUnits, DeployUnit, HoldBack, Order as DeploymentOrder, PickZone, PlaceObjective,
    PlaceObstacle,
};
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::{Place, Thou};

use crate::chance::Chance;
use crate::support::{deployment, first_answer, moved};

/// An order that answers a choice of deployment and is likely to be legal.
pub fn deploying(game: &Match, player: Side, choice: Choice, chance: &mut Chance) -> Command {
    let listed = || first_answer(game).map(|command| command.order);
    let order = match choice {
        Choice::PlaceUnit { .. } if chance.one_in(12) => {
            let view = game.battle().view();
            let waiting: Vec<UnitId> =
                units(game, player).into_iter().filter(|unit| view.waits(*unit)).collect();
            HoldBack { unit: chance.pick(&waiting).unwrap() }.into()
        }
        // Listed are units without room alone.
        Choice::PlaceUnit { .. } => match listed().filter(|_| chance.one_in(2)) {
            Some(order) => order,
            None => return deployment(game, player, chance),
        },
        Choice::PickZone => pick_zone(chance).into(),
        Choice::PlaceObjective { .. } if chance.one_in(2) => listed().unwrap(),
        Choice::PlaceObjective { .. } => objective(game, chance).into(),
        Choice::PlaceObstacle { .. } if chance.one_in(8) => listed().unwrap(),
        Choice::PlaceObstacle { .. } => obstacle(game, chance).into(),
        Choice::ChooseUnits => {
            let count = match listed() {
                Some(Order::Deployment(DeploymentOrder::ChooseUnits(order))) => order.deploy.len(),
                other => panic!("{other:?}"),
            };
            let mut deploy = units(game, player);
            while deploy.len() > count {
                deploy.swap_remove(chance.below(deploy.len()));
            }
            ChooseUnits { deploy }.into()
        }
        Choice::PlaceArrival { unit } if chance.one_in(6) => HoldBack { unit }.into(),
        Choice::PlaceArrival { .. } => match listed().unwrap() {
            Order::Deployment(DeploymentOrder::DeployUnit(order)) if chance.one_in(2) => {
                beside_enemy(game, order, chance).into()
            }
            order => order,
        },
    };
    Command { player, order }
}

/// An entry moved along the edge to the enemy who stands nearest to it.
fn beside_enemy(game: &Match, mut order: DeployUnit, chance: &mut Chance) -> DeployUnit {
    let first = order.models.first().copied();
    let off = |enemy: &ModelView| first.map(|first| (enemy.pose.at.y.0 - first.at.y.0).abs());
    let nearest = game.battle().view().standing_of(order.unit.side.other()).min_by_key(off);
    let by = nearest.zip(first);
    let by = by.map_or(0, |(enemy, first)| enemy.pose.at.x.0 - first.at.x.0 + chance.around(3000));
    order.models.iter_mut().for_each(|one| one.at = moved(one.at, by, 0));
    order
}

fn pick_zone(chance: &mut Chance) -> PickZone {
    PickZone { zone: if chance.one_in(2) { Side::A } else { Side::B } }
}

fn units(game: &Match, player: Side) -> Vec<UnitId> {
    game.battle().view().units().map(|unit| unit.id).filter(|unit| unit.side == player).collect()
}

/// On the table or a little off it.
fn somewhere(game: &Match, chance: &mut Chance) -> Place {
    let table = game.setup().level.table;
    Place::flat(chance.around(table.width.0 / 2 + 1000), chance.around(table.depth.0 / 2 + 1000))
}

fn objective(game: &Match, chance: &mut Chance) -> PlaceObjective {
    PlaceObjective { at: somewhere(game, chance) }
}

fn obstacle(game: &Match, chance: &mut Chance) -> PlaceObstacle {
    let radius = Thou(400 + chance.below(1200) as i32);
    PlaceObstacle { at: somewhere(game, chance), radius, height: Thou(chance.below(2100) as i32) }
}

/// An order of deployment, whatever is asked.
pub fn some_deploying(game: &Match, player: Side, chance: &mut Chance) -> Order {
    match chance.below(6) {
        0 => pick_zone(chance).into(),
        1 => objective(game, chance).into(),
        2 => obstacle(game, chance).into(),
        3 => DeploymentOrder::EndObstacles.into(),
        4 => HoldBack { unit: UnitId { side: player, number: 1 + chance.below(4) as u8 } }.into(),
        _ => {
            let all = units(game, player);
            let deploy = (0..chance.below(4)).filter_map(|_| chance.pick(&all)).collect();
            ChooseUnits { deploy }.into()
        }
    }
}
