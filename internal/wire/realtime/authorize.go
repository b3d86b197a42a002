package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/postgres"
	"automacao/internal/postgres/become"
	"automacao/internal/wire/token"
)

// policyTimeout bounds the evaluation of policies.
const policyTimeout = 5 * time.Second

// Probe rows have no event, which tells them apart from messages on the topic.
const (
	insertProbes = `INSERT INTO realtime.messages (topic, extension) VALUES ($1, 'broadcast'), ($1, 'presence')`
	insertProbe  = `INSERT INTO realtime.messages (topic, extension) VALUES ($1, $2)`
	readProbes   = `SELECT extension FROM realtime.messages WHERE topic = $1 AND event IS NULL AND extension IN ('broadcast', 'presence')`
)

const (
	insufficientPrivilege = "42501"
	queryCanceled         = "57014"
	undoneClass           = "40" // aborted in favour of another transaction
)

// databaseTimeout bounds every sequence of database calls.
const databaseTimeout = 15 * time.Second

// errUnreadable means that no policy lets the caller listen to a topic.
var errUnreadable = errors.New("topic is not readable")

// endedError carries the message with which PreRequest refused a token.
type endedError struct{ reason string }

func (e endedError) Error() string { return e.reason }

// authorize asks the database what a caller may do on a topic, in a transaction that is rolled
// back. more, if not nil, runs in it as the caller. With errUnreadable the grant still says whether
// the caller may write.
func (h *Hub) authorize(ctx context.Context, c caller.Caller, topic topicKey, more func(pgx.Tx) error) (*grant, error) {
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	conn, err := postgres.Acquire(ctx, h.pool)
	if err != nil {
		return nil, fmt.Errorf("authorize: %w", err)
	}
	defer conn.Release()
	tx, err := conn.Begin(ctx)
	if err != nil {
		return nil, fmt.Errorf("authorize: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	g := &grant{caller: c}
	if topic.private {
		err = h.probe(ctx, tx, g, topic.name)
	} else {
		g.readBroadcast, g.writeBroadcast = h.cfg.AllowPublic, h.cfg.AllowPublic
		g.readPresence, g.writePresence = h.cfg.AllowPublic, h.cfg.AllowPublic
		err = asSessionEnd(h.settings(c.Role, string(c.Claims), topic.name).Enter(ctx, tx))
	}
	if err == nil && more != nil {
		err = more(tx)
	}
	return g, err
}

// probe works like the hosted service: a caller may listen if rows inserted as the server are
// visible to it, and may send if it can insert its own.
func (h *Hub) probe(ctx context.Context, tx pgx.Tx, g *grant, topic string) error {
	if _, err := tx.Exec(ctx, insertProbes, topic); err != nil {
		return fmt.Errorf("insert probes: %w", err)
	}
	if err := h.settingsWithClaims(g.caller, topic).Enter(ctx, tx); err != nil {
		return asSessionEnd(err)
	}
	rows, err := tx.Query(ctx, readProbes, topic)
	if err != nil {
		return fmt.Errorf("read probes: %w", err)
	}
	readable, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if h.isRefusal(err) {
		return errUnreadable
	}
	if err != nil {
		return fmt.Errorf("read probes: %w", err)
	}
	g.readBroadcast = slices.Contains(readable, eventBroadcast)
	g.readPresence = slices.Contains(readable, eventPresence)
	if g.writeBroadcast, err = h.mayInsert(ctx, tx, topic, eventBroadcast); err != nil {
		return err
	}
	if g.writePresence, err = h.mayInsert(ctx, tx, topic, eventPresence); err != nil {
		return err
	}
	if !g.readBroadcast && !g.readPresence {
		return errUnreadable
	}
	return nil
}

func (h *Hub) mayInsert(ctx context.Context, tx pgx.Tx, topic, extension string) (bool, error) {
	err := pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, insertProbe, topic, extension)
		return err
	})
	if h.isRefusal(err) {
		return false, nil
	}
	return err == nil, err
}

