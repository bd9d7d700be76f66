//! The oracle's judgement of those who follow a leader that falls back: every end is legal, nobody is
//! left apart whom a search saves, and the first of them ends as near the leader as he can.

use warstrike::game::phases::fall_back::retreat::{Run, RunEnd};
use warstrike::rules::measures::Place;

use crate::paths::figures::{Point, apart};
use crate::paths::oracle::PLANNED;

use super::leader::{Verdict, walked};
use super::rout::index;
use super::scene::{Man, SLACK, Scene, straight};
use super::together::saved;
use super::ways::{Fields, Length};

/// How much nearer to the leader's end a free place may be than the one the first takes, inches.
const NEAR: f64 = 0.3;

/// Of the grid on which ends are looked for, inches.
const SPACING: f64 = 0.25;

/// What is asked of those who follow besides that they end legally, and apart only where they must.
#[derive(Clone, Copy, PartialEq)]
enum Asked {
    Nothing,
    /// That the first ends as near the leader as he can, and as many together as a search brings.
    Nearness,
}

/// Holds every follower's run against the rules, each given those before it.
///
/// Rule: FB-5, COH-1, MOV-4.
pub fn judge(scene: &Scene, runs: &[Run]) -> Vec<Verdict> {
    judge_all(scene, runs, Asked::Nearness)
}

/// The same of those who look for something else than to be near.
///
/// Rule: COH-1, MOV-4, OFB-3, OFB-5.
pub fn legal(scene: &Scene, runs: &[Run]) -> Vec<Verdict> {
    judge_all(scene, runs, Asked::Nothing)
}

