//! The findings are the truth of the toy.

use super::{Change, Toy, plan};
use crate::bench::{Bench, End};
use crate::experiment::Until;
use crate::findings::{Findings, Gatherer, Judged, Method, Picture, Stopped, Verdict, Watch, judged};
use crate::plan::Plan;
use crate::report::{Report, text};
use crate::shard::Block;
use crate::statistics::pentanomial::Decision;

/// The blocks of a plan, played here.
fn played(plan: &Plan, change: Change) -> Vec<Block> {
    let toy = Toy(change);
    let play = |order: &_| {
        std::panic::catch_unwind(|| toy.play(&mut 0, order)).unwrap_or_else(|_| crate::bench::Played {
            end: End::Refused("the program failed".to_owned()),
            commands: 0,
            state: 0,
            values: vec![0; 3],
            rows: Vec::new(),
        })
    };
    let block = |number| Block { number, games: plan.block(number).iter().map(play).collect(), again: None };
    (0..plan.blocks()[1]).map(block).collect()
}

fn found(plan: &Plan, change: Change) -> Findings {
    of(plan, &played(plan, change))
}

fn of(plan: &Plan, blocks: &[Block]) -> Findings {
    let (count, _) = judged(plan, blocks);
    Findings::of(plan, blocks, Gatherer::of(plan, &blocks[..count]).pictures())
}

/// One more in three games of ten: the interval lies round 0.3, the wins do not change, and the bets are judged by that.
#[test]
fn a_planted_effect_is_found() {
    let findings = found(&plan(60), Change::More);
    let [wins, value] = &findings.differences[..] else { panic!("{:?}", findings.differences) };
    assert_eq!(value.verdict, Verdict::Clear, "{value:?}");
    let interval = value.interval.unwrap();
    assert!(interval.holds(0.3) && interval.low > 0.2 && interval.high < 0.4, "{interval:?}");
    assert_eq!((value.by, value.blocks), (Method::Fixed, 240));
    // The same seeds change on both tables.
    assert_eq!(value.tables_apart, Some(false), "{value:?}");
    assert!((value.here - value.yardstick - value.difference).abs() < 1e-9);
    // He bet that it falls.
    assert_eq!(value.bet.unwrap().1, Judged::Wrong);
    assert_eq!((wins.verdict, wins.bet.unwrap().1), (Verdict::Same, Judged::Right));
    assert_eq!((findings.played.stopped, findings.played.games), (Stopped::Fixed, 60 * 2 * 2 * 3));
    let touched = &findings.touched[0];
    assert_eq!(touched.winners_changed, 0);
    assert!((100..200).contains(&touched.untouched), "{touched:?}");
}

/// One more in every game, where dice move the margin by ± 15: raw it drowns, with luck taken out it is found, both intervals hold
/// the truth, and luck is 0 on average.
#[test]
fn luck_taken_out_finds_what_dice_hide() {
    let findings = found(&plan(60), Change::AmongDice);
    let [adjusted] = &findings.adjusted[..] else { panic!("{:?}", findings.adjusted) };
    let [raw, without] = [adjusted.raw_interval, adjusted.adjusted_interval].map(Option::unwrap);
    assert!(raw.holds(1.0) && without.holds(1.0), "{adjusted:?}");
    assert!(raw.holds(0.0) && !without.holds(0.0), "{adjusted:?}");
    // Of a variance of 173 the two dice have 165.
    let width = |interval: crate::statistics::Interval| interval.high - interval.low;
    assert!(width(without) < 0.3 * width(raw), "{adjusted:?}");
    assert!((0.92..0.98).contains(&adjusted.r2), "{adjusted:?}");
    for zero in &adjusted.zero {
        assert!(
            zero.mean.value.abs() < 4.0 / 3.0 * zero.mean.interval.unwrap().high.abs().max(0.5),
            "{zero:?}"
        );
    }
    let explained = findings.explained.unwrap();
    assert!(explained.dice.value > 0.8 && explained.players.value < 0.1, "{explained:?}");
}

/// In a hundred experiments the interval with luck taken out leaves out the truth as seldom as it says.
#[test]
fn luck_taken_out_is_wrong_as_seldom_as_said() {
    let (mut wrong, runs) = (0, 100);
    for run in 0..runs {
        let mut plan = plan(15);
        plan.games.from_seed = 1 + run * 1000;
        let findings = found(&plan, Change::AmongDice);
        wrong += u64::from(!findings.adjusted[0].adjusted_interval.unwrap().holds(1.0));
    }
    // Of 100 with a chance of 5 %: 11 or more in one test of a hundred.
    assert!(wrong <= 11, "{wrong} of {runs}");
}

