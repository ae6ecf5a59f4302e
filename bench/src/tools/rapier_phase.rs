//! rapier3d and rapier3d-f64: the broad phase of the engine, which is incremental by nature and
//! tells what changed.
//!
//! Inside the clock: the new boxes, the engine's update, the exact test of every pair it holds to be
//! close. Outside: making the colliders, and adding up the events to a list of pairs, for which the
//! engine has a structure of its own.

/// Both precisions are one text in two crates.
macro_rules! rapier_phase {
    ($module:ident, $rapier:ident, $real:ty, $slack:expr) => {
        pub mod $module {
            use crate::spheres::{Sphere, Spheres};
            use crate::tools::{Tool, timed};
            use esker_broad::Pair;
            use std::collections::HashMap;
            use $rapier::prelude::*;

            /// The engine's broad phase with a ball for each sphere.
            pub struct Phase {
                phase: BroadPhaseBvh,
                parameters: IntegrationParameters,
                bodies: RigidBodySet,
                colliders: ColliderSet,
                handles: Vec<ColliderHandle>,
                events: Vec<BroadPhasePairEvent>,
                places: HashMap<Pair, usize>,
                close: Vec<Pair>,
                pairs: Vec<Pair>,
            }

            fn box_of(sphere: &Sphere) -> Aabb {
                let bounds = sphere.widened_box($slack);
                let corner = |at: [f64; 3]| Vector::from_array(at.map(|x| x as $real));
                Aabb::new(corner(bounds.low), corner(bounds.high))
            }

            /// The ball whose own box is at least the widened one.
            fn ball_of(sphere: &Sphere) -> ColliderBuilder {
                let bounds = sphere.widened_box($slack);
                let reach = (0..3).map(|axis| bounds.high[axis] - sphere.center[axis]);
                ColliderBuilder::ball(reach.fold(0.0, f64::max) as $real)
                    .translation(Vector::from_array(sphere.center.map(|x| x as $real)))
                    .active_collision_types(ActiveCollisionTypes::all())
            }

            fn pair_of(pair: &ColliderPair) -> Pair {
                let [a, b] = [pair.collider1, pair.collider2].map(|c| c.into_raw_parts().0);
                [a.min(b), a.max(b)]
            }

            impl Phase {
                pub fn new() -> Self {
                    Self {
                        phase: BroadPhaseBvh::new(),
                        parameters: IntegrationParameters::default(),
                        bodies: RigidBodySet::new(),
                        colliders: ColliderSet::new(),
                        handles: Vec::new(),
                        events: Vec::new(),
                        places: HashMap::new(),
                        close: Vec::new(),
                        pairs: Vec::new(),
                    }
                }

                fn advance(&mut self, changed: &[ColliderHandle]) {
                    let Self { phase, parameters, bodies, colliders, events, .. } = self;
                    phase.update(parameters, colliders, bodies, changed, &[], events);
                }

                fn follow_events(&mut self) {
                    for event in self.events.drain(..) {
                        match event {
                            BroadPhasePairEvent::AddPair(pair) => {
                                let pair = pair_of(&pair);
                                self.places.entry(pair).or_insert_with(|| {
                                    self.close.push(pair);
                                    self.close.len() - 1
                                });
                            }
                            BroadPhasePairEvent::DeletePair(pair) => {
                                if let Some(place) = self.places.remove(&pair_of(&pair)) {
                                    self.close.swap_remove(place);
                                    if let Some(&moved) = self.close.get(place) {
                                        self.places.insert(moved, place);
                                    }
                                }
                            }
                        }
                    }
                }

                fn test(&mut self, rows: &[Sphere]) {
                    self.pairs.clear();
                    let touch =
                        |pair: &&Pair| rows[pair[0] as usize].touches(&rows[pair[1] as usize]);
                    self.pairs.extend(self.close.iter().filter(touch));
                }
            }

            impl Tool for Phase {
                fn rebuild(&mut self, spheres: &Spheres) -> f64 {
                    *self = Self::new();
                    let rows = &spheres.rows;
                    let balls = rows.iter().map(|row| self.colliders.insert(ball_of(row)));
                    let handles: Vec<_> = balls.collect();
                    let advanced = timed(|| self.advance(&handles));
                    self.handles = handles;
                    self.follow_events();
                    advanced + timed(|| self.test(rows))
                }

                fn update(&mut self, spheres: &Spheres) -> f64 {
                    let advanced = timed(|| {
                        for (&handle, row) in self.handles.iter().zip(&spheres.rows) {
                            self.phase.set_aabb(&self.parameters, handle, box_of(row));
                        }
                        self.advance(&[]);
                    });
                    self.follow_events();
                    advanced + timed(|| self.test(&spheres.rows))
                }

                fn pairs(&self) -> Vec<&[Pair]> {
                    vec![&self.pairs]
                }
            }
        }
    };
}

rapier_phase!(single, rapier3d, f32, crate::spheres::SLACK_SINGLE);
rapier_phase!(double, rapier3d_f64, f64, crate::spheres::SLACK);
