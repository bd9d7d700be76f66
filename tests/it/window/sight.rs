//! Lines of sight in the window: what it says it shows is what the battle says, of models that
//! stand and of ghosts.

use std::cmp::Reverse;

use warstrike::game::engine::play::{DiceChoice, Game};
use warstrike::game::exposure::{Exposure, ExposureQuery, StandingLevel, Vantage};
use warstrike::game::measure::Mark;
use warstrike::game::sight::{Observation, sight, sight_with_overrides};
use warstrike::rules::ids::{ModelId, Side, UnitId};
use warstrike::rules::measures::{Place, Thou};
use warstrike::rules::sight::SightState;
use warstrike::table::sight::exposure::Grid;

use super::driver::{Display, Window, pixel};
use super::{scratch, setup};

fn place(game: &Game, model: &str) -> [f64; 2] {
    game.battle().view().model(model.parse().unwrap()).unwrap().pose.at.ground()
}

/// The best view of any: seen at all, within awareness, least Ev, most in view, nearest.
fn best(pairs: Vec<Observation>) -> Observation {
    let rank = |seen: &Observation| {
        let hidden = seen.judged.state == SightState::Hidden;
        let [share, gap] = [seen.sighting.in_view, seen.gap].map(|value| (value * 1e9) as i64);
        (hidden, !seen.state_allows_fire, seen.shot.evasion.sight, Reverse(share), gap)
    };
    pairs.into_iter().min_by_key(rank).unwrap()
}

/// "Obscured 86 %", as the window says it.
fn told(seen: &Observation) -> String {
    let share = match seen.sighting.in_view {
        share if share <= 0.0 => 0.0,
        share if share >= 1.0 => 100.0,
        share => (share * 100.0).round().clamp(1.0, 99.0),
    };
    format!("{:?} {share} %", seen.state)
}

fn pairs(game: &Game, from: Mark, to: Mark) -> Vec<Observation> {
    sight(game.battle().view(), &from, &to).unwrap()
}

/// What is said of a unit that sees each enemy unit.
fn check_units(game: &Game, said: &str, unit: UnitId) {
    let enemies: Vec<UnitId> =
        game.battle().view().units().map(|other| other.id).filter(|other| other.side != unit.side).collect();
    for enemy in &enemies {
        let best = best(pairs(game, Mark::Unit(unit), Mark::Unit(*enemy)));
        assert!(said.contains(&format!("{enemy} {}", told(&best))), "{said}: {enemy} {}", told(&best));
    }
    assert_eq!(said.matches(" %").count(), enemies.len(), "{said}");
}

/// What is said of a unit and one enemy model.
fn check_one(game: &Game, said: &str, unit: UnitId, to: ModelId) {
    let pairs = pairs(game, Mark::Unit(unit), Mark::Model(to));
    for state in [SightState::Clear, SightState::Obscured, SightState::Concealed, SightState::Hidden] {
        let count = pairs.iter().filter(|seen| seen.judged.state == state).count();
        assert_eq!(said.contains(&format!("{count} {state:?}")), count > 0, "{said}: {count} {state:?}");
    }
    let best = best(pairs);
    assert!(said.contains(&format!("{} sees {to} {}", best.from, told(&best))), "{said}: {best:?}");
}

/// Where to drag B1.3 so that the unit, moved alike, has another view of an enemy.
fn telling_place(game: &Game, unit: UnitId, enemy: ModelId) -> [f64; 2] {
    let view = game.battle().view();
    let [from, to] = [Mark::Unit(unit), Mark::Model(enemy)];
    let states = |pairs: Vec<Observation>| -> Vec<SightState> {
        let mut states: Vec<_> = pairs.iter().map(|seen| seen.judged.state).collect();
        states.sort();
        states
    };
    let now = states(sight(view, &from, &to).unwrap());
    let moves = [[0.0, -3.0], [2.0, -3.0], [-2.0, -3.0], [0.0, -4.0], [3.0, 0.0]];
    let changes = |[dx, dy]: &[f64; 2]| {
        let moved = |[x, y]: [f64; 2]| Place::from_inches(x + dx, y + dy, 0.0).unwrap();
        let instead: Vec<_> =
            view.standing(unit).map(|model| (model.id, moved(model.pose.at.ground()))).collect();
        states(sight_with_overrides(view, &from, &to, &instead).unwrap()) != now
    };
    let [dx, dy] = moves.into_iter().find(changes).expect("a move that changes what is seen");
    let [x, y] = place(game, "B1.3");
    [x + dx, y + dy]
}

