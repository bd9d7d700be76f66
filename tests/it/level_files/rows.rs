//! One mistake at a time: what the file has, what is written instead (with a
//! mark where the fault must be), and what the message must contain.

use tabletop_data::name_check::name_faults;
use warstrike::level::card_file::{CardDefaults, read_card};
use warstrike::level::fault::Fault;
use warstrike::level::setup::SourceText;

use super::{SMALL, faults_of, shipped_text, without_mark};

fn check(rows: &[(&str, &str, &str)], text: &str, read: impl Fn(&str) -> Vec<Fault>) {
    for (before, after, part) in rows {
        assert_eq!(text.matches(before).count(), 1, "{before} is not in the file exactly once");
        let (text, place) = without_mark(&text.replacen(before, after, 1));
        let faults = read(&text);
        let messages: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(messages.len(), 1, "{after}: {messages:#?}");
        assert_eq!((faults[0].line, faults[0].column), place, "{after}: {messages:#?}");
        assert!(messages[0].contains(part), "{after}: {messages:#?} does not say {part}");
    }
}

fn check_level(rows: &[(&str, &str, &str)]) {
    check(rows, SMALL, faults_of);
}

/// A name is one line that can be seen and does not turn what follows it: to `check` another is a fault. It can be played all
/// the same, with the name as one visible line. Blanks of any width between values do no harm.
#[test]
fn names_are_one_visible_line() {
    let rows = [
        ("name: \"Small\"", "name: ¦\"Small\\ntable\"", "name has the line end U+000A"),
        ("name: \"Small\"", "name: ¦\"Small\\u{2028}table\"", "name has the line end U+2028"),
        ("name: \"Small\"", "name: ¦\"\\u{200b}\\u{200b}\"", "name cannot be seen"),
        ("name: \"Small\"", "name: ¦\"\u{a0} \u{3164}\"", "name cannot be seen: \"\\u{a0} \\u{3164}\""),
        ("name: \"Small\"", "name: ¦\"Small \\u{202e}elbat\"", "name has the direction override U+202E"),
        ("name: \"Small\"", "name: ¦\"\u{2067}Small\"", "U+2067: \"\\u{2067}Small\""),
        ("name: \"South\"", "name: ¦\"\\u{feff}\"", "name cannot be seen"),
    ];
    let source = |text: &str| SourceText { name: "small.ron".to_owned(), text: text.to_owned() };
    check(&rows, SMALL, |text| {
        assert_eq!(faults_of(text), [], "it can be played");
        name_faults(&source(text))
    });
    check_level(&[("name: \"Small\"", "name: ¦\"Small\\u{7}\"", "name has the control character U+0007")]);
    for good in ["Ж 衛 é", "שלום\u{200f}!", "a\u{a0}b", "👩\u{200d}🚀"] {
        let text = SMALL.replacen("\"Small\"", &format!("\u{3000}\"{good}\"\u{a0}"), 1);
        assert_eq!((faults_of(&text), name_faults(&source(&text))), (vec![], vec![]), "{good}");
    }
}

