-- An invitation to propose waits for the professional until it is answered, expires or the project no
-- longer receives proposals.

-- +goose Up
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.other_turns(party uuid, person uuid)
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
  SELECT 'invitation', i.expires_at, i.created_at, i.project_id, i.id, 1, NULL
  FROM public.invitations_to_propose i JOIN public.projects p ON p.id = i.project_id
  WHERE negotiates AND i.professional_id = party AND i.status = 'sent' AND i.expires_at > now() AND p.status = 'open'
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
-- +goose StatementEnd
