CREATE TABLE public.acme_visits (
  id           uuid        PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id     uuid        NOT NULL DEFAULT auth.uid() REFERENCES auth.users ON DELETE CASCADE,
  plant        text        NOT NULL CHECK (length(plant) BETWEEN 1 AND 120),
  scheduled_on date        NOT NULL,
  notes        text        NOT NULL DEFAULT '' CHECK (length(notes) <= 2000)
);
CREATE INDEX acme_visits_by_owner ON public.acme_visits (owner_id, scheduled_on);
COMMENT ON TABLE public.acme_visits IS 'Visitas técnicas que cada um marca para si.';
COMMENT ON COLUMN public.acme_visits.plant IS 'A fábrica a visitar.';

-- Sem GRANT ninguém usa a tabela; sem política ninguém vê uma linha.
GRANT SELECT, DELETE ON public.acme_visits TO authenticated;
GRANT INSERT (plant, scheduled_on, notes) ON public.acme_visits TO authenticated;
GRANT UPDATE (scheduled_on, notes) ON public.acme_visits TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.acme_visits TO service_role;

ALTER TABLE public.acme_visits ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.acme_visits FORCE ROW LEVEL SECURITY;
CREATE POLICY "owners keep their visits" ON public.acme_visits
  FOR ALL TO authenticated
  USING (owner_id = (SELECT auth.uid()))
  WITH CHECK (owner_id = (SELECT auth.uid()));
CREATE POLICY "the server keeps all visits" ON public.acme_visits
  FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
