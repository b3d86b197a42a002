-- Everything in which it is a person's turn, for the party he acts for, from one
-- place: what a dashboard lists first, and which contracts wait. It was reckoned
-- from several queries in the browser, and taxes and proposals were in none.
-- Only what his rights let him do is his turn, and nothing that both sides of
-- which are his.

-- +goose Up
-- The last second of a day on the market's calendar.
CREATE FUNCTION private.end_of(day date) RETURNS timestamptz
LANGUAGE sql STABLE
SET search_path = ''
RETURN (day + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo' - interval '1 second';
REVOKE ALL ON FUNCTION private.end_of(date) FROM PUBLIC;

-- What waits in contracts. `side` is the party's, `other` whom it deals with.
-- +goose StatementBegin
CREATE FUNCTION private.contract_turns(party uuid, person uuid) RETURNS TABLE (
  kind text, due_at timestamptz, since timestamptz, contract_id uuid, subject_id uuid, milestone_id uuid, what text, value_cents bigint)
LANGUAGE plpgsql STABLE ROWS 20
SET search_path = ''
AS $$
DECLARE
  own        CONSTANT uuid[]  := private.parties('read', person);
  negotiates CONSTANT boolean := private.acts_for(party, 'negotiate', person);
  fulfils    CONSTANT boolean := private.acts_for(party, 'fulfil', person);
  pays       CONSTANT boolean := private.acts_for(party, 'pay', person);
BEGIN
  RETURN QUERY
  WITH mine AS (
    SELECT c.id, c.status, c.settlement, c.termination_by, c.termination_lapses_at, c.termination_proposed_at, c.completed_at, private.is_binding(c.status) AS binds,
           CASE party WHEN c.company_id THEN 'company' ELSE 'professional' END AS side,
           CASE party WHEN c.company_id THEN c.company_reviewed ELSE c.professional_reviewed END AS reviewed,
           CASE party WHEN c.company_id THEN c.professional_id ELSE c.company_id END = ANY (own) AS is_own
    FROM public.contracts c WHERE party IN (c.company_id, c.professional_id))
  SELECT 'termination', c.termination_lapses_at, c.termination_proposed_at, c.id, NULL::uuid, NULL::uuid, NULL::text, NULL::bigint
  FROM mine c WHERE negotiates AND c.termination_by <> party AND c.termination_lapses_at > now()
  UNION ALL
  SELECT CASE d.status WHEN 'open' THEN 'dispute' WHEN 'decided' THEN 'decision' ELSE 'split' END,
         CASE d.status WHEN 'open' THEN d.answer_due_at WHEN 'decided' THEN d.appeal_until END, d.updated_at, c.id, d.id, d.milestone_id, NULL, d.value_cents
  FROM mine c JOIN public.disputes d ON d.contract_id = c.id
  WHERE negotiates AND (d.status = 'open' AND d.opened_by <> c.side
    OR d.status = 'negotiating' AND c.side <> (SELECT e.side FROM public.dispute_entries e WHERE e.dispute_id = d.id AND e.offer IS NOT NULL ORDER BY e.offer DESC LIMIT 1)
    OR d.status = 'decided' AND CASE c.side WHEN 'company' THEN d.company_accepted_at ELSE d.professional_accepted_at END IS NULL)
  UNION ALL
  SELECT 'amendment', a.lapses_at, a.created_at, c.id, a.id, NULL, a.label, a.price_cents
  FROM mine c JOIN public.amendments a ON a.contract_id = c.id
  WHERE negotiates AND c.binds AND a.status = 'proposed' AND a.author <> c.side
  UNION ALL
  SELECT CASE l.status WHEN 'proposed' THEN 'list' ELSE 'sign' END, NULL, l.updated_at, c.id, l.id, m.id, l.kind, NULL
  FROM mine c JOIN public.checklists l ON l.contract_id = c.id JOIN public.milestones m ON m.id = l.milestone_id
  WHERE fulfils AND c.binds AND m.status IN ('planned', 'awaiting_payment', 'funded', 'delivered', 'adjusting') AND m.owed_due_on IS NULL
    AND (l.status = 'proposed' AND CASE c.side WHEN 'company' THEN l.agreed_by_company ELSE l.agreed_by_professional END IS NULL
      OR l.status = 'agreed' AND CASE c.side WHEN 'company' THEN l.signed_by_company ELSE l.signed_by_professional END IS NULL
         AND NOT EXISTS (SELECT FROM public.checklist_items i WHERE i.checklist_id = l.id AND i.result = 'pending'))
  UNION ALL
  SELECT 'approve', CASE WHEN m.paused_at IS NULL THEN m.review_until END, m.delivered_at, c.id, m.id, m.id, NULL, m.value_cents
  FROM mine c JOIN public.milestones m ON m.contract_id = c.id
  WHERE fulfils AND c.side = 'company' AND c.binds AND m.status = 'delivered' AND NOT c.is_own AND m.delivered_by IS DISTINCT FROM person
  UNION ALL
  SELECT CASE c.settlement WHEN 'direct' THEN 'pay' ELSE 'fund' END, private.end_of(m.owed_due_on), coalesce(m.approved_at, m.updated_at), c.id, m.id, m.id, NULL, m.value_cents
  FROM mine c JOIN public.milestones m ON m.contract_id = c.id
  WHERE pays AND c.side = 'company' AND m.status = 'awaiting_payment' AND m.owed_due_on IS NOT NULL
    AND NOT (c.settlement = 'direct' AND EXISTS (SELECT FROM public.direct_payments d WHERE d.milestone_id = m.id AND d.status = 'declared'))
  UNION ALL
  SELECT 'confirm', d.confirm_due_at, d.declared_at, c.id, d.id, d.milestone_id, NULL, d.value_cents
  FROM mine c JOIN public.direct_payments d ON d.contract_id = c.id
  WHERE pays AND c.side = 'professional' AND d.status = 'declared' AND NOT c.is_own AND d.declared_by <> person
  UNION ALL
  -- One work of a contract at a time, what was given back first.
  (SELECT DISTINCT ON (c.id) CASE WHEN m.status = 'adjusting' THEN 'adjust' WHEN c.status = 'agreed' THEN 'start' ELSE 'deliver' END,
          private.end_of(m.due_on), m.updated_at, c.id, m.id, m.id, NULL::text, m.value_cents
   FROM mine c JOIN public.milestones m ON m.contract_id = c.id
   WHERE fulfils AND c.side = 'professional' AND c.status IN ('agreed', 'active') AND m.status IN ('planned', 'funded', 'adjusting')
   ORDER BY c.id, m.status = 'adjusting' DESC, m.position)
  UNION ALL
  SELECT CASE i.status WHEN 'sent' THEN 'check_invoice' WHEN 'refused' THEN 'resend_invoice' ELSE 'invoice' END, NULL, coalesce(i.answered_at, i.sent_at, i.created_at), c.id, i.id, i.milestone_id, NULL, i.expected_cents
  FROM mine c JOIN public.invoices i ON i.contract_id = c.id
  WHERE pays AND NOT c.is_own
    AND CASE c.side WHEN 'company' THEN i.status = 'sent' AND i.sent_by IS DISTINCT FROM person ELSE i.status IN ('pending', 'refused') END
  UNION ALL
  SELECT 'withholding', min(w.answer_due_at), min(w.recorded_at), c.id, w.milestone_id, w.milestone_id, NULL, sum(w.value_cents)::bigint
  FROM mine c JOIN public.withholdings w ON w.contract_id = c.id
  WHERE pays AND c.side = 'professional' AND w.status = 'proposed' AND NOT c.is_own AND w.recorded_by <> person
  GROUP BY c.id, w.milestone_id
  UNION ALL
  SELECT 'review', c.completed_at + private.span_of('review_days'), c.completed_at, c.id, NULL, NULL, NULL, NULL
  FROM mine c
  WHERE negotiates AND c.status = 'completed' AND NOT c.reviewed AND NOT c.is_own AND c.completed_at > now() - private.span_of('review_days');
END
$$;
-- +goose StatementEnd
REVOKE ALL ON FUNCTION private.contract_turns(uuid, uuid) FROM PUBLIC;

-- What waits of what there is no contract of yet, and of the person himself.
-- +goose StatementBegin
CREATE FUNCTION private.other_turns(party uuid, person uuid) RETURNS TABLE (
  kind text, due_at timestamptz, since timestamptz, project_id uuid, subject_id uuid, count integer, value_cents bigint)
LANGUAGE plpgsql STABLE ROWS 20
SET search_path = ''
AS $$
DECLARE
  negotiates CONSTANT boolean := private.acts_for(party, 'negotiate', person);
  publishes  CONSTANT boolean := private.acts_for(party, 'publish', person);
  pays       CONSTANT boolean := private.acts_for(party, 'pay', person);
BEGIN
  RETURN QUERY
  SELECT 'proposals', private.end_of(min(o.valid_until)), min(o.created_at), p.id, p.id, count(*)::integer, NULL::bigint
  FROM public.project_owners w JOIN public.projects p ON p.id = w.project_id
  JOIN public.proposals o ON o.project_id = p.id AND o.status = 'pending' AND o.project_revision = p.revision
  JOIN public.profiles sender ON sender.id = o.professional_id AND sender.status = 'active'
  WHERE negotiates AND w.company_id = party AND p.status = 'open'
    AND NOT EXISTS (SELECT FROM public.proposal_terms t WHERE t.proposal_id = o.id AND t.state = 'offered')
  GROUP BY p.id
  UNION ALL
  SELECT 'questions', NULL, min(q.created_at), p.id, p.id, count(*)::integer, NULL
  FROM public.project_owners w JOIN public.projects p ON p.id = w.project_id JOIN public.project_questions q ON q.project_id = p.id AND q.answer IS NULL
  WHERE publishes AND w.company_id = party AND p.status = 'open'
  GROUP BY p.id
  UNION ALL
  SELECT 'counter', private.end_of(t.valid_until), t.created_at, o.project_id, o.id, 1, t.value_cents
  FROM public.proposals o JOIN public.proposal_terms t ON t.proposal_id = o.id AND t.state = 'offered'
  WHERE negotiates AND o.professional_id = party AND o.status = 'pending'
  UNION ALL
  SELECT 'revision', private.end_of(o.valid_until), p.updated_at, p.id, o.id, 1, o.value_cents
  FROM public.proposals o JOIN public.projects p ON p.id = o.project_id
  WHERE negotiates AND o.professional_id = party AND o.status = 'pending' AND p.status = 'open' AND o.project_revision < p.revision
  UNION ALL
  SELECT 'messages', NULL, min(v.last_at), NULL, CASE WHEN count(*) = 1 THEN min(v.partner_id::text)::uuid END, sum(v.unread_count)::integer, NULL
  FROM public.conversations v WHERE v.owner_id = person AND v.unread_count > 0
  HAVING count(*) > 0
  UNION ALL
  SELECT 'receiver', NULL, r.updated_at, NULL, NULL, 1, NULL
  FROM public.receivers r WHERE pays AND r.party_id = party AND r.status IN ('pending', 'rejected');
END
$$;
-- +goose StatementEnd
REVOKE ALL ON FUNCTION private.other_turns(uuid, uuid) FROM PUBLIC;

-- The most pressing first: by when something happens by itself, and what has no
-- date as if it had one two days after it began to wait. A hundred at most.
-- +goose StatementBegin
CREATE FUNCTION public.my_turn(party uuid DEFAULT auth.uid()) RETURNS TABLE (
  kind text, due_at timestamptz, since timestamptz, contract_id uuid, project_id uuid, subject_id uuid, number bigint, title text, part text, partner text, what text, count integer,
  value_cents bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF auth.uid() IS NULL OR NOT private.acts_for(party) THEN
    RETURN;
  END IF;
  RETURN QUERY
  SELECT * FROM (
  SELECT t.kind, t.due_at, t.since, t.contract_id, c.project_id, t.subject_id, c.number, coalesce(nullif(c.scope ->> 'title', ''), p.title),
         CASE WHEN (SELECT count(*) FROM public.milestones every WHERE every.contract_id = c.id) > 1 THEN m.title END,
         o.name, t.what, 1, t.value_cents
  FROM private.contract_turns(party, auth.uid()) AS t
  JOIN public.contracts c ON c.id = t.contract_id
  JOIN public.projects p ON p.id = c.project_id
  JOIN public.profiles o ON o.id = CASE party WHEN c.company_id THEN c.professional_id ELSE c.company_id END
  LEFT JOIN public.milestones m ON m.id = t.milestone_id
  UNION ALL
  SELECT t.kind, t.due_at, t.since, NULL, t.project_id, t.subject_id, p.number, p.title, NULL,
         CASE t.kind WHEN 'messages' THEN (SELECT f.name FROM public.profiles f WHERE f.id = t.subject_id) END, NULL, t.count, t.value_cents
  FROM private.other_turns(party, auth.uid()) AS t LEFT JOIN public.projects p ON p.id = t.project_id
  ) AS waiting
  ORDER BY coalesce(waiting.due_at, waiting.since + interval '2 days'), waiting.since, waiting.subject_id LIMIT 100;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION public.my_turn(uuid) OWNER TO definer;
REVOKE EXECUTE ON FUNCTION public.my_turn(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.my_turn(uuid) TO authenticated;
GRANT EXECUTE ON FUNCTION private.end_of(date), private.contract_turns(uuid, uuid), private.other_turns(uuid, uuid) TO definer;

-- The contracts among them: a list of contracts is filtered by it, a page at a time.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION public.waiting_contracts(party uuid DEFAULT auth.uid()) RETURNS TABLE (contract_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF auth.uid() IS NULL OR NOT private.acts_for(party) THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT DISTINCT t.contract_id FROM private.contract_turns(party, auth.uid()) AS t ORDER BY 1 DESC LIMIT 100;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION public.waiting_contracts(uuid) OWNER TO definer;
DROP FUNCTION private.has_answer_due(uuid, text, boolean);
