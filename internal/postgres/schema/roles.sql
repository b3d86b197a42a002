-- What belongs to no schema: roles that requests take, what else is installed,
-- and what new objects grant by themselves.
SELECT concat_ws(E'\n\n',
  (SELECT string_agg('CREATE ROLE ' || quote_ident(r.rolname) || concat_ws(' ', '',
            CASE WHEN r.rolcanlogin THEN 'LOGIN' ELSE 'NOLOGIN' END, CASE WHEN r.rolinherit THEN 'INHERIT' ELSE 'NOINHERIT' END,
            CASE WHEN r.rolbypassrls THEN 'BYPASSRLS' END, CASE WHEN r.rolsuper THEN 'SUPERUSER' END) || ';', E'\n' ORDER BY r.rolname COLLATE "C")
   FROM pg_roles r WHERE r.rolname = ANY($1)),
  (SELECT string_agg(DISTINCT format('GRANT %I TO %I;', r.rolname, m.rolname), E'\n')
   FROM pg_auth_members a JOIN pg_roles r ON r.oid = a.roleid JOIN pg_roles m ON m.oid = a.member
   WHERE r.rolname = ANY($1) AND m.rolname = ANY($1)),
  (SELECT string_agg(format('CREATE EXTENSION %I WITH SCHEMA %I;', e.extname, e.extnamespace::regnamespace::text), E'\n' ORDER BY e.extname COLLATE "C")
   FROM pg_extension e WHERE e.extname <> 'plpgsql'),
  (SELECT string_agg(concat_ws(' ', 'CREATE EVENT TRIGGER', quote_ident(e.evtname), 'ON', e.evtevent, 'EXECUTE FUNCTION', e.evtfoid::regprocedure::text) || ';', E'\n' ORDER BY e.evtname COLLATE "C")
   FROM pg_event_trigger e))
