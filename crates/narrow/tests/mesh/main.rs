//! The mesh against planes, boxes, wedges, terrains and convex bodies.

mod angles;
mod bodies;
mod check;
mod convex;
mod flat;
mod terrain;
