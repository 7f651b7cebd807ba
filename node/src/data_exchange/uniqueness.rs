//! Unique values of an import: by which of them rows of the file are matched with rows that are there, and which values two
//! rows would share. Pure.

use std::collections::{BTreeSet, HashMap, HashSet};

use entrepot_store::resource::write::TOGETHER_MAX;
use entrepot_store::resource::{Field, Resource};

/// Fields of which no two rows have the same values.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// The last one is the one that a refusal names.
    pub fields: Vec<&'static Field>,
}

/// The values of a constraint in the form in which they are compared.
pub type Form = Vec<String>;

impl Constraint {
    /// All of a resource, those first by which rows are matched first: the order does not depend on a file's columns.
    #[must_use]
    pub fn all(resource: &Resource) -> Vec<Self> {
        let single = |required: bool| {
            let fits = move |field: &&'static Field| field.unique && field.within.is_none() && field.required == required;
            resource.fields.iter().filter(fits).map(|field| vec![field])
        };
        let pair = resource.pair.and_then(|[one, other]| Some(vec![resource.field(one)?, resource.field(other)?]));
        let within = resource.fields.iter().filter(|field| field.unique).filter_map(|field| Some(vec![resource.field(field.within?)?, field]));
        single(true).chain(pair).chain(within).chain(single(false)).map(|fields| Self { fields }).collect()
    }

    /// The field that a refusal names.
    #[must_use]
    pub fn named(&self) -> &'static str {
        self.fields.last().map_or("id", |field| field.name)
    }

    /// The values as they are compared; nothing where one of them is empty, which is shared freely.
    pub fn form(&self, text: impl Fn(&'static Field) -> String) -> Option<Form> {
        let form: Form = self.fields.iter().map(|field| text(field)).collect();
        let empty = |(field, text): (&&'static Field, &String)| text.is_empty() || (field.target().is_some() && text == "0");
        (!form.is_empty() && !self.fields.iter().zip(&form).any(empty)).then_some(form)
    }
}

/// What a row of the file claims.
#[derive(Clone, Debug, Default)]
pub struct Claim {
    /// The row that it changes; none for a new one.
    pub target: Option<i64>,
    /// By constraint: what its row has, and what it will have.
    pub values: Vec<(Option<Form>, Option<Form>)>,
    /// Its row can't be written before others that are new: what it gives up is not free for them.
    pub late: bool,
}

/// Why a row of the file is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// By a row that is there; the constraint's place.
    Stored(usize),
    /// By a row before it in the file.
    InFile(usize),
    /// A row before it in the file changes the same row.
    SameRow,
}

/// How the rows of a file stand to each other.
#[derive(Debug, Default)]
pub struct Comparison {
    /// By the row's place in the file.
    pub clashes: HashMap<usize, Clash>,
    /// Rows that give values up which others take: the constraint's place and the row's id.
    pub leaving: HashSet<(usize, i64)>,
    /// Changes that hand values on to each other, by their place: they are written in one transaction.
    pub together: BTreeSet<usize>,
}

/// Compares the claims of a file's rows, in their order, with what rows have; `held`: by constraint. A row that can't be read
/// claims nothing. `whole`: all rows are written or none, so that a row may take what another one gives up.
#[must_use]
pub fn compare(held: &[HashMap<Form, Vec<i64>>], claims: &[Option<Claim>], whole: bool) -> Comparison {
    let comparison = compare_once(held, claims, whole);
    // More could not be written in one transaction: then nothing is handed on.
    if comparison.together.len() > TOGETHER_MAX { compare_once(held, claims, false) } else { comparison }
}

