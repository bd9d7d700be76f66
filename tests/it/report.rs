//! The report of a battle: a whole page, from saves of games that were played.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Output};

use serde_json::Value;
use tabletop::text::markup::data_of;
use warstrike::analysis::Analysis;
use warstrike::game::engine::components::Fate;
use warstrike::game::engine::play::Match;
use warstrike::game::engine::record::claim::Existing;
use warstrike::game::engine::record::history::EntryId;
use warstrike::game::engine::record::save::parse_save;
use warstrike::game::phases::turn::victory::tally;
use warstrike::level::judgement_file::Judgement;
use warstrike::report::{Player, Report, SaveFile, html, json, markdown};
use warstrike::rules::ids::Side;

use super::kill::PROGRAM;
use super::support::{root, scratch, with_checksums};

fn save(name: &str) -> PathBuf {
    root().join("tests/saves").join(name).with_extension("jsonl")
}

fn open(path: &Path) -> (Match, Report) {
    let bytes = std::fs::read(path).unwrap();
    let read = parse_save(&bytes).unwrap();
    let header = read.header.clone();
    let game = Match::from_save(read).unwrap().game;
    let file = SaveFile { name: path.file_name().unwrap().to_str().unwrap().to_owned(), bytes };
    let players = [Some(Player("Anna <anna@example.org>".to_owned())), None];
    let report = Report::of(&game, Some(header), file, players).unwrap();
    (game, report)
}

/// Two whole games, one of them by other rules, and one that is not over.
const SAVES: [&str; 3] = ["format-3-patrol", "format-4-street", "format-5-other-rules"];

fn warstrike(args: &[&str]) -> Output {
    Process::new(PROGRAM).arg("--data").arg(root()).args(args).output().unwrap()
}

fn refused(args: &[&str]) -> String {
    let output = warstrike(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// An element as a page has it.
#[derive(Debug)]
pub struct Element<'a> {
    pub name: &'a str,
    attributes: BTreeMap<&'a str, &'a str>,
}

/// Every element of a page in order; panics where one is not closed, or an attribute or a text is not escaped.
pub fn elements(page: &str) -> Vec<Element<'_>> {
    let mut found = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>").unwrap();
    while let Some(at) = rest.find('<') {
        let before = &rest[..at];
        let is_raw = matches!(open.last(), Some(&"style" | &"script"));
        assert!(is_raw || !before.contains('>'), "a text is not escaped: {before}");
        let end = at + rest[at..].find('>').unwrap();
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed), "closed in the wrong order");
            continue;
        }
        let (tag, closes) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut list) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = BTreeMap::new();
        while let Some((key, more)) = list.split_once("=\"") {
            let (value, after) = more.split_once('"').unwrap();
            assert!(attributes.insert(key, value).is_none(), "{key} twice in {tag}");
            assert!(after.is_empty() || after.starts_with(' '), "{tag}");
            list = after.trim_start();
        }
        assert_eq!(list, "", "{tag}");
        found.push(Element { name, attributes });
        if !closes {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<&str>::new());
    found
}

/// A text as the page has it.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

/// Every element is closed, every link leads to something in the page, ids are unique, and nothing is fetched from anywhere.
#[test]
fn a_page_is_whole_and_fetches_nothing() {
    for name in SAVES {
        let (_, report) = open(&save(name));
        let page = html(&report);
        let elements = elements(&page);
        let mut ids: Vec<&str> =
            elements.iter().filter_map(|one| one.attributes.get("id").copied()).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{name}: an id is there twice");
        for element in &elements {
            for (key, value) in &element.attributes {
                match *key {
                    "href" if element.attributes.contains_key("download") => {
                        assert!(value.starts_with("data:application/x-ndjson;base64,"));
                    }
                    "href" => {
                        let to =
                            value.strip_prefix('#').unwrap_or_else(|| panic!("{name}: leads out to {value}"));
                        assert!(ids.contains(&to), "{name}: there is no {to}");
                    }
                    "src" | "srcset" | "style" | "action" | "formaction" | "poster" | "background" => {
                        panic!("{name}: {key} of {}", element.name);
                    }
                    key => assert!(!key.starts_with("on") && !key.contains(':'), "{name}: {key}"),
                }
            }
            let fetch = ["link", "img", "iframe", "object", "embed", "base", "image", "video", "audio"];
            assert!(!fetch.contains(&element.name), "{name}: {}", element.name);
        }
        for outside in ["http:", "https:", "@import", "//cdn", "fetch(", "XMLHttp"] {
            assert!(!page.contains(outside), "{name} names {outside}");
        }
        for reference in page.split("url(").skip(1) {
            assert!(reference.starts_with('#'), "{name}: {}", &reference[..20]);
            let id = reference[1..].split(')').next().unwrap();
            assert!(ids.contains(&id), "{name}: there is no {id}");
        }
        assert!(page.contains("prefers-color-scheme: dark") && page.contains("@media print"));
    }
}

