//! What bodies of refunds say.

use poem_openapi::Object;
use serde::Deserialize;

use super::body::PiecesBody;
use crate::http::body_fields::body;

body! {
    /// A request of a member.
    pub struct ApplyBody {
        pub order_no: String,
        /// 1 money only, 2 goods and money.
        #[serde(rename = "type")]
        #[oai(rename = "type")]
        kind: integer,
        pub lines: Vec<PiecesBody>,
        pub reason: String,
        #[oai(default)]
        description: text,
        /// Addresses of at most 6 pictures that were uploaded.
        #[serde(default)]
        #[oai(default)]
        pub images: Vec<String>,
        pub command_id: Option<String>,
    }
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
        #[oai(default)]
        company: text,
        #[oai(default)]
        courier_number: text,
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
        #[serde(rename = "type")]
        #[oai(rename = "type")]
        kind: integer,
        /// A quantity of 0 with an amount is goodwill.
        pub lines: Vec<PiecesBody>,
        pub reason: String,
        #[oai(default)]
        description: text,
        pub command_id: Option<String>,
    }

    /// A command of staff about a refund; each route reads what it needs.
    pub struct StaffRefundBody {
        id: integer,
        /// Of a decision.
        #[oai(default)]
        agree: switch,
        /// Of an agreement: amounts that differ from what was asked. Of what was inspected: lower ones. Of a receipt: pieces
        /// that came.
        pub lines: Option<Vec<PiecesBody>>,
        /// Of an agreement: what of the freight is paid back.
        freight: decimal?,
        #[oai(default)]
        reason: text,
        /// Of goods that are not taken back: addresses of at most 6 pictures that were uploaded.
        #[serde(default)]
        #[oai(default)]
        pub images: Vec<String>,
        /// Of an agreement: where the goods are sent to.
        return_address_id: integer?,
        /// Of an agreement: the member gets the coupon of the order back with the money.
        #[oai(default)]
        coupon_back: switch,
        version: integer?,
        pub command_id: Option<String>,
    }
}
