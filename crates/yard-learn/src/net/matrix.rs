//! Products of matrices that lie in slices, row by row.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2};

/// A matrix in a slice: so many rows and columns.
#[derive(Clone, Copy)]
pub(super) struct Matrix<'a> {
    pub(super) numbers: &'a [f32],
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl<'a> Matrix<'a> {
    pub(super) fn new(numbers: &'a [f32], rows: usize, columns: usize) -> Matrix<'a> {
        Matrix { numbers: &numbers[..rows * columns], rows, columns }
    }

    fn view(self) -> ArrayView2<'a, f32> {
        ArrayView2::from_shape((self.rows, self.columns), self.numbers)
            .expect("the slice is as long as the shape")
    }
}

/// Which of two factors is turned over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turned {
    Neither,
    First,
    Second,
}

/// out = a · b, or with one of them turned over; `keep` adds to what is there.
pub(super) fn multiply(a: Matrix<'_>, b: Matrix<'_>, turned: Turned, keep: bool, out: &mut [f32]) {
    let (a, b) = (a.view(), b.view());
    let (a, b) = match turned {
        Turned::Neither => (a, b),
        Turned::First => (a.reversed_axes(), b),
        Turned::Second => (a, b.reversed_axes()),
    };
    let shape = (a.nrows(), b.ncols());
    let out = &mut out[..shape.0 * shape.1];
    let mut out = ArrayViewMut2::from_shape(shape, out).expect("the slice is as long as the shape");
    general_mat_mul(1.0, &a, &b, if keep { 1.0 } else { 0.0 }, &mut out);
}
