//! Walks the syntax of one source file and keeps what the docs of its items cite.
//!
//! Knows one file at a time; which modules of other files are tests is for the index to join.

use super::{
    Citation, Kind,
    rule_line::{DocLine, cited_rules},
};
use proc_macro2::{TokenStream, TokenTree};
use std::mem;
use syn::{
    Attribute, Expr, ExprLit, Lit, Meta, MetaNameValue, Token, Type,
    parse::Parser,
    punctuated::Punctuated,
    visit::{self, Visit},
};

/// What one file says.
#[derive(Debug, Default)]
pub struct Scanned {
    pub citations: Vec<Citation>,
    /// Paths of the modules that are compiled for tests only; they may stand in files of their own.
    pub test_modules: Vec<String>,
}

/// Reads the text of a file whose items are below `module`. An `Err` means that it is no Rust.
pub fn scan(file: &str, module: &str, source: &str, kind: Kind) -> syn::Result<Scanned> {
    let syntax = syn::parse_file(&stamp_lines(source))?;
    let mut scan = Scan { file, kind, frames: Vec::new(), found: Scanned::default() };
    scan.item(module, &syntax.attrs, |scan| {
        visit::visit_file(scan, &syntax);
    });
    Ok(scan.found)
}

/// Stands between the text of a doc line and its line number.
const STAMP: char = '\u{1}';

/// Appends its line number to every doc line, where the syntax tree keeps it.
///
/// The feature `span-locations` of proc-macro2 would tell lines as well, but every derive macro of
/// the build shares that crate: turning it on compiles all of them, and so all of Bevy, again.
fn stamp_lines(source: &str) -> String {
    let mut stamped = String::new();
    for (number, line) in (1..).zip(source.lines()) {
        stamped.push_str(line);
        if line.trim_start().starts_with("///") || line.trim_start().starts_with("//!") {
            stamped.push_str(&format!("{STAMP}{number}"));
        }
        stamped.push('\n');
    }
    stamped
}

/// An item whose docs are being read.
struct Frame {
    name: String,
    kind: Kind,
    docs: Vec<DocLine>,
}

struct Scan<'f> {
    file: &'f str,
    kind: Kind,
    frames: Vec<Frame>,
    found: Scanned,
}

impl Scan<'_> {
    /// Visits an item with its name on the path, and keeps what its docs cite.
    fn item(&mut self, name: &str, attributes: &[Attribute], visit: impl FnOnce(&mut Self)) {
        self.enter(name, attributes.iter().any(marks_test));
        visit(self);
        self.leave();
    }

    fn enter(&mut self, name: &str, marked: bool) {
        let outer = self.frames.last().map_or(self.kind, |frame| frame.kind);
        self.frames.push(Frame {
            name: name.to_owned(),
            kind: if marked { Kind::Test } else { outer },
            docs: Vec::new(),
        });
    }

    fn leave(&mut self) {
        let item = self.path();
        let Some(frame) = self.frames.pop() else {
            return; // every leave has its enter
        };
        for cited in cited_rules(&frame.docs) {
            self.found.citations.push(Citation {
                rule: cited.rule,
                kind: frame.kind,
                file: self.file.to_owned(),
                line: cited.line,
                item: item.clone(),
                note: cited.note,
            });
        }
    }

    fn path(&self) -> String {
        let names = self.frames.iter().map(|frame| frame.name.as_str());
        let named: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
        match named[..] {
            [] => "crate".to_owned(),
            _ => named.join("::"),
        }
    }

    fn add_doc(&mut self, text: &str) {
        if let Some(frame) = self.frames.last_mut() {
            frame.docs.extend(doc_lines(text));
        }
    }

    fn documented(&mut self, name: &str, docs: &[String], marked: bool) {
        if !docs.is_empty() {
            self.enter(name, marked);
            docs.iter().for_each(|text| self.add_doc(text));
            self.leave();
        }
    }

    /// Reads docs inside a macro call, such as those of tests written within `proptest!`.
    ///
    /// Nothing is known about what the macro makes of its tokens; the first word after a doc that is
    /// no keyword is taken for the name of what the doc stands on.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        let mut docs = Vec::new();
        let mut marked = false;
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Punct(sign) if sign.as_char() == '#' => match tokens.peek().and_then(attribute) {
                    Some(Meta::NameValue(meta)) => docs.extend(doc_text(&meta)),
                    Some(meta) => marked |= means_test(&meta),
                    None => {}
                },
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(word) if !KEYWORDS.contains(&word.to_string().as_str()) => {
                    self.documented(&word.to_string(), &mem::take(&mut docs), marked);
                    marked = false;
                }
                _ => {}
            }
        }
    }
}

