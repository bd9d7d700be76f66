//! The window on hexes without a window: the open match, what a player has in hand, and what comes of clicks and keys.

use std::path::{Path, PathBuf};

use tabletop::ids::Side;
use tabletop::matches::Match;
use tabletop_counters::{Kind, OnHexes, Scene, Target};
use tabletop_hexes::hex::Hex;
use tabletop_shell::files::{Files, Folders};
use warstrike::map_ui::choosing::{Choosing, Pick, light};
use warstrike::map_ui::session::{LitKind, Pace, Places, Pointed, Seat, StandingOrder, Table, open};
use white_star_rising::Wsr;

use super::support::{root, scratch};

type Subject = <Wsr as tabletop::game::Game>::Subject;

const PEOPLE: [Seat; 2] = [Seat::Person, Seat::Person];

fn table_of(level: &str, seed: u64, seats: [Seat; 2], records: &Path) -> Table<Wsr> {
    let folders = Folders { root: root().to_owned(), own: Vec::new(), save_of_name: |_| None };
    let files = Files::new(&folders, "white-star-rising", "assets/white-star-rising");
    let game = open::<Wsr>(Path::new(level), Some(seed), &files).unwrap();
    let places = Places { folders: folders.clone(), records: records.to_owned() };
    let mut table = Table::new(game, places, Some(seats)).unwrap();
    table.pace = Pace::AtOnce;
    table
}

/// Brings the player's hand up to date until nothing goes on by itself.
fn settle(table: &mut Table<Wsr>, choosing: &mut Choosing<Wsr>) {
    for _ in 0..200 {
        let before = table.moment();
        table.show_all();
        choosing.follow(table);
        if table.moment() == before && table.asked().is_some() == choosing.decision().is_some() {
            return;
        }
    }
    panic!("it never rests");
}

fn on(counter: Subject, scene: &Scene<Wsr>) -> Pointed<Wsr> {
    let hex = scene.counter(counter).and_then(|counter| counter.hex);
    Pointed { hex, counter: Some(counter) }
}

fn ground(hex: Hex) -> Pointed<Wsr> {
    Pointed { hex: Some(hex), counter: None }
}

fn named(scene: &Scene<Wsr>, id: &str) -> Subject {
    scene.counters.iter().find(|counter| counter.id.to_string() == id).unwrap().id
}

/// Gives harmless answers until a side may act with its counters.
fn until_operations(table: &mut Table<Wsr>, choosing: &mut Choosing<Wsr>) -> Side {
    for _ in 0..400 {
        settle(table, choosing);
        let scene = table.scene();
        let decision = choosing.decision().expect("somebody is asked");
        if choosing.offers.iter().any(|offer| offer.kind == Kind::Move) && choosing.offers.len() > 8 {
            return decision.player;
        }
        let pick = choosing.on_enter().or_else(|| {
            let ends = choosing.offers.iter().position(|offer| offer.kind == Kind::End);
            Some(Pick::Order(ends.unwrap_or(0)))
        });
        choosing.take(&pick.unwrap(), table, &scene);
    }
    panic!("nobody comes to act");
}

