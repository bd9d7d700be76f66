//! Additions, fate, and what the owner of a stack or of a lost HQ chooses.

use tabletop::agenda::Decision;
use tabletop::dice::Source;
use tabletop::game::State;
use tabletop::ids::Side;

use super::scene::{Scene, hex};
use crate::chapters::breakdown::Breakdown;
use crate::chapters::fire::{Moment, Shot, at_distance, plan_fire};
use crate::chapters::hex_fire::{at_units, hex_saves, ignored_by_armour};
use crate::fact::Fact;
use crate::ids::UnitId;
use crate::order::{Choice, Entry, Marker, Order, Price, Step, Weapon};
use crate::play::Place;

fn unit(id: &str) -> UnitId {
    id.parse().unwrap()
}

fn march(id: &str, to: &str, entry: Entry) -> Order {
    Order::March { units: vec![unit(id)], hq: None, to: hex(to), entry }
}

fn fire(id: &str, target: &str, weapon: Weapon, lead: Option<&str>) -> Order {
    let lead = lead.map(|hq| hq.parse().unwrap());
    Order::Fire { unit: unit(id), target: unit(target), weapon, lead, price: Price::Usual }
}

/// The book's rules with some additions.
fn with(additions: &[u8], impulse: Side, placed: &[(&str, &str)]) -> Scene {
    let mut bundle = crate::setup::varne();
    for number in additions {
        let (off, on) = (format!("add_{number}: Off"), format!("add_{number}: On"));
        bundle.ruleset.text = bundle.ruleset.text.replace(&off, &on);
    }
    Scene::of(bundle, impulse, placed)
}

/// Rule: WSR-ADD-1.
#[test]
fn infantry_assaults_armour_in_the_open_only_from_next_to_it() {
    for (additions, at, on_the_way, expected, why) in [
        (&[1][..], "0505", None, None, "next to it"),
        (&[1], "0406", Some("0506"), Some("[WSR-ADD-1]"), "it came up in this impulse"),
        (&[], "0406", Some("0506"), None, "without the addition"),
    ] {
        let mut scene = with(additions, Side::A, &[("A4", at), ("B1", "0605")]);
        scene.state.play.mines_in_hand = [0; 2];
        let refused = match on_the_way {
            None => scene.refused(Side::A, &march("A4", "0605", Entry::Assault)),
            Some(through) => {
                scene.give(Side::A, march("A4", through, Entry::Walk), &[]);
                scene.pass();
                scene.refused(Side::A, &Order::GoOn { to: hex("0605"), entry: Entry::Assault })
            }
        };
        assert_eq!(refused.as_deref().map(|said| &said[said.len() - 11..]), expected, "{why}: {refused:?}");
    }
}

/// Rule: WSR-ADD-2, WSR-ADD-5, WSR-ADD-6, WSR-ADD-7.
#[test]
fn additions_change_the_dice_of_direct_fire() {
    let plan = |additions: &[u8], placed: &[(&str, &str)], shot: [&str; 2], weapon, lead: Option<&str>| {
        let scene = with(additions, Side::A, placed);
        let view = scene.view();
        let lead = lead.map(|hq| hq.parse().unwrap());
        let shot = Shot { unit: unit(shot[0]), target: unit(shot[1]), weapon, lead, price: Price::Usual };
        let plan = plan_fire(view.setup, view.play, Moment::OwnImpulse, shot).unwrap();
        let pools = [plan.hit, plan.saves[0], plan.saves[1]];
        let numbers = &view.setup.rules.numbers;
        (pools.map(|dice| dice.pool(numbers)).map(|pool| (pool.dice, pool.face, pool.ignored)), plan.spared)
    };
    let led = [("A1", "0105"), ("A-HQ", "0105"), ("B2", "0805")];
    let at_led = |additions: &[u8]| plan(additions, &led, ["A1", "B2"], Weapon::ArmourPiercing, Some("A-HQ"));
    assert_eq!(at_led(&[]).0, [(5, 4, 0), (4, 5, 0), (0, 2, 0)], "leadership adds dice; cover is in armour");
    assert_eq!(at_led(&[2]).0[0], (5, 4, 2), "as many of the lowest are ignored");
    assert_eq!(at_led(&[7]).0[1..], [(2, 5, 0), (2, 5, 0)], "cover dice of their own, at most 2");
    let beside = [("A1", "0105"), ("B3", "0805"), ("B1", "0805")];
    let at_foot = |additions: &[u8]| plan(additions, &beside, ["A1", "B3"], Weapon::HighExplosive, None);
    assert_eq!([at_foot(&[]).0[1].0, at_foot(&[5]).0[1].0], [4, 5], "armour beside a soft target");
    assert_eq!([at_foot(&[]).1, at_foot(&[6]).1], [false, true], "concealed infantry is spared");
}

