//! The reference of the language, as a page of the guide: derived from its lists.

use crate::language::{Key, Kind, Need, ROOT, Table, Variant};
use std::fmt::Write;

/// The dimension whose vectors and densities the page shows.
const SHOWN: usize = 3;

/// Every table and key of a scene, in Markdown: `docs/guide/scene-reference.md`.
pub fn reference() -> String {
    let mut page = String::from(
        "# Scene reference\n\nEvery table and every key of a scene file, as the program knows them (`esker schema \
         --reference` prints this page). Numbers may carry units and be expressions of `[vars]`: see \
         [units](units.md); bare numbers are SI. A key without a default is needed unless it says *may be left \
         out*.\n",
    );
    let mut tables: Vec<(String, &'static Table)> = Vec::new();
    collect("", &ROOT, &mut tables);
    for (path, table) in &tables {
        let heading = if path.is_empty() { "The file".into() } else { format!("`{path}`") };
        // Writing to a text cannot fail.
        let _ = writeln!(page, "\n## {heading}\n\n{}\n", table.summary);
        rows(&mut page, table.keys.iter());
        for variant in table.choice.iter().flat_map(|choice| choice.variants) {
            variant_rows(&mut page, table, variant);
        }
    }
    page
}

fn variant_rows(page: &mut String, table: &Table, variant: &'static Variant) {
    let tag = table.choice.as_ref().map_or("", |choice| choice.tag);
    let _ = writeln!(page, "\n### `{tag} = \"{}\"`\n\n{}\n", variant.name, variant.summary);
    rows(page, variant.keys.iter());
}

fn rows<'a>(page: &mut String, keys: impl Iterator<Item = &'a Key>) {
    let mut head = "| key | takes | default | |\n| --- | --- | --- | --- |\n";
    for key in keys {
        let default = match key.need {
            Need::Required => "",
            Need::Optional => "*may be left out*",
            Need::Default(text) => &format!("`{text}`"),
        };
        let takes = key.kind.describe(SHOWN).replace('|', "\\|");
        let _ = writeln!(page, "{head}| `{}` | {takes} | {default} | {} |", key.name, key.summary);
        head = "";
    }
}

/// The tables in the order of their first mention, with the path to them.
fn collect(path: &str, table: &'static Table, found: &mut Vec<(String, &'static Table)>) {
    if found.iter().any(|(_, known)| std::ptr::eq(*known, table)) {
        return;
    }
    found.push((path.into(), table));
    let variants = table.choice.iter().flat_map(|choice| choice.variants);
    let keys: Vec<&'static Key> =
        table.keys.iter().chain(variants.flat_map(|variant| variant.keys)).collect();
    for key in keys {
        let dot = if path.is_empty() { "" } else { "." };
        collect_kind(&format!("{path}{dot}{}", key.name), &key.kind, found);
    }
}

fn collect_kind(path: &str, kind: &'static Kind, found: &mut Vec<(String, &'static Table)>) {
    match kind {
        Kind::Table(table) => collect(path, table, found),
        Kind::Named(table) => collect(&format!("{path}.NAME"), table, found),
        Kind::List(kind, ..) => collect_kind(path, kind, found),
        Kind::Either(kinds) => kinds.iter().for_each(|kind| collect_kind(path, kind, found)),
        _ => {}
    }
}
