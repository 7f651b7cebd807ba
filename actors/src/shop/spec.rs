//! Specifications of goods and the SKUs that follow from them. Pure.
//!
//! Groups and values have ids that are made once, so that a new name keeps them. A SKU is one value of every group, and
//! its key is the sorted ids of these values. An edit is decided by keys: a SKU whose key stays keeps its id, one whose
//! key is gone is retired, and it is revived when the key returns. A group that is added gives every SKU another key, so
//! the edit names the SKUs that take one of the new values: they keep their ids too.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// Most groups of values.
pub const GROUPS_MAX: usize = 4;
/// Most values of a group.
pub const VALUES_MAX: usize = 30;
/// Most SKUs of goods.
pub const SKUS_MAX: usize = 300;
/// Longest name of a group, and text of a value, in characters.
pub const TEXT_MAX: usize = 50;
/// Longest id of a group or value.
const ID_MAX: usize = 16;
/// Between the ids of a key.
const KEY_BETWEEN: &str = "-";
/// Between the values of a SKU in words.
const TEXT_BETWEEN: &str = " / ";

/// A group of values: colour, size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpecGroup {
    pub id: String,
    pub name: String,
    pub values: Vec<SpecValue>,
}

/// A value of a group: red, XL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpecValue {
    pub id: String,
    pub text: String,
    #[serde(default)]
    pub image: String,
}

/// Why specifications or SKUs are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The type is neither 1 nor 2.
    #[error("the specification type is unknown")]
    Type,
    /// A group without a name or values, names that are the same, an id that is missing or used twice.
    #[error("the specification attributes are incomplete")]
    Attributes { path: String },
    /// A combination that is missing, or there twice.
    #[error("the SKU data is incomplete")]
    Skus { path: String },
    /// A SKU of values that no group has.
    #[error("a SKU of unknown values")]
    UnknownValues { path: String },
    #[error("too many groups")]
    Groups,
    #[error("too many values in a group")]
    Values { path: String },
    #[error("too many SKUs")]
    TooManySkus,
}

/// Checked specifications. A single one has no groups, and one SKU.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    groups: Vec<SpecGroup>,
}

/// A SKU that is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExistingSku {
    pub id: i64,
    /// Ids of its values.
    pub attrs: Vec<String>,
    pub retired: bool,
}

/// A SKU of an edit. With an id it is that SKU with the values of added groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditedSku {
    pub id: Option<i64>,
    pub attrs: Vec<String>,
}

/// A SKU as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedSku {
    /// The stored SKU, or `None` for a new one.
    pub id: Option<i64>,
    /// In the order of the groups.
    pub attrs: Vec<String>,
    pub key: String,
    /// The values in words: `red / XL`.
    pub text: String,
}

/// What an edit does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// In the order in which they were sent.
    pub skus: Vec<PlannedSku>,
    /// SKUs that are no longer offered.
    pub retire: Vec<i64>,
}

/// The key of a SKU with these values.
#[must_use]
pub fn key(attrs: &[String]) -> String {
    let sorted: BTreeSet<&str> = attrs.iter().map(String::as_str).collect();
    sorted.into_iter().collect::<Vec<_>>().join(KEY_BETWEEN)
}

/// The picture of a SKU: its own, else that of its first value with one, in the order of the groups. Empty if there is none.
#[must_use]
pub fn picture<'a>(own: &'a str, attrs: &[String], groups: &'a [SpecGroup]) -> &'a str {
    if !own.is_empty() {
        return own;
    }
    let mut values = groups.iter().flat_map(|group| &group.values).filter(|value| attrs.contains(&value.id));
    values.find(|value| !value.image.is_empty()).map_or("", |value| value.image.as_str())
}

/// The picture of a SKU in a list of lines, where one without a picture shows the first of its goods.
#[must_use]
pub fn line_picture<'a>(own: &'a str, attrs: &[String], groups: &'a [SpecGroup], of_goods: &'a [String]) -> &'a str {
    match picture(own, attrs, groups) {
        "" => of_goods.first().map_or("", String::as_str),
        found => found,
    }
}

