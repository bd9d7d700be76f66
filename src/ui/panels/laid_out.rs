//! The panels laid out without a window, over states of recorded battles, at every size of a window: nothing lies over anything
//! else, nothing over the table, no word is cut.

// What follows is a test, and no part of the panels' imports.
#[cfg(test)]
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Rect, Shape, pos2, vec2};

use super::column::{CardName, Column};
use super::column_layout::MIN_LOG;
use super::{PanelContext, lay_out_panels, log, style};
use crate::analysis::{Analysis, Part, lessons};
use crate::game::adviser::{Advice, Adviser, Advisers, OtherAdvice, StyleName};
use crate::game::engine::WarStrike;
use crate::game::engine::command::{Command, Order};
use crate::game::engine::play::{DiceChoice, Match};
use crate::game::engine::record::history::EntryId;
use crate::game::phases::turn::kinds::Order as TurnOrder;
use crate::level::data_folder::{DataFolder, load_level};
use crate::level::judgement_file::Judgement;
use crate::level::setup::Setup;
use crate::level::styles::Styles;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::{Place, Thou};
use crate::ui::background::background_query::AppQueryExt;
use crate::ui::background::computing::Computing;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::camera::{ACTION_BAR, GoToView, ModelEyes, SIDE_COLUMN, free_rectangle};
use crate::ui::drafts::draft::{Draft, Drafting};
use crate::ui::drafts::draft_check::DraftCheck;
use crate::ui::drafts::offered_actions::{OfferedActions, update_choices};
use crate::ui::drafts::placing::Placing;
use crate::ui::drafts::pointed_unit::PointedUnit;
use crate::ui::drafts::ruler::{Ruler, UnderPointer};
use crate::ui::drafts::selection::{HoveredModel, Selection};
use crate::ui::input::bindings::RowChosen;
use crate::ui::input::keyboard::Keyboard;
use crate::ui::library::pictures::Pictures;
use crate::ui::library::shelf::Shelf;
use crate::ui::output::offscreen::without_files;
use crate::ui::playback::Playback;
use crate::ui::quality::PictureQuality;
use crate::ui::questions::combat::{CombatLinks, CombatOdds, CombatPreview, ForecastQuery, LinksQuery};
use crate::ui::questions::fire_odds::{FireOdds, FireOddsQuery};
use crate::ui::questions::retreat::{Previews, RetreatPreview, RetreatPreviewQuery, Shown};
use crate::ui::questions::sight::{SightLines, SightOverlay, SightQuery};
use crate::ui::scene::cutaway::Cutaway;
use crate::ui::session::hand_dice::HandDice;
use crate::ui::session::open_game::{Commander, GameRequest, OpenGame};
use crate::ui::session::open_notes::OpenNotes;
use crate::ui::session::page_request::PageRequest;
use crate::ui::session::screen::{BriefSheet, Dialog, Screen, Sheet};
use crate::ui::session::settings::Settings;
use crate::ui::session::shown_battle::ShownBattle;
use crate::ui::session::window_options::ComputerOptions;
use crate::ui::timeline::gains::Gains;
use crate::ui::timeline::{Timeline, sample};
use crate::ui::turn_flow::asked_areas::DICE;
use crate::ui::turn_flow::computer_players::ComputerPlayers;

/// The sizes of windows, in the pixels by which panels are laid out: 4K has texts of twice the size, or of the usual one.
const SIZES: [(f32, f32); 6] =
    [(960.0, 600.0), (1440.0, 900.0), (1920.0, 1200.0), (1920.0, 1080.0), (3072.0, 1728.0), (3840.0, 2160.0)];

/// Frames until panels have learnt the height of all that they show.
const FRAMES: usize = 4;

/// Tables on which nobody plays: the styles are only to be chosen from.
struct ShownStyles;

impl Advisers<WarStrike> for ShownStyles {
    fn styles(&self) -> Vec<StyleName> {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let about = "Goes where the game is won, holds what it has, and fires at any enemy that contests it.";
        let style = |id: String| StyleName { name: format!("Style {id}"), about: about.to_owned(), id };
        data.styles().into_iter().map(style).collect()
    }

    fn adviser(&self, _: &str, _: &Arc<Setup>, _: u64) -> Result<Box<dyn Adviser<WarStrike>>, String> {
        Err("nobody plays here".to_owned())
    }
}

