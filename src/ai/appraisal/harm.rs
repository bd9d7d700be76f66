//! What fire does to its target, in points.

use super::{Term, TermKind, per_model, worth};
use crate::game::engine::view::View;
use crate::game::phases::shooting::odds::Odds;
use crate::rules::ids::UnitId;

/// What share of a unit's points it is worth to suppress it, and to make it fall back.
const SUPPRESSED: f64 = 0.15;
const FALLS_BACK: f64 = 0.2;

/// What a salvo may be expected to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Harm {
    /// To which unit.
    pub at: UnitId,
    /// Hits in the mean.
    pub hits: f64,
    /// Models lost in the mean.
    pub lost: f64,
    /// The chance that it is suppressed.
    pub suppressed: f64,
    /// The chance that it is still suppressed after its next test, and falls back.
    pub falls_back: f64,
    /// All of it, in points.
    pub points: f64,
}

/// What a salvo with these chances does to its target.
pub fn harm(view: View, at: UnitId, odds: &Odds) -> Option<Harm> {
    let target = view.unit(at)?;
    let (hits, lost) = (mean(&odds.hits), mean(&odds.lost));
    let was = target.morale.suppressed();
    let newly = |chance: f64| if was { 0.0 } else { chance };
    let (suppressed, falls_back) = (newly(odds.will.suppressed), newly(odds.stays_suppressed));
    let left = worth(view, target) - lost * per_model(target);
    let will = SUPPRESSED * suppressed + FALLS_BACK * falls_back;
    let points = lost * per_model(target) + will * left.max(0.0);
    Some(Harm { at, hits, lost, suppressed, falls_back, points })
}

impl Harm {
    pub(super) fn term(&self) -> Term {
        let Self { at, hits, lost, suppressed, points, .. } = self;
        let percent = (100.0 * suppressed).round();
        let says = format!("{hits:.1} hits and {lost:.1} lost expected at {at}, suppressed {percent} %");
        Term { kind: TermKind::Harm, points: *points, says }
    }
}

/// The mean of a number whose chances are listed from 0.
fn mean(chances: &[f64]) -> f64 {
    chances.iter().enumerate().map(|(number, chance)| number as f64 * chance).sum()
}
