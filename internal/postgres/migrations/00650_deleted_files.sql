-- Whoever deletes rows of files has to say that he means it (storage.protect_delete);
-- the bytes go with the next sweep. These functions do.

-- +goose Up
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.count_project_files() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM set_config('storage.allow_delete_query', 'true', true);
    DELETE FROM storage.objects WHERE bucket_id = 'projects' AND name = OLD.path;
    PERFORM set_config('storage.allow_delete_query', '', true);
  END IF;
  UPDATE public.projects p
  SET files_count = (SELECT count(*) FROM public.project_files f WHERE f.project_id = p.id)
  WHERE p.id = coalesce(NEW.project_id, OLD.project_id);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION private.forget_unsent_files(unsent_for interval) RETURNS bigint
LANGUAGE sql SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT set_config('storage.allow_delete_query', 'true', true);
  WITH gone AS (
    DELETE FROM storage.objects o
    WHERE o.bucket_id IN ('messages', 'projects')
      AND o.updated_at < now() - unsent_for
      AND NOT EXISTS (SELECT FROM public.message_files f WHERE f.path = o.name)
      AND NOT EXISTS (SELECT FROM public.project_files f WHERE f.path = o.name)
    RETURNING 1
  )
  SELECT count(*) FROM gone
$$;

CREATE OR REPLACE FUNCTION private.forget_unused_pictures(unused_for interval) RETURNS bigint
LANGUAGE sql SECURITY DEFINER
SET search_path = ''
AS $$
  SELECT set_config('storage.allow_delete_query', 'true', true);
  WITH used (name) AS (
    SELECT regexp_replace(url, '^.*/object/public/public-uploads/', '')
    FROM (
      SELECT avatar_url FROM public.profiles
      UNION ALL SELECT banner_url FROM public.profiles
      UNION ALL SELECT unnest(image_urls) FROM public.portfolio_projects
      UNION ALL SELECT s.url FROM public.site_images s
    ) AS shown (url)
    WHERE url LIKE '%/object/public/public-uploads/%'
  ), gone AS (
    DELETE FROM storage.objects o
    WHERE o.bucket_id = 'public-uploads'
      AND o.name ~ '^(avatars|banners|portfolio|site-images)/'
      AND o.updated_at < now() - unused_for
      AND NOT EXISTS (SELECT FROM used WHERE used.name = o.name)
    RETURNING 1
  )
  SELECT count(*) FROM gone
$$;
-- +goose StatementEnd