#[test]
fn the_level_itself() {
    check_level(&[
        ("width: 40.0", "width: ¦11.9", "a number from 12 to 240 inches"),
        ("width: 40.0", "width: ¦240.1", "a number from 12 to 240 inches"),
        ("width: 40.0", "width: ¦-40.0", "width is -40.0"),
        ("width: 40.0", "width: ¦NaN", "width is NaN"),
        ("width: 40.0", "width: ¦inf", "width is inf"),
        ("width: 40.0", "width: ¦1e30", "width is 1e30"),
        ("width: 40.0", "width: ¦\"40\"", "a number"),
        ("width: 40.0", "width: 40.0 ¦0", "a comma before it"),
        ("(width: 40.0, depth: 30.0)", "¦(width: 40.0)", "the field `depth` is missing"),
        ("(width: 40.0, depth: 30.0)", "¦[40.0, 30.0]", "fields in brackets"),
        ("width: 40.0, ", "width: 40.0, ¦width: 40.0, ", "is given twice"),
        ("width: 40.0, ", "width: 40.0,¦, ", "nothing before this comma"),
        ("about: \"For tests.\"", "¦abuot: \"For tests.\"", "expected: about (one of"),
        ("about: \"For tests.\"", "about: ¦\"\"", "quoted text"),
        ("about: \"For tests.\"", "about: ¦\"a \\u{202e}b\"", "about has the direction override U+202E"),
        ("about: \"For tests.\"", "about: ¦“For tests.”", "in straight quotation marks"),
        ("about: \"For tests.\"", "about: ¦„For tests.“", "in straight quotation marks"),
        ("width: 40.0", "width: ¦４０", "has the digit ４"),
        ("width: 40.0", "width: 40¦'", "never closed"),
        ("width: 40.0", "width: ¦\u{2212}40", "a minus is the hyphen"),
        ("width: 40.0", "width: ¦40.000.0", "without separators"),
        ("width: 40.0, depth", "width: 40,¦5, depth", "a decimal has a point"),
        ("(id: \"well\", at: (0.0, 0.0))", "(id: \"well\", at: ¦(0,5, 0,0))", "a decimal has a point"),
        ("about: \"For tests.\"", "about: ¦\"For \\qests.\"", "about cannot be read"),
        ("Skirmish(rounds: 5)", "Skirmish(rounds: ¦0)", "a whole number from 1 to 50 rounds"),
        ("Skirmish(rounds: 5)", "Skirmish(rounds: ¦5.5)", "a whole number"),
        (
            "Skirmish(rounds: 5)",
            "Skirmish(rounds: 5, points: ¦-1)",
            "a whole number from 0 to 1000000 points",
        ),
        ("Skirmish(rounds: 5)", "¦Skirmisch(rounds: 5)", "expected: Skirmish (one of"),
        ("ruleset: \"combined\"", "ruleset: ¦5", "quoted text"),
        ("ruleset: \"combined\"", "game: ¦\"chess\"", "\"warstrike\", or a program that plays it"),
        ("ruleset: \"combined\"", "game: ¦7", "quoted text"),
        ("round: 2", "round: ¦6", "a whole number from 1 to 5"),
        ("phase: Action", "phase: ¦Deployment", "one of Starting, Action, Reaction, CloseCombat"),
        ("first: B", "first: ¦C", "one of A, B"),
        ("id: \"well\"", "id: ¦\"The Well\"", "is not an id"),
        ("id: \"well\"", "id: \"well\", name: ¦\"\"", "quoted text"),
        ("id: \"well\"", "id: \"well\", name: ¦5", "quoted text"),
        ("(id: \"well\", at: (0.0, 0.0))", "(id: \"well\", at: ¦(0.0, 15.1))", "lies off the table"),
        (
            "(id: \"well\", at: (0.0, 0.0))",
            "(id: \"well\", at: ¦(10.0, 0.5))",
            "\"pond\", which is impassable",
        ),
        (
            "(id: \"well\", at: (0.0, 0.0))",
            "(id: \"well\", at: (0.0, 0.0)), (id: ¦\"well\", at: (1.0, 0.0))",
            "already taken",
        ),
        (
            "A: (at: (0.0, -11.0), size: (40.0, 8.0))",
            "A: ¦(at: (0.0, -11.1), size: (40.0, 8.0))",
            "y = -15.1",
        ),
        (
            "A: (at: (0.0, -11.0), size: (40.0, 8.0))",
            "A: (at: (0.0, -11.0), size: (40.0, 8.0, ¦2.0))",
            "no height",
        ),
    ]);
}

/// A unit of ten rifles and an officer are worth more than 200 points, the knights more than 100.
///
/// Rule: MIS-7.
#[test]
fn forces_over_their_points() {
    check_level(&[
        (
            "A: (name: \"South\", units: [",
            "A: (name: \"South\", points: 200, units: ¦[",
            "at most 200 points",
        ),
        ("B: (name: \"North\", units: [", "B: (name: \"North\", points: 100, units: ¦[", "side B is worth"),
        ("B: (name: \"North\", units: [", "B: (name: \"North\", points: ¦none, units: [", "a whole number"),
    ]);
    let limited = |points: u32| SMALL.replacen("rounds: 5", &format!("rounds: 5, points: {points}"), 1);
    assert_eq!(faults_of(&limited(1000)).len(), 0, "the mission's limit is high enough");
    assert_eq!(faults_of(&limited(50)).len(), 2, "both forces are over the mission's limit");
    let own = limited(50).replacen("name: \"South\",", "name: \"South\", points: 1000,", 1);
    assert_eq!(faults_of(&own).len(), 1, "a force's own limit counts for it");
}

