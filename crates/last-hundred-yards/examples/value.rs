//! Rows of counted battles with who won: `value GAMES FIRST`.
use last_hundred_yards::{Lhy, LhyPlayer, LhySetup, counted, scenario, winner};
use std::sync::Arc;
use tabletop::battle::Battle;
use tabletop::dice::Dice;
use tabletop::game::Setup;
use tabletop::ids::Side;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = args[0].parse().unwrap();
    let first: u64 = args[1].parse().unwrap();
    let styles = ["sensible", "bold", "careful", "sensible", "bold"];
    for (index, level) in ["mill", "farm-track"].into_iter().enumerate() {
        let setup = Arc::new(LhySetup::from_bundle(scenario(level, None).unwrap()).unwrap());
        let mut players: Vec<LhyPlayer> =
            styles.iter().map(|style| LhyPlayer::new(style, 1).unwrap()).collect();
        let mut noise = LhyPlayer::new("random", 7).unwrap();
        for seed in first..first + games {
            let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(seed)).unwrap();
            let pair = [(seed % 5) as usize, (seed / 5 % 5) as usize];
            let wild = seed % 3 == 0;
            let (mut turn, mut rows, mut number) = (0, Vec::new(), 0u64);
            while let Some(decision) = battle.decision() {
                let now = last_hundred_yards::turn(&battle);
                if now != turn {
                    turn = now;
                    rows.push(counted(&battle));
                }
                number += 1;
                let lot = (seed
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(number.wrapping_mul(1442695040888963407))
                    >> 33)
                    % 12;
                let command = if wild && lot == 0 {
                    noise.command(&battle)
                } else {
                    players[pair[decision.player.index()]].command(&battle)
                };
                battle.play(&command.unwrap()).unwrap();
            }
            let won = u8::from(winner(battle.view()) == Some(Side::A));
            for row in rows {
                let words: Vec<String> = row.iter().map(|value| format!("{value:.4}")).collect();
                println!("{index} {seed} {won} {}", words.join(" "));
            }
        }
    }
}
