WITH relations AS (
  SELECT c.oid, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $2::text AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
), columns AS (
  SELECT r.relname,
         coalesce(json_agg(a.attname) FILTER (WHERE $3::boolean OR has_column_privilege($1::name, r.oid, a.attnum, 'SELECT')), '[]') AS can_select,
         coalesce(json_agg(a.attname) FILTER (WHERE $3::boolean OR has_column_privilege($1::name, r.oid, a.attnum, 'INSERT')), '[]') AS can_insert,
         coalesce(json_agg(a.attname) FILTER (WHERE $3::boolean OR has_column_privilege($1::name, r.oid, a.attnum, 'UPDATE')), '[]') AS can_update,
         ($3::boolean OR has_table_privilege($1::name, r.oid, 'DELETE')) AS can_delete
  FROM relations r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
  GROUP BY r.oid, r.relname
)
SELECT json_build_object(
  'about', coalesce((SELECT obj_description(n.oid, 'pg_namespace') FROM pg_namespace n WHERE n.nspname = $2), ''),
  'relations', (SELECT coalesce(json_object_agg(c.relname, json_build_object(
      'select', c.can_select, 'insert', c.can_insert, 'update', c.can_update, 'delete', c.can_delete)), '{}') FROM columns c),
  'functions', (SELECT coalesce(json_agg(DISTINCT p.proname), '[]')
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname = $2 AND ($3::boolean OR has_function_privilege($1::name, p.oid, 'EXECUTE')))
)
