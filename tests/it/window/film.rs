//! Films, made without a display.

use std::path::Path;
use std::process::{Command as Process, Output};

use super::super::kill::PROGRAM;
use super::demo::LAST_TURN;
use super::{root, scratch};

fn film(args: &[&str], out: &Path) -> Output {
    let mut program = Process::new(PROGRAM);
    program.arg("--data").arg(root()).arg("film").args(args).arg("--out").arg(out);
    program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("RUST_LOG");
    program.output().unwrap()
}

/// A whole battle from title to end card, twice: bit by bit the same film, whatever else the machine does.
#[test]
fn the_same_battle_makes_the_same_film() {
    let (_folder, saves) = scratch();
    let level = saves.join("last-turn.ron");
    std::fs::write(&level, LAST_TURN).unwrap();
    let level = level.display().to_string();
    let args = [
        level.as_str(),
        "--size",
        "320x320",
        "--fps",
        "2",
        "--seed",
        "3",
        "--styles",
        "A=quick,B=quick",
        "--quality",
        "software",
    ];
    let films: Vec<Vec<u8>> = ["one.gif", "two.gif"]
        .into_iter()
        .map(|name| {
            let out = saves.join(name);
            let output = film(&args, &out);
            let text = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(0), "{text}");
            assert!(text.contains("frames"), "{text}");
            std::fs::read(&out).unwrap()
        })
        .collect();
    assert!(films[0].starts_with(b"GIF89a"));
    assert!(films[0] == films[1], "{} and {} bytes", films[0].len(), films[1].len());
}

/// What cannot be filmed is said before anything is drawn, and an earlier film stays.
#[test]
fn what_cannot_be_filmed_says_why() {
    let (_folder, saves) = scratch();
    let earlier = saves.join("earlier.gif");
    std::fs::write(&earlier, "an earlier film").unwrap();
    let taken = saves.join("pictures");
    std::fs::create_dir(&taken).unwrap();
    std::fs::write(taken.join("frame-00001.png"), "a picture").unwrap();
    let path = |name: &str| saves.join(name);
    for (args, out, expected) in [
        (vec!["no-such-level"], path("a.gif"), "no-such-level"),
        (vec!["street"], path("a.mp4"), "ends in .apng or .gif"),
        (vec!["street"], taken.clone(), "pictures of another film"),
        (vec!["street"], earlier.join("below/a.gif"), "could not be written"),
        (vec!["street", "--from", "9", "--to", "4"], path("a.gif"), "--from 9 comes after --to 4"),
        (vec!["street", "--from", "third"], path("a.gif"), "round3"),
        (vec!["street", "--fps", "0"], path("a.gif"), "1..=50"),
        (vec!["street", "--dice", "hand"], path("a.gif"), "cannot be rolled by hand"),
    ] {
        let output = film(&args, &out);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
        assert!(text.contains(expected), "{args:?}: {text}");
    }
    assert_eq!(std::fs::read_to_string(&earlier).unwrap(), "an earlier film");
}
