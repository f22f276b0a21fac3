//! The request `read`.

use crate::failure::Failure;
use crate::fields::Fields;
use crate::puzzle::Reading;
use crate::{Answer, object};
use serde_json::json;

/// Most bytes of a text.
pub const MAX_TEXT: usize = 8 << 20;

/// Most puzzles of an answer.
pub const MAX_PUZZLES: u64 = 1000;

/// Most mistakes of an answer.
const MAX_ERRORS: usize = 100;

/// The puzzles of a text.
pub fn read(fields: &mut Fields) -> Result<Answer, Failure> {
    let text: String = fields.required("text")?;
    let reading = Reading::of(fields)?;
    let most = fields.count("most", MAX_PUZZLES, MAX_PUZZLES)? as usize;
    fields.end()?;
    if text.len() > MAX_TEXT {
        let (found, most) = (text.len() >> 20, MAX_TEXT >> 20);
        let why = format!("the text has {found} MiB, expected {most} or less");
        return Err(Failure::in_field("text", why));
    }
    let (mut puzzles, mut errors) = (Vec::new(), Vec::new());
    let (mut more, mut unread) = (false, None);
    reading.each(&text, &mut |instance| {
        match instance {
            Ok(_) if puzzles.len() >= most => more = true,
            Ok(instance) => puzzles.push(instance.shown()),
            Err(failure) if failure.needs.is_some() => unread = Some(failure),
            Err(failure) => errors.push(failure),
        }
        unread.is_none() && !more && errors.len() < MAX_ERRORS
    });
    if let Some(failure) = unread {
        return Err(failure);
    }
    if puzzles.is_empty() && errors.is_empty() {
        errors.push(Failure::new(
            "the text holds no puzzle; paste one, such as 81 characters with . for empty cells",
        ));
    }
    Ok(object(
        json!({ "puzzles": puzzles, "errors": errors, "more": more }),
    ))
}
