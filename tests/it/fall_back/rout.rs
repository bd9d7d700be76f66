//! The oracle's judgement of a rout: from whom each model flees, which way is directly away, which
//! headings serve, and whether anyone is lost who could be saved.

use warstrike::game::phases::fall_back::retreat::RoutHeading;
use warstrike::game::phases::fall_back::retreat::Run;
use warstrike::game::phases::fall_back::retreat::RunEnd;
use warstrike::game::phases::fall_back::retreat::SawEnemies;
use warstrike::rules::falling_back::LostFor;
use warstrike::rules::falling_back::Toll;
use warstrike::rules::ids::ModelId;
use warstrike::rules::measures::Place;

use crate::paths::figures::{Point, apart};
use crate::paths::legs;
use crate::paths::world::{Surface, World};
use crate::sight::rays;

use super::leader::{Verdict, walked};
use super::scene::{Man, SLACK, Scene, length};

/// How far a heading may be off, degrees.
const OFF: f64 = 1.0;

/// How far what is told to be directly away may be off, degrees.
const AWAY: f64 = 0.15;

/// How much stricter than the rule the oracle is where it says that something serves, inches.
const STRICT: f64 = 0.01;

/// What of a rout has happened before a model's turn comes.
pub struct Routed {
    /// The models that have moved and stand.
    pub moved: Vec<Man>,
    /// The heading the leader took, and what is directly away for him.
    pub leader: Option<RoutHeading>,
}

/// Holds every model's run against the rules, each given those before it.
///
/// Rule: ROU-1, ROU-2, ROU-3.
pub fn judge(scene: &Scene, runs: &[Run]) -> Vec<Verdict> {
    let mut routed = Routed { moved: Vec::new(), leader: None };
    let mut verdicts = vec![order(scene, runs)];
    for run in runs {
        let Some(man) = scene.unit.iter().find(|man| man.id == run.model) else {
            return vec![Verdict::Wrong(format!("{} is not of the unit", run.model))];
        };
        verdicts.push(judge_one(scene, man, run, &routed).unwrap_or_else(Verdict::Wrong));
        if let Some(at) = run.end_from(man.at()) {
            routed.moved.push(man.there(at));
        }
        routed.leader = routed.leader.or_else(|| run.flight.clone());
    }
    verdicts
}

/// The leader first, the rest by nearness to him.
///
/// Rule: ROU-1.
fn order(scene: &Scene, runs: &[Run]) -> Verdict {
    let far = |run: &Run| {
        let man = scene.unit.iter().find(|man| man.id == run.model);
        man.map_or(f64::INFINITY, |man| gap(man, &scene.unit[0]))
    };
    let sorted = runs.windows(2).all(|two| far(&two[0]) <= far(&two[1]) + SLACK);
    if sorted && runs.len() == scene.unit.len() && runs[0].model == scene.unit[0].id {
        Verdict::Right("order")
    } else {
        Verdict::Wrong(format!("order {:?}", runs.iter().map(|run| run.model).collect::<Vec<_>>()))
    }
}

/// Rule: BAS-1.
fn gap(a: &Man, b: &Man) -> f64 {
    gap_from(a.centre(), a, b)
}

/// The same if the first stood elsewhere, as high.
fn gap_from(at: Point, a: &Man, b: &Man) -> f64 {
    let level = apart(at, b.centre()) - a.body.radius - b.body.radius;
    length(level.max(0.0), a.at().z.inches() - b.at().z.inches())
}

fn judge_one(scene: &Scene, man: &Man, run: &Run, routed: &Routed) -> Result<Verdict, String> {
    let told = |why: String| format!("{}: {why}; {run:?}", man.id);
    let flight = run.flight.as_ref().ok_or_else(|| told("no flight".to_owned()))?;
    let saw = who_is_seen(scene, man, flight, routed).map_err(told)?;
    away(scene, man, flight, routed).map_err(told)?;
    let fleeing = Fleeing::new(scene, man, flight, routed)?;
    let verdict = match run.end {
        RunEnd::Stands { .. } => fleeing.stands(run).map_err(told)?,
        RunEnd::Apart { .. } => return Err(told("nobody who routs stands apart".to_owned())),
        RunEnd::Leaves => return Err(told("nobody who routs leaves".to_owned())),
        RunEnd::Lost { why } => fleeing.lost(run, why).map_err(told)?,
    };
    Ok(match (saw, verdict) {
        (Verdict::Right(_), verdict) => verdict,
        (saw, Verdict::Right(_)) => saw,
        (_, verdict) => verdict,
    })
}

