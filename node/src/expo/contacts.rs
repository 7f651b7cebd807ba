//! The people of a company: read from what is sent, and what is known of the company by them. Pure.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::email::is_email;
use crate::error::ServiceError;
use crate::identity::contact::masked;

/// Most people of a company.
const CONTACTS_MAX: usize = 20;
/// Longest text of a person.
const TEXT_MAX: usize = 100;
/// Domains that anybody may have an address in.
const OPEN_DOMAINS: &[&str] = &[
    "126.com",
    "139.com",
    "163.com",
    "aliyun.com",
    "foxmail.com",
    "gmail.com",
    "hotmail.com",
    "icloud.com",
    "live.com",
    "outlook.com",
    "qq.com",
    "sina.com",
    "sohu.com",
    "yahoo.com",
];

/// A person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Contact {
    pub name: String,
    pub title: String,
    pub mobile: String,
    pub email: String,
    pub wechat: String,
}

impl Contact {
    fn texts(&mut self) -> [(&'static str, &mut String); 5] {
        [("name", &mut self.name), ("title", &mut self.title), ("mobile", &mut self.mobile), ("email", &mut self.email), ("wechat", &mut self.wechat)]
    }

    /// With what reaches them behind a mask.
    #[must_use]
    pub fn hidden(self) -> Self {
        let email = self.email.rsplit_once('@').map_or_else(String::new, |(name, domain)| format!("{}@{domain}", masked(name, 1, 0)));
        Self { mobile: masked(&self.mobile, 3, 4), wechat: masked(&self.wechat, 1, 0), email, ..self }
    }
}

/// Reads the people of a company; lines without anything are left out.
pub fn contacts(sent: &Value) -> Result<Vec<Contact>, ServiceError> {
    let wrong = |key: &str| ServiceError::field("contacts", key);
    let read: Vec<Contact> = match sent {
        Value::Null => return Ok(vec![]),
        Value::String(text) if text.trim().is_empty() => return Ok(vec![]),
        Value::String(text) => serde_json::from_str(text).map_err(|_| wrong("error.json"))?,
        other => Vec::<Contact>::deserialize(other).map_err(|_| wrong("error.type"))?,
    };
    if read.len() > CONTACTS_MAX {
        return Err(wrong("expo.many_contacts"));
    }
    let mut contacts = Vec::with_capacity(read.len());
    for (at, mut contact) in read.into_iter().enumerate() {
        for (name, text) in contact.texts() {
            *text = actors::invisible::one_line(text);
            if text.chars().count() > TEXT_MAX {
                return Err(ServiceError::field(format!("contacts[{at}].{name}"), "error.text.long"));
            }
        }
        if !contact.email.is_empty() && !is_email(&contact.email) {
            return Err(ServiceError::field(format!("contacts[{at}].email"), "error.email"));
        }
        if contact != Contact::default() {
            contacts.push(contact);
        }
    }
    Ok(contacts)
}

/// The domains of their addresses that are a company's own.
#[must_use]
pub fn domains(contacts: &[Contact]) -> Vec<String> {
    let domain = |contact: &Contact| contact.email.rsplit_once('@').map(|(_, domain)| domain.to_lowercase());
    let mut domains: Vec<String> = contacts.iter().filter_map(domain).filter(|domain| !OPEN_DOMAINS.contains(&domain.as_str())).collect();
    domains.sort_unstable();
    domains.dedup();
    domains
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn people_are_read_and_empty_lines_left_out() {
        let read = contacts(&json!([{ "name": " Ann\n", "email": "ann@Nord.example" }, {}, { "mobile": "1" }])).expect("people");
        assert_eq!(read.iter().map(|contact| contact.name.as_str()).collect::<Vec<_>>(), ["Ann", ""]);
        assert_eq!(domains(&read), ["nord.example"]);
        assert!(contacts(&json!("")).expect("nobody").is_empty());
        let field = |sent: Value| match contacts(&sent) {
            Err(ServiceError::Field { field, .. }) => field,
            other => format!("{other:?}"),
        };
        assert_eq!(field(json!([{ "email": "nowhere" }])), "contacts[0].email");
        assert_eq!(field(json!([{ "name": "x".repeat(101) }])), "contacts[0].name");
        assert_eq!(field(json!(vec![json!({ "name": "x" }); 21])), "contacts");
        assert_eq!(field(json!("{")), "contacts");
    }

    #[test]
    fn open_domains_say_nothing_of_a_company() {
        let of = |email: &str| domains(&[Contact { email: email.into(), ..Contact::default() }]);
        assert!(of("a@qq.com").is_empty() && of("").is_empty());
        assert_eq!(of("a@b.example"), ["b.example"]);
    }

    #[test]
    fn a_mask_leaves_the_domain() {
        let hidden = Contact { name: "Ann".into(), mobile: "13800138000".into(), email: "ann@nord.example".into(), ..Contact::default() }.hidden();
        assert_eq!((hidden.name.as_str(), hidden.mobile.as_str(), hidden.email.as_str()), ("Ann", "138****8000", "a**@nord.example"));
    }
}
