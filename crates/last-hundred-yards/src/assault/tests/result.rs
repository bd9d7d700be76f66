//! Chapters 7 and 8: what each row brings, step by step.

use tabletop_hexes::hex::{Hex, Hexside};

use super::table::{Played, Table, hex, unit};
use crate::assault::case::Ahead;
use crate::assault::fact::Fact;
use crate::assault::machine::{Answer, ChoiceKind};
use crate::assault::scene::Scene;
use crate::assault::ways::{Way, ways};
use crate::data::ruleset::{BestOf, DisruptFirst, LossCheck, RegroupWho, UrbanBy};
use crate::data::table::Role;
use crate::ids::UnitId;
use crate::state::State;

fn fight(terrain: &str, attackers: &str, defenders: &str) -> Table {
    Table::on(terrain).attack(attackers).defend(defenders)
}

fn all_hexes() -> impl Iterator<Item = Hex> {
    (1..=20).flat_map(|column| (1..=20).filter_map(move |row| Hex::new(column, row)))
}

/// Facts in short that say one of these words.
fn lines(played: &Played, words: &[&str]) -> Vec<String> {
    played.short().into_iter().filter(|line| words.iter().any(|word| line.contains(word))).collect()
}

fn state(played: &Played, table: &Table, id: &str) -> State {
    let (case, _) = table.case();
    played.standing.units[case.index(unit(id)).unwrap()].state
}

/// Urban assault by total or by the face of the die; a last step is gone at once, and the other side loses all the same.
///
/// Rule: LHY-URB-1.
#[test]
fn urban_assault() {
    // 2 − 2 − 2 = −2: a face of 8 is a total of 6, one of 6 is 4.
    let table = fight("urban", "US-1", "GE-1");
    for (face, losses, why) in [
        (8, vec!["US-1 casualty, 1 left", "GE-1 casualty, 1 left"], "6: both"),
        (9, vec!["US-1 casualty, 1 left", "GE-1 casualty, 1 left"], "7: both"),
        (10, vec![], "8: nobody"),
        (6, vec!["US-1 casualty, 1 left"], "4: the attacker"),
        (7, vec!["US-1 casualty, 1 left"], "5: the attacker"),
        (5, vec![], "3: nobody"),
    ] {
        let played = table.play(&[face, 1]);
        assert_eq!(lines(&played, &["casualty"]), losses, "{why}");
        assert!(lines(&played, &["disrupted"]).is_empty(), "a casualty of urban assault does not Disrupt");
    }
    let mut by_die = fight("urban", "US-1 US-F US-B US-L", "GE-1");
    by_die.rules.switches.urban_by = UrbanBy::Die;
    // 4 − 2 − 2 + 1 + 2 = 3: a face of 6 is a total of 9, one of 4 is 7, one of 1 is 4.
    assert_eq!(lines(&by_die.play(&[6, 1, 2]), &["casualty"]).len(), 2, "face 6 in its row");
    assert!(lines(&by_die.play(&[4, 1, 2]), &["casualty"]).is_empty(), "face 4, but not its row");
    assert!(lines(&by_die.play(&[1, 1, 1, 1, 1, 2]), &["casualty"]).is_empty(), "total 4, face 1");
    assert!(
        lines(&fight("rural", "US-1", "GE-1").play(&[7, 1]), &["casualty"]).is_empty(),
        "no urban building"
    );
    let last = fight("urban", "US-M", "GE-M");
    let played = last.play(&[8]);
    assert_eq!(
        lines(&played, &["eliminated"]),
        ["US-M eliminated by LHY-URB-1", "GE-M eliminated by LHY-URB-1"]
    );
    assert_eq!(played.short().last().unwrap(), "kept by None");
    // 1 − 1 − 2 = −2 as well: a leader is no combat unit, and stays the best of nothing.
    let leader = fight("urban", "US-M US-L", "GE-L GE-P");
    assert_eq!(lines(&leader.play(&[7, 1, 1, 3, 3]), &["casualty"]), ["US-M casualty, 0 left"]);
}

