// Package correction owns how a registered CPF or CNPJ is corrected: its owner asks, an
// administrator checks and decides, and what was signed or issued before keeps the earlier number.
// The database decides whose number it is.
package correction

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/taxid"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Refusals of a correction.
var (
	ErrNothingToCorrect = fault.New(http.StatusNotFound, "number_not_found", "Não há CPF ou CNPJ a corrigir aqui.")
	ErrUnknownKind      = fault.New(http.StatusUnprocessableEntity, "unknown_number_kind", "Escolha entre CPF e CNPJ.")
	ErrSameNumber       = fault.New(http.StatusUnprocessableEntity, "same_number", "Este já é o número cadastrado.")
	ErrReasonRequired   = fault.New(http.StatusUnprocessableEntity, "correction_reason_required", limits.Say("Escreva o motivo, em até {corrections.reason} caracteres."))
	ErrWaiting          = fault.New(http.StatusConflict, "correction_waiting", "Já há um pedido de correção deste número em análise.")
	ErrTooMany          = fault.New(http.StatusTooManyRequests, "too_many_corrections", limits.Say("Você atingiu o limite de {corrections_monthly_max} pedidos de correção em 30 dias."))
)

// The kinds of number.
const (
	CPF  = "cpf"
	CNPJ = "cnpj"
)

// names maps the kinds to the names shown to people.
var names = map[string]string{CPF: "CPF", CNPJ: "CNPJ"}

// Reference names a correction.
type Reference struct {
	CorrectionID uuid.UUID `json:"correction_id"`
}

// Status is the state of a correction.
type Status struct {
	ID     uuid.UUID `json:"id"`
	Status string    `json:"status"`
}

// parse returns a number of a kind in the stored form.
func parse(kind, text string) (string, error) {
	switch kind {
	case CPF:
		return taxid.ParseCPF(text)
	case CNPJ:
		return taxid.ParseCNPJ(text)
	}
	return "", ErrUnknownKind
}

// said normalises a reason, and refuses an empty or too long one.
func said(text string) (string, error) {
	text = humantext.Paragraphs(text)
	if text == "" || utf8.RuneCountInString(text) > limits.CorrectionsReason {
		return "", ErrReasonRequired
	}
	return text, nil
}

// subject is the locked number and its party. Requests and decisions about the same number wait for
// each other.
type subject struct {
	partyID  uuid.UUID
	kind     string
	name     string
	document *string
}

// ofCaller locks a number that the caller may have corrected: their own CPF, or the CNPJ of an
// organisation that they manage.
func ofCaller(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, kind string) (subject, error) {
	if kind == CPF && partyID != caller.From(ctx).UserID {
		return subject{}, ErrNothingToCorrect
	}
	if kind == CNPJ {
		if err := party.Require(ctx, tx, partyID, party.Manage, ErrNothingToCorrect); err != nil {
			return subject{}, err
		}
	}
	found, err := lock(ctx, tx, partyID, kind)
	if errors.Is(err, pgx.ErrNoRows) {
		return subject{}, ErrNothingToCorrect
	}
	return found, err
}

// holder finds and locks the number of a kind. A professional whose CPF was already registered by
// another account has none, and may have it corrected.
var holder = map[string]string{
	CPF: `SELECT a.document, p.name FROM public.accounts a JOIN public.profiles p ON p.id = a.profile_id
		WHERE a.profile_id = $1 AND p.role = 'professional'
		  AND (a.document IS NOT NULL OR EXISTS (SELECT FROM public.document_conflicts c WHERE c.profile_id = a.profile_id)) FOR UPDATE OF a`,
	CNPJ: `SELECT document, legal_name FROM public.organisations WHERE id = $1 FOR UPDATE`,
}

func lock(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, kind string) (subject, error) {
	found := subject{partyID: partyID, kind: kind}
	if err := tx.QueryRow(ctx, holder[kind], partyID).Scan(&found.document, &found.name); err != nil {
		return subject{}, fmt.Errorf("lock the %s of %s: %w", kind, partyID, err)
	}
	return found, nil
}

// auditedAs returns the subject's kind in the audit log.
func (s subject) auditedAs() string {
	if s.kind == CNPJ {
		return "organisation"
	}
	return "profile"
}

// tell tells of a step everybody who may ask for a correction of the number, and whom else the step
// names.
func (s subject) tell(ctx context.Context, tx pgx.Tx, told transition.Told) (err error) {
	holders := []uuid.UUID{s.partyID}
	if s.kind == CNPJ {
		if holders, err = party.People(ctx, tx, s.partyID, party.Manage); err != nil {
			return err
		}
	}
	told.People = map[transition.Audience][]uuid.UUID{transition.TheHolder: holders}
	told.Names = map[string]string{"number": names[s.kind]}
	told.About = map[string]uuid.UUID{notification.AboutAccount: s.partyID, notification.AboutCorrection: s.partyID}
	return transition.Correction.Tell(ctx, tx, told)
}

// asked is a locked correction.
type asked struct {
	id      uuid.UUID
	subject subject
	status  string
	from    *string
	to      string
}

