//! Chapter 10: the missions, rolling off, the order of placing, reserves, what an attacker may not do at first.

use serde::{Deserialize, Serialize};

use super::card::Role;
use super::ids::{RuleId, Side};
use super::ruleset::{LevelRollOff, MissionRules, NothingToPlace, PlacedLast};
use super::turn::Turn;

/// The id of the piece in which the objectives of Broken Arrow lie.
///
/// Rule: MIS-3.
pub const DEBRIS_FIELD: &str = "debris-field";

/// The missions of chapter 10, and drills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MissionKind {
    /// MIS-2.
    MeetingEngagement,
    /// MIS-3.
    BrokenArrow,
    /// MIS-8.
    Skirmish,
    /// No mission of the rulebook: a table to try things out on. It ends after its last round and nobody wins it.
    Drill,
}

impl MissionKind {
    /// The paragraph that says how it is played.
    pub fn rule(self) -> RuleId {
        RuleId(match self {
            Self::MeetingEngagement => "MIS-2",
            Self::BrokenArrow => "MIS-3",
            Self::Skirmish => "MIS-8",
            Self::Drill => "TURN-6",
        })
    }

    /// Its name as players say it.
    pub fn name(self) -> &'static str {
        match self {
            Self::MeetingEngagement => "Meeting Engagement",
            Self::BrokenArrow => "Broken Arrow",
            Self::Skirmish => "Skirmish",
            Self::Drill => "Drill",
        }
    }

    /// Whether it can be won and lost.
    pub fn is_decided(self) -> bool {
        self != Self::Drill
    }

    /// Whether command units are placed last.
    ///
    /// Rule: MIS-2, MIS-8.
    pub fn places_command_last(self) -> bool {
        self != Self::BrokenArrow
    }

    /// The paragraph that keeps a side's units from Open Fire and On My Target in a turn; `None` if none does. The
    /// attacker is who has the first turn of every round.
    ///
    /// Rule: MIS-2, MIS-8.
    pub fn attack_bar(self, side: Side, turn: Turn, rules: &MissionRules) -> Option<RuleId> {
        let attacks = match self {
            Self::MeetingEngagement | Self::Skirmish => side == turn.first,
            Self::BrokenArrow | Self::Drill => false,
        };
        (attacks && turn.round <= rules.barred_turns).then(|| self.rule())
    }
}

/// The winner of a roll-off: the side with the higher total; `None` if both must roll again.
///
/// `bonus` names a side and what is added to its face.
///
/// Rule: MIS-2, MIS-3, MIS-8.
pub fn roll_off_winner(faces: [u8; 2], bonus: Option<(Side, u8)>, rules: &MissionRules) -> Option<Side> {
    let total = |side: Side| {
        let added = bonus.filter(|(to, _)| *to == side).map_or(0, |(_, added)| added);
        faces[side.index()].saturating_add(added)
    };
    match total(Side::A).cmp(&total(Side::B)) {
        std::cmp::Ordering::Greater => Some(Side::A),
        std::cmp::Ordering::Less => Some(Side::B),
        std::cmp::Ordering::Equal => match rules.level_roll_off {
            LevelRollOff::RolledAgain => None,
            LevelRollOff::GoesToBonus => bonus.map(|(side, _)| side),
        },
    }
}

/// Whether a unit of this role is placed after the others of its side, where a mission has command placed last.
///
/// Rule: MIS-2 (command last), MIS-8.
pub fn is_placed_last(role: Role, rules: &MissionRules) -> bool {
    match (role, rules.placed_last) {
        (Role::Command, PlacedLast::Command | PlacedLast::Leaders) => true,
        (Role::Officer | Role::Hero, PlacedLast::Leaders) => true,
        (Role::Officer | Role::Hero, PlacedLast::Command) | (Role::Squad, _) => false,
    }
}

/// The side that has finished placing before anybody has placed; `places` says of each whether it has a unit to place.
///
/// Rule: MIS-2 (finished first).
pub fn finished_at_once(places: [bool; 2], rules: &MissionRules) -> Option<Side> {
    match (places, rules.nothing_to_place) {
        ([false, true], NothingToPlace::FinishesFirst) => Some(Side::A),
        ([true, false], NothingToPlace::FinishesFirst) => Some(Side::B),
        ([false, false] | [true, true], NothingToPlace::FinishesFirst) | (_, NothingToPlace::Nobody) => None,
    }
}

/// The side that places next, given how many units, objectives or obstacles each has left and which placed last. The
/// sides alternate; when one is done, the other goes on. `None` if both are done.
///
/// Rule: MIS-2, MIS-3.
pub fn places_next(left: [usize; 2], last: Side) -> Option<Side> {
    [last.other(), last].into_iter().find(|side| left[side.index()] > 0)
}

/// Number of a force's units that deploy in Broken Arrow; the others are reserves.
///
/// Rule: MIS-3.
pub fn deployed_count(units: usize, rules: &MissionRules) -> usize {
    units * usize::from(rules.deployed_share) / 100
}

/// Number of dice that a reserve unit rolls to arrive in a round.
///
/// Rule: MIS-3.
pub fn reserve_dice(round: u8, rules: &MissionRules) -> u32 {
    u32::from(round) * u32::from(rules.reserve_dice)
}

/// Whether a reserve unit that rolled these faces arrives.
///
/// Rule: MIS-3.
pub fn arrives(faces: &[u8], rules: &MissionRules) -> bool {
    faces.iter().any(|face| *face >= rules.reserve_face)
}

/// The size of a force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForceSize {
    /// Its units.
    pub units: usize,
    /// Their models at the start.
    pub models: usize,
    /// Their points.
    pub points: u32,
}

