//! A message built by constant functions: `Display` cannot run while compiling.

/// Text of bounded length.
///
/// Invariant 1: the first `len` bytes are whole UTF-8 strings, one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    bytes: [u8; Self::MOST],
    len: usize,
}

impl Text {
    /// An index error with the longest numbers is shorter.
    const MOST: usize = 512;

    pub(crate) const EMPTY: Self = Self {
        bytes: [0; Self::MOST],
        len: 0,
    };

    /// Appends a string, whole or not at all.
    pub(crate) const fn push(&mut self, text: &str) {
        let new = text.as_bytes();
        if new.len() > Self::MOST - self.len {
            return;
        }
        let mut n = 0;
        while n < new.len() {
            self.bytes[self.len + n] = new[n];
            n += 1;
        }
        self.len += new.len();
    }

    /// Appends a number in decimal.
    pub(crate) const fn number(&mut self, number: i128) {
        const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        if number < 0 {
            self.push("-");
        }
        let magnitude = number.unsigned_abs();
        let mut unit = 1;
        while magnitude / unit >= 10 {
            unit *= 10;
        }
        while unit > 0 {
            self.push(DIGITS[(magnitude / unit % 10) as usize]);
            unit /= 10;
        }
    }

    pub(crate) const fn as_str(&self) -> &str {
        let (used, _) = self.bytes.split_at(self.len);
        match core::str::from_utf8(used) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn numbers_are_written_as_display_writes_them() {
        for number in [
            0,
            7,
            10,
            99,
            -1,
            -100,
            i128::MAX,
            i128::MIN,
            u64::MAX.into(),
        ] {
            let mut text = Text::EMPTY;
            text.number(number);
            assert_eq!(text.as_str(), number.to_string());
        }
    }

    #[test]
    fn what_does_not_fit_is_left_out_whole() {
        let mut text = Text::EMPTY;
        (0..300).for_each(|_| text.push("é…"));
        assert_eq!(text.as_str().len(), 510, "102 times five bytes");
    }
}
