//! The catalogue: every declared resource. What the program declares ([`compiled`]) is always in it; further resources
//! may be put in and taken out while the node runs. Readers ask for a snapshot ([`Catalogue`]), which never changes; a
//! change puts another one in its place ([`Registry`]). What follows from a snapshot and is expensive to make is kept
//! under its generation.
//!
//! Code that means a certain resource of the program asks [`find`]. Code that gets a controller or a table as a value
//! asks the store's snapshot, which knows those of the running node as well.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use actors::store::StoreError;
use bus_schemas::order::process::Partner;

use super::declaration::{Access, Action, Resource, with_companions};
use super::{
    ads, announcements, api_key, api_log, companies, company, events, expo, goods, identity, notices, outside, people, routine, security, shop,
    shop_goods, site, site_articles, sms, system, trade, trade_declaration,
};

/// Resources that may be added to those of the program.
pub const ADDED_MAX: usize = 200;
/// Tables of added resources begin like this, so that none is a table of the program, declared or not.
pub const ADDED_TABLE: &str = "u_";

/// What [`compiled`] answers.
static DECLARED: LazyLock<Vec<&'static Resource>> = LazyLock::new(|| declarations().map(with_companions).collect());

/// The resources that the program declares.
pub fn compiled() -> impl Iterator<Item = &'static Resource> {
    DECLARED.iter().copied()
}

/// The same as they are written down.
fn declarations() -> impl Iterator<Item = &'static Resource> {
    let goods_side = [goods::ALL, company::ALL, identity::ALL, shop_goods::ALL, shop::ALL];
    let people = [companies::ALL, people::ALL, announcements::ALL, site::ALL, site_articles::ALL, ads::ALL];
    goods_side
        .into_iter()
        .chain(people)
        .chain([
            routine::ALL,
            security::ALL,
            trade::ALL,
            trade_declaration::ALL,
            expo::ALL,
            system::ALL,
            api_key::ALL,
            api_log::ALL,
            outside::ALL,
            events::ALL,
            notices::ALL,
            sms::ALL,
        ])
        .flatten()
}

static COMPILED: LazyLock<Arc<Catalogue>> = LazyLock::new(|| Arc::new(Catalogue::of(compiled().collect(), 0)));

/// The resource of the program with that controller, without regard to case.
#[must_use]
pub fn find(controller: &str) -> Option<&'static Resource> {
    COMPILED.find(controller)
}

/// The same where it must be there: without it the program itself is wrong.
pub fn declared(controller: &str) -> Result<&'static Resource, StoreError> {
    find(controller).ok_or_else(|| StoreError::Corrupt(format!("{controller} is not declared")))
}

/// A reference to a table's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct User {
    pub table: &'static str,
    pub column: &'static str,
    /// The column holds several ids.
    pub several: bool,
    /// The column holds ids of both sorts of partner: only rows that are with this one refer to the table.
    pub partner: Option<Partner>,
    /// What finds the rows where more than a column decides: a condition with `{keys}`, and no column.
    pub condition: Option<&'static str>,
}

impl User {
    /// Rows whose column holds an id.
    const fn of(table: &'static str, column: &'static str, several: bool) -> Self {
        Self { table, column, several, partner: None, condition: None }
    }
}

/// Whether a column that no declaration describes holds several ids: it leads through a list, or its name says so.
fn holds_several(column: &str) -> bool {
    column.contains('.') || column.ends_with("_ids")
}

/// The column of an order's partner. Which table its id is of, follows from the order's type.
const ORDER_PARTNER: (&str, &str) = ("stock_order", "partner");

/// The declared resources at one moment.
#[derive(Debug)]
pub struct Catalogue {
    generation: u64,
    resources: Vec<&'static Resource>,
    /// By the controller in lower case.
    controllers: HashMap<String, &'static Resource>,
    tables: HashMap<&'static str, &'static Resource>,
    /// By the controller's path: `warehouse/product`.
    paths: HashMap<String, &'static Resource>,
    /// By the table that is referred to.
    users: HashMap<&'static str, Vec<User>>,
}

impl Catalogue {
    fn of(resources: Vec<&'static Resource>, generation: u64) -> Self {
        let controllers = resources.iter().map(|resource| (resource.controller.to_lowercase(), *resource)).collect();
        let tables = resources.iter().filter(|resource| !resource.view).map(|resource| (resource.table, *resource)).collect();
        let paths = resources.iter().map(|resource| (resource.path(), *resource)).collect();
        let users = users(&resources);
        Self { generation, resources, controllers, tables, paths, users }
    }

    /// The resources of the program alone.
    #[must_use]
    pub fn compiled() -> Arc<Self> {
        COMPILED.clone()
    }

