-- What the visitors of one schema ($1) may touch, as one document. The roles
-- that requests take decide: what neither may use does not exist for clients.
WITH visitors AS (
  SELECT oid FROM pg_roles WHERE rolname IN ('anon', 'authenticated')
),
-- A column that may only hold some texts: CHECK (status IN ('open', 'closed')).
choices AS (
  SELECT k.conrelid, k.conkey[1] AS attnum, min(pg_get_expr(k.conbin, k.conrelid)) AS expression
  FROM pg_constraint k
  WHERE k.contype = 'c' AND cardinality(k.conkey) = 1
    AND pg_get_expr(k.conbin, k.conrelid) ~ '^\(\S+ = (ANY \(ARRAY\[)?(''([^'']|'''')*''::text(, )?)+(]\))?\)$'
  GROUP BY k.conrelid, k.conkey[1]
),
-- The columns that a view of one table shows as they are: what holds of the table's
-- holds of them, which PostgreSQL does not say of views.
shown AS (
  SELECT v.oid AS view_id, a.attnum, min(b.attrelid) AS attrelid, min(b.attnum) AS base_attnum, bool_and(b.attnotnull) AS is_filled
  FROM pg_class v JOIN pg_rewrite r ON r.ev_class = v.oid
  JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> v.oid AND d.refobjsubid > 0
  JOIN pg_attribute a ON a.attrelid = v.oid AND a.attnum > 0
  JOIN pg_attribute b ON b.attrelid = d.refobjid AND b.attname = a.attname
  WHERE v.relkind = 'v' AND pg_get_viewdef(v.oid) ~ ('\.' || a.attname || '(,|\n)')
  GROUP BY v.oid, a.attnum HAVING count(DISTINCT d.refobjid) = 1
),
columns AS (
  SELECT a.attrelid, a.attname, a.atttypid,
         NOT coalesce(s.is_filled, a.attnotnull)             AS nullable,
         a.atthasdef OR a.attidentity <> '' OR NOT a.attnotnull AS optional,
         a.attgenerated <> '' OR a.attidentity = 'a'         AS generated,
         EXISTS (SELECT FROM visitors v WHERE has_column_privilege(v.oid, a.attrelid, a.attnum, 'SELECT')) AS readable,
         EXISTS (SELECT FROM visitors v WHERE has_column_privilege(v.oid, a.attrelid, a.attnum, 'INSERT')) AS insertable,
         EXISTS (SELECT FROM visitors v WHERE has_column_privilege(v.oid, a.attrelid, a.attnum, 'UPDATE')) AS updatable,
         coalesce(o.expression, '') AS choices
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  LEFT JOIN shown s   ON s.view_id = a.attrelid AND s.attnum = a.attnum
  LEFT JOIN choices o ON o.conrelid = coalesce(s.attrelid, a.attrelid) AND o.attnum = coalesce(s.base_attnum, a.attnum)
  WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND a.attnum > 0 AND NOT a.attisdropped
),
relations AS (
  SELECT c.oid, c.relname, c.relkind IN ('v', 'm') AS is_view, json_agg(json_build_object(
           'name', k.attname, 'type', k.atttypid::bigint, 'nullable', k.nullable, 'optional', k.optional, 'generated', k.generated,
           'readable', k.readable, 'insertable', k.insertable, 'updatable', k.updatable, 'choices', k.choices) ORDER BY k.attname COLLATE "C") AS columns
  FROM pg_class c JOIN columns k ON k.attrelid = c.oid
  WHERE k.readable OR k.insertable OR k.updatable
  GROUP BY c.oid
),
relationships AS (
  SELECT k.conrelid, json_agg(json_build_object(
           'name', k.conname,
           'columns', (SELECT json_agg(a.attname ORDER BY c.n) FROM unnest(k.conkey) WITH ORDINALITY c (num, n)
                       JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.num),
           'to', (SELECT json_agg(a.attname ORDER BY c.n) FROM unnest(k.confkey) WITH ORDINALITY c (num, n)
                  JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = c.num),
           'referenced', t.relname,
           'is_one_to_one', EXISTS (SELECT FROM pg_index i
                                    WHERE i.indrelid = k.conrelid AND i.indisunique AND i.indpred IS NULL
                                      AND i.indnkeyatts = cardinality(k.conkey)
                                      AND (i.indkey::smallint[])[0:i.indnkeyatts - 1] @> k.conkey)
         ) ORDER BY k.conname COLLATE "C") AS list
  FROM pg_constraint k JOIN relations t ON t.oid = k.confrelid
  WHERE k.contype = 'f'
  GROUP BY k.conrelid
),
functions AS (
  SELECT p.proname, p.oid::regprocedure::text AS signature, p.proretset, p.prorettype,
         (SELECT json_agg(json_build_object(
                   'name', coalesce(p.proargnames[a.n], ''), 'type', a.type::bigint, 'mode', coalesce(p.proargmodes[a.n], 'i'))
                 ORDER BY a.n)
          FROM unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) WITH ORDINALITY a (type, n)) AS arguments,
         p.pronargs - p.pronargdefaults AS required
  FROM pg_proc p
  WHERE p.pronamespace = $1::regnamespace AND p.prokind = 'f'
    AND p.prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype)
    AND EXISTS (SELECT FROM visitors v WHERE has_function_privilege(v.oid, p.oid, 'EXECUTE'))
),
-- A composite type of its own, not the row of a table.
composites AS (
  SELECT c.relname, json_agg(json_build_object('name', a.attname, 'type', a.atttypid::bigint, 'nullable', true, 'readable', true) ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'c'
  GROUP BY c.oid
)
SELECT json_build_object(
  'relations', (SELECT json_agg(json_build_object('name', r.relname, 'is_view', r.is_view, 'columns', r.columns, 'relationships', s.list)
                                ORDER BY r.relname COLLATE "C")
                FROM relations r LEFT JOIN relationships s ON s.conrelid = r.oid),
  'functions', (SELECT json_agg(json_build_object('name', f.proname, 'is_set', f.proretset, 'returns', f.prorettype::bigint,
                                                  'arguments', f.arguments, 'required', f.required)
                                ORDER BY f.proname COLLATE "C", f.signature COLLATE "C")
                FROM functions f),
  'composites', (SELECT json_agg(json_build_object('name', c.relname, 'columns', c.columns) ORDER BY c.relname COLLATE "C") FROM composites c),
  'enums', (SELECT json_agg(json_build_object('name', e.typname, 'labels', e.labels) ORDER BY e.typname COLLATE "C")
            FROM (SELECT t.typname, json_agg(l.enumlabel ORDER BY l.enumsortorder) AS labels
                  FROM pg_type t JOIN pg_enum l ON l.enumtypid = t.oid
                  WHERE t.typnamespace = $1::regnamespace
                  GROUP BY t.oid) e),
  'types', (SELECT json_agg(json_build_object(
                     'oid', t.oid::bigint, 'name', t.typname, 'schema', n.nspname, 'kind', t.typtype,
                     'element', CASE WHEN t.typcategory = 'A' THEN t.typelem::bigint ELSE 0 END, 'base', t.typbasetype::bigint,
                     'relation', coalesce(c.relname, ''), 'relation_kind', coalesce(c.relkind::text, '')))
            FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace LEFT JOIN pg_class c ON c.oid = t.typrelid))
