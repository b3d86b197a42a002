package functions

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"
	"automacao/internal/postgres/become"
)

const (
	roleAnon = "anon"
	roleUser = "authenticated"
)

// identify returns the caller of a request by its bearer token; without a token the caller is
// anonymous. With an invalid token only the caller's address is known.
func (s *Server) identify(r *http.Request) (caller.Caller, error) {
	from := caller.From(r.Context())
	authorization := r.Header.Get("Authorization")
	if authorization == "" {
		from.Role = roleAnon
		return from, nil
	}
	scheme, compact, _ := strings.Cut(authorization, " ")
	if !strings.EqualFold(scheme, "Bearer") || compact == "" {
		return from, errToken
	}
	claims, err := s.keys.Verify(strings.TrimSpace(compact))
	if err != nil {
		return from, errToken.Because(err)
	}
	c := claims.Caller()
	if !slices.Contains(roles, c.Role) || (c.Role == roleUser && c.UserID == uuid.Nil) {
		return from, errToken
	}
	c.IP, c.UserAgent = from.IP, from.UserAgent
	return c, nil
}

// Read runs work in one read-only transaction, under the role, claims and policies of ctx's caller,
// after checking that their session is still valid. All statements see one snapshot. Read never
// retries, so work may write what it reads to a buffered response. If the response is streamed, a
// slow client keeps the transaction open.
func (s *Server) Read(ctx context.Context, work func(pgx.Tx) error) error {
	return s.ReadAs(ctx, caller.From(ctx), work)
}

// ReadAs is Read for a caller whom the request identifies other than by a token, such as the holder
// of a secret URL.
func (s *Server) ReadAs(ctx context.Context, c caller.Caller, work func(pgx.Tx) error) error {
	settings := become.Settings{Role: c.Role, Claims: string(c.Claims), Check: s.cfg.PreRequest}
	conn, err := postgres.Acquire(ctx, s.pool)
	if err != nil {
		return err
	}
	defer conn.Release()
	reading := pgx.TxOptions{AccessMode: pgx.ReadOnly, IsoLevel: pgx.RepeatableRead}
	return pgx.BeginTxFunc(ctx, conn, reading, func(tx pgx.Tx) error {
		if err := settings.Enter(ctx, tx); err != nil {
			return err
		}
		return work(tx)
	})
}

// ReadAsServer is Read under the server's own role: work decides itself what the caller may see.
func (s *Server) ReadAsServer(ctx context.Context, work func(pgx.Tx) error) error {
	return s.Read(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SET LOCAL ROLE NONE"); err != nil {
			return fmt.Errorf("leave the caller's role: %w", err)
		}
		return work(tx)
	})
}
