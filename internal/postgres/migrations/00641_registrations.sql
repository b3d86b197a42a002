-- Whoever signs up with a name and a role alone, as the client's own call has it, or
-- comes by a provider that knows no CPF, has a user and no profile: the market does not
-- know him yet. What he said waits here for the document and the acceptance of the
-- terms, and until then one gate, which every protocol asks first, opens nothing else.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('registration_days', 30, 'For how many days a registration waits for the document and the acceptance of the terms.');

CREATE TABLE public.registrations (
  user_id    uuid        NOT NULL,
  email      text        NOT NULL,
  name       text        NOT NULL,
  -- None where a provider vouches for him, which knows nothing of sides.
  role       text,
  skills     text[]      NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT registrations_pkey          PRIMARY KEY (user_id),
  CONSTRAINT registrations_user_id_fkey  FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE,
  CONSTRAINT registrations_email_bounded CHECK (length(email) BETWEEN 3 AND 255),
  CONSTRAINT registrations_name_bounded  CHECK (length(name) <= 120),
  CONSTRAINT registrations_role_known    CHECK (role IN ('professional', 'company')),
  CONSTRAINT registrations_skills_max    CHECK (cardinality(skills) <= 5)
);
CREATE INDEX registrations_created_at_idx ON public.registrations (created_at DESC, user_id DESC);
ALTER TABLE public.registrations ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.registrations FORCE  ROW LEVEL SECURITY;
CREATE POLICY "owners read their registration" ON public.registrations
  FOR SELECT TO authenticated USING (user_id = (SELECT auth.uid()));
CREATE POLICY "administrators read every registration" ON public.registrations
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps registrations" ON public.registrations
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (user_id, email, name, role, skills, created_at) ON public.registrations TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.registrations TO service_role;
COMMENT ON TABLE  public.registrations IS E'Sign-ups that lack the document and the acceptance of the terms\nTheir owners have no profile yet, and may do nothing else before they complete them.';
COMMENT ON COLUMN public.registrations.user_id    IS 'Who signed up';
COMMENT ON COLUMN public.registrations.email      IS 'E-mail address';
COMMENT ON COLUMN public.registrations.name       IS 'The name given, or empty';
COMMENT ON COLUMN public.registrations.role       IS 'professional or company, where it is known';
COMMENT ON COLUMN public.registrations.skills     IS 'Skills, by slug';
COMMENT ON COLUMN public.registrations.created_at IS 'When it was written';

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.follow_email() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF NEW.email IS NOT NULL THEN
    UPDATE public.accounts      SET email = NEW.email WHERE profile_id = NEW.id;
    UPDATE public.registrations SET email = NEW.email WHERE user_id    = NEW.id;
  END IF;
  RETURN NULL;
END
$$;

-- What every request begins with: the session lasts, and who is signed in is known to
-- the market. Who is not yet reads what he said, chooses skills, completes it, or goes.
CREATE FUNCTION private.admit() RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM auth.check_session();
  IF auth.role() = 'authenticated'
     AND NOT EXISTS (SELECT FROM public.accounts WHERE profile_id = auth.uid())
     AND coalesce(current_setting('request.path', true), '') NOT IN
       ('/registrations', '/skills', '/rpc/complete_registration', '/rpc/export_data', '/rpc/delete_account') THEN
    PERFORM private.refuse(403, 'registration_incomplete', 'Complete o seu cadastro para continuar.');
  END IF;
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.admit() TO anon, authenticated, service_role;
ALTER FUNCTION private.admit() OWNER TO definer;
