//! The routes of payments: of members, and of providers' notices.

use std::collections::BTreeMap;

use actors::shop::payment::{NoticeError, RawNotice};
use bus_schemas::shop::order::{PayMethod, ShopOrder, ShopStatus};
use poem::error::ResponseError;
use poem::http::StatusCode;
use poem::{FromRequest, IntoResponse, Request, RequestBody, Response};
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaResponses, MetaSchemaRef, Registry};
use poem_openapi::types::{Any, Type};
use poem_openapi::{ApiExtractor, ApiExtractorType, ApiResponse, ExtractParamOptions, Object, OpenApi};
use serde::Deserialize;
use serde_json::Value;

use super::attempt::{BegunPayment, notify_url};
use super::service::NotTaken;
use super::{recharge, service};
use crate::base::Base;
use crate::error::ServiceError;
use crate::http::address;
use crate::http::body::Body;
use crate::http::envelope::{Answer, Envelope, Nothing, done, ok, refusals};
use crate::http::lenient::given_integer;
use crate::http::routes::Allow;
use crate::identity::member_request::caller;
use crate::log_pace::LogPace;
use crate::shop::Shop;
use crate::shop::order::service::{self as orders, Intention};
use crate::shop::order::views::ShopOrderView;
use crate::shop::pay::Payments;

/// Endpoints of payments.
pub struct PaymentApi {
    pub base: Base,
    pub payments: Payments,
    pub shop: Shop,
}

/// A payment that begins: of an order, or of a recharge.
#[derive(Object, Clone, Deserialize)]
pub struct PayBody {
    #[serde(default)]
    #[oai(default)]
    pub order_no: String,
    /// In place of an order.
    #[serde(default)]
    #[oai(default)]
    pub recharge_no: String,
    /// 0 free, 1 balance, 3 the sandbox; which there are says `methods` of the status. The balance without.
    #[serde(default, deserialize_with = "given_integer")]
    pub method: Option<i64>,
    /// `native`, `jsapi`, `h5` or `mini`.
    #[serde(default)]
    #[oai(default)]
    pub scene: String,
    /// Above an amount the balance asks for it.
    pub password: Option<String>,
    pub command_id: Option<String>,
}

/// How the member continues at the provider.
#[derive(Object)]
pub struct PayBegun {
    pub out_trade_no: String,
    /// Shown as a QR code, or opened.
    pub code_url: String,
    /// What a page within the provider's app is called with.
    pub parameters: BTreeMap<String, String>,
}

impl From<BegunPayment> for PayBegun {
    fn from(begun: BegunPayment) -> Self {
        Self { out_trade_no: begun.out_trade_no, code_url: begun.code_url, parameters: begun.parameters }
    }
}

/// What came of beginning to pay.
#[derive(Object)]
pub struct PayAnswer {
    /// The order as it is now; null of a recharge.
    #[oai(nullable)]
    pub row: Option<ShopOrderView>,
    pub repeated: bool,
    /// Null of the balance.
    #[oai(nullable)]
    pub payment: Option<PayBegun>,
}

/// A provider that may be chosen.
#[derive(Object)]
pub struct PayChoice {
    pub method: i64,
    pub scenes: Vec<String>,
}

/// How the payment of an order or a recharge stands.
#[derive(Object)]
pub struct PayStatus {
    /// Of the order or the recharge.
    pub order_no: String,
    pub status: i64,
    pub pay_amount: String,
    /// It is paid.
    pub paid: bool,
    /// Until when it may be paid.
    #[oai(nullable)]
    pub due_at: Option<i64>,
    /// It is to be closed, and waits for the provider's word.
    pub closing: bool,
    /// The attempt that is open.
    #[oai(nullable)]
    pub payment: Option<PayBegun>,
    /// Providers that may be chosen beside the balance.
    pub methods: Vec<PayChoice>,
}

fn methods(base: &Base) -> Vec<PayChoice> {
    let choice = |provider: &std::sync::Arc<dyn actors::shop::payment::Provider>| PayChoice {
        method: provider.method().code(),
        scenes: provider.scenes().iter().map(|scene| (*scene).to_owned()).collect(),
    };
    base.system().shop().providers().iter().map(choice).collect()
}

