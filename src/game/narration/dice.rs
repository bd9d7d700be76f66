//! Rolls in words: who rolls, what for, what is needed and why.

use serde::Serialize;

use super::words;
use crate::game::engine::battle::DiceWanted;
use crate::game::engine::dice::{Die, Needs, Roll, Roller, Wanted};
use crate::game::engine::subject::Subject;
use crate::game::engine::view::{UnitView, View};
use crate::game::kinds::RollContext;
use crate::game::leadership::{TestTerms, test_terms};
use crate::game::phases::deployment::arrivals::ARRIVAL;
use crate::game::phases::shooting;
use crate::game::phases::shooting::kinds::{AimedShot, PendingSalvo};
use crate::game::phases::shooting::salvo::{ARMOUR, FIRST_SIX, SECOND_SIX, TO_HIT, TOUGHNESS};
use crate::level::scenario::MissionKind;
use crate::level::setup::Setup;
use crate::rules::card::Weapon;
use crate::rules::ids::UnitId;
use crate::rules::shooting::HitRoll;
use tabletop::luck::Luck;

/// Prompt for dice rolled by hand: in the window and by `run --dice hand` alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DicePrompt {
    /// The force or the unit that rolls, by name.
    pub who: String,
    /// Purpose of the roll.
    pub purpose: &'static str,
    /// Instruction: "Roll 2 dice: each needs 3 or less".
    pub task: String,
    /// Reason for that number of dice and that face; empty where the roll does not show it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

impl DicePrompt {
    /// Describes dice that a battle asks for.
    pub fn new(view: View, dice: &DiceWanted) -> Self {
        let Roll { by, purpose, .. } = dice.wanted.roll;
        Self {
            who: roller(view.setup(), by),
            purpose,
            task: demand(&dice.wanted),
            reason: reason(view, dice),
        }
    }
}

/// Name of the side or unit that rolls.
pub fn roller(setup: &Setup, by: Roller) -> String {
    match by.subject {
        None => words::force(setup, by.side),
        Some(subject) => words::unit(setup, subject.unit()),
    }
}

/// Faces that succeed: "4 or more".
pub fn needed(needs: Needs) -> String {
    match (needs, needs.good_faces(Die::SIX)) {
        (_, Some(0)) => "no face will do".to_owned(),
        (_, Some(6)) => "any face will do".to_owned(),
        (Needs::AtLeast(face), _) => format!("{face} or more"),
        (Needs::AtMost(face), _) => format!("{face} or less"),
        (Needs::Nothing, _) => "the face itself counts".to_owned(),
    }
}

/// Instruction to the player: "Roll 2 dice: each needs 3 or less".
pub fn demand(wanted: &Wanted) -> String {
    let dice = words::dice_count(wanted.count as usize);
    let needs = wanted.roll.needs;
    match (wanted.roll.good_faces(), wanted.count) {
        (None, _) => format!("Roll {dice}"),
        (Some(0 | 6), _) => format!("Roll {dice}: {}", needed(needs)),
        (_, 1) => format!("Roll {dice}: it needs {}", needed(needs)),
        (_, _) => format!("Roll {dice}: each needs {}", needed(needs)),
    }
}

/// A roll in a line of the log: what for, by whom, what is needed.
pub fn roll(Roll { purpose, by, needs, .. }: Roll) -> String {
    match needs {
        Needs::Nothing => format!("{by} · {purpose}"),
        needs => format!("{by} · {purpose} · {}", needed(needs)),
    }
}

