//! Odds are what the rules do with every face of every die.

use tabletop::agenda::Decision;
use tabletop::ids::Side;

use super::scene::{Scene, hex};
use crate::game::Wsr;
use crate::ids::{HqId, UnitId};
use crate::odds::{Odds, UnitOdds, odds};
use crate::order::{Caller, Choice, Entry, Mission, Order, Price, Weapon};
use crate::play::Place;

fn unit(id: &str) -> UnitId {
    id.parse().unwrap()
}

fn operation(scene: &Scene, player: Side, order: &Order) -> Odds {
    odds(scene.view(), Decision { player, choice: Choice::Operations }, order).unwrap().unwrap()
}

fn close(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 1e-12, "{what}: {found}, not {expected}");
}

fn fire(unit_id: &str, target: &str, weapon: Weapon, lead: Option<&str>) -> Order {
    let lead = lead.map(|hq| hq.parse::<HqId>().unwrap());
    Order::Fire { unit: unit(unit_id), target: unit(target), weapon, lead, price: Price::Usual }
}

/// Every row of so many faces.
fn rows(dice: usize) -> Vec<Vec<u8>> {
    let mut rows = vec![Vec::new()];
    for _ in 0..dice {
        rows = rows.iter().flat_map(|row| (1..=6).map(move |face| [&row[..], &[face]].concat())).collect();
    }
    rows
}

/// The book's first example by plain loops over all faces of its three and four dice: extended fire at armour in woods.
///
/// Rule: WSR-FIR-5, WSR-FIR-11, WSR-FIR-13, WSR-FIR-14.
#[test]
fn fire_at_armour_is_what_loops_over_all_faces_find() {
    let mut scene = Scene::new(Side::A, &[("A1", "0105"), ("B2", "0805")]);
    let order = fire("A1", "B2", Weapon::ArmourPiercing, None);
    scene.make(crate::fact::Fact::Done { unit: unit("B2") });
    let found = operation(&scene, Side::A, &order);
    // 7 hexes of 8: To Hit 4, 3 dice; in a city with Ops Complete 2 + 2 dice at 5.
    let mut ends = [0u32; 4];
    for hit in rows(3) {
        for save in rows(4) {
            let hits = hit.iter().filter(|face| **face >= 4).count();
            let saves = save.iter().filter(|face| **face >= 5).count();
            ends[hits.saturating_sub(saves)] += 1;
        }
    }
    let of = |end: usize| f64::from(ends[end]) / f64::from(6u32.pow(7));
    let UnitOdds { unharmed, disrupted, reduced, eliminated, .. } = found.units[0];
    for (found, end) in [(unharmed, 0), (disrupted, 1), (reduced, 2), (eliminated, 3)] {
        close(found, of(end), &found.to_string());
    }
    let (dice, ends) = found.sentence.split_once(": ").unwrap();
    assert_eq!(dice, "A1 fires at B2 with 3 dice at 4+ against 4 save dice at 5+");
    assert!(
        ends.contains(" % chance that B2 is disrupted, ") && ends.contains(" % that it is reduced"),
        "{ends}"
    );
    let rules: Vec<&str> =
        found.pools.iter().flat_map(|pool| pool.terms.iter().map(|term| term.rule)).collect();
    assert_eq!(rules, ["WSR-FIR-2", "WSR-FIR-2", "WSR-FIR-13", "WSR-FIR-13", "WSR-FIR-13"]);
}

/// Augmented firepower by loops: the lowest of four dice is ignored.
///
/// Rule: WSR-FIR-10, WSR-IMP-1, WSR-FIR-8, WSR-HQ-7.
#[test]
fn augmented_fire_at_a_position_is_what_loops_find() {
    let bundle = {
        let mut bundle = crate::setup::varne();
        bundle.forces.text = bundle.forces.text.replacen("he: (3, 3, 5)", "he: (3, 3, 5, Augmented)", 1);
        bundle
    };
    let scene = Scene::of(bundle, Side::A, &[("A4", "0705"), ("B4", "0905"), ("B-HQ", "0905")]);
    let order = fire("A4", "B4", Weapon::HighExplosive, None);
    let clear = scene.view().setup.sights.sight(hex("0705"), hex("0905")).is_clear();
    assert!(!clear, "two cities are between");
    let scene = {
        let mut scene = scene;
        scene.make(crate::fact::Fact::Deployed { unit: unit("A4"), hex: hex("1104") });
        scene
    };
    let found = operation(&scene, Side::A, &order);
    let (mut harmed, mut hq, mut all) = (0u64, 0u64, 0u64);
    for hit in rows(4) {
        let mut best = hit.clone();
        best.sort_unstable();
        let hits = best[1..].iter().filter(|face| **face >= 5).count().saturating_sub(1);
        for save in rows(4) {
            let saves = save.iter().filter(|face| **face >= 5).count();
            let left = hits.saturating_sub(saves);
            for face in 1..=6 {
                all += 1;
                harmed += u64::from(left > 0);
                hq += u64::from(left > 0 && face <= 1);
            }
        }
    }
    close(found.units[0].harmed(), harmed as f64 / all as f64, "B4");
    close(found.headquarters[0].reduced, hq as f64 / all as f64, "B-HQ");
    assert_eq!(found.pools[0].ignored, 1);
}

