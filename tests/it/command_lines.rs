//! What README and docs tell people to type, and the files they name: every command line is run as it stands there, in a folder of
//! its own, or at least read where it opens a window or takes long; every file is there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Output, Stdio};
use std::sync::Mutex;

use super::kill::PROGRAM;
use super::support::{game, root, scratch, stay};

/// Stand for what the reader has: a word of a command line, and what it is here.
const MEANT: [(&str, &str); 22] = [
    ("new level NAME", "new level village"),
    ("new card NAME", "new card foresters"),
    ("new ruleset NAME", "new ruleset brave"),
    ("new style NAME", "new style bold"),
    ("--orders FILE", "--orders mine.orders"),
    ("--recover FILE", "--recover recovered.jsonl"),
    ("--save FILE", "--save new.jsonl"),
    ("--out FILE", "--out moment.ron"),
    ("check FILE…", "check levels/street.ron"),
    ("--at ENTRY", "--at 1"),
    ("--diff A B", "--diff combined v0.52"),
    ("SAVE…", "game.jsonl"),
    ("SAVE", "game.jsonl"),
    ("FILE", "game.jsonl"),
    ("FIRER TARGET", "A1 B1"),
    ("LEVEL", "street"),
    ("NAME", "street"),
    ("WORD", "suppressed"),
    ("[MOV-5]", "MOV-5"),
    ("my/level.ron", "levels/street.ron"),
    ("inbox/*.html", "saves"),
    ("A1,B1", "A1 B1"),
];

/// Commands that open a window or draw: a test of their own shows them at work.
const DRAWS: [&str; 4] = ["play", "picture", "demo", "film"];

/// What takes long, waits for a person, or draws.
const LONG: [&str; 6] = ["--computer", "analyse", "--style strong", "--dice hand", "--record", "--pictures"];

/// A command line, and where it stands.
struct Line {
    document: String,
    number: usize,
    /// The block of commands that are typed one after the other.
    block: usize,
    text: String,
}

fn documents() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The command lines of a document: those of its shell blocks, and those within a sentence.
fn lines_of(document: &Path) -> Vec<Line> {
    let text = std::fs::read_to_string(document).unwrap();
    let name = document.strip_prefix(root()).unwrap().display().to_string();
    let (mut lines, mut prose, mut fence, mut block) = (Vec::new(), String::new(), None, 0);
    for (number, line) in (1..).zip(text.lines()) {
        let command = line.trim();
        if let Some(kind) = line.strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(kind.to_owned()) };
            block += 1;
            prose.push('\n');
            continue;
        }
        let is_block = fence.as_deref() == Some("sh") || (fence.is_none() && line.starts_with("    "));
        if is_block && command.starts_with("warstrike ") {
            lines.push(Line { document: name.clone(), number, block, text: command.to_owned() });
        }
        prose.push_str(if fence.is_some() { "" } else { line });
        prose.push('\n');
    }
    for (index, quoted) in prose.split('`').enumerate().filter(|(index, _)| index % 2 == 1) {
        let number = 1 + prose.split('`').take(index).map(|part| part.matches('\n').count()).sum::<usize>();
        let text = quoted.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.starts_with("warstrike ") {
            block += 1;
            lines.push(Line { document: name.clone(), number, block, text });
        }
    }
    lines
}

impl Line {
    /// As it can be typed; `None` for one that stands for several.
    fn typed(&self) -> Option<String> {
        let mut text = self.text.split(" #").next().unwrap_or_default().trim().to_owned();
        for (word, meant) in MEANT {
            text = text.replace(word, meant);
        }
        let stands_for_several = text.contains('…') || text.contains("distance|");
        (!stands_for_several).then_some(text)
    }

    fn tool(&self) -> &str {
        self.text.split_whitespace().nth(1).unwrap_or_default()
    }

    /// Whether it draws; without a tool the program opens its start screen.
    fn draws(&self) -> bool {
        DRAWS.contains(&self.tool()) || self.typed().is_some_and(|text| text == "warstrike")
    }

    fn is_long(&self) -> bool {
        let is_slow = self.tool() == "lab" || cfg!(debug_assertions) && self.tool() == "duel";
        is_slow || LONG.iter().any(|word| self.text.contains(word))
    }

    /// Whether only the tool is named.
    fn is_mention(&self) -> bool {
        let is_word = |word: &str| word.chars().all(|c| c.is_ascii_lowercase());
        self.text.split_whitespace().all(is_word) && self.text.split_whitespace().count() <= 3
    }
}

