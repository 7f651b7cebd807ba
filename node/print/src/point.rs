//! Points and lengths on paper.

/// Points of a millimetre.
pub(crate) const MM: f32 = 72.0 / 25.4;

/// A point of a page, in points from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub x: f32,
    pub y: f32,
}

/// The point at these lengths.
pub(crate) const fn at(x: f32, y: f32) -> Point {
    Point { x, y }
}
