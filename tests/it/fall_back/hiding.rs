//! Oracle: the followers of a leader that runs for cover. A model that finds cover beside those in cover takes
//! it, as near to the leader as it can without drawing fire.

use warstrike::game::phases::fall_back::retreat::{DrawsFire, ModelEnd, ModelRetreat, SafePosition};

use crate::paths::figures::apart;

use super::eyes::{Cover, Look};
use super::followers::{self, Seeker, around, much_nearer};
use super::leader::Verdict;
use super::scene::{OracleModel, Scene};

/// Within this radius everything must be cover for the oracle to claim a place, inches: at least one point of
/// the program's grid lies there.
const AROUND: f64 = 0.16;

/// Within this of Mv the oracle does not decide whether a path is longer, inches.
///
/// Rule: BAS-10.
const CLOSE: f64 = 0.006;

/// Judges every follower's retreat, given those before it.
///
/// Rule: OFB-3, OFB-4, OFB-5.
pub fn judge(
    scene: &Scene,
    safe_position: &SafePosition,
    retreats: &[ModelRetreat],
    draws: DrawsFire,
) -> Vec<Verdict> {
    let mut verdicts = followers::legal(scene, retreats);
    verdicts.push(fire(scene, safe_position, retreats, draws));
    let ends: Vec<Hider> = retreats.iter().filter_map(|run| Hider::of(scene, run)).collect();
    let spots = spots(scene, &ends);
    for (index, hider) in ends.iter().enumerate().skip(1) {
        let report = |why: String| Verdict::Wrong(format!("{}: {why}; {:?}", hider.model.id, hider.run));
        verdicts.extend(judge_one(scene, &spots, &ends, index).unwrap_or_else(|why| Some(report(why))));
    }
    verdicts
}

/// Enemies may fire exactly if some model needs a path longer than Mv.
///
/// Rule: OFB-4.
fn fire(scene: &Scene, safe_position: &SafePosition, retreats: &[ModelRetreat], draws: DrawsFire) -> Verdict {
    let longest = retreats.iter().map(|run| run.length.0).fold(safe_position.length.0, f64::max);
    let over = longest - scene.movement;
    match (draws, over.abs() < CLOSE, over > 0.0) {
        (_, true, _) => Verdict::Undecided("about as long as a run without fire"),
        (DrawsFire::SnapFire, _, true) => Verdict::Right("draws fire"),
        (DrawsFire::No, _, false) => Verdict::Right("draws no fire"),
        _ => Verdict::Wrong(format!("{draws:?}, the longest path is {longest}")),
    }
}

/// A model of the unit where it ends.
struct Hider<'s> {
    model: &'s OracleModel,
    run: &'s ModelRetreat,
    there: OracleModel,
    cover: Cover,
}

impl<'s> Hider<'s> {
    fn of(scene: &'s Scene, run: &'s ModelRetreat) -> Option<Self> {
        let model = scene.unit.iter().find(|model| model.id == run.model)?;
        let there = model.there(run.end_from(model.at())?);
        Some(Self { model, run, there, cover: scene.cover(there.at(), Look::Fine) })
    }
}

fn judge_one(
    scene: &Scene,
    spots: &[OracleModel],
    ends: &[Hider],
    index: usize,
) -> Result<Option<Verdict>, String> {
    let (hider, leader) = (&ends[index], ends[0].there);
    if scene.starts_close(hider.model) {
        return Ok(None);
    }
    if hider.cover == Cover::Doubtful {
        return Ok(Some(Verdict::Undecided("hardly in cover")));
    }
    let seeker = Seeker::new(scene, hider.model).ok_or("no surface under it")?;
    let free =
        |held_by: &[OracleModel], others: &[OracleModel], max: f64, wanted: &dyn Fn(&OracleModel) -> bool| {
            let held = |spot: &OracleModel| held_by.iter().any(|other| scene.holds(spot, other, 0.01));
            let fits = |spot: &&OracleModel| wanted(spot) && held(spot) && seeker.reaches(spot, others, max);
            spots.iter().find(fits).map(OracleModel::at)
        };
    let hides =
        |other: &&Hider| other.cover == Cover::Covered && matches!(other.run.end, ModelEnd::Stands { .. });
    let models = |ends: &[Hider]| -> Vec<OracleModel> {
        std::iter::once(leader).chain(ends.iter().skip(1).filter(hides).map(|other| other.there)).collect()
    };
    if !hides(&hider) {
        // A model in the open found no cover after all others had hidden.
        let others: Vec<OracleModel> =
            ends.iter().filter(|other| other.model.id != hider.model.id).map(|other| other.there).collect();
        return match free(&models(ends), &others, 2.0 * scene.movement, &|_| true) {
            Some(end) => Err(format!("{} is in cover and free", end)),
            None => Ok(Some(Verdict::Right("no cover is left"))),
        };
    }
    let before = models(&ends[..index]);
    // Models hardly in cover may have been there before it or not.
    let not_clear = ends[..index].iter().filter(|other| other.cover != Cover::Clear).map(|other| other.there);
    let in_the_way: Vec<OracleModel> = std::iter::once(leader).chain(not_clear).collect();
    let quiet = hider.run.length.0 <= scene.movement + CLOSE;
    if !quiet && let Some(end) = free(&before, &in_the_way, scene.movement, &|_| true) {
        return Err(format!("{} is cover within {}", end, scene.movement));
    }
    let max = if quiet { scene.movement } else { 2.0 * scene.movement };
    match free(&before, &in_the_way, max, &much_nearer(hider.there.at(), leader.at())) {
        Some(end) => Err(format!("{} is cover nearer to the leader", end)),
        None if quiet => Ok(Some(Verdict::Right("hides"))),
        None => Ok(Some(Verdict::Right("hides far off"))),
    }
}

/// Grid places in coherency with one of some ends, free for a model and certainly in cover, as is everything
/// around them; nearest to the leader first.
fn spots(scene: &Scene, ends: &[Hider]) -> Vec<OracleModel> {
    let Some(leader) = ends.first().map(|leader| leader.there) else { return Vec::new() };
    let distance = ends.iter().map(|other| apart(other.there.centre(), leader.centre())).fold(0.0, f64::max);
    let reach = scene.coherency + 2.0 * scene.table.mover.radius;
    let is_spot = |model: &OracleModel| {
        ends.iter().any(|other| scene.holds(model, &other.there, 0.01))
            && scene.end(model, model.at(), -0.005).is_ok()
            && scene.is_cover_around(model)
    };
    let over = |point| {
        let places = scene.through.surfaces(point).into_iter().map(move |on| scene.place(point, on));
        places.map(|at| leader.there(at)).filter(is_spot).collect::<Vec<_>>()
    };
    around(leader.centre(), distance + reach).into_iter().flat_map(over).collect()
}

impl Scene {
    /// Whether a model is certainly in cover at a place and all around it.
    fn is_cover_around(&self, model: &OracleModel) -> bool {
        let [x, y] = model.centre();
        let beside = (0..8).map(|index| {
            let angle = std::f64::consts::FRAC_PI_4 * f64::from(index);
            self.beside(model.at(), [x + AROUND * libm::cos(angle), y + AROUND * libm::sin(angle)])
        });
        std::iter::once(model.at()).chain(beside).all(|at| self.cover(at, Look::Rough) == Cover::Covered)
    }
}
