-- Pictures chosen in a form that was never saved, or replaced since: their rows
-- go, and the sweep of files takes the bytes after them.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION private.forget_unused_pictures(unused_for interval) RETURNS bigint
LANGUAGE sql SECURITY DEFINER
SET search_path = ''
AS $$
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
ALTER FUNCTION private.forget_unused_pictures(interval) OWNER TO service_role;
REVOKE EXECUTE ON FUNCTION private.forget_unused_pictures(interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.forget_unused_pictures(interval) TO service_role;
