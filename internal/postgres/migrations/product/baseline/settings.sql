-- What operators set, the numbers of business rules, and the steps that a noun may take.

-- What the operator chose and the database has to know: written by the server when it starts, read
-- by name. What was agreed on under another choice keeps it, since proposals and contracts copy
-- what is in force.
CREATE TABLE private.settings (
  name       text        NOT NULL,
  value      text        NOT NULL,
  meaning    text        NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT settings_pkey             PRIMARY KEY (name),
  CONSTRAINT settings_fee_in_range     CHECK (name <> 'fee_basis_points' OR CASE WHEN value ~ '^\d{1,4}$' THEN value::integer <= 5000 ELSE false END),
  CONSTRAINT settings_meaning_filled   CHECK (meaning ~ '^[A-Z].*\.$'),
  CONSTRAINT settings_settlement_known CHECK (name <> 'settlement' OR (value IN ('direct', 'guarantee')))
);

INSERT INTO private.settings (name, value, meaning) VALUES
  ('fee_basis_points', '1000',   'What of a payment is the fee, in hundredths of a percent, for proposals from now on.'),
  ('settlement',       'direct', 'How contracts from now on are paid: direct between the sides, or guarantee, held by an institution.'),
  ('demonstration',    '',       'How many steps of the deals of a demonstration were taken, or nothing where none are to be taken.'),
  ('storage_origins',  '',       'Origins under which this server''s own storage is reached, between spaces.'),
  ('picture_origins',  '',       'Origins of others whose pictures may be shown, between spaces.'),
  ('operator_name',    '',       'The legal name of who runs this market, which nobody else takes.'),
  ('kind',             '',       'What this database is: demonstration, market, or nothing while it holds nobody.'),
  ('market_since',     '',       'Since when a demonstration is served without being demonstrated, or nothing.'),
  ('operator',         '',       'Who runs this market, by legal name, CNPJ and address: the issuer of receipts from now on.');
ALTER TABLE private.settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.settings FORCE  ROW LEVEL SECURITY;
GRANT SELECT, UPDATE (value, changed_at) ON private.settings TO service_role;

CREATE FUNCTION private.keep_kind() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  IF NEW.value NOT IN ('demonstration', 'market') OR OLD.value NOT IN ('', NEW.value) THEN
    RAISE EXCEPTION 'a database stays what it is: %, not %', OLD.value, NEW.value USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE POLICY "the server reads what was chosen"   ON private.settings FOR SELECT TO service_role USING (true);
CREATE POLICY "the server writes what was chosen" ON private.settings FOR UPDATE TO service_role USING (true) WITH CHECK (true);
CREATE TRIGGER keep_kind BEFORE UPDATE ON private.settings
  FOR EACH ROW WHEN (OLD.name = 'kind') EXECUTE FUNCTION private.keep_kind();

-- The numbers of business rules. SQL asks for one by name, and the constants of Go and of the web
-- are written from here. Bounds of a column stay in its CHECK.
CREATE TABLE private.limits (
  name    text   NOT NULL,
  value   bigint NOT NULL,
  meaning text   NOT NULL,
  CONSTRAINT limits_pkey           PRIMARY KEY (name),
  CONSTRAINT limits_meaning_filled CHECK (meaning ~ '^[A-Z].*\.$'),
  CONSTRAINT limits_name_in_units  CHECK (name ~ '^[a-z]+(_[a-z]+)*_(days|hours|minutes|characters|max)$'),
  CONSTRAINT limits_value_positive CHECK (value > 0)
);

