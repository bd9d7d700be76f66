//! Oracle: brute force for units that fall back. Could more models be in coherency? By every order and every
//! place of a grid for up to four models, at random for more.

use std::cell::{Cell, OnceCell};

use crate::paths::tables::Draw;

use super::followers::{MinLength, Seeker, around};
use super::leader::Verdict;
use super::scene::{OracleModel, Scene};

/// Units up to this size are searched exhaustively.
const MAX_EXHAUSTIVE: usize = 4;

/// How many random attempts are made for a whole unit.
const TRIES: usize = 1000;

/// An exhaustive search is given up after so many places.
const MAX_TRIED: u64 = 100_000_000;

/// The verdict on a unit whose grid is too large.
pub const GIVEN_UP: Verdict = Verdict::Undecided("the grid is too large to search");

/// The verdict on a unit whose grid is searched to its end.
pub const SEARCHED_WHOLE: Verdict = Verdict::Right("as many as the grid allows");

/// Checks that no search brings more models of a unit together.
///
/// Rule: FB-5, COH-1.
pub fn saved(scene: &Scene, leader: OracleModel, together: usize) -> Verdict {
    let seekers: Vec<Seeker> = scene.unit[1..].iter().filter_map(|model| Seeker::new(scene, model)).collect();
    if seekers.len() + 1 < scene.unit.len() || scene.unit.iter().any(|model| scene.starts_close(model)) {
        return Verdict::Undecided("unit starts close to an enemy");
    }
    let grid = Grid::new(scene, &seekers, leader);
    let whole = scene.unit.len() <= MAX_EXHAUSTIVE;
    let found = if whole { grid.search(together + 1) } else { Some(grid.random_search()) };
    let Some(found) = found else { return GIVEN_UP };
    if found.len() > together {
        let ends: Vec<_> = found.iter().map(|model| (model.id, model.at())).collect();
        return Verdict::Wrong(format!("{together} together, could be {}: {ends:?}", found.len()));
    }
    if whole { SEARCHED_WHOLE } else { Verdict::Right("as many as random search finds") }
}

/// A candidate end: the index of a model, and of one of its places.
type Spot = [usize; 2];

/// For every model the places that a candidate end keeps in coherency and leaves free.
type Beside = Vec<Vec<usize>>;

/// All grid places at which models of a unit may end in a chain from the leader, which comes first and has one
/// place.
struct Grid<'s> {
    scene: &'s Scene,
    ends: Vec<Vec<OracleModel>>,
    beside: Vec<Vec<OnceCell<Beside>>>,
    left: Cell<u64>,
}

impl<'s> Grid<'s> {
    fn new(scene: &'s Scene, seekers: &[Seeker], leader: OracleModel) -> Self {
        let of = |seeker: &Seeker| -> Vec<OracleModel> {
            let link = scene.coherency + 2.0 * leader.body.radius;
            let points = around(leader.centre(), link * seekers.len() as f64);
            points.into_iter().filter_map(|point| seeker.ends(point, &[leader], MinLength::Mv)).collect()
        };
        let ends: Vec<Vec<OracleModel>> =
            std::iter::once(vec![leader]).chain(seekers.iter().map(of)).collect();
        let beside = ends.iter().map(|ends| vec![OnceCell::new(); ends.len()]).collect();
        Self { scene, ends, beside, left: Cell::new(MAX_TRIED) }
    }

    fn model(&self, [model, index]: Spot) -> &OracleModel {
        &self.ends[model][index]
    }

    fn beside(&self, spot: Spot) -> &Beside {
        let [model, index] = spot;
        self.beside[model][index].get_or_init(|| {
            let one = self.model(spot);
            let held = |end: &OracleModel| !end.overlaps(one, -0.005) && self.scene.holds(end, one, 0.01);
            let of = |(other, ends): (usize, &Vec<OracleModel>)| {
                let all = ends.iter().enumerate().filter(|_| other != model);
                all.filter(|(_, end)| held(end)).map(|(index, _)| index).collect()
            };
            self.ends.iter().enumerate().map(of).collect()
        })
    }

    /// A set of `wanted` models in coherency, leader included; empty if there is none beyond the leader; `None`
    /// if it takes too long.
    fn search(&self, wanted: usize) -> Option<Vec<OracleModel>> {
        let mut there = vec![[0, 0]];
        let found = self.join(&mut there, wanted);
        (found || self.left.get() > 0).then(|| there.into_iter().map(|spot| *self.model(spot)).collect())
    }

    /// Adds models one by one, each in coherency with one placed before, until there are `wanted`.
    fn join(&self, there: &mut Vec<Spot>, wanted: usize) -> bool {
        if there.len() == wanted {
            return true;
        }
        for held_by in 0..there.len() {
            for model in 1..self.ends.len() {
                if there.iter().any(|[other, _]| *other == model) {
                    continue;
                }
                for index in &self.beside(there[held_by])[model] {
                    if self.left.get() == 0 {
                        return false;
                    }
                    self.left.set(self.left.get() - 1);
                    let end = self.model([model, *index]);
                    if there.iter().any(|other| end.overlaps(self.model(*other), -0.005)) {
                        continue;
                    }
                    there.push([model, *index]);
                    if self.join(there, wanted) {
                        return true;
                    }
                    there.pop();
                }
            }
        }
        false
    }

    /// The largest set that random attempts bring together.
    fn random_search(&self) -> Vec<OracleModel> {
        let (leader, ends) = (self.ends[0][0], &self.ends[1..]);
        let draw = &mut Draw::new(77);
        let mut best = vec![leader];
        for _ in 0..TRIES {
            let mut there = vec![leader];
            let mut left: Vec<usize> = (0..ends.len()).collect();
            while !left.is_empty() {
                let index = left.swap_remove(draw.below(left.len()));
                let choices = &ends[index];
                let fits = |end: &&OracleModel| {
                    !there.iter().any(|other| end.overlaps(other, -0.005))
                        && there.iter().any(|other| self.scene.holds(end, other, 0.01))
                };
                let first = draw.below(choices.len().max(1));
                let found = choices.iter().cycle().skip(first).take(choices.len()).find(fits).copied();
                there.extend(found);
            }
            if there.len() > best.len() {
                best = there;
            }
        }
        best
    }
}
