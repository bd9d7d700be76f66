//! The report as Markdown, for forums and notebooks: the same in words, without plans.

use std::fmt::Write as _;

use super::data::{Line, Report, Turn, Weight};
use super::decision::Swing;
use crate::game::narration::words::listed;
use crate::notes::{QUESTIONS, say, summary};
use crate::rules::ids::Side;

/// A section and what writes it, in the order of the text. See the list of sections of the page in `html.rs`.
const SECTIONS: [fn(&Report, &mut String); 8] = [cover, decision, turns, notes, figures, luck, fallen, setup];

/// The text.
pub fn markdown(report: &Report) -> String {
    let mut text = String::new();
    for section in SECTIONS {
        section(report, &mut text);
    }
    text
}

/// A text in which nothing is taken for a mark of Markdown or of HTML.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => plain.push_str("&lt;"),
            '>' => plain.push_str("&gt;"),
            '&' => plain.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' => {
                plain.push('\\');
                plain.push(letter);
            }
            letter if letter.is_control() => plain.push(' '),
            letter => plain.push(letter),
        }
    }
    plain
}

fn cover(report: &Report, text: &mut String) {
    say!(text, "# {}: battle report\n", plain(&report.title));
    let so_far =
        if report.over { String::new() } else { format!("So far, in round {}. ", report.last_round.max(1)) };
    say!(text, "**{so_far}{}**\n", plain(&report.result));
    if let Some(departs) = &report.departs {
        say!(text, "*{}.*\n", plain(departs));
    }
    say!(text, "{}. {}\n", plain(&report.mission), plain(&report.about));
    say!(text, "| | objectives | points left | models lost | played by |");
    say!(text, "|---|---|---|---|---|");
    for side in &report.sides {
        let held = if side.objectives.is_empty() { "none".to_owned() } else { listed(&side.objectives) };
        let player = side.player.as_ref().map_or_else(String::new, |player| plain(&player.0));
        let force = format!("{} ({})", plain(&side.force), side.side);
        say!(
            text,
            "| {force} | {} | {} of {} | {} of {} | {player} |",
            plain(&held),
            side.points_left,
            side.points,
            side.lost,
            side.models
        );
    }
    say!(text, "\n## The battle in short\n");
    for round in &report.rounds {
        say!(text, "- **Round {}**: {}.", round.round, plain(&round.news.join(". ")));
    }
}

fn decision(report: &Report, text: &mut String) {
    let Some(found) = &report.dice_or_decision else { return };
    say!(text, "\n## Dice or decision\n");
    say!(text, "{}\n", plain(&found.said));
    say!(text, "{}", plain(&found.luck.said));
    for (title, swings) in [
        ("The orders that changed most", &found.orders_that_changed),
        ("The dice that changed most", &found.dice_that_changed),
    ] {
        if swings.is_empty() {
            continue;
        }
        say!(text, "\n### {title}\n");
        for Swing { turn, headline, what, reason, .. } in swings {
            let turn = report.turns.get(*turn).map_or("", |turn| turn.title.as_str());
            say!(text, "- {}: **{}**. {}", plain(turn), plain(headline), plain(what));
            say!(text, "  - {}", plain(reason));
        }
    }
}

fn turns(report: &Report, text: &mut String) {
    say!(text, "\n## Turn by turn");
    for turn in &report.turns {
        write_turn(turn, text);
    }
    say!(text, "\n## {}\n", if report.over { "How it ended" } else { "How it stands" });
    report.ending.iter().for_each(|line| write_line(line, text));
    if report.ending.is_empty() {
        say!(text, "{}", plain(&report.result));
    }
}

fn write_turn(turn: &Turn, text: &mut String) {
    let so_far = if turn.unfinished { " (so far)" } else { "" };
    say!(text, "\n### {}{so_far}\n", plain(&turn.title));
    if !turn.news.is_empty() {
        say!(text, "*{}.*\n", plain(&turn.news.join(". ")));
    }
    turn.lines.iter().for_each(|line| write_line(line, text));
}

