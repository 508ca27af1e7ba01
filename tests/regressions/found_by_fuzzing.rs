//! What the fuzz targets found, each as small as it could be made.

use gather_codegen::{diagnose, expansion, kernel, module, table};

/// The tools said that all was well and then that the expansion was not Rust: nobody had asked whether the
/// value of `fill` is an expression. The macro leaves that to the compiler.
#[test]
fn a_fill_value_that_is_no_expression_is_told() {
    for value in ["~ec![1, 2]", "let", "1 +", "= 3", "fn"] {
        let source = format!("Gather, u8, u8, rank = 1, out_of_range = fill({value})");
        let mistakes = diagnose(&source);
        let [mistake] = &mistakes[..] else {
            panic!("{source}: {mistakes:?}");
        };
        assert_eq!(mistake.text, "the value of `fill` is not an expression");
        let start = source.find(value).expect("the value");
        assert_eq!(mistake.start, start, "{source}");
        assert_eq!(expansion(&source), Err(mistakes), "{source}");
        let line = module("k.gather", &format!("K: {source}"));
        let expected = format!(
            "k.gather:1:{}: the value of `fill` is not an expression",
            start + 4
        );
        assert_eq!(line, Err(vec![expected]));
    }
    let good = "Gather, Vec<u8>, u8, rank = 1, out_of_range = fill(vec![1, 2])";
    assert_eq!(diagnose(good), []);
}

/// Types are read by recursion, and thousands of `&` were more than the stack holds: no message, no process.
#[test]
fn what_is_nested_too_deeply_is_told() {
    let text =
        "expected a type or a value of at most 32 levels, found more; give a part of it a name";
    let many = 20_000;
    for (open, close) in [
        ("&", ""),
        ("*const ", ""),
        ("A<", ">"),
        ("(", ")"),
        ("[", "]"),
        ("fn() -> ", ""),
    ] {
        let ty = format!("{}u8{}", open.repeat(many), close.repeat(many));
        let source = format!("Gather, {ty}, u8, rank = 1");
        let mistakes = diagnose(&source);
        let [mistake] = &mistakes[..] else {
            panic!("{open}: {} mistakes", mistakes.len());
        };
        assert_eq!(mistake.text, text, "{open}");
        assert_eq!(expansion(&source), Err(mistakes), "{open}");
        let line = module("k.gather", &format!("K: {source}")).expect_err("a mistake");
        assert!(line[0].ends_with(text), "{open}");
        let told = kernel(source.parse().expect("tokens")).to_string();
        assert!(told.contains(text), "{open}");
        let source = format!("static T: Gather, {ty}, u8; data = [_, 2];");
        let told = table(source.parse().expect("tokens")).to_string();
        assert!(told.contains(text), "{open}");
    }
    let value = format!(
        "Gather, i8, u8, rank = 1, out_of_range = fill({}1)",
        "-".repeat(many)
    );
    assert_eq!(diagnose(&value)[0].text, text);
    // As deep as may be, for which a thread of a test has the stack.
    let types = [("&", ""), ("*", ""), ("A<", ">"), ("(", ")"), ("[", "]")];
    let values = [
        ("-", ""),
        ("!", ""),
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("return ", ""),
    ];
    let deepest = |(open, close): (&str, &str), inside| {
        format!("{}{inside}{}", open.repeat(29), close.repeat(29))
    };
    for around in types {
        let ty = deepest(around, "u8").replace('*', "*const ");
        let mistakes = diagnose(&format!("Gather, {ty}, u8, rank = 1"));
        assert!(mistakes.iter().all(|mistake| mistake.text != text), "{ty}");
    }
    for around in values {
        let value = deepest(around, "1");
        let mistakes = diagnose(&format!(
            "Gather, i8, u8, rank = 1, out_of_range = fill({value})"
        ));
        assert!(
            mistakes.iter().all(|mistake| mistake.text != text),
            "{value}"
        );
    }
    let long = format!(
        "Gather, u8, u8, rank = 1, out_of_range = fill([{}][0])",
        "1, ".repeat(500)
    );
    assert_eq!(diagnose(&long), []);
}
