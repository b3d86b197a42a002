// Package become puts a transaction under the caller of a request: its role and
// claims, where names are looked up, how long a statement may take, and the
// check that its session lasts. Whoever touches the database for somebody goes
// through here. It knows no protocol and decides nothing itself.
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

// Settings are what a transaction runs under. They end with it.
type Settings struct {
	// Role is the database role whose grants and policies apply.
	Role string
	// Login is whose member a role has to be that is none of everybody's, where the
	// connection is a superuser's, who may be anybody. Empty asks nothing.
	Login string
	// Claims are the token's payload as JSON; empty is a token that claims nothing.
	Claims string
	// SearchPath are schemas in their order; none leaves the connection's.
	SearchPath []string
	// ReadOnly refuses every write.
	ReadOnly bool
	// StatementTimeout bounds each statement; 0 leaves the connection's bound.
	StatementTimeout time.Duration
	// More are settings that functions and policies read, such as request.path.
	More []Setting
	// Check is a SQL function without arguments that raises an error when the
	// caller's session has ended, such as auth.check_session. Empty checks nothing.
	Check string
	// Then is a SQL function without arguments that is called when the check is past,
	// before anything else. Empty calls none.
	Then string
	// OfRole are the settings that the role itself has, made before it is taken on.
	OfRole []Setting
	// Isolation is the level of the transaction; empty is the usual one. The steps
	// have to be the first of the transaction then.
	Isolation string
	// onlyClaims leaves all else as it is.
	onlyClaims bool
}

// Setting is one by its name, which is the program's own and never a request's.
type Setting struct{ Name, Value string }

// Step is a statement with its parameters as text.
type Step struct {
	SQL    string
	Params []string
}

// Steps are to run in their order at the beginning of the transaction; a batch
// with a single sync is one too. PostgreSQL starts the clock anew for each
// statement that follows the first, so that the time-out holds for those.
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

// everybodys are the roles that requests have without being given them.
var everybodys = []string{"anon", "authenticated", "service_role"}

// ofLogin is a role as far as it may be taken on, else one that there is not.
const ofLogin = `CASE WHEN coalesce((SELECT NOT me.rolsuper OR login.oid <> wanted.oid AND pg_catalog.pg_has_role(login.oid, wanted.oid, 'MEMBER')
	FROM pg_catalog.pg_roles me, pg_catalog.pg_roles login, pg_catalog.pg_roles wanted
	WHERE me.rolname = session_user AND wanted.rolname = $%[1]d::text AND login.rolname = $%[2]d::text), true) THEN $%[1]d::text ELSE $%[1]d::text || ' (not granted)' END`

// levels are those that differ from the usual one, as PostgreSQL writes them.
var levels = map[string]string{"repeatable read": "REPEATABLE READ", "serializable": "SERIALIZABLE"}

// hasOfRole reports that the role has a setting of its own.
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

// Queue adds the steps to a batch that is one transaction.
func (s Settings) Queue(batch *pgx.Batch) {
	for _, step := range s.Steps() {
		arguments := make([]any, len(step.Params))
		for i, param := range step.Params {
			arguments[i] = param
		}
		batch.Queue(step.SQL, arguments...)
	}
}

// QueueNext adds to a batch under these settings what puts the rest of it under
// another's claims, and checks that session. All else stays as it was set.
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
