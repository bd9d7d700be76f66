//! Counts of a game, for experiments.

use tabletop::ids::Side;
use tabletop_shell::tallies;
use tabletop_shell::tally::Add;

use crate::card::Flag;
use crate::fact::Fact;
use crate::game::View;
use crate::ids::UnitId;
use crate::order::{Entry, Marker};
use crate::play::Place;
use crate::setup::WsrSetup;

tallies! {
    StepsLeft: "steps_left", "steps left at the end (WSR-BAS-4)", false;
    Goals: "goals", "goal hexes held at the end (WSR-SCN-4)", false;
    Reduced: "reduced", "units reduced (WSR-FIR-14)", true;
    UnitsLost: "units_lost", "units lost (WSR-FIR-14)", true;
    InfantryLost: "infantry_lost", "units of infantry lost", true;
    ArmourLost: "armour_lost", "hard units lost (WSR-BAS-6)", true;
    OthersLost: "others_lost", "guns and soft vehicles lost", true;
    HqsLost: "hqs_lost", "headquarters lost (WSR-HQ-7)", true;
    Disrupted: "disrupted", "units disrupted (WSR-FIR-14)", true;
    Rallied: "rallied", "units rallied (WSR-RAL-1)", true;
    OutOfCommand: "out_of_command", "units out of command (WSR-CMD-2)", true;
    Impulses: "impulses", "impulses (WSR-TURN-3)", true;
    Shots: "shots", "shots at units (WSR-FIR-1)", true;
    Hits: "hits", "hits of these (WSR-FIR-11)", true;
    Stopped: "stopped", "units stopped by fire (WSR-OPP-2)", true;
    Assaults: "assaults", "assaults (WSR-ASL-3)", true;
    AssaultsWon: "assaults_won", "assaults that took the hex (WSR-ASL-11)", true;
    Overruns: "overruns", "hexes overrun (WSR-OVR-1)", true;
    FellBack: "fell_back", "units that fell back (WSR-ASL-12)", true;
    Missions: "missions", "fire missions (WSR-ART-1)", true;
    MinesLaid: "mines_laid", "mines laid (WSR-MIN-1)", true;
    AirStrikes: "air_strikes", "air strikes (WSR-CAS-1)", true;
    FatePoints: "fate_points", "fate points spent (WSR-FAT-1)", true;
    Draws: "draws", "own markers drawn (WSR-TURN-2)", true;
}

/// Counts a fact.
///
/// Rule: WSR-FIR-14 (whose loss), WSR-ASL-11 (whose assault).
pub fn count(setup: &WsrSetup, fact: &Fact, add: &mut Add<'_>) {
    let mut one = |counted: Counted, side: Side| add(counted as usize, side, 1);
    match fact {
        Fact::Drawn { marker: Marker::Formation(side), .. } => one(Counted::Draws, *side),
        Fact::ImpulseBegan { side } => one(Counted::Impulses, *side),
        Fact::OutOfCommand { unit } => one(Counted::OutOfCommand, unit.side),
        Fact::RallyRolled { unit, rallied: true, .. } => one(Counted::Rallied, unit.side),
        Fact::Fired { unit, hits, .. } => {
            one(Counted::Shots, unit.side);
            add(Counted::Hits as usize, unit.side, i64::from(*hits));
        }
        Fact::Disrupted { unit } => one(Counted::Disrupted, unit.side),
        Fact::Reduced { unit } => one(Counted::Reduced, unit.side),
        Fact::Eliminated { unit } => lost(setup, *unit, one),
        Fact::HqEliminated { hq } => one(Counted::HqsLost, hq.side),
        Fact::Moved { units, entry: Entry::Overrun, .. } => {
            units.first().into_iter().for_each(|unit| one(Counted::Overruns, unit.side));
        }
        Fact::FellBack { unit, .. } => one(Counted::FellBack, unit.side),
        Fact::Stopped { unit } => one(Counted::Stopped, unit.side),
        Fact::MinesLaid { by, .. } => one(Counted::MinesLaid, *by),
        Fact::MissionCalled { caller, .. } => one(Counted::Missions, caller.side()),
        Fact::AssaultBegan { attackers, .. } => {
            attackers.first().into_iter().for_each(|unit| one(Counted::Assaults, unit.side));
        }
        Fact::AssaultSettled { attacker, stays: true, .. } => one(Counted::AssaultsWon, *attacker),
        Fact::AirSent { side, .. } => one(Counted::AirStrikes, *side),
        Fact::FateSpent { by, points } => add(Counted::FatePoints as usize, *by, i64::from(*points)),
        Fact::Deployed { .. }
        | Fact::HqDeployed { .. }
        | Fact::Raised { .. }
        | Fact::TurnBegan { .. }
        | Fact::Drawn { marker: Marker::Aircraft(_) | Marker::EndOfTurn, .. }
        | Fact::CommandChecked { .. }
        | Fact::RallyRolled { rallied: false, .. }
        | Fact::HexFired { .. }
        | Fact::PositionHeld { .. }
        | Fact::Saved { .. }
        | Fact::HqRolled { .. }
        | Fact::HqReduced { .. }
        | Fact::HqReplaced { .. }
        | Fact::Done { .. }
        | Fact::Lent { .. }
        | Fact::MarchBegan { .. }
        | Fact::Moved { entry: Entry::Walk | Entry::Assault, .. }
        | Fact::Overran { .. }
        | Fact::MarchEnded
        | Fact::Loaded { .. }
        | Fact::Unloaded { .. }
        | Fact::MinesStruck { .. }
        | Fact::MinesCleared { .. }
        | Fact::Smoked { .. }
        | Fact::AssaultRolled { .. }
        | Fact::AssaultSettled { stays: false, .. }
        | Fact::FightEnded
        | Fact::FlakFired { .. }
        | Fact::AirAccuracy { .. }
        | Fact::AirMisdirected { .. }
        | Fact::AirEnded { .. }
        | Fact::SmokeAged
        | Fact::TurnEnded
        | Fact::Over { .. }
        | Fact::DiceOffered { .. }
        | Fact::DieChanged { .. }
        | Fact::DiceKept { .. }
        | Fact::DiceSettled
        | Fact::DiceForgotten
        | Fact::MarkerReturned { .. }
        | Fact::CommandRestored { .. }
        | Fact::Refreshed { .. } => {}
    }
}

/// A unit that is gone, by its kind.
fn lost(setup: &WsrSetup, unit: UnitId, mut one: impl FnMut(Counted, Side)) {
    let card = setup.card(unit);
    let kind = match (card.is(Flag::Infantry), card.is_hard()) {
        (true, _) => Counted::InfantryLost,
        (false, true) => Counted::ArmourLost,
        (false, false) => Counted::OthersLost,
    };
    one(Counted::UnitsLost, unit.side);
    one(kind, unit.side);
}

/// Counts what a battle looks like at its end.
///
/// Rule: WSR-SCN-4 (goals), WSR-BAS-4 (steps).
pub fn count_end(view: View<'_>, add: &mut Add<'_>) {
    for (unit, state) in &view.play.units {
        if state.place != Place::Gone {
            add(Counted::StepsLeft as usize, unit.side, 2 - i64::from(state.reduced));
        }
    }
    view.play.held.values().for_each(|side| add(Counted::Goals as usize, *side, 1));
}
