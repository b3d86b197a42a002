-- Written by "make types" from a migrated database; do not edit. It is the sum
-- of the baseline and all later migrations, to be read: what a table holds, who
-- may see and touch it, what follows a write. Within a schema, tables come
-- before functions.

CREATE ROLE anon NOLOGIN NOINHERIT;
CREATE ROLE authenticated NOLOGIN NOINHERIT;
CREATE ROLE authenticator LOGIN INHERIT;
CREATE ROLE definer NOLOGIN INHERIT;
CREATE ROLE ledger_keeper NOLOGIN NOINHERIT;
CREATE ROLE service_role NOLOGIN NOINHERIT;

GRANT anon TO authenticator;
GRANT authenticated TO authenticator;
GRANT service_role TO authenticator;
GRANT service_role TO definer;

CREATE EXTENSION pg_trgm WITH SCHEMA extensions;
CREATE EXTENSION unaccent WITH SCHEMA extensions;

CREATE EVENT TRIGGER publication_changed ON ddl_command_end EXECUTE FUNCTION realtime.publication_changed();
CREATE EVENT TRIGGER schema_changed ON ddl_command_end EXECUTE FUNCTION migrations.notify_schema_change();
CREATE EVENT TRIGGER schema_dropped ON sql_drop EXECUTE FUNCTION migrations.notify_schema_change();


CREATE SCHEMA public;
GRANT USAGE ON SCHEMA public TO PUBLIC, anon, authenticated, ledger_keeper, service_role;
GRANT CREATE ON SCHEMA public TO definer;

CREATE TABLE public.accounts (
  profile_id        uuid                     NOT NULL,
  email             text                     NOT NULL,
  document          text,
  terms_accepted_at timestamp with time zone,
  terms_version     text,
  created_at        timestamp with time zone NOT NULL DEFAULT now(),
  words             text                     NOT NULL DEFAULT ''::text,
  CONSTRAINT accounts_pkey PRIMARY KEY (profile_id),
  CONSTRAINT accounts_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT accounts_document_form CHECK (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'::text),
  CONSTRAINT accounts_email_bounded CHECK (length(email) >= 3 AND length(email) <= 255)
);
ALTER TABLE public.accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.accounts FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.accounts IS 'What only a person and the administration may read of an account
E-mail, tax number and accepted terms; written by the server.';
COMMENT ON COLUMN public.accounts.profile_id IS 'The profile it is of';
COMMENT ON COLUMN public.accounts.email IS 'E-mail address';
COMMENT ON COLUMN public.accounts.document IS 'CPF or CNPJ, digits and letters alone';
COMMENT ON COLUMN public.accounts.terms_accepted_at IS 'When the terms were accepted';
COMMENT ON COLUMN public.accounts.terms_version IS 'Which terms were accepted';
COMMENT ON COLUMN public.accounts.created_at IS 'When it was written';
COMMENT ON COLUMN public.accounts.words IS 'The words by which an administrator finds it';
CREATE INDEX accounts_created_at_idx ON public.accounts USING btree (created_at DESC, profile_id DESC);
CREATE UNIQUE INDEX accounts_document_key ON public.accounts USING btree (document);
CREATE INDEX accounts_email_idx ON public.accounts USING btree (email);
CREATE INDEX accounts_words_idx ON public.accounts USING gin (words extensions.gin_trgm_ops);
GRANT SELECT (profile_id, email, document, terms_accepted_at, terms_version, created_at, words) ON public.accounts TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.accounts TO service_role;
CREATE POLICY "administrators read every account" ON public.accounts FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "owners read their account" ON public.accounts FOR SELECT TO authenticated
  USING (profile_id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "the server keeps accounts" ON public.accounts FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF email ON public.accounts FOR EACH ROW EXECUTE FUNCTION private.index_account();

CREATE TABLE public.amendments (
  id            uuid                     NOT NULL DEFAULT private.uuid_v7(),
  contract_id   uuid                     NOT NULL,
  number        integer                  NOT NULL,
  label         text                     NOT NULL GENERATED ALWAYS AS (('AD-'::text ||
CASE
    WHEN number < 10 THEN '0'::text
    ELSE ''::text
END) || number::text) STORED,
  author        text                     NOT NULL,
  title         text                     NOT NULL,
  description   text                     NOT NULL,
  reason        text                     NOT NULL,
  hours         integer,
  price_cents   bigint                   NOT NULL,
  price         numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((price_cents::numeric / 100.0)) STORED,
  shift_days    integer                  NOT NULL DEFAULT 0,
  status        text                     NOT NULL DEFAULT 'proposed'::text,
  proposed_by   uuid                     NOT NULL,
  created_at    timestamp with time zone NOT NULL DEFAULT now(),
  lapses_at     timestamp with time zone NOT NULL,
  answered_by   uuid,
  answer_reason text,
  closed_at     timestamp with time zone,
  milestone_id  uuid,
  CONSTRAINT amendments_pkey PRIMARY KEY (id),
  CONSTRAINT amendments_number_key UNIQUE (contract_id, number),
  CONSTRAINT amendments_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT amendments_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT amendments_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT amendments_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT amendments_answer_bounded CHECK (btrim(answer_reason) <> ''::text AND length(answer_reason) <= 800),
  CONSTRAINT amendments_author_known CHECK (author = ANY (ARRAY['company'::text, 'professional'::text])),
  CONSTRAINT amendments_description_bounded CHECK (btrim(description) <> ''::text AND length(description) <= 1000),
  CONSTRAINT amendments_end_told CHECK ((status = 'proposed'::text) = (closed_at IS NULL) AND (status = ANY (ARRAY['accepted'::text, 'refused'::text])) = (answered_by IS NOT NULL) AND (status = 'refused'::text) = (answer_reason IS NOT NULL) AND (status = 'accepted'::text) = (milestone_id IS NOT NULL)),
  CONSTRAINT amendments_hours_range CHECK (hours >= 1 AND hours <= 10000),
  CONSTRAINT amendments_not_by_who_proposed CHECK (answered_by <> proposed_by),
  CONSTRAINT amendments_number_positive CHECK (number > 0),
  CONSTRAINT amendments_price_range CHECK (price_cents > 0 AND price_cents <= '99999999999'::bigint),
  CONSTRAINT amendments_reason_bounded CHECK (btrim(reason) <> ''::text AND length(reason) <= 800),
  CONSTRAINT amendments_shift_range CHECK (shift_days >= 0),
  CONSTRAINT amendments_status_known CHECK (status = ANY (ARRAY['proposed'::text, 'accepted'::text, 'refused'::text, 'withdrawn'::text, 'lapsed'::text])),
  CONSTRAINT amendments_title_bounded CHECK (btrim(title) <> ''::text AND length(title) <= 110)
);
ALTER TABLE public.amendments ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.amendments FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.amendments IS 'Additions to a contract: more work, its price and the days it shifts
One side proposes, the other answers; an accepted one becomes a milestone.';
COMMENT ON COLUMN public.amendments.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.amendments.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.amendments.number IS 'Its number, in order';
COMMENT ON COLUMN public.amendments.label IS 'AD- and the number';
COMMENT ON COLUMN public.amendments.author IS 'Which side wrote it: company or professional';
COMMENT ON COLUMN public.amendments.title IS 'What it is called';
COMMENT ON COLUMN public.amendments.description IS 'What it is, at length';
COMMENT ON COLUMN public.amendments.reason IS 'Why, in the words of who did it';
COMMENT ON COLUMN public.amendments.hours IS 'Hours of the work';
COMMENT ON COLUMN public.amendments.price_cents IS 'Its price in centavos';
COMMENT ON COLUMN public.amendments.price IS 'Its price in reais';
COMMENT ON COLUMN public.amendments.shift_days IS 'By how many days it shifts what is due';
COMMENT ON COLUMN public.amendments.status IS 'proposed, accepted, refused, withdrawn or lapsed';
COMMENT ON COLUMN public.amendments.proposed_by IS 'Who proposed it';
COMMENT ON COLUMN public.amendments.created_at IS 'When it was written';
COMMENT ON COLUMN public.amendments.lapses_at IS 'When it lapses unanswered';
COMMENT ON COLUMN public.amendments.answered_by IS 'Who answered';
COMMENT ON COLUMN public.amendments.answer_reason IS 'Why it was refused';
COMMENT ON COLUMN public.amendments.closed_at IS 'When it was closed';
COMMENT ON COLUMN public.amendments.milestone_id IS 'The milestone an accepted one became';
CREATE INDEX amendments_answered_by_idx ON public.amendments USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE UNIQUE INDEX amendments_milestone_id_idx ON public.amendments USING btree (milestone_id) WHERE (milestone_id IS NOT NULL);
CREATE INDEX amendments_open_idx ON public.amendments USING btree (lapses_at) WHERE (status = 'proposed'::text);
CREATE INDEX amendments_proposed_by_idx ON public.amendments USING btree (proposed_by);
GRANT SELECT (id, contract_id, number, label, author, title, description, reason, hours, price_cents, price, shift_days, status, proposed_by, created_at, lapses_at, answered_by, answer_reason, closed_at, milestone_id) ON public.amendments TO authenticated;
GRANT INSERT, SELECT, UPDATE (status, answered_by, answer_reason, closed_at, milestone_id) ON public.amendments TO service_role;
CREATE POLICY "administrators read the amendments of a contract in dispute" ON public.amendments FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin) AND (EXISTS ( SELECT FROM public.disputes d WHERE d.contract_id = amendments.contract_id)));
CREATE POLICY "both sides read the amendments of their contract" ON public.amendments FOR SELECT TO authenticated
  USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps amendments" ON public.amendments FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF title, description, reason, answer_reason ON public.amendments FOR EACH ROW WHEN (NOT private.is_settled_line(new.title) OR NOT private.is_settled_text(new.description) OR NOT private.is_settled_text(new.reason) OR NOT private.is_settled_text(new.answer_reason)) EXECUTE FUNCTION private.settle_texts('title', 'description:text', 'reason:text', 'answer_reason:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.amendments FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('amendment');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.amendments FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.audit_log (
  id            uuid                     NOT NULL DEFAULT private.uuid_v7(),
  actor_id      uuid,
  action        text                     NOT NULL,
  subject_kind  text                     NOT NULL,
  subject_id    text                     NOT NULL,
  subject_label text                     NOT NULL DEFAULT ''::text,
  details       jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  created_at    timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT audit_log_pkey PRIMARY KEY (id),
  CONSTRAINT audit_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT audit_log_action_known CHECK (action = ANY (ARRAY['block_user'::text, 'activate_user'::text, 'replace_site_image'::text, 'decide_report'::text, 'close_project'::text, 'decide_dispute'::text, 'change_member_role'::text, 'remove_member'::text, 'transfer_ownership'::text, 'register_firm'::text, 'read_sealed'::text, 'lift_bar'::text, 'handle_difference'::text, 'retry_order'::text, 'request_correction'::text, 'withdraw_correction'::text, 'decide_correction'::text, 'announce_owner_removal'::text, 'decide_owner_removal'::text, 'decide_withheld'::text, 'add_model_version'::text, 'set_match_weight'::text])),
  CONSTRAINT audit_log_subject_known CHECK (subject_kind = ANY (ARRAY['profile'::text, 'site_image'::text, 'report'::text, 'project'::text, 'organisation'::text, 'contract'::text, 'bar'::text, 'dispute'::text, 'difference'::text, 'order'::text, 'project_model'::text, 'match_weight'::text])),
  CONSTRAINT audit_log_texts_bounded CHECK (length(subject_id) <= 100 AND length(subject_label) <= 300)
);
ALTER TABLE public.audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_log FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.audit_log IS 'What administrators and owners of organisations did, in order
Only added to.';
COMMENT ON COLUMN public.audit_log.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.audit_log.actor_id IS 'Who did it';
COMMENT ON COLUMN public.audit_log.action IS 'What was done';
COMMENT ON COLUMN public.audit_log.subject_kind IS 'Of which kind what it is about is';
COMMENT ON COLUMN public.audit_log.subject_id IS 'What it is about';
COMMENT ON COLUMN public.audit_log.subject_label IS 'What it is about, in words of the time';
COMMENT ON COLUMN public.audit_log.details IS 'More about it';
COMMENT ON COLUMN public.audit_log.created_at IS 'When it was written';
CREATE INDEX audit_log_actor_id_idx ON public.audit_log USING btree (actor_id);
CREATE INDEX audit_log_newest_idx ON public.audit_log USING btree (created_at DESC, id DESC);
CREATE INDEX audit_log_subject_id_idx ON public.audit_log USING btree (subject_id);
GRANT SELECT (id, actor_id, action, subject_kind, subject_id, subject_label, details, created_at) ON public.audit_log TO authenticated;
GRANT INSERT, SELECT, UPDATE (subject_label, details) ON public.audit_log TO service_role;
CREATE POLICY "administrators read the log" ON public.audit_log FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "the server reads the log" ON public.audit_log FOR SELECT TO service_role
  USING (true);
CREATE POLICY "the server adds to the log" ON public.audit_log FOR INSERT TO service_role
  WITH CHECK (true);
CREATE POLICY "the server takes names out of the log" ON public.audit_log FOR UPDATE TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER keep_the_log BEFORE UPDATE OF subject_label, details ON public.audit_log FOR EACH ROW EXECUTE FUNCTION private.keep_the_log();

CREATE TABLE public.charge_codes (
  charge_id  uuid NOT NULL,
  company_id uuid NOT NULL,
  br_code    text NOT NULL,
  CONSTRAINT charge_codes_pkey PRIMARY KEY (charge_id),
  CONSTRAINT charge_codes_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES public.charges(id) ON DELETE CASCADE,
  CONSTRAINT charge_codes_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT charge_codes_br_code_bounded CHECK (length(br_code) <= 1000)
);
ALTER TABLE public.charge_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.charge_codes FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.charge_codes IS 'The Pix codes of open charges, for the company that pays';
COMMENT ON COLUMN public.charge_codes.charge_id IS 'The charge it is of';
COMMENT ON COLUMN public.charge_codes.company_id IS 'The company';
COMMENT ON COLUMN public.charge_codes.br_code IS 'The code to copy into a bank (BR Code)';
CREATE INDEX charge_codes_company_id_idx ON public.charge_codes USING btree (company_id);
GRANT SELECT (charge_id, company_id, br_code) ON public.charge_codes TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.charge_codes TO service_role;
CREATE POLICY "who may pay for the company reads the code" ON public.charge_codes FOR SELECT TO authenticated
  USING (company_id = ANY ((( SELECT private.parties('pay'::text) AS parties))::uuid[]));
CREATE POLICY "the server keeps codes" ON public.charge_codes FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE public.charges (
  id           uuid                     NOT NULL DEFAULT private.uuid_v7(),
  contract_id  uuid                     NOT NULL,
  milestone_id uuid                     NOT NULL,
  txid         text                     NOT NULL,
  status       text                     NOT NULL DEFAULT 'open'::text,
  value_cents  bigint                   NOT NULL,
  value        numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  fee_cents    bigint                   NOT NULL,
  fee          numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((fee_cents::numeric / 100.0)) STORED,
  expires_at   timestamp with time zone NOT NULL,
  paid_at      timestamp with time zone,
  created_at   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT charges_pkey PRIMARY KEY (id),
  CONSTRAINT charges_txid_key UNIQUE (txid),
  CONSTRAINT charges_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT charges_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT charges_payment_told CHECK ((status = ANY (ARRAY['paid'::text, 'refunded'::text, 'contested'::text])) = (paid_at IS NOT NULL)),
  CONSTRAINT charges_status_known CHECK (status = ANY (ARRAY['open'::text, 'paid'::text, 'expired'::text, 'cancelled'::text, 'refunded'::text, 'contested'::text])),
  CONSTRAINT charges_txid_form CHECK (txid ~ '^[a-zA-Z0-9]{26,35}$'::text),
  CONSTRAINT charges_value_positive CHECK (value_cents > 0 AND fee_cents >= 0 AND fee_cents <= (value_cents - 1))
);
ALTER TABLE public.charges ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.charges FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.charges IS 'Pix charges by which a milestone is put under guarantee';
COMMENT ON COLUMN public.charges.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.charges.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.charges.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.charges.txid IS 'Its identifier in Pix';
COMMENT ON COLUMN public.charges.status IS 'open, paid, expired, cancelled, refunded or contested';
COMMENT ON COLUMN public.charges.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.charges.value IS 'Its value in reais';
COMMENT ON COLUMN public.charges.fee_cents IS 'The platform''s fee in centavos';
COMMENT ON COLUMN public.charges.fee IS 'The platform''s fee in reais';
COMMENT ON COLUMN public.charges.expires_at IS 'Until when it is good';
COMMENT ON COLUMN public.charges.paid_at IS 'When it was paid';
COMMENT ON COLUMN public.charges.created_at IS 'When it was written';
CREATE INDEX charges_contract_id_idx ON public.charges USING btree (contract_id, created_at DESC);
CREATE INDEX charges_expires_at_idx ON public.charges USING btree (expires_at) WHERE (status = 'open'::text);
CREATE INDEX charges_milestone_id_idx ON public.charges USING btree (milestone_id, created_at DESC);
CREATE UNIQUE INDEX charges_one_open ON public.charges USING btree (milestone_id) WHERE (status = 'open'::text);
GRANT SELECT (id, contract_id, milestone_id, txid, status, value_cents, value, fee_cents, fee, expires_at, paid_at, created_at) ON public.charges TO authenticated;
GRANT INSERT, SELECT, UPDATE ON public.charges TO service_role;
CREATE POLICY "administrators read every charge" ON public.charges FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "both sides read the charges of their contract" ON public.charges FOR SELECT TO authenticated
  USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps charges" ON public.charges FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.charges FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('charge');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.charges FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.checklist_items (
  id                  uuid                     NOT NULL DEFAULT private.uuid_v7(),
  checklist_id        uuid                     NOT NULL,
  contract_id         uuid                     NOT NULL,
  "position"          integer                  NOT NULL,
  title               text                     NOT NULL,
  expected            text                     NOT NULL DEFAULT ''::text,
  blocking            boolean                  NOT NULL DEFAULT false,
  result              text                     NOT NULL DEFAULT 'pending'::text,
  note                text,
  recorded_by         uuid,
  recorded_side       text,
  recorded_at         timestamp with time zone,
  recorded_name       text,
  witness_due_at      timestamp with time zone,
  witness_reminded_at timestamp with time zone,
  witnessed_by        uuid,
  witnessed_name      text,
  witnessed_at        timestamp with time zone,
  witnessed_as        text,
  CONSTRAINT checklist_items_pkey PRIMARY KEY (id),
  CONSTRAINT checklist_items_position_key UNIQUE (checklist_id, "position"),
  CONSTRAINT checklist_items_checklist_id_fkey FOREIGN KEY (checklist_id) REFERENCES public.checklists(id) ON DELETE RESTRICT,
  CONSTRAINT checklist_items_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT checklist_items_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT checklist_items_witnessed_by_fkey FOREIGN KEY (witnessed_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT checklist_items_expected_bounded CHECK (length(expected) <= 500),
  CONSTRAINT checklist_items_note_bounded CHECK (btrim(note) <> ''::text AND length(note) <= 1000),
  CONSTRAINT checklist_items_position_positive CHECK ("position" > 0),
  CONSTRAINT checklist_items_record_told CHECK ((recorded_by IS NULL) = (recorded_at IS NULL) AND (recorded_by IS NULL) = (recorded_side IS NULL) AND (result = 'pending'::text OR recorded_by IS NOT NULL)),
  CONSTRAINT checklist_items_result_known CHECK (result = ANY (ARRAY['pending'::text, 'passed'::text, 'failed'::text, 'not_applicable'::text])),
  CONSTRAINT checklist_items_side_known CHECK (recorded_side = ANY (ARRAY['company'::text, 'professional'::text])),
  CONSTRAINT checklist_items_title_bounded CHECK (btrim(title) <> ''::text AND length(title) <= 200),
  CONSTRAINT checklist_items_witness_is_other CHECK (witnessed_by <> recorded_by),
  CONSTRAINT checklist_items_witness_known CHECK (witnessed_as = ANY (ARRAY['witness'::text, 'signature'::text, 'delivery'::text, 'approval'::text, 'silence'::text])),
  CONSTRAINT checklist_items_witness_of_result CHECK (witnessed_at IS NULL OR (result = ANY (ARRAY['passed'::text, 'not_applicable'::text]))),
  CONSTRAINT checklist_items_witness_told CHECK ((witnessed_at IS NULL) = (witnessed_as IS NULL) AND (witnessed_by IS NOT NULL) = COALESCE(witnessed_as <> 'silence'::text, false))
);
ALTER TABLE public.checklist_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.checklist_items FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.checklist_items IS 'Points of a checklist and what was found of each';
COMMENT ON COLUMN public.checklist_items.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.checklist_items.checklist_id IS 'The checklist it is of';
COMMENT ON COLUMN public.checklist_items.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.checklist_items."position" IS 'Its place in the order, from the first';
COMMENT ON COLUMN public.checklist_items.title IS 'What it is called';
COMMENT ON COLUMN public.checklist_items.expected IS 'What is to be found';
COMMENT ON COLUMN public.checklist_items.blocking IS 'Whether nothing is signed while it fails';
COMMENT ON COLUMN public.checklist_items.result IS 'pending, passed, failed or not_applicable';
COMMENT ON COLUMN public.checklist_items.note IS 'A note, in the words of who wrote it';
COMMENT ON COLUMN public.checklist_items.recorded_by IS 'Who recorded it';
COMMENT ON COLUMN public.checklist_items.recorded_side IS 'Which side recorded it';
COMMENT ON COLUMN public.checklist_items.recorded_at IS 'When it was recorded';
COMMENT ON COLUMN public.checklist_items.recorded_name IS 'What who recorded it was called then';
COMMENT ON COLUMN public.checklist_items.witness_due_at IS 'Until when the other side may witness it, after which its silence counts';
COMMENT ON COLUMN public.checklist_items.witness_reminded_at IS 'When the other side was reminded of that';
COMMENT ON COLUMN public.checklist_items.witnessed_by IS 'Who witnessed the result for the other side';
COMMENT ON COLUMN public.checklist_items.witnessed_name IS 'What who witnessed it was called then';
COMMENT ON COLUMN public.checklist_items.witnessed_at IS 'When it was witnessed';
COMMENT ON COLUMN public.checklist_items.witnessed_as IS 'How: witness, signature, delivery, approval or silence';
CREATE INDEX checklist_items_contract_id_idx ON public.checklist_items USING btree (contract_id);
CREATE INDEX checklist_items_recorded_by_idx ON public.checklist_items USING btree (recorded_by) WHERE (recorded_by IS NOT NULL);
CREATE INDEX checklist_items_unwitnessed_idx ON public.checklist_items USING btree (checklist_id) WHERE (blocking AND (result = ANY (ARRAY['passed'::text, 'not_applicable'::text])) AND (witnessed_at IS NULL));
CREATE INDEX checklist_items_witnessed_by_idx ON public.checklist_items USING btree (witnessed_by) WHERE (witnessed_by IS NOT NULL);
GRANT SELECT (id, checklist_id, contract_id, "position", title, expected, blocking, result, note, recorded_by, recorded_side, recorded_at, recorded_name, witness_due_at, witness_reminded_at, witnessed_by, witnessed_name, witnessed_at, witnessed_as) ON public.checklist_items TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE (result, note, recorded_by, recorded_side, recorded_at, recorded_name, witness_due_at, witness_reminded_at, witnessed_by, witnessed_name, witnessed_at, witnessed_as) ON public.checklist_items TO service_role;
CREATE POLICY "administrators read the items of a contract in dispute" ON public.checklist_items FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin) AND (EXISTS ( SELECT FROM public.disputes d WHERE d.contract_id = checklist_items.contract_id)));
CREATE POLICY "both sides read the items of their checklists" ON public.checklist_items FOR SELECT TO authenticated
  USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps items" ON public.checklist_items FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF title, expected, note ON public.checklist_items FOR EACH ROW WHEN (NOT private.is_settled_line(new.title) OR NOT private.is_settled_text(new.expected) OR NOT private.is_settled_text(new.note)) EXECUTE FUNCTION private.settle_texts('title', 'expected:text', 'note:text');
CREATE TRIGGER invite_witness BEFORE UPDATE OF result, note, recorded_by, recorded_at ON public.checklist_items FOR EACH ROW WHEN (new.result IS DISTINCT FROM old.result OR new.note IS DISTINCT FROM old.note OR new.recorded_by IS DISTINCT FROM old.recorded_by OR new.recorded_at IS DISTINCT FROM old.recorded_at) EXECUTE FUNCTION private.invite_witness();
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.checklist_items FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.checklists (
  id                     uuid                     NOT NULL DEFAULT private.uuid_v7(),
  contract_id            uuid                     NOT NULL,
  milestone_id           uuid                     NOT NULL,
  kind                   text                     NOT NULL,
  template               text,
  holds_clock            boolean                  NOT NULL DEFAULT false,
  version                integer                  NOT NULL DEFAULT 1,
  status                 text                     NOT NULL DEFAULT 'proposed'::text,
  agreed_by_company      uuid,
  agreed_by_professional uuid,
  signed_by_company      uuid,
  signed_by_professional uuid,
  company_signed_at      timestamp with time zone,
  professional_signed_at timestamp with time zone,
  executed_at            timestamp with time zone,
  created_at             timestamp with time zone NOT NULL DEFAULT now(),
  updated_at             timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT checklists_pkey PRIMARY KEY (id),
  CONSTRAINT checklists_one_of_a_kind UNIQUE (milestone_id, kind),
  CONSTRAINT checklists_agreed_by_company_fkey FOREIGN KEY (agreed_by_company) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT checklists_agreed_by_professional_fkey FOREIGN KEY (agreed_by_professional) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT checklists_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT checklists_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT checklists_signed_by_company_fkey FOREIGN KEY (signed_by_company) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT checklists_signed_by_professional_fkey FOREIGN KEY (signed_by_professional) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT checklists_agreed_by_two CHECK (agreed_by_company <> agreed_by_professional),
  CONSTRAINT checklists_agreement_told CHECK ((status <> 'proposed'::text) = (agreed_by_company IS NOT NULL AND agreed_by_professional IS NOT NULL)),
  CONSTRAINT checklists_executed_tac CHECK (executed_at IS NULL OR kind = 'tac'::text AND status <> 'proposed'::text),
  CONSTRAINT checklists_holds_clock_of_tac CHECK (kind = 'tac'::text OR NOT holds_clock),
  CONSTRAINT checklists_kind_known CHECK (kind = ANY (ARRAY['taf'::text, 'tac'::text, 'entrega'::text])),
  CONSTRAINT checklists_signatures_told CHECK ((status = 'signed'::text) = (signed_by_company IS NOT NULL AND signed_by_professional IS NOT NULL) AND (signed_by_company IS NULL) = (company_signed_at IS NULL) AND (signed_by_professional IS NULL) = (professional_signed_at IS NULL) AND (status <> 'proposed'::text OR signed_by_company IS NULL AND signed_by_professional IS NULL)),
  CONSTRAINT checklists_signed_by_two CHECK (signed_by_company <> signed_by_professional),
  CONSTRAINT checklists_status_known CHECK (status = ANY (ARRAY['proposed'::text, 'agreed'::text, 'signed'::text])),
  CONSTRAINT checklists_template_named CHECK (template ~ '^[a-z0-9_]{1,40}$'::text),
  CONSTRAINT checklists_version_positive CHECK (version > 0)
);
ALTER TABLE public.checklists ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.checklists FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.checklists IS 'Tests of a milestone that both sides agree on, carry out and sign: TAF, TAC or delivery';
COMMENT ON COLUMN public.checklists.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.checklists.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.checklists.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.checklists.kind IS 'taf, tac or entrega';
COMMENT ON COLUMN public.checklists.template IS 'The template it was made from';
COMMENT ON COLUMN public.checklists.holds_clock IS 'Whether the review waits for it';
COMMENT ON COLUMN public.checklists.version IS 'Which version it is, from 1';
COMMENT ON COLUMN public.checklists.status IS 'proposed, agreed or signed';
COMMENT ON COLUMN public.checklists.agreed_by_company IS 'Who agreed for the company';
COMMENT ON COLUMN public.checklists.agreed_by_professional IS 'Who agreed for the professional';
COMMENT ON COLUMN public.checklists.signed_by_company IS 'Who signed for the company';
COMMENT ON COLUMN public.checklists.signed_by_professional IS 'Who signed for the professional';
COMMENT ON COLUMN public.checklists.company_signed_at IS 'When the company signed';
COMMENT ON COLUMN public.checklists.professional_signed_at IS 'When the professional signed';
COMMENT ON COLUMN public.checklists.executed_at IS 'When the TAC was carried out';
COMMENT ON COLUMN public.checklists.created_at IS 'When it was written';
COMMENT ON COLUMN public.checklists.updated_at IS 'When it last changed';
CREATE INDEX checklists_agreed_by_company_idx ON public.checklists USING btree (agreed_by_company) WHERE (agreed_by_company IS NOT NULL);
CREATE INDEX checklists_agreed_by_professional_idx ON public.checklists USING btree (agreed_by_professional) WHERE (agreed_by_professional IS NOT NULL);
CREATE INDEX checklists_contract_id_idx ON public.checklists USING btree (contract_id);
CREATE INDEX checklists_signed_by_company_idx ON public.checklists USING btree (signed_by_company) WHERE (signed_by_company IS NOT NULL);
CREATE INDEX checklists_signed_by_professional_idx ON public.checklists USING btree (signed_by_professional) WHERE (signed_by_professional IS NOT NULL);
GRANT SELECT (id, contract_id, milestone_id, kind, template, holds_clock, version, status, agreed_by_company, agreed_by_professional, signed_by_company, signed_by_professional, company_signed_at, professional_signed_at, executed_at, created_at, updated_at) ON public.checklists TO authenticated;
GRANT INSERT, SELECT, UPDATE ON public.checklists TO service_role;
CREATE POLICY "administrators read the checklists of a contract in dispute" ON public.checklists FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin) AND (EXISTS ( SELECT FROM public.disputes d WHERE d.contract_id = checklists.contract_id)));
CREATE POLICY "both sides read the checklists of their contract" ON public.checklists FOR SELECT TO authenticated
  USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps checklists" ON public.checklists FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.checklists FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('checklist');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.checklists FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');
CREATE TRIGGER touch BEFORE UPDATE ON public.checklists FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.contract_acceptances (
  contract_id uuid                     NOT NULL,
  side        text                     NOT NULL,
  person_id   uuid                     NOT NULL,
  at          timestamp with time zone NOT NULL DEFAULT now(),
  address     text,
  sha256      text                     NOT NULL,
  CONSTRAINT contract_acceptances_pkey PRIMARY KEY (contract_id, side),
  CONSTRAINT contract_acceptances_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT contract_acceptances_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contract_acceptances_address_short CHECK (btrim(address) <> ''::text AND length(address) <= 64),
  CONSTRAINT contract_acceptances_sha256_form CHECK (sha256 ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT contract_acceptances_side_known CHECK (side = ANY (ARRAY['company'::text, 'professional'::text]))
);
ALTER TABLE public.contract_acceptances ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.contract_acceptances FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.contract_acceptances IS 'Who accepted a contract''s document for each side, when, and which document';
COMMENT ON COLUMN public.contract_acceptances.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.contract_acceptances.side IS 'Which side: company or professional';
COMMENT ON COLUMN public.contract_acceptances.person_id IS 'The person';
COMMENT ON COLUMN public.contract_acceptances.at IS 'When';
COMMENT ON COLUMN public.contract_acceptances.address IS 'The network address it was accepted from';
COMMENT ON COLUMN public.contract_acceptances.sha256 IS 'SHA-256 of the document, in hexadecimal';
CREATE INDEX contract_acceptances_person_id_idx ON public.contract_acceptances USING btree (person_id);
GRANT SELECT (contract_id, side, person_id, at, address, sha256) ON public.contract_acceptances TO authenticated;
GRANT INSERT, SELECT, UPDATE (address) ON public.contract_acceptances TO service_role;
CREATE POLICY "administrators read who agreed to a contract in dispute" ON public.contract_acceptances FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin) AND (EXISTS ( SELECT FROM public.disputes d WHERE d.contract_id = contract_acceptances.contract_id)));
CREATE POLICY "both sides read who agreed to their contract" ON public.contract_acceptances FOR SELECT TO authenticated
  USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps who agreed" ON public.contract_acceptances FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE public.contract_events (
  id           uuid                     NOT NULL DEFAULT private.uuid_v7(),
  contract_id  uuid                     NOT NULL,
  action       text                     NOT NULL,
  from_status  text,
  to_status    text                     NOT NULL,
  actor_id     uuid,
  party_id     uuid,
  reason       text,
  created_at   timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  milestone_id uuid,
  CONSTRAINT contract_events_pkey PRIMARY KEY (id),
  CONSTRAINT contract_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contract_events_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT contract_events_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT contract_events_party_id_fkey FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contract_events_action_known CHECK (action = ANY (ARRAY['accept_amendment'::text, 'accept_by_silence'::text, 'accept_proposal'::text, 'accept_withheld_proof'::text, 'agree_checklist'::text, 'agree_withholdings'::text, 'announce_stop'::text, 'answer_termination'::text, 'approve_milestone'::text, 'cancel_contract'::text, 'cancel_milestone'::text, 'complete_contract'::text, 'confirm_invoice'::text, 'confirm_receipt'::text, 'confirm_withheld'::text, 'contest_receipt'::text, 'contest_withheld_proof'::text, 'contest_withholdings'::text, 'deliver_contract'::text, 'deliver_milestone'::text, 'dispute_payment'::text, 'end_amendment'::text, 'end_dispute_cancelled'::text, 'end_dispute_owed'::text, 'end_dispute_refunded'::text, 'end_dispute_released'::text, 'end_dispute_split'::text, 'execute_tac'::text, 'expire_charge'::text, 'follow_milestones'::text, 'fund_milestone'::text, 'hold_payment'::text, 'lapse_amendment'::text, 'lapse_termination'::text, 'lapse_withholdings'::text, 'leave'::text, 'lose_hold'::text, 'lose_withheld'::text, 'mediate_withheld'::text, 'open_dispute'::text, 'owe_withheld'::text, 'pause_acceptance'::text, 'propose_amendment'::text, 'propose_termination'::text, 'prove_withheld'::text, 'prove_withheld_by_silence'::text, 'receive_by_silence'::text, 'record_payment'::text, 'record_withholdings'::text, 'refund_milestone'::text, 'refuse_amendment'::text, 'refuse_invoice'::text, 'refuse_termination'::text, 'release_milestone'::text, 'release_withheld'::text, 'replace_invoice'::text, 'replace_withholdings'::text, 'request_adjustments'::text, 'resume_acceptance'::text, 'send_invoice'::text, 'settle_milestone'::text, 'sign_checklist'::text, 'split_milestone'::text, 'start_checklist'::text, 'start_contract'::text, 'uphold_payment'::text, 'uphold_withheld_proof'::text, 'waive_guarantee'::text, 'withdraw_amendment'::text, 'withdraw_contract'::text, 'withdraw_dispute'::text, 'withdraw_dispute_adjusting'::text, 'withdraw_dispute_funded'::text, 'withdraw_dispute_planned'::text, 'withdraw_termination'::text, 'withhold_by_silence'::text, 'witness_by_silence'::text, 'witness_result'::text])),
  CONSTRAINT contract_events_reason_bounded CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000)
);
ALTER TABLE public.contract_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.contract_events FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.contract_events IS 'Every step of a contract and its milestones, in order
Only added to, in the transaction of the step.';
COMMENT ON COLUMN public.contract_events.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.contract_events.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.contract_events.action IS 'What was done';
COMMENT ON COLUMN public.contract_events.from_status IS 'Where it stood before; null at its beginning';
COMMENT ON COLUMN public.contract_events.to_status IS 'Where it stood after';
COMMENT ON COLUMN public.contract_events.actor_id IS 'Who did it';
COMMENT ON COLUMN public.contract_events.party_id IS 'The party (a profile that makes deals) it is of';
COMMENT ON COLUMN public.contract_events.reason IS 'Why, in the words of who did it';
COMMENT ON COLUMN public.contract_events.created_at IS 'When it was written';
COMMENT ON COLUMN public.contract_events.milestone_id IS 'The milestone it is of';
CREATE INDEX contract_events_actor_id_idx ON public.contract_events USING btree (actor_id);
CREATE INDEX contract_events_contract_id_idx ON public.contract_events USING btree (contract_id, created_at, id);
CREATE INDEX contract_events_milestone_id_idx ON public.contract_events USING btree (milestone_id) WHERE (milestone_id IS NOT NULL);
CREATE INDEX contract_events_party_id_idx ON public.contract_events USING btree (party_id);
GRANT SELECT (id, contract_id, action, from_status, to_status, actor_id, party_id, reason, created_at, milestone_id) ON public.contract_events TO authenticated;
GRANT INSERT, SELECT ON public.contract_events TO service_role;
CREATE POLICY "administrators read what happened to a contract in dispute" ON public.contract_events FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin) AND (EXISTS ( SELECT FROM public.disputes d WHERE d.contract_id = contract_events.contract_id)));
CREATE POLICY "both sides read what happened to their contract" ON public.contract_events FOR SELECT TO authenticated
  USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps the log of contracts" ON public.contract_events FOR SELECT TO service_role
  USING (true);
CREATE POLICY "the server adds to the log of contracts" ON public.contract_events FOR INSERT TO service_role
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF reason ON public.contract_events FOR EACH ROW WHEN (NOT private.is_settled_text(new.reason)) EXECUTE FUNCTION private.settle_texts('reason:text');
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.contract_events FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.contract_events FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.contracts (
  id                      uuid                     NOT NULL DEFAULT private.uuid_v7(),
  number                  bigint                   NOT NULL GENERATED ALWAYS AS IDENTITY,
  project_id              uuid                     NOT NULL,
  proposal_id             uuid                     NOT NULL,
  company_id              uuid                     NOT NULL,
  professional_id         uuid                     NOT NULL,
  status                  text                     NOT NULL DEFAULT 'agreed'::text,
  company_reviewed        boolean                  NOT NULL DEFAULT false,
  professional_reviewed   boolean                  NOT NULL DEFAULT false,
  delivered_by            uuid,
  delivered_at            timestamp with time zone,
  completed_by            uuid,
  completed_at            timestamp with time zone,
  created_at              timestamp with time zone NOT NULL DEFAULT now(),
  updated_at              timestamp with time zone NOT NULL DEFAULT now(),
  started_at              timestamp with time zone,
  acceptance_due_at       timestamp with time zone,
  adjustments_count       integer                  NOT NULL DEFAULT 0,
  end_reason              text,
  ended_at                timestamp with time zone,
  ended_by                uuid,
  project_revision        integer                  NOT NULL DEFAULT 1,
  scope                   jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  termination_by          uuid,
  termination_reason      text,
  termination_proposed_at timestamp with time zone,
  termination_lapses_at   timestamp with time zone,
  termination_reopens     boolean,
  value_cents             bigint                   NOT NULL,
  value                   numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  settlement              text                     NOT NULL DEFAULT 'direct'::text,
  fee_basis_points        integer                  NOT NULL DEFAULT 0,
  fee_percent             numeric(5,2)             NOT NULL GENERATED ALWAYS AS ((fee_basis_points::numeric / 100.0)) STORED,
  termination_settlement  jsonb,
  terms                   jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT contracts_pkey PRIMARY KEY (id),
  CONSTRAINT contracts_number_key UNIQUE (number),
  CONSTRAINT contracts_proposal_id_key UNIQUE (proposal_id),
  CONSTRAINT contracts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contracts_completed_by_fkey FOREIGN KEY (completed_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contracts_delivered_by_fkey FOREIGN KEY (delivered_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contracts_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contracts_professional_id_fkey FOREIGN KEY (professional_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contracts_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE RESTRICT,
  CONSTRAINT contracts_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE RESTRICT,
  CONSTRAINT contracts_termination_by_fkey FOREIGN KEY (termination_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT contracts_acceptance_due CHECK (acceptance_due_at IS NULL OR status = 'delivered'::text),
  CONSTRAINT contracts_adjustments_range CHECK (adjustments_count >= 0),
  CONSTRAINT contracts_completion_told CHECK ((status = 'completed'::text) = (completed_at IS NOT NULL) AND (completed_by IS NULL OR completed_at IS NOT NULL)),
  CONSTRAINT contracts_delivery_told CHECK ((delivered_at IS NULL) = (delivered_by IS NULL) AND
CASE status
    WHEN 'agreed'::text THEN delivered_at IS NULL
    WHEN 'active'::text THEN delivered_at IS NULL
    WHEN 'delivered'::text THEN delivered_at IS NOT NULL
    ELSE true
END),
  CONSTRAINT contracts_direct_is_free CHECK (settlement = 'guarantee'::text OR fee_basis_points = 0),
  CONSTRAINT contracts_end_told CHECK ((status = ANY (ARRAY['withdrawn'::text, 'terminated'::text, 'cancelled'::text])) = (ended_at IS NOT NULL) AND (ended_at IS NOT NULL OR ended_by IS NULL AND end_reason IS NULL)),
  CONSTRAINT contracts_fee_range CHECK (fee_basis_points >= 0 AND fee_basis_points <= 5000),
  CONSTRAINT contracts_not_by_who_delivered CHECK (completed_by <> delivered_by),
  CONSTRAINT contracts_reasons_bounded CHECK (btrim(end_reason) <> ''::text AND length(end_reason) <= 1000 AND btrim(termination_reason) <> ''::text AND length(termination_reason) <= 1000),
  CONSTRAINT contracts_settlement_known CHECK (settlement = ANY (ARRAY['direct'::text, 'guarantee'::text])),
  CONSTRAINT contracts_status_known CHECK (status = ANY (ARRAY['agreed'::text, 'active'::text, 'delivered'::text, 'completed'::text, 'withdrawn'::text, 'terminated'::text, 'cancelled'::text])),
  CONSTRAINT contracts_termination_by_side CHECK (termination_by = company_id OR termination_by = professional_id),
  CONSTRAINT contracts_termination_settlement CHECK (termination_settlement IS NULL OR termination_by IS NOT NULL AND jsonb_typeof(termination_settlement) = 'array'::text),
  CONSTRAINT contracts_termination_told CHECK ((num_nulls(termination_by, termination_reason, termination_proposed_at, termination_lapses_at) = ANY (ARRAY[0, 4])) AND (termination_by IS NULL OR (status = ANY (ARRAY['agreed'::text, 'active'::text, 'delivered'::text])))),
  CONSTRAINT contracts_two_people CHECK (company_id <> professional_id),
  CONSTRAINT contracts_value_cents_positive CHECK (value_cents > 0)
);
ALTER TABLE public.contracts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.contracts FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.contracts IS 'Deals between a company and a professional, made when a proposal is accepted
Changed by functions alone.';
COMMENT ON COLUMN public.contracts.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.contracts.number IS 'Its number, written CTR-0001';
COMMENT ON COLUMN public.contracts.project_id IS 'The project it is of';
COMMENT ON COLUMN public.contracts.proposal_id IS 'The proposal it is of';
COMMENT ON COLUMN public.contracts.company_id IS 'The company';
COMMENT ON COLUMN public.contracts.professional_id IS 'The professional';
COMMENT ON COLUMN public.contracts.status IS 'agreed, active, delivered, completed, withdrawn, terminated or cancelled';
COMMENT ON COLUMN public.contracts.company_reviewed IS 'Whether the company wrote its review';
COMMENT ON COLUMN public.contracts.professional_reviewed IS 'Whether the professional wrote his review';
COMMENT ON COLUMN public.contracts.delivered_by IS 'Who delivered it';
COMMENT ON COLUMN public.contracts.delivered_at IS 'When it was delivered';
COMMENT ON COLUMN public.contracts.completed_by IS 'Who completed it; null is time';
COMMENT ON COLUMN public.contracts.completed_at IS 'When it was completed';
COMMENT ON COLUMN public.contracts.created_at IS 'When it was written';
COMMENT ON COLUMN public.contracts.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.contracts.started_at IS 'When work began';
COMMENT ON COLUMN public.contracts.acceptance_due_at IS 'When what was delivered is accepted by silence';
COMMENT ON COLUMN public.contracts.adjustments_count IS 'How often adjustments were asked for';
COMMENT ON COLUMN public.contracts.end_reason IS 'Why it ended';
COMMENT ON COLUMN public.contracts.ended_at IS 'When it ended';
COMMENT ON COLUMN public.contracts.ended_by IS 'Who ended it';
COMMENT ON COLUMN public.contracts.project_revision IS 'The version of the project it was written for';
COMMENT ON COLUMN public.contracts.scope IS 'The project as it was agreed on';
COMMENT ON COLUMN public.contracts.termination_by IS 'The party that proposes to end it';
COMMENT ON COLUMN public.contracts.termination_reason IS 'Why it is to end';
COMMENT ON COLUMN public.contracts.termination_proposed_at IS 'When its end was proposed';
COMMENT ON COLUMN public.contracts.termination_lapses_at IS 'When that proposal lapses';
COMMENT ON COLUMN public.contracts.termination_reopens IS 'Whether the project opens again then';
COMMENT ON COLUMN public.contracts.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.contracts.value IS 'Its value in reais';
COMMENT ON COLUMN public.contracts.settlement IS 'direct or guarantee: how it is paid';
COMMENT ON COLUMN public.contracts.fee_basis_points IS 'The platform''s fee in hundredths of a percent';
COMMENT ON COLUMN public.contracts.fee_percent IS 'The platform''s fee in percent';
COMMENT ON COLUMN public.contracts.termination_settlement IS 'How each milestone is settled then';
COMMENT ON COLUMN public.contracts.terms IS 'The terms as they were agreed on';
CREATE INDEX contracts_company_id_idx ON public.contracts USING btree (company_id, created_at DESC);
CREATE INDEX contracts_completed_by_idx ON public.contracts USING btree (completed_by) WHERE (completed_by IS NOT NULL);
CREATE INDEX contracts_delivered_by_idx ON public.contracts USING btree (delivered_by) WHERE (delivered_by IS NOT NULL);
CREATE INDEX contracts_ended_by_idx ON public.contracts USING btree (ended_by) WHERE (ended_by IS NOT NULL);
CREATE INDEX contracts_lapsing_idx ON public.contracts USING btree (termination_lapses_at) WHERE (termination_by IS NOT NULL);
CREATE UNIQUE INDEX contracts_one_standing ON public.contracts USING btree (project_id) WHERE (status = ANY (ARRAY['agreed'::text, 'active'::text, 'delivered'::text, 'completed'::text]));
CREATE INDEX contracts_professional_id_idx ON public.contracts USING btree (professional_id, created_at DESC);
CREATE INDEX contracts_project_id_idx ON public.contracts USING btree (project_id, created_at DESC);
CREATE INDEX contracts_termination_by_idx ON public.contracts USING btree (termination_by) WHERE (termination_by IS NOT NULL);
GRANT SELECT (id, number, project_id, proposal_id, company_id, professional_id, status, company_reviewed, professional_reviewed, delivered_by, delivered_at, completed_by, completed_at, created_at, updated_at, started_at, acceptance_due_at, adjustments_count, end_reason, ended_at, ended_by, project_revision, scope, termination_by, termination_reason, termination_proposed_at, termination_lapses_at, termination_reopens, value_cents, value, settlement, fee_basis_points, fee_percent, termination_settlement, terms) ON public.contracts TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.contracts TO service_role;
CREATE POLICY "administrators see every contract" ON public.contracts FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "both sides see their contract" ON public.contracts FOR SELECT TO authenticated
  USING ((company_id = ANY ((( SELECT private.parties() AS parties))::uuid[])) OR (professional_id = ANY ((( SELECT private.parties() AS parties))::uuid[])));
CREATE POLICY "the server keeps contracts" ON public.contracts FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF end_reason, termination_reason ON public.contracts FOR EACH ROW WHEN (NOT private.is_settled_text(new.end_reason) OR NOT private.is_settled_text(new.termination_reason)) EXECUTE FUNCTION private.settle_texts('end_reason:text', 'termination_reason:text');
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.contracts FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.contracts FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('contract');
CREATE TRIGGER count_active AFTER INSERT OR UPDATE OF status ON public.contracts FOR EACH ROW EXECUTE FUNCTION private.count_active_projects();
CREATE TRIGGER count_completed AFTER INSERT OR UPDATE OF status ON public.contracts FOR EACH ROW WHEN (new.status = 'completed'::text) EXECUTE FUNCTION private.count_completed_contracts();
CREATE TRIGGER keep_price AFTER INSERT OR UPDATE OF status, value_cents, completed_at ON public.contracts FOR EACH ROW WHEN (new.status = 'completed'::text) EXECUTE FUNCTION private.keep_closed_price();
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.contracts FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');
CREATE TRIGGER stop_acceptances BEFORE INSERT ON public.contracts FOR EACH ROW EXECUTE FUNCTION private.stop_acceptances();
CREATE TRIGGER touch BEFORE UPDATE ON public.contracts FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.conversations (
  owner_id         uuid                     NOT NULL,
  partner_id       uuid                     NOT NULL,
  thread           text                     NOT NULL,
  last_message_id  uuid                     NOT NULL,
  last_from_id     uuid                     NOT NULL,
  last_content     text                     NOT NULL,
  last_at          timestamp with time zone NOT NULL,
  unread_count     integer                  NOT NULL DEFAULT 0,
  partner_party_id uuid,
  last_files_count smallint                 NOT NULL DEFAULT 0,
  CONSTRAINT conversations_pkey PRIMARY KEY (owner_id, partner_id),
  CONSTRAINT conversations_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT conversations_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT conversations_partner_party_id_fkey FOREIGN KEY (partner_party_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT conversations_unread_count_range CHECK (unread_count >= 0)
);
ALTER TABLE public.conversations ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.conversations FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.conversations IS 'The conversations of a person, one row for each partner, with the last message';
COMMENT ON COLUMN public.conversations.owner_id IS 'Whose row it is';
COMMENT ON COLUMN public.conversations.partner_id IS 'With whom';
COMMENT ON COLUMN public.conversations.thread IS 'The two people of the conversation, in a fixed order';
COMMENT ON COLUMN public.conversations.last_message_id IS 'The last message';
COMMENT ON COLUMN public.conversations.last_from_id IS 'Who wrote last';
COMMENT ON COLUMN public.conversations.last_content IS 'What was said last';
COMMENT ON COLUMN public.conversations.last_at IS 'When something was said last';
COMMENT ON COLUMN public.conversations.unread_count IS 'How many messages are unread';
COMMENT ON COLUMN public.conversations.partner_party_id IS 'For whom the partner writes';
COMMENT ON COLUMN public.conversations.last_files_count IS 'How many files the last message has';
CREATE INDEX conversations_newest_idx ON public.conversations USING btree (owner_id, last_at DESC, partner_id);
CREATE INDEX conversations_partner_id_idx ON public.conversations USING btree (partner_id);
CREATE INDEX conversations_partner_party_id_idx ON public.conversations USING btree (partner_party_id) WHERE (partner_party_id IS NOT NULL);
GRANT SELECT (owner_id, partner_id, thread, last_message_id, last_from_id, last_content, last_at, unread_count, partner_party_id, last_files_count) ON public.conversations TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.conversations TO service_role;
CREATE POLICY "owners see their conversations" ON public.conversations FOR SELECT TO authenticated
  USING (owner_id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "the server keeps conversations" ON public.conversations FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.conversations FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('owner_id', 'partner_id');
CREATE TRIGGER settle_notification AFTER UPDATE OF unread_count ON public.conversations FOR EACH ROW WHEN (new.unread_count = 0 AND old.unread_count > 0) EXECUTE FUNCTION private.settle_message_notification();

CREATE TABLE public.corrections (
  id           uuid                     NOT NULL DEFAULT private.uuid_v7(),
  party_id     uuid                     NOT NULL,
  kind         text                     NOT NULL,
  old_document text,
  new_document text                     NOT NULL,
  reason       text                     NOT NULL,
  status       text                     NOT NULL DEFAULT 'waiting'::text,
  asked_by     uuid                     NOT NULL,
  answer       text,
  decided_by   uuid,
  created_at   timestamp with time zone NOT NULL DEFAULT now(),
  decided_at   timestamp with time zone,
  CONSTRAINT corrections_pkey PRIMARY KEY (id),
  CONSTRAINT corrections_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT corrections_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT corrections_party_id_fkey FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT corrections_answer_filled CHECK (btrim(answer) <> ''::text AND length(answer) <= 1000),
  CONSTRAINT corrections_decision_told CHECK ((status = 'waiting'::text) = (decided_at IS NULL)),
  CONSTRAINT corrections_kind_known CHECK (kind = ANY (ARRAY['cpf'::text, 'cnpj'::text])),
  CONSTRAINT corrections_numbers_differ CHECK (new_document <> old_document),
  CONSTRAINT corrections_numbers_of_kind CHECK (new_document ~
CASE kind
    WHEN 'cpf'::text THEN '^[0-9]{11}$'::text
    ELSE '^[0-9A-Z]{12}[0-9]{2}$'::text
END AND old_document ~
CASE kind
    WHEN 'cpf'::text THEN '^[0-9]{11}$'::text
    ELSE '^[0-9A-Z]{12}[0-9]{2}$'::text
END),
  CONSTRAINT corrections_reason_filled CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  CONSTRAINT corrections_refusal_answered CHECK (status <> 'refused'::text OR answer IS NOT NULL),
  CONSTRAINT corrections_status_known CHECK (status = ANY (ARRAY['waiting'::text, 'approved'::text, 'refused'::text, 'withdrawn'::text]))
);
ALTER TABLE public.corrections ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.corrections FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.corrections IS 'Requests to correct a CPF or CNPJ, decided by an administrator';
COMMENT ON COLUMN public.corrections.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.corrections.party_id IS 'The party (a profile that makes deals) it is of';
COMMENT ON COLUMN public.corrections.kind IS 'cpf or cnpj';
COMMENT ON COLUMN public.corrections.old_document IS 'The number as it is';
COMMENT ON COLUMN public.corrections.new_document IS 'The number as it should be';
COMMENT ON COLUMN public.corrections.reason IS 'Why, in the words of who did it';
COMMENT ON COLUMN public.corrections.status IS 'waiting, approved, refused or withdrawn';
COMMENT ON COLUMN public.corrections.asked_by IS 'Who asked';
COMMENT ON COLUMN public.corrections.answer IS 'The answer';
COMMENT ON COLUMN public.corrections.decided_by IS 'Who decided';
COMMENT ON COLUMN public.corrections.created_at IS 'When it was written';
COMMENT ON COLUMN public.corrections.decided_at IS 'When it was decided';
CREATE INDEX corrections_asked_by_idx ON public.corrections USING btree (asked_by);
CREATE INDEX corrections_decided_by_idx ON public.corrections USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE UNIQUE INDEX corrections_one_waiting ON public.corrections USING btree (party_id, kind) WHERE (status = 'waiting'::text);
CREATE INDEX corrections_party_id_idx ON public.corrections USING btree (party_id, kind, created_at DESC);
CREATE INDEX corrections_status_idx ON public.corrections USING btree (status, created_at, id);
GRANT SELECT (id, party_id, kind, old_document, new_document, reason, status, asked_by, answer, created_at, decided_at) ON public.corrections TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.corrections TO service_role;
CREATE POLICY "administrators read every correction" ON public.corrections FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "owners read the corrections of their number" ON public.corrections FOR SELECT TO authenticated
  USING ( CASE kind WHEN 'cpf'::text THEN party_id = (( SELECT auth.uid() AS uid)) ELSE party_id = ANY ((( SELECT private.parties('manage'::text) AS parties))::uuid[]) END);
CREATE POLICY "the server keeps corrections" ON public.corrections FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF reason, answer ON public.corrections FOR EACH ROW WHEN (NOT private.is_settled_text(new.reason) OR NOT private.is_settled_text(new.answer)) EXECUTE FUNCTION private.settle_texts('reason:text', 'answer:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.corrections FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('correction');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.corrections FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.deal_files (
  id                uuid                     NOT NULL DEFAULT private.uuid_v7(),
  contract_id       uuid                     NOT NULL,
  milestone_id      uuid,
  checklist_item_id uuid,
  purpose           text                     NOT NULL,
  name              text                     NOT NULL,
  media_type        text                     NOT NULL,
  bytes             bigint                   NOT NULL,
  sha256            text                     NOT NULL,
  version           integer                  NOT NULL,
  uploaded_by       uuid                     NOT NULL,
  path              text                     NOT NULL,
  created_at        timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT deal_files_pkey PRIMARY KEY (id),
  CONSTRAINT deal_files_path_key UNIQUE (path),
  CONSTRAINT deal_files_version_key UNIQUE NULLS NOT DISTINCT (contract_id, milestone_id, checklist_item_id, purpose, name, version),
  CONSTRAINT deal_files_checklist_item_id_fkey FOREIGN KEY (checklist_item_id) REFERENCES public.checklist_items(id) ON DELETE RESTRICT,
  CONSTRAINT deal_files_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT deal_files_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT deal_files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT deal_files_bytes_real CHECK (bytes >= 0),
  CONSTRAINT deal_files_name_bounded CHECK (btrim(name) <> ''::text AND length(name) <= 255),
  CONSTRAINT deal_files_name_plain CHECK (private.is_plain_name(name)) NOT VALID,
  CONSTRAINT deal_files_of_a_milestone CHECK ((purpose <> ALL (ARRAY['delivery'::text, 'checklist'::text])) OR milestone_id IS NOT NULL),
  CONSTRAINT deal_files_of_an_item CHECK ((purpose = 'checklist'::text) = (checklist_item_id IS NOT NULL)),
  CONSTRAINT deal_files_purpose_known CHECK (purpose = ANY (ARRAY['delivery'::text, 'receipt'::text, 'evidence'::text, 'invoice'::text, 'checklist'::text])),
  CONSTRAINT deal_files_sha256_hex CHECK (sha256 ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT deal_files_version_positive CHECK (version > 0)
);
ALTER TABLE public.deal_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.deal_files FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.deal_files IS 'Files of a contract: deliveries, receipts, evidence, invoices and those of checklists
A name that comes again is a further version.';
COMMENT ON COLUMN public.deal_files.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.deal_files.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.deal_files.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.deal_files.checklist_item_id IS 'The point of a checklist it is of';
COMMENT ON COLUMN public.deal_files.purpose IS 'delivery, receipt, evidence, invoice or checklist';
COMMENT ON COLUMN public.deal_files.name IS 'What it is called';
COMMENT ON COLUMN public.deal_files.media_type IS 'Its media type';
COMMENT ON COLUMN public.deal_files.bytes IS 'Its size in bytes';
COMMENT ON COLUMN public.deal_files.sha256 IS 'SHA-256 of the file, in hexadecimal';
COMMENT ON COLUMN public.deal_files.version IS 'Which version it is, from 1';
COMMENT ON COLUMN public.deal_files.uploaded_by IS 'Who sent it';
COMMENT ON COLUMN public.deal_files.path IS 'Where its file is in storage';
COMMENT ON COLUMN public.deal_files.created_at IS 'When it was written';
CREATE INDEX deal_files_checklist_item_id_idx ON public.deal_files USING btree (checklist_item_id) WHERE (checklist_item_id IS NOT NULL);
CREATE INDEX deal_files_milestone_id_idx ON public.deal_files USING btree (milestone_id) WHERE (milestone_id IS NOT NULL);
CREATE INDEX deal_files_uploaded_by_idx ON public.deal_files USING btree (uploaded_by);
GRANT SELECT (id, contract_id, milestone_id, checklist_item_id, purpose, name, media_type, bytes, sha256, version, uploaded_by, path, created_at) ON public.deal_files TO authenticated;
GRANT INSERT, SELECT ON public.deal_files TO service_role;
CREATE POLICY "administrators read the files of a contract in dispute" ON public.deal_files FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin) AND (EXISTS ( SELECT FROM public.disputes d WHERE d.contract_id = deal_files.contract_id)));
CREATE POLICY "administrators read the papers of withheld taxes that they deci" ON public.deal_files FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin) AND (EXISTS ( SELECT FROM public.withholding_proof_rounds r JOIN public.withholding_proofs p ON p.id = r.proof_id WHERE r.file_id = deal_files.id AND (p.status = 'mediation'::text OR p.decided_at IS NOT NULL))));
CREATE POLICY "both sides read the files of their contract" ON public.deal_files FOR SELECT TO authenticated
  USING (private.is_side_of(contract_id));
CREATE POLICY "the server reads the files of contracts" ON public.deal_files FOR SELECT TO service_role
  USING (true);
CREATE POLICY "the server adds to the files of contracts" ON public.deal_files FOR INSERT TO service_role
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.deal_files FOR EACH ROW WHEN (NOT private.is_settled_line(new.name)) EXECUTE FUNCTION private.settle_texts('name');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.deal_files FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.direct_payments (
  id             uuid                     NOT NULL DEFAULT private.uuid_v7(),
  contract_id    uuid                     NOT NULL,
  milestone_id   uuid                     NOT NULL,
  value_cents    bigint                   NOT NULL,
  value          numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  paid_on        date                     NOT NULL,
  receipt        text,
  note           text,
  status         text                     NOT NULL DEFAULT 'declared'::text,
  declared_by    uuid                     NOT NULL,
  declared_at    timestamp with time zone NOT NULL DEFAULT now(),
  confirm_due_at timestamp with time zone NOT NULL,
  reminded       integer                  NOT NULL DEFAULT 0,
  answered_by    uuid,
  answered_at    timestamp with time zone,
  reason         text,
  withheld_cents bigint                   NOT NULL DEFAULT 0,
  withheld       numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((withheld_cents::numeric / 100.0)) STORED,
  end_to_end_id  text,
  CONSTRAINT direct_payments_pkey PRIMARY KEY (id),
  CONSTRAINT direct_payments_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT direct_payments_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT direct_payments_declared_by_fkey FOREIGN KEY (declared_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT direct_payments_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT direct_payments_answer_told CHECK ((status = 'declared'::text) = (answered_at IS NULL) AND (status = ANY (ARRAY['confirmed'::text, 'contested'::text, 'upheld'::text])) = (answered_by IS NOT NULL) AND (status = ANY (ARRAY['contested'::text, 'upheld'::text])) = (reason IS NOT NULL)),
  CONSTRAINT direct_payments_end_to_end_id CHECK (end_to_end_id ~ '^E[0-9]{20}[A-Za-z0-9]{11}$'::text),
  CONSTRAINT direct_payments_not_by_who_declared CHECK (answered_by <> declared_by),
  CONSTRAINT direct_payments_note_filled CHECK (btrim(note) <> ''::text AND length(note) <= 1000),
  CONSTRAINT direct_payments_reason_filled CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  CONSTRAINT direct_payments_receipt_filled CHECK (btrim(receipt) <> ''::text AND length(receipt) <= 300),
  CONSTRAINT direct_payments_reminded_range CHECK (reminded >= 0 AND reminded <= 2),
  CONSTRAINT direct_payments_status_known CHECK (status = ANY (ARRAY['declared'::text, 'confirmed'::text, 'contested'::text, 'by_silence'::text, 'upheld'::text])),
  CONSTRAINT direct_payments_value_positive CHECK (value_cents > 0),
  CONSTRAINT direct_payments_withheld_range CHECK (withheld_cents >= 0)
);
ALTER TABLE public.direct_payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.direct_payments FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.direct_payments IS 'Payments made from company to professional without the platform, declared by one and confirmed by the other';
COMMENT ON COLUMN public.direct_payments.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.direct_payments.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.direct_payments.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.direct_payments.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.direct_payments.value IS 'Its value in reais';
COMMENT ON COLUMN public.direct_payments.paid_on IS 'The day of the payment';
COMMENT ON COLUMN public.direct_payments.receipt IS 'The file that shows it';
COMMENT ON COLUMN public.direct_payments.note IS 'A note, in the words of who wrote it';
COMMENT ON COLUMN public.direct_payments.status IS 'declared, confirmed, contested, by_silence or, after a dispute, upheld';
COMMENT ON COLUMN public.direct_payments.declared_by IS 'Who says that it was paid';
COMMENT ON COLUMN public.direct_payments.declared_at IS 'When that was said';
COMMENT ON COLUMN public.direct_payments.confirm_due_at IS 'When it counts as confirmed by silence';
COMMENT ON COLUMN public.direct_payments.reminded IS 'How many reminders were sent';
COMMENT ON COLUMN public.direct_payments.answered_by IS 'Who answered';
COMMENT ON COLUMN public.direct_payments.answered_at IS 'When it was answered';
COMMENT ON COLUMN public.direct_payments.reason IS 'Why it is contested';
COMMENT ON COLUMN public.direct_payments.withheld_cents IS 'What was withheld, in centavos';
COMMENT ON COLUMN public.direct_payments.withheld IS 'What was withheld, in reais';
COMMENT ON COLUMN public.direct_payments.end_to_end_id IS 'What the Pix is called between the banks';
CREATE INDEX direct_payments_answered_by_idx ON public.direct_payments USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE INDEX direct_payments_contract_id_idx ON public.direct_payments USING btree (contract_id, declared_at DESC);
CREATE INDEX direct_payments_declared_by_idx ON public.direct_payments USING btree (declared_by);
CREATE INDEX direct_payments_due_idx ON public.direct_payments USING btree (confirm_due_at) WHERE (status = 'declared'::text);
CREATE INDEX direct_payments_milestone_id_idx ON public.direct_payments USING btree (milestone_id, declared_at DESC);
CREATE UNIQUE INDEX direct_payments_one_standing ON public.direct_payments USING btree (milestone_id) WHERE (status <> 'contested'::text);
GRANT SELECT (id, contract_id, milestone_id, value_cents, value, paid_on, receipt, note, status, declared_by, declared_at, confirm_due_at, answered_by, answered_at, reason, withheld_cents, withheld, end_to_end_id) ON public.direct_payments TO authenticated;
GRANT INSERT, SELECT, UPDATE ON public.direct_payments TO service_role;
CREATE POLICY "administrators read every payment" ON public.direct_payments FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "both sides read the payments of their contract" ON public.direct_payments FOR SELECT TO authenticated
  USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps payments" ON public.direct_payments FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF note, reason ON public.direct_payments FOR EACH ROW WHEN (NOT private.is_settled_text(new.note) OR NOT private.is_settled_text(new.reason)) EXECUTE FUNCTION private.settle_texts('note:text', 'reason:text');
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.direct_payments FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.direct_payments FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('direct_payment');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.direct_payments FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.dispute_entries (
  id                   uuid                     NOT NULL DEFAULT private.uuid_v7(),
  dispute_id           uuid                     NOT NULL,
  contract_id          uuid                     NOT NULL,
  number               integer                  NOT NULL,
  kind                 text                     NOT NULL,
  side                 text                     NOT NULL,
  author_id            uuid,
  content              text,
  professional_percent integer,
  offer                integer,
  evidence             jsonb                    NOT NULL DEFAULT '[]'::jsonb,
  same_administrator   boolean                  NOT NULL DEFAULT false,
  created_at           timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  author_name          text,
  CONSTRAINT dispute_entries_pkey PRIMARY KEY (id),
  CONSTRAINT dispute_entries_number_key UNIQUE (dispute_id, number),
  CONSTRAINT dispute_entries_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT dispute_entries_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT dispute_entries_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES public.disputes(id) ON DELETE RESTRICT,
  CONSTRAINT dispute_entries_author_name_of_side CHECK (author_name IS NULL OR (side = ANY (ARRAY['company'::text, 'professional'::text])) AND btrim(author_name) <> ''::text),
  CONSTRAINT dispute_entries_author_told CHECK ((side = 'time'::text) = (author_id IS NULL)),
  CONSTRAINT dispute_entries_content_filled CHECK (btrim(content) <> ''::text AND length(content) <= 4000),
  CONSTRAINT dispute_entries_evidence_list CHECK (jsonb_typeof(evidence) = 'array'::text AND length(evidence::text) <= 40000),
  CONSTRAINT dispute_entries_kind_known CHECK (kind = ANY (ARRAY['claim'::text, 'answer'::text, 'statement'::text, 'offer'::text, 'acceptance'::text, 'mediation'::text, 'decision'::text, 'decision_accepted'::text, 'appeal'::text, 'final_decision'::text, 'in_force'::text, 'concession'::text, 'silence'::text, 'withdrawal'::text])),
  CONSTRAINT dispute_entries_number_positive CHECK (number > 0),
  CONSTRAINT dispute_entries_offer_counted CHECK ((offer IS NOT NULL) = (kind = ANY (ARRAY['claim'::text, 'offer'::text, 'acceptance'::text])) AND offer > 0),
  CONSTRAINT dispute_entries_percent_range CHECK (professional_percent >= 0 AND professional_percent <= 100),
  CONSTRAINT dispute_entries_side_known CHECK (side = ANY (ARRAY['company'::text, 'professional'::text, 'administrator'::text, 'time'::text]))
);
ALTER TABLE public.dispute_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.dispute_entries FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.dispute_entries IS 'What was said, offered and decided in a dispute, in order';
COMMENT ON COLUMN public.dispute_entries.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.dispute_entries.dispute_id IS 'The dispute it is of';
COMMENT ON COLUMN public.dispute_entries.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.dispute_entries.number IS 'Its number, in order';
COMMENT ON COLUMN public.dispute_entries.kind IS 'What was done: claim, answer, offer, decision and others';
COMMENT ON COLUMN public.dispute_entries.side IS 'company, professional, administrator or time';
COMMENT ON COLUMN public.dispute_entries.author_id IS 'Who wrote it';
COMMENT ON COLUMN public.dispute_entries.content IS 'What it says';
COMMENT ON COLUMN public.dispute_entries.professional_percent IS 'The share asked for the professional, in percent';
COMMENT ON COLUMN public.dispute_entries.offer IS 'Which offer it makes or accepts';
COMMENT ON COLUMN public.dispute_entries.evidence IS 'The files it shows';
COMMENT ON COLUMN public.dispute_entries.same_administrator IS 'Whether the last decision is by who made the first';
COMMENT ON COLUMN public.dispute_entries.created_at IS 'When it was written';
COMMENT ON COLUMN public.dispute_entries.author_name IS 'What the person of a side was called then';
CREATE INDEX dispute_entries_author_id_idx ON public.dispute_entries USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX dispute_entries_contract_id_idx ON public.dispute_entries USING btree (contract_id);
GRANT SELECT (id, dispute_id, contract_id, number, kind, side, author_id, content, professional_percent, offer, evidence, same_administrator, created_at, author_name) ON public.dispute_entries TO authenticated;
GRANT INSERT, SELECT ON public.dispute_entries TO service_role;
CREATE POLICY "administrators read what is said in disputes" ON public.dispute_entries FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "both sides read what is said in their disputes" ON public.dispute_entries FOR SELECT TO authenticated
  USING (private.is_side_of(contract_id));
CREATE POLICY "the server reads what is said in disputes" ON public.dispute_entries FOR SELECT TO service_role
  USING (true);
CREATE POLICY "the server adds to disputes" ON public.dispute_entries FOR INSERT TO service_role
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF content ON public.dispute_entries FOR EACH ROW WHEN (NOT private.is_settled_text(new.content)) EXECUTE FUNCTION private.settle_texts('content:text');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.dispute_entries FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.disputes (
  id                       uuid                     NOT NULL DEFAULT private.uuid_v7(),
  contract_id              uuid                     NOT NULL,
  milestone_id             uuid                     NOT NULL,
  status                   text                     NOT NULL DEFAULT 'open'::text,
  opened_by                text                     NOT NULL,
  opener_id                uuid                     NOT NULL,
  reason                   text                     NOT NULL,
  professional_percent     integer                  NOT NULL,
  milestone_status         text                     NOT NULL,
  answer_due_at            timestamp with time zone NOT NULL,
  reminded_at              timestamp with time zone,
  decided_percent          integer,
  decided_by               uuid,
  decided_at               timestamp with time zone,
  appeal_until             timestamp with time zone,
  company_accepted_at      timestamp with time zone,
  professional_accepted_at timestamp with time zone,
  outcome_percent          integer,
  ended_at                 timestamp with time zone,
  created_at               timestamp with time zone NOT NULL DEFAULT now(),
  updated_at               timestamp with time zone NOT NULL DEFAULT now(),
  value_cents              bigint                   NOT NULL,
  value                    numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  CONSTRAINT disputes_pkey PRIMARY KEY (id),
  CONSTRAINT disputes_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT disputes_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT disputes_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT disputes_opener_id_fkey FOREIGN KEY (opener_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT disputes_acceptance_of_decision CHECK (decided_at IS NOT NULL OR company_accepted_at IS NULL AND professional_accepted_at IS NULL),
  CONSTRAINT disputes_claim_range CHECK (professional_percent >= 0 AND professional_percent <= 100),
  CONSTRAINT disputes_decision_range CHECK (decided_percent >= 0 AND decided_percent <= 100),
  CONSTRAINT disputes_decision_told CHECK ((decided_percent IS NULL) = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL) AND (decided_at IS NULL) = (appeal_until IS NULL) AND (decided_at IS NOT NULL) = (status = ANY (ARRAY['decided'::text, 'appealed'::text, 'decided_finally'::text]))),
  CONSTRAINT disputes_end_told CHECK ((ended_at IS NOT NULL) = (status = ANY (ARRAY['decided_finally'::text, 'settled'::text, 'conceded'::text, 'withdrawn'::text])) AND (outcome_percent IS NOT NULL) = (status = ANY (ARRAY['decided_finally'::text, 'settled'::text, 'conceded'::text]))),
  CONSTRAINT disputes_opened_by_known CHECK (opened_by = ANY (ARRAY['company'::text, 'professional'::text])),
  CONSTRAINT disputes_outcome_range CHECK (outcome_percent >= 0 AND outcome_percent <= 100),
  CONSTRAINT disputes_reason_filled CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  CONSTRAINT disputes_status_known CHECK (status = ANY (ARRAY['open'::text, 'negotiating'::text, 'mediation'::text, 'decided'::text, 'appealed'::text, 'decided_finally'::text, 'settled'::text, 'conceded'::text, 'withdrawn'::text])),
  CONSTRAINT disputes_value_positive CHECK (value_cents > 0),
  CONSTRAINT disputes_was_known CHECK (milestone_status = ANY (ARRAY['funded'::text, 'delivered'::text, 'adjusting'::text, 'awaiting_payment'::text]))
);
ALTER TABLE public.disputes ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.disputes FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.disputes IS 'Disputes about a milestone, from the claim to the share that each side gets';
COMMENT ON COLUMN public.disputes.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.disputes.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.disputes.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.disputes.status IS 'open, negotiating, mediation, decided, appealed, decided_finally, settled, conceded or withdrawn';
COMMENT ON COLUMN public.disputes.opened_by IS 'Which side opened it';
COMMENT ON COLUMN public.disputes.opener_id IS 'Who opened it';
COMMENT ON COLUMN public.disputes.reason IS 'Why, in the words of who did it';
COMMENT ON COLUMN public.disputes.professional_percent IS 'The share asked for the professional, in percent';
COMMENT ON COLUMN public.disputes.milestone_status IS 'Where the milestone stood';
COMMENT ON COLUMN public.disputes.answer_due_at IS 'Until when an answer is due';
COMMENT ON COLUMN public.disputes.reminded_at IS 'When a reminder was sent';
COMMENT ON COLUMN public.disputes.decided_percent IS 'The share decided for the professional, in percent';
COMMENT ON COLUMN public.disputes.decided_by IS 'Who decided';
COMMENT ON COLUMN public.disputes.decided_at IS 'When it was decided';
COMMENT ON COLUMN public.disputes.appeal_until IS 'Until when one may appeal';
COMMENT ON COLUMN public.disputes.company_accepted_at IS 'When the company accepted the decision';
COMMENT ON COLUMN public.disputes.professional_accepted_at IS 'When the professional accepted the decision';
COMMENT ON COLUMN public.disputes.outcome_percent IS 'The share that the professional got, in percent';
COMMENT ON COLUMN public.disputes.ended_at IS 'When it ended';
COMMENT ON COLUMN public.disputes.created_at IS 'When it was written';
COMMENT ON COLUMN public.disputes.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.disputes.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.disputes.value IS 'Its value in reais';
CREATE INDEX disputes_answer_due_idx ON public.disputes USING btree (answer_due_at) WHERE (status = 'open'::text);
CREATE INDEX disputes_appeal_until_idx ON public.disputes USING btree (appeal_until) WHERE (status = 'decided'::text);
CREATE INDEX disputes_contract_id_idx ON public.disputes USING btree (contract_id, created_at DESC);
CREATE INDEX disputes_decided_by_idx ON public.disputes USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX disputes_milestone_id_idx ON public.disputes USING btree (milestone_id);
CREATE UNIQUE INDEX disputes_one_open ON public.disputes USING btree (milestone_id) WHERE (ended_at IS NULL);
CREATE INDEX disputes_opener_id_idx ON public.disputes USING btree (opener_id);
CREATE INDEX disputes_unended_idx ON public.disputes USING btree (created_at, id) WHERE (ended_at IS NULL);
GRANT SELECT (id, contract_id, milestone_id, status, opened_by, opener_id, reason, professional_percent, milestone_status, answer_due_at, decided_percent, decided_by, decided_at, appeal_until, company_accepted_at, professional_accepted_at, outcome_percent, ended_at, created_at, updated_at, value_cents, value) ON public.disputes TO authenticated;
GRANT INSERT, SELECT, UPDATE ON public.disputes TO service_role;
CREATE POLICY "administrators read every dispute" ON public.disputes FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "both sides read the disputes of their contract" ON public.disputes FOR SELECT TO authenticated
  USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps disputes" ON public.disputes FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF reason ON public.disputes FOR EACH ROW WHEN (NOT private.is_settled_text(new.reason)) EXECUTE FUNCTION private.settle_texts('reason:text');
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.disputes FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.disputes FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('dispute');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.disputes FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');
CREATE TRIGGER touch BEFORE UPDATE ON public.disputes FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.document_conflicts (
  profile_id       uuid                     NOT NULL,
  document         text                     NOT NULL,
  first_profile_id uuid                     NOT NULL,
  created_at       timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT document_conflicts_pkey PRIMARY KEY (profile_id),
  CONSTRAINT document_conflicts_first_profile_id_fkey FOREIGN KEY (first_profile_id) REFERENCES public.accounts(profile_id) ON DELETE CASCADE,
  CONSTRAINT document_conflicts_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.accounts(profile_id) ON DELETE CASCADE,
  CONSTRAINT document_conflicts_two_people CHECK (profile_id <> first_profile_id)
);
ALTER TABLE public.document_conflicts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.document_conflicts FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.document_conflicts IS 'Accounts whose tax number another account had first, for administrators';
COMMENT ON COLUMN public.document_conflicts.profile_id IS 'The profile it is of';
COMMENT ON COLUMN public.document_conflicts.document IS 'CPF or CNPJ, digits and letters alone';
COMMENT ON COLUMN public.document_conflicts.first_profile_id IS 'The account that had it first';
COMMENT ON COLUMN public.document_conflicts.created_at IS 'When it was written';
CREATE INDEX document_conflicts_first_profile_id_idx ON public.document_conflicts USING btree (first_profile_id);
GRANT SELECT (profile_id, document, first_profile_id, created_at) ON public.document_conflicts TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.document_conflicts TO service_role;
CREATE POLICY "administrators read conflicts of documents" ON public.document_conflicts FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "the server keeps conflicts of documents" ON public.document_conflicts FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE public.favourites (
  id              uuid                     NOT NULL DEFAULT private.uuid_v7(),
  person_id       uuid                     NOT NULL DEFAULT auth.uid(),
  project_id      uuid,
  professional_id uuid,
  note            text                     NOT NULL DEFAULT ''::text,
  created_at      timestamp with time zone NOT NULL DEFAULT now(),
  updated_at      timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT favourites_pkey PRIMARY KEY (id),
  CONSTRAINT favourites_professional_key UNIQUE (person_id, professional_id),
  CONSTRAINT favourites_project_key UNIQUE (person_id, project_id),
  CONSTRAINT favourites_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT favourites_professional_id_fkey FOREIGN KEY (professional_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT favourites_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE,
  CONSTRAINT favourites_note_bounded CHECK (length(note) <= 500),
  CONSTRAINT favourites_of_others CHECK (professional_id <> person_id),
  CONSTRAINT favourites_one_subject CHECK (num_nonnulls(project_id, professional_id) = 1)
);
ALTER TABLE public.favourites ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.favourites FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.favourites IS 'A project or a professional that a person keeps, with a note; nobody else sees it';
COMMENT ON COLUMN public.favourites.id IS 'Its key';
COMMENT ON COLUMN public.favourites.person_id IS 'Who keeps it';
COMMENT ON COLUMN public.favourites.project_id IS 'The project, or nothing';
COMMENT ON COLUMN public.favourites.professional_id IS 'The professional, or nothing';
COMMENT ON COLUMN public.favourites.note IS 'The note of the person';
COMMENT ON COLUMN public.favourites.created_at IS 'When it was kept';
COMMENT ON COLUMN public.favourites.updated_at IS 'When the note last changed';
CREATE INDEX favourites_person_id_idx ON public.favourites USING btree (person_id, created_at DESC, id DESC);
CREATE INDEX favourites_professional_id_idx ON public.favourites USING btree (professional_id);
CREATE INDEX favourites_project_id_idx ON public.favourites USING btree (project_id);
GRANT DELETE, INSERT (project_id, professional_id, note), SELECT (id, person_id, project_id, professional_id, note, created_at, updated_at), UPDATE (note) ON public.favourites TO authenticated;
GRANT DELETE, SELECT ON public.favourites TO service_role;
CREATE POLICY "people read their favourites" ON public.favourites FOR SELECT TO authenticated
  USING (person_id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "people keep projects and professionals that they see" ON public.favourites FOR INSERT TO authenticated
  WITH CHECK (person_id = (( SELECT auth.uid() AS uid)) AND private.is_active(person_id) AND (project_id IS NULL OR (EXISTS ( SELECT FROM public.projects p WHERE p.id = favourites.project_id))) AND (professional_id IS NULL OR (EXISTS ( SELECT FROM public.profiles p WHERE p.id = favourites.professional_id AND p.role = 'professional'::text))));
CREATE POLICY "people note what their favourites are for" ON public.favourites FOR UPDATE TO authenticated
  USING (person_id = (( SELECT auth.uid() AS uid)) AND private.is_active(person_id))
  WITH CHECK (person_id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "people let favourites go" ON public.favourites FOR DELETE TO authenticated
  USING (person_id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "the server keeps favourites" ON public.favourites FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF note ON public.favourites FOR EACH ROW WHEN (NOT private.is_settled_text(new.note)) EXECUTE FUNCTION private.settle_texts('note:text');
CREATE TRIGGER bound AFTER INSERT ON public.favourites REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.bound_favourites();
CREATE TRIGGER touch BEFORE UPDATE ON public.favourites FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.fee_receipts (
  number       bigint                   NOT NULL,
  contract_id  uuid                     NOT NULL,
  milestone_id uuid                     NOT NULL,
  party_id     uuid                     NOT NULL,
  base_cents   bigint                   NOT NULL,
  fee_cents    bigint                   NOT NULL,
  base         numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((base_cents::numeric / 100.0)) STORED,
  fee          numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((fee_cents::numeric / 100.0)) STORED,
  issued_at    timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  issuer       text,
  CONSTRAINT fee_receipts_pkey PRIMARY KEY (number),
  CONSTRAINT fee_receipts_milestone_id_key UNIQUE (milestone_id),
  CONSTRAINT fee_receipts_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT fee_receipts_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT fee_receipts_party_id_fkey FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT fee_receipts_fee_of_base CHECK (fee_cents > 0 AND fee_cents <= base_cents),
  CONSTRAINT fee_receipts_issuer_filled CHECK (btrim(issuer) <> ''::text),
  CONSTRAINT fee_receipts_number_positive CHECK (number > 0)
);
ALTER TABLE public.fee_receipts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.fee_receipts FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.fee_receipts IS 'Receipts of the platform''s fee, numbered, one for each milestone released';
COMMENT ON COLUMN public.fee_receipts.number IS 'Its number, in order';
COMMENT ON COLUMN public.fee_receipts.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.fee_receipts.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.fee_receipts.party_id IS 'The party (a profile that makes deals) it is of';
COMMENT ON COLUMN public.fee_receipts.base_cents IS 'What it is reckoned from, in centavos';
COMMENT ON COLUMN public.fee_receipts.fee_cents IS 'The platform''s fee in centavos';
COMMENT ON COLUMN public.fee_receipts.base IS 'What it is reckoned from, in reais';
COMMENT ON COLUMN public.fee_receipts.fee IS 'The platform''s fee in reais';
COMMENT ON COLUMN public.fee_receipts.issued_at IS 'When it was issued';
COMMENT ON COLUMN public.fee_receipts.issuer IS 'Who took the fee, by legal name, CNPJ and address; empty where nobody was configured';
CREATE INDEX fee_receipts_contract_id_idx ON public.fee_receipts USING btree (contract_id);
CREATE INDEX fee_receipts_party_id_idx ON public.fee_receipts USING btree (party_id, number DESC);
GRANT SELECT (number, contract_id, milestone_id, party_id, base_cents, fee_cents, base, fee, issued_at, issuer) ON public.fee_receipts TO authenticated;
GRANT INSERT, SELECT ON public.fee_receipts TO service_role;
CREATE POLICY "administrators read every receipt of a fee" ON public.fee_receipts FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "the server reads the receipts of fees" ON public.fee_receipts FOR SELECT TO service_role
  USING (true);
CREATE POLICY "whoever paid the fee reads its receipt" ON public.fee_receipts FOR SELECT TO authenticated
  USING (party_id = ANY ((( SELECT private.parties() AS parties))::uuid[]));
CREATE POLICY "the server issues the receipts of fees" ON public.fee_receipts FOR INSERT TO service_role
  WITH CHECK (true);

CREATE TABLE public.hidden_projects (
  id         uuid                     NOT NULL DEFAULT private.uuid_v7(),
  person_id  uuid                     NOT NULL DEFAULT auth.uid(),
  project_id uuid                     NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT hidden_projects_pkey PRIMARY KEY (id),
  CONSTRAINT hidden_projects_project_key UNIQUE (person_id, project_id),
  CONSTRAINT hidden_projects_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT hidden_projects_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE
);
ALTER TABLE public.hidden_projects ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.hidden_projects FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.hidden_projects IS 'A project that a person does not want to see again; nobody else learns of it';
COMMENT ON COLUMN public.hidden_projects.id IS 'Its key';
COMMENT ON COLUMN public.hidden_projects.person_id IS 'Who hides it';
COMMENT ON COLUMN public.hidden_projects.project_id IS 'The project';
COMMENT ON COLUMN public.hidden_projects.created_at IS 'When it was hidden';
CREATE INDEX hidden_projects_project_id_idx ON public.hidden_projects USING btree (project_id);
GRANT DELETE, INSERT (project_id), SELECT (id, person_id, project_id, created_at) ON public.hidden_projects TO authenticated;
GRANT DELETE, INSERT, SELECT ON public.hidden_projects TO service_role;
CREATE POLICY "people read what they hide" ON public.hidden_projects FOR SELECT TO authenticated
  USING (person_id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "people hide projects that they see" ON public.hidden_projects FOR INSERT TO authenticated
  WITH CHECK (person_id = (( SELECT auth.uid() AS uid)) AND private.is_active(person_id) AND (EXISTS ( SELECT FROM public.projects p WHERE p.id = hidden_projects.project_id)));
CREATE POLICY "people bring back what they hide" ON public.hidden_projects FOR DELETE TO authenticated
  USING (person_id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "the server keeps what people hide" ON public.hidden_projects FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER bound AFTER INSERT ON public.hidden_projects REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.bound_hidden_projects();

CREATE TABLE public.invitations (
  id              uuid                     NOT NULL DEFAULT private.uuid_v7(),
  organisation_id uuid                     NOT NULL,
  email           text                     NOT NULL,
  role            text                     NOT NULL,
  token_hash      bytea                    NOT NULL,
  invited_by      uuid,
  status          text                     NOT NULL DEFAULT 'pending'::text,
  created_at      timestamp with time zone NOT NULL DEFAULT now(),
  expires_at      timestamp with time zone NOT NULL,
  decided_at      timestamp with time zone,
  accepted_by     uuid,
  CONSTRAINT invitations_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_token_hash_key UNIQUE (token_hash),
  CONSTRAINT invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT invitations_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES public.organisations(id) ON DELETE CASCADE,
  CONSTRAINT invitations_accepted_by_told CHECK (accepted_by IS NULL OR status = 'accepted'::text),
  CONSTRAINT invitations_decision_told CHECK ((status = 'pending'::text) = (decided_at IS NULL)),
  CONSTRAINT invitations_email_bounded CHECK (length(email) >= 3 AND length(email) <= 255 AND email = lower(email)),
  CONSTRAINT invitations_role_known CHECK (role = ANY (ARRAY['owner'::text, 'buyer'::text, 'engineer'::text, 'finance'::text, 'reader'::text])),
  CONSTRAINT invitations_status_known CHECK (status = ANY (ARRAY['pending'::text, 'accepted'::text, 'revoked'::text])),
  CONSTRAINT invitations_token_hash_length CHECK (octet_length(token_hash) = 32)
);
ALTER TABLE public.invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invitations FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.invitations IS 'Invitations to an organisation''s team';
COMMENT ON COLUMN public.invitations.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.invitations.organisation_id IS 'The organisation';
COMMENT ON COLUMN public.invitations.email IS 'E-mail address';
COMMENT ON COLUMN public.invitations.role IS 'owner, buyer, engineer, finance or reader';
COMMENT ON COLUMN public.invitations.token_hash IS 'SHA-256 of the token in the link';
COMMENT ON COLUMN public.invitations.invited_by IS 'Who invites';
COMMENT ON COLUMN public.invitations.status IS 'pending, accepted or revoked';
COMMENT ON COLUMN public.invitations.created_at IS 'When it was written';
COMMENT ON COLUMN public.invitations.expires_at IS 'Until when it is good';
COMMENT ON COLUMN public.invitations.decided_at IS 'When it was decided';
COMMENT ON COLUMN public.invitations.accepted_by IS 'Who accepted';
CREATE INDEX invitations_accepted_by_idx ON public.invitations USING btree (accepted_by);
CREATE INDEX invitations_email_idx ON public.invitations USING btree (email);
CREATE INDEX invitations_invited_by_idx ON public.invitations USING btree (invited_by);
CREATE UNIQUE INDEX invitations_one_pending ON public.invitations USING btree (organisation_id, email) WHERE (status = 'pending'::text);
CREATE INDEX invitations_organisation_id_idx ON public.invitations USING btree (organisation_id);
GRANT SELECT (id, organisation_id, email, role, invited_by, status, created_at, expires_at, decided_at, accepted_by) ON public.invitations TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.invitations TO service_role;
CREATE POLICY "who manages an organisation sees its invitations" ON public.invitations FOR SELECT TO authenticated
  USING (organisation_id = ANY ((( SELECT private.parties('manage'::text) AS parties))::uuid[]));
CREATE POLICY "the server keeps invitations" ON public.invitations FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.invitations FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('invitation');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.invitations FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.invitations_to_propose (
  id              uuid                     NOT NULL DEFAULT private.uuid_v7(),
  project_id      uuid                     NOT NULL,
  professional_id uuid                     NOT NULL,
  note            text                     NOT NULL DEFAULT ''::text,
  status          text                     NOT NULL DEFAULT 'sent'::text,
  created_at      timestamp with time zone NOT NULL DEFAULT now(),
  expires_at      timestamp with time zone NOT NULL,
  answered_at     timestamp with time zone,
  CONSTRAINT invitations_to_propose_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_to_propose_professional_key UNIQUE (project_id, professional_id),
  CONSTRAINT invitations_to_propose_professional_id_fkey FOREIGN KEY (professional_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT invitations_to_propose_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE,
  CONSTRAINT invitations_to_propose_answer_told CHECK ((status = 'sent'::text) = (answered_at IS NULL)),
  CONSTRAINT invitations_to_propose_expires_later CHECK (expires_at >= created_at),
  CONSTRAINT invitations_to_propose_note_bounded CHECK (length(note) <= 500),
  CONSTRAINT invitations_to_propose_status_known CHECK (status = ANY (ARRAY['sent'::text, 'interested'::text, 'busy'::text, 'declined'::text, 'proposed'::text]))
);
ALTER TABLE public.invitations_to_propose ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invitations_to_propose FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.invitations_to_propose IS 'An invitation of a company to a professional to propose to a project';
COMMENT ON COLUMN public.invitations_to_propose.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.invitations_to_propose.project_id IS 'The project it is about';
COMMENT ON COLUMN public.invitations_to_propose.professional_id IS 'Who is invited';
COMMENT ON COLUMN public.invitations_to_propose.note IS 'What the company says to the professional';
COMMENT ON COLUMN public.invitations_to_propose.status IS 'sent, interested, busy, declined or proposed';
COMMENT ON COLUMN public.invitations_to_propose.created_at IS 'When it was sent';
COMMENT ON COLUMN public.invitations_to_propose.expires_at IS 'Until when it can be answered';
COMMENT ON COLUMN public.invitations_to_propose.answered_at IS 'When it was first answered';
CREATE INDEX invitations_to_propose_professional_id_idx ON public.invitations_to_propose USING btree (professional_id, created_at DESC, id DESC);
GRANT SELECT (id, project_id, professional_id, note, status, created_at, expires_at, answered_at) ON public.invitations_to_propose TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.invitations_to_propose TO service_role;
CREATE POLICY "administrators see every invitation to propose" ON public.invitations_to_propose FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "companies see whom they invited to propose" ON public.invitations_to_propose FOR SELECT TO authenticated
  USING (private.owns_project(project_id));
CREATE POLICY "professionals see their invitations to propose" ON public.invitations_to_propose FOR SELECT TO authenticated
  USING (professional_id = ANY ((( SELECT private.parties() AS parties))::uuid[]));
CREATE POLICY "the server keeps invitations to propose" ON public.invitations_to_propose FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF note ON public.invitations_to_propose FOR EACH ROW WHEN (NOT private.is_settled_text(new.note)) EXECUTE FUNCTION private.settle_texts('note:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.invitations_to_propose FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('invitation_to_propose');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.invitations_to_propose FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.invoices (
  id                uuid                     NOT NULL DEFAULT private.uuid_v7(),
  contract_id       uuid                     NOT NULL,
  milestone_id      uuid                     NOT NULL,
  professional_id   uuid                     NOT NULL,
  version           integer                  NOT NULL DEFAULT 1,
  kind              text                     NOT NULL,
  status            text                     NOT NULL DEFAULT 'pending'::text,
  expected_cents    bigint                   NOT NULL,
  expected          numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((expected_cents::numeric / 100.0)) STORED,
  access_key        text,
  number            text,
  verification_code text,
  issued_on         date,
  value_cents       bigint,
  value             numeric(14,2)            GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  provider_document text,
  taker_document    text,
  file_id           uuid,
  is_read           boolean                  NOT NULL DEFAULT false,
  differences       text[]                   NOT NULL DEFAULT '{}'::text[],
  sent_by           uuid,
  sent_at           timestamp with time zone,
  answered_by       uuid,
  answered_at       timestamp with time zone,
  reason            text,
  remind_at         timestamp with time zone,
  reminded          integer                  NOT NULL DEFAULT 0,
  created_at        timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT invoices_pkey PRIMARY KEY (id),
  CONSTRAINT invoices_version_key UNIQUE (milestone_id, version),
  CONSTRAINT invoices_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT invoices_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT invoices_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.deal_files(id) ON DELETE RESTRICT,
  CONSTRAINT invoices_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT invoices_professional_id_fkey FOREIGN KEY (professional_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT invoices_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT invoices_access_key_form CHECK (access_key ~ '^[0-9]{9}[0-9A-Z]{14}[0-9]{27}$'::text),
  CONSTRAINT invoices_answer_told CHECK ((answered_at IS NULL) = (answered_by IS NULL) AND ((status <> ALL (ARRAY['checked'::text, 'refused'::text])) OR answered_at IS NOT NULL) AND ((status <> ALL (ARRAY['pending'::text, 'sent'::text])) OR answered_at IS NULL) AND (status <> 'refused'::text OR reason IS NOT NULL)),
  CONSTRAINT invoices_code_bounded CHECK (btrim(verification_code) <> ''::text AND length(verification_code) <= 60),
  CONSTRAINT invoices_differences_few CHECK (cardinality(differences) <= 20),
  CONSTRAINT invoices_documents_form CHECK (provider_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'::text AND taker_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'::text),
  CONSTRAINT invoices_expected_positive CHECK (expected_cents > 0),
  CONSTRAINT invoices_kind_known CHECK (kind = ANY (ARRAY['nfse'::text, 'rpa'::text])),
  CONSTRAINT invoices_not_by_who_sent CHECK (answered_by <> sent_by),
  CONSTRAINT invoices_number_bounded CHECK (btrim(number) <> ''::text AND length(number) <= 20),
  CONSTRAINT invoices_reason_bounded CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  CONSTRAINT invoices_reminded_range CHECK (reminded >= 0),
  CONSTRAINT invoices_rpa_has_no_key CHECK (kind = 'nfse'::text OR access_key IS NULL),
  CONSTRAINT invoices_status_known CHECK (status = ANY (ARRAY['pending'::text, 'sent'::text, 'checked'::text, 'refused'::text, 'replaced'::text])),
  CONSTRAINT invoices_told_whole CHECK ((status = 'pending'::text) = (sent_at IS NULL) AND (sent_at IS NULL) = (sent_by IS NULL) AND (sent_at IS NULL OR number IS NOT NULL AND value_cents IS NOT NULL AND issued_on IS NOT NULL AND provider_document IS NOT NULL AND (access_key IS NOT NULL OR file_id IS NOT NULL))),
  CONSTRAINT invoices_value_range CHECK (value_cents > 0 AND value_cents <= '99999999999999'::bigint),
  CONSTRAINT invoices_version_positive CHECK (version > 0)
);
ALTER TABLE public.invoices ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invoices FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.invoices IS 'Invoices (NFS-e or RPA) of milestones, as sent by the professional and checked by the company';
COMMENT ON COLUMN public.invoices.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.invoices.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.invoices.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.invoices.professional_id IS 'The professional';
COMMENT ON COLUMN public.invoices.version IS 'Which version it is, from 1';
COMMENT ON COLUMN public.invoices.kind IS 'nfse or rpa';
COMMENT ON COLUMN public.invoices.status IS 'pending, sent, checked, refused or replaced';
COMMENT ON COLUMN public.invoices.expected_cents IS 'The value it should have, in centavos';
COMMENT ON COLUMN public.invoices.expected IS 'The value it should have, in reais';
COMMENT ON COLUMN public.invoices.access_key IS 'The key of the NFS-e';
COMMENT ON COLUMN public.invoices.number IS 'Its number, as issued';
COMMENT ON COLUMN public.invoices.verification_code IS 'Its verification code';
COMMENT ON COLUMN public.invoices.issued_on IS 'The day it was issued';
COMMENT ON COLUMN public.invoices.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.invoices.value IS 'Its value in reais';
COMMENT ON COLUMN public.invoices.provider_document IS 'CPF or CNPJ of who issued it';
COMMENT ON COLUMN public.invoices.taker_document IS 'CPF or CNPJ of who takes the service';
COMMENT ON COLUMN public.invoices.file_id IS 'Its file';
COMMENT ON COLUMN public.invoices.is_read IS 'Whether its values were read from the file';
COMMENT ON COLUMN public.invoices.differences IS 'Where it differs from what is expected';
COMMENT ON COLUMN public.invoices.sent_by IS 'Who sent it';
COMMENT ON COLUMN public.invoices.sent_at IS 'When it was sent';
COMMENT ON COLUMN public.invoices.answered_by IS 'Who answered';
COMMENT ON COLUMN public.invoices.answered_at IS 'When it was answered';
COMMENT ON COLUMN public.invoices.reason IS 'Why, in the words of who did it';
COMMENT ON COLUMN public.invoices.remind_at IS 'When the next reminder is due';
COMMENT ON COLUMN public.invoices.reminded IS 'How many reminders were sent';
COMMENT ON COLUMN public.invoices.created_at IS 'When it was written';
CREATE UNIQUE INDEX invoices_access_key_once ON public.invoices USING btree (professional_id, access_key) WHERE ((access_key IS NOT NULL) AND (status = ANY (ARRAY['sent'::text, 'checked'::text])));
CREATE INDEX invoices_answered_by_idx ON public.invoices USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE INDEX invoices_contract_id_idx ON public.invoices USING btree (contract_id);
CREATE INDEX invoices_file_id_idx ON public.invoices USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE UNIQUE INDEX invoices_number_once ON public.invoices USING btree (professional_id, kind, number, EXTRACT(year FROM issued_on), COALESCE(verification_code, ''::text)) WHERE ((access_key IS NULL) AND (status = ANY (ARRAY['sent'::text, 'checked'::text])));
CREATE UNIQUE INDEX invoices_one_in_force ON public.invoices USING btree (milestone_id) WHERE (status <> 'replaced'::text);
CREATE INDEX invoices_professional_id_idx ON public.invoices USING btree (professional_id);
CREATE INDEX invoices_remind_at_idx ON public.invoices USING btree (remind_at) WHERE (remind_at IS NOT NULL);
CREATE INDEX invoices_sent_by_idx ON public.invoices USING btree (sent_by) WHERE (sent_by IS NOT NULL);
GRANT SELECT (id, contract_id, milestone_id, professional_id, version, kind, status, expected_cents, expected, access_key, number, verification_code, issued_on, value_cents, value, provider_document, taker_document, file_id, is_read, differences, sent_by, sent_at, answered_by, answered_at, reason, created_at) ON public.invoices TO authenticated;
GRANT INSERT, SELECT, UPDATE ON public.invoices TO service_role;
CREATE POLICY "administrators read every invoice" ON public.invoices FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "both sides read the invoices of their contract" ON public.invoices FOR SELECT TO authenticated
  USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps invoices" ON public.invoices FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF number, verification_code, reason ON public.invoices FOR EACH ROW WHEN (NOT private.is_settled_line(new.number) OR NOT private.is_settled_line(new.verification_code) OR NOT private.is_settled_text(new.reason)) EXECUTE FUNCTION private.settle_texts('number', 'verification_code', 'reason:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.invoices FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('invoice');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.ledger_entries (
  id           uuid                     NOT NULL,
  transfer_id  uuid                     NOT NULL,
  "position"   integer                  NOT NULL,
  account      text                     NOT NULL,
  party_id     uuid,
  contract_id  uuid,
  milestone_id uuid,
  kind         text                     NOT NULL,
  value_cents  bigint                   NOT NULL,
  created_at   timestamp with time zone NOT NULL,
  value        numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_entries_transfer_id_position UNIQUE (transfer_id, "position"),
  CONSTRAINT ledger_entries_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT ledger_entries_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES public.ledger_transfers(id) ON DELETE RESTRICT,
  CONSTRAINT ledger_entries_kind_known CHECK (kind = ANY (ARRAY['guarantee'::text, 'release'::text, 'fee'::text, 'refund'::text, 'split'::text, 'payout'::text, 'payout_returned'::text, 'withheld'::text, 'contest'::text, 'contest_returned'::text, 'adjustment'::text])),
  CONSTRAINT ledger_entries_value_cents_moved CHECK (value_cents <> 0)
);
ALTER TABLE public.ledger_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.ledger_entries FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.ledger_entries IS 'Sides of the ledger''s transfers; those of a transfer add up to zero
Only added to.';
COMMENT ON COLUMN public.ledger_entries.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.ledger_entries.transfer_id IS 'The transfer it is of';
COMMENT ON COLUMN public.ledger_entries."position" IS 'Its place in the order, from the first';
COMMENT ON COLUMN public.ledger_entries.account IS 'The account that it moves';
COMMENT ON COLUMN public.ledger_entries.party_id IS 'The party (a profile that makes deals) it is of';
COMMENT ON COLUMN public.ledger_entries.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.ledger_entries.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.ledger_entries.kind IS 'Why it moved';
COMMENT ON COLUMN public.ledger_entries.value_cents IS 'What came to the account, in centavos; negative went';
COMMENT ON COLUMN public.ledger_entries.created_at IS 'When it was written';
COMMENT ON COLUMN public.ledger_entries.value IS 'What came to the account, in reais; negative went';
CREATE INDEX ledger_entries_account_idx ON public.ledger_entries USING btree (account);
CREATE INDEX ledger_entries_contract_id_idx ON public.ledger_entries USING btree (contract_id);
CREATE INDEX ledger_entries_fee_idx ON public.ledger_entries USING btree (created_at, value_cents) WHERE (account = 'fee'::text);
CREATE INDEX ledger_entries_statement_idx ON public.ledger_entries USING btree (party_id, created_at DESC, id DESC) WHERE ((account ~~ 'available:%'::text) OR (account ~~ 'outside:company:%'::text));
GRANT SELECT (id, transfer_id, "position", account, party_id, contract_id, milestone_id, kind, value_cents, created_at, value) ON public.ledger_entries TO authenticated;
GRANT INSERT, SELECT ON public.ledger_entries TO ledger_keeper;
GRANT SELECT ON public.ledger_entries TO service_role;
CREATE POLICY "administrators read entries" ON public.ledger_entries FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "the ledger reads entries" ON public.ledger_entries FOR SELECT TO ledger_keeper
  USING (true);
CREATE POLICY "the server reads entries" ON public.ledger_entries FOR SELECT TO service_role
  USING (true);
CREATE POLICY "only the ledger adds entries" ON public.ledger_entries FOR INSERT TO ledger_keeper
  WITH CHECK (true);
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_ledger_change();
CREATE TRIGGER only_added_to BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION private.refuse_ledger_change();

CREATE TABLE public.ledger_transfers (
  id            uuid                     NOT NULL,
  number        bigint                   NOT NULL,
  business_key  text                     NOT NULL,
  kind          text                     NOT NULL,
  contract_id   uuid,
  milestone_id  uuid,
  memo          text,
  created_at    timestamp with time zone NOT NULL,
  previous_hash bytea                    NOT NULL,
  hash          bytea                    NOT NULL,
  CONSTRAINT ledger_transfers_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_transfers_business_key_key UNIQUE (business_key),
  CONSTRAINT ledger_transfers_number_key UNIQUE (number),
  CONSTRAINT ledger_transfers_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT ledger_transfers_business_key_bounded CHECK (btrim(business_key) <> ''::text AND length(business_key) <= 200),
  CONSTRAINT ledger_transfers_hashes_whole CHECK (octet_length(previous_hash) = 32 AND octet_length(hash) = 32),
  CONSTRAINT ledger_transfers_kind_known CHECK (kind = ANY (ARRAY['guarantee'::text, 'release'::text, 'fee'::text, 'refund'::text, 'split'::text, 'payout'::text, 'payout_returned'::text, 'withheld'::text, 'contest'::text, 'contest_returned'::text, 'adjustment'::text])),
  CONSTRAINT ledger_transfers_memo_bounded CHECK (btrim(memo) <> ''::text AND length(memo) <= 500),
  CONSTRAINT ledger_transfers_number_positive CHECK (number > 0)
);
ALTER TABLE public.ledger_transfers ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.ledger_transfers FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.ledger_transfers IS 'Transfers of the ledger, each chained to the one before by its hash
Only added to.';
COMMENT ON COLUMN public.ledger_transfers.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.ledger_transfers.number IS 'Its number, in order';
COMMENT ON COLUMN public.ledger_transfers.business_key IS 'What it is for, once';
COMMENT ON COLUMN public.ledger_transfers.kind IS 'Why it was made';
COMMENT ON COLUMN public.ledger_transfers.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.ledger_transfers.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.ledger_transfers.memo IS 'What it is for, in words';
COMMENT ON COLUMN public.ledger_transfers.created_at IS 'When it was written';
COMMENT ON COLUMN public.ledger_transfers.previous_hash IS 'The hash of the transfer before';
COMMENT ON COLUMN public.ledger_transfers.hash IS 'SHA-256 of the transfer and the hash before';
CREATE INDEX ledger_transfers_contract_id_idx ON public.ledger_transfers USING btree (contract_id, number);
CREATE INDEX ledger_transfers_milestone_id_idx ON public.ledger_transfers USING btree (milestone_id, number) WHERE (milestone_id IS NOT NULL);
GRANT SELECT (id, number, business_key, kind, contract_id, milestone_id, memo, created_at, previous_hash, hash) ON public.ledger_transfers TO authenticated;
GRANT INSERT, SELECT ON public.ledger_transfers TO ledger_keeper;
GRANT SELECT ON public.ledger_transfers TO service_role;
CREATE POLICY "administrators read what was posted" ON public.ledger_transfers FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "the ledger reads what was posted" ON public.ledger_transfers FOR SELECT TO ledger_keeper
  USING (true);
CREATE POLICY "the server reads what was posted" ON public.ledger_transfers FOR SELECT TO service_role
  USING (true);
CREATE POLICY "only the ledger posts" ON public.ledger_transfers FOR INSERT TO ledger_keeper
  WITH CHECK (true);
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_ledger_change();
CREATE TRIGGER only_added_to BEFORE DELETE OR UPDATE ON public.ledger_transfers FOR EACH ROW EXECUTE FUNCTION private.refuse_ledger_change();

CREATE TABLE public.match_weights (
  kind       text                     NOT NULL,
  "position" smallint                 NOT NULL,
  points     smallint                 NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT match_weights_pkey PRIMARY KEY (kind),
  CONSTRAINT match_weights_position_key UNIQUE ("position"),
  CONSTRAINT match_weights_kind_known CHECK (kind = ANY (ARRAY['skills'::text, 'technologies'::text, 'level'::text, 'distance'::text, 'availability'::text, 'documents'::text, 'history'::text])),
  CONSTRAINT match_weights_points_range CHECK (points >= 0 AND points <= 100)
);
ALTER TABLE public.match_weights ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.match_weights FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.match_weights IS 'What each criterion counts when professionals and projects are matched';
COMMENT ON COLUMN public.match_weights.kind IS 'The criterion: skills, technologies, level, distance, availability, documents or history';
COMMENT ON COLUMN public.match_weights."position" IS 'Its place in the order, from the first';
COMMENT ON COLUMN public.match_weights.points IS 'What it counts beside the others, 0 to 100; 0 leaves it out';
COMMENT ON COLUMN public.match_weights.updated_at IS 'When it last changed';
GRANT SELECT (kind, "position", points, updated_at) ON public.match_weights TO anon;
GRANT SELECT (kind, "position", points, updated_at), UPDATE (points) ON public.match_weights TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.match_weights TO service_role;
CREATE POLICY "everybody reads how the market orders" ON public.match_weights FOR SELECT TO anon, authenticated
  USING (true);
CREATE POLICY "administrators set what criteria count" ON public.match_weights FOR UPDATE TO authenticated
  USING (( SELECT private.is_admin() AS is_admin))
  WITH CHECK (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "the server keeps what criteria count" ON public.match_weights FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.match_weights FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();
CREATE TRIGGER keep_one AFTER UPDATE ON public.match_weights FOR EACH STATEMENT EXECUTE FUNCTION private.keep_match_weights();
CREATE TRIGGER touch BEFORE UPDATE ON public.match_weights FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.memberships (
  organisation_id uuid                     NOT NULL,
  person_id       uuid                     NOT NULL,
  role            text                     NOT NULL,
  created_at      timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT memberships_pkey PRIMARY KEY (organisation_id, person_id),
  CONSTRAINT memberships_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES public.organisations(id) ON DELETE CASCADE,
  CONSTRAINT memberships_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT memberships_role_known CHECK (role = ANY (ARRAY['owner'::text, 'buyer'::text, 'engineer'::text, 'finance'::text, 'reader'::text]))
);
ALTER TABLE public.memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.memberships FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.memberships IS 'Who belongs to which organisation, and as what';
COMMENT ON COLUMN public.memberships.organisation_id IS 'The organisation';
COMMENT ON COLUMN public.memberships.person_id IS 'The person';
COMMENT ON COLUMN public.memberships.role IS 'owner, buyer, engineer, finance or reader';
COMMENT ON COLUMN public.memberships.created_at IS 'When it was written';
CREATE INDEX memberships_person_id_idx ON public.memberships USING btree (person_id);
GRANT SELECT (organisation_id, person_id, role, created_at) ON public.memberships TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.memberships TO service_role;
CREATE POLICY "administrators see every membership" ON public.memberships FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "members see who else belongs" ON public.memberships FOR SELECT TO authenticated
  USING (organisation_id = ANY ((( SELECT private.parties() AS parties))::uuid[]));
CREATE POLICY "the server keeps memberships" ON public.memberships FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.memberships FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();
CREATE TRIGGER ask_the_owner BEFORE DELETE OR UPDATE OF role ON public.memberships FOR EACH ROW WHEN (old.role = 'owner'::text) EXECUTE FUNCTION private.ask_the_owner();
CREATE TRIGGER end_voice AFTER DELETE ON public.memberships FOR EACH ROW EXECUTE FUNCTION private.end_voice();
CREATE CONSTRAINT TRIGGER keep_an_owner AFTER DELETE OR UPDATE OF role ON public.memberships DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.role = 'owner'::text) EXECUTE FUNCTION private.keep_an_owner();
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.memberships FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('organisation_id', 'person_id');
CREATE TRIGGER settle_contact AFTER INSERT OR DELETE OR UPDATE OF role ON public.memberships FOR EACH ROW EXECUTE FUNCTION private.settle_contact();

CREATE TABLE public.message_files (
  id         uuid     NOT NULL DEFAULT private.uuid_v7(),
  message_id uuid     NOT NULL,
  "position" smallint NOT NULL,
  name       text     NOT NULL,
  media_type text     NOT NULL,
  bytes      bigint   NOT NULL,
  path       text     NOT NULL,
  CONSTRAINT message_files_pkey PRIMARY KEY (id),
  CONSTRAINT message_files_path_key UNIQUE (path),
  CONSTRAINT message_files_position_key UNIQUE (message_id, "position"),
  CONSTRAINT message_files_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.messages(id) ON DELETE CASCADE,
  CONSTRAINT message_files_bytes_real CHECK (bytes >= 0),
  CONSTRAINT message_files_name_bounded CHECK (btrim(name) <> ''::text AND length(name) <= 255),
  CONSTRAINT message_files_name_plain CHECK (private.is_plain_name(name)) NOT VALID
);
ALTER TABLE public.message_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.message_files FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.message_files IS 'Files sent with messages';
COMMENT ON COLUMN public.message_files.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.message_files.message_id IS 'The message it is of';
COMMENT ON COLUMN public.message_files."position" IS 'Its place in the order, from the first';
COMMENT ON COLUMN public.message_files.name IS 'What it is called';
COMMENT ON COLUMN public.message_files.media_type IS 'Its media type';
COMMENT ON COLUMN public.message_files.bytes IS 'Its size in bytes';
COMMENT ON COLUMN public.message_files.path IS 'Where its file is in storage';
GRANT SELECT (id, message_id, "position", name, media_type, bytes, path) ON public.message_files TO authenticated;
GRANT INSERT, SELECT ON public.message_files TO service_role;
CREATE POLICY "the server reads the files of messages" ON public.message_files FOR SELECT TO service_role
  USING (true);
CREATE POLICY "whoever reads a message reads its files" ON public.message_files FOR SELECT TO authenticated
  USING ((EXISTS ( SELECT FROM public.messages m WHERE m.id = message_files.message_id)));
CREATE POLICY "the server adds files to messages" ON public.message_files FOR INSERT TO service_role
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.message_files FOR EACH ROW WHEN (NOT private.is_settled_line(new.name)) EXECUTE FUNCTION private.settle_texts('name');

CREATE TABLE public.messages (
  id             uuid                     NOT NULL DEFAULT private.uuid_v7(),
  from_id        uuid                     NOT NULL,
  to_id          uuid                     NOT NULL,
  thread         text                     GENERATED ALWAYS AS ((LEAST(from_id, to_id)::text || ':'::text) || GREATEST(from_id, to_id)::text) STORED,
  content        text                     NOT NULL,
  read           boolean                  NOT NULL DEFAULT false,
  delivered_at   timestamp with time zone,
  read_at        timestamp with time zone,
  automatic      boolean                  NOT NULL DEFAULT false,
  sender_visible boolean                  NOT NULL DEFAULT true,
  "timestamp"    timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  actor_id       uuid,
  actor_name     text,
  party_id       uuid,
  client_id      uuid,
  quotes_id      uuid,
  files_count    smallint                 NOT NULL DEFAULT 0,
  subject_kind   text,
  subject_id     uuid,
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT messages_from_id_fkey FOREIGN KEY (from_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT messages_party_id_fkey FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT messages_quotes_id_fkey FOREIGN KEY (quotes_id) REFERENCES public.messages(id) ON DELETE SET NULL,
  CONSTRAINT messages_to_id_fkey FOREIGN KEY (to_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT messages_actor_in_automatic CHECK (automatic OR actor_id IS NULL),
  CONSTRAINT messages_actor_name_bounded CHECK (length(actor_name) <= 120),
  CONSTRAINT messages_content_filled CHECK (length(content) <= 5000 AND (content ~ '[^[:space:]]'::text OR content = ''::text AND files_count > 0)),
  CONSTRAINT messages_files_count_range CHECK (files_count >= 0),
  CONSTRAINT messages_subject_in_automatic CHECK (automatic OR subject_kind IS NULL),
  CONSTRAINT messages_subject_known CHECK (subject_kind = ANY (ARRAY['contract'::text, 'project'::text])),
  CONSTRAINT messages_subject_whole CHECK ((subject_kind IS NULL) = (subject_id IS NULL)),
  CONSTRAINT messages_two_people CHECK (from_id <> to_id)
);
ALTER TABLE public.messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.messages FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.messages IS 'Messages between two people';
COMMENT ON COLUMN public.messages.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.messages.from_id IS 'Who wrote it';
COMMENT ON COLUMN public.messages.to_id IS 'To whom';
COMMENT ON COLUMN public.messages.thread IS 'The two people of the conversation, in a fixed order';
COMMENT ON COLUMN public.messages.content IS 'What it says';
COMMENT ON COLUMN public.messages.read IS 'Whether it was read';
COMMENT ON COLUMN public.messages.delivered_at IS 'When it reached a device';
COMMENT ON COLUMN public.messages.read_at IS 'When it was read';
COMMENT ON COLUMN public.messages.automatic IS 'Whether the product wrote it';
COMMENT ON COLUMN public.messages.sender_visible IS 'Whether the sender sees it';
COMMENT ON COLUMN public.messages."timestamp" IS 'When it was written';
COMMENT ON COLUMN public.messages.actor_id IS 'Who did it';
COMMENT ON COLUMN public.messages.actor_name IS 'The name of who did it, as it was';
COMMENT ON COLUMN public.messages.party_id IS 'For whom it was written';
COMMENT ON COLUMN public.messages.client_id IS 'What the sender called it, so that it is stored once';
COMMENT ON COLUMN public.messages.quotes_id IS 'The message it quotes';
COMMENT ON COLUMN public.messages.files_count IS 'How many files it has';
COMMENT ON COLUMN public.messages.subject_kind IS 'Of which kind what it is about is';
COMMENT ON COLUMN public.messages.subject_id IS 'What it is about';
CREATE INDEX messages_actor_id_idx ON public.messages USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE UNIQUE INDEX messages_client_id_key ON public.messages USING btree (from_id, client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX messages_from_id_idx ON public.messages USING btree (from_id, "timestamp" DESC);
CREATE INDEX messages_party_id_idx ON public.messages USING btree (party_id) WHERE (party_id IS NOT NULL);
CREATE INDEX messages_quotes_id_idx ON public.messages USING btree (quotes_id) WHERE (quotes_id IS NOT NULL);
CREATE INDEX messages_thread_idx ON public.messages USING btree (thread, "timestamp" DESC, id DESC);
CREATE INDEX messages_timestamp_idx ON public.messages USING brin ("timestamp");
CREATE INDEX messages_to_id_idx ON public.messages USING btree (to_id, "timestamp" DESC);
CREATE INDEX messages_unread_idx ON public.messages USING btree (to_id, from_id) WHERE (NOT read);
GRANT INSERT (from_id, to_id, content, party_id, client_id, quotes_id), SELECT (id, from_id, to_id, thread, content, read, delivered_at, read_at, automatic, sender_visible, "timestamp", actor_id, actor_name, party_id, client_id, quotes_id, files_count, subject_kind, subject_id), UPDATE (read, delivered_at) ON public.messages TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.messages TO service_role;
CREATE POLICY "both sides read their messages" ON public.messages FOR SELECT TO authenticated
  USING ( CASE WHEN sender_visible THEN (( SELECT auth.uid() AS uid)) = from_id OR (( SELECT auth.uid() AS uid)) = to_id ELSE (( SELECT auth.uid() AS uid)) = to_id END);
CREATE POLICY "active members write to active members, for parties of theirs" ON public.messages FOR INSERT TO authenticated
  WITH CHECK (from_id = (( SELECT auth.uid() AS uid)) AND NOT automatic AND private.is_reachable(from_id) AND private.is_reachable(to_id) AND (party_id IS NULL OR (party_id = ANY ((( SELECT private.parties() AS parties))::uuid[]))));
CREATE POLICY "recipients mark messages" ON public.messages FOR UPDATE TO authenticated
  USING (to_id = (( SELECT auth.uid() AS uid)))
  WITH CHECK (to_id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "the server keeps messages" ON public.messages FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF content ON public.messages FOR EACH ROW WHEN (NOT private.is_settled_text(new.content)) EXECUTE FUNCTION private.settle_texts('content:text');
CREATE TRIGGER check_quote BEFORE INSERT ON public.messages FOR EACH ROW WHEN (new.quotes_id IS NOT NULL) EXECUTE FUNCTION private.check_quote();
CREATE TRIGGER count_read AFTER UPDATE ON public.messages REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_read_messages();
CREATE TRIGGER file AFTER INSERT ON public.messages FOR EACH ROW EXECUTE FUNCTION private.file_message();
CREATE TRIGGER mark BEFORE UPDATE OF read, delivered_at ON public.messages FOR EACH ROW EXECUTE FUNCTION private.mark_message();
CREATE TRIGGER measure AFTER INSERT ON public.messages REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.measure_messages();
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.messages FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.milestones (
  id                  uuid                     NOT NULL DEFAULT private.uuid_v7(),
  contract_id         uuid                     NOT NULL,
  "position"          integer                  NOT NULL,
  kind                text                     NOT NULL DEFAULT 'work'::text,
  title               text                     NOT NULL,
  deliverable         text                     NOT NULL DEFAULT ''::text,
  value_cents         bigint                   NOT NULL,
  value               numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  due_on              date,
  status              text                     NOT NULL DEFAULT 'planned'::text,
  held_cents          bigint                   NOT NULL DEFAULT 0,
  owed_due_on         date,
  delivered_at        timestamp with time zone,
  delivered_by        uuid,
  delivery_note       text,
  review_until        timestamp with time zone,
  reminded            integer                  NOT NULL DEFAULT 0,
  adjustments_count   integer                  NOT NULL DEFAULT 0,
  approved_by         uuid,
  approved_at         timestamp with time zone,
  settled_at          timestamp with time zone,
  created_at          timestamp with time zone NOT NULL DEFAULT now(),
  updated_at          timestamp with time zone NOT NULL DEFAULT now(),
  review_left         interval,
  waits_for_tac       boolean                  NOT NULL DEFAULT false,
  paused_at           timestamp with time zone,
  split_cents         bigint,
  acceptances_stop_on date,
  CONSTRAINT milestones_pkey PRIMARY KEY (id),
  CONSTRAINT milestones_position_key UNIQUE (contract_id, "position"),
  CONSTRAINT milestones_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT milestones_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT milestones_delivered_by_fkey FOREIGN KEY (delivered_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT milestones_approval_told CHECK ((approved_by IS NULL OR approved_at IS NOT NULL) AND (approved_at IS NULL OR (status = ANY (ARRAY['awaiting_payment'::text, 'released'::text, 'disputed'::text])))),
  CONSTRAINT milestones_counts_range CHECK (adjustments_count >= 0 AND reminded >= 0),
  CONSTRAINT milestones_deliverable_short CHECK (length(deliverable) <= 1000),
  CONSTRAINT milestones_delivery_told CHECK ((delivered_at IS NULL) = (delivered_by IS NULL) AND
CASE status
    WHEN 'planned'::text THEN delivered_at IS NULL
    WHEN 'adjusting'::text THEN delivered_at IS NULL
    WHEN 'delivered'::text THEN delivered_at IS NOT NULL
    ELSE true
END),
  CONSTRAINT milestones_held_range CHECK (held_cents >= 0 AND held_cents <= value_cents),
  CONSTRAINT milestones_kind_known CHECK (kind = ANY (ARRAY['work'::text, 'travel'::text, 'retention'::text, 'amendment'::text])),
  CONSTRAINT milestones_not_by_who_delivered CHECK (approved_by <> delivered_by),
  CONSTRAINT milestones_note_filled CHECK (btrim(delivery_note) <> ''::text AND length(delivery_note) <= 2000),
  CONSTRAINT milestones_owed CHECK (owed_due_on IS NULL OR (status = ANY (ARRAY['awaiting_payment'::text, 'released'::text, 'disputed'::text]))),
  CONSTRAINT milestones_pause_of_review CHECK (paused_at IS NULL OR status = 'delivered'::text),
  CONSTRAINT milestones_position_positive CHECK ("position" > 0),
  CONSTRAINT milestones_review_due CHECK ((status = 'delivered'::text) = (review_until IS NOT NULL)),
  CONSTRAINT milestones_review_left CHECK (review_left IS NULL OR status = 'disputed'::text),
  CONSTRAINT milestones_settlement_told CHECK ((status = ANY (ARRAY['released'::text, 'split'::text, 'refunded'::text, 'cancelled'::text])) = (settled_at IS NOT NULL)),
  CONSTRAINT milestones_split_range CHECK (split_cents IS NULL OR status = 'split'::text AND split_cents > 0 AND split_cents < value_cents),
  CONSTRAINT milestones_status_known CHECK (status = ANY (ARRAY['planned'::text, 'awaiting_payment'::text, 'funded'::text, 'delivered'::text, 'adjusting'::text, 'released'::text, 'disputed'::text, 'split'::text, 'refunded'::text, 'cancelled'::text])),
  CONSTRAINT milestones_stop_after_due CHECK (acceptances_stop_on > owed_due_on),
  CONSTRAINT milestones_title_filled CHECK (btrim(title) <> ''::text AND length(title) <= 120),
  CONSTRAINT milestones_value_positive CHECK (value_cents > 0 AND value_cents <= '99999999999'::bigint)
);
ALTER TABLE public.milestones ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.milestones FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.milestones IS 'The parts of a contract that are paid one by one';
COMMENT ON COLUMN public.milestones.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.milestones.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.milestones."position" IS 'Its place in the order, from the first';
COMMENT ON COLUMN public.milestones.kind IS 'work, travel, retention or amendment';
COMMENT ON COLUMN public.milestones.title IS 'What it is called';
COMMENT ON COLUMN public.milestones.deliverable IS 'What is delivered';
COMMENT ON COLUMN public.milestones.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.milestones.value IS 'Its value in reais';
COMMENT ON COLUMN public.milestones.due_on IS 'The day it is due';
COMMENT ON COLUMN public.milestones.status IS 'planned, awaiting_payment, funded, delivered, adjusting, released, disputed, split, refunded or cancelled';
COMMENT ON COLUMN public.milestones.held_cents IS 'What is held under guarantee of it, in centavos';
COMMENT ON COLUMN public.milestones.owed_due_on IS 'The day by which it is to be paid directly';
COMMENT ON COLUMN public.milestones.delivered_at IS 'When it was delivered';
COMMENT ON COLUMN public.milestones.delivered_by IS 'Who delivered it';
COMMENT ON COLUMN public.milestones.delivery_note IS 'What who delivered says';
COMMENT ON COLUMN public.milestones.review_until IS 'Until when it can be checked; then it is approved by silence';
COMMENT ON COLUMN public.milestones.reminded IS 'How many reminders of the review were sent';
COMMENT ON COLUMN public.milestones.adjustments_count IS 'How often adjustments were asked for';
COMMENT ON COLUMN public.milestones.approved_by IS 'Who approved it; null is time';
COMMENT ON COLUMN public.milestones.approved_at IS 'When it was approved';
COMMENT ON COLUMN public.milestones.settled_at IS 'When its money went where it belongs';
COMMENT ON COLUMN public.milestones.created_at IS 'When it was written';
COMMENT ON COLUMN public.milestones.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.milestones.review_left IS 'What was left of the review when a dispute began';
COMMENT ON COLUMN public.milestones.waits_for_tac IS 'Whether the review waits for the TAC';
COMMENT ON COLUMN public.milestones.paused_at IS 'Since when the review is paused';
COMMENT ON COLUMN public.milestones.split_cents IS 'What the professional got of a divided one, in centavos';
COMMENT ON COLUMN public.milestones.acceptances_stop_on IS 'From which day on its company accepts no proposals while it is owed, as both sides were told';
CREATE INDEX milestones_approved_by_idx ON public.milestones USING btree (approved_by) WHERE (approved_by IS NOT NULL);
CREATE INDEX milestones_delivered_by_idx ON public.milestones USING btree (delivered_by) WHERE (delivered_by IS NOT NULL);
CREATE INDEX milestones_held_idx ON public.milestones USING btree (contract_id, "position") WHERE (held_cents > 0);
CREATE INDEX milestones_owed_idx ON public.milestones USING btree (owed_due_on) WHERE (status = 'awaiting_payment'::text);
CREATE INDEX milestones_review_until_idx ON public.milestones USING btree (review_until) WHERE (status = 'delivered'::text);
GRANT SELECT (id, contract_id, "position", kind, title, deliverable, value_cents, value, due_on, status, held_cents, owed_due_on, delivered_at, delivered_by, delivery_note, review_until, adjustments_count, approved_by, approved_at, settled_at, created_at, updated_at, waits_for_tac, paused_at, split_cents, acceptances_stop_on) ON public.milestones TO authenticated;
GRANT INSERT, SELECT, UPDATE ON public.milestones TO service_role;
CREATE POLICY "administrators read every milestone" ON public.milestones FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "both sides read the milestones of their contract" ON public.milestones FOR SELECT TO authenticated
  USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps milestones" ON public.milestones FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF title, deliverable, delivery_note ON public.milestones FOR EACH ROW WHEN (NOT private.is_settled_line(new.title) OR NOT private.is_settled_text(new.deliverable) OR NOT private.is_settled_text(new.delivery_note)) EXECUTE FUNCTION private.settle_texts('title', 'deliverable:text', 'delivery_note:text');
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.milestones FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.milestones FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('milestone');
CREATE TRIGGER lapse_withholdings AFTER UPDATE OF status ON public.milestones FOR EACH ROW WHEN ((new.status = ANY (ARRAY['released'::text, 'split'::text, 'refunded'::text, 'cancelled'::text])) AND new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.lapse_withholdings();
CREATE TRIGGER owe_invoice AFTER UPDATE OF status ON public.milestones FOR EACH ROW WHEN ((new.status = ANY (ARRAY['released'::text, 'split'::text])) AND new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.owe_invoice();
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.milestones FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');
CREATE TRIGGER touch BEFORE UPDATE ON public.milestones FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.municipalities (
  code     integer  NOT NULL,
  name     text     NOT NULL,
  state    text     NOT NULL,
  key      text     NOT NULL,
  standing smallint NOT NULL DEFAULT 0,
  CONSTRAINT municipalities_pkey PRIMARY KEY (code),
  CONSTRAINT municipalities_key_key UNIQUE (key),
  CONSTRAINT municipalities_code_is_ibge CHECK (code >= 1100000 AND code <= 5399999),
  CONSTRAINT municipalities_standing_known CHECK (standing >= 0 AND standing <= 2),
  CONSTRAINT municipalities_state_short CHECK (state ~ '^[A-Z]{2}$'::text)
);
ALTER TABLE public.municipalities ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.municipalities FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.municipalities IS 'The municipalities of Brazil, by IBGE
A key is name and state without case and accents.';
COMMENT ON COLUMN public.municipalities.code IS 'Its code by IBGE';
COMMENT ON COLUMN public.municipalities.name IS 'What it is called';
COMMENT ON COLUMN public.municipalities.state IS 'The state, two letters';
COMMENT ON COLUMN public.municipalities.key IS 'City and state in small letters without accents';
COMMENT ON COLUMN public.municipalities.standing IS 'How large a centre it is: 2 a capital, 1 a regional centre, 0 another';
CREATE INDEX municipalities_prefix_idx ON public.municipalities USING btree (key text_pattern_ops);
GRANT SELECT (code, name, state, key, standing) ON public.municipalities TO anon, authenticated;
GRANT SELECT ON public.municipalities TO definer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.municipalities TO service_role;
CREATE POLICY "everybody reads the municipalities" ON public.municipalities FOR SELECT TO PUBLIC
  USING (true);
CREATE POLICY "the server keeps the municipalities" ON public.municipalities FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.municipalities FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();

CREATE TABLE public.notifications (
  id           uuid                     NOT NULL DEFAULT private.uuid_v7(),
  profile_id   uuid                     NOT NULL,
  kind         text                     NOT NULL,
  title        text                     NOT NULL,
  body         text                     NOT NULL DEFAULT ''::text,
  group_key    text,
  count        integer                  NOT NULL DEFAULT 1,
  read         boolean                  NOT NULL DEFAULT false,
  mailed_at    timestamp with time zone,
  created_at   timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  subject_kind text                     NOT NULL,
  subject_id   uuid,
  actor_id     uuid,
  actor_name   text,
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT notifications_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT notifications_actor_name_bounded CHECK (length(actor_name) <= 120),
  CONSTRAINT notifications_count_positive CHECK (count > 0),
  CONSTRAINT notifications_kind_known CHECK (kind = ANY (ARRAY['message'::text, 'proposal'::text, 'decision'::text, 'contract'::text, 'review'::text, 'account'::text, 'report'::text, 'organisation'::text, 'question'::text, 'search'::text, 'invitation'::text])),
  CONSTRAINT notifications_subject_kind_form CHECK (subject_kind ~ '^[a-z_]{1,40}$'::text),
  CONSTRAINT notifications_texts_bounded CHECK (btrim(title) <> ''::text AND length(title) <= 200 AND length(body) <= 400 AND length(group_key) <= 200)
);
ALTER TABLE public.notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.notifications FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.notifications IS 'What a person is told in the product, newest of a group once';
COMMENT ON COLUMN public.notifications.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.notifications.profile_id IS 'Who is told';
COMMENT ON COLUMN public.notifications.kind IS 'What it is about';
COMMENT ON COLUMN public.notifications.title IS 'What it is called';
COMMENT ON COLUMN public.notifications.body IS 'More of it';
COMMENT ON COLUMN public.notifications.group_key IS 'What is told together';
COMMENT ON COLUMN public.notifications.count IS 'How many it stands for';
COMMENT ON COLUMN public.notifications.read IS 'Whether it was read';
COMMENT ON COLUMN public.notifications.mailed_at IS 'When it was sent by mail';
COMMENT ON COLUMN public.notifications.created_at IS 'When it was written';
COMMENT ON COLUMN public.notifications.subject_kind IS 'Of which kind what it is about is';
COMMENT ON COLUMN public.notifications.subject_id IS 'What it is about';
COMMENT ON COLUMN public.notifications.actor_id IS 'Who brought it about';
COMMENT ON COLUMN public.notifications.actor_name IS 'The name of who brought it about';
CREATE INDEX notifications_actor_id_idx ON public.notifications USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX notifications_newest_idx ON public.notifications USING btree (profile_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX notifications_one_unread ON public.notifications USING btree (profile_id, group_key) WHERE ((NOT read) AND (group_key IS NOT NULL));
CREATE INDEX notifications_unmailed_idx ON public.notifications USING btree (created_at) WHERE ((NOT read) AND (mailed_at IS NULL));
CREATE INDEX notifications_unread_idx ON public.notifications USING btree (profile_id) WHERE (NOT read);
GRANT SELECT (id, profile_id, kind, title, body, count, read, created_at, subject_kind, subject_id), UPDATE (read) ON public.notifications TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.notifications TO service_role;
CREATE POLICY "owners read their notifications" ON public.notifications FOR SELECT TO authenticated
  USING (profile_id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "owners mark their notifications read" ON public.notifications FOR UPDATE TO authenticated
  USING (profile_id = (( SELECT auth.uid() AS uid)))
  WITH CHECK (profile_id = (( SELECT auth.uid() AS uid)) AND read);
CREATE POLICY "the server keeps notifications" ON public.notifications FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.notifications FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.organisations (
  id         uuid                     NOT NULL,
  role       text                     NOT NULL,
  kind       text                     NOT NULL DEFAULT 'company'::text,
  legal_name text                     NOT NULL,
  document   text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  is_simples boolean                  NOT NULL DEFAULT false,
  CONSTRAINT organisations_pkey PRIMARY KEY (id),
  CONSTRAINT organisations_id_fkey FOREIGN KEY (id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT organisations_document_form CHECK (document ~ '^[0-9A-Z]{12}[0-9]{2}$'::text),
  CONSTRAINT organisations_kind_known CHECK (kind = ANY (ARRAY['company'::text, 'pj'::text, 'mei'::text])),
  CONSTRAINT organisations_kind_of_role CHECK ((kind = 'company'::text) = (role = 'company'::text)),
  CONSTRAINT organisations_legal_name_filled CHECK (btrim(legal_name) <> ''::text AND length(legal_name) <= 160),
  CONSTRAINT organisations_role_known CHECK (role = ANY (ARRAY['company'::text, 'professional'::text])),
  CONSTRAINT organisations_simples_of_firms CHECK (NOT is_simples OR kind = 'pj'::text)
);
ALTER TABLE public.organisations ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.organisations FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.organisations IS 'Companies with a team, and professionals who act as PJ or MEI';
COMMENT ON COLUMN public.organisations.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.organisations.role IS 'company or professional';
COMMENT ON COLUMN public.organisations.kind IS 'company, pj or mei';
COMMENT ON COLUMN public.organisations.legal_name IS 'The legal name';
COMMENT ON COLUMN public.organisations.document IS 'CNPJ, digits and letters alone';
COMMENT ON COLUMN public.organisations.created_at IS 'When it was written';
COMMENT ON COLUMN public.organisations.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.organisations.is_simples IS 'Whether a professional''s firm declares that it is in the Simples Nacional';
CREATE UNIQUE INDEX organisations_document_role_key ON public.organisations USING btree (document, role);
GRANT SELECT (id, role, kind, legal_name, document, created_at, updated_at, is_simples) ON public.organisations TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.organisations TO service_role;
CREATE POLICY "administrators see every organisation" ON public.organisations FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "members see their organisation" ON public.organisations FOR SELECT TO authenticated
  USING (id = ANY ((( SELECT private.parties() AS parties))::uuid[]));
CREATE POLICY "the server keeps organisations" ON public.organisations FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF legal_name ON public.organisations FOR EACH ROW WHEN (NOT private.is_settled_line(new.legal_name)) EXECUTE FUNCTION private.settle_texts('legal_name');
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.organisations FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();
CREATE TRIGGER refuse_imitation BEFORE INSERT OR UPDATE OF legal_name ON public.organisations FOR EACH ROW EXECUTE FUNCTION private.refuse_imitation('legal_name');
CREATE TRIGGER touch BEFORE UPDATE ON public.organisations FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.owner_removals (
  id              uuid                     NOT NULL DEFAULT private.uuid_v7(),
  organisation_id uuid                     NOT NULL,
  person_id       uuid                     NOT NULL,
  role            text,
  proposed_by     uuid                     NOT NULL,
  status          text                     NOT NULL DEFAULT 'announced'::text,
  objection       text,
  decision        text,
  decided_by      uuid,
  created_at      timestamp with time zone NOT NULL DEFAULT now(),
  takes_effect_at timestamp with time zone NOT NULL,
  closed_at       timestamp with time zone,
  CONSTRAINT owner_removals_pkey PRIMARY KEY (id),
  CONSTRAINT owner_removals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT owner_removals_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES public.organisations(id) ON DELETE CASCADE,
  CONSTRAINT owner_removals_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT owner_removals_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT owner_removals_decision_bounded CHECK (btrim(decision) <> ''::text AND length(decision) <= 1000),
  CONSTRAINT owner_removals_end_told CHECK ((status = ANY (ARRAY['announced'::text, 'objected'::text])) = (closed_at IS NULL)),
  CONSTRAINT owner_removals_objection_bounded CHECK (btrim(objection) <> ''::text AND length(objection) <= 1000),
  CONSTRAINT owner_removals_objection_told CHECK (status <> 'objected'::text OR objection IS NOT NULL),
  CONSTRAINT owner_removals_of_another CHECK (proposed_by <> person_id),
  CONSTRAINT owner_removals_role_known CHECK (role = ANY (ARRAY['buyer'::text, 'engineer'::text, 'finance'::text, 'reader'::text])),
  CONSTRAINT owner_removals_status_known CHECK (status = ANY (ARRAY['announced'::text, 'objected'::text, 'executed'::text, 'withdrawn'::text, 'stopped'::text, 'lapsed'::text]))
);
ALTER TABLE public.owner_removals ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.owner_removals FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.owner_removals IS 'Notices that an owner is to leave an organisation or to lose that role
The owner agrees, or objects and an administrator decides; without a word it takes effect at its date.';
COMMENT ON COLUMN public.owner_removals.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.owner_removals.organisation_id IS 'The organisation';
COMMENT ON COLUMN public.owner_removals.person_id IS 'The owner it is about';
COMMENT ON COLUMN public.owner_removals.role IS 'What they become, null where they leave the team';
COMMENT ON COLUMN public.owner_removals.proposed_by IS 'The owner who gave the notice';
COMMENT ON COLUMN public.owner_removals.status IS 'announced, objected, executed, withdrawn, stopped or lapsed';
COMMENT ON COLUMN public.owner_removals.objection IS 'Why the owner objects';
COMMENT ON COLUMN public.owner_removals.decision IS 'Why an administrator decided as they did';
COMMENT ON COLUMN public.owner_removals.decided_by IS 'The administrator who decided';
COMMENT ON COLUMN public.owner_removals.created_at IS 'When it was given';
COMMENT ON COLUMN public.owner_removals.takes_effect_at IS 'When it takes effect without an objection';
COMMENT ON COLUMN public.owner_removals.closed_at IS 'When it ended';
CREATE INDEX owner_removals_decided_by_idx ON public.owner_removals USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX owner_removals_due_idx ON public.owner_removals USING btree (takes_effect_at) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX owner_removals_open_idx ON public.owner_removals USING btree (organisation_id, person_id) WHERE (closed_at IS NULL);
CREATE INDEX owner_removals_organisation_idx ON public.owner_removals USING btree (organisation_id, created_at DESC);
CREATE INDEX owner_removals_person_idx ON public.owner_removals USING btree (person_id);
CREATE INDEX owner_removals_proposed_by_idx ON public.owner_removals USING btree (proposed_by);
GRANT SELECT (id, organisation_id, person_id, role, proposed_by, status, objection, decision, decided_by, created_at, takes_effect_at, closed_at) ON public.owner_removals TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE (status, objection, decision, decided_by, closed_at) ON public.owner_removals TO service_role;
CREATE POLICY "administrators read every notice to an owner" ON public.owner_removals FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "who manages an organisation reads the notices to its owners" ON public.owner_removals FOR SELECT TO authenticated
  USING (organisation_id = ANY ((( SELECT private.parties('manage'::text) AS parties))::uuid[]));
CREATE POLICY "the server keeps notices to owners" ON public.owner_removals FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF objection, decision ON public.owner_removals FOR EACH ROW WHEN (NOT private.is_settled_text(new.objection) OR NOT private.is_settled_text(new.decision)) EXECUTE FUNCTION private.settle_texts('objection:text', 'decision:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.owner_removals FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('owner_removal');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.owner_removals FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.payouts (
  id           uuid                     NOT NULL DEFAULT private.uuid_v7(),
  party_id     uuid                     NOT NULL,
  value_cents  bigint                   NOT NULL,
  value        numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  key_end      text                     NOT NULL,
  status       text                     NOT NULL DEFAULT 'requested'::text,
  reason       text,
  requested_by uuid,
  created_at   timestamp with time zone NOT NULL DEFAULT now(),
  done_at      timestamp with time zone,
  reference    text,
  CONSTRAINT payouts_pkey PRIMARY KEY (id),
  CONSTRAINT payouts_party_id_fkey FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT payouts_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT payouts_end_told CHECK ((status = 'requested'::text) = (done_at IS NULL) AND (reason IS NULL OR (status = ANY (ARRAY['failed'::text, 'returned'::text])))),
  CONSTRAINT payouts_key_end_short CHECK (length(key_end) >= 1 AND length(key_end) <= 4),
  CONSTRAINT payouts_reason_bounded CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  CONSTRAINT payouts_status_known CHECK (status = ANY (ARRAY['requested'::text, 'paid'::text, 'failed'::text, 'returned'::text])),
  CONSTRAINT payouts_value_positive CHECK (value_cents > 0)
);
ALTER TABLE public.payouts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.payouts FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.payouts IS 'Withdrawals of what is available, by Pix';
COMMENT ON COLUMN public.payouts.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.payouts.party_id IS 'The party (a profile that makes deals) it is of';
COMMENT ON COLUMN public.payouts.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.payouts.value IS 'Its value in reais';
COMMENT ON COLUMN public.payouts.key_end IS 'The end of the Pix key';
COMMENT ON COLUMN public.payouts.status IS 'requested, paid, failed, or returned by the receiving bank after it was paid';
COMMENT ON COLUMN public.payouts.reason IS 'Why it failed or came back';
COMMENT ON COLUMN public.payouts.requested_by IS 'Who asked for it';
COMMENT ON COLUMN public.payouts.created_at IS 'When it was written';
COMMENT ON COLUMN public.payouts.done_at IS 'When it was paid, failed or came back';
COMMENT ON COLUMN public.payouts.reference IS 'What it is called by the payment institution';
CREATE INDEX payouts_failed_idx ON public.payouts USING btree (done_at DESC, id DESC) WHERE (status = ANY (ARRAY['failed'::text, 'returned'::text]));
CREATE INDEX payouts_open_idx ON public.payouts USING btree (created_at, id) WHERE (status = 'requested'::text);
CREATE INDEX payouts_party_id_idx ON public.payouts USING btree (party_id, created_at DESC);
CREATE UNIQUE INDEX payouts_reference_key ON public.payouts USING btree (reference) WHERE (reference IS NOT NULL);
CREATE INDEX payouts_requested_by_idx ON public.payouts USING btree (requested_by);
GRANT SELECT (id, party_id, value_cents, value, key_end, status, reason, requested_by, created_at, done_at) ON public.payouts TO authenticated;
GRANT INSERT, SELECT, UPDATE ON public.payouts TO service_role;
CREATE POLICY "administrators read every payout" ON public.payouts FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "who may pay for a party reads its payouts" ON public.payouts FOR SELECT TO authenticated
  USING (party_id = ANY ((( SELECT private.parties('pay'::text) AS parties))::uuid[]));
CREATE POLICY "the server keeps payouts" ON public.payouts FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.payouts FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.portfolio_projects (
  id           uuid                     NOT NULL DEFAULT private.uuid_v7(),
  profile_id   uuid                     NOT NULL,
  title        text                     NOT NULL,
  description  text                     NOT NULL,
  role         text                     NOT NULL,
  technologies text[]                   NOT NULL DEFAULT '{}'::text[],
  image_urls   text[]                   NOT NULL DEFAULT '{}'::text[],
  "position"   integer                  NOT NULL DEFAULT 0,
  created_at   timestamp with time zone NOT NULL DEFAULT now(),
  updated_at   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT portfolio_projects_pkey PRIMARY KEY (id),
  CONSTRAINT portfolio_projects_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT portfolio_projects_description_filled CHECK (btrim(description) <> ''::text AND length(description) <= 5000),
  CONSTRAINT portfolio_projects_images_max CHECK (cardinality(image_urls) <= 5 AND length(array_to_string(image_urls, ','::text)) <= 10000),
  CONSTRAINT portfolio_projects_role_filled CHECK (btrim(role) <> ''::text AND length(role) <= 120),
  CONSTRAINT portfolio_projects_technologies_bounded CHECK (cardinality(technologies) <= 30 AND length(array_to_string(technologies, ','::text)) <= 1000),
  CONSTRAINT portfolio_projects_title_filled CHECK (btrim(title) <> ''::text AND length(title) <= 160)
);
ALTER TABLE public.portfolio_projects ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.portfolio_projects FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.portfolio_projects IS 'Works that a professional shows in his profile';
COMMENT ON COLUMN public.portfolio_projects.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.portfolio_projects.profile_id IS 'The profile it is of';
COMMENT ON COLUMN public.portfolio_projects.title IS 'What it is called';
COMMENT ON COLUMN public.portfolio_projects.description IS 'What it is, at length';
COMMENT ON COLUMN public.portfolio_projects.role IS 'As what one worked on it';
COMMENT ON COLUMN public.portfolio_projects.technologies IS 'What it was made with';
COMMENT ON COLUMN public.portfolio_projects.image_urls IS 'Pictures, five at most';
COMMENT ON COLUMN public.portfolio_projects."position" IS 'Its place in the order, from the first';
COMMENT ON COLUMN public.portfolio_projects.created_at IS 'When it was written';
COMMENT ON COLUMN public.portfolio_projects.updated_at IS 'When it last changed';
CREATE INDEX portfolio_projects_profile_id_idx ON public.portfolio_projects USING btree (profile_id, "position", created_at DESC);
GRANT SELECT (id, profile_id, title, description, role, technologies, image_urls, "position", created_at, updated_at) ON public.portfolio_projects TO anon;
GRANT DELETE, INSERT (id, profile_id, title, description, role, technologies, image_urls, "position"), SELECT (id, profile_id, title, description, role, technologies, image_urls, "position", created_at, updated_at), UPDATE (title, description, role, technologies, image_urls, "position") ON public.portfolio_projects TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.portfolio_projects TO service_role;
CREATE POLICY "everybody sees the portfolio of an active professional" ON public.portfolio_projects FOR SELECT TO anon, authenticated
  USING (private.is_active(profile_id) OR (profile_id = ANY ((( SELECT private.parties() AS parties))::uuid[])));
CREATE POLICY "professionals add to their portfolio" ON public.portfolio_projects FOR INSERT TO authenticated
  WITH CHECK ((profile_id = ANY ((( SELECT private.parties('publish'::text) AS parties))::uuid[])) AND private.is_party_of(profile_id, 'professional'::text));
CREATE POLICY "professionals edit their portfolio" ON public.portfolio_projects FOR UPDATE TO authenticated
  USING (profile_id = ANY ((( SELECT private.parties('publish'::text) AS parties))::uuid[]))
  WITH CHECK (profile_id = ANY ((( SELECT private.parties('publish'::text) AS parties))::uuid[]));
CREATE POLICY "professionals remove from their portfolio" ON public.portfolio_projects FOR DELETE TO authenticated
  USING (profile_id = ANY ((( SELECT private.parties('publish'::text) AS parties))::uuid[]));
CREATE POLICY "the server keeps portfolios" ON public.portfolio_projects FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF title, description, role, technologies ON public.portfolio_projects FOR EACH ROW WHEN (NOT private.is_settled_line(new.title) OR NOT private.is_settled_text(new.description) OR NOT private.is_settled_line(new.role) OR new.technologies <> '{}'::text[]) EXECUTE FUNCTION private.settle_texts('title', 'description:text', 'role', 'technologies:list');
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.portfolio_projects FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();
CREATE TRIGGER measure AFTER INSERT ON public.portfolio_projects REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.measure_portfolio();
CREATE TRIGGER refuse_foreign_pictures BEFORE INSERT OR UPDATE OF image_urls ON public.portfolio_projects FOR EACH ROW WHEN (new.image_urls <> '{}'::text[]) EXECUTE FUNCTION private.refuse_foreign_pictures('image_urls');
CREATE TRIGGER touch BEFORE UPDATE ON public.portfolio_projects FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.preferences (
  profile_id      uuid                     NOT NULL,
  new_messages    boolean                  NOT NULL DEFAULT true,
  new_proposals   boolean                  NOT NULL DEFAULT true,
  newsletter      boolean                  NOT NULL DEFAULT false,
  updated_at      timestamp with time zone NOT NULL DEFAULT now(),
  saved_searches  boolean                  NOT NULL DEFAULT true,
  new_invitations boolean                  NOT NULL DEFAULT true,
  CONSTRAINT preferences_pkey PRIMARY KEY (profile_id),
  CONSTRAINT preferences_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
ALTER TABLE public.preferences ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.preferences FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.preferences IS 'What a person is told by mail';
COMMENT ON COLUMN public.preferences.profile_id IS 'The profile it is of';
COMMENT ON COLUMN public.preferences.new_messages IS 'Whether messages are mailed';
COMMENT ON COLUMN public.preferences.new_proposals IS 'Whether proposals and decisions are mailed';
COMMENT ON COLUMN public.preferences.newsletter IS 'Whether news of the product are mailed';
COMMENT ON COLUMN public.preferences.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.preferences.saved_searches IS 'Whether results of saved searches are told';
COMMENT ON COLUMN public.preferences.new_invitations IS 'Whether companies may invite the person to propose';
CREATE INDEX preferences_newsletter_idx ON public.preferences USING btree (profile_id) WHERE newsletter;
GRANT INSERT (profile_id, new_messages, new_proposals, newsletter, saved_searches, new_invitations), SELECT (profile_id, new_messages, new_proposals, newsletter, updated_at, saved_searches, new_invitations), UPDATE (profile_id, new_messages, new_proposals, newsletter, saved_searches, new_invitations) ON public.preferences TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.preferences TO service_role;
CREATE POLICY "owners read their preferences" ON public.preferences FOR SELECT TO authenticated
  USING (profile_id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "owners state their preferences" ON public.preferences FOR INSERT TO authenticated
  WITH CHECK (profile_id = (( SELECT auth.uid() AS uid)) AND private.is_active(profile_id));
CREATE POLICY "owners change their preferences" ON public.preferences FOR UPDATE TO authenticated
  USING (profile_id = (( SELECT auth.uid() AS uid)) AND private.is_active(profile_id))
  WITH CHECK (profile_id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "the server keeps preferences" ON public.preferences FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER keep_declined_mail AFTER UPDATE ON public.preferences FOR EACH ROW EXECUTE FUNCTION private.keep_suppression('mail');
CREATE TRIGGER touch BEFORE UPDATE ON public.preferences FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.profile_technologies (
  id             uuid                     NOT NULL DEFAULT private.uuid_v7(),
  profile_id     uuid                     NOT NULL,
  technology     text                     NOT NULL,
  level          text                     NOT NULL,
  years          smallint,
  last_used_year smallint,
  created_at     timestamp with time zone NOT NULL DEFAULT now(),
  updated_at     timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT profile_technologies_pkey PRIMARY KEY (id),
  CONSTRAINT profile_technologies_technology_key UNIQUE (profile_id, technology),
  CONSTRAINT profile_technologies_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT profile_technologies_technology_fkey FOREIGN KEY (technology) REFERENCES public.technologies(slug) ON DELETE RESTRICT,
  CONSTRAINT profile_technologies_last_used_year_real CHECK (last_used_year >= 1960 AND last_used_year <= 2199),
  CONSTRAINT profile_technologies_level_known CHECK (level = ANY (ARRAY['Básico'::text, 'Intermediário'::text, 'Avançado'::text, 'Especialista'::text])),
  CONSTRAINT profile_technologies_years_real CHECK (years >= 0 AND years <= 60)
);
ALTER TABLE public.profile_technologies ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profile_technologies FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.profile_technologies IS 'A technology that a professional masters, and how well';
COMMENT ON COLUMN public.profile_technologies.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.profile_technologies.profile_id IS 'The profile it is of';
COMMENT ON COLUMN public.profile_technologies.technology IS 'The technology, by slug';
COMMENT ON COLUMN public.profile_technologies.level IS 'How well: Básico, Intermediário, Avançado or Especialista';
COMMENT ON COLUMN public.profile_technologies.years IS 'For how many years, where it is said';
COMMENT ON COLUMN public.profile_technologies.last_used_year IS 'In which year it was last used, where it is said';
COMMENT ON COLUMN public.profile_technologies.created_at IS 'When it was written';
COMMENT ON COLUMN public.profile_technologies.updated_at IS 'When it last changed';
CREATE INDEX profile_technologies_technology_idx ON public.profile_technologies USING btree (technology);
GRANT SELECT (id, profile_id, technology, level, years, last_used_year, created_at, updated_at) ON public.profile_technologies TO anon;
GRANT DELETE, INSERT (profile_id, technology, level, years, last_used_year), SELECT (id, profile_id, technology, level, years, last_used_year, created_at, updated_at), UPDATE (level, years, last_used_year) ON public.profile_technologies TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.profile_technologies TO service_role;
CREATE POLICY "everybody sees the technologies of an active professional" ON public.profile_technologies FOR SELECT TO anon, authenticated
  USING (private.is_active(profile_id) OR (profile_id = ANY ((( SELECT private.parties() AS parties))::uuid[])));
CREATE POLICY "professionals name their technologies" ON public.profile_technologies FOR INSERT TO authenticated
  WITH CHECK ((profile_id = ANY ((( SELECT private.parties('manage'::text) AS parties))::uuid[])) AND private.is_party_of(profile_id, 'professional'::text));
CREATE POLICY "professionals say how well they know their technologies" ON public.profile_technologies FOR UPDATE TO authenticated
  USING (profile_id = ANY ((( SELECT private.parties('manage'::text) AS parties))::uuid[]))
  WITH CHECK ((profile_id = ANY ((( SELECT private.parties('manage'::text) AS parties))::uuid[])) AND private.is_party_of(profile_id, 'professional'::text));
CREATE POLICY "professionals take technologies off their profile" ON public.profile_technologies FOR DELETE TO authenticated
  USING (profile_id = ANY ((( SELECT private.parties('manage'::text) AS parties))::uuid[]));
CREATE POLICY "the server keeps the technologies of profiles" ON public.profile_technologies FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.profile_technologies FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();
CREATE TRIGGER gather_added AFTER INSERT ON public.profile_technologies REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.gather_profile_technologies();
CREATE TRIGGER gather_changed AFTER UPDATE ON public.profile_technologies REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.gather_profile_technologies();
CREATE TRIGGER gather_removed AFTER DELETE ON public.profile_technologies REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.gather_profile_technologies();
CREATE TRIGGER touch BEFORE UPDATE ON public.profile_technologies FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.profile_view_days (
  profile_id uuid    NOT NULL,
  viewed_on  date    NOT NULL,
  views      integer NOT NULL,
  CONSTRAINT profile_view_days_pkey PRIMARY KEY (profile_id, viewed_on),
  CONSTRAINT profile_view_days_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT profile_view_days_views_positive CHECK (views > 0)
);
ALTER TABLE public.profile_view_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profile_view_days FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.profile_view_days IS 'How often a profile was seen on each day';
COMMENT ON COLUMN public.profile_view_days.profile_id IS 'The profile it is of';
COMMENT ON COLUMN public.profile_view_days.viewed_on IS 'The day';
COMMENT ON COLUMN public.profile_view_days.views IS 'How often it was seen';
GRANT SELECT (profile_id, viewed_on, views) ON public.profile_view_days TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.profile_view_days TO service_role;
CREATE POLICY "owners see when they were viewed" ON public.profile_view_days FOR SELECT TO authenticated
  USING (profile_id = ANY ((( SELECT private.parties() AS parties))::uuid[]));
CREATE POLICY "the server counts views" ON public.profile_view_days FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE public.profiles (
  id                  uuid                     NOT NULL,
  role                text                     NOT NULL,
  status              text                     NOT NULL DEFAULT 'active'::text,
  name                text                     NOT NULL,
  avatar_seed         text                     NOT NULL DEFAULT encode(uuid_send(gen_random_uuid()), 'hex'::text),
  avatar_url          text,
  banner_url          text,
  headline            text                     NOT NULL DEFAULT ''::text,
  title               text                     NOT NULL DEFAULT ''::text,
  location            text                     NOT NULL DEFAULT ''::text,
  about               text                     NOT NULL DEFAULT ''::text,
  experience          text,
  skills              text[]                   NOT NULL DEFAULT '{}'::text[],
  rating              numeric(3,2),
  reviews_count       integer                  NOT NULL DEFAULT 0,
  profile_views       integer                  NOT NULL DEFAULT 0,
  active_projects     integer                  NOT NULL DEFAULT 0,
  proposals_sent      integer                  NOT NULL DEFAULT 0,
  search              tsvector                 NOT NULL DEFAULT ''::tsvector,
  created_at          timestamp with time zone NOT NULL DEFAULT now(),
  updated_at          timestamp with time zone NOT NULL DEFAULT now(),
  removed_at          timestamp with time zone,
  is_party            boolean                  NOT NULL DEFAULT true,
  contact_id          uuid,
  contracts_completed integer                  NOT NULL DEFAULT 0,
  counterparts        integer                  NOT NULL DEFAULT 0,
  state               text                     GENERATED ALWAYS AS (
CASE
    WHEN upper("substring"(location, '[^[:alpha:]]([A-Za-z]{2})[)[:space:]]*$'::text)) = ANY (ARRAY['AC'::text, 'AL'::text, 'AP'::text, 'AM'::text, 'BA'::text, 'CE'::text, 'DF'::text, 'ES'::text, 'GO'::text, 'MA'::text, 'MT'::text, 'MS'::text, 'MG'::text, 'PA'::text, 'PB'::text, 'PR'::text, 'PE'::text, 'PI'::text, 'RJ'::text, 'RN'::text, 'RS'::text, 'RO'::text, 'RR'::text, 'SC'::text, 'SP'::text, 'SE'::text, 'TO'::text]) THEN upper("substring"(location, '[^[:alpha:]]([A-Za-z]{2})[)[:space:]]*$'::text))
    ELSE NULL::text
END) STORED,
  work_modes          text[]                   NOT NULL DEFAULT '{}'::text[],
  availability        text,
  is_complete         boolean                  GENERATED ALWAYS AS (btrim(location) <> ''::text AND btrim(about) <> ''::text AND (role = 'company'::text OR btrim(title) <> ''::text AND experience IS NOT NULL AND cardinality(skills) > 0)) STORED,
  city_key            text,
  technologies        text[]                   NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT profiles_pkey PRIMARY KEY (id),
  CONSTRAINT profiles_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT profiles_availability_known CHECK (availability = ANY (ARRAY['available'::text, 'limited'::text, 'unavailable'::text])),
  CONSTRAINT profiles_counters_positive CHECK (reviews_count >= 0 AND profile_views >= 0 AND active_projects >= 0 AND proposals_sent >= 0),
  CONSTRAINT profiles_experience_known CHECK (experience = ANY (ARRAY['Júnior'::text, 'Pleno'::text, 'Intermediário'::text, 'Sênior'::text, 'Especialista'::text])),
  CONSTRAINT profiles_name_filled CHECK (btrim(name) <> ''::text AND length(name) <= 120),
  CONSTRAINT profiles_rating_range CHECK (rating >= 1::numeric AND rating <= 5::numeric),
  CONSTRAINT profiles_reputation_positive CHECK (contracts_completed >= 0 AND counterparts >= 0 AND counterparts <= contracts_completed),
  CONSTRAINT profiles_role_known CHECK (role = ANY (ARRAY['admin'::text, 'professional'::text, 'company'::text])),
  CONSTRAINT profiles_skills_max CHECK (cardinality(skills) <= 5),
  CONSTRAINT profiles_status_known CHECK (status = ANY (ARRAY['active'::text, 'blocked'::text])),
  CONSTRAINT profiles_texts_bounded CHECK (length(headline) <= 160 AND length(title) <= 120 AND length(location) <= 120 AND length(about) <= 5000 AND length(avatar_seed) <= 64),
  CONSTRAINT profiles_urls_bounded CHECK (length(avatar_url) <= 2000 AND length(banner_url) <= 2000),
  CONSTRAINT profiles_work_modes_known CHECK (work_modes <@ ARRAY['on_site'::text, 'hybrid'::text, 'remote'::text] AND cardinality(work_modes) <= 3),
  CONSTRAINT profiles_work_modes_once CHECK (cardinality(work_modes) = (('on_site'::text = ANY (work_modes))::integer + ('hybrid'::text = ANY (work_modes))::integer + ('remote'::text = ANY (work_modes))::integer))
);
ALTER TABLE public.profiles ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profiles FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.profiles IS 'Companies, professionals and administrators, as others see them
One row an account; contacts and documents are in accounts.';
COMMENT ON COLUMN public.profiles.id IS 'Its key: that of the account';
COMMENT ON COLUMN public.profiles.role IS 'admin, professional or company';
COMMENT ON COLUMN public.profiles.status IS 'active or blocked';
COMMENT ON COLUMN public.profiles.name IS 'Who it is';
COMMENT ON COLUMN public.profiles.avatar_seed IS 'What a drawn picture is made from';
COMMENT ON COLUMN public.profiles.avatar_url IS 'The picture; null is drawn from avatar_seed';
COMMENT ON COLUMN public.profiles.banner_url IS 'The picture on top';
COMMENT ON COLUMN public.profiles.headline IS 'A line of introduction';
COMMENT ON COLUMN public.profiles.title IS 'The professional title';
COMMENT ON COLUMN public.profiles.location IS 'Where one is, as written';
COMMENT ON COLUMN public.profiles.about IS 'An introduction at length';
COMMENT ON COLUMN public.profiles.experience IS 'The level of experience';
COMMENT ON COLUMN public.profiles.skills IS 'Skills, by slug';
COMMENT ON COLUMN public.profiles.rating IS 'The mean of what was given, 1 to 5';
COMMENT ON COLUMN public.profiles.reviews_count IS 'How many reviews count';
COMMENT ON COLUMN public.profiles.profile_views IS 'How often it was seen';
COMMENT ON COLUMN public.profiles.active_projects IS 'How many projects are running';
COMMENT ON COLUMN public.profiles.proposals_sent IS 'How many proposals were sent';
COMMENT ON COLUMN public.profiles.search IS 'The words by which it is found';
COMMENT ON COLUMN public.profiles.created_at IS 'When it was written';
COMMENT ON COLUMN public.profiles.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.profiles.removed_at IS 'When the account was erased';
COMMENT ON COLUMN public.profiles.is_party IS 'Whether it makes deals itself';
COMMENT ON COLUMN public.profiles.contact_id IS 'Who answers for a company';
COMMENT ON COLUMN public.profiles.contracts_completed IS 'How many contracts were completed';
COMMENT ON COLUMN public.profiles.counterparts IS 'With how many others contracts were completed';
COMMENT ON COLUMN public.profiles.state IS 'The state, two letters, where the place names one';
COMMENT ON COLUMN public.profiles.work_modes IS 'How one works: on_site, hybrid, remote';
COMMENT ON COLUMN public.profiles.availability IS 'available, limited or unavailable';
COMMENT ON COLUMN public.profiles.is_complete IS 'Whether everything that a directory asks for is filled in';
COMMENT ON COLUMN public.profiles.city_key IS 'The place as a key: city and state in small letters without accents';
COMMENT ON COLUMN public.profiles.technologies IS 'Technologies, by slug, what one knows best first: those of profile_technologies';
CREATE INDEX professionals_best_idx ON public.profiles USING btree (rating DESC NULLS LAST, is_complete DESC, updated_at DESC, id DESC) WHERE ((role = 'professional'::text) AND (status = 'active'::text) AND is_party);
CREATE INDEX professionals_found_idx ON public.profiles USING gin (search, skills) WITH (fastupdate='on', gin_pending_list_limit='256') WHERE ((role = 'professional'::text) AND (status = 'active'::text) AND is_party);
CREATE INDEX professionals_newest_idx ON public.profiles USING btree (is_complete DESC, updated_at DESC, id DESC) WHERE ((role = 'professional'::text) AND (status = 'active'::text) AND is_party);
CREATE INDEX professionals_reviewed_idx ON public.profiles USING btree (reviews_count DESC, is_complete DESC, updated_at DESC, id DESC) WHERE ((role = 'professional'::text) AND (status = 'active'::text) AND is_party);
CREATE INDEX professionals_technologies_idx ON public.profiles USING gin (technologies) WITH (fastupdate='on', gin_pending_list_limit='256') WHERE ((role = 'professional'::text) AND (status = 'active'::text) AND is_party);
CREATE INDEX profiles_city_idx ON public.profiles USING btree (role, state, city_key, is_complete DESC, updated_at DESC, id DESC) WHERE (city_key IS NOT NULL);
CREATE INDEX profiles_contact_id_idx ON public.profiles USING btree (contact_id);
CREATE INDEX profiles_created_at_idx ON public.profiles USING btree (created_at);
CREATE INDEX profiles_directory_idx ON public.profiles USING btree (role, is_complete DESC, updated_at DESC, id DESC);
CREATE INDEX profiles_search_idx ON public.profiles USING gin (search);
CREATE INDEX profiles_skills_idx ON public.profiles USING gin (skills);
CREATE INDEX profiles_state_idx ON public.profiles USING btree (role, state, is_complete DESC, updated_at DESC, id DESC) WHERE (state IS NOT NULL);
GRANT SELECT (id, role, status, name, avatar_seed, avatar_url, banner_url, headline, title, location, about, experience, skills, rating, reviews_count, profile_views, active_projects, proposals_sent, search, created_at, updated_at, removed_at, is_party, contact_id, contracts_completed, counterparts, state, work_modes, availability, is_complete, city_key, technologies) ON public.profiles TO anon;
GRANT SELECT (id, role, status, name, avatar_seed, avatar_url, banner_url, headline, title, location, about, experience, skills, rating, reviews_count, profile_views, active_projects, proposals_sent, search, created_at, updated_at, removed_at, is_party, contact_id, contracts_completed, counterparts, state, work_modes, availability, is_complete, city_key, technologies), UPDATE (name, avatar_seed, avatar_url, banner_url, headline, title, location, about, experience, skills, work_modes, availability) ON public.profiles TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.profiles TO service_role;
CREATE POLICY "administrators see every profile" ON public.profiles FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "members see active profiles and their own" ON public.profiles FOR SELECT TO authenticated
  USING (status = 'active'::text OR id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "visitors see active companies and professionals" ON public.profiles FOR SELECT TO anon
  USING (status = 'active'::text AND role <> 'admin'::text AND is_party);
CREATE POLICY "who deals with somebody sees who it is, also when he is blocked" ON public.profiles FOR SELECT TO authenticated
  USING (status <> 'active'::text AND private.deals_with(id));
CREATE POLICY "people who are no party edit their own profile" ON public.profiles FOR UPDATE TO authenticated
  USING (status = 'active'::text AND NOT is_party AND id = (( SELECT auth.uid() AS uid)))
  WITH CHECK (id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "who manages a party edits its profile" ON public.profiles FOR UPDATE TO authenticated
  USING (status = 'active'::text AND (id = ANY ((( SELECT private.parties('manage'::text) AS parties))::uuid[])))
  WITH CHECK (id = ANY ((( SELECT private.parties('manage'::text) AS parties))::uuid[]));
CREATE POLICY "the server keeps profiles" ON public.profiles FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name, headline, title, location, about ON public.profiles FOR EACH ROW WHEN (NOT private.is_settled_line(new.name) OR NOT private.is_settled_line(new.headline) OR NOT private.is_settled_line(new.title) OR NOT private.is_settled_line(new.location) OR NOT private.is_settled_text(new.about)) EXECUTE FUNCTION private.settle_texts('name', 'headline', 'title', 'location', 'about:text');
CREATE TRIGGER announce_delete AFTER DELETE ON public.profiles REFERENCING OLD TABLE AS erased FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write('id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write('id');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write('id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.profiles REFERENCING OLD TABLE AS erased NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write('id');
CREATE TRIGGER count_arrivals AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.count_listed();
CREATE TRIGGER count_changes AFTER UPDATE ON public.profiles FOR EACH ROW WHEN (old.role IS DISTINCT FROM new.role OR old.status IS DISTINCT FROM new.status OR old.is_party IS DISTINCT FROM new.is_party OR old.skills IS DISTINCT FROM new.skills OR old.state IS DISTINCT FROM new.state OR old.city_key IS DISTINCT FROM new.city_key OR old.location IS DISTINCT FROM new.location) EXECUTE FUNCTION private.recount_listed();
CREATE TRIGGER count_departures AFTER DELETE ON public.profiles REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.count_listed();
CREATE TRIGGER follow_name AFTER UPDATE OF name ON public.profiles FOR EACH ROW WHEN (new.name IS DISTINCT FROM old.name) EXECUTE FUNCTION private.follow_name();
CREATE TRIGGER keep_arrival AFTER UPDATE ON public.profiles FOR EACH ROW WHEN (new.role = 'professional'::text AND new.status = 'active'::text AND new.is_party AND new.is_complete AND NOT (old.is_party AND old.is_complete)) EXECUTE FUNCTION private.keep_arrival();
CREATE TRIGGER keep_arrivals AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.keep_arrival();
CREATE TRIGGER keep_status AFTER UPDATE OF status ON public.profiles FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status AND new.removed_at IS NULL) EXECUTE FUNCTION private.keep_suppression('status');
CREATE TRIGGER know_city BEFORE INSERT OR UPDATE OF location ON public.profiles FOR EACH ROW WHEN (btrim(new.location) <> ''::text) EXECUTE FUNCTION private.know_profile_city();
CREATE TRIGGER list_terms AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.list_terms();
CREATE TRIGGER prepare BEFORE INSERT OR UPDATE OF name, headline, title, location, about, skills, technologies ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.prepare_profile();
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');
CREATE TRIGGER refuse_foreign_pictures BEFORE INSERT OR UPDATE OF avatar_url, banner_url ON public.profiles FOR EACH ROW WHEN (new.avatar_url IS NOT NULL OR new.banner_url IS NOT NULL) EXECUTE FUNCTION private.refuse_foreign_pictures('avatar_url', 'banner_url');
CREATE TRIGGER refuse_imitation BEFORE INSERT OR UPDATE OF name ON public.profiles FOR EACH ROW WHEN (new.role <> 'admin'::text) EXECUTE FUNCTION private.refuse_imitation('name');
CREATE TRIGGER relist_terms AFTER UPDATE ON public.profiles FOR EACH ROW WHEN (old.role IS DISTINCT FROM new.role OR old.status IS DISTINCT FROM new.status OR old.is_party IS DISTINCT FROM new.is_party OR old.skills IS DISTINCT FROM new.skills OR old.technologies IS DISTINCT FROM new.technologies OR old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION private.relist_terms();
CREATE TRIGGER touch BEFORE UPDATE OF name, headline, title, location, about, skills, technologies, work_modes, availability, avatar_url, banner_url ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER withhold_reviews AFTER UPDATE OF status ON public.profiles FOR EACH ROW WHEN (new.status <> old.status AND new.removed_at IS NULL) EXECUTE FUNCTION private.withhold_reviews();

CREATE TABLE public.project_files (
  id         uuid                     NOT NULL DEFAULT private.uuid_v7(),
  project_id uuid                     NOT NULL,
  "position" smallint                 NOT NULL,
  audience   text                     NOT NULL,
  name       text                     NOT NULL,
  media_type text                     NOT NULL,
  bytes      bigint                   NOT NULL,
  path       text                     NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT project_files_pkey PRIMARY KEY (id),
  CONSTRAINT project_files_path_key UNIQUE (path),
  CONSTRAINT project_files_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE,
  CONSTRAINT project_files_audience_known CHECK (audience = ANY (ARRAY['proposers'::text, 'dealers'::text])),
  CONSTRAINT project_files_bytes_real CHECK (bytes >= 0),
  CONSTRAINT project_files_name_bounded CHECK (btrim(name) <> ''::text AND length(name) <= 255),
  CONSTRAINT project_files_name_plain CHECK (private.is_plain_name(name))
);
ALTER TABLE public.project_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_files FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.project_files IS 'Files published with a project';
COMMENT ON COLUMN public.project_files.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.project_files.project_id IS 'The project it is of';
COMMENT ON COLUMN public.project_files."position" IS 'Its place in the order, from the first';
COMMENT ON COLUMN public.project_files.audience IS 'Who may read it: proposers or dealers (who has a contract)';
COMMENT ON COLUMN public.project_files.name IS 'What it is called';
COMMENT ON COLUMN public.project_files.media_type IS 'Its media type';
COMMENT ON COLUMN public.project_files.bytes IS 'Its size in bytes';
COMMENT ON COLUMN public.project_files.path IS 'Where its file is in storage';
COMMENT ON COLUMN public.project_files.created_at IS 'When it was written';
CREATE INDEX project_files_project_id_idx ON public.project_files USING btree (project_id, "position");
GRANT SELECT (id, project_id, "position", audience, name, media_type, bytes, path, created_at) ON public.project_files TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ("position", audience) ON public.project_files TO service_role;
CREATE POLICY "administrators read the open files of projects" ON public.project_files FOR SELECT TO authenticated
  USING (audience = 'proposers'::text AND ( SELECT private.is_admin() AS is_admin));
CREATE POLICY "companies read the files of their projects" ON public.project_files FOR SELECT TO authenticated
  USING (private.owns_project(project_id));
CREATE POLICY "who has proposed goes on reading the open files" ON public.project_files FOR SELECT TO authenticated
  USING (audience = 'proposers'::text AND private.has_proposed(project_id));
CREATE POLICY "who may propose reads the open files of open projects" ON public.project_files FOR SELECT TO authenticated
  USING (audience = 'proposers'::text AND ( SELECT private.may_propose() AS may_propose) AND (EXISTS ( SELECT FROM public.projects p WHERE p.id = project_files.project_id AND p.status = 'open'::text)));
CREATE POLICY "who negotiates or was hired reads every file of a project" ON public.project_files FOR SELECT TO authenticated
  USING (private.deals_over(project_id));
CREATE POLICY "the server keeps the files of projects" ON public.project_files FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.project_files FOR EACH ROW WHEN (NOT private.is_settled_line(new.name)) EXECUTE FUNCTION private.settle_texts('name');
CREATE TRIGGER count_files AFTER INSERT OR DELETE ON public.project_files FOR EACH ROW EXECUTE FUNCTION private.count_project_files();
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.project_files FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.project_io_lists (
  id           uuid                     NOT NULL DEFAULT private.uuid_v7(),
  project_id   uuid                     NOT NULL,
  file_id      uuid,
  number       integer                  NOT NULL,
  name         text                     NOT NULL,
  sha256       text                     NOT NULL,
  format       text                     NOT NULL,
  rows         integer                  NOT NULL,
  by_kind      jsonb                    NOT NULL,
  errors_count integer                  NOT NULL,
  changes      jsonb,
  created_at   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT project_io_lists_pkey PRIMARY KEY (id),
  CONSTRAINT project_io_lists_number_key UNIQUE (project_id, number),
  CONSTRAINT project_io_lists_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.project_files(id) ON DELETE SET NULL,
  CONSTRAINT project_io_lists_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE,
  CONSTRAINT project_io_lists_by_kind_object CHECK (jsonb_typeof(by_kind) = 'object'::text),
  CONSTRAINT project_io_lists_changes_object CHECK (changes IS NULL OR jsonb_typeof(changes) = 'object'::text),
  CONSTRAINT project_io_lists_errors_count_real CHECK (errors_count >= 0),
  CONSTRAINT project_io_lists_format_known CHECK (format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'tia_portal'::text, 'studio_5000'::text, 'l5x'::text, 'codesys'::text, 'plcopen'::text, 'ignition'::text, 'elipse_e3'::text, 'eplan'::text, 'automationml'::text])),
  CONSTRAINT project_io_lists_name_bounded CHECK (btrim(name) <> ''::text AND length(name) <= 255),
  CONSTRAINT project_io_lists_name_plain CHECK (private.is_plain_name(name)),
  CONSTRAINT project_io_lists_number_positive CHECK (number > 0),
  CONSTRAINT project_io_lists_rows_positive CHECK (rows > 0),
  CONSTRAINT project_io_lists_sha256_hex CHECK (sha256 ~ '^[0-9a-f]{64}$'::text)
);
ALTER TABLE public.project_io_lists ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_io_lists FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.project_io_lists IS 'Each I/O list that was attached to a project';
COMMENT ON COLUMN public.project_io_lists.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.project_io_lists.project_id IS 'The project it is of';
COMMENT ON COLUMN public.project_io_lists.file_id IS 'The file of the project that is its list now, or nothing once that was removed';
COMMENT ON COLUMN public.project_io_lists.number IS 'Its version, from 1';
COMMENT ON COLUMN public.project_io_lists.name IS 'What its file was called';
COMMENT ON COLUMN public.project_io_lists.sha256 IS 'SHA-256 of its file, in hexadecimal';
COMMENT ON COLUMN public.project_io_lists.format IS 'The tool or the format that its file was recognised as';
COMMENT ON COLUMN public.project_io_lists.rows IS 'How many signals it has';
COMMENT ON COLUMN public.project_io_lists.by_kind IS 'How many signals it has of each kind';
COMMENT ON COLUMN public.project_io_lists.errors_count IS 'How many errors its rows have';
COMMENT ON COLUMN public.project_io_lists.changes IS 'How many signals of each kind it added and removed; nothing if there was no list to compare it with';
COMMENT ON COLUMN public.project_io_lists.created_at IS 'When it was attached';
CREATE INDEX project_io_lists_file_id_idx ON public.project_io_lists USING btree (file_id);
GRANT SELECT (id, project_id, file_id, number, name, sha256, format, rows, by_kind, errors_count, changes, created_at) ON public.project_io_lists TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE (file_id) ON public.project_io_lists TO service_role;
CREATE POLICY "whoever reads the file of a list reads its versions" ON public.project_io_lists FOR SELECT TO authenticated
  USING ((EXISTS ( SELECT FROM public.project_files f WHERE f.id = project_io_lists.file_id)) OR file_id IS NULL AND private.owns_project(project_id));
CREATE POLICY "the server keeps lists" ON public.project_io_lists FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.project_io_lists FOR EACH ROW WHEN (NOT private.is_settled_line(new.name)) EXECUTE FUNCTION private.settle_texts('name');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.project_io_lists FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.project_models (
  slug       text                     NOT NULL,
  version    integer                  NOT NULL DEFAULT 1,
  name       text                     NOT NULL,
  "position" smallint                 NOT NULL DEFAULT 1000,
  fields     jsonb                    NOT NULL,
  texts      jsonb                    NOT NULL,
  is_current boolean                  NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT project_models_pkey PRIMARY KEY (slug, version),
  CONSTRAINT project_models_fields_bounded CHECK (jsonb_typeof(fields) = 'object'::text AND length(fields::text) <= 60000),
  CONSTRAINT project_models_name_filled CHECK (btrim(name) <> ''::text AND length(name) <= 80),
  CONSTRAINT project_models_slug_form CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND length(slug) <= 60),
  CONSTRAINT project_models_texts_bounded CHECK (jsonb_typeof(texts) = 'object'::text AND length(texts::text) <= 60000),
  CONSTRAINT project_models_version_positive CHECK (version > 0),
  CONSTRAINT project_models_whole CHECK (private.is_project_model(fields, texts))
);
ALTER TABLE public.project_models ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_models FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.project_models IS 'The models of scopes, in all their versions';
COMMENT ON COLUMN public.project_models.slug IS 'Which model it is, the same in all versions';
COMMENT ON COLUMN public.project_models.version IS 'Which version it is, from 1';
COMMENT ON COLUMN public.project_models.name IS 'What it is called';
COMMENT ON COLUMN public.project_models."position" IS 'Its place among the models, from the first';
COMMENT ON COLUMN public.project_models.fields IS 'The JSON Schema of the answers; x-weight is what a field counts in the clarity';
COMMENT ON COLUMN public.project_models.texts IS 'The introduction, sections, sentences, reasons, deliverables and milestones';
COMMENT ON COLUMN public.project_models.is_current IS 'Whether new scopes answer this version';
COMMENT ON COLUMN public.project_models.created_at IS 'When it was written';
CREATE UNIQUE INDEX project_models_current_idx ON public.project_models USING btree (slug) WHERE is_current;
GRANT SELECT (slug, version, name, "position", fields, texts, is_current, created_at) ON public.project_models TO anon;
GRANT INSERT (slug, name, fields, texts), SELECT (slug, version, name, "position", fields, texts, is_current, created_at) ON public.project_models TO authenticated;
GRANT SELECT, UPDATE (is_current) ON public.project_models TO definer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.project_models TO service_role;
CREATE POLICY "everybody reads the models of scopes" ON public.project_models FOR SELECT TO anon, authenticated
  USING (true);
CREATE POLICY "administrators add versions of models" ON public.project_models FOR INSERT TO authenticated
  WITH CHECK (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "definers retire versions" ON public.project_models FOR ALL TO definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY "the server keeps the models of scopes" ON public.project_models FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.project_models FOR EACH ROW WHEN (NOT private.is_settled_line(new.name)) EXECUTE FUNCTION private.settle_texts('name');
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.project_models FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();
CREATE TRIGGER number BEFORE INSERT ON public.project_models FOR EACH ROW EXECUTE FUNCTION private.number_project_model();

CREATE TABLE public.project_owners (
  project_id uuid NOT NULL,
  company_id uuid NOT NULL,
  CONSTRAINT project_owners_pkey PRIMARY KEY (project_id),
  CONSTRAINT project_owners_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT project_owners_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE
);
ALTER TABLE public.project_owners ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_owners FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.project_owners IS 'Which company a project is of, for its team';
COMMENT ON COLUMN public.project_owners.project_id IS 'The project it is of';
COMMENT ON COLUMN public.project_owners.company_id IS 'The company';
CREATE INDEX project_owners_company_id_idx ON public.project_owners USING btree (company_id);
GRANT SELECT (project_id, company_id) ON public.project_owners TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.project_owners TO service_role;
CREATE POLICY "administrators see who owns a project" ON public.project_owners FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "companies see which projects are theirs" ON public.project_owners FOR SELECT TO authenticated
  USING (company_id = ANY ((( SELECT private.parties() AS parties))::uuid[]));
CREATE POLICY "the server keeps project owners" ON public.project_owners FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE public.project_questions (
  id          uuid                     NOT NULL DEFAULT private.uuid_v7(),
  project_id  uuid                     NOT NULL,
  content     text,
  answer      text,
  answered_at timestamp with time zone,
  created_at  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT project_questions_pkey PRIMARY KEY (id),
  CONSTRAINT project_questions_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE,
  CONSTRAINT project_questions_answer_filled CHECK (answer ~ '[^[:space:]]'::text AND length(answer) <= 1000),
  CONSTRAINT project_questions_answer_told CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CONSTRAINT project_questions_content_filled CHECK (content ~ '[^[:space:]]'::text AND length(content) <= 1000),
  CONSTRAINT project_questions_says_something CHECK (content IS NOT NULL OR answer IS NOT NULL)
);
ALTER TABLE public.project_questions ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_questions FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.project_questions IS 'Questions about a project and the company''s answers; who asked is not told';
COMMENT ON COLUMN public.project_questions.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.project_questions.project_id IS 'The project it is of';
COMMENT ON COLUMN public.project_questions.content IS 'The question';
COMMENT ON COLUMN public.project_questions.answer IS 'The answer';
COMMENT ON COLUMN public.project_questions.answered_at IS 'When it was answered';
COMMENT ON COLUMN public.project_questions.created_at IS 'When it was written';
CREATE INDEX project_questions_project_id_idx ON public.project_questions USING btree (project_id, created_at DESC, id DESC);
GRANT SELECT (id, project_id, content, answer, answered_at, created_at) ON public.project_questions TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.project_questions TO service_role;
CREATE POLICY "administrators read every question" ON public.project_questions FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "companies read what is asked of their projects" ON public.project_questions FOR SELECT TO authenticated
  USING (private.owns_project(project_id));
CREATE POLICY "professionals read what they asked" ON public.project_questions FOR SELECT TO authenticated
  USING (private.has_asked(id));
CREATE POLICY "proposers read what is asked of a project" ON public.project_questions FOR SELECT TO authenticated
  USING (private.has_proposed(project_id));
CREATE POLICY "the server keeps questions" ON public.project_questions FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF content, answer ON public.project_questions FOR EACH ROW WHEN (NOT private.is_settled_text(new.content) OR NOT private.is_settled_text(new.answer)) EXECUTE FUNCTION private.settle_texts('content:text', 'answer:text');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.project_questions FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.project_revisions (
  project_id        uuid                     NOT NULL,
  number            integer                  NOT NULL,
  title             text                     NOT NULL,
  description       text                     NOT NULL,
  category          text                     NOT NULL,
  experience_level  text                     NOT NULL,
  budget            text                     NOT NULL,
  budget_min_cents  bigint,
  budget_max_cents  bigint,
  deadline          text                     NOT NULL,
  deadline_on       date,
  skills            text[]                   NOT NULL,
  changed           text[]                   NOT NULL DEFAULT '{}'::text[],
  created_at        timestamp with time zone NOT NULL DEFAULT now(),
  city              text,
  state             text,
  work_mode         text,
  starts_on         date,
  technologies      text[]                   NOT NULL DEFAULT '{}'::text[],
  technology_levels jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  scope             jsonb,
  CONSTRAINT project_revisions_pkey PRIMARY KEY (project_id, number),
  CONSTRAINT project_revisions_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE,
  CONSTRAINT project_revisions_changed_told CHECK ((number = 1) = (changed = '{}'::text[])),
  CONSTRAINT project_revisions_number_positive CHECK (number > 0)
);
ALTER TABLE public.project_revisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_revisions FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.project_revisions IS 'A project as it was in each of its versions';
COMMENT ON COLUMN public.project_revisions.project_id IS 'The project it is of';
COMMENT ON COLUMN public.project_revisions.number IS 'Which version it is, from 1';
COMMENT ON COLUMN public.project_revisions.title IS 'What it is called';
COMMENT ON COLUMN public.project_revisions.description IS 'What it is, at length';
COMMENT ON COLUMN public.project_revisions.category IS 'The kind of work';
COMMENT ON COLUMN public.project_revisions.experience_level IS 'The level asked for';
COMMENT ON COLUMN public.project_revisions.budget IS 'The budget in words';
COMMENT ON COLUMN public.project_revisions.budget_min_cents IS 'The least of the budget, in centavos';
COMMENT ON COLUMN public.project_revisions.budget_max_cents IS 'The most of the budget, in centavos';
COMMENT ON COLUMN public.project_revisions.deadline IS 'The deadline in words';
COMMENT ON COLUMN public.project_revisions.deadline_on IS 'The deadline as a day';
COMMENT ON COLUMN public.project_revisions.skills IS 'Skills, by slug';
COMMENT ON COLUMN public.project_revisions.changed IS 'What changed since the version before';
COMMENT ON COLUMN public.project_revisions.created_at IS 'When it was written';
COMMENT ON COLUMN public.project_revisions.city IS 'The city';
COMMENT ON COLUMN public.project_revisions.state IS 'The state, two letters';
COMMENT ON COLUMN public.project_revisions.work_mode IS 'on_site, hybrid or remote';
COMMENT ON COLUMN public.project_revisions.starts_on IS 'When work is to begin';
COMMENT ON COLUMN public.project_revisions.technologies IS 'Technologies asked for, by slug';
COMMENT ON COLUMN public.project_revisions.technology_levels IS 'The least level of a technology that is asked for, by slug, where one is';
COMMENT ON COLUMN public.project_revisions.scope IS 'The model it follows, its version, and the answers to it';
GRANT SELECT (project_id, number, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills, changed, created_at, city, state, work_mode, starts_on, technologies, technology_levels, scope) ON public.project_revisions TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.project_revisions TO service_role;
CREATE POLICY "administrators read every revision" ON public.project_revisions FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "companies read the revisions of their projects" ON public.project_revisions FOR SELECT TO authenticated
  USING (private.owns_project(project_id));
CREATE POLICY "proposers read the revisions of a project" ON public.project_revisions FOR SELECT TO authenticated
  USING (private.has_proposed(project_id));
CREATE POLICY "the server keeps revisions" ON public.project_revisions FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER measure AFTER INSERT ON public.project_revisions REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.measure_revisions();
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.project_revisions FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('project_id', 'number');

CREATE TABLE public.project_technologies (
  id         uuid                     NOT NULL DEFAULT private.uuid_v7(),
  project_id uuid                     NOT NULL,
  technology text                     NOT NULL,
  level      text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT project_technologies_pkey PRIMARY KEY (id),
  CONSTRAINT project_technologies_technology_key UNIQUE (project_id, technology),
  CONSTRAINT project_technologies_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE,
  CONSTRAINT project_technologies_technology_fkey FOREIGN KEY (technology) REFERENCES public.technologies(slug) ON DELETE RESTRICT,
  CONSTRAINT project_technologies_level_known CHECK (level = ANY (ARRAY['Básico'::text, 'Intermediário'::text, 'Avançado'::text, 'Especialista'::text]))
);
ALTER TABLE public.project_technologies ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_technologies FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.project_technologies IS 'A technology that a project asks for';
COMMENT ON COLUMN public.project_technologies.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.project_technologies.project_id IS 'The project it is of';
COMMENT ON COLUMN public.project_technologies.technology IS 'The technology, by slug';
COMMENT ON COLUMN public.project_technologies.level IS 'The least level asked for: Básico, Intermediário, Avançado or Especialista, where one is';
COMMENT ON COLUMN public.project_technologies.created_at IS 'When it was written';
CREATE INDEX project_technologies_technology_idx ON public.project_technologies USING btree (technology);
GRANT SELECT (id, project_id, technology, level, created_at) ON public.project_technologies TO anon;
GRANT DELETE, INSERT (project_id, technology, level), SELECT (id, project_id, technology, level, created_at), UPDATE (level) ON public.project_technologies TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.project_technologies TO service_role;
CREATE POLICY "everybody sees what projects ask for" ON public.project_technologies FOR SELECT TO anon, authenticated
  USING (true);
CREATE POLICY "companies say what their open projects ask for" ON public.project_technologies FOR INSERT TO authenticated
  WITH CHECK (private.owns_project(project_id, 'publish'::text) AND (EXISTS ( SELECT FROM public.projects p WHERE p.id = project_technologies.project_id AND p.status = 'open'::text)));
CREATE POLICY "companies say how well it has to be known" ON public.project_technologies FOR UPDATE TO authenticated
  USING (private.owns_project(project_id, 'publish'::text) AND (EXISTS ( SELECT FROM public.projects p WHERE p.id = project_technologies.project_id AND p.status = 'open'::text)))
  WITH CHECK (private.owns_project(project_id, 'publish'::text));
CREATE POLICY "companies take technologies off their open projects" ON public.project_technologies FOR DELETE TO authenticated
  USING (private.owns_project(project_id, 'publish'::text) AND (EXISTS ( SELECT FROM public.projects p WHERE p.id = project_technologies.project_id AND p.status = 'open'::text)));
CREATE POLICY "the server keeps the technologies of projects" ON public.project_technologies FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.project_technologies FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();
CREATE TRIGGER gather_added AFTER INSERT ON public.project_technologies REFERENCING NEW TABLE AS written FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION private.gather_project_technologies();
CREATE TRIGGER gather_changed AFTER UPDATE ON public.project_technologies REFERENCING NEW TABLE AS written FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION private.gather_project_technologies();
CREATE TRIGGER gather_removed AFTER DELETE ON public.project_technologies REFERENCING OLD TABLE AS written FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION private.gather_project_technologies();

CREATE TABLE public.projects (
  id                uuid                     NOT NULL DEFAULT private.uuid_v7(),
  number            bigint                   NOT NULL GENERATED ALWAYS AS IDENTITY,
  company_id        uuid,
  title             text                     NOT NULL,
  description       text                     NOT NULL,
  category          text                     NOT NULL DEFAULT 'Automação Industrial'::text,
  experience_level  text                     NOT NULL DEFAULT 'Intermediário'::text,
  budget            text                     NOT NULL,
  budget_min_cents  bigint,
  budget_max_cents  bigint,
  deadline          text                     NOT NULL,
  deadline_on       date,
  skills            text[]                   NOT NULL,
  is_confidential   boolean                  NOT NULL DEFAULT false,
  status            text                     NOT NULL DEFAULT 'open'::text,
  proposals_count   integer                  NOT NULL DEFAULT 0,
  search            tsvector                 NOT NULL DEFAULT ''::tsvector,
  created_at        timestamp with time zone NOT NULL DEFAULT now(),
  updated_at        timestamp with time zone NOT NULL DEFAULT now(),
  revision          integer                  NOT NULL DEFAULT 1,
  city              text,
  state             text,
  work_mode         text,
  starts_on         date,
  city_key          text,
  files_count       smallint                 NOT NULL DEFAULT 0,
  technologies      text[]                   NOT NULL DEFAULT '{}'::text[],
  technology_levels jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  scope             jsonb,
  scope_clarity     smallint,
  CONSTRAINT projects_pkey PRIMARY KEY (id),
  CONSTRAINT projects_number_key UNIQUE (number),
  CONSTRAINT projects_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT projects_budget_bounded CHECK (budget_min_cents <= '99999999999'::bigint AND budget_max_cents <= '99999999999'::bigint),
  CONSTRAINT projects_budget_filled CHECK (btrim(budget) <> ''::text AND length(budget) <= 120),
  CONSTRAINT projects_budget_range CHECK (budget_min_cents > 0 AND budget_max_cents > 0 AND budget_min_cents <= budget_max_cents),
  CONSTRAINT projects_category_filled CHECK (btrim(category) <> ''::text AND length(category) <= 80),
  CONSTRAINT projects_city_filled CHECK (btrim(city) <> ''::text AND length(city) <= 80),
  CONSTRAINT projects_city_in_state CHECK (city IS NULL OR state IS NOT NULL),
  CONSTRAINT projects_dates_ordered CHECK (starts_on <= deadline_on),
  CONSTRAINT projects_deadline_filled CHECK (btrim(deadline) <> ''::text AND length(deadline) <= 120),
  CONSTRAINT projects_deadline_on_real CHECK (deadline_on >= '2000-01-01'::date AND deadline_on <= '2199-12-31'::date),
  CONSTRAINT projects_description_filled CHECK (btrim(description) <> ''::text AND length(description) <= 10000),
  CONSTRAINT projects_experience_level_known CHECK (experience_level = ANY (ARRAY['Júnior'::text, 'Pleno'::text, 'Intermediário'::text, 'Sênior'::text, 'Especialista'::text])),
  CONSTRAINT projects_files_count_range CHECK (files_count >= 0),
  CONSTRAINT projects_proposals_count_range CHECK (proposals_count >= 0),
  CONSTRAINT projects_revision_positive CHECK (revision > 0),
  CONSTRAINT projects_scope_clarity_range CHECK (scope_clarity >= 0 AND scope_clarity <= 100),
  CONSTRAINT projects_scope_form CHECK (jsonb_typeof(scope) = 'object'::text AND length(scope::text) <= 20000),
  CONSTRAINT projects_scope_measured CHECK ((scope IS NULL) = (scope_clarity IS NULL)),
  CONSTRAINT projects_skills_some CHECK (cardinality(skills) >= 1 AND cardinality(skills) <= 22),
  CONSTRAINT projects_starts_on_real CHECK (starts_on >= '2000-01-01'::date AND starts_on <= '2199-12-31'::date),
  CONSTRAINT projects_state_known CHECK (state = ANY (ARRAY['AC'::text, 'AL'::text, 'AP'::text, 'AM'::text, 'BA'::text, 'CE'::text, 'DF'::text, 'ES'::text, 'GO'::text, 'MA'::text, 'MT'::text, 'MS'::text, 'MG'::text, 'PA'::text, 'PB'::text, 'PR'::text, 'PE'::text, 'PI'::text, 'RJ'::text, 'RN'::text, 'RS'::text, 'RO'::text, 'RR'::text, 'SC'::text, 'SP'::text, 'SE'::text, 'TO'::text])),
  CONSTRAINT projects_status_known CHECK (status = ANY (ARRAY['open'::text, 'in_progress'::text, 'delivered'::text, 'completed'::text, 'closed'::text])),
  CONSTRAINT projects_title_filled CHECK (btrim(title) <> ''::text AND length(title) <= 160),
  CONSTRAINT projects_work_mode_known CHECK (work_mode = ANY (ARRAY['on_site'::text, 'hybrid'::text, 'remote'::text]))
);
ALTER TABLE public.projects ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.projects FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.projects IS 'What companies publish to receive proposals';
COMMENT ON COLUMN public.projects.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.projects.number IS 'Its number, written PRJ-0001';
COMMENT ON COLUMN public.projects.company_id IS 'The company; null where the project is confidential';
COMMENT ON COLUMN public.projects.title IS 'What it is called';
COMMENT ON COLUMN public.projects.description IS 'What it is, at length';
COMMENT ON COLUMN public.projects.category IS 'The kind of work';
COMMENT ON COLUMN public.projects.experience_level IS 'The level asked for';
COMMENT ON COLUMN public.projects.budget IS 'The budget in words';
COMMENT ON COLUMN public.projects.budget_min_cents IS 'The least of the budget, in centavos';
COMMENT ON COLUMN public.projects.budget_max_cents IS 'The most of the budget, in centavos';
COMMENT ON COLUMN public.projects.deadline IS 'The deadline in words';
COMMENT ON COLUMN public.projects.deadline_on IS 'The deadline as a day';
COMMENT ON COLUMN public.projects.skills IS 'Skills, by slug';
COMMENT ON COLUMN public.projects.is_confidential IS 'Whether the company is named only to who has a contract';
COMMENT ON COLUMN public.projects.status IS 'open, in_progress, delivered, completed or closed';
COMMENT ON COLUMN public.projects.proposals_count IS 'How many proposals it has';
COMMENT ON COLUMN public.projects.search IS 'The words by which it is found';
COMMENT ON COLUMN public.projects.created_at IS 'When it was written';
COMMENT ON COLUMN public.projects.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.projects.revision IS 'Which version it is, from 1';
COMMENT ON COLUMN public.projects.city IS 'The city';
COMMENT ON COLUMN public.projects.state IS 'The state, two letters';
COMMENT ON COLUMN public.projects.work_mode IS 'on_site, hybrid or remote';
COMMENT ON COLUMN public.projects.starts_on IS 'When work is to begin';
COMMENT ON COLUMN public.projects.city_key IS 'The place as a key: city and state in small letters without accents';
COMMENT ON COLUMN public.projects.files_count IS 'How many files it has';
COMMENT ON COLUMN public.projects.technologies IS 'Technologies asked for, by slug';
COMMENT ON COLUMN public.projects.technology_levels IS 'The least level of a technology that is asked for, by slug, where one is';
COMMENT ON COLUMN public.projects.scope IS 'The model it follows, its version, and the answers to it';
COMMENT ON COLUMN public.projects.scope_clarity IS 'How much of what the model asks has been answered, in percent';
CREATE INDEX projects_city_idx ON public.projects USING btree (state, city_key, created_at DESC, id DESC) WHERE ((status = 'open'::text) AND (city_key IS NOT NULL));
CREATE INDEX projects_company_id_idx ON public.projects USING btree (company_id);
CREATE INDEX projects_created_at_idx ON public.projects USING btree (created_at DESC, id DESC);
CREATE INDEX projects_dearest_idx ON public.projects USING btree (budget_max_cents DESC NULLS LAST, created_at DESC, id DESC) WHERE (status = 'open'::text);
CREATE INDEX projects_found_idx ON public.projects USING gin (search, skills) WITH (fastupdate='on', gin_pending_list_limit='256') WHERE (status = 'open'::text);
CREATE INDEX projects_least_sought_idx ON public.projects USING btree (proposals_count, created_at DESC, id DESC) WHERE (status = 'open'::text);
CREATE INDEX projects_newest_idx ON public.projects USING btree (status, created_at DESC, id DESC);
CREATE INDEX projects_of_company_idx ON public.projects USING btree (company_id, created_at DESC, id DESC) WHERE (status = 'open'::text);
CREATE INDEX projects_search_idx ON public.projects USING gin (search);
CREATE INDEX projects_soonest_idx ON public.projects USING btree (deadline_on, created_at DESC, id DESC) WHERE (status = 'open'::text);
CREATE INDEX projects_state_idx ON public.projects USING btree (state, created_at DESC, id DESC) WHERE (status = 'open'::text);
CREATE INDEX projects_technologies_idx ON public.projects USING gin (technologies) WITH (fastupdate='on', gin_pending_list_limit='256') WHERE (status = 'open'::text);
GRANT SELECT (id, number, company_id, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills, is_confidential, status, proposals_count, search, created_at, updated_at, revision, city, state, work_mode, starts_on, city_key, files_count, technologies, technology_levels, scope, scope_clarity) ON public.projects TO anon;
GRANT INSERT (id, company_id, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills, is_confidential, city, state, work_mode, starts_on, technologies, technology_levels, scope), SELECT (id, number, company_id, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills, is_confidential, status, proposals_count, search, created_at, updated_at, revision, city, state, work_mode, starts_on, city_key, files_count, technologies, technology_levels, scope, scope_clarity), UPDATE (title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills, is_confidential, city, state, work_mode, starts_on, technologies, technology_levels, scope) ON public.projects TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.projects TO service_role;
CREATE POLICY "everybody sees projects" ON public.projects FOR SELECT TO anon, authenticated
  USING (true);
CREATE POLICY "companies publish projects" ON public.projects FOR INSERT TO authenticated
  WITH CHECK ((company_id = ANY ((( SELECT private.parties('publish'::text) AS parties))::uuid[])) AND status = 'open'::text AND private.is_party_of(company_id, 'company'::text));
CREATE POLICY "companies edit their open projects" ON public.projects FOR UPDATE TO authenticated
  USING (status = 'open'::text AND private.owns_project(id, 'publish'::text))
  WITH CHECK (true);
CREATE POLICY "the server keeps projects" ON public.projects FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF title, description, category, budget, deadline, city ON public.projects FOR EACH ROW WHEN (NOT private.is_settled_line(new.title) OR NOT private.is_settled_text(new.description) OR NOT private.is_settled_line(new.category) OR NOT private.is_settled_line(new.budget) OR NOT private.is_settled_line(new.deadline) OR NOT private.is_settled_line(new.city)) EXECUTE FUNCTION private.settle_texts('title', 'description:text', 'category', 'budget', 'deadline', 'city');
CREATE TRIGGER announce_delete AFTER DELETE ON public.projects REFERENCING OLD TABLE AS erased FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write('id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.projects REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write('id');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON public.projects FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write('id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.projects REFERENCING OLD TABLE AS erased NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write('id');
CREATE TRIGGER check_owner BEFORE INSERT ON public.projects FOR EACH ROW EXECUTE FUNCTION private.check_owner();
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.projects FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('project');
CREATE TRIGGER count_arrivals AFTER INSERT ON public.projects REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.count_listed();
CREATE TRIGGER count_changes AFTER UPDATE ON public.projects FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.skills IS DISTINCT FROM new.skills OR old.state IS DISTINCT FROM new.state OR old.city_key IS DISTINCT FROM new.city_key OR old.city IS DISTINCT FROM new.city) EXECUTE FUNCTION private.recount_listed();
CREATE TRIGGER count_departures AFTER DELETE ON public.projects REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.count_listed();
CREATE TRIGGER end_invitations AFTER UPDATE OF status ON public.projects FOR EACH ROW WHEN (old.status = 'open'::text AND new.status <> 'open'::text) EXECUTE FUNCTION private.end_invitations_to_propose();
CREATE TRIGGER keep_arrivals AFTER INSERT ON public.projects REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.keep_arrival();
CREATE TRIGGER keep_next_revision AFTER UPDATE OF title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills, technologies, technology_levels, city, state, work_mode, starts_on, scope ON public.projects FOR EACH ROW WHEN (private.project_changes(old.*, new.*) <> '{}'::text[]) EXECUTE FUNCTION private.keep_revision();
CREATE TRIGGER keep_revision AFTER INSERT ON public.projects FOR EACH ROW EXECUTE FUNCTION private.keep_revision();
CREATE TRIGGER know_city BEFORE INSERT OR UPDATE OF city, state ON public.projects FOR EACH ROW WHEN (new.city IS NOT NULL AND new.state IS NOT NULL) EXECUTE FUNCTION private.know_project_city();
CREATE TRIGGER list_terms AFTER INSERT ON public.projects REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.list_terms();
CREATE TRIGGER measure AFTER INSERT ON public.projects REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.measure_projects();
CREATE TRIGGER prepare BEFORE INSERT OR UPDATE OF title, description, category, skills, technologies, technology_levels, city ON public.projects FOR EACH ROW EXECUTE FUNCTION private.prepare_project();
CREATE TRIGGER prepare_scope BEFORE INSERT OR UPDATE OF scope ON public.projects FOR EACH ROW EXECUTE FUNCTION private.prepare_scope();
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.projects FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');
CREATE TRIGGER relist_terms AFTER UPDATE ON public.projects FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.skills IS DISTINCT FROM new.skills OR old.technologies IS DISTINCT FROM new.technologies OR old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION private.relist_terms();
CREATE TRIGGER revise BEFORE UPDATE OF title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills, technologies, technology_levels, city, state, work_mode, starts_on, scope ON public.projects FOR EACH ROW EXECUTE FUNCTION private.number_revision();
CREATE TRIGGER settle_owner AFTER INSERT OR UPDATE OF is_confidential ON public.projects FOR EACH ROW EXECUTE FUNCTION private.settle_project_owner();
CREATE TRIGGER spread_technologies AFTER INSERT ON public.projects FOR EACH ROW WHEN (new.technologies <> '{}'::text[]) EXECUTE FUNCTION private.spread_project_technologies();
CREATE TRIGGER spread_technologies_anew AFTER UPDATE OF technologies, technology_levels ON public.projects FOR EACH ROW WHEN (old.technologies IS DISTINCT FROM new.technologies OR old.technology_levels IS DISTINCT FROM new.technology_levels) EXECUTE FUNCTION private.spread_project_technologies();
CREATE TRIGGER touch BEFORE UPDATE OF title, description, category, skills, technologies, technology_levels, budget, deadline, city, state, work_mode, starts_on, scope, status ON public.projects FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.proposal_notes (
  proposal_id uuid                     NOT NULL,
  company_id  uuid                     NOT NULL,
  note        text                     NOT NULL DEFAULT ''::text,
  shortlisted boolean                  NOT NULL DEFAULT false,
  updated_by  uuid,
  updated_at  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT proposal_notes_pkey PRIMARY KEY (proposal_id),
  CONSTRAINT proposal_notes_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT proposal_notes_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE CASCADE,
  CONSTRAINT proposal_notes_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT proposal_notes_note_bounded CHECK (length(note) <= 2000)
);
ALTER TABLE public.proposal_notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.proposal_notes FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.proposal_notes IS 'A company''s own notes on proposals; the professional never sees them';
COMMENT ON COLUMN public.proposal_notes.proposal_id IS 'The proposal it is of';
COMMENT ON COLUMN public.proposal_notes.company_id IS 'The company';
COMMENT ON COLUMN public.proposal_notes.note IS 'A note, in the words of who wrote it';
COMMENT ON COLUMN public.proposal_notes.shortlisted IS 'Whether it is among the best';
COMMENT ON COLUMN public.proposal_notes.updated_by IS 'Who wrote it last';
COMMENT ON COLUMN public.proposal_notes.updated_at IS 'When it last changed';
CREATE INDEX proposal_notes_company_id_idx ON public.proposal_notes USING btree (company_id);
CREATE INDEX proposal_notes_updated_by_idx ON public.proposal_notes USING btree (updated_by);
GRANT INSERT (proposal_id, note, shortlisted), SELECT (proposal_id, company_id, note, shortlisted, updated_by, updated_at), UPDATE (note, shortlisted) ON public.proposal_notes TO authenticated;
GRANT DELETE, SELECT ON public.proposal_notes TO service_role;
CREATE POLICY "a company's people read its notes" ON public.proposal_notes FOR SELECT TO authenticated
  USING (company_id = ANY ((( SELECT private.parties() AS parties))::uuid[]));
CREATE POLICY "a company's people note what was proposed to it" ON public.proposal_notes FOR INSERT TO authenticated
  WITH CHECK (company_id = ANY ((( SELECT private.parties('negotiate'::text) AS parties))::uuid[]));
CREATE POLICY "a company's people change its notes" ON public.proposal_notes FOR UPDATE TO authenticated
  USING (company_id = ANY ((( SELECT private.parties('negotiate'::text) AS parties))::uuid[]))
  WITH CHECK (company_id = ANY ((( SELECT private.parties('negotiate'::text) AS parties))::uuid[]));
CREATE POLICY "the server keeps notes" ON public.proposal_notes FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF note ON public.proposal_notes FOR EACH ROW WHEN (NOT private.is_settled_text(new.note)) EXECUTE FUNCTION private.settle_texts('note:text');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.proposal_notes FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('proposal_id');
CREATE TRIGGER sign_note BEFORE INSERT OR UPDATE ON public.proposal_notes FOR EACH ROW EXECUTE FUNCTION private.sign_note();

CREATE TABLE public.proposal_terms (
  proposal_id   uuid                     NOT NULL,
  number        integer                  NOT NULL,
  author        text                     NOT NULL,
  state         text                     NOT NULL,
  value_cents   bigint                   NOT NULL,
  value         numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  travel_cents  bigint                   NOT NULL,
  travel        numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((travel_cents::numeric / 100.0)) STORED,
  milestones    jsonb                    NOT NULL,
  deadline_days integer,
  valid_until   date                     NOT NULL,
  assumptions   text,
  exclusions    text,
  note          text,
  created_at    timestamp with time zone NOT NULL DEFAULT now(),
  answered_at   timestamp with time zone,
  CONSTRAINT proposal_terms_pkey PRIMARY KEY (proposal_id, number),
  CONSTRAINT proposal_terms_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE CASCADE,
  CONSTRAINT proposal_terms_answer_told CHECK ((answered_at IS NULL) = (state = 'offered'::text OR author = 'professional'::text)),
  CONSTRAINT proposal_terms_author_known CHECK (author = ANY (ARRAY['company'::text, 'professional'::text])),
  CONSTRAINT proposal_terms_note_bounded CHECK (btrim(note) <> ''::text AND length(note) <= 1000),
  CONSTRAINT proposal_terms_number_positive CHECK (number > 0),
  CONSTRAINT proposal_terms_offer_of_company CHECK (author = 'company'::text OR (state = ANY (ARRAY['current'::text, 'superseded'::text]))),
  CONSTRAINT proposal_terms_state_known CHECK (state = ANY (ARRAY['current'::text, 'superseded'::text, 'offered'::text, 'declined'::text, 'withdrawn'::text]))
);
ALTER TABLE public.proposal_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.proposal_terms FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.proposal_terms IS 'The rounds of a negotiation: what each side offered';
COMMENT ON COLUMN public.proposal_terms.proposal_id IS 'The proposal it is of';
COMMENT ON COLUMN public.proposal_terms.number IS 'Which round it is, from 1';
COMMENT ON COLUMN public.proposal_terms.author IS 'Which side wrote it: company or professional';
COMMENT ON COLUMN public.proposal_terms.state IS 'current, superseded, offered, declined or withdrawn';
COMMENT ON COLUMN public.proposal_terms.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.proposal_terms.value IS 'Its value in reais';
COMMENT ON COLUMN public.proposal_terms.travel_cents IS 'Travel costs in centavos';
COMMENT ON COLUMN public.proposal_terms.travel IS 'Travel costs in reais';
COMMENT ON COLUMN public.proposal_terms.milestones IS 'Its parts with values in centavos, in order';
COMMENT ON COLUMN public.proposal_terms.deadline_days IS 'Days from the start to the end';
COMMENT ON COLUMN public.proposal_terms.valid_until IS 'Until which day it is good';
COMMENT ON COLUMN public.proposal_terms.assumptions IS 'What it rests on';
COMMENT ON COLUMN public.proposal_terms.exclusions IS 'What it leaves out';
COMMENT ON COLUMN public.proposal_terms.note IS 'A note, in the words of who wrote it';
COMMENT ON COLUMN public.proposal_terms.created_at IS 'When it was written';
COMMENT ON COLUMN public.proposal_terms.answered_at IS 'When it was answered';
CREATE UNIQUE INDEX proposal_terms_one_current ON public.proposal_terms USING btree (proposal_id) WHERE (state = 'current'::text);
CREATE UNIQUE INDEX proposal_terms_one_offer ON public.proposal_terms USING btree (proposal_id) WHERE (state = 'offered'::text);
GRANT SELECT (proposal_id, number, author, state, value_cents, value, travel_cents, travel, milestones, deadline_days, valid_until, assumptions, exclusions, note, created_at, answered_at) ON public.proposal_terms TO authenticated;
GRANT INSERT, SELECT, UPDATE ON public.proposal_terms TO service_role;
CREATE POLICY "who reads a proposal reads its terms" ON public.proposal_terms FOR SELECT TO authenticated
  USING ((proposal_id IN ( SELECT p.id FROM public.proposals p)));
CREATE POLICY "the server keeps the terms of proposals" ON public.proposal_terms FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF assumptions, exclusions, note, milestones ON public.proposal_terms FOR EACH ROW WHEN (NOT private.is_settled_text(new.assumptions) OR NOT private.is_settled_text(new.exclusions) OR NOT private.is_settled_text(new.note) OR new.milestones <> '[]'::jsonb) EXECUTE FUNCTION private.settle_texts('assumptions:text', 'exclusions:text', 'note:text', 'milestones:plan');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.proposal_terms FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('proposal_id', 'number');

CREATE TABLE public.proposals (
  id               uuid                     NOT NULL DEFAULT private.uuid_v7(),
  project_id       uuid                     NOT NULL,
  professional_id  uuid                     NOT NULL,
  value            numeric                  NOT NULL,
  cover_letter     text                     NOT NULL,
  status           text                     NOT NULL DEFAULT 'pending'::text,
  created_at       timestamp with time zone NOT NULL DEFAULT now(),
  updated_at       timestamp with time zone NOT NULL DEFAULT now(),
  decline_reason   text,
  decided_at       timestamp with time zone,
  decline_cause    text,
  invites_new      boolean                  NOT NULL DEFAULT false,
  project_revision integer                  NOT NULL DEFAULT 1,
  value_cents      bigint                   NOT NULL GENERATED ALWAYS AS ((value * 100::numeric)::bigint) STORED,
  fee_basis_points integer                  NOT NULL DEFAULT 0,
  fee_percent      numeric(5,2)             NOT NULL GENERATED ALWAYS AS ((fee_basis_points::numeric / 100.0)) STORED,
  milestones       jsonb                    NOT NULL DEFAULT '[]'::jsonb,
  terms            integer                  NOT NULL DEFAULT 1,
  deadline_days    integer,
  valid_until      date                     NOT NULL DEFAULT private.usual_validity(),
  assumptions      text,
  exclusions       text,
  travel           numeric                  NOT NULL DEFAULT 0,
  travel_cents     bigint                   NOT NULL GENERATED ALWAYS AS ((travel * 100::numeric)::bigint) STORED,
  CONSTRAINT proposals_pkey PRIMARY KEY (id),
  CONSTRAINT proposals_professional_id_fkey FOREIGN KEY (professional_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT proposals_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE RESTRICT,
  CONSTRAINT proposals_assumptions_bounded CHECK (btrim(assumptions) <> ''::text AND length(assumptions) <= 5000),
  CONSTRAINT proposals_cover_letter_filled CHECK (btrim(cover_letter) <> ''::text AND length(cover_letter) <= 10000),
  CONSTRAINT proposals_deadline_days_range CHECK (deadline_days >= 1 AND deadline_days <= 1000),
  CONSTRAINT proposals_decline_cause_declined CHECK (status = 'declined'::text OR decline_cause IS NULL AND NOT invites_new),
  CONSTRAINT proposals_decline_cause_known CHECK (decline_cause = ANY (ARRAY['company'::text, 'other_chosen'::text, 'project_closed'::text])),
  CONSTRAINT proposals_decline_reason_bounded CHECK (btrim(decline_reason) <> ''::text AND length(decline_reason) <= 1000),
  CONSTRAINT proposals_decline_reason_declined CHECK (decline_reason IS NULL OR status = 'declined'::text),
  CONSTRAINT proposals_exclusions_bounded CHECK (btrim(exclusions) <> ''::text AND length(exclusions) <= 5000),
  CONSTRAINT proposals_fee_range CHECK (fee_basis_points >= 0 AND fee_basis_points <= 5000),
  CONSTRAINT proposals_milestones_list CHECK (jsonb_typeof(milestones) = 'array'::text),
  CONSTRAINT proposals_revision_positive CHECK (project_revision > 0),
  CONSTRAINT proposals_status_known CHECK (status = ANY (ARRAY['pending'::text, 'waiting'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'ended'::text, 'expired'::text])),
  CONSTRAINT proposals_terms_positive CHECK (terms > 0),
  CONSTRAINT proposals_travel_in_cents CHECK (scale(trim_scale(travel)) <= 2),
  CONSTRAINT proposals_travel_range CHECK (travel >= 0::numeric AND travel <= 999999999.99),
  CONSTRAINT proposals_value_in_cents CHECK (scale(trim_scale(value)) <= 2),
  CONSTRAINT proposals_value_positive CHECK (value > 0::numeric AND value <= 999999999.99)
);
ALTER TABLE public.proposals ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.proposals FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.proposals IS 'What professionals offer for a project';
COMMENT ON COLUMN public.proposals.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.proposals.project_id IS 'The project it is of';
COMMENT ON COLUMN public.proposals.professional_id IS 'The professional';
COMMENT ON COLUMN public.proposals.value IS 'Its value in reais';
COMMENT ON COLUMN public.proposals.cover_letter IS 'The letter';
COMMENT ON COLUMN public.proposals.status IS 'pending, waiting, accepted, declined, withdrawn, ended or expired';
COMMENT ON COLUMN public.proposals.created_at IS 'When it was written';
COMMENT ON COLUMN public.proposals.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.proposals.decline_reason IS 'Why it was declined, in words';
COMMENT ON COLUMN public.proposals.decided_at IS 'When it was decided';
COMMENT ON COLUMN public.proposals.decline_cause IS 'What led to its being declined: company, other_chosen or project_closed';
COMMENT ON COLUMN public.proposals.invites_new IS 'Whether a better one is welcome';
COMMENT ON COLUMN public.proposals.project_revision IS 'The version of the project it was written for';
COMMENT ON COLUMN public.proposals.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.proposals.fee_basis_points IS 'The platform''s fee in hundredths of a percent';
COMMENT ON COLUMN public.proposals.fee_percent IS 'The platform''s fee in percent';
COMMENT ON COLUMN public.proposals.milestones IS 'Its parts with values in centavos, in order';
COMMENT ON COLUMN public.proposals.terms IS 'Which round of terms it stands at';
COMMENT ON COLUMN public.proposals.deadline_days IS 'Days from the start to the end';
COMMENT ON COLUMN public.proposals.valid_until IS 'Until which day it is good';
COMMENT ON COLUMN public.proposals.assumptions IS 'What it rests on';
COMMENT ON COLUMN public.proposals.exclusions IS 'What it leaves out';
COMMENT ON COLUMN public.proposals.travel IS 'Travel costs in reais';
COMMENT ON COLUMN public.proposals.travel_cents IS 'Travel costs in centavos';
CREATE INDEX proposals_created_at_idx ON public.proposals USING btree (created_at);
CREATE INDEX proposals_expiring_idx ON public.proposals USING btree (valid_until) WHERE (status = ANY (ARRAY['pending'::text, 'waiting'::text]));
CREATE INDEX proposals_of_party_idx ON public.proposals USING btree (project_id, professional_id);
CREATE UNIQUE INDEX proposals_one_accepted ON public.proposals USING btree (project_id) WHERE (status = 'accepted'::text);
CREATE UNIQUE INDEX proposals_one_live ON public.proposals USING btree (project_id, professional_id) WHERE (status = ANY (ARRAY['pending'::text, 'waiting'::text, 'accepted'::text]));
CREATE INDEX proposals_professional_id_idx ON public.proposals USING btree (professional_id, created_at DESC);
CREATE INDEX proposals_project_id_idx ON public.proposals USING btree (project_id, created_at DESC);
GRANT INSERT (id, project_id, professional_id, value, cover_letter, status, milestones, deadline_days, valid_until, assumptions, exclusions, travel), SELECT (id, project_id, professional_id, value, cover_letter, status, created_at, updated_at, decline_reason, decided_at, decline_cause, invites_new, project_revision, value_cents, fee_basis_points, fee_percent, milestones, terms, deadline_days, valid_until, assumptions, exclusions, travel, travel_cents) ON public.proposals TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.proposals TO service_role;
CREATE POLICY "administrators see every proposal" ON public.proposals FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "companies see proposals for their projects" ON public.proposals FOR SELECT TO authenticated
  USING ((EXISTS ( SELECT FROM public.project_owners o WHERE o.project_id = proposals.project_id AND (o.company_id = ANY ((( SELECT private.parties() AS parties))::uuid[])))));
CREATE POLICY "professionals see their proposals" ON public.proposals FOR SELECT TO authenticated
  USING (professional_id = ANY ((( SELECT private.parties() AS parties))::uuid[]));
CREATE POLICY "professionals send proposals" ON public.proposals FOR INSERT TO authenticated
  WITH CHECK ((professional_id = ANY ((( SELECT private.parties('negotiate'::text) AS parties))::uuid[])) AND status = 'pending'::text AND private.is_party_of(professional_id, 'professional'::text));
CREATE POLICY "the server keeps proposals" ON public.proposals FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_check_amounts BEFORE INSERT OR UPDATE OF value, travel ON public.proposals FOR EACH ROW EXECUTE FUNCTION private.check_amounts();
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF cover_letter, decline_reason, assumptions, exclusions, milestones ON public.proposals FOR EACH ROW WHEN (NOT private.is_settled_text(new.cover_letter) OR NOT private.is_settled_text(new.decline_reason) OR NOT private.is_settled_text(new.assumptions) OR NOT private.is_settled_text(new.exclusions) OR new.milestones <> '[]'::jsonb) EXECUTE FUNCTION private.settle_texts('cover_letter:text', 'decline_reason:text', 'assumptions:text', 'exclusions:text', 'milestones:plan');
CREATE TRIGGER a_prepare_terms BEFORE INSERT OR UPDATE OF valid_until, assumptions, exclusions ON public.proposals FOR EACH ROW EXECUTE FUNCTION private.prepare_terms();
CREATE TRIGGER check_first BEFORE INSERT ON public.proposals FOR EACH ROW EXECUTE FUNCTION private.check_proposal();
CREATE TRIGGER check_milestones BEFORE INSERT OR UPDATE OF milestones, value ON public.proposals FOR EACH ROW EXECUTE FUNCTION private.check_milestones();
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.proposals FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('proposal');
CREATE TRIGGER count_for_project AFTER INSERT OR DELETE ON public.proposals FOR EACH ROW EXECUTE FUNCTION private.count_proposals();
CREATE TRIGGER count_withdrawn AFTER UPDATE OF status ON public.proposals FOR EACH ROW WHEN ((old.status = 'withdrawn'::text) <> (new.status = 'withdrawn'::text)) EXECUTE FUNCTION private.count_proposals();
CREATE TRIGGER end_offers AFTER UPDATE OF status ON public.proposals FOR EACH ROW WHEN (new.status <> 'pending'::text AND new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.end_offers();
CREATE TRIGGER keep_terms AFTER INSERT ON public.proposals FOR EACH ROW EXECUTE FUNCTION private.keep_terms();
CREATE TRIGGER measure AFTER INSERT ON public.proposals REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.measure_proposals();
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.proposals FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');
CREATE TRIGGER touch BEFORE UPDATE ON public.proposals FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.push_subscriptions (
  id           uuid                     NOT NULL DEFAULT private.uuid_v7(),
  profile_id   uuid                     NOT NULL,
  session_id   uuid                     NOT NULL,
  endpoint     text                     NOT NULL,
  p256dh       text                     NOT NULL,
  auth_secret  text                     NOT NULL,
  user_agent   text                     NOT NULL DEFAULT ''::text,
  created_at   timestamp with time zone NOT NULL DEFAULT now(),
  succeeded_at timestamp with time zone,
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint),
  CONSTRAINT push_subscriptions_session_key UNIQUE (session_id),
  CONSTRAINT push_subscriptions_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  CONSTRAINT push_subscriptions_bounded CHECK (length(endpoint) >= 10 AND length(endpoint) <= 1000 AND length(p256dh) >= 80 AND length(p256dh) <= 100 AND length(auth_secret) >= 20 AND length(auth_secret) <= 30 AND length(user_agent) <= 400)
);
ALTER TABLE public.push_subscriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.push_subscriptions FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.push_subscriptions IS 'Devices of a person that are told by Web Push';
COMMENT ON COLUMN public.push_subscriptions.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.push_subscriptions.profile_id IS 'The profile it is of';
COMMENT ON COLUMN public.push_subscriptions.session_id IS 'The session of the device';
COMMENT ON COLUMN public.push_subscriptions.endpoint IS 'Where the push service takes it';
COMMENT ON COLUMN public.push_subscriptions.p256dh IS 'The device''s public key';
COMMENT ON COLUMN public.push_subscriptions.auth_secret IS 'The device''s secret';
COMMENT ON COLUMN public.push_subscriptions.user_agent IS 'What the browser calls itself';
COMMENT ON COLUMN public.push_subscriptions.created_at IS 'When it was written';
COMMENT ON COLUMN public.push_subscriptions.succeeded_at IS 'When it was last reached';
CREATE INDEX push_subscriptions_profile_id_idx ON public.push_subscriptions USING btree (profile_id);
GRANT SELECT (id, user_agent, created_at, succeeded_at) ON public.push_subscriptions TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.push_subscriptions TO service_role;
CREATE POLICY "people see the devices they are told on" ON public.push_subscriptions FOR SELECT TO authenticated
  USING (profile_id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "the server keeps devices" ON public.push_subscriptions FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE public.receivers (
  party_id       uuid                     NOT NULL,
  institution    text                     NOT NULL,
  status         text                     NOT NULL,
  onboarding_url text,
  updated_at     timestamp with time zone NOT NULL DEFAULT now(),
  reason         text,
  CONSTRAINT receivers_pkey PRIMARY KEY (party_id),
  CONSTRAINT receivers_party_id_fkey FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT receivers_onboarding_url_form CHECK (onboarding_url ~ '^https?://[^\s\\@]+$'::text),
  CONSTRAINT receivers_reason_bounded CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  CONSTRAINT receivers_status_known CHECK (status = ANY (ARRAY['pending'::text, 'reviewing'::text, 'approved'::text, 'rejected'::text])),
  CONSTRAINT receivers_texts_bounded CHECK (length(institution) <= 200 AND length(onboarding_url) <= 2000)
);
ALTER TABLE public.receivers ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.receivers FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.receivers IS 'Whether a professional can be paid by the payment institution';
COMMENT ON COLUMN public.receivers.party_id IS 'The party (a profile that makes deals) it is of';
COMMENT ON COLUMN public.receivers.institution IS 'The payment institution';
COMMENT ON COLUMN public.receivers.status IS 'pending, reviewing, approved or rejected';
COMMENT ON COLUMN public.receivers.onboarding_url IS 'Where the registration is finished';
COMMENT ON COLUMN public.receivers.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.receivers.reason IS 'Why, in the words of who did it';
GRANT SELECT (party_id, institution, status, onboarding_url, updated_at, reason) ON public.receivers TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.receivers TO service_role;
CREATE POLICY "a party's people read how far its account is" ON public.receivers FOR SELECT TO authenticated
  USING (party_id = ANY ((( SELECT private.parties() AS parties))::uuid[]));
CREATE POLICY "administrators read every receiver" ON public.receivers FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "the server keeps receivers" ON public.receivers FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.receivers FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('party_id');

CREATE TABLE public.reconciliation_differences (
  id           uuid                     NOT NULL DEFAULT private.uuid_v7(),
  kind         text                     NOT NULL,
  reference    text                     NOT NULL,
  charge_id    uuid,
  detail       text                     NOT NULL DEFAULT ''::text,
  found_at     timestamp with time zone NOT NULL DEFAULT now(),
  seen_at      timestamp with time zone NOT NULL DEFAULT now(),
  resolved_at  timestamp with time zone,
  ours_cents   bigint,
  theirs_cents bigint,
  handled_at   timestamp with time zone,
  handled_by   uuid,
  handling     text,
  CONSTRAINT reconciliation_differences_pkey PRIMARY KEY (id),
  CONSTRAINT reconciliation_differences_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES public.charges(id) ON DELETE RESTRICT,
  CONSTRAINT reconciliation_differences_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT reconciliation_differences_bounded CHECK (length(reference) <= 300 AND length(detail) <= 1000),
  CONSTRAINT reconciliation_differences_handling_filled CHECK (btrim(handling) <> ''::text AND length(handling) <= 1000),
  CONSTRAINT reconciliation_differences_handling_told CHECK ((handled_at IS NULL) = (handled_by IS NULL) AND (handled_at IS NULL) = (handling IS NULL)),
  CONSTRAINT reconciliation_differences_kind_known CHECK (kind = ANY (ARRAY['unknown_charge'::text, 'unknown_event'::text, 'value_differs'::text, 'payment_returning'::text, 'refund_unordered'::text, 'refund_missing'::text, 'release_missing'::text, 'release_unordered'::text, 'order_refused'::text, 'charge_missing'::text, 'contested_unknown'::text]))
);
ALTER TABLE public.reconciliation_differences ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.reconciliation_differences FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.reconciliation_differences IS 'Where the ledger and the payment institution differ, for administrators';
COMMENT ON COLUMN public.reconciliation_differences.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.reconciliation_differences.kind IS 'Of which kind it is';
COMMENT ON COLUMN public.reconciliation_differences.reference IS 'What it is called by the payment institution';
COMMENT ON COLUMN public.reconciliation_differences.charge_id IS 'The charge it is of';
COMMENT ON COLUMN public.reconciliation_differences.detail IS 'What differs';
COMMENT ON COLUMN public.reconciliation_differences.found_at IS 'When it was found';
COMMENT ON COLUMN public.reconciliation_differences.seen_at IS 'When it was last found';
COMMENT ON COLUMN public.reconciliation_differences.resolved_at IS 'When it was no longer found';
COMMENT ON COLUMN public.reconciliation_differences.ours_cents IS 'What the ledger has, in centavos';
COMMENT ON COLUMN public.reconciliation_differences.theirs_cents IS 'What the payment institution has, in centavos';
COMMENT ON COLUMN public.reconciliation_differences.handled_at IS 'When somebody dealt with it';
COMMENT ON COLUMN public.reconciliation_differences.handled_by IS 'Who dealt with it';
COMMENT ON COLUMN public.reconciliation_differences.handling IS 'What was done';
CREATE INDEX reconciliation_differences_charge_id_idx ON public.reconciliation_differences USING btree (charge_id) WHERE (charge_id IS NOT NULL);
CREATE INDEX reconciliation_differences_found_idx ON public.reconciliation_differences USING btree (found_at DESC, id DESC);
CREATE INDEX reconciliation_differences_handled_by_idx ON public.reconciliation_differences USING btree (handled_by) WHERE (handled_by IS NOT NULL);
CREATE UNIQUE INDEX reconciliation_differences_open ON public.reconciliation_differences USING btree (kind, reference) WHERE (resolved_at IS NULL);
CREATE INDEX reconciliation_differences_waiting_idx ON public.reconciliation_differences USING btree (found_at DESC, id DESC) WHERE ((resolved_at IS NULL) AND (handled_at IS NULL));
GRANT SELECT (id, kind, reference, charge_id, detail, found_at, seen_at, resolved_at, ours_cents, theirs_cents, handled_at, handled_by, handling) ON public.reconciliation_differences TO authenticated;
GRANT INSERT, SELECT, UPDATE ON public.reconciliation_differences TO service_role;
CREATE POLICY "administrators read where money differs" ON public.reconciliation_differences FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "the server keeps differences" ON public.reconciliation_differences FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF handling ON public.reconciliation_differences FOR EACH ROW WHEN (NOT private.is_settled_text(new.handling)) EXECUTE FUNCTION private.settle_texts('handling:text');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.reconciliation_differences FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.registrations (
  user_id    uuid                     NOT NULL,
  email      text                     NOT NULL,
  name       text                     NOT NULL,
  role       text,
  skills     text[]                   NOT NULL DEFAULT '{}'::text[],
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT registrations_pkey PRIMARY KEY (user_id),
  CONSTRAINT registrations_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT registrations_email_bounded CHECK (length(email) >= 3 AND length(email) <= 255),
  CONSTRAINT registrations_name_bounded CHECK (length(name) <= 120),
  CONSTRAINT registrations_role_known CHECK (role = ANY (ARRAY['professional'::text, 'company'::text])),
  CONSTRAINT registrations_skills_max CHECK (cardinality(skills) <= 5)
);
ALTER TABLE public.registrations ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.registrations FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.registrations IS 'Sign-ups that lack the document and the acceptance of the terms
Their owners have no profile yet, and may do nothing else before they complete them.';
COMMENT ON COLUMN public.registrations.user_id IS 'Who signed up';
COMMENT ON COLUMN public.registrations.email IS 'E-mail address';
COMMENT ON COLUMN public.registrations.name IS 'The name given, or empty';
COMMENT ON COLUMN public.registrations.role IS 'professional or company, where it is known';
COMMENT ON COLUMN public.registrations.skills IS 'Skills, by slug';
COMMENT ON COLUMN public.registrations.created_at IS 'When it was written';
CREATE INDEX registrations_created_at_idx ON public.registrations USING btree (created_at DESC, user_id DESC);
GRANT SELECT (user_id, email, name, role, skills, created_at) ON public.registrations TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.registrations TO service_role;
CREATE POLICY "administrators read every registration" ON public.registrations FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "owners read their registration" ON public.registrations FOR SELECT TO authenticated
  USING (user_id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "the server keeps registrations" ON public.registrations FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.registrations FOR EACH ROW WHEN (NOT private.is_settled_line(new.name)) EXECUTE FUNCTION private.settle_texts('name');

CREATE TABLE public.reports (
  id           uuid                     NOT NULL DEFAULT private.uuid_v7(),
  number       bigint                   NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind         text                     NOT NULL,
  subject_id   uuid                     NOT NULL,
  profile_id   uuid,
  excerpt      text                     NOT NULL,
  reason       text                     NOT NULL,
  details      text                     NOT NULL DEFAULT ''::text,
  reporter_id  uuid,
  reporter_key bytea                    NOT NULL,
  status       text                     NOT NULL DEFAULT 'open'::text,
  decision     text,
  decided_by   uuid,
  decided_at   timestamp with time zone,
  created_at   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT reports_pkey PRIMARY KEY (id),
  CONSTRAINT reports_number_key UNIQUE (number),
  CONSTRAINT reports_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT reports_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT reports_decision_told CHECK ((status = 'open'::text) = (decided_at IS NULL) AND (status = 'open'::text) = (decision IS NULL)),
  CONSTRAINT reports_kind_known CHECK (kind = ANY (ARRAY['profile'::text, 'project'::text, 'message'::text])),
  CONSTRAINT reports_reason_known CHECK (reason = ANY (ARRAY['fraud'::text, 'spam'::text, 'offensive'::text, 'contact'::text, 'false_information'::text, 'other'::text])),
  CONSTRAINT reports_reporter_key_hash CHECK (octet_length(reporter_key) = 32),
  CONSTRAINT reports_status_known CHECK (status = ANY (ARRAY['open'::text, 'upheld'::text, 'dismissed'::text])),
  CONSTRAINT reports_texts_bounded CHECK (length(excerpt) <= 500 AND length(details) <= 2000 AND length(decision) <= 2000)
);
ALTER TABLE public.reports ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.reports FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.reports IS 'Reports of profiles, projects and other contents, and what administrators decided';
COMMENT ON COLUMN public.reports.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.reports.number IS 'Its number, written on the receipt';
COMMENT ON COLUMN public.reports.kind IS 'Of which kind what is reported is';
COMMENT ON COLUMN public.reports.subject_id IS 'What it is about';
COMMENT ON COLUMN public.reports.profile_id IS 'Who answers for what is reported';
COMMENT ON COLUMN public.reports.excerpt IS 'What was reported, as it was';
COMMENT ON COLUMN public.reports.reason IS 'Why, in the words of who did it';
COMMENT ON COLUMN public.reports.details IS 'More about it';
COMMENT ON COLUMN public.reports.reporter_id IS 'Who reported it; null is a visitor';
COMMENT ON COLUMN public.reports.reporter_key IS 'What tells one visitor from another, sealed';
COMMENT ON COLUMN public.reports.status IS 'open, upheld or dismissed';
COMMENT ON COLUMN public.reports.decision IS 'What was decided, in words';
COMMENT ON COLUMN public.reports.decided_by IS 'Who decided';
COMMENT ON COLUMN public.reports.decided_at IS 'When it was decided';
COMMENT ON COLUMN public.reports.created_at IS 'When it was written';
CREATE INDEX reports_decided_by_idx ON public.reports USING btree (decided_by);
CREATE INDEX reports_key_idx ON public.reports USING btree (reporter_key, created_at);
CREATE INDEX reports_profile_id_idx ON public.reports USING btree (profile_id);
CREATE INDEX reports_queue_idx ON public.reports USING btree (status, created_at DESC, id DESC);
CREATE INDEX reports_reporter_id_idx ON public.reports USING btree (reporter_id);
GRANT SELECT (id, number, kind, subject_id, profile_id, excerpt, reason, details, reporter_id, status, decision, decided_by, decided_at, created_at) ON public.reports TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.reports TO service_role;
CREATE POLICY "administrators read reports" ON public.reports FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "the server keeps reports" ON public.reports FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF details, decision ON public.reports FOR EACH ROW WHEN (NOT private.is_settled_text(new.details) OR NOT private.is_settled_text(new.decision)) EXECUTE FUNCTION private.settle_texts('details:text', 'decision:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.reports FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('report');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.reports FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.reviews (
  id           uuid                     NOT NULL DEFAULT private.uuid_v7(),
  contract_id  uuid                     NOT NULL,
  author_id    uuid                     NOT NULL,
  subject_id   uuid                     NOT NULL,
  rating       smallint                 NOT NULL,
  content      text                     NOT NULL,
  answer       text,
  answered_at  timestamp with time zone,
  published_at timestamp with time zone NOT NULL,
  counted      boolean                  NOT NULL DEFAULT false,
  created_at   timestamp with time zone NOT NULL DEFAULT now(),
  withheld     boolean                  NOT NULL DEFAULT false,
  axes         jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT reviews_pkey PRIMARY KEY (id),
  CONSTRAINT reviews_contract_id_author_id_key UNIQUE (contract_id, author_id),
  CONSTRAINT reviews_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT reviews_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT reviews_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT reviews_answer_filled CHECK (answer ~ '[^[:space:]]'::text AND length(answer) <= 3000),
  CONSTRAINT reviews_answer_told CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CONSTRAINT reviews_axes_of_one_side CHECK (
CASE jsonb_typeof(axes)
    WHEN 'object'::text THEN (axes - private.review_axes(true)) = '{}'::jsonb OR (axes - private.review_axes(false)) = '{}'::jsonb
    ELSE false
END),
  CONSTRAINT reviews_axes_rated CHECK (
CASE jsonb_typeof(axes)
    WHEN 'object'::text THEN jsonb_path_query_array(axes, '$.*'::jsonpath) <@ '[null, 1, 2, 3, 4, 5]'::jsonb
    ELSE false
END),
  CONSTRAINT reviews_content_filled CHECK (content ~ '[^[:space:]]'::text AND length(content) <= 3000),
  CONSTRAINT reviews_rating_range CHECK (rating >= 1 AND rating <= 5),
  CONSTRAINT reviews_two_people CHECK (author_id <> subject_id)
);
ALTER TABLE public.reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.reviews FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.reviews IS 'What one side of a finished contract says of the other';
COMMENT ON COLUMN public.reviews.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.reviews.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.reviews.author_id IS 'Who wrote it';
COMMENT ON COLUMN public.reviews.subject_id IS 'Who is reviewed';
COMMENT ON COLUMN public.reviews.rating IS '1 to 5';
COMMENT ON COLUMN public.reviews.content IS 'What it says';
COMMENT ON COLUMN public.reviews.answer IS 'The answer';
COMMENT ON COLUMN public.reviews.answered_at IS 'When it was answered';
COMMENT ON COLUMN public.reviews.published_at IS 'When it is shown';
COMMENT ON COLUMN public.reviews.counted IS 'Whether it counts in the mean';
COMMENT ON COLUMN public.reviews.created_at IS 'When it was written';
COMMENT ON COLUMN public.reviews.withheld IS 'Whether it is hidden because its author is blocked';
COMMENT ON COLUMN public.reviews.axes IS 'What was given for each axis, 1 to 5';
CREATE INDEX reviews_author_id_idx ON public.reviews USING btree (author_id, created_at DESC);
CREATE INDEX reviews_due_idx ON public.reviews USING btree (published_at) WHERE (NOT counted);
CREATE INDEX reviews_subject_id_idx ON public.reviews USING btree (subject_id, published_at DESC);
GRANT SELECT (id, contract_id, author_id, subject_id, rating, content, answer, answered_at, published_at, counted, created_at, withheld, axes) ON public.reviews TO anon;
GRANT INSERT (id, contract_id, author_id, rating, content, axes), SELECT (id, contract_id, author_id, subject_id, rating, content, answer, answered_at, published_at, counted, created_at, withheld, axes), UPDATE (answer) ON public.reviews TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.reviews TO service_role;
CREATE POLICY "authors read their reviews" ON public.reviews FOR SELECT TO authenticated
  USING (author_id = ANY ((( SELECT private.parties() AS parties))::uuid[]));
CREATE POLICY "everybody reads published reviews" ON public.reviews FOR SELECT TO anon, authenticated
  USING (published_at <= now() AND NOT withheld);
CREATE POLICY "both sides review a completed contract" ON public.reviews FOR INSERT TO authenticated
  WITH CHECK (author_id = ANY ((( SELECT private.parties('negotiate'::text) AS parties))::uuid[]));
CREATE POLICY "subjects answer a review once" ON public.reviews FOR UPDATE TO authenticated
  USING ((subject_id = ANY ((( SELECT private.parties('negotiate'::text) AS parties))::uuid[])) AND answer IS NULL AND published_at <= now())
  WITH CHECK ((subject_id = ANY ((( SELECT private.parties('negotiate'::text) AS parties))::uuid[])) AND answer IS NOT NULL);
CREATE POLICY "the server keeps reviews" ON public.reviews FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF content, answer ON public.reviews FOR EACH ROW WHEN (NOT private.is_settled_text(new.content) OR NOT private.is_settled_text(new.answer)) EXECUTE FUNCTION private.settle_texts('content:text', 'answer:text');
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.reviews FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();
CREATE TRIGGER date_answer BEFORE UPDATE OF answer ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.date_answer();
CREATE TRIGGER prepare BEFORE INSERT ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.prepare_review();
CREATE TRIGGER rate_axes BEFORE INSERT OR UPDATE OF axes ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.rate_axes();
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');
CREATE TRIGGER settle AFTER INSERT ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.settle_review();

CREATE TABLE public.saved_searches (
  id               uuid                     NOT NULL DEFAULT private.uuid_v7(),
  person_id        uuid                     NOT NULL DEFAULT auth.uid(),
  kind             text                     NOT NULL,
  name             text                     NOT NULL DEFAULT ''::text,
  query            jsonb                    NOT NULL,
  frequency        text                     NOT NULL DEFAULT 'daily'::text,
  last_sent_at     timestamp with time zone,
  created_at       timestamp with time zone NOT NULL DEFAULT now(),
  updated_at       timestamp with time zone NOT NULL DEFAULT now(),
  words            tsquery,
  skills           text[],
  technologies     text[],
  state            text,
  city_key         text,
  modes            text[],
  levels           text[],
  availability     text[],
  budget_min_cents bigint,
  budget_max_cents bigint,
  anchors          text[]                   NOT NULL,
  CONSTRAINT saved_searches_pkey PRIMARY KEY (id),
  CONSTRAINT saved_searches_query_key UNIQUE (person_id, kind, query),
  CONSTRAINT saved_searches_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT saved_searches_anchored CHECK (cardinality(anchors) > 0),
  CONSTRAINT saved_searches_frequency_known CHECK (frequency = ANY (ARRAY['at_once'::text, 'daily'::text, 'weekly'::text, 'never'::text])),
  CONSTRAINT saved_searches_kind_known CHECK (kind = ANY (ARRAY['projects'::text, 'professionals'::text])),
  CONSTRAINT saved_searches_name_bounded CHECK (btrim(name) <> ''::text AND length(name) <= 80),
  CONSTRAINT saved_searches_query_bounded CHECK (octet_length(query::text) <= 2000)
);
ALTER TABLE public.saved_searches ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.saved_searches FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.saved_searches IS 'A search of a directory that a person saved, to be told of what arrives and fits';
COMMENT ON COLUMN public.saved_searches.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.saved_searches.person_id IS 'Who saved it';
COMMENT ON COLUMN public.saved_searches.kind IS 'The directory: projects or professionals';
COMMENT ON COLUMN public.saved_searches.name IS 'What the person calls it; made of its filters if they give no name';
COMMENT ON COLUMN public.saved_searches.query IS 'The filters, by their names in the directory''s address: q, habilidade, tecnologia, estado, cidade, modalidade, nivel, and orcamento (projects) or disponibilidade (professionals)';
COMMENT ON COLUMN public.saved_searches.frequency IS 'When the person is told: at_once, daily, weekly or never';
COMMENT ON COLUMN public.saved_searches.last_sent_at IS 'When its person was last told of a result';
COMMENT ON COLUMN public.saved_searches.created_at IS 'When it was saved';
COMMENT ON COLUMN public.saved_searches.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.saved_searches.words IS 'The words, as the directory asks for them';
COMMENT ON COLUMN public.saved_searches.skills IS 'The skills, by slug, of which a result has one';
COMMENT ON COLUMN public.saved_searches.technologies IS 'The technologies, by slug, of which a result has one';
COMMENT ON COLUMN public.saved_searches.state IS 'The state, two letters';
COMMENT ON COLUMN public.saved_searches.city_key IS 'The city of that state, as a key';
COMMENT ON COLUMN public.saved_searches.modes IS 'The modes of work, of which a result has one';
COMMENT ON COLUMN public.saved_searches.levels IS 'The levels of experience, of which a result has one';
COMMENT ON COLUMN public.saved_searches.availability IS 'The availabilities, of which a professional has one';
COMMENT ON COLUMN public.saved_searches.budget_min_cents IS 'The least budget, in centavos';
COMMENT ON COLUMN public.saved_searches.budget_max_cents IS 'The most budget, in centavos';
COMMENT ON COLUMN public.saved_searches.anchors IS 'Keys of which every result has at least one';
CREATE INDEX saved_searches_anchors_idx ON public.saved_searches USING gin (anchors) WITH (fastupdate=off) WHERE (frequency <> 'never'::text);
GRANT DELETE, INSERT (kind, name, query, frequency), SELECT (id, person_id, kind, name, query, frequency, last_sent_at, created_at, updated_at), UPDATE (name, query, frequency) ON public.saved_searches TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE (frequency, last_sent_at) ON public.saved_searches TO service_role;
CREATE POLICY "people read their searches" ON public.saved_searches FOR SELECT TO authenticated
  USING (person_id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "people save searches" ON public.saved_searches FOR INSERT TO authenticated
  WITH CHECK (person_id = (( SELECT auth.uid() AS uid)) AND private.is_active(person_id));
CREATE POLICY "people change their searches" ON public.saved_searches FOR UPDATE TO authenticated
  USING (person_id = (( SELECT auth.uid() AS uid)) AND private.is_active(person_id))
  WITH CHECK (person_id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "people delete their searches" ON public.saved_searches FOR DELETE TO authenticated
  USING (person_id = (( SELECT auth.uid() AS uid)));
CREATE POLICY "the server keeps searches" ON public.saved_searches FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.saved_searches FOR EACH ROW WHEN (NOT private.is_settled_line(new.name)) EXECUTE FUNCTION private.settle_texts('name');
CREATE TRIGGER bound AFTER INSERT ON public.saved_searches REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.bound_saved_searches();
CREATE TRIGGER prepare BEFORE INSERT OR UPDATE OF name, query ON public.saved_searches FOR EACH ROW EXECUTE FUNCTION private.prepare_search();
CREATE TRIGGER touch BEFORE UPDATE OF name, query, frequency ON public.saved_searches FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.site_images (
  key        text                     NOT NULL,
  name       text                     NOT NULL,
  url        text                     NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT site_images_pkey PRIMARY KEY (key),
  CONSTRAINT site_images_name_filled CHECK (btrim(name) <> ''::text),
  CONSTRAINT site_images_url_form CHECK (url ~ '^(/|https?://)'::text AND length(url) <= 2000)
);
ALTER TABLE public.site_images ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.site_images FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.site_images IS 'Pictures of the public pages that administrators replace';
COMMENT ON COLUMN public.site_images.key IS 'Its key';
COMMENT ON COLUMN public.site_images.name IS 'What it is called';
COMMENT ON COLUMN public.site_images.url IS 'Where the picture is';
COMMENT ON COLUMN public.site_images.updated_at IS 'When it last changed';
GRANT SELECT (key, name, url, updated_at) ON public.site_images TO anon;
GRANT SELECT (key, name, url, updated_at), UPDATE (url) ON public.site_images TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.site_images TO service_role;
CREATE POLICY "everybody sees site images" ON public.site_images FOR SELECT TO anon, authenticated
  USING (true);
CREATE POLICY "administrators replace site images" ON public.site_images FOR UPDATE TO authenticated
  USING (( SELECT private.is_admin() AS is_admin))
  WITH CHECK (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "the server keeps site images" ON public.site_images FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF name ON public.site_images FOR EACH ROW WHEN (NOT private.is_settled_line(new.name)) EXECUTE FUNCTION private.settle_texts('name');
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.site_images FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.site_images FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('key');
CREATE TRIGGER refuse_foreign_pictures BEFORE INSERT OR UPDATE OF url ON public.site_images FOR EACH ROW EXECUTE FUNCTION private.refuse_foreign_pictures('url');
CREATE TRIGGER touch BEFORE UPDATE ON public.site_images FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TABLE public.skills (
  slug       text     NOT NULL,
  name       text     NOT NULL,
  label      text     NOT NULL,
  area       text     NOT NULL,
  "position" smallint NOT NULL,
  CONSTRAINT skills_pkey PRIMARY KEY (slug),
  CONSTRAINT skills_position_key UNIQUE ("position"),
  CONSTRAINT skills_area_known CHECK (area = ANY (ARRAY['Software e controle'::text, 'Campo e manutenção'::text, 'Projeto'::text, 'Especialidades'::text]))
);
ALTER TABLE public.skills ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.skills FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.skills IS 'The catalogue of skills
Changes with a release, not with use.';
COMMENT ON COLUMN public.skills.slug IS 'Its key in addresses';
COMMENT ON COLUMN public.skills.name IS 'Its whole name';
COMMENT ON COLUMN public.skills.label IS 'Its short name';
COMMENT ON COLUMN public.skills.area IS 'The area it belongs to';
COMMENT ON COLUMN public.skills."position" IS 'Its place in the order, from the first';
GRANT SELECT (slug, name, label, area, "position") ON public.skills TO anon, authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.skills TO service_role;
CREATE POLICY "everybody reads the catalogue" ON public.skills FOR SELECT TO PUBLIC
  USING (true);
CREATE POLICY "the server keeps the catalogue" ON public.skills FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.skills FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();

CREATE TABLE public.technologies (
  slug      text   NOT NULL,
  name      text   NOT NULL,
  vendor    text   NOT NULL,
  family    text   NOT NULL,
  kind      text   NOT NULL,
  aliases   text[] NOT NULL DEFAULT '{}'::text[],
  spellings text[] NOT NULL GENERATED ALWAYS AS (private.spellings(ARRAY[slug, name] || aliases)) STORED,
  CONSTRAINT technologies_pkey PRIMARY KEY (slug),
  CONSTRAINT technologies_name_key UNIQUE (name),
  CONSTRAINT technologies_kind_known CHECK (kind = ANY (ARRAY['CLP'::text, 'IHM'::text, 'Supervisório'::text, 'SDCD'::text, 'Robô'::text, 'Inversor de frequência'::text, 'Servo'::text, 'Soft-starter'::text, 'CNC'::text, 'Visão de máquina'::text, 'Segurança de máquinas'::text, 'Rede industrial'::text, 'Instrumentação'::text, 'Pneumática e hidráulica'::text, 'Software de engenharia'::text, 'Dados e IIoT'::text, 'Norma técnica'::text, 'Linguagem de programação'::text])),
  CONSTRAINT technologies_slug_form CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text),
  CONSTRAINT technologies_texts_filled CHECK (btrim(name) <> ''::text AND btrim(vendor) <> ''::text AND btrim(family) <> ''::text)
);
ALTER TABLE public.technologies ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.technologies FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.technologies IS 'The catalogue of technologies: platforms, products and protocols
Changes with a release, not with use.';
COMMENT ON COLUMN public.technologies.slug IS 'Its key in addresses';
COMMENT ON COLUMN public.technologies.name IS 'What it is called';
COMMENT ON COLUMN public.technologies.vendor IS 'Who makes it, or which organisation a standard is of';
COMMENT ON COLUMN public.technologies.family IS 'The family of products it belongs to';
COMMENT ON COLUMN public.technologies.kind IS 'What it is, as a heading of lists';
COMMENT ON COLUMN public.technologies.aliases IS 'What else people call it';
COMMENT ON COLUMN public.technologies.spellings IS 'Slug, name and aliases in small letters and digits alone, by which every spelling is found';
GRANT SELECT (slug, name, vendor, family, kind, aliases, spellings) ON public.technologies TO anon, authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.technologies TO service_role;
CREATE POLICY "everybody reads the catalogue of technologies" ON public.technologies FOR SELECT TO PUBLIC
  USING (true);
CREATE POLICY "the server keeps the catalogue of technologies" ON public.technologies FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.technologies FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();

CREATE TABLE public.withholding_proof_rounds (
  id          uuid                     NOT NULL DEFAULT private.uuid_v7(),
  proof_id    uuid                     NOT NULL,
  contract_id uuid                     NOT NULL,
  round       smallint                 NOT NULL,
  reference   text                     NOT NULL,
  file_id     uuid                     NOT NULL,
  given_by    uuid                     NOT NULL,
  given_at    timestamp with time zone NOT NULL DEFAULT now(),
  due_at      timestamp with time zone,
  answered_by uuid,
  answered_at timestamp with time zone,
  reason      text,
  CONSTRAINT withholding_proof_rounds_pkey PRIMARY KEY (id),
  CONSTRAINT withholding_proof_rounds_round_key UNIQUE (proof_id, round),
  CONSTRAINT withholding_proof_rounds_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proof_rounds_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proof_rounds_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.deal_files(id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proof_rounds_given_by_fkey FOREIGN KEY (given_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proof_rounds_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES public.withholding_proofs(id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proof_rounds_answer_told CHECK ((answered_by IS NULL) = (answered_at IS NULL) AND (reason IS NULL OR answered_at IS NOT NULL)),
  CONSTRAINT withholding_proof_rounds_five_at_most CHECK (round >= 1 AND round <= 5),
  CONSTRAINT withholding_proof_rounds_in_time CHECK (given_at <= due_at),
  CONSTRAINT withholding_proof_rounds_not_by_who_gave CHECK (answered_by <> given_by),
  CONSTRAINT withholding_proof_rounds_reason_bounded CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  CONSTRAINT withholding_proof_rounds_reference_form CHECK (reference ~ '^[0-9A-Za-z][0-9A-Za-z ./-]*$'::text AND length(reference) >= 4 AND length(reference) <= 60)
);
ALTER TABLE public.withholding_proof_rounds ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.withholding_proof_rounds FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.withholding_proof_rounds IS 'Each proof of a withheld tax that a company gave, with the professional''s answer
An answer is written once, and a proof never changes.';
COMMENT ON COLUMN public.withholding_proof_rounds.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.withholding_proof_rounds.proof_id IS 'The withheld tax it is of';
COMMENT ON COLUMN public.withholding_proof_rounds.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.withholding_proof_rounds.round IS '1, 2 for the one after a contest, and up to 5 of what is owed';
COMMENT ON COLUMN public.withholding_proof_rounds.reference IS 'The number or authentication code of the guia or DARF';
COMMENT ON COLUMN public.withholding_proof_rounds.file_id IS 'The paper of it, a file of the contract';
COMMENT ON COLUMN public.withholding_proof_rounds.given_by IS 'Who gave the proof';
COMMENT ON COLUMN public.withholding_proof_rounds.given_at IS 'When the proof was given';
COMMENT ON COLUMN public.withholding_proof_rounds.due_at IS 'Until when it could be given, null where the value was owed already';
COMMENT ON COLUMN public.withholding_proof_rounds.answered_by IS 'Who accepted or contested it, null for time';
COMMENT ON COLUMN public.withholding_proof_rounds.answered_at IS 'When it was accepted or contested';
COMMENT ON COLUMN public.withholding_proof_rounds.reason IS 'Why it is contested, null where it is accepted';
CREATE INDEX withholding_proof_rounds_answered_by_idx ON public.withholding_proof_rounds USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE INDEX withholding_proof_rounds_contract_id_idx ON public.withholding_proof_rounds USING btree (contract_id);
CREATE INDEX withholding_proof_rounds_file_id_idx ON public.withholding_proof_rounds USING btree (file_id);
CREATE INDEX withholding_proof_rounds_given_by_idx ON public.withholding_proof_rounds USING btree (given_by);
GRANT SELECT (id, proof_id, contract_id, round, reference, file_id, given_by, given_at, due_at, answered_by, answered_at, reason) ON public.withholding_proof_rounds TO authenticated;
GRANT INSERT, SELECT, UPDATE (answered_by, answered_at, reason) ON public.withholding_proof_rounds TO service_role;
CREATE POLICY "administrators read each proof of withheld taxes and its answer" ON public.withholding_proof_rounds FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "both sides read each proof of withheld taxes and its answer" ON public.withholding_proof_rounds FOR SELECT TO authenticated
  USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps each proof of withheld taxes and its answer" ON public.withholding_proof_rounds FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF reason ON public.withholding_proof_rounds FOR EACH ROW WHEN (NOT private.is_settled_text(new.reason)) EXECUTE FUNCTION private.settle_texts('reason:text');
CREATE TRIGGER keep_proof_answers BEFORE UPDATE ON public.withholding_proof_rounds FOR EACH ROW WHEN (old.answered_at IS NOT NULL) EXECUTE FUNCTION private.keep_proof_answers();
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.withholding_proof_rounds FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.withholding_proofs (
  id                  uuid                     NOT NULL DEFAULT private.uuid_v7(),
  withholding_id      uuid                     NOT NULL,
  contract_id         uuid                     NOT NULL,
  milestone_id        uuid                     NOT NULL,
  tax                 text                     NOT NULL,
  value_cents         bigint                   NOT NULL,
  value               numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  settlement          text                     NOT NULL,
  status              text                     NOT NULL DEFAULT 'due'::text,
  created_at          timestamp with time zone NOT NULL DEFAULT now(),
  due_at              timestamp with time zone NOT NULL,
  answer_until        timestamp with time zone,
  reminded_at         timestamp with time zone,
  round               smallint,
  decision            text,
  decided_by          uuid,
  decided_at          timestamp with time zone,
  acceptances_stop_on date,
  ended_at            timestamp with time zone,
  CONSTRAINT withholding_proofs_pkey PRIMARY KEY (id),
  CONSTRAINT withholding_proofs_withholding_id_key UNIQUE (withholding_id),
  CONSTRAINT withholding_proofs_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proofs_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  CONSTRAINT withholding_proofs_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proofs_round_fkey FOREIGN KEY (id, round) REFERENCES public.withholding_proof_rounds(proof_id, round) ON DELETE RESTRICT,
  CONSTRAINT withholding_proofs_withholding_id_fkey FOREIGN KEY (withholding_id) REFERENCES public.withholdings(id) ON DELETE RESTRICT,
  CONSTRAINT withholding_proofs_answer_until CHECK ((status = 'shown'::text) = (answer_until IS NOT NULL)),
  CONSTRAINT withholding_proofs_debt_is_direct CHECK ((status <> ALL (ARRAY['owed'::text, 'settled'::text])) OR settlement = 'direct'::text),
  CONSTRAINT withholding_proofs_decision_bounded CHECK (btrim(decision) <> ''::text AND length(decision) <= 1000),
  CONSTRAINT withholding_proofs_decision_told CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decided_by IS NULL OR decided_at IS NOT NULL) AND (decided_at IS NULL OR round IS NOT NULL AND ended_at IS NOT NULL)),
  CONSTRAINT withholding_proofs_end_told CHECK ((status = ANY (ARRAY['due'::text, 'shown'::text, 'contested'::text, 'mediation'::text])) = (ended_at IS NULL)),
  CONSTRAINT withholding_proofs_proof_given CHECK (
CASE status
    WHEN 'due'::text THEN round IS NULL
    WHEN 'contested'::text THEN round IS NOT NULL AND round = 1
    ELSE round IS NOT NULL OR (status <> ALL (ARRAY['shown'::text, 'mediation'::text, 'proved'::text]))
END),
  CONSTRAINT withholding_proofs_settlement_known CHECK (settlement = ANY (ARRAY['guarantee'::text, 'direct'::text])),
  CONSTRAINT withholding_proofs_status_known CHECK (status = ANY (ARRAY['due'::text, 'shown'::text, 'contested'::text, 'mediation'::text, 'proved'::text, 'released'::text, 'owed'::text, 'settled'::text, 'lost'::text])),
  CONSTRAINT withholding_proofs_status_of_way CHECK ((status <> ALL (ARRAY['released'::text, 'lost'::text])) OR settlement = 'guarantee'::text),
  CONSTRAINT withholding_proofs_stop_told CHECK ((status <> ALL (ARRAY['owed'::text, 'settled'::text])) OR acceptances_stop_on IS NOT NULL),
  CONSTRAINT withholding_proofs_tax_known CHECK (tax = ANY (ARRAY['iss'::text, 'inss'::text, 'irrf'::text, 'csrf'::text])),
  CONSTRAINT withholding_proofs_value_positive CHECK (value_cents > 0)
);
ALTER TABLE public.withholding_proofs ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.withholding_proofs FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.withholding_proofs IS 'What is withheld of a paid milestone, tax by tax, until the company proves that it paid it';
COMMENT ON COLUMN public.withholding_proofs.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.withholding_proofs.withholding_id IS 'The line of withheld taxes it is of';
COMMENT ON COLUMN public.withholding_proofs.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.withholding_proofs.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.withholding_proofs.tax IS 'iss, inss, irrf or csrf';
COMMENT ON COLUMN public.withholding_proofs.value_cents IS 'What was withheld, in centavos';
COMMENT ON COLUMN public.withholding_proofs.value IS 'What was withheld, in reais';
COMMENT ON COLUMN public.withholding_proofs.settlement IS 'guarantee: the value is held; direct: the company has it';
COMMENT ON COLUMN public.withholding_proofs.status IS 'due, shown (to be answered by the professional), contested (the company may give another), mediation, proved, released (held, to the professional), owed and settled (direct), or lost to the payer''s bank';
COMMENT ON COLUMN public.withholding_proofs.created_at IS 'When the milestone was paid';
COMMENT ON COLUMN public.withholding_proofs.due_at IS 'Until when the company may prove it';
COMMENT ON COLUMN public.withholding_proofs.answer_until IS 'Until when the professional may answer the proof; without a word it counts';
COMMENT ON COLUMN public.withholding_proofs.reminded_at IS 'When a reminder of the date in force was sent';
COMMENT ON COLUMN public.withholding_proofs.round IS 'Which proof was given last, from 1 on';
COMMENT ON COLUMN public.withholding_proofs.decision IS 'Why an administrator decided as they did';
COMMENT ON COLUMN public.withholding_proofs.decided_by IS 'The administrator who decided';
COMMENT ON COLUMN public.withholding_proofs.decided_at IS 'When an administrator decided';
COMMENT ON COLUMN public.withholding_proofs.acceptances_stop_on IS 'From which day on the company accepts no proposals while it owes it, as both sides were told';
COMMENT ON COLUMN public.withholding_proofs.ended_at IS 'When it stopped waiting for a proof';
CREATE INDEX withholding_proofs_answer_idx ON public.withholding_proofs USING btree (answer_until) WHERE (status = 'shown'::text);
CREATE INDEX withholding_proofs_contract_id_idx ON public.withholding_proofs USING btree (contract_id);
CREATE INDEX withholding_proofs_decided_by_idx ON public.withholding_proofs USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX withholding_proofs_due_idx ON public.withholding_proofs USING btree (due_at) WHERE (status = ANY (ARRAY['due'::text, 'contested'::text]));
CREATE INDEX withholding_proofs_mediation_idx ON public.withholding_proofs USING btree (created_at, id) WHERE (status = 'mediation'::text);
CREATE INDEX withholding_proofs_milestone_id_idx ON public.withholding_proofs USING btree (milestone_id);
CREATE INDEX withholding_proofs_round_idx ON public.withholding_proofs USING btree (id, round) WHERE (round IS NOT NULL);
GRANT SELECT (id, withholding_id, contract_id, milestone_id, tax, value_cents, value, settlement, status, created_at, due_at, answer_until, round, decision, decided_by, decided_at, acceptances_stop_on, ended_at) ON public.withholding_proofs TO authenticated;
GRANT INSERT, SELECT, UPDATE (status, due_at, answer_until, reminded_at, round, decision, decided_by, decided_at, acceptances_stop_on, ended_at) ON public.withholding_proofs TO service_role;
CREATE POLICY "administrators read every proof of withheld taxes" ON public.withholding_proofs FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "both sides read the proofs of withheld taxes of their contract" ON public.withholding_proofs FOR SELECT TO authenticated
  USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps proofs of withheld taxes" ON public.withholding_proofs FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF decision ON public.withholding_proofs FOR EACH ROW WHEN (NOT private.is_settled_text(new.decision)) EXECUTE FUNCTION private.settle_texts('decision:text');
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.withholding_proofs FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.withholding_proofs FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('withholding_proof');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.withholding_proofs FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE TABLE public.withholdings (
  id                uuid                     NOT NULL DEFAULT private.uuid_v7(),
  contract_id       uuid                     NOT NULL,
  milestone_id      uuid                     NOT NULL,
  round             integer                  NOT NULL,
  tax               text                     NOT NULL,
  payee             text                     NOT NULL,
  gross_cents       bigint                   NOT NULL,
  base_cents        bigint                   NOT NULL,
  rate_basis_points integer                  NOT NULL,
  value_cents       bigint                   NOT NULL,
  gross             numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((gross_cents::numeric / 100.0)) STORED,
  base              numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((base_cents::numeric / 100.0)) STORED,
  rate              numeric(5,2)             NOT NULL GENERATED ALWAYS AS ((rate_basis_points::numeric / 100.0)) STORED,
  value             numeric(14,2)            NOT NULL GENERATED ALWAYS AS ((value_cents::numeric / 100.0)) STORED,
  status            text                     NOT NULL DEFAULT 'proposed'::text,
  recorded_by       uuid                     NOT NULL,
  recorded_at       timestamp with time zone NOT NULL DEFAULT now(),
  answer_due_at     timestamp with time zone NOT NULL,
  reminded_at       timestamp with time zone,
  answered_by       uuid,
  answered_at       timestamp with time zone,
  reason            text,
  settled_cents     bigint,
  settled           numeric(14,2)            GENERATED ALWAYS AS ((settled_cents::numeric / 100.0)) STORED,
  lawful_cents      bigint,
  law               text,
  CONSTRAINT withholdings_pkey PRIMARY KEY (id),
  CONSTRAINT withholdings_line_key UNIQUE (milestone_id, round, tax),
  CONSTRAINT withholdings_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT withholdings_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT withholdings_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES public.milestones(id) ON DELETE RESTRICT,
  CONSTRAINT withholdings_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT withholdings_above_law_by_yes CHECK (status <> 'agreed'::text OR answered_by IS NOT NULL OR value_cents <= COALESCE(lawful_cents, value_cents)),
  CONSTRAINT withholdings_answer_told CHECK ((status <> 'proposed'::text OR answered_at IS NULL) AND ((status <> ALL (ARRAY['agreed'::text, 'contested'::text])) OR answered_at IS NOT NULL) AND (answered_by IS NULL OR answered_at IS NOT NULL) AND (status <> 'contested'::text OR reason IS NOT NULL AND answered_by IS NOT NULL)),
  CONSTRAINT withholdings_base_within CHECK (base_cents > 0 AND base_cents <= gross_cents),
  CONSTRAINT withholdings_law_bounded CHECK (btrim(law) <> ''::text AND length(law) <= 500),
  CONSTRAINT withholdings_lawful_range CHECK (lawful_cents >= 0),
  CONSTRAINT withholdings_not_by_who_recorded CHECK (answered_by <> recorded_by),
  CONSTRAINT withholdings_payee_known CHECK (payee = ANY (ARRAY['cpf'::text, 'pj'::text, 'mei'::text])),
  CONSTRAINT withholdings_rate_capped CHECK (rate_basis_points > 0 AND rate_basis_points <= private.withholding_cap(tax, payee)),
  CONSTRAINT withholdings_reason_bounded CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  CONSTRAINT withholdings_round_positive CHECK (round > 0),
  CONSTRAINT withholdings_settled_within CHECK (settled_cents IS NULL OR settled_cents >= 0 AND settled_cents <= value_cents AND status = 'agreed'::text),
  CONSTRAINT withholdings_status_known CHECK (status = ANY (ARRAY['proposed'::text, 'agreed'::text, 'contested'::text, 'replaced'::text, 'lapsed'::text])),
  CONSTRAINT withholdings_tax_known CHECK (tax = ANY (ARRAY['iss'::text, 'inss'::text, 'irrf'::text, 'csrf'::text])),
  CONSTRAINT withholdings_value_capped CHECK (value_cents > 0 AND value_cents::numeric <= round(base_cents::numeric * rate_basis_points::numeric / 10000::numeric))
);
ALTER TABLE public.withholdings ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.withholdings FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.withholdings IS 'Taxes that a company withholds of a payment, as recorded by it and answered by the professional';
COMMENT ON COLUMN public.withholdings.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.withholdings.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.withholdings.milestone_id IS 'The milestone it is of';
COMMENT ON COLUMN public.withholdings.round IS 'Which round of values it is';
COMMENT ON COLUMN public.withholdings.tax IS 'Which tax';
COMMENT ON COLUMN public.withholdings.payee IS 'Who gets it';
COMMENT ON COLUMN public.withholdings.gross_cents IS 'The value before it, in centavos';
COMMENT ON COLUMN public.withholdings.base_cents IS 'What it is reckoned from, in centavos';
COMMENT ON COLUMN public.withholdings.rate_basis_points IS 'The rate in hundredths of a percent';
COMMENT ON COLUMN public.withholdings.value_cents IS 'Its value in centavos';
COMMENT ON COLUMN public.withholdings.gross IS 'The value before it, in reais';
COMMENT ON COLUMN public.withholdings.base IS 'What it is reckoned from, in reais';
COMMENT ON COLUMN public.withholdings.rate IS 'The rate in percent';
COMMENT ON COLUMN public.withholdings.value IS 'Its value in reais';
COMMENT ON COLUMN public.withholdings.status IS 'proposed, agreed, contested, replaced or lapsed';
COMMENT ON COLUMN public.withholdings.recorded_by IS 'Who recorded it';
COMMENT ON COLUMN public.withholdings.recorded_at IS 'When it was recorded';
COMMENT ON COLUMN public.withholdings.answer_due_at IS 'Until when an answer is due';
COMMENT ON COLUMN public.withholdings.reminded_at IS 'When a reminder was sent';
COMMENT ON COLUMN public.withholdings.answered_by IS 'Who answered';
COMMENT ON COLUMN public.withholdings.answered_at IS 'When it was answered';
COMMENT ON COLUMN public.withholdings.reason IS 'Why, in the words of who did it';
COMMENT ON COLUMN public.withholdings.settled_cents IS 'What was withheld in the end, in centavos';
COMMENT ON COLUMN public.withholdings.settled IS 'What was withheld in the end, in reais';
COMMENT ON COLUMN public.withholdings.lawful_cents IS 'What the law had the payer withhold when it was recorded, in centavos';
COMMENT ON COLUMN public.withholdings.law IS 'The law that it rests on, and what the company said of it';
CREATE INDEX withholdings_answered_by_idx ON public.withholdings USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE INDEX withholdings_contract_id_idx ON public.withholdings USING btree (contract_id);
CREATE INDEX withholdings_due_idx ON public.withholdings USING btree (answer_due_at) WHERE (status = 'proposed'::text);
CREATE UNIQUE INDEX withholdings_one_in_force ON public.withholdings USING btree (milestone_id, tax) WHERE (status = ANY (ARRAY['proposed'::text, 'agreed'::text]));
CREATE INDEX withholdings_recorded_by_idx ON public.withholdings USING btree (recorded_by);
GRANT SELECT (id, contract_id, milestone_id, round, tax, payee, gross_cents, base_cents, rate_basis_points, value_cents, gross, base, rate, value, status, recorded_by, recorded_at, answer_due_at, answered_by, answered_at, reason, settled_cents, settled, lawful_cents, law) ON public.withholdings TO authenticated;
GRANT INSERT, SELECT, UPDATE (status, answer_due_at, reminded_at, answered_by, answered_at, reason, settled_cents) ON public.withholdings TO service_role;
CREATE POLICY "administrators read every withheld tax" ON public.withholdings FOR SELECT TO authenticated
  USING (( SELECT private.is_admin() AS is_admin));
CREATE POLICY "both sides read the withheld taxes of their contract" ON public.withholdings FOR SELECT TO authenticated
  USING (private.is_side_of(contract_id));
CREATE POLICY "the server keeps withheld taxes" ON public.withholdings FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER a_human_text BEFORE INSERT OR UPDATE OF reason ON public.withholdings FOR EACH ROW WHEN (NOT private.is_settled_text(new.reason)) EXECUTE FUNCTION private.settle_texts('reason:text');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.withholdings FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION private.check_transition('withholding');
CREATE TRIGGER realtime_change AFTER INSERT OR DELETE OR UPDATE ON public.withholdings FOR EACH ROW EXECUTE FUNCTION realtime.notify_change('id');

CREATE VIEW public.professionals AS
 SELECT p.id,
    p.role,
    p.name,
    p.title,
    p.headline,
    p.location,
    p.state,
    p.city_key,
    p.availability,
    p.work_modes,
    p.experience,
    p.skills,
    p.rating,
    p.reviews_count,
    p.contracts_completed,
    p.counterparts,
    p.avatar_url,
    p.avatar_seed,
    p.is_complete,
    p.updated_at,
    p.search,
    p.technologies
   FROM public.profiles p
  WHERE p.role = 'professional'::text AND p.status = 'active'::text AND p.is_party;
COMMENT ON VIEW public.professionals IS 'Active professionals, as the directory lists them';
COMMENT ON COLUMN public.professionals.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.professionals.role IS 'professional';
COMMENT ON COLUMN public.professionals.name IS 'Who it is';
COMMENT ON COLUMN public.professionals.title IS 'The professional title';
COMMENT ON COLUMN public.professionals.headline IS 'A line of introduction';
COMMENT ON COLUMN public.professionals.location IS 'Where one is, as written';
COMMENT ON COLUMN public.professionals.state IS 'The state, two letters, where the place names one';
COMMENT ON COLUMN public.professionals.city_key IS 'The place as a key: city and state in small letters without accents';
COMMENT ON COLUMN public.professionals.availability IS 'available, limited or unavailable';
COMMENT ON COLUMN public.professionals.work_modes IS 'How one works: on_site, hybrid, remote';
COMMENT ON COLUMN public.professionals.experience IS 'The level of experience';
COMMENT ON COLUMN public.professionals.skills IS 'Skills, by slug';
COMMENT ON COLUMN public.professionals.rating IS 'The mean of what was given, 1 to 5';
COMMENT ON COLUMN public.professionals.reviews_count IS 'How many reviews count';
COMMENT ON COLUMN public.professionals.contracts_completed IS 'How many contracts were completed';
COMMENT ON COLUMN public.professionals.counterparts IS 'With how many others contracts were completed';
COMMENT ON COLUMN public.professionals.avatar_url IS 'The picture; null is drawn from avatar_seed';
COMMENT ON COLUMN public.professionals.avatar_seed IS 'What a drawn picture is made from';
COMMENT ON COLUMN public.professionals.is_complete IS 'Whether everything that a directory asks for is filled in';
COMMENT ON COLUMN public.professionals.updated_at IS 'When it last changed';
COMMENT ON COLUMN public.professionals.search IS 'The words by which it is found';
COMMENT ON COLUMN public.professionals.technologies IS 'Technologies, by slug, what one knows best first';
GRANT SELECT (id, role, name, title, headline, location, state, city_key, availability, work_modes, experience, skills, rating, reviews_count, contracts_completed, counterparts, avatar_url, avatar_seed, is_complete, updated_at, search, technologies) ON public.professionals TO anon, authenticated;
GRANT SELECT ON public.professionals TO service_role;

CREATE VIEW public.statement WITH (security_barrier=true) AS
 SELECT e.id,
    e.transfer_id,
    e.party_id,
    e.created_at AS at,
    e.kind,
    e.value,
    e.contract_id,
    e.milestone_id
   FROM public.ledger_entries e
  WHERE (e.account ~~ 'available:%'::text OR e.account ~~ 'outside:company:%'::text) AND (e.party_id = ANY ((( SELECT private.parties('pay'::text) AS parties))::uuid[]));
COMMENT ON VIEW public.statement IS 'The money movements of the parties one may see the money of, newest last';
COMMENT ON COLUMN public.statement.id IS 'Its key';
COMMENT ON COLUMN public.statement.transfer_id IS 'The transfer it is of';
COMMENT ON COLUMN public.statement.party_id IS 'The party (a profile that makes deals) it is of';
COMMENT ON COLUMN public.statement.at IS 'When';
COMMENT ON COLUMN public.statement.kind IS 'Why it moved';
COMMENT ON COLUMN public.statement.value IS 'What came, in reais; negative went';
COMMENT ON COLUMN public.statement.contract_id IS 'The contract it is of';
COMMENT ON COLUMN public.statement.milestone_id IS 'The milestone it is of';
GRANT SELECT (id, transfer_id, party_id, at, kind, value, contract_id, milestone_id) ON public.statement TO authenticated;
GRANT SELECT ON public.statement TO service_role;

CREATE OR REPLACE FUNCTION public.count_cities(in_state text, kind text DEFAULT NULL::text)
 RETURNS TABLE(key text, city text, total integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT counted.key, coalesce(m.name, counted.label), counted.total
  FROM (
    SELECT written.city_key AS key, (array_agg(written.label ORDER BY written.total DESC, written.label))[1] AS label, sum(written.total)::integer AS total
    FROM (
      SELECT c.city_key, c.label, sum(c.total) AS total
      FROM (
        SELECT k.directory, k.city_key, k.label, k.total FROM private.directory_counts k WHERE k.facet = 'city' AND k.value = in_state
        UNION ALL
        SELECT k.directory, k.city_key, k.label, k.change FROM private.directory_changes k WHERE k.facet = 'city' AND k.value = in_state
      ) AS c
      WHERE c.directory = coalesce(kind, c.directory)
      GROUP BY c.city_key, c.label HAVING sum(c.total) > 0
    ) AS written
    GROUP BY written.city_key
    ORDER BY sum(written.total) DESC, written.city_key
    LIMIT 100
  ) AS counted
  LEFT JOIN public.municipalities m ON m.key = counted.key || ' ' || lower(in_state)
  ORDER BY counted.total DESC, counted.key
$function$;
GRANT EXECUTE ON FUNCTION public.count_cities(text,text) TO anon, authenticated;
COMMENT ON FUNCTION public.count_cities(text,text) IS 'Counts the projects or professionals of each city of a state';

CREATE OR REPLACE FUNCTION public.count_skills(kind text, words text DEFAULT NULL::text)
 RETURNS TABLE(slug text, total integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  few   CONSTANT integer := 1000;
  asked CONSTANT tsquery := private.search_words(words);
BEGIN
  IF words IS NULL THEN
    RETURN QUERY
      SELECT c.value, sum(c.total)::integer
      FROM (
        SELECT k.value, k.total FROM private.directory_counts k WHERE k.directory = kind AND k.facet IN ('all', 'skill')
        UNION ALL
        SELECT k.value, k.change FROM private.directory_changes k WHERE k.directory = kind AND k.facet IN ('all', 'skill')
      ) AS c
      GROUP BY c.value HAVING sum(c.total) > 0;
    RETURN;
  END IF;
  RETURN QUERY
    WITH found AS MATERIALIZED (
      (SELECT p.skills FROM public.projects p
       WHERE kind = 'projects' AND p.status = 'open' AND p.search @@ asked LIMIT few + 1)
      UNION ALL
      (SELECT p.skills FROM public.profiles p
       WHERE kind = 'professionals' AND p.role = 'professional' AND p.status = 'active' AND p.is_party AND p.search @@ asked LIMIT few + 1)
    )
    SELECT f.value, count(*)::integer
    FROM found, private.facets(found.skills, NULL, NULL, NULL) f
    WHERE (SELECT count(*) FROM found) <= few
    GROUP BY f.value;
END
$function$;
GRANT EXECUTE ON FUNCTION public.count_skills(text,text) TO anon, authenticated;
COMMENT ON FUNCTION public.count_skills(text,text) IS 'Counts the projects or professionals of each skill
Under the typed words, where there are any.';

CREATE OR REPLACE FUNCTION public.debt_records(profile_ids uuid[])
 RETURNS TABLE(profile_id uuid, debts integer, oldest_days integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT p.id, count(d.milestone_id)::integer, coalesce(private.market_day() - min(d.owed_due_on), 0)
  FROM public.profiles p LEFT JOIN LATERAL private.debts_of(p.id) AS d ON true
  WHERE p.id = ANY (profile_ids[:100]) AND p.is_party AND p.role = 'company' GROUP BY p.id
$function$;
GRANT EXECUTE ON FUNCTION public.debt_records(uuid[]) TO anon, authenticated, service_role;
COMMENT ON FUNCTION public.debt_records(uuid[]) IS 'What companies owe past its date: how many debts, and the age of the oldest in days
Of 100 at most.';

CREATE OR REPLACE FUNCTION public.list_reference_prices(uf text DEFAULT NULL::text)
 RETURNS TABLE(model text, name text, n integer, p25 numeric, p50 numeric, p75 numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT m.slug, m.name, (r.prices ->> 'n')::integer, (r.prices ->> 'p25')::numeric, (r.prices ->> 'p50')::numeric, (r.prices ->> 'p75')::numeric
  FROM public.project_models m CROSS JOIN LATERAL (SELECT public.reference_prices(m.slug, uf) AS prices OFFSET 0) AS r
  WHERE m.is_current AND r.prices IS NOT NULL
  ORDER BY m.position
$function$;
GRANT EXECUTE ON FUNCTION public.list_reference_prices(text) TO anon, authenticated, service_role;
COMMENT ON FUNCTION public.list_reference_prices(text) IS 'The reference prices of every model that has them
As reference_prices says them, in one state of Brazil if one is given.';

CREATE OR REPLACE FUNCTION public.market_activity(days integer DEFAULT 30)
 RETURNS TABLE(day date, members integer, projects integer, proposals integer, messages integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  zone CONSTANT text := 'America/Sao_Paulo';
  first_day date := (now() AT TIME ZONE zone)::date - least(greatest(days, 1), 365) + 1;
  since timestamptz := first_day::timestamp AT TIME ZONE zone;
BEGIN
  PERFORM private.require_admin();
  RETURN QUERY
    SELECT d.day::date, coalesce(m.total, 0), coalesce(p.total, 0), coalesce(o.total, 0), coalesce(s.total, 0)
    FROM generate_series(first_day::timestamp, (now() AT TIME ZONE zone)::date, '1 day') AS d (day)
    LEFT JOIN (SELECT (created_at AT TIME ZONE zone)::date AS at, count(*)::integer AS total FROM public.profiles  WHERE created_at >= since GROUP BY 1) m ON m.at = d.day
    LEFT JOIN (SELECT (created_at AT TIME ZONE zone)::date AS at, count(*)::integer AS total FROM public.projects  WHERE created_at >= since GROUP BY 1) p ON p.at = d.day
    LEFT JOIN (SELECT (created_at AT TIME ZONE zone)::date AS at, count(*)::integer AS total FROM public.proposals WHERE created_at >= since AND status <> 'withdrawn' GROUP BY 1) o ON o.at = d.day
    LEFT JOIN (SELECT (timestamp  AT TIME ZONE zone)::date AS at, count(*)::integer AS total FROM public.messages  WHERE timestamp  >= since GROUP BY 1) s ON s.at = d.day
    ORDER BY 1;
END
$function$;
GRANT EXECUTE ON FUNCTION public.market_activity(integer) TO authenticated, service_role;
COMMENT ON FUNCTION public.market_activity(integer) IS 'The market''s figures a day, for administrators';

CREATE OR REPLACE FUNCTION public.market_overview()
 RETURNS TABLE(professionals integer, companies integer, blocked integer, projects_open integer, projects_total integer, proposals_total integer, contracts_active integer, contracts_completed integer, messages_total bigint, reports_open integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  PERFORM private.require_admin();
  RETURN QUERY SELECT
    (SELECT count(*)::integer FROM public.profiles WHERE role = 'professional' AND status = 'active' AND is_party),
    (SELECT count(*)::integer FROM public.profiles WHERE role = 'company' AND status = 'active' AND is_party),
    (SELECT count(*)::integer FROM public.profiles p JOIN public.accounts ON profile_id = p.id WHERE p.status = 'blocked'),
    (SELECT count(*)::integer FROM public.projects WHERE status = 'open'),
    (SELECT count(*)::integer FROM public.projects),
    (SELECT count(*)::integer FROM public.proposals WHERE status <> 'withdrawn'),
    (SELECT count(*)::integer FROM public.contracts WHERE status IN ('agreed', 'active', 'delivered')),
    (SELECT count(*)::integer FROM public.contracts WHERE status = 'completed'),
    (SELECT count(*) FROM public.messages),
    (SELECT count(*)::integer FROM public.reports WHERE status = 'open');
END
$function$;
GRANT EXECUTE ON FUNCTION public.market_overview() TO authenticated, service_role;
COMMENT ON FUNCTION public.market_overview() IS 'The market''s figures, for administrators';

CREATE OR REPLACE FUNCTION public.match_professionals(project_id uuid, "limit" integer DEFAULT 10)
 RETURNS TABLE(id uuid, score integer, reasons jsonb, gaps jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  IF NOT private.owns_project(match_professionals.project_id) THEN
    PERFORM private.refuse(404, 'project_not_found', 'Projeto não encontrado.');
  END IF;
  RETURN QUERY
    SELECT m.professional_id, m.score, m.reasons, m.gaps
    FROM private.match_pairs(ARRAY[match_professionals.project_id], private.professionals_to_match(match_professionals.project_id), least(greatest(coalesce("limit", 10), 0), 50)) m;
END
$function$;
GRANT EXECUTE ON FUNCTION public.match_professionals(uuid,integer) TO authenticated;
COMMENT ON FUNCTION public.match_professionals(uuid,integer) IS 'The professionals who match an open project best, with reasons and gaps
For members of its company; answers 50 at most.';

CREATE OR REPLACE FUNCTION public.match_project(project_id uuid, professional_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, score integer, reasons jsonb, gaps jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  professional CONSTANT uuid := private.matched_professional(match_project.professional_id);
BEGIN
  IF professional IS NULL THEN
    PERFORM private.refuse(403, 'match_professionals_only', 'A combinação com projetos é de profissionais.');
  END IF;
  RETURN QUERY
    SELECT m.project_id, m.score, m.reasons, m.gaps FROM private.match_pairs(ARRAY[match_project.project_id], ARRAY[professional], 1) m;
END
$function$;
GRANT EXECUTE ON FUNCTION public.match_project(uuid,uuid) TO authenticated;
COMMENT ON FUNCTION public.match_project(uuid,uuid) IS 'How an open project matches a professional, with reasons and gaps
For the professional and their organisation; nothing for a project that is not open.';

CREATE OR REPLACE FUNCTION public.match_projects("limit" integer DEFAULT 10, professional_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, score integer, reasons jsonb, gaps jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  professional CONSTANT uuid := private.matched_professional(match_projects.professional_id);
BEGIN
  IF professional IS NULL THEN
    PERFORM private.refuse(403, 'match_professionals_only', 'A combinação com projetos é de profissionais.');
  END IF;
  RETURN QUERY
    SELECT m.project_id, m.score, m.reasons, m.gaps
    FROM private.match_pairs(private.projects_to_match(professional), ARRAY[professional], least(greatest(coalesce("limit", 10), 0), 50)) m;
END
$function$;
GRANT EXECUTE ON FUNCTION public.match_projects(integer,uuid) TO authenticated;
COMMENT ON FUNCTION public.match_projects(integer,uuid) IS 'The open projects that match a professional best, with reasons and gaps
For the professional and their organisation; answers 50 at most.';

CREATE OR REPLACE FUNCTION public.my_activity(days integer DEFAULT 30, party uuid DEFAULT auth.uid())
 RETURNS TABLE(day date, views integer, proposals integer, projects integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  zone CONSTANT text := 'America/Sao_Paulo';
  today CONSTANT date := (now() AT TIME ZONE zone)::date;
  first_day CONSTANT date := today - least(greatest(days, 1), 365) + 1;
  since CONSTANT timestamptz := first_day::timestamp AT TIME ZONE zone;
BEGIN
  IF NOT private.acts_for(party) THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT d.day::date, coalesce(v.views, 0), coalesce(s.total, 0), coalesce(p.total, 0)
    FROM generate_series(first_day::timestamp, today, '1 day') AS d (day)
    LEFT JOIN public.profile_view_days v ON v.profile_id = party AND v.viewed_on = d.day::date
    LEFT JOIN (
      SELECT (o.created_at AT TIME ZONE zone)::date AS day, count(*)::integer AS total
      FROM public.proposals o
      WHERE o.created_at >= since AND o.status <> 'withdrawn'
        AND (o.professional_id = party OR o.project_id IN (SELECT w.project_id FROM public.project_owners w WHERE w.company_id = party))
      GROUP BY 1) s ON s.day = d.day::date
    LEFT JOIN (
      SELECT (j.created_at AT TIME ZONE zone)::date AS day, count(*)::integer AS total
      FROM public.projects j JOIN public.project_owners w ON w.project_id = j.id AND w.company_id = party
      WHERE j.created_at >= since
      GROUP BY 1) p ON p.day = d.day::date
    ORDER BY 1;
END
$function$;
GRANT EXECUTE ON FUNCTION public.my_activity(integer,uuid) TO authenticated, service_role;
COMMENT ON FUNCTION public.my_activity(integer,uuid) IS 'A party''s views, proposals and projects a day';

CREATE OR REPLACE FUNCTION public.my_project_figures(party uuid DEFAULT auth.uid())
 RETURNS TABLE(status text, projects integer, proposals integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT p.status, count(*)::integer, sum(p.proposals_count)::integer
  FROM public.project_owners o JOIN public.projects p ON p.id = o.project_id
  WHERE o.company_id = party AND private.acts_for(party)
  GROUP BY p.status
$function$;
GRANT EXECUTE ON FUNCTION public.my_project_figures(uuid) TO authenticated;
COMMENT ON FUNCTION public.my_project_figures(uuid) IS 'A company''s projects and their proposals, by status';

CREATE OR REPLACE FUNCTION public.my_turn(party uuid DEFAULT auth.uid())
 RETURNS TABLE(kind text, due_at timestamp with time zone, since timestamp with time zone, contract_id uuid, project_id uuid, subject_id uuid, milestone_id uuid, number bigint, title text, part text, partner text, what text, count integer, value_cents bigint, partner_id uuid, matter uuid, may_defer boolean, deferred_until timestamp with time zone, is_early boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  IF auth.uid() IS NULL OR NOT private.acts_for(party) THEN
    RETURN;
  END IF;
  RETURN QUERY
  SELECT t.kind, t.due_at, t.since, t.contract_id, t.project_id, t.subject_id, t.milestone_id, t.number, t.title, t.part, t.partner, t.what, t.count, t.value_cents, t.partner_id, t.matter,
         coalesce(t.shows_at > now(), true), CASE WHEN t.is_aside THEN least(t.until, t.shows_at) END, coalesce(t.shows_at < t.until, false)
  FROM (SELECT turn.*, turn.until IS NOT NULL AND least(turn.until, turn.shows_at) > now() AS is_aside FROM private.turns(party, auth.uid()) AS turn) AS t
  ORDER BY t.is_aside, t.due_at NULLS LAST, t.since, t.subject_id LIMIT 100;
END
$function$;
GRANT EXECUTE ON FUNCTION public.my_turn(uuid) TO authenticated;
COMMENT ON FUNCTION public.my_turn(uuid) IS 'Everything in which it is a party''s turn
The most pressing first, 100 at most.';

CREATE OR REPLACE FUNCTION public.reference_prices(model text, uf text DEFAULT NULL::text, size text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_variable
DECLARE
  pairs   CONSTANT integer     := 5;
  parties CONSTANT integer     := 3;
  since   CONSTANT timestamptz := now() - make_interval(days => private.limit_of('reference_price_days')::integer);
BEGIN
  IF size NOT IN ('small', 'medium', 'large') THEN
    PERFORM private.refuse(422, 'size_unknown', 'O porte é small, medium ou large.');
  END IF;
  RETURN (
    WITH recent AS (
      SELECT c.company_id, c.professional_id, c.value_cents, c.closed_at
      FROM private.closed_prices c
      WHERE c.model = model AND (uf IS NULL OR c.state = upper(uf)) AND c.closed_at >= since
        AND CASE size WHEN 'small' THEN c.points <= 100 WHEN 'medium' THEN c.points BETWEEN 101 AND 400 WHEN 'large' THEN c.points > 400 ELSE true END
      ORDER BY c.closed_at DESC LIMIT 5000
    ), newest AS (
      SELECT DISTINCT ON (r.company_id, r.professional_id) r.company_id, r.professional_id, r.value_cents
      FROM recent r ORDER BY r.company_id, r.professional_id, r.closed_at DESC
    ), figures AS (
      SELECT count(*) AS n, count(DISTINCT f.company_id) AS companies, count(DISTINCT f.professional_id) AS professionals,
             percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY f.value_cents) AS quartiles
      FROM newest f
    )
    SELECT jsonb_build_object('n', g.n, 'p25', round(g.quartiles[1]::numeric / 10000) * 100, 'p50', round(g.quartiles[2]::numeric / 10000) * 100,
                              'p75', round(g.quartiles[3]::numeric / 10000) * 100)
    FROM figures g
    WHERE g.n >= pairs AND g.companies >= parties AND g.professionals >= parties);
END
$function$;
GRANT EXECUTE ON FUNCTION public.reference_prices(text,text,text) TO anon, authenticated, service_role;
COMMENT ON FUNCTION public.reference_prices(text,text,text) IS 'What completed contracts of a model cost: how many pairs of sides, and the quartiles in whole reais
In one state of Brazil if one is given, and of one size: small up to 100 inputs and outputs, medium up to 400, large above. Null if they are too few.';

CREATE OR REPLACE FUNCTION public.response_figures(professional uuid)
 RETURNS TABLE(invitations integer, answered integer, median_hours integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT count(*)::integer, count(i.answered_at)::integer,
         ceil(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM i.answered_at - i.created_at)) / 3600)::integer
  FROM (
    SELECT r.created_at, r.answered_at FROM public.invitations_to_propose r
    WHERE r.professional_id = professional AND private.is_party_of(professional, 'professional')
      AND (r.answered_at IS NOT NULL OR r.expires_at <= now() AND r.expires_at >= r.created_at + private.limit_of('invitation_to_propose_days') * interval '1 day')
    ORDER BY r.created_at DESC, r.id DESC LIMIT 100) AS i
  HAVING count(*) >= 3
$function$;
GRANT EXECUTE ON FUNCTION public.response_figures(uuid) TO authenticated;
COMMENT ON FUNCTION public.response_figures(uuid) IS 'How a professional answers invitations
Of the last 100 invitations that were answered or expired, how many were answered, and the median time; nothing for fewer than three.';

CREATE OR REPLACE FUNCTION public.search_conversation(partner_id uuid, words text)
 RETURNS TABLE(message_id uuid, "timestamp" timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
GRANT EXECUTE ON FUNCTION public.search_conversation(uuid,text) TO authenticated;
COMMENT ON FUNCTION public.search_conversation(uuid,text) IS 'The messages of one conversation that hold some words';

CREATE OR REPLACE FUNCTION public.search_messages(words text)
 RETURNS TABLE(message_id uuid, partner_id uuid, from_id uuid, excerpt text, "timestamp" timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
GRANT EXECUTE ON FUNCTION public.search_messages(text) TO authenticated;
COMMENT ON FUNCTION public.search_messages(text) IS 'The messages of one''s conversations that hold some words';

CREATE OR REPLACE FUNCTION public.suggest_cities(words text, in_state text DEFAULT NULL::text)
 RETURNS TABLE(code integer, name text, state text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  WITH asked AS MATERIALIZED (SELECT private.city_key(left(words, 80)) AS key)
  SELECT m.code, m.name, m.state
  FROM asked
  JOIN public.municipalities m
    ON ' ' || m.key LIKE '% ' || asked.key || '%' AND m.state = coalesce(nullif(in_state, ''), m.state)
  LEFT JOIN (
    SELECT k.city_key || ' ' || lower(k.value) AS key, sum(k.total) AS total
    FROM private.directory_counts k WHERE k.facet = 'city' GROUP BY 1
  ) AS listed ON listed.key = m.key
  ORDER BY m.key = asked.key || ' ' || lower(m.state) DESC, starts_with(m.key, asked.key) DESC,
           m.standing DESC, coalesce(listed.total, 0) DESC, m.key
  LIMIT 8
$function$;
GRANT EXECUTE ON FUNCTION public.suggest_cities(text,text) TO authenticated, service_role;
COMMENT ON FUNCTION public.suggest_cities(text,text) IS 'The municipalities that one may mean by what was typed';

CREATE OR REPLACE FUNCTION public.suggest_technologies(text text, "limit" integer DEFAULT 10)
 RETURNS TABLE(slug text, name text, vendor text, family text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  WITH words AS MATERIALIZED (
    SELECT w.place, w.word, lead(w.word, 1) OVER later AS second, lead(w.word, 2) OVER later AS third, lead(w.word, 3) OVER later AS fourth
    FROM string_to_table(private.plain_words(left(suggest_technologies."text", 10000)), ' ') WITH ORDINALITY AS w (word, place)
    WINDOW later AS (ORDER BY w.place)
  ), named AS (
    SELECT DISTINCT ON (words.place) words.place, words.place + joined.length AS past, known.slug
    FROM words
    CROSS JOIN LATERAL (VALUES (1, words.word), (2, words.word || words.second), (3, words.word || words.second || words.third),
                               (4, words.word || words.second || words.third || words.fourth)) AS joined (length, spelling)
    JOIN (SELECT t.slug, unnest(t.spellings) AS spelling FROM public.technologies t) AS known ON known.spelling = joined.spelling
    WHERE joined.length = 1 OR length(joined.spelling) >= 4
    ORDER BY words.place, joined.length DESC
  ), whole AS (
    SELECT n.slug, n.place, n.past > coalesce(max(n.past) OVER (ORDER BY n.place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS stands
    FROM named n
  )
  SELECT t.slug, t.name, t.vendor, t.family
  FROM (SELECT w.slug, count(*) AS times, min(w.place) AS first FROM whole w WHERE w.stands GROUP BY w.slug) AS counted
  JOIN public.technologies t ON t.slug = counted.slug
  ORDER BY counted.times DESC, counted.first
  LIMIT least(greatest(coalesce("limit", 10), 0), 20)
$function$;
GRANT EXECUTE ON FUNCTION public.suggest_technologies(text,integer) TO authenticated, service_role;
COMMENT ON FUNCTION public.suggest_technologies(text,integer) IS 'The technologies that a text names, best first
Reads the first 10,000 characters and answers 20 at most.';

CREATE OR REPLACE FUNCTION public.track_records(profile_ids uuid[])
 RETURNS TABLE(profile_id uuid, contracts_completed integer, contracts_ended_early integer, contracts_withdrawn integer, contracts_in_dispute integer, on_time_percent integer, paid_on_time_percent integer, axes jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT p.id, r.* FROM public.profiles p CROSS JOIN LATERAL private.track_record_of(p.id) AS r
  WHERE p.id = ANY (profile_ids[:100]) AND p.is_party AND p.role IN ('company', 'professional')
$function$;
GRANT EXECUTE ON FUNCTION public.track_records(uuid[]) TO anon, authenticated, service_role;
COMMENT ON FUNCTION public.track_records(uuid[]) IS 'How parties have kept their contracts
Of 100 at most.';

CREATE OR REPLACE FUNCTION public.waiting_contracts(party uuid DEFAULT auth.uid())
 RETURNS TABLE(contract_id uuid, turns integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  IF auth.uid() IS NULL OR NOT private.acts_for(party) THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT t.contract_id, count(*)::integer FROM private.contract_turns(party, auth.uid()) AS t GROUP BY 1 ORDER BY 1 DESC LIMIT 100;
END
$function$;
GRANT EXECUTE ON FUNCTION public.waiting_contracts(uuid) TO authenticated;
COMMENT ON FUNCTION public.waiting_contracts(uuid) IS 'The contracts in which it is a party''s turn
100 at most.';


CREATE SCHEMA private;
GRANT USAGE ON SCHEMA private TO anon, authenticated, ledger_keeper, service_role;
GRANT CREATE ON SCHEMA private TO definer;

CREATE TABLE private.barred_documents (
  digest     bytea                    NOT NULL,
  kind       text                     NOT NULL,
  profile_id uuid                     NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT barred_documents_pkey PRIMARY KEY (digest),
  CONSTRAINT barred_documents_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT barred_documents_digest_length CHECK (octet_length(digest) = 32),
  CONSTRAINT barred_documents_kind_known CHECK (kind = ANY (ARRAY['document'::text, 'email'::text]))
);
ALTER TABLE private.barred_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.barred_documents FORCE ROW LEVEL SECURITY;
CREATE INDEX barred_documents_profile_id_idx ON private.barred_documents USING btree (profile_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.barred_documents TO service_role;
CREATE POLICY "the server keeps who is barred" ON private.barred_documents FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON private.barred_documents FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();

CREATE TABLE private.calendar_links (
  person_id  uuid                     NOT NULL,
  digest     bytea                    NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT calendar_links_pkey PRIMARY KEY (person_id),
  CONSTRAINT calendar_links_digest_key UNIQUE (digest),
  CONSTRAINT calendar_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT calendar_links_digest_whole CHECK (octet_length(digest) = 32)
);
ALTER TABLE private.calendar_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.calendar_links FORCE ROW LEVEL SECURITY;
GRANT DELETE, INSERT, SELECT, UPDATE ON private.calendar_links TO service_role;
CREATE POLICY "the server keeps who reads a calendar" ON private.calendar_links FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER keep_ended_calendar AFTER DELETE OR UPDATE OF digest ON private.calendar_links FOR EACH ROW EXECUTE FUNCTION private.keep_suppression('calendar');

CREATE TABLE private.closed_prices (
  contract_id     uuid                     NOT NULL,
  model           text                     NOT NULL,
  state           text,
  points          integer,
  value_cents     bigint                   NOT NULL,
  company_id      uuid                     NOT NULL,
  professional_id uuid                     NOT NULL,
  closed_at       timestamp with time zone NOT NULL,
  CONSTRAINT closed_prices_pkey PRIMARY KEY (contract_id),
  CONSTRAINT closed_prices_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE CASCADE
);
ALTER TABLE private.closed_prices ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.closed_prices FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE private.closed_prices IS 'What a completed contract cost, by the model of its scope';
COMMENT ON COLUMN private.closed_prices.contract_id IS 'The contract';
COMMENT ON COLUMN private.closed_prices.model IS 'The model of the scope that was agreed on';
COMMENT ON COLUMN private.closed_prices.state IS 'The state of Brazil where the work was, if the project said so';
COMMENT ON COLUMN private.closed_prices.points IS 'The inputs and outputs of the agreed scope, if it counted them';
COMMENT ON COLUMN private.closed_prices.value_cents IS 'What the whole contract cost at its end, in centavos';
COMMENT ON COLUMN private.closed_prices.company_id IS 'The company';
COMMENT ON COLUMN private.closed_prices.professional_id IS 'The professional';
COMMENT ON COLUMN private.closed_prices.closed_at IS 'When the contract was completed';
CREATE INDEX closed_prices_model_idx ON private.closed_prices USING btree (model, closed_at DESC);
CREATE INDEX closed_prices_model_state_idx ON private.closed_prices USING btree (model, state, closed_at DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.closed_prices TO service_role;
CREATE POLICY "the server keeps what contracts cost" ON private.closed_prices FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON private.closed_prices FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();

CREATE TABLE private.contract_files (
  subject_id  uuid                     NOT NULL,
  contract_id uuid                     NOT NULL,
  content     bytea                    NOT NULL,
  sha256      text                     NOT NULL GENERATED ALWAYS AS (encode(sha256(content), 'hex'::text)) STORED,
  created_at  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT contract_files_pkey PRIMARY KEY (subject_id),
  CONSTRAINT contract_files_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT contract_files_content_filled CHECK (length(content) > 0)
);
ALTER TABLE private.contract_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.contract_files FORCE ROW LEVEL SECURITY;
CREATE INDEX contract_files_contract_id_idx ON private.contract_files USING btree (contract_id);
GRANT DELETE, INSERT, SELECT ON private.contract_files TO service_role;
CREATE POLICY "the server keeps what was printed" ON private.contract_files FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.contract_texts (
  contract_id uuid                     NOT NULL,
  content     text                     NOT NULL,
  created_at  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT contract_texts_pkey PRIMARY KEY (contract_id),
  CONSTRAINT contract_texts_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT contract_texts_content_filled CHECK (btrim(content) <> ''::text)
);
ALTER TABLE private.contract_texts ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.contract_texts FORCE ROW LEVEL SECURITY;
GRANT DELETE, INSERT, SELECT ON private.contract_texts TO service_role;
CREATE POLICY "the server keeps what was agreed to" ON private.contract_texts FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.deferrals (
  person_id  uuid                     NOT NULL,
  party_id   uuid                     NOT NULL,
  kind       text                     NOT NULL,
  matter     uuid                     NOT NULL,
  state      text                     NOT NULL,
  until      timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT deferrals_pkey PRIMARY KEY (person_id, party_id, kind, matter),
  CONSTRAINT deferrals_party_id_fkey FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT deferrals_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT deferrals_bounded CHECK (length(kind) <= 40 AND length(state) <= 200)
);
ALTER TABLE private.deferrals ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.deferrals FORCE ROW LEVEL SECURITY;
CREATE INDEX deferrals_party_id_idx ON private.deferrals USING btree (party_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.deferrals TO service_role;
CREATE POLICY "the server keeps what people set aside" ON private.deferrals FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.directory_changes (
  id        bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  directory text   NOT NULL,
  facet     text   NOT NULL,
  value     text   NOT NULL,
  city_key  text   NOT NULL,
  label     text   NOT NULL,
  change    bigint NOT NULL,
  CONSTRAINT directory_changes_pkey PRIMARY KEY (id)
);
ALTER TABLE private.directory_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.directory_changes FORCE ROW LEVEL SECURITY;
GRANT DELETE, INSERT, SELECT ON private.directory_changes TO service_role;
CREATE POLICY "the server keeps what changes in directories" ON private.directory_changes FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON private.directory_changes FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();

CREATE TABLE private.directory_counts (
  directory text   NOT NULL,
  facet     text   NOT NULL,
  value     text   NOT NULL,
  city_key  text   NOT NULL,
  label     text   NOT NULL,
  total     bigint NOT NULL,
  CONSTRAINT directory_counts_pkey PRIMARY KEY (directory, facet, value, city_key, label),
  CONSTRAINT directory_counts_directory_known CHECK (directory = ANY (ARRAY['projects'::text, 'professionals'::text])),
  CONSTRAINT directory_counts_facet_known CHECK (facet = ANY (ARRAY['all'::text, 'skill'::text, 'city'::text]))
);
ALTER TABLE private.directory_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.directory_counts FORCE ROW LEVEL SECURITY;
GRANT DELETE, INSERT, SELECT, UPDATE ON private.directory_counts TO service_role;
CREATE POLICY "the server keeps what directories hold" ON private.directory_counts FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON private.directory_counts FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();

CREATE TABLE private.idempotency_keys (
  user_id     uuid                     NOT NULL,
  digest      bytea                    NOT NULL,
  fingerprint bytea                    NOT NULL,
  status      integer                  NOT NULL,
  headers     jsonb                    NOT NULL,
  body        bytea,
  created_at  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, digest),
  CONSTRAINT idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT idempotency_keys_body_length CHECK (octet_length(body) <= (1048576 + 28)),
  CONSTRAINT idempotency_keys_digest_length CHECK (octet_length(digest) = 32),
  CONSTRAINT idempotency_keys_fingerprint_length CHECK (octet_length(fingerprint) = 32)
);
ALTER TABLE private.idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE INDEX idempotency_keys_created_at_idx ON private.idempotency_keys USING btree (created_at);
GRANT DELETE, INSERT, SELECT ON private.idempotency_keys TO service_role;
CREATE POLICY "the server keeps what it answered" ON private.idempotency_keys FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.income_tax_brackets (
  valid_from        date    NOT NULL,
  above_cents       bigint  NOT NULL,
  rate_basis_points integer NOT NULL,
  deducted_cents    bigint  NOT NULL,
  source            text    NOT NULL,
  CONSTRAINT income_tax_brackets_pkey PRIMARY KEY (valid_from, above_cents)
);
ALTER TABLE private.income_tax_brackets ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.income_tax_brackets FORCE ROW LEVEL SECURITY;
GRANT SELECT ON private.income_tax_brackets TO service_role;
CREATE POLICY "the server reads the income tax" ON private.income_tax_brackets FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.income_tax_reliefs (
  valid_from         date   NOT NULL,
  simplified_cents   bigint NOT NULL,
  exempt_up_to_cents bigint NOT NULL,
  relief_up_to_cents bigint NOT NULL,
  constant_cents     bigint NOT NULL,
  factor_millionths  bigint NOT NULL,
  source             text   NOT NULL,
  CONSTRAINT income_tax_reliefs_pkey PRIMARY KEY (valid_from)
);
ALTER TABLE private.income_tax_reliefs ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.income_tax_reliefs FORCE ROW LEVEL SECURITY;
GRANT SELECT ON private.income_tax_reliefs TO service_role;
CREATE POLICY "the server reads reliefs of income tax" ON private.income_tax_reliefs FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.iss_items (
  item        text NOT NULL,
  description text NOT NULL,
  source      text NOT NULL,
  CONSTRAINT iss_items_pkey PRIMARY KEY (item)
);
ALTER TABLE private.iss_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.iss_items FORCE ROW LEVEL SECURITY;
GRANT SELECT ON private.iss_items TO service_role;
CREATE POLICY "the server reads items of ISS" ON private.iss_items FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.ledger_balances (
  account        text   NOT NULL,
  party_id       uuid,
  other_party_id uuid,
  balance_cents  bigint NOT NULL DEFAULT 0,
  reserved_cents bigint NOT NULL DEFAULT 0,
  floor_cents    bigint GENERATED ALWAYS AS (
CASE
    WHEN account ~ '^(held|available|paying):'::text THEN 0
    ELSE NULL::integer
END) STORED,
  CONSTRAINT ledger_balances_pkey PRIMARY KEY (account),
  CONSTRAINT ledger_balances_account_form CHECK (account ~ '^((outside:company|outside:payout|held|available|paying|contested|owed):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|fee)$'::text),
  CONSTRAINT ledger_balances_floor_kept CHECK ((balance_cents - reserved_cents) >= floor_cents),
  CONSTRAINT ledger_balances_reserved_sane CHECK (reserved_cents >= 0)
);
ALTER TABLE private.ledger_balances ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.ledger_balances FORCE ROW LEVEL SECURITY;
CREATE INDEX ledger_balances_other_party_id_idx ON private.ledger_balances USING btree (other_party_id) WHERE (other_party_id IS NOT NULL);
CREATE INDEX ledger_balances_party_id_idx ON private.ledger_balances USING btree (party_id) WHERE (party_id IS NOT NULL);
GRANT INSERT, SELECT, UPDATE ON private.ledger_balances TO ledger_keeper;
GRANT SELECT ON private.ledger_balances TO service_role;
CREATE POLICY "the server reads balances" ON private.ledger_balances FOR SELECT TO service_role
  USING (true);
CREATE POLICY "the ledger keeps balances" ON private.ledger_balances FOR ALL TO ledger_keeper
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.ledger_holds (
  id           uuid                     NOT NULL DEFAULT private.uuid_v7(),
  business_key text                     NOT NULL,
  account      text                     NOT NULL,
  value_cents  bigint                   NOT NULL,
  state        text                     NOT NULL DEFAULT 'pending'::text,
  posted_cents bigint                   NOT NULL DEFAULT 0,
  transfer_id  uuid,
  created_at   timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  ended_at     timestamp with time zone,
  CONSTRAINT ledger_holds_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_holds_business_key_key UNIQUE (business_key),
  CONSTRAINT ledger_holds_account_fkey FOREIGN KEY (account) REFERENCES private.ledger_balances(account) ON DELETE RESTRICT,
  CONSTRAINT ledger_holds_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES public.ledger_transfers(id) ON DELETE RESTRICT,
  CONSTRAINT ledger_holds_business_key_bounded CHECK (btrim(business_key) <> ''::text AND length(business_key) <= 200),
  CONSTRAINT ledger_holds_end_told CHECK ((state = 'pending'::text) = (ended_at IS NULL) AND (state = 'posted'::text) = (posted_cents > 0) AND (state = 'posted'::text) = (transfer_id IS NOT NULL)),
  CONSTRAINT ledger_holds_posted_within CHECK (posted_cents >= 0 AND posted_cents <= value_cents),
  CONSTRAINT ledger_holds_state_known CHECK (state = ANY (ARRAY['pending'::text, 'posted'::text, 'voided'::text])),
  CONSTRAINT ledger_holds_value_cents_positive CHECK (value_cents > 0)
);
ALTER TABLE private.ledger_holds ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.ledger_holds FORCE ROW LEVEL SECURITY;
CREATE INDEX ledger_holds_account_idx ON private.ledger_holds USING btree (account);
CREATE INDEX ledger_holds_transfer_id_idx ON private.ledger_holds USING btree (transfer_id);
GRANT INSERT, SELECT, UPDATE ON private.ledger_holds TO ledger_keeper;
GRANT SELECT ON private.ledger_holds TO service_role;
CREATE POLICY "the server reads holds" ON private.ledger_holds FOR SELECT TO service_role
  USING (true);
CREATE POLICY "the ledger keeps holds" ON private.ledger_holds FOR ALL TO ledger_keeper
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.limits (
  name    text   NOT NULL,
  value   bigint NOT NULL,
  meaning text   NOT NULL,
  CONSTRAINT limits_pkey PRIMARY KEY (name),
  CONSTRAINT limits_meaning_filled CHECK (meaning ~ '^[A-Z].*\.$'::text),
  CONSTRAINT limits_name_in_units CHECK (name ~ '^[a-z]+(_[a-z]+)*_(days|hours|minutes|characters|max)$'::text),
  CONSTRAINT limits_value_positive CHECK (value > 0)
);
ALTER TABLE private.limits ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.limits FORCE ROW LEVEL SECURITY;
GRANT SELECT, UPDATE (value) ON private.limits TO service_role;
CREATE POLICY "the server keeps the limits" ON private.limits FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON private.limits FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();

CREATE TABLE private.measured (
  id     bigint                   NOT NULL GENERATED ALWAYS AS IDENTITY,
  who    uuid                     NOT NULL,
  matter text                     NOT NULL,
  amount bigint                   NOT NULL,
  at     timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT measured_pkey PRIMARY KEY (id),
  CONSTRAINT measured_amount_range CHECK (amount >= 0)
);
ALTER TABLE private.measured ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.measured FORCE ROW LEVEL SECURITY;
CREATE INDEX measured_at_idx ON private.measured USING btree (at);
CREATE INDEX measured_window_idx ON private.measured USING btree (who, matter, at DESC) INCLUDE (amount);
GRANT DELETE, INSERT, SELECT ON private.measured TO service_role;
CREATE POLICY "the server keeps what was measured" ON private.measured FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.party_snapshots (
  contract_id           uuid                     NOT NULL,
  act                   text                     NOT NULL,
  subject_id            uuid                     NOT NULL,
  version               integer                  NOT NULL DEFAULT 1,
  side                  text                     NOT NULL,
  company_name          text                     NOT NULL,
  company_document      text                     NOT NULL,
  professional_name     text                     NOT NULL,
  professional_document text                     NOT NULL,
  person_id             uuid,
  person_name           text,
  address               text,
  taken_at              timestamp with time zone NOT NULL DEFAULT now(),
  is_late               boolean                  NOT NULL DEFAULT false,
  CONSTRAINT party_snapshots_pkey PRIMARY KEY (act, subject_id, version, side),
  CONSTRAINT party_snapshots_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT party_snapshots_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  CONSTRAINT party_snapshots_act_known CHECK (act = ANY (ARRAY['agreement'::text, 'amendment'::text, 'checklist'::text, 'dispute'::text, 'fee_receipt'::text])),
  CONSTRAINT party_snapshots_person_named CHECK ((person_id IS NULL) = (person_name IS NULL)),
  CONSTRAINT party_snapshots_side_known CHECK (side = ANY (ARRAY['company'::text, 'professional'::text])),
  CONSTRAINT party_snapshots_version_positive CHECK (version > 0)
);
ALTER TABLE private.party_snapshots ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.party_snapshots FORCE ROW LEVEL SECURITY;
CREATE INDEX party_snapshots_contract_id_idx ON private.party_snapshots USING btree (contract_id);
CREATE INDEX party_snapshots_person_id_idx ON private.party_snapshots USING btree (person_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.party_snapshots TO service_role;
CREATE POLICY "the server keeps who the sides were" ON private.party_snapshots FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.payment_comparisons (
  institution text                     NOT NULL,
  started_at  timestamp with time zone NOT NULL,
  ended_at    timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  accounts    integer                  NOT NULL,
  charges     integer                  NOT NULL,
  is_whole    boolean                  NOT NULL,
  CONSTRAINT payment_comparisons_pkey PRIMARY KEY (institution),
  CONSTRAINT payment_comparisons_counts_sane CHECK (accounts >= 0 AND charges >= 0)
);
ALTER TABLE private.payment_comparisons ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.payment_comparisons FORCE ROW LEVEL SECURITY;
GRANT INSERT, SELECT, UPDATE ON private.payment_comparisons TO service_role;
CREATE POLICY "the server keeps the last comparison" ON private.payment_comparisons FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.payout_orders (
  payout_id   uuid                     NOT NULL,
  account_id  text                     NOT NULL,
  institution text                     NOT NULL,
  pix_key     text                     NOT NULL,
  reference   text                     NOT NULL,
  tries       integer                  NOT NULL DEFAULT 0,
  next_at     timestamp with time zone NOT NULL DEFAULT now(),
  last_error  text,
  CONSTRAINT payout_orders_pkey PRIMARY KEY (payout_id),
  CONSTRAINT payout_orders_reference_key UNIQUE (reference),
  CONSTRAINT payout_orders_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES public.payouts(id) ON DELETE RESTRICT
);
ALTER TABLE private.payout_orders ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.payout_orders FORCE ROW LEVEL SECURITY;
CREATE INDEX payout_orders_next_at_idx ON private.payout_orders USING btree (next_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.payout_orders TO service_role;
CREATE POLICY "the server keeps what it asks for payouts" ON private.payout_orders FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.professional_terms (
  profile_id uuid    NOT NULL,
  term       text    NOT NULL,
  state      text,
  lot        integer NOT NULL,
  CONSTRAINT professional_terms_pkey PRIMARY KEY (profile_id, term),
  CONSTRAINT professional_terms_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
ALTER TABLE private.professional_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.professional_terms FORCE ROW LEVEL SECURITY;
CREATE INDEX professional_terms_anywhere_idx ON private.professional_terms USING btree (term, lot, profile_id);
CREATE INDEX professional_terms_state_idx ON private.professional_terms USING btree (term, state, lot, profile_id) WHERE (state IS NOT NULL);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.professional_terms TO service_role;
CREATE POLICY "the server keeps what finds professionals" ON private.professional_terms FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.profile_visits (
  profile_id uuid  NOT NULL,
  visited_on date  NOT NULL,
  visitor    bytea NOT NULL,
  CONSTRAINT profile_visits_pkey PRIMARY KEY (profile_id, visited_on, visitor),
  CONSTRAINT profile_visits_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT profile_visits_visitor_hashed CHECK (octet_length(visitor) = 32)
);
ALTER TABLE private.profile_visits ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.profile_visits FORCE ROW LEVEL SECURITY;
CREATE INDEX profile_visits_visited_on_idx ON private.profile_visits USING btree (visited_on);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.profile_visits TO service_role;
CREATE POLICY "the server counts visits" ON private.profile_visits FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.project_terms (
  project_id uuid                     NOT NULL,
  term       text                     NOT NULL,
  state      text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT project_terms_pkey PRIMARY KEY (project_id, term),
  CONSTRAINT project_terms_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE
);
ALTER TABLE private.project_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.project_terms FORCE ROW LEVEL SECURITY;
CREATE INDEX project_terms_anywhere_idx ON private.project_terms USING btree (term, created_at DESC, project_id);
CREATE INDEX project_terms_state_idx ON private.project_terms USING btree (term, state, created_at DESC, project_id) WHERE (state IS NOT NULL);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.project_terms TO service_role;
CREATE POLICY "the server keeps what finds projects" ON private.project_terms FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.provider_charges (
  charge_id     uuid    NOT NULL,
  account_id    text,
  provider_id   text    NOT NULL,
  end_to_end_id text    NOT NULL DEFAULT ''::text,
  credited      boolean NOT NULL DEFAULT false,
  contests      integer NOT NULL DEFAULT 0,
  round         integer NOT NULL DEFAULT 1,
  CONSTRAINT provider_charges_pkey PRIMARY KEY (charge_id),
  CONSTRAINT provider_charges_provider_id_key UNIQUE (provider_id),
  CONSTRAINT provider_charges_account_id_fkey FOREIGN KEY (account_id) REFERENCES private.receiver_accounts(account_id) ON DELETE SET NULL,
  CONSTRAINT provider_charges_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES public.charges(id) ON DELETE CASCADE,
  CONSTRAINT provider_charges_round_positive CHECK (round > 0)
);
ALTER TABLE private.provider_charges ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.provider_charges FORCE ROW LEVEL SECURITY;
CREATE INDEX provider_charges_account_id_idx ON private.provider_charges USING btree (account_id);
GRANT INSERT, SELECT, UPDATE ON private.provider_charges TO service_role;
CREATE POLICY "the server keeps what charges are there" ON private.provider_charges FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.provider_events (
  id          text                     NOT NULL,
  name        text                     NOT NULL,
  kind        text                     NOT NULL,
  account_id  text                     NOT NULL DEFAULT ''::text,
  provider_id text                     NOT NULL DEFAULT ''::text,
  reference   text                     NOT NULL DEFAULT ''::text,
  value_cents bigint                   NOT NULL DEFAULT 0,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  state       text                     NOT NULL DEFAULT 'waiting'::text,
  tries       integer                  NOT NULL DEFAULT 0,
  next_at     timestamp with time zone NOT NULL DEFAULT now(),
  last_error  text,
  CONSTRAINT provider_events_pkey PRIMARY KEY (id),
  CONSTRAINT provider_events_bounded CHECK (length(id) <= 300 AND length(name) <= 200 AND length(account_id) <= 200 AND length(provider_id) <= 200 AND length(reference) <= 300 AND length(last_error) <= 1000),
  CONSTRAINT provider_events_state_known CHECK (state = ANY (ARRAY['waiting'::text, 'done'::text, 'parked'::text]))
);
ALTER TABLE private.provider_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.provider_events FORCE ROW LEVEL SECURITY;
CREATE INDEX provider_events_parked_idx ON private.provider_events USING btree (received_at) WHERE (state = 'parked'::text);
CREATE INDEX provider_events_received_idx ON private.provider_events USING btree (received_at) WHERE (state = 'done'::text);
CREATE INDEX provider_events_waiting_idx ON private.provider_events USING btree (next_at) WHERE (state = 'waiting'::text);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.provider_events TO service_role;
CREATE POLICY "the server keeps what it was told" ON private.provider_events FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.provider_orders (
  id          uuid                     NOT NULL DEFAULT private.uuid_v7(),
  kind        text                     NOT NULL,
  reference   text                     NOT NULL,
  charge_id   uuid                     NOT NULL,
  after_id    uuid,
  value_cents bigint                   NOT NULL DEFAULT 0,
  fee_cents   bigint                   NOT NULL DEFAULT 0,
  reason      text                     NOT NULL DEFAULT ''::text,
  state       text                     NOT NULL DEFAULT 'waiting'::text,
  tries       integer                  NOT NULL DEFAULT 0,
  next_at     timestamp with time zone NOT NULL DEFAULT now(),
  last_error  text,
  created_at  timestamp with time zone NOT NULL DEFAULT now(),
  done_at     timestamp with time zone,
  CONSTRAINT provider_orders_pkey PRIMARY KEY (id),
  CONSTRAINT provider_orders_reference_key UNIQUE (reference),
  CONSTRAINT provider_orders_after_id_fkey FOREIGN KEY (after_id) REFERENCES private.provider_orders(id) ON DELETE RESTRICT,
  CONSTRAINT provider_orders_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES public.charges(id) ON DELETE RESTRICT,
  CONSTRAINT provider_orders_bounded CHECK (length(reason) <= 300 AND length(last_error) <= 1000),
  CONSTRAINT provider_orders_end_told CHECK ((state = 'done'::text) = (done_at IS NOT NULL)),
  CONSTRAINT provider_orders_kind_known CHECK (kind = ANY (ARRAY['release'::text, 'refund'::text, 'cancel'::text])),
  CONSTRAINT provider_orders_reference_form CHECK (reference ~ '^[a-zA-Z0-9]{26,35}$'::text),
  CONSTRAINT provider_orders_state_known CHECK (state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text])),
  CONSTRAINT provider_orders_value_sane CHECK ((kind = 'refund'::text) = (value_cents > 0) AND fee_cents >= 0 AND fee_cents <= value_cents)
);
ALTER TABLE private.provider_orders ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.provider_orders FORCE ROW LEVEL SECURITY;
CREATE INDEX provider_orders_after_id_idx ON private.provider_orders USING btree (after_id) WHERE (after_id IS NOT NULL);
CREATE INDEX provider_orders_charge_id_idx ON private.provider_orders USING btree (charge_id);
CREATE INDEX provider_orders_failed_idx ON private.provider_orders USING btree (created_at, id) WHERE (state = 'failed'::text);
CREATE INDEX provider_orders_waiting_idx ON private.provider_orders USING btree (next_at) WHERE (state = 'waiting'::text);
GRANT INSERT, SELECT, UPDATE ON private.provider_orders TO service_role;
CREATE POLICY "the server keeps what it ordered" ON private.provider_orders FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.push_queue (
  notification_id uuid    NOT NULL,
  subscription_id uuid    NOT NULL,
  count           integer NOT NULL,
  CONSTRAINT push_queue_pkey PRIMARY KEY (notification_id, subscription_id),
  CONSTRAINT push_queue_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES public.notifications(id) ON DELETE CASCADE,
  CONSTRAINT push_queue_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES public.push_subscriptions(id) ON DELETE CASCADE
);
ALTER TABLE private.push_queue ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.push_queue FORCE ROW LEVEL SECURITY;
CREATE INDEX push_queue_subscription_id_idx ON private.push_queue USING btree (subscription_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.push_queue TO service_role;
CREATE POLICY "the server queues what devices are told" ON private.push_queue FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.question_askers (
  question_id uuid NOT NULL,
  party_id    uuid NOT NULL,
  person_id   uuid NOT NULL,
  CONSTRAINT question_askers_pkey PRIMARY KEY (question_id),
  CONSTRAINT question_askers_party_id_fkey FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT question_askers_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT question_askers_question_id_fkey FOREIGN KEY (question_id) REFERENCES public.project_questions(id) ON DELETE CASCADE
);
ALTER TABLE private.question_askers ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.question_askers FORCE ROW LEVEL SECURITY;
CREATE INDEX question_askers_party_id_idx ON private.question_askers USING btree (party_id);
CREATE INDEX question_askers_person_id_idx ON private.question_askers USING btree (person_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.question_askers TO service_role;
CREATE POLICY "the server keeps who asked" ON private.question_askers FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER measure AFTER INSERT ON private.question_askers REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.measure_questions();

CREATE TABLE private.receiver_accounts (
  account_id  text                     NOT NULL,
  party_id    uuid                     NOT NULL,
  institution text                     NOT NULL,
  wallet_id   text                     NOT NULL DEFAULT ''::text,
  api_key     text                     NOT NULL,
  created_at  timestamp with time zone NOT NULL DEFAULT now(),
  retired_at  timestamp with time zone,
  CONSTRAINT receiver_accounts_pkey PRIMARY KEY (account_id),
  CONSTRAINT receiver_accounts_party_id_fkey FOREIGN KEY (party_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
ALTER TABLE private.receiver_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.receiver_accounts FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX receiver_accounts_one_each ON private.receiver_accounts USING btree (party_id, institution) WHERE (retired_at IS NULL);
CREATE INDEX receiver_accounts_party_id_idx ON private.receiver_accounts USING btree (party_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.receiver_accounts TO service_role;
CREATE POLICY "the server keeps accounts of receivers" ON private.receiver_accounts FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.role_rights (
  role    text NOT NULL,
  "right" text NOT NULL,
  CONSTRAINT role_rights_pkey PRIMARY KEY (role, "right"),
  CONSTRAINT role_rights_right_known CHECK ("right" = ANY (ARRAY['read'::text, 'publish'::text, 'negotiate'::text, 'fulfil'::text, 'pay'::text, 'manage'::text])),
  CONSTRAINT role_rights_role_known CHECK (role = ANY (ARRAY['owner'::text, 'buyer'::text, 'engineer'::text, 'finance'::text, 'reader'::text]))
);
ALTER TABLE private.role_rights ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.role_rights FORCE ROW LEVEL SECURITY;
GRANT SELECT ON private.role_rights TO service_role;
CREATE POLICY "the server keeps the rights" ON private.role_rights FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER announce_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON private.role_rights FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write();

CREATE TABLE private.sealed_parties (
  contract_id uuid                     NOT NULL,
  side        text                     NOT NULL,
  legal_name  text                     NOT NULL,
  document    text,
  email       text                     NOT NULL,
  sealed_at   timestamp with time zone NOT NULL DEFAULT now(),
  keep_until  timestamp with time zone NOT NULL,
  CONSTRAINT sealed_parties_pkey PRIMARY KEY (contract_id, side),
  CONSTRAINT sealed_parties_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES public.contracts(id) ON DELETE RESTRICT,
  CONSTRAINT sealed_parties_document_form CHECK (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'::text),
  CONSTRAINT sealed_parties_email_bounded CHECK (length(email) <= 255),
  CONSTRAINT sealed_parties_legal_name_filled CHECK (btrim(legal_name) <> ''::text AND length(legal_name) <= 160),
  CONSTRAINT sealed_parties_side_known CHECK (side = ANY (ARRAY['company'::text, 'professional'::text]))
);
ALTER TABLE private.sealed_parties ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.sealed_parties FORCE ROW LEVEL SECURITY;
CREATE INDEX sealed_parties_keep_until_idx ON private.sealed_parties USING btree (keep_until);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.sealed_parties TO service_role;
CREATE POLICY "the server keeps what is sealed" ON private.sealed_parties FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.search_arrivals (
  subject_id uuid                     NOT NULL,
  kind       text                     NOT NULL,
  arrived_at timestamp with time zone NOT NULL DEFAULT now(),
  matched_at timestamp with time zone,
  CONSTRAINT search_arrivals_pkey PRIMARY KEY (subject_id),
  CONSTRAINT search_arrivals_kind_known CHECK (kind = ANY (ARRAY['projects'::text, 'professionals'::text]))
);
ALTER TABLE private.search_arrivals ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.search_arrivals FORCE ROW LEVEL SECURITY;
CREATE INDEX search_arrivals_unmatched_idx ON private.search_arrivals USING btree (arrived_at) WHERE (matched_at IS NULL);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.search_arrivals TO service_role;
CREATE POLICY "the server keeps what arrives" ON private.search_arrivals FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.search_hits (
  person_id  uuid                     NOT NULL,
  subject_id uuid                     NOT NULL,
  search_id  uuid                     NOT NULL,
  frequency  text                     NOT NULL,
  found_at   timestamp with time zone NOT NULL DEFAULT now(),
  told_at    timestamp with time zone,
  CONSTRAINT search_hits_pkey PRIMARY KEY (person_id, subject_id),
  CONSTRAINT search_hits_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT search_hits_search_id_fkey FOREIGN KEY (search_id) REFERENCES public.saved_searches(id) ON DELETE CASCADE,
  CONSTRAINT search_hits_frequency_known CHECK (frequency = ANY (ARRAY['at_once'::text, 'daily'::text, 'weekly'::text]))
);
ALTER TABLE private.search_hits ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.search_hits FORCE ROW LEVEL SECURITY;
CREATE INDEX search_hits_search_id_idx ON private.search_hits USING btree (search_id);
CREATE INDEX search_hits_told_idx ON private.search_hits USING btree (person_id, told_at) WHERE (frequency = 'at_once'::text);
CREATE INDEX search_hits_untold_idx ON private.search_hits USING btree (frequency, found_at) WHERE (told_at IS NULL);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.search_hits TO service_role;
CREATE POLICY "the server keeps what searches find" ON private.search_hits FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.seeding (
  is_only       boolean                  NOT NULL DEFAULT true,
  projects      integer                  NOT NULL,
  professionals integer                  NOT NULL,
  companies     integer                  NOT NULL,
  messages      integer                  NOT NULL,
  begun_at      timestamp with time zone NOT NULL,
  finished_at   timestamp with time zone,
  stored        jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT seeding_pkey PRIMARY KEY (is_only),
  CONSTRAINT seeding_is_one CHECK (is_only),
  CONSTRAINT seeding_stored_is_by_step CHECK (jsonb_typeof(stored) = 'object'::text)
);
ALTER TABLE private.seeding ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.seeding FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE private.seeding IS 'The one volume of synthetic rows that was asked for, and how many rows of each step are stored.';
GRANT INSERT, SELECT, UPDATE ON private.seeding TO service_role;
CREATE POLICY "the server keeps how far a volume has come" ON private.seeding FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.settings (
  name       text                     NOT NULL,
  value      text                     NOT NULL,
  meaning    text                     NOT NULL,
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT settings_pkey PRIMARY KEY (name),
  CONSTRAINT settings_fee_in_range CHECK (name <> 'fee_basis_points'::text OR
CASE
    WHEN value ~ '^\d{1,4}$'::text THEN value::integer <= 5000
    ELSE false
END),
  CONSTRAINT settings_meaning_filled CHECK (meaning ~ '^[A-Z].*\.$'::text),
  CONSTRAINT settings_settlement_known CHECK (name <> 'settlement'::text OR (value = ANY (ARRAY['direct'::text, 'guarantee'::text])))
);
ALTER TABLE private.settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.settings FORCE ROW LEVEL SECURITY;
GRANT SELECT, UPDATE (value, changed_at) ON private.settings TO service_role;
CREATE POLICY "the server reads what was chosen" ON private.settings FOR SELECT TO service_role
  USING (true);
CREATE POLICY "the server writes what was chosen" ON private.settings FOR UPDATE TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER keep_kind BEFORE UPDATE ON private.settings FOR EACH ROW WHEN (old.name = 'kind'::text) EXECUTE FUNCTION private.keep_kind();

CREATE TABLE private.suppressions (
  id      bigint                   NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind    text                     NOT NULL,
  subject text                     NOT NULL,
  at      timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT suppressions_pkey PRIMARY KEY (id),
  CONSTRAINT suppressions_kind_known CHECK (kind = ANY (ARRAY['erased'::text, 'blocked'::text, 'activated'::text, 'mail_declined'::text, 'calendar_ended'::text])),
  CONSTRAINT suppressions_subject_short CHECK (length(subject) >= 1 AND length(subject) <= 200)
);
ALTER TABLE private.suppressions ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.suppressions FORCE ROW LEVEL SECURITY;
GRANT DELETE, INSERT, SELECT ON private.suppressions TO service_role;
CREATE POLICY "the server keeps suppressions until they are beside the backups" ON private.suppressions FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.synonyms (
  meaning     integer  NOT NULL,
  term        text     NOT NULL,
  query       tsquery  GENERATED ALWAYS AS (phraseto_tsquery('public.automacao'::regconfig, term)) STORED,
  words       tsvector GENERATED ALWAYS AS (to_tsvector('public.automacao'::regconfig, term)) STORED,
  is_narrower boolean  NOT NULL DEFAULT false,
  CONSTRAINT synonyms_pkey PRIMARY KEY (term, meaning)
);
ALTER TABLE private.synonyms ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.synonyms FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN private.synonyms.is_narrower IS 'Whether it stands for the others, and they not for it';
CREATE INDEX synonyms_meaning_idx ON private.synonyms USING btree (meaning);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.synonyms TO service_role;
CREATE POLICY "the server keeps the synonyms" ON private.synonyms FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.tax_rules (
  tax                  text    NOT NULL,
  payee                text    NOT NULL,
  valid_from           date    NOT NULL,
  rate_basis_points    integer NOT NULL,
  month_base_max_cents bigint,
  waived_up_to_cents   bigint  NOT NULL DEFAULT 0,
  needs                text,
  source               text    NOT NULL,
  CONSTRAINT tax_rules_pkey PRIMARY KEY (tax, payee, valid_from),
  CONSTRAINT tax_rules_needs_known CHECK (needs = ANY (ARRAY['item'::text, 'labour'::text, 'no_simples'::text])),
  CONSTRAINT tax_rules_payee_known CHECK (payee = ANY (ARRAY['cpf'::text, 'pj'::text, 'mei'::text])),
  CONSTRAINT tax_rules_rate_range CHECK (rate_basis_points >= 1 AND rate_basis_points <= 10000),
  CONSTRAINT tax_rules_tax_known CHECK (tax = ANY (ARRAY['iss'::text, 'inss'::text, 'irrf'::text, 'csrf'::text]))
);
ALTER TABLE private.tax_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.tax_rules FORCE ROW LEVEL SECURITY;
GRANT SELECT ON private.tax_rules TO service_role;
CREATE POLICY "the server reads what is withheld by law" ON private.tax_rules FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.terms_consents (
  proposal_id uuid                     NOT NULL,
  number      integer                  NOT NULL,
  person_id   uuid                     NOT NULL,
  at          timestamp with time zone NOT NULL DEFAULT now(),
  address     text,
  CONSTRAINT terms_consents_pkey PRIMARY KEY (proposal_id, number),
  CONSTRAINT terms_consents_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  CONSTRAINT terms_consents_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE CASCADE,
  CONSTRAINT terms_consents_address_short CHECK (btrim(address) <> ''::text AND length(address) <= 64)
);
ALTER TABLE private.terms_consents ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.terms_consents FORCE ROW LEVEL SECURITY;
CREATE INDEX terms_consents_person_id_idx ON private.terms_consents USING btree (person_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON private.terms_consents TO service_role;
CREATE POLICY "the server keeps who agreed to terms" ON private.terms_consents FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE private.transitions (
  noun       text NOT NULL,
  from_state text NOT NULL,
  to_state   text NOT NULL,
  CONSTRAINT transitions_pkey PRIMARY KEY (noun, from_state, to_state),
  CONSTRAINT transitions_moves CHECK (from_state <> to_state)
);
ALTER TABLE private.transitions ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;
GRANT SELECT ON private.transitions TO service_role;
CREATE POLICY "the server reads how states move" ON private.transitions FOR SELECT TO service_role
  USING (true);

CREATE OR REPLACE FUNCTION private.acts_for(party uuid, needed text DEFAULT 'read'::text, person uuid DEFAULT auth.uid())
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT coalesce(party = ANY (private.parties(needed, person)), false)
$function$;
GRANT EXECUTE ON FUNCTION private.acts_for(uuid,text,uuid) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.addresses_in(stored jsonb, columns text[])
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  SELECT one
  FROM unnest(columns) AS c (name),
       jsonb_array_elements_text(CASE jsonb_typeof(stored -> name) WHEN 'array' THEN stored -> name ELSE jsonb_build_array(stored -> name) END) AS one
  WHERE one IS NOT NULL
$function$;
GRANT EXECUTE ON FUNCTION private.addresses_in(jsonb,text[]) TO service_role;

CREATE OR REPLACE FUNCTION private.admit()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  PERFORM auth.check_session();
  IF auth.role() = 'authenticated'
     AND NOT EXISTS (SELECT FROM public.accounts WHERE profile_id = auth.uid())
     AND coalesce(current_setting('request.path', true), '') NOT IN
       ('/registrations', '/skills', '/rpc/complete_registration', '/rpc/export_data', '/rpc/delete_account') THEN
    PERFORM private.refuse(403, 'registration_incomplete', 'Complete o seu cadastro para continuar.');
  END IF;
END
$function$;
GRANT EXECUTE ON FUNCTION private.admit() TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.agreed_names(contract_id uuid, OUT company text, OUT professional text)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT s.company_name, s.professional_name FROM private.party_snapshots s
  WHERE s.act = 'agreement' AND s.subject_id = agreed_names.contract_id AND s.side = 'company' AND private.is_side_of(agreed_names.contract_id)
$function$;
GRANT EXECUTE ON FUNCTION private.agreed_names(uuid) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.anchors_of(saved public.saved_searches, typed text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
DECLARE
  own text[];
BEGIN
  IF num_nonnulls(saved.words, saved.skills, saved.technologies, saved.state, saved.modes, saved.levels, saved.availability, saved.budget_min_cents, saved.budget_max_cents) = 0 THEN
    PERFORM private.refuse(400, 'search_without_filter', 'Escolha ao menos um filtro antes de salvar a busca.');
  END IF;
  own := CASE
    WHEN saved.words        IS NOT NULL THEN ARRAY(SELECT 'w ' || key FROM unnest(private.word_anchors(typed)) AS key)
    WHEN saved.city_key     IS NOT NULL THEN ARRAY['c ' || saved.city_key]
    WHEN saved.technologies IS NOT NULL THEN ARRAY(SELECT 't ' || one FROM unnest(saved.technologies) AS one)
    WHEN saved.skills       IS NOT NULL THEN ARRAY(SELECT 's ' || one FROM unnest(saved.skills) AS one)
    WHEN saved.levels       IS NOT NULL THEN ARRAY(SELECT 'l ' || one FROM unnest(saved.levels) AS one)
    WHEN saved.availability IS NOT NULL THEN ARRAY(SELECT 'a ' || one FROM unnest(saved.availability) AS one)
    WHEN saved.modes        IS NOT NULL THEN ARRAY(SELECT 'm ' || one FROM unnest(saved.modes) AS one)
    ELSE ARRAY['any'] END;
  IF own = '{}' THEN
    PERFORM private.refuse(400, 'search_words_common', 'Estas palavras são comuns demais para uma busca. Acrescente outra.');
  END IF;
  RETURN ARRAY(SELECT concat_ws(' ', saved.kind, coalesce(saved.state, '-'), key) FROM unnest(own) AS key ORDER BY 1);
END
$function$;
GRANT EXECUTE ON FUNCTION private.anchors_of(public.saved_searches,text) TO definer, service_role;

CREATE OR REPLACE FUNCTION private.announce_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  most CONSTANT integer := 20;
  keys text[];
  told text;
BEGIN
  IF TG_NARGS > 0 AND TG_OP <> 'TRUNCATE' THEN
    CASE TG_OP
      WHEN 'INSERT' THEN keys := ARRAY(SELECT w.id FROM written w LIMIT most + 1);
      WHEN 'DELETE' THEN keys := ARRAY(SELECT e.id FROM erased e LIMIT most + 1);
      ELSE keys := ARRAY(SELECT w.id FROM written w UNION SELECT e.id FROM erased e LIMIT most + 1);
    END CASE;
    IF keys = '{}' THEN
      RETURN NULL;
    END IF;
    IF cardinality(keys) > most THEN
      keys := NULL;
    END IF;
  END IF;
  told := jsonb_strip_nulls(jsonb_build_object('table', TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME, 'keys', to_jsonb(keys)))::text;
  -- INFO reaches the client whatever it asked to hear, and no log.
  RAISE INFO USING ERRCODE = 'MEMRY', MESSAGE = told;
  PERFORM pg_notify('memory', told);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION private.announce_writes(relation regclass, by_id boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  IF NOT by_id THEN
    EXECUTE format('CREATE TRIGGER announce_write AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write()', relation);
    RETURN;
  END IF;
  EXECUTE format('CREATE TRIGGER announce_insert AFTER INSERT ON %s REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write(''id'')', relation);
  EXECUTE format('CREATE TRIGGER announce_update AFTER UPDATE ON %s REFERENCING OLD TABLE AS erased NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write(''id'')', relation);
  EXECUTE format('CREATE TRIGGER announce_delete AFTER DELETE ON %s REFERENCING OLD TABLE AS erased FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write(''id'')', relation);
  EXECUTE format('CREATE TRIGGER announce_truncate AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION private.announce_write(''id'')', relation);
END
$function$;

CREATE OR REPLACE FUNCTION private.are_neighbours(one text, other text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN COALESCE((other = ANY (string_to_array(('{"AC": "AM RO", "AL": "BA PE SE", "AM": "AC MT PA RO RR", "AP": "PA", "BA": "AL ES GO MG PE PI SE TO", "CE": "PB PE PI RN", "DF": "GO MG", "ES": "BA MG RJ", "GO": "BA DF MG MS MT TO", "MA": "PA PI TO", "MG": "BA DF ES GO MS RJ SP", "MS": "GO MG MT PR SP", "MT": "AM GO MS PA RO TO", "PA": "AM AP MA MT RR TO", "PB": "CE PE RN", "PE": "AL BA CE PB PI", "PI": "BA CE MA PE TO", "PR": "MS SC SP", "RJ": "ES MG SP", "RN": "CE PB", "RO": "AC AM MT", "RR": "AM PA", "RS": "SC", "SC": "PR RS", "SE": "AL BA", "SP": "MG MS PR RJ", "TO": "BA GO MA MT PA PI"}'::jsonb ->> one), ' '::text))), false);
GRANT EXECUTE ON FUNCTION private.are_neighbours(text,text) TO service_role;

CREATE OR REPLACE FUNCTION private.ask_the_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  IF auth.uid() IS NULL OR auth.uid() = OLD.person_id OR private.is_admin()
     OR TG_OP = 'UPDATE' AND NEW.role = 'owner'
     OR EXISTS (SELECT FROM public.owner_removals r
                WHERE r.organisation_id = OLD.organisation_id AND r.person_id = OLD.person_id AND r.status = 'executed' AND r.closed_at = now()) THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  PERFORM private.refuse(409, 'owner_consent_needed',
    'Um proprietário só sai ou muda de papel com o próprio consentimento, ou {owner_notice_days} dias depois de um aviso a todos os proprietários e à administração.');
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION private.awaits_witness(milestone uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT EXISTS (
    SELECT FROM public.checklists c JOIN public.checklist_items i ON i.checklist_id = c.id
    WHERE c.milestone_id = milestone AND c.status = 'agreed' AND i.blocking AND i.result IN ('passed', 'not_applicable') AND i.witnessed_at IS NULL)
$function$;
GRANT EXECUTE ON FUNCTION private.awaits_witness(uuid) TO service_role;

CREATE OR REPLACE FUNCTION private.bound_favourites()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  person uuid;
BEGIN
  FOR person IN SELECT DISTINCT person_id FROM written ORDER BY person_id LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended('favourites:' || person, 0));
    IF (SELECT count(*) FROM public.favourites f WHERE f.person_id = person) > private.limit_of('favourites_max') THEN
      PERFORM private.refuse(400, 'too_many_favourites', 'Você atingiu o limite de {favourites_max} favoritos.');
    END IF;
  END LOOP;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION private.bound_hidden_projects()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  person uuid;
BEGIN
  FOR person IN SELECT DISTINCT person_id FROM written ORDER BY person_id LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended('hidden projects:' || person, 0));
    IF (SELECT count(*) FROM public.hidden_projects h WHERE h.person_id = person) > private.limit_of('hidden_projects_max') THEN
      PERFORM private.refuse(400, 'too_many_hidden_projects', 'Você atingiu o limite de {hidden_projects_max} projetos ocultos.');
    END IF;
  END LOOP;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION private.bound_saved_searches()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  person uuid;
BEGIN
  FOR person IN SELECT DISTINCT person_id FROM written ORDER BY person_id LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended('saved searches:' || person, 0));
    IF (SELECT count(*) FROM public.saved_searches s WHERE s.person_id = person) > private.limit_of('saved_searches_max') THEN
      PERFORM private.refuse(400, 'too_many_saved_searches', 'Você atingiu o limite de {saved_searches_max} buscas salvas. Exclua uma para salvar outra.');
    END IF;
  END LOOP;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION private.check_amounts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  IF NOT (NEW.value > 0 AND NEW.value <= 999999999.99 AND scale(trim_scale(NEW.value)) <= 2) THEN
    PERFORM private.refuse(400, 'proposal_value_invalid', 'O valor da proposta precisa ser um número maior que zero, até R$ 999.999.999,99 e com no máximo duas casas decimais.');
  ELSIF NOT (NEW.travel >= 0 AND NEW.travel <= 999999999.99 AND scale(trim_scale(NEW.travel)) <= 2) THEN
    PERFORM private.refuse(400, 'proposal_travel_invalid', 'O valor do deslocamento precisa ser um número a partir de zero, até R$ 999.999.999,99 e com no máximo duas casas decimais.');
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION private.check_milestones()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.fee_basis_points := CASE private.setting('settlement') WHEN 'guarantee' THEN private.setting('fee_basis_points')::integer ELSE 0 END;
    NEW.milestones := private.milestone_plan(NEW.milestones, NEW.value);
  ELSIF (SELECT sum((one ->> 'value')::numeric) FROM jsonb_array_elements(NEW.milestones) AS one) IS DISTINCT FROM NEW.value THEN
    PERFORM private.refuse(422, 'milestones_sum_wrong', 'A soma dos marcos precisa ser igual ao valor da proposta.');
  END IF;
  RETURN NEW;
END
$function$;
GRANT EXECUTE ON FUNCTION private.check_milestones() TO service_role;

CREATE OR REPLACE FUNCTION private.check_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  PERFORM FROM public.profiles WHERE id = NEW.company_id AND removed_at IS NULL FOR SHARE;
  IF NOT FOUND AND NEW.company_id IS NOT NULL THEN
    PERFORM private.refuse(403, 'party_gone', 'Esta conta não existe mais.');
  END IF;
  RETURN NEW;
END
$function$;
GRANT EXECUTE ON FUNCTION private.check_owner() TO service_role;

CREATE OR REPLACE FUNCTION private.check_proposal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  project public.projects;
BEGIN
  SELECT * INTO project FROM public.projects WHERE id = NEW.project_id FOR UPDATE;
  PERFORM FROM public.profiles WHERE id = NEW.professional_id AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    PERFORM private.refuse(403, 'party_gone', 'Esta conta não existe mais.');
  END IF;
  IF project.id IS NULL THEN
    PERFORM private.refuse(404, 'project_not_found', 'Projeto não encontrado.');
  ELSIF project.status <> 'open' THEN
    PERFORM private.refuse(409, 'project_not_open', 'Este projeto não está recebendo propostas.');
  ELSIF EXISTS (SELECT FROM public.project_owners WHERE project_id = NEW.project_id AND company_id = NEW.professional_id) THEN
    PERFORM private.refuse(409, 'own_project', 'Você não pode enviar uma proposta para o próprio projeto.');
  ELSIF EXISTS (SELECT FROM public.proposals WHERE project_id = NEW.project_id AND professional_id = NEW.professional_id AND status IN ('pending', 'waiting', 'accepted')) THEN
    PERFORM private.refuse(409, 'already_proposed', 'Você já enviou uma proposta para este projeto.');
  ELSIF (SELECT count(*) FROM public.proposals WHERE project_id = NEW.project_id AND professional_id = NEW.professional_id) >= private.limit_of('proposals_party_max') THEN
    PERFORM private.refuse(409, 'too_many_proposals', 'Você já enviou {proposals_party_max} propostas para este projeto.');
  END IF;
  NEW.project_revision := project.revision;
  RETURN NEW;
END
$function$;
GRANT EXECUTE ON FUNCTION private.check_proposal() TO service_role;

CREATE OR REPLACE FUNCTION private.check_quote()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.check_text(given text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  IF private.has_hidden_signs(given) THEN
    PERFORM private.refuse(422, 'text_has_hidden_signs', 'O texto tem um caractere de controle ou que inverte a direção da escrita. Apague-o e tente de novo.');
  ELSIF given ~ '[^\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]' AND NOT private.is_visible(given) THEN
    PERFORM private.refuse(422, 'text_invisible', 'O texto só tem caracteres que não aparecem. Escreva algo que se possa ler.');
  ELSIF private.has_piled_marks(given) THEN
    PERFORM private.refuse(422, 'text_marks_piled', 'O texto empilha sinais demais sobre uma letra. Apague os que sobram.');
  END IF;
END
$function$;
GRANT EXECUTE ON FUNCTION private.check_text(text) TO anon, authenticated, definer, service_role;

CREATE OR REPLACE FUNCTION private.check_transition()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM private.transitions WHERE noun = TG_ARGV[0] AND from_state = OLD.status AND to_state = NEW.status) THEN
    PERFORM private.refuse(409, 'transition_refused', 'Esta mudança de situação não é possível. Atualize a página.');
  END IF;
  RETURN NEW;
END
$function$;
GRANT EXECUTE ON FUNCTION private.check_transition() TO service_role;

CREATE OR REPLACE FUNCTION private.choose_skills(written text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  slugs    text[];
  repeated text[];
BEGIN
  IF cardinality(written) > (SELECT count(*) FROM public.skills) THEN
    RETURN written;
  END IF;
  slugs    := private.read_skills(written);
  repeated := ARRAY(SELECT slug FROM unnest(slugs) AS slug GROUP BY slug HAVING count(*) > 1 ORDER BY slug);
  IF cardinality(repeated) > 0 THEN
    PERFORM private.refuse(400, 'unknown_skill', 'Uma das habilidades não está no catálogo ou se repete.', repeated);
  END IF;
  RETURN slugs;
END
$function$;
GRANT EXECUTE ON FUNCTION private.choose_skills(text[]) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.choose_technologies(written text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
DECLARE
  slugs   text[];
  unknown text[];
BEGIN
  IF written = '{}' THEN
    RETURN written;
  END IF;
  IF cardinality(written) > private.limit_of('project_technologies_max') THEN
    PERFORM private.refuse(400, 'too_many_project_technologies', 'Um projeto pode pedir no máximo {project_technologies_max} tecnologias.');
  END IF;
  SELECT ARRAY(SELECT DISTINCT slug COLLATE "C" FROM unnest(array_agg(t.slug)) AS slug WHERE slug IS NOT NULL ORDER BY 1), array_agg(w.word) FILTER (WHERE t.slug IS NULL)
  INTO slugs, unknown
  FROM unnest(written) AS w (word) LEFT JOIN public.technologies t ON private.spelling(left(w.word, 200)) = ANY (t.spellings);
  PERFORM private.refuse_unknown_technologies(unknown);
  RETURN slugs;
END
$function$;
GRANT EXECUTE ON FUNCTION private.choose_technologies(text[]) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.city_key(city text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN NULLIF(btrim(regexp_replace(private.fold(city), '[^[:alnum:]]+'::text, ' '::text, 'g'::text)), ''::text);
GRANT EXECUTE ON FUNCTION private.city_key(text) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.city_of(location text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN NULLIF(btrim("substring"(location, '^(.*?)[^[:alpha:]]+[A-Za-z]{2}[)[:space:]]*$'::text)), ''::text);
GRANT EXECUTE ON FUNCTION private.city_of(text) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.closed_price(contract public.contracts)
 RETURNS SETOF private.closed_prices
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT contract.id, contract.scope #>> '{built,model}', p.state,
         (SELECT sum(io.value::integer)::integer FROM jsonb_each_text(contract.scope #> '{built,answers,io}') AS io),
         contract.value_cents, contract.company_id, contract.professional_id, contract.completed_at
  FROM public.projects p
  WHERE p.id = contract.project_id AND NOT p.is_confidential AND contract.status = 'completed' AND contract.scope #>> '{built,model}' IS NOT NULL
$function$;
GRANT EXECUTE ON FUNCTION private.closed_price(public.contracts) TO service_role;

CREATE OR REPLACE FUNCTION private.code_words(content text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  SELECT array_to_tsvector(coalesce(array_agg(DISTINCT code), '{}'))
  FROM (
    SELECT lower(regexp_replace(found.text[1], '[^A-Za-z0-9]', '', 'g')) AS code
    FROM (
      SELECT regexp_matches(content, '\m[A-Za-z0-9]+(?:[-./][A-Za-z0-9]+)+\M', 'g') AS text
      UNION ALL
      SELECT regexp_matches(content, '\m(?:[A-Z]{1,5}[0-9]{0,4}|[A-Za-z]{1,2}[0-9]{1,4}) [0-9]+[A-Za-z]{0,3}(?:[-./][A-Za-z0-9]+)*\M', 'g')
    ) AS found
  ) AS codes
  WHERE code ~ '[a-z]' AND code ~ '[0-9]' AND length(code) BETWEEN 2 AND 40
$function$;
GRANT EXECUTE ON FUNCTION private.code_words(text) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.composed(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN CASE WHEN (given IS NFC NORMALIZED) THEN given ELSE NORMALIZE(given, NFC) END;
GRANT EXECUTE ON FUNCTION private.composed(text) TO anon, authenticated, definer, service_role;

CREATE OR REPLACE FUNCTION private.contract_of_file(bucket_id text, name text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN CASE WHEN ((bucket_id = 'deals'::text) AND (name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[^/]+$'::text)) THEN (split_part(name, '/'::text, 1))::uuid ELSE NULL::uuid END;
GRANT EXECUTE ON FUNCTION private.contract_of_file(text,text) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.contract_turns(party uuid, person uuid)
 RETURNS TABLE(kind text, due_at timestamp with time zone, since timestamp with time zone, contract_id uuid, subject_id uuid, milestone_id uuid, what text, value_cents bigint)
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET search_path TO ''
AS $function$
DECLARE
  own        CONSTANT uuid[]  := private.parties('read', person);
  negotiates CONSTANT boolean := private.acts_for(party, 'negotiate', person);
  fulfils    CONSTANT boolean := private.acts_for(party, 'fulfil', person);
  pays       CONSTANT boolean := private.acts_for(party, 'pay', person);
BEGIN
  RETURN QUERY
  WITH mine AS (
    SELECT c.id, c.status, c.settlement, c.termination_by, c.termination_lapses_at, c.termination_proposed_at, c.completed_at, private.is_binding(c.status) AS binds,
           CASE party WHEN c.company_id THEN 'company' ELSE 'professional' END AS side,
           CASE party WHEN c.company_id THEN c.company_reviewed ELSE c.professional_reviewed END AS reviewed,
           CASE party WHEN c.company_id THEN c.professional_id ELSE c.company_id END = ANY (own) AS is_own
    FROM public.contracts c WHERE party IN (c.company_id, c.professional_id))
  SELECT 'termination', c.termination_lapses_at, c.termination_proposed_at, c.id, NULL::uuid, NULL::uuid, NULL::text, NULL::bigint
  FROM mine c WHERE negotiates AND c.termination_by <> party AND c.termination_lapses_at > now()
  UNION ALL
  SELECT CASE d.status WHEN 'open' THEN 'dispute' WHEN 'decided' THEN 'decision' ELSE 'split' END,
         CASE d.status WHEN 'open' THEN d.answer_due_at WHEN 'decided' THEN d.appeal_until END, d.updated_at, c.id, d.id, d.milestone_id, NULL, d.value_cents
  FROM mine c JOIN public.disputes d ON d.contract_id = c.id
  WHERE negotiates AND (d.status = 'open' AND d.opened_by <> c.side
    OR d.status = 'negotiating' AND c.side <> (SELECT e.side FROM public.dispute_entries e WHERE e.dispute_id = d.id AND e.offer IS NOT NULL ORDER BY e.offer DESC LIMIT 1)
    OR d.status = 'decided' AND CASE c.side WHEN 'company' THEN d.company_accepted_at ELSE d.professional_accepted_at END IS NULL)
  UNION ALL
  SELECT 'amendment', a.lapses_at, a.created_at, c.id, a.id, NULL, a.label, a.price_cents
  FROM mine c JOIN public.amendments a ON a.contract_id = c.id
  WHERE negotiates AND c.binds AND a.status = 'proposed' AND a.author <> c.side
  UNION ALL
  SELECT CASE l.status WHEN 'proposed' THEN 'list' ELSE 'sign' END,
         -- Who signs witnesses, until the date after which silence counts.
         (SELECT min(i.witness_due_at) FROM public.checklist_items i
          WHERE l.status = 'agreed' AND i.checklist_id = l.id AND i.blocking AND i.result IN ('passed', 'not_applicable') AND i.witnessed_at IS NULL AND i.recorded_side <> c.side),
         l.updated_at, c.id, l.id, m.id, l.kind, NULL
  FROM mine c JOIN public.checklists l ON l.contract_id = c.id JOIN public.milestones m ON m.id = l.milestone_id
  WHERE fulfils AND c.binds AND m.status IN ('planned', 'awaiting_payment', 'funded', 'delivered', 'adjusting') AND m.owed_due_on IS NULL
    AND (l.status = 'proposed' AND CASE c.side WHEN 'company' THEN l.agreed_by_company ELSE l.agreed_by_professional END IS NULL
      OR l.status = 'agreed' AND CASE c.side WHEN 'company' THEN l.signed_by_company ELSE l.signed_by_professional END IS NULL
         AND NOT EXISTS (SELECT FROM public.checklist_items i WHERE i.checklist_id = l.id AND i.result = 'pending'))
  UNION ALL
  -- What the other side recorded of a list that is not to be signed yet, by the first date.
  SELECT 'witness', min(i.witness_due_at), min(i.recorded_at), c.id, l.id, m.id, l.kind, NULL
  FROM mine c JOIN public.checklists l ON l.contract_id = c.id JOIN public.milestones m ON m.id = l.milestone_id JOIN public.checklist_items i ON i.checklist_id = l.id
  WHERE fulfils AND c.binds AND NOT c.is_own AND m.status IN ('planned', 'awaiting_payment', 'funded', 'delivered', 'adjusting') AND m.owed_due_on IS NULL
    AND l.status = 'agreed' AND i.blocking AND i.result IN ('passed', 'not_applicable') AND i.witnessed_at IS NULL
    AND i.recorded_side <> c.side AND i.recorded_by IS DISTINCT FROM person
    AND (CASE c.side WHEN 'company' THEN l.signed_by_company ELSE l.signed_by_professional END IS NOT NULL
      OR EXISTS (SELECT FROM public.checklist_items open WHERE open.checklist_id = l.id AND open.result = 'pending'))
  GROUP BY c.id, l.id, m.id, l.kind
  UNION ALL
  -- What the checklist blocks is filled in before it is approved.
  SELECT CASE WHEN l.kind IS NULL THEN 'approve' ELSE 'fill' END, CASE WHEN m.paused_at IS NULL THEN m.review_until END, m.delivered_at, c.id, m.id, m.id, l.kind, m.value_cents
  FROM mine c JOIN public.milestones m ON m.contract_id = c.id
  LEFT JOIN LATERAL (
    SELECT b.kind FROM public.checklists b
    WHERE b.milestone_id = m.id AND b.status <> 'proposed'
      AND EXISTS (SELECT FROM public.checklist_items i WHERE i.checklist_id = b.id AND i.blocking AND i.result IN ('pending', 'failed'))
    ORDER BY b.id LIMIT 1) AS l ON true
  WHERE fulfils AND c.side = 'company' AND c.binds AND m.status = 'delivered' AND NOT c.is_own AND m.delivered_by IS DISTINCT FROM person
  UNION ALL
  SELECT CASE c.settlement WHEN 'direct' THEN 'pay' ELSE 'fund' END, private.end_of(m.owed_due_on), coalesce(m.approved_at, m.updated_at), c.id, m.id, m.id, NULL, m.value_cents
  FROM mine c JOIN public.milestones m ON m.contract_id = c.id
  WHERE pays AND c.side = 'company' AND m.status = 'awaiting_payment' AND m.owed_due_on IS NOT NULL
    AND NOT (c.settlement = 'direct' AND EXISTS (SELECT FROM public.direct_payments d WHERE d.milestone_id = m.id AND d.status = 'declared'))
  UNION ALL
  SELECT 'confirm', d.confirm_due_at, d.declared_at, c.id, d.id, d.milestone_id, NULL, d.value_cents
  FROM mine c JOIN public.direct_payments d ON d.contract_id = c.id
  WHERE pays AND c.side = 'professional' AND d.status = 'declared' AND NOT c.is_own AND d.declared_by <> person
  UNION ALL
  -- One work of a contract at a time, what was given back first, and nothing
  -- that a guarantee contract has no deposit for.
  (SELECT DISTINCT ON (c.id) CASE WHEN m.status = 'adjusting' THEN 'adjust' WHEN c.status = 'agreed' THEN 'start' ELSE 'deliver' END,
          private.end_of(m.due_on), m.updated_at, c.id, m.id, m.id, NULL::text, m.value_cents
   FROM mine c JOIN public.milestones m ON m.contract_id = c.id
   WHERE fulfils AND c.side = 'professional' AND c.status IN ('agreed', 'active') AND m.status IN ('planned', 'funded', 'adjusting')
     AND NOT private.is_unfunded(c.settlement, m.status, m.held_cents, m.owed_due_on)
   ORDER BY c.id, m.status = 'adjusting' DESC, m.position)
  UNION ALL
  -- The deposit is asked for the part whose turn it is, one at a time.
  SELECT 'deposit', NULL, w.updated_at, w.contract_id, w.id, w.id, NULL, w.value_cents
  FROM (SELECT DISTINCT ON (c.id) c.id AS contract_id, m.id, m.updated_at, m.value_cents, private.is_unfunded(c.settlement, m.status, m.held_cents, m.owed_due_on) AS is_unfunded
        FROM mine c JOIN public.milestones m ON m.contract_id = c.id
        WHERE pays AND c.side = 'company' AND c.settlement = 'guarantee' AND c.status IN ('agreed', 'active') AND NOT c.is_own
          AND (m.status IN ('planned', 'funded', 'adjusting') OR m.status = 'awaiting_payment' AND m.owed_due_on IS NULL)
        ORDER BY c.id, m.status = 'adjusting' DESC, m.position) AS w
  WHERE w.is_unfunded
  UNION ALL
  SELECT CASE i.status WHEN 'sent' THEN 'check_invoice' WHEN 'refused' THEN 'resend_invoice' ELSE 'invoice' END, NULL, coalesce(i.answered_at, i.sent_at, i.created_at), c.id, i.id, i.milestone_id, NULL, i.expected_cents
  FROM mine c JOIN public.invoices i ON i.contract_id = c.id
  WHERE pays AND NOT c.is_own
    AND CASE c.side WHEN 'company' THEN i.status = 'sent' AND i.sent_by IS DISTINCT FROM person ELSE i.status IN ('pending', 'refused') END
  UNION ALL
  SELECT 'withholding', min(w.answer_due_at), min(w.recorded_at), c.id, w.milestone_id, w.milestone_id, NULL, sum(w.value_cents)::bigint
  FROM mine c JOIN public.withholdings w ON w.contract_id = c.id
  WHERE pays AND c.side = 'professional' AND w.status = 'proposed' AND NOT c.is_own AND w.recorded_by <> person
  GROUP BY c.id, w.milestone_id
  UNION ALL
  -- One turn for the taxes of a milestone that stand alike, by the first date; the date of what is owed has passed.
  SELECT CASE w.status WHEN 'due' THEN 'prove_withheld' WHEN 'contested' THEN 'resend_withheld' WHEN 'shown' THEN 'check_withheld'
           WHEN 'owed' THEN CASE c.side WHEN 'company' THEN 'pay_withheld' ELSE 'confirm_withheld' END END,
         CASE w.status WHEN 'shown' THEN min(w.answer_until) WHEN 'owed' THEN NULL ELSE min(w.due_at) END,
         min(coalesce(w.ended_at, r.answered_at, r.given_at, w.created_at)), c.id, w.milestone_id, w.milestone_id, NULL, sum(w.value_cents)::bigint
  FROM mine c JOIN public.withholding_proofs w ON w.contract_id = c.id LEFT JOIN public.withholding_proof_rounds r ON r.proof_id = w.id AND r.round = w.round
  WHERE pays AND NOT c.is_own
    AND (w.status IN ('due', 'contested') AND c.side = 'company' AND w.due_at > now()
      OR w.status = 'shown' AND c.side = 'professional' AND w.answer_until > now() AND r.given_by IS DISTINCT FROM person OR w.status = 'owed')
  GROUP BY c.id, c.side, w.milestone_id, w.status
  UNION ALL
  SELECT 'review', c.completed_at + private.span_of('review_days'), c.completed_at, c.id, NULL, NULL, NULL, NULL
  FROM mine c
  WHERE negotiates AND c.status = 'completed' AND NOT c.reviewed AND NOT c.is_own AND c.completed_at > now() - private.span_of('review_days');
END
$function$;
GRANT EXECUTE ON FUNCTION private.contract_turns(uuid,uuid) TO definer, service_role;

CREATE OR REPLACE FUNCTION private.count_active_projects()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  PERFORM FROM public.profiles WHERE id IN (NEW.company_id, NEW.professional_id) ORDER BY id FOR NO KEY UPDATE;
  UPDATE public.profiles p
  SET active_projects = (
    SELECT count(*) FROM public.contracts c
    WHERE c.status IN ('agreed', 'active', 'delivered') AND (c.company_id = p.id OR c.professional_id = p.id))
  WHERE p.id IN (NEW.company_id, NEW.professional_id);
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.count_active_projects() TO service_role;

CREATE OR REPLACE FUNCTION private.count_completed_contracts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  PERFORM private.settle_reputation(ARRAY[NEW.company_id, NEW.professional_id]);
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.count_completed_contracts() TO service_role;

CREATE OR REPLACE FUNCTION private.count_directories()
 RETURNS TABLE(directory text, facet text, value text, city_key text, label text, total bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT 'projects', f.facet, f.value, f.city_key, f.label, count(*)
  FROM public.projects p, private.facets(p.skills, p.state, p.city_key, p.city) f
  WHERE p.status = 'open'
  GROUP BY 2, 3, 4, 5
  UNION ALL
  SELECT 'professionals', f.facet, f.value, f.city_key, f.label, count(*)
  FROM public.profiles p, private.facets(p.skills, p.state, p.city_key, private.city_of(p.location)) f
  WHERE p.role = 'professional' AND p.status = 'active' AND p.is_party
  GROUP BY 2, 3, 4, 5
$function$;
GRANT EXECUTE ON FUNCTION private.count_directories() TO service_role;

CREATE OR REPLACE FUNCTION private.count_listed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  sign CONSTANT integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  IF TG_TABLE_NAME = 'projects' THEN
    INSERT INTO private.directory_changes (directory, facet, value, city_key, label, change)
    SELECT 'projects', f.facet, f.value, f.city_key, f.label, sign * count(*)
    FROM written p, private.facets(p.skills, p.state, p.city_key, p.city) f
    WHERE p.status = 'open'
    GROUP BY 2, 3, 4, 5;
  ELSE
    INSERT INTO private.directory_changes (directory, facet, value, city_key, label, change)
    SELECT 'professionals', f.facet, f.value, f.city_key, f.label, sign * count(*)
    FROM written p, private.facets(p.skills, p.state, p.city_key, private.city_of(p.location)) f
    WHERE p.role = 'professional' AND p.status = 'active' AND p.is_party
    GROUP BY 2, 3, 4, 5;
  END IF;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.count_listed() TO service_role;

CREATE OR REPLACE FUNCTION private.count_project_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM set_config('storage.allow_delete_query', 'true', true);
    DELETE FROM storage.objects WHERE bucket_id = 'projects' AND name = OLD.path;
    PERFORM set_config('storage.allow_delete_query', '', true);
  END IF;
  UPDATE public.projects p
  SET files_count = (SELECT count(*) FROM public.project_files f WHERE f.project_id = p.id)
  WHERE p.id = coalesce(NEW.project_id, OLD.project_id);
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.count_project_files() TO service_role;

CREATE OR REPLACE FUNCTION private.count_proposals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  UPDATE public.projects
  SET proposals_count = (SELECT count(*) FROM public.proposals WHERE project_id = projects.id AND status <> 'withdrawn')
  WHERE id = coalesce(NEW.project_id, OLD.project_id);
  UPDATE public.profiles
  SET proposals_sent = (SELECT count(*) FROM public.proposals WHERE professional_id = profiles.id AND status <> 'withdrawn')
  WHERE id = coalesce(NEW.professional_id, OLD.professional_id);
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.count_proposals() TO service_role;

CREATE OR REPLACE FUNCTION private.count_read_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  UPDATE public.conversations c
  SET unread_count = greatest(0, c.unread_count - newly.count)
  FROM (
    SELECT after.to_id, after.from_id, count(*)::integer AS count
    FROM after_rows after JOIN before_rows before USING (id)
    WHERE after.read AND NOT before.read
    GROUP BY after.to_id, after.from_id
  ) AS newly
  WHERE c.owner_id = newly.to_id AND c.partner_id = newly.from_id;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.count_read_messages() TO service_role;

CREATE OR REPLACE FUNCTION private.date_answer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  NEW.answered_at := now();
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION private.deadline_shows_at(due_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (SELECT (((max(one.one))::date)::timestamp without time zone AT TIME ZONE 'America/Sao_Paulo'::text) AS timezone FROM generate_series(((private.market_day(deadline_shows_at.due_at) - 14))::timestamp with time zone, ((private.market_day(deadline_shows_at.due_at) - 1))::timestamp with time zone, '1 day'::interval) one(one) WHERE private.is_working_day((one.one)::date));
GRANT EXECUTE ON FUNCTION private.deadline_shows_at(timestamp with time zone) TO service_role;

CREATE OR REPLACE FUNCTION private.deals_over(project_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  RETURN EXISTS (
      SELECT FROM public.contracts c
      WHERE c.project_id = deals_over.project_id AND c.professional_id = ANY (private.parties()))
    OR EXISTS (
      SELECT FROM public.proposals o JOIN public.proposal_terms t ON t.proposal_id = o.id AND t.author = 'company' AND t.state <> 'withdrawn'
      WHERE o.project_id = deals_over.project_id AND o.professional_id = ANY (private.parties()) AND o.status IN ('pending', 'waiting'));
END
$function$;
GRANT EXECUTE ON FUNCTION private.deals_over(uuid) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.deals_with(profile uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER COST 10000
 SET search_path TO ''
AS $function$
DECLARE
  mine uuid[] := private.parties();
BEGIN
  RETURN profile = ANY (mine)
      OR private.is_colleague(profile)
      OR EXISTS (SELECT FROM public.conversations c WHERE c.owner_id = auth.uid() AND c.partner_id = profile)
      OR EXISTS (SELECT FROM public.contracts c WHERE c.company_id = profile AND c.professional_id = ANY (mine))
      OR EXISTS (SELECT FROM public.contracts c WHERE c.professional_id = profile AND c.company_id = ANY (mine))
      OR EXISTS (SELECT FROM public.proposals o JOIN public.project_owners w ON w.project_id = o.project_id
                 WHERE o.professional_id = profile AND w.company_id = ANY (mine))
      OR EXISTS (SELECT FROM public.proposals o JOIN public.projects p ON p.id = o.project_id
                 WHERE p.company_id = profile AND o.professional_id = ANY (mine));
END
$function$;
GRANT EXECUTE ON FUNCTION private.deals_with(uuid) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.debts_of(company uuid, day date DEFAULT private.market_day())
 RETURNS TABLE(milestone_id uuid, owed_due_on date, stops_on date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT m.id, m.owed_due_on, m.acceptances_stop_on
  FROM public.contracts c JOIN public.milestones m ON m.contract_id = c.id JOIN public.profiles o ON o.id = c.professional_id
  WHERE c.company_id = company AND m.owed_due_on < day
    AND (o.status = 'active' OR o.removed_at IS NOT NULL) AND NOT EXISTS (SELECT FROM private.barred_documents b WHERE b.profile_id = o.id)
    AND CASE m.status
      WHEN 'awaiting_payment' THEN NOT EXISTS (SELECT FROM public.direct_payments d WHERE d.milestone_id = m.id AND d.status = 'declared' AND (d.receipt IS NOT NULL OR d.end_to_end_id IS NOT NULL))
        OR EXISTS (SELECT FROM public.direct_payments d WHERE d.milestone_id = m.id AND d.status = 'contested')
      WHEN 'disputed' THEN NOT EXISTS (SELECT FROM public.disputes d WHERE d.milestone_id = m.id AND d.ended_at IS NULL
          AND (d.status IN ('negotiating', 'mediation') OR d.status IN ('decided', 'appealed') AND d.decided_percent = 0))
        OR EXISTS (SELECT FROM public.disputes d WHERE d.milestone_id = m.id AND d.milestone_status = 'awaiting_payment' AND d.outcome_percent > 0)
      ELSE false END
  UNION ALL
  SELECT w.milestone_id, min(private.market_day(w.ended_at)), min(w.acceptances_stop_on)
  FROM public.contracts c JOIN public.withholding_proofs w ON w.contract_id = c.id JOIN public.profiles o ON o.id = c.professional_id
  WHERE c.company_id = company AND w.status = 'owed' AND private.market_day(w.ended_at) < day
    AND o.status = 'active' AND NOT EXISTS (SELECT FROM private.barred_documents b WHERE b.profile_id = o.id)
  GROUP BY w.milestone_id
$function$;
GRANT EXECUTE ON FUNCTION private.debts_of(uuid,date) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.deferral_day(choice text, today date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN CASE choice WHEN 'tomorrow'::text THEN private.working_days_after(today, 1) WHEN 'three_days'::text THEN private.working_days_after(today, 3) WHEN 'monday'::text THEN private.working_days_after(((today + 7) - (EXTRACT(isodow FROM today))::integer), 1) ELSE NULL::date END;
GRANT EXECUTE ON FUNCTION private.deferral_day(text,date) TO service_role;

CREATE OR REPLACE FUNCTION private.document_of(party uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (SELECT COALESCE(o.document, a.document) AS "coalesce" FROM ((public.profiles p LEFT JOIN public.organisations o ON ((o.id = p.id))) LEFT JOIN public.accounts a ON ((a.profile_id = p.id))) WHERE (p.id = document_of.party));
GRANT EXECUTE ON FUNCTION private.document_of(uuid) TO service_role;

CREATE OR REPLACE FUNCTION private.document_of_at(party uuid, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 WITH firm AS (
          SELECT o.document
            FROM public.organisations o
           WHERE ((o.id = document_of_at.party) AND ((o.role = 'company'::text) OR (o.created_at <= document_of_at.at)))
         )
  SELECT COALESCE(( SELECT c.old_document
            FROM public.corrections c
           WHERE ((c.party_id = document_of_at.party) AND (c.status = 'approved'::text) AND (c.decided_at > document_of_at.at) AND (c.kind =
                 CASE
                     WHEN (EXISTS ( SELECT
                        FROM firm)) THEN 'cnpj'::text
                     ELSE 'cpf'::text
                 END))
           ORDER BY c.decided_at
          LIMIT 1), ( SELECT firm.document
            FROM firm), ( SELECT a.document
            FROM public.accounts a
           WHERE (a.profile_id = document_of_at.party))) AS "coalesce";
END;
GRANT EXECUTE ON FUNCTION private.document_of_at(uuid,timestamp with time zone) TO service_role;

CREATE OR REPLACE FUNCTION private.drop_undrawn(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN CASE WHEN (given !~ '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2060-\u2065\u3164\ufeff\uffa0\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff\u200c\u200d\U000e0020-\U000e007f]'::text) THEN given ELSE regexp_replace(given, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2060-\u2065\u3164\ufeff\uffa0\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff]|(?<![\u0590-\u1cff\u2190-\u27bf\u2b00-\u2bff\ua800-\uabff\ufb50-\ufdff\ufe0f\ufe70-\ufefc\U00010a00-\U00011fff\U0001e900-\U0001e95f\U0001f000-\U0001faff])[\u200c\u200d]|[\u200c\u200d](?![\u0590-\u1cff\u2190-\u27bf\u2b00-\u2bff\ua800-\uabff\ufb50-\ufdff\ufe0f\ufe70-\ufefc\U00010a00-\U00011fff\U0001e900-\U0001e95f\U0001f000-\U0001faff])|(?<!\U0001f3f4[\U000e0020-\U000e007f]*)[\U000e0020-\U000e007f]'::text, ''::text, 'g'::text) END;
GRANT EXECUTE ON FUNCTION private.drop_undrawn(text) TO anon, authenticated, definer, service_role;

CREATE OR REPLACE FUNCTION private.earned_of(milestone uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (SELECT CASE m.status WHEN 'split'::text THEN COALESCE((SELECT sum(e.value_cents) AS sum FROM (public.ledger_transfers t JOIN public.ledger_entries e ON ((e.transfer_id = t.id))) WHERE ((t.milestone_id = m.id) AND (t.kind = 'split'::text) AND (e.kind = 'split'::text) AND (e.account ~~ 'available:%'::text))), (m.value_cents)::numeric) ELSE (m.value_cents)::numeric END AS value_cents FROM public.milestones m WHERE (m.id = earned_of.milestone));
GRANT EXECUTE ON FUNCTION private.earned_of(uuid) TO service_role;

CREATE OR REPLACE FUNCTION private.easter(year integer)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
DECLARE
  a integer := year % 19;
  b integer := year / 100;
  c integer := year % 100;
  h integer := (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
  l integer := (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
  m integer := (a + 11 * h + 22 * l) / 451;
BEGIN
  RETURN make_date(year, (h + l - 7 * m + 114) / 31, (h + l - 7 * m + 114) % 31 + 1);
END
$function$;
GRANT EXECUTE ON FUNCTION private.easter(integer) TO service_role;

CREATE OR REPLACE FUNCTION private.end_invitations_to_propose()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  UPDATE public.invitations_to_propose SET expires_at = greatest(now(), created_at) WHERE project_id = NEW.id AND expires_at > now();
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.end_invitations_to_propose() TO service_role;

CREATE OR REPLACE FUNCTION private.end_of(day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN ((((day + 1))::timestamp without time zone AT TIME ZONE 'America/Sao_Paulo'::text) - '00:00:01'::interval);
GRANT EXECUTE ON FUNCTION private.end_of(date) TO definer, service_role;

CREATE OR REPLACE FUNCTION private.end_offers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  UPDATE public.proposal_terms SET state = 'withdrawn', answered_at = now() WHERE proposal_id = NEW.id AND state = 'offered';
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.end_offers() TO service_role;

CREATE OR REPLACE FUNCTION private.end_voice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  UPDATE public.conversations SET partner_party_id = NULL
  WHERE partner_id = OLD.person_id AND partner_party_id = OLD.organisation_id;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.end_voice() TO service_role;

CREATE OR REPLACE FUNCTION private.facets(of_skills text[], of_state text, of_key text, of_city text)
 RETURNS TABLE(facet text, value text, city_key text, label text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  SELECT 'all', '', '', ''
  UNION ALL
  SELECT 'skill', skill, '', '' FROM unnest(of_skills) AS skill
  UNION ALL
  SELECT 'city', of_state, of_key, coalesce(of_city, '') WHERE of_state IS NOT NULL AND of_key IS NOT NULL
$function$;
GRANT EXECUTE ON FUNCTION private.facets(text[],text,text,text) TO service_role;

CREATE OR REPLACE FUNCTION private.file_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  INSERT INTO public.conversations AS mine (owner_id, partner_id, thread, last_message_id, last_from_id, last_content, last_at, unread_count, partner_party_id, last_files_count)
  SELECT side.owner_id, side.partner_id, NEW.thread, NEW.id, NEW.from_id, left(NEW.content, 160), NEW.timestamp, side.unread, side.party_id, NEW.files_count
  FROM (VALUES (NEW.from_id, NEW.to_id, 0, NEW.sender_visible, NULL), (NEW.to_id, NEW.from_id, 1, true, NEW.party_id))
    AS side (owner_id, partner_id, unread, visible, party_id)
  WHERE side.visible
  ORDER BY side.owner_id
  ON CONFLICT (owner_id, partner_id) DO UPDATE SET
    last_message_id  = excluded.last_message_id,
    last_from_id     = excluded.last_from_id,
    last_content     = excluded.last_content,
    last_at          = excluded.last_at,
    last_files_count = excluded.last_files_count,
    unread_count     = mine.unread_count + excluded.unread_count,
    partner_party_id = CASE excluded.last_from_id WHEN mine.partner_id THEN excluded.partner_party_id ELSE mine.partner_party_id END;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.file_message() TO service_role;

CREATE OR REPLACE FUNCTION private.filter_values(query jsonb, filter text, is_single boolean, known text[] DEFAULT NULL::text[])
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
DECLARE
  given  CONSTANT jsonb := CASE jsonb_typeof(query -> filter) WHEN 'string' THEN jsonb_build_array(query -> filter) ELSE coalesce(query -> filter, '[]') END;
  chosen text[];
BEGIN
  IF jsonb_typeof(given) = 'array' AND (is_single AND jsonb_typeof(query -> filter) <> 'string' OR jsonb_array_length(given) > 30
     OR EXISTS (SELECT FROM jsonb_array_elements(given) AS one WHERE jsonb_typeof(one) <> 'string' OR length(one #>> '{}') > 200))
     OR jsonb_typeof(given) <> 'array' THEN
    PERFORM private.refuse(400, 'search_filter_wrong', 'Um dos filtros da busca não pôde ser lido. Escolha os filtros de novo e salve a busca.', ARRAY[filter]);
  END IF;
  chosen := ARRAY(SELECT private.plain_line(one) FROM jsonb_array_elements_text(given) WITH ORDINALITY AS value (one, place)
                  WHERE private.plain_line(one) <> '' GROUP BY private.plain_line(one) ORDER BY min(place));
  IF known IS NOT NULL AND NOT chosen <@ known THEN
    PERFORM private.refuse(400, 'search_filter_wrong', 'Um dos filtros da busca não pôde ser lido. Escolha os filtros de novo e salve a busca.', ARRAY[filter]);
  END IF;
  RETURN nullif(chosen, '{}');
END
$function$;
GRANT EXECUTE ON FUNCTION private.filter_values(jsonb,text,boolean,text[]) TO definer, service_role;

CREATE OR REPLACE FUNCTION private.fold(content text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT lower(extensions.unaccent(content))
$function$;
GRANT EXECUTE ON FUNCTION private.fold(text) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.fold_directory_changes(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  folded integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('fold directory changes', 0)) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM private.directory_changes
    WHERE id IN (SELECT c.id FROM private.directory_changes c ORDER BY c.id LIMIT at_most)
    RETURNING directory, facet, value, city_key, label, change
  ), kept AS (
    INSERT INTO private.directory_counts AS counts (directory, facet, value, city_key, label, total)
    SELECT g.directory, g.facet, g.value, g.city_key, g.label, sum(g.change) FROM gone g GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT ON CONSTRAINT directory_counts_pkey DO UPDATE SET total = counts.total + excluded.total
  )
  SELECT count(*) INTO folded FROM gone;
  DELETE FROM private.directory_counts WHERE total = 0;
  RETURN folded;
END
$function$;
GRANT EXECUTE ON FUNCTION private.fold_directory_changes(integer) TO service_role;

CREATE OR REPLACE FUNCTION private.follow_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  IF NEW.email IS NOT NULL THEN
    UPDATE public.accounts      SET email = NEW.email WHERE profile_id = NEW.id;
    UPDATE public.registrations SET email = NEW.email WHERE user_id    = NEW.id;
  END IF;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.follow_email() TO service_role;

CREATE OR REPLACE FUNCTION private.follow_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  UPDATE public.accounts SET words = private.fold(NEW.name || ' ' || email) WHERE profile_id = NEW.id;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.follow_name() TO service_role;

CREATE OR REPLACE FUNCTION private.follow_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  DELETE FROM private.calendar_links WHERE person_id = NEW.id;
  IF NEW.password_hash IS NULL THEN
    UPDATE public.registrations SET role = NULL, skills = '{}' WHERE user_id = NEW.id;
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION private.forget_answers(kept_for interval, rows_max integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  WITH gone AS (
    DELETE FROM private.idempotency_keys k
    USING (SELECT o.user_id, o.digest FROM private.idempotency_keys o WHERE o.created_at < now() - kept_for
           ORDER BY o.created_at LIMIT rows_max) AS old
    WHERE k.user_id = old.user_id AND k.digest = old.digest
    RETURNING 1
  )
  SELECT count(*)::integer FROM gone
$function$;
GRANT EXECUTE ON FUNCTION private.forget_answers(interval,integer) TO service_role;

CREATE OR REPLACE FUNCTION private.forget_invitations(unused_for interval)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  DELETE FROM public.invitations WHERE coalesce(decided_at, expires_at) < now() - unused_for
$function$;
GRANT EXECUTE ON FUNCTION private.forget_invitations(interval) TO service_role;

CREATE OR REPLACE FUNCTION private.forget_unsent_files(unsent_for interval)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT set_config('storage.allow_delete_query', 'true', true);
  WITH gone AS (
    DELETE FROM storage.objects o
    WHERE o.bucket_id IN ('messages', 'projects')
      AND o.updated_at < now() - unsent_for
      AND NOT EXISTS (SELECT FROM public.message_files f WHERE f.path = o.name)
      AND NOT EXISTS (SELECT FROM public.project_files f WHERE f.path = o.name)
    RETURNING 1
  )
  SELECT count(*) FROM gone
$function$;
GRANT EXECUTE ON FUNCTION private.forget_unsent_files(interval) TO service_role;

CREATE OR REPLACE FUNCTION private.forget_unused_pictures(unused_for interval)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT set_config('storage.allow_delete_query', 'true', true);
  WITH used (name) AS (
    SELECT regexp_replace(url, '^.*/object/public/public-uploads/', '')
    FROM (
      SELECT avatar_url FROM public.profiles
      UNION ALL SELECT banner_url FROM public.profiles
      UNION ALL SELECT unnest(image_urls) FROM public.portfolio_projects
      UNION ALL SELECT s.url FROM public.site_images s
    ) AS shown (url)
    WHERE url LIKE '%/object/public/public-uploads/%'
  ), gone AS (
    DELETE FROM storage.objects o
    WHERE o.bucket_id = 'public-uploads'
      AND o.name ~ '^(avatars|banners|portfolio|site-images)/'
      AND o.updated_at < now() - unused_for
      AND NOT EXISTS (SELECT FROM used WHERE used.name = o.name)
    RETURNING 1
  )
  SELECT count(*) FROM gone
$function$;
GRANT EXECUTE ON FUNCTION private.forget_unused_pictures(interval) TO service_role;

CREATE OR REPLACE FUNCTION private.gather_profile_technologies()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  one uuid;
BEGIN
  FOR one IN SELECT DISTINCT profile_id FROM written ORDER BY profile_id LOOP
    PERFORM FROM public.profiles WHERE id = one FOR NO KEY UPDATE;
    UPDATE public.profiles p SET technologies = kept.slugs
    FROM (
      SELECT coalesce(array_agg(t.technology ORDER BY array_position(ARRAY['Especialista', 'Avançado', 'Intermediário', 'Básico'], t.level), t.years DESC NULLS LAST, t.technology COLLATE "C"), '{}') AS slugs
      FROM public.profile_technologies t WHERE t.profile_id = one
    ) AS kept
    WHERE p.id = one AND p.technologies <> kept.slugs;
  END LOOP;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.gather_profile_technologies() TO service_role;

CREATE OR REPLACE FUNCTION private.gather_project_technologies()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  one uuid;
BEGIN
  FOR one IN SELECT DISTINCT project_id FROM written ORDER BY project_id LOOP
    PERFORM FROM public.projects WHERE id = one FOR NO KEY UPDATE;
    IF TG_OP = 'DELETE' AND auth.uid() IS NOT NULL AND EXISTS (SELECT FROM public.proposals o WHERE o.project_id = one AND o.status <> 'withdrawn') THEN
      PERFORM private.refuse(409, 'project_answered', 'Este projeto já recebeu propostas. Retire a tecnologia na edição do projeto, para que quem propôs seja avisado.');
    END IF;
    UPDATE public.projects p SET technologies = kept.slugs, technology_levels = kept.levels
    FROM (
      SELECT coalesce(array_agg(t.technology ORDER BY t.technology COLLATE "C"), '{}') AS slugs, coalesce(jsonb_object_agg(t.technology, t.level) FILTER (WHERE t.level IS NOT NULL), '{}') AS levels
      FROM public.project_technologies t WHERE t.project_id = one
    ) AS kept
    WHERE p.id = one AND (p.technologies, p.technology_levels) IS DISTINCT FROM (kept.slugs, kept.levels);
  END LOOP;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.gather_project_technologies() TO service_role;

CREATE OR REPLACE FUNCTION private.has_asked(question_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM private.question_askers a WHERE a.question_id = has_asked.question_id AND a.party_id = ANY (private.parties()));
END
$function$;
GRANT EXECUTE ON FUNCTION private.has_asked(uuid) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.has_hidden_signs(given text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN (given ~ '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]'::text);
GRANT EXECUTE ON FUNCTION private.has_hidden_signs(text) TO anon, authenticated, definer, service_role;

CREATE OR REPLACE FUNCTION private.has_piled_marks(given text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN (given ~ '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{7}'::text);
GRANT EXECUTE ON FUNCTION private.has_piled_marks(text) TO anon, authenticated, definer, service_role;

CREATE OR REPLACE FUNCTION private.has_proposed(project_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM public.proposals o WHERE o.project_id = has_proposed.project_id AND o.professional_id = ANY (private.parties()));
END
$function$;
GRANT EXECUTE ON FUNCTION private.has_proposed(uuid) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.has_role(wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT EXISTS (SELECT FROM public.profiles WHERE id = auth.uid() AND role = wanted AND status = 'active')
$function$;
GRANT EXECUTE ON FUNCTION private.has_role(text) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.imitates_operator(name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  -- As skeletons, in which an l is an i.
  fillers  CONSTANT text[] := '{a,o,as,os,ao,aos,da,do,das,dos,de,e,em,para,com,the,of,and,itda,sa,me,mei,epp,eireii,ciiente,ciientes,usuario,usuarios,conta,contas,seguranca,financeiro,pagamento,pagamentos,tecnico,tecnica,centrai,oniine,brasii,servico,servicos}';
  offices  CONSTANT text[] := '{suporte,support,admin,admins,administrador,administradora,administradores,administrator,administracao,moderador,moderadora,moderator,moderacao,equipe,time,team,staff,atendimento,ouvidoria,sac,heipdesk,sistema,system,oficiai,officiai,piataforma,marketpiace,webmaster,postmaster,root}';
  nobodys  CONSTANT text[] := '{admin,administrador,administrator,moderador,moderadora,moderator,webmaster,sysadmin}';
  words    CONSTANT text[] := string_to_array(private.skeleton(imitates_operator.name), ' ');
  operator CONSTANT text   := private.without_words(string_to_array(private.skeleton(private.setting('operator_name')), ' '), fillers);
  market   CONSTANT text   := 'automacaoindustria';
  rest     CONSTANT text   := private.without_words(words, fillers || offices);
BEGIN
  RETURN coalesce(words && nobodys
    OR array_to_string(words, '') = ANY (offices || nobodys)
    OR rest = '' AND words && offices
    OR rest IN (market, nullif(operator, ''))
    OR private.without_words(words, fillers) IN (market, nullif(operator, ''))
    OR words && offices AND rest IN ('automacao', 'industria'), false);
END
$function$;
GRANT EXECUTE ON FUNCTION private.imitates_operator(text) TO service_role;

CREATE OR REPLACE FUNCTION private.income_tax(earned bigint, contribution bigint, day date)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT greatest(0, t.tax - CASE WHEN earned <= r.exempt_up_to_cents THEN t.tax
                                  WHEN earned <= r.relief_up_to_cents THEN greatest(0, round(r.constant_cents - earned::numeric * r.factor_millionths / 1000000)) ELSE 0 END)::bigint
  FROM (SELECT * FROM private.income_tax_reliefs WHERE valid_from <= day ORDER BY valid_from DESC LIMIT 1) AS r
  CROSS JOIN LATERAL (SELECT greatest(0, earned - greatest(contribution, r.simplified_cents)) AS base) AS b
  CROSS JOIN LATERAL (
    SELECT greatest(0, round(b.base::numeric * k.rate_basis_points / 10000) - k.deducted_cents) AS tax FROM private.income_tax_brackets k
    WHERE k.valid_from = (SELECT max(valid_from) FROM private.income_tax_brackets WHERE valid_from <= day) AND (k.above_cents < b.base OR k.above_cents = 0)
    ORDER BY k.above_cents DESC LIMIT 1) AS t
$function$;
GRANT EXECUTE ON FUNCTION private.income_tax(bigint,bigint,date) TO service_role;

CREATE OR REPLACE FUNCTION private.index_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  UPDATE public.accounts SET words = private.fold((SELECT name FROM public.profiles WHERE id = NEW.profile_id) || ' ' || NEW.email)
  WHERE profile_id = NEW.profile_id;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.index_account() TO service_role;

CREATE OR REPLACE FUNCTION private.invite_witness()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  NEW.recorded_name  := (SELECT p.name FROM public.profiles p WHERE p.id = NEW.recorded_by);
  NEW.witness_due_at := CASE WHEN NEW.blocking AND NEW.result IN ('passed', 'not_applicable')
                             THEN private.end_of(private.market_day(NEW.recorded_at) + private.limit_of('witness_days')::integer) END;
  NEW.witness_reminded_at := NULL;
  NEW.witnessed_by   := NULL;
  NEW.witnessed_name := NULL;
  NEW.witnessed_at   := NULL;
  NEW.witnessed_as   := NULL;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION private.is_acceptance_blocked(milestone uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT EXISTS (
    SELECT FROM public.checklists c JOIN public.checklist_items i ON i.checklist_id = c.id
    WHERE c.milestone_id = milestone AND c.status <> 'proposed' AND i.blocking AND i.result IN ('pending', 'failed'))
$function$;
GRANT EXECUTE ON FUNCTION private.is_acceptance_blocked(uuid) TO service_role;

CREATE OR REPLACE FUNCTION private.is_acceptance_paused(milestone uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT private.is_acceptance_blocked(milestone) OR private.awaits_witness(milestone)
    OR EXISTS (SELECT FROM public.milestones m WHERE m.id = milestone AND m.waits_for_tac
         AND NOT EXISTS (SELECT FROM public.checklists c WHERE c.milestone_id = m.id AND c.executed_at IS NOT NULL))
$function$;
GRANT EXECUTE ON FUNCTION private.is_acceptance_paused(uuid) TO service_role;

CREATE OR REPLACE FUNCTION private.is_active(profile_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT EXISTS (SELECT FROM public.profiles WHERE id = is_active.profile_id AND status = 'active')
$function$;
GRANT EXECUTE ON FUNCTION private.is_active(uuid) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT private.has_role('admin')
$function$;
GRANT EXECUTE ON FUNCTION private.is_admin() TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_binding(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = ANY (ARRAY['agreed'::text, 'active'::text, 'delivered'::text]));
GRANT EXECUTE ON FUNCTION private.is_binding(text) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_colleague(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT EXISTS (SELECT FROM public.memberships m WHERE m.person_id = person AND m.organisation_id = ANY (private.parties()))
$function$;
GRANT EXECUTE ON FUNCTION private.is_colleague(uuid) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_measured(at_most bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  SELECT at_most < 1000000000
$function$;
GRANT EXECUTE ON FUNCTION private.is_measured(bigint) TO service_role;

CREATE OR REPLACE FUNCTION private.is_party_of(party uuid, side text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT EXISTS (SELECT FROM public.profiles WHERE id = party AND role = side AND is_party AND status = 'active')
$function$;
GRANT EXECUTE ON FUNCTION private.is_party_of(uuid,text) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_picture(address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT address = '' OR private.is_stored_picture(address)
    OR EXISTS (
      SELECT FROM unnest(string_to_array(private.setting('storage_origins'), ' ')) AS origin
      WHERE origin <> '' AND starts_with(address, origin || '/') AND private.is_stored_picture(substr(address, length(origin) + 1)))
    OR address ~ '^https://[A-Za-z0-9.:-]+/[A-Za-z0-9_!$&()*+,;=:@~%./?-]*$' AND EXISTS (
      SELECT FROM unnest(string_to_array(private.setting('picture_origins'), ' ')) AS origin
      WHERE origin <> '' AND starts_with(address, origin || '/'))
$function$;
GRANT EXECUTE ON FUNCTION private.is_picture(text) TO service_role;

CREATE OR REPLACE FUNCTION private.is_plain_name(name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN (name !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]'::text);
GRANT EXECUTE ON FUNCTION private.is_plain_name(text) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_project_model(fields jsonb, texts jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN ((fields @> '{"type": "object"}'::jsonb) AND (jsonb_typeof((fields -> 'properties'::text)) = 'object'::text) AND ((fields -> 'properties'::text) <> '{}'::jsonb) AND (NOT (EXISTS (SELECT FROM jsonb_each((is_project_model.fields -> 'properties'::text)) field(name, asked) WHERE ((field.name !~ '^[a-z][a-z0-9_]{0,39}$'::text) OR (COALESCE((field.asked ->> 'type'::text), ''::text) <> ALL (ARRAY['string'::text, 'integer'::text, 'boolean'::text, 'array'::text, 'object'::text])) OR (COALESCE(jsonb_typeof((field.asked -> 'title'::text)), ''::text) <> 'string'::text) OR (COALESCE(jsonb_typeof((field.asked -> 'x-weight'::text)), ''::text) <> 'number'::text) OR ((field.asked ->> 'x-weight'::text) !~ '^(100|[1-9]?[0-9])$'::text) OR (((field.asked ->> 'type'::text) = 'array'::text) AND (COALESCE(jsonb_typeof((field.asked #> '{items,enum}'::text[])), ''::text) <> 'array'::text)) OR (((field.asked ->> 'type'::text) = 'object'::text) AND (COALESCE(jsonb_typeof((field.asked -> 'properties'::text)), ''::text) <> 'object'::text)) OR (COALESCE(jsonb_typeof((is_project_model.texts #> ARRAY['words'::text, field.name])), ''::text) <> ALL (ARRAY['string'::text, 'object'::text])) OR (COALESCE(jsonb_typeof((is_project_model.texts #> ARRAY['why'::text, field.name])), ''::text) <> 'string'::text))))) AND (jsonb_typeof((texts -> 'intro'::text)) = 'string'::text) AND (jsonb_typeof((texts -> 'sections'::text)) = 'array'::text) AND ((SELECT array_agg((one.one #>> '{}'::text[]) ORDER BY (one.one #>> ('{}'::text[] COLLATE "C"))) AS array_agg FROM jsonb_path_query(is_project_model.texts, '$."sections"[*]."fields"[*]'::jsonpath) one(one)) = (SELECT array_agg(name.name ORDER BY (name.name COLLATE "C")) AS array_agg FROM jsonb_object_keys((is_project_model.fields -> 'properties'::text)) name(name))));
GRANT EXECUTE ON FUNCTION private.is_project_model(jsonb,jsonb) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_reachable(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT EXISTS (SELECT FROM public.profiles WHERE id = person AND status = 'active')
     AND (NOT EXISTS (SELECT FROM public.organisations WHERE id = person)
       OR EXISTS (SELECT FROM public.memberships WHERE organisation_id = person AND person_id = person))
$function$;
GRANT EXECUTE ON FUNCTION private.is_reachable(uuid) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_same_firm(one uuid, other uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  WITH people AS (
    SELECT side.party, side.party AS person FROM unnest(ARRAY[one, other]) AS side (party)
    UNION
    SELECT m.organisation_id, m.person_id FROM public.memberships m WHERE m.organisation_id IN (one, other)
  ), numbers AS (
    SELECT p.party, a.document FROM people p JOIN public.accounts a ON a.profile_id = p.person WHERE a.document IS NOT NULL
    UNION
    SELECT p.party, c.document FROM people p JOIN public.document_conflicts c ON c.profile_id = p.person
    UNION
    SELECT o.id, o.document FROM public.organisations o WHERE o.id IN (one, other) AND o.document IS NOT NULL
  )
  SELECT EXISTS (SELECT FROM people a JOIN people b ON b.person = a.person WHERE a.party = one AND b.party = other)
      OR EXISTS (SELECT FROM numbers a JOIN numbers b ON length(b.document) = length(a.document)
                   AND CASE length(a.document) WHEN 14 THEN left(b.document, 8) = left(a.document, 8) ELSE b.document = a.document END
                 WHERE a.party = one AND b.party = other)
$function$;
GRANT EXECUTE ON FUNCTION private.is_same_firm(uuid,uuid) TO service_role;

CREATE OR REPLACE FUNCTION private.is_settled_line(given text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN ((given IS NULL) OR (given !~ '[^\u0020-\u007e\u00c0-\u00ff]|^ |  | $'::text));
GRANT EXECUTE ON FUNCTION private.is_settled_line(text) TO anon, authenticated, definer, service_role;

CREATE OR REPLACE FUNCTION private.is_settled_text(given text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN ((given IS NULL) OR (given !~ '[^\u0020-\u007e\u00c0-\u00ff\n]|^[ \n]|[ \n]$'::text));
GRANT EXECUTE ON FUNCTION private.is_settled_text(text) TO anon, authenticated, definer, service_role;

CREATE OR REPLACE FUNCTION private.is_side_of(contract_id uuid, needed text DEFAULT 'read'::text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  RETURN EXISTS (
    SELECT FROM public.contracts c
    WHERE c.id = is_side_of.contract_id AND (c.company_id = ANY (private.parties(needed)) OR c.professional_id = ANY (private.parties(needed))));
END
$function$;
GRANT EXECUTE ON FUNCTION private.is_side_of(uuid,text) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_silenced(party uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN ((EXISTS (SELECT FROM public.profiles p WHERE ((p.id = is_silenced.party) AND (p.status = 'blocked'::text) AND (p.removed_at IS NULL)))) OR ((SELECT bool_and((me.status = 'blocked'::text)) AS bool_and FROM ((public.memberships m JOIN private.role_rights r ON (((r.role = m.role) AND (r."right" = 'negotiate'::text)))) JOIN public.profiles me ON ((me.id = m.person_id))) WHERE (m.organisation_id = is_silenced.party)) IS TRUE));
GRANT EXECUTE ON FUNCTION private.is_silenced(uuid) TO service_role;

CREATE OR REPLACE FUNCTION private.is_stored_picture(path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN ((path ~ '^/storage/v1/object/public/public-uploads(/[A-Za-z0-9_!$&()*+,;=:@~%-][A-Za-z0-9_!$&()*+,;=:@~%.-]*)+(\?[A-Za-z0-9_=&.-]*)?$'::text) AND (path !~* '%(2e|2f|5c|0)'::text));
GRANT EXECUTE ON FUNCTION private.is_stored_picture(text) TO service_role;

CREATE OR REPLACE FUNCTION private.is_unfunded(settlement text, status text, held_cents bigint, owed_due_on date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN ((settlement = 'guarantee'::text) AND (held_cents = 0) AND ((status = ANY (ARRAY['planned'::text, 'adjusting'::text])) OR ((status = 'awaiting_payment'::text) AND (owed_due_on IS NULL))));
GRANT EXECUTE ON FUNCTION private.is_unfunded(text,text,bigint,date) TO definer, service_role;

CREATE OR REPLACE FUNCTION private.is_visible(given text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN (given ~ '[^\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2060-\u2065\u3164\ufeff\uffa0\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff\U000e0020-\U000e007f\u200c\u200d\u0300-\u036f\u0483-\u0489\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u2800\ufe00-\ufe0f\ufe20-\ufe2f\U000e0100-\U000e01ef]'::text);
GRANT EXECUTE ON FUNCTION private.is_visible(text) TO anon, authenticated, definer, service_role;

CREATE OR REPLACE FUNCTION private.is_working_day(day date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  SELECT extract(isodow FROM day) < 6
    AND to_char(day, 'MM-DD') NOT IN ('01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25')
    AND day <> private.easter(extract(year FROM day)::integer) - 2
$function$;
GRANT EXECUTE ON FUNCTION private.is_working_day(date) TO service_role;

CREATE OR REPLACE FUNCTION private.keep_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  PERFORM FROM public.organisations WHERE id = OLD.organisation_id FOR UPDATE;
  IF FOUND AND NOT EXISTS (SELECT FROM public.memberships WHERE organisation_id = OLD.organisation_id AND role = 'owner') THEN
    PERFORM private.refuse(409, 'last_owner', 'A organização precisa de pelo menos um proprietário. Passe a propriedade antes.');
  END IF;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.keep_an_owner() TO service_role;

CREATE OR REPLACE FUNCTION private.keep_answer(owner uuid, of_digest bytea, fingerprint bytea, status integer, headers jsonb, body bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  WITH still_here AS MATERIALIZED (SELECT u.id FROM auth.users u WHERE u.id = owner FOR KEY SHARE)
  INSERT INTO private.idempotency_keys (user_id, digest, fingerprint, status, headers, body)
  SELECT h.id, of_digest, keep_answer.fingerprint, keep_answer.status, keep_answer.headers, keep_answer.body FROM still_here h
$function$;
GRANT EXECUTE ON FUNCTION private.keep_answer(uuid,bytea,bytea,integer,jsonb,bytea) TO service_role;

CREATE OR REPLACE FUNCTION private.keep_arrival()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'projects' THEN
    INSERT INTO private.search_arrivals (subject_id, kind)
    SELECT id, 'projects' FROM written WHERE status = 'open' AND created_at > now() - interval '1 day'
    ON CONFLICT DO NOTHING;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO private.search_arrivals (subject_id, kind)
    SELECT id, 'professionals' FROM written
    WHERE role = 'professional' AND status = 'active' AND is_party AND is_complete AND created_at > now() - interval '1 day'
    ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO private.search_arrivals (subject_id, kind) VALUES (NEW.id, 'professionals') ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION private.keep_balances(entries jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  INSERT INTO private.ledger_balances (account, party_id, other_party_id)
  SELECT DISTINCT ON (e.account) e.account, e.party_id, e.other_party_id
  FROM jsonb_to_recordset(entries) AS e (account text, party_id uuid, other_party_id uuid)
  ORDER BY e.account
  ON CONFLICT (account) DO NOTHING;
  IF EXISTS (
    SELECT FROM jsonb_to_recordset(entries) AS e (account text, party_id uuid, other_party_id uuid)
    JOIN private.ledger_balances b ON b.account = e.account
    WHERE b.party_id IS DISTINCT FROM e.party_id OR b.other_party_id IS DISTINCT FROM e.other_party_id) THEN
    RAISE EXCEPTION 'an account belongs to other parties' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_balances_parties_same';
  END IF;
  UPDATE private.ledger_balances b SET balance_cents = b.balance_cents + e.moved
  FROM (SELECT account, sum(value_cents)::bigint AS moved FROM jsonb_to_recordset(entries) AS e (account text, value_cents bigint) GROUP BY account) AS e
  WHERE b.account = e.account;
END
$function$;

CREATE OR REPLACE FUNCTION private.keep_closed_price()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  INSERT INTO private.closed_prices SELECT * FROM private.closed_price(NEW)
  ON CONFLICT (contract_id) DO UPDATE SET value_cents = EXCLUDED.value_cents, closed_at = EXCLUDED.closed_at;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.keep_closed_price() TO service_role;

CREATE OR REPLACE FUNCTION private.keep_kind()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  IF NEW.value NOT IN ('demonstration', 'market') OR OLD.value NOT IN ('', NEW.value) THEN
    RAISE EXCEPTION 'a database stays what it is: %, not %', OLD.value, NEW.value USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION private.keep_match_weights()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('match_weights', 0));
  IF NOT EXISTS (SELECT FROM public.match_weights w WHERE w.points > 0) THEN
    PERFORM private.refuse(400, 'match_weights_empty', 'Deixe pelo menos um critério com peso maior que zero.');
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION private.keep_proof_answers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  PERFORM private.refuse(409, 'withheld_answered', 'Este comprovante já foi respondido.');
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION private.keep_revision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  INSERT INTO public.project_revisions AS kept (project_id, number, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents,
                                                deadline, deadline_on, skills, technologies, technology_levels, city, state, work_mode, starts_on, scope, changed)
  VALUES (NEW.id, NEW.revision, NEW.title, NEW.description, NEW.category, NEW.experience_level, NEW.budget, NEW.budget_min_cents, NEW.budget_max_cents,
          NEW.deadline, NEW.deadline_on, NEW.skills, NEW.technologies, NEW.technology_levels, NEW.city, NEW.state, NEW.work_mode, NEW.starts_on, NEW.scope,
          CASE WHEN NEW.revision = 1 THEN '{}' ELSE private.project_changes(OLD, NEW) END)
  ON CONFLICT (project_id, number) DO UPDATE
  SET title = excluded.title, description = excluded.description, category = excluded.category, experience_level = excluded.experience_level,
      budget = excluded.budget, budget_min_cents = excluded.budget_min_cents, budget_max_cents = excluded.budget_max_cents,
      deadline = excluded.deadline, deadline_on = excluded.deadline_on, skills = excluded.skills,
      technologies = excluded.technologies, technology_levels = excluded.technology_levels,
      city = excluded.city, state = excluded.state, work_mode = excluded.work_mode, starts_on = excluded.starts_on, scope = excluded.scope,
      changed = CASE WHEN kept.number = 1 THEN '{}' ELSE ARRAY(SELECT DISTINCT unnest(kept.changed || excluded.changed) ORDER BY 1) END;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.keep_revision() TO service_role;

CREATE OR REPLACE FUNCTION private.keep_suppression()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  CASE TG_ARGV[0]
  WHEN 'erased' THEN
    INSERT INTO private.suppressions (kind, subject) VALUES ('erased', OLD.id::text);
  WHEN 'status' THEN
    INSERT INTO private.suppressions (kind, subject) VALUES (CASE NEW.status WHEN 'blocked' THEN 'blocked' ELSE 'activated' END, NEW.id::text);
  WHEN 'mail' THEN
    INSERT INTO private.suppressions (kind, subject)
    SELECT 'mail_declined', NEW.profile_id || ':' || was.key
    FROM jsonb_each_text(to_jsonb(OLD)) AS was JOIN jsonb_each_text(to_jsonb(NEW)) AS is_now USING (key)
    WHERE was.value = 'true' AND is_now.value = 'false';
  WHEN 'calendar' THEN
    INSERT INTO private.suppressions (kind, subject) VALUES ('calendar_ended', encode(OLD.digest, 'hex'));
  END CASE;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION private.keep_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  INSERT INTO public.proposal_terms (proposal_id, number, author, state, value_cents, travel_cents, milestones, deadline_days, valid_until, assumptions, exclusions, created_at)
  VALUES (NEW.id, NEW.terms, 'professional', 'current', NEW.value_cents, NEW.travel_cents, NEW.milestones, NEW.deadline_days, NEW.valid_until, NEW.assumptions, NEW.exclusions, NEW.created_at);
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.keep_terms() TO service_role;

CREATE OR REPLACE FUNCTION private.keep_the_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  gone CONSTANT text := 'Usuário removido';
BEGIN
  IF NEW.subject_label <> OLD.subject_label AND strpos(NEW.subject_label, gone) = 0
     OR NEW.details <> OLD.details AND (strpos(NEW.details::text, gone) = 0
       OR ARRAY(SELECT jsonb_object_keys(NEW.details) ORDER BY 1) <> ARRAY(SELECT jsonb_object_keys(OLD.details) ORDER BY 1)) THEN
    PERFORM private.refuse(403, 'log_is_final', 'A auditoria não se altera.');
  END IF;
  RETURN NEW;
END
$function$;
GRANT EXECUTE ON FUNCTION private.keep_the_log() TO service_role;

CREATE OR REPLACE FUNCTION private.know_profile_city()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  city     CONSTANT text := private.city_of(NEW.location);
  in_state CONSTANT text := substring(NEW.location FROM '([A-Za-z]{2})[)[:space:]]*$');
  official text;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.location = OLD.location THEN
    RETURN NEW;
  END IF;
  official := private.municipality(city, in_state);
  IF official IS NOT NULL THEN
    NEW.location := official || '/' || upper(in_state);
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION private.know_project_city()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  official text;
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.city, NEW.state) IS NOT DISTINCT FROM (OLD.city, OLD.state) THEN
    RETURN NEW;
  END IF;
  official := private.municipality(NEW.city, NEW.state);
  IF official IS NULL THEN
    PERFORM private.refuse(400, 'unknown_city', 'Não conhecemos esta cidade neste estado. Escolha uma das sugestões.');
  END IF;
  NEW.city := official;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION private.lapse_withholdings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  UPDATE public.withholdings SET status = 'lapsed' WHERE milestone_id = NEW.id AND status = 'proposed';
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION private.lawful_withholdings(milestone uuid, iss_item text, iss_rate integer, has_labour boolean, day date)
 RETURNS TABLE(tax text, base_cents bigint, rate_basis_points integer, value_cents bigint, law text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  WITH own AS (
    SELECT m.id, m.value_cents AS gross, c.company_id, c.professional_id, private.payee_of(c.professional_id) AS payee,
           EXISTS (SELECT FROM public.organisations f WHERE f.id = c.professional_id AND f.is_simples) AS is_simples
    FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id WHERE m.id = milestone),
  -- What was paid before in the month of the day, by Brazil's clock.
  paid AS (
    SELECT o.id, private.earned_of(o.id) AS gross FROM own JOIN public.contracts c ON c.company_id = own.company_id AND c.professional_id = own.professional_id
    JOIN public.milestones o ON o.contract_id = c.id
    WHERE o.id <> own.id AND o.status IN ('released', 'split') AND date_trunc('month', private.market_day(o.settled_at)) = date_trunc('month', day)),
  month AS (
    SELECT coalesce((SELECT sum(gross) FROM paid), 0)::bigint AS gross,
           coalesce(sum(w.settled_cents) FILTER (WHERE w.tax = 'inss'), 0)::bigint AS inss, coalesce(sum(w.settled_cents) FILTER (WHERE w.tax = 'irrf'), 0)::bigint AS irrf,
           coalesce(sum(round(w.settled_cents * 10000.0 / w.rate_basis_points)) FILTER (WHERE w.tax = 'inss'), 0)::bigint AS inss_base
    FROM public.withholdings w WHERE w.milestone_id IN (SELECT id FROM paid) AND w.status = 'agreed'),
  -- What other parts have recorded and not yet paid is kept of the same ceiling, so that
  -- parts recorded side by side do not use it twice.
  promised AS (
    SELECT coalesce(sum(w.base_cents), 0)::bigint AS inss_base FROM own JOIN public.contracts c ON c.company_id = own.company_id AND c.professional_id = own.professional_id
    JOIN public.milestones o ON o.contract_id = c.id JOIN public.withholdings w ON w.milestone_id = o.id
    WHERE o.id <> own.id AND o.status NOT IN ('released', 'split', 'refunded', 'cancelled') AND w.tax = 'inss' AND w.status IN ('proposed', 'agreed')),
  rules AS (
    SELECT DISTINCT ON (r.tax) r.tax, r.rate_basis_points, r.waived_up_to_cents, r.month_base_max_cents, r.needs, r.source
    FROM private.tax_rules r, own WHERE r.payee = own.payee AND r.valid_from <= day ORDER BY r.tax, r.valid_from DESC),
  flat AS (
    SELECT r.tax, least(own.gross, greatest(0, coalesce(r.month_base_max_cents - month.inss_base - promised.inss_base, own.gross))) AS base,
           CASE WHEN r.tax = 'iss' THEN least(coalesce(iss_rate, 0), r.rate_basis_points) ELSE r.rate_basis_points END AS rate, r.waived_up_to_cents AS waived,
           r.source || CASE r.needs WHEN 'item' THEN '. Serviço informado pela empresa: ' || i.item || ', ' || i.description WHEN 'labour' THEN '. Cessão de mão de obra informada pela empresa' ELSE '' END
             || CASE WHEN r.tax = 'iss' AND own.is_simples THEN '. Simples Nacional: LC 123/2006, art. 21, § 4º' ELSE '' END AS law
    FROM rules r CROSS JOIN own CROSS JOIN month CROSS JOIN promised LEFT JOIN private.iss_items i ON i.item = iss_item
    WHERE CASE r.needs WHEN 'item' THEN i.item IS NOT NULL WHEN 'labour' THEN has_labour WHEN 'no_simples' THEN NOT own.is_simples ELSE true END),
  fixed AS (
    SELECT f.tax, f.base, f.rate, round(f.base::numeric * f.rate / 10000)::bigint AS value, f.waived, f.law FROM flat f),
  -- Of a person: the tax of the whole month, less what was withheld in it.
  income AS (
    SELECT 'irrf' AS tax, own.gross AS base, k.rate_basis_points AS rate,
           least(private.income_tax(month.gross + own.gross, month.inss + coalesce((SELECT value FROM fixed WHERE fixed.tax = 'inss'), 0), day) - month.irrf,
                 round(own.gross::numeric * k.rate_basis_points / 10000))::bigint AS value, 1000::bigint AS waived,
           'RIR/2018, art. 685; ' || k.source || ', ' || (SELECT source FROM private.income_tax_reliefs WHERE valid_from <= day ORDER BY valid_from DESC LIMIT 1) || '; Lei 9.430/1996, art. 67' AS law
    FROM own CROSS JOIN month CROSS JOIN LATERAL (
      SELECT b.rate_basis_points, b.source FROM private.income_tax_brackets b
      WHERE b.valid_from = (SELECT max(valid_from) FROM private.income_tax_brackets WHERE valid_from <= day) AND (b.above_cents < month.gross + own.gross OR b.above_cents = 0)
      ORDER BY b.above_cents DESC LIMIT 1) AS k
    WHERE own.payee = 'cpf')
  SELECT d.tax, d.base, d.rate, d.value, d.law FROM (SELECT * FROM fixed UNION ALL SELECT * FROM income) AS d
  WHERE d.value > d.waived AND d.value > 0
$function$;
GRANT EXECUTE ON FUNCTION private.lawful_withholdings(uuid,text,integer,boolean,date) TO service_role;

CREATE OR REPLACE FUNCTION private.ledger_content(transfer public.ledger_transfers, entries public.ledger_entries[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
BEGIN
  RETURN jsonb_build_array(transfer.business_key, transfer.kind, transfer.contract_id, transfer.milestone_id, transfer.memo, (
    SELECT jsonb_agg(jsonb_build_array(e.account, e.party_id, e.contract_id, e.milestone_id, e.kind, e.value_cents) ORDER BY e.position)
    FROM unnest(entries) AS e));
END
$function$;

CREATE OR REPLACE FUNCTION private.ledger_hash(transfer public.ledger_transfers, entries public.ledger_entries[])
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
BEGIN
  RETURN sha256(transfer.previous_hash || convert_to(jsonb_build_array(
    transfer.id, transfer.number, (extract(epoch FROM transfer.created_at) * 1000000)::bigint, private.ledger_content(transfer, entries), (
      SELECT jsonb_agg(jsonb_build_array(e.id, e.transfer_id, e.position, (extract(epoch FROM e.created_at) * 1000000)::bigint) ORDER BY e.position)
      FROM unnest(entries) AS e))::text, 'UTF8'));
END
$function$;

CREATE OR REPLACE FUNCTION private.level_rank(level text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN CASE level WHEN 'Júnior'::text THEN 1 WHEN 'Básico'::text THEN 1 WHEN 'Pleno'::text THEN 2 WHEN 'Intermediário'::text THEN 2 WHEN 'Sênior'::text THEN 3 WHEN 'Avançado'::text THEN 3 WHEN 'Especialista'::text THEN 4 ELSE NULL::integer END;
GRANT EXECUTE ON FUNCTION private.level_rank(text) TO service_role;

CREATE OR REPLACE FUNCTION private.limit_of(wanted text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  found bigint;
BEGIN
  SELECT value INTO STRICT found FROM private.limits WHERE name = wanted;
  RETURN found;
END
$function$;
GRANT EXECUTE ON FUNCTION private.limit_of(text) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.list_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'projects' THEN
    INSERT INTO private.project_terms (project_id, term, state, created_at)
    SELECT p.id, t.term, p.state, p.created_at FROM written p, private.match_terms(p.skills, p.technologies) t WHERE p.status = 'open';
  ELSE
    INSERT INTO private.professional_terms (profile_id, term, state, lot)
    SELECT p.id, t.term, p.state, private.lot(extract(epoch FROM p.created_at)::text) FROM written p, private.match_terms(p.skills, p.technologies) t
    WHERE p.role = 'professional' AND p.status = 'active' AND p.is_party;
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION private.lock_ledger()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ SELECT pg_advisory_xact_lock(7207212) $function$;
GRANT EXECUTE ON FUNCTION private.lock_ledger() TO service_role;

CREATE OR REPLACE FUNCTION private.log_knows(VARIADIC more text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  known text[];
BEGIN
  SELECT array_agg(DISTINCT name ORDER BY name) INTO known FROM (
    SELECT quoted[1] AS name FROM pg_catalog.pg_constraint k, regexp_matches(pg_catalog.pg_get_constraintdef(k.oid), '''([a-z_]+)''', 'g') AS quoted
    WHERE k.conrelid = 'public.contract_events'::regclass AND k.conname = 'contract_events_action_known'
    UNION SELECT unnest(more)) AS names;
  ALTER TABLE public.contract_events DROP CONSTRAINT contract_events_action_known;
  EXECUTE format('ALTER TABLE public.contract_events ADD CONSTRAINT contract_events_action_known CHECK (action IN (%s))',
    (SELECT string_agg(quote_literal(name), ', ') FROM unnest(known) AS name));
END
$function$;

CREATE OR REPLACE FUNCTION private.lot(drawn text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN ((('x'::text || "left"(md5(drawn), 8)))::bit(32))::integer;
GRANT EXECUTE ON FUNCTION private.lot(text) TO service_role;

CREATE OR REPLACE FUNCTION private.mark_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  NEW.read         := NEW.read OR OLD.read;
  NEW.read_at      := CASE WHEN NEW.read THEN coalesce(OLD.read_at, clock_timestamp()) END;
  NEW.delivered_at := CASE WHEN NEW.read OR NEW.delivered_at IS NOT NULL THEN coalesce(OLD.delivered_at, clock_timestamp()) END;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION private.market_day(at timestamp with time zone DEFAULT now())
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ SELECT (at AT TIME ZONE 'America/Sao_Paulo')::date $function$;
GRANT EXECUTE ON FUNCTION private.market_day(timestamp with time zone) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.match_circumstances(projects uuid[], professionals uuid[])
 RETURNS TABLE(project_id uuid, professional_id uuid, kind text, place integer, share numeric, grade numeric, reason text, gap text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT j.id, p.id, f.kind, f.place, f.share, f.grade, f.reason, f.gap
  FROM public.projects j
  CROSS JOIN public.profiles p
  CROSS JOIN LATERAL (SELECT private.level_rank(p.experience) - private.level_rank(j.experience_level) AS levels_above,
    CASE j.work_mode WHEN 'on_site' THEN 'presencial' WHEN 'hybrid' THEN 'híbrido' WHEN 'remote' THEN 'remoto' END AS work_mode) AS w
  CROSS JOIN LATERAL (
    SELECT 'level' AS kind, 1 AS place, 1.0 AS share, CASE WHEN w.levels_above >= 0 THEN 1.0 WHEN w.levels_above = -1 THEN 0.5 ELSE 0 END AS grade,
           CASE WHEN w.levels_above >= -1 THEN 'nível ' || p.experience END AS reason, 'pede nível ' || j.experience_level AS gap
    UNION ALL
    SELECT 'distance', 1, 1.0, d.grade, d.reason, d.gap FROM private.match_distance(j.city, j.city_key, j.state, p.city_key, p.state) d
    WHERE j.state IS NOT NULL AND j.work_mode IS DISTINCT FROM 'remote'
    UNION ALL
    SELECT 'availability', 1, CASE WHEN j.work_mode IS NULL THEN 1.0 ELSE 0.7 END, CASE p.availability WHEN 'available' THEN 1.0 WHEN 'limited' THEN 0.5 ELSE 0 END,
           CASE p.availability WHEN 'available' THEN 'disponível' WHEN 'limited' THEN 'agenda limitada' END,
           CASE p.availability WHEN 'limited' THEN 'falta agenda livre' WHEN 'unavailable' THEN 'sem agenda' ELSE 'agenda não informada' END
    UNION ALL
    SELECT 'availability', 2, 0.3, (j.work_mode = ANY (p.work_modes))::integer, 'atende ' || w.work_mode,
           CASE p.work_modes WHEN '{}' THEN 'modalidade não informada' ELSE 'não atende ' || w.work_mode END
    WHERE j.work_mode IS NOT NULL
    UNION ALL
    SELECT 'history', 1, 0.6, least(p.counterparts, 5) / 5.0,
           CASE p.counterparts WHEN 1 THEN '1 cliente atendido' ELSE p.counterparts || ' clientes atendidos' END,
           CASE p.counterparts WHEN 0 THEN 'nenhum contrato concluído aqui' ELSE 'menos de 5 clientes atendidos' END
    UNION ALL
    SELECT 'history', 2, 0.4, CASE WHEN p.reviews_count > 0 THEN coalesce(p.rating - 1, 0) / 4 ELSE 0 END, 'nota ' || replace(round(p.rating, 1)::text, '.', ','),
           CASE WHEN p.reviews_count > 0 THEN 'nota abaixo de 5' ELSE 'nenhuma avaliação' END
  ) AS f
  WHERE j.id = ANY (projects) AND p.id = ANY (professionals)
$function$;
GRANT EXECUTE ON FUNCTION private.match_circumstances(uuid[],uuid[]) TO service_role;

CREATE OR REPLACE FUNCTION private.match_distance(city text, city_key text, state text, own_city_key text, own_state text)
 RETURNS TABLE(grade numeric, reason text, gap text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT CASE near.word WHEN 'city' THEN 1.0 WHEN 'state' THEN CASE WHEN city IS NULL THEN 1.0 ELSE 0.7 END WHEN 'neighbour' THEN 0.35 ELSE 0 END,
         CASE near.word WHEN 'city' THEN 'mesma cidade' WHEN 'state' THEN 'mesmo estado (' || state || ')' WHEN 'neighbour' THEN 'estado vizinho (' || own_state || ')' END,
         CASE near.word WHEN 'unknown' THEN 'cidade não informada' WHEN 'state' THEN 'fora de ' || city WHEN 'far' THEN 'longe: ' || own_state ELSE 'fora de ' || state END
  FROM (SELECT CASE
      WHEN own_state IS NULL                            THEN 'unknown'
      WHEN own_state = state AND own_city_key = city_key THEN 'city'
      WHEN own_state = state                            THEN 'state'
      WHEN private.are_neighbours(state, own_state)     THEN 'neighbour'
      ELSE 'far'
    END AS word) AS near
$function$;
GRANT EXECUTE ON FUNCTION private.match_distance(text,text,text,text,text) TO service_role;

CREATE OR REPLACE FUNCTION private.match_facts(projects uuid[], professionals uuid[])
 RETURNS TABLE(project_id uuid, professional_id uuid, kind text, place integer, earned numeric, missed numeric, reason text, gap text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  WITH able AS (
    SELECT ARRAY(SELECT j.id FROM public.projects j WHERE j.id = ANY (projects) AND j.status = 'open') AS projects,
           ARRAY(SELECT p.id FROM public.profiles p WHERE p.id = ANY (professionals) AND p.role = 'professional' AND p.status = 'active' AND p.is_party) AS professionals
  ), facts AS MATERIALIZED (
    SELECT i.* FROM able, private.match_items(able.projects, able.professionals) i
    UNION ALL
    SELECT c.* FROM able, private.match_circumstances(able.projects, able.professionals) c
  ), worth AS (
    SELECT f.*, w.position, 100.0 * w.points * f.share / sum(w.points * f.share) OVER (PARTITION BY f.project_id, f.professional_id) AS points
    FROM facts f JOIN public.match_weights w ON w.kind = f.kind AND w.points > 0
  )
  SELECT w.project_id, w.professional_id, w.kind, w.position * 100 + w.place, w.points * w.grade, w.points * (1 - w.grade), w.reason, w.gap FROM worth w
$function$;
GRANT EXECUTE ON FUNCTION private.match_facts(uuid[],uuid[]) TO service_role;

CREATE OR REPLACE FUNCTION private.match_items(projects uuid[], professionals uuid[])
 RETURNS TABLE(project_id uuid, professional_id uuid, kind text, place integer, share numeric, grade numeric, reason text, gap text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  WITH needs AS MATERIALIZED (
    SELECT * FROM private.match_needs(projects)
  ), people AS MATERIALIZED (
    SELECT p.id, p.skills, p.technologies FROM public.profiles p WHERE p.id = ANY (professionals)
  ), held AS MATERIALIZED (
    SELECT p.id, t.slug, t.name, t.vendor, t.family, t.kind AS sort FROM people p JOIN public.technologies t ON t.slug = ANY (p.technologies)
  ), best AS MATERIALIZED (
    SELECT DISTINCT ON (n.project_id, n.slug, h.id) n.project_id, n.slug, h.id, h.slug AS has, h.name, g.grade
    FROM needs n
    JOIN held h ON h.vendor = n.vendor
    CROSS JOIN LATERAL (SELECT CASE
        WHEN h.slug = n.slug                                                                     THEN 1.0
        WHEN h.family = n.family                                                                 THEN 0.6
        WHEN n.sort NOT IN ('Rede industrial', 'Linguagem de programação') AND h.sort <> 'Norma técnica' THEN 0.3
      END AS grade) AS g
    WHERE n.kind = 'technologies' AND g.grade IS NOT NULL
    ORDER BY n.project_id, n.slug, h.id, g.grade DESC, h.name COLLATE "C"
  )
  SELECT n.project_id, p.id, n.kind, n.place, n.share, (n.slug = ANY (p.skills))::integer, CASE WHEN n.slug = ANY (p.skills) THEN n.name END, 'falta ' || n.name
  FROM needs n, people p WHERE n.kind = 'skills'
  UNION ALL
  SELECT n.project_id, p.id, n.kind, n.place, n.share, (n.slug = ANY (p.technologies))::integer, CASE WHEN n.slug = ANY (p.technologies) THEN n.name END, 'falta ' || n.name
  FROM needs n, people p WHERE n.kind = 'documents'
  UNION ALL
  SELECT n.project_id, p.id, n.kind, n.place, n.share,
         CASE WHEN b.has IS NULL THEN 0 WHEN is_below.level THEN 0.7 ELSE b.grade END,
         CASE b.grade WHEN 1.0 THEN b.name WHEN 0.6 THEN b.name || ' (família ' || n.family || ')' WHEN 0.3 THEN 'outros produtos ' || n.vendor END,
         CASE WHEN is_below.level THEN 'falta nível ' || n.level || ' em ' || n.name ELSE 'falta ' || n.name END
  FROM needs n
  CROSS JOIN people p
  LEFT JOIN best b ON b.project_id = n.project_id AND b.slug = n.slug AND b.id = p.id
  LEFT JOIN public.profile_technologies l ON n.level IS NOT NULL AND l.profile_id = p.id AND l.technology = n.slug
  CROSS JOIN LATERAL (SELECT coalesce(private.level_rank(l.level) < private.level_rank(n.level), false) AS level) AS is_below
  WHERE n.kind = 'technologies'
$function$;
GRANT EXECUTE ON FUNCTION private.match_items(uuid[],uuid[]) TO service_role;

CREATE OR REPLACE FUNCTION private.match_line(score integer, reasons jsonb, gaps jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  SELECT concat_ws(' · ', score || ' de 100',
    (SELECT string_agg(r.text || ' ✓', ' · ') FROM (SELECT one ->> 'text' AS text FROM jsonb_array_elements(reasons) WITH ORDINALITY AS r (one, line) ORDER BY (one ->> 'points')::integer DESC, line LIMIT 2) AS r),
    (SELECT one ->> 'text' FROM jsonb_array_elements(gaps) WITH ORDINALITY AS g (one, line) ORDER BY (one ->> 'points')::integer DESC, line LIMIT 1))
$function$;
GRANT EXECUTE ON FUNCTION private.match_line(integer,jsonb,jsonb) TO service_role;

CREATE OR REPLACE FUNCTION private.match_needs(projects uuid[])
 RETURNS TABLE(project_id uuid, kind text, slug text, name text, vendor text, family text, sort text, level text, share numeric, place integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  WITH asked AS (
    SELECT j.id, j.skills, j.technologies, j.technology_levels, private.norms_of(j.technologies, j.scope) AS norms FROM public.projects j WHERE j.id = ANY (projects)
  ), needs AS (
    SELECT a.id, 'skills' AS kind, s.slug, s.label AS name, NULL AS vendor, NULL AS family, NULL AS sort, NULL AS level
    FROM asked a JOIN public.skills s ON s.slug = ANY (a.skills)
    UNION ALL
    SELECT a.id, 'technologies', t.slug, t.name, t.vendor, t.family, t.kind, a.technology_levels ->> t.slug
    FROM asked a JOIN public.technologies t ON t.slug = ANY (a.technologies) AND t.kind <> 'Norma técnica'
    UNION ALL
    SELECT a.id, 'documents', t.slug, t.name, NULL, NULL, NULL, NULL FROM asked a JOIN public.technologies t ON t.slug = ANY (a.norms)
  )
  SELECT n.id, n.kind, n.slug, n.name, n.vendor, n.family, n.sort, n.level, 1.0 / count(*) OVER (PARTITION BY n.id, n.kind),
         (row_number() OVER (PARTITION BY n.id, n.kind ORDER BY n.name COLLATE "C"))::integer
  FROM needs n
$function$;
GRANT EXECUTE ON FUNCTION private.match_needs(uuid[]) TO service_role;

CREATE OR REPLACE FUNCTION private.match_pairs(projects uuid[], professionals uuid[], at_most integer)
 RETURNS TABLE(project_id uuid, professional_id uuid, score integer, reasons jsonb, gaps jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  WITH facts AS MATERIALIZED (
    SELECT * FROM private.match_facts(projects, professionals)
  ), scored AS (
    SELECT f.project_id, f.professional_id, round(round(sum(f.earned), 6))::integer AS score FROM facts f GROUP BY 1, 2
  ), best AS (
    SELECT s.*, row_number() OVER (ORDER BY s.score DESC, j.created_at DESC, md5(j.number || ' ' || extract(epoch FROM p.created_at)), md5(j.number || ' ' || p.id)) AS place
    FROM scored s JOIN public.projects j ON j.id = s.project_id JOIN public.profiles p ON p.id = s.professional_id
    ORDER BY place LIMIT at_most
  ), told AS (
    SELECT b.place, f.kind, f.place AS line, f.reason, f.gap, f.earned, f.missed,
           round(round(sum(f.earned) OVER so_far, 6)) - round(round(sum(f.earned) OVER so_far - f.earned, 6)) AS points,
           ceil(round(sum(f.missed) OVER so_far, 6) - 0.5) - ceil(round(sum(f.missed) OVER so_far - f.missed, 6) - 0.5) AS lost
    FROM best b JOIN facts f ON f.project_id = b.project_id AND f.professional_id = b.professional_id
    WINDOW so_far AS (PARTITION BY b.place ORDER BY f.place ROWS UNBOUNDED PRECEDING)
  )
  SELECT b.project_id, b.professional_id, b.score,
         coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'text', t.reason, 'points', t.points) ORDER BY t.line) FILTER (WHERE t.earned > 0), '[]'),
         coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'text', t.gap, 'points', t.lost) ORDER BY t.line) FILTER (WHERE t.missed > 0 AND (t.lost > 0 OR t.earned = 0)), '[]')
  FROM best b JOIN told t ON t.place = b.place
  GROUP BY b.place, b.project_id, b.professional_id, b.score
  ORDER BY b.place
$function$;
GRANT EXECUTE ON FUNCTION private.match_pairs(uuid[],uuid[],integer) TO service_role;

CREATE OR REPLACE FUNCTION private.match_terms(skills text[], technologies text[])
 RETURNS TABLE(term text, kind text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT 'skill:' || slug, 'skills' FROM unnest(skills) AS slug
  UNION
  SELECT 'technology:' || slug, 'technologies' FROM unnest(technologies) AS slug
  UNION
  SELECT 'family:' || t.vendor || '/' || t.family, 'families' FROM public.technologies t WHERE t.slug = ANY (technologies) AND t.kind <> 'Norma técnica'
$function$;
GRANT EXECUTE ON FUNCTION private.match_terms(text[],text[]) TO service_role;

CREATE OR REPLACE FUNCTION private.matched_professional(named uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT p.id FROM public.profiles p
  WHERE p.id = ANY (private.parties()) AND p.role = 'professional' AND p.status = 'active' AND p.id = coalesce(named, p.id)
  ORDER BY p.id <> auth.uid(), p.created_at LIMIT 1
$function$;

CREATE OR REPLACE FUNCTION private.may_propose()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT EXISTS (SELECT FROM public.profiles p WHERE p.id = ANY (private.parties('negotiate')) AND p.role = 'professional')
$function$;
GRANT EXECUTE ON FUNCTION private.may_propose() TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.may_store_for_project(path text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  folder uuid;
BEGIN
  IF path !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[^/]+$' THEN
    RETURN false;
  END IF;
  folder := split_part(path, '/', 1);
  IF EXISTS (SELECT FROM public.projects p WHERE p.id = folder) THEN
    RETURN private.owns_project(folder, 'publish');
  END IF;
  RETURN EXISTS (SELECT FROM public.profiles p WHERE p.id = ANY (private.parties('publish')) AND p.role = 'company');
END
$function$;
GRANT EXECUTE ON FUNCTION private.may_store_for_project(text) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.measure(who uuid, matter text, more bigint, limit_name text, span interval, unit bigint DEFAULT 1)
 RETURNS interval
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  at_most bigint := private.limit_of(limit_name);
  since           timestamptz;
  last_in_the_way timestamptz;
BEGIN
  IF NOT private.is_measured(at_most) THEN
    RETURN NULL;
  END IF;
  at_most := at_most * unit;
  PERFORM pg_advisory_xact_lock(hashtextextended('measure ' || matter || ' ' || who, 0));
  since := clock_timestamp() - span;
  SELECT max(earlier.at) INTO last_in_the_way
  FROM (SELECT m.at, sum(m.amount) OVER (ORDER BY m.at DESC, m.id DESC) + more > at_most AS is_in_the_way
        FROM private.measured m
        WHERE m.who = measure.who AND m.matter = measure.matter AND m.at > since) AS earlier
  WHERE earlier.is_in_the_way;
  IF last_in_the_way IS NOT NULL OR more > at_most THEN
    RETURN coalesce(last_in_the_way - since, span);
  END IF;
  INSERT INTO private.measured (who, matter, amount) VALUES (measure.who, measure.matter, more);
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.measure(uuid,text,bigint,text,interval,bigint) TO service_role;

CREATE OR REPLACE FUNCTION private.measure_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
GRANT EXECUTE ON FUNCTION private.measure_messages() TO service_role;

CREATE OR REPLACE FUNCTION private.measure_parties(matter text, parties uuid[])
 RETURNS interval
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
GRANT EXECUTE ON FUNCTION private.measure_parties(text,uuid[]) TO service_role;

CREATE OR REPLACE FUNCTION private.measure_portfolio()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  wait CONSTANT interval := private.measure_parties('portfolio', ARRAY(SELECT profile_id FROM written));
BEGIN
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_many_portfolio_projects', 'Você atingiu o limite de {portfolio_daily_max} projetos de portfólio em 24 horas. Tente novamente mais tarde.', wait);
  END IF;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.measure_portfolio() TO service_role;

CREATE OR REPLACE FUNCTION private.measure_projects()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  wait CONSTANT interval := private.measure_parties('projects', ARRAY(SELECT company_id FROM written WHERE company_id IS NOT NULL));
BEGIN
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_many_projects', 'Você atingiu o limite de {projects_daily_max} projetos publicados em 24 horas. Tente novamente mais tarde.', wait);
  END IF;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.measure_projects() TO service_role;

CREATE OR REPLACE FUNCTION private.measure_proposals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  wait CONSTANT interval := private.measure_parties('proposals', ARRAY(SELECT professional_id FROM written));
BEGIN
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_many_proposals_today', 'Você atingiu o limite de {proposals_daily_max} propostas enviadas em 24 horas. Tente novamente mais tarde.', wait);
  END IF;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.measure_proposals() TO service_role;

CREATE OR REPLACE FUNCTION private.measure_questions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  wait CONSTANT interval := private.measure_parties('questions', ARRAY(SELECT party_id FROM written));
BEGIN
  IF wait IS NOT NULL THEN
    PERFORM private.refuse(429, 'too_many_questions_today', 'Você atingiu o limite de {questions_daily_max} perguntas em 24 horas. Tente novamente mais tarde.', wait);
  END IF;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.measure_questions() TO service_role;

CREATE OR REPLACE FUNCTION private.measure_revisions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
GRANT EXECUTE ON FUNCTION private.measure_revisions() TO service_role;

CREATE OR REPLACE FUNCTION private.measure_upload()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
GRANT EXECUTE ON FUNCTION private.measure_upload() TO service_role;

CREATE OR REPLACE FUNCTION private.milestone_plan(given jsonb, value numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  plan jsonb;
BEGIN
  IF given IS NULL OR given = '[]' THEN
    RETURN private.whole_milestone(milestone_plan.value);
  ELSIF jsonb_typeof(given) <> 'array' THEN
    PERFORM private.refuse(422, 'milestones_unreadable', 'Os marcos da proposta não puderam ser lidos.');
  ELSIF jsonb_array_length(given) > private.limit_of('milestones_max') THEN
    PERFORM private.refuse(422, 'too_many_milestones', 'Uma proposta tem no máximo {milestones_max} marcos.');
  END IF;
  SELECT jsonb_agg(private.planned_milestone(one) ORDER BY place) INTO plan FROM jsonb_array_elements(given) WITH ORDINALITY AS list (one, place);
  IF (SELECT sum((one ->> 'value')::numeric) FROM jsonb_array_elements(plan) AS one) <> milestone_plan.value THEN
    PERFORM private.refuse(422, 'milestones_sum_wrong', 'A soma dos marcos precisa ser igual ao valor da proposta.');
  ELSIF EXISTS (SELECT FROM jsonb_array_elements(plan) WITH ORDINALITY AS list (one, place)
                WHERE one ->> 'kind' = 'retention' AND (place < jsonb_array_length(plan) OR place = 1)) THEN
    PERFORM private.refuse(422, 'retention_not_last', 'A retenção é o último de dois ou mais marcos.');
  END IF;
  RETURN plan;
END
$function$;
GRANT EXECUTE ON FUNCTION private.milestone_plan(jsonb,numeric) TO service_role;

CREATE OR REPLACE FUNCTION private.municipality(city text, in_state text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT m.name FROM public.municipalities m WHERE m.key = private.city_key(city) || ' ' || lower(in_state)
$function$;
GRANT EXECUTE ON FUNCTION private.municipality(text,text) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.norms_of(technologies text[], scope jsonb)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT coalesce(array_agg(t.slug ORDER BY t.slug COLLATE "C"), '{}')
  FROM public.technologies t
  WHERE t.kind = 'Norma técnica'
    AND (t.slug = ANY (technologies)
      OR t.slug = 'nr-35' AND scope @> '{"answers": {"height": true}}'
      OR t.slug = 'nr-33' AND scope @> '{"answers": {"confined": true}}')
$function$;
GRANT EXECUTE ON FUNCTION private.norms_of(text[],jsonb) TO service_role;

CREATE OR REPLACE FUNCTION private.number_project_model()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('project_models:' || NEW.slug, 0));
  SELECT coalesce(max(version), 0) + 1, coalesce(min(position), NEW.position) INTO NEW.version, NEW.position FROM public.project_models WHERE slug = NEW.slug;
  NEW.is_current := true;
  UPDATE public.project_models SET is_current = false WHERE slug = NEW.slug AND is_current;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION private.number_revision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  IF private.project_changes(OLD, NEW) <> '{}' AND EXISTS (SELECT FROM public.proposals WHERE project_id = NEW.id AND status <> 'withdrawn') THEN
    NEW.revision := OLD.revision + 1;
  END IF;
  RETURN NEW;
END
$function$;
GRANT EXECUTE ON FUNCTION private.number_revision() TO service_role;

CREATE OR REPLACE FUNCTION private.other_turns(party uuid, person uuid)
 RETURNS TABLE(kind text, due_at timestamp with time zone, since timestamp with time zone, project_id uuid, subject_id uuid, count integer, value_cents bigint)
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET search_path TO ''
AS $function$
DECLARE
  negotiates CONSTANT boolean := private.acts_for(party, 'negotiate', person);
  publishes  CONSTANT boolean := private.acts_for(party, 'publish', person);
  pays       CONSTANT boolean := private.acts_for(party, 'pay', person);
BEGIN
  RETURN QUERY
  SELECT 'proposals', private.end_of(min(o.valid_until)), min(o.created_at), p.id, p.id, count(*)::integer, NULL::bigint
  FROM public.project_owners w JOIN public.projects p ON p.id = w.project_id
  JOIN public.proposals o ON o.project_id = p.id AND o.status = 'pending' AND o.project_revision = p.revision
  JOIN public.profiles sender ON sender.id = o.professional_id AND sender.status = 'active'
  WHERE negotiates AND w.company_id = party AND p.status = 'open'
    AND NOT EXISTS (SELECT FROM public.proposal_terms t WHERE t.proposal_id = o.id AND t.state = 'offered')
  GROUP BY p.id
  UNION ALL
  SELECT 'questions', NULL, min(q.created_at), p.id, p.id, count(*)::integer, NULL
  FROM public.project_owners w JOIN public.projects p ON p.id = w.project_id JOIN public.project_questions q ON q.project_id = p.id AND q.answer IS NULL
  WHERE publishes AND w.company_id = party AND p.status = 'open'
  GROUP BY p.id
  UNION ALL
  SELECT 'counter', private.end_of(t.valid_until), t.created_at, o.project_id, o.id, 1, t.value_cents
  FROM public.proposals o JOIN public.proposal_terms t ON t.proposal_id = o.id AND t.state = 'offered'
  WHERE negotiates AND o.professional_id = party AND o.status = 'pending'
  UNION ALL
  SELECT 'revision', private.end_of(o.valid_until), p.updated_at, p.id, o.id, 1, o.value_cents
  FROM public.proposals o JOIN public.projects p ON p.id = o.project_id
  WHERE negotiates AND o.professional_id = party AND o.status = 'pending' AND p.status = 'open' AND o.project_revision < p.revision
  UNION ALL
  SELECT 'invitation', i.expires_at, i.created_at, i.project_id, i.id, 1, NULL
  FROM public.invitations_to_propose i JOIN public.projects p ON p.id = i.project_id
  WHERE negotiates AND i.professional_id = party AND i.status = 'sent' AND i.expires_at > now() AND p.status = 'open'
  UNION ALL
  SELECT 'messages', NULL, min(v.last_at), NULL, CASE WHEN count(*) = 1 THEN min(v.partner_id::text)::uuid END, sum(v.unread_count)::integer, NULL
  FROM public.conversations v WHERE v.owner_id = person AND v.unread_count > 0
  HAVING count(*) > 0
  UNION ALL
  SELECT 'owner_notice', r.takes_effect_at, r.created_at, NULL, r.id, 1, NULL
  FROM public.owner_removals r WHERE r.organisation_id = party AND r.person_id = person AND r.status = 'announced'
  UNION ALL
  SELECT 'receiver', NULL, r.updated_at, NULL, NULL, 1, NULL
  FROM public.receivers r WHERE pays AND r.party_id = party AND r.status IN ('pending', 'rejected');
END
$function$;
GRANT EXECUTE ON FUNCTION private.other_turns(uuid,uuid) TO definer, service_role;

CREATE OR REPLACE FUNCTION private.owe_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  INSERT INTO public.invoices (contract_id, milestone_id, professional_id, kind, expected_cents, remind_at)
  SELECT NEW.contract_id, NEW.id, c.professional_id, CASE WHEN length(private.document_of(c.professional_id)) = 11 THEN 'rpa' ELSE 'nfse' END,
         private.earned_of(NEW.id), coalesce(NEW.settled_at, now()) + private.span_of('invoice_reminder_days')
  FROM public.contracts c WHERE c.id = NEW.contract_id AND NOT EXISTS (
    SELECT FROM public.invoices i WHERE i.milestone_id = NEW.id AND i.status <> 'replaced');
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION private.owns_project(project_id uuid, needed text DEFAULT 'read'::text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  RETURN EXISTS (
    SELECT FROM public.project_owners o
    WHERE o.project_id = owns_project.project_id AND o.company_id = ANY (private.parties(needed)));
END
$function$;
GRANT EXECUTE ON FUNCTION private.owns_project(uuid,text) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.parties(needed text DEFAULT 'read'::text, person uuid DEFAULT auth.uid())
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  RETURN ARRAY(
    SELECT m.organisation_id
    FROM public.memberships m
    JOIN private.role_rights r ON r.role = m.role AND r."right" = needed
    JOIN public.profiles party ON party.id = m.organisation_id
    JOIN public.profiles me    ON me.id    = m.person_id
    WHERE m.person_id = person AND (needed = 'read' OR party.status = 'active' AND me.status = 'active')
    UNION ALL
    SELECT me.id
    FROM public.profiles me
    WHERE me.id = person AND me.is_party AND (needed = 'read' OR me.status = 'active')
      AND NOT EXISTS (SELECT FROM public.organisations o WHERE o.id = me.id)
  );
END
$function$;
GRANT EXECUTE ON FUNCTION private.parties(text,uuid) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.parties_ending_with(person uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT ARRAY(
    SELECT p.id FROM public.profiles p
    WHERE p.id = person AND p.is_party AND NOT EXISTS (SELECT FROM public.organisations o WHERE o.id = p.id)
    UNION ALL
    SELECT m.organisation_id FROM public.memberships m
    WHERE m.person_id = person
      AND NOT EXISTS (SELECT FROM public.memberships other WHERE other.organisation_id = m.organisation_id AND other.person_id <> person)
    ORDER BY 1)
$function$;
GRANT EXECUTE ON FUNCTION private.parties_ending_with(uuid) TO service_role;

CREATE OR REPLACE FUNCTION private.payee_of(party uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN CASE WHEN (EXISTS (SELECT FROM public.organisations o WHERE ((o.id = payee_of.party) AND (o.kind = 'mei'::text)))) THEN 'mei'::text WHEN (length(private.document_of(party)) = 11) THEN 'cpf'::text ELSE 'pj'::text END;
GRANT EXECUTE ON FUNCTION private.payee_of(uuid) TO service_role;

CREATE OR REPLACE FUNCTION private.plain_line(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN CASE WHEN (given !~ '[^\u0020-\u007e\u00c0-\u00ff]|^ |  | $'::text) THEN given ELSE private.composed(btrim(regexp_replace(private.drop_undrawn(given), '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+'::text, ' '::text, 'g'::text))) END;
GRANT EXECUTE ON FUNCTION private.plain_line(text) TO anon, authenticated, definer, service_role;

CREATE OR REPLACE FUNCTION private.plain_paragraphs(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN CASE WHEN (given !~ '[^\u0020-\u007e\u00c0-\u00ff\n]|^[ \n]|[ \n]$'::text) THEN given ELSE private.composed(btrim(regexp_replace(private.drop_undrawn(given), '\r\n|[\u000b-\u000d\u0085\u2028\u2029]'::text, '
'::text, 'g'::text), ' 	
                 　'::text)) END;
GRANT EXECUTE ON FUNCTION private.plain_paragraphs(text) TO anon, authenticated, definer, service_role;

CREATE OR REPLACE FUNCTION private.plain_plan(given jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN CASE WHEN (jsonb_typeof(given) <> 'array'::text) THEN given ELSE (SELECT COALESCE(jsonb_agg(CASE WHEN (jsonb_typeof(list.one) <> 'object'::text) THEN list.one ELSE ((list.one || CASE jsonb_typeof((list.one -> 'title'::text)) WHEN 'string'::text THEN jsonb_build_object('title', private.plain_line((list.one ->> 'title'::text))) ELSE '{}'::jsonb END) || CASE jsonb_typeof((list.one -> 'deliverable'::text)) WHEN 'string'::text THEN jsonb_build_object('deliverable', private.plain_paragraphs((list.one ->> 'deliverable'::text))) ELSE '{}'::jsonb END) END ORDER BY list.place), '[]'::jsonb) AS "coalesce" FROM jsonb_array_elements(plain_plan.given) WITH ORDINALITY list(one, place)) END;
GRANT EXECUTE ON FUNCTION private.plain_plan(jsonb) TO anon, authenticated, definer, service_role;

CREATE OR REPLACE FUNCTION private.plain_words(content text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN btrim(regexp_replace(translate(lower(NORMALIZE(content, NFC)), 'áàâãäéèêëíìîïóòôõöúùûüçñ'::text, 'aaaaaeeeeiiiiooooouuuucn'::text), '[^a-z0-9]+'::text, ' '::text, 'g'::text));
GRANT EXECUTE ON FUNCTION private.plain_words(text) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.planned_milestone(given jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
DECLARE
  title       text := btrim(given ->> 'title', E' \t\r\n');
  deliverable text := btrim(coalesce(given ->> 'deliverable', ''), E' \t\r\n');
  amount      text := given ->> 'value';
  due         text := given ->> 'due_on';
  plan        jsonb;
BEGIN
  IF jsonb_typeof(given) <> 'object' OR coalesce(jsonb_typeof(given -> 'title'), '') <> 'string' OR title = '' OR length(title) > private.limit_of('milestone_title_characters') THEN
    PERFORM private.refuse(422, 'milestone_title_wrong', 'Dê a cada marco um título de até {milestone_title_characters} caracteres.');
  ELSIF coalesce(jsonb_typeof(given -> 'deliverable'), 'null') NOT IN ('string', 'null') OR length(deliverable) > private.limit_of('milestone_deliverable_characters') THEN
    PERFORM private.refuse(422, 'milestone_deliverable_too_long', 'Descreva o que o marco entrega em até {milestone_deliverable_characters} caracteres.');
  ELSIF coalesce(amount, '') !~ '^[0-9]{1,9}(\.[0-9]{1,20})?$' OR amount::numeric <= 0 OR scale(trim_scale(amount::numeric)) > 2 THEN
    PERFORM private.refuse(422, 'milestone_value_wrong', 'O valor de cada marco precisa ser maior que zero, com no máximo duas casas decimais.');
  ELSIF due IS NOT NULL AND private.read_date(due) IS NULL THEN
    PERFORM private.refuse(422, 'milestone_date_wrong', 'Informe a data do marco como dia, mês e ano.');
  ELSIF private.read_date(due) < (now() AT TIME ZONE 'America/Sao_Paulo')::date THEN
    PERFORM private.refuse(422, 'milestone_date_past', 'A data de um marco não pode estar no passado.');
  ELSIF coalesce(given -> 'kind', 'null') NOT IN ('null', '"work"', '"retention"') THEN
    PERFORM private.refuse(422, 'milestone_kind_wrong', 'Um marco da proposta é de trabalho ou de retenção.');
  ELSIF coalesce(jsonb_typeof(given -> 'waits_for_tac'), 'null') NOT IN ('boolean', 'null') THEN
    PERFORM private.refuse(422, 'milestone_tac_wrong', 'Diga com sim ou não se o aceite do marco depende do TAC.');
  END IF;
  plan := jsonb_build_object('title', title, 'deliverable', deliverable, 'value', round(amount::numeric, 2), 'due_on', due);
  IF given ->> 'kind' = 'retention' THEN
    plan := plan || '{"kind": "retention"}';
  END IF;
  IF given -> 'waits_for_tac' = 'true' THEN
    plan := plan || '{"waits_for_tac": true}';
  END IF;
  RETURN plan;
END
$function$;
GRANT EXECUTE ON FUNCTION private.planned_milestone(jsonb) TO service_role;

CREATE OR REPLACE FUNCTION private.post_hold(hold_key text, wanted_key text, wanted_kind text, wanted_contract uuid, wanted_milestone uuid, wanted_memo text, wanted jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  known    private.ledger_holds;
  taken    bigint;
  transfer uuid;
BEGIN
  PERFORM private.lock_ledger();
  SELECT * INTO known FROM private.ledger_holds h WHERE h.business_key = hold_key;
  IF known.state = 'posted' AND EXISTS (SELECT FROM public.ledger_transfers t WHERE t.id = known.transfer_id AND t.business_key = wanted_key) THEN
    RETURN private.post_transfer(wanted_key, wanted_kind, wanted_contract, wanted_milestone, wanted_memo, wanted);
  ELSIF known.state IS DISTINCT FROM 'pending' OR EXISTS (SELECT FROM public.ledger_transfers t WHERE t.business_key = wanted_key) THEN
    RAISE EXCEPTION 'the hold % is not pending', hold_key USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_holds_ended_once';
  END IF;
  SELECT coalesce(-sum(e.value_cents), 0) INTO taken FROM jsonb_to_recordset(wanted) AS e (account text, value_cents bigint) WHERE e.account = known.account;
  IF taken <= 0 OR taken > known.value_cents THEN
    RAISE EXCEPTION '% takes % of the hold %', wanted_key, taken, hold_key USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_holds_posted_within';
  END IF;
  UPDATE private.ledger_balances SET reserved_cents = reserved_cents - known.value_cents WHERE account = known.account;
  transfer := private.post_transfer(wanted_key, wanted_kind, wanted_contract, wanted_milestone, wanted_memo, wanted);
  UPDATE private.ledger_holds SET state = 'posted', posted_cents = taken, transfer_id = transfer, ended_at = clock_timestamp() WHERE id = known.id;
  RETURN transfer;
END
$function$;
GRANT EXECUTE ON FUNCTION private.post_hold(text,text,text,uuid,uuid,text,jsonb) TO service_role;

CREATE OR REPLACE FUNCTION private.post_transfer(wanted_key text, wanted_kind text, wanted_contract uuid, wanted_milestone uuid, wanted_memo text, wanted jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  last  public.ledger_transfers;
  made  public.ledger_transfers;
  known public.ledger_transfers;
  keys  uuid[];
  moved public.ledger_entries[];
BEGIN
  PERFORM private.lock_ledger();
  SELECT * INTO last FROM public.ledger_transfers t ORDER BY t.number DESC LIMIT 1;
  made.id            := private.uuid_v7();
  made.number        := coalesce(last.number, 0) + 1;
  made.business_key  := wanted_key;
  made.kind          := wanted_kind;
  made.contract_id   := wanted_contract;
  made.milestone_id  := wanted_milestone;
  made.memo          := wanted_memo;
  -- Moments and keys are in the order of the chain, whatever the clock does, and
  -- none is yet to come.
  made.created_at    := greatest(least(clock_timestamp(), nullif(current_setting('ledger.moment', true), '')::timestamptz), last.created_at + interval '1 microsecond');
  made.previous_hash := coalesce(last.hash, decode(repeat('00', 32), 'hex'));
  keys := ARRAY(SELECT private.uuid_v7() FROM jsonb_array_elements(wanted) ORDER BY 1);
  SELECT array_agg(jsonb_populate_record(NULL::public.ledger_entries, e.value || jsonb_build_object(
           'id', keys[e.position], 'transfer_id', made.id, 'position', e.position, 'created_at', made.created_at,
           'contract_id', made.contract_id, 'milestone_id', made.milestone_id)) ORDER BY e.position)
  INTO moved FROM jsonb_array_elements(wanted) WITH ORDINALITY AS e (value, position);

  SELECT * INTO known FROM public.ledger_transfers t WHERE t.business_key = wanted_key;
  IF FOUND THEN
    IF private.ledger_content(made, moved) <> private.ledger_content(known, ARRAY(SELECT e FROM public.ledger_entries e WHERE e.transfer_id = known.id)) THEN
      RAISE EXCEPTION 'another transfer is called %', wanted_key USING ERRCODE = 'unique_violation', CONSTRAINT = 'ledger_transfers_business_key_key';
    END IF;
    RETURN known.id;
  END IF;
  IF (SELECT count(*) < 2 OR sum(e.value_cents) <> 0 FROM unnest(moved) AS e) THEN
    RAISE EXCEPTION 'the entries of % do not add up to nothing', wanted_key USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balanced';
  END IF;

  made.hash := private.ledger_hash(made, moved);
  INSERT INTO public.ledger_transfers SELECT made.*;
  INSERT INTO public.ledger_entries (id, transfer_id, position, account, party_id, contract_id, milestone_id, kind, value_cents, created_at)
  SELECT e.id, e.transfer_id, e.position, e.account, e.party_id, e.contract_id, e.milestone_id, e.kind, e.value_cents, e.created_at FROM unnest(moved) AS e;
  PERFORM private.keep_balances(wanted);
  RETURN made.id;
END
$function$;
GRANT EXECUTE ON FUNCTION private.post_transfer(text,text,uuid,uuid,text,jsonb) TO service_role;

CREATE OR REPLACE FUNCTION private.prepare_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  IF cardinality(NEW.technologies) > private.limit_of('profile_technologies_max') THEN
    PERFORM private.refuse(400, 'too_many_profile_technologies', 'Você atingiu o limite de {profile_technologies_max} tecnologias no perfil.');
  END IF;
  NEW.skills   := private.choose_skills(NEW.skills);
  NEW.name     := btrim(NEW.name);
  NEW.city_key := private.city_key(private.city_of(NEW.location));
  NEW.search   := private.search_document(concat_ws(' ', NEW.name, NEW.headline, NEW.title, NEW.location, NEW.about, private.skill_words(NEW.skills),
    private.technology_words(NEW.technologies)));
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION private.prepare_project()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  NEW.skills       := private.choose_skills(NEW.skills);
  NEW.technologies := private.choose_technologies(NEW.technologies);
  -- The level of what is not asked for goes with it.
  IF NEW.technology_levels <> '{}' THEN
    NEW.technology_levels := (SELECT coalesce(jsonb_object_agg(l.key, l.value), '{}') FROM jsonb_each(NEW.technology_levels) l
                              WHERE l.key = ANY (NEW.technologies) AND l.value <> 'null');
  END IF;
  NEW.title    := btrim(NEW.title);
  NEW.city     := btrim(regexp_replace(NEW.city, '\s+', ' ', 'g'));
  NEW.city_key := private.city_key(NEW.city);
  NEW.search   := private.search_document(concat_ws(' ', NEW.title, NEW.description, NEW.category, NEW.city, 'PRJ-' || NEW.number, private.skill_words(NEW.skills),
    private.technology_words(NEW.technologies)));
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION private.prepare_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  times  record := private.review_times();
  agreed public.contracts;
  other  uuid;
BEGIN
  SELECT * INTO agreed FROM public.contracts WHERE id = NEW.contract_id FOR NO KEY UPDATE;
  IF agreed.id IS NULL OR NEW.author_id NOT IN (agreed.company_id, agreed.professional_id)
     OR auth.uid() IS NOT NULL AND NOT private.acts_for(NEW.author_id, 'negotiate') THEN
    PERFORM private.refuse(404, 'contract_not_found', 'Contrato não encontrado.');
  END IF;
  other := CASE NEW.author_id WHEN agreed.company_id THEN agreed.professional_id ELSE agreed.company_id END;
  IF auth.uid() IS NOT NULL AND private.acts_for(other) THEN
    PERFORM private.refuse(403, 'on_both_sides', 'Quem participa dos dois lados não avalia o projeto.');
  ELSIF agreed.status <> 'completed' THEN
    PERFORM private.refuse(409, 'contract_not_completed', 'A avaliação abre quando o projeto for concluído.');
  ELSIF agreed.completed_at + times.open_for <= now() THEN
    PERFORM private.refuse(409, 'review_window_over', 'O prazo de {review_days} dias para avaliar terminou.');
  ELSIF EXISTS (SELECT FROM public.reviews WHERE contract_id = NEW.contract_id AND author_id = NEW.author_id) THEN
    PERFORM private.refuse(409, 'already_reviewed', 'Você já avaliou este projeto.');
  END IF;
  NEW.subject_id   := other;
  NEW.published_at := agreed.completed_at + times.open_for;
  RETURN NEW;
END
$function$;
GRANT EXECUTE ON FUNCTION private.prepare_review() TO service_role;

CREATE OR REPLACE FUNCTION private.prepare_scope()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  model public.project_models;
BEGIN
  IF NEW.scope IS NULL OR jsonb_typeof(NEW.scope) = 'null' THEN
    NEW.scope := NULL;
    NEW.scope_clarity := NULL;
    RETURN NEW;
  END IF;
  SELECT * INTO model FROM public.project_models m
  WHERE m.slug = NEW.scope ->> 'model' AND CASE WHEN NEW.scope ? 'version' THEN m.version::text = NEW.scope ->> 'version' ELSE m.is_current END;
  IF model.slug IS NULL OR coalesce(jsonb_typeof(NEW.scope -> 'answers'), '') <> 'object' THEN
    PERFORM private.refuse(422, 'scope_model_unknown', 'Não conhecemos este modelo de escopo. Escolha um da lista.');
  END IF;
  NEW.scope := jsonb_build_object('model', model.slug, 'version', model.version, 'answers', private.scope_answers(model.fields, NEW.scope -> 'answers'));
  NEW.scope_clarity := private.scope_clarity(model.fields, NEW.scope -> 'answers');
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION private.prepare_search()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  filters  CONSTANT text[] := ARRAY['q', 'habilidade', 'tecnologia', 'estado', 'cidade', 'modalidade', 'nivel', CASE NEW.kind WHEN 'projects' THEN 'orcamento' ELSE 'disponibilidade' END];
  given    jsonb := CASE jsonb_typeof(NEW.query) WHEN 'object' THEN NEW.query ELSE '{"": ""}' END;
  unknown  CONSTANT text[] := ARRAY(SELECT key FROM jsonb_object_keys(given) AS key WHERE key <> ALL (filters) ORDER BY 1);
  skill    text[];
  tech     text[];
  ends     text[];
  typed    text;
BEGIN
  IF cardinality(unknown) > 0 THEN
    PERFORM private.refuse(400, 'search_filter_unknown', 'A busca tem um filtro que esta lista não conhece.', unknown);
  END IF;
  typed             := (private.filter_values(given, 'q', true))[1];
  skill             := private.filter_values(given, 'habilidade', false);
  tech              := private.filter_values(given, 'tecnologia', false);
  NEW.state         := (private.filter_values(given, 'estado', true, ARRAY['AC', 'AL', 'AP', 'AM', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MT', 'MS', 'MG', 'PA', 'PB', 'PR', 'PE', 'PI', 'RJ', 'RN', 'RS', 'RO', 'RR', 'SC', 'SP', 'SE', 'TO']))[1];
  NEW.city_key      := (private.filter_values(given, 'cidade', true))[1];
  NEW.modes         := private.filter_values(given, 'modalidade', false, ARRAY['on_site', 'hybrid', 'remote']);
  NEW.levels        := private.filter_values(given, 'nivel', false, ARRAY['Júnior', 'Pleno', 'Intermediário', 'Sênior', 'Especialista']);
  NEW.availability  := private.filter_values(given, 'disponibilidade', false, ARRAY['available', 'limited', 'unavailable']);
  ends              := regexp_match((private.filter_values(given, 'orcamento', true))[1], '^([0-9]{0,9})-([0-9]{0,9})$');
  -- Several states have cities of the same name.
  IF NEW.city_key IS NOT NULL AND NEW.state IS NULL OR given ->> 'orcamento' <> '' AND coalesce(ends[1] || ends[2], '') = '' THEN
    PERFORM private.refuse(400, 'search_filter_wrong', 'Um dos filtros da busca não pôde ser lido. Escolha os filtros de novo e salve a busca.',
      ARRAY[CASE WHEN NEW.city_key IS NOT NULL AND NEW.state IS NULL THEN 'cidade' ELSE 'orcamento' END]);
  END IF;
  NEW.budget_min_cents := nullif(ends[1], '')::bigint * 100;
  NEW.budget_max_cents := nullif(ends[2], '')::bigint * 100;
  NEW.skills           := CASE WHEN skill IS NOT NULL THEN private.read_skills(skill) END;
  NEW.technologies     := CASE WHEN tech IS NOT NULL THEN private.read_technologies(tech) END;
  NEW.words            := private.search_words((SELECT string_agg(t.condition, ' & ') FROM private.typed_words(typed) t));
  NEW.query := jsonb_strip_nulls(jsonb_build_object('q', typed, 'habilidade', skill, 'tecnologia', tech, 'estado', NEW.state, 'cidade', NEW.city_key, 'modalidade', NEW.modes,
    'nivel', NEW.levels, 'disponibilidade', NEW.availability, 'orcamento', CASE WHEN ends IS NOT NULL THEN given ->> 'orcamento' END));
  NEW.anchors := private.anchors_of(NEW, typed);
  IF btrim(NEW.name) = '' THEN
    NEW.name := private.search_name(NEW, typed);
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION private.prepare_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  NEW.assumptions := nullif(btrim(NEW.assumptions), '');
  NEW.exclusions  := nullif(btrim(NEW.exclusions), '');
  IF NEW.valid_until < private.market_day() OR NEW.valid_until > private.market_day() + private.limit_of('proposal_valid_days_max')::integer THEN
    PERFORM private.refuse(422, 'validity_out_of_range', 'A proposta pode valer de hoje a {proposal_valid_days_max} dias.');
  END IF;
  RETURN NEW;
END
$function$;
GRANT EXECUTE ON FUNCTION private.prepare_terms() TO service_role;

CREATE OR REPLACE FUNCTION private.price(statement text, most double precision)
 RETURNS double precision
 LANGUAGE plpgsql
AS $function$
DECLARE
  planned json;
  cost    float8;
BEGIN
  EXECUTE 'EXPLAIN (FORMAT JSON) ' || statement INTO planned;
  cost := planned -> 0 -> 'Plan' ->> 'Total Cost';
  IF cost > most THEN
    RAISE EXCEPTION 'the statement would cost %, and % is the most', cost, most USING ERRCODE = '54001';
  END IF;
  RETURN cost;
END
$function$;
GRANT EXECUTE ON FUNCTION private.price(text,double precision) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.professionals_to_match(project_id uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  project public.projects;
  start   integer;
BEGIN
  SELECT * INTO project FROM public.projects j WHERE j.id = professionals_to_match.project_id AND j.status = 'open';
  start := private.lot(project.number::text);
  RETURN ARRAY(
    SELECT found.profile_id
    FROM private.weigh_terms(project.skills, project.technologies || private.norms_of(project.technologies, project.scope)) t
    CROSS JOIN LATERAL (
      (SELECT near.profile_id, near.lot, true AS is_near FROM (
         (SELECT n.profile_id, n.lot FROM private.professional_terms n WHERE n.term = t.term AND n.state = project.state AND n.lot >= start ORDER BY n.lot LIMIT 3000 / t.total)
         UNION ALL
         (SELECT n.profile_id, n.lot FROM private.professional_terms n WHERE n.term = t.term AND n.state = project.state AND n.lot < start ORDER BY n.lot LIMIT 3000 / t.total)
       ) AS near LIMIT 3000 / t.total)
      UNION
      (SELECT anywhere.profile_id, anywhere.lot, anywhere.state IS NOT DISTINCT FROM project.state FROM (
         (SELECT n.profile_id, n.lot, n.state FROM private.professional_terms n WHERE n.term = t.term AND n.lot >= start ORDER BY n.lot LIMIT 3000 / t.total)
         UNION ALL
         (SELECT n.profile_id, n.lot, n.state FROM private.professional_terms n WHERE n.term = t.term AND n.lot < start ORDER BY n.lot LIMIT 3000 / t.total)
       ) AS anywhere LIMIT 3000 / t.total)
    ) AS found
    GROUP BY found.profile_id, found.lot
    ORDER BY sum(t.points) DESC, bool_or(found.is_near) DESC, found.lot < start, found.lot
    LIMIT 400);
END
$function$;
GRANT EXECUTE ON FUNCTION private.professionals_to_match(uuid) TO service_role;

CREATE OR REPLACE FUNCTION private.project_changes(before public.projects, after public.projects)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  SELECT array_remove(ARRAY[
    CASE WHEN before.title            IS DISTINCT FROM after.title            THEN 'title'            END,
    CASE WHEN before.description      IS DISTINCT FROM after.description      THEN 'description'      END,
    CASE WHEN before.category         IS DISTINCT FROM after.category         THEN 'category'         END,
    CASE WHEN before.experience_level IS DISTINCT FROM after.experience_level THEN 'experience_level' END,
    CASE WHEN before.budget           IS DISTINCT FROM after.budget           THEN 'budget'           END,
    CASE WHEN before.budget_min_cents IS DISTINCT FROM after.budget_min_cents THEN 'budget_min_cents' END,
    CASE WHEN before.budget_max_cents IS DISTINCT FROM after.budget_max_cents THEN 'budget_max_cents' END,
    CASE WHEN before.deadline         IS DISTINCT FROM after.deadline         THEN 'deadline'         END,
    CASE WHEN before.deadline_on      IS DISTINCT FROM after.deadline_on      THEN 'deadline_on'      END,
    CASE WHEN before.skills           IS DISTINCT FROM after.skills           THEN 'skills'           END,
    CASE WHEN (before.technologies, before.technology_levels) IS DISTINCT FROM (after.technologies, after.technology_levels) THEN 'technologies' END,
    CASE WHEN before.city             IS DISTINCT FROM after.city             THEN 'city'             END,
    CASE WHEN before.state            IS DISTINCT FROM after.state            THEN 'state'            END,
    CASE WHEN before.work_mode        IS DISTINCT FROM after.work_mode        THEN 'work_mode'        END,
    CASE WHEN before.starts_on        IS DISTINCT FROM after.starts_on        THEN 'starts_on'        END,
    CASE WHEN before.scope            IS DISTINCT FROM after.scope            THEN 'scope'            END
  ], NULL)
$function$;
GRANT EXECUTE ON FUNCTION private.project_changes(public.projects,public.projects) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.projects_to_match(professional_id uuid, since timestamp with time zone DEFAULT '-infinity'::timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  professional public.profiles;
BEGIN
  SELECT * INTO professional FROM public.profiles p WHERE p.id = projects_to_match.professional_id AND p.role = 'professional';
  RETURN ARRAY(
    SELECT found.project_id
    FROM private.weigh_terms(professional.skills, professional.technologies) t
    CROSS JOIN LATERAL (
      (SELECT n.project_id, n.created_at, true AS is_near FROM private.project_terms n
       WHERE n.term = t.term AND n.state = professional.state AND n.created_at >= since ORDER BY n.created_at DESC LIMIT 3000 / t.total)
      UNION
      (SELECT n.project_id, n.created_at, n.state IS NOT DISTINCT FROM professional.state FROM private.project_terms n
       WHERE n.term = t.term AND n.created_at >= since ORDER BY n.created_at DESC LIMIT 3000 / t.total)
    ) AS found
    WHERE NOT EXISTS (
      SELECT FROM public.proposals o WHERE o.project_id = found.project_id AND o.professional_id = projects_to_match.professional_id AND o.status <> 'withdrawn')
      AND NOT EXISTS (SELECT FROM public.hidden_projects h WHERE h.project_id = found.project_id AND h.person_id = auth.uid())
    GROUP BY found.project_id, found.created_at
    ORDER BY sum(t.points) DESC, bool_or(found.is_near) DESC, found.created_at DESC
    LIMIT 400);
END
$function$;
GRANT EXECUTE ON FUNCTION private.projects_to_match(uuid,timestamp with time zone) TO service_role;

CREATE OR REPLACE FUNCTION private.publish_due_reviews()
 RETURNS SETOF public.reviews
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  due uuid[];
BEGIN
  WITH published AS (
    UPDATE public.reviews SET counted = true
    WHERE id IN (SELECT id FROM public.reviews WHERE NOT counted AND published_at <= clock_timestamp() ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED)
    RETURNING id
  )
  SELECT coalesce(array_agg(id), '{}') INTO due FROM published;
  PERFORM private.settle_reputation(ARRAY(SELECT DISTINCT subject_id FROM public.reviews WHERE id = ANY (due)));
  RETURN QUERY SELECT * FROM public.reviews WHERE id = ANY (due) ORDER BY id;
END
$function$;
GRANT EXECUTE ON FUNCTION private.publish_due_reviews() TO service_role;

CREATE OR REPLACE FUNCTION private.purge_traces()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  DELETE FROM private.profile_visits WHERE visited_on < current_date - 2;
  DELETE FROM private.measured       WHERE at < now() - interval '2 days';
  DELETE FROM public.notifications   WHERE read AND created_at < now() - interval '90 days';
END
$function$;
GRANT EXECUTE ON FUNCTION private.purge_traces() TO service_role;

CREATE OR REPLACE FUNCTION private.rate_axes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  is_of_company CONSTANT boolean := NEW.subject_id = (SELECT company_id FROM public.contracts WHERE id = NEW.contract_id);
BEGIN
  IF coalesce(jsonb_typeof(NEW.axes), '') <> 'object'
     OR NOT (SELECT coalesce(bool_and(given.axis = ANY (private.review_axes(is_of_company)) AND given.score IN ('null', '1', '2', '3', '4', '5')), true)
             FROM jsonb_each(NEW.axes) AS given (axis, score)) THEN
    PERFORM private.refuse(422, 'review_axes_wrong', 'Avalie cada critério de uma a cinco estrelas, ou diga que não se aplica.');
  END IF;
  RETURN NEW;
END
$function$;
GRANT EXECUTE ON FUNCTION private.rate_axes() TO service_role;

CREATE OR REPLACE FUNCTION private.read_date(given text)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
BEGIN
  IF given !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN
    RETURN NULL;
  END IF;
  RETURN make_date(substr(given, 1, 4)::integer, substr(given, 6, 2)::integer, substr(given, 9, 2)::integer);
EXCEPTION WHEN datetime_field_overflow THEN
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.read_date(text) TO service_role;

CREATE OR REPLACE FUNCTION private.read_skills(written text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  slugs CONSTANT text[] := private.skill_slugs(written);
BEGIN
  IF array_position(slugs, NULL) IS NOT NULL THEN
    PERFORM private.refuse(400, 'unknown_skill', 'Uma das habilidades não está no catálogo ou se repete.',
      ARRAY(SELECT word FROM unnest(written, slugs) AS one (word, slug) WHERE slug IS NULL));
  END IF;
  RETURN slugs;
END
$function$;
GRANT EXECUTE ON FUNCTION private.read_skills(text[]) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.read_technologies(written text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
DECLARE
  slugs   text[];
  unknown text[];
BEGIN
  WITH one AS MATERIALIZED (
    SELECT w.word, private.spelling(left(w.word, 200)) AS spelling FROM unnest(written) AS w (word)
  ), found AS MATERIALIZED (
    SELECT one.word, t.slug FROM one JOIN public.technologies t ON t.slug = one.word
    UNION
    SELECT one.word, t.slug
    FROM one JOIN public.technologies t ON one.spelling = ANY (t.spellings) OR one.spelling IN (private.spelling(t.family), private.spelling(t.vendor))
    WHERE NOT EXISTS (SELECT FROM public.technologies exact WHERE exact.slug = one.word)
  )
  SELECT ARRAY(SELECT DISTINCT f.slug FROM found f ORDER BY 1), ARRAY(SELECT o.word FROM one o WHERE NOT EXISTS (SELECT FROM found f WHERE f.word = o.word))
  INTO slugs, unknown;
  PERFORM private.refuse_unknown_technologies(unknown);
  RETURN slugs;
END
$function$;
GRANT EXECUTE ON FUNCTION private.read_technologies(text[]) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.recall_answer(owner uuid, of_digest bytea)
 RETURNS TABLE(fingerprint bytea, status integer, headers jsonb, body bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT k.fingerprint, k.status, k.headers, k.body FROM private.idempotency_keys k WHERE k.user_id = owner AND k.digest = of_digest
$function$;
GRANT EXECUTE ON FUNCTION private.recall_answer(uuid,bytea) TO service_role;

CREATE OR REPLACE FUNCTION private.recount_listed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'projects' THEN
    INSERT INTO private.directory_changes (directory, facet, value, city_key, label, change)
    SELECT 'projects', c.facet, c.value, c.city_key, c.label, sum(c.change)
    FROM (
      SELECT f.*, -1 AS change FROM private.facets(OLD.skills, OLD.state, OLD.city_key, OLD.city) f WHERE OLD.status = 'open'
      UNION ALL
      SELECT f.*, 1 FROM private.facets(NEW.skills, NEW.state, NEW.city_key, NEW.city) f WHERE NEW.status = 'open'
    ) AS c
    GROUP BY 2, 3, 4, 5 HAVING sum(c.change) <> 0;
  ELSE
    INSERT INTO private.directory_changes (directory, facet, value, city_key, label, change)
    SELECT 'professionals', c.facet, c.value, c.city_key, c.label, sum(c.change)
    FROM (
      SELECT f.*, -1 AS change FROM private.facets(OLD.skills, OLD.state, OLD.city_key, private.city_of(OLD.location)) f
      WHERE OLD.role = 'professional' AND OLD.status = 'active' AND OLD.is_party
      UNION ALL
      SELECT f.*, 1 FROM private.facets(NEW.skills, NEW.state, NEW.city_key, private.city_of(NEW.location)) f
      WHERE NEW.role = 'professional' AND NEW.status = 'active' AND NEW.is_party
    ) AS c
    GROUP BY 2, 3, 4, 5 HAVING sum(c.change) <> 0;
  END IF;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.recount_listed() TO service_role;

CREATE OR REPLACE FUNCTION private.refuse(status integer, code text, message text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'PGRST',
    MESSAGE = json_build_object('code', code, 'message', private.say(message), 'details', NULL, 'hint', NULL)::text,
    DETAIL  = json_build_object('status', status, 'headers', json_build_object())::text;
END
$function$;
GRANT EXECUTE ON FUNCTION private.refuse(integer,text,text) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.refuse(status integer, code text, message text, wait interval)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  seconds CONSTANT text := greatest(ceil(extract(epoch FROM wait)), 1)::text;
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'PGRST',
    MESSAGE = json_build_object('code', code, 'message', private.say(message), 'details', 'retry_after_s=' || seconds, 'hint', NULL)::text,
    DETAIL  = json_build_object('status', status, 'headers', json_build_object('Retry-After', seconds))::text;
END
$function$;
GRANT EXECUTE ON FUNCTION private.refuse(integer,text,text,interval) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.refuse(status integer, code text, message text, named text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  told CONSTANT text := (SELECT string_agg(left(name, 60), ', ' ORDER BY place)
                         FROM unnest(named) WITH ORDINALITY AS one (name, place) WHERE place <= 5);
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'PGRST',
    MESSAGE = json_build_object('code', code, 'message', rtrim(private.say(message), '.') || coalesce(': ' || told, '') || '.', 'details', NULL, 'hint', NULL)::text,
    DETAIL  = json_build_object('status', status, 'headers', json_build_object())::text;
END
$function$;
GRANT EXECUTE ON FUNCTION private.refuse(integer,text,text,text[]) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.refuse_foreign_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  address text;
BEGIN
  FOR address IN
    SELECT * FROM private.addresses_in(to_jsonb(NEW), TG_ARGV)
    EXCEPT
    SELECT * FROM private.addresses_in(to_jsonb(OLD), TG_ARGV)
  LOOP
    IF NOT private.is_picture(address) AND NOT (TG_TABLE_NAME = 'site_images' AND address ~ '^/imagens/[A-Za-z0-9_-][A-Za-z0-9._-]*$') THEN
      PERFORM private.refuse(400, 'picture_address_refused', 'O endereço desta imagem não é aceito. Envie a imagem por aqui.');
    END IF;
  END LOOP;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION private.refuse_imitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  field CONSTANT text := TG_ARGV[0];
  name  CONSTANT text := to_jsonb(NEW) ->> field;
BEGIN
  IF (TG_OP = 'INSERT' OR name IS DISTINCT FROM to_jsonb(OLD) ->> field) AND private.imitates_operator(name) THEN
    PERFORM private.refuse(422, 'name_imitates_operator', 'Este nome se passa pela plataforma, por quem a opera ou por seu suporte. Escolha outro.');
  END IF;
  RETURN NEW;
END
$function$;
GRANT EXECUTE ON FUNCTION private.refuse_imitation() TO service_role;

CREATE OR REPLACE FUNCTION private.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  RAISE EXCEPTION '% is only added to', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$function$;

CREATE OR REPLACE FUNCTION private.refuse_unknown_technologies(named text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
BEGIN
  IF cardinality(named) > 0 THEN
    PERFORM private.refuse(400, 'unknown_technology', 'Uma das tecnologias não está no catálogo.', named);
  END IF;
END
$function$;
GRANT EXECUTE ON FUNCTION private.refuse_unknown_technologies(text[]) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.relist_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'projects' THEN
    DELETE FROM private.project_terms t WHERE t.project_id = NEW.id;
    INSERT INTO private.project_terms (project_id, term, state, created_at)
    SELECT NEW.id, t.term, NEW.state, NEW.created_at FROM private.match_terms(NEW.skills, NEW.technologies) t WHERE NEW.status = 'open';
  ELSE
    DELETE FROM private.professional_terms t WHERE t.profile_id = NEW.id;
    INSERT INTO private.professional_terms (profile_id, term, state, lot)
    SELECT NEW.id, t.term, NEW.state, private.lot(extract(epoch FROM NEW.created_at)::text) FROM private.match_terms(NEW.skills, NEW.technologies) t
    WHERE NEW.role = 'professional' AND NEW.status = 'active' AND NEW.is_party;
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION private.require_admin()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
BEGIN
  IF NOT private.is_admin() THEN
    PERFORM private.refuse(403, 'not_admin', 'Apenas administradores podem fazer isso.');
  END IF;
END
$function$;
GRANT EXECUTE ON FUNCTION private.require_admin() TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.reserve_hold(wanted_key text, wanted_account text, wanted_cents bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  known private.ledger_holds;
BEGIN
  PERFORM private.lock_ledger();
  SELECT * INTO known FROM private.ledger_holds h WHERE h.business_key = wanted_key;
  IF FOUND THEN
    IF known.account <> wanted_account OR known.value_cents <> wanted_cents THEN
      RAISE EXCEPTION 'another hold is called %', wanted_key USING ERRCODE = 'unique_violation', CONSTRAINT = 'ledger_holds_business_key_key';
    END IF;
    RETURN;
  END IF;
  UPDATE private.ledger_balances SET reserved_cents = reserved_cents + wanted_cents WHERE account = wanted_account;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% never had anything', wanted_account USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_balances_floor_kept';
  END IF;
  INSERT INTO private.ledger_holds (business_key, account, value_cents) VALUES (wanted_key, wanted_account, wanted_cents);
END
$function$;
GRANT EXECUTE ON FUNCTION private.reserve_hold(text,text,bigint) TO service_role;

CREATE OR REPLACE FUNCTION private.review_axes(of_company boolean)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN CASE WHEN of_company THEN ARRAY['clear_scope'::text, 'site_access'::text, 'stable_scope'::text, 'payment'::text] ELSE ARRAY['technique'::text, 'deadline'::text, 'documentation'::text, 'safety'::text] END;
GRANT EXECUTE ON FUNCTION private.review_axes(boolean) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.review_times(OUT open_for interval, OUT after_completion interval, OUT after_agreement interval)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT private.span_of('review_days'), private.span_of('review_hidden_hours'), private.span_of('review_agreed_hours')
$function$;
GRANT EXECUTE ON FUNCTION private.review_times() TO service_role;

CREATE OR REPLACE FUNCTION private.say(sentence text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  named record;
BEGIN
  FOR named IN SELECT name, value FROM private.limits WHERE strpos(sentence, '{' || name || '}') > 0 LOOP
    sentence := replace(sentence, '{' || named.name || '}', replace(to_char(named.value, 'FM999,999,999,999'), ',', '.'));
  END LOOP;
  RETURN sentence;
END
$function$;
GRANT EXECUTE ON FUNCTION private.say(text) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.scope_answer(asked jsonb, given jsonb, field text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  kind  CONSTANT text := jsonb_typeof(given);
  plain text;
BEGIN
  IF asked ->> 'type' = 'string' AND kind = 'string' THEN
    PERFORM private.check_text(given #>> '{}');
    plain := private.plain_paragraphs(given #>> '{}');
    IF asked ? 'enum' AND asked -> 'enum' @> given OR NOT asked ? 'enum' AND length(plain) <= coalesce((asked ->> 'maxLength')::integer, 1000) THEN
      RETURN to_jsonb(nullif(plain, ''));
    END IF;
  ELSIF asked ->> 'type' = 'boolean' AND kind = 'boolean' THEN
    RETURN given;
  ELSIF asked ->> 'type' = 'integer' AND kind = 'number' THEN
    IF given::numeric = trunc(given::numeric) AND given::numeric BETWEEN coalesce((asked ->> 'minimum')::numeric, 0) AND coalesce((asked ->> 'maximum')::numeric, 1000000) THEN
      RETURN to_jsonb(trunc(given::numeric)::bigint);
    END IF;
  ELSIF asked ->> 'type' = 'array' AND kind = 'array' THEN
    IF asked #> '{items,enum}' @> given AND jsonb_array_length(given) <= jsonb_array_length(asked #> '{items,enum}') AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(given) AS one WHERE jsonb_typeof(one) <> 'string') THEN
      RETURN (SELECT jsonb_agg(one ORDER BY place) FROM (SELECT one, min(place) AS place FROM jsonb_array_elements(given) WITH ORDINALITY AS list (one, place) GROUP BY one) AS once);
    END IF;
  ELSIF asked ->> 'type' = 'object' AND kind = 'object' THEN
    RETURN private.scope_answers(asked, given, field || '.');
  END IF;
  PERFORM private.refuse(422, 'scope_answer_wrong', 'Há uma resposta do escopo que o modelo não aceita.', ARRAY[field]);
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.scope_answer(jsonb,jsonb,text) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.scope_answers(asked jsonb, given jsonb, parent text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  answers jsonb := '{}';
  answer  jsonb;
  name    text;
BEGIN
  FOR name, answer IN SELECT one.key, one.value FROM jsonb_each(given) AS one ORDER BY one.key LOOP
    CONTINUE WHEN jsonb_typeof(answer) = 'null';
    IF asked #> ARRAY['properties', name] IS NULL THEN
      PERFORM private.refuse(422, 'scope_field_unknown', 'O modelo do escopo não tem este campo.', ARRAY[parent || name]);
    END IF;
    answer := private.scope_answer(asked #> ARRAY['properties', name], answer, parent || name);
    CONTINUE WHEN answer IS NULL;
    answers := answers || jsonb_build_object(name, answer);
  END LOOP;
  RETURN nullif(answers, CASE WHEN parent <> '' THEN '{}'::jsonb END);
END
$function$;
GRANT EXECUTE ON FUNCTION private.scope_answers(jsonb,jsonb,text) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.scope_clarity(fields jsonb, answers jsonb)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN (SELECT (COALESCE(floor((((100)::numeric * sum(((field.asked ->> 'x-weight'::text))::numeric) FILTER (WHERE (scope_clarity.answers ? field.name))) / NULLIF(sum(((field.asked ->> 'x-weight'::text))::numeric), (0)::numeric))), (0)::numeric))::smallint AS "coalesce" FROM jsonb_each((scope_clarity.fields -> 'properties'::text)) field(name, asked));
GRANT EXECUTE ON FUNCTION private.scope_clarity(jsonb,jsonb) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.search_document(content text)
 RETURNS tsvector
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  written  CONSTANT tsvector := to_tsvector('public.automacao', content);
  document tsvector := written || private.code_words(content);
  more     tsvector;
BEGIN
  FOR more IN
    SELECT also.words FROM private.synonyms also
    WHERE NOT also.is_narrower AND also.meaning IN (SELECT found.meaning FROM private.synonyms found WHERE written @@ found.query)
    ORDER BY also.meaning, also.term
  LOOP
    document := document || more;
  END LOOP;
  RETURN document;
END
$function$;
GRANT EXECUTE ON FUNCTION private.search_document(text) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.search_keys(kind text, state text, city_key text, search tsvector, skills text[], technologies text[], modes text[], level text, availability text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  SELECT array_agg(DISTINCT concat_ws(' ', kind, place.state, own.key))
  FROM (
    SELECT 'w ' || left(word, letters) AS key FROM unnest(tsvector_to_array(search)) AS word, generate_series(1, least(6, length(word))) AS letters
    UNION ALL SELECT 'c ' || city_key WHERE city_key IS NOT NULL
    UNION ALL SELECT 't ' || one FROM unnest(technologies) AS one
    UNION ALL SELECT 's ' || one FROM unnest(skills) AS one
    UNION ALL SELECT 'm ' || one FROM unnest(modes) AS one
    UNION ALL SELECT 'l ' || level WHERE level IS NOT NULL
    UNION ALL SELECT 'a ' || availability WHERE availability IS NOT NULL
    UNION ALL SELECT 'any'
  ) AS own, (VALUES ('-'), (state)) AS place (state)
  WHERE place.state IS NOT NULL
$function$;
GRANT EXECUTE ON FUNCTION private.search_keys(text,text,text,tsvector,text[],text[],text[],text,text) TO service_role;

CREATE OR REPLACE FUNCTION private.search_name(saved public.saved_searches, typed text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT left(concat_ws(' · ', typed,
    (SELECT string_agg(s.label, ', ' ORDER BY s."position") FROM public.skills s WHERE s.slug = ANY (saved.skills)),
    (SELECT string_agg(named, ', ') FROM jsonb_array_elements_text(saved.query -> 'tecnologia') AS word, LATERAL (SELECT coalesce((SELECT t.name FROM public.technologies t WHERE t.slug = word), word) AS named) AS n),
    coalesce((SELECT m.name || '/' || m.state FROM public.municipalities m WHERE m.key = saved.city_key || ' ' || lower(saved.state)), saved.state),
    (SELECT string_agg(word, ', ') FROM unnest(saved.modes) AS mode, LATERAL (SELECT CASE mode WHEN 'on_site' THEN 'Presencial' WHEN 'hybrid' THEN 'Híbrido' ELSE 'Remoto' END AS word) AS w),
    array_to_string(saved.levels, ', '),
    (SELECT string_agg(word, ', ') FROM unnest(saved.availability) AS a, LATERAL (SELECT CASE a WHEN 'available' THEN 'Disponível' WHEN 'limited' THEN 'Disponibilidade parcial' ELSE 'Sem disponibilidade' END AS word) AS w),
    CASE WHEN saved.budget_min_cents IS NOT NULL AND saved.budget_max_cents IS NOT NULL THEN 'R$ ' || saved.budget_min_cents / 100 || ' a ' || saved.budget_max_cents / 100
         WHEN saved.budget_min_cents IS NOT NULL THEN 'A partir de R$ ' || saved.budget_min_cents / 100
         WHEN saved.budget_max_cents IS NOT NULL THEN 'Até R$ ' || saved.budget_max_cents / 100 END), 80)
$function$;
GRANT EXECUTE ON FUNCTION private.search_name(public.saved_searches,text) TO definer, service_role;

CREATE OR REPLACE FUNCTION private.search_words(words text)
 RETURNS tsquery
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
BEGIN
  RETURN to_tsquery('public.automacao', words);
EXCEPTION WHEN syntax_error OR program_limit_exceeded THEN
  PERFORM private.refuse(400, 'search_unreadable', 'As palavras da busca não puderam ser lidas. Use palavras simples, sem sinais.');
END
$function$;
GRANT EXECUTE ON FUNCTION private.search_words(text) TO definer;

CREATE OR REPLACE FUNCTION private.setting(wanted text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  found text;
BEGIN
  SELECT value INTO STRICT found FROM private.settings WHERE name = wanted;
  RETURN found;
END
$function$;
GRANT EXECUTE ON FUNCTION private.setting(text) TO service_role;

CREATE OR REPLACE FUNCTION private.settle_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  party uuid := coalesce(NEW.organisation_id, OLD.organisation_id);
BEGIN
  UPDATE public.profiles SET contact_id = (
    SELECT nullif(m.person_id, party) FROM public.memberships m
    WHERE m.organisation_id = party AND (m.person_id = party OR m.role = 'owner')
    ORDER BY m.person_id = party DESC, m.created_at, m.person_id LIMIT 1)
  WHERE id = party;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.settle_contact() TO service_role;

CREATE OR REPLACE FUNCTION private.settle_message_notification()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  UPDATE public.notifications SET read = true
  WHERE profile_id = NEW.owner_id AND group_key = 'message:' || NEW.partner_id AND NOT read;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.settle_message_notification() TO service_role;

CREATE OR REPLACE FUNCTION private.settle_project_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  owner uuid;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.project_owners (project_id, company_id) VALUES (NEW.id, NEW.company_id);
  END IF;
  SELECT company_id INTO owner FROM public.project_owners WHERE project_id = NEW.id;
  UPDATE public.projects
  SET company_id = CASE WHEN is_confidential THEN NULL ELSE owner END
  WHERE id = NEW.id AND company_id IS DISTINCT FROM CASE WHEN is_confidential THEN NULL ELSE owner END;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.settle_project_owner() TO service_role;

CREATE OR REPLACE FUNCTION private.settle_reputation(parties uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
GRANT EXECUTE ON FUNCTION private.settle_reputation(uuid[]) TO service_role;

CREATE OR REPLACE FUNCTION private.settle_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  times  record := private.review_times();
  agreed public.contracts;
BEGIN
  UPDATE public.contracts
  SET company_reviewed      = company_reviewed      OR company_id      = NEW.author_id,
      professional_reviewed = professional_reviewed OR professional_id = NEW.author_id
  WHERE id = NEW.contract_id
  RETURNING * INTO agreed;
  IF agreed.company_reviewed AND agreed.professional_reviewed THEN
    UPDATE public.reviews
    SET published_at = greatest(now(), agreed.completed_at + times.after_completion, agreed.created_at + times.after_agreement)
    WHERE contract_id = NEW.contract_id AND published_at > now();
  END IF;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.settle_review() TO service_role;

CREATE OR REPLACE FUNCTION private.settle_texts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.settle_withholdings(milestone uuid, part bigint, most bigint)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  WITH settled AS (
    UPDATE public.withholdings w SET settled_cents = l.cents FROM private.withheld_lines(milestone, part, most) AS l WHERE w.id = l.id RETURNING w.settled_cents)
  SELECT coalesce(sum(settled_cents), 0)::bigint FROM settled
$function$;
GRANT EXECUTE ON FUNCTION private.settle_withholdings(uuid,bigint,bigint) TO service_role;

CREATE OR REPLACE FUNCTION private.sign_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.company_id := (SELECT o.company_id FROM public.proposals p JOIN public.project_owners o ON o.project_id = p.project_id WHERE p.id = NEW.proposal_id);
  END IF;
  NEW.updated_by := auth.uid();
  NEW.updated_at := now();
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION private.skeleton(name text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT btrim(regexp_replace(replace(replace(translate(lower(extensions.unaccent(normalize(name, NFKC))),
    '01345789@$!|lаеорсхуіѕмткнвјԁпгαεορντικυχημ',
    'oieastbgasiiiaeopcxyismtkhbjdnraeopvtikuxnm'), 'rn', 'm'), 'vv', 'w'), '[^a-z]+', ' ', 'g'))
$function$;
GRANT EXECUTE ON FUNCTION private.skeleton(text) TO definer, service_role;

CREATE OR REPLACE FUNCTION private.skill_slugs(written text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  IF coalesce(cardinality(written), 0) = (SELECT count(*) FROM public.skills WHERE slug = ANY (written)) THEN
    RETURN written;
  END IF;
  RETURN ARRAY(
    SELECT (SELECT s.slug FROM public.skills s WHERE plain.word IN (s.slug, private.fold(s.name), private.fold(s.label)) LIMIT 1)
    FROM unnest(written) WITH ORDINALITY AS one (word, place),
         LATERAL (SELECT private.fold(btrim(regexp_replace(left(one.word, 200), '\s+', ' ', 'g'))) AS word) AS plain
    ORDER BY one.place);
END
$function$;
GRANT EXECUTE ON FUNCTION private.skill_slugs(text[]) TO service_role;

CREATE OR REPLACE FUNCTION private.skill_words(chosen text[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  RETURN (SELECT coalesce(string_agg(name || ' ' || label, ' '), '') FROM public.skills WHERE slug = ANY (chosen));
END
$function$;
GRANT EXECUTE ON FUNCTION private.skill_words(text[]) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.span_of(wanted text)
 RETURNS interval
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT private.limit_of(wanted) * ('1 ' || coalesce(substring(wanted FROM '_(days|hours|minutes)$'), wanted))::interval
$function$;
GRANT EXECUTE ON FUNCTION private.span_of(text) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.spelling(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN replace(private.plain_words(name), ' '::text, ''::text);
GRANT EXECUTE ON FUNCTION private.spelling(text) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.spellings(names text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN (SELECT array_agg(DISTINCT private.spelling(name.name)) AS array_agg FROM unnest(spellings.names) name(name));
GRANT EXECUTE ON FUNCTION private.spellings(text[]) TO service_role;

CREATE OR REPLACE FUNCTION private.spread_project_technologies()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  DELETE FROM public.project_technologies t WHERE t.project_id = NEW.id AND t.technology <> ALL (NEW.technologies);
  INSERT INTO public.project_technologies AS t (project_id, technology, level)
  SELECT NEW.id, slug, NEW.technology_levels ->> slug FROM unnest(NEW.technologies) AS slug
  ON CONFLICT ON CONSTRAINT project_technologies_technology_key DO UPDATE SET level = excluded.level WHERE t.level IS DISTINCT FROM excluded.level;
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.spread_project_technologies() TO service_role;

CREATE OR REPLACE FUNCTION private.stop_acceptances()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  IF EXISTS (SELECT FROM private.debts_of(NEW.company_id) AS d WHERE d.stops_on <= private.market_day()) THEN
    PERFORM private.refuse(409, 'company_in_debt', 'Sua empresa tem um pagamento vencido, e o prazo para regularizá-lo terminou. Pague e informe o comprovante, ou, se o valor é de tributos retidos, peça ao profissional que confirme o recebimento, para voltar a aceitar propostas.');
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION private.technology_words(chosen text[])
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (SELECT COALESCE(string_agg(concat_ws(' '::text, t.name, t.vendor, t.family, t.kind, array_to_string(t.aliases, ' '::text)), ' '::text ORDER BY t.slug), ''::text) AS "coalesce" FROM public.technologies t WHERE (t.slug = ANY (technology_words.chosen)));
GRANT EXECUTE ON FUNCTION private.technology_words(text[]) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION private.track_record_of(party uuid)
 RETURNS TABLE(contracts_completed integer, contracts_ended_early integer, contracts_withdrawn integer, contracts_in_dispute integer, on_time_percent integer, paid_on_time_percent integer, axes jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  enough CONSTANT integer := 3;
  zone   CONSTANT text    := 'America/Sao_Paulo';
  today  CONSTANT date    := (now() AT TIME ZONE zone)::date;
BEGIN
  RETURN QUERY
  WITH deals AS (
    SELECT c.id, c.status, c.company_id = party AS pays
    FROM public.contracts c
    JOIN public.profiles o ON o.id = CASE c.company_id WHEN party THEN c.professional_id ELSE c.company_id END
    WHERE (c.company_id = party OR c.professional_id = party) AND (o.status = 'active' OR o.removed_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM private.barred_documents b WHERE b.profile_id = o.id)
  ), parts AS (
    SELECT m.id, m.contract_id, m.status, m.due_on, m.owed_due_on, m.delivered_at, (m.settled_at AT TIME ZONE zone)::date AS settled_on, d.pays
    FROM deals d JOIN public.milestones m ON m.contract_id = d.id
  ), due AS (
    -- The first delivery counts, however often it was adjusted; what was never delivered is late from its date on.
    SELECT p.contract_id, p.due_on, (coalesce(first.at, p.delivered_at) AT TIME ZONE zone)::date AS delivered_on, coalesce(p.settled_on, today) AS until
    FROM parts p
    CROSS JOIN LATERAL (SELECT min(e.created_at) AS at FROM public.contract_events e WHERE e.milestone_id = p.id AND e.action = 'deliver_milestone') AS first
    WHERE NOT p.pays AND p.due_on IS NOT NULL
  ), kept AS (
    SELECT round(100.0 * count(*) FILTER (WHERE t.delivered_on <= t.due_on) / nullif(count(*), 0))::integer AS percent, count(DISTINCT t.contract_id) AS contracts
    FROM due t WHERE t.delivered_on IS NOT NULL OR t.due_on < t.until
  ), owed AS (
    -- What the company says it paid counts on that day once the professional has not contested it.
    SELECT p.contract_id, p.owed_due_on,
           CASE p.status WHEN 'released' THEN coalesce(said.paid_on, p.settled_on) END AS paid_on,
           p.status = 'awaiting_payment' AND said.paid_on IS NULL AND p.owed_due_on < today AS is_late
    FROM parts p
    LEFT JOIN public.direct_payments said ON said.milestone_id = p.id AND said.status <> 'contested'
    WHERE p.pays AND p.owed_due_on IS NOT NULL
  ), paid AS (
    SELECT round(100.0 * count(*) FILTER (WHERE w.paid_on <= w.owed_due_on) / nullif(count(*), 0))::integer AS percent, count(DISTINCT w.contract_id) AS contracts
    FROM owed w WHERE w.paid_on IS NOT NULL OR w.is_late
  ), means AS (
    SELECT given.axis, avg(given.score::integer) AS mean
    FROM public.reviews r CROSS JOIN LATERAL jsonb_each_text(r.axes) AS given (axis, score)
    WHERE r.subject_id = party AND r.counted AND NOT r.withheld AND given.score IS NOT NULL
    GROUP BY r.author_id, given.axis
  ), rated AS (
    SELECT m.axis, round(avg(m.mean), 2) AS mean FROM means m GROUP BY m.axis HAVING count(*) >= enough
  )
  SELECT count(*) FILTER (WHERE d.status = 'completed')::integer,
         count(*) FILTER (WHERE d.status IN ('terminated', 'cancelled'))::integer,
         count(*) FILTER (WHERE d.status = 'withdrawn')::integer,
         count(*) FILTER (WHERE EXISTS (SELECT FROM parts p WHERE p.contract_id = d.id AND p.status = 'disputed'))::integer,
         (SELECT k.percent FROM kept k WHERE k.contracts >= enough),
         (SELECT p.percent FROM paid p WHERE p.contracts >= enough),
         (SELECT coalesce(jsonb_object_agg(a.axis, a.mean), '{}') FROM rated a)
  FROM deals d;
END
$function$;
GRANT EXECUTE ON FUNCTION private.track_record_of(uuid) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.turns(party uuid, person uuid)
 RETURNS TABLE(kind text, due_at timestamp with time zone, since timestamp with time zone, contract_id uuid, project_id uuid, subject_id uuid, milestone_id uuid, number bigint, title text, part text, partner text, what text, count integer, value_cents bigint, partner_id uuid, matter uuid, state text, shows_at timestamp with time zone, until timestamp with time zone)
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET search_path TO ''
AS $function$
BEGIN
  RETURN QUERY
  SELECT w.kind, w.due_at, w.since, w.contract_id, w.project_id, w.subject_id, w.milestone_id, w.number, w.title, w.part, w.partner, w.what, w.count, w.value_cents, w.partner_id,
         named.matter, named.state, private.deadline_shows_at(w.due_at), d.until
  FROM (
    SELECT t.kind, t.due_at, t.since, t.contract_id, c.project_id, t.subject_id, t.milestone_id, c.number, coalesce(nullif(c.scope ->> 'title', ''), p.title) AS title,
           CASE WHEN (SELECT count(*) FROM public.milestones every WHERE every.contract_id = c.id) > 1 THEN m.title END AS part,
           o.name AS partner, t.what, 1 AS count, t.value_cents, o.id AS partner_id
    FROM private.contract_turns(party, person) AS t
    JOIN public.contracts c ON c.id = t.contract_id
    JOIN public.projects p ON p.id = c.project_id
    JOIN public.profiles o ON o.id = CASE party WHEN c.company_id THEN c.professional_id ELSE c.company_id END
    LEFT JOIN public.milestones m ON m.id = t.milestone_id
    UNION ALL
    SELECT t.kind, t.due_at, t.since, NULL, t.project_id, t.subject_id, NULL, p.number, p.title, NULL,
           CASE t.kind WHEN 'messages' THEN (SELECT f.name FROM public.profiles f WHERE f.id = t.subject_id) END, NULL, t.count, t.value_cents, NULL
    FROM private.other_turns(party, person) AS t LEFT JOIN public.projects p ON p.id = t.project_id) AS w
  CROSS JOIN LATERAL (
    SELECT coalesce(w.subject_id, w.contract_id, party) AS matter,
           concat_ws(' ', extract(epoch FROM w.since), coalesce(extract(epoch FROM w.due_at)::text, '-'), w.count, coalesce(w.value_cents::text, '-'), left(w.what, 60)) AS state) AS named
  LEFT JOIN private.deferrals d ON d.person_id = person AND d.party_id = party AND d.kind = w.kind AND d.matter = named.matter AND d.state = named.state AND d.until > now();
END
$function$;
GRANT EXECUTE ON FUNCTION private.turns(uuid,uuid) TO service_role;

CREATE OR REPLACE FUNCTION private.typed_words(content text)
 RETURNS TABLE(condition text, one_of text[])
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
DECLARE
  words CONSTANT text[] := ARRAY(
    SELECT found.text[1] FROM regexp_matches(content, '[[:alnum:]]+(?:[-/.][[:alnum:]]+)*', 'g') WITH ORDINALITY AS found (text, place) ORDER BY found.place LIMIT 12);
  place integer := 1;
  word  text;
  next  text;
  tag   text[];
  code  text;
BEGIN
  WHILE place <= cardinality(words) LOOP
    word := words[place];
    next := coalesce(words[place + 1], '');
    IF word ~ '^[a-zA-Z]{1,5}[0-9]{0,4}$' AND next ~ '^[0-9]' THEN
      tag   := regexp_match(word || ' ' || next, '^(prj|ctr)[-\s./]?0*([0-9]{1,9})$', 'i');
      code  := lower(regexp_replace(word || next, '[^A-Za-z0-9]', '', 'g'));
      place := place + 1;
      IF tag IS NULL THEN
        condition := format('(''%s'':* & ''%s'':* | ''%s'':*)', word, next, code);
        one_of    := ARRAY[format('''%s'':* & ''%s'':*', word, next), format('''%s'':*', code)];
      END IF;
    ELSE
      tag  := regexp_match(word, '^(prj|ctr)[-\s./]?0*([0-9]{1,9})$', 'i');
      code := CASE WHEN word ~ '^[A-Za-z0-9]+([-/.][A-Za-z0-9]+)+$' AND word ~ '[A-Za-z]' AND word ~ '[0-9]'
                   THEN lower(regexp_replace(word, '[^A-Za-z0-9]', '', 'g')) ELSE word END;
      condition := format('''%s'':*', code);
      one_of    := ARRAY[condition];
    END IF;
    IF tag IS NOT NULL THEN
      condition := format('''%s%s''', lower(tag[1]), tag[2]);
      one_of    := ARRAY[condition];
    END IF;
    RETURN NEXT;
    place := place + 1;
  END LOOP;
END
$function$;
GRANT EXECUTE ON FUNCTION private.typed_words(text) TO definer, service_role;

CREATE OR REPLACE FUNCTION private.usual_validity()
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ SELECT private.market_day() + private.limit_of('proposal_valid_days')::integer $function$;
GRANT EXECUTE ON FUNCTION private.usual_validity() TO authenticated, service_role;

CREATE OR REPLACE FUNCTION private.uuid_v7()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
 SET search_path TO ''
RETURN (SELECT (encode(OVERLAY(OVERLAY(uuid_send(gen_random_uuid()) PLACING SUBSTRING(int8send((moment.microseconds / 1000)) FROM 3) FROM 1 FOR 6) PLACING SUBSTRING(int8send((28672 + (((moment.microseconds % (1000)::bigint) * 4096) / 1000))) FROM 7) FROM 7 FOR 2), 'hex'::text))::uuid AS encode FROM (SELECT ((EXTRACT(epoch FROM clock_timestamp()) * (1000000)::numeric))::bigint AS microseconds) moment);
GRANT EXECUTE ON FUNCTION private.uuid_v7() TO anon, authenticated, ledger_keeper, service_role;

CREATE OR REPLACE FUNCTION private.verify_balances()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  RETURN NOT EXISTS (
    SELECT FROM (SELECT e.account, sum(e.value_cents) AS total FROM public.ledger_entries e GROUP BY e.account) AS entered
    FULL JOIN private.ledger_balances b ON b.account = entered.account
    WHERE coalesce(entered.total, 0) IS DISTINCT FROM b.balance_cents
  ) AND NOT EXISTS (
    SELECT FROM private.ledger_balances b
    WHERE b.reserved_cents <> (SELECT coalesce(sum(h.value_cents), 0) FROM private.ledger_holds h WHERE h.account = b.account AND h.state = 'pending')
  ) AND NOT EXISTS (
    SELECT FROM public.ledger_entries e WHERE NOT EXISTS (SELECT FROM public.ledger_transfers t WHERE t.id = e.transfer_id));
END
$function$;
GRANT EXECUTE ON FUNCTION private.verify_balances() TO service_role;

CREATE OR REPLACE FUNCTION private.verify_transfers(after bigint, most integer)
 RETURNS TABLE(last bigint, entries bigint, chained boolean, balanced boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  RETURN QUERY
  WITH page AS (
    SELECT p.transfer, row_number() OVER in_order + after AS expected,
           lag((p.transfer).hash, 1, coalesce((SELECT b.hash FROM public.ledger_transfers b WHERE b.number = after), decode(repeat('00', 32), 'hex'))) OVER in_order AS earlier
    FROM (SELECT t AS transfer FROM public.ledger_transfers t WHERE t.number > after ORDER BY t.number LIMIT most) AS p
    WINDOW in_order AS (ORDER BY (p.transfer).number)
  ), reckoned AS (
    SELECT page.transfer, page.expected, page.earlier, ARRAY(SELECT e FROM public.ledger_entries e WHERE e.transfer_id = (page.transfer).id) AS moved FROM page
  )
  SELECT max((r.transfer).number), coalesce(sum(cardinality(r.moved)), 0)::bigint,
         coalesce(bool_and((r.transfer).number = r.expected AND (r.transfer).previous_hash = r.earlier AND (r.transfer).hash = private.ledger_hash(r.transfer, r.moved)), true),
         coalesce(bool_and((SELECT sum(e.value_cents) = 0 FROM unnest(r.moved) AS e) IS TRUE), true)
  FROM reckoned r;
END
$function$;
GRANT EXECUTE ON FUNCTION private.verify_transfers(bigint,integer) TO service_role;

CREATE OR REPLACE FUNCTION private.void_hold(wanted_key text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  known private.ledger_holds;
BEGIN
  PERFORM private.lock_ledger();
  SELECT * INTO known FROM private.ledger_holds h WHERE h.business_key = wanted_key;
  IF known.state = 'voided' THEN
    RETURN;
  ELSIF known.state IS DISTINCT FROM 'pending' THEN
    RAISE EXCEPTION 'the hold % is not pending', wanted_key USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_holds_ended_once';
  END IF;
  UPDATE private.ledger_holds    SET state = 'voided', ended_at = clock_timestamp()         WHERE id = known.id;
  UPDATE private.ledger_balances SET reserved_cents = reserved_cents - known.value_cents WHERE account = known.account;
END
$function$;
GRANT EXECUTE ON FUNCTION private.void_hold(text) TO service_role;

CREATE OR REPLACE FUNCTION private.weigh_terms(skills text[], technologies text[])
 RETURNS TABLE(term text, points numeric, total integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  SELECT t.term, CASE t.kind WHEN 'skills' THEN w.points WHEN 'families' THEN 0.6 * w.points ELSE 0.4 * w.points END / count(*) OVER (PARTITION BY t.kind), (count(*) OVER ())::integer
  FROM private.match_terms(skills, technologies) t
  JOIN public.match_weights w ON w.kind = CASE t.kind WHEN 'skills' THEN 'skills' ELSE 'technologies' END
$function$;
GRANT EXECUTE ON FUNCTION private.weigh_terms(text[],text[]) TO service_role;

CREATE OR REPLACE FUNCTION private.whole_milestone(value numeric)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN jsonb_build_array(jsonb_build_object('title', 'Entrega do projeto', 'deliverable', '', 'value', round(value, 2), 'due_on', NULL::unknown));
GRANT EXECUTE ON FUNCTION private.whole_milestone(numeric) TO service_role;

CREATE OR REPLACE FUNCTION private.withheld_lines(milestone uuid, part bigint, most bigint)
 RETURNS TABLE(id uuid, cents bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT own.id, greatest(0, least(own.cents, most - coalesce(sum(own.cents) OVER (ORDER BY own.tax ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)))::bigint
  FROM (SELECT w.id, w.tax, least(w.value_cents, round(w.value_cents::numeric * part / w.gross_cents))::bigint AS cents
        FROM public.withholdings w WHERE w.milestone_id = milestone AND w.status = 'agreed') AS own
$function$;
GRANT EXECUTE ON FUNCTION private.withheld_lines(uuid,bigint,bigint) TO service_role;

CREATE OR REPLACE FUNCTION private.withheld_of(milestone uuid, part bigint, most bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (SELECT (COALESCE(sum(l.cents), (0)::numeric))::bigint AS "coalesce" FROM private.withheld_lines(withheld_of.milestone, withheld_of.part, withheld_of.most) l(id, cents));
GRANT EXECUTE ON FUNCTION private.withheld_of(uuid,bigint,bigint) TO service_role;

CREATE OR REPLACE FUNCTION private.withhold_reviews()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  UPDATE public.reviews SET withheld = NEW.status = 'blocked' WHERE author_id = NEW.id;
  PERFORM private.settle_reputation(ARRAY(
    SELECT subject_id FROM public.reviews WHERE author_id = NEW.id
    UNION
    SELECT CASE company_id WHEN NEW.id THEN professional_id ELSE company_id END FROM public.contracts
    WHERE status = 'completed' AND (company_id = NEW.id OR professional_id = NEW.id)));
  RETURN NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION private.withhold_reviews() TO service_role;

CREATE OR REPLACE FUNCTION private.withholding_cap(tax text, payee text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN CASE tax WHEN 'iss'::text THEN 500 WHEN 'inss'::text THEN 1100 WHEN 'irrf'::text THEN CASE payee WHEN 'cpf'::text THEN 2750 WHEN 'pj'::text THEN 150 ELSE 0 END WHEN 'csrf'::text THEN CASE payee WHEN 'pj'::text THEN 465 ELSE 0 END ELSE 0 END;
GRANT EXECUTE ON FUNCTION private.withholding_cap(text,text) TO service_role;

CREATE OR REPLACE FUNCTION private.without_names(content text, names text[])
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT coalesce(regexp_replace(content, (
    SELECT '(?<!\w)(?:' || string_agg(regexp_replace(name, '([^[:alnum:]])', '\\\1', 'g'), '|' ORDER BY length(name) DESC) || ')(?!\w)'
    FROM unnest(names) AS name WHERE btrim(name) <> ''), 'Usuário removido', 'gi'), content)
$function$;
GRANT EXECUTE ON FUNCTION private.without_names(text,text[]) TO service_role;

CREATE OR REPLACE FUNCTION private.without_words(words text[], others text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN (SELECT COALESCE(string_agg(list.word, ''::text ORDER BY list.place), ''::text) AS "coalesce" FROM unnest(without_words.words) WITH ORDINALITY list(word, place) WHERE (list.word <> ALL (without_words.others)));
GRANT EXECUTE ON FUNCTION private.without_words(text[],text[]) TO definer, service_role;

CREATE OR REPLACE FUNCTION private.word_anchors(content text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT keys.found
  FROM private.typed_words(content) WITH ORDINALITY AS typed (condition, one_of, place),
       LATERAL (
         SELECT array_agg(left(longest.lexeme, 6)) AS found, min(length(left(longest.lexeme, 6))) AS least
         FROM unnest(typed.one_of) AS alternative
         LEFT JOIN LATERAL (
           SELECT replace(word.lexeme[1], '''''', '''') AS lexeme
           FROM regexp_matches(private.search_words(alternative)::text, '''((?:[^'']|'''')+)''', 'g') AS word (lexeme)
           ORDER BY length(word.lexeme[1]) DESC LIMIT 1
         ) AS longest ON true
         HAVING bool_and(longest.lexeme IS NOT NULL)
       ) AS keys
  ORDER BY keys.least DESC, typed.place LIMIT 1
$function$;
GRANT EXECUTE ON FUNCTION private.word_anchors(text) TO definer, service_role;

CREATE OR REPLACE FUNCTION private.working_days_after(day date, days integer)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  SELECT CASE WHEN days <= 0 THEN day ELSE (
    SELECT one::date FROM generate_series(day + 1, day + 3 * days + 10, interval '1 day') AS one
    WHERE private.is_working_day(one::date) ORDER BY one OFFSET days - 1 LIMIT 1) END
$function$;
GRANT EXECUTE ON FUNCTION private.working_days_after(date,integer) TO service_role;


CREATE SCHEMA auth;
GRANT USAGE ON SCHEMA auth TO anon, authenticated, service_role;

CREATE TABLE auth.attempts (
  key     text                     NOT NULL,
  count   integer                  NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT attempts_pkey PRIMARY KEY (key)
);
ALTER TABLE auth.attempts ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.attempts FORCE ROW LEVEL SECURITY;
CREATE INDEX attempts_ends_at_idx ON auth.attempts USING btree (ends_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.attempts TO service_role;
CREATE POLICY "the server sees everything" ON auth.attempts FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.audit_log_entries (
  id         uuid                     NOT NULL DEFAULT private.uuid_v7(),
  action     text                     NOT NULL,
  user_id    uuid,
  ip         inet,
  payload    jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT audit_log_entries_pkey PRIMARY KEY (id)
);
ALTER TABLE auth.audit_log_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.audit_log_entries FORCE ROW LEVEL SECURITY;
CREATE INDEX audit_log_entries_created_at_idx ON auth.audit_log_entries USING btree (created_at);
CREATE INDEX audit_log_entries_user_id_idx ON auth.audit_log_entries USING btree (user_id, created_at DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.audit_log_entries TO service_role;
CREATE POLICY "the server sees everything" ON auth.audit_log_entries FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.custom_oauth_providers (
  id                      uuid                     NOT NULL DEFAULT gen_random_uuid(),
  provider_type           text                     NOT NULL,
  identifier              text                     NOT NULL,
  name                    text                     NOT NULL,
  client_id               text                     NOT NULL,
  client_secret           text                     NOT NULL,
  acceptable_client_ids   text[]                   NOT NULL DEFAULT '{}'::text[],
  scopes                  text[]                   NOT NULL DEFAULT '{}'::text[],
  custom_claims_allowlist text[]                   NOT NULL DEFAULT '{}'::text[],
  pkce_enabled            boolean                  NOT NULL DEFAULT true,
  attribute_mapping       jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  authorization_params    jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  enabled                 boolean                  NOT NULL DEFAULT true,
  email_optional          boolean                  NOT NULL DEFAULT false,
  issuer                  text,
  discovery_url           text,
  skip_nonce_check        boolean                  NOT NULL DEFAULT false,
  cached_discovery        jsonb,
  discovery_cached_at     timestamp with time zone,
  authorization_url       text,
  token_url               text,
  userinfo_url            text,
  jwks_uri                text,
  created_at              timestamp with time zone NOT NULL DEFAULT now(),
  updated_at              timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT custom_oauth_providers_pkey PRIMARY KEY (id),
  CONSTRAINT custom_oauth_providers_identifier_key UNIQUE (identifier),
  CONSTRAINT custom_oauth_providers_identifier CHECK (identifier ~ '^custom:[a-z0-9][a-z0-9_-]{0,49}$'::text),
  CONSTRAINT custom_oauth_providers_type_known CHECK (provider_type = ANY (ARRAY['oauth2'::text, 'oidc'::text])),
  CONSTRAINT custom_oauth_providers_whole CHECK (
CASE provider_type
    WHEN 'oidc'::text THEN issuer IS NOT NULL
    ELSE authorization_url IS NOT NULL AND token_url IS NOT NULL AND userinfo_url IS NOT NULL
END)
);
ALTER TABLE auth.custom_oauth_providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.custom_oauth_providers FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.custom_oauth_providers IS 'Who vouches for users, as an administrator named them';
COMMENT ON COLUMN auth.custom_oauth_providers.client_secret IS 'Sealed for the row';
COMMENT ON COLUMN auth.custom_oauth_providers.cached_discovery IS 'What the issuer said of itself when it was named';
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.custom_oauth_providers TO service_role;
CREATE POLICY "the server sees everything" ON auth.custom_oauth_providers FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.external_states (
  state_hash     bytea                    NOT NULL,
  provider       text                     NOT NULL,
  redirect_to    text                     NOT NULL,
  code_challenge text,
  browser_hash   bytea,
  user_id        uuid,
  invite_hash    bytea,
  expires_at     timestamp with time zone NOT NULL,
  created_at     timestamp with time zone NOT NULL DEFAULT now(),
  session_id     uuid,
  CONSTRAINT external_states_pkey PRIMARY KEY (state_hash),
  CONSTRAINT external_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT external_states_short CHECK (length(provider) <= 100 AND length(redirect_to) <= 4096)
);
ALTER TABLE auth.external_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.external_states FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.external_states IS 'People on their way to a provider of identities and back';
COMMENT ON COLUMN auth.external_states.state_hash IS 'Digest of the word that comes back with the person';
COMMENT ON COLUMN auth.external_states.redirect_to IS 'Where he goes afterwards, an address that was allowed';
COMMENT ON COLUMN auth.external_states.code_challenge IS 'Given: he comes back with a code for whoever has its verifier';
COMMENT ON COLUMN auth.external_states.browser_hash IS 'Digest of the cookie of the browser that began';
COMMENT ON COLUMN auth.external_states.user_id IS 'Given: the signed-in user who ties the identity to his account';
COMMENT ON COLUMN auth.external_states.invite_hash IS 'Digest of the invitation that is accepted by coming back';
COMMENT ON COLUMN auth.external_states.session_id IS 'The session of the user who ties the identity';
CREATE INDEX external_states_expires_at_idx ON auth.external_states USING btree (expires_at);
CREATE INDEX external_states_user_id_idx ON auth.external_states USING btree (user_id);
GRANT DELETE, INSERT, SELECT ON auth.external_states TO service_role;
CREATE POLICY "the server sees everything" ON auth.external_states FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.flow_states (
  id              uuid                     NOT NULL DEFAULT private.uuid_v7(),
  user_id         uuid                     NOT NULL,
  code_challenge  text                     NOT NULL,
  code_hash       bytea,
  method          text                     NOT NULL,
  expires_at      timestamp with time zone NOT NULL,
  created_at      timestamp with time zone NOT NULL DEFAULT now(),
  provider_tokens bytea,
  CONSTRAINT flow_states_pkey PRIMARY KEY (id),
  CONSTRAINT flow_states_code_hash_key UNIQUE (code_hash),
  CONSTRAINT flow_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
ALTER TABLE auth.flow_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.flow_states FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN auth.flow_states.provider_tokens IS 'What the provider gave and, of an identity that is to be tied, whose it is, sealed under the code';
CREATE INDEX flow_states_expires_at_idx ON auth.flow_states USING btree (expires_at);
CREATE INDEX flow_states_user_id_idx ON auth.flow_states USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.flow_states TO service_role;
CREATE POLICY "the server sees everything" ON auth.flow_states FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.identities (
  id              uuid                     NOT NULL DEFAULT private.uuid_v7(),
  user_id         uuid                     NOT NULL,
  provider        text                     NOT NULL,
  provider_id     text                     NOT NULL,
  identity_data   jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  last_sign_in_at timestamp with time zone,
  created_at      timestamp with time zone NOT NULL DEFAULT now(),
  updated_at      timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT identities_pkey PRIMARY KEY (id),
  CONSTRAINT identities_provider_key UNIQUE (provider, provider_id),
  CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
ALTER TABLE auth.identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.identities FORCE ROW LEVEL SECURITY;
CREATE INDEX identities_user_id_idx ON auth.identities USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.identities TO service_role;
CREATE POLICY "the server sees everything" ON auth.identities FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.mfa_challenges (
  id         uuid                     NOT NULL DEFAULT private.uuid_v7(),
  factor_id  uuid                     NOT NULL,
  ip         text                     NOT NULL,
  attempts   integer                  NOT NULL DEFAULT 0,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  session_id uuid,
  ceremony   jsonb,
  code_hash  bytea,
  CONSTRAINT mfa_challenges_pkey PRIMARY KEY (id),
  CONSTRAINT mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  CONSTRAINT mfa_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  CONSTRAINT mfa_challenges_ceremony_has_session CHECK (ceremony IS NULL OR session_id IS NOT NULL)
);
ALTER TABLE auth.mfa_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.mfa_challenges FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN auth.mfa_challenges.code_hash IS 'Digest of the code that was sent, with the challenge it is for';
CREATE INDEX mfa_challenges_expires_at_idx ON auth.mfa_challenges USING btree (expires_at);
CREATE INDEX mfa_challenges_factor_id_idx ON auth.mfa_challenges USING btree (factor_id);
CREATE INDEX mfa_challenges_session_id_idx ON auth.mfa_challenges USING btree (session_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.mfa_challenges TO service_role;
CREATE POLICY "the server sees everything" ON auth.mfa_challenges FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.mfa_factors (
  id                 uuid                     NOT NULL DEFAULT private.uuid_v7(),
  user_id            uuid                     NOT NULL,
  friendly_name      text                     NOT NULL DEFAULT ''::text,
  factor_type        text                     NOT NULL DEFAULT 'totp'::text,
  status             text                     NOT NULL DEFAULT 'unverified'::text,
  secret             text                     NOT NULL,
  last_step          bigint                   NOT NULL DEFAULT 0,
  last_challenged_at timestamp with time zone,
  created_at         timestamp with time zone NOT NULL DEFAULT now(),
  updated_at         timestamp with time zone NOT NULL DEFAULT now(),
  phone              text,
  CONSTRAINT mfa_factors_pkey PRIMARY KEY (id),
  CONSTRAINT mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT mfa_factors_phone_given CHECK ((factor_type = 'phone'::text) = (phone IS NOT NULL)) NOT VALID,
  CONSTRAINT mfa_factors_phone_normal CHECK (phone ~ '^[1-9][0-9]{1,14}$'::text) NOT VALID,
  CONSTRAINT mfa_factors_status_known CHECK (status = ANY (ARRAY['unverified'::text, 'verified'::text])),
  CONSTRAINT mfa_factors_type_known CHECK (factor_type = ANY (ARRAY['totp'::text, 'webauthn'::text, 'phone'::text])) NOT VALID
);
ALTER TABLE auth.mfa_factors ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.mfa_factors FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN auth.mfa_factors.phone IS 'The number that codes are sent to, in the form of E.164, digits alone';
CREATE UNIQUE INDEX mfa_factors_name_key ON auth.mfa_factors USING btree (user_id, friendly_name) WHERE (friendly_name <> ''::text);
CREATE INDEX mfa_factors_user_id_idx ON auth.mfa_factors USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.mfa_factors TO service_role;
CREATE POLICY "the server sees everything" ON auth.mfa_factors FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.oauth_authorizations (
  id                    uuid                     NOT NULL DEFAULT gen_random_uuid(),
  authorization_id      text                     NOT NULL,
  client_id             uuid                     NOT NULL,
  user_id               uuid,
  redirect_uri          text                     NOT NULL,
  scope                 text                     NOT NULL,
  state                 text,
  resource              text,
  code_challenge        text                     NOT NULL,
  code_challenge_method text                     NOT NULL DEFAULT 's256'::text,
  nonce                 text,
  response_type         text                     NOT NULL DEFAULT 'code'::text,
  status                text                     NOT NULL DEFAULT 'pending'::text,
  authorization_code    text,
  aal                   text,
  session_id            uuid,
  session_until         timestamp with time zone,
  created_at            timestamp with time zone NOT NULL DEFAULT now(),
  expires_at            timestamp with time zone NOT NULL,
  approved_at           timestamp with time zone,
  CONSTRAINT oauth_authorizations_pkey PRIMARY KEY (id),
  CONSTRAINT oauth_authorizations_code_key UNIQUE (authorization_code),
  CONSTRAINT oauth_authorizations_public_key UNIQUE (authorization_id),
  CONSTRAINT oauth_authorizations_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth.oauth_clients(id) ON DELETE CASCADE,
  CONSTRAINT oauth_authorizations_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT oauth_authorizations_aal_known CHECK (aal = ANY (ARRAY['aal1'::text, 'aal2'::text])),
  CONSTRAINT oauth_authorizations_approved_whole CHECK ((status = 'approved'::text) = (authorization_code IS NOT NULL) AND (status <> 'approved'::text OR user_id IS NOT NULL AND aal IS NOT NULL AND approved_at IS NOT NULL)),
  CONSTRAINT oauth_authorizations_method_known CHECK (code_challenge_method = 's256'::text AND response_type = 'code'::text),
  CONSTRAINT oauth_authorizations_short CHECK (length(redirect_uri) <= 2048 AND length(scope) <= 4096 AND length(state) <= 4096 AND length(resource) <= 2048 AND length(code_challenge) <= 128 AND length(nonce) <= 1024),
  CONSTRAINT oauth_authorizations_status_known CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text, 'expired'::text])),
  CONSTRAINT oauth_authorizations_used_once CHECK (session_id IS NULL OR status = 'approved'::text)
);
ALTER TABLE auth.oauth_authorizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.oauth_authorizations FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.oauth_authorizations IS 'What an app asks of a person, for ten minutes, and the code that the answer gives';
COMMENT ON COLUMN auth.oauth_authorizations.authorization_code IS 'Digest of the code';
COMMENT ON COLUMN auth.oauth_authorizations.aal IS 'What the session that approved had proved: the app''s has no more';
COMMENT ON COLUMN auth.oauth_authorizations.session_id IS 'What the code gave, once; whoever brings it again ends that';
COMMENT ON COLUMN auth.oauth_authorizations.session_until IS 'How long what the code gives may last, where an organisation says so';
CREATE INDEX oauth_authorizations_client_id_idx ON auth.oauth_authorizations USING btree (client_id);
CREATE INDEX oauth_authorizations_expires_at_idx ON auth.oauth_authorizations USING btree (expires_at);
CREATE INDEX oauth_authorizations_user_id_idx ON auth.oauth_authorizations USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.oauth_authorizations TO service_role;
CREATE POLICY "the server sees everything" ON auth.oauth_authorizations FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.oauth_clients (
  id                         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  client_secret_hash         text,
  registration_type          text                     NOT NULL,
  redirect_uris              text                     NOT NULL,
  grant_types                text                     NOT NULL,
  client_name                text,
  client_uri                 text,
  logo_uri                   text,
  client_type                text                     NOT NULL DEFAULT 'confidential'::text,
  token_endpoint_auth_method text                     NOT NULL,
  created_at                 timestamp with time zone NOT NULL DEFAULT now(),
  updated_at                 timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at                 timestamp with time zone,
  registered_from            text,
  CONSTRAINT oauth_clients_pkey PRIMARY KEY (id),
  CONSTRAINT oauth_clients_method_fits CHECK ((token_endpoint_auth_method = ANY (ARRAY['none'::text, 'client_secret_basic'::text, 'client_secret_post'::text])) AND (client_type = 'public'::text) = (token_endpoint_auth_method = 'none'::text)),
  CONSTRAINT oauth_clients_network_short CHECK (length(registered_from) <= 64),
  CONSTRAINT oauth_clients_registration_known CHECK (registration_type = ANY (ARRAY['dynamic'::text, 'manual'::text])),
  CONSTRAINT oauth_clients_secret_fits CHECK ((client_type = 'public'::text) = (client_secret_hash IS NULL)),
  CONSTRAINT oauth_clients_short CHECK (length(redirect_uris) <= 20480 AND length(grant_types) <= 200 AND length(client_name) <= 1024 AND length(client_uri) <= 2048 AND length(logo_uri) <= 2048),
  CONSTRAINT oauth_clients_type_known CHECK (client_type = ANY (ARRAY['public'::text, 'confidential'::text]))
);
ALTER TABLE auth.oauth_clients ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.oauth_clients FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.oauth_clients IS 'Apps that may ask people of this one to sign them in';
COMMENT ON COLUMN auth.oauth_clients.client_secret_hash IS 'Digest of a random secret';
COMMENT ON COLUMN auth.oauth_clients.redirect_uris IS 'Addresses between commas, which no address has';
COMMENT ON COLUMN auth.oauth_clients.registered_from IS 'The network of an app that registered itself';
CREATE INDEX oauth_clients_created_at_idx ON auth.oauth_clients USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX oauth_clients_registered_from_idx ON auth.oauth_clients USING btree (registered_from, created_at, id) WHERE ((registration_type = 'dynamic'::text) AND (deleted_at IS NULL));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.oauth_clients TO service_role;
CREATE POLICY "the server sees everything" ON auth.oauth_clients FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.oauth_consents (
  id         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  user_id    uuid                     NOT NULL,
  client_id  uuid                     NOT NULL,
  scopes     text                     NOT NULL,
  granted_at timestamp with time zone NOT NULL DEFAULT now(),
  revoked_at timestamp with time zone,
  CONSTRAINT oauth_consents_pkey PRIMARY KEY (id),
  CONSTRAINT oauth_consents_user_client UNIQUE (user_id, client_id),
  CONSTRAINT oauth_consents_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth.oauth_clients(id) ON DELETE CASCADE,
  CONSTRAINT oauth_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT oauth_consents_revoked_later CHECK (revoked_at >= granted_at),
  CONSTRAINT oauth_consents_short CHECK (length(scopes) <= 2048)
);
ALTER TABLE auth.oauth_consents ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.oauth_consents FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.oauth_consents IS 'What a person lets an app do until it is revoked';
CREATE INDEX oauth_consents_client_id_idx ON auth.oauth_consents USING btree (client_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.oauth_consents TO service_role;
CREATE POLICY "the server sees everything" ON auth.oauth_consents FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.one_time_tokens (
  id            uuid                     NOT NULL DEFAULT private.uuid_v7(),
  user_id       uuid                     NOT NULL,
  kind          text                     NOT NULL,
  sent_to       text                     NOT NULL,
  link_hash     bytea                    NOT NULL,
  code_hash     bytea                    NOT NULL,
  flow_state_id uuid,
  expires_at    timestamp with time zone NOT NULL,
  created_at    timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT one_time_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT one_time_tokens_link_hash_key UNIQUE (link_hash),
  CONSTRAINT one_time_tokens_flow_state_id_fkey FOREIGN KEY (flow_state_id) REFERENCES auth.flow_states(id) ON DELETE SET NULL,
  CONSTRAINT one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT one_time_tokens_kind_known CHECK (kind = ANY (ARRAY['confirmation'::text, 'invite'::text, 'recovery'::text, 'magiclink'::text, 'email_change'::text, 'email_change_current'::text, 'reauthentication'::text, 'sms'::text, 'phone_change'::text])) NOT VALID
);
ALTER TABLE auth.one_time_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.one_time_tokens FORCE ROW LEVEL SECURITY;
CREATE INDEX one_time_tokens_expires_at_idx ON auth.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_flow_state_id_idx ON auth.one_time_tokens USING btree (flow_state_id);
CREATE INDEX one_time_tokens_sent_to_idx ON auth.one_time_tokens USING btree (sent_to);
CREATE INDEX one_time_tokens_user_id_kind_idx ON auth.one_time_tokens USING btree (user_id, kind);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.one_time_tokens TO service_role;
CREATE POLICY "the server sees everything" ON auth.one_time_tokens FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.passkey_challenges (
  id         uuid                     NOT NULL DEFAULT private.uuid_v7(),
  session_id uuid,
  ceremony   jsonb                    NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (id),
  CONSTRAINT passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
ALTER TABLE auth.passkey_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.passkey_challenges FORCE ROW LEVEL SECURITY;
CREATE INDEX passkey_challenges_expires_at_idx ON auth.passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_session_id_idx ON auth.passkey_challenges USING btree (session_id);
GRANT DELETE, INSERT, SELECT ON auth.passkey_challenges TO service_role;
CREATE POLICY "the server sees everything" ON auth.passkey_challenges FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.passkeys (
  factor_id          uuid                     NOT NULL,
  credential_id      bytea                    NOT NULL,
  public_key         bytea                    NOT NULL,
  sign_count         bigint                   NOT NULL DEFAULT 0,
  transports         text[]                   NOT NULL DEFAULT '{}'::text[],
  is_backup_eligible boolean                  NOT NULL DEFAULT false,
  is_backed_up       boolean                  NOT NULL DEFAULT false,
  last_used_at       timestamp with time zone,
  created_at         timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT passkeys_pkey PRIMARY KEY (factor_id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  CONSTRAINT passkeys_credential_id_short CHECK (octet_length(credential_id) >= 1 AND octet_length(credential_id) <= 1023),
  CONSTRAINT passkeys_sign_count_whole CHECK (sign_count >= 0 AND sign_count <= '4294967295'::bigint)
);
ALTER TABLE auth.passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.passkeys FORCE ROW LEVEL SECURITY;
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.passkeys TO service_role;
CREATE POLICY "the server sees everything" ON auth.passkeys FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.recovery_codes (
  user_id    uuid                     NOT NULL,
  code_hash  bytea                    NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_hash_whole CHECK (octet_length(code_hash) = 32)
);
ALTER TABLE auth.recovery_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.recovery_codes FORCE ROW LEVEL SECURITY;
GRANT DELETE, INSERT, SELECT ON auth.recovery_codes TO service_role;
CREATE POLICY "the server sees everything" ON auth.recovery_codes FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.refresh_tokens (
  hash       bytea                    NOT NULL,
  session_id uuid                     NOT NULL,
  parent     bytea,
  seed       bytea                    NOT NULL,
  used_at    timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT refresh_tokens_pkey PRIMARY KEY (hash),
  CONSTRAINT refresh_tokens_parent_key UNIQUE (parent),
  CONSTRAINT refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
ALTER TABLE auth.refresh_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.refresh_tokens FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX refresh_tokens_one_live ON auth.refresh_tokens USING btree (session_id) WHERE (used_at IS NULL);
CREATE INDEX refresh_tokens_session_id_idx ON auth.refresh_tokens USING btree (session_id);
CREATE INDEX refresh_tokens_used_at_idx ON auth.refresh_tokens USING btree (used_at) WHERE (used_at IS NOT NULL);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.refresh_tokens TO service_role;
CREATE POLICY "the server sees everything" ON auth.refresh_tokens FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.saml_assertions (
  digest     bytea                    NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT saml_assertions_pkey PRIMARY KEY (digest)
);
ALTER TABLE auth.saml_assertions ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.saml_assertions FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.saml_assertions IS 'Assertions that somebody has signed in by, while they could be used again';
COMMENT ON COLUMN auth.saml_assertions.digest IS 'SHA-256 of the identity provider and of the assertion''s ID';
CREATE INDEX saml_assertions_expires_at_idx ON auth.saml_assertions USING btree (expires_at);
GRANT DELETE, INSERT, SELECT ON auth.saml_assertions TO service_role;
CREATE POLICY "the server sees everything" ON auth.saml_assertions FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.saml_providers (
  id                uuid                     NOT NULL DEFAULT gen_random_uuid(),
  sso_provider_id   uuid                     NOT NULL,
  entity_id         text                     NOT NULL,
  metadata_xml      text                     NOT NULL,
  metadata_url      text,
  attribute_mapping jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  name_id_format    text,
  fetched_at        timestamp with time zone NOT NULL DEFAULT now(),
  created_at        timestamp with time zone NOT NULL DEFAULT now(),
  updated_at        timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT saml_providers_pkey PRIMARY KEY (id),
  CONSTRAINT saml_providers_entity_id_key UNIQUE (entity_id),
  CONSTRAINT saml_providers_sso_provider_id_key UNIQUE (sso_provider_id),
  CONSTRAINT saml_providers_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE,
  CONSTRAINT saml_providers_bounded CHECK (length(entity_id) >= 1 AND length(entity_id) <= 1024 AND octet_length(metadata_xml) <= 524288 AND length(metadata_url) <= 2048)
);
ALTER TABLE auth.saml_providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.saml_providers FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.saml_providers IS 'What an organisation''s identity provider says of itself';
COMMENT ON COLUMN auth.saml_providers.fetched_at IS 'When metadata_url was last asked, whatever it answered';
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.saml_providers TO service_role;
CREATE POLICY "the server sees everything" ON auth.saml_providers FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.saml_relay_states (
  id              uuid                     NOT NULL DEFAULT gen_random_uuid(),
  sso_provider_id uuid                     NOT NULL,
  request_id      text                     NOT NULL,
  redirect_to     text                     NOT NULL,
  code_challenge  text,
  browser_hash    bytea,
  expires_at      timestamp with time zone NOT NULL,
  created_at      timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT saml_relay_states_pkey PRIMARY KEY (id),
  CONSTRAINT saml_relay_states_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE,
  CONSTRAINT saml_relay_states_short CHECK (length(request_id) <= 100 AND length(redirect_to) <= 4096)
);
ALTER TABLE auth.saml_relay_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.saml_relay_states FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.saml_relay_states IS 'People on their way to their organisation''s identity provider and back';
COMMENT ON COLUMN auth.saml_relay_states.request_id IS 'What the answer has to name';
COMMENT ON COLUMN auth.saml_relay_states.browser_hash IS 'Digest of the cookie of the browser that began';
CREATE INDEX saml_relay_states_expires_at_idx ON auth.saml_relay_states USING btree (expires_at);
CREATE INDEX saml_relay_states_sso_provider_id_idx ON auth.saml_relay_states USING btree (sso_provider_id);
GRANT DELETE, INSERT, SELECT ON auth.saml_relay_states TO service_role;
CREATE POLICY "the server sees everything" ON auth.saml_relay_states FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.sessions (
  id              uuid                     NOT NULL DEFAULT private.uuid_v7(),
  user_id         uuid                     NOT NULL,
  aal             text                     NOT NULL DEFAULT 'aal1'::text,
  amr             jsonb                    NOT NULL DEFAULT '[]'::jsonb,
  user_agent      text                     NOT NULL DEFAULT ''::text,
  ip              inet,
  not_after       timestamp with time zone,
  refreshed_at    timestamp with time zone NOT NULL DEFAULT now(),
  created_at      timestamp with time zone NOT NULL DEFAULT now(),
  oauth_client_id uuid,
  scopes          text,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT sessions_aal_known CHECK (aal = ANY (ARRAY['aal1'::text, 'aal2'::text]))
);
ALTER TABLE auth.sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.sessions FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN auth.sessions.oauth_client_id IS 'The app that the session was given to; none is the user''s own';
COMMENT ON COLUMN auth.sessions.scopes IS 'What the app was allowed to know';
CREATE INDEX sessions_not_after_idx ON auth.sessions USING btree (not_after);
CREATE INDEX sessions_refreshed_at_idx ON auth.sessions USING btree (refreshed_at);
CREATE INDEX sessions_user_id_idx ON auth.sessions USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.sessions TO service_role;
CREATE POLICY "the server sees everything" ON auth.sessions FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER realtime_recheck AFTER DELETE ON auth.sessions FOR EACH ROW EXECUTE FUNCTION realtime.recheck_user('user_id');

CREATE TABLE auth.sso_domains (
  id              uuid                     NOT NULL DEFAULT gen_random_uuid(),
  sso_provider_id uuid                     NOT NULL,
  domain          text                     NOT NULL,
  created_at      timestamp with time zone NOT NULL DEFAULT now(),
  updated_at      timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sso_domains_pkey PRIMARY KEY (id),
  CONSTRAINT sso_domains_domain_key UNIQUE (domain),
  CONSTRAINT sso_domains_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE,
  CONSTRAINT sso_domains_domain_normal CHECK (domain = lower(domain) AND length(domain) >= 1 AND length(domain) <= 253)
);
ALTER TABLE auth.sso_domains ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.sso_domains FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.sso_domains IS 'By which domain of an address an organisation is found';
CREATE INDEX sso_domains_sso_provider_id_idx ON auth.sso_domains USING btree (sso_provider_id);
GRANT DELETE, INSERT, SELECT ON auth.sso_domains TO service_role;
CREATE POLICY "the server sees everything" ON auth.sso_domains FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.sso_providers (
  id          uuid                     NOT NULL DEFAULT gen_random_uuid(),
  resource_id text,
  disabled    boolean                  NOT NULL DEFAULT false,
  created_at  timestamp with time zone NOT NULL DEFAULT now(),
  updated_at  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sso_providers_pkey PRIMARY KEY (id),
  CONSTRAINT sso_providers_short CHECK (length(resource_id) <= 255)
);
ALTER TABLE auth.sso_providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.sso_providers FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.sso_providers IS 'Organisations whose people sign in at their own identity provider';
COMMENT ON COLUMN auth.sso_providers.disabled IS 'Nobody new comes in by it';
CREATE UNIQUE INDEX sso_providers_resource_id_key ON auth.sso_providers USING btree (lower(resource_id));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.sso_providers TO service_role;
CREATE POLICY "the server sees everything" ON auth.sso_providers FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE auth.users (
  id                          uuid                     NOT NULL DEFAULT private.uuid_v7(),
  email                       text,
  password_hash               text,
  app_metadata                jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  user_metadata               jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  is_anonymous                boolean                  NOT NULL DEFAULT false,
  email_confirmed_at          timestamp with time zone,
  invited_at                  timestamp with time zone,
  confirmation_sent_at        timestamp with time zone,
  recovery_sent_at            timestamp with time zone,
  new_email                   text,
  email_change_sent_at        timestamp with time zone,
  reauthentication_sent_at    timestamp with time zone,
  last_sign_in_at             timestamp with time zone,
  banned_until                timestamp with time zone,
  deleted_at                  timestamp with time zone,
  created_at                  timestamp with time zone NOT NULL DEFAULT now(),
  updated_at                  timestamp with time zone NOT NULL DEFAULT now(),
  email_change_side           text,
  phone                       text,
  phone_confirmed_at          timestamp with time zone,
  new_phone                   text,
  phone_change_sent_at        timestamp with time zone,
  role                        text                     NOT NULL DEFAULT 'authenticated'::text,
  is_sso_user                 boolean                  NOT NULL DEFAULT false,
  sso_email                   text,
  email_believed              boolean                  NOT NULL DEFAULT false,
  raw_app_meta_data           jsonb,
  raw_user_meta_data          jsonb,
  encrypted_password          text,
  confirmed_at                timestamp with time zone,
  aud                         text                     DEFAULT 'authenticated'::text,
  instance_id                 uuid,
  is_super_admin              boolean,
  confirmation_token          text,
  recovery_token              text,
  email_change                text,
  email_change_token_new      text,
  email_change_token_current  text,
  email_change_confirm_status smallint,
  phone_change                text,
  phone_change_token          text,
  reauthentication_token      text,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_app_metadata_map CHECK (jsonb_typeof(app_metadata) = 'object'::text),
  CONSTRAINT users_deleted_has_no_phone CHECK (deleted_at IS NULL OR phone IS NULL AND new_phone IS NULL) NOT VALID,
  CONSTRAINT users_deleted_is_nobody CHECK (deleted_at IS NULL OR email IS NULL AND password_hash IS NULL),
  CONSTRAINT users_email_change_side_known CHECK (email_change_side = ANY (ARRAY['current'::text, 'new'::text])),
  CONSTRAINT users_email_normal CHECK (email = lower(email) AND length(email) <= 255),
  CONSTRAINT users_new_email_normal CHECK (new_email = lower(new_email) AND length(new_email) <= 255),
  CONSTRAINT users_new_phone_normal CHECK (new_phone ~ '^[1-9][0-9]{1,14}$'::text) NOT VALID,
  CONSTRAINT users_phone_normal CHECK (phone ~ '^[1-9][0-9]{1,14}$'::text) NOT VALID,
  CONSTRAINT users_role_normal CHECK (role ~ '^[a-z_][a-z0-9_]{0,62}$'::text) NOT VALID,
  CONSTRAINT users_sso_email_is_of_one CHECK (is_sso_user OR sso_email IS NULL) NOT VALID,
  CONSTRAINT users_sso_email_normal CHECK (sso_email = lower(sso_email) AND length(sso_email) <= 255) NOT VALID,
  CONSTRAINT users_sso_is_apart CHECK (NOT is_sso_user OR email IS NULL AND phone IS NULL AND password_hash IS NULL) NOT VALID,
  CONSTRAINT users_user_metadata_map CHECK (jsonb_typeof(user_metadata) = 'object'::text)
);
ALTER TABLE auth.users ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.users FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN auth.users.phone IS 'Telephone number in the form of E.164, digits alone';
COMMENT ON COLUMN auth.users.phone_confirmed_at IS 'When a code that was sent to the number came back';
COMMENT ON COLUMN auth.users.new_phone IS 'The number that is to replace it once it is proved';
COMMENT ON COLUMN auth.users.phone_change_sent_at IS 'When a code was last sent to the new number';
COMMENT ON COLUMN auth.users.role IS 'The database role that the user''s tokens name';
COMMENT ON COLUMN auth.users.is_sso_user IS 'Signs in at the identity provider of an organisation and nowhere else';
COMMENT ON COLUMN auth.users.sso_email IS 'The address that the organisation tells; not unique, and nobody is found by it';
COMMENT ON COLUMN auth.users.email_believed IS 'Nobody has proved the address: it was believed, and email_confirmed_at is when';
COMMENT ON COLUMN auth.users.encrypted_password IS 'The same as password_hash, under the name that apps write it by';
COMMENT ON COLUMN auth.users.confirmed_at IS 'When address or number was first confirmed';
COMMENT ON COLUMN auth.users.confirmation_token IS 'Named by dumps and never read here, as the other tokens are';
CREATE INDEX users_created_at_idx ON auth.users USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX users_phone_key ON auth.users USING btree (phone) WHERE (phone IS NOT NULL);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.users TO service_role;
CREATE POLICY "the server sees everything" ON auth.users FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER follow_email AFTER UPDATE OF email ON auth.users FOR EACH ROW EXECUTE FUNCTION private.follow_email();
CREATE TRIGGER follow_password AFTER UPDATE OF password_hash ON auth.users FOR EACH ROW WHEN (old.password_hash IS DISTINCT FROM new.password_hash) EXECUTE FUNCTION private.follow_password();
CREATE TRIGGER keep_deletion AFTER DELETE ON auth.users FOR EACH ROW WHEN (old.deleted_at IS NULL) EXECUTE FUNCTION private.keep_suppression('erased');
CREATE TRIGGER keep_erasure AFTER UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION private.keep_suppression('erased');
CREATE TRIGGER zz_follow_names BEFORE INSERT OR UPDATE ON auth.users FOR EACH ROW EXECUTE FUNCTION auth.follow_names();

CREATE TABLE auth.wallet_messages (
  digest     bytea                    NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT wallet_messages_pkey PRIMARY KEY (digest)
);
ALTER TABLE auth.wallet_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.wallet_messages FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.wallet_messages IS 'Messages of wallets that somebody has signed in by';
COMMENT ON COLUMN auth.wallet_messages.digest IS 'SHA-256 of the chain and of the message';
CREATE INDEX wallet_messages_expires_at_idx ON auth.wallet_messages USING btree (expires_at);
GRANT DELETE, INSERT, SELECT ON auth.wallet_messages TO service_role;
CREATE POLICY "the server sees everything" ON auth.wallet_messages FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE OR REPLACE FUNCTION auth.banned_until(id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN (SELECT u.banned_until FROM auth.users u WHERE (u.id = banned_until.id));
GRANT EXECUTE ON FUNCTION auth.banned_until(uuid) TO service_role;

CREATE OR REPLACE FUNCTION auth.check_session()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  claims jsonb := auth.jwt();
  banned timestamptz;
  halfway boolean := false;
BEGIN
  IF claims ->> 'session_id' IS NOT NULL THEN
    SELECT u.banned_until, s.aal = 'aal1' AND EXISTS (SELECT FROM auth.mfa_factors f WHERE f.user_id = u.id AND f.status = 'verified')
      INTO banned, halfway
      FROM auth.sessions s
      JOIN auth.users u ON u.id = s.user_id
     WHERE s.id = (claims ->> 'session_id')::uuid
       AND s.user_id = (claims ->> 'sub')::uuid
       AND u.deleted_at IS NULL;
    IF NOT FOUND THEN
      banned := auth.banned_until((claims ->> 'sub')::uuid);
      IF banned IS NULL OR banned <= now() THEN
        RAISE EXCEPTION 'Session ended' USING ERRCODE = 'PT401', HINT = 'session_not_found';
      END IF;
    END IF;
  ELSIF claims ->> 'role' = 'authenticated' THEN
    banned := auth.banned_until(auth.uid());
  END IF;
  IF banned > now() THEN
    RAISE EXCEPTION 'User is banned' USING ERRCODE = 'PT401', HINT = 'user_banned';
  END IF;
  IF halfway THEN
    RAISE EXCEPTION 'Second factor needed' USING ERRCODE = 'PT401', HINT = 'insufficient_aal';
  END IF;
END
$function$;
GRANT EXECUTE ON FUNCTION auth.check_session() TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION auth.email()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((NULLIF(current_setting('request.jwt.claims'::text, true), ''::text))::jsonb ->> 'email'::text);
GRANT EXECUTE ON FUNCTION auth.email() TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION auth.follow_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  before auth.users;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := OLD;
  ELSE
    before.app_metadata := '{}';
    before.user_metadata := '{}';
  END IF;
  IF NEW.app_metadata = before.app_metadata AND NEW.raw_app_meta_data IS DISTINCT FROM before.raw_app_meta_data THEN
    NEW.app_metadata := coalesce(NEW.raw_app_meta_data, '{}');
  END IF;
  IF NEW.user_metadata = before.user_metadata AND NEW.raw_user_meta_data IS DISTINCT FROM before.raw_user_meta_data THEN
    NEW.user_metadata := coalesce(NEW.raw_user_meta_data, '{}');
  END IF;
  IF NEW.password_hash IS NOT DISTINCT FROM before.password_hash AND NEW.encrypted_password IS DISTINCT FROM before.encrypted_password THEN
    NEW.password_hash := nullif(NEW.encrypted_password, '');
  END IF;
  NEW.raw_app_meta_data := NEW.app_metadata;
  NEW.raw_user_meta_data := NEW.user_metadata;
  NEW.encrypted_password := NEW.password_hash;
  NEW.confirmed_at := least(NEW.email_confirmed_at, NEW.phone_confirmed_at);
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION auth.jwt()
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('request.jwt.claims'::text, true), ''::text))::jsonb;
GRANT EXECUTE ON FUNCTION auth.jwt() TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION auth.role()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((NULLIF(current_setting('request.jwt.claims'::text, true), ''::text))::jsonb ->> 'role'::text);
GRANT EXECUTE ON FUNCTION auth.role() TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION auth.uid()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(((NULLIF(current_setting('request.jwt.claims'::text, true), ''::text))::jsonb ->> 'sub'::text), ''::text))::uuid;
GRANT EXECUTE ON FUNCTION auth.uid() TO anon, authenticated, service_role;


CREATE SCHEMA storage;
GRANT USAGE ON SCHEMA storage TO anon, authenticated, service_role;

CREATE TABLE storage.buckets (
  id                 text                     NOT NULL,
  name               text                     NOT NULL,
  public             boolean                  NOT NULL DEFAULT false,
  file_size_limit    bigint,
  allowed_mime_types text[],
  created_at         timestamp with time zone NOT NULL DEFAULT now(),
  updated_at         timestamp with time zone NOT NULL DEFAULT now(),
  type               text                     NOT NULL DEFAULT 'STANDARD'::text,
  owner              uuid,
  owner_id           text,
  CONSTRAINT buckets_pkey PRIMARY KEY (id),
  CONSTRAINT buckets_name_key UNIQUE (name),
  CONSTRAINT buckets_allowed_mime_types_few CHECK (cardinality(allowed_mime_types) <= 100),
  CONSTRAINT buckets_file_size_limit_positive CHECK (file_size_limit > 0),
  CONSTRAINT buckets_id_speakable CHECK (id ~ '^[A-Za-z0-9_!.*''() &$=@;:+,?-]{1,100}$'::text AND id !~ '^\.\.?$'::text),
  CONSTRAINT buckets_type_known CHECK (type = 'STANDARD'::text)
);
ALTER TABLE storage.buckets ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.buckets FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN storage.buckets.type IS 'What it holds: files';
COMMENT ON COLUMN storage.buckets.owner IS 'Who made it; nobody where the server did';
COMMENT ON COLUMN storage.buckets.owner_id IS 'Its owner as text, as policies compare it with a claim';
GRANT SELECT (id, name, public, file_size_limit, allowed_mime_types, created_at, updated_at, type, owner, owner_id) ON storage.buckets TO anon, authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON storage.buckets TO service_role;
CREATE POLICY "the server keeps the buckets" ON storage.buckets FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER name_owner BEFORE INSERT OR UPDATE OF owner ON storage.buckets FOR EACH ROW EXECUTE FUNCTION storage.name_owner();
CREATE TRIGGER protect_buckets_delete BEFORE DELETE ON storage.buckets FOR EACH STATEMENT EXECUTE FUNCTION storage.protect_delete(); -- enabled: D

CREATE TABLE storage.objects (
  id               uuid                     NOT NULL DEFAULT private.uuid_v7(),
  bucket_id        text                     NOT NULL,
  name             text                     COLLATE pg_catalog."C" NOT NULL,
  owner            uuid,
  version          uuid                     NOT NULL,
  size_bytes       bigint                   NOT NULL,
  metadata         jsonb                    NOT NULL,
  user_metadata    jsonb,
  created_at       timestamp with time zone NOT NULL DEFAULT now(),
  updated_at       timestamp with time zone NOT NULL DEFAULT now(),
  last_accessed_at timestamp with time zone NOT NULL DEFAULT now(),
  owner_id         text,
  path_tokens      text[],
  CONSTRAINT objects_pkey PRIMARY KEY (id),
  CONSTRAINT objects_bucket_id_name_key UNIQUE (bucket_id, name),
  CONSTRAINT objects_version_key UNIQUE (version),
  CONSTRAINT objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON DELETE RESTRICT,
  CONSTRAINT objects_owner_fkey FOREIGN KEY (owner) REFERENCES auth.users(id) ON DELETE SET NULL,
  CONSTRAINT objects_name_goes_nowhere CHECK (NOT string_to_array(name, '/'::text) && ARRAY[''::text, '.'::text, '..'::text]),
  CONSTRAINT objects_name_speakable CHECK (length(name) <= 1000 AND name ~ '^[A-Za-z0-9_/!.*''() &$=@;:+,?-]+$'::text),
  CONSTRAINT objects_size_bytes_real CHECK (size_bytes >= 0)
);
ALTER TABLE storage.objects ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.objects FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN storage.objects.owner_id IS 'Its owner as text, as policies compare it with a claim';
COMMENT ON COLUMN storage.objects.path_tokens IS 'Its name between the slashes, as policies ask for its folders';
CREATE INDEX objects_owner_idx ON storage.objects USING btree (owner) INCLUDE (size_bytes);
GRANT SELECT (id, bucket_id, name, owner, version, size_bytes, metadata, user_metadata, created_at, updated_at, last_accessed_at, owner_id, path_tokens) ON storage.objects TO anon;
GRANT DELETE, INSERT (bucket_id, name, owner, version, size_bytes, metadata, user_metadata), SELECT (id, bucket_id, name, owner, version, size_bytes, metadata, user_metadata, created_at, updated_at, last_accessed_at, owner_id, path_tokens), UPDATE (bucket_id, name, owner, version, size_bytes, metadata, user_metadata, updated_at) ON storage.objects TO authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON storage.objects TO service_role;
CREATE POLICY "administrators read the papers of a contract in dispute" ON storage.objects FOR SELECT TO authenticated
  USING (bucket_id = 'deals'::text AND ( SELECT private.is_admin() AS is_admin) AND (EXISTS ( SELECT FROM public.disputes d WHERE d.contract_id = private.contract_of_file(objects.bucket_id, objects.name))));
CREATE POLICY "administrators read what is stored of papers that they decide" ON storage.objects FOR SELECT TO authenticated
  USING (bucket_id = 'deals'::text AND ( SELECT private.is_admin() AS is_admin) AND (EXISTS ( SELECT FROM public.deal_files f JOIN public.withholding_proof_rounds r ON r.file_id = f.id JOIN public.withholding_proofs p ON p.id = r.proof_id WHERE f.path = objects.name AND (p.status = 'mediation'::text OR p.decided_at IS NOT NULL))));
CREATE POLICY "both sides read the files of their messages" ON storage.objects FOR SELECT TO authenticated
  USING (bucket_id = 'messages'::text AND (owner = (( SELECT auth.uid() AS uid)) OR (EXISTS ( SELECT FROM public.message_files f WHERE f.path = objects.name))));
CREATE POLICY "both sides read the papers of their contract" ON storage.objects FOR SELECT TO authenticated
  USING (bucket_id = 'deals'::text AND private.is_side_of(private.contract_of_file(bucket_id, name)));
CREATE POLICY "owners see their files" ON storage.objects FOR SELECT TO authenticated
  USING (storage.may_write(bucket_id, name));
CREATE POLICY "whoever reads a file of a project reads what is stored" ON storage.objects FOR SELECT TO authenticated
  USING (bucket_id = 'projects'::text AND (owner = (( SELECT auth.uid() AS uid)) OR (EXISTS ( SELECT FROM public.project_files f WHERE f.path = objects.name))));
CREATE POLICY "active members store files for their messages" ON storage.objects FOR INSERT TO authenticated
  WITH CHECK (bucket_id = 'messages'::text AND owner = (( SELECT auth.uid() AS uid)) AND private.is_reachable(owner) AND name ~ '^[0-9a-f-]{36}/[^/]+$'::text AND split_part(name, '/'::text, 1) = owner::text);
CREATE POLICY "both sides add papers to their contract" ON storage.objects FOR INSERT TO authenticated
  WITH CHECK (bucket_id = 'deals'::text AND owner = (( SELECT auth.uid() AS uid)) AND (private.is_side_of(private.contract_of_file(bucket_id, name), 'fulfil'::text) OR private.is_side_of(private.contract_of_file(bucket_id, name), 'pay'::text) OR private.is_side_of(private.contract_of_file(bucket_id, name), 'negotiate'::text)));
CREATE POLICY "companies store files for their projects" ON storage.objects FOR INSERT TO authenticated
  WITH CHECK (bucket_id = 'projects'::text AND owner = (( SELECT auth.uid() AS uid)) AND private.may_store_for_project(name));
CREATE POLICY "owners upload their files" ON storage.objects FOR INSERT TO authenticated
  WITH CHECK (storage.may_write(bucket_id, name) AND owner = (( SELECT auth.uid() AS uid)));
CREATE POLICY "owners replace their files" ON storage.objects FOR UPDATE TO authenticated
  USING (storage.may_write(bucket_id, name))
  WITH CHECK (storage.may_write(bucket_id, name));
CREATE POLICY "owners remove their files" ON storage.objects FOR DELETE TO authenticated
  USING (storage.may_write(bucket_id, name));
CREATE POLICY "the server keeps the files" ON storage.objects FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER measure_new AFTER INSERT ON storage.objects FOR EACH ROW EXECUTE FUNCTION private.measure_upload();
CREATE TRIGGER measure_replaced AFTER UPDATE OF version ON storage.objects FOR EACH ROW WHEN (old.version IS DISTINCT FROM new.version) EXECUTE FUNCTION private.measure_upload();
CREATE TRIGGER name_owner BEFORE INSERT OR UPDATE OF owner ON storage.objects FOR EACH ROW EXECUTE FUNCTION storage.name_owner();
CREATE TRIGGER part_name BEFORE INSERT OR UPDATE OF name ON storage.objects FOR EACH ROW EXECUTE FUNCTION storage.part_name();
CREATE TRIGGER protect_objects_delete BEFORE DELETE ON storage.objects FOR EACH STATEMENT EXECUTE FUNCTION storage.protect_delete(); -- enabled: D

CREATE TABLE storage.upload_parts (
  upload_id    uuid   NOT NULL,
  offset_bytes bigint NOT NULL,
  size_bytes   bigint NOT NULL,
  key          uuid   NOT NULL,
  CONSTRAINT upload_parts_pkey PRIMARY KEY (upload_id, offset_bytes),
  CONSTRAINT upload_parts_key_key UNIQUE (key),
  CONSTRAINT upload_parts_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES storage.uploads(id) ON DELETE CASCADE,
  CONSTRAINT upload_parts_size_real CHECK (size_bytes > 0)
);
ALTER TABLE storage.upload_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.upload_parts FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE storage.upload_parts IS 'Parts of files that arrive, in the order of their offsets';
COMMENT ON COLUMN storage.upload_parts.key IS 'Where the object store has its bytes';
GRANT DELETE, INSERT, SELECT, UPDATE ON storage.upload_parts TO service_role;
CREATE POLICY "the server keeps its parts" ON storage.upload_parts FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE TABLE storage.uploads (
  id            uuid                     NOT NULL,
  bucket_id     text                     NOT NULL,
  name          text                     COLLATE pg_catalog."C" NOT NULL,
  role          text                     NOT NULL,
  owner         uuid,
  is_upsert     boolean                  NOT NULL,
  length_bytes  bigint                   NOT NULL,
  offset_bytes  bigint                   NOT NULL DEFAULT 0,
  content_type  text                     NOT NULL,
  cache_control text                     NOT NULL,
  user_metadata jsonb,
  said          text                     NOT NULL,
  created_at    timestamp with time zone NOT NULL DEFAULT now(),
  expires_at    timestamp with time zone NOT NULL,
  finished_at   timestamp with time zone,
  taken_by      uuid,
  taken_until   timestamp with time zone,
  network       text,
  CONSTRAINT uploads_pkey PRIMARY KEY (id),
  CONSTRAINT uploads_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON DELETE CASCADE,
  CONSTRAINT uploads_owner_fkey FOREIGN KEY (owner) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT uploads_offset_within CHECK (offset_bytes >= 0 AND offset_bytes <= length_bytes),
  CONSTRAINT uploads_said_short CHECK (length(said) <= 16384)
);
ALTER TABLE storage.uploads ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.uploads FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE storage.uploads IS 'Files that arrive in parts';
COMMENT ON COLUMN storage.uploads.role IS 'The role of who began it';
COMMENT ON COLUMN storage.uploads.said IS 'Upload-Metadata as it was sent, which is told again';
COMMENT ON COLUMN storage.uploads.finished_at IS 'When the file was whole; until it expires, whoever lost the answer is told again';
COMMENT ON COLUMN storage.uploads.taken_by IS 'The request that receives a part';
COMMENT ON COLUMN storage.uploads.taken_until IS 'How long that request is believed to live';
COMMENT ON COLUMN storage.uploads.network IS 'Where a visitor began it from';
CREATE INDEX uploads_bucket_id_idx ON storage.uploads USING btree (bucket_id);
CREATE INDEX uploads_expires_at_idx ON storage.uploads USING btree (expires_at);
CREATE INDEX uploads_owner_idx ON storage.uploads USING btree (owner);
GRANT DELETE, INSERT, SELECT, UPDATE ON storage.uploads TO service_role;
CREATE POLICY "the server keeps what arrives" ON storage.uploads FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE OR REPLACE FUNCTION storage.allow_any_operation(expected_operations text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT coalesce(regexp_replace(storage.operation(), '^storage\.', '') = ANY (
    SELECT regexp_replace(wanted, '^storage\.', '') FROM unnest(expected_operations) AS wanted WHERE wanted <> ''), false)
$function$;
GRANT EXECUTE ON FUNCTION storage.allow_any_operation(text[]) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION storage.allow_only_operation(expected_operation text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ SELECT storage.allow_any_operation(ARRAY[expected_operation]) $function$;
GRANT EXECUTE ON FUNCTION storage.allow_only_operation(text) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION storage.extension(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN "substring"(storage.filename(name), '\.([^.]*)$'::text);
GRANT EXECUTE ON FUNCTION storage.extension(text) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION storage.filename(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (string_to_array(name, '/'::text))[cardinality(string_to_array(name, '/'::text))];
GRANT EXECUTE ON FUNCTION storage.filename(text) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION storage.foldername(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (string_to_array(name, '/'::text))[1:(cardinality(string_to_array(name, '/'::text)) - 1)];
GRANT EXECUTE ON FUNCTION storage.foldername(text) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION storage.may_write(bucket_id text, name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
DECLARE
  folder text := split_part(name, '/', 1);
  rest   text := substr(name, length(folder) + 2);
  -- Every path begins with the key of whose picture it is.
  owner  text := left(rest, 36);
BEGIN
  IF bucket_id <> 'public-uploads' OR auth.uid() IS NULL OR rest = '' THEN
    RETURN false;
  ELSIF folder = 'site-images' THEN
    RETURN private.is_admin();
  ELSIF owner !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN
    RETURN false;
  END IF;
  CASE folder
    WHEN 'avatars', 'banners' THEN
      RETURN substr(rest, 37, 1) = '-' AND strpos(rest, '/') = 0
         AND (private.acts_for(owner::uuid, 'manage') OR owner::uuid = auth.uid() AND NOT EXISTS (SELECT FROM public.profiles p WHERE p.id = owner::uuid AND p.is_party));
    WHEN 'portfolio' THEN
      RETURN substr(rest, 37, 1) IN ('-', '/') AND private.acts_for(owner::uuid, 'publish');
    ELSE
      RETURN false;
  END CASE;
END
$function$;
GRANT EXECUTE ON FUNCTION storage.may_write(text,text) TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION storage.name_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  NEW.owner_id := NEW.owner::text;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION storage.operation()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ SELECT current_setting('storage.operation', true) $function$;
GRANT EXECUTE ON FUNCTION storage.operation() TO anon, authenticated, service_role;
COMMENT ON FUNCTION storage.operation() IS 'What the request of this transaction does, such as storage.object.list';

CREATE OR REPLACE FUNCTION storage.part_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  NEW.path_tokens := string_to_array(NEW.name, '/');
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION storage.protect_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  IF coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' THEN
    RAISE EXCEPTION USING ERRCODE = '42501',
      MESSAGE = 'Direct deletion from storage tables is not allowed. Use the Storage API instead.',
      HINT = 'This prevents accidental data loss from orphaned objects.';
  END IF;
  RETURN NULL;
END
$function$;
COMMENT ON FUNCTION storage.protect_delete() IS 'Refuses deletions in transactions that have not set storage.allow_delete_query to true';

CREATE OR REPLACE FUNCTION storage.search(prefix text, bucketname text, limits integer DEFAULT 100, levels integer DEFAULT 1, offsets integer DEFAULT 0, search text DEFAULT ''::text, sortcolumn text DEFAULT 'name'::text, sortorder text DEFAULT 'asc'::text)
 RETURNS TABLE(name text, id uuid, updated_at timestamp with time zone, created_at timestamp with time zone, last_accessed_at timestamp with time zone, metadata jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  WITH inside AS (
    SELECT (string_to_array(o.name, '/'))[levels:] AS rest, o.*
    FROM storage.objects o
    WHERE o.bucket_id = bucketname AND o.name >= prefix || search AND o.name < prefix || search || chr(127)
  ), entries AS (
    SELECT DISTINCT i.rest[1] AS name, NULL::uuid AS id, NULL::timestamptz AS updated_at, NULL::timestamptz AS created_at,
           NULL::timestamptz AS last_accessed_at, NULL::jsonb AS metadata
    FROM inside i WHERE cardinality(i.rest) > 1
    UNION ALL
    SELECT i.rest[1], i.id, i.updated_at, i.created_at, i.last_accessed_at, i.metadata
    FROM inside i WHERE cardinality(i.rest) = 1
  )
  SELECT * FROM entries e
  ORDER BY e.id IS NOT NULL,
    CASE WHEN sortorder <> 'desc' THEN CASE sortcolumn WHEN 'updated_at' THEN e.updated_at WHEN 'created_at' THEN e.created_at WHEN 'last_accessed_at' THEN e.last_accessed_at END END,
    CASE WHEN sortorder =  'desc' THEN CASE sortcolumn WHEN 'updated_at' THEN e.updated_at WHEN 'created_at' THEN e.created_at WHEN 'last_accessed_at' THEN e.last_accessed_at END END DESC,
    CASE WHEN sortorder =  'desc' AND sortcolumn = 'name' THEN e.name END DESC,
    e.name
  LIMIT least(limits, 1000) OFFSET offsets
$function$;
GRANT EXECUTE ON FUNCTION storage.search(text,text,integer,integer,integer,text,text,text) TO anon, authenticated, service_role;


CREATE SCHEMA realtime;
GRANT USAGE ON SCHEMA realtime TO anon, authenticated, service_role;

CREATE UNLOGGED TABLE realtime.messages (
  id             uuid                     NOT NULL DEFAULT gen_random_uuid(),
  topic          text                     NOT NULL,
  extension      text                     NOT NULL,
  event          text,
  payload        jsonb,
  private        boolean                  NOT NULL DEFAULT false,
  inserted_at    timestamp with time zone NOT NULL DEFAULT now(),
  updated_at     timestamp with time zone NOT NULL DEFAULT now(),
  binary_payload bytea,
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_extension_known CHECK (extension = ANY (ARRAY['broadcast'::text, 'presence'::text, 'postgres_changes'::text]))
);
ALTER TABLE realtime.messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE realtime.messages FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE realtime.messages IS 'Broadcasts that SQL has made, kept for replay and lost in a crash; policies on it say who listens and who speaks on a private topic';
COMMENT ON COLUMN realtime.messages.event IS 'Missing in what the server inserts, and undoes, to ask the policies';
COMMENT ON COLUMN realtime.messages.binary_payload IS 'In place of payload where that is no JSON';
CREATE INDEX messages_age ON realtime.messages USING btree (inserted_at) WHERE (event IS NOT NULL);
CREATE INDEX messages_replay ON realtime.messages USING btree (topic, inserted_at DESC) WHERE ((event IS NOT NULL) AND private AND (extension = 'broadcast'::text));
GRANT INSERT (id, topic, extension, event, payload, private, binary_payload), SELECT (id, topic, extension, event, payload, private, inserted_at, updated_at, binary_payload) ON realtime.messages TO anon, authenticated;
GRANT DELETE, INSERT, SELECT, UPDATE ON realtime.messages TO service_role;
CREATE POLICY "both sides listen to their conversation" ON realtime.messages FOR SELECT TO authenticated
  USING ((extension = ANY (ARRAY['broadcast'::text, 'presence'::text])) AND (realtime.topic() = ('user:'::text || ((( SELECT auth.uid() AS uid))::text)) OR realtime.topic() ~~ 'conversation:%'::text AND (((( SELECT auth.uid() AS uid))::text) = ANY (ARRAY[split_part(realtime.topic(), ':'::text, 2), split_part(realtime.topic(), ':'::text, 3)]))));
CREATE POLICY "both sides speak in their conversation" ON realtime.messages FOR INSERT TO authenticated
  WITH CHECK ((extension = ANY (ARRAY['broadcast'::text, 'presence'::text])) AND realtime.topic() ~~ 'conversation:%'::text AND (((( SELECT auth.uid() AS uid))::text) = ANY (ARRAY[split_part(realtime.topic(), ':'::text, 2), split_part(realtime.topic(), ':'::text, 3)])));
CREATE POLICY "the server probes every topic" ON realtime.messages FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER messages_told AFTER INSERT ON realtime.messages FOR EACH ROW WHEN (new.event IS NOT NULL AND new.extension = 'broadcast'::text) EXECUTE FUNCTION realtime.tell_message();

CREATE UNLOGGED TABLE realtime.parcels (
  id          bigint                   NOT NULL GENERATED ALWAYS AS IDENTITY,
  envelope    text                     NOT NULL,
  inserted_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT parcels_pkey PRIMARY KEY (id)
);
ALTER TABLE realtime.parcels ENABLE ROW LEVEL SECURITY;
ALTER TABLE realtime.parcels FORCE ROW LEVEL SECURITY;
CREATE INDEX parcels_inserted_at ON realtime.parcels USING btree (inserted_at);
GRANT DELETE, INSERT, SELECT ON realtime.parcels TO service_role;
CREATE POLICY "only the server handles parcels" ON realtime.parcels FOR ALL TO service_role
  USING (true)
  WITH CHECK (true);

CREATE OR REPLACE FUNCTION realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text DEFAULT 'ROW'::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  IF level = 'STATEMENT' THEN
    RAISE EXCEPTION 'function can only be triggered for each row, not for each statement';
  END IF;
  IF coalesce(operation NOT IN ('INSERT', 'UPDATE', 'DELETE'), true) THEN
    RAISE EXCEPTION 'Unexpected operation type: %', operation;
  END IF;
  PERFORM realtime.send(jsonb_build_object(
    'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema), event_name, topic_name);
EXCEPTION
  WHEN OTHERS THEN
    RAISE EXCEPTION 'Failed to process the row: %', SQLERRM;
END
$function$;
GRANT EXECUTE ON FUNCTION realtime.broadcast_changes(text,text,text,text,text,record,record,text) TO service_role;
COMMENT ON FUNCTION realtime.broadcast_changes(text,text,text,text,text,record,record,text) IS 'Called by a trigger of an app, broadcasts how a row was and is on a private topic';

CREATE OR REPLACE FUNCTION realtime.change_trigger(watched regclass, events text DEFAULT 'INSERT OR UPDATE OR DELETE'::text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  SELECT format('AFTER %s ON %s FOR EACH ROW EXECUTE FUNCTION realtime.%s(%s)', events, watched,
    CASE c.relreplident WHEN 'f' THEN 'notify_whole_change' ELSE 'notify_change' END,
    (SELECT string_agg(quote_literal(a.attname), ', ' ORDER BY array_position(i.indkey::int2[], a.attnum))
       FROM pg_catalog.pg_index i JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = c.oid AND i.indisprimary))
  FROM pg_catalog.pg_class c WHERE c.oid = watched AND c.relkind = 'r'
$function$;
GRANT EXECUTE ON FUNCTION realtime.change_trigger(regclass,text) TO definer;

CREATE OR REPLACE FUNCTION realtime.disconnect(user_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  SELECT pg_notify('realtime_control', jsonb_build_object('action', 'disconnect', 'user_id', user_id)::text)
$function$;
GRANT EXECUTE ON FUNCTION realtime.disconnect(uuid) TO service_role;

CREATE OR REPLACE FUNCTION realtime.follow_publication()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '5s'
AS $function$
DECLARE
  step record;
BEGIN
  FOR step IN
    WITH named AS (
      SELECT DISTINCT c.oid,
             concat_ws(' OR ', CASE WHEN p.pubinsert THEN 'INSERT' END, CASE WHEN p.pubupdate THEN 'UPDATE' END, CASE WHEN p.pubdelete THEN 'DELETE' END) AS events
        FROM pg_catalog.pg_publication_tables t
        JOIN pg_catalog.pg_publication p ON p.pubname = t.pubname
        JOIN pg_catalog.pg_namespace n   ON n.nspname = t.schemaname
        JOIN pg_catalog.pg_class root    ON root.relnamespace = n.oid AND root.relname = t.tablename
        LEFT JOIN LATERAL pg_catalog.pg_partition_tree(root.oid) AS part ON part.isleaf
        JOIN pg_catalog.pg_class c       ON c.oid = coalesce(part.relid, root.oid) AND c.relkind = 'r'
       WHERE t.pubname = 'supabase_realtime' AND n.nspname NOT IN ('realtime', 'migrations')),
    wanted AS (
      SELECT oid, realtime.change_trigger(oid, events) AS form FROM named WHERE events <> ''),
    made AS (
      SELECT g.tgrelid AS oid, d.description AS comment
        FROM pg_catalog.pg_trigger g
        LEFT JOIN pg_catalog.pg_description d ON d.classoid = 'pg_catalog.pg_trigger'::regclass AND d.objoid = g.oid AND d.objsubid = 0
       WHERE g.tgname = 'realtime_change')
    SELECT coalesce(w.oid, m.oid)::regclass AS about, w.form
      FROM wanted w FULL JOIN made m ON m.oid = w.oid
     WHERE m.oid IS NULL OR m.comment LIKE 'follows supabase_realtime: %' AND m.comment IS DISTINCT FROM 'follows supabase_realtime: ' || w.form
  LOOP
    BEGIN
      IF step.form IS NULL THEN
        EXECUTE format('DROP TRIGGER realtime_change ON %s', step.about);
      ELSE
        EXECUTE 'CREATE OR REPLACE TRIGGER realtime_change ' || step.form;
        EXECUTE format('COMMENT ON TRIGGER realtime_change ON %s IS %L', step.about, 'follows supabase_realtime: ' || step.form);
      END IF;
    EXCEPTION
      WHEN insufficient_privilege OR lock_not_available OR undefined_table OR undefined_object THEN
        RAISE WARNING 'changes of % do not follow the publication yet: %', step.about, SQLERRM;
    END;
  END LOOP;
END
$function$;
GRANT EXECUTE ON FUNCTION realtime.follow_publication() TO service_role;
COMMENT ON FUNCTION realtime.follow_publication() IS 'Makes the changes of those tables live that the publication supabase_realtime names';

CREATE OR REPLACE FUNCTION realtime.notify_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  after_row  jsonb;
  before_row jsonb;
  change     jsonb := jsonb_build_object(
    'schema', TG_TABLE_SCHEMA,
    'table',  TG_TABLE_NAME,
    'type',   TG_OP,
    'commit_timestamp', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  keys       jsonb := '{}';
BEGIN
  IF TG_OP <> 'DELETE' THEN
    after_row := to_jsonb(NEW);
    keys := keys || jsonb_build_object('key',
      (SELECT jsonb_object_agg(name, after_row -> name) FROM unnest(TG_ARGV) AS name));
  END IF;
  IF TG_OP <> 'INSERT' THEN
    before_row := to_jsonb(OLD);
    keys := keys || jsonb_build_object('old_key',
      (SELECT jsonb_object_agg(name, before_row -> name) FROM unnest(TG_ARGV) AS name));
  END IF;
  IF octet_length(keys::text) <= 7000 THEN
    change := change || keys;
  END IF;
  PERFORM pg_notify('realtime_changes', change::text);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION realtime.notify_whole_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  after_row  jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  before_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  change     jsonb := jsonb_build_object(
    'schema', TG_TABLE_SCHEMA,
    'table',  TG_TABLE_NAME,
    'type',   TG_OP,
    'commit_timestamp', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  keys       jsonb := '{}';
BEGIN
  IF after_row IS NOT NULL THEN
    keys := keys || jsonb_build_object('key', (SELECT jsonb_object_agg(name, after_row -> name) FROM unnest(TG_ARGV) AS name));
  END IF;
  IF before_row IS NOT NULL THEN
    keys := keys || jsonb_build_object('old_key', (SELECT jsonb_object_agg(name, before_row -> name) FROM unnest(TG_ARGV) AS name));
  END IF;
  IF octet_length(keys::text) <= 7000 THEN
    change := change || keys;
  END IF;
  IF before_row IS NOT NULL AND octet_length(change::text) + octet_length(before_row::text) > 7000 THEN
    before_row := (SELECT jsonb_object_agg(key, value) FROM jsonb_each(before_row) WHERE octet_length(value::text) <= 64);
  END IF;
  IF octet_length(change::text) + octet_length(before_row::text) <= 7000 THEN
    change := change || jsonb_build_object('old', before_row);
  END IF;
  PERFORM pg_notify('realtime_changes', change::text);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION realtime.publication_changed()
 RETURNS event_trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$BEGIN PERFORM realtime.follow_publication(); END$function$;

CREATE OR REPLACE FUNCTION realtime.publish(envelope text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  parcel_id bigint;
BEGIN
  IF octet_length(envelope) <= 7000 THEN
    PERFORM pg_notify('realtime_broadcast', envelope);
    RETURN;
  END IF;
  INSERT INTO realtime.parcels (envelope) VALUES (publish.envelope) RETURNING id INTO parcel_id;
  PERFORM pg_notify('realtime_broadcast', jsonb_build_object('parcel', parcel_id)::text);
END
$function$;
GRANT EXECUTE ON FUNCTION realtime.publish(text) TO service_role;

CREATE OR REPLACE FUNCTION realtime.recheck(user_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  SELECT pg_notify('realtime_control', jsonb_build_object('action', 'recheck', 'user_id', user_id)::text)
$function$;
GRANT EXECUTE ON FUNCTION realtime.recheck(uuid) TO service_role;

CREATE OR REPLACE FUNCTION realtime.recheck_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  changed jsonb := CASE WHEN TG_OP = 'INSERT' THEN to_jsonb(NEW) ELSE to_jsonb(OLD) END;
BEGIN
  PERFORM pg_notify('realtime_control',
    jsonb_build_object('action', 'recheck', 'user_id', changed -> TG_ARGV[0])::text);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION realtime.send(payload jsonb, event text, topic text, private boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  message_id uuid  := gen_random_uuid();
  said       jsonb := send.payload;
BEGIN
  IF jsonb_typeof(said) = 'object' AND NOT said ? 'id' THEN
    said := said || jsonb_build_object('id', message_id);
  END IF;
  PERFORM set_config('realtime.topic', send.topic, true);
  INSERT INTO realtime.messages (id, topic, extension, event, payload, private)
  VALUES (message_id, send.topic, 'broadcast', send.event, said, send.private);
EXCEPTION
  WHEN OTHERS THEN
    RAISE WARNING 'ErrorSendingBroadcastMessage: %', SQLERRM;
END
$function$;
GRANT EXECUTE ON FUNCTION realtime.send(jsonb,text,text,boolean) TO service_role;
COMMENT ON FUNCTION realtime.send(jsonb,text,text,boolean) IS 'Broadcasts a payload on a topic once the transaction is committed';

CREATE OR REPLACE FUNCTION realtime.send_binary(payload bytea, event text, topic text, private boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  PERFORM set_config('realtime.topic', send_binary.topic, true);
  INSERT INTO realtime.messages (topic, extension, event, binary_payload, private)
  VALUES (send_binary.topic, 'broadcast', send_binary.event, send_binary.payload, send_binary.private);
EXCEPTION
  WHEN OTHERS THEN
    RAISE WARNING 'ErrorSendingBroadcastMessage: %', SQLERRM;
END
$function$;
GRANT EXECUTE ON FUNCTION realtime.send_binary(bytea,text,text,boolean) TO service_role;
COMMENT ON FUNCTION realtime.send_binary(bytea,text,text,boolean) IS 'Broadcasts bytes on a topic once the transaction is committed';

CREATE OR REPLACE FUNCTION realtime.tell_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  envelope jsonb := jsonb_build_object('kind', 'broadcast', 'message', NEW.id);
BEGIN
  IF octet_length(NEW.topic) > 246 OR octet_length(NEW.event) > 255 THEN
    RAISE EXCEPTION 'a topic takes at most 246 bytes and an event 255' USING ERRCODE = 'string_data_right_truncation';
  END IF;
  IF greatest(octet_length(NEW.payload::text), octet_length(NEW.binary_payload)) > 3000000 THEN
    RAISE EXCEPTION 'a payload takes at most 3000 kB' USING ERRCODE = 'program_limit_exceeded';
  END IF;
  IF octet_length(NEW.binary_payload) <= 4000 THEN
    envelope := jsonb_build_object('kind', 'broadcast', 'id', NEW.id, 'topic', NEW.topic, 'event', NEW.event,
      'private', NEW.private, 'binary', translate(encode(NEW.binary_payload, 'base64'), E'\n', ''));
  ELSIF NEW.binary_payload IS NULL AND coalesce(octet_length(NEW.payload::text), 0) <= 6000 THEN
    envelope := jsonb_build_object('kind', 'broadcast', 'id', NEW.id, 'topic', NEW.topic, 'event', NEW.event,
      'private', NEW.private, 'payload', coalesce(NEW.payload, '{}'));
  END IF;
  PERFORM pg_notify('realtime_broadcast', envelope::text);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION realtime.topic()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN NULLIF(current_setting('realtime.topic'::text, true), ''::text);
GRANT EXECUTE ON FUNCTION realtime.topic() TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION realtime.unwatch(watched regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$BEGIN EXECUTE format('DROP TRIGGER IF EXISTS realtime_change ON %s', watched); END$function$;

CREATE OR REPLACE FUNCTION realtime.watch(watched regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_index i ON i.indrelid = c.oid AND i.indisprimary
                 WHERE c.oid = watched AND c.relkind = 'r') THEN
    RAISE EXCEPTION 'realtime.watch: % is no plain table with a primary key', watched
      USING ERRCODE = 'invalid_table_definition';
  END IF;
  EXECUTE 'CREATE OR REPLACE TRIGGER realtime_change ' || realtime.change_trigger(watched);
  -- It stays when a publication no longer names the table.
  EXECUTE format('COMMENT ON TRIGGER realtime_change ON %s IS NULL', watched);
END
$function$;
