-- What members write without end is measured where it is written, once for a
-- statement, whatever number of rows it writes. What belongs to a party is
-- counted for the party, so that a second member has no second measure, and for
-- the member, so that a second party is none either.

-- +goose Up

-- Messages are counted by themselves: nobody takes one away, and sending one
-- stays cheap. The lock comes last, after those of the conversation.
-- +goose StatementBegin
CREATE FUNCTION private.measure_messages() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  sender   CONSTANT uuid   := auth.uid();
  a_minute CONSTANT bigint := private.limit_of('messages_minute_max');
  person   CONSTANT bigint := private.limit_of('messages_person_minute_max');
  a_day    CONSTANT bigint := private.limit_of('messages_daily_max');
  minute_ago      timestamptz;
  day_ago         timestamptz;
  last_in_the_way timestamptz;
BEGIN
  IF sender IS NULL OR NOT EXISTS (SELECT FROM written WHERE NOT automatic) THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('measure messages ' || sender, 0));
  minute_ago := clock_timestamp() - interval '1 minute';
  day_ago    := clock_timestamp() - interval '1 day';
  IF private.is_measured(person) THEN
    SELECT max(recent.timestamp) INTO last_in_the_way
    FROM (SELECT m.timestamp, row_number() OVER (PARTITION BY m.to_id ORDER BY m.timestamp DESC) AS place
          FROM public.messages m
          WHERE m.from_id = sender AND m.timestamp > minute_ago AND NOT m.automatic
            AND m.to_id IN (SELECT to_id FROM written)) AS recent
    WHERE recent.place > person;
    IF last_in_the_way IS NOT NULL THEN
      PERFORM private.refuse(429, 'too_many_messages_to_person', 'Você enviou muitas mensagens seguidas para esta pessoa. Aguarde um minuto e continue.', last_in_the_way - minute_ago);
    END IF;
  END IF;
  IF private.is_measured(a_minute) THEN
    SELECT m.timestamp INTO last_in_the_way FROM public.messages m
    WHERE m.from_id = sender AND m.timestamp > minute_ago AND NOT m.automatic
    ORDER BY m.timestamp DESC OFFSET a_minute LIMIT 1;
    IF last_in_the_way IS NOT NULL THEN
      PERFORM private.refuse(429, 'too_many_messages', 'Você enviou muitas mensagens em pouco tempo. Aguarde um minuto e continue.', last_in_the_way - minute_ago);
    END IF;
  END IF;
  IF private.is_measured(a_day) THEN
    SELECT m.timestamp INTO last_in_the_way FROM public.messages m
    WHERE m.from_id = sender AND m.timestamp > day_ago AND NOT m.automatic
    ORDER BY m.timestamp DESC OFFSET a_day LIMIT 1;
    IF last_in_the_way IS NOT NULL THEN
      PERFORM private.refuse(429, 'too_many_messages_today', 'Você atingiu o limite de {messages_daily_max} mensagens em 24 horas. Tente novamente mais tarde.', last_in_the_way - day_ago);
    END IF;
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.measure_messages() OWNER TO service_role;
CREATE TRIGGER measure AFTER INSERT ON public.messages REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.measure_messages();

-- Counts for each party of what was written, and for who wrote it; the limit is
-- called after the matter.
-- +goose StatementBegin
CREATE FUNCTION private.measure_parties(matter text, parties uuid[]) RETURNS interval
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  party   record;
  longest interval;
BEGIN
  IF auth.uid() IS NULL OR cardinality(parties) = 0 THEN
    RETURN NULL;
  END IF;
  FOR party IN SELECT id, count(*) AS more FROM unnest(parties) AS id GROUP BY id ORDER BY id LOOP
    longest := greatest(longest, private.measure(party.id, matter, party.more, matter || '_daily_max', interval '1 day'));
  END LOOP;
  RETURN greatest(longest, private.measure(auth.uid(), matter || '_of_member', cardinality(parties), matter || '_daily_max', interval '1 day'));
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.measure_parties(text, uuid[]) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.measure_parties(text, uuid[]) TO service_role;

