//! Answers with a row of a declared resource, outside of the resource's own routes.

use std::borrow::Cow;
use std::marker::PhantomData;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ToJSON, Type};
use serde_json::Value;

/// A declared resource, in types of answers.
pub trait Declared: Send + Sync {
    const CONTROLLER: &'static str;
    /// What the document calls its rows.
    const ROW: &'static str;
}

/// A row of the recycle bin.
pub struct RecycleLogRow;

impl Declared for RecycleLogRow {
    const CONTROLLER: &'static str = "security.DataRecycleLog";
    const ROW: &'static str = "SecurityDataRecycleLogRow";
}

/// A row of the log of sensitive fields.
pub struct SensitiveLogRow;

impl Declared for SensitiveLogRow {
    const CONTROLLER: &'static str = "security.SensitiveDataLog";
    const ROW: &'static str = "SecuritySensitiveDataLogRow";
}

/// `{row}`: a row of a declared resource, by whose declaration its fields are known.
pub struct Detail<D> {
    answer: Value,
    declared: PhantomData<D>,
}

impl<D: Declared> Detail<D> {
    /// The answer that the resource's own route would give.
    #[must_use]
    pub const fn new(answer: Value) -> Self {
        Self { answer, declared: PhantomData }
    }
}

impl<D: Declared> Type for Detail<D> {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        format!("Detail_{}", D::ROW).into()
    }

    fn schema_ref() -> MetaSchemaRef {
        let row = MetaSchemaRef::Reference(D::ROW.to_owned());
        MetaSchemaRef::Inline(Box::new(MetaSchema { properties: vec![("row", row)], required: vec!["row"], ..MetaSchema::new("object") }))
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl<D: Declared> ToJSON for Detail<D> {
    fn to_json(&self) -> Option<Value> {
        Some(self.answer.clone())
    }
}
