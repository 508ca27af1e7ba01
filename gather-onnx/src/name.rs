//! Node names as Rust type names: `/embed/words.1/Gather` becomes `EmbedWords1Gather`.

use std::collections::HashSet;

use gather_core::Operator;

/// Names that a kernel must not take: a keyword, and the element type that has no path in front of it.
const RESERVED: &[&str] = &["Self", "String"];

/// Gives out names, each once.
#[derive(Debug, Default)]
pub(crate) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// A legal name of its own for a node of this name.
    pub(crate) fn give(&mut self, name: &str, operator: Operator) -> String {
        let base = legal(name, operator);
        let mut unique = base.clone();
        let mut n = 2_usize;
        while RESERVED.contains(&unique.as_str()) || self.taken.contains(&unique) {
            unique = join(&base, &n.to_string());
            n += 1;
        }
        self.taken.insert(unique.clone());
        unique
    }
}

/// The letters and digits of the name in camel case; after the operator's name if that is not enough.
fn legal(name: &str, operator: Operator) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    let camel = words.fold(String::new(), |name, word| join(&name, &capital(word)));
    if camel.starts_with(|c: char| c.is_ascii_alphabetic()) {
        camel
    } else {
        join(operator.name(), &camel)
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_ascii_uppercase() + rest
}

/// Two parts of a name, with an underscore where two numbers would become one.
fn join(left: &str, right: &str) -> String {
    let ends = left.ends_with(|c: char| c.is_ascii_digit());
    let begins = right.starts_with(|c: char| c.is_ascii_digit());
    let between = if ends && begins { "_" } else { "" };
    format!("{left}{between}{right}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_becomes_a_legal_one_of_its_own() {
        let mut names = Names::default();
        let mut give = |name| names.give(name, Operator::Gather);
        let given = [
            ("/embed/words.1/Gather", "EmbedWords1Gather"),
            ("/embed/words_1/Gather", "EmbedWords1Gather2"),
            ("layer.1/2", "Layer1_2"),
            ("layer.1.2", "Layer1_2_2"),
            ("0", "Gather0"),
            ("", "Gather"),
            ("…", "Gather2"),
            ("self", "Self2"),
            ("string", "String2"),
            ("naïve", "NaVe"),
            ("onnx::Gather_17", "OnnxGather17"),
        ];
        for (name, expected) in given {
            assert_eq!(give(name), expected, "{name}");
        }
    }
}
