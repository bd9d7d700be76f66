//! The bench against the rules it asks, and a change against the pairs that it can touch.

use super::table::{FIRST, Rules, TARGET, at_range, battle};
use super::*;
use crate::game::measure::Mark;
use crate::game::sight::sight;
use crate::level::data_folder::DataFolder;
use crate::level::ruleset_file::read_ruleset;
use crate::level::setup::SourceText;
use crate::rules::basics::gap;
use crate::rules::measures::Thou;
use crate::rules::ruleset::Ruleset;
use crate::rules::salvo::Manner;
use crate::rules::sight::SightState;

struct Bench {
    chain: Vec<SourceText>,
    ruleset: Ruleset,
    sources: Vec<SourceText>,
}

impl Bench {
    fn of(cards: &[&str]) -> Self {
        let data = DataFolder::find(None).unwrap();
        let chain = data.ruleset_chain("combined").unwrap();
        let ruleset = read_ruleset(&chain).unwrap();
        let named: Vec<String> = cards.iter().map(|card| (*card).to_owned()).collect();
        Self { chain, ruleset, sources: Contender::sources(&named, &data).unwrap() }
    }

    fn matrices(&self, edits: &[&str], settings: &[Setting]) -> Matrices {
        let edits: Vec<String> = edits.iter().map(|edit| (*edit).to_owned()).collect();
        let sources = edited(self.sources.clone(), &edits).unwrap();
        let contenders = gathered(sources, &self.ruleset).unwrap();
        Matrices::of(contenders, &self.chain, &self.ruleset, settings.to_vec()).unwrap()
    }

    fn rules(&self) -> Rules<'_> {
        Rules { chain: &self.chain, ruleset: &self.ruleset }
    }
}

fn fire(range: i32, cover: Cover, state: State) -> Setting {
    Setting::Fire { manner: Manner::OpenFire, range: Thou(range * 1000), cover, state }
}

fn open(range: i32) -> Setting {
    fire(range, Cover::Open, State::Fresh)
}

const ALL: [&str; 5] = ["laansguard-rifles", "scouts", "knights", "heavy-weapon-team", "officer"];

/// Units of any width meet at the distance that is asked for.
#[test]
fn the_nearest_bases_are_as_far_apart_as_was_asked() {
    let bench = Bench::of(&ALL);
    let contenders = gathered(bench.sources.clone(), &bench.ruleset).unwrap();
    for first in &contenders {
        for target in &contenders {
            let table = battle([first, target], bench.rules(), (Cover::Open, State::Fresh)).unwrap();
            for range in [0, 6_000, 23_500].map(Thou) {
                let poses = at_range(table.view(), range);
                let view = table.view().with_poses(&poses);
                let gaps = view
                    .standing(FIRST)
                    .flat_map(|from| view.standing(TARGET).map(move |to| gap(from.disc(), to.disc())));
                let nearest = gaps.fold(f64::INFINITY, f64::min);
                let over = nearest - range.inches();
                assert!((0.0..=0.002).contains(&over), "{} {}: {over}", first.card.id, target.card.id);
            }
        }
    }
}

/// The grounds give what their names promise.
///
/// Rule: VIS-2, SHO-9.
#[test]
fn a_field_obscures_a_wood_conceals_and_a_wall_is_hard_cover() {
    let bench = Bench::of(&["laansguard-rifles"]);
    let contenders = gathered(bench.sources.clone(), &bench.ruleset).unwrap();
    let pair = [&contenders[0], &contenders[0]];
    let seen = |cover| {
        let table = battle(pair, bench.rules(), (cover, State::Fresh)).unwrap();
        let poses = at_range(table.view(), Thou(6_000));
        let view = table.view().with_poses(&poses);
        let [from, to] = [FIRST.model(3), TARGET.model(3)].map(Mark::Model);
        let seen = sight(view, &from, &to).unwrap().remove(0);
        (seen.state, view.terrain().hard_cover(&seen.observer, &seen.target).is_some())
    };
    assert_eq!(seen(Cover::Open), (SightState::Clear, false));
    assert_eq!(seen(Cover::Field), (SightState::Obscured, false));
    assert_eq!(seen(Cover::Wood), (SightState::Concealed, false));
    assert!(seen(Cover::Wall).1);
}

