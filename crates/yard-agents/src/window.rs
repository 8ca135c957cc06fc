//! What the alpha-beta searches share: windows, and bounds of values.

/// The values that still matter at a node of alpha-beta.
///
/// Whoever maximises has `alpha` for sure elsewhere, whoever minimises `beta`. So a value outside needs
/// to be known no more exactly than that it lies on that side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// Just wide enough to tell whether a value is at most this.
    #[inline]
    pub(crate) fn at_most(value: i32) -> Window {
        Window { alpha: value, beta: value + 1 }
    }

    /// Just wide enough to tell whether a value is at least this.
    #[inline]
    pub(crate) fn at_least(value: i32) -> Window {
        Window { alpha: value - 1, beta: value }
    }

    /// The same for values that lie lower by `less`.
    #[inline]
    pub(crate) fn lowered(self, less: i32) -> Window {
        Window { alpha: self.alpha - less, beta: self.beta - less }
    }
}

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl Bounds {
    /// Nothing.
    pub(crate) const NONE: Bounds = Bounds { lower: i32::MIN, upper: i32::MAX };

    /// What a search with a window has proved by its result.
    #[inline]
    pub(crate) fn proved(value: i32, window: Window) -> Bounds {
        Bounds {
            lower: if value > window.alpha { value } else { i32::MIN },
            upper: if value < window.beta { value } else { i32::MAX },
        }
    }

    /// What both say together.
    #[inline]
    pub(crate) fn and(self, other: Bounds) -> Bounds {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The result of a search with a window, if the bounds leave nothing to search.
    #[inline]
    pub(crate) fn decide(self, window: Window) -> Option<i32> {
        if self.lower >= window.beta || self.lower == self.upper {
            Some(self.lower)
        } else if self.upper <= window.alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_decide_what_lies_outside_the_window() {
        let window = Window { alpha: 2, beta: 5 };
        for (lower, upper, decided) in
            [(5, 9, Some(5)), (0, 2, Some(2)), (3, 3, Some(3)), (2, 5, None), (0, 9, None)]
        {
            assert_eq!(Bounds { lower, upper }.decide(window), decided, "{lower} to {upper}");
        }
    }

    #[test]
    fn a_result_on_the_edge_proves_one_bound() {
        let window = Window { alpha: 2, beta: 5 };
        let none = Bounds::NONE;
        assert_eq!(Bounds::proved(2, window), Bounds { upper: 2, ..none });
        assert_eq!(Bounds::proved(5, window), Bounds { lower: 5, ..none });
        assert_eq!(Bounds::proved(3, window), Bounds { lower: 3, upper: 3 });
        let both = Bounds::proved(2, window).and(Bounds { lower: 0, upper: 4 });
        assert_eq!(both, Bounds { lower: 0, upper: 2 });
    }
}
