//! `show sight`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use warstrike::game::engine::view::View;
use warstrike::game::measure::Mark;
use warstrike::game::sight::{Observation, Shot, TargetChoice, sight, target_choices};
use warstrike::level::data_folder::DataFolder;
use warstrike::rules::ids::ModelId;
use warstrike::rules::movement::arcs::Arc;
use warstrike::rules::shooting::Barred;
use warstrike::rules::sight::{Mutual, Reason, SightState, Why};
use warstrike::table::sight::{CutBy, ProfileCut, ProfileRay};

use super::say::say_sight;
use super::{Form, OpeningArgs, ToolError, ToolResult, answer, open_whole, thousandths};

#[derive(Args)]
pub(super) struct SightArgs {
    /// A level, by path or shipped name, or a save
    level: PathBuf,
    /// The observers: a model (A1.3), or every model of a unit (A1) or of a side (A)
    from: Mark,
    /// The targets, likewise
    to: Mark,
    /// Add the vertical section along each line
    #[arg(long)]
    profile: bool,
    #[command(flatten)]
    opening: OpeningArgs,
}

/// The output of `show sight`.
#[derive(Serialize)]
struct ShownSight {
    from: Mark,
    to: Mark,
    pairs: Vec<ShownPair>,
    /// If the target is a unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    takes: Option<Vec<ShownChoice>>,
}

/// The model a shooter fires at.
#[derive(Serialize)]
struct ShownChoice {
    from: ModelId,
    to: Option<ModelId>,
    /// As `ShownShot`.
    needs: Option<String>,
}

/// What one model sees of another.
#[derive(Serialize)]
struct ShownPair {
    from: ModelId,
    to: ModelId,
    /// As seen by the whole unit of the shooter.
    state: SightState,
    /// As seen by this shooter alone.
    alone: SightState,
    /// Share of the body.
    in_view: f64,
    can_see: bool,
    /// Between bases, inches.
    gap: f64,
    exposed: bool,
    /// Inches.
    awareness: f64,
    state_allows_fire: bool,
    shot: ShownShot,
    line: ShownLine,
    shades: Vec<ShownShade>,
    reasons: Vec<ShownReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<ShownProfile>,
}

/// The number needed to hit, and its parts.
#[derive(Serialize)]
struct ShownShot {
    /// `4+`, or `6+6`.
    needs: String,
    skill: u8,
    evasion: u8,
    card_evasion: u8,
    arc: Arc,
    sight_evasion: u8,
    posture_evasion: u8,
    barred: Option<Barred>,
}

/// The line from the eyes to the middle of the body.
#[derive(Serialize)]
struct ShownLine {
    /// Inches in three dimensions, as the others.
    length: f64,
    in_woods: f64,
    blocked: Option<ShownCut>,
}

/// The first solid that blocks it.
#[derive(Serialize)]
struct ShownCut {
    piece: String,
    after: f64,
}

/// A piece that hides some of the body.
#[derive(Serialize)]
struct ShownShade {
    piece: String,
    share: f64,
}

/// Why the target has its state.
#[derive(Serialize)]
struct ShownReason {
    state: SightState,
    why: Why,
    piece: Option<String>,
    rule: &'static str,
    measured: f64,
}

/// The vertical plane from eyes to body, inches.
#[derive(Serialize)]
struct ShownProfile {
    /// Over the table.
    length: f64,
    /// Heights.
    eyes: f64,
    observer: [f64; 2],
    body: [f64; 2],
    cuts: Vec<ShownSlice>,
    rays: Vec<ShownRay>,
}

/// A solid or wood cut by the plane.
#[derive(Serialize)]
struct ShownSlice {
    piece: String,
    what: &'static str,
    from: f64,
    to: f64,
    bottom: f64,
    top: f64,
}

/// A line in the plane.
#[derive(Serialize)]
struct ShownRay {
    /// Height at the body.
    to: f64,
    blocked: Option<ShownMeeting>,
}

/// Where a line meets a solid.
#[derive(Serialize)]
struct ShownMeeting {
    piece: String,
    /// Over the table.
    after: f64,
    height: f64,
}

