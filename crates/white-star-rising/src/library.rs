//! Files that come with the game: scenarios, their forces and rulesets; and files of others read the same way.

use tabletop::game::Setup;
use tabletop_data::fault::Faults;
use tabletop_data::ron::{Reader, one_of};
pub use tabletop_data::shipped::Shipped;
use tabletop_data::source_text::SourceText;

use crate::data::level::FIELDS;
use crate::setup::{Bundle, WsrSetup};

/// The scenarios, the book's first.
pub fn scenarios() -> &'static [Shipped] {
    tabletop_data::shipped! {
        "white-star-rising/levels";
        "varne": "The book's scenario: tanks and infantry against a town with mines, mortars, flak and an aircraft over it.",
        "ridge": "Armour comes up a valley against guns on the heights.",
        "bridge-farm": "A first game of twenty minutes: four platoons against three for a farm.",
    }
}

/// The forces of the scenarios.
pub fn forces() -> &'static [Shipped] {
    tabletop_data::shipped! {
        "white-star-rising/forces";
        "two-formations": "The two invented formations of the book.",
        "guns-and-armour": "A tank company against guns, tank hunters and one heavy platoon.",
        "first-platoons": "A handful of platoons for a first game.",
    }
}

/// The rulesets, the book's first.
pub fn rulesets() -> &'static [Shipped] {
    tabletop_data::shipped! {
        "white-star-rising/rulesets";
        "book": "The rulebook, with the first reading of every switch.",
        "other-readings": "The rulebook, with the other reading of every switch.",
        "additions": "The rulebook with every addition and fate points.",
    }
}

/// The files of a scenario that comes with the game, with the ruleset of an id, or the book's.
///
/// # Errors
/// A sentence: no such scenario or ruleset.
pub fn scenario(id: &str, ruleset: Option<&str>) -> Result<Bundle, String> {
    let level = find("scenario", scenarios(), id)?;
    let ruleset = find("ruleset", rulesets(), ruleset.unwrap_or(rulesets()[0].id))?;
    bundle(level.source(), None, Some(ruleset.source())).map_err(|faults| faults.to_string())
}

/// The files of a battle, from the text of a level. Without forces it takes those that the level names, without a ruleset the
/// book's.
///
/// # Errors
/// Faults with their places: the level cannot be read so far, or names forces that do not come with the game.
pub fn bundle(
    level: SourceText,
    forces: Option<SourceText>,
    ruleset: Option<SourceText>,
) -> Result<Bundle, Faults> {
    let ruleset = ruleset.unwrap_or_else(|| rulesets()[0].source());
    let forces = match forces {
        Some(forces) => forces,
        None => named_forces(&level)?,
    };
    Ok(Bundle { ruleset, forces, level })
}

/// The setup of a battle from the text of a level, as [`bundle`] finds its files.
///
/// # Errors
/// All faults of its files, with their places.
pub fn load(
    level: SourceText,
    forces: Option<SourceText>,
    ruleset: Option<SourceText>,
) -> Result<WsrSetup, Faults> {
    WsrSetup::from_bundle(bundle(level, forces, ruleset)?)
}

/// Finds a file by its id.
///
/// # Errors
/// A sentence that lists what there is.
pub fn find(kind: &str, files: &'static [Shipped], id: &str) -> Result<&'static Shipped, String> {
    Shipped::find("White Star Rising", kind, files, id)
}

/// The forces that a level names.
fn named_forces(level: &SourceText) -> Result<SourceText, Faults> {
    let reader = Reader::new(level);
    let named = reader.root().and_then(|root| {
        let node = root.named("Level", FIELDS)?.need("forces")?;
        let id = node.text(60)?;
        let found = forces().iter().find(|file| file.id == id);
        if found.is_none() {
            let names: Vec<&str> = forces().iter().map(|file| file.id).collect();
            node.fault(format!("no forces \"{id}\" come with the game"), one_of(Some(&id), &names));
        }
        found.map(Shipped::source)
    });
    reader.finish(named)
}
