//! Sentences that need more than a line.

use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop::sentence::{Rolls, Sentence as Said};
use tabletop::text::list::joined;
use tabletop_hexes::hex::Hex;

use crate::fact::{AirBack, Fact};
use crate::game::Wsr;
use crate::ids::{HqId, Subject, UnitId};
use crate::order::{Caller, Entry, Marker, Mission};
use crate::setup::WsrSetup;

type Sentence = Said<Wsr>;

/// "no hit", "1 hit", "2 hits".
fn hits(hits: u8) -> String {
    match hits {
        0 => "no hit".to_owned(),
        1 => "1 hit".to_owned(),
        hits => format!("{hits} hits"),
    }
}

/// Faces, and the lowest that succeeds.
type Dice<'a> = (&'a [u8], u8);

/// With its dice, and the face that each of them needed, at its end.
fn needing(sentence: Sentence, (faces, face): Dice<'_>) -> Sentence {
    let text = format!("{} ({face}+ needed)", sentence.text);
    Sentence { text, rolls: Rolls::Reaching { faces: faces.to_vec(), limit: face }, ..sentence }
}

/// Dice that strike: "A2 fires at B5 and hits twice (5+ needed)".
pub fn strikes(about: impl Into<Subject>, does: &str, hits: u8, dice: Dice<'_>) -> Sentence {
    let comes = match hits {
        0 => "misses".to_owned(),
        1 => "hits once".to_owned(),
        2 => "hits twice".to_owned(),
        hits => format!("hits {hits} times"),
    };
    needing(Sentence::line(about, format!("{does} and {comes}")), dice)
}

/// Fire at all who are in a hex.
pub fn falls(hex: Hex, hits: u8, dice: Dice<'_>) -> Sentence {
    match hits {
        0 => needing(Sentence::line(hex, format!("Fire falls on {hex}, but hits nobody")), dice),
        hits => strikes(hex, &format!("Fire falls on {hex}"), hits, dice),
    }
}

/// Dice that save.
pub fn saved(hex: Hex, saved: u8, dice: Dice<'_>) -> Sentence {
    let what = if saved == 0 { "nothing".to_owned() } else { hits(saved) };
    needing(Sentence::line(hex, format!("Cover and armour in {hex} stop {what}")), dice)
}

/// A total with the limit that it was not to exceed: "with a 9 (8 or less needed)".
fn against(total: impl std::fmt::Display, limit: u8) -> String {
    format!("with a total of {total} ({limit} or less needed)")
}

/// Harm to one unit as one sentence: whoever is lost is only lost. With the number of facts that it covers.
pub fn harm(facts: &[Fact]) -> Option<(Sentence, usize)> {
    let of = |fact: &Fact| match fact {
        Fact::Disrupted { unit } => Some((*unit, "disrupted")),
        Fact::Reduced { unit } => Some((*unit, "reduced")),
        Fact::Eliminated { unit } => Some((*unit, "eliminated")),
        _ => None,
    };
    let (unit, _) = of(facts.first()?)?;
    let all: Vec<&str> = facts
        .iter()
        .map_while(|fact| of(fact).filter(|(other, _)| *other == unit))
        .map(|(_, harm)| harm)
        .collect();
    let said = match all.last() {
        Some(&"eliminated") => "eliminated".to_owned(),
        _ => joined(&all),
    };
    Some((Sentence::line(unit, format!("{unit} is {said}")), all.len()))
}

pub fn drawn(setup: &WsrSetup, marker: Marker, by: Side) -> Sentence {
    let name = |side| setup.force_name(side);
    Sentence::phase(match marker {
        Marker::Formation(side) if side == by => format!("{} draws its own marker and acts", name(by)),
        Marker::Formation(side) => format!("{0} draws {1}'s marker: {1} acts", name(by), name(side)),
        Marker::Aircraft(side) if side == by => format!("{} draws its own aircraft", name(by)),
        Marker::Aircraft(side) => format!("{} draws {}'s aircraft", name(by), name(side)),
        Marker::EndOfTurn => format!("{} draws End of Turn", name(by)),
    })
}

pub fn command(hex: Hex, faces: &[u8], limit: u8, passed: bool) -> Sentence {
    let total: u8 = faces.iter().sum();
    let ends = if passed { "stay in command" } else { "fall out of command" };
    Sentence::line(hex, format!("The units in {hex} {ends} {}", against(total, limit)))
}

