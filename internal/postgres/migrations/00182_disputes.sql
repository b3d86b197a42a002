-- Two sides who do not agree about a part of a contract say so where both read
-- it, offer each other splits, and may call an administrator. What was said,
-- shown and offered stays; the milestone moves only when a dispute ends.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('dispute_answer_days',    5,   'How many working days the other side has to answer a dispute.'),
  ('dispute_reminder_days',  1,   'How long before silence concedes a dispute the other side is reminded.'),
  ('dispute_appeal_days',    3,   'How long after the decision of a dispute either side may appeal.'),
  ('dispute_offers_max',     20,  'How many splits one side may offer in a dispute.'),
  ('dispute_entries_max',    200, 'How much one dispute may hold of what was said, offered and decided.'),
  ('dispute_evidence_max',   10,  'How many pieces of evidence may go with one statement.'),
  ('disputes_milestone_max', 3,   'How many disputes there may be over one milestone.');

CREATE TABLE public.disputes (
  id                       uuid        NOT NULL DEFAULT private.uuid_v7(),
  contract_id              uuid        NOT NULL,
  milestone_id             uuid        NOT NULL,
  status                   text        NOT NULL DEFAULT 'open',
  opened_by                text        NOT NULL,
  opener_id                uuid        NOT NULL,
  reason                   text        NOT NULL,
  -- What whoever opened it asks for the professional.
  professional_percent     integer     NOT NULL,
  -- Where the milestone was, and returns to when the dispute is withdrawn.
  milestone_status         text        NOT NULL,
  -- When silence gives the claim what it asked for.
  answer_due_at            timestamptz NOT NULL,
  reminded_at              timestamptz,
  -- What an administrator decided, and until when it may be appealed.
  decided_percent          integer,
  decided_by               uuid,
  decided_at               timestamptz,
  appeal_until             timestamptz,
  company_accepted_at      timestamptz,
  professional_accepted_at timestamptz,
  -- How it ended; empty where it was withdrawn.
  outcome_percent          integer,
  ended_at                 timestamptz,
  created_at               timestamptz NOT NULL DEFAULT now(),
  updated_at               timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT disputes_pkey              PRIMARY KEY (id),
  CONSTRAINT disputes_contract_id_fkey  FOREIGN KEY (contract_id)  REFERENCES public.contracts (id)  ON DELETE RESTRICT,
  CONSTRAINT disputes_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones (id) ON DELETE RESTRICT,
  CONSTRAINT disputes_opener_id_fkey    FOREIGN KEY (opener_id)    REFERENCES public.profiles (id)   ON DELETE RESTRICT,
  CONSTRAINT disputes_decided_by_fkey   FOREIGN KEY (decided_by)   REFERENCES public.profiles (id)   ON DELETE RESTRICT,
  CONSTRAINT disputes_status_known      CHECK (status IN ('open', 'negotiating', 'mediation', 'decided', 'appealed', 'decided_finally', 'settled', 'conceded', 'withdrawn')),
  CONSTRAINT disputes_opened_by_known   CHECK (opened_by IN ('company', 'professional')),
  CONSTRAINT disputes_was_known         CHECK (milestone_status IN ('funded', 'delivered', 'adjusting')),
  CONSTRAINT disputes_reason_filled     CHECK (btrim(reason) <> '' AND length(reason) <= 1000),
  CONSTRAINT disputes_claim_range       CHECK (professional_percent BETWEEN 0 AND 100),
  CONSTRAINT disputes_decision_range    CHECK (decided_percent BETWEEN 0 AND 100),
  CONSTRAINT disputes_outcome_range     CHECK (outcome_percent BETWEEN 0 AND 100),
  CONSTRAINT disputes_decision_told     CHECK ((decided_percent IS NULL) = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)
    AND (decided_at IS NULL) = (appeal_until IS NULL)
    AND (decided_at IS NOT NULL) = (status IN ('decided', 'appealed', 'decided_finally'))),
  CONSTRAINT disputes_acceptance_of_decision CHECK (decided_at IS NOT NULL OR company_accepted_at IS NULL AND professional_accepted_at IS NULL),
  CONSTRAINT disputes_end_told          CHECK ((ended_at IS NOT NULL) = (status IN ('decided_finally', 'settled', 'conceded', 'withdrawn'))
    AND (outcome_percent IS NOT NULL) = (status IN ('decided_finally', 'settled', 'conceded')))
);
CREATE UNIQUE INDEX disputes_one_open     ON public.disputes (milestone_id) WHERE ended_at IS NULL;
CREATE INDEX disputes_milestone_id_idx    ON public.disputes (milestone_id);
CREATE INDEX disputes_contract_id_idx     ON public.disputes (contract_id, created_at DESC);
CREATE INDEX disputes_opener_id_idx       ON public.disputes (opener_id);
CREATE INDEX disputes_decided_by_idx      ON public.disputes (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX disputes_answer_due_idx      ON public.disputes (answer_due_at) WHERE status = 'open';
CREATE INDEX disputes_appeal_until_idx    ON public.disputes (appeal_until) WHERE status = 'decided';
-- What administrators list: what has not ended, the oldest first.
CREATE INDEX disputes_unended_idx         ON public.disputes (created_at, id) WHERE ended_at IS NULL;
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
  -- Claim and offers are counted, so that what is read is what is accepted.
  offer                integer,
  -- What it points at: {kind, id | name, text, at}; messages are quoted.
  evidence             jsonb       NOT NULL DEFAULT '[]',
  -- Of an appeal: there was no other administrator to decide it.
  same_administrator   boolean     NOT NULL DEFAULT false,
  created_at           timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT dispute_entries_pkey             PRIMARY KEY (id),
  CONSTRAINT dispute_entries_number_key       UNIQUE (dispute_id, number),
  CONSTRAINT dispute_entries_dispute_id_fkey  FOREIGN KEY (dispute_id)  REFERENCES public.disputes (id)  ON DELETE RESTRICT,
  CONSTRAINT dispute_entries_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts (id) ON DELETE RESTRICT,
  CONSTRAINT dispute_entries_author_id_fkey   FOREIGN KEY (author_id)   REFERENCES public.profiles (id)  ON DELETE RESTRICT,
  CONSTRAINT dispute_entries_number_positive  CHECK (number > 0),
  CONSTRAINT dispute_entries_kind_known       CHECK (kind IN ('claim', 'answer', 'statement', 'offer', 'acceptance', 'mediation', 'decision', 'decision_accepted', 'appeal', 'final_decision', 'in_force', 'concession', 'silence', 'withdrawal')),
  CONSTRAINT dispute_entries_side_known       CHECK (side IN ('company', 'professional', 'administrator', 'time')),
  CONSTRAINT dispute_entries_author_told      CHECK ((side = 'time') = (author_id IS NULL)),
  CONSTRAINT dispute_entries_content_filled   CHECK (btrim(content) <> '' AND length(content) <= 4000),
  CONSTRAINT dispute_entries_percent_range    CHECK (professional_percent BETWEEN 0 AND 100),
  CONSTRAINT dispute_entries_offer_counted    CHECK ((offer IS NOT NULL) = (kind IN ('claim', 'offer', 'acceptance')) AND offer > 0),
  CONSTRAINT dispute_entries_evidence_list    CHECK (jsonb_typeof(evidence) = 'array' AND length(evidence::text) <= 40000)
);
CREATE INDEX dispute_entries_contract_id_idx ON public.dispute_entries (contract_id);
CREATE INDEX dispute_entries_author_id_idx   ON public.dispute_entries (author_id) WHERE author_id IS NOT NULL;

