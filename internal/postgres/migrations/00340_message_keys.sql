-- A sender repeats a message whose answer was lost under a key of its own, and
-- it is stored once. The key counts beside its sender: until now it was the
-- message's id, and that a guessed one was refused told that somebody has it.

-- +goose Up
ALTER TABLE public.messages ADD COLUMN client_id uuid;
CREATE UNIQUE INDEX messages_client_id_key ON public.messages (from_id, client_id) WHERE client_id IS NOT NULL;
REVOKE INSERT (id) ON public.messages FROM authenticated;
GRANT INSERT (client_id), SELECT (client_id) ON public.messages TO authenticated;
