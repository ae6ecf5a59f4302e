//! Sweeps: every combination of some values, each a run in a folder of its own.
//!
//! ```text
//!   vars.d=4 mm,6 mm            4mm,plastic   4mm,steel
//!   wall.floor.material=…       6mm,plastic   6mm,steel      the last key changes fastest
//! ```
//!
//! Values stand apart by commas outside of brackets and quotes. `low:high:count` stands for as many
//! values at equal steps, both ends included; both ends may carry the same unit.

use std::fmt;

/// The most runs of one sweep.
const MOST: usize = 10_000;
/// The longest name of a folder; beyond, runs are numbered.
const LONGEST: usize = 120;

/// A key of the scene with the values it is to have, as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The key, as in `vars.d`.
    pub key: String,
    /// Its values.
    pub values: Vec<String>,
}

/// One run of a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The name of its folder: what differs from run to run.
    pub name: String,
    /// The value of each key.
    pub values: Vec<String>,
}

/// Why there can be no sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSweep(String);

impl fmt::Display for BadSweep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadSweep {}

/// The choices in settings of the form `key=value,value,…`.
pub fn choices(settings: &[String]) -> Result<Vec<Choice>, BadSweep> {
    let mut choices: Vec<Choice> = Vec::new();
    for setting in settings {
        let bad = |why: &str| {
            let example = "write `--set key=value,value`, as `--set vars.d=\"4 mm\",\"5 mm\"`";
            BadSweep(format!("`--set {setting}` cannot be used: {why}; {example}"))
        };
        let (key, values) = setting.split_once('=').ok_or_else(|| bad("there is no `=` in it"))?;
        let key = key.trim().to_string();
        let values: Vec<String> = parts(values).iter().flat_map(|part| spread(part)).collect();
        if values.iter().any(String::is_empty) {
            return Err(bad("a value is missing"));
        }
        if choices.iter().any(|choice| choice.key == key) {
            return Err(bad("its key is set twice"));
        }
        choices.push(Choice { key, values });
    }
    Ok(choices)
}

/// Every combination of values, the last key changing fastest.
pub fn combinations(choices: &[Choice]) -> Result<Vec<Combination>, BadSweep> {
    let product = |total: usize, choice: &Choice| total.checked_mul(choice.values.len());
    let count = choices.iter().try_fold(1, product).filter(|count| *count <= MOST);
    let count = count
        .ok_or_else(|| BadSweep(format!("these are more than {MOST} runs: leave values out")))?;
    let values = |mut number: usize| {
        let mut values: Vec<String> = Vec::new();
        for choice in choices.iter().rev() {
            values.push(choice.values[number % choice.values.len()].clone());
            number /= choice.values.len();
        }
        values.reverse();
        values
    };
    let mut runs: Vec<_> = (0..count)
        .map(|number| {
            let values = values(number);
            Combination { name: name(choices, &values), values }
        })
        .collect();
    let mut names: Vec<_> = runs.iter().map(|run| run.name.clone()).collect();
    names.sort();
    names.dedup();
    if names.len() < count || names.iter().any(|name| name.len() > LONGEST) {
        runs.iter_mut().enumerate().for_each(|(n, run)| run.name = format!("run-{n:04}"));
    }
    Ok(runs)
}

/// The name of a folder: `key=value` for each key that has several.
fn name(choices: &[Choice], values: &[String]) -> String {
    let varied = choices.iter().zip(values).filter(|(choice, _)| choice.values.len() > 1);
    let parts: Vec<_> = varied.map(|(choice, value)| format!("{}={value}", choice.key)).collect();
    let kept = |letter: &char| !letter.is_whitespace() && !"\"'".contains(*letter);
    let plain = |letter: char| match letter {
        '.' | ',' | '=' | '-' | '+' | '_' => letter,
        letter if letter.is_alphanumeric() => letter,
        _ => '_',
    };
    let name: String = parts.join(",").chars().filter(kept).map(plain).collect();
    if name.is_empty() { "run".into() } else { name }
}

/// The parts of a text between commas that stand in no brackets and no quotes.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut quote, mut first) = (0usize, None, 0);
    let mut parts = Vec::new();
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(open), letter) if open == letter => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '[' | '{' | '(') => depth += 1,
            (None, ']' | '}' | ')') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                parts.push(text[first..at].trim());
                first = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[first..].trim());
    parts
}

