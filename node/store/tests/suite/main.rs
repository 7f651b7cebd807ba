//! The store under the actors it is made for.
#![recursion_limit = "256"]

mod ids;
mod two_writers;
