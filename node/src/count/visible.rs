//! Which figures of a count sheet a person may see: a blind sheet hides what the books say while it is counted.

use bus_schemas::count::{CountSheet, CountStatus};
use entrepot_store::count::list::LineView;
use entrepot_store::count::rows::ListedCountLine;
use entrepot_store::identity::rights::Rights;

use crate::identity::cost::CostMask;

/// Who reviews sheets: they see the differences of what was submitted.
const REVIEWERS: [&str; 2] = ["warehouse/stockcount/post", "warehouse/stockcount/recount"];

/// What a person may see of a sheet's figures.
#[derive(Clone, Copy, Debug)]
pub struct VisibleFigures {
    /// Book figures and differences.
    pub books: bool,
    pub costs: CostMask,
}

impl VisibleFigures {
    /// Of a sheet: book figures are hidden while it is counted blind, then shown to reviewers, and to all once it is posted.
    #[must_use]
    pub fn of(sheet: &CountSheet, rights: &Rights) -> Self {
        let reviews = REVIEWERS.iter().any(|node| rights.holds(node) && rights.permits_on(node, sheet.warehouse.0, sheet.created_by.0));
        let books = !sheet.blind || sheet.status == CountStatus::Posted || (sheet.status != CountStatus::Counting && reviews);
        Self { books, costs: CostMask::of(rights) }
    }

    /// The lines that are shown where these are asked for: which of them differ is hidden with the books.
    #[must_use]
    pub const fn view(self, asked: LineView) -> LineView {
        match asked {
            LineView::Equal | LineView::Different if !self.books => LineView::Counted,
            _ => asked,
        }
    }

    /// Whether lines may be searched and sorted by their differences.
    #[must_use]
    pub const fn open(self) -> bool {
        self.books && self.costs.sees()
    }

    /// Whether the sum of all differences is shown of a sheet: once it is to be reviewed.
    #[must_use]
    pub fn total(self, sheet: &CountSheet) -> bool {
        self.open() && matches!(sheet.status, CountStatus::Submitted | CountStatus::Posted)
    }

    /// The state that is shown of a line.
    #[must_use]
    pub fn state(self, row: &ListedCountLine) -> &str {
        if self.books || row.line.results.is_empty() { &row.state } else { "counted" }
    }
}
