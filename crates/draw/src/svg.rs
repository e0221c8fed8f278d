//! Pictures as SVG.
//!
//! # Invariant
//! Well-formed whatever the position was: text and attributes are escaped here and nowhere else, characters that XML
//! does not allow are replaced.

use crate::Style;
use crate::picture::{Class, Form, Picture, Point, Shape};
use std::fmt::Write;

/// The style sheet of the pictures, for pages that hold pictures without one of their own.
pub fn style_sheet() -> String {
    let mut css = String::from("text{font-family:system-ui,sans-serif;text-anchor:middle}\n");
    for class in Class::ALL {
        let look = class.look();
        let colour = |c: Option<&str>| c.map_or("none".to_string(), |c| format!("#{c}"));
        _ = write!(css, ".g-{}{{fill:{};stroke:{}", class.name(), colour(look.fill), colour(look.stroke));
        if look.width > 0.0 {
            _ = write!(css, ";stroke-width:{};stroke-linecap:round;stroke-linejoin:round", look.width);
        }
        if look.dashed {
            css.push_str(";stroke-dasharray:5 3");
        }
        css.push_str("}\n");
    }
    css
}

/// Writes a picture. `title` is what a screen reader says.
pub fn write(picture: &Picture, title: &str, style: &Style) -> String {
    const MARGIN: f64 = 8.0;
    let (width, height) = (picture.width + 2.0 * MARGIN, picture.height + 2.0 * MARGIN);
    let mut svg = String::new();
    _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"{0} {0} {1} {2}\" width=\"{1}\" height=\"{2}\">\n<title>{3}</title>\n",
        number(-MARGIN),
        number(width),
        number(height),
        escape(title)
    );
    if style.standalone {
        let paper = Form::Rectangle { x: -MARGIN, y: -MARGIN, width, height, round: 0.0 };
        _ = write!(svg, "<style>\n{}</style>\n", style_sheet());
        write_shape(&mut svg, &Shape { class: Class::Paper, form: paper, data: Vec::new() });
    }
    for shape in &picture.shapes {
        write_shape(&mut svg, shape);
    }
    svg.push_str("</svg>\n");
    svg
}

fn write_shape(svg: &mut String, shape: &Shape) {
    let class = shape.class.name();
    let data = shape.data.iter().fold(String::new(), |mut data, (name, value)| {
        _ = write!(data, " data-{name}=\"{}\"", escape(value));
        data
    });
    let n = number;
    _ = match &shape.form {
        &Form::Rectangle { x, y, width, height, round } => {
            let rx = if round > 0.0 { format!(" rx=\"{}\"", n(round)) } else { String::new() };
            let (x, y, width, height) = (n(x), n(y), n(width), n(height));
            writeln!(
                svg,
                "<rect class=\"g-{class}\"{data} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{rx}/>"
            )
        }
        &Form::Circle { at: [x, y], radius } => {
            writeln!(svg, "<circle class=\"g-{class}\"{data} cx=\"{}\" cy=\"{}\" r=\"{}\"/>", n(x), n(y), n(radius))
        }
        Form::Curve { from, pieces } => {
            let mut path = format!("M{}", pair(*from));
            for piece in pieces {
                _ = write!(path, "C{} {} {}", pair(piece[0]), pair(piece[1]), pair(piece[2]));
            }
            writeln!(svg, "<path class=\"g-{class}\"{data} d=\"{path}\"/>")
        }
        Form::Polygon(points) => {
            let points: Vec<String> = points.iter().map(|&point| pair(point)).collect();
            writeln!(svg, "<polygon class=\"g-{class}\"{data} points=\"{}\"/>", points.join(" "))
        }
        Form::Text { at: [x, y], size, text } => {
            // Centred by hand: not every viewer knows `dominant-baseline`.
            let (x, y, size) = (n(*x), n(y + 0.35 * size), n(*size));
            writeln!(
                svg,
                "<text class=\"g-{class}\"{data} x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\">{}</text>",
                escape(text)
            )
        }
    };
}

fn pair([x, y]: Point) -> String {
    format!("{},{}", number(x), number(y))
}

/// A number with at most two decimals.
fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

fn escape(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'.. => out.push(c),
            _ => out.push('\u{fffd}'),
        }
        out
    })
}
