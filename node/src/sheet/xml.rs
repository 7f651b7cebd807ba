//! The XML of a spreadsheet's part, as a stream of events: no document type, bounded tokens and depth.

use std::io::BufReader;

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};

use crate::sheet::archive::Part;
use crate::sheet::error::SheetError;

/// Maximum nesting of elements; a sheet needs less than ten.
const DEPTH_MAX: usize = 64;

/// See the module.
pub struct Xml<'a> {
    reader: Reader<BufReader<Part<'a>>>,
    buffer: Vec<u8>,
    depth: usize,
}

/// What is read next. Empty elements come as a begin and an end.
pub enum Token<'b> {
    Begin(Tag<'b>),
    End(String),
    Text(String),
    Other,
    Over,
}

/// An element that begins.
pub struct Tag<'b>(BytesStart<'b>);

impl Tag<'_> {
    /// Without its prefix.
    pub fn name(&self) -> String {
        self.0.local_name().as_ref().to_owned()
    }

    /// The value of an attribute. `prefixed`: of the one with a prefix, such as `r:id`.
    fn find(&self, name: &str, prefixed: bool) -> Result<Option<String>, SheetError> {
        let mut attributes = self.0.attributes();
        // Comparing all names with each other takes the square of their number.
        for attribute in attributes.with_checks(false) {
            let attribute = attribute.map_err(SheetError::broken)?;
            if attribute.key.local_name().as_ref() == name && attribute.key.prefix().is_some() == prefixed {
                let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0).map_err(SheetError::broken)?;
                return Ok(Some(value.into_owned()));
            }
        }
        Ok(None)
    }

    /// An attribute without a prefix.
    pub fn attribute(&self, name: &str) -> Result<Option<String>, SheetError> {
        self.find(name, false)
    }

    /// An attribute of another namespace.
    pub fn foreign(&self, name: &str) -> Result<Option<String>, SheetError> {
        self.find(name, true)
    }
}

impl From<quick_xml::Error> for SheetError {
    fn from(error: quick_xml::Error) -> Self {
        let own = match &error {
            quick_xml::Error::Io(error) => error.get_ref().and_then(|inner| inner.downcast_ref::<Self>()).cloned(),
            _ => None,
        };
        own.unwrap_or_else(|| Self::broken(error))
    }
}

impl<'a> Xml<'a> {
    /// The XML of a part.
    pub fn new(part: Part<'a>) -> Self {
        let mut reader = Reader::from_reader(BufReader::new(part));
        reader.config_mut().expand_empty_elements = true;
        Self { reader, buffer: Vec::new(), depth: 0 }
    }

    /// What comes next.
    pub fn next(&mut self) -> Result<Token<'_>, SheetError> {
        self.buffer.clear();
        self.reader.get_mut().get_mut().begin_token();
        Ok(match self.reader.read_event_into(&mut self.buffer)? {
            Event::Start(tag) => {
                self.depth += 1;
                if self.depth > DEPTH_MAX {
                    return Err(SheetError::broken("its elements lie too deep"));
                }
                Token::Begin(Tag(tag))
            }
            Event::End(tag) => {
                self.depth = self.depth.saturating_sub(1);
                Token::End(tag.local_name().as_ref().to_owned())
            }
            Event::Text(text) => Token::Text(text.xml10_content().into_owned()),
            Event::CData(text) => Token::Text(text.xml10_content().into_owned()),
            Event::GeneralRef(reference) => match reference.resolve_char_ref()? {
                Some(letter) => Token::Text(letter.into()),
                None => Token::Text(resolve_predefined_entity(&reference).ok_or_else(|| SheetError::broken("it has an unknown entity"))?.into()),
            },
            // Only a document type can define entities that expand or load external content.
            Event::DocType(_) => return Err(SheetError::broken("it has a document type")),
            Event::Eof if self.depth > 0 => return Err(SheetError::broken("a part of it ends too early")),
            Event::Eof => Token::Over,
            _ => Token::Other,
        })
    }
}
