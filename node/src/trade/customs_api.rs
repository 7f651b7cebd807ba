//! The nomenclature of customs, open to everybody: search by digits or words, and one code with what is above, beside and below it.

use entrepot_store::trade::hs::{HsCode, HsIndex, is_code, parent};
use entrepot_store::trade::tariffs::Tariff;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use std::sync::Arc;

use crate::base::Base;
use crate::error::ServiceError;
use crate::http::address;
use crate::http::envelope::{Answer, ok};
use crate::http::error::{ApiError, too_often};
use crate::http::routes::Allow;
use crate::i18n::{Language, current};
use crate::rate_limits::{Counted, Limits};

/// Searches of one network in a minute.
const PER_MINUTE: u32 = 30;
/// Longest search, in characters.
const WORDS_MAX: usize = 100;
/// Rows of an answer.
const ROWS_MAX: usize = 100;

/// Endpoints of customs data.
pub struct Customs {
    pub base: Base,
    pub limits: Arc<Limits>,
}

/// A code of the Harmonized System.
#[derive(Object)]
pub struct CustomsCode {
    /// 2 digits of a chapter, 4 of a heading, 6 of a subheading.
    pub code: String,
    /// The section's Roman number; empty where there is none.
    pub section: String,
    /// In the language asked for; in the other one where nobody has translated it.
    pub name: String,
    /// Whether the name is in the other language.
    pub untranslated: bool,
}

/// What a country's tariff says of a code.
#[derive(Object)]
pub struct CustomsTariff {
    /// 8 or 10 digits.
    pub code: String,
    pub name: String,
    pub valid_from: String,
    /// Rates as published: a percentage or words; empty where none is known.
    pub rate_mfn: String,
    pub rate_general: String,
    pub rate_provisional: String,
    pub rate_vat: String,
    pub rate_consumption: String,
    pub rate_rebate: String,
    pub conditions: String,
    /// Elements to declare, in their order.
    pub elements: Vec<String>,
    /// Where the rates were published.
    pub source: String,
}

/// What was found, or one code in its place.
#[derive(Object)]
pub struct CustomsAnswer {
    /// Of a search the codes found; of a code those right below it; of neither the chapters.
    pub rows: Vec<CustomsCode>,
    /// How many there are; `rows` are the first ones.
    pub found: usize,
    /// The code itself.
    #[oai(nullable)]
    pub code: Option<CustomsCode>,
    /// The codes above it, the chapter first.
    pub path: Vec<CustomsCode>,
    /// The codes beside it, with itself.
    pub neighbours: Vec<CustomsCode>,
    /// What the tariff of the country says of goods under the code today.
    pub tariffs: Vec<CustomsTariff>,
}

fn code_view(row: &HsCode, language: Language) -> CustomsCode {
    let (own, other) = if language == Language::English { (&row.en, &row.zh) } else { (&row.zh, &row.en) };
    let untranslated = own.is_empty();
    let name = if untranslated { other } else { own }.clone();
    CustomsCode { code: row.code.clone(), section: row.section.clone(), name, untranslated }
}

fn tariff_view(tariff: Tariff) -> CustomsTariff {
    let elements = tariff.element_names().map(str::to_owned).collect();
    CustomsTariff {
        code: tariff.code,
        name: tariff.name,
        valid_from: tariff.valid_from,
        rate_mfn: tariff.rate_mfn,
        rate_general: tariff.rate_general,
        rate_provisional: tariff.rate_provisional,
        rate_vat: tariff.rate_vat,
        rate_consumption: tariff.rate_consumption,
        rate_rebate: tariff.rate_rebate,
        conditions: tariff.conditions,
        elements,
        source: tariff.source,
    }
}

fn views(rows: Vec<&HsCode>, language: Language) -> Vec<CustomsCode> {
    rows.into_iter().map(|row| code_view(row, language)).collect()
}

fn search(index: &HsIndex, words: &str, language: Language) -> CustomsAnswer {
    let found = index.find(words, ROWS_MAX);
    CustomsAnswer { found: found.total, rows: views(found.rows, language), code: None, path: vec![], neighbours: vec![], tariffs: vec![] }
}

fn place(index: &HsIndex, row: Option<&HsCode>, language: Language) -> CustomsAnswer {
    let code = row.map_or("", |row| row.code.as_str());
    let mut rows = index.below(code);
    let found = rows.len();
    rows.truncate(ROWS_MAX);
    let neighbours = if row.is_some() { index.below(parent(code)) } else { vec![] };
    CustomsAnswer {
        rows: views(rows, language),
        found,
        code: row.map(|row| code_view(row, language)),
        path: views(index.path(code), language),
        neighbours: views(neighbours, language),
        tariffs: vec![],
    }
}

#[OpenApi]
impl Customs {
    /// Look up customs data
    ///
    /// By words or the first digits of a code (`q`), or one code in its place (`code`). With neither: the chapters. At most 30 times a
    /// minute from one address.
    #[oai(path = "/api/customs", method = "get", operation_id = "customsFind", tag = "Allow::Everyone")]
    async fn find(
        &self,
        request: &Request,
        q: Query<Option<String>>,
        code: Query<Option<String>>,
        lang: Query<Option<String>>,
    ) -> Answer<CustomsAnswer> {
        let base = &self.base;
        let language = lang.0.as_deref().map_or_else(current, Language::parse);
        let words = q.0.unwrap_or_default();
        if words.chars().count() > WORDS_MAX {
            return Err(ApiError::field("q", "error.text.long"));
        }
        let origin = address::origin(request, base);
        self.limits.allow_network(Counted::Customs, &origin.network, PER_MINUTE, 60, base.now()).map_err(too_often)?;
        let index = base.store().hs_index().await?;
        let code = code.0.unwrap_or_default();
        if code.is_empty() {
            return Ok(ok(if words.trim().is_empty() { place(&index, None, language) } else { search(&index, &words, language) }));
        }
        if !is_code(&code) {
            return Err(ApiError::field("code", "trade.code"));
        }
        let row = index.get(&code).ok_or_else(|| ServiceError::refused("trade.unknown_code"))?;
        let mut answer = place(&index, Some(row), language);
        if code.len() > 2 {
            let tariffs = base.store().tariffs_below(&code, &base.today()).await?;
            answer.tariffs = tariffs.into_iter().map(tariff_view).collect();
        }
        Ok(ok(answer))
    }
}
