//! A company that was met at a trade fair becomes a customer or a supplier.

use bus_schemas::live::{Topic, TopicEvent};
use entrepot_store::resource::{Act, catalogue};
use poem::Request;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::contacts::contacts;
use crate::base::Base;
use crate::error::ServiceError;
use crate::http::address;
use crate::http::body::Body;
use crate::http::envelope::{Answer, done};
use crate::http::error::ApiError;
use crate::http::lenient::integer;
use crate::identity::admin_request::{caller, scope_for};

/// Endpoints of companies.
pub struct ExpoCompanies(pub Base);

/// What a company becomes.
#[derive(Object, Deserialize)]
pub struct BecomePartner {
    #[serde(deserialize_with = "integer")]
    pub id: i64,
    /// `customer` or `supplier`.
    pub partner: String,
}

/// What has been made of it.
#[derive(Object)]
pub struct BecamePartner {
    /// The id of the customer or supplier.
    pub id: i64,
}

/// What the new partner begins with.
fn partner_row(company: &Value) -> Result<Map<String, Value>, ServiceError> {
    let people = contacts(&company["contacts"])?;
    let first = people.into_iter().next().unwrap_or_default();
    let text = |name: &str| company[name].as_str().unwrap_or_default().to_owned();
    let about: Vec<String> = [text("country"), text("products"), text("remark")].into_iter().filter(|text| !text.is_empty()).collect();
    let remark: String = about.join("; ").chars().take(500).collect();
    let mobile: String = first.mobile.chars().take(32).collect();
    let row = json!({
        "name": text("name"), "contact_person": first.name, "mobile": mobile, "email": first.email, "wechat": first.wechat,
        "remark": remark, "status": 1,
    });
    Ok(row.as_object().cloned().unwrap_or_default())
}

#[OpenApi]
impl ExpoCompanies {
    /// Make a customer or a supplier of a company
    ///
    /// Needs the permission to add such a partner as well. A company becomes each of them once.
    #[oai(path = "/admin/expo.Company/become", method = "post", operation_id = "expoCompanyBecome")]
    async fn become_partner(&self, request: &Request, body: Body<BecomePartner>) -> Answer<BecamePartner> {
        let base = &self.0;
        let (controller, column) = match body.0.partner.as_str() {
            "customer" => ("warehouse.Customer", "customer_id"),
            "supplier" => ("warehouse.Supplier", "supplier_id"),
            _ => return Err(ApiError::field("partner", "error.type")),
        };
        let missing = || ServiceError::refused("error.not_found");
        let (companies, partner) = (catalogue::find("expo.Company").ok_or_else(missing)?, catalogue::find(controller).ok_or_else(missing)?);
        let caller = caller(request)?;
        if !caller.rights.holds(&partner.node("add")) {
            return Err(ServiceError::NoPermission);
        }
        let scope = scope_for(request, &companies.node("become"))?;
        let row = base.store().record(companies, body.0.id, &scope).await.map_err(ServiceError::from)?;
        if row[column].as_i64().is_some_and(|id| id != 0) {
            return Err(ServiceError::refused("expo.became"));
        }
        let origin = address::origin(request, base);
        let act = Act { scope, ip: origin.ip, ..Act::system(base.now()) };
        let made = base.store().company_becomes(partner, &partner_row(&row)?, (body.0.id, column), &act).await;
        let id = made.map_err(|error| match ServiceError::from(error) {
            ServiceError::Field { field, .. } if field == "stage" => ServiceError::refused("expo.became"),
            other => other,
        })?;
        for (controller, id) in [(partner.controller, id), (companies.controller, body.0.id)] {
            let topic = Topic::Resource { controller: controller.into() };
            base.system().publish_topic(TopicEvent { topic, ids: vec![id], more: false });
        }
        Ok(done("saved", BecamePartner { id }))
    }
}
