//! The palette of a film: 255 colours for all its frames, found by median cut (Heckbert 1982) over their histogram and improved by
//! a few rounds of k-means; in between, an ordered dither keeps slow shades from breaking into bands. The same dither in every
//! frame: what stands still does not flicker.

use super::spool::Frame;

/// Colours of a palette; one more index means "as before".
pub(super) const COLOURS: usize = 255;

/// Bits of each channel that the histogram tells apart.
const BITS: u32 = 5;
const SIDE: usize = 1 << BITS;
/// Rounds of k-means.
const ROUNDS: usize = 4;
/// Reach of the dither, in steps of a channel.
const DITHER: i32 = 14;

/// Number of occurrences of each colour.
pub(super) struct Histogram(Vec<u64>);

impl Default for Histogram {
    fn default() -> Self {
        Self(vec![0; SIDE * SIDE * SIDE])
    }
}

impl Histogram {
    /// Counts the pixels of a frame, each fourth of them.
    pub fn count(&mut self, frame: &Frame) {
        for pixel in frame.rgb.chunks_exact(3).step_by(4) {
            self.0[bin([pixel[0], pixel[1], pixel[2]])] += 1;
        }
    }
}

fn bin([r, g, b]: [u8; 3]) -> usize {
    let part = |value: u8| usize::from(value >> (8 - BITS));
    (part(r) * SIDE + part(g)) * SIDE + part(b)
}

/// The colour in the middle of a bin.
fn colour(bin: usize) -> [f32; 3] {
    let step = (256 / SIDE) as f32;
    [bin / (SIDE * SIDE), bin / SIDE % SIDE, bin % SIDE].map(|part| (part as f32 + 0.5) * step)
}

/// The colours of a film, and the nearest of them to every bin.
pub(super) struct Palette {
    pub colours: Vec<[u8; 3]>,
    nearest: Vec<u8>,
}

impl Palette {
    /// The palette for a histogram.
    pub fn new(histogram: &Histogram) -> Self {
        // A rare colour, such as that of a tracer, counts more than its pixels: by the square root.
        let weigh = |(bin, count): (usize, &u64)| (*count > 0).then(|| (colour(bin), (*count as f32).sqrt()));
        let seen: Vec<([f32; 3], f32)> = histogram.0.iter().enumerate().filter_map(weigh).collect();
        let mut colours = median_cut(&seen);
        for _ in 0..ROUNDS {
            improve(&mut colours, &seen);
        }
        let nearest = (0..SIDE * SIDE * SIDE).map(|bin| nearest_of(&colours, colour(bin)) as u8).collect();
        let colours =
            colours.into_iter().map(|one| one.map(|value| value.round().clamp(0.0, 255.0) as u8)).collect();
        Self { colours, nearest }
    }

    /// The indices of a frame's pixels.
    pub fn indices(&self, frame: &Frame) -> Vec<u8> {
        let width = frame.width as usize;
        let index = |(at, pixel): (usize, &[u8])| {
            let nudge = DITHER * (2 * i32::from(BAYER[at / width % 4][at % width % 4]) - 15) / 30;
            let shade = |value: u8| (i32::from(value) + nudge).clamp(0, 255) as u8;
            self.nearest[bin([shade(pixel[0]), shade(pixel[1]), shade(pixel[2])])]
        };
        frame.rgb.chunks_exact(3).enumerate().map(index).collect()
    }
}

/// Bayer's matrix.
const BAYER: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// Cuts the box of colours with the greatest spread in two, again and again.
fn median_cut(seen: &[([f32; 3], f32)]) -> Vec<[f32; 3]> {
    let mut boxes = vec![seen.to_vec()];
    while boxes.len() < COLOURS {
        let spreads = boxes.iter().map(|one| spread(one));
        let widest = spreads.enumerate().max_by(|(_, a), (_, b)| a.1.total_cmp(&b.1));
        let Some((index, (channel, weight))) = widest else { break };
        if weight <= 0.0 || boxes[index].len() < 2 {
            break;
        }
        let mut cut = boxes.swap_remove(index);
        cut.sort_by(|a, b| a.0[channel].total_cmp(&b.0[channel]));
        let half: f32 = cut.iter().map(|(_, weight)| weight).sum::<f32>() / 2.0;
        let mut sum = 0.0;
        let middle = cut.iter().position(|(_, weight)| {
            sum += weight;
            sum >= half
        });
        let middle = middle.unwrap_or(0).clamp(1, cut.len() - 1);
        let upper = cut.split_off(middle);
        boxes.extend([cut, upper]);
    }
    boxes.iter().filter(|one| !one.is_empty()).map(|one| mean(one)).collect()
}

