mod mistakes;
mod reductions;
mod translation;
