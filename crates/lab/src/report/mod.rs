//! The report that a person wants to read: the answer in sentences, the table with the bets, a game to look at, what it may be
//! trusted for; then luck, measures and charts. As text and as a page; both write down the same `Words`.

mod charts;
mod html;
mod numbers;
mod shares;
mod text;
mod words;

use serde::Serialize;

use crate::findings::{Findings, Touched, Verdict};
use crate::search::Front;
use crate::shell_word::as_word;

pub use html::html;
pub use text::{first_screen, text};

/// A report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The result of a search; `None` for an experiment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub front: Option<Front>,
    /// Findings: those of a search are of its last stage.
    pub findings: Findings,
    /// Games to look at.
    pub see: Vec<Seen>,
    /// The command that repeats the experiment.
    pub repeat: String,
}

/// A game that a change made another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// The game in words.
    pub game: String,
    /// The command that shows it.
    pub command: String,
}

impl Report {
    /// The report of what was found, with a game to look at for each arm. Of a stage of a search it says how the search goes on; `see`
    /// knows no games of stages.
    pub fn of(findings: Findings) -> Self {
        let file = as_word(&findings.file);
        if findings.stage.is_some() {
            let repeat = format!("warstrike lab search {file}");
            return Self { front: None, see: Vec::new(), repeat, findings };
        }
        // Of many rulesets only a few games are worth showing: those of which something can be said first.
        const SHOWN: usize = 3;
        let says = |arm: usize| {
            let mut of = findings.differences.iter().filter(|found| found.arm == arm);
            of.any(|found| matches!(found.verdict, Verdict::Clear | Verdict::Leans))
        };
        let mut touched: Vec<&Touched> = findings.touched.iter().collect();
        touched.sort_by_key(|touched| !says(touched.arm));
        let see = touched.into_iter().filter_map(|touched| {
            let look_at = touched.look_at.as_ref()?;
            let strata = (findings.tables.len() * findings.players.len()) as u64;
            let table = &findings.tables[(look_at.block % strata) as usize / findings.players.len()];
            let why = if look_at.winner_changed { "its winner changed" } else { "it changed most" };
            let arm = &findings.arms[touched.arm].name;
            let game = if look_at.index > 0 { format!(" --game {}", look_at.index) } else { String::new() };
            Some(Seen {
                game: format!("seed {} on {table}, under {arm} {why}", look_at.seed),
                command: format!(
                    "warstrike lab see {file} --block {}{game} --rules {}",
                    look_at.block,
                    as_word(arm)
                ),
            })
        });
        let repeat = format!("warstrike lab {file}");
        Self { see: see.take(SHOWN).collect(), repeat, findings, front: None }
    }

    /// The report of a search, with what was found in its last stage. Games of a stage are no games that `see` could show.
    pub fn of_search(findings: Findings, front: Front) -> Self {
        let repeat = format!("warstrike lab search {}", as_word(&findings.file));
        Self { front: Some(front), see: Vec::new(), repeat, findings }
    }

    /// As JSON, for programs.
    ///
    /// # Errors
    /// The encoder's, which for this type means memory ran out.
    pub fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}
