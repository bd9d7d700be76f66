//! Sentences that need more than a line.

use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop::sentence::{Rolls, Sentence as Said};
use tabletop_hexes::hex::Hex;

use crate::fact::AirBack;
use crate::game::Wsr;
use crate::ids::{HqId, UnitId};
use crate::order::{Caller, Entry, Marker, Mission};
use crate::setup::WsrSetup;

type Sentence = Said<Wsr>;

fn list<T: ToString>(all: &[T]) -> String {
    all.iter().map(T::to_string).collect::<Vec<_>>().join(" and ")
}

pub fn hits(hits: u8) -> String {
    match hits {
        0 => "no hit".to_owned(),
        1 => "1 hit".to_owned(),
        hits => format!("{hits} hits"),
    }
}

/// A sentence with the dice that it tells of.
pub fn rolled(sentence: Sentence, faces: &[u8], limit: u8) -> Sentence {
    Sentence { rolls: Rolls::Reaching { faces: faces.to_vec(), limit }, ..sentence }
}

pub fn drawn(setup: &WsrSetup, marker: Marker, by: Side) -> Sentence {
    let name = |side| setup.force_name(side);
    Sentence::phase(match marker {
        Marker::Formation(side) if side == by => format!("{} draws its own marker", name(by)),
        Marker::Formation(side) => format!("{} draws {}'s marker", name(by), name(side)),
        Marker::Aircraft(side) if side == by => format!("{} draws its own aircraft", name(by)),
        Marker::Aircraft(side) => format!("{} draws {}'s aircraft", name(by), name(side)),
        Marker::EndOfTurn => format!("{} draws End of Turn", name(by)),
    })
}

pub fn command(hex: Hex, faces: &[u8], limit: u8, passed: bool) -> Sentence {
    let total: u8 = faces.iter().sum();
    let ends = if passed { "stay in command" } else { "fall out of command" };
    Sentence::line(hex, format!("Units in {hex} {ends}: {total} against {limit}"))
}

pub fn rally(unit: UnitId, total: i8, limit: u8, rallied: bool) -> Sentence {
    let ends = if rallied { "rallies" } else { "stays disrupted" };
    Sentence::line(unit, format!("{unit} {ends}: {total} against {limit}"))
}

pub fn march_began(units: &[UnitId], hq: HqId) -> Option<Sentence> {
    units.first()?;
    Some(Sentence::line(hq, format!("{hq} sets out with {}", list(units))))
}

pub fn moved(units: &[UnitId], to: Hex, entry: Entry) -> Option<Sentence> {
    let (unit, plural) = (units.first()?, if units.len() == 1 { "s" } else { "" });
    let does = match entry {
        Entry::Walk => format!("move{plural} to {to}"),
        Entry::Assault => format!("assault{plural} {to}"),
        Entry::Overrun => format!("overrun{plural} {to}"),
    };
    Some(Sentence::line(*unit, format!("{} {does}", list(units))))
}

pub fn mines(setup: &WsrSetup, hex: Hex, faces: &[u8], hit: u8) -> Sentence {
    let said = Sentence::line(hex, format!("Mines go off in {hex}: {}", hits(hit)));
    rolled(said, faces, setup.rules.numbers.mine_face)
}

pub fn cleared(unit: UnitId, hex: Hex, cleared: bool) -> Sentence {
    let ends = if cleared { "clears" } else { "fails to clear" };
    Sentence::line(unit, format!("{unit} {ends} the mines in {hex}"))
}

pub fn mission(caller: Caller, hex: Hex, mission: Mission, failed: bool) -> Sentence {
    let what = match mission {
        Mission::HighExplosive => "fire",
        Mission::Smoke => "smoke",
    };
    let ends = if failed { ", in vain" } else { "" };
    Sentence::line(hex, format!("{caller} calls {what} on {hex}{ends}"))
}

pub fn flak(setup: &WsrSetup, unit: UnitId, faces: &[u8], unsaved: u8) -> Sentence {
    let ends = if unsaved == 0 { "misses the aircraft" } else { "hits the aircraft" };
    let needed = setup.card(unit).full.flak.map_or(6, |fire| fire.to_hit);
    rolled(Sentence::line(unit, format!("{unit} {ends}")), faces, needed)
}

pub fn accuracy(face: u8) -> Sentence {
    Sentence::note(match face {
        1 => "The strike goes wrong".to_owned(),
        2 => "The strike is inaccurate".to_owned(),
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
        assert_eq!(words(Marker::Formation(Side::A), Side::A), "Alder draws its own marker");
        assert_eq!(words(Marker::Formation(Side::B), Side::A), "Alder draws Kranich's marker");
        assert_eq!(words(Marker::Aircraft(Side::A), Side::B), "Kranich draws Alder's aircraft");
        assert_eq!(words(Marker::EndOfTurn, Side::B), "Kranich draws End of Turn");
    }
}
