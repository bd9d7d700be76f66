//! Generates the stress level: a hundred pieces of terrain and two hundred models,
//! drawn from a seed, and tables like it with more or fewer of both. They are
//! for benchmarks, not for good games.
//!
//! Each cell of a grid holds one piece, with lanes between the cells, so that
//! there is always a way through; units stand in two lines outside the grid.

use std::fmt::{self, Write as _};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The seed of the level that ships as `stress`.
pub const STRESS_SEED: u64 = 2013;

/// Number of pieces and units on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StressSize {
    /// Rows of ten pieces. The depth of the table grows with them, so that the density of pieces
    /// stays the same; a level file holds up to 45.
    pub rows: u8,
    /// Units of ten models on each side, at most 50.
    pub units: u8,
}

impl StressSize {
    /// The size of the shipped level `stress`.
    pub const SHIPPED: Self = Self { rows: 10, units: 10 };

    /// Width and depth of the grid, inches.
    pub fn grid(self) -> [f64; 2] {
        [0, 1].map(|axis| f64::from(self.cells()[axis] * CELL[axis]) / 100.0)
    }

    /// Width and depth of the table, inches: with more than two lines of units it is deeper.
    fn table(self) -> [f64; 2] {
        let more_lines = (i32::from(self.units) - 1).div_euclid(UNITS).saturating_sub(1).max(0);
        let deeper = [0.0, f64::from(more_lines * LINE_GAP) / 100.0];
        [0, 1].map(|axis| self.grid()[axis] + 2.0 * (GRID_MARGIN_INCHES[axis] + deeper[axis]))
    }

    /// Cells of the grid along x and y.
    fn cells(self) -> [i32; 2] {
        [COLUMNS, i32::from(self.rows)]
    }
}

/// Cells of the grid along x, and a cell's size in hundredths of an inch.
const COLUMNS: i32 = 10;
const CELL: [i32; 2] = [920, 480];

/// Lines of units: how many in one, the distance between them, from the grid to the first line,
/// and from one line to the next.
const UNITS: i32 = 10;
const UNIT_GAP: i32 = 900;
const LINE: i32 = 700;
const LINE_GAP: i32 = 360;

/// Margin of the table round the grid, along x and y, inches.
const GRID_MARGIN_INCHES: [f64; 2] = [2.0, 12.0];

/// The text of a level; drawn from [`STRESS_SEED`] it is the shipped level `stress`.
///
/// The same seed gives the same text on every machine.
pub fn stress_level(seed: u64) -> String {
    stress_level_of(StressSize::SHIPPED, seed)
}

/// The same with more or fewer pieces and models.
pub fn stress_level_of(size: StressSize, seed: u64) -> String {
    let mut level = Writer { size, rng: ChaCha8Rng::seed_from_u64(seed), text: String::new() };
    // Writing to a text cannot fail.
    let _ = level.write_level(seed);
    level.text
}

struct Writer {
    size: StressSize,
    rng: ChaCha8Rng,
    text: String,
}

/// Hundredths of an inch, written as inches.
struct Inches(i32);

impl fmt::Display for Inches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
    }
}

impl Writer {
    /// A whole number from `low` to `high`, both included.
    fn draw(&mut self, low: i32, high: i32) -> i32 {
        let span = u64::from(high.abs_diff(low)) + 1;
        // The bias is below 2^-50.
        low + (self.rng.next_u64() % span) as i32
    }

    /// A length in hundredths, drawn and ready to be written.
    fn length(&mut self, low: i32, high: i32) -> Inches {
        Inches(self.draw(low, high))
    }

    fn write_level(&mut self, seed: u64) -> fmt::Result {
        writeln!(self.text, "// Drawn by the stress level's generator from seed {seed}: do not edit.")?;
        writeln!(self.text, "// `cargo run --example stress_level > levels/stress.ron` regenerates it.")?;
        self.text.push_str("Level(\n    name: \"Stress\",\n    about: \"A table to measure speed on.\",\n");
        let [width, depth] = self.size.table();
        writeln!(self.text, "    table: (width: {width:.1}, depth: {depth:.1}),")?;
        self.text.push_str("    mission: Drill,\n    terrain: [\n");
        for row in 0..self.size.cells()[1] {
            for column in 0..COLUMNS {
                self.write_piece(column, row)?;
            }
        }
        self.text.push_str("    ],\n    forces: (\n");
        self.write_force('A', "South", -1)?;
        self.write_force('B', "North", 1)?;
        self.text.push_str("    ),\n)\n");
        Ok(())
    }

