//! Computer players: styles by their ids, and advisers of them.

mod random;

use std::sync::Arc;

use tabletop::adviser::{Advice, Adviser, Advisers, StyleName};
use tabletop::battle::Battle;
use tabletop::portfolio::Chosen;

use crate::game::Wsr;
use crate::setup::WsrSetup;
use random::Random;

/// The styles of White Star Rising.
#[derive(Clone, Copy, Debug, Default)]
pub struct WsrAdvisers;

/// A computer player of any style.
pub enum WsrPlayer {
    /// Any legal answer.
    Random(Random),
}

impl WsrPlayer {
    /// A player of a style for battles of a setup; the same seed gives the same answers.
    ///
    /// # Errors
    /// A sentence that lists the styles.
    pub fn new(style: &str, _: &Arc<WsrSetup>, seed: u64) -> Result<Self, String> {
        match style {
            "random" => Ok(Self::Random(Random::new(seed))),
            _ => {
                let ids: Vec<String> = styles().into_iter().map(|style| style.id).collect();
                Err(format!("White Star Rising has no style \"{style}\"; it has {}", ids.join(", ")))
            }
        }
    }

    /// Chooses the next command, with its reasons; `None` once the battle is over.
    pub fn choose(&mut self, battle: &Battle<Wsr>) -> Option<Chosen<Wsr, f64>> {
        match self {
            Self::Random(random) => random.choose(battle),
        }
    }
}

/// The styles there are.
pub fn styles() -> Vec<StyleName> {
    let style = |id: &str, name: &str, about: &str| StyleName {
        id: id.to_owned(),
        name: name.to_owned(),
        about: about.to_owned(),
    };
    vec![style("random", "Random", "Gives any legal answer, each as likely as the next.")]
}

struct Advising {
    style: String,
    player: WsrPlayer,
}

impl Adviser<Wsr> for Advising {
    fn advise(&mut self, battle: &Battle<Wsr>) -> Option<Advice<Wsr>> {
        let chosen = self.player.choose(battle)?;
        Some(Advice {
            command: chosen.command,
            by: self.style.clone(),
            does: chosen.does,
            why: chosen.why,
            alternatives: chosen
                .alternatives
                .into_iter()
                .map(|other| tabletop::adviser::OtherAdvice {
                    does: other.does,
                    less: other.less,
                    lacks: other.lacks,
                })
                .collect(),
        })
    }
}

impl Advisers<Wsr> for WsrAdvisers {
    fn styles(&self) -> Vec<StyleName> {
        styles()
    }

    fn adviser(
        &self,
        style: &str,
        setup: &Arc<WsrSetup>,
        seed: u64,
    ) -> Result<Box<dyn Adviser<Wsr>>, String> {
        Ok(Box::new(Advising { style: style.to_owned(), player: WsrPlayer::new(style, setup, seed)? }))
    }
}
