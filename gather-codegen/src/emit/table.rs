//! Several ranked kernels behind one static.

use proc_macro2::TokenStream;

use crate::{
    Context,
    emit::{
        parts::{number, op, primitive_type, rules},
        ranked,
        shell::{Shell, import, primitive_name},
    },
    parse::Item,
    table::Table,
};

pub(crate) fn table(context: &Context, table: &Table) -> TokenStream {
    let krate = &context.krate;
    let Item { attrs, vis, name } = &table.head;
    let Some(common) = table.entries.first() else {
        return TokenStream::new();
    };
    let (written, index) = (&common.elem, &common.index);
    let shell = Shell::concrete(written, &code!());
    let (op, rules, import) = (op(common.written), rules(&common.rules), import(krate));
    let mut kernels = TokenStream::new();
    let mut entries = Vec::new();
    for (n, spec) in table.entries.iter().enumerate() {
        let this = name!("__GatherEntry{n}");
        let shell = Shell::concrete(written, &code!(#this));
        // The value stands in one place, so that what is wrong with it is told once.
        let filling = spec.fill.as_ref().map(|_| code!(__gather_fill()));
        let implementation = ranked::implementation(spec, &shell, filling);
        kernels.extend(code!(struct #this; #implementation));
        let (words, rank) = (spec.name(), number(spec.rank()));
        entries.push(code!(__gather::Entry::new::<#this, #rank>(#words)));
    }
    let Shell { elem, mover, .. } = &shell;
    let filling = ranked::filling(common, elem).unwrap_or_else(|| code!(__gather::None));
    // The type of the static stands outside, where core has another name.
    let private = code!(#krate::__private);
    let public_elem = match primitive_name(written) {
        Some(name) => primitive_type(&private, name),
        None => code!(#written),
    };
    let public_index = primitive_type(&private, index);
    code! {
        #(#attrs)*
        #vis static #name: #krate::Table<#public_elem, #public_index> = {
            #import
            #kernels
            fn __gather_fill() -> __gather::Option<#elem> {
                #filling
            }
            __gather::Table::new::<#mover>(#op, #rules, __gather_fill, &[#(#entries),*])
        };
    }
}
