//! Oracle: a rout. What each model runs from, which heading is directly away, which headings are legal, and
//! whether a model is lost that could be saved.

use warstrike::game::phases::fall_back::retreat::ModelEnd;
use warstrike::game::phases::fall_back::retreat::ModelRetreat;
use warstrike::game::phases::fall_back::retreat::RoutHeading;
use warstrike::game::phases::fall_back::retreat::SawEnemies;
use warstrike::rules::falling_back::LostFor;
use warstrike::rules::falling_back::MoveLimit;
use warstrike::rules::ids::ModelId;
use warstrike::rules::measures::Place;

use crate::paths::figures::{Point, apart};
use crate::paths::legs;
use crate::paths::world::{Surface, World};
use crate::sight::rays;

use super::leader::{Verdict, walked};
use super::scene::{OracleModel, SLACK, Scene, length};

/// Tolerance of a heading taken, degrees.
const HEADING_TOLERANCE: f64 = 1.0;

/// Tolerance of the heading directly away, degrees.
const AWAY_TOLERANCE: f64 = 0.15;

/// How much stricter than the rule the oracle is when it claims that a move is legal, inches.
const STRICT: f64 = 0.01;

/// The part of a rout before one model moves.
pub struct Routed {
    /// The models that have moved and still stand.
    pub moved: Vec<OracleModel>,
    /// The leader's rout heading.
    pub leader: Option<RoutHeading>,
}

/// Judges every model's move, given those before it.
///
/// Rule: ROU-1, ROU-2, ROU-3.
pub fn judge(scene: &Scene, retreats: &[ModelRetreat]) -> Vec<Verdict> {
    let mut routed = Routed { moved: Vec::new(), leader: None };
    let mut verdicts = vec![order(scene, retreats)];
    for run in retreats {
        let Some(model) = scene.unit.iter().find(|model| model.id == run.model) else {
            return vec![Verdict::Wrong(format!("{} is not of the unit", run.model))];
        };
        verdicts.push(judge_one(scene, model, run, &routed).unwrap_or_else(Verdict::Wrong));
        if let Some(at) = run.end_from(model.at()) {
            routed.moved.push(model.there(at));
        }
        routed.leader = routed.leader.or_else(|| run.rout_heading.clone());
    }
    verdicts
}

/// Checks the order: leader first, the others by distance from it.
///
/// Rule: ROU-1.
fn order(scene: &Scene, retreats: &[ModelRetreat]) -> Verdict {
    let distance = |run: &ModelRetreat| {
        let model = scene.unit.iter().find(|model| model.id == run.model);
        model.map_or(f64::INFINITY, |model| gap(model, &scene.unit[0]))
    };
    let sorted = retreats.windows(2).all(|two| distance(&two[0]) <= distance(&two[1]) + SLACK);
    if sorted && retreats.len() == scene.unit.len() && retreats[0].model == scene.unit[0].id {
        Verdict::Right("order")
    } else {
        Verdict::Wrong(format!("order {:?}", retreats.iter().map(|run| run.model).collect::<Vec<_>>()))
    }
}

/// Rule: BAS-1.
fn gap(a: &OracleModel, b: &OracleModel) -> f64 {
    gap_from(a.centre(), a, b)
}

/// The same if the first model stood elsewhere at its height.
fn gap_from(at: Point, a: &OracleModel, b: &OracleModel) -> f64 {
    let level = apart(at, b.centre()) - a.body.radius - b.body.radius;
    length(level.max(0.0), a.at().z.inches() - b.at().z.inches())
}

fn judge_one(
    scene: &Scene,
    model: &OracleModel,
    run: &ModelRetreat,
    routed: &Routed,
) -> Result<Verdict, String> {
    let report = |why: String| format!("{}: {why}; {run:?}", model.id);
    let rout_heading = run.rout_heading.as_ref().ok_or_else(|| report("no flight".to_owned()))?;
    let saw = enemies_seen(scene, model, rout_heading, routed).map_err(report)?;
    away(scene, model, rout_heading, routed).map_err(report)?;
    let fleeing = Fleeing::new(scene, model, rout_heading, routed)?;
    let verdict = match run.end {
        ModelEnd::Stands { .. } => fleeing.stands(run).map_err(report)?,
        ModelEnd::Apart { .. } => return Err(report("no model is apart in a rout".to_owned())),
        ModelEnd::Leaves => return Err(report("no model leaves in a rout".to_owned())),
        ModelEnd::Lost { why } => fleeing.lost(run, why).map_err(report)?,
    };
    Ok(match (saw, verdict) {
        (Verdict::Right(_), verdict) => verdict,
        (saw, Verdict::Right(_)) => saw,
        (_, verdict) => verdict,
    })
}

