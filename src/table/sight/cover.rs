//! How much of a body lies in any shadow: the area of a union of strips.

use super::shadow::{NARROW, Shadows, Strip};
use super::{LEAST_OPEN, Shade};

/// A straight line between two upright ones: its heights at either.
pub(super) type Line = [f64; 2];

impl Shadows {
    /// The share of the body in any shadow, 0 to 1; exact but for rounding.
    pub(super) fn covered(&mut self) -> f64 {
        if self.strips.is_empty() || self.all_hidden {
            return if self.all_hidden { 1.0 } else { 0.0 };
        }
        self.strips.sort_unstable_by(|a, b| a.from.total_cmp(&b.from));
        self.covered_by(|_| true)
    }

    /// What each piece hides of the body by itself, in the order of pieces. All shadows must have been cast.
    pub(super) fn shades(&mut self) -> Vec<Shade> {
        let mut shades: Vec<Shade> = Vec::new();
        for nth in 0..self.strips.len() {
            let piece = self.strips[nth].piece;
            if shades.iter().all(|shade| shade.piece != piece) {
                shades.push(Shade { piece, share: self.covered_by(|strip| strip.piece == piece) });
            }
        }
        shades.retain(|shade| shade.share > LEAST_OPEN);
        shades.sort_by_key(|shade| shade.piece);
        shades
    }

    /// The share of the body in some of the shadows.
    fn covered_by(&mut self, counts: impl Fn(&Strip) -> bool) -> f64 {
        let Self { look, strips, sweep, .. } = self;
        let strips = || strips.iter().filter(|strip| counts(strip));
        if strips().any(|strip| strip.hides_all(look)) {
            return 1.0;
        }
        sweep.body = [look.low, look.high];
        let whole = 2.0 * look.half * (look.high - look.low);
        // Mostly none overlap.
        let [mut area, mut up_to] = [0.0, f64::NEG_INFINITY];
        let are_apart = strips().all(|strip| {
            let is_apart = strip.from >= up_to - NARROW;
            up_to = strip.to;
            area += sweep.mean_of([strip.low, strip.high]) * (strip.to - strip.from);
            is_apart
        });
        if are_apart {
            return (area / whole).clamp(0.0, 1.0);
        }
        let mut cuts = std::mem::take(&mut sweep.uprights);
        cuts.clear();
        cuts.extend(strips().flat_map(|strip| [strip.from, strip.to]));
        cuts.sort_unstable_by(f64::total_cmp);
        area = 0.0;
        for cut in cuts.windows(2).filter(|cut| cut[1] - cut[0] > NARROW) {
            sweep.across.clear();
            let across = strips().filter(|strip| strip.from < cut[1] && strip.to > cut[0]);
            sweep.across.extend(across.map(|strip| strip.between(cut[0], cut[1])));
            area += sweep.mean_covered() * (cut[1] - cut[0]);
        }
        sweep.uprights = cuts;
        (area / whole).clamp(0.0, 1.0)
    }
}

impl Strip {
    /// Its lower and upper edge between two upright lines within it.
    pub(super) fn between(&self, from: f64, to: f64) -> [Line; 2] {
        let width = self.to - self.from;
        let shares = [(from - self.from) / width, (to - self.from) / width];
        [self.low, self.high].map(|line| shares.map(|share| line[0] + share * (line[1] - line[0])))
    }
}

/// What lies between two upright lines; its lists are kept from one to the next.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    /// The body's lowest and highest.
    body: [f64; 2],
    /// Where strips begin and end.
    uprights: Vec<f64>,
    /// Lower and upper edges of strips.
    across: Vec<[Line; 2]>,
    lines: Vec<Line>,
    cuts: Vec<f64>,
    spans: Vec<[f64; 2]>,
}

impl Sweep {
    /// The mean height of the body that is covered.
    ///
    /// Between two crossings of lines the covered height changes evenly: its mean is that half-way.
    fn mean_covered(&mut self) -> f64 {
        let [foot, head] = self.body;
        let whole = |[low, high]: &[Line; 2]| low[0].max(low[1]) <= foot && high[0].min(high[1]) >= head;
        match self.across[..] {
            [] => return 0.0,
            [one] => return self.mean_of(one),
            _ if self.across.iter().any(whole) => return head - foot,
            _ => {}
        }
        self.lines.clear();
        self.lines.extend(self.across.iter().flatten());
        self.lines.extend(self.body.map(|height| [height; 2]));
        self.cuts.clear();
        self.cuts.extend([0.0, 1.0]);
        for (nth, a) in self.lines.iter().enumerate() {
            self.cuts.extend(self.lines[..nth].iter().filter_map(|b| crossing(*a, *b)));
        }
        self.cuts.sort_unstable_by(f64::total_cmp);
        let mut mean = 0.0;
        for nth in 1..self.cuts.len() {
            let [from, to] = [self.cuts[nth - 1], self.cuts[nth]];
            if from < to {
                mean += self.covered_at((from + to) / 2.0) * (to - from);
            }
        }
        mean
    }

    /// The mean height of the body that one strip covers.
    fn mean_of(&self, [low, high]: [Line; 2]) -> f64 {
        let [foot, head] = self.body;
        // How far a line is over a level one in the mean, where it is.
        let over = |[a, b]: Line, level: f64| {
            let [a, b] = [a - level, b - level];
            let [least, most] = [a.min(b), a.max(b)];
            if least >= 0.0 {
                (least + most) / 2.0
            } else if most <= 0.0 {
                0.0
            } else {
                most * most / (2.0 * (most - least))
            }
        };
        let up_to = |line: Line| over(line, foot) - over(line, head);
        up_to(high) - up_to(low)
    }

    /// The height of the body that is covered at a share of the way between the upright lines.
    fn covered_at(&mut self, share: f64) -> f64 {
        let [low, high] = self.body;
        let at = |line: Line| (line[0] + share * (line[1] - line[0])).clamp(low, high);
        self.spans.clear();
        self.spans.extend(self.across.iter().map(|lines| lines.map(at)));
        self.spans.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let [mut height, mut up_to] = [0.0, low];
        for &[from, to] in &self.spans {
            height += (to - from.max(up_to)).max(0.0);
            up_to = up_to.max(to);
        }
        height
    }
}

/// Where two lines cross, as a share of the way between the upright ones.
pub(super) fn crossing(a: Line, b: Line) -> Option<f64> {
    let [first, last] = [a[0] - b[0], a[1] - b[1]];
    (first * last < 0.0).then(|| first / (first - last))
}
