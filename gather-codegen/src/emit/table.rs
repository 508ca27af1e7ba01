//! Several ranked kernels behind one static.

use proc_macro2::TokenStream;

use crate::{
    Context,
    emit::{
        parts::{fill_value, number, op, rules},
        ranked,
        shell::{Shell, import},
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
    let (elem, index) = (&common.elem, &common.index);
    let (op, rules, import) = (op(common.written), rules(&common.rules), import(krate));
    let mut kernels = TokenStream::new();
    let mut entries = Vec::new();
    for (n, spec) in table.entries.iter().enumerate() {
        let this = name!("__GatherEntry{n}");
        let implementation = ranked::implementation(spec, &Shell::concrete(elem, &code!(#this)));
        kernels.extend(code!(struct #this; #implementation));
        let (words, rank) = (spec.name(), number(spec.rank()));
        entries.push(code!(__gather::Entry::new::<#this, #rank>(#words)));
    }
    let mover = Shell::concrete(elem, &code!()).mover;
    let fill = match &common.fill {
        Some(fill) => {
            let value = fill_value(fill, &code!(#elem));
            code!(__gather::Some(#value))
        }
        None => code!(__gather::None),
    };
    code! {
        #(#attrs)*
        #vis static #name: #krate::Table<#elem, #index> = {
            #import
            #kernels
            fn __gather_fill() -> __gather::Option<#elem> {
                #fill
            }
            __gather::Table::new::<#mover>(#op, #rules, __gather_fill, &[#(#entries),*])
        };
    }
}
