package realtime

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres/dbtest"
)

// setupApp starts a node configured for another app, on a database without a market, with the same
// tables, cast and topics.
func setupApp(t *testing.T, change ...func(*Config)) *bundle {
	t.Helper()
	db := dbtest.OpenAlone(t)
	exec(t, db, schema)
	forApps := func(c *Config) {
		direct, check := c.Direct, c.PreRequest
		*c = ForApps()
		c.Direct, c.PreRequest = direct, check
	}
	return startNode(t, db, append([]func(*Config){forApps}, change...)...)
}

// askAgain is a join that asks for earlier messages since a time.
func askAgain(compact string, since int64, most int) map[string]any {
	asked := joinPayload(compact, options{private: true})
	asked["config"].(map[string]any)["broadcast"] = map[string]any{"replay": map[string]any{"since": since, "limit": most}}
	return asked
}

// say stores broadcasts of a topic, one per second, that were sent long ago; no trigger sends them
// now.
func (b *bundle) say(topic string, events ...string) {
	b.Helper()
	err := pgx.BeginFunc(b.Context(), b.db.Owner, func(tx pgx.Tx) error {
		_, err := tx.Exec(b.Context(), `SET LOCAL session_replication_role = replica`)
		for i, event := range events {
			if err == nil {
				_, err = tx.Exec(b.Context(), `INSERT INTO realtime.messages (topic, extension, event, payload, private, inserted_at)
					VALUES ($1, 'broadcast', $2, '{}', true, now() - interval '1 hour' + $3 * interval '1 second')`, topic, event, i)
			}
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
}

func TestSaidInSQL(t *testing.T) {
	t.Parallel()

	t.Run("APayloadIsToldItsOwnId", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		c := b.dialAnon()
		c.join("sala", b.token("authenticated", marina), options{private: true})
		b.exec(`SELECT realtime.send('{"a": 1}', 'oi', 'sala'), realtime.send('{"id": 7}', 'oi', 'sala'), realtime.send('[1]', 'oi', 'sala')`)
		var told struct {
			ID uuid.UUID `json:"id"`
			A  int       `json:"a"`
		}
		if err := json.Unmarshal(c.awaitEvent(eventBroadcast).Payload, &told); err != nil {
			t.Fatal(err)
		}
		assertEqual(t, told.A == 1 && told.ID != uuid.Nil, true)
		assertEqual(t, string(c.awaitEvent(eventBroadcast).Payload), `{"id": 7}`)
		assertEqual(t, string(c.awaitEvent(eventBroadcast).Payload), `[1]`)
	})

	t.Run("ItIsToldWhenItIsCommittedAndNotBefore", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		c := b.dialAnon()
		c.join("sala", b.token("authenticated", marina), options{private: true})
		tx, err := b.db.Owner.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), `SELECT realtime.send('{}', 'desfeito', 'sala')`); err != nil {
			t.Fatal(err)
		}
		if err := tx.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.exec(`SELECT realtime.send('{}', 'feito', 'sala')`)
		assertEqual(t, c.awaitEvent(eventBroadcast).UserEvent, "feito")
	})

	t.Run("BytesAndWhatIsTooLongForANotificationArriveWhole", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		c, old := b.dialAnon(), b.dial(versionObject, b.token("authenticated", marina))
		c.join("sala", b.token("authenticated", marina), options{private: true})
		old.join("sala", "", options{private: true})
		long := bytes.Repeat([]byte{0, 255}, 20_000)
		for _, payload := range [][]byte{{0, 255}, long} {
			b.exec(`SELECT realtime.send_binary($1, 'bytes', 'sala')`, payload)
			assertEqual(t, bytes.Equal(c.awaitEvent(eventBroadcast).Binary, payload), true)
		}
		text := strings.Repeat("á", 20_000)
		b.exec(`SELECT realtime.send(jsonb_build_object('id', 1, 'text', $1::text), 'longo', 'sala')`, text)
		assertEqual(t, string(c.awaitEvent(eventBroadcast).Payload), `{"id": 1, "text": "`+text+`"}`)
		// An older client gets only what JSON can carry, with the stored message's id.
		assertContains(t, string(old.awaitEvent(eventBroadcast).Payload), `"meta":{"id":"`)
		assertEqual(t, old.has(eventBroadcast), false)
	})

	t.Run("ABroadcastIsNeverWorthTheTransaction", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		c := b.dialAnon()
		c.join("sala", b.token("authenticated", marina), options{private: true})
		b.exec(`SELECT realtime.send('{}', 'oi', repeat('x', 300)), realtime.send('{}', repeat('x', 300), 'sala'),
		               realtime.send(to_jsonb(repeat('x', 3000001)), 'oi', 'sala'), realtime.send('{}', 'depois', 'sala')`)
		assertEqual(t, c.awaitEvent(eventBroadcast).UserEvent, "depois")
	})

	t.Run("ATriggerTellsHowARowWasAndIs", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		b.exec(`CREATE FUNCTION public.tell_note() RETURNS trigger LANGUAGE plpgsql AS $$
		        BEGIN
		          PERFORM realtime.broadcast_changes('sala', TG_OP, TG_OP, TG_TABLE_NAME, TG_TABLE_SCHEMA, NEW, OLD);
		          RETURN NULL;
		        END $$;
		        CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE ON public.notes FOR EACH ROW EXECUTE FUNCTION public.tell_note()`)
		c := b.dialAnon()
		c.join("sala", b.token("authenticated", marina), options{private: true})
		b.exec(insertNote, 1, helena, "a")
		b.exec(`UPDATE public.notes SET text = 'b'`)
		b.exec(`DELETE FROM public.notes`)
		texts := func(operation string) (before, after any) {
			var told struct {
				Operation, Table, Schema string
				Record                   map[string]any `json:"record"`
				Old                      map[string]any `json:"old_record"`
			}
			m := c.awaitEvent(eventBroadcast)
			if err := json.Unmarshal(m.Payload, &told); err != nil {
				t.Fatal(err)
			}
			assertEqual(t, []string{m.UserEvent, told.Operation, told.Schema, told.Table}, []string{operation, operation, "public", "notes"})
			return told.Old["text"], told.Record["text"]
		}
		for _, want := range [][3]any{{"INSERT", nil, "a"}, {"UPDATE", "a", "b"}, {"DELETE", "b", nil}} {
			before, after := texts(want[0].(string))
			assertEqual(t, []any{before, after}, []any{want[1], want[2]})
		}
		_, err := b.db.Owner.Exec(t.Context(), `SELECT realtime.broadcast_changes('sala', 'x', 'TRUNCATE', 'notes', 'public', NULL::public.notes, NULL::public.notes)`)
		assertContains(t, err.Error(), "Unexpected operation type: TRUNCATE")
	})

	t.Run("PublicOnesAreHeardWherePublicTopicsAre", func(t *testing.T) {
		t.Parallel()
		b := setupApp(t)
		c := b.dialAnon()
		c.join("sala", "", options{})
		b.exec(`SELECT realtime.send('{"id": 1}', 'oi', 'sala', false), realtime.send('{"id": 2}', 'oi', 'sala', true), realtime.send('{"id": 3}', 'oi', 'sala', false)`)
		assertEqual(t, string(c.awaitEvent(eventBroadcast).Payload), `{"id": 1}`)
		assertEqual(t, string(c.awaitEvent(eventBroadcast).Payload), `{"id": 3}`)
	})
}

