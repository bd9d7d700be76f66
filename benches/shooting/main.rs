//! What shooting costs: a salvo of ten on ten, without and with sight, and the odds of it. Each figure,
//! its ratio to a ray cast in the same run, and the budget it is held against.

#![allow(clippy::unwrap_used, clippy::expect_used)]

// The tests' own, of which not all is used here.
#[path = "../../tests/it/chance.rs"]
#[allow(dead_code)]
mod chance;
#[path = "../common/mod.rs"]
mod common;
// Movement's own, likewise.
#[path = "../movement/tables.rs"]
#[allow(dead_code)]
mod tables;

use std::hint::black_box;
use std::time::Duration;

use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::dice::Dice;
use warstrike::game::phases::moving;
use warstrike::game::phases::moving::kinds::OpenFire;
use warstrike::game::phases::shooting::declare::{AimedSalvo, declare, declare_at_model};
use warstrike::game::phases::shooting::kinds::FireAt;
use warstrike::game::phases::shooting::kinds::FireMode;
use warstrike::game::phases::shooting::odds::{SAMPLES, odds_of, sampled};
use warstrike::game::phases::shooting::salvo::roll;
use warstrike::level::generator::StressSize;
use warstrike::rules::ids::UnitId;
use warstrike::rules::salvo::Manner;

use common::{Costs, Report, SEED, asked_nothing, median, sample, stress};

/// A step without geometry, in rays.
const STEP: f64 = 25.0;
/// Sight fraction and state of a pair, in rays.
const PAIR: f64 = 4.0;

/// A unit, one that it may fire at, and how.
struct Duel {
    from: UnitId,
    at: UnitId,
    mode: FireMode,
}

impl Duel {
    fn fire(&self) -> [FireAt; 1] {
        [FireAt { at: self.at, by: None }]
    }

    fn salvo(&self, battle: &Battle) -> Option<AimedSalvo> {
        let view = battle.view();
        declare(view, &[], view.unit(self.from)?, &self.fire(), self.mode).ok()?.pop()
    }
}

/// The pair of ten models each, of the player to move and his enemy, of which most fire; the first of
/// several.
fn duel(battle: &Battle) -> Duel {
    let view = battle.view();
    let player = battle.decision().unwrap().player;
    let tens = || view.units().filter(|unit| view.standing(unit.id).count() == 10);
    let pairs = tens().filter(|unit| unit.id.side == player).flat_map(|from| {
        tens().filter(move |at| at.id.side != player).map(move |at| {
            let mode = FireMode::of(from, Manner::OpenFire);
            Duel { from: from.id, at: at.id, mode }
        })
    });
    let fires = |duel: &Duel| duel.salvo(battle).map_or(0, |salvo| salvo.shots.len());
    let best =
        pairs.map(|duel| (fires(&duel), duel)).reduce(|best, next| if next.0 > best.0 { next } else { best });
    let (shots, duel) = best.expect("no two units of ten models");
    println!("{} at {}: {shots} models fire", duel.from, duel.at);
    duel
}

/// What a question costs that was not asked before, in rays.
fn first_asked(battle: &Battle, ask: impl Fn(&Battle)) -> f64 {
    let ask_all = || {
        let anew = asked_nothing(battle);
        vec![sample(1, || ask(&anew))]
    };
    Costs::asked_anew(Duration::MAX, ask_all).mean()
}

fn main() {
    let mut report = Report::new();
    let (mut battle, _) = tables::amid_pieces(&stress(), StressSize::SHIPPED, usize::MAX);
    let duel = duel(&battle);
    let salvo = duel.salvo(&battle).expect("nobody fires");
    let view = battle.view();
    let (from, target) = (view.unit(duel.from).unwrap(), view.unit(duel.at).unwrap());

    let mut dice = Dice::seeded(SEED);
    let rolled = median(500, || drop(black_box(roll(&mut dice, view, duel.from, &salvo))));
    report.line("a salvo of 10 on 10, rolled", rolled, Some(STEP));
    // A hundred pairs, and the hard cover of ten shots.
    let looked_up = first_asked(&battle, |battle| drop(black_box(duel.salvo(battle))));
    report.line_in_rays("who of 10 fires at whom of 10, looked up", looked_up, Some(100.0 * PAIR + STEP));
    let remembered = median(100, || drop(black_box(duel.salvo(&battle))));
    report.line("who of 10 fires at whom of 10, remembered", remembered, None);
    let odds = median(100, || drop(black_box(odds_of(view, duel.from, &salvo))));
    report.line("odds of it, exact", odds, None);
    let hover = |battle: &Battle| {
        let salvo = duel.salvo(battle).unwrap();
        drop(black_box(odds_of(battle.view(), duel.from, &salvo)));
    };
    let first = first_asked(&battle, hover);
    report.line_in_rays("odds when the mouse comes to rest on a unit", first, None);
    report.line("odds when it comes back to it, remembered", median(50, || hover(&battle)), None);
    let mode = FireMode::of(from, Manner::OnMyTarget);
    if let Ok(salvo) = declare_at_model(view, from, salvo.shots[0].at, None, mode) {
        let sample = median(1, || drop(black_box(sampled(view, target, (duel.from, &salvo), SAMPLES))));
        report.line("odds of On My Target, sampled", sample, None);
    }

    let order = Order::Moving(moving::kinds::Order::OpenFire(OpenFire {
        unit: duel.from,
        moves: vec![],
        fire: duel.fire().to_vec(),
    }));
    let command = Command { player: duel.from.side, order };
    let what = "Open Fire: checked, looked up, rolled, applied, hashed";
    let first = Costs::asked_anew(Duration::MAX, || {
        let mut anew = asked_nothing(&battle);
        vec![sample(1, || drop(black_box(anew.submit(&command).unwrap())))]
    });
    report.line_in_rays(what, first.mean(), None);
    let start = battle.snapshot();
    let restore = median(200, || battle.restore(black_box(&start)).unwrap());
    let whole = median(50, || {
        battle.restore(&start).unwrap();
        black_box(battle.submit(&command).unwrap());
    });
    report.line("  the same, its sight lines remembered", whole - restore, None);
    report.end();
}
