//! Both parts of the game over the ribbon: what orders gained, and what the dice gave; up is good for A. Each command stands over
//! its place on the ribbon, turning points are dots, and a click goes where it goes on the ribbon.

use bevy_egui::egui::{
    Color32, CornerRadius, FontId, Id, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, pos2, vec2,
};

use super::super::Timeline;
use super::super::strip::{GROUND, MARGIN, Scale, hear, hint_ui};
use super::{Gains, painted};
use crate::analysis::{CurvePoint, LuckWord, Part};
use crate::game::engine::record::history::EntryId;
use crate::rules::ids::Side;
use crate::ui::looks::side_look;
use crate::ui::looks::time_look::LOOKING_BACK;
use crate::ui::session::events::{UiEvent, emit, is_heard};
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::open_notes::OpenNotes;

/// The colours of both parts; dice that are ordinary are grey.
pub(in crate::ui) const ORDERS: Color32 = Color32::from_rgb(235, 238, 243);
pub(in crate::ui) const DICE: Color32 = Color32::from_rgb(94, 200, 190);
pub(in crate::ui) const ORDINARY: Color32 = Color32::from_rgb(146, 156, 170);

/// Space above the curves, where their names are, and below them, pixels.
const TOP: f32 = 15.0;
const PAD: f32 = 5.0;
/// Fewer points are not painted as high as there is room.
const MIN_POINTS: f32 = 10.0;
/// Radius of the dot of a turning point.
const DOT: f32 = 3.0;

/// Paints the curves and hears the mouse on them.
pub(in crate::ui) fn curve_ui(
    ui: &mut Ui,
    timeline: &mut Timeline,
    gains: &Gains,
    (opened, notes): (&OpenGame, &OpenNotes),
) {
    let room = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(room, Sense::click_and_drag());
    let last = timeline.shown_to(opened).min(timeline.ribbon.last());
    let scale = Scale { left: room.left() + MARGIN, right: room.right() - MARGIN, last };
    let painter = ui.painter().with_clip_rect(room);
    painter.rect_filled(room, CornerRadius::ZERO, GROUND);
    let place =
        |point: &CurvePoint| timeline.ribbon.position(point.entry).filter(|position| *position <= last);
    let shown: Vec<(usize, CurvePoint)> =
        gains.curve().iter().filter_map(|point| Some((place(point)?, *point))).collect();
    let chart = Chart::of(room, scale, &shown);
    chart.paint(&painter, gains);
    if opened.is_looking() {
        let x = scale.x(timeline.position(opened).min(last));
        painter.vline(x, room.y_range(), Stroke::new(1.5_f32, LOOKING_BACK));
    }
    words(&painter, room, &shown, gains);
    report(ui, chart.dots(gains));
    hear(ui, &response, scale, timeline, opened);
    if let Some(at) = response.hover_pos() {
        let position = scale.position(at.x);
        painter.vline(scale.x(position), room.y_range(), Stroke::new(1.0_f32, Color32::from_white_alpha(90)));
        response.on_hover_ui_at_pointer(|ui| hint_ui(ui, timeline, (opened, notes), position));
    }
}

/// The places of points.
struct Chart<'a> {
    scale: Scale,
    middle: f32,
    /// Pixels for a point.
    height: f32,
    /// The points that are shown, each with its position on the ribbon.
    shown: &'a [(usize, CurvePoint)],
}

impl<'a> Chart<'a> {
    /// As high as there is room, from the lowest value to the highest.
    fn of(room: Rect, scale: Scale, shown: &'a [(usize, CurvePoint)]) -> Self {
        let (mut low, mut high) = (-MIN_POINTS, MIN_POINTS);
        for (_, point) in shown {
            let far = painted(point.deviation);
            for value in [painted(point.orders_for_a()), painted(point.dice), far, -far] {
                (low, high) = (low.min(value), high.max(value));
            }
        }
        let height = (room.height() - TOP - PAD) / (high - low);
        Self { scale, middle: room.top() + TOP + high * height, height, shown }
    }

    fn y(&self, points: f32) -> f32 {
        self.middle - points * self.height
    }

    /// The corners of a line of steps: the command at a position has brought the value that holds from there on.
    fn line(&self, value: impl Fn(&CurvePoint) -> f32) -> Vec<Pos2> {
        let mut corners = vec![pos2(self.scale.x(0), self.middle)];
        for (position, point) in self.shown {
            let (x, y) = (self.scale.x(*position), self.y(value(point)));
            corners.extend(corners.last().map(|last| pos2(x, last.y)));
            corners.push(pos2(x, y));
        }
        corners
    }

    fn paint(&self, painter: &Painter, gains: &Gains) {
        let zero = self.scale.left..=self.scale.right;
        for (index, (position, point)) in self.shown.iter().enumerate() {
            // What a command has brought holds until the next.
            let next = self.shown.get(index + 1).map_or(*position, |(next, _)| *next);
            let (from, to) = (self.scale.x(*position), self.scale.x(next));
            let far = painted(point.deviation);
            let usual = Rect::from_min_max(pos2(from, self.y(far)), pos2(to, self.y(-far)));
            painter.rect_filled(usual, CornerRadius::ZERO, Color32::from_white_alpha(22));
            let orders = painted(point.orders_for_a());
            let (upper, lower) = (self.y(orders.max(0.0)), self.y(orders.min(0.0)));
            let ahead = if orders >= 0.0 { Side::A } else { Side::B };
            let area = Rect::from_min_max(pos2(from, upper), pos2(to, lower));
            painter.rect_filled(area, CornerRadius::ZERO, side_look::ink(ahead).gamma_multiply(0.35));
        }
        painter.hline(zero, self.middle, Stroke::new(1.0_f32, Color32::from_white_alpha(50)));
        painter
            .add(Shape::line(self.line(|point| painted(point.dice)), Stroke::new(1.8_f32, dice_ink(gains))));
        painter
            .add(Shape::line(self.line(|point| painted(point.orders_for_a())), Stroke::new(1.6_f32, ORDERS)));
        for (_, at, side) in self.dots(gains) {
            painter.circle(at, DOT, side_look::ink(side), Stroke::new(1.0_f32, Color32::WHITE));
        }
    }

