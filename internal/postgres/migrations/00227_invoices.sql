-- What a milestone is worth is invoiced: by a service invoice (NFS-e), or by an
-- RPA where the professional is a person without a firm. Each milestone has one
-- invoice in force; what was replaced stays. One that was paid and has none is
-- pending, and its professional is reminded.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('invoice_reminder_days', 5,  'How long a released milestone waits for its invoice before its professional is reminded, and between reminders.'),
  ('invoice_reminders_max', 3,  'How often a professional is reminded of one invoice.'),
  ('invoices_max',          20, 'How many invoices one milestone may have had, replaced ones counted.');

CREATE TABLE public.invoices (
  id                uuid          NOT NULL DEFAULT private.uuid_v7(),
  contract_id       uuid          NOT NULL,
  milestone_id      uuid          NOT NULL,
  -- Whose invoice it is: what one party sent keeps no other from sending its own.
  professional_id   uuid          NOT NULL,
  version           integer       NOT NULL DEFAULT 1,
  kind              text          NOT NULL,
  status            text          NOT NULL DEFAULT 'pending',
  -- What the milestone came to: the whole of it, or the professional's part.
  expected_cents    bigint        NOT NULL,
  expected          numeric(14,2) NOT NULL GENERATED ALWAYS AS (expected_cents / 100.0) STORED,
  -- Of the national layout; a town's own has a number and a code to verify it.
  access_key        text,
  number            text,
  verification_code text,
  issued_on         date,
  value_cents       bigint,
  value             numeric(14,2) GENERATED ALWAYS AS (value_cents / 100.0) STORED,
  provider_document text,
  taker_document    text,
  file_id           uuid,
  -- Whether the server read all of it in the file, rather than being told.
  is_read           boolean       NOT NULL DEFAULT false,
  -- What does not agree with the contract, one sentence each.
  differences       text[]        NOT NULL DEFAULT '{}',
  sent_by           uuid,
  sent_at           timestamptz,
  answered_by       uuid,
  answered_at       timestamptz,
  reason            text,
  remind_at         timestamptz,
  reminded          integer       NOT NULL DEFAULT 0,
  created_at        timestamptz   NOT NULL DEFAULT now(),
  CONSTRAINT invoices_pkey               PRIMARY KEY (id),
  CONSTRAINT invoices_version_key        UNIQUE (milestone_id, version),
  CONSTRAINT invoices_contract_id_fkey   FOREIGN KEY (contract_id)  REFERENCES public.contracts (id)  ON DELETE RESTRICT,
  CONSTRAINT invoices_milestone_id_fkey  FOREIGN KEY (milestone_id) REFERENCES public.milestones (id) ON DELETE RESTRICT,
  CONSTRAINT invoices_professional_id_fkey FOREIGN KEY (professional_id) REFERENCES public.profiles (id) ON DELETE RESTRICT,
  CONSTRAINT invoices_file_id_fkey       FOREIGN KEY (file_id)      REFERENCES public.deal_files (id) ON DELETE RESTRICT,
  CONSTRAINT invoices_sent_by_fkey       FOREIGN KEY (sent_by)      REFERENCES public.profiles (id)   ON DELETE RESTRICT,
  CONSTRAINT invoices_answered_by_fkey   FOREIGN KEY (answered_by)  REFERENCES public.profiles (id)   ON DELETE RESTRICT,
  CONSTRAINT invoices_version_positive   CHECK (version > 0),
  CONSTRAINT invoices_kind_known         CHECK (kind IN ('nfse', 'rpa')),
  CONSTRAINT invoices_status_known       CHECK (status IN ('pending', 'sent', 'checked', 'refused', 'replaced')),
  CONSTRAINT invoices_expected_positive  CHECK (expected_cents > 0),
  CONSTRAINT invoices_value_range        CHECK (value_cents > 0 AND value_cents <= 99999999999999),
  CONSTRAINT invoices_access_key_form    CHECK (access_key ~ '^[0-9]{9}[0-9A-Z]{14}[0-9]{27}$'),
  CONSTRAINT invoices_number_bounded     CHECK (btrim(number) <> '' AND length(number) <= 20),
  CONSTRAINT invoices_code_bounded       CHECK (btrim(verification_code) <> '' AND length(verification_code) <= 60),
  CONSTRAINT invoices_documents_form     CHECK (provider_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$' AND taker_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  CONSTRAINT invoices_differences_few    CHECK (cardinality(differences) <= 20),
  CONSTRAINT invoices_reason_bounded     CHECK (btrim(reason) <> '' AND length(reason) <= 1000),
  CONSTRAINT invoices_rpa_has_no_key     CHECK (kind = 'nfse' OR access_key IS NULL),
  CONSTRAINT invoices_told_whole         CHECK ((status = 'pending') = (sent_at IS NULL) AND (sent_at IS NULL) = (sent_by IS NULL)
    AND (sent_at IS NULL OR number IS NOT NULL AND value_cents IS NOT NULL AND issued_on IS NOT NULL AND provider_document IS NOT NULL
         AND (access_key IS NOT NULL OR file_id IS NOT NULL))),
  CONSTRAINT invoices_answer_told        CHECK ((answered_at IS NULL) = (answered_by IS NULL)
    AND (status NOT IN ('checked', 'refused') OR answered_at IS NOT NULL) AND (status NOT IN ('pending', 'sent') OR answered_at IS NULL)
    AND (status <> 'refused' OR reason IS NOT NULL)),
  CONSTRAINT invoices_not_by_who_sent    CHECK (answered_by <> sent_by),
  CONSTRAINT invoices_reminded_range     CHECK (reminded >= 0)
);
CREATE UNIQUE INDEX invoices_one_in_force ON public.invoices (milestone_id) WHERE status <> 'replaced';
-- The same invoice is sent for one milestone. A town's own, or an RPA, is told
-- by its number and the year.
CREATE UNIQUE INDEX invoices_access_key_once ON public.invoices (professional_id, access_key) WHERE access_key IS NOT NULL AND status IN ('sent', 'checked');
CREATE UNIQUE INDEX invoices_number_once ON public.invoices (professional_id, kind, number, (extract(year FROM issued_on)), coalesce(verification_code, ''))
  WHERE access_key IS NULL AND status IN ('sent', 'checked');
CREATE INDEX invoices_contract_id_idx ON public.invoices (contract_id);
CREATE INDEX invoices_file_id_idx     ON public.invoices (file_id)     WHERE file_id IS NOT NULL;
CREATE INDEX invoices_professional_id_idx ON public.invoices (professional_id);
CREATE INDEX invoices_sent_by_idx     ON public.invoices (sent_by)     WHERE sent_by IS NOT NULL;
CREATE INDEX invoices_answered_by_idx ON public.invoices (answered_by) WHERE answered_by IS NOT NULL;
CREATE INDEX invoices_remind_at_idx   ON public.invoices (remind_at)   WHERE remind_at IS NOT NULL;

ALTER TABLE public.invoices ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invoices FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read the invoices of their contract" ON public.invoices
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "administrators read every invoice" ON public.invoices
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps invoices" ON public.invoices
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, contract_id, milestone_id, professional_id, version, kind, status, expected_cents, expected, access_key, number, verification_code, issued_on, value_cents, value,
  provider_document, taker_document, file_id, is_read, differences, sent_by, sent_at, answered_by, answered_at, reason, created_at) ON public.invoices TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.invoices TO service_role;
