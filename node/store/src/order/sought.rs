//! What the quick search of a list of orders names beside their numbers: products and partners.

use actors::folding::folded;
use actors::store::StoreError;

use super::list::{CUSTOMER, REFERENCE, SUPPLIER};
use crate::engine::connect::Store;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{array, int, text};
use crate::listing::{ListQuery, Sought};

/// Most rows of a table that a search names. One that fits more is too short to mean any of them, and is looked for in numbers.
const NAMED_MAX: usize = 50;

/// The rows that a search names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NamedRows {
    products: Vec<i64>,
    suppliers: Vec<i64>,
    customers: Vec<i64>,
}

/// The condition of a quick search: in an order's number, its partner's number, its partner's name, or the number, name or
/// bar code of a product of it. Nothing without a search.
pub(super) fn sought(query: &ListQuery, named: &NamedRows, vars: &mut Vars) -> Option<String> {
    let quick = Sought::new(&query.quick);
    if quick.folded.is_empty() {
        return None;
    }
    let numbers = ["number", REFERENCE].map(|field| quick.in_lower_case(&format!("string::lowercase({field} ?? '')"), "quick"));
    let mut any = Vec::from(numbers);
    vars.push(("quick", quick.bound()));
    let rows = [
        ("named_suppliers", format!("{SUPPLIER} IN $named_suppliers"), &named.suppliers),
        ("named_customers", format!("{CUSTOMER} IN $named_customers"), &named.customers),
        ("named_products", "lines.product CONTAINSANY $named_products".to_owned(), &named.products),
    ];
    for (name, condition, ids) in rows.into_iter().filter(|(.., ids)| !ids.is_empty()) {
        any.push(condition);
        vars.push((name, array(ids.iter().copied().map(int).collect())));
    }
    Some(format!("({})", any.join(" OR ")))
}

impl Store {
    /// The products, suppliers and customers that the quick search of a list names.
    pub(super) async fn named_in_orders(&self, query: &ListQuery) -> Result<NamedRows, StoreError> {
        let word = folded(&query.quick);
        if word.is_empty() {
            return Ok(NamedRows::default());
        }
        let name = "(folded_name ?? string::lowercase(name)) CONTAINS $word";
        let query = format!(
            "SELECT VALUE record::id(id) FROM product
               WHERE (folded_product_no ?? string::lowercase(product_no)) CONTAINS $word OR {name} OR string::lowercase(barcode ?? '') = $word LIMIT $most;
             SELECT VALUE record::id(id) FROM supplier WHERE {name} LIMIT $most;
             SELECT VALUE record::id(id) FROM customer WHERE {name} LIMIT $most;"
        );
        let most = i64::try_from(NAMED_MAX + 1).unwrap_or(i64::MAX);
        let mut response = self.run(&query, vec![("word", text(&word)), ("most", int(most))]).await?;
        let mut few = |statement: usize| {
            let ids: Vec<i64> = take(&mut response, statement)?;
            Ok::<_, StoreError>(if ids.len() > NAMED_MAX { vec![] } else { ids })
        };
        Ok(NamedRows { products: few(0)?, suppliers: few(1)?, customers: few(2)? })
    }
}
