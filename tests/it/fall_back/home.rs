//! Oracle: a unit that runs for its own table edge. Its leader's path there is legal and none is shorter, it
//! goes along the path as far as it may, and its unit leaves if it reaches the edge.

use warstrike::game::phases::fall_back::retreat::{Edge, Leaves, ModelRetreat};
use warstrike::table::shape::Shape;

use crate::paths::figures::{Figure, Point, apart};
use crate::paths::oracle::{self, Margins, PLANNED, STRICT};

use super::leader::{Verdict, part_way, walked};
use super::scene::{SLACK, Scene};

/// A side's own table edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Home {
    /// The coordinate that is constant along it.
    axis: usize,
    /// Its value, inches.
    at: f64,
}

/// The spacing of sampled places at the edge, inches, and to how many of them a path is searched.
const SPACING: f64 = 0.25;
const MAX_PATH_SEARCHES: usize = 12;

/// A model that touches the edge is not over it, whatever rounding does, inches.
const ROUNDED: f64 = 1e-6;

/// How much shorter another path may be, inches.
const GOOD: f64 = 0.1;

/// Longer than any path on such a table, inches.
const MAX_PATH: f64 = 70.0;

impl Home {
    /// The edge nearest to the centre of a side's zone.
    pub fn of(zone: &Shape, size: Point) -> Self {
        let [low, high] = Figure::of(zone).bounds();
        let edges = [1, 0].map(|axis| [-1.0, 1.0].map(|sign| Self { axis, at: sign * size[axis] / 2.0 }));
        let inward =
            |home: &Self| home.at.abs() - home.at.signum() * (low[home.axis] + high[home.axis]) / 2.0;
        edges.into_iter().flatten().min_by(|a, b| inward(a).total_cmp(&inward(b))).unwrap()
    }

    /// The gap between a base and the edge, inches.
    fn gap(self, at: Point, radius: f64) -> f64 {
        self.at.abs() - self.at.signum() * at[self.axis] - radius
    }

    /// The centre of a base that touches the edge, at a coordinate along it.
    fn point(self, along: f64, radius: f64) -> Point {
        let mut at = [along; 2];
        at[self.axis] = self.at - self.at.signum() * radius;
        at.map(|x| (x * 1000.0).round() / 1000.0)
    }
}

/// Judges the leader's run.
///
/// Rule: OFB-3 (toward its own table edge), OFB-5, OFB-6.
pub fn judge(scene: &Scene, edge: &Edge, leaves: Leaves, run: &ModelRetreat) -> Verdict {
    edge_verdict(scene, edge, leaves, run)
        .unwrap_or_else(|why| Verdict::Wrong(format!("{why}; {edge:?}, {run:?}")))
}

fn edge_verdict(scene: &Scene, edge: &Edge, leaves: Leaves, run: &ModelRetreat) -> Result<Verdict, String> {
    let (leader, radius) = (&scene.unit[0], scene.table.mover.radius);
    let end = run.path.last().copied().unwrap_or(leader.at());
    let gap = scene.home.gap(end.ground(), radius);
    if (gap <= SLACK) != (leaves == Leaves::Table) {
        return Err(format!("{gap} from the edge, {leaves:?}"));
    }
    let claimed = match edge {
        Edge::At { at, path, length } => {
            scene.end(leader, *at, SLACK).map_err(|why| format!("{at} is no end: {why}"))?;
            if scene.home.gap(at.ground(), radius).abs() > SLACK {
                return Err(format!("{at} is not at the edge"));
            }
            if path.last().copied().unwrap_or(leader.at()) != *at {
                return Err(format!("the path does not lead to {at}"));
            }
            walked(scene, leader.at(), path, length.0, None)?;
            part_way(scene, path, run)?;
            Some(length.0)
        }
        Edge::Unreachable if run.path.is_empty() => None,
        Edge::Unreachable if scene.is_in_danger(leader) => {
            scene.leaves_danger(leader, run)?;
            None
        }
        Edge::Unreachable => return Err("goes, and no path leads there".to_owned()),
    };
    if scene.starts_close(leader) {
        return Ok(Verdict::Undecided("starts close to an enemy"));
    }
    let max = claimed.unwrap_or(MAX_PATH) - GOOD;
    match (shorter(scene, max, PLANNED), shorter(scene, max, STRICT)) {
        (None, _) if claimed.is_none() => Ok(Verdict::Right("the edge is out of reach")),
        (None, _) if leaves == Leaves::Table => Ok(Verdict::Right("reaches the edge")),
        (None, _) => Ok(Verdict::Right("toward the edge")),
        (Some(why), None) => {
            Ok(Verdict::Within(format!("not for stricter paths: {why}, claimed {claimed:?}")))
        }
        (Some(why), Some(_)) => Err(why),
    }
}

/// A place at the edge with a path of at most `max`, if one is found.
fn shorter(scene: &Scene, max: f64, margins: Margins) -> Option<String> {
    let (leader, radius) = (&scene.unit[0], scene.table.mover.radius);
    let from = (leader.centre(), scene.through.surface(leader.at())?);
    let along = 1 - scene.home.axis;
    let half = scene.around.half[along] - radius;
    let count = (2.0 * half / SPACING) as usize;
    let steps = (0..=count).map(|index| index as f64 * SPACING - half).chain([from.0[along]]);
    let mut points: Vec<Point> = steps.map(|step| scene.home.point(step, radius)).collect();
    points.retain(|point| apart(*point, from.0) < max);
    points.sort_by(|a, b| apart(*a, from.0).total_cmp(&apart(*b, from.0)));
    let free = points.into_iter().filter_map(|point| {
        let on = scene.through.surfaces(point)[0];
        scene.end(leader, scene.place(point, on), ROUNDED).is_ok().then_some((point, on))
    });
    let way = |to: (Point, _)| Some((to.0, oracle::shortest(&scene.through, margins, from, to, max)?.length));
    let found = free.take(MAX_PATH_SEARCHES).find_map(way);
    found.map(|(at, length)| format!("{at:?} at the edge is {length} away"))
}
