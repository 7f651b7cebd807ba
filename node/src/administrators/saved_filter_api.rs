//! Routes of the filters of lists that one has given names (wire contract 9.6).

use entrepot_store::identity::saved_filters::SavedFilter;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;

use crate::base::Base;
use crate::http::body::Body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::routes::Allow;
use crate::identity::admin_request::caller;
use crate::identity::saved_filters;

/// Endpoints of one's own filters.
pub struct SavedFilters(pub Base);

/// A filter of a list under its name.
#[derive(Object)]
pub struct SavedFilterView {
    pub name: String,
    /// As it stands in the address of the page: `q=oak&status=1`.
    pub search: String,
}

/// The caller's filters of a list, in the order in which they were saved.
#[derive(Object)]
pub struct SavedFilterList {
    pub list: Vec<SavedFilterView>,
}

impl From<Vec<SavedFilter>> for SavedFilterList {
    fn from(filters: Vec<SavedFilter>) -> Self {
        Self { list: filters.into_iter().map(|SavedFilter { name, search }| SavedFilterView { name, search }).collect() }
    }
}

/// A filter to be saved.
#[derive(Object, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveFilterBody {
    /// The key of the list: `warehouse/inventory`.
    pub list: String,
    /// At most 30 characters.
    pub name: String,
    /// As it stands in the address of the page, at most 2,000 characters.
    pub search: String,
}

/// A filter to be dropped.
#[derive(Object, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DropFilterBody {
    /// The key of the list.
    pub list: String,
    pub name: String,
}

#[OpenApi]
impl SavedFilters {
    /// My filters of a list
    #[oai(path = "/admin/routine.SavedFilter/index", method = "get", operation_id = "savedFilterIndex", tag = "Allow::LoggedIn")]
    async fn index(
        &self,
        request: &Request,
        /// The key of the list.
        list: Query<String>,
    ) -> Answer<SavedFilterList> {
        let filters = saved_filters::of_list(self.0.store(), caller(request)?.id(), &list.0).await?;
        Ok(ok(filters.into()))
    }

    /// Save a filter of mine, at most 20 of a list; one of the same name gives way
    #[oai(path = "/admin/routine.SavedFilter/save", method = "post", operation_id = "savedFilterSave", tag = "Allow::LoggedIn")]
    async fn save(&self, request: &Request, body: Body<SaveFilterBody>) -> Answer<SavedFilterList> {
        let SaveFilterBody { list, name, search } = body.0;
        let filters = saved_filters::save(self.0.store(), caller(request)?.id(), &list, &name, &search).await?;
        Ok(done("saved", filters.into()))
    }

    /// Drop a filter of mine
    #[oai(path = "/admin/routine.SavedFilter/drop", method = "post", operation_id = "savedFilterDrop", tag = "Allow::LoggedIn")]
    async fn drop_one(&self, request: &Request, body: Body<DropFilterBody>) -> Answer<SavedFilterList> {
        let DropFilterBody { list, name } = body.0;
        let filters = saved_filters::drop_named(self.0.store(), caller(request)?.id(), &list, &name).await?;
        Ok(done("deleted", filters.into()))
    }
}
