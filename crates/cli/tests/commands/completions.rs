//! `esker completions` and `esker man` know every command.

use crate::help::commands;
use crate::place::Place;

#[test]
fn every_shell_completes_every_command() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let outcome = place.esker(&format!("completions {shell}"));
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{shell}");
        for command in commands() {
            assert!(outcome.stdout.contains(&command), "{shell}: {command}");
        }
    }
    assert!(place.refused("completions tcsh", 2).contains("possible values: bash"));
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let place = Place::new();
    let page = place.esker("man").stdout;
    assert!(page.contains(".TH esker 1"), "{page}");
    let told = place.done("man --out man1");
    let commands = commands();
    assert_eq!(told, format!("wrote {} pages into man1\n", commands.len() + 1));
    assert_eq!(place.text("man1/esker.1"), page);
    for command in commands {
        assert!(page.contains(&format!("esker\\-{command}(1)")), "{command}");
        let text = place.text(&format!("man1/esker-{command}.1"));
        assert!(text.contains(&format!(".TH esker-{command} 1")), "{text}");
        assert!(text.contains("Example") || command == "paper", "{command} shows no example");
    }
}