-- +goose StatementBegin
CREATE FUNCTION private.measure_projects() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  wait CONSTANT interval := private.measure_parties('projects', ARRAY(SELECT company_id FROM written WHERE company_id IS NOT NULL));
BEGIN
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_many_projects', 'Você atingiu o limite de {projects_daily_max} projetos publicados em 24 horas. Tente novamente mais tarde.', wait);
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.measure_projects() OWNER TO service_role;
CREATE TRIGGER measure AFTER INSERT ON public.projects REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.measure_projects();

-- +goose StatementBegin
CREATE FUNCTION private.measure_revisions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  wait interval;
BEGIN
  IF auth.uid() IS NOT NULL THEN
    wait := private.measure(auth.uid(), 'revisions', (SELECT count(*) FROM written), 'revisions_daily_max', interval '1 day');
  END IF;
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_many_revisions', 'Você alterou projetos muitas vezes nas últimas 24 horas. Tente novamente mais tarde.', wait);
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.measure_revisions() OWNER TO service_role;
CREATE TRIGGER measure AFTER INSERT ON public.project_revisions REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.measure_revisions();

-- +goose StatementBegin
CREATE FUNCTION private.measure_proposals() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  wait CONSTANT interval := private.measure_parties('proposals', ARRAY(SELECT professional_id FROM written));
BEGIN
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_many_proposals_today', 'Você atingiu o limite de {proposals_daily_max} propostas enviadas em 24 horas. Tente novamente mais tarde.', wait);
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.measure_proposals() OWNER TO service_role;
CREATE TRIGGER measure AFTER INSERT ON public.proposals REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.measure_proposals();

-- +goose StatementBegin
CREATE FUNCTION private.measure_questions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  wait CONSTANT interval := private.measure_parties('questions', ARRAY(SELECT party_id FROM written));
BEGIN
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_many_questions_today', 'Você atingiu o limite de {questions_daily_max} perguntas em 24 horas. Tente novamente mais tarde.', wait);
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.measure_questions() OWNER TO service_role;
CREATE TRIGGER measure AFTER INSERT ON private.question_askers REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.measure_questions();

-- +goose StatementBegin
CREATE FUNCTION private.measure_portfolio() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  wait CONSTANT interval := private.measure_parties('portfolio', ARRAY(SELECT profile_id FROM written));
BEGIN
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_many_portfolio_projects', 'Você atingiu o limite de {portfolio_daily_max} projetos de portfólio em 24 horas. Tente novamente mais tarde.', wait);
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.measure_portfolio() OWNER TO service_role;
CREATE TRIGGER measure AFTER INSERT ON public.portfolio_projects REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.measure_portfolio();

-- A version of a file is an upload, whether it is new, replaces another or is a
-- copy. The protocol tries the row, without bytes, before it takes the bytes.
-- +goose StatementBegin
CREATE FUNCTION private.measure_upload() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  wait interval;
BEGIN
  IF auth.uid() IS NULL THEN
    RETURN NULL;
  END IF;
  wait := private.measure(auth.uid(), 'uploads', 1, 'uploads_hourly_max', interval '1 hour');
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_many_uploads', 'Você atingiu o limite de {uploads_hourly_max} arquivos enviados em uma hora. Tente novamente mais tarde.', wait);
  END IF;
  wait := private.measure(auth.uid(), 'upload_bytes', NEW.size_bytes, 'upload_megabytes_daily_max', interval '1 day', 1000000);
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_much_uploaded', 'Você atingiu o limite de {upload_megabytes_daily_max} MB de arquivos enviados em 24 horas. Tente novamente mais tarde.', wait);
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.measure_upload() OWNER TO service_role;
CREATE TRIGGER measure_new AFTER INSERT ON storage.objects
  FOR EACH ROW EXECUTE FUNCTION private.measure_upload();
CREATE TRIGGER measure_replaced AFTER UPDATE OF version ON storage.objects
  FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION private.measure_upload();
