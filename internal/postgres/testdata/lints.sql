-- What every object of the schema keeps to. Each query lists the objects that do
-- not; schema_test.go names those that may, each with its reason. $1 are the
-- schemas. Those with a number are the lints of splinter, the database linter of
-- Supabase, as far as they are about a schema; unused indexes (0005), bloat (0020)
-- and versions of extensions (0022) are about a running server.

-- lint: RowSecurityIsForced
SELECT c.oid::regclass::text FROM pg_class c
  WHERE c.relkind IN ('r', 'p') AND c.relnamespace = ANY($1::regnamespace[]) AND NOT (c.relrowsecurity AND c.relforcerowsecurity);

-- lint: ClientsAreGrantedColumnsOneByOne
-- A column that comes later would be readable before anybody thought about it.
SELECT format('%s %s TO %s', g.privilege_type, c.oid::regclass, CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE g.grantee::regrole::text END)
  FROM pg_class c, aclexplode(c.relacl) g
  WHERE c.relkind IN ('r', 'p', 'v', 'm') AND c.relnamespace = ANY($1::regnamespace[])
    AND (g.grantee = 0 OR g.grantee IN ('anon'::regrole, 'authenticated'::regrole))
    AND g.privilege_type <> 'DELETE';

-- lint: NobodyButTheOwnerMayAvoidPolicies
-- TRUNCATE knows no policy, REFERENCES and TRIGGER reach behind one.
SELECT format('%s %s TO %s', g.privilege_type, c.oid::regclass, CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE g.grantee::regrole::text END)
  FROM pg_class c, aclexplode(c.relacl) g
  WHERE c.relkind IN ('r', 'p', 'v', 'm') AND c.relnamespace = ANY($1::regnamespace[])
    AND g.grantee <> c.relowner AND g.privilege_type NOT IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE');

-- lint: ConstraintsAreNamed
-- A violated constraint is told by its name, which the one that PostgreSQL
-- makes up says nothing in. Keys keep theirs: that says which.
SELECT k.conrelid::regclass || ' ' || k.conname FROM pg_constraint k
  WHERE k.connamespace = ANY($1::regnamespace[]) AND k.contype IN ('p', 'u', 'x', 'f', 'c')
    AND k.conname ~ '(_check\d*|_excl\d*|_(pkey|key|fkey)\d+)$';

-- lint: PoliciesAskForTheCallerOnce
-- Within SELECT it is asked once a statement, without once a row.
SELECT p.polrelid::regclass || ' ' || p.polname FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid,
    concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) AS expression
  WHERE c.relnamespace = ANY($1::regnamespace[])
    AND regexp_replace(expression, 'SELECT (auth\.(uid|role|jwt|email)|private\.(is_admin|parties))\(', '', 'g')
      ~ '(auth\.(uid|role|jwt|email)|private\.(is_admin|parties))\(';

-- lint: PoliciesOfAPartysRowsAskWhoActsForIt
-- What belongs to a party belongs to whoever acts for it; only what is a person's own asks who the
-- caller is: rows with a column person_id, by its name, and the tables that are explained.
SELECT DISTINCT p.polrelid::regclass::text FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
  WHERE c.relnamespace = 'public'::regnamespace AND 'public'::regnamespace = ANY($1::regnamespace[])
    AND replace(concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)), '(person_id = ( SELECT auth.uid() AS uid))', '') ~ 'auth\.(uid|jwt)\(';

-- lint: FunctionsAskWhoActsForAParty
SELECT p.oid::regprocedure::text FROM pg_proc p
  WHERE p.pronamespace = ANY($1::regnamespace[])
    AND p.prosrc ~* '((company|professional|author|subject|organisation)_id\s*(=|<>|!=|IN)\s*\(*\s*(SELECT\s+)?auth\.uid\(|auth\.uid\(\)\s*\)*\s*(=|<>|!=|IN)\s*\(?\s*(\w+\.)?(company|professional|author|subject|organisation)_id)';

-- lint: ForeignKeysHaveAnIndex
-- Without one, removing what is pointed at reads the whole table.
SELECT k.conrelid::regclass || ' ' || k.conname FROM pg_constraint k
  WHERE k.contype = 'f' AND k.connamespace = ANY($1::regnamespace[]) AND NOT EXISTS (
    SELECT FROM pg_index i
    WHERE i.indrelid = k.conrelid AND (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
      AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) ~ '^\(\w+ IS NOT NULL\)$'));

-- lint: ForeignKeysSayWhatFollowsARemoval
SELECT k.conrelid::regclass || ' ' || k.conname FROM pg_constraint k
  WHERE k.contype = 'f' AND k.connamespace = ANY($1::regnamespace[]) AND k.confdeltype = 'a';

-- lint: NoColumnIsAFloatingPointNumber
-- Money is whole centavos, and what is counted is counted exactly.
SELECT c.oid::regclass || ' ' || a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relkind IN ('r', 'p', 'v', 'm') AND c.relnamespace = ANY($1::regnamespace[]) AND a.attnum > 0 AND NOT a.attisdropped
    AND a.atttypid IN ('real'::regtype, 'double precision'::regtype, 'money'::regtype);

