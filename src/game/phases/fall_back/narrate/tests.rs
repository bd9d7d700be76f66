//! What the log says of a unit that is forced to fall back.

use super::*;
use crate::game::engine::fact::Fact;
use crate::game::engine::fact::UnitFact;
use crate::game::engine::unit_fact::Length;
use crate::game::narration::sentences;
use crate::game::phases::fall_back;
use crate::game::phases::fall_back::kinds::ModelRoutHeading;
use crate::game::phases::fall_back::retreat::{RoutHeading, SawEnemies, Watcher};
use crate::rules::action::Action;
use crate::rules::falling_back::{Forced, LostFor};
use crate::rules::measures::Place;
use crate::rules::movement::going::Going;
use crate::rules::salvo::Rank;
use crate::rules::sight::SightState;

fn setup() -> std::sync::Arc<Setup> {
    use crate::level::data_folder::{DataFolder, load_level};
    let data = DataFolder::find(Some(std::path::Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
    std::sync::Arc::new(load_level("street", &data, None).unwrap())
}

fn forced_to(goes: Goes) -> Fact {
    let strength = Strength { standing: 6, started: 10 };
    Fact::FallBack(fall_back::kinds::Fact::FallBackForced {
        unit: "A1".parse().unwrap(),
        strength,
        forced: Forced::MoveOrFire,
        goes,
    })
}

fn went(model: &str, length: f64) -> Fact {
    let path = vec![Place::flat(0, 0), Place::flat(0, (length * 1000.0) as i32)];
    Fact::Unit(UnitFact::ModelMoved {
        model: model.parse().unwrap(),
        path,
        length: Length(length),
        going: Going::Clear,
    })
}

fn lost(model: &str, rank: Rank, why: LostFor) -> Fact {
    Fact::Unit(UnitFact::ModelLost { model: model.parse().unwrap(), rank, why: Some(why) })
}

fn safe_position(reachability: Reachability) -> Goes {
    let watcher = Watcher {
        model: "B1.3".parse().unwrap(),
        state: SightState::Concealed,
        in_view: 0.25,
        distance: Length(14.25),
    };
    let (at, path, length) = (Place::flat(3000, -4500), vec![Place::flat(3000, -4500)], Length(9.3));
    Goes::ToSafePosition {
        leader: "A1.1".parse().unwrap(),
        safe_position: SafePosition { at, path, length, reachability, watchers: vec![watcher] },
    }
}

fn rout() -> Goes {
    let model: ModelId = "A1.1".parse().unwrap();
    let from = vec!["B1.1".parse().unwrap(), "B1.2".parse().unwrap()];
    let rout_heading = RoutHeading { from, saw: SawEnemies::Enemies, away: 270.0, heading: 270.0 };
    Goes::Routs { leader: model, rout_headings: vec![ModelRoutHeading { model, rout_heading }] }
}

/// Rule: OFB-4. Before it runs the enemy may be asked: the log does not say that it stays.
#[test]
fn a_unit_that_is_about_to_run_is_announced() {
    let unit = "A1".parse().unwrap();
    let begins = Fact::Unit(UnitFact::UnitActivated { unit, action: Action::FallBack });
    let sentences_of = |facts: &[Fact]| -> Vec<String> {
        sentences(&setup(), facts).into_iter().map(|sentence| sentence.text).collect()
    };
    assert_eq!(
        sentences_of(std::slice::from_ref(&begins)),
        ["First rifles (A1) are about to run for cover, or for their own table edge."]
    );
    let crawl = [begins, forced_to(Goes::Crawls), Fact::Unit(UnitFact::UnitActed { unit })];
    assert!(sentences_of(&crawl).iter().all(|text| !text.contains("about to")), "{:?}", sentences_of(&crawl));
}

/// Rule: FB-1, FB-4, FB-6, ROU-1, ROU-2.
#[test]
fn a_retreat_is_one_sentence_with_its_reasons_below() {
    let marker =
        Fact::Unit(UnitFact::NerveMarkersDropped { unit: "A1".parse().unwrap(), dropped: 1, left: 2 });
    let wiped_out = Fact::Unit(UnitFact::UnitWipedOut { unit: "A1".parse().unwrap() });
    for (facts, text, detail) in [
        (
            vec![
                forced_to(safe_position(Reachability::InRange)),
                went("A1.1", 9.3),
                went("A1.2", 10.0),
                marker.clone(),
            ],
            "First rifles (A1) fall back 9.3\" to safety, up to the north ruin.",
            "safe from B1.3, 14.2\" away: A1.1 is concealed from it there (25 % in view)",
        ),
        (
            vec![forced_to(safe_position(Reachability::TooFar)), went("A1.1", 12.0)],
            "First rifles (A1) fall back 12\" near the north ruin toward safety, which is out of reach.",
            "A1.1 goes 12.0\"",
        ),
        (
            vec![
                forced_to(rout()),
                went("A1.1", 12.0),
                lost("A1.2", Rank::Leader, LostFor::OffTable),
                marker,
            ],
            "First rifles (A1) break and run 12\" near the north ruin: no place within reach is safe; one is lost.",
            "A1.1 flees from B1.1, B1.2, heading 270°",
        ),
        (
            vec![forced_to(rout()), lost("A1.2", Rank::File, LostFor::LeftBehind), wiped_out.clone()],
            "First rifles (A1) break and run: no place within reach is safe; nobody is left.",
            "A1.2 is lost: it cannot stay in coherency with its unit (ROU-2)",
        ),
        (
            vec![forced_to(Goes::Nowhere), lost("A1.2", Rank::File, LostFor::Weakness), wiped_out],
            "First rifles (A1) are left with 6 of 10 models and are destroyed.",
            "A1.2 is lost: less than a quarter of its unit is left (FB-1)",
        ),
    ] {
        let narrated = sentences(&setup(), &facts);
        assert_eq!(narrated.len(), 1, "{narrated:?}");
        assert_eq!(narrated[0].text, text);
        assert!(narrated[0].details.iter().any(|line| line == detail), "{detail}: {:?}", narrated[0].details);
    }
    let stays = sentences(&setup(), &[forced_to(Goes::Stays { at: "B1".parse().unwrap() })]);
    assert_eq!(stays[0].text, "First rifles (A1) are suppressed, but stay and fire.");
    assert_eq!(stays[0].details, ["6 of 10 models left"]);
}

/// Rule: FB-2, FB-4, ROU-2. Ten enemies that see the leader alike, ten models that flee from the same, are one line each.
#[test]
fn what_is_true_of_several_models_is_said_once() {
    let watcher = |number: u8, state, in_view, distance| Watcher {
        model: "B1.1".parse::<ModelId>().unwrap().unit.model(number),
        state,
        in_view,
        distance: Length(distance),
    };
    let (hidden, concealed) = (SightState::Hidden, SightState::Concealed);
    let watchers = vec![
        watcher(1, concealed, 0.12, 8.2),
        watcher(2, hidden, 0.0, 9.0),
        watcher(3, concealed, 0.5, 12.0),
        watcher(4, concealed, 0.5, 30.1),
    ];
    let Goes::ToSafePosition { leader, safe_position } = safe_position(Reachability::InRange) else {
        unreachable!("it goes to a safe position")
    };
    let goes = Goes::ToSafePosition { leader, safe_position: SafePosition { watchers, ..safe_position } };
    let facts = [
        forced_to(goes),
        went("A1.1", 9.3),
        went("A1.2", 10.0),
        lost("A1.3", Rank::File, LostFor::LeftBehind),
        lost("A1.4", Rank::File, LostFor::LeftBehind),
    ];
    let details = sentences(&setup(), &facts).remove(0).details;
    assert_eq!(
        details[3..],
        [
            "the position lies at (3, -4.5)",
            "safe from 3 enemy models (B1.1, B1.3, B1.4), 8.2 to 30.1\" away: A1.1 is concealed from them there (12 to 50 % in view)",
            "safe from B1.2, 9.0\" away: A1.1 is hidden from it there (0 % in view)",
            "A1.1 goes 9.3\", A1.2 10.0\"",
            "A1.3, A1.4 are lost, each because it cannot stay in coherency with its unit (ROU-2)",
        ]
    );
}
