package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
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

// part holds the columns that most states of a milestone write.
var part = Columns{
	"delivered_at": Kept, "delivered_by": Kept, "delivery_note": Kept, "adjustments_count": Kept,
	"review_until": "NULL", "review_left": "NULL", "paused_at": "NULL", "reminded": "0",
	"approved_at": Kept, "approved_by": Kept, "owed_due_on": "NULL",
	"value_cents": Kept, "held_cents": Kept, "split_cents": "NULL", "settled_at": "NULL",
}

// accepted sets the due date of a milestone for which no money is held.
var accepted = Columns{"approved_at": "@at", "approved_by": "@person", "owed_due_on": owed}

// The SQL of the last day to pay a milestone for which no money is held. owedAsBefore keeps a date
// that is already set.
const (
	owed         = "CASE WHEN held_cents = 0 THEN private.market_day(@at) + private.limit_of('owed_days')::integer ELSE owed_due_on END"
	owedAsBefore = "CASE WHEN held_cents = 0 THEN coalesce(owed_due_on, private.market_day(@at) + private.limit_of('owed_days')::integer) ELSE owed_due_on END"
)

// The SQL of the moment at which the acceptance clock is paused or resumed, @clock or now, and of
// the date to which it then runs. The time is kept in seconds, not in days, so that a day that is an
// hour longer neither adds nor takes time. A system clock that was set back adds nothing.
const (
	onTheClock = "coalesce(@clock, clock_timestamp())"
	resumed    = "review_until + make_interval(secs => greatest(extract(epoch FROM " + onTheClock + " - paused_at), 0)::double precision)"
)

// The courses of a milestone's steps and reminders that people are told of.
const (
	PaidDebt   = "a payment settles what was owed"
	DaysLeft   = "several days are left"
	OneDayLeft = "one day is left"
)

// notPaidYet says why the other side is not told of a charge.
const notPaidYet = "The other side is told once it is paid."