/// The exposure of a model of a unit to a side where it stands, at every half inch, on some level there.
fn exposure_to(game: &Game, by: Side, unit: UnitId, level: StandingLevel) -> Exposure {
    let view = game.battle().view();
    let table = view.setup().level.table;
    let grid = Grid::over([table.width, table.depth].map(Thou::inches), Grid::HALF_INCH).unwrap();
    let like = view.unit(unit).unwrap().card;
    let asked = ExposureQuery { by: Mark::Side(by), like, grid, level, vantage: Vantage::Standing };
    Exposure::new(view, &asked).unwrap()
}

#[test]
fn the_lines_that_are_shown_are_those_of_the_battle() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    let game = Game::start(setup("street"), DiceChoice::Seed(7)).unwrap();
    let unit: UnitId = "B1".parse().unwrap();
    let enemy: ModelId = "A2.1".parse().unwrap();

    window.begin_from_above(&display);
    let own = pixel(&game, place(&game, "B1.3"));
    display.move_to(own);
    display.hand(&["click", "1"]);
    window.wait_for("selected B1");
    display.hand(&["key", "v"]);
    check_units(&game, &window.wait_for("sight: B1 sees"), unit);
    display.hand(&["key", "shift+v"]);
    let back = window.wait_for("sight: B1 is seen by");
    let seen_by = best(pairs(&game, Mark::Unit("A2".parse().unwrap()), Mark::Unit(unit)));
    assert!(back.contains(&format!("A2 {}", told(&seen_by))), "{back}: {seen_by:?}");
    display.hand(&["key", "shift+v"]);
    window.wait_for("sight: B1 sees");

    // One enemy is looked at closely while the mouse is over him, and kept by V.
    display.move_to(pixel(&game, place(&game, "A2.1")));
    check_one(&game, &window.wait_for("sees A2.1"), unit, enemy);
    display.hand(&["key", "v"]);

    // The spot under the mouse, as long as the key is held.
    display.hand(&["keydown", "w"]);
    let there = window.wait_for("would be seen by");
    let standing = |unit: &str| game.battle().view().standing(unit.parse().unwrap()).count();
    let enemies = ["A1", "A2", "A3"].map(standing).iter().sum::<usize>();
    assert!(there.contains("sight: B1.") && there.ends_with(&format!("of {enemies}")), "{there}");
    display.hand(&["keyup", "w"]);
    window.wait_for("sees A2.1");

    // The exposure map to the enemy, for one like the selected unit's: on what is seen from above, and
    // with roofs and upper floors away.
    let top = |at: [f64; 2]| game.setup().level.terrain.heights_at(at).last().copied().unwrap_or_default();
    let mut counts = Vec::new();
    for (keys, level) in [
        (&["key", "o"][..], StandingLevel::At(&top)),
        (&["key", "Next", "key", "Next"], StandingLevel::Near(Thou(0))),
    ] {
        display.hand(keys);
        let map = exposure_to(&game, Side::A, unit, level);
        let seen = map.cells().iter().filter(|cell| cell.seen_by > 0).count();
        assert!(seen > 500 && seen < map.cells().len(), "some places are seen, some are not: {seen}");
        window.wait_for(&format!("exposure to A: {seen} of {} cells", map.cells().len()));
        counts.push(seen);
    }
    assert_ne!(counts[0], counts[1], "a roof is seen otherwise than the floor under it");
    display.hand(&["key", "Prior", "key", "Prior", "key", "o"]);

    // What the ghosts would see is what the unit sees once it stands there.
    display.drag(own, pixel(&game, telling_place(&game, unit, enemy)));
    window.wait_for("put down");
    let drafted = window.wait_for("sees A2.1");
    display.hand(&["key", "Return"]);
    window.wait_for("played 1 command");
    let loaded = window.saved(&display, &saves).game;
    check_one(&loaded, &drafted, unit, enemy);
}