/// Levels whose missions lack something: each with the place of the fault.
///
/// Rule: MIS-2, MIS-3, MIS-7.
#[test]
fn missions_without_what_they_need() {
    const FORCES: &str =
        "A: (units: [(id: \"A1\", card: \"officer\")]), B: (units: [(id: \"B1\", card: \"officer\")])";
    let level = |fields: &str, forces: &str| {
        format!("Level(name: \"Test\", table: (width: 48.0, depth: 48.0),\n{fields},\nforces: ({forces}))")
    };
    let only_a = "A: (units: [(id: \"A1\", card: \"officer\")])";
    let debris = |going: &str| {
        format!(
            "mission: BrokenArrow,\nterrain: [(id: ¦\"debris-field\", kind: Ground, going: {going}, radius: 5.0)]"
        )
    };
    let gate = |other: f64| {
        format!(
            "mission: MeetingEngagement,\nobjectives: ¦[(id: \"gate\", at: (0.0, -18.0)), (id: \"mill\", at: (0.0, {other}))]"
        )
    };
    for (text, what) in [
        (level("mission: ¦Skirmish", only_a), "a Skirmish needs units on both sides, and side B has none"),
        (level("mission: ¦BrokenArrow", only_a), "side B has none"),
        (level("mission: ¦MeetingEngagement(rounds: 3)", ""), "side A has none"),
        (level(&gate(0.0), FORCES), "none lies in that of B"),
        (level(&debris("Impassable"), FORCES), "this one is impassable"),
    ] {
        let (text, place) = without_mark(&text);
        let faults = faults_of(&text);
        let found = faults.iter().find(|fault| (fault.line, fault.column) == place);
        let found = found.unwrap_or_else(|| panic!("{faults:?} in\n{text}"));
        assert!(found.to_string().contains(what), "{found}");
    }
    for (text, reason) in [
        (level("mission: Drill", only_a), "nobody wins a drill"),
        (level("objectives: []", only_a), "no mission is named"),
        (level(&gate(18.0), FORCES), "one in each zone"),
        (level(&debris("Slow"), FORCES), "the debris can be walked on"),
    ] {
        let faults = faults_of(&text.replace('¦', ""));
        assert!(faults.is_empty(), "{reason}: {faults:?}");
    }
}

#[test]
fn pieces_of_terrain() {
    check_level(&[
        ("id: \"pond\"", "id: ¦\"ruin\"", "the id \"ruin\" is already taken"),
        ("id: \"pond\", ", "¦id \"pond\", ", "is not a field"),
        ("(id: \"pond\", ", "¦(", "the field `id` is missing"),
        (
            "kind: Ground",
            "kind: ¦Pond",
            "one of Hill, Wood, Ruin, Bog, Field, Linear, Point, Structure, Ground",
        ),
        ("kind: Ground", "kind: Ground(¦depth: 2)", "no field `depth`"),
        ("going: Impassable", "going: ¦Impasable", "expected: Impassable"),
        ("going: Impassable", "dangerous: ¦1", "true or false"),
        ("radius: 2.0", "radius: ¦0.0", "a number from 0.1 to 120 inches"),
        ("radius: 2.0", "radius: 2.0, height: ¦2.0", "no height of its own"),
        ("radius: 2.0", "radius: 2.0, thickness: ¦2.0", "only a line has a thickness"),
        (
            "(id: \"pond\", kind: Ground, going: Impassable, at: (10.0, 0.0), radius: 2.0)",
            "¦(id: \"pond\", kind: Ground)",
            "the footprint is missing",
        ),
        (
            "(id: \"pond\", kind: Ground, going: Impassable, at: (10.0, 0.0), radius: 2.0)",
            "¦(id: \"pond\", kind: Ground, radius: 1.0, size: (1.0, 1.0))",
            "exactly one of size, radius, corners, line",
        ),
        ("at: (10.0, 0.0), radius: 2.0", "at: ¦(18.1, 0.0), radius: 2.0", "reaches to x = 20.1"),
        ("at: (10.0, 0.0), radius: 2.0", "at: (¦500.0, 0.0), radius: 2.0", "from -240 to 240"),
        ("at: (10.0, 0.0), radius: 2.0", "at: ¦(10.0, 0.0, 0.0), radius: 2.0", "at has 3 values"),
        ("turn: 15.0", "turn: ¦361", "a number from -360 to 360 degrees"),
        ("size: (8.0, 5.0, 3.0)", "size: (8.0, ¦-5.0, 3.0)", "a number from 0.1 to 240 inches"),
        ("size: (8.0, 5.0, 3.0)", "size: (8.0, 5.0, ¦-3.0)", "a number from 0.1 to 48 inches"),
        ("size: (8.0, 5.0, 3.0)", "height: ¦3.0, size: (8.0, 5.0, 3.0)", "is given twice"),
        ("size: (8.0, 5.0, 3.0)", "size: (8.0, 5.0, ¦48.5)", "a number from 0.1 to 48 inches"),
    ]);
}

