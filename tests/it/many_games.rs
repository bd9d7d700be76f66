//! Games played side by side and unrecorded: what they share and what they leave out changes none of them.

use std::sync::Arc;

use warstrike::ai::ComputerPlayer;
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::dice::Dice;
use warstrike::game::engine::snapshot::StateHash;
use warstrike::game::phases::fall_back::retreat;
use warstrike::level::data_folder::DataFolder;
use warstrike::level::setup::Setup;
use warstrike::level::styles::Styles;
use warstrike::rules::falling_back::Occasion;
use warstrike::rules::ids::UnitId;

use super::chance::Chance;
use super::support::root;
use super::whole_games::tables::{EDITIONS, MISSIONS, drawn, texts};

/// A small table drawn from a seed.
fn table(seed: u64) -> Arc<Setup> {
    let index = seed as usize;
    drawn(MISSIONS[index % 3], &texts(EDITIONS[index / 3 % 3]), &mut Chance::new(seed))
}

/// A battle and its players, both swift.
fn begin(setup: &Arc<Setup>, seed: u64) -> (Battle, [ComputerPlayer; 2]) {
    let data = DataFolder::at(root()).unwrap();
    let (battle, _) = Battle::new(Arc::clone(setup), Dice::seeded(seed)).unwrap();
    let player = |seed| ComputerPlayer::new(setup, Styles::load("swift", &data).unwrap(), seed).unwrap();
    (battle, [player(seed), player(seed + 1)])
}

/// Plays a game to its end; the hash of each state.
fn play(setup: &Arc<Setup>, seed: u64) -> Vec<StateHash> {
    let (mut battle, mut players) = begin(setup, seed);
    let mut hashes = Vec::new();
    while let Some(decision) = battle.decision() {
        let chosen = players[decision.player.index()].choose(&battle).unwrap();
        hashes.push(battle.submit(&chosen.command).unwrap().hash);
    }
    hashes
}

/// Two threads that share a table, and what it remembers of sight, play the games that one plays alone.
#[test]
fn games_on_two_threads_are_those_of_one() {
    let seeds = [0, 1, 2, 3];
    let alone = seeds.map(|seed| play(&table(23), seed));
    assert_ne!(alone[0], alone[1]);
    let shared = table(23);
    let beside = std::thread::scope(|scope| {
        let threads = [0, 1].map(|part| {
            let shared = &shared;
            let own = seeds.into_iter().filter(move |seed| seed % 2 == part);
            scope.spawn(move || own.map(|seed| play(shared, seed)).collect::<Vec<_>>())
        });
        threads.map(|thread| thread.join().unwrap())
    });
    for (seed, alone) in seeds.iter().zip(&alone) {
        assert_eq!(&beside[*seed as usize % 2][*seed as usize / 2], alone, "seed {seed}");
    }
}

/// What nobody records is played as what is recorded.
#[test]
fn playing_and_submitting_lead_to_the_same_state() {
    let table = table(24);
    let hashes = play(&table, 6);
    let (mut battle, mut players) = begin(&table, 6);
    for expected in &hashes {
        let decision = battle.decision().unwrap();
        let chosen = players[decision.player.index()].choose(&battle).unwrap();
        battle.play(&chosen.command).unwrap();
        assert_eq!(battle.snapshot().hash().unwrap(), *expected);
    }
    assert!(battle.decision().is_none());
}

/// Where units would fall back to is the same from the cache as in a new battle in the same position.
#[test]
fn cached_retreats_are_what_a_new_battle_finds() {
    let table = table(25);
    let (mut battle, mut players) = begin(&table, 7);
    let units: Vec<UnitId> = battle.view().units().map(|unit| unit.id).collect();
    let mut compared = 0;
    for step in 0.. {
        let Some(decision) = battle.decision() else { break };
        if step % 5 == 0 {
            let unit = units[step / 5 % units.len()];
            let (mut fresh, _) = Battle::new(Arc::clone(&table), Dice::seeded(0)).unwrap();
            fresh.restore(&battle.snapshot()).unwrap();
            let asked = |battle: &Battle| {
                [Occasion::Action, Occasion::CloseCombat]
                    .map(|occasion| retreat(battle.view(), unit, occasion))
            };
            let first = asked(&battle);
            assert_eq!(first, asked(&battle), "{unit} at step {step}, asked again");
            assert_eq!(first, asked(&fresh), "{unit} at step {step}");
            compared += usize::from(first[0].is_some());
        }
        let chosen = players[decision.player.index()].choose(&battle).unwrap();
        battle.play(&chosen.command).unwrap();
    }
    assert!(compared > 5, "{compared}");
}
