//! The faces of a six-sided die: which value lies on which side of the cube, and the 24 turns of a cube.

use bevy::math::{Mat3, Quat, Vec3};

/// The six sides of a cube in its own axes.
pub(in crate::ui) const SIDES: [Vec3; 6] = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];

/// The value painted on each side of [`SIDES`]; opposite sides add up to seven.
const VALUES: [u8; 6] = [3, 4, 1, 6, 2, 5];

/// The side that a value, 1 to 6, is painted on, in the die's own axes; any other value counts as 6.
pub(in crate::ui) fn side_of(value: u8) -> Vec3 {
    let side = VALUES.iter().position(|&painted| painted == value).unwrap_or(3);
    SIDES[side]
}

/// The value painted on a side of [`SIDES`], by its index.
pub(in crate::ui) fn value_of(side: usize) -> u8 {
    VALUES[side]
}

/// The side of a cube that lies uppermost, and how upright it is: 1 for a cube that lies flat.
pub(in crate::ui) fn uppermost(rotation: Quat) -> (Vec3, f32) {
    let up = rotation.inverse() * Vec3::Y;
    let mut best = (SIDES[0], f32::MIN);
    for side in SIDES {
        let upright = side.dot(up);
        if upright > best.1 {
            best = (side, upright);
        }
    }
    best
}

/// The turn of a cube onto itself that brings `value` to the side `slot`. Four turns do; `pick` takes one of them.
pub(in crate::ui) fn turn_to(value: u8, slot: Vec3, pick: u8) -> Quat {
    let from = side_of(value);
    let beside = SIDES[(SIDES.iter().position(|&side| side == from).unwrap_or(0) + 2) % 6];
    // The sides around `slot`, one of which `beside` is turned to.
    let around: Vec<Vec3> = SIDES.into_iter().filter(|side| side.dot(slot).abs() < 0.5).collect();
    let to = around[usize::from(pick) % around.len()];
    let before = Mat3::from_cols(from, beside, from.cross(beside));
    let after = Mat3::from_cols(slot, to, slot.cross(to));
    Quat::from_mat3(&(after * before.transpose()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_comes_to_each_side_in_four_ways() {
        for value in 1..=6 {
            for slot in SIDES {
                let mut seen: Vec<Quat> = Vec::new();
                for pick in 0..4 {
                    let turn = turn_to(value, slot, pick);
                    assert!((turn * side_of(value)).distance(slot) < 1e-5);
                    assert!((turn.length() - 1.0).abs() < 1e-5);
                    assert!(seen.iter().all(|other| other.dot(turn).abs() < 0.99));
                    seen.push(turn);
                }
            }
        }
    }

    #[test]
    fn opposite_sides_add_up_to_seven() {
        for value in 1..=6 {
            assert_eq!(side_of(value), -side_of(7 - value));
        }
    }
}