#[test]
fn heights_that_are_missing() {
    check_level(&[
        (
            "(id: \"wood\", kind: Wood, at: (0.0, 10.0), height: 4.0,",
            "¦(id: \"wood\", kind: Wood, at: (0.0, 10.0),",
            "has no height",
        ),
        (
            "(id: \"hill\", kind: Hill(steps: [(top: 1.0), (top: 2.0, size: (3.0, 2.0))]),",
            "¦(id: \"hill\", kind: Hill,",
            "has no height",
        ),
        ("(height: 3.0, walls: [(edge: 1,", "(walls: [¦(edge: 1,", "this wall has no height"),
    ]);
}

#[test]
fn polygons_and_lines() {
    let corners = "[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]";
    let many = format!("¦[{}]", "(1.0, 1.0), ".repeat(257));
    check_level(&[
        (
            corners,
            "[(0.0, 0.0), (4.0, 4.0), ¦(4.0, 0.0), (0.0, 4.0)]",
            "from corner 3 touches or crosses the edge from corner 1",
        ),
        (corners, "¦[(0.0, 0.0), (4.0, 0.0)]", "3 to 256 of them"),
        (corners, "[(0.0, 0.0), (4.0, 0.0), ¦(4.0, 0.0), (0.0, 4.0)]", "lies on the one before it"),
        (corners, "[¦(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 0.0)]", "lies on the one before it"),
        // All on one line: no area, and the way back lies over the way there.
        (corners, "[(0.0, 0.0), ¦(4.0, 0.0), (2.0, 0.0)]", "touches or crosses"),
        (corners, "¦[(0.0, 0.0), (0.1, 0.0), (0.0, 0.1)]", "no area"),
        (corners, "[(0.0, 0.0), (4.0, ¦inf), (4.0, 4.0)]", "from -240 to 240"),
        (corners, &many, "more than 256"),
    ]);
    check_level(&[
        (
            "(id: \"hedge\", kind: Linear, height: 1.5, thickness: 0.5,",
            "¦(id: \"hedge\", kind: Linear, height: 1.5,",
            "`thickness` is missing",
        ),
        ("thickness: 0.5", "thickness: ¦0.0", "0.1 to 12 inches"),
        ("[(0.0, -4.0), (6.0, -4.0)]", "¦[(0.0, -4.0), (6.0, -4.0), (0.0, -4.1)]", "turns too sharply"),
        ("[(0.0, -4.0), (6.0, -4.0)]", "¦[(0.0, -4.0)]", "2 to 256"),
        ("[(0.0, -4.0), (6.0, -4.0)]", "[(0.0, -4.0), ¦(0.0, -4.0)]", "lies on the one before it"),
    ]);
}

