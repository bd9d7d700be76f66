//! A search on a game whose truth is known: the true front is found, and a true member is left out as seldom as said.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use tabletop::ids::Side;
use xxhash_rust::xxh3::xxh3_64;

use super::{
    Aim, Ended, Front, Number, PlayedStage, Search, SearchEvent, Searcher, Standing, gathered, judge,
    read_search_file, write_search,
};
use crate::bench::{Bench, End, GameOrder, Played, Way};
use crate::findings::Findings;
use crate::merge::{MergeError, merge, read_plan};
use crate::plan::{Arm, Plan};
use crate::report::{Report, html, text};
use crate::run::{Event, Goes};
use crate::shard::Block;
use crate::toy::plan;

const PROGRAM: u64 = 3;

/// A game in which rule n gives a mean of 4.5 + n / 2, and lets A win in (50 + 2 n) % of games.
struct Ladder;

fn part(seed: u64, purpose: &str, of: u64) -> u64 {
    xxh3_64(format!("{seed} {purpose}").as_bytes()) % of
}

impl Bench for Ladder {
    type Worker = ();

    fn worker(&self) {}

    fn play(&self, _: &mut (), order: &GameOrder) -> Played {
        let arm = order.arm as u64;
        let half = (arm % 2) * part(order.seed, "half", 2);
        let value = part(order.seed, "value", 10) + arm / 2 + half;
        let won = part(order.seed, "won", 100) < 50 + 2 * arm;
        let end = End::Won(if won { Side::A } else { Side::B });
        let state = order.seed * 1000 + value;
        Played { end, commands: 1, state, values: vec![value as i64, 0, 0], rows: Vec::new() }
    }
}

/// Rules 0 to 8 on one table; their means are 4.5 to 8.5.
fn ladder(at_least: u64, at_most: u64, target: &[(usize, f64, f64)]) -> Search {
    let mut plan = plan(at_least);
    plan.tables.truncate(1);
    plan.players.truncate(1);
    plan.ways = vec![vec![Way::AsWritten]];
    plan.arms = (0..9).map(|arm| Arm { name: format!("rule-{arm}"), differs: Vec::new() }).collect();
    plan.arms[1..].iter_mut().for_each(|arm| arm.differs.push("more".to_owned()));
    plan.games.at_most = at_most;
    plan.bets = Vec::new();
    plan.instruments.rows = Vec::new();
    plan.instruments.charts = Vec::new();
    Search {
        numbers: vec![Number {
            key: "chapter.more".to_owned(),
            today: 0.0,
            values: (0..9).map(f64::from).collect(),
        }],
        combinations: (0..9).map(|value| vec![f64::from(value)]).collect(),
        target: target
            .iter()
            .map(|(measure, from, to)| Aim { measure: *measure, from: *from, to: *to })
            .collect(),
        plan,
        changed_late: false,
    }
}

/// Plays all stages, without a disk.
fn played(search: &Search) -> Vec<PlayedStage> {
    let mut played = Vec::new();
    while let Some(stage) = search.next(&played) {
        let block = |number: u64| {
            let of =
                |order: GameOrder| Ladder.play(&mut (), &GameOrder { arm: stage.arms[order.arm], ..order });
            Block { number, games: stage.plan.block(number).into_iter().map(of).collect(), again: None }
        };
        let blocks = (0..stage.plan.blocks()[0]).map(block).collect();
        played.push(PlayedStage { stage, blocks });
    }
    played
}

fn names(front: &Front, arms: &[usize]) -> Vec<String> {
    arms.iter().map(|arm| front.combinations[*arm].name.clone()).collect()
}

/// A mean of 6.2 to 7.8 have rules 4, 5 and 6 (6.5, 7, 7.5), and no other: they and they alone are left, most combinations go after
/// few seeds, and those that go last are the nearest.
#[test]
fn the_true_front_is_found() {
    let search = ladder(50, 6400, &[(1, 6.2, 7.8)]);
    let played = played(&search);
    let front = Front::of(&search, &played);
    assert_eq!(names(&front, &front.front), ["rule-4", "rule-5", "rule-6"]);
    assert_eq!(front.ended, Ended::Known, "{:?}", front.stages);
    for (arm, candidate) in front.combinations.iter().enumerate() {
        let measured = candidate.judged.measures[0];
        assert!(measured.interval.unwrap().holds(4.5 + arm as f64 / 2.0), "{candidate:?}");
    }
    assert_eq!(front.combinations[5].steps, 5.0);
    let [first, last] = [front.stages.first().unwrap(), front.stages.last().unwrap()];
    assert_eq!(first.combinations, 9);
    assert!(last.combinations <= 6, "{:?}", front.stages);
    // Far ones go early, near ones late.
    let stage = |arm: usize| front.combinations[arm].judged.last_stage;
    assert!(stage(8) < stage(7) && stage(1) < stage(3), "{:?}", front.stages);
}

