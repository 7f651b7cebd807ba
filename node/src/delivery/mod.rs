//! What leaves the house: mail over SMTP, SMS over a provider's HTTP.

pub mod mail;
pub mod sms;
