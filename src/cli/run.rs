//! `warstrike run`: plays commands and prints what happens.
//!
//! Output, one JSON object a line: `{"header":…}` says first which game it is; then `{"entry":N,"fact":…}` for each fact, `{"entry":N,"roll":…}` for dice,
//! `{"entry":N,"state":"…","decides":…}` after each accepted command (entry 0 is
//! the opening), `{"line":N,"refused":…}` for each refused one,
//! `{"entry":N,"computer":{"command":…,"why":…}}` before what a computer player's command brought about,
//! `{"what_if":…}` first where a save is played on by another ruleset or with other dice,
//! `{"line":N,"nothing_to":"undo"}` where there is nothing to undo or redo. With `--dice hand`
//! `{"wants":…}` asks for faces, with `--end-state` `{"end_state":…}` comes last.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tabletop_shell::by_hand::{self, Answer, Explanation, WantedBy};
use tabletop_shell::desk::{Decided, Desk};
use tabletop_shell::header::Header;
use tabletop_shell::lines::write_json;
use tabletop_shell::orders::Orders;
use tabletop_shell::table::{self, How, Table, claim};
use tabletop_shell::{ToolError, ToolResult};

use warstrike::ai::Chosen;
use warstrike::game::engine::WarStrike;
use warstrike::game::engine::battle::DiceWanted;
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::play::{Match, MatchError};
use warstrike::game::engine::record::claim::Existing;
use warstrike::game::engine::record::history::Rationale;
use warstrike::game::kinds::RollContext;
use warstrike::game::narration::dice::DicePrompt;
use warstrike::game::narration::{Sentence, narrated_setup, sentences};
use warstrike::level::data_folder::DataFolder;
use warstrike::standard_error::tell;

use super::computer::{Computers, SideStyle, SideStyleParser};
use super::end_state::EndState;
use super::open::{WhatIf, damage_message, open_asking};
use super::result_line::{say_result, write_result};
use super::{DiceArg, LISTS, OpeningArgs};

#[derive(Args)]
pub(super) struct RunArgs {
    /// A level, by path or shipped name, or a save to continue
    level: PathBuf,
    /// Commands, one JSON object a line; - for standard input
    #[arg(long, value_name = "FILE", required_unless_present = "computer")]
    orders: Option<PathBuf>,
    /// Let the computer play a side by a style: one of `assets/styles`, or a file; repeat for both sides
    #[arg(long, value_name = "SIDE=STYLE", value_parser = SideStyleParser)]
    computer: Vec<SideStyle>,
    #[command(flatten)]
    opening: OpeningArgs,
    /// Record the game to this new save
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Let --save replace a file
    #[arg(long, requires = "save")]
    overwrite: bool,
    /// Stop at the first refusal; fail if faces of --dice are left over
    #[arg(long)]
    strict: bool,
    /// Print what happened as sentences instead of JSON, and what is asked next
    #[arg(long)]
    say: bool,
    /// Print one line only: which game it is, who won, points, rounds, losses, the hash of the end
    #[arg(long, conflicts_with = "end_state")]
    result: bool,
    /// At the end, print every unit, model, die and marker as one JSON object
    #[arg(long)]
    end_state: bool,
}

/// Plays a game; with `--result` only its last line is heard.
pub(super) fn run(args: &RunArgs, data: &DataFolder, out: &mut impl Write) -> ToolResult {
    if !args.result {
        return play_through(args, data, out).1;
    }
    let (played, ended) = play_through(args, data, &mut std::io::sink());
    if let Some((game, header)) = played {
        match args.say {
            true => say_result(out, &game, header)?,
            false => write_result(out, &game, header)?,
        }
    }
    ended
}

/// Plays a game; it is returned as far as it was played, if it could be opened and nothing broke.
fn play_through(
    args: &RunArgs,
    data: &DataFolder,
    out: &mut impl Write,
) -> (Option<(Match, Header)>, ToolResult) {
    match opened(args, data, out) {
        Err(error) => (None, Err(error)),
        Ok((mut table, mut orders, header)) => {
            let ended = table.play_to_end(&mut orders, &header, out);
            let is_broken = matches!(ended, Err(ToolError::Bad(_)));
            ((!is_broken).then_some((table.game, header)), ended)
        }
    }
}

type OrdersOfInput = Orders<WarStrike, std::io::StdinLock<'static>>;

