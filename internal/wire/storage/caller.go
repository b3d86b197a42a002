package storage

import (
	"context"
	"encoding/json"
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

// authenticate returns the caller of a request's bearer token, which the protocol requires even of
// anonymous callers.
func (s *Server) authenticate(r *http.Request) (caller.Caller, error) {
	scheme, compact, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || compact == "" {
		return caller.Caller{}, unauthorized("Missing authorization token")
	}
	claims, err := s.keys.Verify(strings.TrimSpace(compact))
	if err != nil {
		return caller.Caller{}, unauthorized("Invalid authorization token").Because(err)
	}
	c := claims.Caller()
	if !slices.Contains([]string{roleAnon, roleUser, caller.ServiceRole}, c.Role) || (c.Role == roleUser && c.UserID == uuid.Nil) {
		return caller.Caller{}, unauthorized("The token names no role of this server")
	}
	from := caller.From(r.Context())
	c.IP, c.UserAgent = from.IP, from.UserAgent
	return c, nil
}

// deletionSetting is what the trigger storage.protect_delete requires before rows are deleted. This
// server deletes their bytes too.
const deletionSetting = "storage.allow_delete_query"

// as runs work under the caller's role, after checking that the session is still valid.
func (s *Server) as(ctx context.Context, c caller.Caller, work func(pgx.Tx) error) error {
	settings := become.Settings{Role: c.Role, Claims: string(c.Claims), Check: s.cfg.PreRequest,
		More: []become.Setting{{Name: "storage.operation", Value: operationOf(ctx)}, {Name: deletionSetting, Value: "true"}}}
	return postgres.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := settings.Enter(ctx, tx); err != nil {
			return err
		}
		return work(tx)
	})
}

// ownerOf is the owner of a new file; nil if the server writes it.
func ownerOf(c caller.Caller) *uuid.UUID {
	if c.Role != roleUser {
		return nil
	}
	return &c.UserID
}

// permitCaller is the caller for whom a signed upload URL was made, as long as that user exists. The
// caller has no session, but policies and bans apply as they are now, not as when the URL was
// signed.
func (s *Server) permitCaller(ctx context.Context, p permit) (caller.Caller, error) {
	switch {
	case p.Owner == uuid.Nil && p.For == caller.ServiceRole:
		return onBehalf(uuid.Nil), nil
	case p.Owner == uuid.Nil:
		return caller.Caller{Role: roleAnon, Claims: json.RawMessage(`{"role":"` + roleAnon + `"}`)}, nil
	}
	exists, err := values[bool](ctx, s.db, `SELECT EXISTS (SELECT FROM auth.users WHERE id = $1 AND deleted_at IS NULL)`, p.Owner)
	if err != nil {
		return caller.Caller{}, fmt.Errorf("look up the user who signed: %w", err)
	}
	if !exists[0] {
		return caller.Caller{}, errDenied
	}
	return onBehalf(p.Owner), nil
}

// onBehalf is the caller in whose name the server writes: a user, or the service role.
func onBehalf(owner uuid.UUID) caller.Caller {
	if owner == uuid.Nil {
		return caller.Caller{Role: caller.ServiceRole}
	}
	return caller.Member(owner)
}