#[test]
fn hills_and_structures() {
    check_level(&[
        (
            "(top: 2.0, size: (3.0, 2.0))",
            "(top: ¦1.0, size: (3.0, 2.0))",
            "1 is not higher than what is below it, 1",
        ),
        ("(top: 2.0, size: (3.0, 2.0))", "¦(top: 2.0, size: (6.5, 2.0))", "reaches beyond the step below"),
        (
            "(top: 2.0, size: (3.0, 2.0))",
            "¦(top: 2.0, at: (2.0, 0.0), size: (3.0, 2.0))",
            "reaches beyond the step below",
        ),
        ("(top: 2.0, size: (3.0, 2.0))", "¦(top: 2.0)", "the footprint is missing"),
        ("(top: 1.0)", "(top: ¦0.0)", "from 0.1 to 48"),
        ("(height: 3.0, walls", "(height: ¦-3.0, walls", "from 0.1 to 48"),
        ("(floor: 3.0)", "(floor: ¦0.0)", "from 0.1 to 48"),
        ("(floor: 3.0)", "¦()", "`floor` is missing"),
        ("(floor: 3.0)", "¦(floor: 3.0, size: (6.0, 2.0))", "this floor reaches beyond its structure"),
        ("edge: 1", "edge: ¦5", "a whole number from 1 to 4"),
        ("(edge: 1,", "¦(edge: 1, from: (0.0, 0.0),", "where the wall runs"),
        ("along: 2.0", "along: ¦-0.5", "a number from 0"),
        ("Door(along: 2.0", "¦Door(along: 0.2", "runs from -0.300 to 0.700"),
        ("Door(along: 2.0", "¦Door(along: 4.6", "between 0 and 5.000"),
        (
            "Door(along: 2.0, width: 1.0)",
            "¦Window(along: 2.0, width: 1.0, top: 3.5)",
            "at most 3, the height of the wall",
        ),
        (
            "Door(along: 2.0, width: 1.0)",
            "¦Window(along: 2.0, width: 1.0, sill: 2.0)",
            "a sill below the top",
        ),
        (
            "Door(along: 2.0, width: 1.0)",
            "Door(along: 2.0, width: 1.0), ¦Hole(along: 2.5, width: 1.0)",
            "overlaps another one",
        ),
        ("Door(along: 2.0, width: 1.0)", "¦Gate(along: 2.0, width: 1.0)", "one of Door, Window, Hole"),
        ("from: (-3.0, -2.0)", "from: ¦(-5.0, -2.0)", "reaches beyond its piece"),
        ("to: (3.0, -2.0)", "to: ¦(-3.0, -2.0)", "ends where it begins"),
        ("walls: [(from:", "walls: ¦[(height: 3.5, from:", "higher than its ruin"),
    ]);
}

/// Rule: LD-2, SUP-1, SUP-3, TURN-3, RE-1 (what a unit's last action may be).
#[test]
fn units() {
    check_level(&[
        ("id: \"A2\"", "id: ¦\"A1\"", "the id A1 is already taken"),
        ("id: \"A2\"", "id: ¦\"B2\"", "is listed in the force of side A"),
        ("id: \"A2\"", "id: ¦\"A0\"", "is not a unit id"),
        ("id: \"A2\"", "id: ¦\"A256\"", "is not a unit id"),
        ("card: \"officer\"", "card: ¦\"oficer\"", "expected: officer (one of"),
        ("card: \"officer\"", "card: ¦\"../../secret\"", "is not an id"),
        ("leader: 1", "leader: ¦2", "a whole number from 1 to 1"),
        ("leader: 1", "leader: ¦Lost", "no model of this unit is lost"),
        ("hit_die: 2", "hit_die: ¦7", "a whole number from 0 to 6 hits"),
        ("hit_die: 12", "hit_die: ¦13", "a whole number from 0 to 12 hits"),
        ("nerve_markers: 1", "suppression_markers: ¦100", "a whole number from 0 to 99 markers"),
        ("nerve_markers: 1", "nerve_markers: ¦4", "a whole number from 0 to 3 (the card's Nv)"),
        ("last_action: GetDown", "last_action: ¦GetUp", "GetDown"),
        ("acted: true", "acted: ¦Yes", "true or false"),
        ("wounds_lost: 1", "wounds_lost: ¦2", "a whole number from 0 to 1 wounds"),
        ("lost: [9, 10]", "lost: [9, ¦11]", "a whole number from 1 to 10"),
        ("lost: [9, 10]", "lost: [9, ¦9]", "model 9 is listed twice"),
        ("files: 5", "files: ¦11", "from 1 to 10 models abreast"),
        ("gap: 0.5", "gap: ¦-0.5", "from 0 to 12 inches"),
        ("facing: 90.0, files", "facing: ¦NaN, files", "degrees"),
        ("Block(at: (0.0, -10.0), facing", "¦Block(facing", "the field `at` is missing"),
        ("Block(at", "¦Blok(at", "expected: Block"),
    ]);
}

