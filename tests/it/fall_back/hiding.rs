//! The oracle's judgement of those who follow a leader that runs for cover: whoever finds cover beside those who have it
//! takes it, as near the leader as he can come without drawing fire.

use warstrike::game::phases::fall_back::retreat::{DrawsFire, Run, RunEnd, SafePosition};

use crate::paths::figures::apart;

use super::eyes::{Cover, Look};
use super::followers::{self, Seeker, around, much_nearer};
use super::leader::Verdict;
use super::scene::{Man, Scene};

/// How far around a place all has to be cover of which the oracle says that it could be taken, inches: of the program's
/// grid of cover one point at least lies there.
const AROUND: f64 = 0.16;

/// How near to Mv a way may be for it not to be told whether it is longer, inches.
///
/// Rule: BAS-10.
const CLOSE: f64 = 0.006;

/// Holds every follower's run against the rules, each given those before it.
///
/// Rule: OFB-3, OFB-4, OFB-5.
pub fn judge(scene: &Scene, haven: &SafePosition, runs: &[Run], draws: DrawsFire) -> Vec<Verdict> {
    let mut verdicts = followers::legal(scene, runs);
    verdicts.push(fire(scene, haven, runs, draws));
    let ends: Vec<Hider> = runs.iter().filter_map(|run| Hider::of(scene, run)).collect();
    let spots = spots(scene, &ends);
    for (nth, hider) in ends.iter().enumerate().skip(1) {
        let told = |why: String| Verdict::Wrong(format!("{}: {why}; {:?}", hider.man.id, hider.run));
        verdicts.extend(judge_one(scene, &spots, &ends, nth).unwrap_or_else(|why| Some(told(why))));
    }
    verdicts
}

/// Whether enemies may fire just where someone needs a way longer than Mv.
///
/// Rule: OFB-4.
fn fire(scene: &Scene, haven: &SafePosition, runs: &[Run], draws: DrawsFire) -> Verdict {
    let longest = runs.iter().map(|run| run.length.0).fold(haven.length.0, f64::max);
    let over = longest - scene.movement;
    match (draws, over.abs() < CLOSE, over > 0.0) {
        (_, true, _) => Verdict::Untold("as long as runs unshot at"),
        (DrawsFire::SnapFire, _, true) => Verdict::Right("draws fire"),
        (DrawsFire::No, _, false) => Verdict::Right("draws no fire"),
        _ => Verdict::Wrong(format!("{draws:?}, the longest way is {longest}")),
    }
}

/// One of the unit where it ends.
struct Hider<'s> {
    man: &'s Man,
    run: &'s Run,
    there: Man,
    cover: Cover,
}

impl<'s> Hider<'s> {
    fn of(scene: &'s Scene, run: &'s Run) -> Option<Self> {
        let man = scene.unit.iter().find(|man| man.id == run.model)?;
        let there = man.there(run.end_from(man.at())?);
        Some(Self { man, run, there, cover: scene.cover(there.at(), Look::Fine) })
    }
}

fn judge_one(scene: &Scene, spots: &[Man], ends: &[Hider], nth: usize) -> Result<Option<Verdict>, String> {
    let (hider, leader) = (&ends[nth], ends[0].there);
    if scene.starts_close(hider.man) {
        return Ok(None);
    }
    if hider.cover == Cover::Doubtful {
        return Ok(Some(Verdict::Untold("hardly in cover")));
    }
    let seeker = Seeker::new(scene, hider.man).ok_or("stands on nothing")?;
    let free = |held_by: &[Man], others: &[Man], most: f64, wanted: &dyn Fn(&Man) -> bool| {
        let held = |spot: &Man| held_by.iter().any(|other| scene.holds(spot, other, 0.01));
        let fits = |spot: &&Man| wanted(spot) && held(spot) && seeker.comes_to(spot, others, most);
        spots.iter().find(fits).map(Man::at)
    };
    let hides =
        |other: &&Hider| other.cover == Cover::Covered && matches!(other.run.end, RunEnd::Stands { .. });
    let men = |ends: &[Hider]| -> Vec<Man> {
        std::iter::once(leader).chain(ends.iter().skip(1).filter(hides).map(|other| other.there)).collect()
    };
    if !hides(&hider) {
        // Whoever stands in the open found no cover where all others hide.
        let others: Vec<Man> =
            ends.iter().filter(|other| other.man.id != hider.man.id).map(|other| other.there).collect();
        return match free(&men(ends), &others, 2.0 * scene.movement, &|_| true) {
            Some(end) => Err(format!("{} is in cover and free", end)),
            None => Ok(Some(Verdict::Right("no cover is left"))),
        };
    }
    let before = men(&ends[..nth]);
    // Of those hardly in cover it is not told whether they were there before him.
    let not_clear = ends[..nth].iter().filter(|other| other.cover != Cover::Clear).map(|other| other.there);
    let in_the_way: Vec<Man> = std::iter::once(leader).chain(not_clear).collect();
    let quiet = hider.run.length.0 <= scene.movement + CLOSE;
    if !quiet && let Some(end) = free(&before, &in_the_way, scene.movement, &|_| true) {
        return Err(format!("{} is cover within {}", end, scene.movement));
    }
    let most = if quiet { scene.movement } else { 2.0 * scene.movement };
    match free(&before, &in_the_way, most, &much_nearer(hider.there.at(), leader.at())) {
        Some(end) => Err(format!("{} is cover nearer to the leader", end)),
        None if quiet => Ok(Some(Verdict::Right("hides"))),
        None => Ok(Some(Verdict::Right("hides far off"))),
    }
}

/// Places of a grid that one of some holds in coherency, where one of the unit finds room and is surely in cover, as he is
/// all around: those nearest to the leader's first.
fn spots(scene: &Scene, ends: &[Hider]) -> Vec<Man> {
    let Some(leader) = ends.first().map(|leader| leader.there) else { return Vec::new() };
    let far = ends.iter().map(|other| apart(other.there.centre(), leader.centre())).fold(0.0, f64::max);
    let reach = scene.coherency + 2.0 * scene.table.mover.radius;
    let is_spot = |man: &Man| {
        ends.iter().any(|other| scene.holds(man, &other.there, 0.01))
            && scene.end(man, man.at(), -0.005).is_ok()
            && scene.is_cover_around(man)
    };
    let over = |point| {
        let places = scene.through.surfaces(point).into_iter().map(move |on| scene.place(point, on));
        places.map(|at| leader.there(at)).filter(is_spot).collect::<Vec<_>>()
    };
    around(leader.centre(), far + reach).into_iter().flat_map(over).collect()
}

impl Scene {
    /// Whether one is surely in cover at a place, and all around it.
    fn is_cover_around(&self, man: &Man) -> bool {
        let [x, y] = man.centre();
        let beside = (0..8).map(|nth| {
            let angle = std::f64::consts::FRAC_PI_4 * f64::from(nth);
            self.beside(man.at(), [x + AROUND * libm::cos(angle), y + AROUND * libm::sin(angle)])
        });
        std::iter::once(man.at()).chain(beside).all(|at| self.cover(at, Look::Rough) == Cover::Covered)
    }
}
