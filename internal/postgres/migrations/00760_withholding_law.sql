-- A line of withheld taxes was bounded by the highest rate that any law has, and three
-- working days of silence agreed to it: a company could keep 27.5 % of a person who owes
-- nothing. What the law has the payer withhold is reckoned here, of dated rows with
-- their sources; each line keeps what was lawful when it was recorded, and what is above
-- it counts by the professional's own yes alone.

-- +goose Up
-- The rate, the base that a month has at most, up to which amount nothing is withheld,
-- and what besides has to be so: labour, an item of LC 116, a firm outside the Simples.
-- What has no row is not withheld, such as anything of a MEI (LC 123/2006, art. 18-A;
-- Resolução CGSN 140/2018, art. 101).
CREATE TABLE private.tax_rules (
  tax                  text    NOT NULL,
  payee                text    NOT NULL,
  valid_from           date    NOT NULL,
  rate_basis_points    integer NOT NULL,
  month_base_max_cents bigint,
  waived_up_to_cents   bigint  NOT NULL DEFAULT 0,
  needs                text,
  source               text    NOT NULL,
  CONSTRAINT tax_rules_pkey         PRIMARY KEY (tax, payee, valid_from),
  CONSTRAINT tax_rules_tax_known    CHECK (tax IN ('iss', 'inss', 'irrf', 'csrf')),
  CONSTRAINT tax_rules_payee_known  CHECK (payee IN ('cpf', 'pj', 'mei')),
  CONSTRAINT tax_rules_rate_range   CHECK (rate_basis_points BETWEEN 1 AND 10000),
  CONSTRAINT tax_rules_needs_known  CHECK (needs IN ('item', 'labour', 'no_simples'))
);
-- The monthly table of the income tax, by where each part begins.
CREATE TABLE private.income_tax_brackets (
  valid_from        date    NOT NULL,
  above_cents       bigint  NOT NULL,
  rate_basis_points integer NOT NULL,
  deducted_cents    bigint  NOT NULL,
  source            text    NOT NULL,
  CONSTRAINT income_tax_brackets_pkey PRIMARY KEY (valid_from, above_cents)
);
-- What comes off the base in place of other deductions, and what comes off the tax.
CREATE TABLE private.income_tax_reliefs (
  valid_from         date   NOT NULL,
  simplified_cents   bigint NOT NULL,
  exempt_up_to_cents bigint NOT NULL,
  relief_up_to_cents bigint NOT NULL,
  constant_cents     bigint NOT NULL,
  factor_millionths  bigint NOT NULL,
  source             text   NOT NULL,
  CONSTRAINT income_tax_reliefs_pkey PRIMARY KEY (valid_from)
);
-- Services whose ISS the payer answers for.
CREATE TABLE private.iss_items (
  item        text NOT NULL,
  description text NOT NULL,
  source      text NOT NULL,
  CONSTRAINT iss_items_pkey PRIMARY KEY (item)
);
ALTER TABLE private.tax_rules           ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.tax_rules           FORCE  ROW LEVEL SECURITY;
ALTER TABLE private.income_tax_brackets ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.income_tax_brackets FORCE  ROW LEVEL SECURITY;
ALTER TABLE private.income_tax_reliefs  ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.income_tax_reliefs  FORCE  ROW LEVEL SECURITY;
ALTER TABLE private.iss_items           ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.iss_items           FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server reads what is withheld by law" ON private.tax_rules           TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "the server reads the income tax"          ON private.income_tax_brackets TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "the server reads reliefs of income tax"   ON private.income_tax_reliefs  TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "the server reads items of ISS"            ON private.iss_items           TO service_role USING (true) WITH CHECK (true);
GRANT SELECT ON private.tax_rules, private.income_tax_brackets, private.income_tax_reliefs, private.iss_items TO service_role;