SELECT realtime.watch('public.invoices');

-- Nobody may write the table, its owner neither.
ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES
  ('invoice', 'pending', 'sent'), ('invoice', 'sent', 'replaced'), ('invoice', 'refused', 'replaced'),
  ('invoice', 'sent', 'checked'), ('invoice', 'sent', 'refused'), ('invoice', 'checked', 'refused');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.invoices
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('invoice');
SELECT private.log_knows('send_invoice', 'replace_invoice', 'confirm_invoice', 'refuse_invoice');

-- The document a party bills with, or is billed by: the firm's, else the
-- person's own.
CREATE FUNCTION private.document_of(party uuid) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
RETURN (SELECT coalesce(o.document, a.document) FROM public.profiles p
  LEFT JOIN public.organisations o ON o.id = p.id LEFT JOIN public.accounts a ON a.profile_id = p.id WHERE p.id = party);

-- What is to be invoiced of a milestone: what was split by the institution is
-- in the ledger, any other part is the milestone's value.
CREATE FUNCTION private.earned_of(milestone uuid) RETURNS bigint
LANGUAGE sql STABLE
SET search_path = ''
RETURN (SELECT CASE m.status WHEN 'split' THEN coalesce((
    SELECT sum(e.value_cents) FROM public.ledger_transfers t JOIN public.ledger_entries e ON e.transfer_id = t.id
    WHERE t.business_key = 'split:' || m.id::text AND e.kind = 'split' AND e.account LIKE 'available:%'), m.value_cents) ELSE m.value_cents END
  FROM public.milestones m WHERE m.id = milestone);
GRANT EXECUTE ON FUNCTION private.document_of(uuid), private.earned_of(uuid) TO service_role;

-- A milestone that was paid owes its invoice, whoever released it.
-- +goose StatementBegin
CREATE FUNCTION private.owe_invoice() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  INSERT INTO public.invoices (contract_id, milestone_id, professional_id, kind, expected_cents, remind_at)
  SELECT NEW.contract_id, NEW.id, c.professional_id, CASE WHEN length(private.document_of(c.professional_id)) = 11 THEN 'rpa' ELSE 'nfse' END,
         private.earned_of(NEW.id), coalesce(NEW.settled_at, now()) + private.span_of('invoice_reminder_days')
  FROM public.contracts c WHERE c.id = NEW.contract_id AND NOT EXISTS (
    SELECT FROM public.invoices i WHERE i.milestone_id = NEW.id AND i.status <> 'replaced');
  RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER owe_invoice AFTER UPDATE OF status ON public.milestones
  FOR EACH ROW WHEN (NEW.status IN ('released', 'split') AND NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.owe_invoice();

INSERT INTO public.invoices (contract_id, milestone_id, professional_id, kind, expected_cents, remind_at)
SELECT m.contract_id, m.id, c.professional_id, CASE WHEN length(private.document_of(c.professional_id)) = 11 THEN 'rpa' ELSE 'nfse' END,
       private.earned_of(m.id), now() + private.span_of('invoice_reminder_days')
FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id WHERE m.status IN ('released', 'split');
