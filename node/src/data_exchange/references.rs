//! Names by which cells refer to rows of other resources. Names come first; a number is an id in columns of ids alone.

use std::collections::HashMap;

use actors::folding::folded;
use entrepot_store::Store;
use entrepot_store::resource::declaration::Target;
use entrepot_store::resource::{Field, RecordError, Resource};
use entrepot_store::scope::Scope;
use serde_json::{Value, json};

use super::file_rows::stored_number;

/// What the cells of a column of references hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    Names,
    /// A number that is no name is an id.
    NamesOrIds,
    Ids,
}

/// Puts this after a field's name where a mapping means ids: `brand_id.id`.
pub const OF_IDS: &str = ".id";

impl Naming {
    /// What a column holds by its head: one that is called like the field on the wire has ids as well.
    #[must_use]
    pub fn of_head(head: &str, field: &Field, mapped: Option<&str>) -> Self {
        let wire = head.trim().eq_ignore_ascii_case(field.name);
        let ids = field.name == "pid" || field.name.ends_with("_id") || field.name.ends_with("_ids");
        let chosen = mapped.is_some_and(|name| name.ends_with(OF_IDS));
        if chosen {
            Self::Ids
        } else if wire && ids {
            Self::NamesOrIds
        } else {
            Self::Names
        }
    }

    /// The id that a text is.
    #[must_use]
    pub fn id_of(self, text: &str) -> Option<i64> {
        if self == Self::Names { None } else { text.trim().parse().ok().filter(|id| *id > 0) }
    }
}

/// A row with one of its names.
struct Named {
    id: i64,
    name: String,
    /// Where it is; of resources whose rows are in warehouses.
    warehouse: Option<i64>,
}

/// The rows of a table: by what an export writes, then by their titles, then by their codes.
#[derive(Default)]
struct Names(Vec<HashMap<String, Vec<Named>>>);

/// The columns by which people know the rows of a resource, the first one first.
fn naming_columns(target: Target, other: &'static Resource) -> Vec<&'static str> {
    let code = |field: &&Field| field.unique && field.required;
    let codes = other.fields.iter().filter(code).map(|field| field.name);
    let candidates = target.shows.iter().take(1).copied().chain([other.title_field()]).chain(target.shows.iter().copied()).chain(codes);
    let mut columns: Vec<&'static str> = Vec::new();
    for name in candidates {
        let is_text = other.field(name).is_some_and(|field| field.kind.facts().names_rows && field.mask.is_none());
        if is_text && !columns.contains(&name) {
            columns.push(name);
        }
    }
    columns
}

impl Names {
    async fn load(store: &Store, target: Target, other: &'static Resource, scope: &Scope) -> Result<Self, RecordError> {
        let columns = naming_columns(target, other);
        let read: Vec<&'static str> = columns.iter().copied().chain(other.warehouse).collect();
        let mut names = Self(columns.iter().map(|_| HashMap::new()).collect());
        for (id, texts) in store.texts_of(other.table, &read).await? {
            let warehouse = match other.warehouse {
                Some(column) => stored_number(id, column, texts.last().map_or("", String::as_str))?,
                None => None,
            };
            let seen = scope.only_warehouses().is_none_or(|seen| warehouse.is_none_or(|warehouse| seen.contains(&warehouse)));
            if !seen {
                continue;
            }
            // A warehouse itself is in none.
            let warehouse = warehouse.filter(|_| other.warehouse != Some("id"));
            for (level, name) in names.0.iter_mut().zip(texts) {
                let form = folded(&name);
                if !form.is_empty() {
                    level.entry(form).or_default().push(Named { id, name: name.trim().to_owned(), warehouse });
                }
            }
        }
        Ok(names)
    }

    /// The row of a name; `None` where no row has it.
    fn find(&self, name: &str, warehouse: Option<i64>) -> Result<Option<i64>, &'static str> {
        let form = folded(name);
        for level in &self.0 {
            let here = |row: &&Named| warehouse.is_none() || row.warehouse.is_none() || row.warehouse == warehouse;
            let mut rows: Vec<&Named> = level.get(&form).into_iter().flatten().filter(here).collect();
            if rows.len() > 1 && rows.iter().any(|row| row.name == name) {
                rows.retain(|row| row.name == name);
            }
            match rows[..] {
                [] => {}
                [row] => return Ok(Some(row.id)),
                _ => return Err("error.import.several"),
            }
        }
        Ok(None)
    }

    fn knows(&self, name: &str) -> bool {
        let form = folded(name);
        self.0.iter().any(|level| level.contains_key(&form))
    }
}

