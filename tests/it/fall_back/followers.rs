//! Oracle: the followers of a leader that falls back. Every end is legal, no model is out of coherency that a
//! search can save, and the first follower ends as near to the leader as it can.

use warstrike::game::phases::fall_back::retreat::{ModelEnd, ModelRetreat};
use warstrike::rules::measures::Place;

use crate::paths::figures::{Point, apart};
use crate::paths::oracle::PLANNED;

use super::leader::{Verdict, walked};
use super::rout::limit_index;
use super::scene::{OracleModel, SLACK, Scene, straight};
use super::together::saved;
use super::ways::{Fields, Length};

/// How much nearer to the leader's end than the first follower's end a free place may be, inches.
const NEAR: f64 = 0.3;

/// Spacing of the grid of candidate ends, inches.
const SPACING: f64 = 0.25;

/// What is judged besides legal ends and needless loss of coherency.
#[derive(Clone, Copy, PartialEq)]
enum Asked {
    Nothing,
    /// That the first ends as near to the leader as it can, and as many end together as a search achieves.
    Nearness,
}

/// Judges every follower's retreat, given those before it.
///
/// Rule: FB-5, COH-1, MOV-4.
pub fn judge(scene: &Scene, retreats: &[ModelRetreat]) -> Vec<Verdict> {
    judge_all(scene, retreats, Asked::Nearness)
}

/// The same for followers that seek cover instead of being near.
///
/// Rule: COH-1, MOV-4, OFB-3, OFB-5.
pub fn legal(scene: &Scene, retreats: &[ModelRetreat]) -> Vec<Verdict> {
    judge_all(scene, retreats, Asked::Nothing)
}

fn judge_all(scene: &Scene, retreats: &[ModelRetreat], asked: Asked) -> Vec<Verdict> {
    let leader = &scene.unit[0];
    let Some(end) = retreats[0].end_from(leader.at()) else {
        return vec![Verdict::Wrong("the leader is lost".to_owned())];
    };
    let stands = |run: &ModelRetreat| {
        let model = scene.unit.iter().find(|model| model.id == run.model)?;
        let at = run.end_from(model.at()).filter(|_| matches!(run.end, ModelEnd::Stands { .. }))?;
        Some(model.there(at))
    };
    let together: Vec<OracleModel> = retreats.iter().filter_map(stands).collect();
    let mut finished = vec![leader.there(end)];
    let mut standing = finished.clone();
    let mut verdicts = Vec::new();
    for (index, run) in retreats.iter().enumerate().skip(1) {
        let Some(model) = scene.unit.iter().find(|model| model.id == run.model) else {
            return vec![Verdict::Wrong(format!("{} is not of the unit", run.model))];
        };
        let report = |why: String| format!("{}: {why}; {run:?}, leader at {end}", model.id);
        let first = (index == 1 && asked == Asked::Nearness).then_some(&together);
        let judged = judge_one(scene, model, run, &finished, &standing, first).map_err(report);
        verdicts.push(judged.unwrap_or_else(Verdict::Wrong));
        if let Some(at) = run.end_from(model.at()) {
            standing.push(model.there(at));
            if matches!(run.end, ModelEnd::Stands { .. }) {
                finished.push(model.there(at));
            }
        }
    }
    if finished.len() < scene.unit.len() && asked == Asked::Nearness {
        verdicts.push(saved(scene, finished[0], finished.len()));
    }
    verdicts
}

