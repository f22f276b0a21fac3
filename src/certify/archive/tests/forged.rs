//! Archives in which another program finds, or shows, more than what is verified.

use super::*;

/// A file as its header, its entry in the list, and what stands between say.
struct Record<'r> {
    name: &'r str,
    listed_name: &'r str,
    packed: Vec<u8>,
    size: u32,
    crc: u32,
    method: u16,
    flags: u16,
    header_flags: u16,
    header_extra: &'r [u8],
    listed_extra: &'r [u8],
    comment: &'r str,
    system: u8,
    attributes: u32,
    disk: u16,
    header_numbers: [u32; 3],
    trailer: Vec<u8>,
}

/// A file that is all right.
fn record<'r>(name: &'r str, contents: &[u8]) -> Record<'r> {
    let packed = deflated(contents);
    let (size, crc) = (contents.len() as u32, rawzip::crc32(contents));
    Record {
        name,
        listed_name: name,
        header_numbers: [crc, packed.len() as u32, size],
        packed,
        size,
        crc,
        method: 8,
        flags: 0,
        header_flags: 0,
        header_extra: b"",
        listed_extra: b"",
        comment: "",
        system: 0,
        attributes: 0,
        disk: 0,
        trailer: Vec::new(),
    }
}

fn deflated(contents: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(contents).unwrap();
    encoder.finish().unwrap()
}

impl Record<'_> {
    /// Has these bytes packed, whatever comes out of them.
    fn packed(mut self, packed: Vec<u8>) -> Self {
        self.header_numbers[1] = packed.len() as u32;
        self.packed = packed;
        self
    }

    /// Has its numbers behind it, as `numbers` writes them.
    fn followed(mut self, numbers: impl Fn([u32; 3]) -> Vec<u8>) -> Self {
        self.trailer = numbers(self.header_numbers);
        self.header_numbers = [0; 3];
        (self.flags, self.header_flags) = (8, 8);
        self
    }

    fn header(&self) -> Vec<u8> {
        let mut bytes = b"PK\x03\x04\x14\0".to_vec();
        halves(&mut bytes, &[self.header_flags, self.method, 0, 33]);
        words(&mut bytes, &self.header_numbers);
        let lengths = [self.name.len(), self.header_extra.len()];
        halves(&mut bytes, &lengths.map(|length| length as u16));
        [&bytes, self.name.as_bytes(), self.header_extra].concat()
    }

    fn entry(&self, offset: usize) -> Vec<u8> {
        let mut bytes = b"PK\x01\x02\x14".to_vec();
        bytes.extend([self.system, 0x14, 0]);
        halves(&mut bytes, &[self.flags, self.method, 0, 33]);
        words(&mut bytes, &[self.crc, self.packed.len() as u32, self.size]);
        let texts = [
            self.listed_name.as_bytes(),
            self.listed_extra,
            self.comment.as_bytes(),
        ];
        halves(&mut bytes, &texts.map(|text| text.len() as u16));
        halves(&mut bytes, &[self.disk, 0]);
        words(&mut bytes, &[self.attributes, offset as u32]);
        [&bytes, &texts.concat()[..]].concat()
    }
}