/// Checks that the enemies it runs from are those it saw, or the leader's if it saw none.
///
/// Rule: ROU-1, VIS-1 (symmetric).
fn enemies_seen(
    scene: &Scene,
    model: &OracleModel,
    rout_heading: &RoutHeading,
    routed: &Routed,
) -> Result<Verdict, String> {
    let mut doubt = Vec::new();
    for enemy in &scene.enemies {
        let report = rout_heading.saw == SawEnemies::Enemies && rout_heading.from.contains(&enemy.id);
        let open = rays::any_open(&scene.sights, &model.body, &enemy.body, rays::CELLS);
        if open != report {
            doubt.push((enemy.id, open));
        }
    }
    if let Some((id, _)) = doubt.iter().find(|(id, open)| !is_doubtful(scene, model, *id, *open)) {
        return Err(format!("whether it saw {id}: {doubt:?}"));
    }
    if rout_heading.saw == SawEnemies::Nobody && routed.leader.is_some() && !rout_heading.from.is_empty() {
        return Err(format!("it saw no enemy, but runs from {:?}", rout_heading.from));
    }
    if doubt.is_empty() { Ok(Verdict::Right("saw")) } else { Ok(Verdict::Within(format!("sight {doubt:?}"))) }
}

/// Whether finer rays, or eyes moved slightly, decide otherwise.
fn is_doubtful(scene: &Scene, model: &OracleModel, id: ModelId, open: bool) -> bool {
    let Some(enemy) = scene.enemies.iter().find(|enemy| enemy.id == id) else { return false };
    if !open {
        return rays::any_open(&scene.sights, &model.body, &enemy.body, 1000);
    }
    let share = |from: &OracleModel, to: &OracleModel| rays::fraction(&scene.sights, &from.body, &to.body);
    share(model, enemy).max(share(enemy, model)) < 0.001
}

/// The smallest gain in distance over any enemy by a straight move.
///
/// Rule: ROU-3, BAS-1 (between bases).
fn gain(model: &OracleModel, enemies: &[&OracleModel], heading: f64, distance: f64) -> f64 {
    let (angle, [x, y]) = (heading.to_radians(), model.centre());
    let end = [x + distance * libm::cos(angle), y + distance * libm::sin(angle)];
    let of = |enemy: &&OracleModel| gap_from(end, model, enemy) - gap(model, enemy);
    enemies.iter().map(of).fold(f64::INFINITY, f64::min)
}

/// Checks that the heading directly away has the largest smallest gain.
///
/// Rule: ROU-3, ROU-1 (the leader's heading for one that saw none).
fn away(
    scene: &Scene,
    model: &OracleModel,
    rout_heading: &RoutHeading,
    routed: &Routed,
) -> Result<(), String> {
    if let (SawEnemies::Nobody, Some(leader)) = (rout_heading.saw, &routed.leader) {
        let same = [leader.heading, leader.away].iter().any(|other| turn(rout_heading.away, *other) < 0.1);
        return if same { Ok(()) } else { Err(format!("not the leader's heading, {}", leader.heading)) };
    }
    let from: Vec<&OracleModel> =
        scene.enemies.iter().filter(|enemy| rout_heading.from.contains(&enemy.id)).collect();
    let [_, distance] = scene.limits()[0];
    let gains = |heading: f64| gain(model, &from, heading, distance);
    let best = (0..3600).map(|index| f64::from(index) / 10.0).max_by(|a, b| gains(*a).total_cmp(&gains(*b)));
    let best = best.unwrap_or_default();
    let right =
        turn(best, rout_heading.away) <= AWAY_TOLERANCE || gains(rout_heading.away) >= gains(best) - 0.001;
    if right {
        return Ok(());
    }
    Err(format!(
        "{best} is directly away ({}), not {} ({})",
        gains(best),
        rout_heading.away,
        gains(rout_heading.away)
    ))
}

/// The angle between two headings, degrees.
fn turn(a: f64, b: f64) -> f64 {
    let off = (a - b).rem_euclid(360.0);
    off.min(360.0 - off)
}

/// One model when it moves.
struct Fleeing<'s> {
    scene: &'s Scene,
    model: &'s OracleModel,
    rout_heading: &'s RoutHeading,
    routed: &'s Routed,
    start: Surface,
    from: Vec<&'s OracleModel>,
}

