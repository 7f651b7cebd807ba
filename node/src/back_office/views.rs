//! What logging in and beginning answer.

use entrepot_store::scope::rights::WarehouseSet;
use poem_openapi::Object;

use crate::file::UploadRules;
use crate::identity::member_rights::MemberMenuRule;
use crate::identity::menu::MenuRule;
use crate::settings::site::Currency;

/// Whether a login needs a captcha.
#[derive(Object)]
pub struct LoginForm {
    pub captcha: bool,
}

/// An administrator as clients know them.
#[derive(Object)]
pub struct AdminInfo {
    pub id: i64,
    pub username: String,
    pub nickname: String,
    /// Address of a picture.
    pub avatar: String,
    /// YYYY-MM-DD HH:MM:SS on the site's clock; empty before the first login.
    pub last_login_time: String,
}

/// An administrator who has just logged in.
#[derive(Object)]
pub struct AdminWithTokens {
    #[oai(flatten)]
    pub admin: AdminInfo,
    /// The access token.
    pub token: String,
    /// Empty unless the login asked to be kept.
    pub refresh_token: String,
}

/// The answer to a login.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct LoggedIn {
    pub user_info: AdminWithTokens,
    /// Where the client goes next.
    pub route_path: String,
    /// Somebody else has set the password: until another one is chosen, every other route refuses with `password.given`.
    pub change_password: bool,
}

/// What the back office needs to begin: who calls, their menu, the site.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct BackOffice {
    pub admin_info: CurrentAdmin,
    pub menus: Vec<MenuRule>,
    pub site_config: SiteConfig,
    pub terminal: Terminal,
    /// Permission nodes of the menu, in lower case, that no warehouse allows the caller to use.
    pub unusable_nodes: Vec<String>,
    /// Others of them that only some of all warehouses allow.
    pub narrowed_nodes: Vec<NarrowedNodes>,
}

/// Permission nodes that the same warehouses allow.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct NarrowedNodes {
    /// In lower case.
    pub nodes: Vec<String>,
    /// The warehouses that allow them; with `allBut` those that do not.
    pub warehouses: Vec<i64>,
    pub all_but: bool,
}

impl NarrowedNodes {
    /// Nodes, and the warehouses that allow them.
    #[must_use]
    pub fn new((allow, nodes): (WarehouseSet, Vec<String>)) -> Self {
        let (warehouses, all_but) = match allow {
            WarehouseSet::Only(warehouses) => (warehouses, false),
            WarehouseSet::AllBut(warehouses) => (warehouses, true),
        };
        Self { nodes, warehouses, all_but }
    }
}

/// The administrator who calls.
#[derive(Object)]
pub struct CurrentAdmin {
    #[oai(flatten)]
    pub admin: AdminInfo,
    /// They may do everything.
    #[oai(rename = "super")]
    pub is_super: bool,
}

/// The site, as the back office shows it.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct SiteConfig {
    pub site_name: String,
    pub version: String,
    /// The base of a file's address.
    pub cdn_url: String,
    /// The query to append to a file's address.
    pub cdn_url_params: String,
    /// The site whose module market clients written for BuildAdmin show: a path of this node, where nothing is offered.
    pub api_url: String,
    pub record_number: String,
    /// Name of the site's time zone: `Asia/Shanghai`.
    pub time_zone: String,
    pub currency: Currency,
    pub upload: UploadRules,
    pub head_nav: Vec<MemberMenuRule>,
}

/// For clients written for BuildAdmin: which package manager they show.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct Terminal {
    pub php_development_server: bool,
    pub npm_package_manager: String,
}
