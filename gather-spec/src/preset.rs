//! What each system means, under one name each.
//!
//! A preset is a system, at a version where versions differ. It says, operator by operator, which
//! choices the system makes, whether its operator takes `batch_dims`, and what the operator is called
//! there. Opsets are cumulative, as the systems have them: `openvino_8` means Gather-8, GatherND-8
//! and GatherElements-6.

use core::{fmt, str::FromStr};

use crate::{
    op::Operator,
    policy::{BatchOutput, BatchSizes, DepthZero, Negative, NonAxis, OutOfRange, Rules},
};

/// The value a preset fills with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FillKind {
    /// Zero, `false`, the empty string.
    Zero,
    /// What JAX takes for "nothing there": NaN, the smallest signed, the largest unsigned, `true`.
    Missing,
}

/// One operator as one system has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// What the system calls it.
    pub source: &'static str,
    /// Whether it has the attribute `batch_dims`.
    pub batch_dims: bool,
    /// Its choices.
    pub rules: Rules,
}

macro_rules! presets {
    ($($(#[$doc:meta])* $variant:ident = $name:literal;)*) => {
        /// A system whose meaning can be asked for by name.
        ///
        /// ```
        /// use gather_spec::{Operator, OutOfRange, Preset};
        /// let preset: Preset = "openvino_8".parse()?;
        /// let meaning = preset.meaning(Operator::Gather).expect("OpenVINO has Gather-8");
        /// assert_eq!(meaning.rules.out_of_range, OutOfRange::Fill(()));
        /// assert!(Preset::Torch.meaning(Operator::GatherNd).is_none());
        /// # Ok::<(), gather_spec::UnknownPreset>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Preset { $($(#[$doc])* $variant),* }

        impl Preset {
            /// Every preset.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The names, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// The preset's name, as the macro and `FromStr` take it.
            ///
            /// ```
            /// assert_eq!(gather_spec::Preset::NumpyClip.name(), "numpy_clip");
            /// ```
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }
        }
    };
}

presets! {
    /// ONNX opset 11: Gather-11, GatherElements-11, GatherND-11 (no `batch_dims`).
    Onnx11 = "onnx_11";
    /// ONNX opset 12: GatherND-12 brings `batch_dims`.
    Onnx12 = "onnx_12";
    /// ONNX opset 13 and later.
    Onnx13 = "onnx_13";
    /// What onnxruntime does beyond the ONNX text: tuples of length 0 copy, batch sizes of 1 repeat.
    OnnxRuntime = "onnxruntime";
    /// OpenVINO opset 1: Gather-1 as the CPU plugin runs it.
    OpenVino1 = "openvino_1";
    /// OpenVINO opset 5: adds GatherND-5, whose output has one flattened batch dimension.
    OpenVino5 = "openvino_5";
    /// OpenVINO opset 6: adds GatherElements-6.
    OpenVino6 = "openvino_6";
    /// OpenVINO opset 7: Gather-7 brings `batch_dims`.
    OpenVino7 = "openvino_7";
    /// OpenVINO opset 8: Gather-8 takes negatives and fills; GatherND-8 keeps its batch dimensions.
    OpenVino8 = "openvino_8";
    /// Ascend CANN GatherNd with `negative_index_support` off.
    Cann = "cann";
    /// Ascend CANN GatherNd with `negative_index_support` on.
    CannNegative = "cann_negative";
    /// TensorFlow `gather` and `gather_nd`, bad indices are errors.
    TensorFlow = "tensorflow";
    /// TensorFlow `gather_nd` with `bad_indices_policy = IGNORE`.
    TensorFlowIgnore = "tensorflow_ignore";
    /// PyTorch `index_select` (Gather) and `gather` (GatherElements).
    Torch = "torch";
    /// NumPy `take` with `mode="raise"`, and `take_along_axis`.
    NumpyRaise = "numpy_raise";
    /// NumPy `take` with `mode="wrap"`.
    NumpyWrap = "numpy_wrap";
    /// NumPy `take` with `mode="clip"`.
    NumpyClip = "numpy_clip";
    /// JAX with `mode="fill"`, the default of `jnp.take` and `jnp.take_along_axis`.
    JaxFill = "jax_fill";
    /// JAX `x.at[i].get(mode="clip")`, which counts negatives from the end first. (`jnp.take` clips
    /// the raw value: that is `numpy_clip`.)
    JaxClip = "jax_clip";
    /// JAX with `mode="wrap"`.
    JaxWrap = "jax_wrap";
}

const FILL: OutOfRange = OutOfRange::Fill(());

impl Preset {
    /// The operator as this system has it, or `None` if it has none like it.
    ///
    /// ```
    /// use gather_spec::{BatchOutput, Operator, Preset};
    /// let nd5 = Preset::OpenVino5.meaning(Operator::GatherNd).expect("GatherND-5 exists");
    /// assert_eq!((nd5.source, nd5.rules.batch_output), ("GatherND-5", BatchOutput::Flattened));
    /// ```
    #[must_use]
    pub const fn meaning(self, operator: Operator) -> Option<Meaning> {
        let meaning = match self {
            Self::Onnx11 | Self::Onnx12 | Self::Onnx13 => Some(onnx(self, operator)),
            Self::OnnxRuntime => Some(onnxruntime(operator)),
            Self::OpenVino1
            | Self::OpenVino5
            | Self::OpenVino6
            | Self::OpenVino7
            | Self::OpenVino8 => openvino(self, operator),
            Self::Cann | Self::CannNegative => cann(self, operator),
            Self::TensorFlow | Self::TensorFlowIgnore => tensorflow(self, operator),
            Self::Torch => torch(operator),
            Self::NumpyRaise | Self::NumpyWrap | Self::NumpyClip => numpy(self, operator),
            Self::JaxFill | Self::JaxClip | Self::JaxWrap => jax(self, operator),
        };
        match meaning {
            Some(mut meaning) => {
                meaning.rules.preset = Some(self);
                Some(meaning)
            }
            None => None,
        }
    }

    /// The value this preset fills with, if any of its operators fills.
    ///
    /// ```
    /// use gather_spec::{FillKind, Preset};
    /// assert_eq!(Preset::OpenVino8.fill(), Some(FillKind::Zero));
    /// assert_eq!(Preset::JaxFill.fill(), Some(FillKind::Missing));
    /// assert_eq!(Preset::Onnx13.fill(), None);
    /// ```
    #[must_use]
    pub const fn fill(self) -> Option<FillKind> {
        match self {
            Self::JaxFill => Some(FillKind::Missing),
            Self::OpenVino1
            | Self::OpenVino5
            | Self::OpenVino6
            | Self::OpenVino7
            | Self::OpenVino8
            | Self::Cann
            | Self::TensorFlowIgnore => Some(FillKind::Zero),
            _ => None,
        }
    }
}

const fn meaning(source: &'static str, batch_dims: bool, rules: Rules) -> Meaning {
    Meaning {
        source,
        batch_dims,
        rules,
    }
}

const fn rules(negative: Negative, out_of_range: OutOfRange) -> Rules {
    Rules {
        negative,
        out_of_range,
        ..Rules::ONNX
    }
}

const fn onnx(preset: Preset, operator: Operator) -> Meaning {
    match (operator, preset) {
        (Operator::GatherNd, Preset::Onnx11) => meaning("GatherND-11", false, Rules::ONNX),
        (Operator::GatherNd, Preset::Onnx12) => meaning("GatherND-12", true, Rules::ONNX),
        (Operator::GatherNd, _) => meaning("GatherND-13", true, Rules::ONNX),
        (Operator::Gather, Preset::Onnx13) => meaning("Gather-13", false, Rules::ONNX),
        (Operator::Gather, _) => meaning("Gather-11", false, Rules::ONNX),
        (Operator::GatherElements, Preset::Onnx13) => {
            meaning("GatherElements-13", false, Rules::ONNX)
        }
        (Operator::GatherElements, _) => meaning("GatherElements-11", false, Rules::ONNX),
    }
}

const fn onnxruntime(operator: Operator) -> Meaning {
    match operator {
        Operator::GatherNd => meaning(
            "GatherND",
            true,
            Rules {
                depth_zero: DepthZero::Copy,
                batch_sizes: BatchSizes::Broadcast,
                ..Rules::ONNX
            },
        ),
        Operator::Gather => meaning("Gather", false, Rules::ONNX),
        Operator::GatherElements => meaning("GatherElements", false, Rules::ONNX),
    }
}

/// Gather-1 and Gather-7 follow the CPU plugin, which fills where the document only forbids; the
/// other documents forbid and the plugin is unsafe there, so the document is followed.
const fn openvino(preset: Preset, operator: Operator) -> Option<Meaning> {
    let strict = rules(Negative::Reject, OutOfRange::Error);
    let filling = rules(Negative::Reject, FILL);
    Some(match (operator, preset) {
        (Operator::Gather, Preset::OpenVino8) => {
            meaning("Gather-8", true, rules(Negative::FromEnd, FILL))
        }
        (Operator::Gather, Preset::OpenVino7) => meaning("Gather-7", true, filling),
        (Operator::Gather, _) => meaning("Gather-1", false, filling),
        (Operator::GatherNd, Preset::OpenVino8) => meaning("GatherND-8", true, strict),
        (Operator::GatherNd, Preset::OpenVino1) => return None,
        (Operator::GatherNd, _) => meaning(
            "GatherND-5",
            true,
            Rules {
                batch_output: BatchOutput::Flattened,
                ..strict
            },
        ),
        (Operator::GatherElements, Preset::OpenVino1 | Preset::OpenVino5) => return None,
        (Operator::GatherElements, _) => meaning(
            "GatherElements-6",
            false,
            Rules {
                non_axis: NonAxis::Equal,
                ..strict
            },
        ),
    })
}

const fn cann(preset: Preset, operator: Operator) -> Option<Meaning> {
    match (operator, preset) {
        (Operator::GatherNd, Preset::CannNegative) => Some(meaning("GatherNd", false, Rules::ONNX)),
        (Operator::GatherNd, _) => Some(meaning("GatherNd", false, rules(Negative::Reject, FILL))),
        _ => None,
    }
}

const fn tensorflow(preset: Preset, operator: Operator) -> Option<Meaning> {
    let strict = rules(Negative::Reject, OutOfRange::Error);
    match (operator, preset) {
        (Operator::Gather, Preset::TensorFlow) => Some(meaning("gather", true, strict)),
        (Operator::GatherNd, _) => Some(meaning(
            "gather_nd",
            true,
            Rules {
                out_of_range: match preset {
                    Preset::TensorFlowIgnore => FILL,
                    _ => OutOfRange::Error,
                },
                depth_zero: DepthZero::Copy,
                ..strict
            },
        )),
        _ => None,
    }
}

const fn torch(operator: Operator) -> Option<Meaning> {
    let strict = rules(Negative::Reject, OutOfRange::Error);
    match operator {
        Operator::Gather => Some(meaning("index_select", false, strict)),
        Operator::GatherElements => Some(meaning("gather", false, strict)),
        Operator::GatherNd => None,
    }
}

const fn numpy(preset: Preset, operator: Operator) -> Option<Meaning> {
    match (operator, preset) {
        (Operator::Gather, Preset::NumpyWrap) => Some(meaning(
            "take",
            false,
            rules(Negative::FromEnd, OutOfRange::Wrap),
        )),
        (Operator::Gather, Preset::NumpyClip) => Some(meaning(
            "take",
            false,
            rules(Negative::Reject, OutOfRange::Clamp),
        )),
        (Operator::Gather, _) => Some(meaning("take", false, Rules::ONNX)),
        (Operator::GatherElements, Preset::NumpyRaise) => Some(meaning(
            "take_along_axis",
            false,
            Rules {
                non_axis: NonAxis::Broadcast,
                ..Rules::ONNX
            },
        )),
        _ => None,
    }
}

const fn jax(preset: Preset, operator: Operator) -> Option<Meaning> {
    let out_of_range = match preset {
        Preset::JaxClip => OutOfRange::Clamp,
        Preset::JaxWrap => OutOfRange::Wrap,
        _ => FILL,
    };
    let rules = rules(Negative::FromEnd, out_of_range);
    Some(match (operator, preset) {
        // The other calls know no such mode.
        (Operator::Gather, Preset::JaxWrap) => meaning("take", false, rules),
        (_, Preset::JaxWrap) => return None,
        (Operator::GatherNd | Operator::Gather, _) => meaning("x.at[i].get", false, rules),
        (Operator::GatherElements, _) => meaning(
            "take_along_axis",
            false,
            Rules {
                non_axis: NonAxis::Broadcast,
                ..rules
            },
        ),
    })
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No preset has this name; the text lists those that exist.
///
/// ```
/// use gather_spec::Preset;
/// let error = "openvino_9".parse::<Preset>().unwrap_err();
/// assert_eq!(error.name(), "openvino_9");
/// assert!(error.to_string().starts_with("unknown preset `openvino_9`, expected `onnx_11`"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownPreset {
    /// The name as far as it fits; the first `len` bytes are UTF-8.
    name: [u8; Self::MOST],
    len: usize,
}

impl UnknownPreset {
    /// Bytes of a name that are kept.
    const MOST: usize = 32;

    fn new(found: &str) -> Self {
        let len = found.floor_char_boundary(Self::MOST);
        let mut name = [0; Self::MOST];
        name[..len].copy_from_slice(&found.as_bytes()[..len]);
        Self { name, len }
    }

    /// The name that was asked for; of a long one, the beginning.
    #[must_use]
    pub fn name(&self) -> &str {
        let kept = self.name.get(..self.len).unwrap_or_default();
        core::str::from_utf8(kept).unwrap_or_default()
    }
}

impl FromStr for Preset {
    type Err = UnknownPreset;

    fn from_str(name: &str) -> Result<Self, UnknownPreset> {
        let known = Self::ALL.iter().find(|preset| preset.name() == name);
        known.copied().ok_or_else(|| UnknownPreset::new(name))
    }
}

impl fmt::Display for UnknownPreset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown preset `{}`, expected ", self.name())?;
        for (n, name) in Preset::NAMES.iter().enumerate() {
            let comma = if n == 0 { "" } else { ", " };
            write!(f, "{comma}`{name}`")?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownPreset {}