fn judge_one(
    scene: &Scene,
    model: &OracleModel,
    run: &ModelRetreat,
    finished: &[OracleModel],
    standing: &[OracleModel],
    first: Option<&Vec<OracleModel>>,
) -> Result<Verdict, String> {
    let at = run.end_from(model.at()).ok_or("a model that falls back is not lost")?;
    walked(scene, model.at(), &run.path, run.length.0, Some(run.limit))?;
    let there = model.there(at);
    let remains = run.path.is_empty() && scene.is_in_danger(model) || scene.remains_in_danger(model, at);
    if !run.path.is_empty() && !remains {
        scene.end(model, at, SLACK).map_err(|why| format!("{at} is no end: {why}"))?;
    }
    if let Some(other) = standing.iter().find(|other| there.overlaps(other, SLACK)) {
        return Err(format!("{at} is on {}", other.id));
    }
    let [min, max] = scene.limits()[limit_index(run.limit)];
    if run.length.0 > max + SLACK {
        return Err(format!("goes {} of {max}", run.length.0));
    }
    let seeker = Seeker::new(scene, model).ok_or("no surface under it")?;
    if remains {
        scene.leaves_danger(model, run)?;
        return seeker.stays_in_danger(standing);
    }
    match run.end {
        ModelEnd::Stands { .. } => {
            if run.length.0 < min - SLACK {
                return Err(format!("goes {}, less than {min}", run.length.0));
            }
            if !finished.iter().any(|other| scene.holds(&there, other, -2.0 * SLACK)) {
                return Err(format!("{at} is out of coherency"));
            }
            if scene.starts_close(model) {
                return Ok(Verdict::Undecided("follows from close to an enemy"));
            }
            seeker.is_no_detour(at, run)?;
            match first {
                Some(together) => seeker.is_near(at, finished, together),
                None => Ok(Verdict::Right("follows")),
            }
        }
        _ if scene.starts_close(model) => Ok(Verdict::Undecided("apart, from close to an enemy")),
        _ => seeker.apart(at, finished, standing),
    }
}

/// Whether all models are in coherency with the first, directly or through others.
fn are_together(scene: &Scene, models: &[OracleModel]) -> bool {
    let Some((first, rest)) = models.split_first() else { return true };
    let (mut held, mut waiting) = (vec![*first], rest.to_vec());
    while let Some(next) =
        waiting.iter().position(|model| held.iter().any(|other| scene.holds(model, other, 0.01)))
    {
        held.push(waiting.remove(next));
    }
    waiting.is_empty()
}

/// The search for legal ends of one follower.
pub struct Seeker<'s> {
    scene: &'s Scene,
    model: &'s OracleModel,
    fields: Fields<'s>,
}

impl<'s> Seeker<'s> {
    pub fn new(scene: &'s Scene, model: &'s OracleModel) -> Option<Self> {
        let max = scene.limits().map(|[_, max]| max + 0.2);
        Some(Self { scene, model, fields: Fields::new(scene, model, PLANNED, max)? })
    }

    /// Whether a place's shortest legal path is long enough.
    fn is_no_detour(&self, at: Place, run: &ModelRetreat) -> Result<(), String> {
        let on = self.scene.through.surface(at).ok_or("no surface there")?;
        let Some(best) = self.fields.legal(at.ground(), on, f64::INFINITY) else { return Ok(()) };
        // A path that cuts a corner of difficult ground may be shorter than the one around it by next to
        // nothing.
        let [min, _] = self.scene.limits()[best.limit];
        let tie = (best.inches - run.length.0).abs() < 0.01;
        if !tie && best.inches < min - 0.03 {
            return Err(format!("{at} is only {best:?} away"));
        }
        Ok(())
    }

    /// A legal end over a point, by stricter limits than the rule's; with `min` only one far enough.
    pub fn ends(&self, point: Point, others: &[OracleModel], min: MinLength) -> Option<OracleModel> {
        let scene = self.scene;
        let ends = scene.through.surfaces(point).into_iter().find_map(|on| {
            let there = self.model.there(scene.place(point, on));
            let free = scene.end(self.model, there.at(), -0.005).is_ok()
                && !others.iter().any(|other| there.overlaps(other, -0.005));
            if !free {
                return None;
            }
            let best = self.fields.legal(point, on, f64::INFINITY)?;
            let [low, high] = scene.limits()[best.limit];
            let distance = min == MinLength::Any || best.inches >= low + 0.02;
            (distance && best.inches <= high - 0.02).then_some(there)
        })?;
        Some(ends)
    }

    /// The nearest wanted end on a grid around a place.
    fn nearest(
        &self,
        to: Place,
        reach: f64,
        wanted: impl Fn(&OracleModel) -> bool,
        others: &[OracleModel],
        min: MinLength,
    ) -> Option<OracleModel> {
        let mut points = around(to.ground(), reach);
        points.retain(|point| apart(*point, self.model.centre()) <= self.scene.limits()[0][1]);
        points.into_iter().find_map(|point| self.ends(point, others, min).filter(&wanted))
    }

