//! Compressed files are read everywhere, and written by their extension.

use crate::support::{PUZZLE, Ran, SOLVED, command, satoku};
use flate2::Compression;
use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzReader, XzWriter};
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// A 4×4 puzzle, compressed by the program `zstd`.
const FROM_ZSTD: &[u8] = b"\x28\xb5\x2f\xfd\x24\x11\x89\0\x001.....3..4.....2\n\x5a\x8b\x40\x6f";

pub fn gzip(text: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(text).unwrap();
    packer.finish().unwrap()
}

fn xz(text: &[u8]) -> Vec<u8> {
    let mut packer = XzWriter::new(Vec::new(), XzOptions::with_preset(1)).unwrap();
    packer.write_all(text).unwrap();
    packer.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
}

/// Decodes the output of a solver.
const DECODE: [&str; 5] = [
    "decode",
    "--puzzles",
    "tests/data/lines/top95.txt",
    "--puzzle",
    "1",
];

type Pack = fn(&[u8]) -> Vec<u8>;

const PACKERS: [(&str, Pack); 3] = [("gz", gzip), ("xz", xz), ("zst", zstd)];

/// A file in a folder.
fn file(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path.display().to_string()
}

/// Runs the program with binary standard input.
fn piped(args: &[&str], bytes: &[u8]) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let input = file(folder.path(), "input", bytes);
    let mut command = command(args);
    command.stdin(std::fs::File::open(input).unwrap());
    let output = command.output().unwrap();
    Ran {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}

#[test]
fn packed_puzzles_are_read_from_files_and_from_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let expected = format!("{SOLVED}\n").repeat(2);
    for (ending, pack) in PACKERS {
        let packed = pack(format!("{PUZZLE}\n").as_bytes());
        // Two compressed files, concatenated, are one.
        let twice = [&packed[..], &packed].concat();
        for name in [format!("list.txt.{ending}"), "without_ending".to_owned()] {
            let name = file(folder.path(), &name, &twice);
            for args in [&["solve", &name][..], &["solve", "--timeout", "9", &name]] {
                let ran = satoku(args, "");
                assert_eq!((&ran.stdout, ran.code), (&expected, 0), "{}", ran.stderr);
            }
        }
        assert_eq!(piped(&["solve"], &twice).stdout, expected, "{ending}");
    }
}

