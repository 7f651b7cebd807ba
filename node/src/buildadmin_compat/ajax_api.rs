//! Small helpers of forms (wire contract 4.14).

use std::collections::BTreeMap;

use entrepot_store::resource::catalogue::Catalogue;
use entrepot_store::resource::declaration::{Access, Field};
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::payload::Binary;
use poem_openapi::{ApiResponse, Object, OpenApi, Union};
use serde::Deserialize;
use std::sync::Arc;

use crate::areas::{self, AreaOption};
use crate::base::Base;
use crate::http::body::Body;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::routes::Allow;
use crate::i18n::{Language, current};
use crate::identity::admin_request::caller;
use crate::identity::sessions::Sessions;
use crate::member::Members;

/// The one database, as clients name it.
const CONNECTION: &str = "surrealdb";
/// Letters that an icon of a file shows.
const LETTERS: usize = 4;

/// Endpoints of the helpers.
pub struct Ajax {
    pub base: Base,
    pub members: Arc<Members>,
    pub sessions: Arc<Sessions>,
}

/// Which cache.
#[derive(Object, Deserialize)]
pub struct ClearCache {
    /// `tp` or `all`.
    #[serde(rename = "type")]
    #[oai(rename = "type")]
    pub kind: String,
}

/// A database.
#[derive(Object)]
pub struct DatabaseView {
    #[oai(rename = "type")]
    pub kind: String,
    /// The beginning of its name.
    pub database: String,
    pub key: String,
}

/// The databases: there is one.
#[derive(Object)]
pub struct DatabaseList {
    pub list: Vec<DatabaseView>,
}

/// A declared table.
#[derive(Object)]
pub struct TableView {
    pub table: String,
    /// The table and its title in the request's language.
    pub comment: String,
    pub connection: String,
    /// Always empty.
    pub prefix: String,
}

/// The declared tables.
#[derive(Object)]
pub struct TableList {
    pub list: Vec<TableView>,
}

/// The column that names a row.
#[derive(Object)]
pub struct PrimaryKey {
    pub pk: String,
}

/// A field of a declared table.
#[derive(Object)]
pub struct TableField {
    pub name: String,
    /// Its type in the database.
    #[oai(rename = "type")]
    pub kind: String,
    /// Its label in the request's language.
    pub comment: String,
    #[oai(skip_serializing_if_is_none)]
    pub required: Option<bool>,
}

/// A field with its type, or its label alone.
#[derive(Union)]
pub enum FieldView {
    Whole(TableField),
    Label(String),
}

/// The fields of a declared table by their names.
#[derive(Object)]
pub struct TableFields {
    pub pk: String,
    #[oai(rename = "fieldList")]
    pub field_list: BTreeMap<String, FieldView>,
}

/// A picture of ours.
#[derive(ApiResponse)]
pub enum Svg {
    /// The icon.
    #[oai(status = 200, content_type = "image/svg+xml")]
    Picture(Binary<Vec<u8>>),
}

/// What is not chosen yet comes as an empty text.
fn area(province: Query<Option<String>>, city: Query<Option<String>>) -> Answer<Vec<AreaOption>> {
    let id = |name: &str, sent: Option<String>| match sent.as_deref().map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => text.parse().map(Some).map_err(|_| ApiError::field(name, "error.number")),
    };
    let above = id("city", city.0)?.or(id("province", province.0)?);
    Ok(ok(areas::below(above.unwrap_or(0))))
}

/// An icon of a file with its suffix, in a colour that follows from it.
fn suffix_svg(suffix: &str, background: Option<&str>) -> Svg {
    let letters: String = suffix.chars().filter(char::is_ascii_alphanumeric).take(LETTERS).collect::<String>().to_ascii_uppercase();
    let hue = letters.bytes().fold(7_u32, |hue, byte| (hue * 31 + u32::from(byte)) % 360);
    let given = background.filter(|text| (4..=9).contains(&text.len()) && text.starts_with('#') && text[1..].bytes().all(|b| b.is_ascii_hexdigit()));
    let colour = given.map_or_else(|| format!("hsl({hue},55%,48%)"), str::to_owned);
    let picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 512 512\"><path fill=\"#e2e5e7\" d=\"M128 0c-17.6 0-32 14.4-32 32v448c0 17.6 14.4 32 32 \
         32h320c17.6 0 32-14.4 32-32V128L352 0H128z\"/><path fill=\"#b0b7bd\" d=\"M384 128h96L352 0v96c0 17.6 14.4 32 32 32z\"/><path fill=\"{colour}\" \
         d=\"M416 416c0 8.800-7.200 16-16 16H48c-8.800 0-16-7.200-16-16V256c0-8.800 7.200-16 16-16h352c8.800 0 16 7.200 16 16v160z\"/><text x=\"224\" y=\"380\" \
         font-size=\"124\" font-family=\"Verdana, Helvetica, Arial, sans-serif\" font-weight=\"bold\" fill=\"#fff\" text-anchor=\"middle\">{letters}</text></svg>"
    );
    Svg::Picture(Binary(picture.into_bytes()))
}

fn label(field: &Field) -> &'static str {
    field.label().text(current() == Language::English)
}

fn fields(catalogue: &Catalogue, table: &str) -> Result<impl Iterator<Item = &'static Field> + use<>, ApiError> {
    let resource = catalogue.of_table(table).ok_or_else(|| ApiError::field("table", "error.reference"))?;
    Ok(resource.fields.iter().filter(|field| field.access != Access::Hidden))
}

