-- Messages are between people, and whoever belongs to an organisation writes
-- for one. The other side may not read memberships, and the name of a colleague
-- alone does not say whose he is: a message says for which party it was
-- written, a conversation for which its partner spoke last, as long as he
-- belongs to it. Empty is a person for himself, and what was written before.

-- +goose Up
ALTER TABLE public.messages
  ADD COLUMN party_id uuid,
  ADD CONSTRAINT messages_party_id_fkey FOREIGN KEY (party_id) REFERENCES public.profiles (id) ON DELETE SET NULL;
CREATE INDEX messages_party_id_idx ON public.messages (party_id) WHERE party_id IS NOT NULL;
ALTER TABLE public.conversations
  ADD COLUMN partner_party_id uuid,
  ADD CONSTRAINT conversations_partner_party_id_fkey FOREIGN KEY (partner_party_id) REFERENCES public.profiles (id) ON DELETE SET NULL;
CREATE INDEX conversations_partner_party_id_idx ON public.conversations (partner_party_id) WHERE partner_party_id IS NOT NULL;
GRANT INSERT (party_id), SELECT (party_id) ON public.messages TO authenticated;
GRANT SELECT (partner_party_id) ON public.conversations TO authenticated;

DROP POLICY "active members write to active members" ON public.messages;
CREATE POLICY "active members write to active members, for parties of theirs" ON public.messages
  FOR INSERT TO authenticated
  WITH CHECK (from_id = (SELECT auth.uid()) AND NOT automatic AND private.is_reachable(from_id) AND private.is_reachable(to_id)
              AND (party_id IS NULL OR party_id = ANY ((SELECT private.parties())::uuid[])));

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.file_message() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  INSERT INTO public.conversations AS mine (owner_id, partner_id, thread, last_message_id, last_from_id, last_content, last_at, unread_count, partner_party_id)
  SELECT side.owner_id, side.partner_id, NEW.thread, NEW.id, NEW.from_id, left(NEW.content, 160), NEW.timestamp, side.unread, side.party_id
  FROM (VALUES (NEW.from_id, NEW.to_id, 0, NEW.sender_visible, NULL), (NEW.to_id, NEW.from_id, 1, true, NEW.party_id))
    AS side (owner_id, partner_id, unread, visible, party_id)
  WHERE side.visible
  ORDER BY side.owner_id
  ON CONFLICT (owner_id, partner_id) DO UPDATE SET
    last_message_id  = excluded.last_message_id,
    last_from_id     = excluded.last_from_id,
    last_content     = excluded.last_content,
    last_at          = excluded.last_at,
    unread_count     = mine.unread_count + excluded.unread_count,
    partner_party_id = CASE excluded.last_from_id WHEN mine.partner_id THEN excluded.partner_party_id ELSE mine.partner_party_id END;
  RETURN NULL;
END
$$;
-- +goose StatementEnd

-- Whoever left a party no longer speaks for it; what he wrote for it stays so.
-- +goose StatementBegin
CREATE FUNCTION private.end_voice() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.conversations SET partner_party_id = NULL
  WHERE partner_id = OLD.person_id AND partner_party_id = OLD.organisation_id;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.end_voice() OWNER TO service_role;
CREATE TRIGGER end_voice AFTER DELETE ON public.memberships
  FOR EACH ROW EXECUTE FUNCTION private.end_voice();