/// Whether the enemies it flees from are those it saw, or the leader's if it saw none.
///
/// Rule: ROU-1, VIS-1 (symmetric).
fn who_is_seen(scene: &Scene, man: &Man, flight: &RoutHeading, routed: &Routed) -> Result<Verdict, String> {
    let mut doubt = Vec::new();
    for enemy in &scene.enemies {
        let told = flight.saw == SawEnemies::Enemies && flight.from.contains(&enemy.id);
        let open = rays::any_open(&scene.sights, &man.body, &enemy.body, rays::CELLS);
        if open != told {
            doubt.push((enemy.id, open));
        }
    }
    if let Some((id, _)) = doubt.iter().find(|(id, open)| !is_doubtful(scene, man, *id, *open)) {
        return Err(format!("whether it saw {id}: {doubt:?}"));
    }
    if flight.saw == SawEnemies::Nobody && routed.leader.is_some() && !flight.from.is_empty() {
        return Err(format!("it saw nobody, but flees from {:?}", flight.from));
    }
    if doubt.is_empty() { Ok(Verdict::Right("saw")) } else { Ok(Verdict::Within(format!("sight {doubt:?}"))) }
}

/// Whether finer rays, or eyes moved by a hair, tell otherwise.
fn is_doubtful(scene: &Scene, man: &Man, id: ModelId, open: bool) -> bool {
    let Some(enemy) = scene.enemies.iter().find(|enemy| enemy.id == id) else { return false };
    if !open {
        return rays::any_open(&scene.sights, &man.body, &enemy.body, 1000);
    }
    let share = |from: &Man, to: &Man| rays::fraction(&scene.sights, &from.body, &to.body);
    share(man, enemy).max(share(enemy, man)) < 0.001
}

/// What one gains by going so far, over the enemy over whom it gains least.
///
/// Rule: ROU-3, BAS-1 (between bases).
fn gain(man: &Man, enemies: &[&Man], heading: f64, far: f64) -> f64 {
    let (angle, [x, y]) = (heading.to_radians(), man.centre());
    let end = [x + far * libm::cos(angle), y + far * libm::sin(angle)];
    let of = |enemy: &&Man| gap_from(end, man, enemy) - gap(man, enemy);
    enemies.iter().map(of).fold(f64::INFINITY, f64::min)
}

/// Whether the heading told is the one on which the smallest gain is largest.
///
/// Rule: ROU-3, ROU-1 (the leader's heading for one that saw none).
fn away(scene: &Scene, man: &Man, flight: &RoutHeading, routed: &Routed) -> Result<(), String> {
    if let (SawEnemies::Nobody, Some(leader)) = (flight.saw, &routed.leader) {
        let same = [leader.heading, leader.away].iter().any(|other| turn(flight.away, *other) < 0.1);
        return if same { Ok(()) } else { Err(format!("not the leader's heading, {}", leader.heading)) };
    }
    let from: Vec<&Man> = scene.enemies.iter().filter(|enemy| flight.from.contains(&enemy.id)).collect();
    let [_, far] = scene.limits()[0];
    let gains = |heading: f64| gain(man, &from, heading, far);
    let best = (0..3600).map(|nth| f64::from(nth) / 10.0).max_by(|a, b| gains(*a).total_cmp(&gains(*b)));
    let best = best.unwrap_or_default();
    let right = turn(best, flight.away) <= AWAY || gains(flight.away) >= gains(best) - 0.001;
    if right {
        return Ok(());
    }
    Err(format!("{best} is directly away ({}), not {} ({})", gains(best), flight.away, gains(flight.away)))
}

/// How far apart two headings are, degrees.
fn turn(a: f64, b: f64) -> f64 {
    let off = (a - b).rem_euclid(360.0);
    off.min(360.0 - off)
}

/// One model in its turn.
struct Fleeing<'s> {
    scene: &'s Scene,
    man: &'s Man,
    flight: &'s RoutHeading,
    routed: &'s Routed,
    start: Surface,
    from: Vec<&'s Man>,
}

impl<'s> Fleeing<'s> {
    fn new(
        scene: &'s Scene,
        man: &'s Man,
        flight: &'s RoutHeading,
        routed: &'s Routed,
    ) -> Result<Self, String> {
        let start = scene.through.surface(man.at()).ok_or("stands on nothing")?;
        let from = scene.enemies.iter().filter(|enemy| flight.from.contains(&enemy.id)).collect();
        Ok(Self { scene, man, flight, routed, start, from })
    }

