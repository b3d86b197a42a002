-- Of what was signed and issued before snapshots were taken, who the sides are known
-- to be now. It is a migration of its own, so that no writer of contracts waits for
-- it. What was agreed to is kept by the server, which prints it in the same step.

-- +goose Up
INSERT INTO private.party_snapshots (contract_id, act, subject_id, version, side, company_name, company_document, professional_name, professional_document, person_id, person_name, is_late)
SELECT c.id, acted.act, acted.subject_id, acted.version, acted.side, coalesce(co.legal_name, cp.name), coalesce(co.document, ca.document, ''),
       coalesce(po.legal_name, pp.name), coalesce(acted.document, po.document, pa.document, ''), acted.person_id, person.name, true
FROM (
  SELECT l.contract_id, 'checklist' AS act, l.id AS subject_id, l.version, s.side, s.person_id, NULL::text AS document
  FROM public.checklists l, LATERAL (VALUES ('company', l.signed_by_company), ('professional', l.signed_by_professional)) AS s (side, person_id)
  WHERE s.person_id IS NOT NULL
  UNION ALL
  SELECT f.contract_id, 'fee_receipt', f.milestone_id, 1, 'professional', NULL, private.document_of_at(f.party_id, f.issued_at)
  FROM public.fee_receipts f) AS acted
JOIN public.contracts c ON c.id = acted.contract_id
JOIN public.profiles cp ON cp.id = c.company_id      LEFT JOIN public.organisations co ON co.id = cp.id LEFT JOIN public.accounts ca ON ca.profile_id = cp.id
JOIN public.profiles pp ON pp.id = c.professional_id LEFT JOIN public.organisations po ON po.id = pp.id LEFT JOIN public.accounts pa ON pa.profile_id = pp.id
LEFT JOIN public.profiles person ON person.id = acted.person_id;
