-- What work of a kind costs, from contracts that were completed: each leaves the model of its scope,
-- where the work was, how large it was, and what it cost at the end. Figures are only given of at
-- least five pairs of sides, with three companies and three professionals among them, and rounded
-- to R$ 100, so that nobody reads from them what one side paid or asked. One pair counts once, with
-- its newest contract: two accounts that complete contracts with each other move no figure.

-- +goose Up
ALTER TABLE private.limits NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.limits (name, value, meaning) VALUES ('reference_price_days', 1095, 'How old, in days, a contract may be that counts in reference prices.');
ALTER TABLE private.limits FORCE ROW LEVEL SECURITY;

CREATE TABLE private.closed_prices (
  contract_id     uuid        NOT NULL,
  model           text        NOT NULL,
  state           text,
  points          integer,
  value_cents     bigint      NOT NULL,
  company_id      uuid        NOT NULL,
  professional_id uuid        NOT NULL,
  closed_at       timestamptz NOT NULL,
  CONSTRAINT closed_prices_pkey             PRIMARY KEY (contract_id),
  CONSTRAINT closed_prices_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts (id) ON DELETE CASCADE
);
CREATE INDEX closed_prices_model_idx       ON private.closed_prices (model, closed_at DESC);
CREATE INDEX closed_prices_model_state_idx ON private.closed_prices (model, state, closed_at DESC);
COMMENT ON TABLE  private.closed_prices IS 'What a completed contract cost, by the model of its scope';
COMMENT ON COLUMN private.closed_prices.contract_id IS 'The contract';
COMMENT ON COLUMN private.closed_prices.model IS 'The model of the scope that was agreed on';
COMMENT ON COLUMN private.closed_prices.state IS 'The state of Brazil where the work was, if the project said so';
COMMENT ON COLUMN private.closed_prices.points IS 'The inputs and outputs of the agreed scope, if it counted them';
COMMENT ON COLUMN private.closed_prices.value_cents IS 'What the whole contract cost at its end, in centavos';
COMMENT ON COLUMN private.closed_prices.company_id IS 'The company';
COMMENT ON COLUMN private.closed_prices.professional_id IS 'The professional';
COMMENT ON COLUMN private.closed_prices.closed_at IS 'When the contract was completed';
ALTER TABLE private.closed_prices ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.closed_prices FORCE  ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON private.closed_prices TO service_role;
CREATE POLICY "the server keeps what contracts cost" ON private.closed_prices TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('private.closed_prices');

-- A contract of a confidential project leaves nothing: its company asked to be known to nobody.
-- +goose StatementBegin
CREATE FUNCTION private.closed_price(contract public.contracts) RETURNS SETOF private.closed_prices
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT contract.id, contract.scope #>> '{built,model}', p.state,
         (SELECT sum(io.value::integer)::integer FROM jsonb_each_text(contract.scope #> '{built,answers,io}') AS io),
         contract.value_cents, contract.company_id, contract.professional_id, contract.completed_at
  FROM public.projects p
  WHERE p.id = contract.project_id AND NOT p.is_confidential AND contract.status = 'completed' AND contract.scope #>> '{built,model}' IS NOT NULL
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.closed_price(public.contracts) TO service_role;

-- +goose StatementBegin
CREATE FUNCTION private.keep_closed_price() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  INSERT INTO private.closed_prices SELECT * FROM private.closed_price(NEW)
  ON CONFLICT (contract_id) DO UPDATE SET value_cents = EXCLUDED.value_cents, closed_at = EXCLUDED.closed_at;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.keep_closed_price() TO service_role;
ALTER FUNCTION private.keep_closed_price() OWNER TO definer;
CREATE TRIGGER keep_price AFTER INSERT OR UPDATE OF status, value_cents, completed_at ON public.contracts
  FOR EACH ROW WHEN (NEW.status = 'completed') EXECUTE FUNCTION private.keep_closed_price();

INSERT INTO private.closed_prices SELECT kept.* FROM public.contracts c, private.closed_price(c) AS kept WHERE c.status = 'completed';

-- The newest 5,000 contracts are enough for a quartile, and bound what a visitor can ask for.
-- +goose StatementBegin
CREATE FUNCTION public.reference_prices(model text, uf text DEFAULT NULL, size text DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
SET plan_cache_mode = force_custom_plan
AS $$
#variable_conflict use_variable
DECLARE
  pairs   CONSTANT integer     := 5;
  parties CONSTANT integer     := 3;
  since   CONSTANT timestamptz := now() - make_interval(days => private.limit_of('reference_price_days')::integer);
BEGIN
  IF size NOT IN ('small', 'medium', 'large') THEN
    PERFORM private.refuse(422, 'size_unknown', 'O porte é small, medium ou large.');
  END IF;
  RETURN (
    WITH recent AS (
      SELECT c.company_id, c.professional_id, c.value_cents, c.closed_at
      FROM private.closed_prices c
      WHERE c.model = model AND (uf IS NULL OR c.state = upper(uf)) AND c.closed_at >= since
        AND CASE size WHEN 'small' THEN c.points <= 100 WHEN 'medium' THEN c.points BETWEEN 101 AND 400 WHEN 'large' THEN c.points > 400 ELSE true END
      ORDER BY c.closed_at DESC LIMIT 5000
    ), newest AS (
      SELECT DISTINCT ON (r.company_id, r.professional_id) r.company_id, r.professional_id, r.value_cents
      FROM recent r ORDER BY r.company_id, r.professional_id, r.closed_at DESC
    ), figures AS (
      SELECT count(*) AS n, count(DISTINCT f.company_id) AS companies, count(DISTINCT f.professional_id) AS professionals,
             percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY f.value_cents) AS quartiles
      FROM newest f
    )
    SELECT jsonb_build_object('n', g.n, 'p25', round(g.quartiles[1]::numeric / 10000) * 100, 'p50', round(g.quartiles[2]::numeric / 10000) * 100,
                              'p75', round(g.quartiles[3]::numeric / 10000) * 100)
    FROM figures g
    WHERE g.n >= pairs AND g.companies >= parties AND g.professionals >= parties);
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION public.reference_prices(text,text,text) IS 'What completed contracts of a model cost: how many pairs of sides, and the quartiles in whole reais
In one state of Brazil if one is given, and of one size: small up to 100 inputs and outputs, medium up to 400, large above. Null if they are too few.';
GRANT EXECUTE ON FUNCTION public.reference_prices(text,text,text) TO anon, authenticated, service_role;
ALTER FUNCTION public.reference_prices(text,text,text) OWNER TO definer;

-- One row for each model with enough contracts, for the page that shows all of them.
CREATE FUNCTION public.list_reference_prices(uf text DEFAULT NULL) RETURNS TABLE (model text, name text, n integer, p25 numeric, p50 numeric, p75 numeric)
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT m.slug, m.name, (r.prices ->> 'n')::integer, (r.prices ->> 'p25')::numeric, (r.prices ->> 'p50')::numeric, (r.prices ->> 'p75')::numeric
  FROM public.project_models m CROSS JOIN LATERAL (SELECT public.reference_prices(m.slug, uf) AS prices OFFSET 0) AS r
  WHERE m.is_current AND r.prices IS NOT NULL
  ORDER BY m.position
$$;
COMMENT ON FUNCTION public.list_reference_prices(text) IS 'The reference prices of every model that has them
As reference_prices says them, in one state of Brazil if one is given.';
GRANT EXECUTE ON FUNCTION public.list_reference_prices(text) TO anon, authenticated, service_role;
