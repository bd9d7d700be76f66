//! Oracle: where a leader falls back to. Is it safe, is the path legal, is there no better position?

use warstrike::game::phases::fall_back::retreat::{
    ModelRetreat, Reachability, Retreat, RetreatOutcome, SafePosition,
};
use warstrike::rules::falling_back::MoveLimit;
use warstrike::rules::measures::Place;

use crate::paths::legs;
use crate::paths::oracle::{self, PLANNED, STRICT};

use super::eyes::{Cover, Look};
use super::rout::limit_index;
use super::sampled::Places;
use super::scene::{SLACK, Scene};
use super::ways::{Fields, Length};

/// How much longer than the best path a choice's may be, inches.
const GOOD: f64 = 0.1;

/// Longer than any path on such a table, inches.
const MAX_PATH: f64 = 70.0;

/// The verdict on one choice.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// As good as the oracle's best, with the case.
    Right(&'static str),
    /// Legal, but the oracle cannot decide whether it is the best, and why.
    Undecided(&'static str),
    /// Right only within the allowance, or because an edge is too near to tell.
    Within(String),
    Wrong(String),
}

/// How good a safe position is, the best kind first.
///
/// Rule: FB-4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    Within(f64),
    Nearer(f64),
    Beyond(f64),
    None,
}

impl Worth {
    /// The worth of a path, unless it is too near to a limit to decide.
    fn of(scene: &Scene, Length { inches, limit }: Length) -> Option<Self> {
        let [min, max] = scene.limits()[limit];
        let near = [min, max].iter().any(|limit| (inches - limit).abs() < 0.012);
        match inches {
            _ if near && inches > 0.0 => None,
            _ if inches > max => Some(Self::Beyond(inches)),
            _ if inches < min => Some(Self::Nearer(inches)),
            _ => Some(Self::Within(inches)),
        }
    }

    /// The worth that an outcome claims for the leader's safe position.
    pub fn claimed(outcome: &RetreatOutcome) -> Self {
        match outcome {
            // Cover has no lower limit of the path.
            RetreatOutcome::RunForCover { safe_position, .. }
                if safe_position.reachability == Reachability::Here =>
            {
                Self::Within(0.0)
            }
            RetreatOutcome::FallBack { safe_position, .. }
            | RetreatOutcome::RunForCover { safe_position, .. } => match safe_position.reachability {
                Reachability::InRange => Self::Within(safe_position.length.0),
                Reachability::TooNear => Self::Nearer(safe_position.length.0),
                Reachability::Here => Self::Nearer(0.0),
                Reachability::TooFar => Self::Beyond(safe_position.length.0),
            },
            _ => Self::None,
        }
    }

    fn rank(self) -> u8 {
        match self {
            Self::Within(_) => 0,
            Self::Nearer(_) => 1,
            Self::Beyond(_) => 2,
            Self::None => 3,
        }
    }

    /// The length of the path, inches; 0 for none.
    pub fn inches(self) -> f64 {
        match self {
            Self::Within(inches) | Self::Nearer(inches) | Self::Beyond(inches) => inches,
            Self::None => 0.0,
        }
    }

    /// Whether it is better than another.
    pub fn beats(self, other: Self) -> bool {
        let shorter = match self {
            Self::Nearer(_) => self.inches() > other.inches(),
            _ => self.inches() < other.inches(),
        };
        self.rank() < other.rank() || (self.rank() == other.rank() && shorter)
    }

    /// Whether two are equally good: the same case, and lengths within tolerance.
    fn is_as_good_as(self, other: Self) -> bool {
        other != Self::None && self != Self::None && (self.inches() - other.inches()).abs() <= GOOD
    }

    fn case(self) -> &'static str {
        match self {
            Self::Within(0.0) | Self::Nearer(0.0) => "here",
            Self::Within(_) => "within",
            Self::Nearer(_) => "nearer",
            Self::Beyond(_) => "beyond",
            Self::None => "none",
        }
    }
}

