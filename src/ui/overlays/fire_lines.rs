//! Lines of fire: from every shooter to the model it fires at, in the colour of the target unit.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{Align2, Color32, FontId, Pos2, Stroke, Vec2};

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use super::signs::{Face, Rank, Sign, Usual};
use crate::game::engine::view::View;
use crate::game::phases::shooting::aim::{Stance, pose_in};
use crate::game::phases::shooting::kinds::AimedShot;
use crate::game::phases::shooting::odds::Odds;
use crate::game::phases::shooting::ordered::OrderedFire as Fire;
use crate::rules::measures::Place;
use crate::ui::looks::target_look;
use crate::ui::questions::fire_odds::{FireOdds, OddsReport};
use crate::ui::session::open_game::OpenGame;

/// The radius of a target's number, pixels.
const NUMBER_RADIUS_PX: f32 = 10.0;

/// The lines of the draft's fire, and of the answer that is highlighted.
pub(super) struct FireLines;

impl Overlay for FireLines {
    type Inputs = (Res<'static, OpenGame>, Res<'static, FireOdds>);

    fn paint(frame: &mut OverlayFrame, (opened, fire_odds): &SystemParamItem<Self::Inputs>) {
        let view = &opened.game.battle().view();
        let Some((asked, answers)) = fire_odds.found() else { return };
        if let Some((fire, report)) = asked.drafted.as_ref().zip(answers.drafted.as_ref()) {
            paint(frame, view, fire, report);
        }
        let option = frame.screen.option;
        let highlighted = |answer: usize| option == Some(answer);
        if let Some((_, fire)) = asked.options.iter().find(|(answer, _)| highlighted(*answer))
            && let Some((_, report)) = answers.options.iter().find(|(answer, _)| highlighted(*answer))
        {
            paint(frame, view, fire, report);
        }
    }
}

/// Paints the lines of some fire.
fn paint(frame: &mut OverlayFrame, view: &View, fire: &Fire, report: &OddsReport) {
    let painter = &frame.painter;
    let Ok(targets) = &report.odds else { return };
    let stance: &Stance = match fire {
        Fire::AtUnits { stance, .. } => stance,
        Fire::AtModel { .. } => &[],
    };
    for (index, (_, odds)) in targets.iter().enumerate() {
        for shot in &odds.shots {
            line(painter, view, stance, shot, target_look::ink(index));
        }
    }
    // On My Target numbers the models it hits overrides.
    let numbered = targets.iter().enumerate().filter(|_| fire.marked().is_none());
    for (index, (_, odds)) in numbered {
        number(frame, view, odds, index);
    }
}

/// From the shooter's weapon to the middle of its target.
fn line(painter: &OverlayPainter, view: &View, stance: &Stance, shot: &AimedShot, ink: Color32) {
    let ends = view.model(shot.from).zip(view.model(shot.at)).and_then(|(shooter, target)| {
        let from = up(painter, pose_in(stance, &shooter).at, shooter.card.base.height.inches() * 0.7)?;
        let to = match shot.thrown_at {
            Some(point) => up(painter, point, 0.0)?,
            None => up(painter, target.pose.at, target.card.base.height.inches() * 0.5)?,
        };
        Some([from, to])
    });
    let Some([from, to]) = ends else { return };
    let along = (to - from).normalized();
    let to = to - along * 7.0;
    for (width, ink) in [(4.2_f32, Color32::from_black_alpha(130)), (1.8, ink)] {
        painter.egui.line_segment([from, to], Stroke::new(width, ink));
    }
    let wing = |turn: f32| to - along * 9.0 + along.rot90() * 4.5 * turn;
    painter.egui.add(bevy_egui::egui::Shape::convex_polygon(
        vec![to + along * 3.0, wing(1.0), wing(-1.0)],
        ink,
        Stroke::new(1.0_f32, Color32::from_black_alpha(150)),
    ));
}

/// The number of a target, over its models that are fired at.
fn number(frame: &mut OverlayFrame, view: &View, odds: &Odds, index: usize) {
    let painter = &frame.painter;
    let tops: Vec<Pos2> = odds
        .shots
        .iter()
        .filter_map(|shot| view.model(shot.at))
        .filter_map(|model| up(painter, model.pose.at, model.card.base.height.inches()))
        .collect();
    let Some(top) = tops.iter().copied().reduce(|a, b| if b.y < a.y { b } else { a }) else { return };
    let (text, ink) = ((index + 1).to_string(), target_look::ink(index));
    let face = Face::new(text.clone(), Vec2::splat(2.0 * NUMBER_RADIUS_PX), move |painter, rect| {
        let (at, font) = (rect.center(), FontId::proportional(13.0));
        painter.egui.circle(at, NUMBER_RADIUS_PX, Color32::from_rgb(24, 27, 33), Stroke::new(2.0_f32, ink));
        painter.egui.text(at, Align2::CENTER_CENTER, text, font, ink);
    });
    frame.signs.add(Sign::at(top, 2.0, Usual::Above, face).rank(Rank::Order));
}

fn up(painter: &OverlayPainter, at: Place, height: f64) -> Option<Pos2> {
    painter.point(at.ground(), at.z.inches() + height)
}