/// The best of a side with combat units is one of them, whatever a leader's Cohesion.
///
/// Rule: LHY-RES-5, LHY-URB-1.
#[test]
fn the_best_is_a_combat_unit() {
    let table = |best_of| {
        let mut table = fight("open", "US-1 US-2 US-L US-F", "JA-1 JA-L");
        table.rules.switches.best_of = best_of;
        table
    };
    // 6 − 4 − 1 = 1: 9 is 10. Japanese: the best has a casualty.
    let combat = table(BestOf::Combat).play(&[9, 5, 5]);
    assert_eq!(lines(&combat, &["casualty"]), ["JA-1 casualty, 1 left"]);
    let all = table(BestOf::All).play(&[9, 5]);
    assert_eq!(lines(&all, &["casualty"]), ["JA-L casualty, 0 left"], "the leader has Cohesion 8");
    // 8 is 9: the best checks.
    assert_eq!(
        lines(&table(BestOf::Combat).play(&[8, 8, 5, 5]), &["checks", "casualty"]),
        ["JA-1 checks 8 to 7: false", "JA-1 casualty, 1 left"]
    );
    assert_eq!(lines(&table(BestOf::All).play(&[8, 8, 5, 5]), &["checks"]), ["JA-L checks 8 to 8: true"]);
    // Lots of three: 4–6 is the second, and a 10 is cast again.
    let three = fight("open", "RU-1 RU-2 RU-3", "GE-1 GE-2 GE-L GE-FP")
        .with("RU-1 RU-2 RU-3", |state| state.steps = 1);
    // 6 − 7 − 1 = −2: 1 is −1, the best has a casualty.
    let played = three.play(&[1, 10, 5, 3, 3]);
    assert_eq!(
        lines(&played, &["lot", "casualty"]),
        ["lot 10 of RU-1 RU-2 RU-3: again", "lot 5 of RU-1 RU-2 RU-3: RU-2", "RU-2 casualty, 0 left"]
    );
}

fn tried(table: &Table, faces: &[u8]) -> Vec<String> {
    lines(&table.play(faces), &["tried"])
}

/// Sum of a try of the attackers at GE-S or GE-C, alone or with others.
fn try_of(attackers: &str, defenders: &str, change: impl Fn(Table) -> Table) -> i8 {
    let table = change(fight("open", attackers, defenders));
    let (case, now) = table.case();
    let scene = Scene { case: &case, now: &now };
    let target = (0..case.fighters.len()).find(|index| {
        case.fighters[*index].role == Role::Defender && case.fighters[*index].card.kind.is_vehicle()
    });
    let lines = crate::assault::steps::destruction::lines(scene, Role::Attacker, target.unwrap());
    assert!(lines.iter().all(|line| line.rule.0.starts_with("LHY-VDA-")));
    lines.iter().map(|line| line.value).sum()
}

/// Rule: LHY-VDA-3.
#[test]
fn modifiers_of_a_try_for_ones_own() {
    let late = |mut table: Table| {
        table.circumstances.after_september_1943 = true;
        table
    };
    let reduced = |id: &'static str| move |table: Table| table.with(id, |state| state.steps = 1);
    let same = |table| table;
    for (found, expected, why) in [
        (try_of("US-1", "GE-S", same), 2, "a squad"),
        (try_of("US-1 US-2", "GE-S", same), 2, "once a line"),
        (try_of("US-1", "GE-S", reduced("US-1")), 0, "a reduced squad is none"),
        (try_of("US-M", "GE-S", same), 0, "a machine gun"),
        (try_of("US-B", "GE-S", same), 1, "a LATW has an anti-tank value"),
        (try_of("US-1 US-B", "GE-S", same), 3, "lines add up"),
        (try_of("US-T", "GE-S", same), 1, "an AFV has one"),
        (try_of("GE-1", "US-T", same), 2, "a German squad"),
        (try_of("GE-1", "US-T", late), 3, "after 9/43 it counts on the second line too"),
        (try_of("GE-M", "US-T", same), 0, "a German machine gun"),
        (try_of("GE-M", "US-T", late), 2, "after 9/43"),
        (try_of("US-M", "GE-S", late), 0, "Germans only"),
        (try_of("GE-FP", "US-T", late), 3, "a late German FP"),
        (try_of("JA-1", "US-T", same), 3, "a Japanese squad"),
        (try_of("JA-1", "US-T", reduced("JA-1")), 2, "reduced: the first line only, assault value 2"),
        (try_of("RU-1", "GE-S", reduced("RU-1")), 2, "Russian"),
        (try_of("US-1", "GE-S", |table| table.with("US-1", |state| state.heroic = true)), 3, "Heroic"),
        (
            try_of("US-1 US-B", "GE-S", |table| table.with("US-1", |state| state.disrupted = true)),
            1,
            "undisrupted only",
        ),
    ] {
        assert_eq!(found, expected, "{why}");
    }
}

