//! The oracle's brute force for those who fall back: whether more of a unit could be together than are, by every
//! order and every place of a grid for up to four models, by chance for more.

use std::cell::{Cell, OnceCell};

use crate::paths::tables::Draw;

use super::followers::{Least, Seeker, around};
use super::leader::Verdict;
use super::scene::{Man, Scene};

/// Units of so many models or fewer are searched whole.
const SEARCHED: usize = 4;

/// How often a random search tries to bring a whole unit together.
const TRIES: usize = 1000;

/// So many places are tried before a search of a whole grid is given up.
const MOST_TRIED: u64 = 100_000_000;

/// The verdict on a unit whose grid is not searched to its end.
pub const GIVEN_UP: Verdict = Verdict::Untold("the grid is too large to search");

/// Those on units whose grid is.
pub const SEARCHED_WHOLE: Verdict = Verdict::Right("as many as the grid saves");

/// Whether a search brings more of a unit together than were.
///
/// Rule: FB-5, COH-1.
pub fn saved(scene: &Scene, leader: Man, together: usize) -> Verdict {
    let seekers: Vec<Seeker> = scene.unit[1..].iter().filter_map(|man| Seeker::new(scene, man)).collect();
    if seekers.len() + 1 < scene.unit.len() || scene.unit.iter().any(|man| scene.starts_close(man)) {
        return Verdict::Untold("unit starts close to an enemy");
    }
    let grid = Grid::new(scene, &seekers, leader);
    let whole = scene.unit.len() <= SEARCHED;
    let found = if whole { grid.searched(together + 1) } else { Some(grid.tried()) };
    let Some(found) = found else { return GIVEN_UP };
    if found.len() > together {
        let ends: Vec<_> = found.iter().map(|man| (man.id, man.at())).collect();
        return Verdict::Wrong(format!("{together} together, could be {}: {ends:?}", found.len()));
    }
    if whole { SEARCHED_WHOLE } else { Verdict::Right("as many as chance saves") }
}

/// A place at which one may end: of whom, and which of his.
type Spot = [usize; 2];

/// For everyone the places that one of another's holds in coherency and leaves free.
type Beside = Vec<Vec<usize>>;

/// All places of a grid at which those of a unit may end within a chain from the leader, who comes first and has but
/// one.
struct Grid<'s> {
    scene: &'s Scene,
    ends: Vec<Vec<Man>>,
    beside: Vec<Vec<OnceCell<Beside>>>,
    left: Cell<u64>,
}

impl<'s> Grid<'s> {
    fn new(scene: &'s Scene, seekers: &[Seeker], leader: Man) -> Self {
        let of = |seeker: &Seeker| -> Vec<Man> {
            let link = scene.coherency + 2.0 * leader.body.radius;
            let points = around(leader.centre(), link * seekers.len() as f64);
            points.into_iter().filter_map(|point| seeker.ends(point, &[leader], Least::Mv)).collect()
        };
        let ends: Vec<Vec<Man>> = std::iter::once(vec![leader]).chain(seekers.iter().map(of)).collect();
        let beside = ends.iter().map(|ends| vec![OnceCell::new(); ends.len()]).collect();
        Self { scene, ends, beside, left: Cell::new(MOST_TRIED) }
    }

    fn man(&self, [who, nth]: Spot) -> &Man {
        &self.ends[who][nth]
    }

    fn beside(&self, spot: Spot) -> &Beside {
        let [who, nth] = spot;
        self.beside[who][nth].get_or_init(|| {
            let one = self.man(spot);
            let held = |end: &Man| !end.overlaps(one, -0.005) && self.scene.holds(end, one, 0.01);
            let of = |(other, ends): (usize, &Vec<Man>)| {
                let all = ends.iter().enumerate().filter(|_| other != who);
                all.filter(|(_, end)| held(end)).map(|(nth, _)| nth).collect()
            };
            self.ends.iter().enumerate().map(of).collect()
        })
    }

    /// So many who are together, the leader among them; none if no more than he; `None` if it takes too long.
    fn searched(&self, wanted: usize) -> Option<Vec<Man>> {
        let mut there = vec![[0, 0]];
        let found = self.join(&mut there, wanted);
        (found || self.left.get() > 0).then(|| there.into_iter().map(|spot| *self.man(spot)).collect())
    }

    /// Adds one after another that is not yet there, each beside one who is, until there are so many.
    fn join(&self, there: &mut Vec<Spot>, wanted: usize) -> bool {
        if there.len() == wanted {
            return true;
        }
        for held_by in 0..there.len() {
            for who in 1..self.ends.len() {
                if there.iter().any(|[other, _]| *other == who) {
                    continue;
                }
                for nth in &self.beside(there[held_by])[who] {
                    if self.left.get() == 0 {
                        return false;
                    }
                    self.left.set(self.left.get() - 1);
                    let end = self.man([who, *nth]);
                    if there.iter().any(|other| end.overlaps(self.man(*other), -0.005)) {
                        continue;
                    }
                    there.push([who, *nth]);
                    if self.join(there, wanted) {
                        return true;
                    }
                    there.pop();
                }
            }
        }
        false
    }

    /// The most that random tries bring together.
    fn tried(&self) -> Vec<Man> {
        let (leader, ends) = (self.ends[0][0], &self.ends[1..]);
        let draw = &mut Draw::new(77);
        let mut best = vec![leader];
        for _ in 0..TRIES {
            let mut there = vec![leader];
            let mut left: Vec<usize> = (0..ends.len()).collect();
            while !left.is_empty() {
                let nth = left.swap_remove(draw.below(left.len()));
                let choices = &ends[nth];
                let fits = |end: &&Man| {
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
