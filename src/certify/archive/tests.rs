use super::*;
use crate::escape;
use satoku_verify::files::Memory;

mod forged;

/// A file as it is put into an archive.
struct Put<'p> {
    path: &'p str,
    contents: &'p [u8],
    permissions: u32,
}

fn put<'p>(path: &'p str, contents: &'p [u8]) -> Put<'p> {
    Put {
        path,
        contents,
        permissions: 0o100_644,
    }
}

/// An archive of stored files, however wrong.
fn archive(files: &[Put<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for file in files {
        let path = rawzip::path::EntryPath::verbatim(file.path.as_bytes());
        let builder = archive.new_file(path).unix_permissions(file.permissions);
        let builder = builder.compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = builder.start().unwrap();
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::best()));
        writer.write_all(file.contents).unwrap();
        let (encoder, descriptor) = writer.finish().unwrap();
        encoder.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes
}

const MOST: u64 = 1 << 20;

fn unpacked(bytes: &[u8]) -> Result<Memory, String> {
    let unpacked = unpack_in_memory(bytes, MOST, Path::new("x.zip"), &|| false);
    unpacked.map_err(|error| error.to_string())
}

fn refusal(files: &[Put<'_>]) -> String {
    unpacked(&archive(files)).unwrap_err()
}

fn certificate() -> Memory {
    let files = [
        (file::CLAIM, "a claim\n"),
        (file::MANIFEST, "{}"),
        (file::LRAT, ""),
    ];
    Memory {
        place: "x.zip".into(),
        files: files.map(|(name, text)| (name.into(), text.into())).into(),
    }
}

#[test]
fn what_was_packed_comes_out() {
    let made = certificate();
    let pack = || {
        let mut bytes = Vec::new();
        pack(&made, &mut bytes).unwrap();
        bytes
    };
    assert_eq!(unpacked(&pack()), Ok(made.clone()));
    assert_eq!(pack(), pack());
}

#[test]
fn what_could_not_be_read_back_is_not_packed() {
    let made = certificate();
    let total: u64 = made.files.values().map(|file| file.len() as u64).sum();
    let packed = |limits| {
        let mut bytes = Vec::new();
        let packed = pack_at_most(&made, &mut bytes, limits);
        packed.map(|()| bytes).map_err(|error| error.to_string())
    };
    let bytes = packed([total, u64::MAX]).unwrap();
    let size = bytes.len() as u64;
    assert_eq!(packed([total, size]), Ok(bytes));
    let larger = packed([total - 1, size]).unwrap_err();
    assert!(
        larger.contains("its files would together be larger than"),
        "{larger}"
    );
    let larger = packed([total, size - 1]).unwrap_err();
    assert!(larger.contains("it would be larger than"), "{larger}");
}

#[test]
fn files_may_be_in_one_folder() {
    let inside = [
        Put {
            permissions: 0o040_755,
            ..put("mine/", b"")
        },
        put("mine/claim.txt", b"a claim\n"),
        put("mine/manifest.json", b"{}"),
        put("mine/proof.lrat", b""),
    ];
    assert_eq!(unpacked(&archive(&inside)), Ok(certificate()));
    let apart = [put("mine/claim.txt", b""), put("other/proof.lrat", b"")];
    assert!(refusal(&apart).contains("is in another folder"));
    let deep = [put("mine/deep/claim.txt", b"")];
    assert!(refusal(&deep).contains("is in another folder"));
}

#[test]
fn paths_out_of_the_archive_are_refused() {
    for path in [
        "../claim.txt",
        "/claim.txt",
        "a/../claim.txt",
        "..\\claim.txt",
        "C:\\claim.txt",
    ] {
        assert!(
            refusal(&[put(path, b"")]).ends_with("leads out of the archive"),
            "{path}"
        );
    }
}

#[test]
fn other_files_links_and_repetitions_are_refused() {
    let other = refusal(&[put("note.txt", b"proven!")]);
    assert_eq!(other, "note.txt: does not belong in a certificate");
    let twice = [put("claim.txt", b"one"), put("claim.txt", b"two")];
    assert_eq!(refusal(&twice), "claim.txt: occurs twice");
    let link = Put {
        permissions: 0o120_777,
        ..put("claim.txt", b"/etc/passwd")
    };
    assert!(refusal(&[link]).contains("symbolic link"));
    let escape = refusal(&[put("a\u{1b}[2J", b"")]);
    assert!(!escape.contains('\u{1b}'), "{escape}");
}

#[test]
fn what_becomes_too_large_is_refused() {
    let half = vec![0; MOST as usize / 2];
    let mut files = vec![put("claim.txt", &half), put("proof.lrat", &half)];
    let bytes = archive(&files);
    assert!(bytes.len() < 3000, "{}", bytes.len());
    assert!(unpacked(&bytes).is_ok());
    files.push(put("puzzle.txt", b"1"));
    assert_eq!(refusal(&files), "holds more than 1 MiB once it is unpacked");
}

#[test]
fn what_is_cut_off_or_changed_is_refused() {
    let mut whole = Vec::new();
    pack(&certificate(), &mut whole).unwrap();
    for length in 0..whole.len() {
        assert!(unpacked(&whole[..length]).is_err(), "{length}");
    }
    let kept = unpacked(&whole).unwrap();
    for place in 0..whole.len() {
        let mut changed = whole.clone();
        changed[place] ^= 0x55;
        // Some bytes, such as dates, mean nothing here.
        if let Ok(found) = unpacked(&changed) {
            assert_eq!(found, kept, "{place}");
        }
    }
    let mut longer = whole.clone();
    longer.push(0);
    assert!(unpacked(&longer).is_err());
    let foreign = [b"#!/bin/sh\necho evil\n", &whole[..]].concat();
    let says = "has bytes that belong to no file; expected files and nothing else";
    assert_eq!(unpacked(&foreign).unwrap_err(), says);
    assert!(
        unpacked(b"")
            .unwrap_err()
            .starts_with("is not a complete ZIP archive")
    );
}

#[test]
fn unpacking_is_stopped() {
    let mut whole = Vec::new();
    pack(&certificate(), &mut whole).unwrap();
    let stopped = unpack_in_memory(&whole, MOST, Path::new("x.zip"), &|| true);
    assert!(matches!(stopped, Err(ArchiveError::Stopped)), "{stopped:?}");
}

#[test]
fn what_is_too_large_is_told_in_mebibytes() {
    let error = too_large("the archive would be", 5 << 20);
    let says =
        "the archive would be larger than 5 MiB, the limit for archives; name a folder instead";
    assert_eq!(error.to_string(), says);
}
