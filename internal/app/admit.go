package app

import (
	"errors"
	"net/http"
	"strings"

	"automacao/internal/caller"
	"automacao/internal/fault"
	"automacao/internal/wire"
	"automacao/internal/wire/gate"
	"automacao/internal/wire/token"
)

// How many requests are in flight at once: of one member or one visitor's
// network, of all who share a network, and of everybody. Signing in is counted
// apart, so that a colleague's crowd keeps nobody out.
const (
	flightsMax           = 4096
	flightsPerCallerMax  = 20
	flightsPerNetworkMax = 100
)

// entrance lets requests in, whatever their protocol.
type entrance struct {
	keys            *token.Keys
	calls, sessions *gate.Gate
	networks        *gate.Gate
	// visitorKey is the token of who is nobody in particular.
	visitorKey string
}

func newEntrance(keys *token.Keys, visitorKey string) *entrance {
	of := func(most int64) *gate.Gate {
		return gate.New(gate.Config{Places: flightsMax, PlacesPerCaller: most, WaitingMax: waitingMax, WaitingPerCallerMax: waitingPerCallerMax})
	}
	return &entrance{keys: keys, visitorKey: visitorKey,
		calls: of(flightsPerCallerMax), sessions: of(flightsPerCallerMax), networks: of(flightsPerNetworkMax)}
}

// admit lets a request in, until it leaves, or says that it comes too early.
// What is only asked of methods, and sockets, which are counted where they are
// kept, are let in at once.
func (e *entrance) admit(r *http.Request) (leave func(), err error) {
	if r.Method == http.MethodOptions || strings.HasPrefix(r.URL.Path, "/realtime/v1/websocket") {
		return func() {}, nil
	}
	from := caller.From(r.Context())
	network := from.Network()
	if compact, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); isBearer && compact != e.visitorKey {
		claims, err := e.keys.Verify(compact)
		if err == nil && claims.Role == caller.ServiceRole {
			return func() {}, nil
		}
		if err == nil {
			from.UserID = claims.Caller().UserID
		}
	}
	places := e.calls
	if strings.HasPrefix(r.URL.Path, "/auth/v1/") {
		places, network = e.sessions, "sessions "+network
	}
	leaveNetwork, err := e.networks.Enter(r.Context(), network)
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

// guard is admit for what is behind no gateway.
func (e *entrance) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		leave, err := e.admit(r)
		if err != nil {
			if refusal, ok := errors.AsType[*fault.Error](err); ok {
				wire.Refuse(w, r, refusal)
			}
			return
		}
		defer leave()
		next.ServeHTTP(w, r)
	})
}
