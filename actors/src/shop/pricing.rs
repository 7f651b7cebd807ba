//! What a basket costs: goods, coupon, score, freight, and what each line bears of them.

use bus_schemas::shop::Cents;
use bus_schemas::shop::coupon::CouponKind;
use bus_schemas::shop::shares::{FreightStep, LineShares, OrderSums};
use serde::Serialize;

use super::allocation::allocate;
use super::coupon::{CouponRefusal, MemberCoupon, ScopeLine, check_usable, off_freight, off_goods};
use super::freight::{self, FreightLine, FreightMode, FreightRefusal, Template};

/// Most lines that are computed; the shop's setting is below.
pub const LINES_MAX: usize = 500;

/// A line that somebody wants to buy, at its price of now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BasketLine {
    /// Its number in the basket; no two lines share one.
    pub line: u32,
    pub goods: i64,
    pub sku: i64,
    /// The goods' classifies and all above them.
    pub classify_ids: Vec<i64>,
    pub price: Cents,
    pub quantity: u32,
    /// Of one piece.
    pub weight_grams: i64,
    /// Of one piece.
    pub volume_cm3: i64,
    /// None or 0: the shop pays the freight, everywhere.
    pub template: Option<i64>,
    /// Nothing is sent.
    pub is_virtual: bool,
}

/// The shop's settings that make prices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PriceSettings {
    /// Goods from which freight is free; 0 for never.
    pub free_amount: Cents,
    pub freight_mode: FreightMode,
    /// Score that pays 1 of the currency; 0 if score pays nothing.
    pub score_per_yuan: i64,
    /// Most that score pays of goods after the coupon.
    pub score_max_percent: u8,
}

/// What somebody wants to buy.
#[derive(Clone, Debug, Default)]
pub struct Basket {
    pub lines: Vec<BasketLine>,
    pub coupon: Option<MemberCoupon>,
    /// Score the member wants to use, at most.
    pub wanted_score: i64,
    /// Score the member has.
    pub score: i64,
    /// The address from the province down. None while it is unknown: freight is 0 then, and `needs_area` is said.
    pub areas: Option<Vec<i64>>,
    pub templates: Vec<Template>,
    pub settings: PriceSettings,
    /// Unix seconds.
    pub now: i64,
}

/// A line with what it bears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct QuotedLine {
    pub line: u32,
    #[serde(flatten)]
    pub shares: LineShares,
}

/// What a basket costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Quote {
    /// In the order of their numbers.
    pub lines: Vec<QuotedLine>,
    #[serde(flatten)]
    pub sums: OrderSums,
    pub freight_steps: Vec<FreightStep>,
    /// Whether the freight can't be known before there is an address.
    pub needs_area: bool,
    /// What of goods is missing to be free of freight, by the shop's amount.
    pub missing_to_free: Option<Cents>,
    /// Most score the member could use for this basket.
    pub score_max: i64,
}

impl Quote {
    /// What a line bears.
    #[must_use]
    pub fn shares(&self, line: u32) -> Option<&LineShares> {
        self.lines.iter().find(|quoted| quoted.line == line).map(|quoted| &quoted.shares)
    }
}

/// Why a basket has no price.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuoteRefusal {
    #[error("nothing to buy")]
    Empty,
    #[error("more than {LINES_MAX} lines")]
    TooManyLines,
    #[error("line {line} is there twice")]
    LineTwice { line: u32 },
    /// A quantity of 0, or a price below 0.
    #[error("line {line} has no quantity or no price")]
    Line { line: u32 },
    #[error("the sum is too large")]
    TooLarge,
    #[error("coupon: {0}")]
    Coupon(CouponRefusal),
    /// More score is wanted than the member has.
    #[error("the member has {have} of score")]
    Score { have: i64 },
    #[error("{0}")]
    Freight(#[from] FreightRefusal),
}

impl QuoteRefusal {
    /// The lines it is about; none for the whole basket.
    #[must_use]
    pub fn lines(&self) -> &[u32] {
        match self {
            Self::LineTwice { line } | Self::Line { line } => std::slice::from_ref(line),
            Self::Freight(FreightRefusal::NotDelivered { lines } | FreightRefusal::Template { lines }) => lines,
            _ => &[],
        }
    }

    /// The key of its message.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            Self::Empty => "error.shop.basket_empty",
            Self::TooManyLines => "error.shop.basket_lines",
            Self::LineTwice { .. } => "error.shop.line_twice",
            Self::Line { .. } => "error.shop.line_quantity",
            Self::TooLarge | Self::Freight(FreightRefusal::TooLarge) => "error.shop.sum_too_large",
            Self::Coupon(refusal) => refusal.key(),
            Self::Score { .. } => "error.shop.score_short",
            Self::Freight(FreightRefusal::NotDelivered { .. }) => "error.shop.not_delivered",
            Self::Freight(FreightRefusal::Template { .. }) => "error.shop.freight_template",
        }
    }
}