INSERT INTO private.tax_rules (tax, payee, valid_from, rate_basis_points, month_base_max_cents, waived_up_to_cents, needs, source) VALUES
  ('iss',  'cpf', '2003-08-01', 500,  NULL,   0,    'item',       'LC 116/2003, arts. 3º, 6º e 8º, II'),
  ('iss',  'pj',  '2003-08-01', 500,  NULL,   0,    'item',       'LC 116/2003, arts. 3º, 6º e 8º, II'),
  ('inss', 'cpf', '2025-01-01', 1100, 815741, 0,    NULL,         'Lei 10.666/2003, art. 4º; Portaria MPS/MF 6/2025'),
  ('inss', 'cpf', '2026-01-01', 1100, 847555, 0,    NULL,         'Lei 10.666/2003, art. 4º; teto da Previdência de 2026'),
  ('inss', 'pj',  '1999-02-01', 1100, NULL,   999,  'labour',     'Lei 8.212/1991, art. 31'),
  ('irrf', 'pj',  '1997-01-01', 150,  NULL,   1000, 'no_simples', 'RIR/2018, art. 714; Lei 9.430/1996, art. 67'),
  ('csrf', 'pj',  '2015-06-22', 465,  NULL,   1000, 'no_simples', 'Lei 10.833/2003, arts. 30 e 31, § 3º; Lei 13.137/2015');
INSERT INTO private.income_tax_brackets (valid_from, above_cents, rate_basis_points, deducted_cents, source) VALUES
  ('2025-05-01', 0,      0,    0,     'Lei 15.191/2025'),
  ('2025-05-01', 242880, 750,  18216, 'Lei 15.191/2025'),
  ('2025-05-01', 282665, 1500, 39416, 'Lei 15.191/2025'),
  ('2025-05-01', 375105, 2250, 67549, 'Lei 15.191/2025'),
  ('2025-05-01', 466468, 2750, 90873, 'Lei 15.191/2025');
INSERT INTO private.income_tax_reliefs (valid_from, simplified_cents, exempt_up_to_cents, relief_up_to_cents, constant_cents, factor_millionths, source) VALUES
  ('2025-05-01', 60720, 0,      0,      0,     0,      'Lei 15.191/2025'),
  ('2026-01-01', 60720, 500000, 735000, 97862, 133145, 'Lei 15.270/2025');
