//! Web addresses of GS1 Digital Link: `https://id.gs1.org/01/09506000134352/10/ABC?17=271231`, under any host.

use super::table::{TABLE, form, leading};
use super::{Elements, Gs1Error, collected, element};

/// Shortest text that is taken for a compressed code.
const COMPRESSED_MIN: usize = 10;

/// What comes after the scheme of a web address.
fn after_scheme(code: &str) -> Option<&str> {
    let (scheme, rest) = code.split_once("://")?;
    (scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")).then_some(rest)
}

/// Whether a text is a web address.
pub(super) fn is_address(code: &str) -> bool {
    after_scheme(code).is_some()
}

/// A text with `%2F` and the like read.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            bytes.push((digit()? << 4) | digit()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// The identifier that a part of an address names, by its digits or by an older name.
fn named(part: &str) -> Option<&str> {
    TABLE.addresses.names.get(&part.to_ascii_lowercase()).map(String::as_str).or_else(|| form(part).map(|_| part))
}

fn names_one_of(all: &[String], part: &str) -> bool {
    named(part).is_some_and(|ai| all.iter().any(|known| known == ai))
}

/// Whether a part of an address is a code in the compressed form: base 64 of bits that begin with an identifier.
fn is_compressed(part: &str) -> bool {
    let bits = |sign: u8| {
        Some(u32::from(match sign {
            b'A'..=b'Z' => sign - b'A',
            b'a'..=b'z' => sign - b'a' + 26,
            b'0'..=b'9' => sign - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            _ => return None,
        }))
    };
    let all: Option<Vec<u32>> = part.bytes().map(bits).collect();
    let Some(&[first, second, ..]) = all.as_deref() else { return false };
    let begins = format!("{:02X}", ((first << 6) | second) >> 4);
    part.len() >= COMPRESSED_MIN && TABLE.addresses.compressed.contains(&begins)
}

/// Reads a web address.
pub(super) fn parse(code: &str) -> Result<Elements, Gs1Error> {
    let rest = after_scheme(code).ok_or(Gs1Error::Other)?;
    let rest = rest.split('#').next().unwrap_or_default();
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let Some((_, path)) = place.split_once('/') else { return Err(Gs1Error::Other) };
    let parts: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    let addresses = &TABLE.addresses;
    // A shop may have parts of its own before the key.
    let key = (0..parts.len()).find(|at| {
        let pairs = parts[*at..].chunks(2);
        names_one_of(&addresses.keys, parts[*at])
            && (parts.len() - at).is_multiple_of(2)
            && pairs.skip(1).all(|pair| names_one_of(&addresses.qualifiers, pair[0]))
    });
    let Some(key) = key else {
        return Err(if parts.last().is_some_and(|last| is_compressed(last)) { Gs1Error::Compressed } else { Gs1Error::Other });
    };
    let mut all = Vec::new();
    let mut add = |ai: &str, value: &str| {
        let value = decoded(value).ok_or_else(|| Gs1Error::Value { ai: ai.to_owned(), value: value.to_owned() })?;
        let digits = value.bytes().all(|byte| byte.is_ascii_digit());
        // A trade item's number may be as short as its bar code has it.
        let value = if ai == "01" && digits && matches!(value.len(), 8 | 12 | 13) { format!("{value:0>14}") } else { value };
        all.push(element(ai, &value)?);
        Ok(())
    };
    for pair in parts[key..].chunks(2) {
        if let [name, value] = *pair {
            add(named(name).unwrap_or(name), value)?;
        }
    }
    for (name, value) in query.split(['&', ';']).filter_map(|pair| pair.split_once('=')) {
        let digits = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        match named(name) {
            Some(ai) => add(ai, value)?,
            // Other parameters are the host's.
            None if !digits => {}
            None => return Err(Gs1Error::Unknown(leading(name).map_or(name, |(ai, _)| ai).to_owned())),
        }
    }
    collected(all)
}
