//! Variants: known answers by every engine, laws, and what is made of them.
//!
//! With `SATOKU_VARIANTS=FOLDER` the instances of that folder are read instead of the
//! sample in `data/variants`.

mod formulas;
mod found;
mod images;
mod instances;
mod labels;
mod laws;
mod made;
mod random_kernels;
mod sample;
mod threads;
