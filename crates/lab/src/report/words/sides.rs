//! Evenness of tables in sentences and as a table.

use super::sheets::Sheet;
use crate::findings::{Findings, Lean, SideShare, Whose};
use crate::plan::Swap;
use crate::report::numbers::{Form, capital, count};
use crate::statistics::Interval;

/// A paragraph for each table and player; before them, of several, which of them are not even.
pub(super) fn answer(findings: &Findings) -> Vec<String> {
    let mut strata: Vec<(usize, usize)> =
        findings.sides.iter().map(|share| (share.table, share.players)).collect();
    strata.dedup();
    let mut answer: Vec<String> = (strata.len() > 1).then(|| overview(findings)).into_iter().collect();
    for stratum in strata {
        let of = |share: &&SideShare| (share.table, share.players) == stratum;
        let says = findings.sides.iter().filter(of).map(|share| sentence(findings, share));
        answer.push(says.filter(|says| !says.is_empty()).collect::<Vec<_>>().join(" "));
    }
    answer.extend(apart(findings));
    let mut draws =
        findings.sides.iter().filter(|share| share.of == Whose::Nobody && share.blocks > 0).peekable();
    if draws.peek().is_some() && draws.all(|share| share.games[2] == 0) {
        answer.push("No game was drawn.".to_owned());
    }
    answer
}

/// Reasons why forces were not swapped, each once with the tables it is of.
fn apart(findings: &Findings) -> Vec<String> {
    let sides = || findings.sides.iter().filter(|share| share.of == Whose::SideA && share.blocks > 0);
    let mut said: Vec<(&str, Vec<&str>)> = Vec::new();
    for share in sides().filter(|share| !is_swapped(findings, share)) {
        let (why, table) = (why_together(swap(findings, share)), findings.tables[share.table].as_str());
        match said.iter_mut().find(|(known, _)| *known == why) {
            Some((_, tables)) if tables.contains(&table) => {}
            Some((_, tables)) => tables.push(table),
            None => said.push((why, vec![table])),
        }
    }
    // Where one reason holds of all, nobody needs their names.
    let all = said.len() == 1 && sides().all(|share| !is_swapped(findings, share));
    let line = |(why, tables): (&str, Vec<&str>)| match all {
        true => why.to_owned(),
        false => format!("{}: {why}", capital(&tables.join(", "))),
    };
    said.into_iter().map(line).collect()
}

fn why_together(swap: Option<Swap>) -> &'static str {
    match swap {
        Some(Swap::Alike) => "Both sides have the same force.",
        Some(Swap::Possible) => {
            "The forces were not swapped (`both_ways: false`), so nothing says what each of the two is worth."
        }
        Some(Swap::Placed) => {
            "The forces stand on the table and cannot be swapped, so nothing says what each of the two is worth."
        }
        None => {
            "The forces of such a scenario cannot be swapped, so nothing says what side and force are worth alone."
        }
    }
}

/// All that is clearly not even, in a line.
fn overview(findings: &Findings) -> String {
    let clear = findings.sides.iter().filter(|share| share.says == Lean::Clear);
    let named = |share: &SideShare| {
        format!("{}{} ({})", findings.tables[share.table], player(findings, share), what(share.of))
    };
    let clear: Vec<String> = clear.map(named).collect();
    match clear.is_empty() {
        true => "Nothing that was asked is clearly uneven.".to_owned(),
        false => format!("Clearly uneven: {}.", clear.join(", ")),
    }
}

fn what(of: Whose) -> &'static str {
    match of {
        Whose::SideA => "the side",
        Whose::ForceOfA => "the force",
        Whose::First => "the first turn",
        Whose::Nobody => "draws",
    }
}

fn sentence(findings: &Findings, share: &SideShare) -> String {
    if share.blocks == 0 {
        return match share.of {
            Whose::SideA => format!("{}no block has all its games to their end.", head(findings, share)),
            Whose::ForceOfA | Whose::First | Whose::Nobody => String::new(),
        };
    }
    match share.of {
        Whose::SideA => of_side(findings, share),
        Whose::ForceOfA => of_force(findings, share),
        Whose::First => of_first(share),
        Whose::Nobody => of_draws(share),
    }
}

fn of_side(findings: &Findings, share: &SideShare) -> String {
    let games = count(share.games.iter().sum(), "game", "games");
    let (is_swapped, swap) = (is_swapped(findings, share), swap(findings, share));
    let (winner, wins, points) = better(share, ["side A".to_owned(), "side B".to_owned()]);
    let with = if is_swapped { ", with either force" } else { "" };
    let worth = match (is_swapped, swap) {
        (true, _) | (false, Some(Swap::Alike)) => "the side is worth",
        (false, _) => "the side with its force is worth",
    };
    let head = head(findings, share);
    format!(
        "{head}{winner} wins {wins} of {games}{with}: {worth} {points}. {}",
        says(findings, share, "side")
    )
}

fn of_force(findings: &Findings, share: &SideShare) -> String {
    let names = names(findings, share);
    let (winner, wins, points) = better(share, names);
    format!(
        "On either side {winner} wins {wins}: the force is worth {points}. {}",
        says(findings, share, "force")
    )
}

fn of_first(share: &SideShare) -> String {
    let form = form(share);
    let wins = level(form, share.share, share.interval);
    let says = match share.says {
        Lean::Clear => ": that is clear",
        Lean::Leans => ": alone that would be clear",
        Lean::Within(_) | Lean::TooFew | Lean::Counted => "",
    };
    format!("Whoever has the first turn wins {wins}{says}.")
}