fn is_id(id: &str) -> bool {
    !id.is_empty() && id.len() <= ID_MAX && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn is_text(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= TEXT_MAX
}

impl Spec {
    /// Checks the specifications of goods: `kind` 1 is single, 2 multiple.
    pub fn read(kind: i64, groups: Vec<SpecGroup>) -> Result<Self, SpecError> {
        match kind {
            1 => return Ok(Self::default()),
            2 => {}
            _ => return Err(SpecError::Type),
        }
        if groups.len() > GROUPS_MAX {
            return Err(SpecError::Groups);
        }
        let wrong = |path: String| Err(SpecError::Attributes { path });
        if groups.is_empty() {
            return wrong(String::new());
        }
        let (mut ids, mut names) = (BTreeSet::new(), BTreeSet::new());
        for (place, group) in groups.iter().enumerate() {
            if !is_text(&group.name) || !names.insert(group.name.trim()) {
                return wrong(format!("[{place}].name"));
            }
            if !is_id(&group.id) || !ids.insert(group.id.as_str()) {
                return wrong(format!("[{place}].id"));
            }
            if group.values.is_empty() {
                return wrong(format!("[{place}].values"));
            }
            if group.values.len() > VALUES_MAX {
                return Err(SpecError::Values { path: format!("[{place}].values") });
            }
            let mut texts = BTreeSet::new();
            for (at, value) in group.values.iter().enumerate() {
                if !is_text(&value.text) || !texts.insert(value.text.trim()) {
                    return wrong(format!("[{place}].values[{at}].text"));
                }
                if !is_id(&value.id) || !ids.insert(value.id.as_str()) {
                    return wrong(format!("[{place}].values[{at}].id"));
                }
            }
        }
        let spec = Self { groups };
        if spec.count() > SKUS_MAX { Err(SpecError::TooManySkus) } else { Ok(spec) }
    }

    /// How many combinations there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.groups.iter().map(|group| group.values.len()).product()
    }

    /// The groups.
    #[must_use]
    pub fn groups(&self) -> &[SpecGroup] {
        &self.groups
    }

    /// The values of a SKU in the order of the groups, if they are one of each and nothing else.
    fn ordered<'a>(&'a self, attrs: &[String]) -> Option<Vec<&'a SpecValue>> {
        let sent: BTreeSet<&str> = attrs.iter().map(String::as_str).collect();
        let of_group = |group: &'a SpecGroup| {
            let mut chosen = group.values.iter().filter(|value| sent.contains(value.id.as_str()));
            chosen.next().filter(|_| chosen.next().is_none())
        };
        let found: Vec<&SpecValue> = self.groups.iter().map(of_group).collect::<Option<_>>()?;
        (found.len() == attrs.len()).then_some(found)
    }

    /// Decides an edit of the SKUs.
    pub fn plan(&self, known: &[ExistingSku], sent: &[EditedSku]) -> Result<Plan, SpecError> {
        if sent.len() > SKUS_MAX {
            return Err(SpecError::TooManySkus);
        }
        let by_key: BTreeMap<String, i64> = known.iter().map(|sku| (key(&sku.attrs), sku.id)).collect();
        let mut planned = Vec::with_capacity(sent.len());
        let (mut keys, mut used) = (BTreeSet::new(), BTreeSet::new());
        for (place, sku) in sent.iter().enumerate() {
            let values = self.ordered(&sku.attrs).ok_or_else(|| SpecError::UnknownValues { path: format!("[{place}].attrs") })?;
            let twice = || SpecError::Skus { path: format!("[{place}].attrs") };
            let attrs: Vec<String> = values.iter().map(|value| value.id.clone()).collect();
            let key = key(&attrs);
            if !keys.insert(key.clone()) {
                return Err(twice());
            }
            // The key decides; an id counts where its SKU gets the values of added groups.
            let id = match (by_key.get(&key), sku.id) {
                (Some(id), _) => Some(*id),
                (None, None) => None,
                (None, Some(id)) => {
                    let grows = |old: &&ExistingSku| old.id == id && old.attrs.iter().all(|value| attrs.contains(value));
                    Some(known.iter().find(grows).ok_or_else(|| SpecError::Skus { path: format!("[{place}].id") })?.id)
                }
            };
            if id.is_some_and(|id| !used.insert(id)) {
                return Err(twice());
            }
            let text = values.iter().map(|value| value.text.trim()).collect::<Vec<_>>().join(TEXT_BETWEEN);
            planned.push(PlannedSku { id, attrs, key, text });
        }
        if planned.len() != self.count() {
            return Err(SpecError::Skus { path: String::new() });
        }
        let retire = known.iter().filter(|sku| !sku.retired && !used.contains(&sku.id)).map(|sku| sku.id).collect();
        Ok(Plan { skus: planned, retire })
    }
}

#[cfg(test)]
#[path = "spec_tests.rs"]
mod tests;
