//! Remarks on a level that has no fault: the sizes of its forces, the files found beside it, and the units that a changed number never
//! reaches.

use super::card_file::{CardDefaults, card_id, read_card};
use super::ruleset_diff::{Difference, compare};
use super::setup::{Setup, SourceText};
use crate::rules::card::Card;
use crate::rules::ids::Side;
use crate::rules::mission::ForceSize;
use crate::rules::reach::{is_off, never_reaches};
use crate::rules::ruleset::Ruleset;

/// The ruleset that others are compared with.
pub(super) const YARDSTICK: &str = "combined";

/// The files that lie beside a level, and the shipped ones that they are compared with.
#[derive(Default)]
pub(super) struct Beside {
    /// The ruleset that others are compared with, where it can be read.
    pub(super) combined: Option<Ruleset>,
    /// The cards beside the level, by id; with each the shipped one that it stands in place of.
    pub(super) cards: Vec<(String, Option<SourceText>)>,
    /// The rulesets beside it.
    pub(super) rulesets: Vec<RulesetBeside>,
}

/// A ruleset that lies beside a level.
pub(super) struct RulesetBeside {
    pub(super) name: String,
    /// `None` if it has mistakes.
    pub(super) ruleset: Option<Ruleset>,
    /// Whether one of the same name is shipped.
    pub(super) replaces_shipped: bool,
}

/// Remarks on a level, a line each.
pub(super) fn level_notes(setup: &Setup, beside: &Beside) -> Vec<String> {
    let mut notes: Vec<String> = Side::BOTH.into_iter().map(|side| size_in_words(setup, side)).collect();
    let base: Vec<&SourceText> = setup.bundle.rulesets.iter().skip(1).collect();
    let on = base.first().map_or(String::new(), |base| format!(" on {}", card_id(&base.name)));
    notes.push(format!("ruleset: {}{on}", setup.ruleset.name));
    notes.extend(cards_beside(setup, beside));
    if let Some(combined) = &beside.combined {
        notes.extend(unreached(setup, combined, &setup.ruleset));
    }
    for RulesetBeside { name, ruleset, replaces_shipped } in &beside.rulesets {
        let Some(ruleset) = ruleset else {
            notes.push(format!("ruleset beside it: {name}, which has mistakes: check it by itself"));
            continue;
        };
        let replaces = if *replaces_shipped { ", in place of the shipped one" } else { "" };
        let differs = beside.combined.as_ref().map_or(String::new(), |combined| in_points(combined, ruleset));
        notes.push(format!("ruleset beside it: {name}{replaces}{differs}"));
        if let Some(combined) = beside.combined.as_ref().filter(|_| *name != setup.ruleset.name) {
            notes.extend(unreached(setup, combined, ruleset));
        }
    }
    notes
}

/// Size of a side's force.
///
/// Rule: MIS-7.
pub(super) fn force_size(setup: &Setup, side: Side) -> ForceSize {
    let units = &setup.level.forces[side.index()].units;
    ForceSize {
        units: units.len(),
        models: units.iter().map(|unit| unit.models.len()).sum(),
        points: units.iter().map(|unit| u32::from(setup.card(unit).points)).sum(),
    }
}

/// "The parish (A): 400 of 500 points, 4 units, 17 models".
fn size_in_words(setup: &Setup, side: Side) -> String {
    let ForceSize { units, models, points } = force_size(setup, side);
    let force = &setup.level.forces[side.index()];
    let limit = force.limit.or(setup.level.mission.points);
    let of = limit.map_or(String::new(), |limit| format!(" of {limit}"));
    let many = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    format!(
        "{} ({side}): {points}{of} points, {}, {}",
        force.name,
        many(units, "unit"),
        many(models, "model")
    )
}

/// The cards of the level that lie beside it, and which of them stand in place of shipped ones.
fn cards_beside(setup: &Setup, beside: &Beside) -> Vec<String> {
    let note = |source: &SourceText| {
        let id = card_id(&source.name);
        let (_, shipped) = beside.cards.iter().find(|(beside, _)| *beside == id)?;
        let card = setup.cards.iter().find(|card| card.id == id)?;
        let shipped =
            shipped.as_ref().and_then(|source| read_card(source, &CardDefaults::of(&setup.ruleset)).ok());
        Some(format!("card beside it: {}, {}{}", source.name, worth(card), replaced(card, shipped.as_ref())))
    };
    setup.bundle.cards.iter().filter_map(note).collect()
}

fn worth(card: &Card) -> String {
    format!("{} points", card.points)
}

/// ", in place of the shipped one of 80 points".
fn replaced(card: &Card, shipped: Option<&Card>) -> String {
    match shipped {
        None => String::new(),
        Some(shipped) if shipped.points == card.points => ", in place of the shipped one".to_owned(),
        Some(shipped) => format!(", in place of the shipped one of {}", worth(shipped)),
    }
}

/// Number of points in which a ruleset differs from the yardstick.
fn in_points(combined: &Ruleset, ruleset: &Ruleset) -> String {
    match compare(combined, ruleset, |_| true).differences.len() {
        0 => format!(", the same rules as {YARDSTICK}"),
        1 => format!(", 1 point other than {YARDSTICK}"),
        many => format!(", {many} points other than {YARDSTICK}"),
    }
}

/// For each number of a ruleset that differs from the yardstick: which units of the level it never reaches, as far as their cards say.
fn unreached(setup: &Setup, combined: &Ruleset, ruleset: &Ruleset) -> Vec<String> {
    let differences = compare(combined, ruleset, |_| true).differences;
    differences.iter().filter_map(|one| unreached_by(setup, ruleset, one)).collect()
}

fn unreached_by(setup: &Setup, ruleset: &Ruleset, difference: &Difference) -> Option<String> {
    let Difference { key, rules, .. } = difference;
    let head = format!("  {key} ({}), {}", rules.join(", "), difference.change());
    if let Some(why) = is_off(key, ruleset) {
        return Some(format!("{head}: reaches nobody: {why}"));
    }
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for unit in setup.units() {
        let Some(why) = never_reaches(key, setup.card(unit), ruleset) else { continue };
        let name = format!("{} ({})", unit.name, unit.id);
        match groups.iter_mut().find(|(other, _)| *other == why) {
            Some((_, names)) => names.push(name),
            None => groups.push((why, vec![name])),
        }
    }
    let all = groups.iter().map(|(_, names)| names.len()).sum::<usize>() == setup.units().count();
    let said: Vec<String> =
        groups.iter().map(|(why, names)| format!("{} ({why})", names.join(", "))).collect();
    match (said.is_empty(), all) {
        (true, _) => None,
        (_, true) => Some(format!("{head}: reaches no unit of this level: {}", said.join("; "))),
        _ => Some(format!("{head}: does not reach {}", said.join("; "))),
    }
}