/// The values of `low:high:count`; any other text is one value.
fn spread(part: &str) -> Vec<String> {
    range(part).unwrap_or_else(|| vec![part.to_string()])
}

fn range(part: &str) -> Option<Vec<String>> {
    let [low, high, count] = <[&str; 3]>::try_from(part.split(':').collect::<Vec<_>>()).ok()?;
    let ((low, unit), (high, other)) = (with_unit(low)?, with_unit(high)?);
    let count: usize = count.trim().parse().ok().filter(|count| (2..=MOST).contains(count))?;
    let value = |k: usize| {
        let exact = low + (high - low) * k as f64 / (count - 1) as f64;
        // Twelve digits, so that a tenth stays one.
        let short: f64 = format!("{exact:.11e}").parse().unwrap_or(exact);
        format!("{short}{unit}")
    };
    (unit == other).then(|| (0..count).map(value).collect())
}

/// A number and what follows it.
fn with_unit(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8()).rev();
    let number = |end: usize| text[..end].parse().ok().filter(|number: &f64| number.is_finite());
    ends.filter_map(|end| Some((number(end)?, &text[end..]))).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: &[&str]) -> Result<Vec<Choice>, BadSweep> {
        choices(&settings.iter().map(|text| text.to_string()).collect::<Vec<_>>())
    }

    #[test]
    fn values_stand_between_commas_outside_brackets_and_quotes() {
        let read = read(&["a=1, 2 mm ,\"x,y\"", "b=[1,2],[3,{c=4,d=5}]", "c='1:2:3'"]).unwrap();
        assert_eq!(read[0].values, ["1", "2 mm", "\"x,y\""]);
        assert_eq!(read[1].values, ["[1,2]", "[3,{c=4,d=5}]"]);
        assert_eq!(read[2].values, ["'1:2:3'"]);
    }

    #[test]
    fn ranges_have_both_ends_and_keep_units() {
        let values = |text: &str| read(&[&format!("a={text}")]).unwrap()[0].values.clone();
        assert_eq!(values("0:0.3:4"), ["0", "0.1", "0.2", "0.3"]);
        assert_eq!(values("4 mm:6 mm:3"), ["4 mm", "5 mm", "6 mm"]);
        assert_eq!(values("1:-1:3,7"), ["1", "0", "-1", "7"]);
        for whole in ["1:2", "a:b:3", "1 mm:2 cm:3", "1:2:1", "1:2:x"] {
            assert_eq!(values(whole), [whole]);
        }
    }

    #[test]
    fn every_combination_comes_once_with_a_folder_of_its_own() {
        let choices = read(&["vars.d=4 mm,6 mm", "x=1", "b=u,v,w"]).unwrap();
        let runs = combinations(&choices).unwrap();
        assert_eq!(runs.len(), 6);
        assert_eq!(runs[0].name, "vars.d=4mm,b=u");
        assert_eq!(runs[4].values, ["6 mm", "1", "v"]);
        let alike = combinations(&read(&["a=1 0,10"]).unwrap()).unwrap();
        assert_eq!(alike[1].name, "run-0001");
        assert_eq!(combinations(&[]).unwrap()[0].name, "run");
        let long = format!("a={},b", "x".repeat(200));
        assert_eq!(combinations(&read(&[&long]).unwrap()).unwrap()[0].name, "run-0000");
    }

    #[test]
    fn no_value_leads_out_of_the_folder() {
        let choices = read(&["a=../../x,/etc,..,."]).unwrap();
        for run in combinations(&choices).unwrap() {
            assert!(!run.name.contains('/') && run.name.starts_with("a="), "{}", run.name);
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let told = |settings: &[&str]| read(settings).unwrap_err().to_string();
        assert!(told(&["a"]).starts_with("`--set a` cannot be used: there is no `=` in it;"));
        assert!(told(&["a=1,,2"]).contains("a value is missing"));
        assert!(told(&["a=1", "a=2"]).contains("its key is set twice"));
        let many = read(&["a=1:9:1000", "b=1:9:1000"]).unwrap();
        assert!(combinations(&many).unwrap_err().to_string().contains("more than 10000 runs"));
    }
}
