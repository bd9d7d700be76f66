//! Chapter 10: rolling off and the order of placing.

use super::ids::Side;

/// The winner of a roll-off: the side with the higher total; `None` if both must roll again.
///
/// `bonus` names a side and what is added to its face.
///
/// Rule: MIS-2 (rolling off).
pub fn roll_off_winner(faces: [u8; 2], bonus: Option<(Side, u8)>) -> Option<Side> {
    let total = |side: Side| {
        let added = bonus.filter(|(to, _)| *to == side).map_or(0, |(_, added)| added);
        faces[side.index()].saturating_add(added)
    };
    match total(Side::A).cmp(&total(Side::B)) {
        std::cmp::Ordering::Greater => Some(Side::A),
        std::cmp::Ordering::Less => Some(Side::B),
        std::cmp::Ordering::Equal => None,
    }
}

/// The side that places the next unit, given how many each has left and which placed last. The sides alternate; when
/// one is done, the other goes on. `None` if both are done.
///
/// Rule: MIS-2 (placing units in turn).
pub fn places_next(left: [usize; 2], last: Side) -> Option<Side> {
    [last.other(), last].into_iter().find(|side| left[side.index()] > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rule: MIS-2, MIS-8.
    #[test]
    fn the_higher_total_wins_a_roll_off_and_ties_are_rolled_again() {
        for (faces, bonus, winner, reason) in [
            ([5, 3], None, Some(Side::A), "A higher"),
            ([3, 5], None, Some(Side::B), "B higher"),
            ([4, 4], None, None, "level"),
            ([4, 4], Some((Side::B, 1)), Some(Side::B), "level, and B finished placing first"),
            ([4, 5], Some((Side::A, 1)), None, "the added 1 makes it level"),
            ([6, 5], Some((Side::B, 1)), None, "the added 1 matches a 6"),
        ] {
            assert_eq!(roll_off_winner(faces, bonus), winner, "{reason}");
        }
    }

    /// Rule: MIS-2.
    #[test]
    fn the_sides_place_in_turn_until_one_has_no_more() {
        for (left, last, next, reason) in [
            ([2, 2], Side::A, Some(Side::B), "in turn"),
            ([2, 2], Side::B, Some(Side::A), "in turn"),
            ([2, 0], Side::A, Some(Side::A), "B is done, A goes on"),
            ([0, 1], Side::A, Some(Side::B), "A is done, B goes on"),
            ([0, 0], Side::A, None, "both are done"),
        ] {
            assert_eq!(places_next(left, last), next, "{reason}");
        }
    }
}