pub(super) fn show_sight(
    args: &SightArgs,
    data: &DataFolder,
    form: Form,
    out: &mut impl Write,
) -> ToolResult {
    let opened = open_whole(&args.level, &args.opening, data)?;
    let view = opened.game.battle().view();
    let seen = sight(view, &args.from, &args.to).map_err(|error| ToolError::Bad(error.to_string()))?;
    let choices = match args.to {
        Mark::Unit(unit) => Some(target_choices(&seen, unit)),
        _ => None,
    };
    let pairs = seen.iter().map(|seen| ShownPair {
        profile: args.profile.then(|| shown_profile(view, seen)),
        ..shown_pair(view, seen)
    });
    let pairs = pairs.collect();
    let says = || say_sight(view, [&args.from, &args.to], &seen, choices.as_deref());
    let takes = choices.as_ref().map(|choices| choices.iter().map(shown_choice).collect());
    answer(out, form, &ShownSight { from: args.from.clone(), to: args.to.clone(), pairs, takes }, says)
}

fn shown_choice(choice: &TargetChoice) -> ShownChoice {
    ShownChoice {
        from: choice.from,
        to: choice.takes.map(|taken| taken.model),
        needs: choice.takes.map(|taken| taken.roll.to_string()),
    }
}

fn shown_shot(shot: &Shot) -> ShownShot {
    ShownShot {
        needs: shot.roll.to_string(),
        skill: shot.skill,
        evasion: shot.evasion.total(),
        card_evasion: shot.evasion.card,
        arc: shot.arc,
        sight_evasion: shot.evasion.sight,
        posture_evasion: shot.evasion.posture,
        barred: shot.barred,
    }
}

fn shown_pair(view: View, seen: &Observation) -> ShownPair {
    let name = |piece: usize| view.terrain().pieces[piece].id.clone();
    let shades = seen.sighting.occlusions.iter();
    let line = seen.line(view.terrain());
    let cut = |(piece, share): (usize, f64)| ShownCut {
        piece: name(piece),
        after: thousandths(share * line.length),
    };
    let reason = |reason: &Reason| ShownReason {
        state: reason.state,
        why: reason.why,
        piece: reason.piece.map(name),
        rule: reason.rule,
        measured: thousandths(reason.measured),
    };
    ShownPair {
        from: seen.from,
        to: seen.to,
        state: seen.state,
        alone: seen.judged.state,
        in_view: thousandths(seen.sighting.in_view),
        can_see: seen.sighting.mutual == Mutual::Open,
        gap: thousandths(seen.gap),
        exposed: seen.exposed,
        awareness: seen.awareness,
        state_allows_fire: seen.state_allows_fire,
        shot: shown_shot(&seen.shot),
        line: ShownLine {
            length: thousandths(line.length),
            in_woods: thousandths(line.in_woods),
            blocked: line.blocked.map(cut),
        },
        shades: shades
            .map(|shade| ShownShade { piece: name(shade.piece), share: thousandths(shade.share) })
            .collect(),
        reasons: seen.judged.reasons.iter().map(reason).collect(),
        profile: None,
    }
}

fn shown_profile(view: View, seen: &Observation) -> ShownProfile {
    let name = |piece: usize| view.terrain().pieces[piece].id.clone();
    let profile = view.terrain().profile(&seen.observer, &seen.target);
    let slice = |cut: &ProfileCut| ShownSlice {
        piece: name(cut.piece),
        what: match cut.by {
            CutBy::Solid => "solid",
            CutBy::Trees => "trees",
        },
        from: thousandths(cut.from),
        to: thousandths(cut.to),
        bottom: cut.bottom,
        top: cut.top,
    };
    let ray = |ray: &ProfileRay| ShownRay {
        to: thousandths(ray.to),
        blocked: ray.blocked.map(|(piece, after, height)| ShownMeeting {
            piece: name(piece),
            after: thousandths(after),
            height: thousandths(height),
        }),
    };
    ShownProfile {
        length: thousandths(profile.length),
        eyes: thousandths(profile.eyes),
        observer: profile.observer.map(thousandths),
        body: profile.body.map(thousandths),
        cuts: profile.cuts.iter().map(slice).collect(),
        rays: profile.rays.iter().map(ray).collect(),
    }
}
