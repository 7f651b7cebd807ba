//! Settings of services: captcha, uploads, mail and SMS, limits, other clients.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;

use super::error::ConfigError;
use crate::client::Client;
use crate::outgoing::Outgoing;
use crate::outgoing::robot::RobotUrls;
use crate::outgoing::sms::{Provider, SmsAccount};
use crate::outgoing::{aliyun, tencent};

/// Bytes of a mebibyte.
const MIB: u64 = 1_024 * 1_024;
/// Suffixes that may be uploaded.
const SUFFIXES: &str = "jpg,png,bmp,jpeg,gif,webp,zip,rar,wav,mp4,mp3,pdf,xlsx,docx,csv,txt";
/// Default template of upload names (wire contract 6).
const NAME: &str = "/storage/{topic}/{year}{mon}{day}/{fileName}{fileSha1}{.suffix}";

/// Keys of the services; the same in the file, as `ENTREPOT_KEY` and as `--key`.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServiceSettings {
    /// Captcha at the back office's login: off, always, or the failures of an account after which it is asked for [default: 5]
    #[arg(long, global = true, env = "ENTREPOT_ADMIN_CAPTCHA", value_name = "WHEN")]
    pub admin_captcha: Option<String>,
    /// The same for members, who also need it for codes and messages unless it is off [default: always]
    #[arg(long, global = true, env = "ENTREPOT_MEMBER_CAPTCHA", value_name = "WHEN")]
    pub member_captcha: Option<String>,
    /// Whether a captcha is taken whose picture was asked for without naming an action, as clients written for BuildAdmin do [default: true]
    #[arg(long, global = true, env = "ENTREPOT_CAPTCHA_UNNAMED", value_name = "BOOLEAN")]
    pub captcha_unnamed: Option<bool>,
    /// Whether members may log in and register [default: true]
    #[arg(long, global = true, env = "ENTREPOT_MEMBER_CENTER", value_name = "BOOLEAN")]
    pub member_center: Option<bool>,
    /// Whether a member's login ends their other sessions [default: false]
    #[arg(long, global = true, env = "ENTREPOT_MEMBER_SINGLE_SESSION", value_name = "BOOLEAN")]
    pub member_single_session: Option<bool>,
    /// Largest upload in bytes [default: 10485760]
    #[arg(long, global = true, env = "ENTREPOT_UPLOAD_MAX_BYTES", value_name = "BYTES")]
    pub upload_max_bytes: Option<u64>,
    /// Free bytes of the disk below which no upload is taken [default: 1073741824]
    #[arg(long, global = true, env = "ENTREPOT_UPLOAD_FREE_BYTES", value_name = "BYTES")]
    pub upload_free_bytes: Option<u64>,
    /// Bytes that a member may upload in a day [default: 104857600]
    #[arg(long, global = true, env = "ENTREPOT_MEMBER_UPLOAD_DAY_BYTES", value_name = "BYTES")]
    pub member_upload_day_bytes: Option<u64>,
    /// Bytes that the uploads of all members may have together [default: 10737418240]
    #[arg(long, global = true, env = "ENTREPOT_MEMBER_UPLOADS_BYTES", value_name = "BYTES")]
    pub member_uploads_bytes: Option<u64>,
    /// Suffixes that may be uploaded, comma separated
    #[arg(long, global = true, env = "ENTREPOT_UPLOAD_SUFFIXES", value_name = "SUFFIXES")]
    pub upload_suffixes: Option<String>,
    /// Types that may be uploaded, comma separated; empty for those of the suffixes
    #[arg(long, global = true, env = "ENTREPOT_UPLOAD_MIMES", value_name = "TYPES")]
    pub upload_mimes: Option<String>,
    /// Template of an upload's path [default: /storage/{topic}/{year}{mon}{day}/{fileName}{fileSha1}{.suffix}]
    #[arg(long, global = true, env = "ENTREPOT_UPLOAD_NAME", value_name = "TEMPLATE")]
    pub upload_name: Option<String>,
    /// Directory of uploads [default: DATA_DIR/storage]
    #[arg(long, global = true, env = "ENTREPOT_STORAGE_DIR", value_name = "DIR")]
    pub storage_dir: Option<PathBuf>,
    /// Address of S3-compatible storage for uploads, in place of the directory; several nodes need it
    #[arg(long, global = true, env = "ENTREPOT_S3_ENDPOINT", value_name = "URL")]
    pub s3_endpoint: Option<String>,
    /// Its region [default: us-east-1]
    #[arg(long, global = true, env = "ENTREPOT_S3_REGION", value_name = "REGION")]
    pub s3_region: Option<String>,
    /// Its bucket
    #[arg(long, global = true, env = "ENTREPOT_S3_BUCKET", value_name = "NAME")]
    pub s3_bucket: Option<String>,
    /// Access key of the storage
    #[arg(long, global = true, env = "ENTREPOT_S3_KEY", value_name = "KEY")]
    pub s3_key: Option<String>,
    /// File with the secret of that key
    #[arg(long, global = true, env = "ENTREPOT_S3_SECRET_FILE", value_name = "FILE")]
    pub s3_secret_file: Option<PathBuf>,
    /// Address that files are loaded from, such as a CDN's; empty for this node
    #[arg(long, global = true, env = "ENTREPOT_CDN_URL", value_name = "URL")]
    pub cdn_url: Option<String>,
    /// Query that is appended to addresses of that CDN
    #[arg(long, global = true, env = "ENTREPOT_CDN_URL_PARAMS", value_name = "QUERY")]
    pub cdn_url_params: Option<String>,
    /// Address of Alibaba Cloud's SMS service, or of another one that speaks its SendSms [default: https://dysmsapi.aliyuncs.com]
    #[arg(long, global = true, env = "ENTREPOT_SMS_URL", value_name = "URL")]
    pub sms_url: Option<String>,
    /// Address of Tencent Cloud's SMS service [default: https://sms.tencentcloudapi.com]
    #[arg(long, global = true, env = "ENTREPOT_TENCENT_SMS_URL", value_name = "URL")]
    pub tencent_sms_url: Option<String>,
    /// Address of DingTalk's robots [default: https://oapi.dingtalk.com]
    #[arg(long, global = true, env = "ENTREPOT_DINGTALK_URL", value_name = "URL")]
    pub dingtalk_url: Option<String>,
    /// Address of Feishu's robots [default: https://open.feishu.cn]
    #[arg(long, global = true, env = "ENTREPOT_FEISHU_URL", value_name = "URL")]
    pub feishu_url: Option<String>,
    /// Address of WeCom's robots [default: https://qyapi.weixin.qq.com]
    #[arg(long, global = true, env = "ENTREPOT_WECOM_URL", value_name = "URL")]
    pub wecom_url: Option<String>,
    /// Access key of Alibaba Cloud's SMS service, for an account of the operator's beside those of the back office
    #[arg(long, global = true, env = "ENTREPOT_SMS_KEY", value_name = "KEY")]
    pub sms_key: Option<String>,
    /// File with the secret of that key
    #[arg(long, global = true, env = "ENTREPOT_SMS_SECRET_FILE", value_name = "FILE")]
    pub sms_secret_file: Option<PathBuf>,
    /// Signature that messages carry
    #[arg(long, global = true, env = "ENTREPOT_SMS_SIGN", value_name = "TEXT")]
    pub sms_sign: Option<String>,
    /// Template of messages with a code; its variable is `code`
    #[arg(long, global = true, env = "ENTREPOT_SMS_TEMPLATE", value_name = "CODE")]
    pub sms_template: Option<String>,
    /// Address of a payment sandbox, a provider to try payments with; without it there is none
    #[arg(long, global = true, env = "ENTREPOT_SANDBOX_PAY_URL", value_name = "URL")]
    pub sandbox_pay_url: Option<String>,
    /// Number of the merchant there
    #[arg(long, global = true, env = "ENTREPOT_SANDBOX_PAY_MERCHANT", value_name = "NUMBER")]
    pub sandbox_pay_merchant: Option<String>,
    /// File with the merchant's secret, which signs calls and notices
    #[arg(long, global = true, env = "ENTREPOT_SANDBOX_PAY_SECRET_FILE", value_name = "FILE")]
    pub sandbox_pay_secret_file: Option<PathBuf>,
    /// Hosts (host or host:port, comma separated) that may lie in a private network: a mail server named in the back office is called there only when it is listed
    #[arg(long, global = true, env = "ENTREPOT_OUTGOING_PRIVATE_HOSTS", value_name = "HOSTS")]
    pub outgoing_private_hosts: Option<String>,
    /// Requests a minute from one address that is not logged in; the node's own machine is not counted [default: 600]
    #[arg(long, global = true, env = "ENTREPOT_PUBLIC_REQUESTS_PER_MINUTE", value_name = "NUMBER")]
    pub public_requests_per_minute: Option<u32>,
    /// Whether calls, logins, captchas, codes, messages and uploads are counted and too many refused [default: true]
    #[arg(long, global = true, env = "ENTREPOT_RATE_LIMITS", value_name = "BOOLEAN")]
    pub rate_limits: Option<bool>,
    /// Passwords that may be tried at one account in an hour although each time a captcha was solved; networks where its owner has signed in before have as many of their own [default: 30]
    #[arg(long, global = true, env = "ENTREPOT_PASSWORD_ATTEMPTS_PER_HOUR", value_name = "NUMBER")]
    pub password_attempts_per_hour: Option<u32>,
    /// Lines that refused calls without a login may add to the administrators' log in a day; what is beyond is counted in one line an hour [default: 5000]
    #[arg(long, global = true, env = "ENTREPOT_REFUSED_LINES_PER_DAY", value_name = "NUMBER")]
    pub refused_lines_per_day: Option<u32>,
    /// Messages that visitors may leave in a day, in all [default: 500]
    #[arg(long, global = true, env = "ENTREPOT_MESSAGES_PER_DAY", value_name = "NUMBER")]
    pub messages_per_day: Option<u32>,
    /// Members that may register in a day, in all [default: 5000]
    #[arg(long, global = true, env = "ENTREPOT_REGISTRATIONS_PER_DAY", value_name = "NUMBER")]
    pub registrations_per_day: Option<u32>,
    /// Addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, comma separated
    #[arg(long, global = true, env = "ENTREPOT_TRUSTED_PROXIES", value_name = "ADDRESSES")]
    pub trusted_proxies: Option<String>,
    /// What a program is that does not name itself: entrepot, buildadmin-2.1 or buildadmin-2.3 [default: entrepot]
    #[arg(long, global = true, env = "ENTREPOT_ASSUMED_CLIENT", value_name = "CLIENT")]
    pub assumed_client: Option<String>,
    /// Pages that a client written for BuildAdmin has beside its own, such as warehouse/brand, comma separated; * for all
    #[arg(long, global = true, env = "ENTREPOT_CLIENT_PAGES", value_name = "PAGES")]
    pub client_pages: Option<String>,
    /// Names of fields that other clients add to their forms, comma separated: passed over where they are not known
    #[arg(long, global = true, env = "ENTREPOT_IGNORED_FIELDS", value_name = "NAMES")]
    pub ignored_fields: Option<String>,
}

