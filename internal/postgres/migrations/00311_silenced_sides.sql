-- A side that administrators blocked cannot answer a dispute, and its silence
-- gave the claim what it asked for. Such a dispute goes to mediation instead.

-- +goose Up
-- Whether administrators keep everybody of a party from speaking for it: the
-- party itself is blocked, or each person of it who might. Who left is not.
CREATE FUNCTION private.is_silenced(party uuid) RETURNS boolean
LANGUAGE sql STABLE
SET search_path = ''
RETURN EXISTS (SELECT FROM public.profiles p WHERE p.id = party AND p.status = 'blocked' AND p.removed_at IS NULL)
  OR (SELECT bool_and(me.status = 'blocked') FROM public.memberships m
      JOIN private.role_rights r ON r.role = m.role AND r."right" = 'negotiate'
      JOIN public.profiles me ON me.id = m.person_id
      WHERE m.organisation_id = party) IS TRUE;
REVOKE ALL ON FUNCTION private.is_silenced(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.is_silenced(uuid) TO service_role;

-- Nobody may write the table, its owner neither.
ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES ('dispute', 'open', 'mediation');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;
