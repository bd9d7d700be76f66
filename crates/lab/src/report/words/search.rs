//! The front that a search found, in sentences and tables: never one number.

use super::sheets::Sheet;
use super::{Words, capital};
use crate::findings::Findings;
use crate::report::Report;
use crate::report::numbers::{Form, count, decimal};
use crate::search::{Candidate, Ended, Front, Measured, StageSaid, Standing, Wanted};

/// So many combinations are named in a sentence.
const NAMED: usize = 4;

/// The words of a search, before what the games of its last stage were like.
pub(super) fn words<'r>(report: &'r Report, front: &Front, sheets: Vec<Sheet>) -> Words<'r> {
    let findings = &report.findings;
    let own = [Some(stages(front)), left_out(front)].into_iter().flatten();
    Words {
        title: title(findings, front),
        points: points(front),
        question: &findings.question,
        answer: answer(front),
        tables: Vec::new(),
        front: Some(table(front)),
        trust: trust(findings, front),
        see: &report.see,
        sheets: own.chain(sheets).collect(),
        repeat: &report.repeat,
    }
}

fn title(findings: &Findings, front: &Front) -> String {
    let name = findings.name.to_uppercase().replace(['-', '_'], " ");
    let on = findings.arms.first().map_or("", |arm| arm.name.as_str());
    format!("{name}   {} on {on}", count(front.combinations.len() as u64, "combination", "combinations"))
}

/// The target, and what was tried.
fn points(front: &Front) -> Vec<String> {
    let wanted = |wanted: &Wanted| {
        let (scale, unit) = if wanted.is_share { (100.0, " %") } else { (1.0, "") };
        format!("{} {} to {}{unit}", wanted.words, plain(scale * wanted.from), plain(scale * wanted.to))
    };
    let target: Vec<String> = front.target.iter().map(wanted).collect();
    let mut points = vec![format!("wanted, a game: {}", target.join("; "))];
    points.extend(front.numbers.iter().map(|number| {
        let values: Vec<String> = number.values.iter().map(|value| plain(*value)).collect();
        format!("{}: {} (today {})", number.key, values.join(", "), plain(number.today))
    }));
    points
}

/// A number with no more digits than it has.
fn plain(value: f64) -> String {
    let rounded = (value * 1e6).round() / 1e6;
    rounded.to_string().replace('-', "−")
}

/// `shaken_at 8, big_salvo 3`.
fn called(front: &Front, candidate: &Candidate) -> String {
    let of = |(number, value): (&crate::search::Number, &f64)| {
        let field = number.key.rsplit('.').next().unwrap_or(&number.key);
        format!("{field} {}", plain(*value))
    };
    front.numbers.iter().zip(&candidate.values).map(of).collect::<Vec<_>>().join(", ")
}

fn steps(candidate: &Candidate) -> String {
    let whole = (candidate.steps - candidate.steps.round()).abs() < 1e-9;
    match candidate.steps {
        0.0 => "today".to_owned(),
        1.0 => "1 step".to_owned(),
        steps => format!("{} steps", decimal(steps, usize::from(!whole))),
    }
}

/// `3.4 (3.1 to 3.7)`.
fn cell(wanted: &Wanted, measured: &Measured) -> String {
    let form = Form::of_interval(measured.interval, wanted.is_share);
    let level = form.level(measured.mean);
    match measured.interval {
        Some(interval) => format!("{level} ({} to {})", form.plain(interval.low), form.plain(interval.high)),
        None => format!("{level} (–)"),
    }
}

/// The measures that a combination misses, or all if it misses none.
fn missed(front: &Front, candidate: &Candidate) -> String {
    let measures = || front.target.iter().zip(&candidate.judged.measures);
    let misses = |measured: &Measured| measured.standing == Standing::Misses;
    let all = !measures().any(|(_, measured)| misses(measured));
    let said = measures().filter(|(_, measured)| all || misses(measured));
    said.map(|(wanted, measured)| format!("{} {}", wanted.words, cell(wanted, measured)))
        .collect::<Vec<_>>()
        .join("; ")
}

