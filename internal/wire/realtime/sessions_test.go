package realtime

import (
	"context"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"
)

func TestSessions(t *testing.T) {
	t.Parallel()

	t.Run("AnEndedSessionClosesTheSocketAndDeliversNothingMore", func(t *testing.T) {
		t.Parallel()
		// No regular recheck happens meanwhile, so only the notification can close the socket.
		b := setup(t, func(c *Config) { c.RecheckEvery = time.Hour })
		c, other := b.dialAnon(), b.dialAnon()
		c.subscribe(b.token("authenticated", marina), onNotes("*"))
		other.subscribe(b.token("authenticated", helena), onNotes("*"))
		b.exec(`INSERT INTO public.ended VALUES ($1)`, marina)
		b.exec(insertNote, 1, marina, "a")
		b.exec(insertNote, 2, helena, "b")
		assertEqual(t, c.awaitClose(), websocket.StatusPolicyViolation)
		assertEqual(t, c.has(eventChanges), false)
		assertEqual(t, c.has(eventSystem), true)
		assertEqual(t, c.has(eventClose), true)
		other.awaitChange()
	})

	t.Run("DeliveryChecksTheSessionByItself", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		c.subscribe(b.token("authenticated", marina), onNotes("*"))
		b.exec(`ALTER TABLE public.ended DISABLE TRIGGER recheck`)
		b.exec(`INSERT INTO public.ended VALUES ($1)`, marina)
		b.exec(insertNote, 1, marina, "a")
		assertEqual(t, c.awaitClose(), websocket.StatusPolicyViolation)
		assertEqual(t, c.has(eventChanges), false)
	})

	t.Run("AnEndedSessionTakesNoOtherOfItsRoundTripWithIt", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(c *Config) { c.Workers = 1 })
		first, ended, last := b.dialAnon(), b.dialAnon(), b.dialAnon()
		first.subscribe(b.token("authenticated", helena), onNotes("*"))
		ended.subscribe(b.token("authenticated", marina), onNotes("*"))
		last.subscribe(b.token("authenticated", helena), onNotes("*"))
		b.exec(`ALTER TABLE public.ended DISABLE TRIGGER recheck`)
		b.exec(`INSERT INTO public.ended VALUES ($1)`, marina)
		b.exec(insertNote, 1, helena, "a")
		first.awaitChange()
		last.awaitChange()
		assertEqual(t, ended.awaitClose(), websocket.StatusPolicyViolation)
		assertEqual(t, ended.has(eventChanges), false)
	})

	t.Run("ARoundEndsWhatNoNewsTellsOf", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		c.subscribe(b.token("authenticated", marina), onNotes("*"))
		b.exec(`ALTER TABLE public.ended DISABLE TRIGGER recheck`)
		b.exec(`INSERT INTO public.ended VALUES ($1)`, marina)
		b.hub.sweepAt(time.Now().Add(2 * time.Minute))
		assertEqual(t, c.awaitClose(), websocket.StatusPolicyViolation)
	})

	t.Run("SigningOutEndsTheSocketOfThatSession", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(c *Config) { c.PreRequest = "auth.check_session" })
		b.exec(`INSERT INTO auth.users (id, email) VALUES ($1, 'marina@example.com')`, marina)
		gone, kept := uuid.New(), uuid.New()
		b.exec(`INSERT INTO auth.sessions (id, user_id) VALUES ($2, $1), ($3, $1)`, marina, gone, kept)
		c, other := b.dialAnon(), b.dialAnon()
		c.subscribe(b.sessionToken(marina, gone), onNotes("*"))
		other.subscribe(b.sessionToken(marina, kept), onNotes("*"))
		b.exec(`DELETE FROM auth.sessions WHERE id = $1`, gone)
		assertEqual(t, c.awaitClose(), websocket.StatusPolicyViolation)
		b.exec(insertNote, 1, marina, "a")
		other.awaitChange()
	})

	t.Run("DisconnectEndsAUsersSocketsOnEveryNode", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		second := startNode(t, b.db)
		for _, node := range []*bundle{b, second} {
			c := node.dialAnon()
			c.subscribe(node.token("authenticated", marina), onNotes("*"))
			defer func() { assertEqual(t, c.awaitClose(), websocket.StatusPolicyViolation) }()
		}
		b.exec(`SELECT realtime.disconnect($1)`, marina)
	})

	t.Run("AnExpiredTokenEndsItsChannel", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		expires := time.Now().Add(time.Hour)
		c.subscribe(b.tokenUntil("authenticated", marina, expires), onNotes("*"))
		b.hub.sweepAt(expires.Add(time.Second))
		assertContains(t, string(c.awaitEvent(eventSystem).Payload), tokenExpired)
		c.awaitEvent(eventClose)
	})

	t.Run("ARenewedTokenReplacesTheFirst", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		expires := time.Now().Add(time.Hour)
		ref := c.join("x", b.tokenUntil("authenticated", marina, expires), options{changes: []map[string]any{onNotes("*")}})
		c.awaitEvent(eventSystem)
		c.push(ref, "realtime:x", eventAccessToken,
			map[string]string{"access_token": b.tokenUntil("authenticated", helena, expires.Add(time.Hour))})
		c.sync()
		b.hub.sweepAt(expires.Add(time.Second))
		b.exec(insertNote, 1, marina, "a")
		b.exec(insertNote, 2, helena, "b")
		assertEqual(t, readRow(c.awaitChange().Data.Record)["id"], []byte("2"))
	})

	t.Run("ATokenThatComesAfterTheJoinStartsTheChanges", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		ref := c.join("x", "", options{changes: []map[string]any{onNotes("*")}})
		assertContains(t, string(c.awaitEvent(eventSystem).Payload), `"status":"error"`)
		c.push(ref, "realtime:x", eventAccessToken,
			map[string]string{"access_token": b.token("authenticated", marina)})
		assertContains(t, string(c.awaitEvent(eventSystem).Payload), "Subscribed to PostgreSQL")
		b.exec(insertNote, 1, marina, "a")
		c.awaitChange()
	})

	t.Run("ABadTokenIsRefused", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		_, response, err := websocket.Dial(context.Background(), b.url+"/websocket?apikey=nonsense", nil)
		if err == nil || response.StatusCode != 401 {
			t.Errorf("got %v", err)
		}
		c := b.dialAnon()
		expired := b.tokenUntil("authenticated", marina, time.Now().Add(-time.Second))
		status, reply := c.awaitReply(c.push("", "realtime:x", eventJoin, joinPayload(expired, options{})))
		assertEqual(t, status, "error")
		assertContains(t, string(reply["reason"]), "InvalidJWTToken")
	})

	t.Run("TooManySocketsOfOneUserAreRefused", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(c *Config) { c.ConnectionsPerUserMax = 1 })
		compact := b.token("authenticated", marina)
		first, second := b.dialAnon(), b.dialAnon()
		first.join("x", compact, options{})
		first.join("y", compact, options{})
		status, _ := second.awaitReply(second.push("", "realtime:x", eventJoin, joinPayload(compact, options{})))
		assertEqual(t, status, "error")
		second.join("x", b.token("authenticated", uuid.New()), options{})
	})
}
