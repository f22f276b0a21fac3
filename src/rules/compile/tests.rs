//! Descriptions and what they become.
mod data;
