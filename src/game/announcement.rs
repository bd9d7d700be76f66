//! Announcement of a command before it is carried out: who acts, at whom, by which paragraph, and with what odds.

#![deny(clippy::wildcard_enum_match_arm)]

use super::dispatch;
use super::engine::agenda::{Choice, Decision};
use super::engine::battle::Battle;
use super::engine::command::{Command, Order};
use super::engine::view::View;
use super::narration::foresight::fire_in_short;
use super::narration::paragraph::of_manner;
use super::narration::who::Who;
use super::narration::words::{capitalised, listed, unit as unit_name};
use super::phases::close_combat::kinds::Choice as CombatChoice;
use super::phases::shooting::kinds::{Choice as ShootingChoice, Moment};
use super::phases::shooting::odds::Odds;
use super::phases::shooting::ordered::{OrderedFire, ordered_fire};
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::{RuleId, UnitId};

/// A command in a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Announcement {
    /// Acting unit; `None` where no unit acts.
    pub unit: Option<UnitId>,
    /// The units that are fired at.
    pub targets: Vec<UnitId>,
    /// Acting unit, action and target in words: "First rifles (A1) open fire on Hill scouts (B2)"; empty where there is nothing to say.
    pub text: String,
    /// The paragraph that is played.
    pub rule: Option<RuleId>,
    /// The odds of its fire, in a few words; empty without any.
    pub odds: String,
    /// Likely effect of its fire, for onlookers, without numbers; empty without any.
    pub outlook: String,
    /// The chance that its fire makes a target fall back, in thousandths.
    pub flight: u16,
}

/// Announces a command that a battle would accept.
pub fn announce(battle: &Battle, command: &Command) -> Announcement {
    let (view, order) = (battle.view(), &command.order);
    let fire = battle.decision().and_then(|decision| fire_of(view, order, decision));
    let unit = fire.as_ref().map(OrderedFire::unit).or_else(|| dispatch::acting(order));
    match (fire, unit) {
        (Some(fire), _) => announce_fire(view, order, (&fire, battle.decision())),
        (None, Some(unit)) => announce_action(view, order, unit),
        (None, None) => Announcement::default(),
    }
}

fn fire_of(view: View, order: &Order, decision: Decision) -> Option<OrderedFire> {
    ordered_fire(view, order, decision.choice)
}

fn announce_fire(
    view: View,
    order: &Order,
    (fire, decision): (&OrderedFire, Option<Decision>),
) -> Announcement {
    let odds = fire.odds(view).unwrap_or_default();
    let mut targets: Vec<UnitId> = odds.iter().map(|(at, _)| *at).collect();
    targets.dedup();
    let setup = view.setup();
    let moves = order.drafted_action().is_some_and(|drafted| drafted.goes());
    let does = match moves {
        true => ["moves and fires at", "move and fire at"],
        false => ["takes aim at", "take aim at"],
    };
    let at: Vec<String> = targets.iter().map(|at| unit_name(setup, *at)).collect();
    let choice = decision.map(|decision| decision.choice);
    let reason = match &targets[..] {
        [target] => reason(choice, Who::unit(setup, *target)),
        _ => "",
    };
    Announcement {
        unit: Some(fire.unit()),
        text: format!("{} {}{}", Who::unit(setup, fire.unit()).does(does), listed(&at), reason),
        rule: Some(of_manner(fire.manner())),
        odds: in_words(view, &odds),
        outlook: outlook(setup, &odds),
        flight: odds.iter().map(|(_, odds)| thousandths(odds.stays_suppressed)).max().unwrap_or(0),
        targets,
    }
}

/// Reason for fire in the enemy's turn, by the choice that is answered: " as it charges".
///
/// Rule: RE-1, CC-3.
fn reason(choice: Option<Choice>, target: Who) -> &'static str {
    let fires_at_runner = |when| matches!(choice, Some(Choice::Shooting(ShootingChoice::SnapFire { moment, .. })) if moment == when);
    let verbs = if choice == Some(Choice::CloseCombat(CombatChoice::DefensiveFire)) {
        [" as it charges", " as they charge"]
    } else if fires_at_runner(Moment::BeforeMove) {
        [" as it starts to run", " as they start to run"]
    } else if fires_at_runner(Moment::AfterMove) {
        [" after its run", " after their run"]
    } else {
        return "";
    };
    target.verb(verbs)
}

