//! `warstrike duel`: every card against every card, without players.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use tabletop_data::numeral::parse_number;
use warstrike::duel::{
    Contender, Cover, Exchange, Matrices, Measure, Setting, Shift, State, compared, differences, edited,
    gathered, html, matrix,
};
use warstrike::game::engine::record::claim::Existing;
use warstrike::game::engine::record::whole_file::write_whole_file;
use warstrike::level::data_folder::DataFolder;
use warstrike::level::level_file::DEFAULT_RULESET;
use warstrike::level::ruleset_file::read_ruleset;
use warstrike::level::setup::SourceText;
use warstrike::rules::measures::Thou;
use warstrike::rules::salvo::Manner;

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
    #[arg(long, value_enum, value_delimiter = ',', default_values = ["open-fire", "charge"])]
    action: Vec<Meeting>,
    /// Distances of fire between the nearest bases, inches
    #[arg(long, value_name = "INCHES", value_delimiter = ',', default_value = "6,12,24", value_parser = range)]
    range: Vec<Thou>,
    /// What the target of fire stands in or behind
    #[arg(long, value_enum, value_delimiter = ',', default_value = "open")]
    cover: Vec<Ground>,
    /// The state of the target before it
    #[arg(long, value_enum, value_delimiter = ',', default_value = "fresh")]
    target: Vec<Condition>,
    /// Which number stands in the matrices
    #[arg(long, value_enum, default_value = "points")]
    measure: Number,
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Meeting {
    /// At full rate (ACT-1)
    OpenFire,
    /// At half rate, one-handed weapons in full (ACT-2)
    Advance,
    /// One-handed weapons at half rate (ACT-4)
    AtTheDouble,
    /// In the enemy's turn at half rate, one-handed weapons in full (RE-2)
    SnapFire,
    /// The first round of close combat (CC-5, CC-6)
    Charge,
}

#[derive(Clone, Copy, ValueEnum)]
enum Ground {
    /// Open ground
    Open,
    /// A field, which obscures (VIS-2)
    Field,
    /// Inside a wood, which conceals (VIS-2)
    Wood,
    /// A low wall that the front rank touches: hard cover (SHO-9)
    Wall,
}

#[derive(Clone, Copy, ValueEnum)]
enum Condition {
    /// Unhurt
    Fresh,
    /// Suppressed (SUP-1)
    Suppressed,
    /// Shaken (SUP-3)
    Shaken,
    /// Down (ACT-5)
    Down,
}

#[derive(Clone, Copy, ValueEnum)]
enum Number {
    /// Points the target loses
    Points,
    /// Points the target loses less those the first unit loses
    Balance,
    /// Models the target loses
    Lost,
    /// Hits
    Hits,
    /// Chance that it is suppressed
    Suppressed,
    /// Chance that it is shaken
    Shaken,
    /// Chance that nothing of it is left
    Destroyed,
}

impl From<Ground> for Cover {
    fn from(ground: Ground) -> Self {
        match ground {
            Ground::Open => Self::Open,
            Ground::Field => Self::Field,
            Ground::Wood => Self::Wood,
            Ground::Wall => Self::Wall,
        }
    }
}

impl From<Condition> for State {
    fn from(condition: Condition) -> Self {
        match condition {
            Condition::Fresh => Self::Fresh,
            Condition::Suppressed => Self::Suppressed,
            Condition::Shaken => Self::Shaken,
            Condition::Down => Self::Down,
        }
    }
}

impl From<Number> for Measure {
    fn from(number: Number) -> Self {
        match number {
            Number::Points => Self::Points,
            Number::Balance => Self::Balance,
            Number::Lost => Self::Lost,
            Number::Hits => Self::Hits,
            Number::Suppressed => Self::Suppressed,
            Number::Shaken => Self::Shaken,
            Number::Destroyed => Self::Destroyed,
        }
    }
}

impl Meeting {
    fn manner(self) -> Option<Manner> {
        match self {
            Self::OpenFire => Some(Manner::OpenFire),
            Self::Advance => Some(Manner::Advance),
            Self::AtTheDouble => Some(Manner::AfterRunning),
            Self::SnapFire => Some(Manner::SnapFire),
            Self::Charge => None,
        }
    }
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
    let measure = args.measure.into();
    if let Some(file) = &args.html {
        let page = html(&title(args), &before, after.as_ref(), measure);
        return write_whole_file(file, page.as_bytes(), Existing::Replaced)
            .map_err(|error| ToolError::Bad(format!("{}: {error}", file.display())));
    }
    if args.json {
        return write_json(out, &shown(args, &before, after.as_ref(), measure));
    }
    match &after {
        None => {
            for setting in 0..before.settings.len() {
                writeln!(out, "{}", matrix(&before, setting, measure))?;
            }
        }
        Some(after) => {
            writeln!(out, "{}", title(args))?;
            let shifts = compared(&before, after, measure, args.smallest);
            write!(out, "{}", differences(&before, &shifts, measure))?;
        }
    }
    Ok(())
}

/// What is compared, in words.
fn title(args: &DuelArgs) -> String {
    let ruleset = &args.ruleset;
    let changed = args.against.iter().map(|against| format!("{ruleset} → {against}"));
    let changed: Vec<String> = changed.chain(args.edit.iter().cloned()).collect();
    match changed.is_empty() {
        true => format!("Every card against every card, by {ruleset}"),
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
        for state in args.target.iter().map(|state| State::from(*state)) {
            let Some(manner) = action.manner() else {
                settings.push(Setting::Charge { state });
                continue;
            };
            for cover in args.cover.iter().map(|cover| Cover::from(*cover)) {
                settings.extend(args.range.iter().map(|range| Setting::Fire {
                    manner,
                    range: *range,
                    cover,
                    state,
                }));
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
    measure: Measure,
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
        changes: after
            .map(|after| compared(before, after, measure, args.smallest).into_iter().map(shift).collect()),
    }
}