/// Condition of a unit, as the odds have it.
fn end(scene: &Scene, before: &Scene, id: UnitId) -> usize {
    let (now, was) = (&scene.state.play.units[&id], &before.state.play.units[&id]);
    match now.place {
        Place::Gone => 3,
        _ if now.reduced && !was.reduced => 2,
        _ if now.disrupted && !was.disrupted => 1,
        _ => 0,
    }
}

/// Plays an order with every row of faces that it may need, and counts what becomes of each unit: the rules themselves.
fn played(make: &dyn Fn() -> Scene, decision: Decision<Wsr>, order: &Order) -> Vec<(UnitId, [f64; 4])> {
    use tabletop::battle::StepError;
    use tabletop::dice::{DiceError, Source};
    use tabletop::game::{Game, State};
    let before = make();
    let mut scene = make();
    let start = scene.state.snapshot();
    let mut open = vec![(Vec::<u8>::new(), 1.0)];
    let mut counted: std::collections::BTreeMap<UnitId, [f64; 4]> = std::collections::BTreeMap::new();
    while let Some((faces, chance)) = open.pop() {
        scene.state.restore(&start).unwrap();
        scene.state.facts.take();
        scene.state.dice.set_source(Source::Fed(faces.clone().into()));
        let mut error = crate::game::Wsr::resolve(&mut scene.state, order.clone(), decision).err();
        while error.is_none() {
            let facts = scene.state.facts.take();
            crate::game::Wsr::apply(&mut scene.state, &facts).unwrap();
            if let Some(asked) = scene.state.agenda.decision() {
                scene.state.agenda.pop();
                let pass = match asked.choice {
                    Choice::Lend => Order::KeepLeadership,
                    Choice::GoOn => Order::Stop,
                    Choice::Retreat { .. } => crate::listing::orders(scene.view(), asked).remove(0),
                    Choice::Flak => Order::HoldFire,
                    Choice::Misdirect => nobodys(&scene, asked),
                    other => panic!("{other:?}"),
                };
                error = crate::game::Wsr::resolve(&mut scene.state, pass, asked).err();
                continue;
            }
            use crate::order::Step;
            use tabletop::agenda::Entry as Waiting;
            match scene.state.agenda.pop() {
                None => break,
                Some(Waiting::Run(Step::Operate(_) | Step::AskMines | Step::AskOpportunity)) => {}
                Some(Waiting::Run(step)) => {
                    error = crate::game::Wsr::run(&mut scene.state, step).err();
                }
                Some(other) => panic!("{other:?}"),
            }
        }
        match error {
            None => {
                for id in before.state.play.units.keys() {
                    if before.state.play.hex_of(*id).is_some() {
                        counted.entry(*id).or_default()[end(&scene, &before, *id)] += chance;
                    }
                }
            }
            Some(StepError::Dice { error: DiceError::Exhausted(wanted), .. }) => {
                let missing = (wanted.count - wanted.there) as usize;
                let more = rows(missing);
                let share = chance / more.len() as f64;
                open.extend(more.into_iter().map(|row| ([&faces[..], &row].concat(), share)));
            }
            Some(other) => panic!("{other}"),
        }
    }
    counted.into_iter().collect()
}

/// A wrong strike on a hex where nobody is.
fn nobodys(scene: &Scene, asked: Decision<Wsr>) -> Order {
    let is_empty = |order: &Order| match order {
        Order::Misdirect { hex } => !scene.state.play.stacks.contains_key(hex),
        _ => false,
    };
    crate::listing::orders(scene.view(), asked).into_iter().find(is_empty).unwrap()
}

fn agrees(make: &dyn Fn() -> Scene, player: Side, order: &Order, why: &str) -> Odds {
    agrees_at(make, Decision { player, choice: Choice::Operations }, order, why)
}

