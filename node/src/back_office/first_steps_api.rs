//! What of a company is set up, for the dashboard of who sets it up.

use entrepot_store::first_steps::FirstSteps;
use poem_openapi::{Object, OpenApi};

use crate::base::Base;
use crate::http::envelope::{Answer, ok};
use crate::http::routes::Allow;
use crate::settings::{self, SiteSettings};

/// The endpoint of the first steps.
pub struct FirstStepRoutes {
    pub base: Base,
    pub site_settings: SiteSettings,
}

/// Which of the first steps are done. It says that something is there, not what.
#[derive(Object)]
pub struct FirstStepsView {
    /// The company has a name.
    pub company: bool,
    pub warehouse: bool,
    pub area: bool,
    pub shelf: bool,
    pub unit: bool,
    pub product: bool,
    /// There are a supplier and a customer.
    pub partners: bool,
    /// Goods have moved.
    pub stock: bool,
    /// Somebody else can sign in.
    pub people: bool,
    pub carrier: bool,
    /// Visitors see how the company is reached.
    pub contact: bool,
    /// The shop has goods.
    pub shop: bool,
}

#[OpenApi]
impl FirstStepRoutes {
    /// Which of the first steps are done
    #[oai(path = "/admin/Dashboard/firstSteps", method = "get", operation_id = "firstSteps", tag = "Allow::Page")]
    async fn index(&self) -> Answer<FirstStepsView> {
        let settings = settings::values(&self.site_settings).await?;
        let said = |name: &str| settings.get(name).is_some_and(|value| !value.trim().is_empty());
        let FirstSteps { warehouse, area, shelf, unit, product, partners, stock, people, carrier, goods } = self.base.store().first_steps().await?;
        Ok(ok(FirstStepsView {
            company: said("company_name"),
            warehouse,
            area,
            shelf,
            unit,
            product,
            partners,
            stock,
            people,
            carrier,
            contact: said("company_contact") || said("company_address"),
            shop: goods,
        }))
    }
}
