//! A moment of a battle is a level: what comes out stands as the battle stood, and what is played on from there with the same
//! faces comes out the same.

use std::sync::Arc;

use warstrike::ai::ComputerPlayer;
use warstrike::ai::random::RandomPlayer;
use warstrike::game::engine::components::{Condition, Fate, Pose};
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::engine::record::history::EntryId;
use warstrike::game::engine::snapshot::{ModelState, Snapshot};
use warstrike::game::moment_level::{NotALevel, last_level_before, level_of};
use warstrike::game::phases::turn;
use warstrike::level::data_folder::check_file;
use warstrike::level::setup::Setup;
use warstrike::level::styles::Styles;
use warstrike::rules::ids::Side;
use warstrike::rules::turn::Phase;

use super::chance::Chance;
use super::support::{data, setup_under};
use super::whole_games::tables::{EDITIONS, MISSIONS, drawn, texts};

/// How many moments are tried.
const MOMENTS: usize = if cfg!(debug_assertions) { 27 } else { 225 };

/// From so many on, each word of the format that only a moment needs must have been written.
const MANY: usize = 200;

/// These words.
const WORDS: [&str; 10] = [
    "leader: Lost",
    "hit_die:",
    "suppression_markers:",
    "acted: true",
    "moved:",
    "snap_fired: true",
    "arrived: true",
    "models: Reserve",
    "id: \"obstacle-",
    "zones: (A: (corners",
];

/// How many moments of one game are tried.
const OF_A_GAME: usize = 3;

/// So many commands are played on from each.
const PLAYED_ON: usize = 8;

/// A game to its end by random players; on shipped tables, by quick ones.
fn played(number: usize) -> Match {
    let seed = number as u64;
    let edition = EDITIONS[number % 3];
    let game = |setup| Match::start(setup, DiceChoice::Seed(seed)).unwrap();
    if number % 5 == 4 {
        let level = ["street", "mid-battle", "crossroads"][number / 5 % 3];
        let mut game = game(setup_under(level, Some(edition)));
        let player = |seed| {
            let styles = Styles::load("quick", &data()).unwrap();
            ComputerPlayer::new(game.setup(), styles, seed).unwrap()
        };
        let mut players = [player(seed), player(seed + 1)];
        while let Some(decision) = game.battle().decision() {
            let command = players[decision.player.index()].choose(game.battle()).unwrap().command;
            game.submit(command).unwrap();
        }
        return game;
    }
    let mission = MISSIONS[number / 3 % 3];
    let mut game = game(drawn(mission, &texts(edition), &mut Chance::new(seed)));
    let mut player = RandomPlayer::new(seed);
    while let Some(command) = player.command(game.battle()) {
        game.submit(command).unwrap();
    }
    game
}

/// A battle's state without what a level does not say: the dice; and of models that are gone, where they stood.
fn standing(mut state: Snapshot) -> (Snapshot, Vec<ModelState>) {
    let gone = |model: &ModelState| ModelState {
        pose: Pose::default(),
        condition: Condition { wounds_lost: 0, ..model.condition },
        ..*model
    };
    let stands = |model: &ModelState| model.condition.fate == Fate::Standing;
    let models = state.models.iter().map(|model| if stands(model) { *model } else { gone(model) }).collect();
    state.models.clear();
    (state, models)
}

