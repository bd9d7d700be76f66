//! Paragraphs that a fact or an order uses: to find those that never come up in any number of games.

use tabletop::ids::Side;

use crate::card::Flag;
use crate::chapters::basics::printed_fire;
use crate::chapters::fire::is_concealed;
use crate::chapters::hex_fire::ignored_by_armour;
use crate::fact::{AirBack, Fact};
use crate::game::View;
use crate::ids::UnitId;
use crate::order::{Caller, Entry, Marker, Mission, Order, Weapon};

/// Every paragraph that is named here, in the order of the rulebook.
pub const USED: &[&str] = &[
    "WSR-BAS-1",
    "WSR-BAS-2",
    "WSR-BAS-3",
    "WSR-BAS-4",
    "WSR-BAS-5",
    "WSR-BAS-6",
    "WSR-BAS-7",
    "WSR-BAS-8",
    "WSR-BAS-9",
    "WSR-BAS-10",
    "WSR-MRK-1",
    "WSR-MRK-2",
    "WSR-MRK-3",
    "WSR-TURN-1",
    "WSR-TURN-2",
    "WSR-TURN-3",
    "WSR-TURN-4",
    "WSR-TURN-5",
    "WSR-TURN-6",
    "WSR-TURN-7",
    "WSR-TURN-8",
    "WSR-TURN-9",
    "WSR-HQ-1",
    "WSR-HQ-2",
    "WSR-HQ-4",
    "WSR-HQ-5",
    "WSR-HQ-6",
    "WSR-HQ-7",
    "WSR-HQ-8",
    "WSR-HQ-9",
    "WSR-HQ-10",
    "WSR-HQ-11",
    "WSR-HQ-12",
    "WSR-REC-1",
    "WSR-REC-2",
    "WSR-REC-3",
    "WSR-SUP-1",
    "WSR-SUP-2",
    "WSR-SUP-4",
    "WSR-MOR-1",
    "WSR-CMD-1",
    "WSR-CMD-2",
    "WSR-CMD-3",
    "WSR-CMD-4",
    "WSR-RAL-1",
    "WSR-RAL-2",
    "WSR-MOV-1",
    "WSR-MOV-2",
    "WSR-MOV-3",
    "WSR-MOV-4",
    "WSR-MOV-5",
    "WSR-TRA-1",
    "WSR-TRA-2",
    "WSR-TRA-3",
    "WSR-LOS-1",
    "WSR-LOS-2",
    "WSR-LOS-3",
    "WSR-LOS-5",
    "WSR-FIR-1",
    "WSR-FIR-2",
    "WSR-FIR-3",
    "WSR-FIR-7",
    "WSR-FIR-11",
    "WSR-FIR-12",
    "WSR-FIR-13",
    "WSR-FIR-14",
    "WSR-FIR-15",
    "WSR-OPP-1",
    "WSR-OPP-2",
    "WSR-OPP-3",
    "WSR-OPP-4",
    "WSR-ASL-2",
    "WSR-ASL-3",
    "WSR-ASL-7",
    "WSR-ASL-8",
    "WSR-ASL-9",
    "WSR-ASL-10",
    "WSR-ASL-11",
    "WSR-ASL-12",
    "WSR-ASL-13",
    "WSR-ASL-15",
    "WSR-OVR-1",
    "WSR-OVR-2",
    "WSR-OVR-3",
    "WSR-OVR-5",
    "WSR-OVR-6",
    "WSR-OVR-7",
    "WSR-DIS-3",
    "WSR-DIS-4",
    "WSR-DIS-5",
    "WSR-MTR-1",
    "WSR-MTR-2",
    "WSR-MTR-3",
    "WSR-MTR-4",
    "WSR-MTR-5",
    "WSR-MTR-6",
    "WSR-IMP-1",
    "WSR-MIN-1",
    "WSR-MIN-2",
    "WSR-MIN-3",
    "WSR-MIN-4",
    "WSR-MIN-5",
    "WSR-MIN-6",
    "WSR-ART-1",
    "WSR-ART-2",
    "WSR-ART-3",
    "WSR-ART-4",
    "WSR-ART-5",
    "WSR-ART-6",
    "WSR-ART-7",
    "WSR-AA-1",
    "WSR-AA-3",
    "WSR-CAS-1",
    "WSR-CAS-2",
    "WSR-CAS-3",
    "WSR-CAS-4",
    "WSR-CAS-5",
    "WSR-CAS-6",
    "WSR-CAS-7",
    "WSR-CAS-8",
    "WSR-CAS-9",
    "WSR-CAS-10",
    "WSR-ADD-4",
    "WSR-ADD-6",
    "WSR-FAT-1",
    "WSR-SCN-1",
    "WSR-SCN-2",
    "WSR-SCN-3",
    "WSR-SCN-4",
];