#[test]
fn a_file_of_the_program_zstd_is_read() {
    let skipped = b"\x50\x2a\x4d\x18\x03\0\0\0abc";
    let bytes = [FROM_ZSTD, skipped, FROM_ZSTD].concat();
    for bytes in [&bytes[..], &[&skipped[..], &bytes].concat()] {
        let ran = piped(&["count"], bytes);
        assert_eq!(
            (ran.stdout.as_str(), ran.code),
            ("1\n1\n", 0),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn formulas_models_and_weights_may_be_packed() {
    let folder = tempfile::tempdir().unwrap();
    for (ending, pack) in PACKERS {
        let name = folder
            .path()
            .join(format!("p.cnf.{ending}"))
            .display()
            .to_string();
        assert_eq!(satoku(&["encode", "-o", &name], PUZZLE).code, 0);
        let model = satoku(&["sat", &name], "");
        assert_eq!(model.code, 10, "{}", model.stderr);
        let model = file(folder.path(), "model", &pack(model.stdout.as_bytes()));
        let ran = satoku(&["decode", "--to", "line", "--cnf", &name, &model], "");
        assert_eq!(
            (ran.stdout, ran.code),
            (format!("{SOLVED}\n"), 0),
            "{}",
            ran.stderr
        );
        let weights = "1 ".repeat(81);
        let weights = file(folder.path(), "weights", &pack(weights.as_bytes()));
        let ran = satoku(&["pyramid", "--weights", &weights], PUZZLE);
        assert_eq!(
            (ran.stdout.as_str(), ran.code),
            ("405\n", 0),
            "{}",
            ran.stderr
        );
    }
}

fn unpacked(path: &PathBuf) -> String {
    let file = std::fs::File::open(path).unwrap();
    let mut text = String::new();
    match path.extension().unwrap().to_str().unwrap() {
        "gz" => flate2::read::GzDecoder::new(file).read_to_string(&mut text),
        "xz" => XzReader::new(file, false).read_to_string(&mut text),
        _ => return frames(path),
    }
    .unwrap();
    text
}

/// All frames of a Zstandard file.
fn frames(path: &PathBuf) -> String {
    let bytes = std::fs::read(path).unwrap();
    let mut text = Vec::with_capacity(64 << 20);
    let mut decoder = ruzstd::decoding::FrameDecoder::new();
    decoder.decode_all_to_vec(&bytes, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn answers_are_packed_as_the_name_of_their_file_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut list = String::new();
    for _ in 0..30_000 {
        writeln!(list, "{PUZZLE}").unwrap();
    }
    let list = file(folder.path(), "list", list.as_bytes());
    let plain = satoku(&["solve", &list], "").stdout;
    for ending in ["gz", "xz", "zst", "GZ"] {
        let path = folder.path().join(format!("answers.{ending}"));
        let name = path.display().to_string();
        assert_eq!(satoku(&["solve", &list, "-o", &name], "").code, 0);
        let size = std::fs::metadata(&path).unwrap().len();
        assert!(size < plain.len() as u64 / 20, "{ending}: {size}");
        let lower = path.with_extension(ending.to_lowercase());
        std::fs::rename(&path, &lower).unwrap();
        assert!(unpacked(&lower) == plain, "{ending}");
        let ran = satoku(
            &["solve", "--resume", "-o", &lower.display().to_string()],
            PUZZLE,
        );
        assert!(
            ran.code == 2 && ran.stderr.contains("--resume cannot continue"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn what_was_answered_before_an_error_is_kept_packed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answers.gz");
    let ran = satoku(
        &["solve", "-o", &path.display().to_string()],
        &format!("{PUZZLE}\nx\n"),
    );
    assert_eq!(ran.code, 2);
    let kept = folder.path().join("answers.gz.partial");
    std::fs::rename(&kept, &path).unwrap();
    assert_eq!(unpacked(&path), format!("{SOLVED}\n"));
}

#[test]
fn other_packings_are_refused_by_content_and_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let understood = "use gzip, xz or Zstandard (.gz, .xz, .zst)";
    for (start, what) in [
        (&b"BZh91AY&SY"[..], "bzip2"),
        (b"PK\x03\x04rest", "zip"),
        (b"7z\xbc\xaf\x27\x1c", "7z"),
        (b"\x04\x22\x4d\x18..", "lz4"),
    ] {
        for args in [&["solve"][..], &["sat"], &DECODE] {
            let ran = piped(args, start);
            let expected =
                format!("satoku: error: <stdin>: is compressed with {what}; {understood}\n");
            assert_eq!((ran.stderr, ran.code), (expected, 2), "{args:?}");
        }
    }
    for ending in [
        "bz2", "bzip2", "lz4", "Z", "lzma", "zz", "tgz", "tar", "tar.gz", "TAR.XZ",
    ] {
        let name = file(
            folder.path(),
            &format!("puzzles.{ending}"),
            PUZZLE.as_bytes(),
        );
        let ran = satoku(&["solve", &name], "");
        assert!(
            ran.code == 2
                && (ran.stderr.contains("its name says so") || ran.stderr.contains("tar archive")),
            "{}",
            ran.stderr
        );
        let target = folder.path().join(format!("out.cnf.{ending}"));
        for verb in ["encode", "solve"] {
            let ran = satoku(&[verb, "-o", &target.display().to_string()], PUZZLE);
            assert!(
                ran.code == 2 && ran.stderr.contains(understood),
                "{}",
                ran.stderr
            );
            assert!(!target.exists());
        }
    }
    let name = file(folder.path(), "text.gz", PUZZLE.as_bytes());
    let ran = satoku(&["solve", &name], "");
    assert!(
        ran.stderr
            .contains("is not compressed with gzip, although its name says so"),
        "{}",
        ran.stderr
    );
}

#[test]
fn damaged_data_are_refused() {
    let text = format!("{PUZZLE}\n").repeat(3000);
    for (ending, pack) in PACKERS {
        let packed = pack(text.as_bytes());
        let cut = piped(&["count"], &packed[..packed.len() - 9]);
        assert_eq!(cut.code, 2, "{ending}");
        assert!(
            cut.stderr.contains("<stdin>: cannot be read: as "),
            "{}",
            cut.stderr
        );
        assert!(cut.stderr.contains("it is cut off"), "{}", cut.stderr);
        let mut wrong = packed.clone();
        // The checksum at the end, or what precedes it.
        let at = wrong.len() - if ending == "xz" { 30 } else { 3 };
        wrong[at] ^= 0x55;
        let ran = piped(&["count"], &wrong);
        assert!(
            ran.code == 2 && ran.stderr.contains("it is damaged"),
            "{}",
            ran.stderr
        );
        let behind = [&packed[..], b"53..7"].concat();
        assert_eq!(piped(&["count"], &behind).code, 2, "{ending}");
    }
}

/// Of Zstandard data, less was answered than of gzip data.
#[test]
fn what_can_be_read_of_data_that_are_cut_off_is_answered() {
    const COUNT: usize = 3000;
    let text = format!("{PUZZLE}\n").repeat(COUNT);
    for pack in [gzip, zstd] {
        let packed = pack(text.as_bytes());
        for (cut, least) in [(1, COUNT), (9, COUNT / 2)] {
            let ran = piped(&["solve"], &packed[..packed.len() - cut]);
            assert!(ran.stderr.contains("it is cut off"), "{}", ran.stderr);
            assert_eq!(ran.code, 2);
            let answers = ran.stdout.lines().count();
            assert!((least..=COUNT).contains(&answers), "{cut}: {answers}");
        }
    }
}

#[test]
fn a_line_without_end_is_refused_however_small_it_was_packed() {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..100 {
        packer.write_all(&[b'1'; 1 << 20]).unwrap();
    }
    let bomb = packer.finish().unwrap();
    assert!(bomb.len() < 1 << 20);
    for args in [&["solve"][..], &["sat"], &DECODE] {
        let ran = piped(args, &bomb);
        assert!(ran.code == 2, "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.len() < 1000, "{args:?}");
    }
}

#[test]
fn zeros_behind_gzip_data_are_padding() {
    let packed = gzip(format!("{PUZZLE}\n").as_bytes());
    for zeros in [1, 4, 512, 200_000] {
        let bytes = [&packed[..], &packed, &vec![0; zeros]].concat();
        let ran = piped(&["count"], &bytes);
        assert_eq!(
            (ran.stdout.as_str(), ran.code),
            ("1\n1\n", 0),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn other_bytes_behind_compressed_data_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("{PUZZLE}\n");
    let cases: [(&str, Pack, &[u8], &str); 6] = [
        (
            "gz",
            gzip,
            b"garbage!",
            "followed by other bytes: found 'garbage!', expected the end",
        ),
        (
            "gz",
            gzip,
            b"\0\0\x1f\x8b",
            "followed by other bytes: found '\\x1f\\x8b', expected",
        ),
        ("gz", gzip, b"\x1f\x8b\x08", "as gzip data it is cut off"),
        (
            "zst",
            zstd,
            b"\0\0\0\0",
            "followed by other bytes: found '\\x00\\x00\\x00\\x00'",
        ),
        ("zst", zstd, b"\x28\xb5", "as Zstandard data it is cut off"),
        ("xz", xz, b"garbage!", "as xz data it is damaged"),
    ];
    for (ending, pack, behind, says) in cases {
        let bytes = [&pack(line.as_bytes())[..], behind].concat();
        let name = file(folder.path(), &format!("list.{ending}"), &bytes);
        let ran = satoku(&["count", &name], "");
        let expected = format!("{name}: cannot be read: as ");
        assert!(
            ran.stderr.contains(&expected) && ran.stderr.contains(says),
            "{}",
            ran.stderr
        );
        assert_eq!(ran.code, 2);
    }
}

#[test]
fn other_contents_are_named() {
    let text = format!("{PUZZLE}\n{PUZZLE}\n");
    let [little, big] = [u16::to_le_bytes, u16::to_be_bytes]
        .map(|bytes| -> Vec<u8> { text.encode_utf16().flat_map(bytes).collect() });
    let utf16 = |name: &str| {
        format!("found text in UTF-16, expected UTF-8: convert it with iconv -f {name} -t UTF-8\n")
    };
    let mut tar = vec![0; 1024];
    tar[..4].copy_from_slice(b"list");
    tar[257..262].copy_from_slice(b"ustar");
    let tar = [tar, text.into_bytes()].concat();
    let unpack = "found a tar archive, expected a file with puzzles: unpack the archive (tar -xf) \
                  first\n";
    for (bytes, says) in [
        ([&b"\xff\xfe"[..], &little].concat(), utf16("UTF-16")),
        ([&b"\xfe\xff"[..], &big].concat(), utf16("UTF-16")),
        (little, utf16("UTF-16LE")),
        (big, utf16("UTF-16BE")),
        (gzip(&tar), unpack.to_owned()),
        (tar, unpack.to_owned()),
    ] {
        for more in [&[][..], &["--column", "puzzle"]] {
            let ran = piped(&[&["count"][..], more].concat(), &bytes);
            assert!(ran.stderr.ends_with(&says), "{}", ran.stderr);
            assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
        }
    }
}
