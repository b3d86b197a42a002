package organisation

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/kernel/fault"
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
