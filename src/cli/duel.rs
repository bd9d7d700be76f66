//! `warstrike duel`: every card against every card, without players.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use tabletop_data::numeral::parse_number;
use warstrike::duel::{
    Contender, Cover, Exchange, Matrices, Measure, Meeting, Setting, Shift, State, compared, differences,
    edited, gathered, html, matrix,
};
use warstrike::game::engine::record::claim::Existing;
use warstrike::game::engine::record::whole_file::{why_not_written, write_whole_file};
use warstrike::level::data_folder::DataFolder;
use warstrike::level::level_file::DEFAULT_RULESET;
use warstrike::level::ruleset_file::read_ruleset;
use warstrike::level::setup::SourceText;
use warstrike::rules::measures::Thou;

use super::show::write_json;
use super::{ToolError, ToolResult};

#[derive(Args)]
pub(super) struct DuelArgs {
    /// The cards, by name or path [default: all that are shipped]
    #[arg(value_name = "CARD")]
    cards: Vec<String>,
    /// Ruleset
    #[arg(long, value_name = "NAME", default_value = DEFAULT_RULESET)]
    ruleset: String,
    /// How the first unit meets its target; a charge is the first round of the close combat
    #[arg(long, value_parser = one_of(&Meeting::NAMED), value_delimiter = ',', default_values = ["open-fire", "charge"])]
    action: Vec<Meeting>,
    /// Distances of fire between the nearest bases, inches
    #[arg(long, value_name = "INCHES", value_delimiter = ',', default_value = "6,12,24", value_parser = range)]
    range: Vec<Thou>,
    /// What the target of fire stands in or behind
    #[arg(long, value_parser = one_of(&Cover::NAMED), value_delimiter = ',', default_value = "open")]
    cover: Vec<Cover>,
    /// The state of the target before it
    #[arg(long, value_parser = one_of(&State::NAMED), value_delimiter = ',', default_value = "fresh")]
    target: Vec<State>,
    /// Which number stands in the matrices
    #[arg(long, value_parser = one_of(&Measure::NAMED), default_value = "points")]
    measure: Measure,
    /// Compare with this ruleset: print what changes
    #[arg(long, value_name = "NAME")]
    against: Option<String>,
    /// Change a number of a card and print what changes: knights.Ev=6, scouts.weapons.Carbine.range=12; repeat for more
    #[arg(long, value_name = "CARD.FIELD=VALUE")]
    edit: Vec<String>,
    /// Smallest difference that is listed
    #[arg(long, value_name = "N", default_value_t = 0.05)]
    smallest: f64,
    /// Print one JSON object with every number
    #[arg(long, conflicts_with = "html")]
    json: bool,
    /// Write a page with colours, replaced if it is there
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// One of the values of a list, by its name; the help says what each means.
fn one_of<T: Copy + Send + Sync + 'static>(
    named: &'static [(&'static str, T, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let values = named.iter().map(|(name, _, meaning)| PossibleValue::new(*name).help(*meaning));
    PossibleValuesParser::new(values).try_map(|name| {
        let found = named.iter().find(|(known, ..)| *known == name);
        found.map(|(_, value, _)| *value).ok_or("no such value")
    })
}

/// Longest distance, inches: farther than any weapon reaches.
const FARTHEST: f64 = 60.0;

fn range(text: &str) -> Result<Thou, String> {
    let inches = parse_number(text).map_err(|error| error.to_string())?;
    match (0.0..=FARTHEST).contains(&inches) {
        true => Thou::from_inches(inches).map_err(|error| error.to_string()),
        false => Err(format!("expected 0 to {FARTHEST} inches")),
    }
}