    /// Turning points, each with the side that it favoured.
    fn dots(&self, gains: &Gains) -> Vec<(EntryId, Pos2, Side)> {
        let mut dots = Vec::new();
        for part in [Part::Order, Part::Dice] {
            for moment in gains.analysis().turning_points(part) {
                let shown = self.shown.iter().find(|(_, point)| point.entry == moment.entry);
                let Some((position, point)) = shown else { continue };
                let value = match part {
                    Part::Order => point.orders_for_a(),
                    Part::Dice => point.dice,
                };
                let side = if painted(moment.gain(part)) >= 0.0 { Side::A } else { Side::B };
                dots.push((moment.entry, pos2(self.scale.x(*position), self.y(painted(value))), side));
            }
        }
        dots
    }
}

/// Reports where turning points are painted.
fn report(ui: &Ui, dots: Vec<(EntryId, Pos2, Side)>) {
    if !is_heard() {
        return;
    }
    let dots: Vec<(usize, [f32; 2], Side)> =
        dots.into_iter().map(|(entry, at, side)| (entry.0, at.into(), side)).collect();
    let id = Id::new("curves");
    if ui.data(|data| data.get_temp(id)) != Some(dots.clone()) {
        ui.data_mut(|data| data.insert_temp(id, dots.clone()));
        emit(&UiEvent::CurvesShow { dots });
    }
}

/// The colour of the dice: grey where they are ordinary.
pub(in crate::ui) fn dice_ink(gains: &Gains) -> Color32 {
    match gains.analysis().dice().luck() {
        LuckWord::Ordinary => ORDINARY,
        LuckWord::Lucky | LuckWord::VeryLucky => DICE,
    }
}

/// The names of the curves and their last values.
fn words(painter: &Painter, room: Rect, shown: &[(usize, CurvePoint)], gains: &Gains) {
    let font = FontId::proportional(10.5);
    let mut left = room.left() + MARGIN;
    let mut say = |text: String, ink: Color32| {
        let at = pos2(left, room.top() + 1.0);
        let galley = painter.layout_no_wrap(text, font.clone(), ink);
        let plate = Rect::from_min_size(at, galley.size()).expand2(vec2(2.0, 0.0));
        painter.rect_filled(plate, CornerRadius::same(2), GROUND.gamma_multiply(0.8));
        left += galley.size().x + 12.0;
        painter.galley(at, galley, ink);
    };
    let [done, all] = gains.progress();
    match shown.last() {
        Some((_, point)) => {
            say(format!("orders {}", point.orders_for_a()), ORDERS);
            let ordinary = if dice_ink(gains) == ORDINARY { ", ordinary" } else { "" };
            say(format!("dice {}{ordinary}", point.dice), dice_ink(gains));
            say("up: A, down: B".to_owned(), ORDINARY);
        }
        None => say("Orders and dice".to_owned(), ORDINARY),
    }
    if done < all {
        say(format!("{done} of {all} commands"), LOOKING_BACK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Points;
    use crate::rules::turn::{Phase, Turn};

    fn point(entry: usize, [orders, dice, deviation]: [f64; 3]) -> (usize, CurvePoint) {
        let turn = Turn { round: 1, side: Side::A, first: Side::A, phase: Phase::Action };
        let [orders, dice, deviation] = [orders, dice, deviation].map(Points::nearest);
        let orders = [orders, Points::default()];
        (entry, CurvePoint { entry: EntryId(entry), turn, orders, dice, deviation })
    }

    /// Both curves and the band stay within the room, as high as it is, and each command stands over its place on the ribbon.
    #[test]
    fn curves_fill_their_room_over_the_ribbon() {
        let room = Rect::from_min_max(pos2(0.0, 100.0), pos2(600.0, 156.0));
        let scale = Scale { left: 14.0, right: 586.0, last: 40 };
        for points in [
            vec![point(3, [300.0, -50.0, 20.0]), point(40, [491.0, -57.0, 87.0])],
            vec![point(1, [-2.0, 1.0, 3.0])],
            vec![point(9, [-800.0, 700.0, 650.0])],
        ] {
            let chart = Chart::of(room, scale, &points);
            let orders = chart.line(|point| painted(point.orders_for_a()));
            let dice = chart.line(|point| painted(point.dice));
            let band = points
                .iter()
                .flat_map(|(_, point)| [1.0, -1.0].map(|sign| chart.y(sign * painted(point.deviation))));
            let heights: Vec<f32> = orders.iter().chain(&dice).map(|at| at.y).chain(band).collect();
            assert!(heights.iter().all(|y| (room.top()..=room.bottom()).contains(y)), "{heights:?}");
            let last = points.last().unwrap().0;
            assert_eq!(orders.last().unwrap().x, scale.x(last));
            let up = chart.y(100.0) < chart.y(0.0);
            assert!(up, "up is good for A");
        }
        let high = [point(1, [491.0, 0.0, 0.0])];
        let chart = Chart::of(room, scale, &high);
        assert_eq!(chart.y(491.0), room.top() + TOP);
    }
}
