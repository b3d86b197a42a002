-- Where words were said in one conversation of one's own, however they are
-- written, file names included: all places, so that one goes from each to the
-- next. What it costs is bounded by how many of its newest messages are read.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('conversation_search_max', 200, 'How many messages of one conversation a search finds.');

-- +goose StatementBegin
CREATE FUNCTION public.search_conversation(partner_id uuid, words text) RETURNS TABLE (message_id uuid, "timestamp" timestamptz)
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
DECLARE
  me    CONSTANT uuid    := auth.uid();
  many  CONSTANT integer := private.limit_of('message_search_max');
  shown CONSTANT integer := private.limit_of('conversation_search_max');
  terms CONSTANT text[]  := (regexp_split_to_array(btrim(private.fold(left(words, 200))), '\s+'))[1:8];
  place CONSTANT text    := least(me, partner_id) || ':' || greatest(me, partner_id);
BEGIN
  IF me IS NULL OR partner_id IS NULL OR coalesce(terms[1], '') = '' THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH newest AS (
    SELECT m.id, m.timestamp, m.content, m.files_count FROM public.messages m
    WHERE m.thread = place ORDER BY m.timestamp DESC, m.id DESC LIMIT many
  ), folded AS MATERIALIZED (
    SELECT n.id, n.timestamp, private.fold(concat_ws(' ', n.content,
      CASE WHEN n.files_count > 0 THEN (SELECT string_agg(f.name, ' ') FROM public.message_files f WHERE f.message_id = n.id) END)) AS said
    FROM newest n
  )
  SELECT f.id, f.timestamp FROM folded f
  WHERE NOT EXISTS (SELECT FROM unnest(terms) AS term WHERE strpos(f.said, term) = 0)
  ORDER BY f.timestamp DESC, f.id DESC
  LIMIT shown;
END
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION public.search_conversation(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.search_conversation(uuid, text) TO authenticated;
