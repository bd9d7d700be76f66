//! What the window on hexes tells a newcomer: what he can do now and why, and what his keys and clicks would cost him.

use std::path::Path;

use last_hundred_yards::Lhy;
use tabletop_counters::{Kind, OnHexes, Scene};
use tabletop_shell::Hosted;
use tabletop_shell::files::{Files, Folders};
use tabletop_shell::rules::Book;
use warstrike::map_ui::choosing::{Choosing, guide, light, why};
use warstrike::map_ui::session::{LitKind, Pace, Places, Pointed, Seat, Table, open};
use white_star_rising::Wsr;

use super::support::{root, scratch};

const AGAINST_NOBODY: [Seat; 2] = [Seat::Person, Seat::Person];

/// A level with both sides at the window.
fn table_of<G: OnHexes>(level: &str, records: &Path) -> Table<G> {
    let folders = Folders { root: root().to_owned(), own: Vec::new(), save_of_name: |_| None };
    let game = open::<G>(Path::new(level), Some(2), &Files::new(&folders, G::ID, G::FOLDER)).unwrap();
    let places = Places { folders: folders.clone(), records: records.to_owned() };
    let mut table = Table::new(game, places, Some(AGAINST_NOBODY)).unwrap();
    table.set_hand_over(false);
    table
}

fn on<G: OnHexes>(id: &str, scene: &Scene<G>) -> Pointed<G> {
    let counter = scene.counters.iter().find(|counter| counter.id.to_string() == id).unwrap();
    Pointed { hex: counter.hex, counter: Some(counter.id) }
}

/// Sets everybody up in the first hex that is allowed, with clicks; says how often something had to be waited for.
fn set_up<G: OnHexes>(table: &mut Table<G>, choosing: &mut Choosing<G>) -> usize {
    let mut waits = 0;
    for _ in 0..60 {
        choosing.follow(table);
        if !choosing.is_placing() {
            return waits;
        }
        let scene = table.scene();
        let lit = light(choosing, &scene);
        let (hex, _) = *lit.hexes.iter().find(|(_, kind)| *kind == LitKind::Place).unwrap();
        choosing.click(Pointed { hex: Some(hex), counter: None }, false, table, &scene);
        waits += usize::from(table.is_showing());
    }
    panic!("setting up never ends");
}

/// Units that are set up one after the other need no waiting, the guide counts those that are left, and after the last the opening
/// of the turn is shown.
#[test]
fn setting_up_is_counted_and_not_waited_for() {
    let (_kept, folder) = scratch();
    let mut table = table_of::<Lhy>("mill", &folder);
    let mut choosing = Choosing::default();
    choosing.follow(&mut table);
    let says = guide(&choosing, &table.scene()).says;
    assert_eq!(says, ["Click a green hex: US-1 is set up there. 6 more wait to be set up."]);
    assert_eq!(table.pace, Pace::Usual, "as a player has it");
    assert_eq!(set_up(&mut table, &mut choosing), 1, "only the opening of the turn is to be seen");
    assert!(table.is_showing());
    table.show_all();
    choosing.follow(&mut table);
    let book = Book::parse(Lhy::RULES).unwrap();
    let why = why(&choosing, &book).unwrap();
    assert!(
        why.starts_with("The active side activates platoon by platoon") && why.ends_with("(LHY-TURN-2)"),
        "{why}"
    );
}

/// A platoon is activated by a click on any of its counters, though all of them are marked already.
#[test]
fn a_platoon_is_activated_by_its_counters() {
    for id in ["US-1", "US-F", "US-L"] {
        let (_kept, folder) = scratch();
        let mut table = table_of::<Lhy>("mill", &folder);
        let mut choosing = Choosing::default();
        set_up(&mut table, &mut choosing);
        table.show_all();
        choosing.follow(&mut table);
        assert!(choosing.offers.iter().any(|offer| offer.kind == Kind::Activate));
        let says = guide(&choosing, &table.scene()).says;
        assert!(says[0].starts_with("Pick who acts first"), "{says:?}");
        let (scene, before) = (table.scene(), table.moment());
        choosing.click(on(id, &scene), false, &mut table, &scene);
        assert_ne!(table.moment(), before, "{id}");
        table.show_all();
        choosing.follow(&mut table);
        let says = guide(&choosing, &table.scene()).says;
        assert!(
            says[0].starts_with("US-1, US-2, US-3, US-B, US-F and 2 others, ringed in white, may still act"),
            "{says:?}"
        );
        // Its own hex is no target that is refused.
        let scene = table.scene();
        choosing.click(on("US-F", &scene), false, &mut table, &scene);
        let own = choosing.group[0];
        choosing.point(Pointed { hex: scene.counter(own).unwrap().hex, counter: None }, &table, &scene);
        assert_eq!(choosing.aim.as_ref().and_then(|aim| aim.why_not.clone()), None);
    }
}

/// Space says who would be left idle before it ends anything; a second one ends it. An order in between asks anew.
#[test]
fn space_does_not_throw_an_impulse_away() {
    let (_kept, folder) = scratch();
    let mut table = table_of::<Wsr>("bridge-farm", &folder);
    let mut choosing = Choosing::default();
    table.show_all();
    choosing.follow(&mut table);
    let (before, scene) = (table.moment(), table.scene());
    assert!(choosing.idle(&scene).len() > 1, "{:?}", choosing.idle(&scene));
    choosing.end(&mut table);
    assert_eq!(table.moment(), before);
    let says = table.notice.as_ref().unwrap().text.clone();
    assert!(says.contains("may still act. Space once more: End the impulse."), "{says}");
    // The lights of a chosen counter are explained, fire with the number of its targets.
    choosing.next(&table);
    let guide = guide(&choosing, &table.scene());
    let lit = light(&choosing, &scene);
    for kind in [LitKind::Move, LitKind::Attack] {
        let is_lit = lit.hexes.iter().any(|(_, of)| *of == kind);
        assert_eq!(guide.lights.iter().any(|(of, _)| *of == kind), is_lit, "{kind:?}: {guide:?}");
    }
    let fires = lit.counters.iter().filter(|(_, kind)| *kind == LitKind::Fire).count();
    assert_eq!(guide.lights.iter().any(|(of, _)| *of == LitKind::Fire), fires > 0, "{guide:?}");
    choosing.end(&mut table);
    assert_ne!(table.moment(), before, "the second one ends it");
}

/// What is fought for is the first card beside the map: the card before the battle says it.
#[test]
fn what_is_fought_for_comes_first() {
    let (_kept, folder) = scratch();
    for level in ["bridge-farm", "ridge", "varne"] {
        let scene = table_of::<Wsr>(level, &folder).scene();
        assert!(scene.standings[0].sentence.contains(" wins with "), "{level}: {:?}", scene.standings[0]);
    }
    for level in ["mill", "farm-track"] {
        let scene = table_of::<Lhy>(level, &folder).scene();
        assert!(scene.standings[0].sentence.contains(" win if "), "{level}: {:?}", scene.standings[0]);
    }
}
