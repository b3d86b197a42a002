-- Who was blocked does not come back by erasing the account and signing up
-- again: what identified it stays as a hash under the server's key, which says
-- nothing to who reads it and everything to who tries.

-- +goose Up
CREATE TABLE private.barred_documents (
  digest     bytea       NOT NULL,
  kind       text        NOT NULL,
  profile_id uuid        NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT barred_documents_pkey            PRIMARY KEY (digest),
  CONSTRAINT barred_documents_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles (id) ON DELETE CASCADE,
  CONSTRAINT barred_documents_kind_known      CHECK (kind IN ('document', 'email')),
  CONSTRAINT barred_documents_digest_length   CHECK (octet_length(digest) = 32)
);
CREATE INDEX barred_documents_profile_id_idx ON private.barred_documents (profile_id);
ALTER TABLE private.barred_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.barred_documents FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server keeps who is barred" ON private.barred_documents TO service_role USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON private.barred_documents TO service_role;

-- Erasing a blocked account gives nothing back to who dealt with it.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.settle_reputation(parties uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  PERFORM FROM public.profiles WHERE id = ANY (parties) ORDER BY id FOR NO KEY UPDATE;
  UPDATE public.profiles p
  SET rating = said.rating, reviews_count = said.reviews, contracts_completed = done.contracts, counterparts = done.counterparts
  FROM unnest(parties) AS of_party (id)
  CROSS JOIN LATERAL (
    SELECT round(avg(each.mean), 2) AS rating, coalesce(sum(each.reviews), 0)::integer AS reviews
    FROM (
      SELECT avg(r.rating) AS mean, count(*) AS reviews
      FROM public.reviews r WHERE r.subject_id = of_party.id AND r.counted AND NOT r.withheld
      GROUP BY r.author_id
    ) AS each
  ) AS said
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS contracts, count(DISTINCT side.other)::integer AS counterparts
    FROM (
      SELECT CASE c.company_id WHEN of_party.id THEN c.professional_id ELSE c.company_id END AS other
      FROM public.contracts c WHERE c.status = 'completed' AND (c.company_id = of_party.id OR c.professional_id = of_party.id)
    ) AS side
    JOIN public.profiles o ON o.id = side.other AND (o.status = 'active' OR o.removed_at IS NOT NULL)
    WHERE NOT EXISTS (SELECT FROM private.barred_documents b WHERE b.profile_id = o.id)
  ) AS done
  WHERE p.id = of_party.id
    AND (p.rating, p.reviews_count, p.contracts_completed, p.counterparts) IS DISTINCT FROM (said.rating, said.reviews, done.contracts, done.counterparts);
END
$$;
-- +goose StatementEnd
