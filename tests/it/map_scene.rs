//! The map of a hex game as it lies on the table: measured without a driver.

use std::sync::Arc;

use bevy::math::Vec2;
use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::dice::Dice;
use tabletop::game::{Game, Setup};
use tabletop_counters::{OnHexes, Scene};
use tabletop_hexes::hex::Hex;
use warstrike::map_ui::scene::{LookAt, PictureOf, UnseenMap};
use warstrike::map_ui::session::{Hands, Lit, LitKind};
use white_star_rising::{Wsr, WsrSetup};

const SIZE: (u32, u32) = (1200, 800);

/// A battle after so many first answers.
fn played(answers: usize) -> PictureOf<Wsr> {
    let setup = WsrSetup::from_bundle(white_star_rising::scenario("varne", None).unwrap()).unwrap();
    let (mut battle, _) = Battle::<Wsr>::new(Arc::new(setup), Dice::seeded(3)).unwrap();
    for _ in 0..answers {
        let decision = battle.decision().unwrap();
        let answer = Wsr::answers(battle.view(), decision).swap_remove(0);
        battle.submit(&Command { player: decision.player, order: answer.order }).unwrap();
    }
    PictureOf {
        land: Arc::new(Wsr::land(battle.setup())),
        scene: Wsr::scene(battle.view()),
        lit: Lit::default(),
        hands: Hands::default(),
    }
}

fn map(of: PictureOf<Wsr>) -> UnseenMap<Wsr> {
    let mut map = UnseenMap::new(of, SIZE);
    map.frames(40);
    map
}

/// A hex with two counters at least, and one without any.
fn taken_and_free(of: &PictureOf<Wsr>) -> (Hex, Hex) {
    let (taken, _) = of.scene.stacks.iter().find(|(_, stack)| stack.len() > 1).unwrap();
    let is_free = |hex: &Hex| of.scene.stack(*hex).is_empty();
    let free = of.land.map.hexes().find(|hex| is_free(hex) && taken.distance(*hex) > 3).unwrap();
    (*taken, free)
}

/// From the chair and from above, the whole map is in the window, and each hex is found under its own pixel, with its counter.
#[test]
fn whatever_is_pointed_at_is_found() {
    let of = played(4);
    let mut map = map(of.clone());
    for view in [LookAt::Map, LookAt::Top, LookAt::OtherEdge] {
        map.look_at(view.clone());
        map.frames(40);
        for hex in of.land.map.hexes() {
            let pixel = map.pixel_of(hex).unwrap();
            let window = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
            assert!(pixel.cmpgt(Vec2::ZERO).all() && pixel.cmplt(window).all(), "{view:?} {hex}: {pixel}");
            map.point(Some(pixel));
            map.frames(1);
            let pointed = map.pointed();
            // A counter of another hex may stand before it.
            let covers = pointed.counter.and_then(|id| of.scene.counter(id)).and_then(|counter| counter.hex);
            assert!(
                pointed.hex == Some(hex) || covers.is_some() && pointed.hex == covers,
                "{view:?} {hex}: {pointed:?}"
            );
            assert!(of.scene.stack(hex).is_empty() || pointed.counter.is_some(), "{view:?} {hex}");
        }
    }
    map.point(None);
    map.frames(1);
    assert_eq!((map.pointed().hex, map.pointed().counter), (None, None));
}

