-- Whose turn it is, and the figures that a party sees of its own. What is overdue comes first, then
-- what has a date, then what has none.

-- All that waits for a person of a party, with what they set aside of it. `matter` tells one of a
-- kind from another, `state` how it stands.
CREATE FUNCTION private.turns(party uuid, person uuid) RETURNS TABLE (
  kind text, due_at timestamptz, since timestamptz, contract_id uuid, project_id uuid, subject_id uuid, milestone_id uuid, number bigint, title text, part text, partner text, what text, count integer,
  value_cents bigint, partner_id uuid, matter uuid, state text, shows_at timestamptz, until timestamptz)
LANGUAGE plpgsql STABLE ROWS 20
SET search_path = ''
AS $$
BEGIN
  RETURN QUERY
  SELECT w.kind, w.due_at, w.since, w.contract_id, w.project_id, w.subject_id, w.milestone_id, w.number, w.title, w.part, w.partner, w.what, w.count, w.value_cents, w.partner_id,
         named.matter, named.state, private.deadline_shows_at(w.due_at), d.until
  FROM (
    SELECT t.kind, t.due_at, t.since, t.contract_id, c.project_id, t.subject_id, t.milestone_id, c.number, coalesce(nullif(c.scope ->> 'title', ''), p.title) AS title,
           CASE WHEN (SELECT count(*) FROM public.milestones every WHERE every.contract_id = c.id) > 1 THEN m.title END AS part,
           o.name AS partner, t.what, 1 AS count, t.value_cents, o.id AS partner_id
    FROM private.contract_turns(party, person) AS t
    JOIN public.contracts c ON c.id = t.contract_id
    JOIN public.projects p ON p.id = c.project_id
    JOIN public.profiles o ON o.id = CASE party WHEN c.company_id THEN c.professional_id ELSE c.company_id END
    LEFT JOIN public.milestones m ON m.id = t.milestone_id
    UNION ALL
    SELECT t.kind, t.due_at, t.since, NULL, t.project_id, t.subject_id, NULL, p.number, p.title, NULL,
           CASE t.kind WHEN 'messages' THEN (SELECT f.name FROM public.profiles f WHERE f.id = t.subject_id) END, NULL, t.count, t.value_cents, NULL
    FROM private.other_turns(party, person) AS t LEFT JOIN public.projects p ON p.id = t.project_id) AS w
  CROSS JOIN LATERAL (
    SELECT coalesce(w.subject_id, w.contract_id, party) AS matter,
           concat_ws(' ', extract(epoch FROM w.since), coalesce(extract(epoch FROM w.due_at)::text, '-'), w.count, coalesce(w.value_cents::text, '-'), left(w.what, 60)) AS state) AS named
  LEFT JOIN private.deferrals d ON d.person_id = person AND d.party_id = party AND d.kind = w.kind AND d.matter = named.matter AND d.state = named.state AND d.until > now();
END
$$;
GRANT EXECUTE ON FUNCTION private.turns(uuid,uuid) TO service_role;