/// Games are saved by leaving out: fewer than half of what all combinations would take.
#[test]
fn the_field_gets_smaller() {
    let search = ladder(50, 3200, &[(1, 6.9, 7.1)]);
    let games: u64 = Front::of(&search, &played(&search)).stages.iter().map(|stage| stage.games).sum();
    assert!(games < 9 * 3200 / 2, "{games}");
}

/// Two measures: a mean of 6 to 8, and A wins 50 to 57 %. Only rule 3 has both (6; 56 %); rule 4 (58 %) is too near to be told apart
/// by so few games.
#[test]
fn all_of_a_target_has_to_be_met() {
    let search = ladder(100, 1600, &[(1, 5.8, 8.2), (0, 0.45, 0.57)]);
    let front = Front::of(&search, &played(&search));
    assert!(front.front.contains(&3) && !front.front.contains(&0) && !front.front.contains(&8), "{front:?}");
    assert_eq!(front.ended, Ended::Limit);
    assert!(front.combinations[3].judged.standing == Standing::Open);
}

/// If nothing meets it, the nearest are named, and nothing is called a front.
#[test]
fn where_nothing_meets_it_the_nearest_are_named() {
    let search = ladder(100, 1600, &[(1, 12.0, 13.0)]);
    let front = Front::of(&search, &played(&search));
    assert!(front.front.is_empty(), "{front:?}");
    assert_eq!(front.nearest[0], 8);
    assert!(!front.nearest.contains(&0), "{:?}", front.nearest);
    let words = text(&report(&search, &played(&search)));
    for part in
        ["Nothing meets it: all of 9 combinations miss the target.", "Nearest are more 8 (8 steps): value"]
    {
        assert!(words.contains(part), "{part} is missing:\n{words}");
    }
}

/// In 200 searches a true member, two of them on the very edges of the range, is left out in no more than one of twenty. By
/// intervals that take no account of each other it would be more often.
#[test]
fn a_true_member_is_left_out_as_seldom_as_said() {
    const REPEATS: u64 = 200;
    // More than 21 of 200 come by a chance of 5 % in less than one case of a thousand.
    const MAX_WRONG: u64 = 21;
    // Rules 4, 5 and 6, of which 4 and 6 lie on the very edges: there an interval errs as often as it may.
    let members = [4, 5, 6];
    let (mut wrong, mut careless, mut found) = (0, 0, 0);
    for run in 0..REPEATS {
        let mut search = ladder(30, 240, &[(1, 6.5, 7.5)]);
        search.plan.games.from_seed = 1 + 100_000 * run;
        let played = played(&search);
        let judged = judge(&search, &played);
        wrong += u64::from(members.iter().any(|arm| judged[*arm].standing == Standing::Misses));
        found += u64::from([0, 1, 7, 8].iter().any(|arm| judged[*arm].standing == Standing::Misses));
        // Each of the looks at each member with an interval of its own, of 95 %.
        careless += u64::from(is_left_out_carelessly(&search, &members));
    }
    assert!(wrong <= MAX_WRONG, "{wrong} of {REPEATS}");
    assert!(
        careless > MAX_WRONG && careless > 3 * wrong,
        "careless: {careless}, with care {wrong} of {REPEATS}"
    );
    assert!(found > REPEATS * 9 / 10, "what misses is left out in {found} of {REPEATS}");
}

/// True if one of these would be left out by 95 % intervals at one of the looks.
fn is_left_out_carelessly(search: &Search, members: &[usize]) -> bool {
    use crate::statistics::{ALPHA, fixed, moments::Moments};
    members.iter().any(|arm| {
        let mut moments = Moments::default();
        (0..240).any(|block| {
            let order = search.plan.block(block)[*arm];
            moments.add(Ladder.play(&mut (), &order).values[0] as f64);
            let interval = fixed::interval(&moments, ALPHA);
            let misses = |at: crate::statistics::Interval| at.high < 6.5 || at.low > 7.5;
            [30, 60, 120, 240].contains(&moments.n) && interval.is_some_and(misses)
        })
    })
}

