//! Orders that are refused, row by row: each with its reason, its rule and what was measured.

use warstrike::game::engine::command::Command;
use warstrike::game::engine::play::{DiceChoice, Match, MatchError};
use warstrike::game::engine::refusal::{Reason, Refusal};

use super::support::setup_under;

/// A game with these faces, or, if there are none, rolled from a seed.
pub fn game(level: &str, ruleset: Option<&str>, faces: &[u8]) -> Match {
    let dice = match faces {
        [] => DiceChoice::Seed(1),
        faces => DiceChoice::Script(faces.to_vec()),
    };
    Match::start(setup_under(level, ruleset), dice).unwrap()
}

/// `A OpenFire {…}` or `B HoldFire` as a command.
pub fn command(line: &str) -> Command {
    let (player, order) = line.trim().split_once(' ').unwrap();
    let order = match order.split_once(' ') {
        Some((kind, body)) => format!("{{\"{kind}\":{body}}}"),
        None => format!("\"{order}\""),
    };
    serde_json::from_str(&format!("{{\"player\":\"{player}\",\"order\":{order}}}"))
        .unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// A game in which these were played, one a line; all are accepted.
pub fn played(mut game: Match, lines: &[&str]) -> Match {
    for line in lines {
        game.submit(command(line)).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    game
}

/// An order refused, and why it must be.
pub struct Row {
    pub level: &'static str,
    pub ruleset: Option<&'static str>,
    /// Dice; from a seed, if there are none.
    pub faces: &'static [u8],
    /// What is accepted before.
    pub before: &'static [&'static str],
    pub order: &'static str,
    pub reason: Reason,
    pub rule: &'static str,
    pub measured: Option<(f64, f64)>,
    /// Where on the table, if the row says so.
    pub spot: Option<[f64; 2]>,
}

pub const fn row(level: &'static str, order: &'static str, reason: Reason, rule: &'static str) -> Row {
    Row { level, ruleset: None, faces: &[], before: &[], order, reason, rule, measured: None, spot: None }
}

impl Row {
    pub const fn by(self, ruleset: &'static str) -> Self {
        Self { ruleset: Some(ruleset), ..self }
    }

    pub const fn after(self, before: &'static [&'static str]) -> Self {
        Self { before, ..self }
    }

    pub const fn rolled(self, faces: &'static [u8]) -> Self {
        Self { faces, ..self }
    }

    pub const fn spot(self, x: f64, y: f64) -> Self {
        Self { spot: Some([x, y]), ..self }
    }

    pub const fn measured(self, value: f64, limit: f64) -> Self {
        Self { measured: Some((value, limit)), ..self }
    }
}

/// Whether a refusal has all that its words need.
pub fn is_worded(refusal: &Refusal) -> bool {
    !refusal.text().contains(['?', '{']) && !refusal.text().contains("NaN")
}

/// Each order is refused as its row says, and changes nothing.
pub fn check_rows(rows: &[Row]) {
    for row in rows {
        let mut game = played(game(row.level, row.ruleset, row.faces), row.before);
        let before = game.battle().snapshot();
        let told = format!("{}, {}", row.level, row.order);
        let refusal = match game.submit(command(row.order)) {
            Err(MatchError::Refused(refusal)) => refusal,
            other => panic!("{told}: {other:?}"),
        };
        assert_eq!((refusal.reason(), refusal.rule().0), (row.reason, row.rule), "{told}: {refusal}");
        assert!(is_worded(&refusal), "{told}: {refusal}");
        let thousandths = |inches: f64| (inches * 1000.0).round() / 1000.0;
        let measured = refusal.measured.map(|one| (thousandths(one.value), thousandths(one.limit)));
        assert_eq!(measured, row.measured, "{told}: {refusal}");
        if let Some(spot) = row.spot {
            let at = refusal.at.map(|at| at.0.map(thousandths));
            assert_eq!(at, Some(spot), "{told}: {refusal}");
        }
        assert_eq!(game.battle().snapshot(), before, "{told}: refused, and yet something changed");
    }
}

