//! Text beside dice that are thrown: a chain of throws in one line, and the outcome of a die that decides by itself.

use super::volleys::{Volley, is_roll_off};
use crate::game::engine::dice::Needs;
use crate::game::narration::words;
use crate::game::phases::shooting::salvo::{ARMOUR, FIRST_SIX, SECOND_SIX, TO_HIT, TOUGHNESS};
use crate::level::setup::Setup;
use crate::rules::ids::Side;

/// A part of the line beside a chain of throws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Part {
    /// A throw that has been read, such as "to hit 5 of 12".
    Earlier(String),
    /// The throw that is seen, such as "Armour saves: 3 of 5".
    Now(String),
    /// Need of each of its dice, such as "needs 4+".
    Needs(String),
}

/// The line beside a chain of throws, of which the last is seen: before its dice lie, it only says how many they are.
pub(in crate::ui) fn chain_parts(chain: &[&Volley], lies: bool) -> Vec<Part> {
    // More dice than a hand holds are thrown one handful after the other, and counted together.
    let mut throws: Vec<(&str, Vec<&Volley>)> = Vec::new();
    for volley in chain {
        match throws.last_mut() {
            Some((purpose, same)) if *purpose == volley.purpose => same.push(volley),
            _ => throws.push((volley.purpose, vec![volley])),
        }
    }
    let Some((purpose, last)) = throws.pop() else { return Vec::new() };
    let earlier = throws.iter().map(|(purpose, same)| format!("{} {}", step(purpose), counted(same)));
    let mut parts: Vec<Part> = earlier.map(Part::Earlier).collect();
    let dice: usize = last.iter().map(|volley| volley.dice.len()).sum();
    let now = match (lies, dice) {
        (true, _) => counted(&last),
        (false, 1) => "1 die".to_owned(),
        (false, dice) => format!("{dice} dice"),
    };
    parts.push(Part::Now(capital(&format!("{}: {now}", step(purpose)))));
    let needs = last.iter().map(|volley| volley.needs()).reduce(|all, one| all.filter(|_| all == one));
    match needs.flatten() {
        None | Some(Needs::Nothing) => {}
        Some(needs) => parts.push(Part::Needs(format!("needs {needs}"))),
    }
    parts
}

/// A step of a chain: the battle's dice are rolled for "saving throw on armour".
fn step(purpose: &str) -> &str {
    match purpose {
        TO_HIT => "to hit",
        FIRST_SIX => "hard to hit, a six first",
        SECOND_SIX => "and a second six to hit",
        ARMOUR => "armour saves",
        TOUGHNESS => "toughness saves",
        other => other,
    }
}

