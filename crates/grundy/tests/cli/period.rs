//! `period`: what is proved, how it is written, and that a killed run continues.

use super::{PROGRAM, answer, grundy, json, stderr, stdout};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn the_period_of_kayles() {
    let found = json(&answer(&["period", "kayles", "--json"]));
    for (name, value) in [("period", 12), ("preperiod", 71), ("last_exception", 70), ("saltus", 0), ("checked_to", 166)]
    {
        assert_eq!(found[name], value, "{name}: {found}");
    }
    assert_eq!(
        (&found["game"], &found["theorem"], &found["proved"]),
        (&"0.77".into(), &"Guy-Smith".into(), &true.into())
    );
    let counts = &found["statistics"];
    assert_eq!((&counts["largest"], &counts["largest_at"], &counts["losing"]), (&8.into(), &27.into(), &1.into()));
    let text = answer(&["period", "0.77"]);
    assert!(text.contains("proved          by Guy-Smith, checked through heap 166\n"), "{text}");
    let rows = answer(&["period", "0.77", "--format", "rows", "--to", "203", "-q"]);
    assert!(rows.starts_with("  0+ 0 1 2 3 1 4 3 2 1 4 2 6\n 12+ 4 1 2 7 1 4 3 2 1 4 6 7\n"), "{rows}");
    assert_eq!(rows.lines().count(), 17);
    assert_eq!(answer(&["period", "0.77", "--format", "bfile", "--to", "3", "-q"]), "0 0\n1 1\n2 2\n3 3\n");
    let latex = answer(&["period", "0.3", "--format", "latex", "--to", "3", "-q"]);
    assert!(latex.contains("\\toprule\n$n$ & 0 & 1 \\\\\n\\midrule\n0 & 0 & 1 \\\\\n2 & 0 & 1 \\\\\n"), "{latex}");
}

/// Sequences that grow: one that is proved to, and one that only seems to, which is not called proved.
#[test]
fn an_arithmetic_period() {
    let found = json(&answer(&["period", "0.8", "--json"]));
    assert_eq!((&found["period"], &found["saltus"], &found["last_exception"]), (&3.into(), &1.into(), &0.into()));
    assert_eq!((&found["proved"], &found["theorem"]), (&true.into(), &"the theorem on arithmetic periods".into()));
    let text = answer(&["period", "0.8"]);
    assert!(text.contains("proved          by the theorem on arithmetic periods, checked through heap 13\n"), "{text}");
    // Far beyond what was computed, with room for the largest nimber.
    let rows = answer(&["period", "0.8", "--to", "3001", "--format", "rows", "-q"]);
    assert!(rows.starts_with("   0+    0    0    0\n   3+    0    1    1\n   6+    1    2    2\n"), "{rows}");
    assert!(rows.ends_with("3000+  999 1000\n"), "{rows}");

    let found = json(&answer(&["period", "0.f6", "--to", "1500", "--json"]));
    assert_eq!((&found["period"], &found["saltus"]), (&43.into(), &32.into()));
    assert_eq!((&found["proved"], &found["theorem"]), (&false.into(), &serde_json::Value::Null));
    assert!(answer(&["period", "0.f6", "--to", "1500"]).contains("proved          no, seen through heap 1500\n"));
}

/// The numbers of a killed run are those of a run that was not: kill -9 at some moments, then the rest.
#[test]
fn a_killed_run_continues() {
    let folder = std::env::temp_dir().join(format!("grundy-period-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let dir = folder.to_str().expect("a path in UTF-8");
    let command = ["period", "grundy", "--to", "40000", "--format", "bfile", "--store", dir];
    for moment in [150, 400, 2500] {
        let mut child = Command::new(PROGRAM)
            .args(command)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a program to start");
        let began = Instant::now();
        while began.elapsed() < Duration::from_millis(moment) && child.try_wait().expect("a state").is_none() {
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = child.kill();
        let _ = child.wait();
    }
    // A limit saves what there is, says so, and the next run begins there.
    let output = grundy(&["period", "grundy", "--to", "1e7", "--store", dir, "--time", "300ms"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("run the same command to resume"), "{}", stderr(&output));
    let resumed = grundy(&command);
    assert!(stderr(&resumed).starts_with("continues after "), "{}", stderr(&resumed));
    let whole = answer(&["period", "grundy", "--to", "40000", "--format", "bfile", "-q"]);
    assert!(stdout(&resumed) == whole, "the sequences differ");
    assert!(super::refused(&grundy(&["period", "0.77", "--store", dir])).contains("4!.0"));
    std::fs::remove_dir_all(&folder).expect("a folder to remove");
}
