package admin

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
)

// auditEntry is an audit log entry as the protocol shows it. The log stores only user ids;
// addresses are looked up as long as the users have them.
type auditEntry struct {
	ID        uuid.UUID      `json:"id"`
	Payload   map[string]any `json:"payload"`
	CreatedAt time.Time      `json:"created_at"`
	IPAddress string         `json:"ip_address"`
}

// logTypes are the protocol's types of log entries; all other actions have the type user.
var logTypes = map[string][]core.Action{
	"account": {core.ActionLogin, core.ActionLoginFailed, core.ActionLogout},
	"team":    {core.ActionSignedUp, core.ActionInvited, core.ActionDeleted},
	"token":   {core.ActionTokenReused, core.ActionGrantRevoked},
	"factor":  {core.ActionFactorChanged, core.ActionFactorEnrolled, core.ActionFactorVerified, core.ActionFactorRemoved},
}

const logTypeOther = "user"

func logTypeOf(what core.Action) string {
	for name, actions := range logTypes {
		if slices.Contains(actions, what) {
			return name
		}
	}
	return logTypeOther
}

// actionsOf are the actions whose type's name contains a text. If except is true, they are the
// actions to exclude instead.
func actionsOf(text string) (actions []string, except bool) {
	actions = []string{}
	text = strings.ToLower(text)
	except = strings.Contains(logTypeOther, text)
	for name, some := range logTypes {
		if strings.Contains(name, text) == except {
			continue
		}
		for _, one := range some {
			actions = append(actions, string(one))
		}
	}
	return actions, except
}

// auditFilter translates ?query=scope:text to a condition on $1, and the value of $1.
func auditFilter(query string) (condition string, value any, err error) {
	if query == "" {
		return "$1::text IS NULL", nil, nil
	}
	scope, text, found := strings.Cut(query, ":")
	pattern := "%" + likeLiteral.Replace(text) + "%"
	switch {
	case !found:
	case scope == "author":
		return "(author.email ILIKE $1::text OR author.phone ILIKE $1)", pattern, nil
	case scope == "action":
		return "e.action ILIKE $1::text", pattern, nil
	case scope == "type":
		actions, except := actionsOf(text)
		if except {
			return "NOT e.action = ANY($1::text[])", actions, nil
		}
		return "e.action = ANY($1::text[])", actions, nil
	}
	return "", nil, core.Invalid("Invalid query scope: %s", query)
}

// likeLiteral escapes the wildcards of LIKE.
var likeLiteral = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// auditActor is the acting user: the entry's own user if it names no other.
const auditActor = `coalesce((e.payload ->> 'actor_id')::uuid, e.user_id)`

const fromAudit = `
	FROM auth.audit_log_entries e
	LEFT JOIN auth.users author ON author.id = ` + auditActor + ` AND author.deleted_at IS NULL
	WHERE `

// ListAudit is GET /admin/audit, newest first.
func (s *Server) ListAudit(w http.ResponseWriter, r *http.Request) error {
	page, perPage, err := core.AskedPage(r)
	if err != nil {
		return err
	}
	condition, value, err := auditFilter(r.URL.Query().Get("query"))
	if err != nil {
		return err
	}
	ctx := r.Context()
	var total int
	if err := s.DB.QueryRow(ctx, `SELECT count(*) `+fromAudit+condition, value).Scan(&total); err != nil {
		return fmt.Errorf("count audit log: %w", err)
	}
	rows, err := s.DB.Query(ctx, `
		SELECT e.id, e.action, e.user_id, e.payload, e.created_at, coalesce(host(e.ip), ''),
		       coalesce(`+auditActor+`, '`+uuid.Nil.String()+`'), coalesce(author.email, author.phone, '')`+fromAudit+condition+`
		 ORDER BY e.created_at DESC, e.id DESC LIMIT $2 OFFSET $3`, value, perPage, (page-1)*perPage)
	if err != nil {
		return fmt.Errorf("read audit log: %w", err)
	}
	entries, err := pgx.CollectRows(rows, scanAudit)
	if err != nil {
		return fmt.Errorf("read audit log: %w", err)
	}
	s.SetPage(w, "/admin/audit", page, perPage, total)
	return core.Answer(w, http.StatusOK, append([]auditEntry{}, entries...))
}

func scanAudit(row pgx.CollectableRow) (auditEntry, error) {
	var one auditEntry
	var what core.Action
	var about *uuid.UUID
	var actor uuid.UUID
	var name string
	traits := map[string]any{}
	if err := row.Scan(&one.ID, &what, &about, &traits, &one.CreatedAt, &one.IPAddress, &actor, &name); err != nil {
		return one, err
	}
	if about != nil {
		traits["user_id"] = *about
	}
	delete(traits, "actor_id")
	one.CreatedAt = one.CreatedAt.UTC()
	one.Payload = map[string]any{
		"action": what, "actor_id": actor, "actor_username": name, "actor_via_sso": false, "log_type": logTypeOf(what), "traits": traits,
	}
	return one, nil
}