    fn write_piece(&mut self, column: i32, row: i32) -> fmt::Result {
        let (number, cells) = (row * COLUMNS + column + 1, self.size.cells());
        let middle = |at: i32, axis: usize| (2 * at - cells[axis] + 1) * CELL[axis] / 2;
        let x = Inches(middle(column, 0) + self.draw(-10, 10));
        let y = Inches(middle(row, 1) + self.draw(-10, 10));
        let kind = self.kind()?;
        writeln!(self.text, "        (id: \"piece-{number}\", at: ({x}, {y}), {kind}),")
    }

    /// A kind and its footprint, at most 6.8 by 2.8 inches with any rotation.
    fn kind(&mut self) -> Result<String, fmt::Error> {
        Ok(match self.draw(0, 8) {
            0 => format!("kind: Point, radius: {}, height: {}", self.length(50, 130), self.length(50, 500)),
            1 => format!("kind: Wood, corners: {}, height: {}", self.ring(7)?, self.length(300, 700)),
            2 => format!("kind: Bog, corners: {}", self.ring(9)?),
            3 => format!("kind: Field, {}", self.rectangle(120)),
            4 => format!("kind: Ruin, {}", self.rectangle(350)),
            5 => format!("kind: Ground, going: Slow, radius: {}", self.length(60, 140)),
            6 => self.hill(),
            7 => self.house(),
            _ => self.hedge(),
        })
    }

    fn rectangle(&mut self, height: i32) -> String {
        let (width, depth, turn) = (self.length(200, 600), self.length(100, 200), self.draw(-6, 6));
        format!("turn: {turn}, size: ({width}, {depth}, {})", Inches(height))
    }

    fn hedge(&mut self) -> String {
        let (width, height, turn) = (self.length(200, 650), self.length(80, 390), self.draw(-15, 15));
        format!("kind: Linear, turn: {turn}, size: ({width}, 0.40, {height})")
    }

    fn hill(&mut self) -> String {
        let (width, depth) = (self.draw(300, 620), self.draw(180, 260));
        let step = |share: i32| format!("({}, {})", Inches(width * share / 4), Inches(depth * share / 4));
        let upper = format!("(top: 1.50, size: {}), (top: 2.25, size: {})", step(3), step(2));
        format!("kind: Hill(steps: [(top: 0.75), {upper}]), size: {}", step(4))
    }

    /// Four walls with a door each, and a floor over them.
    fn house(&mut self) -> String {
        let (width, depth) = (self.draw(300, 620), self.draw(200, 260));
        let wall = |edge: i32, length: i32| {
            format!("(edge: {edge}, openings: [Door(along: {}, width: 1.20)])", Inches(length / 2))
        };
        let walls = [wall(1, width), wall(2, depth), wall(3, width), wall(4, depth)].join(", ");
        let levels = format!("[(height: 2.50, walls: [{walls}]), (floor: 2.50)]");
        format!("kind: Structure(levels: {levels}), size: ({}, {})", Inches(width), Inches(depth))
    }

    /// Corners around the middle, each on its own ray, so that no edges cross.
    fn ring(&mut self, corners: i32) -> Result<String, fmt::Error> {
        let mut ring = String::from("[");
        for index in 0..corners {
            let angle = f64::from(index) * std::f64::consts::TAU / f64::from(corners);
            let reach = f64::from(self.draw(80, 138));
            let coordinate = |share: f64| Inches((reach * share).round() as i32);
            let separator = if index == 0 { "" } else { ", " };
            write!(ring, "{separator}({}, {})", coordinate(libm::cos(angle)), coordinate(libm::sin(angle)))?;
        }
        ring.push(']');
        Ok(ring)
    }

    /// One side's units; `away` is the sign of y on its side of the grid.
    fn write_force(&mut self, side: char, name: &str, away: i32) -> fmt::Result {
        writeln!(self.text, "        {side}: (\n            name: \"{name}\",\n            units: [")?;
        let (units, facing) = (i32::from(self.size.units), 180 + 90 * away);
        for index in 0..units {
            let (line, place) = (index / UNITS, index % UNITS);
            let in_line = UNITS.min(units - line * UNITS);
            // The second line stands before the first, all others behind it.
            let behind = if line < 2 { -line } else { line - 1 };
            let y = self.size.cells()[1] * CELL[1] / 2 + LINE + behind * LINE_GAP;
            let x = Inches((2 * place - in_line + 1) * UNIT_GAP / 2 + self.draw(-40, 40));
            let y = Inches(away * y + self.draw(-40, 40));
            let gap = self.length(30, 60);
            let block = format!("Block(at: ({x}, {y}), facing: {facing}, files: 5, gap: {gap})");
            let id = index + 1;
            writeln!(
                self.text,
                "                (id: \"{side}{id}\", card: \"laansguard-rifles\", models: {block}),"
            )?;
        }
        self.text.push_str("            ],\n        ),\n");
        Ok(())
    }
}
