//! What is measured of a battle, in rays.

use std::hint::black_box;
use std::time::Duration;

use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::view::ModelView;
use warstrike::game::exposure::{Asked, Exposure, Level, Vantage};
use warstrike::game::measure::Mark;
use warstrike::rules::ids::Side;
use warstrike::rules::measures::Thou;
use warstrike::rules::sight::judge;
use warstrike::table::sight::SightBody;
use warstrike::table::sight::exposure::{Field, Grid};

use crate::chance::Chance;
use crate::common::{Costs, SEED};

/// Random pairs measured.
const PAIRS: usize = 10_000;

/// Models of a large unit.
const MANY: usize = 50;

/// A battle whose models look at each other.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    battle: &'a Battle,
    most: Duration,
}

impl<'a> Scene<'a> {
    pub fn new(battle: &'a Battle) -> Self {
        Self { battle, most: Duration::MAX }
    }

    /// The same, but what takes longer than this in all is sampled less often.
    pub fn within(self, most: Duration) -> Self {
        Self { most, ..self }
    }

    /// The share in view, mean of random pairs of enemies.
    pub fn shares(&self) -> f64 {
        let terrain = self.battle.view().terrain();
        self.mean(&self.pairs(), |[from, to]| {
            black_box(terrain.fraction_in_view(from, to));
        })
    }

    /// The share and the state.
    pub fn states(&self) -> f64 {
        let view = self.battle.view();
        let rules = &view.setup().ruleset.sight;
        self.mean(&self.pairs(), |[from, to]| {
            black_box(view.terrain().glimpse(from, to, rules));
        })
    }

    /// The state, all that speaks for it, and what lies on the line.
    pub fn reasons(&self) -> f64 {
        let view = self.battle.view();
        let rules = &view.setup().ruleset.sight;
        self.mean(&self.pairs(), |[from, to]| {
            black_box(judge(&view.terrain().sighting(from, to), rules, view.allowance()));
        })
    }

    /// Share and state of a pair, where as many models look at as many others.
    pub fn units(&self) -> f64 {
        let view = self.battle.view();
        let rules = &view.setup().ruleset.sight;
        let [ours, theirs] =
            Side::BOTH.map(|side| view.standing_of(side).take(MANY).map(|m| m.viewed()).collect::<Vec<_>>());
        let pairs: Vec<[SightBody; 2]> = ours.iter().flat_map(|a| theirs.iter().map(|b| [*a, *b])).collect();
        self.mean(&pairs, |[from, to]| {
            black_box(view.terrain().glimpse(from, to, rules));
        })
    }

    /// The grid with its bodies.
    pub fn field(&self) -> f64 {
        let cells = self.grid().cells();
        Costs::of(1, self.most, |_| {
            black_box(self.bodies());
        })
        .mean()
            / cells as f64
    }

    /// A look of one at a cell, where so many look at all cells; the grid with its bodies included.
    pub fn map(&self, lookers: usize) -> f64 {
        let view = self.battle.view();
        let rules = &view.setup().ruleset.sight;
        let eyes: Vec<SightBody> = self.enemies(lookers).iter().map(ModelView::viewed).collect();
        let cost = Costs::of(1, self.most, |_| {
            let field = self.bodies();
            for eye in &eyes {
                black_box(view.terrain().glimpses(eye, &field, rules));
            }
        });
        cost.mean() / (self.grid().cells() * eyes.len()) as f64
    }

    /// A cell of a battle's map, where one of those who look has moved.
    pub fn update(&self) -> f64 {
        let view = self.battle.view();
        let enemies = self.enemies(20);
        let unit = enemies[0].id.unit;
        let asked = self.asked(Mark::Unit(unit), self.grid(), Vantage::Standing);
        let mut map = Exposure::new(view, &asked).unwrap();
        let place = enemies[1].pose.at;
        let cost = Costs::of(1, self.most, |_| map.with_lookers_at(view, &[(enemies[0].id, place)]).unwrap());
        cost.mean() / self.grid().cells() as f64
    }

    /// From how many places is looked after an Advance of a whole side, and what that costs.
    pub fn after_advance(&self) -> (usize, f64) {
        let view = self.battle.view();
        let grid = Grid::over(view.terrain().size, Thou(1000)).unwrap();
        let asked = self.asked(Mark::Side(Side::B), grid, Vantage::Advance(Thou(2000)));
        let mut eyes = 0;
        let cost = Costs::of(1, self.most, |_| {
            eyes = Exposure::new(view, &asked).unwrap().eyes();
        });
        (eyes, cost.mean())
    }

    fn asked(&self, by: Mark, grid: Grid, vantage: Vantage) -> Asked<'a> {
        let like = self.battle.view().standing_of(Side::A).next().unwrap().card;
        Asked { by, like, grid, level: Level::Near(Thou(0)), vantage }
    }

    /// Enemies from all over the table.
    fn enemies(&self, count: usize) -> Vec<ModelView<'a>> {
        let all: Vec<ModelView> = self.battle.view().standing_of(Side::B).collect();
        (0..count).map(|nth| all[nth * all.len() / count]).collect()
    }

    /// 72 by 48 inches in cells of half an inch, around the middle of the table.
    fn grid(&self) -> Grid {
        Grid { low: [Thou(-36_000), Thou(-24_000)], cell: Grid::HALF_INCH, columns: 144, rows: 96 }
    }

    fn bodies(&self) -> Field {
        let view = self.battle.view();
        let like = view.standing_of(Side::A).next().unwrap().viewed();
        view.terrain().field(self.grid(), &like, |_| Thou(0), &view.setup().ruleset.sight).unwrap()
    }

    fn pairs(&self) -> Vec<[SightBody; 2]> {
        let mut chance = Chance::new(SEED);
        let sides = Side::BOTH.map(|side| self.battle.view().standing_of(side).collect::<Vec<_>>());
        let mut any = |side: usize| sides[side][chance.below(sides[side].len())].viewed();
        (0..PAIRS).map(|_| [any(0), any(1)]).collect()
    }

    /// Mean cost of pairs, in rays.
    fn mean(&self, pairs: &[[SightBody; 2]], look: impl Fn(&[SightBody; 2])) -> f64 {
        Costs::of(1, self.most, |_| pairs.iter().for_each(&look)).mean() / pairs.len() as f64
    }
}