-- lint: FunctionsOfExtensionsAreGrantedByName
-- A restore creates an extension after the functions' default privileges
-- are in force: only what is granted by name is there again.
SELECT p.oid::regprocedure::text FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
  WHERE p.pronamespace = 'extensions'::regnamespace AND 'public'::regnamespace = ANY($1::regnamespace[]) AND (
    SELECT count(*) FROM aclexplode(p.proacl) g
    WHERE g.grantee IN ('anon'::regrole, 'authenticated'::regrole, 'service_role'::regrole) AND g.privilege_type = 'EXECUTE') < 3;

-- lint: FunctionsWithRightsOfTheirOwnFixTheirSearchPath
-- With another path the caller decides what a name in it means.
SELECT p.oid::regprocedure::text FROM pg_proc p
  WHERE p.pronamespace = ANY($1::regnamespace[]) AND p.prosecdef
    AND NOT coalesce(p.proconfig, '{}') @> '{"search_path=\"\""}';

-- lint: TablesHaveAPrimaryKey
-- 0004.
SELECT c.oid::regclass::text FROM pg_class c
WHERE c.relkind IN ('r', 'p') AND c.relnamespace = ANY($1::regnamespace[])
  AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary);

-- lint: RowSecurityHasPolicies
-- 0008: without one a table is closed to everybody, which nobody meant.
SELECT c.oid::regclass::text FROM pg_class c
WHERE c.relkind IN ('r', 'p') AND c.relnamespace = ANY($1::regnamespace[]) AND c.relrowsecurity
  AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid);

-- lint: PoliciesAreInForce
-- 0007 and 0013.
SELECT DISTINCT c.oid::regclass::text FROM pg_class c JOIN pg_policy p ON p.polrelid = c.oid
WHERE c.relnamespace = ANY($1::regnamespace[]) AND NOT c.relrowsecurity;

-- lint: NoTwoIndexesAreAlike
-- 0009.
SELECT i.indrelid::regclass || ' ' || string_agg(i.indexrelid::regclass::text, ', ' ORDER BY i.indexrelid::regclass::text)
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
WHERE c.relnamespace = ANY($1::regnamespace[])
GROUP BY i.indrelid, i.indkey::text, i.indclass::text, i.indcollation::text, i.indoption::text, pg_get_expr(i.indexprs, i.indrelid), pg_get_expr(i.indpred, i.indrelid), i.indnkeyatts, c.relam
HAVING count(*) > 1;

-- lint: ViewsShowWhatTheirReaderMaySee
-- 0010: otherwise a view passes by the policies of its tables.
SELECT c.oid::regclass::text FROM pg_class c
WHERE c.relkind = 'v' AND c.relnamespace = ANY($1::regnamespace[])
  AND NOT coalesce(c.reloptions, '{}') && '{security_invoker=true, security_invoker=on, security_invoker=1}';

-- lint: FunctionsFixTheirSearchPath
-- 0011: those whose names are resolved when they are called.
SELECT p.oid::regprocedure::text FROM pg_proc p
WHERE p.pronamespace = ANY($1::regnamespace[]) AND p.prosqlbody IS NULL
  AND NOT EXISTS (SELECT FROM unnest(p.proconfig) AS setting WHERE setting LIKE 'search_path=%')
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e');

-- lint: ExtensionsAreNotInPublic
-- 0014.
SELECT e.extname::text FROM pg_extension e
WHERE e.extnamespace = 'public'::regnamespace AND 'public'::regnamespace = ANY($1::regnamespace[]);

-- lint: NothingTrustsWhatMembersSayOfThemselves
-- 0015: members write their own user_metadata.
SELECT p.polrelid::regclass || ' ' || p.polname FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
WHERE c.relnamespace = ANY($1::regnamespace[])
  AND concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) ~* 'user_?meta_?data'
UNION ALL
SELECT p.oid::regprocedure::text FROM pg_proc p
WHERE p.pronamespace = ANY($1::regnamespace[]) AND pg_get_function_sqlbody(p.oid) IS NULL AND p.prosrc ~* '(jwt|claims).*user_?meta_?data';

-- lint: NothingIsExposedThatHasNoPolicies
-- 0002, 0016 and 0017: neither materialised views nor foreign tables have any.
SELECT c.oid::regclass::text FROM pg_class c
WHERE c.relkind IN ('m', 'f') AND c.relnamespace = ANY($1::regnamespace[]) AND c.relnamespace <> 'private'::regnamespace
UNION ALL
SELECT DISTINCT v.oid::regclass::text FROM pg_class v JOIN pg_rewrite r ON r.ev_class = v.oid
JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refobjid IN (SELECT oid FROM pg_class WHERE relnamespace = 'auth'::regnamespace)
WHERE v.relkind IN ('v', 'm') AND v.relnamespace = ANY($1::regnamespace[]) AND v.relnamespace <> 'auth'::regnamespace;

