//! Computer players of a game whose styles are files: found by their ids or read from a player's own file, each a player of any battle.

use std::sync::Arc;

use tabletop::adviser::{Advice, Adviser, StyleName};
use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::game::Game;
use tabletop::listed::{Listed, Random};
use tabletop::portfolio::Chosen;
use tabletop_data::fault::Faults;
use tabletop_data::shipped::Shipped;
use tabletop_data::source_text::SourceText;
use tabletop_data::style::{Method, PlaysOn, Style, Values};

use crate::files::Files;
use crate::hosted::Hosted;

/// A game whose computer players are styles in files.
pub trait Styled: Hosted + Listed {
    /// Values by which a style weighs.
    type Weights: Values + Copy + 'static;
    /// A style that plays on.
    type Searching: PlaysOn + 'static;
    /// Files of the styles that come with the game.
    const STYLES: &'static [Shipped];

    /// A player who takes what is worth most at a look, for battles of a setup.
    fn weighing(weights: Self::Weights, setup: &Arc<Self::Setup>) -> Box<dyn Chooser<Self>>;

    /// A player who plays on, with the weights of the styles that it names; `None` if one of them does not weigh, or no battle of the
    /// setup begins.
    fn searching(
        searching: &Self::Searching,
        weights: &dyn Fn(&str) -> Option<Self::Weights>,
        setup: &Arc<Self::Setup>,
    ) -> Option<Box<dyn Chooser<Self>>>;
}

/// A way to choose.
pub trait Chooser<G: Game> {
    /// The next command, with its reasons; `None` once the battle is over.
    fn choose(&mut self, battle: &Battle<G>) -> Option<Chosen<G, f64>>;

    /// The same command without reasons: quicker where a player can leave them out.
    fn command(&mut self, battle: &Battle<G>) -> Option<Command<G>> {
        self.choose(battle).map(|chosen| chosen.command)
    }
}

/// Style of a game.
pub type StyleOf<G> = Style<<G as Styled>::Weights, <G as Styled>::Searching>;

/// A computer player of a style.
pub struct StylePlayer<G: Styled> {
    style: String,
    kind: Kind<G>,
}

enum Kind<G: Styled> {
    Random(Random<G>),
    Prepared(Prepared<G>),
}

/// A player who prepares himself for a setup.
struct Prepared<G: Styled> {
    prepare: Prepare<G>,
    /// As prepared for the last setup.
    last: Option<(Arc<G::Setup>, BoxedChooser<G>)>,
}

type Prepare<G> = Box<dyn Fn(&Arc<<G as Game>::Setup>) -> Option<BoxedChooser<G>>>;

type BoxedChooser<G> = Box<dyn Chooser<G>>;

impl<G: Styled> StylePlayer<G> {
    /// A player of a style that comes with the game; the same seed gives the same answers.
    ///
    /// # Errors
    /// A sentence that lists the styles.
    pub fn new(style: &str, seed: u64) -> Result<Self, String> {
        let mut styles = shipped::<G>().map_err(|faults| faults.to_string())?;
        let Some(found) = styles.iter().position(|known| known.id == style) else {
            let ids: Vec<&str> = styles.iter().map(|style| style.id.as_str()).collect();
            return Err(format!("{} has no style \"{style}\"; it has {}", G::NAME, ids.join(", ")));
        };
        Self::of_style(styles.remove(found), styles, seed)
    }

    /// A player of a style from a file, which may name those that come with the game.
    ///
    /// # Errors
    /// The faults of the file.
    pub fn of_file(source: &SourceText, seed: u64) -> Result<Self, String> {
        let style = read_style::<G>(&source.name, source).map_err(|faults| faults.to_string())?;
        Self::of_style(style, shipped::<G>().map_err(|faults| faults.to_string())?, seed)
    }

    fn of_style(style: StyleOf<G>, others: Vec<StyleOf<G>>, seed: u64) -> Result<Self, String> {
        let weights = move |id: &str| match others.iter().find(|style| style.id == id)?.method {
            Method::Weigh(weights) => Some(weights),
            Method::Random | Method::Search(_) => None,
        };
        let prepare: Prepare<G> = match style.method {
            Method::Random => return Ok(Self { style: style.id, kind: Kind::Random(Random::new(seed)) }),
            Method::Weigh(weights) => Box::new(move |setup| Some(G::weighing(weights, setup))),
            Method::Search(searching) => {
                if searching.named().any(|id| weights(id).is_none()) {
                    return Err(format!("style \"{}\" names styles that do not weigh", style.id));
                }
                Box::new(move |setup| G::searching(&searching, &weights, setup))
            }
        };
        Ok(Self { style: style.id, kind: Kind::Prepared(Prepared { prepare, last: None }) })
    }

