//! Ways of an assault with their chances: given every face of every die, what comes to the same put together.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use crate::assault::case::Case;
use crate::assault::fact::Fact;
use crate::assault::machine::{Die, FACES, Next, Purpose, by_default, faced, next};
use crate::assault::progress::{Standing, Step};
use crate::assault::scene::Scene;

/// Standings that may be reached, each once, in the order in which they were found.
#[derive(Default)]
struct Pool {
    all: Vec<(Standing, f64)>,
    /// Places in `all` by hash: only for looking up, so that its order does not matter.
    places: HashMap<u64, Vec<usize>, BuildHasherDefault<DefaultHasher>>,
}

impl Pool {
    fn add(&mut self, standing: Standing, chance: f64) {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(&standing);
        let places = self.places.entry(hash).or_default();
        match places.iter().find(|place| self.all[**place].0 == standing) {
            Some(place) => self.all[*place].1 += chance,
            None => {
                places.push(self.all.len());
                self.all.push((standing, chance));
            }
        }
    }
}

/// Standings that wait for a die, by how far they have come: those that lie farther back go on first, so that ways that meet
/// are put together.
type Open = BTreeMap<(Step, usize), Pool>;

/// End of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// All is done.
    Over,
    /// Every die that is still to come is about one unit alone: the first Cohesion check, or what follows the checks.
    Apart,
}

/// Every standing in which an assault may come this far, and its chance; choices by default.
///
/// Rule: LHY-RES-6, LHY-RES-8.
pub fn ways(case: &Case<'_>, start: &Standing, until: Until) -> Vec<(Standing, f64)> {
    let (mut open, mut done) = (Open::new(), Pool::default());
    let mut put = |open: &mut Open, standing: Standing, chance: f64| {
        let (standing, die) = follow(case, standing);
        if is_done(&standing, die.as_ref(), until) {
            done.add(standing, chance);
        } else {
            let last = standing.progress.last.and_then(|unit| case.index(unit));
            let place = (standing.progress.step, last.map_or(0, |last| last + 1));
            open.entry(place).or_default().add(standing, chance);
        }
    };
    put(&mut open, start.clone(), 1.0);
    while let Some((_, pool)) = open.pop_first() {
        for (standing, chance) in pool.all {
            let Next::Die(die) = next(case, &standing) else { continue };
            for (then, share) in rolled(case, &standing, &die) {
                put(&mut open, then, chance * share);
            }
        }
    }
    done.all
}

fn is_done(standing: &Standing, die: Option<&Die>, until: Until) -> bool {
    let is_apart = match standing.progress.step {
        Step::Check => die.is_some_and(|die| die.purpose == Purpose::Check),
        step => step > Step::Check,
    };
    die.is_none() || (until == Until::Apart && is_apart)
}

/// Standings that the faces of a die lead to, with their shares. Faces that are rolled again share theirs among the others.
fn rolled(case: &Case<'_>, standing: &Standing, die: &Die) -> Vec<(Standing, f64)> {
    let scene = Scene { case, now: standing };
    let mut found: Vec<(Standing, u8)> = Vec::new();
    for face in 1..=FACES {
        let mut then = standing.clone();
        then.apply(case, &faced(scene, die, face));
        match found.iter_mut().find(|(known, _)| *known == then) {
            Some((_, faces)) => *faces += 1,
            None => found.push((then, 1)),
        }
    }
    found.retain(|(then, _)| then != standing);
    let sum: u8 = found.iter().map(|(_, faces)| faces).sum();
    found.into_iter().map(|(then, faces)| (then, f64::from(faces) / f64::from(sum))).collect()
}

/// Follows a standing to the next die, or to the end.
fn follow(case: &Case<'_>, mut standing: Standing) -> (Standing, Option<Die>) {
    loop {
        let facts = match next(case, &standing) {
            Next::Facts(facts) => facts,
            Next::Choice(choice) => by_default(case, &standing, &choice).unwrap_or_default(),
            Next::Second { hex, .. } => vec![Fact::SecondEnded { hex }],
            Next::Die(die) => return (standing, Some(die)),
            Next::Over => return (standing, None),
        };
        standing.apply(case, &facts);
    }
}
