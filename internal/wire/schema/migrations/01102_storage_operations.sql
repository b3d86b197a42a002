-- A policy may hold for some requests and not for others: for a download, say, and
-- not for a list. The file server says in each transaction what it is about.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION storage.operation() RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
AS $$ SELECT current_setting('storage.operation', true) $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION storage.allow_any_operation(expected_operations text[]) RETURNS boolean
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT coalesce(regexp_replace(storage.operation(), '^storage\.', '') = ANY (
    SELECT regexp_replace(wanted, '^storage\.', '') FROM unnest(expected_operations) AS wanted WHERE wanted <> ''), false)
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION storage.allow_only_operation(expected_operation text) RETURNS boolean
LANGUAGE sql STABLE
SET search_path = ''
AS $$ SELECT storage.allow_any_operation(ARRAY[expected_operation]) $$;
-- +goose StatementEnd

REVOKE EXECUTE ON FUNCTION storage.operation(), storage.allow_any_operation(text[]), storage.allow_only_operation(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION storage.operation(), storage.allow_any_operation(text[]), storage.allow_only_operation(text) TO anon, authenticated, service_role;
COMMENT ON FUNCTION storage.operation() IS 'What the request of this transaction does, such as storage.object.list';
