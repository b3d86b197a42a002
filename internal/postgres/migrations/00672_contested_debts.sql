-- Direct settlement has an end: what is owed and contested twice goes to a
-- dispute, with the payments as evidence. A debt that is overdue is a mark in its
-- company's figures, however far its contract is, and from a day that both sides
-- are told beforehand the company accepts no more proposals.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('payment_contests_max', 2, 'How often payments of a milestone are contested before that is a dispute.'),
  ('debt_grace_days', 15, 'How long after it is told of an overdue debt a company may accept proposals.');

ALTER TABLE public.direct_payments
  ADD COLUMN end_to_end_id text,
  ADD CONSTRAINT direct_payments_end_to_end_id CHECK (end_to_end_id ~ '^E[0-9]{20}[A-Za-z0-9]{11}$'),
  DROP CONSTRAINT direct_payments_status_known,
  ADD CONSTRAINT direct_payments_status_known CHECK (status IN ('declared', 'confirmed', 'contested', 'by_silence', 'upheld')),
  DROP CONSTRAINT direct_payments_answer_told,
  ADD CONSTRAINT direct_payments_answer_told CHECK ((status = 'declared') = (answered_at IS NULL)
    AND (status IN ('confirmed', 'contested', 'upheld')) = (answered_by IS NOT NULL) AND (status IN ('contested', 'upheld')) = (reason IS NOT NULL));
COMMENT ON COLUMN public.direct_payments.end_to_end_id IS 'What the Pix is called between the banks';
COMMENT ON COLUMN public.direct_payments.status IS 'declared, confirmed, contested, by_silence or, after a dispute, upheld';
GRANT SELECT (end_to_end_id) ON public.direct_payments TO authenticated;

ALTER TABLE public.disputes
  DROP CONSTRAINT disputes_was_known,
  ADD CONSTRAINT disputes_was_known CHECK (milestone_status IN ('funded', 'delivered', 'adjusting', 'awaiting_payment'));

ALTER TABLE public.milestones
  ADD COLUMN acceptances_stop_on date,
  ADD CONSTRAINT milestones_stop_after_due CHECK (acceptances_stop_on > owed_due_on),
  DROP CONSTRAINT milestones_approval_told,
  ADD CONSTRAINT milestones_approval_told CHECK ((approved_by IS NULL OR approved_at IS NOT NULL) AND (approved_at IS NULL OR status IN ('awaiting_payment', 'released', 'disputed'))),
  DROP CONSTRAINT milestones_owed,
  ADD CONSTRAINT milestones_owed CHECK (owed_due_on IS NULL OR status IN ('awaiting_payment', 'released', 'disputed'));
COMMENT ON COLUMN public.milestones.acceptances_stop_on IS 'From which day on its company accepts no proposals while it is owed, as both sides were told';
GRANT SELECT (acceptances_stop_on) ON public.milestones TO authenticated;

-- Nobody may write the table, its owner neither.
ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES ('milestone', 'awaiting_payment', 'disputed'), ('direct_payment', 'contested', 'upheld');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;
SELECT private.log_knows('dispute_payment', 'uphold_payment', 'announce_stop');

-- What a company owes past its date. Said to be paid with a proof it is none until
-- that is contested; in the first dispute over it none while the company has
-- answered and nobody decided against it. A second false word frees nobody.
-- +goose StatementBegin
CREATE FUNCTION private.debts_of(company uuid, day date DEFAULT private.market_day()) RETURNS TABLE (milestone_id uuid, owed_due_on date, stops_on date)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  SELECT m.id, m.owed_due_on, m.acceptances_stop_on
  FROM public.contracts c JOIN public.milestones m ON m.contract_id = c.id JOIN public.profiles o ON o.id = c.professional_id
  WHERE c.company_id = company AND m.owed_due_on < day
    AND (o.status = 'active' OR o.removed_at IS NOT NULL) AND NOT EXISTS (SELECT FROM private.barred_documents b WHERE b.profile_id = o.id)
    AND CASE m.status
      WHEN 'awaiting_payment' THEN NOT EXISTS (SELECT FROM public.direct_payments d WHERE d.milestone_id = m.id AND d.status = 'declared' AND (d.receipt IS NOT NULL OR d.end_to_end_id IS NOT NULL))
        OR EXISTS (SELECT FROM public.direct_payments d WHERE d.milestone_id = m.id AND d.status = 'contested')
      WHEN 'disputed' THEN NOT EXISTS (SELECT FROM public.disputes d WHERE d.milestone_id = m.id AND d.ended_at IS NULL
          AND (d.status IN ('negotiating', 'mediation') OR d.status IN ('decided', 'appealed') AND d.decided_percent = 0))
        OR EXISTS (SELECT FROM public.disputes d WHERE d.milestone_id = m.id AND d.milestone_status = 'awaiting_payment' AND d.outcome_percent > 0)
      ELSE false END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.debts_of(uuid, date) OWNER TO definer;
GRANT EXECUTE ON FUNCTION private.debts_of(uuid, date) TO anon, authenticated, service_role;

CREATE FUNCTION public.debt_records(profile_ids uuid[]) RETURNS TABLE (profile_id uuid, debts integer, oldest_days integer)
LANGUAGE sql STABLE SET search_path = ''
AS $$
  SELECT p.id, count(d.milestone_id)::integer, coalesce(private.market_day() - min(d.owed_due_on), 0)
  FROM public.profiles p LEFT JOIN LATERAL private.debts_of(p.id) AS d ON true
  WHERE p.id = ANY (profile_ids[:100]) AND p.is_party AND p.role = 'company' GROUP BY p.id
$$;
COMMENT ON FUNCTION public.debt_records(uuid[]) IS 'What companies owe past its date: how many debts, and the age of the oldest in days
Of 100 at most.';
GRANT EXECUTE ON FUNCTION public.debt_records(uuid[]) TO anon, authenticated, service_role;
SELECT private.announce_writes('public.disputes');

-- +goose StatementBegin
CREATE FUNCTION private.stop_acceptances() RETURNS trigger
LANGUAGE plpgsql SET search_path = ''
AS $$
BEGIN
  IF EXISTS (SELECT FROM private.debts_of(NEW.company_id) AS d WHERE d.stops_on <= private.market_day()) THEN
    PERFORM private.refuse(409, 'company_in_debt', 'Sua empresa tem um pagamento vencido, e o prazo para regularizá-lo terminou. Pague e informe o comprovante para voltar a aceitar propostas.');
  END IF;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER stop_acceptances BEFORE INSERT ON public.contracts FOR EACH ROW EXECUTE FUNCTION private.stop_acceptances();
