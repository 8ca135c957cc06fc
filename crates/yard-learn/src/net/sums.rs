//! Sums of rows of weights: the loops in which networks spend their time, in the widest vectors that the
//! processor has.
//!
//! Every sum adds its products in the order of the inputs, one lane for each sum and without fused
//! operations. So the width of the vectors changes nothing, and the results are the same on every machine.
//! Inputs that are 0, about half of them behind a ReLU, add nothing and are left out.

use pulp::{Arch, Simd, WithSimd};

use super::rows::{Entry, Rows};

/// Inputs of one block. Its weights, for so many inputs and eight vectors, stay near the processor while
/// all rows pass.
const BLOCK: usize = 64;

/// Rows of inputs times the weights, plus the biases. `blocks` is room for what is not 0.
pub(super) fn add_up(
    inputs: &[f32],
    weights: &[f32],
    biases: &[f32],
    blocks: &mut Rows,
    sums: &mut [f32],
) {
    let width = biases.len();
    sums.chunks_exact_mut(width).for_each(|row| row.copy_from_slice(biases));
    blocks.clear();
    for row in inputs.chunks_exact(weights.len() / width) {
        for (at, block) in row.chunks(BLOCK).enumerate() {
            blocks.push_dense(at * BLOCK, block);
        }
    }
    Arch::new().dispatch(AddRows { weights, width, rows: blocks, sums });
}

/// Adds a row of weights for every entry.
pub(super) fn add_entries(weights: &[f32], entries: &[Entry], sums: &mut [f32]) {
    Arch::new().dispatch(AddEntries { weights, entries, sums });
}

struct AddEntries<'a> {
    weights: &'a [f32],
    entries: &'a [Entry],
    sums: &'a mut [f32],
}

impl WithSimd for AddEntries<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let AddEntries { weights, entries, sums } = self;
        let width = sums.len();
        let mut from = 0;
        while from < width {
            from += columns(simd, Part { weights, width, entries }, from, sums);
        }
    }
}

struct AddRows<'a> {
    weights: &'a [f32],
    width: usize,
    /// The blocks of the first row, then those of the second, and so on.
    rows: &'a Rows,
    sums: &'a mut [f32],
}

impl WithSimd for AddRows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let AddRows { weights, width, rows, sums } = self;
        let blocks = (weights.len() / width).div_ceil(BLOCK);
        let mut from = 0;
        while from < width {
            let mut step = width;
            for block in 0..blocks {
                for (at, sums) in sums.chunks_exact_mut(width).enumerate() {
                    let entries = rows.row(at * blocks + block);
                    step = columns(simd, Part { weights, width, entries }, from, sums);
                }
            }
            from += step;
        }
    }
}

/// Weights and the entries that choose among their rows.
#[derive(Clone, Copy)]
struct Part<'a> {
    weights: &'a [f32],
    width: usize,
    entries: &'a [Entry],
}

/// Adds to the columns from `from` on, some eight vectors of them; tells how many columns that were.
#[inline(always)]
fn columns<S: Simd>(simd: S, part: Part<'_>, from: usize, sums: &mut [f32]) -> usize {
    let left = part.width - from;
    let (whole, rest) = (left / S::F32_LANES, !left.is_multiple_of(S::F32_LANES));
    if whole > 8 || whole == 8 && !rest {
        add::<S, 8, false>(simd, part, from, sums);
        return 8 * S::F32_LANES;
    }
    match (whole, rest) {
        (0, _) => add_plainly(part, from, sums),
        (1, false) => add::<S, 1, false>(simd, part, from, sums),
        (1, true) => add::<S, 1, true>(simd, part, from, sums),
        (2, false) => add::<S, 2, false>(simd, part, from, sums),
        (2, true) => add::<S, 2, true>(simd, part, from, sums),
        (3, false) => add::<S, 3, false>(simd, part, from, sums),
        (3, true) => add::<S, 3, true>(simd, part, from, sums),
        (4, false) => add::<S, 4, false>(simd, part, from, sums),
        (4, true) => add::<S, 4, true>(simd, part, from, sums),
        (5, false) => add::<S, 5, false>(simd, part, from, sums),
        (5, true) => add::<S, 5, true>(simd, part, from, sums),
        (6, false) => add::<S, 6, false>(simd, part, from, sums),
        (6, true) => add::<S, 6, true>(simd, part, from, sums),
        (7, false) => add::<S, 7, false>(simd, part, from, sums),
        (7, true) => add::<S, 7, true>(simd, part, from, sums),
        (_, _) => add::<S, 8, true>(simd, part, from, sums),
    }
    left
}

