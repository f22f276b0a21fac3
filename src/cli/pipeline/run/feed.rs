//! From files to pieces: 9×9 puzzles in blocks, other puzzles one by one, and what is
//! not a puzzle.

use super::block::BlockSolver;
use super::{Placed, PuzzleRun, puzzles};
use crate::cli::args::OnError;
use crate::cli::pipeline::input;
use crate::cli::pipeline::lines;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::progress::TotalEstimator;
use crate::cli::pipeline::resume::Resume;
use crate::cli::pipeline::stream::Give;
use crate::grid::text::Format;
use crate::grid::text::blocks::{Block, BlockReader, Piece};
use anyhow::Result;

impl PuzzleRun<'_> {
    /// Reads all inputs and passes on their pieces, except what an earlier run answered.
    pub(super) fn feed(
        &self,
        blocks: Option<&BlockSolver<'_>>,
        resume: &mut Resume<'_>,
        mut estimator: Option<&mut TotalEstimator>,
        output: &Output,
        give: &mut Give<'_, Placed<Piece>>,
    ) -> Result<()> {
        for name in self.inputs.args.files() {
            let (input, file) = self.inputs.open(name, Some(output))?;
            let options = input::options(&self.inputs.args.read)?;
            let mut reader = BlockReader::new(input, &file, options);
            if self.keeps_notes {
                reader = reader.keeping_notes();
            }
            let mut goes_on = true;
            while goes_on {
                let mut piece = match reader.take() {
                    Ok(Some(piece)) => piece,
                    Ok(None) => break,
                    Err(error) => {
                        // Of this input, nothing more can be read.
                        goes_on = false;
                        Piece::Bad(error)
                    }
                };
                if let (Piece::Record(record), Some(refusal)) = (&piece, self.refusal)
                    && let Some(error) = refusal(record)
                {
                    piece = Piece::Bad(error);
                }
                if self.to.is_some() {
                    piece.write_digits();
                }
                let count = puzzles(&piece).max(1);
                if let Some(estimator) = &mut estimator {
                    estimator.add(count, reader.progress());
                }
                let mut given = 0;
                let wants_more = self.feed_piece(piece, blocks, resume, &mut |placed| {
                    given += puzzles(&placed.item).max(1);
                    give(placed)
                });
                if !wants_more? {
                    return Ok(());
                }
                if let Some(estimator) = &mut estimator {
                    estimator.skip(count - given);
                }
            }
            if let Some(estimator) = &mut estimator {
                estimator.end(reader.progress());
            }
        }
        resume.finish()
    }

    /// Passes on a piece, except what an earlier run answered; `false` if no more are
    /// wanted.
    fn feed_piece(
        &self,
        piece: Piece,
        blocks: Option<&BlockSolver<'_>>,
        resume: &mut Resume<'_>,
        give: &mut Give<'_, Placed<Piece>>,
    ) -> Result<bool> {
        let (mark, item) = match piece {
            Piece::Bad(error) if self.list.on_error == OnError::Stop => return Err(error.into()),
            Piece::Bad(error) if resume.covers_next() => {
                return resume.bad(&error).map(|()| true);
            }
            Piece::Bad(error) => (resume.see_bad(&error), Piece::Bad(error)),
            Piece::Record(record) => {
                self.require_line(&record.file, record.format)?;
                if resume.covers_next() {
                    return resume.puzzle(&record).map(|()| true);
                }
                (resume.see(&record), Piece::Record(record))
            }
            Piece::Block(block) => {
                self.require_line(block.file(), block.format)?;
                let Some(block) = resume.block(block)? else {
                    return Ok(true);
                };
                return Ok(match blocks {
                    Some(blocks) => give_blocks(block, blocks, resume, give),
                    None => give_each(&block, resume, give),
                });
            }
        };
        Ok(give(Placed { item, mark }))
    }

    /// Refuses to resume a run whose answers take more than a line.
    fn require_line(&self, file: &str, format: Format) -> Result<()> {
        lines::require_line(self.lines.as_ref(), self.to, file, format)
    }
}

/// Passes on a block, in blocks that are small if their puzzles may take long.
fn give_blocks(
    mut block: Block,
    blocks: &BlockSolver<'_>,
    resume: &mut Resume<'_>,
    give: &mut Give<'_, Placed<Piece>>,
) -> bool {
    loop {
        let rest = block.split_off(blocks.most_together());
        let mark = resume.see_block(&block);
        let item = Piece::Block(block);
        if !give(Placed { item, mark }) {
            return false;
        }
        match rest {
            Some(rest) => block = rest,
            None => return true,
        }
    }
}

/// Passes on the puzzles of a block one by one.
fn give_each(block: &Block, resume: &mut Resume<'_>, give: &mut Give<'_, Placed<Piece>>) -> bool {
    (0..).zip(block.puzzles()).all(|(puzzle, row)| {
        give(Placed {
            item: Piece::Record(Box::new(block.record(puzzle))),
            mark: resume.see_row(row),
        })
    })
}