// partyOf returns the party and kind of a correction, without locking anything.
func partyOf(ctx context.Context, tx pgx.Tx, id uuid.UUID) (partyID uuid.UUID, kind string, err error) {
	err = tx.QueryRow(ctx, `SELECT party_id, kind FROM public.corrections WHERE id = $1`, id).Scan(&partyID, &kind)
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, "", transition.ErrCorrectionNotFound
	}
	if err != nil {
		return uuid.Nil, "", fmt.Errorf("look up correction %s: %w", id, err)
	}
	return partyID, kind, nil
}

// read locks a correction, under the lock of its number.
func read(ctx context.Context, tx pgx.Tx, id uuid.UUID, of subject) (asked, error) {
	found := asked{id: id, subject: of}
	err := tx.QueryRow(ctx, `SELECT status, old_document, new_document FROM public.corrections WHERE id = $1 FOR UPDATE`, id).
		Scan(&found.status, &found.from, &found.to)
	if err != nil {
		return asked{}, fmt.Errorf("lock correction %s: %w", id, err)
	}
	return found, nil
}

// Wanted is the number that somebody says is right, and why.
type Wanted struct {
	PartyID  uuid.UUID `json:"party_id"`
	Kind     string    `json:"kind"`
	Document string    `json:"document"`
	Reason   string    `json:"reason"`
}

// Request asks for a correction. It does not say whether another account has the number, because
// the caller could find out whether somebody is registered.
func Request(ctx context.Context, tx pgx.Tx, in Wanted) (Status, error) {
	number, err := parse(in.Kind, in.Document)
	if err != nil {
		return Status{}, err
	}
	reason, err := said(in.Reason)
	if err != nil {
		return Status{}, err
	}
	of, err := ofCaller(ctx, tx, in.PartyID, in.Kind)
	if err != nil {
		return Status{}, err
	}
	if of.document != nil && *of.document == number {
		return Status{}, ErrSameNumber
	}
	if err := of.mayAsk(ctx, tx); err != nil {
		return Status{}, err
	}
	out := Status{Status: transition.Correction.Initial}
	err = tx.QueryRow(ctx, `
		INSERT INTO public.corrections (party_id, kind, old_document, new_document, reason, asked_by) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
		of.partyID, of.kind, of.document, number, reason, caller.From(ctx).UserID).Scan(&out.ID)
	if err != nil {
		return Status{}, fmt.Errorf("store the correction of %s: %w", of.partyID, err)
	}
	return out, of.announce(ctx, tx, audit.RequestCorrection)
}

// mayAsk refuses a request while another is open, and too many requests within 30 days.
func (s subject) mayAsk(ctx context.Context, tx pgx.Tx) error {
	var isWaiting bool
	var lately int
	err := tx.QueryRow(ctx, `
		SELECT coalesce(bool_or(status = 'waiting'), false), count(*) FILTER (WHERE created_at > now() - interval '30 days')
		FROM public.corrections WHERE party_id = $1 AND kind = $2`, s.partyID, s.kind).Scan(&isWaiting, &lately)
	switch {
	case err != nil:
		return fmt.Errorf("count the corrections of %s: %w", s.partyID, err)
	case isWaiting:
		return ErrWaiting
	case lately >= limits.CorrectionsMonthlyMax:
		return ErrTooMany
	}
	return nil
}

// announce records the request, and tells the administrators and the others who may correct the
// number.
func (s subject) announce(ctx context.Context, tx pgx.Tx, action string) error {
	if err := s.record(ctx, tx, action, nil); err != nil {
		return err
	}
	return s.tell(ctx, tx, transition.Told{Action: "request_correction", Bodies: map[transition.Audience]string{
		transition.TheHolder: "A administração vai conferir o pedido. Se não foi alguém da sua equipe, retire-o em Configurações.",
		transition.TheAdmins: s.name,
	}})
}

func (s subject) record(ctx context.Context, tx pgx.Tx, action string, details map[string]any) error {
	if details == nil {
		details = map[string]any{}
	}
	details["kind"] = s.kind
	return audit.Record(ctx, tx, audit.Entry{Action: action, SubjectKind: s.auditedAs(), SubjectID: s.partyID.String(), Label: s.name, Details: details})
}

// Withdraw withdraws a request that nobody has decided yet.
func Withdraw(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	partyID, kind, err := partyOf(ctx, tx, in.CorrectionID)
	if err != nil {
		return Status{}, err
	}
	of, err := ofCaller(ctx, tx, partyID, kind)
	if err != nil {
		return Status{}, missing(err)
	}
	found, err := read(ctx, tx, in.CorrectionID, of)
	if err != nil {
		return Status{}, err
	}
	next, err := transition.Correction.Take(ctx, tx, transition.Taken{ID: found.id, Action: "withdraw_correction", From: found.status, By: transition.Colleague})
	if err != nil {
		return Status{}, err
	}
	return Status{ID: found.id, Status: next}, of.record(ctx, tx, audit.WithdrawCorrection, nil)
}

// missing returns the same error for a correction that does not exist and for somebody else's.
func missing(err error) error {
	if errors.Is(err, ErrNothingToCorrect) {
		return transition.ErrCorrectionNotFound
	}
	return err
}
