// Package barred keeps out people who were blocked and then erased: their documents and addresses
// are stored as hashes under a key of the server. It does not decide whom to block, which belongs
// to package account.
package barred

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
)

// ErrBarred refuses a sign-up, without saying why.
var ErrBarred = fault.New(http.StatusForbidden, "account_barred", "Este cadastro não pode ser feito. Fale com a gente pela página de contato.")

// List is the list of barred identities under one key.
type List struct{ key []byte }

// New returns the list under a secret of the server. Entries made under another secret are not
// found.
func New(secret []byte) List { return List{key: secret} }

// The kinds of identity.
const (
	document = "document"
	email    = "email"
)

// identity identifies somebody, in the stored form: a document as taxid returns it, or an address
// as mail.ParseAddress does.
type identity struct{ Kind, Value string }

func (l List) digest(of identity) []byte {
	mac := hmac.New(sha256.New, l.key)
	mac.Write([]byte(of.Kind + "\x00" + strings.ToLower(of.Value)))
	return mac.Sum(nil)
}

// identities returns a person's address and document, and the documents of the organisations that
// end with them.
func identities(ctx context.Context, tx pgx.Tx, personID uuid.UUID) ([]identity, error) {
	rows, err := tx.Query(ctx, `
		SELECT 'email', email FROM public.accounts WHERE profile_id = $1
		UNION
		SELECT 'email', email FROM public.registrations WHERE user_id = $1
		UNION
		SELECT 'document', document FROM public.accounts WHERE profile_id = $1 AND document IS NOT NULL
		UNION
		SELECT 'document', document FROM public.organisations
		WHERE document IS NOT NULL AND id = ANY (private.parties_ending_with($1))`, personID)
	if err != nil {
		return nil, fmt.Errorf("list what identifies %s: %w", personID, err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[identity])
	if err != nil {
		return nil, fmt.Errorf("list what identifies %s: %w", personID, err)
	}
	return found, nil
}

// Refuse returns ErrBarred for a person who has just signed up with a barred identity.
func (l List) Refuse(ctx context.Context, tx pgx.Tx, personID uuid.UUID) error {
	found, err := identities(ctx, tx, personID)
	if err != nil {
		return err
	}
	return l.refuse(ctx, tx, found)
}

// RefuseDocument returns ErrBarred for a barred document, in the form that taxid returns.
func (l List) RefuseDocument(ctx context.Context, tx pgx.Tx, number string) error {
	return l.refuse(ctx, tx, []identity{{document, number}})
}

func (l List) refuse(ctx context.Context, tx pgx.Tx, found []identity) error {
	digests := make([][]byte, len(found))
	for i, one := range found {
		digests[i] = l.digest(one)
	}
	var isBarred bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM private.barred_documents WHERE digest = ANY ($1::bytea[]))`, digests).Scan(&isBarred); err != nil {
		return fmt.Errorf("look for a bar: %w", err)
	}
	if isBarred {
		return ErrBarred
	}
	return nil
}

// Add bars a person, before their identities are erased.
func (l List) Add(ctx context.Context, tx pgx.Tx, personID uuid.UUID) error {
	found, err := identities(ctx, tx, personID)
	if err != nil {
		return err
	}
	for _, one := range found {
		_, err := tx.Exec(ctx, `INSERT INTO private.barred_documents (digest, kind, profile_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
			l.digest(one), one.Kind, personID)
		if err != nil {
			return fmt.Errorf("bar %s: %w", personID, err)
		}
	}
	return nil
}

// Lift removes a document, in the form that taxid returns, or an address from the list. It returns
// whose it was, or uuid.Nil if it was not barred.
func (l List) Lift(ctx context.Context, tx pgx.Tx, value string) (profileID uuid.UUID, err error) {
	kind := document
	if strings.Contains(value, "@") {
		kind = email
	}
	err = tx.QueryRow(ctx, `DELETE FROM private.barred_documents WHERE digest = $1 RETURNING profile_id`, l.digest(identity{kind, value})).Scan(&profileID)
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, nil
	}
	if err != nil {
		return uuid.Nil, fmt.Errorf("lift a bar: %w", err)
	}
	return profileID, nil
}