    fn point(&self, heading: f64, far: f64) -> Point {
        let [x, y] = self.man.centre();
        let angle = heading.to_radians();
        [x + far * libm::cos(angle), y + far * libm::sin(angle)]
    }

    /// How far a base at a point is over the table's edge.
    fn over_edge(&self, [x, y]: Point) -> f64 {
        let [w, h] = self.scene.around.half;
        (x.abs() - w).max(y.abs() - h) + self.man.body.radius
    }

    /// Whether the line directly away leaves the table, `None` where that is too near to tell or
    /// difficult ground shortens it.
    fn is_forced_off(&self) -> Option<bool> {
        let [[_, whole], [_, half]] = self.scene.limits();
        let over = |far: f64| self.over_edge(self.point(self.flight.away, far));
        match (over(whole), over(half)) {
            (_, half) if half > 0.02 => Some(true),
            (whole, _) if whole < -0.02 => Some(false),
            (whole, _) if whole > 0.02 && !self.touches_difficult(self.flight.away) => Some(true),
            _ => None,
        }
    }

    /// Whether the line up to the edge touches difficult ground, or anything that bars it.
    fn touches_difficult(&self, heading: f64) -> bool {
        let [_, whole] = self.scene.limits()[0];
        let far = (0..=200).map(|nth| whole * f64::from(200 - nth) / 200.0);
        let inside = far.map(|far| self.point(heading, far)).find(|p| self.over_edge(*p) < -0.01);
        inside.is_none_or(|p| self.arrival(&self.scene.around, p, -0.004).is_none())
    }

    /// On what a straight run ends that changes no level.
    fn arrival(&self, world: &World, to: Point, depth: f64) -> Option<Surface> {
        legs::ends(world, self.man.centre(), to, self.start, depth).first().copied()
    }

    /// Where a run of a length ends if it serves, more strictly than the rule has it; coherent or not.
    fn serves(&self, heading: f64, times: f64, coherent: bool) -> Option<Place> {
        for (toll, world) in [&self.scene.around, &self.scene.through].into_iter().enumerate() {
            let whole = self.scene.movement * times;
            let far = if toll == 0 { whole } else { (whole / 2.0).floor() };
            let point = self.point(heading, far);
            if self.over_edge(point) > -STRICT {
                continue;
            }
            // Only what touches difficult ground is halved; of a line that would only farther on, the
            // oracle says nothing.
            if toll == 1 && self.arrival(&self.scene.around, point, -0.004).is_some() {
                continue;
            }
            let Some(on) = self.arrival(world, point, -0.004) else { continue };
            let at = self.scene.place(point, on);
            if self.is_end(at, STRICT, coherent).is_ok() {
                return Some(at);
            }
        }
        None
    }

    /// What is wrong with ending at a place; stricter than the rule by so much, or kinder below 0.
    ///
    /// Rule: ROU-2, MOV-4.
    fn is_end(&self, at: Place, strict: f64, coherent: bool) -> Result<(), String> {
        self.scene.end(self.man, at, -strict)?;
        let there = self.man.there(at);
        if let Some(other) = self.routed.moved.iter().find(|other| there.overlaps(other, -strict)) {
            return Err(format!("on {}", other.id));
        }
        let nearer = |enemy: &&&Man| gap(&there, enemy) < gap(self.man, enemy) + strict;
        if let Some(enemy) = self.from.iter().find(nearer) {
            return Err(format!("nearer to {}", enemy.id));
        }
        if coherent && !self.is_coherent(&there, strict) {
            return Err("out of coherency".to_owned());
        }
        Ok(())
    }

    fn is_coherent(&self, there: &Man, strict: f64) -> bool {
        let fellows = &self.routed.moved;
        fellows.is_empty() || fellows.iter().any(|other| self.scene.holds(there, other, strict))
    }

    /// Headings at most so far off, in the order in which they are to be taken.
    fn headings(&self, most: f64, step: f64) -> impl Iterator<Item = f64> {
        let count = (most / step).floor() as i32;
        let away = self.flight.away;
        (0..=count).flat_map(move |nth| {
            let off = f64::from(nth) * step;
            if nth == 0 { vec![away] } else { vec![away + off, away - off] }
        })
    }

    /// A longer move that serves, shorter than a multiple of Mv, at most 90° off.
    fn longer(&self, most: f64, coherent: bool) -> Option<(f64, Place)> {
        let from = 2.0 + 0.1 / self.scene.movement;
        let times = (0..).map(|nth| from + f64::from(nth) * 0.2 / self.scene.movement);
        let mut times = times.take_while(|times| *times <= most);
        times.find_map(|times| {
            let mut headings = self.headings(90.0, 1.0);
            headings.find_map(|heading| self.serves(heading, times, coherent).map(|end| (times, end)))
        })
    }

