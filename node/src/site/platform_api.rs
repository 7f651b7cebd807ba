//! The trade platform, open to everybody: companies that were verified and show themselves, and enquiries to them.

use bus_schemas::notification::{Fact, NotificationKind};
use entrepot_store::companies::Industry;
use entrepot_store::platform::PublicCompany;
use entrepot_store::resource::Act;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde_json::{Map, Value, json};

use super::article_api::words;
use super::message_board_api::{MessageBoard, NewMessage};
use crate::company::service::tell_owners;
use crate::error::ServiceError;
use crate::http::body::Body;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::parameters::Whole;
use crate::http::routes::Allow;
use crate::i18n::{Language, current, in_either};

/// Companies of a page.
const PAGE: i64 = 12;
/// The same at most.
const PAGE_MAX: i64 = 60;
/// Letters of an enquiry that its notice repeats.
const TOLD_MAX: usize = 300;

/// Endpoints of the trade platform.
pub struct Platform {
    pub board: MessageBoard,
}

/// A company that shows itself. Nothing by which a person of it is reached: that is what enquiries are for.
#[derive(Object)]
pub struct PlatformCompany {
    pub id: i64,
    pub name: String,
    /// Empty where it has none.
    pub short_name: String,
    /// The address of its picture; empty where it has none.
    pub logo: String,
    pub city: String,
    /// Its industry in the request's language; empty where none is known.
    pub industry: String,
    /// `20`, `100`, `500` or `more` people; empty where it is not said.
    pub scale: String,
    /// Its own site; empty where it has none.
    pub website: String,
    /// When it was verified, in Unix seconds.
    pub verify_time: i64,
}

/// An industry with companies on the platform.
#[derive(Object)]
pub struct PlatformIndustry {
    pub id: i64,
    pub name: String,
    /// Companies of it and of those below it.
    pub count: i64,
}

/// A page of companies.
#[derive(Object)]
pub struct PlatformCompanies {
    pub list: Vec<PlatformCompany>,
    pub total: i64,
    /// The industries that have companies, whatever was asked for.
    pub industries: Vec<PlatformIndustry>,
}

/// A company with how it introduces itself.
#[derive(Object)]
pub struct PlatformCompanyPage {
    pub company: PlatformCompany,
    /// HTML that was cleaned; empty where there is none.
    pub introduce: String,
}

fn name_of(industry: &Industry, language: Language) -> String {
    in_either(language, &industry.name, &industry.name_en).to_owned()
}

fn view(company: &PublicCompany, industries: &[Industry], language: Language) -> PlatformCompany {
    let industry = industries.iter().find(|industry| Some(industry.id) == company.industry_id);
    PlatformCompany {
        id: company.id,
        name: company.name.clone(),
        short_name: company.short_name.clone(),
        logo: company.logo.clone(),
        city: company.city.clone(),
        industry: industry.map(|industry| name_of(industry, language)).unwrap_or_default(),
        scale: company.scale.clone(),
        website: company.website.clone(),
        verify_time: company.verify_time,
    }
}

/// An industry and those below it. Each is looked at once, so that a ring ends.
fn with_below(industries: &[Industry], top: i64) -> Vec<i64> {
    let mut found = vec![top];
    let mut at = 0;
    while let Some(above) = found.get(at).copied() {
        let below: Vec<i64> = industries.iter().filter(|one| one.pid == above && !found.contains(&one.id)).map(|one| one.id).collect();
        found.extend(below);
        at += 1;
    }
    found
}

/// What the notice to the owners says: who asks, how they are reached, and the beginning of what they ask.
fn told(row: &Map<String, Value>) -> String {
    let text = |name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default();
    let reach: Vec<&str> = ["company", "mobile", "email"].into_iter().map(text).filter(|text| !text.is_empty()).collect();
    let content: String = text("content").chars().take(TOLD_MAX).collect();
    format!("{} ({}): {content}", text("name"), reach.join(", "))
}

/// An enquiry to a company.
#[derive(Object, serde::Deserialize, Default)]
#[serde(default)]
#[oai(default)]
pub struct NewEnquiry {
    /// The company that is asked.
    pub company_id: i64,
    /// 1 to 50 characters.
    pub name: String,
    /// The company of who asks, at most 100 characters.
    pub company: String,
    /// At most 32 characters.
    pub mobile: String,
    /// At most 100 characters.
    pub email: String,
    /// 1 to 2,000 characters.
    pub content: String,
    #[serde(rename = "captchaId")]
    #[oai(rename = "captchaId")]
    pub captcha_id: String,
    #[serde(rename = "captchaInfo")]
    #[oai(rename = "captchaInfo")]
    pub captcha_info: String,
}

