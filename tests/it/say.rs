//! What the tools say in sentences: every `show`, the header and the result of games, and why computer players gave their commands.

use std::process::{Command as Process, Output};

use serde_json::Value;

use super::kill::PROGRAM;
use super::support::{root, scratch, with_checksums};

fn warstrike(args: &[&str]) -> Output {
    Process::new(PROGRAM).arg("--data").arg(root()).args(args).output().unwrap()
}

fn said(args: &[&str]) -> String {
    let output = warstrike(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Rule: BAS-1, MOV-1, VIS-2, VIS-6, SHO-3, FB-2 (in sentences). Each begins with what is the case; numbers and rules come after.
#[test]
fn every_show_answers_in_sentences() {
    for (asked, expected) in [
        (
            "distance street A1 B1.3",
            "A1.5 is 19.718\" from B1.3, edge to edge (BAS-1); B1.3 is in its forward arc (FAC-1).\n",
        ),
        (
            "path street A2.1 7,-6",
            "A2.1 can go to (7, -6) by Advance: 4.802\", over no difficult ground; 6\" are allowed, 3\" on difficult \
             ground.\nIt goes over the garden (slow, ARE-1).\n",
        ),
        (
            "path street A2.1 17,-6",
            "A2.1 cannot go to (17, -6) by Advance: A2.1 would move 13.53\"; it may move 6\" (ACT-2).\n",
        ),
        (
            "reach movement-gallery A47.1 --action open-fire",
            "A47.1 reaches by Open Fire, round difficult ground, up to 3\": 10.0 square inches on the ground and 10.0 square \
             inches 3\" up.\n",
        ),
        (
            "move street A1 -8,-8",
            "First rifles (A1) can advance 3.5\" toward the crossing in formation, by Advance.\n",
        ),
        (
            "sight street A2.1 B1.4",
            "A2.1 sees B1.4 Obscured, 86 % of it in view.\nObscured: 86 % in view past wreck (VIS-2).\nIt is 20.8\" away, \
             beyond Aw 12\"; Ev +2 (VIS-5).\nA shot needs 6+ (Ev 8 against BS 6; SHO-3).\n",
        ),
        (
            "sight street A1 B1",
            "First rifles (A1) at Gate guard (B1), 100 lines of sight: 3 Clear, 28 Concealed, 69 Hidden.\n",
        ),
        (
            "sight street A1 B1",
            "Each would fire: A1.1–A1.4, A1.6–A1.9 at nobody; A1.5, A1.10 at B1.1 (5+) (VIS-6).\n",
        ),
        (
            "exposure street --by B1 --cell 6",
            "To Gate guard (B1), a model like A1.1 would be, at the 34 places where it has room: 15 Clear, 1 Concealed, 18 \
             Hidden.\nAt 19 of them its state lets somebody fire at it (VIS-4).\n",
        ),
        ("exposure street --by B2 --at 0,-2", "models of Hill scouts (B2) see it, "),
        (
            "fallback street A3",
            "A3 (LaansGuard officer) falls back 6\" to safety: nobody lost, nobody can shoot at it or charge it there.\n    Its \
             leader A3.1 ends at (-5.66, -9.005), near the south ruin.\n    Safe position 6\" away, where 16 enemies see its \
             leader: 10 Hidden behind the south ruin and 6 Hidden behind the north ruin (FB-2).\n",
        ),
        (
            "odds street A1 B1",
            "First rifles fire at Gate guard: likely to suppress it, 80 %.\n    4 dice: 1.3 hits and 0.3 models lost",
        ),
        (
            "odds street A1 B1",
            "    A1.5, A1.10, Rifle, at B1.1: 4 dice, 5+ to hit (Ev 6 +1 beyond Aw; BS 6), 4+ saves, 4+ stands\n",
        ),
        ("combat street", "There is no close combat (CC-1).\n"),
        ("luck street", "Town garrison (B) has rolled no die yet that needed a face.\n"),
    ] {
        let args: Vec<&str> = ["show"].into_iter().chain(asked.split(' ')).chain(["--say"]).collect();
        let text = said(&args);
        assert!(text.contains(expected), "{asked}: {expected}\n{text}");
        assert!(!text.contains('{'), "{asked}: sentences are no JSON: {text}");
    }
}

/// Rule: CC-1, FB-1. The forecast of a combat, and of every retreat from it, by the words of the window.
#[test]
fn a_close_combat_is_foreseen_in_sentences() {
    let level = root().join("tests/games/fights/charge.ron");
    let text = said(&["show", "combat", level.to_str().unwrap(), "--samples", "20", "--say"]);
    for expected in [
        " (of 20 trial fights).\n",
        "    Next round, ",
        " hits and ",
        "    In the whole fight ",
        "        If forced out, it would ",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

/// A game begins with what it is, in JSON and in words; its result is one line, also of a game that is not over.
#[test]
fn a_game_says_which_it_is_and_how_it_ended() {
    let level = root().join("tests/games/sentries.ron").display().to_string();
    let both = ["run", &level, "--seed", "5", "--computer", "A=quick", "--computer", "B=swift"];
    let lines = json_lines(&said(&both));
    let header = &lines[0]["header"];
    assert_eq!((&header["level"], &header["ruleset"]), (&"Sentries".into(), &"combined".into()));
    assert_eq!((&header["players"]["A"], &header["players"]["B"]), (&"quick".into(), &"swift".into()));
    assert_eq!(header["seed"], "5");
    let spoken = said(&[&both[..], &["--say"]].concat());
    let first = spoken.lines().next().unwrap();
    let hash = header["ruleset_hash"].as_str().unwrap();
    assert_eq!(first, format!("Sentries · combined ({hash}) · A: quick, B: swift · seed 5"));

    let end = lines.iter().rev().find_map(|line| line["state"].as_str()).unwrap();
    let text = said(&[&both[..], &["--result"]].concat());
    let [ref line] = json_lines(&text)[..] else { panic!("one line: {text}") };
    let result = &line["result"];
    assert_eq!(
        (result["over"].as_bool(), &result["winner"], &result["seed"]),
        (Some(true), &Value::Null, &"5".into())
    );
    assert_eq!(
        (&result["reason"], &result["rounds"], result["state"].as_str()),
        (&"LastRound".into(), &2.into(), Some(end))
    );
    // One sentry shoots the other: nobody wins a drill (TURN-6).
    assert_eq!(result["points"], serde_json::json!({"A": 70, "B": 0}));
    assert_eq!(result["lost"], serde_json::json!({"A": 0, "B": 1}));
    let spoken = said(&[&both[..], &["--result", "--say"]].concat());
    assert_eq!(spoken.lines().count(), 1, "{spoken}");
    assert!(spoken.contains("2 rounds") && spoken.contains(&format!("end {end} · Sentries")), "{spoken}");

    let (_folder, path) = scratch();
    let none = path.join("none");
    std::fs::write(&none, "").unwrap();
    let text = said(&["run", &level, "--orders", none.to_str().unwrap(), "--result"]);
    let result = &json_lines(&text)[0]["result"];
    assert_eq!(
        (result["over"].as_bool(), &result["winner"]),
        (Some(false), &Value::Null),
        "not over is no draw"
    );
    assert_eq!(result["players"]["A"], "orders");
    let spoken = said(&["run", &level, "--orders", none.to_str().unwrap(), "--result", "--say"]);
    assert!(spoken.starts_with("The battle is not over: it stands in round 1."), "{spoken}");
    let refused = warstrike(&["run", "no-such-level", "--orders", none.to_str().unwrap(), "--result"]);
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0), "what is no game has no result");
}

/// Why the computer gave each command is in the save, and `replay` tells it; a save without it is read as ever.
#[test]
fn a_save_keeps_why_the_computer_acted() {
    let level = root().join("tests/games/patrol.ron").display().to_string();
    let (_folder, path) = scratch();
    let save = path.join("game.jsonl").display().to_string();
    let spoken = said(&[
        "run",
        &level,
        "--seed",
        "5",
        "--computer",
        "A=quick",
        "--computer",
        "B=swift",
        "--save",
        &save,
        "--say",
    ]);
    let reasons = |text: &str| {
        let said = text.lines().filter(|line| line.starts_with("  (") && line.ends_with(')'));
        said.map(str::to_owned).collect::<Vec<String>>()
    };
    let given = reasons(&spoken);
    assert!(given.iter().any(|why| why.starts_with("  (A") && why.contains(": ")), "{spoken}");
    let replayed = said(&["replay", &save, "--say"]);
    assert_eq!(reasons(&replayed), given);
    assert!(replayed.lines().next().unwrap().contains("A: quick, B: swift · seed 5"), "{replayed}");
    let lines = json_lines(&said(&["replay", &save]));
    assert_eq!(lines[0]["header"]["players"]["B"], "swift");
    assert!(lines.iter().any(|line| line.pointer("/computer/by").is_some_and(|by| by == "quick")));
    let told = &json_lines(&said(&["replay", &save, "--result"]))[0]["result"];
    assert_eq!((told["players"]["A"].as_str(), told["over"].as_bool()), (Some("quick"), Some(true)));

    // As saves were before: without it every state is the same.
    let text = std::fs::read_to_string(&save).unwrap();
    let older: String = text.lines().map(|line| format!("{}\n", without_rationale(line))).collect();
    assert!(text.contains("\"rationale\"") && !older.contains("\"rationale\""));
    let old = path.join("old.jsonl").display().to_string();
    std::fs::write(&old, with_checksums(&older)).unwrap();
    let checked = |save: &str| json_lines(&said(&["replay", save, "--check"])).remove(0);
    assert_eq!(checked(&old), checked(&save));
    assert_eq!(reasons(&said(&["replay", &old, "--say"])), Vec::<String>::new());
}

/// A line of a save without the reason of its entry.
fn without_rationale(line: &str) -> String {
    let Some(from) = line.find(",\"rationale\":{") else { return line.to_owned() };
    let to = from + line[from..].find("},\"hash\"").unwrap() + 1;
    format!("{}{}", &line[..from], &line[to..])
}

/// A list that is missing is named, and how an empty one is written.
#[test]
fn a_missing_list_says_how_to_write_none() {
    let (_folder, path) = scratch();
    for (order, list) in [
        (r#"{"AdvanceUnit":{"unit":"A1"}}"#, "moves"),
        (r#"{"OpenFire":{"unit":"A1","fire":[]}}"#, "moves"),
        (r#"{"AtTheDouble":{"unit":"A1"}}"#, "moves"),
        (r#"{"GetDown":{"unit":"A1"}}"#, "turns"),
    ] {
        let orders = path.join("orders");
        std::fs::write(&orders, format!("{{\"player\":\"A\",\"order\":{order}}}\n")).unwrap();
        let refused = warstrike(&["run", "street", "--orders", orders.to_str().unwrap()]);
        let why = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2));
        let expected = format!("missing field `{list}`: write `\"{list}\":[]` where there are none");
        assert!(why.contains(&expected), "{order}: {why}");
    }
}

/// Rule: MIS-7, SUP-3. Of a level without a fault `check` says how large the forces are, what was found beside it and in place of what,
/// and which units a changed number never reaches.
#[test]
fn check_says_what_it_knows_of_a_level() {
    let (_folder, path) = scratch();
    let write = |name: &str, text: &str| {
        let to = path.join(name);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::write(&to, text).unwrap();
        to.display().to_string()
    };
    let unit = |id: &str, card: &str, count: usize, y: f64| {
        let models: Vec<String> =
            (0..count).map(|index| format!("(at: ({}.0, {y:.1}), facing: 90.0)", 2 * index)).collect();
        format!("(id: \"{id}\", card: \"{card}\", models: [{}])", models.join(", "))
    };
    let level = format!(
        "Level(name: \"Village\", table: (width: 48.0, depth: 48.0), mission: Drill(rounds: 2, points: 500), ruleset: \"combined\", \
         terrain: [], forces: (A: (name: \"The parish\", units: [{}, {}]), B: (name: \"The order\", points: 400, units: [{}])))",
        unit("A1", "laansguard-rifles", 10, -10.0),
        unit("A2", "officer", 1, -14.0),
        unit("B1", "knights", 6, 10.0),
    );
    let knights = std::fs::read_to_string(root().join("assets/cards/knights.ron")).unwrap();
    write("cards/knights.ron", &knights.replace("points: 240", "points: 24"));
    let overlay = |name: &str, set: &str| {
        format!("Ruleset(name: \"{name}\", about: \"A trial.\", on: \"combined\", set: ({set}))")
    };
    write("rulesets/shaken-at-8.ron", &overlay("shaken-at-8", "leadership: (shaken_at: 8)"));
    write("rulesets/leap.ron", &overlay("leap", "movement: (leaper_high_obstacle: 7.0, enemy_gap: 3.0)"));
    let level = write("village.ron", &level);
    let rifles = std::fs::read_to_string(root().join("assets/cards/laansguard-rifles.ron")).unwrap();
    let points = |text: &str| -> u32 {
        let from = text.find("points: ").unwrap() + 8;
        text[from..].split(',').next().unwrap().parse().unwrap()
    };
    let officer = std::fs::read_to_string(root().join("assets/cards/officer.ron")).unwrap();
    let sum = points(&rifles) + points(&officer);
    let text = said(&["check", &level]);
    for expected in [
        format!("  The parish (A): {sum} of 500 points, 2 units, 11 models\n"),
        "  The order (B): 24 of 400 points, 1 unit, 6 models\n".to_owned(),
        "  ruleset: combined\n".to_owned(),
        "cards/knights.ron, 24 points, in place of the shipped one of 240 points\n".to_owned(),
        "  ruleset beside it: shaken-at-8, 1 point other than combined\n    leadership.shaken_at (SUP-3, NRV-1), 6 hits → 8 hits: does \
         not reach "
            .to_owned(),
        "(B1) (Steadfast)\n".to_owned(),
        "  ruleset beside it: leap, 2 points other than combined\n    movement.leaper_high_obstacle (SPR-1), 6 inches → 7 inches: \
         reaches no unit of this level: "
            .to_owned(),
    ] {
        assert!(text.contains(&expected), "{expected}\n{text}");
    }
    assert!(!text.contains("enemy_gap"), "nothing is said where nothing is known: {text}");
}