INSERT INTO private.iss_items (item, description, source) VALUES
  ('3.05',  'Cessão de andaimes, palcos, coberturas e outras estruturas de uso temporário', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.02',  'Obras de construção civil, hidráulica ou elétrica e semelhantes, com instalação e montagem de produtos, peças e equipamentos', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.04',  'Demolição', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.05',  'Reparação, conservação e reforma de edifícios, estradas e semelhantes', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.09',  'Coleta, tratamento e destinação de lixo e resíduos', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.10',  'Limpeza, manutenção e conservação de vias e imóveis', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.12',  'Controle e tratamento de efluentes e de agentes físicos, químicos e biológicos', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.16',  'Florestamento, reflorestamento, semeadura, adubação e serviços semelhantes', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.17',  'Escoramento, contenção de encostas e serviços semelhantes', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.19',  'Acompanhamento e fiscalização de obras de engenharia', 'LC 116/2003, art. 6º, § 2º, II'),
  ('11.02', 'Vigilância, segurança ou monitoramento de bens e pessoas', 'LC 116/2003, art. 6º, § 2º, II'),
  ('17.05', 'Fornecimento de mão de obra, mesmo temporária', 'LC 116/2003, art. 6º, § 2º, II'),
  ('17.10', 'Planejamento e organização de feiras, exposições e congressos', 'LC 116/2003, art. 6º, § 2º, II'),
  ('lei municipal', 'A lei do município faz do tomador o responsável', 'LC 116/2003, art. 6º, caput');

-- The income tax of a month: of what was earned in it, less the greater of the
-- contribution and the simplified deduction, with the relief of the day.
CREATE FUNCTION private.income_tax(earned bigint, contribution bigint, day date) RETURNS bigint
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT greatest(0, t.tax - CASE WHEN earned <= r.exempt_up_to_cents THEN t.tax
                                  WHEN earned <= r.relief_up_to_cents THEN greatest(0, round(r.constant_cents - earned::numeric * r.factor_millionths / 1000000)) ELSE 0 END)::bigint
  FROM (SELECT * FROM private.income_tax_reliefs WHERE valid_from <= day ORDER BY valid_from DESC LIMIT 1) AS r
  CROSS JOIN LATERAL (SELECT greatest(0, earned - greatest(contribution, r.simplified_cents)) AS base) AS b
  CROSS JOIN LATERAL (
    SELECT greatest(0, round(b.base::numeric * k.rate_basis_points / 10000) - k.deducted_cents) AS tax FROM private.income_tax_brackets k
    WHERE k.valid_from = (SELECT max(valid_from) FROM private.income_tax_brackets WHERE valid_from <= day) AND (k.above_cents < b.base OR k.above_cents = 0)
    ORDER BY k.above_cents DESC LIMIT 1) AS t
$$;

-- A firm declares to its payers that it is in the Simples Nacional, of which IRRF and CSRF
-- are not withheld (IN SRF 459/2004, arts. 3, II, and 6; IN RFB 765/2007). A MEI has its own kind.
ALTER TABLE public.organisations
  ADD COLUMN is_simples boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT organisations_simples_of_firms CHECK (NOT is_simples OR kind = 'pj') NOT VALID;
GRANT SELECT (is_simples) ON public.organisations TO authenticated;
COMMENT ON COLUMN public.organisations."is_simples" IS 'Whether a professional''s firm declares that it is in the Simples Nacional';

-- What a payer withholds by law of a milestone that is paid on a day. What the same
-- company paid to the same person in the month counts with it. An item and its
-- rate, and labour, are what the company says, the Simples Nacional what the firm declares; "law" says what each rests on.
CREATE FUNCTION private.lawful_withholdings(milestone uuid, iss_item text, iss_rate integer, has_labour boolean, day date)
RETURNS TABLE (tax text, base_cents bigint, rate_basis_points integer, value_cents bigint, law text)
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  WITH own AS (
    SELECT m.id, m.value_cents AS gross, c.company_id, c.professional_id, private.payee_of(c.professional_id) AS payee,
           EXISTS (SELECT FROM public.organisations f WHERE f.id = c.professional_id AND f.is_simples) AS is_simples
    FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id WHERE m.id = milestone),
  -- What was paid before in the month of the day, by Brazil's clock.
  paid AS (
    SELECT o.id, private.earned_of(o.id) AS gross FROM own JOIN public.contracts c ON c.company_id = own.company_id AND c.professional_id = own.professional_id
    JOIN public.milestones o ON o.contract_id = c.id
    WHERE o.id <> own.id AND o.status IN ('released', 'split') AND date_trunc('month', private.market_day(o.settled_at)) = date_trunc('month', day)),
  month AS (
    SELECT coalesce((SELECT sum(gross) FROM paid), 0)::bigint AS gross,
           coalesce(sum(w.settled_cents) FILTER (WHERE w.tax = 'inss'), 0)::bigint AS inss, coalesce(sum(w.settled_cents) FILTER (WHERE w.tax = 'irrf'), 0)::bigint AS irrf,
           coalesce(sum(round(w.settled_cents * 10000.0 / w.rate_basis_points)) FILTER (WHERE w.tax = 'inss'), 0)::bigint AS inss_base
    FROM public.withholdings w WHERE w.milestone_id IN (SELECT id FROM paid) AND w.status = 'agreed'),
  -- What other parts have recorded and not yet paid is kept of the same ceiling, so that
  -- parts recorded side by side do not use it twice.
  promised AS (
    SELECT coalesce(sum(w.base_cents), 0)::bigint AS inss_base FROM own JOIN public.contracts c ON c.company_id = own.company_id AND c.professional_id = own.professional_id
    JOIN public.milestones o ON o.contract_id = c.id JOIN public.withholdings w ON w.milestone_id = o.id
    WHERE o.id <> own.id AND o.status NOT IN ('released', 'split', 'refunded', 'cancelled') AND w.tax = 'inss' AND w.status IN ('proposed', 'agreed')),
  rules AS (
    SELECT DISTINCT ON (r.tax) r.tax, r.rate_basis_points, r.waived_up_to_cents, r.month_base_max_cents, r.needs, r.source
    FROM private.tax_rules r, own WHERE r.payee = own.payee AND r.valid_from <= day ORDER BY r.tax, r.valid_from DESC),
  flat AS (
    SELECT r.tax, least(own.gross, greatest(0, coalesce(r.month_base_max_cents - month.inss_base - promised.inss_base, own.gross))) AS base,
           CASE WHEN r.tax = 'iss' THEN least(coalesce(iss_rate, 0), r.rate_basis_points) ELSE r.rate_basis_points END AS rate, r.waived_up_to_cents AS waived,
           r.source || CASE r.needs WHEN 'item' THEN '. Serviço informado pela empresa: ' || i.item || ', ' || i.description WHEN 'labour' THEN '. Cessão de mão de obra informada pela empresa' ELSE '' END
             || CASE WHEN r.tax = 'iss' AND own.is_simples THEN '. Simples Nacional: LC 123/2006, art. 21, § 4º' ELSE '' END AS law
    FROM rules r CROSS JOIN own CROSS JOIN month CROSS JOIN promised LEFT JOIN private.iss_items i ON i.item = iss_item
    WHERE CASE r.needs WHEN 'item' THEN i.item IS NOT NULL WHEN 'labour' THEN has_labour WHEN 'no_simples' THEN NOT own.is_simples ELSE true END),
  fixed AS (
    SELECT f.tax, f.base, f.rate, round(f.base::numeric * f.rate / 10000)::bigint AS value, f.waived, f.law FROM flat f),
  -- Of a person: the tax of the whole month, less what was withheld in it.
  income AS (
    SELECT 'irrf' AS tax, own.gross AS base, k.rate_basis_points AS rate,
           least(private.income_tax(month.gross + own.gross, month.inss + coalesce((SELECT value FROM fixed WHERE fixed.tax = 'inss'), 0), day) - month.irrf,
                 round(own.gross::numeric * k.rate_basis_points / 10000))::bigint AS value, 1000::bigint AS waived,
           'RIR/2018, art. 685; ' || k.source || ', ' || (SELECT source FROM private.income_tax_reliefs WHERE valid_from <= day ORDER BY valid_from DESC LIMIT 1) || '; Lei 9.430/1996, art. 67' AS law
    FROM own CROSS JOIN month CROSS JOIN LATERAL (
      SELECT b.rate_basis_points, b.source FROM private.income_tax_brackets b
      WHERE b.valid_from = (SELECT max(valid_from) FROM private.income_tax_brackets WHERE valid_from <= day) AND (b.above_cents < month.gross + own.gross OR b.above_cents = 0)
      ORDER BY b.above_cents DESC LIMIT 1) AS k
    WHERE own.payee = 'cpf')
  SELECT d.tax, d.base, d.rate, d.value, d.law FROM (SELECT * FROM fixed UNION ALL SELECT * FROM income) AS d
  WHERE d.value > d.waived AND d.value > 0
$$;
GRANT EXECUTE ON FUNCTION private.income_tax(bigint, bigint, date), private.lawful_withholdings(uuid, text, integer, boolean, date) TO service_role;

ALTER TABLE public.withholdings
  ADD COLUMN lawful_cents bigint,
  ADD COLUMN law          text,
  ADD CONSTRAINT withholdings_lawful_range CHECK (lawful_cents >= 0) NOT VALID,
  ADD CONSTRAINT withholdings_law_bounded  CHECK (btrim(law) <> '' AND length(law) <= 500) NOT VALID,
  -- Silence agrees to no more than the law has a payer withhold.
  ADD CONSTRAINT withholdings_above_law_by_yes CHECK (status <> 'agreed' OR answered_by IS NOT NULL OR value_cents <= coalesce(lawful_cents, value_cents)) NOT VALID;
GRANT SELECT (lawful_cents, law) ON public.withholdings TO authenticated;
COMMENT ON COLUMN public.withholdings."lawful_cents" IS 'What the law had the payer withhold when it was recorded, in centavos';
COMMENT ON COLUMN public.withholdings."law" IS 'The law that it rests on, and what the company said of it';
