//! Matrices as a page of their own: colours show at a glance who fears whom. No script, and nothing is fetched.

use super::exchange::{Exchange, Strikes};
use super::matrices::{Matrices, Shift};
use super::setting::Measure;
use super::text::{difference, figure, how_many, precise};
use tabletop::text::markup::{Markup, Page};

/// Pairs that are listed above the matrices.
const LISTED: usize = 12;

/// A second set of matrices, and the pairs whose figure differs in it, the largest difference first.
pub type Changed<'m> = (&'m Matrices, &'m [Shift]);

/// The page; with a second set of matrices what it changes, and the pairs that change in colour.
///
/// `title` says what was compared; `before` and `after` name the two.
pub fn html(title: &str, before: &Matrices, after: Option<Changed>, measure: Measure) -> String {
    let page = Page { title, description: None, style: include_str!("page.css"), script: None };
    let deepest = (0..before.settings.len())
        .map(|setting| largest(before, after.map(|after| after.0), setting, measure))
        .fold(0.0, f64::max);
    page.write(|page| {
        page.element("h1", &[], title);
        if let Some((_, shifts)) = after {
            page.element("p", &[("class", "answer")], &how_many(before, shifts, measure));
            page.within("ul", &[], |page| {
                let listed = shifts.iter().take(LISTED);
                listed.for_each(|shift| page.element("li", &[], &difference(before, shift, measure)));
            });
            if shifts.len() > LISTED {
                page.element(
                    "p",
                    &[],
                    &format!("And {} smaller ones, in the tables.", shifts.len() - LISTED),
                );
            }
        }
        page.element("p", &[], &explanation(measure, after.is_some()));
        key(page, (measure, deepest), after.is_some());
        for setting in 0..before.settings.len() {
            section(page, (before, after), setting, (measure, deepest));
        }
    })
}

fn explanation(measure: Measure, compares: bool) -> String {
    let numbers = measure.words();
    let how = "Worked out exactly, pair by pair, by the rules the game is played by: rows fire or charge, columns are their \
               targets, each unit whole and in its usual block.";
    match compares {
        false => format!(
            "{how} The numbers: {numbers}; – means that it can do nothing. Rest on a number to read the rest."
        ),
        true => format!(
            "{how} The numbers: how much more or less after the change ({numbers}); an empty field has not changed. \
             Rest on a number to read both."
        ),
    }
}

/// The meaning of the colours.
fn key(page: &mut Markup, (measure, deepest): (Measure, f64), compares: bool) {
    let largest = precise(Some(deepest), measure);
    let ends = match compares {
        false => [
            ("more s20", format!("{largest}, the most in all tables")),
            ("more s10", "half of it".to_owned()),
        ],
        true => [("more s20", format!("+{largest}")), ("less s20", format!("−{largest}"))],
    };
    page.within("p", &[("class", "key")], |page| {
        for (class, words) in ends {
            page.element("span", &[("class", class)], "");
            page.text(&words);
        }
    });
}

/// The largest figure of a setting, or the largest difference: what the deepest colour means.
fn largest(before: &Matrices, after: Option<&Matrices>, setting: usize, measure: Measure) -> f64 {
    let figures = |matrices: &Matrices| -> Vec<f64> {
        matrices.rows(setting).flatten().map(|cell| cell.figure(measure).unwrap_or_default()).collect()
    };
    let own = figures(before);
    let values = match after {
        None => own,
        Some(after) => own.iter().zip(figures(after)).map(|(from, to)| to - from).collect(),
    };
    values.iter().map(|value| value.abs()).fold(0.0, f64::max)
}

