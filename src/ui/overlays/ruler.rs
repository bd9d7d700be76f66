//! The ruler over the table: from edge to edge, and between centres.

use bevy::math::Vec3;
use bevy_egui::egui::{Align2, Color32, Stroke, vec2};

use super::lens::OverlayPainter;
use crate::game::engine::view::View;
use crate::game::measure::{Mark, distance};
use crate::rules::measures::Place;
use crate::ui::axes;
use crate::ui::input::ruler::{Ruler, UnderPointer};

/// Of the ruler.
const INK: Color32 = Color32::from_rgb(150, 215, 255);

/// Paints the ruler that lies, or the one that is being laid.
pub(super) fn paint(lens: &OverlayPainter, view: &View, ruler: &Ruler, pointed: &UnderPointer) {
    let (from, to) = match ruler {
        Ruler::Away => return,
        Ruler::InHand => {
            if let Some(mark) = &pointed.mark {
                end(lens, view, mark);
            }
            return;
        }
        Ruler::From(from) => match &pointed.mark {
            Some(to) => (from, to),
            None => return end(lens, view, from),
        },
        Ruler::Laid(from, to) => (from, to),
    };
    let Ok(measured) = distance(*view, from, to) else { return };
    let [start, stop] =
        [&measured.from, &measured.to].map(|mark| place_of(view, mark).and_then(|at| seen(lens, at)));
    let (Some(start), Some(stop)) = (start, stop) else { return };
    for (width, ink) in [(5.0_f32, Color32::from_black_alpha(150)), (2.2, INK)] {
        lens.painter.line_segment([start, stop], Stroke::new(width, ink));
    }
    end(lens, view, &measured.from);
    end(lens, view, &measured.to);
    let apart = format!("{:.2}\"", measured.gap);
    let text = match (&measured.from, &measured.to) {
        (Mark::Model(_), _) | (_, Mark::Model(_)) => {
            format!("{apart} gap · {:.2}\" between centres over the table", measured.centres)
        }
        _ if (measured.gap - measured.centres).abs() < 0.005 => apart,
        _ => format!("{apart} · {:.2}\" over the table", measured.centres),
    };
    let middle = start + (stop - start) / 2.0;
    lens.words(middle - vec2(0.0, 12.0), Align2::CENTER_BOTTOM, &text, Color32::WHITE, Some(INK));
}

fn seen(lens: &OverlayPainter, at: Place) -> Option<bevy_egui::egui::Pos2> {
    lens.scene(axes::place_in_scene(at) + Vec3::Y * 0.08)
}

/// The end of a ruler: a ring, with a name where the thing has one.
fn end(lens: &OverlayPainter, view: &View, mark: &Mark) {
    let Some(at) = place_of(view, mark).and_then(|at| seen(lens, at)) else { return };
    lens.painter.circle(at, 4.5, Color32::from_black_alpha(140), Stroke::new(2.0_f32, INK));
    if !matches!(mark, Mark::Point(_)) {
        lens.small(at + vec2(0.0, 8.0), Align2::CENTER_TOP, &mark.to_string(), INK);
    }
}

/// Where a mark lies.
fn place_of(view: &View, mark: &Mark) -> Option<Place> {
    match mark {
        Mark::Point(at) => Some(*at),
        Mark::Model(model) => view.model(*model).map(|model| model.pose.at),
        Mark::Unit(unit) => view.leader(*unit).map(|model| model.pose.at),
        Mark::Side(_) => None,
        Mark::Objective(id) => {
            view.objectives().iter().find(|objective| objective.id == *id).map(|objective| objective.at)
        }
    }
}
