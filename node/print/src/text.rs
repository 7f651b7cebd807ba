//! Text that fits: cut to a width, or broken into lines.

use crate::book::Book;

/// Text that fits into a width; its end is left out where it does not.
pub(crate) fn cut(book: &mut Book<'_>, text: &str, size: f32, width: f32) -> String {
    if book.width(text, size) <= width {
        return text.to_owned();
    }
    let mut room = width - book.letter_width('…', size);
    let fits = |letter: &char| {
        room -= book.letter_width(*letter, size);
        room >= 0.0
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// Whether a line may be broken before a letter: Chinese is broken anywhere.
const fn is_wide(letter: char) -> bool {
    letter as u32 >= 0x2e80
}

/// A text in lines of at most a width. What does not fit into the lines is left out, with a mark.
pub(crate) fn wrapped(book: &mut Book<'_>, text: &str, size: f32, width: f32, lines_max: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let (mut line, mut used, mut breaks_at) = (String::new(), 0.0, None);
        let mut letters = paragraph.chars().peekable();
        while let Some(letter) = letters.next() {
            let advance = book.letter_width(letter, size);
            if is_wide(letter) && !line.is_empty() {
                breaks_at = Some(line.len());
            }
            if used + advance > width && !line.is_empty() {
                if letter == ' ' {
                    lines.push(std::mem::take(&mut line));
                    (used, breaks_at) = (0.0, None);
                    continue;
                }
                let rest = line.split_off(breaks_at.unwrap_or(line.len()));
                lines.push(std::mem::replace(&mut line, rest.trim_start().to_owned()));
                used = book.width(&line, size);
                breaks_at = None;
                if lines.len() > lines_max {
                    break;
                }
            }
            line.push(letter);
            used += advance;
            // Dates and numbers of batches stay whole as long as they fit.
            let in_number = letters.peek().is_some_and(char::is_ascii_digit);
            if matches!(letter, ' ' | ',' | ';') || (matches!(letter, '-' | '/') && !in_number) || is_wide(letter) {
                breaks_at = Some(line.len());
            }
        }
        lines.push(line);
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    if lines.len() > lines_max {
        lines.truncate(lines_max);
        if let Some(last) = lines.last_mut() {
            *last = cut(book, &format!("{last}…"), size, width);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::Font;

    #[test]
    fn texts_are_broken_at_blanks_and_between_chinese_letters() {
        let font = Font::find(None).expect("a font with Chinese characters, such as the package fonts-noto-cjk");
        let mut book = Book::new(&font, None).expect("a book");
        let mut lines = |text: &str, width: f32, most| wrapped(&mut book, text, 10.0, width, most);
        assert_eq!(lines("库存盘点单", 21.0, 9), ["库存", "盘点", "单"]);
        assert_eq!(lines("one two three", 40.0, 9), ["one two", "three"]);
        assert_eq!(lines("a\nb", 40.0, 9), ["a", "b"]);
        assert_eq!(lines("to 2027-06-30", 55.0, 9), ["to", "2027-06-30"]);
        assert_eq!(lines("A1-B2/C", 28.0, 9), ["A1-", "B2/C"]);
        let cut = lines("one two three four five six", 40.0, 2);
        assert!(cut.len() == 2 && cut[1].ends_with('…'), "{cut:?}");
        let long = lines("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 40.0, 9);
        assert!(long.len() > 3 && long.concat() == "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "{long:?}");
        assert!(lines("", 40.0, 9).is_empty());
    }
}