/// What score pays at most, and the score of it.
fn score_cap(settings: PriceSettings, goods: Cents) -> Cents {
    if settings.score_per_yuan <= 0 {
        return Cents::ZERO;
    }
    let cap = i128::from(goods.0) * i128::from(settings.score_max_percent.min(100)) / 100;
    Cents(i64::try_from(cap).unwrap_or(0))
}

/// What so much score pays, and how much of it that takes: no more than the amount needs.
fn pay_with_score(settings: PriceSettings, score: i64, cap: Cents) -> (i64, Cents) {
    if settings.score_per_yuan <= 0 || score <= 0 {
        return (0, Cents::ZERO);
    }
    let per_yuan = i128::from(settings.score_per_yuan);
    let amount = (i128::from(score) * 100 / per_yuan).min(i128::from(cap.0.max(0)));
    let used = (amount * per_yuan + 99) / 100;
    // The amount is not above the cap, and what it takes is not above the score.
    (i64::try_from(used).unwrap_or(score), Cents(i64::try_from(amount).unwrap_or(cap.0)))
}

/// The lines in the order of their numbers, with their amounts.
fn priced(basket: &Basket) -> Result<Vec<(&BasketLine, Cents)>, QuoteRefusal> {
    if basket.lines.is_empty() {
        return Err(QuoteRefusal::Empty);
    }
    if basket.lines.len() > LINES_MAX {
        return Err(QuoteRefusal::TooManyLines);
    }
    let mut lines: Vec<&BasketLine> = basket.lines.iter().collect();
    lines.sort_by_key(|line| line.line);
    if let Some(pair) = lines.windows(2).find(|pair| pair[0].line == pair[1].line) {
        return Err(QuoteRefusal::LineTwice { line: pair[0].line });
    }
    let mut sum = 0;
    let mut priced = Vec::with_capacity(lines.len());
    for line in lines {
        if line.quantity == 0 || line.price < Cents::ZERO {
            return Err(QuoteRefusal::Line { line: line.line });
        }
        let amount = i128::from(line.price.0) * i128::from(line.quantity);
        sum += amount;
        if Cents::checked(sum).is_none() {
            return Err(QuoteRefusal::TooLarge);
        }
        priced.push((line, Cents::checked(amount).ok_or(QuoteRefusal::TooLarge)?));
    }
    Ok(priced)
}

/// The lines that pay freight, with their goods after the coupon.
fn loads(lines: &[(&BasketLine, Cents)], coupon_shares: &[i64]) -> Vec<FreightLine> {
    let sent = lines.iter().zip(coupon_shares).filter(|((line, _), _)| !line.is_virtual);
    sent.filter_map(|((line, amount), share)| {
        let template = line.template.filter(|template| *template != 0)?;
        let (grams, cm3) = (line.weight_grams, line.volume_cm3);
        Some(FreightLine { line: line.line, template, pieces: line.quantity, grams, cm3, amount: Cents(amount.0 - share) })
    })
    .collect()
}

/// What each line bears of the freight: per template what is left after the coupon, by measure (by pieces where
/// nothing has a measure).
fn freight_shares(steps: &[FreightStep], loads: &[FreightLine], off: Cents) -> Vec<(u32, i64)> {
    let offs = allocate(off.0, &steps.iter().map(|step| step.freight.0).collect::<Vec<_>>());
    let mut shares = Vec::new();
    for (step, off) in steps.iter().zip(offs) {
        let group: Vec<&FreightLine> = step.lines.iter().filter_map(|line| loads.iter().find(|load| load.line == *line)).collect();
        let mut weights: Vec<i64> = group.iter().map(|load| i64::try_from(load.measure(step.method)).unwrap_or(i64::MAX)).collect();
        if weights.iter().all(|weight| *weight == 0) {
            weights = group.iter().map(|load| i64::from(load.pieces)).collect();
        }
        let parts = allocate(step.freight.0 - off, &weights);
        shares.extend(group.iter().map(|load| load.line).zip(parts));
    }
    shares
}

