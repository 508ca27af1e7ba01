//! The choices of one dynamic call, over elements of type `T`.

use gather_spec::{
    BatchOutput, BatchSizes, DepthZero, FillKind, Negative, NonAxis, Operator, OutOfRange, Preset,
    Rules, UnknownPreset, Violation,
};

use crate::element::FillValue;

/// How a call treats what the systems disagree about. The default is ONNX: negatives count from the
/// end, out of range is an error, sizes agree exactly.
///
/// ```
/// use gather_core::{GatherOptions, Negative, OutOfRange, ViewDyn, gather_dyn_with};
///
/// let data = ViewDyn::new(&[1.0, 2.0, 3.0, 4.0, 5.0], &[5])?;
/// let indices = ViewDyn::new(&[0, -1, 100], &[3])?;
///
/// let options = GatherOptions::default().negative(Negative::Reject).out_of_range(OutOfRange::Fill(9.0));
/// assert_eq!(gather_dyn_with(data, indices, 0, 0, &options)?.as_slice(), [1.0, 9.0, 9.0]);
///
/// let options = GatherOptions::named("openvino_8")?;
/// assert_eq!(gather_dyn_with(data, indices, 0, 0, &options)?.as_slice(), [1.0, 5.0, 0.0]);
/// # Ok::<(), gather_core::GatherError>(())
/// ```
///
/// A choice made on top of a preset replaces that one choice of the preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct GatherOptions<T> {
    preset: Option<Preset>,
    preset_fill: Option<T>,
    negative: Option<Negative>,
    out_of_range: Option<OutOfRange<T>>,
    depth_zero: Option<DepthZero>,
    non_axis: Option<NonAxis>,
    batch_output: Option<BatchOutput>,
    batch_sizes: Option<BatchSizes>,
}

impl<T> Default for GatherOptions<T> {
    fn default() -> Self {
        Self {
            preset: None,
            preset_fill: None,
            negative: None,
            out_of_range: None,
            depth_zero: None,
            non_axis: None,
            batch_output: None,
            batch_sizes: None,
        }
    }
}

impl<T: FillValue> From<Preset> for GatherOptions<T> {
    fn from(preset: Preset) -> Self {
        Self::preset(preset)
    }
}

impl<T> GatherOptions<T> {
    /// What a system means.
    ///
    /// ```
    /// use gather_core::{GatherOptions, Preset, ViewDyn, gather_dyn_with};
    /// let data = ViewDyn::new(&[1, 2, 3], &[3])?;
    /// let wrap = GatherOptions::preset(Preset::NumpyWrap);
    /// let out = gather_dyn_with(data, ViewDyn::new(&[3, -4], &[2])?, 0, 0, &wrap)?;
    /// assert_eq!(out.as_slice(), [1, 3]);
    /// # Ok::<(), gather_core::GatherError>(())
    /// ```
    pub fn preset(preset: Preset) -> Self
    where
        T: FillValue,
    {
        let preset_fill = preset.fill().map(|kind| match kind {
            FillKind::Zero => T::zero(),
            FillKind::Missing => T::missing(),
        });
        Self {
            preset: Some(preset),
            preset_fill,
            ..Self::default()
        }
    }

    /// What a system means, by its name.
    ///
    /// # Errors
    ///
    /// No preset has this name.
    ///
    /// ```
    /// use gather_core::GatherOptions;
    /// assert!(GatherOptions::<f32>::named("jax_fill").is_ok());
    /// assert!(GatherOptions::<f32>::named("abacus").is_err());
    /// ```
    pub fn named(name: &str) -> Result<Self, UnknownPreset>
    where
        T: FillValue,
    {
        name.parse().map(Self::preset)
    }

    /// What a negative index means.
    pub fn negative(mut self, choice: Negative) -> Self {
        self.negative = Some(choice);
        self
    }

    /// What an index outside its axis gives.
    pub fn out_of_range(mut self, choice: OutOfRange<T>) -> Self {
        self.out_of_range = Some(choice);
        self
    }

    /// What GatherND does with index tuples of length 0.
    pub fn depth_zero(mut self, choice: DepthZero) -> Self {
        self.depth_zero = Some(choice);
        self
    }

    /// How the sizes of GatherElements' indices, the axis aside, must relate to those of data.
    pub fn non_axis(mut self, choice: NonAxis) -> Self {
        self.non_axis = Some(choice);
        self
    }

