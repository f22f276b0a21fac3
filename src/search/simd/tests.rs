//! Vectors against numbers, lane by lane.

use super::portable::Portable;
use super::{Lanes, MAX_LANES, Simd, Work, lanes_of};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Runs a check for every instruction set that this processor has.
macro_rules! on_each {
    ($check:ident) => {{
        struct Check;
        impl crate::search::simd::Work for Check {
            type Output = ();
            fn run<V: crate::search::simd::Lanes>(self) {
                $check::<V>();
            }
        }
        for simd in crate::search::simd::Simd::available() {
            simd.run(Check);
        }
    }};
}
pub(in crate::search) use on_each;

/// The numbers in a vector.
pub(in crate::search) fn numbers_of<V: Lanes>(vector: V) -> Vec<u16> {
    let mut numbers = [0; MAX_LANES];
    vector.store(&mut numbers);
    numbers[..V::COUNT].to_vec()
}

fn check_pairs<V: Lanes>() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    for _ in 0..100 {
        let bytes: [u8; 2 * MAX_LANES] = std::array::from_fn(|_| random.random());
        let (pairs, _) = bytes.as_chunks();
        let numbers: Vec<u16> = pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
        let lanes = V::load_pairs(&bytes);
        assert_eq!(numbers_of(lanes), numbers[..V::COUNT]);
        let mut written = [0; 2 * MAX_LANES];
        lanes.store_pairs(&mut written);
        assert_eq!(written[..2 * V::COUNT], bytes[..2 * V::COUNT]);
        assert!(written[2 * V::COUNT..].iter().all(|byte| *byte == 0));
    }
}

#[test]
fn pairs_of_bytes_are_numbers() {
    on_each!(check_pairs);
    check_pairs::<Portable>();
}

fn check_look_up<V: Lanes>() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    for _ in 0..100 {
        let table: [u16; 16] = std::array::from_fn(|_| random.random());
        let numbers: Vec<u16> = (0..V::COUNT)
            .map(|_| random.random::<u16>() & 0x7F7F)
            .collect();
        let (lower, upper) = V::load(&numbers).look_up(&table);
        for (k, number) in numbers.iter().enumerate() {
            let expected = number
                .to_le_bytes()
                .map(|byte| table[usize::from(byte & 15)]);
            assert_eq!([numbers_of(lower)[k], numbers_of(upper)[k]], expected);
        }
    }
}

#[test]
fn both_bytes_of_a_number_are_looked_up() {
    on_each!(check_look_up);
    check_look_up::<Portable>();
}

