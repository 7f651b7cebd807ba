//! A member's own account (wire contract 5.4).

use entrepot_store::listing::Page;
use entrepot_store::member::balance::{Account as Balance, Change};
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

use super::accounts::{self, Bind, Retrieval};
use super::closing::{self, OwnData};
use super::codes::{self, Channel};
use super::views::{MoneyChange, MoneyChanges, Overview, ProfileForm, ScoreChange, ScoreChanges, ScoreExpiring};
use super::{balance, expiring_score};
use crate::base::Base;
use crate::file::Storage;
use crate::http::address;
use crate::http::body::Body;
use crate::http::described::Described;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::routes::Allow;
use crate::identity::member_request::caller;
use crate::member::accounts::Accounts;
use crate::member::balance::Balances;
use crate::member::codes::Codes;
use crate::settings::shop::CachedShopSettings;

/// Endpoints of a member's account.
pub struct Account {
    pub base: Base,
    pub accounts: Accounts,
    pub balances: Balances,
    pub codes: Codes,
    pub shop_settings: CachedShopSettings,
    pub storage: Arc<Storage>,
}

/// A change of one's own profile; what else the form sends is passed over.
#[derive(Object)]
pub struct MemberChange {
    /// Address of a picture.
    pub avatar: Option<String>,
    pub username: Option<String>,
    pub nickname: Option<String>,
    /// 0: not said, 1: male, 2: female.
    pub gender: Option<i64>,
    /// `YYYY-MM-DD`; null or empty for none.
    #[oai(nullable)]
    pub birthday: Option<String>,
    pub motto: Option<String>,
}

/// Proof that the bound address is one's own.
#[derive(Object, Deserialize)]
pub struct Verification {
    /// `email` or `mobile`.
    #[serde(rename = "type")]
    #[oai(rename = "type")]
    pub channel: String,
    /// The code that was sent there.
    pub captcha: String,
}

/// Proof of a verified address, for the next step.
#[derive(Object)]
pub struct VerifiedAccount {
    /// `email` or `mobile`.
    #[oai(rename = "type")]
    pub channel: String,
    #[oai(rename = "accountVerificationToken")]
    pub account_verification_token: String,
}

/// Another address.
#[derive(Object, Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
#[oai(rename_all = "camelCase", default)]
pub struct ChangeBind {
    /// `email` or `mobile`.
    #[serde(rename = "type")]
    #[oai(rename = "type")]
    pub channel: String,
    /// The code that was sent to the new address.
    pub captcha: String,
    pub email: String,
    pub mobile: String,
    /// From `verification`, where an address is bound.
    pub account_verification_token: String,
    /// Where none is.
    pub password: String,
}

/// Another password.
#[derive(Object, Deserialize)]
#[serde(rename_all = "camelCase")]
#[oai(rename_all = "camelCase")]
pub struct ChangePassword {
    pub old_password: String,
    /// 6 to 32 characters.
    pub new_password: String,
}

/// A forgotten password.
#[derive(Object, Deserialize)]
pub struct RetrievePassword {
    /// `email` or `mobile`.
    #[serde(rename = "type")]
    #[oai(rename = "type")]
    pub channel: String,
    /// The address or the number.
    pub account: String,
    /// The code that was sent there.
    pub captcha: String,
    /// The new password.
    pub password: String,
}

/// What only the owner of the account may do.
#[derive(Object, Deserialize)]
pub struct OwnPassword {
    /// The account's.
    pub password: String,
}

impl Account {
    async fn changes(&self, request: &Request, account: Balance, page: Option<i64>, limit: Option<i64>) -> Result<Page<Change>, ApiError> {
        let member = caller(request)?.member.id;
        Ok(self.base.store().balance_changes(account, member, page.unwrap_or(1), limit.unwrap_or(10)).await?)
    }
}

#[OpenApi]
impl Account {
    /// The last seven days
    #[oai(path = "/api/account/overview", method = "get", operation_id = "accountOverview")]
    async fn overview(&self, request: &Request) -> Answer<Overview> {
        Ok(ok(balance::overview(&self.balances, caller(request)?.member.id).await?))
    }

    /// What the profile's form needs
    #[oai(path = "/api/account/profile", method = "get", operation_id = "accountProfileForm")]
    async fn profile_form(&self, request: &Request) -> Answer<ProfileForm> {
        caller(request)?;
        Ok(ok(ProfileForm { account_verification_type: codes::channels(&self.codes).await? }))
    }

    /// Save one's profile
    #[oai(path = "/api/account/profile", method = "post", operation_id = "accountProfile")]
    async fn profile(&self, request: &Request, body: Body<Described<MemberChange>>) -> Answer<Nothing> {
        let Value::Object(sent) = body.0.sent else { return Err(ApiError::refused("error.parameter")) };
        accounts::save_profile(&self.accounts, caller(request)?, &sent, &address::origin(request, &self.base)).await?;
        Ok(done("saved", Nothing))
    }

