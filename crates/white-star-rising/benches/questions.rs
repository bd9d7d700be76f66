//! Time of a player's questions in the middle of a game: odds of every legal order, reach, forecast, cup, legal orders; and of what a
//! window asks after each entry: the scene, offers, ways, prospects, other readings.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use tabletop::agenda::Decision;
use tabletop::battle::Battle;
use tabletop::dice::Dice;
use tabletop::game::{Game, Setup};
use tabletop_counters::OnHexes;
use white_star_rising::{
    Choice, Order, Subject, UnitId, Wsr, WsrPlayer, WsrSetup, cup_odds, forecast, odds, reach, scenario,
};

const QUESTIONS: [&str; 10] = [
    "odds of an order",
    "reach",
    "forecast of a move",
    "cup",
    "all legal orders",
    "scene",
    "all offers",
    "ways of a group",
    "prospect of a move",
    "other readings of an order",
];

/// Middle and longest of some times, in microseconds.
fn report(what: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let Some(longest) = times.last() else { return };
    println!(
        "{what}: {} asked, middle {:.1} µs, longest {longest:.1} µs",
        times.len(),
        times[times.len() / 2]
    );
}

/// Shortest of some runs: what others do on the machine does not count.
fn timed<T>(mut ask: impl FnMut() -> T) -> f64 {
    let run = |_| {
        let start = Instant::now();
        black_box(ask());
        start.elapsed().as_secs_f64() * 1e6
    };
    (0..9).map(run).fold(f64::INFINITY, f64::min)
}

fn main() -> Result<(), String> {
    let setup =
        WsrSetup::from_bundle(scenario("varne", Some("additions"))?).map_err(|faults| faults.to_string())?;
    let setup = Arc::new(setup);
    let mut player = WsrPlayer::new("sensible", 1)?;
    let (mut battle, _) =
        Battle::<Wsr>::new(Arc::clone(&setup), Dice::seeded(2)).map_err(|e| e.to_string())?;
    let mut times: [Vec<f64>; 10] = Default::default();
    while let Some(decision) = battle.decision() {
        if decision.choice == Choice::Operations {
            ask(&battle, decision, &mut times);
        }
        let command = player.command(&battle).ok_or("nobody answers")?;
        battle.play(&command).map_err(|error| error.to_string())?;
    }
    QUESTIONS.into_iter().zip(times).for_each(|(what, times)| report(what, times));
    Ok(())
}

fn ask(battle: &Battle<Wsr>, decision: Decision<Wsr>, times: &mut [Vec<f64>; 10]) {
    let view = battle.view();
    times[4].push(timed(|| Wsr::answers(view, decision)));
    times[3].push(timed(|| cup_odds(view)));
    times[5].push(timed(|| Wsr::scene(view)));
    times[6].push(timed(|| Wsr::offers(view, decision)));
    let answers = Wsr::answers(view, decision);
    for answer in &answers {
        if let Ok(Some(_)) = odds(view, decision, &answer.order) {
            times[0].push(timed(|| odds(view, decision, &answer.order)));
            times[9].push(timed(|| Wsr::readings(view, decision, &answer.order)));
        }
    }
    let mut movers: Vec<(Vec<UnitId>, _)> = answers
        .into_iter()
        .filter_map(|answer| match answer.order {
            Order::March { units, hq, .. } => Some((units, hq)),
            _ => None,
        })
        .collect();
    movers.dedup();
    for (units, hq) in movers {
        times[1].push(timed(|| reach(view, &units, hq)));
        let Ok(reached) = reach(view, &units, hq) else { continue };
        if let Some(far) = reached.hexes.iter().max_by_key(|hex| hex.path.len()) {
            times[2].push(timed(|| forecast(view, &units, hq, &far.path)));
            let group: Vec<Subject> =
                units.iter().copied().map(Subject::Unit).chain(hq.map(Subject::Hq)).collect();
            times[7].push(timed(|| Wsr::ways(view, decision, &group)));
            times[8].push(timed(|| Wsr::prospect(view, &group, &far.path)));
        }
    }
}