INSERT INTO private.limits (name, value, meaning) VALUES
  ('review_days',                        14, 'How long after completion both sides may review, and after which what was written is seen.'),
  ('review_hidden_hours',                24, 'How long after completion two reviews are seen at the earliest.'),
  ('review_agreed_hours',                72, 'How long after the agreement two reviews are seen at the earliest.'),
  ('closing_reason_characters',         900, 'How long the reason for closing a project may be.'),
  ('organisation_members_max',           50, 'How many people an organisation may have.'),
  ('invitations_open_max',               20, 'How many invitations of an organisation may wait for an answer.'),
  ('invitations_daily_max',              50, 'How many invitations an organisation may send in 24 hours.'),
  ('invitation_days',                     7, 'How long an invitation is good for.'),
  ('proposals_party_max',                 3, 'How many proposals one party may send to one project.'),
  ('undo_decline_minutes',               10, 'How long a company may take back that it declined a proposal.'),
  ('questions_open_max',                 10, 'How many questions of one party to one project may wait for an answer.'),
  ('acceptance_days',                    14, 'How long after a delivery silence accepts it.'),
  ('acceptance_reminder_days',            3, 'How long before silence accepts the company is reminded.'),
  ('termination_days',                   14, 'How long the termination of a contract waits for its answer.'),
  ('reports_daily_max',                  20, 'How many reports one reporter may file in 24 hours.'),
  ('acceptance_reminder_first_days',      7, 'How long before silence accepts the company is reminded for the first time.'),
  ('acceptance_reminder_last_days',       1, 'How long before silence accepts the company is reminded for the last time.'),
  ('owed_days',                          10, 'How long after its acceptance a milestone that nobody holds the money of is to be paid.'),
  ('milestones_max',                     10, 'How many milestones a proposal may name.'),
  ('milestone_title_characters',        120, 'How long the title of a milestone may be.'),
  ('milestone_deliverable_characters', 1000, 'How long the text about what a milestone delivers may be.'),
  ('receipt_days',                       10, 'How long a payment that the company says it made waits for the professional.'),
  ('receipt_reminder_first_days',         3, 'How long before silence confirms a payment the professional is reminded for the first time.'),
  ('receipt_reminder_last_days',          1, 'How long before silence confirms a payment the professional is reminded for the last time.'),
  ('proposal_valid_days',                30, 'How long a proposal is good for unless it says otherwise.'),
  ('proposal_valid_days_max',           365, 'How long a proposal may be good for.'),
  ('proposal_terms_max',                 20, 'How often the terms of one proposal may be written, by both sides together.'),
  ('amendments_open_max',                 3, 'How many amendments of one contract may wait for an answer.'),
  ('amendments_max',                     50, 'How many amendments one contract may have, answered or not.'),
  ('amendment_days',                     14, 'How long an amendment waits for its answer.'),
  ('amendment_shift_max',               365, 'By how many working days one amendment may move the dates of a contract.'),
  ('charge_hours',                       24, 'How long a Pix code for a milestone can be paid.'),
  ('dispute_answer_days',                 5, 'How many working days the other side has to answer a dispute.'),
  ('dispute_reminder_days',               1, 'How long before silence concedes a dispute the other side is reminded.'),
  ('dispute_appeal_days',                 3, 'How long after the decision of a dispute either side may appeal.'),
  ('dispute_offers_max',                 20, 'How many splits one side may offer in a dispute.'),
  ('dispute_entries_max',               200, 'How much one dispute may hold of what was said, offered and decided.'),
  ('dispute_evidence_max',               10, 'How many pieces of evidence may go with one statement.'),
  ('disputes_milestone_max',              3, 'How many disputes there may be over one milestone.'),
  ('checklist_items_max',                60, 'How many items the checklist of a milestone may have.'),
  ('deal_files_max',                    300, 'How many files may be attached to one contract.'),
  ('payouts_open_max',                    5, 'How many payouts of one party may be under way at once.'),
  ('payout_confirmed_minutes',           10, 'How long after signing in by password a payout needs no password again.'),
  ('invoice_reminder_days',               5, 'How long a released milestone waits for its invoice before its professional is reminded, and between reminders.'),
  ('invoice_reminders_max',               3, 'How often a professional is reminded of one invoice.'),
  ('invoices_max',                       20, 'How many invoices one milestone may have had, replaced ones counted.'),
  ('withholding_answer_days',             3, 'How many working days the professional has to contest withheld taxes.'),
  ('withholding_reminder_days',           1, 'How long before silence agrees to withheld taxes the professional is reminded.'),
  ('withholding_rounds_max',             10, 'How often the withheld taxes of one milestone may be recorded.'),
  ('messages_minute_max',                60, 'How many messages a member may send in a minute.'),
  ('messages_person_minute_max',         30, 'How many messages a member may send to one person in a minute.'),
  ('messages_daily_max',               1000, 'How many messages a member may send in 24 hours.'),
  ('projects_daily_max',                 20, 'How many projects a party may publish in 24 hours, and a member for all of his.'),
  ('revisions_daily_max',               100, 'How many versions of projects a member may write in 24 hours.'),
  ('proposals_daily_max',                50, 'How many proposals a party may send in 24 hours, and a member for all of his.'),
  ('questions_daily_max',                50, 'How many questions a party may ask in 24 hours, and a member for all of his.'),
  ('portfolio_daily_max',                60, 'How many projects a member may add to portfolios in 24 hours.'),
  ('uploads_hourly_max',                100, 'How many files a member may upload in an hour.'),
  ('upload_megabytes_daily_max',        500, 'How much a member may upload in 24 hours, in millions of bytes.'),
  ('message_files_max',                  10, 'How many files go with one message.'),
  ('message_search_max',               5000, 'How many of a member''s newest messages, received and sent each, are searched.'),
  ('push_devices_max',                   10, 'On how many devices one person is told of news; another takes the place of the one longest without any.'),
  ('corrections_monthly_max',             3, 'How many corrections of one CPF or CNPJ may be asked for in 30 days.'),
  ('conversation_search_max',           200, 'How many messages of one conversation a search finds.'),
  ('project_files_max',                  20, 'How many files a project may have.'),
  ('project_files_megabytes_max',        50, 'How many megabytes (of 1,000,000 bytes) the files of a project may have together.'),
  ('registration_days',                  30, 'For how many days a registration waits for the document and the acceptance of the terms.'),
  ('witness_days',                        7, 'How long the other side of a contract has to witness the result of a blocking item.'),
  ('witness_reminder_days',               2, 'How long before that it is reminded.'),
  ('payment_contests_max',                2, 'How often payments of a milestone are contested before that is a dispute.'),
  ('debt_grace_days',                    15, 'How long after it is told of an overdue debt a company may accept proposals.'),
  ('owner_notice_days',                   7, 'For how many days a notice stands before it takes an owner out of an organisation.'),
  ('owner_removals_monthly_max',          3, 'How many notices about one owner an organisation may give within 30 days.'),
  ('withholding_proof_days',             60, 'How many days after the payment of a milestone the company has to prove that it paid the withheld taxes.'),
  ('withholding_proof_answer_days',      10, 'How many days the professional has to answer a proof of withheld taxes, and the company to give another one after it was contested.'),
  ('withholding_proofs_max',              5, 'How many proofs of one withheld tax a company may give, those of what it owes among them.'),
  ('withholding_proof_reminder_days',     7, 'How long before its date the proof of withheld taxes, or the answer to it, is asked for once more.');