    /// How the batch dimensions stand in the output of GatherND.
    pub fn batch_output(mut self, choice: BatchOutput) -> Self {
        self.batch_output = Some(choice);
        self
    }

    /// How the batch sizes of data and indices must relate.
    pub fn batch_sizes(mut self, choice: BatchSizes) -> Self {
        self.batch_sizes = Some(choice);
        self
    }

    /// The choices for one operator, without the fill value.
    ///
    /// # Errors
    ///
    /// The preset's system has no such operator.
    ///
    /// ```
    /// use gather_core::{GatherOptions, Operator, OutOfRange, Rules};
    /// let options = GatherOptions::default().out_of_range(OutOfRange::Fill('?'));
    /// let rules = options.rules(Operator::Gather)?;
    /// assert_eq!(rules, Rules { out_of_range: OutOfRange::Fill(()), ..Rules::ONNX });
    /// # Ok::<(), gather_core::Violation>(())
    /// ```
    pub fn rules(&self, operator: Operator) -> Result<Rules, Violation> {
        let base = match self.preset {
            None => Rules::ONNX,
            Some(preset) => match preset.meaning(operator) {
                Some(meaning) => meaning.rules,
                None => return Err(Violation::PresetLacksOperator { preset, operator }),
            },
        };
        let out_of_range = self.out_of_range.as_ref().map(OutOfRange::choice);
        Ok(Rules {
            negative: self.negative.unwrap_or(base.negative),
            out_of_range: out_of_range.unwrap_or(base.out_of_range),
            depth_zero: self.depth_zero.unwrap_or(base.depth_zero),
            non_axis: self.non_axis.unwrap_or(base.non_axis),
            batch_output: self.batch_output.unwrap_or(base.batch_output),
            batch_sizes: self.batch_sizes.unwrap_or(base.batch_sizes),
            preset: base.preset,
        })
    }

    /// Whether nothing but indices is treated in another way than ONNX does, and then what negative ones
    /// mean.
    #[inline]
    pub(crate) fn plain(&self) -> Option<Negative> {
        let plain = self.preset.is_none()
            && self.depth_zero.is_none()
            && self.non_axis.is_none()
            && self.batch_output.is_none()
            && self.batch_sizes.is_none();
        plain.then(|| self.negative.unwrap_or(Rules::ONNX.negative))
    }

    /// The value to fill with, if the choice is to fill.
    pub(crate) fn fill(&self) -> Option<&T> {
        match &self.out_of_range {
            Some(OutOfRange::Fill(value)) => Some(value),
            Some(_) => None,
            None => self.preset_fill.as_ref(),
        }
    }

    /// The same choices with fill values of another type.
    ///
    /// # Errors
    ///
    /// Those of `convert`, which is asked for each value that the choices hold: that of a preset too, even
    /// if it is not the one that counts.
    ///
    /// ```
    /// use gather_core::{GatherOptions, OutOfRange};
    /// let wide = GatherOptions::default().out_of_range(OutOfRange::Fill(300_i32));
    /// let same = wide.try_map_fill(|fill| i16::try_from(*fill))?;
    /// assert_eq!(same, GatherOptions::default().out_of_range(OutOfRange::Fill(300_i16)));
    /// assert!(wide.try_map_fill(|fill| u8::try_from(*fill)).is_err());
    /// # Ok::<(), core::num::TryFromIntError>(())
    /// ```
    pub fn try_map_fill<U, E>(
        &self,
        convert: impl Fn(&T) -> Result<U, E>,
    ) -> Result<GatherOptions<U>, E> {
        let out_of_range = match &self.out_of_range {
            None => None,
            Some(OutOfRange::Fill(value)) => Some(OutOfRange::Fill(convert(value)?)),
            Some(OutOfRange::Error) => Some(OutOfRange::Error),
            Some(OutOfRange::Clamp) => Some(OutOfRange::Clamp),
            Some(OutOfRange::Wrap) => Some(OutOfRange::Wrap),
        };
        Ok(GatherOptions {
            preset: self.preset,
            preset_fill: self.preset_fill.as_ref().map(convert).transpose()?,
            negative: self.negative,
            out_of_range,
            depth_zero: self.depth_zero,
            non_axis: self.non_axis,
            batch_output: self.batch_output,
            batch_sizes: self.batch_sizes,
        })
    }
}
