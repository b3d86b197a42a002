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

// answersWithin is how long a document waits for its rows. The script asks for
// what is not there then, as it always can.
const answersWithin = 400 * time.Millisecond

// answer is what a visitor is told about a read.
type answer struct {
	Address string          `json:"address"`
	Range   string          `json:"range"`
	Body    json.RawMessage `json:"body"`
}

// errNoAnswer is a read that is not answered with rows.
var errNoAnswer = errors.New("no rows")

// answersFor are the answers to what a page asks first, nil where one of them
// is not to be had in time: then the script asks.
func (s *Site) answersFor(ctx context.Context, d drawing, first, then []read) []answer {
	if s.cfg.Rest == nil || len(first) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	answers, err := s.askAll(ctx, first)
	if err == nil && len(then) > 0 {
		var more []answer
		more, err = s.askAll(ctx, restingOn(then, answerOf(answers, first, d)))
		answers = append(answers, more...)
	}
	if err != nil {
		// The next one who asks may be told in time.
		responsecache.Refuse(ctx)
		return nil
	}
	return answers
}

// answersTo are the answers to what a directory asks first: of another page than
// the first with those to the parts of its list.
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

// answerOf is the row that a page is about.
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

// ask has the protocol answer as it answers a visitor: under the same rules and
// the same limits.
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
	told := &told{header: http.Header{}}
	s.cfg.Rest.ServeHTTP(told, r)
	if err := ctx.Err(); err != nil {
		return answer{}, err
	}
	body := told.body.Bytes()
	if method == http.MethodHead {
		body = []byte("null")
	}
	if told.status != http.StatusOK && told.status != http.StatusPartialContent || !json.Valid(body) {
		return answer{}, errNoAnswer
	}
	return answer{Address: asked.Address, Range: told.header.Get("Content-Range"), Body: body}, nil
}

// told is an answer that stays in the process.
type told struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (t *told) Header() http.Header { return t.header }

func (t *told) WriteHeader(status int) {
	if t.status == 0 {
		t.status = status
	}
}

func (t *told) Write(part []byte) (int, error) {
	t.WriteHeader(http.StatusOK)
	return t.body.Write(part)
}

// script is the answers as a document carries them. The encoder escapes <, >, &
// and what ends a line, so no text can end the element.
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