fn judge_all(scene: &Scene, runs: &[Run], asked: Asked) -> Vec<Verdict> {
    let leader = &scene.unit[0];
    let Some(end) = runs[0].end_from(leader.at()) else {
        return vec![Verdict::Wrong("the leader is lost".to_owned())];
    };
    let stands = |run: &Run| {
        let man = scene.unit.iter().find(|man| man.id == run.model)?;
        let at = run.end_from(man.at()).filter(|_| matches!(run.end, RunEnd::Stands { .. }))?;
        Some(man.there(at))
    };
    let together: Vec<Man> = runs.iter().filter_map(stands).collect();
    let mut finished = vec![leader.there(end)];
    let mut standing = finished.clone();
    let mut verdicts = Vec::new();
    for (nth, run) in runs.iter().enumerate().skip(1) {
        let Some(man) = scene.unit.iter().find(|man| man.id == run.model) else {
            return vec![Verdict::Wrong(format!("{} is not of the unit", run.model))];
        };
        let told = |why: String| format!("{}: {why}; {run:?}, leader at {end}", man.id);
        let first = (nth == 1 && asked == Asked::Nearness).then_some(&together);
        let judged = judge_one(scene, man, run, &finished, &standing, first).map_err(told);
        verdicts.push(judged.unwrap_or_else(Verdict::Wrong));
        if let Some(at) = run.end_from(man.at()) {
            standing.push(man.there(at));
            if matches!(run.end, RunEnd::Stands { .. }) {
                finished.push(man.there(at));
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
    man: &Man,
    run: &Run,
    finished: &[Man],
    standing: &[Man],
    first: Option<&Vec<Man>>,
) -> Result<Verdict, String> {
    let at = run.end_from(man.at()).ok_or("who falls back is not lost")?;
    walked(scene, man.at(), &run.path, run.length.0, Some(run.limit))?;
    let there = man.there(at);
    if !run.path.is_empty() {
        scene.end(man, at, SLACK).map_err(|why| format!("{at} is no end: {why}"))?;
    }
    if let Some(other) = standing.iter().find(|other| there.overlaps(other, SLACK)) {
        return Err(format!("{at} is on {}", other.id));
    }
    let [least, most] = scene.limits()[index(run.limit)];
    if run.length.0 > most + SLACK {
        return Err(format!("goes {} of {most}", run.length.0));
    }
    let seeker = Seeker::new(scene, man).ok_or("stands on nothing")?;
    if run.path.is_empty() && scene.is_in_danger(man) {
        return seeker.stays_in_danger(standing);
    }
    match run.end {
        RunEnd::Stands { .. } => {
            if run.length.0 < least - SLACK {
                return Err(format!("goes {}, less than {least}", run.length.0));
            }
            if !finished.iter().any(|other| scene.holds(&there, other, -2.0 * SLACK)) {
                return Err(format!("{at} is out of coherency"));
            }
            if scene.starts_close(man) {
                return Ok(Verdict::Untold("follows from close to an enemy"));
            }
            seeker.is_no_detour(at, run)?;
            match first {
                Some(together) => seeker.is_near(at, finished, together),
                None => Ok(Verdict::Right("follows")),
            }
        }
        _ if scene.starts_close(man) => Ok(Verdict::Untold("apart, from close to an enemy")),
        _ => seeker.apart(at, finished, standing),
    }
}

/// Whether everyone is in coherency with the first, directly or through others.
fn hang_together(scene: &Scene, men: &[Man]) -> bool {
    let Some((first, rest)) = men.split_first() else { return true };
    let (mut held, mut waiting) = (vec![*first], rest.to_vec());
    while let Some(next) =
        waiting.iter().position(|man| held.iter().any(|other| scene.holds(man, other, 0.01)))
    {
        held.push(waiting.remove(next));
    }
    waiting.is_empty()
}

/// Looks for ends of one follower.
pub struct Seeker<'s> {
    scene: &'s Scene,
    man: &'s Man,
    fields: Fields<'s>,
}

impl<'s> Seeker<'s> {
    pub fn new(scene: &'s Scene, man: &'s Man) -> Option<Self> {
        let most = scene.limits().map(|[_, most]| most + 0.2);
        Some(Self { scene, man, fields: Fields::new(scene, man, PLANNED, most)? })
    }

    /// Whether a place's shortest legal path is long enough.
    fn is_no_detour(&self, at: Place, run: &Run) -> Result<(), String> {
        let on = self.scene.through.surface(at).ok_or("nothing bears there")?;
        let Some(best) = self.fields.legal(at.ground(), on, f64::INFINITY) else { return Ok(()) };
        // One that cuts a corner of difficult ground may be shorter than one around it by next to nothing.
        let [least, _] = self.scene.limits()[best.limit];
        let tie = (best.inches - run.length.0).abs() < 0.01;
        if !tie && best.inches < least - 0.03 {
            return Err(format!("{at} is only {best:?} off"));
        }
        Ok(())
    }

    /// Places over a point where it may end, more strictly than the rule has it; if `least`, only
    /// those far enough.
    pub fn ends(&self, point: Point, others: &[Man], least: Least) -> Option<Man> {
        let scene = self.scene;
        let ends = scene.through.surfaces(point).into_iter().find_map(|on| {
            let there = self.man.there(scene.place(point, on));
            let free = scene.end(self.man, there.at(), -0.005).is_ok()
                && !others.iter().any(|other| there.overlaps(other, -0.005));
            if !free {
                return None;
            }
            let best = self.fields.legal(point, on, f64::INFINITY)?;
            let [low, high] = scene.limits()[best.limit];
            let far = least == Least::Any || best.inches >= low + 0.02;
            (far && best.inches <= high - 0.02).then_some(there)
        })?;
        Some(ends)
    }

    /// The nearest to a place on a grid, of those that are wanted.
    fn nearest(
        &self,
        to: Place,
        reach: f64,
        wanted: impl Fn(&Man) -> bool,
        others: &[Man],
        least: Least,
    ) -> Option<Man> {
        let mut points = around(to.ground(), reach);
        points.retain(|point| apart(*point, self.man.centre()) <= self.scene.limits()[0][1]);
        points.into_iter().find_map(|point| self.ends(point, others, least).filter(&wanted))
    }

    /// Whether no place much nearer to the leader's was free, at which he would not be missing between two others.
    ///
    /// Rule: FB-5 (the default is the end nearest the leader's).
    fn is_near(&self, at: Place, finished: &[Man], together: &[Man]) -> Result<Verdict, String> {
        let leader = finished[0];
        let nearer = much_nearer(at, leader.at());
        let instead = |man: &Man| -> Vec<Man> {
            together.iter().map(|other| if other.id == man.id { *man } else { *other }).collect()
        };
        let coherent = |man: &Man| {
            self.scene.holds(man, &leader, 0.01) && nearer(man) && hang_together(self.scene, &instead(man))
        };
        let far = at.ground_distance(leader.at());
        match self.nearest(leader.at(), far, coherent, finished, Least::Mv) {
            Some(nearer) => Err(format!("{} is nearer to the leader than {at} ({far})", nearer.at())),
            None => Ok(Verdict::Right("first is near")),
        }
    }

    /// Whether one comes to a free place by a way of so many inches at most, more strictly than the rule has it.
    pub fn comes_to(&self, there: &Man, others: &[Man], most: f64) -> bool {
        let best = || {
            let on = self.scene.through.surface(there.at())?;
            self.fields.legal(there.centre(), on, f64::INFINITY)
        };
        let within = |best: Length| best.inches <= self.scene.limits()[best.limit][1].min(most) - 0.02;
        !others.iter().any(|other| there.overlaps(other, -0.005))
            && apart(there.centre(), self.man.centre()) <= most
            && best().is_some_and(within)
    }

    /// Whether one who stays in dangerous ground can go nowhere else.
    ///
    /// Rule: OFB-5.
    fn stays_in_danger(&self, standing: &[Man]) -> Result<Verdict, String> {
        let [_, reach] = self.scene.limits()[0];
        match self.nearest(self.man.at(), reach, |_| true, standing, Least::Any) {
            Some(end) => Err(format!("stays in dangerous ground, {} is free", end.at())),
            None => Ok(Verdict::Right("cannot leave dangerous ground")),
        }
    }

    /// Whether one is rightly apart, and as near the leader as he can be.
    fn apart(&self, at: Place, finished: &[Man], standing: &[Man]) -> Result<Verdict, String> {
        let held = |man: &Man| finished.iter().any(|other| self.scene.holds(man, other, 0.01));
        let reach = |other: &Man| self.scene.coherency + self.man.body.radius + other.body.radius;
        for other in finished {
            if let Some(end) = self.nearest(other.at(), reach(other), held, standing, Least::Mv) {
                return Err(format!("{} is free and in coherency", end.at()));
            }
        }
        let leader = finished[0].at();
        let far = at.ground_distance(leader);
        match self.nearest(leader, far, much_nearer(at, leader), standing, Least::Mv) {
            Some(end) => Err(format!("{} is nearer to the leader than {at}, where it is apart", end.at())),
            None => Ok(Verdict::Right("apart")),
        }
    }
}

/// Whether the least length of a path matters.
#[derive(Clone, Copy, PartialEq)]
pub enum Least {
    Mv,
    Any,
}

/// Whether a model is much nearer to the leader than a place, over the table and in space.
pub fn much_nearer(at: Place, leader: Place) -> impl Fn(&Man) -> bool {
    let [level, space] = [at.ground_distance(leader), straight(at, leader)].map(|far| far - NEAR);
    move |man| man.at().ground_distance(leader) < level && straight(man.at(), leader) < space
}

/// The points of the grid around one, the nearest first.
pub fn around(centre: Point, reach: f64) -> Vec<Point> {
    let count = (reach.max(0.0) / SPACING).floor() as i32;
    let steps = || (-count..=count).map(|nth| f64::from(nth) * SPACING);
    let mut points: Vec<Point> =
        steps().flat_map(|x| steps().map(move |y| [centre[0] + x, centre[1] + y])).collect();
    points.retain(|point| apart(*point, centre) <= reach);
    points.sort_by(|a, b| apart(*a, centre).total_cmp(&apart(*b, centre)));
    points.into_iter().map(|point| point.map(|x| (x * 1000.0).round() / 1000.0)).collect()
}
