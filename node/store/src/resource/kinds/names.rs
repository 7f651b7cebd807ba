//! Kinds as data: a name with its settings, as in `{"kind":"text","length":64}`.
//!
//! Declarations live as long as the program, so what is read of choices and references is leaked, once for each reading. What
//! reads declarations again and again has to keep them.

use std::collections::HashSet;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use crate::resource::declaration::{Choice, Kind, Target, label};

/// The setting that every kind has.
const KIND: &str = "kind";
/// Most decimals that a number can have.
const DECIMALS_MAX: u32 = 28;

/// Why data is no kind.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum KindError {
    #[error("`kind` has to be the name of a kind")]
    Nameless,
    #[error("there is no kind `{0}`")]
    Unknown(String),
    #[error("the kind `{kind}` lacks the setting `{setting}`")]
    Missing { kind: &'static str, setting: &'static str },
    #[error("the kind `{kind}` has no setting `{setting}`")]
    Unused { kind: &'static str, setting: String },
    #[error("the setting `{setting}` of the kind `{kind}` is wrong: {reason}")]
    Wrong { kind: &'static str, setting: &'static str, reason: String },
}

type Read = fn(&mut Settings) -> Result<Kind, KindError>;

/// Every kind by its name, with what reads its settings.
const NAMES: &[(&str, Read)] = &[
    ("text", |from| Ok(Kind::Text(from.length()?))),
    ("text_area", |from| Ok(Kind::TextArea(from.length()?))),
    ("rich_text", |from| Ok(Kind::RichText(from.length()?))),
    ("password", |_| Ok(Kind::Password)),
    ("secret", |_| Ok(Kind::Secret)),
    ("integer", |from| from.range().map(|(least, most)| Kind::Integer(least, most))),
    ("decimal", |from| Ok(Kind::Decimal(from.decimals()?))),
    ("money", |_| Ok(Kind::Money)),
    ("switch", |_| Ok(Kind::Switch)),
    ("status", |_| Ok(Kind::Status)),
    ("choice", |from| Ok(Kind::Choice(from.take("picker")?, from.choices(|_| true)?))),
    ("code", |from| Ok(Kind::Code(from.take("picker")?, from.choices(|value| value.parse::<i64>().is_ok())?))),
    ("choices", |from| Ok(Kind::Choices(from.take("picker")?, from.choices(|value| !value.contains(','))?))),
    ("date", |_| Ok(Kind::Date)),
    ("time", |_| Ok(Kind::Time)),
    ("date_time", |_| Ok(Kind::DateTime)),
    ("year", |_| Ok(Kind::Year)),
    ("timestamp", |_| Ok(Kind::Timestamp)),
    ("colour", |_| Ok(Kind::Colour)),
    ("icon", |_| Ok(Kind::Icon)),
    ("image", |_| Ok(Kind::Image)),
    ("images", |_| Ok(Kind::Images)),
    ("file", |_| Ok(Kind::File)),
    ("files", |_| Ok(Kind::Files)),
    ("city", |_| Ok(Kind::City)),
    ("pairs", |_| Ok(Kind::Pairs)),
    ("json", |_| Ok(Kind::Json)),
    ("reference", |from| Ok(Kind::Reference(from.target()?))),
    ("references", |from| Ok(Kind::References(from.target()?))),
    ("parent", |_| Ok(Kind::Parent)),
    ("weigh", |_| Ok(Kind::Weigh)),
];

/// The settings that are still to be read.
struct Settings {
    kind: &'static str,
    left: Map<String, Json>,
}

fn leaked(text: String) -> &'static str {
    text.leak()
}

impl Settings {
    fn wrong(&self, setting: &'static str, reason: impl ToString) -> KindError {
        KindError::Wrong { kind: self.kind, setting, reason: reason.to_string() }
    }

    fn take<T: DeserializeOwned>(&mut self, setting: &'static str) -> Result<T, KindError> {
        let value = self.left.remove(setting).ok_or(KindError::Missing { kind: self.kind, setting })?;
        serde_json::from_value(value).map_err(|error| self.wrong(setting, error))
    }

    fn none_left(&self) -> Result<(), KindError> {
        let unused = self.left.keys().next();
        unused.map_or(Ok(()), |setting| Err(KindError::Unused { kind: self.kind, setting: setting.clone() }))
    }

    fn length(&mut self) -> Result<usize, KindError> {
        let length = self.take("length")?;
        if length == 0 { Err(self.wrong("length", "it is 0")) } else { Ok(length) }
    }

    fn range(&mut self) -> Result<(i64, i64), KindError> {
        let (least, most) = (self.take("min")?, self.take("max")?);
        if least > most { Err(self.wrong("max", "it is below the least")) } else { Ok((least, most)) }
    }

    fn decimals(&mut self) -> Result<u32, KindError> {
        let decimals = self.take("decimals")?;
        if decimals > DECIMALS_MAX { Err(self.wrong("decimals", format!("there are at most {DECIMALS_MAX}"))) } else { Ok(decimals) }
    }

