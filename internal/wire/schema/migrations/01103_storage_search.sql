-- What lists the files below a prefix for an app's own SQL, one level deep as folders
-- and files, under the policies of whoever calls it. A range of names is read by the
-- index: DEL sorts behind every letter that a name may have.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION storage.search(
  prefix text, bucketname text, limits integer DEFAULT 100, levels integer DEFAULT 1, offsets integer DEFAULT 0,
  search text DEFAULT '', sortcolumn text DEFAULT 'name', sortorder text DEFAULT 'asc'
) RETURNS TABLE (name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb)
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  WITH inside AS (
    SELECT (string_to_array(o.name, '/'))[levels:] AS rest, o.*
    FROM storage.objects o
    WHERE o.bucket_id = bucketname AND o.name >= prefix || search AND o.name < prefix || search || chr(127)
  ), entries AS (
    SELECT DISTINCT i.rest[1] AS name, NULL::uuid AS id, NULL::timestamptz AS updated_at, NULL::timestamptz AS created_at,
           NULL::timestamptz AS last_accessed_at, NULL::jsonb AS metadata
    FROM inside i WHERE cardinality(i.rest) > 1
    UNION ALL
    SELECT i.rest[1], i.id, i.updated_at, i.created_at, i.last_accessed_at, i.metadata
    FROM inside i WHERE cardinality(i.rest) = 1
  )
  SELECT * FROM entries e
  ORDER BY e.id IS NOT NULL,
    CASE WHEN sortorder <> 'desc' THEN CASE sortcolumn WHEN 'updated_at' THEN e.updated_at WHEN 'created_at' THEN e.created_at WHEN 'last_accessed_at' THEN e.last_accessed_at END END,
    CASE WHEN sortorder =  'desc' THEN CASE sortcolumn WHEN 'updated_at' THEN e.updated_at WHEN 'created_at' THEN e.created_at WHEN 'last_accessed_at' THEN e.last_accessed_at END END DESC,
    CASE WHEN sortorder =  'desc' AND sortcolumn = 'name' THEN e.name END DESC,
    e.name
  LIMIT least(limits, 1000) OFFSET offsets
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION storage.search(text, text, integer, integer, integer, text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION storage.search(text, text, integer, integer, integer, text, text, text) TO anon, authenticated, service_role;
