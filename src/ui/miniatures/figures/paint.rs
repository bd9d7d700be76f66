//! The materials of figures, and how each takes the wash and the dry brush.

/// Material of a part of a figure.
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
    /// Sash of figures without a uniform.
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

/// Second and third step of painting a material.
pub(super) struct Finish {
    /// Factor of the colour where the wash is deepest.
    pub wash: [f32; 3],
    /// Strength of the dry brush on an edge, and on surfaces that face up.
    pub edge: f32,
    pub up: f32,
}

impl Paint {
    pub fn finish(self) -> Finish {
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
