//! `run` and `replay` of a hosted game.

use std::io::Write;

use tabletop::adviser::Adviser;
use tabletop::audience::facts_for;
use tabletop::ids::Side;
use tabletop::matches::Match;
use tabletop::record::claim::Existing;
use tabletop::sentence::sentences;

use super::advise::Advised;
use super::opened::{load, open_asking, save_named};
use super::result::{say_result, write_result};
use crate::arguments::{DiceArg, ReplayArgs, RunArgs};
use crate::desk::{Decided, Desk};
use crate::error::{ToolError, ToolResult};
use crate::files::Files;
use crate::header::{Header, Players};
use crate::hosted::Hosted;
use crate::orders::Orders;
use crate::replay::{Recovery, check, header_of_recorded, say_line, write_facts};
use crate::table::{How, Table, claim};

/// The computer players of a game.
struct Advisers<G: Hosted>([Option<Playing<G>>; 2]);

/// A computer player, and its style as it was asked for.
struct Playing<G: Hosted> {
    adviser: Box<dyn Adviser<G>>,
    style: String,
}

impl<G: Hosted> Advisers<G> {
    fn new(sides: &[(Side, String)], game: &Match<G>, files: &Files<'_>) -> ToolResult<Self> {
        let mut players = [None, None];
        for (side, style) in sides {
            let seed = game.seed().wrapping_add(side.index() as u64);
            let adviser = G::adviser(style, files, game.setup(), seed).map_err(ToolError::Bad)?;
            if players[side.index()].replace(Playing { adviser, style: style.clone() }).is_some() {
                return Err(ToolError::Bad(format!("--computer names side {side} twice")));
            }
        }
        Ok(Self(players))
    }

    fn players(&self) -> Players {
        Players::of_styles(self.0.each_ref().map(|player| Some(player.as_ref()?.style.clone())))
    }
}

impl<G: Hosted> Desk<G> for Advisers<G> {
    type Chosen = Advised<G>;

    fn decides(&self, game: &Match<G>) -> bool {
        game.battle().decision().is_some_and(|decision| self.0[decision.player.index()].is_some())
    }

    fn choose(&mut self, game: &Match<G>) -> Option<Decided<G, Advised<G>>> {
        let player = game.battle().decision()?.player;
        let advice = self.0[player.index()].as_mut()?.adviser.advise(game.battle())?;
        let (command, rationale) = (advice.command.clone(), advice.rationale());
        Some(Decided { command, rationale, chosen: Advised::from(advice) })
    }
}

/// Plays a game; with `--result` only its last line is heard.
pub(super) fn run<G: Hosted>(args: &RunArgs, files: &Files<'_>, out: &mut impl Write) -> ToolResult {
    if !args.result {
        return play::<G>(args, files, out)?.1;
    }
    let (game, ended) = play::<G>(args, files, &mut std::io::sink())?;
    if !matches!(ended, Err(ToolError::Bad(_))) {
        let (game, header) = game;
        match args.say {
            true => say_result(out, &game, &header)?,
            false => write_result(out, &game, header)?,
        }
    }
    ended
}

/// Plays a game, and gives it back as far as it was played.
fn play<G: Hosted>(
    args: &RunArgs,
    files: &Files<'_>,
    out: &mut impl Write,
) -> ToolResult<((Match<G>, Header), ToolResult)> {
    let mut orders = match &args.orders {
        Some(path) => Orders::open(path, G::LISTS).map_err(ToolError::Bad)?,
        None => Orders::none(),
    };
    // Before the level is read: it may be the same save, to which another program must not add anything meanwhile.
    let save = args.save.as_deref().map(|path| claim::<G>(path, existing(args.overwrite))).transpose()?;
    let game = open_asking::<G, _>(&args.level, &args.opening, files, &mut orders, out)?;
    let desk = Advisers::new(&args.computer, &game, files)?;
    let header = Header::new(&game, desk.players());
    let how = How {
        says: args.say,
        is_strict: args.strict,
        shows_end_state: args.end_state,
        forbids_dice: args.opening.dice == Some(DiceArg::Forbidden),
        save: args.save.as_deref(),
    };
    let mut table = Table::new(game, desk, how);
    if let Some(claim) = save {
        table.record_to(claim)?;
    }
    let ended = table.play_to_end(&mut orders, &header, out);
    Ok(((table.game, header), ended))
}

/// Treatment of an existing file, by `--overwrite`.
fn existing(overwrite: bool) -> Existing {
    if overwrite { Existing::Replaced } else { Existing::Kept }
}

/// Prints or checks a save.
pub(super) fn replay<G: Hosted>(args: &ReplayArgs, files: &Files<'_>, out: &mut impl Write) -> ToolResult {
    let save = save_named(&args.save, files).unwrap_or_else(|| args.save.clone());
    let loaded = load::<G>(&save)?;
    let recovery = Recovery { save: &save, to: args.recover.as_deref(), existing: existing(args.overwrite) };
    crate::replay::replay(&loaded, recovery, out, |game, damage, out| {
        let heard = |facts: &[G::Fact]| match args.side {
            Some(side) => {
                sentences(&**game.setup(), &facts_for::<G>(facts, side).cloned().collect::<Vec<_>>())
            }
            None => sentences(&**game.setup(), facts),
        };
        match args {
            ReplayArgs { check: true, .. } => check(game, damage, out),
            ReplayArgs { result: true, say: true, .. } => say_result(out, game, &header_of_recorded(game)),
            ReplayArgs { result: true, .. } => write_result(out, game, header_of_recorded(game)),
            ReplayArgs { say: true, .. } => say_line(game, args.side, heard, out),
            _ => write_facts(game, args.side, out),
        }
    })
}
