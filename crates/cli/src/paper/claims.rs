//! What a paper claims, and whether it holds here: a verdict is computed, never written.
//!
//! A claim stands in `papers/NAME/claims.json` with the number to measure and the bounds within which
//! it holds. The experiments give the numbers; this file only compares.

use crate::error::Failure;
use esker_output::{Table, number};
use serde::{Deserialize, Serialize};

/// A paper and its claims.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Paper {
    pub(super) title: String,
    pub(super) authors: String,
    pub(super) year: u32,
    pub(super) claims: Vec<Claim>,
}

/// One claim.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Claim {
    id: String,
    /// Where the paper says it.
    place: String,
    /// What the paper says.
    claimed: String,
    /// The paper's number, where its text gives one.
    value: Option<f64>,
    /// What we measure.
    measure: String,
    /// The claim holds from here …
    at_least: Option<f64>,
    /// … to here.
    at_most: Option<f64>,
}

/// What we measured for a claim: one number or several, each with its name. A number that could not
/// be had is none.
pub(super) struct Evidence {
    pub(super) id: &'static str,
    pub(super) numbers: Vec<(String, Option<f64>)>,
}

impl Evidence {
    /// A claim about one number.
    pub(super) fn one(id: &'static str, name: &str, value: Option<f64>) -> Self {
        Self { id, numbers: vec![(name.to_string(), value)] }
    }
}

/// A claim with what was measured and what follows.
#[derive(Debug, Serialize)]
pub(super) struct Judged {
    #[serde(flatten)]
    claim: Claim,
    measured: Vec<Measured>,
    verdict: Verdict,
}

#[derive(Debug, Serialize)]
struct Measured {
    name: String,
    value: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Verdict {
    Holds,
    DoesNotHold,
    NotMeasured,
}

impl Paper {
    /// Reads a claims file, which is part of the program.
    pub(super) fn read(text: &str) -> Self {
        serde_json::from_str(text).expect("the claims files are read by the tests")
    }

    /// Judges every claim by its evidence, in the order of the claims. The two must match: a claim
    /// that nobody looks at, or evidence for nothing, is a mistake of ours.
    pub(super) fn judge(&self, evidence: &[Evidence]) -> Result<Vec<Judged>, Failure> {
        let of = |claim: &Claim| evidence.iter().filter(|evidence| evidence.id == claim.id).count();
        let lonely = self.claims.iter().find(|claim| of(claim) != 1).map(|claim| &*claim.id);
        let known = |evidence: &&Evidence| self.claims.iter().any(|claim| claim.id == evidence.id);
        let stray = evidence.iter().find(|evidence| !known(evidence)).map(|evidence| evidence.id);
        if let Some(id) = lonely.or(stray) {
            return Err(Failure::Run(format!("claim '{id}' and its evidence do not match")));
        }
        let judge = |claim: &Claim| {
            let evidence = evidence.iter().find(|evidence| evidence.id == claim.id)?;
            Some(claim.judge(evidence))
        };
        Ok(self.claims.iter().filter_map(judge).collect())
    }
}

impl Claim {
    fn judge(&self, evidence: &Evidence) -> Judged {
        let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
        let measured: Vec<_> = evidence
            .numbers
            .iter()
            .map(|(name, value)| Measured { name: name.clone(), value: finite(*value) })
            .collect();
        Judged { claim: self.clone(), verdict: self.verdict(&measured), measured }
    }

    fn verdict(&self, measured: &[Measured]) -> Verdict {
        let values: Option<Vec<f64>> = measured.iter().map(|measured| measured.value).collect();
        let holds = |value: &f64| {
            self.at_least.is_none_or(|low| *value >= low)
                && self.at_most.is_none_or(|high| *value <= high)
        };
        match values {
            Some(values) if values.is_empty() => Verdict::NotMeasured,
            Some(values) if values.iter().all(holds) => Verdict::Holds,
            Some(_) => Verdict::DoesNotHold,
            None => Verdict::NotMeasured,
        }
    }

