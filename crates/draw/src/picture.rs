//! A picture as a list of shapes with meanings. What a meaning looks like is said once, in [`Class`]; the formats
//! ([`crate::svg()`], [`crate::tikz()`]) only write it down.
//!
//! # Invariant
//! All shapes lie inside `0..width`, `0..height`; x grows to the right, y grows downwards, the unit is a pixel.

/// A drawing that does not know its format yet.
#[derive(Clone, Default, Debug)]
pub struct Picture {
    /// Extent to the right.
    pub width: f64,
    /// Extent downwards.
    pub height: f64,
    /// The shapes, back to front.
    pub shapes: Vec<Shape>,
}

/// One thing to draw.
#[derive(Clone, Debug)]
pub struct Shape {
    /// What it means, which decides how it looks.
    pub class: Class,
    /// Its geometry.
    pub form: Form,
    /// `data-` attributes: name without the prefix, value.
    pub data: Vec<(&'static str, String)>,
}

/// The geometry of a shape.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// A rectangle with rounded corners of radius `round`.
    Rectangle {
        /// Left.
        x: f64,
        /// Top.
        y: f64,
        /// Extent to the right.
        width: f64,
        /// Extent downwards.
        height: f64,
        /// Radius of the corners.
        round: f64,
    },
    /// A disc.
    Circle {
        /// Centre.
        at: Point,
        /// Radius.
        radius: f64,
    },
    /// A curve: a start, then cubic Bézier pieces.
    Curve {
        /// Where it begins.
        from: Point,
        /// Two control points and an end for each piece.
        pieces: Vec<[Point; 3]>,
    },
    /// A closed polygon.
    Polygon(Vec<Point>),
    /// A line of text, centred at a point.
    Text {
        /// The centre.
        at: Point,
        /// Height of the letters.
        size: f64,
        /// What is written.
        text: String,
    },
}

/// A point of a picture: x, y.
pub type Point = [f64; 2];

/// What a shape means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it; `css` has the words")]
pub enum Class {
    Paper,
    Cell,
    Filled,
    Wall,
    Token,
    Ground,
    Link,
    Curve,
    Spot,
    Dead,
    Frame,
    Sign,
    Name,
    Plain,
    Win,
    Loss,
    Value,
    Different,
    Fold,
    Edge,
    Mark,
}

/// How a class looks: fill, stroke, width of the stroke, dashed. Colours are six hexadecimal digits.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Colour inside.
    pub fill: Option<&'static str>,
    /// Colour of the line.
    pub stroke: Option<&'static str>,
    /// Width of the line.
    pub width: f64,
    /// Whether the line is dashed.
    pub dashed: bool,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 21] = [
        Class::Paper,
        Class::Cell,
        Class::Filled,
        Class::Wall,
        Class::Token,
        Class::Ground,
        Class::Link,
        Class::Curve,
        Class::Spot,
        Class::Dead,
        Class::Frame,
        Class::Sign,
        Class::Name,
        Class::Plain,
        Class::Win,
        Class::Loss,
        Class::Value,
        Class::Different,
        Class::Fold,
        Class::Edge,
        Class::Mark,
    ];

    /// The name of the class in style sheets, which also get the prefix `g-`.
    pub fn name(self) -> &'static str {
        match self {
            Class::Paper => "paper",
            Class::Cell => "cell",
            Class::Filled => "filled",
            Class::Wall => "wall",
            Class::Token => "token",
            Class::Ground => "ground",
            Class::Link => "link",
            Class::Curve => "curve",
            Class::Spot => "spot",
            Class::Dead => "dead",
            Class::Frame => "frame",
            Class::Sign => "sign",
            Class::Name => "name",
            Class::Plain => "plain",
            Class::Win => "win",
            Class::Loss => "loss",
            Class::Value => "value",
            Class::Different => "different",
            Class::Fold => "fold",
            Class::Edge => "edge",
            Class::Mark => "mark",
        }
    }

    /// How it looks by default. Blue and orange of Okabe and Ito, which the colour-blind tell apart; in trees the shape
    /// and a letter say the same once more.
    pub fn look(self) -> Look {
        let look = |fill, stroke, width| Look { fill, stroke, width, dashed: false };
        match self {
            Class::Paper => look(Some("ffffff"), None, 0.0),
            Class::Cell => look(Some("ffffff"), Some("404040"), 1.0),
            Class::Filled => look(Some("8c8c8c"), Some("404040"), 1.0),
            Class::Wall => look(None, Some("101010"), 3.5),
            Class::Token => look(Some("56b4e9"), Some("1f4e79"), 1.2),
            Class::Ground => look(None, Some("404040"), 1.5),
            Class::Link => look(None, Some("404040"), 1.5),
            Class::Curve => look(None, Some("303030"), 1.6),
            Class::Spot => look(Some("0072b2"), Some("ffffff"), 1.0),
            Class::Dead => look(Some("9a9a9a"), None, 0.0),
            Class::Frame => look(None, Some("d0d0d0"), 1.0),
            Class::Sign | Class::Name | Class::Mark => look(Some("202020"), None, 0.0),
            Class::Plain => look(Some("fafafa"), Some("606060"), 1.2),
            Class::Win => look(Some("fff1d6"), Some("c77700"), 2.0),
            Class::Loss => look(Some("dceefa"), Some("005a8c"), 2.0),
            Class::Value => look(Some("eeeef6"), Some("505070"), 1.5),
            Class::Different => Look { dashed: true, ..look(Some("ffffff"), Some("606060"), 1.5) },
            Class::Fold => Look { dashed: true, ..look(Some("f2f2f2"), Some("909090"), 1.0) },
            Class::Edge => look(None, Some("8a8a8a"), 1.2),
        }
    }
}

