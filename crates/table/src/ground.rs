//! Obstructions of bases: impassable ground, walls, obstacles, the table's edge.

use super::piece::{Danger, Kind, Piece};
use super::plane::Leg;
use super::shape::Point;
use super::terrain::{Standing, StandingKind, Terrain};
use super::walk::{Footing, Mover, Walk};
use warstrike_rules::measures::{Place, Thou};
use warstrike_rules::movement::bodies::meet_in_height;
use warstrike_rules::movement::going::{Gait, Going};

/// A piece of terrain that a path or a base touches, and the rule that forbids it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TerrainContact<'a> {
    /// The piece.
    pub piece: &'a Piece,
    /// The rule's id.
    pub rule: &'static str,
    /// The first point found, over the table.
    pub at: Point,
}

/// Why a base cannot stand at a place.
#[derive(Clone, Debug, PartialEq)]
pub enum NoRoom<'a> {
    /// Overhang over the table's edge, inches.
    OverEdge(f64),
    /// On impassable ground.
    Impassable(TerrainContact<'a>),
    /// On a wall or an obstacle.
    Obstacle(TerrainContact<'a>),
    /// There is no surface at that height; these heights exist, lowest first.
    NoFooting(Vec<Thou>),
    /// On a floor, too near to an edge at which a model could fall; the margin to keep from it, inches.
    EdgeOfFloor(f64),
}

impl Terrain {
    /// Whether a base can stand at a place: on the table, on a surface, and clear of impassable ground, walls
    /// and obstacles.
    ///
    /// Rule: MOV-4, GO-4, STR-5.
    ///
    /// # Errors
    /// The first thing that prevents it.
    pub fn check_room(&self, place: Place, mover: Mover) -> Result<(), NoRoom<'_>> {
        let at = place.ground();
        if let Some(over) = self.overhang(at, mover.radius) {
            return Err(NoRoom::OverEdge(over));
        }
        let on_ground = place.z == self.ground_height(at);
        let impassable = || self.impassable_on(Leg::point(at), mover.radius, mover.gait);
        if let Some(contact) = on_ground.then(impassable).flatten() {
            return Err(NoRoom::Impassable(contact));
        }
        if let Some(contact) = self.obstacle_under(at, place.z, mover) {
            return Err(NoRoom::Obstacle(contact));
        }
        match self.surface_at(at, place.z) {
            Some(_) if self.is_too_near_to_drop(at, place.z) => Err(NoRoom::EdgeOfFloor(self.edge_margin)),
            Some(_) => Ok(()),
            None => Err(NoRoom::NoFooting(self.heights_at(at))),
        }
    }

    /// The first impassable piece that any part of a base touches while it moves along a leg on the ground.
    ///
    /// Rule: GO-4, GO-5.
    pub fn impassable_on(&self, leg: Leg, radius: f64, gait: Gait) -> Option<TerrainContact<'_>> {
        let around = leg.bounds();
        self.areas.iter().filter(|area| area.region.is_near(around, radius)).find_map(|area| {
            let (going, rule) = area.going(gait);
            if going != Going::Impassable {
                return None;
            }
            let nearest = area.region.shape.nearest_to_leg(leg);
            let touched = self.allowance.falls_short(nearest.distance, radius);
            touched.then_some(TerrainContact { piece: &self.pieces[area.piece], rule, at: nearest.on_leg })
        })
    }

    /// The first impassable thing that a base moving along a path touches: ground by any part of the base, a
    /// floor by its centre.
    ///
    /// Rule: GO-4, GO-5.
    pub fn first_impassable(&self, walk: &Walk, mover: Mover) -> Option<TerrainContact<'_>> {
        let contact = walk.on_ground().find_map(|leg| self.impassable_on(leg, mover.radius, mover.gait));
        contact.or_else(|| {
            let on = walk.legs.iter().flat_map(|leg| leg.spans.iter().map(move |part| (leg, part)));
            on.into_iter().find_map(|(leg, part)| match part.surface.footing {
                Footing::Floor { piece, .. } => {
                    self.impassable_floor(piece, mover.gait, leg.plan().at(part.from))
                }
                Footing::Ground => None,
            })
        })
    }

    /// The dangerous ground under some of a base: a piece's ground, or a structure with all its floors.
    /// Touching its edge is not standing on it (BAS-10).
    ///
    /// Rule: GO-6, GO-5 (end places by the whole base).
    pub fn danger_under(&self, place: Place, radius: f64) -> Option<&Piece> {
        let at = place.ground();
        self.pieces.iter().filter(|piece| piece.danger == Danger::Dangerous).find(|piece| {
            let counts = matches!(piece.kind, Kind::Structure { .. }) || place.z == self.ground_height(at);
            let distance = || piece.footprint.nearest_to_leg(Leg::point(at)).distance;
            counts && self.allowance.falls_short(distance(), radius)
        })
    }

    /// A structure's contact, if its floors are impassable.
    ///
    /// Rule: GO-4.
    pub fn impassable_floor(&self, piece: usize, gait: Gait, at: Point) -> Option<TerrainContact<'_>> {
        let (going, rule) = self.going_of(piece, gait);
        (going == Going::Impassable).then_some(TerrainContact { piece: &self.pieces[piece], rule, at })
    }

    /// The first obstacle or wall that a base standing at a height would overlap.
    ///
    /// Rule: MOV-4, HIL-3.
    pub fn obstacle_under(&self, at: Point, stands: Thou, mover: Mover) -> Option<TerrainContact<'_>> {
        let spot = Leg::point(at);
        let found = |piece: &'_ usize| TerrainContact { piece: &self.pieces[*piece], rule: "MOV-4", at };
        let overlapped = |distance: f64| self.allowance.falls_short(distance, mover.radius);
        let solid = self.solids.iter().find(|solid| {
            solid.region.is_near([at, at], mover.radius)
                && meet_in_height(mover.heights_at(stands), [solid.bottom, solid.top])
                && overlapped(solid.region.shape.nearest_to_leg(spot).distance)
        });
        let obstacle = || {
            let mut obstacles = self.standing.iter().filter(|part| part.kind == StandingKind::Obstacle);
            let overlaps = |part: &&Standing| {
                part.region.is_near([at, at], mover.radius)
                    && meet_in_height(mover.heights_at(stands), [part.bottom, part.top])
                    && overlapped(part.region.shape.nearest_to_leg(spot).distance)
            };
            obstacles.find(overlaps).map(|part| part.piece)
        };
        solid.map(|solid| solid.piece).or_else(obstacle).as_ref().map(found)
    }

    /// Overhang of a base over the edge of the table, inches; `None` where it lies wholly on it.
    ///
    /// Rule: MOV-4, GO-5.
    pub fn overhang(&self, at: Point, radius: f64) -> Option<f64> {
        let over = |axis: usize| at[axis].abs() + radius - self.size[axis] / 2.0;
        let furthest = over(0).max(over(1));
        (!self.allowance.at_most(furthest, 0.0)).then_some(furthest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{OpeningKind, Wall};
    use crate::sample::{
        LEAPER, SOLDIER, at, ground, house, opening, piece, plateau, rectangle, table, wall,
    };

    /// Rule: GO-4, GO-5. Impassable ground is judged by the whole base.
    #[test]
    fn impassable_ground_is_touched_by_any_part_of_the_base() {
        let pond = table(vec![ground(Going::Impassable)]);
        for (y, touched, reason) in [
            (2.6, false, "passes clear of it"),
            (2.5, false, "the base touches the edge"),
            (2.496, false, "0.004 in is allowed for"),
            (2.49, true, "the base overlaps the edge"),
            (0.0, true, "right across"),
        ] {
            let past = Leg { from: [-9.0, y], to: [9.0, y] };
            assert_eq!(pond.impassable_on(past, 0.5, Gait::Walker).is_some(), touched, "{reason}");
        }
    }

    /// Rule: OBS-3, SPR-1. What is impassable to a walker may not be to a leaper.
    #[test]
    fn a_leaper_passes_where_a_walker_may_not() {
        let boulder =
            piece("boulder", rectangle([-1.0, -1.0], [1.0, 1.0]), Kind::Point { height: Thou(4500) });
        let terrain = table(vec![boulder]);
        let across = Leg { from: [-9.0, 0.0], to: [9.0, 0.0] };
        assert!(terrain.impassable_on(across, 0.5, Gait::Walker).is_some());
        assert!(terrain.impassable_on(across, 0.5, Gait::Leaper).is_none());
        assert!(
            matches!(terrain.check_room(at(0.0, 1.4, 0.0), LEAPER), Err(NoRoom::Obstacle(_))),
            "but not on top"
        );
    }

    /// Rule: MOV-4, GO-4.
    #[test]
    fn where_a_base_has_room() {
        let house = || table(vec![house()]);
        let hedge = table(vec![piece(
            "hedge",
            rectangle([-1.0, -1.0], [1.0, 1.0]),
            Kind::Linear { height: Thou(1000) },
        )]);
        let wood = table(vec![piece(
            "wood",
            rectangle([-1.0, -1.0], [1.0, 1.0]),
            Kind::Wood { height: Thou(4000) },
        )]);
        let pond = table(vec![ground(Going::Impassable)]);
        for (terrain, place, expected, reason) in [
            (&hedge, at(0.0, 1.5, 0.0), "room", "touches the hedge"),
            (&hedge, at(0.0, 1.49, 0.0), "obstacle", "overlaps the hedge"),
            (&wood, at(0.0, 0.0, 0.0), "room", "among trees"),
            (&pond, at(0.0, 2.4, 0.0), "impassable", "reaches into the pond"),
            (&pond, at(23.5, 0.0, 0.0), "room", "touches the table's edge"),
            (&pond, at(23.51, 0.0, 0.0), "edge", "over the table's edge"),
            (&pond, at(9.0, 0.0, 1.0), "footing", "in the air"),
            (&house(), at(-3.4, 0.0, 0.0), "room", "inside, touches a wall's face"),
            (&house(), at(-3.39, 3.39, 0.0), "room", "inside, in a corner"),
            (&house(), at(-3.41, 0.0, 0.0), "obstacle", "inside, overlaps the wall"),
            (&house(), at(-4.6, 0.0, 0.0), "room", "outside, touches the wall's face"),
            (&house(), at(-4.59, 0.0, 0.0), "obstacle", "outside, overlaps the wall"),
            (&house(), at(0.0, -4.0, 0.0), "room", "in the doorway, which is wide enough"),
            (&house(), at(0.6, -4.0, 0.0), "obstacle", "in the doorway, overlaps the wall beside it"),
            (&house(), at(0.0, 4.0, 0.0), "obstacle", "in the window: the wall under its sill"),
            (&house(), at(2.0, 3.9, 3.0), "room", "upstairs, over the walls of the ground level"),
            (&house(), at(-2.0, 0.0, 3.0), "footing", "upstairs, where the floor is gone"),
            (&house(), at(4.06, 0.0, 3.0), "edge of the floor", "upstairs, less than 0.05 from the edge"),
            (&house(), at(4.05, 0.0, 3.0), "room", "exactly 0.05 from it"),
        ] {
            let found = match terrain.check_room(place, SOLDIER) {
                Ok(()) => "room",
                Err(NoRoom::OverEdge(_)) => "edge",
                Err(NoRoom::Impassable(_)) => "impassable",
                Err(NoRoom::Obstacle(_)) => "obstacle",
                Err(NoRoom::NoFooting(_)) => "footing",
                Err(NoRoom::EdgeOfFloor(_)) => "edge of the floor",
            };
            assert_eq!(found, expected, "{reason}");
        }
    }

    /// Rule: MOV-4, HIL-3. A fence 1 high crosses the edge of a hill 2 high, which reaches from x = 0 to x = 9.
    #[test]
    fn obstacles_stand_on_their_ground() {
        let fence = piece("fence", rectangle([-4.0, -0.2], [4.0, 0.2]), Kind::Linear { height: Thou(1000) });
        let terrain = table(vec![fence, plateau([0.0, -9.0], [9.0, 9.0], 2000)]);
        for (place, has_room, reason) in [
            (at(3.0, 0.6, 2.0), false, "on the hill, overlapping it"),
            (at(3.0, 0.7, 2.0), true, "on the hill, touching it"),
            (at(-3.0, 0.6, 0.0), false, "on the table, overlapping it"),
            (at(0.2, 0.6, 2.0), false, "on the hill near its edge"),
            (at(-0.2, 0.6, 0.0), false, "at the hill's foot"),
            (at(4.4, 0.0, 2.0), false, "at its end on the hill"),
            (at(-4.6, 0.0, 0.0), true, "beyond its end on the table"),
        ] {
            assert_eq!(terrain.check_room(place, SOLDIER).is_ok(), has_room, "{reason}");
        }
        let off = table(vec![
            piece("fence", rectangle([-4.0, -0.4], [4.0, 0.0]), Kind::Linear { height: Thou(1000) }),
            plateau([-9.0, 0.0], [9.0, 9.0], 2000),
        ]);
        assert_eq!(off.check_room(at(0.0, 0.2, 2.0), SOLDIER), Ok(()), "over a fence at the hill's foot");
        assert!(off.check_room(at(0.0, -0.6, 0.0), SOLDIER).is_err(), "before that fence");
    }

    /// Rule: MOV-4. A door too low for a model leaves no room under its lintel.
    #[test]
    fn a_lintel_blocks_a_tall_model() {
        let low = Wall {
            openings: vec![opening(OpeningKind::Door, 4000)],
            ..wall([-4.0, 0.0], [4.0, 0.0], vec![])
        };
        let ruin = Kind::Ruin { height: Thou(3000), walls: vec![low] };
        let terrain = table(vec![piece("ruin", rectangle([-4.0, -4.0], [4.0, 4.0]), ruin)]);
        let tall = Mover { height: Thou(2500), ..SOLDIER };
        assert_eq!(terrain.check_room(at(0.0, 0.0, 0.0), SOLDIER), Ok(()));
        assert!(matches!(terrain.check_room(at(0.0, 0.0, 0.0), tall), Err(NoRoom::Obstacle(_))));
    }
}