    /// Checks that no much nearer place was free that the model could take without breaking a chain.
    ///
    /// Rule: FB-5 (the default is the end nearest the leader's).
    fn is_near(
        &self,
        at: Place,
        finished: &[OracleModel],
        together: &[OracleModel],
    ) -> Result<Verdict, String> {
        let leader = finished[0];
        let nearer = much_nearer(at, leader.at());
        let instead = |model: &OracleModel| -> Vec<OracleModel> {
            together.iter().map(|other| if other.id == model.id { *model } else { *other }).collect()
        };
        let coherent = |model: &OracleModel| {
            self.scene.holds(model, &leader, 0.01)
                && nearer(model)
                && are_together(self.scene, &instead(model))
        };
        let distance = at.ground_distance(leader.at());
        match self.nearest(leader.at(), distance, coherent, finished, MinLength::Mv) {
            Some(nearer) => Err(format!("{} is nearer to the leader than {at} ({distance})", nearer.at())),
            None => Ok(Verdict::Right("first is near")),
        }
    }

    /// Whether the model reaches a free place by a path of at most `max`, by stricter limits than the rule's.
    pub fn reaches(&self, there: &OracleModel, others: &[OracleModel], max: f64) -> bool {
        let best = || {
            let on = self.scene.through.surface(there.at())?;
            self.fields.legal(there.centre(), on, f64::INFINITY)
        };
        let within = |best: Length| best.inches <= self.scene.limits()[best.limit][1].min(max) - 0.02;
        !others.iter().any(|other| there.overlaps(other, -0.005))
            && apart(there.centre(), self.model.centre()) <= max
            && best().is_some_and(within)
    }

    /// Checks that a model staying in dangerous ground can go nowhere else.
    ///
    /// Rule: OFB-5.
    fn stays_in_danger(&self, standing: &[OracleModel]) -> Result<Verdict, String> {
        let [_, reach] = self.scene.limits()[0];
        match self.nearest(self.model.at(), reach, |_| true, standing, MinLength::Any) {
            Some(end) => Err(format!("stays in dangerous ground, {} is free", end.at())),
            None => Ok(Verdict::Right("cannot leave dangerous ground")),
        }
    }

    /// Checks that a model out of coherency has to be, and is as near to the leader as it can be.
    fn apart(
        &self,
        at: Place,
        finished: &[OracleModel],
        standing: &[OracleModel],
    ) -> Result<Verdict, String> {
        let held = |model: &OracleModel| finished.iter().any(|other| self.scene.holds(model, other, 0.01));
        let reach = |other: &OracleModel| self.scene.coherency + self.model.body.radius + other.body.radius;
        for other in finished {
            if let Some(end) = self.nearest(other.at(), reach(other), held, standing, MinLength::Mv) {
                return Err(format!("{} is free and in coherency", end.at()));
            }
        }
        let leader = finished[0].at();
        let distance = at.ground_distance(leader);
        match self.nearest(leader, distance, much_nearer(at, leader), standing, MinLength::Mv) {
            Some(end) => Err(format!("{} is nearer to the leader than {at}, where it is apart", end.at())),
            None => Ok(Verdict::Right("apart")),
        }
    }
}

/// Whether the lower limit of path lengths applies.
#[derive(Clone, Copy, PartialEq)]
pub enum MinLength {
    Mv,
    Any,
}

/// Whether a model is much nearer to the leader than a place, seen from above and in space.
pub fn much_nearer(at: Place, leader: Place) -> impl Fn(&OracleModel) -> bool {
    let [level, space] = [at.ground_distance(leader), straight(at, leader)].map(|distance| distance - NEAR);
    move |model| model.at().ground_distance(leader) < level && straight(model.at(), leader) < space
}

/// The points of a grid around a centre, nearest first.
pub fn around(centre: Point, reach: f64) -> Vec<Point> {
    let count = (reach.max(0.0) / SPACING).floor() as i32;
    let steps = || (-count..=count).map(|index| f64::from(index) * SPACING);
    let mut points: Vec<Point> =
        steps().flat_map(|x| steps().map(move |y| [centre[0] + x, centre[1] + y])).collect();
    points.retain(|point| apart(*point, centre) <= reach);
    points.sort_by(|a, b| apart(*a, centre).total_cmp(&apart(*b, centre)));
    points.into_iter().map(|point| point.map(|x| (x * 1000.0).round() / 1000.0)).collect()
}
