//! Recognises passwords that attackers try first: the commonest ones, and combinations of words, keyboard rows,
//! counts and repetitions.

/// The commonest passwords of six characters or more, in lower case (as published lists of leaked passwords agree).
#[rustfmt::skip]
const COMMONEST: &[&str] = &[
    "000000", "0000000", "00000000", "101010", "102030", "111111", "1111111", "11111111", "111222", "112233", "11223344", "121212", "123123",
    "123123123", "123321", "123454321", "123456", "1234567", "12345678", "123456789", "1234567890", "123456a", "123456aa", "123654", "123abc",
    "123qwe", "131313", "142536", "147258", "147258369", "159357", "159753", "1a2b3c", "1q2w3e", "1q2w3e4r", "1q2w3e4r5t", "1qaz2wsx", "222222",
    "232323", "333333", "444444", "4815162342", "5201314", "520520", "555555", "654321", "666666", "696969", "7654321", "777777", "7777777", "789456",
    "789456123", "87654321", "888888", "88888888", "987654", "987654321", "999999", "999999999", "a123456", "a1234567", "a12345678", "a123456789",
    "aa123456", "aaaaaa", "abc123", "abcd1234", "abcdef", "abcdefg", "access", "admin1", "admin123", "admin1234", "admin888", "administrator",
    "andrew", "asdasd", "asdf1234", "asdfgh", "asdfghjkl", "ashley", "babygirl", "baseball", "batman", "buster", "changeme", "charlie", "chelsea",
    "computer", "cookie", "daniel", "default", "dragon", "flower", "football", "freedom", "fuckyou", "ginger", "google", "guest1", "hannah", "harley",
    "hello123", "hunter", "hunter2", "iloveyou", "internet", "jennifer", "jessica", "jordan", "jordan23", "joshua", "killer", "letmein", "liverpool",
    "lovely", "maggie", "manager", "martin", "master", "matrix", "matthew", "michael", "michelle", "monkey", "mustang", "naruto", "nicole",
    "p@ssw0rd", "passw0rd", "password", "password!", "password1", "password12", "password123", "pepper", "pokemon", "princess", "q1w2e3r4", "qazwsx",
    "qazwsxedc", "qq123456", "qwe123", "qweasd", "qweasdzxc", "qwer1234", "qwerty", "qwerty1", "qwerty12", "qwerty123", "qwertyuiop", "ranger",
    "robert", "root123", "samsung", "secret", "shadow", "soccer", "starwars", "summer", "sunshine", "superman", "test123", "test1234", "thomas",
    "thunder", "tigger", "trustno1", "welcome", "welcome1", "welcome123", "whatever", "william", "woaini", "woaini1314", "woaini520", "zaq12wsx",
    "zxcvbn", "zxcvbnm",
];

/// Parts of guessable passwords, longest first where one contains another.
const PARTS: &[&str] = &[
    "administrator",
    "warehouse",
    "changeme",
    "entrepot",
    "football",
    "baseball",
    "iloveyou",
    "internet",
    "password",
    "princess",
    "starwars",
    "sunshine",
    "superman",
    "trustno1",
    "whatever",
    "company",
    "default",
    "letmein",
    "manager",
    "michael",
    "welcome",
    "charlie",
    "freedom",
    "woaini",
    "admin",
    "dragon",
    "google",
    "hello",
    "login",
    "master",
    "monkey",
    "shadow",
    "summer",
    "winter",
    "spring",
    "autumn",
    "test",
    "root",
    "user",
    "qazwsxedc",
    "qweasdzxc",
    "1qaz2wsx",
    "qazwsx",
    "qweasd",
    "1q2w3e4r5t6y",
    "1q2w3e4r5t",
    "1q2w3e4r",
    "1q2w3e",
    "q1w2e3r4",
];
/// Rows that hands and counts run along, forwards or backwards.
const ROWS: &[&str] = &["01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop"];
/// Steps along a row that are no longer chance.
const RUN_MIN: usize = 3;
/// Characters that must remain beside guessable parts.
const OWN_MIN: usize = 6;
/// Different characters of a password.
const DIFFERENT_MIN: usize = 5;

