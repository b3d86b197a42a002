WITH relations AS (
  SELECT c.oid, c.relname AS name
  FROM pg_class c
  WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition
    AND (has_any_column_privilege('anon', c.oid, 'SELECT, INSERT, UPDATE') OR has_any_column_privilege('authenticated', c.oid, 'SELECT, INSERT, UPDATE'))
)
SELECT json_build_object(
  'tables', (
    SELECT coalesce(json_agg(json_build_object(
      'name', r.name,
      'columns', (
        SELECT json_agg(json_build_object(
          'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'nullable', NOT a.attnotnull,
          'optional', a.atthasdef OR a.attidentity <> '', 'generated', a.attgenerated <> '' OR a.attidentity = 'a') ORDER BY a.attname)
        FROM pg_attribute a
        WHERE a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
          AND (has_column_privilege('anon', r.oid, a.attnum, 'SELECT') OR has_column_privilege('authenticated', r.oid, a.attnum, 'SELECT, INSERT, UPDATE'))),
      'relationships', (
        SELECT coalesce(json_agg(json_build_object(
          'name', k.conname,
          'columns', (SELECT json_agg(a.attname ORDER BY c.n) FROM unnest(k.conkey) WITH ORDINALITY c (num, n) JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.num),
          'to', (SELECT json_agg(a.attname ORDER BY c.n) FROM unnest(k.confkey) WITH ORDINALITY c (num, n) JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = c.num),
          'referenced', t.name,
          'is_one_to_one', EXISTS (SELECT FROM pg_index i WHERE i.indrelid = k.conrelid AND i.indisunique AND i.indpred IS NULL
                                   AND i.indnkeyatts = cardinality(k.conkey) AND (i.indkey::smallint[])[0:i.indnkeyatts - 1] @> k.conkey)
        ) ORDER BY k.conname), '[]')
        FROM pg_constraint k JOIN relations t ON t.oid = k.confrelid
        WHERE k.contype = 'f' AND k.conrelid = r.oid)
    ) ORDER BY r.name), '[]')
    FROM relations r),
  'functions', (
    SELECT coalesce(json_agg(json_build_object(
      'name', p.proname, 'is_set', p.proretset, 'returns', format_type(p.prorettype, NULL),
      'table', coalesce((SELECT r.name FROM pg_type t JOIN relations r ON r.oid = t.typrelid WHERE t.oid = p.prorettype), ''),
      'arguments', (
        SELECT coalesce(json_agg(json_build_object('name', p.proargnames[a.n], 'type', format_type(a.type, NULL), 'optional', a.n > p.pronargs - p.pronargdefaults) ORDER BY a.n), '[]')
        FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY a (type, n))
    ) ORDER BY p.proname), '[]')
    FROM pg_proc p
    WHERE p.pronamespace = $1::regnamespace AND p.prokind = 'f' AND (p.pronargs = 0 OR p.proargnames IS NOT NULL)
      AND p.prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype)
      AND (has_function_privilege('anon', p.oid, 'EXECUTE') OR has_function_privilege('authenticated', p.oid, 'EXECUTE')))
)
