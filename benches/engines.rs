//! Engines on small sets of known puzzles, inside one process.
//!
//! `cargo bench --bench engines`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use satoku::backend::{self, Backend, NativeBackend, Presolve, SatBackend};
use satoku::encoding::Encoding;
use satoku::grid::Row;
use satoku::grid::text::{PuzzleReader, ReadOptions, Record};
use satoku::limits::Limits;
use satoku::objective::Objective;
use satoku::sat::Engine;
use satoku::search::bitboard::Bitboard;
use satoku::search::lockstep::CELLS;
use std::hint::black_box;
use std::path::Path;

fn text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    std::fs::read_to_string(folder.join(name)).expect("the sets ship with the repository")
}

fn records(text: &str) -> Vec<Record> {
    let reader = PuzzleReader::of_text(text, "bench", ReadOptions::default());
    reader
        .map(|record| record.expect("the sets are well-formed"))
        .collect()
}

fn backends() -> Vec<Box<dyn Backend>> {
    let mut backends: Vec<Box<dyn Backend>> = vec![Box::new(NativeBackend::default())];
    for encoding in Encoding::built_in() {
        backends.push(Box::new(SatBackend::new(
            Engine::varisat(),
            encoding,
            Presolve::Locked,
        )));
    }
    backends
}

fn solve(criterion: &mut Criterion) {
    for set in ["17clue", "kaggle_easy_10k", "hardest_11plus_2k"] {
        let text = text(&format!("known/{set}.txt"));
        let records = records(&text);
        let mut group = criterion.benchmark_group(format!("solve/{set}"));
        group.throughput(Throughput::Elements(records.len() as u64));
        for backend in &mut backends() {
            let name = backend.name().to_owned();
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    for record in &records {
                        let found =
                            backend::first(&mut **backend, &record.puzzle, &Limits::unlimited());
                        black_box(found).expect("the solution is right");
                    }
                });
            });
        }
    }
}

fn count_on_bitboard(criterion: &mut Criterion) {
    for set in ["17clue", "kaggle_easy_10k", "many_solutions_10k"] {
        let text = text(&format!("known/{set}.txt"));
        let puzzles = text.lines().filter_map(|line| line.split(':').next());
        let lines = puzzles.filter_map(|puzzle| puzzle.as_bytes().try_into().ok());
        let lines: Vec<&[u8; CELLS]> = lines.collect();
        let mut group = criterion.benchmark_group(format!("count/{set}"));
        group.throughput(Throughput::Elements(lines.len() as u64));
        let mut bitboard = Bitboard::default();
        group.bench_function("bitboard", |bencher| {
            bencher.iter(|| {
                for row in lines.iter().filter_map(|line| Row::new(line)) {
                    black_box(bitboard.count(row, 2, &Limits::unlimited()));
                }
            });
        });
    }
}

fn read(criterion: &mut Criterion) {
    let text = text("known/17clue.txt");
    let mut group = criterion.benchmark_group("read");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("line", |bencher| bencher.iter(|| black_box(records(&text))));
}

fn maximise(criterion: &mut Criterion) {
    let text = text("judge/noip2009.in");
    let puzzle = &records(&text)[0].puzzle;
    let pyramid = Objective::pyramid(puzzle.geometry());
    let mut group = criterion.benchmark_group("maximise/noip2009");
    let mut native = NativeBackend::default();
    group.bench_function("native", |bencher| {
        bencher.iter(|| backend::maximise(&mut native, puzzle, &pyramid, &Limits::unlimited()));
    });
}

criterion_group!(engines, solve, count_on_bitboard, read, maximise);
criterion_main!(engines);
