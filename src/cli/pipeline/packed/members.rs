//! gzip files of several members.

use super::{OtherData, peek};
use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, Read};

/// The members of a gzip file, one after the other. Zeros at the end are padding, as on
/// tapes; `gzip` ignores them, too.
pub(super) struct Members<R> {
    /// None behind the last.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Members<R> {
    pub fn new(input: R) -> Members<R> {
        let member = Some(GzDecoder::new(input));
        Members { member }
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let count = member.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let rest = self.member.take().map(GzDecoder::into_inner);
            self.member = rest.map_or(Ok(None), next)?;
        }
        Ok(0)
    }
}

/// The next member, if there is one.
fn next<R: BufRead>(mut rest: R) -> io::Result<Option<GzDecoder<R>>> {
    let mut is_padded = false;
    loop {
        match peek(&mut rest)? {
            [] => return Ok(None),
            [0x1f, ..] if !is_padded => return Ok(Some(GzDecoder::new(rest))),
            [0, ..] => is_padded = true,
            other => return Err(OtherData::error(other)),
        }
        let zeros = |bytes: &[u8]| bytes.iter().take_while(|&&byte| byte == 0).count();
        let count = zeros(peek(&mut rest)?);
        rest.consume(count);
    }
}