-- lint: ColumnsSurviveAnUpgrade
-- 0018: pg_upgrade refuses these types.
SELECT c.oid::regclass || ' ' || a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
WHERE c.relkind IN ('r', 'p') AND c.relnamespace = ANY($1::regnamespace[]) AND a.attnum > 0 AND NOT a.attisdropped
  AND a.atttypid IN ('regcollation'::regtype, 'regconfig'::regtype, 'regdictionary'::regtype, 'regnamespace'::regtype,
                     'regoper'::regtype, 'regoperator'::regtype, 'regproc'::regtype, 'regprocedure'::regtype);

-- lint: SecretsAreReadByNobody
-- 0023: by their names, whatever the policies.
SELECT c.oid::regclass || ' ' || a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
WHERE c.relkind IN ('r', 'p', 'v', 'm') AND c.relnamespace = ANY($1::regnamespace[]) AND a.attnum > 0 AND NOT a.attisdropped
  AND a.attname ~ '(password|secret|token|api_?key|private_?key|_hash$|cpf|cnpj|document|phone|birth|pix_key|account_number|card)'
  AND (has_column_privilege('anon', c.oid, a.attnum, 'SELECT') OR has_column_privilege('authenticated', c.oid, a.attnum, 'SELECT'));

-- lint: NoPolicyLetsClientsWriteAnything
-- 0024.
SELECT p.polrelid::regclass || ' ' || p.polname FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
WHERE c.relnamespace = ANY($1::regnamespace[]) AND p.polpermissive AND p.polcmd <> 'r'
  AND (0 = ANY (p.polroles) OR p.polroles && ARRAY['anon'::regrole::oid, 'authenticated'::regrole::oid])
  AND 'true' IN (pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid));

-- lint: PoliciesCheckWhatTheyLetBeWritten
SELECT p.polrelid::regclass || ' ' || p.polname FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
WHERE c.relnamespace = ANY($1::regnamespace[]) AND p.polcmd IN ('a', 'w', '*') AND p.polwithcheck IS NULL;

-- lint: PublicBucketsAreNotListed
-- 0025: files of a public bucket are read by their addresses and listed by nobody.
SELECT p.polrelid::regclass || ' ' || p.polname FROM pg_policy p
WHERE p.polrelid = 'storage.objects'::regclass AND 'storage'::regnamespace = ANY($1::regnamespace[]) AND p.polcmd IN ('r', '*')
  AND (0 = ANY (p.polroles) OR 'anon'::regrole = ANY (p.polroles) OR 'authenticated'::regrole = ANY (p.polroles) AND pg_get_expr(p.polqual, p.polrelid) !~ '(may_write|is_side_of|is_admin|message_files|project_files)');

-- lint: OneSentenceSaysWhoMay
-- 0006: policies of one act add up, and each costs. That administrators may, too,
-- perhaps of some rows only, is a sentence of its own everywhere and asked once a
-- statement.
SELECT p.polrelid::regclass || ' ' || act || ' ' || role::regrole
FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid, unnest(p.polroles) AS role,
     unnest(CASE p.polcmd WHEN '*' THEN '{r, a, w, d}' ELSE ARRAY[p.polcmd::text] END) AS act
WHERE c.relnamespace = ANY($1::regnamespace[]) AND p.polpermissive AND role::regrole::text IN ('anon', 'authenticated')
  AND coalesce(pg_get_expr(p.polqual, p.polrelid), '') <> '( SELECT private.is_admin() AS is_admin)'
  AND coalesce(pg_get_expr(p.polqual, p.polrelid), '') NOT LIKE '(( SELECT private.is_admin() AS is_admin) AND %'
GROUP BY p.polrelid, act, role HAVING count(*) > 1;

-- lint: KeysToUsersAreOfOneUser
-- 0021: a foreign key to a column of the users that is not unique.
SELECT k.conrelid::regclass || ' ' || k.conname FROM pg_constraint k
WHERE k.contype = 'f' AND k.connamespace = ANY($1::regnamespace[]) AND k.confrelid = 'auth.users'::regclass
  AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = k.confrelid AND i.indisunique AND i.indkey::int2[] @> k.confkey);

-- lint: JoinTablesMakeNoReadAmbiguous
-- A table whose key is made of references to two tables is a way from one to the other. Where
-- there is a direct reference already, a read of one within the other that names no constraint
-- is refused from then on (PGRST201). Give such a table a key of its own.
SELECT DISTINCT format('%s makes reads of %s within %s ambiguous', j.conrelid::regclass, b.confrelid::regclass, a.confrelid::regclass)
  FROM pg_constraint j
  JOIN pg_constraint a ON a.conrelid = j.conrelid AND a.contype = 'f' AND a.conkey <@ j.conkey
  JOIN pg_constraint b ON b.conrelid = j.conrelid AND b.contype = 'f' AND b.conkey <@ j.conkey AND b.oid <> a.oid
  WHERE j.contype = 'p' AND j.connamespace = ANY($1::regnamespace[])
    AND EXISTS (SELECT FROM pg_constraint d WHERE d.contype = 'f' AND d.conrelid <> j.conrelid
      AND (d.conrelid = a.confrelid AND d.confrelid = b.confrelid OR d.conrelid = b.confrelid AND d.confrelid = a.confrelid));