/// Every reason by its own name alone.
#[allow(non_upper_case_globals, reason = "they are named as the variants are")]
pub mod reasons {
    use warstrike::game::engine::refusal::{General, Reason};
    use warstrike::game::phases::{fall_back, moving, shooting, turn};

    pub const ActionBarred: Reason = Reason::General(General::ActionBarred);
    pub const ActionUnfinished: Reason = Reason::General(General::ActionUnfinished);
    pub const BeyondAwareness: Reason = Reason::Shooting(shooting::kinds::Reason::BeyondAwareness);
    pub const EndsOnModel: Reason = Reason::General(General::EndsOnModel);
    pub const FiresOrMoves: Reason = Reason::FallBack(fall_back::kinds::Reason::FiresOrMoves);
    pub const MayNotSnapFire: Reason = Reason::Shooting(shooting::kinds::Reason::MayNotSnapFire);
    pub const ModelNotOnTable: Reason = Reason::General(General::ModelNotOnTable);
    pub const ModelOfAnotherUnit: Reason = Reason::General(General::ModelOfAnotherUnit);
    pub const ModelTwice: Reason = Reason::General(General::ModelTwice);
    pub const MovesAfterFire: Reason = Reason::Moving(moving::kinds::Reason::MovesAfterFire);
    pub const MustFallBack: Reason = Reason::FallBack(fall_back::kinds::Reason::MustFallBack);
    pub const NoFooting: Reason = Reason::General(General::NoFooting);
    pub const NobodyCanFire: Reason = Reason::Shooting(shooting::kinds::Reason::NobodyCanFire);
    pub const NotAnEnemy: Reason = Reason::Shooting(shooting::kinds::Reason::NotAnEnemy);
    pub const NotAnnounced: Reason = Reason::Shooting(shooting::kinds::Reason::NotAnnounced);
    pub const NotNow: Reason = Reason::General(General::NotNow);
    pub const NotSeen: Reason = Reason::Shooting(shooting::kinds::Reason::NotSeen);
    pub const NotSuppressed: Reason = Reason::FallBack(fall_back::kinds::Reason::NotSuppressed);
    pub const NothingToChoose: Reason = Reason::FallBack(fall_back::kinds::Reason::NothingToChoose);
    pub const OffTable: Reason = Reason::General(General::OffTable);
    pub const OutOfArc: Reason = Reason::Shooting(shooting::kinds::Reason::OutOfArc);
    pub const OutOfCoherency: Reason = Reason::General(General::OutOfCoherency);
    pub const OutOfRange: Reason = Reason::Shooting(shooting::kinds::Reason::OutOfRange);
    pub const PathNotChosen: Reason = Reason::FallBack(fall_back::kinds::Reason::PathNotChosen);
    pub const Suppressed: Reason = Reason::General(General::Suppressed);
    pub const TargetTwice: Reason = Reason::Shooting(shooting::kinds::Reason::TargetTwice);
    pub const TooFar: Reason = Reason::Moving(moving::kinds::Reason::TooFar);
    pub const TooNear: Reason = Reason::FallBack(fall_back::kinds::Reason::TooNear);
    pub const UnitNotOnTable: Reason = Reason::General(General::UnitNotOnTable);
    pub const UnitsYetToAct: Reason = Reason::Turn(turn::kinds::Reason::UnitsYetToAct);
    pub const UnknownModel: Reason = Reason::General(General::UnknownModel);
    pub const UnknownUnit: Reason = Reason::General(General::UnknownUnit);
    pub const WeaponNotCarried: Reason = Reason::Shooting(shooting::kinds::Reason::WeaponNotCarried);
    pub const WeaponNotFired: Reason = Reason::Shooting(shooting::kinds::Reason::WeaponNotFired);
}
