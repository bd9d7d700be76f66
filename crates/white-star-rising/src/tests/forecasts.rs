//! Forecasts of moves and of the cup, held against plain loops.

use tabletop::ids::Side;

use super::scene::{Scene, hex};
use crate::fact::Fact;
use crate::ids::UnitId;
use crate::odds::{cup_odds, forecast, impulse_odds};
use crate::order::Marker;
use crate::survey::{reach, sight_between};

fn unit(id: &str) -> UnitId {
    id.parse().unwrap()
}

/// The chance that so many dice at a face score nothing.
fn nothing(dice: usize, face: u8) -> f64 {
    vec![f64::from(face - 1) / 6.0; dice].iter().product()
}

/// The move of the book's fourth example, foretold: B5 and B1 may fire at each of its two hexes, each once.
///
/// Rule: WSR-OPP-1, WSR-OPP-3, WSR-FIR-8.
#[test]
fn a_move_is_foretold_hex_by_hex() {
    let placed = [("A5", "0305"), ("B5", "0606"), ("B1", "0702")];
    let scene = Scene::new(Side::A, &placed);
    let path = [hex("0405"), hex("0506")];
    let found = forecast(scene.view(), &[unit("A5")], None, &path).unwrap();
    let threats: Vec<Vec<(UnitId, bool)>> = found
        .steps
        .iter()
        .map(|step| step.fires.iter().map(|fire| (fire.unit, fire.expected)).collect())
        .collect();
    // In 0405 both have 3 dice at 4 (B1 5 hexes, B5 2); in 0506 B5 is a neighbour, still at 4: its range is underlined.
    assert_eq!(threats[0].len(), 2, "{threats:?}");
    let expected = nothing(3, 4) * nothing(3, 4);
    assert!((found.arrives - expected).abs() < 1e-12, "{} of {expected}", found.arrives);
    let all: Vec<bool> =
        found.steps.iter().map(|step| step.fires.iter().filter(|fire| fire.expected).count() == 1).collect();
    assert_eq!(all, [true, true], "one at each hex, no unit twice");
    assert!(
        found
            .sentence
            .starts_with("A5 has a chance of 2 % to arrive in 0506 in Good Order: 2 enemies may fire"),
        "{}",
        found.sentence
    );
    // Nobody sees 0305 but who sees it; standing, the fire of both impulses is the same pools.
    assert!(found.here >= found.there, "{} and {}", found.here, found.there);
}

/// Rule: WSR-MIN-2, WSR-MOV-1.
#[test]
fn mines_and_limits_are_foretold() {
    let mut scene = Scene::new(Side::A, &[("A5", "0105"), ("B1", "1209")]);
    scene.state.play.mines.insert(hex("0205"));
    let path = [hex("0205"), hex("0305"), hex("0405"), hex("0505")];
    let found = forecast(scene.view(), &[unit("A5")], None, &path).unwrap();
    assert!((found.steps[0].mines - nothing(2, 5)).abs() < 1e-12);
    assert!((found.arrives - nothing(2, 5)).abs() < 1e-12);
    assert_eq!(found.steps.len(), 3, "three movement factors");
    assert!(found.refused.unwrap().ends_with("[WSR-MOV-1]"));
}

/// Every order of the markers, counted.
fn orders_of(markers: &[Marker]) -> Vec<Vec<Marker>> {
    if markers.is_empty() {
        return vec![Vec::new()];
    }
    (0..markers.len())
        .flat_map(|index| {
            let mut rest = markers.to_vec();
            let first = rest.remove(index);
            orders_of(&rest).into_iter().map(move |rest| [&[first], &rest[..]].concat())
        })
        .collect()
}

