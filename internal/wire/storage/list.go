package storage

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
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

type pageRequest struct {
	Prefix        string `json:"prefix"`
	Limit         *int64 `json:"limit"`
	Cursor        string `json:"cursor"`
	WithDelimiter bool   `json:"with_delimiter"`
	SortBy        struct {
		Column string `json:"column"`
		Order  string `json:"order"`
	} `json:"sortBy"`
}

// pageEntry is a file by its full name, or a folder, whose name ends with a slash.
type pageEntry struct {
	Name           string     `json:"name"`
	ID             *uuid.UUID `json:"id"`
	UpdatedAt      *time.Time `json:"updated_at"`
	CreatedAt      *time.Time `json:"created_at"`
	LastAccessedAt *time.Time `json:"last_accessed_at"`
	Metadata       *metadata  `json:"metadata"`
}

type pageObject struct {
	Key string `json:"key"`
	pageEntry
}

type pageFolder struct {
	Key  string `json:"key"`
	Name string `json:"name"`
}

type page struct {
	HasNext    bool         `json:"hasNext"`
	Folders    []pageFolder `json:"folders"`
	Objects    []pageObject `json:"objects"`
	NextCursor string       `json:"nextCursor,omitempty"`
}

// pageCursor marks where a page ends: its last entry, in the list's order.
type pageCursor struct {
	Column string    `json:"c"`
	Order  string    `json:"o"`
	Name   string    `json:"n"`
	At     time.Time `json:"t"`
}

func (c pageCursor) String() string {
	raw, _ := json.Marshal(c)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// readCursor parses a cursor of the same order; an empty text is the beginning.
func readCursor(text, column, order string) (*pageCursor, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // no cursor is a value here
	}
	var c pageCursor
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err != nil || c.Column != column || c.Order != order {
		return nil, invalidRequest("The cursor is not one of this list")
	}
	return &c, nil
}

// Files below a prefix are listed one by one, or as the first-level folders besides the files that
// are in none. A folder's date is that of its oldest file.
const (
	pageFiles = `
	SELECT name, id, updated_at, created_at, last_accessed_at, metadata FROM storage.objects
	WHERE bucket_id = $1 AND name >= $2 AND name < $2 || chr(127)`
	pageFolders = `
	SELECT $2 || split_part(rest, '/', 1) COLLATE "C" || '/' AS name, NULL::uuid AS id, min(created_at) AS updated_at,
	       min(created_at) AS created_at, NULL::timestamptz AS last_accessed_at, NULL::jsonb AS metadata
	FROM (SELECT substr(name, length($2) + 1) AS rest, created_at FROM storage.objects
	      WHERE bucket_id = $1 AND name >= $2 AND name < $2 || chr(127)) AS inside
	WHERE strpos(rest, '/') > 0 GROUP BY 1
	UNION ALL` + pageFiles + ` AND strpos(substr(name, length($2) + 1), '/') = 0`
)

// statement selects a page that begins after $3, or after $4 and $3.
func (q pageRequest) statement() string {
	entries, after, direction := pageFiles, ">", "ASC"
	if q.WithDelimiter {
		entries = pageFolders
	}
	if q.SortBy.Order == "desc" {
		after, direction = "<", "DESC"
	}
	behind, order := "name "+after+" $3", "name "+direction
	if q.SortBy.Column != "name" {
		behind = fmt.Sprintf("(%s, name) %s ($4, $3)", q.SortBy.Column, after)
		order = q.SortBy.Column + " " + direction + ", " + order
	}
	return `SELECT name, id, updated_at, created_at, last_accessed_at, metadata FROM (` + entries + `) AS entries
		WHERE $3::text IS NULL OR $4::timestamptz IS NULL OR ` + behind + ` ORDER BY ` + order + ` LIMIT $5`
}

func (q *pageRequest) check() (limit int64, from *pageCursor, err error) {
	limit = listMax
	if q.Limit != nil {
		limit = min(*q.Limit, listMax)
	}
	if limit < 1 {
		return 0, nil, invalidRequest("limit must be at least 1")
	}
	if _, err := orderBy(q.SortBy.Column, q.SortBy.Order, "name", "updated_at", "created_at"); err != nil {
		return 0, nil, err
	}
	if q.SortBy.Column == "" {
		q.SortBy.Column = "name"
	}
	if q.SortBy.Order = strings.ToLower(q.SortBy.Order); q.SortBy.Order == "" {
		q.SortBy.Order = "asc"
	}
	if len(q.Prefix) > keyBytesMax || q.Prefix != "" && !keyGrammar.MatchString(q.Prefix) {
		return 0, nil, invalidKey(q.Prefix)
	}
	from, err = readCursor(q.Cursor, q.SortBy.Column, q.SortBy.Order)
	return limit, from, err
}

// listPages answers with what the caller may see below a prefix, page by page.
func (s *Server) listPages(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	var wanted pageRequest
	if err := readJSON(w, r, &wanted); err != nil {
		return err
	}
	limit, from, err := wanted.check()
	if err != nil {
		return err
	}
	var name *string
	var at *time.Time
	if from != nil {
		name, at = &from.Name, &from.At
	}
	var entries []pageEntry
	err = s.as(r.Context(), c, func(tx pgx.Tx) (err error) {
		// One row more than requested tells whether there is another page.
		entries, err = many[pageEntry](r.Context(), tx, wanted.statement(), r.PathValue("bucket"), wanted.Prefix, name, at, limit+1)
		return err
	})
	if err != nil {
		return err
	}
	return writeJSON(w, wanted.paged(entries, int(limit)))
}

func (q pageRequest) paged(entries []pageEntry, limit int) page {
	made := page{Folders: []pageFolder{}, Objects: []pageObject{}}
	if len(entries) > limit {
		entries = entries[:limit]
		last := pageCursor{Column: q.SortBy.Column, Order: q.SortBy.Order, Name: entries[limit-1].Name}
		switch q.SortBy.Column {
		case "updated_at":
			last.At = *entries[limit-1].UpdatedAt
		case "created_at":
			last.At = *entries[limit-1].CreatedAt
		}
		made.HasNext, made.NextCursor = true, last.String()
	}
	for _, entry := range entries {
		if entry.ID == nil {
			made.Folders = append(made.Folders, pageFolder{Key: strings.TrimSuffix(entry.Name, "/"), Name: entry.Name})
			continue
		}
		made.Objects = append(made.Objects, pageObject{Key: entry.Name, pageEntry: entry})
	}
	return made
}
