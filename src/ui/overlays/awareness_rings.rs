//! The awareness of the selected unit: a ring around all its models together, and a wider dashed ring over ground so
//! low that a model there is exposed.

use bevy::ecs::system::SystemParamItem;
use bevy_egui::egui::{Color32, Rect, Shape, Stroke};

use super::legend::Row;
use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use crate::game::engine::view::View;
use crate::rules::ids::UnitId;
use crate::rules::measures::{Place, Thou};
use crate::rules::sight::{awareness, is_exposed};
use crate::table::plane::distance;
use crate::table::shape::Point;
use crate::ui::drafts::draft::{Draft, Drafting};
use crate::ui::drafts::selection::Selection;
use crate::ui::frame::inputs::inputs;
use crate::ui::questions::sight::{SightOverlay, SightQuery};
use crate::ui::session::open_game::OpenGame;

/// The colour of the rings.
const RING_INK: Color32 = Color32::from_rgb(150, 232, 214);

/// A target that is this much lower is exposed by any ruleset.
const FAR_DOWN: Thou = Thou(-1_000_000);

/// Segments of a ring.
const SEGMENTS: u32 = 180;

/// The rings, while lines of sight are shown.
pub(super) struct AwarenessRings;

inputs! {
    /// Inputs of the overlay.
    pub(super) struct Inputs {
        opened: OpenGame, selection: Selection, drafting: Drafting, sight_overlay: SightOverlay,
        sight_query: SightQuery,
    }
}

impl Overlay for AwarenessRings {
    type Inputs = Inputs<'static>;

    fn is_shown(inputs: &SystemParamItem<Self::Inputs>) -> bool {
        inputs.sight_query.shown().is_some() && inputs.sight_overlay.direction.is_some()
    }

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        let draft = inputs.drafting.0.as_ref();
        let Some(unit) = draft.map(|draft| draft.unit).or(inputs.selection.unit) else { return };
        let view = inputs.opened.game.battle().view();
        let wide = paint(&frame.painter, &view, unit, draft);
        frame.legend.extend(legend(&view, unit, wide));
    }
}

/// Legend of the rings.
fn legend(view: &View, unit: UnitId, wide: WideRing) -> Vec<Row> {
    let Some(unit) = view.unit(unit) else { return Vec::new() };
    let (aw, rules) = (unit.card.characteristics.awareness, &view.setup().ruleset.sight);
    let ring = Stroke::new(1.6_f32, RING_INK);
    let ends = |rect: Rect| [rect.left_center(), rect.right_center()];
    let own = format!("Aw of {}: {}\" (VIS-4)", unit.id, awareness(aw, Thou(0), rules));
    let mut rows = vec![Row::line(own, move |painter, rect| {
        painter.egui.line_segment(ends(rect), ring);
    })];
    if wide == WideRing::Drawn {
        let exposed = format!("{}\" to an exposed target (VIS-3)", awareness(aw, FAR_DOWN, rules));
        rows.push(Row::line(exposed, move |painter, rect| {
            painter.egui.extend(Shape::dashed_line(&ends(rect), ring, 5.0, 5.0));
        }));
    }
    rows
}

/// A ring around a model: where it stands, and how far, inches.
#[derive(Clone, Copy)]
struct Ring {
    middle: Place,
    radius: f64,
}

/// Paints the rings of a unit around the places of its models, or of their ghosts.
///
/// Rule: VIS-3.
fn paint(painter: &OverlayPainter, view: &View, unit: UnitId, draft: Option<&Draft>) -> WideRing {
    let Some(unit) = view.unit(unit) else { return WideRing::Absent };
    let places: Vec<Place> = match draft.filter(|draft| draft.unit == unit.id) {
        Some(draft) => draft.models.iter().filter_map(|model| model.end().ok()).collect(),
        None => view.standing(unit.id).map(|model| model.pose.at).collect(),
    };
    let (rules, base) = (&view.setup().ruleset.sight, unit.card.base.radius());
    let aw = unit.card.characteristics.awareness;
    let rise = |at: Point, middle: Place| Thou(view.terrain().ground_height(at).0 - middle.z.0);
    let near = rings(&places, base + awareness(aw, Thou(0), rules));
    draw(painter, view, &near, Dash::Whole, &|_, _| true);
    // No model is lower than the table top, so only from higher up is any target exposed.
    let high: Vec<Place> = places.into_iter().filter(|at| is_exposed(Thou(-at.z.0), rules)).collect();
    let far = rings(&high, base + awareness(aw, FAR_DOWN, rules));
    let exposed = |at: Point, middle: Place| is_exposed(rise(at, middle), rules);
    if draw(painter, view, &far, Dash::Dashed, &exposed) { WideRing::Drawn } else { WideRing::Absent }
}

/// Whether any part of a wide ring is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WideRing {
    Absent,
    Drawn,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dash {
    Whole,
    Dashed,
}

fn rings(places: &[Place], radius: f64) -> Vec<Ring> {
    places.iter().map(|middle| Ring { middle: *middle, radius }).collect()
}

/// Draws the parts of rings that lie in no other ring; returns whether there are any.
fn draw(
    painter: &OverlayPainter,
    view: &View,
    rings: &[Ring],
    dash: Dash,
    counts: &dyn Fn(Point, Place) -> bool,
) -> bool {
    let table = view.setup().level.table;
    let half = [table.width, table.depth].map(|side| side.inches() / 2.0);
    let mut drawn = false;
    for ring in rings {
        for index in (0..SEGMENTS).filter(|index| dash == Dash::Whole || index % 2 == 0) {
            let ends = [index, index + 1].map(|index| point_of(ring, f64::from(index)));
            let middle = point_of(ring, f64::from(index) + 0.5);
            let outside = (0..2).any(|axis| middle[axis].abs() > half[axis]);
            let inside = |other: &Ring| distance(middle, other.middle.ground()) < other.radius - 1e-6;
            if outside || rings.iter().any(inside) || !counts(middle, ring.middle) {
                continue;
            }
            let seen = ends.map(|at| painter.point(at, view.terrain().ground_height(at).inches() + 0.06));
            if let [Some(from), Some(to)] = seen {
                for (width, ink) in [(3.6_f32, Color32::from_black_alpha(110)), (1.6, RING_INK)] {
                    painter.egui.line_segment([from, to], Stroke::new(width, ink));
                }
                drawn = true;
            }
        }
    }
    drawn
}

/// The point of a ring at a segment.
fn point_of(ring: &Ring, index: f64) -> Point {
    let angle = std::f64::consts::TAU * index / f64::from(SEGMENTS);
    let [x, y] = ring.middle.ground();
    [x + ring.radius * libm::cos(angle), y + ring.radius * libm::sin(angle)]
}