fn thousandths(chance: f64) -> u16 {
    (chance * 1000.0) as u16
}

/// "almost certain to suppress them"; of several targets each by its name.
fn outlook(setup: &Setup, odds: &[(UnitId, Odds)]) -> String {
    let how = |odds: &Odds| match odds.will.suppressed {
        chance if chance >= 0.95 => "almost certain to suppress",
        chance if chance >= 0.6 => "likely to suppress",
        chance if chance >= 0.4 => "as likely as not to suppress",
        chance if chance >= 0.05 => "unlikely to suppress",
        _ => "has hardly a chance to suppress",
    };
    let one = |odds: &Odds, whom: &str| format!("{} {whom}", how(odds));
    match odds {
        [] => String::new(),
        [(at, only)] => one(only, Who::unit(setup, *at).verb(["it", "them"])),
        several => {
            let each = several.iter().map(|(at, odds)| one(odds, &unit_name(setup, *at)));
            listed(&each.collect::<Vec<_>>())
        }
    }
}

/// "Likely to suppress it, 62 %; 3.2 hits on average"; of several targets each.
fn in_words(view: View, odds: &[(UnitId, Odds)]) -> String {
    let one = |(at, odds): &(UnitId, Odds)| {
        fire_in_short(odds, view.unit(*at).is_some_and(|unit| unit.morale.suppressed()))
    };
    match odds {
        [] => String::new(),
        [only] => capitalised(&one(only)),
        several => several.iter().map(|of| format!("{}: {}", of.0, one(of))).collect::<Vec<_>>().join(" · "),
    }
}

fn announce_action(view: View, order: &Order, unit: UnitId) -> Announcement {
    let Some(action) = order.action() else {
        return Announcement { unit: Some(unit), ..Announcement::default() };
    };
    let moves = order.drafted_action().is_none_or(|drafted| drafted.goes());
    let does = match action {
        Action::Advance | Action::OpenFire if !moves => ["holds its ground", "hold their ground"],
        Action::Advance => ["advances", "advance"],
        Action::OpenFire => ["shifts its ground", "shift their ground"],
        Action::AtTheDouble => ["runs", "run"],
        Action::GetDown => ["gets down", "get down"],
        Action::FallBack => ["has to fall back", "have to fall back"],
        Action::OnMyTarget => ["fires On My Target", "fire On My Target"],
    };
    let text = Who::unit(view.setup(), unit).does(does);
    Announcement { unit: Some(unit), text, rule: Some(action.rule()), ..Announcement::default() }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::dice::Dice;
    use crate::game::phases::moving::kinds::{AdvanceUnit, OpenFire, Order as Moving};
    use crate::game::phases::shooting::kinds::FireAt;
    use crate::game::phases::turn::kinds::Order as TurnOrder;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::ids::Side;

    fn battle() -> Battle {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = Arc::new(load_level("mid-battle", &data, None).unwrap());
        Battle::new(setup, Dice::seeded(7)).unwrap().0
    }

    /// Rule: ACT-1, ACT-2, TURN-3.
    #[test]
    fn a_command_is_announced_with_its_paragraph_and_odds() {
        let battle = battle();
        let unit = "A1".parse().unwrap();
        let fire = vec![FireAt { at: "B3".parse().unwrap(), by: None }];
        let opens = Moving::OpenFire(OpenFire { unit, moves: vec![], fire });
        let stays = Moving::AdvanceUnit(AdvanceUnit {
            unit,
            moves: vec![],
            fire: vec![],
            sequence: Default::default(),
        });
        for (order, rule, does, has_odds) in [
            (Order::from(opens), Some("ACT-1"), "take aim at", true),
            (Order::from(stays), Some("ACT-2"), "hold their ground", false),
            (Order::from(TurnOrder::EndPhase), None, "", false),
        ] {
            let said = announce(&battle, &Command { player: Side::A, order });
            assert_eq!(said.rule.map(|rule| rule.0), rule);
            assert!(said.text.contains(does), "{said:?}");
            let is_plain = said.odds.contains(" to suppress it, ") && said.odds.ends_with(" hits on average");
            assert_eq!(is_plain, has_odds, "{said:?}");
            assert_eq!(said.targets.is_empty(), !has_odds);
        }
    }
}
