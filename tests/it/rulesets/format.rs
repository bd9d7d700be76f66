//! `docs/ruleset-format.md` and the comments of `combined.ron` agree with the
//! program.

use warstrike::level::setup::SourceText;
use warstrike::rules::ruleset::{Allowed, Value, keys};

use super::{check_file, project, read, shipped};

const DOC: &str = "docs/ruleset-format.md";
const BEGIN: &str = "<!-- keys: made by the command above -->\n";
const END: &str = "<!-- end of keys -->\n";

fn doc() -> String {
    std::fs::read_to_string(project(DOC)).unwrap().replace("\r\n", "\n")
}

/// The tables of all keys, as Markdown.
fn tables() -> String {
    let combined = shipped("combined").values();
    let mut text = String::new();
    let mut chapter = "";
    for info in keys() {
        if info.chapter != chapter {
            chapter = info.chapter;
            text +=
                &format!("\n### {chapter}\n\n| key | `combined` | unit | may be | rules | what it says |\n");
            text += "|---|---|---|---|---|---|\n";
        }
        let rules = info.rules.join(", ");
        let value = combined[info.key];
        let (key, unit, allowed, words) = (info.key, info.unit.name(), info.allowed, info.words);
        text += &format!("| `{key}` | {value} | {unit} | {allowed} | {rules} | {words} |\n");
    }
    text + &switches() + "\n"
}

/// What the words of switches mean, as Markdown.
fn switches() -> String {
    let mut text =
        "\n### Words of the switches\n\n| key | word | what it means |\n|---|---|---|\n".to_owned();
    for info in keys() {
        let Allowed::Choice(choices) = info.allowed else { continue };
        for choice in choices {
            text += &format!("| `{}` | `{}` | {} |\n", info.key, choice.name, choice.words);
        }
    }
    text
}

#[test]
fn the_key_tables_are_those_of_the_program() {
    let doc = doc();
    let (before, rest) = doc.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    check_file(DOC, &format!("{before}{BEGIN}{}{END}{after}", tables()));
}

#[test]
fn the_examples_read_on_top_of_combined() {
    let doc = doc();
    let example = |text: &str| {
        let text = text.split_once("```").unwrap().0;
        let source = SourceText { name: "example.ron".into(), text: text.into() };
        read(source).unwrap_or_else(|faults| panic!("{faults}"))
    };
    let examples: Vec<_> = doc.split("```ron\n").skip(1).map(example).collect();
    let [streets, rulings] = &examples[..] else { panic!("{} examples", examples.len()) };
    assert_eq!(streets.value("movement.enemy_gap"), Some(Value::Number(3.0)));
    assert_eq!(streets.value("turn.rounds"), shipped("combined").value("turn.rounds"));
    assert_eq!(rulings.confirmed, ["FB-5.1", "LD-4.2", "MIS-2.1"]);
}

/// The base is read by people: behind each value stand its unit and its rules.
#[test]
fn the_comments_of_the_base_are_those_of_the_program() {
    let text = std::fs::read_to_string(project("assets/rulesets/combined.ron")).unwrap();
    let combined = shipped("combined").values();
    let mut lines = text.lines().skip_while(|line| line.trim() != "set: (");
    for info in keys() {
        let field = info.path().1;
        let unit = [info.unit.name(), " "].concat();
        let comment = format!(", // {}({})", unit.trim_start(), info.rules.join(", "));
        let line = lines.find(|line| line.trim().starts_with(&format!("{field}: ")));
        let line = line.unwrap_or_else(|| panic!("{} does not stand in the order of the program", info.key));
        assert!(line.ends_with(&comment), "{line}\nshould end with {comment}");
        assert!(line.contains(&combined[info.key].to_string()), "{line}");
    }
}
