//! Expanded code stands among the user's names, of which any may be in scope: a constant `data` would turn a
//! binding of that name into a pattern, a type `usize` would be meant by ours. So what an expansion binds begins
//! with `__`, and what it names comes through `__gather`.

use syn::{
    Expr, ExprPath, Macro, Pat, PatIdent, Path, Token, TypePath,
    punctuated::Punctuated,
    visit::{self, Visit},
};

use crate::{expansions, printed};

/// The user's own words in the expansions, the printed frame, and the parameters of a kernel's struct.
const OWN: [&str; 10] = [
    "kernel",
    "String",
    "Words",
    "PickBoxes",
    "ROWS",
    "PartialEq",
    "Eq",
    "Self",
    "T",
    "M",
];

/// Names in an expansion that the user's could be mistaken for.
#[derive(Default)]
struct Names {
    bound: Vec<String>,
    found: Vec<String>,
}

fn is_ours(name: &str) -> bool {
    name.starts_with("__") || name.starts_with("Gather") || OWN.contains(&name)
}

impl Names {
    fn path(&mut self, path: &Path) {
        let first = path
            .segments
            .first()
            .map(|segment| segment.ident.to_string());
        if let (None, Some(first)) = (path.leading_colon, first)
            && first != "self"
            && !is_ours(&first)
        {
            self.found.push(first);
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        let name = pattern.ident.to_string();
        if !is_ours(&name) {
            self.bound.push(name);
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_type_path(&mut self, ty: &'ast TypePath) {
        if ty.qself.is_none() {
            self.path(&ty.path);
        }
        visit::visit_type_path(self, ty);
    }

    fn visit_expr_path(&mut self, expression: &'ast ExprPath) {
        if expression.qself.is_none() {
            self.path(&expression.path);
        }
        visit::visit_expr_path(self, expression);
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        match pattern {
            Pat::Path(path) => self.path(&path.path),
            Pat::TupleStruct(pattern) => self.path(&pattern.path),
            _ => {}
        }
        visit::visit_pat(self, pattern);
    }

    fn visit_trait_bound(&mut self, bound: &'ast syn::TraitBound) {
        self.path(&bound.path);
        visit::visit_trait_bound(self, bound);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if let Some((path, _)) = &item.trait_ {
            self.path(path);
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if attribute.path().is_ident("derive") {
            let parse = Punctuated::<Path, Token![,]>::parse_terminated;
            let derives = attribute.parse_args_with(parse).expect("derives");
            derives.iter().for_each(|derive| self.path(derive));
        }
    }

    /// What stands in a macro of ours is methods or expressions.
    fn visit_macro(&mut self, call: &'ast Macro) {
        self.path(&call.path);
        if call
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "parallel")
        {
            let methods = &call.tokens;
            let methods: syn::ItemImpl = syn::parse_quote!(impl Kernel { #methods });
            let mut inner = Self::default();
            methods
                .items
                .iter()
                .for_each(|method| inner.visit_impl_item(method));
            self.bound.append(&mut inner.bound);
            self.found.append(&mut inner.found);
            return;
        }
        let parse = Punctuated::<Expr, Token![,]>::parse_terminated;
        let arguments = call.parse_body_with(parse).expect("expressions");
        for argument in &arguments {
            Names::visit_expr_in(self, argument);
        }
    }
}

impl Names {
    fn visit_expr_in(&mut self, expression: &Expr) {
        let mut inner = Self::default();
        inner.visit_expr(expression);
        self.bound.append(&mut inner.bound);
        self.found.append(&mut inner.found);
    }
}

fn names(code: &str) -> Names {
    let file = syn::parse_file(code).expect("a file of Rust");
    let mut names = Names::default();
    names.visit_file(&file);
    names
}

#[test]
fn expansions_use_no_name_that_a_user_has() {
    for expansion in expansions() {
        let Names { bound, found } = names(&printed(expansion));
        assert!(bound.is_empty(), "{} binds {bound:?}", expansion.0);
        assert!(found.is_empty(), "{} names {found:?}", expansion.0);
    }
}

/// The case compiles the files themselves.
#[test]
fn every_expansion_is_compiled_among_unlucky_names() {
    let case = include_str!("../ui/pass/names_in_printed_code.rs");
    for (name, ..) in expansions() {
        let mut words = case.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        assert!(words.any(|word| word == name), "{name} is not among them");
    }
}

#[test]
fn a_users_name_is_found() {
    let code = "#[derive(Clone)] struct Gather;
        impl Kernel<u8> for Gather {
            fn run(data: __gather::View<usize>) -> bool {
                let [a, __b] = __gather::ok!(from(out)); 
                match a { Some(__c) => __c, None => Self::N }
            }
        }";
    let Names { bound, mut found } = names(code);
    found.sort_unstable();
    assert_eq!(bound, ["data", "a", "None"]);
    assert_eq!(
        found,
        [
            "Clone", "Kernel", "Some", "a", "bool", "from", "out", "u8", "usize"
        ]
    );
}
