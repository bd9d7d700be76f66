//! Chapter 6: command, morale, rally.

use std::collections::BTreeSet;

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::basics::{hq_values, leadership};
use super::breakdown::{Part, Term};
use crate::card::Flag;
use crate::ids::UnitId;
use crate::play::Play;
use crate::setup::WsrSetup;

/// A morale check is passed.
///
/// Rule: WSR-MOR-1.
pub fn is_passed(total: i16, morale: u8) -> bool {
    total <= i16::from(morale)
}

/// (s)HQs that give orders, with where they are and how far.
///
/// Rule: WSR-HQ-4, WSR-HQ-5, WSR-CMD-4.
pub fn commanders(setup: &WsrSetup, play: &Play, side: Side) -> Vec<(Hex, u8)> {
    let place = |number: u8| {
        let all = play.hqs.keys().filter(move |hq| hq.side == side && (hq.number == 0) == (number == 0));
        all.filter_map(|hq| Some((play.hq_hex(*hq)?, hq_values(setup, play, *hq)[1]))).collect::<Vec<_>>()
    };
    let heads = place(0);
    let reached = |hex: Hex| heads.iter().any(|(at, range)| at.distance(hex) <= 2 * u32::from(*range));
    let subs: Vec<_> = place(1).into_iter().filter(|(hex, _)| reached(*hex)).collect();
    heads.into_iter().chain(subs).collect()
}

/// A unit is within command range; recon counts at twice the range.
///
/// Rule: WSR-CMD-1, WSR-CMD-3, WSR-REC-1.
pub fn is_in_range(setup: &WsrSetup, commanders: &[(Hex, u8)], unit: UnitId, hex: Hex) -> bool {
    let times = if setup.card(unit).is(Flag::Recon) { 2 } else { 1 };
    commanders.iter().any(|(at, range)| at.distance(hex) <= times * u32::from(*range))
}

/// Hexes that check at the beginning of an impulse, in order, with the units that are concerned.
///
/// Rule: WSR-CMD-2.
pub fn checking_hexes(setup: &WsrSetup, play: &Play, side: Side) -> Vec<(Hex, Vec<UnitId>)> {
    let commanders = commanders(setup, play, side);
    let hexes: BTreeSet<Hex> = play.on_map(side).map(|(_, _, hex)| hex).collect();
    let concerned = |hex: Hex| {
        let here = play.in_hex(hex, side).into_iter();
        here.filter(|unit| !is_in_range(setup, &commanders, *unit, hex)).collect::<Vec<_>>()
    };
    hexes.into_iter().map(|hex| (hex, concerned(hex))).filter(|(_, units)| !units.is_empty()).collect()
}

/// Terms of a unit's rally, if it is Out of Command or not.
///
/// Rule: WSR-RAL-2, WSR-HQ-11.
pub fn rally_terms(setup: &WsrSetup, play: &Play, id: UnitId, is_lost: bool) -> Vec<Term> {
    let lead = play.hex_of(id).and_then(|hex| play.hq_in(hex, id.side));
    let lead = lead.map_or(0, |hq| leadership(setup, play, hq) as i8);
    let lost = if is_lost { setup.rules.numbers.out_of_command_rally as i8 } else { 0 };
    let term = |rule, value, why| Term { rule, part: Part::Roll, value, why };
    let terms = [
        term("WSR-RAL-2", lost, "Out of Command"),
        term("WSR-HQ-11", -lead, "leadership of the headquarters"),
    ];
    terms.into_iter().filter(|term| term.value != 0).collect()
}

/// Terms of a rally.
///
/// Rule: WSR-RAL-2.
pub fn rally_modifier(setup: &WsrSetup, play: &Play, id: UnitId) -> i16 {
    let is_lost = play.unit(id).is_some_and(|unit| unit.out_of_command);
    rally_terms(setup, play, id, is_lost).iter().map(|term| i16::from(term.value)).sum()
}
