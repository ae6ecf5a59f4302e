//! `esker --help` and the guide's page name the same commands, as a newcomer meets them.

use crate::common::esker;

const PAGE: &str = include_str!("../../../../docs/guide/commands.md");

/// The commands in the order of the help.
pub fn commands() -> Vec<String> {
    let help = esker("--help").stdout;
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let names = list.lines().map_while(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(String::from).collect()
}

#[test]
fn commands_stand_in_the_order_they_are_met() {
    let expected = "demo new check run resume report render convert sweep list detect paper schema \
                    completions man";
    assert_eq!(commands().join(" "), expected);
}

#[test]
fn every_command_has_a_section_of_the_guide_with_an_example() {
    let sections: Vec<_> = PAGE.split("\n## ").skip(1).collect();
    let titles: Vec<_> = sections.iter().map(|text| text.lines().next().unwrap()).collect();
    let titles: Vec<_> = titles.iter().filter_map(|title| title.strip_prefix("esker ")).collect();
    assert_eq!(titles, commands());
    for (command, section) in commands().iter().zip(&sections) {
        assert!(section.contains(&format!("\nesker {command}")), "{command} has no example");
    }
}

#[test]
fn every_option_that_the_guide_shows_is_one() {
    for command in commands() {
        let help = esker(&format!("{command} --help")).stdout;
        let start = format!("esker {command} ");
        for line in PAGE.lines().filter(|line| line.starts_with(&start)) {
            let line = line.split('#').next().unwrap();
            for option in line.split_whitespace().filter(|word| word.starts_with("--")) {
                assert!(help.contains(option), "{line}");
            }
        }
    }
}
