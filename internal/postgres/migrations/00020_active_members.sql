-- A blocked member's writes end with the policy itself, not only with the
-- session that a block ends.

-- +goose Up
DROP POLICY "companies edit their open projects" ON public.projects;
CREATE POLICY "companies edit their open projects" ON public.projects
  FOR UPDATE TO authenticated USING (status = 'open' AND private.owns_project(id) AND (SELECT private.has_role('company'))) WITH CHECK (true);

DROP POLICY "professionals edit their portfolio" ON public.portfolio_projects;
CREATE POLICY "professionals edit their portfolio" ON public.portfolio_projects
  FOR UPDATE TO authenticated USING (profile_id = auth.uid() AND (SELECT private.has_role('professional'))) WITH CHECK (profile_id = auth.uid());
DROP POLICY "professionals remove from their portfolio" ON public.portfolio_projects;
CREATE POLICY "professionals remove from their portfolio" ON public.portfolio_projects
  FOR DELETE TO authenticated USING (profile_id = auth.uid() AND (SELECT private.has_role('professional')));
