//! The book's worked examples, and more assaults, played in whole battles: orders in, facts out, as the assault by itself has them.

use std::fmt::Write;
use std::sync::Arc;

use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::dice::{Dice, Source};
use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop_data::source_text::SourceText;

use crate::assault::tests::table::{Table, short};
use crate::data::table::Role;
use crate::fact::Fact;
use crate::game::Lhy;
use crate::library::scenario;
use crate::listing::orders;
use crate::order::{Choice, Order};
use crate::setup::LhySetup;

const HEX: &str = "0707";
const FROM: &str = "0708";

fn placed(table: &Table, role: Role, hex: &str) -> String {
    let mut text = String::new();
    for (id, own, _, condition) in &table.fighters {
        if *own == role {
            let state = condition.state;
            let words = [
                (state.concealed, "Concealed"),
                (state.shocked, "Shocked"),
                (state.out_of_command, "OutOfCommand"),
                (state.regrouping, "Regrouping"),
            ];
            let marks: Vec<&str> =
                words.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect();
            let lost = table.card(&id.to_string()).steps - state.steps;
            write!(text, "(id: \"{id}\", hex: \"{hex}\", lost: {lost}, marks: [{}]), ", marks.join(", "))
                .unwrap();
        }
    }
    text
}

/// A level with the assault hex in the middle, the attackers south of it.
fn setup(table: &Table, terrain: &str) -> Arc<LhySetup> {
    let mut bundle = scenario("mill", None).unwrap();
    let row = |row: usize| {
        let hexes: String = (1..=13).map(|column| if (column, row) == (7, 7) { 'x' } else { '.' }).collect();
        format!("\"{hexes}\", ")
    };
    let rows: String = (1..=13).map(row).collect();
    // Far away: without a leader a side has no initiative.
    let has_leader = table.fighters.iter().any(|(id, ..)| id.to_string() == "US-L");
    let leader = if has_leader { "" } else { "(id: \"US-L\", hex: \"0113\")" };
    let improved = if table.improved { HEX } else { "0113" };
    let text = format!(
        "Level(game: \"last-hundred-yards\", name: \"An assault\", units: \"lhy-book\", \
         map: Map(legend: [(\".\", \"open\"), (\"x\", \"{terrain}\")], rows: [{rows}]), \
         improved: [\"{improved}\"], goals: [\"0101\"], attacker: A, minutes: 40, first: A, \
         night: {}, late: {}, \
         a: (name: \"Attackers\", units: [{}{leader}]), b: (name: \"Defenders\", units: [{}]))",
        table.circumstances.night,
        table.circumstances.after_september_1943,
        placed(table, Role::Attacker, FROM),
        placed(table, Role::Defender, HEX),
    );
    bundle.level = SourceText { name: "an-assault.ron".to_owned(), text };
    Arc::new(LhySetup::from_bundle(bundle).unwrap_or_else(|faults| panic!("{faults}")))
}

fn may(battle: &Battle<Lhy>, order: &Order) -> bool {
    battle.check(&Command { player: Side::A, order: order.clone() }).is_ok()
}

