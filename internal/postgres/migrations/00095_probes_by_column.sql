-- Topics are authorised by rows of realtime.messages: anon and authenticated
-- may name its columns one by one, as everywhere, so that a later one is not
-- theirs by itself; and its policies ask who the caller is once a statement.

-- +goose Up
REVOKE SELECT, INSERT ON realtime.messages FROM anon, authenticated;
GRANT SELECT (id, topic, extension, event, payload, private, inserted_at, updated_at),
      INSERT (topic, extension, event, payload, private)
  ON realtime.messages TO anon, authenticated;

ALTER POLICY "both sides listen to their conversation" ON realtime.messages USING (
  extension IN ('broadcast', 'presence')
  AND (realtime.topic() = 'user:' || (SELECT auth.uid())::text
    OR (realtime.topic() LIKE 'conversation:%'
      AND (SELECT auth.uid())::text IN (split_part(realtime.topic(), ':', 2), split_part(realtime.topic(), ':', 3)))));
ALTER POLICY "both sides speak in their conversation" ON realtime.messages WITH CHECK (
  extension IN ('broadcast', 'presence')
  AND realtime.topic() LIKE 'conversation:%'
  AND (SELECT auth.uid())::text IN (split_part(realtime.topic(), ':', 2), split_part(realtime.topic(), ':', 3)));
