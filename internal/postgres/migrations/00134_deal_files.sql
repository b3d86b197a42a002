-- Papers of a contract, such as the receipt of a payment: both sides read
-- them, whoever may deliver or pay adds to them, and nobody takes one back.

-- +goose Up
INSERT INTO storage.buckets (id, name, public, file_size_limit, allowed_mime_types) VALUES
  ('deals', 'deals', false, 10 * 1024 * 1024, ARRAY['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'application/xml', 'text/xml']);

-- The contract whose folder a file is in: 'deals' keeps '<contract id>/…'.
CREATE FUNCTION private.contract_of_file(bucket_id text, name text) RETURNS uuid
LANGUAGE sql IMMUTABLE
SET search_path = ''
RETURN CASE WHEN bucket_id = 'deals' AND name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[^/]+$' THEN split_part(name, '/', 1)::uuid END;
GRANT EXECUTE ON FUNCTION private.contract_of_file(text, text) TO authenticated, service_role;

CREATE POLICY "both sides read the papers of their contract" ON storage.objects
  FOR SELECT TO authenticated USING (bucket_id = 'deals' AND private.is_side_of(private.contract_of_file(bucket_id, name)));
CREATE POLICY "administrators read the papers of contracts" ON storage.objects
  FOR SELECT TO authenticated USING (bucket_id = 'deals' AND (SELECT private.is_admin()));
CREATE POLICY "both sides add papers to their contract" ON storage.objects
  FOR INSERT TO authenticated WITH CHECK (bucket_id = 'deals' AND owner = (SELECT auth.uid())
    AND (private.is_side_of(private.contract_of_file(bucket_id, name), 'fulfil') OR private.is_side_of(private.contract_of_file(bucket_id, name), 'pay')));
