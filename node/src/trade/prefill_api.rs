//! What a declaration begins with when it is made of an order, and what duties its goods may cost.

use std::collections::HashMap;

use bus_schemas::order::{OrderKind, OrderType};
use entrepot_store::order::rows::{LineRow, OrderDetail};
use entrepot_store::resource::catalogue;
use entrepot_store::trade::declarations::ProductCustoms;
use entrepot_store::trade::tariffs::Tariff;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use rust_decimal::{Decimal, RoundingStrategy};

use super::declaration::{self, GoodsLine, LINES_MAX};
use crate::base::Base;
use crate::error::ServiceError;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::parameters::Whole;
use crate::http::routes::Allow;
use crate::identity::admin_request::{caller, scope_for};
use crate::identity::cost::CostMask;

/// Endpoints beside the rows of declarations.
pub struct DeclarationHelp(pub Base);

/// Goods of an order, as a line of a declaration begins.
#[derive(Object)]
pub struct PrefilledLine {
    /// Of the product; empty where it has none.
    pub hs_code: String,
    pub name: String,
    /// Between `|`.
    pub elements: String,
    pub quantity_1: String,
    /// Of the tariff in force; empty where none is known.
    pub unit_1: String,
    pub quantity_2: String,
    pub unit_2: String,
    pub quantity: String,
    /// The customs' code of the order's unit; empty where its name is none of theirs.
    pub unit: String,
    /// Empty where the caller may not see it.
    pub price: String,
    pub total: String,
}

/// What a declaration of an order begins with.
#[derive(Object)]
pub struct Prefilled {
    /// `import` of goods that come in, `export` of those that go out.
    pub direction: String,
    pub order_no: String,
    /// Whom the order is with.
    pub counterpart: String,
    pub contract_no: String,
    pub lines: Vec<PrefilledLine>,
    /// How many lines of the order found no place: a declaration has 50.
    pub left_out: usize,
}

/// What the duties of a line may be. Figures are estimates, in the line's currency; empty where the tariff has no percentage.
#[derive(Object)]
pub struct EstimatedLine {
    /// From 1.
    pub line: usize,
    pub hs_code: String,
    pub name: String,
    pub currency: String,
    pub total: String,
    /// The provisional rate, else that of most favoured nations.
    pub duty_rate: String,
    pub duty: String,
    pub vat_rate: String,
    pub vat: String,
    /// Where the rates are from, and since when they are in force.
    pub source: String,
    pub valid_from: String,
}

/// What the tariff in force asks of a line with a code.
#[derive(Object)]
pub struct TariffHint {
    /// The goods by their name in the tariff; empty where it was not imported.
    pub name: String,
    pub unit_1: String,
    pub unit_2: String,
    /// The names of the elements to declare, in their order.
    pub elements: Vec<String>,
}

/// What the duties of a declaration may be.
#[derive(Object)]
pub struct Estimate {
    pub lines: Vec<EstimatedLine>,
}

/// The customs' code of a unit by its name in either language.
fn unit_code(name: &str) -> String {
    let choices = catalogue::find("trade.Tariff").and_then(|tariff| tariff.field("unit_1")).map(|field| field.choices()).unwrap_or_default();
    let called = |words: &str| words.split_once(' ').is_some_and(|(_, words)| words.eq_ignore_ascii_case(name.trim()));
    choices.iter().find(|choice| called(choice.label.zh) || called(choice.label.en)).map(|choice| choice.value.to_owned()).unwrap_or_default()
}

