//! A close combat that is foreseen, in words: what may become of each unit.

use super::UnitForecast;
use crate::game::narration::words::per_cent;
use crate::game::phases::fall_back::retreat::{Retreat, RetreatOutcome};
use crate::rules::odds::mean;

/// Less than this is not worth a word.
const NEGLIGIBLE: f64 = 0.005;

/// Possible fates of a unit in the whole fight.
pub fn fate(unit: &UnitForecast) -> String {
    let fates = unit.fates;
    let leaves = fates.wiped_out + fates.destroyed + fates.routs + fates.falls_back;
    let chances = [
        (fates.wiped_out, "is wiped out"),
        (fates.destroyed, "is destroyed as it leaves"),
        (fates.routs, "routs"),
        (fates.falls_back, "falls back"),
        (1.0 - leaves, "stays"),
    ];
    let worth = chances.iter().filter(|(chance, _)| *chance >= NEGLIGIBLE);
    let words: Vec<String> = worth.map(|(chance, word)| format!("{word} {}", per_cent(*chance))).collect();
    format!("loses {:.1} models; {}", mean(&unit.lost), words.join(", "))
}

/// Retreat of a unit that is forced out: "It would fall back 8.2\"".
pub fn way_out(retreat: &Retreat) -> String {
    let length = retreat.outcome.retreats().first().map_or(0.0, |run| run.length.0);
    match &retreat.outcome {
        RetreatOutcome::Destroyed => "too weak to leave: it would be destroyed (FB-1)".to_owned(),
        RetreatOutcome::Rout { .. } => format!("if forced out, it would rout, {length:.1}\" (ROU-1)"),
        RetreatOutcome::FallBack { .. } => {
            format!("if forced out, it would fall back {length:.1}\" to safety")
        }
        RetreatOutcome::RunForCover { .. } => format!("if forced out, it would run {length:.1}\" to cover"),
        RetreatOutcome::RunForEdge { .. } => format!("if forced out, it would run {length:.1}\" to its edge"),
        RetreatOutcome::FireOrCrawl | RetreatOutcome::StayInCover => {
            "if forced out, it would stay".to_owned()
        }
    }
}
