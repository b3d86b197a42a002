-- Two policies let people add papers to their contract, by what the papers are
-- for. Whoever may negotiate may fulfil, too, so that breaking the second was
-- noticed by nobody. One sentence says who may.

-- +goose Up
DROP POLICY "both sides add papers to their contract" ON storage.objects;
DROP POLICY "both sides add papers to their disputes" ON storage.objects;
CREATE POLICY "both sides add papers to their contract" ON storage.objects FOR INSERT TO authenticated
  WITH CHECK (
    bucket_id = 'deals' AND owner = (SELECT auth.uid())
    AND (private.is_side_of(private.contract_of_file(bucket_id, name), 'fulfil')
         OR private.is_side_of(private.contract_of_file(bucket_id, name), 'pay')
         OR private.is_side_of(private.contract_of_file(bucket_id, name), 'negotiate')));
