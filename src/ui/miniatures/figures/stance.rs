//! Stance of a figure, and its choice among the poses of that stance.

use crate::rules::ids::ModelId;

/// Unit's state as a figure shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::ui) enum Stance {
    /// At ease or on guard.
    Ready,
    /// Striding or running.
    Moving,
    /// Aiming, or loading.
    Firing,
    /// Flat on the ground.
    Down,
    /// In flight: turned, bent, the weapon low.
    FallingBack,
    /// Head in, hands up.
    Shaken,
    /// Lost: limp, to be laid on its back.
    Fallen,
}

impl Stance {
    pub const ALL: [Self; 7] =
        [Self::Ready, Self::Moving, Self::Firing, Self::Down, Self::FallingBack, Self::Shaken, Self::Fallen];

    /// For labels.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Moving => "moving",
            Self::Firing => "firing",
            Self::Down => "down",
            Self::FallingBack => "falling back",
            Self::Shaken => "shaken",
            Self::Fallen => "fallen",
        }
    }
}

/// Choice among the poses of a figure's kind; its size, tint and turn go with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::ui) struct Variant(u8);

impl Variant {
    pub const COUNT: u8 = 8;

    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }

    /// A model's: models of a unit whose numbers are closer than eight are never alike, so that neighbours in rows are not.
    pub fn of(model: ModelId) -> Self {
        let [unit, number] = [model.unit.number, model.number].map(u32::from);
        Self(((number * 3 + unit * 5) % u32::from(Self::COUNT)) as u8)
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// From −1 to 1, in another order for each use.
    fn share(self, order: [i8; 8]) -> f32 {
        f32::from(order[self.index()]) / 7.0
    }

    /// The share of the full height, within 4 % of 94 %.
    pub(super) fn height(self) -> f32 {
        0.94 + 0.04 * self.share([5, -3, 7, -7, 1, -5, 3, -1])
    }

    /// Degrees by which it is turned from where its base points, at most 6.
    pub(super) fn turn(self) -> f32 {
        6.0 * self.share([-5, 3, -1, 7, -7, 5, 1, -3])
    }

    /// Difference in its colours, from −1 to 1.
    pub(super) fn tint(self) -> f32 {
        self.share([1, -7, 5, -3, 7, -1, -5, 3])
    }
}

impl Variant {
    /// Another one, so many further on.
    pub(super) fn shifted(self, by: u8) -> Self {
        Self((self.0 + by) % Self::COUNT)
    }
}
