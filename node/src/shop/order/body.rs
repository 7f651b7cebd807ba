//! What clients send about orders of the shop.

use bus_schemas::number::NumberError;
use bus_schemas::shop::Cents;
use bus_schemas::shop::pieces::LinePieces;
use bus_schemas::shop::refund::LineReason;
use bus_schemas::shop::refund_action::RefundLine;
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::Deserialize;

use super::basket::{Wanted, Wish};
use crate::error::ServiceError;
use crate::http::body_fields::body;
use crate::http::lenient::{decimal, some_integer, switch};
use crate::settings::address::is_own;

body! {
    /// One thing that a member wants.
    pub struct WantedBody {
        sku_id: integer,
        /// Whole pieces.
        quantity: integer,
    }
}

/// What a member wants to buy.
#[derive(Object, Clone, Deserialize, Default)]
#[serde(default)]
#[oai(default)]
pub struct BasketBody {
    /// What is bought, or:
    pub lines: Vec<WantedBody>,
    /// rows of the cart.
    pub cart_ids: Vec<i64>,
    #[serde(deserialize_with = "some_integer")]
    pub address_id: Option<i64>,
    /// Where no address is chosen: ids of province, city and district, for the freight.
    pub area: Vec<i64>,
    #[serde(deserialize_with = "some_integer")]
    pub user_coupon_id: Option<i64>,
    /// Take the best coupon where none is named.
    #[serde(deserialize_with = "switch")]
    pub best_coupon: bool,
    /// Score that is used, at most.
    #[serde(deserialize_with = "some_integer")]
    pub score: Option<i64>,
}

impl From<BasketBody> for Wish {
    fn from(body: BasketBody) -> Self {
        Self {
            lines: body.lines.iter().map(|line| Wanted { sku_id: line.sku_id, quantity: line.quantity }).collect(),
            cart_ids: body.cart_ids,
            address_id: body.address_id,
            area: body.area,
            user_coupon_id: body.user_coupon_id,
            best_coupon: body.best_coupon,
            score: body.score.unwrap_or(0),
            remark: String::new(),
        }
    }
}

/// An order to be placed.
#[derive(Object, Clone, Deserialize)]
#[serde(from = "PlaceOrderFields")]
pub struct PlaceOrderBody {
    #[oai(flatten)]
    pub basket: BasketBody,
    #[oai(default)]
    pub remark: String,
    /// What the quote said: another sum is refused with the new quote.
    pub pay_amount: Decimal,
    /// Names this intention: sent twice, it is done once.
    pub command_id: Option<String>,
}

/// The same, read field by field: what is read through a flattened type can't say which of its fields is wrong.
#[derive(Deserialize)]
struct PlaceOrderFields {
    #[serde(default)]
    lines: Vec<WantedBody>,
    #[serde(default)]
    cart_ids: Vec<i64>,
    #[serde(default, deserialize_with = "some_integer")]
    address_id: Option<i64>,
    #[serde(default)]
    area: Vec<i64>,
    #[serde(default, deserialize_with = "some_integer")]
    user_coupon_id: Option<i64>,
    #[serde(default, deserialize_with = "switch")]
    best_coupon: bool,
    #[serde(default, deserialize_with = "some_integer")]
    score: Option<i64>,
    #[serde(default)]
    remark: String,
    #[serde(deserialize_with = "decimal")]
    pay_amount: Decimal,
    #[serde(default)]
    command_id: Option<String>,
}

impl From<PlaceOrderFields> for PlaceOrderBody {
    fn from(sent: PlaceOrderFields) -> Self {
        let PlaceOrderFields { lines, cart_ids, address_id, area, user_coupon_id, best_coupon, score, remark, pay_amount, command_id } = sent;
        let basket = BasketBody { lines, cart_ids, address_id, area, user_coupon_id, best_coupon, score };
        Self { basket, remark, pay_amount, command_id }
    }
}

body! {
    /// A command of a member about an order.
    pub struct OwnOrderBody {
        pub order_no: String,
        #[oai(default)]
        reason: text,
        version: integer?,
        /// Names this intention: sent twice, it is done once.
        pub command_id: Option<String>,
    }

    /// Another address of an order.
    pub struct OwnEditBody {
        pub order_no: String,
        address_id: integer,
        version: integer?,
        pub command_id: Option<String>,
    }

    /// Pieces of a line.
    pub struct PiecesBody {
        line: integer,
        quantity: integer,
        /// What staff pays in place of what they are worth.
        amount: decimal?,
        /// Where less came back than was to: why.
        #[oai(default)]
        reason: text,
    }
}