/// A body as it came: its signature is over its bytes.
pub struct Raw(Vec<u8>);

impl<'a> ApiExtractor<'a> for Raw {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        <Any<Value> as Type>::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        let schema: MetaSchemaRef = <Any<Value> as Type>::schema_ref();
        Some(MetaRequest { description: None, content: vec![MetaMediaType { content_type: "application/json", schema }], required: true })
    }

    async fn from_request(request: &'a Request, body: &mut RequestBody, _: ExtractParamOptions<()>) -> poem::Result<Self> {
        Ok(Self(<Vec<u8> as FromRequest>::from_request(request, body).await?))
    }
}

/// The answer to a notice: a status of success alone says that it is booked.
pub struct Noticed(Response);

impl IntoResponse for Noticed {
    fn into_response(self) -> Response {
        self.0
    }
}

impl ApiResponse for Noticed {
    fn meta() -> MetaResponses {
        let mut answers = <Json<Envelope<Nothing>> as ApiResponse>::meta();
        answers.responses.extend(refusals(&[400, 401, 404, 503]));
        answers
    }

    fn register(registry: &mut Registry) {
        <Json<Envelope<Nothing>> as ApiResponse>::register(registry);
    }
}

impl PaymentApi {
    async fn notice(&self, request: &Request, body: Vec<u8>, name: &str) -> Noticed {
        // A proxy may have put something before the path that the provider knows.
        let path = notify_url(&self.payments, name)
            .and_then(|url| reqwest::Url::parse(&url).ok())
            .map_or_else(|| request.original_uri().path().to_owned(), |url| url.path().to_owned());
        let text = |value: &poem::http::HeaderValue| value.to_str().unwrap_or_default().to_owned();
        let headers = request.headers().iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect();
        let taken = service::receive_notice(&self.payments, &RawNotice { path, headers, body }).await;
        Noticed(match taken {
            Ok(()) => done::<Nothing>("ok", Nothing).into_response(),
            Err(error) => not_taken(error),
        })
    }

    async fn pay_status(&self, order: &ShopOrder) -> Result<PayStatus, ServiceError> {
        let paid = order.pay_time.is_some();
        let payment = match &order.payment.open {
            Some(open) if order.status == ShopStatus::ToPay => self.base.store().payment(&open.out_trade_no).await?,
            _ => None,
        };
        Ok(PayStatus {
            order_no: order.order_no.clone(),
            status: order.status.code(),
            pay_amount: order.pay_amount.to_string(),
            paid,
            due_at: order.due_at.filter(|_| !paid),
            closing: order.payment.closing.is_some(),
            payment: payment.map(|of| PayBegun { out_trade_no: of.out_trade_no, code_url: of.code_url, parameters: BTreeMap::new() }),
            methods: methods(&self.base),
        })
    }
}

#[OpenApi]
impl PaymentApi {
    /// Pay an order from the balance, or begin to pay an order or a recharge through a provider
    #[oai(path = "/api/shop.Pay/begin", method = "post", operation_id = "shopPayBegin", tag = "Allow::LoggedIn")]
    async fn begin(&self, request: &Request, body: Body<PayBody>) -> Answer<PayAnswer> {
        let (caller, body) = (caller(request)?, body.0);
        let (base, member) = (&self.base, caller.member.id);
        let origin = address::origin(request, base);
        let intention = Intention::read(body.command_id.as_ref(), None)?;
        let method = body.method.unwrap_or(1);
        if PayMethod::of_code(method).is_none() {
            return Err(ServiceError::field("method", "shop.pay.method"));
        }
        let scene = if body.scene.is_empty() { "native" } else { body.scene.as_str() };
        if body.order_no.is_empty() && body.recharge_no.is_empty() {
            return Err(ServiceError::field("order_no", "error.required"));
        }
        if !body.recharge_no.is_empty() {
            let begun = recharge::begin(&self.payments, member, &body.recharge_no, (method, scene), origin.ip).await?;
            return Ok(done("ok", PayAnswer { row: None, repeated: false, payment: Some(begun.into()) }));
        }
        let outside = PayMethod::of_code(method).is_some_and(PayMethod::outside);
        let (repeated, payment, order) = if outside {
            orders::own(base.store(), member, &body.order_no).await?;
            let begun = service::begin(&self.payments, member, &body.order_no, (method, scene), origin.ip, intention).await?;
            (false, Some(begun.into()), orders::own_detail(base.store(), member, &body.order_no).await?.0)
        } else {
            let made = orders::pay(&self.shop, caller, &body.order_no, (method, body.password), intention, &origin.network).await?;
            (made.repeated, None, orders::after(base.store(), member, &made).await?)
        };
        Ok(done("ok", PayAnswer { row: Some(ShopOrderView::own(&order, base.now())), repeated, payment }))
    }

