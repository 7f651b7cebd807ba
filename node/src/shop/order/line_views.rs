//! The lines of an order, and the parcels that its goods leave in.

use bus_schemas::shop::order::{ShopLine, ShopParcel};
use poem_openapi::Object;

use super::amounts::amount;

/// A line of an order.
#[derive(Object)]
pub struct ShopLineView {
    pub line: u32,
    pub goods_id: i64,
    pub sku_id: i64,
    /// The warehouse product; null for virtual goods.
    #[oai(nullable)]
    pub product_id: Option<i64>,
    pub name: String,
    pub image: String,
    pub sku_text: String,
    pub sku_code: String,
    pub price: String,
    pub quantity: i64,
    pub goods_amount: String,
    pub coupon_share: String,
    pub score_share: String,
    pub freight_share: String,
    pub pay_share: String,
    pub shipped: i64,
    /// Pieces in requests that are not done.
    pub refunding_num: i64,
    pub refunded_num: i64,
    pub refunded_amount: String,
    pub evaluated: bool,
}

impl From<&ShopLine> for ShopLineView {
    fn from(line: &ShopLine) -> Self {
        Self {
            line: line.line,
            goods_id: line.goods_id,
            sku_id: line.sku_id,
            product_id: line.product.map(|product| product.0),
            name: line.name.clone(),
            image: line.image.clone(),
            sku_text: line.sku_text.clone(),
            sku_code: line.sku_code.clone(),
            price: amount(line.price),
            quantity: line.quantity,
            goods_amount: amount(line.shares.goods_amount),
            coupon_share: amount(line.shares.coupon_share),
            score_share: amount(line.shares.score_share),
            freight_share: amount(line.shares.freight_share),
            pay_share: amount(line.shares.pay_share),
            shipped: line.shipped,
            refunding_num: line.refunding_num,
            refunded_num: line.refunded_num,
            refunded_amount: amount(line.refunded_amount),
            evaluated: line.evaluated,
        }
    }
}

/// Pieces of a line.
#[derive(Object)]
pub struct PiecesView {
    pub line: u32,
    pub quantity: i64,
}

/// A parcel of an order.
#[derive(Object)]
pub struct ShopParcelView {
    /// Its number within the order.
    pub no: u32,
    /// Staff sees from where; null for members.
    #[oai(nullable)]
    pub warehouses_id: Option<i64>,
    /// The outbound order that holds its goods; null for members, and until it is made.
    #[oai(nullable)]
    pub outbound_order_id: Option<i64>,
    #[oai(nullable)]
    pub outbound_order_no: Option<String>,
    /// 1 waiting, 2 shipped, 3 given up.
    pub status: u8,
    pub company_id: i64,
    pub courier_number: String,
    #[oai(nullable)]
    pub shipment_time: Option<i64>,
    pub lines: Vec<PiecesView>,
    /// Its goods are not all there: somebody has to look.
    pub doubt: bool,
}

/// A parcel, as its member or staff sees it.
pub(super) fn parcel(parcel: &ShopParcel, staff: bool) -> ShopParcelView {
    ShopParcelView {
        no: parcel.no,
        warehouses_id: staff.then_some(parcel.warehouse.0),
        outbound_order_id: parcel.outbound.map(|order| order.0).filter(|_| staff),
        outbound_order_no: Some(parcel.outbound_no.clone()).filter(|number| staff && !number.is_empty()),
        status: parcel.status,
        company_id: parcel.company_id,
        courier_number: parcel.courier_number.clone(),
        shipment_time: parcel.shipment_time,
        lines: parcel.lines.iter().map(|line| PiecesView { line: line.line, quantity: line.quantity }).collect(),
        doubt: staff && parcel.doubt,
    }
}