fn answer(front: &Front) -> Vec<String> {
    let mut answer = vec![how_many(front)];
    if let Some(today) = front.combinations.first() {
        let says = match today.judged.standing {
            Standing::Meets => "meet it",
            Standing::Open => "may meet it",
            Standing::Misses => "do not meet it",
        };
        answer.push(format!(
            "The rules of today ({}) {says}: {}.",
            called(front, today),
            missed(front, today)
        ));
    }
    if front.front.is_empty() {
        let shown = front.nearest.iter().take(NAMED).map(|arm| &front.combinations[*arm]);
        let named = shown.map(|candidate| {
            format!("{} ({}): {}", called(front, candidate), steps(candidate), missed(front, candidate))
        });
        let more = match front.nearest.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!("; and {more} more, all of which games could not tell from the nearest"),
        };
        answer.push(format!("Nearest are {}{more}.", named.collect::<Vec<_>>().join("; ")));
        return answer;
    }
    answer.extend(smallest(front));
    answer.extend(left(front));
    answer.extend(ends(front));
    answer
}

fn how_many(front: &Front) -> String {
    let of = |standing: Standing| {
        front.combinations.iter().filter(|candidate| candidate.judged.standing == standing).count()
    };
    let [meets, open, misses] = [Standing::Meets, Standing::Open, Standing::Misses].map(of);
    let all = count(front.combinations.len() as u64, "combination", "combinations");
    match (meets, open) {
        (0, 0) => format!("Nothing meets it: all of {all} miss the target."),
        (0, open) => format!("None of {all} is known to meet the target: {open} may, {misses} do not."),
        (meets, 0) => format!("{meets} of {all} meet the target; {misses} do not."),
        (meets, open) => format!("{meets} of {all} meet the target, {open} more may, {misses} do not."),
    }
}

/// The combinations of the front that change least.
fn smallest(front: &Front) -> Option<String> {
    let candidates = || front.front.iter().map(|arm| &front.combinations[*arm]);
    let shortest = candidates().filter(|candidate| candidate.steps > 0.0).map(|candidate| candidate.steps);
    let shortest = shortest.fold(f64::INFINITY, f64::min);
    let mut of: Vec<&Candidate> = candidates()
        .filter(|candidate| candidate.steps > 0.0 && candidate.steps <= shortest + 1e-9)
        .collect();
    let first = *of.first()?;
    let more = of.len().saturating_sub(NAMED);
    of.truncate(NAMED);
    let names: Vec<String> = of.into_iter().map(|candidate| called(front, candidate)).collect();
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    Some(format!("The smallest change among them ({}): {}{more}.", steps(first), names.join("; ")))
}

/// The values left of each number.
fn left(front: &Front) -> Option<String> {
    let of = |index: usize| {
        let number = &front.numbers[index];
        let mut values: Vec<f64> =
            front.front.iter().map(|arm| front.combinations[*arm].values[index]).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let all = number.values.iter().all(|value| values.contains(value));
        let said = values.iter().map(|value| plain(*value)).collect::<Vec<_>>().join(", ");
        format!("{} {}", number.key, if all { "at any value".to_owned() } else { said })
    };
    (front.front.len() > 1).then(|| {
        let parts: Vec<String> = (0..front.numbers.len()).map(of).collect();
        format!("Left are {}.", parts.join("; "))
    })
}

/// The ends of ranges that the front reaches.
fn ends(front: &Front) -> Vec<String> {
    let of = |(index, number): (usize, &crate::search::Number)| {
        let ends = [number.values.first(), number.values.last()];
        let reached = ends
            .into_iter()
            .flatten()
            .filter(|end| front.front.iter().any(|arm| front.combinations[*arm].values[index] == **end));
        let reached: Vec<String> = reached.map(|end| plain(*end)).collect();
        // Where it reaches both, the number does not matter, which is said already.
        (reached.len() == 1)
            .then(|| format!("It reaches an end of {} ({}): nobody looked beyond.", number.key, reached[0]))
    };
    front.numbers.iter().enumerate().filter_map(of).collect()
}

