//! The chapter "what the compiler tells you" shows real messages: ours are what the macro says, word for word and
//! place for place. What the compiler adds of its own is in `tests/ui`.

const CHAPTER: &str = include_str!("../../gather-core/docs/compiler.md");

/// Line, column and text of a message.
type Message = (usize, usize, String);

/// The code of each example, and what is shown for it.
fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    CHAPTER.split("```rust,compile_fail\n").skip(1).map(|rest| {
        let (code, rest) = rest.split_once("\n```").expect("the code ends");
        let (_, rest) = rest.split_once("```text\n").expect("a message follows");
        let (shown, _) = rest.split_once("\n```").expect("the message ends");
        (code, shown)
    })
}

/// The messages of ours among those that are shown.
fn ours(shown: &str) -> Vec<Message> {
    let mut lines = shown.lines();
    let mut messages = Vec::new();
    while let Some(line) = lines.next() {
        let Some(text) = line.strip_prefix("error: ") else {
            continue;
        };
        let place = lines.next().and_then(|line| line.split_once("src/lib.rs:"));
        let (line, column) = place
            .and_then(|(_, place)| place.split_once(':'))
            .expect("a message has a place");
        let number = |digits: &str| digits.parse().expect("a number");
        messages.push((number(line), number(column), text.to_owned()));
    }
    messages
}

/// What the macro says about the kernel in this code; `None` if there is none.
fn said(code: &str) -> Option<Vec<Message>> {
    const CALL: &str = "gather_kernel!(";
    let (n, line) = code
        .lines()
        .enumerate()
        .find(|(_, line)| line.contains(CALL))?;
    let begin = line.find(CALL)? + CALL.len();
    let mistakes = gather_codegen::diagnose(&line[begin..line.rfind(')')?]);
    let place = |mistake: gather_codegen::Mistake| {
        (n + mistake.line, begin + mistake.start + 1, mistake.text)
    };
    Some(mistakes.into_iter().map(place).collect())
}

/// What the macro says about the table in this code.
fn said_of_table(code: &str) -> String {
    let (_, rest) = code
        .split_once("gather_table! {")
        .expect("a kernel or a table");
    let (table, _) = rest.rsplit_once('}').expect("the table ends");
    gather_codegen::table(table.parse().expect("tokens")).to_string()
}

#[test]
fn messages_of_the_chapter_are_those_of_the_macro() {
    let mut compared = 0;
    for (code, shown) in examples() {
        let ours = ours(shown);
        compared += ours.len();
        match said(code) {
            Some(said) => assert_eq!(ours, said, "{code}"),
            None => {
                let said = said_of_table(code);
                assert!(
                    ours.iter().all(|(_, _, text)| said.contains(text.as_str())),
                    "{code}\n{said}"
                );
            }
        }
    }
    assert!(compared >= 15, "only {compared} messages");
}
