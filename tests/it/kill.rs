//! A program that is killed, or whose disk is full, loses no accepted command.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command as Process, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use warstrike::game::engine::play::Match;

use super::chance::Chance;
use super::support::{root, scratch};

/// The built program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_warstrike");

/// One command after the other on the street, over and over: every accepted one is undone by the
/// next line, so there is no end to them.
fn endless_orders() -> impl Iterator<Item = &'static str> {
    let stay = r#"{"player":"A","order":{"AdvanceUnit":{"unit":"A1","moves":[]}}}"#;
    let down = r#"{"player":"A","order":{"GetDown":{"unit":"A2","turns":[]}}}"#;
    [stay, down, "\"undo\"", "\"undo\""].into_iter().cycle()
}

/// `run` on the street, recording to a file, fed from here.
fn start(save: &Path) -> (Child, ChildStdin, Receiver<String>) {
    let mut child = Process::new(PROGRAM)
        .args([
            "--data",
            &root().display().to_string(),
            "run",
            "street",
            "--seed",
            "3",
            "--orders",
            "-",
            "--save",
        ])
        .arg(save)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let input = child.stdin.take().unwrap();
    let (said, heard) = channel();
    std::thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            if said.send(line).is_err() {
                return;
            }
        }
    });
    (child, input, heard)
}

/// Numbers of the entries the program reported as accepted.
fn accepted(lines: impl Iterator<Item = String>) -> Vec<(usize, String)> {
    lines
        .filter_map(|line| {
            let line: serde_json::Value = serde_json::from_str(&line).ok()?;
            let state = line.get("state")?.as_str()?.to_owned();
            Some((line.get("entry")?.as_u64()? as usize, state))
        })
        .collect()
}

/// Whether one undo or redo leads to a state.
fn one_step_apart(game: &Match, state: &str) -> bool {
    let history = game.history();
    let targets = [history.undo_target(), history.redo_target()];
    let hash = |id: warstrike::game::engine::record::history::EntryId| {
        history.entries()[id.0].outcome.hash.to_string()
    };
    targets.into_iter().flatten().any(|target| hash(target) == state)
}

/// The child is killed at random moments, without warning; the journal is loaded again.
#[test]
fn a_killed_program_loses_no_accepted_command() {
    let mut chance = Chance::new(7);
    let mut max_reported = 0;
    for round in 0..12 {
        let (_folder, path) = scratch();
        let save = path.join("journal.jsonl");
        let (mut child, mut input, heard) = start(&save);
        let head = heard.recv_timeout(Duration::from_secs(60)).unwrap();
        assert!(head.contains("\"header\""), "{head}");
        let first = heard.recv_timeout(Duration::from_secs(60)).unwrap();
        assert!(first.contains("\"entry\":0"), "{first}");
        let feeder = std::thread::spawn(move || {
            for order in endless_orders() {
                if writeln!(input, "{order}").is_err() {
                    return;
                }
            }
        });
        std::thread::sleep(Duration::from_micros(chance.below(60_000) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        feeder.join().unwrap();
        let reported = accepted(heard.iter());
        let loaded = Match::load(&save).unwrap_or_else(|error| panic!("round {round}: {error}"));
        let entries = loaded.game.history().entries();
        for (entry, state) in &reported {
            let kept = entries.get(*entry).map(|entry| entry.outcome.hash.to_string());
            assert_eq!(kept.as_ref(), Some(state), "round {round}: entry {entry} was reported but not kept");
        }
        // The last entry reported, or one more that was written but not yet reported.
        if let Some((_, state)) = reported.last() {
            let present = loaded.game.history().present().outcome.hash.to_string();
            let fits = present == *state
                || entries.last().is_some_and(|last| last.outcome.hash.to_string() == present);
            assert!(
                fits || one_step_apart(&loaded.game, state),
                "round {round}: its state is not the one reported"
            );
        }
        max_reported = max_reported.max(reported.len());
    }
    assert!(
        max_reported > 20,
        "the child was always killed before it did much: {max_reported} commands at most"
    );
}

/// A file that may not grow any further stands for a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_loses_nothing() {
    let (_folder, path) = scratch();
    let (orders, whole) = (path.join("orders.jsonl"), path.join("whole.jsonl"));
    let stay =
        |unit: &str| format!(r#"{{"player":"A","order":{{"AdvanceUnit":{{"unit":"{unit}","moves":[]}}}}}}"#);
    let undo = "\"undo\"".to_owned();
    let lines: Vec<String> = (0..60).flat_map(|_| [stay("A1"), undo.clone()]).collect();
    std::fs::write(&orders, lines.join("\n")).unwrap();
    let run = |save: &Path, limit: Option<u64>| {
        let limit = limit.map_or(String::new(), |limit| format!("trap '' XFSZ; ulimit -f {limit}; "));
        Process::new("bash")
            .args(["-c", &format!("{limit}exec \"$0\" \"$@\""), PROGRAM, "--data"])
            .arg(root())
            .args(["run", "street", "--seed", "3", "--save"])
            .arg(save)
            .arg("--orders")
            .arg(&orders)
            .output()
            .unwrap()
    };
    assert_eq!(run(&whole, None).status.code(), Some(0));
    let size = std::fs::metadata(&whole).unwrap().len();
    let cut = path.join("cut.jsonl");
    // In blocks of 1024 bytes: room for the header, not for every command.
    let output = run(&cut, Some(size / 1024 - 4));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(
        message.contains("the recording could not be written, because no file may become so large there"),
        "{message}"
    );
    let reported = accepted(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned));
    let loaded = Match::load(&cut).unwrap();
    assert_eq!(loaded.damage, None, "the half-written line was taken back");
    let last = reported.iter().map(|(entry, _)| *entry).max().unwrap();
    assert!(last > 10, "only {last} commands fitted");
    let kept = loaded.game.history().entries();
    assert!(reported.iter().all(|(entry, state)| kept[*entry].outcome.hash.to_string() == *state));
}
