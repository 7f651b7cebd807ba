//! SMS by a template: what all providers have in common.

use super::fault::{Failure, Fault};
use super::{aliyun, tencent};

/// Letters of a variable that providers take.
pub const VARIABLE_MAX: usize = 35;

/// A provider of SMS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provider {
    Aliyun,
    Tencent,
}

impl Provider {
    /// The provider of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "aliyun" => Some(Self::Aliyun),
            "tencent" => Some(Self::Tencent),
            _ => None,
        }
    }
}

/// An account at a provider of SMS.
#[derive(Clone)]
pub struct SmsAccount {
    pub provider: Provider,
    /// Where the provider is.
    pub url: String,
    pub key: String,
    pub secret: String,
    /// The signature that messages carry.
    pub sign: String,
    /// Of Tencent: the number of the application, and the region.
    pub app_id: String,
    pub region: String,
}

// Secrets stay out of logs.
impl std::fmt::Debug for SmsAccount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SmsAccount({:?} {})", self.provider, self.key)
    }
}

/// A message: its template there, and the variables in their order.
#[derive(Clone, Copy, Debug)]
pub struct Sms<'a> {
    pub mobile: &'a str,
    pub template: &'a str,
    pub variables: &'a [(&'a str, String)],
}

/// Sends a message; answers the provider's number of it. `now` are Unix seconds.
pub async fn send(account: &SmsAccount, now: i64, sms: Sms<'_>) -> Result<String, Failure> {
    if let Some((name, _)) = sms.variables.iter().find(|(_, value)| value.chars().count() > VARIABLE_MAX) {
        return Err(Failure::new(Fault::SetUp, format!("the variable {name} is longer than {VARIABLE_MAX} letters")));
    }
    match account.provider {
        Provider::Aliyun => aliyun::send(account, now, sms).await,
        Provider::Tencent => tencent::send(account, now, sms).await,
    }
}

/// The client for providers: their addresses are the operator's configuration.
pub(super) fn client() -> Result<reqwest::Client, Failure> {
    static CLIENT: std::sync::LazyLock<Result<reqwest::Client, String>> = std::sync::LazyLock::new(|| {
        let builder = reqwest::Client::builder().timeout(super::TOTAL).connect_timeout(super::CONNECT).redirect(reqwest::redirect::Policy::none());
        builder.build().map_err(|error| error.to_string())
    });
    CLIENT.clone().map_err(|error| Failure::new(Fault::Unreachable, error))
}

/// The host of an address, with its port where it is not the usual one.
pub(super) fn host_of(url: &reqwest::Url) -> Result<String, Failure> {
    match (url.host_str(), url.port()) {
        (Some(host), Some(port)) => Ok(format!("{host}:{port}")),
        (Some(host), None) => Ok(host.to_owned()),
        (None, _) => Err(Failure::new(Fault::SetUp, "the address names no host")),
    }
}

/// HMAC-SHA256; it takes keys of any length.
pub(super) fn hmac(key: &[u8], text: &[u8]) -> Vec<u8> {
    use hmac::{Hmac, Mac};
    let mac = Hmac::<sha2::Sha256>::new_from_slice(key).map(|mut mac| {
        mac.update(text);
        mac.finalize().into_bytes().to_vec()
    });
    mac.unwrap_or_default()
}
