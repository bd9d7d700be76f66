//! A style: how a computer player weighs what it may do. One file each, in `assets/styles`.

use std::ops::RangeInclusive;

use super::card_file::card_id;
use super::fault::Faults;
use super::judgement_file::Judgement;
use super::ron::{Node, Reader};
use super::setup::SourceText;
use crate::rules::action::Action;

/// Way in which a computer player chooses.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// File name without its extension.
    pub id: String,
    /// Shown to players.
    pub name: String,
    /// Description, in a sentence.
    pub about: String,
    /// Method of choosing.
    pub method: Method,
}

/// Method by which a style chooses.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// At random among what is legal.
    Random,
    /// Chooses the order worth most at the next look.
    Weigh(Weighing),
    /// Chooses the order that turns out best when the turn is played on.
    Search(Searching),
}

/// Value of an order to a style, and the number of orders that it looks at.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighing {
    /// Weight of each term of an appraisal.
    pub weights: Weights,
    /// Actions that it never takes.
    pub forbids: Vec<Action>,
    /// Places it thinks of for a unit, at most.
    pub places: usize,
    /// Enemies it thinks of for a unit's fire, at most.
    pub targets: usize,
    /// Closeness of its look at orders before it gives one.
    pub look: Look,
    /// Values by which it judges.
    pub judgement: Judgement,
}

/// Closeness of a style's look at orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// It works them out.
    #[default]
    Close,
    /// It estimates them.
    Glance,
}

/// Weight of each term of an appraisal. The terms themselves are in points of the forces' cards.
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
    /// Its fall back from there.
    pub retreat: f64,
    /// Nerve markers, and officers near the units they inspire.
    pub nerve: f64,
    /// Fire for the sake of other units; counted as harm unless the style says otherwise.
    pub support: f64,
}

/// Look-ahead of a style that plays on.
#[derive(Clone, Debug, PartialEq)]
pub struct Searching {
    /// Ids of the styles whose choices it compares.
    pub portfolio: Vec<String>,
    /// The style by which both sides play on.
    pub plays_on: String,
    /// Number of times each choice is played on, each time with other dice.
    pub samples: u32,
    /// Player turns that each choice is played on, the present one included.
    pub turns: usize,
    /// Number of alternatives of the portfolio's first style that are compared too.
    pub alternatives: usize,
    /// Share of its side's points by which another choice must end better than that of the portfolio's first style.
    pub margin: f64,
    /// Places the styles of the portfolio think of for a unit, at most; `None` leaves each its own number.
    pub places: Option<usize>,
    /// Enemies they think of for a unit's fire, at most; `None` leaves each its own number.
    pub targets: Option<usize>,
    /// Values by which it judges the end of a play.
    pub judgement: Judgement,
    /// Positions at which the file names those styles: the first byte of each.
    pub named_at: Vec<(String, usize)>,
}

/// Actions that are open to every unit that may act; one at least must be left.
const ALWAYS_OPEN: [Action; 2] = [Action::Advance, Action::GetDown];

const WEIGHT: RangeInclusive<f64> = 0.0..=10.0;
const MARGIN: RangeInclusive<f64> = 0.0..=1.0;
/// By default a choice is played on to the end of the enemy's next turn.
const TURNS: usize = 2;
const MAX_NAME_LENGTH: usize = 40;
const MAX_ABOUT_LENGTH: usize = 400;

/// Reads a style; its id is the file's name without folder and ending. What it does not judge itself it judges as a base does.
///
/// # Errors
/// Every fault of the file.
pub fn read_style(source: &SourceText, base: &Judgement) -> Result<Style, Faults> {
    let reader = Reader::new(source);
    let style = reader.root().and_then(|root| read_fields(root, card_id(&source.name), base));
    reader.finish(style)
}

fn read_fields(root: Node<'_>, id: String, base: &Judgement) -> Option<Style> {
    let fields = root.named("Style", &["name", "about", "player"])?;
    let name = fields.need("name").and_then(|node| node.name(MAX_NAME_LENGTH));
    let about = fields.need("about").and_then(|node| node.text(MAX_ABOUT_LENGTH));
    let method = fields.need("player").and_then(|node| read_method(node, &id, base));
    Some(Style { name: name?, about: about?, method: method?, id })
}

fn read_method(node: Node<'_>, id: &str, base: &Judgement) -> Option<Method> {
    let (kind, body) = node.variant(&["Random", "Weigh", "Search"])?;
    match kind {
        "Random" => body.fields(&[]).map(|_| Method::Random),
        "Weigh" => read_weighing(body, base).map(Method::Weigh),
        _ => read_searching(body, id, base).map(Method::Search),
    }
}

