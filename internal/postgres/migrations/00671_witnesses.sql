-- A blocking item is lifted by both sides: one carries it out, the other
-- witnesses what came of it, by name and time. Who is asked and says nothing has
-- a date, which is told beforehand; after it the record says so.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('witness_days', 7, 'How long the other side of a contract has to witness the result of a blocking item.'),
  ('witness_reminder_days', 2, 'How long before that it is reminded.');

ALTER TABLE public.checklist_items
  ADD COLUMN recorded_name       text,
  ADD COLUMN witness_due_at      timestamptz,
  ADD COLUMN witness_reminded_at timestamptz,
  ADD COLUMN witnessed_by        uuid,
  ADD COLUMN witnessed_name      text,
  ADD COLUMN witnessed_at        timestamptz,
  ADD COLUMN witnessed_as        text,
  ADD CONSTRAINT checklist_items_witnessed_by_fkey FOREIGN KEY (witnessed_by) REFERENCES public.profiles (id) ON DELETE RESTRICT,
  ADD CONSTRAINT checklist_items_witness_known     CHECK (witnessed_as IN ('witness', 'signature', 'delivery', 'approval', 'silence')),
  ADD CONSTRAINT checklist_items_witness_told      CHECK ((witnessed_at IS NULL) = (witnessed_as IS NULL) AND (witnessed_by IS NOT NULL) = coalesce(witnessed_as <> 'silence', false)),
  ADD CONSTRAINT checklist_items_witness_is_other  CHECK (witnessed_by <> recorded_by),
  ADD CONSTRAINT checklist_items_witness_of_result CHECK (witnessed_at IS NULL OR result IN ('passed', 'not_applicable'));

COMMENT ON COLUMN public.checklist_items.recorded_name       IS 'What who recorded it was called then';
COMMENT ON COLUMN public.checklist_items.witness_due_at      IS 'Until when the other side may witness it, after which its silence counts';
COMMENT ON COLUMN public.checklist_items.witness_reminded_at IS 'When the other side was reminded of that';
COMMENT ON COLUMN public.checklist_items.witnessed_by        IS 'Who witnessed the result for the other side';
COMMENT ON COLUMN public.checklist_items.witnessed_name      IS 'What who witnessed it was called then';
COMMENT ON COLUMN public.checklist_items.witnessed_at        IS 'When it was witnessed';
COMMENT ON COLUMN public.checklist_items.witnessed_as        IS 'How: witness, signature, delivery, approval or silence';

CREATE INDEX checklist_items_witnessed_by_idx ON public.checklist_items (witnessed_by) WHERE witnessed_by IS NOT NULL;
CREATE INDEX checklist_items_unwitnessed_idx  ON public.checklist_items (checklist_id) WHERE blocking AND result IN ('passed', 'not_applicable') AND witnessed_at IS NULL;

GRANT SELECT (recorded_name, witness_due_at, witness_reminded_at, witnessed_by, witnessed_name, witnessed_at, witnessed_as) ON public.checklist_items TO authenticated;
GRANT UPDATE (recorded_name, witness_due_at, witness_reminded_at, witnessed_by, witnessed_name, witnessed_at, witnessed_as) ON public.checklist_items TO service_role;

-- Who signed a list witnessed what the other side had recorded in it.
UPDATE public.checklist_items i SET witnessed_as = 'signature', witnessed_by = s.person, witnessed_at = s.at, witnessed_name = s.name
FROM (
  SELECT c.id, v.side, v.person, v.at, p.name
  FROM public.checklists c, LATERAL (VALUES ('professional', c.signed_by_company, c.company_signed_at), ('company', c.signed_by_professional, c.professional_signed_at)) AS v (side, person, at)
  JOIN public.profiles p ON p.id = v.person WHERE c.status = 'signed') AS s
WHERE s.id = i.checklist_id AND s.side = i.recorded_side AND i.recorded_by <> s.person AND i.result IN ('passed', 'not_applicable');

-- A result that is recorded anew is witnessed by nobody yet, whoever writes it.
-- +goose StatementBegin
CREATE FUNCTION private.invite_witness() RETURNS trigger
LANGUAGE plpgsql SET search_path = ''
AS $$
BEGIN
  NEW.recorded_name  := (SELECT p.name FROM public.profiles p WHERE p.id = NEW.recorded_by);
  NEW.witness_due_at := CASE WHEN NEW.blocking AND NEW.result IN ('passed', 'not_applicable')
                             THEN private.end_of(private.market_day(NEW.recorded_at) + private.limit_of('witness_days')::integer) END;
  NEW.witness_reminded_at := NULL;
  NEW.witnessed_by   := NULL;
  NEW.witnessed_name := NULL;
  NEW.witnessed_at   := NULL;
  NEW.witnessed_as   := NULL;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER invite_witness BEFORE UPDATE OF result, note, recorded_by, recorded_at ON public.checklist_items
  FOR EACH ROW WHEN ((NEW.result, NEW.note, NEW.recorded_by, NEW.recorded_at) IS DISTINCT FROM (OLD.result, OLD.note, OLD.recorded_by, OLD.recorded_at)) EXECUTE FUNCTION private.invite_witness();

CREATE FUNCTION private.awaits_witness(milestone uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = ''
AS $$
  SELECT EXISTS (
    SELECT FROM public.checklists c JOIN public.checklist_items i ON i.checklist_id = c.id
    WHERE c.milestone_id = milestone AND c.status = 'agreed' AND i.blocking AND i.result IN ('passed', 'not_applicable') AND i.witnessed_at IS NULL)
$$;
GRANT EXECUTE ON FUNCTION private.awaits_witness(uuid) TO service_role;

CREATE OR REPLACE FUNCTION private.is_acceptance_paused(milestone uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = ''
AS $$
  SELECT private.is_acceptance_blocked(milestone) OR private.awaits_witness(milestone)
    OR EXISTS (SELECT FROM public.milestones m WHERE m.id = milestone AND m.waits_for_tac
         AND NOT EXISTS (SELECT FROM public.checklists c WHERE c.milestone_id = m.id AND c.executed_at IS NOT NULL))
$$;

SELECT private.log_knows('witness_result', 'witness_by_silence');
