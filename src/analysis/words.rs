//! An analysis in words: what happened first, then the numbers and what they come from.

use super::{Analysis, DiceGain, Kind, Lesson, Moment, Part, Points, Worth};
use crate::game::narration::words::{capitalised, force};
use crate::level::setup::Setup;
use crate::rules::ids::Side;
use crate::rules::turn::{Phase, Turn};

/// Degrees of luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LuckWord {
    /// As in two games of three.
    Ordinary,
    /// As in less than one game of three.
    Lucky,
    /// As in less than one game of twenty.
    VeryLucky,
}

impl LuckWord {
    /// By standard deviations from what is expected.
    pub fn of(deviations: f64) -> Self {
        match deviations.abs() {
            far if far >= 2.0 => Self::VeryLucky,
            far if far >= 1.0 => Self::Lucky,
            _ => Self::Ordinary,
        }
    }
}

impl DiceGain {
    /// The degree of luck; without dice it is ordinary.
    pub fn luck(&self) -> LuckWord {
        LuckWord::of(self.deviations().unwrap_or(0.0))
    }
}

/// The game in a sentence, from the side that gained: "Vanguard (A) gained 55 points in all: its orders gave it 81, those of
/// Town garrison (B) took 60, and the dice gave it 34."
pub fn in_short(setup: &Setup, analysis: &Analysis) -> String {
    let change = analysis.end() - analysis.start;
    let side = gainer(change);
    let own = analysis.orders(side);
    let theirs = -analysis.orders(side.other());
    let dice = analysis.dice().gain.for_side(side);
    let other_rules = analysis.unexplained().for_side(side);
    if [change, own, theirs, dice, other_rules, analysis.by_word()]
        .into_iter()
        .all(|points| whole(points) == 0)
    {
        return "Neither orders nor dice changed anything.".to_owned();
    }
    let (name, other) = (force(setup, side), force(setup, side.other()));
    let what = match whole(change) {
        0 => format!("{name} stands as it began"),
        points => format!("{name} gained {points} points in all"),
    };
    let by_word = analysis.by_word().for_side(side);
    let rest = [("the players' word", by_word), ("what was played by other rules", other_rules)];
    let rest: Vec<String> = rest
        .into_iter()
        .filter(|(_, points)| whole(*points) > 0)
        .map(|(what, points)| format!("{what} {}", gave(points)))
        .collect();
    let marked = match &rest[..] {
        [] => String::new(),
        [all @ .., last] => {
            format!("{}, and {last}", all.iter().map(|one| format!(", {one}")).collect::<String>())
        }
    };
    let and = if marked.is_empty() { " and" } else { "" };
    let [own, theirs, dice] = [own, theirs, dice].map(gave);
    format!("{what}: its orders {own}, those of {other} {theirs},{and} the dice {dice}{marked}.")
}

/// "gave it 34", "took 60", "changed nothing".
fn gave(points: Points) -> String {
    match whole(points) {
        0 => "changed nothing".to_owned(),
        number if points > Points::default() => format!("gave it {number}"),
        number => format!("took {number}"),
    }
}

/// The gain by the dice with its interval: "The dice gave Vanguard (A) 34 points. That is ordinary: in two games of three such dice
/// give up to 40, to the one side or the other."
pub fn verdict_on_dice(setup: &Setup, dice: DiceGain) -> String {
    if dice.deviations().is_none() {
        return "No dice were rolled that mattered.".to_owned();
    }
    let (usual, points) = (whole(dice.deviation), whole(dice.gain));
    let word = match dice.luck() {
        LuckWord::Ordinary => "That is ordinary",
        LuckWord::Lucky => "That is lucky",
        LuckWord::VeryLucky => "That is very lucky",
    };
    let gave = match points {
        0 => "The dice gave neither side anything.".to_owned(),
        _ => format!("The dice gave {} {points} points.", force(setup, gainer(dice.gain))),
    };
    format!(
        "{gave} {word}: in two games of three such dice give up to {usual}, to the one side or the other."
    )
}

