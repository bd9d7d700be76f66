//! The painter's three steps: a base coat for each material, a dark wash where surfaces are close, and a dry brush over edges
//! and whatever faces up. All of it ends in the colours of the corners.

use bevy::color::{Color, ColorToComponents};
use bevy::math::Vec3;

use super::clay::{Clay, Corner};
use super::occlusion::openness;
use super::palette::Palette;

/// Colour of the dry brush: a warm off-white.
const BRUSH: Color = Color::srgb(0.95, 0.89, 0.77);

/// Darkening of the lower parts of a figure: light on a painted miniature comes from above.
const ZENITH: f32 = 0.18;

/// Rate at which the wash gathers where the sky is hidden.
const DEPTH: f32 = 1.35;

/// The colours of all corners, linear. `ground` is the height of the earth on the base, `top` that of the figure.
pub(super) fn painted(clay: &Clay, palette: &Palette, [ground, top]: [f32; 2]) -> Vec<[f32; 4]> {
    let brush = Vec3::from_array(BRUSH.to_linear().to_f32_array_no_alpha());
    let coat = |corner: &Corner| {
        let finish = corner.paint.finish();
        let base = Vec3::from_array(palette.of(corner.paint).to_linear().to_f32_array_no_alpha());
        let open = openness(&clay.blockers, (corner.at, corner.normal, corner.part), ground);
        let crease = (0.12 - corner.bend).max(0.0) * 1.6;
        let deep = (DEPTH * (1.0 - open) + crease + 0.25 * (-corner.normal.y).max(0.0)).clamp(0.0, 1.0);
        let washed = base * Vec3::ONE.lerp(Vec3::from_array(finish.wash), deep);
        let share = ((corner.at.y - ground) / (top - ground).max(0.1)).clamp(0.0, 1.0);
        let zenithal = washed * (1.0 - ZENITH * (1.0 - share));
        let facing_up = corner.normal.y.max(0.0);
        let ridge = ((corner.bend - 0.24) * 2.2).clamp(0.0, 0.7);
        let edge = corner.edge.max(ridge);
        let brushed = (finish.edge * edge + finish.up * facing_up * facing_up) * open;
        // A dry brush of the same colour first, then nearly white on the sharpest edges.
        let light = (zenithal * 2.2 + brush * 0.07).lerp(brush, 0.45 * edge);
        let colour = zenithal.lerp(light, brushed.clamp(0.0, 0.85));
        let [r, g, b] = colour.min(Vec3::ONE).to_array();
        [r, g, b, 1.0]
    };
    clay.corners.iter().map(coat).collect()
}