    /// Forgets the game before: as a new player with this seed.
    pub fn begin_again(&mut self, seed: u64) {
        if let Kind::Random(random) = &mut self.kind {
            *random = Random::new(seed);
        }
    }

    /// Chooses the next command, with its reasons; `None` once the battle is over.
    pub fn choose(&mut self, battle: &Battle<G>) -> Option<Chosen<G, f64>> {
        match &mut self.kind {
            Kind::Random(random) => random.choose(battle),
            Kind::Prepared(prepared) => prepared.chooser(battle)?.choose(battle),
        }
    }

    /// The same command without reasons: quicker.
    pub fn command(&mut self, battle: &Battle<G>) -> Option<Command<G>> {
        match &mut self.kind {
            Kind::Random(random) => random.command(battle),
            Kind::Prepared(prepared) => prepared.chooser(battle)?.command(battle),
        }
    }
}

impl<G: Styled> Prepared<G> {
    /// The chooser for a battle: the last one, or a new one where the setup is another.
    fn chooser(&mut self, battle: &Battle<G>) -> Option<&mut (dyn Chooser<G> + 'static)> {
        let setup = battle.setup();
        if self.last.as_ref().is_none_or(|(known, _)| !Arc::ptr_eq(known, setup)) {
            self.last = Some((Arc::clone(setup), (self.prepare)(setup)?));
        }
        self.last.as_mut().map(|(_, chooser)| &mut **chooser)
    }
}

impl<G: Styled> Adviser<G> for StylePlayer<G> {
    fn advise(&mut self, battle: &Battle<G>) -> Option<Advice<G>> {
        Some(Advice::of(self.choose(battle)?, &self.style))
    }

    fn command(&mut self, battle: &Battle<G>) -> Option<Command<G>> {
        Self::command(self, battle)
    }

    fn begin_again(&mut self, seed: u64) -> bool {
        Self::begin_again(self, seed);
        true
    }
}

/// The styles that come with a game.
///
/// # Errors
/// Faults of their files, which a test keeps out.
pub fn shipped<G: Styled>() -> Result<Vec<StyleOf<G>>, Faults> {
    G::STYLES.iter().map(|file| read_style::<G>(file.id, &file.source())).collect()
}

/// Names of the styles that come with a game.
pub fn style_names<G: Styled>() -> Vec<StyleName> {
    // A test reads the files; one that cannot be read offers no style.
    let styles = shipped::<G>().unwrap_or_default().into_iter();
    styles.map(|Style { id, name, about, method: _ }| StyleName { id, name, about }).collect()
}

/// Reads a style of a game.
///
/// # Errors
/// All faults of the file, with their places.
pub fn read_style<G: Styled>(id: &str, source: &SourceText) -> Result<StyleOf<G>, Faults> {
    tabletop_data::style::read_style(G::ID, id, source)
}

/// A style file in a line, for [`Hosted::check_file`].
///
/// # Errors
/// Its faults.
pub fn check_style<G: Styled>(source: &SourceText) -> Result<String, Faults> {
    let style = read_style::<G>(&source.name, source)?;
    Ok(format!("a style of {}, \"{}\"", G::NAME, style.name))
}

/// A player of a style of the player's own, or one that comes with the game, for [`Hosted::adviser`].
///
/// # Errors
/// As [`StylePlayer::new`] and [`StylePlayer::of_file`].
pub fn adviser<G: Styled>(style: &str, files: &Files<'_>, seed: u64) -> Result<Box<dyn Adviser<G>>, String> {
    let own = files.own_style(style).map_err(|faults| faults.to_string())?;
    let player = match own {
        Some(source) => StylePlayer::of_file(&source, seed),
        None => StylePlayer::new(style, seed),
    };
    Ok(Box::new(StylePlayer { style: style.to_owned(), ..player? }))
}
