-- Where words were said in one's own conversations, however they are written.
-- What it costs is bounded by how many messages are read, the newest of either
-- direction, and not by the market.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('message_search_max', 5000, 'How many of a member''s newest messages, received and sent each, are searched.');

-- +goose StatementBegin
CREATE FUNCTION public.search_messages(words text) RETURNS TABLE (message_id uuid, partner_id uuid, from_id uuid, excerpt text, "timestamp" timestamptz)
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
DECLARE
  me    CONSTANT uuid    := auth.uid();
  many  CONSTANT integer := private.limit_of('message_search_max');
  terms CONSTANT text[]  := (regexp_split_to_array(btrim(private.fold(left(words, 200))), '\s+'))[1:8];
BEGIN
  IF me IS NULL OR coalesce(terms[1], '') = '' THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH own AS (
    (SELECT m.id, m.from_id, m.to_id, m.content, m.timestamp FROM public.messages m WHERE m.from_id = me ORDER BY m.timestamp DESC LIMIT many)
    UNION ALL
    (SELECT m.id, m.from_id, m.to_id, m.content, m.timestamp FROM public.messages m WHERE m.to_id = me ORDER BY m.timestamp DESC LIMIT many)
  ), folded AS MATERIALIZED (
    SELECT own.*, private.fold(own.content) AS said FROM own
  ), found AS (
    SELECT f.* FROM folded f
    WHERE NOT EXISTS (SELECT FROM unnest(terms) AS term WHERE strpos(f.said, term) = 0)
    ORDER BY f.timestamp DESC, f.id DESC
    LIMIT 30
  )
  SELECT f.id, CASE f.from_id WHEN me THEN f.to_id ELSE f.from_id END, f.from_id,
         substr(f.content, greatest(strpos(f.said, terms[1]) - 60, 1), 200), f.timestamp
  FROM found f
  ORDER BY f.timestamp DESC, f.id DESC;
END
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION public.search_messages(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.search_messages(text) TO authenticated;
