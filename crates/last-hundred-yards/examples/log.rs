//! A game in sentences.
use std::sync::Arc;
use last_hundred_yards::{Lhy, LhyPlayer, LhySetup, scenario};
use tabletop::battle::Battle;
use tabletop::dice::Dice;
use tabletop::game::{Game, Setup};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let setup = Arc::new(LhySetup::from_bundle(scenario(&args[0], None).unwrap()).unwrap());
    let mut players = [LhyPlayer::new(&args[1], 1).unwrap(), LhyPlayer::new(&args[2], 1).unwrap()];
    let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(args[3].parse().unwrap())).unwrap();
    while let Some(decision) = battle.decision() {
        let chosen = players[decision.player.index()].choose(&battle).unwrap();
        println!("  {:?}: {} — {}", decision.player, chosen.does, chosen.why);
        for other in &chosen.alternatives { println!("        or {} {:.2} {}", other.does, other.less, other.lacks); }
        let outcome = battle.submit(&chosen.command).unwrap();
        if let Some(narrated) = Lhy::narrate(&setup, &outcome.facts) { println!("{:?}", narrated); }
    }
}