fn agrees_at(make: &dyn Fn() -> Scene, decision: Decision<Wsr>, order: &Order, why: &str) -> Odds {
    let found = odds(make().view(), decision, order).unwrap().unwrap();
    for (id, ends) in played(make, decision, order) {
        let Some(odds) = found.units.iter().find(|odds| odds.unit == id) else {
            assert!(ends[0] > 1.0 - 1e-12, "{why}: {id} is left out");
            continue;
        };
        let all = [odds.unharmed, odds.disrupted, odds.reduced, odds.eliminated];
        for (found, expected) in all.into_iter().zip(ends) {
            close(found, expected, &format!("{why}: {id} of {all:?} against {ends:?}"));
        }
    }
    found
}

/// Odds agree with the rules played with every face: fire, fire at a hex, assault, overrun.
///
/// Rule: WSR-BAS-9, WSR-BAS-10, WSR-MTR-3, WSR-ART-3, WSR-ASL-7, WSR-ASL-11, WSR-ASL-14, WSR-OVR-2, WSR-TRA-3.
#[test]
fn odds_are_what_the_rules_do_with_every_face() {
    let fire_at_loaded = || {
        let mut scene = Scene::new(Side::B, &[("B6", "0105"), ("A6", "0505"), ("A4", "0505")]);
        let (carrier, passenger) = (unit("A6"), unit("A4"));
        scene.make(crate::fact::Fact::Loaded { carrier, unit: passenger });
        scene
    };
    agrees(&fire_at_loaded, Side::B, &fire("B6", "A6", Weapon::ArmourPiercing, None), "a loaded carrier");
    let stack = || Scene::new(Side::B, &[("B7", "0105"), ("A4", "0505"), ("A6", "0505")]);
    let order = Order::Bombard { unit: unit("B7"), hex: hex("0505"), spotter: None, lead: None };
    agrees(&stack, Side::B, &order, "a mortar at two units");
    let seen = || Scene::new(Side::B, &[("B3", "0504"), ("B-HQ", "0504"), ("A9", "0305")]);
    let caller = Caller::Hq("B-HQ".parse().unwrap());
    let order = Order::Call { caller, hex: hex("0305"), mission: Mission::HighExplosive };
    agrees(&seen, Side::B, &order, "a mission");
    let assault = |units: &[&str], to| Order::March {
        units: units.iter().map(|id| unit(id)).collect(),
        hq: None,
        to: hex(to),
        entry: Entry::Assault,
    };
    let alone = || Scene::new(Side::A, &[("A4", "0506"), ("B5", "0606")]);
    let found = agrees(&alone, Side::A, &assault(&["A4"], "0606"), "a position is assaulted");
    let fight = found.fight.unwrap();
    close(fight.taken + fight.held + fight.empty, 1.0, "the ends of a fight");
    let trapped = || {
        let mut scene = Scene::new(
            Side::A,
            &[("A4", "0506"), ("B5", "0606"), ("A1", "0806"), ("B3", "0607"), ("B4", "0607")],
        );
        scene.state.play.positions.clear();
        scene
    };
    agrees(&trapped, Side::A, &assault(&["A4"], "0606"), "no way to retreat");
    let overrun = || {
        let mut scene = Scene::new(Side::A, &[("A1", "0605"), ("B6", "0706")]);
        scene.make(crate::fact::Fact::Reduced { unit: unit("A1") });
        scene
    };
    let order = Order::March { units: vec![unit("A1")], hq: None, to: hex("0706"), entry: Entry::Overrun };
    agrees(&overrun, Side::A, &order, "an overrun");
}

/// Odds of what interrupts: an air strike with its accuracy die, a wrong one, mines under a stack that moves.
///
/// Rule: WSR-CAS-6, WSR-CAS-7, WSR-CAS-8, WSR-CAS-9, WSR-MIN-2, WSR-MIN-3.
#[test]
fn odds_of_strikes_and_mines_are_what_the_rules_do() {
    use crate::fact::Fact;
    // Two dice, so that every face of the saves can be played as well.
    let target = || {
        let mut bundle = crate::setup::varne();
        bundle.forces.text = bundle.forces.text.replacen("aircraft: (dice: 4", "aircraft: (dice: 2", 1);
        let placed = [("A1", "0505"), ("B5", "0503"), ("B6", "0706"), ("B-HQ", "0706"), ("B8", "1005")];
        Scene::of(bundle, Side::A, &placed)
    };
    let decision = Decision { player: Side::A, choice: Choice::AirTarget };
    let found = agrees_at(&target, decision, &Order::AirStrike { hex: hex("0503") }, "a strike");
    assert_eq!(found.pools[2].dice, 2, "cover of the field, and concealed");
    assert!(
        found.sentence.contains("has a chance of 17 % to go wrong; 1 flak unit may fire at it first"),
        "{}",
        found.sentence
    );
    let wrong = || {
        let mut scene = target();
        scene.make(Fact::AirSent { side: Side::A, hex: hex("0705") });
        scene.make(Fact::AirAccuracy { face: 1 });
        scene
    };
    let decision = Decision { player: Side::B, choice: Choice::Misdirect };
    agrees_at(
        &wrong,
        decision,
        &Order::Misdirect { hex: hex("0706") },
        "a wrong strike at guns and a headquarters",
    );
    let march = || {
        let mut scene =
            Scene::new(Side::A, &[("A4", "0305"), ("A9", "0305"), ("A-HQ", "0305"), ("B1", "0702")]);
        let (units, hq) = (vec![unit("A4"), unit("A9")], Some("A-HQ".parse().unwrap()));
        scene.give(Side::A, Order::March { units, hq, to: hex("0405"), entry: Entry::Walk }, &[]);
        assert_eq!(scene.choice(), Some(Choice::Mines));
        scene.state.agenda.pop();
        scene
    };
    let found =
        agrees_at(&march, Decision { player: Side::B, choice: Choice::Mines }, &Order::LayMines, "mines");
    // A hit reaches one of the two, and then a 1 the headquarters.
    close(found.headquarters[0].reduced, (1.0 - 4.0 / 9.0) / 6.0, "A-HQ");
}