/// Rows become drawings: sums a game by round, uses by name with those that never came up, squares of the tables.
#[test]
fn pictures_are_what_the_rows_say() {
    let plan = plan(60);
    let findings = found(&plan, Change::More);
    let [Picture::Course { from: 1, panels, .. }, Picture::Bars { bars, never, .. }, east, _] =
        &findings.pictures[..]
    else {
        panic!("{:?}", findings.pictures)
    };
    let [first, second] = [0, 1].map(|number| panels[0].arms[0][number].value);
    let value = &findings.differences[1];
    // The toy writes its number in its first round, and one in its second.
    assert!((first - value.yardstick).abs() < 1e-9 && (second - 1.0).abs() < 1e-9, "{panels:?}");
    assert!((panels[0].arms[1][0].value - value.here).abs() < 1e-9);
    let uses: f64 = bars.iter().map(|bar| bar.arms[0].value).sum();
    assert!((uses - 3.0).abs() < 1e-9 && *never == ["never"], "{bars:?}");
    let Picture::Places { table: 0, shades, dots, .. } = east else { panic!("{east:?}") };
    let sums = [shades, dots].map(|layers| layers[0].arms[0].iter().sum::<f64>());
    assert!((sums[0] - 2.0).abs() < 1e-9 && (sums[1] - 1.0).abs() < 1e-9, "{sums:?}");
    assert_eq!(shades[0].arms[0].len(), 6);
}

/// "Same rules twice": not a single difference, and no bet on one can be right.
#[test]
fn two_equal_arms_give_no_difference() {
    let findings = found(&plan(60), Change::Nothing);
    for difference in &findings.differences {
        assert_eq!((difference.difference, difference.differing), (0.0, 0), "{difference:?}");
        assert_eq!(difference.verdict, Verdict::Same);
    }
    assert_eq!(findings.touched[0].untouched, 240);
    assert_eq!(findings.differences[1].bet.unwrap().1, Judged::Wrong, "it was bet to fall");
}

/// Games without an end are results of their own: named, counted, compared in nothing, and never draws.
#[test]
fn games_without_an_end_are_no_draws() {
    for (change, stalled, refused) in [(Change::Stalls, true, false), (Change::Fails, false, true)] {
        let plan = plan(60);
        let findings = found(&plan, change);
        let amount = &findings.played;
        assert_eq!((amount.stalled > 0, amount.refused > 0), (stalled, refused), "{amount:?}");
        assert!(!amount.without_end.is_empty());
        for difference in &findings.differences {
            assert_eq!(difference.blocks, amount.blocks - amount.incomparable, "{difference:?}");
            assert_eq!(difference.difference, 0.0);
        }
        let words = text(&Report::of(findings));
        assert!(words.contains("a draw would be a lie"), "{words}");
    }
}

/// A clock ends an experiment only while there is more to play.
#[test]
fn what_played_all_it_may_was_not_ended_by_the_clock() {
    let mut timed = plan(10);
    timed.games.minutes = Some(5);
    let blocks = played(&timed, Change::More);
    assert_eq!(of(&timed, &blocks).played.stopped, Stopped::Fixed);
    assert_eq!(of(&timed, &blocks[..24]).played.stopped, Stopped::Clock);
}

/// A goal ends the experiment at the first look at which it is known, however much was played.
#[test]
fn an_experiment_that_waits_ends_at_its_first_sufficient_look() {
    let mut waits = plan(30);
    waits.games.at_most = 600;
    waits.games.until = Some(Until::Within { measure: 1, half: 0.08 });
    let blocks = played(&waits, Change::More);
    let whole = of(&waits, &blocks);
    let judged = whole.played.blocks;
    assert_eq!(whole.played.stopped, Stopped::Known);
    assert!((120..2000).contains(&judged), "{judged}");
    let value = &whole.differences[1];
    let interval = value.interval.unwrap();
    assert!(interval.high - interval.low <= 0.16 + 1e-9 && interval.holds(0.3), "{interval:?}");
    assert_eq!(value.by, Method::Sequence);
    // Nobody who played more, or just enough, says anything else.
    assert_eq!(of(&waits, &blocks[..judged as usize]), whole);
    assert_eq!(of(&waits, &blocks[..judged as usize + 24]), whole);
    let fewer = of(&waits, &blocks[..judged as usize - 8]);
    assert_ne!(fewer.played.stopped, Stopped::Known);
    // Before the first look nothing is said, and why: it is not that too few blocks differ.
    let early = of(&waits, &blocks[..60]);
    assert!(early.differences[1].differing > 20 && early.differences[1].interval.is_none());
    let words = text(&Report::of(early));
    assert!(
        words.contains("said from 100 blocks on")
            && words.contains("From 100 blocks on something is said of value."),
        "{words}"
    );
}