/// Rule: BAS-7, TURN-3.
#[test]
fn who_leads_and_who_waits() {
    let officer = "(id: \"A2\", card: \"officer\", models: [(at: (5.0, -8.0), facing: 90.0, wounds_lost: 1)], leader: 1)";
    let knights = "(id: \"B1\", card: \"knights\", models: [Lost, (at: (-6.0, 8.0), facing: 270.0),";
    let five = "(id: \"B1\", card: \"knights\", models: ¦[(at: (-6.0, 8.0), facing: 270.0),";
    check_level(&[
        (officer, "¦(id: \"A2\", card: \"officer\")", "has no models, but the battle is in play"),
        (officer, "¦(card: \"officer\", models: [Lost])", "the field `id` is missing"),
        ("leader: Lost", "leader: ¦1", "the leader, model 1, is lost"),
        ("leader: Lost", "leader: ¦0", "a whole number from 1 to 6"),
        (knights, five, "there are 5 models here; expected: the 6 models of the card"),
        // If the first is lost, the file must name the leader.
        (
            "(id: \"A1\", card: \"laansguard-rifles\", models: Block(at: (0.0, -10.0), facing: 90.0, files: 5, gap: 0.5, lost: [9, 10])",
            "¦(id: \"A1\", card: \"laansguard-rifles\", models: Block(at: (0.0, -10.0), facing: 90.0, lost: [1])",
            "the leader, model 1, is lost",
        ),
    ]);
    // Before the battle no unit has acted.
    let deployment = SMALL.replacen("InPlay(round: 2, side: A, first: B, phase: Action)", "Deployment", 1);
    check(
        &[("acted: true", "acted: ¦true", "no unit has acted before the battle begins")],
        &deployment,
        faults_of,
    );
}

/// Rule: MOV-4, GO-4.
#[test]
fn where_models_cannot_stand() {
    let at = "at: (5.0, -8.0)";
    check_level(&[
        (at, "at: ¦(5.0, -14.6)", "A2.1 overhangs the table's edge by 0.100 inches"),
        (at, "at: ¦(99.0, -8.0)", "overhangs the table's edge"),
        (at, "at: ¦(12.4, 0.0)", "A2.1 stands on \"pond\", which is impassable (GO-4)"),
        (at, "at: ¦(3.0, -4.7)", "overlaps a wall or obstacle, \"hedge\" (MOV-4)"),
        (at, "at: ¦(2.6, -8.5)", "A2.1 overlaps A1."),
        (
            "(at: (-6.0, 8.0)",
            "(at: ¦(4.1, -8.0)",
            "overlaps A2.1: their centres are 0.900 inches apart (MOV-4)",
        ),
        (
            at,
            "at: ¦(5.0, -8.0, 1.0)",
            "stands at height 1, where there is no floor or ground; expected: 0 inches",
        ),
        (at, "at: ¦(14.0, -9.0, 0.0)", "expected: 2 inches"),
        (at, "at: ¦(-14.0, -8.0, 2.0)", "expected: 0 or 3 inches"),
        (at, "at: ¦(5.0)", "2 to 3"),
        ("Block(at: (0.0, -10.0)", "Block(at: ¦(18.0, -10.0)", "overhangs the table's edge"),
    ]);
}

/// What a rule allows is no mistake.
///
/// Rule: MOV-4, GO-4.
#[test]
fn where_models_can_stand() {
    for (before, after) in [
        // Bases may touch (MOV-4), and reach the edge.
        ("at: (5.0, -8.0)", "at: (-7.125, 8.0)"),
        ("at: (5.0, -8.0)", "at: (19.5, -14.5)"),
        // Closer than 2 to an enemy: it may have come to that.
        ("at: (5.0, -8.0)", "at: (-4.0, 6.0)"),
        // On the hill's upper step, on the mill's upper floor, and on the ground below it.
        ("at: (5.0, -8.0)", "at: (14.0, -9.0)"),
        ("at: (5.0, -8.0)", "at: (14.0, -9.0, 2.0)"),
        ("at: (5.0, -8.0)", "at: (-14.0, -8.0, 3.0)"),
        ("at: (5.0, -8.0)", "at: (-14.0, -8.0)"),
        // Touching the hedge and the pond.
        ("at: (5.0, -8.0)", "at: (3.0, -4.75)"),
        ("at: (5.0, -8.0)", "at: (12.5, 0.0)"),
        // In the wood.
        ("at: (5.0, -8.0)", "at: (2.0, 12.0)"),
        // A clockwise polygon is turned round.
        (
            "[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]",
            "[(0.0, 4.0), (4.0, 4.0), (4.0, 0.0), (0.0, 0.0)]",
        ),
        // A unit that is wholly lost needs no leader.
        ("models: [(at: (5.0, -8.0), facing: 90.0, wounds_lost: 1)]", "models: [Lost]"),
    ] {
        assert_eq!(SMALL.matches(before).count(), 1, "{before}");
        assert_eq!(faults_of(&SMALL.replacen(before, after, 1)), [], "{after}");
    }
}

