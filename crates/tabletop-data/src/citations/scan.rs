//! Finds the documented items of one source file, and keeps what their docs cite.
//!
//! Follows braces and the keywords that name an item, and needs no more of Rust's grammar. Knows one file at a time:
//! which modules of other files are tests is for the index to join.

use std::{iter::Peekable, mem};

use super::{
    Citation, CitationKind,
    rule_line::{DocLine, cited_rules},
    tokens::{Token, tokens},
};

/// What one file cites.
#[derive(Debug, Default)]
pub(super) struct Scanned {
    pub(super) citations: Vec<Citation>,
    /// Paths of the modules that are compiled for tests only; they may stand in files of their own.
    pub(super) test_modules: Vec<String>,
}

/// Scans the text of a file whose items are below `module`.
pub(super) fn scan(file: &str, module: &str, source: &str, kind: CitationKind) -> Scanned {
    let mut scan = Scan {
        file,
        tokens: tokens(source).peekable(),
        scopes: vec![Scope { name: module.to_owned(), kind }],
        brackets: 0,
        item: None,
        docs: Vec::new(),
        marks_test: false,
        scope_docs: Vec::new(),
        found: Scanned::default(),
    };
    scan.run();
    scan.found
}

struct Scan<'f, T: Iterator<Item = Token<'f>>> {
    file: &'f str,
    tokens: Peekable<T>,
    scopes: Vec<Scope>,
    /// How many round and square brackets are open.
    brackets: usize,
    item: Option<Item>,
    /// The docs of whatever is named next.
    docs: Vec<DocLine>,
    /// Whether an attribute makes it a test.
    marks_test: bool,
    /// The docs of the innermost scope.
    scope_docs: Vec<DocLine>,
    found: Scanned,
}

/// What stands between two braces; the outermost is the whole file.
struct Scope {
    /// The item whose body it is; empty for any other block.
    name: String,
    kind: CitationKind,
}

/// An item whose body has not begun yet.
struct Item {
    name: String,
    kind: CitationKind,
    is_module: bool,
    /// How many brackets were open at its name: its body opens no deeper.
    brackets: usize,
}

/// Words that may stand between docs and the name they belong to.
const BEFORE_NAMES: [&str; 9] =
    ["async", "const", "default", "extern", "mut", "ref", "static", "type", "unsafe"];

