//! Cards that each number affects, where a card alone decides that. Numbers that affect every card are not listed here.

use crate::card::{Card, Handling, SpecialRule};
use crate::ruleset::{NerveFromHits, Ruleset, Suppression};

/// A number, and the cards that it affects.
#[derive(Clone, Copy, Debug)]
struct Reach {
    /// As files write it.
    key: &'static str,
    /// The cards that it affects.
    only: Only,
}

/// Property that a card must have, or lack, for a number to affect it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Only {
    /// The special rule Steadfast.
    Steadfast,
    /// No Steadfast.
    Unsteady,
    /// The special rule Leaper.
    Leapers,
    /// No Leaper.
    Walkers,
    /// Several models, and no Spread of its own.
    Coherent,
    /// A thrown weapon.
    Throwers,
}

/// The keys whose reach depends on the card.
const REACHES: [Reach; 14] = [
    Reach { key: "leadership.shaken_at", only: Only::Unsteady },
    Reach { key: "leadership.steadfast_shaken_at", only: Only::Steadfast },
    Reach { key: "leadership.steadfast", only: Only::Steadfast },
    Reach { key: "leadership.big_salvo", only: Only::Unsteady },
    Reach { key: "leadership.steadfast_big_salvo", only: Only::Steadfast },
    Reach { key: "movement.coherency", only: Only::Coherent },
    Reach { key: "movement.low_obstacle", only: Only::Walkers },
    Reach { key: "movement.high_obstacle", only: Only::Walkers },
    Reach { key: "movement.leaper_clear_obstacle", only: Only::Leapers },
    Reach { key: "movement.leaper_difficult_obstacle", only: Only::Leapers },
    Reach { key: "movement.leaper_high_obstacle", only: Only::Leapers },
    Reach { key: "shooting.throw_dice", only: Only::Throwers },
    Reach { key: "shooting.throw_at_point", only: Only::Throwers },
    Reach { key: "shooting.deviation_for_pip", only: Only::Throwers },
];

/// Why a number never reaches a unit of this card, as a predicate: "is Steadfast"; `None` where it may reach it, and where that cannot be
/// said of the card alone.
///
/// Rule: SUP-3, NRV-1, COH-1, COH-2, OBS-1, SPR-1, SHO-10 (whom their numbers are about).
pub fn never_reaches(key: &str, card: &Card, ruleset: &Ruleset) -> Option<&'static str> {
    let reach = REACHES.iter().find(|reach| reach.key == key)?;
    let steadfast = card.has(SpecialRule::Steadfast);
    let throws = card.weapons.iter().any(|weapon| weapon.handling == Handling::Thrown);
    match reach.only {
        Only::Unsteady if steadfast && ruleset.leadership.steadfast => Some("Steadfast"),
        Only::Steadfast if !steadfast => Some("not Steadfast"),
        Only::Leapers if !card.has(SpecialRule::Leaper) => Some("no Leapers"),
        Only::Walkers if card.has(SpecialRule::Leaper) => Some("Leapers"),
        Only::Coherent if card.models == 1 => Some("single models"),
        Only::Coherent if card.spread().is_some() => Some("Spread"),
        Only::Throwers if !throws => Some("without a thrown weapon"),
        _ => None,
    }
}

/// Why a number reaches nobody at all, because a switch of the ruleset turns it off; `None` where it may reach somebody.
///
/// Rule: SUP-3, NRV-1, ACT-7 (which numbers matter where).
pub fn is_off(key: &str, ruleset: &Ruleset) -> Option<&'static str> {
    let rules = &ruleset.leadership;
    let by_markers = rules.suppression == Suppression::Markers;
    let big = rules.nerve_from_hits == NerveFromHits::BigSalvos;
    match key {
        "leadership.shaken_at"
        | "leadership.steadfast_shaken_at"
        | "leadership.big_salvo"
        | "leadership.steadfast_big_salvo"
            if by_markers =>
        {
            Some("leadership.suppression is Markers: there are no hit-dice (ACT-7)")
        }
        "leadership.big_salvo" | "leadership.steadfast_big_salvo" if !big => {
            Some("leadership.nerve_from_hits is not BigSalvos (NRV-1)")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::key;

    #[test]
    fn only_keys_that_exist_are_listed() {
        for reach in REACHES {
            assert!(key(reach.key).is_some(), "{}", reach.key);
        }
    }
}