fn section(
    page: &mut Markup,
    (before, after): (&Matrices, Option<Changed>),
    setting: usize,
    (measure, deepest): (Measure, f64),
) {
    let (rows, columns) = shown(before, after, setting);
    page.line();
    page.element("h2", &[], &before.settings[setting].words());
    let idle: Vec<&str> = (0..before.contenders.len())
        .filter(|row| !rows.contains(row))
        .map(|row| before.contenders[row].card.name.as_str())
        .collect();
    match after {
        None if rows.is_empty() => return page.element("p", &[], "Nobody can do anything here."),
        None if !idle.is_empty() => {
            page.element("p", &[], &format!("Can do nothing here: {}.", idle.join(", ")))
        }
        Some(_) if rows.is_empty() => return page.element("p", &[], "Nothing changes here."),
        None | Some(_) => {}
    }
    page.within("div", &[("class", "wide")], |page| {
        page.within("table", &[], |page| {
            page.within("tr", &[], |page| {
                page.element("th", &[], "");
                for target in columns.iter().map(|column| &before.contenders[*column]) {
                    page.within("th", &[("scope", "col")], |page| {
                        page.element("span", &[], &target.card.name)
                    });
                }
            });
            for row in rows {
                page.line();
                page.within("tr", &[], |page| {
                    page.element("th", &[("scope", "row")], &before.contenders[row].card.name);
                    for column in &columns {
                        let sets = [Some(before), after.map(|after| after.0)];
                        let cells = sets.map(|set| set.map(|set| set.cell(setting, row, *column)));
                        cell(page, cells, measure, deepest);
                    }
                });
            }
        });
    });
}

/// Rows and columns of a setting: who can do anything, or where something changes.
fn shown(before: &Matrices, after: Option<Changed>, setting: usize) -> (Vec<usize>, Vec<usize>) {
    let all = 0..before.contenders.len();
    match after {
        None => {
            let acts =
                |row: &usize| all.clone().any(|column| before.cell(setting, *row, column).deals.is_some());
            (all.clone().filter(acts).collect(), all.collect())
        }
        Some((_, shifts)) => {
            let here = || shifts.iter().filter(|shift| shift.setting == setting);
            let rows = all.clone().filter(|row| here().any(|shift| shift.first == *row));
            (rows.collect(), all.filter(|column| here().any(|shift| shift.target == *column)).collect())
        }
    }
}

fn cell(page: &mut Markup, cells: [Option<&Exchange>; 2], measure: Measure, deepest: f64) {
    let [Some(before), after] = cells else { return };
    let from = before.figure(measure);
    let (value, text, tip) = match after {
        None => (from.unwrap_or_default(), figure(from, measure), words(before)),
        Some(after) => {
            let to = after.figure(measure);
            let change = to.unwrap_or_default() - from.unwrap_or_default();
            let shown = precise(Some(change), measure);
            let is_nothing = shown.chars().all(|c| matches!(c, '0' | '.'));
            let sign = if change > 0.0 { "+" } else { "" };
            let text = if is_nothing { String::new() } else { format!("{sign}{shown}") };
            (change, text, format!("Before: {} After: {}", words(before), words(after)))
        }
    };
    // Twenty shades are as many as an eye tells apart.
    let shade = if deepest > 0.0 { (20.0 * value.abs() / deepest).round() as u8 } else { 0 };
    let side = if value < 0.0 { "less" } else { "more" };
    let class = format!("{side} s{shade}");
    page.element("td", &[("class", &class), ("title", &tip)], &text);
}

/// An exchange in words.
fn words(exchange: &Exchange) -> String {
    let Some(deals) = exchange.deals else { return "it can do nothing.".to_owned() };
    let mut text = strikes(deals);
    if let Some(suffers) = exchange.suffers {
        text.push_str(" In return: ");
        text.push_str(&strikes(suffers));
    }
    text
}

fn strikes(strikes: Strikes) -> String {
    let Strikes { dice, hits, lost, points, suppressed, shaken, destroyed } = strikes;
    let [suppressed, shaken, destroyed] = [suppressed, shaken, destroyed].map(|chance| 100.0 * chance);
    format!(
        "{dice} dice, {hits:.1} hits, {lost:.2} models lost ({points:.1} points), suppressed {suppressed:.0} %, \
         shaken {shaken:.0} %, destroyed {destroyed:.1} %."
    )
}
