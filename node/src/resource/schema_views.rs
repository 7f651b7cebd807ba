//! The declarations of resources as the web app gets them.

use poem_openapi::{Object, Union};

/// A label in both languages.
#[derive(Object)]
pub struct LabelView {
    pub zh: String,
    pub en: String,
}

/// A number or a text.
#[derive(Union)]
pub enum OptionValue {
    Number(i64),
    Text(String),
}

/// A value that may be chosen.
#[derive(Object)]
pub struct OptionSchema {
    pub value: OptionValue,
    pub label: LabelView,
}

/// The resource whose rows a field refers to.
#[derive(Object)]
pub struct ReferenceSchema {
    pub controller: String,
    /// Which of its fields is shown.
    pub field: String,
    /// Under which name rows show it; empty for a parent in the same resource.
    pub relation: String,
}

/// A field.
#[derive(Object)]
pub struct FieldSchema {
    pub name: String,
    pub label: LabelView,
    #[oai(skip_serializing_if_is_none)]
    pub hint: Option<LabelView>,
    /// Of the form's input: `string`, `number`, `remoteSelect` ...
    pub kind: String,
    pub required: bool,
    pub unique: bool,
    /// What a new row begins with.
    #[oai(nullable)]
    pub default: Option<String>,
    /// How lists search for it; `false`: they don't.
    pub operator: String,
    /// It is a column of the list.
    pub column: bool,
    /// It is in the form.
    pub form: bool,
    /// The field whose text it holds in English.
    #[oai(skip_serializing_if_is_none)]
    pub translates: Option<String>,
    pub sortable: bool,
    pub readonly: bool,
    /// Only a new row may say it.
    #[oai(rename = "writeOnce")]
    pub write_once: bool,
    /// What a text must look like.
    #[oai(skip_serializing_if_is_none)]
    pub rule: Option<String>,
    #[oai(skip_serializing_if_is_none)]
    pub reference: Option<ReferenceSchema>,
    #[oai(skip_serializing_if_is_none)]
    pub options: Option<Vec<OptionSchema>>,
    #[oai(skip_serializing_if_is_none)]
    pub min: Option<i64>,
    /// The largest number, or the most letters of a text.
    #[oai(skip_serializing_if_is_none)]
    pub max: Option<i64>,
    #[oai(skip_serializing_if_is_none)]
    pub decimals: Option<u32>,
}

/// What a list is sorted by.
#[derive(Object)]
pub struct OrderSchema {
    pub field: String,
    pub descending: bool,
}

/// What a row must be like before a command.
#[derive(Object)]
pub struct FromSchema {
    pub field: String,
    /// The values that the field may have, as texts.
    pub values: Vec<String>,
}

/// A named step of a row.
#[derive(Object)]
pub struct CommandSchema {
    /// As its route has it.
    pub name: String,
    pub title: LabelView,
    /// What is asked for.
    pub fields: Vec<FieldSchema>,
    #[oai(skip_serializing_if_is_none)]
    pub from: Option<FromSchema>,
    /// What is asked before it is given.
    #[oai(skip_serializing_if_is_none)]
    pub question: Option<LabelView>,
    /// It can't be taken back.
    pub danger: bool,
    /// It may be given for several rows at once.
    pub many: bool,
}

/// A resource, and what the caller may do with it.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct ResourceSchema {
    /// As paths have it: `warehouse.Product`.
    pub controller: String,
    /// As permissions have it: `warehouse/product`.
    pub name: String,
    pub title: LabelView,
    pub fields: Vec<FieldSchema>,
    /// The field that names a row.
    pub title_field: String,
    pub tree: bool,
    /// The field that rows are sorted by when they are dragged.
    #[oai(nullable)]
    pub weigh: Option<String>,
    pub order: OrderSchema,
    /// Fields of the quick search.
    pub quick_search: Vec<String>,
    /// Rows say when they were made and changed.
    pub stamped: bool,
    /// Deleted rows may go to the recycle bin.
    pub recycle: bool,
    /// Changes of its fields may be logged.
    pub sensitive: bool,
    /// The history of a row is kept.
    pub history: bool,
    /// The field of a row's warehouse.
    #[oai(nullable)]
    pub warehouse: Option<String>,
    /// Actions that the caller may call.
    pub nodes: Vec<String>,
    /// Commands that the caller may give.
    pub commands: Vec<CommandSchema>,
}

/// The resources that the caller may see.
#[derive(Object)]
pub struct ResourceSchemas {
    pub resources: Vec<ResourceSchema>,
}