/// Whether this is one of the commonest passwords, in whatever case.
#[must_use]
pub fn is_listed(password: &str) -> bool {
    COMMONEST.binary_search(&password.to_lowercase().as_str()).is_ok()
}

/// Replaces look-alike signs by their letters.
fn plain(password: &str) -> String {
    let letter = |c: char| match c {
        '@' => 'a',
        '$' => 's',
        '0' => 'o',
        '3' => 'e',
        '!' => 'i',
        c => c,
    };
    password.to_lowercase().chars().map(letter).collect()
}

/// Whether one character follows another on a row, or repeats it.
fn follows(before: char, next: char) -> bool {
    let beside = |row: &&str| {
        let place = |wanted: char| row.chars().position(|c| c == wanted);
        // The zero counts as both ends of its row.
        place(before).zip(place(next)).is_some_and(|(one, other)| one.abs_diff(other) == 1)
            || (before, next) == ('9', '0')
            || (before, next) == ('0', '9')
    };
    before == next || ROWS.iter().any(beside)
}

/// How many characters are left without runs along a row and repetitions; each run counts as one character.
fn without_runs(text: &str) -> usize {
    let letters: Vec<char> = text.chars().collect();
    let (mut own, mut at) = (0, 0);
    while at < letters.len() {
        let run = 1 + letters[at..].windows(2).take_while(|pair| follows(pair[0], pair[1])).count();
        own += if run >= RUN_MIN { 1 } else { run };
        at += run;
    }
    own
}

/// Number of characters left without guessable parts. A removed part leaves a gap, so its neighbours don't join.
fn own_characters(password: &str, parts: &[&str]) -> usize {
    let mut left = password.to_owned();
    for part in parts.iter().filter(|part| part.chars().count() >= RUN_MIN) {
        left = left.replace(part, "\u{0}");
    }
    left.split('\u{0}').map(without_runs).sum()
}

/// Whether a password is easy to guess: few different characters, repetitions, or hardly anything beside common
/// words, the account's name, keyboard rows and counts.
#[must_use]
pub fn is_guessable(password: &str, username: &str) -> bool {
    let lower = password.to_lowercase();
    let mut different: Vec<char> = lower.chars().collect();
    different.sort_unstable();
    different.dedup();
    if is_listed(password) || different.len() < DIFFERENT_MIN || repeats(&lower) {
        return true;
    }
    let username = username.to_lowercase();
    let mut parts = vec![username.as_str()];
    parts.extend(PARTS);
    own_characters(&lower, &parts).min(own_characters(&plain(password), &parts)) < OWN_MIN
}

/// Whether a text is a piece of at most six characters over and over.
fn repeats(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    (1..=6).any(|piece| letters.len() >= 2 * piece && letters.iter().zip(&letters[piece..]).all(|(one, other)| one == other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commonest_are_in_order_and_found() {
        assert!(COMMONEST.is_sorted(), "they are searched by halves");
        for one in ["123456", "Password", "QWERTY123", "000000", "zxcvbnm"] {
            assert!(is_listed(one), "{one}");
        }
        assert!(!is_listed("Secret-pass-1") && !is_listed("kx7!ab"));
    }

    #[test]
    fn what_is_put_together_from_common_parts_is_guessable() {
        for one in [
            "123456789012",
            "password1234",
            "P@ssw0rd1234",
            "qwertyuiop12",
            "qwerty123456",
            "1q2w3e4r5t6y",
            "aaaaaaaaaaaa",
            "abcabcabcabc",
            "abcdefghijkl",
            "adminadmin12",
            "Administrator1",
            "Welcome2024!",
            "changeme1234",
            "entrepot1234",
            "Warehouse123!",
            "111111222222",
            "098765432109",
            "passwordpassword",
            "zxcvbnm12345",
            "annabella123",
        ] {
            assert!(is_guessable(one, "annabella"), "{one}");
        }
        for one in
            ["Secret-pass-1", "Another-pass-2", "Third-pass-3", "correct horse", "my dog eats shoes", "kX7!abQz9pLm", "仓库里有三只黑色的猫和狗"]
        {
            assert!(!is_guessable(one, "ann"), "{one}");
        }
    }
}
