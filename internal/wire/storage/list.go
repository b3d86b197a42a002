package storage

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
)

// listMax is the maximum number of rows of one page.
const listMax = 1000

type listRequest struct {
	Prefix string `json:"prefix"`
	Search string `json:"search"`
	Limit  *int64 `json:"limit"`
	Offset int64  `json:"offset"`
	SortBy struct {
		Column string `json:"column"`
		Order  string `json:"order"`
	} `json:"sortBy"`
}

// listEntry is a file, or a folder, which has only a name.
type listEntry struct {
	Name           string     `json:"name"`
	ID             *uuid.UUID `json:"id"`
	UpdatedAt      *time.Time `json:"updated_at"`
	CreatedAt      *time.Time `json:"created_at"`
	LastAccessedAt *time.Time `json:"last_accessed_at"`
	Metadata       *metadata  `json:"metadata"`
}

// listObjects reads a folder as a range of names, so that an index serves it even under policies.
// DEL (chr(127)) sorts after every character that a name may have.
const listObjects = `
	WITH inside AS (
	  SELECT substr(name, length($2) + 1) AS rest, id, updated_at, created_at, last_accessed_at, metadata
	  FROM storage.objects
	  WHERE bucket_id = $1 AND name >= $2 AND name < $2 || chr(127)
	), entries AS (
	  SELECT DISTINCT split_part(rest, '/', 1) AS name, NULL::uuid AS id, NULL::timestamptz AS updated_at,
	         NULL::timestamptz AS created_at, NULL::timestamptz AS last_accessed_at, NULL::jsonb AS metadata
	  FROM inside WHERE strpos(rest, '/') > 0
	  UNION ALL
	  SELECT * FROM inside WHERE strpos(rest, '/') = 0
	)
	SELECT name, id, updated_at, created_at, last_accessed_at, metadata
	FROM entries WHERE starts_with(lower(name), lower($3))
	ORDER BY id IS NOT NULL, `

// list answers with what the caller may see of a folder, folders before files.
func (s *Server) list(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	var wanted listRequest
	if err := readJSON(w, r, &wanted); err != nil {
		return err
	}
	limit := int64(100)
	if wanted.Limit != nil {
		limit = *wanted.Limit
	}
	if limit < 1 || wanted.Offset < 0 {
		return invalidRequest("limit must be at least 1 and offset at least 0")
	}
	order, err := orderBy(wanted.SortBy.Column, wanted.SortBy.Order, "name", "updated_at", "created_at", "last_accessed_at")
	if err != nil {
		return err
	}
	folder := strings.Trim(wanted.Prefix, "/")
	if folder != "" {
		if err := checkKey(folder); err != nil {
			return err
		}
		folder += "/"
	}
	if wanted.Search != "" && !keyGrammar.MatchString(wanted.Search) {
		return invalidKey(wanted.Search)
	}
	// A search may name folders below the listed one.
	if cut := strings.LastIndex(wanted.Search, "/") + 1; cut > 0 {
		folder, wanted.Search = folder+wanted.Search[:cut], wanted.Search[cut:]
	}
	var entries []listEntry
	err = s.as(r.Context(), c, func(tx pgx.Tx) (err error) {
		entries, err = many[listEntry](r.Context(), tx, listObjects+order+` LIMIT $4 OFFSET $5`,
			r.PathValue("bucket"), folder, wanted.Search, min(limit, listMax), wanted.Offset)
		return err
	})
	if err != nil {
		return err
	}
	return writeJSON(w, entries)
}

// orderBy writes an order by one of the columns, the first by default. The name breaks ties, so
// that pages do not overlap.
func orderBy(column, direction string, columns ...string) (string, error) {
	if column == "" {
		column = columns[0]
	}
	if direction == "" {
		direction = "asc"
	}
	direction = strings.ToLower(direction)
	if !slices.Contains(columns, column) || (direction != "asc" && direction != "desc") {
		return "", invalidRequest("The order is not one of " + strings.Join(columns, ", "))
	}
	return column + " " + direction + ", name", nil
}
