//! The worked examples of the book, with their dice.

use tabletop::ids::Side;

use super::scene::{Scene, hex};
use crate::fact::Fact;
use crate::order::{Caller, Choice, Entry, Mission, Order, Price, Weapon};

fn fire(unit: &str, target: &str, weapon: Weapon, lead: Option<&str>) -> Order {
    let lead = lead.map(|hq| hq.parse().unwrap());
    Order::Fire {
        unit: unit.parse().unwrap(),
        target: target.parse().unwrap(),
        weapon,
        lead,
        price: Price::Usual,
    }
}

fn march(units: &[&str], hq: Option<&str>, to: &str, entry: Entry) -> Order {
    let units = units.iter().map(|unit| unit.parse().unwrap()).collect();
    Order::March { units, hq: hq.map(|hq| hq.parse().unwrap()), to: hex(to), entry }
}

/// Example 1. Rule: WSR-FIR-1, WSR-FIR-4, WSR-FIR-5, WSR-FIR-8, WSR-FIR-11, WSR-FIR-13, WSR-FIR-15, WSR-BAS-1.
#[test]
fn extended_fire_at_armour_in_woods() {
    let mut scene = Scene::new(Side::A, &[("A1", "0105"), ("B2", "1108")]);
    let order = fire("A1", "B2", Weapon::ArmourPiercing, None);
    assert!(scene.refusal(Side::A, &order).ends_with("[WSR-LOS-4]"));
    // The first wood that is seen from ten hexes away.
    let hexes: Vec<_> = scene.view().setup.level.map.hexes().collect();
    let wood = |at| scene.view().setup.terrain(at).id == "woods";
    let (from, to) = hexes
        .iter()
        .flat_map(|from| hexes.iter().map(move |to| (*from, *to)))
        .find(|(from, to)| {
            from.distance(*to) == 10 && wood(*to) && scene.view().setup.sights.sight(*from, *to).is_clear()
        })
        .unwrap();
    scene.make(Fact::Deployed { unit: "A1".parse().unwrap(), hex: from });
    scene.make(Fact::Deployed { unit: "B2".parse().unwrap(), hex: to });
    let facts = scene.give(Side::A, order, &[5, 2, 6, 6, 1, 4, 5]);
    assert!(matches!(facts[0], Fact::Fired { face: 5, hits: 2, .. }), "{facts:?}");
    assert!(matches!(facts[1], Fact::Saved { face: 5, saved: 2, .. }), "{facts:?}");
    assert_eq!(scene.shows("B2"), to.to_string());
    assert_eq!(scene.shows("A1"), format!("{from}o"));
    scene.matches_log(
        "example-1",
        "Extended fire at armour in woods: more than 8 hexes and less than 16, so a hit takes a 5",
    );
}

/// Example 2. Rule: WSR-FIR-6, WSR-FIR-9, WSR-FIR-14, WSR-MRK-3, WSR-BAS-2.
#[test]
fn reduced_range_leadership_and_elimination() {
    let mut scene = Scene::new(Side::B, &[("B1", "0105"), ("B-HQ", "0105"), ("A2", "0405")]);
    scene.make(Fact::Done { unit: "A2".parse().unwrap() });
    let order = fire("B1", "A2", Weapon::ArmourPiercing, Some("B-HQ"));
    let facts = scene.give(Side::B, order, &[2, 1, 5, 3, 6, 2, 5, 3]);
    assert!(facts.iter().any(|fact| matches!(fact, Fact::Fired { face: 2, hits: 5, .. })), "{facts:?}");
    assert_eq!(scene.shows("A2"), "gone");
    assert!(scene.state.play.wrecks.contains(&hex("0405")));
    assert!(scene.refusal(Side::B, &fire("B1", "A2", Weapon::ArmourPiercing, None)).contains("Ops Complete"));
    scene.matches_log("example-2", "Reduced range and leadership: 4 + 2 dice from 3 hexes, a hit takes a 2; four hits destroy and leave a wreck");
}

