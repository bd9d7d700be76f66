//! Which style solves which position of the exam: `cargo run --release --no-default-features --example exam -- [--style STYLE]
//! [--why] [POSITION…]`. With `--why` it prints what each style did and why, and what a good player does.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../tests/exam/mod.rs"]
mod exam;

use exam::{Position, STYLES, positions, sit};

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let explains = take(&mut arguments, "--why").is_some();
    let styles: Vec<String> = match take(&mut arguments, "--style") {
        Some(at) if at < arguments.len() => vec![arguments.remove(at)],
        Some(_) => panic!("--style wants the name of a style"),
        None => STYLES.map(str::to_owned).into(),
    };
    let asked = |position: &Position| arguments.is_empty() || arguments.contains(&position.id);
    let positions: Vec<Position> = positions().into_iter().filter(asked).collect();
    let mut solved = vec![0; styles.len()];
    for position in &positions {
        if explains {
            println!(
                "\n{}: {}\n  Why: {}\n  A mistake: {}",
                position.id, position.good, position.why, position.mistake
            );
        }
        let answers: Vec<_> = styles.iter().map(|style| sit(position, style)).collect();
        for (count, answer) in solved.iter_mut().zip(&answers) {
            *count += usize::from(answer.is_right);
        }
        if explains {
            for (style, answer) in styles.iter().zip(&answers) {
                let mark = if answer.is_right { "right" } else { "WRONG" };
                println!("  {mark} {style}: {}: {}", answer.chosen.does, answer.chosen.why);
            }
        } else {
            let marks: Vec<&str> =
                answers.iter().map(|answer| if answer.is_right { "+" } else { "." }).collect();
            println!("{:<24} {}", position.id, marks.join("  "));
        }
    }
    println!();
    for (style, count) in styles.iter().zip(solved) {
        println!("{style:>18} solves {count} of {}", positions.len());
    }
}

/// Takes an argument out, and says where it was.
fn take(arguments: &mut Vec<String>, name: &str) -> Option<usize> {
    let at = arguments.iter().position(|argument| argument == name)?;
    arguments.remove(at);
    Some(at)
}
