//! Checks that an archive consists of its files and nothing else. Some programs read the header
//! before each file, others the directory at the end, so the two must agree, and every byte must
//! belong to one of them or to a file.

use super::{ArchiveError, NOTHING_ELSE, refused};
use rawzip::extra_fields::{ExtraFieldId, ExtraFields};
use rawzip::{ZipFileHeaderRecord, ZipSliceEntry};

/// Bytes of the fixed part of an entry in the list of files.
const ENTRY: u64 = 46;

/// Where an entry in the list has the number of the disk that the file is on.
const DISK: u64 = 34;

/// The extra fields in which other programs note times and owners, with their most bytes.
const TIMES_AND_OWNERS: [(ExtraFieldId, usize); 3] = [
    (ExtraFieldId::EXTENDED_TIMESTAMP, 13),
    (ExtraFieldId::INFO_ZIP_UNIX_UID_GID, 11),
    (ExtraFieldId::NTFS, 32),
];

/// Where the files of an archive are, and where its list of files ends.
#[derive(Default)]
pub struct Layout {
    spans: Vec<Span>,
    listed: u64,
    list_end: u64,
    has_large: bool,
}

/// A file with its local header.
struct Span {
    start: u64,
    end: u64,
    /// Where its entry in the list begins.
    entry: u64,
    /// What may stand behind it: the sizes and the checksum, in each form, or nothing.
    trailers: Vec<Vec<u8>>,
}

impl Layout {
    /// Adds a file, which messages call `name`.
    pub fn add(
        &mut self,
        name: &str,
        entry: &ZipFileHeaderRecord<'_>,
        data: &ZipSliceEntry<'_>,
    ) -> Result<(), ArchiveError> {
        if !entry.comment().as_bytes().is_empty() {
            return refused(format!("{name}: has a comment, expected none"));
        }
        if let Some(field) = different(entry, data) {
            return refused(format!(
                "{name}: has a {field} in its header that differs from the one in the list of \
                 files; pack the folder again"
            ));
        }
        let size = entry.uncompressed_size_hint();
        let is_large = size >= u32::MAX.into();
        let large = is_large.then(|| size.to_le_bytes());
        let extra = entry.extra_fields();
        let length = extra.remaining_bytes().len() + entry.file_path().as_bytes().len();
        let is_plain = has_only_times_and_owners(extra, large)
            && has_only_times_and_owners(data.local_header().extra_fields(), None);
        if !is_plain {
            return refused(format!(
                "{name}: has an extra field, expected none but times and owners"
            ));
        }
        self.has_large |= is_large;
        self.listed += 1;
        self.list_end = entry.central_directory_offset() + ENTRY + length as u64;
        self.spans.push(Span {
            start: entry.local_header_offset(),
            end: data.compressed_data_range().1,
            entry: entry.central_directory_offset(),
            trailers: trailers(entry),
        });
        Ok(())
    }

    /// Refuses bytes before, between or behind the files, and files that share bytes or are on
    /// another disk; the list of files begins at `list`.
    pub fn require_nothing_else(self, bytes: &[u8], list: u64) -> Result<(), ArchiveError> {
        let mut spans = self.spans;
        spans.sort_unstable_by_key(|span| span.start);
        let next = spans.iter().skip(1).map(|span| span.start);
        let next: Vec<u64> = next.chain([list]).collect();
        if spans.first().map_or(list, |span| span.start) > 0 {
            return refused(NOTHING_ELSE);
        }
        for (span, next) in spans.iter().zip(next) {
            let Some(between) = slice(bytes, span.end, next) else {
                return refused("holds files that share bytes");
            };
            let disk = span.entry + DISK;
            if slice(bytes, disk, disk + 2) != Some(&[0, 0]) {
                return refused("is one of several disks, expected a whole archive");
            }
            if span.trailers.iter().all(|trailer| trailer != between) {
                return refused(NOTHING_ELSE);
            }
        }
        let list_end = self.list_end.max(list);
        let end = end(self.listed, list_end - list, list, self.has_large);
        match slice(bytes, list_end, bytes.len() as u64) {
            Some(found) if found == end => Ok(()),
            _ => refused(NOTHING_ELSE),
        }
    }
}

