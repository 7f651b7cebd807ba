//! Members as they are stored: accounts, sessions, rights, balances, notices, and the short-lived rows
//! around them (captchas, codes, tickets). The list and the form of the back office are the declared
//! resource's.

pub mod accounts;
pub mod addresses;
pub mod balance;
pub mod balance_requests;
pub mod bought;
pub mod captcha;
pub mod closing;
pub mod codes;
pub mod notices;
pub mod own_accounts;
pub mod own_data;
pub(crate) mod removal;
pub mod rights;
pub mod score_expiry;
pub mod sessions;
