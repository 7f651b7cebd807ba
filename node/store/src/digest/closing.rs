//! Months that are over and not closed.

use actors::dates::Month;
use actors::store::StoreError;
use bus_schemas::notification::NotificationKind;

use super::{Digests, Due};
use crate::engine::connect::Store;
use crate::scope::Scope;

impl Store {
    /// Notifies those who close the books of a warehouse, once for each month, that the last one is still open.
    pub async fn notify_open_books<'a>(&self, due: impl Into<Due<'a>>) -> Result<Digests, StoreError> {
        let due = due.into();
        let mut digests = Digests::default();
        let Some(month) = Month::of_date(due.today).map(|month| month.before().to_string()) else { return Ok(digests) };
        let used_warehouses = self.used_warehouses(&due).await?;
        for books in self.books(&Scope::system()).await? {
            let open = books.closed_month < month;
            let Some(warehouse) = used_warehouses.iter().find(|warehouse| open && warehouse.id == books.id) else { continue };
            let mut fact = warehouse.fact();
            fact.id = warehouse.id;
            fact.data.insert("month".into(), month.clone().into());
            let drafts = [NotificationKind::BOOKS_OPEN.draft(fact)];
            self.write_digest(("closing", warehouse.id, &month), &drafts, ("", vec![]), &mut digests).await?;
        }
        Ok(digests)
    }
}
