//! The postures of a foot soldier: eight for each stance. Each is legs, a back, and what the hands do.

use super::limbs::{Arms, Legs};
use super::skeleton::Posture;
use super::stance::{Stance, Variant};

/// Legs, arms, the back (lean, bend, twist), the head (to the left, down), and a turn to the left.
type Row = (Legs, Arms, [f32; 3], [f32; 2], f32);

const READY: [Row; 8] = [
    (Legs::Stand, Arms::Port, [2.0, 2.0, 0.0], [8.0, 4.0], 0.0),
    (Legs::Kneel, Arms::Low, [8.0, 6.0, -10.0], [25.0, 2.0], 0.0),
    (Legs::Apart, Arms::Low, [4.0, 4.0, -12.0], [-30.0, 4.0], 4.0),
    (Legs::Ease, Arms::Point, [3.0, 3.0, 5.0], [14.0, 0.0], 0.0),
    (Legs::KneelLeft, Arms::Grounded, [6.0, 4.0, 6.0], [-12.0, 4.0], -6.0),
    (Legs::Stride, Arms::Port, [6.0, 4.0, -8.0], [-18.0, 2.0], 0.0),
    (Legs::Apart, Arms::Load, [4.0, 8.0, 0.0], [6.0, 30.0], 6.0),
    (Legs::Ease, Arms::Watch, [2.0, 0.0, 0.0], [10.0, -2.0], -4.0),
];

const MOVING: [Row; 8] = [
    (Legs::Run, Arms::Port, [16.0, 8.0, -8.0], [4.0, 4.0], 0.0),
    (Legs::StrideRight, Arms::Low, [10.0, 6.0, 8.0], [-12.0, 4.0], 0.0),
    (Legs::RunRight, Arms::Hip, [14.0, 8.0, 6.0], [8.0, 2.0], 0.0),
    (Legs::Stride, Arms::Trail, [10.0, 4.0, -8.0], [14.0, 2.0], 0.0),
    (Legs::Run, Arms::Trail, [18.0, 8.0, -10.0], [0.0, 2.0], 0.0),
    (Legs::RunRight, Arms::Port, [20.0, 10.0, 8.0], [-10.0, 6.0], 0.0),
    (Legs::Stride, Arms::Hip, [12.0, 8.0, -6.0], [16.0, 2.0], 0.0),
    (Legs::StrideRight, Arms::Sloped, [8.0, 2.0, 6.0], [0.0, 0.0], 0.0),
];

const FIRING: [Row; 8] = [
    (Legs::Lunge, Arms::Aim, [8.0, 4.0, -30.0], [20.0, 8.0], 0.0),
    (Legs::Kneel, Arms::Aim, [10.0, 6.0, -28.0], [22.0, 8.0], 0.0),
    (Legs::Apart, Arms::Aim, [4.0, 4.0, -34.0], [26.0, 8.0], 0.0),
    (Legs::Lunge, Arms::Hip, [12.0, 8.0, -20.0], [14.0, 0.0], 0.0),
    (Legs::KneelLeft, Arms::Aim, [14.0, 4.0, -26.0], [20.0, 8.0], 0.0),
    (Legs::Kneel, Arms::Load, [6.0, 8.0, 0.0], [10.0, 28.0], 0.0),
    (Legs::Crouch, Arms::Aim, [18.0, 4.0, -30.0], [22.0, 6.0], 0.0),
    (Legs::Stand, Arms::Aim, [6.0, 2.0, -34.0], [26.0, 8.0], 0.0),
];

const DOWN: [Row; 8] = [
    (Legs::Prone, Arms::AimLow, [84.0, -24.0, 0.0], [0.0, 4.0], 0.0),
    (Legs::ProneBent, Arms::Cover, [87.0, -8.0, 0.0], [10.0, 40.0], 5.0),
    (Legs::ProneWide, Arms::AimLow, [82.0, -28.0, 0.0], [8.0, 0.0], -5.0),
    (Legs::ProneBent, Arms::AimLow, [84.0, -22.0, 8.0], [-16.0, 0.0], 5.0),
    (Legs::Prone, Arms::Cover, [88.0, -6.0, 4.0], [-16.0, 44.0], 0.0),
    (Legs::ProneWide, Arms::AimLow, [80.0, -30.0, -6.0], [24.0, 0.0], 0.0),
    (Legs::ProneBent, Arms::Cover, [84.0, -14.0, -8.0], [0.0, 36.0], -6.0),
    (Legs::ProneWide, Arms::AimLow, [85.0, -18.0, 0.0], [-6.0, 10.0], 6.0),
];

