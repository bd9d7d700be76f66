//! Invariants of every fall back and rout, checked by plain geometry.

use warstrike::game::phases::fall_back::retreat::Leaves;
use warstrike::game::phases::fall_back::retreat::ModelEnd;
use warstrike::game::phases::fall_back::retreat::Reachability;
use warstrike::game::phases::fall_back::retreat::Retreat;
use warstrike::game::phases::fall_back::retreat::RetreatOutcome;
use warstrike::rules::falling_back::LostFor;
use warstrike::rules::measures::Place;

use super::leader::walked;
use super::scene::{OracleModel, SLACK, Scene};

/// Checks that a retreat is legal, whether or not it is the best.
///
/// Rule: MOV-4, MOV-5, GO-4, COH-1, FB-5, ROU-2, OFB-5, OFB-6.
pub fn broken(scene: &Scene, retreat: &Retreat) -> Result<(), String> {
    let retreats = retreat.outcome.retreats();
    if matches!(
        retreat.outcome,
        RetreatOutcome::Destroyed | RetreatOutcome::FireOrCrawl | RetreatOutcome::StayInCover
    ) {
        return Ok(());
    }
    let mut ids: Vec<_> = retreats.iter().map(|run| run.model).collect();
    ids.sort();
    let mut unit: Vec<_> = scene.unit.iter().map(|model| model.id).collect();
    unit.sort();
    if ids != unit || retreats[0].model != retreat.leader {
        return Err(format!("not every model runs once, the leader first: {ids:?}"));
    }
    let routs = matches!(retreat.outcome, RetreatOutcome::Rout { .. });
    let leave = matches!(retreat.outcome, RetreatOutcome::RunForEdge { leaves: Leaves::Table, .. });
    let (mut standing, mut coherent): (Vec<OracleModel>, Vec<OracleModel>) = (Vec::new(), Vec::new());
    for run in retreats {
        let model = scene.unit.iter().find(|model| model.id == run.model).ok_or("no such model")?;
        let report = |why: String| format!("{}: {why}; {run:?}", model.id);
        if run.rout_heading.is_some() != routs {
            return Err(report("flight".to_owned()));
        }
        if !matches!(run.end, ModelEnd::Lost { .. }) {
            walked(scene, model.at(), &run.path, run.length.0, Some(run.limit)).map_err(report)?;
        }
        let ends = |at: Place| -> Result<OracleModel, String> {
            let there = model.there(at);
            if at != model.at() && !scene.remains_in_danger(model, at) {
                scene.end(model, at, SLACK)?;
            }
            match standing.iter().find(|other| there.overlaps(other, SLACK)) {
                Some(other) => Err(format!("on {}", other.id)),
                None => Ok(there),
            }
        };
        match run.end {
            ModelEnd::Leaves if leave => {}
            _ if leave => return Err(report("does not leave".to_owned())),
            ModelEnd::Stands { .. } => {
                let there = ends(run.end_from(model.at()).unwrap_or(model.at())).map_err(report)?;
                let held = coherent.iter().any(|other| scene.holds(&there, other, -2.0 * SLACK));
                if !held && !coherent.is_empty() {
                    return Err(report("out of coherency".to_owned()));
                }
                standing.push(there);
                coherent.push(there);
            }
            ModelEnd::Apart { .. } if routs => return Err(report("apart in a rout".to_owned())),
            ModelEnd::Apart { .. } => {
                let there = ends(run.end_from(model.at()).unwrap_or(model.at())).map_err(report)?;
                standing.push(there);
            }
            ModelEnd::Leaves => return Err(report("leaves".to_owned())),
            ModelEnd::Lost { why } if !routs || why == LostFor::Weakness => {
                return Err(report("lost".to_owned()));
            }
            ModelEnd::Lost { .. } => {}
        }
    }
    Ok(())
}

/// What must be equal on a mirrored or rotated table: the case, the length of the leader's path, how many
/// models are lost and out of coherency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gist {
    pub case: Option<Reachability>,
    pub length: f64,
    pub lost: usize,
    pub apart: usize,
}

impl Gist {
    pub fn of(retreat: &Retreat) -> Self {
        let retreats = retreat.outcome.retreats();
        let (case, length) = match &retreat.outcome {
            RetreatOutcome::FallBack { safe_position, .. } => {
                (Some(safe_position.reachability), safe_position.length.0)
            }
            _ => (None, 0.0),
        };
        let count = |wanted: fn(&ModelEnd) -> bool| retreats.iter().filter(|run| wanted(&run.end)).count();
        Self {
            case,
            length,
            lost: count(|end| matches!(end, ModelEnd::Lost { .. })),
            apart: count(|end| matches!(end, ModelEnd::Apart { .. })),
        }
    }

    /// Whether two agree.
    pub fn is_as(self, other: Self) -> bool {
        let same = (self.length - other.length).abs() <= 0.02;
        same && Self { length: 0.0, ..self } == Self { length: 0.0, ..other }
    }
}
