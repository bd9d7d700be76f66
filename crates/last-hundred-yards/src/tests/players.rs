//! Computer players where a human sees at once what is right.

use std::sync::Arc;

use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::dice::Dice;
use tabletop::ids::Side;
use tabletop_shell::Hosted;

use super::scene::{hex, unit};
use super::setup_of;
use crate::assault::machine::ChoiceKind;
use crate::fact::Fact;
use crate::game::{Lhy, LhySnapshot};
use crate::order::{Choice, Order};
use crate::play::Place;
use crate::players::LhyPlayer;

/// A battle at the mill in which the Americans act, with units where a test wants them.
fn at_the_mill(units: &[(&str, &str)], change: impl FnOnce(&mut LhySnapshot)) -> Battle<Lhy> {
    let setup = setup_of("mill", "lhy-book");
    let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(1)).unwrap();
    let mut player = LhyPlayer::new("sensible", 1).unwrap();
    while battle.view().play.acting.is_empty() {
        let command = player.command(&battle).unwrap();
        battle.play(&command).unwrap();
    }
    assert_eq!(battle.decision().unwrap().player, Side::A);
    let mut snapshot = battle.snapshot();
    for known in snapshot.play.units.values_mut() {
        known.place = Place::Gone;
    }
    for (id, at) in units {
        snapshot.play.units.get_mut(&unit(id)).unwrap().place = Place::On(hex(at));
    }
    change(&mut snapshot);
    battle.restore(&snapshot).unwrap();
    battle
}

fn chosen(style: &str, battle: &Battle<Lhy>) -> (Order, String) {
    let chosen = LhyPlayer::new(style, 1).unwrap().choose(battle).unwrap();
    (chosen.command.order, chosen.why)
}

/// The Americans seldom assault with one unit alone, and the reason says the odds of all who come.
///
/// Rule: LHY-ASB-1, LHY-LIM-2.
#[test]
fn attackers_mass() {
    let setup = setup_of("mill", "lhy-book");
    let mut player = LhyPlayer::new("sensible", 1).unwrap();
    let (mut assaults, mut massed) = (0, 0);
    for seed in 0..24 {
        let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(seed)).unwrap();
        while battle.decision().is_some() {
            let chosen = player.choose(&battle).unwrap();
            if let Order::Assault { .. } = &chosen.command.order {
                assert!(chosen.why.contains("with all who come it is taken with"), "{}", chosen.why);
            }
            let outcome = battle.submit(&chosen.command).unwrap();
            for fact in &outcome.facts {
                if let Fact::AssaultBegan { by: Side::A, attackers, .. } = fact {
                    assaults += 1;
                    massed += usize::from(attackers.len() > 1);
                }
            }
        }
    }
    assert!(assaults >= 12 && 2 * massed > assaults, "{massed} of {assaults}");
}

/// One squad alone does not assault two in a building that can still fire: it stays out of the way or fires.
#[test]
fn nobody_assaults_at_bad_odds() {
    let units = [("US-3", "0503"), ("GE-1", "0604"), ("GE-L", "0604"), ("GE-M", "0604"), ("GE-2", "0602")];
    let battle = at_the_mill(&units, |_| ());
    let (order, why) = chosen("sensible", &battle);
    assert!(!matches!(order, Order::Assault { .. }), "{order:?}: {why}");
}

/// A unit that alone holds a goal does not leave it for an easy assault that takes none, nor for a hex that is none.
#[test]
fn a_goal_is_not_left_for_an_assault() {
    let units = [("US-1", "0602"), ("GE-P", "0702"), ("GE-1", "0604")];
    let battle = at_the_mill(&units, |_| ());
    for style in ["sensible", "bold", "careful"] {
        let (order, why) = chosen(style, &battle);
        let stays = match order {
            Order::Assault { .. } => false,
            Order::Maneuver { to, .. } => [hex("0603"), hex("0604")].contains(&to),
            _ => true,
        };
        assert!(stays, "{style}: {order:?}: {why}");
    }
}

/// The same position has the same answer, with its reasons, and what was played on is said.
#[test]
fn who_plays_on_is_repeatable_and_says_so() {
    let units = [("US-1", "0402"), ("US-2", "0403"), ("US-M", "0402"), ("GE-2", "0602"), ("GE-M", "0603")];
    let battle = at_the_mill(&units, |_| ());
    let before = battle.snapshot();
    let [one, other] = [1, 2].map(|seed| LhyPlayer::new("strong", seed).unwrap().choose(&battle).unwrap());
    assert_eq!(one, other);
    assert!(one.why.contains("layed on, "), "{}", one.why);
    assert!(!one.alternatives.is_empty());
    assert_eq!(battle.snapshot(), before, "the battle itself is only looked at");
}

