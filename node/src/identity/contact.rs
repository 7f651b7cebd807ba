//! The right to see contact data whole: the one home of the masks of telephone numbers and addresses (decision 35).
//! Lists, details, exports and histories show such a text only through it.

use entrepot_store::identity::rights::Rights;
use entrepot_store::listing::{ListError, ListQuery};
use entrepot_store::resource::catalogue::Catalogue;
use entrepot_store::resource::declaration::{Field, Mask};
use entrepot_store::resource::{RecordError, Resource};
use serde_json::{Map, Value, json};

/// The button of a page whose fields are masked; its permission node ends with it.
pub const CONTACT: &str = "contact";
/// The pages that showed contact data before there was the right: groups that see one of them keep the data.
pub const SHOWED_CONTACTS: &[&str] = &["warehouse/supplier", "warehouse/customer", "user/user", "shop/user/user"];

/// A text of which only the ends are shown.
#[must_use]
pub fn masked(text: &str, head: usize, tail: usize) -> String {
    let count = text.chars().count();
    if count <= head + tail {
        return "*".repeat(count);
    }
    let (first, last): (String, String) = (text.chars().take(head).collect(), text.chars().skip(count - tail).collect());
    format!("{first}{}{last}", "*".repeat(count - head - tail))
}

/// What is shown of a text behind a mask.
#[must_use]
pub fn masked_by(mask: Mask, text: &str) -> String {
    match mask {
        Mask::Phone => masked(text, 3, 4),
        Mask::Address => masked(text, 0, 0),
        Mask::Email => match text.rsplit_once('@') {
            Some((name, domain)) => format!("{}@{domain}", masked(name, 1, 0)),
            None => masked(text, 1, 0),
        },
    }
}

/// Shows contact data of a resource whole to those who may see it, and masked to others. Who edits rows sees what they
/// edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactMask {
    whole: bool,
}

impl ContactMask {
    /// What these rights allow.
    #[must_use]
    pub fn of(rights: &Rights, resource: &Resource) -> Self {
        Self { whole: rights.holds(&resource.node(CONTACT)) || rights.holds(&resource.node("edit")) }
    }

    /// The mask of a field, if it is shown through one.
    #[must_use]
    pub fn of_field(self, field: &Field) -> Option<Mask> {
        field.mask.filter(|_| !self.whole)
    }

    /// Masks the fields of a row.
    pub fn hide(self, resource: &Resource, row: &mut Value) {
        for field in resource.fields {
            let Some(mask) = self.of_field(field) else { continue };
            if let Some(text) = row.get(field.name).and_then(Value::as_str).map(|text| masked_by(mask, text)) {
                row[field.name] = json!(text);
            }
        }
    }

