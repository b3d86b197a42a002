-- What was counted of one address or account outlives a crash of the database:
-- a guesser who could bring it down would begin anew.

-- +goose Up
ALTER TABLE auth.attempts SET LOGGED;