fn prefilled(line: &LineRow, customs: Option<&ProductCustoms>, tariff: Option<&Tariff>, with_price: bool) -> PrefilledLine {
    let product = line.product_row.as_ref();
    let unit = unit_code(product.and_then(|product| product.unit.as_ref()).map_or("", |unit| unit.name.as_str()));
    let quantity = line.quantity.0.normalize().to_string();
    let (unit_1, unit_2) = tariff.map(|tariff| (tariff.unit_1.clone(), tariff.unit_2.clone())).unwrap_or_default();
    // What is counted alike is the same figure; weights nobody knows yet.
    let same = |statutory: &str| if !statutory.is_empty() && statutory == unit { quantity.clone() } else { String::new() };
    let name = product.map_or_else(String::new, |product| product.name.clone());
    let figure = |figure: Decimal| if with_price { figure.normalize().to_string() } else { String::new() };
    PrefilledLine {
        hs_code: customs.map(|customs| customs.hs_code.clone()).unwrap_or_default(),
        name,
        elements: customs.map(|customs| customs.customs_elements.clone()).unwrap_or_default(),
        quantity_1: same(&unit_1),
        unit_1,
        quantity_2: same(&unit_2),
        unit_2,
        quantity: quantity.clone(),
        unit: unit.clone(),
        price: figure(line.price.0),
        total: figure(line.total.0),
    }
}

/// A percentage as it is published: `8`, `8%`.
fn percentage(rate: &str) -> Option<Decimal> {
    rate.trim().trim_end_matches('%').trim().parse().ok().filter(|rate: &Decimal| *rate >= Decimal::ZERO && *rate <= Decimal::from(1_000))
}

fn of(amount: Decimal, rate: Decimal) -> Decimal {
    (amount * rate / Decimal::from(100)).round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero)
}

fn estimated(at: usize, line: &GoodsLine, tariff: Option<&Tariff>) -> EstimatedLine {
    let total = line.figure("total");
    let rate = tariff.map_or("", |tariff| if tariff.rate_provisional.is_empty() { &tariff.rate_mfn } else { &tariff.rate_provisional });
    let vat_rate = tariff.map_or("", |tariff| tariff.rate_vat.as_str());
    let duty = percentage(rate).map(|rate| of(total, rate));
    let vat = duty.zip(percentage(vat_rate)).map(|(duty, rate)| of(total + duty, rate));
    let text = |figure: Option<Decimal>| figure.map_or_else(String::new, |figure| format!("{figure:.2}"));
    EstimatedLine {
        line: at + 1,
        hs_code: line.text("hs_code").into(),
        name: line.text("name").into(),
        currency: line.text("currency").into(),
        total: total.to_string(),
        duty_rate: rate.to_owned(),
        duty: text(duty),
        vat_rate: vat_rate.to_owned(),
        vat: text(vat),
        source: tariff.map(|tariff| tariff.source.clone()).unwrap_or_default(),
        valid_from: tariff.map(|tariff| tariff.valid_from.clone()).unwrap_or_default(),
    }
}

impl DeclarationHelp {
    /// The tariffs in force of these codes.
    async fn tariffs(&self, codes: impl Iterator<Item = &str> + Send) -> Result<HashMap<String, Tariff>, ServiceError> {
        let (mut tariffs, today) = (HashMap::new(), self.0.today());
        for code in codes.filter(|code| code.len() == 10) {
            if !tariffs.contains_key(code) {
                let found = self.0.store().tariffs_below(code, &today).await?;
                tariffs.extend(found.into_iter().map(|tariff| (tariff.code.clone(), tariff)));
            }
        }
        Ok(tariffs)
    }

    /// An order by its number, if the caller may see it.
    async fn order(&self, request: &Request, number: &str) -> Result<(OrderKind, OrderDetail), ApiError> {
        let missing = || ApiError::field("number", "trade.no_order");
        let order = self.0.store().order_by_number(number).await?.ok_or_else(missing)?;
        for kind in [OrderKind::INBOUND, OrderKind::OUTBOUND] {
            let node = kind.node("index").to_lowercase();
            if caller(request)?.rights.holds(&node)
                && let Some(found) = self.0.store().order_detail(kind, order, &scope_for(request, &node)?).await?
            {
                return Ok((kind, found));
            }
        }
        Err(missing())
    }
}