// Milestone is the state machine of one part of a contract, from its plan to its payment. An
// accepted milestone waits for its payment. If money is held for it, that money is released at
// once.
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
	Args:  map[string]string{"clock": "timestamptz", "note": "text", "value": "bigint", "split": "bigint"},
	Fixed: []string{"contract_id", "deliverable", "due_on", "kind", "position", "title", "waits_for_tac"},
	Steps: []Step{
		{Action: "fund_milestone", From: []string{"planned"}, To: "awaiting_payment", Actor: Company, Right: party.Pay, Wrong: ErrMilestoneNotPlanned,
			Effects: "In a guarantee contract. A charge is made. A repeated request returns the same charge, whether it is open or paid.",
			Silent:  notPaidYet},
		{Action: "fund_milestone", From: []string{"awaiting_payment", "delivered", "adjusting"}, Actor: Company, Right: party.Pay, Wrong: ErrMilestoneNotPlanned,
			Effects: "As above, while work goes on without a guarantee or the milestone is owed. An owed milestone is released as soon as it is paid.",
			Silent:  notPaidYet},
		{Action: "expire_charge", From: []string{"awaiting_payment"}, To: "planned", Actor: Time, Wrong: ErrMilestoneNotAwaiting,
			Effects: "Nobody paid the charge.",
			Tells:   tell(TheCompany, party.Pay, "Código Pix vencido: {project}")},
		{Action: "hold_payment", From: []string{"awaiting_payment"}, To: "funded", Actor: System, Wrong: ErrMilestoneNotAwaiting, Sets: Columns{"held_cents": "value_cents"},
			Effects: "The institution was paid and holds the money.",
			Tells:   tellBoth(party.Pay, "Marco com garantia: {project}")},
		{Action: "hold_payment", From: []string{"delivered", "adjusting", "disputed"}, Actor: System, Wrong: ErrMilestoneNotAwaiting, Sets: Columns{"held_cents": "value_cents"},
			Effects: "As above, after it was delivered.",
			Tells:   tellBoth(party.Pay, "Marco com garantia: {project}")},
		{Action: "lose_hold", From: []string{"funded"}, To: "planned", Actor: System, Wrong: ErrMilestoneOver, Sets: Columns{"held_cents": "0"},
			Effects: "The payer's bank took back the money before it was released. The milestone can be paid again, and the work may wait for that.",
			Silent:  toldByCharge},
		{Action: "lose_hold", From: []string{"delivered", "adjusting", "disputed"}, Actor: System, Wrong: ErrMilestoneOver, Sets: Columns{"held_cents": "0"},
			Effects: "As above, for a milestone that was delivered or is in dispute. No money is held for it any more, and the end of the dispute decides what is owed.",
			Silent:  toldByCharge},
		{Action: "waive_guarantee", From: []string{"planned", "awaiting_payment", "adjusting"}, Actor: Professional, Right: party.Fulfil, Call: "deliver_milestone", Wrong: ErrMilestoneNotActive,
			Effects: "In a guarantee contract, if no money is held for it: the delivery says `unfunded`, by which the professional declares that they deliver without a guarantee. The call deliver_contract takes it too.",
			Tells:   append(tellBoth(party.Fulfil, "Entrega sem garantia: {project}"), Notice{To: TheTaker, Title: "Entrega sem garantia: {project}"})},
		{Action: "deliver_milestone", From: []string{"planned", "awaiting_payment", "funded", "adjusting"}, To: "delivered", Actor: Professional, Right: party.Fulfil, Wrong: ErrMilestoneNotActive, Sets: Columns{"delivered_at": "@at", "delivered_by": "@person", "delivery_note": "nullif(@note, '')"},
			Effects: limits.Say("The company has {acceptance_days} days to answer, with reminders {acceptance_reminder_first_days}, {acceptance_reminder_days} and {acceptance_reminder_last_days} days before the end. Not once it is owed. In a guarantee contract, not before money is held for it, unless waive_guarantee is taken. An agreed contract becomes active, or delivered with its last milestone."),
			Tells:   tell(TheCompany, party.Fulfil, "Marco entregue: {project}")},
		{Action: "request_adjustments", From: []string{"delivered"}, To: "adjusting", Actor: Company, Right: party.Fulfil, Reason: true, Wrong: ErrMilestoneNotDelivered, Sets: Columns{"adjustments_count": "adjustments_count + 1"},
			Effects: "The acceptance date is cleared, and the contract is active again.",
			Tells:   tell(TheProfessional, party.Fulfil, "Ajustes pedidos: {project}")},
		{Action: "approve_milestone", From: []string{"delivered"}, To: "awaiting_payment", Actor: Company, Right: party.Fulfil, Wrong: ErrMilestoneNotDelivered, Sets: accepted,
			Effects: "The money held for it is released at once. If none is held, it is owed by a due date. Not allowed to a person who delivered the work or belongs to both sides, nor to anybody while a blocking item of its checklist is open.",
			Tells:   tell(TheProfessional, party.Fulfil, "Marco aprovado: {project}")},
		{Action: "accept_by_silence", From: []string{"delivered"}, To: "awaiting_payment", Actor: Time, Wrong: ErrMilestoneNotDelivered, Sets: accepted,
			Effects: "At review_until, unless the acceptance clock is paused. Same effects as approve_milestone.",
			Tells:   tellBoth(party.Fulfil, "Marco aceito pelo prazo: {project}")},
		{Action: "pause_acceptance", From: []string{"delivered"}, Actor: System, Wrong: ErrMilestoneNotDelivered, Sets: Columns{"paused_at": onTheClock},
			Effects: "A blocking item of its checklist is open, or only one side has lifted it, or the milestone waits for its TAC. Silence does not accept it meanwhile, and an open blocking item prevents approval too.",
			Tells:   tellBoth(party.Fulfil, "Prazo de aceite pausado: {project}")},
		{Action: "resume_acceptance", From: []string{"delivered"}, Actor: System, Wrong: ErrMilestoneNotDelivered, Sets: Columns{"paused_at": "NULL", "review_until": resumed},
			Effects: "Nothing pauses it any more. review_until moves by exactly the time that the clock was paused.",
			Tells:   tellBoth(party.Fulfil, "Prazo de aceite retomado: {project}")},
		{Action: "leave", From: []string{"delivered"}, To: "awaiting_payment", Actor: System, Wrong: ErrMilestoneNotDelivered, Sets: accepted,
			Effects: "The company leaves the market, and what was delivered counts as accepted.",
			Silent:  toldByContract},
		{Action: "confirm_receipt", From: []string{"awaiting_payment"}, To: "released", Actor: Professional, Right: party.Pay, Wrong: ErrMilestoneNotAwaiting,
			Effects: "In a direct contract. The professional confirms that they received what the company says it paid.",
			Silent:  toldByPayment},
		{Action: "receive_by_silence", From: []string{"awaiting_payment"}, To: "released", Actor: Time, Wrong: ErrMilestoneNotAwaiting,
			Effects: limits.Say("{receipt_days} days after the company declared the payment, and after two reminders."),
			Silent:  toldByPayment},
		{Action: "release_milestone", From: []string{"awaiting_payment", "funded", "delivered", "adjusting"}, To: "released", Actor: System, Wrong: ErrMilestoneOver,
			Effects: "The money held goes to the professional: the milestone was accepted, or paid after acceptance, or the distrato says so.",
			Tells:   in(PaidDebt, tellBoth(party.Pay, "Marco pago: {project}")),
			Silent:  toldByCause},
		{Action: "split_milestone", From: []string{"funded", "delivered", "adjusting"}, To: "split", Actor: System, Wrong: ErrMilestoneOver,
			Effects: "The distrato gives each side a part of the money held.",
			Silent:  toldByContract},
		{Action: "refund_milestone", From: []string{"funded", "delivered", "adjusting"}, To: "refunded", Actor: System, Wrong: ErrMilestoneOver,
			Effects: "The contract ended, or the professional gives the money back. What is held returns to the company.",
			Silent:  toldByCause},
		{Action: "settle_milestone", From: []string{"planned", "delivered", "adjusting"}, To: "awaiting_payment", Actor: System, Wrong: ErrMilestoneOver, Sets: Columns{"value_cents": "coalesce(nullif(@value, 0), value_cents)", "owed_due_on": owed},
			Effects: "The distrato gives the professional a part of a milestone for which no money is held. That part becomes its value, and is owed.",
			Silent:  toldByContract},
		{Action: "settle_milestone", From: []string{"awaiting_payment"}, Actor: System, Wrong: ErrMilestoneOver, Sets: Columns{"value_cents": "coalesce(nullif(@value, 0), value_cents)", "owed_due_on": owed},
			Effects: "As above, for a milestone whose charge is open.",
			Silent:  toldByContract},
		{Action: "cancel_milestone", From: []string{"planned", "awaiting_payment", "delivered", "adjusting"}, To: "cancelled", Actor: System, Wrong: ErrMilestoneOver,
			Effects: "The contract ended, and no money is held for it. A milestone that is owed stays owed.",
			Silent:  toldByContract},
		{Action: "open_dispute", From: []string{"funded", "delivered", "adjusting"}, To: "disputed", Actor: EitherSide, Right: party.Negotiate, Reason: true, Wrong: ErrMilestoneOver, Sets: Columns{"review_left": "greatest(review_until - coalesce(paused_at, @at), interval '0')"},
			Effects: "Only the end of the dispute moves the money held, and the acceptance clock stops.",
			Silent:  toldByDispute},
		{Action: "announce_stop", From: []string{"awaiting_payment"}, Actor: Time, Wrong: ErrMilestoneNotAwaiting, Sets: Columns{"acceptances_stop_on": "private.market_day(@at) + private.limit_of('debt_grace_days')::integer"},
			Effects: limits.Say("An owed milestone is past its due date. From {debt_grace_days} days later on, the company can accept no proposals while it owes."),
			Tells:   tellBoth(party.Pay, "Pagamento vencido: {project}")},
		{Action: "dispute_payment", From: []string{"awaiting_payment"}, To: "disputed", Actor: Professional, Right: party.Pay, Reason: true, Call: "contest_receipt", Wrong: ErrMilestoneNotAwaiting,
			Effects: limits.Say("Once the professional has contested the receipt of {payment_contests_max} of its payments. The dispute is about whether it was paid, and the debt keeps its due date."),
			Silent:  toldByDispute},
		{Action: "uphold_payment", From: []string{"disputed"}, To: "released", Actor: System, Wrong: ErrMilestoneNotDisputed,
			Effects: "The dispute over its payment ended with nothing owed any more, or the professional withdrew it. The declared payment counts as received.",
			Silent:  toldByDispute},
		{Action: "withdraw_dispute", From: []string{"disputed"}, To: "delivered", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrMilestoneNotDisputed,
			Effects: "Only the side that opened it may take this step. The acceptance clock goes on, with at least a day left.",
			Silent:  toldByDispute},
		{Action: "withdraw_dispute_adjusting", From: []string{"disputed"}, To: "adjusting", Actor: EitherSide, Right: party.Negotiate, Call: "withdraw_dispute", Wrong: ErrMilestoneNotDisputed,
			Effects: "As withdraw_dispute, for a milestone that was being adjusted.",
			Silent:  toldByDispute},
		{Action: "withdraw_dispute_funded", From: []string{"disputed"}, To: "funded", Actor: EitherSide, Right: party.Negotiate, Call: "withdraw_dispute", Wrong: ErrMilestoneNotDisputed,
			Effects: "As withdraw_dispute, for a milestone that was not delivered.",
			Silent:  toldByDispute},
		{Action: "withdraw_dispute_planned", From: []string{"disputed"}, To: "planned", Actor: EitherSide, Right: party.Negotiate, Call: "withdraw_dispute", Wrong: ErrMilestoneNotDisputed,
			Effects: "As above, for a milestone whose money was lost meanwhile.",
			Silent:  toldByDispute},
		{Action: "end_dispute_released", From: []string{"disputed"}, To: "released", Actor: System, Wrong: ErrMilestoneNotDisputed,
			Effects: "All of it goes to the professional.",
			Silent:  toldByDispute},
		{Action: "end_dispute_split", From: []string{"disputed"}, To: "split", Actor: System, Wrong: ErrMilestoneNotDisputed,
			Effects: "Each side gets a part.",
			Silent:  toldByDispute},
		{Action: "end_dispute_refunded", From: []string{"disputed"}, To: "refunded", Actor: System, Wrong: ErrMilestoneNotDisputed,
			Effects: "All of it returns to the company.",
			Silent:  toldByDispute},
		{Action: "end_dispute_owed", From: []string{"disputed"}, To: "awaiting_payment", Actor: System, Wrong: ErrMilestoneNotDisputed, Sets: Columns{"value_cents": "coalesce(nullif(@value, 0), value_cents)", "owed_due_on": owedAsBefore},
			Effects: "No money is held. The professional's part becomes the milestone's value, and is owed. If the dispute was over a payment, the debt keeps its earlier due date.",
			Silent:  toldByDispute},
		{Action: "end_dispute_cancelled", From: []string{"disputed"}, To: "cancelled", Actor: System, Wrong: ErrMilestoneNotDisputed,
			Effects: "No money is held, and nothing goes to the professional.",
			Silent:  toldByDispute},
	},
	Occasions: []Occasion{
		{Name: "ask_deposit", When: "The contract was made or a milestone was accepted, and the next one waits for its deposit.",
			Tells: tell(TheCompany, party.Pay, "Deposite em garantia: {project}")},
		{Name: "remind_of_delivery", When: "A delivery waits for its answer.",
			Tells: append(in(OneDayLeft, tell(TheCompany, party.Fulfil, "Falta 1 dia para responder à entrega: {project}")), in(DaysLeft, tell(TheCompany, party.Fulfil, "Faltam {days} dias para responder à entrega: {project}"))...)},
	},
	Kind: notification.Contract, About: notification.AboutContract,
}
