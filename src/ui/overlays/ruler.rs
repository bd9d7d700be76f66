//! The ruler: the gap from edge to edge, and the distance between centres.

use bevy::ecs::system::SystemParamItem;
use bevy::math::Vec3;
use bevy::prelude::Res;
use bevy_egui::egui::{Color32, Stroke};

use super::overlay::{Depth, Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use super::signs::{Face, Sign, Usual};
use crate::game::engine::view::View;
use crate::game::measure::{Mark, distance};
use crate::game::narration::words;
use crate::rules::measures::Place;
use crate::ui::axes;
use crate::ui::drafts::ruler::{Ruler, UnderPointer};
use crate::ui::session::open_game::OpenGame;

/// The colour of the ruler.
const RULER_INK: Color32 = Color32::from_rgb(150, 215, 255);

/// The ruler, once it is taken up.
pub(super) struct RulerOverlay;

impl Overlay for RulerOverlay {
    const DEPTH: Depth = Depth::OverCards;

    type Inputs = (Res<'static, OpenGame>, Res<'static, Ruler>, Res<'static, UnderPointer>);

    fn paint(frame: &mut OverlayFrame, (opened, ruler, pointed): &SystemParamItem<Self::Inputs>) {
        paint(frame, &opened.game.battle().view(), ruler, pointed);
    }
}

/// Paints the ruler between its ends, or its first end alone.
fn paint(frame: &mut OverlayFrame, view: &View, ruler: &Ruler, pointed: &UnderPointer) {
    let painter = frame.painter;
    let (from, to) = match ruler {
        Ruler::Away => return,
        Ruler::InHand => {
            if let Some(mark) = &pointed.mark {
                end(frame, view, mark);
            }
            return;
        }
        Ruler::From(from) => match &pointed.mark {
            Some(to) => (from, to),
            None => return end(frame, view, from),
        },
        Ruler::Laid(from, to) => (from, to),
    };
    let Ok(measured) = distance(*view, from, to) else { return };
    let [start, stop] =
        [&measured.from, &measured.to].map(|mark| place_of(view, mark).and_then(|at| seen(&painter, at)));
    let (Some(start), Some(stop)) = (start, stop) else { return };
    for (width, ink) in [(5.0_f32, Color32::from_black_alpha(150)), (2.2, RULER_INK)] {
        painter.egui.line_segment([start, stop], Stroke::new(width, ink));
    }
    let apart = format!("{:.2}\"", measured.gap);
    let text = match (&measured.from, &measured.to) {
        (Mark::Model(_), _) | (_, Mark::Model(_)) => {
            format!("{apart} gap · {:.2}\" between centres", measured.centres)
        }
        _ if (measured.gap - measured.centres).abs() < 0.005 => apart,
        _ => format!("{apart} · {:.2}\" measured flat", measured.centres),
    };
    let middle = start + (stop - start) / 2.0;
    let face = Face::text(&painter, &text, Color32::WHITE, Some(RULER_INK));
    frame.signs.show_now(&painter, Sign::at(middle, 8.0, Usual::Above, face).anywhere());
    end(frame, view, &measured.from);
    end(frame, view, &measured.to);
}

fn seen(painter: &OverlayPainter, at: Place) -> Option<bevy_egui::egui::Pos2> {
    painter.scene(axes::place_in_scene(at) + Vec3::Y * 0.08)
}

/// An end of the ruler: a ring, and the name of what it lies on.
fn end(frame: &mut OverlayFrame, view: &View, mark: &Mark) {
    let painter = frame.painter;
    let Some(at) = place_of(view, mark).and_then(|at| seen(&painter, at)) else { return };
    painter.egui.circle(at, 4.5, Color32::from_black_alpha(140), Stroke::new(2.0_f32, RULER_INK));
    if !matches!(mark, Mark::Point(_)) {
        let name = match mark {
            Mark::Objective(id) => words::objective(view.setup(), id),
            _ => mark.to_string(),
        };
        let face = Face::small(&painter, &name, RULER_INK);
        frame.signs.show_now(&painter, Sign::at(at, 5.0, Usual::Below, face));
    }
}

/// The place of a mark.
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