/// What orders and dice gained is there where it was worked out, adds up, and leads to the turns in which it happened.
#[test]
fn what_orders_and_dice_gained_is_there_where_it_was_worked_out() {
    let (game, plain) = open(&save(SAVES[0]));
    assert!(!html(&plain).contains("Dice or decision") && !markdown(&plain).contains("Dice or decision"));
    let judgement = Judgement::load(root()).unwrap();
    let analysis = Analysis::of(&game, &judgement).unwrap();
    let report = plain.with_analysis(&analysis);
    let (page, text) = (html(&report), markdown(&report));
    elements(&page);
    let value: Value = serde_json::from_str(&json(&report).unwrap()).unwrap();
    let found = &value["dice_or_decision"];
    let number = |pointer: &str| found.pointer(pointer).and_then(Value::as_f64).unwrap();
    let parts = number("/orders/0") - number("/orders/1") + number("/dice") + number("/other_rules");
    assert!((parts - (number("/end") - number("/start"))).abs() < 1e-6);
    let curve = found["curve"].as_array().unwrap();
    assert_eq!(curve.len(), analysis.moments.len());
    assert_eq!(curve.last().unwrap()["dice"], found["dice"]);
    let said = |sentence: &Value| sentence.as_str().unwrap().to_owned();
    assert!(text.contains(&said(&found["luck"]["said"])), "{text}");
    for kind in ["orders_that_changed", "dice_that_changed"] {
        let swings = found[kind].as_array().unwrap();
        assert!(!swings.is_empty() && swings.len() <= 5, "{kind}");
        for swing in swings {
            let turn = &report.turns[swing["turn"].as_u64().unwrap() as usize];
            let what = said(&swing["what"]);
            assert!(turn.lines.iter().any(|line| line.text == what), "{}: {what}", turn.title);
            let link = format!("href=\"#turn-{}\"", swing["turn"]);
            assert!(page.contains(&link) && page.contains(&escaped(&said(&swing["reason"]))), "{what}");
        }
    }
    let grey = page.contains("verdict-on-dice ordinary");
    assert_eq!(grey, found["luck"]["ordinary"] == true);
}

/// The save is in the page, byte for byte.
#[test]
fn the_save_comes_out_of_the_page_as_it_was() {
    let (_, report) = open(&save(SAVES[2]));
    let page = html(&report);
    let link = elements(&page).into_iter().find(|one| one.attributes.contains_key("download")).unwrap();
    let bytes = data_of(link.attributes["href"]).unwrap();
    assert_eq!(bytes, std::fs::read(save(SAVES[2])).unwrap());
}

/// The places of each unit's models on each plan are where they stood when that turn ended, and nobody else is there.
#[test]
fn a_plan_has_every_model_where_it_stood_at_the_end_of_its_turn() {
    for name in SAVES {
        let (mut game, report) = open(&save(name));
        let page = html(&report);
        let plans: Vec<&str> = page.split("<svg class=\"plan\"").skip(1).collect();
        assert_eq!(plans.len(), report.turns.len(), "{name}: a plan a turn");
        // The last entry of each turn: what comes next is another's turn, or nothing.
        let line: Vec<EntryId> = game.history().line().iter().map(|entry| entry.id).collect();
        let mut ends: Vec<((u8, Option<Side>), EntryId)> = Vec::new();
        for id in line {
            game.go_to(id).unwrap();
            let turn = game.battle().view().turn();
            let of = (turn.round, (turn.round > 0).then_some(turn.side));
            match ends.last_mut() {
                Some((last, end)) if *last == of => *end = id,
                _ => ends.push((of, id)),
            }
        }
        let mut checked = 0;
        for (index, plan) in plans.iter().enumerate() {
            let turn = &report.turns[index];
            let Some((_, last)) = ends.iter().find(|(of, _)| *of == (turn.round, turn.side)) else {
                continue;
            };
            // The command that ends a turn goes on into the next: its own turn's state is one earlier, and what moves or falls
            // between is in the phases after it. So units that the ending command touched are left out.
            let next = EntryId(last.0 + 1);
            let touched =
                if next.0 < game.history().entries().len() { touched_by(&game, next) } else { Vec::new() };
            game.go_to(*last).unwrap();
            let view = game.battle().view();
            for unit in view.units().filter(|unit| !touched.contains(&unit.id.to_string())) {
                let standing: Vec<_> = view.standing(unit.id).collect();
                let group = format!("data-unit=\"{}\"", unit.id);
                let drawn = plan.split(&group).nth(1).map(|rest| rest.split("</g>").next().unwrap());
                let Some(drawn) = drawn else {
                    assert!(standing.is_empty(), "{name}, {}: {} is not drawn", turn.title, unit.id);
                    continue;
                };
                for model in &standing {
                    let [x, y] = model.pose.at.ground();
                    let short = |value: f64| {
                        let text = format!("{value:.2}");
                        let text = text.trim_end_matches('0').trim_end_matches('.').to_owned();
                        if text == "-0" { "0".to_owned() } else { text }
                    };
                    let names = if unit.id.side == Side::A { ["cx", "cy"] } else { ["x", "y"] };
                    let place = format!("{}=\"{}\" {}=\"{}\"", names[0], short(x), names[1], short(-y));
                    assert!(drawn.contains(&place), "{name}, {}: {} not at {place}", turn.title, model.id);
                    checked += 1;
                }
                let bases = if unit.id.side == Side::A {
                    drawn.matches(" r=").count()
                } else {
                    drawn.matches("<use").count()
                };
                let dot = usize::from(standing.len() > 1);
                let expected = standing.len() + if unit.id.side == Side::A { dot } else { 0 };
                assert_eq!(bases, expected, "{name}, {}: models of {}", turn.title, unit.id);
            }
        }
        assert!(checked > 100, "{name}: only {checked} models");
    }
}

