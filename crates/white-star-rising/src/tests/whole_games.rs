//! Whole games by random and sensible players, in every scenario and with every switch, keep the engine's promises and reach every
//! paragraph.
//!
//! `WSR_GAMES=10000` plays that many and prints what was never reached; without it each scenario is played once with each switch.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tabletop::battle::{Battle, Noted};
use tabletop::dice::Dice;
use tabletop::game::{Game, Setup};
use tabletop::testing::check_match;

use super::reached::of_plan;
use crate::fact::Fact;
use crate::game::Wsr;
use crate::gate::judge;
use crate::library::{rulesets, scenario, scenarios};
use crate::odds::unchecked;
use crate::players::WsrPlayer;
use crate::setup::WsrSetup;
use crate::uses::{USED, of_fact, of_order};

/// Each switch as the book's ruleset has it, and its other reading.
const SWITCHES: [(&str, &str); 19] = [
    ("assault_loser: Scored", "assault_loser: Letter"),
    ("assault_tie: Attacker", "assault_tie: Defender"),
    ("extended: Order", "extended: Choice"),
    ("defenders_done: On", "defenders_done: Off"),
    ("mortar_area: Hex", "mortar_area: Seven"),
    ("mines_where: EmptyNow", "mines_where: NeverEntered"),
    ("engineer_even: Any", "engineer_even: Sum"),
    ("air_return: StrikeHits", "air_return: FlakHits"),
    ("air_disrupted: Aborts", "air_disrupted: Strikes"),
    ("hq_in_assault: Always", "hq_in_assault: UnlessDone"),
    ("smoke_near: Blocks", "smoke_near: AdjacentSeen"),
    ("add_1: Off", "add_1: On"),
    ("add_2: Off", "add_2: On"),
    ("add_3: Off", "add_3: On"),
    ("add_4: Off", "add_4: On"),
    ("add_5: Off", "add_5: On"),
    ("add_6: Off", "add_6: On"),
    ("add_7: Off", "add_7: On"),
    ("fate: Off", "fate: On"),
];

/// Every scenario under every ruleset, and under the book's with each switch alone.
fn setups() -> Vec<(String, Arc<WsrSetup>)> {
    let mut all = Vec::new();
    for level in scenarios() {
        for ruleset in rulesets() {
            let bundle = scenario(level.id, Some(ruleset.id)).unwrap();
            all.push((format!("{}, {}", level.id, ruleset.id), bundle));
        }
        for (book, other) in SWITCHES {
            let mut bundle = scenario(level.id, None).unwrap();
            assert!(bundle.ruleset.text.contains(book), "{book}");
            bundle.ruleset.text = bundle.ruleset.text.replacen(book, other, 1);
            all.push((format!("{}, {other}", level.id), bundle));
        }
    }
    let read = |bundle| WsrSetup::from_bundle(bundle).unwrap_or_else(|faults| panic!("{faults}"));
    all.into_iter().map(|(name, bundle)| (name, Arc::new(read(bundle)))).collect()
}

/// Paragraphs and kinds of facts that came up, with how often.
type Seen = BTreeMap<String, u64>;

fn note(seen: &mut Seen, what: &str) {
    *seen.entry(what.to_owned()).or_default() += 1;
}

/// Experiments know the paragraph as well.
fn note_use(seen: &mut Seen, rule: &str) {
    assert!(USED.contains(&rule), "{rule} is not in the list of what facts and orders can show");
    note(seen, rule);
}

fn kind(fact: &Fact) -> String {
    format!("{fact:?}").split([' ', '(']).next().unwrap_or_default().to_owned()
}