#[OpenApi]
impl Platform {
    /// Companies on the trade platform
    #[oai(path = "/api/platform/companies", method = "get", operation_id = "platformCompanies", tag = "Allow::Everyone")]
    async fn companies(
        &self,
        /// An industry, with those below it.
        industry: Query<Whole>,
        /// Words that name or city contain, all of them.
        q: Query<Option<String>>,
        /// From 1.
        page: Query<Whole>,
        /// At most 60.
        limit: Query<Whole>,
        lang: Query<Option<String>>,
    ) -> Answer<PlatformCompanies> {
        let words = words(q.0)?;
        let language = lang.0.as_deref().map_or_else(current, Language::parse);
        let store = self.board.base.store();
        let (shelf, industries) = (store.public_companies().await?, store.industries().await?);
        let within = industry.0.0.filter(|id| *id > 0).map(|id| with_below(&industries, id)).unwrap_or_default();
        let found: Vec<&PublicCompany> = shelf.find(&within, &words).collect();
        let limit = limit.0.0.unwrap_or(PAGE).clamp(1, PAGE_MAX);
        let before = (page.0.0.unwrap_or(1).max(1) - 1).saturating_mul(limit);
        let size = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        let counted = industries.iter().map(|one| PlatformIndustry {
            id: one.id,
            name: name_of(one, language),
            count: i64::try_from(shelf.find(&with_below(&industries, one.id), &[]).count()).unwrap_or(i64::MAX),
        });
        Ok(ok(PlatformCompanies {
            total: i64::try_from(found.len()).unwrap_or(i64::MAX),
            list: found.iter().skip(size(before)).take(size(limit)).map(|company| view(company, &industries, language)).collect(),
            industries: counted.filter(|industry| industry.count > 0).collect(),
        }))
    }

    /// A company of the trade platform
    #[oai(path = "/api/platform/company", method = "get", operation_id = "platformCompany", tag = "Allow::Everyone")]
    async fn company(&self, id: Query<Whole>, lang: Query<Option<String>>) -> Answer<PlatformCompanyPage> {
        let (id, store) = (id.0.required("id")?, self.board.base.store());
        let language = lang.0.as_deref().map_or_else(current, Language::parse);
        let gone = || ServiceError::refused("error.not_found");
        let (shelf, industries) = (store.public_companies().await?, store.industries().await?);
        let company = shelf.get(id).ok_or_else(gone)?;
        let introduce = store.public_introduction(id).await?.ok_or_else(gone)?;
        Ok(ok(PlatformCompanyPage { company: view(company, &industries, language), introduce }))
    }

    /// Ask a company of the trade platform
    ///
    /// The enquiry goes to the message board, and the company's owners are notified.
    #[oai(path = "/api/platform/enquiry", method = "post", operation_id = "platformEnquiry", tag = "Allow::Everyone")]
    async fn enquiry(&self, request: &Request, body: Body<NewEnquiry>) -> Answer<Nothing> {
        let (base, asked) = (&self.board.base, body.0);
        let message = NewMessage {
            name: asked.name,
            company: asked.company,
            mobile: asked.mobile,
            email: asked.email,
            content: asked.content,
            captcha_id: asked.captcha_id,
            captcha_info: asked.captcha_info,
            ..NewMessage::default()
        };
        let mut set = message.checked()?;
        if set.get("content").and_then(Value::as_str).is_none_or(str::is_empty) {
            return Err(ApiError::field("content", "error.required"));
        }
        // Asked of the database itself: a company that was just taken down gets no more enquiries.
        if base.store().public_introduction(asked.company_id).await?.is_none() {
            return Err(ApiError::field("company_id", "error.not_found"));
        }
        let company = base.store().company(asked.company_id).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
        self.board.sender(request, &message, &mut set).await?;
        set.insert("company_id".into(), json!(company.id));
        let extra = tell_owners(base.store(), &company, "enquiry", &told(&set), base.now()).await?;
        let data = Map::from_iter([("name".to_owned(), set["name"].clone()), ("company".to_owned(), json!(company.name))]);
        let draft = NotificationKind::SITE_ENQUIRY.draft(Fact { data, ..Fact::default() });
        self.board.keep(draft, Act { set, extra, ..Act::system(base.now()) }).await?;
        Ok(done("message.added", Nothing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_industry_has_those_below_it_and_a_ring_ends() {
        let industry = |id: i64, pid: i64| Industry { id, pid, name: String::new(), name_en: String::new(), icon: String::new() };
        let all = [industry(1, 0), industry(2, 1), industry(3, 2), industry(4, 0), industry(5, 6), industry(6, 5)];
        assert_eq!(with_below(&all, 1), [1, 2, 3]);
        assert_eq!(with_below(&all, 5), [5, 6]);
    }

    #[test]
    fn owners_learn_who_asks_and_how_to_answer() {
        let row = json!({ "name": "Ann", "company": "Paper", "mobile": "", "email": "a@b.cn", "content": "x".repeat(400) });
        let told = told(row.as_object().expect("a row"));
        assert!(told.starts_with("Ann (Paper, a@b.cn): xxx") && told.len() < 340, "{told}");
    }
}