/// The units that a command's facts name.
fn touched_by(game: &Match, entry: EntryId) -> Vec<String> {
    let facts = serde_json::to_string(&game.history().entries()[entry.0].outcome.facts).unwrap();
    let ids = game.setup().units().map(|unit| unit.id.to_string());
    ids.filter(|id| facts.contains(&format!("\"{id}\"")) || facts.contains(&format!("\"{id}."))).collect()
}

/// Every turn of the battle has its part, in order, and every model that was lost is counted where it was lost.
#[test]
fn every_turn_and_every_loss_is_there() {
    for name in SAVES {
        let (game, report) = open(&save(name));
        let page = html(&report);
        let titles =
            report.turns.iter().filter(|turn| turn.round > 0).map(|turn| (turn.round, turn.side.unwrap()));
        let titles: Vec<(u8, Side)> = titles.collect();
        let began =
            game.history().line().into_iter().flat_map(|entry| &entry.outcome.facts).filter_map(|fact| {
                use warstrike::game::engine::fact::Fact;
                use warstrike::game::phases::turn::kinds::Fact as TurnFact;
                use warstrike::rules::turn::Phase;
                match fact {
                    Fact::Turn(TurnFact::PhaseBegan { turn }) if turn.phase == Phase::Starting => {
                        Some((turn.round, turn.side))
                    }
                    _ => None,
                }
            });
        assert_eq!(titles, began.collect::<Vec<_>>(), "{name}");
        for (index, turn) in report.turns.iter().enumerate() {
            assert!(page.contains(&format!("id=\"turn-{index}\"")), "{name}: {}", turn.title);
        }
        let view = game.battle().view();
        for side in &report.sides {
            for unit in &side.units {
                let lost = view.models(unit.id).filter(|model| model.condition.fate == Fate::Lost).count();
                let began_lost = unit.losses.iter().map(|loss| loss.count).sum::<usize>();
                assert_eq!(began_lost, lost, "{name}: {}", unit.id);
                let of_plans = report.turns.iter().flat_map(|turn| &turn.fallen);
                assert_eq!(of_plans.filter(|fallen| fallen.model.unit == unit.id).count(), lost);
                assert!(page.contains(&format!("data-lost=\"{}\"", unit.id)));
            }
            let of_turns: usize = report.turns.iter().map(|turn| turn.lost[side.side.index()]).sum();
            let of_rounds: usize = report.rounds.iter().map(|round| round.lost[side.side.index()]).sum();
            assert_eq!([of_turns, of_rounds], [side.lost; 2], "{name}");
        }
    }
}

