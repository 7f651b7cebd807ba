//! What a resource says of itself. Everything else follows from it: schema, checks, list, search,
//! form, permissions, OpenAPI, import and export.

/// A text in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    pub zh: &'static str,
    pub en: &'static str,
}

/// A text in both languages.
#[must_use]
pub const fn label(zh: &'static str, en: &'static str) -> Label {
    Label { zh, en }
}

/// One of the values of an enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub value: &'static str,
    pub label: Label,
}

/// One of the values of an enumeration.
#[must_use]
pub const fn choice(value: &'static str, zh: &'static str, en: &'static str) -> Choice {
    Choice { value, label: label(zh, en) }
}

/// The choice that a client means. Older clients say 1 and 0 where others say `enable` and `disable`.
#[must_use]
pub fn chosen(choices: &'static [Choice], sent: &str) -> Option<&'static str> {
    let known = |value: &str| choices.iter().find(|choice| choice.value == value).map(|choice| choice.value);
    known(sent).or_else(|| match sent {
        "1" => known("enable"),
        "0" => known("disable"),
        _ => None,
    })
}

/// How an enumeration is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picker {
    Radio,
    Select,
}

/// How several values of an enumeration are filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picking {
    Checkbox,
    Selects,
}

/// What a reference points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub table: &'static str,
    /// Name of the nested object in lists: `supplier` in `supplier.name`.
    pub relation: &'static str,
    /// Fields of the other row that lists show; the first is its label.
    pub shows: &'static [&'static str],
}

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text of at most so many characters.
    Text(usize),
    /// The same, in several lines.
    TextArea(usize),
    /// HTML; what could run or load from elsewhere is taken out before it is stored.
    RichText(usize),
    /// Stored hashed, never shown.
    Password,
    /// A whole number within bounds.
    Integer(i64, i64),
    /// A decimal of 0 or more with at most so many decimals.
    Decimal(u32),
    /// Money: two decimals, of 0 or more.
    Money,
    /// 0 or 1, as a switch.
    Switch,
    /// 0 or 1, as a status.
    Status,
    /// One of these texts.
    Choice(Picker, &'static [Choice]),
    /// One of these numbers.
    Code(Picker, &'static [Choice]),
    /// Some of these texts.
    Choices(Picking, &'static [Choice]),
    /// `YYYY-MM-DD`, or nothing.
    Date,
    /// `HH:mm:ss`, or nothing.
    Time,
    /// `YYYY-MM-DD HH:mm:ss` on the site's clock, or nothing.
    DateTime,
    /// A year, or nothing.
    Year,
    /// Unix seconds.
    Timestamp,
    /// `#rgb`, `#rrggbb`, `rgb(...)` ...
    Colour,
    /// The name of an icon.
    Icon,
    /// An address of an uploaded image.
    Image,
    Images,
    /// An address of an uploaded file.
    File,
    Files,
    /// Ids of province, city and district.
    City,
    /// A list of keys with their values.
    Pairs,
    /// Any JSON, at most eight levels deep.
    Json,
    /// The id of another row.
    Reference(Target),
    /// Ids of other rows.
    References(Target),
    /// The id of the row above in the same tree, 0 for none.
    Parent,
    /// The place in an order that is changed by dragging.
    Weigh,
}

/// Who may read and write a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Open,
    /// Shown, written by the server only.
    ReadOnly,
    /// Written when a row is made, read only from then on.
    WriteOnce,
    /// Neither shown nor written.
    Hidden,
}

/// What a text must look like when it is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    Mobile,
    Email,
    /// A letter and 2 to 14 of letters, digits and `_`.
    Account,
    /// A letter and letters, digits and `_`.
    VariableName,
    Url,
}

/// Which common search a list offers for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// What its kind suggests.
    ByKind,
    /// None.
    No,
    /// This operator of the wire contract.
    With(&'static str),
}

/// A field of a resource.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub name: &'static str,
    pub kind: Kind,
    /// Where it is not the usual one of that name.
    pub label: Option<Label>,
    pub required: bool,
    /// Taken when a new row does not say; of an image, what is shown while there is none.
    pub default: Option<&'static str>,
    /// No two rows have the same.
    pub unique: bool,
    pub access: Access,
    /// The JSON type that clients get where it is not that of the kind; empty where it is more than one.
    pub told_as: Option<&'static str>,
    pub rule: Option<Rule>,
    pub search: Search,
    /// A column of the list.
    pub column: bool,
    /// A field of the form.
    pub form: bool,
    pub sortable: bool,
}

