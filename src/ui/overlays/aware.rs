//! How far the selected unit is aware: a ring around all its models together, and a wider one in
//! dashes over ground so low that who stands there is exposed.

use bevy_egui::egui::{Color32, Stroke};

use super::lens::OverlayPainter;
use crate::game::engine::view::View;
use crate::rules::ids::UnitId;
use crate::rules::measures::{Place, Thou};
use crate::rules::sight::{awareness, is_exposed};
use crate::table::plane::distance;
use crate::table::shape::Point;
use crate::ui::input::draft::Draft;

/// Of the rings.
pub(super) const INK: Color32 = Color32::from_rgb(150, 232, 214);

/// A target so much lower is exposed by any ruleset.
pub(super) const FAR_DOWN: Thou = Thou(-1_000_000);

/// Into so many pieces a ring is cut.
const PIECES: u32 = 180;

/// A ring around a model: where it stands, and how far, inches.
#[derive(Clone, Copy)]
struct Ring {
    middle: Place,
    radius: f64,
}

/// Paints the rings of a unit, where its models stand or are drafted; whether there are wide ones.
///
/// Rule: VIS-3.
pub(super) fn paint(lens: &OverlayPainter, view: &View, unit: UnitId, draft: Option<&Draft>) -> Wide {
    let Some(unit) = view.unit(unit) else { return Wide::None };
    let places: Vec<Place> = match draft.filter(|draft| draft.unit == unit.id) {
        Some(draft) => draft.models.iter().filter_map(|model| model.end().ok()).collect(),
        None => view.standing(unit.id).map(|model| model.pose.at).collect(),
    };
    let (rules, base) = (&view.setup().ruleset.sight, unit.card.base.radius());
    let aw = unit.card.characteristics.awareness;
    let rise = |at: Point, middle: Place| Thou(view.terrain().ground_height(at).0 - middle.z.0);
    let near = rings(&places, base + awareness(aw, Thou(0), rules));
    draw(lens, view, &near, Dash::Whole, &|_, _| true);
    // Nobody on the table stands lower than its top: who stands no higher exposes nobody.
    let high: Vec<Place> = places.into_iter().filter(|at| is_exposed(Thou(-at.z.0), rules)).collect();
    let far = rings(&high, base + awareness(aw, FAR_DOWN, rules));
    let exposed = |at: Point, middle: Place| is_exposed(rise(at, middle), rules);
    if draw(lens, view, &far, Dash::Dashed, &exposed) { Wide::Some } else { Wide::None }
}

/// Whether a wide ring is drawn anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wide {
    /// Nowhere.
    None,
    /// Somewhere.
    Some,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dash {
    Whole,
    Dashed,
}

fn rings(places: &[Place], radius: f64) -> Vec<Ring> {
    places.iter().map(|middle| Ring { middle: *middle, radius }).collect()
}

/// Draws what of the rings lies in no other ring; whether there is anything.
fn draw(
    lens: &OverlayPainter,
    view: &View,
    rings: &[Ring],
    dash: Dash,
    counts: &dyn Fn(Point, Place) -> bool,
) -> bool {
    let table = view.setup().level.table;
    let half = [table.width, table.depth].map(|side| side.inches() / 2.0);
    let mut drawn = false;
    for ring in rings {
        for index in (0..PIECES).filter(|index| dash == Dash::Whole || index % 2 == 0) {
            let ends = [index, index + 1].map(|index| on(ring, f64::from(index)));
            let middle = on(ring, f64::from(index) + 0.5);
            let outside = (0..2).any(|axis| middle[axis].abs() > half[axis]);
            let inside = |other: &Ring| distance(middle, other.middle.ground()) < other.radius - 1e-6;
            if outside || rings.iter().any(inside) || !counts(middle, ring.middle) {
                continue;
            }
            let seen = ends.map(|at| lens.point(at, view.terrain().ground_height(at).inches() + 0.06));
            if let [Some(from), Some(to)] = seen {
                for (width, ink) in [(3.6_f32, Color32::from_black_alpha(110)), (1.6, INK)] {
                    lens.painter.line_segment([from, to], Stroke::new(width, ink));
                }
                drawn = true;
            }
        }
    }
    drawn
}

/// A point of a ring, by pieces.
fn on(ring: &Ring, index: f64) -> Point {
    let angle = std::f64::consts::TAU * index / f64::from(PIECES);
    let [x, y] = ring.middle.ground();
    [x + ring.radius * libm::cos(angle), y + ring.radius * libm::sin(angle)]
}
