//! Declares what clients send, with the kinds of its lenient fields ([`lenient`](super::lenient)) in place of serde's attributes.

/// Structs of bodies. A field is an ordinary one (`pub name: Type`), or names its kind:
///
/// | kind | type | absent |
/// |---|---|---|
/// | `integer` | `i64` | refused |
/// | `integer?` | `Option<i64>` | none, as null, empty and 0 |
/// | `decimal` | `Decimal` | refused |
/// | `decimal?` | `Option<Decimal>` | none, as null and empty |
/// | `switch` | `bool` | off |
/// | `text` | `String` | empty |
macro_rules! body {
    ($($(#[$meta:meta])* pub struct $name:ident { $($fields:tt)* })+) => {
        $($crate::http::body_fields::body!(@ [$(#[$meta])* pub struct $name] {} $($fields)*);)+
    };
    (@ [$($head:tt)*] {$($done:tt)*}) => {
        #[derive(poem_openapi::Object, Clone, serde::Deserialize)]
        $($head)* { $($done)* }
    };
    (@ $head:tt {$($done:tt)*} $(#[$meta:meta])* pub $field:ident: $type:ty, $($rest:tt)*) => {
        $crate::http::body_fields::body!(@ $head {$($done)* $(#[$meta])* pub $field: $type,} $($rest)*);
    };
    (@ $head:tt {$($done:tt)*} $(#[$meta:meta])* $field:ident: integer, $($rest:tt)*) => {
        $crate::http::body_fields::body!(@ $head {$($done)* $(#[$meta])* #[serde(deserialize_with = "crate::http::lenient::integer")] pub $field: i64,} $($rest)*);
    };
    (@ $head:tt {$($done:tt)*} $(#[$meta:meta])* $field:ident: integer?, $($rest:tt)*) => {
        $crate::http::body_fields::body!(@ $head {$($done)* $(#[$meta])* #[serde(default, deserialize_with = "crate::http::lenient::some_integer")] pub $field: Option<i64>,} $($rest)*);
    };
    (@ $head:tt {$($done:tt)*} $(#[$meta:meta])* $field:ident: decimal, $($rest:tt)*) => {
        $crate::http::body_fields::body!(@ $head {$($done)* $(#[$meta])* #[serde(deserialize_with = "crate::http::lenient::decimal")] pub $field: rust_decimal::Decimal,} $($rest)*);
    };
    (@ $head:tt {$($done:tt)*} $(#[$meta:meta])* $field:ident: decimal?, $($rest:tt)*) => {
        $crate::http::body_fields::body!(@ $head {$($done)* $(#[$meta])* #[serde(default, deserialize_with = "crate::http::lenient::some_decimal")] pub $field: Option<rust_decimal::Decimal>,} $($rest)*);
    };
    (@ $head:tt {$($done:tt)*} $(#[$meta:meta])* $field:ident: switch, $($rest:tt)*) => {
        $crate::http::body_fields::body!(@ $head {$($done)* $(#[$meta])* #[serde(default, deserialize_with = "crate::http::lenient::switch")] pub $field: bool,} $($rest)*);
    };
    (@ $head:tt {$($done:tt)*} $(#[$meta:meta])* $field:ident: text, $($rest:tt)*) => {
        $crate::http::body_fields::body!(@ $head {$($done)* $(#[$meta])* #[serde(default)] pub $field: String,} $($rest)*);
    };
}

pub(crate) use body;