/// The panels of a battle.
struct Bench {
    app: App,
    context: egui::Context,
    clock: f64,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn setup(level: &str) -> Arc<Setup> {
    let data = DataFolder::find(Some(root())).unwrap();
    let own = root().join("tests/games").join(format!("{level}.ron"));
    let name = if own.exists() { own.display().to_string() } else { level.to_owned() };
    Arc::new(load_level(&name, &data, None).unwrap_or_else(|faults| panic!("{faults}")))
}

/// A recorded battle: its orders, each as `tests/games` has them.
struct Recorded {
    game: Match,
    orders: Vec<String>,
}

fn recorded(name: &str) -> Recorded {
    let text = std::fs::read_to_string(root().join(format!("tests/games/{name}.orders"))).unwrap();
    let directive = |key: &str| {
        let start = format!("//! {key}:");
        text.lines().find_map(|line| line.strip_prefix(start.as_str())).map(str::trim)
    };
    let dice = match directive("dice") {
        Some(faces) => {
            DiceChoice::Script(faces.split(',').map(|face| face.trim().parse().unwrap()).collect())
        }
        None => DiceChoice::Seed(directive("seed").unwrap_or("1").parse().unwrap()),
    };
    let game = Match::start(setup(directive("level").unwrap()), dice).unwrap();
    let lines = text.lines().filter(|line| line.starts_with('{'));
    Recorded { game, orders: lines.map(str::to_owned).collect() }
}

impl Recorded {
    /// Plays so many of its orders; those that are refused there are refused here.
    fn play(&mut self, orders: usize) {
        for order in self.orders.drain(..orders.min(self.orders.len())) {
            let _ = self.game.submit(serde_json::from_str(&order).unwrap());
        }
    }
}

impl Bench {
    fn new(game: Match) -> Self {
        let mut app = App::new();
        app.add_plugins(MinimalPlugins)
            .add_message::<GameRequest>()
            .add_message::<PageRequest>()
            .add_message::<GoToView>()
            .add_message::<RequestRedraw>()
            .add_message::<RowChosen>()
            .insert_resource(OpenGame::new(game, &without_files()))
            .insert_resource(PictureQuality::new(None))
            .insert_resource(ComputerPlayers::new(&ComputerOptions {
                advisers: Some(Arc::new(ShownStyles)),
                ..ComputerOptions::default()
            }))
            .init_resource::<HandDice>()
            .init_resource::<Selection>()
            .init_resource::<HoveredModel>()
            .init_resource::<Drafting>()
            .init_resource::<DraftCheck>()
            .init_resource::<Screen>()
            .init_resource::<Keyboard>()
            .init_resource::<Cutaway>()
            .init_resource::<Ruler>()
            .init_resource::<SightOverlay>()
            .init_resource::<Computing>()
            .init_resource::<OfferedActions>()
            .init_resource::<Placing>()
            .init_resource::<Playback>()
            .init_resource::<ShownBattle>()
            .init_resource::<PointedUnit>()
            .init_resource::<Settings>()
            .init_resource::<Shelf>()
            .init_resource::<Pictures>()
            .init_resource::<Column>()
            .init_resource::<log::Log>()
            .init_resource::<Timeline>()
            .init_resource::<Gains>()
            .init_resource::<OpenNotes>()
            .init_resource::<WindowLayout>()
            .init_resource::<CombatPreview>()
            .init_resource::<RetreatPreview>()
            .init_resource::<UnderPointer>()
            .init_resource::<ModelEyes>()
            .add_query::<SightLines>()
            .add_query::<FireOddsQuery>()
            .add_query::<LinksQuery>()
            .add_query::<ForecastQuery>()
            .add_query::<Previews>()
            .add_systems(Update, update_choices);
        let mut bench = Self { app, context: egui::Context::default(), clock: 0.0 };
        style::apply_to(&bench.context);
        bench.settle();
        bench
    }