    /// Read last: nothing is leaked of settings that are wrong.
    fn choices(&mut self, fits: fn(&str) -> bool) -> Result<&'static [Choice], KindError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Written {
            value: String,
            zh: String,
            en: String,
        }
        let choices: Vec<Written> = self.take("choices")?;
        let mut values = HashSet::new();
        if let Some(odd) = choices.iter().find(|choice| !fits(&choice.value) || !values.insert(&choice.value)) {
            return Err(self.wrong("choices", format!("`{}` can't be one of them, or is twice", odd.value)));
        }
        if choices.is_empty() {
            return Err(self.wrong("choices", "there are none"));
        }
        self.none_left()?;
        let choice = |Written { value, zh, en }| Choice { value: leaked(value), label: label(leaked(zh), leaked(en)) };
        Ok(choices.into_iter().map(choice).collect::<Vec<_>>().leak())
    }

    /// Read last, as choices are.
    fn target(&mut self) -> Result<Target, KindError> {
        let (table, relation, shows): (String, String, Vec<String>) = (self.take("table")?, self.take("relation")?, self.take("shows")?);
        if shows.is_empty() {
            return Err(self.wrong("shows", "there are none"));
        }
        self.none_left()?;
        let shows: &[&str] = shows.into_iter().map(leaked).collect::<Vec<_>>().leak();
        Ok(Target { table: leaked(table), relation: leaked(relation), shows })
    }
}

impl TryFrom<Map<String, Json>> for Kind {
    type Error = KindError;

    fn try_from(mut data: Map<String, Json>) -> Result<Self, KindError> {
        let Some(Json::String(name)) = data.remove(KIND) else { return Err(KindError::Nameless) };
        let known = NAMES.iter().find(|(known, _)| *known == name);
        let &(kind, read) = known.ok_or(KindError::Unknown(name))?;
        let mut settings = Settings { kind, left: data };
        let read = read(&mut settings)?;
        settings.none_left()?;
        Ok(read)
    }
}

impl From<Kind> for Map<String, Json> {
    fn from(kind: Kind) -> Self {
        let behaviour = kind.behaviour();
        let mut data = Self::from_iter([(KIND.to_owned(), behaviour.facts().name.into())]);
        if let Json::Object(settings) = behaviour.settings() {
            data.extend(settings);
        }
        data
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::resource::catalogue;
    use crate::resource::declaration::{Picker, Picking, choice};

    const CHOICES: &[Choice] = &[choice("1", "一", "One"), choice("2", "二", "Two")];
    const BRAND: Target = Target { table: "brand", relation: "brand", shows: &["name"] };
    /// With settings; those without are known by their names.
    const WITH_SETTINGS: [Kind; 11] = [
        Kind::Text(64),
        Kind::TextArea(500),
        Kind::RichText(20_000),
        Kind::Integer(i64::MIN, i64::MAX),
        Kind::Decimal(3),
        Kind::Choice(Picker::Radio, CHOICES),
        Kind::Code(Picker::Select, CHOICES),
        Kind::Choices(Picking::Checkbox, CHOICES),
        Kind::Choices(Picking::Selects, CHOICES),
        Kind::Reference(BRAND),
        Kind::References(BRAND),
    ];

    fn read(data: Json) -> Result<Kind, String> {
        serde_json::from_value(data).map_err(|error| error.to_string())
    }

    #[test]
    fn every_kind_is_read_as_it_was_written() {
        let with_settings: HashSet<&str> = WITH_SETTINGS.iter().map(|kind| kind.facts().name).collect();
        for (name, _) in NAMES.iter().filter(|(name, _)| !with_settings.contains(name)) {
            let kind = read(json!({ "kind": name })).expect(name);
            assert_eq!(serde_json::to_value(kind).expect(name), json!({ "kind": name }));
        }
        let declared = catalogue::compiled().flat_map(|resource| resource.fields).map(|field| field.kind);
        for kind in WITH_SETTINGS.into_iter().chain(declared) {
            let data = serde_json::to_value(kind).expect("data");
            assert_eq!(read(data.clone()), Ok(kind), "{data}");
        }
        assert_eq!(serde_json::to_value(Kind::Text(64)).expect("data"), json!({ "kind": "text", "length": 64 }));
        assert_eq!(NAMES.iter().map(|(name, _)| name).collect::<HashSet<_>>().len(), NAMES.len());
    }

    #[test]
    fn what_is_wrong_is_named() {
        let one = json!([{ "value": "a", "zh": "", "en": "" }]);
        for (data, error) in [
            (json!({ "length": 64 }), "`kind` has to be the name of a kind"),
            (json!({ "kind": "texts" }), "there is no kind `texts`"),
            (json!({ "kind": "text" }), "the kind `text` lacks the setting `length`"),
            (json!({ "kind": "money", "decimals": 3 }), "the kind `money` has no setting `decimals`"),
            (json!({ "kind": "text", "length": 0 }), "the setting `length` of the kind `text` is wrong: it is 0"),
            (json!({ "kind": "integer", "min": 2, "max": 1 }), "the setting `max` of the kind `integer` is wrong: it is below the least"),
            (json!({ "kind": "decimal", "decimals": 29 }), "the setting `decimals` of the kind `decimal` is wrong: there are at most 28"),
            (
                json!({ "kind": "code", "picker": "radio", "choices": one }),
                "the setting `choices` of the kind `code` is wrong: `a` can't be one of them, or is twice",
            ),
            (json!({ "kind": "choice", "picker": "radio", "choices": [] }), "the setting `choices` of the kind `choice` is wrong: there are none"),
            (json!({ "kind": "choice", "picker": "radio", "choices": one, "x": 1 }), "the kind `choice` has no setting `x`"),
        ] {
            assert_eq!(read(data.clone()).expect_err("wrong"), error, "{data}");
        }
        let refused = read(json!({ "kind": "text", "length": "long" })).expect_err("no number");
        assert!(refused.starts_with("the setting `length` of the kind `text` is wrong: invalid type"), "{refused}");
        assert!(read(json!({ "kind": "choice", "picker": "wheel", "choices": one })).is_err_and(|error| error.contains("`picker`")));
    }
}
