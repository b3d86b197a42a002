-- A registered CPF or CNPJ is corrected by its owner's asking and an
-- administrator's looking: it is what contracts, receipts and the institution
-- that pays go by, and what keeps one person to one account.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('corrections_monthly_max', 3, 'How many corrections of one CPF or CNPJ may be asked for in 30 days.');

CREATE TABLE public.corrections (
  id           uuid        NOT NULL DEFAULT private.uuid_v7(),
  -- Whose number it is: a professional's own CPF, or an organisation's CNPJ.
  party_id     uuid        NOT NULL,
  kind         text        NOT NULL,
  -- None where an account goes without, because another had given it before.
  old_document text,
  new_document text        NOT NULL,
  reason       text        NOT NULL,
  status       text        NOT NULL DEFAULT 'waiting',
  asked_by     uuid        NOT NULL,
  -- What the administrator wrote to the owner.
  answer       text,
  decided_by   uuid,
  created_at   timestamptz NOT NULL DEFAULT now(),
  decided_at   timestamptz,
  CONSTRAINT corrections_pkey             PRIMARY KEY (id),
  CONSTRAINT corrections_party_id_fkey    FOREIGN KEY (party_id)   REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT corrections_asked_by_fkey    FOREIGN KEY (asked_by)   REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT corrections_decided_by_fkey  FOREIGN KEY (decided_by) REFERENCES public.profiles (id) ON DELETE SET NULL,
  CONSTRAINT corrections_kind_known       CHECK (kind IN ('cpf', 'cnpj')),
  CONSTRAINT corrections_status_known     CHECK (status IN ('waiting', 'approved', 'refused', 'withdrawn')),
  CONSTRAINT corrections_numbers_of_kind  CHECK (
    new_document ~ CASE kind WHEN 'cpf' THEN '^[0-9]{11}$' ELSE '^[0-9A-Z]{12}[0-9]{2}$' END
    AND old_document ~ CASE kind WHEN 'cpf' THEN '^[0-9]{11}$' ELSE '^[0-9A-Z]{12}[0-9]{2}$' END),
  CONSTRAINT corrections_numbers_differ   CHECK (new_document <> old_document),
  CONSTRAINT corrections_reason_filled    CHECK (btrim(reason) <> '' AND length(reason) <= 1000),
  CONSTRAINT corrections_answer_filled    CHECK (btrim(answer) <> '' AND length(answer) <= 1000),
  CONSTRAINT corrections_refusal_answered CHECK (status <> 'refused' OR answer IS NOT NULL),
  CONSTRAINT corrections_decision_told    CHECK ((status = 'waiting') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX corrections_one_waiting     ON public.corrections (party_id, kind)                WHERE status = 'waiting';
CREATE INDEX        corrections_party_id_idx    ON public.corrections (party_id, kind, created_at DESC);
CREATE INDEX        corrections_asked_by_idx    ON public.corrections (asked_by);
CREATE INDEX        corrections_decided_by_idx  ON public.corrections (decided_by)                    WHERE decided_by IS NOT NULL;
CREATE INDEX        corrections_status_idx      ON public.corrections (status, created_at, id);

-- A firm's partners have nothing to do with the CPF of who founded it.
ALTER TABLE public.corrections ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.corrections FORCE  ROW LEVEL SECURITY;
CREATE POLICY "owners read the corrections of their number" ON public.corrections
  FOR SELECT TO authenticated USING (
    CASE kind WHEN 'cpf' THEN party_id = (SELECT auth.uid()) ELSE party_id = ANY ((SELECT private.parties('manage'))::uuid[]) END);
CREATE POLICY "administrators read every correction" ON public.corrections
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps corrections" ON public.corrections
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, party_id, kind, old_document, new_document, reason, status, asked_by, answer, created_at, decided_at) ON public.corrections TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.corrections TO service_role;

ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES
  ('correction', 'waiting', 'approved'), ('correction', 'waiting', 'refused'), ('correction', 'waiting', 'withdrawn');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.corrections
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('correction');

ALTER TABLE public.audit_log
  DROP CONSTRAINT audit_log_action_known,
  ADD CONSTRAINT audit_log_action_known CHECK (action IN (
    'block_user', 'activate_user', 'replace_site_image', 'decide_report', 'close_project', 'decide_dispute',
    'change_member_role', 'remove_member', 'transfer_ownership', 'register_firm', 'read_sealed', 'lift_bar',
    'handle_difference', 'retry_order', 'request_correction', 'withdraw_correction', 'decide_correction'));

-- What was issued keeps the number that was in force then.
CREATE FUNCTION private.document_of_at(party uuid, at timestamptz) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
RETURN coalesce((
  SELECT c.old_document FROM public.corrections c
  WHERE c.party_id = party AND c.status = 'approved' AND c.decided_at > at
    AND c.kind = CASE WHEN EXISTS (SELECT FROM public.organisations o WHERE o.id = party) THEN 'cnpj' ELSE 'cpf' END
  ORDER BY c.decided_at LIMIT 1), private.document_of(party));
REVOKE EXECUTE ON FUNCTION private.document_of_at(uuid, timestamptz) FROM PUBLIC;
GRANT  EXECUTE ON FUNCTION private.document_of_at(uuid, timestamptz) TO service_role;