impl Field {
    /// An optional field.
    #[must_use]
    pub const fn new(name: &'static str, kind: Kind) -> Self {
        let column = !matches!(kind, Kind::TextArea(_) | Kind::RichText(_) | Kind::Password | Kind::Json | Kind::Pairs | Kind::Files);
        let sortable = matches!(kind, Kind::Integer(..) | Kind::Decimal(_) | Kind::Money | Kind::Timestamp | Kind::Weigh | Kind::Year | Kind::Date);
        Self {
            name,
            kind,
            label: None,
            required: false,
            default: None,
            unique: false,
            access: Access::Open,
            told_as: None,
            rule: None,
            search: Search::ByKind,
            column,
            form: true,
            sortable,
        }
    }

    /// A field that must be filled in.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// A field whose values are unique.
    #[must_use]
    pub const fn unique(mut self) -> Self {
        self.unique = true;
        self
    }

    /// What a new row gets.
    #[must_use]
    pub const fn default(mut self, value: &'static str) -> Self {
        self.default = Some(value);
        self
    }

    /// Its name for people.
    #[must_use]
    pub const fn named(mut self, zh: &'static str, en: &'static str) -> Self {
        self.label = Some(label(zh, en));
        self
    }

    /// Shown, written by the server only.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.access = Access::ReadOnly;
        self.form = false;
        self
    }

    /// Written when a row is made.
    #[must_use]
    pub const fn write_once(mut self) -> Self {
        self.access = Access::WriteOnce;
        self
    }

    /// Neither shown nor written through the API.
    #[must_use]
    pub const fn hidden(mut self) -> Self {
        self.access = Access::Hidden;
        self.form = false;
        self.column = false;
        self.search = Search::No;
        self
    }

    /// Comes to clients as this JSON type; empty where it is more than one.
    #[must_use]
    pub const fn told_as(mut self, json: &'static str) -> Self {
        self.told_as = Some(json);
        self
    }

    /// What it must look like.
    #[must_use]
    pub const fn rule(mut self, rule: Rule) -> Self {
        self.rule = Some(rule);
        self
    }

    /// The operator of its common search.
    #[must_use]
    pub const fn search(mut self, operator: &'static str) -> Self {
        self.search = Search::With(operator);
        self
    }

    /// Not offered in the common search.
    #[must_use]
    pub const fn unsearched(mut self) -> Self {
        self.search = Search::No;
        self
    }

    /// No column of the list.
    #[must_use]
    pub const fn off_list(mut self) -> Self {
        self.column = false;
        self
    }

    /// A column of the list though its kind usually is none.
    #[must_use]
    pub const fn on_list(mut self) -> Self {
        self.column = true;
        self
    }

    /// The list may be sorted by it.
    #[must_use]
    pub const fn sortable(mut self) -> Self {
        self.sortable = true;
        self
    }

    /// The operator of its common search, if any.
    #[must_use]
    pub const fn operator(&self) -> Option<&'static str> {
        match (self.search, self.kind) {
            (Search::No, _) => None,
            (Search::With(operator), _) => Some(operator),
            (_, Kind::Text(_) | Kind::File) => Some("LIKE"),
            (_, Kind::Integer(..) | Kind::Decimal(_) | Kind::Money | Kind::Year | Kind::Timestamp | Kind::Date | Kind::DateTime | Kind::Time) => {
                Some("RANGE")
            }
            (_, Kind::Switch | Kind::Status | Kind::Choice(..) | Kind::Code(..) | Kind::Reference(_) | Kind::Parent) => Some("eq"),
            (_, Kind::Choices(..) | Kind::References(_)) => Some("FIND_IN_SET"),
            _ => None,
        }
    }

    /// What it refers to.
    #[must_use]
    pub const fn target(&self) -> Option<Target> {
        match self.kind {
            Kind::Reference(target) | Kind::References(target) => Some(target),
            _ => None,
        }
    }

    /// Its name for people.
    #[must_use]
    pub fn label(&self) -> Label {
        self.label.unwrap_or_else(|| super::labels::of(self.name))
    }
}

