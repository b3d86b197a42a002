// Package functions serves functions under their names the way the official client
// calls them (functions-js): written in Go and registered, with any body and any
// answer, streamed ones too. It owns who may call one, what a call may cost and how
// a failure is told. It knows no function.
package functions

import (
	"cmp"
	"fmt"
	"log/slog"
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

// Base is where the protocol is served.
const Base = "/functions/v1"

// Config says what every call passes first.
type Config struct {
	// PreRequest is a SQL function without arguments, such as auth.check_session,
	// called for whoever has signed in.
	PreRequest string
	// Meter measures calls by route; nil measures none.
	Meter *ratelimit.Meter
}

// Handler answers a call. The request's path is the function's name and what follows
// it, its context carries the caller.Caller and ends when the answer's time is over
// or nobody waits for it any more; an answer that takes no notice of that is cut off
// when it writes. An error is told in the protocol's way: a fault.Error as it is,
// others without what they say. After the first byte an error cuts the answer off, so
// that nobody takes half of it for the whole.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Function is what answers under a name, within its bounds.
type Function struct {
	// Methods it may be called with; POST by default. GET brings HEAD.
	Methods []string
	// Roles are the database roles that may call it, and no others.
	Roles []string
	// BodyBytesMax bounds a body; 1 MiB by default.
	BodyBytesMax int64
	// Timeout is how long body and answer may take in all; 30 seconds by default.
	Timeout time.Duration
	// AnswerBytesMax, where it is not 0, has an answer of so many bytes at most made
	// whole, in a temporary file, and sent when Serve has returned. Then an answer is
	// right or refused, and how fast it is read is nobody's matter but its reader's:
	// for Timeout and places only the making of it counts.
	AnswerBytesMax int64
	// Concurrent is how many calls are answered at once, and ConcurrentPerCaller how
	// many of one; 16 and a quarter of them by default. Others wait a few seconds.
	Concurrent, ConcurrentPerCaller int64
	// Serve answers.
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

// waiting are so many who wait for each place of a function.
const waiting = 4

type registered struct {
	Function
	name string
	gate *admission.Gate
	// readers are those that an answer is sent to once it is made whole.
	readers *admission.Gate
	// isPassed leaves it to another server who may call.
	isPassed bool
}

// route is what the meter calls a method of the function. A HEAD is measured as the
// GET that it is without its body.
func (f *registered) route(method string) string {
	if f.isPassed {
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
	// proxied are all other names; nil where nobody answers them.
	proxied *registered
	close   func()
}

// New returns a server without functions. The pool is for sessions, and for what
// functions read.
func New(pool *pgxpool.Pool, keys *token.Keys, cfg Config, log *slog.Logger) *Server {
	return &Server{pool: pool, keys: keys, cfg: cfg, log: log, functions: map[string]*registered{}}
}

var (
	names = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,62}$`)
	// methods are those of the protocol.
	methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
	roles   = []string{roleAnon, roleUser, caller.ServiceRole}
)

// Register adds a function. All are registered before the server serves. It refuses a
// name that is none or taken, and a function without a handler, that nobody may call,
// or with a method or role that there is not.
func (s *Server) Register(name string, function Function) error {
	f := &registered{Function: function.withDefaults(), name: name}
	unknown := func(known []string) func(string) bool {
		return func(one string) bool { return !slices.Contains(known, one) }
	}
	switch {
	case !names.MatchString(name):
		return fmt.Errorf("functions: register %q: a name is letters, digits, _ and -", name)
	case s.functions[name] != nil:
		return fmt.Errorf("functions: register %s: it is registered already", name)
	case f.Serve == nil:
		return fmt.Errorf("functions: register %s: it does nothing", name)
	case len(f.Roles) == 0 || slices.ContainsFunc(f.Roles, unknown(roles)):
		return fmt.Errorf("functions: register %s: %q are no roles of requests", name, f.Roles)
	case slices.ContainsFunc(f.Methods, unknown(methods)):
		return fmt.Errorf("functions: register %s: %q are no methods", name, f.Methods)
	}
	f.gate = admission.New(admission.Config{
		Places: f.Concurrent, PlacesPerCaller: f.ConcurrentPerCaller,
		WaitingMax: int(f.Concurrent) * waiting, WaitingPerCallerMax: int(f.ConcurrentPerCaller) * waiting,
	})
	f.readers = f.gateOfReaders()
	s.functions[name] = f
	return nil
}

// Paths are the names of the routes that the meter is asked for.
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

// unknownRoute is what a call of no function is measured as.
const unknownRoute = Base + "/"

// Figures are what happens at the functions' gates, by name.
func (s *Server) Figures() map[string]admission.Figures {
	figures := make(map[string]admission.Figures, len(s.functions))
	for name, f := range s.functions {
		figures[name] = f.gate.Figures()
	}
	return figures
}

// called is the function that a path names: its first part.
func (s *Server) called(path string) *registered {
	name, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	f := s.functions[name]
	if f == nil && s.proxied != nil && names.MatchString(name) && isPlain(path) {
		return s.proxied
	}
	return f
}
