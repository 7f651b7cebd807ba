//! What goes with a member's account, and what makes its deletion meet the orders that are being placed for it.

use crate::engine::connect::Store;
use crate::resource::write::ExtraStatements;

/// One row a member: every new order writes it, and the account's deletion as well, so that the two meet.
pub(crate) const MEMBER_TURN: &str = "shop_member_turn";

impl Store {
    /// Deletes what members have entered beside their accounts: addresses and carts. Orders refuse the deletion itself.
    #[must_use]
    pub fn member_removal_statements() -> ExtraStatements {
        let query = format!(
            "FOR $key IN $keys {{ \
               UPSERT type::record('{MEMBER_TURN}', $key) SET last = (last ?? 0) + 1 RETURN NONE; \
               UPSERT type::record('shop_recharge_book', $key) SET changes = (changes ?? 0) + 1 RETURN NONE; \
             }}; \
             DELETE shop_address WHERE user_id IN $keys RETURN NONE; DELETE shop_cart WHERE user_id IN $keys RETURN NONE; \
             DELETE verify_person WHERE user_id IN $keys RETURN NONE; DELETE announcement_read WHERE user_id IN $keys RETURN NONE;"
        );
        ExtraStatements { query, vars: vec![], tables: vec!["shop_address", "shop_cart", "verify_person", "announcement_read"], only_guards: false }
    }
}
