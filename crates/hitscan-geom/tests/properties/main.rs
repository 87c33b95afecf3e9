//! Checks each query against its definition, over random shapes: few places, so that shapes often
//! touch; the ends of the range; and everything between.

mod drawn;
mod index;
mod queries;
mod regions;