/// A click chooses a counter; what it may do is lit before the next click; a click on what it cannot do says why.
#[test]
fn a_click_chooses_and_lights() {
    let (_kept, folder) = scratch();
    let mut table = table_of("varne", 3, PEOPLE, &folder);
    let mut choosing = Choosing::default();
    let side = until_operations(&mut table, &mut choosing);
    let scene = table.scene();
    let lit = light(&choosing, &scene);
    let hinted = |id: &Subject| lit.counters.contains(&(*id, LitKind::Hint));
    let able: Vec<Subject> = choosing.able().collect();
    assert!(able.iter().any(hinted), "those that may act are ringed");
    let mover = choosing.offers.iter().find(|offer| offer.kind == Kind::Move && offer.by.len() == 1).unwrap();
    let mover = mover.by[0];
    choosing.click(on(mover, &scene), false, &mut table, &scene);
    assert_eq!(choosing.group, [mover]);
    assert!(!choosing.ways.is_empty());
    let lit = light(&choosing, &scene);
    for way in &choosing.ways {
        let kind = if way.is_attack { LitKind::Attack } else { LitKind::Move };
        assert!(lit.hexes.contains(&(way.hex, kind)), "{}", way.hex);
    }
    for offer in choosing.offers.iter().filter(|offer| offer.kind == Kind::Fire && offer.by.contains(&mover))
    {
        match offer.at.unwrap() {
            Target::Hex(hex) => assert!(lit.hexes.contains(&(hex, LitKind::Fire))),
            Target::Counter(counter) => assert!(lit.counters.contains(&(counter, LitKind::Fire))),
        }
    }
    // A hex that is too far is refused with its reason, and nothing changes.
    let before = table.moment();
    let far = choosing.ways.iter().map(|way| way.hex).collect::<Vec<_>>();
    let here = Wsr::hex_of(table.view(), mover).unwrap();
    let land = Wsr::land(table.game().setup());
    let beyond = land.map.hexes().filter(|hex| !far.contains(hex) && scene.stack(*hex).is_empty());
    let beyond = beyond.max_by_key(|hex| hex.distance(here)).unwrap();
    choosing.point(ground(beyond), &table, &scene);
    choosing.click(ground(beyond), false, &mut table, &scene);
    assert_eq!(table.moment(), before);
    let notice = table.notice.as_ref().expect("why not").text.clone();
    assert!(notice.contains("WSR-MOV-1"), "{notice}");
    // The other side's counters are not chosen.
    let enemy = scene.counters.iter().find(|counter| counter.side != side && counter.hex.is_some()).unwrap();
    choosing.choose(Vec::new(), &table);
    choosing.click(on(enemy.id, &scene), false, &mut table, &scene);
    assert_eq!(choosing.group, []);
    choosing.cancel(&mut table);
}

/// A way of several hexes is gone step by step, each step an order of its own; a question on the way interrupts it, and it goes on
/// after the answer.
#[test]
fn a_planned_way_is_gone_to_its_end() {
    let (_kept, folder) = scratch();
    let mut longest = 0;
    for seed in 1..6 {
        let mut table = table_of("bridge-farm", seed, PEOPLE, &folder);
        let mut choosing = Choosing::default();
        let side = until_operations(&mut table, &mut choosing);
        let scene = table.scene();
        let moves = choosing.offers.iter().filter(|offer| offer.kind == Kind::Move);
        let groups: Vec<Vec<Subject>> = moves.map(|offer| offer.by.clone()).collect();
        let Some((group, way)) = groups.into_iter().find_map(|group| {
            choosing.choose(group.clone(), &table);
            let way = choosing.ways.iter().filter(|way| !way.is_attack).max_by_key(|way| way.path.len())?;
            (way.path.len() > 1).then(|| (group, way.clone()))
        }) else {
            continue;
        };
        choosing.choose(group.clone(), &table);
        let entries = table.game().history().entries().len();
        choosing.take(&Pick::Way(way.clone()), &mut table, &scene);
        for _ in 0..40 {
            settle(&mut table, &mut choosing);
            let Some(decision) = choosing.decision() else { break };
            if decision.player == side || !choosing.is_question() {
                break;
            }
            // The other side holds its fire, and the way goes on.
            let pick = choosing.on_enter().unwrap();
            let scene = table.scene();
            choosing.take(&pick, &mut table, &scene);
        }
        let now = Wsr::hex_of(table.view(), group[0]).unwrap();
        assert_eq!(now, way.hex, "seed {seed}: it has arrived");
        let steps = table.game().history().entries()[entries..]
            .iter()
            .filter(|entry| entry.command.as_ref().is_some_and(|command| command.player == side));
        assert!(steps.count() >= way.path.len(), "each step is an order");
        longest = longest.max(way.path.len());
    }
    assert!(longest >= 3, "no way was long enough to be interesting: {longest}");
}