pub(super) fn duel(args: &DuelArgs, data: &DataFolder, out: &mut impl Write) -> ToolResult {
    let bad = |error: &dyn std::fmt::Display| ToolError::Bad(error.to_string());
    let sources = Contender::sources(&args.cards, data).map_err(|faults| bad(&faults))?;
    let before = ask(args, sources.clone(), &args.ruleset, data)?;
    let after = match (&args.against, args.edit.is_empty()) {
        (None, true) => None,
        (against, _) => {
            let edited = edited(sources, &args.edit).map_err(|error| bad(&error))?;
            Some(ask(args, edited, against.as_ref().unwrap_or(&args.ruleset), data)?)
        }
    };
    let measure = args.measure;
    let shifts = after.as_ref().map(|after| compared(&before, after, measure, args.smallest));
    let shifts = shifts.unwrap_or_default();
    if let Some(file) = &args.html {
        let changed = after.as_ref().map(|after| (after, shifts.as_slice()));
        let page = html(&title(args), &before, changed, measure);
        return write_whole_file(file, page.as_bytes(), Existing::Replaced)
            .map_err(|error| ToolError::Bad(format!("{}: {}", file.display(), why_not_written(&error))));
    }
    if args.json {
        return write_json(out, &shown(args, &before, after.as_ref(), shifts));
    }
    match &after {
        None => {
            for setting in 0..before.settings.len() {
                writeln!(out, "{}", matrix(&before, setting, measure))?;
            }
        }
        Some(_) => {
            writeln!(out, "{}", title(args))?;
            write!(out, "{}", differences(&before, &shifts, measure))?;
        }
    }
    Ok(())
}

/// The comparison in words.
fn title(args: &DuelArgs) -> String {
    let ruleset = &args.ruleset;
    let changed = args.against.iter().map(|against| format!("{ruleset} → {against}"));
    let changed: Vec<String> = changed.chain(args.edit.iter().cloned()).collect();
    match changed.is_empty() {
        true => format!("Every card against every card, by the ruleset {ruleset}"),
        false => format!("What changes: {}", changed.join(", ")),
    }
}

fn ask(
    args: &DuelArgs,
    sources: Vec<SourceText>,
    ruleset: &str,
    data: &DataFolder,
) -> Result<Matrices, ToolError> {
    let bad = |error: &dyn std::fmt::Display| ToolError::Bad(error.to_string());
    let chain = data.ruleset_chain(ruleset).map_err(|faults| bad(&faults))?;
    let ruleset = read_ruleset(&chain).map_err(|faults| bad(&faults))?;
    let contenders = gathered(sources, &ruleset).map_err(|faults| bad(&faults))?;
    Matrices::of(contenders, &chain, &ruleset, settings(args)).map_err(|error| bad(&error))
}

/// Each action at each distance on each ground in each state; a charge has neither distance nor ground.
fn settings(args: &DuelArgs) -> Vec<Setting> {
    let mut settings = Vec::new();
    for action in &args.action {
        for &state in &args.target {
            let Meeting::Fire(manner) = *action else {
                settings.push(Setting::Charge { state });
                continue;
            };
            for &cover in &args.cover {
                let ranges = args.range.iter();
                settings.extend(ranges.map(|&range| Setting::Fire { manner, range, cover, state }));
            }
        }
    }
    settings
}

/// The JSON object.
#[derive(Serialize)]
struct Shown<'d> {
    ruleset: &'d str,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<&'d str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    edits: &'d [String],
    cards: Vec<&'d str>,
    matrices: Vec<ShownMatrix<'d>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<Vec<ShownShift<'d>>>,
}

/// One setting: a list of rows by the first unit, each with a cell for each target.
#[derive(Serialize)]
struct ShownMatrix<'d> {
    #[serde(flatten)]
    setting: Setting,
    rows: Vec<&'d [Exchange]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Vec<&'d [Exchange]>>,
}

#[derive(Serialize)]
struct ShownShift<'d> {
    setting: Setting,
    first: &'d str,
    target: &'d str,
    from: Option<f64>,
    to: Option<f64>,
}

fn shown<'d>(
    args: &'d DuelArgs,
    before: &'d Matrices,
    after: Option<&'d Matrices>,
    shifts: Vec<Shift>,
) -> Shown<'d> {
    let id = |at: usize| before.contenders[at].card.id.as_str();
    let shift = |shift: Shift| {
        let [first, target] = [shift.first, shift.target].map(id);
        ShownShift { setting: before.settings[shift.setting], first, target, from: shift.from, to: shift.to }
    };
    let matrix = |(at, setting): (usize, &Setting)| ShownMatrix {
        setting: *setting,
        rows: before.rows(at).collect(),
        after: after.map(|after| after.rows(at).collect()),
    };
    Shown {
        ruleset: &args.ruleset,
        against: args.against.as_deref(),
        edits: &args.edit,
        cards: before.contenders.iter().map(|one| one.card.id.as_str()).collect(),
        matrices: before.settings.iter().enumerate().map(matrix).collect(),
        changes: after.map(|_| shifts.into_iter().map(shift).collect()),
    }
}
