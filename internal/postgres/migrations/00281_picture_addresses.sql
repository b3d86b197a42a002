-- A stored address of a picture is loaded by everybody who sees it: from
-- somewhere else it tells a stranger who looks at whom, and what it shows may
-- change. Pictures are our own storage's, or of an origin that whoever runs the
-- server names. What is stored already and is ours keeps its path, which any
-- host serves; what is not is gone, and a drawn picture stands in.

-- +goose Up
ALTER TABLE private.settings NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.settings (name, value, meaning) VALUES
  ('storage_origins', '', 'Origins under which this server''s own storage is reached, between spaces.'),
  ('picture_origins', '', 'Origins of others whose pictures may be shown, between spaces.');
ALTER TABLE private.settings FORCE ROW LEVEL SECURITY;

-- The characters are those that every browser reads alike: no backslash, no
-- quote, no space. No part of a path begins with a dot, written out or not.
-- +goose StatementBegin
CREATE FUNCTION private.is_stored_picture(path text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN path ~ '^/storage/v1/object/public/public-uploads(/[A-Za-z0-9_!$&()*+,;=:@~%-][A-Za-z0-9_!$&()*+,;=:@~%.-]*)+(\?[A-Za-z0-9_=&.-]*)?$'
   AND path !~* '%(2e|2f|5c|0)';
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION private.is_picture(address text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT address = '' OR private.is_stored_picture(address)
    OR EXISTS (
      SELECT FROM unnest(string_to_array(private.setting('storage_origins'), ' ')) AS origin
      WHERE origin <> '' AND starts_with(address, origin || '/') AND private.is_stored_picture(substr(address, length(origin) + 1)))
    OR address ~ '^https://[A-Za-z0-9.:-]+/[A-Za-z0-9_!$&()*+,;=:@~%./?-]*$' AND EXISTS (
      SELECT FROM unnest(string_to_array(private.setting('picture_origins'), ' ')) AS origin
      WHERE origin <> '' AND starts_with(address, origin || '/'))
$$;
-- +goose StatementEnd
ALTER FUNCTION private.is_picture(text) OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.is_stored_picture(text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION private.is_picture(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.is_stored_picture(text), private.is_picture(text) TO service_role;

-- The addresses of columns that hold one or several.
-- +goose StatementBegin
CREATE FUNCTION private.addresses_in(stored jsonb, columns text[]) RETURNS SETOF text
LANGUAGE sql IMMUTABLE
SET search_path = ''
AS $$
  SELECT one
  FROM unnest(columns) AS c (name),
       jsonb_array_elements_text(CASE jsonb_typeof(stored -> name) WHEN 'array' THEN stored -> name ELSE jsonb_build_array(stored -> name) END) AS one
  WHERE one IS NOT NULL
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION private.addresses_in(jsonb, text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.addresses_in(jsonb, text[]) TO service_role;

-- What stands there already stays when its row is written again, so that
-- nobody who moves to another address locks people out of their profiles.
-- +goose StatementBegin
CREATE FUNCTION private.refuse_foreign_pictures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  address text;
BEGIN
  FOR address IN
    SELECT * FROM private.addresses_in(to_jsonb(NEW), TG_ARGV)
    EXCEPT
    SELECT * FROM private.addresses_in(to_jsonb(OLD), TG_ARGV)
  LOOP
    IF NOT private.is_picture(address) AND NOT (TG_TABLE_NAME = 'site_images' AND address ~ '^/imagens/[A-Za-z0-9_-][A-Za-z0-9._-]*$') THEN
      PERFORM private.refuse(400, 'picture_address_refused', 'O endereço desta imagem não é aceito. Envie a imagem por aqui.');
    END IF;
  END LOOP;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.refuse_foreign_pictures() OWNER TO definer;
REVOKE EXECUTE ON FUNCTION private.refuse_foreign_pictures() FROM PUBLIC;

-- Whatever host it was stored under: of what is in our storage the path is enough.
CREATE FUNCTION private.own_picture(address text) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
RETURN (
  SELECT path FROM substring(address FROM '/storage/v1/object/public/public-uploads/[^?#]+') AS path
  WHERE private.is_stored_picture(path)
    AND EXISTS (SELECT FROM storage.objects o WHERE o.bucket_id = 'public-uploads' AND o.name = substr(path, length('/storage/v1/object/public/public-uploads/') + 1)));

UPDATE public.profiles SET avatar_url = private.own_picture(avatar_url) WHERE NOT private.is_picture(avatar_url);
UPDATE public.profiles SET banner_url = private.own_picture(banner_url) WHERE NOT private.is_picture(banner_url);
UPDATE public.portfolio_projects SET image_urls = array(
  SELECT coalesce(CASE WHEN private.is_picture(u.url) THEN u.url END, private.own_picture(u.url))
  FROM unnest(image_urls) WITH ORDINALITY AS u (url, place)
  WHERE private.is_picture(u.url) OR private.own_picture(u.url) IS NOT NULL
  ORDER BY u.place)
WHERE EXISTS (SELECT FROM unnest(image_urls) AS u (url) WHERE private.is_picture(u.url) IS NOT TRUE);
UPDATE public.site_images SET url = coalesce(
  private.own_picture(url), '/imagens/' || key || CASE key WHEN 'howItWorksFlowchart' THEN '.svg' ELSE '-1280.webp' END)
WHERE NOT private.is_picture(url) AND url !~ '^/imagens/[A-Za-z0-9_-][A-Za-z0-9._-]*$';
DROP FUNCTION private.own_picture(text);

CREATE TRIGGER refuse_foreign_pictures BEFORE INSERT OR UPDATE OF avatar_url, banner_url ON public.profiles
  FOR EACH ROW WHEN (NEW.avatar_url IS NOT NULL OR NEW.banner_url IS NOT NULL)
  EXECUTE FUNCTION private.refuse_foreign_pictures('avatar_url', 'banner_url');
CREATE TRIGGER refuse_foreign_pictures BEFORE INSERT OR UPDATE OF image_urls ON public.portfolio_projects
  FOR EACH ROW WHEN (NEW.image_urls <> '{}') EXECUTE FUNCTION private.refuse_foreign_pictures('image_urls');
CREATE TRIGGER refuse_foreign_pictures BEFORE INSERT OR UPDATE OF url ON public.site_images
  FOR EACH ROW EXECUTE FUNCTION private.refuse_foreign_pictures('url');

-- What people click: an address of the web, whoever wrote it.
UPDATE public.receivers SET onboarding_url = NULL WHERE onboarding_url !~ '^https?://[^\s\\@]+$';
ALTER TABLE public.receivers ADD CONSTRAINT receivers_onboarding_url_form CHECK (onboarding_url ~ '^https?://[^\s\\@]+$');
