//! A save has one writer, and loses nothing: programs that are started on the same save, and what others do to a save
//! while it is recorded.
//!
//! Every run starts some programs; `WARSTRIKE_STARTS=1000` starts more.

use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Output, Stdio};

use serde_json::Value;

use warstrike::game::engine::play::{Match, MatchError};
use warstrike::game::engine::record::claim::{Claim, Existing, is_written_elsewhere};
use warstrike::game::engine::record::sole_writer::Lost;

use super::kill::PROGRAM;
use super::support::{game, root, scratch, stay};

/// How often programs are started together.
fn starts() -> usize {
    std::env::var("WARSTRIKE_STARTS").ok().and_then(|count| count.parse().ok()).unwrap_or(20)
}

/// `run` on a level or save of these commands, recording.
fn spawn(level: &str, args: &[&str], orders: &Path, save: &Path) -> Child {
    Process::new(PROGRAM)
        .arg("--data")
        .arg(root())
        .args(["run", level])
        .args(args)
        .arg("--orders")
        .arg(orders)
        .arg("--save")
        .arg(save)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A list of saves can mark the one that another program records, for as long as it does; that one's own program does not.
#[cfg(target_os = "linux")]
#[test]
fn a_save_that_another_program_records_is_known() {
    let (_folder, path) = scratch();
    let save = path.join("game.jsonl");
    let mut program = Process::new(PROGRAM)
        .arg("--data")
        .arg(root())
        .args(["run", "street", "--seed", "7", "--orders", "-", "--save"])
        .arg(&save)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !is_written_elsewhere(&save) {
        assert!(program.try_wait().unwrap().is_none(), "it ended before it recorded");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    drop(program.stdin.take());
    program.wait().unwrap();
    assert!(!is_written_elsewhere(&save), "nobody records any more");
    let _own = Claim::on(&save, Existing::Replaced).unwrap();
    assert!(!is_written_elsewhere(&save), "this program does");
}

/// The entries that a program said it accepted, each with the state it led to; the first is where the game stood.
fn accepted(output: &Output) -> Vec<(usize, String)> {
    let lines = output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines
        .filter_map(|line| {
            let line: Value = serde_json::from_slice(line).unwrap();
            Some((line.get("entry")?.as_u64()? as usize, line.get("state")?.as_str()?.to_owned()))
        })
        .collect()
}

/// Plays a save again; its states, entry by entry.
fn states(save: &Path) -> Vec<String> {
    let loaded = Match::load(save).unwrap();
    assert_eq!(loaded.damage, None, "{}", save.display());
    loaded.game.verify().unwrap();
    loaded.game.history().entries().iter().map(|entry| entry.outcome.hash.to_string()).collect()
}

/// A command and its undoing, over and over: they can follow any game of the duel.
fn orders(folder: &Path, times: usize) -> PathBuf {
    let stay = r#"{"player":"A","order":{"AdvanceUnit":{"unit":"A1","moves":[]}}}"#;
    let path = folder.join("orders");
    std::fs::write(&path, format!("{stay}\n\"undo\"\n").repeat(times)).unwrap();
    path
}

/// Two or five programs that begin a save at once: one does, the others accept nothing and say why.
#[test]
fn of_programs_that_begin_one_save_one_does() {
    let (_folder, path) = scratch();
    let duel = root().join("tests/games/duel.ron").display().to_string();
    let orders = orders(&path, 3);
    let save = path.join("game.jsonl");
    for start in 0..starts() {
        for programs in [2, 5] {
            let begun: Vec<Child> = (0..programs)
                .map(|nth| {
                    let seed = (1 + 10 * start + nth).to_string();
                    spawn(&duel, &["--seed", &seed], &orders, &save)
                })
                .collect();
            let ended: Vec<Output> =
                begun.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
            let winners: Vec<&Output> = ended.iter().filter(|one| one.status.success()).collect();
            assert_eq!(winners.len(), 1, "start {start} of {programs}");
            let kept = states(&save);
            let said = accepted(winners[0]);
            assert_eq!(said.iter().map(|(entry, _)| *entry).max(), Some(3));
            assert!(said.iter().all(|(entry, state)| kept.get(*entry) == Some(state)), "start {start}");
            for refused in ended.iter().filter(|one| !one.status.success()) {
                assert_eq!(refused.status.code(), Some(2));
                assert_eq!(accepted(refused), [], "start {start}: a program that is refused plays nothing");
                let words = stderr(refused);
                assert!(words.contains("already exists") || words.contains("another program"), "{words}");
            }
            std::fs::remove_file(&save).unwrap();
            assert_eq!(std::fs::read_dir(&path).unwrap().count(), 1, "nothing else is left");
        }
    }
}

/// Two or five programs that go on with one save at once: those that are not refused add to what the others have written.
#[test]
fn programs_that_go_on_with_one_save_lose_nothing_of_each_other() {
    let (_folder, path) = scratch();
    let (orders, save) = (orders(&path, 2), path.join("game.jsonl"));
    game("duel", 1).save(&save, Existing::Kept).unwrap();
    let mut entries = 1;
    for start in 0..starts() {
        for programs in [2, 5] {
            let name = save.display().to_string();
            let begun: Vec<Child> =
                (0..programs).map(|_| spawn(&name, &["--overwrite"], &orders, &save)).collect();
            let ended: Vec<Output> =
                begun.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
            let kept = states(&save);
            assert!(ended.iter().any(|one| one.status.success()), "start {start}: all were refused");
            for one in &ended {
                match one.status.code() {
                    Some(0) => {
                        let said = accepted(one);
                        assert!(said.len() >= 5, "two commands and their undoing");
                        assert!(
                            said.iter().all(|(entry, state)| kept.get(*entry) == Some(state)),
                            "start {start}: a command was lost"
                        );
                        entries += 2;
                    }
                    _ => {
                        assert_eq!(accepted(one), []);
                        assert!(stderr(one).contains("another program is writing it"), "{}", stderr(one));
                    }
                }
            }
            assert_eq!(kept.len(), entries, "start {start}");
            if entries > 200 {
                game("duel", 1).save(&save, Existing::Replaced).unwrap();
                entries = 1;
            }
        }
    }
    assert_eq!(std::fs::read_dir(&path).unwrap().count(), 2, "nothing else is left");
}

/// Who else records is named where the system says, and a game that is recorded can be read all the while.
#[test]
fn a_save_that_is_recorded_is_refused_to_others_and_read_by_all() {
    let (_folder, path) = scratch();
    let save = path.join("game.jsonl");
    let mut recorded = game("duel", 1);
    recorded.record_to(Claim::on(&save, Existing::Kept).unwrap()).unwrap();
    recorded.submit(stay("A1".parse().unwrap())).unwrap();
    let duel = root().join("tests/games/duel.ron").display().to_string();
    for (args, reason) in
        [(&[][..], "a save that is there stays"), (&["--overwrite"], "not even --overwrite takes it away")]
    {
        let output = spawn(&duel, args, &orders(&path, 1), &save).wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{reason}");
        assert_eq!(accepted(&output), [], "{reason}");
        if cfg!(target_os = "linux") {
            let holder = format!("another program is writing it: process {} (", std::process::id());
            assert!(stderr(&output).contains(&holder), "{reason}: {}", stderr(&output));
        }
    }
    let other = game("duel", 2);
    assert!(matches!(other.save(&save, Existing::Replaced), Err(MatchError::Save(_))));
    recorded.save(&save, Existing::Replaced).unwrap();
    recorded.submit(stay("A2".parse().unwrap())).unwrap();
    assert_eq!(recorded.take_relocation(), None, "saving to the recording itself changes nothing");
    assert_eq!(states(&save).len(), 3);
    drop(recorded);
    other.save(&save, Existing::Replaced).unwrap();
    assert_eq!(states(&save).len(), 1, "once nobody records to it, it can be replaced");
}

/// Whatever is done to a save while it is recorded: the whole game goes on in a file that replays, and the player is told.
#[test]
fn a_save_that_is_moved_deleted_replaced_or_changed_loses_nothing() {
    type Deed = fn(&Path);
    let deeds: [(&str, Deed, Lost, &str); 7] = [
        (
            "nothing else has the name now",
            |save| std::fs::remove_file(save).unwrap(),
            Lost::Gone,
            "game.jsonl",
        ),
        (
            "what was moved away stays as it was",
            |save| std::fs::rename(save, save.with_file_name("moved.jsonl")).unwrap(),
            Lost::Gone,
            "game.jsonl",
        ),
        (
            "a folder that is gone is made again",
            |save| {
                let folder = save.parent().unwrap();
                let mut free = (1..).map(|number| folder.with_file_name(format!("moved-{number}")));
                std::fs::rename(folder, free.find(|path| !path.exists()).unwrap()).unwrap();
            },
            Lost::Gone,
            "game.jsonl",
        ),
        (
            "the file of another program stays",
            |save| {
                let other = save.with_file_name("other");
                std::fs::write(&other, "of another").unwrap();
                std::fs::rename(other, save).unwrap();
            },
            Lost::Replaced,
            "game-2.jsonl",
        ),
        (
            "a copy of it is not it",
            |save| {
                let copy = save.with_file_name("copy");
                std::fs::copy(save, &copy).unwrap();
                std::fs::rename(copy, save).unwrap();
            },
            Lost::Replaced,
            "game-2.jsonl",
        ),
        ("it was emptied", |save| std::fs::write(save, "").unwrap(), Lost::Changed, "game-2.jsonl"),
        (
            "somebody else's line would break the chain",
            |save| {
                use std::io::Write;
                std::fs::OpenOptions::new().append(true).open(save).unwrap().write_all(b"!\n").unwrap();
            },
            Lost::Changed,
            "game-2.jsonl",
        ),
    ];
    for (reason, deed, why, now) in deeds {
        let (_folder, path) = scratch();
        let save = path.join("saves").join("game.jsonl");
        let mut game = game("duel", 1);
        game.record_to(Claim::on(&save, Existing::Kept).unwrap()).unwrap();
        game.submit(stay("A1".parse().unwrap())).unwrap();
        deed(&save);
        let found = std::fs::read(&save).ok();
        game.submit(stay("A2".parse().unwrap())).unwrap();
        let relocation = game.take_relocation().unwrap_or_else(|| panic!("{reason}: nobody was told"));
        assert_eq!((relocation.from.as_path(), relocation.why), (save.as_path(), why), "{reason}");
        assert_eq!(relocation.to, save.with_file_name(now), "{reason}");
        assert_eq!(game.recorded_to(), Some(relocation.to.as_path()));
        game.undo().unwrap();
        assert_eq!(game.take_relocation(), None, "{reason}: it is told once");
        let loaded = Match::load(&relocation.to).unwrap();
        assert_eq!(loaded.damage, None, "{reason}");
        assert_eq!(loaded.game.save_bytes().unwrap(), game.save_bytes().unwrap(), "{reason}");
        if relocation.to != save {
            assert_eq!(std::fs::read(&save).ok(), found, "{reason}");
        }
        deed(&relocation.to);
        game.sync().unwrap();
        let kept = game.recorded_to().unwrap();
        assert_eq!(
            states(kept).len(),
            3,
            "{reason}: what is done after the last command is noticed at the end"
        );
    }
}

/// Where nothing can be written beside a lost save either, the command is refused, and can be given again.
#[cfg(unix)]
#[test]
fn a_lost_save_with_no_room_beside_it_refuses_the_command() {
    let (_folder, path) = scratch();
    let folder = path.join("saves");
    let mut game = game("duel", 1);
    game.record_to(Claim::on(&folder.join("game.jsonl"), Existing::Kept).unwrap()).unwrap();
    std::fs::rename(&folder, path.join("moved")).unwrap();
    std::fs::write(&folder, "a file where the folder was").unwrap();
    let before = game.battle().snapshot();
    let error = game.submit(stay("A1".parse().unwrap())).map(drop).unwrap_err();
    assert!(matches!(error, MatchError::JournalLost { .. }), "{error}");
    assert!(error.to_string().contains("was moved or deleted"), "{error}");
    assert_eq!(game.battle().snapshot(), before);
    std::fs::remove_file(&folder).unwrap();
    game.submit(stay("A1".parse().unwrap())).unwrap();
    assert_eq!(states(&folder.join("game.jsonl")).len(), 2);
}

/// `run` says where a game has gone whose save was taken away, goes on, and ends with status 2 if it is under another name.
#[test]
fn run_says_where_a_lost_save_has_gone() {
    use std::io::{BufRead, BufReader, Write};
    let (_folder, path) = scratch();
    let save = path.join("game.jsonl");
    for (taken, status, now) in [("deleted", 0, "game.jsonl"), ("replaced", 2, "game-2.jsonl")] {
        let mut child = Process::new(PROGRAM)
            .arg("--data")
            .arg(root())
            .args(["run", "street", "--seed", "3", "--overwrite", "--orders", "-", "--save"])
            .arg(&save)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut answer = || {
            let mut line = String::new();
            while !line.contains("\"state\"") {
                line.clear();
                assert!(output.read_line(&mut line).unwrap() > 0, "{taken}: it has ended");
            }
        };
        let stay = |unit: &str| {
            format!(r#"{{"player":"A","order":{{"AdvanceUnit":{{"unit":"{unit}","moves":[]}}}}}}"#)
        };
        answer();
        writeln!(input, "{}", stay("A1")).unwrap();
        answer();
        std::fs::remove_file(&save).unwrap();
        if taken == "replaced" {
            std::fs::write(&save, "of another").unwrap();
        }
        writeln!(input, "{}", stay("A2")).unwrap();
        answer();
        drop(input);
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(status), "{taken}: {}", stderr(&ended));
        let kept = path.join(now);
        let words = format!("the whole game is now in {}", kept.display());
        assert!(stderr(&ended).contains(&words), "{taken}: {}", stderr(&ended));
        assert_eq!(states(&kept).len(), 3, "{taken}");
    }
}

/// Two windows number their recordings; so do as many as there are.
#[test]
fn two_windows_record_to_two_files() {
    let (_folder, path) = scratch();
    let record = |seed: u64| {
        let mut game = game("duel", seed);
        let recordings = (1..).map(|number| path.join(format!("recording-{number}.jsonl")));
        game.record_to_first_free(recordings).unwrap();
        game.submit(stay("A1".parse().unwrap())).unwrap();
        game
    };
    let games: Vec<Match> = std::thread::scope(|scope| {
        let windows: Vec<_> = (0..6).map(|seed| scope.spawn(move || record(seed))).collect();
        windows.into_iter().map(|window| window.join().unwrap()).collect()
    });
    let mut files: Vec<_> = games.iter().map(|game| game.recorded_to().unwrap().to_owned()).collect();
    for (game, file) in games.iter().zip(&files) {
        assert_eq!(Match::load(file).unwrap().game.save_bytes().unwrap(), game.save_bytes().unwrap());
    }
    files.sort();
    assert_eq!(
        files,
        (1..=6).map(|number| path.join(format!("recording-{number}.jsonl"))).collect::<Vec<_>>()
    );
}

/// Two windows with the same folder record to two files; one whose recording is deleted goes on and says so.
#[cfg(feature = "gui")]
#[test]
fn a_window_says_where_a_lost_recording_has_gone() {
    use warstrike::ui::output::headless::{DiceShow, Headless};
    let (_folder, saves) = scratch();
    let open = |seed| Headless::new(game("duel", seed), &saves, DiceShow::Off);
    let mut windows = [open(1), open(2)];
    for window in &mut windows {
        window.submit(stay("A1".parse().unwrap()));
        assert_eq!(window.failure(), None);
    }
    let recordings = [1, 2].map(|number| saves.join(format!("recording-{number}.jsonl")));
    for (window, recording) in windows.iter_mut().zip(&recordings) {
        assert_eq!(window.game().recorded_to(), Some(recording.as_path()));
        std::fs::remove_file(recording).unwrap();
        window.submit(stay("A2".parse().unwrap()));
        let told = window.failure().unwrap().to_owned();
        assert!(told.contains(&format!("the whole game is now in {}", recording.display())), "{told}");
        assert_eq!(states(recording).len(), 3);
    }
}

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    /// Records a command to a file.
    fn record(save: &Path, existing: Existing) -> Result<Match, MatchError> {
        let mut game = game("duel", 1);
        game.record_to(Claim::on(save, existing).map_err(MatchError::Save)?)?;
        game.submit(stay("A1".parse().unwrap()))?;
        game.sync()?;
        Ok(game)
    }

    /// A link stays one; what it leads to is written, and keeps its mode and owner.
    #[test]
    fn links_are_followed_and_modes_are_kept() {
        for (mode_before, reason) in [(0o600, "nobody else may read it"), (0o664, "the group may write it")] {
            let (_folder, path) = scratch();
            let (real, link) = (path.join("real.jsonl"), path.join("deep").join("link.jsonl"));
            std::fs::create_dir(path.join("deep")).unwrap();
            std::fs::write(&real, "").unwrap();
            std::fs::set_permissions(&real, std::fs::Permissions::from_mode(mode_before)).unwrap();
            let owner = std::fs::metadata(&real).unwrap().uid();
            symlink("../real.jsonl", &link).unwrap();
            record(&link, Existing::Replaced).unwrap();
            assert_eq!(states(&real).len(), 2, "{reason}");
            game("duel", 1).save(&link, Existing::Replaced).unwrap();
            assert_eq!(states(&real).len(), 1, "{reason}");
            assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink(), "{reason}");
            assert_eq!(
                (mode(&real), std::fs::metadata(&real).unwrap().uid()),
                (mode_before, owner),
                "{reason}"
            );
        }
    }

    /// A link whose end is not there yet makes it; a circle of links is said.
    #[test]
    fn a_link_into_nothing_makes_the_file() {
        let (_folder, path) = scratch();
        let link = path.join("link.jsonl");
        symlink("next.jsonl", &link).unwrap();
        symlink("new/real.jsonl", path.join("next.jsonl")).unwrap();
        record(&link, Existing::Kept).unwrap();
        assert_eq!(states(&path.join("new").join("real.jsonl")).len(), 2);
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        let circle = path.join("circle.jsonl");
        symlink("circle.jsonl", &circle).unwrap();
        record(&circle, Existing::Replaced).map(drop).unwrap_err();
    }

    /// A link that is turned elsewhere while a game is recorded through it.
    #[test]
    fn a_link_that_is_turned_is_noticed() {
        let (_folder, path) = scratch();
        let link = path.join("link.jsonl");
        symlink("real.jsonl", &link).unwrap();
        let mut game = record(&link, Existing::Kept).unwrap();
        std::fs::remove_file(&link).unwrap();
        std::fs::write(path.join("other.jsonl"), "").unwrap();
        symlink("other.jsonl", &link).unwrap();
        game.submit(stay("A2".parse().unwrap())).unwrap();
        assert_eq!(game.take_relocation().unwrap().to, path.join("link-2.jsonl"));
        assert_eq!(states(&path.join("link-2.jsonl")).len(), 3);
    }

    /// Devices stay devices, pipes stay pipes: they are written through, or refused.
    #[test]
    fn devices_and_pipes_are_never_replaced() {
        let (_folder, path) = scratch();
        let pipe = path.join("pipe");
        assert!(Process::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let (pipe, copy) = (pipe.clone(), path.join("copy.jsonl"));
            move || {
                let (mut pipe, mut copy) = (File::open(pipe).unwrap(), File::create(copy).unwrap());
                std::io::copy(&mut pipe, &mut copy).unwrap()
            }
        });
        let recorded = record(&pipe, Existing::Replaced).unwrap();
        drop(recorded);
        reader.join().unwrap();
        assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
        assert_eq!(states(&path.join("copy.jsonl")).len(), 2, "the whole game went through the pipe");
        // Not `Replaced`: should that ever go wrong, the machine of whoever tries it would lose its device.
        record(Path::new("/dev/null"), Existing::Kept).unwrap();
        assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        let socket = path.join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        record(&socket, Existing::Replaced).map(drop).unwrap_err();
        assert!(std::fs::symlink_metadata(&socket).unwrap().file_type().is_socket());
    }

    /// What cannot be written says so, and leaves nothing behind.
    #[cfg(target_os = "linux")]
    #[test]
    fn full_and_read_only_places_are_said() {
        let full = record(Path::new("/dev/full"), Existing::Kept).map(drop).unwrap_err();
        assert!(full.to_string().contains("No space left"), "{full}");
        assert!(std::fs::metadata("/dev/full").unwrap().file_type().is_char_device());
        let (_folder, path) = scratch();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o555)).unwrap();
        // The administrator may write everywhere but where the system itself writes.
        let is_administrator = std::fs::metadata("/proc/self").unwrap().uid() == 0;
        let folder = if is_administrator { Path::new("/proc/self") } else { path.as_path() };
        let error = record(&folder.join("game.jsonl"), Existing::Kept).map(drop).unwrap_err();
        assert!(matches!(error, MatchError::Save(_)), "{error}");
        assert!(!error.to_string().contains(".tmp"), "a name nobody knows: {error}");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(std::fs::read_dir(&path).unwrap().count(), 0);
    }
}