/// The channel in which some colours differ most, and by how much, weighed.
fn spread(seen: &[([f32; 3], f32)]) -> (usize, f32) {
    if seen.len() < 2 {
        return (0, 0.0);
    }
    let middle = mean(seen);
    let variance = |channel: usize| {
        let of = |(colour, weight): &([f32; 3], f32)| weight * (colour[channel] - middle[channel]).powi(2);
        seen.iter().map(of).sum::<f32>()
    };
    let all = [0, 1, 2].map(|channel| (channel, variance(channel)));
    all.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
}

fn mean(seen: &[([f32; 3], f32)]) -> [f32; 3] {
    let total: f32 = seen.iter().map(|(_, weight)| weight).sum();
    [0, 1, 2].map(|channel| {
        seen.iter().map(|(colour, weight)| colour[channel] * weight).sum::<f32>()
            / total.max(f32::MIN_POSITIVE)
    })
}

/// Moves each colour to the mean of those that are nearest to it.
fn improve(colours: &mut [[f32; 3]], seen: &[([f32; 3], f32)]) {
    let mut nearest = vec![Vec::new(); colours.len()];
    for one in seen {
        nearest[nearest_of(colours, one.0)].push(*one);
    }
    for (colour, nearest) in colours.iter_mut().zip(nearest) {
        if !nearest.is_empty() {
            *colour = mean(&nearest);
        }
    }
}

fn nearest_of(colours: &[[f32; 3]], to: [f32; 3]) -> usize {
    // Eyes tell greens apart best.
    let far = |one: &[f32; 3]| {
        let [r, g, b] = [0, 1, 2].map(|channel| (one[channel] - to[channel]).powi(2));
        2.0 * r + 4.0 * g + b
    };
    let near = colours.iter().enumerate().min_by(|(_, a), (_, b)| far(a).total_cmp(&far(b)));
    near.map_or(0, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slow shade has no bands: averaged over small squares it is as smooth as before, to within a few steps.
    #[test]
    fn a_slow_shade_does_not_break_into_bands() {
        let (width, height) = (256_u32, 16_u32);
        let pixel = |x: u32| [x as u8, (x / 2 + 40) as u8, 90];
        let rgb = (0..height).flat_map(|_| (0..width).flat_map(pixel)).collect();
        let frame = Frame { width, height, rgb };
        let mut histogram = Histogram::default();
        histogram.count(&frame);
        let palette = Palette::new(&histogram);
        let indices = palette.indices(&frame);
        for square in 0..width / 8 {
            let columns = square * 8..square * 8 + 8;
            let mean = |value: &dyn Fn(u32, u32) -> f32| {
                let all = (0..8).flat_map(|y| columns.clone().map(move |x| (x, y)));
                all.map(|(x, y)| value(x, y)).sum::<f32>() / 64.0
            };
            let before = mean(&|x, _| f32::from(pixel(x)[0]));
            let after =
                mean(&|x, y| f32::from(palette.colours[usize::from(indices[(y * width + x) as usize])][0]));
            assert!((before - after).abs() < 6.0, "{square}: {before} {after}");
        }
    }

    /// A few colours are kept as they are.
    #[test]
    fn few_colours_are_kept() {
        let own = [[58_u8, 122, 214], [232, 130, 38], [20, 20, 24]];
        let rgb: Vec<u8> = (0..64 * 64).flat_map(|at: usize| own[at % 3]).collect();
        let frame = Frame { width: 64, height: 64, rgb };
        let mut histogram = Histogram::default();
        histogram.count(&frame);
        let palette = Palette::new(&histogram);
        for one in own {
            let near = |known: &&[u8; 3]| known.iter().zip(one).all(|(a, b)| a.abs_diff(b) <= 4);
            assert!(palette.colours.iter().any(|known| near(&known)), "{one:?}: {:?}", palette.colours);
        }
    }
}
