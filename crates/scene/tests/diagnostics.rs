//! Messages as they are drawn, for any text and any place in it.

use esker_scene::{Diagnostic, Severity, render, summary};
use proptest::prelude::*;
use std::ops::Range;

fn error(span: Option<Range<usize>>, message: &str) -> Diagnostic {
    let message = message.to_string();
    Diagnostic { severity: Severity::Error, message, span, label: String::new(), help: None }
}

const SCENE: &str = "[material.glass]\r\n\tyoung = \"5 mpa\"\r\n# µ\nradius = \"4 mm\"";

#[test]
fn a_message_is_drawn_as_compilers_do() {
    let span = SCENE.find("5 mpa").map(|start| start..start + 5);
    let diagnostic = Diagnostic {
        label: "did you mean `MPa`? (`mPa` is 10⁻³ Pa)".to_string(),
        help: Some("units are told apart by case".to_string()),
        ..error(span, "`young` needs a pressure, but `5 mpa` has no known unit")
    };
    let expected = "\
error: `young` needs a pressure, but `5 mpa` has no known unit
 --> hopper.toml:2:11
  |
2 |     young = \"5 mpa\"
  |              ^^^^^ did you mean `MPa`? (`mPa` is 10⁻³ Pa)
  |
  = help: units are told apart by case
";
    assert_eq!(render(&[diagnostic], "hopper.toml", SCENE, false), expected);
}

#[test]
fn messages_come_in_the_order_of_the_text() {
    let whole = Diagnostic { severity: Severity::Warning, ..error(None, "nothing moves") };
    let radius = SCENE.find("radius").map(|start| start..start + 6);
    let all = [whole, error(radius, "second"), error(Some(0..1), "first")];
    let shown = render(&all, "heap.toml", SCENE, false);
    let place = |text: &str| shown.find(text).unwrap_or_else(|| panic!("{text}: {shown}"));
    assert!(place("error: first") < place("error: second"));
    assert!(place("--> heap.toml:4:1\n") < place("warning: nothing moves\n"));
    assert!(shown.ends_with("warning: nothing moves\n--> heap.toml\n"), "{shown}");
    assert_eq!(summary(&all, "heap.toml"), "error: 2 errors, 1 warning in heap.toml");
    assert_eq!(summary(&all[..1], "heap.toml"), "warning: 1 warning in heap.toml");
}

#[test]
fn color_is_only_added() {
    let all = [error(Some(0..1), "first")];
    let colored = render(&all, "heap.toml", SCENE, true);
    assert!(colored.contains("\u{1b}["));
    assert!(!render(&all, "heap.toml", SCENE, false).contains('\u{1b}'));
}

#[test]
fn codes_of_terminals_in_a_text_are_not_passed_on() {
    let text = "a = \"\u{1b}[31m\"";
    let place = Some(0..text.len());
    let help = Some(text.to_string());
    let all =
        [Diagnostic { label: text.to_string(), help, ..error(place, text) }, error(None, text)];
    assert!(!render(&all, text, text, false).contains('\u{1b}'));
}

#[test]
fn thousands_of_messages_are_cut() {
    let all = vec![error(Some(0..1), "again"); 1000];
    let shown = render(&all, "heap.toml", SCENE, false);
    assert_eq!(shown.matches("error: again").count(), 100);
    assert!(shown.ends_with("\n... and 900 more\n"));
}

proptest! {
    #[test]
    fn any_text_and_any_span_are_drawn(
        text in prop_oneof![any::<String>(), "[ab\t\r\né😀]{0,30}"],
        start in 0usize..50,
        length in 0usize..50,
        label in any::<String>(),
        backwards in any::<bool>(),
    ) {
        let span = if backwards { start + length..start } else { start..start + length };
        let help = Some(label.clone());
        let diagnostic = Diagnostic { label, help, ..error(Some(span), &text) };
        prop_assert!(render(&[diagnostic], &text, &text, false).starts_with("error: "));
    }

    #[test]
    fn the_place_in_the_head_is_that_of_the_span(
        text in "[ab\t\r\né]{0,30}",
        start in 0usize..40,
    ) {
        let start = text.floor_char_boundary(start);
        let line = 1 + text[..start].matches('\n').count();
        let begin = text[..start].rfind('\n').map_or(0, |end| end + 1);
        let column = 1 + text[begin..start].chars().count();
        let shown = render(&[error(Some(start..start), "here")], "heap.toml", &text, false);
        let head = format!("--> heap.toml:{line}:{column}\n");
        prop_assert!(shown.contains(&head), "{head} not in {shown}");
    }
}