/// Rows of other resources by the names that people know them by.
#[derive(Default)]
pub struct Lookups(HashMap<&'static str, Names>);

impl Lookups {
    /// Reads the names of the rows that columns refer to, as far as the caller sees them.
    pub async fn load(store: &Store, fields: &[&'static Field], scope: &Scope) -> Result<Self, RecordError> {
        let catalogue = store.catalogue();
        let mut all = HashMap::new();
        for target in fields.iter().filter_map(|field| field.target()) {
            let Some(other) = catalogue.of_table(target.table) else { continue };
            if !all.contains_key(target.table) {
                all.insert(target.table, Names::load(store, target, other, scope).await?);
            }
        }
        Ok(Self(all))
    }

    /// The row that a text refers to, in a warehouse if it is known.
    fn find(&self, table: &str, text: &str, naming: Naming, warehouse: Option<i64>) -> Result<i64, &'static str> {
        if naming == Naming::Ids {
            return naming.id_of(text).ok_or("error.import.unknown");
        }
        let named = self.0.get(table).map_or(Ok(None), |names| names.find(text, warehouse))?;
        named.or_else(|| naming.id_of(text)).ok_or("error.import.unknown")
    }

    /// Whether a name is that of no row, and no id.
    #[must_use]
    pub fn is_unknown(&self, table: &str, name: &str, naming: Naming) -> bool {
        naming != Naming::Ids && naming.id_of(name).is_none() && self.0.get(table).is_some_and(|names| !names.knows(name))
    }

    /// From now on a name means a row.
    pub fn learn(&mut self, table: &'static str, name: &str, id: i64) {
        let names = self.0.entry(table).or_default();
        if names.0.is_empty() {
            names.0.push(HashMap::new());
        }
        if let Some(level) = names.0.first_mut() {
            level.insert(folded(name), vec![Named { id, name: name.trim().to_owned(), warehouse: None }]);
        }
    }

    /// The value of a cell of a field that refers to other resources' rows.
    pub fn read(&self, field: &Field, cell: &str, naming: Naming, warehouse: Option<i64>) -> Result<Value, &'static str> {
        let Some(target) = field.target() else { return Ok(json!(cell)) };
        let found = |text: &str| self.find(target.table, text, naming, warehouse);
        if !field.refers_to_several() {
            return if cell.trim().is_empty() { Ok(Value::Null) } else { Ok(json!(found(cell.trim())?)) };
        }
        // A name may have a comma in it.
        if let Ok(Some(id)) = self.0.get(target.table).map_or(Ok(None), |names| names.find(cell.trim(), warehouse)) {
            return Ok(json!([id]));
        }
        Ok(parts(cell).map(|part| found(part).map(Value::from)).collect::<Result<Vec<_>, _>>()?.into())
    }
}

/// The parts of a cell with several values.
pub(super) fn parts(cell: &str) -> impl Iterator<Item = &str> {
    cell.split([',', '，', ';']).map(str::trim).filter(|part| !part.is_empty())
}