impl Picture {
    /// Adds a shape.
    pub fn push(&mut self, class: Class, form: Form) {
        self.shapes.push(Shape { class, form, data: Vec::new() });
    }

    /// Adds a shape with one `data-` attribute.
    pub fn push_with(&mut self, class: Class, form: Form, data: Vec<(&'static str, String)>) {
        self.shapes.push(Shape { class, form, data });
    }

    /// Adds a straight line.
    pub fn line(&mut self, class: Class, from: Point, to: Point) {
        self.push(class, Form::line(from, to));
    }

    /// Adds a line of text.
    pub fn text(&mut self, class: Class, at: Point, size: f64, text: impl Into<String>) {
        self.push(class, Form::Text { at, size, text: text.into() });
    }

    /// Adds all of another picture, moved.
    pub fn place(&mut self, other: &Picture, [x, y]: Point) {
        let moved = other.shapes.iter().map(|shape| Shape { form: shape.form.moved(x, y), ..shape.clone() });
        self.shapes.extend(moved);
    }

    /// Pictures in a row, centred, with a sign between them.
    pub fn row(parts: &[Picture], sign: &str) -> Picture {
        const GAP: f64 = 22.0;
        let height = parts.iter().map(|part| part.height).fold(0.0, f64::max);
        let mut row = Picture { height, ..Picture::default() };
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                row.text(Class::Sign, [row.width + GAP / 2.0, height / 2.0], 16.0, sign);
                row.width += GAP;
            }
            row.place(part, [row.width, (height - part.height) / 2.0]);
            row.width += part.width;
        }
        row
    }

    /// The picture with a thin frame, which keeps the parts of a sum apart.
    #[must_use]
    pub fn framed(&self) -> Picture {
        const PAD: f64 = 4.0;
        let (width, height) = (self.width + 2.0 * PAD, self.height + 2.0 * PAD);
        let mut framed = Picture { width, height, shapes: Vec::new() };
        framed.push(Class::Frame, Form::Rectangle { x: 0.0, y: 0.0, width, height, round: 10.0 });
        framed.place(self, [PAD, PAD]);
        framed
    }

    /// The same picture in another size; text and dots grow with it.
    #[must_use]
    pub fn scaled(mut self, by: f64) -> Picture {
        self.width *= by;
        self.height *= by;
        for shape in &mut self.shapes {
            shape.form = shape.form.mapped(&|[x, y]| [x * by, y * by], by);
        }
        self
    }
}

impl Form {
    /// A straight line.
    pub fn line(from: Point, to: Point) -> Form {
        let third = |t: f64| [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
        Form::Curve { from, pieces: vec![[third(1.0 / 3.0), third(2.0 / 3.0), to]] }
    }

    fn moved(&self, dx: f64, dy: f64) -> Form {
        self.mapped(&|[x, y]| [x + dx, y + dy], 1.0)
    }

    fn mapped(&self, to: &dyn Fn(Point) -> Point, scale: f64) -> Form {
        match self {
            &Form::Rectangle { x, y, width, height, round } => {
                let [x, y] = to([x, y]);
                Form::Rectangle { x, y, width: width * scale, height: height * scale, round: round * scale }
            }
            &Form::Circle { at, radius } => Form::Circle { at: to(at), radius: radius * scale },
            Form::Curve { from, pieces } => {
                Form::Curve { from: to(*from), pieces: pieces.iter().map(|piece| piece.map(to)).collect() }
            }
            Form::Polygon(points) => Form::Polygon(points.iter().map(|&point| to(point)).collect()),
            Form::Text { at, size, text } => Form::Text { at: to(*at), size: size * scale, text: text.clone() },
        }
    }
}
