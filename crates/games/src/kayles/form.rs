//! Components as bytes: a connected graph, packed, and its canonical form.

use grundy_graph::bits::Bits;
use grundy_graph::masks::Masks;
use grundy_graph::{Drawn, Graph, canonical_along, label, pack};

/// Evaluates `$body` with the sets of the graph and its marked vertices, in the narrowest width; `$none` if the bytes
/// are no graph.
macro_rules! with_graph {
    ($bytes:expr, $marked:expr, $none:expr, |$masks:ident, $marks:ident| $body:expr) => {{
        use grundy_graph::bits::Wide;
        let bytes: &[u8] = $bytes;
        match grundy_graph::pack::vertices(bytes) {
            0..=64 => match grundy_graph::pack::unpack::<u64>(bytes, $marked) {
                Some(($masks, $marks)) => $body,
                None => $none,
            },
            65..=128 => match grundy_graph::pack::unpack::<u128>(bytes, $marked) {
                Some(($masks, $marks)) => $body,
                None => $none,
            },
            129..=256 => match grundy_graph::pack::unpack::<Wide<4>>(bytes, $marked) {
                Some(($masks, $marks)) => $body,
                None => $none,
            },
            _ => match grundy_graph::pack::unpack::<Wide<16>>(bytes, $marked) {
                Some(($masks, $marks)) => $body,
                None => $none,
            },
        }
    }};
}
pub(super) use with_graph;

/// Appends the bytes of the graph on some of the vertices.
pub(super) fn write_part<B: Bits>(graph: &Masks<B>, marks: Option<B>, part: B, out: &mut Vec<u8>) {
    let marks: Option<Vec<bool>> = marks.map(|marks| part.iter().map(|v| marks.has(v)).collect());
    pack::pack(&graph.induced(part), marks.as_deref(), out);
}

/// Appends the canonical form of a component. One that takes too long stays as it is: that costs time, not truth.
pub(super) fn canonize(bytes: &[u8], marked: bool, out: &mut Vec<u8>) {
    with_graph!(bytes, marked, (), |masks, marks| {
        let graph = masks.induced(masks.all());
        let marks: Vec<bool> = (0..graph.len()).map(|v| marks.has(v)).collect();
        match canonical_along(&graph, &marks, label::BUDGET) {
            Some(order) => {
                let marks: Vec<bool> = order.iter().map(|&v| marks[usize::from(v)]).collect();
                pack::pack(&graph.induced(&order), marked.then_some(&marks[..]), out);
            }
            None => out.extend_from_slice(bytes),
        }
    });
}

/// The graph of a component, as text shows it.
pub(super) fn drawn(bytes: &[u8], marked: bool) -> Drawn {
    with_graph!(bytes, marked, Drawn::new(Graph::new(0, []), None), |masks, marks| {
        let graph = masks.induced(masks.all());
        let marks = (0..graph.len()).map(|v| marks.has(v)).collect();
        Drawn { marks, ..Drawn::new(graph, None) }
    })
}
