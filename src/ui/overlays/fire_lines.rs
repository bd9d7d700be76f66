//! Who fires at whom: a line from every shooter to the model that he takes, in the colour of his
//! target.

use bevy_egui::egui::{Align2, Color32, FontId, Pos2, Stroke, Vec2};

use super::lens::OverlayPainter;
use crate::game::engine::view::View;
use crate::game::phases::shooting::aim::Stance;
use crate::game::phases::shooting::aim::pose_in;
use crate::game::phases::shooting::kinds::AimedShot;
use crate::game::phases::shooting::odds::Odds;
use crate::game::phases::shooting::ordered::OrderedFire as Fire;
use crate::rules::measures::Place;
use crate::ui::fire_odds::OddsReport;
use crate::ui::target_look;

/// Paints the lines of some fire.
pub(super) fn paint(lens: &OverlayPainter, view: &View, fire: &Fire, told: &OddsReport) {
    let Ok(targets) = &told.odds else { return };
    let stance: &Stance = match fire {
        Fire::AtUnits { stance, .. } => stance,
        Fire::AtModel { .. } => &[],
    };
    for (index, (_, odds)) in targets.iter().enumerate() {
        for shot in &odds.shots {
            line(lens, view, stance, shot, target_look::ink(index));
        }
    }
    // On My Target numbers the models it hits instead.
    let numbered = targets.iter().enumerate().filter(|_| fire.marked().is_none());
    for (index, (_, odds)) in numbered {
        number(lens, view, odds, index);
    }
}

/// From the shooter's weapon to the middle of what he fires at.
fn line(lens: &OverlayPainter, view: &View, stance: &Stance, shot: &AimedShot, ink: Color32) {
    let ends = view.model(shot.from).zip(view.model(shot.at)).and_then(|(shooter, target)| {
        let from = up(lens, pose_in(stance, &shooter).at, shooter.card.base.height.inches() * 0.7)?;
        let to = match shot.thrown_at {
            Some(point) => up(lens, point, 0.0)?,
            None => up(lens, target.pose.at, target.card.base.height.inches() * 0.5)?,
        };
        Some([from, to])
    });
    let Some([from, to]) = ends else { return };
    let along = (to - from).normalized();
    let to = to - along * 7.0;
    for (width, ink) in [(4.2_f32, Color32::from_black_alpha(130)), (1.8, ink)] {
        lens.painter.line_segment([from, to], Stroke::new(width, ink));
    }
    let wing = |turn: f32| to - along * 9.0 + along.rot90() * 4.5 * turn;
    lens.painter.add(bevy_egui::egui::Shape::convex_polygon(
        vec![to + along * 3.0, wing(1.0), wing(-1.0)],
        ink,
        Stroke::new(1.0_f32, Color32::from_black_alpha(150)),
    ));
}

/// The target's number, over its models that are fired at; a single target needs none.
fn number(lens: &OverlayPainter, view: &View, odds: &Odds, index: usize) {
    let tops: Vec<Pos2> = odds
        .shots
        .iter()
        .filter_map(|shot| view.model(shot.at))
        .filter_map(|model| up(lens, model.pose.at, model.card.base.height.inches()))
        .collect();
    let Some(top) = tops.iter().copied().reduce(|a, b| if b.y < a.y { b } else { a }) else { return };
    let at = top - Vec2::new(0.0, 16.0);
    let ink = target_look::ink(index);
    lens.painter.circle(at, 10.0, Color32::from_rgb(24, 27, 33), Stroke::new(2.0_f32, ink));
    let (text, font) = ((index + 1).to_string(), FontId::proportional(13.0));
    lens.painter.text(at, Align2::CENTER_CENTER, text, font, ink);
}

fn up(lens: &OverlayPainter, at: Place, height: f64) -> Option<Pos2> {
    lens.point(at.ground(), at.z.inches() + height)
}
