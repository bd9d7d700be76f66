//! Counts of a game, for experiments.

use tabletop::ids::Side;
use tabletop_shell::tallies;
use tabletop_shell::tally::Add;

use crate::assault::fact::Fact as InAssault;
use crate::card::Kind;
use crate::fact::{Fact, Recovery};
use crate::ids::UnitId;
use crate::play::Place;
use crate::setup::LhySetup;
use crate::view::View;

tallies! {
    StepsLeft: "steps_left", "steps left at the end (LHY-FRM-3)", false;
    UnitsLost: "units_lost", "units lost (LHY-FRM-3)", true;
    VehiclesLost: "vehicles_lost", "vehicles lost (LHY-TRM-1)", true;
    LeadersLost: "leaders_lost", "leaders lost (LHY-LSC-1)", true;
    LostInAssaults: "lost_in_assaults", "units lost in assaults (LHY-RES-6)", true;
    Disrupted: "disrupted", "units disrupted (LHY-STA-1)", true;
    Regrouping: "regrouping", "units that began to regroup (LHY-REG-1)", true;
    Initiatives: "initiatives", "turns with the initiative (LHY-TURN-1)", true;
    Activations: "activations", "activations (LHY-TURN-2)", true;
    Moves: "moves", "moves (LHY-MAN-1)", true;
    Shots: "shots", "shots (LHY-SAF-1)", true;
    Recoveries: "recoveries", "recoveries tried (LHY-REC-1)", true;
    Recovered: "recovered", "recoveries that succeeded (LHY-REC-1)", true;
    Rallied: "rallied", "units rallied (LHY-REC-1)", true;
    Heroes: "heroes", "units that became Heroic (LHY-STA-4)", true;
    Revealed: "revealed", "units revealed (LHY-STA-5)", true;
    Declared: "assaults_declared", "assaults declared (LHY-ASB-2)", true;
    Assaults: "assaults", "assaults fought (LHY-ASB-4)", true;
    StayedOut: "stayed_out", "units that tried to stay out of an assault (LHY-ASB-5)", true;
    Retreats: "retreats", "units that retreated from an assault (LHY-RET-1)", true;
    Advances: "advances", "units that advanced after an assault (LHY-ADV-1)", true;
}

/// Counts a fact, also one that only a side knows.
///
/// Rule: LHY-FRM-3 (whose loss), LHY-ASB-2 (whose assault).
pub fn count(setup: &LhySetup, fact: &Fact, add: &mut Add<'_>) {
    let mut one = |counted: Counted, side: Side| add(counted as usize, side, 1);
    match fact.bare() {
        Fact::InitiativeRolled { active, .. } | Fact::InitiativeForfeited { active, .. } => {
            one(Counted::Initiatives, *active);
        }
        Fact::Activated { side, .. } => one(Counted::Activations, *side),
        Fact::Moved { unit, .. } => one(Counted::Moves, setup.side(*unit)),
        Fact::Fired { unit, .. } => one(Counted::Shots, setup.side(*unit)),
        Fact::RecoveryRolled { unit, outcome, .. } => {
            one(Counted::Recoveries, setup.side(*unit));
            if *outcome != Recovery::Failed {
                one(Counted::Recovered, setup.side(*unit));
            }
        }
        Fact::Rallied { unit } => one(Counted::Rallied, setup.side(*unit)),
        Fact::BecameHeroic { unit } => one(Counted::Heroes, setup.side(*unit)),
        Fact::Revealed { unit } => one(Counted::Revealed, setup.side(*unit)),
        Fact::AssaultDeclared { by, .. } => one(Counted::Declared, *by),
        Fact::AssaultBegan { by, .. } => one(Counted::Assaults, *by),
        Fact::FeintRolled { units, .. } => {
            units.iter().for_each(|unit| one(Counted::StayedOut, setup.side(*unit)));
        }
        Fact::Disrupted { unit } => one(Counted::Disrupted, setup.side(*unit)),
        Fact::Eliminated { unit } => lost(setup, *unit, one),
        Fact::Assault { fact } => count_in_assault(setup, fact, one),
        Fact::Deployed { .. }
        | Fact::TurnBegan { .. }
        | Fact::ShockRolled { .. }
        | Fact::ActivationsEnded { .. }
        | Fact::Unloaded { .. }
        | Fact::Regrouped { .. }
        | Fact::Acted { .. }
        | Fact::AssaultReinforced { .. }
        | Fact::AssaultDropped { .. }
        | Fact::FeintSettled { .. }
        | Fact::AssaultOver { .. }
        | Fact::ReactionsBegan { .. }
        | Fact::ShotResolved { .. }
        | Fact::ShotWasted { .. }
        | Fact::ShotEnded
        | Fact::Picked { .. }
        | Fact::CohesionChecked { .. }
        | Fact::Reduced { .. }
        | Fact::GoalsTaken { .. }
        | Fact::TimeLapsed { .. }
        | Fact::Over { .. }
        | Fact::Secret { .. }
        | Fact::Hint { .. } => {}
    }
}

fn count_in_assault(setup: &LhySetup, fact: &InAssault, mut one: impl FnMut(Counted, Side)) {
    match fact {
        InAssault::Eliminated { unit, .. } => {
            one(Counted::LostInAssaults, setup.side(*unit));
            lost(setup, *unit, one);
        }
        InAssault::Disrupted { unit, .. } => one(Counted::Disrupted, setup.side(*unit)),
        InAssault::Regrouped { unit, .. } => one(Counted::Regrouping, setup.side(*unit)),
        InAssault::Retreated { unit, .. } => one(Counted::Retreats, setup.side(*unit)),
        InAssault::Advanced { unit, .. } => one(Counted::Advances, setup.side(*unit)),
        InAssault::Revealed { unit } => one(Counted::Revealed, setup.side(*unit)),
        InAssault::StepBegan { .. }
        | InAssault::HeroicRemoved { .. }
        | InAssault::Counted { .. }
        | InAssault::SettledAtOnce { .. }
        | InAssault::SideLot { .. }
        | InAssault::MustRetreat { .. }
        | InAssault::Summed { .. }
        | InAssault::Rolled { .. }
        | InAssault::LotCast { .. }
        | InAssault::BestFound { .. }
        | InAssault::UrbanLost { .. }
        | InAssault::TargetChosen { .. }
        | InAssault::VehicleTried { .. }
        | InAssault::Unloaded { .. }
        | InAssault::Checked { .. }
        | InAssault::Casualty { .. }
        | InAssault::AdvanceEnded
        | InAssault::SecondEnded { .. }
        | InAssault::LossChecked { .. }
        | InAssault::Ended { .. } => {}
    }
}

/// A unit that is gone.
fn lost(setup: &LhySetup, unit: UnitId, mut one: impl FnMut(Counted, Side)) {
    one(Counted::UnitsLost, setup.side(unit));
    let kind = setup.card(unit).kind;
    if kind.is_vehicle() {
        one(Counted::VehiclesLost, setup.side(unit));
    }
    if kind == Kind::Leader {
        one(Counted::LeadersLost, setup.side(unit));
    }
}

/// Counts what a battle looks like at its end.
///
/// Rule: LHY-FRM-3 (steps).
pub fn count_end(view: View<'_>, add: &mut Add<'_>) {
    for (id, unit) in view.play.units.iter() {
        if unit.place != Place::Gone {
            add(Counted::StepsLeft as usize, view.setup.side(*id), i64::from(unit.state.steps));
        }
    }
}
