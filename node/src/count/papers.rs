//! Count sheets on paper: where to count what, with room for the figure. The books' figures are never on it.

use bus_schemas::count::{CountScope, LINES_MAX};
use bus_schemas::ids::CountId;
use entrepot_print::document::{self, Align, Cell, Document};
use entrepot_store::Store;
use entrepot_store::count::list::LineView;
use entrepot_store::count::rows::{ListedCount, ListedCountLine};
use entrepot_store::listing::ListQuery;
use entrepot_store::scope::Scope;

use crate::error::ServiceError;
use crate::http::file_answer::Pdf;
use crate::print::cells::{column, place, print_text};
use crate::print::orders::ORDERS_MAX;
use crate::print::service::{Printer, count_lines, footer, letterhead, make, turn};

/// Lines that are read at a time.
const PAGE: i64 = 200;

fn row(line: &ListedCountLine) -> Vec<Cell> {
    let cell = |value: &str| Cell::Text(value.to_owned());
    let names = &line.names;
    let product = names.product.as_ref();
    let name = product.map(|product| format!("{}  {}", product.name, product.spec)).unwrap_or_default();
    vec![
        Cell::Text(line.line.line.to_string()),
        Cell::Text(place(names.area.as_deref(), names.shelf.as_deref())),
        cell(product.map_or("", |product| &product.product_no)),
        cell(name.trim()),
        cell(&line.line.place.batch),
        cell(line.line.expiry_date.as_deref().unwrap_or_default()),
        Cell::Blank,
        cell(names.unit.as_deref().unwrap_or_default()),
        if line.recount { Cell::Text(print_text("count.again")) } else { Cell::Blank },
    ]
}

/// What a sheet covers: each limit by the first names of what it is limited to, or the whole warehouse.
fn covered(covers: &CountScope, names: &[Vec<String>; 3]) -> Vec<(&'static str, String)> {
    let named = |names: &[String], all: usize| {
        let more = if all > names.len() { format!(" ... ({all})") } else { String::new() };
        (names.join(", ") + &more).trim_start().to_owned()
    };
    let limits = [("areas", covers.areas.len()), ("categories", covers.categories.len()), ("products", covers.products.len())];
    let limits = limits.into_iter().zip(names).filter(|((_, all), _)| *all > 0);
    let mut covered: Vec<(&'static str, String)> = limits.map(|((limit, all), names)| (limit, named(names, all))).collect();
    covered.extend(covers.moved_days.map(|days| ("moved_days", days.to_string())));
    if *covers == CountScope::default() {
        covered.push(("covers", print_text("count.whole")));
    }
    covered
}

fn sheet(count: &ListedCount, names: &[Vec<String>; 3], lines: &[ListedCountLine]) -> Document {
    let named = |name: Option<String>| name.unwrap_or_default();
    let facts = [
        ("warehouse", named(count.warehouse_row.as_ref().and_then(|row| row.name.clone()))),
        ("business_date", count.sheet.business_date.clone()),
        ("created_by", named(count.created_by_row.as_ref().and_then(|row| row.nickname.clone()))),
    ];
    let columns = vec![
        column("line", 0.9, Align::Right),
        column("place", 3.0, Align::Left),
        column("product_no", 2.4, Align::Left),
        column("product", 4.8, Align::Left),
        column("batch", 2.4, Align::Left),
        column("expiry", 2.3, Align::Left),
        column("found", 2.2, Align::Left),
        column("unit", 1.1, Align::Left),
        column("note", 1.8, Align::Left),
    ];
    let remark = Some(count.sheet.remark.trim()).filter(|remark| !remark.is_empty());
    Document {
        title: print_text("title.count"),
        number: count.sheet.number.clone(),
        facts: facts.into_iter().chain(covered(&count.sheet.scope, names)).map(|(key, value)| (print_text(&format!("fact.{key}")), value)).collect(),
        columns,
        rows: lines.iter().map(row).collect(),
        sums: vec![(print_text("sum.lines"), lines.len().to_string())],
        remark: remark.map(|remark| format!("{}: {remark}", print_text("remark"))).unwrap_or_default(),
        signatures: vec![print_text("sign.counter"), print_text("sign.checker"), print_text("sign.date")],
    }
}

/// Count sheets to be filled in by hand, in the order in which they are named. `who` is the reader's name.
pub async fn print(printer: &Printer, store: &Store, ids: Vec<i64>, scope: &Scope, who: &str) -> Result<Pdf, ServiceError> {
    if ids.is_empty() {
        return Err(ServiceError::field("ids", "error.required"));
    }
    if ids.len() > ORDERS_MAX {
        return Err(ServiceError::field("ids", "print.orders.many"));
    }
    let turn = turn().await?;
    let papers = ids.len();
    let mut documents = Vec::with_capacity(papers);
    let mut printed = 0;
    for id in ids {
        let found = store.count_detail(CountId(id), scope).await?;
        let (count, _) = found.ok_or_else(|| ServiceError::refused("error.not_found"))?;
        let mut lines = Vec::new();
        for page in 1.. {
            let query = ListQuery { limit: PAGE, page, ..ListQuery::default() };
            let found = store.list_count_lines(&count.sheet, &query, LineView::All, false).await?;
            count_lines(papers, &mut printed, found.list.len())?;
            let last = found.list.len() < usize::try_from(PAGE).unwrap_or(usize::MAX);
            lines.extend(found.list);
            if last || lines.len() >= 2 * LINES_MAX {
                break;
            }
        }
        documents.push(sheet(&count, &store.count_limits(&count.sheet.scope).await?, &lines));
    }
    let (letterhead, footer) = (letterhead(printer).await?, footer(printer, who));
    let name = match documents.as_slice() {
        [only] => only.number.clone(),
        _ => "count-sheets".to_owned(),
    };
    let bytes = make(printer, turn, move |font| document::print(font, &letterhead, &footer, &documents)).await?;
    Ok(Pdf { name, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::{Language, find_text};

    #[test]
    fn a_sheet_says_what_it_covers() {
        let names = |many: usize| (1..=many).map(|number| format!("A{number}")).collect::<Vec<_>>();
        let nothing = [names(0), names(0), names(0)];
        let whole = covered(&CountScope::default(), &nothing);
        assert_eq!(whole.iter().map(|(fact, _)| *fact).collect::<Vec<_>>(), ["covers"]);
        let covers = CountScope { areas: vec![1, 2], products: (1..9).collect(), moved_days: Some(7), ..CountScope::default() };
        let limited = covered(&covers, &[names(2), names(0), names(6)]);
        let many = "A1, A2, A3, A4, A5, A6 ... (8)";
        assert_eq!(limited, [("areas", "A1, A2".to_owned()), ("products", many.to_owned()), ("moved_days", "7".to_owned())]);
        // The names of deleted rows are not known.
        assert_eq!(covered(&covers, &[names(1), names(0), names(0)])[..2], [("areas", "A1 ... (2)".to_owned()), ("products", "... (8)".to_owned())]);
        for (fact, _) in limited.into_iter().chain(whole).chain([("categories", String::new())]) {
            for language in [Language::Chinese, Language::English] {
                assert!(find_text(language, &format!("print.fact.{fact}")).is_some(), "{fact}");
            }
        }
    }
}
