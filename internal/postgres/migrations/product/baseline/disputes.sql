-- Disputes about a milestone.

-- Two sides who do not agree about a part of a contract say so where both read it, offer each other
-- splits, and may call an administrator. What was said, shown and offered stays; the milestone
-- moves only when a dispute ends.
CREATE TABLE public.disputes (
  id                       uuid          NOT NULL DEFAULT private.uuid_v7(),
  contract_id              uuid          NOT NULL,
  milestone_id             uuid          NOT NULL,
  status                   text          NOT NULL DEFAULT 'open',
  opened_by                text          NOT NULL,
  opener_id                uuid          NOT NULL,
  reason                   text          NOT NULL,
  professional_percent     integer       NOT NULL,
  milestone_status         text          NOT NULL,
  answer_due_at            timestamptz   NOT NULL,
  reminded_at              timestamptz,
  decided_percent          integer,
  decided_by               uuid,
  decided_at               timestamptz,
  appeal_until             timestamptz,
  company_accepted_at      timestamptz,
  professional_accepted_at timestamptz,
  outcome_percent          integer,
  ended_at                 timestamptz,
  created_at               timestamptz   NOT NULL DEFAULT now(),
  updated_at               timestamptz   NOT NULL DEFAULT now(),
  value_cents              bigint        NOT NULL,
  value                    numeric(14,2) NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  CONSTRAINT disputes_pkey                   PRIMARY KEY (id),
  CONSTRAINT disputes_contract_id_fkey       FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT disputes_decided_by_fkey        FOREIGN KEY (decided_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT disputes_milestone_id_fkey      FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT disputes_opener_id_fkey         FOREIGN KEY (opener_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT disputes_acceptance_of_decision CHECK (decided_at IS NOT NULL OR company_accepted_at IS NULL AND professional_accepted_at IS NULL),
  CONSTRAINT disputes_claim_range            CHECK (professional_percent >= 0 AND professional_percent <= 100),
  CONSTRAINT disputes_decision_range         CHECK (decided_percent >= 0 AND decided_percent <= 100),
  CONSTRAINT disputes_decision_told          CHECK ((decided_percent IS NULL) = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL) AND (decided_at IS NULL) = (appeal_until IS NULL)
    AND (decided_at IS NOT NULL) = (status IN ('decided', 'appealed', 'decided_finally'))),
  CONSTRAINT disputes_end_told               CHECK ((ended_at IS NOT NULL) = (status IN ('decided_finally', 'settled', 'conceded', 'withdrawn')) AND (outcome_percent IS NOT NULL) = (status IN ('decided_finally',
    'settled', 'conceded'))),
  CONSTRAINT disputes_opened_by_known        CHECK (opened_by IN ('company', 'professional')),
  CONSTRAINT disputes_outcome_range          CHECK (outcome_percent >= 0 AND outcome_percent <= 100),
  CONSTRAINT disputes_reason_filled          CHECK (btrim(reason) <> '' AND length(reason) <= 1000),
  CONSTRAINT disputes_status_known           CHECK (status IN ('open', 'negotiating', 'mediation', 'decided', 'appealed', 'decided_finally', 'settled', 'conceded',
    'withdrawn')),
  CONSTRAINT disputes_value_positive         CHECK (value_cents > 0),
  CONSTRAINT disputes_was_known              CHECK (milestone_status IN ('funded', 'delivered', 'adjusting', 'awaiting_payment'))
);
COMMENT ON TABLE public.disputes IS 'Disputes about a milestone, from the claim to the share that each side gets';
COMMENT ON COLUMN public.disputes.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.disputes.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.disputes.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.disputes.status IS 'open, negotiating, mediation, decided, appealed, decided_finally, settled, conceded or withdrawn';
COMMENT ON COLUMN public.disputes.opened_by IS 'Which side opened it';
COMMENT ON COLUMN public.disputes.opener_id IS 'Who opened it';
COMMENT ON COLUMN public.disputes.reason IS 'Why, in the words of who did it';
COMMENT ON COLUMN public.disputes.professional_percent IS 'The share asked for the professional, in percent';
COMMENT ON COLUMN public.disputes.milestone_status IS 'Where the milestone stood';
COMMENT ON COLUMN public.disputes.answer_due_at IS 'Until when an answer is due';
COMMENT ON COLUMN public.disputes.reminded_at IS 'When a reminder was sent';
COMMENT ON COLUMN public.disputes.decided_percent IS 'The share decided for the professional, in percent';
COMMENT ON COLUMN public.disputes.decided_by IS 'Who decided';
COMMENT ON COLUMN public.disputes.decided_at IS 'When it was decided';
COMMENT ON COLUMN public.disputes.appeal_until IS 'Until when one may appeal';
COMMENT ON COLUMN public.disputes.company_accepted_at IS 'When the company accepted the decision';
COMMENT ON COLUMN public.disputes.professional_accepted_at IS 'When the professional accepted the decision';
COMMENT ON COLUMN public.disputes.outcome_percent IS 'The share that the professional got, in percent';
COMMENT ON COLUMN public.disputes.ended_at IS 'When it ended';
COMMENT ON COLUMN public.disputes.created_at IS 'When it was written';
COMMENT ON COLUMN public.disputes.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.disputes.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.disputes.value IS 'Its value in reais';
CREATE INDEX disputes_answer_due_idx   ON public.disputes (answer_due_at) WHERE status = 'open';
CREATE INDEX disputes_appeal_until_idx ON public.disputes (appeal_until) WHERE status = 'decided';
CREATE INDEX disputes_contract_id_idx  ON public.disputes (contract_id, created_at DESC);
CREATE INDEX disputes_decided_by_idx   ON public.disputes (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX disputes_milestone_id_idx ON public.disputes (milestone_id);
CREATE UNIQUE INDEX disputes_one_open  ON public.disputes (milestone_id) WHERE ended_at IS NULL;
CREATE INDEX disputes_opener_id_idx    ON public.disputes (opener_id);

-- What administrators list: what has not ended, the oldest first.
CREATE INDEX disputes_unended_idx      ON public.disputes (created_at, id) WHERE ended_at IS NULL;
ALTER TABLE public.disputes ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.disputes FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, contract_id, milestone_id, status, opened_by, opener_id, reason, professional_percent, milestone_status,
  answer_due_at, decided_percent, decided_by, decided_at, appeal_until, company_accepted_at, professional_accepted_at,
  outcome_percent, ended_at, created_at, updated_at, value_cents, value) ON public.disputes TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.disputes TO service_role;
CREATE POLICY "administrators read every dispute" ON public.disputes
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "both sides read the disputes of their contract" ON public.disputes
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps disputes" ON public.disputes
  TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('public.disputes');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF reason ON public.disputes
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.reason)) EXECUTE FUNCTION private.settle_texts('reason:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.disputes
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('dispute');
SELECT realtime.watch('public.disputes');
CREATE TRIGGER touch BEFORE UPDATE ON public.disputes
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.dispute_entries (
  id                   uuid        NOT NULL DEFAULT private.uuid_v7(),
  dispute_id           uuid        NOT NULL,
  contract_id          uuid        NOT NULL,
  number               integer     NOT NULL,
  kind                 text        NOT NULL,
  side                 text        NOT NULL,
  author_id            uuid,
  content              text,
  professional_percent integer,
  offer                integer,
  evidence             jsonb       NOT NULL DEFAULT '[]',
  same_administrator   boolean     NOT NULL DEFAULT false,
  created_at           timestamptz NOT NULL DEFAULT clock_timestamp(),
  author_name          text,
  CONSTRAINT dispute_entries_pkey                PRIMARY KEY (id),
  CONSTRAINT dispute_entries_number_key          UNIQUE (dispute_id, number),
  CONSTRAINT dispute_entries_author_id_fkey      FOREIGN KEY (author_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT dispute_entries_contract_id_fkey    FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT dispute_entries_dispute_id_fkey     FOREIGN KEY (dispute_id) REFERENCES public.disputes(id) ON DELETE RESTRICT,
  CONSTRAINT dispute_entries_author_name_of_side CHECK (author_name IS NULL OR (side IN ('company', 'professional')) AND btrim(author_name) <> ''),
  CONSTRAINT dispute_entries_author_told         CHECK ((side = 'time') = (author_id IS NULL)),
  CONSTRAINT dispute_entries_content_filled      CHECK (btrim(content) <> '' AND length(content) <= 4000),
  CONSTRAINT dispute_entries_evidence_list       CHECK (jsonb_typeof(evidence) = 'array' AND length(evidence::text) <= 40000),
  CONSTRAINT dispute_entries_kind_known          CHECK (kind IN ('claim', 'answer', 'statement', 'offer', 'acceptance', 'mediation', 'decision', 'decision_accepted', 'appeal',
    'final_decision', 'in_force', 'concession', 'silence', 'withdrawal')),
  CONSTRAINT dispute_entries_number_positive     CHECK (number > 0),
  CONSTRAINT dispute_entries_offer_counted       CHECK ((offer IS NOT NULL) = (kind IN ('claim', 'offer', 'acceptance')) AND offer > 0),
  CONSTRAINT dispute_entries_percent_range       CHECK (professional_percent >= 0 AND professional_percent <= 100),
  CONSTRAINT dispute_entries_side_known          CHECK (side IN ('company', 'professional', 'administrator', 'time'))
);
COMMENT ON TABLE public.dispute_entries IS 'What was said, offered and decided in a dispute, in order';
COMMENT ON COLUMN public.dispute_entries.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.dispute_entries.dispute_id IS 'The dispute it is of';
COMMENT ON COLUMN public.dispute_entries.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.dispute_entries.number IS 'Its number, in order';
COMMENT ON COLUMN public.dispute_entries.kind IS 'What was done: claim, answer, offer, decision and others';
COMMENT ON COLUMN public.dispute_entries.side IS 'company, professional, administrator or time';
COMMENT ON COLUMN public.dispute_entries.author_id IS 'Who wrote it';
COMMENT ON COLUMN public.dispute_entries.content IS 'What it says';
COMMENT ON COLUMN public.dispute_entries.professional_percent IS 'The share asked for the professional, in percent';
COMMENT ON COLUMN public.dispute_entries.offer IS 'Which offer it makes or accepts';
COMMENT ON COLUMN public.dispute_entries.evidence IS 'The files it shows';
COMMENT ON COLUMN public.dispute_entries.same_administrator IS 'Whether the last decision is by who made the first';
COMMENT ON COLUMN public.dispute_entries.created_at IS 'When it was written';
COMMENT ON COLUMN public.dispute_entries.author_name IS 'What the person of a side was called then';
CREATE INDEX dispute_entries_author_id_idx   ON public.dispute_entries (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX dispute_entries_contract_id_idx ON public.dispute_entries (contract_id);
ALTER TABLE public.dispute_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.dispute_entries FORCE  ROW LEVEL SECURITY;
GRANT SELECT (id, dispute_id, contract_id, number, kind, side, author_id, content, professional_percent, offer, evidence,
  same_administrator, created_at, author_name) ON public.dispute_entries TO authenticated;
GRANT SELECT, INSERT ON public.dispute_entries TO service_role;
CREATE POLICY "administrators read what is said in disputes" ON public.dispute_entries
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "both sides read what is said in their disputes" ON public.dispute_entries
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "the server adds to disputes" ON public.dispute_entries
  FOR INSERT TO service_role WITH CHECK (true);
CREATE POLICY "the server reads what is said in disputes" ON public.dispute_entries
  FOR SELECT TO service_role USING (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF content ON public.dispute_entries
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.content)) EXECUTE FUNCTION private.settle_texts('content:text');
SELECT realtime.watch('public.dispute_entries');

CREATE POLICY "administrators read the amendments of a contract in dispute" ON public.amendments FOR SELECT TO authenticated
  USING ((SELECT private.is_admin()) AND EXISTS (SELECT FROM public.disputes d WHERE d.contract_id = amendments.contract_id));

CREATE POLICY "administrators read what happened to a contract in dispute" ON public.contract_events FOR SELECT TO authenticated
  USING ((SELECT private.is_admin()) AND EXISTS (SELECT FROM public.disputes d WHERE d.contract_id = contract_events.contract_id));

CREATE POLICY "administrators read who agreed to a contract in dispute" ON public.contract_acceptances FOR SELECT TO authenticated
  USING ((SELECT private.is_admin()) AND EXISTS (SELECT FROM public.disputes d WHERE d.contract_id = contract_acceptances.contract_id));

CREATE POLICY "administrators read the checklists of a contract in dispute" ON public.checklists FOR SELECT TO authenticated
  USING ((SELECT private.is_admin()) AND EXISTS (SELECT FROM public.disputes d WHERE d.contract_id = checklists.contract_id));

CREATE POLICY "administrators read the items of a contract in dispute" ON public.checklist_items FOR SELECT TO authenticated
  USING ((SELECT private.is_admin()) AND EXISTS (SELECT FROM public.disputes d WHERE d.contract_id = checklist_items.contract_id));

CREATE POLICY "administrators read the files of a contract in dispute" ON public.deal_files FOR SELECT TO authenticated
  USING ((SELECT private.is_admin()) AND EXISTS (SELECT FROM public.disputes d WHERE d.contract_id = deal_files.contract_id));
