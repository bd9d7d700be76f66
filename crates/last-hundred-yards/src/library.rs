//! Files of the game: scenarios, their units and rulesets.

use tabletop_data::ron::one_of;
use tabletop_data::source_text::SourceText;

use crate::setup::Bundle;

/// A file that comes with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// Id by which it is asked for.
    pub id: &'static str,
    /// One sentence.
    pub about: &'static str,
    text: &'static str,
}

impl Shipped {
    /// The file.
    pub fn source(&self) -> SourceText {
        SourceText { name: format!("{}.ron", self.id), text: self.text.to_owned() }
    }
}

macro_rules! shipped {
    ($folder:literal, $($id:literal: $about:literal),* $(,)?) => {
        &[$(Shipped {
            id: $id,
            about: $about,
            text: include_str!(concat!("../../../assets/last-hundred-yards/", $folder, "/", $id, ".ron")),
        }),*]
    };
}

/// The scenarios, the book's first.
pub fn scenarios() -> &'static [Shipped] {
    shipped! {
        "levels",
        "mill": "The book's scenario: an American platoon takes a mill and two houses from a few Germans in forty minutes.",
        "farm-track": "Two Russian platoons with a tank against a gun, an assault gun and a bunker on a farm track.",
    }
}

/// The units of the scenarios.
pub fn rosters() -> &'static [Shipped] {
    shipped! {
        "units",
        "lhy-book": "The invented units of the book.",
        "farm-track": "Russians with a tank and Germans with guns.",
    }
}

/// The rulesets, the book's first.
pub fn rulesets() -> &'static [Shipped] {
    shipped! {
        "rulesets",
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
    let names: Vec<&str> = files.iter().map(|file| file.id).collect();
    files.iter().find(|file| file.id == id).ok_or_else(|| {
        format!("The Last Hundred Yards has no {kind} \"{id}\"; it has {}", one_of(Some(id), &names))
    })
}
