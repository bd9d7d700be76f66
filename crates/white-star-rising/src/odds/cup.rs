//! The cup as odds: what is still in it, and what comes before the turn ends. Its content is known to both players.
//!
//! Rule: WSR-TURN-1, WSR-TURN-6.

use serde::Serialize;
use tabletop::ids::Side;

use super::{percent, uncounted};
use crate::game::View;
use crate::order::Marker;

/// Odds of the draws of a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CupOdds {
    /// In a sentence.
    pub sentence: String,
    /// Side that draws next.
    pub drawer: Side,
    /// Markers in the cup.
    pub markers: Vec<MarkerOdds>,
    /// End of Turn markers that were drawn this turn.
    pub ends_drawn: u8,
    /// Chances of each formation before the turn ends.
    pub formations: Vec<FormationOdds>,
}

/// Markers of a kind in the cup.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MarkerOdds {
    /// The kind.
    pub marker: Marker,
    /// Number of them.
    pub count: u8,
    /// The chance that the next draw is one.
    pub next: f64,
}

/// A formation's chances before the second End of Turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FormationOdds {
    /// Its side.
    pub side: Side,
    /// The chance that it still comes this turn.
    pub comes: f64,
    /// The mean number of its impulses that still come.
    pub impulses: f64,
    /// The chance that it comes before the other side's.
    pub first: f64,
}

/// End of Turn markers that end a turn.
///
/// Rule: WSR-TURN-6.
pub const ENDS: u8 = 2;

/// Odds of the cup.
pub fn cup_odds(view: View<'_>) -> CupOdds {
    let play = view.play;
    let left = play.cup.left();
    let count = |marker: Marker| left.iter().filter(|known| **known == marker).count() as u8;
    let mut kinds: Vec<Marker> = left.to_vec();
    kinds.sort();
    kinds.dedup();
    let total = left.len() as f64;
    let markers = kinds.into_iter().map(|marker| {
        let count = count(marker);
        MarkerOdds { marker, count, next: f64::from(count) / total }
    });
    let ends_drawn = play.aside.iter().filter(|marker| **marker == Marker::EndOfTurn).count() as u8;
    let ends = count(Marker::EndOfTurn);
    let needed = ENDS.saturating_sub(ends_drawn);
    let own = Side::BOTH.map(|side| count(Marker::Formation(side)));
    let formations: Vec<FormationOdds> = Side::BOTH
        .into_iter()
        .map(|side| {
            let (mine, other) = (own[side.index()], own[side.other().index()]);
            FormationOdds {
                side,
                comes: chance_to_come(mine, ends, needed),
                impulses: mean_before(mine, ends, needed),
                first: chance_first(mine, other, ends, needed),
            }
        })
        .collect();
    let say = |odds: &FormationOdds| format!("{} {}", view.setup.force(odds.side).name, percent(odds.comes));
    let comes = formations.iter().map(say).collect::<Vec<_>>().join(", ");
    let sentence = match left.len() {
        0 => "The cup is empty".to_owned(),
        1 => format!("1 marker is in the cup; chance to come this turn: {comes}"),
        number => format!("{number} markers are in the cup; chance to come this turn: {comes}"),
    };
    let sentence = sentence + uncounted(view);
    CupOdds { sentence, drawer: play.drawer, markers: markers.collect(), ends_drawn, formations }
}

/// The chance that of some markers at least one is drawn before the last `needed` End of Turn. Others in the cup do not matter, and
/// neither does an aircraft that goes back into it: they change no order between these.
fn chance_to_come(own: u8, ends: u8, needed: u8) -> f64 {
    1.0 - chance_of_ends_only(own, ends, needed)
}

/// The chance that the first `needed` of some markers and of the End of Turn markers are all of the latter.
fn chance_of_ends_only(own: u8, ends: u8, needed: u8) -> f64 {
    let (own, ends) = (f64::from(own), f64::from(ends));
    let draws = (0..needed).map(f64::from);
    draws.map(|drawn| ((ends - drawn) / (own + ends - drawn)).max(0.0)).product()
}

/// The mean number of markers before the last `needed` End of Turn: each of them lies in each gap between these with the same chance.
fn mean_before(own: u8, ends: u8, needed: u8) -> f64 {
    f64::from(own) * f64::from(needed) / f64::from(ends + 1)
}

/// The chance that one of one's own comes this turn and before any of the other side's: draw by draw, of all that matter.
fn chance_first(own: u8, other: u8, ends: u8, needed: u8) -> f64 {
    if needed == 0 || own == 0 {
        return 0.0;
    }
    let total = f64::from(own) + f64::from(other) + f64::from(ends);
    let later = if ends > 0 { chance_first(own, other, ends - 1, needed - 1) } else { 0.0 };
    f64::from(own) / total + f64::from(ends) / total * later
}
