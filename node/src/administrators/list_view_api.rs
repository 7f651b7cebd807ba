//! Routes of how one looks at lists: columns, their order and width, row height (wire contract 9.7).

use std::collections::BTreeMap;

use entrepot_store::identity::list_views::{ListColumns, ListViews};
use poem::Request;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;

use crate::base::Base;
use crate::error::ServiceError;
use crate::http::body::Body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::routes::Allow;
use crate::identity::admin_request::caller;
use crate::identity::list_views;

/// Endpoints of one's own views of lists.
pub struct ListViewRoutes(pub Base);

/// The columns of a list as somebody wants them.
#[derive(Object, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListColumnsView {
    /// Keys of columns in their order; others follow in the declared one.
    #[serde(default)]
    pub order: Vec<String>,
    /// Shown or hidden against the declaration.
    #[serde(default)]
    pub shown: BTreeMap<String, bool>,
    /// In pixels.
    #[serde(default)]
    pub widths: BTreeMap<String, u32>,
}

/// How the caller looks at lists.
#[derive(Object)]
pub struct ListViewsView {
    /// How tight rows stand: `default`, `middle` or `small`.
    pub density: Option<String>,
    /// By the key of the list: `warehouse/inventory`.
    pub views: BTreeMap<String, ListColumnsView>,
}

/// A list's columns, or the row height of all lists.
#[derive(Object, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveListViewBody {
    /// The key of the list: `warehouse/inventory`.
    #[serde(default)]
    pub list: Option<String>,
    /// Its columns; without them the list goes back to the declaration.
    #[serde(default)]
    pub view: Option<ListColumnsView>,
    /// How tight rows stand in all lists: `default`, `middle` or `small`.
    #[serde(default)]
    pub density: Option<String>,
}

impl From<ListColumns> for ListColumnsView {
    fn from(ListColumns { order, shown, widths }: ListColumns) -> Self {
        Self { order, shown, widths }
    }
}

impl From<ListColumnsView> for ListColumns {
    fn from(ListColumnsView { order, shown, widths }: ListColumnsView) -> Self {
        Self { order, shown, widths }
    }
}

impl From<ListViews> for ListViewsView {
    fn from(ListViews { density, views }: ListViews) -> Self {
        Self { density, views: views.into_iter().map(|(list, view)| (list, view.into())).collect() }
    }
}

#[OpenApi]
impl ListViewRoutes {
    /// How I look at lists
    #[oai(path = "/admin/routine.ListView/index", method = "get", operation_id = "listViewIndex", tag = "Allow::LoggedIn")]
    async fn index(&self, request: &Request) -> Answer<ListViewsView> {
        Ok(ok(list_views::of(self.0.store(), caller(request)?.id()).await?.into()))
    }

    /// Keep how I look at a list, or how tight rows stand
    #[oai(path = "/admin/routine.ListView/save", method = "post", operation_id = "listViewSave", tag = "Allow::LoggedIn")]
    async fn save(&self, request: &Request, body: Body<SaveListViewBody>) -> Answer<ListViewsView> {
        let (store, admin) = (self.0.store(), caller(request)?.id());
        let SaveListViewBody { list, view, density } = body.0;
        if list.is_none() && density.is_none() {
            return Err(ServiceError::field("list", "error.required"));
        }
        if let Some(density) = density {
            list_views::save_density(store, admin, &density).await?;
        }
        let all = match list {
            Some(list) => list_views::save(store, admin, &list, view.map(Into::into)).await?,
            None => list_views::of(store, admin).await?,
        };
        Ok(done("saved", all.into()))
    }
}
