//! The notes of many saves, by paragraph: the rule that is misunderstood most often comes first.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::paragraph::Rulebooks;
use super::source::Source;
use crate::game::engine::record::history::EntryId;
use tabletop_shell::notes::{Decided, How, Line, LineId, Measured, Note, Refused};

/// The notes of many saves.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Gathered {
    /// The saves, in the order in which they were given.
    pub saves: Vec<GatheredSave>,
    /// The paragraphs that were noted, refused by or opened, the one misunderstood most often first.
    pub rules: Vec<OfRule>,
    /// Remarks that are about no paragraph.
    pub without_rule: Vec<GatheredNote>,
    /// Answers to each of the questions at the end.
    pub answers: [Vec<GatheredAnswer>; 3],
    /// Times of decisions by the paragraph that gives the choice, the longest in all first.
    pub times: Vec<TimesRow>,
    /// Number of decisions that were timed.
    pub decisions: usize,
    /// Acts of measuring.
    pub measuring: Vec<MeasuringRow>,
    /// A sentence for each thing that was not read; it begins with the save.
    pub unread: Vec<String>,
}

/// A save.
#[derive(Clone, Debug, Serialize)]
pub struct GatheredSave {
    /// Its name.
    pub name: String,
    /// The game's name, if it is another than WarStrike.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The level's name.
    pub level: String,
    /// The ruleset's name, and its hash.
    pub ruleset: String,
    /// Hash of the whole ruleset.
    pub ruleset_hash: String,
    /// The version of the program.
    pub program: String,
    /// Number of remarks that no save before it has.
    pub notes: usize,
}

/// Everything about a paragraph.
#[derive(Clone, Debug, Serialize)]
pub struct OfRule {
    /// Its id.
    pub rule: String,
    /// Its title and text, if the rulebook of this program has it.
    pub title: Option<String>,
    /// Its text.
    pub text: Option<String>,
    /// Moments at which it did not allow what was wanted, and remarks on it: by this the paragraphs are in order.
    pub misunderstood: usize,
    /// Moments at which it did not allow what was wanted, however often.
    pub moments: usize,
    /// Times that it did not allow an order.
    pub ordered: usize,
    /// Times that it did not allow a move that was drawn.
    pub drawn: usize,
    /// Times that it was opened.
    pub opened: usize,
    /// As players read why, the most frequent first.
    pub refused_as: Vec<RefusedAs>,
    /// Remarks on it.
    pub notes: Vec<GatheredNote>,
}

/// A refusal as players read it.
#[derive(Clone, Debug, Serialize)]
pub struct RefusedAs {
    /// In words.
    pub words: String,
    /// Times that it was read.
    pub count: usize,
}

/// A remark and where it is from.
#[derive(Clone, Debug, Serialize)]
pub struct GatheredNote {
    /// The save's name.
    pub save: String,
    /// The moment.
    pub entry: EntryId,
    /// The moment in words.
    pub when: String,
    /// The player's words.
    pub text: String,
    /// The name of its picture's file, if that could be read.
    pub picture: Option<String>,
    /// The picture.
    #[serde(skip)]
    pub png: Option<Vec<u8>>,
}

/// An answer and where it is from.
#[derive(Clone, Debug, Serialize)]
pub struct GatheredAnswer {
    /// The save's name.
    pub save: String,
    /// The player's words.
    pub text: String,
}

/// Times of the decisions that a paragraph gives.
#[derive(Clone, Debug, Serialize)]
pub struct TimesRow {
    /// The paragraph.
    pub rule: String,
    /// Its title.
    pub title: Option<String>,
    /// Number of decisions.
    pub decisions: usize,
    /// Half of them took no longer, seconds.
    pub median: f64,
    /// All of them together.
    pub all: f64,
    /// The longest.
    pub longest: f64,
    /// The save of that one, and the entry that it led to.
    pub longest_in: (String, EntryId),
}

/// Acts of measuring with one tool.
#[derive(Clone, Debug, Serialize)]
pub struct MeasuringRow {
    /// With what.
    pub what: &'static str,
    /// Number of acts.
    pub times: u64,
    /// Before how many decisions.
    pub decisions: usize,
}

