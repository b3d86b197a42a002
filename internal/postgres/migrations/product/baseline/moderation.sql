-- Reports, the log of what administrators do, and what the market forgets. Anybody reports, signed in
-- or not; a report has a ticket number and a decision, which stays.

CREATE TABLE public.reports (
  id           uuid        NOT NULL DEFAULT private.uuid_v7(),
  number       bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind         text        NOT NULL,
  subject_id   uuid        NOT NULL,
  profile_id   uuid,
  excerpt      text        NOT NULL,
  reason       text        NOT NULL,
  details      text        NOT NULL DEFAULT '',
  reporter_id  uuid,
  reporter_key bytea       NOT NULL,
  status       text        NOT NULL DEFAULT 'open',
  decision     text,
  decided_by   uuid,
  decided_at   timestamptz,
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT reports_pkey              PRIMARY KEY (id),
  CONSTRAINT reports_number_key        UNIQUE (number),
  CONSTRAINT reports_decided_by_fkey   FOREIGN KEY (decided_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT reports_profile_id_fkey   FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT reports_reporter_id_fkey  FOREIGN KEY (reporter_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT reports_decision_told     CHECK ((status = 'open') = (decided_at IS NULL) AND (status = 'open') = (decision IS NULL)),
  CONSTRAINT reports_kind_known        CHECK (kind IN ('profile', 'project', 'message')),
  CONSTRAINT reports_reason_known      CHECK (reason IN ('fraud', 'spam', 'offensive', 'contact', 'false_information', 'other')),
  CONSTRAINT reports_reporter_key_hash CHECK (octet_length(reporter_key) = 32),
  CONSTRAINT reports_status_known      CHECK (status IN ('open', 'upheld', 'dismissed')),
  CONSTRAINT reports_texts_bounded     CHECK (length(excerpt) <= 500 AND length(details) <= 2000 AND length(decision) <= 2000)
);
COMMENT ON TABLE public.reports IS 'Reports of profiles, projects and other contents, and what administrators decided';
COMMENT ON COLUMN public.reports.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.reports.number IS 'Its number, written on the receipt';
COMMENT ON COLUMN public.reports.kind IS 'Of which kind what is reported is';
COMMENT ON COLUMN public.reports.subject_id IS 'What it is about';
COMMENT ON COLUMN public.reports.profile_id IS 'Who answers for what is reported';
COMMENT ON COLUMN public.reports.excerpt IS 'What was reported, as it was';
COMMENT ON COLUMN public.reports.reason IS 'Why, in the words of who did it';
COMMENT ON COLUMN public.reports.details IS 'More about it';
COMMENT ON COLUMN public.reports.reporter_id IS 'Who reported it; null is a visitor';
COMMENT ON COLUMN public.reports.reporter_key IS 'What tells one visitor from another, sealed';
COMMENT ON COLUMN public.reports.status IS 'open, upheld or dismissed';
COMMENT ON COLUMN public.reports.decision IS 'What was decided, in words';
COMMENT ON COLUMN public.reports.decided_by IS 'Who decided';
COMMENT ON COLUMN public.reports.decided_at IS 'When it was decided';
COMMENT ON COLUMN public.reports.created_at IS 'When it was written';
CREATE INDEX reports_decided_by_idx  ON public.reports (decided_by);
CREATE INDEX reports_key_idx         ON public.reports (reporter_key, created_at);
CREATE INDEX reports_profile_id_idx  ON public.reports (profile_id);
CREATE INDEX reports_queue_idx       ON public.reports (status, created_at DESC, id DESC);
CREATE INDEX reports_reporter_id_idx ON public.reports (reporter_id);
ALTER TABLE public.reports ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.reports FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, number, kind, subject_id, profile_id, excerpt, reason, details, reporter_id, status, decision, decided_by,
  decided_at, created_at) ON public.reports TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.reports TO service_role;
GRANT USAGE ON SEQUENCE public.reports_number_seq TO service_role;
CREATE POLICY "administrators read reports" ON public.reports
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps reports" ON public.reports
  TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF details, decision ON public.reports
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.details) OR NOT private.is_settled_text(NEW.decision)) EXECUTE FUNCTION private.settle_texts('details:text', 'decision:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.reports
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('report');
SELECT realtime.watch('public.reports');

-- A log of every action of an administrator, and of who was put out of an organisation.
CREATE TABLE public.audit_log (
  id            uuid        NOT NULL DEFAULT private.uuid_v7(),
  actor_id      uuid,
  action        text        NOT NULL,
  subject_kind  text        NOT NULL,
  subject_id    text        NOT NULL,
  subject_label text        NOT NULL DEFAULT '',
  details       jsonb       NOT NULL DEFAULT '{}',
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT audit_log_pkey          PRIMARY KEY (id),
  CONSTRAINT audit_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT audit_log_action_known  CHECK (action IN ('block_user', 'activate_user', 'replace_site_image', 'decide_report', 'close_project', 'decide_dispute',
    'change_member_role', 'remove_member', 'transfer_ownership', 'register_firm', 'read_sealed', 'lift_bar', 'handle_difference',
    'retry_order', 'request_correction', 'withdraw_correction', 'decide_correction', 'announce_owner_removal', 'decide_owner_removal',
    'decide_withheld')),
  CONSTRAINT audit_log_subject_known CHECK (subject_kind IN ('profile', 'site_image', 'report', 'project', 'organisation', 'contract', 'bar', 'dispute', 'difference',
    'order')),
  CONSTRAINT audit_log_texts_bounded CHECK (length(subject_id) <= 100 AND length(subject_label) <= 300)
);
COMMENT ON TABLE public.audit_log IS 'What administrators and owners of organisations did, in order
Only added to.';
COMMENT ON COLUMN public.audit_log.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.audit_log.actor_id IS 'Who did it';
COMMENT ON COLUMN public.audit_log.action IS 'What was done';
COMMENT ON COLUMN public.audit_log.subject_kind IS 'Of which kind what it is about is';
COMMENT ON COLUMN public.audit_log.subject_id IS 'What it is about';
COMMENT ON COLUMN public.audit_log.subject_label IS 'What it is about, in words of the time';
COMMENT ON COLUMN public.audit_log.details IS 'More about it';
COMMENT ON COLUMN public.audit_log.created_at IS 'When it was written';
CREATE INDEX audit_log_actor_id_idx   ON public.audit_log (actor_id);
CREATE INDEX audit_log_newest_idx     ON public.audit_log (created_at DESC, id DESC);
CREATE INDEX audit_log_subject_id_idx ON public.audit_log (subject_id);
ALTER TABLE public.audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_log FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, actor_id, action, subject_kind, subject_id, subject_label, details, created_at) ON public.audit_log TO authenticated;
GRANT SELECT, INSERT, UPDATE (subject_label, details) ON public.audit_log TO service_role;

