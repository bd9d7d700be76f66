//! The exposure map after an Advance against one that looks everywhere from every viewpoint; cancellation.

use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::game::engine::battle::Battle;
use crate::game::engine::dice::Dice;
use crate::level::data_folder::{DataFolder, load_level};

/// Rule: VIS-1, VIS-2, VIS-4. Cells that an observer already sees as well as possible are skipped; that changes nothing.
#[test]
fn skipping_cells_already_seen_best_changes_nothing() {
    let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
    let duel = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/duel.ron");
    for (level, by, like, cell) in [(duel, "A", "B1.1", 1300), ("street", "B2", "A1.1", 1700)] {
        let setup = load_level(level, &data, None).unwrap_or_else(|faults| panic!("{faults}"));
        let (battle, _) = Battle::new(Arc::new(setup), Dice::seeded(1)).unwrap();
        let view = battle.view();
        let spacing = Thou(2500);
        let query = ExposureQuery {
            by: by.parse().unwrap(),
            like: view.model(like.parse().unwrap()).unwrap().card,
            grid: Grid::over(view.terrain().size, Thou(cell)).unwrap(),
            level: StandingLevel::Near(Thou(0)),
            vantage: Vantage::Advance(spacing),
        };
        let map = Exposure::new(view, &query).unwrap();
        let mut full = map.clone();
        full.observers.iter_mut().for_each(|observer| observer.best.clear());
        let placed = placed_models(view, &query.by, &[]).unwrap();
        let models: Vec<ModelView> = placed.into_iter().map(|placed| placed.model).collect();
        let viewpoints = Viewpoints::after_advance(view, &models, spacing, Exposure::MAX_VIEWPOINTS).unwrap();
        assert!(viewpoints.len() > 3 * models.len(), "{level}: few viewpoints");
        for (body, shared_by) in viewpoints.iter() {
            let viewshed = view.terrain().viewshed(body, &full.bodies, &full.rules);
            for index in shared_by {
                let views = full.views(&viewshed, body, full.observers[*index].awareness);
                full.observers[*index].merge(&views);
            }
        }
        full.summarise();
        assert!(full == map, "{level}: the maps differ");
        let views = (0..map.bodies.grid.cells())
            .flat_map(|cell| map.observers.iter().map(move |observer| (observer, cell)));
        let is_best =
            |(observer, cell): &(&Observer, usize)| observer.sees_best(*cell, map.bodies.ground_state(*cell));
        let skipped = views.filter(is_best).count();
        assert!(skipped > 100, "{level}: only {skipped} cells are seen as well as possible");
    }
}

/// A query cancelled before the first viewpoint gives no map, neither a new nor an updated one; an uncancelled query
/// does.
#[test]
fn a_cancelled_query_gives_no_map() {
    let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
    let setup = load_level("street", &data, None).unwrap_or_else(|faults| panic!("{faults}"));
    let (battle, _) = Battle::new(Arc::new(setup), Dice::seeded(1)).unwrap();
    let view = battle.view();
    let like = view.model("A1.1".parse().unwrap()).unwrap().card;
    for vantage in [Vantage::Standing, Vantage::Advance(Thou(2500))] {
        let cancellation = CancellationToken::default();
        let ground = |_: Point| Thou(0);
        // Heights are queried before any observer looks.
        let cancel = |_: Point| {
            cancellation.cancel();
            Thou(0)
        };
        let grid = Grid::over(view.terrain().size, Thou(2500)).unwrap();
        let query = ExposureQuery {
            by: "B1".parse().unwrap(),
            like,
            grid,
            level: StandingLevel::At(&ground),
            vantage,
        };
        let map = Exposure::new_cancellable(&cancellation, view, &query).unwrap();
        assert!(map == Exposure::new(view, &query).unwrap(), "{vantage:?}");
        let query = ExposureQuery { level: StandingLevel::At(&cancel), ..query };
        let cancelled = Exposure::new_cancellable(&cancellation, view, &query);
        assert_eq!(cancelled.err(), Some(ExposureError::Cancelled), "{vantage:?}");
        let dragged = map.observers[0].id;
        let overrides = [(dragged, view.model(dragged).unwrap().pose.at)];
        let cancelled = map.clone().move_observers_cancellable(&cancellation, view, &overrides);
        assert_eq!(cancelled.err(), Some(ExposureError::Cancelled), "{vantage:?}");
        assert_eq!(map.clone().move_observers(view, &overrides), Ok(()), "{vantage:?}");
    }
}
