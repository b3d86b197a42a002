-- Who is blocked is not gone: those who have a contract, a proposal, a
-- conversation or a team with him still see who it is, and that he is blocked.
-- So they do who has left, under no name.

-- +goose Up
-- The company of a confidential project is not told by being blocked.
-- +goose StatementBegin
CREATE FUNCTION private.deals_with(profile uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
COST 10000
AS $$
DECLARE
  mine uuid[] := private.parties();
BEGIN
  RETURN profile = ANY (mine)
      OR private.is_colleague(profile)
      OR EXISTS (SELECT FROM public.conversations c WHERE c.owner_id = auth.uid() AND c.partner_id = profile)
      OR EXISTS (SELECT FROM public.contracts c WHERE c.company_id = profile AND c.professional_id = ANY (mine))
      OR EXISTS (SELECT FROM public.contracts c WHERE c.professional_id = profile AND c.company_id = ANY (mine))
      OR EXISTS (SELECT FROM public.proposals o JOIN public.project_owners w ON w.project_id = o.project_id
                 WHERE o.professional_id = profile AND w.company_id = ANY (mine))
      OR EXISTS (SELECT FROM public.proposals o JOIN public.projects p ON p.id = o.project_id
                 WHERE p.company_id = profile AND o.professional_id = ANY (mine));
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.deals_with(uuid) OWNER TO service_role;
REVOKE EXECUTE ON FUNCTION private.deals_with(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.deals_with(uuid) TO authenticated, service_role;
CREATE POLICY "who deals with somebody sees who it is, also when he is blocked" ON public.profiles
  FOR SELECT TO authenticated USING (status <> 'active' AND private.deals_with(id));