/// Memory does not grow with the games where nothing is waited for; where something is, it is known when the findings say so.
#[test]
fn blocks_are_kept_only_for_what_is_waited_for() {
    let fixed = plan(30);
    let blocks = played(&fixed, Change::More);
    let mut watch = Watch::new(&fixed);
    assert!(!watch.take(&blocks) && watch.kept() == 0);
    let mut waits = plan(30);
    waits.games.at_most = 600;
    waits.games.until = Some(Until::Within { measure: 1, half: 0.08 });
    let blocks = played(&waits, Change::More);
    let mut watch = Watch::new(&waits);
    let shards = blocks.chunks(waits.shard_blocks() as usize);
    let taken = shards.take_while(|shard| !watch.take(shard)).count();
    assert_eq!(watch.kept(), (taken + 1) * waits.shard_blocks() as usize);
    assert_eq!(watch.kept() as u64, of(&waits, &blocks).played.blocks);
}

/// Seldom changes: the wins are bounded, of the number nothing is said.
#[test]
fn of_rare_changes_only_bounds_are_said() {
    let plan = plan(4);
    let findings = found(&plan, Change::More);
    let [wins, value] = &findings.differences[..] else { panic!("{:?}", findings.differences) };
    assert!(value.differing < 20);
    assert_eq!((value.verdict, value.interval), (Verdict::TooFew, None));
    // None of 16 blocks: a share up to 1 − 0.025^(1/16), 20.6 %.
    assert_eq!(wins.by, Method::Rare);
    assert!((wins.interval.unwrap().high - 0.2059).abs() < 1e-3, "{wins:?}");
}

/// Two players who are equal, and the counts of both ways.
#[test]
fn players_meet_head_to_head() {
    let mut meets = plan(200);
    meets.arms.truncate(1);
    let findings = found(&meets, Change::Nothing);
    let [meeting] = &findings.head_to_head[..] else { panic!("{:?}", findings.head_to_head) };
    assert_eq!(meeting.players, 1);
    assert_eq!(meeting.counts.iter().sum::<u64>(), 400);
    assert!((meeting.share - 0.5).abs() < 4.0 * meeting.error, "{meeting:?}");
    assert_ne!(meeting.decision, Decision::Higher);
    assert!(findings.differences.is_empty());
}

/// Many rulesets against one: what changes something is said one by one, of the rest how little it can be.
#[test]
fn of_many_rulesets_only_what_changes_something_is_listed() {
    let mut many = plan(60);
    let other = many.arms[1].clone();
    many.arms.extend((2..7).map(|arm| crate::plan::Arm { name: format!("other-{arm}"), ..other.clone() }));
    let words = text(&Report::of(found(&many, Change::Nothing)));
    for part in [
        "plain → 6 others",
        "6 changes, each held against plain alone",
        "All 6: nothing measurable over 2 points on wins(a).",
        "Not a single die in any game falls otherwise under other, other-2,",
    ] {
        assert!(words.contains(part), "{part} is missing:\n{words}");
    }
    let words = text(&Report::of(found(&many, Change::More)));
    assert!(words.contains("more 0 → 1: Value: 0.3"), "{words}");
    assert!(!words.contains("nothing measurable") && !words.contains("Not a single die"), "{words}");
    assert_eq!(words.matches("warstrike lab see toy.ron").count(), 3, "{words}");
    let mut doubtful = found(&many, Change::More);
    for found in
        doubtful.differences.iter_mut().filter(|found| found.arm < 4 && found.verdict == Verdict::Clear)
    {
        found.verdict = Verdict::Leans;
    }
    let words = text(&Report::of(doubtful));
    let [clear, leans] = [words.rfind("a game (+").unwrap(), words.find("leans to more").unwrap()];
    assert!(clear < leans, "what is clear comes before what leans: {words}");
}

/// The first screen, whole.
#[test]
fn the_report_says_answer_trust_and_bets() {
    let words = text(&Report::of(found(&plan(60), Change::More)));
    for part in [
        "TOY   plain → other",
        "one point differs: more 0 → 1",
        "ANSWER  Value: 0.3",
        "more a game (+0.2",
        "The same in every block: wins(a).",
        "████ clear",
        "fewer: wrong",
        "the same within 0.05: right",
        "240 blocks with the same dice under all rules, 720 games: 0 stalled, 0 refused.",
        "of 360 games at all",
        "no winner changes.",
        "equal ±",
        "Equal ±: so far apart are two arms with the same rules",
        "By table, value: east +0.",
    ] {
        assert!(words.contains(part), "{part} is missing:\n{words}");
    }
    assert!(words.lines().all(|line| line.chars().count() <= 120), "{words}");
}