-- Except to take names away, nobody changes what was written, the server included.
CREATE FUNCTION private.keep_the_log() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  gone CONSTANT text := 'Usuário removido';
BEGIN
  IF NEW.subject_label <> OLD.subject_label AND strpos(NEW.subject_label, gone) = 0
     OR NEW.details <> OLD.details AND (strpos(NEW.details::text, gone) = 0
       OR ARRAY(SELECT jsonb_object_keys(NEW.details) ORDER BY 1) <> ARRAY(SELECT jsonb_object_keys(OLD.details) ORDER BY 1)) THEN
    PERFORM private.refuse(403, 'log_is_final', 'A auditoria não se altera.');
  END IF;
  RETURN NEW;
END
$$;
GRANT EXECUTE ON FUNCTION private.keep_the_log() TO service_role;
ALTER FUNCTION private.keep_the_log() OWNER TO definer;

CREATE POLICY "administrators read the log" ON public.audit_log
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server adds to the log" ON public.audit_log
  FOR INSERT TO service_role WITH CHECK (true);
CREATE POLICY "the server reads the log" ON public.audit_log
  FOR SELECT TO service_role USING (true);
CREATE POLICY "the server takes names out of the log" ON public.audit_log
  FOR UPDATE TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER keep_the_log BEFORE UPDATE OF subject_label, details ON public.audit_log
  FOR EACH ROW EXECUTE FUNCTION private.keep_the_log();

-- What the log of a contract takes, and a few names more: whichever were added
-- before stay.
CREATE FUNCTION private.log_knows(VARIADIC more text[]) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  known text[];
BEGIN
  SELECT array_agg(DISTINCT name ORDER BY name) INTO known FROM (
    SELECT quoted[1] AS name FROM pg_catalog.pg_constraint k, regexp_matches(pg_catalog.pg_get_constraintdef(k.oid), '''([a-z_]+)''', 'g') AS quoted
    WHERE k.conrelid = 'public.contract_events'::regclass AND k.conname = 'contract_events_action_known'
    UNION SELECT unnest(more)) AS names;
  ALTER TABLE public.contract_events DROP CONSTRAINT contract_events_action_known;
  EXECUTE format('ALTER TABLE public.contract_events ADD CONSTRAINT contract_events_action_known CHECK (action IN (%s))',
    (SELECT string_agg(quote_literal(name), ', ') FROM unnest(known) AS name));
END
$$;

-- Traces that are only needed for a while.
CREATE FUNCTION private.purge_traces() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  DELETE FROM private.profile_visits WHERE visited_on < current_date - 2;
  DELETE FROM private.measured       WHERE at < now() - interval '2 days';
  DELETE FROM public.notifications   WHERE read AND created_at < now() - interval '90 days';
END
$$;
GRANT EXECUTE ON FUNCTION private.purge_traces() TO service_role;
ALTER FUNCTION private.purge_traces() OWNER TO definer;
