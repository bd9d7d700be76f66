//! Facts as sentences.

mod parts;

use tabletop::game::Setup;
use tabletop::sentence::{Narrated, Sentence};

use crate::fact::Fact;
use crate::game::Wsr;
use crate::setup::WsrSetup;

/// The sentence for the fact that comes first.
pub fn narrate(setup: &WsrSetup, facts: &[Fact]) -> Option<Narrated<Wsr>> {
    let name = |side| setup.force_name(side);
    let said = match facts.first()? {
        Fact::Deployed { unit, hex } => Sentence::line(*unit, format!("{unit} sets up in {hex}")),
        Fact::HqDeployed { hq, hex } => Sentence::line(*hq, format!("{hq} sets up in {hex}")),
        Fact::Raised { unit, hex } => {
            Sentence::line(*unit, format!("{unit} goes to the top of the stack in {hex}"))
        }
        Fact::TurnBegan { turn } => Sentence::heading(format!("Turn {turn}")),
        Fact::Drawn { marker, by } => parts::drawn(setup, *marker, *by),
        Fact::CommandChecked { hex, faces, limit, passed, .. } => {
            parts::command(*hex, faces, *limit, *passed)
        }
        Fact::OutOfCommand { unit } => Sentence::line(*unit, format!("{unit} is Out of Command")),
        Fact::RallyRolled { unit, total, limit, rallied } => parts::rally(*unit, *total, *limit, *rallied),
        Fact::Fired { unit, target, face, faces, hits } => {
            parts::strikes(*unit, &format!("{unit} fires at {target}"), *hits, (faces, *face))
        }
        Fact::HexFired { hex, face, faces, hits } => parts::falls(*hex, *hits, (faces, *face)),
        Fact::PositionHeld { hex } => {
            Sentence::line(*hex, format!("The improved position in {hex} takes one of the hits"))
        }
        Fact::Saved { hex, face, faces, saved } => parts::saved(*hex, *saved, (faces, *face)),
        Fact::Disrupted { .. } | Fact::Reduced { .. } | Fact::Eliminated { .. } => {
            let (said, facts) = parts::harm(facts)?;
            return Some(Narrated { sentences: vec![said], facts });
        }
        Fact::HqRolled { hq, face } => {
            Sentence::line(*hq, format!("{hq} is caught in the fire and rolls a {face}"))
        }
        Fact::HqReduced { hq } => Sentence::line(*hq, format!("{hq} is reduced")),
        Fact::HqEliminated { hq } => Sentence::line(*hq, format!("{hq} is eliminated")),
        Fact::HqReplaced { hq, hex, .. } => Sentence::line(*hq, format!("A new {hq} takes over in {hex}")),
        Fact::Lent { hq, unit } => Sentence::line(*hq, format!("{hq} leads {unit}")),
        Fact::MarchBegan { units, hq: Some(hq) } => parts::march_began(units, *hq)?,
        Fact::Moved { units, to, entry, .. } => parts::moved(units, *to, *entry)?,
        Fact::FellBack { unit, to, .. } => Sentence::line(*unit, format!("{unit} falls back to {to}")),
        Fact::Stopped { unit } => Sentence::line(*unit, format!("{unit} stops")),
        Fact::Loaded { carrier, unit } => Sentence::line(*carrier, format!("{carrier} takes {unit} aboard")),
        Fact::Unloaded { carrier, unit } => Sentence::line(*carrier, format!("{carrier} sets {unit} down")),
        Fact::MinesLaid { hex, by } => Sentence::line(*hex, format!("{} lays mines in {hex}", name(*by))),
        Fact::MinesStruck { hex, faces, hits } => parts::mines(setup, *hex, faces, *hits),
        Fact::MinesCleared { unit, hex, cleared, .. } => parts::cleared(*unit, *hex, *cleared),
        Fact::MissionCalled { caller, hex, mission, failed, .. } => {
            parts::mission(*caller, *hex, *mission, *failed)
        }
        Fact::Smoked { hex } => {
            Sentence::line(*hex, format!("Smoke drifts over {hex} and the hexes round it"))
        }
        Fact::AssaultRolled { unit, face, faces, hits } => {
            parts::strikes(*unit, &format!("{unit} fights at close quarters"), *hits, (faces, *face))
        }
        Fact::AssaultSettled { attacker, attacker_hits, defender_hits, stays } => {
            parts::settled(setup, *attacker, [*attacker_hits, *defender_hits], *stays)
        }
        Fact::AirSent { side, hex } => {
            Sentence::line(*hex, format!("An aircraft of {} dives on {hex}", name(*side)))
        }
        Fact::FlakFired { unit, faces, unsaved, .. } => parts::flak(setup, *unit, faces, *unsaved),
        Fact::AirAccuracy { face } => parts::accuracy(*face),
        Fact::AirMisdirected { hex } => Sentence::line(*hex, format!("The strike goes to {hex} instead")),
        Fact::AirEnded { back, .. } => parts::air_ended(*back),
        Fact::SmokeAged => Sentence::note("The smoke thins out".to_owned()),
        Fact::Over { winner } => Sentence::heading(format!("{} wins", name(*winner))),
        Fact::FateSpent { by, points } => parts::fate(setup, *by, *points),
        Fact::DieChanged { die, face } => Sentence::note(format!("Die {} now shows a {face}", die + 1)),
        Fact::MarkerReturned { .. } => Sentence::note("The marker goes back into the cup".to_owned()),
        Fact::CommandRestored { hex, .. } => {
            Sentence::line(*hex, format!("The units in {hex} are in command again"))
        }
        Fact::Refreshed { unit } => Sentence::line(*unit, format!("{unit} may act again")),
        Fact::MarchBegan { hq: None, .. }
        | Fact::ImpulseBegan { .. }
        | Fact::Done { .. }
        | Fact::MarchEnded
        | Fact::AssaultBegan { .. }
        | Fact::FightEnded
        | Fact::Overran { .. }
        | Fact::TurnEnded
        | Fact::DiceOffered { .. }
        | Fact::DiceKept { .. }
        | Fact::DiceSettled
        | Fact::DiceForgotten => return Some(Narrated::none()),
    };
    Some(Narrated::one(said))
}

/// "1 unit", "3 units".
pub(crate) fn counted(count: impl Into<usize>, one: &str, many: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}