/// The numbers of each round in the JSON form are those of the score at its end.
#[test]
fn the_numbers_of_rounds_are_those_of_the_score() {
    for name in SAVES {
        let (game, report) = open(&save(name));
        let value: Value = serde_json::from_str(&json(&report).unwrap()).unwrap();
        let last = value["rounds"].as_array().unwrap().last().unwrap();
        let view = game.battle().view();
        for side in Side::BOTH {
            let tally = tally(view, side);
            assert_eq!(last["score"]["points"][side.index()], tally.points, "{name}");
            assert_eq!(last["score"]["objectives"][side.index()], tally.objectives.len(), "{name}");
            assert_eq!(value["sides"][side.index()]["points_left"], tally.points, "{name}");
            let standing =
                view.units().filter(|unit| unit.id.side == side).flat_map(|unit| view.models(unit.id));
            let left = standing.filter(|model| model.condition.fate != Fate::Lost).count();
            assert_eq!(last["score"]["models"][side.index()], left, "{name}");
        }
        let rounds: Vec<u64> =
            value["rounds"].as_array().unwrap().iter().map(|one| one["round"].as_u64().unwrap()).collect();
        assert_eq!(rounds, (1..=u64::from(view.turn().round)).collect::<Vec<_>>(), "{name}");
        if let Some(result) = view.result() {
            assert_eq!(value["winner"], serde_json::to_value(result.winner).unwrap());
        }
        assert_eq!(value["over"], view.result().is_some());
    }
}

/// The same save gives the same bytes, in every form.
#[test]
fn the_same_save_gives_the_same_bytes() {
    let [one, other] = [0, 1].map(|_| open(&save(SAVES[1])).1);
    assert_eq!(html(&one), html(&other));
    assert_eq!(markdown(&one), markdown(&other));
    assert_eq!(json(&one).unwrap(), json(&other).unwrap());
}

/// A battle by other rules is reported as it was played, with a mark at each command that departs.
#[test]
fn what_was_played_by_other_rules_is_marked() {
    let (game, report) = open(&save(SAVES[2]));
    let departed = game.departures().count();
    assert_eq!(departed, 15);
    let page = html(&report);
    assert_eq!(page.matches("Played by other rules; by those of this program").count(), departed);
    assert!(page.contains("15 of 90 entries were played by other rules"), "and at the top");
    let text = markdown(&report);
    assert_eq!(text.matches("Played by other rules").count(), departed);
}

/// Names with signs of markup are names.
#[test]
fn names_are_escaped() {
    let (_, mut report) = open(&save(SAVES[1]));
    let name = "<script>\"Old & 'Bold'\"</script> | `x`";
    let word = |text: &mut String| *text = text.replace("rifles", name);
    for side in &mut report.sides {
        side.units.iter_mut().for_each(|unit| unit.name = name.to_owned());
        side.force = name.to_owned();
    }
    report.title = name.to_owned();
    report.save.name = format!("{name}.jsonl");
    report.turns.iter_mut().flat_map(|turn| &mut turn.lines).for_each(|line| word(&mut line.text));
    let page = html(&report);
    let elements = elements(&page);
    assert_eq!(elements.iter().filter(|one| one.name == "script").count(), 1, "the program's own");
    assert!(page.contains(&escaped(name)));
    assert!(page.contains("Anna &lt;anna@example.org&gt;"));
    let text = markdown(&report);
    assert!(
        text.contains("&lt;script&gt;") && !text.contains("<script>") && !text.contains(" | `x`"),
        "{text}"
    );
    let value: Value = serde_json::from_str(&json(&report).unwrap()).unwrap();
    assert_eq!(value["title"], name);
}

/// A battle that goes on is reported so far.
#[test]
fn a_battle_that_goes_on_is_reported_so_far() {
    let (mut game, _) = open(&save(SAVES[1]));
    let entries = game.history().entries().len();
    for at in [0, 1, 5, entries / 2] {
        game.go_to(EntryId(at)).unwrap();
        let bytes = game.save_bytes().unwrap();
        let report =
            Report::of(&game, None, SaveFile { name: "half.jsonl".to_owned(), bytes }, [None, None]).unwrap();
        assert!(!report.over);
        let page = html(&report);
        elements(&page);
        assert!(page.contains("So far, in round ") && page.contains("How it stands"), "{at}");
        assert!(report.turns.last().unwrap().unfinished);
        assert_eq!(report.making.taken_back, entries - 1 - at);
    }
}

