//! The size of texts and panels: how many pixels of the screen the window takes for one of its own. A large screen begins
//! with larger texts; Ctrl with plus and minus changes them.

use bevy::prelude::*;
use bevy::window::{Monitor, PrimaryMonitor, PrimaryWindow, WindowResized};
use serde::{Deserialize, Serialize};

use super::settings::Settings;

/// Size of texts, per cent of the screen's initial size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TextSize(u16);

/// The smallest size at which every panel can be read.
pub(crate) const MIN_SIZE: (f32, f32) = (960.0, 600.0);

/// The sizes to choose from.
const SIZES: [u16; 10] = [70, 80, 90, 100, 110, 125, 140, 160, 180, 200];

/// A window of this size has texts of the usual size, pixels; a larger one has larger texts.
const USUAL: Vec2 = Vec2::new(1920.0, 1080.0);

impl Default for TextSize {
    fn default() -> Self {
        Self(100)
    }
}

impl TextSize {
    /// All sizes, the smallest first.
    pub fn all() -> impl Iterator<Item = Self> {
        SIZES.into_iter().map(Self)
    }

    /// Per cent of what the screen begins with: "100 %".
    pub fn in_words(self) -> String {
        format!("{} %", self.0)
    }

    /// The next larger size; the largest stays.
    pub fn larger(self) -> Self {
        Self(SIZES.into_iter().find(|size| *size > self.0).unwrap_or(self.0))
    }

    /// The next smaller size; the smallest stays.
    pub fn smaller(self) -> Self {
        Self(SIZES.into_iter().rev().find(|size| *size < self.0).unwrap_or(self.0))
    }

    /// Pixels of the screen for a pixel of a window of so many pixels; `base` is what the system asks for. Never so many
    /// that the panels have no room.
    fn scale(self, pixels: Vec2, base: f32) -> f32 {
        let large = for_pixels(pixels);
        let max = (pixels / Vec2::from(MIN_SIZE)).min_element();
        (base.max(large) * f32::from(self.0) / 100.0).min(max).max(0.5)
    }
}

/// Pixels for a pixel of a picture of so many, where nobody has chosen anything: as many as a window of that size has, so that
/// what is written on a large picture can be read.
fn for_pixels(pixels: Vec2) -> f32 {
    (4.0 * (pixels / USUAL).min_element()).floor() / 4.0
}

/// The same for a picture without a window, whose texts are never smaller than usual.
pub(in crate::ui) fn of_picture((width, height): (u32, u32)) -> f32 {
    for_pixels(UVec2::new(width, height).as_vec2()).max(1.0)
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, (fit_first_window, apply).chain());
}

/// A window that begins larger than its screen is made as large as that, once the screen is known.
pub(crate) fn fit_first_window(
    screens: Query<(&Monitor, Has<PrimaryMonitor>)>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut is_fitted: Local<bool>,
) {
    if *is_fitted {
        return;
    }
    let Some((screen, _)) = screens.iter().max_by_key(|(_, is_primary)| *is_primary) else { return };
    *is_fitted = true;
    let screen = UVec2::new(screen.physical_width, screen.physical_height);
    for mut window in &mut windows {
        let asked = window.physical_size();
        let size = asked.min(screen);
        if size != asked && size.min_element() > 0 {
            window.resolution.set_physical_resolution(size.x, size.y);
        }
    }
}

fn apply(
    settings: Res<Settings>,
    mut windows: Query<(Entity, &mut Window), With<PrimaryWindow>>,
    mut resized: MessageWriter<WindowResized>,
) {
    scale_window(settings.text, &mut windows, &mut resized);
}

/// Gives the window texts of a size.
pub(crate) fn scale_window(
    text: TextSize,
    windows: &mut Query<(Entity, &mut Window), With<PrimaryWindow>>,
    resized: &mut MessageWriter<WindowResized>,
) {
    for (entity, mut window) in windows {
        let pixels = window.physical_size().as_vec2();
        let scale = text.scale(pixels, window.resolution.base_scale_factor());
        if (window.scale_factor() - scale).abs() > 1e-3 {
            window.resolution.set_scale_factor_override(Some(scale));
            // Cameras and panels look for the scale only where a window has another size.
            resized.write(WindowResized { window: entity, width: window.width(), height: window.height() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_window_fits_its_screen() {
        for (screen, size) in
            [((960, 600), (960, 600)), ((1280, 1024), (1280, 900)), ((1920, 1080), (1440, 900))]
        {
            let mut app = App::new();
            app.add_systems(Update, fit_first_window);
            let resolution = bevy::window::WindowResolution::new(1440, 900);
            let window = app.world_mut().spawn((Window { resolution, ..default() }, PrimaryWindow)).id();
            app.update();
            let now = |app: &App| app.world().get::<Window>(window).unwrap().physical_size();
            assert_eq!(now(&app), UVec2::new(1440, 900), "no screen is known");
            let monitor = Monitor {
                name: None,
                physical_height: screen.1,
                physical_width: screen.0,
                physical_position: IVec2::ZERO,
                refresh_rate_millihertz: None,
                scale_factor: 1.0,
                video_modes: Vec::new(),
            };
            app.world_mut().spawn((monitor, PrimaryMonitor));
            app.update();
            assert_eq!(now(&app), UVec2::from(size), "{screen:?}");
        }
    }

    #[test]
    fn texts_fit_the_screen() {
        for (pixels, base, size, expected, reason) in [
            ((960.0, 600.0), 1.0, 100, 1.0, "the smallest window"),
            ((960.0, 600.0), 1.0, 200, 1.0, "larger texts would leave no room"),
            ((960.0, 600.0), 1.0, 80, 0.8, "smaller ones do"),
            ((1280.0, 800.0), 1.0, 100, 1.0, "a small screen"),
            ((1280.0, 800.0), 1.0, 125, 1.25, "larger by hand"),
            ((1920.0, 1080.0), 1.0, 100, 1.0, "a usual one"),
            ((2560.0, 1440.0), 1.0, 100, 1.25, "a large one"),
            ((3840.0, 2160.0), 1.0, 100, 2.0, "4K, where the system knows nothing of it"),
            ((3840.0, 2160.0), 2.0, 100, 2.0, "4K, where it does"),
            ((3840.0, 2160.0), 1.0, 140, 2.8, "on a projector"),
        ] {
            let found = TextSize(size).scale(Vec2::from(pixels), base);
            assert!((found - expected).abs() < 1e-4, "{reason}: {found}");
        }
    }

    #[test]
    fn sizes_go_up_and_down_to_their_ends() {
        let mut size = TextSize::default();
        for _ in 0..SIZES.len() {
            size = size.larger();
        }
        assert_eq!((size, size.larger()), (TextSize(200), TextSize(200)));
        assert_eq!(TextSize::default().larger().smaller(), TextSize::default());
        for _ in 0..SIZES.len() {
            size = size.smaller();
        }
        assert_eq!((size, size.smaller()), (TextSize(70), TextSize(70)));
    }
}
