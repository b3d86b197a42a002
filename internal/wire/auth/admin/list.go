package admin

import (
	"fmt"
	"net/http"

	"automacao/internal/wire/auth/core"
)

// filterBytesMax bounds the filter of a user search, which is compared with every row.
const filterBytesMax = 255

// userFilter is the condition of ?filter=, a case-insensitive part of an address or full name, in
// which % and _ have their meaning in LIKE, as in the protocol.
const userFilter = `($1::text = '' OR coalesce(u.email, u.sso_email) ILIKE '%' || $1 || '%' OR u.user_metadata ->> 'full_name' ILIKE '%' || $1 || '%')`

// ListUsers is GET /admin/users, newest first.
func (s *Server) ListUsers(w http.ResponseWriter, r *http.Request) error {
	page, perPage, err := core.AskedPage(r)
	if err != nil {
		return err
	}
	filter := r.URL.Query().Get("filter")
	if len(filter) > filterBytesMax {
		return core.Invalid("filter cannot be longer than %d bytes", filterBytesMax)
	}
	var total int
	if err := s.DB.QueryRow(r.Context(), `SELECT count(*) FROM auth.users u WHERE u.deleted_at IS NULL AND `+userFilter, filter).Scan(&total); err != nil {
		return fmt.Errorf("count users: %w", err)
	}
	users, err := core.FindUsers(r.Context(), s.DB, userFilter+" ORDER BY u.created_at DESC, u.id DESC LIMIT $2 OFFSET $3", filter, perPage, (page-1)*perPage)
	if err != nil {
		return err
	}
	if users == nil {
		users = []*core.User{}
	}
	s.SetPage(w, "/admin/users", page, perPage, total, "filter", filter)
	return core.Answer(w, http.StatusOK, map[string]any{"users": users, "aud": core.Audience})
}