/// Rule: WSR-ADD-6.
#[test]
fn concealed_infantry_is_at_worst_disrupted() {
    for (additions, expected) in [(&[][..], "0805dr"), (&[6], "0805d")] {
        let mut scene = with(additions, Side::A, &[("A1", "0105"), ("B3", "0805")]);
        scene.give(Side::A, fire("A1", "B3", Weapon::HighExplosive, None), &[6, 6, 1, 1, 1, 1, 1]);
        assert_eq!(scene.shows("B3"), expected);
    }
}

/// Rule: WSR-ADD-3, WSR-ADD-4, WSR-ADD-5.
#[test]
fn additions_change_fire_at_a_hex() {
    for (additions, units, dice, saves, ignored, why) in [
        (&[][..], &["A4", "A1"][..], 3, 2, 0, "the book: one more save die for armour"),
        (&[3], &["A4", "A1"], 4, 2, 0, "more than one target"),
        (&[3], &["A4"], 3, 1, 0, "one target"),
        (&[4], &["A1", "A2"], 3, 2, 1, "armour alone"),
        (&[4], &["A1", "A4"], 3, 2, 0, "not alone"),
        (&[5], &["A1", "A2"], 3, 1, 0, "no soft target"),
        (&[5], &["A1", "A4"], 3, 2, 0, "both kinds"),
    ] {
        let placed: Vec<_> = units.iter().map(|unit| (*unit, "0305")).collect();
        let scene = with(additions, Side::B, &placed);
        let view = scene.view();
        let units: Vec<UnitId> = units.iter().map(|id| unit(id)).collect();
        let numbers = &view.setup.rules.numbers;
        let hit = at_units(Breakdown::new("WSR-ART-4", 3, 5, ""), &units, &view.setup.rules.switches);
        // Cultivated: one die of cover.
        let cover = hex_saves(view.setup, &units, hex("0503"))[0].pool(numbers).dice;
        let found = (hit.pool(numbers).dice, cover, ignored_by_armour(view.setup, &units));
        assert_eq!(found, (dice, saves, ignored), "{why}");
    }
}

/// Rule: WSR-FIR-5.
#[test]
fn the_firer_may_pick_how_extended_range_is_paid() {
    use crate::card::Fire;
    let gun = Fire { power: 3, range: 8, to_hit: 4, underlined: false, augmented: false };
    for (word, price, expected) in [
        ("Order", Price::Usual, Some([3, 5])),
        ("Order", Price::Firepower, None),
        ("Choice", Price::Usual, Some([3, 5])),
        ("Choice", Price::Firepower, Some([2, 4])),
    ] {
        let bundle = Scene::ruleset("extended: Order", &format!("extended: {word}"));
        let scene = Scene::of(bundle, Side::A, &[]);
        let rules = &scene.view().setup.rules;
        assert_eq!(at_distance(gun, 9, price, (&rules.numbers, &rules.switches)), expected, "{word}");
    }
}

