//! The worked cases as data.
