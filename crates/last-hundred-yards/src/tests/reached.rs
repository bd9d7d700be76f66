//! Paragraphs that a game reaches: by what happens, and by what is refused.

use tabletop_hexes::hex::Hex;

use crate::assault::case::Ahead;
use crate::assault::fact::{AtOnce, Cause, Check, Fact as InAssault};
use crate::card::Kind;
use crate::data::table::Role;
use crate::fact::{Fact, Recovery};
use crate::ids::UnitId;
use crate::order::{Order, Way};
use crate::setup::LhySetup;
use crate::view::View;

/// Paragraphs that every game of a setup plays by.
pub fn of_setup(_: &LhySetup) -> &'static [&'static str] {
    &["LHY-TRM-1", "LHY-TRM-2", "LHY-TRM-3", "LHY-TRM-4", "LHY-FRM-1", "LHY-FRM-2"]
}

/// Paragraphs that a fact comes of.
pub fn of_fact(setup: &LhySetup, fact: &Fact) -> Vec<&'static str> {
    match fact.bare() {
        Fact::Deployed { .. } | Fact::GoalsTaken { .. } | Fact::Over { .. } => vec!["LHY-SCN-1"],
        Fact::TurnBegan { .. } => vec!["LHY-TURN-2"],
        Fact::InitiativeRolled { .. } | Fact::InitiativeForfeited { .. } => vec!["LHY-TURN-1"],
        Fact::ShockRolled { .. } => vec!["LHY-STA-3"],
        Fact::Activated { platoons, .. } if platoons.len() > 1 => vec!["LHY-TURN-2", "LHY-DRM-11"],
        Fact::Activated { .. } | Fact::ActivationsEnded { .. } | Fact::ReactionsBegan { .. } => {
            vec!["LHY-TURN-2"]
        }
        Fact::Moved { unit, way, .. } => {
            let vehicle = setup.card(*unit).kind.is_vehicle();
            let motion = if vehicle { "LHY-STA-6" } else { "LHY-MAN-1" };
            match way {
                Way::Maneuver => vec!["LHY-MAN-1", motion],
                Way::Withdraw => vec!["LHY-REC-2", "LHY-REG-3"],
                Way::Approach => vec!["LHY-ASB-1", motion],
            }
        }
        Fact::Fired { regrouping: true, .. } => vec!["LHY-SAF-1", "LHY-REG-2"],
        Fact::Fired { .. } => vec!["LHY-SAF-1"],
        Fact::RecoveryRolled { outcome: Recovery::Rallied, .. } => vec!["LHY-REC-1", "LHY-REG-3"],
        Fact::RecoveryRolled { .. } => vec!["LHY-REC-1"],
        Fact::BecameHeroic { .. } => vec!["LHY-STA-4"],
        Fact::Revealed { .. } => vec!["LHY-STA-5"],
        Fact::AssaultDeclared { .. } => vec!["LHY-ASB-2", "LHY-ELI-1"],
        Fact::AssaultReinforced { .. } => vec!["LHY-ELI-6"],
        Fact::AssaultDropped { .. } => vec!["LHY-ASB-4"],
        Fact::FeintRolled { .. } | Fact::FeintSettled { .. } => vec!["LHY-ASB-5"],
        Fact::AssaultBegan { coordinated: true, .. } => vec!["LHY-DRM-11", "LHY-ASB-4"],
        Fact::AssaultBegan { .. } => vec!["LHY-ASB-4"],
        Fact::ShotResolved { .. } | Fact::ShotWasted { .. } => vec!["LHY-SAF-2"],
        Fact::Picked { .. } => vec!["LHY-RES-5"],
        Fact::CohesionChecked { .. } => vec!["LHY-FRM-4"],
        Fact::Disrupted { .. } => vec!["LHY-STA-1"],
        Fact::Reduced { unit, .. } if setup.card(*unit).nation.is_steadfast() => {
            vec!["LHY-STA-7", "LHY-FRM-3"]
        }
        Fact::Reduced { .. } | Fact::Eliminated { .. } => vec!["LHY-FRM-3"],
        Fact::TimeLapsed { .. } => vec!["LHY-TURN-3"],
        Fact::Hint { .. } => vec!["LHY-STA-5"],
        Fact::Assault { fact } => of_assault(setup, fact),
        Fact::Acted { .. }
        | Fact::AssaultOver { .. }
        | Fact::Rallied { .. }
        | Fact::Regrouped { .. }
        | Fact::Secret { .. }
        | Fact::ShotEnded
        | Fact::Unloaded { .. } => Vec::new(),
    }
}

