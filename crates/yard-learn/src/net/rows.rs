//! Inputs of a network: rows of which only what is not 0 is kept.

/// One number that is not 0: its place in the row, and itself.
pub type Entry = (u32, f32);

/// A list of rows, to be filled again and again.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rows {
    ends: Vec<usize>,
    entries: Vec<Entry>,
}

impl Rows {
    /// Forgets all rows and keeps the room.
    pub fn clear(&mut self) {
        self.ends.clear();
        self.entries.clear();
    }

    /// Adds a row, its entries in this order.
    pub fn push(&mut self, entries: impl IntoIterator<Item = Entry>) {
        self.entries.extend(entries);
        self.ends.push(self.entries.len());
    }

    /// Adds a row of all that is not 0 in `numbers`, of which the first has the place `first`.
    pub fn push_dense(&mut self, first: usize, numbers: &[f32]) {
        let mut end = self.entries.len();
        self.entries.resize(end + numbers.len(), (0, 0.0));
        // What is 0 is written too, and then written over: there is nothing to guess wrong.
        for (at, &number) in (first as u32..).zip(numbers) {
            self.entries[end] = (at, number);
            end += usize::from(number != 0.0);
        }
        self.entries.truncate(end);
        self.ends.push(end);
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Tells whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A row; empty when there is none of that number.
    pub fn row(&self, at: usize) -> &[Entry] {
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        match self.ends.get(at) {
            Some(&end) => &self.entries[start.unwrap_or(0)..end],
            None => &[],
        }
    }

    /// All rows in order.
    pub fn iter(&self) -> impl Iterator<Item = &[Entry]> {
        (0..self.len()).map(|at| self.row(at))
    }
}