/// Plays the assault in a battle in which A has the initiative: facts of the assault in short.
fn fought(table: &Table, terrain: &str, faces: &[u8]) -> (Battle<Lhy>, Vec<String>) {
    let setup = setup(table, terrain);
    let mut battle = (1..200)
        .map(|seed| Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(seed)).unwrap().0)
        .find(|battle| battle.decision().is_some_and(|decision| decision.player == Side::A))
        .expect("A has the initiative sooner or later");
    battle.dice_mut().set_source(Source::FedThenSeed(faces.to_vec().into()));
    let units = table.fighters.iter().filter(|(_, role, ..)| *role == Role::Attacker).map(|(id, ..)| *id);
    let assault =
        Order::Assault { units: units.collect(), hex: HEX.parse().unwrap(), from: FROM.parse().unwrap() };
    let (mut facts, mut declared) = (Vec::new(), false);
    while let Some(decision) = battle.decision() {
        let all = orders(battle.view(), decision);
        let order = match decision.choice {
            Choice::Act if !declared && may(&battle, &assault) => {
                declared = true;
                assault.clone()
            }
            Choice::Act | Choice::React => Order::Done,
            Choice::Activate if declared => Order::EndActivations,
            Choice::SetUp | Choice::Activate | Choice::InAssault { .. } => all[0].clone(),
        };
        let outcome = battle.submit(&Command { player: decision.player, order }).unwrap();
        let is_over = outcome.facts.iter().any(|fact| matches!(fact, Fact::AssaultOver { .. }));
        facts.extend(outcome.facts.into_iter().filter_map(|fact| match fact {
            Fact::Assault { fact } => short(&fact),
            _ => None,
        }));
        if is_over {
            break;
        }
    }
    assert!(declared, "the assault was never declared");
    (battle, facts)
}

/// Plays an assault in a battle and by itself, with the same faces: the same facts, and the same units in the end.
fn check(table: &Table, terrain: &str, faces: &[u8]) {
    let alone = table.play(faces);
    let (battle, facts) = fought(table, terrain, faces);
    assert_eq!(facts, alone.short());
    let (case, _) = table.case();
    for (fighter, end) in case.fighters.iter().zip(&alone.standing.units) {
        let unit = battle.view().play.unit(fighter.card.id).unwrap();
        let id = fighter.card.id;
        assert_eq!(battle.view().play.hex_of(id).is_some(), end.at.is_some(), "{id}");
        if end.at.is_some() {
            assert_eq!(unit.state, end.state, "{id}");
        }
    }
}

/// Rule: LHY-ASB-2, LHY-TURN-2, LHY-RES-6.
#[test]
fn the_worked_examples_in_battles() {
    let hidden = |state: &mut crate::state::State| state.concealed = true;
    let fight = |terrain: &str, a: &str, b: &str| Table::on(terrain).attack(a).defend(b);
    check(&fight("woods", "US-1 US-2 US-L", "GE-1 GE-M"), "woods", &[5, 4, 9, 3]);
    let regrouping =
        fight("open", "US-1 US-2 US-L US-F", "GE-M").with("GE-M", |state| state.regrouping = true);
    check(&regrouping, "open", &[10, 10]);
    let repelled = fight("rural", "US-3", "GE-1 GE-L").with("GE-1 GE-L", hidden);
    check(&repelled, "rural", &[4, 8, 2]);
    let russians = fight("urban", "RU-1 RU-2", "GE-1 GE-2 GE-L GE-M")
        .with("RU-1 RU-2", |state| state.steps = 1)
        .with("GE-1 GE-2 GE-L GE-M", hidden);
    check(&russians, "urban", &[1, 2, 5, 4]);
    check(&fight("urban", "US-1 US-2 US-L US-F", "GE-1 GE-P"), "urban", &[3, 7, 7, 2, 6]);
    check(&fight("open", "US-1 US-2 US-B", "GE-1 GE-S"), "open", &[5, 8, 6]);
    // A vehicle that comes to assault is in motion.
    let tank = |enemy: &str| fight("open", "US-T", enemy).with("US-T", |state| state.in_motion = true);
    check(&tank("GE-G"), "open", &[]);
    check(&fight("open", "US-1", "GE-G"), "open", &[3]);
    check(&fight("open", "US-1", "GE-P"), "open", &[]);
    check(&tank("GE-S"), "open", &[]);
    check(&fight("jungle", "US-1 US-2 US-F", "JA-1 JA-L"), "jungle", &[10, 1]);
    let mut night = fight("open", "US-1 US-2 US-L", "GE-1 GE-M GE-G").with("GE-1 GE-M GE-G", hidden);
    (night.improved, night.circumstances.night) = (true, true);
    check(&night, "open", &[9, 2, 6, 10]);
}
