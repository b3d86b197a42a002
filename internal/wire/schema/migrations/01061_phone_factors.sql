-- A second factor may be a telephone: a number that a code is sent to, of which the
-- challenge keeps the digest. Both are empty of what is there.

-- +goose Up
ALTER TABLE auth.mfa_factors
  ADD COLUMN phone text,
  DROP CONSTRAINT mfa_factors_type_known,
  ADD CONSTRAINT mfa_factors_type_known  CHECK (factor_type IN ('totp', 'webauthn', 'phone')) NOT VALID,
  ADD CONSTRAINT mfa_factors_phone_given CHECK ((factor_type = 'phone') = (phone IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT mfa_factors_phone_normal CHECK (phone ~ '^[1-9][0-9]{1,14}$') NOT VALID;
ALTER TABLE auth.mfa_challenges ADD COLUMN code_hash bytea;
COMMENT ON COLUMN auth.mfa_factors.phone IS 'The number that codes are sent to, in the form of E.164, digits alone';
COMMENT ON COLUMN auth.mfa_challenges.code_hash IS 'Digest of the code that was sent, with the challenge it is for';
