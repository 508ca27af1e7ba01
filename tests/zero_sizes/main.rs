//! zero_sizes
