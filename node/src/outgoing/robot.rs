//! Robots that write into groups of DingTalk, Feishu and WeCom. The address of a robot is its secret; of it only what names the
//! robot is used, so that it leads to the vendor and nowhere else.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use reqwest::Url;
use serde_json::{Value, json};

use super::fault::{Failure, Fault};
use super::sms::{client, hmac};

/// Letters of a message: WeCom takes 4,096 bytes.
pub const TEXT_BYTES_MAX: usize = 4_096;

/// Who runs the robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    DingTalk,
    Feishu,
    WeCom,
}

/// Where the vendors are; a proxy or a stand-in has another address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotUrls {
    pub dingtalk: String,
    pub feishu: String,
    pub wecom: String,
}

impl Default for RobotUrls {
    fn default() -> Self {
        let of = |platform: Platform| format!("https://{}", platform.host());
        Self { dingtalk: of(Platform::DingTalk), feishu: of(Platform::Feishu), wecom: of(Platform::WeCom) }
    }
}

impl Platform {
    /// The platform of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "dingtalk" => Some(Self::DingTalk),
            "feishu" => Some(Self::Feishu),
            "wecom" => Some(Self::WeCom),
            _ => None,
        }
    }

    const fn host(self) -> &'static str {
        match self {
            Self::DingTalk => "oapi.dingtalk.com",
            Self::Feishu => "open.feishu.cn",
            Self::WeCom => "qyapi.weixin.qq.com",
        }
    }

    const fn path(self) -> &'static str {
        match self {
            Self::DingTalk => "/robot/send",
            Self::Feishu => "/open-apis/bot/v2/hook/",
            Self::WeCom => "/cgi-bin/webhook/send",
        }
    }

    /// The parameter that names the robot, where it is not in the path.
    const fn parameter(self) -> Option<&'static str> {
        match self {
            Self::DingTalk => Some("access_token"),
            Self::Feishu => None,
            Self::WeCom => Some("key"),
        }
    }

    /// Whether an address is one that the platform gives for a robot.
    #[must_use]
    pub fn gives(self, address: &str) -> bool {
        self.robot_in(address).is_some()
    }

    /// What names the robot in its address.
    fn robot_in(self, address: &str) -> Option<String> {
        let url = Url::parse(address.trim()).ok()?;
        let plain = url.username().is_empty() && url.password().is_none() && url.port().is_none();
        if url.scheme() != "https" || url.host_str() != Some(self.host()) || !plain {
            return None;
        }
        let robot = match self.parameter() {
            Some(name) if url.path() == self.path() => url.query_pairs().find(|(found, _)| found == name).map(|(_, value)| value.into_owned()),
            Some(_) => None,
            None => url.path().strip_prefix(self.path()).map(str::to_owned),
        };
        robot.filter(|robot| !robot.is_empty() && robot.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter)))
    }
}

/// A robot.
#[derive(Clone)]
pub struct Robot {
    pub platform: Platform,
    /// As the platform gives it.
    pub address: String,
    /// The secret that signs; empty where the robot asks for none.
    pub secret: String,
    /// The word that messages must have; empty where the robot asks for none.
    pub word: String,
}

// Secrets stay out of logs.
impl std::fmt::Debug for Robot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Robot({:?})", self.platform)
    }
}

/// The text as it is sent: with the robot's word, and not too long.
fn fitting(robot: &Robot, title: &str, text: &str) -> String {
    let mut made = text.to_owned();
    if !robot.word.is_empty() && !made.contains(&robot.word) && !title.contains(&robot.word) {
        made = format!("{}\n{made}", robot.word);
    }
    while made.len() > TEXT_BYTES_MAX {
        made.pop();
    }
    made
}

/// The signature of DingTalk: of the milliseconds and the secret, by the secret.
fn dingtalk_sign(secret: &str, at_ms: i64) -> String {
    STANDARD.encode(hmac(secret.as_bytes(), format!("{at_ms}\n{secret}").as_bytes()))
}

/// The signature of Feishu: of nothing, by the seconds and the secret.
fn feishu_sign(secret: &str, at: i64) -> String {
    STANDARD.encode(hmac(format!("{at}\n{secret}").as_bytes(), b""))
}

/// The address and the body of a message.
fn request(robot: &Robot, urls: &RobotUrls, at: i64, title: &str, text: &str) -> Result<(Url, Value), Failure> {
    let set_up = |reason: &str| Failure::new(Fault::SetUp, reason);
    let named = robot.platform.robot_in(&robot.address).ok_or_else(|| set_up("the address is none of a robot of this platform"))?;
    let base = match robot.platform {
        Platform::DingTalk => &urls.dingtalk,
        Platform::Feishu => &urls.feishu,
        Platform::WeCom => &urls.wecom,
    };
    let tail = if robot.platform.parameter().is_none() { named.as_str() } else { "" };
    let mut url =
        Url::parse(&format!("{}{}{tail}", base.trim_end_matches('/'), robot.platform.path())).map_err(|error| set_up(&error.to_string()))?;
    if let Some(name) = robot.platform.parameter() {
        url.query_pairs_mut().append_pair(name, &named);
    }
    let text = fitting(robot, title, text);
    let body = match robot.platform {
        Platform::DingTalk => {
            if !robot.secret.is_empty() {
                let at_ms = at * 1_000;
                url.query_pairs_mut().append_pair("timestamp", &at_ms.to_string()).append_pair("sign", &dingtalk_sign(&robot.secret, at_ms));
            }
            json!({ "msgtype": "markdown", "markdown": { "title": title, "text": text } })
        }
        Platform::Feishu => {
            let mut body = json!({ "msg_type": "text", "content": { "text": text } });
            if !robot.secret.is_empty() {
                body["timestamp"] = json!(at.to_string());
                body["sign"] = json!(feishu_sign(&robot.secret, at));
            }
            body
        }
        Platform::WeCom => json!({ "msgtype": "markdown", "markdown": { "content": text } }),
    };
    Ok((url, body))
}

