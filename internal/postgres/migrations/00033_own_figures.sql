-- What a company sees of its own projects in one line a status, however many
-- there are; and an amount that is refused rather than rounded.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION public.my_project_figures() RETURNS TABLE (status text, projects integer, proposals integer)
LANGUAGE sql STABLE SECURITY INVOKER
SET search_path = ''
AS $$
  SELECT p.status, count(*)::integer, sum(p.proposals_count)::integer
  FROM public.project_owners o JOIN public.projects p ON p.id = o.project_id
  WHERE o.company_id = (SELECT auth.uid())
  GROUP BY p.status
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION public.my_project_figures() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.my_project_figures() TO authenticated;

-- numeric(14,2) turned 10.005 into 10.01 without a word.
ALTER TABLE public.proposals ALTER COLUMN value TYPE numeric;
ALTER TABLE public.proposals ADD CONSTRAINT proposals_value_in_cents CHECK (scale(trim_scale(value)) <= 2);