/// Rule: WSR-BAS-8.
#[test]
fn a_stack_may_pass_through_a_full_hex() {
    let placed = [("A1", "0205"), ("A4", "0305"), ("A5", "0305"), ("B1", "0702")];
    let mut scene = Scene::new(Side::A, &placed);
    scene.state.play.mines_in_hand = [0; 2];
    scene.give(Side::A, march("A1", "0305", Entry::Walk), &[]);
    scene.pass();
    let stop = scene.refused(Side::A, &Order::Stop).unwrap();
    assert!(stop.ends_with("hex 0305 has no room [WSR-BAS-8]"), "{stop}");
    scene.give(Side::A, Order::GoOn { to: hex("0405"), entry: Entry::Walk }, &[]);
    assert_eq!(&scene.shows("A1")[..4], "0405");
    // Whoever fire stops there goes back to where there is room.
    let mut scene = Scene::new(Side::A, &placed);
    scene.state.play.mines_in_hand = [0; 2];
    scene.give(Side::A, march("A1", "0305", Entry::Walk), &[]);
    scene.give(Side::B, fire("B1", "A1", Weapon::ArmourPiercing, None), &[3, 1, 1, 1, 1, 1]);
    assert_eq!(scene.shows("A1"), "0205do");
    assert_eq!(scene.state.play.march, None);
}

/// Rule: WSR-BAS-9.
#[test]
fn the_owner_orders_a_stack_when_it_forms() {
    let mut scene = Scene::new(Side::A, &[("A4", "0305"), ("A1", "0205"), ("B1", "1201")]);
    let top = Order::Raise { unit: unit("A1") };
    assert!(scene.refusal(Side::A, &top).ends_with("[WSR-BAS-9]"), "no stack yet");
    scene.state.play.mines_in_hand = [0; 2];
    scene.give(Side::A, march("A1", "0305", Entry::Walk), &[]);
    scene.give(Side::A, Order::Stop, &[]);
    assert_eq!(scene.state.play.in_hex(hex("0305"), Side::A), [unit("A4"), unit("A1")]);
    scene.give(Side::A, top.clone(), &[]);
    assert_eq!(scene.state.play.in_hex(hex("0305"), Side::A), [unit("A1"), unit("A4")]);
    assert!(scene.refusal(Side::A, &Order::Raise { unit: unit("A4") }).contains("has just formed"), "once");
}

/// Rule: WSR-BAS-9, WSR-MIN-2, WSR-ASL-12.
#[test]
fn mines_strike_a_retreat_and_its_stack_is_ordered() {
    let mut scene = Scene::new(Side::A, &[("A4", "0506"), ("B5", "0606"), ("B3", "0707")]);
    scene.state.play.positions.clear();
    scene.state.play.mines.insert(hex("0707"));
    scene.give(Side::A, march("A4", "0606", Entry::Assault), &[4, 2, 1, 1, 1, 1]);
    // Two dice of mines, one hit over two units, and its die: the upper.
    scene.give(Side::B, Order::Retreat { to: hex("0707") }, &[5, 1, 2]);
    assert_eq!(scene.choice(), Some(Choice::Arrange { hex: hex("0707") }));
    assert_eq!([scene.shows("B3"), scene.shows("B5")], ["0707d", "0707do"]);
    scene.give(Side::B, Order::Raise { unit: unit("B5") }, &[]);
    assert_eq!(scene.state.play.in_hex(hex("0707"), Side::B), [unit("B5"), unit("B3")]);
}

/// Rule: WSR-HQ-9.
#[test]
fn the_owner_chooses_where_a_lost_headquarters_comes_back() {
    let mut scene = Scene::new(Side::A, &[("A1", "0105"), ("A2", "0205"), ("A4", "0104")]);
    scene.state.agenda.push(Step::EndTurn);
    scene.run();
    assert_eq!(scene.choice(), Some(Choice::ReplaceHq));
    let wrong = scene.refused(Side::A, &Order::ReplaceHq { hex: hex("0104") }).unwrap();
    assert!(wrong.ends_with("[WSR-HQ-9]"), "{wrong}");
    scene.give(Side::A, Order::ReplaceHq { hex: hex("0205") }, &[]);
    let hq = &scene.state.play.hqs[&"A-HQ".parse().unwrap()];
    assert_eq!((hq.place, hq.reduced), (Place::On(hex("0205")), true));
}

