//! The engines of variants. Puzzles that are classic after all go to the fast ones.

use super::VariantInstance;
use super::run::VariantRefusal;
use crate::backend::{
    Backend, ByType, End, Query, Unsupported, VariantAuto, VariantNative, VariantSat,
    VariantSearch, Visitor,
};
use crate::cli::args::{BackendName, EngineArgs, JobsArgs};
use crate::cli::pipeline::engines;
use crate::cli::pipeline::session::Session;
use crate::cubes::SharedVariantSat;
use crate::encoding::Encoding;
use crate::limits::Limits;
use crate::objective::CellWeights;
use crate::outcome::Reason;
use crate::rules::{Compiled, VariantPuzzle};
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
    /// An engine or an encoding that does not exist.
    pub fn new(args: &'a EngineArgs, jobs: &JobsArgs) -> Result<VariantSession<'a>> {
        VariantSession::with(args, Session::new(args, jobs)?, false)
    }

    /// Like [`VariantSession::new`], for verbs that ask many questions about a puzzle: one engine
    /// answers them all, so that another one can check it.
    ///
    /// # Errors
    /// Those of [`VariantSession::new`], and an engine for classic puzzles only.
    pub fn of_one_engine(args: &'a EngineArgs, jobs: &JobsArgs) -> Result<VariantSession<'a>> {
        let session = VariantSession::new(args, jobs)?;
        if let Some(why) = session.only_classic()? {
            bail!("{why}");
        }
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
        let encoding = engines::encoding(&args.encoding)?;
        let Some(engine) = engines::sat_engine(args)? else {
            return Ok(match self.only_classic()? {
                Some(why) => Box::new(ClassicOnly(why)),
                None => self.native(&encoding),
            });
        };
        let sat = VariantSat::new(&encoding, &engine);
        Ok(match self.is_stable {
            true => Box::new(sat),
            false => Box::new(SharedVariantSat::new(sat, self.classic.threads())),
        })
    }

    /// Native search, with SAT beside it unless it is named.
    fn native(&self, encoding: &Encoding) -> Box<dyn Backend<VariantPuzzle>> {
        let threads = self.classic.threads();
        if self.is_stable {
            return Box::new(VariantSearch::default());
        }
        if self.args.backend == BackendName::Auto && self.has_helper {
            let sat = VariantSat::new(encoding, &Engine::varisat());
            return Box::new(VariantAuto::new(VariantNative::sharing(threads), sat));
        }
        Box::new(VariantSearch::sharing(threads))
    }

    /// Why the engine takes no variants, if it takes classic puzzles only.
    fn only_classic(&self) -> Result<Option<String>> {
        let args = self.args;
        if engines::sat_engine(args)?.is_some() {
            return Ok(None);
        }
        if !args.member.is_empty() {
            let why =
                "--member: a portfolio only solves classic puzzles; choose one with --backend";
            return Ok(Some(why.to_owned()));
        }
        if matches!(args.backend, BackendName::Auto | BackendName::Native) {
            return Ok(None);
        }
        let name = args.backend.to_possible_value();
        let name = name.as_ref().map_or("", |value| value.get_name());
        Ok(Some(format!(
            "--backend {name}: takes classic puzzles only; use native or varisat"
        )))
    }

    /// Refuses variants if the engine takes classic puzzles only.
    ///
    /// # Errors
    /// Those of [`VariantSession::new`].
    pub fn refusal(&self) -> Result<Option<VariantRefusal>> {
        let refusal = |why: String| -> VariantRefusal {
            Box::new(move |instance: &VariantInstance<Compiled>| {
                let classic = instance.puzzle.whole().ok()?.to_classic();
                classic.is_none().then(|| why.clone())
            })
        };
        Ok(self.only_classic()?.map(refusal))
    }
}

/// In the place of an engine for variants, if there is none: says why.
struct ClassicOnly(String);

impl Backend<VariantPuzzle> for ClassicOnly {
    fn name(&self) -> &'static str {
        "none"
    }

    fn supports(&self, _: &VariantPuzzle, _: &Query<CellWeights>) -> Result<(), Unsupported> {
        Err(self.unsupported(&self.0))
    }

    fn search(&mut self, _: &VariantPuzzle, _: &Limits, _: &mut Visitor<'_>) -> End {
        End::Stopped(Reason::Engine(self.0.clone()))
    }
}
