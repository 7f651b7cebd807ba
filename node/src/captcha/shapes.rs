//! The icons of a captcha, as shapes over the square from -1 to 1, y downwards. Ours, so that no font
//! and no picture need to be carried along.

/// A part of an icon.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// Centre and radius.
    Disc(f32, f32, f32),
    /// Centre, radius of the middle line, half its width.
    Ring(f32, f32, f32, f32),
    /// Left, top, right, bottom.
    Box(f32, f32, f32, f32),
    Poly(&'static [(f32, f32)]),
}

/// Whether a part is laid on or cut out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartMode {
    On,
    Out,
}

/// An icon: the key of its name, and its parts from below.
pub struct Icon {
    pub name: &'static str,
    pub parts: &'static [(PartMode, Part)],
}

use Part::{Box as Rect, Disc, Poly, Ring};
use PartMode::{On, Out};

/// Whether a point is within a polygon.
#[must_use]
pub fn within(points: &[(f32, f32)], x: f32, y: f32) -> bool {
    let mut within = false;
    let mut previous = points.last().copied().unwrap_or_default();
    for &(px, py) in points {
        let (qx, qy) = previous;
        if (py > y) != (qy > y) && x < (qx - px) * (y - py) / (qy - py) + px {
            within = !within;
        }
        previous = (px, py);
    }
    within
}

impl Part {
    fn covers(self, x: f32, y: f32) -> bool {
        match self {
            Disc(cx, cy, r) => (x - cx).hypot(y - cy) <= r,
            Ring(cx, cy, r, half) => ((x - cx).hypot(y - cy) - r).abs() <= half,
            Rect(left, top, right, bottom) => x >= left && x <= right && y >= top && y <= bottom,
            Poly(points) => within(points, x, y),
        }
    }
}

impl Icon {
    /// Whether the icon covers a point.
    #[must_use]
    pub fn covers(&self, x: f32, y: f32) -> bool {
        self.parts.iter().fold(false, |covered, (how, part)| if part.covers(x, y) { *how == On } else { covered })
    }
}

const STAR: &[(f32, f32)] = &[
    (0.0, -1.0),
    (0.24, -0.32),
    (0.95, -0.31),
    (0.38, 0.12),
    (0.59, 0.81),
    (0.0, 0.4),
    (-0.59, 0.81),
    (-0.38, 0.12),
    (-0.95, -0.31),
    (-0.24, -0.32),
];

