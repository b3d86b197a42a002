-- Of a new message its reader is told by the server, whoever writes it: what
-- people are told is no trigger's business. A text that the product wrote
-- itself, a notice or an automatic message, keeps whom it names and by which
-- name, so that the name can be taken out when its owner leaves.

-- +goose Up
DROP TRIGGER notify ON public.messages;
DROP FUNCTION private.notify_message();

ALTER TABLE public.messages
  ADD COLUMN actor_id   uuid,
  ADD COLUMN actor_name text,
  ADD CONSTRAINT messages_actor_id_fkey      FOREIGN KEY (actor_id) REFERENCES public.profiles (id) ON DELETE SET NULL,
  ADD CONSTRAINT messages_actor_in_automatic CHECK (automatic OR actor_id IS NULL),
  ADD CONSTRAINT messages_actor_name_bounded CHECK (length(actor_name) <= 120);
-- Both read the name in the text anyway.
GRANT SELECT (actor_id, actor_name) ON public.messages TO authenticated;
CREATE INDEX messages_actor_id_idx ON public.messages (actor_id) WHERE actor_id IS NOT NULL;
ALTER TABLE public.notifications
  ADD COLUMN actor_name text,
  ADD CONSTRAINT notifications_actor_name_bounded CHECK (length(actor_name) <= 120);

-- What is stored names people as they are called today, or as nobody can tell
-- any more.
UPDATE public.messages m SET actor_id = p.id, actor_name = p.name
FROM public.profiles p
WHERE m.automatic AND p.id = m.from_id AND strpos(m.content, p.name) > 0;
UPDATE public.notifications n SET actor_name = p.name
FROM public.profiles p WHERE p.id = n.actor_id;
