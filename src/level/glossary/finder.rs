//! Finds the terms of the glossary in a text: whole words only, the longest term where several begin.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Beside, Name, Term, plain};

/// A place in a text at which it mentions a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The bytes of the words.
    pub range: Range<usize>,
    /// The number of the term in the glossary.
    pub term: usize,
}

/// All forms of all terms, by their first word in small letters.
#[derive(Debug, Default)]
pub(super) struct Finder(BTreeMap<String, Vec<Form>>);

/// A form of a term, of one or more words.
#[derive(Debug)]
struct Form {
    term: usize,
    text: String,
    /// In small letters.
    words: Vec<String>,
    written: Written,
}

/// Required spelling of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    /// In any case, its words parted by spaces or hyphens.
    Anyhow,
    /// As it is.
    Exactly,
    /// As it is, next to a number or in brackets.
    ExactlyBesideNumber,
}

impl Finder {
    pub fn new<'a>(terms: impl Iterator<Item = &'a Term>) -> Self {
        let mut finder = Self::default();
        for (number, term) in terms.enumerate() {
            let named = Some(&term.name).filter(|_| term.marked.by_name == Name::Special);
            for form in named.into_iter().chain(&term.forms) {
                finder.add(number, form, Written::Anyhow);
                finder.add(number, &plural(form), Written::Anyhow);
            }
            for form in &term.exact {
                finder.add(number, form, Written::Exactly);
            }
            if let Some(short) = &term.short {
                let written = match term.marked.short {
                    Beside::Anything => Written::Exactly,
                    Beside::Number => Written::ExactlyBesideNumber,
                };
                finder.add(number, short, written);
            }
        }
        // Where several begin alike, the longest is tried first.
        finder.0.values_mut().for_each(|forms| forms.sort_by_key(|form| std::cmp::Reverse(form.text.len())));
        finder
    }

    fn add(&mut self, term: usize, text: &str, written: Written) {
        let words: Vec<String> = words_in(text).map(|word| text[word].to_lowercase()).collect();
        let Some(first) = words.first().cloned() else { return };
        self.0.entry(first).or_default().push(Form { term, text: text.to_owned(), words, written });
    }

    pub fn mentions(&self, text: &str) -> Vec<Mention> {
        let words: Vec<Range<usize>> = words_in(text).collect();
        let mut mentions = Vec::new();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let forms = self.0.get(&text[word.clone()].to_lowercase());
            let found = forms.into_iter().flatten().find_map(|form| {
                let end = form.end_at(text, &words[at..])?;
                Some(Mention { range: word.start..end, term: form.term })
            });
            let end = found.as_ref().map_or(word.end, |mention| mention.range.end);
            mentions.extend(found);
            at += words[at..].iter().take_while(|word| word.start < end).count();
        }
        mentions
    }
}

impl Form {
    /// End of the form, if the text has it where these words begin.
    fn end_at(&self, text: &str, words: &[Range<usize>]) -> Option<usize> {
        match self.written {
            Written::Anyhow => self.end_anyhow(text, words),
            Written::Exactly => self.end_exactly(text, words.first()?.start),
            Written::ExactlyBesideNumber => {
                let word = words.first()?;
                let end = self.end_exactly(text, word.start)?;
                is_beside_number(&text[..word.start], &text[end..]).then_some(end)
            }
        }
    }

    fn end_anyhow(&self, text: &str, words: &[Range<usize>]) -> Option<usize> {
        let words = words.get(..self.words.len())?;
        let alike =
            words.iter().zip(&self.words).all(|(word, own)| text[word.clone()].to_lowercase() == *own);
        let joined = |pair: &[Range<usize>]| match pair {
            [one, next] => text[one.end..next.start].chars().all(|c| c.is_whitespace() || c == '-'),
            _ => true,
        };
        (alike && words.windows(2).all(joined)).then(|| words.last().map(|word| word.end))?
    }

    fn end_exactly(&self, text: &str, start: usize) -> Option<usize> {
        let rest = text[start..].strip_prefix(&self.text)?;
        let ends = rest.chars().next().is_none_or(|next| !next.is_alphanumeric());
        ends.then(|| start + self.text.len())
    }
}

/// Whether what stands before or after is a number, perhaps with its sign, or a bracket.
fn is_beside_number(before: &str, after: &str) -> bool {
    let between = |c: char| c == ' ' || "+−-×=".contains(c);
    let before = before.trim_end_matches(between).chars().next_back();
    let after_it = after.trim_start_matches(between).chars().next();
    let is_number = |c: Option<char>| c.is_some_and(char::is_numeric);
    is_number(before) || is_number(after_it) || (before == Some('(') && after.starts_with(')'))
}

/// The words of a text: letters and digits without anything between them.
fn words_in(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut chars = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, _) = chars.by_ref().find(|(_, c)| c.is_alphanumeric())?;
        let mut end = text.len();
        while let Some((at, c)) = chars.peek() {
            if !c.is_alphanumeric() {
                end = *at;
                break;
            }
            chars.next();
        }
        Some(start..end)
    })
}

/// The plural of a form, by its last word.
fn plural(form: &str) -> String {
    let form = plain(form);
    let ends_in = |endings: &[&str]| endings.iter().any(|ending| form.ends_with(ending));
    match form.strip_suffix('y') {
        Some(stem) if !ends_in(&["ay", "ey", "oy", "uy"]) => format!("{stem}ies"),
        _ if ends_in(&["s", "x", "ch", "sh"]) => format!("{form}es"),
        _ => format!("{form}s"),
    }
}