/// A battle in which an assault of these was declared, nobody reacts, and those who have dropped out stay behind.
fn before_going_in(units: &[(&str, &str)], assault: Order, dropped: &[&str]) -> Battle<Lhy> {
    let mut battle = at_the_mill(units, seen);
    battle.submit(&Command { player: Side::A, order: assault }).unwrap();
    while let Some(decision) = battle.decision().filter(|decision| decision.choice != FEINT) {
        if decision.player == Side::B {
            let mut snapshot = battle.snapshot();
            for id in dropped {
                snapshot.play.units.get_mut(&unit(id)).unwrap().state.disrupted = true;
            }
            battle.restore(&snapshot).unwrap();
        }
        battle.submit(&Command { player: decision.player, order: Order::Done }).unwrap();
    }
    assert_eq!(battle.decision().unwrap().choice, FEINT);
    battle
}

/// Nobody is concealed.
fn seen(snapshot: &mut LhySnapshot) {
    snapshot.play.units.values_mut().for_each(|known| known.state.concealed = false);
}

const FEINT: Choice = Choice::InAssault { kind: ChoiceKind::Feint };

/// The squad has dropped out, and its leader alone would go in against two squads in the mill: 1 − 4 − 2, held to −4, takes it on a 10, and
/// he is lost on every 1 and 10 of another die: 8 % are left. He stays out on 7 or less.
///
/// Rule: LHY-ASB-4, LHY-ASB-5, LHY-RES-8, LHY-LSC-1.
#[test]
fn who_is_left_alone_stays_out() {
    let units = [("US-1", "0504"), ("US-L", "0504"), ("GE-1", "0604"), ("GE-2", "0604")];
    let assault =
        Order::Assault { units: vec![unit("US-1"), unit("US-L")], hex: hex("0604"), from: hex("0504") };
    let battle = before_going_in(&units, assault, &["US-1"]);
    let (order, why) = chosen("sensible", &battle);
    assert_eq!(order, Order::Feint, "{why}");
    assert!(why.contains("with those who are left the hex is taken with 8 %"), "{why}");
    // With so few left, whoever plays on may go in all the same: he says what either wins.
    let (_, why) = chosen("strong", &battle);
    assert!(why.contains("layed on, it wins with"), "{why}");
}

/// Two squads with a leader and a flamethrower against a machine gun in a house: 6 − 1 − 1 is +4, which takes it on 2 or more.
///
/// Rule: LHY-ASB-5, LHY-RES-8.
#[test]
fn who_comes_in_strength_goes_in() {
    let four = ["US-1", "US-2", "US-F", "US-L"];
    let mut units = four.map(|id| (id, "0503")).to_vec();
    units.push(("GE-M", "0603"));
    units.push(("GE-1", "0604"));
    let assault = Order::Assault { units: four.map(unit).to_vec(), hex: hex("0603"), from: hex("0503") };
    let battle = before_going_in(&units, assault, &[]);
    for style in ["sensible", "strong"] {
        let (order, why) = chosen(style, &battle);
        assert_eq!(order, Order::PressHome, "{style}: {why}");
    }
}

/// Two of the three goals are held, and after this turn the time is up, as a turn takes two minutes at least. The last squad stands before
/// the mill, whose defenders have acted: 2 − 2 − 2 is −2, which takes it on 8, 9 and 10. `sensible` asks for more than three in ten and
/// lets the battle be lost; whoever plays on sees that everything else loses for certain.
///
/// Rule: LHY-RES-8, LHY-SCN-1, LHY-TURN-3.
#[test]
fn who_plays_on_takes_the_last_chance() {
    let units = [("US-1", "0602"), ("US-2", "0603"), ("US-3", "0504"), ("GE-1", "0604")];
    let battle = at_the_mill(&units, |snapshot| {
        seen(snapshot);
        snapshot.play.minutes = 38;
        for known in snapshot.play.units.values_mut() {
            known.acted = true;
        }
        snapshot.play.units.get_mut(&unit("US-3")).unwrap().acted = false;
    });
    let (order, why) = chosen("sensible", &battle);
    assert!(!matches!(order, Order::Assault { .. }), "{order:?}: {why}");
    let (order, why) = chosen("strong", &battle);
    let Order::Assault { units, hex: at, .. } = &order else { panic!("{order:?}: {why}") };
    assert_eq!((&units[..], *at), (&[unit("US-3")][..], hex("0604")), "{why}");
    assert!(why.contains("takes 0604 with 30 %") && why.contains("with 0 %"), "{why}");
}

/// The laboratory counts turns: 0 before the first, then one more with each.
///
/// Rule: LHY-TURN-3.
#[test]
fn the_tools_know_the_turn() {
    let setup = setup_of("mill", "lhy-book");
    let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(1)).unwrap();
    assert_eq!(Lhy::turn(battle.view()), 0, "nobody has set up yet");
    let mut player = LhyPlayer::new("sensible", 1).unwrap();
    let mut turns = vec![0];
    while let Some(command) = player.command(&battle) {
        battle.play(&command).unwrap();
        turns.push(Lhy::turn(battle.view()));
    }
    turns.dedup();
    assert!(turns.len() > 5, "{turns:?}");
    assert!(turns.windows(2).all(|pair| pair[1] > pair[0]), "{turns:?}");
    assert_eq!(turns.last().copied(), Some(u32::from(battle.view().play.turn)));
}
