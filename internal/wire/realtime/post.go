package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"
)

const (
	postMessagesMax = 100
	postsPerSecond  = 50
)

// post is one broadcast sent over HTTP.
type post struct {
	Topic   string          `json:"topic"`
	Event   string          `json:"event"`
	Payload json.RawMessage `json:"payload"`
	Private bool            `json:"private"`
	binary  []byte
}

func (h *Hub) postBroadcasts(w http.ResponseWriter, r *http.Request) {
	body, ok := h.readBody(w, r)
	if !ok {
		return
	}
	posts, ok := readPosts(body)
	if !ok {
		refuse(w, http.StatusUnprocessableEntity, "messages must be a list of topic, event and payload")
		return
	}
	h.send(w, r, posts)
}

// readPosts parses a body of several posts; check validates each.
func readPosts(body []byte) ([]post, bool) {
	var batch struct {
		Messages []post `json:"messages"`
	}
	isList := isJSON(body) && json.Unmarshal(body, &batch) == nil && len(batch.Messages) > 0 && len(batch.Messages) <= postMessagesMax
	return batch.Messages, isList
}

// check says why a post cannot be sent; "" if it can.
func (p post) check(payloadBytesMax int) string {
	switch {
	case !isTopic(p.Topic) || p.Event == "" || len(p.Event) > lengthMax:
		return "topic and event take 1 to 255 bytes"
	case len(p.Payload)+len(p.binary) > payloadBytesMax:
		return errPayloadSize.Error()
	}
	return ""
}

// envelope is the post as sent to all nodes.
func (p post) envelope() envelope {
	return envelope{Kind: kindBroadcast, Topic: p.Topic, Event: p.Event, Private: p.Private, Payload: p.Payload, Binary: p.binary}
}

func (h *Hub) postBroadcast(w http.ResponseWriter, r *http.Request) {
	body, ok := h.readBody(w, r)
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

func (h *Hub) readBody(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, h.cfg.BodyBytesMax))
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
	from.IP = caller.From(r.Context()).IP
	if !h.posts.allow(from, len(posts)) {
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusTooManyRequests, "You have exceeded your rate limit")
		return
	}
	for _, p := range posts {
		if reason := p.check(h.cfg.PayloadBytesMax); reason != "" {
			refuse(w, http.StatusUnprocessableEntity, reason)
			return
		}
	}
	if err := h.mayPost(r.Context(), from, posts); err != nil {
		h.refusePost(w, err)
		return
	}
	for _, p := range posts {
		if err := h.broadcast(p.envelope(), nil); err != nil {
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
	if postgres.IsAway(err) || errors.Is(err, context.DeadlineExceeded) {
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusServiceUnavailable, string(errNoDatabase))
		return
	}
	refuse(w, http.StatusInternalServerError, string(errNoDatabase))
}

// postLimits limits broadcasts over HTTP per user, or per network for tokens without a user. It is
// reset every minute.
type postLimits struct {
	mu       sync.Mutex
	limiters map[string]*rate.Limiter
}

func newPostLimits() *postLimits { return &postLimits{limiters: map[string]*rate.Limiter{}} }

func (p *postLimits) allow(from caller.Caller, messages int) bool {
	if from.Role == caller.ServiceRole {
		return true
	}
	who := from.Counted()
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
