//! The rulebook's names of terrain.

use crate::table::piece::Kind;

/// The name of a kind of terrain.
pub(in crate::ui) fn kind(kind: &Kind) -> String {
    match kind {
        Kind::Hill { .. } => "hill".to_owned(),
        Kind::Wood { .. } => "wood".to_owned(),
        Kind::Ruin { .. } => "ruin".to_owned(),
        Kind::Bog => "bog".to_owned(),
        Kind::Field { .. } => "field".to_owned(),
        Kind::Linear { height } => format!("linear obstacle {height}\" high"),
        Kind::Point { height } => format!("point obstacle {height}\" high"),
        Kind::Structure { .. } => "structure, ground level".to_owned(),
        Kind::Ground => "ground".to_owned(),
        Kind::Pavement => "pavement".to_owned(),
    }
}

/// The name of a level of a structure.
pub(in crate::ui) fn level(kind: &Kind, level: usize) -> String {
    match kind {
        Kind::Structure { levels, .. } if level >= levels.len() => "roof".to_owned(),
        _ if level == 0 => "ground level".to_owned(),
        _ => format!("level {level}"),
    }
}
