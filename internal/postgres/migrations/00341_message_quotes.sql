-- A message may answer another of its conversation. What is elsewhere, or what
-- one of the two may not see, is quoted by nobody; it is refused like what is
-- not there.

-- +goose Up
ALTER TABLE public.messages ADD COLUMN quotes_id uuid;
ALTER TABLE public.messages ADD CONSTRAINT messages_quotes_id_fkey FOREIGN KEY (quotes_id) REFERENCES public.messages (id) ON DELETE SET NULL;
CREATE INDEX messages_quotes_id_idx ON public.messages (quotes_id) WHERE quotes_id IS NOT NULL;
GRANT INSERT (quotes_id), SELECT (quotes_id) ON public.messages TO authenticated;

-- +goose StatementBegin
CREATE FUNCTION private.check_quote() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM public.messages m
    WHERE m.id = NEW.quotes_id AND m.sender_visible
      AND (m.from_id = NEW.from_id AND m.to_id = NEW.to_id OR m.from_id = NEW.to_id AND m.to_id = NEW.from_id)
  ) THEN
    PERFORM private.refuse(422, 'quote_unknown', 'A mensagem respondida não está nesta conversa.');
  END IF;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.check_quote() OWNER TO definer;
CREATE TRIGGER check_quote BEFORE INSERT ON public.messages
  FOR EACH ROW WHEN (NEW.quotes_id IS NOT NULL) EXECUTE FUNCTION private.check_quote();
