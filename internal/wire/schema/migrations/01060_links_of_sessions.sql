-- An identity is tied by the session that asked for it, and by none once that is over:
-- whoever signs out everywhere also ends what was begun there. No reference, since
-- what waits is gone in minutes, and sessions would be locked for it.

-- +goose Up
ALTER TABLE auth.external_states ADD COLUMN session_id uuid;
COMMENT ON COLUMN auth.external_states.session_id IS 'The session of the user who ties the identity';
COMMENT ON COLUMN auth.flow_states.provider_tokens IS 'What the provider gave and, of an identity that is to be tied, whose it is, sealed under the code';
