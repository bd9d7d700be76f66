//! Rows for other programs (CSV, RFC 4180): a line a game, and a line for each row of each kind that games have.

use std::io::{self, Write};

use crate::bench::{GameOrder, Played};
use crate::instruments::RowKind;
use crate::plan::Plan;
use crate::shard::Block;

/// The head of `games.csv`.
///
/// # Errors
/// The writer's.
pub fn games_head(to: &mut dyn Write, plan: &Plan) -> io::Result<()> {
    write!(to, "block,seed,rules,table,player_a,player_b,way,end,commands,state")?;
    plan.columns.iter().try_for_each(|column| write!(to, ",{}", field(&column.name)))?;
    write!(to, "\r\n")
}

/// The games of a block, a line each.
///
/// # Errors
/// The writer's.
pub fn games_of(to: &mut dyn Write, plan: &Plan, block: &Block) -> io::Result<()> {
    for (order, game) in games(plan, block) {
        let [a, b] = plan.styles(&order);
        let (arm, table) = (&plan.arms[order.arm].name, &plan.tables[order.table]);
        write!(
            to,
            "{},{},{},{},{},{},{},{},{},{:016x}",
            block.number,
            order.seed,
            field(arm),
            field(table),
            field(a),
            field(b),
            order.way.words(),
            field(&game.end.to_string()),
            game.commands,
            game.state
        )?;
        game.values.iter().try_for_each(|value| write!(to, ",{value}"))?;
        write!(to, "\r\n")?;
    }
    Ok(())
}

/// The head of the file of a kind of rows.
///
/// # Errors
/// The writer's.
pub fn rows_head(to: &mut dyn Write, kind: &RowKind) -> io::Result<()> {
    write!(to, "block,seed,rules,table,way")?;
    kind.columns.iter().try_for_each(|column| write!(to, ",{}", field(&column.name)))?;
    write!(to, "\r\n")
}

/// The rows of a kind, by its number, that the games of a block have.
///
/// # Errors
/// The writer's.
pub fn rows_of(to: &mut dyn Write, plan: &Plan, number: usize, block: &Block) -> io::Result<()> {
    let kind = &plan.instruments.rows[number];
    for (order, game) in games(plan, block) {
        let Some(rows) = game.rows.get(number) else { continue };
        let (arm, table) = (field(&plan.arms[order.arm].name), field(&plan.tables[order.table]));
        for row in rows.chunks_exact(kind.columns.len().max(1)) {
            write!(to, "{},{},{arm},{table},{}", block.number, order.seed, order.way.words())?;
            for (number, column) in row.iter().zip(&kind.columns) {
                match usize::try_from(*number).ok().and_then(|number| column.names.get(number)) {
                    Some(name) => write!(to, ",{}", field(name))?,
                    None => write!(to, ",{number}")?,
                }
            }
            write!(to, "\r\n")?;
        }
    }
    Ok(())
}

fn games<'b>(plan: &Plan, block: &'b Block) -> impl Iterator<Item = (GameOrder, &'b Played)> {
    plan.block(block.number).into_iter().zip(&block.games)
}

/// A field, in quotes where it needs them. What a spreadsheet would take for a formula gets an apostrophe.
fn field(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}