/// Providers of SMS.
#[derive(Clone, Debug)]
pub struct SmsConfig {
    /// Where they are.
    pub aliyun_url: String,
    pub tencent_url: String,
    /// The operator's own account, and the template of its codes.
    pub own: Option<(SmsAccount, String)>,
}

/// When a captcha is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptchaWhen {
    Off,
    Always,
    /// From this many failures in a row.
    After(i64),
}

/// Storage that speaks S3.
#[derive(Clone)]
pub struct S3Config {
    pub endpoint: String,
    pub region: String,
    pub bucket: String,
    pub key: String,
    pub secret: String,
}

/// A provider to try payments with.
#[derive(Clone)]
pub struct SandboxPayConfig {
    /// Without a slash at its end.
    pub url: String,
    pub merchant: String,
    pub secret: String,
}

// Secrets stay out of logs.
impl std::fmt::Debug for SandboxPayConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SandboxPayConfig({}, {})", self.url, self.merchant)
    }
}

impl std::fmt::Debug for S3Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "S3Config({}, {})", self.endpoint, self.bucket)
    }
}

/// Whether a template gives different files different names.
#[must_use]
pub fn is_distinct(template: &str) -> bool {
    template.contains("{fileSha1}") || template.contains("{random32}")
}

/// Limits and names of uploads.
#[derive(Clone, Debug)]
pub struct UploadConfig {
    pub max_bytes: u64,
    /// Free bytes of the disk below which nothing is taken.
    pub free_bytes: u64,
    /// Bytes of one member in a day, and of all members in all.
    pub member_day_bytes: u64,
    pub members_bytes: u64,
    pub suffixes: Vec<String>,
    pub mimes: Vec<String>,
    pub name: String,
    pub dir: PathBuf,
    pub s3: Option<S3Config>,
    pub cdn_url: String,
    pub cdn_url_params: String,
}

