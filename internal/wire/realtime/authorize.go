package realtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/caller"
	"automacao/internal/database"
	"automacao/internal/database/become"
	"automacao/internal/wire/token"
)

// policyTimeout is how long a policy may think.
const policyTimeout = 5 * time.Second

const insertProbe = `INSERT INTO realtime.messages (topic, extension) VALUES ($1, $2)`

const insufficientPrivilege = "42501"

// databaseTimeout bounds every conversation with the database.
const databaseTimeout = 15 * time.Second

// errUnreadable means that no policy lets the caller listen to a topic.
var errUnreadable = errors.New("topic is not readable")

// endedError carries the sentence with which PreRequest refused a token.
type endedError struct{ reason string }

func (e endedError) Error() string { return e.reason }

// authorize asks the database what a caller may do on a topic, in a
// transaction that is rolled back. more, if any, runs in it as the caller.
// With errUnreadable the grant still says whether the caller may write.
func (h *Hub) authorize(ctx context.Context, c caller.Caller, topic topicKey, more func(pgx.Tx) error) (*grant, error) {
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	conn, err := database.Acquire(ctx, h.pool)
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
		err = asEnded(h.as(c.Role, string(c.Claims), topic.name).Enter(ctx, tx))
	}
	if err == nil && more != nil {
		err = more(tx)
	}
	return g, err
}

// probe follows the hosted service: rows inserted as the server must be
// visible to the caller for it to listen, and it must be able to insert its
// own for it to speak.
func (h *Hub) probe(ctx context.Context, tx pgx.Tx, g *grant, topic string) error {
	for _, extension := range []string{eventBroadcast, eventPresence} {
		if _, err := tx.Exec(ctx, insertProbe, topic, extension); err != nil {
			return fmt.Errorf("insert probe: %w", err)
		}
	}
	if err := h.as(g.caller.Role, string(g.caller.Claims), topic).Enter(ctx, tx); err != nil {
		return asEnded(err)
	}
	rows, err := tx.Query(ctx, `SELECT extension FROM realtime.messages WHERE topic = $1`, topic)
	if err != nil {
		return fmt.Errorf("read probe: %w", err)
	}
	readable, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("read probe: %w", err)
	}
	g.readBroadcast = slices.Contains(readable, eventBroadcast)
	g.readPresence = slices.Contains(readable, eventPresence)
	if g.writeBroadcast, err = mayInsert(ctx, tx, topic, eventBroadcast); err != nil {
		return err
	}
	if g.writePresence, err = mayInsert(ctx, tx, topic, eventPresence); err != nil {
		return err
	}
	if !g.readBroadcast {
		return errUnreadable
	}
	return nil
}

func mayInsert(ctx context.Context, tx pgx.Tx, topic, extension string) (bool, error) {
	err := pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, insertProbe, topic, extension)
		return err
	})
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok && failed.Code == insufficientPrivilege {
		return false, nil
	}
	return err == nil, err
}

// as is what a transaction runs under that asks on behalf of a caller.
func (h *Hub) as(role, claims, topic string) become.Settings {
	return become.Settings{
		Role: role, Claims: claims, StatementTimeout: policyTimeout, Check: h.cfg.PreRequest,
		More: []become.Setting{{Name: "realtime.topic", Value: topic}},
	}
}

// asEnded recognises the refusal of a session: SQLSTATE PT4xx, as everywhere
// where a function picks the HTTP status of its error.
func asEnded(err error) error {
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok && strings.HasPrefix(failed.Code, "PT4") {
		return endedError{reason: failed.Message}
	}
	return err
}

// refusal is what a client is told about a failed authorisation.
func (h *Hub) refusal(err error, topic string) string {
	if ended, ok := errors.AsType[endedError](err); ok {
		return "Unauthorized: " + ended.reason
	}
	if errors.Is(err, errUnreadable) {
		return "Unauthorized: You do not have permissions to read from this Channel topic: " + topic
	}
	h.log.Error("realtime: authorize a channel", "error", err)
	return "UnableToSetPolicies: " + string(errNoDatabase)
}

// verify checks a token. Unlike a request, a channel lives on, so it gets no
// leeway: it is swept the second its token expires.
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

func tokenReason(err error) string {
	switch {
	case errors.Is(err, token.ErrExpired):
		return "InvalidJWTToken: Token has expired"
	case errors.Is(err, token.ErrMalformed):
		return "MalformedJWT: The token provided is not a valid JWT"
	case errors.Is(err, token.ErrBadClaims):
		return "InvalidJWTToken: Fields `role` and `exp` are required in JWT"
	default:
		return "JwtSignatureError: Failed to validate JWT signature"
	}
}
