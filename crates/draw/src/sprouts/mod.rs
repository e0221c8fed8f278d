//! Sprouts positions as spots and smooth curves in the plane.
//!
//! A string says which spots lie around which region and nothing of how they were drawn; moves that are of no more use
//! have left it. [`sketch`] finds the simplest drawing that the string describes:
//! 1. `notation` takes spots, regions and boundaries from what the game has read;
//! 2. `islands` glues boundaries at the spots they share, and mirrors regions until that is possible on a sphere;
//! 3. `graph` makes each island a graph in which no spot has more than three lines, as in the game;
//! 4. `mesh` puts the graph into a triangulated disc, and `pack` turns that into a circle packing: now nothing crosses;
//! 5. `ease` moves spots and lines to where they have room, and `smooth` draws curves through them; neither lets lines
//!    cross.

mod ease;
mod graph;
mod islands;
mod mesh;
mod notation;
mod pack;
mod smooth;

use crate::DrawError;
use crate::picture::{Class, Form, Picture, Point};
use ease::{BEAD_ROOM, SPOT_ROOM, STEP, Wires};
use graph::Graph;
use grundy_games::sprouts::Spots;
use islands::Land;
use notation::Notation;

/// The most spots of a position that is drawn.
pub const MOST_SPOTS: usize = 60;

/// The room between spots and everything else, in pixels, that makes a drawing good enough.
const ENOUGH: f64 = 6.0;

/// The drawing of one land.
#[derive(Clone, Default, Debug)]
pub struct Sketch {
    /// Spots, those with lives first.
    pub spots: Vec<Spot>,
    /// Curves between spots.
    pub curves: Vec<Curve>,
}

/// A spot of a drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct Spot {
    /// Where it is.
    pub at: Point,
    /// How many more lines it can have: 0 for a dead one.
    pub lives: u8,
    /// Its number in the position, counted in reading order from 0, and its name there; nothing for dead spots.
    pub written: Option<(usize, String)>,
}

/// A curve of a drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// The spot it begins at.
    pub from: usize,
    /// The spot it ends at.
    pub to: usize,
    /// Cubic Bézier pieces, from the place of `from` to the place of `to`.
    pub pieces: Vec<[Point; 3]>,
}

/// Finds a drawing for each land of a position. The unit is a pixel.
///
/// # Errors
/// Too many spots, or a position that no drawing in the plane has.
pub fn sketch(drawn: &Spots) -> Result<Vec<Sketch>, DrawError> {
    let notation = Notation::new(drawn)?;
    let lands = islands::lands(&notation)?;
    lands.iter().map(|land| sketch_land(&notation, land)).collect()
}

fn sketch_land(notation: &Notation, land: &Land) -> Result<Sketch, DrawError> {
    // Few beads are quick and most often enough. With more of them the first drawing is more even, and so is the last.
    let beads = 1 + land.depth.saturating_sub(2);
    let mut best: Option<(f64, Graph, Wires)> = None;
    for beads in [beads, beads + 2, 2 * beads + 4] {
        let (graph, mut wires) = first_drawing(notation, land, beads);
        if !wires.are_sound() {
            continue;
        }
        wires.ease();
        let clearance = wires.clearance(graph.spots.len());
        if best.as_ref().is_none_or(|(before, ..)| clearance > *before) {
            best = Some((clearance, graph, wires));
        }
        if clearance > ENOUGH {
            break;
        }
    }
    let found = notation.spots.len();
    let too_deep = DrawError::TooLarge { what: "spots in regions that lie in each other", found, most: 15 };
    let (_, graph, wires) = best.ok_or(too_deep)?;
    let curve = |(line, pieces)| Curve { from: graph.tails[2 * line], to: graph.tails[2 * line + 1], pieces };
    let curves = smooth::curves(&wires).into_iter().enumerate().map(curve).collect();
    let spot = |v: usize| Spot {
        at: wires.at[v],
        lives: graph.spots[v].map_or(0, |spot| notation.spots[spot].lives),
        written: graph.spots[v].map(|spot| (spot, notation.spots[spot].name.clone())),
    };
    Ok(Sketch { spots: (0..graph.spots.len()).map(spot).collect(), curves })
}

/// The drawing of a land as the packing gives it: in order, but not yet even.
fn first_drawing(notation: &Notation, land: &Land, beads: usize) -> (Graph, Wires) {
    let (graph, mesh) = mesh::build(notation, land, beads);
    let nodes = graph.spots.len() + mesh.beads.iter().flatten().count();
    let centres = pack::pack(&mesh, nodes);
    // The packing is counterclockwise with y upwards, a picture has y downwards.
    let scale = STEP * (nodes as f64).sqrt();
    let wires = Wires {
        at: centres.iter().map(|[x, y]| [x * scale, -y * scale]).collect(),
        room: (0..nodes).map(|v| if v < graph.spots.len() { SPOT_ROOM } else { BEAD_ROOM }).collect(),
        lines: (mesh.beads.iter().enumerate())
            .map(|(line, beads)| {
                let ends = [graph.tails[2 * line], graph.tails[2 * line + 1]];
                [&ends[..1], beads, &ends[1..]].concat()
            })
            .collect(),
        joints: (graph.around.iter())
            .filter_map(|around| Some(<[usize; 2]>::try_from(&around[..]).ok()?.map(|dart| (dart / 2, dart % 2))))
            .collect(),
        faces: mesh.faces.iter().map(|face| face.iter().map(|dart| (dart / 2, dart % 2)).collect()).collect(),
    };
    (graph, wires)
}

/// A land as shapes.
pub fn picture(sketch: &Sketch) -> Picture {
    const SPOT: f64 = 5.5;
    let curve_points = sketch.curves.iter().flat_map(|curve| curve.pieces.iter().flatten());
    let points: Vec<Point> = sketch.spots.iter().map(|spot| spot.at).chain(curve_points.copied()).collect();
    let least = |i: usize| points.iter().map(|p| p[i]).fold(f64::INFINITY, f64::min) - 2.0 * SPOT;
    let most = |i: usize| points.iter().map(|p| p[i]).fold(f64::NEG_INFINITY, f64::max) + 2.0 * SPOT;
    if points.is_empty() {
        return Picture::default();
    }
    let (x, y) = (least(0), least(1));
    let mut drawn = Picture { width: most(0) - x, height: most(1) - y, ..Picture::default() };
    let shift = |p: Point| [p[0] - x, p[1] - y];
    for curve in &sketch.curves {
        let pieces = curve.pieces.iter().map(|piece| piece.map(shift)).collect();
        drawn.push(Class::Curve, Form::Curve { from: shift(sketch.spots[curve.from].at), pieces });
    }
    for spot in &sketch.spots {
        let at = shift(spot.at);
        match &spot.written {
            None => drawn.push(Class::Dead, Form::Circle { at, radius: 2.5 }),
            Some((number, name)) => {
                let data =
                    vec![("spot", number.to_string()), ("lives", spot.lives.to_string()), ("name", name.clone())];
                drawn.push_with(Class::Spot, Form::Circle { at, radius: SPOT }, data);
            }
        }
    }
    drawn
}
