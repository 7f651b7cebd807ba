//! The catalogue of the module market. Clients written for BuildAdmin ask their vendor's site for it, whose address
//! `siteConfig.apiUrl` names: here it is a path of this node, below which nothing is offered (wire contract 4.13).

use poem_openapi::param::Path;
use poem_openapi::{Object, OpenApi};

use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::routes::Allow;
use crate::i18n::text;

/// What `siteConfig.apiUrl` names.
pub const SITE: &str = "/api/vendor";
/// Releases ask for `v6.store`, `v7.store` ...
const STORE: &str = ".store";

/// Endpoints of the market.
pub struct Market;

/// A tab of the market.
#[derive(Object)]
pub struct MarketCategory {
    pub id: String,
    pub name: String,
}

/// What the market offers.
#[derive(Object)]
pub struct MarketModules {
    /// Always empty.
    pub rows: Vec<String>,
    pub total: u64,
    /// One: all of it.
    pub category: Vec<MarketCategory>,
    /// Why there is nothing.
    pub remark: String,
}

#[OpenApi]
impl Market {
    /// Modules on offer: there are none
    #[oai(path = "/api/vendor/api/:interface/modules", method = "get", operation_id = "marketModules", tag = "Allow::Everyone")]
    async fn modules(&self, interface: Path<String>) -> Answer<MarketModules> {
        if !interface.0.ends_with(STORE) {
            return Err(ApiError::refused("error.not_found"));
        }
        let category = vec![MarketCategory { id: "all".to_owned(), name: text("market.all", &[]) }];
        Ok(ok(MarketModules { rows: vec![], total: 0, category, remark: text("terminal.manager", &[]) }))
    }
}
