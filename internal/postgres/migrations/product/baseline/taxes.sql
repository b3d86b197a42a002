-- The law of withholding: taxes, brackets and services, each with its source.

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
  CONSTRAINT tax_rules_pkey        PRIMARY KEY (tax, payee, valid_from),
  CONSTRAINT tax_rules_needs_known CHECK (needs IN ('item', 'labour', 'no_simples')),
  CONSTRAINT tax_rules_payee_known CHECK (payee IN ('cpf', 'pj', 'mei')),
  CONSTRAINT tax_rules_rate_range  CHECK (rate_basis_points >= 1 AND rate_basis_points <= 10000),
  CONSTRAINT tax_rules_tax_known   CHECK (tax IN ('iss', 'inss', 'irrf', 'csrf'))
);

INSERT INTO private.tax_rules (tax, payee, valid_from, rate_basis_points, month_base_max_cents, waived_up_to_cents, needs, source) VALUES
  ('iss',  'cpf', '2003-08-01',  500, NULL,      0, 'item',       'LC 116/2003, arts. 3º, 6º e 8º, II'),
  ('iss',  'pj',  '2003-08-01',  500, NULL,      0, 'item',       'LC 116/2003, arts. 3º, 6º e 8º, II'),
  ('inss', 'cpf', '2025-01-01', 1100, 815741,    0, NULL,         'Lei 10.666/2003, art. 4º; Portaria MPS/MF 6/2025'),
  ('inss', 'cpf', '2026-01-01', 1100, 847555,    0, NULL,         'Lei 10.666/2003, art. 4º; teto da Previdência de 2026'),
  ('inss', 'pj',  '1999-02-01', 1100, NULL,    999, 'labour',     'Lei 8.212/1991, art. 31'),
  ('irrf', 'pj',  '1997-01-01',  150, NULL,   1000, 'no_simples', 'RIR/2018, art. 714; Lei 9.430/1996, art. 67'),
  ('csrf', 'pj',  '2015-06-22',  465, NULL,   1000, 'no_simples', 'Lei 10.833/2003, arts. 30 e 31, § 3º; Lei 13.137/2015');
ALTER TABLE private.tax_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.tax_rules FORCE  ROW LEVEL SECURITY;
GRANT SELECT ON private.tax_rules TO service_role;
CREATE POLICY "the server reads what is withheld by law" ON private.tax_rules           TO service_role USING (true) WITH CHECK (true);

-- The monthly table of the income tax, by where each part begins.
CREATE TABLE private.income_tax_brackets (
  valid_from        date    NOT NULL,
  above_cents       bigint  NOT NULL,
  rate_basis_points integer NOT NULL,
  deducted_cents    bigint  NOT NULL,
  source            text    NOT NULL,
  CONSTRAINT income_tax_brackets_pkey PRIMARY KEY (valid_from, above_cents)
);

INSERT INTO private.income_tax_brackets (valid_from, above_cents, rate_basis_points, deducted_cents, source) VALUES
  ('2025-05-01',      0,    0,     0, 'Lei 15.191/2025'),
  ('2025-05-01', 242880,  750, 18216, 'Lei 15.191/2025'),
  ('2025-05-01', 282665, 1500, 39416, 'Lei 15.191/2025'),
  ('2025-05-01', 375105, 2250, 67549, 'Lei 15.191/2025'),
  ('2025-05-01', 466468, 2750, 90873, 'Lei 15.191/2025');
ALTER TABLE private.income_tax_brackets ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.income_tax_brackets FORCE  ROW LEVEL SECURITY;
GRANT SELECT ON private.income_tax_brackets TO service_role;
CREATE POLICY "the server reads the income tax"          ON private.income_tax_brackets TO service_role USING (true) WITH CHECK (true);

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

INSERT INTO private.income_tax_reliefs (valid_from, simplified_cents, exempt_up_to_cents, relief_up_to_cents, constant_cents, factor_millionths, source) VALUES
  ('2025-05-01', 60720,      0,      0,     0,      0, 'Lei 15.191/2025'),
  ('2026-01-01', 60720, 500000, 735000, 97862, 133145, 'Lei 15.270/2025');
ALTER TABLE private.income_tax_reliefs ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.income_tax_reliefs FORCE  ROW LEVEL SECURITY;
GRANT SELECT ON private.income_tax_reliefs TO service_role;
CREATE POLICY "the server reads reliefs of income tax"   ON private.income_tax_reliefs  TO service_role USING (true) WITH CHECK (true);

-- Services whose ISS the payer answers for.
CREATE TABLE private.iss_items (
  item        text NOT NULL,
  description text NOT NULL,
  source      text NOT NULL,
  CONSTRAINT iss_items_pkey PRIMARY KEY (item)
);

INSERT INTO private.iss_items (item, description, source) VALUES
  ('3.05',          'Cessão de andaimes, palcos, coberturas e outras estruturas de uso temporário', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.02',          'Obras de construção civil, hidráulica ou elétrica e semelhantes, com instalação e montagem de produtos, peças e equipamentos', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.04',          'Demolição', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.05',          'Reparação, conservação e reforma de edifícios, estradas e semelhantes', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.09',          'Coleta, tratamento e destinação de lixo e resíduos', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.10',          'Limpeza, manutenção e conservação de vias e imóveis', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.12',          'Controle e tratamento de efluentes e de agentes físicos, químicos e biológicos', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.16',          'Florestamento, reflorestamento, semeadura, adubação e serviços semelhantes', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.17',          'Escoramento, contenção de encostas e serviços semelhantes', 'LC 116/2003, art. 6º, § 2º, II'),
  ('7.19',          'Acompanhamento e fiscalização de obras de engenharia', 'LC 116/2003, art. 6º, § 2º, II'),
  ('11.02',         'Vigilância, segurança ou monitoramento de bens e pessoas', 'LC 116/2003, art. 6º, § 2º, II'),
  ('17.05',         'Fornecimento de mão de obra, mesmo temporária', 'LC 116/2003, art. 6º, § 2º, II'),
  ('17.10',         'Planejamento e organização de feiras, exposições e congressos', 'LC 116/2003, art. 6º, § 2º, II'),
  ('lei municipal', 'A lei do município faz do tomador o responsável', 'LC 116/2003, art. 6º, caput');
ALTER TABLE private.iss_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.iss_items FORCE  ROW LEVEL SECURITY;
GRANT SELECT ON private.iss_items TO service_role;
CREATE POLICY "the server reads items of ISS"            ON private.iss_items           TO service_role USING (true) WITH CHECK (true);

-- The most of a base, in hundredths of a percent, that a payer withholds of a
-- person, a firm or a MEI: LC 116/2003, art. 8; Leis 8.212/1991, art. 31, and 10.666/2003, art. 4;
-- RIR, arts. 714 and 677; Lei 10.833/2003, art. 31.
CREATE FUNCTION private.withholding_cap(tax text, payee text) RETURNS integer
LANGUAGE sql IMMUTABLE
SET search_path = ''
RETURN CASE tax
  WHEN 'iss'  THEN 500
  WHEN 'inss' THEN 1100
  WHEN 'irrf' THEN CASE payee WHEN 'cpf' THEN 2750 WHEN 'pj' THEN 150 ELSE 0 END
  WHEN 'csrf' THEN CASE payee WHEN 'pj' THEN 465 ELSE 0 END
  ELSE 0 END;
GRANT EXECUTE ON FUNCTION private.withholding_cap(text,text) TO service_role;

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
GRANT EXECUTE ON FUNCTION private.income_tax(bigint,bigint,date) TO service_role;
