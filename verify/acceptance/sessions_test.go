package acceptance

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/google/uuid"
)

// door is a request that needs a session.
type door struct {
	name string
	ask  func(c *cast, viewer string) answer
	// open and shut are the answers with and without a valid session.
	open, shut string
}

func knock(method, path string, body func(c *cast, viewer string) any) func(*cast, string) answer {
	return func(c *cast, viewer string) answer {
		id := c.ids[viewer].String()
		r := request{Method: method, Path: strings.ReplaceAll(path, "{id}", id), Token: c.tokens[viewer]}
		if body != nil {
			r.Body = body(c, viewer)
		}
		if _, isFile := r.Body.([]byte); isFile {
			r.Headers = map[string]string{"Content-Type": "image/png"}
		}
		return c.Ask(r)
	}
}

var doors = []door{
	{"RestRead", knock("GET", "/rest/v1/profiles?select=id&limit=1", nil), "200", sessionGone},
	{"RestWrite", knock("POST", "/rest/v1/portfolio_projects", func(c *cast, viewer string) any {
		return map[string]any{"profile_id": c.ids[viewer], "title": "Envase", "description": "Linha nova", "role": "CLP"}
	}), "201", sessionGone},
	{"RestReactedWrite", knock("POST", "/rest/v1/messages", func(c *cast, viewer string) any {
		return map[string]any{"from_id": c.ids[viewer], "to_id": c.ids["vale"], "content": "Bom dia"}
	}), "201", sessionGone},
	{"RestCall", knock("POST", "/rest/v1/rpc/export_data", func(*cast, string) any { return map[string]any{} }), "200", sessionGone},
	{"StorageUpload", knock("POST", "/storage/v1/object/public-uploads/avatars/{id}-1", func(c *cast, _ string) any { return picture(c.T) }), "200", "400 AccessDenied"},
	{"StorageList", knock("POST", "/storage/v1/object/list/public-uploads", func(*cast, string) any { return map[string]any{"prefix": "avatars"} }), "200", "400 AccessDenied"},
	{"RealtimePost", knock("POST", "/realtime/v1/api/broadcast/conversation:{id}:"+uuid.NewString()+"/events/typing?private=true", func(*cast, string) any { return map[string]any{} }), "202", "401"},
	{"RealtimeSocket", func(c *cast, viewer string) answer { return c.joins(viewer) }, "200", "403"},
	{"Auth", knock("GET", "/auth/v1/user", nil), "200", "403 session_not_found"},
}

// TestAnEndedSessionOpensNothing checks, in every protocol and for every way to end a session, that
// it works before and is refused from that moment on.
func TestAnEndedSessionOpensNothing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for name, end := range map[string]func(c *cast){
		"SignedOutElsewhere": func(c *cast) {
			was := c.tokens["rafael"]
			var sessions []struct{ ID uuid.UUID }
			c.Must(request{Method: "POST", Path: "/rest/v1/rpc/list_sessions", Token: was, Body: map[string]any{}}, &sessions)
			c.Must(request{Method: "POST", Path: "/rest/v1/rpc/end_session", Token: c.Session(c.rafael()), Body: map[string]any{"session_id": sessions[0].ID}}, nil)
		},
		"Blocked": func(c *cast) {
			c.Must(request{Method: "POST", Path: "/rest/v1/rpc/block_user", Token: c.tokens["admin"], Body: map[string]any{"user_id": c.rafael()}}, nil)
		},
		"Removed": func(c *cast) {
			c.Must(request{Method: "DELETE", Path: "/auth/v1/admin/users/" + c.rafael().String(), Token: c.tokens["service"], Body: map[string]any{}}, nil)
		},
		"SignedOut": func(c *cast) {
			if got := c.Ask(request{Method: "POST", Path: "/auth/v1/logout", Token: c.tokens["rafael"]}); got.Status != 204 {
				c.T.Fatalf("signing out is answered %d %s", got.Status, got.Body)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCast(b.in(t))
			for _, door := range doors {
				if got := door.ask(c, "rafael").Told(); got != door.open {
					t.Errorf("%s with a session is answered %q", door.name, got)
				}
			}
			end(c)
			before := c.contents()
			for _, door := range doors {
				got := door.ask(c, "rafael")
				want := door.shut
				if name == "Blocked" {
					want = strings.NewReplacer(sessionGone, banned, "session_not_found", "user_banned").Replace(want)
				}
				if name == "Removed" {
					want = strings.Replace(want, "403 session", "403 user", 1)
				}
				if got.Told() != want {
					t.Errorf("%s without one is answered %q: %s", door.name, got.Told(), got.Body)
				}
			}
			c.unchanged(t, before)
		})
	}
}

