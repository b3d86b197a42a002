-- Leaving the product ends deals and tells people, so the server does it, in
-- the transaction that deletes the user and whichever way that came about. The
-- database goes on to keep an owner in every organisation.

-- +goose Up
DROP TRIGGER remove_member ON auth.users;
DROP FUNCTION private.remove_member();
DROP FUNCTION private.remove_party(uuid);
DROP FUNCTION private.blank_profile(uuid);

ALTER TABLE public.audit_log
  DROP CONSTRAINT audit_log_action_known,
  ADD CONSTRAINT audit_log_action_known CHECK (action IN (
    'block_user', 'activate_user', 'replace_site_image', 'decide_report', 'close_project',
    'change_member_role', 'remove_member', 'transfer_ownership', 'register_firm', 'read_sealed', 'lift_bar')),
  DROP CONSTRAINT audit_log_subject_known,
  ADD CONSTRAINT audit_log_subject_known CHECK (subject_kind IN ('profile', 'site_image', 'report', 'project', 'organisation', 'contract', 'bar'));
