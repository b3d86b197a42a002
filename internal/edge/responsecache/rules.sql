-- The tables, views, policies and functions that decide what a read depends on: $1 is the role
-- whose reads are kept, $2 the trigger function by which tables announce writes.
WITH places AS (
  SELECT oid, nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
), functions AS (
  SELECT p.oid, n.nspname, p.proname, p.prosecdef, pg_get_userbyid(p.proowner) AS owner, l.lanname,
         CASE WHEN l.lanname IN ('c', 'internal') THEN '' ELSE coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) || ' ' || coalesce(pg_get_expr(p.proargdefaults, 0), '') END AS text,
         p.prosqlbody IS NOT NULL OR coalesce(p.proconfig @> ARRAY['search_path=""'], false) AS is_qualified
  FROM pg_proc p JOIN places n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
  WHERE p.prokind IN ('f', 'a', 'w')
), relations AS (
  SELECT c.oid, n.nspname, c.relname, pg_get_userbyid(c.relowner) AS owner,
         CASE WHEN c.relkind = 'v' THEN pg_get_viewdef(c.oid) END AS text,
         c.relkind = 'r' AND NOT EXISTS (SELECT FROM pg_inherits i WHERE c.oid IN (i.inhrelid, i.inhparent)) AS is_plain,
         coalesce((SELECT bit_or(t.tgtype::integer) FROM pg_trigger t
                   WHERE t.tgrelid = c.oid AND t.tgfoid = to_regproc($2) AND NOT t.tgisinternal AND t.tgenabled IN ('O', 'A')
                     AND t.tgtype & 67 = 0 AND t.tgqual IS NULL AND t.tgattr = ''::int2vector), 0) & 60 = 60 AS is_announced,
         (SELECT min(split_part(encode(t.tgargs, 'escape'), '\000', 1)) FROM pg_trigger t
          WHERE t.tgrelid = c.oid AND t.tgfoid = to_regproc($2) AND t.tgnargs > 0) AS rows_by
  FROM pg_class c JOIN places n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
), readers AS (
  SELECT r.oid, r.rolname, r.rolsuper OR r.rolbypassrls AS is_above FROM pg_roles r
  WHERE r.rolname = $1 OR r.rolname IN (SELECT owner FROM functions WHERE prosecdef) OR r.rolname IN (SELECT owner FROM relations WHERE text IS NOT NULL)
)
SELECT json_build_object(
  'relations', (SELECT coalesce(json_agg(json_build_object('schema', nspname, 'name', relname, 'owner', owner, 'text', coalesce(text, ''),
      'is_view', text IS NOT NULL, 'is_announced', is_plain AND is_announced, 'rows_by', coalesce(rows_by, ''))), '[]') FROM relations),
  'functions', (SELECT coalesce(json_agg(json_build_object('schema', nspname, 'name', proname, 'owner', owner, 'text', text,
      'is_definer', prosecdef, 'is_qualified', is_qualified)), '[]') FROM functions),
  'policies', (SELECT coalesce(json_agg(json_build_object('schema', c.nspname, 'name', c.relname, 'text', coalesce(pg_get_expr(p.polqual, p.polrelid), ''),
      'roles', (SELECT coalesce(json_agg(r.rolname), '[]') FROM readers r
                WHERE 0 = ANY (p.polroles) OR EXISTS (SELECT FROM unnest(p.polroles) AS given (role) WHERE pg_has_role(r.oid, given.role, 'MEMBER'))))), '[]')
    FROM pg_policy p JOIN relations c ON c.oid = p.polrelid WHERE p.polcmd IN ('r', '*')),
  'above', (SELECT coalesce(json_agg(rolname), '[]') FROM readers WHERE is_above)
)