impl<'f, T: Iterator<Item = Token<'f>>> Scan<'f, T> {
    fn run(&mut self) {
        // At the start of an item `impl` opens a block; anywhere else it is part of a type.
        let mut at_start = true;
        while let Some(token) = self.tokens.next() {
            if !matches!(token, Token::InnerDoc(_)) {
                self.end_scope_docs();
            }
            let starts = match token {
                Token::OuterDoc(_) | Token::InnerDoc(_) | Token::Sign('#' | '{' | '}' | ';') => true,
                Token::Word(word) => at_start && BEFORE_NAMES.contains(&word),
                Token::Sign(_) => false,
            };
            match token {
                Token::OuterDoc(line) => self.docs.push(line),
                Token::InnerDoc(line) => self.scope_docs.push(line),
                Token::Word("impl") if at_start => {
                    let name = self.implementing_type();
                    self.begin_item(&name, false);
                }
                Token::Word(word @ ("enum" | "fn" | "macro_rules" | "mod" | "struct" | "trait")) => {
                    self.tokens.next_if_eq(&Token::Sign('!'));
                    if let Some(Token::Word(name)) =
                        self.tokens.next_if(|next| matches!(next, Token::Word(_)))
                    {
                        self.begin_item(name, word == "mod");
                    }
                }
                Token::Word("pub") => self.skip_visibility(),
                Token::Word(word) if BEFORE_NAMES.contains(&word) => {}
                Token::Word(word) => self.cite_docs(word),
                Token::Sign('#') => self.attribute(),
                Token::Sign('{') => self.open_scope(),
                Token::Sign('}') => self.close_scope(),
                Token::Sign(';') => {
                    self.marks_test = false;
                    self.end_item();
                }
                Token::Sign('(' | '[') => self.brackets += 1,
                Token::Sign(')' | ']') => self.brackets = self.brackets.saturating_sub(1),
                Token::Sign(_) => {}
            }
            at_start = starts;
        }
        self.end_scope_docs();
    }

    fn begin_item(&mut self, name: &str, is_module: bool) {
        let kind = self.kind_of_next();
        self.cite_docs(name);
        self.item = Some(Item { name: name.to_owned(), kind, is_module, brackets: self.brackets });
    }

    /// Opens the body of the item that has been named, or any other block.
    fn open_scope(&mut self) {
        let scope = match self.end_item() {
            Some(item) => Scope { name: item.name, kind: item.kind },
            None => Scope { name: String::new(), kind: self.kind_of_next() },
        };
        self.scopes.push(scope);
    }

    fn close_scope(&mut self) {
        self.docs.clear();
        self.marks_test = false;
        if self.scopes.len() > 1 {
            self.scopes.pop();
        }
    }

    /// The item that has been named, if what comes now is its body, or the semicolon in place of one.
    fn end_item(&mut self) -> Option<Item> {
        let brackets = self.brackets;
        let item = self.item.take_if(|item| item.brackets == brackets)?;
        if item.is_module && item.kind == CitationKind::Test {
            self.found.test_modules.push(self.path(&item.name));
        }
        Some(item)
    }

    fn kind_of_next(&self) -> CitationKind {
        match self.scopes.last() {
            Some(scope) if !self.marks_test => scope.kind,
            _ => CitationKind::Test,
        }
    }

    /// Keeps what the docs before a name cite.
    fn cite_docs(&mut self, name: &str) {
        let kind = self.kind_of_next();
        self.marks_test = false;
        let docs = mem::take(&mut self.docs);
        self.cite(&docs, kind, self.path(name));
    }

    /// Keeps what the docs of the innermost scope cite, now that they are whole.
    fn end_scope_docs(&mut self) {
        if !self.scope_docs.is_empty() {
            let kind = self.scopes.last().map_or(CitationKind::Code, |scope| scope.kind);
            let docs = mem::take(&mut self.scope_docs);
            self.cite(&docs, kind, self.path(""));
        }
    }

    fn cite(&mut self, docs: &[DocLine], kind: CitationKind, item: String) {
        let file = self.file.to_owned();
        let citations = cited_rules(docs).into_iter().map(|cited| Citation {
            rule: cited.rule,
            kind,
            file: file.clone(),
            line: cited.line,
            item: item.clone(),
            note: cited.note,
        });
        self.found.citations.extend(citations);
    }

    fn path(&self, name: &str) -> String {
        let scopes = self.scopes.iter().map(|scope| scope.name.as_str());
        let names: Vec<&str> = scopes.chain([name]).filter(|name| !name.is_empty()).collect();
        if names.is_empty() { "crate".to_owned() } else { names.join("::") }
    }

    /// Skips the parentheses of `pub(…)`.
    fn skip_visibility(&mut self) {
        if self.tokens.next_if_eq(&Token::Sign('(')).is_some() {
            self.tokens.by_ref().find(|token| *token == Token::Sign(')'));
        }
    }

    /// Reads up to the body of an `impl` block: the last name of the type it is for, generics left out.
    fn implementing_type(&mut self) -> String {
        let (mut name, mut angles, mut last, mut whole) = (String::new(), 0_usize, ' ', false);
        while let Some(token) = self.tokens.next_if(|token| *token != Token::Sign('{')) {
            match token {
                Token::Sign('<') => angles += 1,
                Token::Sign('>') if last != '-' => angles = angles.saturating_sub(1),
                Token::Word("where") => whole = true,
                Token::Word(word) if angles == 0 && !whole => name = word.to_owned(),
                _ => {}
            }
            last = if let Token::Sign(sign) = token { sign } else { ' ' };
        }
        name
    }

    /// Reads an attribute: whether it is `test`, or a `cfg` that holds in tests only.
    fn attribute(&mut self) {
        let is_inner = self.tokens.next_if_eq(&Token::Sign('!')).is_some();
        if self.tokens.next_if_eq(&Token::Sign('[')).is_none() {
            return; // the `#` of a macro
        }
        let (mut lists, mut word, mut squares) = (Vec::new(), "", 1);
        for token in self.tokens.by_ref() {
            match token {
                Token::Word(next) => word = next,
                Token::Sign(sign) => {
                    let within_cfg = lists.iter().all(|list| ["cfg", "all"].contains(list));
                    if word == "test" && within_cfg && [',', ')', ']'].contains(&sign) {
                        self.marks_test |= !is_inner;
                    }
                    match sign {
                        '(' => lists.push(word),
                        ')' => drop(lists.pop()),
                        '[' => squares += 1,
                        ']' => squares -= 1,
                        _ => {}
                    }
                    word = "";
                }
                Token::OuterDoc(_) | Token::InnerDoc(_) => {}
            }
            if squares == 0 {
                return;
            }
        }
    }
}
