package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"automacao/internal/caller"
	"automacao/internal/database"
	"automacao/internal/fault"
	"automacao/internal/wire/token"
)

const (
	postBytesMax    = 1 << 20
	postMessagesMax = 100
	postsPerSecond  = 50
)

// Base is where the protocol is served.
const Base = "/realtime/v1"

func (h *Hub) routes() *http.ServeMux {
	mux := http.NewServeMux()
	handle := func(method, path string, next http.HandlerFunc) {
		h.paths = append(h.paths, method+" "+Base+path)
		mux.HandleFunc(method+" "+path, h.measured(method+" "+Base+path, next))
	}
	handle("GET", "/websocket", h.serveSocket)
	handle("GET", "/api/ping", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]string{"message": "Success"})
	})
	handle("POST", "/api/broadcast", h.postBroadcasts)
	handle("POST", "/api/broadcast/{topic}/events/{event}", h.postBroadcast)
	return mux
}

var errRate = fault.New(http.StatusTooManyRequests, "over_request_rate_limit", "Too many requests")

// measured refuses an address that has asked for enough of a route.
func (h *Hub) measured(route string, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := h.cfg.Meter.Admit(r.Context(), route, caller.From(r.Context()), errRate)
		refusal, isRefused := errors.AsType[*fault.Error](err)
		switch {
		case isRefused:
			w.Header().Set("Retry-After", refusal.RetryHeader())
			refuse(w, refusal.Status, refusal.Message)
		case err != nil:
			h.log.Error("realtime: measure a request", "error", err)
			refuse(w, http.StatusServiceUnavailable, string(errNoDatabase))
		default:
			next(w, r)
		}
	}
}

// Paths are the names of the routes that the meter is asked for.
func (h *Hub) Paths() []string { return slices.Clone(h.paths) }

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(encodeJSON(body))
}

func refuse(w http.ResponseWriter, status int, text string) {
	answer(w, status, map[string]string{"error": text})
}

// requestClaims verifies a request's token: the bearer's, or the one that a
// browser's websocket can only put into the query.
func (h *Hub) requestClaims(w http.ResponseWriter, r *http.Request) (token.Claims, bool) {
	compact, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		compact = r.URL.Query().Get("apikey")
	}
	if compact == "" {
		refuse(w, http.StatusUnauthorized, "Missing API key")
		return token.Claims{}, false
	}
	claims, err := h.verify(compact)
	if err != nil {
		refuse(w, http.StatusUnauthorized, tokenReason(err))
		return token.Claims{}, false
	}
	return claims, true
}

func (h *Hub) serveSocket(w http.ResponseWriter, r *http.Request) {
	claims, ok := h.requestClaims(w, r)
	if !ok {
		return
	}
	v := versionObject
	if strings.HasPrefix(r.URL.Query().Get("vsn"), "2.") {
		v = versionArray
	}
	ip := caller.From(r.Context()).IP
	if !h.registry.reserve(ip, h.cfg) {
		w.Header().Set("Retry-After", "5")
		refuse(w, http.StatusTooManyRequests, "Too many connected users")
		return
	}
	isKept := false
	defer func() {
		if !isKept {
			h.registry.release(ip)
		}
	}()
	c, err := upgrade(w, r, h.cfg.AllowedOrigins, h.cfg.WriteTimeout)
	if err != nil {
		h.log.Info("realtime: refused a socket", "ip", ip, "error", err)
		return
	}
	s := h.newSocket(c, v, ip, claims)
	if !h.registry.add(s) {
		c.close(websocket.StatusServiceRestart, "Server is restarting")
		return
	}
	isKept = true
	// The request ends here, and all that net/http kept for it is given back.
	go s.wait()
}

// post is one broadcast sent over HTTP.
type post struct {
	Topic   string          `json:"topic"`
	Event   string          `json:"event"`
	Payload json.RawMessage `json:"payload"`
	Private bool            `json:"private"`
	binary  []byte
}

func (h *Hub) postBroadcasts(w http.ResponseWriter, r *http.Request) {
	body, ok := readBody(w, r)
	if !ok {
		return
	}
	var batch struct {
		Messages []post `json:"messages"`
	}
	if !isJSON(body) || json.Unmarshal(body, &batch) != nil || len(batch.Messages) == 0 || len(batch.Messages) > postMessagesMax {
		refuse(w, http.StatusUnprocessableEntity, "messages must be a list of topic, event and payload")
		return
	}
	h.send(w, r, batch.Messages)
}

