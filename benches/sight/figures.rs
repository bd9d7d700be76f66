//! The sight benchmarks of a battle, in units of one ray cast.

use std::hint::black_box;
use std::time::Duration;

use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::view::ModelView;
use warstrike::game::exposure::{Exposure, ExposureQuery, StandingLevel, Vantage};
use warstrike::game::measure::Mark;
use warstrike::rules::ids::Side;
use warstrike::rules::measures::Thou;
use warstrike::rules::sight::judge;
use warstrike::table::sight::SightBody;
use warstrike::table::sight::exposure::{BodyGrid, Grid};

use crate::chance::Chance;
use crate::common::{Costs, SEED, asked_nothing, sample};

/// Random pairs per figure.
const PAIRS: usize = 10_000;

/// Models of a large unit.
const MANY: usize = 50;

/// A battle whose models look at each other.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    battle: &'a Battle,
    max_time: Duration,
}

impl<'a> Scene<'a> {
    pub fn new(battle: &'a Battle) -> Self {
        Self { battle, max_time: Duration::MAX }
    }

    /// The same, with fewer samples for a figure that would take longer than this in total.
    pub fn within(self, max_time: Duration) -> Self {
        Self { max_time, ..self }
    }

    /// The share in view; mean over random pairs of enemies.
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
            black_box(view.terrain().visibility(from, to, rules));
        })
    }

    /// The state with all its reasons, and what lies on the line, of pairs not asked before.
    pub fn reasons(&self) -> f64 {
        let pairs = self.pairs();
        let ask_all = || {
            let anew = asked_nothing(self.battle);
            vec![sample(1, || judge_all(&anew, &pairs))]
        };
        Costs::asked_anew(self.max_time, ask_all).mean() / pairs.len() as f64
    }

    /// The same of pairs that the terrain remembers.
    pub fn reasons_remembered(&self) -> f64 {
        let pairs = self.pairs();
        judge_all(self.battle, &pairs);
        Costs::of(1, self.max_time, |_| judge_all(self.battle, &pairs)).mean() / pairs.len() as f64
    }

    /// Share and state of a pair, for all pairs of two large units.
    pub fn units(&self) -> f64 {
        let view = self.battle.view();
        let rules = &view.setup().ruleset.sight;
        let [ours, theirs] = Side::BOTH
            .map(|side| view.standing_of(side).take(MANY).map(|m| m.sight_body()).collect::<Vec<_>>());
        let pairs: Vec<[SightBody; 2]> = ours.iter().flat_map(|a| theirs.iter().map(|b| [*a, *b])).collect();
        self.mean(&pairs, |[from, to]| {
            black_box(view.terrain().visibility(from, to, rules));
        })
    }

    /// A cell of the grid with its body.
    pub fn field(&self) -> f64 {
        let cells = self.grid().cells();
        Costs::of(1, self.max_time, |_| {
            black_box(self.bodies());
        })
        .mean()
            / cells as f64
    }

    /// One observer and one cell, for so many observers of all cells; includes placing the bodies.
    pub fn map(&self, observers: usize) -> f64 {
        let view = self.battle.view();
        let rules = &view.setup().ruleset.sight;
        let eyes: Vec<SightBody> = self.enemies(observers).iter().map(ModelView::sight_body).collect();
        let cost = Costs::of(1, self.max_time, |_| {
            let bodies = self.bodies();
            for eye in &eyes {
                black_box(view.terrain().viewshed(eye, &bodies, rules));
            }
        });
        cost.mean() / (self.grid().cells() * eyes.len()) as f64
    }

    /// A cell of an exposure map, if one observer has moved.
    pub fn update(&self) -> f64 {
        let view = self.battle.view();
        let enemies = self.enemies(20);
        let unit = enemies[0].id.unit;
        let query = self.query(Mark::Unit(unit), self.grid(), Vantage::Standing);
        let mut map = Exposure::new(view, &query).unwrap();
        let place = enemies[1].pose.at;
        let cost =
            Costs::of(1, self.max_time, |_| map.move_observers(view, &[(enemies[0].id, place)]).unwrap());
        cost.mean() / self.grid().cells() as f64
    }

    /// The number of viewpoints after an Advance of a whole side, and the cost of the map.
    pub fn after_advance(&self) -> (usize, f64) {
        let view = self.battle.view();
        let grid = Grid::over(view.terrain().size, Thou(1000)).unwrap();
        let query = self.query(Mark::Side(Side::B), grid, Vantage::Advance(Thou(2000)));
        let mut viewpoints = 0;
        let cost = Costs::of(1, self.max_time, |_| {
            viewpoints = Exposure::new(view, &query).unwrap().viewpoints();
        });
        (viewpoints, cost.mean())
    }

    fn query(&self, by: Mark, grid: Grid, vantage: Vantage) -> ExposureQuery<'a> {
        let like = self.battle.view().standing_of(Side::A).next().unwrap().card;
        ExposureQuery { by, like, grid, level: StandingLevel::Near(Thou(0)), vantage }
    }

    /// Enemies from all over the table.
    fn enemies(&self, count: usize) -> Vec<ModelView<'a>> {
        let all: Vec<ModelView> = self.battle.view().standing_of(Side::B).collect();
        (0..count).map(|index| all[index * all.len() / count]).collect()
    }

    /// 72 by 48 inches in cells of half an inch, around the middle of the table.
    fn grid(&self) -> Grid {
        Grid { low: [Thou(-36_000), Thou(-24_000)], cell: Grid::HALF_INCH, columns: 144, rows: 96 }
    }

    fn bodies(&self) -> BodyGrid {
        let view = self.battle.view();
        let like = view.standing_of(Side::A).next().unwrap().sight_body();
        view.terrain().body_grid(self.grid(), &like, |_| Thou(0), &view.setup().ruleset.sight).unwrap()
    }

    fn pairs(&self) -> Vec<[SightBody; 2]> {
        let mut chance = Chance::new(SEED);
        let sides = Side::BOTH.map(|side| self.battle.view().standing_of(side).collect::<Vec<_>>());
        let mut any = |side: usize| sides[side][chance.below(sides[side].len())].sight_body();
        (0..PAIRS).map(|_| [any(0), any(1)]).collect()
    }

    /// Mean cost of pairs, in rays.
    fn mean(&self, pairs: &[[SightBody; 2]], look: impl Fn(&[SightBody; 2])) -> f64 {
        Costs::of(1, self.max_time, |_| pairs.iter().for_each(&look)).mean() / pairs.len() as f64
    }
}

fn judge_all(battle: &Battle, pairs: &[[SightBody; 2]]) {
    let view = battle.view();
    for [from, to] in pairs {
        let sighting = view.terrain().sighting(from, to);
        black_box(judge(&sighting, &view.setup().ruleset.sight, view.allowance()));
    }
}
