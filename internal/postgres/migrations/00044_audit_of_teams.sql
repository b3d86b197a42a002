-- Who was put out of an organisation, and who answers for it since when, is
-- asked for when people fall out: the log keeps it beside what administrators do.

-- +goose Up
ALTER TABLE public.audit_log
  DROP CONSTRAINT audit_log_action_known,
  ADD CONSTRAINT audit_log_action_known CHECK (action IN (
    'block_user', 'activate_user', 'replace_site_image', 'decide_report', 'close_project',
    'change_member_role', 'remove_member', 'transfer_ownership', 'register_firm')),
  DROP CONSTRAINT audit_log_subject_known,
  ADD CONSTRAINT audit_log_subject_known CHECK (subject_kind IN ('profile', 'site_image', 'report', 'project', 'organisation'));
