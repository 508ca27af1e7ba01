//! The front end of build scripts: a text of kernels is a module or all its mistakes, each as
//! `path:line:column: message`.

use gather_codegen::module;

/// The mistakes of a text.
fn mistakes(text: &str) -> Vec<String> {
    module("src/k.gather", text).expect_err("mistakes")
}

#[test]
fn every_mistake_of_every_line_is_reported_at_its_column() {
    let text = "\
# rank = 4, but four batch dimensions
Title: GatherND, f32, i64, rank = 4, batch_dims = 4

  Indented: Gather, f32, f32, rank = 2, axsi = 1
Fine: Gather, f32, u32, rank = 2
Two: GatherElements, f32, i64, rank = 2, axis = 2, depth = 1
";
    assert_eq!(
        mistakes(text),
        [
            "src/k.gather:2:51: `batch_dims` must be less than `rank` (4), found 4",
            "src/k.gather:4:26: `f32` is not an index type, expected `i8`, `i16`, `i32`, `i64`, `isize`, `u8`, `u16`, `u32`, `u64` or `usize`",
            "src/k.gather:4:41: unknown key `axsi`; did you mean `axis`?",
            "src/k.gather:6:52: `depth` belongs to GatherND, not to GatherElements",
            "src/k.gather:6:49: `axis` must be between -2 and 1 for `rank` 2, found 2",
        ]
    );
}

#[test]
fn a_name_is_given_once() {
    let text = "\
Rows: Gather, f32, u32, rank = 2
Columns: Gather, f32, u32, rank = 2, axis = 1
  Rows: Gather, f64, u32, rank = 2
";
    assert_eq!(
        mistakes(text),
        ["src/k.gather:3:3: a kernel named `Rows` stands on an earlier line"]
    );
}

#[test]
fn brackets_are_balanced_on_their_line() {
    let text = "\
Open: Gather, f32, u32, data = [_, 768
Closed: Gather, f32, u32, data = _, 768]
Fine: Gather, f32, u32, data = [_, 768]
";
    let found = mistakes(text);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert_eq!(
        found[0],
        "src/k.gather:1:32: unbalanced bracket or stray character"
    );
    assert_eq!(
        found[1],
        "src/k.gather:2:40: unbalanced bracket or stray character"
    );
}

/// What is missing at the end of a line is missed at its last word.
#[test]
fn a_line_needs_a_name_an_operator_and_types() {
    let cases = [
        (
            "Gather, f32, u32, rank = 2",
            "7: expected `:` and the operator, found `,`",
        ),
        (
            "7: Gather, f32, u32, rank = 2",
            "1: expected the kernel's name, found `7`",
        ),
        (
            "Rows:",
            "5: expected an operator, `GatherND`, `Gather` or `GatherElements`, found the end",
        ),
        (
            "Rows: Gather",
            "7: expected `,` and the element type, found the end",
        ),
        (
            "Rows: Gather, f32",
            "15: expected `,` and the index type, found the end",
        ),
        ("Rows: Gather, f32, u32", "7: missing key `rank` or `data`"),
        // Columns are characters, and spaces behind the last word do not count.
        (
            "Größe: Gather,  ",
            "14: expected the element type, found the end",
        ),
        (
            "Rows: Gather, f32, u32, rank",
            "25: expected `=` and a value after `rank`, found the end",
        ),
        (
            "Rows: Gather, f32, u32, rank = 2;",
            "33: expected `,` or the end, found `;`",
        ),
    ];
    for (line, mistake) in cases {
        assert_eq!(
            mistakes(line),
            [format!("src/k.gather:1:{mistake}")],
            "{line}"
        );
    }
}

#[test]
fn columns_count_characters() {
    let text = "Größe: Gather, f32, u32, rank = 2, axis = 2";
    assert_eq!(
        mistakes(text),
        ["src/k.gather:1:43: `axis` must be between -2 and 1 for `rank` 2, found 2"]
    );
}

#[test]
fn comments_and_empty_lines_are_passed_over() {
    let text = "\n# a comment\n\n   # an indented one\nRows: Gather, f32, u32, rank = 2, // one behind a kernel\n";
    let code = module("k.gather", text).expect("no mistakes");
    assert!(code.contains("/// From `k.gather`, line 5.\n"), "{code}");
    assert_eq!(code.matches("pub struct").count(), 1);
    assert_eq!(module("k.gather", "# nothing yet\n"), Ok(String::new()));
}
