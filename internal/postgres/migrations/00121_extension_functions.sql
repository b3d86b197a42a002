-- A restore creates the extensions when EXECUTE is PUBLIC's no longer, and then
-- nobody could sign up or be looked up. What is granted by name is in the dump.

-- +goose Up
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA extensions TO anon, authenticated, service_role;
