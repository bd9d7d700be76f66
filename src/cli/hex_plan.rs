//! The plan of a level on hexes, for the start screen.

use tabletop_counters::{Land, Look, OnHexes, Piece, Scene};
use tabletop_hexes::geometry::{self, Point};
use tabletop_hexes::hex::Hex;

use warstrike::ui::HexPlan;

/// Colour of a kind of ground; higher ground is lighter.
fn colour(look: Look, level: u8) -> [u8; 3] {
    let colour: [u8; 3] = match look {
        Look::Open => [102, 116, 64],
        Look::Field => [158, 138, 70],
        Look::Rough => [128, 118, 88],
        Look::Woods => [46, 74, 42],
        Look::Town => [142, 104, 92],
        Look::Farm => [150, 122, 88],
        Look::Hill => [138, 128, 76],
        Look::Water => [58, 100, 128],
    };
    colour.map(|part| part.saturating_add(14 * level))
}

/// Draws the plan of a level as it stands.
pub(super) fn plan<G: OnHexes>(land: &Land, scene: &Scene<G>) -> HexPlan {
    let corners = |hex: Hex| geometry::corners(hex.axial());
    let all: Vec<Point> = land.map.hexes().flat_map(corners).collect();
    let span = |of: fn(&Point) -> i64| {
        let (low, high) =
            all.iter().map(of).fold((i64::MAX, i64::MIN), |(a, b), one| (a.min(one), b.max(one)));
        (low as f32, high as f32)
    };
    let ((left, right), (top, foot)) = (span(|point| point.x), span(|point| point.y));
    // A hex is four wide and, between its flat sides, two high in its own plane; it is as high as it is wide times half the root of
    // three.
    let (wide, high) = (1.0 / (right - left), 3.0_f32.sqrt() / (right - left));
    let at = |point: Point| [(point.x as f32 - left) * wide, (point.y as f32 - top) * high];
    let middle = |hex: Hex| at(geometry::centre(hex.axial()));
    let hexes = land.map.hexes().zip(&land.grounds);
    let later = |hex: Hex| land.map.neighbours(hex).filter(move |other| *other > hex);
    let goals = scene.markers.iter().filter(|marker| matches!(marker.piece, Piece::Goal(_)));
    let stacks = scene.stacks.iter().filter_map(|(hex, stack)| {
        let top = scene.counter(*stack.first()?)?;
        Some((middle(*hex), top.side))
    });
    HexPlan {
        height: (foot - top) * high,
        hexes: hexes.map(|(hex, ground)| (corners(hex).map(at), colour(ground.look, ground.level))).collect(),
        roads: land
            .map
            .hexes()
            .flat_map(|hex| {
                later(hex).filter(move |other| land.map.has_road(hex, *other)).map(move |other| [hex, other])
            })
            .map(|ends| ends.map(middle))
            .collect(),
        goals: goals.map(|marker| middle(marker.hex)).collect(),
        counters: stacks.collect(),
    }
}
