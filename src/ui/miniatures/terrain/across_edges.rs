//! Ruins and buildings across the edge of a hill's step: each part of a wall, a floor or a roof stands on its own ground.
//!
//! The parts are exactly as the rules have them. Stairs, posts and rubble, which would have to reach from one ground to
//! another, are left out.

use super::buildings::{
    floor_of_boards, ground_of_ruin, ground_of_structure, manner, manner_of_ruin, middle_of, roof_of,
};
use super::paint::Brush;
use super::site::Site;
use super::wall_face::{Manner, Outside, dress};
use super::{Look, Storey};
use crate::rules::measures::Thou;
use crate::table::piece::{Kind, Level, Opening, Wall};
use crate::table::plane::{Interval, Leg};
use crate::table::prisms::Prism;
use crate::table::shape::Shape;
use crate::table::terrain::Terrain;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::walls::length_of;

/// A ruin or a building whose footprint has several parts.
///
/// Rule: HIL-3.
pub(super) fn built(terrain: &Terrain, index: usize, site: &Site) -> Look {
    let piece = &terrain.pieces[index];
    let mut look = Look::default();
    let prisms = terrain.prisms().filter(|prism| prism.piece == index);
    match &piece.kind {
        Kind::Ruin { walls, .. } => {
            let manner = manner_of_ruin(piece, site);
            on_parts(&mut look, terrain, index, |part, base| ground_of_ruin(part, base, manner));
            prisms.for_each(|prism| core(&mut look.solid, prism, manner));
            faces(&mut look.details, terrain, (walls, Thou(0)), Outside::Both, manner);
        }
        Kind::Structure { levels, foundation, .. } => {
            let manner = manner(piece, site);
            on_parts(&mut look, terrain, index, |part, base| {
                ground_of_structure(part, base, *foundation);
                floor_of_boards(part.storey(0), base, 0.0, manner);
            });
            for prism in prisms {
                add_to_storey(&mut look, prism, levels, manner);
            }
            let outside = Outside::AwayFrom(middle_of(&piece.footprint));
            for (number, level) in levels.iter().enumerate() {
                let details = &mut look.storey(number).details;
                faces(details, terrain, (&level.walls, level.floor), outside, manner);
            }
        }
        _ => {}
    }
    look
}

/// Adds what lies on the ground of each part of the footprint.
fn on_parts(look: &mut Look, terrain: &Terrain, index: usize, lay: impl Fn(&mut Look, &Shape)) {
    for (footprint, ground) in terrain.footprint_parts(index) {
        let mut part = Look::default();
        lay(&mut part, &footprint);
        look.add_lifted(part, ground.inches() as f32);
    }
}

/// Adds a part of a wall, a floor or the roof to its level.
fn add_to_storey(look: &mut Look, prism: Prism<'_>, levels: &[Level], manner: Manner) {
    let number = prism.level.unwrap_or(0);
    if prism.bottom < prism.top {
        core(&mut look.storey(number).solid, prism, manner);
    } else if number == levels.len() {
        let Storey { solid, details } = roof_of(prism.outline, prism.top, manner);
        look.storey(number).solid.append(solid);
        look.storey(number).details.append(details);
    } else {
        floor_of_boards(look.storey(number), prism.outline, prism.top, manner);
    }
}

/// The true form of a part of a wall.
fn core(to: &mut GeometryBuilder, prism: Prism<'_>, manner: Manner) {
    let base = manner.coat();
    to.prism(prism.outline, [prism.bottom, prism.top], [base.washed(0.2).into(), base.washed(0.3).into()]);
}

/// Builds the faces of walls, stretch by stretch where the ground under their middles changes.
fn faces(
    to: &mut GeometryBuilder,
    terrain: &Terrain,
    (walls, floor): (&[Wall], Thou),
    outside: Outside,
    manner: Manner,
) {
    for wall in walls {
        for (span, ground) in terrain.ground_along(Leg { from: wall.from, to: wall.to }) {
            if span.length() * length_of(wall) > MIN_STRETCH {
                let foot = ground.inches() + floor.inches();
                let bare = &mut GeometryBuilder::default();
                dress([bare, &mut *to], &stretch(wall, span), foot, outside, manner);
            }
        }
    }
}

/// Length below which a stretch is left bare, inches.
const MIN_STRETCH: f64 = 0.1;

/// A stretch of a wall with what of its openings lies in it.
fn stretch(wall: &Wall, span: Interval) -> Wall {
    let axis = Leg { from: wall.from, to: wall.to };
    let [start, end] = span.ends().map(|share| (share * length_of(wall) * 1000.0) as i32);
    let part = |opening: &Opening| {
        let half = opening.width.0 / 2;
        let [left, right] =
            [opening.along.0 - half, opening.along.0 + half].map(|side| side.clamp(start, end) - start);
        (left < right).then_some(Opening {
            along: Thou((left + right) / 2),
            width: Thou(right - left),
            ..*opening
        })
    };
    Wall {
        from: axis.at(span.from),
        to: axis.at(span.to),
        openings: wall.openings.iter().filter_map(part).collect(),
        ..wall.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::piece::OpeningKind;
    use crate::table::sample::{opening, wall};

    #[test]
    fn a_stretch_keeps_its_part_of_an_opening() {
        let whole = wall([0.0, 0.0], [8.0, 0.0], vec![opening(OpeningKind::Door, 4000)]);
        for (from, to, expected, reason) in [
            (0.0, 0.25, None, "before it"),
            (0.0, 0.5, Some((3500, 1000)), "its first half"),
            (0.5, 1.0, Some((500, 1000)), "its second half"),
            (0.25, 1.0, Some((2000, 2000)), "all of it"),
        ] {
            let part = stretch(&whole, Interval::new(from, to));
            let found = part.openings.first().map(|hole| (hole.along.0, hole.width.0));
            assert_eq!(found, expected, "{reason}");
            assert_eq!((part.from, part.to), ([8.0 * from, 0.0], [8.0 * to, 0.0]), "{reason}");
        }
    }
}
