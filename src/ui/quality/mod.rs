//! The quality of the picture: four levels over the same meshes, chosen by the kind of adapter, by measuring some frames at
//! the start, and by hand. What a level draws is in `lighting/lens.rs` and `lamp.wgsl`.

mod frame_probe;

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::window::RequestRedraw;

use crate::ui::frame::frame_pacing;
use crate::ui::session::open_game::{Notice, OpenGame};
use crate::ui::session::quality_level::Quality;
use crate::ui::session::settings::Settings;
use frame_probe::{FrameProbe, Pace};

/// Which level is drawn.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PictureQuality {
    /// The command line's, until the player chooses.
    given: Option<Quality>,
    /// The player's, kept in the settings.
    chosen: Option<Quality>,
    /// What the machine draws fast enough.
    found: Quality,
    /// Whether a picture is being taken, which gets the best.
    photograph: Photograph,
}

/// Whether a picture is being taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Photograph {
    /// No.
    Idle,
    /// Yes.
    Taking,
}

impl PictureQuality {
    /// The level that the command line gives; without one it is found.
    pub fn new(given: Option<Quality>) -> Self {
        Self { given, chosen: None, found: Quality::Good, photograph: Photograph::Idle }
    }

    /// The level that is drawn.
    pub fn level(&self) -> Quality {
        match self.photograph {
            Photograph::Taking => Quality::Fine,
            Photograph::Idle => self.by_hand().unwrap_or(self.found),
        }
    }

    /// The level that somebody has chosen.
    pub fn by_hand(&self) -> Option<Quality> {
        self.given.or(self.chosen)
    }

    /// A picture is taken at the best level, whatever is drawn otherwise.
    pub fn photograph(&mut self, photograph: Photograph) {
        self.photograph = photograph;
    }

