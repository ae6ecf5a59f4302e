//! How much memory is free, so that what cannot fit is refused and not killed half way.

use std::fs;

/// Whether so many bytes fit into free memory; if not, the reason. Where the system does not say
/// what is free, everything fits.
pub(crate) fn check(needed: u64) -> Result<(), String> {
    fits(needed, available())
}

fn fits(needed: u64, available: Option<u64>) -> Result<(), String> {
    match available {
        Some(free) if needed > free => Err(format!(
            "about {:.1} GB of memory are needed and {:.1} GB are free",
            needed as f64 / 1e9,
            free as f64 / 1e9
        )),
        _ => Ok(()),
    }
}

/// The bytes that can be had without swapping, as Linux tells them.
fn available() -> Option<u64> {
    available_in(&fs::read_to_string("/proc/meminfo").ok()?)
}

fn available_in(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused() {
        let reason = fits(3_000_000_000, Some(1_500_000_000)).unwrap_err();
        assert_eq!(reason, "about 3.0 GB of memory are needed and 1.5 GB are free");
        assert!(fits(3, Some(3)).is_ok());
        assert!(fits(u64::MAX, None).is_ok());
    }

    #[test]
    fn linux_tells_in_kibibytes() {
        let text = "MemTotal:       24 kB\nMemAvailable:       16 kB\n";
        assert_eq!(available_in(text), Some(16 * 1024));
        assert_eq!(available_in("MemTotal: 24 kB\n"), None);
    }
}
