//! The engines of variants. Puzzles that are classic after all go to the fast ones.

use crate::backend::{Backend, ByType, VariantAuto, VariantNative, VariantSat, VariantSearch};
use crate::cli::args::{BackendName, EngineArgs, JobsArgs};
use crate::cli::pipeline::engines;
use crate::cli::pipeline::session::Session;
use crate::cubes::SharedVariantSat;
use crate::encoding::Encoding;
use crate::rules::VariantPuzzle;
use crate::sat::Engine;
use crate::search::Threads;
use anyhow::{Result, bail};
use clap::ValueEnum;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The engine of a verb and the number of its workers.
pub struct VariantSession<'a> {
    args: &'a EngineArgs,
    classic: Session<'a>,
    /// Whether solutions come in an order that depends on the puzzle alone.
    is_stable: bool,
    /// Whether SAT may help native search, if no engine is named.
    has_helper: bool,
}

impl<'a> VariantSession<'a> {
    /// Checks that the engine is available.
    ///
    /// # Errors
    /// An engine or an encoding that does not exist, or that takes no variants.
    pub fn new(args: &'a EngineArgs, jobs: &JobsArgs) -> Result<VariantSession<'a>> {
        VariantSession::with(args, Session::new(args, jobs)?, false)
    }

    /// Like [`VariantSession::new`], for verbs that ask many questions about a puzzle: one engine
    /// answers them all, so that another one can check it.
    ///
    /// # Errors
    /// Those of [`VariantSession::new`].
    pub fn of_one_engine(args: &'a EngineArgs, jobs: &JobsArgs) -> Result<VariantSession<'a>> {
        let session = VariantSession::new(args, jobs)?;
        Ok(VariantSession {
            has_helper: false,
            ..session
        })
    }

    /// Like [`VariantSession::new`], for verbs that show many solutions of a puzzle.
    ///
    /// # Errors
    /// Those of [`VariantSession::new`].
    pub fn in_stable_order(args: &'a EngineArgs, jobs: &JobsArgs) -> Result<VariantSession<'a>> {
        VariantSession::with(args, Session::in_stable_order(args, jobs)?, true)
    }

    fn with(
        args: &'a EngineArgs,
        classic: Session<'a>,
        is_stable: bool,
    ) -> Result<VariantSession<'a>> {
        let session = VariantSession {
            args,
            classic,
            is_stable,
            has_helper: !is_stable,
        };
        session.variants()?;
        Ok(session)
    }

    /// The threads of all workers.
    pub fn threads(&self) -> Arc<Threads> {
        self.classic.threads()
    }

    /// The options that decide the answers of a verb, by their names.
    pub fn deciding_options(&self, verb: &str) -> BTreeMap<String, String> {
        self.classic.deciding_options(verb)
    }

    /// A backend for one worker.
    pub fn backend(&self) -> Result<Box<dyn Backend<VariantPuzzle>>> {
        let classic = match self.is_stable {
            true => self.classic.backend()?,
            false => self.classic.helped_backend()?,
        };
        Ok(Box::new(ByType::new(self.variants()?, classic)))
    }

    fn variants(&self) -> Result<Box<dyn Backend<VariantPuzzle>>> {
        let args = self.args;
        if !args.member.is_empty() {
            bail!("--member: a portfolio only solves classic puzzles; choose one with --backend");
        }
        let encoding = engines::encoding(&args.encoding)?;
        let Some(engine) = engines::sat_engine(args)? else {
            return self.native(&encoding);
        };
        let sat = VariantSat::new(&encoding, &engine);
        Ok(match self.is_stable {
            true => Box::new(sat),
            false => Box::new(SharedVariantSat::new(sat, self.classic.threads())),
        })
    }

    /// Native search, with SAT beside it unless it is named.
    fn native(&self, encoding: &Encoding) -> Result<Box<dyn Backend<VariantPuzzle>>> {
        let threads = self.classic.threads();
        Ok(match self.args.backend {
            BackendName::Auto | BackendName::Native if self.is_stable => {
                Box::new(VariantSearch::default())
            }
            BackendName::Auto if self.has_helper => {
                let sat = VariantSat::new(encoding, &Engine::varisat());
                Box::new(VariantAuto::new(VariantNative::sharing(threads), sat))
            }
            BackendName::Auto | BackendName::Native => Box::new(VariantSearch::sharing(threads)),
            other => {
                let name = other.to_possible_value();
                let name = name.as_ref().map_or("", |value| value.get_name());
                bail!("--backend {name}: takes classic puzzles only; use native or varisat");
            }
        })
    }
}