/// What a code means; 0 is none.
fn meaning(platform: Platform, code: i64) -> Fault {
    match (platform, code) {
        (Platform::DingTalk, 130_101) | (Platform::Feishu, 11_232) | (Platform::WeCom, 45_009) => Fault::Later,
        (Platform::DingTalk, 310_000 | 300_001 | 40_035) | (Platform::Feishu, 19_001 | 19_021 | 19_022 | 19_024) | (Platform::WeCom, 93_000) => {
            Fault::SetUp
        }
        _ => Fault::Refused,
    }
}

/// Sends a message. `now` are Unix seconds.
pub async fn send(robot: &Robot, urls: &RobotUrls, now: i64, title: &str, text: &str) -> Result<(), Failure> {
    let (url, body) = request(robot, urls, now, title, text)?;
    let answer = client()?.post(url).json(&body).send().await.map_err(Failure::of_call)?;
    let said: Value = answer.json().await.map_err(|error| Failure::new(Fault::Unknown, error.without_url()))?;
    let code = said["errcode"].as_i64().or_else(|| said["code"].as_i64());
    match code {
        Some(0) => Ok(()),
        Some(code) => {
            let words = said["errmsg"].as_str().or_else(|| said["msg"].as_str()).unwrap_or_default();
            Err(Failure::new(meaning(robot.platform, code), format!("{code} {words}")))
        }
        None => Err(Failure::new(Fault::Unknown, "the answer has no code")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn robot(platform: Platform, address: &str) -> Robot {
        Robot { platform, address: address.into(), secret: "SECtest".into(), word: String::new() }
    }

    #[test]
    fn signatures_are_those_of_the_published_formulas() {
        assert_eq!(dingtalk_sign("SECtest", 1_700_000_000_000), "aZLLrriXgn05YbwaGR7knYsLeJADjr9NwLaNNKpxh4g=");
        assert_eq!(feishu_sign("SECtest", 1_700_000_000), "G7XpBpG8NgG02fJOAhX6FRAObIljmFoxVReo8I62pEk=");
    }

    #[test]
    fn only_addresses_of_the_platform_are_taken() {
        let good = [
            (Platform::DingTalk, "https://oapi.dingtalk.com/robot/send?access_token=a1"),
            (Platform::Feishu, "https://open.feishu.cn/open-apis/bot/v2/hook/a1-b2"),
            (Platform::WeCom, "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=a1-b2"),
        ];
        for (platform, address) in good {
            assert!(platform.gives(address), "{address}");
        }
        for (platform, address) in [
            (Platform::DingTalk, "http://oapi.dingtalk.com/robot/send?access_token=a1"),
            (Platform::DingTalk, "https://oapi.dingtalk.com.example.org/robot/send?access_token=a1"),
            (Platform::DingTalk, "https://oapi.dingtalk.com@127.0.0.1/robot/send?access_token=a1"),
            (Platform::DingTalk, "https://oapi.dingtalk.com:8443/robot/send?access_token=a1"),
            (Platform::DingTalk, "https://oapi.dingtalk.com/robot/send"),
            (Platform::DingTalk, "https://oapi.dingtalk.com/gettoken?access_token=a1"),
            (Platform::Feishu, "https://open.feishu.cn/open-apis/bot/v2/hook/../../x"),
            (Platform::WeCom, "https://open.feishu.cn/open-apis/bot/v2/hook/a1"),
        ] {
            assert!(!platform.gives(address), "{address}");
        }
    }

    #[test]
    fn a_message_has_the_robot_s_word_and_fits() {
        let mut one = robot(Platform::WeCom, "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=a1");
        one.word = "仓库".into();
        let (url, body) = request(&one, &RobotUrls::default(), 0, "t", &"库".repeat(3_000)).expect("a request");
        let content = body["markdown"]["content"].as_str().expect("a text");
        assert!(content.starts_with("仓库\n") && content.len() <= TEXT_BYTES_MAX);
        assert_eq!(url.as_str(), "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=a1");
    }

    #[test]
    fn another_address_of_the_vendor_takes_its_place() {
        let urls = RobotUrls { dingtalk: "http://127.0.0.1:9".into(), ..RobotUrls::default() };
        let one = robot(Platform::DingTalk, "https://oapi.dingtalk.com/robot/send?access_token=a1");
        let (url, _) = request(&one, &urls, 1_700_000_000, "t", "x").expect("a request");
        assert!(url.as_str().starts_with("http://127.0.0.1:9/robot/send?access_token=a1&timestamp=1700000000000&sign=aZLL"), "{url}");
    }
}