ALTER TABLE public.disputes ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.disputes FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read the disputes of their contract" ON public.disputes
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "administrators read every dispute" ON public.disputes
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server keeps disputes" ON public.disputes
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, contract_id, milestone_id, status, opened_by, opener_id, reason, professional_percent, milestone_status, answer_due_at, decided_percent, decided_by,
  decided_at, appeal_until, company_accepted_at, professional_accepted_at, outcome_percent, ended_at, created_at, updated_at) ON public.disputes TO authenticated;
GRANT SELECT, INSERT, UPDATE ON public.disputes TO service_role;
SELECT realtime.watch('public.disputes');

ALTER TABLE public.dispute_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.dispute_entries FORCE  ROW LEVEL SECURITY;
CREATE POLICY "both sides read what is said in their disputes" ON public.dispute_entries
  FOR SELECT TO authenticated USING (private.is_side_of(contract_id));
CREATE POLICY "administrators read what is said in disputes" ON public.dispute_entries
  FOR SELECT TO authenticated USING ((SELECT private.is_admin()));
CREATE POLICY "the server reads what is said in disputes" ON public.dispute_entries
  FOR SELECT TO service_role USING (true);
CREATE POLICY "the server adds to disputes" ON public.dispute_entries
  FOR INSERT TO service_role WITH CHECK (true);
GRANT SELECT (id, dispute_id, contract_id, number, kind, side, author_id, content, professional_percent, offer, evidence, same_administrator, created_at)
  ON public.dispute_entries TO authenticated;
GRANT SELECT, INSERT ON public.dispute_entries TO service_role;
SELECT realtime.watch('public.dispute_entries');

-- Whoever may speak in a dispute may add papers to it.
CREATE POLICY "both sides add papers to their disputes" ON storage.objects
  FOR INSERT TO authenticated WITH CHECK (bucket_id = 'deals' AND owner = (SELECT auth.uid())
    AND private.is_side_of(private.contract_of_file(bucket_id, name), 'negotiate'));
