//! Lines of sight in the window are those of the battle, for models and for ghosts.

use std::cmp::Reverse;

use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::exposure::{Exposure, ExposureQuery, StandingLevel, Vantage};
use warstrike::game::measure::Mark;
use warstrike::game::sight::{Observation, sight, sight_with_overrides};
use warstrike::rules::ids::{ModelId, Side, UnitId};
use warstrike::rules::measures::{Place, Thou};
use warstrike::rules::sight::SightState;
use warstrike::table::sight::exposure::Grid;
use warstrike::ui::session::events::{SightLine, UiEvent};

use super::driver::{Display, Window, pixel};
use super::{scratch, setup};

fn place(game: &Match, model: &str) -> [f64; 2] {
    game.battle().view().model(model.parse().unwrap()).unwrap().pose.at.ground()
}

/// The best view: seen at all, within awareness, lowest Ev bonus, largest share in view, nearest.
fn best(pairs: Vec<Observation>) -> Observation {
    let rank = |seen: &Observation| {
        let hidden = seen.judged.state == SightState::Hidden;
        let [share, gap] = [seen.sighting.in_view, seen.gap].map(|value| (value * 1e9) as i64);
        (hidden, !seen.state_allows_fire, seen.shot.evasion.sight, Reverse(share), gap)
    };
    pairs.into_iter().min_by_key(rank).unwrap()
}

fn pairs(game: &Match, from: Mark, to: Mark) -> Vec<Observation> {
    sight(game.battle().view(), &from, &to).unwrap()
}

/// Waits until lines are shown of which all satisfy a condition.
fn lines_that(window: &mut Window, condition: impl Fn(&SightLine) -> bool) -> Vec<SightLine> {
    window.wait_until(|event| match event {
        UiEvent::SightLines { lines } if !lines.is_empty() && lines.iter().all(&condition) => {
            Some(lines.clone())
        }
        _ => None,
    })
}

fn is_of(line: &SightLine, seen: &Observation) -> bool {
    let same_share = (line.in_view - seen.sighting.in_view).abs() < 1e-9;
    (line.from, line.to, line.state) == (seen.from, seen.to, seen.state) && same_share
}

/// One line to each enemy unit, by the best view.
fn check_units(game: &Match, lines: &[SightLine], unit: UnitId) {
    let enemies: Vec<UnitId> =
        game.battle().view().units().map(|other| other.id).filter(|other| other.side != unit.side).collect();
    for enemy in &enemies {
        let best = best(pairs(game, Mark::Unit(unit), Mark::Unit(*enemy)));
        let has_best = |line: &SightLine| {
            line.to.unit == *enemy
                && line.state == best.state
                && (line.in_view - best.sighting.in_view).abs() < 1e-9
        };
        assert!(lines.iter().any(has_best), "{lines:?}: {best:?}");
    }
    assert_eq!(lines.len(), enemies.len(), "{lines:?}");
}

/// One line from each model of a unit to an enemy model.
fn check_one(game: &Match, lines: &[SightLine], unit: UnitId, to: ModelId) {
    let pairs = pairs(game, Mark::Unit(unit), Mark::Model(to));
    assert_eq!(lines.len(), pairs.len(), "{lines:?}");
    for seen in &pairs {
        assert!(lines.iter().any(|line| is_of(line, seen)), "{lines:?}: {seen:?}");
    }
}

/// Where to drag B1.3 so that the unit, moved with it, has another view of an enemy.
fn place_with_another_view(game: &Match, unit: UnitId, enemy: ModelId) -> [f64; 2] {
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
fn exposure_to(game: &Match, by: Side, unit: UnitId, level: StandingLevel) -> Exposure {
    let view = game.battle().view();
    let table = view.setup().level.table;
    let grid = Grid::over([table.width, table.depth].map(Thou::inches), Grid::HALF_INCH).unwrap();
    let like = view.unit(unit).unwrap().card;
    let asked = ExposureQuery { by: Mark::Side(by), like, grid, level, vantage: Vantage::Standing };
    Exposure::new(view, &asked).unwrap()
}

#[test]
fn the_lines_shown_are_those_of_the_battle() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    let game = Match::start(setup("street"), DiceChoice::Seed(7)).unwrap();
    let unit: UnitId = "B1".parse().unwrap();
    let enemy: ModelId = "A2.1".parse().unwrap();

    window.begin_from_above(&display);
    let own = pixel(&game, place(&game, "B1.3"));
    display.move_to(own);
    display.hand(&["click", "1"]);
    window.wait_for(&UiEvent::Selected { unit });
    display.hand(&["key", "v"]);
    check_units(&game, &lines_that(&mut window, |line| line.from.unit == unit), unit);
    display.hand(&["key", "shift+v"]);
    let back = lines_that(&mut window, |line| line.to.unit == unit);
    let seen_by = best(pairs(&game, Mark::Unit("A2".parse().unwrap()), Mark::Unit(unit)));
    assert!(back.iter().any(|line| is_of(line, &seen_by)), "{back:?}: {seen_by:?}");
    display.hand(&["key", "shift+v"]);
    lines_that(&mut window, |line| line.from.unit == unit);

    // An enemy is shown in detail while the pointer is over it, and kept by V.
    display.move_to(pixel(&game, place(&game, "A2.1")));
    check_one(&game, &lines_that(&mut window, |line| line.to == enemy), unit, enemy);
    display.hand(&["key", "v"]);

    // The spot under the mouse, as long as the key is held.
    display.hand(&["keydown", "w"]);
    let (model, asked) = window.wait_until(|event| match event {
        UiEvent::SpotSeen { model, enemies, .. } => Some((*model, *enemies)),
        _ => None,
    });
    let standing = |unit: &str| game.battle().view().standing(unit.parse().unwrap()).count();
    let enemies = ["A1", "A2", "A3"].map(standing).iter().sum::<usize>();
    assert_eq!((model.unit, asked), (unit, enemies));
    display.hand(&["keyup", "w"]);
    lines_that(&mut window, |line| line.to == enemy);

    // The exposure map to the enemy, for a model like those of the selected unit: on the surfaces seen from above,
    // and without roofs and upper floors.
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
        let cells = map.cells().len();
        window.wait_for(&UiEvent::ExposureMap { by: Side::A, seen_cells: seen, cells });
        counts.push(seen);
    }
    assert_ne!(counts[0], counts[1], "a roof is exposed differently from the floor under it");
    display.hand(&["key", "Prior", "key", "Prior", "key", "o"]);

    // What the ghosts see is what the unit sees once it stands there.
    display.drag(own, pixel(&game, place_with_another_view(&game, unit, enemy)));
    window.wait_for(&UiEvent::PutDown);
    let drafted = lines_that(&mut window, |line| line.to == enemy);
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    let loaded = window.saved(&display, &saves).game;
    check_one(&loaded, &drafted, unit, enemy);
}
