//! The camera goes to the fight that is in play: once to each, so that the player may look elsewhere then.

use bevy::prelude::*;

use super::input::InputSystems;
use super::open_game::OpenGame;
use super::playback::Playback;
use super::scene::camera::GoToView;
use super::scene::viewport::WindowLayout;
use crate::game::engine::view::View;
use crate::game::phases::close_combat::groups::units_in;
use crate::rules::ids::Side;
use crate::rules::measures::Place;

/// A combat: the round of the battle, whose turn, and its number in the turn.
type Fight = (u8, Side, u8);

/// What the camera shows round the models of a fight, inches.
const MARGIN: f64 = 5.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, frame_fight.after(InputSystems));
}

fn frame_fight(
    opened: Res<OpenGame>,
    playback: Res<Playback>,
    layout: Res<WindowLayout>,
    mut views: MessageWriter<GoToView>,
    mut shown: Local<Option<Fight>>,
) {
    // A picture has the view that was asked for.
    let is_idle = !opened.is_changed() && !playback.is_changed();
    if is_idle || *layout == WindowLayout::TableOnly {
        return;
    }
    let view = opened.game.battle().view();
    let played = playback.fight_stage().and_then(|stage| stage.combat).map(|(combat, _)| combat);
    let asked = || {
        let unit = view.unit(opened.prompt()?.unit?)?;
        Some(unit.activity.combat?.number)
    };
    // While something is played back, the question after it has time.
    let Some(number) = played.or_else(|| if playback.runs() { None } else { asked() }) else { return };
    let turn = view.turn();
    let fight = (turn.round, turn.side, number);
    if *shown != Some(fight)
        && let Some(to) = extent(view, number)
    {
        *shown = Some(fight);
        views.write(to);
    }
}

/// The middle of the models in a combat, and how far from it they stand.
fn extent(view: View, number: u8) -> Option<GoToView> {
    let places: Vec<[f64; 2]> = units_in(view, number)
        .flat_map(|unit| view.standing(unit.id).map(|model| model.pose.at.ground()).collect::<Vec<_>>())
        .collect();
    let first = *places.first()?;
    let bounds = places.iter().fold([first, first], |[low, high], at| {
        [[low[0].min(at[0]), low[1].min(at[1])], [high[0].max(at[0]), high[1].max(at[1])]]
    });
    let [low, high] = bounds;
    let middle = Place::from_inches((low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0, 0.0).ok()?;
    let reach = ((high[0] - low[0]).max(high[1] - low[1]) / 2.0 + MARGIN) as f32;
    Some(GoToView::Frame { middle, reach })
}
