SELECT coalesce(json_agg(json_build_object('role', s.role, 'of', json_build_array(s.schema, s.name), 'columns', s.readable)), '[]')
FROM (
  SELECT r.rolname AS role, n.nspname AS schema, c.relname AS name, count(*) AS columns,
         json_agg(a.attname) FILTER (WHERE has_column_privilege(r.oid, c.oid, a.attnum, 'SELECT')) AS readable,
         count(*) FILTER (WHERE has_column_privilege(r.oid, c.oid, a.attnum, 'SELECT')) AS granted
  FROM pg_roles r
  CROSS JOIN pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE r.rolname = ANY ($2) AND n.nspname = ANY ($1) AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  GROUP BY r.rolname, n.nspname, c.relname
) s
WHERE s.granted BETWEEN 1 AND s.columns - 1