fn of_draws(share: &SideShare) -> String {
    let form = form(share);
    match (share.games[2], share.interval) {
        (0, _) => String::new(),
        (_, interval) => format!("Drawn: {}.", level(form, share.share, interval)),
    }
}

/// The conclusion about a side or a force.
fn says(findings: &Findings, share: &SideShare, what: &str) -> String {
    let settle = share.would_settle.map(|seeds| format!("; about {seeds} seeds would settle it"));
    let settle = settle.unwrap_or_default();
    match share.says {
        Lean::Clear => "That is not even.".to_owned(),
        Lean::Leans => {
            let judged = findings.sides.iter().filter(|share| share.says != Lean::Counted).count();
            format!(
                "Alone that would be uneven, among the {judged} shares that are judged it is not{settle}."
            )
        }
        Lean::Within(reach) => {
            format!("No {what} is worth more than {}{settle}.", form(share).bound(reach))
        }
        Lean::TooFew | Lean::Counted => "Too few games to say how sure that is.".to_owned(),
    }
}

/// The better of two, its share, and what it is worth above a half.
fn better(share: &SideShare, [own, other]: [String; 2]) -> (String, String, String) {
    let turned = |at: Interval| Interval { low: 1.0 - at.high, high: 1.0 - at.low };
    let (name, wins, interval) = match share.share < 0.5 {
        true => (other, 1.0 - share.share, share.interval.map(turned)),
        false => (own, share.share, share.interval),
    };
    let form = form(share);
    let ends = interval.map(|at| Interval { low: at.low - 0.5, high: at.high - 0.5 });
    let ends = ends.map(|at| format!(" ({})", form.ends(at))).unwrap_or_default();
    (name, level(form, wins, interval), format!("{}{ends}", form.distance(wins - 0.5)))
}

/// As many digits as the interval leaves meaning to.
fn form(share: &SideShare) -> Form {
    Form::of_interval(share.interval, true)
}

/// `52 % (49 to 55)`.
fn level(form: Form, share: f64, interval: Option<Interval>) -> String {
    let ends = interval.map(|at| format!(" ({} to {})", form.plain(at.low), form.plain(at.high)));
    format!("{} %{}", form.plain(share), ends.unwrap_or_default())
}

/// Name of the table, and of the player where there are several.
fn head(findings: &Findings, share: &SideShare) -> String {
    format!("{}{}: ", capital(&findings.tables[share.table]), player(findings, share))
}

/// The player, where there are several.
pub(in crate::report) fn player(findings: &Findings, share: &SideShare) -> String {
    match findings.players.len() {
        1 => String::new(),
        _ => format!(", {}", findings.players[share.players][0]),
    }
}

/// Owner of a share, in words.
pub(in crate::report) fn whose(findings: &Findings, share: &SideShare) -> String {
    match share.of {
        Whose::SideA => "side A".to_owned(),
        Whose::ForceOfA => {
            let [name, _] = names(findings, share);
            name
        }
        Whose::First => "first turn".to_owned(),
        Whose::Nobody => "drawn".to_owned(),
    }
}

/// Names of the two forces.
fn names(findings: &Findings, share: &SideShare) -> [String; 2] {
    let said = findings.forces.get(share.table).map(|forces| forces.names.clone());
    said.unwrap_or_else(|| ["A's force".to_owned(), "B's force".to_owned()])
}

fn swap(findings: &Findings, share: &SideShare) -> Option<Swap> {
    findings.forces.get(share.table).map(|forces| forces.swap)
}

fn is_swapped(findings: &Findings, share: &SideShare) -> bool {
    let alike = |other: &&SideShare| (other.table, other.players) == (share.table, share.players);
    findings.sides.iter().filter(alike).any(|other| other.of == Whose::ForceOfA)
}

/// The table, for the first screen.
pub(super) fn sheet(findings: &Findings) -> Option<Sheet> {
    let heads = ["table", "player", "who", "won", "lost", "drawn", "share, 95 %", "an even one", "it is"];
    (!findings.sides.is_empty()).then(|| Sheet {
        title: "Is it even?".to_owned(),
        about: "Each player meets himself. A draw is half a win. Uneven is what a half lies outside of when all rows are taken \
                together; what leans would be so alone."
            .to_owned(),
        heads: heads.map(str::to_owned).to_vec(),
        rows: findings.sides.iter().map(|share| row(findings, share)).collect(),
        notes: Vec::new(),
    })
}

/// The share of an even table in 95 of 100 experiments of this size.
fn if_even(share: &SideShare) -> String {
    match share.interval.filter(|_| share.says != Lean::Counted) {
        Some(Interval { low, high }) => format!("50 % ± {}", form(share).plain((high - low) / 2.0)),
        None => "–".to_owned(),
    }
}

fn row(findings: &Findings, share: &SideShare) -> Vec<String> {
    let says = match share.says {
        Lean::Clear => "uneven".to_owned(),
        Lean::Leans => "leans".to_owned(),
        Lean::Within(reach) => format!("even to {}", form(share).bound(reach)),
        Lean::TooFew => "too few".to_owned(),
        Lean::Counted => "–".to_owned(),
    };
    let [won, lost, drawn] = match (share.of, share.games) {
        (Whose::Nobody, [_, _, drawn]) => ["–".to_owned(), "–".to_owned(), drawn.to_string()],
        (_, games) => games.map(|games| games.to_string()),
    };
    vec![
        findings.tables[share.table].clone(),
        findings.players[share.players][0].clone(),
        whose(findings, share),
        won,
        lost,
        drawn,
        level(form(share), share.share, share.interval),
        if_even(share),
        says,
    ]
}
