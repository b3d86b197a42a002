-- Files from before the column have theirs, too, in a migration of its own, so that nobody
-- waits for it who only reads.

-- +goose Up
UPDATE storage.objects SET path_tokens = string_to_array(name, '/');
