//! Models of markers about the middle of a hex, on its ground. They leave the place of the counters free.

use std::f32::consts::TAU;

use bevy::prelude::*;
use tabletop::ids::Side;

use crate::ui::looks::side_look;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::terrain::frame::Frame;
use crate::ui::miniatures::terrain::lumps::{Grain, lump};
use crate::ui::miniatures::terrain::paint::{Brush, coat};
use crate::ui::miniatures::terrain::solids::{face, panel, stem, stone};
use crate::ui::miniatures::texture::scatter;

/// A burnt-out tank at the right of its hex: hull, tracks, a turret thrown off its ring.
pub(super) fn wreck() -> Mesh {
    let mut all = GeometryBuilder::default();
    let char_black = coat(0.15, 0.13, 0.12);
    let rust = coat(0.36, 0.22, 0.13);
    let at = Frame::standing(Vec3::new(0.93, 0.0, 0.34), 0.95).leaning(0.05);
    for side in [-1.0, 1.0] {
        let track = at.moved(0.0, 0.0, side * 0.17);
        stone(&mut all, &track, [0.66, 0.12], 0.15, 0.12, char_black.toned(-0.2));
        for wheel in 0..5 {
            let along = -0.24 + 0.12 * wheel as f32;
            panel(
                &mut all,
                &Frame { out: at.out * side, along: at.along * side, ..track.moved(0.0, 0.0, side * 0.055) },
                [[along - 0.04, along + 0.04], [0.03, 0.11]],
                0.02,
                rust.washed(0.3),
            );
        }
    }
    stone(&mut all, &at.moved(0.0, 0.10, 0.0), [0.60, 0.26], 0.13, 0.14, char_black);
    let turret = Frame::standing(at.at(0.10, 0.21, 0.06), 1.5).leaning(0.28);
    stone(&mut all, &turret, [0.28, 0.24], 0.12, 0.25, rust.washed(0.25));
    let muzzle = turret.at(0.42, 0.10, 0.0);
    stem(&mut all, &[(turret.at(0.10, 0.06, 0.0), 0.028), (muzzle, 0.022)], 6, char_black);
    for index in 0..7 {
        let chance = |which: i32| scatter(index, which + 30);
        let (sin, cos) = bevy::math::ops::sin_cos(TAU * chance(1));
        let place = at.origin + Vec3::new(cos, 0.0, sin) * (0.34 + 0.16 * chance(2));
        let size = 0.03 + 0.04 * chance(3);
        lump(
            &mut all,
            Grain::Coarse,
            place + Vec3::Y * size * 0.3,
            Vec3::splat(size),
            index,
            char_black.mixed(rust, chance(4)),
        );
    }
    // Scorched ground.
    let scorched: Vec<Vec3> = (0..14)
        .map(|index| {
            let (sin, cos) = bevy::math::ops::sin_cos(TAU * index as f32 / 14.0);
            let reach = 0.40 + 0.12 * scatter(index, 77);
            (at.origin + Vec3::new(cos, 0.0, sin) * reach).with_y(0.016)
        })
        .collect();
    face(&mut all, &scorched, Vec3::Y, &vec![coat(0.10, 0.09, 0.08); scorched.len()]);
    all.finish()
}

/// Mines along the near rim, and a warning board.
pub(super) fn mines() -> Mesh {
    let mut all = GeometryBuilder::default();
    let steel = coat(0.24, 0.26, 0.22);
    for index in 0..7 {
        let angle = TAU * (0.08 + 0.34 * index as f32 / 6.0);
        let (sin, cos) = bevy::math::ops::sin_cos(angle);
        let foot = Vec3::new(cos, 0.0, sin) * (1.08 + 0.07 * scatter(index, 5));
        stem(&mut all, &[(foot, 0.085), (foot + Vec3::Y * 0.045, 0.08)], 9, steel);
        stem(
            &mut all,
            &[(foot + Vec3::Y * 0.045, 0.03), (foot + Vec3::Y * 0.075, 0.02)],
            6,
            coat(0.60, 0.16, 0.12),
        );
    }
    let foot = Vec3::new(-0.98, 0.0, 0.52);
    stem(&mut all, &[(foot, 0.02), (foot + Vec3::Y * 0.42, 0.02)], 5, coat(0.40, 0.30, 0.20));
    let board = Frame::standing(foot + Vec3::new(0.0, 0.30, 0.02), 0.0).leaning(0.06);
    panel(&mut all, &board, [[-0.17, 0.17], [0.0, 0.19]], 0.025, coat(0.86, 0.72, 0.20));
    for (left, right, low, high) in [(-0.07, 0.07, 0.08, 0.15), (-0.04, 0.04, 0.04, 0.08)] {
        panel(
            &mut all,
            &board.moved(0.0, 0.0, 0.026),
            [[left, right], [low, high]],
            0.008,
            coat(0.10, 0.09, 0.09),
        );
    }
    all.finish()
}

