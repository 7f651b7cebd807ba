//! Enums that are stored and sent as numbers.

/// An enum with `code` and `of_code` is that code to serde (`into = "i64", try_from = "i64"`).
macro_rules! stored_as_code {
    ($name:ident) => {
        impl From<$name> for i64 {
            fn from(one: $name) -> Self {
                one.code()
            }
        }

        impl TryFrom<i64> for $name {
            type Error = String;

            fn try_from(code: i64) -> Result<Self, String> {
                Self::of_code(code).ok_or_else(|| format!("{code} is no {}", stringify!($name)))
            }
        }
    };
}
pub(crate) use stored_as_code;
