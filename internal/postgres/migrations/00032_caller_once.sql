-- A policy that says auth.uid() reads the request's claims again for each row
-- it looks at, 10 µs a time; said as (SELECT auth.uid()) it is asked once a
-- statement. The newest page of a conversation of 10,000 messages took 100 ms.

-- +goose Up
-- +goose StatementBegin
DO $$
DECLARE
  bare CONSTANT text := '(?<!SELECT )auth\.uid\(\)';
  once CONSTANT text := '(SELECT auth.uid())';
  found record;
BEGIN
  FOR found IN
    SELECT policyname AS name, format('%I.%I', schemaname, tablename) AS place, qual, with_check
    FROM pg_policies
    WHERE schemaname IN ('public', 'storage') AND concat(qual, with_check) ~ bare
    ORDER BY place, name
  LOOP
    EXECUTE format('ALTER POLICY %I ON %s', found.name, found.place)
      || coalesce(' USING (' || regexp_replace(found.qual, bare, once, 'g') || ')', '')
      || coalesce(' WITH CHECK (' || regexp_replace(found.with_check, bare, once, 'g') || ')', '');
  END LOOP;
END
$$;
-- +goose StatementEnd

-- Said with OR, this makes the planner expect next to no row of a conversation
-- to be visible, and so read all of it for its newest page. Of CASE it expects
-- half, and walks the conversation's index from its end.
ALTER POLICY "both sides read their messages" ON public.messages USING (
  CASE WHEN sender_visible THEN (SELECT auth.uid()) IN (from_id, to_id) ELSE (SELECT auth.uid()) = to_id END);
