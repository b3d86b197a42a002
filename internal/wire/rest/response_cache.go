package rest

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"

	"automacao/internal/edge/responsecache"
	"automacao/internal/kernel/caller"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
)

// sharedKeyMax bounds a cache key, in bytes.
const sharedKeyMax = 4 << 10

// sharedKeyUsual is about how many bytes a key has besides the address.
const sharedKeyUsual = 96

// sharedHeaders are the headers that change an anonymous caller's response.
var sharedHeaders = []string{"Accept", "Accept-Profile", "Prefer", "Range"}

// sharedVary makes caches keep separate responses for other headers, including other tokens.
var sharedVary = []string{strings.Join(append([]string{"Accept-Encoding", "Authorization", "Apikey"}, sharedHeaders...), ", ")}

// sharedAs reports whether the response is the same for every anonymous caller, and under which
// cache key.
func (e *Engine) sharedAs(r *http.Request, from caller.Caller) (responsecache.Ask, bool) {
	isRead := r.Method == http.MethodGet || r.Method == http.MethodHead
	if !isRead || e.now().Memory == nil || from.Role != e.now().AnonRole || from.UserID != uuid.Nil || from.SessionID != uuid.Nil {
		return responsecache.Ask{}, false
	}
	token := r.Header.Get("Authorization")
	if token != "" && (e.now().VisitorKey == "" || token != "Bearer "+e.now().VisitorKey) {
		return responsecache.Ask{}, false
	}
	var key strings.Builder
	key.Grow(len(r.URL.Path) + len(r.URL.RawQuery) + sharedKeyUsual)
	key.WriteString("rest ")
	if token != "" {
		key.WriteString("key ") // functions may read the claims of the key
	}
	key.WriteString(r.URL.EscapedPath() + "?" + inOrder(r.URL.RawQuery))
	for _, name := range sharedHeaders {
		value := strings.Join(r.Header[name], ",")
		if name == "Prefer" && strings.Contains(value, "tx=") {
			return responsecache.Ask{}, false
		}
		key.WriteString("\n" + value)
	}
	return responsecache.Ask{Key: key.String(), Vary: sharedVary, Location: locationAt(r.URL)}, key.Len() <= sharedKeyMax
}

// inOrder sorts the parameters of a query by name. Parameters of the same name keep their order,
// which may be significant.
func inOrder(query string) string {
	if !strings.Contains(query, "&") {
		return query
	}
	parameters := strings.Split(query, "&")
	if slices.IsSortedFunc(parameters, byName) {
		return query
	}
	slices.SortStableFunc(parameters, byName)
	return strings.Join(parameters, "&")
}

func byName(a, b string) int {
	first, _, _ := strings.Cut(a, "=")
	second, _, _ := strings.Cut(b, "=")
	return strings.Compare(first, second)
}

// restsOn tells the response cache which statement the response depends on, before it runs. Give
// the relation if the request may select one of its rows by primary key.
func restsOn(req *request, statement plan.Statement, relation *catalog.Relation) {
	read := responsecache.Read{SQL: statement.SQL, Params: statement.Params, IsOurs: true}
	if relation != nil {
		if key := keyAsked(req, relation); key != "" {
			read.Table, read.Column, read.Key = relation.Schema+"."+relation.Name, relation.PrimaryKey[0], key
		}
	}
	responsecache.RestsOn(req.http.Context(), read)
}

// keyAsked is the primary key of the only row that the request selects; "" if there is none.
func keyAsked(req *request, relation *catalog.Relation) string {
	if len(relation.PrimaryKey) != 1 || relation.IsView {
		return ""
	}
	column := relation.Column(relation.PrimaryKey[0])
	if column == nil || column.Type != "uuid" {
		return ""
	}
	for _, c := range req.query.Root.Where {
		if c.Group == "" && !c.Negated && c.Operator == "eq" && c.Quantifier == "" && c.Field.Name == column.Name && len(c.Field.Path) == 0 {
			if id, err := uuid.Parse(c.Value); err == nil {
				return id.String()
			}
		}
	}
	return ""
}

// keepToHimself keeps a response out of the cache if a function set its headers or status.
func keepToHimself(ctx context.Context, out outcome) {
	if len(out.headers) > 0 || len(out.status) > 0 {
		responsecache.Refuse(ctx)
	}
}
