-- One rule for what people write, at every door. A name of a zero-width space passed
-- for one, U+202E turned names around, and tabs and breaks were stored in titles. Texts
-- are composed (NFC), what draws nothing is left out, control signs and those that turn
-- the direction are refused, and what shows nothing is no text. Package humantext and
-- lib/human-text.ts do the same, sign by sign. Rows of before keep their texts until
-- these are written anew.

-- +goose Up
CREATE FUNCTION private.has_hidden_signs(given text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN given ~ '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]';

CREATE FUNCTION private.is_visible(given text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN given ~ '[^\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2060-\u2065\u3164\ufeff\uffa0\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff\U000e0020-\U000e007f\u200c\u200d\u0300-\u036f\u0483-\u0489\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u2800\ufe00-\ufe0f\ufe20-\ufe2f\U000e0100-\U000e01ef]';

-- Marks upon marks reach over the lines of others.
CREATE FUNCTION private.has_piled_marks(given text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN given ~ '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{7}';

-- What draws nothing, joiners that join nothing and tags that are no flag's.
CREATE FUNCTION private.drop_undrawn(given text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN CASE WHEN given !~ '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2060-\u2065\u3164\ufeff\uffa0\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff\u200c\u200d\U000e0020-\U000e007f]' THEN given
  ELSE regexp_replace(given, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2060-\u2065\u3164\ufeff\uffa0\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff]|(?<![\u0590-\u1cff\u2190-\u27bf\u2b00-\u2bff\ua800-\uabff\ufb50-\ufdff\ufe0f\ufe70-\ufefc\U00010a00-\U00011fff\U0001e900-\U0001e95f\U0001f000-\U0001faff])[\u200c\u200d]|[\u200c\u200d](?![\u0590-\u1cff\u2190-\u27bf\u2b00-\u2bff\ua800-\uabff\ufb50-\ufdff\ufe0f\ufe70-\ufefc\U00010a00-\U00011fff\U0001e900-\U0001e95f\U0001f000-\U0001faff])|(?<!\U0001f3f4[\U000e0020-\U000e007f]*)[\U000e0020-\U000e007f]', '', 'g') END;

-- Most texts are composed already, which costs less to ask than to do.
CREATE FUNCTION private.composed(given text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN CASE WHEN given IS NFC NORMALIZED THEN given ELSE normalize(given, NFC) END;

-- A name or a title: one space where there were blanks or breaks, none around it. Most
-- texts are so already, which one look tells.
CREATE FUNCTION private.plain_line(given text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN CASE WHEN given !~ '[^\u0020-\u007e\u00c0-\u00ff]|^ |  | $' THEN given
  ELSE private.composed(btrim(regexp_replace(private.drop_undrawn(given), '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'))) END;

-- A longer text: line feeds for breaks of any kind.
CREATE FUNCTION private.plain_paragraphs(given text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN CASE WHEN given !~ '[^\u0020-\u007e\u00c0-\u00ff\n]|^[ \n]|[ \n]$' THEN given
  ELSE private.composed(btrim(regexp_replace(private.drop_undrawn(given), '\r\n|[\u000b-\u000d\u0085\u2028\u2029]', E'\n', 'g'),
    E' \t\n\u000b\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000')) END;

-- The texts in what a trigger names: "name" is a line, "about:text" has paragraphs,
-- "technologies:list" are lines, "milestones:plan" have a title and a deliverable.
-- +goose StatementBegin
CREATE FUNCTION private.settle_texts() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
DECLARE
  whole   CONSTANT jsonb := to_jsonb(NEW);
  before  CONSTANT jsonb := CASE TG_OP WHEN 'UPDATE' THEN to_jsonb(OLD) END;
  settled jsonb := '{}';
  given   text;
  field   text;
  kind    text;
BEGIN
  FOR at IN 0 .. TG_NARGS - 1 LOOP
    field := split_part(TG_ARGV[at], ':', 1);
    kind  := split_part(TG_ARGV[at], ':', 2);
    given := whole ->> field;
    -- What stood there before the rule stays until it is written again.
    CONTINUE WHEN given IS NULL OR given = before ->> field;
    IF kind IN ('list', 'plan') THEN
      PERFORM private.check_text(one #>> '{}') FROM jsonb_path_query(whole -> field, 'strict $.** ? (@.type() == "string")') AS one;
    ELSE
      PERFORM private.check_text(given);
    END IF;
    settled := settled || jsonb_build_object(field, CASE kind
      WHEN ''     THEN to_jsonb(private.plain_line(given))
      WHEN 'text' THEN to_jsonb(private.plain_paragraphs(given))
      WHEN 'list' THEN (SELECT coalesce(jsonb_agg(private.plain_line(one) ORDER BY place), '[]') FROM jsonb_array_elements_text(whole -> field) WITH ORDINALITY AS list (one, place))
      ELSE private.plain_plan(whole -> field)
    END);
  END LOOP;
  RETURN jsonb_populate_record(NEW, settled);
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION private.check_text(given text) RETURNS void
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  IF private.has_hidden_signs(given) THEN
    PERFORM private.refuse(422, 'text_has_hidden_signs', 'O texto tem um caractere de controle ou que inverte a direção da escrita. Apague-o e tente de novo.');
  ELSIF given ~ '[^\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]' AND NOT private.is_visible(given) THEN
    PERFORM private.refuse(422, 'text_invisible', 'O texto só tem caracteres que não aparecem. Escreva algo que se possa ler.');
  ELSIF private.has_piled_marks(given) THEN
    PERFORM private.refuse(422, 'text_marks_piled', 'O texto empilha sinais demais sobre uma letra. Apague os que sobram.');
  END IF;
END
$$;
-- +goose StatementEnd

-- A plan that is none is refused where it is read.
CREATE FUNCTION private.plain_plan(given jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN CASE WHEN jsonb_typeof(given) <> 'array' THEN given ELSE (
  SELECT coalesce(jsonb_agg(CASE WHEN jsonb_typeof(one) <> 'object' THEN one ELSE one
    || CASE jsonb_typeof(one -> 'title') WHEN 'string' THEN jsonb_build_object('title', private.plain_line(one ->> 'title')) ELSE '{}' END
    || CASE jsonb_typeof(one -> 'deliverable') WHEN 'string' THEN jsonb_build_object('deliverable', private.plain_paragraphs(one ->> 'deliverable')) ELSE '{}' END
  END ORDER BY place), '[]') FROM jsonb_array_elements(given) WITH ORDINALITY AS list (one, place)) END;

-- Triggers run by name, this one before what is made of a text. Its condition keeps
-- most rows from it: texts that are as they ought to be.
CREATE FUNCTION private.is_settled_line(given text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN given IS NULL OR given !~ '[^\u0020-\u007e\u00c0-\u00ff]|^ |  | $';

CREATE FUNCTION private.is_settled_text(given text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN given IS NULL OR given !~ '[^\u0020-\u007e\u00c0-\u00ff\n]|^[ \n]|[ \n]$';

REVOKE EXECUTE ON FUNCTION private.has_hidden_signs(text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION private.is_visible(text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION private.has_piled_marks(text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION private.drop_undrawn(text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION private.composed(text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION private.plain_line(text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION private.plain_paragraphs(text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION private.check_text(text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION private.plain_plan(jsonb) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION private.is_settled_line(text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION private.is_settled_text(text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION private.settle_texts() FROM PUBLIC;
GRANT  EXECUTE ON FUNCTION private.has_hidden_signs(text) TO anon, authenticated, service_role, definer;
GRANT  EXECUTE ON FUNCTION private.has_piled_marks(text) TO anon, authenticated, service_role, definer;
GRANT  EXECUTE ON FUNCTION private.is_visible(text) TO anon, authenticated, service_role, definer;
GRANT  EXECUTE ON FUNCTION private.drop_undrawn(text) TO anon, authenticated, service_role, definer;
GRANT  EXECUTE ON FUNCTION private.composed(text) TO anon, authenticated, service_role, definer;
GRANT  EXECUTE ON FUNCTION private.plain_line(text) TO anon, authenticated, service_role, definer;
GRANT  EXECUTE ON FUNCTION private.plain_paragraphs(text) TO anon, authenticated, service_role, definer;
GRANT  EXECUTE ON FUNCTION private.check_text(text) TO anon, authenticated, service_role, definer;
GRANT  EXECUTE ON FUNCTION private.plain_plan(jsonb) TO anon, authenticated, service_role, definer;
GRANT  EXECUTE ON FUNCTION private.is_settled_line(text) TO anon, authenticated, service_role, definer;
GRANT  EXECUTE ON FUNCTION private.is_settled_text(text) TO anon, authenticated, service_role, definer;

CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF title, description, reason, answer_reason ON public.amendments
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.title) OR NOT private.is_settled_text(NEW.description) OR NOT private.is_settled_text(NEW.reason) OR NOT private.is_settled_text(NEW.answer_reason)) EXECUTE FUNCTION private.settle_texts('title', 'description:text', 'reason:text', 'answer_reason:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF title, expected, note ON public.checklist_items
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.title) OR NOT private.is_settled_text(NEW.expected) OR NOT private.is_settled_text(NEW.note)) EXECUTE FUNCTION private.settle_texts('title', 'expected:text', 'note:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF reason ON public.contract_events
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.reason)) EXECUTE FUNCTION private.settle_texts('reason:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF end_reason, termination_reason ON public.contracts
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.end_reason) OR NOT private.is_settled_text(NEW.termination_reason)) EXECUTE FUNCTION private.settle_texts('end_reason:text', 'termination_reason:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF reason, answer ON public.corrections
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.reason) OR NOT private.is_settled_text(NEW.answer)) EXECUTE FUNCTION private.settle_texts('reason:text', 'answer:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.deal_files
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.name)) EXECUTE FUNCTION private.settle_texts('name');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF note, reason ON public.direct_payments
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.note) OR NOT private.is_settled_text(NEW.reason)) EXECUTE FUNCTION private.settle_texts('note:text', 'reason:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF content ON public.dispute_entries
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.content)) EXECUTE FUNCTION private.settle_texts('content:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF reason ON public.disputes
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.reason)) EXECUTE FUNCTION private.settle_texts('reason:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF number, verification_code, reason ON public.invoices
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.number) OR NOT private.is_settled_line(NEW.verification_code) OR NOT private.is_settled_text(NEW.reason)) EXECUTE FUNCTION private.settle_texts('number', 'verification_code', 'reason:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.message_files
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.name)) EXECUTE FUNCTION private.settle_texts('name');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF content ON public.messages
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.content)) EXECUTE FUNCTION private.settle_texts('content:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF title, deliverable, delivery_note ON public.milestones
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.title) OR NOT private.is_settled_text(NEW.deliverable) OR NOT private.is_settled_text(NEW.delivery_note)) EXECUTE FUNCTION private.settle_texts('title', 'deliverable:text', 'delivery_note:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF legal_name ON public.organisations
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.legal_name)) EXECUTE FUNCTION private.settle_texts('legal_name');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF title, description, role, technologies ON public.portfolio_projects
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.title) OR NOT private.is_settled_text(NEW.description) OR NOT private.is_settled_line(NEW.role) OR NEW.technologies <> '{}') EXECUTE FUNCTION private.settle_texts('title', 'description:text', 'role', 'technologies:list');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name, headline, title, location, about ON public.profiles
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.name) OR NOT private.is_settled_line(NEW.headline) OR NOT private.is_settled_line(NEW.title) OR NOT private.is_settled_line(NEW.location) OR NOT private.is_settled_text(NEW.about)) EXECUTE FUNCTION private.settle_texts('name', 'headline', 'title', 'location', 'about:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.project_files
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.name)) EXECUTE FUNCTION private.settle_texts('name');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF content, answer ON public.project_questions
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.content) OR NOT private.is_settled_text(NEW.answer)) EXECUTE FUNCTION private.settle_texts('content:text', 'answer:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF title, description, category, budget, deadline, city ON public.projects
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.title) OR NOT private.is_settled_text(NEW.description) OR NOT private.is_settled_line(NEW.category) OR NOT private.is_settled_line(NEW.budget) OR NOT private.is_settled_line(NEW.deadline) OR NOT private.is_settled_line(NEW.city)) EXECUTE FUNCTION private.settle_texts('title', 'description:text', 'category', 'budget', 'deadline', 'city');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF note ON public.proposal_notes
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.note)) EXECUTE FUNCTION private.settle_texts('note:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF assumptions, exclusions, note, milestones ON public.proposal_terms
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.assumptions) OR NOT private.is_settled_text(NEW.exclusions) OR NOT private.is_settled_text(NEW.note) OR NEW.milestones <> '[]') EXECUTE FUNCTION private.settle_texts('assumptions:text', 'exclusions:text', 'note:text', 'milestones:plan');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF cover_letter, decline_reason, assumptions, exclusions, milestones ON public.proposals
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.cover_letter) OR NOT private.is_settled_text(NEW.decline_reason) OR NOT private.is_settled_text(NEW.assumptions) OR NOT private.is_settled_text(NEW.exclusions) OR NEW.milestones <> '[]') EXECUTE FUNCTION private.settle_texts('cover_letter:text', 'decline_reason:text', 'assumptions:text', 'exclusions:text', 'milestones:plan');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF handling ON public.reconciliation_differences
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.handling)) EXECUTE FUNCTION private.settle_texts('handling:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.registrations
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.name)) EXECUTE FUNCTION private.settle_texts('name');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF details, decision ON public.reports
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.details) OR NOT private.is_settled_text(NEW.decision)) EXECUTE FUNCTION private.settle_texts('details:text', 'decision:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF content, answer ON public.reviews
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.content) OR NOT private.is_settled_text(NEW.answer)) EXECUTE FUNCTION private.settle_texts('content:text', 'answer:text');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.site_images
  FOR EACH ROW WHEN (NOT private.is_settled_line(NEW.name)) EXECUTE FUNCTION private.settle_texts('name');
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF reason ON public.withholdings
  FOR EACH ROW WHEN (NOT private.is_settled_text(NEW.reason)) EXECUTE FUNCTION private.settle_texts('reason:text');

-- The names of files keep their constraint; joiners stand where they join.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.is_plain_name(name text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN name !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]';
-- +goose StatementEnd
