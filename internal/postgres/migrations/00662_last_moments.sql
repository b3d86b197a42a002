-- A deadline in working days is the last second of its day, as other dates are
-- (private.end_of). What was kept as the midnight after it was read as a day later.

-- +goose Up
UPDATE public.disputes SET answer_due_at = answer_due_at - interval '1 second'
WHERE status = 'open' AND (answer_due_at AT TIME ZONE 'America/Sao_Paulo')::time = '00:00';
UPDATE public.withholdings SET answer_due_at = answer_due_at - interval '1 second'
WHERE status = 'proposed' AND (answer_due_at AT TIME ZONE 'America/Sao_Paulo')::time = '00:00';
