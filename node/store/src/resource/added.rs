//! Resources that come and go while the node runs. The table is defined before the catalogue has the resource, and stays
//! with its rows when it is taken out.

use std::sync::Arc;

use actors::store::StoreError;

use super::catalogue::{Catalogue, CatalogueError, Registry};
use super::declaration::Resource;
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::transaction::TxError;

/// Why a resource was not added.
#[derive(Debug, thiserror::Error)]
pub enum AddError {
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Memory for Registry {
    fn new(_: bool) -> Self {
        Self::default()
    }
}

impl Store {
    /// The declared resources of this node.
    fn registry(&self) -> &Registry {
        self.memory()
    }

    /// The declared resources at this moment.
    #[must_use]
    pub fn catalogue(&self) -> Arc<Catalogue> {
        self.registry().current()
    }

    /// Defines a resource's table and puts the resource into the catalogue, in the place of an earlier version of it.
    pub async fn publish_resource(&self, resource: &'static Resource) -> Result<Arc<Catalogue>, AddError> {
        self.registry().check(resource)?;
        self.run(&resource.definitions(), vec![]).await.map_err(StoreError::from)?;
        if let Some(backfill) = resource.backfill() {
            match self.run(&backfill, vec![]).await {
                // Such rows stay as they are; an edit of one shows what is wrong with it.
                Err(error @ (TxError::Refused(_) | TxError::NotUnique(_))) => {
                    tracing::warn!(%error, controller = resource.controller, "older rows were not filled in");
                }
                other => other.map(|_| ()).map_err(StoreError::from)?,
            }
        }
        self.fill_forms_of(resource).await?;
        let catalogue = self.registry().publish(resource)?;
        self.forget_rows_of(resource);
        Ok(catalogue)
    }

    /// Takes an added resource out of the catalogue.
    pub fn retire_resource(&self, controller: &str) -> Result<Arc<Catalogue>, CatalogueError> {
        let resource = self.catalogue().find(controller);
        let catalogue = self.registry().retire(controller)?;
        if let Some(resource) = resource {
            self.forget_rows_of(resource);
        }
        Ok(catalogue)
    }

    /// What was read of a table by an earlier version of its declaration is read again.
    fn forget_rows_of(&self, resource: &Resource) {
        drop(self.writes().writing(resource.table));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::declaration::{Field, Kind, Label, Target};
    use super::super::error::RecordError;
    use super::super::listed::Listed;
    use super::super::{Act, catalogue};
    use super::*;
    use crate::engine::connect::StoreConfig;
    use crate::listing::ListQuery;
    use crate::scope::Scope;

    const BRAND: Field = Field::new("brand_id", Kind::Reference(Target { table: "brand", relation: "brand", shows: &["name"] }));
    static FIRST: Resource =
        Resource::new("app.Loan", "u_loan", Label { zh: "借用", en: "Loans" }, &[Field::new("name", Kind::Text(20)).required(), BRAND])
            .order("id", false)
            .quick(&["name", "brand.name"]);
    static SECOND: Resource =
        Resource { fields: &[Field::new("name", Kind::Text(20)).required(), BRAND, Field::new("days", Kind::Integer(0, 90)).default("7")], ..FIRST };

    async fn listed(store: &Store, resource: &Resource, quick: &str) -> Vec<serde_json::Value> {
        let query = ListQuery { quick: quick.into(), ..ListQuery::default() };
        match store.records(resource, &query, &Scope::system()).await.expect("a list") {
            Listed::Page { list, .. } | Listed::Tree(list) | Listed::Options(list) => list,
        }
    }

    #[tokio::test]
    async fn rows_outlive_the_versions_of_their_resource() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.expect("a store");
        let act = Act::system(5);
        let brand = catalogue::find("warehouse.Brand").expect("a resource");
        let key = store.insert_record(brand, json!({ "name": "Acme" }).as_object().expect("a row"), &act).await.expect("a brand");
        store.publish_resource(&FIRST).await.expect("a resource");
        let row = json!({ "name": "Drill", "brand_id": key });
        let loan = store.insert_record(&FIRST, row.as_object().expect("a row"), &act).await.expect("a loan");
        let found = listed(&store, &FIRST, "acme").await;
        assert_eq!((found.len(), &found[0]["brand"]["name"]), (1, &json!("Acme")));
        assert!(matches!(store.delete_records(brand, &[key], &act).await, Err(RecordError::InUse(_))));
        // A new version: the row that was there before its field has the default, and can be edited.
        let generation = store.catalogue().generation();
        assert_eq!(store.publish_resource(&SECOND).await.expect("a version").generation(), generation + 1);
        assert_eq!(listed(&store, &SECOND, "").await[0]["days"], 7);
        store.update_record(&SECOND, loan, json!({ "days": 9 }).as_object().expect("a change"), &act).await.expect("an edit");
        // Taken out, it holds nothing back; put in again, its rows are there.
        store.retire_resource("app.loan").expect("a resource");
        assert!(store.catalogue().of_table("u_loan").is_none());
        store.delete_records(brand, &[key], &act).await.expect("a deletion");
        store.publish_resource(&SECOND).await.expect("a resource");
        let rows = listed(&store, &SECOND, "").await;
        assert_eq!((rows.len(), &rows[0]["name"], &rows[0]["days"]), (1, &json!("Drill"), &json!(9)));
    }

    #[tokio::test]
    async fn what_the_catalogue_refuses_defines_nothing() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.expect("a store");
        static TAKEN: Resource = Resource { table: "movement", ..FIRST };
        assert!(matches!(store.publish_resource(&TAKEN).await, Err(AddError::Catalogue(CatalogueError::Name(_)))));
        assert_eq!(store.catalogue().generation(), 0);
        assert!(store.run("SELECT * FROM u_loan", vec![]).await.is_err());
    }
}
