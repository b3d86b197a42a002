package realtime

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

// TestPoliciesAreAskedOneByOne grants every combination of the four rights on realtime.messages and
// checks what a channel may do.
func TestPoliciesAreAskedOneByOne(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.JoinsPerSecond = 1000 })
	b.exec(`DROP POLICY "members listen" ON realtime.messages; DROP POLICY "members speak" ON realtime.messages;
		CREATE POLICY "as the topic reads" ON realtime.messages FOR SELECT TO authenticated USING (realtime.topic() LIKE '%read-' || extension || '%');
		CREATE POLICY "as the topic writes" ON realtime.messages FOR INSERT TO authenticated WITH CHECK (realtime.topic() LIKE '%write-' || extension || '%')`)
	rights := []string{"read-broadcast", "read-presence", "write-broadcast", "write-presence"}
	c := b.dialAnon()
	for set := range 1 << len(rights) {
		var given []string
		for i, right := range rights {
			if set&(1<<i) != 0 {
				given = append(given, right)
			}
		}
		topic := "t " + strings.Join(given, " ")
		b.haveTheirRights(c, topic, func(right string) bool { return slices.Contains(given, right) })
	}
}

func (b *bundle) haveTheirRights(c *client, topic string, may func(string) bool) {
	b.Helper()
	compact := b.token("authenticated", marina)
	payload := withConfig(compact, map[string]any{"private": true, "broadcast": map[string]any{"ack": true, "self": true}, "presence": map[string]any{"key": "marina", "enabled": true}})
	reason := c.ask(topicPrefix+topic, payload)
	if isHeard := may("read-broadcast") || may("read-presence"); isHeard == (reason != "") {
		b.Errorf("%q: joining was answered %q", topic, reason)
	}
	posted, _ := b.post("/api/broadcast/"+strings.ReplaceAll(topic, " ", "%20")+"/events/posted?private=true", "application/json", compact, strings.NewReader(`1`))
	if want := map[bool]int{true: http.StatusAccepted, false: http.StatusForbidden}[may("write-broadcast")]; posted != want {
		b.Errorf("%q: posting was answered %d, want %d", topic, posted, want)
	}
	if reason != "" {
		return
	}
	ref := itoa(int64(c.refs))
	said, _ := c.awaitReply(c.broadcast(ref, topic, "said", 1))
	tracked, _ := c.awaitReply(c.push(ref, topicPrefix+topic, eventPresence, map[string]any{"event": "track", "payload": struct{}{}}))
	left, _ := c.awaitReply(c.push(ref, topicPrefix+topic, eventLeave, struct{}{}))
	got := fmt.Sprint(said == "ok", tracked == "ok", left == "ok", c.has(eventBroadcast), c.has("presence_state"), c.has("presence_diff"))
	want := fmt.Sprint(may("write-broadcast"), may("write-presence"), true,
		may("read-broadcast") && may("write-broadcast"), may("read-presence"), may("read-presence") && may("write-presence"))
	if got != want {
		b.Errorf("%q: spoke, tracked, left, heard, saw the state, saw a difference: %s, want %s", topic, got, want)
	}
	c.backlog = nil
}

// post sends a body and returns the status and the message of an error.
func (b *bundle) post(path, kind, compact string, body io.Reader) (status int, said string) {
	b.Helper()
	request, err := http.NewRequestWithContext(b.Context(), http.MethodPost, b.url+path, body)
	if err != nil {
		b.Fatal(err)
	}
	request.Header.Set("Content-Type", kind)
	request.Header.Set("Authorization", "Bearer "+compact)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var refused struct{ Error string }
	_ = json.NewDecoder(response.Body).Decode(&refused)
	if response.StatusCode == http.StatusTooManyRequests && response.Header.Get("Retry-After") == "" {
		b.Error("429 does not say when to try again")
	}
	return response.StatusCode, refused.Error
}

