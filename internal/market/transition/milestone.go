package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
)

// Refusals of a milestone's step.
var (
	ErrMilestoneNotPlanned   = fault.New(http.StatusConflict, "milestone_not_planned", "O pagamento deste marco já foi pedido, feito ou encerrado.")
	ErrMilestoneNotAwaiting  = fault.New(http.StatusConflict, "milestone_not_awaiting_payment", "Não há pagamento esperado para este marco.")
	ErrMilestoneNotActive    = fault.New(http.StatusConflict, "milestone_not_active", "A entrega deste marco já foi marcada, ou o marco já terminou.")
	ErrMilestoneNotDelivered = fault.New(http.StatusConflict, "milestone_not_delivered", "Isso só cabe a um marco entregue.")
	ErrMilestoneOver         = fault.New(http.StatusConflict, "milestone_over", "Este marco já terminou.")
	ErrMilestoneNotDisputed  = fault.New(http.StatusConflict, "milestone_not_disputed", "Este marco não está em disputa.")
)

// part is what the row of a milestone says in most states.
var part = Columns{
	"delivered_at": Kept, "delivered_by": Kept, "delivery_note": Kept, "adjustments_count": Kept,
	"review_until": "NULL", "review_left": "NULL", "paused_at": "NULL", "reminded": "0",
	"approved_at": Kept, "approved_by": Kept, "owed_due_on": "NULL",
	"value_cents": Kept, "held_cents": Kept, "split_cents": "NULL", "settled_at": "NULL",
}

// accepted begins the days in which what nobody holds is to be paid.
var accepted = Columns{"approved_at": "@at", "approved_by": "@person", "owed_due_on": owed}

// owed are the last days to pay a milestone that nobody holds money for.
const (
	owed         = "CASE WHEN held_cents = 0 THEN private.market_day(@at) + private.limit_of('owed_days')::integer ELSE owed_due_on END"
	owedAsBefore = "CASE WHEN held_cents = 0 THEN coalesce(owed_due_on, private.market_day(@at) + private.limit_of('owed_days')::integer) ELSE owed_due_on END"
)

