-- How a milestone is accepted can be agreed on item by item: a factory test
-- (TAF), a test at the plant (TAC) or a plain delivery. Both sides agree on the
-- list, one records, both sign the same version. An open blocking item, or a
-- test that is waited for, stops the clock of silence.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('checklist_items_max', 60, 'How many items the checklist of a milestone may have.');

ALTER TABLE public.milestones
  -- Its time to answer begins at the executed TAC, not at the delivery.
  ADD COLUMN waits_for_tac boolean NOT NULL DEFAULT false,
  -- Since when its time to answer stands still; review_until moves by as much.
  ADD COLUMN paused_at     timestamptz,
  ADD CONSTRAINT milestones_pause_of_review CHECK (paused_at IS NULL OR status = 'delivered');
GRANT SELECT (waits_for_tac, paused_at) ON public.milestones TO authenticated;

CREATE TABLE public.checklists (
  id                     uuid        NOT NULL DEFAULT private.uuid_v7(),
  contract_id            uuid        NOT NULL,
  milestone_id           uuid        NOT NULL,
  kind                   text        NOT NULL,
  -- The kind of project whose items it began with.
  template               text,
  -- Agreed on, it makes the milestone wait for it.
  holds_clock            boolean     NOT NULL DEFAULT false,
  -- Every change of an item or of a result makes the next.
  version                integer     NOT NULL DEFAULT 1,
  status                 text        NOT NULL DEFAULT 'proposed',
  -- The persons; of the version there is.
  agreed_by_company      uuid,
  agreed_by_professional uuid,
  signed_by_company      uuid,
  signed_by_professional uuid,
  company_signed_at      timestamptz,
  professional_signed_at timestamptz,
  -- When both had first signed a TAC without an open blocking item.
  executed_at            timestamptz,
  created_at             timestamptz NOT NULL DEFAULT now(),
  updated_at             timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT checklists_pkey                        PRIMARY KEY (id),
  CONSTRAINT checklists_one_of_a_kind               UNIQUE (milestone_id, kind),
  CONSTRAINT checklists_contract_id_fkey            FOREIGN KEY (contract_id)            REFERENCES public.contracts (id)  ON DELETE RESTRICT,
  CONSTRAINT checklists_milestone_id_fkey           FOREIGN KEY (milestone_id)           REFERENCES public.milestones (id) ON DELETE RESTRICT,
  CONSTRAINT checklists_agreed_by_company_fkey      FOREIGN KEY (agreed_by_company)      REFERENCES public.profiles (id)   ON DELETE RESTRICT,
  CONSTRAINT checklists_agreed_by_professional_fkey FOREIGN KEY (agreed_by_professional) REFERENCES public.profiles (id)   ON DELETE RESTRICT,
  CONSTRAINT checklists_signed_by_company_fkey      FOREIGN KEY (signed_by_company)      REFERENCES public.profiles (id)   ON DELETE RESTRICT,
  CONSTRAINT checklists_signed_by_professional_fkey FOREIGN KEY (signed_by_professional) REFERENCES public.profiles (id)   ON DELETE RESTRICT,
  CONSTRAINT checklists_kind_known                  CHECK (kind IN ('taf', 'tac', 'entrega')),
  CONSTRAINT checklists_template_named              CHECK (template ~ '^[a-z0-9_]{1,40}$'),
  CONSTRAINT checklists_holds_clock_of_tac          CHECK (kind = 'tac' OR NOT holds_clock),
  CONSTRAINT checklists_version_positive            CHECK (version > 0),
  CONSTRAINT checklists_status_known                CHECK (status IN ('proposed', 'agreed', 'signed')),
  CONSTRAINT checklists_agreement_told              CHECK ((status <> 'proposed') = (agreed_by_company IS NOT NULL AND agreed_by_professional IS NOT NULL)),
  CONSTRAINT checklists_signatures_told             CHECK ((status = 'signed') = (signed_by_company IS NOT NULL AND signed_by_professional IS NOT NULL)
    AND (signed_by_company IS NULL) = (company_signed_at IS NULL) AND (signed_by_professional IS NULL) = (professional_signed_at IS NULL)
    AND (status <> 'proposed' OR signed_by_company IS NULL AND signed_by_professional IS NULL)),
  CONSTRAINT checklists_agreed_by_two               CHECK (agreed_by_company <> agreed_by_professional),
  CONSTRAINT checklists_signed_by_two               CHECK (signed_by_company <> signed_by_professional),
  CONSTRAINT checklists_executed_tac                CHECK (executed_at IS NULL OR kind = 'tac' AND status <> 'proposed')
);
CREATE INDEX checklists_contract_id_idx            ON public.checklists (contract_id);
CREATE INDEX checklists_agreed_by_company_idx      ON public.checklists (agreed_by_company)      WHERE agreed_by_company      IS NOT NULL;
CREATE INDEX checklists_agreed_by_professional_idx ON public.checklists (agreed_by_professional) WHERE agreed_by_professional IS NOT NULL;
CREATE INDEX checklists_signed_by_company_idx      ON public.checklists (signed_by_company)      WHERE signed_by_company      IS NOT NULL;
CREATE INDEX checklists_signed_by_professional_idx ON public.checklists (signed_by_professional) WHERE signed_by_professional IS NOT NULL;
CREATE TRIGGER touch BEFORE UPDATE ON public.checklists
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.checklist_items (
  id            uuid        NOT NULL DEFAULT private.uuid_v7(),
  checklist_id  uuid        NOT NULL,
  contract_id   uuid        NOT NULL,
  position      integer     NOT NULL,
  title         text        NOT NULL,
  expected      text        NOT NULL DEFAULT '',
  blocking      boolean     NOT NULL DEFAULT false,
  result        text        NOT NULL DEFAULT 'pending',
  note          text,
  recorded_by   uuid,
  -- The side for which it was recorded last.
  recorded_side text,
  recorded_at   timestamptz,
  CONSTRAINT checklist_items_pkey              PRIMARY KEY (id),
  CONSTRAINT checklist_items_position_key      UNIQUE (checklist_id, position),
  CONSTRAINT checklist_items_checklist_id_fkey FOREIGN KEY (checklist_id) REFERENCES public.checklists (id) ON DELETE RESTRICT,
  CONSTRAINT checklist_items_contract_id_fkey  FOREIGN KEY (contract_id)  REFERENCES public.contracts (id)  ON DELETE RESTRICT,
  CONSTRAINT checklist_items_recorded_by_fkey  FOREIGN KEY (recorded_by)  REFERENCES public.profiles (id)   ON DELETE RESTRICT,
  CONSTRAINT checklist_items_position_positive CHECK (position > 0),
  CONSTRAINT checklist_items_title_bounded     CHECK (btrim(title) <> '' AND length(title) <= 200),
  CONSTRAINT checklist_items_expected_bounded  CHECK (length(expected) <= 500),
  CONSTRAINT checklist_items_note_bounded      CHECK (btrim(note) <> '' AND length(note) <= 1000),
  CONSTRAINT checklist_items_result_known      CHECK (result IN ('pending', 'passed', 'failed', 'not_applicable')),
  CONSTRAINT checklist_items_record_told       CHECK ((recorded_by IS NULL) = (recorded_at IS NULL) AND (recorded_by IS NULL) = (recorded_side IS NULL)
    AND (result = 'pending' OR recorded_by IS NOT NULL)),
  CONSTRAINT checklist_items_side_known        CHECK (recorded_side IN ('company', 'professional'))
);
CREATE INDEX checklist_items_contract_id_idx ON public.checklist_items (contract_id);
CREATE INDEX checklist_items_recorded_by_idx ON public.checklist_items (recorded_by) WHERE recorded_by IS NOT NULL;

