//! The exposure map of a battle against what `sight` gives for its pairs.

use warstrike::game::engine::view::View;
use warstrike::game::exposure::{
    CellExposure, Exposure, ExposureError, ExposureQuery, Room, StandingLevel, Vantage,
};
use warstrike::game::measure::{Mark, MarkError};
use warstrike::rules::basics::{Disc, gap};
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::{Place, Thou};
use warstrike::rules::sight::{SightState, awareness, judge, state_allows_fire};
use warstrike::table::sight::exposure::{Grid, GridError};

use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::dice::Dice;
use warstrike::table::walk::Mover;

use super::support::{game, setup};

fn query<'a>(view: View<'a>, by: &str, like: &str, cell: i32, vantage: Vantage) -> ExposureQuery<'a> {
    let grid = Grid::over(view.terrain().size, Thou(cell)).unwrap();
    let like = view.model(like.parse().unwrap()).unwrap().card;
    ExposureQuery { by: by.parse().unwrap(), like, grid, level: StandingLevel::Near(Thou(0)), vantage }
}

fn side(by: &Mark) -> Side {
    let Mark::Side(side) = by else { panic!("{by} is not a side") };
    *side
}

/// What a cell should show, pair by pair.
fn expected(view: View, query: &ExposureQuery, at: Place) -> (SightState, f64, u16, u16) {
    let rules = &view.setup().ruleset.sight;
    let side = side(&query.by);
    let mut all = (SightState::Hidden, 0.0_f64, 0, 0);
    for observer in view.standing_of(side) {
        let mut body = observer.sight_body_at(at);
        let base = query.like.base;
        (body.radius, body.height, body.eyes) = (base.radius(), base.height, base.eyes);
        let sighting = view.terrain().sighting(&observer.sight_body(), &body);
        let state = judge(&sighting, rules, view.allowance()).state;
        let apart = gap(observer.disc(), Disc { at, radius: body.radius });
        let aware = awareness(observer.card.characteristics.awareness, sighting.rise, rules);
        all.0 = all.0.min(state);
        all.1 = all.1.max(sighting.in_view);
        all.2 += u16::from(state < SightState::Hidden);
        all.3 += u16::from(state_allows_fire(state, apart, aware, view.allowance()));
    }
    all
}

fn summary(cell: &CellExposure) -> (SightState, f64, u16, u16) {
    (cell.state, cell.in_view, cell.seen_by, cell.shot_by)
}

fn same(a: (SightState, f64, u16, u16), b: (SightState, f64, u16, u16)) -> bool {
    (a.0, a.2, a.3) == (b.0, b.2, b.3) && (a.1 - b.1).abs() < 1e-9
}

/// Rule: VIS-1, VIS-2, VIS-3, VIS-4.
#[test]
fn a_map_summarises_what_sight_gives_for_each_pair() {
    for (level, by, like, cell) in
        [("street", "B", "A1.1", 1700), ("duel", "A", "B1.1", 900), ("mid-battle", "A", "B1.1", 2100)]
    {
        let game = game(level, 1);
        let view = game.battle().view();
        let query = query(view, by, like, cell, Vantage::Standing);
        let map = Exposure::new(view, &query).unwrap();
        let mover = Mover::of(query.like);
        let mut states = [0; 4];
        for cell in map.cells() {
            let expected = expected(view, &query, cell.at);
            assert!(same(summary(cell), expected), "{level}: {cell:?}, not {expected:?}");
            assert_eq!(
                cell.room == Room::Free,
                view.terrain().check_room(cell.at, mover).is_ok(),
                "{cell:?}"
            );
            assert_eq!(cell.clearest.is_none(), cell.state == SightState::Hidden, "{cell:?}");
            states[cell.state as usize] += 1;
        }
        assert_eq!(map.viewpoints(), view.standing_of(side(&query.by)).count());
        println!("{level}: {states:?}");
        assert!(
            states[0] > 20 && states.iter().filter(|count| **count > 0).count() > 2,
            "{level}: {states:?}"
        );
    }
}