    /// Waits for the answers to all that is asked.
    fn settle(&mut self) {
        for _ in 0..4_000 {
            self.app.update();
            let world = self.app.world();
            fn waits<Q>(asked: Option<Q>, settled: bool) -> bool {
                asked.is_some() && !settled
            }
            let sight = world.resource::<SightQuery>();
            let fire = world.resource::<FireOdds>();
            let links = world.resource::<CombatLinks>();
            let odds = world.resource::<CombatOdds>();
            let retreats = world.resource::<RetreatPreviewQuery>();
            if !waits(sight.asked(), sight.settled().is_some())
                && !waits(fire.asked(), fire.settled().is_some())
                && !waits(links.asked(), links.settled().is_some())
                && !waits(odds.asked(), odds.settled().is_some())
                && !waits(retreats.asked(), retreats.settled().is_some())
            {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("an answer does not come");
    }

    /// Whether the battle asks a question in the middle of an action.
    fn asks(&self) -> bool {
        self.app.world().resource::<OpenGame>().prompt().is_some_and(|prompt| prompt.is_question())
    }

    /// Changes what the panels read.
    fn set<R: Resource<Mutability = bevy::ecs::component::Mutable>>(&mut self, change: impl FnOnce(&mut R)) {
        change(&mut self.app.world_mut().resource_mut::<R>());
    }

    /// Lays out a few frames of a size; what was painted in the last, and what lay over the table.
    fn frames(&mut self, (width, height): (f32, f32)) -> Picture {
        let window = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height));
        let mut shapes = Vec::new();
        let mut areas = Vec::new();
        for _ in 0..FRAMES {
            self.clock += 0.1;
            let input = egui::RawInput {
                screen_rect: Some(window),
                time: Some(self.clock),
                ..egui::RawInput::default()
            };
            let mut state: SystemState<PanelContext> = SystemState::new(self.app.world_mut());
            let mut cx = state.get_mut(self.app.world_mut()).unwrap();
            let mut output = self.context.run_ui(input, |ui| lay_out_panels(&ui.ctx().clone(), &mut cx));
            shapes = std::mem::take(&mut output.shapes);
            output.drop_without_applying_deltas();
            areas = self.context.memory(|memory| {
                let layers = memory.areas().visible_layer_ids();
                let over = layers.into_iter().filter(|layer| layer.order != egui::Order::Background);
                over.filter_map(|layer| Some((layer, memory.area_rect(layer.id)?))).collect()
            });
        }
        let column = self.app.world().resource::<Column>();
        Picture {
            window,
            texts: shapes.iter().flat_map(|shape| texts(&shape.shape, shape.clip_rect)).collect(),
            areas,
            cards: column.placed.clone(),
            log: column.log.unwrap(),
        }
    }

    /// Lays the panels out at every size, and holds each to the rules of the window.
    fn check(&mut self, case: &str, must_be_open: &[CardName]) -> BTreeMap<CardName, String> {
        self.settle();
        let mut said = BTreeMap::new();
        for size in SIZES {
            let picture = self.frames(size);
            picture.check(&format!("{case} at {size:?}"), must_be_open);
            said = picture.says();
        }
        said
    }
}

/// A text as it was painted.
struct Text {
    words: String,
    rect: Rect,
    clip: Rect,
    is_cut: bool,
}

fn texts(shape: &Shape, clip: Rect) -> Vec<Text> {
    match shape {
        Shape::Vec(all) => all.iter().flat_map(|one| texts(one, clip)).collect(),
        Shape::Text(text) if !text.galley.text().trim().is_empty() => vec![Text {
            words: text.galley.text().to_owned(),
            rect: text.visual_bounding_rect(),
            clip,
            is_cut: text.galley.elided,
        }],
        _ => Vec::new(),
    }
}

/// What a frame showed.
struct Picture {
    window: Rect,
    texts: Vec<Text>,
    areas: Vec<(egui::LayerId, Rect)>,
    cards: Vec<(CardName, Rect, bool)>,
    log: Rect,
}

impl Picture {
    fn check(&self, case: &str, must_be_open: &[CardName]) {
        let size = Vec2::new(self.window.width(), self.window.height());
        let free = free_rectangle(size);
        let free = Rect::from_min_max(pos2(free.min.x, free.min.y), pos2(free.max.x, free.max.y));
        assert!(self.log.height() >= MIN_LOG - 0.5, "{case}: the log has {} pixels", self.log.height());
        let column = self.window.with_min_x(self.window.right() - SIDE_COLUMN);
        let places = self.cards.iter().map(|(_, rect, _)| *rect).chain([self.log]);
        let places: Vec<Rect> = places.collect();
        for (index, place) in places.iter().enumerate() {
            assert!(column.expand(0.5).contains_rect(*place), "{case}: {place:?} leaves the column");
            assert!(!place.intersects(free), "{case}: {place:?} lies over the table");
            for other in &places[index + 1..] {
                let both = place.shrink(0.5).intersect(other.shrink(0.5));
                assert!(!both.is_positive(), "{case}: {place:?} and {other:?} overlap");
            }
        }
        for name in must_be_open {
            let place = self.cards.iter().find(|(card, ..)| card == name);
            assert!(place.is_some_and(|(_, _, is_open)| *is_open), "{case}: {name:?} is {place:?}");
        }
        self.check_areas(case, free);
        self.check_texts(case, column);
    }

