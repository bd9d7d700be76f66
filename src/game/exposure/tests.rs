//! The map after an Advance, looked at from every place in full.

use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::game::engine::battle::Battle;
use crate::game::engine::dice::Dice;
use crate::level::data_folder::{DataFolder, load_level};

/// Rule: VIS-1, VIS-2, VIS-4. Cells that a looker has seen as well as can be are not looked at again: that
/// changes nothing.
#[test]
fn looks_that_can_show_nothing_new_are_not_needed() {
    let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
    let duel = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/duel.ron");
    for (level, by, like, cell) in [(duel, "A", "B1.1", 1300), ("street", "B2", "A1.1", 1700)] {
        let setup = load_level(level, &data, None).unwrap_or_else(|faults| panic!("{faults}"));
        let (battle, _) = Battle::new(Arc::new(setup), Dice::seeded(1)).unwrap();
        let view = battle.view();
        let spacing = Thou(2500);
        let asked = Asked {
            by: by.parse().unwrap(),
            like: view.model(like.parse().unwrap()).unwrap().card,
            grid: Grid::over(view.terrain().size, Thou(cell)).unwrap(),
            level: Level::Near(Thou(0)),
            vantage: Vantage::Advance(spacing),
        };
        let map = Exposure::new(view, &asked).unwrap();
        let mut full = map.clone();
        full.lookers.iter_mut().for_each(|looker| looker.glances.clear());
        let models: Vec<ModelView> =
            models(view, &asked.by, &[]).unwrap().into_iter().map(|stand| stand.model).collect();
        let stands = Stands::after_advance(view, &models, spacing, Exposure::MOST_EYES).unwrap();
        assert!(stands.len() > 3 * models.len(), "{level}: few places");
        for (eye, by) in stands.iter() {
            let glimpses = view.terrain().glimpses(eye, &full.field, &full.rules);
            for nth in by {
                let glances = full.glances(&glimpses, eye, full.lookers[*nth].awareness);
                full.lookers[*nth].join(&glances);
            }
        }
        full.sum_up();
        assert!(full == map, "{level}: the maps differ");
        let looks = (0..map.field.grid.cells()).flat_map(|cell| map.lookers.iter().map(move |l| (l, cell)));
        let spared = looks.filter(|(looker, cell)| looker.sees_best(*cell, map.field.ground(*cell))).count();
        assert!(spared > 100, "{level}: only {spared} cells are seen as well as can be");
    }
}

/// A map whose question is taken back before the first look is none, nor is one that is brought up to date; one whose
/// question is not is the map.
#[test]
fn a_map_that_nobody_waits_for_is_given_up() {
    let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
    let setup = load_level("street", &data, None).unwrap_or_else(|faults| panic!("{faults}"));
    let (battle, _) = Battle::new(Arc::new(setup), Dice::seeded(1)).unwrap();
    let view = battle.view();
    let like = view.model("A1.1".parse().unwrap()).unwrap().card;
    for vantage in [Vantage::Standing, Vantage::Advance(Thou(2500))] {
        let recall = CancellationToken::default();
        let wanted = |_: Point| Thou(0);
        // Heights are asked before anybody looks.
        let no_longer = |_: Point| {
            recall.recall();
            Thou(0)
        };
        let grid = Grid::over(view.terrain().size, Thou(2500)).unwrap();
        let asked = Asked { by: "B1".parse().unwrap(), like, grid, level: Level::At(&wanted), vantage };
        let map = Exposure::new_unless(&recall, view, &asked).unwrap();
        assert!(map == Exposure::new(view, &asked).unwrap(), "{vantage:?}");
        let asked = Asked { level: Level::At(&no_longer), ..asked };
        let given_up = Exposure::new_unless(&recall, view, &asked);
        assert_eq!(given_up.err(), Some(ExposureError::Recalled), "{vantage:?}");
        let dragged = map.lookers[0].id;
        let instead = [(dragged, view.model(dragged).unwrap().pose.at)];
        let given_up = map.clone().with_lookers_at_unless(&recall, view, &instead);
        assert_eq!(given_up.err(), Some(ExposureError::Recalled), "{vantage:?}");
        assert_eq!(map.clone().with_lookers_at(view, &instead), Ok(()), "{vantage:?}");
    }
}
