//! Distances between things on the table: what the ruler and `show distance` answer.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::game::engine::view::{ModelView, View};
use crate::rules::basics::{Disc, compare, gap};
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::{MeasureError, Place};
use crate::rules::movement::arcs::in_forward_arc;
use tabletop_data::numeral::{NumeralError, parse_number};

/// Something on the table that distances and sight are measured from or to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A model.
    Model(ModelId),
    /// The nearest model of a unit.
    Unit(UnitId),
    /// The nearest model of a side.
    Side(Side),
    /// An objective by its id.
    Objective(String),
    /// A point.
    Point(Place),
}

/// A measured distance, inches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Distance {
    /// Start of the measurement; for a unit or side, its model.
    pub from: Mark,
    /// End of the measurement; for a unit or side, its model.
    pub to: Mark,
    /// Between base edges, in three dimensions (BAS-1).
    pub gap: f64,
    /// Between centres over the table.
    pub centres: f64,
    /// If `from` is a model: whether `to` lies in its forward arc (FAC-1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<bool>,
}

/// Fault of a mark.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarkError {
    /// It does not exist in this battle.
    #[error("there is no {0} in this battle")]
    Unknown(Mark),
    /// No objective has this id.
    #[error("there is no objective {0} in this battle; {1}")]
    NoObjective(String, Objectives),
    /// It is not on the table: not deployed yet, or gone.
    #[error("{0} is not on the table")]
    NotOnTable(Mark),
    /// It has neither eyes nor a body.
    #[error("{0} is not a model, unit or side")]
    NotAModel(Mark),
}

/// Ids of the objectives of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objectives(pub Vec<String>);

impl fmt::Display for Objectives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [] => {
                f.write_str("it has none yet; expected: a unit, a model or a point, as in A1, A1.3 or 6,-3")
            }
            ids => write!(
                f,
                "expected: {}, or a unit, a model or a point, as in A1, A1.3 or 6,-3",
                ids.join(", ")
            ),
        }
    }
}

/// Fault of a text that is not a mark.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MarkSyntax {
    /// A number of a point is not one.
    #[error("{0} is not a point, as in 12.5,-3: {1}")]
    Number(String, NumeralError),
    /// It has too many numbers, or too few.
    #[error(
        "{0} is not a point: it has {1} numbers, and a point has x and y, or a height as well; decimals have a point, as in 6.5,-3"
    )]
    Numbers(String, usize),
    /// Its height is below the table.
    #[error(
        "{0} is not a point: its third number is its height, which is not below the table; decimals have a point, as in -6.5,3"
    )]
    BelowTable(String),
    /// It is too far away.
    #[error("{0} is not a point: {1}")]
    Place(String, MeasureError),
    /// A letter that looks like one of ours, or another sign.
    #[error("{0} has the sign {1} (U+{code:04X}): units, models, points and ids are written with the letters A to Z, digits, commas and points", code = u32::from(*.1))]
    Sign(String, char),
}

/// Measures from one mark to another.
///
/// Between units it finds the two models with the smallest gap, of ties those with the lowest ids.
///
/// Rule: BAS-1, FAC-1.
///
/// # Errors
/// One of them is unknown or not on the table.
pub fn distance(view: View, from: &Mark, to: &Mark) -> Result<Distance, MarkError> {
    let (from, to) = (candidates(view, from)?, candidates(view, to)?);
    let pairs = from.iter().flat_map(|a| to.iter().map(move |b| (a, b, gap(a.disc, b.disc))));
    let nearest = pairs.min_by(|a, b| compare(a.2, b.2));
    let (a, b, gap) = nearest.ok_or_else(|| MarkError::Unknown(Mark::Point(Place::default())))?;
    Ok(Distance {
        from: a.mark.clone(),
        to: b.mark.clone(),
        gap,
        centres: a.disc.at.ground_distance(b.disc.at),
        ahead: a.model.map(|model| in_forward_arc(a.disc.at, model.facing(), b.disc, view.allowance())),
    })
}

/// A disc that a mark stands for.
struct Candidate<'a> {
    mark: Mark,
    disc: Disc,
    model: Option<ModelView<'a>>,
}

/// The discs that a mark stands for; at least one.
fn candidates<'a>(view: View<'a>, mark: &Mark) -> Result<Vec<Candidate<'a>>, MarkError> {
    let unknown = || MarkError::Unknown(mark.clone());
    let of_model = |model: ModelView<'a>| Candidate {
        mark: Mark::Model(model.id),
        disc: model.disc(),
        model: Some(model),
    };
    let of_point = |at: Place| Candidate { mark: mark.clone(), disc: Disc { at, radius: 0.0 }, model: None };
    let found = match mark {
        Mark::Point(at) => vec![of_point(*at)],
        Mark::Objective(id) => {
            let objective = view.objectives().iter().find(|objective| objective.id == *id);
            let known = || Objectives(view.objectives().iter().map(|one| one.id.clone()).collect());
            vec![of_point(objective.ok_or_else(|| MarkError::NoObjective(id.clone(), known()))?.at)]
        }
        Mark::Model(id) => {
            let model = view.model(*id).ok_or_else(unknown)?;
            Some(model).filter(ModelView::stands).map(of_model).into_iter().collect()
        }
        Mark::Unit(id) => {
            view.unit(*id).ok_or_else(unknown)?;
            view.standing(*id).map(of_model).collect()
        }
        Mark::Side(side) => view.standing_of(*side).map(of_model).collect(),
    };
    if found.is_empty() { Err(MarkError::NotOnTable(mark.clone())) } else { Ok(found) }
}

impl FromStr for Mark {
    type Err = MarkSyntax;

    /// Parses `A1.3`, `A1`, `A`, `12.5,-3` or `12.5,-3,4`; anything else is the id of an objective.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(model) = text.parse() {
            return Ok(Self::Model(model));
        }
        if let Ok(unit) = text.parse() {
            return Ok(Self::Unit(unit));
        }
        if let Some(side) = Side::BOTH.into_iter().find(|side| side.to_string() == text) {
            return Ok(Self::Side(side));
        }
        if text.contains([',', ';']) {
            return parse_point(text).map(Self::Point);
        }
        match text.chars().find(|c| !c.is_ascii()) {
            Some(sign) => Err(MarkSyntax::Sign(text.to_owned(), sign)),
            None => Ok(Self::Objective(text.to_owned())),
        }
    }
}

/// Parses `12.5,-3` or `12.5,-3,4`.
fn parse_point(text: &str) -> Result<Place, MarkSyntax> {
    let own = || text.to_owned();
    let numbers: Result<Vec<f64>, _> = text.split(',').map(parse_number).collect();
    let [x, y, z] = match numbers.map_err(|error| MarkSyntax::Number(own(), error))?[..] {
        [x, y] => [x, y, 0.0],
        [_, _, z] if z < 0.0 => return Err(MarkSyntax::BelowTable(own())),
        [x, y, z] => [x, y, z],
        ref numbers => return Err(MarkSyntax::Numbers(own(), numbers.len())),
    };
    Place::from_inches(x, y, z).map_err(|error| MarkSyntax::Place(own(), error))
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(id) => id.fmt(f),
            Self::Unit(id) => id.fmt(f),
            Self::Side(side) => side.fmt(f),
            Self::Objective(id) => id.fmt(f),
            Self::Point(at) => at.fmt(f),
        }
    }
}

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Point(at) => at.serialize(serializer),
            _ => serializer.collect_str(self),
        }
    }
}