/// The form follows from the ending or the option; a file that is there is replaced; `-` is standard output.
#[test]
fn each_form_is_written() {
    let (_folder, path) = scratch();
    let save = save(SAVES[0]).display().to_string();
    for (name, format, begins) in [
        ("report.html", None, "<!DOCTYPE html>"),
        ("report.md", None, "# "),
        ("report.json", None, "{"),
        ("report.txt", Some("md"), "# "),
        ("report.html", Some("json"), "{"),
    ] {
        let out = path.join(name).display().to_string();
        let mut args = vec!["report", &save, "--out", &out, "--player", "A=Anna", "--player", "b=Ben"];
        args.extend(format.iter().flat_map(|format| ["--format", format]));
        let output = warstrike(&args);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let written = std::fs::read_to_string(&out).unwrap();
        assert!(written.starts_with(begins), "{name}");
        assert!(written.contains("Anna") && written.contains("Ben"), "{name}");
    }
    assert_eq!(std::fs::read_dir(&path).unwrap().count(), 4, "nothing lies beside them");
    let output = warstrike(&["report", &save, "--out", "-", "--format", "md"]);
    assert!(output.status.success() && output.stdout.starts_with(b"# "));
}

/// The window's list of who plays its games is used, and a damaged one does no harm.
#[test]
fn who_played_is_remembered_beside_the_save() {
    let (_folder, path) = scratch();
    let copy = path.join("game.jsonl");
    std::fs::copy(save(SAVES[0]), &copy).unwrap();
    let args = ["report", copy.to_str().unwrap(), "--out", "-", "--format", "json"];
    let players = || {
        let output = warstrike(&args);
        let value: Value = serde_json::from_slice(&output.stdout).unwrap();
        [0, 1].map(|side: usize| value["sides"][side]["player"].clone())
    };
    assert_eq!(players(), [Value::Null, Value::Null]);
    let remembered = r#"{"level":"street","games":{"game.jsonl":{"sides":[null,"strong"],"dice":"Thrown"}}}"#;
    std::fs::write(path.join("start.json"), remembered).unwrap();
    assert_eq!(players(), ["a person", "the computer (strong)"].map(Value::from));
    std::fs::write(path.join("start.json"), "{").unwrap();
    assert_eq!(players(), [Value::Null, Value::Null]);
}

/// What cannot be reported, or not there, is said in a sentence, and nothing is written.
#[test]
fn what_cannot_be_reported_is_said() {
    let (_folder, path) = scratch();
    let good = save(SAVES[1]);
    let text = std::fs::read_to_string(&good).unwrap();
    let write = |name: &str, text: &str| {
        let path = path.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let cut = write("cut.jsonl", &text[..text.len() - 300]);
    let old = write(
        "old.jsonl",
        &with_checksums(&text.lines().next().unwrap().replace("\"format\":4", "\"format\":2")),
    );
    let empty = write("empty.jsonl", "");
    let missing = path.join("missing.jsonl").display().to_string();
    let out = path.join("out.html");
    std::fs::write(&out, "kept").unwrap();
    let out = out.display().to_string();
    for (save, expected) in [
        (&cut, "--recover FILE"),
        (&old, "reads formats 3 to 5"),
        (&empty, "the file is empty"),
        (&missing, "there is no such file"),
    ] {
        let said = refused(&["report", save, "--out", &out]);
        assert!(said.contains(expected) && said.contains(save.as_str()), "{said}");
        assert_eq!(std::fs::read_to_string(&out).unwrap(), "kept", "{save}");
    }
    let good = good.display().to_string();
    let nowhere = path.join("nowhere/out.html").display().to_string();
    let said = refused(&["report", &good, "--out", &nowhere]);
    assert!(said.contains("there is no folder") && !path.join("nowhere").exists(), "{said}");
    let folder = path.display().to_string();
    assert!(refused(&["report", &good, "--out", &folder]).contains("folder"));
    let copy = write("copy.jsonl", &text);
    let said = refused(&["report", &copy, "--out", &copy, "--format", "html"]);
    assert!(said.contains("this is the save"), "{said}");
    assert_eq!(std::fs::read_to_string(&copy).unwrap(), text);
    assert!(refused(&["report", &good, "--out", &out, "--player", "C=Eve"]).contains("A=Anna"));
    #[cfg(target_os = "linux")]
    {
        let said = refused(&["report", &good, "--out", "/dev/full", "--format", "html"]);
        assert!(said.contains("the disk is full"), "{said}");
        assert!(refused(&["report", &good, "--out", "/proc/out.html"]).contains("/proc/out.html"));
    }
    let count = std::fs::read_dir(&path).unwrap().count();
    assert_eq!(count, 5, "nothing is left beside them");
}

/// What is saved again after the report is still the same battle: a report changes nothing.
#[test]
fn a_report_changes_nothing() {
    let (_folder, path) = scratch();
    let (game, _) = open(&save(SAVES[1]));
    let copy = path.join("again.jsonl");
    game.save(&copy, Existing::Kept).unwrap();
    let before = std::fs::read(&copy).unwrap();
    let (again, _) = open(&copy);
    assert_eq!(again.save_bytes().unwrap(), before);
}
