//! Reads the file of the glossary: every fault at once, with its line and column.

use std::collections::BTreeMap;

use super::{Beside, Glossary, Group, Marked, Name, Sign, Term, plain};
use crate::level::fault::Faults;
use crate::level::ron::{Fields, Node, Reader};
use crate::level::setup::SourceText;
use crate::rules::sight::SightState;

/// Longest name or other form, characters.
const MAX_WORD: usize = 40;
/// Longest sentence.
const MAX_MEANING: usize = 400;
/// Most groups, terms in one, and forms of a term.
const MAX_GROUPS: usize = 20;
const MAX_TERMS: usize = 60;
const MAX_FORMS: usize = 12;

/// Reads a glossary whose paragraphs are in a rulebook.
///
/// # Errors
/// Every fault: of form; a term twice; a paragraph that does not exist; a meaning that is not one sentence.
pub fn read_glossary(source: &SourceText, has_paragraph: impl Fn(&str) -> bool) -> Result<Glossary, Faults> {
    let reader = Reader::new(source);
    let mut reading = Reading { has_paragraph, words: BTreeMap::new(), count: 0 };
    let groups = reader.root().and_then(|root| {
        let groups = root.named("Glossary", &["groups"])?.need("groups")?.items(1..=MAX_GROUPS)?;
        let read: Vec<Option<Group>> = groups.into_iter().map(|group| reading.group(group)).collect();
        read.into_iter().collect::<Option<Vec<Group>>>()
    });
    reader.finish(groups).map(Glossary::new)
}

struct Reading<P> {
    has_paragraph: P,
    /// Every form, plain, and the term that has it: its number and its name.
    words: BTreeMap<String, (usize, String)>,
    /// Terms so far.
    count: usize,
}

impl<P: Fn(&str) -> bool> Reading<P> {
    fn group(&mut self, node: Node) -> Option<Group> {
        let fields = node.fields(&["title", "terms"])?;
        let title = fields.need("title").and_then(|node| node.name(MAX_WORD));
        let terms = fields.need("terms").and_then(|node| node.items(1..=MAX_TERMS))?;
        let read: Vec<Option<Term>> = terms.into_iter().map(|term| self.term(term)).collect();
        Some(Group { title: title?, terms: read.into_iter().collect::<Option<Vec<Term>>>()? })
    }

    fn term(&mut self, node: Node) -> Option<Term> {
        const FIELDS: [&str; 9] =
            ["term", "short", "forms", "exact", "beside", "common", "meaning", "rule", "sign"];
        let fields = node.fields(&FIELDS)?;
        let name = fields.need("term").and_then(|node| node.name(MAX_WORD).map(|name| (node, name)));
        let meaning = fields.need("meaning").and_then(read_meaning);
        let rule = fields.need("rule").and_then(|node| self.paragraph(node));
        let sign = fields.maybe("sign", read_sign);
        let short = fields.maybe("short", |node| node.name(MAX_WORD).map(|short| (node, short)));
        let forms = read_forms(&fields, "forms");
        let exact = read_forms(&fields, "exact");
        let beside = fields.or("beside", Beside::Anything, |node| node.word(&[("Number", Beside::Number)]));
        let common = fields.or("common", false, |node| node.flag());
        let (name_node, name) = name?;
        let (short, forms, exact) = (short?, forms?, exact?);
        let others = short.iter().chain(&forms).chain(&exact);
        let words: Vec<(Node, &str)> = std::iter::once((name_node, name.as_str()))
            .chain(others.map(|(node, word)| (*node, word.as_str())))
            .collect();
        self.count += 1;
        words.iter().for_each(|(node, word)| self.take(*node, word, &name));
        let texts = |forms: Vec<(Node, String)>| forms.into_iter().map(|(_, form)| form).collect();
        let by_name = if common? { Name::Common } else { Name::Special };
        Some(Term {
            short: short.map(|(_, short)| short),
            forms: texts(forms),
            exact: texts(exact),
            meaning: meaning?,
            rule: rule?,
            sign: sign?,
            marked: Marked { by_name, short: beside? },
            name,
        })
    }

    /// Notes a word of the present term: it means no other.
    fn take(&mut self, node: Node, word: &str, term: &str) {
        match self.words.get(&plain(word)) {
            // A form that counts only as written may be the name itself.
            Some((number, _)) if *number == self.count => {}
            Some((_, owner)) => node.fault(
                format!("\"{word}\" is there twice: it is a word of the term \"{owner}\""),
                "each word once",
            ),
            None => drop(self.words.insert(plain(word), (self.count, term.to_owned()))),
        }
    }

    fn paragraph(&self, node: Node) -> Option<String> {
        let id = node.name(MAX_WORD)?;
        if (self.has_paragraph)(&id) {
            return Some(id);
        }
        node.fault(format!("the rulebook has no {id}"), "a paragraph of the rulebook, such as \"SUP-2\"");
        None
    }
}

fn read_forms<'a>(fields: &Fields<'a>, name: &str) -> Option<Vec<(Node<'a>, String)>> {
    fields.or(name, Vec::new(), |node| {
        let items = node.items(1..=MAX_FORMS)?;
        let read: Vec<Option<(Node, String)>> =
            items.into_iter().map(|item| item.name(MAX_WORD).map(|form| (item, form))).collect();
        read.into_iter().collect()
    })
}

/// One sentence; its line breaks mean nothing.
fn read_meaning(node: Node) -> Option<String> {
    let text = node.text(MAX_MEANING * 2)?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = format!("one sentence of at most {MAX_MEANING} characters, with its full stop");
    let inside = text.strip_suffix('.');
    let is_one = inside.is_some_and(|inside| !inside.contains(". ") && !inside.ends_with('.'));
    if is_one && text.chars().count() <= MAX_MEANING {
        return Some(text);
    }
    node.fault(format!("the meaning is not one sentence: {}", node.quote()), expected);
    None
}

fn read_sign(node: Node) -> Option<Sign> {
    const PLAIN: [(&str, Sign); 5] = [
        ("HitDie", Sign::HitDie),
        ("ShakenDie", Sign::ShakenDie),
        ("NerveMarker", Sign::NerveMarker),
        ("SafeShield", Sign::SafeShield),
        ("Flag", Sign::Flag),
    ];
    const STATES: [(&str, SightState); 4] = [
        ("Clear", SightState::Clear),
        ("Obscured", SightState::Obscured),
        ("Concealed", SightState::Concealed),
        ("Hidden", SightState::Hidden),
    ];
    if !node.source().starts_with("SightLine") {
        return node.word(&PLAIN);
    }
    let (_, rest) = node.variant(&["SightLine"])?;
    let [state] = rest.array::<1>()?;
    state.word(&STATES).map(Sign::SightLine)
}
