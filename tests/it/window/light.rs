//! What the light makes of pictures: one warm island in a dim room, at every level of quality the same table.

use std::path::Path;
use std::process::Command as Process;

use bevy::asset::RenderAssetUsages;
use bevy::image::{CompressedImageFormats, Image, ImageSampler, ImageType};

use super::super::kill::PROGRAM;
use super::super::support::{root, scratch};
use super::driver::INSTALL;

/// Pixels of the pictures, and of the squares in which they are looked at, as one does with half-closed eyes.
const SIZE: (u32, u32) = (640, 400);
const SQUARE: u32 = 20;

/// The mean colour of each square, by column and row.
struct Squinted(Vec<[f64; 3]>);

impl Squinted {
    fn at(&self, column: u32, row: u32) -> [f64; 3] {
        self.0[(row * (SIZE.0 / SQUARE) + column) as usize]
    }

    /// The squares in the middle of the picture, where the table is, and those of the room: the table fills the view, so the
    /// room is seen on the left and right of its far half.
    fn in_parts(&self) -> [Vec<[f64; 3]>; 2] {
        let (columns, rows) = (SIZE.0 / SQUARE, SIZE.1 / SQUARE);
        let (mut middle, mut rim) = (Vec::new(), Vec::new());
        for row in 1..rows - 1 {
            for column in 0..columns {
                let in_middle = (columns / 4..3 * columns / 4).contains(&column)
                    && (rows / 4..3 * rows / 4).contains(&row);
                let at_rim = (column == 0 || column == columns - 1) && row < rows / 2;
                if in_middle {
                    middle.push(self.at(column, row));
                } else if at_rim {
                    rim.push(self.at(column, row));
                }
            }
        }
        [middle, rim]
    }
}

fn luma([red, green, blue]: [f64; 3]) -> f64 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// A picture of the street at a level of quality.
fn street_at(quality: &str, out: &Path) -> Squinted {
    let mut program = Process::new(PROGRAM);
    program.arg("--data").arg(root()).args(["picture", "street", "--quality", quality, "--out"]).arg(out);
    program.args(["--size", &format!("{}x{}", SIZE.0, SIZE.1)]);
    program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("RUST_LOG");
    let output = program.output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{quality}: {text}; {INSTALL}");
    let kind = ImageType::Extension("png");
    let bytes = std::fs::read(out).unwrap();
    let (formats, usage) = (CompressedImageFormats::NONE, RenderAssetUsages::MAIN_WORLD);
    let picture = Image::from_buffer(&bytes, kind, formats, true, ImageSampler::Default, usage).unwrap();
    let data = picture.data.unwrap();
    let mean = |column: u32, row: u32| {
        let mut sum = [0.0; 3];
        for pixel in 0..SQUARE * SQUARE {
            let (x, y) = (column * SQUARE + pixel % SQUARE, row * SQUARE + pixel / SQUARE);
            let at = 4 * (y * SIZE.0 + x) as usize;
            (0..3).for_each(|part| sum[part] += f64::from(data[at + part]) / f64::from(SQUARE * SQUARE));
        }
        sum
    };
    let (columns, rows) = (SIZE.0 / SQUARE, SIZE.1 / SQUARE);
    Squinted(
        (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (column, row)))
            .map(|(column, row)| mean(column, row))
            .collect(),
    )
}

/// At the cheapest level and at the best: nothing around the table is black, the table is brighter than whatever is around it,
/// neither is blown out, and both show the same table.
#[test]
fn the_table_is_one_island_of_light_in_a_dim_room() {
    let (_folder, saves) = scratch();
    let pictures = ["software", "fine"]
        .map(|quality| (quality, street_at(quality, &saves.join(format!("{quality}.png")))));
    for (quality, picture) in &pictures {
        let [middle, rim] = picture.in_parts().map(|part| part.into_iter().map(luma).collect::<Vec<_>>());
        let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
        let darkest = picture.0.iter().flatten().copied().fold(f64::MAX, f64::min);
        assert!(darkest > 6.0, "{quality}: the darkest part is {darkest:.1} of 255");
        let (table, room) = (mean(&middle), mean(&rim));
        assert!(table > 1.6 * room, "{quality}: the table is {table:.0} bright, the room {room:.0}");
        assert!((70.0..170.0).contains(&table), "{quality}: the table is {table:.0} of 255 bright");
        let brightest = picture.0.iter().copied().map(luma).fold(0.0, f64::max);
        assert!(brightest < 235.0, "{quality}: {brightest:.0} of 255 is blown out");
        assert!(
            middle.iter().any(|square| *square >= 0.97 * brightest),
            "{quality}: something outshines the table"
        );
    }
    let [(_, cheap), (_, best)] = &pictures;
    let apart = |one: &[f64; 3], other: &[f64; 3]| (luma(*one) - luma(*other)).abs();
    let differences: Vec<f64> = cheap.0.iter().zip(&best.0).map(|(one, other)| apart(one, other)).collect();
    let mean = differences.iter().sum::<f64>() / differences.len() as f64;
    assert!(mean < 14.0, "the two levels differ by {mean:.1} of 255 on the mean");
}

/// A level of quality that does not exist is refused with the names of those that do.
#[test]
fn a_level_that_does_not_exist_is_refused() {
    for tool in ["picture", "play"] {
        let output = Process::new(PROGRAM).args([tool, "street", "--quality", "high"]).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{tool}: {text}");
        assert!(text.contains("expected software, low, good or fine"), "{tool}: {text}");
    }
}