/// Describes an unusual size of a force; `None` if it is of the size to balance for.
///
/// Rule: MIS-7.
pub fn unusual_size(size: ForceSize, rules: &MissionRules) -> Option<String> {
    let ForceSize { units, models, points } = size;
    let outside = |count: usize, min: u8, max: u8| count < usize::from(min) || count > usize::from(max);
    let odd_units = outside(units, rules.force_min_units, rules.force_max_units);
    let odd_models = outside(models, rules.force_min_models, rules.force_max_models);
    let max_points = rules.force_max_points;
    let too_many_points = f64::from(points) > max_points;
    let over = if too_many_points { format!(", over {max_points}") } else { String::new() };
    (odd_units || odd_models || too_many_points).then(|| {
        format!(
            "{units} units with {models} models and {points} points{over}; forces are balanced with {} to {} units, \
             {} to {} models and up to {max_points} points (MIS-7)",
            rules.force_min_units, rules.force_max_units, rules.force_min_models, rules.force_max_models
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::Phase;

    const RULES: &MissionRules = &MissionRules::COMBINED;

    /// Rule: MIS-2, MIS-3, MIS-8.
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
            assert_eq!(roll_off_winner(faces, bonus, RULES), winner, "{reason}");
        }
    }

    /// Rule: MIS-2. The other reading of its third ruling.
    #[test]
    fn a_level_roll_off_may_go_to_who_has_the_bonus() {
        let rules = &MissionRules { level_roll_off: LevelRollOff::GoesToBonus, ..*RULES };
        for (faces, bonus, winner, reason) in [
            ([4, 5], Some((Side::A, 1)), Some(Side::A), "the added 1 makes it level"),
            ([6, 5], Some((Side::B, 1)), Some(Side::B), "the same for B"),
            ([4, 4], None, None, "nothing is added to either"),
            ([3, 5], Some((Side::A, 1)), Some(Side::B), "not level"),
        ] {
            assert_eq!(roll_off_winner(faces, bonus, rules), winner, "{reason}");
        }
    }

    /// Rule: MIS-2. Its first ruling and the other reading.
    #[test]
    fn command_or_all_leaders_are_placed_last() {
        let other = &MissionRules { placed_last: PlacedLast::Leaders, ..*RULES };
        for (role, ruled, otherwise) in [
            (Role::Squad, false, false),
            (Role::Command, true, true),
            (Role::Officer, false, true),
            (Role::Hero, false, true),
        ] {
            assert_eq!(
                [RULES, other].map(|rules| is_placed_last(role, rules)),
                [ruled, otherwise],
                "{role:?}"
            );
        }
    }

    /// Rule: MIS-2. Its second ruling and the other reading.
    #[test]
    fn who_has_nothing_to_place_has_finished_first_or_nobody_has() {
        let other = &MissionRules { nothing_to_place: NothingToPlace::Nobody, ..*RULES };
        for (places, ruled) in [
            ([false, true], Some(Side::A)),
            ([true, false], Some(Side::B)),
            ([true, true], None),
            ([false, false], None),
        ] {
            assert_eq!(finished_at_once(places, RULES), ruled, "{places:?}");
            assert_eq!(finished_at_once(places, other), None, "{places:?}");
        }
    }

    /// Rule: MIS-2, MIS-3.
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

    /// Rule: MIS-2, MIS-8.
    #[test]
    fn the_attacker_is_barred_in_its_first_turn() {
        use MissionKind::{BrokenArrow, Drill, MeetingEngagement, Skirmish};
        for (kind, side, round, bar, reason) in [
            (MeetingEngagement, Side::B, 1, Some("MIS-2"), "the attacker's first turn"),
            (MeetingEngagement, Side::B, 2, None, "its second turn"),
            (MeetingEngagement, Side::A, 1, None, "the defender"),
            (Skirmish, Side::B, 1, Some("MIS-8"), "a skirmish has the same bar"),
            (BrokenArrow, Side::B, 1, None, "nobody attacks"),
            (Drill, Side::B, 1, None, "no mission"),
        ] {
            let turn = Turn { round, side, first: Side::B, phase: Phase::Action };
            assert_eq!(kind.attack_bar(side, turn, RULES).map(|rule| rule.0), bar, "{reason}");
        }
    }

    /// Rule: MIS-3.
    #[test]
    fn half_the_units_rounded_down_deploy() {
        for (units, deploy) in [(0, 0), (1, 0), (2, 1), (5, 2), (8, 4)] {
            assert_eq!(deployed_count(units, RULES), deploy, "of {units}");
        }
    }

    /// Rule: MIS-3.
    #[test]
    fn a_reserve_arrives_on_any_five_or_six() {
        for (faces, arrived, reason) in [
            (&[4][..], false, "a 4"),
            (&[5], true, "a 5"),
            (&[1, 2, 6], true, "one is enough"),
            (&[1, 4, 3, 4], false, "none"),
            (&[], false, "no die"),
        ] {
            assert_eq!(arrives(faces, RULES), arrived, "{reason}");
        }
        assert_eq!([1, 3, 6].map(|round| reserve_dice(round, RULES)), [1, 3, 6]);
    }

    /// Rule: MIS-7.
    #[test]
    fn forces_of_an_unusual_size_are_noticed() {
        for (units, models, points, unusual, reason) in [
            (4, 12, 0, false, "the smallest; no number of points is too small"),
            (8, 50, 1000, false, "the largest"),
            (3, 30, 900, true, "too few units"),
            (9, 30, 900, true, "too many units"),
            (5, 11, 900, true, "too few models"),
            (5, 51, 900, true, "too many models"),
            (8, 49, 1001, true, "too many points"),
        ] {
            let size = ForceSize { units, models, points };
            assert_eq!(unusual_size(size, RULES).is_some(), unusual, "{reason}");
        }
    }
}
