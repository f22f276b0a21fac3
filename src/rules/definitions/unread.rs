//! Parameters that nothing in a rule file reads.

use super::file::{File, ParameterType};
use super::read::{Read, Reader};

impl Reader<'_> {
    /// Notes that something reads what has this name.
    pub(super) fn mark_read(&self, name: &str) {
        self.read.borrow_mut().insert(name.to_owned());
    }

    /// Refuses a parameter that a puzzle would give without effect. Texts are for people.
    pub(super) fn check_read(&self, raw: &File) -> Read<()> {
        let read = self.read.borrow();
        let mut parameters = raw.parameters.iter();
        let idle = parameters
            .find(|each| each.kind != ParameterType::Text && !read.contains(each.name.get_ref()));
        match idle {
            None => Ok(()),
            Some(parameter) => {
                let name = parameter.name.get_ref();
                let message =
                    format!("nothing reads the parameter {name}: use it in a kernel, or remove it");
                Err(self.error(&parameter.name, message))
            }
        }
    }
}
