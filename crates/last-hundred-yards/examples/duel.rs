//! Two styles play each other, each seed twice with sides swapped: `duel LEVEL STYLE OTHER SEEDS [FIRST]`. A style is a name or a file.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use last_hundred_yards::{Lhy, LhyPlayer, LhySetup, Order, scenario, winner};
use tabletop::battle::Battle;
use tabletop::dice::Dice;
use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop_data::source_text::SourceText;

fn player(style: &str, seed: u64) -> LhyPlayer {
    if style.ends_with(".ron") {
        let text = std::fs::read_to_string(style).unwrap();
        return LhyPlayer::of_file(&SourceText { name: style.to_owned(), text }, seed).unwrap();
    }
    LhyPlayer::new(style, seed).unwrap()
}

/// Seconds of the processor that this thread has had.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e9
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [level, own, other, seeds] = [0, 1, 2, 3].map(|place| args[place].clone());
    let seeds: u64 = seeds.parse().unwrap();
    let first: u64 = args.get(4).map_or(0, |text| text.parse().unwrap());
    let threads: usize = std::env::var("THREADS").ok().map_or(2, |text| text.parse().unwrap());
    let (next, feints) = (AtomicU64::new(0), AtomicU64::new(0));
    // won as A, won as B, thinking time
    let results: Vec<(u64, bool, bool, f64, f64)> = std::thread::scope(|scope| {
        let work = || {
            let mut all = Vec::new();
            let setup = Arc::new(LhySetup::from_bundle(scenario(&level, None).unwrap()).unwrap());
            let mut players = [player(&own, 1), player(&other, 1)];
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= 2 * seeds {
                    return all;
                }
                let (seed, is_a) = (first + game / 2, game % 2 == 0);
                let begun = cpu();
                let mut own_time = 0.0;
                let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(seed)).unwrap();
                players.iter_mut().for_each(|player| player.begin_again(seed));
                while let Some(decision) = battle.decision() {
                    let is_own = (decision.player == Side::A) == is_a;
                    let now = cpu();
                    let command = players[usize::from(!is_own)].command(&battle).unwrap();
                    if is_own {
                        own_time += cpu() - now;
                    }
                    if is_own && command.order == Order::Feint {
                        feints.fetch_add(1, Ordering::Relaxed);
                    }
                    battle.play(&command).unwrap();
                }
                let won = (winner(battle.view()) == Some(Side::A)) == is_a;
                all.push((seed, is_a, won, own_time, cpu() - begun));
            }
        };
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        handles.into_iter().flat_map(|handle| handle.join().unwrap()).collect()
    });
    let count = |is_a: bool| results.iter().filter(|r| r.1 == is_a && r.2).count();
    let time: f64 = results.iter().map(|r| r.3).sum();
    let whole: f64 = results.iter().map(|r| r.4).sum();
    let (a, b, games) = (count(true), count(false), results.len());
    let share = (a + b) as f64 / games as f64;
    let error = (share * (1.0 - share) / games as f64).sqrt();
    println!(
        "{level} {own} against {other}: {a} of {seeds} as A, {b} of {seeds} as B: {:.1} % ± {:.1}; {:.3} s a game for {own}, {:.4} s a game; {} feints",
        100.0 * share,
        100.0 * error,
        time / games as f64,
        whole / games as f64,
        feints.into_inner()
    );
}