/// Counts that hardly ever differ are bounded all the same.
#[test]
fn rare_events_are_not_taken_for_none() {
    let mut search = ladder(40, 40, &[(1, 4.0, 5.0)]);
    search.plan.arms.truncate(1);
    search.combinations.truncate(1);
    let stage = search.next(&[]).unwrap();
    let constant = |value: i64| Played {
        end: End::Won(Side::A),
        commands: 1,
        state: 0,
        values: vec![value, 0, 0],
        rows: Vec::new(),
    };
    let of = |blocks: u64, value: &dyn Fn(u64) -> i64| {
        let block = |number| Block { number, games: vec![constant(value(number))], again: None };
        let blocks = (0..blocks).map(block).collect();
        let played = PlayedStage { stage: stage.clone(), blocks };
        judge(&search, &[played]).remove(0).measures[0]
    };
    // Nothing ever differs: nobody knows how far it could. And by 40 blocks nobody knows how far what differs once could.
    let once = |block: u64| if block == 7 { 9 } else { 3 };
    for silent in [of(40, &|_| 3), of(400, &|_| 3), of(40, &once)] {
        assert_eq!((silent.interval, silent.standing), (None, Standing::Open));
    }
    // One block in 120 is 6 more. Up to 4.6 % are so with a chance of 2.5 %, each by 12 at most.
    let interval = of(120, &once).interval.unwrap();
    assert!((interval.high - 3.0 - 12.0 * 0.0456).abs() < 0.01 && interval.low < 2.5, "{interval:?}");
    assert_eq!(of(120, &once).standing, Standing::Misses);
}

fn report(search: &Search, played: &[PlayedStage]) -> Report {
    let last = played.last().unwrap();
    let findings = Findings::of(&last.stage.plan, &last.blocks, Vec::new());
    Report::of_search(findings, Front::of(search, played))
}

/// The first screen: what was wanted, the front with intervals and distances, what it may be trusted for, and never one number.
#[test]
fn the_report_says_a_front() {
    let search = ladder(50, 6400, &[(1, 6.2, 7.8)]);
    let report = report(&search, &played(&search));
    let words = text(&report);
    for part in [
        "TOY   9 combinations on rule-0",
        "wanted, a game: value 6.2 to 7.8",
        "chapter.more: 0, 1, 2, 3, 4, 5, 6, 7, 8 (today 0)",
        "3 of 9 combinations meet the target; 6 do not.",
        "The rules of today (more 0) do not meet it: value 4.",
        "The smallest change among them (4 steps): more 4.",
        "Left are chapter.more 4, 5, 6.",
        "THE FRONT",
        "more 5        5 steps",
        "meets",
        "hold all together in 95 of 100 searches",
        "It ended when it was known of every combination.",
        "STAGE BY STAGE",
        "WHAT MISSES THE TARGET",
        "warstrike lab search toy.ron",
    ] {
        assert!(words.contains(part), "{part} is missing:\n{words}");
    }
    let page = html(&report);
    assert!(page.contains("<h2>The front</h2>") && page.contains("the band is what is wanted"), "{page}");
    let json = report.json().unwrap();
    assert!(json.contains("\"front\"") && json.contains("\"steps\": 5.0"), "{json}");
}

/// The front that a folder says.
fn front(folder: &Path, search: &Search) -> Front {
    Front::of(search, &gathered(folder, search).unwrap())
}

/// A ladder that counts its games.
struct Counting(AtomicU64);

impl Bench for Counting {
    type Worker = ();

    fn worker(&self) {}

    fn play(&self, worker: &mut (), order: &GameOrder) -> Played {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ladder.play(worker, order)
    }
}

/// Plays until so many blocks have been played, and says how many games that took.
fn search_in(folder: &Path, search: &Search, threads: usize, mut blocks: u64) -> u64 {
    let search = write_search(folder, search.clone()).unwrap();
    let bench = Counting(AtomicU64::new(0));
    let searcher = Searcher { bench: &bench, search: &search, program: PROGRAM, threads, folder };
    let mut tell = |event: SearchEvent| match event {
        SearchEvent::Within(Event::Played(_)) => {
            blocks = blocks.saturating_sub(1);
            if blocks == 0 { Goes::Enough } else { Goes::On }
        }
        SearchEvent::Begins(_) | SearchEvent::Within(Event::Complete(_)) => Goes::On,
    };
    searcher.run(&mut tell).unwrap();
    bench.0.into_inner()
}

