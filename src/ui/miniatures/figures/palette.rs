//! The base coats: what colour each material has, by side, kind of figure and variant.

use bevy::color::{Color, Mix};

use super::paint::Paint;
use super::stance::Variant;
use crate::rules::card::Figure;
use crate::rules::ids::Side;
use crate::ui::looks::side_look;

/// The base coats of one figure.
pub(super) struct Palette {
    side: Side,
    figure: Figure,
    variant: Variant,
}

const fn rgb(r: u8, g: u8, b: u8) -> Color {
    Color::srgb_u8(r, g, b)
}

/// Colours of militia: shirts and jackets from many wardrobes.
const HOMESPUN: [Color; 8] = [
    rgb(124, 98, 70),
    rgb(168, 156, 132),
    rgb(98, 104, 74),
    rgb(128, 72, 58),
    rgb(90, 84, 92),
    rgb(150, 122, 82),
    rgb(108, 112, 104),
    rgb(76, 66, 56),
];

const HAIR: [Color; 4] = [rgb(66, 44, 28), rgb(38, 32, 30), rgb(150, 108, 58), rgb(116, 60, 32)];
const SKIN: [Color; 4] = [rgb(222, 168, 132), rgb(202, 146, 108), rgb(232, 182, 148), rgb(156, 104, 74)];

impl Palette {
    pub fn new(side: Side, figure: Figure, variant: Variant) -> Self {
        Self { side, figure, variant }
    }

    /// The base coat of a material: dark beside the colour of side A, light beside that of side B, so that the sides differ in
    /// grey as well.
    pub fn of(&self, paint: Paint) -> Color {
        let colour = self.plain(paint);
        if paint.is_of_base() { colour } else { varied(colour, self.variant.tint()) }
    }

    fn plain(&self, paint: Paint) -> Color {
        let side = side_look::colour(self.side);
        let by_side = |a: Color, b: Color| if self.side == Side::A { a } else { b };
        let index = |colours: &[Color]| colours[(self.variant.index() * 3 + 1) % colours.len()];
        match paint {
            Paint::Coat if self.figure == Figure::Militia => index(&HOMESPUN),
            Paint::Coat => side.mix(&by_side(rgb(20, 40, 92), rgb(255, 196, 120)), 0.16),
            Paint::Facing => side.mix(&by_side(rgb(14, 24, 56), rgb(120, 52, 20)), 0.62),
            Paint::Trousers if self.figure == Figure::Militia => {
                HOMESPUN[(self.variant.index() * 5 + 4) % HOMESPUN.len()].mix(&rgb(40, 34, 32), 0.35)
            }
            Paint::Trousers => by_side(rgb(44, 50, 66), rgb(188, 164, 122)),
            Paint::Webbing => by_side(rgb(66, 48, 36), rgb(206, 190, 150)),
            Paint::Boots => by_side(rgb(38, 33, 32), rgb(92, 62, 42)),
            Paint::Skin => index(&SKIN),
            Paint::Hair => index(&HAIR),
            Paint::Helmet => by_side(rgb(58, 76, 112), rgb(204, 180, 132)),
            Paint::Metal => rgb(62, 68, 80),
            Paint::Steel => rgb(150, 158, 170),
            Paint::Wood => rgb(122, 76, 42),
            Paint::Canvas => by_side(rgb(96, 92, 76), rgb(168, 148, 108)),
            Paint::Cloak if self.figure == Figure::Scout => side.mix(&rgb(74, 84, 58), 0.42),
            Paint::Cloak => side.mix(&by_side(rgb(16, 22, 60), rgb(150, 40, 24)), 0.45),
            Paint::Sash => side.mix(&rgb(255, 255, 255), 0.08),
            Paint::Lining => side.mix(&rgb(34, 28, 28), 0.72),
            Paint::Trim => rgb(218, 182, 92),
            Paint::Plate => by_side(rgb(78, 88, 110), rgb(186, 178, 158)).mix(&side, 0.08),
            Paint::Hollow => rgb(16, 15, 17),
            Paint::Rim => side.mix(&by_side(rgb(40, 90, 200), rgb(255, 214, 150)), 0.22),
            Paint::Notch => side.mix(&rgb(40, 26, 16), 0.70),
            Paint::Earth => rgb(146, 122, 88),
            Paint::Stone => rgb(128, 124, 116),
            Paint::Grass => rgb(112, 122, 58),
            Paint::Straw => rgb(172, 158, 90),
            Paint::Board => rgb(222, 212, 184),
            Paint::Ink => rgb(30, 26, 26),
            Paint::Pointer => rgb(240, 230, 198),
            Paint::Underside => rgb(44, 36, 30),
        }
    }
}

impl Paint {
    /// Whether it belongs to the base, which looks alike under all models of a unit.
    fn is_of_base(self) -> bool {
        matches!(
            self,
            Self::Rim
                | Self::Notch
                | Self::Earth
                | Self::Stone
                | Self::Grass
                | Self::Straw
                | Self::Board
                | Self::Ink
                | Self::Pointer
                | Self::Underside
        )
    }
}

/// A colour a little different: `by` from −1 to 1, brighter and warmer above 0.
fn varied(colour: Color, by: f32) -> Color {
    let other = if by > 0.0 { Color::srgb(1.0, 0.95, 0.82) } else { Color::srgb(0.05, 0.06, 0.10) };
    colour.mix(&other, 0.09 * by.abs())
}