    /// Only the question for dice may lie over the table, and nothing over anything else.
    fn check_areas(&self, case: &str, free: Rect) {
        for (index, (layer, rect)) in self.areas.iter().enumerate() {
            let is_question = layer.id == egui::Id::new(DICE);
            assert!(is_question || !rect.intersects(free), "{case}: {layer:?} lies over the table");
            assert!(self.window.expand(0.5).contains_rect(*rect), "{case}: {layer:?} leaves the window");
            for (other, at) in &self.areas[index + 1..] {
                assert!(!rect.intersects(*at), "{case}: {layer:?} and {other:?} overlap");
            }
        }
    }

    /// No text is cut at its side, and none is shortened but the sentence of a folded card, which its head says in full on hover.
    /// The strip of units writes ids as small as they have to be, and has tests of its own.
    fn check_texts(&self, case: &str, column: Rect) {
        let strip_foot = self.window.bottom() - ACTION_BAR;
        let strip_top = free_rectangle(Vec2::new(self.window.width(), self.window.height())).max.y;
        let is_strip = |rect: Rect| {
            (strip_top..strip_foot).contains(&rect.center().y) && rect.center().x < column.left()
        };
        let texts = self.texts.iter().filter(|text| text.rect.is_positive() && !is_strip(text.rect));
        for text in texts {
            // What is scrolled out of view is not seen at all.
            if !text.rect.intersects(text.clip) {
                continue;
            }
            let clip = text.clip.intersect(self.window).expand(1.5);
            let fits = clip.left() <= text.rect.left() && text.rect.right() <= clip.right();
            assert!(fits, "{case}: “{}” at {:?} is cut by {:?}", text.words, text.rect, text.clip);
            if !column.contains(text.rect.center()) {
                continue;
            }
            let head = self.cards.iter().any(|(_, rect, _)| {
                rect.with_max_y(rect.top() + super::column_layout::HEAD).contains(text.rect.center())
            });
            let is_name = self.cards.iter().any(|(name, rect, _)| {
                [CardName::Fight, CardName::Computers, CardName::Tray].contains(name)
                    && rect.contains(text.rect.center())
            });
            assert!(head || is_name || !text.is_cut, "{case}: “{}” is shortened", text.words);
        }
    }

    /// All that open cards say, by card.
    fn says(&self) -> BTreeMap<CardName, String> {
        let of = |rect: Rect| {
            let texts = self.texts.iter().filter(move |text| rect.contains(text.rect.center()));
            texts.map(|text| text.words.clone()).collect::<Vec<_>>().join(" | ")
        };
        self.cards.iter().map(|(name, rect, _)| (*name, of(*rect))).collect()
    }
}

fn unit(id: &str) -> UnitId {
    id.parse().unwrap()
}

/// A draft that shifts a whole unit, thousandths of an inch.
fn shifted(bench: &Bench, of: UnitId, [x, y]: [i32; 2]) -> Draft {
    let view = bench.app.world().resource::<OpenGame>().game.battle().view();
    let mut draft = Draft::of_standing(&view, of, Action::Advance).unwrap();
    for one in &mut draft.models {
        let to = Place { x: Thou(one.start.x.0 + x), y: Thou(one.start.y.0 + y), z: one.start.z };
        let facing = one.facing;
        one.set_path(view.terrain(), &[to], facing);
    }
    draft.settle(&view);
    draft
}

/// A card that has left the column and a panel over the middle of the table, where models stand: at every size the test says so.
#[test]
fn a_panel_over_a_model_would_be_found() {
    for (width, height) in SIZES {
        let window = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height));
        let column = window.with_min_x(window.right() - SIDE_COLUMN);
        let free = free_rectangle(Vec2::new(width, height));
        let middle = pos2(free.min.x + free.width() / 2.0, free.min.y + free.height() / 2.0);
        let over = Rect::from_center_size(middle, vec2(200.0, 80.0));
        let room = column.shrink(2.0);
        let log = Rect::from_min_size(pos2(room.left(), column.top() + 300.0), vec2(room.width(), MIN_LOG));
        let beside = Rect::from_min_size(pos2(room.left(), column.top() + 60.0), vec2(room.width(), 80.0));
        let panel = egui::LayerId::new(egui::Order::Middle, egui::Id::new("a panel"));
        for (areas, card, is_well) in
            [(vec![], beside, true), (vec![], over, false), (vec![(panel, over)], beside, false)]
        {
            let cards = vec![(CardName::Score, card, true)];
            let picture = Picture { window, texts: Vec::new(), areas, cards, log };
            let found = std::panic::catch_unwind(|| picture.check("a panel somewhere", &[]));
            assert_eq!(found.is_ok(), is_well, "{width} by {height}: {card:?}");
        }
    }
}

