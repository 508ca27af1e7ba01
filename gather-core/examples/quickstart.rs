//! A kernel of the macro, the three operators, some policies and one error, each on data small enough to
//! check by eye.
//!
//! ```text
//! cargo run --release --example quickstart
//! ```

use core::{error::Error, fmt::Debug};

use gather_core::{
    GatherOptions, OutOfRange, View, ViewDyn, gather_dyn, gather_dyn_with, gather_elements_dyn,
    gather_kernel, gather_nd_dyn,
};

fn main() -> Result<(), Box<dyn Error>> {
    a_kernel()?;
    boxes()?;
    embeddings()?;
    top_scores()?;
    policies()?;
    an_error()?;
    Ok(())
}

/// The macro: two cameras, two frames of each, three points in a frame. Pick one point of each frame.
fn a_kernel() -> Result<(), Box<dyn Error>> {
    title("gather_kernel!(GatherND, f32, i64, rank = 4, batch_dims = 2): one point of each frame");
    let points = [
        [
            [[1.0, 1.5], [2.0, 2.5], [3.0, 3.5]],
            [[4.0, 4.5], [5.0, 5.5], [6.0, 6.5]],
        ],
        [
            [[7.0, 7.5], [8.0, 8.5], [9.0, 9.5]],
            [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]],
        ],
    ];
    let best = [[[[2]], [[0]]], [[[1]], [[-1]]]]; // -1 is the last point

    // The rank and the batch dimensions are part of the kernel: a view of another rank does not compile.
    let pick = gather_kernel!(GatherND, f32, i64, rank = 4, batch_dims = 2);
    let (points, best) = (View::from(&points), View::from(&best));
    let picked = pick.run(points, best)?;
    show("points", points.as_dyn());
    show("best", best.as_dyn());
    show("output", picked.view());
    Ok(())
}

/// GatherND on shapes known only now: a detector found three boxes in each of two images. Keep two of each.
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

/// Prints a tensor: name, shape, then its rows, one on a line; from rank 3 on, one batch on a line.
fn show<T: Debug>(name: &str, tensor: ViewDyn<'_, T>) {
    let (rows, width) = match tensor.shape() {
        [_, .., rows, width] => (*rows, *width),
        [.., width] => (1, *width),
        [] => (1, 1),
    };
    let mut head = (name, format!("{:?}", tensor.shape()));
    let elements: Vec<&T> = tensor.iter().collect();
    let all: Vec<&[&T]> = elements.chunks(width.max(1)).collect();
    for line in all.chunks(rows.max(1)) {
        let line: Vec<String> = line.iter().map(|row| format!("{row:>3?}")).collect();
        println!("  {:<14}{:<14}{}", head.0, head.1, line.join("  "));
        head = ("", String::new());
    }
}
