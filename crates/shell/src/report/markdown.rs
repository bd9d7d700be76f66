//! The report as Markdown.

use super::{Line, Report, SideReport};

/// Characters that Markdown would take for its own.
const SPECIAL: &[char] = &['\\', '`', '*', '_', '[', ']', '<', '>', '#', '|'];

fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        if SPECIAL.contains(&letter) {
            plain.push('\\');
        }
        plain.push(if letter.is_control() { ' ' } else { letter });
    }
    plain
}

/// The report as Markdown.
pub fn markdown(report: &Report) -> String {
    let mut lines = vec![
        format!("# {}", plain(&report.header.level)),
        String::new(),
        format!("**{}**", plain(&report.verdict)),
        String::new(),
        format!(
            "{}, by the rules \"{}\", seed {}.",
            report.game,
            plain(&report.header.ruleset),
            report.header.seed
        ),
        String::new(),
    ];
    lines.extend(report.sides.iter().map(side));
    for turn in &report.turns {
        lines.extend([String::new(), format!("## {}", plain(&turn.heading)), String::new()]);
        lines.extend(turn.lines.iter().flat_map(happened));
    }
    lines.extend(notes(report));
    lines.extend([
        String::new(),
        format!("From the save `{}`, which replays it.", report.save.replace('`', "'")),
    ]);
    lines.join("\n") + "\n"
}

/// Players' notes; nothing where there are none.
fn notes(report: &Report) -> Vec<String> {
    let notes = report.notes.iter().map(|note| format!("- {} ({})", plain(&note.text), plain(&note.place())));
    let unread = report.unread_notes.iter().map(|why| format!("- {}", plain(why)));
    let lines: Vec<String> = notes.chain(unread).collect();
    match lines.is_empty() {
        true => lines,
        false => [String::new(), "## Notes".to_owned(), String::new()].into_iter().chain(lines).collect(),
    }
}

fn side(side: &SideReport) -> String {
    let wins = if side.wins { ", the winner" } else { "" };
    format!(
        "- **{}** ({}{wins}), played by {}: {} commands. {}.",
        plain(&side.force),
        side.side,
        plain(&side.player),
        side.commands,
        side.dice.in_words()
    )
}

fn happened(line: &Line) -> Vec<String> {
    if line.begins {
        return vec![String::new(), format!("**{}**", plain(&line.text)), String::new()];
    }
    let faces: Vec<String> = line
        .faces
        .iter()
        .map(
            |face| if face.good == Some(true) { format!("**{}**", face.face) } else { face.face.to_string() },
        )
        .collect();
    let faces = if faces.is_empty() { String::new() } else { format!(" ({})", faces.join(" ")) };
    let mut lines = vec![format!("- {}{faces}", plain(&line.text))];
    lines.extend(line.details.iter().map(|detail| format!("  - {}", plain(detail))));
    lines.extend(line.why.iter().map(|why| format!("  - *{}*", plain(why))));
    lines
}
