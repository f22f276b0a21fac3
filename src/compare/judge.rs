//! Which answers cannot all be right, and whose word stands against facts.
//!
//! Solutions were checked before they come here, so whatever denies one is
//! wrong. Only where no solution decides does the majority.

use super::{Disagreement, KNOWN, Kind, Known};
use crate::backend::{Answer, End, Optimum, Tally, Verdict};
use crate::grid::Solution;
use std::collections::{BTreeMap, BTreeSet};

/// Answers to one question by name.
pub type Answers = Vec<(String, Answer)>;

/// Solved or not.
pub fn verdicts(answers: &Answers, known: Known) -> Option<Disagreement> {
    const SOLVED: &str = "solved";
    const NONE: &str = "no solution";
    let mut said: Vec<(String, String)> = Vec::new();
    for (name, answer) in answers {
        match answer {
            Answer::First(Verdict::Solved(_)) => said.push((name.clone(), SOLVED.into())),
            Answer::First(Verdict::Unsatisfiable) => said.push((name.clone(), NONE.into())),
            _ => {}
        }
    }
    match known {
        Known::Nothing => {}
        Known::None | Known::Exactly(0) => said.push((KNOWN.into(), NONE.into())),
        Known::One | Known::AtLeast(_) | Known::Exactly(_) => {
            said.push((KNOWN.into(), SOLVED.into()));
        }
    }
    let who = |text: &str| {
        let voices = said.iter().filter(|(_, said)| said == text);
        voices.map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    // Whoever said that it is solved showed a solution, or made the puzzle.
    let (solvers, accused) = (who(SOLVED), who(NONE));
    let witness = solvers.first().cloned()?;
    (!accused.is_empty()).then_some(Disagreement {
        kind: Kind::Verdict,
        said,
        accused,
        witness: Some(witness),
    })
}

/// A claim about the number of solutions: from, and up to where that is said.
struct Claim {
    name: String,
    how: &'static str,
    low: u64,
    high: Option<u64>,
}

impl Claim {
    fn allows(&self, count: u64) -> bool {
        self.low <= count && self.high.is_none_or(|high| count <= high)
    }

    fn said(&self) -> (String, String) {
        let text = match self.high {
            Some(_) => self.low.to_string(),
            None => format!("at least {}", self.low),
        };
        (format!("{}{}", self.name, self.how), text)
    }
}

/// Counts that can be told from each other: a finished count is exact, one that
/// was stopped is at least what it saw.
pub fn counts(sets: &Answers, counts: &Answers, known: Known) -> Option<Disagreement> {
    let mut claims = Vec::new();
    let mut shown: BTreeSet<&Solution> = BTreeSet::new();
    for (name, answer) in sets.iter().chain(counts) {
        let (tally, how) = match answer {
            Answer::Enumerate(solutions, tally) => {
                shown.extend(solutions);
                (tally, " enumerates")
            }
            Answer::Count(tally) => (tally, " counts"),
            _ => continue,
        };
        claims.push(claim(name, how, tally));
    }
    let (low, high) = match known {
        Known::Nothing => (0, None),
        Known::None => (0, Some(0)),
        Known::One => (1, Some(1)),
        Known::AtLeast(count) => (count, None),
        Known::Exactly(count) => (count, Some(count)),
    };
    if known != Known::Nothing {
        claims.push(Claim {
            name: KNOWN.into(),
            how: "",
            low,
            high,
        });
    }
    let least = claims.iter().map(|claim| claim.low).max()?;
    let most = claims.iter().filter_map(|claim| claim.high).min()?;
    if least <= most {
        return None;
    }
    let count = likely(&claims, shown.len() as u64);
    let names = |wrong: bool| {
        let those = claims.iter().filter(|claim| claim.allows(count) != wrong);
        let mut names: Vec<String> = those.map(|claim| claim.name.clone()).collect();
        names.dedup();
        names
    };
    let accused: BTreeSet<String> = names(true).into_iter().collect();
    let witness = names(false)
        .into_iter()
        .find(|name| !accused.contains(name));
    Some(Disagreement {
        kind: Kind::Count,
        said: claims.iter().map(Claim::said).collect(),
        accused: accused.into_iter().collect(),
        witness,
    })
}

fn claim(name: &str, how: &'static str, tally: &Tally) -> Claim {
    let exact = tally.end == End::Exhausted;
    Claim {
        name: name.to_owned(),
        how,
        low: tally.found,
        high: exact.then_some(tally.found),
    }
}

/// The number that most claim among those that what was shown allows; the
/// smallest of several, because nobody showed more.
fn likely(claims: &[Claim], shown: u64) -> u64 {
    let mut voices: BTreeMap<u64, u64> = BTreeMap::new();
    for count in claims.iter().filter_map(|claim| claim.high) {
        if count >= shown {
            *voices.entry(count).or_default() += 1;
        }
    }
    let most = voices.values().max().copied();
    let first = voices.into_iter().find(|(_, voices)| Some(*voices) == most);
    let claimed = || claims.iter().map(|claim| claim.low).max().unwrap_or(shown);
    first.map_or_else(claimed, |(count, _)| count)
}

/// Complete sets of solutions must be the same, and no set may repeat one.
pub fn sets(answers: &Answers) -> Option<Disagreement> {
    let (mut said, mut accused) = (Vec::new(), BTreeSet::new());
    let mut sets: Vec<(&str, BTreeSet<&Solution>)> = Vec::new();
    for (name, answer) in answers {
        let Answer::Enumerate(solutions, tally) = answer else {
            continue;
        };
        let set: BTreeSet<&Solution> = solutions.iter().collect();
        if set.len() != solutions.len() {
            said.push((name.clone(), "shows a solution twice".to_owned()));
            accused.insert(name.clone());
        }
        if tally.end == End::Exhausted {
            sets.push((name, set));
        }
    }
    if let [(first, expected), rest @ ..] = &sets[..] {
        for (name, set) in rest {
            let missing = expected.symmetric_difference(set).count();
            if missing > 0 {
                let text = format!("{missing} solutions differ from those of {first}");
                said.push(((*name).to_owned(), text));
            }
        }
    }
    if said.is_empty() {
        return None;
    }
    // Every solution was checked: who lacks one that another has is wrong.
    let all: BTreeSet<&Solution> = sets.iter().flat_map(|(_, set)| set).copied().collect();
    let lacking = sets.iter().filter(|(_, set)| set.len() < all.len());
    accused.extend(lacking.map(|(name, _)| (*name).to_owned()));
    let mut names = sets.iter().map(|(name, _)| (*name).to_owned());
    let witness = names.find(|name| !accused.contains(name));
    Some(Disagreement {
        kind: Kind::Solution,
        said,
        accused: accused.into_iter().collect(),
        witness,
    })
}

/// Proven maxima must be equal, and nobody may have found more than a proven
/// maximum or a bound.
pub fn maxima(answers: &Answers) -> Option<Disagreement> {
    // The best that each has found, and what each says that nobody exceeds.
    let mut claims: Vec<(&String, Option<i64>, Option<i64>)> = Vec::new();
    let mut said = Vec::new();
    for (name, answer) in answers {
        let Answer::Maximise(optimum) = answer else {
            continue;
        };
        let (best, bound, text) = match optimum {
            Optimum::Optimal { score, .. } => (Some(*score), Some(*score), score.to_string()),
            Optimum::Unsatisfiable => (None, Some(i64::MIN), "no solution".into()),
            Optimum::Feasible { score, bound, .. } => {
                let shown = bound.unwrap_or(i64::MAX);
                (Some(*score), *bound, format!("from {score} to {shown}"))
            }
            Optimum::Unknown(_) => continue,
        };
        claims.push((name, best, bound));
        said.push((name.clone(), text));
    }
    let (winner, best, _) = claims.iter().max_by_key(|(_, best, _)| *best)?;
    let score = (*best)?;
    let wrong = claims
        .iter()
        .filter(|(_, _, bound)| bound.is_some_and(|bound| bound < score));
    let accused: Vec<String> = wrong.map(|(name, ..)| (*name).clone()).collect();
    (!accused.is_empty()).then(|| Disagreement {
        kind: Kind::Maximum,
        said,
        accused,
        witness: Some((*winner).clone()),
    })
}
