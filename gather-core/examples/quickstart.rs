//! The three operators, one policy and one error, each on data small enough to check by eye.
//!
//! ```text
//! cargo run --release --example quickstart
//! ```

use core::{error::Error, fmt::Debug};

use gather_core::{
    GatherOptions, OutOfRange, ViewDyn, gather_dyn, gather_dyn_with, gather_elements_dyn,
    gather_nd_dyn,
};

fn main() -> Result<(), Box<dyn Error>> {
    boxes()?;
    embeddings()?;
    top_scores()?;
    policies()?;
    an_error()?;
    Ok(())
}

/// GatherND: a detector found three boxes in each of two images; keep two of each.
fn boxes() -> Result<(), Box<dyn Error>> {
    title("GatherND, batch_dims = 1: keep two boxes of each image");
    let boxes = [
        [[10, 10, 40, 40], [12, 11, 41, 39], [70, 20, 30, 60]],
        [[5, 5, 20, 20], [50, 50, 25, 25], [51, 49, 26, 24]],
    ];
    let boxes: ViewDyn<'_, i32> = ViewDyn::from(&boxes);
    let keep = ViewDyn::new(&[2_i64, 0, 1, 0], &[2, 2, 1])?;

    let kept = gather_nd_dyn(boxes, keep, 1)?;
    show("boxes", boxes);
    show("keep", keep);
    show("output", kept.view());
    Ok(())
}

/// Gather: words are numbers of rows in a table.
fn embeddings() -> Result<(), Box<dyn Error>> {
    title("Gather, axis = 0: a row of the table for each word");
    let words = ["cat", "mat", "on", "sat", "the"];
    let table = [[0.1, 0.9], [0.2, 0.8], [0.5, 0.0], [0.6, 0.3], [0.0, 0.1]];
    let table: ViewDyn<'_, f64> = ViewDyn::from(&table);
    let sentence = ViewDyn::new(&[4_u32, 0, 3, 2, 4, 1], &[6])?;

    // Anything can be gathered, words too.
    let spoken = gather_dyn(ViewDyn::new(&words, &[5])?, sentence, 0, 0)?;
    let embedded = gather_dyn(table, sentence, 0, 0)?;
    show("table", table);
    show("sentence", sentence);
    show("words", spoken.view());
    show("output", embedded.view());
    Ok(())
}

/// GatherElements: somebody sorted the scores and kept the positions; these are the values.
fn top_scores() -> Result<(), Box<dyn Error>> {
    title("GatherElements, axis = 1: the two best scores of each row");
    let scores = ViewDyn::new(&[0.1, 0.7, 0.2, 0.0, 0.3, 0.1, 0.2, 0.4], &[2, 4])?;
    let best = ViewDyn::new(&[1, 2, -1, 0], &[2, 2])?; // -1 is the last column

    let top = gather_elements_dyn(scores, best, 1)?;
    show("scores", scores);
    show("best", best);
    show("output", top.view());
    Ok(())
}

/// Indices out of range: a fill value of one's own, then what a whole system does.
fn policies() -> Result<(), Box<dyn Error>> {
    title("Policies: what an index out of range gives");
    let data = ViewDyn::new(&[1, 2, 3, 4, 5], &[5])?;
    let indices = ViewDyn::new(&[0, -1, 5, 100], &[4])?;
    show("data", data);
    show("indices", indices);

    let fill = GatherOptions::default().out_of_range(OutOfRange::Fill(-99));
    show(
        "fill with -99",
        gather_dyn_with(data, indices, 0, 0, &fill)?.view(),
    );
    for name in ["openvino_8", "openvino_7", "numpy_clip", "numpy_wrap"] {
        let preset = GatherOptions::named(name)?;
        show(name, gather_dyn_with(data, indices, 0, 0, &preset)?.view());
    }
    Ok(())
}

/// An error, as the user sees it.
fn an_error() -> Result<(), Box<dyn Error>> {
    title("Errors: the first bad index, where it stands, what was allowed");
    let grid = ViewDyn::new(&[1, 2, 3, 4, 5, 6, 7, 8, 9], &[3, 3])?;
    let tuples = ViewDyn::new(&[0, 0, 0, 5], &[2, 2])?;
    show("grid", grid);
    show("tuples", tuples);
    match gather_nd_dyn(grid, tuples, 0) {
        Ok(out) => show("output", out.view()),
        Err(error) => println!("  error: {error}"),
    }
    Ok(())
}

fn title(text: &str) {
    println!("\n{text}\n");
}

/// Prints a tensor: name, shape, then a line for each row of its last dimension, batches set apart.
fn show<T: Debug>(name: &str, tensor: ViewDyn<'_, T>) {
    let (width, batch) = match tensor.shape() {
        [.., rows, width] => (*width, *rows),
        [width] => (*width, 1),
        [] => (1, 1),
    };
    let mut shape = format!("{:?}", tensor.shape());
    let mut name = name;
    for (n, row) in tensor.as_slice().chunks(width.max(1)).enumerate() {
        if n > 0 && n.is_multiple_of(batch) {
            println!("{:28}┄┄┄┄┄┄", "");
        }
        println!("  {name:<14}{shape:<12}{row:>4?}");
        (name, shape) = ("", String::new());
    }
}
