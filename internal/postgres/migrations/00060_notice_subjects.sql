-- A notice says what it is about, and whom its text names; the address is made
-- where it is shown. So a page may move without breaking what is stored, and a
-- name that leaves the product can be found and taken out.

-- +goose Up
DROP FUNCTION private.notify(uuid, text, text, text, text, text);

-- What makes several unread notices one line is no subject: several projects
-- are told of apart, several reports together.
ALTER TABLE public.notifications RENAME COLUMN subject TO group_key;
ALTER TABLE public.notifications
  ADD COLUMN subject_kind text,
  ADD COLUMN subject_id   uuid,
  ADD COLUMN actor_id     uuid;

-- What is stored tells by its address.
WITH known AS (
  SELECT id, kind, link, (regexp_match(link, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'))[1]::uuid AS named FROM public.notifications
)
UPDATE public.notifications n
SET subject_kind = CASE
      WHEN k.link LIKE '/dashboard/mensagens/%' AND k.named IS NOT NULL THEN 'conversation'
      WHEN k.link LIKE '/dashboard/projetos/%'  AND k.named IS NOT NULL THEN 'project'
      WHEN k.link LIKE '/perfil-empresa/%'      AND k.named IS NOT NULL THEN 'company'
      WHEN k.link LIKE '/dashboard/avaliacoes%' THEN 'reviews'
      WHEN k.link LIKE '/dashboard/propostas%'  THEN 'proposal'
      WHEN k.link LIKE '/dashboard/admin%'      THEN 'report'
      WHEN k.kind = 'report'                    THEN 'own_report'
      ELSE 'account'
    END,
    subject_id = k.named
FROM known k WHERE k.id = n.id;
UPDATE public.notifications n SET actor_id = n.subject_id
WHERE n.subject_kind = 'conversation' AND EXISTS (SELECT FROM public.profiles p WHERE p.id = n.subject_id);
UPDATE public.notifications n SET actor_id = (
  SELECT p.id FROM public.proposals o JOIN public.profiles p ON p.id = o.professional_id
  WHERE o.project_id = n.subject_id AND starts_with(n.body, p.name || ' · R$ ')
  ORDER BY o.created_at DESC LIMIT 1)
WHERE n.kind = 'proposal' AND n.subject_kind = 'project';

ALTER TABLE public.notifications
  DROP COLUMN link,
  ALTER COLUMN subject_kind SET NOT NULL,
  DROP CONSTRAINT notifications_kind_known,
  ADD CONSTRAINT notifications_kind_known CHECK (kind IN ('message', 'proposal', 'decision', 'contract', 'review', 'account', 'report', 'organisation', 'question')),
  ADD CONSTRAINT notifications_subject_kind_form CHECK (subject_kind ~ '^[a-z_]{1,40}$'),
  ADD CONSTRAINT notifications_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.profiles (id) ON DELETE SET NULL;
CREATE INDEX notifications_actor_id_idx ON public.notifications (actor_id) WHERE actor_id IS NOT NULL;

-- Who acted stays with the server: beside a confidential project it would name
-- the company.
REVOKE SELECT ON public.notifications FROM authenticated;
GRANT SELECT (id, profile_id, kind, title, body, subject_kind, subject_id, count, read, created_at) ON public.notifications TO authenticated;

-- Tells somebody something, unless they asked not to hear of its kind.
-- +goose StatementBegin
CREATE FUNCTION private.notify(profile_id uuid, kind text, title text, body text, subject_kind text, subject_id uuid, actor_id uuid DEFAULT NULL, group_key text DEFAULT NULL) RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = ''
AS $$
  INSERT INTO public.notifications AS earlier (profile_id, kind, title, body, subject_kind, subject_id, actor_id, group_key)
  SELECT notify.profile_id, notify.kind, left(notify.title, 200), left(notify.body, 400), notify.subject_kind, notify.subject_id, notify.actor_id, notify.group_key
  WHERE NOT EXISTS (
    SELECT FROM public.preferences p
    WHERE p.profile_id = notify.profile_id
      AND (notify.kind = 'message' AND NOT p.new_messages OR notify.kind = 'proposal' AND NOT p.new_proposals))
  ON CONFLICT (profile_id, group_key) WHERE NOT read AND group_key IS NOT NULL DO UPDATE
  SET title = excluded.title, body = excluded.body, subject_kind = excluded.subject_kind, subject_id = excluded.subject_id,
      actor_id = excluded.actor_id, count = earlier.count + 1, created_at = excluded.created_at
$$;
-- +goose StatementEnd
ALTER FUNCTION private.notify(uuid, text, text, text, text, uuid, uuid, text) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.notify(uuid, text, text, text, text, uuid, uuid, text) TO service_role;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.notify_message() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF NOT NEW.automatic THEN
    PERFORM private.notify(NEW.to_id, 'message', 'Nova mensagem de ' || name, left(NEW.content, 160), 'conversation', NEW.from_id, NEW.from_id, 'message:' || NEW.from_id)
    FROM public.profiles WHERE id = NEW.from_id;
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.settle_message_notification() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.notifications SET read = true
  WHERE profile_id = NEW.owner_id AND group_key = 'message:' || NEW.partner_id AND NOT read;
  RETURN NULL;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.publish_due_reviews() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  due uuid[];
BEGIN
  WITH published AS (
    UPDATE public.reviews SET counted = true
    WHERE id IN (SELECT id FROM public.reviews WHERE NOT counted AND published_at <= clock_timestamp() ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED)
    RETURNING id
  )
  SELECT coalesce(array_agg(id), '{}') INTO due FROM published;
  PERFORM FROM public.profiles WHERE id IN (SELECT subject_id FROM public.reviews WHERE id = ANY (due)) ORDER BY id FOR NO KEY UPDATE;
  UPDATE public.profiles p
  SET rating = counted.average, reviews_count = counted.total
  FROM (
    SELECT r.subject_id, round(avg(r.rating), 2) AS average, count(*)::integer AS total
    FROM public.reviews r
    WHERE r.counted AND r.subject_id IN (SELECT subject_id FROM public.reviews WHERE id = ANY (due))
    GROUP BY r.subject_id
  ) AS counted
  WHERE p.id = counted.subject_id;
  PERFORM private.notify(r.subject_id, 'review', 'Você recebeu uma avaliação', left(r.content, 160),
    CASE s.role WHEN 'professional' THEN 'reviews' ELSE 'company' END, s.id, r.author_id)
  FROM public.reviews r JOIN public.profiles s ON s.id = r.subject_id
  WHERE r.id = ANY (due);
  RETURN cardinality(due);
END
$$;
-- +goose StatementEnd
