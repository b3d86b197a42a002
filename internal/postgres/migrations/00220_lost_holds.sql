-- What a payer's bank takes back before the release, or what goes back while it
-- is in dispute, leaves the milestone without a guarantee and not without an
-- end: it can be paid again, in another round, and a dispute over it ends in
-- what is owed.

-- +goose Up
ALTER TABLE private.provider_charges
  -- Which guarantee of its milestone it is; what is posted is told apart by it.
  ADD COLUMN round integer NOT NULL DEFAULT 1,
  ADD CONSTRAINT provider_charges_round_positive CHECK (round > 0);

SELECT private.log_knows('lose_hold', 'withdraw_dispute_planned');

-- Nobody may write the table, its owner neither.
ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES ('milestone', 'funded', 'planned'), ('milestone', 'disputed', 'planned');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;

-- Those whose money went back while they were in dispute.
ALTER TABLE public.milestones NO FORCE ROW LEVEL SECURITY;
ALTER TABLE public.charges NO FORCE ROW LEVEL SECURITY;
UPDATE public.milestones m SET held_cents = 0
WHERE m.status = 'disputed' AND m.held_cents > 0 AND EXISTS (SELECT FROM public.charges c WHERE c.milestone_id = m.id AND c.status = 'refunded');
ALTER TABLE public.charges FORCE ROW LEVEL SECURITY;
ALTER TABLE public.milestones FORCE ROW LEVEL SECURITY;