fn halves(bytes: &mut Vec<u8>, numbers: &[u16]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn words(bytes: &mut Vec<u8>, numbers: &[u32]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn little(numbers: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::new();
    words(&mut bytes, numbers);
    bytes
}

/// An archive of these files; `after_list` stands between the list and the end.
fn written(records: &[Record<'_>], after_list: &[u8]) -> Vec<u8> {
    let (mut bytes, mut list) = (Vec::new(), Vec::new());
    for record in records {
        list.extend(record.entry(bytes.len()));
        bytes.extend([&record.header()[..], &record.packed, &record.trailer].concat());
    }
    let (start, count) = (bytes.len() as u32, records.len() as u16);
    list.extend(after_list);
    bytes.extend(&list);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    halves(&mut bytes, &[count; 2]);
    words(&mut bytes, &[list.len() as u32, start]);
    halves(&mut bytes, &[0]);
    bytes
}

/// What is said of an archive in which this file comes after an honest one.
fn opinion(record: Record<'_>) -> Result<(), String> {
    let bytes = written(&[self::record("puzzle.txt", b"1"), record], b"");
    unpacked(&bytes).map(|_| ())
}

fn claim() -> Record<'static> {
    record("claim.txt", b"a claim\n")
}

#[test]
fn what_other_programs_pack_is_taken() {
    assert_eq!(opinion(claim()), Ok(()));
    let stored = Record {
        method: 0,
        ..claim().packed(b"a claim\n".to_vec())
    };
    assert_eq!(opinion(stored), Ok(()));
    // Info-ZIP: the times, and the user's and the group's number.
    let times = b"UT\x09\0\x03timetime";
    let owners = b"ux\x0b\0\x01\x04\0\0\0\0\x04\0\0\0\0";
    let noted = Record {
        header_extra: &[&times[..], owners].concat(),
        listed_extra: &[&b"UT\x05\0\x03time"[..], owners].concat(),
        ..claim()
    };
    assert_eq!(opinion(noted), Ok(()));
    let narrow = |[crc, packed, size]: [u32; 3]| little(&[crc, packed, size]);
    let wide = |[crc, packed, size]: [u32; 3]| little(&[crc, packed, 0, size, 0]);
    let signed = |numbers: Vec<u8>| [b"PK\x07\x08", &numbers[..]].concat();
    assert_eq!(opinion(claim().followed(narrow)), Ok(()));
    assert_eq!(opinion(claim().followed(wide)), Ok(()));
    assert_eq!(opinion(claim().followed(|all| signed(narrow(all)))), Ok(()));
    assert_eq!(opinion(claim().followed(|all| signed(wide(all)))), Ok(()));
}

/// Programs that read from the front find it, and others do not.
#[test]
fn a_file_that_is_not_in_the_list_is_refused() {
    let hidden = record("claim.txt", b"another claim\n");
    let packed = [deflated(b"a claim\n"), hidden.header(), hidden.packed].concat();
    let why = opinion(claim().packed(packed)).unwrap_err();
    assert!(why.contains("claim.txt: has bytes after"), "{why}");
}

#[test]
fn text_behind_packed_data_is_refused() {
    let packed = [&deflated(b"a claim\n")[..], b"another claim\n"].concat();
    let why = opinion(claim().packed(packed)).unwrap_err();
    assert!(why.contains("claim.txt: has bytes after"), "{why}");
}

#[test]
fn comments_are_refused() {
    let comment = "The puzzle has exactly one solution.";
    let why = opinion(Record { comment, ..claim() });
    assert_eq!(why.unwrap_err(), "claim.txt: has a comment, expected none");
}

#[test]
fn extra_fields_are_refused_but_times_and_owners() {
    let long = [&b"UT\x0e\0"[..], &[b'a'; 14]].concat();
    let twice = b"UT\x05\0\x03timeUT\x05\0\x03time";
    for extra in [
        &b"xx\x05\0claim"[..],
        &long,
        twice,
        b"abc",
        b"\x01\0\x08\0claimcla",
    ] {
        let [listed, header] = [(extra, &b""[..]), (b"", extra)].map(|(listed, header)| {
            opinion(Record {
                listed_extra: listed,
                header_extra: header,
                ..claim()
            })
        });
        for why in [listed, header] {
            let why = why.expect_err(&escape::bytes(extra));
            assert!(why.contains("claim.txt: has an extra field"), "{why}");
        }
    }
}

/// Programs unpack them as such, whatever system they name.
#[test]
fn what_is_not_a_regular_file_is_refused() {
    for system in [0, 3, 7, 10, 19, 30] {
        let marked = |attributes| {
            opinion(Record {
                system,
                attributes,
                ..claim()
            })
        };
        for usual in [0o100_644 << 16, 0o600 << 16, 0o100_755 << 16 | 0x8020] {
            assert_eq!(marked(usual), Ok(()), "{system} {usual:x}");
        }
        let link = "claim.txt: is a symbolic link, expected a file";
        assert_eq!(marked(0o120_777 << 16).unwrap_err(), link);
        let special = "claim.txt: is a folder or a special file, expected a regular file";
        // A pipe, devices, a folder, a socket, and two types that no system has.
        for kind in [1, 2, 6, 4, 0o14, 3, 0o17] {
            assert_eq!(marked(kind << 28).unwrap_err(), special, "{system} {kind}");
        }
        // For Windows: a volume's name, a folder, a link.
        for attributes in [0x08, 0x10, 0x400] {
            assert_eq!(marked(attributes).unwrap_err(), special, "{system}");
        }
    }
}

#[test]
fn a_folder_that_is_marked_as_something_else_is_refused() {
    let marked = |attributes| {
        let folder = Record {
            attributes,
            ..record("mine/", b"")
        };
        let records = [folder, record("mine/claim.txt", b"a claim\n")];
        unpacked(&written(&records, b"")).map(|_| ())
    };
    for usual in [0, 0x10, 0o040_755 << 16 | 0x10, 0o755 << 16] {
        assert_eq!(marked(usual), Ok(()), "{usual:x}");
    }
    let link = "mine/: is a symbolic link, expected a file";
    assert_eq!(marked(0o120_777 << 16).unwrap_err(), link);
    for other in [0o100_644 << 16, 0o010_666 << 16, 0x400] {
        let why = marked(other).unwrap_err();
        assert_eq!(why, "mine/: is marked as something other than a folder");
    }
}

/// Patched data, or headers that other programs read otherwise.
#[test]
fn unknown_flags_and_other_disks_are_refused() {
    let flagged = |flags| {
        opinion(Record {
            flags,
            header_flags: flags,
            ..claim()
        })
    };
    for bit in 0..16 {
        let found = flagged(1 << bit);
        match bit {
            1 | 2 | 11 => assert_eq!(found, Ok(()), "{bit}"),
            // Its numbers would follow.
            3 => assert_eq!(found.unwrap_err(), NOTHING_ELSE),
            0 | 6 => assert_eq!(found.unwrap_err(), "claim.txt: is encrypted"),
            _ => {
                let says = format!("claim.txt: has the flag {bit} in the list of files");
                let why = found.expect_err(&says);
                assert!(why.starts_with(&says), "{why}");
            }
        }
    }
    let why = opinion(Record { disk: 1, ..claim() }).unwrap_err();
    assert_eq!(why, "is one of several disks, expected a whole archive");
}

#[test]
fn headers_that_differ_from_the_list_are_refused() {
    let [crc, packed, size] = claim().header_numbers;
    let numbers = |header_numbers| Record {
        header_numbers,
        ..claim()
    };
    let flags = Record {
        header_flags: 1 << 11,
        ..claim()
    };
    let name = Record {
        name: "truth.txt",
        ..claim()
    };
    for (record, field) in [
        (name, "name"),
        (flags, "flag"),
        (numbers([crc + 1, packed, size]), "checksum"),
        (numbers([crc, packed + 1, size]), "packed size"),
        (numbers([crc, packed, size + 1]), "size"),
        (numbers([0, 0, 0]), "checksum"),
    ] {
        let why = opinion(record).expect_err(field);
        let says = format!("claim.txt: has a {field} in its header that differs");
        assert!(why.contains(&says), "{why}");
    }
}

#[test]
fn what_follows_a_file_is_nothing_but_its_numbers() {
    let unannounced = Record {
        trailer: b"a hidden claim".to_vec(),
        ..claim()
    };
    assert_eq!(opinion(unannounced).unwrap_err(), NOTHING_ELSE);
    for trailer in [
        &b""[..],
        b"another claim",
        b"twelve bytes",
        b"PK\x07\x08twelve bytes",
    ] {
        let record = claim().followed(|_| trailer.to_vec());
        assert_eq!(opinion(record).unwrap_err(), NOTHING_ELSE);
    }
    let longer = |all: [u32; 3]| [&little(&all)[..], b"text"].concat();
    assert_eq!(opinion(claim().followed(longer)).unwrap_err(), NOTHING_ELSE);
}

#[test]
fn a_folder_that_holds_text_is_refused() {
    let inside = |folder: Record<'_>| {
        let records = [folder, record("mine/claim.txt", b"a claim\n")];
        unpacked(&written(&records, b"")).map(|_| ())
    };
    assert_eq!(inside(record("mine/", b"")), Ok(()));
    let why = inside(record("mine/", b"another claim\n")).unwrap_err();
    assert_eq!(why, "mine/: is a folder with contents, expected a file");
}

#[test]
fn bytes_behind_the_list_are_refused() {
    assert!(unpacked(&written(&[claim()], b"")).is_ok());
    // What rawzip takes for a signature of the list.
    for behind in [&b"PK\x05\x05\x05\0claim"[..], b"a claim"] {
        assert!(unpacked(&written(&[claim()], behind)).is_err());
    }
}

#[test]
fn files_that_share_bytes_are_refused() {
    let mut bytes = written(&[record("puzzle.txt", b"1"), claim()], b"");
    let list = bytes.len() - 22 - claim().entry(0).len();
    // The second file begins where the first does.
    bytes[list + 42..list + 46].fill(0);
    assert!(unpacked(&bytes).is_err());
}
