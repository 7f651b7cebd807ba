//! Companies met at trade fairs: which of them may be known already, and what becomes of one.

use actors::store::StoreError;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use crate::engine::connect::Store;
use crate::engine::value::{array, id, int, text};
use crate::resource::write::ExtraStatements;
use crate::resource::{Act, RecordError, Resource};
use crate::scope::Scope;

/// Most companies that are named as perhaps the same.
const ALIKE_MAX: i64 = 200;
/// Thrown where a company has become a partner already.
const BECAME: &str = "BESIDE:stage";

/// What a company may be recognised by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Traits {
    pub id: i64,
    pub name: String,
    pub country: String,
    /// Domains of its people's addresses.
    pub domains: Vec<String>,
}

/// Somebody who may be the same: their name and where they stand.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Alike {
    pub id: i64,
    /// `expo_company`, `customer` or `supplier`.
    pub table: String,
    pub name: String,
    pub country: String,
    pub domains: Vec<String>,
}

impl Store {
    /// Rows of other companies and partners that have a name or a domain of these: candidates, to be compared by who asks. Only companies
    /// within the scope; partners only if they may be seen.
    pub async fn alike_companies(
        &self,
        names: &[String],
        domains: &[String],
        scope: &Scope,
        partners: &[&'static str],
    ) -> Result<Vec<Alike>, StoreError> {
        let mut vars = vec![("names", array(names.iter().map(|name| text(name)).collect())), ("most", int(ALIKE_MAX))];
        vars.push(("domains", array(domains.iter().map(|domain| text(domain)).collect())));
        let owners = scope.within_owners("owner_id", &mut vars).map(|owners| format!("AND {owners}")).unwrap_or_default();
        let query = format!(
            "SELECT record::id(id) AS id, 'expo_company' AS table, name, country ?? '' AS country, string::split(domains ?? '', ' ') AS domains
             FROM expo_company WHERE (folded_name IN $names OR string::split(domains ?? '', ' ') CONTAINSANY $domains) {owners} LIMIT $most"
        );
        let mut found: Vec<Alike> = self.rows(&query, vars.clone()).await?;
        for table in partners {
            let query = format!(
                "SELECT record::id(id) AS id, '{table}' AS table, name, '' AS country, [string::lowercase(array::last(string::split(email ?? '', '@')) ?? '')] AS domains
                 FROM {table} WHERE folded_name IN $names OR array::last(string::split(string::lowercase(email ?? ''), '@')) IN $domains LIMIT $most"
            );
            found.extend(self.rows::<Alike>(&query, vars.clone()).await?);
        }
        Ok(found)
    }

    /// Adds a customer or a supplier of a company that was met, and notes it there, in one transaction; refused with the field `stage` where it
    /// has become one before. Answers the partner's id.
    pub async fn company_becomes(
        &self,
        partner: &Resource,
        body: &Map<String, Json>,
        (company, column): (i64, &'static str),
        act: &Act,
    ) -> Result<i64, RecordError> {
        let query = format!(
            "IF (SELECT VALUE {column} FROM ONLY $company) != NONE {{ THROW '{BECAME}' }};
             UPDATE $company SET {column} = $owner, stage = 'won', update_time = $now, version = (version ?? 1) + 1 RETURN NONE;"
        );
        let vars = vec![("company", id("expo_company", company)), ("now", int(act.now))];
        let extra = ExtraStatements { query, vars, tables: vec!["expo_company"], only_guards: false };
        self.insert_record(partner, body, &Act { extra, ..act.clone() }).await
    }
}

/// The companies that a company may be: the same folded name, where countries do not differ, or a domain of its own.
#[must_use]
pub fn alike<'a>(own: &Traits, folded: impl Fn(&str) -> String, candidates: &'a [Alike]) -> Vec<&'a Alike> {
    let name = folded(&own.name);
    let country = folded(&own.country);
    let same = |other: &&Alike| {
        let itself = other.table == "expo_company" && other.id == own.id;
        let countries = other.country.is_empty() || country.is_empty() || folded(&other.country) == country;
        let domain = own.domains.iter().any(|domain| !domain.is_empty() && other.domains.contains(domain));
        !itself && ((folded(&other.name) == name && countries) || domain)
    };
    candidates.iter().filter(same).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn other(table: &str, id: i64, name: &str, country: &str, domain: &str) -> Alike {
        Alike { id, table: table.into(), name: name.into(), country: country.into(), domains: vec![domain.into()] }
    }

    #[test]
    fn a_company_is_known_by_name_and_country_or_by_its_domain() {
        let own = Traits { id: 1, name: "Nord GmbH".into(), country: "Germany".into(), domains: vec!["nord.example".into()] };
        let candidates = [
            other("expo_company", 1, "Nord GmbH", "Germany", "nord.example"),
            other("expo_company", 2, "NORD gmbh", "germany", ""),
            other("expo_company", 3, "Nord GmbH", "Austria", ""),
            other("customer", 1, "Nord GmbH", "", ""),
            other("supplier", 9, "Something else", "", "nord.example"),
            other("supplier", 10, "Something else", "", ""),
        ];
        let found: Vec<(&str, i64)> =
            alike(&own, actors::folding::folded, &candidates).into_iter().map(|found| (found.table.as_str(), found.id)).collect();
        assert_eq!(found, [("expo_company", 2), ("customer", 1), ("supplier", 9)]);
    }
}
