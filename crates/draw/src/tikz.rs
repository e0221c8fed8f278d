//! Pictures as TikZ, for papers: a `tikzpicture` that needs no package but `tikz` itself.

use crate::picture::{Class, Form, Picture, Point};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Writes a picture. `title` becomes a comment.
pub fn write(picture: &Picture, title: &str) -> String {
    let title: String = title.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut tikz = format!("% {title}\n\\begin{{tikzpicture}}[x=0.75pt,y=-0.75pt");
    // The discriminants order the styles; only those in use are written.
    let used: BTreeSet<usize> = picture.shapes.iter().map(|shape| shape.class as usize).collect();
    for class in used.iter().map(|&i| Class::ALL[i]) {
        _ = write!(tikz, ",\n  g-{}/.style={{{}}}", class.name(), look(class));
    }
    tikz.push_str("]\n");
    for shape in &picture.shapes {
        let style = format!("g-{}", shape.class.name());
        _ = match &shape.form {
            &Form::Rectangle { x, y, width, height, round } => {
                let corners =
                    if round > 0.0 { format!(",rounded corners={:.2}pt", 0.75 * round) } else { String::new() };
                writeln!(tikz, "\\path[{style}{corners}] {} rectangle {};", pair([x, y]), pair([x + width, y + height]))
            }
            &Form::Circle { at, radius } => {
                writeln!(tikz, "\\path[{style}] {} circle[radius={:.2}pt];", pair(at), 0.75 * radius)
            }
            Form::Curve { from, pieces } => {
                _ = write!(tikz, "\\path[{style}] {}", pair(*from));
                for [a, b, to] in pieces {
                    _ = write!(tikz, " .. controls {} and {} .. {}", pair(*a), pair(*b), pair(*to));
                }
                writeln!(tikz, ";")
            }
            Form::Polygon(points) => {
                let points: Vec<String> = points.iter().map(|&point| pair(point)).collect();
                writeln!(tikz, "\\path[{style}] {} -- cycle;", points.join(" -- "))
            }
            Form::Text { at, size, text } => {
                let (size, skip) = (0.75 * size, 0.9 * size);
                let font = format!("\\fontsize{{{size:.1}}}{{{skip:.1}}}\\selectfont");
                writeln!(tikz, "\\node[inner sep=0pt,font={font}\\sffamily] at {} {{{}}};", pair(*at), escape(text))
            }
        };
    }
    tikz.push_str("\\end{tikzpicture}\n");
    tikz
}

fn look(class: Class) -> String {
    let look = class.look();
    let colour = |c: &str| {
        let part = |i: usize| u8::from_str_radix(&c[i..i + 2], 16).unwrap_or(0);
        format!("{{rgb,255:red,{};green,{};blue,{}}}", part(0), part(2), part(4))
    };
    let mut words = Vec::new();
    words.extend(look.fill.map(|c| format!("fill={}", colour(c))));
    words.extend(look.stroke.map(|c| format!("draw={},line width={:.2}pt", colour(c), 0.75 * look.width)));
    if look.stroke.is_some() {
        words.push("line cap=round,line join=round".to_string());
    }
    if look.dashed {
        words.push("dash pattern=on 3pt off 2pt".to_string());
    }
    words.join(",")
}

fn pair([x, y]: Point) -> String {
    format!("({x:.2},{y:.2})")
}

fn escape(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => out.extend(['\\', c]),
            '≠' => out.push_str("$\\neq$"),
            '∅' => out.push_str("$\\emptyset$"),
            '⊕' => out.push_str("$\\oplus$"),
            '∗' => out.push_str("$\\ast$"),
            '…' => out.push_str("\\dots{}"),
            '⋮' => out.push_str("$\\vdots$"),
            _ => out.push(c),
        }
        out
    })
}
