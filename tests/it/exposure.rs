//! The exposure map of a battle against what `sight` tells of its pairs.

use warstrike::game::engine::view::View;
use warstrike::game::exposure::{Asked, Exposed, Exposure, ExposureError, Level, Room, Vantage};
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

fn asked<'a>(view: View<'a>, by: &str, like: &str, cell: i32, vantage: Vantage) -> Asked<'a> {
    let grid = Grid::over(view.terrain().size, Thou(cell)).unwrap();
    let like = view.model(like.parse().unwrap()).unwrap().card;
    Asked { by: by.parse().unwrap(), like, grid, level: Level::Near(Thou(0)), vantage }
}

fn side(by: &Mark) -> Side {
    let Mark::Side(side) = by else { panic!("{by} is no side") };
    *side
}

/// What is to be told of a cell, pair by pair.
fn expected(view: View, asked: &Asked, at: Place) -> (SightState, f64, u16, u16) {
    let rules = &view.setup().ruleset.sight;
    let side = side(&asked.by);
    let mut all = (SightState::Hidden, 0.0_f64, 0, 0);
    for looker in view.standing_of(side) {
        let mut body = looker.viewed_at(at);
        let base = asked.like.base;
        (body.radius, body.height, body.eyes) = (base.radius(), base.height, base.eyes);
        let sighting = view.terrain().sighting(&looker.viewed(), &body);
        let state = judge(&sighting, rules, view.allowance()).state;
        let apart = gap(looker.disc(), Disc { at, radius: body.radius });
        let aware = awareness(looker.card.characteristics.awareness, sighting.rise, rules);
        all.0 = all.0.min(state);
        all.1 = all.1.max(sighting.in_view);
        all.2 += u16::from(state < SightState::Hidden);
        all.3 += u16::from(state_allows_fire(state, apart, aware, view.allowance()));
    }
    all
}

fn told(cell: &Exposed) -> (SightState, f64, u16, u16) {
    (cell.state, cell.in_view, cell.seen_by, cell.shot_by)
}

fn same(a: (SightState, f64, u16, u16), b: (SightState, f64, u16, u16)) -> bool {
    (a.0, a.2, a.3) == (b.0, b.2, b.3) && (a.1 - b.1).abs() < 1e-9
}

/// Rule: VIS-1, VIS-2, VIS-3, VIS-4.
#[test]
fn the_map_of_a_battle_sums_up_what_sight_tells_of_each_pair() {
    for (level, by, like, cell) in
        [("street", "B", "A1.1", 1700), ("duel", "A", "B1.1", 900), ("mid-battle", "A", "B1.1", 2100)]
    {
        let game = game(level, 1);
        let view = game.battle().view();
        let asked = asked(view, by, like, cell, Vantage::Standing);
        let map = Exposure::new(view, &asked).unwrap();
        let mover = Mover::of(asked.like);
        let mut states = [0; 4];
        for cell in map.cells() {
            let expected = expected(view, &asked, cell.at);
            assert!(same(told(cell), expected), "{level}: {cell:?}, not {expected:?}");
            assert_eq!(
                cell.room == Room::Free,
                view.terrain().check_room(cell.at, mover).is_ok(),
                "{cell:?}"
            );
            assert_eq!(cell.clearest.is_none(), cell.state == SightState::Hidden, "{cell:?}");
            states[cell.state as usize] += 1;
        }
        assert_eq!(map.eyes(), view.standing_of(side(&asked.by)).count());
        println!("{level}: {states:?}");
        assert!(
            states[0] > 20 && states.iter().filter(|count| **count > 0).count() > 2,
            "{level}: {states:?}"
        );
    }
}

