//! The kind of client that calls. Clients written for BuildAdmin don't identify themselves, and their releases differ
//! in what they can show. A client may name itself in a header; for the others the configuration says what they are.

use std::str::FromStr;

use poem::Request;

/// The header that names the program.
pub const HEADER: &str = "entrepot-client";

/// Pages that BuildAdmin's stock clients have, in lower case.
const STOCK_PAGES: &[&str] = &[
    "dashboard",
    "auth/group",
    "auth/admin",
    "auth/rule",
    "auth/adminlog",
    "user/user",
    "user/group",
    "user/rule",
    "user/moneylog",
    "user/scorelog",
    "routine/config",
    "routine/attachment",
    "routine/admininfo",
    "security/datarecyclelog",
    "security/sensitivedatalog",
    "security/datarecycle",
    "security/sensitivedata",
    // Of the member centre.
    "account/overview",
    "account/profile",
    "account/changepassword",
    "account/integral",
    "account/balance",
];

/// A program that calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Client {
    /// Entrepot's own web app, and other clients written for Entrepot.
    #[default]
    Entrepot,
    /// Written for BuildAdmin up to 2.1: an administrator's status is `"1"` or `"0"` there.
    BuildAdmin21,
    /// Written for BuildAdmin 2.3.
    BuildAdmin23,
}

impl FromStr for Client {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text.trim().to_ascii_lowercase().as_str() {
            "entrepot" => Ok(Self::Entrepot),
            "buildadmin-2.1" => Ok(Self::BuildAdmin21),
            "buildadmin-2.3" => Ok(Self::BuildAdmin23),
            _ => Err(()),
        }
    }
}

tokio::task_local! {
    /// The client of the current request.
    pub static CLIENT: Client;
}

/// The client of the current request.
#[must_use]
pub fn current() -> Client {
    CLIENT.try_with(|client| *client).unwrap_or_default()
}

/// The client of a request: from its header, else the configured assumption.
#[must_use]
pub fn of(request: &Request, assumed: Client) -> Client {
    request.header(HEADER).and_then(|named| named.parse().ok()).unwrap_or(assumed)
}

impl Client {
    /// Whether the client has a page of Entrepot's own. `further` are additional pages of this installation's client;
    /// `*` means all.
    #[must_use]
    pub fn has(self, page: &str, further: &[String]) -> bool {
        let page = page.to_lowercase();
        self == Self::Entrepot || STOCK_PAGES.contains(&page.as_str()) || further.iter().any(|name| name == "*" || *name == page)
    }

    /// An administrator's status in the form this client knows.
    #[must_use]
    pub fn admin_status(self, stored: &str) -> &str {
        match (self, stored) {
            (Self::BuildAdmin21, "enable") => "1",
            (Self::BuildAdmin21, "disable") => "0",
            (_, stored) => stored,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_says_what_it_comes_from_or_it_is_assumed() {
        let asked = |named: Option<&str>| {
            let request = poem::Request::builder();
            of(&named.map_or_else(poem::Request::default, |named| request.header(HEADER, named).finish()), Client::BuildAdmin21)
        };
        assert_eq!((asked(None), asked(Some("")), asked(Some("somebody"))), (Client::BuildAdmin21, Client::BuildAdmin21, Client::BuildAdmin21));
        assert_eq!((asked(Some("entrepot")), asked(Some("BuildAdmin-2.3"))), (Client::Entrepot, Client::BuildAdmin23));
    }

    #[test]
    fn clients_for_buildadmin_have_the_stock_pages_and_those_that_are_named() {
        let further = ["warehouse/brand".to_owned()];
        for client in [Client::BuildAdmin21, Client::BuildAdmin23] {
            assert!(client.has("routine/adminInfo", &[]) && client.has("warehouse/brand", &further) && client.has("x", &["*".to_owned()]));
            assert!(!client.has("warehouse/unit", &further));
        }
        assert!(Client::Entrepot.has("warehouse/unit", &[]));
    }
}
