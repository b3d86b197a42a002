-- What a statement would cost is the planner's to say, before it runs: the REST
-- engine asks here, in the same round trip, and nothing dearer than the bound is
-- begun. It runs as its caller and sees what he sees.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION private.price(statement text, most float8) RETURNS float8
LANGUAGE plpgsql
AS $$
DECLARE
  planned json;
  cost    float8;
BEGIN
  EXECUTE 'EXPLAIN (FORMAT JSON) ' || statement INTO planned;
  cost := planned -> 0 -> 'Plan' ->> 'Total Cost';
  IF cost > most THEN
    RAISE EXCEPTION 'the statement would cost %, and % is the most', cost, most USING ERRCODE = '54001';
  END IF;
  RETURN cost;
END
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION private.price(text, float8) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.price(text, float8) TO anon, authenticated, service_role;
