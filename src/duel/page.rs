//! Matrices as a page of their own: colours show at a glance who fears whom. No script, and nothing is fetched.

use super::exchange::{Exchange, Strikes};
use super::matrices::Matrices;
use super::setting::Measure;
use super::text::{figure, precise};
use tabletop::text::markup::{Markup, Page};

/// The page; with a second set of matrices what it changes, and the pairs that change in colour.
///
/// `title` says what was compared; `before` and `after` name the two.
pub fn html(title: &str, before: &Matrices, after: Option<&Matrices>, measure: Measure) -> String {
    let page = Page { title, description: None, style: include_str!("page.css"), script: None };
    page.write(|page| {
        page.element("h1", &[], title);
        page.element("p", &[], &explanation(measure, after.is_some()));
        let deepest = (0..before.settings.len()).map(|setting| largest(before, after, setting, measure));
        let deepest = deepest.fold(0.0, f64::max);
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
    (before, after): (&Matrices, Option<&Matrices>),
    setting: usize,
    (measure, deepest): (Measure, f64),
) {
    page.line();
    page.element("h2", &[], &before.settings[setting].words());
    page.within("div", &[("class", "wide")], |page| {
        page.within("table", &[], |page| {
            page.within("tr", &[], |page| {
                page.element("th", &[], "");
                for target in &before.contenders {
                    page.within("th", &[("scope", "col")], |page| {
                        page.element("span", &[], &target.card.name)
                    });
                }
            });
            for (row, first) in before.contenders.iter().enumerate() {
                page.line();
                page.within("tr", &[], |page| {
                    page.element("th", &[("scope", "row")], &first.card.name);
                    for column in 0..before.contenders.len() {
                        let cells =
                            [Some(before), after].map(|set| set.map(|set| set.cell(setting, row, column)));
                        cell(page, cells, measure, deepest);
                    }
                });
            }
        });
    });
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
