//! `show fallback`.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use warstrike::game::engine::view::{ModelView, UnitView, View};
use warstrike::game::measure::{Mark, MarkError};
use warstrike::game::narration::foresight;
use warstrike::game::narration::words::unit;
use warstrike::game::phases::fall_back::{retreat, retreat::Retreat};
use warstrike::level::data_folder::DataFolder;
use warstrike::rules::falling_back::{Limits, Occasion, limits};
use warstrike::rules::ids::{ModelId, UnitId};
use warstrike::rules::measures::{Facing, Place};

use super::compare::{Compared, ComparedWords, Said, two_rulesets};
use super::say::say_retreat;
use super::{Form, Opened, OpeningArgs, ToolError, ToolResult, answer, open_whole};

#[derive(Args)]
pub(super) struct FallBackArgs {
    /// A level, by path or shipped name, or a save
    level: PathBuf,
    /// A unit (A1), or a side (A): all its units; left out, every unit of both sides
    of: Option<Mark>,
    /// The occasion that forces it
    #[arg(long, value_enum, default_value = "action")]
    occasion: OnOccasion,
    #[command(flatten)]
    opening: OpeningArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum OnOccasion {
    /// Activation while suppressed: over half strength it may snap fire instead (SUP-4)
    Action,
    /// Lost close combat: it must move (CC-7)
    CloseCombat,
}

impl From<OnOccasion> for Occasion {
    fn from(occasion: OnOccasion) -> Self {
        match occasion {
            OnOccasion::Action => Self::Action,
            OnOccasion::CloseCombat => Self::CloseCombat,
        }
    }
}

/// The output of `show fallback`.
#[derive(Serialize)]
struct ShownFallBack {
    occasion: Occasion,
    retreats: Vec<ShownRetreat>,
}

/// The output of `show fallback` by two rulesets.
#[derive(Serialize)]
struct ComparedFallBack {
    occasion: Occasion,
    #[serde(flatten)]
    compared: Compared,
}

/// The retreat of one unit.
#[derive(Serialize)]
struct ShownRetreat {
    /// What it would do, in a sentence.
    says: String,
    /// Whether it is suppressed, so that it must fall back when it is activated.
    suppressed: bool,
    limits: ShownLimits,
    /// Every standing model.
    starts: Vec<ShownStart>,
    #[serde(flatten)]
    retreat: Retreat,
}

/// Minimum and maximum length of a move, inches.
#[derive(Serialize)]
struct ShownLimits {
    open: [f64; 2],
    on_difficult: [f64; 2],
}

#[derive(Serialize)]
struct ShownStart {
    model: ModelId,
    at: Place,
    facing: Facing,
}

pub(super) fn show_fall_back(
    args: &FallBackArgs,
    data: &DataFolder,
    form: Form,
    out: &mut impl Write,
) -> ToolResult {
    let occasion = args.occasion.into();
    if let Some(openings) = two_rulesets(&args.opening) {
        let [a, b] = openings.map(|opening| open_whole(&args.level, &opening, data));
        let (a, b) = (a?, b?);
        let name = |opened: &Opened| opened.game.setup().ruleset.name.clone();
        let answers = [retreats(&a, args)?, retreats(&b, args)?];
        let names = [name(&a), name(&b)];
        let compared = Compared::of(names.clone(), answers.each_ref().map(Vec::as_slice))?;
        let [of_a, of_b] = answers;
        let says = || ComparedWords::of(names, [said(&a, &of_a), said(&b, &of_b)]).lines();
        return answer(out, form, &ComparedFallBack { occasion, compared }, says);
    }
    let opened = open_whole(&args.level, &args.opening, data)?;
    let retreats = retreats(&opened, args)?;
    let shown = ShownFallBack { occasion, retreats };
    let says = || shown.retreats.iter().flat_map(|one| say_retreat(&opened.game, &one.retreat)).collect();
    answer(out, form, &shown, says)
}

/// The retreats in sentences.
fn said<'a>(opened: &Opened, retreats: &'a [ShownRetreat]) -> Vec<Said<'a>> {
    let view = opened.game.battle().view();
    let said = |one: &'a ShownRetreat| Said {
        retreat: &one.retreat,
        unit: unit(view.setup(), one.retreat.unit),
        lines: say_retreat(&opened.game, &one.retreat),
    };
    retreats.iter().map(said).collect()
}

/// Where the units that are asked about would go.
fn retreats(opened: &Opened, args: &FallBackArgs) -> Result<Vec<ShownRetreat>, ToolError> {
    let (view, occasion) = (opened.game.battle().view(), args.occasion.into());
    let units = match &args.of {
        Some(mark) => units_of(view, mark)?,
        None => view.units().collect(),
    };
    let retreats: Vec<ShownRetreat> =
        units.into_iter().filter_map(|unit| shown(view, unit, occasion)).collect();
    match &args.of {
        Some(mark) if retreats.is_empty() => {
            Err(ToolError::Bad(MarkError::NotOnTable(mark.clone()).to_string()))
        }
        _ => Ok(retreats),
    }
}

/// The units a mark names.
fn units_of<'a>(view: View<'a>, mark: &Mark) -> Result<Vec<UnitView<'a>>, ToolError> {
    let unknown = || ToolError::Bad(MarkError::Unknown(mark.clone()).to_string());
    match mark {
        Mark::Unit(id) => Ok(vec![view.unit(*id).ok_or_else(unknown)?]),
        Mark::Side(side) => Ok(view.units().filter(|unit| unit.id.side == *side).collect()),
        other => Err(ToolError::Bad(format!("{other} is not a unit or side"))),
    }
}

fn shown(view: View, unit: UnitView, occasion: Occasion) -> Option<ShownRetreat> {
    let retreat = retreat(view, unit.id, occasion)?;
    let Limits { open, on_difficult } = limits(unit.card.characteristics.movement, &view.setup().ruleset);
    Some(ShownRetreat {
        says: foresight::retreat(&retreat, None),
        suppressed: unit.morale.suppressed(),
        limits: ShownLimits { open, on_difficult },
        starts: starts(view, unit.id),
        retreat,
    })
}

fn starts(view: View, unit: UnitId) -> Vec<ShownStart> {
    let start = |model: ModelView| {
        let (at, facing) = (model.pose.at, model.facing());
        ShownStart { model: model.id, at, facing }
    };
    view.standing(unit).map(start).collect()
}
