//! Names in a file that no row has, and the rows that an import makes of them where it was asked to: rows of resources that
//! need nothing but a name. While a file is checked, an id that no row has is the placeholder of such a row; the rows are made when all
//! else is right.

use std::collections::HashSet;

use entrepot_store::resource::declaration::{Access, Action};
use entrepot_store::resource::write::FoundReferences;
use entrepot_store::resource::{Field, Kind, Resource};
use serde_json::{Map, Value, json};

use super::cells::label;
use super::references::{Lookups, Naming, referred};
use crate::error::ServiceError;
use crate::i18n;
use crate::resource::Call;

/// Most rows that one import makes of names.
const NEW_MAX: usize = 1_000;
/// Names of a field that a report gives as examples, and the letters of one.
const EXAMPLES: usize = 5;
const EXAMPLE_LETTERS: usize = 60;
/// The first id of placeholders: no row gets so far.
const FIRST_PLACEHOLDER: i64 = 9_000_000_000_000_000_000;

/// Whether a row of a resource can be made of a name alone, by whoever may add to it.
#[must_use]
pub fn needs_only_a_name(resource: &Resource) -> bool {
    let writable = |field: &Field| matches!(field.access, Access::Open | Access::WriteOnce);
    let title = resource.title_field();
    let named = resource.field(title).is_some_and(|field| matches!(field.kind, Kind::Text(_)) && field.rule.is_none() && writable(field));
    let asked = |field: &Field| writable(field) && (field.kind == Kind::Password || (field.required && field.default.is_none()));
    let scoped = resource.warehouse.is_some() || resource.owner.is_some() || resource.view;
    named && !scoped && resource.allows(Action::Add) && !resource.fields.iter().any(|field| field.name != title && asked(field))
}

/// A column of references with names that no row has.
pub struct Unknown {
    pub field: &'static Field,
    pub target: &'static Resource,
    /// Each once, in the order of the file.
    pub names: Vec<String>,
}

impl Unknown {
    /// Those of a column; nothing where all names are known.
    #[must_use]
    pub fn of((naming, cells): (Naming, &[&str]), field: &'static Field, target: &'static Resource, lookups: &Lookups) -> Option<Self> {
        let mut seen = HashSet::new();
        let unknown = cells.iter().flat_map(|cell| referred(field, cell)).filter(|name| lookups.is_unknown(target.table, name, naming));
        let names: Vec<String> = unknown.filter(|name| seen.insert(name.to_lowercase())).map(str::to_owned).collect();
        (!names.is_empty()).then_some(Self { field, target, names })
    }

    /// What a report says of it. `call`: of the import, whose person may add rows or not.
    #[must_use]
    pub fn report(&self, call: &Call) -> Value {
        let examples: Vec<String> = self.names.iter().take(EXAMPLES).map(|name| name.chars().take(EXAMPLE_LETTERS).collect()).collect();
        let create = needs_only_a_name(self.target) && call.rights.holds(&self.target.node("add"));
        let column = label(self.field.label(), i18n::current());
        json!({ "field": self.field.name, "column": column, "count": self.names.len(), "examples": examples, "create": create })
    }
}

/// A field whose unknown names become rows.
pub struct Creator {
    pub field: &'static Field,
    /// Of the resource that it refers to.
    pub call: Call,
}

impl Creator {
    fn body(&self, name: &str) -> Map<String, Value> {
        Map::from_iter([(self.call.resource.title_field().to_owned(), json!(name))])
    }