/// Settings for clients that were not written for Entrepot.
#[derive(Clone, Debug, Default)]
pub struct Clients {
    /// The kind of clients that don't name themselves.
    pub assumed: Client,
    /// Their pages in addition to the stock ones, in lower case.
    pub pages: Vec<String>,
    ignored: Vec<String>,
}

impl Clients {
    /// Whether an unknown field of this name is ignored.
    #[must_use]
    pub fn ignores(&self, name: &str) -> bool {
        self.ignored.iter().any(|ignored| ignored == name)
    }

    /// The names that are ignored where they are unknown.
    #[must_use]
    pub fn ignored(&self) -> &[String] {
        &self.ignored
    }

    /// Whether any names are ignored.
    #[must_use]
    pub fn ignores_any(&self) -> bool {
        !self.ignored.is_empty()
    }
}

/// The services' configuration, complete and checked.
#[derive(Clone, Debug)]
pub struct Services {
    pub admin_captcha: CaptchaWhen,
    pub member_captcha: CaptchaWhen,
    pub captcha_unnamed: bool,
    pub member_center: bool,
    pub member_single_session: bool,
    pub upload: UploadConfig,
    pub sms: SmsConfig,
    /// Where robots of groups are.
    pub robots: RobotUrls,
    pub sandbox_pay: Option<SandboxPayConfig>,
    pub outgoing: Outgoing,
    pub public_requests_per_minute: u32,
    pub rate_limits: bool,
    pub password_attempts_per_hour: u32,
    pub refused_lines_per_day: u32,
    pub messages_per_day: u32,
    pub registrations_per_day: u32,
    pub trusted_proxies: Vec<IpAddr>,
    pub clients: Clients,
}

