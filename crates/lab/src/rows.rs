//! Rows of games, for other programs: `games.csv`.

use std::fmt::Write as _;

use crate::bench::Way;
use crate::plan::Plan;
use crate::shard::Block;

/// Every game, a line each (RFC 4180).
pub fn games_csv(plan: &Plan, blocks: &[Block]) -> String {
    let mut text = String::from("block,seed,rules,table,player_a,player_b,way,end,commands,state");
    plan.columns.iter().for_each(|column| {
        text.push(',');
        text.push_str(&field(&column.name));
    });
    text.push_str("\r\n");
    for block in blocks {
        for (order, game) in plan.block(block.number).iter().zip(&block.games) {
            let [a, b] = plan.styles(order);
            let (arm, table) = (&plan.arms[order.arm].name, &plan.tables[order.table]);
            let _always_written = write!(
                text,
                "{},{},{},{},{},{},{},{},{},{:016x}",
                block.number,
                order.seed,
                field(arm),
                field(table),
                field(a),
                field(b),
                way(order.way),
                field(&game.end.to_string()),
                game.commands,
                game.state
            );
            for value in &game.values {
                let _always_written = write!(text, ",{value}");
            }
            text.push_str("\r\n");
        }
    }
    text
}

fn way(way: Way) -> &'static str {
    match way {
        Way::AsWritten => "as written",
        Way::PlayersSwapped => "players swapped",
        Way::FirstTurnSwapped => "first turn swapped",
    }
}

/// A field, in quotes where it needs them. What a spreadsheet would take for a formula gets an apostrophe.
fn field(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}
