//! Computer players: styles are data, give reasons, and the sensible one beats the random one.

use std::sync::Arc;

use tabletop::adviser::Adviser;
use tabletop::battle::Battle;
use tabletop::dice::Dice;
use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop_data::source_text::SourceText;
use tabletop_shell::styles::{read_style, style_names};

use crate::game::Wsr;
use crate::library::{rulesets, scenario, scenarios};
use crate::order::{Entry, Mission, Order};
use crate::players::WsrPlayer;
use crate::setup::WsrSetup;

pub fn setup_of(level: &str, ruleset: &str) -> Arc<WsrSetup> {
    let bundle = scenario(level, Some(ruleset)).unwrap();
    Arc::new(WsrSetup::from_bundle(bundle).unwrap_or_else(|faults| panic!("{faults}")))
}

/// Plays a game to its end; who wins.
fn played(setup: &Arc<WsrSetup>, styles: [&str; 2], seed: u64) -> Side {
    let mut players = styles.map(|style| WsrPlayer::new(style, seed).unwrap());
    let (mut battle, _) = Battle::<Wsr>::new(Arc::clone(setup), Dice::seeded(seed)).unwrap();
    while let Some(decision) = battle.decision() {
        let player = &mut players[decision.player.index()];
        let command = player.command(&battle).unwrap_or_else(|| panic!("no answer to {decision:?}"));
        battle.play(&command).unwrap();
    }
    crate::game::winner(battle.view()).unwrap()
}

#[test]
fn every_scenario_is_played_to_its_end_by_sensible_players_under_every_ruleset() {
    for level in scenarios() {
        for ruleset in rulesets() {
            let setup = setup_of(level.id, ruleset.id);
            let wins = (0..4).filter(|seed| played(&setup, ["sensible"; 2], *seed) == Side::A).count();
            assert!(wins <= 4, "{} under {}", level.id, ruleset.id);
        }
    }
}

/// On either side the sensible player wins more often with the random one against him than the random one does in his place.
#[test]
fn the_sensible_player_beats_the_random_one() {
    let setup = setup_of("bridge-farm", "book");
    let wins = |styles: [&str; 2]| (0..20).filter(|seed| played(&setup, styles, *seed) == Side::A).count();
    let (attacks, even, defends) =
        (wins(["sensible", "random"]), wins(["random", "random"]), wins(["random", "sensible"]));
    assert!(attacks > even + 3 || even >= 17, "attacking: {attacks} of 20, random {even}");
    assert!(defends < even || even == 0, "defending: A wins {defends} of 20, random {even}");
    assert!(attacks >= 12 && defends <= 6, "{attacks} and {defends} of 20");
}

/// The same position has the same answer, with and without its words, and every answer that needed weighing says why.
#[test]
fn players_answer_the_same_with_and_without_words() {
    let setup = setup_of("varne", "book");
    let mut player = WsrPlayer::new("sensible", 1).unwrap();
    let (mut battle, _) = Battle::<Wsr>::new(Arc::clone(&setup), Dice::seeded(3)).unwrap();
    let (mut fires, mut walks) = (0, 0);
    while battle.decision().is_some() {
        let chosen = player.choose(&battle).unwrap();
        let command = player.command(&battle).unwrap();
        assert_eq!(chosen.command, command);
        assert!(!chosen.does.is_empty());
        match &command.order {
            Order::Fire { .. } => {
                assert!(chosen.why.contains(" with "), "{}: {}", chosen.does, chosen.why);
                fires += 1;
            }
            Order::March { entry: Entry::Walk, .. } => walks += usize::from(!chosen.why.is_empty()),
            _ => {}
        }
        assert!(chosen.alternatives.iter().all(|other| battle.check(&other.command).is_ok()));
        battle.play(&command).unwrap();
    }
    assert!(fires > 10 && walks > 5, "{fires} fires, {walks} moves with reasons");
}

#[test]
fn styles_are_asked_for_by_their_ids() {
    let ids: Vec<String> = style_names::<Wsr>().into_iter().map(|style| style.id).collect();
    assert_eq!(ids, ["random", "sensible", "bold", "careful", "strong"]);
    let setup = setup_of("bridge-farm", "book");
    let Err(words) = WsrPlayer::new("clever", 1) else { panic!("there is no such style") };
    assert!(words.contains("no style \"clever\"; it has random, sensible"), "{words}");
    let (battle, _) = Battle::<Wsr>::new(Arc::clone(&setup), Dice::seeded(5)).unwrap();
    for id in ids {
        let advice = WsrPlayer::new(&id, 1).unwrap().advise(&battle).unwrap();
        assert_eq!(advice.by, id);
        assert!(battle.check(&advice.command).is_ok(), "{id}: {}", advice.does);
    }
}

/// A file of a style has all its faults at once.
#[test]
fn a_style_that_cannot_be_read_says_where() {
    let text = "Style(name: \"X\", about: \"Y.\", player: Search(portfolio: [], plays_on: \"A b\"))";
    let source = SourceText { name: "x.ron".to_owned(), text: text.to_owned() };
    let faults = read_style::<Wsr>("x", &source).unwrap_err();
    assert!(faults.to_string().contains("x.ron:1:"), "{faults}");
    assert!(faults.0.len() > 3, "{faults}");
}

/// A style compares and plays on the choices of styles that weigh.
#[test]
fn a_style_names_styles_that_weigh() {
    let player = |portfolio: &str| {
        let text = format!(
            "Style(name: \"X\", about: \"Y.\", player: Search(portfolio: [\"sensible\", \"{portfolio}\"], plays_on: \"bold\", \
             turns: 1, samples: 2, alternatives: 1, margin: 0.1, hopeless: 0.2, goal: 1, victory: 1))"
        );
        WsrPlayer::of_file(&SourceText { name: "x".to_owned(), text }, 1).map(|_| ())
    };
    assert_eq!(player("careful"), Ok(()));
    for portfolio in ["random", "strong", "clever"] {
        assert_eq!(
            player(portfolio),
            Err("style \"x\" names styles that do not weigh".to_owned()),
            "{portfolio}"
        );
    }
}

/// The sensible player calls smoke on who could fire, and says on whom.
///
/// Rule: WSR-ART-7.
#[test]
fn the_sensible_player_calls_smoke() {
    let setup = setup_of("varne", "book");
    let mut player = WsrPlayer::new("sensible", 1).unwrap();
    let mut said = Vec::new();
    for seed in 0..40 {
        let (mut battle, _) = Battle::<Wsr>::new(Arc::clone(&setup), Dice::seeded(seed)).unwrap();
        while battle.decision().is_some() {
            let command = player.command(&battle).unwrap();
            if matches!(command.order, Order::Call { mission: Mission::Smoke, .. }) {
                assert_eq!(command.player, Side::A, "Kranich has none");
                said.push(player.choose(&battle).unwrap().why);
            }
            battle.play(&command).unwrap();
        }
    }
    assert!((20..200).contains(&said.len()), "{}", said.len());
    assert!(said.iter().all(|why| why.contains(" nobody who comes")), "{said:?}");
}