/// Whoever never wants to be asked for opportunity fire is not, and the record says why.
#[test]
fn a_standing_order_answers_for_its_side() {
    let (_kept, folder) = scratch();
    let mut questions = [0, 0];
    for (index, min) in [0, 101].into_iter().enumerate() {
        let mut table = table_of("varne", 3, PEOPLE, &folder);
        table.standing = [StandingOrder { min }; 2];
        let mut choosing = Choosing::default();
        for _ in 0..150 {
            settle(&mut table, &mut choosing);
            let Some(_) = choosing.decision() else { break };
            let fires = choosing.offers.iter().any(|offer| offer.kind == Kind::Fire);
            let answers = choosing.offers.iter().any(|offer| offer.kind == Kind::Answer);
            questions[index] += usize::from(fires && answers && choosing.is_question());
            // Everybody walks where he can.
            let walk = choosing.offers.iter().position(|offer| offer.kind == Kind::Move);
            let pick = if choosing.is_question() { choosing.on_enter() } else { walk.map(Pick::Order) };
            let ends = choosing.offers.iter().position(|offer| offer.kind == Kind::End);
            let pick = pick.or(ends.map(Pick::Order)).unwrap_or(Pick::Order(0));
            let scene = table.scene();
            choosing.take(&pick, &mut table, &scene);
        }
        let line = table.game().history().line();
        let by_order =
            line.iter().filter_map(|entry| entry.rationale.as_ref()).filter(|why| why.by == "standing order");
        assert_eq!(by_order.count() > 0, min > 0, "{min}");
    }
    assert!(questions[0] > 0 && questions[1] == 0, "{questions:?}");
}

/// Computer against computer to the end, on threads of their own: recorded, whole, and the same when it is played again.
#[test]
fn the_computer_plays_both_sides_and_the_evening_is_kept() {
    let (_kept, folder) = scratch();
    let seats = [Seat::Computer("random".to_owned()), Seat::Computer("random".to_owned())];
    let mut table = table_of("bridge-farm", 4, seats, &folder);
    for _ in 0..200_000 {
        table.advance(1.0, None);
        if table.is_over() {
            break;
        }
        std::thread::yield_now();
    }
    assert!(table.is_over());
    table.show_all();
    table.sync();
    let path: PathBuf = table.recorded_to().unwrap().to_owned();
    assert_eq!(path, folder.join("recording-1.jsonl"));
    let loaded = Match::<Wsr>::load(&path).unwrap();
    assert!(loaded.damage.is_none());
    loaded.game.verify().unwrap();
    assert_eq!(loaded.game.history().entries().len(), table.game().history().entries().len());
    let log: Vec<&str> = table.log().iter().map(|line| line.sentence.text.as_str()).collect();
    assert!(log.contains(&"Turn 1"), "{log:?}");
    // Opened again, the seats are as they were.
    let places = table.places().clone();
    let again = Table::new(loaded.game, places, None).unwrap();
    assert_eq!(again.seats, [Seat::Computer("random".to_owned()), Seat::Computer("random".to_owned())]);
}

/// Undo takes back the person's own order, with what the computer did after it; looking back changes nothing.
#[test]
fn undo_and_looking_back() {
    let (_kept, folder) = scratch();
    let mut table = table_of("bridge-farm", 2, PEOPLE, &folder);
    let mut choosing = Choosing::default();
    until_operations(&mut table, &mut choosing);
    let before = (table.moment(), table.scene());
    let scene = table.scene();
    let pick = choosing.offers.iter().position(|offer| offer.kind == Kind::Move).unwrap();
    choosing.take(&Pick::Order(pick), &mut table, &scene);
    settle(&mut table, &mut choosing);
    let after = (table.moment(), table.scene());
    assert_ne!(after.0, before.0);
    table.look_on(-1);
    assert_eq!(table.asked(), None, "no order is taken there");
    table.look_back();
    assert_eq!((table.moment(), table.scene()), after);
    table.undo();
    assert_eq!((table.moment(), table.scene()), before);
    table.redo();
    assert_eq!((table.moment(), table.scene()), after);
    let id = named(&after.1, "A1");
    assert!(Wsr::hex_of(table.view(), id).is_some());
}