    /// Masks the fields wherever they stand in what a log has kept of rows: in JSON, which may be stored as text.
    pub fn hide_within(self, resource: &Resource, kept: &mut Value) {
        if self.whole {
            return;
        }
        match kept {
            Value::String(text) => {
                if let Ok(mut parsed @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(text) {
                    self.hide_within(resource, &mut parsed);
                    *text = parsed.to_string();
                }
            }
            Value::Array(values) => values.iter_mut().for_each(|value| self.hide_within(resource, value)),
            Value::Object(_) => {
                self.hide(resource, kept);
                kept.as_object_mut().into_iter().flat_map(Map::values_mut).for_each(|value| self.hide_within(resource, value));
            }
            _ => {}
        }
    }

    /// Keeps a list from telling what is masked: refuses to search or sort by such fields, and has the quick search find them
    /// by the whole of what they hold alone, which the reader knows already.
    pub fn restrict(self, resource: &Resource, query: &mut ListQuery) -> Result<(), RecordError> {
        query.masked = !self.whole;
        let mut asked = query.asked().map(|filter| &filter.field).chain(query.order.iter().map(|(field, _)| field));
        let hidden = |name: &str| {
            let own = name.rsplit_once('.').map_or(name, |(_, own)| own);
            resource.field(own).is_some_and(|field| self.of_field(field).is_some())
        };
        match asked.find(|name| hidden(name)) {
            Some(name) => Err(ListError::Column(name.clone()).into()),
            None => Ok(()),
        }
    }

    /// Keeps a log's list from telling what is masked in what the log has kept of rows: refuses to search or sort by these columns,
    /// unless the reader sees all contact data.
    pub fn restrict_kept(rights: &Rights, catalogue: &Catalogue, columns: &[&str], query: &ListQuery) -> Result<(), RecordError> {
        let masked = |resource: &Resource| resource.fields.iter().any(|field| Self::of(rights, resource).of_field(field).is_some());
        let mut asked = query.asked().map(|filter| &filter.field).chain(query.order.iter().map(|(field, _)| field));
        match asked.find(|name| columns.contains(&name.as_str())) {
            Some(name) if catalogue.all().any(masked) => Err(ListError::Column(name.clone()).into()),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use entrepot_store::listing::Filter;
    use entrepot_store::resource::catalogue;

    use super::*;

    #[test]
    fn contact_data_is_whole_with_the_right_or_the_right_to_edit() {
        let supplier = catalogue::find("warehouse.Supplier").expect("declared");
        let row = json!({ "name": "Acme", "mobile": "13800138000", "address": "1 Road" });
        let seen = |rights: &Rights| {
            let mut seen = row.clone();
            ContactMask::of(rights, supplier).hide(supplier, &mut seen);
            seen
        };
        let hidden = json!({ "name": "Acme", "mobile": "138****8000", "address": "******" });
        assert_eq!(seen(&Rights::nothing().with_node("warehouse/supplier/index")), hidden);
        assert_eq!(seen(&Rights::nothing().with_node("warehouse/customer/contact")), hidden);
        for node in ["warehouse/supplier/contact", "warehouse/supplier/edit"] {
            assert_eq!(seen(&Rights::nothing().with_node(node)), row, "{node}");
        }
    }

    #[test]
    fn members_are_masked_without_the_right_of_the_page() {
        for (controller, page, other) in [("shop.user.User", "shop/user/user", "user/user"), ("user.User", "user/user", "shop/user/user")] {
            let members = catalogue::find(controller).expect("declared");
            let seen = |node: &str| {
                let mut row = json!({ "username": "ann", "mobile": "13800138000", "email": "ann@example.com" });
                ContactMask::of(&Rights::nothing().with_node(node), members).hide(members, &mut row);
                (row["mobile"].clone(), row["email"].clone())
            };
            let masked = (json!("138****8000"), json!("a**@example.com"));
            assert_eq!((seen(&format!("{page}/index")), seen(&format!("{other}/contact"))), (masked.clone(), masked), "{page}");
            assert_eq!(seen(&format!("{page}/contact")), (json!("13800138000"), json!("ann@example.com")), "{page}");
        }
        for (text, hidden) in [("", ""), ("a@b.cn", "*@b.cn"), ("nobody", "n*****")] {
            assert_eq!(masked_by(Mask::Email, text), hidden);
        }
    }

    #[test]
    fn what_a_log_has_kept_is_masked_however_deep_it_stands() {
        let members = catalogue::find("user.User").expect("declared");
        let changes = json!([{ "id": 7, "before": { "mobile": "13800138000" } }]);
        let seen = |rights: &Rights, mut kept: Value| {
            ContactMask::of(rights, members).hide_within(members, &mut kept);
            kept
        };
        let masked = json!([{ "id": 7, "before": { "mobile": "138****8000" } }]);
        assert_eq!(seen(&Rights::nothing(), changes.clone()), masked);
        assert_eq!(seen(&Rights::nothing(), json!(changes.to_string())), json!(masked.to_string()));
        assert_eq!(seen(&Rights::all(), changes.clone()), changes);
        assert_eq!(seen(&Rights::nothing(), json!("13800138000 bytes")), json!("13800138000 bytes"));
    }

    #[test]
    fn what_logs_have_kept_is_searched_by_those_alone_who_see_all_contact_data() {
        let asked = |field: &str| {
            let filter = Filter { field: field.to_owned(), operator: "LIKE".to_owned(), values: vec!["138".to_owned()], datetime: false };
            ListQuery { filters: vec![filter], ..ListQuery::default() }
        };
        let allows = |rights: &Rights, query: &ListQuery| ContactMask::restrict_kept(rights, &Catalogue::compiled(), &["data"], query).is_ok();
        let one = Rights::nothing().with_node("warehouse/supplier/contact");
        assert!(!allows(&Rights::nothing(), &asked("data")) && !allows(&one, &asked("data")));
        assert!(allows(&Rights::nothing(), &asked("ip")) && allows(&Rights::all(), &asked("data")));
        let sorted = ListQuery { order: Some(("data".to_owned(), true)), ..ListQuery::default() };
        assert!(!allows(&one, &sorted) && allows(&Rights::all(), &sorted));
    }

    #[test]
    fn what_is_masked_is_not_searched_by() {
        let supplier = catalogue::find("warehouse.Supplier").expect("declared");
        let by = |field: &str| {
            let filter = Filter { field: field.to_owned(), operator: "LIKE".to_owned(), values: vec!["1".to_owned()], datetime: false };
            ListQuery { filters: vec![filter], ..ListQuery::default() }
        };
        let mask = ContactMask::of(&Rights::nothing(), supplier);
        let mut named = by("name");
        assert!(mask.restrict(supplier, &mut named).is_ok() && named.masked);
        assert!(mask.restrict(supplier, &mut by("mobile")).is_err() && mask.restrict(supplier, &mut by("supplier.mobile")).is_err());
        let mut sorted = ListQuery { order: Some(("address".to_owned(), false)), ..ListQuery::default() };
        assert!(mask.restrict(supplier, &mut sorted).is_err());
        assert!(ContactMask::of(&Rights::all(), supplier).restrict(supplier, &mut sorted).is_ok() && !sorted.masked);
    }
}
