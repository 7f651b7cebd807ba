//! Companies that show themselves on the public site: those that were verified and want to be seen.

use std::sync::Arc;

use actors::folding::folded;
use actors::store::StoreError;
use serde::Deserialize;

use crate::cache::{Age, Cache, Limits};
use crate::engine::connect::Store;
use crate::engine::memory::one_cache;
use crate::engine::value::id;

/// Companies that are shown at most.
const COMPANIES_MAX: i64 = 5_000;
/// Which companies are shown.
const SHOWN: &str = "on_site = 1 AND verify = 'passed' AND status = 1";

/// What everybody may know of a company. Nothing by which a person is reached.
#[derive(Clone, Debug, Deserialize)]
pub struct PublicCompany {
    pub id: i64,
    pub name: String,
    pub short_name: String,
    pub logo: String,
    pub city: String,
    pub website: String,
    pub industry_id: Option<i64>,
    pub scale: String,
    /// Unix seconds.
    pub verify_time: i64,
}

/// The companies that are shown, in their order.
#[derive(Debug, Default)]
pub struct CompanyShelf(Vec<(PublicCompany, String)>);

impl CompanyShelf {
    fn of(companies: Vec<PublicCompany>) -> Self {
        let with_words = |company: PublicCompany| {
            let words = [&company.name, &company.short_name, &company.city].map(|part| folded(part)).join("\n");
            (company, words)
        };
        Self(companies.into_iter().map(with_words).collect())
    }

    /// Those of these industries (all where there are none) that contain all of the folded words.
    pub fn find<'a>(&'a self, industries: &'a [i64], words: &'a [String]) -> impl Iterator<Item = &'a PublicCompany> {
        self.0.iter().filter_map(move |(company, said)| {
            let of_trade = industries.is_empty() || company.industry_id.is_some_and(|industry| industries.contains(&industry));
            (of_trade && words.iter().all(|word| said.contains(word.as_str()))).then_some(company)
        })
    }

    #[must_use]
    pub fn get(&self, company: i64) -> Option<&PublicCompany> {
        self.0.iter().map(|(company, _)| company).find(|known| known.id == company)
    }
}

struct ShelfCache(Cache<(), Arc<CompanyShelf>>);

const LIMITS: Limits =
    Limits { name: "site_companies", weight: 1, entries: 1, age: Age { sole: std::time::Duration::from_secs(3_600), ..Age::SECOND } };

one_cache!(ShelfCache, Cache, LIMITS);

impl Store {
    /// The companies that the site shows.
    pub async fn public_companies(&self) -> Result<Arc<CompanyShelf>, StoreError> {
        let (cache, stamp) = (&self.memory::<ShelfCache>().0, self.writes().stamp(["company"]));
        if let Some(known) = cache.get(&(), &stamp) {
            return Ok(known);
        }
        let query = format!(
            "SELECT record::id(id) AS id, name, short_name, logo, city, website, industry_id, scale, verify_time, weigh FROM company \
             WHERE {SHOWN} ORDER BY weigh DESC, id LIMIT {COMPANIES_MAX}"
        );
        let shelf = Arc::new(CompanyShelf::of(self.rows(&query, vec![]).await?));
        cache.put((), stamp, shelf.clone());
        Ok(shelf)
    }

    /// How a company that is shown introduces itself: HTML that was cleaned.
    pub async fn public_introduction(&self, company: i64) -> Result<Option<String>, StoreError> {
        let query = format!("SELECT VALUE introduce FROM $company WHERE {SHOWN}");
        Ok(self.rows(&query, vec![("company", id("company", company))]).await?.into_iter().next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn companies_are_found_by_industry_and_words() {
        let company = |id: i64, name: &str, industry: i64| PublicCompany {
            id,
            name: name.into(),
            short_name: String::new(),
            logo: String::new(),
            city: "Suzhou".into(),
            website: String::new(),
            industry_id: Some(industry),
            scale: String::new(),
            verify_time: 0,
        };
        let shelf = CompanyShelf::of(vec![company(1, "Bright Optics", 3), company(2, "Blue Textile", 4)]);
        let found = |industries: &[i64], words: &[&str]| -> Vec<i64> {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            shelf.find(industries, &words).map(|company| company.id).collect()
        };
        assert_eq!(found(&[], &[]), [1, 2]);
        assert_eq!(found(&[4], &[]), [2]);
        assert_eq!(found(&[], &["optics", "suzhou"]), [1]);
        assert_eq!(found(&[4], &["optics"]), [] as [i64; 0]);
    }
}
