WITH RECURSIVE relations AS (
  SELECT c.oid, n.nspname AS schema, c.relname AS name, c.relkind IN ('v', 'm') AS is_view,
         (pg_relation_is_updatable(c.oid, true) & 8)  = 8  AS insertable,
         (pg_relation_is_updatable(c.oid, true) & 4)  = 4  AS updatable,
         (pg_relation_is_updatable(c.oid, true) & 16) = 16 AS deletable,
         coalesce(obj_description(c.oid, 'pg_class'), '') AS comment, greatest(c.reltuples, 0)::bigint AS rows
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname = ANY ($1) AND NOT c.relispartition
), origins AS ( -- the exposed views, and all that they select from, to whatever depth
  SELECT oid FROM relations WHERE is_view
  UNION
  SELECT d.refobjid
  FROM origins o
  JOIN pg_rewrite r ON r.ev_class = o.oid AND r.ev_type = '1'
  JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> o.oid
), known AS (
  SELECT oid FROM relations UNION SELECT oid FROM origins
), forms AS ( -- how values of a domain are written to JSON, and read from JSON and text
  SELECT CASE WHEN s.typtype = 'd' THEN c.castsource ELSE c.casttarget END AS domain,
         CASE WHEN s.typtype = 'd' THEN 'to_' || t.typname ELSE 'from_' || s.typname END AS form,
         quote_ident(n.nspname) || '.' || quote_ident(p.proname) AS function
  FROM pg_cast c
  JOIN pg_type s ON s.oid = c.castsource
  JOIN pg_type t ON t.oid = c.casttarget
  JOIN pg_proc p ON p.oid = c.castfunc
  JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE c.castcontext = 'i' AND c.castmethod = 'f' AND has_function_privilege(p.oid, 'execute')
    AND (s.typtype = 'd' AND c.casttarget = 'json'::regtype OR t.typtype = 'd' AND c.castsource IN ('json'::regtype, 'text'::regtype))
), indexed_for AS (
  SELECT i.indrelid, named[1] AS attname, json_agg(DISTINCT named[2]) AS list
  FROM pg_index i
  CROSS JOIN regexp_matches(pg_get_expr(i.indpred, i.indrelid), '\m(\w+)"? = ''([^'']*)''::text', 'g') AS named
  WHERE i.indrelid IN (SELECT oid FROM relations)
  GROUP BY i.indrelid, named[1]
), columns AS (
  SELECT a.attrelid, json_agg(json_build_object(
    'name', a.attname,
    'type', format_type(a.atttypid, a.atttypmod),
    'default', CASE WHEN a.attgenerated = '' THEN coalesce(pg_get_expr(d.adbin, d.adrelid), '') ELSE '' END,
    'nullable', NOT a.attnotnull,
    'comment', coalesce(col_description(a.attrelid, a.attnum), ''),
    'enum', (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid IN (t.oid, t.typelem)),
    'indexed_for', f.list,
    'forms', CASE WHEN t.typtype = 'd' THEN (SELECT json_object_agg(forms.form, forms.function) FROM forms WHERE forms.domain = t.oid) END) ORDER BY a.attnum) AS list
  FROM pg_attribute a
  JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN indexed_for f ON f.indrelid = a.attrelid AND f.attname = a.attname
  WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid IN (SELECT oid FROM relations)
  GROUP BY a.attrelid
), uniques AS (
  SELECT i.indrelid, i.indisprimary,
         (SELECT json_agg(a.attname ORDER BY k.ordinality)
          FROM unnest(i.indkey::smallint[]) WITH ORDINALITY AS k (attnum, ordinality)
          JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
          WHERE k.ordinality <= i.indnkeyatts) AS list
  FROM pg_index i
  WHERE i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indrelid IN (SELECT oid FROM known)
), foreign_keys AS (
  SELECT k.conname, k.conrelid, k.confrelid,
         (SELECT json_agg(a.attname ORDER BY c.ordinality) FROM unnest(k.conkey) WITH ORDINALITY AS c (attnum, ordinality)
          JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.attnum) AS columns,
         (SELECT json_agg(a.attname ORDER BY c.ordinality) FROM unnest(k.confkey) WITH ORDINALITY AS c (attnum, ordinality)
          JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = c.attnum) AS referenced,
         EXISTS (SELECT FROM pg_constraint u WHERE u.conrelid = k.conrelid AND u.contype IN ('p', 'u')
                 AND u.conkey @> k.conkey AND u.conkey <@ k.conkey) AS is_unique
  FROM pg_constraint k
  WHERE k.contype = 'f' AND k.conparentid = 0
    AND k.conrelid IN (SELECT oid FROM known) AND k.confrelid IN (SELECT oid FROM known)
), media_types AS ( -- domains that are called like a media type
  SELECT t.oid, lower(t.typname) AS media, t.typbasetype = 'bytea'::regtype AS is_bytes
  FROM pg_type t
  WHERE t.typtype = 'd' AND (t.typname ~* '^[a-z0-9.-]+/[a-z0-9.+-]+$' OR t.typname = '*/*')
), handlers AS ( -- functions that return one, and aggregates of rows that do
  SELECT m.media, m.is_bytes, json_build_array(n.nspname, p.proname) AS of, NULL::json AS aggregate
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN media_types m ON m.oid = p.prorettype
  WHERE n.nspname = ANY ($1) AND p.prokind = 'f' AND NOT p.proretset
  UNION ALL
  SELECT m.media, m.is_bytes, CASE WHEN r.oid IS NOT NULL THEN json_build_array(r.schema, r.name) END, json_build_array(n.nspname, p.proname)
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN media_types m ON m.oid = p.prorettype
  LEFT JOIN (SELECT r.*, c.reltype FROM relations r JOIN pg_class c ON c.oid = r.oid) AS r ON r.reltype = p.proargtypes[0]
  WHERE n.nspname = ANY ($1) AND p.prokind = 'a' AND p.pronargs = 1 AND (r.oid IS NOT NULL OR p.proargtypes[0] = 'anyelement'::regtype)
), functions AS (
  SELECT n.nspname AS schema, p.proname AS name, p.oid, p.provolatile, p.proretset, p.prorows, p.proconfig, t.typname, b.typtype = 'c' AS is_composite,
         format_type(p.prorettype, NULL) AS return_type, r.schema AS row_schema, r.name AS row_name,
         coalesce(p.proargmodes @> ARRAY['t']::"char"[] OR p.proargmodes @> ARRAY['o']::"char"[] OR p.proargmodes @> ARRAY['b']::"char"[], false) AS has_out,
         coalesce(obj_description(p.oid, 'pg_proc'), '') AS comment,
         (SELECT json_agg(json_build_object(
            'name', coalesce(p.proargnames[i.n], ''),
            'type', format_type(i.type, NULL),
            'sql_type', format_type(i.type, -1),
            'has_default', i.position > p.pronargs - p.pronargdefaults,
            'is_variadic', coalesce(p.proargmodes[i.n] = 'v', false),
            'row_of', (SELECT json_build_array(rr.schema, rr.name) FROM pg_type tt JOIN relations rr ON rr.oid = tt.typrelid WHERE tt.oid = i.type)
          ) ORDER BY i.n)
          FROM (SELECT a.n, a.type, row_number() OVER (ORDER BY a.n) AS position
                FROM unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) WITH ORDINALITY AS a (type, n)
                WHERE p.proargmodes IS NULL OR p.proargmodes[a.n] IN ('i', 'b', 'v')) AS i) AS parameters
  FROM pg_proc p
  JOIN pg_namespace n ON n.oid = p.pronamespace
  JOIN pg_type t ON t.oid = p.prorettype
  JOIN pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
  LEFT JOIN relations r ON r.oid = b.typrelid
  WHERE n.nspname = ANY ($1) AND p.prokind = 'f' AND t.typname NOT IN ('trigger', 'event_trigger')
)
SELECT json_build_object(
  'relations', (SELECT coalesce(json_agg(json_build_object(
      'schema', r.schema, 'name', r.name, 'is_view', r.is_view, 'comment', r.comment, 'rows', r.rows,
      'insertable', r.insertable, 'updatable', r.updatable, 'deletable', r.deletable,
      'columns', coalesce(c.list, '[]'),
      'primary_key', coalesce((SELECT u.list FROM uniques u WHERE u.indrelid = r.oid AND u.indisprimary), '[]'),
      'uniques', coalesce((SELECT json_agg(u.list) FROM uniques u WHERE u.indrelid = r.oid), '[]')) ORDER BY r.schema, r.name), '[]')
    FROM relations r LEFT JOIN columns c ON c.attrelid = r.oid),
  'functions', (SELECT coalesce(json_agg(json_build_object(
      'schema', f.schema, 'name', f.name, 'parameters', coalesce(f.parameters, '[]'), 'volatility', f.provolatile,
      'is_set', f.proretset, 'is_void', f.typname = 'void',
      'is_record', f.is_composite OR f.has_out,
      'settings', (SELECT coalesce(json_agg(json_build_object('name', split_part(c.setting, '=', 1), 'value', substr(c.setting, strpos(c.setting, '=') + 1))), '[]')
        FROM unnest(f.proconfig) AS c (setting)
        WHERE split_part(c.setting, '=', 1) IN ('statement_timeout', 'default_transaction_isolation', 'plan_filter.statement_cost_limit')),
      'return_type', f.return_type, 'rows', f.prorows, 'comment', f.comment,
      'returns', CASE WHEN f.row_name IS NOT NULL THEN json_build_array(f.row_schema, f.row_name) END) ORDER BY f.schema, f.name, f.oid), '[]')
    FROM functions f),
  'handlers', (SELECT coalesce(json_agg(json_build_object('media', h.media, 'of', h.of, 'aggregate', h.aggregate, 'is_bytes', h.is_bytes)
      ORDER BY h.media, h.of::text, h.aggregate::text), '[]') FROM handlers h),
  'origins', (SELECT coalesce(json_agg(json_build_object(
      'oid', c.oid::bigint, 'schema', n.nspname, 'name', c.relname,
      'columns', (SELECT json_object_agg(a.attnum, a.attname) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
      'primary_key', (SELECT u.list FROM uniques u WHERE u.indrelid = c.oid AND u.indisprimary),
      'rule', (SELECT r.ev_action::text FROM pg_rewrite r WHERE r.ev_class = c.oid AND r.ev_type = '1' AND c.relkind IN ('v', 'm'))) ORDER BY c.oid), '[]')
    FROM origins o JOIN pg_class c ON c.oid = o.oid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname <> 'pg_catalog'),
  'foreign_keys', (SELECT coalesce(json_agg(json_build_object(
      'constraint', k.conname,
      'from', json_build_array(an.nspname, a.relname), 'to', json_build_array(bn.nspname, b.relname),
      'columns', k.columns, 'referenced', k.referenced, 'is_unique', k.is_unique) ORDER BY a.relname, k.conname), '[]')
    FROM foreign_keys k
    JOIN pg_class a ON a.oid = k.conrelid JOIN pg_namespace an ON an.oid = a.relnamespace
    JOIN pg_class b ON b.oid = k.confrelid JOIN pg_namespace bn ON bn.oid = b.relnamespace)
)
