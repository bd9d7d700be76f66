//! Findings of the games: plain data that every report writes down, and nothing that a report has to work out.

mod data;
mod differences;
mod gather;
mod gauges;
mod head_to_head;
mod luck;
mod mean;
mod running;
mod sides;
mod stop;
mod touched;

use crate::bench::{End, GameOrder};
use crate::experiment::Bet;
use crate::plan::Plan;
use crate::shard::Block;

pub(crate) use differences::value;
pub(crate) use mean::Sums;

pub use data::{
    Amount, Difference, Evenness, Findings, HeadToHead, Judged, LookAt, Method, Part, Stopped, Touched,
    Verdict, WithoutEnd,
};
pub use gather::{Bar, Gatherer, Layer, Panel, Picture};
pub use gauges::Gauged;
pub use luck::{Adjusted, Explained, Zero};
pub use mean::Mean;
pub use running::Running;
pub use sides::{Lean, SideShare, Whose};
pub use stop::{Watch, enough, is_settled, judged};

impl Findings {
    /// Findings of a plan's blocks: of as many of the first as its rule of stopping takes. `pictures` are gathered from the same
    /// blocks, by who has their rows.
    pub fn of(plan: &Plan, blocks: &[Block], pictures: Vec<Picture>) -> Self {
        let (count, stopped) = stop::judged(plan, blocks);
        let blocks = &blocks[..count];
        let head_to_head = if plan.arms.len() == 1 { head_to_head::all(plan, blocks) } else { Vec::new() };
        Self {
            name: plan.name.clone(),
            question: plan.question.clone(),
            identity: plan.identity,
            arms: plan.arms.clone(),
            tables: plan.tables.clone(),
            players: plan.players.clone(),
            played: amount(plan, blocks, stopped),
            differences: differences::all(plan, blocks),
            head_to_head,
            sides: sides::all(plan, blocks),
            forces: plan.forces.clone(),
            evenness: touched::evenness(plan, blocks),
            touched: touched::all(plan, blocks),
            adjusted: luck::adjusted(plan, blocks),
            explained: luck::explains(plan, blocks),
            gauges: gauges::all(plan, blocks),
            running: running::all(plan, blocks),
            pictures,
            grounds: plan.instruments.grounds.clone(),
            file: plan.file.clone(),
            stage: plan.stage,
            left_out: plan.left_out.clone(),
            changed_late: plan.changed_late,
        }
    }

    /// As JSON, for programs.
    ///
    /// # Errors
    /// The encoder's, which for this type means memory ran out.
    pub fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}

fn amount(plan: &Plan, blocks: &[Block], stopped: Stopped) -> Amount {
    const SHOWN: usize = 5;
    let mut amount = Amount {
        blocks: blocks.len() as u64,
        games: 0,
        audited: 0,
        stopped,
        stalled: 0,
        refused: 0,
        without_end: Vec::new(),
        incomparable: 0,
    };
    for block in blocks {
        amount.games += block.games.len() as u64;
        amount.audited += u64::from(block.again.is_some());
        amount.incomparable += u64::from(block.games.iter().any(|game| !game.has_ended()));
        for (order, game) in plan.block(block.number).iter().zip(&block.games) {
            match game.end {
                End::Won(_) | End::Drawn => continue,
                End::Stalled => amount.stalled += 1,
                End::Refused(_) => amount.refused += 1,
            }
            let GameOrder { seed, arm, table, .. } = *order;
            let without_end = WithoutEnd { block: block.number, seed, arm, table, end: game.end.clone() };
            amount.without_end.extend((amount.without_end.len() < SHOWN).then_some(without_end));
        }
    }
    amount
}

/// The author's bet on a measure.
fn bet_on(plan: &Plan, measure: usize) -> Option<&Bet> {
    plan.bets.iter().find(|bet| bet.measure == measure)
}