/// Judges the leader's choice.
///
/// Rule: FB-2, FB-3, FB-4, OFB-3.
pub fn judge(scene: &Scene, retreat: &Retreat, sampling: Sampling) -> Verdict {
    let leader = &scene.unit[0];
    if retreat.leader != leader.id {
        return Verdict::Wrong(format!("{} leads, not {}", leader.id, retreat.leader));
    }
    let max = scene.limits().map(|[_, max]| max + 0.3);
    let Some(fields) = Fields::new(scene, leader, PLANNED, max) else {
        return Verdict::Undecided("no surface under it");
    };
    let mut uncertain = None;
    if let RetreatOutcome::FallBack { safe_position, retreats }
    | RetreatOutcome::RunForCover { safe_position, retreats, .. } = &retreat.outcome
    {
        match choice(scene, safe_position, &retreats[0], &fields) {
            Err(why) => return Verdict::Wrong(why),
            Ok(found) => uncertain = found,
        }
    }
    if scene.starts_close(leader) {
        return Verdict::Undecided("starts close to an enemy");
    }
    let claimed = Worth::claimed(&retreat.outcome);
    match (better(scene, claimed, &fields, sampling), uncertain) {
        (None, None) => Verdict::Right(claimed.case()),
        (None, Some(uncertain)) if uncertain == BORDER => Verdict::Right("at the boundary of safety"),
        (None, Some(uncertain)) => Verdict::Within(uncertain),
        (Some((worth, _, why)), _) if worth.is_as_good_as(claimed) => Verdict::Within(why),
        (Some((worth, at, why)), _) if is_sure(scene, worth, at) => Verdict::Wrong(why),
        (Some((.., why)), _) => Verdict::Within(format!("not for stricter paths: {why}")),
    }
}

/// The doubt about a place that is only just safe, as the nearest ones are.
const BORDER: &str = "border";

/// How densely places are sampled.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// Spacing of the grid, inches.
    pub spacing: f64,
    /// How many random places in the shadows of obstacles.
    pub shadows: usize,
}

pub const COARSE: Sampling = Sampling { spacing: 0.25, shadows: 400 };

/// Checks a choice; what is doubtful about it.
fn choice(
    scene: &Scene,
    safe_position: &SafePosition,
    run: &ModelRetreat,
    fields: &Fields,
) -> Result<Option<String>, String> {
    let leader = &scene.unit[0];
    if safe_position.reachability == Reachability::Here {
        if scene.is_in_danger(leader) {
            return Err("here, in dangerous ground".to_owned());
        }
        let here =
            safe_position.at == leader.at() && safe_position.path.is_empty() && safe_position.length.0 == 0.0;
        return if here {
            safety(scene, safe_position.at)
        } else {
            Err(format!("here, but {safe_position:?}"))
        };
    }
    let on = scene
        .end(leader, safe_position.at, SLACK)
        .map_err(|why| format!("{} is no end: {why}", safe_position.at))?;
    let uncertain = safety(scene, safe_position.at)?;
    if safe_position.path.last() != Some(&safe_position.at) {
        return Err(format!("the path does not lead to {}", safe_position.at));
    }
    walked(scene, leader.at(), &safe_position.path, safe_position.length.0, None)?;
    if safe_position.reachability != Reachability::TooFar {
        walked(scene, leader.at(), &run.path, run.length.0, Some(run.limit))?;
        limited(scene, safe_position, run)?;
    } else {
        is_beyond(scene, safe_position)?;
        part_way(scene, &safe_position.path, run)?;
    }
    if safe_position.reachability == Reachability::TooFar || scene.starts_close(leader) {
        return Ok(uncertain);
    }
    match fields.legal(safe_position.at.ground(), on, safe_position.length.0 + 0.2) {
        Some(best) if best.inches < safe_position.length.0 - GOOD => {
            Err(format!("{} is {best:?} away, not {}", safe_position.at, safe_position.length.0))
        }
        Some(best) if best.inches > safe_position.length.0 + 0.05 => Ok(Some(format!(
            "{} is {best:?} away for the oracle, not {}",
            safe_position.at, safe_position.length.0
        ))),
        Some(_) => Ok(uncertain),
        None => Ok(Some(format!("the oracle finds no path to {}", safe_position.at))),
    }
}

/// Checks that a place is safe; what is doubtful about it.
pub fn safety(scene: &Scene, at: Place) -> Result<Option<String>, String> {
    match scene.safe(at, 0.047, -0.006, Look::Fine) {
        Cover::Covered => Ok(None),
        Cover::Doubtful => Ok(Some(BORDER.to_owned())),
        Cover::Clear => {
            let there = scene.unit[0].there(at).body;
            let of = |enemy: &super::scene::OracleModel| (enemy.id, scene.seen_by(enemy, &there, Look::Fine));
            let seen: Vec<_> = scene.enemies.iter().map(of).collect();
            let nearer = scene.is_nearer(at, 0.0);
            let moved = scene.first_in_the_open(at, 0.047, -0.006);
            let grown = scene.grown_over(&there);
            Err(format!("{at} is not safe: nearer {nearer}, ground {grown:?}, {seen:?}, moved {moved:?}"))
        }
    }
}

/// Checks that a path is legal, as long as stated, and crosses difficult ground only if stated.
pub fn walked(
    scene: &Scene,
    from: Place,
    path: &[Place],
    length: f64,
    limit: Option<MoveLimit>,
) -> Result<(), String> {
    let world = if limit == Some(MoveLimit::Full) { &scene.around } else { &scene.through };
    legs::judge(world, from, path, SLACK).map_err(|why| format!("{path:?} ({limit:?}): {why}"))?;
    let sum = long(from, path);
    let right = (sum - length).abs() < 0.001;
    if right { Ok(()) } else { Err(format!("{path:?} is {sum} long, not {length}")) }
}