func (h *Hub) postBroadcast(w http.ResponseWriter, r *http.Request) {
	body, ok := readBody(w, r)
	if !ok {
		return
	}
	one := post{Topic: r.PathValue("topic"), Event: r.PathValue("event"), Private: r.URL.Query().Get("private") == "true"}
	switch kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); {
	case kind == "application/octet-stream":
		one.binary = body
	case kind != "application/json" && kind != "":
		refuse(w, http.StatusUnsupportedMediaType, "Content-Type must be application/json or application/octet-stream")
		return
	case !isJSON(body):
		refuse(w, http.StatusUnprocessableEntity, "payload must be JSON")
		return
	default:
		one.Payload = body
	}
	h.send(w, r, []post{one})
}

func readBody(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, postBytesMax))
	if err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) {
			refuse(w, http.StatusRequestTimeout, "The body did not arrive in time")
			return nil, false
		}
		refuse(w, http.StatusRequestEntityTooLarge, "Payload too large")
		return nil, false
	}
	return body, true
}

// send authorises every post before it delivers the first.
func (h *Hub) send(w http.ResponseWriter, r *http.Request, posts []post) {
	claims, ok := h.requestClaims(w, r)
	if !ok {
		return
	}
	from := claims.Caller()
	if !h.posts.allow(from, caller.From(r.Context()).IP, len(posts)) {
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusTooManyRequests, "Too many messages per second")
		return
	}
	for _, p := range posts {
		if !isTopic(p.Topic) || p.Event == "" || len(p.Event) > lengthMax {
			refuse(w, http.StatusUnprocessableEntity, "topic and event take 1 to 255 bytes")
			return
		}
	}
	if err := h.mayPost(r.Context(), from, posts); err != nil {
		h.refusePost(w, err)
		return
	}
	for _, p := range posts {
		env := envelope{Kind: kindBroadcast, Topic: p.Topic, Event: p.Event, Private: p.Private, Payload: p.Payload, Binary: p.binary}
		if err := h.broadcast(env, nil); err != nil {
			refuse(w, http.StatusForbidden, err.Error())
			return
		}
	}
	w.WriteHeader(http.StatusAccepted)
}

func (h *Hub) mayPost(ctx context.Context, from caller.Caller, posts []post) error {
	asked := map[topicKey]bool{}
	for _, p := range posts {
		key := topicKey{name: p.Topic, private: p.Private}
		if asked[key] {
			continue
		}
		asked[key] = true
		granted, err := h.authorize(ctx, from, key, nil)
		if err != nil && !errors.Is(err, errUnreadable) {
			return err
		}
		if !granted.writeBroadcast {
			return errUnwritable
		}
	}
	return nil
}

const errUnwritable sentence = "You do not have permissions to write to this Channel topic"

func (h *Hub) refusePost(w http.ResponseWriter, err error) {
	if errors.Is(err, errUnwritable) {
		refuse(w, http.StatusForbidden, err.Error())
		return
	}
	if ended, ok := errors.AsType[endedError](err); ok {
		refuse(w, http.StatusUnauthorized, ended.reason)
		return
	}
	h.log.Error("realtime: authorize a broadcast", "error", err)
	if database.IsAway(err) || errors.Is(err, context.DeadlineExceeded) {
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusServiceUnavailable, string(errNoDatabase))
		return
	}
	refuse(w, http.StatusInternalServerError, string(errNoDatabase))
}

// postLimits bounds broadcasts over HTTP per user, or per address for tokens
// without one. It forgets everyone each minute.
type postLimits struct {
	mu       sync.Mutex
	limiters map[string]*rate.Limiter
}

func newPostLimits() *postLimits { return &postLimits{limiters: map[string]*rate.Limiter{}} }

func (p *postLimits) allow(from caller.Caller, ip string, messages int) bool {
	if from.Role == caller.ServiceRole {
		return true
	}
	who := from.UserID.String() + " " + ip
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.limiters[who] == nil {
		p.limiters[who] = limiter(postsPerSecond, 2*postMessagesMax)
	}
	return p.limiters[who].AllowN(time.Now(), messages)
}

func (p *postLimits) reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.limiters)
}