fn read_weighing(body: Node<'_>, base: &Judgement) -> Option<Weighing> {
    let fields = body.fields(&["weights", "forbids", "places", "targets", "look", "judgement"])?;
    let weights = fields.need("weights").and_then(read_weights);
    let forbids = fields.or("forbids", Vec::new(), read_actions);
    let places = fields.need("places").and_then(read_places);
    let targets = fields.need("targets").and_then(read_targets);
    let looks = [("Close", Look::Close), ("Glance", Look::Glance)];
    let look = fields.or("look", Look::default(), |node| node.word(&looks));
    let judgement = fields.or("judgement", *base, |node| Judgement::read(node, Some(base)));
    Some(Weighing {
        weights: weights?,
        forbids: forbids?,
        places: places?,
        targets: targets?,
        look: look?,
        judgement: judgement?,
    })
}

fn read_places(node: Node<'_>) -> Option<usize> {
    node.whole(1..=16, "places").map(|places| places as usize)
}

fn read_targets(node: Node<'_>) -> Option<usize> {
    node.whole(1..=8, "targets").map(|targets| targets as usize)
}

fn read_weights(node: Node<'_>) -> Option<Weights> {
    const NAMES: [&str; 8] =
        ["harm", "risk", "objectives", "approach", "combat", "retreat", "nerve", "support"];
    const NEEDED: [&str; 7] = ["harm", "risk", "objectives", "approach", "combat", "retreat", "nerve"];
    let fields = node.fields(&NAMES)?;
    let weights = NEEDED.map(|name| fields.need(name).and_then(|node| node.number(WEIGHT, "")));
    // Fire for others is fire: a style that does not say otherwise counts it so.
    let support = fields.or("support", weights[0].unwrap_or_default(), |node| node.number(WEIGHT, ""));
    if weights == [Some(0.0); 7] && support == Some(0.0) {
        node.fault("every weight is 0: no order is worth more than another", "at least one weight above 0");
        return None;
    }
    let [harm, risk, objectives, approach, combat, retreat, nerve] = weights;
    Some(Weights {
        harm: harm?,
        risk: risk?,
        objectives: objectives?,
        approach: approach?,
        combat: combat?,
        retreat: retreat?,
        nerve: nerve?,
        support: support?,
    })
}

fn read_actions(node: Node<'_>) -> Option<Vec<Action>> {
    let nodes = node.items(0..=Action::ALL.len())?;
    let actions: Vec<Action> = nodes.iter().filter_map(|node| node.word(Action::ALL)).collect();
    if actions.len() != nodes.len() {
        return None;
    }
    if let Some(index) = actions.iter().position(|action| *action == Action::FallBack) {
        nodes[index].fault("nobody chooses to fall back: it cannot be forbidden", "other actions");
        return None;
    }
    if ALWAYS_OPEN.iter().all(|action| actions.contains(action)) {
        node.fault(
            "it forbids Advance and Get Down: a unit that may do nothing else has no action left",
            "at least one of Advance and Get Down allowed",
        );
        return None;
    }
    Some(actions)
}

fn read_searching(body: Node<'_>, id: &str, base: &Judgement) -> Option<Searching> {
    let names = [
        "portfolio",
        "alternatives",
        "places",
        "targets",
        "plays_on",
        "turns",
        "samples",
        "margin",
        "judgement",
    ];
    let fields = body.fields(&names)?;
    let mut named_at = Vec::new();
    let portfolio = fields.need("portfolio").and_then(|node| {
        let nodes = node.items(1..=8)?;
        let names: Vec<String> =
            nodes.iter().filter_map(|node| read_other(*node, id, &mut named_at)).collect();
        (names.len() == nodes.len()).then_some(names)
    });
    if let Some(twice) =
        (1..named_at.len()).find(|index| named_at[..*index].iter().any(|one| one.0 == named_at[*index].0))
        && let Some(node) = fields.get("portfolio")
    {
        node.fault(
            format!("the style \"{}\" is in the portfolio twice", named_at[twice].0),
            "each style once",
        );
        return None;
    }
    let plays_on = fields.need("plays_on").and_then(|node| read_other(node, id, &mut named_at));
    let samples = fields.need("samples").and_then(|node| node.whole(1..=64, "samples"));
    let turns = fields.or("turns", TURNS, |node| node.whole(1..=6, "turns").map(|turns| turns as usize));
    let alternatives =
        fields.or("alternatives", 0, |node| node.whole(0..=3, "alternatives").map(|count| count as usize));
    let margin = fields.or("margin", 0.0, |node| node.number(MARGIN, ""));
    let places = fields.or("places", None, |node| read_places(node).map(Some));
    let targets = fields.or("targets", None, |node| read_targets(node).map(Some));
    let judgement = fields.or("judgement", *base, |node| Judgement::read(node, Some(base)));
    Some(Searching {
        portfolio: portfolio?,
        plays_on: plays_on?,
        samples: samples?,
        turns: turns?,
        alternatives: alternatives?,
        margin: margin?,
        places: places?,
        targets: targets?,
        judgement: judgement?,
        named_at,
    })
}

