//! Files of the game: scenarios, their units and rulesets.

pub use tabletop_data::shipped::Shipped;

use crate::setup::Bundle;

/// The scenarios, the book's first.
pub fn scenarios() -> &'static [Shipped] {
    tabletop_data::shipped! {
        "last-hundred-yards/levels";
        "mill": "The book's scenario: an American platoon takes a mill and two houses from a few Germans in forty minutes.",
        "farm-track": "Two Russian platoons with a tank against a gun, an assault gun and a bunker on a farm track.",
    }
}

/// The units of the scenarios.
pub fn rosters() -> &'static [Shipped] {
    tabletop_data::shipped! {
        "last-hundred-yards/units";
        "lhy-book": "The invented units of the book.",
        "farm-track": "Russians with a tank and Germans with guns.",
    }
}

/// The rulesets, the book's first.
pub fn rulesets() -> &'static [Shipped] {
    tabletop_data::shipped! {
        "last-hundred-yards/rulesets";
        "lhy-book": "The rulebook, with the first reading of every switch.",
        "lhy-other-readings": "The rulebook, with another reading of every switch.",
    }
}

/// The files of a scenario that comes with the game, with the ruleset of an id, or the book's.
///
/// # Errors
/// A sentence: no such scenario or ruleset.
pub fn scenario(id: &str, ruleset: Option<&str>) -> Result<Bundle, String> {
    let level = find("scenario", scenarios(), id)?.source();
    let ruleset = find("ruleset", rulesets(), ruleset.unwrap_or(rulesets()[0].id))?.source();
    let named = level.text.split("units: \"").nth(1).and_then(|rest| rest.split('"').next());
    let units = find("units file", rosters(), named.unwrap_or(rosters()[0].id))?.source();
    Ok(Bundle { ruleset, units, level })
}

/// Finds a file by its id.
///
/// # Errors
/// A sentence that lists what there is.
pub fn find(kind: &str, files: &'static [Shipped], id: &str) -> Result<&'static Shipped, String> {
    Shipped::find("The Last Hundred Yards", kind, files, id)
}
