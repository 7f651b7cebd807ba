//! Accounts at services outside, kept in the back office: mail servers, providers of SMS, robots of groups.
//!
//! Here: reading accounts with their secrets ([`accounts`]), sending through them in their order ([`mailer`], [`sms`]), trying them
//! ([`tested`], [`hooks`], [`template_hooks`]), and what an older installation had in its settings ([`takeover`]). Not here: how a service is spoken to, which is
//! [`crate::outgoing`], and how secrets are sealed, which is [`crate::secrets`]. A change of an account holds from the next message on.

pub mod accounts;
pub mod finding;
pub mod hooks;
pub mod letter;
pub mod mailer;
pub mod sms;
pub mod takeover;
pub mod template_hooks;
pub mod tested;