const FALLING_BACK: [Row; 8] = [
    (Legs::Run, Arms::Flee, [28.0, 14.0, 14.0], [10.0, 12.0], 24.0),
    (Legs::RunRight, Arms::Trail, [30.0, 16.0, -12.0], [-24.0, 8.0], -28.0),
    (Legs::Run, Arms::Trail, [34.0, 12.0, -10.0], [0.0, 14.0], -20.0),
    (Legs::RunRight, Arms::Flee, [24.0, 16.0, 16.0], [36.0, 0.0], 30.0),
    (Legs::Run, Arms::Low, [30.0, 18.0, 10.0], [-10.0, 10.0], 18.0),
    (Legs::RunRight, Arms::Flee, [36.0, 14.0, -8.0], [12.0, 16.0], -26.0),
    (Legs::StrideRight, Arms::Trail, [32.0, 16.0, 12.0], [40.0, 0.0], 32.0),
    (Legs::Run, Arms::Flee, [26.0, 20.0, -14.0], [-30.0, 6.0], -18.0),
];

const SHAKEN: [Row; 8] = [
    (Legs::Huddle, Arms::Hands, [30.0, 26.0, 0.0], [0.0, 40.0], 0.0),
    (Legs::Kneel, Arms::Up, [0.0, -4.0, 0.0], [8.0, 14.0], 0.0),
    (Legs::Crouch, Arms::Cover, [34.0, 22.0, 10.0], [10.0, 36.0], 20.0),
    (Legs::Huddle, Arms::Cover, [26.0, 30.0, -10.0], [-14.0, 40.0], -14.0),
    (Legs::KneelLeft, Arms::Hands, [24.0, 24.0, 8.0], [6.0, 44.0], 12.0),
    (Legs::Crouch, Arms::Hands, [36.0, 20.0, -8.0], [-10.0, 34.0], -20.0),
    (Legs::Apart, Arms::Up, [-4.0, 6.0, 0.0], [-6.0, 24.0], 0.0),
    (Legs::Kneel, Arms::Hands, [30.0, 24.0, 4.0], [16.0, 40.0], -8.0),
];

const FALLEN: [Row; 8] = [
    (Legs::Limp, Arms::Limp, [-4.0, -6.0, 6.0], [30.0, -8.0], 0.0),
    (Legs::Apart, Arms::Limp, [0.0, -4.0, -8.0], [-40.0, 0.0], 8.0),
    (Legs::Limp, Arms::Trail, [-2.0, -6.0, 10.0], [20.0, 6.0], -6.0),
    (Legs::Stride, Arms::Limp, [0.0, -2.0, 0.0], [-25.0, -6.0], 0.0),
    (Legs::Limp, Arms::Limp, [-4.0, 0.0, -10.0], [45.0, 0.0], 5.0),
    (Legs::Apart, Arms::Trail, [0.0, -6.0, 8.0], [-15.0, -8.0], -8.0),
    (Legs::StrideRight, Arms::Limp, [-2.0, -4.0, 0.0], [35.0, 4.0], 0.0),
    (Legs::Limp, Arms::Trail, [-4.0, -2.0, -6.0], [-35.0, 0.0], 6.0),
];

/// The posture of a foot soldier with a long weapon.
pub(super) fn of_soldier(stance: Stance, variant: Variant) -> Posture {
    let rows = match stance {
        Stance::Ready => &READY,
        Stance::Moving => &MOVING,
        Stance::Firing => &FIRING,
        Stance::Down => &DOWN,
        Stance::FallingBack => &FALLING_BACK,
        Stance::Shaken => &SHAKEN,
        Stance::Fallen => &FALLEN,
    };
    let (legs, arms, [lean, bend, twist], head, turn) = rows[variant.index()];
    let (hips, feet) = legs.stand();
    let (carry, hands) = arms.hold();
    Posture { hips, turn: turn + variant.turn(), lean, bend, twist, head, feet, hands, carry }
}

impl Posture {
    /// Bent lower, as those go who do not want to be seen; who lies already lies.
    pub fn stalking(self) -> Self {
        let [x, y, z] = self.hips;
        if y < 0.3 {
            return self;
        }
        Self { hips: [x - 0.03, y - 0.09, z], lean: self.lean + 16.0, bend: self.bend + 10.0, ..self }
    }
}