/// Plays a game to its end, and notes what it reaches.
fn play(name: &str, setup: &Arc<WsrSetup>, seed: u64, seen: &mut Seen) -> u64 {
    let (mut battle, _) = Battle::<Wsr>::new(Arc::clone(setup), Dice::seeded(seed)).unwrap();
    let styles = match seed % 4 {
        0 => ["sensible", "random"],
        1 => ["random", "sensible"],
        _ => ["random"; 2],
    };
    let mut players = styles.map(|style| WsrPlayer::new(style, seed).unwrap());
    for number in 0..5000 {
        let Some(decision) = battle.decision() else { return number };
        note(seen, Wsr::prompt(battle.view(), decision).rule.0);
        let Some(command) = players[decision.player.index()].command(&battle) else {
            panic!("{name}, game {seed}: no answer to {decision:?}");
        };
        for rule in of_plan(unchecked(battle.view(), decision, &command.order).as_ref()) {
            note(seen, rule);
        }
        of_order(battle.view(), &command.order).iter().for_each(|rule| note_use(seen, rule));
        refused(&battle, number, seen);
        let mut pressed = false;
        let played = battle.play_noting(&command, |noted| {
            if let Noted::Fact(fact) = noted {
                note(seen, &kind(fact));
                if pressed && matches!(fact, Fact::Eliminated { .. }) {
                    note(seen, "WSR-ASL-14");
                }
                pressed |= matches!(fact, Fact::AssaultSettled { stays: true, .. });
                of_fact(fact).iter().for_each(|rule| note_use(seen, rule));
            }
        });
        played.unwrap_or_else(|error| panic!("{name}, game {seed}, command {number}: {error}"));
    }
    panic!("{name}: game {seed} does not end");
}

/// The paragraphs for which a few orders that are listed for the other side, or for nobody, are refused.
fn refused(battle: &Battle<Wsr>, number: u64, seen: &mut Seen) {
    let Some(decision) = battle.decision() else { return };
    for order in super::reached::wild_orders(battle.view(), number) {
        if let Some(Err(refusal)) = judge(battle.view(), decision.player, &order, decision.choice) {
            note(seen, refusal.rule().0);
        }
    }
}

/// Rule: WSR-TURN-1, WSR-TURN-2, WSR-TURN-5, WSR-TURN-6, WSR-TURN-9, WSR-SCN-1, WSR-SCN-2, WSR-SCN-3, WSR-SCN-4.
#[test]
fn whole_games_end_and_reach_every_kind_of_fact() {
    let wanted = std::env::var("WSR_GAMES").ok().map(|text| text.parse::<u64>().expect("a number of games"));
    let setups = setups();
    let (mut seen, mut commands) = (Seen::new(), 0);
    let games = wanted.unwrap_or(setups.len() as u64);
    for seed in 0..games {
        let (name, setup) = &setups[seed as usize % setups.len()];
        commands += play(name, setup, seed + seed / setups.len() as u64, &mut seen);
    }
    let ids: BTreeSet<String> = tabletop_shell::testing::paragraphs::<Wsr>().into_iter().collect();
    let missed: Vec<&String> = ids.iter().filter(|id| !seen.contains_key(*id)).collect();
    if wanted.is_some() {
        println!("{games} games, {commands} commands; paragraphs never reached: {missed:?}");
        let kinds: Seen =
            seen.iter().filter(|(what, _)| !ids.contains(*what)).map(|(a, b)| (a.clone(), *b)).collect();
        println!("facts: {kinds:?}");
    }
    for kind in super::reached::KINDS {
        assert!(seen.contains_key(*kind), "{kind} never happened");
    }
    // A few games reach most; many reach all.
    let largest = if games >= 5000 { 0 } else { 12 };
    assert!(missed.len() <= largest, "never reached: {missed:?}");
}

#[test]
fn whole_games_are_played_undone_saved_and_replayed() {
    for (seed, (level, ruleset)) in
        [("varne", "book"), ("ridge", "additions"), ("bridge-farm", "other-readings")].into_iter().enumerate()
    {
        let setup = super::players::setup_of(level, ruleset);
        let seed = seed as u64;
        let mut player = WsrPlayer::new("random", seed).unwrap();
        let played = check_match::<Wsr>(&setup, seed, 3000, |battle, _| player.command(battle).unwrap());
        assert!(played.battle().decision().is_none(), "game {seed} ends");
    }
}
