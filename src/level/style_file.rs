//! A style: how a computer player weighs what it may do. One file each, in `assets/styles`.

use std::ops::RangeInclusive;

use super::card_file::card_id;
use super::fault::Faults;
use super::ron::{Node, Reader};
use super::setup::SourceText;
use crate::rules::action::Action;

/// How a computer player chooses.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// File name without its extension.
    pub id: String,
    /// Shown to players.
    pub name: String,
    /// What it is like, in a sentence.
    pub about: String,
    /// By what it chooses.
    pub method: Method,
}

/// By what a style chooses.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// At random among what is legal.
    Random,
    /// What is worth most at the next look.
    Weigh(Weighing),
    /// What turns out best when the turn is played on.
    Search(Searching),
}

/// What an order is worth to a style, and how many it looks at.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighing {
    /// What each term of an appraisal counts.
    pub weights: Weights,
    /// Actions that it never takes.
    pub forbids: Vec<Action>,
    /// Places it thinks of for a unit, at most.
    pub places: usize,
    /// Enemies it thinks of for a unit's fire, at most.
    pub targets: usize,
}

/// What each term of an appraisal counts. The terms themselves are in points of the forces' cards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Harm that its fire does.
    pub harm: f64,
    /// Harm that the enemy's next fire does to it.
    pub risk: f64,
    /// Objectives held, and the way to them.
    pub objectives: f64,
    /// Nearness to the enemy.
    pub approach: f64,
    /// Close combat.
    pub combat: f64,
    /// Where it would fall back from there.
    pub retreat: f64,
}

/// How a style that plays on looks ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searching {
    /// Ids of the styles whose choices it compares.
    pub portfolio: Vec<String>,
    /// The style by which both sides play on.
    pub plays_on: String,
    /// How often each choice is played on, each time with other dice.
    pub samples: u32,
}

const WEIGHT: RangeInclusive<f64> = 0.0..=10.0;
const MAX_NAME_LENGTH: usize = 40;
const MAX_ABOUT_LENGTH: usize = 400;

/// Reads a style; its id is the file's name without folder and ending.
///
/// # Errors
/// Every fault of the file.
pub fn read_style(source: &SourceText) -> Result<Style, Faults> {
    let reader = Reader::new(source);
    let style = reader.root().and_then(|root| read_fields(root, card_id(&source.name)));
    reader.finish(style)
}

fn read_fields(root: Node<'_>, id: String) -> Option<Style> {
    let fields = root.named("Style", &["name", "about", "player"])?;
    let name = fields.need("name").and_then(|node| node.text(MAX_NAME_LENGTH));
    let about = fields.need("about").and_then(|node| node.text(MAX_ABOUT_LENGTH));
    let method = fields.need("player").and_then(|node| read_method(node, &id));
    Some(Style { name: name?, about: about?, method: method?, id })
}

fn read_method(node: Node<'_>, id: &str) -> Option<Method> {
    let (kind, body) = node.variant(&["Random", "Weigh", "Search"])?;
    match kind {
        "Random" => body.fields(&[]).map(|_| Method::Random),
        "Weigh" => read_weighing(body).map(Method::Weigh),
        _ => read_searching(body, id).map(Method::Search),
    }
}

fn read_weighing(body: Node<'_>) -> Option<Weighing> {
    let fields = body.fields(&["weights", "forbids", "places", "targets"])?;
    let weights = fields.need("weights").and_then(read_weights);
    let forbids = fields.or("forbids", Vec::new(), read_actions);
    let places = fields.need("places").and_then(|node| node.whole(1..=16, "places"));
    let targets = fields.need("targets").and_then(|node| node.whole(1..=8, "targets"));
    let (places, targets) = (places? as usize, targets? as usize);
    Some(Weighing { weights: weights?, forbids: forbids?, places, targets })
}

fn read_weights(node: Node<'_>) -> Option<Weights> {
    const NAMES: [&str; 6] = ["harm", "risk", "objectives", "approach", "combat", "retreat"];
    let fields = node.fields(&NAMES)?;
    let [harm, risk, objectives, approach, combat, retreat] =
        NAMES.map(|name| fields.need(name).and_then(|node| node.number(WEIGHT, "")));
    Some(Weights {
        harm: harm?,
        risk: risk?,
        objectives: objectives?,
        approach: approach?,
        combat: combat?,
        retreat: retreat?,
    })
}

fn read_actions(node: Node<'_>) -> Option<Vec<Action>> {
    let nodes = node.items(0..=Action::ALL.len())?;
    let actions: Vec<Action> = nodes.iter().filter_map(|node| node.word(Action::ALL)).collect();
    (actions.len() == nodes.len()).then_some(actions)
}

fn read_searching(body: Node<'_>, id: &str) -> Option<Searching> {
    let fields = body.fields(&["portfolio", "plays_on", "samples"])?;
    let other = |node: Node<'_>| {
        let name = node.text(MAX_NAME_LENGTH)?;
        if name == id {
            node.fault(format!("the style \"{id}\" names itself"), "another style");
            return None;
        }
        Some(name)
    };
    let portfolio = fields.need("portfolio").and_then(|node| {
        let nodes = node.items(1..=8)?;
        let names: Vec<String> = nodes.iter().filter_map(|node| other(*node)).collect();
        (names.len() == nodes.len()).then_some(names)
    });
    let plays_on = fields.need("plays_on").and_then(other);
    let samples = fields.need("samples").and_then(|node| node.whole(1..=64, "samples"));
    Some(Searching { portfolio: portfolio?, plays_on: plays_on?, samples: samples? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Style, Faults> {
        read_style(&SourceText { name: "styles/own.ron".into(), text: text.into() })
    }

    #[test]
    fn a_style_is_read() {
        let text = r#"Style(name: "Own", about: "Mine.", player: Weigh(
            weights: (harm: 1.0, risk: 0.5, objectives: 2, approach: 0.0, combat: 1.0, retreat: 0.0),
            forbids: [GetDown], places: 6, targets: 2))"#;
        let style = read(text).unwrap();
        assert_eq!(style.id, "own");
        let Method::Weigh(weighing) = style.method else { panic!("it weighs") };
        assert_eq!((weighing.weights.objectives, weighing.forbids), (2.0, vec![Action::GetDown]));
    }

    #[test]
    fn each_fault_is_located() {
        let faults = |text: &str| {
            let found = read(text).unwrap_err().0;
            found.into_iter().map(|fault| (fault.line, fault.column, fault.what)).collect::<Vec<_>>()
        };
        let weights = |harm: &str| {
            format!(
                "Style(name: \"N\", about: \"A\",\nplayer: Weigh(weights: (harm: {harm}, risk: 1, objectives: 1, approach: 1, combat: 1, retreat: 1), places: 3, targets: 1))"
            )
        };
        assert_eq!(faults(&weights("NaN"))[0].0, 2);
        assert_eq!(faults(&weights("-1"))[0].0, 2);
        assert_eq!(faults(&weights("1, courage: 2")).len(), 1, "an unknown term");
        let itself = "Style(name: \"N\", about: \"A\",\nplayer: Search(portfolio: [\"own\"], plays_on: \"bold\", samples: 4))";
        assert!(faults(itself)[0].2.contains("names itself"), "{:?}", faults(itself));
    }
}
