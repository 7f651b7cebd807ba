//! The page of the shop's settings: one group of the site's, with permissions of its own.

use entrepot_store::resource::catalogue;
use poem::Request;
use poem_openapi::OpenApi;
use serde_json::Value;
use std::sync::Arc;

use crate::base::Base;
use crate::http::body::Body;
use crate::http::described::Described;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::resource::request::call;
use crate::secrets::Secrets;
use crate::settings;
use crate::settings::bodies::SettingValues;
use crate::settings::shop_table::GROUP;
use crate::settings::views::SettingGroup;

/// Endpoints of the shop's settings.
pub struct Settings {
    pub base: Base,
    pub secrets: Arc<Secrets>,
}

#[OpenApi]
impl Settings {
    /// The shop's settings
    #[oai(path = "/admin/shop.Settings/index", method = "get", operation_id = "shopSettingIndex")]
    async fn index(&self) -> Answer<SettingGroup> {
        Ok(ok(settings::group(self.base.store(), GROUP).await?))
    }

    /// Save settings of the shop by name
    #[oai(path = "/admin/shop.Settings/edit", method = "post", operation_id = "shopSettingEdit")]
    async fn edit(&self, request: &Request, body: Body<Described<SettingValues>>) -> Answer<Nothing> {
        let fields = match body.0.sent {
            Value::Object(fields) if !fields.is_empty() => fields,
            _ => return Err(ApiError::refused("error.parameter")),
        };
        let resource = catalogue::declared("routine.Config")?;
        settings::edit_group(&mut call(resource, request)?, &self.secrets, &fields, Some(GROUP)).await?;
        Ok(done("saved", Nothing))
    }
}