/// Paragraphs that a fact comes of.
pub fn of_fact(fact: &Fact) -> &'static [&'static str] {
    match fact {
        Fact::Deployed { .. } => {
            &["WSR-SCN-2", "WSR-BAS-3", "WSR-BAS-4", "WSR-BAS-5", "WSR-SUP-1", "WSR-SUP-2"]
        }
        Fact::HqDeployed { .. } => &["WSR-SCN-2", "WSR-HQ-1", "WSR-HQ-2"],
        Fact::Raised { .. } => &["WSR-BAS-9"],
        Fact::TurnBegan { .. } => &["WSR-TURN-9", "WSR-SCN-1", "WSR-SCN-3"],
        Fact::Drawn { marker: Marker::EndOfTurn, .. } => &["WSR-TURN-2", "WSR-TURN-6"],
        Fact::Drawn { .. } => &["WSR-TURN-1", "WSR-TURN-2", "WSR-TURN-8"],
        Fact::ImpulseBegan { .. } => &["WSR-TURN-3", "WSR-TURN-4", "WSR-TURN-5"],
        Fact::CommandChecked { .. } => &[
            "WSR-CMD-1",
            "WSR-CMD-2",
            "WSR-CMD-3",
            "WSR-CMD-4",
            "WSR-MOR-1",
            "WSR-HQ-4",
            "WSR-HQ-5",
            "WSR-REC-1",
        ],
        Fact::OutOfCommand { .. } => &["WSR-MRK-3", "WSR-CMD-2"],
        Fact::RallyRolled { .. } => &["WSR-RAL-1", "WSR-RAL-2", "WSR-DIS-5", "WSR-HQ-11"],
        Fact::Fired { .. } => &[
            "WSR-FIR-1",
            "WSR-FIR-2",
            "WSR-FIR-11",
            "WSR-FIR-15",
            "WSR-BAS-1",
            "WSR-BAS-2",
            "WSR-BAS-6",
            "WSR-BAS-10",
            "WSR-LOS-1",
            "WSR-LOS-2",
            "WSR-LOS-3",
        ],
        Fact::HexFired { .. } => {
            &["WSR-MTR-1", "WSR-MTR-2", "WSR-MTR-6", "WSR-ART-4", "WSR-ART-5", "WSR-ART-6"]
        }
        Fact::PositionHeld { .. } => &["WSR-IMP-1"],
        Fact::Saved { .. } => &["WSR-FIR-12", "WSR-FIR-13", "WSR-MTR-3"],
        Fact::Disrupted { .. } => &["WSR-FIR-14", "WSR-BAS-7"],
        Fact::Reduced { .. } | Fact::Eliminated { .. } => &["WSR-FIR-14", "WSR-BAS-4"],
        Fact::HqRolled { .. } => &["WSR-HQ-7", "WSR-BAS-10"],
        Fact::HqReduced { .. } => &["WSR-HQ-7", "WSR-HQ-12"],
        Fact::HqEliminated { .. } => &["WSR-HQ-6", "WSR-HQ-8"],
        Fact::HqReplaced { .. } => &["WSR-HQ-9"],
        Fact::Done { .. } => &["WSR-MRK-2", "WSR-FIR-7"],
        Fact::Lent { .. } => &["WSR-HQ-10"],
        Fact::MarchBegan { .. } => &["WSR-TURN-5", "WSR-HQ-1"],
        Fact::Moved { entry: Entry::Walk, .. } => {
            &["WSR-MOV-1", "WSR-MOV-2", "WSR-MOV-3", "WSR-OPP-1", "WSR-BAS-8"]
        }
        Fact::Moved { entry: Entry::Assault, .. } => &["WSR-ASL-3", "WSR-MOV-4"],
        Fact::Moved { entry: Entry::Overrun, .. } => &["WSR-OVR-1", "WSR-OPP-4"],
        Fact::Overran { .. } => &["WSR-OVR-2", "WSR-OVR-5", "WSR-OVR-6", "WSR-OVR-7"],
        Fact::FellBack { .. } => &["WSR-ASL-12", "WSR-ASL-13"],
        Fact::Stopped { .. } => &["WSR-OPP-2", "WSR-OPP-3"],
        Fact::MarchEnded => &["WSR-MRK-1", "WSR-MOV-5"],
        Fact::Loaded { .. } => &["WSR-TRA-1", "WSR-TRA-3"],
        Fact::Unloaded { .. } => &["WSR-TRA-2"],
        Fact::MinesLaid { .. } => &["WSR-MIN-1"],
        Fact::MinesStruck { .. } => &["WSR-MIN-2", "WSR-MIN-3"],
        Fact::MinesCleared { .. } => &["WSR-MIN-4", "WSR-MIN-5", "WSR-MIN-6"],
        Fact::MissionCalled { caller: Caller::Unit(_), .. } => {
            &["WSR-ART-1", "WSR-ART-3", "WSR-REC-2", "WSR-ART-2"]
        }
        Fact::MissionCalled { .. } => &["WSR-ART-1", "WSR-ART-2", "WSR-ART-3"],
        Fact::Smoked { .. } => &["WSR-ART-7", "WSR-LOS-5"],
        Fact::AssaultBegan { .. } => &["WSR-ASL-3"],
        Fact::AssaultRolled { .. } => &["WSR-ASL-7", "WSR-ASL-8", "WSR-ASL-9", "WSR-ASL-10"],
        Fact::AssaultSettled { .. } => &["WSR-ASL-11"],
        Fact::FightEnded => &["WSR-ASL-15"],
        Fact::AirSent { .. } => &["WSR-CAS-1"],
        Fact::FlakFired { .. } => &["WSR-CAS-2", "WSR-CAS-3", "WSR-AA-1"],
        Fact::AirAccuracy { .. } => &["WSR-CAS-6", "WSR-CAS-7"],
        Fact::AirMisdirected { .. } => &["WSR-CAS-6", "WSR-CAS-8", "WSR-CAS-9"],
        Fact::AirEnded { back: AirBack::AtTurnEnd, .. } => &["WSR-CAS-5"],
        Fact::AirEnded { back: AirBack::Never, .. } => &["WSR-CAS-4", "WSR-CAS-10"],
        Fact::AirEnded { back: AirBack::AtOnce, .. } => &["WSR-CAS-10", "WSR-CAS-8", "WSR-CAS-9"],
        Fact::SmokeAged | Fact::TurnEnded => &["WSR-TURN-7", "WSR-ART-7"],
        Fact::Over { .. } => &["WSR-SCN-4"],
        Fact::FateSpent { .. }
        | Fact::DiceOffered { .. }
        | Fact::DieChanged { .. }
        | Fact::DiceKept { .. }
        | Fact::DiceSettled
        | Fact::DiceForgotten
        | Fact::MarkerReturned { .. }
        | Fact::CommandRestored { .. }
        | Fact::Refreshed { .. } => &["WSR-FAT-1"],
    }
}

