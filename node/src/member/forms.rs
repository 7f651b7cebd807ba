//! Formats of members' names and addresses (wire contract 10.1).

use entrepot_store::resource::declaration::Rule;
use entrepot_store::resource::forms::fits;

use crate::error::ServiceError;
use crate::identity::passwords;

/// A letter and 2 to 14 of letters, digits and `_`.
pub fn username(text: &str) -> Result<(), ServiceError> {
    if fits(Rule::Account, text) { Ok(()) } else { Err(ServiceError::field("username", "error.account")) }
}

/// 6 to 32 characters, none of `& < > " '` or a line break, and none of the commonest passwords.
pub fn password(field: &'static str, text: &str) -> Result<(), ServiceError> {
    passwords::check_member(text).map_err(|error| ServiceError::field(field, error.key()))
}

/// `1`, one of 3 to 9, and nine digits.
#[must_use]
pub fn is_mobile(text: &str) -> bool {
    fits(Rule::Mobile, text)
}

/// Han characters, letters, digits, `_` and `-`.
pub fn nickname(text: &str) -> Result<(), ServiceError> {
    let fits = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    match text.chars().count() {
        0 => Err(ServiceError::field("nickname", "error.required")),
        1..=50 if text.chars().all(fits) => Ok(()),
        _ => Err(ServiceError::field("nickname", "error.nickname")),
    }
}

/// The nickname of a new member; a mobile number is masked.
#[must_use]
pub fn first_nickname(username: &str) -> String {
    if is_mobile(username) { format!("{}****{}", &username[..3], &username[7..]) } else { username.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        assert!(username("ab1").is_ok() && username("a_bcdefghijklmn").is_ok());
        assert!(username("1ab").is_err() && username("ab").is_err() && username("a_bcdefghijklmno").is_err() && username("ab-c").is_err());
        assert!(is_mobile("13800138000") && !is_mobile("12800138000") && !is_mobile("1380013800a") && !is_mobile("+8613800138000"));
        assert!(nickname("小王-1").is_ok() && nickname("a b").is_err() && nickname("<b>").is_err() && nickname("").is_err());
        assert_eq!(first_nickname("13800138000"), "138****8000");
    }
}