/// So many different refusals of a paragraph are listed.
const REFUSALS_LISTED: usize = 4;

impl Gathered {
    /// Gathers. What several saves have, because one is a copy of another, counts once, and is of the first. Titles and texts of
    /// paragraphs are those of the rulebooks.
    pub fn of(sources: impl IntoIterator<Item = Source>, rulebooks: Rulebooks<'_>) -> Self {
        let mut gathering = Gathering::default();
        sources.into_iter().for_each(|source| gathering.add(source));
        gathering.gathered(rulebooks)
    }

    /// Number of remarks.
    pub fn notes(&self) -> usize {
        self.without_rule.len() + self.rules.iter().map(|of| of.notes.len()).sum::<usize>()
    }

    /// Number of refusals.
    pub fn refusals(&self) -> usize {
        self.rules.iter().map(|of| of.ordered + of.drawn).sum()
    }
}

/// The notes gathered so far.
#[derive(Default)]
struct Gathering {
    gathered: Gathered,
    known: BTreeSet<LineId>,
    rules: BTreeMap<String, RuleSoFar>,
    decided: BTreeMap<String, Vec<(f64, String, EntryId)>>,
    measured: Vec<Measured>,
}

#[derive(Default)]
struct RuleSoFar {
    moments: BTreeSet<(String, EntryId)>,
    count: BTreeMap<How, usize>,
    words: BTreeMap<String, usize>,
    opened: usize,
    notes: Vec<GatheredNote>,
}

impl Gathering {
    fn add(&mut self, source: Source) {
        let Source { name, notes, mut pictures } = source;
        let mut count = 0;
        for line in &notes.lines {
            if line.id().is_some_and(|id| !self.known.insert(id.clone())) {
                continue;
            }
            match line {
                Line::Note(note) => {
                    count += 1;
                    self.note(&name, note, &mut pictures);
                }
                Line::Refused(refused) => self.refused(&name, refused),
                Line::Decided(decided) => self.decided(&name, decided),
                Line::Read(read) => self.rules.entry(read.rule.clone()).or_default().opened += 1,
                Line::Game(_) | Line::Answers(_) => {}
            }
        }
        if let Some(answers) = notes.answers() {
            for (all, text) in self.gathered.answers.iter_mut().zip(&answers.texts) {
                let is_new = !text.trim().is_empty() && !all.iter().any(|one| one.text == *text);
                all.extend(is_new.then(|| GatheredAnswer { save: name.clone(), text: text.clone() }));
            }
        }
        self.gathered.unread.extend(notes.unread.iter().map(|why| format!("{name}: {why}")));
        self.gathered.saves.push(GatheredSave {
            name,
            game: notes.game.game,
            level: notes.game.level,
            ruleset: notes.game.ruleset,
            ruleset_hash: notes.game.ruleset_hash,
            program: notes.game.program,
            notes: count,
        });
    }

    fn note(&mut self, save: &str, note: &Note, pictures: &mut BTreeMap<String, Vec<u8>>) {
        let png = note.picture.as_ref().and_then(|name| pictures.remove(name));
        let gathered = GatheredNote {
            save: save.to_owned(),
            entry: note.entry,
            when: note.when.clone(),
            text: note.text.clone(),
            picture: note.picture.clone().filter(|_| png.is_some()),
            png,
        };
        match &note.rule {
            Some(rule) => self.rules.entry(rule.clone()).or_default().notes.push(gathered),
            None => self.gathered.without_rule.push(gathered),
        }
    }

    fn refused(&mut self, save: &str, refused: &Refused) {
        let rule = self.rules.entry(refused.rule.clone()).or_default();
        rule.moments.insert((save.to_owned(), refused.entry));
        *rule.count.entry(refused.how).or_default() += 1;
        *rule.words.entry(refused.words.clone()).or_default() += 1;
    }

