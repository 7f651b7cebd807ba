//! What the public site and members are answered.

use bus_schemas::number::Amount;
use bus_schemas::shop::balance::CauseKind;
use entrepot_store::member::balance::Change;
use poem_openapi::{Object, Union};
use rust_decimal::Decimal;

use super::MemberInfo;
use crate::error::ServiceError;
use crate::file::UploadRules;
use crate::http::views::DecimalText;
use crate::identity::member_rights::MemberMenuRule;
use crate::settings::site::Currency;

/// A member who has just logged in.
#[derive(Object)]
pub struct MemberWithTokens {
    #[oai(flatten)]
    pub member: MemberInfo,
    /// The access token.
    pub token: String,
    /// Empty unless the login asked to be kept.
    pub refresh_token: String,
}

/// The answer to a member's login or registration.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct MemberLoggedIn {
    pub user_info: MemberWithTokens,
    /// Where the client goes next.
    pub route_path: String,
}

/// What the login page needs.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct CheckInForm {
    /// Whether a login needs a captcha.
    pub user_login_captcha_switch: bool,
    /// How an account can be verified: `email`, `mobile`.
    pub account_verification_type: Vec<String>,
    /// Whether one may register with a name, a password and a captcha.
    pub registration_by_name: bool,
}

/// What a profile's form needs.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct ProfileForm {
    /// How an account can be verified: `email`, `mobile`.
    pub account_verification_type: Vec<String>,
}

/// Nobody who is logged in.
#[derive(Object)]
pub struct Stranger {}

/// Who calls: a member, or an empty object.
#[derive(Union)]
pub enum CurrentVisitor {
    Member(Box<MemberInfo>),
    Stranger(Stranger),
}

/// The site, as visitors see it.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct PublicSiteConfig {
    pub site_name: String,
    pub record_number: String,
    /// The company's own, as lines; shown where the site's texts name no other.
    pub company_address: String,
    /// A telephone number, an e-mail address or words; shown as the address is.
    pub company_contact: String,
    pub currency: Currency,
    /// What header and footer lead to: `shop`, `platform`, `industries`, `cases`, `customs`, `assistant`, `about`, `help`, `trial`,
    /// `staff`.
    pub entries: Vec<String>,
    /// What the shop is called in them; empty: by the site's own word.
    pub shop_name: String,
    /// What stands at the site's address: `site` or `shop`.
    pub home_page: String,
    pub version: String,
    /// The base of a file's address.
    pub cdn_url: String,
    /// The query to append to a file's address.
    pub cdn_url_params: String,
    pub upload: UploadRules,
    pub head_nav: Vec<MemberMenuRule>,
}

/// What the public site needs to begin: the site, who calls, rules and menus.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct PublicSite {
    pub site: PublicSiteConfig,
    pub open_member_center: bool,
    pub user_info: CurrentVisitor,
    /// Rules outside of the member centre, nested.
    pub rules: Vec<MemberMenuRule>,
    /// The member centre's menu, nested.
    pub menus: Vec<MemberMenuRule>,
    /// The member's unread notices.
    #[oai(rename = "unread_count")]
    pub unread_count: i64,
    /// Whether a login needs a captcha.
    pub user_login_captcha_switch: bool,
}

/// The last days and what came in and went out on each.
#[derive(Object)]
pub struct Overview {
    /// YYYY-MM-DD, oldest first.
    pub days: Vec<String>,
    pub score: Vec<i64>,
    /// Decimals with two digits.
    pub money: Vec<String>,
}

/// A change of a member's money.
#[derive(Object)]
pub struct MoneyChange {
    pub memo: String,
    /// What came in, or went out where it is less than 0.
    pub money: DecimalText,
    pub before: DecimalText,
    pub after: DecimalText,
    /// `recharge`, `bonus`, `purchase`, `refund` or `manual`.
    pub kind: String,
    /// What caused it: `order`, `refund`, `recharge`, `day` or `manual`; empty in entries from before there were causes.
    pub cause_kind: String,
    /// The number of the cause.
    pub cause_id: String,
    /// Unix seconds.
    pub create_time: i64,
}

/// A page of changes of money.
#[derive(Object)]
pub struct MoneyChanges {
    pub list: Vec<MoneyChange>,
    /// How many there are over all pages.
    pub total: i64,
}

/// A change of a member's score.
#[derive(Object)]
pub struct ScoreChange {
    pub memo: String,
    /// What came in, or went out where it is less than 0.
    pub score: i64,
    pub before: i64,
    pub after: i64,
    /// `purchase`, `use`, `return`, `sign_in`, `expiry` or `manual`.
    pub kind: String,
    /// What caused it: `order`, `refund`, `recharge`, `day` or `manual`; empty in entries from before there were causes.
    pub cause_kind: String,
    /// The number of the cause.
    pub cause_id: String,
    /// Unix seconds.
    pub create_time: i64,
}

/// A page of changes of the score.
#[derive(Object)]
pub struct ScoreChanges {
    pub list: Vec<ScoreChange>,
    /// How many there are over all pages.
    pub total: i64,
    /// What expires soon, the first first.
    pub expiring: Vec<ScoreExpiring>,
}

/// Some score that expires, unless it is used before.
#[derive(Object)]
pub struct ScoreExpiring {
    pub score: i64,
    /// Unix seconds.
    pub time: i64,
}

impl From<Change> for MoneyChange {
    fn from(change: Change) -> Self {
        Self {
            memo: change.memo,
            money: Amount(change.change).into(),
            before: Amount(change.before).into(),
            after: Amount(change.after).into(),
            kind: change.kind.name().to_owned(),
            cause_id: shown_cause(change.cause_kind == CauseKind::Manual.name(), change.cause_id),
            cause_kind: change.cause_kind,
            create_time: change.create_time,
        }
    }
}

impl TryFrom<Change> for ScoreChange {
    type Error = ServiceError;

    fn try_from(change: Change) -> Result<Self, ServiceError> {
        let (score, before, after) = (whole(change.change)?, whole(change.before)?, whole(change.after)?);
        Ok(Self {
            memo: change.memo,
            score,
            before,
            after,
            kind: change.kind.name().to_owned(),
            cause_id: shown_cause(change.cause_kind == CauseKind::Manual.name(), change.cause_id),
            cause_kind: change.cause_kind,
            create_time: change.create_time,
        })
    }
}

/// The number of a cause. The id of a change by hand is hidden, because it means nothing to readers.
fn shown_cause(by_hand: bool, id: String) -> String {
    if by_hand { String::new() } else { id }
}

/// A score as the whole number that it is.
pub(super) fn whole(score: Decimal) -> Result<i64, ServiceError> {
    i64::try_from(score).map_err(|error| ServiceError::Internal(format!("a score: {error}")))
}
