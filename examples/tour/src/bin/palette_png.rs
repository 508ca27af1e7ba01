//! A picture by its palette: each pixel is the number of a colour, and one Gather makes it an image.
//!
//! The palette is `[_, 3]`: rows of three bytes, of which the kernel knows the length. The picture is `[height,
//! width]`, so the output is `[height, width, 3]`, which is what a PNG writer wants.
//!
//! ```text
//! cargo run -p gather-example-tour --bin palette_png -- picture.png
//! ```
//!
//! Without a name the file is written to the system's temporary folder.

use core::error::Error;
use std::{
    fs::File,
    io::{BufWriter, Write},
    path::PathBuf,
};

use gather_core::{GatherError, Tensor, View, gather_kernel};

gather_kernel!(
    /// Colours of a palette.
    struct Colours: Gather, u8, u8, data = [_, 3], indices_rank = 2, axis = 0
);

const SIZE: usize = 256;

/// Sixteen colours from dark blue to light yellow.
fn palette() -> [[u8; 3]; 16] {
    core::array::from_fn(|n| {
        let bright = u8::try_from(n * 17).unwrap_or(u8::MAX);
        [bright, bright / 2 + 64, 160 - bright / 2]
    })
}

/// Rings of colours: the number of the colour of each pixel.
fn rings() -> Vec<u8> {
    let pixels = (0..SIZE * SIZE).map(|n| (n / SIZE, n % SIZE));
    let distance = |(row, column): (usize, usize)| {
        let (y, x) = (row.abs_diff(SIZE / 2), column.abs_diff(SIZE / 2));
        (x * x + y * y).isqrt()
    };
    let colour = |pixel| u8::try_from(distance(pixel) / 8 % 16).unwrap_or(0);
    pixels.map(colour).collect()
}

/// The picture in red, green and blue.
fn picture() -> Result<Tensor<u8, 3>, GatherError> {
    Colours.run_array(&palette(), View::new(&rings(), [SIZE, SIZE])?)
}

/// Writes `[height, width, 3]` bytes as a PNG.
fn write_png(image: &Tensor<u8, 3>, to: impl Write) -> Result<(), Box<dyn Error>> {
    let [height, width, _] = *image.shape();
    let mut encoder = png::Encoder::new(to, width.try_into()?, height.try_into()?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(image.as_slice())?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args_os().nth(1).map(PathBuf::from);
    let name = name.unwrap_or_else(|| std::env::temp_dir().join("gather-rings.png"));
    let image = picture()?;
    write_png(&image, BufWriter::new(File::create(&name)?))?;
    println!("{}", Colours::SPEC);
    println!("  {SIZE} x {SIZE} pixels, 16 colours");
    println!("  corner {:?}", &image.as_slice()[..3]);
    println!("  written to {}", name.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_have_the_colours_of_the_palette() -> Result<(), GatherError> {
        let (image, numbers, palette) = (picture()?, rings(), palette());
        assert_eq!(image.shape(), &[SIZE, SIZE, 3]);
        let pixels = image.as_slice().as_chunks::<3>().0;
        for (pixel, number) in pixels.iter().zip(&numbers) {
            assert_eq!(pixel, &palette[usize::from(*number)]);
        }
        assert_eq!(numbers[SIZE / 2 * SIZE + SIZE / 2], 0, "the middle");
        Ok(())
    }

    #[test]
    fn the_file_reads_back() -> Result<(), Box<dyn Error>> {
        let image = picture()?;
        let mut file = Vec::new();
        write_png(&image, &mut file)?;
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info()?;
        let mut pixels = vec![0; image.as_slice().len()];
        let frame = reader.next_frame(&mut pixels)?;
        assert_eq!((frame.width, frame.height), (256, 256));
        assert_eq!(pixels, image.as_slice());
        Ok(())
    }
}
