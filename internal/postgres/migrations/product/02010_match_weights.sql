-- The market orders professionals for a project, and projects for a professional, by how well they
-- match, in points of 100. What each criterion counts is set by administrators and read by everybody,
-- because how a market orders is a promise to those who are ordered. Nothing that is paid is among
-- the criteria. Three safety norms join the catalogue of technologies: what the scope says of heights
-- and confined spaces asks for them.

-- +goose Up
CREATE TABLE public.match_weights (
  kind       text        NOT NULL,
  position   smallint    NOT NULL,
  points     smallint    NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT match_weights_pkey         PRIMARY KEY (kind),
  CONSTRAINT match_weights_position_key UNIQUE (position),
  CONSTRAINT match_weights_kind_known   CHECK (kind IN ('skills', 'technologies', 'level', 'distance', 'availability', 'documents', 'history')),
  CONSTRAINT match_weights_points_range CHECK (points BETWEEN 0 AND 100)
);
COMMENT ON TABLE  public.match_weights IS 'What each criterion counts when professionals and projects are matched';
COMMENT ON COLUMN public.match_weights.kind IS 'The criterion: skills, technologies, level, distance, availability, documents or history';
COMMENT ON COLUMN public.match_weights.position IS 'Its place in the order, from the first';
COMMENT ON COLUMN public.match_weights.points IS 'What it counts beside the others, 0 to 100; 0 leaves it out';
COMMENT ON COLUMN public.match_weights.updated_at IS 'When it last changed';
INSERT INTO public.match_weights (kind, position, points) VALUES
  ('skills',       1, 30),
  ('technologies', 2, 25),
  ('level',        3, 10),
  ('distance',     4, 10),
  ('availability', 5, 10),
  ('documents',    6,  5),
  ('history',      7, 10);

-- Two administrators who each set a last weight to zero at the same moment wait for one another.
-- +goose StatementBegin
CREATE FUNCTION private.keep_match_weights() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('match_weights', 0));
  IF NOT EXISTS (SELECT FROM public.match_weights w WHERE w.points > 0) THEN
    PERFORM private.refuse(400, 'match_weights_empty', 'Deixe pelo menos um critério com peso maior que zero.');
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.keep_match_weights() OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.keep_match_weights() FROM PUBLIC;
CREATE TRIGGER keep_one AFTER UPDATE ON public.match_weights FOR EACH STATEMENT EXECUTE FUNCTION private.keep_match_weights();

CREATE TRIGGER touch BEFORE UPDATE ON public.match_weights FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

ALTER TABLE public.match_weights ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.match_weights FORCE  ROW LEVEL SECURITY;
CREATE POLICY "everybody reads how the market orders" ON public.match_weights FOR SELECT TO anon, authenticated USING (true);
CREATE POLICY "administrators set what criteria count" ON public.match_weights
  FOR UPDATE TO authenticated USING ((SELECT private.is_admin())) WITH CHECK ((SELECT private.is_admin()));
CREATE POLICY "the server keeps what criteria count" ON public.match_weights TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (kind, position, points, updated_at) ON public.match_weights TO anon;
GRANT SELECT (kind, position, points, updated_at), UPDATE (points) ON public.match_weights TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.match_weights TO service_role;
SELECT private.announce_writes('public.match_weights');

ALTER TABLE public.audit_log
  DROP CONSTRAINT audit_log_action_known,
  DROP CONSTRAINT audit_log_subject_known,
  ADD CONSTRAINT audit_log_action_known CHECK (action IN ('block_user', 'activate_user', 'replace_site_image', 'decide_report', 'close_project', 'decide_dispute',
    'change_member_role', 'remove_member', 'transfer_ownership', 'register_firm', 'read_sealed', 'lift_bar', 'handle_difference',
    'retry_order', 'request_correction', 'withdraw_correction', 'decide_correction', 'announce_owner_removal', 'decide_owner_removal',
    'decide_withheld', 'add_model_version', 'set_match_weight')) NOT VALID,
  ADD CONSTRAINT audit_log_subject_known CHECK (subject_kind IN ('profile', 'site_image', 'report', 'project', 'organisation', 'contract', 'bar', 'dispute', 'difference',
    'order', 'project_model', 'match_weight')) NOT VALID;

ALTER TABLE public.technologies NO FORCE ROW LEVEL SECURITY;
INSERT INTO public.technologies (slug, name, vendor, family, kind, aliases) VALUES
  ('nr-10', 'NR-10', 'MTE', 'NR-10', 'Norma técnica', '{Norma Regulamentadora 10,NR-10 SEP}'),
  ('nr-33', 'NR-33', 'MTE', 'NR-33', 'Norma técnica', '{Norma Regulamentadora 33}'),
  ('nr-35', 'NR-35', 'MTE', 'NR-35', 'Norma técnica', '{Norma Regulamentadora 35}');
ALTER TABLE public.technologies FORCE ROW LEVEL SECURITY;