fn slice(bytes: &[u8], start: u64, end: u64) -> Option<&[u8]> {
    bytes.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
}

/// What the header of a file says otherwise than its entry in the list.
fn different(entry: &ZipFileHeaderRecord<'_>, data: &ZipSliceEntry<'_>) -> Option<&'static str> {
    let header = data.local_header();
    // What follows the file is zero before it.
    let may_be_zero = entry.flags().has_data_descriptor();
    let differ = |found: u64, listed: u64| found != listed && !(may_be_zero && found == 0);
    let fields = [
        (
            header.file_path().as_bytes() != entry.file_path().as_bytes(),
            "name",
        ),
        (header.flags().bits() != entry.flags().bits(), "flag"),
        (
            header.compression_method() != entry.compression_method(),
            "compression method",
        ),
        (
            differ(header.crc32().into(), entry.crc32().into()),
            "checksum",
        ),
        (
            differ(header.compressed_size_hint(), entry.compressed_size_hint()),
            "packed size",
        ),
        (
            differ(
                header.uncompressed_size_hint(),
                entry.uncompressed_size_hint(),
            ),
            "size",
        ),
    ];
    let first = fields.into_iter().find(|(differs, _)| *differs);
    first.map(|(_, field)| field)
}

/// Whether there is nothing else, each at most once, but the size of a file that is too large
/// for its usual place.
fn has_only_times_and_owners(mut fields: ExtraFields<'_>, large: Option<[u8; 8]>) -> bool {
    let mut seen = Vec::new();
    for (id, contents) in fields.by_ref() {
        let is_known = match large {
            Some(size) if id == ExtraFieldId::ZIP64 => contents == size,
            _ => TIMES_AND_OWNERS
                .iter()
                .any(|(known, most)| id == *known && contents.len() <= *most),
        };
        if !is_known || seen.contains(&id) {
            return false;
        }
        seen.push(id);
    }
    fields.remaining_bytes().is_empty()
}

/// The checksum and the sizes as they may follow a file: with a signature or without, and in
/// 32 bits or in 64. Nothing follows one whose header has them.
fn trailers(entry: &ZipFileHeaderRecord<'_>) -> Vec<Vec<u8>> {
    if !entry.flags().has_data_descriptor() {
        return vec![Vec::new()];
    }
    let sizes = [entry.compressed_size_hint(), entry.uncompressed_size_hint()];
    let wide: Vec<u8> = sizes.iter().flat_map(|size| size.to_le_bytes()).collect();
    let narrow = sizes
        .map(u32::try_from)
        .into_iter()
        .collect::<Result<Vec<_>, _>>();
    let narrow = narrow.map(|sizes| sizes.iter().flat_map(|size| size.to_le_bytes()).collect());
    let mut trailers = Vec::new();
    for sizes in [Some(wide), narrow.ok()].into_iter().flatten() {
        let unsigned = [&entry.crc32().to_le_bytes()[..], &sizes].concat();
        trailers.push([b"PK\x07\x08", &unsigned[..]].concat());
        trailers.push(unsigned);
    }
    trailers
}

/// The end of an archive with a list of this many files, of this length in bytes, at this place.
fn end(listed: u64, length: u64, list: u64, has_large: bool) -> Vec<u8> {
    let mut end = Vec::new();
    if has_large || listed >= u16::MAX.into() {
        end.extend(b"PK\x06\x06");
        end.extend(44_u64.to_le_bytes());
        end.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for number in [listed, listed, length, list] {
            end.extend(number.to_le_bytes());
        }
        end.extend(b"PK\x06\x07\0\0\0\0");
        end.extend((list + length).to_le_bytes());
        end.extend(1_u32.to_le_bytes());
    }
    end.extend(b"PK\x05\x06\0\0\0\0");
    let count = u16::try_from(listed).unwrap_or(u16::MAX).to_le_bytes();
    end.extend([count, count].concat());
    for number in [length, list] {
        end.extend(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
    }
    end.extend([0, 0]);
    end
}
