//! What a user can do about an input that was not understood, in the words of any front end.

use std::borrow::Cow;

/// Stands in the text of an [`Advice`] for each of its settings.
const PLACEHOLDER: &str = "{}";

/// A choice that decides how an input is read. Front ends have names of their own for it:
/// an option of the command line, a keyword argument.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Setting {
    /// The format of the input, perhaps the one of this name.
    Format(Option<&'static str>),
    /// The box shape, such as `2x3`; `RxC` stands for any.
    Box(String),
    /// The column of a table that holds the puzzles, perhaps this one: its name, or its number
    /// from 1.
    Column(Option<String>),
    /// The alphabet of the digits, by its name.
    Alphabet(&'static str),
    /// Whether puzzles of several sizes may follow each other.
    MixedSizes,
    /// Something that only the command line has, as it is typed there.
    Shell(String),
}

/// A sentence about settings that would help.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    text: Cow<'static, str>,
    settings: Vec<Setting>,
}

impl Advice {
    /// A sentence without a capital or a full stop, in which `{}` stands for each setting in turn.
    pub(crate) fn new<const N: usize>(
        text: impl Into<Cow<'static, str>>,
        settings: [Setting; N],
    ) -> Advice {
        Advice {
            text: text.into(),
            settings: settings.into(),
        }
    }

    /// Offers one setting after another: "`text` A or B".
    pub(crate) fn any_of(text: &str, settings: Vec<Setting>) -> Advice {
        let places = vec![PLACEHOLDER; settings.len()].join(" or ");
        Advice {
            text: format!("{text} {places}").into(),
            settings,
        }
    }

    /// The sentence with each setting as `name` calls it; `None` if one of them has no name,
    /// because the front end does not offer it.
    pub fn in_words(&self, name: impl Fn(&Setting) -> Option<String>) -> Option<String> {
        let mut words = String::new();
        let mut settings = self.settings.iter();
        for (index, piece) in self.text.split(PLACEHOLDER).enumerate() {
            if index > 0 {
                words.push_str(&name(settings.next()?)?);
            }
            words.push_str(piece);
        }
        Some(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_without_a_name_takes_the_advice_with_it() {
        let settings = [Setting::Box("2x3".into()), Setting::MixedSizes];
        let advice = Advice::new("{} reads this, and {} that", settings);
        let all = |setting: &Setting| Some(format!("<{setting:?}>"));
        let shapes = |setting: &Setting| match setting {
            Setting::Box(shape) => Some(shape.clone()),
            _ => None,
        };

        let words = advice.in_words(all);
        let expected = "<Box(\"2x3\")> reads this, and <MixedSizes> that";
        assert_eq!(words.as_deref(), Some(expected));
        assert_eq!(advice.in_words(shapes), None);
    }

    #[test]
    fn several_settings_are_joined() {
        let settings = vec![Setting::Alphabet("hex"), Setting::Alphabet("letters")];
        let advice = Advice::any_of("name it with", settings);
        let name = |setting: &Setting| match setting {
            Setting::Alphabet(name) => Some((*name).to_owned()),
            _ => None,
        };
        let expected = Some("name it with hex or letters".to_owned());
        assert_eq!(advice.in_words(name), expected);
    }
}