/// Such as "5 of 12"; the faces themselves where none of them succeeds or fails.
fn counted(volleys: &[&Volley]) -> String {
    let dice: usize = volleys.iter().map(|volley| volley.dice.len()).sum();
    let successes: Option<usize> = volleys.iter().map(|volley| volley.successes()).sum();
    match successes {
        Some(successes) => format!("{successes} of {dice}"),
        None => {
            let faces = volleys.iter().flat_map(|volley| volley.faces());
            faces.map(|face| face.to_string()).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Decision by a few dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ui) struct Decision {
    /// Unit that rolls.
    pub who: String,
    /// Need.
    pub needed: String,
    /// Outcome, once the dice lie.
    pub outcome: String,
    /// Whether it succeeds; `None` where nothing succeeds or fails.
    pub passed: Option<bool>,
}

/// Text above and below dice that decide.
pub(in crate::ui) fn decision(setup: &Setup, volley: &Volley) -> Decision {
    let subject = volley.roller().and_then(|by| by.subject);
    let who = subject.map_or_else(String::new, |subject| words::unit(setup, subject.unit()));
    let passed = volley.successes().map(|successes| successes > 0);
    let needs = volley.needs().unwrap_or(Needs::Nothing);
    let on_one = match volley.dice.len() {
        0 | 1 => String::new(),
        dice => format!(" on one of {dice} dice"),
    };
    match needs {
        Needs::Nothing => roll_off(volley),
        Needs::AtLeast(face) => {
            let outcome = if passed == Some(true) { "It arrives" } else { "It does not arrive yet" };
            let needed = format!("To arrive: {face}+ needed{on_one}");
            Decision { who, needed, outcome: outcome.to_owned(), passed }
        }
        Needs::AtMost(nerve) => {
            let needed = match nerve {
                1 => format!("Nerve: 1 needed{on_one}"),
                nerve => format!("Nerve: {nerve} or less needed{on_one}"),
            };
            let [well, badly] = comes_of(volley.purpose).unwrap_or(["Passed", "Failed"]);
            let outcome = if passed == Some(true) { well } else { badly };
            // Told with the need, it would tell the outcome while the dice still roll.
            let why = if nerve == 0 { "; no face is low enough" } else { "" };
            Decision { who, needed, outcome: format!("{outcome}{why}"), passed }
        }
    }
}

/// Outcome of a leadership test that is passed, and of one that is failed.
fn comes_of(purpose: &str) -> Option<[&'static str; 2]> {
    Some(match purpose {
        "leadership test to recover" => ["Passed: no longer suppressed", "Failed: still suppressed"],
        "leadership test to act" => ["Passed: it carries out its order", "Failed: it has to fall back"],
        "leadership test to go on in close combat" => ["Passed: it goes on fighting", "Failed: it breaks"],
        "leadership test for defensive fire" => ["Passed: it may fire", "Failed: it holds its fire"],
        "leadership test to split fire" => ["Passed: it splits its fire", "Failed: it fires at one target"],
        "leadership test of a force" => ["Passed: the force holds", "Failed: the force gives up"],
        _ => return None,
    })
}

/// Faces of a roll-off: the winner may depend on more than the dice, so only they are shown.
fn roll_off(volley: &Volley) -> Decision {
    let of = |side: Side| volley.dice.iter().find(|die| is_roll_off(die) && die.roll.by.side == side);
    let face = |side: Side| of(side).map_or_else(|| "–".to_owned(), |die| die.face.to_string());
    let outcome = format!("A {} : {} B", face(Side::A), face(Side::B));
    let needed = "The higher die wins".to_owned();
    Decision { who: capital(volley.purpose), needed, outcome, passed: None }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::engine::dice::{Draw, Roll, Roller};
    use crate::game::engine::unit_fact::TestedFor;
    use crate::game::leadership::{TestTerms, test_roll};
    use crate::rules::ids::UnitId;

    fn volley(purpose: &'static str, needs: Needs, faces: &[u8]) -> Volley {
        let unit: UnitId = "A1".parse().unwrap();
        let roll = Roll::six(purpose, Roller::of(Side::A, unit), needs);
        Volley { purpose, dice: faces.iter().map(|face| Draw { roll, face: *face }).collect() }
    }

    #[test]
    fn a_chain_is_one_line() {
        let high = Needs::AtLeast(4);
        let mut hits = volley(TO_HIT, high, &[4, 3, 6]);
        let saves = volley(ARMOUR, Needs::AtLeast(5), &[2, 5]);
        let parts = |chain: &[&Volley], lies: bool| -> String {
            let words = |part: Part| match part {
                Part::Earlier(text) => format!("{text} › "),
                Part::Now(text) => text,
                Part::Needs(text) => format!(" · {text}"),
            };
            chain_parts(chain, lies).into_iter().map(words).collect()
        };
        assert_eq!(parts(&[&hits], false), "To hit: 3 dice · needs 4+");
        assert_eq!(parts(&[&hits], true), "To hit: 2 of 3 · needs 4+");
        assert_eq!(parts(&[&hits, &saves], false), "to hit 2 of 3 › Armour saves: 2 dice · needs 5+");
        assert_eq!(parts(&[&hits, &saves], true), "to hit 2 of 3 › Armour saves: 1 of 2 · needs 5+");
        let far = volley(TO_HIT, high, &[1, 2]);
        assert_eq!(parts(&[&hits, &far, &saves], true), "to hit 2 of 5 › Armour saves: 1 of 2 · needs 5+");
        hits.dice[0].roll.needs = Needs::AtLeast(5);
        assert_eq!(parts(&[&hits], true), "To hit: 1 of 3", "each needs something else");
        let (first, second) =
            (volley(FIRST_SIX, Needs::AtLeast(6), &[6, 2]), volley(SECOND_SIX, Needs::AtLeast(6), &[3]));
        assert_eq!(
            parts(&[&first, &second], true),
            "hard to hit, a six first 1 of 2 › And a second six to hit: 0 of 1 · needs 6+"
        );
        let astray = volley("how far a throw deviates", Needs::Nothing, &[4]);
        assert_eq!(parts(&[&astray], true), "How far a throw deviates: 4");
    }

    /// Rule: LD-1. Every test of leadership says what it needs and what comes of it.
    #[test]
    fn every_test_says_what_comes_of_it() {
        let (unit, at): (UnitId, UnitId) = ("A1".parse().unwrap(), "B1".parse().unwrap());
        let terms = TestTerms { dice: 2, nerve: 3, inspired_by: None };
        for purpose in [
            TestedFor::Recovery,
            TestedFor::Acting,
            TestedFor::ForceMorale,
            TestedFor::CloseCombat,
            TestedFor::DefensiveFire,
            TestedFor::Splitting { at },
        ] {
            let roll = test_roll(unit, terms, purpose);
            let [well, badly] = comes_of(roll.purpose).unwrap_or_else(|| panic!("no words: {purpose:?}"));
            assert!(well.starts_with("Passed: ") && badly.starts_with("Failed: "), "{well} {badly}");
        }
        for (needs, faces, needed, passed) in [
            (Needs::AtMost(3), &[4, 2][..], "Nerve: 3 or less needed on one of 2 dice", Some(true)),
            (Needs::AtMost(3), &[4], "Nerve: 3 or less needed", Some(false)),
            (Needs::AtMost(1), &[1], "Nerve: 1 needed", Some(true)),
            (Needs::AtMost(0), &[1, 3], "Nerve: 0 or less needed on one of 2 dice", Some(false)),
            (Needs::AtLeast(5), &[5], "To arrive: 5+ needed", Some(true)),
        ] {
            let said = decision(&setup(), &volley("leadership test to recover", needs, faces));
            assert_eq!((said.needed.as_str(), said.passed), (needed, passed));
            let is_hopeless = needs == Needs::AtMost(0);
            assert_eq!(said.outcome.ends_with("; no face is low enough"), is_hopeless, "{}", said.outcome);
        }
    }

    #[test]
    fn a_roll_off_tells_both_dice() {
        let off =
            |side: Side, face: u8| Draw { roll: Roll::six("roll-off for it", side, Needs::Nothing), face };
        let purpose = "roll-off for it";
        let thrown = Volley { purpose, dice: vec![off(Side::A, 4), off(Side::B, 2)] };
        let said = decision(&setup(), &thrown);
        assert_eq!((said.who.as_str(), said.outcome.as_str()), ("Roll-off for it", "A 4 : 2 B"));
        assert_eq!(said.passed, None);
    }

    fn setup() -> Setup {
        use crate::level::data_folder::{DataFolder, load_level};
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let data = DataFolder::find(Some(folder)).unwrap();
        load_level("mid-battle", &data, None).unwrap()
    }
}
