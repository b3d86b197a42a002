-- Who accepted an invitation may have another address by now: it keeps who it
-- was, so that the address can go when its owner does.

-- +goose Up
ALTER TABLE public.invitations
  ADD COLUMN accepted_by uuid,
  ADD CONSTRAINT invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES public.profiles (id) ON DELETE SET NULL,
  ADD CONSTRAINT invitations_accepted_by_told CHECK (accepted_by IS NULL OR status = 'accepted');
CREATE INDEX invitations_accepted_by_idx ON public.invitations (accepted_by);
CREATE INDEX invitations_email_idx       ON public.invitations (email);
GRANT SELECT (accepted_by) ON public.invitations TO authenticated;
UPDATE public.invitations i SET accepted_by = m.person_id
FROM public.memberships m JOIN public.accounts a ON a.profile_id = m.person_id
WHERE i.status = 'accepted' AND m.organisation_id = i.organisation_id AND a.email = i.email;
