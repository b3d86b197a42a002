-- What administrators do and answer for: reports from anybody, signed in or
-- not, each with a ticket number and a decision, and a log of every action.

-- +goose Up
CREATE TABLE public.reports (
  id           uuid        NOT NULL DEFAULT private.uuid_v7(),
  number       bigint      GENERATED ALWAYS AS IDENTITY,
  kind         text        NOT NULL,
  subject_id   uuid        NOT NULL,
  -- Who answers for what was reported.
  profile_id   uuid,
  -- What it said at that time: it may change, and a message is seen by its two sides only.
  excerpt      text        NOT NULL,
  reason       text        NOT NULL,
  details      text        NOT NULL DEFAULT '',
  reporter_id  uuid,
  -- A hash that bounds how much one visitor may report; nobody reads it.
  reporter_key bytea       NOT NULL,
  status       text        NOT NULL DEFAULT 'open',
  decision     text,
  decided_by   uuid,
  decided_at   timestamptz,
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT reports_pkey               PRIMARY KEY (id),
  CONSTRAINT reports_number_key         UNIQUE (number),
  CONSTRAINT reports_profile_id_fkey    FOREIGN KEY (profile_id)  REFERENCES public.profiles (id) ON DELETE SET NULL,
  CONSTRAINT reports_reporter_id_fkey   FOREIGN KEY (reporter_id) REFERENCES public.profiles (id) ON DELETE SET NULL,
  CONSTRAINT reports_decided_by_fkey    FOREIGN KEY (decided_by)  REFERENCES public.profiles (id) ON DELETE SET NULL,
  CONSTRAINT reports_kind_known         CHECK (kind IN ('profile', 'project', 'message')),
  CONSTRAINT reports_reason_known       CHECK (reason IN ('fraud', 'spam', 'offensive', 'contact', 'false_information', 'other')),
  CONSTRAINT reports_texts_bounded      CHECK (length(excerpt) <= 500 AND length(details) <= 2000 AND length(decision) <= 2000),
  CONSTRAINT reports_reporter_key_hash  CHECK (octet_length(reporter_key) = 32),
  CONSTRAINT reports_status_known       CHECK (status IN ('open', 'upheld', 'dismissed')),
  CONSTRAINT reports_decision_told      CHECK ((status = 'open') = (decided_at IS NULL) AND (status = 'open') = (decision IS NULL))
);
CREATE INDEX reports_queue_idx       ON public.reports (status, created_at DESC, id DESC);
CREATE INDEX reports_reporter_id_idx ON public.reports (reporter_id);
CREATE INDEX reports_profile_id_idx  ON public.reports (profile_id);
CREATE INDEX reports_decided_by_idx  ON public.reports (decided_by);
CREATE INDEX reports_key_idx         ON public.reports (reporter_key, created_at);
ALTER TABLE public.reports ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.reports FORCE  ROW LEVEL SECURITY;
CREATE POLICY "administrators read reports" ON public.reports
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps reports" ON public.reports
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, number, kind, subject_id, profile_id, excerpt, reason, details, reporter_id, status, decision, decided_by, decided_at, created_at) ON public.reports TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.reports TO service_role;
GRANT USAGE ON SEQUENCE public.reports_number_seq TO service_role;

CREATE TABLE public.audit_log (
  id            uuid        NOT NULL DEFAULT private.uuid_v7(),
  actor_id      uuid,
  action        text        NOT NULL,
  subject_kind  text        NOT NULL,
  subject_id    text        NOT NULL,
  subject_label text        NOT NULL DEFAULT '',
  details       jsonb       NOT NULL DEFAULT '{}',
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT audit_log_pkey           PRIMARY KEY (id),
  CONSTRAINT audit_log_actor_id_fkey  FOREIGN KEY (actor_id) REFERENCES public.profiles (id) ON DELETE SET NULL,
  CONSTRAINT audit_log_action_known   CHECK (action IN ('block_user', 'activate_user', 'replace_site_image', 'decide_report', 'close_project')),
  CONSTRAINT audit_log_subject_known  CHECK (subject_kind IN ('profile', 'site_image', 'report', 'project')),
  CONSTRAINT audit_log_texts_bounded  CHECK (length(subject_id) <= 100 AND length(subject_label) <= 300)
);
CREATE INDEX audit_log_newest_idx   ON public.audit_log (created_at DESC, id DESC);
CREATE INDEX audit_log_actor_id_idx ON public.audit_log (actor_id);
ALTER TABLE public.audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_log FORCE  ROW LEVEL SECURITY;
CREATE POLICY "administrators read the log" ON public.audit_log
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server adds to the log" ON public.audit_log
  FOR INSERT TO service_role WITH CHECK (true);