/// Paragraphs that an order depends on, beside those of its dice.
pub fn of_order(view: View<'_>, order: &Order) -> Vec<&'static str> {
    let View { setup, play, .. } = view;
    let mut rules = Vec::new();
    let disrupted = |unit: &UnitId| play.unit(*unit).is_some_and(|unit| unit.disrupted);
    match order {
        Order::Fire { unit, target, weapon, .. } => {
            let (card, aim) = (setup.card(*unit), setup.card(*target));
            let printed = play.unit(*unit).and_then(|state| printed_fire(setup, *unit, state, *weapon));
            let underlined = printed.is_some_and(|(fire, _)| fire.underlined);
            let augments = card.support.as_ref().is_some_and(|support| support.augments);
            let hidden = is_concealed(setup, play, *target, play.march.is_some());
            let spares = setup.rules.switches.add_6.is_on() && hidden && aim.is(Flag::Infantry);
            let scouted = play.on_map(unit.side).any(|(id, ..)| setup.card(id).is(Flag::Recon)) && !hidden;
            rules.extend(underlined.then_some("WSR-FIR-3"));
            rules.extend((augments && *weapon == Weapon::ArmourPiercing).then_some("WSR-SUP-4"));
            rules.extend((card.is(Flag::Flak) && *weapon == Weapon::HighExplosive).then_some("WSR-AA-3"));
            rules.extend(spares.then_some("WSR-ADD-6"));
            rules.extend(scouted.then_some("WSR-REC-3"));
        }
        Order::Bombard { spotter: Some(_), .. } => rules.extend(["WSR-MTR-4", "WSR-MTR-5"]),
        Order::Call { hex, mission: Mission::HighExplosive, .. } => {
            let units = [Side::A, Side::B].map(|side| play.in_hex(*hex, side)).concat();
            rules.extend((ignored_by_armour(setup, &units) > 0).then_some("WSR-ADD-4"));
        }
        Order::March { units, to, entry, .. } => {
            rules.extend(units.iter().any(disrupted).then_some("WSR-DIS-3"));
            let enemies = play.in_hex(*to, units[0].side.other());
            let unarmed = enemies.iter().any(|enemy| setup.card(*enemy).full.assault.is_none());
            rules.extend((unarmed && *entry == Entry::Assault).then_some("WSR-ASL-2"));
            rules.extend((enemies.iter().any(disrupted) && *entry == Entry::Assault).then_some("WSR-DIS-4"));
            rules.extend((*entry == Entry::Overrun).then_some("WSR-OVR-3"));
        }
        // Their facts say it all.
        Order::DeployHq { .. }
        | Order::Deploy { .. }
        | Order::Bombard { spotter: None, .. }
        | Order::GoOn { .. }
        | Order::Stop
        | Order::Load { .. }
        | Order::Unload { .. }
        | Order::Clear { .. }
        | Order::Call { mission: Mission::Smoke, .. }
        | Order::Lend { .. }
        | Order::KeepLeadership
        | Order::Retreat { .. }
        | Order::LayMines
        | Order::KeepMines
        | Order::HoldFire
        | Order::AirStrike { .. }
        | Order::FlakFire { .. }
        | Order::Misdirect { .. }
        | Order::Raise { .. }
        | Order::KeepOrder
        | Order::ReplaceHq { .. }
        | Order::Reroll { .. }
        | Order::TurnDie { .. }
        | Order::KeepDice
        | Order::ReturnMarker
        | Order::KeepMarker
        | Order::RestoreCommand { .. }
        | Order::Refresh { .. }
        | Order::Done => {}
    }
    rules
}