func TestBroadcastOverHTTPIsBounded(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.AllowPublic, c.BodyBytesMax, c.PayloadBytesMax = true, 4<<10, 1<<10 })
	member := b.token("authenticated", marina)
	const one = "/api/broadcast/sala/events/oi"
	batch := func(messages int) io.Reader {
		each := slices.Repeat([]string{`{"topic":"sala","event":"oi","payload":1}`}, messages)
		return strings.NewReader(`{"messages":[` + strings.Join(each, ",") + `]}`)
	}
	for name, row := range map[string]struct {
		path, kind string
		body       io.Reader
		status     int
		said       string
	}{
		"ABodyThatIsTooLarge":    {one, "application/octet-stream", bytes.NewReader(make([]byte, 5<<10)), 413, "Payload too large"},
		"ABatchThatIsTooLarge":   {"/api/broadcast", "application/json", strings.NewReader(`{"messages":"` + strings.Repeat("x", 5<<10) + `"}`), 413, "Payload too large"},
		"APayloadThatIsTooLarge": {one, "application/octet-stream", bytes.NewReader(make([]byte, 2<<10)), 422, "Payload size exceeds tenant limit"},
		"TooManyAtOnce":          {"/api/broadcast", "application/json", strings.NewReader(`{"messages":[` + strings.Repeat("{},", postMessagesMax) + `{}]}`), 422, "messages must be a list of topic, event and payload"},
		"ATopicThatIsTooLong":    {"/api/broadcast/" + strings.Repeat("x", lengthMax) + "/events/oi", "application/json", strings.NewReader("1"), 422, "topic and event take 1 to 255 bytes"},
		"NoJSON":                 {one, "application/json", strings.NewReader("{"), 422, "payload must be JSON"},
	} {
		if status, said := b.post(row.path, row.kind, member, row.body); status != row.status || said != row.said {
			t.Errorf("%s: %d %q, want %d %q", name, status, said, row.status, row.said)
		}
	}
	for range 2 * postMessagesMax / 50 {
		_, _ = b.post("/api/broadcast", "application/json", member, batch(50))
	}
	var status int
	var said string
	for range 10 { // use up the quota that was refilled meanwhile
		if status, said = b.post("/api/broadcast", "application/json", member, batch(50)); status == http.StatusTooManyRequests {
			break
		}
	}
	assertEqual(t, fmt.Sprint(status, " ", said), "429 You have exceeded your rate limit")
	status, _ = b.post("/api/broadcast", "application/json", b.token("authenticated", helena), batch(50))
	assertEqual(t, status, http.StatusAccepted)
	b.hub.posts.reset()
	status, _ = b.post("/api/broadcast", "application/json", member, batch(50))
	assertEqual(t, status, http.StatusAccepted)
}

func TestPresenceIsBounded(t *testing.T) {
	t.Parallel()
	b := setup(t)
	room(b, "sala")
	compact := b.token("authenticated", marina)
	track := func(c *client, ref, event string, payload any) string {
		status, reply := c.awaitReply(c.push(ref, "realtime:sala", eventPresence, map[string]any{"type": "presence", "event": event, "payload": payload}))
		return status + strings.Trim(string(reply["reason"]), `"`)
	}
	t.Run("ByCallsInAWhile", func(t *testing.T) {
		c := b.dialAnon()
		ref := c.join("sala", compact, options{private: true})
		for range 4 {
			assertEqual(t, track(c, ref, "track", map[string]int{"n": 1}), "ok")
		}
		assertEqual(t, track(c, ref, "untrack", nil), "ok")
		c.push(ref, "realtime:sala", eventPresence, map[string]any{"event": "track"})
		assertEqual(t, c.awaitSystem(), told{"system", "error", "Client presence rate limit exceeded", "sala"})
		c.awaitEvent(eventClose)
		again := c.join("sala", compact, options{private: true})
		assertEqual(t, track(c, again, "TRACK", nil), "ok")
	})
	t.Run("UntilTheWindowIsOver", func(t *testing.T) {
		var calls window
		now := time.Now()
		for i := range 6 {
			assertEqual(t, calls.allow(now, 5, time.Minute), i < 5)
		}
		assertEqual(t, calls.allow(now.Add(time.Minute+1), 5, time.Minute), true)
	})
	t.Run("ByWhatIsKept", func(t *testing.T) {
		c := b.dialAnon()
		ref := c.join("sala", compact, options{private: true})
		c.push(ref, "realtime:sala", eventPresence, map[string]any{"event": "track", "payload": map[string]string{"text": strings.Repeat("x", presenceBytesMax)}})
		assertEqual(t, c.awaitSystem(), told{"system", "error", "Track message size exceeded", "sala"})
		c.awaitEvent(eventClose)
	})
	t.Run("ByItsForm", func(t *testing.T) {
		c := b.dialAnon()
		ref := c.join("sala", compact, options{private: true})
		assertEqual(t, track(c, ref, "track", "here"), "errorPresence track payload must be a map")
		assertEqual(t, track(c, ref, "wave", nil), "errorUnknownPresenceEvent: wave")
	})
}

func TestPublicPresence(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.AllowPublic = true })
	room(b, "sala")
	visitor, member := b.dialAnon(), b.dialAnon()
	visitor.track(visitor.join("sala", "", options{presenceKey: "visitor"}), "sala", map[string]int{"n": 1})
	member.join("sala", b.token("authenticated", marina), options{presenceKey: "marina"})
	assertContains(t, string(member.awaitEvent("presence_state").Payload), `"visitor":{"metas":[{"n":1,`)
	// The private topic of the same name is a different topic.
	other := b.dialAnon()
	other.join("sala", b.token("authenticated", helena), options{private: true, presenceKey: "helena"})
	assertEqual(t, string(other.awaitEvent("presence_state").Payload), `{}`)
	// Two channels under one key are two entries; one that leaves removes only its own.
	second := b.dialAnon()
	second.track(second.join("sala", "", options{presenceKey: "visitor"}), "sala", map[string]int{"n": 2})
	assertEqual(t, len(member.awaitDiff().Joins["visitor"].Metas), 1)
	_ = visitor.conn.CloseNow()
	assertEqual(t, member.awaitDiff().Leaves["visitor"].Metas[0]["n"], float64(1))
	late := b.dialAnon()
	late.join("sala", "", options{presenceKey: uuid.NewString()})
	assertContains(t, string(late.awaitEvent("presence_state").Payload), `"n":2`)
}
