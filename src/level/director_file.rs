//! Subjects and movement of a show's camera: `assets/director.ron`.

use std::ops::RangeInclusive;
use std::path::Path;

use super::fault::Faults;
use super::ron::{Node, Reader};
use super::setup::SourceText;
use super::text_file::read_text;

/// The kinds of event that a show tells apart, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EventKind {
    /// A unit routs, or leaves the table. (ROU-1)
    Rout,
    /// A unit falls back. (FB-1)
    FallBack,
    /// The last model of a unit falls.
    LastModel,
    /// Blows are struck. (CC-1)
    CloseCombat,
    /// An objective changes hands. (MIS-4)
    Objective,
    /// A unit is suppressed. (SUP-2)
    Suppressed,
    /// A model falls.
    Kill,
    /// A unit runs. (ACT-4)
    Run,
    /// A salvo.
    Fire,
    /// A leadership test. (LD-1)
    Test,
    /// A unit moves.
    Move,
    /// A unit is placed. (MIS-2)
    Deploy,
}

impl EventKind {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Rout,
        Self::FallBack,
        Self::LastModel,
        Self::CloseCombat,
        Self::Objective,
        Self::Suppressed,
        Self::Kill,
        Self::Run,
        Self::Fire,
        Self::Test,
        Self::Move,
        Self::Deploy,
    ];
}

/// Their names in the file.
const NAMES: [&str; 12] = [
    "rout",
    "fall_back",
    "last_model",
    "close_combat",
    "objective",
    "suppressed",
    "kill",
    "run",
    "fire",
    "test",
    "move",
    "deploy",
];

/// Rules for the camera of a show.
#[derive(Clone, Debug, PartialEq)]
pub struct DirectorRules {
    /// Interest of each kind of event: index by the order of [`EventKind::ALL`].
    interest: [f32; 12],
    /// Extra interest of the first event of a kind over one that has been seen often.
    pub rarity: f32,
    /// Extra interest of an event where the whole force is at stake.
    pub stake: f32,
    /// Seconds for which a shot is held.
    pub hold: f32,
    /// Multiple of the present subject's interest that leads away from it.
    pub switch: f32,
    /// Seconds from one shot to the next.
    pub ease: f32,
    /// Beyond this turn the camera cuts, degrees.
    pub cut_degrees: f32,
    /// Beyond this way it cuts, inches.
    pub cut_inches: f32,
}

impl DirectorRules {
    /// Interest of a kind of event.
    pub fn interest(&self, kind: EventKind) -> f32 {
        self.interest[kind as usize]
    }

    /// The shipped rules, from the root of the data folder.
    ///
    /// # Errors
    /// Every fault of the file; a single one if it is not there.
    pub fn load(root: &Path) -> Result<Self, Faults> {
        read_director(&read_text(&root.join("assets/director.ron"), "assets/director.ron")?)
    }
}

const INTEREST: RangeInclusive<f64> = 0.0..=100.0;
const FACTOR: RangeInclusive<f64> = 0.0..=10.0;
const SWITCH: RangeInclusive<f64> = 1.0..=10.0;
const SECONDS: RangeInclusive<f64> = 0.1..=30.0;
const DEGREES: RangeInclusive<f64> = 0.0..=180.0;
const INCHES: RangeInclusive<f64> = 0.0..=400.0;

/// Reads the rules.
///
/// # Errors
/// Every fault of the file.
pub fn read_director(source: &SourceText) -> Result<DirectorRules, Faults> {
    let reader = Reader::new(source);
    let rules = reader.root().and_then(read_fields);
    reader.finish(rules)
}

fn read_fields(root: Node<'_>) -> Option<DirectorRules> {
    const FIELDS: [&str; 7] = ["interest", "rarity", "stake", "hold", "switch", "ease", "cut"];
    let fields = root.named("Director", &FIELDS)?;
    let number = |name: &str, range: RangeInclusive<f64>, unit: &str| {
        fields.need(name).and_then(|node| node.number(range, unit)).map(|number| number as f32)
    };
    let interest = fields.need("interest").and_then(read_interest);
    let cut = fields.need("cut").and_then(|node| {
        let fields = node.fields(&["degrees", "inches"])?;
        let degrees = fields.need("degrees").and_then(|node| node.number(DEGREES, "degrees"));
        let inches = fields.need("inches").and_then(|node| node.number(INCHES, "inches"));
        Some([degrees? as f32, inches? as f32])
    });
    let (rarity, stake) = (number("rarity", FACTOR, ""), number("stake", FACTOR, ""));
    let (hold, ease) = (number("hold", SECONDS, "seconds"), number("ease", SECONDS, "seconds"));
    let switch = number("switch", SWITCH, "");
    let [cut_degrees, cut_inches] = cut?;
    Some(DirectorRules {
        interest: interest?,
        rarity: rarity?,
        stake: stake?,
        hold: hold?,
        switch: switch?,
        ease: ease?,
        cut_degrees,
        cut_inches,
    })
}

fn read_interest(node: Node<'_>) -> Option<[f32; 12]> {
    let fields = node.fields(&NAMES)?;
    let values = NAMES.map(|name| fields.need(name).and_then(|node| node.number(INTEREST, "")));
    let read: Vec<f32> = values.into_iter().flatten().map(|value| value as f32).collect();
    read.try_into().ok()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn shipped() -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/director.ron");
        std::fs::read_to_string(path).unwrap()
    }

    fn faults(text: &str) -> Vec<(usize, String)> {
        let source = SourceText { name: "director.ron".into(), text: text.into() };
        let found = read_director(&source).unwrap_err().0;
        found.into_iter().map(|fault| (fault.line, fault.what)).collect()
    }

    #[test]
    fn the_shipped_rules_are_read() {
        let source = SourceText { name: "director.ron".into(), text: shipped() };
        let rules = read_director(&source).unwrap();
        assert_eq!(rules.interest(EventKind::Rout), 10.0);
        assert_eq!((rules.interest(EventKind::Deploy), rules.hold, rules.cut_inches), (1.0, 2.5, 24.0));
    }

    #[test]
    fn each_fault_is_located() {
        let line_of = |text: &str| shipped().lines().position(|line| line.contains(text)).unwrap() + 1;
        for (from, to, at, why) in [
            ("rout: 10.0", "rout: NaN", "rout: 10.0", "no number"),
            ("fire: 3.0", "fire: -1", "fire: 3.0", "less than nothing"),
            ("switch: 1.3", "switch: 0.5", "switch: 1.3", "it would go back and forth"),
            ("hold: 2.5", "hold: 0", "hold: 2.5", "no time"),
            ("test: 2.0", "tast: 2.0", "test: 2.0", "an unknown kind"),
        ] {
            let found = faults(&shipped().replace(from, to));
            assert!(found.iter().any(|(line, _)| *line == line_of(at)), "{why}: {found:?}");
        }
        assert!(!faults("Director(interest: (rout: 1.0))").is_empty(), "most of it is missing");
    }
}
