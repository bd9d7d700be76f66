//! Checks the positions in a level: pieces on the table, models on open ground,
//! clear of each other.
//!
//! Uses the same measures as the end of a move (MOV-4).

use super::level_file::half;
use super::ron::Node;
use super::scenario::{Objective, TableSize};
use super::terrain_file::Located;
use crate::rules::basics::{Allowance, Disc};
use crate::rules::ids::ModelId;
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::bodies::{Body, overlap};
use crate::rules::movement::going::{Gait, Going};
use crate::table::ground::NoRoom;
use crate::table::piece::Piece;
use crate::table::shape::{Point, Shape};
use crate::table::terrain::Terrain;
use crate::table::walk::Mover;

/// A model on the table, and its node in the file.
pub(super) struct PlacedModel<'a> {
    pub(super) node: Node<'a>,
    pub(super) id: ModelId,
    pub(super) at: Place,
    pub(super) mover: Mover,
}

/// The table that models are checked against.
pub(super) struct Board<'p> {
    pub(super) terrain: &'p Terrain,
    pub(super) reading: Reading,
}

/// Whether every piece of the file could be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// All of them could.
    Complete,
    /// Some have faults, so the heights of floors and ground are uncertain.
    Incomplete,
}

/// Part of an extent beyond the table's edge: the axis, its coordinate and the edge's.
fn beyond_edge([low, high]: [Point; 2], size: TableSize) -> Option<(char, f64, f64)> {
    let half = half(size);
    let beyond = |axis: usize| {
        let worst = if -low[axis] > high[axis] { low[axis] } else { high[axis] };
        (worst.abs() > half[axis] + 0.0005).then_some((['x', 'y'][axis], worst, half[axis]))
    };
    beyond(0).or_else(|| beyond(1))
}

/// Records a fault if `what` reaches over the table's edge.
pub(super) fn check_on_table(node: Node<'_>, what: &str, area: &Shape, size: TableSize) {
    if let Some((axis, reach, edge)) = beyond_edge(area.bounds(), size) {
        node.fault(
            format!("{what} reaches to {axis} = {reach:.3}, off the table"),
            format!("{axis} from -{edge} to {edge}"),
        );
    }
}

pub(super) fn check_piece(piece: &Located<'_, Piece>, size: TableSize) {
    let what = format!("the piece \"{}\"", piece.value.id);
    check_on_table(piece.at, &what, &piece.value.footprint, size);
}

/// Objectives must be on the table and not on impassable ground.
///
/// Rule: MIS-2.
pub(super) fn check_objectives(objectives: &[Located<'_, Objective>], board: &Board<'_>) {
    let terrain = board.terrain;
    for objective in objectives {
        let at = objective.value.at.ground();
        if terrain.overhang(at, 0.0).is_some() {
            let [x, y] = terrain.size.map(|side| side / 2.0);
            objective.at.fault(
                format!("the objective \"{}\" lies off the table", objective.value.id),
                format!("x from -{x} to {x}, y from -{y} to {y}"),
            );
        }
        let bars = |index: &usize| {
            terrain.going_of(*index, Gait::Walker).0 == Going::Impassable
                && terrain.pieces[*index].footprint.contains(at)
        };
        if let Some(piece) = (0..terrain.pieces.len()).find(bars) {
            let (id, piece) = (&objective.value.id, &terrain.pieces[piece].id);
            let what = format!("the objective \"{id}\" lies on \"{piece}\", which is impassable");
            objective.at.fault(what, "ground that models can reach");
        }
    }
}

/// Models must be on the table, on a floor or the ground, clear of walls,
/// obstacles, impassable ground and each other.
///
/// Rule: MOV-4, GO-4.
pub(super) fn check_models(models: &[PlacedModel<'_>], board: &Board<'_>) {
    for model in models {
        if let Some((what, expected)) = board.fault_of(model) {
            model.node.fault(format!("{} {what}", model.id), expected);
        }
    }
    check_overlaps(models, board.terrain.allowance());
}

impl Board<'_> {
    /// Fault in the place of a model, and what was expected.
    fn fault_of(&self, model: &PlacedModel<'_>) -> Option<(String, String)> {
        match self.terrain.check_room(model.at, model.mover) {
            Ok(()) => None,
            Err(NoRoom::OverEdge(over)) => {
                let [x, y] = self.terrain.size.map(|side| side / 2.0 - model.mover.radius);
                let what = format!("overhangs the table's edge by {over:.3} inches");
                Some((what, format!("x from -{x} to {x}, y from -{y} to {y}")))
            }
            Err(NoRoom::Impassable(met)) => {
                let what = format!("stands on \"{}\", which is impassable ({})", met.piece.id, met.rule);
                Some((what, "a place where its whole base fits".to_owned()))
            }
            Err(NoRoom::Obstacle(met)) => {
                let what = format!("overlaps a wall or obstacle, \"{}\" (MOV-4)", met.piece.id);
                Some((what, "a place where its whole base fits".to_owned()))
            }
            Err(NoRoom::EdgeOfFloor(margin)) => {
                let what = "stands too near to the edge of its floor (STR-5)".to_owned();
                Some((what, format!("the centre of its base at least {margin} inches inside the edge")))
            }
            Err(NoRoom::NoFooting(_)) if self.reading == Reading::Incomplete => None,
            Err(NoRoom::NoFooting(heights)) => {
                let expected = heights.iter().map(Thou::to_string).collect::<Vec<_>>().join(" or ");
                let what = format!("stands at height {}, where there is no floor or ground", model.at.z);
                Some((what, format!("{expected} inches")))
            }
        }
    }
}

fn check_overlaps(models: &[PlacedModel<'_>], allowance: Allowance) {
    for (index, model) in models.iter().enumerate() {
        let other = models[..index].iter().find(|other| overlap(model.body(), other.body(), allowance));
        if let Some(other) = other {
            let needed = model.mover.radius + other.mover.radius;
            let measured = model.at.ground_distance(other.at);
            model.node.fault(
                format!(
                    "{} overlaps {}: their centres are {measured:.3} inches apart (MOV-4)",
                    model.id, other.id
                ),
                format!("at least {needed:.3} inches"),
            );
        }
    }
}

impl PlacedModel<'_> {
    fn body(&self) -> Body {
        let disc = Disc { at: self.at, radius: self.mover.radius };
        Body { disc, height: self.mover.height }
    }
}
