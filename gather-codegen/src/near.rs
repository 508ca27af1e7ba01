//! "Did you mean": the known name nearest to an unknown one, and lists of names for messages.

/// The message for a name that is not known.
pub(crate) fn unknown(what: &str, found: &str, known: &[&str]) -> String {
    match near(found, known) {
        Some(meant) => format!("unknown {what} `{found}`; did you mean `{meant}`?"),
        None => {
            let family = family(found, known);
            let expected = if family.is_empty() { known } else { &family };
            format!("unknown {what} `{found}`, expected {}", list(expected))
        }
    }
}

/// The names that begin with the same word: `jax` and `jax_drop` are of the family of `jax_fill`.
fn family<'a>(found: &str, known: &[&'a str]) -> Vec<&'a str> {
    let first = |name: &str| name.split('_').next().map(str::to_lowercase);
    let same = |name: &&str| name.contains('_') && first(name) == first(found);
    known.iter().copied().filter(same).collect()
}

/// "`a`, `b` or `c`".
pub(crate) fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The candidate nearest to `found`, if it is near enough to be meant; the last of equals, which is the
/// newest where names carry versions.
fn near<'a>(found: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let found = plain(found);
    let distances = candidates
        .iter()
        .rev()
        .map(|name| (distance(&found, &plain(name)), *name));
    let (distance, name) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance <= 1 + name.len() / 4).then_some(name)
}

/// A name without what people get wrong first: case and underscores.
fn plain(name: &str) -> Vec<char> {
    let letters = name.chars().filter(|letter| *letter != '_');
    letters.flat_map(char::to_lowercase).collect()
}

/// Letters to insert, remove or replace on the way from one word to the other.
fn distance(from: &[char], to: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (n, a) in from.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = n + 1;
        for (m, b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[m + 1];
            row[m + 1] = replaced.min(row[m] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_recognised_and_strangers_are_not() {
        let keys = ["rank", "data", "indices_rank", "batch_dims", "axis"];
        assert_eq!(near("batchdims", &keys), Some("batch_dims"));
        assert_eq!(near("indice_rank", &keys), Some("indices_rank"));
        assert_eq!(near("axsi", &keys), Some("axis"));
        assert_eq!(near("GatherNd", &["GatherND", "Gather"]), Some("GatherND"));
        assert_eq!(near("gathernd", &["GatherND", "Gather"]), Some("GatherND"));
        assert_eq!(near("colour", &keys), None);
    }

    #[test]
    fn a_known_first_word_shortens_the_list() {
        let presets = ["onnx_13", "numpy_raise", "numpy_wrap", "torch"];
        assert_eq!(
            unknown("preset", "numpy", &presets),
            "unknown preset `numpy`, expected `numpy_raise` or `numpy_wrap`"
        );
        assert_eq!(
            unknown("preset", "matlab", &presets),
            "unknown preset `matlab`, expected `onnx_13`, `numpy_raise`, `numpy_wrap` or `torch`"
        );
        assert_eq!(
            unknown("preset", "onnx_18", &presets),
            "unknown preset `onnx_18`; did you mean `onnx_13`?"
        );
    }

    #[test]
    fn lists_read_as_sentences() {
        assert_eq!(list(&["a"]), "`a`");
        assert_eq!(list(&["a", "b", "c"]), "`a`, `b` or `c`");
    }
}
