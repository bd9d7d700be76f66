//! Whether what a level puts on its table can stand there: pieces on the
//! table, models on open ground beside each other.
//!
//! Uses the same measures that later judge a move's end (MOV-4).

use super::level_file::half;
use super::reader::Node;
use super::scenario::{Objective, TableSize};
use super::terrain_file::Found;
use crate::rules::basics::Allowance;
use crate::rules::card::Base;
use crate::rules::ids::ModelId;
use crate::rules::measures::{Place, Thou};
use crate::rules::ruleset::Ruleset;
use crate::table::ground::{going, impassable_on, obstacle_under, over_edge};
use crate::table::piece::{Going, Kind, Level, Piece, Roof, Wall};
use crate::table::plane::Leg;
use crate::table::shape::{Point, Shape};

/// A model that stands on the table, and where the file says so.
pub(super) struct Standing<'a> {
    pub(super) node: Node<'a>,
    pub(super) id: ModelId,
    pub(super) at: Place,
    pub(super) base: Base,
}

/// What models are checked against.
pub(super) struct Board<'p> {
    size: TableSize,
    pieces: &'p [Piece],
    allowance: Allowance,
    terrain: Terrain,
}

/// Whether every piece of the file could be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Terrain {
    /// All of them.
    Whole,
    /// Some have faults, so nobody knows what bears a model.
    Doubtful,
}

impl<'p> Board<'p> {
    pub(super) fn new(
        size: TableSize,
        pieces: &'p [Piece],
        terrain: Terrain,
        ruleset: Option<&Ruleset>,
    ) -> Self {
        // Without a ruleset its faults are told, and this decides nothing.
        let allowance = Allowance(ruleset.map_or(0.0, |ruleset| ruleset.basics.allowance));
        Self { size, pieces, allowance, terrain }
    }
}

/// How far something reaches over the table's edge: the axis, the coordinate
/// and the edge's.
fn beyond_edge([low, high]: [Point; 2], size: TableSize) -> Option<(char, f64, f64)> {
    let half = half(size);
    let beyond = |axis: usize| {
        let worst = if -low[axis] > high[axis] { low[axis] } else { high[axis] };
        (worst.abs() > half[axis] + 0.0005).then_some((['x', 'y'][axis], worst, half[axis]))
    };
    beyond(0).or_else(|| beyond(1))
}

/// Tells whether `what` reaches over the table's edge.
pub(super) fn check_on_table(node: Node<'_>, what: &str, area: &Shape, size: TableSize) {
    if let Some((axis, reach, edge)) = beyond_edge(area.bounds(), size) {
        node.fault(
            format!("{what} reaches to {axis} = {reach:.3}, off the table"),
            format!("{axis} from -{edge} to {edge}"),
        );
    }
}

pub(super) fn check_piece(piece: &Found<'_, Piece>, size: TableSize) {
    let what = format!("the piece \"{}\"", piece.value.id);
    check_on_table(piece.at, &what, &piece.value.footprint, size);
}

