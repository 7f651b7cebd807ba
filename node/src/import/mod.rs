//! Replays real orders from a file, through the same actors as the web app.
//!
//! [`lines`] reads the file and sorts its lines (pure), [`replay`] carries them through. A second
//! run changes nothing: every step has a command id that follows from its invoice. Start at [`replay::orders`].

pub mod error;
pub mod lines;
pub mod replay;
pub mod summary;
