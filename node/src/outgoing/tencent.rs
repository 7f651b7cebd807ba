//! SMS through Tencent Cloud's SendSms (2021-01-11), signed by TC3-HMAC-SHA256. It answers HTTP 200 whatever happened.

use chrono::DateTime;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::fault::{Failure, Fault};
use super::sms::{Sms, SmsAccount, client, hmac, host_of};

/// Where Tencent Cloud is.
pub const URL: &str = "https://sms.tencentcloudapi.com";
const ACTION: &str = "SendSms";
const VERSION: &str = "2021-01-11";
const SERVICE: &str = "sms";
const CONTENT_TYPE: &str = "application/json; charset=utf-8";
const SIGNED: &str = "content-type;host;x-tc-action";

#[derive(Deserialize)]
struct Reply {
    #[serde(rename = "Response")]
    response: Response,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Response {
    error: Option<Status>,
    #[serde(default)]
    send_status_set: Vec<Status>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Status {
    code: String,
    #[serde(default)]
    message: String,
    #[serde(default)]
    serial_no: String,
}

/// What a code means: <https://cloud.tencent.com/document/api/382/52075>.
fn meaning(code: &str) -> Fault {
    match code {
        _ if code.starts_with("LimitExceeded") || code.starts_with("RequestLimitExceeded") => Fault::Later,
        _ if code.ends_with("IncorrectPhoneNumber") || code.ends_with("PhoneNumberInBlacklist") => Fault::Address,
        _ if code.contains("InsufficientBalance") => Fault::Money,
        _ if code.contains("IncorrectOrUnapproved") || code.starts_with("AuthFailure") || code.starts_with("InvalidParameter") => Fault::SetUp,
        _ if code.starts_with("FailedOperation") || code.starts_with("UnauthorizedOperation") || code.starts_with("UnsupportedOperation") => {
            Fault::SetUp
        }
        _ => Fault::Refused,
    }
}

/// The header `Authorization` of a call to `host` with this body.
fn authorization(account: &SmsAccount, (host, service, action): (&str, &str, &str), body: &str, at: i64) -> String {
    let date = DateTime::from_timestamp(at, 0).unwrap_or_default().format("%Y-%m-%d").to_string();
    let digest = |text: &str| hex::encode(Sha256::digest(text.as_bytes()));
    let headers = format!("content-type:{CONTENT_TYPE}\nhost:{host}\nx-tc-action:{}\n", action.to_lowercase());
    let request = format!("POST\n/\n\n{headers}\n{SIGNED}\n{}", digest(body));
    let scope = format!("{date}/{service}/tc3_request");
    let text = format!("TC3-HMAC-SHA256\n{at}\n{scope}\n{}", digest(&request));
    let key =
        [date.as_str(), service, "tc3_request"].iter().fold(format!("TC3{}", account.secret).into_bytes(), |key, part| hmac(&key, part.as_bytes()));
    let signature = hex::encode(hmac(&key, text.as_bytes()));
    format!("TC3-HMAC-SHA256 Credential={}/{scope}, SignedHeaders={SIGNED}, Signature={signature}", account.key)
}

fn body(account: &SmsAccount, sms: Sms<'_>) -> String {
    let number = if sms.mobile.starts_with('+') { sms.mobile.to_owned() } else { format!("+86{}", sms.mobile) };
    let variables: Vec<&str> = sms.variables.iter().map(|(_, value)| value.as_str()).collect();
    json!({
        "PhoneNumberSet": [number], "SmsSdkAppId": account.app_id, "SignName": account.sign, "TemplateId": sms.template, "TemplateParamSet": variables,
    })
    .to_string()
}

/// Sends a message; answers the provider's number of it. `now` are Unix seconds.
pub(super) async fn send(account: &SmsAccount, now: i64, sms: Sms<'_>) -> Result<String, Failure> {
    let url = reqwest::Url::parse(&account.url).map_err(|error| Failure::new(Fault::SetUp, error))?;
    let host = host_of(&url)?;
    let body = body(account, sms);
    let asked = client()?
        .post(url)
        .header("authorization", authorization(account, (&host, SERVICE, ACTION), &body, now))
        .header("content-type", CONTENT_TYPE)
        .header("host", host)
        .header("x-tc-action", ACTION)
        .header("x-tc-version", VERSION)
        .header("x-tc-timestamp", now.to_string())
        .header("x-tc-region", &account.region)
        .body(body);
    let answer = asked.send().await.map_err(Failure::of_call)?;
    let reply: Reply = answer.json().await.map_err(|error| Failure::new(Fault::Unknown, error.without_url()))?;
    let said = reply.response.error.or_else(|| reply.response.send_status_set.into_iter().next());
    match said {
        Some(status) if status.code == "Ok" => Ok(status.serial_no),
        Some(status) => Err(Failure::new(meaning(&status.code), format!("{} {}", status.code, status.message))),
        None => Err(Failure::new(Fault::Unknown, "the answer names no message")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(key: &str, secret: &str) -> SmsAccount {
        let provider = super::super::sms::Provider::Tencent;
        let (url, region) = (URL.to_owned(), "ap-guangzhou".to_owned());
        SmsAccount { provider, url, key: key.into(), secret: secret.into(), sign: "仓库".into(), app_id: "1400000001".into(), region }
    }

    #[test]
    fn the_signature_is_that_of_other_programs() {
        // The example of the manual.
        let asked = r#"{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}"#;
        let made = authorization(&account("k", &"*".repeat(32)), ("cvm.tencentcloudapi.com", "cvm", "DescribeInstances"), asked, 1_551_113_065);
        assert!(made.ends_with("Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f"), "{made}");
        // Computed by Tencent's own library.
        let asked =
            r#"{"PhoneNumberSet":["+8613800138000"],"SmsSdkAppId":"1400000001","SignName":"仓库","TemplateId":"1","TemplateParamSet":["1234"]}"#;
        let made = authorization(&account("k", "sk"), ("sms.tencentcloudapi.com", "sms", "SendSms"), asked, 1_700_000_000);
        assert!(made.ends_with("Signature=f76578e97bb44d916804b334d3e410931bfcb7419794da8d8e0eae6576f79547"), "{made}");
        assert!(made.starts_with("TC3-HMAC-SHA256 Credential=k/2023-11-14/sms/tc3_request, SignedHeaders=content-type;host;x-tc-action, "));
    }

    #[test]
    fn variables_go_by_their_place() {
        let variables = [("code", "1234".to_owned()), ("minutes", "10".to_owned())];
        let made = body(&account("k", "s"), Sms { mobile: "13800138000", template: "1", variables: &variables });
        let made: serde_json::Value = serde_json::from_str(&made).expect("JSON");
        assert_eq!((&made["PhoneNumberSet"], &made["TemplateParamSet"]), (&json!(["+8613800138000"]), &json!(["1234", "10"])));
    }

    #[test]
    fn codes_have_meanings() {
        for (code, meant) in [
            ("LimitExceeded.PhoneNumberDailyLimit", Fault::Later),
            ("InvalidParameterValue.IncorrectPhoneNumber", Fault::Address),
            ("FailedOperation.PhoneNumberInBlacklist", Fault::Address),
            ("FailedOperation.InsufficientBalanceInSmsPackage", Fault::Money),
            ("FailedOperation.TemplateIncorrectOrUnapproved", Fault::SetUp),
            ("AuthFailure.SignatureFailure", Fault::SetUp),
            ("InternalError.OtherError", Fault::Refused),
        ] {
            assert_eq!(meaning(code), meant, "{code}");
        }
    }
}
