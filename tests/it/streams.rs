//! Standard error and standard output that are closed or full: every tool ends with its own status, and none panics.

use std::fs::OpenOptions;
use std::path::Path;
use std::process::{Command as Process, Stdio};

use super::kill::PROGRAM;
use super::support::{game, root, scratch};
use warstrike::game::engine::record::claim::Existing;

/// A stream of a tool that does not do as it should.
#[derive(Clone, Copy, Debug)]
enum Stream {
    /// Its reader has gone.
    Closed,
    /// The disk behind it is full.
    Full,
}

impl Stream {
    fn open(self) -> Stdio {
        match self {
            Self::Closed => std::io::pipe().unwrap().1.into(),
            Self::Full => OpenOptions::new().write(true).open("/dev/full").unwrap().into(),
        }
    }
}

fn tool(args: &[&str]) -> Process {
    let mut tool = Process::new(PROGRAM);
    tool.arg("--data").arg(root()).args(args).stdin(Stdio::null());
    // The window, which opens without a command, finds no display.
    tool.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    tool
}

/// Every tool, with its status: some that end well, some that are refused, some with mistakes.
fn tools(folder: &Path) -> Vec<(Vec<String>, i32)> {
    let save = folder.join("game.jsonl");
    game("duel", 1).save(&save, Existing::Kept).unwrap();
    let damaged = folder.join("damaged.jsonl");
    let bytes = std::fs::read(&save).unwrap();
    std::fs::write(&damaged, &bytes[..bytes.len() - 3]).unwrap();
    let refused = folder.join("orders");
    std::fs::write(&refused, r#"{"player":"B","order":"EndPhase"}"#).unwrap();
    let [save, damaged, refused] = [save, damaged, refused].map(|path| path.display().to_string());
    let mut tools = vec![
        (vec!["--help"], 0),
        (vec!["--version"], 0),
        (vec![], 2),
        (vec!["no-such-tool"], 2),
        (vec!["run", "street", "--no-such-option"], 2),
        (vec!["check", &save, "levels/street.ron"], 0),
        (vec!["check", "no-such.ron"], 2),
        (vec!["check", &save, "no-such.ron"], 2),
        (vec!["run", "no-such.ron", "--orders", &refused], 2),
        (vec!["run", "street", "--seed", "3", "--orders", &refused], 1),
        (vec!["run", "street", "--seed", "3", "--orders", &refused, "--say"], 1),
        (vec!["run", "street", "--seed", "3", "--orders", &refused, "--save", &save], 2),
        (vec!["run", "street", "--dice", "6,1,2", "--orders", "/dev/null"], 0),
        (vec!["replay", &save], 0),
        (vec!["replay", &save, "--check"], 0),
        (vec!["replay", &damaged, "--say"], 2),
        (vec!["show", "distance", "street", "A1", "B1"], 0),
        (vec!["show", "distance", "street", "A1", "nowhere"], 2),
        (vec!["advise", "no-such.jsonl"], 2),
        (vec!["advise", &save, "--style", "quick"], 0),
        (vec!["rules"], 0),
        (vec!["rules", "MOV-99"], 2),
        (vec!["play", "no-such.ron"], 2),
        (vec!["picture", "no-such.ron"], 2),
        (vec!["demo", "no-such.ron"], 2),
        (vec!["film", "no-such.ron", "--out", "no.gif"], 2),
    ];
    tools.drain(..).map(|(args, status)| (args.into_iter().map(str::to_owned).collect(), status)).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn tools_end_with_their_own_status_though_nobody_hears_them() {
    let (_folder, path) = scratch();
    for (args, status) in tools(&path) {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let heard = tool(&args).current_dir(root()).output().unwrap();
        let words = String::from_utf8_lossy(&heard.stderr).into_owned();
        assert_eq!(heard.status.code(), Some(status), "{args:?}: {words}");
        for stream in [Stream::Closed, Stream::Full] {
            let unheard = tool(&args).current_dir(root()).stderr(stream.open()).output().unwrap();
            assert_eq!(unheard.status.code(), Some(status), "{args:?}, standard error {stream:?}");
            assert_eq!(unheard.stdout, heard.stdout, "{args:?}, standard error {stream:?}");
        }
        let closed = tool(&args).current_dir(root()).stdout(Stream::Closed.open()).output().unwrap();
        assert_eq!(closed.status.code(), Some(status), "{args:?}, standard output closed");
        assert_eq!(String::from_utf8_lossy(&closed.stderr), words, "{args:?}: nothing is said of it");
        let full = tool(&args).current_dir(root()).stdout(Stream::Full.open()).output().unwrap();
        let unwritten = if heard.stdout.is_empty() { status } else { 2 };
        let words = String::from_utf8_lossy(&full.stderr);
        assert!(!words.contains("panicked"), "{args:?}: {words}");
        let ended = full.status.code();
        assert!(
            ended == Some(unwritten) || ended == Some(status) && status > 0,
            "{args:?}: {ended:?} {words}"
        );
        let both =
            tool(&args).current_dir(root()).stdout(Stream::Full.open()).stderr(Stream::Full.open()).status();
        assert_eq!(both.unwrap().code(), ended, "{args:?}, both full");
    }
}
