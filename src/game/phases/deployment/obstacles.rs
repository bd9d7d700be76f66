//! Point obstacles that the players of Broken Arrow place in turn.

use bevy_ecs::prelude::{In, Result};

use super::kinds::{Choice, Fact, Mistake, PlaceObstacle, Step};
use crate::game::engine::agenda::{Choice as AnyChoice, Decision};
use crate::game::engine::refusal::{GeneralMistake, Refusal};
use crate::game::engine::step::StepContext;
use crate::game::engine::table_state::PlacedObstacle;
use crate::game::engine::view::View;
use crate::game::narration::words;
use crate::rules::basics::{Disc, gap};
use crate::rules::ids::Side;
use crate::rules::measures::{Place, Thou};
use crate::rules::mission::places_next;
use crate::table::piece::Piece;
use crate::table::plane::Leg;
use crate::table::shape::Shape;

/// Whether a player may place an obstacle there.
///
/// Rule: MIS-3.
pub(super) fn check(view: View, player: Side, order: &PlaceObstacle) -> Result<(), Refusal> {
    check_size(view, order)?;
    let (point, radius) = (order.at.ground(), order.radius.inches());
    if let Some(over) = view.terrain().overhang(point, radius) {
        return Err(Refusal::new(GeneralMistake::ObstacleOverEdge).at(point).measured(over, 0.0));
    }
    let free = |shape: &Shape| shape.nearest_to_leg(Leg::point(point)).distance - radius;
    let from_zone = free(view.zone(player.other()));
    if view.allowance().falls_short(from_zone, 0.0) {
        return Err(Refusal::new(Mistake::InEnemyZone).at(point));
    }
    let limit = view.setup().ruleset.mission.obstacle_gap;
    let too_near = |gap: f64| view.allowance().falls_short(gap, limit);
    let from_piece = |piece: &&Piece| free(&piece.footprint).max(0.0);
    if let Some(piece) = view.terrain().pieces.iter().find(|piece| too_near(from_piece(piece))) {
        let refusal = Refusal::new(Mistake::NearTerrain { piece: piece.id.clone() }).at(point);
        return Err(refusal.measured(from_piece(&piece), limit));
    }
    let disc = |at, radius| Disc { at, radius };
    let objectives = view.objectives().iter();
    let mut gaps = objectives.map(|other| (other, gap(disc(order.at, radius), disc(other.at, 0.0))));
    if let Some((other, gap)) = gaps.find(|(_, gap)| too_near(*gap)) {
        let refusal =
            Refusal::new(Mistake::ObstacleNearObjective { other: words::objective(view.setup(), &other.id) });
        return Err(refusal.at(point).measured(gap, limit));
    }
    check_models(view, order)
}

/// Rule: MIS-3.
fn check_size(view: View, order: &PlaceObstacle) -> Result<(), Refusal> {
    let (rules, allowance) = (&view.setup().ruleset.mission, view.allowance());
    let (radius, height) = (order.radius.inches(), order.height.inches());
    let (mistake, value, limit) = if allowance.falls_short(radius, rules.obstacle_min_radius) {
        (Mistake::TooSmall, radius, rules.obstacle_min_radius)
    } else if !allowance.at_most(radius, rules.obstacle_max_radius) {
        (Mistake::TooLarge, radius, rules.obstacle_max_radius)
    } else if order.height <= Thou(0) || !allowance.at_most(height, rules.obstacle_max_height) {
        (Mistake::WrongHeight, height, rules.obstacle_max_height)
    } else {
        return Ok(());
    };
    Err(Refusal::new(mistake).measured(value, limit))
}

/// Refuses an obstacle on top of models that a level has on the table before deployment.
///
/// Rule: MOV-4.
fn check_models(view: View, order: &PlaceObstacle) -> Result<(), Refusal> {
    let obstacle = Disc { at: order.at, radius: order.radius.inches() };
    let mut standing = Side::BOTH.into_iter().flat_map(|side| view.standing_of(side));
    let overlaps = |limit: f64, measured: f64| view.allowance().falls_short(measured, limit);
    let under = standing.find(|model| {
        overlaps(obstacle.radius + model.disc().radius, model.pose.at.ground_distance(order.at))
    });
    under.map_or(Ok(()), |model| {
        Err(Refusal::new(GeneralMistake::ObstacleOnModel).about(model.id).at(order.at.ground()))
    })
}

/// Asks the next player to place an obstacle or no more.
///
/// Rule: MIS-3.
pub(super) fn offer_next(In((last, left)): In<(Side, [u8; 2])>, mut cx: StepContext) {
    if let Some(player) = places_next(left.map(usize::from), last) {
        cx.agenda.ask(Decision { player, choice: Choice::PlaceObstacle { left }.into() });
    }
}

/// Rule: MIS-3.
pub(super) fn resolve_place(
    In((order, decision)): In<(PlaceObstacle, Decision)>,
    mut cx: StepContext,
) -> Result {
    let (player, mut left) = asked(decision)?;
    left[player.index()] -= 1;
    let PlaceObstacle { at, radius, height } = order;
    let pieces = &cx.roster.view().terrain().pieces;
    let ids = (1..).map(|number| format!("obstacle-{number}"));
    let id = ids.into_iter().find(|id| pieces.iter().all(|piece| piece.id != *id));
    let id = id.ok_or("no number is left for an obstacle")?;
    // It lies on the open table: no terrain is near it.
    let at = Place { z: Thou(0), ..at };
    cx.facts.push(Fact::ObstaclePlaced { by: player, obstacle: PlacedObstacle { id, at, radius, height } });
    cx.agenda.push(Step::NextObstacle { last: player, left });
    Ok(())
}

/// Rule: MIS-3.
pub(super) fn resolve_end(In(decision): In<Decision>, mut cx: StepContext) -> Result {
    let (player, mut left) = asked(decision)?;
    left[player.index()] = 0;
    cx.facts.push(Fact::ObstaclesEnded { by: player });
    cx.agenda.push(Step::NextObstacle { last: player, left });
    Ok(())
}

/// Player asked for an obstacle, and the number left to each side.
fn asked(Decision { player, choice }: Decision) -> Result<(Side, [u8; 2])> {
    match choice {
        AnyChoice::Deployment(Choice::PlaceObstacle { left }) => Ok((player, left)),
        _ => Err("an obstacle is placed that nobody was asked to place".into()),
    }
}
