//! What a person may be called: names are shown to others, so they stay short and can be seen.

use crate::error::NameError;

/// Letters that a name has at most.
pub(crate) const LONGEST_NAME: usize = 40;

/// Control characters, and those that turn the text around them or are not seen at all: joiners, fillers, tags and
/// variants (Unicode's default-ignorable ones), and the empty Braille pattern.
fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
                | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Looks at a name that others will see.
///
/// # Errors
/// When it is too long or has letters that are not seen.
pub fn check_name(name: &str) -> Result<(), NameError> {
    match name.chars().count() > LONGEST_NAME || name.chars().any(is_unseen) {
        true => Err(NameError),
        false => Ok(()),
    }
}