fn of_assault(setup: &LhySetup, fact: &InAssault) -> Vec<&'static str> {
    match fact {
        InAssault::HeroicRemoved { .. } => vec!["LHY-LIM-1"],
        InAssault::Counted { .. } => vec!["LHY-LIM-2"],
        InAssault::SettledAtOnce { why } => vec![why.rule()],
        InAssault::SideLot { .. } => vec![AtOnce::NoCombatUnits.rule()],
        InAssault::MustRetreat { .. } => vec!["LHY-RET-1"],
        InAssault::Summed { lines, .. } => {
            lines.iter().map(|line| line.rule.0).chain(["LHY-DRM-1"]).collect()
        }
        InAssault::Rolled { row, .. } => {
            let disrupts = setup.rules.table.get(usize::from(*row)).is_some_and(|row| row.disrupt_first);
            let first = if disrupts { "LHY-RES-7" } else { "LHY-RES-1" };
            vec!["LHY-RES-1", "LHY-RES-2", "LHY-RES-6", "LHY-RES-8", "LHY-LIM-3", first]
        }
        InAssault::LotCast { .. } | InAssault::BestFound { .. } => vec!["LHY-RES-5", "LHY-RES-3"],
        InAssault::UrbanLost { .. } => vec!["LHY-URB-1"],
        InAssault::TargetChosen { .. } => vec!["LHY-VDA-1"],
        InAssault::VehicleTried { lines, .. } => {
            lines.iter().map(|line| line.rule.0).chain(["LHY-VDA-2"]).collect()
        }
        InAssault::Unloaded { .. } => vec!["LHY-UNL-1"],
        InAssault::Retreated { way, in_motion, .. } => {
            let hinders = way.iter().any(|hex| setup.terrain(*hex).hinders_retreat);
            let mut rules = vec!["LHY-RET-1", "LHY-RET-6"];
            rules.extend(hinders.then_some("LHY-RET-3"));
            rules.extend(in_motion.then_some("LHY-RET-4"));
            rules
        }
        InAssault::Checked { check: Check::Retreat, .. } => vec!["LHY-RET-6"],
        InAssault::Checked { check: Check::Row, .. } => vec!["LHY-CAS-1", "LHY-FRM-4"],
        InAssault::Casualty { cause, .. }
        | InAssault::Disrupted { cause, .. }
        | InAssault::Eliminated { cause, .. } => vec![cause.rule()],
        InAssault::Regrouped { cause, .. } => match cause {
            Cause::Regrouping => vec!["LHY-REG-1", "LHY-STA-2"],
            cause => vec![cause.rule()],
        },
        InAssault::Advanced { ahead: Ahead::Reinforces, .. } => vec!["LHY-ADV-1", "LHY-RES-4"],
        InAssault::Advanced { .. } | InAssault::AdvanceEnded => vec!["LHY-ADV-1", "LHY-RES-4"],
        InAssault::LossChecked { .. } => vec!["LHY-LSC-1"],
        InAssault::Revealed { .. } => vec!["LHY-STA-5"],
        InAssault::Ended { keeper: Some(Role::Attacker | Role::Defender) | None } => vec!["LHY-END-1"],
        InAssault::StepBegan { .. } | InAssault::SecondEnded { .. } => Vec::new(),
    }
}

/// Some orders that are mostly not allowed.
pub fn wild_orders(view: View<'_>, number: u64) -> Vec<Order> {
    let units: Vec<UnitId> = view.play.units.keys().copied().collect();
    let pick = |salt: u64| {
        let mixed = (number * 31 + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        units[mixed as usize % units.len()]
    };
    let (unit, other, target) = (pick(1), pick(2), pick(3));
    let hexes: Vec<Hex> = view.setup.level.map.hexes().collect();
    let hex = view.play.hex_of(target).unwrap_or(hexes[number as usize % hexes.len()]);
    let from = hex.neighbours().nth(number as usize % 2).unwrap_or(hex);
    let leader = units.iter().copied().find(|id| view.setup.card(*id).kind == Kind::Leader).unwrap_or(unit);
    vec![
        Order::Deploy { unit, hex },
        Order::Activate { platoons: vec![view.setup.card(unit).platoon.clone()] },
        Order::Activate { platoons: vec![String::new()] },
        Order::Maneuver { unit, to: hex },
        Order::Fire { unit, hex },
        Order::Recover { unit },
        Order::Withdraw { unit, to: from },
        Order::Assault { units: vec![unit], hex, from },
        Order::Assault { units: vec![unit, other], hex, from },
        Order::Assault { units: vec![leader], hex, from },
        Order::Assault { units: Vec::new(), hex, from },
        Order::Retreat { to: hex },
        Order::Advance { unit, to: from },
        Order::Count { units: vec![unit] },
    ]
}