/// Reason for the number of dice and the face needed, as far as it follows from the state of the battle, with the paragraphs; empty where
/// it does not.
pub fn reason(view: View, DiceWanted { wanted, context, .. }: &DiceWanted) -> String {
    if let Some(RollContext::Salvo(salvo)) = context {
        return salvo_reason(view, wanted, salvo);
    }
    match (wanted.roll.by.subject.map(Subject::unit), wanted.roll.needs) {
        (None, Needs::Nothing) => roll_off(view.setup()),
        (Some(_), _) if wanted.roll.purpose == ARRIVAL => {
            let (round, face) = (view.turn().round, view.setup().ruleset.mission.reserve_face);
            let needed = format!("one of {face} or more brings the unit in");
            format!("In reserve: as many dice as the round's number, {round}; {needed} (MIS-3).")
        }
        (Some(id), Needs::AtMost(nerve)) => {
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

/// Terms of a salvo's dice.
fn salvo_reason(view: View, wanted: &Wanted, salvo: &PendingSalvo) -> String {
    let Roll { purpose, needs: Needs::AtLeast(face), .. } = wanted.roll else {
        return "A throw that misses lands elsewhere: 1 die says how far off, then 2 dice say in which direction (SHO-10).".to_owned();
    };
    let fits = |shot: &&AimedShot| match purpose {
        ARMOUR => shot.needs.armour == Some(face),
        TOUGHNESS => shot.needs.toughness == Some(face),
        TO_HIT => shot.needs.hit == HitRoll::Needs(face),
        _ => shot.needs.hit == HitRoll::TwoSixes,
    };
    let mut parts: Vec<String> = Vec::new();
    for shot in salvo.shots.iter().filter(fits) {
        let part = match purpose {
            ARMOUR | TOUGHNESS => harm_of(view, wanted.roll, (salvo.unit, shot)),
            _ => shooting::number(view.setup(), shot),
        };
        if !part.is_empty() && !parts.contains(&part) {
            parts.push(part);
        }
    }
    let parts = parts.join(", or ");
    let at = words::unit(view.setup(), salvo.at);
    match purpose {
        ARMOUR => {
            format!("{} to save on armour: {parts} (SHO-5).", words::counted(wanted.count as usize, "hit"))
        }
        TOUGHNESS => {
            let failed = words::counted(wanted.count as usize, "failed save");
            format!("{failed}: each failed test costs a wound. {parts} (SHO-5).")
        }
        FIRST_SIX => format!(
            "At {at}: {parts}. One die is not enough: a hit takes a six and then another six (SHO-3)."
        ),
        SECOND_SIX => format!("Each six needs another six to hit {at} (SHO-3)."),
        _ => format!("At {at}: {parts} (SHO-3)."),
    }
}

/// Weapon's power against the target's save.
fn harm_of(view: View, roll: Roll, (from, shot): (UnitId, &AimedShot)) -> String {
    let Some(unit) = roll.by.subject.map(Subject::unit) else { return String::new() };
    let weapon =
        view.unit(from).and_then(|unit| unit.card.weapons.iter().find(|one| one.name == shot.weapon));
    let (Some(target), Some(weapon)) = (view.unit(unit), weapon) else { return String::new() };
    let Weapon { name, penetration, strength, .. } = weapon;
    if roll.purpose == ARMOUR {
        return format!("{name}, penetration {penetration}, against Ar {}", target.card.armour_in(shot.arc));
    }
    let cover = match &shot.hard_cover {
        Some(piece) => format!(" in hard cover of \"{piece}\""),
        None => String::new(),
    };
    format!("{name}, strength {strength}, against To {}{cover}", target.card.characteristics.toughness)
}

/// Rule of a roll-off.
fn roll_off(setup: &Setup) -> String {
    let bonus = setup.ruleset.mission.first_finished_bonus;
    let rolls_again = setup.level.mission.kind != MissionKind::BrokenArrow;
    let added = match setup.units().any(|unit| unit.waits()) && rolls_again {
        true if bonus > 0 => {
            format!(" For the first turn, the side that finished placing first adds {bonus} (MIS-2).")
        }
        _ => String::new(),
    };
    format!("The higher face wins; if they are equal, both roll again.{added}")
}

/// Terms of a leadership test.
fn test(unit: UnitView, terms: TestTerms) -> String {
    let characteristics = &unit.card.characteristics;
    let (leadership, nerve) = (characteristics.leadership, characteristics.nerve);
    let dice = if terms.dice == leadership {
        format!("Ld {leadership}: {} (LD-1).", words::dice_count(terms.dice.into()))
    } else {
        format!("Ld {leadership}, but its leader is lost: {} (LD-3).", words::dice_count(terms.dice.into()))
    };
    let against = match (terms.inspired_by, unit.morale.nerve_markers) {
        (Some(by), _) => format!("Nv {} of {by}, which inspires it (LD-4).", terms.nerve),
        (None, 0) => format!("Nv {nerve}."),
        (None, markers) => {
            let markers = words::counted(markers.into(), "nerve marker");
            format!("Nv {nerve}, less {markers}: {} (LD-2).", terms.nerve)
        }
    };
    let enough = if terms.nerve > 0 { " One success is enough." } else { "" };
    format!("{dice} {against}{enough}")
}

/// Luck of dice in words, for a reader unfamiliar with deviations.
pub fn luck(luck: &Luck) -> String {
    let Luck { dice, expected, successes, no_better, .. } = luck;
    let dice = words::dice_count(*dice as usize);
    let players = match (no_better * 100.0).round() {
        0.0 => "Fewer than 1".to_owned(),
        100.0 => "More than 99".to_owned(),
        some => some.to_string(),
    };
    format!(
        "{successes} of {dice} succeeded; {expected:.1} were expected. \
         {players} in 100 players would have done no better."
    )
}

/// Difference between the successes and their expectation, in short: `+1.3`, `−9.0`.
pub fn short_luck(Luck { successes, expected, .. }: &Luck) -> String {
    let ahead = f64::from(*successes) - expected;
    let sign = if ahead < 0.0 { "−" } else { "+" };
    format!("{sign}{:.1}", ahead.abs())
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::command::Command;
    use crate::game::engine::play::{DiceChoice, Match, MatchError};
    use crate::game::engine::subject::roller;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::ids::Side;

    fn opened(level: &str, dice: DiceChoice) -> Match {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let own = format!("{}/tests/games/{level}.ron", env!("CARGO_MANIFEST_DIR"));
        let name = if Path::new(&own).exists() { own.as_str() } else { level };
        Match::start(Arc::new(load_level(name, &data, None).unwrap()), dice).unwrap()
    }

    fn wanted(roll: Roll, count: u32) -> DiceWanted {
        DiceWanted { wanted: Wanted { roll, count, there: 0 }, facts: Vec::new(), context: None }
    }

    /// Rule: SHO-3, SHO-5, SHO-9, VIS-5. LaansGuard at LaansGuard: BS 6 against Ev 6, penetration and strength 5 against Ar
    /// and To 5. B2 is hidden behind a wall: 6 + 3 against 6 is past what one die can do.
    #[test]
    fn a_salvos_dice_are_explained_in_turn() {
        let mut game = opened("firing-line", DiceChoice::Hand { seed: 1, faces: Vec::new() });
        let mut steps = |unit: &str, at: &str, rolls: &[(&[u8], &str)]| {
            let line = format!(
                r#"{{"player":"A","order":{{"OpenFire":{{"unit":"{unit}","moves":[],"fire":[{{"at":"{at}"}}]}}}}}}"#
            );
            let command: Command = serde_json::from_str(&line).unwrap();
            let mut faces = Vec::new();
            for (more, text) in rolls {
                match game.submit_with(command.clone(), &faces) {
                    Err(MatchError::DiceWanted(dice)) => {
                        let reason = reason(game.battle().view(), &dice);
                        assert!(reason.contains(text), "{unit} at {at}: {reason}");
                    }
                    other => panic!("{unit} at {at}: {:?}", other.map(|entry| entry.id)),
                }
                faces.extend_from_slice(more);
            }
            game.submit_with(command, &faces).unwrap();
        };
        steps(
            "A1",
            "B1",
            &[
                (&[4, 4, 3, 6, 1, 5], "(B1): Ev 6; BS 6 (SHO-3)."),
                (&[4, 1, 2, 3], "4 hits to save on armour: Rifle, penetration 5, against Ar 5 (SHO-5)."),
                (
                    &[4, 3, 1],
                    "3 failed saves: each failed test costs a wound. Rifle, strength 5, against To 5 (SHO-5).",
                ),
            ],
        );
        steps(
            "A5",
            "B2",
            &[
                (
                    &[6, 1, 6, 6],
                    "Ev 6 +3 hidden; BS 6. One die is not enough: a hit takes a six and then another six (SHO-3).",
                ),
                (&[1, 1, 1], "Each six needs another six to hit"),
            ],
        );
    }

    /// Rule: BAS-3 (N+, N−).
    #[test]
    fn needed_faces_read_as_players_say_them() {
        for (needs, text) in [
            (Needs::AtLeast(4), "4 or more"),
            (Needs::AtLeast(7), "no face will do"),
            (Needs::AtLeast(1), "any face will do"),
            (Needs::AtMost(3), "3 or less"),
            (Needs::AtMost(0), "no face will do"),
            (Needs::AtMost(7), "any face will do"),
            (Needs::Nothing, "the face itself counts"),
        ] {
            assert_eq!(needed(needs), text, "{needs:?}");
        }
    }

    #[test]
    fn what_is_to_be_rolled_is_a_sentence() {
        let roll = |needs| Roll::six("test", Side::A, needs);
        for (needs, count, text) in [
            (Needs::AtLeast(5), 8, "Roll 8 dice: each needs 5 or more"),
            (Needs::AtMost(3), 1, "Roll 1 die: it needs 3 or less"),
            (Needs::AtMost(0), 2, "Roll 2 dice: no face will do"),
            (Needs::Nothing, 1, "Roll 1 die"),
        ] {
            assert_eq!(demand(&Wanted { roll: roll(needs), count, there: 0 }), text);
        }
    }

    /// Rule: LD-1, LD-2, LD-3, LD-4. In `nerves` B1 has all it began with, B2 lost its leader and has a marker, B4 is
    /// inspired by B6's officer. What does not fit how the unit stands is not explained.
    #[test]
    fn the_reason_for_a_test_follows_from_the_unit() {
        let game = opened("nerves", DiceChoice::Seed(1));
        let enough = "One success is enough.";
        for (unit, count, nerve, text) in [
            ("B1", 2, 3, format!("Ld 2: 2 dice (LD-1). Nv 3. {enough}")),
            (
                "B2",
                1,
                2,
                format!(
                    "Ld 2, but its leader is lost: 1 die (LD-3). Nv 3, less 1 nerve marker: 2 (LD-2). {enough}"
                ),
            ),
            ("B4", 2, 3, format!("Ld 2: 2 dice (LD-1). Nv 3 of B6.1, which inspires it (LD-4). {enough}")),
            ("B5", 2, 0, "Ld 2: 2 dice (LD-1). Nv 3, less 3 nerve markers: 0 (LD-2).".to_owned()),
            ("B1", 1, 3, String::new()),
            ("B1", 2, 2, String::new()),
        ] {
            let unit: UnitId = unit.parse().unwrap();
            let roll = Roll::six("leadership test to recover", roller(unit), Needs::AtMost(nerve));
            assert_eq!(reason(game.battle().view(), &wanted(roll, count)), text, "{unit}");
        }
    }

    /// Rule: MIS-2. Where units are placed, finishing first counts in the second roll-off.
    #[test]
    fn a_roll_off_is_explained() {
        for (level, adds) in [("street", false), ("muster", true)] {
            let game = opened(level, DiceChoice::Seed(1));
            let roll = Roll::six("roll-off", Side::A, Needs::Nothing);
            let text = reason(game.battle().view(), &wanted(roll, 1));
            assert!(text.starts_with("The higher face wins"), "{text}");
            assert_eq!(text.contains("adds 1 (MIS-2)"), adds, "{text}");
        }
    }

    #[test]
    fn luck_reads_without_statistics() {
        for (expected, no_better, short, text) in [
            (
                2.0 / 3.0,
                0.955,
                "+1.3",
                "2 of 10 dice succeeded; 0.7 were expected. 96 in 100 players would have done no better.",
            ),
            (8.0, 0.0001, "−6.0", "Fewer than 1 in 100 players"),
            (120.4, 0.9999, "−118.4", "More than 99 in 100 players"),
        ] {
            let dice =
                Luck { dice: 10, expected, successes: 2, spread: 1.0, deviations: Some(1.9), no_better };
            assert!(luck(&dice).contains(text), "{}", luck(&dice));
            assert_eq!(short_luck(&dice), short);
        }
    }
}
