//! Zstandard files of several frames.

use super::{OtherData, peek};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, Read};

/// Largest window, in bytes: twice what `zstd --long` takes.
const WINDOW: u64 = 1 << 28;

/// A frame that takes too much memory.
#[derive(Debug, thiserror::Error)]
#[error(
    "found a window of {} MiB, expected at most {}; run: zstd -dc --long=31 FILE | satoku ...",
    .0 >> 20,
    WINDOW >> 20
)]
pub(super) struct LargeWindow(u64);

/// The frames of a Zstandard file, one after the other.
pub(super) struct Frames<R> {
    input: R,
    decoder: FrameDecoder,
    /// Inside a frame.
    open: bool,
    /// The frame is cut off, and what was decoded of it is still to be read.
    cut: bool,
}

impl<R: BufRead> Frames<R> {
    pub fn new(input: R) -> Frames<R> {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(WINDOW);
        Frames {
            input,
            decoder,
            open: false,
            cut: false,
        }
    }

    /// Begins the next frame, if there is one.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            match peek(&mut self.input)? {
                [] => return Ok(false),
                // How frames begin, and those that are to be skipped.
                [0x28 | 0x50..=0x5f, ..] => {}
                other => return Err(OtherData::error(other)),
            }
            match self.decoder.init(&mut self.input) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let mut rest = self.input.by_ref().take(u64::from(length));
                    if io::copy(&mut rest, &mut io::sink())? < u64::from(length) {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(FrameDecoderError::ReadFrameHeaderError(
                    ReadFrameHeaderError::MagicNumberReadError(_),
                )) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Err(FrameDecoderError::WindowSizeTooBig { requested, .. }) => {
                    return Err(io::Error::other(LargeWindow(requested)));
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }

    /// Ends a frame that is cut off: the decoder keeps a window's worth of what it has decoded
    /// until the last block, so it gets one, without contents and with any checksum.
    fn cut_off(&mut self) -> io::Result<()> {
        const LAST_BLOCK: [u8; 3] = [1, 0, 0];
        const CHECKSUM: [u8; 4] = [0; 4];
        let end = [&LAST_BLOCK[..], &CHECKSUM].concat();
        self.cut = true;
        let ended = self
            .decoder
            .decode_blocks(&end[..], BlockDecodingStrategy::All);
        ended.map(|_| ()).map_err(io::Error::other)
    }

    fn end(&mut self) -> io::Result<()> {
        self.open = false;
        match self.decoder.get_checksum_from_data() {
            Some(sum) if Some(sum) != self.decoder.get_calculated_checksum() => {
                Err(io::Error::other("wrong checksum"))
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.cut {
                return match self.decoder.read(buffer)? {
                    0 => Err(io::ErrorKind::UnexpectedEof.into()),
                    count => Ok(count),
                };
            } else if !self.open {
                self.open = self.begin()?;
                if !self.open {
                    return Ok(0);
                }
            } else if self.decoder.can_collect() > 0 {
                return self.decoder.read(buffer);
            } else if self.decoder.is_finished() {
                self.end()?;
            } else {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                if let Err(error) = self.decoder.decode_blocks(&mut self.input, one) {
                    match self.input.fill_buf()?.is_empty() {
                        true => self.cut_off()?,
                        false => return Err(io::Error::other(error)),
                    }
                }
            }
        }
    }
}
