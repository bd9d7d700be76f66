//! Rolls in words: who rolls, what for, what is needed and why.

use super::words;
use crate::game::dice::{Needs, Roll, Roller, Wanted};
use crate::game::leadership::{TestTerms, test_terms};
use crate::game::luck::Luck;
use crate::game::view::{UnitView, View};
use crate::level::setup::Setup;

/// Who rolls, by name.
pub fn roller(setup: &Setup, by: Roller) -> String {
    match by {
        Roller::Side(side) => words::force(setup, side),
        Roller::Unit(unit) => words::unit(setup, unit),
    }
}

/// Which faces succeed: "4 or more".
pub fn needed(needs: Needs) -> String {
    match (needs, needs.good_faces()) {
        (_, Some(0)) => "no face will do".to_owned(),
        (_, Some(6)) => "any face will do".to_owned(),
        (Needs::AtLeast(least), _) => format!("{least} or more"),
        (Needs::AtMost(most), _) => format!("{most} or less"),
        (Needs::Nothing, _) => "what the die shows counts".to_owned(),
    }
}

/// What the player is to do: "Roll 2 dice, each needs 3 or less".
pub fn demand(wanted: &Wanted) -> String {
    let dice = words::words_of_dice(wanted.count as usize);
    let needs = wanted.roll.needs;
    match (needs.good_faces(), wanted.count) {
        (None, _) => format!("Roll {dice}"),
        (Some(0 | 6), _) => format!("Roll {dice}: {}", needed(needs)),
        (_, 1) => format!("Roll {dice}, it needs {}", needed(needs)),
        (_, _) => format!("Roll {dice}, each needs {}", needed(needs)),
    }
}

/// A roll in a line of the log: what for, by whom, what is needed.
pub fn roll(Roll { purpose, by, needs }: Roll) -> String {
    match needs {
        Needs::Nothing => format!("{by} · {purpose}"),
        needs => format!("{by} · {purpose} · {}", needed(needs)),
    }
}

/// Why so many dice are rolled and that is needed, as far as it can be told from how the battle
/// stands, with the paragraphs; empty where it cannot.
pub fn reason(view: View, wanted: &Wanted) -> String {
    match (wanted.roll.by, wanted.roll.needs) {
        (Roller::Side(_), Needs::Nothing) => roll_off(view.setup()),
        (Roller::Unit(id), Needs::AtMost(nerve)) => {
            let terms = view.unit(id).map(|unit| (unit, test_terms(view, unit)));
            match terms {
                // What the command has done before the roll may have changed them.
                Some((unit, terms)) if terms.nerve == nerve && u32::from(terms.dice) == wanted.count => {
                    test(unit, terms)
                }
                _ => String::new(),
            }
        }
        _ => String::new(),
    }
}

/// How a roll-off is won.
fn roll_off(setup: &Setup) -> String {
    let bonus = setup.ruleset.mission.first_finished_bonus;
    let added = match setup.units().any(|unit| unit.waits()) {
        true if bonus > 0 => {
            format!(" In the one for the first turn whoever finished placing first adds {bonus} (MIS-2).")
        }
        _ => String::new(),
    };
    format!("The higher face wins; where they are level both roll again.{added}")
}

/// What a leadership test is held with.
fn test(unit: UnitView, terms: TestTerms) -> String {
    let characteristics = &unit.card.characteristics;
    let (leadership, nerve) = (characteristics.leadership, characteristics.nerve);
    let dice = if terms.dice == leadership {
        format!("Ld {leadership}: as many dice (LD-1).")
    } else {
        format!(
            "Ld {leadership}, but its leader is lost: {} (LD-3).",
            words::words_of_dice(terms.dice.into())
        )
    };
    let against = match (terms.inspired_by, unit.morale.nerve_markers) {
        (Some(by), _) => format!("Nv {} of {by}, who inspires it (LD-4).", terms.nerve),
        (None, 0) => format!("Nv {nerve}."),
        (None, markers) => {
            let markers = words::counted(markers.into(), "nerve marker");
            format!("Nv {nerve}, less {markers}: {} (LD-2).", terms.nerve)
        }
    };
    let enough = if terms.nerve > 0 { " One that succeeds is enough." } else { "" };
    format!("{dice} {against}{enough}")
}