/// Checks that the length of the leader's path is within the limits of its case.
fn limited(scene: &Scene, safe_position: &SafePosition, run: &ModelRetreat) -> Result<(), String> {
    let [min, max] = scene.limits()[limit_index(run.limit)];
    let length = safe_position.length.0;
    let right = match safe_position.reachability {
        Reachability::InRange => length >= min - SLACK && length <= max + SLACK,
        _ => length < min + SLACK,
    };
    if right && run.path.last() == Some(&safe_position.at) {
        return Ok(());
    }
    Err(format!(
        "{:?} by {length} ({:?}), limits {min} and {max}, ends at {:?}",
        safe_position.reachability, run.limit, run.path
    ))
}

/// Checks that a safe position is beyond the leader's reach.
///
/// Rule: FB-4.
fn is_beyond(scene: &Scene, safe_position: &SafePosition) -> Result<(), String> {
    // The whole path to the position decides its limits, even if the leader stops before difficult ground.
    let open = legs::judge(&scene.around, scene.unit[0].at(), &safe_position.path, SLACK).is_ok();
    let [_, reach] = scene.limits()[usize::from(!open)];
    if safe_position.length.0 < reach - SLACK {
        return Err(format!("{} is no farther than {reach}, but beyond", safe_position.length.0));
    }
    Ok(())
}

/// Checks that a leader whose goal is out of reach goes as far toward it as it can.
///
/// Rule: FB-4 (2 × Mv along the path, or the last legal place before), OFB-3 (as far as possible), OFB-5 (stops short,
/// leaves it by the shortest way).
pub fn part_way(scene: &Scene, path: &[Place], run: &ModelRetreat) -> Result<(), String> {
    let leader = &scene.unit[0];
    walked(scene, leader.at(), &run.path, run.length.0, Some(run.limit))?;
    let [_, max] = scene.limits()[limit_index(run.limit)];
    if run.length.0 > max + SLACK {
        return Err(format!("goes {} of {max}", run.length.0));
    }
    let end = run.path.last().copied().unwrap_or(leader.at());
    let (along, _) = at_length(leader.at(), path, run.length.0);
    let is_off = along.ground_distance(end) > 0.02;
    // In dangerous ground with no end on the path it takes the shortest way out.
    let leaves_danger =
        scene.is_in_danger(leader) && (is_off || run.path.is_empty() || scene.remains_in_danger(leader, end));
    if !run.path.is_empty() && !scene.remains_in_danger(leader, end) {
        scene.end(leader, end, SLACK).map_err(|why| format!("{end} is no end: {why}"))?;
    }
    if leaves_danger {
        scene.leaves_danger(leader, run)?;
    } else if is_off {
        return Err(format!("{end} is not {} along {path:?}", run.length.0));
    }
    let max = scene.limits()[0][1].min(long(leader.at(), path));
    let mut distance = if leaves_danger { GOOD } else { run.length.0 + GOOD };
    while distance < max - 0.02 {
        if let Some(at) = may_stop(scene, path, distance) {
            return Err(format!("stops at {} though {at} ({distance}) is free", run.length.0));
        }
        distance += GOOD;
    }
    Ok(())
}

/// The place at a distance along a path, if the leader may certainly end there.
///
/// Rule: FB-4 (legal), FB-3 (what touches difficult ground has half the limit).
fn may_stop(scene: &Scene, path: &[Place], distance: f64) -> Option<Place> {
    let leader = &scene.unit[0];
    let (at, next) = at_length(leader.at(), path, distance);
    // Beside steps and floors the oracle does not know the leader's level.
    if at.z != next.z || scene.end(leader, at, -0.02).is_err() {
        return None;
    }
    let mut part: Vec<Place> = path.to_vec();
    part.truncate((0..path.len()).take_while(|index| long(leader.at(), &path[..=*index]) < distance).count());
    part.push(at);
    let [[_, whole], [_, half]] = scene.limits();
    let legal =
        |world, max: f64| distance <= max - 0.02 && legs::judge(world, leader.at(), &part, 0.0).is_ok();
    (legal(&scene.around, whole) || legal(&scene.through, half)).then_some(at)
}

/// The length of a path, inches.
fn long(from: Place, path: &[Place]) -> f64 {
    let corners: Vec<Place> = std::iter::once(from).chain(path.iter().copied()).collect();
    corners.windows(2).map(|leg| leg[0].ground_distance(leg[1])).sum()
}

