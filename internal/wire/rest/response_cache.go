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

// cacheKeyMax bounds a cache key, in bytes.
const cacheKeyMax = 4 << 10

// cacheKeyUsual is about how many bytes a key has besides the address.
const cacheKeyUsual = 96

// cachedHeaders are the headers that change an anonymous caller's response.
var cachedHeaders = []string{"Accept", "Accept-Profile", "Prefer", "Range"}

// cachedVary makes caches keep separate responses for other headers, including other tokens.
var cachedVary = []string{strings.Join(append([]string{"Accept-Encoding", "Authorization", "Apikey"}, cachedHeaders...), ", ")}

// responseKey reports whether the response is the same for every anonymous caller, and under which
// cache key.
func (e *Engine) responseKey(r *http.Request, from caller.Caller) (responsecache.Ask, bool) {
	isRead := r.Method == http.MethodGet || r.Method == http.MethodHead
	if !isRead || e.config().Memory == nil || from.Role != e.config().AnonRole || from.UserID != uuid.Nil || from.SessionID != uuid.Nil {
		return responsecache.Ask{}, false
	}
	token := r.Header.Get("Authorization")
	if token != "" && (e.config().VisitorKey == "" || token != "Bearer "+e.config().VisitorKey) {
		return responsecache.Ask{}, false
	}
	var key strings.Builder
	key.Grow(len(r.URL.Path) + len(r.URL.RawQuery) + cacheKeyUsual)
	key.WriteString("rest ")
	if token != "" {
		key.WriteString("key ") // functions may read the claims of the key
	}
	key.WriteString(r.URL.EscapedPath() + "?" + inOrder(r.URL.RawQuery))
	for _, name := range cachedHeaders {
		value := strings.Join(r.Header[name], ",")
		if name == "Prefer" && strings.Contains(value, "tx=") {
			return responsecache.Ask{}, false
		}
		key.WriteString("\n" + value)
	}
	return responsecache.Ask{Key: key.String(), Vary: cachedVary, Location: locationAt(r.URL)}, key.Len() <= cacheKeyMax
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

// recordDependency tells the response cache which statement the response depends on, before it
// runs. Give the relation if the request may select one of its rows by primary key.
func recordDependency(req *request, statement plan.Statement, relation *catalog.Relation) {
	read := responsecache.Read{SQL: statement.SQL, Params: statement.Params, IsOurs: true}
	if relation != nil {
		if key := selectedKey(req, relation); key != "" {
			read.Table, read.Column, read.Key = relation.Schema+"."+relation.Name, relation.PrimaryKey[0], key
		}
	}
	responsecache.RestsOn(req.http.Context(), read)
}

// selectedKey is the primary key of the only row that the request selects; "" if there is none.
func selectedKey(req *request, relation *catalog.Relation) string {
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

// keepOutOfCache keeps a response out of the cache if a function set its headers or status.
func keepOutOfCache(ctx context.Context, out outcome) {
	if len(out.headers) > 0 || len(out.status) > 0 {
		responsecache.Refuse(ctx)
	}
}

// NeedsNothing reports whether a read below Base can be answered without the database: from the
// response cache, or with an error in its token or query. Checking costs one parse and no wait.
func (e *Engine) NeedsNothing(r *http.Request) bool {
	path, isOurs := strings.CutPrefix(r.URL.Path, Base+"/")
	if !isOurs || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	from, err := e.identify(r)
	if err != nil {
		return true
	}
	address := *r.URL
	address.Path, address.RawPath = "/"+path, strings.TrimPrefix(r.URL.RawPath, Base)
	asked := r.WithContext(caller.NewContext(r.Context(), from))
	asked.URL = &address
	if ask, isShared := e.responseKey(asked, from); isShared && e.config().Memory.Has(ask.Key) {
		return true
	}
	if path == "" {
		return false
	}
	_, err = e.read(asked, from)
	return err != nil
}