/// Aiming, before and after the click, with the odds in a sentence.
#[test]
fn aiming_has_its_card() {
    let mut bench = Bench::new(Match::start(setup("mid-battle"), DiceChoice::Seed(7)).unwrap());
    bench.set::<Selection>(|selection| selection.unit = Some(unit("A1")));
    bench.set::<HoveredModel>(|hovered| hovered.0 = Some("B3.1".parse().unwrap()));
    let said = bench.check("pointing at an enemy", &[CardName::Odds]);
    assert!(said[&CardName::Odds].contains("to suppress it,"), "{said:?}");
    let view = bench.app.world().resource::<OpenGame>().game.battle().view();
    let mut draft = Draft::of_standing(&view, unit("A1"), Action::OpenFire).unwrap();
    draft.aim("B3.1".parse::<ModelId>().unwrap());
    bench.set::<HoveredModel>(|hovered| hovered.0 = None);
    bench.set::<Drafting>(|drafting| drafting.0 = Some(draft));
    let said = bench.check("aimed at an enemy", &[CardName::Odds]);
    assert!(said[&CardName::Odds].contains("models fire"), "{said:?}");
    assert!(said.contains_key(&CardName::SplitFire), "{said:?}");
}

/// A planned charge: who wins comes first.
#[test]
fn a_charge_has_its_card() {
    let mut bench = Bench::new(Match::start(setup("melee"), DiceChoice::Seed(7)).unwrap());
    let draft = shifted(&bench, unit("A1"), [0, 4400]);
    bench.set::<Selection>(|selection| selection.unit = Some(unit("A1")));
    bench.set::<Drafting>(|drafting| drafting.0 = Some(draft));
    let said = bench.check("a charge", &[CardName::Combat]);
    assert!(said[&CardName::Combat].contains(" charge: "), "{said:?}");
}

/// Where every unit of a battle would fall back, and the fall back that is drafted: the sentence first, and what would happen to
/// it if it stays after it.
#[test]
fn falling_back_has_its_card() {
    let mut bench = Bench::new(Match::start(setup("mid-battle"), DiceChoice::Seed(7)).unwrap());
    let view = bench.app.world().resource::<OpenGame>().game.battle().view();
    let on_table = view.units().filter(|unit| view.standing(unit.id).next().is_some());
    let units: Vec<UnitId> = on_table.map(|unit| unit.id).collect();
    for of in units {
        bench.set::<RetreatPreview>(|preview| preview.shown = Some(Shown::Of(of)));
        let said = bench.check(&format!("F on {of}"), &[CardName::FallBack]);
        let card = &said[&CardName::FallBack];
        if let (Some(sentence), Some(stays)) = (card.find("nobody lost"), card.find("If it stays")) {
            assert!(sentence < stays, "{card}");
        }
    }
    let view = bench.app.world().resource::<OpenGame>().game.battle().view();
    let draft = Draft::of_retreat(&view, unit("A1")).unwrap();
    bench.set::<RetreatPreview>(|preview| preview.shown = None);
    bench.set::<Selection>(|selection| selection.unit = Some(unit("A1")));
    bench.set::<Drafting>(|drafting| drafting.0 = Some(draft));
    bench.check("B on A1", &[CardName::FallBack]);
}

/// The computer's card, and advice with long words.
#[test]
fn computer_and_advice_have_their_cards() {
    let mut bench = Bench::new(Match::start(setup("street"), DiceChoice::Seed(7)).unwrap());
    let command = Command::new(Side::A, Order::Turn(TurnOrder::EndPhase));
    let state = bench.app.world().resource::<OpenGame>().state();
    let other = |less: f64| OtherAdvice {
        does: "Second rifles (A2) run to the wall beside the crossing and get down behind it".to_owned(),
        less,
        lacks: "it is 4\" farther from the crossing, and B1 can charge it there".to_owned(),
    };
    let advice = Advice {
        command,
        by: "strong".to_owned(),
        does: "First rifles (A1) fire at Hill scouts (B2)".to_owned(),
        why: "crossing is then 8\" away; the enemy is then 8\" away, though A2 can charge it there"
            .to_owned(),
        alternatives: vec![other(12.0), other(164.0), other(320.0)],
    };
    bench.set::<Screen>(|screen| screen.computers = Sheet::Shown);
    bench.set::<ComputerPlayers>(|computers| {
        computers.sides[1] = Some("strong".to_owned());
        computers.is_paused = true;
    });
    bench.check("who plays", &[CardName::Computers, CardName::Advice]);
    bench.set::<ComputerPlayers>(|computers| computers.advice = Some((state, Ok(advice))));
    bench.set::<Selection>(|selection| selection.unit = Some(unit("A1")));
    let said = bench.check("advice", &[CardName::Computers, CardName::Advice]);
    assert!(said[&CardName::Advice].contains("Because crossing is then 8\" away"), "{said:?}");
    assert!(said[&CardName::Computers].contains("the computer Town garrison (Hard)"), "{said:?}");
}

