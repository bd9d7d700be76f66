//! The oracle's judgement of straight legs: cut exactly where anything changes, or
//! looked at every hundredth of an inch.

use warstrike::rules::measures::Place;

use super::figures::{Point, apart, on_way};
use super::world::{ALLOWANCE, Bar, Surface, World, near};

/// What matters to one leg: what comes near it.
struct Near<'w> {
    world: &'w World,
    bars: Vec<&'w Bar>,
    /// Whether heights and floors are one and the same all along.
    plain: bool,
}

impl<'w> Near<'w> {
    fn new(world: &'w World, a: Point, b: Point) -> Self {
        let around = [[a[0].min(b[0]), a[1].min(b[1])], [a[0].max(b[0]), a[1].max(b[1])]];
        let reach = |bar: &Bar| if bar.enemy().is_some() { 2.1 } else { world.radius + 0.1 };
        let step = world.steps.iter().any(|step| near(step.figure.bounds(), around, 0.1));
        let floor = world.floors.iter().any(|floor| near(floor.figure.bounds(), around, 0.1));
        Self {
            world,
            bars: world.bars.iter().filter(|bar| bar.is_near(around, reach(bar))).collect(),
            plain: !step && !floor,
        }
    }

    fn surfaces(&self, p: Point) -> Vec<Surface> {
        if self.plain { vec![Surface { height: 0, floor: None }] } else { self.world.surfaces(p) }
    }

    fn is_free(&self, p: Point, on: Surface, depth: f64) -> bool {
        let free =
            |bar: &&Bar| self.world.keep(bar, on).is_none_or(|keep| keep - bar.figure.outside(p) <= depth);
        self.bars.iter().all(free)
    }

    /// Every share of the leg at which anything may begin or end.
    fn cuts(&self, a: Point, b: Point, depth: f64) -> Vec<f64> {
        let mut cuts = vec![0.0, 1.0];
        let mut over = vec![Surface { height: 0, floor: None }];
        if !self.plain {
            for step in &self.world.steps {
                step.figure.shares(a, b, -ALLOWANCE, &mut cuts);
                over.push(Surface { height: step.top, floor: None });
            }
            for floor in &self.world.floors {
                floor.figure.shares(a, b, ALLOWANCE, &mut cuts);
                over.push(Surface { height: floor.height, floor: Some(floor.piece) });
            }
        }
        for bar in &self.bars {
            let keeps: Vec<f64> = over.iter().filter_map(|on| self.world.keep(bar, *on)).collect();
            let once = |nth: &usize| !keeps[..*nth].contains(&keeps[*nth]);
            for nth in (0..keeps.len()).filter(once) {
                bar.figure.shares(a, b, keeps[nth] - depth, &mut cuts);
            }
        }
        cuts.retain(|cut| (0.0..=1.0).contains(cut));
        cuts.sort_by(f64::total_cmp);
        cuts
    }

    /// What of some surfaces is left a little farther on.
    fn onward(&self, p: Point, reached: &[Surface], depth: f64) -> (Vec<Surface>, Vec<Surface>) {
        let here = self.surfaces(p);
        let mut found: Vec<Surface> = Vec::new();
        for from in reached {
            if let Some(next) = self.world.follow(*from, p, &here)
                && !found.contains(&next)
                && self.is_free(p, next, depth)
            {
                found.push(next);
            }
        }
        (found, here)
    }

    /// The same with every change of level that may be made there.
    fn onward_and_up(&self, p: Point, reached: &[Surface], depth: f64) -> Vec<Surface> {
        let (mut found, here) = self.onward(p, reached, depth);
        let mut nth = 0;
        while nth < found.len() {
            for to in &here {
                let new = !found.contains(to) && self.world.changes(found[nth], *to);
                if new && self.is_free(p, *to, depth) {
                    found.push(*to);
                }
            }
            nth += 1;
        }
        found
    }
}