    fn rule(&self) -> String {
        match (self.at_least, self.at_most) {
            (Some(low), Some(high)) if low == high => format!("exactly {}", number(low)),
            (Some(low), Some(high)) => format!("from {} to {}", number(low), number(high)),
            (Some(low), None) => format!("at least {}", number(low)),
            (None, Some(high)) => format!("at most {}", number(high)),
            (None, None) => "any number".to_string(),
        }
    }
}

/// The claims as a table.
pub(super) fn table(judged: &[Judged]) -> Table {
    let head = ["", "the paper says", "we measure", "it holds if", "measured here", "verdict"];
    let mut table = Table::words(&head);
    for (index, Judged { claim, measured, verdict }) in judged.iter().enumerate() {
        let value = |measured: &Measured| measured.value.map_or("–".to_string(), number);
        let measured: Vec<_> = measured
            .iter()
            .map(|measured| format!("`{}` {}", measured.name, value(measured)))
            .collect();
        let verdict = match verdict {
            Verdict::Holds => "✓ holds",
            Verdict::DoesNotHold => "✗ does not hold",
            Verdict::NotMeasured => "– not measured",
        };
        let papers_number = claim
            .value
            .map_or(String::new(), |value| format!(" (the paper's number: {})", number(value)));
        table.row([
            (index + 1).to_string(),
            format!("{} [{}]", claim.claimed, claim.place),
            claim.measure.clone() + &papers_number,
            claim.rule(),
            measured.join(", "),
            verdict.to_string(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paper() -> Paper {
        Paper::read(
            r#"{"title": "T", "authors": "A", "year": 1999, "claims": [
                {"id": "a", "place": "1", "claimed": "c", "measure": "m", "at_most": 2},
                {"id": "b", "place": "2", "claimed": "c", "measure": "m", "at_least": 1, "at_most": 2}]}"#,
        )
    }

    fn verdicts(a: Option<f64>, b: &[f64]) -> Vec<Verdict> {
        let numbers = b.iter().map(|&value| ("n".to_string(), Some(value))).collect();
        let evidence = [Evidence::one("a", "n", a), Evidence { id: "b", numbers }];
        paper().judge(&evidence).unwrap().iter().map(|judged| judged.verdict).collect()
    }

    #[test]
    fn a_verdict_follows_from_the_numbers_alone() {
        use Verdict::{DoesNotHold, Holds, NotMeasured};
        assert_eq!(verdicts(Some(2.0), &[1.0, 2.0]), [Holds, Holds]);
        assert_eq!(verdicts(Some(2.1), &[1.0, 2.1]), [DoesNotHold, DoesNotHold]);
        assert_eq!(verdicts(Some(-5.0), &[0.9]), [Holds, DoesNotHold]);
        assert_eq!(verdicts(None, &[]), [NotMeasured, NotMeasured]);
        assert_eq!(verdicts(Some(f64::NAN), &[f64::INFINITY]), [NotMeasured, NotMeasured]);
    }

    #[test]
    fn a_claim_without_evidence_is_a_mistake_and_so_is_the_reverse() {
        let judged = |ids: &[&'static str]| {
            let evidence: Vec<_> = ids.iter().map(|id| Evidence::one(id, "n", None)).collect();
            match paper().judge(&evidence) {
                Err(Failure::Run(text)) => text,
                _ => String::new(),
            }
        };
        assert_eq!(judged(&["b", "a"]), "");
        assert!(judged(&["a"]).starts_with("claim 'b'"));
        assert!(judged(&["a", "b", "b"]).starts_with("claim 'b'"));
        assert!(judged(&["a", "b", "c"]).starts_with("claim 'c'"));
    }

    #[test]
    fn every_claim_has_a_bound_and_a_name_of_its_own() {
        for text in [
            super::super::munjiza::CLAIMS,
            super::super::perkins::CLAIMS,
            super::super::lazarevic::CLAIMS,
        ] {
            let paper = Paper::read(text);
            for (index, claim) in paper.claims.iter().enumerate() {
                assert!(claim.at_least.is_some() || claim.at_most.is_some(), "{}", claim.id);
                assert!(paper.claims[..index].iter().all(|other| other.id != claim.id));
                let inside = |value: f64| {
                    let measured = [Measured { name: String::new(), value: Some(value) }];
                    claim.verdict(&measured) == Verdict::Holds
                };
                assert!(claim.value.is_none_or(inside), "{}: the paper's own number", claim.id);
            }
        }
    }
}