/// The settings lie over the column, within the window.
#[test]
fn settings_lie_over_the_column() {
    let mut bench = Bench::new(Match::start(setup("street"), DiceChoice::Seed(7)).unwrap());
    bench.set::<Screen>(|screen| screen.dialog = Some(Dialog::Settings));
    bench.check("settings", &[]);
}

/// Fights that were recorded, at each of their questions and each of their stages, and other battles at every few orders: with a
/// unit selected, its fall back and a line of its sight asked for, and the score.
#[test]
fn recorded_battles_fit_the_panels() {
    let mut questions = 0;
    for (name, every) in [
        ("fight-charge", 1),
        ("fight-rout", 1),
        ("fight-long", 2),
        ("fall-back", 3),
        ("open-fire", 7),
        ("outline", 3),
        ("meeting-engagement", 9),
    ] {
        let total = recorded(name).orders.len();
        for played in (1..=total).step_by(every) {
            let mut recorded = recorded(name);
            recorded.play(played);
            let view = recorded.game.battle().view();
            let Some(selected) = view.units().find(|unit| view.standing(unit.id).next().is_some()) else {
                continue;
            };
            let selected = selected.id;
            let enemy = view.standing_of(selected.side.other()).next().map(|model| model.id);
            let facts = recorded.game.history().present().outcome.facts.clone();
            let fight = Playback::of_fight(recorded.game.setup(), &facts);
            let mut bench = Bench::new(recorded.game);
            bench.set::<Selection>(|selection| selection.unit = Some(selected));
            bench.set::<RetreatPreview>(|preview| preview.shown = Some(Shown::Of(selected)));
            bench.set::<SightOverlay>(|lines| lines.toggle(enemy));
            bench.set::<Screen>(|screen| screen.score = Sheet::Shown);
            let asks = bench.asks();
            let must_be_open = if asks { vec![CardName::Question] } else { Vec::new() };
            let said = bench.check(&format!("{name} after {played}"), &must_be_open);
            questions += usize::from(asks);
            assert!(said.contains_key(&CardName::Score), "{said:?}");
            assert_eq!(said.contains_key(&CardName::Sight), enemy.is_some(), "{said:?}");
            if let Some(fight) = fight {
                bench.set::<Playback>(|playback| *playback = fight);
                let said = bench.check(&format!("{name} after {played}, fought"), &[CardName::Fight]);
                assert!(said[&CardName::Fight].contains("any key: next"), "{said:?}");
            }
        }
    }
    assert!(questions > 5, "only {questions} questions");
}

/// One line of sight, with its pictures; the score; and a question with its answers and their odds: all in the column.
#[test]
fn sight_score_and_questions_have_their_cards() {
    let mut bench = Bench::new(Match::start(setup("mid-battle"), DiceChoice::Seed(7)).unwrap());
    bench.set::<Selection>(|selection| selection.unit = Some(unit("A1")));
    bench.set::<SightOverlay>(|lines| lines.toggle("B3.1".parse().ok()));
    let said = bench.check("a line of sight", &[CardName::Sight]);
    let card = &said[&CardName::Sight];
    assert!(card.contains("From A1.") && card.contains("in view") && card.contains("as seen"), "{card}");
    bench.set::<SightOverlay>(SightOverlay::hide);
    bench.set::<Screen>(|screen| screen.score = Sheet::Shown);
    let said = bench.check("the score", &[CardName::Score]);
    assert!(said[&CardName::Score].contains("If the battle ended now"), "{said:?}");
    let mut recorded = recorded("runners");
    while recorded.game.battle().decision().is_none_or(|decision| decision.player != Side::B) {
        recorded.play(1);
    }
    let mut bench = Bench::new(recorded.game);
    assert!(bench.asks());
    let said = bench.check("a question", &[CardName::Question]);
    let card = &said[&CardName::Question];
    assert!(card.contains("decides") && card.contains("Fire (1)") && card.contains("dice"), "{card}");
}