/// Example 3. Rule: WSR-FIR-8, WSR-FIR-10, WSR-FIR-11, WSR-FIR-12, WSR-IMP-1.
#[test]
fn augmented_fire_at_an_improved_position() {
    let mut bundle = crate::setup::varne();
    bundle.forces.text = bundle.forces.text.replacen("he: (3, 3, 5)", "he: (3, 3, 5, Augmented)", 1);
    let mut scene = Scene::of(bundle, Side::A, &[("B4", "0905")]);
    let firer = {
        let view = scene.view();
        let has = |card: &&crate::card::Card| card.full.he.is_some_and(|fire| fire.augmented);
        view.setup.force(Side::A).units.iter().find(has).unwrap().id
    };
    scene.make(Fact::Deployed { unit: firer, hex: hex("0806") });
    let order = fire(&firer.to_string(), "B4", Weapon::HighExplosive, None);
    let facts = scene.give(Side::A, order, &[5, 1, 6, 4, 1, 2, 3, 4]);
    assert!(facts.iter().any(|fact| matches!(fact, Fact::Fired { hits: 2, .. })), "{facts:?}");
    assert!(facts.iter().any(|fact| matches!(fact, Fact::PositionHeld { .. })), "{facts:?}");
    assert_eq!(scene.shows("B4"), "0905d");
    scene.matches_log(
        "example-3",
        "Augmented fire at an improved position: the lowest of four dice is ignored",
    );
}

/// Example 4. Rule: WSR-OPP-1, WSR-OPP-2, WSR-OPP-3, WSR-MOV-1, WSR-MOV-5, WSR-MRK-1, WSR-MRK-2, WSR-FIR-3.
#[test]
fn opportunity_fire_stops_whom_it_disrupts() {
    let placed = [("A5", "0305"), ("A9", "0305"), ("B5", "0606"), ("B1", "0702")];
    let mut scene = Scene::new(Side::A, &placed);
    scene.state.play.mines_in_hand = [0; 2];
    scene.give(Side::A, march(&["A5", "A9"], None, "0405", Entry::Walk), &[]);
    assert_eq!(scene.choice(), Some(Choice::Opportunity));
    scene.give(Side::B, fire("B5", "A5", Weapon::HighExplosive, None), &[4, 1, 3]);
    assert_eq!([scene.shows("A5"), scene.shows("B5")], ["0405do", "0606o"]);
    scene.give(Side::A, Order::GoOn { to: hex("0506"), entry: Entry::Walk }, &[]);
    scene.give(Side::B, fire("B1", "A9", Weapon::HighExplosive, None), &[2, 5, 6]);
    assert_eq!([scene.shows("A9"), scene.shows("B1")], ["0506dro", "0702o"]);
    assert_eq!(scene.state.play.march, None);
    scene.matches_log("example-4", "Opportunity fire stops whom it disrupts, and no one else of the stack");
}

/// Example 5a. Rule: WSR-ASL-3, WSR-ASL-5, WSR-ASL-6, WSR-ASL-7, WSR-ASL-8, WSR-ASL-9, WSR-ASL-10, WSR-ASL-11, WSR-ASL-15,
/// WSR-BAS-9, WSR-BAS-10, WSR-HQ-1, WSR-HQ-7, WSR-HQ-10.
#[test]
fn infantry_storms_armour_in_a_city() {
    let mut scene = Scene::new(Side::A, &[("A4", "0705"), ("A9", "0705"), ("A-HQ", "0705"), ("B1", "0804")]);
    let left = march(&["A4", "A9"], None, "0804", Entry::Assault);
    assert!(scene.refusal(Side::A, &left).ends_with("A-HQ would be left alone [WSR-HQ-1]"));
    scene.give(Side::A, march(&["A4", "A9"], Some("A-HQ"), "0804", Entry::Assault), &[]);
    assert_eq!(scene.choice(), Some(Choice::Lend));
    let dice = [1, 3, 5, 2, 6, 2, 2, 2, 4, 1, 3, 5, 4, 5, 3];
    let facts = scene.give(Side::A, Order::Lend { unit: "A4".parse().unwrap() }, &dice);
    let settled = facts.iter().any(|fact| {
        matches!(fact, Fact::AssaultSettled { attacker_hits: 5, defender_hits: 1, stays: true, .. })
    });
    assert!(settled, "{facts:?}");
    assert_eq!([scene.shows("A4"), scene.shows("A9"), scene.shows("B1")], ["0804o", "0804do", "gone"]);
    assert_eq!(scene.state.play.held[&hex("0804")], Side::A);
    scene.matches_log(
        "example-5a",
        "Infantry storms armour in a city: leadership adds 2 dice to one attacker",
    );
}

