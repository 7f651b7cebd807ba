//! Numbers and texts in bytes, as blocks are stored.

use rust_decimal::Decimal;

/// Writes a number, seven bits a byte.
pub(super) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Writes a number that may be below zero.
pub(super) fn put_signed(out: &mut Vec<u8>, number: i64) {
    put(out, ((number << 1) ^ (number >> 63)).cast_unsigned());
}

/// Writes a decimal, without zeros at its end.
pub(super) fn put_decimal(out: &mut Vec<u8>, value: Decimal) {
    let value = value.normalize();
    put(out, u64::from(value.scale()));
    let mantissa = value.mantissa();
    let mut number = ((mantissa << 1) ^ (mantissa >> 127)).cast_unsigned();
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// What is left to read. Each part is `None` where the bytes are none of it.
pub(super) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    pub(super) fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    /// A count of things of a byte or more each.
    pub(super) fn count(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok().filter(|count| *count <= self.0.len())
    }

    pub(super) fn text(&mut self) -> Option<Box<str>> {
        let length = self.count()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(text).ok().map(Into::into)
    }

    pub(super) fn decimal(&mut self) -> Option<Decimal> {
        let scale = u32::try_from(self.number()?).ok()?;
        let mut mantissa: u128 = 0;
        for shift in (0..128).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            mantissa |= u128::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                let signed = (mantissa >> 1).cast_signed() ^ -(mantissa & 1).cast_signed();
                return Decimal::try_from_i128_with_scale(signed, scale).ok();
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn decimals_are_read_as_written(low in any::<u32>(), mid in any::<u32>(), high in any::<u32>(), negative in any::<bool>(), scale in 0_u32..=28) {
            let value = Decimal::from_parts(low, mid, high, negative, scale);
            let mut out = Vec::new();
            put_decimal(&mut out, value);
            let mut bytes = Bytes::new(&out);
            prop_assert_eq!(bytes.decimal(), Some(value));
            prop_assert!(bytes.is_empty());
        }
    }

    #[test]
    fn quantities_are_short() {
        let mut out = Vec::new();
        put_decimal(&mut out, Decimal::new(12_000, 3));
        assert_eq!(out.len(), 2);
    }
}
