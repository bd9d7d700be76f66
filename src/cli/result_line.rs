//! The result of a game in one line, for `run --result` and `replay --result`.

use std::io::Write;

use serde::Serialize;
use tabletop_shell::header::Header;

use warstrike::game::engine::components::Fate;
use warstrike::game::engine::play::Match;
use warstrike::game::engine::snapshot::StateHash;
use warstrike::game::narration::score as words;
use warstrike::game::narration::words::counted;
use warstrike::game::score::score;
use warstrike::rules::ids::Side;
use warstrike::rules::victory::{BattleResult, Ending};

use super::ToolResult;

/// How a game ended, or how it stands.
#[derive(Serialize)]
struct ResultLine {
    #[serde(flatten)]
    header: Header,
    /// Whether the battle is over. One that is not has no winner yet: it is no draw.
    over: bool,
    /// `None` for a draw, and while it lasts.
    winner: Option<Side>,
    /// Why it ended so; `None` while it lasts.
    reason: Option<Ending>,
    /// The round it ended in, or the present one.
    rounds: u8,
    /// Commands that were given.
    commands: usize,
    objectives: OfSides,
    /// Surviving points (MIS-6).
    points: OfSides,
    /// Models lost.
    lost: OfSides,
    state: StateHash,
}

/// A number of each side.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "UPPERCASE")]
struct OfSides {
    a: usize,
    b: usize,
}

impl OfSides {
    fn new(count: impl Fn(Side) -> usize) -> Self {
        Self { a: count(Side::A), b: count(Side::B) }
    }
}

/// Writes the line of a game, as JSON.
pub(super) fn write_result(out: &mut impl Write, game: &Match, header: Header) -> ToolResult {
    #[derive(Serialize)]
    struct Line {
        result: ResultLine,
    }
    let (result, _) = result_of(game, header);
    serde_json::to_writer(&mut *out, &Line { result })?;
    Ok(out.write_all(b"\n")?)
}

/// Writes the line of a game as a sentence.
pub(super) fn say_result(out: &mut impl Write, game: &Match, header: Header) -> ToolResult {
    let (line, result) = result_of(game, header);
    let ResultLine { header, over, points, lost, state, rounds, .. } = line;
    let verdict = match over {
        true => words::result(game.setup(), &result),
        false => format!("The battle is not over: it stands in round {rounds}."),
    };
    let rounds = counted(usize::from(rounds), "round");
    let (header, points, lost) =
        (header.in_words(), format!("{} to {}", points.a, points.b), format!("{} and {}", lost.a, lost.b));
    Ok(writeln!(out, "{verdict} {rounds}, points {points}, models lost {lost}, end {state} · {header}")?)
}

fn result_of(game: &Match, header: Header) -> (ResultLine, BattleResult) {
    let view = game.battle().view();
    let over = view.result().is_some();
    let result = score(view).result;
    let lost = |side: Side| {
        let models = view.units().filter(|unit| unit.id.side == side).flat_map(|unit| view.models(unit.id));
        models.filter(|model| model.condition.fate == Fate::Lost).count()
    };
    let line = ResultLine {
        header,
        over,
        winner: result.winner.filter(|_| over),
        reason: over.then(|| result.reason.clone()),
        rounds: result.rounds,
        commands: game.history().line().len() - 1,
        objectives: OfSides::new(|side| result.tally[side.index()].objectives.len()),
        points: OfSides::new(|side| result.tally[side.index()].points as usize),
        lost: OfSides::new(lost),
        state: game.history().present().outcome.hash,
    };
    (line, result)
}
