//! Labels of products, their packages, areas, shelves and batches as PDF.

use entrepot_print::labels::{self as sheets, Label};
use entrepot_store::codes::{CodedPlace, PlaceKind};
use poem::Request;
use poem_openapi::OpenApi;

use super::labels::{BatchLabelsBody, LabelsBody, Sheet, of_batch, of_package, of_place, of_product};
use super::service::{make, turn};
use crate::base::Base;
use crate::error::ServiceError;
use crate::http::body::Body;
use crate::http::error::ApiError;
use crate::http::file_answer::{Pdf, PdfFile};
use crate::i18n::text;
use crate::identity::admin_request::scope;
use crate::print::service::Printer;

/// Endpoints of labels.
pub struct Labels {
    pub base: Base,
    pub printer: Printer,
}

fn gone(at: usize, field: &str) -> ServiceError {
    ServiceError::field(format!("items[{at}].{field}"), "error.reference")
}

impl Labels {
    async fn file(&self, sheet: Sheet, labels: Vec<Label>) -> Result<PdfFile, ApiError> {
        let title = text("print.title.labels", &[]);
        let bytes = make(&self.printer, turn().await?, move |font| sheets::print(font, &title, &sheet.layout, sheet.start, &labels)).await?;
        Ok(Pdf { name: "labels".to_owned(), bytes }.into())
    }

    async fn places(&self, kind: PlaceKind, request: &Request, body: &LabelsBody) -> Result<PdfFile, ApiError> {
        let (sheet, wanted) = (body.paper.sheet()?, body.wanted()?);
        let ids: Vec<i64> = wanted.iter().map(|(id, _)| *id).collect();
        let rows = self.base.store().coded_places(kind, &ids, &scope(request)?).await?;
        let label = |(at, (id, copies)): (usize, (i64, usize))| {
            let row: &CodedPlace = rows.iter().find(|row| row.id == id).ok_or_else(|| gone(at, "id"))?;
            of_place(at, row, sheet, copies)
        };
        let labels = wanted.into_iter().enumerate().map(label).collect::<Result<_, _>>()?;
        self.file(sheet, labels).await
    }
}

#[OpenApi]
impl Labels {
    /// Labels of products, as PDF
    #[oai(path = "/admin/warehouse.Product/print", method = "post", operation_id = "productPrint")]
    async fn products(&self, body: Body<LabelsBody>) -> Result<PdfFile, ApiError> {
        let (sheet, wanted) = (body.0.paper.sheet()?, body.0.wanted()?);
        let ids: Vec<i64> = wanted.iter().map(|(id, _)| *id).collect();
        let rows = self.base.store().coded_products(&ids).await?;
        let label = |(at, (id, copies)): (usize, (i64, usize))| {
            let row = rows.iter().find(|row| row.id == id).ok_or_else(|| gone(at, "id"))?;
            of_product(at, row, sheet, copies)
        };
        let labels = wanted.into_iter().enumerate().map(label).collect::<Result<_, _>>()?;
        self.file(sheet, labels).await
    }

    /// Labels of units that products are packed in, as PDF
    #[oai(path = "/admin/warehouse.ProductUnit/print", method = "post", operation_id = "productUnitPrint")]
    async fn packages(&self, body: Body<LabelsBody>) -> Result<PdfFile, ApiError> {
        let (sheet, wanted) = (body.0.paper.sheet()?, body.0.wanted()?);
        let ids: Vec<i64> = wanted.iter().map(|(id, _)| *id).collect();
        let packages = self.base.store().labelled_packages(&ids).await?;
        let products: Vec<i64> = packages.iter().map(|package| package.product).collect();
        let products = self.base.store().coded_products(&products).await?;
        let label = |(at, (id, copies)): (usize, (i64, usize))| {
            let package = packages.iter().find(|package| package.id == id).ok_or_else(|| gone(at, "id"))?;
            let product = products.iter().find(|product| product.id == package.product).ok_or_else(|| gone(at, "id"))?;
            of_package(at, package, product, sheet, copies)
        };
        let labels = wanted.into_iter().enumerate().map(label).collect::<Result<_, _>>()?;
        self.file(sheet, labels).await
    }

    /// Labels of areas, as PDF
    #[oai(path = "/admin/warehouse.WarehouseArea/print", method = "post", operation_id = "warehouseAreaPrint")]
    async fn areas(&self, request: &Request, body: Body<LabelsBody>) -> Result<PdfFile, ApiError> {
        self.places(PlaceKind::Area, request, &body.0).await
    }

    /// Labels of shelves, as PDF
    #[oai(path = "/admin/warehouse.WarehouseShelf/print", method = "post", operation_id = "warehouseShelfPrint")]
    async fn shelves(&self, request: &Request, body: Body<LabelsBody>) -> Result<PdfFile, ApiError> {
        self.places(PlaceKind::Shelf, request, &body.0).await
    }

    /// Labels of batches, as PDF
    #[oai(path = "/admin/warehouse.Inventory/print", method = "post", operation_id = "inventoryPrint")]
    async fn batches(&self, body: Body<BatchLabelsBody>) -> Result<PdfFile, ApiError> {
        let body = body.0;
        let (sheet, copies) = (body.paper.sheet()?, body.copies()?);
        let ids: Vec<i64> = body.items.iter().map(|item| item.product_id).collect();
        let rows = self.base.store().coded_products(&ids).await?;
        let label = |(at, (item, copies)): (usize, (&super::labels::BatchItem, usize))| {
            let row = rows.iter().find(|row| row.id == item.product_id).ok_or_else(|| gone(at, "product_id"))?;
            of_batch(at, row, item, sheet, copies)
        };
        let labels = body.items.iter().zip(copies).enumerate().map(label).collect::<Result<_, _>>()?;
        self.file(sheet, labels).await
    }
}