/// Gain of a side's orders in a sentence: "The orders of Vanguard (A) gained 81 points."
pub fn part_of_orders(setup: &Setup, analysis: &Analysis, side: Side) -> String {
    let gain = analysis.orders(side);
    let verb = if gain < Points::default() { "cost it" } else { "gained" };
    format!("The orders of {} {verb} {} points.", force(setup, side), whole(gain))
}

/// Side that a swing favoured, and the gain: "Vanguard (A) +31".
pub fn headline(setup: &Setup, moment: &Moment, part: Part) -> String {
    let gain = moment.gain(part);
    let side = gainer(gain);
    format!("{} {}", force(setup, side), gain.for_side(side))
}

/// Time of a command, shortly: "round 2", "deployment".
pub fn when(turn: Turn) -> String {
    match turn.phase {
        Phase::Deployment => "deployment".to_owned(),
        Phase::Starting | Phase::Action | Phase::Reaction | Phase::CloseCombat | Phase::Over => {
            format!("round {}", turn.round)
        }
    }
}

/// Reason for a swing: the three values as the side sees them that it favoured, and the sources of its points.
pub fn reason(moment: &Moment, part: Part) -> String {
    let Some(expected) = moment.expected else {
        return match moment.kind {
            Kind::Word => "It was told by the players: no dice of this program had a say in it.".to_owned(),
            Kind::Order | Kind::PhaseEnd | Kind::OtherRules => {
                "It was played by other rules: nobody knows what was to be expected.".to_owned()
            }
        };
    };
    let gain = moment.gain(part);
    let side = gainer(gain);
    let [before, expected, after] =
        [moment.before, expected, moment.after].map(|points| points.for_side(side).to_string());
    let about = match moment.error.map(whole) {
        Some(error) if error > 0 => format!(" (give or take {error})"),
        Some(_) | None => String::new(),
    };
    let from = sources(moment.comes_from(part), side);
    format!(
        "For {side}: {before} before the order, {expected} expected after it{about}, {after} after the dice. {from}"
    )
}

/// "From losses +25, nerve +6."
fn sources(worth: Worth, side: Side) -> String {
    let parts = worth.by_weight().into_iter().filter(|(_, points)| whole(*points) > 0);
    let parts: Vec<String> =
        parts.map(|(name, points)| format!("{name} {}", points.for_side(side))).collect();
    if parts.is_empty() {
        "From many small things.".to_owned()
    } else {
        format!("From {}.", parts.join(", "))
    }
}

/// Reason for another order: the values expected of both by the side that decided, and why the other was
/// worth it.
pub fn words_of_lesson(lesson: &Lesson) -> String {
    let [given, other] = [lesson.given, lesson.other].map(|points| points.for_side(lesson.by).to_string());
    let from = sources(lesson.from, lesson.by);
    let why = lesson.why.trim_end_matches('.');
    let why = if why.is_empty() { String::new() } else { format!(" {}.", capitalised(why)) };
    format!(
        "For {}: {given} expected after the order that was given, {other} after this one. {from}{why}",
        lesson.by
    )
}

/// The side that a gain favours.
fn gainer(gain: Points) -> Side {
    if gain >= Points::default() { Side::A } else { Side::B }
}