// Milestone is the way of one part of a contract, from its plan to its money.
// An accepted one waits for its payment; what is held for it pays at once.
var Milestone = Machine{Noun: "milestone", Initial: "planned", Stranger: ErrNotYourStep,
	Entering: map[string]Columns{
		"planned":          part.with(Columns{"delivered_at": "NULL", "delivered_by": "NULL"}),
		"awaiting_payment": part.with(Columns{"owed_due_on": Kept}),
		"funded":           part,
		"delivered": part.with(Columns{
			"review_until": "@at + CASE WHEN review_left IS NULL THEN private.span_of('acceptance_days') ELSE greatest(review_left, private.span_of('acceptance_reminder_last_days')) END",
			"paused_at":    "CASE WHEN private.is_acceptance_paused(id) THEN @at END",
		}),
		"adjusting": part.with(Columns{"delivered_at": "NULL", "delivered_by": "NULL"}),
		"disputed":  part.with(Columns{"review_left": Kept, "owed_due_on": Kept}),
		"released":  part.with(Columns{"owed_due_on": Kept, "held_cents": "0", "settled_at": "@at"}),
		"split":     part.with(Columns{"held_cents": "0", "split_cents": "@split", "settled_at": "@at"}),
		"refunded":  part.with(Columns{"held_cents": "0", "settled_at": "@at"}),
		"cancelled": part.with(Columns{"settled_at": "@at"}),
	},
	Args:  map[string]string{"note": "text", "value": "bigint", "split": "bigint"},
	Fixed: []string{"acceptances_stop_on", "contract_id", "deliverable", "due_on", "kind", "position", "title", "waits_for_tac"},
	Steps: []Step{
		{Action: "fund_milestone", From: []string{"planned"}, To: "awaiting_payment", Actor: Company, Right: party.Pay, Wrong: ErrMilestoneNotPlanned,
			Effects: "With settlement by guarantee: a charge is made, and the same one answered when asked again, open or paid."},
		{Action: "fund_milestone", From: []string{"awaiting_payment", "delivered", "adjusting"}, Actor: Company, Right: party.Pay, Wrong: ErrMilestoneNotPlanned,
			Effects: "As above, while the work goes on without a guarantee, or of what is owed: that is released once it is paid."},
		{Action: "expire_charge", From: []string{"awaiting_payment"}, To: "planned", Actor: Time, Wrong: ErrMilestoneNotAwaiting,
			Effects: "Nobody paid the charge."},
		{Action: "hold_payment", From: []string{"awaiting_payment"}, To: "funded", Actor: System, Wrong: ErrMilestoneNotAwaiting, Sets: Columns{"held_cents": "value_cents"},
			Effects: "The institution was paid and holds the money."},
		{Action: "hold_payment", From: []string{"delivered", "adjusting", "disputed"}, Actor: System, Wrong: ErrMilestoneNotAwaiting, Sets: Columns{"held_cents": "value_cents"},
			Effects: "As above, after it was delivered."},
		{Action: "lose_hold", From: []string{"funded"}, To: "planned", Actor: System, Wrong: ErrMilestoneOver, Sets: Columns{"held_cents": "0"},
			Effects: "The payer's bank took back what was held before it was released: the milestone can be paid again, and the work may wait for that."},
		{Action: "lose_hold", From: []string{"delivered", "adjusting", "disputed"}, Actor: System, Wrong: ErrMilestoneOver, Sets: Columns{"held_cents": "0"},
			Effects: "As above, of one that was delivered, or is in dispute: nobody holds its money, and the end of the dispute says what is owed."},
		{Action: "waive_guarantee", From: []string{"planned", "awaiting_payment"}, Actor: Professional, Right: party.Fulfil, Wrong: ErrMilestoneNotActive,
			Effects: "With settlement by guarantee, and nobody has deposited it: the professional says in words that they deliver without guarantee. Both sides are told."},
		{Action: "deliver_milestone", From: []string{"planned", "awaiting_payment", "funded", "adjusting"}, To: "delivered", Actor: Professional, Right: party.Fulfil, Wrong: ErrMilestoneNotActive, Sets: Columns{"delivered_at": "@at", "delivered_by": "@person", "delivery_note": "nullif(@note, '')"},
			Effects: limits.Say("The company has {acceptance_days} days to answer, and is reminded {acceptance_reminder_first_days}, {acceptance_reminder_days} and {acceptance_reminder_last_days} days before. Not once it is owed. With settlement by guarantee not before it is deposited, unless by waive_guarantee; an agreed contract is active, or delivered with its last.")},
		{Action: "request_adjustments", From: []string{"delivered"}, To: "adjusting", Actor: Company, Right: party.Fulfil, Reason: true, Wrong: ErrMilestoneNotDelivered, Sets: Columns{"adjustments_count": "adjustments_count + 1"},
			Effects: "The date of acceptance is gone, and the contract is active again."},
		{Action: "approve_milestone", From: []string{"delivered"}, To: "awaiting_payment", Actor: Company, Right: party.Fulfil, Wrong: ErrMilestoneNotDelivered, Sets: accepted,
			Effects: "What is held for it is released at once, otherwise it is owed with a date. Whoever delivered, or acts for both sides, cannot, and nobody while a blocking item of its checklist is open."},
		{Action: "accept_by_silence", From: []string{"delivered"}, To: "awaiting_payment", Actor: Time, Wrong: ErrMilestoneNotDelivered, Sets: accepted,
			Effects: "At review_until, unless the clock stands still, as approve_milestone."},
		{Action: "pause_acceptance", From: []string{"delivered"}, Actor: System, Wrong: ErrMilestoneNotDelivered,
			Effects: "A blocking item of its checklist is open or lifted by one side alone, or it waits for its TAC: silence does not accept, and an open item nobody can approve past."},
		{Action: "resume_acceptance", From: []string{"delivered"}, Actor: System, Wrong: ErrMilestoneNotDelivered,
			Effects: "Nothing is open any more: review_until moves by exactly the time it stood still."},
		{Action: "leave", From: []string{"delivered"}, To: "awaiting_payment", Actor: System, Wrong: ErrMilestoneNotDelivered, Sets: accepted,
			Effects: "The company leaves the market: what was delivered counts as accepted."},
		{Action: "confirm_receipt", From: []string{"awaiting_payment"}, To: "released", Actor: Professional, Right: party.Pay, Wrong: ErrMilestoneNotAwaiting,
			Effects: "With direct settlement: the professional has the money that the company says it paid."},
		{Action: "receive_by_silence", From: []string{"awaiting_payment"}, To: "released", Actor: Time, Wrong: ErrMilestoneNotAwaiting,
			Effects: limits.Say("{receipt_days} days after the company said it paid, and two reminders.")},
		{Action: "release_milestone", From: []string{"awaiting_payment", "funded", "delivered", "adjusting"}, To: "released", Actor: System, Wrong: ErrMilestoneOver,
			Effects: "What is held is the professional's: it was accepted, or paid after that, or the distrato says so."},
		{Action: "split_milestone", From: []string{"funded", "delivered", "adjusting"}, To: "split", Actor: System, Wrong: ErrMilestoneOver,
			Effects: "The distrato gives each side a part of what is held."},
		{Action: "refund_milestone", From: []string{"funded", "delivered", "adjusting"}, To: "refunded", Actor: System, Wrong: ErrMilestoneOver,
			Effects: "The contract ended, or the professional gives it back: what is held returns to the company."},
		{Action: "settle_milestone", From: []string{"planned", "delivered", "adjusting"}, To: "awaiting_payment", Actor: System, Wrong: ErrMilestoneOver, Sets: Columns{"value_cents": "coalesce(nullif(@value, 0), value_cents)", "owed_due_on": owed},
			Effects: "The distrato gives the professional a part of what nobody holds: that part is its value, and owed."},
		{Action: "settle_milestone", From: []string{"awaiting_payment"}, Actor: System, Wrong: ErrMilestoneOver, Sets: Columns{"value_cents": "coalesce(nullif(@value, 0), value_cents)", "owed_due_on": owed},
			Effects: "As above, of one whose charge is open."},
		{Action: "cancel_milestone", From: []string{"planned", "awaiting_payment", "delivered", "adjusting"}, To: "cancelled", Actor: System, Wrong: ErrMilestoneOver,
			Effects: "The contract ended, and nothing is held for it. One that is owed stays owed."},
		{Action: "open_dispute", From: []string{"funded", "delivered", "adjusting"}, To: "disputed", Actor: EitherSide, Right: party.Negotiate, Reason: true, Wrong: ErrMilestoneOver, Sets: Columns{"review_left": "greatest(review_until - coalesce(paused_at, @at), interval '0')"},
			Effects: "What is held moves only by the end of the dispute, and the date of acceptance stands still."},
		{Action: "announce_stop", From: []string{"awaiting_payment"}, Actor: Time, Wrong: ErrMilestoneNotAwaiting,
			Effects: limits.Say("What is owed is past its day: both sides are told from which day on the company accepts no proposals while it is, {debt_grace_days} days later.")},
		{Action: "dispute_payment", From: []string{"awaiting_payment"}, To: "disputed", Actor: Professional, Right: party.Pay, Reason: true, Wrong: ErrMilestoneNotAwaiting,
			Effects: limits.Say("By contest_receipt, once {payment_contests_max} of its payments were contested: whether it was paid is a dispute, and the debt keeps its date.")},
		{Action: "uphold_payment", From: []string{"disputed"}, To: "released", Actor: System, Wrong: ErrMilestoneNotDisputed,
			Effects: "The dispute over its payment ended with nothing owed any more, or the professional took it back: what was said to be paid counts as paid."},
		{Action: "withdraw_dispute", From: []string{"disputed"}, To: "delivered", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrMilestoneNotDisputed,
			Effects: "Only whoever opened it. The date of acceptance goes on, with a day at least."},
		{Action: "withdraw_dispute_adjusting", From: []string{"disputed"}, To: "adjusting", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrMilestoneNotDisputed,
			Effects: "As withdraw_dispute, of one that adjustments were asked of."},
		{Action: "withdraw_dispute_funded", From: []string{"disputed"}, To: "funded", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrMilestoneNotDisputed,
			Effects: "As withdraw_dispute, of one that was not delivered."},
		{Action: "withdraw_dispute_planned", From: []string{"disputed"}, To: "planned", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrMilestoneNotDisputed,
			Effects: "As above, of one that lost its hold meanwhile."},
		{Action: "end_dispute_released", From: []string{"disputed"}, To: "released", Actor: System, Wrong: ErrMilestoneNotDisputed,
			Effects: "All of it is the professional's."},
		{Action: "end_dispute_split", From: []string{"disputed"}, To: "split", Actor: System, Wrong: ErrMilestoneNotDisputed,
			Effects: "Each side has a part."},
		{Action: "end_dispute_refunded", From: []string{"disputed"}, To: "refunded", Actor: System, Wrong: ErrMilestoneNotDisputed,
			Effects: "All of it returns to the company."},
		{Action: "end_dispute_owed", From: []string{"disputed"}, To: "awaiting_payment", Actor: System, Wrong: ErrMilestoneNotDisputed, Sets: Columns{"value_cents": "coalesce(nullif(@value, 0), value_cents)", "owed_due_on": owedAsBefore},
			Effects: "Nothing is held: the professional's part is its value, and owed; of a payment in dispute since the day it was before."},
		{Action: "end_dispute_cancelled", From: []string{"disputed"}, To: "cancelled", Actor: System, Wrong: ErrMilestoneNotDisputed,
			Effects: "Nothing is held, and nothing is the professional's."},
	}}