/// Rule: WSR-TURN-8, WSR-FIR-7.
#[test]
fn what_the_book_leaves_out_is_left_out() {
    let mut scene = Scene::new(Side::A, &[("A1", "0105"), ("B1", "0805")]);
    let known = |marker: &Marker| match marker {
        Marker::Formation(_) | Marker::Aircraft(_) | Marker::EndOfTurn => true,
    };
    assert!(scene.state.play.cup.left().iter().all(known));
    assert_eq!(scene.state.play.cup.left().len(), 7, "neither Administration nor Chaos");
    scene.state.play.mines_in_hand = [0; 2];
    scene.make(Fact::Done { unit: unit("B1") });
    scene.give(Side::A, march("A1", "0205", Entry::Walk), &[]);
    scene.give(Side::A, Order::Stop, &[]);
    let shot = fire("A1", "B1", Weapon::ArmourPiercing, None);
    assert!(scene.refusal(Side::A, &shot).contains("Ops Complete"), "nobody fires after moving");
}

/// Rule: WSR-OVR-7.
#[test]
fn armour_overruns_as_often_as_it_can_pay() {
    let placed = [("A1", "0505"), ("B6", "0605"), ("B7", "0706")];
    let mut scene = Scene::new(Side::A, &placed);
    scene.state.play.mines_in_hand = [0; 2];
    scene.give(Side::A, march("A1", "0605", Entry::Overrun), &[]);
    scene.give(Side::B, Order::HoldFire, &[5, 5, 5, 1, 1, 1]);
    assert_eq!(scene.shows("B6"), "gone");
    scene.give(Side::A, Order::GoOn { to: hex("0706"), entry: Entry::Overrun }, &[5, 5, 5, 1, 1, 1]);
    assert_eq!([&scene.shows("A1")[..4], &scene.shows("B7")], ["0706", "gone"]);
}

/// Rule: WSR-CAS-4, WSR-CAS-6.
#[test]
fn an_aircraft_is_shot_down_or_goes_astray() {
    let placed = [("A1", "0105"), ("A2", "0605"), ("B1", "0702"), ("B8", "1005")];
    let strike = Order::AirStrike { hex: hex("0702") };
    let decision = Decision { player: Side::A, choice: Choice::AirTarget };
    let mut scene = Scene::new(Side::A, &placed);
    scene.state.agenda.ask(decision);
    scene.give(Side::A, strike.clone(), &[]);
    let facts = scene.give(Side::B, Order::FlakFire { unit: unit("B8") }, &[5, 6, 2, 1]);
    let never = Fact::AirEnded { side: Side::A, back: crate::fact::AirBack::Never };
    assert!(facts.contains(&never), "two unsaved hits: {facts:?}");
    let mut scene = Scene::new(Side::A, &placed);
    scene.state.agenda.ask(decision);
    scene.give(Side::A, strike, &[]);
    scene.give(Side::B, Order::HoldFire, &[1]);
    assert_eq!(scene.choice(), Some(Choice::Misdirect), "the defender moves a wrong strike");
    scene.give(Side::B, Order::Misdirect { hex: hex("0703") }, &[3]);
    assert_eq!(scene.shows("B1"), "0702");
}

fn fate(points: [u8; 2], impulse: Side, placed: &[(&str, &str)]) -> Scene {
    let mut scene = Scene::of(Scene::ruleset("fate: Off", "fate: On"), impulse, placed);
    scene.state.play.fate = points;
    scene
}

