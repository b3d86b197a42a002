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

// ErrLink is returned for a calendar address that is no longer valid.
var ErrLink = fault.New(http.StatusNotFound, "calendar_link_not_found", "Este endereço de calendário não vale mais.")

// secretBytes is the number of random bytes in an address.
const secretBytes = 32

// Nothing is the input of a call that takes no arguments.
type Nothing struct{}

// Link is the address of a calendar. The path contains its secret and is returned only once, when
// the link is made.
type Link struct {
	Path      *string    `json:"path"`
	CreatedAt *time.Time `json:"created_at"`
}

// MakeLink creates an address of the caller's calendar, for calendar programs that subscribe to it.
// It replaces the previous address.
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

// ReadLink returns when the caller's calendar address was created, if they have one.
func ReadLink(ctx context.Context, tx pgx.Tx, _ Nothing) (link Link, err error) {
	err = tx.QueryRow(ctx, `SELECT created_at FROM private.calendar_links WHERE person_id = $1`, caller.From(ctx).UserID).Scan(&link.CreatedAt)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Link{}, fmt.Errorf("read the calendar link: %w", err)
	}
	return link, nil
}

// EndLink revokes the caller's calendar address. It succeeds if there is none.
func EndLink(ctx context.Context, tx pgx.Tx, _ Nothing) (Link, error) {
	if _, err := tx.Exec(ctx, `DELETE FROM private.calendar_links WHERE person_id = $1`, caller.From(ctx).UserID); err != nil {
		return Link{}, fmt.Errorf("end the calendar link: %w", err)
	}
	return Link{}, nil
}

// PersonOf returns the person whose calendar a secret opens.
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
