//! Symbols of counters: those of military maps, and silhouettes of what flies.

use bevy::math::{Rect, Vec2, Vec3};
use tabletop_counters::Symbol;

use super::canvas::Canvas;
use crate::ui::miniatures::plate::Letters;

const INK: Vec3 = Vec3::new(0.07, 0.07, 0.08);
const PAPER: Vec3 = Vec3::new(0.95, 0.93, 0.86);

/// Draws a symbol in its box; `thick` is the width of its lines.
pub(super) fn symbol(canvas: &mut Canvas, letters: &mut Letters, symbol: Symbol, at: Rect, thick: f32) {
    let (middle, half) = (at.center(), at.half_size());
    let point = |x: f32, y: f32| middle + half * Vec2::new(x, y);
    if symbol == Symbol::Aircraft {
        return aircraft(canvas, middle, half);
    }
    canvas.plate(at.inflate(thick), 2.0, INK, 1.0);
    canvas.plate(at, 1.0, PAPER, 1.0);
    let cross = |canvas: &mut Canvas| {
        canvas.lines(&[point(-1.0, -1.0), point(1.0, 1.0)], thick, INK);
        canvas.lines(&[point(-1.0, 1.0), point(1.0, -1.0)], thick, INK);
    };
    let oval = |canvas: &mut Canvas| canvas.ellipse(middle, half * Vec2::new(0.66, 0.56), thick, INK);
    match symbol {
        Symbol::Infantry => cross(canvas),
        Symbol::Carriers => {
            cross(canvas);
            oval(canvas);
        }
        Symbol::Tanks => oval(canvas),
        Symbol::AssaultGuns => {
            oval(canvas);
            canvas.lines(&[point(-0.34, 0.44), point(0.0, -0.5), point(0.34, 0.44)], thick, INK);
        }
        Symbol::Gun => canvas.lines(&[point(-1.0, 1.0), point(0.0, -0.9), point(1.0, 1.0)], thick, INK),
        Symbol::Engineers => {
            let bridge = [point(-0.55, 0.5), point(-0.55, -0.35), point(0.55, -0.35), point(0.55, 0.5)];
            canvas.lines(&bridge, thick, INK);
            canvas.lines(&[point(0.0, -0.35), point(0.0, 0.5)], thick, INK);
        }
        Symbol::Reconnaissance => canvas.lines(&[point(-1.0, 1.0), point(1.0, -1.0)], thick, INK),
        Symbol::Mortar => {
            canvas.ellipse(point(0.0, 0.5), Vec2::splat(half.y * 0.26), thick, INK);
            canvas.lines(&[point(0.0, 0.2), point(0.0, -0.75)], thick, INK);
            canvas.lines(&[point(-0.22, -0.35), point(0.0, -0.78), point(0.22, -0.35)], thick, INK);
        }
        Symbol::Flak => {
            let dome: Vec<Vec2> = (0..=16)
                .map(|step| {
                    point(0.0, 1.0)
                        + half
                            * Vec2::new(0.8, 1.5)
                            * -Vec2::from_angle(std::f32::consts::PI * step as f32 / 16.0)
                })
                .collect();
            canvas.lines(&dome, thick, INK);
        }
        Symbol::Trucks => {
            canvas.lines(&[point(-1.0, 0.25), point(1.0, 0.25)], thick, INK);
            for x in [-0.5, 0.5] {
                canvas.disc(point(x, 0.55), half.y * 0.26, INK);
            }
        }
        Symbol::Artillery => canvas.disc(middle, half.y * 0.42, INK),
        Symbol::Headquarters => {
            canvas.write(letters, "HQ", middle, [half.y * 1.15, half.x * 1.8], 2, INK);
        }
        Symbol::Leader => {
            let star: Vec<Vec2> = (0..10)
                .map(|tip| {
                    let reach = half.y * if tip % 2 == 0 { 0.86 } else { 0.36 };
                    middle + reach * Vec2::from_angle(std::f32::consts::TAU * (tip as f32 / 10.0 - 0.25))
                })
                .collect();
            canvas.polygon(middle, &star, INK);
        }
        Symbol::MachineGun => {
            canvas.lines(&[point(0.0, 0.8), point(0.0, -0.8)], thick, INK);
            canvas.lines(&[point(-0.24, -0.4), point(0.0, -0.82), point(0.24, -0.4)], thick, INK);
            canvas.lines(&[point(-0.32, 0.55), point(0.32, 0.55)], thick, INK);
        }
        Symbol::AntiTank => {
            canvas.lines(&[point(-1.0, 1.0), point(0.0, -0.9), point(1.0, 1.0)], thick, INK);
            canvas.disc(point(0.0, 0.4), half.y * 0.24, INK);
        }
        Symbol::Flamethrower => {
            let flame = [(0.0, -0.9), (0.42, 0.0), (0.26, 0.75), (-0.26, 0.75), (-0.42, 0.0)];
            canvas.polygon(point(0.0, 0.2), &flame.map(|(x, y)| point(x, y)), INK);
        }
        Symbol::Bunker => {
            let walls = [point(-0.7, 0.6), point(-0.45, -0.5), point(0.45, -0.5), point(0.7, 0.6)];
            canvas.lines(&walls, thick * 1.4, INK);
            canvas.lines(&[point(-0.3, 0.05), point(0.3, 0.05)], thick * 1.8, INK);
        }
        Symbol::Unknown => canvas.write(letters, "?", middle, [half.y * 1.5, half.x * 1.6], 2, INK),
        // Drawn above, without a box.
        Symbol::Aircraft => {}
    }
}

/// An aircraft from above.
fn aircraft(canvas: &mut Canvas, middle: Vec2, half: Vec2) {
    let at = |x: f32, y: f32| middle + Vec2::new(x * half.x, y * half.y);
    canvas.lines(&[at(0.0, -0.95), at(0.0, 0.95)], half.y * 0.30, PAPER);
    canvas.lines(&[at(-0.95, -0.15), at(0.95, -0.15)], half.y * 0.34, PAPER);
    canvas.lines(&[at(-0.36, 0.8), at(0.36, 0.8)], half.y * 0.22, PAPER);
}