fn secret(file: Option<PathBuf>) -> Result<String, ConfigError> {
    let Some(file) = file else { return Ok(String::new()) };
    match std::fs::read_to_string(&file) {
        Ok(text) => Ok(text.trim().to_owned()),
        Err(error) => Err(ConfigError::File { file, reason: error.to_string() }),
    }
}

fn when(key: &'static str, text: Option<String>, default: CaptchaWhen) -> Result<CaptchaWhen, ConfigError> {
    match text.as_deref().map(str::trim) {
        None | Some("") => Ok(default),
        Some("off") => Ok(CaptchaWhen::Off),
        Some("always") => Ok(CaptchaWhen::Always),
        Some(number) => match number.parse() {
            Ok(failures) if failures > 0 => Ok(CaptchaWhen::After(failures)),
            _ => Err(ConfigError::Key { key, reason: "off, always or a number of failures".into() }),
        },
    }
}

fn list(text: &str) -> Vec<String> {
    text.split(',').map(|part| part.trim().to_ascii_lowercase()).filter(|part| !part.is_empty()).collect()
}

impl ServiceSettings {
    /// The settings of `self`, and those of `file` where `self` has none.
    #[must_use]
    pub fn or(self, file: Self) -> Self {
        macro_rules! first {
            ($($key:ident),* $(,)?) => { Self { $($key: self.$key.or(file.$key)),* } };
        }
        first!(
            admin_captcha,
            member_captcha,
            captcha_unnamed,
            member_center,
            member_single_session,
            upload_max_bytes,
            upload_free_bytes,
            member_upload_day_bytes,
            member_uploads_bytes,
            upload_suffixes,
            upload_mimes,
            upload_name,
            storage_dir,
            s3_endpoint,
            s3_region,
            s3_bucket,
            s3_key,
            s3_secret_file,
            cdn_url,
            cdn_url_params,
            sms_url,
            tencent_sms_url,
            dingtalk_url,
            feishu_url,
            wecom_url,
            sms_key,
            sms_secret_file,
            sms_sign,
            sms_template,
            sandbox_pay_url,
            sandbox_pay_merchant,
            sandbox_pay_secret_file,
            outgoing_private_hosts,
            public_requests_per_minute,
            rate_limits,
            password_attempts_per_hour,
            refused_lines_per_day,
            messages_per_day,
            registrations_per_day,
            trusted_proxies,
            assumed_client,
            client_pages,
            ignored_fields,
        )
    }

