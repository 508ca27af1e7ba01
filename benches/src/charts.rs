//! Charts as SVG text: bars by workload and lines along a size, both on logarithmic scales.

use plotters::{
    coord::ranged1d::{IntoSegmentedCoord, SegmentValue},
    prelude::{
        BindKeyPoints, ChartBuilder, Circle, Color, IntoDrawingArea, IntoLogRange, LineSeries,
        PathElement, RGBColor, Rectangle, SVGBackend, WHITE,
    },
    style::ShapeStyle,
};

use crate::Failure;

const SIZE: (u32, u32) = (960, 420);
const OURS: RGBColor = RGBColor(30, 100, 180);
const SHORT_OF_TARGET: RGBColor = RGBColor(200, 110, 30);
const TARGET: RGBColor = RGBColor(20, 20, 20);
const FLAG: RGBColor = RGBColor(210, 30, 30);
const LINES: [RGBColor; 3] = [OURS, RGBColor(200, 110, 30), RGBColor(110, 110, 110)];

/// One bar of a chart.
#[derive(Debug)]
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) value: f64,
    pub(crate) target: Option<f64>,
    pub(crate) reached: bool,
}

/// A ratio by workload; a short line across a bar is what is wanted of it.
pub(crate) fn bars(what: &str, bars: &[Bar]) -> Result<String, Failure> {
    let values = bars
        .iter()
        .flat_map(|bar| [Some(bar.value), bar.target, Some(1.0)])
        .flatten();
    let (low, high) = limits(values);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let columns = 0..bars.len();
        let mut chart = ChartBuilder::on(&root)
            .margin(12)
            .x_label_area_size(32)
            .y_label_area_size(64)
            .build_cartesian_2d(
                columns.into_segmented(),
                (low..high).log_scale().with_key_points(ratios(low, high)),
            )?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(bars.len() + 1)
            .x_label_formatter(&|at| match at {
                SegmentValue::CenterOf(n) => bars
                    .get(*n)
                    .map(|bar| bar.label.clone())
                    .unwrap_or_default(),
                SegmentValue::Exact(_) | SegmentValue::Last => String::new(),
            })
            .y_desc(what)
            .y_label_formatter(&|ratio| format!("{ratio}"))
            .draw()?;
        let span = |n: usize| (SegmentValue::Exact(n), SegmentValue::Exact(n + 1));
        for (n, bar) in bars.iter().enumerate() {
            let color = if bar.reached { OURS } else { SHORT_OF_TARGET };
            let (left, right) = span(n);
            let mut drawn = Rectangle::new([(left, 1.0), (right, bar.value)], color.filled());
            drawn.set_margin(0, 0, 8, 8);
            chart.draw_series([drawn])?;
        }
        for (n, bar) in bars.iter().enumerate() {
            let (left, right) = span(n);
            let line = bar.target.map(|target| {
                PathElement::new([(left, target), (right, target)], TARGET.stroke_width(2))
            });
            chart.draw_series(line)?;
        }
        root.present()?;
    }
    Ok(svg)
}

/// A line of a chart.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) name: &'static str,
    pub(crate) points: Vec<(f64, f64)>,
}

/// Lines along a size, and a red circle at every flagged point.
pub(crate) fn lines(
    along: &str,
    what: &str,
    lines: &[Line],
    flags: &[(f64, f64)],
) -> Result<String, Failure> {
    let points = || lines.iter().flat_map(|line| line.points.iter());
    let (left, right) = limits(points().map(|point| point.0));
    let (low, high) = limits(points().map(|point| point.1));
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(76)
            .build_cartesian_2d((left..right).log_scale(), (low..high).log_scale())?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .x_desc(along)
            .y_desc(what)
            .x_label_formatter(&|at| short(*at))
            .y_label_formatter(&|value| short(*value))
            .draw()?;
        for (line, color) in lines.iter().zip(LINES) {
            let style: ShapeStyle = color.stroke_width(2);
            chart
                .draw_series(LineSeries::new(line.points.iter().copied(), style))?
                .label(line.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
        }
        let circles = flags
            .iter()
            .map(|at| Circle::new(*at, 5, FLAG.stroke_width(2)));
        chart.draw_series(circles)?;
        chart
            .configure_series_labels()
            .border_style(TARGET.mix(0.3))
            .background_style(WHITE.mix(0.85))
            .draw()?;
        root.present()?;
    }
    Ok(svg)
}

/// A little more than the values need, so that none lies on the frame.
fn limits(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::MAX, 0.0_f64), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return (0.5, 2.0);
    }
    (low / 1.15, high * 1.15)
}

/// The ratios worth a line between two: tenths where they are close, else round numbers.
fn ratios(low: f64, high: f64) -> Vec<f64> {
    let tenths = || (1..100_u32).map(|tenth| f64::from(tenth) / 10.0);
    let round = [
        0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 15.0, 20.0, 30.0, 50.0,
        100.0,
    ];
    let between = |ratio: &f64| (low..high).contains(ratio);
    if high < 2.0 {
        tenths().filter(between).collect()
    } else {
        round.into_iter().filter(between).collect()
    }
}

/// A number with a unit's letter.
fn short(value: f64) -> String {
    let units = [(1e9, "G"), (1e6, "M"), (1e3, "k")];
    let unit = units.into_iter().find(|(size, _)| value >= *size);
    let (size, letter) = unit.unwrap_or((1.0, ""));
    let value = value / size;
    if value < 10.0 && value.fract().abs() > 0.05 {
        format!("{value:.1}{letter}")
    } else {
        format!("{value:.0}{letter}")
    }
}
