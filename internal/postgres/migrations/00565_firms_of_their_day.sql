-- What was issued to a person before he founded a firm said the firm's CNPJ
-- afterwards. It keeps his CPF, as it keeps a number that was corrected since.

-- +goose Up
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.document_of_at(party uuid, at timestamptz) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
BEGIN ATOMIC
  WITH firm AS (
    SELECT o.document FROM public.organisations o
    WHERE o.id = party AND (o.role = 'company' OR o.created_at <= at))
  SELECT coalesce(
    (SELECT c.old_document FROM public.corrections c
     WHERE c.party_id = party AND c.status = 'approved' AND c.decided_at > at
       AND c.kind = CASE WHEN EXISTS (SELECT FROM firm) THEN 'cnpj' ELSE 'cpf' END
     ORDER BY c.decided_at LIMIT 1),
    (SELECT document FROM firm),
    (SELECT a.document FROM public.accounts a WHERE a.profile_id = party));
END;
-- +goose StatementEnd