-- What contracts ask of a party: milestones to plan, fund, deliver and accept, withheld taxes, and
-- whom the other side asks to witness.
CREATE FUNCTION private.contract_turns(party uuid, person uuid)
 RETURNS TABLE(kind text, due_at timestamp with time zone, since timestamp with time zone, contract_id uuid, subject_id uuid, milestone_id uuid, what text, value_cents bigint)
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET search_path TO ''
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
  SELECT CASE l.status WHEN 'proposed' THEN 'list' ELSE 'sign' END,
         -- Who signs witnesses, until the date after which silence counts.
         (SELECT min(i.witness_due_at) FROM public.checklist_items i
          WHERE l.status = 'agreed' AND i.checklist_id = l.id AND i.blocking AND i.result IN ('passed', 'not_applicable') AND i.witnessed_at IS NULL AND i.recorded_side <> c.side),
         l.updated_at, c.id, l.id, m.id, l.kind, NULL
  FROM mine c JOIN public.checklists l ON l.contract_id = c.id JOIN public.milestones m ON m.id = l.milestone_id
  WHERE fulfils AND c.binds AND m.status IN ('planned', 'awaiting_payment', 'funded', 'delivered', 'adjusting') AND m.owed_due_on IS NULL
    AND (l.status = 'proposed' AND CASE c.side WHEN 'company' THEN l.agreed_by_company ELSE l.agreed_by_professional END IS NULL
      OR l.status = 'agreed' AND CASE c.side WHEN 'company' THEN l.signed_by_company ELSE l.signed_by_professional END IS NULL
         AND NOT EXISTS (SELECT FROM public.checklist_items i WHERE i.checklist_id = l.id AND i.result = 'pending'))
  UNION ALL
  -- What the other side recorded of a list that is not to be signed yet, by the first date.
  SELECT 'witness', min(i.witness_due_at), min(i.recorded_at), c.id, l.id, m.id, l.kind, NULL
  FROM mine c JOIN public.checklists l ON l.contract_id = c.id JOIN public.milestones m ON m.id = l.milestone_id JOIN public.checklist_items i ON i.checklist_id = l.id
  WHERE fulfils AND c.binds AND NOT c.is_own AND m.status IN ('planned', 'awaiting_payment', 'funded', 'delivered', 'adjusting') AND m.owed_due_on IS NULL
    AND l.status = 'agreed' AND i.blocking AND i.result IN ('passed', 'not_applicable') AND i.witnessed_at IS NULL
    AND i.recorded_side <> c.side AND i.recorded_by IS DISTINCT FROM person
    AND (CASE c.side WHEN 'company' THEN l.signed_by_company ELSE l.signed_by_professional END IS NOT NULL
      OR EXISTS (SELECT FROM public.checklist_items open WHERE open.checklist_id = l.id AND open.result = 'pending'))
  GROUP BY c.id, l.id, m.id, l.kind
  UNION ALL
  -- What the checklist blocks is filled in before it is approved.
  SELECT CASE WHEN l.kind IS NULL THEN 'approve' ELSE 'fill' END, CASE WHEN m.paused_at IS NULL THEN m.review_until END, m.delivered_at, c.id, m.id, m.id, l.kind, m.value_cents
  FROM mine c JOIN public.milestones m ON m.contract_id = c.id
  LEFT JOIN LATERAL (
    SELECT b.kind FROM public.checklists b
    WHERE b.milestone_id = m.id AND b.status <> 'proposed'
      AND EXISTS (SELECT FROM public.checklist_items i WHERE i.checklist_id = b.id AND i.blocking AND i.result IN ('pending', 'failed'))
    ORDER BY b.id LIMIT 1) AS l ON true
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
  -- One work of a contract at a time, what was given back first, and nothing
  -- that a guarantee contract has no deposit for.
  (SELECT DISTINCT ON (c.id) CASE WHEN m.status = 'adjusting' THEN 'adjust' WHEN c.status = 'agreed' THEN 'start' ELSE 'deliver' END,
          private.end_of(m.due_on), m.updated_at, c.id, m.id, m.id, NULL::text, m.value_cents
   FROM mine c JOIN public.milestones m ON m.contract_id = c.id
   WHERE fulfils AND c.side = 'professional' AND c.status IN ('agreed', 'active') AND m.status IN ('planned', 'funded', 'adjusting')
     AND NOT private.is_unfunded(c.settlement, m.status, m.held_cents, m.owed_due_on)
   ORDER BY c.id, m.status = 'adjusting' DESC, m.position)
  UNION ALL
  -- The deposit is asked for the part whose turn it is, one at a time.
  SELECT 'deposit', NULL, w.updated_at, w.contract_id, w.id, w.id, NULL, w.value_cents
  FROM (SELECT DISTINCT ON (c.id) c.id AS contract_id, m.id, m.updated_at, m.value_cents, private.is_unfunded(c.settlement, m.status, m.held_cents, m.owed_due_on) AS is_unfunded
        FROM mine c JOIN public.milestones m ON m.contract_id = c.id
        WHERE pays AND c.side = 'company' AND c.settlement = 'guarantee' AND c.status IN ('agreed', 'active') AND NOT c.is_own
          AND (m.status IN ('planned', 'funded', 'adjusting') OR m.status = 'awaiting_payment' AND m.owed_due_on IS NULL)
        ORDER BY c.id, m.status = 'adjusting' DESC, m.position) AS w
  WHERE w.is_unfunded
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
  -- One turn for the taxes of a milestone that stand alike, by the first date; the date of what is owed has passed.
  SELECT CASE w.status WHEN 'due' THEN 'prove_withheld' WHEN 'contested' THEN 'resend_withheld' WHEN 'shown' THEN 'check_withheld'
           WHEN 'owed' THEN CASE c.side WHEN 'company' THEN 'pay_withheld' ELSE 'confirm_withheld' END END,
         CASE w.status WHEN 'shown' THEN min(w.answer_until) WHEN 'owed' THEN NULL ELSE min(w.due_at) END,
         min(coalesce(w.ended_at, r.answered_at, r.given_at, w.created_at)), c.id, w.milestone_id, w.milestone_id, NULL, sum(w.value_cents)::bigint
  FROM mine c JOIN public.withholding_proofs w ON w.contract_id = c.id LEFT JOIN public.withholding_proof_rounds r ON r.proof_id = w.id AND r.round = w.round
  WHERE pays AND NOT c.is_own
    AND (w.status IN ('due', 'contested') AND c.side = 'company' AND w.due_at > now()
      OR w.status = 'shown' AND c.side = 'professional' AND w.answer_until > now() AND r.given_by IS DISTINCT FROM person OR w.status = 'owed')
  GROUP BY c.id, c.side, w.milestone_id, w.status
  UNION ALL
  SELECT 'review', c.completed_at + private.span_of('review_days'), c.completed_at, c.id, NULL, NULL, NULL, NULL
  FROM mine c
  WHERE negotiates AND c.status = 'completed' AND NOT c.reviewed AND NOT c.is_own AND c.completed_at > now() - private.span_of('review_days');
