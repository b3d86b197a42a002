package rest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strconv"

	"automacao/internal/edge/responsecache"
	"automacao/internal/kernel/fault"
)

// reply is a response that is decided but not sent yet, so that errors in it are found while the
// transaction can still be rolled back.
type reply struct {
	status int
	header http.Header
	body   []byte // nil for none
}

func newReply(status int) reply { return reply{status: status, header: http.Header{}} }

// finish adds what every response has, and the status and headers that a SQL function set.
func (r *reply) finish(req *request, out outcome, applied string) error {
	if r.body != nil {
		r.header.Set("Content-Type", req.media.contentType) // unless a function sets another
	}
	if len(out.status) > 0 {
		chosen, err := strconv.Atoi(string(out.status))
		if err != nil || !isStatus(chosen) {
			return fault.New(http.StatusInternalServerError, "PGRST112", "response.status guc must be a valid status code")
		}
		r.status = chosen
	}
	if err := override(r.header, out.headers); err != nil {
		return err
	}
	if applied != "" {
		r.header.Set("Preference-Applied", applied)
	}
	if r.body != nil {
		if req.negotiated {
			r.header.Set("Content-Profile", req.schema)
		}
		r.header.Set("Content-Length", strconv.Itoa(len(r.body)))
	}
	return nil
}

var errHeaders = fault.New(http.StatusInternalServerError, "PGRST111",
	`response.headers guc must be a JSON array composed of objects with a single key and a string value`)

// override sets the headers that a function chose; a header may occur several times.
func override(header http.Header, document []byte) error {
	if len(document) == 0 {
		return nil
	}
	var entries []map[string]*string
	if err := json.Unmarshal(document, &entries); err != nil || entries == nil {
		return errHeaders.Because(err)
	}
	chosen := http.Header{}
	for _, entry := range entries {
		if len(entry) != 1 {
			return errHeaders
		}
		for name, value := range entry {
			if value == nil {
				return errHeaders
			}
			chosen.Add(name, *value)
		}
	}
	maps.Copy(header, chosen)
	return nil
}

func (r *reply) send(w http.ResponseWriter, to *http.Request) {
	header := w.Header()
	for name, values := range r.header {
		header[name] = values
	}
	responsecache.Send(w, to, r.status, r.body)
}

// checkAffected enforces max-affected, which counts only with handling=strict.
func (r *request) checkAffected(rows int64) error {
	if most := r.prefer.maxAffected; most != nil && rows > *most {
		return &fault.Error{Status: http.StatusBadRequest, Code: "PGRST124", Message: "Query result exceeds max-affected preference constraint",
			Details: fmt.Sprintf("The query affects %d rows", rows)}
	}
	return nil
}