/// A folder with what command lines name, and the program on its path.
fn desk(folder: &Path) {
    for shelf in ["levels", "assets", "docs", "experiments"] {
        std::os::unix::fs::symlink(root().join(shelf), folder.join(shelf)).unwrap();
    }
    std::fs::create_dir(folder.join("bin")).unwrap();
    std::os::unix::fs::symlink(PROGRAM, folder.join("bin/warstrike")).unwrap();
    std::fs::create_dir(folder.join("saves")).unwrap();
    let bytes = played();
    for save in ["game", "evening", "chapel", "saves/first"] {
        std::fs::write(folder.join(format!("{save}.jsonl")), &bytes).unwrap();
    }
    for level in ["varne", "mill"] {
        std::fs::write(folder.join(format!("{level}.jsonl")), played_of_other_game(level)).unwrap();
    }
    for orders in ["mine", "evening"] {
        std::fs::write(folder.join(format!("{orders}.orders")), "// Nothing yet.\n").unwrap();
    }
    std::fs::copy(root().join("assets/styles/quick.ron"), folder.join("mine.ron")).unwrap();
}

/// The bytes of a save in which something has been played.
fn played() -> Vec<u8> {
    let mut game = game("street", 3);
    let player = game.battle().decision().unwrap().player;
    let last = game.setup().units().filter(|unit| unit.id.side == player).last().unwrap().id;
    game.submit(stay(last)).unwrap();
    game.save_bytes().unwrap()
}

/// The bytes of a save of a game on hexes, on a level of it.
fn played_of_other_game(level: &'static str) -> Vec<u8> {
    static BYTES: Mutex<BTreeMap<&str, Vec<u8>>> = Mutex::new(BTreeMap::new());
    let mut known = BYTES.lock().unwrap();
    let play = || {
        let (_kept, folder) = scratch();
        let save = folder.join("played.jsonl");
        let mut program = Process::new(PROGRAM);
        program
            .arg("--data")
            .arg(root())
            .args(["run", level, "--result", "--seed", "1", "--save"])
            .arg(&save);
        program.args(["--computer", "A=random", "--computer", "B=random"]);
        assert!(program.output().unwrap().status.success());
        std::fs::read(save).unwrap()
    };
    known.entry(level).or_insert_with(play).clone()
}

fn in_shell(folder: &Path, text: &str) -> Output {
    let path = format!("{}:{}", folder.join("bin").display(), std::env::var("PATH").unwrap());
    let mut shell = Process::new("sh");
    shell.args(["-c", text]).current_dir(folder).env("PATH", path).env("WARSTRIKE_DATA", root());
    shell.env("XDG_DATA_HOME", folder.join("home")).stdin(Stdio::null()).output().unwrap()
}

/// What a command line is told to write, a file of that name does not keep it from.
fn clear(folder: &Path, text: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    for pair in words.windows(2).filter(|pair| pair[0] == "--save" && !text.contains("--overwrite")) {
        let _ = std::fs::remove_file(folder.join(pair[1]));
    }
}

#[test]
fn every_command_line_of_the_documents_runs() {
    let lines: Vec<Line> = documents().iter().flat_map(|document| lines_of(document)).collect();
    let (mut run, mut read, mut wrong) = (0, 0, Vec::new());
    let mut here = None;
    for line in &lines {
        let Some(text) = line.typed() else { continue };
        let place = format!("{}:{}: {}", line.document, line.number, line.text);
        let only_read = line.draws() || line.is_long() || line.is_mention();
        if line.draws() && cfg!(not(feature = "gui")) {
            continue;
        }
        let block = (line.document.clone(), line.block);
        if here.as_ref().is_none_or(|(of, _, _)| *of != block) {
            let (kept, folder) = scratch();
            desk(&folder);
            here = Some((block, kept, folder));
        }
        let folder = here.as_ref().map(|(_, _, folder)| folder.clone()).unwrap();
        if !only_read {
            clear(&folder, &text);
        }
        let text = if only_read { format!("{text} --help") } else { text };
        let output = in_shell(&folder, &text);
        if output.status.code() != Some(0) {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            wrong.push(format!("{place}\n  typed: {text}\n  {}", errors.trim()));
        }
        *(if only_read { &mut read } else { &mut run }) += 1;
    }
    assert!(wrong.is_empty(), "{} of {} do not run:\n{}", wrong.len(), lines.len(), wrong.join("\n"));
    assert!(run >= 40 && read >= 4, "only {run} were run and {read} read of {}", lines.len());
}

/// Folders of the project whose files documents name.
const FOLDERS: [&str; 8] =
    ["assets/", "levels/", "docs/", "tests/", "src/", "scripts/", "examples/", "crates/"];

#[test]
fn every_file_that_the_documents_name_is_there() {
    let (mut seen, mut missing) = (0, Vec::new());
    for document in documents() {
        let text = std::fs::read_to_string(&document).unwrap();
        for quoted in text.split('`').skip(1).step_by(2) {
            for word in quoted.split(|c: char| c.is_whitespace() || "\"'(),;:".contains(c)) {
                let stands_for_one = word.chars().any(|c| c.is_ascii_uppercase() || "…*<>{".contains(c));
                if !FOLDERS.iter().any(|folder| word.starts_with(folder)) || stands_for_one {
                    continue;
                }
                seen += 1;
                if !root().join(word).exists() {
                    let document = document.strip_prefix(root()).unwrap().display();
                    missing.push(format!("{document} names {word}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(seen >= 20, "only {seen} files are named");
}
