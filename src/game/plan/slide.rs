//! Ends that miss a legal place by a little slide to it, model by model, until the battle's own check accepts the command.

use std::collections::BTreeSet;

use crate::game::engine::battle::Battle;
use crate::game::engine::command::{Command, Order};
use crate::game::engine::refusal::{Reason, Refusal};
use crate::game::engine::subject::Subject;
use crate::game::phases::close_combat::kinds::Order as CombatOrder;
use crate::game::phases::deployment::kinds::Order as DeploymentOrder;
use crate::game::phases::fall_back::kinds::Order as FallBackOrder;
use crate::game::phases::moving::kinds::Order as MovingOrder;
use crate::game::phases::shooting;
use crate::rules::ids::ModelId;
use crate::rules::measures::Place;
use crate::table::plane::points_on_rings;
use crate::table::shape::Point;

/// Largest slide of an end, inches.
pub const FARTHEST: f64 = 0.5;

/// The rings round an end that are searched for a legal place, inches, and the places on each.
const SLIDE_RINGS_INCHES: [f64; 8] = [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, FARTHEST];
const SLIDE_DIRECTIONS: usize = 24;

/// The command with ends that slide as little as they must to be legal; as it is if it is legal already. `None` if that
/// does not help: an end is too far from any legal place, or something else is wrong.
///
/// A run that has still to be announced counts as legal.
///
/// Rule: MOV-4, MIS-1 (near by).
pub fn slide(battle: &Battle, command: &Command) -> Option<Command> {
    let mut slid = command.clone();
    let mut settled: BTreeSet<Option<ModelId>> = BTreeSet::new();
    loop {
        let Some(refusal) = refusal(battle, &slid) else { return Some(slid) };
        let model = refusal.about.and_then(Subject::model);
        // One that has slid already stands in the way of another, or what is wrong is no matter of places.
        if !settled.insert(model) {
            return None;
        }
        let end = *end_mut(&mut slid.order, model)?;
        let tried = |at: Point| {
            let mut moved = slid.clone();
            let height = battle.view().terrain().height_near(at, end.z);
            *end_mut(&mut moved.order, model)? = Place::from_inches(at[0], at[1], height.inches()).ok()?;
            let next = self::refusal(battle, &moved);
            let helps = next.is_none_or(|next| !settled.contains(&next.about.and_then(Subject::model)));
            helps.then_some(moved)
        };
        slid = around(end.ground()).find_map(tried)?;
    }
}

/// Whether the battle takes a command, or will once a run is announced.
pub fn is_accepted(battle: &Battle, command: &Command) -> bool {
    refusal(battle, command).is_none()
}

/// Refusal of a command; `None` if the battle accepts it, or will once a run is announced.
fn refusal(battle: &Battle, command: &Command) -> Option<Refusal> {
    let refusal = battle.check(command).err()?;
    let announced = Reason::Shooting(shooting::kinds::Reason::NotAnnounced);
    (refusal.reason() != announced).then_some(refusal)
}

/// Final place of a model in an order; in an order that names none, the place of the order itself.
fn end_mut(order: &mut Order, model: Option<ModelId>) -> Option<&mut Place> {
    let moves = match order {
        Order::Deployment(DeploymentOrder::PlaceObjective(order)) => return Some(&mut order.at),
        Order::Deployment(DeploymentOrder::PlaceObstacle(order)) => return Some(&mut order.at),
        Order::Deployment(DeploymentOrder::DeployUnit(order)) => {
            let mut models = order.models.iter_mut();
            return models.find(|one| Some(one.model) == model).map(|one| &mut one.at);
        }
        Order::Moving(MovingOrder::AdvanceUnit(order)) => &mut order.moves,
        Order::Moving(MovingOrder::AtTheDouble(order)) => &mut order.moves,
        Order::Moving(MovingOrder::OpenFire(order)) => &mut order.moves,
        Order::FallBack(FallBackOrder::FallBack(order)) => &mut order.moves,
        Order::CloseCombat(CombatOrder::MoveInCombat(order)) => &mut order.moves,
        _ => return None,
    };
    moves.iter_mut().find(|one| Some(one.model) == model)?.path.last_mut()
}

/// Points round a point, the nearest first.
pub(super) fn around(point: Point) -> impl Iterator<Item = Point> {
    points_on_rings(point, SLIDE_RINGS_INCHES, SLIDE_DIRECTIONS)
}