/// Holds the level of a moment against the battle, and plays both on.
fn check_moment(game: &Match, level: &Arc<Setup>, place: &str) {
    let mut other = Match::start(Arc::clone(level), DiceChoice::Seed(99)).unwrap();
    let (battle, opened) = (game.battle(), other.battle());
    let [(was, stood), (is, stands)] = [battle, opened].map(|battle| standing(battle.snapshot()));
    assert_eq!(stood, stands, "{place}");
    assert_eq!((was.turn, &was.agenda, &was.units), (is.turn, &is.agenda, &is.units), "{place}");
    assert_eq!(was.table.objectives, is.table.objectives, "{place}");
    assert_eq!(
        (&was.table.reserves, &was.table.arrivals),
        (&is.table.reserves, &is.table.arrivals),
        "{place}"
    );
    let (view, now) = (battle.view(), opened.view());
    assert_eq!(view.terrain().pieces, now.terrain().pieces, "{place}");
    assert_eq!(view.rounds(), now.rounds(), "{place}");
    for side in Side::BOTH {
        assert_eq!(view.zone(side), now.zone(side), "{place}");
    }
    let leaders = |game: &Match| {
        let view = game.battle().view();
        view.units().map(|unit| view.leader(unit.id).map(|model| model.id)).collect::<Vec<_>>()
    };
    assert_eq!(leaders(game), leaders(&other), "{place}");
    let here = game.history().present().id;
    let line = game.history().line_to(game.history().tip());
    let rest = line.iter().skip_while(|entry| entry.id != here).skip(1);
    for entry in rest.take(PLAYED_ON) {
        let faces: Vec<u8> = entry.faces().collect();
        let played = other.submit_with(entry.command.clone().unwrap(), &faces);
        let played = played.unwrap_or_else(|error| panic!("{place}, then entry {}: {error}", entry.id.0));
        assert_eq!(played.outcome.facts, entry.outcome.facts, "{place}, then entry {}", entry.id.0);
    }
}

/// Rule: TURN-1, TURN-3 (a battle goes on from any moment at which a unit is chosen).
#[test]
fn random_moments_of_games_are_levels() {
    let (mut levels, mut refused) = (0, 0);
    let mut written = WORDS.map(|_| 0);
    let mut number = 0;
    while levels < MOMENTS {
        let mut game = played(number);
        let mut chance = Chance::new(number as u64);
        let entries = game.history().entries().len();
        for _ in 0..OF_A_GAME {
            let entry = EntryId(chance.below(entries));
            let place = format!("game {number}, entry {}", entry.0);
            game.go_to(entry).unwrap();
            let decision = game.battle().decision();
            let phase = game.battle().view().turn().phase;
            match level_of(&game, "moment.ron", "A moment.") {
                Ok(bundle) => {
                    assert!(decision.is_some_and(|decision| turn::is_act(decision.choice)), "{place}");
                    let setup = Setup::from_bundle(bundle.clone());
                    let setup = setup.unwrap_or_else(|faults| panic!("{place}: {faults}"));
                    assert_eq!(setup.ruleset.hash(), game.setup().ruleset.hash(), "{place}");
                    check_moment(&game, &Arc::new(setup), &place);
                    for (word, written) in WORDS.iter().zip(&mut written) {
                        *written += usize::from(bundle.level.text.contains(word));
                    }
                    if levels % 10 == 0 {
                        let folder = tempfile::tempdir().unwrap();
                        let file = folder.path().join("moment.ron");
                        std::fs::write(&file, &bundle.level.text).unwrap();
                        for (path, source) in data().missing_beside(&file, &bundle).unwrap() {
                            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                            std::fs::write(path, &source.text).unwrap();
                        }
                        check_file(&file, &data()).unwrap_or_else(|faults| panic!("{place}: {faults}"));
                    }
                    levels += 1;
                }
                Err(why) => {
                    match (&why, phase, decision) {
                        (NotALevel::Over, _, None)
                        | (NotALevel::BeforeTheFirstTurn, Phase::Deployment, _) => {}
                        (NotALevel::Pending { side, asked }, _, Some(decision)) => {
                            assert!(!turn::is_act(decision.choice), "{place}: {why}");
                            assert!(*side == decision.player && !asked.is_empty(), "{place}: {why}");
                        }
                        _ => panic!("{place}: {why}"),
                    }
                    if let Some(before) = last_level_before(&game, entry) {
                        game.go_to(before).unwrap();
                        level_of(&game, "before.ron", "Before.")
                            .unwrap_or_else(|why| panic!("{place}: {why}"));
                    }
                    refused += 1;
                }
            }
        }
        number += 1;
    }
    let written: Vec<_> = WORDS.into_iter().zip(written).collect();
    println!("{levels} levels, {refused} refused, {written:?}");
    assert!(MOMENTS < MANY || written.iter().all(|(_, count)| *count > 0), "{written:?}");
    assert!(refused > MOMENTS / 20, "{refused} of {} were refused", refused + levels);
}
