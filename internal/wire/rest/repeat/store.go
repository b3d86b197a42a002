package repeat

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres/become"
)

// Store names the SQL functions that store responses; without them a key is ignored. They get a
// digest of the key, and a body encrypted under the key.
//
//	Recall(owner uuid, digest bytea) RETURNS TABLE (fingerprint bytea, status integer, headers jsonb, body bytea)
//	Keep(owner uuid, digest bytea, fingerprint bytea, status integer, headers jsonb, body bytea)
type Store struct{ Recall, Keep string }

// IsOn reports whether responses are stored.
func (s Store) IsOn() bool { return s.Recall != "" && s.Keep != "" }

// Answer is a stored response. A nil Body is no body.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Enter checks the caller's session, sets the caller's claims in the transaction and leaves it
// under the server's own role. It returns the stored response, if there is one. If not, this
// request must make the call, and it holds the key's lock until the transaction ends.
func (s Store) Enter(ctx context.Context, tx pgx.Tx, settings become.Settings, c Call) (answer Answer, isKept bool, err error) {
	batch := &pgx.Batch{}
	settings.Queue(batch)
	isOurs := false
	var fingerprint, sealed []byte
	batch.Queue("SET LOCAL ROLE NONE")
	batch.Queue("SELECT pg_try_advisory_xact_lock($1)", c.lock()).QueryRow(func(row pgx.Row) error { return row.Scan(&isOurs) })
	// A separate statement sees everything committed before the lock was taken.
	batch.Queue("SELECT * FROM "+name(s.Recall)+"($1::uuid, $2::bytea)", c.Owner.String(), c.digest()).QueryRow(func(row pgx.Row) error {
		var headers []byte
		err := row.Scan(&fingerprint, &answer.Status, &headers, &sealed)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if isKept = err == nil; !isKept {
			return err
		}
		return json.Unmarshal(headers, &answer.Header)
	})
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return Answer{}, false, fmt.Errorf("look up a stored response: %w", err)
	}
	switch {
	case isKept && !bytes.Equal(fingerprint, c.Fingerprint):
		return Answer{}, false, ErrReused
	case !isKept && !isOurs:
		return Answer{}, false, ErrInFlight
	}
	answer.Body, err = c.unseal(sealed)
	return answer, isKept, err
}

// Save stores the response in the transaction whose effect it reports.
func (s Store) Save(ctx context.Context, tx pgx.Tx, c Call, a Answer) error {
	headers, err := json.Marshal(a.Header)
	if err != nil {
		return fmt.Errorf("encode headers: %w", err)
	}
	sealed, err := c.seal(a.Body)
	if err != nil {
		return fmt.Errorf("encrypt the response: %w", err)
	}
	batch := &pgx.Batch{}
	batch.Queue("SET LOCAL ROLE NONE")
	batch.Queue("SELECT "+name(s.Keep)+"($1::uuid, $2::bytea, $3::bytea, $4::integer, $5::jsonb, $6::bytea)",
		c.Owner.String(), c.digest(), c.Fingerprint, a.Status, string(headers), sealed)
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return fmt.Errorf("store the response: %w", err)
	}
	return nil
}

func name(function string) string { return pgx.Identifier(strings.Split(function, ".")).Sanitize() }