fn check_operations<V: Lanes>() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..300 {
        // Small numbers, so that some are equal.
        let top = [2, 0x1FF, u16::MAX][random.random_range(0..3)];
        let mut numbers = || -> Vec<u16> {
            (0..V::COUNT)
                .map(|_| random.random_range(0..=top))
                .collect()
        };
        let (a, b, c) = (numbers(), numbers(), numbers());
        let (x, y, z) = (V::load(&a), V::load(&b), V::load(&c));
        let each = |of: &dyn Fn(u16, u16, u16) -> u16| -> Vec<u16> {
            (0..V::COUNT).map(|k| of(a[k], b[k], c[k])).collect()
        };
        assert_eq!(numbers_of(x.or(y)), each(&|a, b, _| a | b));
        assert_eq!(numbers_of(x.and(y)), each(&|a, b, _| a & b));
        assert_eq!(numbers_of(x.without(y)), each(&|a, b, _| a & !b));
        assert_eq!(numbers_of(x.add(y)), each(&|a, b, _| a.wrapping_add(b)));
        assert_eq!(numbers_of(x.sub(y)), each(&|a, b, _| a.wrapping_sub(b)));
        assert_eq!(numbers_of(x.min(y)), each(&|a, b, _| a.min(b)));
        assert_eq!(numbers_of(x.max(y)), each(&|a, b, _| a.max(b)));
        let plus = |a: u16, b: u16| (a as i16).saturating_add(b as i16) as u16;
        assert_eq!(numbers_of(x.add_saturating(y)), each(&|a, b, _| plus(a, b)));
        let most = |a: u16, b: u16| (a as i16).max(b as i16) as u16;
        assert_eq!(numbers_of(x.max_signed(y)), each(&|a, b, _| most(a, b)));
        assert_eq!(numbers_of(x.to_high_byte()), each(&|a, _, _| a << 8));
        assert_eq!(numbers_of(x.to_rank()), each(&|a, _, _| a << 7));
        assert_eq!(numbers_of(x.or3(y, z)), each(&|a, b, c| a | b | c));
        let majority = each(&|a, b, c| a & b | a & c | b & c);
        assert_eq!(numbers_of(x.majority(y, z)), majority);
        let neither = each(&|a, b, c| a & !b & !c);
        assert_eq!(numbers_of(x.without_both(y, z)), neither);
        let lowest = each(&|a, _, _| a & a.wrapping_sub(1));
        assert_eq!(numbers_of(x.without_lowest()), lowest);
        let equal = V::bits(x.equal(y));
        assert_eq!(equal, V::bits(V::mask(equal)));
        for k in 0..V::COUNT {
            assert_eq!(equal >> k & 1 == 1, a[k] == b[k]);
        }
        let set = random.random::<u32>() & V::all();
        assert_eq!(V::bits(V::mask(set)), set);
        let chosen = numbers_of(x.select(V::mask(set), y));
        for k in 0..V::COUNT {
            let is_in_set = set >> k & 1 == 1;
            assert_eq!(chosen[k], if is_in_set { a[k] } else { b[k] });
        }
        let selected = numbers_of(z.select(x.equal(y), x));
        assert_eq!(selected, each(&|a, b, c| if a == b { c } else { a }));
        let index: Vec<u16> = a.iter().map(|a| a % V::COUNT as u16).collect();
        let permuted: Vec<u16> = index.iter().map(|k| b[usize::from(*k)]).collect();
        assert_eq!(numbers_of(y.permute(V::index(&index))), permuted);
    }
    assert_eq!(numbers_of(V::splat(3)), vec![3; V::COUNT]);
    assert_eq!(V::bits(V::splat(0).zeros()), V::all());
}

#[test]
fn vectors_do_what_numbers_do() {
    on_each!(check_operations);
    check_operations::<Portable>();
}

fn check_transpose<V: Lanes>() {
    let number = |i: usize, j: usize| (100 * i + j) as u16;
    let mut square = [V::splat(0); MAX_LANES];
    for (i, vector) in square[..V::COUNT].iter_mut().enumerate() {
        let row: Vec<u16> = (0..V::COUNT).map(|j| number(i, j)).collect();
        *vector = V::load(&row);
    }
    V::transpose(&mut square);
    for (j, vector) in square[..V::COUNT].iter().enumerate() {
        let column: Vec<u16> = (0..V::COUNT).map(|i| number(i, j)).collect();
        assert_eq!(numbers_of(*vector), column);
    }
}

#[test]
fn squares_are_transposed() {
    on_each!(check_transpose);
    check_transpose::<Portable>();
}

#[test]
fn lanes_of_a_set_are_its_bits() {
    let random = ChaCha8Rng::seed_from_u64(19);
    for set in [0, 1, u32::MAX, 1 << 31]
        .into_iter()
        .chain(random.random_iter().take(100))
    {
        let expected: Vec<usize> = (0..32).filter(|lane| set >> lane & 1 == 1).collect();
        assert_eq!(lanes_of(set).collect::<Vec<_>>(), expected);
    }
}

/// Counts its lanes.
struct CountLanes;

impl Work for CountLanes {
    type Output = usize;

    fn run<V: Lanes>(self) -> usize {
        V::COUNT
    }
}

#[test]
fn work_runs_on_the_lanes_that_were_chosen() {
    for simd in Simd::available() {
        assert_eq!(simd.run(CountLanes), simd.lanes());
        assert_eq!(simd.run_on_sixteen(CountLanes), 16);
    }
}

#[test]
fn names_of_instruction_sets_are_read_and_refused() {
    assert_eq!("portable".parse(), Ok(Simd::Portable));
    let error = "sse9".parse::<Simd>().expect_err("no such name");
    assert_eq!(
        error.to_string(),
        "found 'sse9', expected one of avx512, avx2, portable"
    );
}
