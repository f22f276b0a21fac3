//! Answers to one query that cannot all be right, and which of them are wrong.
//!
//! Solutions have been checked before they arrive here, so an answer that denies one
//! is wrong. The majority decides only where no solution does.

use super::{Disagreement, FindingKind, KNOWN, KnownCount};
use crate::backend::{Answer, End, Optimum, Tally, Verdict};
use crate::grid::Solution;
use crate::words::counted;
use std::collections::{BTreeMap, BTreeSet};

/// Answers to one query, with the names of the backends.
pub type Answers = Vec<(String, Answer)>;

/// Puzzles that some backends solve and others call unsatisfiable.
pub fn verdicts(answers: &Answers, known: KnownCount) -> Option<Disagreement> {
    const SOLVED: &str = "solved";
    const NONE: &str = "no solution";
    let mut claims: Vec<(String, String)> = Vec::new();
    for (name, answer) in answers {
        match answer {
            Answer::First(Verdict::Solved(_)) => claims.push((name.clone(), SOLVED.into())),
            Answer::First(Verdict::Unsatisfiable) => claims.push((name.clone(), NONE.into())),
            _ => {}
        }
    }
    match known {
        KnownCount::Unknown => {}
        KnownCount::Exactly(0) => claims.push((KNOWN.into(), NONE.into())),
        KnownCount::AtLeast(_) | KnownCount::Exactly(_) => {
            claims.push((KNOWN.into(), SOLVED.into()));
        }
    }
    let who = |text: &str| {
        let names = claims.iter().filter(|(_, claim)| claim == text);
        names.map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    // "Solved" comes with a checked solution, or is known by construction.
    let (solvers, accused) = (who(SOLVED), who(NONE));
    let witness = solvers.first().cloned()?;
    (!accused.is_empty()).then_some(Disagreement {
        kind: FindingKind::Verdict,
        claims,
        accused,
        witness: Some(witness),
    })
}

/// A claim about the number of solutions.
struct CountClaim {
    name: String,
    how: &'static str,
    low: u64,
    high: Option<u64>,
}

impl CountClaim {
    fn allows(&self, count: u64) -> bool {
        self.low <= count && self.high.is_none_or(|high| count <= high)
    }

    fn shown(&self) -> (String, String) {
        let text = match self.high {
            Some(_) => self.low.to_string(),
            None => format!("at least {}", self.low),
        };
        (format!("{}{}", self.name, self.how), text)
    }
}

/// Counts that exclude each other: a finished count is exact, a stopped one is a lower
/// bound.
pub fn counts(sets: &Answers, counts: &Answers, known: KnownCount) -> Option<Disagreement> {
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
    if known != KnownCount::Unknown {
        let (low, high) = known.range();
        claims.push(CountClaim {
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
    let (right, wrong): (Vec<_>, Vec<_>) = claims.iter().partition(|claim| claim.allows(count));
    let accused: BTreeSet<String> = wrong.iter().map(|claim| claim.name.clone()).collect();
    let mut witnesses = right.iter().map(|claim| &claim.name);
    let witness = witnesses.find(|name| !accused.contains(*name)).cloned();
    Some(Disagreement {
        kind: FindingKind::Count,
        claims: claims.iter().map(CountClaim::shown).collect(),
        accused: accused.into_iter().collect(),
        witness,
    })
}

fn claim(name: &str, how: &'static str, tally: &Tally) -> CountClaim {
    let exact = tally.end == End::Exhausted;
    CountClaim {
        name: name.to_owned(),
        how,
        low: tally.found,
        high: exact.then_some(tally.found),
    }
}

/// The exact count with the most votes that is not below the number of solutions
/// shown; the smallest on a tie.
fn likely(claims: &[CountClaim], shown: u64) -> u64 {
    let mut votes: BTreeMap<u64, u64> = BTreeMap::new();
    for count in claims.iter().filter_map(|claim| claim.high) {
        if count >= shown {
            *votes.entry(count).or_default() += 1;
        }
    }
    let most = votes.values().max().copied();
    let first = votes.into_iter().find(|(_, votes)| Some(*votes) == most);
    let claimed = || claims.iter().map(|claim| claim.low).max().unwrap_or(shown);
    first.map_or_else(claimed, |(count, _)| count)
}

/// Complete sets of solutions must be equal, and no set may repeat a solution.
pub fn sets(answers: &Answers) -> Option<Disagreement> {
    let (mut claims, mut accused) = (Vec::new(), BTreeSet::new());
    let mut sets: Vec<(&str, BTreeSet<&Solution>)> = Vec::new();
    for (name, answer) in answers {
        let Answer::Enumerate(solutions, tally) = answer else {
            continue;
        };
        let set: BTreeSet<&Solution> = solutions.iter().collect();
        if set.len() != solutions.len() {
            claims.push((name.clone(), "shows a solution twice".to_owned()));
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
                let solutions = counted(missing as u64, "solution");
                let text = format!("{solutions} not in common with {first}");
                claims.push(((*name).to_owned(), text));
            }
        }
    }
    if claims.is_empty() {
        return None;
    }
    // Every solution was checked, so a set that lacks one of them is wrong.
    let all: BTreeSet<&Solution> = sets.iter().flat_map(|(_, set)| set).copied().collect();
    let lacking = sets.iter().filter(|(_, set)| set.len() < all.len());
    accused.extend(lacking.map(|(name, _)| (*name).to_owned()));
    let mut names = sets.iter().map(|(name, _)| (*name).to_owned());
    let witness = names.find(|name| !accused.contains(name));
    Some(Disagreement {
        kind: FindingKind::Solution,
        claims,
        accused: accused.into_iter().collect(),
        witness,
    })
}

/// Proven maxima must be equal, and no score may exceed a proven maximum or a bound.
pub fn maxima(answers: &Answers) -> Option<Disagreement> {
    // The best score of each backend and its upper bound.
    let mut ranges: Vec<(&String, Option<i64>, Option<i64>)> = Vec::new();
    let mut claims = Vec::new();
    for (name, answer) in answers {
        let Answer::Maximise(optimum) = answer else {
            continue;
        };
        let (best, bound, text) = match optimum {
            Optimum::Optimal { score, .. } => (Some(*score), Some(*score), score.to_string()),
            Optimum::Unsatisfiable => (None, Some(i64::MIN), "no solution".into()),
            Optimum::Feasible { score, bound, .. } => {
                let text = match bound {
                    Some(bound) => format!("from {score} to {bound}"),
                    None => format!("at least {score}"),
                };
                (Some(*score), *bound, text)
            }
            Optimum::Unknown(_) => continue,
        };
        ranges.push((name, best, bound));
        claims.push((name.clone(), text));
    }
    let (winner, best, _) = ranges.iter().max_by_key(|(_, best, _)| *best)?;
    let score = (*best)?;
    let wrong = ranges
        .iter()
        .filter(|(_, _, bound)| bound.is_some_and(|bound| bound < score));
    let accused: Vec<String> = wrong.map(|(name, ..)| (*name).clone()).collect();
    (!accused.is_empty()).then(|| Disagreement {
        kind: FindingKind::Maximum,
        claims,
        accused,
        witness: Some((*winner).clone()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Digit;
    use crate::outcome::Reason;

    #[test]
    fn a_maximum_without_a_bound_is_at_least_the_best_score() {
        let solution = Solution::new(vec![Digit::from_index(0)]);
        let open = Optimum::Feasible {
            solution: solution.clone(),
            score: 5,
            bound: None,
            reason: Reason::Timeout,
        };
        let wrong = Optimum::Optimal { solution, score: 4 };
        let answers = [("open", open), ("wrong", wrong)];
        let answers = answers.map(|(name, best)| (name.to_owned(), Answer::Maximise(best)));
        let found = maxima(&Vec::from(answers)).unwrap();
        assert_eq!(found.accused, ["wrong"]);
        assert_eq!(found.claims[0], ("open".into(), "at least 5".into()));
    }
}