/// Rule: WSR-TURN-1, WSR-TURN-2, WSR-TURN-6.
#[test]
fn the_cup_as_odds_is_what_every_order_of_its_markers_gives() {
    for drawn in [&[][..], &[Marker::EndOfTurn], &[Marker::Formation(Side::A), Marker::Aircraft(Side::A)]] {
        let mut scene = Scene::new(Side::A, &[]);
        for marker in drawn {
            scene.make(Fact::Drawn { marker: *marker, by: Side::A });
        }
        let found = cup_odds(scene.view());
        let all = orders_of(scene.state.play.cup.left());
        let ends = 2 - drawn.iter().filter(|marker| **marker == Marker::EndOfTurn).count();
        for odds in &found.formations {
            let own = Marker::Formation(odds.side);
            let (mut comes, mut impulses, mut first) = (0, 0, 0);
            for order in &all {
                let mut seen = 0;
                let played: Vec<Marker> = order
                    .iter()
                    .copied()
                    .take_while(|marker| {
                        seen += usize::from(*marker == Marker::EndOfTurn);
                        seen < ends
                    })
                    .collect();
                let count = played.iter().filter(|marker| **marker == own).count();
                comes += usize::from(count > 0);
                impulses += count;
                let leads = played.iter().find(|marker| matches!(marker, Marker::Formation(_)));
                first += usize::from(leads == Some(&own));
            }
            for (found, counted) in [(odds.comes, comes), (odds.impulses, impulses), (odds.first, first)] {
                let expected = counted as f64 / all.len() as f64;
                assert!(
                    (found - expected).abs() < 1e-12,
                    "{odds:?}: {found}, not {expected}, after {drawn:?}"
                );
            }
        }
        assert!((found.markers.iter().map(|odds| odds.next).sum::<f64>() - 1.0).abs() < 1e-12);
    }
}

/// The book's tenth example as odds: 9 and more of two dice fall out of command, and a rally needs 7 then.
///
/// Rule: WSR-CMD-2, WSR-RAL-1, WSR-RAL-2, WSR-HQ-11, WSR-MOR-1.
#[test]
fn checks_of_an_impulse_are_counted_over_both_dice() {
    let mut scene = Scene::new(Side::A, &[("A5", "0705"), ("A9", "0105"), ("A-HQ", "0105")]);
    for id in ["A5", "A9"] {
        scene.make(Fact::Disrupted { unit: unit(id) });
    }
    let found = impulse_odds(scene.view(), Side::A);
    let at_most = |limit: i32| {
        let all = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
        all.filter(|sum| *sum <= limit).count() as f64 / 36.0
    };
    let of = |id: &str| found.units.iter().find(|odds| odds.unit == unit(id)).unwrap();
    assert!((of("A5").in_command - at_most(8)).abs() < 1e-12);
    assert!(
        (of("A5").good_order - (at_most(8) * at_most(8) + (1.0 - at_most(8)) * at_most(7))).abs() < 1e-12
    );
    assert!((of("A9").good_order - at_most(10)).abs() < 1e-12, "leadership 2");
    assert_eq!(of("A9").terms[0].rule, "WSR-HQ-11");
}

/// Rule: WSR-MOV-1, WSR-OVR-1, WSR-BAS-8.
#[test]
fn reach_lists_every_hex_with_its_cheapest_way() {
    let placed = [("A1", "0405"), ("A2", "0506"), ("A3", "0506"), ("B6", "0706"), ("B1", "0702")];
    let scene = Scene::new(Side::A, &placed);
    let found = reach(scene.view(), &[unit("A1")], None).unwrap();
    let of = |at: &str| found.hexes.iter().filter(|reached| reached.hex == hex(at)).collect::<Vec<_>>();
    assert_eq!((of("0605")[0].spent.clone(), of("0605")[0].path.len()), (vec![2], 2), "along the road");
    assert!(of("0506").is_empty(), "full: on the way, but no end of it");
    assert_eq!(of("0706").len(), 2, "assault and overrun");
    assert!(found.sentence.starts_with("A1 can reach "), "{}", found.sentence);
    assert!(reach(scene.view(), &[unit("B1")], None).is_ok(), "a question, not an order");
}

/// Rule: WSR-LOS-4, WSR-LOS-5.
#[test]
fn sight_is_answered_in_a_sentence() {
    let mut scene = Scene::new(Side::A, &[]);
    let said = |scene: &Scene, from: &str, to: &str| {
        sight_between(scene.view(), hex(from), hex(to)).map(|answer| answer.sentence)
    };
    assert_eq!(said(&scene, "0105", "0805").unwrap(), "0105 and 0805 see each other, 7 apart");
    assert_eq!(said(&scene, "0605", "0905").unwrap(), "0605 and 0905 do not see each other: city in 0805");
    assert!(said(&scene, "0605", "9905").unwrap_err().to_string().contains("hex 9905 is not on the map"));
    scene.make(Fact::Smoked { hex: hex("0405") });
    assert!(said(&scene, "0105", "0805").unwrap().contains("smoke in"));
}