/// Example 5b. Rule: WSR-ASL-11, WSR-ASL-12, WSR-ASL-13, WSR-ASL-14.
#[test]
fn a_tie_and_its_retreats() {
    for (extra, switch, retreats, why) in [
        (&[][..], None, &["0607", "0706", "0707"][..], "straight on, or one side left or right"),
        (&[("A1", "0806")], None, &["0607"], "the others lie next to an enemy"),
        (&[("A1", "0806"), ("B3", "0607"), ("B4", "0607")], None, &[], "and that one is full: eliminated"),
        (&[], Some(()), &[], "ties go to the defender: the attacker goes back"),
    ] {
        let bundle = match switch {
            None => crate::setup::varne(),
            Some(()) => Scene::ruleset("assault_tie: Attacker", "assault_tie: Defender"),
        };
        let placed: Vec<_> = [("A4", "0506"), ("B5", "0606")].iter().chain(extra).copied().collect();
        let mut scene = Scene::of(bundle, Side::A, &placed);
        scene.state.play.positions.clear();
        scene.give(Side::A, march(&["A4"], None, "0606", Entry::Assault), &[4, 2, 1, 6, 3, 2]);
        let fight = scene.state.play.fight.clone();
        let mut free: Vec<String> = match (scene.choice(), &fight) {
            (Some(Choice::Retreat { unit }), Some(fight)) => {
                let view = scene.view();
                let all = crate::chapters::assault::retreats(view.setup, view.play, fight, unit);
                all.iter().map(ToString::to_string).collect()
            }
            _ => Vec::new(),
        };
        free.sort();
        assert_eq!(free, retreats, "{why}");
        let expected = match (switch, retreats.is_empty()) {
            (Some(()), _) => ["0506do", "0606do"],
            (None, true) => ["0606do", "gone"],
            (None, false) => ["0606do", "0606do"],
        };
        assert_eq!([scene.shows("A4"), scene.shows("B5")], expected, "{why}");
        if extra.is_empty() {
            let name = if switch.is_none() { "example-5b" } else { "example-5b-tie-to-the-defender" };
            scene.matches_log(name, &format!("A tie in an assault, and its retreats; {why}"));
        }
    }
}

/// Example 6. Rule: WSR-OVR-1, WSR-OVR-2, WSR-OVR-3, WSR-OVR-5, WSR-OVR-6, WSR-OPP-4.
#[test]
fn an_overrun_that_is_thrown_back() {
    let mut scene = Scene::new(Side::A, &[("A1", "0405"), ("A2", "0405"), ("B4", "0706"), ("B6", "0706")]);
    scene.state.play.mines_in_hand = [0; 2];
    scene.give(Side::A, march(&["A1", "A2"], None, "0505", Entry::Walk), &[]);
    scene.give(Side::B, Order::HoldFire, &[]);
    scene.give(Side::A, Order::GoOn { to: hex("0605"), entry: Entry::Walk }, &[]);
    scene.give(Side::B, Order::HoldFire, &[]);
    let dice = [5, 2, 1, 6, 3, 4, 1, 1, 5, 2, 2, 3, 4, 2, 6, 2];
    let facts = scene.give(Side::A, Order::GoOn { to: hex("0706"), entry: Entry::Overrun }, &dice);
    assert!(facts.iter().any(|fact| matches!(fact, Fact::Overran { .. })), "{facts:?}");
    assert_eq!([scene.shows("B4"), scene.shows("B6")], ["0706dro", "0706d"]);
    assert_eq!([scene.shows("A1"), scene.shows("A2")], ["0605do", "0605do"]);
    scene.matches_log(
        "example-6",
        "An overrun that is thrown back: armour rolls over two platoons in the open",
    );
}

/// Example 7. Rule: WSR-MTR-1, WSR-MTR-2, WSR-MTR-3, WSR-MTR-4, WSR-MTR-5, WSR-BAS-9.
#[test]
fn a_mortar_fires_where_a_headquarters_sees() {
    let placed = [("B7", "1006"), ("B3", "0804"), ("B-HQ", "0804"), ("A4", "0306"), ("A6", "0306")];
    let mut scene = Scene::new(Side::B, &placed);
    let bombard =
        |spotter| Order::Bombard { unit: "B7".parse().unwrap(), hex: hex("0306"), spotter, lead: None };
    assert!(scene.refusal(Side::B, &bombard(None)).ends_with("[WSR-LOS-4]"));
    let hq = Caller::Hq("B-HQ".parse().unwrap());
    scene.give(Side::B, bombard(Some(hq)), &[4, 5, 6, 2, 5, 4]);
    assert_eq!([scene.shows("A4"), scene.shows("A6"), scene.shows("B7")], ["0306", "0306d", "1006o"]);
    assert_eq!(scene.state.play.missions, [2, 0]);
    scene.matches_log(
        "example-7",
        "A mortar fires where a headquarters sees for it: the first die is the one of the mission",
    );
}

