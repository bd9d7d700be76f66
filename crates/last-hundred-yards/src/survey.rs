//! Sight and reach: questions that a player asks before he orders anything.

use serde::Serialize;
use tabletop_hexes::hex::Hex;
use tabletop_hexes::sight::Sight;

use crate::chapters::movement::{Moment, maneuvers, withdrawals};
use crate::gate::{Mistake, ready_to_maneuver};
use crate::ids::UnitId;
use crate::view::View;

/// Sight between two hexes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SightAnswer {
    /// In a sentence.
    pub sentence: String,
    /// One end.
    pub from: Hex,
    /// The other end.
    pub to: Hex,
    /// Fewest steps between them.
    pub distance: u32,
    /// Each sees the other.
    pub seen: bool,
    /// The hex that blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocker: Option<Hex>,
}

/// Reach of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reach {
    /// In a sentence.
    pub sentence: String,
    /// The unit.
    pub unit: UnitId,
    /// Ends of a maneuver.
    pub hexes: Vec<ReachedHex>,
    /// Ends of a withdrawal.
    pub back: Vec<ReachedHex>,
}

/// A hex that a unit may reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReachedHex {
    /// The hex.
    pub hex: Hex,
    /// The hexes on the way, this one last.
    pub path: Vec<Hex>,
}

/// Sight between two hexes.
///
/// Rule: LHY-SAF-1 (sight.)
pub(crate) fn sight_between(view: View<'_>, from: Hex, to: Hex) -> Result<SightAnswer, Mistake> {
    let setup = view.setup;
    if let Some(hex) = [from, to].into_iter().find(|hex| !setup.level.map.contains(*hex)) {
        return Err(Mistake::OffMap { hex });
    }
    let (distance, found) = (from.distance(to), setup.sights.sight(from, to));
    let sentence = match found {
        Sight::Clear => format!("{from} and {to} see each other, {distance} apart"),
        Sight::Blocked(hex) => {
            format!("{from} and {to} do not see each other: {} in {hex}", setup.terrain(hex).id)
        }
    };
    Ok(SightAnswer { sentence, from, to, distance, seen: found.is_clear(), blocker: found.blocker() })
}

/// Reach of a unit in its action.
///
/// # Errors
/// The mistake for which it may not move at all.
///
/// Rule: LHY-MAN-1, LHY-REC-2.
pub(crate) fn reach(view: View<'_>, unit: UnitId) -> Result<Reach, Mistake> {
    let listed = |ways: std::collections::BTreeMap<Hex, Vec<Hex>>| -> Vec<ReachedHex> {
        ways.into_iter().map(|(hex, path)| ReachedHex { hex, path }).collect()
    };
    let back = listed(withdrawals(view.setup, view.play, unit));
    let hexes = match ready_to_maneuver(view, unit) {
        Ok(()) => listed(maneuvers(view.setup, view.play, unit, Moment::Action)),
        Err(mistake) if back.is_empty() => return Err(mistake),
        Err(_) => Vec::new(),
    };
    let sentence = format!("{unit} can move to {} hexes and withdraw to {}", hexes.len(), back.len());
    Ok(Reach { sentence, unit, hexes, back })
}
