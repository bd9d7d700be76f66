//! Tests of the contact between occluders and beams.

use super::*;

/// Coordinates of a model that looks in some direction: ahead, left.
struct Frame {
    eye: Point,
    ahead: Point,
}

impl Frame {
    fn point(&self, [ahead, left]: Point) -> Point {
        let [x, y] = self.ahead;
        [self.eye[0] + ahead * x - left * y, self.eye[1] + ahead * y + left * x]
    }

    /// A rock between two opposite corners.
    fn rock(&self, low: Point, high: Point, height: i32) -> Piece {
        let corners = [low, [high[0], low[1]], high, [low[0], high[1]]].map(|corner| self.point(corner));
        piece("rock", Shape::Polygon(corners.to_vec()), Kind::Point { height: Thou(height) })
    }
}

/// Contact of an occluder with a beam. Anything certain for the tile must hold for models in its corners.
fn contact(piece: Piece, from: &SightBody, tile: &Tile, reason: &str) -> BeamContact {
    let terrain = table(vec![piece]);
    let like = soldier([0.0, 0.0], tile.feet[0]);
    let found = Beam::new(from, tile, &like).contact(&terrain.sight.all()[0]);
    let [low, high] = tile.bounds;
    for corner in [low, [high[0], low[1]], high, [low[0], high[1]]] {
        let to = soldier(corner, tile.feet[0]);
        for [from, to] in [[from, &to], [&to, from]] {
            let in_view = terrain.fraction_in_view(from, to);
            assert!(found != BeamContact::Misses || in_view == 1.0, "{reason}: {in_view}");
            assert!(found != BeamContact::Blocks || in_view == 0.0, "{reason}: {in_view}");
        }
    }
    found
}

/// Rule: VIS-1. Models are 1 wide, with 0.03 of slack on either side, and 10 apart; the direction does not matter.
#[test]
fn an_occluder_misses_touches_or_blocks_a_beam() {
    let some = |right: bool, left: bool| BeamContact::Touches([right, left]);
    for ahead in [[1.0, 0.0], [0.6, 0.8], [-0.8, 0.6], [-0.28, -0.96]] {
        let frame = Frame { eye: [1.0, -2.0], ahead };
        let there = frame.point([10.0, 0.0]);
        for (low, high, height, feet, expected, reason) in [
            ([4.0, -1.0], [5.0, 1.0], 5000, [0.0; 2], BeamContact::Blocks, "across all of it"),
            ([4.0, -0.6], [5.0, 0.6], 5000, [0.0; 2], BeamContact::Blocks, "barely wider than it"),
            ([4.0, -0.6], [5.0, 0.4], 5000, [0.0; 2], some(true, false), "not to its left side"),
            ([4.0, -0.4], [5.0, 0.6], 5000, [0.0; 2], some(false, true), "not to its right side"),
            ([4.0, 0.4], [5.0, 2.0], 5000, [0.0; 2], some(false, true), "into its left side"),
            ([4.0, 0.6], [5.0, 2.0], 5000, [0.0; 2], BeamContact::Misses, "left of it"),
            ([4.0, -2.0], [5.0, -0.6], 5000, [0.0; 2], BeamContact::Misses, "right of it"),
            ([10.6, -1.0], [12.0, 1.0], 5000, [0.0; 2], BeamContact::Misses, "behind the body"),
            ([-2.0, -1.0], [-0.6, 1.0], 5000, [0.0; 2], BeamContact::Misses, "behind the model"),
            ([9.0, -1.0], [12.0, 1.0], 5000, [0.0; 2], some(true, true), "before the body and around it"),
            ([4.0, -1.0], [5.0, 1.0], 1300, [0.0; 2], BeamContact::Blocks, "higher than both"),
            ([4.0, -1.0], [5.0, 1.0], 1200, [0.0; 2], some(false, false), "lower than both"),
            // Lines cross its middle, 2 ahead, after at most 2.53 / 8.94 of their length.
            ([1.5, -1.0], [2.5, 1.0], 2450, [0.0, 4.0], BeamContact::Blocks, "uphill, over 1.25 + 4 x 0.283"),
            ([1.5, -1.0], [2.5, 1.0], 2300, [0.0, 4.0], some(true, true), "uphill, under it"),
            // Or as early as after 1.47 / 11.06.
            (
                [1.5, -1.0],
                [2.5, 1.0],
                4800,
                [4.0, 0.0],
                BeamContact::Blocks,
                "downhill, over 5.25 - 4 x 0.133",
            ),
            ([1.5, -1.0], [2.5, 1.0], 4600, [4.0, 0.0], some(true, true), "downhill, under it"),
            ([4.0, -1.0], [5.0, 1.0], 1000, [4.0, 4.0], BeamContact::Misses, "under all lines"),
        ] {
            let from = soldier(frame.eye, feet[0]);
            let found = contact(frame.rock(low, high, height), &from, &tile([there; 2], feet[1]), reason);
            assert_eq!(found, expected, "{reason}, toward {ahead:?}");
        }
    }
}

