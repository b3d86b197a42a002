// Package become puts a transaction under the caller of a request: it sets the role, the claims,
// the search path and the statement timeout, and checks that the caller's session is still valid.
// All database access on a caller's behalf goes through it. It must not know any protocol or make
// any authorization decision.
package become

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Settings are what a transaction runs under. They end with the transaction.
type Settings struct {
	// Role is the database role whose grants and policies apply.
	Role string
	// Login is a role of which Role has to be a member. It matters only if the connection is a
	// superuser's, which could take on any role, and if Role is not one of the public roles
	// (everybodys). Empty disables the check.
	Login string
	// Claims are the token's payload as JSON; empty means no claims.
	Claims string
	// SearchPath lists schemas in order; empty keeps the connection's search path.
	SearchPath []string
	// ReadOnly makes PostgreSQL refuse every write.
	ReadOnly bool
	// StatementTimeout bounds each statement; 0 keeps the connection's timeout.
	StatementTimeout time.Duration
	// More are settings that functions and policies read, such as request.path.
	More []Setting
	// Check is a SQL function without arguments that raises an error if the caller's session has
	// ended, such as auth.check_session. Empty skips the check.
	Check string
	// Then is a SQL function without arguments that runs after Check, before any other statement.
	// Empty runs none.
	Then string
	// OfRole are the role's own settings, applied before the role is set.
	OfRole []Setting
	// Isolation is the transaction's isolation level; empty keeps the default. If it is set, the
	// steps must be the first statements of the transaction.
	Isolation string
	// onlyClaims leaves all other settings unchanged.
	onlyClaims bool
}

// Setting is a setting and its value. Name comes from the program, never from a request.
type Setting struct{ Name, Value string }

// Step is a statement with its parameters as text.
type Step struct {
	SQL    string
	Params []string
}

// Steps returns the statements to run, in order, at the beginning of the transaction. A batch with
// a single sync counts as one transaction. PostgreSQL restarts the timeout for each statement after
// the first, so the statement timeout applies to those.
func (s Settings) Steps() []Step {
	set := Step{}
	calls := []string{}
	steps := []Step{}
	if level, isKnown := levels[s.Isolation]; isKnown && !s.onlyClaims {
		steps = append(steps, Step{SQL: "SET TRANSACTION ISOLATION LEVEL " + level})
	}
	for _, setting := range s.list() {
		set.Params = append(set.Params, setting.Value)
		value := fmt.Sprintf("$%d", len(set.Params))
		if setting.Name == "role" && s.Login != "" && !slices.Contains(everybodys, s.Role) {
			set.Params = append(set.Params, s.Login)
			value = fmt.Sprintf(ofLogin, len(set.Params)-1, len(set.Params))
		}
		calls = append(calls, fmt.Sprintf("set_config('%s', %s, true)", setting.Name, value))
	}
	set.SQL = "SELECT " + strings.Join(calls, ", ")
	steps = append(steps, set)
	for _, function := range []string{s.Check, s.Then} {
		if function != "" {
			steps = append(steps, Step{SQL: "SELECT " + pgx.Identifier(strings.Split(function, ".")).Sanitize() + "()"})
		}
	}
	return steps
}

// everybodys are the public roles, which a request may use without a grant.
var everybodys = []string{"anon", "authenticated", "service_role"}

// ofLogin yields a role that may be set, or else the name of a role that does not exist.
const ofLogin = `CASE WHEN coalesce((SELECT NOT me.rolsuper OR login.oid <> wanted.oid AND pg_catalog.pg_has_role(login.oid, wanted.oid, 'MEMBER')
	FROM pg_catalog.pg_roles me, pg_catalog.pg_roles login, pg_catalog.pg_roles wanted
	WHERE me.rolname = session_user AND wanted.rolname = $%[1]d::text AND login.rolname = $%[2]d::text), true) THEN $%[1]d::text ELSE $%[1]d::text || ' (not granted)' END`

// levels are the isolation levels other than the default, as PostgreSQL writes them.
var levels = map[string]string{"repeatable read": "REPEATABLE READ", "serializable": "SERIALIZABLE"}

// hasOfRole reports whether the role has its own value for a setting.
func (s Settings) hasOfRole(name string) bool {
	return slices.ContainsFunc(s.OfRole, func(own Setting) bool { return strings.EqualFold(own.Name, name) })
}

func (s Settings) list() []Setting {
	claims := s.Claims
	if claims == "" {
		claims = "{}"
	}
	if s.onlyClaims {
		return []Setting{{"request.jwt.claims", claims}}
	}
	list := slices.Concat(s.OfRole, []Setting{{"role", s.Role}, {"request.jwt.claims", claims}}, s.More)
	if len(s.SearchPath) > 0 && !s.hasOfRole("search_path") {
		quoted := make([]string, len(s.SearchPath))
		for i, schema := range s.SearchPath {
			quoted[i] = pgx.Identifier{schema}.Sanitize()
		}
		list = append(list, Setting{"search_path", strings.Join(quoted, ", ")})
	}
	if s.ReadOnly {
		list = append(list, Setting{"transaction_read_only", "on"})
	}
	if s.StatementTimeout > 0 && !s.hasOfRole("statement_timeout") {
		list = append(list, Setting{"statement_timeout", strconv.FormatInt(s.StatementTimeout.Milliseconds(), 10)})
	}
	return list
}

// Queue adds the steps to a batch that runs as one transaction.
func (s Settings) Queue(batch *pgx.Batch) {
	for _, step := range s.Steps() {
		arguments := make([]any, len(step.Params))
		for i, param := range step.Params {
			arguments[i] = param
		}
		batch.Queue(step.SQL, arguments...)
	}
}

// QueueNext adds steps to a batch under these settings: the rest of the batch runs under other
// claims, whose session is checked. All other settings stay as they are.
func (s Settings) QueueNext(batch *pgx.Batch, claims string) {
	Settings{Claims: claims, Check: s.Check, onlyClaims: true}.Queue(batch)
}

// Enter runs the steps in an open transaction, in one round trip.
func (s Settings) Enter(ctx context.Context, tx pgx.Tx) error {
	batch := &pgx.Batch{}
	s.Queue(batch)
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return fmt.Errorf("become %s: %w", s.Role, err)
	}
	return nil
}

// As runs work inside a transaction as another role with a statement timeout, then restores the
// previous role and timeout. If work fails, its changes are rolled back and the transaction remains
// usable.
func As(ctx context.Context, tx pgx.Tx, role string, timeout time.Duration, work func(pgx.Tx) error) error {
	const set = `SELECT current_setting('role'), current_setting('statement_timeout'), set_config('role', $1, true), set_config('statement_timeout', $2, true)`
	return pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error {
		var before, bound, ignored string
		if err := tx.QueryRow(ctx, set, role, strconv.FormatInt(timeout.Milliseconds(), 10)).Scan(&before, &bound, &ignored, &ignored); err != nil {
			return err
		}
		if err := work(tx); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, set, before, bound)
		return err
	})
}