/// Sandbags round the near rim, two high.
pub(super) fn position() -> Mesh {
    let mut all = GeometryBuilder::default();
    for row in 0..2 {
        let bags = 13 - row;
        for index in 0..bags {
            let angle = TAU * (-0.04 + 0.58 * (index as f32 + 0.5 * row as f32) / 12.0);
            let (sin, cos) = bevy::math::ops::sin_cos(angle);
            let middle = Vec3::new(cos * 1.06, 0.05 + 0.085 * row as f32, sin * 1.06);
            let mut bag = GeometryBuilder::default();
            let sand = coat(0.58, 0.50, 0.36).toned(0.22 * (scatter(index, row) - 0.5));
            lump(&mut bag, Grain::Fine, Vec3::ZERO, Vec3::new(0.155, 0.062, 0.09), index * 5 + row, sand);
            let along = Quat::from_rotation_y(-angle - TAU / 4.0);
            let turned =
                bag.finish().transformed_by(Transform::from_translation(middle).with_rotation(along));
            all.add_painted(&turned);
        }
    }
    all.finish()
}

/// A flag at the far left of its hex that flies away from the counters, in the colour of its holder; white of nobody.
pub(super) fn flag(holder: Option<Side>) -> Mesh {
    let mut all = GeometryBuilder::default();
    let foot = Vec3::new(-0.95, 0.0, -0.62);
    stem(&mut all, &[(foot, 0.07), (foot + Vec3::Y * 0.05, 0.06)], 10, coat(0.62, 0.52, 0.30));
    stem(&mut all, &[(foot, 0.026), (foot + Vec3::Y * 1.28, 0.02)], 6, coat(0.66, 0.60, 0.50));
    let colour: LinearRgba = holder.map_or(coat(0.90, 0.88, 0.82), |side| side_look::colour(side).into());
    let steps = 6;
    let at = |step: i32, up: f32| {
        let share = step as f32 / steps as f32;
        let wave = 0.05 * bevy::math::ops::sin(share * 5.5);
        foot + Vec3::new(-0.02 - 0.52 * share, 1.26 - up - 0.04 * share, wave)
    };
    for step in 0..steps {
        let quad = [at(step, 0.36), at(step + 1, 0.36), at(step + 1, 0.0), at(step, 0.0)];
        let shade = if step % 2 == 0 { colour } else { colour.washed(0.18) };
        for out in [Vec3::Z, Vec3::NEG_Z] {
            face(&mut all, &quad, out, &[shade.washed(0.15), shade.washed(0.15), shade, shade]);
        }
    }
    all.finish()
}

/// A red ring on the ground with four bars, and an arrow over it that points down.
pub(super) fn aim() -> Mesh {
    let mut all = GeometryBuilder::default();
    let red = coat(0.88, 0.16, 0.12);
    let parts = 36;
    let at = |index: i32, reach: f32| {
        let (sin, cos) = bevy::math::ops::sin_cos(TAU * index as f32 / parts as f32);
        Vec3::new(cos * reach, 0.05, sin * reach)
    };
    for index in 0..parts {
        let paint = if index / 3 % 2 == 0 { red } else { coat(0.94, 0.92, 0.88) };
        let quad = [at(index, 0.98), at(index + 1, 0.98), at(index + 1, 1.14), at(index, 1.14)];
        face(&mut all, &quad, Vec3::Y, &[paint; 4]);
    }
    for quarter in 0..4 {
        let turn = Quat::from_rotation_y(TAU * quarter as f32 / 4.0);
        let bar = [(-0.04, 0.72), (0.04, 0.72), (0.04, 1.14), (-0.04, 1.14)]
            .map(|(x, z)| turn * Vec3::new(x, 0.055, z));
        face(&mut all, &bar, Vec3::Y, &[red; 4]);
    }
    let tip = Vec3::new(0.0, 1.15, -0.55);
    stem(&mut all, &[(tip, 0.005), (tip + Vec3::Y * 0.34, 0.20)], 12, red);
    stem(&mut all, &[(tip + Vec3::Y * 0.34, 0.07), (tip + Vec3::Y * 0.75, 0.07)], 10, red.brushed(0.1));
    all.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map_ui::scene::board::{APOTHEM, RADIUS};

    /// Markers keep to their hex.
    #[test]
    fn markers_keep_to_their_hex() {
        let flags = [Some(Side::A), Some(Side::B), None].map(flag);
        for (mesh, name) in [(wreck(), "wreck"), (mines(), "mines"), (position(), "position"), (aim(), "aim")]
            .into_iter()
            .chain(flags.map(|flag| (flag, "flag")))
        {
            let positions = mesh.attribute(Mesh::ATTRIBUTE_POSITION).and_then(|all| all.as_float3()).unwrap();
            for [x, y, z] in positions {
                // A flag flies over the side of its hex.
                let reach = if name == "flag" { RADIUS * 1.1 } else { RADIUS };
                assert!(Vec2::new(*x, *z).length() < reach && z.abs() < APOTHEM, "{name}: {x} {z}");
                assert!((-0.06..2.2).contains(y), "{name}: {y}");
            }
        }
    }
}
