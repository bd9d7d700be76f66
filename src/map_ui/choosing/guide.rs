//! What the player can do now, and why: the lines that a newcomer reads, and meanings of the lights that are on.

use tabletop_counters::{Kind, OnHexes, Scene};
use tabletop_shell::notes::shortened;
use tabletop_shell::rules::Book;

use super::groups::{groups_with, has_map_moves, suits};
use super::hand::Choosing;
use crate::game::narration::words::{counted, listed};
use crate::map_ui::session::LitKind;

/// Most counters that a line names, and most letters of a paragraph that are told; its number leads to the rest.
const NAMED: usize = 5;
const LONGEST: usize = 130;

/// The choices of the moment, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guide {
    /// Lines, the most important first.
    pub says: Vec<String>,
    /// Meanings of the lights of the chosen counters.
    pub lights: Vec<(LitKind, String)>,
}

/// Guides whoever is asked.
pub fn guide<G: OnHexes>(choosing: &Choosing<G>, scene: &Scene<G>) -> Guide {
    let mut guide = Guide::default();
    if choosing.decision().is_none() {
        return guide;
    }
    if choosing.pinned.is_some() {
        guide.says.push(
            "Several orders are possible there: point at each to see its odds. Esc picks none.".to_owned(),
        );
    } else if choosing.is_placing() {
        placing(choosing, scene, &mut guide);
    } else if choosing.is_question() {
        question(choosing, &mut guide);
    } else if choosing.group.is_empty() {
        choosing_anew(choosing, scene, &mut guide);
    } else {
        chosen(choosing, &mut guide);
    }
    guide
}

/// The paragraph by which the player is asked, as far as its first sentence; nothing where it tells how one scenario is set up.
pub fn why<G: OnHexes>(choosing: &Choosing<G>, book: &Book) -> Option<String> {
    let prompt = choosing.prompt.as_ref().filter(|_| !choosing.is_placing())?;
    let id = prompt.rule.to_string();
    let (_, paragraph) = book.find(&id)?;
    Some(format!("{} ({id})", shortened(&first_sentence(&paragraph.text), LONGEST)))
}

