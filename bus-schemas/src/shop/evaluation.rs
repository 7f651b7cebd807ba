//! What members say of what they have bought.

use serde::{Deserialize, Serialize};

use super::order::ShopLine;

/// Most stars.
pub const STARS: u8 = 5;
/// Longest text, in characters.
pub const CONTENT_MAX: usize = 500;
/// Most pictures.
pub const IMAGES_MAX: usize = 9;

/// What a member says of a line of their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineEvaluation {
    pub line: u32,
    /// 1 to 5.
    pub star: u8,
    #[serde(default)]
    pub content: String,
    /// Addresses of their own uploads.
    #[serde(default)]
    pub images: Vec<String>,
    /// Their name is hidden in the middle.
    #[serde(default)]
    pub anonymous: bool,
    /// The batches of the pieces, for staff only.
    #[serde(default)]
    pub batch: String,
}

/// The settings of the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EvaluationTerms {
    /// It is shown only when staff has looked at it.
    pub review: bool,
    /// Evaluations with at most this many stars notify staff with a sound.
    pub low_star: i64,
}

/// An evaluation as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluationRow {
    pub said: LineEvaluation,
    pub goods_id: i64,
    pub sku_id: i64,
    pub name: String,
    pub sku_text: String,
    pub shown: bool,
}

impl EvaluationRow {
    /// Of a line.
    #[must_use]
    pub fn of(line: &ShopLine, said: &LineEvaluation, terms: EvaluationTerms) -> Self {
        Self {
            said: LineEvaluation { content: said.content.trim().to_owned(), ..said.clone() },
            goods_id: line.goods_id,
            sku_id: line.sku_id,
            name: line.name.clone(),
            sku_text: line.sku_text.clone(),
            shown: !terms.review,
        }
    }
}