/// Every surface on which a model can come to the end of a leg, nowhere deeper than
/// `depth` in what bars it, with changes of level wherever they help.
pub fn ends(world: &World, a: Point, b: Point, start: Surface, depth: f64) -> Vec<Surface> {
    let near = Near::new(world, a, b);
    let mut reached = vec![start];
    if a != b {
        for cut in near.cuts(a, b, depth).windows(2).filter(|cut| cut[1] - cut[0] > 1e-9) {
            let middle = on_way(a, b, (cut[0] + cut[1]) / 2.0);
            reached = near.onward_and_up(middle, &reached, depth);
            if reached.is_empty() {
                return reached;
            }
        }
    }
    near.onward_and_up(b, &reached, depth)
}

/// How far apart the points are at which a leg is looked at, inches.
const SPACING: f64 = 0.01;

/// Walks a path as a command gives it, point by point: one surface after another, changes of level
/// only at corners.
///
/// # Errors
/// What is wrong with it, in words.
pub fn judge(world: &World, start: Place, corners: &[Place], depth: f64) -> Result<(), String> {
    let mut surface = world.surface(start).ok_or_else(|| format!("nothing bears at {start}"))?;
    let mut from = start;
    // How near each enemy may come: as near as it has been, if that is nearer than 2.
    let mut limits: Vec<f64> =
        world.bars.iter().map(|bar| gap(bar, start.ground(), surface).min(2.0)).collect();
    for &to in corners {
        let (a, b) = (from.ground(), to.ground());
        let near = Near { plain: false, ..Near::new(world, a, b) };
        let points = (apart(a, b) / SPACING).ceil().max(1.0) as usize;
        for nth in 0..=points {
            let p = on_way(a, b, nth as f64 / points as f64);
            let here = world.surfaces(p);
            let up = || format!("goes up to {:?} at {p:?}", here[0]);
            surface = world.follow(surface, p, &here).ok_or_else(up)?;
            judge_point(&near, p, surface, &mut limits, depth)?;
        }
        let wanted = world.surface(to).ok_or_else(|| format!("nothing bears at {to}"))?;
        if wanted.height != surface.height {
            if !world.changes(surface, wanted) {
                return Err(format!("changes from {surface:?} to {wanted:?} at {to}"));
            }
            judge_point(&near, b, wanted, &mut limits, depth)?;
        }
        (surface, from) = (wanted, to);
    }
    Ok(())
}

fn judge_point(near: &Near, p: Point, on: Surface, limits: &mut [f64], depth: f64) -> Result<(), String> {
    let world = near.world;
    for (bar, limit) in world.bars.iter().zip(limits).filter(|(bar, _)| bar.enemy().is_some()) {
        let now = gap(bar, p, on);
        if now < *limit - depth {
            return Err(format!("comes within {now:.4} of {:?} at {p:?}, limit {limit:.4}", bar.figure));
        }
        *limit = limit.max(now.min(2.0));
    }
    let barred = near.bars.iter().find(|bar| {
        let keep = world.keep(bar, on).filter(|_| bar.enemy().is_none());
        keep.is_some_and(|keep| keep - bar.figure.outside(p) > depth)
    });
    if let Some(bar) = barred {
        return Err(format!("is {:.4} off {:?} at {p:?} on {on:?}", bar.figure.outside(p), bar.figure));
    }
    let over = (0..2).map(|axis| p[axis].abs() + world.radius - world.half[axis]).fold(0.0, f64::max);
    if over > depth { Err(format!("is {over:.4} over the table's edge at {p:?}")) } else { Ok(()) }
}

/// The gap to an enemy in space; how deep the bases overlap, below 0.
///
/// Rule: BAS-1.
fn gap(bar: &Bar, p: Point, on: Surface) -> f64 {
    let Some(height) = bar.enemy() else { return f64::INFINITY };
    let (level, rise) = (bar.figure.outside(p), f64::from(on.height - height) / 1000.0);
    if rise == 0.0 { level } else { (level.max(0.0) * level.max(0.0) + rise * rise).sqrt() }
}