fn compare_once(held: &[HashMap<Form, Vec<i64>>], claims: &[Option<Claim>], whole: bool) -> Comparison {
    let mut result = Comparison::default();
    // The first row of the file that changes a row, and the first that gets a value.
    let mut changed: HashMap<i64, usize> = HashMap::new();
    let mut given_up: HashMap<(usize, i64), usize> = HashMap::new();
    for (place, claim) in claims.iter().enumerate() {
        let Some((claim, target)) = claim.as_ref().and_then(|claim| Some((claim, claim.target?))) else { continue };
        if *changed.entry(target).or_insert(place) != place {
            result.clashes.insert(place, Clash::SameRow);
            continue;
        }
        if !whole || claim.late {
            continue;
        }
        for (constraint, (now, then)) in claim.values.iter().enumerate() {
            if now.is_some() && now != then {
                given_up.insert((constraint, target), place);
            }
        }
    }
    let mut taken: HashSet<(usize, &Form)> = HashSet::new();
    for (place, claim) in claims.iter().enumerate() {
        let Some(claim) = claim.as_ref().filter(|_| !result.clashes.contains_key(&place)) else { continue };
        let mut handed = Vec::new();
        let mut clash = None;
        for (constraint, (now, then)) in claim.values.iter().enumerate() {
            let Some(form) = then.as_ref().filter(|_| now != then) else { continue };
            let holders = held.get(constraint).and_then(|held| held.get(form)).into_iter().flatten();
            for holder in holders.filter(|holder| Some(**holder) != claim.target) {
                match given_up.get(&(constraint, *holder)) {
                    Some(from) => handed.push((constraint, *holder, *from)),
                    None => clash = clash.or(Some(Clash::Stored(constraint))),
                }
            }
            if !taken.insert((constraint, form)) {
                clash = clash.or(Some(Clash::InFile(constraint)));
            }
        }
        if let Some(clash) = clash {
            result.clashes.insert(place, clash);
            continue;
        }
        for (constraint, holder, from) in handed {
            result.leaving.insert((constraint, holder));
            // New rows are written after all changes, and late ones last.
            if claim.target.is_some() && !claim.late {
                result.together.extend([place, from]);
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use entrepot_store::resource::catalogue;

    use super::*;

    fn names(controller: &str) -> Vec<Vec<&'static str>> {
        let constraints = Constraint::all(catalogue::find(controller).expect("declared"));
        constraints.iter().map(|constraint| constraint.fields.iter().map(|field| field.name).collect()).collect()
    }

    #[test]
    fn constraints_stand_in_an_order_of_their_own() {
        assert_eq!(names("warehouse.Product"), [["product_no"], ["barcode"]]);
        assert_eq!(names("warehouse.ProductUnit"), [vec!["product_id", "unit_id"], vec!["barcode"]]);
        assert_eq!(names("warehouse.WarehouseArea"), [["warehouses_id", "serial_no"]]);
        assert_eq!(names("warehouse.WarehouseShelf"), [["warehouses_id", "serial_no"]]);
        assert_eq!(names("warehouse.SafetyStock"), [["warehouses_id", "product_id"]]);
        assert!(names("warehouse.Supplier").is_empty());
    }

    #[test]
    fn an_empty_value_is_shared_freely() {
        let constraints = Constraint::all(catalogue::find("warehouse.WarehouseArea").expect("declared"));
        let form = |warehouse: &str, number: &str| {
            constraints[0].form(|field| if field.name == "serial_no" { number.to_owned() } else { warehouse.to_owned() })
        };
        assert_eq!(form("1", "S"), Some(vec!["1".to_owned(), "S".to_owned()]));
        assert!(form("1", "").is_none() && form("", "S").is_none() && form("0", "S").is_none());
    }

    fn form(text: &str) -> Option<Form> {
        (!text.is_empty()).then(|| vec![text.to_owned()])
    }

    fn new(text: &str) -> Option<Claim> {
        Some(Claim { target: None, values: vec![(None, form(text))], late: false })
    }

    fn change(target: i64, now: &str, then: &str) -> Option<Claim> {
        Some(Claim { target: Some(target), values: vec![(form(now), form(then))], late: false })
    }

    fn held(rows: &[(&str, i64)]) -> Vec<HashMap<Form, Vec<i64>>> {
        let mut held: HashMap<Form, Vec<i64>> = HashMap::new();
        for (text, id) in rows {
            held.entry(vec![(*text).to_owned()]).or_default().push(*id);
        }
        vec![held]
    }

    #[test]
    fn two_rows_never_get_the_same() {
        let held = held(&[("A", 1), ("B", 2)]);
        let clashes = |claims: &[Option<Claim>]| {
            let mut clashes: Vec<_> = compare(&held, claims, true).clashes.into_iter().collect();
            clashes.sort_unstable_by_key(|(place, _)| *place);
            clashes
        };
        assert_eq!(clashes(&[new("C"), new("D"), new("C")]), [(2, Clash::InFile(0))]);
        assert_eq!(clashes(&[new("A"), new(""), new("")]), [(0, Clash::Stored(0))]);
        assert_eq!(clashes(&[change(1, "A", "B")]), [(0, Clash::Stored(0))]);
        assert_eq!(clashes(&[change(1, "A", "A"), new("A")]), [(1, Clash::Stored(0))], "an unchanged row keeps its value");
        assert_eq!(clashes(&[new("C"), change(1, "A", "C")]), [(1, Clash::InFile(0))]);
        assert_eq!(clashes(&[change(1, "A", "C"), change(1, "A", "D")]), [(1, Clash::SameRow)]);
        assert_eq!(clashes(&[None, change(1, "A", "C")]), []);
    }

    #[test]
    fn values_are_handed_on_within_a_file() {
        let held = held(&[("A", 1), ("B", 2), ("C", 3)]);
        let swap = compare(&held, &[change(1, "A", "B"), change(2, "B", "A"), change(3, "C", "D")], true);
        assert!(swap.clashes.is_empty());
        assert_eq!((swap.together, swap.leaving.len()), (BTreeSet::from([0, 1]), 2));
        let chain = compare(&held, &[change(1, "A", "B"), change(2, "B", "C"), change(3, "C", "")], true);
        assert!(chain.clashes.is_empty() && chain.together.len() == 3);
        // A new row comes after what it takes was given up.
        let freed = compare(&held, &[new("A"), change(1, "A", "X")], true);
        assert!(freed.clashes.is_empty() && freed.together.is_empty() && freed.leaving.contains(&(0, 1)));
        let late = Some(Claim { late: true, ..change(1, "A", "X").unwrap_or_default() });
        assert_eq!(compare(&held, &[new("A"), late], true).clashes.len(), 1);
        assert_eq!(compare(&held, &[change(1, "A", "B"), change(2, "B", "A")], false).clashes.len(), 2);
    }

    #[test]
    fn more_than_one_transaction_holds_is_not_handed_on() {
        let count = i64::try_from(TOGETHER_MAX).unwrap_or(0) + 2;
        let name = |at: i64| format!("v{}", at % count);
        let held = held(&(0..count).map(|at| (name(at), at)).collect::<Vec<_>>().iter().map(|(name, at)| (name.as_str(), *at)).collect::<Vec<_>>());
        let claims: Vec<_> = (0..count).map(|at| change(at, &name(at), &name(at + 1))).collect();
        assert_eq!(compare(&held, &claims, true).clashes.len(), claims.len());
    }
}
