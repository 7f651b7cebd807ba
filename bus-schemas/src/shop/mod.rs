//! What the shop stores and sends: amounts in [`cents`], what each line of an order bears ([`shares`]), the terms and
//! states of coupons ([`coupon`]), entries of members' accounts ([`balance`]), orders ([`order`]) with [`pieces`] of their
//! lines, their refunds ([`refund`]) and evaluations ([`evaluation`]), payments through providers ([`payment`]), commands to
//! orders ([`command`]) and what one transaction writes of them ([`write`]).

pub mod balance;
pub mod cents;
mod codes;
pub mod command;
pub mod coupon;
pub mod evaluation;
pub mod order;
pub mod payment;
pub mod pieces;
pub mod refund;
pub mod refund_action;
pub mod shares;
pub mod write;

pub use cents::Cents;