/// What a basket costs: goods - coupon - score + freight - freight coupon, never below 0, and what each line bears.
pub fn quote(basket: &Basket) -> Result<Quote, QuoteRefusal> {
    let lines = priced(basket)?;
    let settings = basket.settings;
    let goods: Cents = lines.iter().map(|(_, amount)| *amount).sum();

    let (coupon_amount, weights) = match &basket.coupon {
        None => (Cents::ZERO, vec![0; lines.len()]),
        Some(coupon) => {
            check_usable(coupon, basket.now).map_err(QuoteRefusal::Coupon)?;
            let seen = lines.iter().map(|(line, amount)| ScopeLine { goods: line.goods, classify_ids: &line.classify_ids, amount: *amount });
            off_goods(&coupon.terms, &seen.collect::<Vec<_>>()).map_err(QuoteRefusal::Coupon)?
        }
    };
    let coupon_shares = allocate(coupon_amount.0, &weights);
    let after_coupon = goods - coupon_amount;

    if basket.wanted_score > basket.score.max(0) {
        return Err(QuoteRefusal::Score { have: basket.score.max(0) });
    }
    let cap = score_cap(settings, after_coupon);
    let (score_used, score_amount) = pay_with_score(settings, basket.wanted_score, cap);
    let (score_max, _) = pay_with_score(settings, basket.score, cap);
    let rests: Vec<i64> = lines.iter().zip(&coupon_shares).map(|((_, amount), share)| amount.0 - share).collect();
    let score_shares = allocate(score_amount.0, &rests);
    let score_parts = allocate(score_used, &rests);

    let loads = loads(&lines, &coupon_shares);
    let needs_area = basket.areas.is_none() && !loads.is_empty();
    let freight_steps = match &basket.areas {
        Some(areas) => {
            let sent = lines.iter().filter(|(line, _)| !line.is_virtual);
            freight::check_abroad(areas, sent.map(|(line, _)| (line.line, line.template)))?;
            freight::steps(&basket.templates, &loads, areas, settings.freight_mode, settings.free_amount, after_coupon)?
        }
        None => Vec::new(),
    };
    let abroad = basket.areas.as_deref().is_some_and(freight::is_abroad);
    let freight: Cents = freight_steps.iter().map(|step| step.freight).sum();
    let freight_off = basket.coupon.as_ref().map_or(Cents::ZERO, |coupon| off_freight(&coupon.terms, freight));
    if basket.coupon.as_ref().is_some_and(|coupon| coupon.terms.kind == CouponKind::Freight) && freight_off.is_zero() && !needs_area {
        return Err(QuoteRefusal::Coupon(CouponRefusal::NoFreight));
    }
    let freight_parts = freight_shares(&freight_steps, &loads, freight_off);

    let quoted = lines.iter().enumerate().map(|(place, (line, amount))| {
        let (coupon_share, score_share) = (Cents(coupon_shares[place]), Cents(score_shares[place]));
        let freight_share = freight_parts.iter().find(|(number, _)| *number == line.line).map_or(Cents::ZERO, |(_, share)| Cents(*share));
        let pay_share = *amount - coupon_share - score_share;
        let score_used = score_parts[place];
        QuotedLine { line: line.line, shares: LineShares { goods_amount: *amount, coupon_share, score_share, freight_share, pay_share, score_used } }
    });
    Ok(Quote {
        lines: quoted.collect(),
        sums: OrderSums {
            goods_amount: goods,
            coupon_amount,
            score_used,
            score_amount,
            freight,
            freight_off,
            pay_amount: after_coupon - score_amount + freight - freight_off,
        },
        needs_area,
        missing_to_free: missing_to_free(settings.free_amount, after_coupon, !abroad && (needs_area || !freight.is_zero())),
        freight_steps,
        score_max,
    })
}

fn missing_to_free(free_amount: Cents, goods: Cents, pays: bool) -> Option<Cents> {
    (pays && free_amount > goods).then(|| free_amount - goods)
}

/// What a coupon of the member would do for a basket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CouponOffer {
    pub id: i64,
    /// What the basket costs less with it. Below 0 if the basket loses free freight by it.
    pub saving: Cents,
    /// Why it can't be used.
    pub refusal: Option<CouponRefusal>,
}

/// What each coupon would do for a basket: usable ones first, by what they save, then by their end, then by id. The
/// first is the one to choose, if it saves anything.
pub fn offers(basket: &Basket, coupons: &[MemberCoupon]) -> Result<Vec<CouponOffer>, QuoteRefusal> {
    let mut tried = Basket { coupon: None, ..basket.clone() };
    let without = quote(&tried)?.sums.pay_amount;
    let mut offers = Vec::with_capacity(coupons.len());
    for coupon in coupons {
        tried.coupon = Some(coupon.clone());
        let (saving, refusal) = match quote(&tried) {
            Ok(quote) => (without - quote.sums.pay_amount, None),
            Err(QuoteRefusal::Coupon(refusal)) => (Cents::ZERO, Some(refusal)),
            Err(other) => return Err(other),
        };
        offers.push((coupon.end, CouponOffer { id: coupon.id, saving, refusal }));
    }
    offers.sort_by_key(|(end, offer)| (offer.refusal.is_some(), std::cmp::Reverse(offer.saving), *end, offer.id));
    Ok(offers.into_iter().map(|(_, offer)| offer).collect())
}

/// The coupon to choose for the member: the best of the offers, if it saves anything.
#[must_use]
pub fn best(offers: &[CouponOffer]) -> Option<i64> {
    offers.first().filter(|offer| offer.refusal.is_none() && offer.saving > Cents::ZERO).map(|offer| offer.id)
}
