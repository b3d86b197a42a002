-- A milestone in dispute returns to where it was, with what was left of its
-- date, or ends; where nobody holds its money, the outcome is what is owed.

-- +goose Up
ALTER TABLE public.milestones
  -- While it is in dispute the date of its acceptance stands still.
  ADD COLUMN review_left interval,
  ADD CONSTRAINT milestones_review_left CHECK (review_left IS NULL OR status = 'disputed');

SELECT private.log_knows('withdraw_dispute_adjusting', 'withdraw_dispute_funded', 'end_dispute_owed', 'end_dispute_cancelled');

-- Nobody may write the table, its owner neither.
ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES
  ('milestone', 'disputed', 'adjusting'), ('milestone', 'disputed', 'funded'), ('milestone', 'disputed', 'awaiting_payment'), ('milestone', 'disputed', 'cancelled'),
  ('dispute', 'open', 'negotiating'), ('dispute', 'open', 'conceded'), ('dispute', 'open', 'withdrawn'),
  ('dispute', 'negotiating', 'mediation'), ('dispute', 'negotiating', 'settled'), ('dispute', 'negotiating', 'withdrawn'),
  ('dispute', 'mediation', 'decided'), ('dispute', 'mediation', 'settled'), ('dispute', 'mediation', 'withdrawn'),
  ('dispute', 'decided', 'appealed'), ('dispute', 'decided', 'decided_finally'), ('dispute', 'appealed', 'decided_finally');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.disputes
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('dispute');

-- What administrators decide about deals is kept with the rest they do.
ALTER TABLE public.audit_log
  DROP CONSTRAINT audit_log_action_known,
  ADD CONSTRAINT audit_log_action_known CHECK (action IN (
    'block_user', 'activate_user', 'replace_site_image', 'decide_report', 'close_project', 'decide_dispute',
    'change_member_role', 'remove_member', 'transfer_ownership', 'register_firm', 'read_sealed', 'lift_bar')),
  DROP CONSTRAINT audit_log_subject_known,
  ADD CONSTRAINT audit_log_subject_known CHECK (subject_kind IN ('profile', 'site_image', 'report', 'project', 'organisation', 'contract', 'bar', 'dispute'));
