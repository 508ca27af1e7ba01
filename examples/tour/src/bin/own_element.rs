//! Elements of your own: a small `Copy` struct, moved as bytes, and a type with a heap, cloned.
//!
//! One line says how a type is moved. A `Copy` type is `ByCopy`: its bytes go through the same loops as
//! primitives of that size. Everything else is `ByClone`. `ByCopy` on a type that is not `Copy` does not
//! compile.
//!
//! ```text
//! cargo run -p gather-example-tour --bin own_element
//! ```

use gather_core::{
    ByClone, ByCopy, Element, FillValue, GatherError, GatherOptions, OutOfRange, ViewDyn,
    gather_dyn_with,
};

/// Where a particle is and how heavy it is.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Particle {
    at: [f32; 2],
    mass: f32,
}

impl Element for Particle {
    type Mover = ByCopy;
}

/// Needed only for presets that fill, such as `openvino_8`: what they put for a particle.
impl FillValue for Particle {
    fn zero() -> Self {
        Self {
            at: [0.0; 2],
            mass: 0.0,
        }
    }
}

/// What is known about a molecule; it owns memory, so it is cloned.
#[derive(Clone, Debug, PartialEq)]
struct Molecule {
    name: String,
    atoms: Vec<u8>,
}

impl Element for Molecule {
    type Mover = ByClone;
}

fn particles() -> [Particle; 3] {
    [1.0, 2.0, 3.0].map(|mass| Particle {
        at: [mass, -mass],
        mass,
    })
}

fn molecules() -> [Molecule; 3] {
    [
        ("water", vec![1, 1, 8]),
        ("methane", vec![6, 1, 1, 1, 1]),
        ("oxygen", vec![8, 8]),
    ]
    .map(|(name, atoms)| Molecule {
        name: name.to_owned(),
        atoms,
    })
}

/// Particles at the positions of `order`; where there is none, what OpenVINO would put.
fn reordered(order: &[i64]) -> Result<Vec<Particle>, GatherError> {
    let options = GatherOptions::named("openvino_8")?;
    let (all, shape) = (particles(), [order.len()]);
    let order = ViewDyn::new(order, &shape)?;
    Ok(gather_dyn_with(ViewDyn::new(&all, &[3])?, order, 0, 0, &options)?.into_vec())
}

/// Molecules at the positions of `order`; where there is none, one without a name.
fn chosen(order: &[i8]) -> Result<Vec<Molecule>, GatherError> {
    let unknown = Molecule {
        name: "unknown".to_owned(),
        atoms: Vec::new(),
    };
    let options = GatherOptions::default().out_of_range(OutOfRange::Fill(unknown));
    let (all, shape) = (molecules(), [order.len()]);
    let order = ViewDyn::new(order, &shape)?;
    Ok(gather_dyn_with(ViewDyn::new(&all, &[3])?, order, 0, 0, &options)?.into_vec())
}

fn main() -> Result<(), GatherError> {
    println!("bytes moved, one particle too many");
    for particle in reordered(&[2, 0, 9])? {
        println!("  {particle:?}");
    }

    println!("cloned, with a fill value that is made on the spot");
    for molecule in chosen(&[1, -1, 7])? {
        println!("  {} with {} atoms", molecule.name, molecule.atoms.len());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_runs() {
        assert_eq!(main(), Ok(()));
    }

    #[test]
    fn particles_are_moved() -> Result<(), GatherError> {
        let [first, _, last] = particles();
        assert_eq!(
            reordered(&[2, 0, 9, -3])?,
            [last, first, Particle::zero(), first]
        );
        Ok(())
    }

    #[test]
    fn molecules_are_cloned() -> Result<(), GatherError> {
        let [_, methane, oxygen] = molecules();
        assert_eq!(chosen(&[1, -1])?, [methane, oxygen]);
        assert_eq!(chosen(&[7])?[0].name, "unknown");
        Ok(())
    }
}