/// Rule: WSR-FAT-1.
#[test]
fn fate_changes_dice_before_they_count() {
    let mut scene = fate([2, 1], Side::A, &[("A1", "0105"), ("B2", "0505")]);
    scene.give(Side::A, fire("A1", "B2", Weapon::ArmourPiercing, None), &[3, 2, 1]);
    assert_eq!(scene.choice(), Some(Choice::Fate), "no hit at 4: the firer may change a die");
    let far = scene.refused(Side::A, &Order::TurnDie { die: 1, face: 4 }).unwrap();
    assert!(far.contains("a 2 cannot be turned to 4"), "{far}");
    scene.give(Side::A, Order::TurnDie { die: 0, face: 4 }, &[]);
    assert_eq!(scene.state.play.fate, [1, 1]);
    scene.give(Side::A, Order::KeepDice, &[]);
    let asked = scene.state.agenda.decision().unwrap();
    assert_eq!((asked.player, asked.choice), (Side::B, Choice::Fate), "then the other");
    scene.give(Side::B, Order::Reroll { die: 0 }, &[6]);
    scene.give(Side::A, Order::KeepDice, &[1, 1]);
    assert_eq!(scene.choice(), Some(Choice::Fate), "the saves too");
    let facts = scene.give(Side::A, Order::KeepDice, &[]);
    assert!(facts.iter().any(|fact| matches!(fact, Fact::Fired { hits: 1, .. })), "{facts:?}");
    assert_eq!([scene.shows("A1"), scene.shows("B2")], ["0105o", "0505d"]);
    assert_eq!(scene.state.play.pending, crate::play::Pending::default());
    assert_eq!(scene.state.play.fate, [1, 0]);
}

/// Rule: WSR-FAT-1.
#[test]
fn fate_takes_markers_off_and_sends_them_back() {
    let mut scene = fate([3, 0], Side::A, &[("A1", "0105"), ("B1", "1201")]);
    let restore = Order::RestoreCommand { hex: hex("0105") };
    assert!(scene.refusal(Side::A, &restore).contains("nobody in hex 0105 is Out of Command"));
    scene.make(Fact::OutOfCommand { unit: unit("A1") });
    scene.give(Side::A, restore, &[]);
    assert!(!scene.state.play.units[&unit("A1")].out_of_command);
    scene.make(Fact::Done { unit: unit("A1") });
    scene.give(Side::A, Order::Refresh { unit: unit("A1") }, &[]);
    assert_eq!(scene.shows("A1"), "0105");
    scene.make(Fact::Done { unit: unit("A1") });
    let poor = scene.refusal(Side::A, &Order::Refresh { unit: unit("A1") });
    assert!(poor.contains("this costs 2 fate points; 0 are left"), "{poor}");
    scene.state.play.fate = [2, 0];
    scene.state.agenda.push(Step::Draw);
    let Some(tabletop::agenda::Entry::Run(draw)) = scene.state.agenda.pop() else { panic!() };
    scene.state.dice.set_source(Source::Fed([1].into()));
    let before = scene.state.play.cup.left().len();
    crate::run::run(&mut scene.state, draw).unwrap();
    scene.run();
    assert!(matches!(scene.choice(), Some(Choice::Return { .. })), "{:?}", scene.choice());
    scene.give(Side::A, Order::ReturnMarker, &[]);
    assert_eq!((scene.state.play.cup.left().len(), scene.state.play.fate), (before, [0, 0]));
    assert_eq!(scene.state.play.drawer, Side::A, "and the same player draws again");
}

/// Rule: WSR-MIN-1.
#[test]
fn a_stock_of_mines_is_its_owners_secret() {
    let scene = Scene::new(Side::A, &[]);
    let known = |side| Side::BOTH.map(|of| scene.state.view_for(side).mines_in_hand(of));
    assert_eq!(known(Side::A), [Some(0), None]);
    assert_eq!(known(Side::B), [None, Some(2)]);
    assert_eq!(scene.view().mines_in_hand(Side::B), Some(2));
    let seen = crate::board::board(scene.state.view_for(Side::A));
    let text = serde_json::to_string(&seen).unwrap();
    assert!(text.contains("\"mines_in_hand\":[0,null]"), "{text}");
}