    /// Rule: ROU-2, ROU-3.
    fn stands(&self, run: &Run) -> Result<Verdict, String> {
        let at = run.path.last().copied().unwrap_or(self.man.at());
        walked(self.scene, self.man.at(), &run.path, run.length.0, Some(run.toll))?;
        self.is_end(at, -2.0 * SLACK, true).map_err(|why| format!("{at} is no end: {why}"))?;
        let [x, y] = [0, 1].map(|axis| at.ground()[axis] - self.man.centre()[axis]);
        let went = libm::atan2(y, x).to_degrees();
        let off = turn(self.flight.heading, self.flight.away);
        let far = apart(at.ground(), self.man.centre());
        if run.length.0 > 0.5 && (turn(went, self.flight.heading) > 0.3 || (far - run.length.0).abs() > 0.01)
        {
            return Err(format!("went {went} by {far}"));
        }
        if off > 90.1 {
            return Err(format!("{off} off"));
        }
        if self.is_forced_off() == Some(true) {
            return Err("its line leaves the table".to_owned());
        }
        if self.scene.starts_close(self.man) {
            return Ok(Verdict::Untold("routs from close to an enemy"));
        }
        let toll = index(run.toll);
        let usual = self.scene.limits()[toll][1];
        if run.length.0 <= usual + 0.02 {
            if run.length.0 < usual - 0.02 {
                return Err(format!("went {} of {usual}", run.length.0));
            }
            let mut nearer = self.headings(off - OFF, 0.5);
            let found = nearer.find_map(|heading| self.serves(heading, 2.0, true).map(|end| (heading, end)));
            return match found {
                _ if off <= OFF => Ok(Verdict::Right("directly away")),
                None => Ok(Verdict::Right("turned off")),
                Some(found) => Err(format!("a heading nearer than {off} serves: {found:?}")),
            };
        }
        self.longer_was_right(run, toll)
    }

    fn longer_was_right(&self, run: &Run, toll: usize) -> Result<Verdict, String> {
        let times = run.length.0 * if toll == 0 { 1.0 } else { 2.0 } / self.scene.movement;
        if times > 3.0 + 1.0 / self.scene.movement * SLACK {
            return Err(format!("goes {times} times Mv"));
        }
        let mut usual = self.headings(90.0, 0.5);
        if let Some(end) = usual.find_map(|heading| self.serves(heading, 2.0, true)) {
            return Err(format!("needs no longer move: {end:?}"));
        }
        match self.longer(times - 0.1 / self.scene.movement, true) {
            Some(found) => Err(format!("a shorter one serves: {found:?}")),
            None => Ok(Verdict::Right("longer")),
        }
    }

    /// Whether nothing serves one that is lost, and for the reason told.
    fn lost(&self, run: &Run, why: LostFor) -> Result<Verdict, String> {
        let off = self.is_forced_off();
        match (why, off) {
            (LostFor::OffTable, Some(true)) => return Ok(Verdict::Right("lost: off the table")),
            (LostFor::OffTable, None) => return Ok(Verdict::Within("by an edge".to_owned())),
            (LostFor::OffTable, Some(false)) => return Err("its line does not leave the table".to_owned()),
            (_, Some(true)) => return Err("its line leaves the table".to_owned()),
            (LostFor::Weakness, _) => return Err("weakness".to_owned()),
            _ => {}
        }
        if self.scene.starts_close(self.man) {
            return Ok(Verdict::Untold("lost close to an enemy"));
        }
        let any = |coherent: bool| {
            let usual = self.headings(90.0, 0.5).find_map(|heading| self.serves(heading, 2.0, coherent));
            usual.or_else(|| self.longer(3.0, coherent).map(|found| found.1))
        };
        if let Some(end) = any(true) {
            return Err(format!("saved by {end:?}"));
        }
        match (why, any(false)) {
            (LostFor::NoWayOut, Some(end)) => Err(format!("could go, out of coherency: {end:?}")),
            (LostFor::LeftBehind, None) => Ok(Verdict::Within(format!("cannot go at all, {:?}", run.model))),
            (LostFor::LeftBehind, _) => Ok(Verdict::Right("lost: left behind")),
            _ => Ok(Verdict::Right("lost: no way out")),
        }
    }
}

/// The index of a toll in the scene's limits.
pub fn index(toll: Toll) -> usize {
    match toll {
        Toll::Whole => 0,
        Toll::Halved => 1,
    }
}