/// The brief of every battle that is shipped: over the column, where it hides nothing on the table; in a low window it leaves at least
/// half of the table in view. It is whole at every size.
#[test]
fn the_brief_hides_no_objective() {
    for level in ["street", "watermill", "chapel", "crash-site", "mid-battle"] {
        let mut bench = Bench::new(Match::start(setup(level), DiceChoice::Seed(7)).unwrap());
        bench.set::<Screen>(|screen| screen.brief = BriefSheet::Opening);
        for size in SIZES {
            let picture = bench.frames(size);
            let brief = egui::Id::new(super::brief::BRIEF);
            let (_, area) = picture.areas.iter().find(|(layer, _)| layer.id == brief).unwrap();
            let free = free_rectangle(Vec2::new(size.0, size.1));
            assert!(picture.window.contains_rect(*area), "{level} at {size:?}: {area} leaves the window");
            let seen = (area.left() - free.min.x) / free.width();
            let needed = if size.1 > 600.0 { 1.0 } else { 0.5 };
            assert!(seen >= needed, "{level} at {size:?}: it leaves {seen} of the table in view");
            let texts = picture.texts.iter().filter(|text| area.contains(text.rect.center()));
            let cut: Vec<&str> = texts.filter(|text| text.is_cut).map(|text| text.words.as_str()).collect();
            assert!(cut.is_empty(), "{level} at {size:?}: {cut:?} is cut");
        }
    }
}

/// A battle that has just been opened, as long as the commanders of the one before it are still noted: nobody is told that it is
/// over.
#[test]
fn a_battle_that_has_just_begun_is_not_over() {
    let mut bench = Bench::new(Match::start(setup("street"), DiceChoice::Seed(7)).unwrap());
    for (commanders, sides) in [
        ([Commander::Computer; 2], [None, None]),
        ([Commander::Computer; 2], [None, Some("strong".to_owned())]),
        ([Commander::Person; 2], [None, None]),
    ] {
        bench.set::<OpenGame>(|opened| opened.commanders = commanders);
        bench.set::<ComputerPlayers>(|computers| computers.sides = sides);
        for size in SIZES {
            let texts = bench.frames(size).texts;
            let words: Vec<&str> = texts.iter().map(|text| text.words.as_str()).collect();
            assert!(!words.iter().any(|text| text.contains("over after")), "{commanders:?}: {words:?}");
        }
    }
}

/// What is looked at has its bar in place of the orders, at every size, on a branch as well; and the log shows it.
#[test]
fn looking_back_fits_the_panels() {
    let mut game = Match::start(setup("street"), DiceChoice::Seed(7)).unwrap();
    assert_eq!(sample::plays(&mut game, 4), 4);
    game.go_to(EntryId(2)).unwrap();
    sample::plays(&mut game, 1);
    game.look_at(EntryId(3)).unwrap();
    let mut bench = Bench::new(game);
    for [hides, tries] in [[false, false], [true, true]] {
        bench.set::<Timeline>(|timeline| (timeline.hides_rest, timeline.tries_out) = (hides, tries));
        bench.app.world_mut().resource_scope(|world, mut timeline: Mut<Timeline>| {
            timeline.bring_up_to_date(world.resource::<OpenGame>(), world.resource::<OpenNotes>());
        });
        bench.check(&format!("looking back, hidden: {hides}"), &[]);
        for size in SIZES {
            let texts = bench.frames(size).texts;
            let words: Vec<&str> = texts.iter().map(|text| text.words.as_str()).collect();
            let bar = |text: &&Text| text.rect.center().y > size.1 - ACTION_BAR;
            let mut places: Vec<(Rect, &str)> = texts
                .iter()
                .filter(bar)
                .map(|text| (text.rect.intersect(text.clip), text.words.as_str()))
                .collect();
            assert!(words.contains(&"Looking back"), "{words:?}");
            places.retain(|(rect, _)| rect.is_positive());
            for (index, (place, text)) in places.iter().enumerate() {
                for (other, words) in &places[index + 1..] {
                    let both = place.shrink(0.5).intersect(other.shrink(0.5));
                    assert!(!both.is_positive(), "{size:?}: “{text}” and “{words}” overlap");
                }
            }
        }
    }
}

