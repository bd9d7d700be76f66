//! The postures of those who do not carry a long weapon in both hands: officers, Knights, the crew of a heavy weapon.

use bevy::math::Vec3;

use super::limbs::{Arms, Legs, carry};
use super::postures::of_soldier;
use super::skeleton::{Foot, Hand, Joints, Posture};
use super::stance::{Stance, Variant};

/// The posture of an officer: his sword arm is up wherever that makes sense.
pub(super) fn of_officer(stance: Stance, variant: Variant) -> Posture {
    let base = of_soldier(stance, variant);
    let index = variant.index();
    let sword = Hand::Holds(0.0);
    let (carry, left) = match stance {
        Stance::Ready | Stance::Moving => {
            let raised = [
                carry([0.10, 0.27, 0.20], 12.0, 62.0, 0.0),
                carry([0.24, 0.16, 0.15], 4.0, 34.0, 0.0),
                carry([0.02, 0.29, 0.20], 20.0, 96.0, 0.0),
                carry([0.28, 0.10, 0.13], 0.0, 12.0, 0.0),
            ][index % 4];
            let left = [[0.02, -0.22, 0.12], [0.14, -0.16, 0.04], [-0.05, -0.26, 0.10]][index % 3];
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
    let upright = match (stance, index % 4) {
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
    let index = variant.index();
    let (carry, left) = match stance {
        Stance::Ready => (
            [
                carry([0.14, -0.22, 0.20], 6.0, -16.0, 0.0),
                carry([0.10, -0.14, 0.18], 0.0, 58.0, 0.0),
                carry([0.16, -0.20, 0.16], 14.0, 4.0, 0.0),
                carry([0.06, -0.30, 0.22], 0.0, -30.0, 0.0),
            ][index % 4],
            [[0.16, -0.18, 0.08], [0.06, -0.27, 0.12], [0.20, -0.06, 0.06]][index % 3],
        ),
        Stance::Moving => {
            (carry([0.16, -0.18, 0.18], 8.0, 6.0, 0.0), [0.12 - 0.05 * (index % 4) as f32, -0.20, 0.12])
        }
        Stance::Firing => (
            [carry([0.28, -0.01, 0.10], 0.0, 0.0, 0.0), carry([0.22, -0.14, 0.14], 0.0, 4.0, 0.0)][index % 2],
            [[-0.02, -0.26, 0.12], [0.12, -0.20, 0.10]][index / 2 % 2],
        ),
        Stance::Down => (carry([0.22, 0.02, 0.12], 0.0, 4.0, 0.0), [0.22, 0.0, 0.05]),
        Stance::FallingBack => (carry([0.04, -0.28, 0.20], 10.0, -30.0, 0.0), [-0.14, -0.20, 0.14]),
        Stance::Shaken => (carry([0.10, -0.24, 0.18], 16.0, -34.0, 0.0), [0.20, 0.06, -0.06]),
        Stance::Fallen => (carry([0.0, -0.16, 0.40], 0.0, 60.0, 0.0), [-0.06, -0.10, 0.30]),
    };
    let (hips, feet) = match (stance, index % 3) {
        (Stance::Ready, 0) => Legs::Apart.stand(),
        (Stance::Ready, 1) => Legs::Stride.stand(),
        (Stance::Ready, _) => Legs::Lunge.stand(),
        _ => (base.hips, base.feet),
    };
    let lean = if stance == Stance::Ready { 4.0 } else { base.lean };
    Posture { hips, feet, lean, carry, hands: [Hand::At(left), Hand::Holds(0.0)], ..base }
}

/// Member of a heavy weapon's crew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crewman {
    Gunner,
    Loader,
}

/// The posture of a man at a heavy weapon. He reaches for a point, in shares of his height from where he stands.
pub(super) fn of_crewman(who: Crewman, stance: Stance, variant: Variant, reach: Vec3) -> Posture {
    let own = Variant::crewman(variant, who);
    let index = own.index();
    let legs = match (stance, who) {
        (Stance::Moving, _) => [Legs::Stride, Legs::StrideRight][index % 2],
        (Stance::Down | Stance::Shaken | Stance::FallingBack | Stance::Fallen, _) => {
            let base = of_soldier(stance, own);
            let shift = if stance == Stance::Down { 0.10 } else { 0.0 };
            let [x, y, z] = base.hips;
            let feet =
                base.feet.map(|foot| Foot { at: [foot.at[0] + shift, foot.at[1], foot.at[2]], ..foot });
            return Posture { hips: [x + shift, y, z], feet, ..base }.empty_handed(stance);
        }
        (_, Crewman::Gunner) => [Legs::Kneel, Legs::KneelLeft, Legs::Crouch][index % 3],
        (_, Crewman::Loader) => [Legs::KneelLeft, Legs::Crouch, Legs::Kneel, Legs::Crouch][index % 4],
    };
    let (hips, feet) = legs.stand();
    let (carry, _) = Arms::Hands.hold();
    let lean = if stance == Stance::Firing { 22.0 } else { 14.0 } + 2.0 * (index % 3) as f32;
    let posture = Posture {
        hips,
        feet,
        lean,
        bend: 10.0,
        turn: 0.0,
        twist: 0.0,
        head: [[6.0, -10.0, 16.0, -4.0][index % 4], 4.0],
        hands: [Hand::At([0.0; 3]); 2],
        carry,
    };
    let shoulders = Joints::of(&posture).arms.map(|arm| arm.root);
    let hands = [0, 1].map(|side| {
        let aside = if side == 0 { -1.0 } else { 1.0 };
        let way = reach + Vec3::Z * aside * 0.045 - shoulders[side];
        Hand::At([way.x, way.y, way.z * aside])
    });
    let points = Hand::At([0.30, 0.08, 0.06]);
    match (who, stance, index % 4) {
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