/// How lucky dice were, for a reader who knows no deviations.
pub fn luck(luck: &Luck) -> String {
    let Luck { dice, expected, successes, no_better, .. } = luck;
    let dice = words::words_of_dice(*dice as usize);
    format!(
        "{successes} of {dice} succeeded, {expected:.1} were to be expected. \
         {} of 100 such players would have done no better.",
        (no_better * 100.0).round()
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::play::{DiceChoice, Game};
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::ids::Side;

    /// Rule: BAS-3 (N+, N−).
    #[test]
    fn what_is_needed_is_told_as_players_say_it() {
        for (needs, told) in [
            (Needs::AtLeast(4), "4 or more"),
            (Needs::AtLeast(7), "no face will do"),
            (Needs::AtLeast(1), "any face will do"),
            (Needs::AtMost(3), "3 or less"),
            (Needs::AtMost(0), "no face will do"),
            (Needs::AtMost(7), "any face will do"),
            (Needs::Nothing, "what the die shows counts"),
        ] {
            assert_eq!(needed(needs), told, "{needs:?}");
        }
    }

    #[test]
    fn what_is_to_be_rolled_is_a_sentence() {
        let roll = |needs| Roll { purpose: "test", by: Side::A.into(), needs };
        for (needs, count, told) in [
            (Needs::AtLeast(5), 8, "Roll 8 dice, each needs 5 or more"),
            (Needs::AtMost(3), 1, "Roll 1 die, it needs 3 or less"),
            (Needs::AtMost(0), 2, "Roll 2 dice: no face will do"),
            (Needs::Nothing, 1, "Roll 1 die"),
        ] {
            assert_eq!(demand(&Wanted { roll: roll(needs), count, there: 0 }), told);
        }
    }

    /// Rule: LD-1, LD-2, LD-3, LD-4. In `nerves` B1 has all it began with, B2 lost its leader and has a marker, B4 is
    /// inspired by B6's officer. What does not fit how the unit stands is not explained.
    #[test]
    fn why_a_unit_tests_so_is_told_from_how_it_stands() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/nerves.ron");
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = Arc::new(load_level(file, &data, None).unwrap());
        let game = Game::start(setup, DiceChoice::Seed(1)).unwrap();
        let enough = "One that succeeds is enough.";
        for (unit, count, nerve, told) in [
            ("B1", 2, 3, format!("Ld 2: as many dice (LD-1). Nv 3. {enough}")),
            (
                "B2",
                1,
                2,
                format!(
                    "Ld 2, but its leader is lost: 1 die (LD-3). Nv 3, less 1 nerve marker: 2 (LD-2). {enough}"
                ),
            ),
            (
                "B4",
                2,
                3,
                format!("Ld 2: as many dice (LD-1). Nv 3 of B6.1, who inspires it (LD-4). {enough}"),
            ),
            ("B5", 2, 0, "Ld 2: as many dice (LD-1). Nv 3, less 3 nerve markers: 0 (LD-2).".to_owned()),
            ("B1", 1, 3, String::new()),
            ("B1", 2, 2, String::new()),
        ] {
            let by = Roller::Unit(unit.parse().unwrap());
            let roll = Roll { purpose: "leadership test to recover", by, needs: Needs::AtMost(nerve) };
            let wanted = Wanted { roll, count, there: 0 };
            assert_eq!(reason(game.battle().view(), &wanted), told, "{unit}");
        }
    }

    /// Rule: MIS-2 (rolling off). Where units are placed, finishing first counts in the second roll-off.
    #[test]
    fn a_roll_off_is_explained() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let muster = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/muster.ron");
        for (level, adds) in [("street", false), (muster, true)] {
            let setup = Arc::new(load_level(level, &data, None).unwrap());
            let game = Game::start(setup, DiceChoice::Seed(1)).unwrap();
            let roll = Roll { purpose: "roll-off", by: Side::A.into(), needs: Needs::Nothing };
            let told = reason(game.battle().view(), &Wanted { roll, count: 1, there: 0 });
            assert!(told.starts_with("The higher face wins"), "{told}");
            assert_eq!(told.contains("adds 1 (MIS-2)"), adds, "{told}");
        }
    }

    #[test]
    fn luck_is_told_for_readers_without_statistics() {
        let dice =
            Luck { dice: 10, expected: 2.0 / 3.0, successes: 2, deviations: Some(1.9), no_better: 0.955 };
        let told = "2 of 10 dice succeeded, 0.7 were to be expected. 96 of 100 such players would have done no better.";
        assert_eq!(luck(&dice), told);
    }
}