    /// Whether there can be a row of this name.
    async fn takes(&mut self, name: &str) -> Result<bool, ServiceError> {
        self.call.act.set.clear();
        let body = self.body(name);
        let checked = match self.call.prepare_new(body).await {
            Ok(body) => {
                let row = self.call.store().checked_row(self.call.resource, &body, &self.call.act, &mut FoundReferences::new()).await;
                row.map(|_| ()).map_err(ServiceError::from)
            }
            Err(error) => Err(error),
        };
        match checked {
            Ok(()) => Ok(true),
            Err(ServiceError::Field { .. } | ServiceError::Range { .. } | ServiceError::Refused { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    async fn create(&mut self, name: &str) -> Result<i64, ServiceError> {
        self.call.act.set.clear();
        let body = self.body(name);
        self.call.add(body).await
    }
}

/// A name that becomes a row.
struct Wanted {
    /// The place of its creator.
    creator: usize,
    table: &'static str,
    name: String,
}

/// The rows that an import makes of names before it writes its own.
#[derive(Default)]
pub struct NewRows(Vec<Wanted>);

impl NewRows {
    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.0.len()
    }

    fn placeholder(at: usize) -> i64 {
        FIRST_PLACEHOLDER + i64::try_from(at).unwrap_or(0)
    }

    /// Takes up the names that fields are asked to make rows of; each stands for a row from now on. Names that no row can
    /// have, and too many of them, stay unknown.
    pub async fn want(&mut self, creators: &mut [Creator], unknown: &[Unknown], lookups: &mut Lookups) -> Result<(), ServiceError> {
        for (at, creator) in creators.iter_mut().enumerate() {
            let Some(unknown) = unknown.iter().find(|unknown| unknown.field.name == creator.field.name) else { continue };
            creator.call.by("add").await?;
            let table = unknown.target.table;
            for name in &unknown.names {
                if self.0.len() >= NEW_MAX {
                    return Ok(());
                }
                // Another field may have asked for it.
                if lookups.is_unknown(table, name, Naming::Names) && creator.takes(name).await? {
                    lookups.learn(table, name, Self::placeholder(self.0.len()));
                    self.0.push(Wanted { creator: at, table, name: name.clone() });
                }
            }
        }
        Ok(())
    }

    /// The ids that stand for them, as references that are there.
    #[must_use]
    pub fn as_references(&self) -> FoundReferences {
        self.0.iter().enumerate().map(|(at, wanted)| (wanted.table, Self::placeholder(at))).collect()
    }

    /// Puts their names in the place of the ids that stand for them.
    pub fn name(&self, fields: &mut Map<String, Value>) {
        let name = |value: &mut Value| {
            let at = value.as_i64().and_then(|id| usize::try_from(id.checked_sub(FIRST_PLACEHOLDER)?).ok());
            if let Some(wanted) = at.and_then(|at| self.0.get(at)) {
                *value = json!(wanted.name);
            }
        };
        for value in fields.values_mut() {
            match value {
                Value::Array(values) => values.iter_mut().for_each(name),
                value => name(value),
            }
        }
    }

    /// Makes the rows.
    pub async fn create(&self, creators: &mut [Creator], lookups: &mut Lookups) -> Result<(), ServiceError> {
        for creator in creators.iter_mut() {
            creator.call.by("add").await?;
        }
        for wanted in &self.0 {
            let Some(creator) = creators.get_mut(wanted.creator) else { continue };
            let id = creator.create(&wanted.name).await?;
            lookups.learn(wanted.table, &wanted.name, id);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use entrepot_store::resource::catalogue;

    use super::*;

    #[test]
    fn rows_of_some_resources_need_nothing_but_a_name() {
        let needs = |controller: &str| needs_only_a_name(catalogue::find(controller).expect("declared"));
        for simple in ["warehouse.Brand", "warehouse.Unit", "warehouse.ProductCategory"] {
            assert!(needs(simple), "{simple}");
        }
        for other in ["warehouse.Product", "warehouse.Warehouse", "warehouse.WarehouseShelf", "auth.Admin", "user.User", "routine.Transfer"] {
            assert!(!needs(other), "{other}");
        }
    }

    #[test]
    fn names_are_unknown_once_and_get_placeholders() {
        let product = catalogue::find("warehouse.Product").expect("declared");
        let (unit, target) = (product.field("unit_id").expect("a field"), catalogue::find("warehouse.Unit").expect("declared"));
        let mut lookups = Lookups::default();
        lookups.learn("unit", "piece", 1);
        let cells = ["Piece", "box", " Box ", "7", "", "crate"];
        let names = |naming| Unknown::of((naming, &cells), unit, target, &lookups).expect("unknown names").names;
        assert_eq!(names(Naming::NamesOrIds), ["box", "crate"], "numbers are ids");
        assert_eq!(names(Naming::Names), ["box", "7", "crate"], "numbers are names");
        assert!(Unknown::of((Naming::Names, &["piece"]), unit, target, &lookups).is_none());

        let wanted = |name: &str| Wanted { creator: 0, table: "unit", name: name.to_owned() };
        let new = NewRows(vec![wanted("box"), wanted("crate")]);
        let mut fields = json!({ "unit_id": FIRST_PLACEHOLDER + 1, "price": "2", "ids": [FIRST_PLACEHOLDER, 4], "other": i64::MIN })
            .as_object()
            .cloned()
            .expect("fields");
        new.name(&mut fields);
        assert_eq!(Value::Object(fields), json!({ "unit_id": "crate", "price": "2", "ids": ["box", 4], "other": i64::MIN }));
        assert!(new.as_references().contains(&("unit", FIRST_PLACEHOLDER + 1)));
    }
}
