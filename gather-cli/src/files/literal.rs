//! Indices written on the command line: a number, or lists of numbers in lists.

use core::str::FromStr;

use gather_core::DType;

use super::Loaded;

/// Index values and their shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    shape: Vec<usize>,
    values: Vec<i64>,
}

impl Literal {
    /// A tensor of `i64`.
    pub(crate) fn load(&self) -> Loaded {
        let bytes = self.values.iter().flat_map(|value| value.to_ne_bytes());
        Loaded::owned(DType::I64, self.shape.clone(), bytes.collect())
    }
}

/// What is known while reading: the lists that are open, and the sizes of those that were closed.
#[derive(Default)]
struct Reader {
    values: Vec<i64>,
    /// Things so far in each open list, outermost first.
    open: Vec<usize>,
    /// The size of lists at each depth, once one was closed there.
    sizes: Vec<Option<usize>>,
    /// The depth at which numbers stand, once there was one.
    leaf: Option<usize>,
    /// Whether the text's one value is complete.
    done: bool,
}

impl FromStr for Literal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut reader = Reader::default();
        let mut rest = text;
        // A comma must stand between two things and nowhere else, but for one before `]`.
        let mut after_thing = false;
        while let Some(c) = rest.trim_start().chars().next() {
            rest = rest.trim_start();
            let column = text.len() - rest.len() + 1;
            let at = |cause: String| format!("{cause} at column {column}");
            if after_thing && !matches!(c, ',' | ']') {
                return Err(at("expected `,` or `]`".to_owned()));
            }
            after_thing = match c {
                '[' => reader.begin().map_err(at)?,
                ']' => reader.end().map_err(at)?,
                ',' if after_thing && !reader.open.is_empty() => false,
                _ => {
                    let end = rest.find([',', ']', '[']).unwrap_or(rest.len());
                    reader.number(rest[..end].trim_end()).map_err(at)?;
                    rest = &rest[end..];
                    after_thing = true;
                    continue;
                }
            };
            rest = &rest[c.len_utf8()..];
        }
        reader.finish()
    }
}

impl Reader {
    /// Counts a number or list in the list around it.
    fn count(&mut self) -> Result<(), String> {
        if self.done {
            return Err("expected nothing more".to_owned());
        }
        match self.open.last_mut() {
            Some(count) => *count += 1,
            None => self.done = true,
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<bool, String> {
        self.count()?;
        if self.leaf == Some(self.open.len()) {
            return Err("expected a number, found a list".to_owned());
        }
        self.done = false;
        self.open.push(0);
        if self.sizes.len() < self.open.len() {
            self.sizes.push(None);
        }
        Ok(false)
    }

    fn end(&mut self) -> Result<bool, String> {
        let Some(found) = self.open.pop() else {
            return Err("`]` without its `[`".to_owned());
        };
        self.done = self.open.is_empty();
        let size = &mut self.sizes[self.open.len()];
        match *size {
            Some(expected) if expected != found => Err(format!(
                "the lists of one level must have the same length ({expected}), found {found}"
            )),
            _ => {
                *size = Some(found);
                Ok(true)
            }
        }
    }

    fn number(&mut self, text: &str) -> Result<(), String> {
        let depth = self.open.len();
        let Ok(value) = text.parse() else {
            return Err(format!("expected an integer of 64 bits, found `{text}`"));
        };
        if self.sizes.len() > depth || *self.leaf.get_or_insert(depth) != depth {
            return Err("expected a list, found a number".to_owned());
        }
        self.count()?;
        self.values.push(value);
        Ok(())
    }

    fn finish(self) -> Result<Literal, String> {
        if !self.open.is_empty() {
            return Err(format!("{} `]` missing at the end", self.open.len()));
        }
        if !self.done {
            return Err("expected a number or a list".to_owned());
        }
        let shape: Vec<usize> = self
            .sizes
            .into_iter()
            .map(Option::unwrap_or_default)
            .collect();
        let expected = gather_core::ViewDyn::new(&self.values, &shape).map(|_| ());
        expected.map_err(|_| "lists of one level must have the same depth".to_owned())?;
        Ok(Literal {
            shape,
            values: self.values,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Vec<usize> {
        text.parse::<Literal>().unwrap().shape
    }

    #[test]
    fn numbers_and_lists_have_shapes() {
        assert_eq!(shape("-1"), [0; 0]);
        assert_eq!(shape(" [ 1 , 2, 3, ] "), [3]);
        assert_eq!(shape("[[0,1],[1,0]]"), [2, 2]);
        assert_eq!(shape("[]"), [0]);
        assert_eq!(shape("[[],[]]"), [2, 0]);
        assert_eq!(shape("[[[7]]]"), [1, 1, 1]);
        let values = "[[0,1],[-1,9223372036854775807]]"
            .parse::<Literal>()
            .unwrap();
        assert_eq!(values.values, [0, 1, -1, i64::MAX]);
        assert_eq!(shape(&("[".repeat(5000) + &"]".repeat(5000))).len(), 5000);
    }

    #[test]
    fn what_is_not_a_tensor_is_refused() {
        for text in [
            "",
            " ",
            "[",
            "]",
            "[1",
            "1]",
            "1 2",
            "[1 2]",
            "[1,,2]",
            "[,]",
            "[[1],[2,3]]",
            "[1,[2]]",
            "[[1],2]",
            "[[],[1]]",
            "[[[]],[]]",
            "[1.5]",
            "[9223372036854775808]",
            "1,2",
            "[1][2]",
            "é",
            "[[1,2],[]]",
            "[[],[[]]]",
            ",",
            "[1],",
        ] {
            assert!(text.parse::<Literal>().is_err(), "{text}");
        }
        let error = "[[1, 2], [3]]".parse::<Literal>().unwrap_err();
        let expected = "the lists of one level must have the same length (2), found 1 at column 12";
        assert_eq!(error, expected);
    }
}
