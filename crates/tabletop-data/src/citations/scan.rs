//! Finds the documented items of one source file, and keeps what their docs cite.
//!
//! Follows braces and the keywords that name an item, and needs no more of Rust's grammar. Knows one file at a time:
//! which modules of other files are tests is for the index to join.

use std::{iter::Peekable, mem};

use super::{
    Citation, CitationKind, Mention,
    rule_line::{DocLine, cited_rules},
    tokens::{Token, tokens},
};

/// Citations and names read in one file.
#[derive(Debug, Default)]
pub(super) struct Scanned {
    pub(super) citations: Vec<Citation>,
    /// The functions that read the wanted name.
    pub(super) mentions: Vec<Mention>,
    /// Paths of the modules that are compiled for tests only; they may stand in files of their own.
    pub(super) test_modules: Vec<String>,
}

/// Scans the text of a file whose items are below `module`.
pub(super) fn scan(
    file: &str,
    module: &str,
    source: &str,
    kind: CitationKind,
    wanted: Option<&str>,
) -> Scanned {
    let mut scan = Scan {
        file,
        wanted,
        tokens: tokens(source).peekable(),
        scopes: vec![Scope { name: module.to_owned(), kind, is_function: false }],
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
    /// Name of the field whose readers are wanted.
    wanted: Option<&'f str>,
    tokens: Peekable<T>,
    scopes: Vec<Scope>,
    /// Number of open round and square brackets.
    brackets: usize,
    item: Option<Item>,
    /// Docs of the next named item.
    docs: Vec<DocLine>,
    /// Whether an attribute makes it a test.
    marks_test: bool,
    /// The docs of the innermost scope.
    scope_docs: Vec<DocLine>,
    found: Scanned,
}

/// Block between two braces; the outermost is the whole file.
struct Scope {
    /// The item whose body it is; empty for any other block.
    name: String,
    kind: CitationKind,
    /// Whether it is the body of a function, or within one.
    is_function: bool,
}

/// An item whose body has not begun yet.
struct Item {
    name: String,
    kind: CitationKind,
    what: What,
    /// Number of open brackets at its name: its body opens no deeper.
    brackets: usize,
}

/// Kind of item, as far as the scan distinguishes them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Module,
    Function,
    Other,
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
                    self.begin_item(&name, What::Other);
                }
                Token::Word(word @ ("enum" | "fn" | "macro_rules" | "mod" | "struct" | "trait")) => {
                    self.tokens.next_if_eq(&Token::Sign('!'));
                    if let Some(Token::Word(name)) =
                        self.tokens.next_if(|next| matches!(next, Token::Word(_)))
                    {
                        let what = match word {
                            "mod" => What::Module,
                            "fn" => What::Function,
                            _ => What::Other,
                        };
                        self.begin_item(name, what);
                    }
                }
                Token::Word("pub") => self.skip_visibility(),
                Token::Word(word) if BEFORE_NAMES.contains(&word) => {}
                Token::Word(word) => {
                    self.note_mention(word);
                    self.cite_docs(word);
                }
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

    /// Notes that the wanted name stands in a function, in its body or among what it is given.
    fn note_mention(&mut self, word: &str) {
        let kind = self.kind_of_next();
        if self.wanted != Some(word) || kind != CitationKind::Code {
            return;
        }
        // A function of the same name is called, no field read.
        if self.tokens.peek() == Some(&Token::Sign('(')) {
            return;
        }
        let named =
            self.item.as_ref().filter(|item| item.what == What::Function).map(|item| item.name.clone());
        if named.is_none() && !self.scopes.last().is_some_and(|scope| scope.is_function) {
            return;
        }
        let item = self.path(named.as_deref().unwrap_or_default());
        self.found.mentions.push(Mention { item, file: self.file.to_owned() });
    }

    fn begin_item(&mut self, name: &str, what: What) {
        let kind = self.kind_of_next();
        self.cite_docs(name);
        self.item = Some(Item { name: name.to_owned(), kind, what, brackets: self.brackets });
    }

    /// Opens the body of the item that has been named, or any other block.
    fn open_scope(&mut self) {
        let within = self.scopes.last().is_some_and(|scope| scope.is_function);
        let scope = match self.end_item() {
            Some(item) => {
                Scope { name: item.name, kind: item.kind, is_function: within || item.what == What::Function }
            }
            None => Scope { name: String::new(), kind: self.kind_of_next(), is_function: within },
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
        if item.what == What::Module && item.kind == CitationKind::Test {
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
