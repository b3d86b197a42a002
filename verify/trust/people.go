package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/wire/client"
	"automacao/verify/spawn"
)

// town is a running server with signed-in members and direct access to its database.
type town struct {
	*spawn.Server
	db *pgxpool.Pool
	// dbURL reaches the database as its owner.
	dbURL string
	http  *http.Client
}

// settle starts a separate server for the check on its private database.
func (r *run) settle(ctx context.Context, flags, env []string) (*town, error) {
	server, err := r.own(flags, env)
	if err != nil {
		return nil, err
	}
	if err := server.Start(ctx); err != nil {
		return nil, errors.Join(err, server.Close())
	}
	query := url.Values{"host": {filepath.Join(server.Data, "postgres.socket")}, "user": {"automacao"}, "sslmode": {"disable"}}
	return openTown(ctx, server, "postgres:///automacao?"+query.Encode())
}

// openTown connects to a server's database and lifts the members' rate limits, because these checks
// look for lost data.
func openTown(ctx context.Context, server *spawn.Server, dbURL string) (*town, error) {
	t := &town{Server: server, dbURL: dbURL, http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}, Timeout: time.Minute}}
	var err error
	if t.db, err = pgxpool.New(ctx, dbURL); err != nil {
		return nil, errors.Join(err, server.Close())
	}
	if _, err := t.db.Exec(ctx, `UPDATE private.limits SET value = 1000000 WHERE name ~ '_(minute|hour|day)_max$'`); err != nil {
		return nil, errors.Join(err, t.leave())
	}
	return t, nil
}

func (t *town) leave() error {
	t.db.Close()
	t.http.CloseIdleConnections()
	return t.Close()
}

// newMember creates all rows of a member in one statement.
const newMember = `
	WITH u AS (INSERT INTO auth.users (id, email) VALUES ($1::uuid, $1::text || '@exemplo.test') RETURNING id),
	     p AS (INSERT INTO public.profiles (id, role, name) SELECT id, $2, $3 FROM u RETURNING id),
	     a AS (INSERT INTO public.accounts (profile_id, email) SELECT id, id::text || '@exemplo.test' FROM p)
	INSERT INTO auth.sessions (id, user_id) SELECT $4::uuid, id FROM u`

// sessionTTL is longer than any check.
const sessionTTL = 24 * time.Hour

// member creates a member with a session.
func (t *town) member(ctx context.Context, role, name string) (*client.Client, error) {
	id, session := uuid.New(), uuid.New()
	_, err := t.db.Exec(ctx, newMember, id, role, name, session)
	if err != nil {
		return nil, fmt.Errorf("settle %s: %w", name, err)
	}
	signed, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
		"iss": t.URL() + "/auth/v1", "aud": "authenticated", "role": "authenticated", "sub": id.String(),
		"session_id": session.String(), "exp": time.Now().Add(sessionTTL).Unix(), "iat": time.Now().Unix(),
	}).SignedString([]byte(t.Keys.JWTSecret))
	if err != nil {
		return nil, err
	}
	return &client.Client{URL: t.URL(), AnonKey: t.Keys.AnonKey, Token: signed, UserID: id, HTTP: t.http}, nil
}

// insert inserts a row as a member.
func insert(ctx context.Context, who *client.Client, table string, row map[string]any) error {
	body, err := json.Marshal(row)
	if err != nil {
		return err
	}
	_, err = who.Call(ctx, http.MethodPost, "/rest/v1/"+table, body, "Prefer", "return=minimal")
	return err
}

// number returns the single number that a query yields.
func (t *town) number(ctx context.Context, query string, arguments ...any) (count int, err error) {
	err = t.db.QueryRow(ctx, query, arguments...).Scan(&count)
	return count, err
}
