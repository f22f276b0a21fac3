//! A record of a table, line by line.

use crate::grid::text::hint;
use csv_core::ReadFieldResult;

/// Possible delimiters; the most frequent one is chosen.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// A record under construction.
#[derive(Default)]
pub struct TableRow {
    fields: Vec<u8>,
    len: usize,
    ends: Vec<usize>,
    /// The characters before the text of each field, for those that start on the first line.
    starts: Vec<usize>,
    /// The line it starts on.
    pub line: u64,
    /// Lines so far.
    lines: usize,
    is_open: bool,
}

impl TableRow {
    /// Whether the last line ends inside a quoted field.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// How many fields there are.
    pub fn width(&self) -> usize {
        self.ends.len()
    }

    /// Bytes in all fields.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The column, from 1, of the quote that opens the last field of the first line.
    pub fn open_column(&self) -> usize {
        self.starts.last().map_or(1, |&before| before.max(1))
    }

    /// Begins a record on this line.
    pub fn begin(&mut self, line: u64) {
        (self.line, self.len, self.lines) = (line, 0, 0);
        self.ends.clear();
        self.starts.clear();
    }

    /// Ends a record before it is complete.
    pub fn close(&mut self) {
        self.is_open = false;
    }

    /// Adds a line with its end; returns whether the record is complete.
    pub fn take(&mut self, parser: &mut csv_core::Reader, line: &[u8]) -> bool {
        // Fields are no longer than their text.
        self.fields.resize(self.len + line.len() + 1, 0);
        self.lines += 1;
        let (mut rest, mut before) = (line, 0);
        self.is_open = loop {
            if self.lines == 1 {
                let quotes = usize::from(rest.starts_with(b"\""));
                self.starts.push(before + quotes);
            }
            let (result, read, written) = parser.read_field(rest, &mut self.fields[self.len..]);
            self.len += written;
            before += characters(&rest[..read]);
            rest = &rest[read..];
            match result {
                ReadFieldResult::Field { record_end } => {
                    self.ends.push(self.len);
                    if record_end || rest.is_empty() {
                        break false;
                    }
                }
                _ => break true,
            }
        };
        !self.is_open
    }

    /// Adds a line without quotes as a whole record: nothing needs to be parsed.
    pub fn take_plain(&mut self, delimiter: u8, line: &[u8]) {
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        self.fields.resize(text.len(), 0);
        self.lines += 1;
        let mut before = 0;
        for field in text.split(|&byte| byte == delimiter) {
            self.starts.push(before);
            self.fields[self.len..self.len + field.len()].copy_from_slice(field);
            self.len += field.len();
            self.ends.push(self.len);
            before += characters(field) + 1;
        }
    }

    /// A field without blanks around it.
    pub fn field(&self, index: usize) -> Option<&[u8]> {
        Some(self.untrimmed(index)?.trim_ascii())
    }

    fn untrimmed(&self, index: usize) -> Option<&[u8]> {
        let start = match index {
            0 => 0,
            _ => *self.ends.get(index - 1)?,
        };
        self.fields.get(start..*self.ends.get(index)?)
    }

    /// A field as the name of a column.
    pub fn name(&self, index: usize) -> Option<String> {
        Some(String::from_utf8_lossy(self.field(index)?).into_owned())
    }

    /// Whether these are its fields.
    pub fn is(&self, names: &[String]) -> bool {
        let mut names = names.iter().enumerate();
        names.len() == self.width()
            && names.all(|(index, name)| self.field(index) == Some(name.as_bytes()))
    }

    /// A field as a line of its own, at the column where it is in the table.
    pub fn as_line(&self, index: usize, text: &[u8]) -> Vec<u8> {
        if self.lines > 1 {
            return joined(text);
        }
        let field = self.untrimmed(index).unwrap_or_default();
        let blanks = field.len() - field.trim_ascii_start().len();
        // Quotes with blanks around them are text of the field.
        let quotes = usize::from(text.len() < field.trim_ascii().len());
        let before = self.starts.get(index).unwrap_or(&0) + blanks + quotes;
        let mut line = vec![b' '; before];
        line.extend_from_slice(text);
        line
    }
}