    /// The player chooses, or leaves it to the program.
    pub fn choose(&mut self, chosen: Option<Quality>) {
        (self.given, self.chosen) = (None, chosen);
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<FrameProbe>()
        .add_systems(PreStartup, begin_by_adapter)
        .add_systems(PostStartup, take_from_settings)
        .add_systems(Last, find_level.run_if(is_open));
}

/// Says that frames were slow and what is drawn now, in a table whose notices are its own.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(crate) struct SteppedDown(pub String);

/// Finds the level of a table that has other notices and settings than a battle of miniatures.
pub(crate) fn plain_plugin(app: &mut App) {
    app.init_resource::<FrameProbe>()
        .add_message::<SteppedDown>()
        .add_systems(PreStartup, begin_by_adapter)
        .add_systems(Last, find_plainly.run_if(is_open));
}

fn find_plainly(
    time: Res<Time<Real>>,
    mut quality: ResMut<PictureQuality>,
    mut probe: ResMut<FrameProbe>,
    mut said: MessageWriter<SteppedDown>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if let Some(words) = measure(&time, &mut quality, &mut probe, &mut redraw) {
        said.write(SteppedDown(words));
    }
}

/// The level to begin with.
fn begin_by_adapter(adapter: Option<Res<RenderAdapterInfo>>, mut quality: ResMut<PictureQuality>) {
    let Some(adapter) = adapter else { return };
    quality.found = level_for(&format!("{:?}", adapter.device_type));
}

/// The level that a kind of adapter begins with; none begins with more than it probably can.
fn level_for(kind: &str) -> Quality {
    match kind {
        "Cpu" => Quality::Software,
        "DiscreteGpu" => Quality::Fine,
        _ => Quality::Good,
    }
}

/// What the player chose before.
fn take_from_settings(settings: Res<Settings>, mut quality: ResMut<PictureQuality>) {
    quality.chosen = settings.quality;
}

/// Whether the level is still to be found: nobody has chosen one, and there is a cheaper one.
fn is_open(quality: Res<PictureQuality>) -> bool {
    quality.by_hand().is_none() && quality.found > Quality::Software && quality.photograph == Photograph::Idle
}

/// Measures some frames once all is compiled, and goes down where they are slow.
fn find_level(
    time: Res<Time<Real>>,
    mut quality: ResMut<PictureQuality>,
    mut probe: ResMut<FrameProbe>,
    mut opened: ResMut<OpenGame>,
    mut said: Local<Option<Notice>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if let Some(words) = measure(&time, &mut quality, &mut probe, &mut redraw) {
        let notice = Notice::Picture(words);
        // Nothing that the player has not read yet is covered, but for what is no longer true.
        if opened.notice.is_none() || opened.notice == *said {
            opened.notice = Some(notice.clone());
            *said = Some(notice);
        }
    }
}

/// Measures a frame; where frames have been slow, goes down and says so.
fn measure(
    time: &Time<Real>,
    quality: &mut ResMut<PictureQuality>,
    probe: &mut FrameProbe,
    redraw: &mut MessageWriter<RequestRedraw>,
) -> Option<String> {
    if probe.is_done() || !frame_pacing::is_warmed_up() {
        return None;
    }
    redraw.write(RequestRedraw);
    let pace = probe.add(time.delta_secs())?;
    let lower = level_after(quality.found, pace)?;
    let words = stepped_down(quality.found, lower);
    info!("frames at the level {:?} were slow: now {lower:?}", quality.found);
    quality.found = lower;
    *probe = FrameProbe::default();
    Some(words)
}

/// The level to go on with where frames of one were slow; `None` to stay.
fn level_after(level: Quality, pace: Pace) -> Option<Quality> {
    let lower = level.lower()?;
    match pace {
        Pace::Smooth => None,
        Pace::Slow => Some(lower),
        Pace::Crawling => Some(lower.lower().unwrap_or(lower)),
    }
}

/// Says that frames of one level were slow, so that another is drawn.
fn stepped_down(slow: Quality, lower: Quality) -> String {
    format!(
        "The quality \"{}\" was too slow on this machine: the table is now drawn at \"{}\". You can choose another beside \
         Picture, on the right.",
        slow.name(),
        lower.name()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each level is named by one word, and each but the cheapest has a cheaper one, down to it.
    #[test]
    fn levels_are_named_and_in_order() {
        for (quality, name) in Quality::ALL {
            assert_eq!(name.parse(), Ok(quality));
            assert_eq!(serde_json::to_string(&quality).unwrap(), format!("\"{name}\""));
            assert!(quality.lower().is_none_or(|lower| lower < quality), "{name}");
        }
        assert!("high".parse::<Quality>().unwrap_err().contains("software, low, good or fine"));
        let said = stepped_down(Quality::Good, Quality::Low);
        assert!(said.starts_with("The quality \"good\" was too slow"), "{said}");
        assert!(said.contains("now drawn at \"low\""), "{said}");
        let down = std::iter::successors(Some(Quality::Fine), |quality| quality.lower());
        assert_eq!(down.count(), Quality::ALL.len());
    }

    /// Where the next cheaper level would hardly be smoother, it is left out.
    #[test]
    fn slow_frames_lower_the_level() {
        for (level, pace, expected) in [
            (Quality::Fine, Pace::Smooth, None),
            (Quality::Fine, Pace::Slow, Some(Quality::Good)),
            (Quality::Fine, Pace::Crawling, Some(Quality::Low)),
            (Quality::Low, Pace::Crawling, Some(Quality::Software)),
            (Quality::Software, Pace::Crawling, None),
        ] {
            assert_eq!(level_after(level, pace), expected, "{level:?}, {pace:?}");
        }
    }

    #[test]
    fn an_adapter_begins_with_what_it_probably_can() {
        for (kind, expected) in [
            ("Cpu", Quality::Software),
            ("IntegratedGpu", Quality::Good),
            ("VirtualGpu", Quality::Good),
            ("DiscreteGpu", Quality::Fine),
            ("Other", Quality::Good),
        ] {
            assert_eq!(level_for(kind), expected, "{kind}");
        }
    }

    /// A picture that is taken gets the best; otherwise the command line goes before the settings until the player
    /// chooses, and both go before what was found.
    #[test]
    fn whose_level_is_drawn() {
        let found = PictureQuality { found: Quality::Low, ..PictureQuality::new(None) };
        assert_eq!((found.level(), found.by_hand()), (Quality::Low, None));
        let mut given =
            PictureQuality { chosen: Some(Quality::Fine), ..PictureQuality::new(Some(Quality::Good)) };
        assert_eq!(given.level(), Quality::Good);
        given.photograph(Photograph::Taking);
        assert_eq!(given.level(), Quality::Fine);
        given.photograph(Photograph::Idle);
        assert_eq!(given.level(), Quality::Good);
        given.choose(Some(Quality::Software));
        assert_eq!(given.level(), Quality::Software);
        given.choose(None);
        assert_eq!((given.level(), given.by_hand()), (given.found, None));
    }
}
