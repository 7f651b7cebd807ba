//! Resources that come and go while the node runs, with the rules of their pages and buttons. Their routes are in
//! [`super::added_api`].

use actors::system::System;
use entrepot_store::Store;
use entrepot_store::resource::Resource;
use entrepot_store::resource::added::AddError;
use entrepot_store::resource::catalogue::Catalogue;

use super::routes::routes;
use crate::http::routes::Takes;
use crate::identity::rule_seeds::seeds_of;
use crate::identity::sessions::rights_changed;

/// Why a resource was not put in or taken out.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    #[error(transparent)]
    Resource(#[from] AddError),
    #[error("the rules of its pages: {0}")]
    Rules(#[from] actors::store::StoreError),
}

/// Puts a resource in, or a new version of it: its table, its routes, the rules of its page and its buttons. Nobody but
/// super administrators holds them at first.
pub async fn publish(store: &Store, system: &System, now: i64, resource: &'static Resource) -> Result<(), ChangeError> {
    let is_new = store.catalogue().find_added(resource.controller).is_none();
    let catalogue = store.publish_resource(resource).await?;
    let rules = seeds_of(&catalogue, resource);
    store.seed_rules(&rules, now).await?;
    if is_new {
        // It may have been here before. Who switched one off since is not overruled by a new version.
        store.switch_rules(&names(&catalogue, resource), true, now).await?;
    }
    rights_changed(store, system);
    Ok(())
}

/// Takes a resource out: its routes and its place in the menu go, its table and its rows stay.
pub async fn retire(store: &Store, system: &System, now: i64, controller: &str) -> Result<(), ChangeError> {
    let before = store.catalogue();
    store.retire_resource(controller).map_err(AddError::from)?;
    if let Some(resource) = before.find_added(controller) {
        store.switch_rules(&names(&before, resource), false, now).await?;
    }
    rights_changed(store, system);
    Ok(())
}

/// The names of the rules of its page and its buttons; other resources share the directory.
fn names(catalogue: &Catalogue, resource: &Resource) -> Vec<String> {
    let rules = seeds_of(catalogue, resource).into_iter();
    rules.filter(|rule| rule.kind != "menu_dir").map(|rule| rule.name.to_lowercase()).collect()
}

/// The resource and the action of a path, when the resource is an added one that allows the action.
pub(crate) fn found<'a>(catalogue: &Catalogue, path: &'a str) -> Option<(&'static Resource, &'a str)> {
    let (controller, action) = path.strip_prefix("/admin/")?.split_once('/')?;
    let resource = catalogue.find_added(controller)?;
    routes(resource).any(|(name, _)| name.eq_ignore_ascii_case(action)).then_some((resource, action))
}

/// What kind of body the route of an added resource takes; the path is in lower case.
#[must_use]
pub fn takes(catalogue: &Catalogue, path: &str) -> Option<Takes> {
    found(catalogue, path).filter(|(_, action)| *action == "import").map(|_| Takes::Sheet)
}
