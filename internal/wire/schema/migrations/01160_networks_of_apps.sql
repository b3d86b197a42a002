-- Apps that register themselves are bounded for the network that they came from, so that
-- no network takes the places of all others.

-- +goose Up
ALTER TABLE auth.oauth_clients ADD COLUMN registered_from text, ADD CONSTRAINT oauth_clients_network_short CHECK (length(registered_from) <= 64);
CREATE INDEX oauth_clients_registered_from_idx ON auth.oauth_clients (registered_from, created_at, id) WHERE registration_type = 'dynamic' AND deleted_at IS NULL;
COMMENT ON COLUMN auth.oauth_clients.registered_from IS 'The network of an app that registered itself';