/// The name of another style.
fn read_other(node: Node<'_>, id: &str, named_at: &mut Vec<(String, usize)>) -> Option<String> {
    let name = node.name(MAX_NAME_LENGTH)?;
    if name == id {
        node.fault(format!("the style \"{id}\" names itself"), "another style");
        return None;
    }
    named_at.push((name.clone(), node.offset()));
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Style, Faults> {
        let base = Judgement::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        read_style(&SourceText { name: "styles/own.ron".into(), text: text.into() }, &base)
    }

    #[test]
    fn a_style_is_read() {
        let text = r#"Style(name: "Own", about: "Mine.", player: Weigh(
            weights: (harm: 1.0, risk: 0.5, objectives: 2, approach: 0.0, combat: 1.0, retreat: 0.0, nerve: 1.0),
            forbids: [GetDown], places: 6, targets: 2, judgement: (nerve: (steady: 0.5))))"#;
        let style = read(text).unwrap();
        assert_eq!(style.id, "own");
        let Method::Weigh(weighing) = style.method else { panic!("it weighs") };
        assert_eq!((weighing.weights.objectives, weighing.forbids), (2.0, vec![Action::GetDown]));
        assert_eq!(weighing.weights.support, 1.0, "as harm");
        assert_eq!(weighing.judgement.nerve.steady, 0.5);
    }

    #[test]
    fn each_fault_is_located() {
        let faults = |text: &str| {
            let found = read(text).unwrap_err().0;
            found.into_iter().map(|fault| (fault.line, fault.column, fault.what)).collect::<Vec<_>>()
        };
        let weights = |harm: &str| {
            format!(
                "Style(name: \"N\", about: \"A\",\nplayer: Weigh(weights: (harm: {harm}, risk: 1, objectives: 1, approach: 1, combat: 1, retreat: 1, nerve: 1), places: 3, targets: 1))"
            )
        };
        assert_eq!(faults(&weights("NaN"))[0].0, 2);
        assert_eq!(faults(&weights("-1"))[0].0, 2);
        assert_eq!(faults(&weights("inf"))[0].0, 2);
        assert_eq!(faults(&weights("1e400"))[0].0, 2);
        assert_eq!(faults(&weights("1, courage: 2")).len(), 1, "an unknown term");
        let zeros = weights("0").replace(": 1,", ": 0,").replace("nerve: 1)", "nerve: 0)");
        assert!(faults(&zeros)[0].2.contains("every weight is 0"), "{:?}", faults(&zeros));
        let forbids =
            |actions: &str| weights("1").replace("places", &format!("forbids: [{actions}], places"));
        assert!(faults(&forbids("Advance, OpenFire, GetDown"))[0].2.contains("no action left"));
        assert!(faults(&forbids("FallBack"))[0].2.contains("cannot be forbidden"));
        assert!(read(&forbids("Advance, OpenFire, OnMyTarget, AtTheDouble")).is_ok());
        let searches = |portfolio: &str| {
            format!(
                "Style(name: \"N\", about: \"A\",\nplayer: Search(portfolio: [{portfolio}], plays_on: \"quick\", samples: 4))"
            )
        };
        assert_eq!(faults(&searches(""))[0].0, 2, "an empty portfolio");
        let margin = |margin: &str| {
            searches("\"quick\"").replace("samples: 4", &format!("samples: 4, margin: {margin}"))
        };
        let Ok(Style { method: Method::Search(searching), .. }) = read(&margin("0.25")) else { panic!() };
        assert_eq!(searching.margin, 0.25);
        assert_eq!(faults(&margin("1.5"))[0].0, 2);
        assert_eq!(faults(&margin("NaN"))[0].0, 2);
        let wide =
            |fields: &str| searches("\"quick\"").replace("samples: 4", &format!("samples: 4, {fields}"));
        let Ok(Style { method: Method::Search(searching), .. }) = read(&wide("places: 16, targets: 8"))
        else {
            panic!()
        };
        assert_eq!((searching.places, searching.targets), (Some(16), Some(8)));
        assert_eq!((searching.turns, searching.alternatives), (2, 0));
        let Ok(Style { method: Method::Search(searching), .. }) = read(&wide("turns: 4, alternatives: 3"))
        else {
            panic!()
        };
        assert_eq!((searching.turns, searching.alternatives), (4, 3));
        assert_eq!(faults(&wide("turns: 0"))[0].0, 2);
        assert_eq!(faults(&wide("alternatives: 4"))[0].0, 2);
        assert_eq!(faults(&wide("places: 17"))[0].0, 2);
        assert_eq!(faults(&wide("targets: 0"))[0].0, 2);
        assert!(faults(&searches("\"bold\", \"bold\""))[0].2.contains("twice"));
        let itself = "Style(name: \"N\", about: \"A\",\nplayer: Search(portfolio: [\"own\"], plays_on: \"bold\", samples: 4))";
        assert!(faults(itself)[0].2.contains("names itself"), "{:?}", faults(itself));
    }
}
