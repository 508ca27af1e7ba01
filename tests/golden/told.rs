//! The cases of `tests/ui` once more, without the compiler: what the library says about a call is what the
//! compiler printed.

use std::{fs, path::Path};

use gather_codegen::{kernel, table};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The texts of the `compile_error!` in these tokens, however deep.
fn texts(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        let name = at.checked_sub(2).map(|at| tokens[at].to_string());
        if name.as_deref() == Some("compile_error") {
            let text = syn::parse2::<syn::LitStr>(group.stream());
            found.push(text.expect("a text").value());
        } else {
            texts(group.stream(), found);
        }
    }
}

/// What is said about the calls of the macros in these tokens, however deep. Those of `macro_rules!` are not
/// whole yet.
fn told(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        let expand = match at
            .checked_sub(2)
            .map(|at| tokens[at].to_string())
            .as_deref()
        {
            Some("gather_kernel") => kernel,
            Some("gather_table") => table,
            _ => {
                told(group.stream(), found);
                continue;
            }
        };
        let is_call = tokens[at - 1].to_string() == "!" && group.delimiter() != Delimiter::None;
        if is_call && !group.to_string().contains('$') {
            texts(expand(group.stream()), found);
        }
    }
}

/// Without spaces: the compiler sets them differently between tokens that it repeats.
fn dense(line: &str) -> String {
    line.split_whitespace().collect()
}

#[test]
fn tools_say_what_the_compiler_said() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    let (mut cases, mut compared) = (0, 0);
    for rule in fs::read_dir(folder).expect("the cases") {
        let rule = rule.expect("a folder").path();
        for case in fs::read_dir(&rule).into_iter().flatten() {
            let case = case.expect("a file").path();
            if case.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let source = fs::read_to_string(&case).expect("a case");
            // Cases that compile print nothing.
            let printed = fs::read_to_string(case.with_extension("stderr"));
            let (Ok(tokens), Ok(printed)) = (source.parse(), printed) else {
                continue;
            };
            let mut found = Vec::new();
            told(tokens, &mut found);
            for text in &found {
                let line = dense(&format!("error: {text}"));
                assert!(
                    printed.lines().any(|printed| dense(printed) == line),
                    "{}: {text}",
                    case.display()
                );
            }
            cases += 1;
            compared += found.len();
        }
    }
    assert!(
        cases > 300 && compared > 200,
        "{cases} cases, {compared} messages"
    );
}
