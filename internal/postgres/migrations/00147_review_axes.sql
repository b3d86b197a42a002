-- Stars say how it went, not what went well: each side also rates the other
-- by what it alone can answer for. An axis may be left out, or said not to
-- apply; both leave it out of every average.

-- +goose Up
-- By what one side is rated: the company by the professional, and he by it.
CREATE FUNCTION private.review_axes(of_company boolean) RETURNS text[]
LANGUAGE sql IMMUTABLE
SET search_path = ''
RETURN CASE WHEN of_company
  THEN ARRAY['clear_scope', 'site_access', 'stable_scope', 'payment']
  ELSE ARRAY['technique', 'deadline', 'documentation', 'safety'] END;
GRANT EXECUTE ON FUNCTION private.review_axes(boolean) TO anon, authenticated, service_role;

ALTER TABLE public.reviews
  ADD COLUMN axes jsonb NOT NULL DEFAULT '{}',
  ADD CONSTRAINT reviews_axes_rated CHECK (CASE jsonb_typeof(axes) WHEN 'object'
    THEN jsonb_path_query_array(axes, '$.*') <@ '[null, 1, 2, 3, 4, 5]' ELSE false END),
  ADD CONSTRAINT reviews_axes_of_one_side CHECK (CASE jsonb_typeof(axes) WHEN 'object'
    THEN axes - private.review_axes(true) = '{}' OR axes - private.review_axes(false) = '{}' ELSE false END);
GRANT SELECT (axes) ON public.reviews TO anon, authenticated;
GRANT INSERT (axes) ON public.reviews TO authenticated;

-- Runs after prepare, which has settled whose contract it is.
-- +goose StatementBegin
CREATE FUNCTION private.rate_axes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  is_of_company CONSTANT boolean := NEW.subject_id = (SELECT company_id FROM public.contracts WHERE id = NEW.contract_id);
BEGIN
  IF coalesce(jsonb_typeof(NEW.axes), '') <> 'object'
     OR NOT (SELECT coalesce(bool_and(given.axis = ANY (private.review_axes(is_of_company)) AND given.score IN ('null', '1', '2', '3', '4', '5')), true)
             FROM jsonb_each(NEW.axes) AS given (axis, score)) THEN
    PERFORM private.refuse(422, 'review_axes_wrong', 'Avalie cada critério de uma a cinco estrelas, ou diga que não se aplica.');
  END IF;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.rate_axes() OWNER TO service_role;
CREATE TRIGGER rate_axes BEFORE INSERT OR UPDATE OF axes ON public.reviews
  FOR EACH ROW EXECUTE FUNCTION private.rate_axes();
