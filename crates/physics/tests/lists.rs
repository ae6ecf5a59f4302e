//! The guide has a row for every entry of the lists, in their order.

use esker_physics::measures::MEASURES;
use esker_physics::{INSERTIONS, REGIONS, SIZES};

fn assert_rows<'a>(page: &str, entries: impl Iterator<Item = (&'a str, &'a str)>) {
    let path = format!("{}/../../docs/guide/{page}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut position = 0;
    for (name, summary) in entries {
        let row = format!("\n| `{name}` | {summary} |\n");
        let found = text.find(&row).unwrap_or_else(|| panic!("{page} lacks the row{row}"));
        assert!(found >= position, "{page} has {name} in another place");
        position = found;
    }
    assert!(position > 0);
}

#[test]
fn the_guide_shows_every_entry() {
    let page = "populations.md";
    assert_rows(page, INSERTIONS.iter().map(|entry| (entry.name, entry.summary)));
    assert_rows(page, SIZES.iter().map(|entry| (entry.name, entry.summary)));
    assert_rows(page, REGIONS.iter().map(|entry| (entry.name, entry.summary)));
    assert_rows("measures.md", MEASURES.iter().map(|entry| (entry.name, entry.summary)));
}
