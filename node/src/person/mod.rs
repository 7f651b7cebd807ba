//! Proofs of who members are: a number and pictures of a paper, looked at by an administrator.
//!
//! Here: what members send in and what reviewers see of it ([`service`]), its routes ([`api`]), what a number must look like
//! ([`id_number`]), where sealed pictures are ([`papers`]) and the mark that a reviewer's picture carries ([`watermark`]).
//! The number is sealed before it is stored, and shown whole to those alone who hold `user/verifyperson/see_id_number`. Start
//! at [`service`].

pub mod api;
pub mod hooks;
pub mod id_number;
pub mod papers;
pub mod service;
mod watermark;
