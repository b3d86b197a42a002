package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/token"
	"automacao/verify/spawn"
)

// perUser is how many sockets one member may have.
const perUser = 50

// hall is a server with direct access to its database, and a project that everyone may read.
type hall struct {
	server     *spawn.Server
	owner      *pgx.Conn
	keys       *token.Keys
	project    uuid.UUID
	onProjects map[string]any
}

// onMessages subscribes to messages that never arrive in this benchmark.
var onMessages = map[string]any{"event": "INSERT", "schema": "public", "table": "messages", "filter": "to_id=eq." + uuid.NewString()}

func openHall(ctx context.Context, server *spawn.Server) (*hall, error) {
	h := &hall{server: server, onProjects: map[string]any{"event": "UPDATE", "schema": "public", "table": "projects"}}
	var err error
	if h.keys, err = token.FromSecret(server.Keys.JWTSecret); err != nil {
		return nil, err
	}
	if h.owner, err = h.connect(ctx); err != nil {
		return nil, err
	}
	err = h.owner.QueryRow(ctx, `SELECT id FROM public.projects WHERE status = 'open' LIMIT 1`).Scan(&h.project)
	return h, err
}

func (h *hall) connect(ctx context.Context) (*pgx.Conn, error) {
	where := url.Values{"host": {filepath.Join(h.server.Data, "postgres.socket")}, "user": {"automacao"}, "sslmode": {"disable"}}
	return pgx.Connect(ctx, "postgres:///automacao?"+where.Encode())
}

func (h *hall) close() error { return h.owner.Close(context.Background()) }

// crowdOf connects sockets that are spread evenly over the given number of sessions; with none they
// are visitors.
func (h *hall) crowdOf(ctx context.Context, sessions, sockets, channels int, binding map[string]any) (*crowd, error) {
	tokens, err := h.sessions(ctx, sessions)
	if err != nil {
		return nil, err
	}
	tickets := make([]ticket, sockets)
	for i := range tickets {
		tickets[i] = ticket{key: h.server.Keys.AnonKey, token: h.server.Keys.AnonKey, channels: channels, binding: binding}
		if sessions > 0 {
			tickets[i].token = tokens[i%sessions]
		}
	}
	c, err := gatherCrowd(ctx, h.server.URL(), tickets)
	if err == nil {
		c.hall, c.channels = h, channels
	}
	return c, err
}

// sessions creates sessions of new members and returns their tokens.
func (h *hall) sessions(ctx context.Context, sessions int) ([]string, error) {
	rows, err := h.owner.Query(ctx, `
		WITH members AS (
		  INSERT INTO auth.users (email, email_confirmed_at, user_metadata)
		  SELECT 'ouvinte-' || private.uuid_v7() || '@example.com', now(), '{"name": "Ouvinte", "user_type": "professional"}'
		    FROM generate_series(1, $1::int) RETURNING id, email)
		INSERT INTO auth.sessions (user_id)
		SELECT id FROM members, generate_series(1, $2::int) LIMIT $3
		RETURNING id, user_id, (SELECT email FROM members WHERE members.id = user_id)`, (sessions+perUser-1)/perUser, perUser, sessions)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (string, error) {
		var session, user uuid.UUID
		var email string
		if err := row.Scan(&session, &user, &email); err != nil {
			return "", err
		}
		return h.sign(session, user, email)
	})
}

// sign creates the same token as a sign-in.
func (h *hall) sign(session, user uuid.UUID, email string) (string, error) {
	now := time.Now()
	return h.keys.Sign(jwt.MapClaims{
		"iss": core.Issuer(h.server.URL()), "sub": user, "aud": "authenticated", "exp": now.Add(time.Hour).Unix(), "iat": now.Unix(),
		"email": email, "phone": "", "app_metadata": map[string]any{"provider": "email", "providers": []string{"email"}},
		"user_metadata": map[string]any{"name": "Ouvinte", "user_type": "professional"}, "role": "authenticated",
		"aal": "aal1", "amr": []map[string]any{{"method": "password", "timestamp": now.Unix()}}, "session_id": session, "is_anonymous": false,
	})
}

// hear returns how long changes take to reach the crowd, and to reach one listener that uses only
// the driver.
func (c *crowd) hear(ctx context.Context, changes int) (heard, bare durations, err error) {
	listening, err := c.hall.connect(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, listening.Close(ctx)) }()
	if _, err := listening.Exec(ctx, `LISTEN realtime_changes`); err != nil {
		return nil, nil, err
	}
	listeners := len(c.sockets) * c.channels
	// The first change is a warm-up: it prepares statements.
	for number := range changes + 1 {
		var told time.Duration
		err := c.await(ctx, listeners, func(begin func()) error {
			began, err := c.hall.change(ctx, begin)
			if err == nil {
				err = awaitNotification(ctx, listening, c.hall.project.String())
				told = time.Since(began)
			}
			return err
		})
		if err != nil {
			return nil, nil, fmt.Errorf("change %d: %w", number, err)
		}
		if number == 0 {
			c.heard = nil
			continue
		}
		bare = append(bare, told)
	}
	return c.heard, bare, nil
}

// change updates the project and starts the clock right before the commit.
func (h *hall) change(ctx context.Context, begin func()) (began time.Time, err error) {
	tx, err := h.owner.Begin(ctx)
	if err != nil {
		return began, err
	}
	defer func() { _ = tx.Rollback(ctx) }()
	if _, err := tx.Exec(ctx, `UPDATE public.projects SET updated_at = clock_timestamp() WHERE id = $1`, h.project); err != nil {
		return began, err
	}
	began = time.Now()
	begin()
	return began, tx.Commit(ctx)
}