// joins opens a socket with the public key and joins the caller's own topic. It returns 200 for an
// answer of ok and 403 for an error.
func (c *cast) joins(viewer string) answer {
	c.T.Helper()
	socket, status := c.dialsOwnTopic(viewer)
	_ = socket.CloseNow()
	return answer{Status: map[string]int{"ok": 200, "error": 403}[status]}
}

// enters returns a socket that has joined.
func (c *cast) enters(viewer string) *websocket.Conn {
	c.T.Helper()
	socket, status := c.dialsOwnTopic(viewer)
	if status != "ok" {
		c.T.Fatalf("%s joins: %s", viewer, status)
	}
	c.T.Cleanup(func() { _ = socket.CloseNow() })
	return socket
}

func (c *cast) dialsOwnTopic(viewer string) (*websocket.Conn, string) {
	c.T.Helper()
	ctx := c.Within()
	address := "ws://" + c.Addr + "/realtime/v1/websocket?vsn=1.0.0&apikey=" + c.App.Keys().AnonKey
	socket, _, err := websocket.Dial(ctx, address, nil)
	if err != nil {
		c.T.Fatal(err)
	}
	join, err := json.Marshal(map[string]any{"topic": "realtime:user:" + c.ids[viewer].String(), "event": "phx_join", "ref": "1", "payload": map[string]any{
		"config": map[string]any{"private": true}, "access_token": c.tokens[viewer],
	}})
	if err != nil {
		c.T.Fatal(err)
	}
	if err := socket.Write(ctx, websocket.MessageText, join); err != nil {
		c.T.Fatal(err)
	}
	for {
		_, said, err := socket.Read(ctx)
		if err != nil {
			c.T.Fatal(err)
		}
		var reply struct {
			Event   string
			Payload struct{ Status string }
		}
		if err := json.Unmarshal(said, &reply); err != nil {
			c.T.Fatal(err)
		}
		if reply.Event == "phx_reply" {
			return socket, reply.Payload.Status
		}
	}
}

func picture(t *testing.T) []byte {
	t.Helper()
	var drawn bytes.Buffer
	if err := png.Encode(&drawn, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	return drawn.Bytes()
}

// TestThePasswordAloneIsNotEnoughWithASecondFactor checks in every protocol that the password of an account with a
// second factor does not suffice, and that the same session does once the factor is proved.
func TestThePasswordAloneIsNotEnoughWithASecondFactor(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	rafael := c.rafael()
	c.Exec(`INSERT INTO auth.mfa_factors (user_id, status, secret) VALUES ($1, 'unverified', 'x')`, rafael)
	for _, door := range doors {
		if got := door.ask(c, "rafael").Told(); got != door.open {
			t.Errorf("%s with a factor that was never proved is answered %q", door.name, got)
		}
	}
	socket := c.enters("rafael")
	c.Exec(`UPDATE auth.mfa_factors SET status = 'verified' WHERE user_id = $1`, rafael)
	before := c.contents()
	for _, door := range doors {
		if door.name == "Auth" {
			continue // The client reads the factors there.
		}
		want := strings.ReplaceAll(door.shut, "session_not_found", "insufficient_aal")
		if got := door.ask(c, "rafael"); got.Told() != want && !strings.Contains(got.Body, "insufficient_aal") {
			t.Errorf("%s with the password alone is answered %q: %s", door.name, got.Told(), got.Body)
		}
	}
	c.unchanged(t, before)
	_ = socket.CloseNow()
	c.Exec(`UPDATE auth.sessions SET aal = 'aal2' WHERE user_id = $1`, rafael)
	for _, door := range doors {
		if door.name == "StorageUpload" {
			continue // The file is there since before.
		}
		if got := door.ask(c, "rafael").Told(); got != door.open {
			t.Errorf("%s with the factor proved is answered %q", door.name, got)
		}
	}
}
