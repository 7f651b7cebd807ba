//! The head of a file: which of its rows has the names of the columns, what each is called, and which field it fills. The same
//! reading for the dialog that asks for it and for the import. Pure.

use std::collections::{BTreeSet, HashMap};

use super::figures::usual;

/// Rows on top of a file among which its head is looked for: titles and blank rows stand above it.
const TOP_ROWS: usize = 20;

/// A row of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRow {
    /// As a spreadsheet counts.
    pub number: usize,
    pub cells: Vec<String>,
}

/// A file as its head and the rows below it that are not blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headed {
    /// What its columns are called, each by a name of its own; empty for columns without a name.
    pub names: Vec<String>,
    /// What stands in the head.
    written: Vec<String>,
    pub rows: Vec<FileRow>,
}

/// Whether a row has values beyond the last column of its head: a separator, or a decimal comma, stands in one of them without
/// quotes, so that the values after it lie in the wrong columns.
#[must_use]
pub fn has_more(row: &[String], columns: usize) -> bool {
    row.iter().skip(columns).any(|cell| !cell.trim().is_empty())
}

fn is_filled(row: &[String]) -> bool {
    row.iter().any(|cell| !cell.trim().is_empty())
}

/// The place of the head: the first row that is not blank, but for a title, which stands alone in its row above one with more
/// columns.
fn head_at(rows: &[Vec<String>]) -> Option<usize> {
    let filled = |row: &Vec<String>| row.iter().filter(|cell| !cell.trim().is_empty()).count();
    let mut top = rows.iter().enumerate().map(|(at, row)| (at, filled(row))).filter(|(_, filled)| *filled > 0).take(TOP_ROWS);
    let (first, count) = top.next()?;
    let below = if count == 1 { top.find(|(_, filled)| *filled > 1) } else { None };
    Some(below.map_or(first, |(at, _)| at))
}

/// The names of a head's columns: a name that comes again gets a number.
fn names(head: &[String]) -> Vec<String> {
    let mut taken: BTreeSet<String> = head.iter().map(|name| name.trim().to_owned()).collect();
    let mut seen = BTreeSet::new();
    let mut name = |written: &String| {
        let name = written.trim();
        if name.is_empty() || seen.insert(name.to_owned()) {
            return name.to_owned();
        }
        let mut number = 2_usize;
        let mut numbered = format!("{name} ({number})");
        while taken.contains(&numbered) {
            number += 1;
            numbered = format!("{name} ({number})");
        }
        taken.insert(numbered.clone());
        numbered
    };
    head.iter().map(&mut name).collect()
}

impl Headed {
    /// The rows of a file, the first of which is row 1 of the spreadsheet; nothing for a file without a filled cell.
    #[must_use]
    pub fn of(mut rows: Vec<Vec<String>>) -> Option<Self> {
        let at = head_at(&rows)?;
        let below = rows.split_off(at + 1);
        let written = rows.pop()?;
        let rows = below.into_iter().zip(at + 2..).filter(|(cells, _)| is_filled(cells));
        Some(Self { names: names(&written), written, rows: rows.map(|(cells, number)| FileRow { number, cells }).collect() })
    }

    /// What a mapping says of a column.
    #[must_use]
    pub fn mapped<'m>(&self, at: usize, mapping: &'m HashMap<String, String>) -> Option<&'m str> {
        let of = |names: &[String]| mapping.get(names.get(at)?).map(String::as_str);
        of(&self.names).or_else(|| of(&self.written))
    }

    /// Which field each column fills: the one that the mapping gives it, which `chosen` finds by the mapping's name, else the one that
    /// `known` finds by what is written in the head. A mapping to nothing leaves a column out. No field is filled by two columns.
    pub fn assign<F: PartialEq + Copy>(
        &self,
        mapping: &HashMap<String, String>,
        chosen: impl Fn(&str) -> Option<F>,
        known: impl Fn(&str) -> Option<F>,
    ) -> Result<Vec<Option<F>>, HeadError<F>> {
        let of_column = |(at, (name, written)): (usize, (&String, &String))| match self.mapped(at, mapping) {
            Some("") => Ok(None),
            Some(field) => chosen(field).map(Some).ok_or_else(|| HeadError::Unknown { column: name.clone() }),
            None => Ok(Some(written.trim()).filter(|name| !name.is_empty()).and_then(&known)),
        };
        let columns = self.names.iter().zip(&self.written).enumerate().map(of_column).collect::<Result<Vec<_>, _>>()?;
        for (at, field) in columns.iter().enumerate() {
            let again = field.and_then(|field| Some((field, columns[..at].iter().position(|other| *other == Some(field))?)));
            if let Some((field, before)) = again {
                return Err(HeadError::Twice { field, first: self.names[before].clone(), second: self.names[at].clone() });
            }
        }
        Ok(columns)
    }
}

