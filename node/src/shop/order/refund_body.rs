//! What bodies of refunds say.

use poem_openapi::Object;
use serde::Deserialize;

use super::body::PiecesBody;
use crate::http::body_fields::body;
use crate::http::lenient::{integer, switch};

/// A request of a member.
#[derive(Object, Clone, Deserialize)]
pub struct ApplyBody {
    pub order_no: String,
    /// 1 money only, 2 goods and money.
    #[serde(rename = "type", deserialize_with = "integer")]
    #[oai(rename = "type")]
    pub kind: i64,
    pub lines: Vec<PiecesBody>,
    pub reason: String,
    #[serde(default)]
    #[oai(default)]
    pub description: String,
    /// Addresses of at most 6 pictures that were uploaded.
    #[serde(default)]
    #[oai(default)]
    pub images: Vec<String>,
    pub command_id: Option<String>,
}

/// What pieces are worth.
#[derive(Object, Clone, Deserialize)]
pub struct RefundQuoteBody {
    pub order_no: String,
    pub lines: Vec<PiecesBody>,
}

body! {
    /// What pieces are worth, as staff asks.
    pub struct StaffQuoteBody {
        order_id: integer,
        pub lines: Vec<PiecesBody>,
    }

    /// A command of a member about a refund.
    pub struct OwnRefundBody {
        id: integer,
        /// Of goods that are sent back.
        #[serde(default)]
        #[oai(default)]
        pub company: String,
        #[serde(default)]
        #[oai(default)]
        pub courier_number: String,
        /// The same: addresses of at most 6 pictures that were uploaded.
        #[serde(default)]
        #[oai(default)]
        pub images: Vec<String>,
        pub command_id: Option<String>,
    }

    /// A request that staff makes for a member.
    pub struct StaffApplyBody {
        order_id: integer,
        /// 1 money only, 2 goods and money.
        #[serde(rename = "type", deserialize_with = "integer")]
        #[oai(rename = "type")]
        pub kind: i64,
        /// A quantity of 0 with an amount is goodwill.
        pub lines: Vec<PiecesBody>,
        pub reason: String,
        #[serde(default)]
        #[oai(default)]
        pub description: String,
        pub command_id: Option<String>,
    }

    /// A command of staff about a refund; each route reads what it needs.
    pub struct StaffRefundBody {
        id: integer,
        /// Of a decision.
        #[serde(default, deserialize_with = "switch")]
        #[oai(default)]
        pub agree: bool,
        /// Of an agreement: amounts that differ from what was asked. Of what was inspected: lower ones. Of a receipt: pieces
        /// that came.
        pub lines: Option<Vec<PiecesBody>>,
        /// Of an agreement: what of the freight is paid back.
        freight: decimal?,
        #[serde(default)]
        #[oai(default)]
        pub reason: String,
        /// Of goods that are not taken back: addresses of at most 6 pictures that were uploaded.
        #[serde(default)]
        #[oai(default)]
        pub images: Vec<String>,
        /// Of an agreement: where the goods are sent to.
        return_address_id: integer?,
        /// Of an agreement: the member gets the coupon of the order back with the money.
        #[serde(default, deserialize_with = "switch")]
        #[oai(default)]
        pub coupon_back: bool,
        version: integer?,
        pub command_id: Option<String>,
    }
}
