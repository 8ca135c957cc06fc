//! Who gets the next place, when more want one than there are.
//!
//! Clients take turns, and the one who holds the fewest places is next. A client gets another place only while more
//! places are free than he holds (the dynamic threshold of Choudhury and Hahne, 1998, with factor 1). So one greedy
//! client gets half of all places, two get a third each, and something is left for whoever comes next.

use std::collections::{BTreeMap, VecDeque};

use crate::web::Client;

/// Clients who hold places or wait for one.
pub(super) struct FairQueue<T> {
    places: usize,
    /// No client holds more.
    each: usize,
    held: BTreeMap<Client, usize>,
    busy: usize,
    /// What each client waits with, in the order in which he came.
    waiting: BTreeMap<Client, VecDeque<T>>,
    /// Clients who wait, the next one first.
    turns: VecDeque<Client>,
}

impl<T> FairQueue<T> {
    /// A queue for so many places, of which one client holds at most `each`.
    pub(super) fn new(places: usize, each: usize) -> FairQueue<T> {
        FairQueue {
            places,
            each: each.max(1),
            held: BTreeMap::new(),
            busy: 0,
            waiting: BTreeMap::new(),
            turns: VecDeque::new(),
        }
    }

    /// Puts somebody at the end of his client's line.
    pub(super) fn join(&mut self, client: Client, who: T) {
        let line = self.waiting.entry(client).or_default();
        if line.is_empty() {
            self.turns.push_back(client);
        }
        line.push_back(who);
    }

    /// How many of a client wait; those who have gone are forgotten first.
    pub(super) fn waiting(&mut self, client: Client, is_there: impl Fn(&T) -> bool) -> usize {
        let Some(line) = self.waiting.get_mut(&client) else { return 0 };
        line.retain(is_there);
        let left = line.len();
        if left == 0 {
            self.waiting.remove(&client);
            self.turns.retain(|turn| *turn != client);
        }
        left
    }

    /// Gives the next one a place, if there is one for him.
    pub(super) fn next(&mut self) -> Option<(Client, T)> {
        let held = |client: &Client| self.held.get(client).copied().unwrap_or(0);
        // The first of equals: whoever was served goes to the end.
        let (at, _) = self.turns.iter().enumerate().min_by_key(|(_, client)| held(client))?;
        let client = self.turns[at];
        let holds = held(&client);
        if self.places - self.busy <= holds || holds >= self.each {
            return None;
        }
        self.turns.remove(at);
        let line = self.waiting.get_mut(&client)?;
        let who = line.pop_front()?;
        if line.is_empty() {
            self.waiting.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        *self.held.entry(client).or_default() += 1;
        self.busy += 1;
        Some((client, who))
    }

    /// Takes a place back.
    pub(super) fn leave(&mut self, client: Client) {
        let Some(held) = self.held.get_mut(&client) else { return };
        *held -= 1;
        if *held == 0 {
            self.held.remove(&client);
        }
        self.busy -= 1;
    }

    /// All who wait without a place of their client's, in no order.
    pub(super) fn newcomers(&self) -> impl Iterator<Item = &T> {
        let has_none = |(client, _): &(&Client, &VecDeque<T>)| !self.held.contains_key(client);
        self.waiting.iter().filter(has_none).flat_map(|(_, line)| line)
    }

    /// Places that are taken, and those who wait and have not gone.
    pub(super) fn counts(&self, is_there: impl Fn(&T) -> bool) -> (usize, usize) {
        (self.busy, self.waiting.values().flatten().filter(|who| is_there(who)).count())
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn client(number: u8) -> Client {
        Client::of(IpAddr::from([192, 0, 2, number]))
    }

    /// Fills a queue with so many of each client and lets everybody in who may.
    fn filled(places: usize, wishes: &[(u8, usize)]) -> (FairQueue<usize>, Vec<usize>) {
        let mut queue = FairQueue::new(places, usize::MAX);
        for (number, count) in wishes {
            (0..*count).for_each(|at| queue.join(client(*number), at));
        }
        while queue.next().is_some() {}
        let held = wishes.iter().map(|(number, _)| queue.held.get(&client(*number)).copied());
        let held = held.map(Option::unwrap_or_default).collect();
        (queue, held)
    }

    #[test]
    fn a_greedy_client_leaves_a_share_for_the_newcomer() {
        for (places, greedy, wanted) in [
            (16, vec![(1, 99)], vec![8]),
            (16, vec![(1, 99), (2, 99)], vec![6, 5]),
            (16, vec![(1, 99), (2, 99), (3, 1)], vec![5, 5, 1]),
            (4, vec![(1, 99)], vec![2]),
            (1, vec![(1, 99)], vec![1]),
        ] {
            let (mut queue, held) = filled(places, &greedy);
            assert_eq!(held, wanted, "{places} {greedy:?}");
            queue.join(client(9), 0);
            assert_eq!(queue.next().is_some(), places > 1, "the newcomer is let in at once");
        }
    }

    #[test]
    fn only_those_without_any_place_are_newcomers() {
        let (mut queue, _) = filled(2, &[(1, 9)]);
        assert_eq!(queue.newcomers().count(), 0, "he has a place, and waits for more");
        assert_eq!(queue.counts(|_| true), (1, 8));
        queue.join(client(2), 5);
        assert_eq!(queue.newcomers().collect::<Vec<_>>(), [&5]);
        assert_eq!(queue.next(), Some((client(2), 5)));
        assert_eq!(queue.newcomers().count(), 0);
    }

    #[test]
    fn places_that_come_free_go_round() {
        let mut queue = FairQueue::new(1, usize::MAX);
        for (number, count) in [(1, 4), (2, 2), (3, 1)] {
            (0..count).for_each(|at| queue.join(client(number), at));
        }
        let mut order = Vec::new();
        while let Some((who, at)) = queue.next() {
            order.push((who, at));
            queue.leave(who);
        }
        let wanted = [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (1, 2), (1, 3)];
        assert_eq!(order, wanted.map(|(number, at)| (client(number), at)));
    }

    #[test]
    fn a_client_holds_no_more_than_he_may() {
        let mut queue = FairQueue::new(100, 3);
        (0..50).for_each(|at| queue.join(client(1), at));
        assert_eq!(std::iter::from_fn(|| queue.next()).count(), 3);
        assert_eq!(queue.counts(|_| true), (3, 47));
        assert_eq!(queue.waiting(client(1), |at| *at > 48), 1, "those who have gone are forgotten");
        queue.leave(client(1));
        assert_eq!(queue.next(), Some((client(1), 49)));
        assert_eq!(queue.counts(|_| true), (3, 0));
    }
}