/// A map brought to where models stand is the map made anew.
///
/// Rule: VIS-1.
#[test]
fn a_map_after_a_move_is_the_map_made_anew() {
    for vantage in [Vantage::Standing, Vantage::Advance(Thou(2000))] {
        let (mut battle, _) = Battle::new(setup("duel"), Dice::seeded(1)).unwrap();
        let mut map = {
            let view = battle.view();
            Exposure::new(view, &asked(view, "A", "B1.1", 2000, vantage)).unwrap()
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
        let anew = Exposure::new(view, &asked(view, "A", "B1.1", 2000, vantage)).unwrap();
        if vantage == Vantage::Standing {
            let mut dragged = map.clone();
            dragged.with_lookers_at(view, &[(id, place)]).unwrap();
            assert_eq!(dragged, anew);
        }
        map.update(view).unwrap();
        assert!(map == anew, "{vantage:?}");
        assert!(map != before, "{vantage:?}");
    }
}

/// A unit that is dragged looks from wherever an Advance could bring it from there, like one that stands there;
/// what others see is kept. Where it is dragged to its own places, nothing changes.
///
/// Rule: ACT-2, VIS-1.
#[test]
fn after_an_advance_only_who_is_dragged_looks_anew() {
    let (mut battle, _) = Battle::new(setup("street"), Dice::seeded(1)).unwrap();
    let mut snapshot = battle.snapshot();
    let view = battle.view();
    let asked_now = asked(view, "B", "A1.1", 1500, Vantage::Advance(Thou(2500)));
    let map = Exposure::new(view, &asked_now).unwrap();
    let unit: UnitId = "B1".parse().unwrap();
    let at_home: Vec<_> = view.standing(unit).map(|model| (model.id, model.pose.at)).collect();
    let mut dragged = map.clone();
    dragged.with_lookers_at(view, &at_home).unwrap();
    assert!(dragged == map, "the unit has not moved");

    let moved = |at: &Place| Place { y: Thou(at.y.0 - 3000), ..*at };
    let instead: Vec<_> = at_home.iter().map(|(id, at)| (*id, moved(at))).collect();
    dragged.with_lookers_at(view, &instead).unwrap();
    for model in snapshot.models.iter_mut().filter(|model| model.id.unit == unit) {
        model.pose.at = moved(&model.pose.at);
    }
    battle.restore(&snapshot).unwrap();
    let view = battle.view();
    let there = Exposure::new(view, &asked(view, "B", "A1.1", 1500, Vantage::Advance(Thou(2500)))).unwrap();
    let mut changed = 0;
    for looker in map.lookers() {
        // The other units' own ways are not found anew.
        let expected = if looker.unit == unit { &there } else { &map };
        for cell in 0..map.cells().len() {
            assert_eq!(dragged.glimpse(looker, cell), expected.glimpse(looker, cell), "{looker}, {cell}");
            changed += usize::from(dragged.glimpse(looker, cell) != map.glimpse(looker, cell));
        }
    }
    assert!(changed > 100, "only {changed} glimpses changed");
    let sums = |map: &Exposure| -> usize { map.cells().iter().map(|cell| usize::from(cell.seen_by)).sum() };
    assert_ne!(sums(&dragged), sums(&map), "summed up anew");
}

/// A level may be chosen for each place; it is the nearest there.
///
/// Rule: VIS-1.
#[test]
fn a_map_may_lie_on_another_level_at_each_place() {
    let game = game("movement-gallery", 1);
    let view = game.battle().view();
    let terrain = view.terrain();
    let asked = asked(view, "A", "B1.1", 500, Vantage::Standing);
    let near = |height: i32| Level::Near(Thou(height));
    let top = |at: [f64; 2]| terrain.heights_at(at).last().copied().unwrap_or_default();
    let mixed = |at: [f64; 2]| if at[0] < 0.0 { top(at) } else { Thou(0) };
    let mut cells = |level: Level<'_>| {
        let asked = Asked { level, ..asked.clone() };
        Exposure::new(view, &asked).unwrap().cells().to_vec()
    };
    let [ground, high, mixed] = [near(0), near(1_000_000), Level::At(&mixed)].map(&mut cells);
    let mut over = [0; 2];
    for ((ground, high), mixed) in ground.iter().zip(&high).zip(&mixed) {
        let east = ground.at.x.0 >= 0;
        assert_eq!(mixed, if east { ground } else { high }, "{mixed:?}");
        over[usize::from(east)] += usize::from(ground.at.z != high.at.z);
    }
    assert!(over.iter().all(|count| *count > 20), "floors over the ground on both sides: {over:?}");
}

/// Who may go first sees no less, and no more than the places he looks from show.
///
/// Rule: ACT-2, VIS-1.
#[test]
fn after_an_advance_nothing_is_seen_worse() {
    let game = game("street", 1);
    let view = game.battle().view();
    let standing = Exposure::new(view, &asked(view, "B2", "A1.1", 1500, Vantage::Standing)).unwrap();
    let mut last = standing.clone();
    for spacing in [4000, 2000] {
        let vantage = Vantage::Advance(Thou(spacing));
        let map = Exposure::new(view, &asked(view, "B2", "A1.1", 1500, vantage)).unwrap();
        assert!(map.eyes() > last.eyes(), "{} at {spacing}", map.eyes());
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
fn what_cannot_be_mapped_is_refused() {
    let game = game("duel", 1);
    let view = game.battle().view();
    let fine = asked(view, "A", "B1.1", 500, Vantage::Standing);
    let with = |change: fn(&mut Asked)| {
        let mut asked = fine.clone();
        change(&mut asked);
        Exposure::new(view, &asked).unwrap_err()
    };
    assert!(matches!(
        with(|asked| asked.by = Mark::Point(Place::default())),
        ExposureError::Mark(MarkError::NoModel(_))
    ));
    assert!(matches!(
        with(|asked| asked.by = "A77".parse().unwrap()),
        ExposureError::Mark(MarkError::Unknown(_))
    ));
    assert!(matches!(
        with(|asked| asked.by = "A6".parse().unwrap()),
        ExposureError::Mark(MarkError::NotOnTable(_))
    ));
    assert!(matches!(with(|asked| asked.grid.cell = Thou(0)), ExposureError::Grid(GridError::Cell(_))));
    assert!(matches!(with(|asked| asked.grid.columns = 0), ExposureError::Grid(GridError::Beyond)));
    assert!(matches!(
        with(|asked| asked.grid.low[0] = Thou(i32::MIN)),
        ExposureError::Grid(GridError::Beyond)
    ));
    assert!(matches!(
        with(|asked| (asked.grid.columns, asked.grid.rows) = (usize::MAX, 2)),
        ExposureError::Grid(GridError::TooMany { .. })
    ));
    assert!(matches!(
        with(|asked| asked.vantage = Vantage::Advance(Thou(1))),
        ExposureError::Spacing(Thou(1))
    ));
    for edge in [0.0, -1.0, f64::NAN, f64::INFINITY, 0.0001, 1e30] {
        assert!(matches!(Grid::edge(edge), Err(GridError::Cell(_))), "{edge}");
    }
    assert!(matches!(Grid::over([72.0, 48.0], Thou(1)), Err(GridError::TooMany { .. })));
}
