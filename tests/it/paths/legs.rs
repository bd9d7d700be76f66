//! How the oracle judges straight legs: cut exactly where anything changes, or sampled every hundredth of an
//! inch.

use warstrike::rules::measures::Place;

use super::figures::{Point, apart, on_way};
use super::world::{ALLOWANCE, Obstacle, Surface, World, near};

/// What comes near one leg.
struct Near<'w> {
    world: &'w World,
    obstacles: Vec<&'w Obstacle>,
    /// Whether heights and floors are the same all along.
    is_uniform: bool,
}

impl<'w> Near<'w> {
    fn new(world: &'w World, a: Point, b: Point) -> Self {
        let around = [[a[0].min(b[0]), a[1].min(b[1])], [a[0].max(b[0]), a[1].max(b[1])]];
        let reach = |obstacle: &Obstacle| if obstacle.enemy().is_some() { 2.1 } else { world.radius + 0.1 };
        let step = world.steps.iter().any(|step| near(step.figure.bounds(), around, 0.1));
        let floor = world.floors.iter().any(|floor| near(floor.figure.bounds(), around, 0.1));
        Self {
            world,
            obstacles: world
                .obstacles
                .iter()
                .filter(|obstacle| obstacle.is_near(around, reach(obstacle)))
                .collect(),
            is_uniform: !step && !floor,
        }
    }

    fn surfaces(&self, p: Point) -> Vec<Surface> {
        if self.is_uniform { vec![Surface { height: 0, floor: None }] } else { self.world.surfaces(p) }
    }

    fn is_free(&self, p: Point, on: Surface, depth: f64) -> bool {
        let free = |obstacle: &&Obstacle| {
            self.world
                .keep_out(obstacle, on)
                .is_none_or(|keep_out| keep_out - obstacle.figure.outside(p) <= depth)
        };
        self.obstacles.iter().all(free)
    }

    /// Every share of the leg at which anything may begin or end.
    fn cuts(&self, a: Point, b: Point, depth: f64) -> Vec<f64> {
        let mut cuts = vec![0.0, 1.0];
        let mut surfaces = vec![Surface { height: 0, floor: None }];
        if !self.is_uniform {
            for step in &self.world.steps {
                step.figure.shares(a, b, -ALLOWANCE, &mut cuts);
                surfaces.push(Surface { height: step.top, floor: None });
            }
            for floor in &self.world.floors {
                floor.figure.shares(a, b, ALLOWANCE, &mut cuts);
                surfaces.push(Surface { height: floor.height, floor: Some(floor.piece) });
            }
        }
        for obstacle in &self.obstacles {
            let keep_outs: Vec<f64> =
                surfaces.iter().filter_map(|on| self.world.keep_out(obstacle, *on)).collect();
            let once = |index: &usize| !keep_outs[..*index].contains(&keep_outs[*index]);
            for index in (0..keep_outs.len()).filter(once) {
                obstacle.figure.shares(a, b, keep_outs[index] - depth, &mut cuts);
            }
        }
        cuts.retain(|cut| (0.0..=1.0).contains(cut));
        cuts.sort_by(f64::total_cmp);
        cuts
    }

    /// The surfaces that are left a little farther on.
    fn advance(&self, p: Point, reached: &[Surface], depth: f64) -> (Vec<Surface>, Vec<Surface>) {
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

    /// The same with every change of level that is possible there.
    fn advance_with_changes(&self, p: Point, reached: &[Surface], depth: f64) -> Vec<Surface> {
        let (mut found, here) = self.advance(p, reached, depth);
        let mut index = 0;
        while index < found.len() {
            for to in &here {
                let new = !found.contains(to) && self.world.changes(found[index], *to);
                if new && self.is_free(p, *to, depth) {
                    found.push(*to);
                }
            }
            index += 1;
        }
        found
    }
}

/// Every surface on which a model can reach the end of a leg, nowhere deeper than `depth` in an obstacle,
/// changing level wherever that helps.
pub fn ends(world: &World, a: Point, b: Point, start: Surface, depth: f64) -> Vec<Surface> {
    let near = Near::new(world, a, b);
    let mut reached = vec![start];
    if a != b {
        for cut in near.cuts(a, b, depth).windows(2).filter(|cut| cut[1] - cut[0] > 1e-9) {
            let middle = on_way(a, b, (cut[0] + cut[1]) / 2.0);
            reached = near.advance_with_changes(middle, &reached, depth);
            if reached.is_empty() {
                return reached;
            }
        }
    }
    near.advance_with_changes(b, &reached, depth)
}

/// Distance between the samples of a leg, inches.
const SPACING: f64 = 0.01;

/// Walks a path as a command gives it, sample by sample, changing level only at corners.
///
/// # Errors
/// What is wrong with the path.
pub fn judge(world: &World, start: Place, corners: &[Place], depth: f64) -> Result<(), String> {
    let mut surface = world.surface(start).ok_or_else(|| format!("no surface at {start}"))?;
    let mut from = start;
    // How close each enemy may be: as close as it has been so far, if that is less than 2.
    let mut limits: Vec<f64> =
        world.obstacles.iter().map(|obstacle| gap(obstacle, start.ground(), surface).min(2.0)).collect();
    for &to in corners {
        let (a, b) = (from.ground(), to.ground());
        let near = Near { is_uniform: false, ..Near::new(world, a, b) };
        let points = (apart(a, b) / SPACING).ceil().max(1.0) as usize;
        for index in 0..=points {
            let p = on_way(a, b, index as f64 / points as f64);
            let here = world.surfaces(p);
            let up = || format!("goes up to {:?} at {p:?}", here[0]);
            surface = world.follow(surface, p, &here).ok_or_else(up)?;
            judge_point(&near, p, surface, &mut limits, depth)?;
        }
        let wanted = world.surface(to).ok_or_else(|| format!("no surface at {to}"))?;
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
    for (obstacle, limit) in
        world.obstacles.iter().zip(limits).filter(|(obstacle, _)| obstacle.enemy().is_some())
    {
        let now = gap(obstacle, p, on);
        if now < *limit - depth {
            return Err(format!("comes within {now:.4} of {:?} at {p:?}, limit {limit:.4}", obstacle.figure));
        }
        *limit = limit.max(now.min(2.0));
    }
    let blocked = near.obstacles.iter().find(|obstacle| {
        let keep_out = world.keep_out(obstacle, on).filter(|_| obstacle.enemy().is_none());
        keep_out.is_some_and(|keep_out| keep_out - obstacle.figure.outside(p) > depth)
    });
    if let Some(obstacle) = blocked {
        return Err(format!(
            "is {:.4} off {:?} at {p:?} on {on:?}",
            obstacle.figure.outside(p),
            obstacle.figure
        ));
    }
    let overhang = (0..2).map(|axis| p[axis].abs() + world.radius - world.half[axis]).fold(0.0, f64::max);
    if overhang > depth { Err(format!("is {overhang:.4} over the table's edge at {p:?}")) } else { Ok(()) }
}

/// The gap to an enemy in space; negative where bases overlap.
///
/// Rule: BAS-1.
fn gap(obstacle: &Obstacle, p: Point, on: Surface) -> f64 {
    let Some(height) = obstacle.enemy() else { return f64::INFINITY };
    let (level, rise) = (obstacle.figure.outside(p), f64::from(on.height - height) / 1000.0);
    if rise == 0.0 { level } else { (level.max(0.0) * level.max(0.0) + rise * rise).sqrt() }
}