fn faults_of_card(text: &str) -> Vec<Fault> {
    let source = SourceText { name: "knights.ron".into(), text: text.into() };
    read_card(&source, &CardDefaults::UNPLAYED).map_or_else(|faults| faults.0, |_| Vec::new())
}

/// Rule: BAS-2, BAS-5, BAS-9, SHO-8, SHO-10.
#[test]
fn cards() {
    let knights = shipped_text("assets/cards/knights.ron").text;
    let rows = [
        ("points: 240", "points: ¦2001", "a whole number from 0 to 2000 points"),
        ("points: 240", "points: ¦-240", "points is -240"),
        ("models: 6", "models: ¦0", "a whole number from 1 to 40 models"),
        ("models: 6", "models: ¦6.5", "a whole number"),
        ("wounds: 2", "wounds: ¦0", "from 1 to 20 wounds"),
        ("role: Squad", "role: ¦Squat", "expected: Squad (one of"),
        ("figure: Armoured", "figure: ¦armored", "expected: Armoured"),
        ("diameter: 1.25", "diameter: ¦0.4", "from 0.5 to 8 inches"),
        ("eyes: 1.3", "eyes: ¦1.6", "above the model's height of 1.5"),
        ("Mv: 6", "Mv: ¦37", "a whole number from 0 to 36 inches"),
        ("Aw: 18", "Aw: ¦-1", "Aw is -1"),
        ("Ev: 5", "Ev: ¦11", "a whole number from 0 to 10"),
        ("Ld: 3", "Ld: ¦NaN", "a whole number from 0 to 10"),
        ("Ld: 3, ", "¦LD: 3, Ld: 3, ", "expected: Ld (one of"),
        ("Nv: 3,", "Nv: 3, ¦Nv: 3,", "is given twice"),
        ("range: 15.0", "range: ¦0", "from 1 to 120 inches"),
        ("range: 15.0, rate: 2", "range: 15.0, rate: ¦0", "from 1 to 20 dice"),
        ("penetration: 5", "penetration: ¦11", "from 0 to 10"),
        ("(name: \"Carbine\", range: 15.0, ", "¦(name: \"Carbine\", ", "`range` is missing"),
        (
            "(name: \"Carbine\", range: 15.0, rate: 2, penetration: 5, strength: 5,",
            "¦(name: \"Carbine\", range: 15.0, rate: 2, penetration: 5,",
            "`strength` is missing",
        ),
        ("handling: OneHanded", "handling: ¦OneHand", "TwoHanded, OneHanded, Melee, Thrown"),
        ("handling: Melee, ", "handling: Thrown, range: ¦1.0, ", "has no range of its own"),
        ("handling: Melee, ", "handling: Melee, range: ¦1.0, ", "has no range of its own"),
        ("handling: OneHanded", "handling: OneHanded, bearers: Only([1, ¦7])", "from 1 to 6"),
        ("handling: OneHanded", "handling: OneHanded, bearers: Only([1, ¦1])", "is listed twice"),
        ("handling: OneHanded", "handling: OneHanded, bearers: ¦Only", "values in round brackets"),
        ("[Steadfast]", "[¦Stedfast]", "expected: Steadfast (one of"),
        (
            "[Steadfast]",
            "[Steadfast, ¦Inspiring]",
            "a squad cannot be Inspiring (LD-4); expected: no Inspiring here",
        ),
        ("[Steadfast]", "[Steadfast, ¦Steadfast]", "is listed twice"),
        ("[Steadfast]", "[Spread(¦0.0)]", "from 0.5 to 12 inches"),
        ("[Steadfast]", "[¦Spread]", "values in round brackets"),
    ];
    check(&rows, &knights, faults_of_card);
}
