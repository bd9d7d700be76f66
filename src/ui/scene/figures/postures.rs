//! The postures of a foot soldier: eight for each stance. Each is legs, a back, and what the hands do.

use super::skeleton::{Carry, Foot, Hand, Posture};
use super::stance::{Stance, Variant};

/// How the legs stand.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Legs {
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

/// How the weapon is held, and what the hands do.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Arms {
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

const fn foot(at: [f32; 3], turn: f32, pitch: f32) -> Foot {
    Foot { at, turn, pitch }
}

impl Legs {
    /// Hips, and the feet on the ground.
    fn stand(self) -> ([f32; 3], [Foot; 2]) {
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

const fn carry(at: [f32; 3], turn: f32, pitch: f32, roll: f32) -> Carry {
    Carry { at, turn, pitch, roll }
}

impl Arms {
    /// How the weapon is held, and the hands.
    fn hold(self) -> (Carry, [Hand; 2]) {
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

/// The posture of an officer: his sword arm is up wherever that makes sense.
pub(super) fn of_officer(stance: Stance, variant: Variant) -> Posture {
    let base = of_soldier(stance, variant);
    let nth = variant.index();
    let sword = Hand::Holds(0.0);
    let (carry, left) = match stance {
        Stance::Ready | Stance::Moving => {
            let raised = [
                carry([0.10, 0.27, 0.20], 12.0, 62.0, 0.0),
                carry([0.24, 0.16, 0.15], 4.0, 34.0, 0.0),
                carry([0.02, 0.29, 0.20], 20.0, 96.0, 0.0),
                carry([0.28, 0.10, 0.13], 0.0, 12.0, 0.0),
            ][nth % 4];
            let left = [[0.02, -0.22, 0.12], [0.14, -0.16, 0.04], [-0.05, -0.26, 0.10]][nth % 3];
            (raised, left)
        }
        Stance::Firing => (carry([0.27, 0.16, 0.16], 6.0, 40.0, 0.0), [0.29, 0.02, -0.02]),
        Stance::Down => (carry([0.24, -0.02, 0.12], 4.0, 6.0, 0.0), [0.20, 0.0, 0.02]),
        Stance::FallingBack => (carry([0.06, -0.28, 0.20], 10.0, -26.0, 0.0), [-0.20, -0.14, 0.14]),
        Stance::Shaken => (carry([0.10, -0.26, 0.18], 10.0, -40.0, 0.0), [0.06, 0.13, -0.09]),
        Stance::Fallen => (carry([0.02, -0.14, 0.42], -30.0, 40.0, 0.0), [-0.06, -0.08, 0.28]),
    };
    let stands = |legs: Legs| {
        let (hips, feet) = legs.stand();
        Posture { hips, feet, ..base }
    };
    let upright = match (stance, nth % 4) {
        (Stance::Ready, 0) => stands(Legs::Stride),
        (Stance::Ready, 1) => stands(Legs::Stand),
        (Stance::Ready, 2) => stands(Legs::Apart),
        (Stance::Ready, _) => stands(Legs::Lunge),
        _ => base,
    };
    let [lean, bend] = match stance {
        Stance::Ready | Stance::Firing => [2.0, 2.0],
        _ => [base.lean, base.bend],
    };
    Posture { lean, bend, carry, hands: [Hand::At(left), sword], ..upright }
}

/// The posture of a Knight: carbine in the right hand, blade in the left, never quite flat.
pub(super) fn of_knight(stance: Stance, variant: Variant) -> Posture {
    let base = of_soldier(stance, variant);
    let nth = variant.index();
    let (carry, left) = match stance {
        Stance::Ready => (
            [
                carry([0.14, -0.22, 0.20], 6.0, -16.0, 0.0),
                carry([0.10, -0.14, 0.18], 0.0, 58.0, 0.0),
                carry([0.16, -0.20, 0.16], 14.0, 4.0, 0.0),
                carry([0.06, -0.30, 0.22], 0.0, -30.0, 0.0),
            ][nth % 4],
            [[0.16, -0.18, 0.08], [0.06, -0.27, 0.12], [0.20, -0.06, 0.06]][nth % 3],
        ),
        Stance::Moving => {
            (carry([0.16, -0.18, 0.18], 8.0, 6.0, 0.0), [0.12 - 0.05 * (nth % 4) as f32, -0.20, 0.12])
        }
        Stance::Firing => (
            [carry([0.28, -0.01, 0.10], 0.0, 0.0, 0.0), carry([0.22, -0.14, 0.14], 0.0, 4.0, 0.0)][nth % 2],
            [[-0.02, -0.26, 0.12], [0.12, -0.20, 0.10]][nth / 2 % 2],
        ),
        Stance::Down => (carry([0.22, 0.02, 0.12], 0.0, 4.0, 0.0), [0.22, 0.0, 0.05]),
        Stance::FallingBack => (carry([0.04, -0.28, 0.20], 10.0, -30.0, 0.0), [-0.14, -0.20, 0.14]),
        Stance::Shaken => (carry([0.10, -0.24, 0.18], 16.0, -34.0, 0.0), [0.20, 0.06, -0.06]),
        Stance::Fallen => (carry([0.0, -0.16, 0.40], 0.0, 60.0, 0.0), [-0.06, -0.10, 0.30]),
    };
    let (hips, feet) = match (stance, nth % 3) {
        (Stance::Ready, 0) => Legs::Apart.stand(),
        (Stance::Ready, 1) => Legs::Stride.stand(),
        (Stance::Ready, _) => Legs::Lunge.stand(),
        _ => (base.hips, base.feet),
    };
    let lean = if stance == Stance::Ready { 4.0 } else { base.lean };
    Posture { hips, feet, lean, carry, hands: [Hand::At(left), Hand::Holds(0.0)], ..base }
}

/// Who serves a heavy weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crewman {
    Gunner,
    Loader,
}

/// The posture of a man at a heavy weapon. He reaches for a point, in shares of his height from where he stands.
pub(super) fn of_crewman(who: Crewman, stance: Stance, variant: Variant, reach: bevy::math::Vec3) -> Posture {
    let own = Variant::crewman(variant, who);
    let nth = own.index();
    let legs = match (stance, who) {
        (Stance::Moving, _) => [Legs::Stride, Legs::StrideRight][nth % 2],
        (Stance::Down | Stance::Shaken | Stance::FallingBack | Stance::Fallen, _) => {
            let base = of_soldier(stance, own);
            let shift = if stance == Stance::Down { 0.10 } else { 0.0 };
            let [x, y, z] = base.hips;
            let feet =
                base.feet.map(|foot| Foot { at: [foot.at[0] + shift, foot.at[1], foot.at[2]], ..foot });
            return Posture { hips: [x + shift, y, z], feet, ..base }.empty_handed(stance);
        }
        (_, Crewman::Gunner) => [Legs::Kneel, Legs::KneelLeft, Legs::Crouch][nth % 3],
        (_, Crewman::Loader) => [Legs::KneelLeft, Legs::Crouch, Legs::Kneel, Legs::Crouch][nth % 4],
    };
    let (hips, feet) = legs.stand();
    let (carry, _) = Arms::Hands.hold();
    let lean = if stance == Stance::Firing { 22.0 } else { 14.0 } + 2.0 * (nth % 3) as f32;
    let posture = Posture {
        hips,
        feet,
        lean,
        bend: 10.0,
        turn: 0.0,
        twist: 0.0,
        head: [[6.0, -10.0, 16.0, -4.0][nth % 4], 4.0],
        hands: [Hand::At([0.0; 3]); 2],
        carry,
    };
    let shoulders = super::skeleton::Joints::of(&posture).arms.map(|arm| arm.root);
    let hands = [0, 1].map(|side| {
        let aside = if side == 0 { -1.0 } else { 1.0 };
        let way = reach + bevy::math::Vec3::Z * aside * 0.045 - shoulders[side];
        Hand::At([way.x, way.y, way.z * aside])
    });
    let points = Hand::At([0.30, 0.08, 0.06]);
    match (who, stance, nth % 4) {
        (Crewman::Loader, Stance::Ready, 1) => Posture { hands: [points, hands[1]], ..posture },
        (Crewman::Loader, Stance::Ready, 3) => {
            Posture { hands: [Hand::At([0.12, 0.10, -0.10]), hands[1]], ..posture }
        }
        _ => Posture { hands, ..posture },
    }
}

impl Posture {
    /// The same without a weapon in the hands.
    fn empty_handed(self, stance: Stance) -> Self {
        let rests = match stance {
            Stance::Down => [0.20, 0.0, 0.02],
            Stance::Shaken => [0.05, 0.13, -0.09],
            _ => [-0.06, -0.24, 0.12],
        };
        let freed = |hand: Hand| if matches!(hand, Hand::Holds(_)) { Hand::At(rests) } else { hand };
        Self { hands: self.hands.map(freed), ..self }
    }
}

impl Variant {
    /// The loader does something else than the gunner.
    pub(super) fn crewman(variant: Self, who: Crewman) -> Self {
        variant.shifted(if who == Crewman::Gunner { 0 } else { 3 })
    }
}
