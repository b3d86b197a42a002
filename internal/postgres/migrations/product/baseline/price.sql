-- The planner says what a statement would cost, before it runs: the REST engine asks here in the same
-- round trip, and begins nothing dearer than its bound. It runs as its caller and sees what they see.

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
GRANT EXECUTE ON FUNCTION private.price(text,float8) TO anon, authenticated, service_role;
