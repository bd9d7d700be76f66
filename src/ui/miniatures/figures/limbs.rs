//! Legs, and arms that hold a weapon: the parts that postures are put together from.

use super::skeleton::{Carry, Foot, Hand};

/// Position of the legs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Legs {
    Stand,
    Ease,
    Apart,
    Stride,
    StrideRight,
    Run,
    RunRight,
    Lunge,
    Kneel,
    KneelLeft,
    Crouch,
    Huddle,
    Prone,
    ProneBent,
    ProneWide,
    Limp,
}

/// Hold of the weapon, and work of the hands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Arms {
    /// At the shoulder.
    Aim,
    AimLow,
    /// Across the chest.
    Port,
    /// Muzzle down.
    Low,
    Hip,
    /// In one hand, at the side.
    Trail,
    /// On the shoulder.
    Sloped,
    /// Its butt on the ground.
    Grounded,
    Load,
    /// One arm points.
    Point,
    /// One hand over the eyes.
    Watch,
    /// The left hand on the helmet, the weapon hugged.
    Cover,
    /// Both hands on the head, the weapon on the back.
    Hands,
    /// Both hands up, the weapon on the back.
    Up,
    /// One arm back for balance, the weapon low.
    Flee,
    Limp,
}

const fn foot(at: [f32; 3], turn: f32, pitch: f32) -> Foot {
    Foot { at, turn, pitch }
}

impl Legs {
    /// Hips, and the feet on the ground.
    pub fn stand(self) -> ([f32; 3], [Foot; 2]) {
        match self {
            Self::Stand => (
                [0.0, 0.462, 0.0],
                [foot([0.04, 0.0, -0.085], 12.0, 0.0), foot([-0.03, 0.0, 0.085], -22.0, 0.0)],
            ),
            Self::Ease => (
                [0.0, 0.462, -0.015],
                [foot([-0.01, 0.0, -0.07], 8.0, 0.0), foot([0.06, 0.0, 0.115], -30.0, 0.0)],
            ),
            Self::Apart => (
                [0.0, 0.44, 0.0],
                [foot([0.09, 0.0, -0.12], 10.0, 0.0), foot([-0.10, 0.0, 0.12], -35.0, 0.0)],
            ),
            Self::Stride => (
                [0.01, 0.44, 0.0],
                [foot([0.18, 0.0, -0.06], 4.0, 8.0), foot([-0.19, 0.035, 0.07], -8.0, -35.0)],
            ),
            Self::StrideRight => (
                [0.01, 0.44, 0.0],
                [foot([-0.19, 0.035, -0.07], 8.0, -35.0), foot([0.18, 0.0, 0.06], -4.0, 8.0)],
            ),
            Self::Run => (
                [0.02, 0.43, 0.0],
                [foot([0.21, 0.02, -0.05], 2.0, 14.0), foot([-0.27, 0.14, 0.06], -4.0, -70.0)],
            ),
            Self::RunRight => (
                [0.02, 0.43, 0.0],
                [foot([-0.27, 0.14, -0.06], 4.0, -70.0), foot([0.21, 0.02, 0.05], -2.0, 14.0)],
            ),
            Self::Lunge => (
                [0.0, 0.405, 0.0],
                [foot([0.17, 0.0, -0.10], 4.0, 0.0), foot([-0.19, 0.0, 0.11], -45.0, 0.0)],
            ),
            Self::Kneel => (
                [-0.04, 0.275, 0.0],
                [foot([0.14, 0.0, -0.10], 6.0, 0.0), foot([-0.22, 0.05, 0.09], -6.0, -62.0)],
            ),
            Self::KneelLeft => (
                [-0.04, 0.275, 0.0],
                [foot([-0.22, 0.05, -0.09], 6.0, -62.0), foot([0.14, 0.0, 0.10], -6.0, 0.0)],
            ),
            Self::Crouch => (
                [-0.06, 0.34, 0.0],
                [foot([0.11, 0.0, -0.11], 8.0, 0.0), foot([-0.12, 0.02, 0.12], -24.0, -18.0)],
            ),
            Self::Huddle => (
                [-0.09, 0.22, 0.0],
                [foot([0.07, 0.0, -0.10], 8.0, 0.0), foot([-0.02, 0.0, 0.11], -14.0, -10.0)],
            ),
            Self::Prone => (
                [-0.10, 0.085, 0.0],
                [foot([-0.47, 0.0, -0.13], 14.0, -75.0), foot([-0.48, 0.0, 0.11], -14.0, -75.0)],
            ),
            Self::ProneBent => (
                [-0.09, 0.085, 0.0],
                [foot([-0.46, 0.0, -0.11], 10.0, -75.0), foot([-0.28, 0.01, 0.25], -50.0, -60.0)],
            ),
            Self::ProneWide => (
                [-0.09, 0.085, 0.0],
                [foot([-0.44, 0.0, -0.21], 35.0, -75.0), foot([-0.44, 0.0, 0.21], -35.0, -75.0)],
            ),
            Self::Limp => (
                [-0.01, 0.45, 0.0],
                [foot([0.02, 0.0, -0.13], 40.0, -10.0), foot([-0.05, 0.03, 0.10], -40.0, -20.0)],
            ),
        }
    }
}

