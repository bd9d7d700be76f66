//! Shortest paths against an oracle that shares only plain types with the program: its own geometry, its own
//! rules of what supports and what blocks a model, its own search.

mod bends;
pub mod field;
pub mod figures;
pub mod legs;
pub mod oracle;
pub mod parts;
mod planted;
pub mod room;
mod straight;
pub mod tables;
pub mod turned;
pub mod world;

use warstrike::rules::basics::Allowance;
use warstrike::rules::measures::Place;
use warstrike::rules::movement::allowance::SlowGoing;
use warstrike::rules::ruleset::MovementRules;
use warstrike::table::paths::{DifficultGoing, GoingPolicy, PathPlanner, Route};
use warstrike::table::terrain::Terrain;

use super::random_tables::{Core, all_tables, cores, tables};
use bends::Vertex;
use oracle::{LENIENT, Margins, OraclePath, PLANNED, STRICT};
use tables::{Draw, Table, table};
use world::World;

const RUN: GoingPolicy = GoingPolicy { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided };
const WALK: GoingPolicy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
const CLAMBER: GoingPolicy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };
const STRUGGLE: GoingPolicy = GoingPolicy { slow: SlowGoing::Barred, difficult: DifficultGoing::Crossed };

/// The going policy of a random table: each in turn.
fn policy_of(index: u64) -> GoingPolicy {
    [RUN, WALK, CLAMBER, STRUGGLE][index as usize % 4]
}

/// How much longer than the oracle's a path may be, inches: arcs become straight legs that are longer by up
/// to 0.008, and corners are rounded to thousandths.
const MAX_EXCESS: f64 = 0.01;

/// How much shorter, inches: 0.01, plus how far the oracle's own path may exceed the optimum, which is less
/// than 0.0004 per radian turned on a circle of an inch.
const MAX_SHORTFALL: f64 = 0.013;

/// Longer than any path on such a table, inches.
const MAX_LENGTH: f64 = 200.0;

/// The program's path on a table.
fn find_path(table: &Table, policy: GoingPolicy, rules: &MovementRules) -> Option<Route> {
    let terrain = Terrain::new(table.size, table.pieces.clone().into(), rules, Allowance(0.005));
    let planner = PathPlanner::new(&terrain, table.mover, policy, table.others.clone(), 0.002);
    planner.shortest_path(table.from, table.to, MAX_LENGTH)
}

fn rules() -> MovementRules {
    super::support::setup("duel").ruleset.movement
}

/// The oracle's path, if no longer than `max_length`, inches.
fn oracle_path(table: &Table, world: &World, margins: Margins, max_length: f64) -> Option<OraclePath> {
    let surface = |at: Place| Some((at.ground(), world.surface(at)?));
    oracle::shortest(world, margins, surface(table.from)?, surface(table.to)?, max_length)
}

/// Whether the start is closer to an enemy than 2 inches. Then its gap is the limit until it is out: legality
/// is asserted, length is not, because the oracle knows no limits that change along the path.
fn starts_close(table: &Table, world: &World) -> bool {
    let Some(start) = world.surface(table.from) else { return false };
    let mut enemies = world.obstacles.iter().filter(|obstacle| obstacle.enemy().is_some());
    enemies.any(|obstacle| {
        world
            .keep_out(obstacle, start)
            .is_some_and(|keep_out| obstacle.figure.outside(table.from.ground()) < keep_out)
    })
}

/// The outcome of one table.
#[derive(Clone, Debug, PartialEq)]
enum Verdict {
    /// Legal, and as short as the oracle's path.
    Right,
    /// No path, correctly.
    NoPath,
    /// Legal; the start is too close to an enemy to compare lengths.
    OnlyLegal,
    /// Right within BAS-10's allowance: no shorter than a lenient oracle's path, no longer than a strict
    /// one's.
    Within(String),
    Wrong(String),
}

/// Judges a path, or the lack of one, by the oracle.
fn verdict(table: &Table, policy: GoingPolicy, route: Option<&Route>) -> Verdict {
    let world = World::new(table, policy);
    let judgement =
        route.map(|route| legs::judge(&world, table.from, &route.corners, world::ALLOWANCE + 1e-6));
    if let Some(Err(why)) = judgement {
        return Verdict::Wrong(format!("illegal: {why}"));
    }
    if starts_close(table, &world) {
        return Verdict::OnlyLegal;
    }
    let length = route.map(|route| route.length);
    let bound = length.map_or(MAX_LENGTH, |found| found + 0.05);
    let lengths = |margins: Margins| oracle_path(table, &world, margins, bound);
    let planned = lengths(PLANNED);
    match compare(length, planned.as_ref(), planned.as_ref()) {
        Ok(()) if route.is_none() => Verdict::NoPath,
        Ok(()) => Verdict::Right,
        Err(why) => match compare(length, lengths(LENIENT).as_ref(), lengths(STRICT).as_ref()) {
            Ok(()) => Verdict::Within(why),
            Err(_) => Verdict::Wrong(why),
        },
    }
}

