//! Draws a scenario of White Star Rising as it stands after some random answers, for those who build the scene to look at.
//!
//! `map_picture OUT.png [scenario] [answers] [width] [height] [quality] [notches nearer] [what]`

use std::error::Error;

use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::dice::Dice;
use tabletop::game::{Game, Setup};
use tabletop_counters::OnHexes;
use warstrike::map_ui::scene::{LookAt, MapPicture, PictureOf, picture};
use warstrike::map_ui::session::{Hands, Lit, LitKind};
use warstrike::ui::Quality;
use white_star_rising::{Wsr, WsrSetup};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize, usual: &str| words.get(index).cloned().unwrap_or_else(|| usual.to_owned());
    let bundle = white_star_rising::scenario(&word(1, "varne"), None)?;
    let setup = WsrSetup::from_bundle(bundle)?;
    let (mut battle, _) = Battle::<Wsr>::new(std::sync::Arc::new(setup), Dice::seeded(7))?;
    let mut chance = 12_345_u64;
    for _ in 0..word(2, "120").parse()? {
        let Some(decision) = battle.decision() else { break };
        let answers = Wsr::answers(battle.view(), decision);
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(answer) = answers.get((chance >> 33) as usize % answers.len().max(1)) else { break };
        let command = Command::<Wsr> { player: decision.player, order: answer.order.clone() };
        battle.submit(&command)?;
    }
    let view = battle.view();
    let (land, scene) = (Wsr::land(battle.setup()), Wsr::scene(view));
    let what = word(7, "plain");
    let mut lit = Lit::<Wsr>::default();
    let mut hands = Hands { lifted: what == "lifted", fan: None };
    let largest = scene.stacks.iter().max_by_key(|(_, stack)| stack.len());
    if what == "fan" {
        hands.fan = largest.map(|(hex, _)| *hex);
    }
    if what == "lit" {
        let from = largest.map(|(hex, _)| *hex).ok_or("no stack")?;
        let ring = land.map.hexes().filter(|hex| (1..=2).contains(&from.distance(*hex)));
        lit.hexes = ring.map(|hex| (hex, LitKind::Move)).collect();
        lit.hexes.push((from, LitKind::Chosen));
        let kinds = [LitKind::Attack, LitKind::Fire, LitKind::Danger, LitKind::Place, LitKind::Hint];
        for (hex, kind) in land.map.hexes().filter(|hex| from.distance(*hex) == 3).zip(kinds) {
            lit.hexes.push((hex, kind));
        }
        lit.path = vec![from];
        while lit.path.len() < 4 {
            let last = lit.path[lit.path.len() - 1];
            let next = land.map.neighbours(last).max_by_key(|hex| (from.distance(*hex), hex.column()));
            lit.path.extend(next);
        }
        let kinds = [LitKind::Chosen, LitKind::Fire, LitKind::Hint, LitKind::Danger];
        lit.counters = scene.counters.iter().map(|counter| counter.id).zip(kinds).collect();
        let far = land.map.hexes().max_by_key(|hex| from.distance(*hex)).ok_or("no hex")?;
        let blocker = land
            .map
            .hexes()
            .find(|hex| from.distance(*hex) == 2 && hex.distance(far) + 2 == from.distance(far));
        lit.sight = Some((from, far, blocker));
    }
    let options = MapPicture {
        out: word(0, "map.png").into(),
        size: (word(3, "960").parse()?, word(4, "600").parse()?),
        view: if what == "top" { LookAt::Top } else { LookAt::Map },
        nearer: word(6, "0").parse()?,
        quality: word(5, "software").parse::<Quality>()?,
    };
    Ok(picture(PictureOf { land: land.into(), scene, lit, hands }, options)?)
}
