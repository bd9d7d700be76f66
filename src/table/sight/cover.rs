//! How much of a body lies in any shadow: the area of a union of strips.

use super::shadow::{NARROW, Shadows, Strip};
use super::{LEAST_OPEN, Shade};
use crate::table::plane::{fast_max, fast_min};

/// A straight line between two upright ones: its heights at either.
pub(super) type Line = [f64; 2];

impl Shadows {
    /// The share of the body in any shadow, 0 to 1; exact but for rounding.
    pub(super) fn covered(&mut self) -> f64 {
        if self.strips.is_empty() || self.all_hidden {
            return if self.all_hidden { 1.0 } else { 0.0 };
        }
        self.sort();
        self.covered_by(|_| true)
    }

    /// What each piece that is asked for hides of the body by itself, in the order of pieces. All shadows must
    /// have been cast.
    pub(super) fn shades(&mut self, asked: impl Fn(usize) -> bool) -> Vec<Shade> {
        self.sort();
        let mut shades: Vec<Shade> = Vec::new();
        for nth in 0..self.strips.len() {
            let piece = self.strips[nth].piece;
            if shades.iter().all(|shade| shade.piece != piece) && asked(piece) {
                shades.push(Shade { piece, share: self.covered_by(|strip| strip.piece == piece) });
            }
        }
        shades.retain(|shade| shade.share > LEAST_OPEN);
        shades.sort_by_key(|shade| shade.piece);
        shades
    }

    /// Puts the strips into the order in which they begin.
    fn sort(&mut self) {
        if self.strips.windows(2).any(|pair| pair[0].from > pair[1].from) {
            self.strips.sort_unstable_by(|a, b| a.from.total_cmp(&b.from));
        }
    }

    /// Notes where some of the body is in none of the shadows, whose share was found last.
    pub(super) fn note_open(&mut self) {
        let Self { look, sweep, open, .. } = self;
        sweep.note_open([-look.half, look.half], open);
    }

    /// The share of the body in some of the shadows, which lie in order.
    fn covered_by(&mut self, counts: impl Fn(&Strip) -> bool) -> f64 {
        let Self { look, strips, sweep, .. } = self;
        sweep.body = [look.low, look.high];
        sweep.draw_curtains(strips.iter().filter(|strip| counts(strip)));
        sweep.keep_open(strips.iter().filter(|strip| counts(strip)));
        let curtains: f64 = sweep.curtains.iter().map(|[from, to]| to - from).sum();
        let area = curtains * (look.high - look.low) + sweep.covered();
        (area / (2.0 * look.half * (look.high - look.low))).clamp(0.0, 1.0)
    }
}

impl Strip {
    /// What of it lies between two upright lines, if anything.
    pub(super) fn part(&self, from: f64, to: f64) -> Option<Self> {
        if from <= self.from && to >= self.to {
            return Some(*self);
        }
        (to - from > NARROW).then(|| {
            let [low, high] = self.between(from, to);
            Self { from, to, low, high, ..*self }
        })
    }

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
    /// From where to where strips hide all of the body's height.
    curtains: Vec<[f64; 2]>,
    /// Strips that do not, where none does.
    open: Vec<Strip>,
    /// Where these begin and end.
    uprights: Vec<f64>,
    /// Of the open strips, how many have begun, and those of them that have not yet ended.
    begun: usize,
    running: Vec<Strip>,
    /// Lower and upper edges of strips.
    across: Vec<[Line; 2]>,
    lines: Vec<Line>,
    cuts: Vec<f64>,
    spans: Vec<[f64; 2]>,
}

impl Sweep {
    fn is_whole(&self, [low, high]: [Line; 2]) -> bool {
        let [foot, head] = self.body;
        low[0] <= foot && low[1] <= foot && high[0] >= head && high[1] >= head
    }

