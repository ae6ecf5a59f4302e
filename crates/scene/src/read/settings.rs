//! `--set key=value`: changes to the text of a scene before it is read.
//!
//! The text itself is changed, comments kept, so that messages show what was set and the folder of
//! a run holds the exact scene.

use std::fmt;
use toml_edit::{DocumentMut, Item, Key, Table, TableLike, Value, value};

/// The text with some values changed: each setting is `key=value`, the key dotted as in
/// `wall.floor.material`, the value TOML or, where it is not, plain text.
///
/// ```
/// let text = "[vars]\nd = \"4 mm\" # diameter\n";
/// let set = ["vars.d=5 mm".to_string(), "run.time=2".to_string()];
/// let text = esker_scene::with_settings(text, &set)?;
/// assert_eq!(text, "[vars]\nd = \"5 mm\" # diameter\n\n[run]\ntime = 2\n");
/// # Ok::<(), esker_scene::BadSetting>(())
/// ```
pub fn with_settings(text: &str, settings: &[String]) -> Result<String, BadSetting> {
    if settings.is_empty() {
        return Ok(text.into());
    }
    // What is not TOML is told by the reader, with its place.
    let Ok(mut document) = text.parse::<DocumentMut>() else { return Ok(text.into()) };
    for setting in settings {
        apply(&mut document, setting)
            .map_err(|why| BadSetting { setting: setting.clone(), why })?;
    }
    Ok(document.to_string())
}

fn apply(document: &mut DocumentMut, setting: &str) -> Result<(), &'static str> {
    let (path, given) = setting.split_once('=').ok_or("there is no `=` in it")?;
    let path = Key::parse(path.trim()).map_err(|_| "what stands before `=` is no key")?;
    let given = given.trim();
    let given: Value = given.parse().unwrap_or_else(|_| given.into());
    let (last, tables) = path.split_last().ok_or("it has no key")?;
    let mut table: &mut dyn TableLike = document.as_table_mut();
    for key in tables {
        let inner = table.entry(key.get()).or_insert_with(|| Item::Table(Table::new()));
        table = inner.as_table_like_mut().ok_or("a part of its key is no table in the scene")?;
    }
    match table.get_mut(last.get()) {
        Some(Item::Value(old)) => {
            // Keeps the comment behind the old value.
            let decor = old.decor().clone();
            *old = given;
            *old.decor_mut() = decor;
        }
        Some(_) => return Err("its key is a whole table of the scene"),
        None => {
            table.insert(last.get(), value(given));
        }
    }
    Ok(())
}

/// Why a `--set` cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSetting {
    setting: String,
    why: &'static str,
}

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`--set {}` cannot be used: {}; write `--set key=value`, as `--set vars.d=\"5 mm\"` or \
             `--set run.time=2`",
            self.setting, self.why
        )
    }
}

impl std::error::Error for BadSetting {}