/// The attribute in the brackets behind a `#`.
fn attribute(token: &TokenTree) -> Option<Meta> {
    match token {
        TokenTree::Group(group) => syn::parse2(group.stream()).ok(),
        _ => None,
    }
}

/// What may stand between the docs of an item and its name.
const KEYWORDS: [&str; 15] = [
    "async", "const", "enum", "extern", "fn", "mod", "mut", "pub", "ref", "static", "struct", "trait",
    "type", "union", "unsafe",
];

/// Makes the visitor's method for each kind of item that has docs and a name of its own.
macro_rules! visit_named {
    ($($method:ident($node:ident: $($name:ident).+);)*) => {$(
        fn $method(&mut self, node: &'ast syn::$node) {
            let name = node.$($name).+.to_string();
            self.item(&name, &node.attrs, |scan| visit::$method(scan, node));
        }
    )*};
}

impl<'ast> Visit<'ast> for Scan<'_> {
    visit_named! {
        visit_item_const(ItemConst: ident);
        visit_item_enum(ItemEnum: ident);
        visit_item_fn(ItemFn: sig.ident);
        visit_item_static(ItemStatic: ident);
        visit_item_struct(ItemStruct: ident);
        visit_item_trait(ItemTrait: ident);
        visit_item_type(ItemType: ident);
        visit_item_union(ItemUnion: ident);
        visit_impl_item_const(ImplItemConst: ident);
        visit_impl_item_fn(ImplItemFn: sig.ident);
        visit_impl_item_type(ImplItemType: ident);
        visit_trait_item_const(TraitItemConst: ident);
        visit_trait_item_fn(TraitItemFn: sig.ident);
        visit_trait_item_type(TraitItemType: ident);
        visit_variant(Variant: ident);
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        self.item(&module.ident.to_string(), &module.attrs, |scan| {
            if module.attrs.iter().any(marks_test) {
                scan.found.test_modules.push(scan.path());
            }
            visit::visit_item_mod(scan, module);
        });
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        self.item(&type_name(&block.self_ty), &block.attrs, |scan| {
            visit::visit_item_impl(scan, block);
        });
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        let name = field.ident.as_ref().map(ToString::to_string);
        self.item(&name.unwrap_or_default(), &field.attrs, |scan| {
            visit::visit_field(scan, field);
        });
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        let name = item.ident.as_ref().map(ToString::to_string);
        self.item(&name.unwrap_or_default(), &item.attrs, |scan| {
            visit::visit_item_macro(scan, item);
        });
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(call.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let Meta::NameValue(meta) = &attribute.meta
            && let Some(text) = doc_text(meta)
        {
            self.add_doc(&text);
        }
    }
}

fn type_name(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        Type::Reference(reference) => Some(type_name(&reference.elem)),
        _ => None,
    }
    .unwrap_or_default()
}

fn doc_text(meta: &MetaNameValue) -> Option<String> {
    match &meta.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if meta.path.is_ident("doc") => Some(text.value()),
        _ => None,
    }
}

/// Takes the stamps off; a doc that is no line comment has none, and is given line 0.
fn doc_lines(text: &str) -> impl Iterator<Item = DocLine> {
    text.lines().map(|line| {
        let (text, stamp) = line.rsplit_once(STAMP).unwrap_or((line, "0"));
        DocLine { text: text.to_owned(), line: stamp.parse().unwrap_or(0) }
    })
}

fn marks_test(attribute: &Attribute) -> bool {
    means_test(&attribute.meta)
}

/// Is this `test`, or a `cfg` that holds in tests only?
fn means_test(meta: &Meta) -> bool {
    match meta {
        Meta::Path(path) => path.segments.last().is_some_and(|last| last.ident == "test"),
        Meta::List(list) if list.path.is_ident("cfg") || list.path.is_ident("all") => {
            Punctuated::<Meta, Token![,]>::parse_terminated
                .parse2(list.tokens.clone())
                .is_ok_and(|inner| inner.iter().any(means_test))
        }
        _ => false,
    }
}
