//! What each line of a shop order bears of its sums. Fixed when the order is placed, never computed again.

use serde::{Deserialize, Serialize};

use super::Cents;

/// What a line bears. Sums over the lines are the sums of the order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineShares {
    /// price x quantity
    pub goods_amount: Cents,
    /// Its part of the coupon's deduction from goods.
    pub coupon_share: Cents,
    /// Its part of what score pays.
    pub score_share: Cents,
    /// Its part of the freight that is paid (freight less what a coupon takes off).
    pub freight_share: Cents,
    /// goods_amount - coupon_share - score_share
    pub pay_share: Cents,
    /// Its part of the score that is used.
    #[serde(default)]
    pub score_used: i64,
}

/// The sums of an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderSums {
    pub goods_amount: Cents,
    pub coupon_amount: Cents,
    pub score_used: i64,
    pub score_amount: Cents,
    pub freight: Cents,
    /// What a freight coupon takes off the freight.
    pub freight_off: Cents,
    /// goods_amount - coupon_amount - score_amount + freight - freight_off
    pub pay_amount: Cents,
}

/// How a freight template measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FreightMethod {
    /// Pieces.
    Piece,
    /// Grams; kilograms in the template.
    Weight,
    /// Cubic centimetres; cubic metres in the template.
    Volume,
}

impl FreightMethod {
    /// The code on the wire.
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::Piece => 1,
            Self::Weight => 2,
            Self::Volume => 3,
        }
    }

    /// The method with that code.
    #[must_use]
    pub fn of_code(code: i64) -> Option<Self> {
        [Self::Piece, Self::Weight, Self::Volume].into_iter().find(|method| method.code() == code)
    }
}

/// Why a group of lines pays no freight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FreeBy {
    /// A free rule of the template.
    Template,
    /// The shop's amount from which freight is free.
    Shop,
}

/// How the freight of the lines of one template came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreightStep {
    /// The template.
    pub template: i64,
    pub lines: Vec<u32>,
    pub method: FreightMethod,
    /// Pieces, grams or cubic centimetres of all lines.
    pub measure: i64,
    /// What the first fee covers, in the same measure.
    pub first: i64,
    pub first_freight: Cents,
    /// What each further fee covers.
    #[serde(rename = "continue")]
    pub next: i64,
    pub continue_freight: Cents,
    /// Whether the first fee is charged: another template has it where only one is charged.
    pub with_first: bool,
    /// How many further fees.
    pub steps: i64,
    pub free_by: Option<FreeBy>,
    /// What of goods is missing to be free of freight by the template's rule, if goods alone decide.
    pub missing_to_free: Option<Cents>,
    /// What the lines pay.
    pub freight: Cents,
}

/// What one request says of one line: how many pieces, what they are worth, and what is paid back. Kept with the
/// request, since later requests are worth what is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundShare {
    pub line: u32,
    /// 0 for goodwill.
    pub quantity: u32,
    /// What the pieces were worth when the request was made.
    pub worth: Cents,
    /// What is paid back for them, without freight.
    pub amount: Cents,
    /// What is paid back of the freight.
    pub freight: Cents,
    /// Score that goes back.
    #[serde(default)]
    pub score: i64,
}