    /// Fills in the defaults and checks.
    pub fn complete(self, data_dir: &std::path::Path) -> Result<Services, ConfigError> {
        let missing = |key: &'static str, with: &str| ConfigError::Key { key, reason: format!("is needed with {with}") };
        let some = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let s3 = match some(self.s3_endpoint) {
            None => None,
            Some(endpoint) => Some(S3Config {
                endpoint,
                region: some(self.s3_region).unwrap_or_else(|| "us-east-1".into()),
                bucket: some(self.s3_bucket).ok_or_else(|| missing("s3_bucket", "s3_endpoint"))?,
                key: some(self.s3_key).ok_or_else(|| missing("s3_key", "s3_endpoint"))?,
                secret: secret(Some(self.s3_secret_file.ok_or_else(|| missing("s3_secret_file", "s3_endpoint"))?))?,
            }),
        };
        let aliyun_url = some(self.sms_url).unwrap_or_else(|| aliyun::URL.into());
        let own = match some(self.sms_key) {
            None => None,
            Some(key) => {
                let account = SmsAccount {
                    provider: Provider::Aliyun,
                    url: aliyun_url.clone(),
                    key,
                    secret: secret(Some(self.sms_secret_file.ok_or_else(|| missing("sms_secret_file", "sms_key"))?))?,
                    sign: some(self.sms_sign).ok_or_else(|| missing("sms_sign", "sms_key"))?,
                    app_id: String::new(),
                    region: String::new(),
                };
                Some((account, some(self.sms_template).ok_or_else(|| missing("sms_template", "sms_key"))?))
            }
        };
        let sms = SmsConfig { aliyun_url, tencent_url: some(self.tencent_sms_url).unwrap_or_else(|| tencent::URL.into()), own };
        let vendors = RobotUrls::default();
        let robots = RobotUrls {
            dingtalk: some(self.dingtalk_url).unwrap_or(vendors.dingtalk),
            feishu: some(self.feishu_url).unwrap_or(vendors.feishu),
            wecom: some(self.wecom_url).unwrap_or(vendors.wecom),
        };
        let sandbox_pay = match some(self.sandbox_pay_url) {
            None => None,
            Some(url) if !url.starts_with("https://") && !url.starts_with("http://") => {
                return Err(ConfigError::Key { key: "sandbox_pay_url", reason: "begins with https:// or http://".into() });
            }
            Some(url) => Some(SandboxPayConfig {
                url: url.trim().trim_end_matches('/').to_owned(),
                merchant: some(self.sandbox_pay_merchant).ok_or_else(|| missing("sandbox_pay_merchant", "sandbox_pay_url"))?,
                secret: secret(Some(self.sandbox_pay_secret_file.ok_or_else(|| missing("sandbox_pay_secret_file", "sandbox_pay_url"))?))?,
            }),
        };
        let name = some(self.upload_name).unwrap_or_else(|| NAME.into());
        if !name.starts_with("/storage/") {
            return Err(ConfigError::Key { key: "upload_name", reason: "begins with /storage/".into() });
        }
        if !is_distinct(&name) {
            return Err(ConfigError::Key {
                key: "upload_name",
                reason: "needs {fileSha1} or {random32}, so that no file takes another's place".into(),
            });
        }
        let assumed = match some(self.assumed_client) {
            None => Client::default(),
            Some(named) => {
                let reason = || format!("{named} is none of entrepot, buildadmin-2.1, buildadmin-2.3");
                named.parse().map_err(|()| ConfigError::Key { key: "assumed_client", reason: reason() })?
            }
        };
        // Names of fields are compared as they are written.
        let ignored = self.ignored_fields.unwrap_or_default();
        let ignored = ignored.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
        let clients = Clients { assumed, pages: list(&self.client_pages.unwrap_or_default()), ignored };
        let proxies = list(&self.trusted_proxies.unwrap_or_default());
        let proxies = proxies.iter().map(|address| address.parse().map_err(|_| address)).collect::<Result<_, _>>();
        let outgoing = Outgoing::new(&list(&self.outgoing_private_hosts.unwrap_or_default()));
        Ok(Services {
            admin_captcha: when("admin_captcha", self.admin_captcha, CaptchaWhen::After(5))?,
            member_captcha: when("member_captcha", self.member_captcha, CaptchaWhen::Always)?,
            captcha_unnamed: self.captcha_unnamed.unwrap_or(true),
            member_center: self.member_center.unwrap_or(true),
            member_single_session: self.member_single_session.unwrap_or(false),
            upload: UploadConfig {
                max_bytes: self.upload_max_bytes.unwrap_or(10 * MIB),
                free_bytes: self.upload_free_bytes.unwrap_or(1_024 * MIB),
                member_day_bytes: self.member_upload_day_bytes.unwrap_or(100 * MIB),
                members_bytes: self.member_uploads_bytes.unwrap_or(10 * 1_024 * MIB),
                suffixes: list(&some(self.upload_suffixes).unwrap_or_else(|| SUFFIXES.into())),
                mimes: list(&self.upload_mimes.unwrap_or_default()),
                name,
                dir: self.storage_dir.unwrap_or_else(|| data_dir.join("storage")),
                s3,
                cdn_url: some(self.cdn_url).unwrap_or_default(),
                cdn_url_params: some(self.cdn_url_params).unwrap_or_default(),
            },
            sms,
            robots,
            sandbox_pay,
            outgoing: outgoing.map_err(|error| ConfigError::Key { key: "outgoing_private_hosts", reason: error.to_string() })?,
            public_requests_per_minute: self.public_requests_per_minute.unwrap_or(600),
            rate_limits: self.rate_limits.unwrap_or(true),
            password_attempts_per_hour: self.password_attempts_per_hour.unwrap_or(30),
            refused_lines_per_day: self.refused_lines_per_day.unwrap_or(5_000),
            messages_per_day: self.messages_per_day.unwrap_or(500),
            registrations_per_day: self.registrations_per_day.unwrap_or(5_000),
            trusted_proxies: proxies.map_err(|address| ConfigError::Key { key: "trusted_proxies", reason: format!("{address} is no address") })?,
            clients,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_storage_is_refused() {
        let half = ServiceSettings { s3_endpoint: Some("http://x".into()), ..ServiceSettings::default() };
        assert!(half.complete(std::path::Path::new("/x")).is_err());
        let whole = ServiceSettings::default().complete(std::path::Path::new("/x")).expect("complete");
        assert_eq!(whole.admin_captcha, CaptchaWhen::After(5));
    }

    #[test]
    fn what_other_clients_are_is_named() {
        let given = |assumed: &str| {
            let more =
                ServiceSettings { client_pages: Some("Warehouse/Brand, *".into()), ignored_fields: Some("own_a, ownB".into()), ..Default::default() };
            ServiceSettings { assumed_client: Some(assumed.into()), ..more }.complete(std::path::Path::new("/x"))
        };
        assert!(given("buildadmin").is_err());
        let clients = given("buildadmin-2.1").expect("complete").clients;
        assert_eq!((clients.assumed, clients.pages.as_slice()), (Client::BuildAdmin21, ["warehouse/brand".to_owned(), "*".to_owned()].as_slice()));
        assert!(clients.ignores("ownB") && !clients.ignores("ownb") && clients.ignores_any());
        assert!(!Clients::default().ignores_any());
    }
}