/// Rule: LHY-VDA-4.
#[test]
fn modifiers_of_a_try_for_the_vehicle() {
    let cover = |mut table: Table| {
        table.near_cover = true;
        table
    };
    let marked = |id: &'static str, mark: fn(&mut State)| move |table: Table| cover(table).with(id, mark);
    for (found, expected, why) in [
        (try_of("US-1", "GE-S", cover), 5, "alone near cover"),
        (try_of("US-1", "GE-S GE-L", cover), 5, "a leader is no combat unit"),
        (try_of("US-1", "GE-S GE-1", cover), 2, "a squad is with it"),
        (try_of("US-1", "GE-S GE-1", marked("GE-1", |state| state.disrupted = true)), 5, "not in good order"),
        (
            try_of("US-1", "GE-S GE-1", marked("GE-1", |state| state.regrouping = true)),
            5,
            "nor a Regrouping one",
        ),
        (try_of("US-1", "GE-S", |table| table), 2, "far from cover"),
        (try_of("US-1", "GE-C", cover), 7, "a carrier"),
        (try_of("GE-1", "US-H", cover), 5, "a half-track is none"),
        (try_of("US-1", "GE-S", marked("GE-S", |state| state.shocked = true)), 7, "Shocked"),
        (try_of("US-1", "GE-S", marked("GE-S", |state| state.sunken = true)), 6, "through the hedgerows"),
        (try_of("US-1", "GE-C", marked("GE-C", |state| state.sunken = true)), 7, "AFVs only"),
        (try_of("US-1", "GE-S", marked("GE-S", |state| state.in_motion = true)), 4, "in motion"),
    ] {
        assert_eq!(found, expected, "{why}");
    }
}

/// The side that may try, its rows, its order and its target.
///
/// Rule: LHY-VDA-1, LHY-VDA-2, LHY-RES-1.
#[test]
fn tries_at_vehicles() {
    // 2 + 2 − 2 − 1 = 1, near no cover.
    let both = fight("open", "US-1 US-T", "GE-1 GE-S");
    assert_eq!(
        tried(&both, &[6, 1, 1, 1]),
        ["GE-S tried at 1 + 3: false", "US-T tried at 1 + 3: false"],
        "row 6–9"
    );
    assert_eq!(tried(&both, &[6, 7, 1, 1])[0], "GE-S tried at 7 + 3: true", "10 destroys it");
    assert_eq!(tried(&both, &[6, 6, 1, 1])[0], "GE-S tried at 6 + 3: false", "9 does not");
    // Both are destroyed, the attacker's first: the AFV of the other side no longer tries, the squad does.
    assert_eq!(tried(&both, &[6, 8, 7, 1]), ["GE-S tried at 8 + 3: true", "US-T tried at 7 + 2: false"]);
    // 14: the attacker alone; under −1: the defender alone.
    let strong = fight("open", "US-1 US-2 US-L US-F US-T", "GE-1 GE-S");
    assert_eq!(tried(&strong, &[10, 1, 1]), ["GE-S tried at 1 + 3: false"]);
    let weak = fight("open", "US-1 US-T", "GE-1 GE-2 GE-L GE-FP GE-S").with("US-1", |state| state.steps = 1);
    assert_eq!(tried(&weak, &[1, 1, 1, 1]), ["US-T tried at 1 + 3: false"]);
    let none = fight("open", "US-1 US-T", "GE-1 GE-L").with("GE-1", |state| state.disrupted = true);
    assert!(tried(&none, &[1, 1, 3]).is_empty(), "a leader and a Disrupted squad do not try");
    let two = fight("open", "US-1", "GE-1 GE-C GE-S");
    let played = two.play(&[7, 1, 1]);
    let choice = played.choices.iter().find(|choice| choice.kind == ChoiceKind::Target).unwrap();
    assert_eq!(
        choice.answers,
        [Answer::Target(unit("GE-C")), Answer::Target(unit("GE-S"))],
        "the easiest first"
    );
    assert_eq!(lines(&played, &["tried"]).len(), 1, "one try a player");
}

/// Rule: LHY-VDA-5, LHY-UNL-1, LHY-STA-7.
#[test]
fn riders_and_passengers() {
    let mut table = fight("open", "US-1 US-2", "GE-1 GE-C GE-2");
    table.condition("GE-1").aboard = Some(unit("GE-C"));
    let hit = table.play(&[6, 10, 1, 1]);
    assert_eq!(
        lines(&hit, &["eliminated", "disrupted", "leaves"]),
        ["GE-1 leaves GE-C", "GE-C eliminated by LHY-VDA-2", "GE-1 disrupted"]
    );
    let missed = table.play(&[6, 1, 1, 1]);
    assert_eq!(lines(&missed, &["eliminated", "disrupted", "leaves"]), ["GE-1 leaves GE-C"]);
    let mut russian = fight("open", "GE-1 GE-2", "RU-1 US-H");
    russian.condition("RU-1").aboard = Some(unit("US-H"));
    assert_eq!(lines(&russian.play(&[6, 10, 1]), &["RU-1 regrouping", "RU-1 casualty"]), ["RU-1 regrouping"]);
}

