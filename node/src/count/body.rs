//! What clients send about count sheets. The book figure is not among it: the server takes it.
use crate::http::body_fields::body;

body! {
    /// A new sheet. Empty lists do not limit it.
    #[serde(deny_unknown_fields)]
    pub struct CountBody {
        /// Names this intention: sent twice, it is done once.
        pub command_id: Option<String>,
        warehouses_id: integer,
        /// Only these areas.
        #[serde(default)]
        pub area_ids: Vec<i64>,
        /// Only products of these categories and of those below them.
        #[serde(default)]
        pub category_ids: Vec<i64>,
        /// Only these products.
        #[serde(default)]
        pub product_ids: Vec<i64>,
        /// Only places whose figures changed in so many days: 1 to 366.
        moved_days: integer?,
        /// Counters see the book figures. Otherwise the sheet is blind.
        open: switch,
        remark: text,
        /// The person in charge; empty: the sheet's author.
        admin_id: integer?,
    }

    /// A reason for a line's difference.
    #[serde(deny_unknown_fields)]
    pub struct CountReason {
        line: integer,
        /// Empty: none.
        reason: text,
    }

    /// A change of a sheet. What it leaves out stays.
    #[serde(deny_unknown_fields)]
    pub struct CountEdit {
        id: integer,
        version: integer?,
        pub command_id: Option<String>,
        pub remark: Option<String>,
        admin_id: integer?,
        #[serde(default)]
        pub lines: Vec<CountReason>,
    }

    /// A part of what somebody counted.
    #[serde(deny_unknown_fields)]
    pub struct CountPart {
        /// The unit that it is counted in, one of its product; empty: the product's own.
        unit_id: integer?,
        /// In that unit.
        quantity: decimal,
    }

    /// What somebody counted: a line of the sheet, or goods at a place that has no line.
    #[serde(deny_unknown_fields)]
    pub struct ResultBody {
        /// The sheet.
        id: integer,
        /// Names this result: sent twice, it is saved once.
        pub command_id: Option<String>,
        /// The line; without it the place is named.
        line: integer?,
        product_id: integer?,
        warehouses_areas_id: integer?,
        warehouses_shelves_id: integer?,
        pub batch_number: Option<String>,
        /// Of found goods. `YYYY-MM-DD`
        pub produce_date: Option<String>,
        /// Of found goods. `YYYY-MM-DD`
        pub expiry_date: Option<String>,
        /// What lies there, in the product's own unit. Left out where `parts` say it.
        quantity: decimal?,
        /// What lies there, counted in other units as well: 3 boxes and 4 pieces. Their sum is kept in the product's own unit, and
        /// the parts as they were typed; at most 20.
        pub parts: Option<Vec<CountPart>>,
        pub reason: Option<String>,
        /// How long ago it was counted, where it could not be sent at once: up to a day. The book figure is that of then.
        age_seconds: integer?,
    }

    /// A step of a sheet.
    #[serde(deny_unknown_fields)]
    pub struct CountStep {
        id: integer,
        version: integer?,
        /// Names this intention: sent twice, it is done once.
        pub command_id: Option<String>,
        /// Of `void`; of `post` by a super administrator who counted themselves.
        pub reason: Option<String>,
        /// Of `recount`: the lines that are to be counted again.
        #[serde(default)]
        pub lines: Vec<i64>,
        /// Of `zeroRest`: how many lines are not counted, as the person has confirmed.
        confirmed: integer?,
    }
}
