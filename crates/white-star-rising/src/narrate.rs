//! Facts as sentences.

use tabletop::game::Setup;
use tabletop::sentence::{Narrated, Rolls, Sentence};

use crate::fact::{AirBack, Fact};
use crate::game::Wsr;
use crate::order::{Caller, Entry, Marker, Mission};
use crate::setup::WsrSetup;

fn list<T: ToString>(all: &[T]) -> String {
    all.iter().map(T::to_string).collect::<Vec<_>>().join(" and ")
}

fn hits(hits: u8) -> String {
    match hits {
        0 => "no hit".to_owned(),
        1 => "1 hit".to_owned(),
        hits => format!("{hits} hits"),
    }
}

/// The sentence for the fact that comes first.
pub fn narrate(setup: &WsrSetup, facts: &[Fact]) -> Option<Narrated<Wsr>> {
    let name = |side| setup.force_name(side);
    let rolled = |sentence: Sentence<Wsr>, faces: &[u8], limit: u8| Sentence {
        rolls: Rolls::Reaching { faces: faces.to_vec(), limit },
        ..sentence
    };
    let said = match facts.first()? {
        Fact::Deployed { unit, hex } => Sentence::line(*unit, format!("{unit} sets up in {hex}")),
        Fact::HqDeployed { hq, hex } => Sentence::line(*hq, format!("{hq} sets up in {hex}")),
        Fact::TurnBegan { turn } => Sentence::heading(format!("Turn {turn}")),
        Fact::Drawn { marker, by } => Sentence::phase(match marker {
            Marker::Formation(side) => format!("{} draws {}", name(*by), name(*side)),
            Marker::Aircraft(side) => format!("{} draws an aircraft of {}", name(*by), name(*side)),
            Marker::EndOfTurn => format!("{} draws End of Turn", name(*by)),
        }),
        Fact::CommandChecked { hex, faces, limit, passed, .. } => {
            let total: u8 = faces.iter().sum();
            let ends = if *passed { "stay in command" } else { "fall out of command" };
            Sentence::line(*hex, format!("Units in {hex} {ends}: {total} against {limit}"))
        }
        Fact::OutOfCommand { unit } => Sentence::line(*unit, format!("{unit} is Out of Command")),
        Fact::RallyRolled { unit, total, limit, rallied } => {
            let ends = if *rallied { "rallies" } else { "stays disrupted" };
            Sentence::line(*unit, format!("{unit} {ends}: {total} against {limit}"))
        }
        Fact::Fired { unit, target, face, faces, hits: hit } => {
            rolled(Sentence::line(*unit, format!("{unit} fires at {target}: {}", hits(*hit))), faces, *face)
        }
        Fact::HexFired { hex, face, faces, hits: hit } => {
            rolled(Sentence::line(*hex, format!("Fire strikes {hex}: {}", hits(*hit))), faces, *face)
        }
        Fact::PositionHeld { hex } => Sentence::line(*hex, format!("The position in {hex} takes a hit")),
        Fact::Saved { hex, face, faces, saved } => {
            rolled(Sentence::line(*hex, format!("Cover and armour in {hex} save {saved}")), faces, *face)
        }
        Fact::Disrupted { unit } => Sentence::line(*unit, format!("{unit} is disrupted")),
        Fact::Reduced { unit } => Sentence::line(*unit, format!("{unit} is reduced")),
        Fact::Eliminated { unit } => Sentence::line(*unit, format!("{unit} is eliminated")),
        Fact::HqRolled { hq, face } => Sentence::line(*hq, format!("{hq} comes under fire: {face}")),
        Fact::HqReduced { hq } => Sentence::line(*hq, format!("{hq} is reduced")),
        Fact::HqEliminated { hq } => Sentence::line(*hq, format!("{hq} is eliminated")),
        Fact::HqReplaced { hq, hex, .. } => Sentence::line(*hq, format!("{hq} is replaced in {hex}")),
        Fact::Lent { hq, unit } => Sentence::line(*hq, format!("{hq} leads {unit}")),
        Fact::Moved { units, to, entry, .. } => {
            let (unit, plural) = (units.first()?, if units.len() == 1 { "s" } else { "" });
            let does = match entry {
                Entry::Walk => format!("move{plural} to {to}"),
                Entry::Assault => format!("assault{plural} {to}"),
                Entry::Overrun => format!("overrun{plural} {to}"),
            };
            Sentence::line(*unit, format!("{} {does}", list(units)))
        }
        Fact::FellBack { unit, to, .. } => Sentence::line(*unit, format!("{unit} falls back to {to}")),
        Fact::Stopped { unit } => Sentence::line(*unit, format!("{unit} stops")),
        Fact::Loaded { carrier, unit } => Sentence::line(*carrier, format!("{carrier} takes {unit} aboard")),
        Fact::Unloaded { carrier, unit } => Sentence::line(*carrier, format!("{carrier} sets {unit} down")),
        Fact::MinesLaid { hex, by } => Sentence::line(*hex, format!("{} lays mines in {hex}", name(*by))),
        Fact::MinesStruck { hex, faces, hits: hit } => rolled(
            Sentence::line(*hex, format!("Mines go off in {hex}: {}", hits(*hit))),
            faces,
            setup.rules.numbers.mine_face,
        ),
        Fact::MinesCleared { unit, hex, cleared, .. } => {
            let ends = if *cleared { "clears" } else { "fails to clear" };
            Sentence::line(*unit, format!("{unit} {ends} the mines in {hex}"))
        }
        Fact::MissionCalled { caller, hex, mission, failed, .. } => {
            let who = match caller {
                Caller::Unit(unit) => unit.to_string(),
                Caller::Hq(hq) => hq.to_string(),
            };
            let what = match mission {
                Mission::HighExplosive => "fire",
                Mission::Smoke => "smoke",
            };
            let ends = if *failed { ", in vain" } else { "" };
            Sentence::line(*hex, format!("{who} calls {what} on {hex}{ends}"))
        }
        Fact::Smoked { hex } => Sentence::line(*hex, format!("Smoke spreads round {hex}")),
        Fact::AssaultRolled { unit, face, faces, hits: hit } => {
            rolled(Sentence::line(*unit, format!("{unit} fights: {}", hits(*hit))), faces, *face)
        }
        Fact::AssaultSettled { attacker, attacker_hits, defender_hits, stays } => {
            let ends = if *stays { "holds the hex" } else { "is thrown back" };
            Sentence::note(format!("{} {ends}, {attacker_hits} to {defender_hits}", name(*attacker)))
        }
        Fact::AirSent { side, hex } => {
            Sentence::line(*hex, format!("An aircraft of {} dives on {hex}", name(*side)))
        }
        Fact::FlakFired { unit, faces, unsaved, .. } => {
            let ends = if *unsaved == 0 { "misses the aircraft" } else { "hits the aircraft" };
            let needed = setup.card(*unit).full.flak.map_or(6, |fire| fire.to_hit);
            rolled(Sentence::line(*unit, format!("{unit} {ends}")), faces, needed)
        }
        Fact::AirAccuracy { face } => Sentence::note(match face {
            1 => "The strike goes wrong".to_owned(),
            2 => "The strike is inaccurate".to_owned(),
            _ => "The strike is on target".to_owned(),
        }),
        Fact::AirMisdirected { hex } => Sentence::line(*hex, format!("It falls on {hex}")),
        Fact::AirEnded { back, .. } => Sentence::note(match back {
            AirBack::AtOnce => "The aircraft goes back into the cup".to_owned(),
            AirBack::AtTurnEnd => "The aircraft will be back next turn".to_owned(),
            AirBack::Never => "The aircraft is out of the battle".to_owned(),
        }),
        Fact::SmokeAged => Sentence::note("Smoke thins".to_owned()),
        Fact::Over { winner } => Sentence::heading(format!("{} wins", name(*winner))),
        Fact::MarchBegan { units, hq } => match hq {
            Some(hq) => Sentence::line(*hq, format!("{hq} sets out with {}", list(units))),
            None => return Some(Narrated::none()),
        },
        Fact::ImpulseBegan { .. }
        | Fact::Done { .. }
        | Fact::MarchEnded
        | Fact::AssaultBegan { .. }
        | Fact::FightEnded
        | Fact::Overran { .. }
        | Fact::TurnEnded => return Some(Narrated::none()),
    };
    Some(Narrated::one(said))
}