ALTER TABLE public.checklists ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.checklists FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read the checklists of their contract" ON public.checklists
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "administrators read every checklist" ON public.checklists
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps checklists" ON public.checklists
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, contract_id, milestone_id, kind, template, holds_clock, version, status, agreed_by_company, agreed_by_professional, signed_by_company,
  signed_by_professional, company_signed_at, professional_signed_at, executed_at, created_at, updated_at) ON public.checklists TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.checklists TO service_role;
SELECT realtime.watch('public.checklists');

ALTER TABLE public.checklist_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.checklist_items FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read the items of their checklists" ON public.checklist_items
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "administrators read every item" ON public.checklist_items
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps items" ON public.checklist_items
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, checklist_id, contract_id, position, title, expected, blocking, result, note, recorded_by, recorded_side, recorded_at)
  ON public.checklist_items TO authenticated;
GRANT SELECT, INSERT, UPDATE (result, note, recorded_by, recorded_side, recorded_at), DELETE ON public.checklist_items TO service_role;
SELECT realtime.watch('public.checklist_items');

-- Nobody may write the table, its owner neither.
ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES
  ('checklist', 'proposed', 'agreed'), ('checklist', 'agreed', 'signed'), ('checklist', 'signed', 'agreed');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.checklists
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('checklist');

-- Whether an item that both agreed on as blocking is not passed yet.
-- +goose StatementBegin
CREATE FUNCTION private.is_acceptance_blocked(milestone uuid) RETURNS boolean
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT EXISTS (
    SELECT FROM public.checklists c JOIN public.checklist_items i ON i.checklist_id = c.id
    WHERE c.milestone_id = milestone AND c.status <> 'proposed' AND i.blocking AND i.result IN ('pending', 'failed'))
$$;
-- +goose StatementEnd

-- Whether the time to answer a delivery stands still: as above, or since the
-- TAC that it waits for was not executed.
-- +goose StatementBegin
CREATE FUNCTION private.is_acceptance_paused(milestone uuid) RETURNS boolean
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  SELECT private.is_acceptance_blocked(milestone)
    OR EXISTS (SELECT FROM public.milestones m WHERE m.id = milestone AND m.waits_for_tac
         AND NOT EXISTS (SELECT FROM public.checklists c WHERE c.milestone_id = m.id AND c.executed_at IS NOT NULL))
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.is_acceptance_blocked(uuid), private.is_acceptance_paused(uuid) TO service_role;

SELECT private.log_knows('start_checklist', 'agree_checklist', 'sign_checklist', 'execute_tac', 'pause_acceptance', 'resume_acceptance');