pub(super) const fn carry(at: [f32; 3], turn: f32, pitch: f32, roll: f32) -> Carry {
    Carry { at, turn, pitch, roll }
}

impl Arms {
    /// Carry of the weapon, and the hands.
    pub fn hold(self) -> (Carry, [Hand; 2]) {
        let both = [Hand::Holds(0.21), Hand::Holds(-0.02)];
        let right = |left: [f32; 3]| [Hand::At(left), Hand::Holds(-0.02)];
        let slung = carry([-0.15, -0.16, -0.02], 90.0, 62.0, 0.0);
        match self {
            Self::Aim => (carry([0.12, 0.045, 0.075], 0.0, 0.0, 0.0), both),
            Self::AimLow => (carry([0.16, 0.02, 0.07], 0.0, 3.0, 0.0), both),
            Self::Port => (carry([0.13, -0.19, 0.10], 62.0, 42.0, 0.0), both),
            Self::Low => (carry([0.10, -0.19, 0.11], 24.0, -26.0, 0.0), both),
            Self::Hip => (carry([0.07, -0.21, 0.12], 4.0, 4.0, 0.0), both),
            Self::Trail => (carry([0.02, -0.30, 0.19], 0.0, -14.0, 0.0), right([-0.10, -0.26, 0.07])),
            Self::Sloped => (carry([0.10, -0.15, 0.11], 12.0, 118.0, 0.0), right([0.03, -0.30, 0.06])),
            Self::Grounded => (
                carry([0.16, -0.26, 0.20], 0.0, 86.0, 0.0),
                [Hand::At([0.16, -0.24, 0.0]), Hand::Holds(0.12)],
            ),
            Self::Load => {
                (carry([0.15, -0.15, 0.08], 34.0, 38.0, 20.0), [Hand::Holds(0.08), Hand::Holds(-0.03)])
            }
            Self::Point => (carry([0.05, -0.22, 0.16], 0.0, 34.0, 0.0), right([0.31, 0.06, 0.02])),
            Self::Watch => (carry([0.05, -0.22, 0.16], 0.0, 30.0, 0.0), right([0.13, 0.10, -0.08])),
            Self::Cover => (carry([0.14, -0.16, 0.09], 48.0, 30.0, 0.0), right([0.04, 0.13, -0.10])),
            Self::Hands => (slung, [Hand::At([0.05, 0.13, -0.09]), Hand::At([0.05, 0.13, -0.09])]),
            Self::Up => (slung, [Hand::At([0.08, 0.25, 0.10]), Hand::At([0.08, 0.25, 0.10])]),
            Self::Flee => (carry([0.06, -0.30, 0.17], 6.0, -24.0, 0.0), right([-0.22, -0.14, 0.12])),
            Self::Limp => (carry([0.0, -0.20, 0.34], 0.0, 70.0, 0.0), right([-0.06, -0.10, 0.26])),
        }
    }
}
