-- Who vouches for users may be named while the server runs, by an administrator. The
-- columns are those of the protocol's own server; the secret is sealed for the row.

-- +goose Up
CREATE TABLE auth.custom_oauth_providers (
  id                      uuid        NOT NULL DEFAULT gen_random_uuid(),
  provider_type           text        NOT NULL,
  identifier              text        NOT NULL,
  name                    text        NOT NULL,
  client_id               text        NOT NULL,
  client_secret           text        NOT NULL,
  acceptable_client_ids   text[]      NOT NULL DEFAULT '{}',
  scopes                  text[]      NOT NULL DEFAULT '{}',
  custom_claims_allowlist text[]      NOT NULL DEFAULT '{}',
  pkce_enabled            boolean     NOT NULL DEFAULT true,
  attribute_mapping       jsonb       NOT NULL DEFAULT '{}',
  authorization_params    jsonb       NOT NULL DEFAULT '{}',
  enabled                 boolean     NOT NULL DEFAULT true,
  email_optional          boolean     NOT NULL DEFAULT false,
  issuer                  text,
  discovery_url           text,
  skip_nonce_check        boolean     NOT NULL DEFAULT false,
  cached_discovery        jsonb,
  discovery_cached_at     timestamptz,
  authorization_url       text,
  token_url               text,
  userinfo_url            text,
  jwks_uri                text,
  created_at              timestamptz NOT NULL DEFAULT now(),
  updated_at              timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT custom_oauth_providers_pkey           PRIMARY KEY (id),
  CONSTRAINT custom_oauth_providers_identifier_key UNIQUE (identifier),
  CONSTRAINT custom_oauth_providers_type_known     CHECK (provider_type IN ('oauth2', 'oidc')),
  CONSTRAINT custom_oauth_providers_identifier     CHECK (identifier ~ '^custom:[a-z0-9][a-z0-9_-]{0,49}$'),
  CONSTRAINT custom_oauth_providers_whole          CHECK (CASE provider_type WHEN 'oidc' THEN issuer IS NOT NULL ELSE authorization_url IS NOT NULL AND token_url IS NOT NULL AND userinfo_url IS NOT NULL END)
);
ALTER TABLE auth.custom_oauth_providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.custom_oauth_providers FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.custom_oauth_providers TO service_role;
CREATE POLICY "the server sees everything" ON auth.custom_oauth_providers TO service_role USING (true) WITH CHECK (true);
COMMENT ON TABLE auth.custom_oauth_providers IS 'Who vouches for users, as an administrator named them';
COMMENT ON COLUMN auth.custom_oauth_providers.client_secret IS 'Sealed for the row';
COMMENT ON COLUMN auth.custom_oauth_providers.cached_discovery IS 'What the issuer said of itself when it was named';
