//! Forecasts of close combats from an answer that is not given yet, and of several combats at once.

use warstrike::game::combat_forecast::{Forecast, Question, forecast};
use warstrike::game::engine::play::Match;

use super::refusals::{command, game, played};

const SAMPLES: u32 = 60;
const ENDED: &str = "A EndPhase";
const HELD: &str = "B HoldFire";
const STAYS: &str = r#"A MoveInCombat {"unit":"A1","moves":[]}"#;
/// Into contact, and to half an inch from it.
const GOES: &str = r#"A MoveInCombat {"unit":"A1","moves":[{"model":"A1.1","path":[[0,-1]],"facing":90},{"model":"A1.2","path":[[2,-1.5]],"facing":90}]}"#;
/// The second into contact too.
const CLOSES_IN: &str =
    r#"A MoveInCombat {"unit":"A1","moves":[{"model":"A1.2","path":[[2,-1]],"facing":90}]}"#;

fn told(game: &Match, answer: Option<&str>) -> Forecast {
    let question = Question { answer: answer.map(command), ..Question::default() };
    forecast(game.setup(), &game.battle().snapshot(), &question, SAMPLES).unwrap()
}

/// The dice of a model in the next round of the first combat.
fn dice(told: &Forecast, model: &str) -> Option<u8> {
    let mut shots = told.combats[0].round.iter().flat_map(|salvo| salvo.shots());
    shots.find(|shot| shot.from.to_string() == model).map(|shot| shot.dice)
}

/// What is foreseen from an answer is what is foreseen once it is given. Of `charge`: who goes into contact has an attack more
/// (CC-6), and A1.2, 3.5 away, gets there by both moves only.
///
/// Rule: CC-4, CC-5 (closing in, foreseen), CC-6.
#[test]
fn an_answer_is_foreseen_as_if_it_were_given() {
    let begun = || played(game("fights/charge", None, &[]), &[ENDED, HELD]);
    for (before, answer, second) in [
        (&[][..], GOES, 2),
        (&[], STAYS, 1),
        (&[GOES], CLOSES_IN, 2),
        (&[GOES], STAYS, 1),
        (&[STAYS], STAYS, 1),
    ] {
        let now = played(begun(), before);
        let foreseen = told(&now, Some(answer));
        let given = told(&played(now, &[answer]), None);
        assert_eq!(foreseen, given, "{before:?}, then {answer}");
        assert_eq!(dice(&foreseen, "A1.2"), Some(second), "{before:?}, then {answer}");
    }
    let usual = told(&begun(), None);
    let stays = told(&begun(), Some(STAYS));
    assert_eq!(usual.combats[0].group.links, stays.combats[0].group.links, "nobody has gone");
    assert_ne!(usual.combats[0].wins, stays.combats[0].wins, "a charge matters");
}

/// After the last round only the other combats are still to be foreseen, whatever the winner does.
///
/// Rule: CC-9, CC-2.
#[test]
fn what_a_winner_does_leaves_only_other_combats_to_foresee() {
    let won = played(game("fights/wiped-out", None, &[4, 4, 1, 1, 1, 1, 4, 1, 6]), &[ENDED, HELD]);
    for answer in [None, Some(STAYS)] {
        assert_eq!(told(&won, answer).combats, []);
    }
    let faces = [6, 6, 6, 6, 4, 1, 6, 1, 1, 1, 6, 6];
    let fled = [ENDED, HELD, r#"B MoveInCombat {"unit":"B1","moves":[]}"#, r#"B FallBack {"unit":"B1"}"#];
    let won = played(game("fights/rout", None, &faces), &fled);
    for answer in [None, Some(STAYS)] {
        let told = told(&won, answer);
        let [combat] = &told.combats[..] else { panic!("{} combats", told.combats.len()) };
        assert_eq!(combat.group.defenders.len(), 2, "the second one");
        assert_eq!(dice(&told, "A2.1"), Some(2), "it will charge");
    }
}

/// Of two combats each has its next round: A2 goes 2.5 into contact with B2 and charges; B3, then 3.301 from it, closes in to 0.301,
/// within 1, and strikes too.
///
/// Rule: CC-2, CC-5, CC-6.
#[test]
fn each_of_two_combats_has_its_next_round() {
    for lines in [&[][..], &[ENDED], &[ENDED, HELD]] {
        let told = told(&played(game("fights/rout", None, &[6, 6, 6, 6]), lines), None);
        let blows: Vec<Vec<String>> = told
            .combats
            .iter()
            .map(|combat| {
                let shots = combat.round.iter().flat_map(|salvo| salvo.shots());
                shots.map(|shot| format!("{} {} {}", shot.from, shot.weapon, shot.dice)).collect()
            })
            .collect();
        let expected = [
            vec!["A1.1 Bayonet 1", "B1.1 Bayonet 1", "B1.2 Bayonet 1", "B1.3 Rifle 1"],
            vec!["A2.1 Bayonet 2", "B2.1 Bayonet 1", "B3.1 Bayonet 1"],
        ];
        assert_eq!(blows, expected, "{lines:?}");
    }
}
