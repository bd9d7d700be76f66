//! Notes of a playtest: of many saves by paragraph, in the report, and in a page that is packed.

use std::path::{Path, PathBuf};
use std::process::{Command as Process, Output};

use serde_json::Value;

use warstrike::game::engine::record::history::EntryId;
use warstrike::notes::{
    Answers, Decided, GameLine, How, Line, LineId, Measured, Note, Notebook, Read, Refused, notes_file,
    notes_folder,
};
use warstrike::rules::ids::Side;

use super::kill::PROGRAM;
use super::support::{root, scratch};

/// A picture of one point.
const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, b'I', b'H', b'D', b'R', 0, 0, 0, 1, 0, 0,
    0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xde, 0, 0, 0, 0x0c, b'I', b'D', b'A', b'T', 0x08, 0xd7, 0x63,
    0xf8, 0xcf, 0xc0, 0, 0, 3, 1, 1, 0, 0x18, 0xdd, 0x8d, 0xb0, 0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xae,
    0x42, 0x60, 0x82,
];

fn warstrike(args: &[&str]) -> Output {
    Process::new(PROGRAM).arg("--data").arg(root()).args(args).output().unwrap()
}

fn said(args: &[&str]) -> String {
    let output = warstrike(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn of_json(args: &[&str]) -> Value {
    serde_json::from_str(&said(&[args, &["--json"]].concat())).unwrap()
}

/// A copy of a save under a name.
fn save(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name).with_extension("jsonl");
    std::fs::copy(root().join("tests/saves/format-4-street.jsonl"), &path).unwrap();
    path
}

fn id(name: &str) -> LineId {
    LineId(name.to_owned())
}

fn note(name: &str, rule: Option<&str>, text: &str, picture: Option<&str>) -> Line {
    Line::Note(Note {
        id: id(name),
        entry: EntryId(3),
        when: "Round 1 · Action phase of Town garrison (B)".into(),
        rule: rule.map(str::to_owned),
        text: text.into(),
        picture: picture.map(str::to_owned),
        program: "0.1".into(),
    })
}

fn refused(name: &str, rule: &str, entry: usize) -> Line {
    let words = format!("A1 may not: {entry}");
    Line::Refused(Refused {
        id: id(name),
        entry: EntryId(entry),
        rule: rule.into(),
        words,
        how: How::Ordered,
    })
}

fn write(save: &Path, lines: &[Line]) {
    let game = GameLine { level: "The street".into(), ruleset: "combined".into(), ..GameLine::default() };
    let mut notebook = Notebook::open(save, &game).unwrap();
    lines.iter().for_each(|line| notebook.add(line).unwrap());
}

/// Two evenings: FB-2 is refused at three moments and noted once, MOV-5 refused twice, both at one moment.
fn evenings(folder: &Path) -> [PathBuf; 2] {
    let [first, second] = ["first", "second"].map(|name| save(folder, name));
    write(
        &first,
        &[
            refused("a-1", "FB-2", 2),
            refused("a-2", "FB-2", 4),
            note("a-3", Some("FB-2"), "It ran <towards> the enemy", Some("a-3.png")),
            refused("a-4", "MOV-5", 4),
            refused("a-5", "MOV-5", 4),
        ],
    );
    Notebook::write_picture(&first, "a-3.png", PNG).unwrap();
    let measured = Measured { ruler: 2, sight: 1, ..Measured::default() };
    let decided = |name: &str, seconds| {
        let (rule, task) = ("TURN-3".to_owned(), "choose a unit".to_owned());
        Line::Decided(Decided {
            id: id(name),
            entry: EntryId(5),
            side: Side::A,
            rule,
            task,
            seconds,
            measured,
        })
    };
    let texts = ["The fall back".to_owned(), String::new(), "Less dice".to_owned()];
    write(
        &second,
        &[
            refused("b-1", "FB-2", 7),
            note("b-2", None, "The log is too long", None),
            decided("b-3", 12.0),
            decided("b-4", 3.0),
            Line::Read(Read { id: id("b-5"), entry: EntryId(5), rule: "SHO-3".into() }),
            Line::Answers(Answers { id: id("b-6"), entry: EntryId(5), texts }),
        ],
    );
    [first, second]
}

/// The rule misunderstood most often heads the page, with its text; then come the others, the answers, times and measuring.
#[test]
fn notes_of_many_saves_are_listed_by_paragraph() {
    let (_folder, path) = scratch();
    let [first, second] = evenings(&path).map(|path| path.display().to_string());
    let text = said(&["notes", &first, &second]);
    assert!(text.starts_with("2 saves, 2 notes, 5 refusals, 2 decisions timed\n"), "{text}");
    let order = [
        "1. FB-2 ",
        "2. MOV-5 ",
        "3. SHO-3 ",
        "About no paragraph",
        "What felt broken?",
        "What would you change?",
        "Time for",
        "Measuring",
    ];
    let places: Vec<usize> =
        order.iter().map(|what| text.find(what).unwrap_or_else(|| panic!("{what}\n{text}"))).collect();
    assert!(places.is_sorted(), "{text}");
    for expected in [
        "3 refusals, 1 note\n",
        "2 refusals at 1 moment\n",
        "opened once",
        "“It ran <towards> the enemy” [a-3.png]",
        "first, after command 3: Round 1",
        "refused: A1 may not: 4 (2 times)",
        "second: The fall back",
        "2 decisions, half of them within 3.0, the longest 12.0 (second, command 5)",
        "ruler: 4 times, before 2 decisions of 2",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert!(!text.contains("What sent you") && !text.contains("Not read"), "{text}");
    let value = of_json(&["notes", &first, &second]);
    assert_eq!(
        (&value["rules"][0]["rule"], &value["rules"][0]["misunderstood"]),
        (&"FB-2".into(), &4.into())
    );
    assert!(value["rules"][0]["text"].as_str().unwrap().len() > 20);
    // A folder has the same, and a copy counts nothing twice.
    assert_eq!(of_json(&["notes", path.to_str().unwrap()])["rules"], value["rules"]);
    assert_eq!(of_json(&["notes", &first, &second, &first])["rules"], value["rules"]);
    // The folder of notes alone will do.
    let alone = notes_folder(Path::new(&first)).display().to_string();
    assert_eq!(of_json(&["notes", &alone])["rules"][0]["notes"][0]["text"], "It ran <towards> the enemy");
}

/// A page of the notes has the pictures in it, and every text escaped.
#[test]
fn notes_are_a_page_with_their_pictures() {
    let (_folder, path) = scratch();
    evenings(&path);
    let page = path.join("out.html");
    let folder = path.display().to_string();
    assert_eq!(said(&["notes", &folder, "--out", page.to_str().unwrap()]), "");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("FB-2"), "{page}");
    assert!(page.contains("It ran &lt;towards&gt; the enemy") && !page.contains("<towards>"));
    assert_eq!(page.matches("src=\"data:image/png;base64,").count(), 1);
}

/// The report of a battle has its notes, each with a link to its turn; what is packed can be read again as it was.
#[test]
fn a_report_has_the_notes_and_gives_them_back() {
    let (_folder, path) = scratch();
    let [first, second] = evenings(&path);
    for (save, name) in [(&first, "first"), (&second, "second")] {
        let to = path.join(name).with_extension("html").display().to_string();
        said(&["report", save.to_str().unwrap(), "--out", &to]);
        let page = std::fs::read_to_string(&to).unwrap();
        assert!(page.contains("<section id=\"notes\">") && page.contains("href=\"#notes\""), "{name}");
        let lists =
            |value: &Value| [value["rules"].clone(), value["answers"].clone(), value["times"].clone()];
        assert_eq!(
            lists(&of_json(&["notes", &to])),
            lists(&of_json(&["notes", save.to_str().unwrap()])),
            "{name}"
        );
    }
    let page = std::fs::read_to_string(path.join("first.html")).unwrap();
    let link = page.split("class=\"remark\"").nth(1).unwrap().split("href=\"#").nth(1).unwrap();
    let turn = link.split('"').next().unwrap();
    assert!(turn.starts_with("turn-") && page.contains(&format!("id=\"{turn}\"")), "{turn}");
    let text = said(&["report", first.to_str().unwrap(), "--out", "-", "--format", "md"]);
    assert!(
        text.contains("## Notes") && text.contains("- **FB-2**: It ran &lt;towards&gt; the enemy"),
        "{text}"
    );
    // Without notes there is no such part.
    let bare = save(&path, "bare").display().to_string();
    let page = said(&["report", &bare, "--out", "-", "--format", "html"]);
    assert!(!page.contains("id=\"notes\"") && !page.contains("#notes"));
    assert!(said(&["notes", &bare]).starts_with("1 save, 0 notes, 0 refusals"));
}

/// Damaged lines, a picture that is gone, and one that is no picture: the rest is kept, and a sentence says what was not read.
#[test]
fn what_cannot_be_read_is_said_and_the_rest_is_kept() {
    let (_folder, path) = scratch();
    let [first, _] = evenings(&path);
    let file = notes_file(&first);
    let text = std::fs::read_to_string(&file).unwrap();
    let third = text.lines().nth(2).unwrap();
    let damaged = text.replace(third, &third[..third.len() - 9]) + "{\"Sung\":{}}\n{\"Note\":{\"id\":\"a";
    std::fs::write(&file, damaged).unwrap();
    std::fs::remove_file(notes_folder(&first).join("a-3.png")).unwrap();
    let said = said(&["notes", first.to_str().unwrap()]);
    for expected in [
        "first: Lines 3 and 8 of the notes were not read: they are damaged.",
        "first: Line 7 of the notes was not read: it is of a kind that this program does not know.",
        "first: The picture a-3.png was not read: it is not there.",
        "“It ran <towards> the enemy”\n",
        "FB-2",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
    std::fs::write(notes_folder(&first).join("a-3.png"), "no picture").unwrap();
    let page = warstrike(&["report", first.to_str().unwrap(), "--out", "-", "--format", "html"]);
    let page = String::from_utf8(page.stdout).unwrap();
    assert!(page.contains("The picture a-3.png was not read: it is no picture.") && !page.contains("<img"));
}

/// What is no save and has no notes is refused with its name.
#[test]
fn what_has_no_notes_is_said() {
    let (_folder, path) = scratch();
    let page = path.join("page.html");
    std::fs::write(&page, "<!DOCTYPE html><p>Nothing</p>").unwrap();
    let missing = path.join("missing.jsonl");
    for (given, expected) in [(&page, "this page has no notes in it"), (&missing, "there is no such file")] {
        let output = warstrike(&["notes", given.to_str().unwrap()]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(expected) && error.contains(given.to_str().unwrap()), "{error}");
    }
    let [first, _] = evenings(&path);
    let nowhere = warstrike(&["notes", first.to_str().unwrap(), "--out", "/proc/notes.html"]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert_eq!(warstrike(&["notes"]).status.code(), Some(2), "no save is named");
}

/// Older programs read the save as before: it has not changed.
#[test]
fn a_save_is_as_it_was_beside_its_notes() {
    let (_folder, path) = scratch();
    let save = save(&path, "game");
    let before = std::fs::read(&save).unwrap();
    write(&save, &[note("a-1", None, "Why?", None)]);
    assert_eq!(std::fs::read(&save).unwrap(), before);
    assert!(warstrike(&["replay", save.to_str().unwrap(), "--check"]).status.code().is_some());
    assert_eq!(std::fs::read(&save).unwrap(), before);
}

/// A battle of another game that the program has recorded, in the folder of that game, with notes beside it.
fn of_another_game(folder: &Path, game: &str, level: &str, lines: &[Line]) {
    let folder = folder.join(game.to_lowercase().replace(' ', "-"));
    std::fs::create_dir(&folder).unwrap();
    let save = folder.join(level).with_extension("jsonl");
    said(&[
        "run",
        level,
        "--computer",
        "A=random",
        "--computer",
        "B=random",
        "--save",
        save.to_str().unwrap(),
    ]);
    let line = GameLine { game: game.into(), level: level.into(), ..GameLine::default() };
    let mut notebook = Notebook::open(&save, &line).unwrap();
    lines.iter().for_each(|line| notebook.add(line).unwrap());
}

/// Saves of all games are gathered together, also from the folders that the games have in the folder of saves, and each paragraph
/// has the text of its own rulebook.
#[test]
fn notes_of_every_game_are_gathered() {
    let (_folder, path) = scratch();
    evenings(&path);
    let read = Line::Read(Read { id: id("c-2"), entry: EntryId(1), rule: "WSR-FIR-2".into() });
    let remark = note("c-1", Some("WSR-LOS-4"), "Who sees over the hill?", None);
    of_another_game(&path, "White Star Rising", "bridge-farm", &[remark, read]);
    let remark = note("d-1", Some("LHY-TURN-2"), "Whose turn is it?", None);
    of_another_game(&path, "The Last Hundred Yards", "mill", &[remark, refused("d-2", "LHY-TURN-2", 1)]);
    let folder = path.to_str().unwrap();
    let text = said(&["notes", folder]);
    assert!(text.starts_with("4 saves, 4 notes, 6 refusals"), "{text}");
    for expected in [
        "  bridge-farm: bridge-farm, White Star Rising, ruleset",
        "  mill: mill, The Last Hundred Yards, ruleset",
        "1. FB-2 ",
        "2. LHY-TURN-2 Turn, movement, fire and recovery: 1 refusal, 1 note",
        "“Who sees over the hill?”",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert!(!text.contains("no paragraph of this program's rulebook"), "{text}");
    let value = of_json(&["notes", folder]);
    for rule in ["FB-2", "LHY-TURN-2", "WSR-LOS-4", "WSR-FIR-2"] {
        let known = said(&["rules", rule]).split_whitespace().collect::<Vec<_>>().join(" ");
        let all = value["rules"].as_array().unwrap();
        let of = all.iter().find(|of| of["rule"] == rule).unwrap_or_else(|| panic!("{rule}: {value}"));
        let first = of["text"].as_str().unwrap().split(' ').take(4).collect::<Vec<_>>().join(" ");
        assert!(known.contains(&first), "{rule}: {first}\n{known}");
    }
    // One save of another game alone, and the page of all.
    let mill = path.join("the-last-hundred-yards/mill.jsonl");
    assert!(said(&["notes", mill.to_str().unwrap()]).starts_with("1 save, 1 note, 1 refusal,"));
    let page = path.join("all.html");
    said(&["notes", folder, "--out", page.to_str().unwrap()]);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(
        page.contains("LHY-TURN-2 Turn, movement, fire and recovery")
            && page.contains("The Last Hundred Yards, ruleset"),
        "{page}"
    );
}
