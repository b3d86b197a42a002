package rest

import (
	"net/http"
	"strings"

	"automacao/internal/kernel/caller"
)

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