/// Objectives lie on the table and not on impassable ground.
///
/// Rule: MIS-2 (where objectives may lie).
pub(super) fn check_objectives(objectives: &[Found<'_, Objective>], board: &Board<'_>) {
    for objective in objectives {
        let at = objective.value.at.ground();
        if beyond_edge([at, at], board.size).is_some() {
            let [x, y] = half(board.size);
            objective.at.fault(
                format!("the objective \"{}\" lies off the table", objective.value.id),
                format!("x from -{x} to {x}, y from -{y} to {y}"),
            );
        }
        let bars = |piece: &&Piece| going(piece).0 == Going::Impassable && piece.footprint.contains(at);
        if let Some(piece) = board.pieces.iter().find(bars) {
            let id = &objective.value.id;
            let what = format!("the objective \"{id}\" lies on \"{}\", which is impassable", piece.id);
            objective.at.fault(what, "ground that models can reach");
        }
    }
}

/// Models stand on the table, on a floor or the ground, clear of walls,
/// obstacles, impassable ground and each other.
///
/// Rule: MOV-4, GO-4.
pub(super) fn check_models(models: &[Standing<'_>], board: &Board<'_>) {
    for model in models {
        if let Some((what, right)) = board.objection(model) {
            model.node.fault(format!("{} {what}", model.id), right);
        }
    }
    check_overlaps(models, board.allowance);
}

impl Board<'_> {
    /// Why a model cannot stand where it does, and what would be right.
    fn objection(&self, model: &Standing<'_>) -> Option<(String, String)> {
        let (at, radius) = (model.at.ground(), model.base.radius());
        let size = half(self.size).map(|half| half * 2.0);
        if let Some(over) = over_edge(size, at, radius, self.allowance) {
            let [x, y] = half(self.size).map(|half| half - radius);
            let what = format!("reaches {over:.3} over the table's edge");
            return Some((what, format!("x from -{x} to {x}, y from -{y} to {y}")));
        }
        if let Some(met) = impassable_on(self.pieces, Leg::point(at), radius, self.allowance) {
            let what = format!("stands on \"{}\", which is impassable ({})", met.piece.id, met.rule);
            return Some((what, "a place its whole base fits".to_owned()));
        }
        self.overlapped(model).or_else(|| self.wrong_height(model))
    }

    /// The wall or obstacle under a model's base.
    fn overlapped(&self, model: &Standing<'_>) -> Option<(String, String)> {
        let (at, radius) = (model.at.ground(), model.base.radius());
        let piece = if model.at.z.0 > 0 {
            let floor = Thou(model.at.z.0);
            self.pieces.iter().find(|piece| wall_under(walls_on(piece, floor), at, radius, self.allowance))
        } else {
            obstacle_under(self.pieces, at, radius, self.allowance).map(|met| met.piece)
        };
        let piece = piece?;
        Some((
            format!("overlaps a wall or obstacle, \"{}\" (MOV-4)", piece.id),
            "a place its whole base fits".to_owned(),
        ))
    }

    /// A height at which there is nothing to stand on.
    fn wrong_height(&self, model: &Standing<'_>) -> Option<(String, String)> {
        let heights = standing_heights(self.pieces, model.at.ground());
        if heights.contains(&model.at.z) || self.terrain == Terrain::Doubtful {
            return None;
        }
        let right = heights.iter().map(Thou::to_string).collect::<Vec<_>>().join(" or ");
        Some((
            format!("stands at a height of {}, where nothing bears it", model.at.z),
            format!("{right} inches"),
        ))
    }
}

fn check_overlaps(models: &[Standing<'_>], allowance: Allowance) {
    for (nth, model) in models.iter().enumerate() {
        let other = models[..nth].iter().find(|other| overlap(model, other, allowance));
        if let Some(other) = other {
            let needed = model.base.radius() + other.base.radius();
            let measured = model.at.ground_distance(other.at);
            model.node.fault(
                format!("{} overlaps {}: their centres are {measured:.3} apart (MOV-4)", model.id, other.id),
                format!("at least {needed:.3} inches"),
            );
        }
    }
}

/// Bases overlap, and neither model stands on a floor over the other.
fn overlap(a: &Standing<'_>, b: &Standing<'_>, allowance: Allowance) -> bool {
    let lower = if a.at.z <= b.at.z { a } else { b };
    let apart = (a.at.z.0 - b.at.z.0).abs() >= lower.base.height.0;
    let needed = a.base.radius() + b.base.radius();
    !apart && !allowance.at_least(a.at.ground_distance(b.at), needed)
}

/// Walls that stand on a floor over the ground.
fn walls_on(piece: &Piece, floor: Thou) -> &[Wall] {
    match &piece.kind {
        Kind::Structure { levels, .. } => {
            levels.iter().find(|level| level.floor == floor).map_or(&[], |level| &level.walls)
        }
        _ => &[],
    }
}

fn wall_under(walls: &[Wall], at: Point, radius: f64, allowance: Allowance) -> bool {
    walls.iter().any(|wall| {
        let course = Leg { from: wall.from, to: wall.to };
        let distance = Leg::point(at).nearest_to_leg(course).distance - wall.thickness.inches() / 2.0;
        !allowance.at_least(distance, radius)
    })
}

/// Height of the open ground at a point: the table, or a hill's highest step there.
pub(super) fn ground_height(pieces: &[Piece], at: Point) -> Thou {
    let hills = pieces.iter().filter_map(|piece| match &piece.kind {
        Kind::Hill { steps } => Some(steps),
        _ => None,
    });
    let tops = hills.flatten().filter(|step| step.outline.contains(at)).map(|step| step.top);
    tops.max().unwrap_or(Thou(0))
}

/// Every height at which a base's centre may stand at a point, lowest first.
fn standing_heights(pieces: &[Piece], at: Point) -> Vec<Thou> {
    let mut heights = vec![ground_height(pieces, at)];
    for piece in pieces.iter().filter(|piece| piece.footprint.contains(at)) {
        let Kind::Structure { levels, roof, .. } = &piece.kind else { continue };
        let bears = |level: &&Level| level.outline.as_ref().is_none_or(|outline| outline.contains(at));
        heights.extend(levels.iter().filter(bears).map(|level| level.floor));
        if *roof == Roof::Flat {
            heights.extend(levels.iter().map(Level::top).max());
        }
    }
    heights.sort();
    heights.dedup();
    heights
}
