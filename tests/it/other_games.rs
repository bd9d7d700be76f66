//! Games beside WarStrike in the program, as a user calls them: a whole game played, saved and checked; every tool read; what
//! is wrong said in a sentence; and only one file of the program that names them.

use std::path::Path;
use std::process::{Command as Process, Output};

use serde_json::Value;
use tabletop::record::history::EntryId;
use warstrike::notes::{GameLine, Line, LineId, Note, Notebook};

use super::kill::PROGRAM;
use super::layers::rust_files;
use super::support::{root, scratch};

fn at(folder: &Path, args: &[&str]) -> Output {
    let mut program = Process::new(PROGRAM);
    program.arg("--data").arg(root()).args(args).current_dir(folder);
    program.env("XDG_DATA_HOME", folder.join("home")).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a call prints that succeeds.
pub(super) fn good(folder: &Path, args: &[&str]) -> String {
    let output = at(folder, args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "", "{args:?}");
    text(&output.stdout)
}

/// What a call prints that plays games, and says on standard error how many.
pub(super) fn counted(folder: &Path, args: &[&str]) -> String {
    let output = at(folder, args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// What a call says that is refused, with its status.
pub(super) fn refused(folder: &Path, args: &[&str], status: i32) -> String {
    let output = at(folder, args);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {}", text(&output.stderr));
    text(&output.stderr).trim_end().to_owned()
}

pub(super) fn put(folder: &Path, file: &str, content: &str) -> String {
    std::fs::write(folder.join(file), content).unwrap();
    file.to_owned()
}

/// The shipped scenario, changed.
pub(super) fn varne(from: &str, to: &str) -> String {
    let level = std::fs::read_to_string(root().join("assets/white-star-rising/levels/varne.ron")).unwrap();
    assert!(level.contains(from), "{from}");
    level.replacen(from, to, 1)
}

const RANDOM: [&str; 4] = ["--computer", "A=random", "--computer", "B=random"];

/// Plays a whole game of the shipped scenario, and records it.
fn played(folder: &Path, save: &str, seed: &str) -> String {
    let args = [&["run", "varne"][..], &RANDOM, &["--seed", seed, "--save", save]].concat();
    good(folder, &args)
}

/// Computer against computer, from the first marker to the last, and the save leads where the game did.
#[test]
fn a_whole_game_is_played_saved_and_checked() {
    let (_kept, folder) = scratch();
    for seed in ["3", "4"] {
        let save = format!("game-{seed}.jsonl");
        let printed = played(&folder, &save, seed);
        let lines: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines[0]["header"]["players"], serde_json::json!({"A": "random", "B": "random"}));
        assert_eq!(lines[0]["header"]["seed"], seed);
        let last = lines.last().unwrap();
        assert_eq!(last["decides"], Value::Null, "the battle is over");
        let checked: Value = serde_json::from_str(&good(&folder, &["replay", &save, "--check"])).unwrap();
        assert_eq!(checked["state"], last["state"]);
        assert_eq!(checked["entries"], last["entry"].as_u64().unwrap() + 1);
        assert_eq!(checked.get("differs"), None);
        let replayed = good(&folder, &["replay", &save]);
        let facts = |text: &str| text.lines().filter(|line| line.contains("\"fact\"")).count();
        assert_eq!(facts(&replayed), facts(&printed));
        assert!(facts(&printed) > 100, "{}", facts(&printed));
        let result: Value = serde_json::from_str(&good(&folder, &["replay", &save, "--result"])).unwrap();
        assert_eq!(result["result"]["over"], true);
        assert!(["A", "B"].contains(&result["result"]["winner"].as_str().unwrap()));
        let said = good(&folder, &["replay", &save, "--say"]);
        assert!(said.starts_with("The crossroads of Varne · White Star Rising ("), "{said}");
        assert!(said.contains("\nTurn 1\n"), "{said}");
        let ending = said.trim_end().lines().last().unwrap();
        assert!(ending.contains(" wins: ") && ending.ends_with(" (WSR-SCN-4)."), "{ending}");
        assert!(good(&folder, &["check", &save]).contains("a save of "));
    }
}

/// A game that was broken off goes on from its save, by orders that the program itself has named as answers.
#[test]
fn a_save_is_played_on_by_orders() {
    let (_kept, folder) = scratch();
    played(&folder, "game.jsonl", "3");
    let advice: Value =
        serde_json::from_str(&good(&folder, &["advise", "game.jsonl", "--at", "0", "--style", "random"]))
            .unwrap();
    let orders = put(&folder, "mine.orders", &format!("{}\n\"undo\"\n", advice["command"]));
    let args = ["run", "varne", "--orders", &orders, "--save", "mine.jsonl", "--strict", "--end-state"];
    let printed = good(&folder, &args);
    assert!(printed.contains("\"end_state\""), "{printed}");
    let wrong = put(&folder, "wrong.orders", r#"{"player":"B","order":"Done"}"#);
    let said = at(&folder, &["run", "mine.jsonl", "--orders", &wrong, "--say"]);
    assert_eq!(said.status.code(), Some(1));
    assert!(text(&said.stdout).contains("Line 1: not allowed (WSR-TURN-2): side A chooses now."));
    let nonsense = put(&folder, "nonsense.orders", "{\"player\":\"A\",\"order\":\"Dance\"}\n");
    let why = refused(&folder, &["run", "varne", "--orders", &nonsense], 2);
    assert!(why.starts_with("nonsense.orders:1:"), "{why}");
    let why = refused(&folder, &["run", "varne", "--orders", "/dev/null", "--save", "mine.jsonl"], 2);
    assert_eq!(why, "mine.jsonl: already exists; --overwrite replaces it");
}

/// The report of a whole game: every sentence of the replay by turns, dice and verdict, in three forms.
#[test]
fn a_battle_is_reported() {
    let (_kept, folder) = scratch();
    let printed = played(&folder, "game <3>.jsonl", "3");
    let rolled = |line: &Value| line["roll"]["faces"].as_array().map_or(0, Vec::len);
    let dice: usize = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|line: &Value| !line["roll"]["needs"].is_null() && line["roll"]["needs"] != "Nothing")
        .map(|line| rolled(&line))
        .sum();
    good(&folder, &["report", "game <3>.jsonl", "--out", "game.json", "--player", "A=Anna & Bo"]);
    let report: Value = serde_json::from_slice(&std::fs::read(folder.join("game.json")).unwrap()).unwrap();
    let result: Value =
        serde_json::from_str(&good(&folder, &["replay", "game <3>.jsonl", "--result"])).unwrap();
    let wins = |side: usize| report["sides"][side]["wins"] == true;
    assert_eq!(wins(0), result["result"]["winner"] == "A");
    assert_eq!(wins(1), result["result"]["winner"] == "B");
    assert_eq!(
        (report["sides"][0]["player"].as_str(), report["sides"][1]["player"].as_str()),
        (Some("Anna & Bo"), Some("random"))
    );
    let of_sides = |key: &str| -> u64 {
        report["sides"].as_array().unwrap().iter().map(|side| side[key].as_u64().unwrap()).sum()
    };
    assert_eq!(of_sides("commands"), result["result"]["commands"].as_u64().unwrap());
    let reported: u64 =
        report["sides"].as_array().unwrap().iter().map(|side| side["dice"]["dice"].as_u64().unwrap()).sum();
    assert!(reported > 0 && reported <= dice as u64, "{reported} of {dice}");
    let said = good(&folder, &["replay", "game <3>.jsonl", "--say"]);
    let turns = report["turns"].as_array().unwrap();
    let mut told = turns.iter().flat_map(|turn| turn["lines"].as_array().unwrap());
    assert!(told.all(|line| said.contains(line["text"].as_str().unwrap())));
    assert!(turns.iter().any(|turn| turn["heading"] == "Turn 1"), "{turns:?}");
    good(&folder, &["report", "game <3>.jsonl"]);
    let page = std::fs::read_to_string(folder.join("game <3>.html")).unwrap();
    assert!(page.contains("From the save game &lt;3&gt;.jsonl"), "escaped");
    for part in [">Turn 1</h2>", "class=\"verdict\"", "id=\"dice\""] {
        assert!(page.contains(part), "{part}");
    }
    let lines: usize = turns.iter().map(|turn| turn["lines"].as_array().unwrap().len()).sum();
    assert_eq!(page.matches("<li ").count(), lines);
    let args =
        ["run", "bridge-farm", "--orders", "/dev/null", "--computer", "B=random", "--save", "begun.jsonl"];
    good(&folder, &args);
    let begun = good(&folder, &["report", "begun.jsonl", "--out", "-", "--format", "md"]);
    assert!(begun.contains("**The battle is not over.**") && begun.contains("played by a person"), "{begun}");
    let markdown = good(&folder, &["report", "game <3>.jsonl", "--out", "-", "--format", "md"]);
    assert!(
        markdown.starts_with("# The crossroads of Varne\n") && markdown.contains("\n## Turn 1\n"),
        "{markdown}"
    );
}

/// Each question of `show`, as data and in sentences.
#[test]
fn every_question_is_answered() {
    let (_kept, folder) = scratch();
    let printed = played(&folder, "game.jsonl", "3");
    let sight: Value =
        serde_json::from_str(&good(&folder, &["show", "sight", "varne", "0605", "0905"])).unwrap();
    assert_eq!(sight["seen"], false);
    assert_eq!(sight["blocker"], "0805");
    assert_eq!(sight["distance"], 3);
    let said = good(&folder, &["show", "sight", "varne", "0605", "B4", "--say"]);
    assert!(said.contains("0805"), "{said}");
    let cup: Value = serde_json::from_str(&good(&folder, &["show", "cup", "varne"])).unwrap();
    let markers = cup["markers"].as_array().unwrap();
    assert_eq!(markers.iter().map(|marker| marker["count"].as_u64().unwrap()).sum::<u64>(), 7);
    assert!(good(&folder, &["show", "cup", "varne", "--say"]).contains("7 markers are in the cup"));
    let reach: Value = serde_json::from_str(&good(&folder, &["show", "reach", "varne", "B1"])).unwrap();
    assert!(reach["hexes"].as_array().unwrap().len() > 10);
    // Before a shot of the game its odds can be asked for.
    let lines = printed.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let shot = lines.into_iter().find(|line| line["fact"].get("Fired").is_some()).unwrap();
    let before = (shot["entry"].as_u64().unwrap() - 1).to_string();
    let [unit, target] = ["unit", "target"].map(|name| shot["fact"]["Fired"][name].as_str().unwrap());
    let ask = ["show", "odds", "game.jsonl", unit, target, "--at", &before];
    let odds: Value = serde_json::from_str(&good(&folder, &ask)).unwrap();
    let of_unit = &odds["units"][0];
    assert_eq!(of_unit["unit"], target);
    let chances =
        ["unharmed", "disrupted", "reduced", "eliminated"].map(|end| of_unit[end].as_f64().unwrap());
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{odds}");
    let said = good(&folder, &[&ask[..], &["--say", "--side", &unit[..1]]].concat());
    assert!(said.contains(&format!("  {target}: unharmed ")) && said.contains("WSR-FIR-"), "{said}");
    // Fire that is not allowed is refused as the order would be.
    let why = refused(&folder, &["show", "odds", "varne", "B6", "A5"], 1);
    assert!(why.contains("[WSR-"), "{why}");
    // What may be answered, as orders that `run` takes.
    let answers: Value = serde_json::from_str(&good(&folder, &["show", "answers", "varne"])).unwrap();
    let order = &answers["answers"][0]["order"];
    let orders = put(&folder, "one.orders", &format!("{{\"player\":\"A\",\"order\":{order}}}"));
    good(&folder, &["run", "varne", "--orders", &orders, "--strict"]);
    let why = refused(&folder, &["show", "answers", "varne", "--side", "B"], 2);
    assert!(why.starts_with("side B has nothing to decide now"), "{why}");
}

/// The rulebook: a list, a paragraph with who cites it, the rulings with their switches, a word, two rulesets.
#[test]
fn the_rulebook_is_read() {
    let (_kept, folder) = scratch();
    for name in ["white-star-rising", "WSR", "wsr"] {
        let list = good(&folder, &["rules", name]);
        assert!(list.contains("152 paragraphs: ") && list.contains("WSR-LOS-4"), "{list}");
    }
    let paragraph = good(&folder, &["rules", "wsr-los-4"]);
    assert!(paragraph.starts_with("WSR-LOS-4  (Sight; built)"), "{paragraph}");
    assert!(paragraph.contains("crates/hexes/src/sight.rs"), "{paragraph}");
    assert!(paragraph.contains("H: house rule"), "{paragraph}");
    let rulings = good(&folder, &["rules", "WSR", "--rulings"]);
    assert!(rulings.contains("Switch: switches.assault_tie is Attacker, not Defender."), "{rulings}");
    assert!(rulings.contains("Switch: switches.add_7 is Off, not On."), "by the book: {rulings}");
    let word = good(&folder, &["rules", "WSR", "minefield"]);
    assert!(word.contains("WSR-MIN-4"), "{word}");
    let other = std::fs::read_to_string(root().join("assets/white-star-rising/rulesets/book.ron")).unwrap();
    assert!(other.contains("assault_tie: Attacker"));
    let other = other.replace("assault_tie: Attacker", "assault_tie: Defender");
    put(&folder, "other.ron", &other.replacen("name: \"White Star Rising\"", "name: \"Other ties\"", 1));
    let diff = good(&folder, &["rules", "--diff", "book", "other.ron"]);
    assert!(diff.contains("differ in one point:\n  switches.assault_tie (WSR-ASL-11)"), "{diff}");
    let result =
        good(&folder, &[&["run", "varne", "--ruleset", "other.ron", "--result"][..], &RANDOM].concat());
    assert!(result.contains("\"ruleset\":\"Other ties\""), "{result}");
    let why = refused(&folder, &["rules", "WSR-LOS-9"], 2);
    assert!(why.contains("WSR-LOS-1, WSR-LOS-2"), "{why}");
}

/// What is wrong is said in a sentence, where it is.
#[test]
fn bad_input_is_answered_in_a_sentence() {
    let (_kept, folder) = scratch();
    played(&folder, "game.jsonl", "3");
    let game = "game: \"white-star-rising\",";
    let two = put(&folder, "two.ron", &varne(game, &format!("{game} game: \"warstrike\",")));
    let none = put(&folder, "none.ron", &varne(game, ""));
    let full = put(
        &folder,
        "full.ron",
        &varne("(\"B5\", \"0606\")", "(\"B5\", \"0606\"), (\"B7\", \"0606\"), (\"B8\", \"0606\")"),
    );
    let off = put(&folder, "off.ron", &varne("(\"B5\", \"0606\")", "(\"B5\", \"0699\")"));
    let names_two =
        "this level names two games, \"white-star-rising\" and \"warstrike\"; expected: one field `game`";
    let names_none = "this level has a field `map`, and names no game; expected: game: \"white-star-rising\", for White Star Rising";
    for (args, says) in [
        (&["check", &two][..], names_two),
        (&["run", &two, "--orders", "/dev/null"], names_two),
        (&["check", &none], names_none),
        (&["show", "cup", &none], names_none),
        (&["check", &full], "one too many in hex 0606; expected: 2 units in a hex"),
        (&["check", &off], "0699"),
        (&["show", "sight", "varne", "0405", "9999"], "9999"),
        (&["show", "sight", "varne", "0405", "0420"], "hex 0420 is not on the map"),
        (&["show", "sight", "varne", "0405"], "show sight LEVEL FROM TO"),
        (&["show", "odds", "varne", "B33", "A1"], "Kranich has no unit B33; it has B1, B2"),
        (
            &["show", "odds", "game.jsonl", "B5", "A5", "--side", "A"],
            "B5 is side B's, and this is the view of side A",
        ),
        (&["show", "cup", "varne", "--side", "C"], "the sides are A and B"),
        (&["advise", "varne", "--side", "B"], "side B has nothing to decide now"),
        (&["show", "fallback", "game.jsonl"], "White Star Rising has no `show fallback`; it answers"),
        (
            &["show", "cup", "street"],
            "`show cup` asks about White Star Rising: street is no level or save of it",
        ),
        (&["show", "cup"], "`show cup` asks about White Star Rising: name a level or a save of it"),
        (&["analyse", "game.jsonl"], "`analyse` does not know White Star Rising yet"),
        (&["report", "varne"], "varne: a report is of a recorded battle, and this is no save"),
        (
            &["report", "game.jsonl", "--out", "game.jsonl"],
            "game.jsonl: this is the save: give the report another name",
        ),
        (
            &["report", "game.jsonl", "--out", "nowhere/page.html"],
            "nowhere/page.html: there is no folder nowhere",
        ),
        (
            &["run", "game.jsonl", "--ruleset", "combined", "--orders", "/dev/null"],
            "--ruleset and --seed are for levels",
        ),
        (
            &["run", "varne", "--computer", "A=rash", "--orders", "/dev/null"],
            "White Star Rising has no style \"rash\"; it has random, sensible",
        ),
        (
            &["run", "varne", "--ruleset", "nonsense", "--orders", "/dev/null"],
            "there is no ruleset \"nonsense\"",
        ),
        (
            &["run", "varne", "--at", "3", "--orders", "/dev/null"],
            "--at is an entry of a save, and this is none",
        ),
        (&["replay", "game.jsonl", "--check", "--say"], "cannot be used with"),
    ] {
        let why = refused(&folder, args, 2);
        assert!(why.contains(says), "{args:?}\n{why}");
        assert!(!why.contains("panicked"), "{why}");
    }
}

/// A level of one's own is found by its name, and takes the place of a shipped one of its game.
#[test]
fn levels_of_ones_own_are_found_by_their_names() {
    let (_kept, folder) = scratch();
    std::fs::create_dir(folder.join("levels")).unwrap();
    for name in ["mine", "varne"] {
        let level = varne("\"The crossroads of Varne\"", "\"Another crossroads\"");
        put(&folder, &format!("levels/{name}.ron"), &level);
        assert!(good(&folder, &["check", name]).contains("\"Another crossroads\": 108 hexes, 9 and 8 units"));
        assert!(good(&folder, &["show", "cup", name, "--say"]).contains("7 markers"));
    }
    let unknown =
        put(&folder, "unknown.ron", &varne("forces: \"two-formations\"", "forces: \"three-formations\""));
    let why = refused(&folder, &["check", &unknown], 2);
    assert!(why.starts_with("unknown.ron:5:13: there is no forces file \"three-formations\""), "{why}");
    let why = refused(&folder, &["run", "nowhere.ron", "--orders", "/dev/null"], 2);
    assert!(why.starts_with("nowhere.ron:1:1: "), "{why}");
}

/// What is asked of WarStrike is answered as ever, also by names that another game has.
#[test]
fn names_of_warstrike_stay_its_own() {
    let (_kept, folder) = scratch();
    assert_eq!(good(&folder, &["check", "random"]), "random: a style of a computer player, \"Random\"\n");
    assert!(good(&folder, &["new", "ruleset", "additions"]).contains("additions.ron: a ruleset"));
    assert!(good(&folder, &["rules", "MOV-5"]).starts_with("MOV-5  "));
    assert!(good(&folder, &["rules", "suppressed"]).starts_with("suppressed\n"));
    let names = |folder: &str| -> Vec<String> {
        let files = std::fs::read_dir(root().join(folder)).unwrap();
        files.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    for (own, other) in [("levels", "levels"), ("assets/rulesets", "rulesets")] {
        let own = names(own);
        let both: Vec<_> = names(&format!("assets/white-star-rising/{other}"))
            .into_iter()
            .filter(|name| own.contains(name))
            .collect();
        assert!(both.is_empty(), "{both:?} are names in two games");
    }
}

/// Each shipped file is in order, each level can be played to its end, and every style plays.
#[test]
fn what_is_shipped_is_in_order_and_playable() {
    let (_kept, folder) = scratch();
    let data = root().join("assets/white-star-rising");
    let names = |kind: &str| -> Vec<String> {
        let files = std::fs::read_dir(data.join(kind)).unwrap();
        let stem = |path: std::path::PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut names: Vec<String> = files.map(|entry| stem(entry.unwrap().path())).collect();
        names.sort();
        names
    };
    for kind in ["levels", "forces", "rulesets", "styles"] {
        for name in names(kind) {
            let path = data.join(kind).join(format!("{name}.ron")).display().to_string();
            assert!(good(&folder, &["check", &path]).contains(" of White Star Rising, "), "{path}");
        }
    }
    for level in names("levels") {
        for ruleset in names("rulesets") {
            let args = [&["run", &level, "--ruleset", &ruleset, "--result"][..], &RANDOM].concat();
            let result: Value = serde_json::from_str(&good(&folder, &args)).unwrap();
            assert_eq!(result["result"]["over"], true, "{level} by {ruleset}");
        }
    }
    let mine = std::fs::read_to_string(data.join("styles/sensible.ron")).unwrap();
    let mine = put(&folder, "mine.ron", &mine.replacen("\"Sensible\"", "\"Mine\"", 1));
    for style in names("styles").into_iter().chain([mine]) {
        let said = good(&folder, &["advise", "bridge-farm", "--style", &style, "--say"]);
        assert!(said.starts_with("A: ") || said.starts_with("B: "), "{style}: {said}");
    }
}

/// Notes that lie beside a save are in its report, in the order of the battle, in every form.
#[test]
fn a_report_has_the_notes_of_its_save() {
    let (_kept, folder) = scratch();
    played(&folder, "game.jsonl", "3");
    let mut book = Notebook::open(&folder.join("game.jsonl"), &GameLine::default()).unwrap();
    for (id, entry, text, rule) in
        [("a-1", 9, "Why <here>?", None), ("a-2", 4, "Looked up", Some("WSR-FIR-2"))]
    {
        let note = Note {
            id: LineId(id.to_owned()),
            entry: EntryId(entry),
            when: "Turn 1 of 6".to_owned(),
            rule: rule.map(str::to_owned),
            text: text.to_owned(),
            picture: None,
            program: String::new(),
        };
        book.add(&Line::Note(note)).unwrap();
    }
    let markdown = good(&folder, &["report", "game.jsonl", "--out", "-", "--format", "md"]);
    let [first, second] = ["- Looked up (Turn 1 of 6, after entry 4, about WSR-FIR-2)", "after entry 9)"]
        .map(|line| markdown.find(line).unwrap_or_else(|| panic!("{line} is missing: {markdown}")));
    assert!(first < second);
    good(&folder, &["report", "game.jsonl", "--out", "game.html"]);
    let page = std::fs::read_to_string(folder.join("game.html")).unwrap();
    assert!(page.contains("id=\"notes\"") && page.contains("Why &lt;here&gt;?"), "escaped");
    let json: Value =
        serde_json::from_str(&good(&folder, &["report", "game.jsonl", "--out", "-", "--format", "json"]))
            .unwrap();
    assert_eq!(json["notes"][0]["text"], "Looked up");
}

/// A name that no game has is answered with the levels of all of them, and the nearest first.
#[test]
fn a_level_that_is_not_there_is_answered_with_those_of_every_game() {
    let (_kept, folder) = scratch();
    for args in [&["check", "varnee"][..], &["play", "varnee"]] {
        let why = refused(&folder, args, 2);
        for part in ["there is no level \"varnee\"", "expected: varne, ", "watermill", "bridge-farm"] {
            assert!(why.contains(part), "{args:?}: {part}: {why}");
        }
    }
}

/// A save that is cut off is played to where it is whole, and mended.
#[test]
fn a_damaged_save_is_recovered() {
    let (_kept, folder) = scratch();
    played(&folder, "game.jsonl", "3");
    let bytes = std::fs::read(folder.join("game.jsonl")).unwrap();
    std::fs::write(folder.join("cut.jsonl"), &bytes[..bytes.len() - bytes.len() / 3]).unwrap();
    let why = refused(&folder, &["replay", "cut.jsonl", "--say", "--recover", "mended.jsonl"], 2);
    assert!(why.contains("the file is cut off within this line"), "{why}");
    good(&folder, &["replay", "mended.jsonl", "--check"]);
}

/// The list of games is the only file of the program that names one of them.
#[test]
fn only_the_list_of_games_names_them() {
    let list = root().join("src/cli/games.rs");
    let games: [&[&str]; 2] = [
        &["white_star_rising", "white-star-rising", "White Star Rising", "Wsr", "WSR"],
        &["last_hundred_yards", "last-hundred-yards", "Last Hundred Yards", "Lhy", "LHY"],
    ];
    let names = games.concat();
    let mut wrong = Vec::new();
    let files =
        ["src", "crates/shell", "crates/tabletop", "crates/tabletop-data", "crates/lab", "crates/bench"];
    let files: Vec<_> = files.iter().flat_map(|folder| rust_files(&root().join(folder))).collect();
    assert!(files.len() > 300, "only {} files were found", files.len());
    for file in files.iter().filter(|file| **file != list) {
        let text = std::fs::read_to_string(file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        wrong.extend(names.iter().filter(|name| code.contains(**name)).map(|name| (file.clone(), *name)));
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    let lines = std::fs::read_to_string(&list).unwrap();
    for names in games {
        let of_game = lines.lines().filter(|line| names.iter().any(|name| line.contains(name))).count();
        assert_eq!(of_game, 1, "one line for each game: {names:?}");
    }
}
