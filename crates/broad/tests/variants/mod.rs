//! What is tested: every listed method, by its defaults and by the limits of its parameters.

use esker_broad::{Accepts, BroadPhase, Method, Methods, Threads};

/// Every method; every other word and both limits of each of its parameters; and some with a skin.
pub fn variants() -> Vec<String> {
    let skins =
        ["grid:skin=auto", "grid:skin=0.2", "hierarchical-grid:skin=0.05", "pairing:skin=0.1"];
    let mut texts: Vec<_> = skins.map(String::from).to_vec();
    for entry in Methods::<3>::ALL {
        texts.push(entry.name.to_string());
        for parameter in entry.parameters {
            let values = match parameter.accepts {
                Accepts::OneOf(words) => words.iter().map(|word| word.to_string()).collect(),
                Accepts::Number(low, high) => vec![low.to_string(), high.to_string()],
                Accepts::WordOrNumber(word, low, high) => {
                    vec![word.to_string(), low.to_string(), high.to_string()]
                }
            };
            let others = values.into_iter().filter(|value| value != parameter.default);
            texts.extend(others.map(|value| format!("{}:{}={value}", entry.name, parameter.name)));
        }
    }
    texts
}

/// A variant, on one thread.
pub fn build<const D: usize>(text: &str) -> Box<dyn BroadPhase<D>> {
    text.parse::<Method>().unwrap().build(&Threads::one())
}
