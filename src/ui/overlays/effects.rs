//! Flashes, smoke, bursts and dust, and grenades in the air, while facts are played back.

use std::f32::consts::TAU;

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::{Res, Vec3};
use bevy_egui::egui::{Color32, Mesh, Pos2, Shape, Stroke, vec2};

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use crate::ui::playback::{EffectKind, Playback};

/// Radius of a grenade, inches: larger than life, so that it is seen.
const GRENADE: f32 = 0.2;

/// Radius of a burst at its largest, inches.
const BURST: f32 = 2.2;

const FIRE: Color32 = Color32::from_rgb(255, 186, 74);
const CORE: Color32 = Color32::from_rgb(255, 246, 212);
const SMOKE: Color32 = Color32::from_rgb(172, 168, 160);
const SOOT: Color32 = Color32::from_rgb(84, 78, 72);
const DUST: Color32 = Color32::from_rgb(198, 178, 138);

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
                EffectKind::Clash => clash(&painter, (at, inch), share),
                EffectKind::Dust => dust(&painter, (at, inch), share),
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
    let right = painter.scene(at + painter.right * 1.0)?;
    Some((middle, middle.distance(right)))
}

/// A star of fire, then a little smoke.
fn muzzle_flash(painter: &OverlayPainter, (at, inch): (Pos2, f32), share: f32) {
    let smoke = SMOKE.gamma_multiply(0.5 * (1.0 - share));
    puff(painter, at - vec2(0.0, 0.5 * share * inch), (0.2 + 0.45 * share) * inch, smoke);
    if share < 0.3 {
        let glow = 1.0 - share / 0.3;
        let size = ((0.45 + 0.45 * glow) * inch).max(9.0);
        puff(painter, at, size * 1.1, FIRE.gamma_multiply(0.8 * glow.sqrt()));
        flare(painter, at, [size, 0.3 * size], 7, FIRE.gamma_multiply(glow.sqrt()));
        puff(painter, at, 0.45 * size, CORE.gamma_multiply(glow.sqrt()));
    }
}

/// Sparks where weapons meet.
fn clash(painter: &OverlayPainter, (at, inch): (Pos2, f32), share: f32) {
    let size = ((0.4 + 0.8 * share) * 0.8 * inch).max(12.0);
    let glow = 1.0 - share;
    puff(painter, at, 0.7 * size, FIRE.gamma_multiply(0.7 * glow));
    flare(painter, at, [size, 0.22 * size], 6, CORE.gamma_multiply(glow.sqrt()));
}

/// A cloud that spreads low over the ground.
fn dust(painter: &OverlayPainter, (at, inch): (Pos2, f32), share: f32) {
    let ink = DUST.gamma_multiply(0.7 * (1.0 - share));
    let up = at - vec2(0.0, 0.35 * share * inch);
    let size = (0.3 + 0.6 * share) * inch;
    puff(painter, up, size, ink);
    puff(painter, up + vec2(0.5, -0.3) * size, 0.7 * size, ink);
    puff(painter, up + vec2(-0.55, 0.1) * size, 0.6 * size, ink);
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
    let glow = (1.0 - share / 0.35).max(0.0);
    painter.egui.add(Shape::closed_line(ring, Stroke::new(2.5_f32, CORE.gamma_multiply(0.8 * glow))));
    for step in 0..9 {
        let angle = TAU * (step as f32 + 0.3) / 9.0;
        let away = Vec3::new(angle.cos(), 0.0, angle.sin()) * wide * 0.5;
        let up = Vec3::Y * (0.3 + 1.6 * share) * (0.6 + 0.4 * (step % 3) as f32);
        let Some(cloud) = painter.scene(ground + away + up * 0.7) else { continue };
        // Dark where the fire was, lighter as it spreads.
        let ink = if step % 2 == 0 { SMOKE } else { SOOT };
        puff(painter, cloud, (0.6 + 0.9 * share) * inch, ink.gamma_multiply(0.75 * (1.0 - share)));
        let fly = away * 2.4 + Vec3::Y * 7.0 * share * (0.75 - share);
        if share < 0.75
            && let Some(clod) = painter.scene(ground + fly.with_y(fly.y.max(0.0)))
        {
            painter.egui.circle_filled(clod, 0.1 * inch, Color32::from_rgb(64, 52, 38));
        }
    }
    if glow > 0.0 {
        let up = at - vec2(0.0, 0.5 * inch);
        puff(painter, up, (0.9 + 1.6 * share) * inch, FIRE.gamma_multiply(glow.sqrt()));
        flare(painter, up, [(1.2 + 1.8 * share) * inch, 0.5 * inch], 9, FIRE.gamma_multiply(glow));
        puff(painter, up, (0.5 + 0.6 * share) * inch, CORE.gamma_multiply(glow.sqrt()));
    }
}

/// A soft round cloud: dense in its middle, nothing at its rim.
fn puff(painter: &OverlayPainter, at: Pos2, radius: f32, ink: Color32) {
    const CHORDS: usize = 18;
    let ring = |share: f32, ink: Color32| {
        (0..CHORDS).map(move |chord| {
            let angle = TAU * chord as f32 / CHORDS as f32;
            (at + vec2(angle.cos(), angle.sin()) * radius * share, ink)
        })
    };
    fan(
        painter,
        (at, ink),
        &[ring(0.55, ink.gamma_multiply(0.7)).collect(), ring(1.0, Color32::TRANSPARENT).collect()],
    );
}

/// A star that fades toward its tips, between two radii, pixels.
fn flare(painter: &OverlayPainter, at: Pos2, [long, short]: [f32; 2], points: usize, ink: Color32) {
    let corner = |step: usize| {
        let angle = TAU * (step as f32 + 0.4) / (2 * points) as f32;
        let (radius, share) = if step.is_multiple_of(2) { (long, 0.15) } else { (short, 0.5) };
        (at + vec2(angle.cos(), angle.sin()) * radius, ink.gamma_multiply(share))
    };
    fan(painter, (at, ink), &[(0..2 * points).map(corner).collect()]);
}

/// Triangles from a middle to the first ring of corners, and from each ring to the next; colours run from one corner to the
/// other. Rings have equally many corners.
fn fan(painter: &OverlayPainter, middle: (Pos2, Color32), rings: &[Vec<(Pos2, Color32)>]) {
    let mut mesh = Mesh::default();
    mesh.colored_vertex(middle.0, middle.1);
    for (at, ink) in rings.iter().flatten() {
        mesh.colored_vertex(*at, *ink);
    }
    let count = rings.first().map_or(0, Vec::len) as u32;
    for ring in 0..rings.len() as u32 {
        for corner in 0..count {
            let next = (corner + 1) % count;
            let [a, b] = [corner, next].map(|corner| 1 + ring * count + corner);
            if ring == 0 {
                mesh.add_triangle(0, a, b);
            } else {
                mesh.add_triangle(a - count, a, b);
                mesh.add_triangle(a - count, b, b - count);
            }
        }
    }
    painter.egui.add(mesh);
}
