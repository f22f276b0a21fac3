mod mistakes;
mod prices;
mod reductions;
mod translation;