/// The front, or the nearest where there is none.
fn table(front: &Front) -> Sheet {
    let shown = if front.front.is_empty() { &front.nearest } else { &front.front };
    let mut heads = vec!["combination".to_owned(), "from today".to_owned()];
    heads.extend(front.target.iter().map(|wanted| wanted.words.clone()));
    heads.extend(["the target".to_owned(), "blocks".to_owned()]);
    let row = |arm: &usize| {
        let candidate = &front.combinations[*arm];
        let mut row = vec![called(front, candidate), steps(candidate)];
        let measures = front.target.iter().zip(&candidate.judged.measures);
        row.extend(measures.map(|(wanted, measured)| cell(wanted, measured)));
        let stands = match candidate.judged.standing {
            Standing::Meets => "meets",
            Standing::Open => "may meet it",
            Standing::Misses => "misses",
        };
        row.extend([stands.to_owned(), candidate.judged.blocks.to_string()]);
        row
    };
    let title = if front.front.is_empty() { "Nearest" } else { "The front" };
    let rows = shown.iter().map(row).collect();
    let unsure = |arm: &usize| {
        front.combinations[*arm].judged.measures.iter().any(|measured| measured.interval.is_none())
    };
    let mut about = "In brackets the interval, which holds together with all others.".to_owned();
    if shown.iter().any(unsure) {
        about.push_str(" (–): too few blocks differ in it to say anything yet.");
    }
    Sheet { title: title.to_owned(), about, heads, rows, notes: Vec::new() }
}

fn stages(front: &Front) -> Sheet {
    let row = |stage: &StageSaid| {
        [u64::from(stage.number), stage.combinations, stage.blocks, stage.games, stage.left_out]
            .map(|number| number.to_string())
            .to_vec()
    };
    Sheet {
        title: "Stage by stage".to_owned(),
        about: "Each stage plays new seeds, the same ones for all that are in it. The rules of today are in every stage."
            .to_owned(),
        heads: ["stage", "combinations", "blocks of each", "games", "left out after it"]
            .map(str::to_owned)
            .to_vec(),
        rows: front.stages.iter().map(row).collect(),
        notes: Vec::new(),
    }
}

fn left_out(front: &Front) -> Option<Sheet> {
    let mut out: Vec<&Candidate> =
        front.combinations.iter().filter(|candidate| candidate.judged.standing == Standing::Misses).collect();
    out.sort_by(|a, b| b.judged.last_stage.cmp(&a.judged.last_stage).then(a.steps.total_cmp(&b.steps)));
    let row = |candidate: &&Candidate| {
        vec![
            called(front, candidate),
            steps(candidate),
            missed(front, candidate),
            candidate.judged.last_stage.to_string(),
            candidate.judged.blocks.to_string(),
        ]
    };
    (!out.is_empty()).then(|| Sheet {
        title: "What misses the target".to_owned(),
        about: "Intervals as they were when the combination was last played.".to_owned(),
        heads: ["combination", "from today", "what it misses", "last stage", "blocks"]
            .map(str::to_owned)
            .to_vec(),
        rows: out.iter().map(row).collect(),
        notes: Vec::new(),
    })
}

fn trust(findings: &Findings, front: &Front) -> Vec<String> {
    let games: u64 = front.stages.iter().map(|stage| stage.games).sum();
    let [arms, aims] = [front.combinations.len(), front.target.len()];
    let looks = u64::from(front.stages_at_most);
    let mut trust = vec![
        format!(
            "{} in {}, {} without an end.",
            capital(&count(games, "game", "games")),
            count(front.stages.len() as u64, "stage", "stages"),
            front.without_end
        ),
        format!(
            "The intervals hold all together in 95 of 100 searches ({} by {} at {}): in as many nothing that meets the target is \
             left out. What is left out was certain to miss it; the field was never cut by force.",
            count(arms as u64, "combination", "combinations"),
            count(aims as u64, "measure", "measures"),
            count(looks, "look", "looks")
        ),
        match front.ended {
            Ended::Known => "It ended when it was known of every combination.".to_owned(),
            Ended::Limit => {
                "All seeds were played. A larger `at_most` goes on from here and tells more apart.".to_owned()
            }
            Ended::Early => "It was ended early: the same command goes on where it stopped.".to_owned(),
        },
    ];
    if front.changed_late {
        trust.push(
            "The target was changed when games had been played already: it was no longer said beforehand."
                .to_owned(),
        );
    }
    let last = findings.played.blocks;
    trust.push(format!(
        "Tables and charts of what games are like show the last stage alone: {} of {}.",
        count(last, "block", "blocks"),
        count(findings.arms.len() as u64, "combination", "combinations")
    ));
    trust
}
