-- The log of a contract knows its steps by name, so that whoever shows it has a
-- word for each, and a new one is a change of the types that screens are
-- written with.

-- +goose Up
ALTER TABLE public.contract_events
  DROP CONSTRAINT contract_events_action_bounded,
  ADD CONSTRAINT contract_events_action_known CHECK (action IN (
    'accept_proposal', 'start_contract', 'deliver_contract', 'request_adjustments', 'complete_contract', 'accept_by_silence',
    'withdraw_contract', 'propose_termination', 'withdraw_termination', 'answer_termination', 'refuse_termination', 'lapse_termination',
    'cancel_contract', 'leave'));