/// A map updated after a move equals a new one.
///
/// Rule: VIS-1.
#[test]
fn an_updated_map_equals_a_new_one() {
    for vantage in [Vantage::Standing, Vantage::Advance(Thou(2000))] {
        let (mut battle, _) = Battle::new(setup("duel"), Dice::seeded(1)).unwrap();
        let mut map = {
            let view = battle.view();
            Exposure::new(view, &query(view, "A", "B1.1", 2000, vantage)).unwrap()
        };
        let before = map.clone();
        let mut snapshot = battle.snapshot();
        let mut moved = snapshot.models.iter_mut().filter(|model| model.id.unit.to_string() == "A1");
        let moved = moved.next().unwrap();
        moved.pose.at.x.0 += 1000;
        moved.pose.at.y.0 += 500;
        let (id, place) = (moved.id, moved.pose.at);
        battle.restore(&snapshot).unwrap();
        let view = battle.view();
        let new = Exposure::new(view, &query(view, "A", "B1.1", 2000, vantage)).unwrap();
        if vantage == Vantage::Standing {
            let mut dragged = map.clone();
            dragged.move_observers(view, &[(id, place)]).unwrap();
            assert_eq!(dragged, new);
        }
        map.update(view).unwrap();
        assert!(map == new, "{vantage:?}");
        assert!(map != before, "{vantage:?}");
    }
}

/// A dragged unit looks from wherever an Advance could take it from there, like one that stands there; what others see is
/// kept. If it is dragged to where it stands, nothing changes.
///
/// Rule: ACT-2, VIS-1.
#[test]
fn after_an_advance_only_dragged_models_look_again() {
    let (mut battle, _) = Battle::new(setup("street"), Dice::seeded(1)).unwrap();
    let mut snapshot = battle.snapshot();
    let view = battle.view();
    let query_now = query(view, "B", "A1.1", 1500, Vantage::Advance(Thou(2500)));
    let map = Exposure::new(view, &query_now).unwrap();
    let unit: UnitId = "B1".parse().unwrap();
    let places: Vec<_> = view.standing(unit).map(|model| (model.id, model.pose.at)).collect();
    let mut dragged = map.clone();
    dragged.move_observers(view, &places).unwrap();
    assert!(dragged == map, "the unit has not moved");

    let moved = |at: &Place| Place { y: Thou(at.y.0 - 3000), ..*at };
    let overrides: Vec<_> = places.iter().map(|(id, at)| (*id, moved(at))).collect();
    dragged.move_observers(view, &overrides).unwrap();
    for model in snapshot.models.iter_mut().filter(|model| model.id.unit == unit) {
        model.pose.at = moved(&model.pose.at);
    }
    battle.restore(&snapshot).unwrap();
    let view = battle.view();
    let there = Exposure::new(view, &query(view, "B", "A1.1", 1500, Vantage::Advance(Thou(2500)))).unwrap();
    let mut changed = 0;
    for observer in map.observers() {
        // The other units' paths are not searched again.
        let expected = if observer.unit == unit { &there } else { &map };
        for cell in 0..map.cells().len() {
            let found = dragged.visibility(observer, cell);
            assert_eq!(found, expected.visibility(observer, cell), "{observer}, {cell}");
            changed += usize::from(found != map.visibility(observer, cell));
        }
    }
    assert!(changed > 100, "only {changed} views changed");
    let sums = |map: &Exposure| -> usize { map.cells().iter().map(|cell| usize::from(cell.seen_by)).sum() };
    assert_ne!(sums(&dragged), sums(&map), "the summary is unchanged");
}