/// Dice or decision has its card at every size: the turning points with their reasons, and the better order when it is asked for.
#[test]
fn dice_or_decision_has_its_card() {
    let game = Match::load(&root().join("tests/saves/format-3-patrol.jsonl")).unwrap().game;
    let judgement = Judgement::load(root()).unwrap();
    let analysis = Analysis::of(&game, &judgement).unwrap();
    let data = DataFolder::find(Some(root())).unwrap();
    let styles = Styles::load("cautious", &data).unwrap();
    let lessons = lessons(&game, &analysis, styles, &judgement).unwrap();
    let (first, lesson) = (analysis.turning_points(Part::Dice)[0].clone(), lessons[0].clone());
    let mut bench = Bench::new(game);
    bench.set::<Screen>(|screen| screen.gains = Sheet::Shown);
    let said = bench.check("nothing worked out yet", &[CardName::Decision]);
    assert!(said[&CardName::Decision].contains("Working it out"), "{said:?}");
    bench.set::<Gains>(|gains| *gains = Gains::worked_out(analysis, lessons));
    bench.set::<OpenGame>(|opened| opened.game.look_at(first.entry).unwrap());
    bench.app.world_mut().resource_scope(|world, mut timeline: Mut<Timeline>| {
        timeline.bring_up_to_date(world.resource::<OpenGame>(), world.resource::<OpenNotes>());
    });
    let said = bench.check("a turning point", &[CardName::Decision]);
    assert!(said[&CardName::Decision].contains("gained"), "{said:?}");
    let before = EntryId(lesson.entry.0 - 1);
    bench.app.world_mut().resource_scope(|world, mut gains: Mut<Gains>| {
        world.resource_scope(|world, mut timeline: Mut<Timeline>| {
            gains.learn(&mut timeline, world.resource::<OpenGame>()).unwrap();
        });
    });
    bench.set::<OpenGame>(|opened| opened.game.look_at(before).unwrap());
    let said = bench.check("learning", &[CardName::Decision]);
    let card = &said[&CardName::Decision];
    assert!(card.contains("What would you order?") && !card.contains(&lesson.does), "{card}");
    bench.set::<Gains>(Gains::reveal);
    let said = bench.check("the better order", &[CardName::Decision]);
    assert!(said[&CardName::Decision].contains("expected after the order that was given"), "{said:?}");
}

/// Prints what a step of a long game costs beside the drawing of the table, and how the memory grows:
/// `cargo test --release --lib -- --ignored --nocapture a_step_of_a_long_game`.
#[test]
#[ignore = "a measurement"]
fn a_step_of_a_long_game_is_measured() {
    // The stress level for more than twice its rounds: over 300 orders.
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(root().join("levels/stress.ron")).unwrap();
    let file = folder.path().join("long.ron");
    std::fs::write(&file, text.replace("mission: Drill,", "mission: Drill(rounds: 15),")).unwrap();
    let mut bench = Bench::new(sample::long_game(setup(file.to_str().unwrap())));
    let entries = bench.app.world().resource::<OpenGame>().game.history().entries().len();
    let resident = || {
        let text = std::fs::read_to_string("/proc/self/statm").unwrap();
        text.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() * 4.0 / 1024.0
    };
    println!("{entries} entries");
    let (mut at, mut looks, mut follows, mut panels) = (0, Vec::new(), Vec::new(), Vec::new());
    for round in 0..5 {
        for step in 0..entries {
            at = if round % 2 == 0 { entries - 1 - step } else { (at + 7919) % entries };
            let begun = std::time::Instant::now();
            bench.set::<OpenGame>(|opened| opened.game.look_at(EntryId(at)).unwrap());
            looks.push(begun.elapsed().as_secs_f64() * 1e3);
            let begun = std::time::Instant::now();
            bench.app.world_mut().resource_scope(|world, mut timeline: Mut<Timeline>| {
                timeline.bring_up_to_date(world.resource::<OpenGame>(), world.resource::<OpenNotes>());
            });
            bench.app.world_mut().resource_scope(|world, mut shown: Mut<ShownBattle>| {
                shown.jump(world.resource::<OpenGame>());
            });
            follows.push(begun.elapsed().as_secs_f64() * 1e3);
            if step % 40 == 0 {
                let begun = std::time::Instant::now();
                bench.frames((1440.0, 900.0));
                panels.push(begun.elapsed().as_secs_f64() * 1e3 / FRAMES as f64);
            }
        }
        println!("after {} steps: {:.1} MiB resident", looks.len(), resident());
    }
    for (what, mut times) in [("look", looks), ("follow", follows), ("panels of a frame", panels)] {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        println!(
            "{what}: median {:.2} ms, 99 of 100 under {:.2} ms, longest {:.2} ms",
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
}
