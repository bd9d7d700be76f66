//! Order constraints between keys: one must not exceed the other.

use super::key::Value;
use super::{KeyInfo, Ruleset, Values, key};

/// Two keys in the wrong order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyOrderFault {
    /// The one that is too large.
    pub larger: &'static KeyInfo,
    /// Its value.
    pub larger_value: Value,
    /// The one that is too small.
    pub smaller: &'static KeyInfo,
    /// Its value.
    pub smaller_value: Value,
}

/// The first of each pair must be at most the second.
const AT_MOST: [(&str, &str); 15] = [
    ("basics.eye_height", "basics.model_height"),
    ("basics.finished_under", "basics.weakened_at"),
    ("leadership.shaken_at", "leadership.steadfast_shaken_at"),
    ("leadership.big_salvo", "leadership.steadfast_big_salvo"),
    ("actions.teardrop_small_end", "actions.teardrop_large_end"),
    ("actions.teardrop_large_end", "actions.teardrop_length"),
    ("movement.low_obstacle", "movement.high_obstacle"),
    ("movement.leaper_clear_obstacle", "movement.leaper_difficult_obstacle"),
    ("movement.leaper_difficult_obstacle", "movement.leaper_high_obstacle"),
    ("falling_back.least_move", "falling_back.most_move"),
    ("falling_back.rout_move", "falling_back.rout_longest_move"),
    ("sight.nothing_in_view", "sight.all_in_view"),
    ("shooting.best_face", "shooting.worst_face"),
    ("shooting.save_best_face", "shooting.save_worst_face"),
    ("close_combat.best_face", "close_combat.worst_face"),
];

/// Every pair of keys in the wrong order.
pub fn key_order_faults(ruleset: &Ruleset) -> Vec<KeyOrderFault> {
    let values = ruleset.values();
    AT_MOST.iter().filter_map(|&(small, large)| order_fault(&values, small, large)).collect()
}

/// The pair as a fault, if `small` exceeds `large`.
fn order_fault(values: &Values, small: &str, large: &str) -> Option<KeyOrderFault> {
    let [larger, smaller] = [key(small)?, key(large)?];
    let [larger_value, smaller_value] = [*values.get(small)?, *values.get(large)?];
    let wrong = number(larger_value)? > number(smaller_value)?;
    wrong.then_some(KeyOrderFault { larger, larger_value, smaller, smaller_value })
}

/// The value as a number, if it is one.
fn number(value: Value) -> Option<f64> {
    match value {
        Value::Number(number) => Some(number),
        Value::Whole(number) => Some(f64::from(number)),
        Value::Fact(_) | Value::Choice(_) => None,
    }
}
