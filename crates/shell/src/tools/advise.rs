//! `advise`: what a computer player would do now.

use std::io::Write;

use serde::Serialize;
use tabletop::adviser::{Advice, OtherAdvice};
use tabletop::command::Command;

use super::opened::open;
use crate::arguments::AdviseArgs;
use crate::error::{ToolError, ToolResult};
use crate::files::Files;
use crate::hosted::Hosted;

/// Advice as it is printed.
#[derive(Serialize)]
#[serde(bound = "")]
pub(super) struct Advised<G: Hosted> {
    command: Command<G>,
    does: String,
    why: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<Other>,
}

#[derive(Serialize)]
struct Other {
    does: String,
    /// Points that it is worth less.
    less: f64,
    lacks: String,
}

impl<G: Hosted> From<Advice<G>> for Advised<G> {
    fn from(Advice { command, by: _, does, why, alternatives }: Advice<G>) -> Self {
        let other = |OtherAdvice { does, less, lacks }| Other { does, less, lacks };
        Self { command, does, why, alternatives: alternatives.into_iter().map(other).collect() }
    }
}

/// Prints what a style would do now, why, and what else there was.
pub(super) fn advise<G: Hosted>(args: &AdviseArgs, files: &Files<'_>, out: &mut impl Write) -> ToolResult {
    let game = open::<G>(&args.level, &args.opening, files)?;
    let Some(decision) = game.battle().decision() else {
        return Err(ToolError::Failed("nobody has anything to decide: the battle is over".to_owned()));
    };
    if let Some(side) = args.side.filter(|side| *side != decision.player) {
        return Err(ToolError::Bad(format!(
            "side {side} has nothing to decide now: side {} does, so only it is advised",
            decision.player
        )));
    }
    let style = args.style.as_deref().unwrap_or(G::ADVISER);
    let adviser = G::adviser(style, files, game.setup(), game.seed());
    let advice = adviser.map_err(ToolError::Bad)?.advise(game.battle());
    let advice = advice.ok_or_else(|| ToolError::Failed("the style finds no legal answer".to_owned()))?;
    let advised = Advised::from(advice);
    if !args.say {
        serde_json::to_writer_pretty(&mut *out, &advised)?;
        return Ok(writeln!(out)?);
    }
    let side = decision.player;
    match (advised.does.as_str(), advised.why.as_str()) {
        ("", _) => writeln!(out, "{side}: {}", serde_json::to_string(&advised.command.order)?)?,
        (does, "") => writeln!(out, "{side}: {does}.")?,
        (does, why) => writeln!(out, "{side}: {does}: {why}.")?,
    }
    for Other { does, less, lacks } in &advised.alternatives {
        let why = if lacks.is_empty() { String::new() } else { format!(": {lacks}") };
        let less = format!("{less:.0}");
        let points = if less == "1" { "point" } else { "points" };
        writeln!(out, "  {less} {points} worse: {does}{why}")?;
    }
    Ok(())
}
