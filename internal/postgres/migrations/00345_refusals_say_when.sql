-- A refusal for now says in its body, too, after how many seconds the same would
-- be accepted: the official client keeps no header of a refusal.

-- +goose Up
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.refuse(status integer, code text, message text, wait interval) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  seconds CONSTANT text := greatest(ceil(extract(epoch FROM wait)), 1)::text;
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'PGRST',
    MESSAGE = json_build_object('code', code, 'message', private.say(message), 'details', 'retry_after_s=' || seconds, 'hint', NULL)::text,
    DETAIL  = json_build_object('status', status, 'headers', json_build_object('Retry-After', seconds))::text;
END
$$;
-- +goose StatementEnd
