//! Amounts as people write them: `1h30m`, `8G`, `1e9`. Every error is one line; nothing overflows.

use std::time::Duration;

/// A time: `90` or `90s`, `500ms`, `10m`, `1h30m`, `2d`. Only a number that stands alone needs no unit.
pub fn duration(text: &str) -> Result<Duration, String> {
    const EXPECTED: &str = "expected a time such as 500ms, 90s, 10m, 1h30m or 2d";
    let mut rest = text.trim();
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let (number, unit, after) = number_and_unit(rest).ok_or(EXPECTED)?;
        seconds += number
            * match unit {
                "" if seconds == 0.0 && after.is_empty() => 1.0,
                "s" => 1.0,
                "ms" => 0.001,
                "m" | "min" => 60.0,
                "h" => 3600.0,
                "d" => 86400.0,
                _ => return Err(EXPECTED.to_string()),
            };
        rest = after;
    }
    if text.trim().is_empty() {
        return Err(EXPECTED.to_string());
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("too long a time; {EXPECTED}"))
}

/// A size of memory in bytes: `500M`, `8G`, `1.5GiB`. The steps are 1024.
pub fn memory(text: &str) -> Result<usize, String> {
    const EXPECTED: &str = "expected a size such as 500M, 8G or 1.5GiB";
    let (number, unit, rest) = number_and_unit(text.trim()).ok_or(EXPECTED)?;
    let unit = unit.to_ascii_lowercase();
    let power = match unit.strip_suffix("ib").or(unit.strip_suffix('b')).unwrap_or(&unit) {
        "" => 0,
        "k" => 1,
        "m" => 2,
        "g" => 3,
        "t" => 4,
        _ => return Err(EXPECTED.to_string()),
    };
    let bytes = number * 1024f64.powi(power);
    if !rest.is_empty() || bytes >= usize::MAX as f64 {
        return Err(EXPECTED.to_string());
    }
    if bytes < (1 << 20) as f64 {
        return Err("less than 1M is not enough for any search".to_string());
    }
    Ok(bytes as usize)
}

/// A number of threads, from 1 to [`MOST_THREADS`].
pub fn threads(text: &str) -> Result<usize, String> {
    let number = text.trim().parse().ok().filter(|number| (1..=MOST_THREADS).contains(number));
    number.ok_or_else(|| format!("expected a number from 1 to {MOST_THREADS}"))
}

/// More threads than any machine has cores, and fewer than the table counts at one component.
const MOST_THREADS: usize = 1000;

/// A number of things: `1000000`, `1_000_000`, `1e6`, `2.5e9`, `10k`, `3M`, `1G`.
pub fn count(text: &str) -> Result<u64, String> {
    const EXPECTED: &str = "expected a number such as 1000000, 1e6, 500k or 2M";
    let plain = text.trim().replace('_', "");
    if let Ok(exact) = plain.parse() {
        return Ok(exact);
    }
    let (number, unit, rest) = number_and_unit(&plain).ok_or(EXPECTED)?;
    let number = number
        * match unit {
            "" => 1.0,
            "k" | "K" => 1e3,
            "M" => 1e6,
            "G" => 1e9,
            _ => return Err(EXPECTED.to_string()),
        };
    if !rest.is_empty() || number >= u64::MAX as f64 || number.fract() != 0.0 {
        return Err(EXPECTED.to_string());
    }
    Ok(number as u64)
}

/// Splits `1.5e3min...` into the number, the letters after it, and the rest.
fn number_and_unit(text: &str) -> Option<(f64, &str, &str)> {
    let digits = |from: usize| from + text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut end = digits(0);
    if text[end..].starts_with('.') {
        end = digits(end + 1);
    }
    if text[end..].starts_with(['e', 'E']) && digits(end + 1) > end + 1 {
        end = digits(end + 1);
    }
    let number = text[..end].parse().ok()?;
    let unit = end + text[end..].bytes().take_while(u8::is_ascii_alphabetic).count();
    Some((number, &text[end..unit], &text[unit..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let seconds = |text| duration(text).map(|d| d.as_secs_f64());
        assert_eq!(seconds("90"), Ok(90.0));
        assert_eq!(seconds("1h30m"), Ok(5400.0));
        assert_eq!(seconds("500ms"), Ok(0.5));
        assert_eq!(seconds("1.5m2s"), Ok(92.0));
        assert_eq!(seconds("2d"), Ok(172_800.0));
        for wrong in ["", " ", "m", "10x", "-3", "1e400", "1h30", "nan", "é", "1..2s", "1e30d"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(memory("8G"), Ok(8 << 30));
        assert_eq!(memory("1.5GiB"), Ok(3 << 29));
        assert_eq!(memory("500MB"), Ok(500 << 20));
        assert_eq!(memory("2097152"), Ok(2 << 20));
        for wrong in ["", "G", "8X", "8G8", "1e30", "0", "10k", "-1G", "é", "8 G G"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn counts() {
        assert_eq!(count("1e9"), Ok(1_000_000_000));
        assert_eq!(count("2.5e3"), Ok(2500));
        assert_eq!(count("1_000"), Ok(1000));
        assert_eq!(count("500k"), Ok(500_000));
        assert_eq!(count("18446744073709551615"), Ok(u64::MAX));
        for wrong in ["", "e9", "1e99", "0.5", "3x", "-1", "1e", "99999999999999999999999", "é"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }
}
