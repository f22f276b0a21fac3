mod assertions;
mod mistakes;
mod prices;
mod reductions;
mod stopped;
mod translation;
