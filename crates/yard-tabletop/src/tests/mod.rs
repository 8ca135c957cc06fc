//! Tests of a game at a table, without any server.