fn ways_of(table: &Table, id: &str, hexes: [u8; 2]) -> Vec<String> {
    let (case, mut now) = table.case();
    let index = case.index(unit(id)).unwrap();
    now.progress.retreat = Some((case.fighters[index].role, hexes));
    match ways(Scene { case: &case, now: &now }, index) {
        Ok(ways) => ways.iter().filter_map(Way::end).map(|hex| hex.to_string()).collect(),
        Err(cause) => vec![cause.rule().to_owned()],
    }
}

fn distances(table: &Table, id: &str, hexes: [u8; 2]) -> Vec<u32> {
    let mut all: Vec<u32> =
        ways_of(table, id, hexes).iter().map(|end| hex(end).distance(table.hex)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Rule: LHY-RET-1, LHY-RET-3.
#[test]
fn lengths_of_a_retreat() {
    let table = || fight("open", "US-1", "GE-1");
    assert_eq!(distances(&table(), "GE-1", [2, 4]), [2, 3, 4]);
    assert_eq!(distances(&table(), "GE-1", [4, 4]), [4]);
    let mut night = table();
    night.circumstances.night = true;
    assert_eq!(distances(&night, "GE-1", [2, 4]), [2, 3]);
    assert_eq!(distances(&night, "GE-1", [4, 4]), [3]);
    for terrain in ["urban", "jungle", "marsh", "river", "sunken-road"] {
        assert_eq!(distances(&fight(terrain, "US-1", "GE-1"), "GE-1", [4, 4]), [3], "from {terrain}");
    }
    assert_eq!(distances(&fight("woods", "US-1", "GE-1"), "GE-1", [4, 4]), [4], "woods limit nothing");
    // A ring of marsh around: whoever ends in it at 1 or goes through it is limited.
    let mut ring = table();
    hex("1010").neighbours().for_each(|hex| ring.ground(&hex.to_string(), "marsh"));
    assert_eq!(distances(&ring, "GE-1", [4, 4]), [3], "through marsh");
    let mut end = table();
    end.ground("1006", "marsh");
    assert!(ways_of(&end, "GE-1", [4, 4]).contains(&"1006".to_owned()), "the last hex is not gone through");
    let mut one = table();
    one.ground("1009", "woods");
    one.ground("1110", "rural");
    assert_eq!(
        ways_of(&one, "GE-1", [2, 4])
            .iter()
            .filter(|end| hex(end).distance(one.hex) == 1)
            .collect::<Vec<_>>(),
        ["1009", "1110"],
        "a single hex of cover will do"
    );
    assert_eq!(distances(&one, "GE-1", [4, 4]), [4], "but not where four are ordered");
    let mut wall = table();
    wall.board.walls = vec![Hexside::between(hex("1010"), hex("1009")).unwrap()];
    assert!(ways_of(&wall, "GE-1", [2, 4]).contains(&"1009".to_owned()), "or a wall crossed");
    let mut carrier = table();
    carrier.bystander("GE-C", Role::Defender, "1009");
    assert!(ways_of(&carrier, "GE-1", [2, 4]).contains(&"1009".to_owned()), "or a friendly vehicle");
}

/// Rule: LHY-RET-5, LHY-RET-6, LHY-FRM-5.
#[test]
fn the_way_of_a_retreat() {
    let table = || fight("open", "US-1 US-2", "GE-1");
    // Attackers first into the hex they came from.
    let ends = ways_of(&table(), "US-1", [2, 4]);
    assert!(
        ends.iter().all(|end| hex(end).distance(hex("1011")) < hex(end).distance(hex("1010"))),
        "{ends:?}"
    );
    let mut other = table();
    other.entry("US-2").from = hex("0910");
    other.board.barred = vec![hex("1011")];
    let ends = ways_of(&other, "US-1", [2, 2]);
    assert!(
        ends.iter().all(|end| hex(end).distance(hex("0910")) == 1),
        "else where others came from: {ends:?}"
    );
    other.board.barred.push(hex("0910"));
    assert_eq!(ways_of(&other, "US-1", [2, 2]).len(), 10, "else any way that leads away");
    // Not into enemies.
    let mut blocked = table();
    hex("1010").neighbours().filter(|hex| hex.to_string() != "1009").for_each(|hex| {
        blocked.bystander("US-3", Role::Attacker, &hex.to_string());
    });
    let ends = ways_of(&blocked, "GE-1", [2, 2]);
    assert!(!ends.is_empty() && ends.iter().all(|end| hex(end).distance(hex("1009")) == 1), "{ends:?}");
    blocked.bystander("US-3", Role::Attacker, "1009");
    assert_eq!(ways_of(&blocked, "GE-1", [2, 2]), ["LHY-RET-5"], "surrounded");
    // Where no way leads away, any that is free.
    let mut bent = table();
    bent.board.barred = hex("1010")
        .neighbours()
        .filter(|hex| !["1009", "1110"].contains(&hex.to_string().as_str()))
        .collect();
    bent.board.barred.extend(all_hexes().filter(|far| far.distance(hex("1010")) == 2));
    let ends = ways_of(&bent, "GE-1", [2, 2]);
    assert!(ends.iter().all(|end| hex(end).distance(hex("1010")) < 2), "{ends:?}");
    // Room for 6 steps.
    let mut full = table();
    for id in ["GE-2", "GE-2", "GE-2"] {
        full.bystander(id, Role::Defender, "1008");
    }
    assert!(!ways_of(&full, "GE-1", [2, 2]).contains(&"1008".to_owned()));
    full.board.others.pop();
    assert!(ways_of(&full, "GE-1", [2, 2]).contains(&"1008".to_owned()));
    let mut shut = table();
    shut.board.barred = hex("1010").neighbours().collect();
    assert_eq!(ways_of(&shut, "GE-1", [2, 4]), ["LHY-RET-5"], "prohibited hexes all round");
}

/// Rule: LHY-RET-2, LHY-RET-4, LHY-RET-5.
#[test]
fn vehicles_and_what_stays_behind() {
    let table = || fight("open", "US-1 US-2", "GE-1 GE-S GE-C");
    assert_eq!(distances(&table(), "GE-S", [4, 4]), [1, 2, 3, 4], "freely, with 4 points in the open");
    let mut wood = table();
    hex("1010").neighbours().for_each(|hex| wood.ground(&hex.to_string(), "woods"));
    assert_eq!(distances(&wood, "GE-S", [2, 4]), [1], "woods take all 4");
    assert_eq!(ways_of(&wood, "GE-C", [2, 4]), ["LHY-RET-4"], "a carrier is lost in forest off the road");
    wood.board.roads = vec![Hexside::between(hex("1010"), hex("1009")).unwrap()];
    assert_eq!(distances(&wood, "GE-C", [2, 4]), [1], "by road it gets away");
    let mut marsh = table();
    hex("1010").neighbours().for_each(|hex| marsh.ground(&hex.to_string(), "marsh"));
    assert_eq!(ways_of(&marsh, "GE-S", [2, 4]), ["LHY-RET-5"]);
    let stuck = fight("open", "US-1 US-2 US-L US-F", "GE-1 GE-G GE-S GE-FP")
        .with("GE-S", |state| state.shocked = true);
    let played = stuck.play(&[7, 1, 1, 5]);
    assert_eq!(
        lines(&played, &["LHY-RET-2"]),
        ["GE-FP eliminated by LHY-RET-2", "GE-G eliminated by LHY-RET-2", "GE-S eliminated by LHY-RET-2"]
    );
    let moved = table().play(&[7, 1, 1]);
    assert!(state(&moved, &table(), "GE-S").in_motion && !state(&moved, &table(), "GE-1").in_motion);
}

/// The side that suffers stays where all its enemies are eliminated.
///
/// Rule: LHY-RET-1, LHY-END-1.
#[test]
fn nobody_retreats_from_nobody() {
    // 2 − 0 = 2 (one vehicle against a squad of one step): 1 − 1 ... the AFV is the only defender left.
    let table = fight("open", "US-1 US-B", "GE-S");
    // 2 − 1 = 1: 1 is 2, the attacker suffers; 10 − 3 destroys the AFV first.
    let played = table.play(&[1, 7, 1, 1]);
    assert!(lines(&played, &["retreats"]).is_empty());
    assert_eq!(lines(&played, &["checks"]).len(), 2, "but checks all the same");
    assert_eq!(played.short().last().unwrap(), "kept by Some(Attacker)");
}

/// A unit that ends its retreat next to an enemy checks; of Japanese the best only.
///
/// Rule: LHY-RET-6, LHY-FRM-4, LHY-STA-7.
#[test]
fn checks_next_to_enemies() {
    let near = |defenders: &str| {
        let mut table = fight("open", "US-1 US-2", defenders);
        // Only 1009 and 1008 are left, and the latter is next to an enemy.
        table.board.barred =
            all_hexes().filter(|other| !["1008", "1009"].contains(&other.to_string().as_str())).collect();
        table.bystander("US-3", Role::Attacker, "1007");
        table
    };
    // 4 − 2 = 2: 4 is 6.
    let played = near("GE-1").play(&[4, 8, 3]);
    assert_eq!(
        lines(&played, &["checks", "disrupted", "casualty"]),
        ["GE-1 checks after retreat 8 to 6: false", "GE-1 disrupted", "GE-1 checks 3 to 6: true"]
    );
    // 9 is 11: Disrupted by its retreat, it has no casualty by the row; disrupted already, its failure is a casualty.
    let late = near("GE-1").play(&[9, 8, 8]);
    assert_eq!(
        lines(&late, &["checks", "disrupted", "casualty"]),
        [
            "GE-1 checks after retreat 8 to 6: false",
            "GE-1 disrupted",
            "GE-1 checks 8 to 6: false",
            "GE-1 casualty, 1 left"
        ]
    );
    // Japanese: 4 − 6 − 1 = −3: 9 is 6.
    let japanese = near("JA-1 JA-2 JA-L").with("JA-1", |state| state.steps = 1);
    let played = japanese.play(&[10, 3, 8, 1, 9]);
    assert_eq!(
        lines(&played, &["lot", "checks", "casualty"]),
        [
            "lot 3 of JA-1 JA-2: JA-1",
            "JA-1 checks after retreat 8 to 7: false",
            "JA-1 casualty, 0 left",
            "JA-2 checks 1 to 7: true"
        ]
    );
}

/// Rule: LHY-RES-1, LHY-RES-3, LHY-RES-7, LHY-CAS-1, LHY-FRM-3.
#[test]
fn rows_ten_to_thirteen_and_their_mirror() {
    let disrupted = |state: &mut State| state.disrupted = true;
    // 4 − 3 − 0 = 1 with GE-2 Disrupted from the start: 9 is 10.
    let table = || fight("open", "US-1 US-2", "GE-1 GE-M").with("GE-M", disrupted);
    let played = table().play(&[9, 6]);
    assert_eq!(
        lines(&played, &["disrupted", "checks", "casualty", "eliminated"]),
        [
            "GE-M casualty, 0 left",
            "GE-M eliminated by LHY-CAS-1",
            "GE-1 disrupted",
            "GE-1 checks 6 to 6: true"
        ]
    );
    let mut off = table();
    off.rules.switches.disrupt_first = DisruptFirst::Off;
    let played = off.play(&[9, 7]);
    assert_eq!(lines(&played, &["disrupted", "checks"]), ["GE-1 checks 7 to 6: false", "GE-1 disrupted"]);
    assert_eq!(state(&played, &off, "GE-1").steps, 2);
    // −1–1: the attacker. 2 − 3 = −1: 2 is 1.
    let mirror = fight("open", "US-1", "GE-1 GE-M");
    assert_eq!(
        lines(&mirror.play(&[2, 7]), &["disrupted", "casualty"]),
        ["US-1 disrupted", "US-1 casualty, 1 left"]
    );
    // Japanese in that row: the best has a casualty, nobody checks, all that are left regroup.
    let japanese =
        fight("open", "JA-1 JA-2", "US-1 US-2 US-M US-L US-T").with("JA-1 JA-2", |state| state.steps = 1);
    // 4 − 7 + 1 = −2: 3 is 1.
    let played = japanese.play(&[3, 1, 2, 3]);
    assert_eq!(
        lines(&played, &["JA-"])[2..],
        [
            "lot 2 of JA-1 JA-2: JA-1",
            "JA-1 casualty, 0 left",
            "JA-1 eliminated by LHY-CAS-1",
            "JA-2 regrouping"
        ]
    );
}

/// Rule: LHY-RES-1, LHY-FRM-3, LHY-FRM-4, LHY-STA-4, LHY-REG-3.
#[test]
fn the_outer_rows() {
    let table = fight("open", "US-1 US-2 US-L US-F", "GE-1 GE-P").with("GE-1", |state| state.heroic = true);
    // 6 − 2 − 2 = 2, not enough: Regrouping and so on are not needed, GE-1 is reduced.
    let table = table.with("GE-1", |state| {
        state.steps = 1;
        state.heroic = false;
    });
    let played = table.play(&[10, 5]);
    assert_eq!(lines(&played, &["casualty", "checks"]), ["GE-1 casualty, 0 left", "GE-P casualty, 0 left"]);
    let heroic = fight("open", "US-1 US-2", "GE-1").with("GE-1", |state| state.heroic = true);
    // 4 − 2 − 2 = 0: 7. Heroic: Cohesion 8; Disruption ends it.
    let played = heroic.play(&[7, 9]);
    assert_eq!(lines(&played, &["checks", "disrupted"]), ["GE-1 checks 9 to 8: false", "GE-1 disrupted"]);
    assert!(!state(&played, &heroic, "GE-1").heroic);
    // Disrupted first, its Cohesion is 6 again. 10 is 10.
    let first = heroic.play(&[10, 7]);
    assert_eq!(lines(&first, &["checks"]), ["GE-1 checks 7 to 6: false"]);
    let regrouping = fight("open", "US-1 US-2", "GE-1").with("GE-1", |state| state.regrouping = true);
    assert!(
        !state(&regrouping.play(&[4, 9]), &regrouping, "GE-1").regrouping,
        "Disruption takes the marker off"
    );
}

/// Rule: LHY-LSC-1.
#[test]
fn loss_checks() {
    for (switch, lost) in [(LossCheck::OneOrTen, vec![1, 10]), (LossCheck::Ten, vec![10])] {
        for face in 1..=10 {
            let mut table = fight("open", "US-1 US-L", "GE-1 GE-FP");
            table.rules.switches.loss_check = switch;
            // 3 − 4 = −1: 7 is 6. The FP cannot retreat; the leader checks.
            let played = table.play(&[7, 1, face]);
            let expected = format!("US-L loss check {face}: {}", lost.contains(&face));
            assert_eq!(lines(&played, &["loss check"]), [expected]);
            assert_eq!(!lines(&played, &["US-L eliminated"]).is_empty(), lost.contains(&face));
        }
    }
    let mut always = fight("open", "US-1", "GE-1 GE-L GE-FP");
    always.rules.switches.loss_check = LossCheck::Always;
    // 2 − 5 = −3: 4 is 1. Both sides, and no die.
    let played = always.play(&[4, 1]);
    assert_eq!(
        lines(&played, &["LHY-LSC-1"]),
        ["GE-FP eliminated by LHY-LSC-1", "GE-L eliminated by LHY-LSC-1"]
    );
    let both = fight("open", "US-1 US-L", "GE-1 GE-L").play(&[7, 1, 1, 1, 1]);
    assert_eq!(
        lines(&both, &["loss check"]).len(),
        2,
        "attackers before defenders, of either side: {:?}",
        both.short()
    );
}

/// Rule: LHY-REG-1, LHY-REG-2.
#[test]
fn who_becomes_regrouping() {
    // 2 − 2 = 0.
    let table = |who| {
        let mut table = fight("open", "US-1 US-T", "GE-1 GE-S GE-M");
        table.rules.switches.regroup_who = who;
        table
    };
    // 4 − 4 = 0: 7. GE-1 fails its check: Disrupted.
    let both = table(RegroupWho::Both).play(&[7, 1, 1, 9, 1]);
    assert_eq!(
        lines(&both, &["regrouping"]),
        ["US-1 regrouping", "GE-M regrouping"],
        "undisrupted, on foot, both sides"
    );
    let losers = table(RegroupWho::Losers).play(&[7, 1, 1, 9, 1]);
    assert_eq!(lines(&losers, &["regrouping"]), ["GE-M regrouping"]);
    let position = fight("open", "US-1", "GE-1 GE-FP");
    // 2 − 4 = −2: 5 is 3, the attacker suffers; the FP has its loss check, and no marker.
    assert_eq!(lines(&position.play(&[5, 1, 5]), &["regrouping"]), ["US-1 regrouping", "GE-1 regrouping"]);
    // No Regrouping in the outer rows but of Japanese and Russians who suffer.
    let outer = fight("open", "US-1 US-2", "RU-1 RU-2").with("RU-1 RU-2", |state| state.steps = 1);
    // 4 − 4 + 1 = 1: 9 is 10.
    assert_eq!(lines(&outer.play(&[9, 1]), &["regrouping"]), ["RU-2 regrouping"]);
}

/// Rule: LHY-ADV-1, LHY-RES-4, LHY-REG-2, LHY-STA-1.
#[test]
fn who_may_advance_where() {
    let table = || fight("open", "US-1 US-2 US-L US-F", "GE-M").with("GE-M", |state| state.regrouping = true);
    let offers = |table: &Table| -> Vec<(UnitId, String)> {
        let played = table.play(&[10, 5]);
        let choice = played.choices.iter().find(|choice| choice.kind == ChoiceKind::Advance);
        let answers = choice.map(|choice| choice.answers.clone()).unwrap_or_default();
        answers
            .into_iter()
            .filter_map(|answer| match answer {
                Answer::Advance(unit, to) => Some((unit, to.to_string())),
                Answer::Stay => None,
                other => panic!("{other:?}"),
            })
            .collect()
    };
    assert_eq!(offers(&table()).len(), 4 * 6, "each into each neighbouring hex");
    let mut guarded = table();
    guarded.bystander("GE-1", Role::Defender, "1009");
    let into = |table: &Table, id: &str| offers(table).contains(&(unit(id), "1009".to_owned()));
    assert!(into(&guarded, "US-1") && !into(&guarded, "US-L"), "a leader only along with a combat unit");
    let mut done = table();
    for id in ["US-1", "US-2", "US-L", "US-F"] {
        done.condition(id).advanced = true;
    }
    assert!(offers(&done).is_empty(), "once a turn");
    // Only the rows 14 and under −1: 9 is 13.
    assert!(table().play(&[9, 1, 5]).choices.iter().all(|choice| choice.kind != ChoiceKind::Advance));
    // Together with a squad the leader comes; the second assault has both.
    let to = hex("1009");
    let answers = vec![Answer::Advance(unit("US-1"), to), Answer::Advance(unit("US-L"), to), Answer::Stay];
    let mut retreat_first = vec![Answer::Retreat(hex("1006"))];
    retreat_first.extend(answers);
    let played = guarded.play_with(&[10, 5], retreat_first);
    assert_eq!(
        lines(&played, &["advances", "second"]),
        ["US-1 advances to 1009: Enemies", "US-L advances to 1009: Enemies", "second assault on 1009"]
    );
    let mut declared = guarded;
    declared.board.declared = vec![(to, Role::Attacker, declared.card("US-3"), State::default())];
    let played = declared.play_with(
        &[10, 5],
        vec![Answer::Retreat(hex("1006")), Answer::Advance(unit("US-L"), to), Answer::Stay],
    );
    assert!(played.facts.iter().any(|fact| matches!(fact, Fact::Advanced { ahead: Ahead::Reinforces, .. })));
    assert!(lines(&played, &["second"]).is_empty(), "it reinforces the assault that is on");
}

/// Rule: LHY-END-1, LHY-STA-5.
#[test]
fn concealment_goes() {
    let concealed = |state: &mut State| state.concealed = true;
    let table = fight("open", "US-1 US-2", "GE-1 GE-P").with("US-1 US-2 GE-1 GE-P", concealed);
    // 4 − 2 − 1 = 1: 5.
    let played = table.play(&[5, 1, 1]);
    assert!(
        played.standing.units.iter().all(|unit| !unit.state.concealed),
        "of those who stayed and who retreated"
    );
    let alone = fight("open", "US-L", "GE-L").with("US-L GE-L", concealed).play(&[3]);
    assert!(
        alone.standing.units.iter().all(|unit| !unit.state.concealed),
        "also after it is settled without a die"
    );
}

/// Faces in the order of the rules: each step's lots and dice, attackers before defenders, by id.
///
/// Rule: LHY-RES-6.
#[test]
fn the_order_of_the_dice() {
    let table = fight("urban", "US-1 US-2 US-L US-T", "GE-1 GE-2 GE-L GE-S");
    // 2 + 2 + 1 + 2 − 2 − 2 − 1 − 1 − 2 = −1: 7 is 6.
    let played = table.play(&[7, 1, 1, 1, 1, 1, 1, 1, 5, 5]);
    assert_eq!(
        played.purposes(),
        [
            "assault",
            "lot",
            "lot",
            "vehicle destruction GE-S",
            "vehicle destruction US-T",
            "cohesion check GE-1",
            "cohesion check GE-2",
            "cohesion check GE-L",
            "loss check US-L",
            "loss check GE-L"
        ]
    );
    assert_eq!(played.dice[3].role, Role::Attacker);
    assert_eq!(played.dice[4].role, Role::Defender);
}