// isRefusal distinguishes a policy's refusal from a database failure. A policy that itself fails
// allows nothing.
func (h *Hub) isRefusal(err error) bool {
	failed, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || postgres.IsAway(err) || failed.Code == queryCanceled || strings.HasPrefix(failed.Code, undoneClass) {
		return false
	}
	if failed.Code != insufficientPrivilege {
		h.log.Warn("realtime: a policy on realtime.messages fails", "error", err)
	}
	return true
}

// settingsWithClaims is settings plus the caller's settings that older policies read individually.
func (h *Hub) settingsWithClaims(c caller.Caller, topic string) become.Settings {
	var claims struct {
		Subject string `json:"sub"`
	}
	_ = json.Unmarshal(c.Claims, &claims)
	settings := h.settings(c.Role, string(c.Claims), topic)
	settings.More = append(settings.More,
		become.Setting{Name: "request.jwt.claim.sub", Value: claims.Subject}, become.Setting{Name: "request.jwt.claim.role", Value: c.Role})
	return settings
}

// settings returns the settings of a transaction on behalf of a caller.
func (h *Hub) settings(role, claims, topic string) become.Settings {
	return become.Settings{
		Role: role, Login: h.cfg.LoginRole, Claims: claims, StatementTimeout: policyTimeout, Check: h.cfg.PreRequest,
		More: []become.Setting{{Name: "realtime.topic", Value: topic}},
	}
}

// asSessionEnd recognises the refusal of a session: SQLSTATE PT4xx, with which a function chooses its
// error's HTTP status, or SQLSTATE PGRST, with which it spells the error out.
func asSessionEnd(err error) error {
	failed, ok := errors.AsType[*pgconn.PgError](err)
	switch {
	case !ok:
		return err
	case strings.HasPrefix(failed.Code, "PT4"):
		return endedError{reason: failed.Message}
	case failed.Code == "PGRST":
		if said, _, ok := fault.Raised(failed.Message, failed.Detail); ok && said.Status < http.StatusInternalServerError {
			return endedError{reason: said.Message}
		}
	}
	return err
}

// refusal maps a failed authorisation to what the client is told.
func (h *Hub) refusal(err error, topic string) refusal {
	if ended, ok := errors.AsType[endedError](err); ok {
		return refusal{"Unauthorized", ended.reason}
	}
	if errors.Is(err, errUnreadable) {
		return refusal{"Unauthorized", "You do not have permissions to read from this Channel topic: " + topic}
	}
	h.log.Error("realtime: authorize a channel", "error", err)
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok && failed.Code == queryCanceled {
		return refusal{"QueryCanceled", "Query was cancelled, please try again"}
	}
	return refusal{"UnableToSetPolicies", string(errNoDatabase)}
}

// refusal is one of the protocol's errors. A refused join gets code and text, a closed channel only
// the text.
type refusal struct{ code, text string }

func (r refusal) String() string { return r.code + ": " + r.text }

// verify checks a token. It allows no leeway, unlike for a request, because a channel lives on: it
// is closed in the second in which its token expires.
func (h *Hub) verify(compact string) (token.Claims, error) {
	claims, err := h.keys.VerifyAt(compact, h.now())
	if err != nil {
		return token.Claims{}, err
	}
	if !h.now().Before(claims.ExpiresAt) {
		return token.Claims{}, token.ErrExpired
	}
	if claims.Role == "" {
		return token.Claims{}, token.ErrBadClaims
	}
	return claims, nil
}

func tokenRefusal(err error) refusal {
	switch {
	case errors.Is(err, token.ErrExpired):
		return refusal{"InvalidJWTToken", tokenExpired}
	case errors.Is(err, token.ErrMalformed):
		return refusal{"MalformedJWT", "The token provided is not a valid JWT"}
	case errors.Is(err, token.ErrBadClaims):
		return refusal{"InvalidJWTToken", "Fields `role` and `exp` are required in JWT"}
	default:
		return refusal{"JwtSignatureError", "Failed to validate JWT signature"}
	}
}