/// The pile under a pointer that rests opens, so that every counter of it is seen and pointed at, and closes when it is left.
#[test]
fn a_pile_opens_and_closes() {
    let of = played(6);
    let (taken, free) = taken_and_free(&of);
    let mut map = map(of.clone());
    let top = of.scene.stack(taken)[0];
    let under = map.rectangle_of(top).unwrap().center();
    map.point(Some(under));
    map.frames(25);
    assert_eq!(map.fan(), Some(taken));
    let rectangles: Vec<_> =
        of.scene.stack(taken).iter().map(|id| (*id, map.rectangle_of(*id).unwrap())).collect();
    for (index, (id, at)) in rectangles.iter().enumerate() {
        for (_, other) in &rectangles[index + 1..] {
            let shared = at.intersect(*other);
            assert!(shared.is_empty() || shared.width() * shared.height() < 0.12 * at.width() * at.height());
        }
        map.point(Some(at.center()));
        map.frames(2);
        assert_eq!((map.pointed().counter, map.pointed().hex), (Some(*id), Some(taken)));
        assert_eq!(map.fan(), Some(taken), "it stays open");
    }
    let away = map.pixel_of(free);
    map.point(away);
    map.frames(25);
    assert_eq!(map.fan(), None);
}

/// A counter that is elsewhere in the next scene travels there; one that is no more is taken off, and gone after a while.
#[test]
fn counters_follow_the_scene() {
    let of = played(6);
    let (taken, free) = taken_and_free(&of);
    let mut map = map(of.clone());
    let [moved, fallen] = [0, 1].map(|index| of.scene.stack(taken)[index]);
    let mut next: Scene<Wsr> = of.scene.clone();
    next.counters.retain(|counter| counter.id != fallen);
    for counter in &mut next.counters {
        if counter.id == moved {
            counter.hex = Some(free);
        }
    }
    for (_, stack) in &mut next.stacks {
        stack.retain(|id| *id != moved && *id != fallen);
    }
    next.stacks.push((free, vec![moved]));
    let before = map.rectangle_of(moved).unwrap().center();
    map.show(next);
    map.frames(3);
    let on_the_way = map.rectangle_of(moved).unwrap().center();
    assert!(on_the_way.distance(before) > 2.0, "it has set off");
    assert!(map.drawn().contains(&fallen), "it is being taken off");
    map.frames(40);
    let there = map.rectangle_of(moved).unwrap().center();
    let goal = map.pixel_of(free).unwrap();
    assert!(
        there.distance(goal) < 60.0 && on_the_way.distance(goal) > there.distance(goal),
        "{there} {goal}"
    );
    assert!(!map.drawn().contains(&fallen));
    assert_eq!(map.rectangle_of(fallen), None);
}

/// Lifted counters leave their hexes to be seen, and come back.
#[test]
fn lifted_counters_are_small() {
    let of = played(6);
    let id = of.scene.stacks[0].1[0];
    let mut map = map(of);
    let area = |map: &mut UnseenMap<Wsr>| {
        let at = map.rectangle_of(id).unwrap();
        at.width() * at.height()
    };
    let whole = area(&mut map);
    map.hold(Hands { lifted: true, fan: None });
    map.frames(30);
    assert!(area(&mut map) < 0.2 * whole);
    map.hold(Hands::default());
    map.frames(30);
    assert!((area(&mut map) / whole - 1.0).abs() < 0.01);
}

/// Nothing is built while nothing changes, and what was lit leaves nothing behind.
#[test]
fn a_resting_map_builds_nothing() {
    let of = played(6);
    let hexes: Vec<Hex> = of.land.map.hexes().take(20).collect();
    let id = of.scene.stacks[0].1[0];
    let mut map = map(of);
    let still = map.census();
    map.frames(10);
    assert_eq!(map.census(), still);
    let lit = Lit::<Wsr> {
        hexes: hexes.iter().map(|hex| (*hex, LitKind::Move)).collect(),
        path: hexes[..4].to_vec(),
        counters: vec![(id, LitKind::Chosen)],
        ..Lit::default()
    };
    map.light(lit);
    map.frames(3);
    let lit = map.census();
    assert_eq!(
        [lit[0], lit[2]],
        [still[0] + 1, still[2] + 2],
        "one mesh for all hexes, a frame for the counter"
    );
    map.light(Lit::default());
    map.frames(5);
    assert_eq!(map.census(), still);
}
