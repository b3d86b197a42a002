-- By what professionals and open projects are found for each other: a row for each skill, technology
-- and family of technologies. The arrays of profiles and projects answer who has a skill, but only all
-- of them at once, and a common skill has tens of thousands. These rows stand in an order, so that a
-- match reads a bounded number of them for each term, however large the market is. Professionals
-- stand in an order drawn by lot, from the moment of their registration, and projects from the newest.

-- +goose Up
ALTER TABLE public.audit_log VALIDATE CONSTRAINT audit_log_action_known;
ALTER TABLE public.audit_log VALIDATE CONSTRAINT audit_log_subject_known;

CREATE TABLE private.professional_terms (
  profile_id uuid    NOT NULL,
  term       text    NOT NULL,
  state      text,
  lot        integer NOT NULL,
  CONSTRAINT professional_terms_pkey            PRIMARY KEY (profile_id, term),
  CONSTRAINT professional_terms_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles (id) ON DELETE CASCADE
);
CREATE INDEX professional_terms_anywhere_idx ON private.professional_terms (term, lot, profile_id);
CREATE INDEX professional_terms_state_idx    ON private.professional_terms (term, state, lot, profile_id) WHERE state IS NOT NULL;

CREATE TABLE private.project_terms (
  project_id uuid        NOT NULL,
  term       text        NOT NULL,
  state      text,
  created_at timestamptz NOT NULL,
  CONSTRAINT project_terms_pkey            PRIMARY KEY (project_id, term),
  CONSTRAINT project_terms_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects (id) ON DELETE CASCADE
);
CREATE INDEX project_terms_anywhere_idx ON private.project_terms (term, created_at DESC, project_id);
CREATE INDEX project_terms_state_idx    ON private.project_terms (term, state, created_at DESC, project_id) WHERE state IS NOT NULL;

ALTER TABLE private.professional_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.professional_terms FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps what finds professionals" ON private.professional_terms TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON private.professional_terms TO service_role;
ALTER TABLE private.project_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.project_terms FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps what finds projects" ON private.project_terms TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON private.project_terms TO service_role;

-- Norms stand for themselves: who knows one norm of an institute does not know the next.
CREATE FUNCTION private.match_terms(skills text[], technologies text[]) RETURNS TABLE (term text, kind text)
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT 'skill:' || slug, 'skills' FROM unnest(skills) AS slug
  UNION
  SELECT 'technology:' || slug, 'technologies' FROM unnest(technologies) AS slug
  UNION
  SELECT 'family:' || t.vendor || '/' || t.family, 'families' FROM public.technologies t WHERE t.slug = ANY (technologies) AND t.kind <> 'Norma técnica'
$$;
GRANT EXECUTE ON FUNCTION private.match_terms(text[], text[]) TO service_role;

-- A number from a text, the same on every day and evenly spread.
CREATE FUNCTION private.lot(drawn text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN ('x' || left(md5(drawn), 8))::bit(32)::integer;
GRANT EXECUTE ON FUNCTION private.lot(text) TO service_role;

-- +goose StatementBegin
CREATE FUNCTION private.list_terms() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF TG_TABLE_NAME = 'projects' THEN
    INSERT INTO private.project_terms (project_id, term, state, created_at)
    SELECT p.id, t.term, p.state, p.created_at FROM written p, private.match_terms(p.skills, p.technologies) t WHERE p.status = 'open';
  ELSE
    INSERT INTO private.professional_terms (profile_id, term, state, lot)
    SELECT p.id, t.term, p.state, private.lot(extract(epoch FROM p.created_at)::text) FROM written p, private.match_terms(p.skills, p.technologies) t
    WHERE p.role = 'professional' AND p.status = 'active' AND p.is_party;
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.list_terms() OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.list_terms() FROM PUBLIC;

-- +goose StatementBegin
CREATE FUNCTION private.relist_terms() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF TG_TABLE_NAME = 'projects' THEN
    DELETE FROM private.project_terms t WHERE t.project_id = NEW.id;
    INSERT INTO private.project_terms (project_id, term, state, created_at)
    SELECT NEW.id, t.term, NEW.state, NEW.created_at FROM private.match_terms(NEW.skills, NEW.technologies) t WHERE NEW.status = 'open';
  ELSE
    DELETE FROM private.professional_terms t WHERE t.profile_id = NEW.id;
    INSERT INTO private.professional_terms (profile_id, term, state, lot)
    SELECT NEW.id, t.term, NEW.state, private.lot(extract(epoch FROM NEW.created_at)::text) FROM private.match_terms(NEW.skills, NEW.technologies) t
    WHERE NEW.role = 'professional' AND NEW.status = 'active' AND NEW.is_party;
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.relist_terms() OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.relist_terms() FROM PUBLIC;

CREATE TRIGGER list_terms AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.list_terms();
CREATE TRIGGER relist_terms AFTER UPDATE ON public.profiles FOR EACH ROW
  WHEN ((OLD.role, OLD.status, OLD.is_party, OLD.skills, OLD.technologies, OLD.state) IS DISTINCT FROM (NEW.role, NEW.status, NEW.is_party, NEW.skills, NEW.technologies, NEW.state))
  EXECUTE FUNCTION private.relist_terms();
CREATE TRIGGER list_terms AFTER INSERT ON public.projects REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.list_terms();
CREATE TRIGGER relist_terms AFTER UPDATE ON public.projects FOR EACH ROW
  WHEN ((OLD.status, OLD.skills, OLD.technologies, OLD.state) IS DISTINCT FROM (NEW.status, NEW.skills, NEW.technologies, NEW.state))
  EXECUTE FUNCTION private.relist_terms();