/// Stopped again and again and gone on with, a search ends as one that nobody disturbed, and nothing is played twice.
#[test]
fn a_search_that_is_stopped_goes_on() {
    let search = ladder(48, 768, &[(1, 6.2, 7.8)]);
    let [undisturbed, stopped] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let all = search_in(undisturbed.path(), &search, 1, u64::MAX);
    let mut in_pieces = 0;
    let mut pieces = 0;
    loop {
        let played = search_in(stopped.path(), &search, 2, 70);
        in_pieces += played;
        pieces += 1;
        if played == 0 {
            break;
        }
        // Whatever there is can be reported.
        front(stopped.path(), &search);
    }
    assert!(pieces > 3, "{pieces}");
    assert_eq!(in_pieces, all);
    let found = front(stopped.path(), &search);
    assert_eq!(found, front(undisturbed.path(), &search));
    assert_eq!(found, Front::of(&search, &played(&search)));
    assert_eq!(read_search_file(stopped.path()).unwrap(), search);
}

/// The folder of a stage has a report of its own. What it names can be given: the search, and no game that `see` would not find.
#[test]
fn the_report_of_a_stage_names_the_search() {
    let search = ladder(24, 96, &[(1, 6.2, 7.8)]);
    let folder = tempfile::tempdir().unwrap();
    search_in(folder.path(), &search, 1, u64::MAX);
    for stage in [search.next(&[]).unwrap(), search.next(&played(&search)[..1]).unwrap()] {
        let path = folder.path().join(stage.folder());
        let plan = read_plan(&path).unwrap();
        let merged = merge(&path, &plan).unwrap();
        let report = Report::of(Findings::of(&plan, &merged.blocks, Vec::new()));
        assert_eq!((report.repeat.as_str(), report.see.len()), ("warstrike lab search toy.ron", 0));
        assert!(
            text(&report).starts_with(&format!("TOY, STAGE {}   rule-0", stage.number)),
            "{}",
            text(&report)
        );
        let shard = std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path());
        let last =
            shard.filter(|file| file.extension().is_some_and(|ending| ending == "jsonl")).max().unwrap();
        std::fs::remove_file(last).unwrap();
        let missing = merge(&path, &plan).unwrap_err();
        assert!(matches!(missing, MergeError::Missing { .. }), "{missing}");
        assert!(
            missing.to_string().ends_with("is missing: `warstrike lab search toy.ron` plays them"),
            "{missing}"
        );
    }
}

/// Another target keeps the games that it can use and is said to have come late; another search is refused.
#[test]
fn a_target_that_is_changed_late_is_said() {
    let search = ladder(24, 96, &[(1, 6.2, 7.8)]);
    let folder = tempfile::tempdir().unwrap();
    let other = ladder(24, 96, &[(1, 5.0, 5.8)]);
    // Before the first game he may think again.
    assert!(!write_search(folder.path(), other.clone()).unwrap().changed_late);
    let all = search_in(folder.path(), &search, 1, u64::MAX);
    let late = write_search(folder.path(), other.clone()).unwrap();
    assert!(late.changed_late);
    let played = search_in(folder.path(), &other, 1, u64::MAX);
    assert!(played > 0 && played < all, "the first stage is played again: {played} of {all}");
    let mut foreign = search;
    foreign.plan.identity += 1;
    let refused = write_search(folder.path(), foreign).unwrap_err().to_string();
    assert!(refused.contains("its games are of another search"), "{refused}");
}

/// A plan of the stages: each has as many seeds as all before it, and none twice.
#[test]
fn stages_double() {
    let search = ladder(10, 75, &[(1, 6.2, 7.8)]);
    assert_eq!(search.stages(), 4);
    let seeds = |plan: &Plan| (plan.games.from_seed, plan.games.at_least);
    let stages: Vec<_> = (1..=4).map(|number| seeds(&search.stage(number, vec![0]).plan)).collect();
    assert_eq!(stages, [(1, 10), (11, 10), (21, 20), (41, 35)]);
    assert_eq!(ladder(10, 10, &[(1, 6.2, 7.8)]).stages(), 1);
}
