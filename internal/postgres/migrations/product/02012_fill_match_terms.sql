-- Lists the terms of the professionals and projects that were there before 02011, while people write.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION private.fill_match_terms() RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = ''
AS $$
  INSERT INTO private.professional_terms (profile_id, term, state, lot)
  SELECT p.id, t.term, p.state, private.lot(extract(epoch FROM p.created_at)::text) FROM public.profiles p, private.match_terms(p.skills, p.technologies) t
  WHERE p.role = 'professional' AND p.status = 'active' AND p.is_party
  ON CONFLICT DO NOTHING;
  INSERT INTO private.project_terms (project_id, term, state, created_at)
  SELECT p.id, t.term, p.state, p.created_at FROM public.projects p, private.match_terms(p.skills, p.technologies) t
  WHERE p.status = 'open'
  ON CONFLICT DO NOTHING;
$$;
-- +goose StatementEnd
ALTER FUNCTION private.fill_match_terms() OWNER TO definer;
SELECT private.fill_match_terms();
DROP FUNCTION private.fill_match_terms();
