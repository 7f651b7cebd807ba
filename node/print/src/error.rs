//! Why something is not printed.

use std::path::PathBuf;

/// See the module.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum PrintError {
    /// No font of the usual places is there.
    #[error("there is no font with Chinese characters")]
    NoFont,
    /// The configured file is no font that can be embedded.
    #[error("{file} is no font that can be printed with: {reason}")]
    Font { file: PathBuf, reason: String },
    /// A symbology can't hold the text.
    #[error("{text} can't be written as this code")]
    Code { text: String },
    /// A code is longer than its label is wide.
    #[error("{text} is too long for a label of this size")]
    TooLong { text: String },
    /// The font lacks letters of a text, or they run from right to left, which is not printed.
    #[error("the font lacks {letters} of {text}")]
    Letters { text: String, letters: String },
    /// A sheet of labels that does not fit on its paper, or has none.
    #[error("the labels do not fit on the paper")]
    Layout,
}
