-- Organisations whose people sign in at their own identity provider (SAML 2.0). Its
-- people are apart from everybody else: an address that it tells says who somebody is to
-- that organisation alone, so that it stands in a column by which nobody else is found.
--
-- Nobody who is there has it, so nothing of the users is read for the rules.

-- +goose Up
ALTER TABLE auth.users
  ADD COLUMN is_sso_user boolean NOT NULL DEFAULT false,
  ADD COLUMN sso_email   text,
  ADD CONSTRAINT users_sso_email_normal    CHECK (sso_email = lower(sso_email) AND length(sso_email) <= 255) NOT VALID,
  ADD CONSTRAINT users_sso_is_apart        CHECK (NOT is_sso_user OR (email IS NULL AND phone IS NULL AND password_hash IS NULL)) NOT VALID,
  ADD CONSTRAINT users_sso_email_is_of_one CHECK (is_sso_user OR sso_email IS NULL) NOT VALID;
COMMENT ON COLUMN auth.users.is_sso_user IS 'Signs in at the identity provider of an organisation and nowhere else';
COMMENT ON COLUMN auth.users.sso_email IS 'The address that the organisation tells; not unique, and nobody is found by it';

CREATE TABLE auth.sso_providers (
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  resource_id text,
  disabled    boolean     NOT NULL DEFAULT false,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sso_providers_pkey  PRIMARY KEY (id),
  CONSTRAINT sso_providers_short CHECK (length(resource_id) <= 255)
);
CREATE UNIQUE INDEX sso_providers_resource_id_key ON auth.sso_providers (lower(resource_id));
ALTER TABLE auth.sso_providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.sso_providers FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.sso_providers TO service_role;
CREATE POLICY "the server sees everything" ON auth.sso_providers TO service_role USING (true) WITH CHECK (true);
COMMENT ON TABLE auth.sso_providers IS 'Organisations whose people sign in at their own identity provider';
COMMENT ON COLUMN auth.sso_providers.disabled IS 'Nobody new comes in by it';

CREATE TABLE auth.sso_domains (
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  sso_provider_id uuid        NOT NULL,
  domain          text        NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sso_domains_pkey                 PRIMARY KEY (id),
  CONSTRAINT sso_domains_domain_key           UNIQUE (domain),
  CONSTRAINT sso_domains_domain_normal        CHECK (domain = lower(domain) AND length(domain) BETWEEN 1 AND 253),
  CONSTRAINT sso_domains_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers (id) ON DELETE CASCADE
);
CREATE INDEX sso_domains_sso_provider_id_idx ON auth.sso_domains (sso_provider_id);
ALTER TABLE auth.sso_domains ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.sso_domains FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON auth.sso_domains TO service_role;
CREATE POLICY "the server sees everything" ON auth.sso_domains TO service_role USING (true) WITH CHECK (true);
COMMENT ON TABLE auth.sso_domains IS 'By which domain of an address an organisation is found';

CREATE TABLE auth.saml_providers (
  id                uuid        NOT NULL DEFAULT gen_random_uuid(),
  sso_provider_id   uuid        NOT NULL,
  entity_id         text        NOT NULL,
  metadata_xml      text        NOT NULL,
  metadata_url      text,
  attribute_mapping jsonb       NOT NULL DEFAULT '{}',
  name_id_format    text,
  fetched_at        timestamptz NOT NULL DEFAULT now(),
  created_at        timestamptz NOT NULL DEFAULT now(),
  updated_at        timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT saml_providers_pkey                 PRIMARY KEY (id),
  CONSTRAINT saml_providers_entity_id_key        UNIQUE (entity_id),
  CONSTRAINT saml_providers_sso_provider_id_key  UNIQUE (sso_provider_id),
  CONSTRAINT saml_providers_bounded              CHECK (length(entity_id) BETWEEN 1 AND 1024 AND octet_length(metadata_xml) <= 524288 AND length(metadata_url) <= 2048),
  CONSTRAINT saml_providers_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers (id) ON DELETE CASCADE
);
ALTER TABLE auth.saml_providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.saml_providers FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.saml_providers TO service_role;
CREATE POLICY "the server sees everything" ON auth.saml_providers TO service_role USING (true) WITH CHECK (true);
COMMENT ON TABLE auth.saml_providers IS 'What an organisation''s identity provider says of itself';
COMMENT ON COLUMN auth.saml_providers.fetched_at IS 'When metadata_url was last asked, whatever it answered';

CREATE TABLE auth.saml_relay_states (
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  sso_provider_id uuid        NOT NULL,
  request_id      text        NOT NULL,
  redirect_to     text        NOT NULL,
  code_challenge  text,
  browser_hash    bytea,
  expires_at      timestamptz NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT saml_relay_states_pkey                 PRIMARY KEY (id),
  CONSTRAINT saml_relay_states_short                CHECK (length(request_id) <= 100 AND length(redirect_to) <= 4096),
  CONSTRAINT saml_relay_states_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers (id) ON DELETE CASCADE
);
CREATE INDEX saml_relay_states_sso_provider_id_idx ON auth.saml_relay_states (sso_provider_id);
CREATE INDEX saml_relay_states_expires_at_idx ON auth.saml_relay_states (expires_at);
ALTER TABLE auth.saml_relay_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.saml_relay_states FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON auth.saml_relay_states TO service_role;
CREATE POLICY "the server sees everything" ON auth.saml_relay_states TO service_role USING (true) WITH CHECK (true);
COMMENT ON TABLE auth.saml_relay_states IS 'People on their way to their organisation''s identity provider and back';
COMMENT ON COLUMN auth.saml_relay_states.request_id IS 'What the answer has to name';
COMMENT ON COLUMN auth.saml_relay_states.browser_hash IS 'Digest of the cookie of the browser that began';

CREATE TABLE auth.saml_assertions (
  digest     bytea       NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT saml_assertions_pkey PRIMARY KEY (digest)
);
CREATE INDEX saml_assertions_expires_at_idx ON auth.saml_assertions (expires_at);
ALTER TABLE auth.saml_assertions ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.saml_assertions FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON auth.saml_assertions TO service_role;
CREATE POLICY "the server sees everything" ON auth.saml_assertions TO service_role USING (true) WITH CHECK (true);
COMMENT ON TABLE auth.saml_assertions IS 'Assertions that somebody has signed in by, while they could be used again';
COMMENT ON COLUMN auth.saml_assertions.digest IS 'SHA-256 of the identity provider and of the assertion''s ID';