/// What clients may do with a resource.
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
/// What is written elsewhere and only looked at here.
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
    /// The rows are a tree over their field `pid`.
    pub tree: bool,
    /// Field and whether it descends, when the client does not say.
    pub order: (&'static str, bool),
    /// Indexes beside those of unique fields and references.
    pub indexes: &'static [&'static [&'static str]],
    /// Further tables and fields that refer to a row: in use, it can't be deleted.
    pub used_by: &'static [(&'static str, &'static str)],
    /// The column of the row's warehouse: scopes apply to it.
    pub warehouse: Option<&'static str>,
    /// The column of the row's owner: scopes apply to it.
    pub owner: Option<&'static str>,
    /// The recycle bin can be switched on for it.
    pub recycle: bool,
    /// The log of sensitive fields can be switched on for it.
    pub sensitive: bool,
    /// Its base schema is a migration's: fields are added where they are missing, never redefined.
    pub migrated: bool,
    /// Rows carry create_time, update_time and version.
    pub stamped: bool,
    /// Nothing but the engine writes it: its pages are kept in memory until it does.
    pub sole: bool,
    /// It may become long: what its quick search looks into is kept in memory.
    pub remembered: bool,
    /// Further statements of its schema; repeatable.
    pub schema: &'static str,
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
            tree: false,
            order: ("weigh", true),
            indexes: &[],
            used_by: &[],
            warehouse: None,
            owner: None,
            recycle: true,
            sensitive: true,
            migrated: false,
            stamped: true,
            sole: false,
            remembered: false,
            schema: "",
        }
    }

    /// Fields that the quick search looks into.
    #[must_use]
    pub const fn quick(mut self, fields: &'static [&'static str]) -> Self {
        self.quick = fields;
        self
    }

    /// Nothing but the engine writes it.
    #[must_use]
    pub const fn sole(mut self) -> Self {
        self.sole = true;
        self
    }

    /// Keeps what the quick search looks into in memory: for long lists in the order of their weight
    /// whose quick search looks into their own texts, and that nothing but the engine writes.
    #[must_use]
    pub const fn remembered(mut self) -> Self {
        (self.sole, self.remembered) = (true, true);
        self
    }

    /// What clients may do.
    #[must_use]
    pub const fn actions(mut self, actions: &'static [Action]) -> Self {
        self.actions = actions;
        self
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

    /// Tables and fields beside the declared references that refer to its rows.
    #[must_use]
    pub const fn used_by(mut self, users: &'static [(&'static str, &'static str)]) -> Self {
        self.used_by = users;
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

    /// A migration makes the table.
    #[must_use]
    pub const fn migrated(mut self) -> Self {
        self.migrated = true;
        self
    }

    /// Neither recycle bin nor log of sensitive fields.
    #[must_use]
    pub const fn unwatched(mut self) -> Self {
        self.recycle = false;
        self.sensitive = false;
        self
    }

    /// Rows have no times and no version of their own.
    #[must_use]
    pub const fn unstamped(mut self) -> Self {
        self.stamped = false;
        self
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

    /// Whether a body may say something under this name: a field that is written, or what belongs to the call.
    #[must_use]
    pub fn takes(&self, name: &str) -> bool {
        matches!(name, "id" | "version" | "command_id") || self.field(name).is_some_and(|field| field.access == Access::Open)
    }

    /// Whether this is a time that the server keeps.
    #[must_use]
    pub fn keeps_time(&self, name: &str) -> bool {
        matches!(name, "create_time" | "update_time")
            || self.field(name).is_some_and(|field| field.kind == Kind::Timestamp && field.access == Access::ReadOnly)
    }

    /// The field of that relation, as the wire names it: `userGroup`, `user_group`.
    #[must_use]
    pub fn relation(&self, name: &str) -> Option<(&'static Field, Target)> {
        let plain = |text: &str| text.chars().filter(|letter| *letter != '_').flat_map(char::to_lowercase).collect::<String>();
        let wanted = plain(name);
        self.fields.iter().find_map(|field| field.target().filter(|target| plain(target.relation) == wanted).map(|target| (field, target)))
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
