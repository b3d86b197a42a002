-- How large a team gets, and how much it may invite.

-- +goose Up
INSERT INTO private.limits (name, value, meaning) VALUES
  ('organisation_members_max', 50, 'How many people an organisation may have.'),
  ('invitations_open_max',     20, 'How many invitations of an organisation may wait for an answer.'),
  ('invitations_daily_max',    50, 'How many invitations an organisation may send in 24 hours.'),
  ('invitation_days',           7, 'How long an invitation is good for.');