/// Every icon.
pub const ICONS: &[Icon] = &[
    Icon { name: "star", parts: &[(On, Poly(STAR))] },
    Icon {
        name: "heart",
        parts: &[(On, Disc(-0.45, -0.3, 0.48)), (On, Disc(0.45, -0.3, 0.48)), (On, Poly(&[(-0.9, -0.12), (0.9, -0.12), (0.0, 0.95)]))],
    },
    Icon { name: "moon", parts: &[(On, Disc(0.0, 0.0, 0.92)), (Out, Disc(0.42, -0.2, 0.76))] },
    Icon {
        name: "sun",
        parts: &[
            (On, Disc(0.0, 0.0, 0.5)),
            (On, Rect(-0.09, -1.0, 0.09, -0.65)),
            (On, Rect(-0.09, 0.65, 0.09, 1.0)),
            (On, Rect(-1.0, -0.09, -0.65, 0.09)),
            (On, Rect(0.65, -0.09, 1.0, 0.09)),
            (On, Poly(&[(0.42, 0.54), (0.54, 0.42), (0.78, 0.66), (0.66, 0.78)])),
            (On, Poly(&[(-0.42, 0.54), (-0.54, 0.42), (-0.78, 0.66), (-0.66, 0.78)])),
            (On, Poly(&[(0.42, -0.54), (0.54, -0.42), (0.78, -0.66), (0.66, -0.78)])),
            (On, Poly(&[(-0.42, -0.54), (-0.54, -0.42), (-0.78, -0.66), (-0.66, -0.78)])),
        ],
    },
    Icon {
        name: "house",
        parts: &[(On, Poly(&[(-1.0, 0.0), (0.0, -0.95), (1.0, 0.0)])), (On, Rect(-0.7, 0.0, 0.7, 0.9)), (Out, Rect(-0.2, 0.3, 0.2, 0.9))],
    },
    Icon {
        name: "tree",
        parts: &[
            (On, Poly(&[(0.0, -1.0), (0.55, -0.3), (-0.55, -0.3)])),
            (On, Poly(&[(0.0, -0.65), (0.75, 0.5), (-0.75, 0.5)])),
            (On, Rect(-0.13, 0.5, 0.13, 1.0)),
        ],
    },
    Icon {
        name: "key",
        parts: &[
            (On, Ring(-0.55, 0.0, 0.32, 0.13)),
            (On, Rect(-0.2, -0.1, 1.0, 0.1)),
            (On, Rect(0.5, 0.1, 0.65, 0.4)),
            (On, Rect(0.82, 0.1, 0.97, 0.45)),
        ],
    },
    Icon {
        name: "lock",
        parts: &[
            (On, Ring(0.0, -0.3, 0.45, 0.13)),
            (On, Rect(-0.7, -0.2, 0.7, 0.9)),
            (Out, Disc(0.0, 0.25, 0.16)),
            (Out, Rect(-0.06, 0.3, 0.06, 0.6)),
        ],
    },
    Icon {
        name: "bell",
        parts: &[
            (On, Disc(0.0, -0.3, 0.52)),
            (On, Poly(&[(-0.52, -0.3), (0.52, -0.3), (0.62, 0.25), (0.9, 0.6), (-0.9, 0.6), (-0.62, 0.25)])),
            (On, Disc(0.0, 0.75, 0.2)),
            (On, Rect(-0.08, -1.0, 0.08, -0.7)),
        ],
    },
    Icon {
        name: "envelope",
        parts: &[
            (On, Rect(-1.0, -0.68, 1.0, 0.68)),
            (Out, Poly(&[(-0.9, -0.68), (-0.7, -0.68), (0.0, 0.02), (0.7, -0.68), (0.9, -0.68), (0.0, 0.24)])),
        ],
    },
    Icon { name: "flag", parts: &[(On, Rect(-0.8, -1.0, -0.62, 1.0)), (On, Poly(&[(-0.62, -0.95), (0.9, -0.45), (-0.62, 0.05)]))] },
    Icon {
        name: "lightning",
        parts: &[(On, Poly(&[(0.15, -1.0), (-0.62, 0.15), (-0.06, 0.15), (-0.25, 1.0), (0.62, -0.28), (0.06, -0.28), (0.42, -1.0)]))],
    },
    Icon { name: "drop", parts: &[(On, Disc(0.0, 0.35, 0.6)), (On, Poly(&[(-0.55, 0.12), (0.0, -1.0), (0.55, 0.12)]))] },
    Icon {
        name: "cloud",
        parts: &[(On, Disc(-0.5, 0.2, 0.42)), (On, Disc(0.05, -0.15, 0.55)), (On, Disc(0.58, 0.22, 0.4)), (On, Rect(-0.5, 0.2, 0.58, 0.62))],
    },
    Icon {
        name: "umbrella",
        parts: &[
            (On, Disc(0.0, 0.0, 0.95)),
            (Out, Rect(-1.0, 0.0, 1.0, 1.0)),
            (On, Rect(-0.07, -0.1, 0.07, 0.8)),
            (On, Ring(0.2, 0.75, 0.2, 0.07)),
            (Out, Rect(0.08, 0.5, 0.5, 0.74)),
        ],
    },
    Icon {
        name: "anchor",
        parts: &[
            (On, Ring(0.0, 0.1, 0.7, 0.11)),
            (Out, Rect(-1.0, -1.0, 1.0, 0.28)),
            (On, Rect(-0.1, -0.6, 0.1, 0.85)),
            (On, Ring(0.0, -0.75, 0.18, 0.08)),
            (On, Rect(-0.42, -0.4, 0.42, -0.22)),
        ],
    },
    Icon {
        name: "cup",
        parts: &[
            (On, Ring(0.45, 0.0, 0.32, 0.1)),
            (On, Rect(-0.75, -0.55, 0.45, 0.5)),
            (On, Disc(-0.15, 0.35, 0.5)),
            (On, Rect(-0.95, 0.85, 0.75, 1.0)),
        ],
    },
    Icon {
        name: "car",
        parts: &[
            (On, Rect(-1.0, -0.1, 1.0, 0.42)),
            (On, Poly(&[(-0.65, -0.1), (-0.4, -0.62), (0.35, -0.62), (0.65, -0.1)])),
            (Out, Poly(&[(-0.4, -0.12), (-0.27, -0.46), (-0.06, -0.46), (-0.06, -0.12)])),
            (Out, Disc(-0.5, 0.45, 0.3)),
            (Out, Disc(0.5, 0.45, 0.3)),
            (On, Disc(-0.5, 0.45, 0.22)),
            (On, Disc(0.5, 0.45, 0.22)),
        ],
    },
    Icon {
        name: "fish",
        parts: &[
            (On, Poly(&[(-0.6, 0.0), (-0.2, -0.42), (0.3, -0.5), (0.75, -0.25), (0.95, 0.0), (0.75, 0.25), (0.3, 0.5), (-0.2, 0.42)])),
            (On, Poly(&[(-0.5, 0.0), (-1.0, -0.5), (-0.85, 0.0), (-1.0, 0.5)])),
            (Out, Disc(0.55, -0.12, 0.1)),
        ],
    },
    Icon {
        name: "hourglass",
        parts: &[
            (On, Rect(-0.75, -1.0, 0.75, -0.82)),
            (On, Rect(-0.75, 0.82, 0.75, 1.0)),
            (On, Poly(&[(-0.6, -0.82), (0.6, -0.82), (0.0, 0.06)])),
            (On, Poly(&[(-0.6, 0.82), (0.6, 0.82), (0.0, -0.06)])),
        ],
    },
    Icon { name: "arrow", parts: &[(On, Poly(&[(-1.0, -0.22), (0.2, -0.22), (0.2, -0.7), (1.0, 0.0), (0.2, 0.7), (0.2, 0.22), (-1.0, 0.22)]))] },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_are_distinct_and_neither_empty_nor_full() {
        let cells = |icon: &Icon| {
            let grid = (0..40).flat_map(|row| (0..40).map(move |column| (row, column)));
            grid.map(|(row, column)| icon.covers(column as f32 / 20.0 - 0.975, row as f32 / 20.0 - 0.975)).collect::<Vec<_>>()
        };
        for (at, icon) in ICONS.iter().enumerate() {
            let own = cells(icon);
            let covered = own.iter().filter(|cell| **cell).count();
            assert!((160..1_300).contains(&covered), "{}: {covered}", icon.name);
            for other in &ICONS[at + 1..] {
                assert_ne!(icon.name, other.name);
                let differing = cells(other).iter().zip(&own).filter(|(a, b)| a != b).count();
                assert!(differing > 150, "{} and {}: {differing}", icon.name, other.name);
            }
        }
    }
}
