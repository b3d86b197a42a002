-- A function that answers with a single column is read as a list of bare values,
-- and who asked which contracts wait read names: the filter of the list of
-- contracts asked for nothing it knew. With how much waits of each it is rows.

-- +goose Up
DROP FUNCTION public.waiting_contracts(uuid);
-- +goose StatementBegin
CREATE FUNCTION public.waiting_contracts(party uuid DEFAULT auth.uid()) RETURNS TABLE (contract_id uuid, turns integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF auth.uid() IS NULL OR NOT private.acts_for(party) THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT t.contract_id, count(*)::integer FROM private.contract_turns(party, auth.uid()) AS t GROUP BY 1 ORDER BY 1 DESC LIMIT 100;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION public.waiting_contracts(uuid) OWNER TO definer;
REVOKE EXECUTE ON FUNCTION public.waiting_contracts(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.waiting_contracts(uuid) TO authenticated;
