//! A prover too simple to be wrong: the certificate lists every component below a position, then leaves out what it
//! can.

#![allow(dead_code)] // every test file uses a part of this

use grundy_check::{Checker, Each, Form, Rules, RulesError, game, naive_nimber};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The rules of a game that exists, with every component in its exact form, so that forms can be compared.
pub fn rules(name: &str) -> Box<dyn Rules> {
    Box::new(Exact(game(name).expect("a game")))
}

struct Exact(Box<dyn Rules>);

impl Exact {
    fn all(&self, sum: &[Form]) -> Vec<Form> {
        sum.iter().map(|component| self.0.exact(component)).collect()
    }
}

impl Rules for Exact {
    fn parse(&self, text: &str) -> Result<Vec<Form>, RulesError> {
        Ok(self.all(&self.0.parse(text)?))
    }

    fn options(&self, component: &Form, each: Each<'_>) -> ControlFlow<()> {
        self.0.options(component, &mut |option| each(&self.all(option)))
    }

    fn size(&self, component: &Form) -> Option<u64> {
        self.0.size(component)
    }

    fn text(&self, component: &Form) -> String {
        self.0.text(component)
    }

    fn theorem(&self, name: &str, position: &str) -> Result<u32, RulesError> {
        self.0.theorem(name, position)
    }
}

/// A certificate that lists the nimbers of all components below a position. `claim` is what stands before the position.
pub fn full_certificate(name: &str, claim: &str, position: &str) -> String {
    let rules = rules(name);
    let mut facts = Vec::new();
    let mut nimbers = HashMap::new();
    for component in rules.parse(position).expect("a position") {
        solve(&*rules, &component, &mut nimbers, &mut facts);
    }
    certificate(name, &format!("{claim} {position}"), &facts)
}

/// Puts a certificate together.
pub fn certificate(name: &str, claim: &str, facts: &[String]) -> String {
    let lines: String = facts.iter().map(|fact| format!("{fact}\n")).collect();
    format!("grundy certificate 1\ngame {name}\nclaim {claim}\n{lines}end {}\n", facts.len())
}

fn solve(rules: &dyn Rules, component: &Form, nimbers: &mut HashMap<Form, u32>, facts: &mut Vec<String>) -> u32 {
    if let Some(&nimber) = nimbers.get(component) {
        return nimber;
    }
    let mut values = Vec::new();
    let _ = rules.options(component, &mut |option| {
        values.push(option.iter().fold(0, |sum, c| sum ^ solve(rules, c, nimbers, facts)));
        ControlFlow::Continue(())
    });
    let nimber = (0..).find(|n| !values.contains(n)).expect("a mex");
    nimbers.insert(component.clone(), nimber);
    facts.push(format!("{nimber}\t{}", rules.text(component)));
    nimber
}

/// Leaves out every fact, from the last to the first, without which the certificate is still accepted.
pub fn smallest_certificate(name: &str, claim: &str, position: &str) -> String {
    let full = full_certificate(name, claim, position);
    let mut facts = facts_of(&full);
    for i in (0..facts.len()).rev() {
        let mut fewer = facts.clone();
        fewer.remove(i);
        if accepted(&certificate(name, &format!("{claim} {position}"), &fewer)) {
            facts = fewer;
        }
    }
    certificate(name, &format!("{claim} {position}"), &facts)
}

/// The fact lines of a certificate.
pub fn facts_of(certificate: &str) -> Vec<String> {
    certificate.lines().skip(3).filter(|line| !line.starts_with("end ")).map(str::to_string).collect()
}

/// Whether the checker accepts it.
pub fn accepted(certificate: &str) -> bool {
    Checker::new().check(certificate.as_bytes()).is_ok()
}

/// Judges accepted certificates: is everything that they say true, by the mex over all positions?
pub struct Judge {
    rules: Box<dyn Rules>,
    nimbers: HashMap<String, u32>,
}

impl Judge {
    pub fn new(name: &str) -> Judge {
        Judge { rules: rules(name), nimbers: HashMap::new() }
    }

    pub fn nimber(&mut self, position: &str) -> u32 {
        if let Some(&nimber) = self.nimbers.get(position) {
            return nimber;
        }
        let nimber = naive_nimber(&*self.rules, position, 100_000);
        let nimber = nimber.unwrap_or_else(|| panic!("accepted, and too large to judge: {position}"));
        self.nimbers.insert(position.to_string(), nimber);
        nimber
    }

    /// Panics if an accepted certificate says anything wrong.
    pub fn judge(&mut self, certificate: &str) {
        let claim = certificate.lines().nth(2).expect("a claim");
        let words: Vec<&str> = claim.splitn(4, ' ').collect();
        let nimber = self.nimber(words[3]);
        let right = match words[2] {
            "W" => nimber != 0,
            "L" => nimber == 0,
            value => value.parse() == Ok(nimber),
        };
        assert!(right, "a wrong claim was accepted: {certificate}");
        for fact in facts_of(certificate).iter().filter(|line| !line.starts_with('#')) {
            let columns: Vec<&str> = fact.split('\t').collect();
            assert_eq!(columns[0].parse(), Ok(self.nimber(columns[1])), "a wrong fact was accepted: {certificate}");
        }
    }
}

/// Numbers that look random and are the same in every run (xorshift64*).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n.max(1)
    }

    pub fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// The canonical text of a position.
pub fn canonical(name: &str, position: &str) -> String {
    let rules = rules(name);
    let mut texts: Vec<String> = rules.parse(position).expect("a position").iter().map(|c| rules.text(c)).collect();
    texts.sort();
    texts.join("+")
}