    /// How the payment of an order or a recharge stands
    #[oai(path = "/api/shop.Pay/status", method = "get", operation_id = "shopPayStatus", tag = "Allow::LoggedIn")]
    async fn status(&self, request: &Request, order_no: Query<Option<String>>, recharge_no: Query<Option<String>>) -> Answer<PayStatus> {
        let (base, member) = (&self.base, caller(request)?.member.id);
        if let Some(number) = recharge_no.0.filter(|number| !number.is_empty()) {
            let (order, open) = recharge::refresh(&self.payments, member, &number).await?;
            let paid = matches!(order.status, 2 | 4);
            return Ok(ok(PayStatus {
                order_no: order.recharge_no,
                status: order.status,
                pay_amount: format!("{:.2}", order.money),
                paid,
                due_at: Some(order.due_at).filter(|_| order.status == 1),
                closing: false,
                payment: open.map(|of| PayBegun { out_trade_no: of.out_trade_no, code_url: of.code_url, parameters: BTreeMap::new() }),
                methods: methods(base),
            }));
        }
        let number = order_no.0.filter(|number| !number.is_empty()).ok_or_else(|| ServiceError::field("order_no", "error.required"))?;
        let (order, _) = orders::own_detail(base.store(), member, &number).await?;
        let order = service::refresh(&self.payments, order).await?;
        Ok(ok(self.pay_status(&order).await?))
    }

    /// A provider's notice of a payment; its signature is checked
    #[oai(path = "/api/shop.Pay/notify", method = "post", operation_id = "shopPayNotify", tag = "Allow::Everyone")]
    async fn notify(&self, request: &Request, body: Raw) -> Noticed {
        self.notice(request, body.0, "notify").await
    }

    /// A provider's notice of a refund; its signature is checked
    #[oai(path = "/api/shop.Pay/refundNotify", method = "post", operation_id = "shopPayRefundNotify", tag = "Allow::Everyone")]
    async fn refund_notify(&self, request: &Request, body: Raw) -> Noticed {
        self.notice(request, body.0, "refundNotify").await
    }
}

/// Anybody may send notices.
static UNBELIEVED: LogPace = LogPace::new(60);

/// The answer to a provider whose notice of a payment was not taken: its status says whether to send it again.
#[must_use]
pub fn not_taken(error: NotTaken) -> Response {
    let (status, error) = match error {
        NotTaken::Nobody => (StatusCode::NOT_FOUND, ServiceError::refused("shop.pay.nobody")),
        NotTaken::Notice(NoticeError::Form) => (StatusCode::BAD_REQUEST, ServiceError::refused("shop.pay.form")),
        NotTaken::Notice(error) => {
            if let Some(more) = UNBELIEVED.due() {
                tracing::warn!(%error, more, "a notice of a payment is not believed");
            }
            (StatusCode::UNAUTHORIZED, ServiceError::refused("shop.pay.signature"))
        }
        NotTaken::Service(error) => {
            tracing::warn!(%error, "a notice of a payment is not booked; it comes again");
            (StatusCode::SERVICE_UNAVAILABLE, error)
        }
    };
    let mut response = error.as_response();
    response.set_status(status);
    response
}
