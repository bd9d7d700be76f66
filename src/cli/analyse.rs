//! `warstrike analyse`: what the orders of a game gained, and what its dice.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use warstrike::analysis::{
    Analysis, DiceGain, Lesson, Moment, Part, Points, headline, in_short, lessons, part_of_orders, reason,
    verdict_on_dice, when, words_of_lesson,
};
use warstrike::game::engine::play::Match;
use warstrike::game::engine::record::history::EntryId;
use warstrike::game::narration::words::{counted, force};
use warstrike::level::data_folder::DataFolder;
use warstrike::level::judgement_file::Judgement;
use warstrike::level::styles::Styles;
use warstrike::rules::ids::Side;
use warstrike::standard_error::tell;

use super::open::{damage_message, load_error};
use super::own::save_parser;
use super::{ToolError, ToolResult};

#[derive(Args)]
pub(super) struct AnalyseArgs {
    /// The save: its path, or its name in the folder of saves
    #[arg(value_parser = save_parser())]
    save: PathBuf,
    /// Print sentences instead of JSON
    #[arg(long)]
    say: bool,
    /// Also look for orders that a computer player of this style would improve on: a name or a file
    #[arg(long, value_name = "STYLE", num_args = 0..=1, default_missing_value = "cautious")]
    learn: Option<PathBuf>,
}

/// The JSON object.
#[derive(Serialize)]
struct Report<'a> {
    /// What the position was worth to A before the first command, and what it is worth now.
    start: Points,
    end: Points,
    /// What each side's orders gained, for that side.
    orders: BySide<Points>,
    /// What the dice gave A.
    dice: DiceReport,
    /// What commands gained A that were played by other rules.
    other_rules: Points,
    by_word: Points,
    turning_points: TurningPoints,
    #[serde(skip_serializing_if = "Option::is_none")]
    lessons: Option<&'a [Lesson]>,
    moments: &'a [Moment],
}

#[derive(Serialize)]
struct BySide<T> {
    #[serde(rename = "A")]
    a: T,
    #[serde(rename = "B")]
    b: T,
}

#[derive(Serialize)]
struct DiceReport {
    gain: Points,
    /// The standard deviation of what such dice give.
    deviation: Points,
    #[serde(skip_serializing_if = "Option::is_none")]
    deviations: Option<f64>,
}

/// Entries, in the order of the game.
#[derive(Serialize)]
struct TurningPoints {
    orders: Vec<EntryId>,
    dice: Vec<EntryId>,
}

pub(super) fn analyse(args: &AnalyseArgs, data: &DataFolder, out: &mut impl Write) -> ToolResult {
    let loaded = Match::load(&args.save).map_err(|error| ToolError::Bad(load_error(&args.save, &error)))?;
    let game = loaded.game;
    let bad = |faults: warstrike::level::fault::Faults| ToolError::Bad(faults.to_string());
    let judgement = Judgement::load(data.root()).map_err(bad)?;
    let broken = |error: tabletop::matches::MatchError<_>| ToolError::Failed(error.to_string());
    let styles = args.learn.as_ref().map(|style| Styles::load(style, data)).transpose().map_err(bad)?;
    let analysis = Analysis::of(&game, &judgement).map_err(broken)?;
    let lessons =
        styles.map(|styles| lessons(&game, &analysis, styles, &judgement)).transpose().map_err(broken)?;
    if args.say {
        say(out, &game, &analysis, lessons.as_deref())?;
    } else {
        write_json(out, &analysis, lessons.as_deref())?;
    }
    if let Some(words) = game.departed_in_words() {
        out.flush()?;
        tell(format!("{}: {words}", args.save.display()));
    }
    match loaded.damage {
        Some(damage) => {
            out.flush()?;
            Err(ToolError::Bad(damage_message(&args.save, &game, &damage)))
        }
        None => Ok(()),
    }
}

fn write_json(out: &mut impl Write, analysis: &Analysis, lessons: Option<&[Lesson]>) -> ToolResult {
    let entries = |part| analysis.turning_points(part).into_iter().map(|moment| moment.entry).collect();
    let dice: DiceGain = analysis.dice();
    let report = Report {
        start: analysis.start,
        end: analysis.end(),
        orders: BySide { a: analysis.orders(Side::A), b: analysis.orders(Side::B) },
        dice: DiceReport { gain: dice.gain, deviation: dice.deviation, deviations: dice.deviations() },
        other_rules: analysis.unexplained(),
        by_word: analysis.by_word(),
        turning_points: TurningPoints { orders: entries(Part::Order), dice: entries(Part::Dice) },
        lessons,
        moments: &analysis.moments,
    };
    serde_json::to_writer(&mut *out, &report)?;
    Ok(out.write_all(b"\n")?)
}

fn say(out: &mut impl Write, game: &Match, analysis: &Analysis, lessons: Option<&[Lesson]>) -> ToolResult {
    let setup = game.setup();
    writeln!(out, "{}", in_short(setup, analysis))?;
    for side in Side::BOTH {
        writeln!(out, "{}", part_of_orders(setup, analysis, side))?;
    }
    writeln!(out, "{}", verdict_on_dice(setup, analysis.dice()))?;
    for (part, heading) in
        [(Part::Order, "The orders that changed most:"), (Part::Dice, "The dice that changed most:")]
    {
        let turning = analysis.turning_points(part);
        if turning.is_empty() {
            continue;
        }
        writeln!(out, "\n{heading}")?;
        for moment in turning {
            let (when, says) = (when(moment.turn), moment.says.trim_end_matches('.'));
            let headline = headline(setup, moment, part);
            writeln!(out, "  {when}, {headline}: {says} (command {})", moment.entry.0)?;
            writeln!(out, "    {}", reason(moment, part))?;
        }
    }
    let Some(lessons) = lessons else { return Ok(()) };
    if lessons.is_empty() {
        return Ok(writeln!(out, "\nNo order could clearly have been better.")?);
    }
    let number = counted(lessons.len(), "order");
    writeln!(out, "\n{number} might have been better:")?;
    for lesson in lessons {
        let (by, does) = (force(setup, lesson.by), &lesson.does);
        writeln!(out, "  command {}: {by} gains {} more: {does}.", lesson.entry.0, lesson.gain)?;
        writeln!(out, "    {}", words_of_lesson(lesson))?;
    }
    Ok(())
}
