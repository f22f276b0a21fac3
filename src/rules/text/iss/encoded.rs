//! What is written in Base64: texts, tables of pairs, automata.

use super::super::fault::Fault;
use super::tokens::Word;
use crate::rules::Description;
use serde_json::{Value, json};

/// Longest argument in characters.
const LONGEST: usize = 1 << 20;

/// The values of the characters, in the alphabet for addresses.
pub fn sextets(word: &Word) -> Result<Vec<u8>, Fault> {
    let value = |symbol: char| {
        Some(match symbol {
            'A'..='Z' => symbol as u8 - b'A',
            'a'..='z' => symbol as u8 - b'a' + 26,
            '0'..='9' => symbol as u8 - b'0' + 52,
            '-' => 62,
            '_' => 63,
            _ => return None,
        })
    };
    if word.text.len() > LONGEST {
        let found = format!("an argument of {} characters", word.text.len());
        return Err(Fault::new(found, format!("at most {LONGEST}")).or_column(word.column));
    }
    let values: Option<Vec<u8>> = word.text.chars().map(value).collect();
    let expected = "Base64 with - and _";
    values.ok_or_else(|| Fault::word(word.column, &word.text, expected))
}

/// The text that an argument encodes.
pub fn text(word: &Word) -> Result<String, Fault> {
    let mut bits = Bits::new(word)?;
    let mut text = String::new();
    while let Some(byte) = bits.read(8) {
        text.push(char::from(byte as u8));
    }
    Ok(text)
}

/// The pairs of digits whose bits are set. The old alphabet has - and _ swapped.
pub fn table(word: &Word, board: &Description, is_old: bool) -> Result<Vec<[i64; 2]>, Fault> {
    let mut values = sextets(word)?;
    if is_old {
        for value in &mut values {
            *value ^= u8::from(*value >= 62);
        }
    }
    let digits = i64::from(board.min)..=i64::from(board.max);
    let pairs = digits.clone().flat_map(|a| digits.clone().map(move |b| [a, b]));
    let is_set = |bit: usize| values.get(bit / 6).is_some_and(|value| value >> (bit % 6) & 1 == 1);
    Ok(pairs.enumerate().filter(|&(bit, _)| is_set(bit)).map(|(_, pair)| pair).collect())
}

struct Bits {
    sextets: Vec<u8>,
    at: usize,
}

impl Bits {
    fn new(word: &Word) -> Result<Bits, Fault> {
        let sextets = sextets(word)?;
        Ok(Bits { sextets, at: 0 })
    }

    /// What is left of whole bytes.
    fn left(&self) -> usize {
        self.sextets.len() * 6 / 8 * 8 - self.at
    }

    /// The next bits, the highest first; at most 32.
    fn read(&mut self, count: usize) -> Option<u32> {
        if count > self.left() {
            return None;
        }
        let mut value = 0;
        for _ in 0..count {
            let bit = self.sextets[self.at / 6] >> (5 - self.at % 6) & 1;
            value = value << 1 | u32::from(bit);
            self.at += 1;
        }
        Some(value)
    }
}

/// What is before the transitions.
struct Header {
    is_packed: bool,
    state_bits: usize,
    symbols: usize,
    starts: usize,
    accepting: Vec<usize>,
    count_bits: usize,
}

/// The automaton that an argument encodes, as it is written in JSON. Its symbols are
/// the indices of digits; transitions by others never happen.
pub fn automaton(word: &Word, board: &Description) -> Result<Value, Fault> {
    let fault = || Fault::word(word.column, &word.text, "an automaton in its encoding");
    let mut bits = Bits::new(word)?;
    let header = Header::read(&mut bits).ok_or_else(fault)?;
    let body = match header.is_packed {
        true => header.packed(&mut bits),
        false => header.plain(&mut bits),
    };
    let digits = (board.max - board.min + 1) as usize;
    let mut transitions = body.ok_or_else(fault)?;
    transitions.retain(|transition| transition[1] < digits);
    let named = transitions.iter().flat_map(|&[from, _, to]| [from, to]);
    let named = named.chain(header.accepting.iter().copied());
    let states = named.max().map_or(0, |most| most + 1).max(header.starts);
    Ok(json!({
        "states": states,
        "start": (0..header.starts).collect::<Vec<usize>>(),
        "accept": header.accepting,
        "transitions": transitions,
    }))
}

impl Header {
    fn read(bits: &mut Bits) -> Option<Header> {
        let is_packed = match bits.read(2)? {
            0 => false,
            1 => true,
            _ => return None,
        };
        let state_bits = bits.read(4)? as usize + 1;
        let symbols = bits.read(4)? as usize + 1;
        let starts = bits.read(state_bits)? as usize;
        let others = bits.read(state_bits)? as usize;
        let mut accepting = Vec::new();
        // The last start comes first.
        for state in (0..starts).rev() {
            if bits.read(1)? == 1 {
                accepting.push(state);
            }
        }
        accepting.reverse();
        accepting.extend(starts..starts + others);
        let count_bits = match is_packed {
            true => 0,
            false => bits.read(4)? as usize,
        };
        Some(Header {
            is_packed,
            state_bits,
            symbols,
            starts,
            accepting,
            count_bits,
        })
    }

    /// For each state the number of its transitions, and these.
    fn plain(&self, bits: &mut Bits) -> Option<Vec<[usize; 3]>> {
        let symbol_bits = (usize::BITS - (self.symbols - 1).leading_zeros()) as usize;
        let mut transitions = Vec::new();
        let mut state = 0;
        while self.count_bits > 0 && bits.left() >= self.count_bits {
            for _ in 0..bits.read(self.count_bits)? {
                let symbol = bits.read(symbol_bits)? as usize;
                let to = bits.read(self.state_bits)? as usize;
                transitions.push([state, symbol, to]);
            }
            state += 1;
        }
        Some(transitions)
    }

    /// For each state a bit for each symbol, and the states that they lead to.
    fn packed(&self, bits: &mut Bits) -> Option<Vec<[usize; 3]>> {
        let mut transitions = Vec::new();
        let mut state = 0;
        while bits.left() >= self.symbols {
            let mask = bits.read(self.symbols)?;
            for symbol in (0..self.symbols).filter(|symbol| mask >> symbol & 1 == 1) {
                let to = bits.read(self.state_bits)? as usize;
                transitions.push([state, symbol, to]);
            }
            state += 1;
        }
        Some(transitions)
    }
}
