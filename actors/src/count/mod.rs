//! Stock-taking: what a count sheet allows ([`rules`]), and what a line says of its results ([`lines`]). Pure: the
//! sheet's store writes what is decided here, and posting goes through the warehouse's actor.

pub mod lines;
pub mod rules;

#[cfg(test)]
mod tests;
