//! The route that says why somebody may or may not do something.

use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;

use crate::base::Base;
use crate::http::envelope::{Answer, ok};
use crate::http::routes::Allow;
use crate::identity::admin_request::caller;
use crate::identity::why;
use crate::identity::why_views::Explained;

/// Endpoints of explanations.
pub struct WhyRoutes(pub Base);

#[OpenApi]
impl WhyRoutes {
    /// Why somebody may or may not do what each rule grants. Everybody may ask about themselves; about others who holds the page
    /// `auth/why` and may see them among the administrators
    #[oai(path = "/admin/auth.Why/index", method = "get", operation_id = "whyIndex", tag = "Allow::LoggedIn")]
    async fn index(
        &self,
        request: &Request,
        /// The administrator; the caller if it is not sent.
        admin: Query<Option<i64>>,
    ) -> Answer<Explained> {
        Ok(ok(why::explain(self.0.store(), caller(request)?, admin.0).await?))
    }
}