/// The number of characters of a text.
fn characters(text: &[u8]) -> usize {
    match text.is_ascii() {
        true => text.len(),
        false => String::from_utf8_lossy(text).chars().count(),
    }
}

/// The most frequent delimiter of a line.
pub fn delimiter(line: &[u8]) -> u8 {
    let mut quoted = false;
    let mut counts = [0; DELIMITERS.len()];
    for byte in line {
        quoted ^= *byte == b'"';
        if let Some(k) = DELIMITERS.iter().position(|d| !quoted && d == byte) {
            counts[k] += 1;
        }
    }
    let most = (0..counts.len()).rev().max_by_key(|k| counts[*k]);
    DELIMITERS[most.unwrap_or(0)]
}

/// The delimiter that Excel's first line `sep=;` names.
pub fn named_delimiter(line: &[u8]) -> Option<u8> {
    match line.trim_ascii_end() {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', delimiter] => Some(*delimiter),
        b"sep=" => Some(b'\t'),
        _ => None,
    }
    .filter(|delimiter| DELIMITERS.contains(delimiter))
}

/// How many fields a line has if quotes are text.
pub fn width(line: &[u8], delimiter: u8) -> usize {
    memchr::memchr_iter(delimiter, line).count() + 1
}

/// The fields of a line if quotes are text, without the quotes and blanks around them.
pub fn plain_fields(line: &[u8], delimiter: u8) -> impl Iterator<Item = String> {
    let fields = line.split(move |&byte| byte == delimiter);
    fields.map(|field| {
        let text = String::from_utf8_lossy(field);
        let text = text.trim_matches(|c: char| c == '"' || c.is_whitespace());
        text.to_owned()
    })
}

/// Whether a line has a puzzle in this column, counted from 0, if quotes are text.
pub fn has_puzzle(line: &[u8], delimiter: u8, column: usize) -> bool {
    let field = plain_fields(line, delimiter).nth(column);
    field.is_some_and(|text| hint::is_puzzle(&text))
}

/// Whether the quoted field that goes on in a line ends before a delimiter or the end of the
/// line.
pub fn ends_field(line: &[u8], delimiter: u8) -> bool {
    let mut rest = line;
    while let Some(at) = memchr::memchr(b'"', rest) {
        rest = &rest[at + 1..];
        match rest.strip_prefix(b"\"") {
            Some(behind) => rest = behind,
            None => {
                let is_end = |byte: &u8| *byte == delimiter || byte.is_ascii_whitespace();
                return rest.first().is_none_or(is_end);
            }
        }
    }
    false
}

/// A parser of records whose fields are separated like this.
pub fn parser(delimiter: u8) -> csv_core::Reader {
    csv_core::ReaderBuilder::new()
        .terminator(csv_core::Terminator::Any(b'\n'))
        .delimiter(delimiter)
        .build()
}

/// A field whose quotes are text since there are blanks around them, without these quotes.
pub fn without_quotes(field: &[u8]) -> &[u8] {
    let inside = field
        .strip_prefix(b"\"")
        .and_then(|rest| rest.strip_suffix(b"\""));
    inside.unwrap_or(field)
}

/// The rows of a field as one line.
fn joined(field: &[u8]) -> Vec<u8> {
    let rows: Vec<&[u8]> = field
        .split(|byte| matches!(byte, b'\n' | b'\r'))
        .map(<[u8]>::trim_ascii)
        .filter(|row| !row.is_empty())
        .collect();
    let split = rows
        .iter()
        .any(|row| row.iter().any(u8::is_ascii_whitespace));
    rows.join(if split { &b" "[..] } else { b"" })
}