/// Flak counts what earlier flak has done; what clears mines is counted over all throws.
///
/// Rule: WSR-CAS-3, WSR-CAS-4, WSR-CAS-5, WSR-MIN-5.
#[test]
fn odds_of_flak_and_of_clearing_mines() {
    use crate::fact::Fact;
    let mut scene = Scene::new(Side::A, &[("A1", "0505"), ("B1", "0702"), ("B8", "1005")]);
    scene.make(Fact::AirSent { side: Side::A, hex: hex("0702") });
    let order = Order::FlakFire { unit: unit("B8") };
    let of = |scene: &Scene| {
        let decision = Decision { player: Side::B, choice: Choice::Flak };
        let outcomes = odds(scene.view(), decision, &order).unwrap().unwrap().outcomes;
        [outcomes[0].chance, outcomes[1].chance, outcomes[2].chance]
    };
    let mut counted = [0u32; 3];
    for faces in rows(4) {
        let hits = faces[..3].iter().filter(|face| **face >= 5).count();
        counted[hits.saturating_sub(usize::from(faces[3] >= 5)).min(2)] += 1;
    }
    for (found, counted) in of(&scene).into_iter().zip(counted) {
        close(found, f64::from(counted) / f64::from(6u32.pow(4)), "flak");
    }
    // Once hit, every further hit is the last.
    scene.state.play.strike.as_mut().unwrap().flak_hits = 1;
    let [unharmed, hit, down] = of(&scene);
    close(unharmed, 0.0, "it is hit");
    close(hit, f64::from(counted[0]) / f64::from(6u32.pow(4)), "no hit more");
    close(down, 1.0 - hit, "one hit more");
    for (id, ruleset, expected) in [
        ("A9", "engineer_even: Any", 0.75),
        ("A9", "engineer_even: Sum", 0.5),
        ("A4", "engineer_even: Any", 0.5),
    ] {
        let mut scene = Scene::of(
            Scene::ruleset("engineer_even: Any", ruleset),
            Side::A,
            &[(id, "0105"), ("B1", "0702")],
        );
        scene.state.play.mines.insert(hex("0205"));
        let found = operation(&scene, Side::A, &Order::Clear { unit: unit(id), hex: hex("0205") });
        close(found.outcomes[1].chance, expected, id);
    }
}

/// Odds say that fate points that are left are not counted.
///
/// Rule: WSR-FAT-1.
#[test]
fn odds_say_that_fate_is_not_counted() {
    let mut scene =
        Scene::of(Scene::ruleset("fate: Off", "fate: On"), Side::A, &[("A1", "0105"), ("B6", "0505")]);
    scene.state.play.fate = [0, 1];
    let order = fire("A1", "B6", Weapon::HighExplosive, None);
    let all = |scene: &Scene| {
        [
            operation(scene, Side::A, &order).sentence,
            crate::odds::cup_odds(scene.view()).sentence,
            crate::odds::impulse_odds(scene.view(), Side::A).sentence,
            crate::odds::forecast(scene.view(), &[unit("A1")], None, &[hex("0205")]).unwrap().sentence,
        ]
    };
    assert!(
        all(&scene).iter().all(|sentence| sentence.ends_with(" (fate points are not counted)")),
        "{:?}",
        all(&scene)
    );
    scene.state.play.fate = [0, 0];
    assert!(all(&scene).iter().all(|sentence| !sentence.contains("fate")), "{:?}", all(&scene));
}
