-- Every object of the product's schemas ($1): its kind, what it belongs to, its name,
-- and all that it is as one text. The role that owns the schema is called owner, whatever
-- its name; what it may do with its own is not told.
WITH own AS (
  SELECT coalesce((SELECT nspowner FROM pg_namespace WHERE nspname = 'migrations'), (SELECT oid FROM pg_roles WHERE rolname = current_user)) AS role
),
roles AS (
  SELECT r.oid, CASE WHEN r.oid = own.role THEN 'owner' ELSE r.rolname::text END AS name FROM pg_roles r CROSS JOIN own
  UNION ALL SELECT 0::oid, 'PUBLIC'
),
relations AS (
  SELECT c.*, n.nspname || '.' || c.relname AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = ANY ($1) AND NOT c.relispartition AND c.relkind IN ('r', 'p', 'v', 'm')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
),
functions AS (
  SELECT p.*, p.oid::regprocedure::text AS name
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname = ANY ($1) AND p.prokind IN ('f', 'p')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
),
-- What somebody other than the owner may do with an object; column 0 is all of it.
-- MAINTAIN came with PostgreSQL 17.
acls AS (
  SELECT c.name AS of, c.oid, 0 AS num, (aclexplode(c.relacl)).*, c.relowner AS owner FROM relations c
  UNION ALL
  SELECT c.name, c.oid, a.attnum, (aclexplode(a.attacl)).*, c.relowner
  FROM relations c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
  UNION ALL
  SELECT p.name, 0::oid, 0, (aclexplode(coalesce(p.proacl, acldefault('f', p.proowner)))).*, p.proowner FROM functions p
  UNION ALL
  SELECT n.nspname::text, 0::oid, 0, (aclexplode(n.nspacl)).*, n.nspowner FROM pg_namespace n WHERE n.nspname = ANY ($1)
)
-- Whose public is depends on the version that made the database.
SELECT 'schema' AS kind, '' AS of, n.nspname::text AS name, CASE WHEN n.nspname = 'public' THEN '' ELSE r.name END AS text
FROM pg_namespace n JOIN roles r ON r.oid = n.nspowner WHERE n.nspname = ANY ($1)
UNION ALL
SELECT 'table', '', c.name, concat_ws(' ', r.name, c.relpersistence, pg_get_partkeydef(c.oid),
         CASE WHEN c.relrowsecurity THEN 'row-level security' END, CASE WHEN c.relforcerowsecurity THEN 'forced' END)
FROM relations c JOIN roles r ON r.oid = c.relowner WHERE c.relkind IN ('r', 'p')
UNION ALL
-- PostgreSQL 16 and newer say less often of which table a view's column is.
SELECT 'view', '', c.name, concat_ws(' ', r.name, c.relkind,
         (SELECT string_agg(o, ', ' ORDER BY o COLLATE "C") FROM unnest(c.reloptions) o), regexp_replace(pg_get_viewdef(c.oid), '\m\w+\.', '', 'g'))
FROM relations c JOIN roles r ON r.oid = c.relowner WHERE c.relkind IN ('v', 'm')
UNION ALL
SELECT 'column', c.name, a.attname::text, concat_ws(' ', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
         a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid))
FROM relations c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE c.relkind IN ('r', 'p')
UNION ALL
SELECT 'constraint', c.name, k.conname::text, concat_ws(' ', pg_get_constraintdef(k.oid), CASE WHEN NOT k.convalidated THEN 'NOT VALID' END)
FROM relations c JOIN pg_constraint k ON k.conrelid = c.oid WHERE k.contype IN ('p', 'u', 'x', 'f', 'c')
UNION ALL
SELECT 'index', c.name, x.relname::text, concat_ws(' ', pg_get_indexdef(i.indexrelid), CASE WHEN NOT (i.indisvalid AND i.indisready) THEN 'invalid' END)
FROM relations c JOIN pg_index i ON i.indrelid = c.oid JOIN pg_class x ON x.oid = i.indexrelid
UNION ALL
SELECT 'policy', c.name, p.polname::text, concat_ws(' ', p.polpermissive, p.polcmd,
         (SELECT string_agg(r.name, ', ' ORDER BY r.name COLLATE "C") FROM unnest(p.polroles) o JOIN roles r ON r.oid = o),
         'USING', pg_get_expr(p.polqual, p.polrelid), 'CHECK', pg_get_expr(p.polwithcheck, p.polrelid))
FROM relations c JOIN pg_policy p ON p.polrelid = c.oid
UNION ALL
SELECT 'trigger', c.name, t.tgname::text, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text
FROM relations c JOIN pg_trigger t ON t.tgrelid = c.oid WHERE NOT t.tgisinternal
UNION ALL
SELECT 'function', '', p.name, r.name || ' ' || pg_get_functiondef(p.oid)
FROM functions p JOIN roles r ON r.oid = p.proowner
UNION ALL
SELECT 'grant', s.of, s.grantee, string_agg(s.text, ', ' ORDER BY s.text COLLATE "C")
FROM (
  SELECT g.of, r.name AS grantee, g.privilege_type || coalesce(' (' || string_agg(a.attname::text, ', ' ORDER BY a.attname::text COLLATE "C") || ')', '')
           || CASE WHEN g.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END AS text
  FROM acls g JOIN roles r ON r.oid = g.grantee
  LEFT JOIN pg_attribute a ON a.attrelid = g.oid AND a.attnum = g.num AND g.num > 0
  WHERE g.grantee <> g.owner AND g.privilege_type <> 'MAINTAIN'
  GROUP BY g.of, r.name, g.privilege_type, g.is_grantable, g.num > 0
) s
GROUP BY s.of, s.grantee
