//! The store under the actors it is made for.
#![recursion_limit = "256"]

mod two_writers;
