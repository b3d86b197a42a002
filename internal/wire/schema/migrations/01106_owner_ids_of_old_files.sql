-- Files from before the column have their owner as text, too. It is a migration of its
-- own, so that nobody waits for it who only reads.

-- +goose Up
UPDATE storage.objects SET owner_id = owner::text WHERE owner IS NOT NULL;