/// Whole points without their sign.
fn whole(points: Points) -> u64 {
    points.size().as_f64().round() as u64
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::record::history::EntryId;
    use crate::level::data_folder::{DataFolder, load_level};

    fn setup() -> Arc<Setup> {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        Arc::new(load_level("street", &data, None).unwrap())
    }

    /// A command of A, by what its order and its dice gained.
    fn moment(by: Side, order: f64, dice: Option<f64>, variance: f64) -> Moment {
        let [before, order, dice_gain] = [10.0, order, dice.unwrap_or(0.0)].map(Points::nearest);
        let from = |forces| Worth { forces, ..Worth::default() };
        let turn = Turn { round: 2, side: by, first: Side::A, phase: Phase::Action };
        Moment {
            entry: EntryId(1),
            by,
            kind: if dice.is_some() { Kind::Order } else { Kind::OtherRules },
            turn,
            says: String::new(),
            before,
            expected: dice.map(|_| before + order),
            after: before + order + dice_gain,
            order_from: from(order),
            dice_from: from(dice_gain),
            error: None,
            variance,
        }
    }

    #[test]
    fn the_game_is_said_from_the_side_that_gained() {
        let setup = setup();
        let [a, b] = Side::BOTH.map(|side| force(&setup, side));
        let says = |moments: Vec<Moment>| {
            let start = moments.first().map_or(Points::default(), |moment| moment.before);
            let mut analysis = Analysis { start, moments };
            let mut value = start;
            for moment in &mut analysis.moments {
                let change = moment.after - moment.before;
                (moment.before, moment.after) = (value, value + change);
                moment.expected = moment.expected.map(|_| value + moment.order_from.total());
                value = moment.after;
            }
            in_short(&setup, &analysis)
        };
        for (moments, expected, reason) in [
            (
                vec![moment(Side::A, 81.0, Some(34.0), 9.0), moment(Side::B, -60.0, Some(0.0), 0.0)],
                format!(
                    "{a} gained 55 points in all: its orders gave it 81, those of {b} took 60, and the dice gave it 34."
                ),
                "A gained, by all of it",
            ),
            (
                vec![moment(Side::B, 12.0, Some(-50.0), 9.0)],
                format!(
                    "{b} gained 38 points in all: its orders took 12, those of {a} changed nothing, and the dice gave it 50."
                ),
                "B gained, against its own orders",
            ),
            (
                vec![moment(Side::A, 7.0, None, 0.0)],
                format!(
                    "{a} gained 7 points in all: its orders changed nothing, those of {b} changed nothing, the dice changed \
                     nothing, and what was played by other rules gave it 7."
                ),
                "by other rules",
            ),
            (
                vec![
                    Moment { kind: Kind::Word, ..moment(Side::B, -9.0, None, 0.0) },
                    moment(Side::A, 2.0, None, 0.0),
                ],
                format!(
                    "{b} gained 7 points in all: its orders changed nothing, those of {a} changed nothing, the dice changed \
                     nothing, the players' word gave it 9, and what was played by other rules took 2."
                ),
                "by word",
            ),
        ] {
            assert_eq!(says(moments), expected, "{reason}");
        }
    }

    #[test]
    fn a_game_in_which_nothing_happened_is_said_shortly() {
        let analysis = Analysis { start: Points::nearest(3.0), moments: Vec::new() };
        assert_eq!(in_short(&setup(), &analysis), "Neither orders nor dice changed anything.");
    }

    /// Luck says its interval, and that it is ordinary where it is.
    #[test]
    fn luck_says_how_usual_it_is() {
        let setup = setup();
        let a = force(&setup, Side::A);
        for (gain, deviation, expected) in [
            (34.0, 40.0, format!("The dice gave {a} 34 points. That is ordinary")),
            (41.0, 40.0, format!("The dice gave {a} 41 points. That is lucky")),
            (81.0, 40.0, format!("The dice gave {a} 81 points. That is very lucky")),
            (0.2, 40.0, "The dice gave neither side anything. That is ordinary".to_owned()),
        ] {
            let dice = DiceGain { gain: Points::nearest(gain), deviation: Points::nearest(deviation) };
            let said = verdict_on_dice(&setup, dice);
            assert!(said.starts_with(&expected) && said.contains("up to 40"), "{said}");
        }
        let none = DiceGain { gain: Points::default(), deviation: Points::default() };
        assert_eq!(verdict_on_dice(&setup, none), "No dice were rolled that mattered.");
    }

    /// A reason is said as the side sees it that a swing favoured.
    #[test]
    fn a_reason_has_the_values_of_the_side_that_gained() {
        let lost = moment(Side::A, 5.0, Some(-30.0), 1.0);
        let said = reason(&lost, Part::Dice);
        let values =
            "For B: −10 before the order, −15 expected after it, +15 after the dice. From losses +30.";
        assert_eq!(said, values);
        assert!(reason(&moment(Side::A, 5.0, None, 0.0), Part::Order).contains("other rules"));
    }
}
