//! Places and lengths on paper.

/// Points of a millimetre.
pub(crate) const MM: f32 = 72.0 / 25.4;

/// A place on a page, in points from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub x: f32,
    pub y: f32,
}

/// A place on a page.
pub(crate) const fn at(x: f32, y: f32) -> Spot {
    Spot { x, y }
}
