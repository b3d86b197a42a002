package export

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
)

// ErrLink answers for an address of a calendar that is not known any more.
var ErrLink = fault.New(http.StatusNotFound, "calendar_link_not_found", "Este endereço de calendário não vale mais.")

// secretBytes is how much chance is in an address.
const secretBytes = 32

// Nothing is the argument of a call that takes none.
type Nothing struct{}

// Link is the address of a calendar. The path holds its secret, and is told once, when
// the link is made.
type Link struct {
	Path      *string    `json:"path"`
	CreatedAt *time.Time `json:"created_at"`
}

// MakeLink gives the caller an address of his calendar, for programs that ask for it by
// themselves. The last one is ended.
func MakeLink(calendar string) func(context.Context, pgx.Tx, Nothing) (Link, error) {
	return func(ctx context.Context, tx pgx.Tx, _ Nothing) (Link, error) {
		chance := make([]byte, secretBytes)
		_, _ = rand.Read(chance)
		secret := base64.RawURLEncoding.EncodeToString(chance)
		path := calendar + "?token=" + secret
		link := Link{Path: &path}
		err := tx.QueryRow(ctx, `
			INSERT INTO private.calendar_links (person_id, digest) VALUES ($1, $2)
			ON CONFLICT (person_id) DO UPDATE SET digest = EXCLUDED.digest, created_at = now() RETURNING created_at`,
			caller.From(ctx).UserID, digest(secret)).Scan(&link.CreatedAt)
		if err != nil {
			return Link{}, fmt.Errorf("make a calendar link: %w", err)
		}
		return link, nil
	}
}

// ReadLink says since when the caller has an address of his calendar, if he has one.
func ReadLink(ctx context.Context, tx pgx.Tx, _ Nothing) (link Link, err error) {
	err = tx.QueryRow(ctx, `SELECT created_at FROM private.calendar_links WHERE person_id = $1`, caller.From(ctx).UserID).Scan(&link.CreatedAt)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Link{}, fmt.Errorf("read the calendar link: %w", err)
	}
	return link, nil
}

// EndLink ends the caller's address, also where he has none.
func EndLink(ctx context.Context, tx pgx.Tx, _ Nothing) (Link, error) {
	if _, err := tx.Exec(ctx, `DELETE FROM private.calendar_links WHERE person_id = $1`, caller.From(ctx).UserID); err != nil {
		return Link{}, fmt.Errorf("end the calendar link: %w", err)
	}
	return Link{}, nil
}

// PersonOf returns whose calendar a secret opens.
func PersonOf(ctx context.Context, tx pgx.Tx, secret string) (person uuid.UUID, err error) {
	err = tx.QueryRow(ctx, `SELECT person_id FROM private.calendar_links WHERE digest = $1`, digest(secret)).Scan(&person)
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, ErrLink
	}
	if err != nil {
		return uuid.Nil, fmt.Errorf("look for a calendar link: %w", err)
	}
	return person, nil
}

func digest(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}