/// The names by which a cell refers to rows.
#[must_use]
pub fn referred<'a>(field: &Field, cell: &'a str) -> Vec<&'a str> {
    if field.refers_to_several() {
        return parts(cell).collect();
    }
    field.target().map(|_| cell.trim()).filter(|name| !name.is_empty()).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use entrepot_store::resource::catalogue;

    use super::*;

    fn field(controller: &str, name: &str) -> &'static Field {
        catalogue::find(controller).and_then(|resource| resource.field(name)).expect("a field")
    }

    fn named(id: i64, name: &str, warehouse: Option<i64>) -> Named {
        Named { id, name: name.to_owned(), warehouse }
    }

    fn lookups(table: &'static str, levels: Vec<Vec<Named>>) -> Lookups {
        let level = |rows: Vec<Named>| {
            let mut level: HashMap<String, Vec<Named>> = HashMap::new();
            for row in rows {
                level.entry(folded(&row.name)).or_default().push(row);
            }
            level
        };
        Lookups(HashMap::from([(table, Names(levels.into_iter().map(level).collect()))]))
    }

    #[test]
    fn a_number_is_a_name_first_and_an_id_in_columns_of_ids_alone() {
        let brand = field("warehouse.Product", "brand_id");
        let lookups = lookups("brand", vec![vec![named(7, "1", None), named(8, "Acme", None)]]);
        let read = |cell: &str, naming| lookups.read(brand, cell, naming, None);
        for naming in [Naming::Names, Naming::NamesOrIds] {
            assert_eq!(read("1", naming), Ok(json!(7)));
            assert_eq!(read(" ａｃｍｅ ", naming), Ok(json!(8)));
            assert_eq!(read("", naming), Ok(Value::Null));
            assert_eq!(read("Other", naming), Err("error.import.unknown"));
        }
        assert_eq!(read("2", Naming::Names), Err("error.import.unknown"));
        assert_eq!((read("2", Naming::NamesOrIds), read("1", Naming::Ids)), (Ok(json!(2)), Ok(json!(1))));
        for odd in ["-2", "0", "2.0", "1e1"] {
            assert_eq!(read(odd, Naming::NamesOrIds), Err("error.import.unknown"), "{odd}");
        }
        assert!(lookups.is_unknown("brand", "2", Naming::Names) && !lookups.is_unknown("brand", "2", Naming::NamesOrIds));
    }

    #[test]
    fn heads_say_whether_a_column_has_ids() {
        let brand = field("warehouse.Product", "brand_id");
        for (head, mapped, naming) in [
            ("Brand", None, Naming::Names),
            ("品牌", None, Naming::Names),
            ("brand_id", None, Naming::NamesOrIds),
            (" Brand_ID ", Some("brand_id"), Naming::NamesOrIds),
            ("Marke", Some("brand_id"), Naming::Names),
            ("Marke", Some("brand_id.id"), Naming::Ids),
        ] {
            assert_eq!(Naming::of_head(head, brand, mapped), naming, "{head}");
        }
    }

    #[test]
    fn a_name_that_several_rows_have_is_told_and_means_the_one_in_the_row_s_warehouse() {
        let area = field("warehouse.WarehouseShelf", "warehouses_areas_id");
        let rows = vec![named(1, "Cold", Some(10)), named(2, "Cold", Some(20)), named(3, "Dry", Some(20)), named(4, "dry", Some(20))];
        let lookups = lookups("warehouse_area", vec![rows]);
        let read = |cell: &str, warehouse| lookups.read(area, cell, Naming::Names, warehouse);
        assert_eq!((read("Cold", Some(10)), read("Cold", Some(20))), (Ok(json!(1)), Ok(json!(2))));
        assert_eq!(read("Cold", None), Err("error.import.several"));
        assert_eq!(read("Cold", Some(30)), Err("error.import.unknown"));
        assert_eq!((read("Dry", Some(20)), read("DRY", Some(20))), (Ok(json!(3)), Err("error.import.several")));
    }

    #[test]
    fn names_come_before_codes() {
        let product = field("warehouse.ProductUnit", "product_id");
        let target = product.target().expect("a reference");
        let other = catalogue::find("warehouse.Product").expect("declared");
        assert_eq!(naming_columns(target, other), ["name", "product_no"]);
        let safety = field("warehouse.SafetyStock", "product_id").target().expect("a reference");
        assert_eq!(naming_columns(safety, other), ["product_no", "name"], "as an export writes it");
        let lookups = lookups("product", vec![vec![named(1, "P-2", None)], vec![named(1, "P-1", None), named(2, "P-2", None)]]);
        let read = |cell: &str| lookups.read(product, cell, Naming::Names, None);
        assert_eq!((read("P-2"), read("P-1")), (Ok(json!(1)), Ok(json!(1))));
    }

    #[test]
    fn several_names_of_a_cell_are_read_one_by_one() {
        let groups = field("auth.Admin", "group_arr");
        let lookups = lookups("admin_group", vec![vec![named(1, "One", None), named(2, "Two", None), named(3, "One, two", None)]]);
        let read = |cell: &str| lookups.read(groups, cell, Naming::Names, None);
        assert_eq!((read("one; two"), read("One, two"), read("")), (Ok(json!([1, 2])), Ok(json!([3])), Ok(json!([]))));
        assert_eq!(read("one,4"), Err("error.import.unknown"));
    }
}