#[OpenApi]
impl DeclarationHelp {
    /// What a declaration of an inbound or outbound order begins with
    ///
    /// The caller needs to see the order; prices are left out where they may not see them.
    #[oai(path = "/admin/trade.Declaration/prefill", method = "get", operation_id = "declarationPrefill", tag = "Allow::Page")]
    async fn prefill(&self, request: &Request, number: Query<String>) -> Answer<Prefilled> {
        let (kind, order) = self.order(request, number.0.trim()).await?;
        let sales = kind == OrderKind::OUTBOUND && order.head.order_type == OrderType::SALES;
        let with_price = sales || CostMask::of(&caller(request)?.rights).sees();
        let lines: Vec<&LineRow> = order.lines.iter().take(LINES_MAX).collect();
        let products: Vec<i64> = lines.iter().map(|line| line.product).collect();
        let customs = self.0.store().product_customs(&products).await?;
        let tariffs = self.tariffs(customs.values().map(|customs| customs.hs_code.as_str())).await?;
        let tariff_of = |line: &LineRow| customs.get(&line.product).and_then(|customs| tariffs.get(&customs.hs_code));
        Ok(ok(Prefilled {
            direction: if kind == OrderKind::INBOUND { "import".into() } else { "export".into() },
            order_no: order.head.number.clone(),
            counterpart: order.head.partner_row.as_ref().and_then(|partner| partner.name.clone()).unwrap_or_default(),
            contract_no: order.head.own_reference().chars().take(32).collect(),
            left_out: order.lines.len() - lines.len(),
            lines: lines.into_iter().map(|line| prefilled(line, customs.get(&line.product), tariff_of(line), with_price)).collect(),
        }))
    }

    /// What the tariff in force asks of a line: units and elements
    #[oai(path = "/admin/trade.Declaration/tariff", method = "get", operation_id = "declarationTariff", tag = "Allow::Page")]
    async fn tariff(&self, code: Query<String>) -> Answer<TariffHint> {
        if code.0.len() != 10 || !code.0.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(ApiError::field("code", "trade.tariff_code"));
        }
        let tariff = self.tariffs(std::iter::once(code.0.as_str())).await?.remove(&code.0).unwrap_or_default();
        let elements = tariff.element_names().map(str::to_owned).collect();
        Ok(ok(TariffHint { name: tariff.name, unit_1: tariff.unit_1, unit_2: tariff.unit_2, elements }))
    }

    /// What the duties of a declaration may be: estimates by the tariff in force
    #[oai(path = "/admin/trade.Declaration/estimate", method = "get", operation_id = "declarationEstimate", tag = "Allow::Page")]
    async fn estimate(&self, request: &Request, id: Query<Whole>) -> Answer<Estimate> {
        let resource = catalogue::find("trade.Declaration").ok_or_else(|| ServiceError::refused("error.not_found"))?;
        let scope = scope_for(request, &resource.node("index"))?;
        let row = self.0.store().record(resource, id.0.required("id")?, &scope).await.map_err(ServiceError::from)?;
        let lines = declaration::lines(&row["lines"])?;
        let tariffs = self.tariffs(lines.iter().map(|line| line.text("hs_code"))).await?;
        let lines = lines.iter().enumerate().map(|(at, line)| estimated(at, line, tariffs.get(line.text("hs_code")))).collect();
        Ok(ok(Estimate { lines }))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn duties_follow_from_percentages_and_words_give_none() {
        let line = &declaration::lines(&json!([{ "hs_code": "8504401900", "total": "1000", "currency": "USD" }])).expect("a line")[0];
        let with = |mfn: &str, provisional: &str, vat: &str| {
            let tariff = Tariff { rate_mfn: mfn.into(), rate_provisional: provisional.into(), rate_vat: vat.into(), ..Tariff::default() };
            let estimate = estimated(0, line, Some(&tariff));
            (estimate.duty, estimate.vat)
        };
        let text = |duty: &str, vat: &str| (duty.to_owned(), vat.to_owned());
        assert_eq!(with("8", "", "13%"), text("80.00", "140.40"));
        assert_eq!(with("8", "2.5", "13"), text("25.00", "133.25"));
        assert_eq!(with("1 yuan/kg", "", "13"), text("", ""));
        assert_eq!(estimated(0, line, None).vat, "");
    }

    #[test]
    fn units_are_known_by_their_names() {
        assert_eq!((unit_code("个").as_str(), unit_code("kilogram").as_str(), unit_code("箱").as_str()), ("007", "035", ""));
    }
}
