-- What a company's people think of the proposals they compare: a note and a
-- place on the shortlist, for all of them to read and never for who proposed.

-- +goose Up
CREATE TABLE public.proposal_notes (
  proposal_id uuid        NOT NULL,
  company_id  uuid        NOT NULL,
  note        text        NOT NULL DEFAULT '',
  shortlisted boolean     NOT NULL DEFAULT false,
  updated_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT proposal_notes_pkey             PRIMARY KEY (proposal_id),
  CONSTRAINT proposal_notes_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES public.proposals (id) ON DELETE CASCADE,
  CONSTRAINT proposal_notes_company_id_fkey  FOREIGN KEY (company_id)  REFERENCES public.profiles (id)  ON DELETE CASCADE,
  CONSTRAINT proposal_notes_updated_by_fkey  FOREIGN KEY (updated_by)  REFERENCES public.profiles (id)  ON DELETE SET NULL,
  CONSTRAINT proposal_notes_note_bounded     CHECK (length(note) <= 2000)
);
CREATE INDEX proposal_notes_company_id_idx ON public.proposal_notes (company_id);
CREATE INDEX proposal_notes_updated_by_idx ON public.proposal_notes (updated_by);

-- Whose notes they are follows from the project; who wrote last, and when, is
-- not the writer's to say. As the caller: who does not see that the project is
-- his has no notes about what was proposed to it.
-- +goose StatementBegin
CREATE FUNCTION private.sign_note() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.company_id := (SELECT o.company_id FROM public.proposals p JOIN public.project_owners o ON o.project_id = p.project_id WHERE p.id = NEW.proposal_id);
  END IF;
  NEW.updated_by := auth.uid();
  NEW.updated_at := now();
  RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER sign_note BEFORE INSERT OR UPDATE ON public.proposal_notes
  FOR EACH ROW EXECUTE FUNCTION private.sign_note();

ALTER TABLE public.proposal_notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.proposal_notes FORCE  ROW LEVEL SECURITY;
CREATE POLICY "a company's people read its notes" ON public.proposal_notes
  FOR SELECT TO authenticated USING (company_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "a company's people note what was proposed to it" ON public.proposal_notes
  FOR INSERT TO authenticated WITH CHECK (company_id = ANY ((SELECT private.parties('negotiate'))::uuid[]));
CREATE POLICY "a company's people change its notes" ON public.proposal_notes
  FOR UPDATE TO authenticated USING (company_id = ANY ((SELECT private.parties('negotiate'))::uuid[]))
  WITH CHECK (company_id = ANY ((SELECT private.parties('negotiate'))::uuid[]));
CREATE POLICY "the server keeps notes" ON public.proposal_notes
  FOR ALL TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (proposal_id, company_id, note, shortlisted, updated_by, updated_at),
      INSERT (proposal_id, note, shortlisted),
      UPDATE (note, shortlisted) ON public.proposal_notes TO authenticated;
GRANT SELECT, DELETE ON public.proposal_notes TO service_role;
SELECT realtime.watch('public.proposal_notes');
