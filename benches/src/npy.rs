//! Inputs and expected outputs as files, so that the Python peers run on the very same numbers.
//!
//! `workloads.json` lists the calls; `W1.data.npy`, `W1.indices.npy` and `W1.expected.npy` are its tensors.

use std::{
    fs::{self, File},
    io::Write,
    path::Path,
};

use gather_core::Op;
use serde_json::json;

use crate::{
    Failure,
    workloads::{Case, ElementType, Item, Workload},
};

/// Writes these workloads into a directory.
pub(crate) fn write_all(workloads: &[Workload], directory: &Path) -> Result<(), Failure> {
    fs::create_dir_all(directory)?;
    for workload in workloads {
        eprintln!("{} {}", workload.id, workload.title);
        match workload.element {
            ElementType::F32 => write_case(&workload.case::<f32>()?, "<f4", directory)?,
            ElementType::U8 => write_case(&workload.case::<u8>()?, "|u1", directory)?,
        }
    }
    let list: Vec<_> = workloads.iter().map(describe).collect();
    let text = serde_json::to_string_pretty(&list)?;
    Ok(fs::write(directory.join("workloads.json"), text + "\n")?)
}

fn describe(workload: &Workload) -> serde_json::Value {
    let operator = match workload.op {
        Op::GatherNd { .. } => "GatherND",
        Op::Gather { .. } => "Gather",
        Op::GatherElements { .. } => "GatherElements",
    };
    json!({
        "id": workload.id,
        "operator": operator,
        "axis": workload.first_axis(),
        "batch_dims": workload.batch_dims(),
    })
}

fn write_case<T: Item>(case: &Case<T>, element: &str, directory: &Path) -> Result<(), Failure> {
    let workload = &case.workload;
    let path = |what: &str| directory.join(format!("{}.{what}.npy", workload.id));
    write(&path("data"), element, workload.data, &case.data)?;
    write(&path("indices"), "<i8", workload.indices, &case.indices)?;
    write(
        &path("expected"),
        element,
        &case.output_shape,
        &case.expected,
    )
}

/// Version 1 of the format: magic, length of the header, the header padded to a multiple of 64, bytes.
fn write<T: bytemuck::Pod>(
    path: &Path,
    element: &str,
    shape: &[usize],
    elements: &[T],
) -> Result<(), Failure> {
    let sizes: String = shape.iter().map(|size| format!("{size}, ")).collect();
    let mut header =
        format!("{{'descr': '{element}', 'fortran_order': False, 'shape': ({sizes}), }}");
    let unpadded = 10 + header.len() + 1;
    header += &" ".repeat(unpadded.next_multiple_of(64) - unpadded);
    header.push('\n');
    let length = u16::try_from(header.len())?.to_le_bytes();
    let mut file = File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
    file.write_all(b"\x93NUMPY\x01\x00")?;
    file.write_all(&length)?;
    file.write_all(header.as_bytes())?;
    Ok(file.write_all(bytemuck::cast_slice(elements))?)
}
