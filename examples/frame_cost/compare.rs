//! Frames of the window beside frames of the empty scene.

use std::time::Duration;

use warstrike::ui::output::offscreen::census;

use super::empty_scene::fill_up;
use super::timed::Timed;
use super::workers::Workers;

/// Frames of which the median counts.
const FRAMES: usize = 300;

/// Frames of both in turn; prints the medians, stage by stage, and gives that of the window, microseconds.
pub fn compare(
    doing: &str,
    window: &mut Timed,
    empty: &mut Timed,
    mut act: impl FnMut(&mut Timed, usize),
) -> f64 {
    let (mut ours, mut bare) = (Stages::default(), Stages::default());
    // Rings, ghosts and shades come and go with what is done.
    fill_up(empty.apps.main.world_mut(), census(window.apps.main.world_mut()).entities);
    empty.run(2);
    let workers = Workers::now();
    for count in 0..FRAMES {
        act(window, count);
        ours.add(window.frame());
        bare.add(empty.frame());
    }
    let workers = workers.since(FRAMES);
    let (cost, floor) = (ours.whole(), bare.whole());
    // Of neighbours in time: a machine that others use is not as quick at every moment.
    let pairs: Vec<f64> = ours.frames.iter().zip(&bare.frames).map(|(cost, floor)| cost / floor).collect();
    let ratio = median(&pairs);
    let mean = mean(&ours.frames) / mean(&bare.frames);
    println!("{doing}: {cost:.0} µs, empty scene {floor:.0} µs, ratio {ratio:.2}, of the means {mean:.2}");
    for (stage, cost) in ours.parts() {
        let floor = bare.parts().iter().find(|(other, _)| *other == stage).map_or(0.0, |(_, floor)| *floor);
        if cost > 20.0 || floor > 20.0 {
            println!("    {stage}: {cost:.0} µs, {floor:.0} µs");
        }
    }
    for (thread, cost) in workers {
        println!("    thread {thread}: {cost:.0} µs");
    }
    cost
}

/// How long frames took, and each of their stages.
#[derive(Default)]
pub struct Stages {
    pub frames: Vec<f64>,
    stages: Vec<(String, Vec<f64>)>,
}

impl Stages {
    pub fn add(&mut self, frame: Vec<(String, Duration)>) {
        let micros = |took: Duration| took.as_secs_f64() * 1e6;
        self.frames.push(frame.iter().map(|(_, took)| micros(*took)).sum());
        for (stage, took) in frame {
            match self.stages.iter_mut().find(|(known, _)| *known == stage) {
                Some((_, all)) => all.push(micros(took)),
                None => self.stages.push((stage, vec![micros(took)])),
            }
        }
    }

    pub fn whole(&self) -> f64 {
        median(&self.frames)
    }

    pub fn parts(&self) -> Vec<(String, f64)> {
        self.stages.iter().map(|(stage, all)| (stage.clone(), median(all))).collect()
    }
}

pub fn median(all: &[f64]) -> f64 {
    let mut sorted = all.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

pub fn mean(all: &[f64]) -> f64 {
    all.iter().sum::<f64>() / all.len().max(1) as f64
}