/// The first sentence of a text, without the marks of its sources and its full stop.
fn first_sentence(text: &str) -> String {
    let end = text.match_indices(". ").map(|(at, _)| at).next().unwrap_or(text.len());
    let mut said = text[..end].trim_end_matches('.').to_owned();
    while let Some((from, to)) = said.find('[').and_then(|from| Some((from, from + said[from..].find(']')?)))
    {
        said.replace_range(from..=to, "");
    }
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn placing<G: OnHexes>(choosing: &Choosing<G>, scene: &Scene<G>, guide: &mut Guide) {
    let own = choosing.decision().map(|decision| decision.player);
    let waits = scene
        .counters
        .iter()
        .filter(|counter| Some(counter.side) == own && counter.hex.is_none() && counter.aboard.is_none());
    let others = waits.filter(|counter| !choosing.group.contains(&counter.id)).count();
    let group = names(&choosing.group);
    let after = match others {
        0 => "It is the last one.".to_owned(),
        1 => "1 more waits to be set up.".to_owned(),
        others => format!("{others} more wait to be set up."),
    };
    guide.says.push(format!("Click a green hex: {group} is set up there. {after}"));
}

fn question<G: OnHexes>(choosing: &Choosing<G>, guide: &mut Guide) {
    if has_map_moves(&choosing.offers) {
        let moves = || choosing.offers.iter().filter(|offer| offer.kind == Kind::Move);
        let mut movers: Vec<_> = moves().flat_map(|offer| offer.by.iter().copied()).collect();
        movers.sort();
        movers.dedup();
        // An offer begins with its verb: "Withdraw A2 to 0203".
        let verb =
            moves().next().and_then(|offer| offer.text.split(' ').next()).unwrap_or("Move").to_lowercase();
        let ending = if movers.len() == 1 { "s" } else { "" };
        let says = format!("Or click a lit hex: {} {verb}{ending} there.", names(&movers));
        guide.lights.push((LitKind::Move, says));
    }
    let activates = choosing.offers.iter().any(|offer| offer.kind == Kind::Activate);
    guide.says.push(match (activates, choosing.on_enter().is_some()) {
        (true, _) => {
            "Pick who acts first: click a ringed counter, or the button of its formation.".to_owned()
        }
        (false, true) => {
            "Point at an answer to see what it would bring. Enter gives the golden one.".to_owned()
        }
        (false, false) => {
            "Point at an answer to see what it would bring; click it, or press its number.".to_owned()
        }
    });
}

fn choosing_anew<G: OnHexes>(choosing: &Choosing<G>, scene: &Scene<G>, guide: &mut Guide) {
    let idle = choosing.idle(scene);
    guide.says.push(match idle.as_slice() {
        [] => "Nobody can do anything more.".to_owned(),
        [only] => format!("{only}, ringed in white, may still act: click it to see where it can go and whom it can hit."),
        several => format!(
            "{}, ringed in white, may still act. Click one to see where it can go and whom it can hit; Tab goes \
             through them.",
            names(several)
        ),
    });
    guide.says.push("H asks the computer for advice.".to_owned());
}

/// Meanings of the lights of the chosen counters, who else may come along, and how it is put away.
fn chosen<G: OnHexes>(choosing: &Choosing<G>, guide: &mut Guide) {
    let under_way = choosing.offers.iter().any(|offer| offer.kind == Kind::End && !offer.by.is_empty());
    let group = names(&choosing.group);
    guide.lights = lights(choosing);
    if guide.lights.is_empty() {
        let why =
            choosing.barred.as_ref().map(|refusal| format!(": {} ({})", refusal.text(), refusal.rule()));
        guide.says.push(format!("{group} can do nothing on the map now{}.", why.unwrap_or_default()));
    } else if under_way {
        guide.says.push(format!("{group} may go on: click a lit hex. Enter ends the move here."));
    } else {
        guide.says.push(
            "Point at what is lit to see the odds before anything happens; a click gives the order."
                .to_owned(),
        );
    }
    if under_way {
        return;
    }
    let larger = choosing.group.first().map(|first| groups_with(&choosing.offers, *first));
    let next = larger.into_iter().flatten().find(|group| group.len() > choosing.group.len());
    if let Some(next) = next {
        let others: Vec<_> = next.iter().filter(|id| !choosing.group.contains(id)).copied().collect();
        guide.says.push(format!("Another click on {group} takes {} along.", names(&others)));
    }
    guide.says.push("Click another counter, or Esc, to choose anew.".to_owned());
}

/// Meanings of the lights, in the order of their importance.
fn lights<G: OnHexes>(choosing: &Choosing<G>) -> Vec<(LitKind, String)> {
    let mut lights = Vec::new();
    let offers =
        || choosing.offers.iter().filter(|offer| suits(offer, &choosing.group) && offer.at.is_some());
    let fires = offers().filter(|offer| offer.kind == Kind::Fire).count();
    if fires > 0 {
        lights.push((LitKind::Fire, format!("red: fire at it ({})", counted(fires, "target"))));
    }
    let mut manners: Vec<&str> =
        choosing.ways.iter().filter(|way| way.is_attack).map(|way| way.manner.as_str()).collect();
    manners.sort_unstable();
    manners.dedup();
    if manners.is_empty() && offers().any(|offer| offer.kind == Kind::Attack) {
        manners.push("assault");
    }
    if !manners.is_empty() {
        lights.push((LitKind::Attack, format!("pink: close combat by entering ({})", manners.join(", "))));
    }
    let moves =
        choosing.ways.iter().any(|way| !way.is_attack) || offers().any(|offer| offer.kind == Kind::Move);
    if moves {
        lights.push((LitKind::Move, "blue: move there; the number is the cost".to_owned()));
    }
    if offers().any(|offer| matches!(offer.kind, Kind::Other | Kind::Answer | Kind::Activate)) {
        lights.push((LitKind::Place, "green: something else to do; the card names it".to_owned()));
    }
    lights
}

/// Names of counters: "A1, A2 and 4 others".
pub fn names<S: ToString>(all: &[S]) -> String {
    let mut names: Vec<String> = all.iter().take(NAMED).map(ToString::to_string).collect();
    match all.len().saturating_sub(NAMED) {
        0 => {}
        1 => names.push("1 other".to_owned()),
        others => names.push(format!("{others} others")),
    }
    listed(&names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_has_no_marks_of_sources() {
        let text = "The side activates platoons: one each. [P] Then the other reacts.";
        assert_eq!(first_sentence(text), "The side activates platoons: one each");
        assert_eq!(first_sentence("Checks pass [S2] on 6 or less [P]."), "Checks pass on 6 or less");
    }

    #[test]
    fn many_names_are_cut_short() {
        assert_eq!(names(&["A1"]), "A1");
        assert_eq!(names(&[1, 2, 3, 4, 5, 6]), "1, 2, 3, 4, 5 and 1 other");
        assert_eq!(names(&[1, 2, 3, 4, 5, 6, 7]), "1, 2, 3, 4, 5 and 2 others");
    }
}
