//! One file, or folder, a verb.

pub mod canonical;
pub mod compare;
pub mod count;
pub mod decode;
pub mod encode;
pub mod encodings;
pub mod enumerate;
pub mod formats;
pub mod generate;
pub mod manual;
pub mod minimize;
pub mod prove;
pub mod pyramid;
pub mod sat;
pub mod solve;
pub mod solvers;
pub mod verify;