/// Rule: VIS-1. To a tile of 2 by 2, its near side 10 away: halfway a beam is 1 wide, plus 0.53 on either side.
#[test]
fn a_beam_covers_all_of_a_tile() {
    let frame = Frame { eye: [1.0, 2.0], ahead: [1.0, 0.0] };
    let there = tile([[11.0, 1.0], [13.0, 3.0]], 0.0);
    for (low, high, expected, reason) in [
        ([4.0, -1.2], [5.0, 1.2], BeamContact::Blocks, "across all of it"),
        ([4.0, -0.9], [5.0, 0.9], BeamContact::Touches([false; 2]), "across all lines to the tile's middle"),
        ([4.0, -1.2], [5.0, 0.9], BeamContact::Touches([true, false]), "not to its left side"),
        ([9.0, 1.6], [10.0, 3.0], BeamContact::Misses, "left of it"),
        ([9.0, -3.0], [10.0, -1.6], BeamContact::Misses, "right of it"),
        ([11.0, -3.0], [11.5, 3.0], BeamContact::Touches([true; 2]), "across the tile"),
        ([12.6, -3.0], [13.0, 3.0], BeamContact::Misses, "behind the tile"),
    ] {
        let found = contact(frame.rock(low, high, 5000), &soldier(frame.eye, 0.0), &there, reason);
        assert_eq!(found, expected, "{reason}");
    }
    let around = tile([[0.0, 1.0], [2.0, 3.0]], 0.0);
    let rock = frame.rock([0.6, -3.0], [1.4, 3.0], 5000);
    let found = contact(rock, &soldier(frame.eye, 0.0), &around, "the model is on the tile");
    assert_eq!(found, BeamContact::Touches([false; 2]), "nothing is certain where the model itself stands");
    let wood = piece("wood", rectangle([5.0, -4.0], [6.0, 8.0]), Kind::Wood { height: Thou(5000) });
    assert_eq!(
        contact(wood, &soldier(frame.eye, 0.0), &there, "trees"),
        BeamContact::Touches([false; 2]),
        "trees"
    );
}

/// Rule: VIS-1. A tower across the line, in any direction. Its rim is approximated by chords, so the outermost hundredth of
/// its radius does not count.
#[test]
fn a_tower_blocks_a_beam_if_wide_enough() {
    for ahead in [[1.0, 0.0], [0.6, 0.8], [-0.8, 0.6], [-0.28, -0.96]] {
        let frame = Frame { eye: [1.0, -2.0], ahead };
        for (left, radius, expected, reason) in [
            (0.0, 0.6, BeamContact::Blocks, "wider than the beam"),
            (0.0, 0.5, BeamContact::Touches([false; 2]), "narrower"),
            (0.0, 0.533, BeamContact::Touches([true; 2]), "wider by less than a hundredth"),
            (1.4, 2.0, BeamContact::Blocks, "its right part across it"),
            (-1.4, 2.0, BeamContact::Blocks, "its left part across it"),
            (1.6, 2.0, BeamContact::Touches([false, true]), "not to the right side"),
            (2.6, 2.0, BeamContact::Misses, "left of it"),
            (-2.6, 2.0, BeamContact::Misses, "right of it"),
        ] {
            let centre = frame.point([5.0, left]);
            let tower = piece("tower", Shape::Circle { centre, radius }, Kind::Point { height: Thou(5000) });
            let there = tile([frame.point([10.0, 0.0]); 2], 0.0);
            let found = contact(tower, &soldier(frame.eye, 0.0), &there, reason);
            assert_eq!(found, expected, "{reason}, toward {ahead:?}");
        }
    }
}
