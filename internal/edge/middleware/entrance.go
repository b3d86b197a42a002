package middleware

import (
	"errors"
	"net/http"
	"strings"

	"automacao/internal/edge/admission"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
)

// How many requests are in flight at once: of one member or one visitor's
// network, of all who share a network, and of everybody. Signing in is counted
// apart, so that a colleague's crowd keeps nobody out.
const (
	FlightsMax           = 4096
	FlightsPerCallerMax  = 20
	FlightsPerNetworkMax = 100
)

// Verify says who sends a bearer token, or why it is not believed.
type Verify func(bearer string) (caller.Caller, error)

// Entrance lets requests in, whatever their protocol.
type Entrance struct {
	verify          Verify
	Calls, Sessions *admission.Gate
	Networks        *admission.Gate
	// NeedsNothing, unless nil, reports a request that waits for nothing: it is told what
	// it is from what the server knows by itself. Such a one is let in even while all
	// places of its caller are taken by others that wait.
	NeedsNothing func(*http.Request) bool
	// visitorKey is the token of who is nobody in particular.
	visitorKey string
}

// NewEntrance returns one for the visitors that bring the visitorKey.
func NewEntrance(verify Verify, visitorKey string) *Entrance {
	of := func(most int64) *admission.Gate {
		return admission.New(admission.Config{Places: FlightsMax, PlacesPerCaller: most, WaitingMax: WaitingMax, WaitingPerCallerMax: WaitingPerCallerMax})
	}
	return &Entrance{verify: verify, visitorKey: visitorKey,
		Calls: of(FlightsPerCallerMax), Sessions: of(FlightsPerCallerMax), Networks: of(FlightsPerNetworkMax)}
}

// Admit lets a request in, until it leaves, or says that it comes too early.
// What is only asked of methods, and sockets, which are counted where they are
// kept, are let in at once.
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
func (e *Entrance) tryBoth(network string, places *admission.Gate, who string) (leave func(), ok bool) {
	leaveNetwork, ok := e.Networks.TryEnter(network)
	if !ok {
		return nil, false
	}
	leaveOwn, ok := places.TryEnter(who)
	if !ok {
		leaveNetwork()
		return nil, false
	}
	return func() { leaveOwn(); leaveNetwork() }, true
}

// Guard is Admit for what is behind no gateway.
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
