//! SMS through a provider that speaks Alibaba Cloud's SendSms (2017-05-25) with signature version 3
//! (ACS3-HMAC-SHA256). The address is configuration: a stand-in for tests, a proxy, another region.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::fault::{Failure, Fault};
use super::sms::{Sms, SmsAccount, client, hmac, host_of};

/// Where Alibaba Cloud is.
pub const URL: &str = "https://dysmsapi.aliyuncs.com";

const ACTION: &str = "SendSms";
const VERSION: &str = "2017-05-25";
const ALGORITHM: &str = "ACS3-HMAC-SHA256";
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Reply {
    code: String,
    #[serde(default)]
    message: String,
    #[serde(default)]
    biz_id: String,
}

/// What a code means: <https://help.aliyun.com/document_detail/101346.html>.
fn meaning(code: &str) -> Fault {
    match code {
        "isv.BUSINESS_LIMIT_CONTROL" | "isv.DAY_LIMIT_CONTROL" | "isv.MONTH_LIMIT_CONTROL" | "Throttling" | "Throttling.User" => Fault::Later,
        "isv.MOBILE_NUMBER_ILLEGAL" | "isv.MOBILE_COUNT_OVER_LIMIT" | "isv.BLACK_KEY_CONTROL_LIMIT" => Fault::Address,
        "isv.AMOUNT_NOT_ENOUGH" | "isv.OUT_OF_SERVICE" => Fault::Money,
        "isp.SYSTEM_ERROR" | "isp.RAM_PERMISSION_DENY" => Fault::Refused,
        _ if code.starts_with("isv.") || code.starts_with("Signature") || code.contains("AccessKey") => Fault::SetUp,
        _ => Fault::Refused,
    }
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
fn signed(account: &SmsAccount, host: &str, path: &str, query: &str, nonce: &str, at: DateTime<Utc>) -> Vec<(&'static str, String)> {
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
    let signature = hex::encode(hmac(account.secret.as_bytes(), text.as_bytes()));
    headers.push(("authorization", format!("{ALGORITHM} Credential={},SignedHeaders={names},Signature={signature}", account.key)));
    headers
}

/// Sends a message; answers the provider's number of it. `now` are Unix seconds.
pub(super) async fn send(account: &SmsAccount, now: i64, sms: Sms<'_>) -> Result<String, Failure> {
    let now = DateTime::from_timestamp(now, 0).ok_or_else(|| Failure::new(Fault::SetUp, format!("{now} is no moment")))?;
    let mut url = reqwest::Url::parse(&account.url).map_err(|error| Failure::new(Fault::SetUp, error))?;
    let host = host_of(&url)?;
    let variables: serde_json::Map<String, serde_json::Value> =
        sms.variables.iter().map(|(name, value)| ((*name).into(), value.clone().into())).collect();
    let variables = serde_json::Value::Object(variables).to_string();
    let query =
        canonical_query(&[("PhoneNumbers", sms.mobile), ("SignName", &account.sign), ("TemplateCode", sms.template), ("TemplateParam", &variables)]);
    let path = url.path().to_owned();
    let nonce = uuid::Uuid::new_v4().simple().to_string();
    url.set_query(Some(&query));
    let mut asked = client()?.post(url);
    for (name, value) in signed(account, &host, &path, &query, &nonce, now) {
        asked = asked.header(name, value);
    }
    let answer = asked.send().await.map_err(Failure::of_call)?;
    let reply: Reply = answer.json().await.map_err(|error| Failure::new(Fault::Unknown, error.without_url()))?;
    if reply.code == "OK" {
        return Ok(reply.biz_id);
    }
    Err(Failure::new(meaning(&reply.code), format!("{} {}", reply.code, reply.message)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_query_is_ordered_and_escaped() {
        assert_eq!(canonical_query(&[("b", "1 2"), ("a", "汉*~"), ("B", "&")]), "B=%26&a=%E6%B1%89%2A~&b=1%202");
    }

    fn account(secret: &str) -> SmsAccount {
        let text = String::new;
        SmsAccount {
            provider: super::super::sms::Provider::Aliyun,
            url: text(),
            key: "k".into(),
            secret: secret.into(),
            sign: text(),
            app_id: text(),
            region: text(),
        }
    }

    #[test]
    fn the_signature_is_that_of_other_programs() {
        // Computed by the published algorithm elsewhere: secret `sk`, 2023-10-26T10:22:32Z.
        let query = canonical_query(&[
            ("PhoneNumbers", "13800138000"),
            ("SignName", "仓库"),
            ("TemplateCode", "SMS_1"),
            ("TemplateParam", r#"{"code":"1234"}"#),
        ]);
        let at = DateTime::parse_from_rfc3339("2023-10-26T10:22:32Z").expect("a moment").to_utc();
        let headers = signed(&account("sk"), "dysmsapi.aliyuncs.com", "/", &query, "3156853299f313e23d1673dc12e1703d", at);
        let (_, authorization) = headers.last().expect("a header");
        assert!(authorization.ends_with("Signature=1fee80e6ad0f3ec0bfd1ea083d9d9a369b1f7810f234919047b1a24ab7578e7f"), "{authorization}");
    }

    #[test]
    fn codes_have_meanings() {
        for (code, meant) in [
            ("isv.BUSINESS_LIMIT_CONTROL", Fault::Later),
            ("isv.MOBILE_NUMBER_ILLEGAL", Fault::Address),
            ("isv.SMS_TEMPLATE_ILLEGAL", Fault::SetUp),
            ("SignatureDoesNotMatch", Fault::SetUp),
            ("InvalidAccessKeyId.NotFound", Fault::SetUp),
            ("isv.AMOUNT_NOT_ENOUGH", Fault::Money),
            ("isp.SYSTEM_ERROR", Fault::Refused),
        ] {
            assert_eq!(meaning(code), meant, "{code}");
        }
    }
}
