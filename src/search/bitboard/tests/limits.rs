//! Limits, restarts and how searches end.

use super::*;

#[test]
fn searches_say_which_limit_ended_them() {
    let mut bitboard = Bitboard::default();
    let spent = Limits::unlimited().within(Duration::ZERO);
    let (found, end) = bitboard.count(Row::EMPTY, u64::MAX, &spent);
    assert_eq!(found, 0);
    assert!(matches!(end, End::Stopped(_)));
    let unlimited = Limits::unlimited();
    assert_eq!(bitboard.count(Row::EMPTY, 0, &unlimited), (0, End::Enough));
    assert_eq!(
        bitboard.count(Row::EMPTY, 5000, &unlimited),
        (5000, End::Enough)
    );
    let soon = Limits::unlimited().within(Duration::from_millis(20));
    assert!(matches!(
        bitboard.count(Row::EMPTY, u64::MAX, &soon).1,
        End::Stopped(_)
    ));
}

#[test]
fn a_search_that_takes_long_restarts_on_an_image() {
    let unlimited = Limits::unlimited();
    let mut patient = Bitboard::default();
    let mut bitboard = Bitboard {
        patience: 1,
        ..Bitboard::default()
    };
    let (mut restarts, mut nodes) = (0, u64::MAX);
    let hard = include_str!("../../../../tests/data/known/hardest_11plus_2k.txt");
    for line in hard.lines().filter(|line| line.len() > CELLS) {
        let mut text = *line.as_bytes().first_chunk().expect("81 characters");
        for removed in 0..3 {
            let row = Row::new(&text).expect("digits and dots");
            let first =
                bitboard.attempt(row, 0, true, &unlimited, &mut nodes, &mut |_: Full<'_>| {
                    ControlFlow::Continue(())
                });
            restarts += u32::from(first.is_none());
            let expected = patient.count(row, 500, &unlimited);
            assert_eq!(bitboard.count(row, 500, &unlimited), expected);
            let mut shown = std::collections::BTreeSet::new();
            let end = bitboard.search(row, &unlimited, |full| {
                shown.insert(full.text());
                match shown.len() {
                    500 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            });
            assert_eq!((shown.len() as u64, end), expected);
            let given = |(given, digit): (&u8, &u8)| *given == b'.' || given == digit;
            assert!(shown.iter().all(|full| text.iter().zip(full).all(given)));
            let cell = text.iter().position(|character| *character > b'0');
            text[cell.map_or(0, |cell| cell + removed)] = b'.';
        }
    }
    assert!(restarts > 10, "{restarts}");
}

#[test]
fn a_search_says_whether_it_found_enough_or_ran_out_of_nodes() {
    let bound = ScoreBound::new(&Objective::pyramid(Geometry::CLASSIC));
    let mut bitboard = Bitboard::default();
    let wanted = SearchLimit {
        bound: &bound,
        above: i64::MIN,
        enough: i64::MIN,
    };
    let (found, end) = bitboard.best(State::EMPTY, wanted, &Limits::unlimited());
    assert!(found.is_some());
    assert_eq!(end, End::Enough);
    let few = Limits::unlimited().up_to_nodes(3);
    let stopped = bitboard.best(State::EMPTY, wanted, &few);
    assert_eq!(stopped, (None, End::Stopped(Reason::NodeLimit)));
}

#[test]
fn every_search_keeps_to_the_limit_on_nodes() {
    let (mut bitboard, stopped) = (Bitboard::default(), End::Stopped(Reason::NodeLimit));
    for nodes in [0, 1, 40] {
        let limits = Limits::unlimited().up_to_nodes(nodes);
        assert_eq!(
            bitboard.count(Row::EMPTY, u64::MAX, &limits),
            (0, stopped.clone())
        );
        let visitor = |_: Full<'_>| ControlFlow::Break(());
        assert_eq!(
            bitboard.differing_from(Row::EMPTY, &[0; CELLS], &limits, visitor),
            stopped
        );
        let tables = Tables::new(Geometry::CLASSIC);
        let mut all = All {
            visitor: &mut |_| ControlFlow::Break(()),
            patience: Patience::Endless,
        };
        let empty = Puzzle::empty(Geometry::CLASSIC);
        assert_eq!(dfs::search(&tables, &empty, &limits, &mut all), stopped);
    }
}