impl<'s> Fleeing<'s> {
    fn new(
        scene: &'s Scene,
        model: &'s OracleModel,
        rout_heading: &'s RoutHeading,
        routed: &'s Routed,
    ) -> Result<Self, String> {
        let start = scene.through.surface(model.at()).ok_or("stands on nothing")?;
        let from = scene.enemies.iter().filter(|enemy| rout_heading.from.contains(&enemy.id)).collect();
        Ok(Self { scene, model, rout_heading, routed, start, from })
    }

    fn point(&self, heading: f64, distance: f64) -> Point {
        let [x, y] = self.model.centre();
        let angle = heading.to_radians();
        [x + distance * libm::cos(angle), y + distance * libm::sin(angle)]
    }

    /// How far a base at a point is over the table's edge, inches.
    fn over_edge(&self, [x, y]: Point) -> f64 {
        let [w, h] = self.scene.around.half;
        (x.abs() - w).max(y.abs() - h) + self.model.body.radius
    }

    /// Whether the line directly away leaves the table; `None` if that is too close to decide or difficult
    /// ground shortens it.
    fn is_forced_off(&self) -> Option<bool> {
        let [[_, whole], [_, half]] = self.scene.limits();
        let over = |distance: f64| self.over_edge(self.point(self.rout_heading.away, distance));
        match (over(whole), over(half)) {
            (_, half) if half > 0.02 => Some(true),
            (whole, _) if whole < -0.02 => Some(false),
            (whole, _) if whole > 0.02 && !self.touches_difficult(self.rout_heading.away) => Some(true),
            _ => None,
        }
    }

    /// Whether the line up to the edge touches difficult ground or an obstacle.
    fn touches_difficult(&self, heading: f64) -> bool {
        let [_, whole] = self.scene.limits()[0];
        let distance = (0..=200).map(|index| whole * f64::from(200 - index) / 200.0);
        let inside =
            distance.map(|distance| self.point(heading, distance)).find(|p| self.over_edge(*p) < -0.01);
        inside.is_none_or(|p| self.arrival(&self.scene.around, p, -0.004).is_none())
    }

    /// The surface on which a straight run without a change of level ends.
    fn arrival(&self, world: &World, to: Point, depth: f64) -> Option<Surface> {
        legs::ends(world, self.model.centre(), to, self.start, depth).first().copied()
    }

