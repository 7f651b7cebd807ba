//! What is answered about the lines of count sheets.

use bus_schemas::count::CountResult;
use bus_schemas::number::{AMOUNT_SCALE, Amount, Quantity, round_half_up};
use bus_schemas::order::units::EnteredQuantity;
use entrepot_store::count::rows::ListedCountLine;
use entrepot_store::listing::names::StockNames;
use poem_openapi::Object;

use super::visible::VisibleFigures;
use crate::http::views::{DecimalText, Named};
use crate::inventory::unit_views::ProductUnitView;
use crate::inventory::views::AreaShelf;

/// The product of a line.
#[derive(Clone, Debug, Object)]
#[oai(nullable_all)]
pub struct CountProduct {
    pub product_no: Option<String>,
    pub name: Option<String>,
    pub spec: Option<String>,
    pub unit: Option<Named>,
    /// Decimals that quantities may have.
    pub decimals: Option<i64>,
    /// The others that it may be counted in.
    pub units: Vec<ProductUnitView>,
}

/// A part of a result, in the unit that it was typed in.
#[derive(Clone, Debug, Object)]
pub struct CountedPartView {
    pub unit_id: i64,
    /// Null where the unit is gone.
    #[oai(nullable)]
    pub unit_name: Option<String>,
    /// In that unit.
    pub quantity: DecimalText,
    /// Base units in one of it, when it was typed.
    pub factor: DecimalText,
}

/// What one person counted at one moment.
#[derive(Clone, Debug, Object)]
pub struct CountResultView {
    /// In the product's own unit.
    pub quantity: DecimalText,
    /// As it was typed, where other units than the product's own are among it; their sum is the quantity.
    pub entered: Vec<CountedPartView>,
    /// What the books said at that moment; hidden while it is counted blind.
    #[oai(nullable)]
    pub book_quantity: Option<DecimalText>,
    #[oai(nullable)]
    pub difference_quantity: Option<DecimalText>,
    pub admin_id: i64,
    #[oai(nullable)]
    pub nickname: Option<String>,
    /// Unix seconds.
    pub at: i64,
    /// Nobody looked: set to zero with the rest.
    pub zeroed: bool,
}

/// A line of a sheet.
#[derive(Clone, Debug, Object)]
pub struct CountLineView {
    /// The line's number, for lists.
    pub id: i64,
    pub line: u32,
    #[oai(flatten)]
    pub spot: AreaShelf,
    pub product_id: i64,
    pub product: CountProduct,
    /// Empty for goods without batches.
    pub batch_number: String,
    #[oai(nullable)]
    pub produce_date: Option<String>,
    #[oai(nullable)]
    pub expiry_date: Option<String>,
    /// Not on the sheet when it was made.
    pub found: bool,
    /// `not_counted`, `equal` or `different`; `counted` where the difference is hidden.
    pub state: String,
    /// It is to be counted again.
    pub recount: bool,
    #[oai(nullable)]
    pub quantity: Option<DecimalText>,
    #[oai(nullable)]
    pub book_quantity: Option<DecimalText>,
    #[oai(nullable)]
    pub difference_quantity: Option<DecimalText>,
    /// The difference at cost; null without the right to see cost.
    #[oai(nullable)]
    pub difference_amount: Option<DecimalText>,
    /// Why it is different.
    #[oai(nullable)]
    pub reason: Option<String>,
    /// Oldest first: the last one counts.
    pub results: Vec<CountResultView>,
}

impl CountLineView {
    /// A line as it is shown.
    #[must_use]
    pub fn new(row: ListedCountLine, visible: VisibleFigures) -> Self {
        let state = visible.state(&row).to_owned();
        let StockNames { product, unit, area, shelf, .. } = row.names;
        let last = row.line.results.last();
        let product_no = product.as_ref().map(|product| product.product_no.clone());
        let part = |part: &EnteredQuantity| CountedPartView {
            unit_id: part.unit.0,
            unit_name: row.unit_names.get(&part.unit.0).cloned(),
            quantity: Quantity(part.quantity).into(),
            factor: Quantity(part.factor).into(),
        };
        let result = |(result, nickname): (&CountResult, Option<String>)| CountResultView {
            quantity: result.quantity.into(),
            entered: result.entered.iter().map(part).collect(),
            book_quantity: visible.books.then(|| result.book.into()),
            difference_quantity: visible.books.then(|| result.difference().into()),
            admin_id: result.admin.0,
            nickname,
            at: result.at / 1_000,
            zeroed: result.zeroed,
        };
        let people = row.people.into_iter().chain(std::iter::repeat(None));
        Self {
            id: i64::from(row.line.line),
            line: row.line.line,
            spot: AreaShelf::new((row.line.place.area.0, area), (row.line.place.shelf.0, shelf)),
            product_id: row.line.place.product.0,
            product: CountProduct {
                product_no,
                name: product.as_ref().map(|product| product.name.clone()),
                spec: product.map(|product| product.spec),
                unit: unit.map(|name| Named { name }),
                decimals: row.decimals,
                units: row.units.iter().map(ProductUnitView::from).collect(),
            },
            batch_number: row.line.place.batch.clone(),
            produce_date: row.line.produce_date.clone(),
            expiry_date: row.line.expiry_date.clone(),
            found: row.line.found,
            state,
            recount: row.recount,
            quantity: last.map(|result| result.quantity.into()),
            book_quantity: last.filter(|_| visible.books).map(|result| result.book.into()),
            difference_quantity: row.difference.filter(|_| visible.books).map(|difference| Quantity(difference).into()),
            difference_amount: row.worth.filter(|_| visible.books).and_then(|worth| visible.costs.show(Amount(round_half_up(worth, AMOUNT_SCALE)))),
            reason: row.line.reason.clone(),
            results: row.line.results.iter().zip(people).map(result).collect(),
        }
    }
}
