-- A file's name is drawn where people decide whether to open it. Signs that draw
-- nothing or turn what follows (U+202E and its like) make "fotognp.exe" out of a
-- program's name: none is kept with one. Names of before stay as they were, since
-- a contract's files are evidence; they are drawn without.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION private.is_plain_name(name text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN name !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]';
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION private.is_plain_name(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.is_plain_name(text) TO anon, authenticated, service_role;

ALTER TABLE public.message_files ADD CONSTRAINT message_files_name_plain CHECK (private.is_plain_name(name)) NOT VALID;
ALTER TABLE public.deal_files    ADD CONSTRAINT deal_files_name_plain    CHECK (private.is_plain_name(name)) NOT VALID;