    /// Rises with every change of the registry.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Every resource: those of the program first, then the added ones in their order.
    pub fn all(&self) -> impl Iterator<Item = &'static Resource> + use<'_> {
        self.resources.iter().copied()
    }

    /// The resources that were added while the node runs.
    pub fn added(&self) -> impl Iterator<Item = &'static Resource> + use<'_> {
        self.all().filter(|resource| !COMPILED.controllers.contains_key(&resource.controller.to_lowercase()))
    }

    /// The resource of that controller, without regard to case.
    #[must_use]
    pub fn find(&self, controller: &str) -> Option<&'static Resource> {
        self.controllers.get(&controller.to_lowercase()).copied()
    }

    /// The resource of that controller, if it was added while the node runs.
    #[must_use]
    pub fn find_added(&self, controller: &str) -> Option<&'static Resource> {
        self.find(controller).filter(|_| find(controller).is_none())
    }

    /// The resource over that table.
    #[must_use]
    pub fn of_table(&self, table: &str) -> Option<&'static Resource> {
        self.tables.get(table).copied()
    }

    /// The resource of that path in lower case: `warehouse/product`.
    #[must_use]
    pub fn of_path(&self, path: &str) -> Option<&'static Resource> {
        self.paths.get(path).copied()
    }

    /// Who refers to a table's rows.
    #[must_use]
    pub fn users_of(&self, resource: &Resource) -> Vec<User> {
        let declared = resource.used_by.iter().map(|(table, column)| User::of(table, column, holds_several(column)));
        let found = resource.used_where.iter().map(|(table, condition)| User { condition: Some(condition), ..User::of(table, "", false) });
        let (table, column) = ORDER_PARTNER;
        let with = resource.partner.map(|partner| User { partner: Some(partner), ..User::of(table, column, false) });
        declared.chain(found).chain(with).chain(self.users.get(resource.table).into_iter().flatten().copied()).collect()
    }
}

