//! SMS through a provider that speaks Alibaba Cloud's SendSms (2017-05-25) with signature version 3
//! (ACS3-HMAC-SHA256). The address is configuration: a stand-in for tests, a proxy, another region.

use std::sync::LazyLock;
use std::time::Duration;

use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac};
use serde::Deserialize;
use sha2::{Digest, Sha256};

const ACTION: &str = "SendSms";
const VERSION: &str = "2017-05-25";
const ALGORITHM: &str = "ACS3-HMAC-SHA256";
/// How long the provider may take: shorter than a request may.
const TIME_LIMIT: Duration = Duration::from_secs(8);

static CLIENT: LazyLock<Result<reqwest::Client, String>> = LazyLock::new(|| {
    let builder = reqwest::Client::builder().timeout(TIME_LIMIT).redirect(reqwest::redirect::Policy::none());
    builder.build().map_err(|error| error.to_string())
});

/// The SMS service.
#[derive(Clone)]
pub struct SmsConfig {
    pub url: String,
    pub key: String,
    pub secret: String,
    pub sign: String,
    pub template: String,
}

// Secrets stay out of logs.
impl std::fmt::Debug for SmsConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SmsConfig({})", self.url)
    }
}

/// Why an SMS was not sent.
#[derive(Debug, thiserror::Error)]
pub enum SmsError {
    #[error("{0} is no moment")]
    Time(i64),
    #[error("the address of the SMS service can't be used: {0}")]
    Address(String),
    #[error("the SMS service can't be reached: {0}")]
    Unreachable(String),
    #[error("the SMS service refuses: {code}")]
    Refused { code: String },
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Reply {
    code: String,
}

/// RFC 3986: what is neither a letter, a digit nor one of `-_.~` is escaped.
fn escaped(text: &str) -> String {
    use std::fmt::Write;
    text.bytes().fold(String::new(), |mut made, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            made.push(char::from(byte));
        } else {
            // Writing to a String can't fail.
            let _ = write!(made, "%{byte:02X}");
        }
        made
    })
}

/// The query in the order of its names.
fn canonical_query(parameters: &[(&str, &str)]) -> String {
    let mut sorted = parameters.to_vec();
    sorted.sort_unstable();
    sorted.iter().map(|(name, value)| format!("{}={}", escaped(name), escaped(value))).collect::<Vec<_>>().join("&")
}

/// The headers of a signed call with an empty body.
fn signed(config: &SmsConfig, host: &str, path: &str, query: &str, nonce: &str, at: DateTime<Utc>) -> Vec<(&'static str, String)> {
    let body = hex::encode(Sha256::digest(b""));
    let mut headers = vec![
        ("host", host.to_owned()),
        ("x-acs-action", ACTION.to_owned()),
        ("x-acs-content-sha256", body.clone()),
        ("x-acs-date", at.format("%Y-%m-%dT%H:%M:%SZ").to_string()),
        ("x-acs-signature-nonce", nonce.to_owned()),
        ("x-acs-version", VERSION.to_owned()),
    ];
    let names = headers.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(";");
    let lines: String = headers.iter().map(|(name, value)| format!("{name}:{value}\n")).collect();
    let request = format!("POST\n{path}\n{query}\n{lines}\n{names}\n{body}");
    let text = format!("{ALGORITHM}\n{}", hex::encode(Sha256::digest(request.as_bytes())));
    // HMAC takes keys of any length.
    let signature = Hmac::<Sha256>::new_from_slice(config.secret.as_bytes()).map(|mut mac| {
        mac.update(text.as_bytes());
        hex::encode(mac.finalize().into_bytes())
    });
    let signature = signature.unwrap_or_default();
    headers.push(("authorization", format!("{ALGORITHM} Credential={},SignedHeaders={names},Signature={signature}", config.key)));
    headers
}

/// Sends a code to a mobile number; `now` are Unix seconds.
pub async fn send_code(config: &SmsConfig, now: i64, mobile: &str, code: &str) -> Result<(), SmsError> {
    let now = DateTime::from_timestamp(now, 0).ok_or(SmsError::Time(now))?;
    let base = reqwest::Url::parse(&config.url).map_err(|error| SmsError::Address(error.to_string()))?;
    let host = match (base.host_str(), base.port()) {
        (Some(host), Some(port)) => format!("{host}:{port}"),
        (Some(host), None) => host.to_owned(),
        (None, _) => return Err(SmsError::Address("it names no host".into())),
    };
    let variables = serde_json::json!({ "code": code }).to_string();
    let query =
        canonical_query(&[("PhoneNumbers", mobile), ("SignName", &config.sign), ("TemplateCode", &config.template), ("TemplateParam", &variables)]);
    let path = base.path().to_owned();
    let nonce = uuid::Uuid::new_v4().simple().to_string();
    let mut url = base;
    url.set_query(Some(&query));
    let client = CLIENT.as_ref().map_err(|error| SmsError::Unreachable(error.clone()))?;
    let mut asked = client.post(url);
    for (name, value) in signed(config, &host, &path, &query, &nonce, now) {
        asked = asked.header(name, value);
    }
    let answer = asked.send().await.map_err(|error| SmsError::Unreachable(error.without_url().to_string()))?;
    let reply: Reply = answer.json().await.map_err(|error| SmsError::Unreachable(error.without_url().to_string()))?;
    if reply.code == "OK" { Ok(()) } else { Err(SmsError::Refused { code: reply.code }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_query_is_ordered_and_escaped() {
        assert_eq!(canonical_query(&[("b", "1 2"), ("a", "汉*~"), ("B", "&")]), "B=%26&a=%E6%B1%89%2A~&b=1%202");
    }

    #[test]
    fn the_signature_depends_on_all_that_is_said() {
        let config = SmsConfig { url: String::new(), key: "k".into(), secret: "s".into(), sign: String::new(), template: String::new() };
        let of = |config: &SmsConfig, query: &str| signed(config, "h", "/", query, "n", DateTime::UNIX_EPOCH).pop().map(|(_, value)| value);
        let one = of(&config, "a=1").expect("a signature");
        assert!(one.starts_with("ACS3-HMAC-SHA256 Credential=k,SignedHeaders=host;x-acs-action;"));
        assert_ne!(of(&config, "a=2"), Some(one.clone()));
        assert_ne!(of(&SmsConfig { secret: "t".into(), ..config.clone() }, "a=1"), Some(one));
    }
}
