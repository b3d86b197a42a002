package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"automacao/internal/edge/responsecache"
	"automacao/internal/kernel/route"
)

// answersWithin is how long a document waits for its rows. The script requests what is missing
// after that.
const answersWithin = 400 * time.Millisecond

// answer is the answer to a read of an anonymous visitor.
type answer struct {
	Address string          `json:"address"`
	Range   string          `json:"range"`
	Body    json.RawMessage `json:"body"`
}

// errNoAnswer means that a read was not answered with rows.
var errNoAnswer = errors.New("no rows")

// answersFor returns the answers to what a page requests first. It returns nil if one of them fails
// or takes too long; then the script requests them.
func (s *Site) answersFor(ctx context.Context, d drawing, first, then []read) []answer {
	if s.cfg.Rest == nil || len(first) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	answers, err := s.askAll(ctx, first)
	if err == nil && len(then) > 0 {
		var more []answer
		more, err = s.askAll(ctx, filledIn(then, answerOf(answers, first, d)))
		answers = append(answers, more...)
	}
	if err != nil {
		// Do not cache this document: the next request may get its answers in time.
		responsecache.Refuse(ctx)
		return nil
	}
	return answers
}

// answersTo returns the answers to what a directory requests first. On any page but the first, they
// include the parts of its list.
func (s *Site) answersTo(ctx context.Context, d drawing, reads, beside []read) []answer {
	answers := s.answersFor(ctx, d, reads, nil)
	if answers == nil || len(beside) == 0 {
		return answers
	}
	ctx, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	parts, err := s.askBeside(ctx, beside)
	if err != nil {
		responsecache.Refuse(ctx)
		return nil
	}
	return append(answers, parts...)
}

// answerOf returns the row that a page is about.
func answerOf(answers []answer, reads []read, d drawing) []byte {
	for i, r := range reads {
		if d.Address == many(route.Project) && strings.HasPrefix(r.Address, "/rest/v1/projects?") {
			return answers[i].Body
		}
	}
	return nil
}

func (s *Site) askAll(ctx context.Context, reads []read) ([]answer, error) {
	answers := make([]answer, len(reads))
	for i, r := range reads {
		var err error
		if answers[i], err = s.ask(ctx, r); err != nil {
			return nil, err
		}
	}
	return answers, nil
}

// ask calls the REST handler as an anonymous visitor, so that the same rules and limits apply.
func (s *Site) ask(ctx context.Context, asked read) (answer, error) {
	method, address := http.MethodGet, asked.Address
	if counted, isHead := strings.CutPrefix(address, headOf); isHead {
		method, address = http.MethodHead, counted
	}
	r, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return answer{}, err
	}
	r.Header.Set("Accept", "application/json")
	if asked.Count != "" {
		r.Header.Set("Prefer", "count="+asked.Count)
	}
	recorded := &recorded{header: http.Header{}}
	s.cfg.Rest.ServeHTTP(recorded, r)
	if err := ctx.Err(); err != nil {
		return answer{}, err
	}
	body := recorded.body.Bytes()
	if method == http.MethodHead {
		body = []byte("null")
	}
	if recorded.status != http.StatusOK && recorded.status != http.StatusPartialContent || !json.Valid(body) {
		return answer{}, errNoAnswer
	}
	return answer{Address: asked.Address, Range: recorded.header.Get("Content-Range"), Body: body}, nil
}

// recorded is a response that stays in the process.
type recorded struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (t *recorded) Header() http.Header { return t.header }

func (t *recorded) WriteHeader(status int) {
	if t.status == 0 {
		t.status = status
	}
}

func (t *recorded) Write(part []byte) (int, error) {
	t.WriteHeader(http.StatusOK)
	return t.body.Write(part)
}

// script returns the answers as an element of the document. The encoder escapes <, >, & and line
// terminators, so no text can end the element.
func script(answers []answer) string {
	if len(answers) == 0 {
		return ""
	}
	written, err := json.Marshal(answers)
	if err != nil {
		return ""
	}
	return `<script type="application/json" id="answers">` + string(written) + `</script>`
}
