// Package functions serves registered Go functions under their names, the way the official client
// calls them (functions-js), with any body and any response, including streams. It owns who may
// call a function, what a call may cost and how a failure is reported. It knows no particular
// function.
package functions

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/admission"
	"automacao/internal/edge/ratelimit"
	"automacao/internal/kernel/caller"
	"automacao/internal/wire/token"
)

// Base is the path where the protocol is served.
const Base = "/functions/v1"

// Config sets the checks of every call.
type Config struct {
	// PreRequest is a SQL function without arguments, such as auth.check_session, called for
	// signed-in callers.
	PreRequest string
	// Meter rate-limits calls by route; nil limits none.
	Meter *ratelimit.Meter
}

// Handler answers a call. The request's path is the function's name and what follows it. Its
// context carries the caller.Caller and ends at the timeout or when the client leaves; writes of a
// handler that ignores that fail. An error is reported in the protocol's format: a fault.Error as
// it is, others without their text. After the first byte an error aborts the connection, so that
// the client does not take a partial response for a complete one.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Function is a handler with its access and limits.
type Function struct {
	// Methods are the methods it may be called with; POST by default. GET adds HEAD.
	Methods []string
	// Roles are the database roles that may call it, and no others.
	Roles []string
	// BodyBytesMax bounds the request's body; 1 MiB by default.
	BodyBytesMax int64
	// Timeout bounds reading the body and answering together; 30 seconds by default.
	Timeout time.Duration
	// AnswerBytesMax, if not 0, bounds the response and buffers it in a temporary file, which is
	// sent once Serve has returned. The response is then either complete or an error, and a slow
	// client affects nobody else: only producing it counts for Timeout and Concurrent.
	AnswerBytesMax int64
	// Concurrent is how many calls run at once, and ConcurrentPerCaller how many of one caller; 16
	// and a quarter of Concurrent by default. Further calls wait a few seconds.
	Concurrent, ConcurrentPerCaller int64
	// Serve answers a call.
	Serve Handler
}

func (f Function) withDefaults() Function {
	if len(f.Methods) == 0 {
		f.Methods = []string{http.MethodPost}
	}
	if slices.Contains(f.Methods, http.MethodGet) && !slices.Contains(f.Methods, http.MethodHead) {
		f.Methods = append(slices.Clone(f.Methods), http.MethodHead)
	}
	f.BodyBytesMax = cmp.Or(f.BodyBytesMax, 1<<20)
	f.Timeout = cmp.Or(f.Timeout, 30*time.Second)
	f.Concurrent = cmp.Or(f.Concurrent, 16)
	f.ConcurrentPerCaller = cmp.Or(f.ConcurrentPerCaller, max(f.Concurrent/4, 1))
	return f
}

// waiting is how many calls may wait per place of a function.
const waiting = 4

type registered struct {
	Function
	name string
	gate *admission.Gate
	// readers limits the clients that buffered responses are being sent to.
	readers *admission.Gate
	// isProxied leaves it to the upstream server to decide who may call.
	isProxied bool
}

// route is the meter's name for a method of the function. A HEAD counts as the corresponding GET.
func (f *registered) route(method string) string {
	if f.isProxied {
		return unknownRoute
	}
	if method == http.MethodHead {
		method = http.MethodGet
	}
	return method + " " + Base + "/" + f.name
}

// Server answers the protocol.
type Server struct {
	pool *pgxpool.Pool
	keys *token.Keys
	cfg  Config
	log  *slog.Logger

	functions map[string]*registered
	// proxied handles all names that are not registered; nil if there is no upstream server.
	proxied *registered
	close   func()
}

// New returns a server without functions. The pool serves session checks and what functions read.
func New(pool *pgxpool.Pool, keys *token.Keys, cfg Config, log *slog.Logger) *Server {
	return &Server{pool: pool, keys: keys, cfg: cfg, log: log, functions: map[string]*registered{}}
}

var (
	names = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,62}$`)
	// methods are those of the protocol.
	methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
	roles   = []string{roleAnon, roleUser, caller.ServiceRole}
)

// Register adds a function. Register all functions before the server serves. It returns an error
// for a name that is invalid or taken, and for a function without a handler or roles, or with an
// unknown method or role.
func (s *Server) Register(name string, function Function) error {
	f := &registered{Function: function.withDefaults(), name: name}
	unknown := func(known []string) func(string) bool {
		return func(one string) bool { return !slices.Contains(known, one) }
	}
	switch {
	case !names.MatchString(name):
		return fmt.Errorf("functions: register %q: a name consists of letters, digits, _ and -", name)
	case s.functions[name] != nil:
		return fmt.Errorf("functions: register %s: the name is already registered", name)
	case f.Serve == nil:
		return fmt.Errorf("functions: register %s: it has no handler", name)
	case len(f.Roles) == 0 || slices.ContainsFunc(f.Roles, unknown(roles)):
		return fmt.Errorf("functions: register %s: %q are not all roles of requests", name, f.Roles)
	case slices.ContainsFunc(f.Methods, unknown(methods)):
		return fmt.Errorf("functions: register %s: %q are not all known methods", name, f.Methods)
	}
	f.gate = admission.New(admission.Config{
		Places: f.Concurrent, PlacesPerCaller: f.ConcurrentPerCaller,
		WaitingMax: int(f.Concurrent) * waiting, WaitingPerCallerMax: int(f.ConcurrentPerCaller) * waiting,
	})
	f.readers = f.newReaderGate()
	s.functions[name] = f
	return nil
}

// Paths lists the routes that the meter may be asked about.
func (s *Server) Paths() []string {
	paths := []string{unknownRoute}
	for _, f := range s.functions {
		for _, method := range f.Methods {
			if method != http.MethodHead {
				paths = append(paths, f.route(method))
			}
		}
	}
	slices.Sort(paths)
	return paths
}

// unknownRoute is the route under which calls of unregistered functions are counted.
const unknownRoute = Base + "/"

// Figures are the admission figures of the functions, by name.
func (s *Server) Figures() map[string]admission.Figures {
	figures := make(map[string]admission.Figures, len(s.functions))
	for name, f := range s.functions {
		figures[name] = f.gate.Figures()
	}
	return figures
}

// called is the function that the first segment of a path names, or nil.
func (s *Server) called(path string) *registered {
	name, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	f := s.functions[name]
	if f == nil && s.proxied != nil && names.MatchString(name) && isPlain(path) {
		return s.proxied
	}
	return f
}

// JSON decodes a body of one JSON value and rejects unknown fields. An empty body is an empty
// object. A Handler returns its errors: a body that is declared as another kind is answered with
// 415, one that cannot be parsed with 400, and one that exceeds the function's limit with 413.
func JSON[In any](r *http.Request) (in In, err error) {
	media := "application/json"
	if declared := r.Header.Get("Content-Type"); declared != "" {
		if media, _, err = mime.ParseMediaType(declared); err != nil {
			return in, errMedia.Because(err)
		}
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return in, err
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return in, nil
	}
	if media != "application/json" {
		return in, errMedia
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&in); err != nil {
		return in, errBody.Because(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return in, errBody
	}
	return in, nil
}

// Attach makes the response a file to be saved under a name. The name may have letters, digits and
// the usual characters of file names.
func Attach(w http.ResponseWriter, media, name string) {
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
}
