//! An oracle too simple to be wrong.
