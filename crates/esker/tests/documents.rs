//! The documents say what is there: folders of the architecture, a page for every method and every law, links.

use esker::physics::Integrators;
use esker::physics::laws::LAWS;
use esker::prelude::Methods;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_architecture_names_folders_that_exist_and_every_crate() {
    let text = read("ARCHITECTURE.md");
    let quoted: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
    let folders: Vec<&&str> = quoted.iter().filter(|name| name.ends_with('/')).collect();
    assert!(folders.len() > 10);
    for folder in &folders {
        assert!(root().join(folder).is_dir(), "ARCHITECTURE.md names {folder}, which is not there");
    }
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let name = format!("crates/{}/", entry.unwrap().file_name().to_string_lossy());
        assert!(
            folders.iter().any(|folder| **folder == name),
            "ARCHITECTURE.md does not name {name}"
        );
    }
}

#[test]
fn every_method_has_a_page_a_drawing_and_its_lines_in_the_tables() {
    let (table, summary) = (read("docs/methods/README.md"), read("docs/SUMMARY.md"));
    let mut position = 0;
    for entry in Methods::<3>::ALL {
        let name = entry.name;
        let page = read(format!("docs/methods/{name}.md"));
        assert!(page.starts_with(&format!("# {name}\n")), "{name}.md has another title");
        assert!(page.contains(&format!("({name}.svg)")), "{name}.md does not show its drawing");
        let drawing = read(format!("docs/methods/{name}.svg"));
        assert!(drawing.contains("<svg"), "{name}.svg is no drawing");
        assert!(summary.contains(&format!("methods/{name}.md")), "SUMMARY.md lacks {name}");
        let row = format!("| [{name}]({name}.md) | {} | {} |", entry.origin, entry.summary);
        let found = table.find(&row).unwrap_or_else(|| panic!("the table of methods lacks: {row}"));
        assert!(found > position, "the table of methods has {name} in another place");
        position = found;
    }
}

#[test]
fn every_law_has_a_page_and_its_lines_in_the_tables() {
    let (table, summary) = (read("docs/laws/README.md"), read("docs/SUMMARY.md"));
    let mut position = 0;
    for entry in LAWS {
        let name = entry.name;
        let page = read(format!("docs/laws/{name}.md"));
        assert!(page.starts_with(&format!("# {name}\n")), "{name}.md has another title");
        assert!(summary.contains(&format!("laws/{name}.md")), "SUMMARY.md lacks {name}");
        let role = format!("{:?}", entry.part.law().role()).to_lowercase();
        let row = format!("| [{name}]({name}.md) | {role} | {} |", entry.summary);
        let found = table.find(&row).unwrap_or_else(|| panic!("the table of laws lacks: {row}"));
        assert!(found > position, "the table of laws has {name} in another place");
        position = found;
    }
}

#[test]
fn every_integrator_has_its_line_in_the_guide() {
    let page = read("docs/guide/motion.md");
    for entry in Integrators::<3>::ALL {
        let row = format!("| `{}` | {} |", entry.name, entry.summary);
        assert!(page.contains(&row), "motion.md lacks: {row}");
    }
}

#[test]
fn every_scene_has_a_comment_and_a_picture_in_the_guide() {
    let page = read("docs/guide/scenes.md");
    let files = fs::read_dir(root().join("scenes")).unwrap().map(|entry| entry.unwrap().path());
    let scenes = files.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    for path in scenes {
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(read(&path).starts_with("# "), "{name} begins with a comment");
        assert!(page.contains(&format!("\n## {name}\n")), "{name} has no section");
        assert!(page.contains(&format!("(../img/{name}.png)")), "{name} has no picture");
    }
}

/// The lines of a Rust text, without comment marks of documentation, indentation and empty ones.
fn bare_lines(text: &str) -> Vec<&str> {
    let bare = text.lines().map(|line| line.trim().trim_start_matches("//!").trim());
    bare.filter(|line| !line.is_empty()).collect()
}

#[test]
fn rust_shown_to_newcomers_is_quoted_from_what_is_tested() {
    let sources = [read("crates/esker/src/lib.rs"), read("crates/esker/examples/heap.rs")];
    let sources = sources.each_ref().map(|source| bare_lines(source));
    for (page, blocks) in [("README.md", 2), ("docs/guide/simulate.md", 7)] {
        let text = read(page);
        let quotes = text.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next());
        let quotes: Vec<_> = quotes.map(bare_lines).collect();
        assert_eq!(quotes.len(), blocks, "{page}");
        for quote in quotes {
            let mut windows = sources.iter().flat_map(|source| source.windows(quote.len()));
            assert!(
                windows.any(|lines| lines == quote),
                "{page} shows what is nowhere: {quote:#?}"
            );
        }
    }
}

/// Links to files of the repository, in every document.
#[test]
fn no_link_is_broken() {
    let mut documents = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().to_string();
            if path.is_dir() && name != "target" && !name.starts_with('.') {
                folders.push(path);
            } else if name.ends_with(".md") {
                documents.push(path);
            }
        }
    }
    assert!(documents.len() > 20);
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        for rest in text.split("](").skip(1) {
            let target = rest.split([')', '#', ' ']).next().unwrap_or_default();
            let elsewhere = target.contains("://") || target.is_empty();
            let path = document.parent().unwrap().join(target);
            assert!(elsewhere || path.exists(), "{}: {target} is not there", document.display());
        }
    }
}
