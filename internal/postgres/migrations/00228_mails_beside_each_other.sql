-- A new mail leaves the earlier valid, so that asking for somebody's mails
-- takes none of them away. Wrong codes are counted in auth.attempts, for whoever
-- guesses: what a stranger gets wrong spoils no mail.
-- +goose Up
ALTER TABLE auth.one_time_tokens DROP CONSTRAINT one_time_tokens_user_id_kind_key;
ALTER TABLE auth.one_time_tokens DROP COLUMN attempts;
CREATE INDEX one_time_tokens_user_id_kind_idx ON auth.one_time_tokens (user_id, kind);
