//! The painter's three steps: a base coat for each material, a dark wash where surfaces are close, and a dry brush over edges
//! and whatever faces up. All of it ends in the colours of the corners.

use bevy::color::{Color, ColorToComponents, Mix};
use bevy::math::Vec3;

use super::clay::{Clay, Corner};
use super::occlusion::openness;
use super::palette::Palette;

/// What a part of a figure is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Paint {
    Coat,
    /// Collars, cuffs and hems.
    Facing,
    Trousers,
    Webbing,
    Boots,
    Skin,
    Hair,
    Helmet,
    /// Gun metal.
    Metal,
    /// Blades.
    Steel,
    Wood,
    /// Packs, bedrolls and bags.
    Canvas,
    Cloak,
    /// What those wear who have no uniform.
    Sash,
    /// The inside of cloaks and hoods.
    Lining,
    /// Braid, crests and badges.
    Trim,
    /// Plates of armour, and hulls.
    Plate,
    /// Slits and mouths of barrels.
    Hollow,
    Rim,
    Notch,
    Earth,
    Stone,
    Grass,
    Straw,
    /// The small board with a unit's number, and the number.
    Board,
    Ink,
    /// Points to the front.
    Pointer,
    /// The foot of a base, which nobody paints.
    Underside,
}

/// How a material takes the second and the third step.
struct Finish {
    /// What the wash multiplies the colour by where it is deepest.
    wash: [f32; 3],
    /// How much the dry brush leaves on an edge, and on what faces up.
    edge: f32,
    up: f32,
}

impl Paint {
    fn finish(self) -> Finish {
        let umber = [0.20, 0.17, 0.16];
        let (wash, edge, up) = match self {
            Self::Skin => ([0.42, 0.16, 0.10], 0.25, 0.22),
            Self::Metal => ([0.16, 0.18, 0.24], 0.62, 0.14),
            Self::Steel => ([0.30, 0.32, 0.38], 0.75, 0.20),
            Self::Plate => ([0.13, 0.14, 0.18], 0.70, 0.34),
            Self::Helmet => (umber, 0.50, 0.40),
            Self::Grass | Self::Straw => ([0.35, 0.30, 0.22], 0.45, 0.0),
            Self::Hollow | Self::Underside | Self::Ink => ([1.0; 3], 0.0, 0.0),
            Self::Board | Self::Pointer => ([0.5; 3], 0.2, 0.0),
            Self::Rim => ([0.35, 0.33, 0.33], 0.30, 0.08),
            Self::Earth => ([0.38, 0.33, 0.28], 0.35, 0.04),
            _ => (umber, 0.45, 0.34),
        };
        Finish { wash, edge, up }
    }
}

/// What a dry brush leaves: a warm off-white.
const BRUSH: Color = Color::srgb(0.95, 0.89, 0.77);

/// How much the lower parts of a figure are darkened: light on a painted miniature comes from above.
const ZENITH: f32 = 0.18;

/// How quickly the wash gathers where the sky is hidden.
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

/// A colour a little different: `by` from −1 to 1, brighter and warmer above 0.
pub(super) fn varied(colour: Color, by: f32) -> Color {
    let other = if by > 0.0 { Color::srgb(1.0, 0.95, 0.82) } else { Color::srgb(0.05, 0.06, 0.10) };
    colour.mix(&other, 0.09 * by.abs())
}
