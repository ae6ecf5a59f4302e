//! Codes as processes: on one core, with what they print and the most memory they had.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;

/// How often a process is looked at: seldom enough not to disturb it.
const LOOK: Duration = Duration::from_millis(20);
/// How many lines of a failed process are told.
const TOLD: usize = 4;

/// What is left of a process that did well.
pub struct Finished {
    pub text: String,
    /// The largest resident memory (bytes), of it or of the largest process it started.
    pub peak_bytes: u64,
}

/// The program of a name, if it is installed.
pub fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// The program at a path, which holds in any folder; for the command line.
pub fn program(path: &str) -> Result<PathBuf, String> {
    let path = std::path::absolute(path).map_err(|error| error.to_string())?;
    if path.is_file() { Ok(path) } else { Err("no such program".into()) }
}

/// A command that keeps to the second core, or to the only one, where `taskset` can do that.
pub fn on_one_core(program: &Path) -> Command {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let Some(taskset) = installed("taskset") else { return Command::new(program) };
    let mut command = Command::new(taskset);
    command.args(["-c", if cores > 1 { "1" } else { "0" }]).arg(program);
    command
}

/// Runs a command to its end; what it prints goes through a file.
pub fn finish(command: &mut Command, log: &Path) -> Result<Finished, String> {
    let name = format!("{:?}", command.get_program());
    let explain = |error: std::io::Error| format!("{name}: {error}");
    let file = File::create(log).map_err(explain)?;
    command.stdout(file.try_clone().map_err(explain)?).stderr(file);
    let mut child = command.spawn().map_err(explain)?;
    let mut peak_bytes = 0;
    let status = loop {
        peak_bytes = peak_bytes.max(tree_peak(&child));
        match child.try_wait().map_err(explain)? {
            Some(status) => break status,
            None => std::thread::sleep(LOOK),
        }
    };
    let text = String::from_utf8_lossy(&std::fs::read(log).map_err(explain)?).into_owned();
    match status.success() {
        true => Ok(Finished { text, peak_bytes }),
        false => Err(format!("{status}: {}", last_lines(&text))),
    }
}

/// The end of what a process printed, on one line.
pub fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(TOLD)..].join(" / ")
}

/// The largest peak of a process and those it started: some programs are started by a script.
fn tree_peak(child: &Child) -> u64 {
    let (mut waiting, mut peak) = (vec![child.id().to_string()], 0);
    while let Some(process) = waiting.pop() {
        peak = peak.max(peak_bytes(&process));
        let children = format!("/proc/{process}/task/{process}/children");
        let children = std::fs::read_to_string(children).unwrap_or_default();
        waiting.extend(children.split_whitespace().map(String::from));
    }
    peak
}

/// The largest resident memory (bytes) of a process, by its number or as `self`; zero where it is not told.
pub fn peak_bytes(process: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) * 1024
}