pub fn rally(unit: UnitId, total: i8, limit: u8, rallied: bool) -> Sentence {
    let ends = if rallied { "rallies" } else { "stays disrupted" };
    Sentence::line(unit, format!("{unit} {ends} {}", against(total, limit)))
}

pub fn march_began(units: &[UnitId], hq: HqId) -> Option<Sentence> {
    units.first()?;
    Some(Sentence::line(hq, format!("{hq} sets out with {}", joined(units))))
}

pub fn moved(units: &[UnitId], to: Hex, entry: Entry) -> Option<Sentence> {
    let (unit, plural) = (units.first()?, if units.len() == 1 { "s" } else { "" });
    let does = match entry {
        Entry::Walk => format!("move{plural} to {to}"),
        Entry::Assault => format!("assault{plural} {to}"),
        Entry::Overrun => format!("overrun{plural} {to}"),
    };
    Some(Sentence::line(*unit, format!("{} {does}", joined(units))))
}

pub fn settled(setup: &WsrSetup, attacker: Side, [own, other]: [u8; 2], stays: bool) -> Sentence {
    let ends = if stays { "carries the assault" } else { "is thrown back" };
    Sentence::note(format!("{} {ends}, {} to {other}", setup.force_name(attacker), hits(own)))
}

pub fn mines(setup: &WsrSetup, hex: Hex, faces: &[u8], hit: u8) -> Sentence {
    let does = match hit {
        0 => format!("Mines go off in {hex}, but nobody is hit"),
        hit => format!("Mines go off in {hex}: {}", hits(hit)),
    };
    needing(Sentence::line(hex, does), (faces, setup.rules.numbers.mine_face))
}

pub fn cleared(unit: UnitId, hex: Hex, cleared: bool) -> Sentence {
    let ends = if cleared { "clears" } else { "cannot clear" };
    Sentence::line(unit, format!("{unit} {ends} the mines in {hex}"))
}

pub fn mission(caller: Caller, hex: Hex, mission: Mission, failed: bool) -> Sentence {
    let what = match mission {
        Mission::HighExplosive => "fire",
        Mission::Smoke => "smoke",
    };
    let ends = if failed { ", but the mission fails" } else { "" };
    Sentence::line(hex, format!("{caller} calls for {what} on {hex}{ends}"))
}

pub fn flak(setup: &WsrSetup, unit: UnitId, faces: &[u8], unsaved: u8) -> Sentence {
    let ends = if unsaved == 0 { "misses" } else { "hits it" };
    let needed = setup.card(unit).full.flak.map_or(6, |fire| fire.to_hit);
    needing(Sentence::line(unit, format!("{unit} fires at the aircraft and {ends}")), (faces, needed))
}

pub fn accuracy(face: u8) -> Sentence {
    Sentence::note(match face {
        1 => "The strike goes wrong".to_owned(),
        2 => "The strike is inaccurate: one die less".to_owned(),
        _ => "The strike is on target".to_owned(),
    })
}

pub fn air_ended(back: AirBack) -> Sentence {
    Sentence::note(match back {
        AirBack::AtOnce => "The aircraft goes back into the cup".to_owned(),
        AirBack::AtTurnEnd => "The aircraft will be back next turn".to_owned(),
        AirBack::Never => "The aircraft is out of the battle".to_owned(),
    })
}

pub fn fate(setup: &WsrSetup, by: Side, points: u8) -> Sentence {
    let points = if points == 1 { "a fate point".to_owned() } else { format!("{points} fate points") };
    Sentence::note(format!("{} spends {points}", setup.force_name(by)))
}

#[cfg(test)]
mod tests {
    use tabletop::game::Setup;

    use super::*;
    use crate::setup::varne;

    /// Whoever draws a marker, it is said whose it is.
    #[test]
    fn a_draw_names_the_owner() {
        let setup = WsrSetup::from_bundle(varne()).unwrap();
        let words = |marker, by| drawn(&setup, marker, by).text;
        assert_eq!(words(Marker::Formation(Side::A), Side::A), "Alder draws its own marker and acts");
        assert_eq!(words(Marker::Formation(Side::B), Side::A), "Alder draws Kranich's marker: Kranich acts");
        assert_eq!(words(Marker::Aircraft(Side::A), Side::B), "Kranich draws Alder's aircraft");
        assert_eq!(words(Marker::EndOfTurn, Side::B), "Kranich draws End of Turn");
    }
}
