//! Small pieces of emitted code: numbers, options, operators, rules.

use gather_spec::{BatchOutput, BatchSizes, DepthZero, Negative, NonAxis, Op, OutOfRange, Rules};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned;

use crate::spec::{Fill, Spec};

/// The index type: one of ten primitives, whatever the user has given its name to.
pub(crate) fn index_type(spec: &Spec) -> TokenStream {
    primitive_type(&code!(__gather), &spec.index)
}

/// A primitive type by its path in core's private module. Its tokens stand where the user wrote its name but
/// are the macro's, of which lints do not ask whether the path is needed.
pub(crate) fn primitive_type(private: &TokenStream, name: &Ident) -> TokenStream {
    let at = Span::mixed_site().located_at(name.span());
    let name = Ident::new(&name.to_string(), at);
    quote_spanned!(at=> #private::#name)
}

/// A size or position without a suffix.
pub(crate) fn number(n: usize) -> TokenStream {
    let literal = Literal::usize_unsuffixed(n);
    code!(#literal)
}

/// `Some(768)` or `None`.
pub(crate) fn option(n: Option<usize>) -> TokenStream {
    match n {
        Some(n) => {
            let n = number(n);
            code!(__gather::Some(#n))
        }
        None => code!(__gather::None),
    }
}

/// `[None, Some(768)]`
pub(crate) fn options(sizes: &[Option<usize>]) -> TokenStream {
    let sizes = sizes.iter().map(|size| option(*size));
    code!([#(#sizes),*])
}

/// The operator with its attributes.
pub(crate) fn op(op: Op) -> TokenStream {
    let literal = Literal::i128_unsuffixed;
    match op {
        Op::GatherNd { batch_dims } => {
            let batch_dims = literal(batch_dims);
            code!(__gather::Op::GatherNd { batch_dims: #batch_dims })
        }
        Op::Gather { axis, batch_dims } => {
            let (axis, batch_dims) = (literal(axis), literal(batch_dims));
            code!(__gather::Op::Gather { axis: #axis, batch_dims: #batch_dims })
        }
        Op::GatherElements { axis } => {
            let axis = literal(axis);
            code!(__gather::Op::GatherElements { axis: #axis })
        }
    }
}

/// The choices; those that are ONNX's are left to the constant.
pub(crate) fn rules(rules: &Rules) -> TokenStream {
    let mut fields = Vec::new();
    if rules.negative == Negative::Reject {
        fields.push(code!(negative: __gather::Negative::Reject));
    }
    match rules.out_of_range {
        OutOfRange::Error => {}
        OutOfRange::Fill(()) => fields.push(code!(out_of_range: __gather::OutOfRange::Fill(()))),
        OutOfRange::Clamp => fields.push(code!(out_of_range: __gather::OutOfRange::Clamp)),
        OutOfRange::Wrap => fields.push(code!(out_of_range: __gather::OutOfRange::Wrap)),
    }
    if rules.depth_zero == DepthZero::Copy {
        fields.push(code!(depth_zero: __gather::DepthZero::Copy));
    }
    match rules.non_axis {
        NonAxis::AtMost => {}
        NonAxis::Equal => fields.push(code!(non_axis: __gather::NonAxis::Equal)),
        NonAxis::Broadcast => fields.push(code!(non_axis: __gather::NonAxis::Broadcast)),
    }
    if rules.batch_output == BatchOutput::Flattened {
        fields.push(code!(batch_output: __gather::BatchOutput::Flattened));
    }
    if rules.batch_sizes == BatchSizes::Broadcast {
        fields.push(code!(batch_sizes: __gather::BatchSizes::Broadcast));
    }
    if let Some(preset) = rules.preset {
        let preset = name!("{preset:?}");
        fields.push(code!(preset: __gather::Some(__gather::Preset::#preset)));
    }
    if fields.is_empty() {
        return code!(__gather::Rules::ONNX);
    }
    code!(__gather::Rules { #(#fields,)* ..__gather::Rules::ONNX })
}

/// The value to fill with, as an expression of the element type. Where the type has none, the message
/// points at the type.
pub(crate) fn fill_value(fill: &Fill, elem: &TokenStream) -> TokenStream {
    match fill {
        Fill::Zero => quote_spanned!(elem.span()=> <#elem as __gather::Fillable>::zero()),
        Fill::Missing => quote_spanned!(elem.span()=> <#elem as __gather::FillValue>::missing()),
        Fill::Value(value) => value.clone(),
    }
}