END
$$;
GRANT EXECUTE ON FUNCTION private.contract_turns(uuid,uuid) TO definer, service_role;

-- What waits for a party beside its contracts, with the notice that an owner is given.
CREATE FUNCTION private.other_turns(party uuid, person uuid)
 RETURNS TABLE(kind text, due_at timestamp with time zone, since timestamp with time zone, project_id uuid, subject_id uuid, count integer, value_cents bigint)
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET search_path TO ''
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
  SELECT 'owner_notice', r.takes_effect_at, r.created_at, NULL, r.id, 1, NULL
  FROM public.owner_removals r WHERE r.organisation_id = party AND r.person_id = person AND r.status = 'announced'
  UNION ALL
  SELECT 'receiver', NULL, r.updated_at, NULL, NULL, 1, NULL
  FROM public.receivers r WHERE pays AND r.party_id = party AND r.status IN ('pending', 'rejected');
END
$$;
GRANT EXECUTE ON FUNCTION private.other_turns(uuid,uuid) TO definer, service_role;

-- The most pressing first: by when something happens by itself, and what has no
-- date as if it had one two days after it began to wait. A hundred at most.
CREATE FUNCTION public.my_turn(party uuid DEFAULT auth.uid())
 RETURNS TABLE(kind text, due_at timestamp with time zone, since timestamp with time zone, contract_id uuid, project_id uuid, subject_id uuid, milestone_id uuid, number bigint, title text, part text, partner text, what text, count integer, value_cents bigint, partner_id uuid, matter uuid, may_defer boolean, deferred_until timestamp with time zone, is_early boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $$
BEGIN
  IF auth.uid() IS NULL OR NOT private.acts_for(party) THEN
    RETURN;
  END IF;
  RETURN QUERY
  SELECT t.kind, t.due_at, t.since, t.contract_id, t.project_id, t.subject_id, t.milestone_id, t.number, t.title, t.part, t.partner, t.what, t.count, t.value_cents, t.partner_id, t.matter,
         coalesce(t.shows_at > now(), true), CASE WHEN t.is_aside THEN least(t.until, t.shows_at) END, coalesce(t.shows_at < t.until, false)
  FROM (SELECT turn.*, turn.until IS NOT NULL AND least(turn.until, turn.shows_at) > now() AS is_aside FROM private.turns(party, auth.uid()) AS turn) AS t
  ORDER BY t.is_aside, t.due_at NULLS LAST, t.since, t.subject_id LIMIT 100;
END
$$;
COMMENT ON FUNCTION public.my_turn(uuid) IS 'Everything in which it is a party''s turn
The most pressing first, 100 at most.';
GRANT EXECUTE ON FUNCTION public.my_turn(uuid) TO authenticated;
ALTER FUNCTION public.my_turn(uuid) OWNER TO definer;

-- The party's figures a day, oldest first, days without any included.
-- Proposals are those sent by a professional and those received by a company;
-- withdrawn ones are none.
CREATE FUNCTION public.my_activity(days integer DEFAULT 30, party uuid DEFAULT auth.uid()) RETURNS TABLE (day date, views integer, proposals integer, projects integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  zone CONSTANT text := 'America/Sao_Paulo';
  today CONSTANT date := (now() AT TIME ZONE zone)::date;
  first_day CONSTANT date := today - least(greatest(days, 1), 365) + 1;
  since CONSTANT timestamptz := first_day::timestamp AT TIME ZONE zone;
BEGIN
  IF NOT private.acts_for(party) THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT d.day::date, coalesce(v.views, 0), coalesce(s.total, 0), coalesce(p.total, 0)
    FROM generate_series(first_day::timestamp, today, '1 day') AS d (day)
    LEFT JOIN public.profile_view_days v ON v.profile_id = party AND v.viewed_on = d.day::date
    LEFT JOIN (
      SELECT (o.created_at AT TIME ZONE zone)::date AS day, count(*)::integer AS total
      FROM public.proposals o
      WHERE o.created_at >= since AND o.status <> 'withdrawn'
        AND (o.professional_id = party OR o.project_id IN (SELECT w.project_id FROM public.project_owners w WHERE w.company_id = party))
      GROUP BY 1) s ON s.day = d.day::date
    LEFT JOIN (
      SELECT (j.created_at AT TIME ZONE zone)::date AS day, count(*)::integer AS total
      FROM public.projects j JOIN public.project_owners w ON w.project_id = j.id AND w.company_id = party
      WHERE j.created_at >= since
      GROUP BY 1) p ON p.day = d.day::date
    ORDER BY 1;
END
$$;
COMMENT ON FUNCTION public.my_activity(integer,uuid) IS 'A party''s views, proposals and projects a day';
GRANT EXECUTE ON FUNCTION public.my_activity(integer,uuid) TO authenticated, service_role;
ALTER FUNCTION public.my_activity(integer,uuid) OWNER TO definer;

CREATE FUNCTION public.my_project_figures(party uuid DEFAULT auth.uid()) RETURNS TABLE (status text, projects integer, proposals integer)
LANGUAGE sql STABLE SECURITY INVOKER
SET search_path = ''
AS $$
  SELECT p.status, count(*)::integer, sum(p.proposals_count)::integer
  FROM public.project_owners o JOIN public.projects p ON p.id = o.project_id
  WHERE o.company_id = party AND private.acts_for(party)
  GROUP BY p.status
$$;
COMMENT ON FUNCTION public.my_project_figures(uuid) IS 'A company''s projects and their proposals, by status';
GRANT EXECUTE ON FUNCTION public.my_project_figures(uuid) TO authenticated;

-- The whole market's figures a day, for administrators.
CREATE FUNCTION public.market_activity(days integer DEFAULT 30) RETURNS TABLE (day date, members integer, projects integer, proposals integer, messages integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  zone CONSTANT text := 'America/Sao_Paulo';
  first_day date := (now() AT TIME ZONE zone)::date - least(greatest(days, 1), 365) + 1;
  since timestamptz := first_day::timestamp AT TIME ZONE zone;
BEGIN
  PERFORM private.require_admin();
  RETURN QUERY
    SELECT d.day::date, coalesce(m.total, 0), coalesce(p.total, 0), coalesce(o.total, 0), coalesce(s.total, 0)
    FROM generate_series(first_day::timestamp, (now() AT TIME ZONE zone)::date, '1 day') AS d (day)
    LEFT JOIN (SELECT (created_at AT TIME ZONE zone)::date AS at, count(*)::integer AS total FROM public.profiles  WHERE created_at >= since GROUP BY 1) m ON m.at = d.day
    LEFT JOIN (SELECT (created_at AT TIME ZONE zone)::date AS at, count(*)::integer AS total FROM public.projects  WHERE created_at >= since GROUP BY 1) p ON p.at = d.day
    LEFT JOIN (SELECT (created_at AT TIME ZONE zone)::date AS at, count(*)::integer AS total FROM public.proposals WHERE created_at >= since AND status <> 'withdrawn' GROUP BY 1) o ON o.at = d.day
    LEFT JOIN (SELECT (timestamp  AT TIME ZONE zone)::date AS at, count(*)::integer AS total FROM public.messages  WHERE timestamp  >= since GROUP BY 1) s ON s.at = d.day
    ORDER BY 1;
END
$$;
COMMENT ON FUNCTION public.market_activity(integer) IS 'The market''s figures a day, for administrators';
GRANT EXECUTE ON FUNCTION public.market_activity(integer) TO authenticated, service_role;
ALTER FUNCTION public.market_activity(integer) OWNER TO definer;

-- The market at a glance, for administrators.
CREATE FUNCTION public.market_overview() RETURNS TABLE (
  professionals integer, companies integer, blocked integer, projects_open integer, projects_total integer,
  proposals_total integer, contracts_active integer, contracts_completed integer, messages_total bigint, reports_open integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM private.require_admin();
  RETURN QUERY SELECT
    (SELECT count(*)::integer FROM public.profiles WHERE role = 'professional' AND status = 'active' AND is_party),
    (SELECT count(*)::integer FROM public.profiles WHERE role = 'company' AND status = 'active' AND is_party),
    (SELECT count(*)::integer FROM public.profiles p JOIN public.accounts ON profile_id = p.id WHERE p.status = 'blocked'),
    (SELECT count(*)::integer FROM public.projects WHERE status = 'open'),
    (SELECT count(*)::integer FROM public.projects),
    (SELECT count(*)::integer FROM public.proposals WHERE status <> 'withdrawn'),
    (SELECT count(*)::integer FROM public.contracts WHERE status IN ('agreed', 'active', 'delivered')),
    (SELECT count(*)::integer FROM public.contracts WHERE status = 'completed'),
    (SELECT count(*) FROM public.messages),
    (SELECT count(*)::integer FROM public.reports WHERE status = 'open');
END
$$;
COMMENT ON FUNCTION public.market_overview() IS 'The market''s figures, for administrators';
GRANT EXECUTE ON FUNCTION public.market_overview() TO authenticated, service_role;
ALTER FUNCTION public.market_overview() OWNER TO definer;