ALTER TABLE private.limits ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.limits FORCE  ROW LEVEL SECURITY;
GRANT SELECT, UPDATE (value) ON private.limits TO service_role;
CREATE POLICY "the server keeps the limits" ON private.limits TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('private.limits');

-- How things with a state may move, whoever writes: the rows are those of the tables in package
-- transition, which says who may take a step and what follows.
CREATE TABLE private.transitions (
  noun       text NOT NULL,
  from_state text NOT NULL,
  to_state   text NOT NULL,
  CONSTRAINT transitions_pkey  PRIMARY KEY (noun, from_state, to_state),
  CONSTRAINT transitions_moves CHECK (from_state <> to_state)
);

INSERT INTO private.transitions (noun, from_state, to_state)
SELECT steps.noun, steps.from_state, unnest(steps.to_states)
FROM (VALUES
  ('project',           'open',             ARRAY['in_progress', 'closed']),
  ('project',           'in_progress',      ARRAY['delivered', 'open', 'closed', 'completed']),
  ('project',           'delivered',        ARRAY['in_progress', 'completed', 'open', 'closed']),
  ('proposal',          'pending',          ARRAY['accepted', 'declined', 'withdrawn', 'waiting', 'expired']),
  ('proposal',          'waiting',          ARRAY['declined', 'withdrawn', 'pending', 'expired']),
  ('proposal',          'declined',         ARRAY['pending']),
  ('proposal',          'accepted',         ARRAY['ended']),
  ('contract',          'agreed',           ARRAY['active', 'delivered', 'withdrawn', 'terminated', 'cancelled', 'completed']),
  ('contract',          'active',           ARRAY['delivered', 'terminated', 'cancelled', 'completed']),
  ('contract',          'delivered',        ARRAY['completed', 'active', 'terminated']),
  ('invitation',        'pending',          ARRAY['accepted', 'revoked']),
  ('report',            'open',             ARRAY['upheld', 'dismissed']),
  ('milestone',         'planned',          ARRAY['awaiting_payment', 'delivered', 'cancelled']),
  ('milestone',         'awaiting_payment', ARRAY['planned', 'funded', 'delivered', 'released', 'cancelled', 'disputed']),
  ('milestone',         'funded',           ARRAY['delivered', 'released', 'split', 'refunded', 'disputed', 'planned']),
  ('milestone',         'adjusting',        ARRAY['delivered', 'awaiting_payment', 'released', 'split', 'refunded', 'cancelled', 'disputed']),
  ('milestone',         'delivered',        ARRAY['adjusting', 'awaiting_payment', 'released', 'split', 'refunded', 'cancelled', 'disputed']),
  ('milestone',         'disputed',         ARRAY['delivered', 'released', 'split', 'refunded', 'adjusting', 'funded', 'awaiting_payment', 'cancelled', 'planned']),
  ('direct_payment',    'declared',         ARRAY['confirmed', 'contested', 'by_silence']),
  ('proposal',          'expired',          ARRAY['pending']),
  ('amendment',         'proposed',         ARRAY['accepted', 'refused', 'withdrawn', 'lapsed']),
  ('charge',            'open',             ARRAY['paid', 'expired', 'cancelled']),
  ('charge',            'expired',          ARRAY['paid']),
  ('charge',            'cancelled',        ARRAY['paid']),
  ('charge',            'paid',             ARRAY['contested', 'refunded']),
  ('charge',            'contested',        ARRAY['paid', 'refunded']),
  ('dispute',           'open',             ARRAY['negotiating', 'conceded', 'withdrawn', 'mediation']),
  ('dispute',           'negotiating',      ARRAY['mediation', 'settled', 'withdrawn']),
  ('dispute',           'mediation',        ARRAY['decided', 'settled', 'withdrawn']),
  ('dispute',           'decided',          ARRAY['appealed', 'decided_finally']),
  ('dispute',           'appealed',         ARRAY['decided_finally']),
  ('checklist',         'proposed',         ARRAY['agreed']),
  ('checklist',         'agreed',           ARRAY['signed']),
  ('checklist',         'signed',           ARRAY['agreed']),
  ('invoice',           'pending',          ARRAY['sent']),
  ('invoice',           'sent',             ARRAY['replaced', 'checked', 'refused']),
  ('invoice',           'refused',          ARRAY['replaced']),
  ('invoice',           'checked',          ARRAY['refused']),
  ('withholding',       'proposed',         ARRAY['agreed', 'contested', 'replaced', 'lapsed']),
  ('withholding',       'agreed',           ARRAY['replaced']),
  ('correction',        'waiting',          ARRAY['approved', 'refused', 'withdrawn']),
  ('direct_payment',    'contested',        ARRAY['upheld']),
  ('owner_removal',     'announced',        ARRAY['executed', 'objected', 'withdrawn', 'stopped', 'lapsed']),
  ('owner_removal',     'objected',         ARRAY['executed', 'withdrawn', 'stopped', 'lapsed']),
  ('withholding_proof', 'due',              ARRAY['shown', 'released', 'owed', 'lost']),
  ('withholding_proof', 'shown',            ARRAY['proved', 'contested', 'mediation', 'lost']),
  ('withholding_proof', 'contested',        ARRAY['shown', 'released', 'owed', 'mediation', 'lost']),
  ('withholding_proof', 'mediation',        ARRAY['proved', 'released', 'owed', 'lost']),
  ('withholding_proof', 'owed',             ARRAY['shown', 'settled'])
) AS steps (noun, from_state, to_states);
ALTER TABLE private.transitions ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.transitions FORCE  ROW LEVEL SECURITY;
GRANT SELECT ON private.transitions TO service_role;
CREATE POLICY "the server reads how states move" ON private.transitions FOR SELECT TO service_role USING (true);

CREATE FUNCTION private.setting(wanted text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  found text;
BEGIN
  SELECT value INTO STRICT found FROM private.settings WHERE name = wanted;
  RETURN found;
END
$$;
GRANT EXECUTE ON FUNCTION private.setting(text) TO service_role;
ALTER FUNCTION private.setting(text) OWNER TO definer;

CREATE FUNCTION private.limit_of(wanted text) RETURNS bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  found bigint;
BEGIN
  SELECT value INTO STRICT found FROM private.limits WHERE name = wanted;
  RETURN found;
END
$$;
GRANT EXECUTE ON FUNCTION private.limit_of(text) TO anon, authenticated, service_role;
ALTER FUNCTION private.limit_of(text) OWNER TO definer;

CREATE FUNCTION private.check_transition() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM private.transitions WHERE noun = TG_ARGV[0] AND from_state = OLD.status AND to_state = NEW.status) THEN
    PERFORM private.refuse(409, 'transition_refused', 'Esta mudança de situação não é possível. Atualize a página.');
  END IF;
  RETURN NEW;
END
$$;
GRANT EXECUTE ON FUNCTION private.check_transition() TO service_role;
ALTER FUNCTION private.check_transition() OWNER TO definer;