    /// The end of a run if it is legal by stricter limits than the rule's, with or without coherency.
    fn legal_end(&self, heading: f64, times: f64, coherent: bool) -> Option<Place> {
        for (limit, world) in [&self.scene.around, &self.scene.through].into_iter().enumerate() {
            let whole = self.scene.movement * times;
            let distance = if limit == 0 { whole } else { (whole / 2.0).floor() };
            let point = self.point(heading, distance);
            if self.over_edge(point) > -STRICT {
                continue;
            }
            // Only a path that touches difficult ground is halved; for a line that would touch it farther on
            // the oracle does not decide.
            if limit == 1 && self.arrival(&self.scene.around, point, -0.004).is_some() {
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

    /// Checks an end; stricter than the rule by `strict`, more lenient below 0.
    ///
    /// Rule: ROU-2, MOV-4.
    fn is_end(&self, at: Place, strict: f64, coherent: bool) -> Result<(), String> {
        self.scene.end(self.model, at, -strict)?;
        let there = self.model.there(at);
        if let Some(other) = self.routed.moved.iter().find(|other| there.overlaps(other, -strict)) {
            return Err(format!("on {}", other.id));
        }
        let nearer = |enemy: &&&OracleModel| gap(&there, enemy) < gap(self.model, enemy) + strict;
        if let Some(enemy) = self.from.iter().find(nearer) {
            return Err(format!("nearer to {}", enemy.id));
        }
        if coherent && !self.is_coherent(&there, strict) {
            return Err("out of coherency".to_owned());
        }
        Ok(())
    }

    fn is_coherent(&self, there: &OracleModel, strict: f64) -> bool {
        let fellows = &self.routed.moved;
        fellows.is_empty() || fellows.iter().any(|other| self.scene.holds(there, other, strict))
    }

    /// Headings at most `max` degrees off, in the order in which they are tried.
    fn headings(&self, max: f64, step: f64) -> impl Iterator<Item = f64> {
        let count = (max / step).floor() as i32;
        let away = self.rout_heading.away;
        (0..=count).flat_map(move |index| {
            let off = f64::from(index) * step;
            if index == 0 { vec![away] } else { vec![away + off, away - off] }
        })
    }

    /// A longer legal move, shorter than a multiple of Mv and at most 90° off.
    fn longer(&self, max: f64, coherent: bool) -> Option<(f64, Place)> {
        let from = 2.0 + 0.1 / self.scene.movement;
        let times = (0..).map(|index| from + f64::from(index) * 0.2 / self.scene.movement);
        let mut times = times.take_while(|times| *times <= max);
        times.find_map(|times| {
            let mut headings = self.headings(90.0, 1.0);
            headings.find_map(|heading| self.legal_end(heading, times, coherent).map(|end| (times, end)))
        })
    }

    /// Rule: ROU-2, ROU-3.
    fn stands(&self, run: &ModelRetreat) -> Result<Verdict, String> {
        let at = run.path.last().copied().unwrap_or(self.model.at());
        walked(self.scene, self.model.at(), &run.path, run.length.0, Some(run.limit))?;
        self.is_end(at, -2.0 * SLACK, true).map_err(|why| format!("{at} is no end: {why}"))?;
        let [x, y] = [0, 1].map(|axis| at.ground()[axis] - self.model.centre()[axis]);
        let went = libm::atan2(y, x).to_degrees();
        let off = turn(self.rout_heading.heading, self.rout_heading.away);
        let distance = apart(at.ground(), self.model.centre());
        if run.length.0 > 0.5
            && (turn(went, self.rout_heading.heading) > 0.3 || (distance - run.length.0).abs() > 0.01)
        {
            return Err(format!("went {went} by {distance}"));
        }
        if off > 90.1 {
            return Err(format!("{off} off"));
        }
        if self.is_forced_off() == Some(true) {
            return Err("its line leaves the table".to_owned());
        }
        if self.scene.starts_close(self.model) {
            return Ok(Verdict::Undecided("routs from close to an enemy"));
        }
        let limit = limit_index(run.limit);
        let usual = self.scene.limits()[limit][1];
        if run.length.0 <= usual + 0.02 {
            if run.length.0 < usual - 0.02 {
                return Err(format!("went {} of {usual}", run.length.0));
            }
            let mut nearer = self.headings(off - HEADING_TOLERANCE, 0.5);
            let found =
                nearer.find_map(|heading| self.legal_end(heading, 2.0, true).map(|end| (heading, end)));
            return match found {
                _ if off <= HEADING_TOLERANCE => Ok(Verdict::Right("directly away")),
                None => Ok(Verdict::Right("turned off")),
                Some(found) => Err(format!("a heading nearer than {off} is legal: {found:?}")),
            };
        }
        self.longer_was_right(run, limit)
    }

    fn longer_was_right(&self, run: &ModelRetreat, limit: usize) -> Result<Verdict, String> {
        let times = run.length.0 * if limit == 0 { 1.0 } else { 2.0 } / self.scene.movement;
        if times > 3.0 + 1.0 / self.scene.movement * SLACK {
            return Err(format!("goes {times} times Mv"));
        }
        let mut usual = self.headings(90.0, 0.5);
        if let Some(end) = usual.find_map(|heading| self.legal_end(heading, 2.0, true)) {
            return Err(format!("needs no longer move: {end:?}"));
        }
        match self.longer(times - 0.1 / self.scene.movement, true) {
            Some(found) => Err(format!("a shorter one is legal: {found:?}")),
            None => Ok(Verdict::Right("longer")),
        }
    }

    /// Checks that a lost model has no legal move, and that the reason is right.
    fn lost(&self, run: &ModelRetreat, why: LostFor) -> Result<Verdict, String> {
        let off = self.is_forced_off();
        match (why, off) {
            (LostFor::OffTable, Some(true)) => return Ok(Verdict::Right("lost: off the table")),
            (LostFor::OffTable, None) => return Ok(Verdict::Within("by an edge".to_owned())),
            (LostFor::OffTable, Some(false)) => return Err("its line does not leave the table".to_owned()),
            (_, Some(true)) => return Err("its line leaves the table".to_owned()),
            (LostFor::Weakness, _) => return Err("weakness".to_owned()),
            _ => {}
        }
        if self.scene.starts_close(self.model) {
            return Ok(Verdict::Undecided("lost close to an enemy"));
        }
        let any = |coherent: bool| {
            let usual = self.headings(90.0, 0.5).find_map(|heading| self.legal_end(heading, 2.0, coherent));
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

/// The index of a limit in the scene's limits.
pub fn limit_index(limit: MoveLimit) -> usize {
    match limit {
        MoveLimit::Full => 0,
        MoveLimit::Halved => 1,
    }
}