    fn decided(&mut self, save: &str, decided: &Decided) {
        let all = self.decided.entry(decided.rule.clone()).or_default();
        all.push((decided.seconds.clamp(0.0, 1e6), save.to_owned(), decided.entry));
        self.measured.push(decided.measured);
    }

    fn gathered(self, rulebooks: Rulebooks<'_>) -> Gathered {
        let mut gathered = self.gathered;
        gathered.rules = self.rules.into_iter().map(|(rule, so_far)| so_far.of(rule, rulebooks)).collect();
        gathered
            .rules
            .sort_by_key(|of| std::cmp::Reverse((of.misunderstood, of.ordered + of.drawn, of.opened)));
        gathered.decisions = self.measured.len();
        gathered.times =
            self.decided.into_iter().filter_map(|(rule, all)| times(rule, all, rulebooks)).collect();
        gathered.times.sort_by(|one, other| other.all.total_cmp(&one.all));
        let all = self.measured.iter().fold(Measured::default(), |all, one| all.and(*one)).named();
        gathered.measuring = all
            .iter()
            .enumerate()
            .map(|(index, (what, _))| {
                let of = |one: &Measured| one.named()[index].1;
                MeasuringRow {
                    what,
                    times: self.measured.iter().map(|one| u64::from(of(one))).sum(),
                    decisions: self.measured.iter().filter(|one| of(one) > 0).count(),
                }
            })
            .collect();
        gathered
    }
}

impl GatheredSave {
    /// Level, ruleset, game and program: "The street, ruleset combined (1f2e…), WarStrike 0.1"; empty where they are not known.
    pub fn made_of(&self) -> String {
        if self.level.is_empty() {
            return String::new();
        }
        let game = if self.game.is_empty() { String::new() } else { format!("{}, ", self.game) };
        let Self { level, ruleset, ruleset_hash, program, .. } = self;
        format!("{level}, {game}ruleset {ruleset} ({ruleset_hash}), WarStrike {program}")
    }
}

impl RefusedAs {
    /// The refusal with the times that it was read: "… (3 times)".
    pub fn with_times(&self) -> String {
        match self.count {
            1 => self.words.clone(),
            count => format!("{} ({count} times)", self.words),
        }
    }
}

impl RuleSoFar {
    fn of(self, rule: String, rulebooks: Rulebooks<'_>) -> OfRule {
        let paragraph = rulebooks(&rule);
        let count = |how| self.count.get(&how).copied().unwrap_or_default();
        let (ordered, drawn) = (count(How::Ordered), count(How::Drawn));
        let mut refused_as: Vec<RefusedAs> =
            self.words.into_iter().map(|(words, count)| RefusedAs { words, count }).collect();
        refused_as.sort_by_key(|one| std::cmp::Reverse(one.count));
        refused_as.truncate(REFUSALS_LISTED);
        OfRule {
            title: paragraph.as_ref().map(|paragraph| paragraph.title.clone()),
            text: paragraph.map(|paragraph| paragraph.text),
            misunderstood: self.moments.len() + self.notes.len(),
            moments: self.moments.len(),
            ordered,
            drawn,
            opened: self.opened,
            refused_as,
            notes: self.notes,
            rule,
        }
    }
}

fn times(rule: String, mut all: Vec<(f64, String, EntryId)>, rulebooks: Rulebooks<'_>) -> Option<TimesRow> {
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (longest, save, entry) = all.last()?.clone();
    let tenths = |seconds: f64| (seconds * 10.0).round() / 10.0;
    Some(TimesRow {
        title: rulebooks(&rule).map(|paragraph| paragraph.title),
        rule,
        decisions: all.len(),
        median: tenths(all[(all.len() - 1) / 2].0),
        all: tenths(all.iter().map(|(seconds, ..)| seconds).sum()),
        longest: tenths(longest),
        longest_in: (save, entry),
    })
}

#[cfg(test)]
mod tests {
    use super::super::paragraph::of_war_strike;
    use super::*;
    use crate::rules::ids::Side;
    use tabletop_shell::notes::Notes;
    use tabletop_shell::notes::Read;

    fn id(name: &str) -> LineId {
        LineId(name.to_owned())
    }