/// Why columns are not assigned to fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeadError<F> {
    /// The mapping names a field that is not known.
    Unknown { column: String },
    /// Two columns fill one field.
    Twice { field: F, first: String, second: String },
}

/// A name as names are compared: without case, blanks, full width, and the signs that heads are decorated with.
fn folded(name: &str) -> String {
    let sign = |letter: &char| !letter.is_whitespace() && !matches!(letter, '_' | '*' | '(' | ')' | '-' | ':');
    usual(name).to_lowercase().chars().filter(sign).collect()
}

/// Whether a column's name is one of a field's.
#[must_use]
pub fn is_called(column: &str, names: &[&str]) -> bool {
    let column = folded(column);
    !column.is_empty() && names.iter().any(|name| folded(name) == column)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: &[&[&str]]) -> Vec<Vec<String>> {
        rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect()
    }

    #[test]
    fn blank_rows_and_titles_above_the_head_are_passed_over() {
        let file = rows(&[&[], &["Stock of May", "", ""], &["", " "], &["no", "name"], &[], &["A1", "Pen"], &["", ""], &["A2"]]);
        let headed = Headed::of(file).expect("a head");
        assert_eq!(headed.names, ["no", "name"]);
        assert_eq!(headed.rows.iter().map(|row| (row.number, row.cells[0].as_str())).collect::<Vec<_>>(), [(6, "A1"), (8, "A2")]);
        let one = Headed::of(rows(&[&["name"], &["Pen"], &["Ink"]])).expect("a head");
        assert_eq!((one.names, one.rows.len(), one.rows[0].number), (vec!["name".to_owned()], 2, 2));
        assert_eq!((Headed::of(vec![]), Headed::of(rows(&[&["", " "], &[]]))), (None, None));
    }

    fn headed(head: &[&str]) -> Headed {
        Headed::of(rows(&[head])).expect("a head")
    }

    #[test]
    fn columns_of_one_name_are_told_apart() {
        assert_eq!(headed(&["Name", " Name ", "Name (2)", "", "Name"]).names, ["Name", "Name (3)", "Name (2)", "", "Name (4)"]);
    }

    #[test]
    fn no_field_is_filled_twice() {
        let known = |name: &str| ["no", "name"].into_iter().find(|field| is_called(name, &[field]));
        let mapping =
            |pairs: &[(&str, &str)]| pairs.iter().map(|(column, field)| ((*column).to_owned(), (*field).to_owned())).collect::<HashMap<_, _>>();
        let assign = |head: &[&str], pairs: &[(&str, &str)]| headed(head).assign(&mapping(pairs), known, known);
        assert_eq!(assign(&["No", "N A M E *", "other", ""], &[]), Ok(vec![Some("no"), Some("name"), None, None]));
        assert_eq!(assign(&["SKU", "no"], &[("SKU", "no"), ("no", "")]), Ok(vec![Some("no"), None]));
        let twice = |field, first: &str, second: &str| Err(HeadError::Twice { field, first: first.to_owned(), second: second.to_owned() });
        assert_eq!(assign(&["no", "x", "NO"], &[]), twice("no", "no", "NO"));
        assert_eq!(assign(&["name", "name"], &[]), twice("name", "name", "name (2)"));
        assert_eq!(assign(&["name", "name"], &[("name (2)", "")]), Ok(vec![Some("name"), None]));
        assert_eq!(assign(&["SKU", "no"], &[("SKU", "no")]), twice("no", "SKU", "no"));
        assert_eq!(assign(&["SKU"], &[("SKU", "price")]), Err(HeadError::Unknown { column: "SKU".into() }));
    }

    #[test]
    fn a_row_with_more_values_than_columns_is_seen() {
        let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        assert!(has_more(&row(&["A1", "2", "50"]), 2) && has_more(&row(&["A1", "2", "", "x"]), 2));
        assert!(!has_more(&row(&["A1", "2", "", " "]), 2) && !has_more(&row(&["A1"]), 2) && !has_more(&[], 0));
    }

    #[test]
    fn names_are_compared_without_their_decoration() {
        assert!(is_called(" Product　No. ", &["product no."]) && is_called("product_no", &["Product-No"]) && is_called("名称（*）", &["名称"]));
        assert!(!is_called("", &["", "name"]) && !is_called("*", &[""]) && !is_called("names", &["name"]));
    }
}
