//! Convolutions of 3 × 3 cells as products of matrices.
//!
//! Planes lie cell by cell, all planes of a cell together. For a product every cell gets a row with
//! its nine neighbours, itself included; outside the square there are zeros.

/// The neighbour of a cell in one of the nine directions, if the square has it.
#[inline]
fn neighbour(cell: usize, direction: usize, side: usize) -> Option<usize> {
    let row = (cell / side + direction / 3).checked_sub(1).filter(|row| *row < side)?;
    let column = (cell % side + direction % 3).checked_sub(1).filter(|column| *column < side)?;
    Some(row * side + column)
}

/// Writes the neighbours of every cell of one square, a row of 9 · `planes` numbers for each cell.
pub(super) fn gather(square: &[f32], side: usize, planes: usize, rows: &mut [f32]) {
    for (cell, row) in rows.chunks_exact_mut(9 * planes).enumerate().take(side * side) {
        for (direction, part) in row.chunks_exact_mut(planes).enumerate() {
            match neighbour(cell, direction, side) {
                Some(at) => part.copy_from_slice(&square[at * planes..][..planes]),
                None => part.fill(0.0),
            }
        }
    }
}

/// The way back: adds what every row has for a neighbour to that cell.
pub(super) fn scatter(rows: &[f32], side: usize, planes: usize, square: &mut [f32]) {
    square.fill(0.0);
    for (cell, row) in rows.chunks_exact(9 * planes).enumerate().take(side * side) {
        for (direction, part) in row.chunks_exact(planes).enumerate() {
            if let Some(at) = neighbour(cell, direction, side) {
                for (sum, number) in square[at * planes..][..planes].iter_mut().zip(part) {
                    *sum += number;
                }
            }
        }
    }
}

/// Writes a row of inputs, which lie plane by plane, cell by cell.
pub(super) fn spread(row: &[super::Entry], cells: usize, planes: usize, square: &mut [f32]) {
    square.fill(0.0);
    for &(at, number) in row {
        let (plane, cell) = (at as usize / cells, at as usize % cells);
        square[cell * planes + plane] += number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nine_neighbours_of_a_corner_and_of_the_middle() {
        let square: Vec<f32> = (1..=9_u8).map(f32::from).collect();
        let mut rows = vec![7.0; 81];
        gather(&square, 3, 1, &mut rows);
        assert_eq!(rows[..9], [0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 4.0, 5.0]);
        assert_eq!(rows[36..45], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
        // Every cell comes back as often as it has neighbours.
        let mut back = vec![0.0; 9];
        scatter(&rows, 3, 1, &mut back);
        assert_eq!(back, [4.0, 12.0, 12.0, 24.0, 45.0, 36.0, 28.0, 48.0, 36.0]);
    }

    #[test]
    fn planes_of_one_cell_stand_together() {
        let mut square = vec![0.0; 8];
        spread(&[(1, 5.0), (6, 3.0)], 4, 2, &mut square);
        assert_eq!(square, [0.0, 0.0, 5.0, 0.0, 0.0, 3.0, 0.0, 0.0]);
    }
}