/// Compares a length with its lower and upper bound; no path counts as infinitely long.
fn compare(
    found: Option<f64>,
    shortest: Option<&OraclePath>,
    longest: Option<&OraclePath>,
) -> Result<(), String> {
    let length = |path: Option<&OraclePath>| path.map_or(f64::INFINITY, |path| path.length);
    let length_found = found.unwrap_or(f64::INFINITY);
    if length_found > length(longest) + MAX_EXCESS {
        return Err(format!("found {found:?}, the oracle {longest:?}"));
    }
    if length_found < length(shortest) - MAX_SHORTFALL {
        return Err(format!("found {found:?}, the oracle only {shortest:?}"));
    }
    Ok(())
}

/// Runs a job for every index below a count of [`tables`], on all cores.
pub fn in_parallel<T: Send>(count: u64, work: impl Fn(u64) -> T + Sync) -> Vec<(u64, T)> {
    let count = tables(count);
    let next = std::sync::atomic::AtomicU64::new(0);
    let part = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        let numbers = numbers.take_while(|index| *index < count);
        let one = |index| {
            let _core = Core::wait();
            (index, work(index))
        };
        numbers.map(one).collect::<Vec<_>>()
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores()).map(|_| scope.spawn(part)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

/// How many of the thousand tables may be right only within the allowance.
const MAX_WITHIN: usize = 5;

/// Rule: MOV-1, MOV-3, MOV-5, GO-2, GO-3, GO-4, GO-5, HIL-1, HIL-2, OBS-1, OBS-2, OBS-3, STR-1,
/// STR-2, STR-3, STR-4, ARE-1, SPR-1, BAS-1, BAS-10.
#[test]
fn on_a_thousand_random_tables_no_path_is_illegal_or_too_long() {
    let rules = rules();
    let verdicts = in_parallel(1000, |index| {
        let (table, policy) = (table(index), policy_of(index));
        verdict(&table, policy, find_path(&table, policy, &rules).as_ref())
    });
    let count = |wanted: fn(&Verdict) -> bool| verdicts.iter().filter(|(_, verdict)| wanted(verdict)).count();
    let within = count(|verdict| matches!(verdict, Verdict::Within(_)));
    let wrong: Vec<_> = verdicts.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Wrong(_))).collect();
    let [right, none] = [Verdict::Right, Verdict::NoPath]
        .map(|wanted| verdicts.iter().filter(|(_, verdict)| *verdict == wanted).count());
    let close = count(|verdict| *verdict == Verdict::OnlyLegal);
    println!("{right} right, {none} rightly none, {close} only legal, {within} within the allowance");
    assert!(wrong.is_empty(), "{} wrong, among them {:?}", wrong.len(), &wrong[..wrong.len().min(3)]);
    assert!(within <= MAX_WITHIN, "{within} are right only within the allowance");
    assert!(!all_tables() || right > 700 && none > 10 && close > 5, "the tables are too easy or too hard");
}

/// The oracle misses no vertex: many more, with every leg between them, shorten no path.
#[test]
fn more_places_to_bend_shorten_no_path_of_the_oracle() {
    in_parallel(80, |index| {
        let (table, policy) = (table(5000 + index), policy_of(index));
        let world = World::new(&table, policy);
        let Some(path) = oracle_path(&table, &world, PLANNED, MAX_LENGTH) else { return };
        let [from, to] = [table.from, table.to];
        let mut vertices = vec![Vertex::plain(from.ground()), Vertex::plain(to.ground())];
        let ends = [from.ground(), to.ground()];
        vertices.extend(bends::bends(&world, PLANNED, ends, path.length));
        let draw = &mut Draw::new(index);
        vertices.extend((0..60).map(|_| Vertex::plain(draw.point(world.half))));
        vertices.iter_mut().for_each(Vertex::loosen);
        let surfaces = (world.surface(from).unwrap(), world.surface(to).unwrap());
        let free = oracle::along(&world, PLANNED, vertices, surfaces, path.length + 0.01).unwrap();
        assert!(
            free.length > path.length - 0.004,
            "table {index}: {} by {:?}, not {path:?}",
            free.length,
            free.bends
        );
    });
}
