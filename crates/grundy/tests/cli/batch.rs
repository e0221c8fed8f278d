//! Many positions in a file: a row for each, whatever happens to the others.

use super::{fed, json, stderr, stdout};

/// 500 boards with a hard one in the middle: a header and 500 rows in the order of the file, and exit code 3.
#[test]
fn five_hundred_boards_with_a_hard_one() {
    let boards: Vec<String> = (0..500)
        .map(|i| match i {
            250 => "9x9\thard, \"9x9\"".to_string(),
            _ => format!("{}x{}\tboard {i}", 1 + i % 3, 1 + i / 3 % 6),
        })
        .collect();
    let arguments = ["solve", "cram", "--file", "-", "--format", "csv", "--nimber", "--time-each", "300ms"];
    let output = fed(&arguments, boards.join("\n"));
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("1 of 500 positions undecided"), "{}", stderr(&output));
    let rows = stdout(&output);
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(rows.len(), 501);
    assert_eq!(rows[0], "position,label,outcome,nimber,move,reason");
    for (i, (row, board)) in rows[1..].iter().zip(&boards).enumerate() {
        let (position, label) = board.split_once('\t').expect("a label");
        if i == 250 {
            assert!(row.starts_with("9x9,\"hard, \"\"9x9\"\"\",") && row.ends_with(",,time"), "{row}");
            continue;
        }
        assert!(row.starts_with(&format!("{position},{label},")), "{row}");
        let cells: Vec<&str> = row.split(',').collect();
        assert_eq!(cells[2] == "W", cells[3] != "0", "{row}");
        assert_eq!(cells[2] == "W", !cells[4].is_empty(), "a winning position has a winning move: {row}");
        assert_eq!(cells[5], "", "{row}");
    }
}

/// A line that cannot be read has its row and its reason; the run continues, and the exit code is 2.
#[test]
fn a_bad_line_does_not_end_the_run() {
    let lines = "3x4\nhello\n2x2\tlast\n";
    let csv = fed(&["solve", "cram", "-", "--format", "csv"], lines);
    assert_eq!(csv.status.code(), Some(2));
    assert!(stderr(&csv).contains("-: 1 of 3 lines cannot be read"), "{}", stderr(&csv));
    let text = stdout(&csv);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!((rows.len(), rows[3]), (4, "2x2,last,L,,,"), "{text}");
    assert!(rows[1].starts_with("3x4,,W,,") && rows[2].starts_with("hello,,,,,"), "{text}");
    assert!(rows[2].contains("line 2: `hello`, column 1"), "{text}");
    // Plain TSV keeps its three columns, and standard error has the reason.
    let tsv = fed(&["solve", "cram", "-", "--format", "tsv"], lines);
    assert_eq!(stdout(&tsv), "3x4\tW\t\nhello\t\t\n2x2\tL\t\n");
    assert!(stderr(&tsv).starts_with("-, line 2: `hello`"), "{}", stderr(&tsv));
    let header = fed(&["solve", "cram", "-", "--format", "tsv", "--header"], lines);
    let text = stdout(&header);
    assert!(text.starts_with("position\tlabel\toutcome\tnimber\tmove\treason\n3x4\t\tW\t\t"), "{text}");
    let objects = fed(&["solve", "cram", "-", "--json"], lines);
    let objects: Vec<_> = stdout(&objects).lines().map(json).collect();
    assert_eq!(objects[2]["label"], "last");
    assert!(
        objects[1]["error"].as_str().is_some_and(|error| error.contains("column 1")) && objects[1]["outcome"].is_null()
    );
    let words = fed(&["solve", "cram", "-"], lines);
    assert!(stdout(&words).contains("hello: error: line 2: "), "{}", stdout(&words));
}

/// After the time of the whole command every position that is left has its row.
#[test]
fn the_time_of_the_command_leaves_no_row_out() {
    let lines = ["9x9"].repeat(40).join("\n");
    let output = fed(&["solve", "cram", "-", "--format", "csv", "--time", "400ms"], lines);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(stdout(&output).lines().filter(|row| row.ends_with(",time")).count(), 40);
}

#[test]
fn boards_of_a_file_as_they_are_typed() {
    assert_eq!(
        stdout(&fed(&["solve", "cram", "-", "--format", "tsv"], "3 x 4\n3\u{d7}4\n")),
        "3 x 4\tW\t\n3\u{d7}4\tW\t\n"
    );
}
