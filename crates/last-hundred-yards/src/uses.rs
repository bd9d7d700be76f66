//! Paragraphs that facts are uses of: to find those that never come up in any number of games.

use crate::assault::fact::{AtOnce, Cause, Check, Fact as InAssault, Line};
use crate::fact::{Fact, Recovery};
use crate::order::Way;
use crate::setup::LhySetup;

/// Every paragraph whose use a fact can show, in the order of the rulebook.
pub const USED: &[&str] = &[
    "LHY-FRM-3",
    "LHY-FRM-4",
    "LHY-STA-1",
    "LHY-STA-2",
    "LHY-STA-3",
    "LHY-STA-4",
    "LHY-STA-5",
    "LHY-STA-6",
    "LHY-STA-7",
    "LHY-TURN-1",
    "LHY-TURN-2",
    "LHY-TURN-3",
    "LHY-MAN-1",
    "LHY-SAF-1",
    "LHY-SAF-2",
    "LHY-REC-1",
    "LHY-REC-2",
    "LHY-ASB-1",
    "LHY-ASB-2",
    "LHY-ASB-4",
    "LHY-ASB-5",
    "LHY-ELI-1",
    "LHY-ELI-6",
    "LHY-LIM-1",
    "LHY-LIM-2",
    "LHY-LIM-3",
    "LHY-IMM-1",
    "LHY-IMM-2",
    "LHY-IMM-3",
    "LHY-IMM-4",
    "LHY-DRM-1",
    "LHY-DRM-2",
    "LHY-DRM-3",
    "LHY-DRM-4",
    "LHY-DRM-5",
    "LHY-DRM-6",
    "LHY-DRM-7",
    "LHY-DRM-8",
    "LHY-DRM-9",
    "LHY-DRM-10",
    "LHY-DRM-11",
    "LHY-DRM-12",
    "LHY-RES-1",
    "LHY-RES-2",
    "LHY-RES-3",
    "LHY-RES-4",
    "LHY-RES-5",
    "LHY-RES-6",
    "LHY-RES-7",
    "LHY-RES-8",
    "LHY-URB-1",
    "LHY-VDA-1",
    "LHY-VDA-2",
    "LHY-VDA-3",
    "LHY-VDA-4",
    "LHY-VDA-5",
    "LHY-UNL-1",
    "LHY-RET-1",
    "LHY-RET-2",
    "LHY-RET-3",
    "LHY-RET-4",
    "LHY-RET-5",
    "LHY-RET-6",
    "LHY-CAS-1",
    "LHY-LSC-1",
    "LHY-ADV-1",
    "LHY-REG-1",
    "LHY-REG-2",
    "LHY-REG-3",
    "LHY-END-1",
    "LHY-SCN-1",
];

