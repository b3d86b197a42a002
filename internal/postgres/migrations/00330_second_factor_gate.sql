-- Whoever holds only the password of an account that has a second factor is
-- not its owner yet: his session opens nothing until the factor is proved. The
-- check that every protocol makes first says so, from the session's row and
-- not from the token, which may be older.

-- +goose Up
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION auth.check_session() RETURNS void
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  claims jsonb := auth.jwt();
  banned timestamptz;
  halfway boolean := false;
BEGIN
  IF claims ->> 'session_id' IS NOT NULL THEN
    SELECT u.banned_until, s.aal = 'aal1' AND EXISTS (SELECT FROM auth.mfa_factors f WHERE f.user_id = u.id AND f.status = 'verified')
      INTO banned, halfway
      FROM auth.sessions s
      JOIN auth.users u ON u.id = s.user_id
     WHERE s.id = (claims ->> 'session_id')::uuid
       AND s.user_id = (claims ->> 'sub')::uuid
       AND u.deleted_at IS NULL;
    IF NOT FOUND THEN
      banned := auth.banned_until((claims ->> 'sub')::uuid);
      IF banned IS NULL OR banned <= now() THEN
        RAISE EXCEPTION 'Session ended' USING ERRCODE = 'PT401', HINT = 'session_not_found';
      END IF;
    END IF;
  ELSIF claims ->> 'role' = 'authenticated' THEN
    banned := auth.banned_until(auth.uid());
  END IF;
  IF banned > now() THEN
    RAISE EXCEPTION 'User is banned' USING ERRCODE = 'PT401', HINT = 'user_banned';
  END IF;
  IF halfway THEN
    RAISE EXCEPTION 'Second factor needed' USING ERRCODE = 'PT401', HINT = 'insufficient_aal';
  END IF;
END
$$;
-- +goose StatementEnd
