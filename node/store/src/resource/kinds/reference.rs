//! Ids of rows.

use serde_json::{Value as Json, json};

use super::number::whole;
use super::{Cell, Checked, FieldKind, KindFacts, Simple, Storage, texts};
use crate::engine::typed::integer_of;
use crate::engine::value::{array, int};
use crate::resource::declaration::{Field, Target};

fn written(target: Target) -> Json {
    json!({ "table": target.table, "relation": target.relation, "shows": target.shows })
}

/// The id of another row.
pub(super) struct Reference(pub Target);

impl FieldKind for Reference {
    fn facts(&self) -> KindFacts {
        let facts = KindFacts { input: "remoteSelect", target: Some(self.0), ..KindFacts::new("reference", Storage::OptionalInteger) };
        KindFacts { operator: Some("eq"), indexed: true, cell: Cell::Reference(self.0), ..facts }
    }

    fn settings(&self) -> Json {
        written(self.0)
    }

    /// Clients clear a reference with 0 as well as with null.
    fn is_empty(&self, plain: &str) -> bool {
        plain.is_empty() || plain == "0"
    }

    fn check_plain(&self, _: &Field, plain: &str) -> Checked {
        whole(plain, (1, i64::MAX)).map_err(|_| "error.reference")
    }
}

/// Ids of other rows.
pub(super) struct References(pub Target);

impl FieldKind for References {
    fn facts(&self) -> KindFacts {
        let facts = KindFacts { input: "remoteSelects", target: Some(self.0), ..KindFacts::new("references", Storage::Integers) };
        KindFacts { operator: Some("FIND_IN_SET"), cell: Cell::References(self.0), ..facts }
    }

    fn settings(&self) -> Json {
        written(self.0)
    }

    fn check(&self, field: &Field, sent: &Json) -> Checked {
        let id = |text: &String| integer_of(text).filter(|id| *id > 0).map(int);
        texts(field, sent)?.iter().map(id).collect::<Option<_>>().map(array).ok_or("error.reference")
    }
}

/// The id of the row above in the same tree, 0 for none.
pub(super) const PARENT: Simple = Simple {
    facts: KindFacts { operator: Some("eq"), indexed: true, ..KindFacts::new("parent", Storage::Integer) },
    check: |plain| whole(plain, (0, i64::MAX)).map_err(|_| "error.reference"),
};
