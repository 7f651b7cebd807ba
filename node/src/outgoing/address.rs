//! Which addresses are on the public internet. All others count as private: this machine, internal networks, and
//! reserved ranges.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// IPv4 ranges that are not public (IANA's registry of special purposes): first address, bits.
const PRIVATE_V4: &[([u8; 4], u32)] = &[
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    // With the address that clouds give their machines' secrets out at.
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    // Multicast, reserved, broadcast.
    ([224, 0, 0, 0], 3),
];

/// Ranges within 2000::/3 that are not public: first groups, bits. 2001::/23 has Teredo within.
const PRIVATE_V6: &[([u16; 2], u32)] = &[([0x2001, 0], 23), ([0x2001, 0xdb8], 32), ([0x3fff, 0], 20)];

fn is_public_v4(address: Ipv4Addr) -> bool {
    let bits = address.to_bits();
    !PRIVATE_V4.iter().any(|(first, length)| (bits ^ u32::from_be_bytes(*first)) >> (32 - length) == 0)
}

/// The IPv4 address that an IPv6 one leads to: translated (NAT64) or tunnelled (6to4).
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let v4 = |high: u16, low: u16| Ipv4Addr::from_bits((u32::from(high) << 16) | u32::from(low));
    match address.segments() {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => Some(v4(high, low)),
        _ => None,
    }
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(v4) = address.to_ipv4_mapped().or_else(|| embedded(address)) {
        return is_public_v4(v4);
    }
    let [one, two, ..] = address.segments();
    let bits = (u32::from(one) << 16) | u32::from(two);
    let within = |(first, length): &([u16; 2], u32)| (bits ^ ((u32::from(first[0]) << 16) | u32::from(first[1]))) >> (32 - length) == 0;
    one >> 13 == 1 && !PRIVATE_V6.iter().any(within)
}

/// Whether an address is on the public internet.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn public(text: &str) -> bool {
        is_public(text.parse().unwrap_or_else(|_| panic!("{text} is no address")))
    }

    #[test]
    fn both_ends_of_every_private_range_are_private_and_what_lies_beside_is_not() {
        // First and last address of the range, and the public ones before and after it, where there are.
        for (before, first, last, after) in [
            ("", "0.0.0.0", "0.255.255.255", "1.0.0.0"),
            ("9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"),
            ("100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"),
            ("126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"),
            ("169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"),
            ("172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"),
            ("191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"),
            ("192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"),
            ("192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"),
            ("192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"),
            ("198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"),
            ("198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"),
            ("203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"),
            ("223.255.255.255", "224.0.0.0", "255.255.255.255", ""),
            ("", "::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2000::"),
            ("2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::"),
            ("2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::"),
            ("3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::"),
            ("3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", ""),
        ] {
            for private in [first, last] {
                assert!(!public(private), "{private}");
            }
            for beside in [before, after].into_iter().filter(|text| !text.is_empty()) {
                assert!(public(beside), "{beside}");
            }
        }
        for private in
            ["::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "100::1", "5f00::1", "64:ff9b:1::1", "2001::1", "::127.0.0.1"]
        {
            assert!(!public(private), "{private}");
        }
        for known in ["8.8.8.8", "114.114.114.114", "2400:3200::1", "2606:4700::1111"] {
            assert!(public(known), "{known}");
        }
    }

    #[test]
    fn an_ipv4_address_within_an_ipv6_one_counts() {
        for private in ["::ffff:127.0.0.1", "::ffff:169.254.169.254", "64:ff9b::10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2002:c0a8:1:2::3"] {
            assert!(!public(private), "{private}");
        }
        for known in ["::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1"] {
            assert!(public(known), "{known}");
        }
    }

    proptest! {
        #[test]
        fn every_way_to_write_an_ipv4_address_is_judged_alike(bits: u32) {
            let v4 = Ipv4Addr::from_bits(bits);
            let (high, low) = ((bits >> 16) as u16, bits as u16);
            let expected = is_public(v4.into());
            prop_assert_eq!(is_public(v4.to_ipv6_mapped().into()), expected);
            prop_assert_eq!(is_public(Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, high, low).into()), expected);
            prop_assert_eq!(is_public(Ipv6Addr::new(0x2002, high, low, 1, 2, 3, 4, 5).into()), expected);
            prop_assert!(!is_public(v4.to_ipv6_compatible().into()));
            // Compare with the ranges that the standard library knows.
            if v4.is_private() || v4.is_loopback() || v4.is_link_local() || v4.is_multicast() || v4.is_broadcast() || v4.is_documentation() || v4.is_unspecified() {
                prop_assert!(!expected);
            }
        }
    }
}
