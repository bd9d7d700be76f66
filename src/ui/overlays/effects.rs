//! Flashes, smoke, bursts and dust, and grenades in the air, while facts are played back.

use std::f32::consts::TAU;

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::{Res, Vec3};
use bevy_egui::egui::{Color32, Pos2, Shape, Stroke, vec2};

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use crate::ui::playback::{EffectKind, Playback};

/// Radius of a grenade, inches: larger than life, so that it is seen.
const GRENADE: f32 = 0.2;

/// Radius of a burst at its largest, inches.
const BURST: f32 = 2.2;

const FIRE: Color32 = Color32::from_rgb(255, 186, 74);
const CORE: Color32 = Color32::from_rgb(255, 246, 212);
const SMOKE: Color32 = Color32::from_rgb(150, 146, 138);
const DUST: Color32 = Color32::from_rgb(176, 156, 118);

/// Every effect.
pub(super) struct Effects;

impl Overlay for Effects {
    type Inputs = Res<'static, Playback>;

    fn is_shown(playback: &SystemParamItem<Self::Inputs>) -> bool {
        playback.plays()
    }

    fn paint(frame: &mut OverlayFrame, playback: &SystemParamItem<Self::Inputs>) {
        let painter = frame.painter;
        for (effect, share) in playback.effects() {
            let Some((at, inch)) = scaled(&painter, effect.at) else { continue };
            match effect.kind {
                EffectKind::MuzzleFlash => muzzle_flash(&painter, (at, inch), share),
                EffectKind::Burst => burst(&painter, effect.at, (at, inch), share),
                EffectKind::Clash => {
                    let size = (0.3 + 0.7 * share) * 0.75 * inch;
                    star(&painter, at, [size, 0.3 * size], 6, CORE.gamma_multiply(1.0 - share));
                }
                EffectKind::Dust => {
                    let up = at - vec2(0.0, 0.4 * share * inch);
                    puff(
                        &painter,
                        up,
                        (0.25 + 0.55 * share) * inch,
                        DUST.gamma_multiply(0.55 * (1.0 - share)),
                    );
                }
            }
        }
        for at in playback.grenades() {
            let shadow = painter.scene(at.with_y(0.03));
            let Some((middle, inch)) = scaled(&painter, at) else { continue };
            let radius = (GRENADE * inch).max(3.0);
            if let Some(shadow) = shadow {
                painter.egui.circle_filled(shadow, radius * 0.9, Color32::from_black_alpha(90));
            }
            let rim = Stroke::new(1.0_f32, Color32::from_black_alpha(200));
            painter.egui.circle(middle, radius, Color32::from_rgb(70, 78, 52), rim);
            let light = middle - vec2(0.3, 0.35) * radius;
            painter.egui.circle_filled(light, radius * 0.3, Color32::from_rgb(190, 196, 160));
        }
    }
}

/// The pixel of a point of the scene, and how many pixels an inch takes there.
fn scaled(painter: &OverlayPainter, at: Vec3) -> Option<(Pos2, f32)> {
    let middle = painter.scene(at)?;
    let right = painter.scene(at + painter.from.right() * 1.0)?;
    Some((middle, middle.distance(right)))
}

/// A star of fire, then a little smoke.
fn muzzle_flash(painter: &OverlayPainter, (at, inch): (Pos2, f32), share: f32) {
    if share < 0.3 {
        let glow = 1.0 - share / 0.3;
        let size = ((0.35 + 0.35 * glow) * inch).max(7.0);
        puff(painter, at, size * 1.2, FIRE.gamma_multiply(0.35 * glow));
        star(painter, at, [size, 0.32 * size], 7, FIRE.gamma_multiply(glow.sqrt()));
        star(painter, at, [0.6 * size, 0.25 * size], 5, CORE.gamma_multiply(glow.sqrt()));
    }
    let smoke = SMOKE.gamma_multiply(0.4 * (1.0 - share));
    puff(painter, at - vec2(0.0, 0.5 * share * inch), (0.15 + 0.4 * share) * inch, smoke);
}

/// A ball of fire that turns to smoke, a ring that runs along the ground, and clods that fly.
fn burst(painter: &OverlayPainter, ground: Vec3, (at, inch): (Pos2, f32), share: f32) {
    let wide = BURST * share.sqrt();
    let ring: Vec<Pos2> = (0..28)
        .filter_map(|step| {
            let angle = TAU * step as f32 / 28.0;
            painter.scene(ground + Vec3::new(angle.cos(), 0.02, angle.sin()) * wide)
        })
        .collect();
    let glow = (1.0 - share / 0.4).max(0.0);
    painter.egui.add(Shape::closed_line(ring, Stroke::new(2.5_f32, CORE.gamma_multiply(glow))));
    for step in 0..7 {
        let angle = TAU * (step as f32 + 0.3) / 7.0;
        let away = Vec3::new(angle.cos(), 0.0, angle.sin()) * wide * 0.55;
        let up = Vec3::Y * (0.3 + 1.5 * share) * (0.7 + 0.3 * (step % 3) as f32);
        let Some(cloud) = painter.scene(ground + away + up * 0.7) else { continue };
        puff(painter, cloud, (0.5 + 0.8 * share) * inch, SMOKE.gamma_multiply(0.6 * (1.0 - share)));
        let fly = away * 2.2 + Vec3::Y * 7.0 * share * (0.75 - share);
        if share < 0.75
            && let Some(clod) = painter.scene(ground + fly.with_y(fly.y.max(0.0)))
        {
            painter.egui.circle_filled(clod, 0.1 * inch, Color32::from_rgb(64, 52, 38));
        }
    }
    if glow > 0.0 {
        let up = at - vec2(0.0, 0.5 * inch);
        puff(painter, up, (0.6 + 1.2 * share) * inch, FIRE.gamma_multiply(glow));
        star(painter, up, [(1.0 + 1.4 * share) * inch, 0.5 * inch], 9, CORE.gamma_multiply(glow));
    }
}

/// A soft round cloud.
fn puff(painter: &OverlayPainter, at: Pos2, radius: f32, ink: Color32) {
    for share in [1.0, 0.78, 0.55, 0.32] {
        painter.egui.circle_filled(at, radius * share, ink.gamma_multiply(0.4));
    }
}

/// A star between two radii, pixels.
fn star(painter: &OverlayPainter, at: Pos2, [long, short]: [f32; 2], points: usize, ink: Color32) {
    let corner = |step: usize| {
        let angle = TAU * (step as f32 + 0.4) / (2 * points) as f32;
        let radius = if step.is_multiple_of(2) { long } else { short };
        at + vec2(angle.cos(), angle.sin()) * radius
    };
    // A fan of triangles: egui fills convex outlines only.
    for point in 0..points {
        let [left, tip, right] = [2 * point + 2 * points - 1, 2 * point, 2 * point + 1].map(corner);
        painter.egui.add(Shape::convex_polygon(vec![at, left, tip, right], ink, Stroke::NONE));
    }
}