/// Adds to `N` whole vectors of columns, and with `REST` to the few columns behind them.
///
/// Those few are done as one more whole vector, which ends where the row ends. The columns that it shares
/// with the one before come out the same in both.
#[inline(always)]
fn add<S: Simd, const N: usize, const REST: bool>(
    simd: S,
    Part { weights, width, entries }: Part<'_>,
    from: usize,
    sums: &mut [f32],
) {
    let lanes = S::F32_LANES;
    let back = if REST { width - lanes } else { from };
    let mut kept: [S::f32s; N] = *vectors::<S, N>(&sums[from..]);
    let [mut last] = *vectors::<S, 1>(&sums[back..]);
    for &(at, number) in entries {
        let row = &weights[at as usize * width..][..width];
        let number = simd.splat_f32s(number);
        for (sum, &weight) in kept.iter_mut().zip(vectors::<S, N>(&row[from..])) {
            *sum = simd.add_f32s(*sum, simd.mul_f32s(number, weight));
        }
        if REST {
            let [weight] = *vectors::<S, 1>(&row[back..]);
            last = simd.add_f32s(last, simd.mul_f32s(number, weight));
        }
    }
    S::as_mut_simd_f32s(&mut sums[from..][..N * lanes]).0.copy_from_slice(&kept);
    if REST {
        S::as_mut_simd_f32s(&mut sums[back..][..lanes]).0.copy_from_slice(&[last]);
    }
}

/// The first numbers as `N` vectors.
#[inline(always)]
fn vectors<S: Simd, const N: usize>(numbers: &[f32]) -> &[S::f32s; N] {
    let (vectors, _) = S::as_simd_f32s(&numbers[..N * S::F32_LANES]);
    vectors.try_into().expect("so many were cut off")
}

/// The same for rows that are shorter than a vector.
#[inline(always)]
fn add_plainly(Part { weights, width, entries }: Part<'_>, from: usize, sums: &mut [f32]) {
    for &(at, number) in entries {
        let row = &weights[at as usize * width..][..width];
        for (sum, weight) in sums[from..].iter_mut().zip(&row[from..]) {
            *sum += number * weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use yard_agents::Seed;

    use super::*;

    /// Sums in plain loops, one product after the other.
    fn slow(inputs: &[f32], weights: &[f32], biases: &[f32]) -> Vec<f32> {
        let (width, mut sums) = (biases.len(), Vec::new());
        for row in inputs.chunks_exact(weights.len() / width) {
            let mut out = biases.to_vec();
            for (number, weights) in row.iter().zip(weights.chunks_exact(width)) {
                out.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += number * weight);
            }
            sums.extend(out);
        }
        sums
    }

    /// Whatever vectors the processor has, not a bit differs from plain loops: widths below, at and between
    /// whole numbers of vectors, and more inputs than a block.
    #[test]
    fn vectors_change_no_bit() {
        let mut rng = Seed(8).stream("sums");
        let mut draw = |count: usize| -> Vec<f32> {
            (0..count).map(|_| 4.0 * rng.unit() as f32 - 2.0).collect()
        };
        let mut blocks = Rows::default();
        for width in (1..=40).chain([63, 64, 65, 127, 128, 129, 136, 143, 144, 145, 300]) {
            for inputs in [1, 7, 64, 65, 130] {
                let (weights, biases) = (draw(inputs * width), draw(width));
                let rows: Vec<f32> = draw(3 * inputs).into_iter().map(|n| n.max(0.0)).collect();
                let mut sums = vec![7.0; 3 * width];
                add_up(&rows, &weights, &biases, &mut blocks, &mut sums);
                assert_eq!(sums, slow(&rows, &weights, &biases), "{inputs} inputs, {width} sums");
                let entries: Vec<Entry> = (0..).zip(rows[..inputs].iter().copied()).collect();
                let mut sums = biases.clone();
                add_entries(&weights, &entries, &mut sums);
                assert_eq!(sums, slow(&rows[..inputs], &weights, &biases), "entries, {width} sums");
            }
        }
    }
}
