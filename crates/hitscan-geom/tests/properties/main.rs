//! Each query against its definition, over shapes drawn by chance: few places, so that
//! much touches; the ends of the range; and everything between.

mod drawn;
mod index;
mod queries;