/// What is said about lines.
#[must_use]
pub fn reasons(lines: &[PiecesBody]) -> Vec<LineReason> {
    let of = |line: &PiecesBody| Some(LineReason { line: u32::try_from(line.line).ok()?, reason: line.reason.clone() });
    lines.iter().filter(|line| !line.reason.trim().is_empty()).filter_map(of).collect()
}

/// Pictures that staff has uploaded here; nothing is fetched from elsewhere.
pub fn staff_pictures(images: &[String]) -> Result<Vec<String>, ServiceError> {
    let own = |address: &String| is_own(address) && address.len() <= 255;
    if images.iter().all(own) { Ok(images.to_vec()) } else { Err(ServiceError::field("images", "error.reference")) }
}

fn number(at: usize, line: i64) -> Result<u32, ServiceError> {
    u32::try_from(line).map_err(|_| ServiceError::field(format!("lines[{at}].line"), "error.line.unknown"))
}

/// Pieces as the shop's rules take them.
pub fn pieces(lines: &[PiecesBody]) -> Result<Vec<LinePieces>, ServiceError> {
    lines.iter().enumerate().map(|(at, line)| Ok(LinePieces { line: number(at, line.line)?, quantity: line.quantity })).collect()
}

/// An amount that staff names: nothing negative, two decimals at most.
pub fn named_amount(field: &str, amount: Option<Decimal>) -> Result<Option<Cents>, ServiceError> {
    let wrong = |key: &str| ServiceError::field(field, key);
    if amount.is_some_and(|amount| amount < Decimal::ZERO) {
        return Err(wrong("error.number.negative"));
    }
    amount.map(Cents::of).transpose().map_err(|error| match error {
        NumberError::TooLarge => wrong("error.number.large"),
        _ => wrong("error.number.precision"),
    })
}

/// Lines of a refund.
pub fn refund_lines(lines: &[PiecesBody]) -> Result<Vec<RefundLine>, ServiceError> {
    let of = |(at, line): (usize, &PiecesBody)| {
        let amount = named_amount(&format!("lines[{at}].amount"), line.amount)?;
        Ok(RefundLine { line: number(at, line.line)?, quantity: line.quantity, amount })
    };
    lines.iter().enumerate().map(of).collect()
}

body! {
    /// A command of staff about an order; each route reads what it needs.
    pub struct StaffOrderBody {
        id: integer,
        version: integer?,
        /// Names this intention: sent twice, it is done once.
        pub command_id: Option<String>,
        #[oai(default)]
        reason: text,
        /// Of a decision on a cancellation.
        #[oai(default)]
        agree: switch,
        /// Of closing, where goods have left: `back` or `write_off`.
        pub goods: Option<String>,
        /// Of closing, where goods are to come back: the address that they are sent to; without one, the default for returns.
        return_address_id: integer?,
    }

    /// A parcel that leaves.
    pub struct DeliveryBody {
        id: integer,
        /// Its number within the order.
        parcel: integer,
        company_id: integer,
        pub courier_number: String,
        /// What is in it; all of the parcel without.
        pub lines: Option<Vec<PiecesBody>>,
        /// Send it though a refund is asked for its goods; then with a reason.
        #[oai(default)]
        force: switch,
        #[oai(default)]
        reason: text,
        version: integer?,
        pub command_id: Option<String>,
    }

    /// The number of a parcel that has left, as it should be.
    pub struct ShopParcelBody {
        id: integer,
        /// Its number within the order.
        parcel: integer,
        pub courier_number: String,
        /// Stays as it is where it is left out.
        company_id: integer?,
        version: integer?,
        pub command_id: Option<String>,
    }

    /// A change by staff. What is left out stays as it is.
    pub struct StaffEditBody {
        id: integer,
        pub name: Option<String>,
        pub mobile: Option<String>,
        /// Ids of province, city and district.
        pub area: Option<Vec<i64>>,
        pub address: Option<String>,
        pub admin_remark: Option<String>,
        /// The parcel whose number or company is wrong.
        parcel: integer?,
        pub courier_number: Option<String>,
        company_id: integer?,
        version: integer?,
        pub command_id: Option<String>,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_that_staff_names_is_refused_for_what_is_wrong_with_it() {
        let key = |amount: &str| match named_amount("freight", amount.parse().ok()) {
            Err(ServiceError::Field { field, key }) => Some((field, key)),
            _ => None,
        };
        let wrong = |key: &str| Some(("freight".to_owned(), key.to_owned()));
        assert_eq!(key("-0.01"), wrong("error.number.negative"));
        assert_eq!(key("0.005"), wrong("error.number.precision"));
        assert_eq!(key("79228162514264337593543950335"), wrong("error.number.large"));
        assert_eq!((key("0"), key("12.30")), (None, None));
    }
}
