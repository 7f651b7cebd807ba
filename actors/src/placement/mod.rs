//! How an actor is reached: by a request that can be serialised, through a registry that knows where the actor lives.
//!
//! [`request`] is what is sent, [`registry`] says where an actor lives, [`route`] sends the request there, [`local`] keeps
//! the actors of this node (`idle`: until nobody asks them any more), and their answers come back through [`reply`].
//! Every actor lives on the node that is asked, for now; to place some on other nodes, change [`registry`] and give
//! [`route`] the way there. Nobody else knows where an actor lives.

pub(crate) mod idle;
pub mod local;
pub mod registry;
pub mod reply;
pub mod request;
pub mod route;
