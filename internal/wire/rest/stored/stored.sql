WITH login AS (
  SELECT r.oid, d.oid AS database
  FROM pg_roles r, pg_database d
  WHERE r.rolname = coalesce(nullif($1::text, ''), current_user) AND d.datname = current_database()
), stored AS (
  SELECT DISTINCT ON (s.key) s.key, s.value
  FROM (
    SELECT d.setdatabase, split_part(c.setting, '=', 1) AS key, substr(c.setting, strpos(c.setting, '=') + 1) AS value
    FROM login l JOIN pg_db_role_setting d ON d.setrole = l.oid AND d.setdatabase IN (0, l.database), unnest(d.setconfig) AS c (setting)
  ) AS s
  WHERE s.key LIKE 'pgrst.%' OR s.key LIKE 'app.settings.%'
  ORDER BY s.key, s.setdatabase DESC
), becoming AS (
  SELECT r.rolname, split_part(c.setting, '=', 1) AS key, substr(c.setting, strpos(c.setting, '=') + 1) AS value
  FROM pg_roles r, unnest(r.rolconfig) AS c (setting)
  WHERE pg_has_role(current_user, r.oid, 'MEMBER') AND r.rolname <> current_user
)
SELECT json_build_object(
  'values', (SELECT coalesce(json_object_agg(s.key, s.value), '{}') FROM stored s),
  'roles', (SELECT coalesce(json_object_agg(r.rolname, r.settings), '{}') FROM (
    SELECT b.rolname, json_agg(json_build_object('name', p.name, 'value', b.value) ORDER BY p.name) AS settings
    FROM becoming b JOIN pg_settings p ON lower(p.name) = lower(b.key)
    WHERE p.context = 'user' OR has_parameter_privilege(current_user, p.name, 'SET')
    GROUP BY b.rolname) AS r)
)
