package middleware

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"automacao/internal/edge/admission"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
)

// The number of requests in flight at once: in total, of one caller (a member, or the network of an
// anonymous one), and of one network. Signing in is counted apart, so that many requests from
// colleagues on the same network lock nobody out.
const (
	FlightsMax           = 4096
	FlightsPerCallerMax  = 20
	FlightsPerNetworkMax = 100
)

// Verify returns the caller that a bearer token authenticates, or why the token is invalid.
type Verify func(bearer string) (caller.Caller, error)

// Entrance is the admission control of all protocols.
type Entrance struct {
	verify          Verify
	Calls, Sessions *admission.Gate
	Networks        *admission.Gate
	// NeedsNothing reports that a request can be answered without waiting for anything, from what
	// the server itself holds. Such a request is admitted even while waiting requests of the same
	// caller take all of its places. It may be nil.
	NeedsNothing func(*http.Request) bool
	// visitorKey is the bearer token of anonymous callers.
	visitorKey string
}

// NewEntrance returns an Entrance. Anonymous callers send visitorKey as their bearer token.
func NewEntrance(verify Verify, visitorKey string) *Entrance {
	gate := func(perCallerMax int64) *admission.Gate {
		return admission.New(admission.Config{Places: FlightsMax, PlacesPerCaller: perCallerMax, WaitingMax: WaitingMax, WaitingPerCallerMax: WaitingPerCallerMax})
	}
	return &Entrance{verify: verify, visitorKey: visitorKey,
		Calls: gate(FlightsPerCallerMax), Sessions: gate(FlightsPerCallerMax), Networks: gate(FlightsPerNetworkMax)}
}

// Admit waits until a request is admitted, and returns the function that ends it, or an error that
// refuses it. OPTIONS requests and WebSockets, which realtime counts itself, are admitted at once,
// and so is the service role.
func (e *Entrance) Admit(r *http.Request) (leave func(), err error) {
	if r.Method == http.MethodOptions || strings.HasPrefix(r.URL.Path, "/realtime/v1/websocket") {
		return func() {}, nil
	}
	from := caller.From(r.Context())
	network := from.Network()
	if compact, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); isBearer && compact != e.visitorKey {
		sender, err := e.verify(compact)
		if err == nil && sender.Role == caller.ServiceRole {
			return func() {}, nil
		}
		if err == nil {
			from.UserID = sender.UserID
		}
	}
	places := e.Calls
	if strings.HasPrefix(r.URL.Path, "/auth/v1/") {
		places, network = e.Sessions, "sessions "+network
	}
	if leave, ok := e.tryBoth(network, places, from.Counted()); ok {
		return leave, nil
	}
	if e.NeedsNothing != nil && e.NeedsNothing(r) {
		return func() {}, nil
	}
	leaveNetwork, err := e.Networks.Enter(r.Context(), network)
	if err != nil {
		return nil, err
	}
	leaveOwn, err := places.Enter(r.Context(), from.Counted())
	if err != nil {
		leaveNetwork()
		return nil, err
	}
	return func() { leaveOwn(); leaveNetwork() }, nil
}

// tryBoth takes both places of a request, or neither.
func (e *Entrance) tryBoth(network string, places *admission.Gate, callerKey string) (leave func(), ok bool) {
	leaveNetwork, ok := e.Networks.TryEnter(network)
	if !ok {
		return nil, false
	}
	leaveOwn, ok := places.TryEnter(callerKey)
	if !ok {
		leaveNetwork()
		return nil, false
	}
	return func() { leaveOwn(); leaveNetwork() }, true
}

// Guard is Admit for handlers that are not behind the gateway.
func (e *Entrance) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		leave, err := e.Admit(r)
		if err != nil {
			if refusal, ok := errors.AsType[*fault.Error](err); ok {
				Refuse(w, r, refusal)
			}
			return
		}
		defer leave()
		next.ServeHTTP(w, r)
	})
}

// restOfBody is how long the rest of a refused request's body may take to arrive.
const restOfBody = time.Second

// Refuse refuses a request before it reaches its protocol. The body has the form of that protocol's
// errors, and Retry-After says when to try again.
func Refuse(w http.ResponseWriter, r *http.Request, refusal *fault.Error) {
	var body any
	status := strconv.Itoa(refusal.Status)
	switch base, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/"); base {
	case "auth":
		body = map[string]any{"code": refusal.Status, "error_code": refusal.Code, "msg": refusal.Message}
	case "storage":
		body = map[string]any{"statusCode": status, "error": refusal.Code, "message": refusal.Message, "code": refusal.Code}
	case "functions":
		body = map[string]any{"code": refusal.Code, "message": refusal.Message}
		w.Header().Set("Sb-Error-Code", refusal.Code)
		w.Header().Set("X-Relay-Error", "true")
	case "realtime":
		body = map[string]any{"error": refusal.Message}
	default:
		body = map[string]any{"code": refusal.Code, "message": refusal.Message, "details": nil, "hint": nil}
	}
	if r.ContentLength != 0 {
		// A refused client must not hold the connection by sending slowly.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(restOfBody))
	}
	document, _ := json.Marshal(body)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Retry-After", cmp.Or(refusal.RetryHeader(), "1"))
	w.WriteHeader(refusal.Status)
	_, _ = w.Write(document)
}
