//! Declaration of a resource.

use bus_schemas::order::process::Partner;

use super::command::Command;
use super::field::{Access, Field, Kind, Label, Target};
use crate::resource::numbering::Numbered;

/// An action of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Index,
    Add,
    Edit,
    Del,
    Sortable,
    Import,
    Export,
}

impl Action {
    /// As in routes and permission nodes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Index => "index",
            Self::Add => "add",
            Self::Edit => "edit",
            Self::Del => "del",
            Self::Sortable => "sortable",
            Self::Import => "import",
            Self::Export => "export",
        }
    }
}

/// Everything that a table of master data offers.
pub const FULL: &[Action] = &[Action::Index, Action::Add, Action::Edit, Action::Del, Action::Sortable, Action::Import, Action::Export];
/// The same for rows without a weight.
pub const UNSORTED: &[Action] = &[Action::Index, Action::Add, Action::Edit, Action::Del, Action::Import, Action::Export];
/// Actions of a read-only resource.
pub const LOG: &[Action] = &[Action::Index, Action::Export];
/// The same, where rows may be deleted.
pub const KEPT: &[Action] = &[Action::Index, Action::Del, Action::Export];

/// A declared table.
#[derive(Clone, Copy, Debug)]
pub struct Resource {
    /// As in routes: `warehouse.Product`.
    pub controller: &'static str,
    pub table: &'static str,
    pub title: Label,
    pub fields: &'static [Field],
    /// Fields that the quick search looks into; `user.nickname` looks through a relation.
    pub quick: &'static [&'static str],
    pub actions: &'static [Action],
    /// Named steps of its rows.
    pub commands: &'static [Command],
    /// The rows are a tree over their field `pid`.
    pub tree: bool,
    /// Default order: field, and whether it descends.
    pub order: (&'static str, bool),
    /// Indexes in addition to those of unique fields and references.
    pub indexes: &'static [&'static [&'static str]],
    /// Two required fields that no two rows share both of. A refusal names the second.
    pub pair: Option<[&'static str; 2]>,
    /// The field that is filled with the next number of a pattern where a new row leaves it empty.
    pub numbered: Option<Numbered>,
    /// Further tables and fields that refer to a row: in use, it can't be deleted.
    pub used_by: &'static [(&'static str, &'static str)],
    /// Further tables and the condition of their rows that refer to one of `{keys}`, where more than a field decides.
    pub used_where: &'static [(&'static str, &'static str)],
    /// What remote selects get of a row beside its id; empty: everything that lists have.
    pub picked: &'static [&'static str],
    /// Its rows are this sort of partner of orders: one that an order is with can't be deleted.
    pub partner: Option<Partner>,
    /// The column of the row's warehouse: scopes apply to it.
    pub warehouse: Option<&'static str>,
    /// The column of the row's owner: scopes apply to it.
    pub owner: Option<&'static str>,
    /// The recycle bin can be switched on for it.
    pub recycle: bool,
    /// The log of sensitive fields can be switched on for it.
    pub sensitive: bool,
    /// Changes of its rows are kept, field by field, for their page ([`crate::resource::history`]).
    pub history: bool,
    /// Its base schema is a migration's: fields are added where they are missing, never redefined.
    pub migrated: bool,
    /// Rows carry create_time, update_time and version.
    pub stamped: bool,
    /// Clients know the times by older names as well (`createtime`, `updatetime`).
    pub older_times: bool,
    /// Nothing but the engine writes it: its pages are kept in memory until it does.
    pub sole: bool,
    /// It may become long: the texts of its quick search are kept in memory.
    pub remembered: bool,
    /// It shows rows of another resource's table, which that resource defines and writes.
    pub view: bool,
    /// Further statements of its schema; repeatable.
    pub schema: &'static str,
    /// Statements in every transaction that adds or changes rows, after that: `$written` are the rows.
    pub after_write: &'static str,
}

impl Resource {
    /// A resource with the usual behaviour.
    #[must_use]
    pub const fn new(controller: &'static str, table: &'static str, title: Label, fields: &'static [Field]) -> Self {
        Self {
            controller,
            table,
            title,
            fields,
            quick: &["name"],
            actions: FULL,
            commands: &[],
            tree: false,
            order: ("weigh", true),
            indexes: &[],
            pair: None,
            numbered: None,
            used_by: &[],
            used_where: &[],
            picked: &[],
            partner: None,
            warehouse: None,
            owner: None,
            recycle: true,
            sensitive: true,
            history: true,
            migrated: false,
            stamped: true,
            older_times: false,
            sole: false,
            remembered: false,
            view: false,
            schema: "",
            after_write: "",
        }
    }

    /// Fields that the quick search looks into.
    #[must_use]
    pub const fn quick(mut self, fields: &'static [&'static str]) -> Self {
        self.quick = fields;
        self
    }

    /// Whether new rows may leave a field to be filled with the next number.
    #[must_use]
    pub fn numbers(&self, field: &Field) -> bool {
        self.numbered.is_some_and(|numbered| numbered.field == field.name)
    }

    /// A required, unique field that may be left empty in a new row where a setting has a pattern for its numbers.
    #[must_use]
    pub const fn numbered(mut self, field: &'static str, setting: &'static str) -> Self {
        self.numbered = Some(Numbered { field, setting });
        self
    }

    /// Nothing but the engine writes it.
    #[must_use]
    pub const fn sole(mut self) -> Self {
        self.sole = true;
        self
    }

    /// Keeps the texts of the quick search in memory. For long lists that are sorted by weight, search their own
    /// columns only, and are written by the engine alone.
    #[must_use]
    pub const fn remembered(mut self) -> Self {
        (self.sole, self.remembered) = (true, true);
        self
    }

    /// The allowed actions.
    #[must_use]
    pub const fn actions(mut self, actions: &'static [Action]) -> Self {
        self.actions = actions;
        self
    }

    /// Named steps of its rows.
    #[must_use]
    pub const fn commands(mut self, commands: &'static [Command]) -> Self {
        self.commands = commands;
        self
    }

    /// The command of that name, in any case of letters.
    #[must_use]
    pub fn command(&self, name: &str) -> Option<&'static Command> {
        self.commands.iter().find(|command| command.name.eq_ignore_ascii_case(name))
    }

    /// A tree over `pid`.
    #[must_use]
    pub const fn tree(mut self) -> Self {
        self.tree = true;
        self
    }

    /// The order of lists.
    #[must_use]
    pub const fn order(mut self, field: &'static str, descends: bool) -> Self {
        self.order = (field, descends);
        self
    }

    /// Further indexes.
    #[must_use]
    pub const fn indexes(mut self, indexes: &'static [&'static [&'static str]]) -> Self {
        self.indexes = indexes;
        self
    }

    /// No two rows share both of two required fields. A refusal names the second.
    #[must_use]
    pub const fn unique_pair(mut self, fields: [&'static str; 2]) -> Self {
        self.pair = Some(fields);
        self
    }

    /// References to its rows from tables and fields that are not declared references.
    #[must_use]
    pub const fn used_by(mut self, users: &'static [(&'static str, &'static str)]) -> Self {
        self.used_by = users;
        self
    }

    /// References to its rows that a condition finds.
    #[must_use]
    pub const fn used_where(mut self, users: &'static [(&'static str, &'static str)]) -> Self {
        self.used_where = users;
        self
    }

    /// Remote selects get no more of a row than these and its id: who only chooses somebody need not know how to reach them.
    #[must_use]
    pub const fn picked(mut self, names: &'static [&'static str]) -> Self {
        self.picked = names;
        self
    }

    /// Orders are with its rows.
    #[must_use]
    pub const fn partner_of_orders(mut self, partner: Partner) -> Self {
        self.partner = Some(partner);
        self
    }

    /// The column of the row's warehouse.
    #[must_use]
    pub const fn of_warehouse(mut self, column: &'static str) -> Self {
        self.warehouse = Some(column);
        self
    }

    /// The column of the row's owner.
    #[must_use]
    pub const fn of_owner(mut self, column: &'static str) -> Self {
        self.owner = Some(column);
        self
    }

    /// Keeps what was changed of its rows although it is not watched. For stamped resources: an entry belongs to a version.
    #[must_use]
    pub const fn history(mut self) -> Self {
        self.history = true;
        self
    }

    /// Keeps no history: its rows tell of a person, who may ask that they are forgotten.
    #[must_use]
    pub const fn without_history(mut self) -> Self {
        self.history = false;
        self
    }

    /// A migration makes the table.
    #[must_use]
    pub const fn migrated(mut self) -> Self {
        self.migrated = true;
        self
    }

    /// Shows rows that another resource writes: nothing is defined, changed or watched by it.
    #[must_use]
    pub const fn view(mut self) -> Self {
        self.view = true;
        self.actions(LOG).unwatched()
    }

    /// Statements in every transaction that adds or changes rows.
    #[must_use]
    pub const fn after_write(mut self, statements: &'static str) -> Self {
        self.after_write = statements;
        self
    }

    /// Neither recycle bin nor log of sensitive fields.
    #[must_use]
    pub const fn unwatched(mut self) -> Self {
        self.recycle = false;
        self.sensitive = false;
        self.history = false;
        self
    }

    /// Deleted rows don't come back: their secrets are gone with them.
    #[must_use]
    pub const fn unbinned(mut self) -> Self {
        self.recycle = false;
        self
    }

    /// The fields whose values are kept apart from the row.
    pub fn secrets(&self) -> impl Iterator<Item = &'static Field> + use<> {
        self.fields.iter().filter(|field| field.kind == Kind::Secret)
    }

    /// No log of sensitive fields: it is a log itself, or its columns hold secrets under a plain name.
    #[must_use]
    pub const fn unnoted(mut self) -> Self {
        self.sensitive = false;
        self.history = false;
        self
    }

    /// Rows have no times and no version of their own.
    #[must_use]
    pub const fn unstamped(mut self) -> Self {
        self.stamped = false;
        self.history = false;
        self
    }

    /// Its times go by `createtime` and `updatetime` too.
    #[must_use]
    pub const fn older_times(mut self) -> Self {
        self.older_times = true;
        self
    }

    /// The column of a row's creation or update time.
    #[must_use]
    pub fn stamp(&self, name: &str) -> Option<&'static str> {
        match name {
            "create_time" if self.stamped => Some("create_time"),
            "update_time" if self.stamped => Some("update_time"),
            "createtime" if self.older_times => Some("create_time"),
            "updatetime" if self.older_times => Some("update_time"),
            _ => None,
        }
    }

    /// Further statements of its schema.
    #[must_use]
    pub const fn schema(mut self, statements: &'static str) -> Self {
        self.schema = statements;
        self
    }

    /// The field of that name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Whether a body may have this name: a writable field or a parameter of the call.
    #[must_use]
    pub fn takes(&self, name: &str) -> bool {
        matches!(name, "id" | "version" | "command_id") || self.field(name).is_some_and(|field| field.access == Access::Open)
    }

    /// Whether this is a time that the server keeps.
    #[must_use]
    pub fn keeps_time(&self, name: &str) -> bool {
        matches!(name, "create_time" | "update_time")
            || self.stamp(name).is_some()
            || self.field(name).is_some_and(|field| field.kind == Kind::Timestamp && field.access == Access::ReadOnly)
    }

    /// The field of that relation, as the wire names it: `userGroup`, `user_group`.
    #[must_use]
    pub fn relation(&self, name: &str) -> Option<(&'static Field, Target)> {
        let plain = |text: &str| text.chars().filter(|letter| *letter != '_').flat_map(char::to_lowercase).collect::<String>();
        let wanted = plain(name);
        self.fields.iter().find_map(|field| field.target().filter(|target| plain(target.relation) == wanted).map(|target| (field, target)))
    }

    /// The table whose rows a field names: another one's, or its own of the parents in a tree.
    #[must_use]
    pub fn named_table(&self, field: &Field) -> Option<&'static str> {
        if field.kind == Kind::Parent { Some(self.table) } else { field.target().map(|target| target.table) }
    }

    /// Whether clients may do this.
    #[must_use]
    pub fn allows(&self, action: Action) -> bool {
        self.actions.contains(&action) && (action != Action::Sortable || self.weigh().is_some())
    }

    /// The field that is changed by dragging.
    #[must_use]
    pub fn weigh(&self) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.kind == Kind::Weigh)
    }

    /// The permission node of one of its actions: `warehouse/product/index`.
    #[must_use]
    pub fn node(&self, action: &str) -> String {
        format!("{}/{}", self.path(), action.to_lowercase())
    }

    /// The controller's path in lower case: `warehouse/product`.
    #[must_use]
    pub fn path(&self) -> String {
        self.controller.replace('.', "/").to_lowercase()
    }
}

/// A controller's page: `warehouse.ProductCategory` is `warehouse/productCategory`, `Dashboard` is `dashboard`.
#[must_use]
pub fn page_of(controller: &str) -> String {
    let (dir, name) = controller.rsplit_once('.').map_or(("", controller), |(dir, name)| (dir, name));
    let mut letters = name.chars();
    let name = letters.next().map(|first| first.to_lowercase().chain(letters).collect::<String>()).unwrap_or_default();
    if dir.is_empty() { name } else { format!("{}/{name}", dir.replace('.', "/")) }
}