CREATE POLICY "the server reads the log" ON public.audit_log
  FOR SELECT TO service_role USING (true);
GRANT SELECT ON public.audit_log TO authenticated;
-- Nobody changes or removes what was written, the server included.
GRANT SELECT, INSERT ON public.audit_log TO service_role;
SELECT realtime.watch('public.reports');

-- Administrators look people up by name or e-mail, accents and case aside.
ALTER TABLE public.accounts ADD COLUMN words text NOT NULL DEFAULT '';
-- +goose StatementBegin
CREATE FUNCTION private.fold(content text) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT lower(extensions.unaccent(content))
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.fold(text) TO authenticated, service_role;
-- After the row, not before: a registration writes profile and account in one
-- statement, and only afterwards the one sees the other.
-- +goose StatementBegin
CREATE FUNCTION private.index_account() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.accounts SET words = private.fold((SELECT name FROM public.profiles WHERE id = NEW.profile_id) || ' ' || NEW.email)
  WHERE profile_id = NEW.profile_id;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.index_account() OWNER TO service_role;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF email ON public.accounts
  FOR EACH ROW EXECUTE FUNCTION private.index_account();
-- +goose StatementBegin
CREATE FUNCTION private.follow_name() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  UPDATE public.accounts SET words = private.fold(NEW.name || ' ' || email) WHERE profile_id = NEW.id;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.follow_name() OWNER TO service_role;
CREATE TRIGGER follow_name AFTER UPDATE OF name ON public.profiles
  FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name) EXECUTE FUNCTION private.follow_name();
UPDATE public.accounts SET email = email;
CREATE INDEX accounts_words_idx      ON public.accounts USING gin (words extensions.gin_trgm_ops);
CREATE INDEX accounts_created_at_idx ON public.accounts (created_at DESC, profile_id DESC);
GRANT SELECT (words) ON public.accounts TO authenticated;

-- The market at a glance, for administrators.
-- +goose StatementBegin
CREATE FUNCTION public.market_overview() RETURNS TABLE (
  professionals integer, companies integer, blocked integer, projects_open integer, projects_total integer,
  proposals_total integer, contracts_active integer, contracts_completed integer, messages_total bigint, reports_open integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM private.require_admin();
  RETURN QUERY SELECT
    (SELECT count(*)::integer FROM public.profiles WHERE role = 'professional' AND status = 'active'),
    (SELECT count(*)::integer FROM public.profiles WHERE role = 'company' AND status = 'active'),
    (SELECT count(*)::integer FROM public.profiles p JOIN public.accounts ON profile_id = p.id WHERE p.status = 'blocked'),
    (SELECT count(*)::integer FROM public.projects WHERE status = 'open'),
    (SELECT count(*)::integer FROM public.projects),
    (SELECT count(*)::integer FROM public.proposals),
    (SELECT count(*)::integer FROM public.contracts WHERE status <> 'completed'),
    (SELECT count(*)::integer FROM public.contracts WHERE status = 'completed'),
    (SELECT count(*) FROM public.messages),
    (SELECT count(*)::integer FROM public.reports WHERE status = 'open');
END
$$;
-- +goose StatementEnd
ALTER FUNCTION public.market_overview() OWNER TO service_role;
GRANT EXECUTE ON FUNCTION public.market_overview() TO authenticated;
