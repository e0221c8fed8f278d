//! Canonical labelling: one form for all graphs that differ only in the names of their vertices.
//!
//! Colour refinement, then every way to break the ties that it leaves, and the least form is the result (the method of
//! McKay's nauty, with the plainest of its prunings). Colours only decide the *order* in which a form lists the
//! vertices; a form itself describes the whole graph. So as long as no two vertices that a form names have one colour,
//! which `tied` ensures, a mistake in this file could give one component two forms, and a proof would be refused. It
//! could never give two components one form, so no wrong proof would be accepted.

use crate::rules::mix;
use crate::work;

/// A graph with coloured vertices `0..n`.
pub(crate) struct Graph {
    /// The neighbours of each vertex.
    pub(crate) neighbours: Vec<Vec<usize>>,
    /// The colour of each vertex before refinement. Smaller colours come first.
    pub(crate) colours: Vec<usize>,
}

impl Graph {
    /// The least of the forms that the graph takes when the first `distinct` vertices are brought into an order that
    /// depends on nothing but the graph. `form` is given a colour for each vertex; those of the first `distinct`
    /// vertices are all different.
    pub(crate) fn least_form<F: Ord + Clone>(&self, distinct: usize, form: &dyn Fn(&[usize]) -> F) -> F {
        let colours = self.refine(self.colours.clone());
        let first = self.first_form(&colours, distinct, form);
        self.least_below(&colours, first, distinct, form)
    }

    /// The least form over all ways to break the ties of `colours`; `first` is the one of always breaking them in
    /// favour of the first vertex.
    fn least_below<F: Ord + Clone>(
        &self,
        colours: &[usize],
        first: F,
        distinct: usize,
        form: &dyn Fn(&[usize]) -> F,
    ) -> F {
        let mut least = first.clone();
        let mut seen = Vec::new();
        for (i, vertex) in tied(&colours[..distinct]).into_iter().enumerate() {
            if work::is_spent() {
                break;
            }
            let broken = self.favour(colours, vertex);
            let below = if i == 0 { first.clone() } else { self.first_form(&broken, distinct, form) };
            // Equal forms: renaming the one labelling to the other maps the graph to itself, an earlier tied vertex to
            // this one, and keeps every vertex favoured above. So what is below here is what was below there.
            if !seen.contains(&below) {
                seen.push(below.clone());
                least = least.min(self.least_below(&broken, below, distinct, form));
            }
        }
        least
    }

    /// The form after breaking every tie in favour of the first vertex.
    fn first_form<F>(&self, colours: &[usize], distinct: usize, form: &dyn Fn(&[usize]) -> F) -> F {
        let mut colours = colours.to_vec();
        while let Some(&vertex) = tied(&colours[..distinct]).first() {
            colours = self.favour(&colours, vertex);
        }
        form(&colours)
    }

    /// Puts a vertex before the others of its colour.
    fn favour(&self, colours: &[usize], vertex: usize) -> Vec<usize> {
        // A colour is the number of vertices with smaller ones, so colour + 1 is free where a colour is shared.
        let shared = colours[vertex];
        let later = |(v, &c): (usize, &usize)| if c == shared && v != vertex { c + 1 } else { c };
        self.refine(colours.iter().enumerate().map(later).collect())
    }

    /// Colours that also tell vertices apart whose neighbours have different colours, and so on until nothing changes.
    /// Keeps the order of the colours it is given. The colour of a vertex is the number of vertices with smaller
    /// colours.
    fn refine(&self, mut colours: Vec<usize>) -> Vec<usize> {
        let mut count = 0;
        loop {
            work::spend(self.neighbours.iter().map(|around| 4 + around.len()).sum());
            // The sum does not depend on the order of the neighbours. Should two different sets of colours have equal
            // sums, two vertices stay tied that need not be: that costs time, nothing else.
            let around =
                |v: usize| self.neighbours[v].iter().fold(0u64, |sum, &w| sum.wrapping_add(mix(colours[w] as u64)));
            let mut views: Vec<_> = (0..colours.len()).map(|v| ((colours[v], around(v)), v)).collect();
            views.sort_unstable();
            let mut refined = vec![0; colours.len()];
            let (mut different, mut colour) = (0, 0);
            for i in 0..views.len() {
                if i == 0 || views[i].0 != views[i - 1].0 {
                    (different, colour) = (different + 1, i);
                }
                refined[views[i].1] = colour;
            }
            colours = refined;
            if different == count || different == colours.len() {
                return colours;
            }
            count = different;
        }
    }
}

/// The vertices of the smallest colour that several have; none if all colours are different.
fn tied(colours: &[usize]) -> Vec<usize> {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    let shared = sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    (0..colours.len()).filter(|&v| Some(colours[v]) == shared).collect()
}
