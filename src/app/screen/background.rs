//! Whether the background of a terminal is dark or light.

/// The brightness of a terminal's background.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Background {
    /// Black, or nearly.
    Dark,
    /// White, or nearly.
    Light,
}

impl Background {
    /// Classifies a background by its red, green and blue; `None` for one in between, where neither
    /// dark nor light grounds would be visible.
    #[must_use]
    pub fn of(rgb: [u8; 3]) -> Option<Self> {
        match luminance(rgb) {
            light if light < 0.18 => Some(Self::Dark),
            light if light > 0.4 => Some(Self::Light),
            _ => None,
        }
    }
}

/// The relative luminance of a colour in sRGB, from 0 for black to 1 for white, as
/// [WCAG 2](https://www.w3.org/TR/WCAG22/#dfn-relative-luminance) defines it.
#[must_use]
pub fn luminance(rgb: [u8; 3]) -> f64 {
    let [r, g, b] = rgb.map(linear);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// The linear light of an sRGB channel.
fn linear(channel: u8) -> f64 {
    let c = f64::from(channel) / 255.0;
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backgrounds_are_dark_or_light_or_in_between() {
        let of = |grey: u8| Background::of([grey; 3]);
        assert_eq!([of(0), of(0x1e)], [Some(Background::Dark); 2]);
        assert_eq!([of(0xff), of(0xcc)], [Some(Background::Light); 2]);
        assert_eq!(of(0x80), None);
        // Solarized.
        assert_eq!(Background::of([0x00, 0x2b, 0x36]), Some(Background::Dark));
        assert_eq!(Background::of([0xfd, 0xf6, 0xe3]), Some(Background::Light));
    }
}
