//! Cases that NumPy wrote and answered: `against_numpy.py --write gather-cli/tests/cases`.

mod support;

use std::{fs, path::Path};

#[test]
fn results_are_those_of_numpy() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let calls = fs::read_to_string(folder.join("calls.txt")).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let out = scratch.path().join("out.npy");
    let mut count = 0;
    for call in calls.lines() {
        let words: Vec<_> = call.split(' ').collect();
        let [name, end, operator, arguments @ ..] = &words[..] else {
            panic!("{call}");
        };
        let (data, indices) = (format!("{name}_data.npy"), format!("{name}_indices.npy"));
        let _ = fs::remove_file(&out);
        let mut line = vec![*operator, &data, &indices, "-o", out.to_str().unwrap()];
        line.extend(arguments);
        let done = support::gather(&folder, line);
        if *end == "refused" {
            assert_eq!((done.code, out.exists()), (Some(2), false), "{call}");
        } else {
            assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{call}");
            let expected = fs::read(folder.join(format!("{name}_expected.npy"))).unwrap();
            assert_eq!(fs::read(&out).unwrap(), expected, "{call}");
        }
        count += 1;
    }
    assert_eq!(count, 20, "all of them were run");
}