/// Opens what is to be played, and the orders.
fn opened<'a>(
    args: &'a RunArgs,
    data: &DataFolder,
    out: &mut impl Write,
) -> ToolResult<(Table<'a, WarStrike, Computers>, OrdersOfInput, Header)> {
    let mut orders = match &args.orders {
        Some(path) => Orders::open(path, LISTS).map_err(ToolError::Bad)?,
        None => Orders::none(),
    };
    // Before the level is read: it may be the same save, to which another program must not add anything meanwhile.
    let save =
        args.save.as_deref().map(|path| claim::<WarStrike>(path, existing(args.overwrite))).transpose()?;
    let opened = open_asking(&args.level, &args.opening, data, |dice| {
        let explanation = explanation(None, dice.wanted)?;
        match by_hand::ask(WantedBy::Opening, dice.wanted, &explanation, &mut orders, out)? {
            Answer::Faces(faces) => Ok(faces),
            Answer::Roll | Answer::TakeBack => Ok(dice.roll()),
        }
    })?;
    if let Some(damage) = &opened.damage {
        return Err(ToolError::Bad(damage_message(&args.level, &opened.game, damage)));
    }
    if let Some(words) = opened.game.departed_in_words() {
        tell(format!("{}: {words}", args.level.display()));
    }
    let computers = Computers::new(&args.computer, &opened.game, data)?;
    let header = Header::new(&opened.game, computers.players());
    let mut table = Table::new(opened.game, computers, how(args));
    if let Some(claim) = save {
        table.record_to(claim)?;
    }
    match &opened.what_if {
        Some(what_if) if args.say => writeln!(out, "{what_if}.")?,
        Some(what_if) => write_what_if(out, what_if)?,
        None => {}
    }
    Ok((table, orders, header))
}

fn how(args: &RunArgs) -> How<'_> {
    How {
        says: args.say,
        is_strict: args.strict,
        shows_end_state: args.end_state,
        forbids_dice: args.opening.dice == Some(DiceArg::Forbidden),
        save: args.save.as_deref(),
    }
}

fn write_what_if(out: &mut impl Write, what_if: &WhatIf) -> ToolResult {
    #[derive(Serialize)]
    struct Line<'a> {
        what_if: &'a WhatIf,
    }
    write_json(out, &Line { what_if })
}

/// What `--overwrite` says.
pub(super) fn existing(overwrite: bool) -> Existing {
    if overwrite { Existing::Replaced } else { Existing::Kept }
}

/// Words for a save that could not be written.
pub(super) fn cannot_save(path: &Path, error: &MatchError) -> ToolError {
    table::cannot_save(path, error)
}

/// The shots that dice are rolled for, and what they are for in words where the battle is there to be looked at.
fn explanation(game: Option<&Match>, dice: &DiceWanted) -> serde_json::Result<Explanation> {
    let salvo = dice.context.as_ref().and_then(RollContext::salvo);
    let prompt = game.map(|game| DicePrompt::new(game.battle().view(), dice));
    Ok(Explanation {
        salvo: salvo.map(|salvo| to_raw_value(&salvo)).transpose()?,
        prompt: prompt.map(|prompt| to_raw_value(&prompt)).transpose()?,
    })
}

/// The sentences for facts of a game.
pub(super) fn narrated(game: &Match, facts: &[Fact]) -> Vec<Sentence> {
    sentences(&narrated_setup(&game.battle().view()), facts)
}

impl Desk<WarStrike> for Computers {
    type Chosen = Chosen;

    fn decides(&self, game: &Match) -> bool {
        Self::decides(self, game)
    }

    fn choose(&mut self, game: &Match) -> Option<Decided<WarStrike, Chosen>> {
        let (chosen, by) = Self::choose(self, game)?;
        let (does, why) = (chosen.does.clone(), chosen.why.clone());
        Some(Decided { command: chosen.command.clone(), rationale: Rationale { by, does, why }, chosen })
    }

    fn sentences(&self, game: &Match, facts: &[Fact]) -> Vec<Sentence> {
        narrated(game, facts)
    }

    fn explain(&self, game: Option<&Match>, dice: &DiceWanted) -> serde_json::Result<Explanation> {
        explanation(game, dice)
    }

    fn end_state(&self, game: &Match) -> serde_json::Result<Box<RawValue>> {
        to_raw_value(&EndState::of(game))
    }
}
