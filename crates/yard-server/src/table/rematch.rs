//! The next game of a table: made by the first who asks, and everybody finds his seat there.

use std::sync::Arc;

use yard_tabletop::{
    ClaimError, ClaimWish, CreateGame, GameSeed, NextGame, Role, SeatChange, deal,
};

use super::command::{NextSeat, Seated};
use super::task::Table;
use crate::error::ApiError;
use crate::keys::{DeadLinks, FreshKeys};
use crate::new_game::check_agents;
use crate::secret::{self, TokenHash};

impl Table {
    /// The seat of one who plays here in the next game. The first who asks makes it, and sits down there.
    pub(super) async fn rematch(
        &mut self,
        role: Role,
        seats: SeatChange,
        owner: Option<TokenHash>,
    ) -> Result<NextSeat, ApiError> {
        self.game.check_rematch(role)?;
        let setup = self.game.setup();
        if let Some(next) = self.game.next_game() {
            let next_role = setup.seats.next_role(role, next.seats, &setup.rules);
            let role = next_role.ok_or(ClaimError::NoSeat)?;
            return Ok(NextSeat::Waits { id: next.id.clone(), role });
        }
        let rules = Arc::clone(&setup.rules);
        let next_seats = setup.seats.for_next(seats, &rules)?;
        check_agents(&self.lobby.roster, &next_seats, &rules)?;
        let own = setup.seats.next_role(role, seats, &rules).ok_or(ClaimError::NoSeat)?;
        let request = CreateGame {
            rules: rules.name().to_owned(),
            detectives: None,
            seed: None,
            seats: next_seats,
            help: setup.help,
            pace_ms: Some(self.game.pace_ms()),
            clock_s: setup.clock_s,
            claim: Some(ClaimWish::Seats(vec![own.name()])),
        };
        let seed = GameSeed::Secret(secret::game_secret(self.lobby.chance.as_ref())?);
        let deal = deal(&rules, &seed);
        let lobby = Arc::clone(&self.lobby);
        let made = lobby.create_with(request, rules, seed, deal, owner, self.client).await?;
        let next = NextGame { id: made.id.clone(), seats, by: role.name() };
        let kept = lobby.store.set_next(&self.key, serde_json::to_string(&next)?).await;
        self.kept(kept)?;
        self.game.set_next_game(next);
        self.show().await;
        Ok(NextSeat::Made { seat: own.name(), made: Box::new(made) })
    }

    /// Gives a seat to one who has it by right: he had the seat that leads to it in the game before.
    pub(super) async fn sit_down(
        &mut self,
        role: Role,
        owner: Option<TokenHash>,
    ) -> Result<Seated, ApiError> {
        if owner.is_some_and(|owner| self.game.is_held_by(role, owner.holder())) {
            return self.replace_keys(role, owner, DeadLinks::Keep).await;
        }
        let fresh = FreshKeys::draw(self.lobby.chance.as_ref())?;
        self.take_seat(role, owner, fresh).await
    }
}
