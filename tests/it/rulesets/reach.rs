//! Which units a number never reaches: what is said of a card is so.

use warstrike::rules::card::{Card, SpecialRule};
use warstrike::rules::leadership::max_hits;
use warstrike::rules::movement::going::{Gait, obstacle_going};
use warstrike::rules::reach::never_reaches;
use warstrike::rules::ruleset::{Ruleset, Value};

use super::shipped;

/// Rule: SUP-3, SPR-1. What is said of a card is so: where a number never reaches it, changing the number changes nothing.
#[test]
fn a_number_that_never_reaches_a_card_changes_nothing_for_it() {
    let ruleset = shipped("combined");
    for special in [vec![], vec![SpecialRule::Steadfast], vec![SpecialRule::Leaper]] {
        let card = Card { special, ..Card::of_tests() };
        let now = |rules: &Ruleset| {
            let obstacle = |height| obstacle_going(height, Gait::of(&card), &rules.movement);
            (max_hits(&card, &rules.leadership), [1.0, 2.5, 3.5, 5.5, 6.5].map(obstacle))
        };
        for (key, value) in [
            ("leadership.shaken_at", Value::Whole(8)),
            ("leadership.steadfast_shaken_at", Value::Whole(9)),
            ("movement.low_obstacle", Value::Number(0.5)),
            ("movement.high_obstacle", Value::Number(3.0)),
            ("movement.leaper_clear_obstacle", Value::Number(0.5)),
            ("movement.leaper_difficult_obstacle", Value::Number(2.2)),
            ("movement.leaper_high_obstacle", Value::Number(5.0)),
        ] {
            let changed = ruleset.with(key, value).unwrap();
            let same = now(&changed) == now(&ruleset);
            let never = never_reaches(key, &card, &ruleset).is_some();
            assert_eq!(never, same, "{key} and {:?}", card.special);
        }
    }
}
