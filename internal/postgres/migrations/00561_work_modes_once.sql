-- A way of working was kept as often as it was sent. Each stands once.

-- +goose Up
ALTER TABLE public.profiles NO FORCE ROW LEVEL SECURITY;
ALTER TABLE public.profiles DISABLE TRIGGER USER;
UPDATE public.profiles
SET work_modes = ARRAY(SELECT mode FROM unnest(ARRAY['on_site', 'hybrid', 'remote']) WITH ORDINALITY AS known (mode, place)
                       WHERE mode = ANY (work_modes) ORDER BY place)
WHERE cardinality(work_modes) <> ('on_site' = ANY (work_modes))::int + ('hybrid' = ANY (work_modes))::int + ('remote' = ANY (work_modes))::int;
ALTER TABLE public.profiles ENABLE TRIGGER USER;
ALTER TABLE public.profiles FORCE ROW LEVEL SECURITY;

ALTER TABLE public.profiles ADD CONSTRAINT profiles_work_modes_once CHECK (
  cardinality(work_modes) = ('on_site' = ANY (work_modes))::int + ('hybrid' = ANY (work_modes))::int + ('remote' = ANY (work_modes))::int);