    /// Prove that the bound address is one's own
    #[oai(path = "/api/account/verification", method = "post", operation_id = "accountVerification", tag = "Allow::LoggedIn")]
    async fn verification(&self, request: &Request, body: Body<Verification>) -> Answer<VerifiedAccount> {
        let channel = Channel::parse(&body.0.channel)?;
        let ticket = accounts::verify(&self.accounts, caller(request)?, channel, &body.0.captcha).await?;
        Ok(ok(VerifiedAccount { channel: channel.name().to_owned(), account_verification_token: ticket }))
    }

    /// Bind another address
    #[oai(path = "/api/account/changeBind", method = "post", operation_id = "accountChangeBind", tag = "Allow::LoggedIn")]
    async fn change_bind(&self, request: &Request, body: Body<ChangeBind>) -> Answer<Nothing> {
        let body = body.0;
        let channel = Channel::parse(&body.channel)?;
        let address = match channel {
            Channel::Email => body.email.trim(),
            Channel::Mobile => body.mobile.trim(),
        };
        let bind = Bind { channel, address, code: &body.captcha, ticket: &body.account_verification_token, password: &body.password };
        accounts::bind(&self.accounts, caller(request)?, bind, &address::origin(request, &self.base)).await?;
        Ok(done("saved", Nothing))
    }

    /// Change one's password; every session ends
    #[oai(path = "/api/account/changePassword", method = "post", operation_id = "accountChangePassword")]
    async fn change_password(&self, request: &Request, body: Body<ChangePassword>) -> Answer<Nothing> {
        let network = address::origin(request, &self.base).network;
        accounts::change_password(&self.accounts, caller(request)?, (body.0.old_password, body.0.new_password), &network).await?;
        Ok(done("member.password_changed", Nothing))
    }

    /// What is kept about oneself
    #[oai(path = "/api/account/data", method = "post", operation_id = "accountData", tag = "Allow::LoggedIn")]
    async fn data(&self, request: &Request, body: Body<OwnPassword>) -> Answer<OwnData> {
        let origin = address::origin(request, &self.base);
        Ok(ok(closing::own_data(&self.accounts, caller(request)?, body.0.password, &origin).await?))
    }

    /// Close one's account for good
    #[oai(path = "/api/account/close", method = "post", operation_id = "accountClose", tag = "Allow::LoggedIn")]
    async fn close(&self, request: &Request, body: Body<OwnPassword>) -> Answer<Nothing> {
        let origin = address::origin(request, &self.base);
        closing::close_own(&self.accounts, &self.storage, caller(request)?, body.0.password, &origin).await?;
        Ok(done("member.close.done", Nothing))
    }

    /// One's balance, newest first
    #[oai(path = "/api/account/balance", method = "get", operation_id = "accountBalance")]
    async fn balance(&self, request: &Request, page: Query<Option<i64>>, limit: Query<Option<i64>>) -> Answer<MoneyChanges> {
        let page = self.changes(request, Balance::Money, page.0, limit.0).await?;
        Ok(ok(MoneyChanges { list: page.list.into_iter().map(MoneyChange::from).collect(), total: page.total }))
    }

    /// One's score, newest first
    #[oai(path = "/api/account/integral", method = "get", operation_id = "accountIntegral")]
    async fn integral(&self, request: &Request, page: Query<Option<i64>>, limit: Query<Option<i64>>) -> Answer<ScoreChanges> {
        let page = self.changes(request, Balance::Score, page.0, limit.0).await?;
        let list = page.list.into_iter().map(ScoreChange::try_from).collect::<Result<_, _>>()?;
        let member = &caller(request)?.member;
        let upcoming = expiring_score::upcoming(self.base.store(), &self.shop_settings, member.id, member.score).await?;
        let expiring = upcoming.into_iter().map(|soon| ScoreExpiring { score: soon.score, time: soon.at }).collect();
        Ok(ok(ScoreChanges { list, total: page.total, expiring }))
    }

    /// Set a forgotten password
    #[oai(path = "/api/account/retrievePassword", method = "post", operation_id = "accountRetrievePassword", tag = "Allow::Everyone")]
    async fn retrieve_password(&self, request: &Request, body: Body<RetrievePassword>) -> Answer<Nothing> {
        let body = body.0;
        let channel = Channel::parse(&body.channel)?;
        let retrieval = Retrieval { channel, address: body.account.trim(), code: &body.captcha, password: body.password };
        accounts::retrieve_password(&self.accounts, retrieval, &address::origin(request, &self.base).network).await?;
        Ok(done("member.password_changed", Nothing))
    }
}