    /// Notes where strips, in order, hide all of the body's height.
    fn draw_curtains<'a>(&mut self, strips: impl Iterator<Item = &'a Strip>) {
        self.curtains.clear();
        for strip in strips {
            if self.is_whole([strip.low, strip.high]) {
                match self.curtains.last_mut() {
                    Some([_, up_to]) if strip.from <= *up_to => *up_to = fast_max(*up_to, strip.to),
                    _ => self.curtains.push([strip.from, strip.to]),
                }
            }
        }
    }

    /// Keeps of the other strips what is not behind curtains.
    fn keep_open<'a>(&mut self, strips: impl Iterator<Item = &'a Strip>) {
        self.open.clear();
        for strip in strips {
            if self.is_whole([strip.low, strip.high]) {
                continue;
            }
            let mut from = strip.from;
            for &[shut, up_to] in &self.curtains {
                if shut - from > NARROW {
                    self.open.extend(strip.part(from, fast_min(shut, strip.to)));
                }
                from = fast_max(from, up_to);
            }
            if strip.to - from > NARROW {
                self.open.extend(strip.part(from, strip.to));
            }
        }
    }

    /// The area that open strips cover, square inches.
    fn covered(&mut self) -> f64 {
        // Mostly none overlap.
        if self.open.windows(2).all(|pair| pair[1].from >= pair[0].to - NARROW) {
            let area = |strip: &Strip| self.mean_of([strip.low, strip.high]) * (strip.to - strip.from);
            return self.open.iter().map(area).sum();
        }
        let mut cuts = std::mem::take(&mut self.uprights);
        cuts.clear();
        for strip in &self.open {
            cuts.push(strip.from);
            cuts.push(strip.to);
        }
        cuts.sort_unstable_by(f64::total_cmp);
        self.begin();
        let mut area = 0.0;
        for cut in cuts.windows(2).filter(|cut| cut[1] - cut[0] > NARROW) {
            self.cross(cut[0], cut[1]);
            area += self.mean_covered() * (cut[1] - cut[0]);
        }
        self.uprights = cuts;
        area
    }

    /// Finds from where to where between the body's sides something of it is not covered.
    fn note_open(&mut self, sides: [f64; 2], found: &mut Vec<[f64; 2]>) {
        found.clear();
        let mut cuts = std::mem::take(&mut self.uprights);
        cuts.clear();
        cuts.extend(sides);
        cuts.extend(self.curtains.iter().flatten());
        cuts.extend(self.open.iter().flat_map(|strip| [strip.from, strip.to]));
        cuts.sort_unstable_by(f64::total_cmp);
        self.begin();
        let [foot, head] = self.body;
        for cut in cuts.windows(2).filter(|cut| cut[1] - cut[0] > NARROW) {
            let [from, to] = [cut[0], cut[1]];
            if self.curtains.iter().all(|shut| shut[1] <= from || shut[0] >= to) {
                self.cross(from, to);
                if head - foot - self.mean_covered() > NARROW {
                    found.push([from, to]);
                }
            }
        }
        self.uprights = cuts;
    }

    /// Begins to go through the open strips from right to left.
    fn begin(&mut self) {
        if self.open.windows(2).any(|pair| pair[0].from > pair[1].from) {
            self.open.sort_unstable_by(|a, b| a.from.total_cmp(&b.from));
        }
        self.begun = 0;
        self.running.clear();
    }

    /// Keeps the edges of all strips that reach from one upright line to another; each time farther left.
    fn cross(&mut self, from: f64, to: f64) {
        while self.begun < self.open.len() && self.open[self.begun].from < to {
            self.running.push(self.open[self.begun]);
            self.begun += 1;
        }
        self.running.retain(|strip| strip.to > from);
        self.across.clear();
        self.across.extend(self.running.iter().map(|strip| strip.between(from, to)));
    }

    /// The mean height of the body that is covered.
    ///
    /// Between two crossings of lines the covered height changes evenly: its mean is that half-way.
    fn mean_covered(&mut self) -> f64 {
        match self.across[..] {
            [] => return 0.0,
            [one] => return self.mean_of(one),
            _ => {}
        }
        if let Some(highest) = self.highest() {
            return self.mean_of(highest);
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

    /// The strip that covers all that the others cover, where they reach from the body's foot up and one is
    /// the highest from side to side.
    fn highest(&self) -> Option<[Line; 2]> {
        let over = |a: &[Line; 2], b: &[Line; 2]| a[1][0] >= b[1][0] && a[1][1] >= b[1][1];
        let first = *self.across.first()?;
        let highest = self.across.iter().fold(first, |a, b| if over(b, &a) { *b } else { a });
        let is_below =
            |strip: &[Line; 2]| strip[0].iter().all(|low| *low <= self.body[0]) && over(&highest, strip);
        self.across.iter().all(is_below).then_some(highest)
    }

    /// The mean height of the body that one strip covers.
    fn mean_of(&self, [low, high]: [Line; 2]) -> f64 {
        let [foot, head] = self.body;
        // How far a line is over a level one in the mean, where it is.
        let over = |[a, b]: Line, level: f64| {
            let [a, b] = [a - level, b - level];
            if a >= 0.0 && b >= 0.0 {
                (a + b) / 2.0
            } else if a <= 0.0 && b <= 0.0 {
                0.0
            } else {
                let most = fast_max(a, b);
                most * most / (2.0 * (a - b).abs())
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