/// The place at a distance along a path, once at the height of the corner before it and once of the one after
/// it.
fn at_length(from: Place, path: &[Place], distance: f64) -> (Place, Place) {
    let (mut last, mut left) = (from, distance);
    for corner in path {
        let long = last.ground_distance(*corner);
        if left <= long && long > 0.0 {
            let [a, b] = [last, *corner].map(Place::ground);
            let [x, y] = crate::paths::figures::on_way(a, b, left / long);
            let at = |height: Place| Place { z: height.z, ..Place::from_inches(x, y, 0.0).unwrap() };
            return (at(last), at(*corner));
        }
        (last, left) = (*corner, left - long);
    }
    (last, last)
}

/// A safe position better than the claimed one, if the oracle finds one.
fn better(
    scene: &Scene,
    claimed: Worth,
    fields: &Fields,
    sampling: Sampling,
) -> Option<(Worth, Place, String)> {
    let [_, max] = scene.limits()[0];
    let places = Places::new(scene, sampling);
    let near = match claimed {
        Worth::Within(inches) => (inches + 0.2).min(max),
        _ => max,
    };
    let found = in_one_move(&places, near, claimed, fields).or_else(|| far_away(&places, claimed));
    found.map(|(worth, at)| (worth, at, format!("{at} is {worth:?}, claimed was {claimed:?}")))
}

/// Around how many of the best places the search is refined.
const IMPROVED: usize = 4;

/// A better one among the positions within one move.
fn in_one_move(places: &Places, max: f64, claimed: Worth, fields: &Fields) -> Option<(Worth, Place)> {
    let scene = places.scene;
    let bound = match claimed {
        Worth::Within(inches) => inches + 0.2,
        _ => f64::INFINITY,
    };
    let worth = |at: Place| {
        let on = scene.through.surface(at)?;
        Worth::of(scene, fields.legal(at.ground(), on, bound)?).map(|worth| (worth, at))
    };
    let is_better = |worth: Worth| {
        let same = worth.rank() == claimed.rank();
        worth.beats(claimed) && !(same && worth.is_as_good_as(claimed))
    };
    let mut best: Vec<(Worth, Place)> = Vec::new();
    for at in places.within(0.0, max) {
        let Some(found) = worth(at) else { continue };
        if is_better(found.0) {
            return Some(found);
        }
        let rank = best.iter().position(|other| found.0.beats(other.0)).unwrap_or(best.len());
        best.insert(rank, found);
        best.truncate(IMPROVED);
    }
    for mut here in best {
        let mut step = 0.16;
        while step > 0.03 {
            let next = places.around(here.1, step).filter_map(worth);
            match next.filter(|next| next.0.beats(here.0)).reduce(|a, b| if b.0.beats(a.0) { b } else { a }) {
                Some(next) => here = next,
                None => step /= 2.0,
            }
        }
        if is_better(here.0) {
            return Some(here);
        }
    }
    None
}

/// To how many distant places a path is searched.
const MAX_FAR_PLACES: usize = 12;

/// A better one among the positions out of reach. None that counts is in reach, so every position is beyond it
/// to which the path is longer than half the limit.
///
/// Rule: FB-4 (all beyond; one without a legal path does not count).
fn far_away(places: &Places, claimed: Worth) -> Option<(Worth, Place)> {
    let max = match claimed {
        Worth::Within(_) | Worth::Nearer(_) => return None,
        Worth::Beyond(inches) => inches - GOOD,
        Worth::None => MAX_PATH,
    };
    let scene = places.scene;
    let from = (scene.unit[0].centre(), scene.through.surface(scene.unit[0].at())?);
    let way = |at: Place| {
        let to = (at.ground(), scene.through.surface(at)?);
        let way = oracle::shortest(&scene.through, PLANNED, from, to, max)?;
        Some((Worth::Beyond(way.length), at))
    };
    let [_, [_, half]] = scene.limits();
    places.within(half, max).take(MAX_FAR_PLACES).find_map(way)
}

/// Whether a place is as good by paths that keep farther from every obstacle.
fn is_sure(scene: &Scene, worth: Worth, at: Place) -> bool {
    let max = worth.inches() + 0.1;
    let Some(on) = scene.through.surface(at) else { return false };
    if let Worth::Beyond(_) = worth {
        let Some(start) = scene.through.surface(scene.unit[0].at()) else { return false };
        let from = (scene.unit[0].centre(), start);
        return oracle::shortest(&scene.through, STRICT, from, (at.ground(), on), max).is_some();
    }
    let Some(fields) = Fields::new(scene, &scene.unit[0], STRICT, [max, max]) else { return false };
    let strict = fields.legal(at.ground(), on, max).and_then(|length| Worth::of(scene, length));
    strict.is_some_and(|strict| strict.rank() == worth.rank() && strict.is_as_good_as(worth))
}
