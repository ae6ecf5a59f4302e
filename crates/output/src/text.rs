//! Text for pages: escaping, and numbers as people read them.

/// A text as it may stand in HTML and SVG, in elements and in quoted attributes.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // XML has no other control characters, not even escaped.
            letter if letter.is_control() && !"\n\t".contains(letter) => out.push('\u{FFFD}'),
            letter => out.push(letter),
        }
    }
    out
}

/// A text with its `back-quoted` words set as code. A quote without a partner stands for itself.
pub(crate) fn prose(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('`') {
        let Some((code, after)) = after.split_once('`') else { break };
        out.push_str(&format!("{}<code>{}</code>", escaped(before), escaped(code)));
        rest = after;
    }
    out + &escaped(rest)
}

/// A number to three significant digits or to the unit: `0.0123`, `1.05`, `125 000`, `3.2·10⁻⁵`. What
/// is not finite is a dash.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_string();
    }
    if value == 0.0 {
        return "0".to_string();
    }
    // The exponent of the rounded number, so that 999.6 is 1000 and not 1.00·10³.
    let rounded = format!("{:.2e}", value.abs());
    let (mantissa, exponent) = rounded.split_once('e').expect("the form of {:e}");
    let exponent: i32 = exponent.parse().expect("the form of {:e}");
    let sign = if value < 0.0 { "−" } else { "" };
    match exponent {
        -3..=2 => {
            sign.to_string() + trimmed(&format!("{:.*}", (2 - exponent) as usize, value.abs()))
        }
        3..=6 => sign.to_string() + &grouped(&format!("{:.0}", value.abs())),
        _ => match trimmed(mantissa) {
            "1" => format!("{sign}10{}", superscript(exponent)),
            mantissa => format!("{sign}{mantissa}·10{}", superscript(exponent)),
        },
    }
}

/// A number with this many digits behind the point, for columns that line up.
pub fn decimal(value: f64, digits: usize) -> String {
    match value.is_finite() {
        true => format!("{value:.digits$}").replace('-', "−"),
        false => "–".to_string(),
    }
}

/// Without the zeros that end a fraction.
fn trimmed(text: &str) -> &str {
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => text,
    }
}

/// Digits in groups of three, apart by a space that does not break.
fn grouped(digits: &str) -> String {
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push('\u{202F}');
        }
        out.push(digit);
    }
    out
}

fn superscript(exponent: i32) -> String {
    let raised = |letter| match letter {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32('⁰' as u32 + digit as u32 - '0' as u32).unwrap_or(digit),
    };
    exponent.to_string().chars().map(raised).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_taken_for_markup() {
        assert_eq!(escaped("a < b & \"c\" > 'd'"), "a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;");
        assert_eq!(escaped("</svg><script>"), "&lt;/svg&gt;&lt;script&gt;");
        assert_eq!(escaped("\u{0}\u{1b}é\n"), "\u{FFFD}\u{FFFD}é\n");
        assert_eq!(prose("by `grid<3>` & co"), "by <code>grid&lt;3&gt;</code> &amp; co");
        assert_eq!(prose("a `b` c ` d"), "a <code>b</code> c ` d");
    }

    #[test]
    fn numbers_read_well() {
        let cases = [
            (0.0, "0"),
            (1.0, "1"),
            (1.05, "1.05"),
            (0.5, "0.5"),
            (-2.5, "−2.5"),
            (0.012345, "0.0123"),
            (100.0, "100"),
            (999.6, "1\u{202F}000"),
            (1000.0, "1\u{202F}000"),
            (125_000.0, "125\u{202F}000"),
            (5_000_211.0, "5\u{202F}000\u{202F}211"),
            (1e7, "10⁷"),
            (3.25e-5, "3.25·10⁻⁵"),
            (-1e-300, "−10⁻³⁰⁰"),
            (f64::NAN, "–"),
            (f64::INFINITY, "–"),
        ];
        for (value, expected) in cases {
            assert_eq!(number(value), expected, "{value}");
        }
        assert_eq!(decimal(-1.2345, 2), "−1.23");
        assert_eq!(decimal(f64::NAN, 2), "–");
    }
}
