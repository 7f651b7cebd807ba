//! What members put into their baskets, priced as the shop prices it.

use actors::shop::coupon::MemberCoupon;
use actors::shop::freight::{Rule, Template};
use actors::shop::pricing::{Basket, BasketLine, PriceSettings, quote};
use bus_schemas::ids::{OrderId, ProductId, UnitId, WarehouseId};
use bus_schemas::shop::Cents;
use bus_schemas::shop::coupon::{CouponKind, CouponScope, CouponState, CouponTerms};
use bus_schemas::shop::order::{OrderPayment, ShopBy, ShopEvent, ShopLine, ShopOrder, ShopStatus, ShopTerms};
use bus_schemas::shop::shares::{FreightMethod, LineShares};
use rust_decimal::Decimal;

use super::steps::SOLD;

fn terms_of(coupon: i64) -> CouponTerms {
    let (kind, amount, percent) = match coupon {
        1 => (CouponKind::Amount, 100_000, 0),
        2 => (CouponKind::Percent, 0, 15),
        _ => (CouponKind::Freight, 700, 0),
    };
    CouponTerms {
        kind,
        amount: Cents(amount),
        percent,
        max_amount: Cents::ZERO,
        min_amount: Cents::ZERO,
        scope: CouponScope::All,
        scope_ids: vec![],
        exclude_goods_ids: vec![],
    }
}

fn line(number: u32, sold: usize, quantity: i64, shares: LineShares) -> ShopLine {
    let of = SOLD[sold];
    ShopLine {
        line: number,
        goods_id: of.goods,
        sku_id: sold as i64,
        product: of.product.map(ProductId),
        unit: Some(UnitId(1)),
        ratio: Decimal::from(of.ratio),
        buffer: Decimal::from(of.buffer),
        warehouses: of.from.iter().copied().map(WarehouseId).collect(),
        name: format!("goods {}", of.goods),
        image: String::new(),
        sku_text: String::new(),
        sku_code: String::new(),
        price: Cents(of.price),
        quantity,
        shares,
        limit_num: of.limit,
        shipped: 0,
        refunding_num: 0,
        refunded_num: 0,
        refunded_amount: Cents::ZERO,
        evaluated: false,
    }
}

/// What a basket becomes, priced as the shop prices it.
pub fn draft(
    id: OrderId,
    member: i64,
    lines: &[(usize, i64)],
    coupon: Option<(i64, i64)>,
    score: i64,
    (now, terms): (i64, ShopTerms),
) -> Option<ShopOrder> {
    let template = Template {
        id: 1,
        method: FreightMethod::Piece,
        rules: vec![Rule { area_ids: vec![], first: 1, freight: Cents(800), next: 1, continue_freight: Cents(150) }],
        free_rules: vec![],
        no_area_ids: vec![],
    };
    let wanted = (1..).zip(lines).map(|(line, (sold, quantity))| BasketLine {
        line,
        goods: SOLD[*sold].goods,
        sku: *sold as i64,
        classify_ids: vec![],
        price: Cents(SOLD[*sold].price),
        quantity: *quantity as u32,
        weight_grams: 0,
        volume_cm3: 0,
        template: SOLD[*sold].freight.then_some(1),
        is_virtual: SOLD[*sold].product.is_none(),
    });
    // Whether it is free the database says.
    let coupon = coupon.map(|(id, of)| MemberCoupon { id, terms: terms_of(of), state: CouponState::Free, start: 0, end: i64::MAX });
    let settings = PriceSettings { score_per_yuan: 100, score_max_percent: 50, ..PriceSettings::default() };
    let basket = Basket {
        lines: wanted.collect(),
        coupon: coupon.clone(),
        wanted_score: score,
        score,
        areas: Some(vec![1]),
        templates: vec![template],
        settings,
        now,
    };
    let priced = quote(&basket).ok()?;
    let made = (1..).zip(lines).map(|(number, (sold, quantity))| line(number, *sold, *quantity, *priced.shares(number).unwrap()));
    let sums = priced.sums;
    Some(ShopOrder {
        id,
        order_no: format!("20260115{:08}", id.0),
        user_id: member,
        status: ShopStatus::ToPay,
        lines: made.collect(),
        goods_amount: sums.goods_amount,
        coupon_amount: sums.coupon_amount,
        score_amount: sums.score_amount,
        freight: sums.freight,
        freight_off: sums.freight_off,
        pay_amount: sums.pay_amount,
        paid_amount: Cents::ZERO,
        refund_amount: Cents::ZERO,
        refund_open: Cents::ZERO,
        score_used: sums.score_used,
        score_given: 0,
        user_coupon_id: coupon.map(|coupon| coupon.id),
        pay_method: None,
        pay_time: None,
        attempts: 0,
        name: "Ann".into(),
        mobile: "13800138001".into(),
        area: vec![1],
        area_text: String::new(),
        address: "Street 1".into(),
        remark: String::new(),
        admin_remark: String::new(),
        parcels: vec![],
        todo: vec![],
        refunds: vec![],
        cancel_by: String::new(),
        cancel_reason: String::new(),
        cancels: 0,
        due_at: None,
        wake_at: None,
        receive_time: None,
        complete_time: None,
        paused: None,
        extended: false,
        hidden: false,
        payment: OrderPayment::default(),
        terms,
        keep_until: None,
        entry: ShopEvent { at: now, by: ShopBy::Member(member), action: "add".into(), from: None, to: ShopStatus::ToPay, reason: String::new() },
        version: 0,
        create_time: now,
        update_time: now,
    })
}
