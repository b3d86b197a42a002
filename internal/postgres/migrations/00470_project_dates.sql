-- A date that no calendar shows, infinity or 44 BC, and a budget of 92
-- quadrillions were a company's to write and everybody's to read: pages, lists
-- and pictures that met one failed. What is kept of such is left out; a text of
-- the deadline and the budget stays.

-- +goose Up
ALTER TABLE public.projects NO FORCE ROW LEVEL SECURITY;
ALTER TABLE public.project_revisions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE public.projects DISABLE TRIGGER USER;
UPDATE public.projects SET
  deadline_on = CASE WHEN deadline_on BETWEEN DATE '2000-01-01' AND DATE '2199-12-31' THEN deadline_on END,
  starts_on   = CASE WHEN starts_on   BETWEEN DATE '2000-01-01' AND DATE '2199-12-31' THEN starts_on   END
WHERE NOT (deadline_on BETWEEN DATE '2000-01-01' AND DATE '2199-12-31') OR NOT (starts_on BETWEEN DATE '2000-01-01' AND DATE '2199-12-31');
UPDATE public.projects SET budget_min_cents = NULL, budget_max_cents = NULL WHERE budget_min_cents > 99999999999 OR budget_max_cents > 99999999999;
ALTER TABLE public.projects ENABLE TRIGGER USER;
UPDATE public.project_revisions SET
  deadline_on = CASE WHEN deadline_on BETWEEN DATE '2000-01-01' AND DATE '2199-12-31' THEN deadline_on END,
  starts_on   = CASE WHEN starts_on   BETWEEN DATE '2000-01-01' AND DATE '2199-12-31' THEN starts_on   END
WHERE NOT (deadline_on BETWEEN DATE '2000-01-01' AND DATE '2199-12-31') OR NOT (starts_on BETWEEN DATE '2000-01-01' AND DATE '2199-12-31');
UPDATE public.project_revisions SET budget_min_cents = NULL, budget_max_cents = NULL WHERE budget_min_cents > 99999999999 OR budget_max_cents > 99999999999;

ALTER TABLE public.projects FORCE ROW LEVEL SECURITY;
ALTER TABLE public.project_revisions FORCE ROW LEVEL SECURITY;

ALTER TABLE public.projects
  ADD CONSTRAINT projects_deadline_on_real CHECK (deadline_on BETWEEN DATE '2000-01-01' AND DATE '2199-12-31'),
  ADD CONSTRAINT projects_starts_on_real   CHECK (starts_on   BETWEEN DATE '2000-01-01' AND DATE '2199-12-31'),
  ADD CONSTRAINT projects_budget_bounded   CHECK (budget_min_cents <= 99999999999 AND budget_max_cents <= 99999999999);