fn write_line(line: &Line, text: &mut String) {
    let words = plain(&line.text);
    match line.weight {
        Weight::Phase => {
            say!(text, "\n**{words}**\n");
        }
        Weight::Quiet => {
            say!(text, "\n*{words}.*\n");
        }
        Weight::Departs => {
            say!(text, "- *{words}*");
        }
        Weight::Result => {
            say!(text, "**{words}**\n");
        }
        Weight::Plain => {
            let faces: Vec<String> = line.dice.iter().map(|die| die.face.to_string()).collect();
            let dice = if faces.is_empty() { String::new() } else { format!(" ({})", faces.join(", ")) };
            say!(text, "- {words}{dice}");
        }
    }
    for detail in &line.details {
        say!(text, "  - {}", plain(detail));
    }
}

fn notes(report: &Report, text: &mut String) {
    let Some(notes) = &report.notes else { return };
    say!(text, "\n## Notes\n");
    for (rule, note) in &notes.in_order {
        let rule = rule.as_ref().map_or_else(String::new, |rule| format!("**{rule}**: "));
        say!(text, "- {rule}{} ({}, after command {})", plain(&note.text), plain(&note.when), note.entry.0);
    }
    for (question, answers) in QUESTIONS.iter().zip(&notes.gathered.answers) {
        answers.iter().for_each(|answer| {
            say!(text, "- *{question}* {}", plain(&answer.text));
        });
    }
    for of in notes.gathered.rules.iter().filter(|of| of.moments + of.opened > 0) {
        say!(text, "- {} {}: {}", of.rule, plain(of.title.as_deref().unwrap_or_default()), summary(of));
    }
    notes.gathered.unread.iter().for_each(|why| {
        say!(text, "- {}", plain(why));
    });
}

fn figures(report: &Report, text: &mut String) {
    say!(text, "\n## In figures\n");
    say!(
        text,
        "| round | models lost A, B | hits taken A, B | became suppressed A, B | points left A, B | objectives A, B |"
    );
    say!(text, "|---|---|---|---|---|---|");
    for round in &report.rounds {
        let ([lost_a, lost_b], [hits_a, hits_b], [worried_a, worried_b]) =
            (round.lost, round.hits, round.suppressed);
        let ([points_a, points_b], [held_a, held_b]) = (round.score.points, round.score.objectives);
        say!(
            text,
            "| {} | {lost_a}, {lost_b} | {hits_a}, {hits_b} | {worried_a}, {worried_b} | {points_a}, {points_b} | {held_a}, {held_b} |",
            round.round
        );
    }
}

fn luck(report: &Report, text: &mut String) {
    say!(text, "\n## The dice\n");
    for side in &report.sides {
        let luck = &side.luck;
        say!(text, "- {} ({}), {}: {}", plain(&side.force), side.side, luck.words, luck.said);
    }
}

fn fallen(report: &Report, text: &mut String) {
    say!(text, "\n## The fallen\n");
    say!(text, "| unit | left | points | at the end | felled | lost |");
    say!(text, "|---|---|---|---|---|---|");
    for unit in Side::BOTH.iter().flat_map(|side| &report.sides[side.index()].units) {
        say!(
            text,
            "| {} ({}) | {} of {} | {} of {} | {} | {} | {} |",
            plain(&unit.name),
            unit.id,
            unit.left,
            unit.models,
            unit.points_left,
            unit.points,
            unit.state,
            unit.felled,
            plain(&unit.losses_in_words())
        );
    }
}

fn setup(report: &Report, text: &mut String) {
    let making = &report.making;
    say!(text, "\n## How it was set up\n");
    say!(text, "- Ruleset: {} (hash {})", plain(&making.ruleset), making.ruleset_hash);
    say!(
        text,
        "- Dice: seed {}; {} of {} commands with scripted faces or faces rolled by hand",
        making.seed,
        making.fed,
        making.commands
    );
    say!(text, "- Commands taken back or tried out: {}", making.taken_back);
    say!(
        text,
        "- Played with WarStrike {} (save format {}), reported by WarStrike {}",
        making.saved_by,
        making.format,
        making.reported_by
    );
    say!(text, "- Save: {}", plain(&report.save.name));
}
