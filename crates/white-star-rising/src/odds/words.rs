//! Odds in lines of text: dice with their numbers, ends of units, the cup, checks of an impulse.

use super::{CupOdds, ImpulseOdds, Odds, PoolOdds, Purpose, UnitImpulse, UnitOdds, percent};
use crate::chapters::breakdown::{Part, Term};
use crate::game::View;
use crate::order::Marker;

/// "1 die", "3 dice".
pub fn dice(count: u8) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

/// A pool without its numbers: "A2: 3 dice at 5+".
pub fn say_pool(pool: &PoolOdds) -> String {
    let lowest = match pool.ignored {
        0 => String::new(),
        1 => ", the lowest ignored".to_owned(),
        many => format!(", the lowest {many} ignored"),
    };
    format!("{}: {} at {}+{lowest}", pool.of, dice(pool.dice), pool.face)
}

/// Use of a pool, where it is not to hit: "saves".
pub fn say_purpose(purpose: Purpose) -> Option<&'static str> {
    match purpose {
        Purpose::Hit => None,
        Purpose::Save => Some("saves"),
        Purpose::Mission => Some("the mission"),
        Purpose::Accuracy => Some("accuracy"),
    }
}

/// Odds, a line for each pool, unit, headquarters, and the hex.
pub fn say_odds(odds: &Odds) -> Vec<String> {
    let pools = odds.pools.iter().map(|pool| format!("{}: {}", say_pool(pool), in_a_line(&pool.terms)));
    let units = odds.units.iter().map(|UnitOdds { unit, unharmed, disrupted, reduced, eliminated }| {
        let [unharmed, disrupted, reduced, eliminated] =
            [unharmed, disrupted, reduced, eliminated].map(|chance| percent(*chance));
        format!(
            "{unit}: unharmed {unharmed}, disrupted {disrupted}, reduced {reduced}, eliminated {eliminated}"
        )
    });
    let headquarters = odds.headquarters.iter().map(|hq| {
        format!("{}: reduced {}, eliminated {}", hq.hq, percent(hq.reduced), percent(hq.eliminated))
    });
    let hex = odds.fight.iter().map(|fight| {
        let [taken, held, empty] = [fight.taken, fight.held, fight.empty].map(percent);
        format!("the hex: taken {taken}, held {held}, empty {empty}")
    });
    let outcomes = odds.outcomes.iter().map(|of| format!("{}: {}", of.what, percent(of.chance)));
    pools.chain(units).chain(headquarters).chain(hex).chain(outcomes).collect()
}

/// Numbers of a pool with their reasons and paragraphs: "+2 dice, leadership of the headquarters", "WSR-FIR-9". The first face is
/// the needed one, others change it.
pub fn say_terms(terms: &[Term]) -> impl Iterator<Item = (String, &'static str)> + '_ {
    let first = terms.iter().position(|term| term.part == Part::Face);
    terms.iter().enumerate().map(move |(place, term)| {
        let Term { rule, part, value, why } = *term;
        let number = match (part, value) {
            (Part::Dice, 1 | -1) => format!("{value:+} die"),
            (Part::Dice, _) => format!("{value:+} dice"),
            (Part::Face, _) if Some(place) == first => format!("each needs {value}+"),
            (Part::Face, _) => format!("{value:+} to the face"),
            (Part::Ignored, 1) => "the lowest ignored".to_owned(),
            (Part::Ignored, _) => format!("the lowest {value} ignored"),
            (Part::Roll, _) => format!("{value:+} to the roll"),
        };
        (format!("{number}, {why}"), rule)
    })
}

/// The same in one line.
fn in_a_line(terms: &[Term]) -> String {
    say_terms(terms).map(|(text, rule)| format!("{text} ({rule})")).collect::<Vec<_>>().join("; ")
}

/// A marker of the cup.
pub fn say_marker(view: View<'_>, marker: Marker) -> String {
    match marker {
        Marker::Formation(side) => view.setup.force(side).name.clone(),
        Marker::Aircraft(side) => format!("aircraft of {}", view.setup.force(side).name),
        Marker::EndOfTurn => "End of Turn".to_owned(),
    }
}

/// The cup, a line for each kind of marker and for each formation.
pub fn say_cup(view: View<'_>, cup: &CupOdds) -> Vec<String> {
    let markers = cup.markers.iter().map(|marker| {
        let kind = say_marker(view, marker.marker);
        format!("{} × {kind}: {} to be drawn next", marker.count, percent(marker.next))
    });
    let formations = cup.formations.iter().map(|formation| {
        format!(
            "{}: {} to come this turn, {} to come first, {:.1} impulses on average",
            view.setup.force(formation.side).name,
            percent(formation.comes),
            percent(formation.first),
            formation.impulses
        )
    });
    markers.chain(formations).collect()
}

/// Checks of an impulse, a line for each unit.
pub fn say_impulse(odds: &ImpulseOdds) -> Vec<String> {
    let unit = |of: &UnitImpulse| {
        let terms = if of.terms.is_empty() { String::new() } else { format!(": {}", in_a_line(&of.terms)) };
        let [command, order] = [of.in_command, of.good_order].map(percent);
        format!("{}: in command {command}, in Good Order {order}{terms}", of.unit)
    };
    odds.units.iter().map(unit).collect()
}
