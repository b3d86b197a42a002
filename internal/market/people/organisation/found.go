package organisation

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/institution/taxid"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/party"
)

// The kinds of organisation: a company that hires, and the two ways in which a professional bills
// as a firm.
const (
	Company = "company"
	PJ      = "pj"
	MEI     = "mei"
)

// ErrDocumentTaken refuses a CNPJ that an account on this side of the market already has.
var ErrDocumentTaken = fault.New(http.StatusConflict, "document_taken", "Este CNPJ já está cadastrado. Peça um convite a quem cuida da conta da empresa.")

// Firm is the legal identity of an organisation. Role is its side of the market, as in profiles.
// Document is a CNPJ returned by taxid.ParseCNPJ.
type Firm struct {
	Role      string
	Kind      string
	LegalName string
	Document  string
	// IsSimples is the declaration that a PJ is in the Simples Nacional.
	IsSimples bool
}

// Found makes a person's profile an organisation, with that person as its owner.
func Found(ctx context.Context, tx pgx.Tx, founderID uuid.UUID, firm Firm) error {
	_, err := tx.Exec(ctx, `INSERT INTO public.organisations (id, role, kind, legal_name, document, is_simples) VALUES ($1, $2, $3, $4, $5, $6)`,
		founderID, firm.Role, firm.Kind, firm.LegalName, firm.Document, firm.IsSimples)
	if err != nil {
		return fmt.Errorf("insert organisation: %w", takenOr(err))
	}
	_, err = tx.Exec(ctx, `INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $1, $2)`, founderID, owner)
	if err != nil {
		return fmt.Errorf("insert founder's membership: %w", err)
	}
	return nil
}

const uniqueViolation = "23505"

// takenOr returns ErrDocumentTaken for a CNPJ that is already registered, and otherwise err.
func takenOr(err error) error {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	if ok && refused.Code == uniqueViolation && refused.ConstraintName == "organisations_document_role_key" {
		return ErrDocumentTaken.Because(err)
	}
	return err
}

// Refusals of a firm.
var (
	ErrOnlyProfessionals = fault.New(http.StatusForbidden, "only_professionals", "Só quem trabalha por conta própria como profissional cadastra a sua firma.")
	ErrUnknownKind       = fault.New(http.StatusUnprocessableEntity, "unknown_firm_kind", "Escolha entre PJ e MEI.")
	ErrByCorrection      = fault.New(http.StatusConflict, "document_by_correction", "O CNPJ cadastrado só muda por um pedido de correção, em Configurações.")
	ErrNoLegalName       = fault.New(http.StatusUnprocessableEntity, "legal_name_required", "Razão social é obrigatória.")
	ErrLegalNameTooLong  = fault.New(http.StatusUnprocessableEntity, "legal_name_too_long", limits.Say("A razão social tem no máximo {organisations.legal_name} caracteres."))
)

// Registration is a firm as a professional states it: `kind` is `pj` or `mei`, `document` its CNPJ.
// `is_simples` declares that a PJ is in the Simples Nacional, so that its payers withhold neither
// IRRF nor CSRF.
type Registration struct {
	Kind      string `json:"kind"`
	LegalName string `json:"legal_name"`
	Document  string `json:"document"`
	IsSimples bool   `json:"is_simples,omitempty"`
}

// Registered is a firm as it is stored.
type Registered struct {
	ID        uuid.UUID `json:"id"`
	Kind      string    `json:"kind"`
	LegalName string    `json:"legal_name"`
	Document  string    `json:"document"`
	IsSimples bool      `json:"is_simples"`
}

// Retire retires the account in which a professional is paid under their CPF. It returns an error
// while money is in it.
type Retire func(ctx context.Context, tx pgx.Tx, professionalID uuid.UUID) error

// RegisterFirm makes a professional's own profile an organisation that bills with a CNPJ, or
// corrects the firm they have, except for its CNPJ, which only package correction changes. The
// professional keeps their CPF, but is no longer paid under it: money goes to whoever issues the
// invoice.
func RegisterFirm(retire Retire) func(context.Context, pgx.Tx, Registration) (Registered, error) {
	return func(ctx context.Context, tx pgx.Tx, in Registration) (Registered, error) {
		return registerFirm(ctx, tx, in, retire)
	}
}

func registerFirm(ctx context.Context, tx pgx.Tx, in Registration, retire Retire) (Registered, error) {
	firm, err := in.validate()
	if err != nil {
		return Registered{}, err
	}
	who := caller.From(ctx).UserID
	name, isFirm, err := lockProfessional(ctx, tx, who)
	if err != nil {
		return Registered{}, err
	}
	if !isFirm {
		err = begin(ctx, tx, who, firm, retire)
	} else if err = party.Require(ctx, tx, who, party.Manage, ErrOnlyProfessionals); err == nil {
		err = correct(ctx, tx, who, firm)
	}
	if err != nil {
		return Registered{}, err
	}
	err = audit.Record(ctx, tx, audit.Entry{
		Action: audit.RegisterFirm, SubjectKind: "organisation", SubjectID: who.String(), Label: name, Details: map[string]any{"kind": firm.Kind, "is_simples": firm.IsSimples},
	})
	return Registered{ID: who, Kind: firm.Kind, LegalName: firm.LegalName, Document: firm.Document, IsSimples: firm.IsSimples}, err
}

func (r Registration) validate() (Firm, error) {
	name, err := humantext.ReadLine(r.LegalName)
	switch {
	case err != nil:
		return Firm{}, err
	case r.Kind != PJ && r.Kind != MEI:
		return Firm{}, ErrUnknownKind
	case name == "":
		return Firm{}, ErrNoLegalName
	case utf8.RuneCountInString(name) > limits.OrganisationsLegalName:
		return Firm{}, ErrLegalNameTooLong
	}
	number, err := taxid.ParseCNPJ(r.Document)
	return Firm{Role: "professional", Kind: r.Kind, LegalName: name, Document: number, IsSimples: r.IsSimples && r.Kind == PJ}, err
}

// lockProfessional locks a professional's own profile and reports whether it is a firm already.
// Concurrent registrations wait for each other.
func lockProfessional(ctx context.Context, tx pgx.Tx, who uuid.UUID) (name string, isFirm bool, err error) {
	err = tx.QueryRow(ctx, `
		SELECT name FROM public.profiles WHERE id = $1 AND role = 'professional' AND is_party AND status = 'active' FOR NO KEY UPDATE`, who).Scan(&name)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, ErrOnlyProfessionals
	}
	if err != nil {
		return "", false, fmt.Errorf("lock profile: %w", err)
	}
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.organisations WHERE id = $1)`, who).Scan(&isFirm)
	if err != nil {
		return "", false, fmt.Errorf("look for the firm: %w", err)
	}
	return name, isFirm, nil
}

func begin(ctx context.Context, tx pgx.Tx, who uuid.UUID, firm Firm, retire Retire) error {
	if err := retire(ctx, tx, who); err != nil {
		return err
	}
	return Found(ctx, tx, who, firm)
}

func correct(ctx context.Context, tx pgx.Tx, id uuid.UUID, firm Firm) error {
	done, err := tx.Exec(ctx, `
		UPDATE public.organisations SET kind = $2, legal_name = $3, document = $4, is_simples = $5
		WHERE id = $1 AND (document IS NULL OR document = $4)`, id, firm.Kind, firm.LegalName, firm.Document, firm.IsSimples)
	if err != nil {
		return fmt.Errorf("correct firm: %w", takenOr(err))
	}
	if done.RowsAffected() == 0 {
		return ErrByCorrection
	}
	return nil
}
