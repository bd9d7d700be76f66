//! Things to place besides units: the objective or obstacle at its place, and the edges to choose from.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{Color32, Pos2, Shape as Painted, Stroke};

use super::callout::sentence;
use super::overlay::{Audience, Overlay, OverlayFrame};
use super::paths::REFUSED;
use super::signs::{Face, Rank, Sign, Usual};
use crate::game::table_edge::{edge_of_zone, from_edge, middle, name};
use crate::rules::ids::Side;
use crate::ui::drafts::placing::{Placing, Token, TokenKind, asks_for_zone};
use crate::ui::session::open_game::OpenGame;

/// The colour of what may lie where it is.
const ALLOWED: Color32 = Color32::from_rgb(126, 231, 135);

/// Chords of a circle.
const CHORDS: usize = 40;

/// Height of the pole of an objective, inches.
const POLE: f64 = 1.9;

/// The token, and the edges.
pub(super) struct PlacingOverlay;

impl Overlay for PlacingOverlay {
    const FOR: Audience = Audience::Players;
    type Inputs = (Res<'static, OpenGame>, Res<'static, Placing>);

    fn paint(frame: &mut OverlayFrame, (opened, placing): &SystemParamItem<Self::Inputs>) {
        if asks_for_zone(opened).is_some() {
            paint_edges(frame, opened);
        }
        if let Some(token) = &placing.token
            && let Some(at) = token.at
        {
            paint_token(frame, opened, token, at, placing.is_in_hand());
        }
    }
}

/// The name of each edge in its zone, with the key that picks it: to one side, for objectives often lie in the middle.
fn paint_edges(frame: &mut OverlayFrame, opened: &OpenGame) {
    let painter = &frame.painter;
    let (view, level) = (opened.game.battle().view(), &opened.game.setup().level);
    for (key, side) in (1..).zip(Side::BOTH) {
        let area = &level.zones[side.index()].area;
        let (size, middle) = (view.terrain().size, middle(area));
        let edge = edge_of_zone(size, area);
        let (out, along) = (from_edge(edge, middle) / 2.0, [-edge[1], edge[0]]);
        let place = [0, 1].map(|axis| middle[axis] + edge[axis] * out + along[axis] * size[axis] / 4.0);
        let Some(at) = painter.point(place, 0.0) else { continue };
        let text = format!("The {} edge: click here, or press {key}", name(edge));
        let face = Face::text(painter, &text, Color32::WHITE, Some(Color32::from_rgb(214, 174, 88)));
        frame.signs.add(Sign::at(at, 0.0, Usual::On, face).rank(Rank::Order).anywhere());
    }
}

fn paint_token(frame: &mut OverlayFrame, opened: &OpenGame, token: &Token, at: [f64; 2], in_hand: bool) {
    let painter = &frame.painter;
    let ground = opened.game.battle().view().terrain().ground_height(at).inches();
    let refusal = token.answer.as_ref().and_then(|answer| answer.as_ref().err());
    let ink = if refusal.is_some() { REFUSED } else { ALLOWED };
    let stroke = Stroke::new(2.4_f32, ink);
    let height = match token.kind {
        TokenKind::Objective => 0.0,
        TokenKind::Obstacle([_, height]) => height.inches(),
    };
    for level in [0.0, height] {
        let ring: Vec<Pos2> = circle(at, token.radius())
            .filter_map(|point| painter.point(point, ground + level + 0.03))
            .collect();
        painter.egui.add(Painted::convex_polygon(ring, ink.gamma_multiply(0.28), stroke));
    }
    if token.kind == TokenKind::Objective
        && let (Some(foot), Some(top)) = (painter.point(at, ground), painter.point(at, ground + POLE))
    {
        painter.egui.line_segment([foot, top], stroke);
        painter.egui.circle_filled(top, 4.0, ink);
    }
    let below = circle(at, token.radius()).filter_map(|point| painter.point(point, ground));
    let Some(foot) = below.reduce(|low, next| if next.y > low.y { next } else { low }) else { return };
    let text = match refusal {
        Some(refusal) => format!("{} ({})", sentence(&refusal.text()), refusal.rule()),
        None if in_hand => "It may go here".to_owned(),
        None => "Enter confirms · click elsewhere to move it · Esc takes it back".to_owned(),
    };
    let face = Face::text(painter, &text, Color32::WHITE, Some(ink));
    frame.signs.add(Sign::at(foot, 6.0, Usual::Below, face).rank(Rank::Order).anywhere());
}

fn circle([x, y]: [f64; 2], radius: f64) -> impl Iterator<Item = [f64; 2]> {
    (0..CHORDS).map(move |chord| {
        let angle = chord as f64 * std::f64::consts::TAU / CHORDS as f64;
        [x + radius * libm::cos(angle), y + radius * libm::sin(angle)]
    })
}
