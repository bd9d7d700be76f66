//! Files and arguments as other programs and other countries write them: read where their meaning is certain, else refused with
//! the reason, never taken for something else.

use std::io::Write;
use std::process::{Command as Process, Output, Stdio};

use serde_json::Value;

use super::kill::PROGRAM;
use super::support::{root, scratch};

const ORDERS: &str = concat!(
    "// The first of the rifles get down.\n\n",
    r#"{"player":"A","order":{"GetDown":{"unit":"A1","turns":[]}}}"#,
    "\n\"undo\"\n",
    r#"{"player":"A","order":{"GetDown":{"unit":"A2","turns":[]}}}"#,
    "\n",
);

fn program() -> Process {
    let mut program = Process::new(PROGRAM);
    program.arg("--data").arg(root());
    program
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn wide(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// The same orders, from a file and on standard input.
fn played(orders: &[u8]) -> [Output; 2] {
    let (_folder, path) = scratch();
    let file = path.join("orders");
    std::fs::write(&file, orders).unwrap();
    let run = ["run", "street", "--seed", "3", "--orders"];
    let from_file = program().args(run).arg(&file).output().unwrap();
    let mut child = program()
        .args(run)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses the first line reads no more.
    let _ = child.stdin.take().unwrap().write_all(orders);
    [from_file, child.wait_with_output().unwrap()]
}

#[test]
fn orders_are_read_as_other_programs_leave_them() {
    let [own, _] = played(ORDERS.as_bytes());
    assert_eq!(own.status.code(), Some(0), "{}", stderr(&own));
    for (orders, why) in [
        (format!("\u{feff}{ORDERS}"), "a byte order mark"),
        (ORDERS.replace('\n', "\r\n"), "line ends of Windows"),
        (ORDERS.replace('\n', "\r"), "line ends of old Macs"),
        (ORDERS.trim_end().to_owned(), "without the last line end"),
        (format!("{ORDERS}\n \n\u{a0}\n"), "empty lines and blanks at the end"),
        (ORDERS.replace('\n', "\r\n") + "\u{1a}", "an end mark"),
        (ORDERS.replace(",\"order\"", ",\u{a0}\"order\""), "wide spaces of a web page"),
        (ORDERS.replace("{\"player", "\u{3000}{\"player"), "a wide indent"),
    ] {
        for (output, from) in played(orders.as_bytes()).iter().zip(["a file", "standard input"]) {
            assert_eq!(output.status.code(), Some(0), "{why}, from {from}: {}", stderr(output));
            assert_eq!(output.stdout, own.stdout, "{why}, from {from}");
        }
    }
}

#[test]
fn orders_that_are_not_certain_are_refused_with_their_place() {
    let latin: Vec<u8> = [b"\"undo\"\n// caf\xe9\n", ORDERS.as_bytes()].concat();
    let long = r#"{"player":"Ä","order":x}"#;
    for (orders, place, part, why) in [
        (wide(&format!("\u{feff}{ORDERS}")), "1:1", "this file is UTF-16", "Windows' Unicode"),
        (wide(ORDERS), "1:1", "this file is UTF-16", "without a mark"),
        (latin, "2:7", "Latin-1", "an old editor"),
        (
            ORDERS.replace("\n\"undo\"", "\r\"undo\"").into_bytes(),
            "3:60",
            "carriage return",
            "a lone line end",
        ),
        (
            b"{\"player\":\"A\",\"order\":\xe2\x80\x9cEndPhase\xe2\x80\x9d}\n".to_vec(),
            "1:23",
            "straight quotation mark",
            "a mailer",
        ),
        (long.as_bytes().to_vec(), "1:13", "unknown variant", "in characters"),
        (b"<<<<<<< HEAD\n\"undo\"\n=======\n".to_vec(), "1:1", "", "a conflict of version control"),
    ] {
        let [from_file, streamed] = played(&orders);
        for (output, from) in [(&from_file, "a file"), (&streamed, "standard input")] {
            let said = stderr(output);
            assert_eq!(output.status.code(), Some(2), "{why}, from {from}: {said}");
            assert!(
                said.contains(&format!(":{place}: ")) && said.contains(part),
                "{why}, from {from}: {said}"
            );
        }
    }
}

/// A level and its orders in a folder whose name is no UTF-8: every tool opens them.
#[cfg(unix)]
#[test]
fn paths_need_not_be_utf8() {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::OsStrExt;
    let (_folder, path) = scratch();
    let folder = path.join(OsStr::from_bytes(b"caf\xe9"));
    std::fs::create_dir(&folder).unwrap();
    let [level, style, orders, save] =
        ["level.ron", "style.ron", "orders", "game.jsonl"].map(|name| folder.join(name));
    std::fs::copy(root().join("levels/mid-battle.ron"), &level).unwrap();
    std::fs::copy(root().join("assets/styles/cautious.ron"), &style).unwrap();
    std::fs::write(&orders, "\"undo\"\n").unwrap();
    let level = level.as_os_str();
    let word = |text: &str| OsString::from(text);
    let mut computer = word("A=");
    computer.push(&style);
    let rows: Vec<(Vec<OsString>, i32)> = vec![
        (vec![word("check"), level.into(), style.clone().into()], 0),
        (
            vec![
                word("run"),
                level.into(),
                word("--orders"),
                orders.clone().into(),
                word("--save"),
                save.clone().into(),
            ],
            1,
        ),
        (vec![word("replay"), save.clone().into(), word("--check")], 0),
        (vec![word("run"), save.clone().into(), word("--orders"), word("/dev/null")], 0),
        (
            vec![
                word("run"),
                level.into(),
                word("--orders"),
                word("/dev/null"),
                word("--computer"),
                computer,
            ],
            0,
        ),
        (vec![word("show"), word("distance"), level.into(), word("A1"), word("B1")], 0),
        (vec![word("show"), word("sight"), level.into(), word("A1"), word("B1")], 0),
        (vec![word("show"), word("reach"), level.into(), word("A1.1")], 0),
        (vec![word("show"), word("fallback"), level.into(), word("A1")], 0),
        (vec![word("show"), word("luck"), save.into()], 0),
        (vec![word("advise"), level.into(), word("--style"), style.into()], 0),
    ];
    for (args, status) in rows {
        let output = program().args(&args).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{args:?}: {}", stderr(&output));
    }
}

/// Rule: BAS-1 (lengths are inches, with decimal points).
#[test]
fn arguments_of_another_country_are_refused_with_the_reason() {
    for (args, part, why) in [
        (&["distance", "A1", "1,5,2,0"][..], "it has 4 numbers", "two decimal commas"),
        (&["distance", "A1", "-6,5,-6"], "not below the table", "one, before a number below nothing"),
        (&["distance", "A1", "6,5,2"], "nothing can stand 2", "one, where there is no floor"),
        (&["distance", "A1", "6.5;2"], "is not a point", "a semicolon"),
        (&["distance", "A1", "1,000"], "begins with a zero", "thousands"),
        (&["distance", "A1", "1'000,2"], "without separators", "thousands in Switzerland"),
        (&["distance", "A1", "\u{2212}6,2"], "a minus is the hyphen", "a typographic minus"),
        (&["distance", "A1", "６,２"], "has the digit ６", "full width"),
        (&["distance", "A1", "６，２"], "U+FF16", "its comma as well"),
        (&["distance", "\u{410}1", "B1"], "U+0410", "a Cyrillic A"),
        (&["path", "A1.1", "6,5,2,0"], "it has 4 numbers", "a destination"),
        (&["move", "A1", "0,0", "--turn", "45,5"], "a decimal has a point", "degrees"),
        (&["exposure", "--by", "A", "--cell", "0,5"], "a decimal has a point", "a cell"),
        (&["exposure", "--by", "A", "--height", "2,5"], "a decimal has a point", "a height"),
        (&["exposure", "--by", "A", "--at", "6,5,2"], "--height gives one", "a point of the map"),
        (&["distance", "A1", "B1", "--seed", "1.000"], "without separators", "a seed"),
        (&["distance", "A1", "B1", "--dice", "3;4"], "as in 3,4,1", "dice"),
    ] {
        let output = program().args(["show", args[0], "street"]).args(&args[1..]).output().unwrap();
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{why}: {said}");
        assert!(said.contains(part), "{why}: {said}");
    }
}

/// A seed that no double holds goes through the end state unharmed.
#[test]
fn seeds_survive_readers_whose_numbers_are_doubles() {
    let seed = "9007199254740993";
    let run = ["run", "street", "--seed", seed, "--orders", "/dev/null", "--end-state"];
    let output = program().args(run).output().unwrap();
    let last = String::from_utf8(output.stdout).unwrap().lines().last().unwrap().to_owned();
    let end: Value = serde_json::from_str(&last).unwrap();
    assert_eq!(end["end_state"]["dice"]["seed"], seed);
    let largest = ["run", "mid-battle", "--seed", "18446744073709551615", "--orders", "/dev/null"];
    let output = program().args(largest).args(["--computer", "B=random"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}