#[OpenApi]
impl Ajax {
    /// Provinces, the cities of a province, or the districts of a city
    #[oai(path = "/admin/ajax/area", method = "get", operation_id = "adminArea", tag = "Allow::LoggedIn")]
    async fn admin_area(&self, province: Query<Option<String>>, city: Query<Option<String>>) -> Answer<Vec<AreaOption>> {
        area(province, city)
    }

    /// Provinces, the cities of a province, or the districts of a city
    #[oai(path = "/api/ajax/area", method = "get", operation_id = "area", tag = "Allow::Everyone")]
    async fn area(&self, province: Query<Option<String>>, city: Query<Option<String>>) -> Answer<Vec<AreaOption>> {
        area(province, city)
    }

    /// An icon of a file with its suffix
    #[oai(path = "/admin/ajax/buildSuffixSvg", method = "get", operation_id = "adminSuffixSvg", tag = "Allow::LoggedIn")]
    async fn admin_suffix_svg(&self, suffix: Query<Option<String>>, background: Query<Option<String>>) -> Svg {
        suffix_svg(suffix.0.as_deref().unwrap_or("file"), background.0.as_deref())
    }

    /// An icon of a file with its suffix
    #[oai(path = "/api/ajax/buildSuffixSvg", method = "get", operation_id = "suffixSvg", tag = "Allow::Everyone")]
    async fn suffix_svg(&self, suffix: Query<Option<String>>, background: Query<Option<String>>) -> Svg {
        suffix_svg(suffix.0.as_deref().unwrap_or("file"), background.0.as_deref())
    }

    /// Databases: there is one
    #[oai(path = "/admin/ajax/getDatabaseConnectionList", method = "get", operation_id = "databaseConnections", tag = "Allow::LoggedIn")]
    async fn connections(&self) -> Answer<DatabaseList> {
        let name: String = self.base.config().database_name.chars().take(2).chain("***".chars()).collect();
        let database = DatabaseView { kind: CONNECTION.to_owned(), database: name, key: CONNECTION.to_owned() };
        Ok(ok(DatabaseList { list: vec![database] }))
    }

    /// Declared tables
    #[oai(path = "/admin/ajax/getTableList", method = "get", operation_id = "tableList", tag = "Allow::LoggedIn")]
    async fn tables(
        &self,
        request: &Request,
        /// Part of the table's name or title.
        #[oai(name = "quickSearch")]
        quick: Query<Option<String>>,
    ) -> Answer<TableList> {
        let wanted = quick.0.map(|text| text.to_lowercase()).unwrap_or_default();
        let pairs = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
        let except: Vec<String> = pairs
            .filter(|(key, _)| key.starts_with("excludeTable"))
            .flat_map(|(_, value)| value.split(',').map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let title = |label: entrepot_store::resource::declaration::Label| label.text(current() == Language::English);
        let catalogue = self.base.store().catalogue();
        let list = catalogue
            .all()
            .filter(|resource| !except.iter().any(|table| table == resource.table))
            .map(|resource| (resource.table, format!("{} - {}", resource.table, title(resource.title))))
            .filter(|(_, comment)| comment.to_lowercase().contains(&wanted))
            .map(|(table, comment)| TableView { table: table.to_owned(), comment, connection: CONNECTION.to_owned(), prefix: String::new() })
            .collect();
        Ok(ok(TableList { list }))
    }

    /// The primary key of a declared table
    #[oai(path = "/admin/ajax/getTablePk", method = "get", operation_id = "tablePk", tag = "Allow::LoggedIn")]
    async fn primary_key(&self, table: Query<String>) -> Answer<PrimaryKey> {
        let _known = fields(&self.base.store().catalogue(), &table.0)?;
        Ok(ok(PrimaryKey { pk: "id".to_owned() }))
    }

    /// The fields of a declared table
    #[oai(path = "/admin/ajax/getTableFieldList", method = "get", operation_id = "tableFields", tag = "Allow::LoggedIn")]
    async fn table_fields(
        &self,
        table: Query<String>,
        /// 0: each field with its type; otherwise its label alone.
        clean: Query<Option<i64>>,
    ) -> Answer<TableFields> {
        let whole = clean.0 == Some(0);
        let view = |name: &str, kind: &str, comment: &str, required: Option<bool>| match whole {
            true => FieldView::Whole(TableField { name: name.to_owned(), kind: kind.to_owned(), comment: comment.to_owned(), required }),
            false => FieldView::Label(comment.to_owned()),
        };
        let mut field_list = BTreeMap::from([("id".to_owned(), view("id", "int", "ID", None))]);
        for field in fields(&self.base.store().catalogue(), &table.0)? {
            field_list.insert(field.name.to_owned(), view(field.name, field.database_type(), label(field), Some(field.required)));
        }
        Ok(ok(TableFields { pk: "id".to_owned(), field_list }))
    }

    /// Forget what this node remembers of accounts and sessions; answers super administrators alone
    #[oai(path = "/admin/ajax/clearCache", method = "post", operation_id = "clearCache", tag = "Allow::LoggedIn")]
    async fn clear_cache(&self, request: &Request, body: Body<ClearCache>) -> Answer<Nothing> {
        if !caller(request)?.rights.everything {
            return Err(ApiError::NoPermission);
        }
        if !["tp", "all", "storage"].contains(&body.0.kind.as_str()) {
            return Err(ApiError::field("type", "error.choice"));
        }
        self.sessions.forget_all();
        self.members.sessions.forget_all();
        Ok(done("cache.cleared", Nothing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_the_request_becomes_markup() {
        let Svg::Picture(Binary(bytes)) = suffix_svg("\"><script>alert(1)", Some("red\"/><script>"));
        let picture = String::from_utf8(bytes).expect("text");
        assert!(picture.contains(">SCRI</text>") && !picture.contains("script") && !picture.contains("red"));
    }
}