/// The fields that refer to rows, by the table that they refer to.
fn users(resources: &[&'static Resource]) -> HashMap<&'static str, Vec<User>> {
    let mut users: HashMap<&'static str, Vec<User>> = HashMap::new();
    // Logs keep their references when the row is deleted.
    for resource in resources.iter().filter(|resource| resource.allows(Action::Edit)) {
        for field in resource.fields.iter().filter(|field| matches!(field.access, Access::Open | Access::WriteOnce)) {
            if let Some(target) = field.target() {
                let user = User::of(resource.table, field.name, field.refers_to_several());
                users.entry(target.table).or_default().push(user);
            }
        }
    }
    users
}

/// Why a resource was not put into the catalogue or taken out of it.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    #[error("{0} is no name of a controller, a table or a field")]
    Name(String),
    #[error("{0} is one of the program's own resources")]
    Compiled(String),
    #[error("the table {table} belongs to {owner}")]
    Table { table: String, owner: &'static str },
    #[error("{controller}.{field} refers to the table {table}, which is not declared")]
    Target { controller: String, field: &'static str, table: &'static str },
    #[error("rows of {0} are referred to by {1}")]
    InUse(String, &'static str),
    #[error("{0} is not declared")]
    Unknown(String),
    #[error("more than {ADDED_MAX} resources can't be added")]
    TooMany,
}

/// The present snapshot of a node, and the way to change it.
#[derive(Debug)]
pub struct Registry(RwLock<Arc<Catalogue>>);

impl Default for Registry {
    fn default() -> Self {
        Self(RwLock::new(Catalogue::compiled()))
    }
}

impl Registry {
    /// The present snapshot.
    #[must_use]
    pub fn current(&self) -> Arc<Catalogue> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether a resource may be put in.
    pub fn check(&self, resource: &'static Resource) -> Result<(), CatalogueError> {
        check(resource, &self.current())
    }

    /// Puts a resource in, or a new version in the place of the one with that controller. Answers the new snapshot.
    pub fn publish(&self, resource: &'static Resource) -> Result<Arc<Catalogue>, CatalogueError> {
        self.change(|known| {
            check(resource, known)?;
            let mut resources: Vec<_> = known.all().filter(|other| !same(other, resource.controller)).collect();
            if resources.len() >= COMPILED.resources.len() + ADDED_MAX {
                return Err(CatalogueError::TooMany);
            }
            resources.push(resource);
            Ok(resources)
        })
    }

    /// Takes an added resource out. Its table and its rows stay.
    pub fn retire(&self, controller: &str) -> Result<Arc<Catalogue>, CatalogueError> {
        self.change(|known| {
            let unknown = || CatalogueError::Unknown(controller.to_owned());
            if find(controller).is_some() {
                return Err(CatalogueError::Compiled(controller.to_owned()));
            }
            let resource = known.find(controller).ok_or_else(unknown)?;
            if let Some(user) = known.users_of(resource).into_iter().find(|user| user.table != resource.table) {
                return Err(CatalogueError::InUse(controller.to_owned(), user.table));
            }
            Ok(known.all().filter(|other| !same(other, controller)).collect())
        })
    }

    fn change(&self, make: impl FnOnce(&Catalogue) -> Result<Vec<&'static Resource>, CatalogueError>) -> Result<Arc<Catalogue>, CatalogueError> {
        let mut current = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let next = Catalogue::of(make(&current)?, current.generation + 1);
        *current = Arc::new(next);
        Ok(current.clone())
    }
}

fn same(resource: &Resource, controller: &str) -> bool {
    resource.controller.eq_ignore_ascii_case(controller)
}

/// Letters, digits and underscores, with a small letter first: what needs no quotes in a query.
fn is_identifier(name: &str) -> bool {
    let begins = name.chars().next().is_some_and(|first| first.is_ascii_lowercase());
    begins && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

/// `app.Loan`: a directory, a point, a name.
fn is_controller(name: &str) -> bool {
    let part = |part: &str| !part.is_empty() && part.chars().all(|letter| letter.is_ascii_alphanumeric());
    name.split_once('.').is_some_and(|(dir, name)| part(dir) && part(name))
}

/// What must hold of a resource before it comes into a catalogue: nothing that a query is made of may be anything else
/// than a name, and it takes no other's place.
fn check(resource: &'static Resource, known: &Catalogue) -> Result<(), CatalogueError> {
    let fields = resource.fields.iter().map(|field| field.name);
    let misplaced = !resource.table.starts_with(ADDED_TABLE);
    if let Some(name) = fields.chain([resource.table]).find(|name| !is_identifier(name) || (misplaced && *name == resource.table)) {
        return Err(CatalogueError::Name(name.to_owned()));
    }
    if !is_controller(resource.controller) {
        return Err(CatalogueError::Name(resource.controller.to_owned()));
    }
    if find(resource.controller).is_some() {
        return Err(CatalogueError::Compiled(resource.controller.to_owned()));
    }
    if let Some(owner) = known.of_table(resource.table).filter(|owner| !same(owner, resource.controller)) {
        return Err(CatalogueError::Table { table: resource.table.to_owned(), owner: owner.controller });
    }
    for field in resource.fields {
        let unknown = |table: &&str| *table != resource.table && known.of_table(table).is_none();
        if let Some(table) = field.target().map(|target| target.table).filter(unknown) {
            return Err(CatalogueError::Target { controller: resource.controller.to_owned(), field: field.name, table });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::declaration::{Field, Kind, Label, Target};
    use super::*;

    const LOAN: Resource = Resource::new("app.Loan", "u_loan", Label { zh: "借用", en: "Loans" }, &[Field::new("name", Kind::Text(20)).required()]);
    static FIRST: Resource = LOAN;
    static SECOND: Resource =
        Resource { fields: &[Field::new("brand_id", Kind::Reference(Target { table: "brand", relation: "brand", shows: &["name"] }))], ..LOAN };

    #[test]
    fn a_resource_comes_and_goes_without_changing_earlier_snapshots() {
        let registry = Registry::default();
        let before = registry.current();
        let first = registry.publish(&FIRST).expect("a resource");
        assert!(before.find("app.loan").is_none() && first.find("APP.LOAN").is_some_and(|found| std::ptr::eq(found, &FIRST)));
        assert!(first.of_table("u_loan").is_some() && first.find_added("app.Loan").is_some() && first.find_added("warehouse.Brand").is_none());
        assert_eq!((before.generation(), first.generation()), (0, 1));
        // A new version takes the place of the old one, and is known to those it refers to.
        let second = registry.publish(&SECOND).expect("a version");
        assert_eq!(second.all().filter(|resource| resource.table == "u_loan").count(), 1);
        let brand = find("warehouse.Brand").expect("a resource");
        let of_loan = User::of("u_loan", "brand_id", false);
        assert!(second.users_of(brand).contains(&of_loan) && !first.users_of(brand).iter().any(|user| user.table == "u_loan"));
        let last = registry.retire("app.loan").expect("a resource");
        assert!(last.find("app.Loan").is_none() && last.of_table("u_loan").is_none() && last.added().count() == 0);
        assert_eq!((last.generation(), registry.current().generation()), (3, 3));
        assert_eq!(registry.retire("app.loan").expect_err("gone"), CatalogueError::Unknown("app.loan".into()));
    }

    #[test]
    fn nothing_takes_the_place_of_another_or_breaks_a_query() {
        fn refused(registry: &Registry, resource: Resource) -> CatalogueError {
            let before = registry.current().generation();
            let error = registry.publish(Box::leak(Box::new(resource))).expect_err("refused");
            assert_eq!(registry.current().generation(), before);
            error
        }
        let registry = Registry::default();
        assert_eq!(refused(&registry, Resource { controller: "warehouse.brand", ..LOAN }), CatalogueError::Compiled("warehouse.brand".into()));
        for table in ["", "brand", "movement", "u_a b", "u_a`b", "u_Loan", "u_a;b"] {
            assert_eq!(refused(&registry, Resource { table, ..LOAN }), CatalogueError::Name(table.into()));
        }
        for controller in ["", "Loan", "app.", "app.a.b", "app.x/y"] {
            assert_eq!(refused(&registry, Resource { controller, ..LOAN }), CatalogueError::Name(controller.into()));
        }
        const LOST: &[Field] = &[Field::new("x_id", Kind::Reference(Target { table: "nowhere", relation: "x", shows: &["name"] }))];
        let target = CatalogueError::Target { controller: "app.Loan".into(), field: "x_id", table: "nowhere" };
        assert_eq!(refused(&registry, Resource { fields: LOST, ..LOAN }), target);
        let owner = "app.Loan";
        let taken = CatalogueError::Table { table: "u_loan".into(), owner };
        const OF_LOAN: &[Field] = &[Field::new("loan_id", Kind::Reference(Target { table: "u_loan", relation: "loan", shows: &["name"] }))];
        registry.publish(&FIRST).expect("a resource");
        assert_eq!(refused(&registry, Resource { controller: "app.Other", ..LOAN }), taken);
        // What others refer to stays.
        registry.publish(Box::leak(Box::new(Resource { controller: "app.Note", table: "u_note", fields: OF_LOAN, ..LOAN }))).expect("another");
        assert_eq!(registry.retire("app.Loan").expect_err("in use"), CatalogueError::InUse("app.Loan".into(), "u_note"));
        assert_eq!(registry.retire("warehouse.Brand").expect_err("the program's"), CatalogueError::Compiled("warehouse.Brand".into()));
    }

    #[test]
    fn rows_of_a_warehouse_say_so() {
        // The warehouses of a group or a key are its scope; it belongs to none itself. SKUs belong to their goods.
        const NOT_OF_ONE: &[&str] = &["auth.Group", "api.Key", "shop.goods.Sku"];
        for resource in compiled().filter(|resource| !NOT_OF_ONE.contains(&resource.controller)) {
            let refers = resource.fields.iter().find(|field| field.target().is_some_and(|target| target.table == "warehouse"));
            if let Some(field) = refers {
                assert!(resource.warehouse.is_some(), "{}.{}: without `of_warehouse` everybody sees its rows", resource.controller, field.name);
            }
        }
    }

    #[test]
    fn declarations_are_whole() {
        let identifier = |name: &str| name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_');
        for resource in compiled() {
            assert!(identifier(resource.table), "{}", resource.controller);
            assert_eq!(compiled().filter(|other| other.controller.eq_ignore_ascii_case(resource.controller)).count(), 1, "{}", resource.controller);
            assert_eq!(compiled().filter(|other| !other.view && other.table == resource.table).count(), 1, "{}", resource.table);
            for field in resource.fields {
                assert!(identifier(field.name), "{}.{}", resource.controller, field.name);
                assert_ne!(field.label().en, field.name, "{}.{} has no label", resource.controller, field.name);
                if let Some(target) = field.target() {
                    assert!(
                        resource.field(target.relation).is_none(),
                        "{}: the relation {} is a field as well",
                        resource.controller,
                        target.relation
                    );
                    let other =
                        COMPILED.of_table(target.table).unwrap_or_else(|| panic!("{}: {} is not declared", resource.controller, target.table));
                    assert!(target.shows.iter().all(|shown| other.field(shown).is_some()), "{}.{}", resource.controller, field.name);
                }
            }
            for name in resource.quick.iter().filter(|name| !name.contains('.') && **name != "id") {
                assert!(resource.field(name).is_some(), "{}: {name}", resource.controller);
            }
            for name in resource.pair.into_iter().flatten() {
                assert!(resource.field(name).is_some_and(|field| field.required), "{}: {name}", resource.controller);
            }
            let (order, _) = resource.order;
            let stamp = resource.stamped && (order == "create_time" || order == "update_time");
            assert!(order == "id" || stamp || resource.field(order).is_some(), "{}: {order}", resource.controller);
            assert!(resource.stamped || !resource.history, "{}: an entry of the history belongs to a version", resource.controller);
            assert_eq!(resource.tree, resource.fields.iter().any(|field| field.kind == Kind::Parent), "{}", resource.controller);
        }
    }
}