/// Example 8. Rule: WSR-ART-1, WSR-ART-2, WSR-ART-3, WSR-ART-4, WSR-ART-5, WSR-ART-6, WSR-REC-2, WSR-HQ-7.
#[test]
fn high_explosive_strikes_seven_hexes() {
    let placed = [("A7", "0505"), ("A4", "0705"), ("B3", "0804"), ("B-HQ", "0804"), ("B4", "0905")];
    let mut scene = Scene::new(Side::A, &placed);
    scene.state.play.positions.clear();
    let caller = Caller::Unit("A7".parse().unwrap());
    let call = Order::Call { caller, hex: hex("0804"), mission: Mission::HighExplosive };
    let dice = [3, 6, 5, 2, 5, 1, 2, 1, 4, 4, 1, 5, 3, 3];
    scene.give(Side::A, call.clone(), &dice);
    assert_eq!([scene.shows("B3"), scene.shows("B4"), scene.shows("A4")], ["0804d", "0905", "0705d"]);
    assert!(scene.state.play.hqs[&"B-HQ".parse().unwrap()].reduced);
    assert_eq!(scene.shows("A7"), "0505", "calling gives no Ops Complete");
    scene.give(Side::A, call.clone(), &[1]);
    assert!(scene.refusal(Side::A, &call).ends_with("[WSR-ART-1]"));
    scene.matches_log("example-8", "A mission of high explosive strikes seven hexes, the own unit in one of them too; the next one fails");
}

/// Example 9. Rule: WSR-AA-1, WSR-CAS-1, WSR-CAS-2, WSR-CAS-3, WSR-CAS-5, WSR-CAS-7, WSR-CAS-8, WSR-CAS-9, WSR-CAS-10.
#[test]
fn an_air_strike_past_flak() {
    for (flak, rest, shows, why) in [
        (&[5, 6, 2, 5, 5][..], &[][..], "0702", "one hit: no strike, back at the end of the turn"),
        (&[1, 2, 3, 2, 4, 6, 1, 1], &[], "0702dr", "one die less, two hits"),
    ] {
        let mut scene =
            Scene::new(Side::A, &[("A1", "0105"), ("B1", "0702"), ("B8", "1005"), ("A2", "0605")]);
        scene.state.agenda.ask(tabletop::agenda::Decision { player: Side::A, choice: Choice::AirTarget });
        scene.give(Side::A, Order::AirStrike { hex: hex("0702") }, rest);
        assert_eq!(scene.choice(), Some(Choice::Flak), "{why}");
        let facts = scene.give(Side::B, Order::FlakFire { unit: "B8".parse().unwrap() }, flak);
        assert_eq!(scene.shows("B1"), shows, "{why}: {facts:?}");
        let back = facts.iter().find_map(|fact| match fact {
            Fact::AirEnded { back, .. } => Some(*back),
            _ => None,
        });
        use crate::fact::AirBack::{AtTurnEnd, Never};
        assert_eq!(back, Some(if rest.is_empty() && shows == "0702" { AtTurnEnd } else { Never }), "{why}");
        let name = if shows == "0702" { "example-9a" } else { "example-9b" };
        scene.matches_log(name, &format!("An air strike past flak; {why}"));
    }
}

/// Example 10. Rule: WSR-CMD-1, WSR-CMD-2, WSR-MOR-1, WSR-RAL-1, WSR-RAL-2, WSR-DIS-5, WSR-HQ-5, WSR-HQ-11, WSR-TURN-3,
/// WSR-TURN-4.
#[test]
fn command_and_rally() {
    let mut scene = Scene::new(Side::A, &[("A5", "0705"), ("A9", "0105"), ("A-HQ", "0105")]);
    for unit in ["A5", "A9"] {
        scene.make(Fact::Disrupted { unit: unit.parse().unwrap() });
    }
    scene.state.agenda.push(crate::order::Step::Play(crate::order::Marker::Formation(Side::A)));
    let source = tabletop::dice::Source::Fed([5, 4, 6, 4, 3, 4].into());
    scene.state.dice.set_source(source);
    scene.run();
    let a5 = &scene.state.play.units[&"A5".parse().unwrap()];
    assert!(a5.out_of_command && !a5.disrupted, "Good Order, still Out of Command");
    assert_eq!([scene.shows("A5"), scene.shows("A9")], ["0705", "0105"]);
    assert!(scene.refusal(Side::A, &march(&["A5"], None, "0706", Entry::Walk)).ends_with("[WSR-CMD-2]"));
    scene.matches_log("example-10", "Command and rally: out of the range of its headquarters, and with it");
}
