//! Falling back: from whom a position is safe, who gives way to whom, who keeps together.

use warstrike::game::engine::view::View;
use warstrike::game::phases::fall_back::retreat;
use warstrike::game::phases::fall_back::retreat::{ModelEnd, RetreatOutcome};
use warstrike::rules::falling_back::{LostFor, Occasion};
use warstrike::rules::sight::SightState;

use super::{game, game_on, models, unit};

fn outcome(view: View, id: &str) -> RetreatOutcome {
    retreat(view, unit(id), Occasion::Action).unwrap().outcome
}

const CONCEALED: (&str, &str) = ("falling_back.safe_from", "Concealed");

/// The best view that any enemy has of the safe position a unit makes for; `None` if it routs.
fn best_view(level: &str, switches: &[(&str, &str)]) -> Option<SightState> {
    let game = game_on(&format!("levels/fall-back-gallery/{level}.ron"), switches);
    match outcome(game.battle().view(), "A1") {
        RetreatOutcome::FallBack { safe_position, .. } => {
            safe_position.watchers.iter().map(|watcher| watcher.state).min()
        }
        RetreatOutcome::Rout { .. } => None,
        other => panic!("{level}: {other:?}"),
    }
}

/// An inch of height, the edge of a wood, a house's corner: cover enough by the ruling, too little otherwise.
///
/// Rule: FB-2.
#[test]
fn a_position_is_safe_obscured_or_only_concealed() {
    for (level, otherwise) in [
        ("higher", Some(SightState::Concealed)),
        ("wood", Some(SightState::Concealed)),
        ("hidden", Some(SightState::Hidden)),
    ] {
        let ruled = best_view(level, &[]);
        assert!(ruled.is_some_and(|state| state >= SightState::Obscured), "{level}: {ruled:?}");
        assert_eq!(best_view(level, &[CONCEALED]), otherwise, "{level}");
    }
}

/// The third model can only come near if the second stands between it and the leader; the second, in its turn, goes to the
/// leader's side.
///
/// Rule: FB-5.
#[test]
fn as_many_as_possible_keep_together_or_each_in_turn_goes_nearest() {
    let apart = |switches: &[(&str, &str)]| {
        let game = game_on("levels/fall-back-gallery/chain.ron", switches);
        let outcome = outcome(game.battle().view(), "A1");
        let apart = outcome.retreats().iter().filter(|run| matches!(run.end, ModelEnd::Apart { .. }));
        apart.map(|run| run.model.number).collect::<Vec<u8>>()
    };
    assert_eq!(apart(&[]), [0; 0]);
    assert_eq!(apart(&[("falling_back.followers", "EachInTurn")]), [3]);
}

/// Two fields as far away, west and east, and the enemy to the north, to which the leader looks.
///
/// Rule: FB-4.
#[test]
fn clockwise_is_counted_from_straight_away_or_from_the_facing() {
    for (word, west) in [("AwayFromEnemy", true), ("Facing", false)] {
        let game =
            game_on("levels/fall-back-gallery/tie-clock.ron", &[("falling_back.clockwise_from", word)]);
        let outcome = outcome(game.battle().view(), "A1");
        let RetreatOutcome::FallBack { safe_position, .. } = &outcome else { panic!("{word}: {outcome:?}") };
        assert_eq!(safe_position.at.x.inches() < 0.0, west, "{word}: {:?}", safe_position.at);
    }
}

/// An enemy before it and one behind it; the leader of another unit is forced off the table, and one of its models would stand.
///
/// Rule: ROU-1, ROU-2.
#[test]
fn who_runs_from_whom_and_is_lost_with_whom() {
    for (word, from) in [("Anywhere", &["B1.1", "B2.1"][..]), ("InArc", &["B1.1"])] {
        let a = models("A1", "officer", 1, "hit_die: 1,", &[[0.0, 0.0]]);
        let ahead = models("B1", "officer", 1, "", &[[3.0, 12.0]]);
        let behind = models("B2", "officer", 1, "", &[[0.0, -12.0]]);
        let game = game("", [&a, &format!("{ahead}{behind}")], &[("falling_back.rout_saw", word)]);
        let outcome = outcome(game.battle().view(), "A1");
        let heading = outcome.retreats()[0].rout_heading.as_ref().unwrap();
        let fled: Vec<String> = heading.from.iter().map(ToString::to_string).collect();
        assert_eq!(fled, from, "{word}");
    }
    for (word, lost) in [("Alone", 1), ("WithLeader", 2)] {
        let game = game_on("levels/fall-back-gallery/blind.ron", &[("falling_back.first_in_rout", word)]);
        let outcome = outcome(game.battle().view(), "A1");
        let gone = outcome.retreats().iter().filter(|run| matches!(run.end, ModelEnd::Lost { .. }));
        assert_eq!(gone.count(), lost, "{word}: {outcome:?}");
    }
}

/// A pen of water where two bases have room side by side and no more, from x −0.55 to 0.55. A post before it hides half of a
/// body or more from the enemy only in the middle: there the leader is safe, and there it leaves the other no place at all.
///
/// Rule: FB-4.
#[test]
fn a_leader_leaves_the_only_place_of_another_free_or_takes_it() {
    let water = |id: &str, at: &str, size: &str| {
        format!(r#"(id: "{id}", kind: Bog, going: Impassable, at: ({at}), size: ({size})),"#)
    };
    let pen = [
        water("north", "0.0, 2.55", "4.1, 4.0"),
        water("south", "0.0, -2.55", "4.1, 4.0"),
        water("west", "-3.05, 0.0", "4.0, 9.1"),
        water("east", "3.05, 0.0", "4.0, 9.1"),
        r#"(id: "post", kind: Point, at: (0.0, -6.0), radius: 0.25, height: 6.0),"#.to_owned(),
    ];
    let ends = |word: &str| {
        let a = models("A1", "command-squad", 5, "hit_die: 1,", &[[-0.5, 0.0], [0.5, 0.0]]);
        let b = models("B1", "officer", 1, "", &[[0.0, -20.0]]);
        let game = game(&pen.concat(), [&a, &b], &[CONCEALED, ("falling_back.only_place", word)]);
        outcome(game.battle().view(), "A1")
    };
    assert!(
        matches!(ends("LeftFree"), RetreatOutcome::Rout { .. }),
        "the place it leaves free leaves it none that is safe"
    );
    let taken = ends("Taken");
    let RetreatOutcome::FallBack { retreats, .. } = &taken else { panic!("{taken:?}") };
    assert_eq!(retreats[1].end, ModelEnd::Lost { why: LostFor::NoPlace }, "{taken:?}");
}