/// Names the paragraphs that a fact comes of, whoever knows of it.
pub fn of_fact(setup: &LhySetup, fact: &Fact, used: &mut dyn FnMut(&'static str)) {
    let paragraphs: &[&'static str] = match fact.bare() {
        Fact::Deployed { .. } | Fact::GoalsTaken { .. } | Fact::Over { .. } => &["LHY-SCN-1"],
        Fact::TurnBegan { .. } => &["LHY-TURN-2"],
        Fact::InitiativeRolled { .. } | Fact::InitiativeForfeited { .. } => &["LHY-TURN-1"],
        Fact::ShockRolled { .. } => &["LHY-STA-3"],
        Fact::Activated { platoons, .. } if platoons.len() > 1 => &["LHY-TURN-2", "LHY-DRM-11"],
        Fact::Activated { .. } | Fact::ActivationsEnded { .. } | Fact::ReactionsBegan { .. } => {
            &["LHY-TURN-2"]
        }
        Fact::Moved { unit, way, .. } => {
            let is_vehicle = setup.card(*unit).kind.is_vehicle();
            match (way, is_vehicle) {
                (Way::Maneuver, true) => &["LHY-MAN-1", "LHY-STA-6"],
                (Way::Maneuver, false) => &["LHY-MAN-1"],
                (Way::Withdraw, _) => &["LHY-REC-2", "LHY-REG-3"],
                (Way::Approach, true) => &["LHY-ASB-1", "LHY-STA-6"],
                (Way::Approach, false) => &["LHY-ASB-1", "LHY-MAN-1"],
            }
        }
        Fact::Fired { regrouping: true, .. } => &["LHY-SAF-1", "LHY-REG-2"],
        Fact::Fired { .. } => &["LHY-SAF-1"],
        Fact::RecoveryRolled { outcome: Recovery::Rallied, .. } => &["LHY-REC-1", "LHY-REG-3"],
        Fact::RecoveryRolled { .. } => &["LHY-REC-1"],
        Fact::BecameHeroic { .. } => &["LHY-STA-4"],
        Fact::Revealed { .. } | Fact::Hint { .. } => &["LHY-STA-5"],
        Fact::AssaultDeclared { .. } => &["LHY-ASB-2", "LHY-ELI-1"],
        Fact::AssaultReinforced { .. } => &["LHY-ELI-6"],
        Fact::AssaultDropped { .. } => &["LHY-ASB-4"],
        Fact::FeintRolled { .. } | Fact::FeintSettled { .. } => &["LHY-ASB-5"],
        Fact::AssaultBegan { coordinated: true, .. } => &["LHY-DRM-11", "LHY-ASB-4"],
        Fact::AssaultBegan { .. } => &["LHY-ASB-4"],
        Fact::ShotResolved { .. } | Fact::ShotWasted { .. } => &["LHY-SAF-2"],
        Fact::Picked { .. } => &["LHY-RES-5"],
        Fact::CohesionChecked { .. } => &["LHY-FRM-4"],
        Fact::Disrupted { .. } => &["LHY-STA-1"],
        Fact::Reduced { unit, .. } if setup.card(*unit).nation.is_steadfast() => &["LHY-STA-7", "LHY-FRM-3"],
        Fact::Reduced { .. } | Fact::Eliminated { .. } => &["LHY-FRM-3"],
        Fact::TimeLapsed { .. } => &["LHY-TURN-3"],
        Fact::Assault { fact } => return of_assault(setup, fact, used),
        Fact::Acted { .. }
        | Fact::AssaultOver { .. }
        | Fact::Rallied { .. }
        | Fact::Regrouped { .. }
        | Fact::Secret { .. }
        | Fact::ShotEnded
        | Fact::Unloaded { .. } => &[],
    };
    paragraphs.iter().for_each(|paragraph| used(paragraph));
}

fn of_assault(setup: &LhySetup, fact: &InAssault, used: &mut dyn FnMut(&'static str)) {
    let paragraphs: &[&'static str] = match fact {
        InAssault::HeroicRemoved { .. } => &["LHY-LIM-1"],
        InAssault::Counted { .. } => &["LHY-LIM-2"],
        InAssault::SettledAtOnce { why } => &[why.rule()],
        InAssault::SideLot { .. } => &[AtOnce::NoCombatUnits.rule()],
        InAssault::MustRetreat { .. } => &["LHY-RET-1"],
        InAssault::Summed { lines, .. } => {
            of_sum("LHY-DRM-1", lines, used);
            &[]
        }
        InAssault::Rolled { row, .. } => {
            let disrupts = setup.rules.table.get(usize::from(*row)).is_some_and(|row| row.disrupt_first);
            if disrupts {
                used("LHY-RES-7");
            }
            &["LHY-RES-1", "LHY-RES-2", "LHY-RES-6", "LHY-RES-8", "LHY-LIM-3"]
        }
        InAssault::LotCast { .. } | InAssault::BestFound { .. } => &["LHY-RES-5", "LHY-RES-3"],
        InAssault::UrbanLost { .. } => &["LHY-URB-1"],
        InAssault::TargetChosen { .. } => &["LHY-VDA-1"],
        InAssault::VehicleTried { lines, .. } => {
            of_sum("LHY-VDA-2", lines, used);
            &[]
        }
        InAssault::Unloaded { .. } => &["LHY-UNL-1"],
        InAssault::Retreated { way, in_motion, .. } => {
            let hinders = way.iter().any(|hex| setup.terrain(*hex).hinders_retreat);
            match (hinders, *in_motion) {
                (false, false) => &["LHY-RET-1", "LHY-RET-6"],
                (true, false) => &["LHY-RET-1", "LHY-RET-6", "LHY-RET-3"],
                (false, true) => &["LHY-RET-1", "LHY-RET-6", "LHY-RET-4"],
                (true, true) => &["LHY-RET-1", "LHY-RET-6", "LHY-RET-3", "LHY-RET-4"],
            }
        }
        InAssault::Checked { check: Check::Retreat, .. } => &["LHY-RET-6"],
        InAssault::Checked { check: Check::Row, .. } => &["LHY-CAS-1", "LHY-FRM-4"],
        InAssault::Casualty { cause, .. }
        | InAssault::Disrupted { cause, .. }
        | InAssault::Eliminated { cause, .. } => &[cause.rule()],
        InAssault::Regrouped { cause: Cause::Regrouping, .. } => &["LHY-REG-1", "LHY-STA-2"],
        InAssault::Regrouped { cause, .. } => &[cause.rule()],
        InAssault::Advanced { .. } | InAssault::AdvanceEnded => &["LHY-ADV-1", "LHY-RES-4"],
        InAssault::LossChecked { .. } => &["LHY-LSC-1"],
        InAssault::Revealed { .. } => &["LHY-STA-5"],
        InAssault::Ended { .. } => &["LHY-END-1"],
        InAssault::StepBegan { .. } | InAssault::SecondEnded { .. } => &[],
    };
    paragraphs.iter().for_each(|paragraph| used(paragraph));
}

/// The paragraphs of an explained sum, each once: its own, and those of its lines.
fn of_sum(own: &'static str, lines: &[Line], used: &mut dyn FnMut(&'static str)) {
    used(own);
    for (index, Line { rule, .. }) in lines.iter().enumerate() {
        if rule.0 != own && lines[..index].iter().all(|before| before.rule != *rule) {
            used(rule.0);
        }
    }
}
