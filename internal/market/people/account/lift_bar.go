package account

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/taxid"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/barred"
	"automacao/internal/notify/mail"
)

// BarredValue is a CPF, a CNPJ or an e-mail address, as people write them.
type BarredValue struct {
	Value string `json:"value"`
}

// Lifted says whether the value was barred.
type Lifted struct {
	Lifted bool `json:"lifted"`
}

// LiftBar lets a document or address of a blocked and erased person sign up again. Only
// administrators may. The audit log records it without the value.
func LiftBar(list barred.List) func(context.Context, pgx.Tx, BarredValue) (Lifted, error) {
	return func(ctx context.Context, tx pgx.Tx, in BarredValue) (Lifted, error) {
		if err := RequireAdmin(ctx, tx); err != nil {
			return Lifted{}, err
		}
		value := strings.TrimSpace(in.Value)
		if cpf, err := taxid.ParseCPF(value); err == nil {
			value = cpf
		} else if cnpj, err := taxid.ParseCNPJ(value); err == nil {
			value = cnpj
		} else if address, ok := mail.ParseAddress(value); ok {
			value = address
		} else {
			return Lifted{}, nil
		}
		whose, err := list.Lift(ctx, tx, value)
		if err != nil || whose == uuid.Nil {
			return Lifted{}, err
		}
		return Lifted{Lifted: true}, audit.Record(ctx, tx, audit.Entry{Action: audit.LiftBar, SubjectKind: "bar", SubjectID: whose.String()})
	}
}