/// The level may differ from place to place; models stand on the nearest one.
///
/// Rule: VIS-1.
#[test]
fn the_level_may_differ_from_place_to_place() {
    let game = game("movement-gallery", 1);
    let view = game.battle().view();
    let terrain = view.terrain();
    let query = query(view, "A", "B1.1", 500, Vantage::Standing);
    let near = |height: i32| StandingLevel::Near(Thou(height));
    let top = |at: [f64; 2]| terrain.heights_at(at).last().copied().unwrap_or_default();
    let mixed = |at: [f64; 2]| if at[0] < 0.0 { top(at) } else { Thou(0) };
    let mut cells = |level: StandingLevel<'_>| {
        let query = ExposureQuery { level, ..query.clone() };
        Exposure::new(view, &query).unwrap().cells().to_vec()
    };
    let [ground, high, mixed] = [near(0), near(1_000_000), StandingLevel::At(&mixed)].map(&mut cells);
    let mut over = [0; 2];
    for ((ground, high), mixed) in ground.iter().zip(&high).zip(&mixed) {
        let east = ground.at.x.0 >= 0;
        assert_eq!(mixed, if east { ground } else { high }, "{mixed:?}");
        over[usize::from(east)] += usize::from(ground.at.z != high.at.z);
    }
    assert!(over.iter().all(|count| *count > 20), "few floors above the ground on a side: {over:?}");
}

/// A model that may advance first sees no less, and more with more viewpoints.
///
/// Rule: ACT-2, VIS-1.
#[test]
fn after_an_advance_nothing_is_seen_worse() {
    let game = game("street", 1);
    let view = game.battle().view();
    let standing = Exposure::new(view, &query(view, "B2", "A1.1", 1500, Vantage::Standing)).unwrap();
    let mut last = standing.clone();
    for spacing in [4000, 2000] {
        let vantage = Vantage::Advance(Thou(spacing));
        let map = Exposure::new(view, &query(view, "B2", "A1.1", 1500, vantage)).unwrap();
        assert!(map.viewpoints() > last.viewpoints(), "{} at {spacing}", map.viewpoints());
        let mut better = 0;
        for (cell, before) in map.cells().iter().zip(standing.cells()) {
            assert!(cell.in_view >= before.in_view && cell.state <= before.state, "{cell:?}, {before:?}");
            assert!(cell.seen_by >= before.seen_by && cell.shot_by >= before.shot_by, "{cell:?}, {before:?}");
            better += usize::from(cell.state < before.state);
        }
        assert!(better > 10, "{better}");
        last = map;
    }
}

#[test]
fn invalid_queries_are_refused() {
    let game = game("duel", 1);
    let view = game.battle().view();
    let fine = query(view, "A", "B1.1", 500, Vantage::Standing);
    let with = |change: fn(&mut ExposureQuery)| {
        let mut query = fine.clone();
        change(&mut query);
        Exposure::new(view, &query).unwrap_err()
    };
    assert!(matches!(
        with(|query| query.by = Mark::Point(Place::default())),
        ExposureError::Mark(MarkError::NotAModel(_))
    ));
    assert!(matches!(
        with(|query| query.by = "A77".parse().unwrap()),
        ExposureError::Mark(MarkError::Unknown(_))
    ));
    assert!(matches!(
        with(|query| query.by = "A6".parse().unwrap()),
        ExposureError::Mark(MarkError::NotOnTable(_))
    ));
    assert!(matches!(with(|query| query.grid.cell = Thou(0)), ExposureError::Grid(GridError::Cell(_))));
    assert!(matches!(with(|query| query.grid.columns = 0), ExposureError::Grid(GridError::Beyond)));
    assert!(matches!(
        with(|query| query.grid.low[0] = Thou(i32::MIN)),
        ExposureError::Grid(GridError::Beyond)
    ));
    assert!(matches!(
        with(|query| (query.grid.columns, query.grid.rows) = (usize::MAX, 2)),
        ExposureError::Grid(GridError::TooMany { .. })
    ));
    assert!(matches!(
        with(|query| query.vantage = Vantage::Advance(Thou(1))),
        ExposureError::Spacing(Thou(1))
    ));
    for edge in [0.0, -1.0, f64::NAN, f64::INFINITY, 0.0001, 1e30] {
        assert!(matches!(Grid::edge(edge), Err(GridError::Cell(_))), "{edge}");
    }
    assert!(matches!(Grid::over([72.0, 48.0], Thou(1)), Err(GridError::TooMany { .. })));
}