    fn note(name: &str, rule: Option<&str>) -> Line {
        Line::Note(Note {
            id: id(name),
            entry: EntryId(3),
            when: "Round 1".into(),
            rule: rule.map(str::to_owned),
            text: format!("note {name}"),
            picture: Some(format!("{name}.png")),
            program: "1".into(),
        })
    }

    fn refused(name: &str, rule: &str, entry: usize, how: How) -> Line {
        let words = format!("not at {entry}");
        Line::Refused(Refused { id: id(name), entry: EntryId(entry), rule: rule.into(), words, how })
    }

    fn decided(name: &str, seconds: f64, ruler: u32) -> Line {
        let measured = Measured { ruler, ..Measured::default() };
        Line::Decided(Decided {
            id: id(name),
            entry: EntryId(4),
            side: Side::A,
            rule: "TURN-3".into(),
            task: "choose a unit".into(),
            seconds,
            measured,
        })
    }

    fn source(name: &str, lines: Vec<Line>) -> Source {
        Source { name: name.into(), notes: Notes { lines, ..Notes::default() }, pictures: BTreeMap::new() }
    }

    /// The paragraph that comes first is the one with the most moments of refusal and remarks; pressing a key again at the same
    /// moment makes nothing worse, and a copy of a save counts nothing twice.
    #[test]
    fn paragraphs_are_in_the_order_of_their_moments_and_remarks() {
        let one = vec![
            refused("1", "MOV-5", 1, How::Ordered),
            refused("2", "MOV-5", 1, How::Ordered),
            refused("3", "MOV-5", 1, How::Ordered),
            refused("4", "FB-2", 1, How::Drawn),
            refused("5", "FB-2", 2, How::Ordered),
            note("6", Some("COH-1")),
            note("7", None),
            Line::Read(Read { id: id("8"), entry: EntryId(0), rule: "SHO-3".into() }),
        ];
        let mut copy = one.clone();
        copy.push(note("9", Some("FB-2")));
        let gathered = Gathered::of([source("one", one), source("copy", copy)], &of_war_strike);
        let order: Vec<_> = gathered.rules.iter().map(|of| (of.rule.as_str(), of.misunderstood)).collect();
        assert_eq!(order, [("FB-2", 3), ("MOV-5", 1), ("COH-1", 1), ("SHO-3", 0)]);
        let [first, second, ..] = &gathered.rules[..] else { panic!("{order:?}") };
        assert_eq!((first.ordered, first.drawn, first.notes.len()), (1, 1, 1));
        assert!(first.title.is_some() && first.text.as_ref().is_some_and(|text| !text.is_empty()));
        assert_eq!((second.ordered, second.refused_as[0].count), (3, 3));
        assert_eq!((gathered.notes(), gathered.refusals(), gathered.without_rule.len()), (3, 5, 1));
        assert_eq!(gathered.saves.iter().map(|save| save.notes).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn a_picture_that_was_not_read_is_not_named() {
        let mut with = source("one", vec![note("1", None), note("2", None)]);
        with.pictures.insert("1.png".into(), vec![1]);
        let gathered = Gathered::of([with], &of_war_strike);
        let pictures: Vec<_> = gathered.without_rule.iter().map(|note| note.picture.as_deref()).collect();
        assert_eq!(pictures, [Some("1.png"), None]);
    }

    #[test]
    fn times_and_measuring_are_counted() {
        let lines = vec![decided("1", 2.0, 0), decided("2", 30.04, 3), decided("3", 4.0, 1)];
        let gathered = Gathered::of([source("one", lines)], &of_war_strike);
        let [row] = &gathered.times[..] else { panic!("{:?}", gathered.times) };
        assert_eq!((row.decisions, row.median, row.longest, row.all), (3, 4.0, 30.0, 36.0));
        assert_eq!(row.longest_in, ("one".to_owned(), EntryId(4)));
        let ruler = &gathered.measuring[0];
        assert_eq!((ruler.what, ruler.times, ruler.decisions), ("ruler", 4, 2));
    }
}
