//! Shortest paths against an oracle that shares nothing with the program but its plain
//! types: own geometry, own judgement of what bears and bars, own search.

mod bends;
pub mod field;
pub mod figures;
pub mod legs;
pub mod oracle;
mod planted;
pub mod room;
pub mod tables;
pub mod turned;
pub mod world;

use warstrike::rules::basics::Allowance;
use warstrike::rules::measures::Place;
use warstrike::rules::movement::allowance::SlowGoing;
use warstrike::rules::ruleset::MovementRules;
use warstrike::table::paths::{DifficultGoing, PathPlanner, Route, Ways};
use warstrike::table::terrain::Terrain;

use super::random_tables::{Core, all_tables, cores, tables};
use bends::Vertex;
use oracle::{LENIENT, Margins, PLANNED, STRICT, Way};
use tables::{Draw, Table, table};
use world::World;

const RUN: Ways = Ways { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided };
const WALK: Ways = Ways { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
const CLAMBER: Ways = Ways { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };
const STRUGGLE: Ways = Ways { slow: SlowGoing::Barred, difficult: DifficultGoing::Crossed };

/// The ways the nth random table is crossed: each in its turn.
fn ways_of(nth: u64) -> Ways {
    [RUN, WALK, CLAMBER, STRUGGLE][nth as usize % 4]
}

/// How much longer than the oracle's a path may be, inches: it follows arcs by straight legs
/// that are longer by up to 0.008, and its corners are rounded to thousandths.
const LONGER: f64 = 0.01;

/// How much shorter, inches: 0.01, and how much longer than the best the oracle's own may be,
/// which is less than 0.0004 for each radian turned round a circle of an inch.
const SHORTER: f64 = 0.013;

/// Longer than any path on such a table, inches.
const MOST: f64 = 200.0;

/// What the program finds on a table.
fn found(table: &Table, ways: Ways, rules: &MovementRules) -> Option<Route> {
    let terrain = Terrain::new(table.size, table.pieces.clone().into(), rules, Allowance(0.005));
    let routes = PathPlanner::new(&terrain, table.mover, ways, table.others.clone(), 0.002);
    routes.shortest(table.from, table.to, MOST)
}

fn rules() -> MovementRules {
    super::support::setup("duel").ruleset.movement
}

/// What the oracle says, so far as it is `most` inches or less.
fn best(table: &Table, world: &World, margins: Margins, most: f64) -> Option<Way> {
    let surface = |at: Place| Some((at.ground(), world.surface(at)?));
    oracle::shortest(world, margins, surface(table.from)?, surface(table.to)?, most)
}

/// Whether the start lies closer to an enemy than 2. Then its gap is the limit until it is out:
/// legality is asserted, length is not, because the oracle knows no limits that change on the way.
fn starts_close(table: &Table, world: &World) -> bool {
    let Some(start) = world.surface(table.from) else { return false };
    let mut enemies = world.bars.iter().filter(|bar| bar.enemy().is_some());
    enemies
        .any(|bar| world.keep(bar, start).is_some_and(|keep| bar.figure.outside(table.from.ground()) < keep))
}

/// What came of one table.
#[derive(Clone, Debug, PartialEq)]
enum Verdict {
    /// Legal, and as short as the oracle's.
    Right,
    /// Rightly none.
    NoPath,
    /// The start is too close to an enemy; legal.
    OnlyLegal,
    /// Right within BAS-10's allowance: no shorter than a lenient oracle's, no longer than a
    /// strict one's.
    Within(String),
    Wrong(String),
}

/// Holds a path found, or none, against the oracle.
fn verdict(table: &Table, ways: Ways, route: Option<&Route>) -> Verdict {
    let world = World::new(table, ways);
    let judged = route.map(|route| legs::judge(&world, table.from, &route.corners, world::ALLOWANCE + 1e-6));
    if let Some(Err(why)) = judged {
        return Verdict::Wrong(format!("illegal: {why}"));
    }
    if starts_close(table, &world) {
        return Verdict::OnlyLegal;
    }
    let length = route.map(|route| route.length);
    let bound = length.map_or(MOST, |found| found + 0.05);
    let lengths = |margins: Margins| best(table, &world, margins, bound);
    let planned = lengths(PLANNED);
    match compared(length, planned.as_ref(), planned.as_ref()) {
        Ok(()) if route.is_none() => Verdict::NoPath,
        Ok(()) => Verdict::Right,
        Err(why) => match compared(length, lengths(LENIENT).as_ref(), lengths(STRICT).as_ref()) {
            Ok(()) => Verdict::Within(why),
            Err(_) => Verdict::Wrong(why),
        },
    }
}

/// Holds a length against the least and the most it may be; none is endless.
fn compared(found: Option<f64>, least: Option<&Way>, most: Option<&Way>) -> Result<(), String> {
    let length = |way: Option<&Way>| way.map_or(f64::INFINITY, |way| way.length);
    let endless = found.unwrap_or(f64::INFINITY);
    if endless > length(most) + LONGER {
        return Err(format!("found {found:?}, the oracle {most:?}"));
    }
    if endless < length(least) - SHORTER {
        return Err(format!("found {found:?}, the oracle only {least:?}"));
    }
    Ok(())
}

/// Runs something for every number below a count of [`tables`], on all cores.
pub fn everywhere<T: Send>(count: u64, work: impl Fn(u64) -> T + Sync) -> Vec<(u64, T)> {
    let count = tables(count);
    let next = std::sync::atomic::AtomicU64::new(0);
    let part = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        let numbers = numbers.take_while(|nth| *nth < count);
        let one = |nth| {
            let _core = Core::wait();
            (nth, work(nth))
        };
        numbers.map(one).collect::<Vec<_>>()
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores()).map(|_| scope.spawn(part)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

/// How many of the thousand tables may be right only within the allowance.
const MOST_WITHIN: usize = 5;

/// Rule: MOV-1, MOV-3, MOV-5, GO-2, GO-3, GO-4, GO-5, HIL-1, HIL-2, OBS-1, OBS-2, OBS-3, STR-1,
/// STR-2, STR-3, STR-4, ARE-1, SPR-1, BAS-1, BAS-10.
#[test]
fn on_a_thousand_random_tables_no_path_is_illegal_or_too_long() {
    let rules = rules();
    let verdicts = everywhere(1000, |nth| {
        let (table, ways) = (table(nth), ways_of(nth));
        verdict(&table, ways, found(&table, ways, &rules).as_ref())
    });
    let count = |wanted: fn(&Verdict) -> bool| verdicts.iter().filter(|(_, verdict)| wanted(verdict)).count();
    let within = count(|verdict| matches!(verdict, Verdict::Within(_)));
    let wrong: Vec<_> = verdicts.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Wrong(_))).collect();
    let [right, none] = [Verdict::Right, Verdict::NoPath]
        .map(|wanted| verdicts.iter().filter(|(_, verdict)| *verdict == wanted).count());
    let close = count(|verdict| *verdict == Verdict::OnlyLegal);
    println!("{right} right, {none} rightly none, {close} only legal, {within} within the allowance");
    assert!(wrong.is_empty(), "{} wrong, among them {:?}", wrong.len(), &wrong[..wrong.len().min(3)]);
    assert!(within <= MOST_WITHIN, "{within} are right only within the allowance");
    assert!(!all_tables() || right > 700 && none > 10 && close > 5, "the tables are too easy or too hard");
}

/// The oracle misses no place to bend: many more, and every leg between them, better nothing.
#[test]
fn more_places_to_bend_shorten_no_path_of_the_oracle() {
    everywhere(80, |nth| {
        let (table, ways) = (table(5000 + nth), ways_of(nth));
        let world = World::new(&table, ways);
        let Some(way) = best(&table, &world, PLANNED, MOST) else { return };
        let [from, to] = [table.from, table.to];
        let mut vertices = vec![Vertex::plain(from.ground()), Vertex::plain(to.ground())];
        let ends = [from.ground(), to.ground()];
        vertices.extend(bends::bends(&world, PLANNED, ends, way.length));
        let draw = &mut Draw::new(nth);
        vertices.extend((0..60).map(|_| Vertex::plain(draw.point(world.half))));
        vertices.iter_mut().for_each(Vertex::loosen);
        let surfaces = (world.surface(from).unwrap(), world.surface(to).unwrap());
        let free = oracle::along(&world, PLANNED, vertices, surfaces, way.length + 0.01).unwrap();
        assert!(
            free.length > way.length - 0.004,
            "table {nth}: {} by {:?}, not {way:?}",
            free.length,
            free.bends
        );
    });
}