/// Rule: ACT-5, SUP-1, SUP-3.
#[test]
fn the_state_of_the_target_counts() {
    let bench = Bench::of(&["laansguard-rifles"]);
    let states = [State::Fresh, State::Suppressed, State::Shaken, State::Down];
    let settings = states.map(|state| fire(6, Cover::Open, state));
    let matrices = bench.matrices(&[], &settings);
    let [fresh, suppressed, shaken, down] = [0, 1, 2, 3].map(|at| matrices.cell(at, 0, 0).deals.unwrap());
    assert!(suppressed.shaken > fresh.shaken, "a hit on the die is on the way to shaken");
    assert!((shaken.shaken - 1.0).abs() < 1e-9);
    assert!(down.hits < fresh.hits, "who is down is harder to hit: {} against {}", down.hits, fresh.hits);
}

/// To the last digit what `show odds` says of the same two units.
#[test]
fn a_cell_is_what_the_odds_of_a_battle_say() {
    use crate::game::phases::shooting::odds::odds;
    use crate::rules::odds::mean;

    let bench = Bench::of(&["laansguard-rifles", "scouts"]);
    let matrices = bench.matrices(&[], &[open(12)]);
    let table = battle(
        [&matrices.contenders[0], &matrices.contenders[1]],
        bench.rules(),
        (Cover::Open, State::Fresh),
    );
    let table = table.unwrap();
    let poses = at_range(table.view(), Thou(12_000));
    let asked = odds(table.view().with_poses(&poses), FIRST, TARGET, Manner::OpenFire).unwrap();
    let cell = matrices.cell(0, 0, 1).deals.unwrap();
    assert_eq!(cell.hits, mean(&asked.hits));
    assert_eq!(cell.dice, 20, "ten rifles of rate 2");
    // Ten rifles need 4 of 6 at Ev 7 and BS 6 … whatever the table says, it is one number for all of them.
    let chances: Vec<f64> = asked.shots.iter().map(|shot| shot.needs.hit.chance()).collect();
    let expected: f64 =
        asked.shots.iter().zip(&chances).map(|(shot, chance)| f64::from(shot.dice) * chance).sum();
    assert!((cell.hits - expected).abs() < 1e-9);
}

#[test]
fn who_cannot_reach_does_nothing() {
    let bench = Bench::of(&["scouts", "laansguard-rifles"]);
    let matrices = bench.matrices(&[], &[open(20)]);
    assert_eq!(matrices.cell(0, 0, 1).deals, None, "carbines reach 18\"");
    assert!(matrices.cell(0, 1, 0).deals.is_some(), "rifles reach 24\"");
}

/// A planted change moves what it must, and nothing else.
#[test]
fn a_changed_number_touches_its_own_row_or_column_alone() {
    let bench = Bench::of(&ALL);
    let settings = [open(6), Setting::Charge { state: State::Fresh }];
    let before = bench.matrices(&[], &settings);
    let shifts = |edit: &str, measure| compared(&before, &bench.matrices(&[edit], &settings), measure, 1e-9);
    let knights = 2;
    let skill = shifts("knights.BS=3", Measure::Hits);
    assert!(!skill.is_empty() && skill.iter().all(|shift| shift.first == knights));
    assert!(skill.iter().all(|shift| shift.change() < 0.0));
    let armour = shifts("knights.Ar=2", Measure::Lost);
    assert!(!armour.is_empty() && armour.iter().all(|shift| shift.target == knights && shift.change() > 0.0));
    assert!(shifts("knights.figure=Militia", Measure::Points).is_empty());
}

/// Rule: CC-5, CC-6.
#[test]
fn a_charge_hurts_both_ways() {
    let bench = Bench::of(&["knights", "laansguard-rifles"]);
    let matrices = bench.matrices(&[], &[Setting::Charge { state: State::Fresh }]);
    let charge = matrices.cell(0, 0, 1);
    let (deals, suffers) = (charge.deals.unwrap(), charge.suffers.unwrap());
    assert!(deals.points > suffers.points && suffers.dice > 0);
    let balance = charge.figure(Measure::Balance).unwrap();
    assert_eq!(balance, deals.points - suffers.points);
}

/// A ground or a state has one name, on the command line and in JSON.
#[test]
fn what_is_chosen_by_name_is_written_by_it() {
    let grounds = Cover::NAMED.map(|(name, ground, _)| (name, serde_json::to_value(ground)));
    let states = State::NAMED.map(|(name, state, _)| (name, serde_json::to_value(state)));
    for (name, written) in grounds.into_iter().chain(states) {
        assert_eq!(written.unwrap(), name);
    }
}

/// The threads only share the work.
#[test]
fn asking_again_finds_the_same() {
    let bench = Bench::of(&["scouts", "knights", "officer"]);
    let settings = [open(6), fire(12, Cover::Wood, State::Down)];
    assert_eq!(bench.matrices(&[], &settings), bench.matrices(&[], &settings));
}