func TestReplay(t *testing.T) {
	t.Parallel()

	t.Run("TheNewestOfWhatWasSaidComeInTheirOrder", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		b.say("sala", "1", "2", "3", "4")
		b.say("outra", "nunca")
		c := b.dialAnon()
		ref := c.push("", "realtime:sala", eventJoin, askAgain(b.token("authenticated", marina), time.Now().Add(-2*time.Hour).UnixMilli(), 2))
		status, _ := c.awaitReply(ref)
		assertEqual(t, status, "ok")
		for _, want := range []string{"3", "4"} {
			assertEqual(t, c.awaitEvent(eventBroadcast).UserEvent, want)
			assertContains(t, c.metas[want], `"replayed":true`)
		}
		// Later messages are sent once, and not marked as replayed.
		b.exec(`SELECT realtime.send('{}', 'agora', 'sala')`)
		assertEqual(t, c.awaitEvent(eventBroadcast).UserEvent, "agora")
		assertContains(t, c.metas["agora"], `{"id":"`)
		assertEqual(t, strings.Contains(c.metas["agora"], "replayed"), false)
	})

	t.Run("WhatIsOlderThanAskedForStaysAway", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		b.say("sala", "antes")
		c := b.dialAnon()
		c.awaitReply(c.push("", "realtime:sala", eventJoin, askAgain(b.token("authenticated", marina), time.Now().Add(-time.Minute).UnixMilli(), 25)))
		c.sync()
		assertEqual(t, c.has(eventBroadcast), false)
	})

	t.Run("ItIsForThoseWhoMayListenToAPrivateTopic", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		b.say("sala", "segredo")
		c := b.dialAnon()
		refused := func(payload map[string]any) string {
			status, reply := c.awaitReply(c.push("", "realtime:sala", eventJoin, payload))
			assertEqual(t, status, "error")
			return string(reply["reason"])
		}
		assertContains(t, refused(askAgain(b.token("authenticated", uuid.New()), 0, 10)), "Unauthorized: You do not have permissions to read")
		public := askAgain(b.token("authenticated", marina), 0, 10)
		public["config"].(map[string]any)["private"] = false
		assertContains(t, refused(public), "UnableToReplayMessages: Replay is not allowed for public channels")
		assertContains(t, refused(askAgain(b.token("authenticated", marina), -1, 10)), "UnableToReplayMessages: Replay params are not valid")
		b.exec(`DROP POLICY "members listen" ON realtime.messages;
		        CREATE POLICY "members are present" ON realtime.messages FOR SELECT TO authenticated USING (extension = 'presence')`)
		assertContains(t, refused(askAgain(b.token("authenticated", marina), 0, 10)), "Unauthorized: You do not have permissions to read")
		c.sync()
		assertEqual(t, c.has(eventBroadcast), false)
	})

	t.Run("WhatIsOldOrTooMuchIsForgotten", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(c *Config) { c.KeptMax = 2; c.KeptFor = 30 * time.Minute })
		b.say("sala", "velha")
		b.exec(`SELECT realtime.send('{}', e, 'sala') FROM unnest('{1,2,3}'::text[]) e`)
		b.exec(`UPDATE realtime.messages SET inserted_at = now() - interval '1 minute' + event::int * interval '1 second' WHERE event <> 'velha'`)
		if err := b.hub.deleteOldStored(t.Context()); err != nil {
			t.Fatal(err)
		}
		var left []string
		if err := b.db.Owner.QueryRow(t.Context(), `SELECT array_agg(event ORDER BY event) FROM realtime.messages`).Scan(&left); err != nil {
			t.Fatal(err)
		}
		assertEqual(t, left, []string{"2", "3"})
	})
}
