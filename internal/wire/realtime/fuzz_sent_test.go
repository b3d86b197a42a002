package realtime

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/coder/websocket"
)

// FuzzPost checks that a request over HTTP contains a bounded number of posts, that other nodes
// receive the same, and that clients of both versions can decode it.
func FuzzPost(f *testing.F) {
	for _, seed := range []string{
		`{"messages":[{"topic":"sala","event":"oi","payload":{"a":1},"private":true}]}`, `{"messages":[{"topic":"sala","event":"oi"}]}`, `{"messages":[]}`, `{"messages":null}`, `[]`, `{"messages":[null]}`,
		`{"messages":[{"topic":"\ud800","event":"a\u0000","payload":"x"}]}`, `{"messages":[{"topic":"a","TOPIC":"b","event":"c","payload":[1e400]}]}`, `{"messages":[{"topic":"` + strings.Repeat("é", 130) + `","event":"c"}]}`,
		`{"messages":[` + strings.Repeat(`{},`, postMessagesMax) + `{}]}`, `{"messages":[{"topic":"a","event":"c","payload":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}]}`, "{\"messages\":[{\"topic\":\"a\",\"event\":\"\xff\"}]}",
	} {
		f.Add([]byte(seed), []byte(nil))
	}
	f.Add([]byte(`{"messages":[{"topic":"sala","event":"oi"}]}`), []byte{0, 255})
	f.Fuzz(func(t *testing.T, body, binary []byte) {
		posts, ok := readPosts(body)
		if !ok {
			return
		}
		if len(posts) == 0 || len(posts) > postMessagesMax {
			t.Fatalf("%q is %d posts", body, len(posts))
		}
		for _, p := range posts {
			if len(binary) > 0 {
				p.Payload, p.binary = nil, binary
			}
			if p.check(1<<20) == "" {
				holds(t, p)
			}
		}
	})
}

// holds fails if a receiver would get something other than what was sent.
func holds(t *testing.T, p post) {
	t.Helper()
	env := p.envelope()
	var heard envelope
	if err := json.Unmarshal(encodeJSON(env), &heard); err != nil || heard.Topic != p.Topic || heard.Event != p.Event || heard.Private != p.Private || !bytes.Equal(heard.Binary, p.binary) || !env.fits() {
		t.Fatalf("%+v is heard as %+v, %v", env, heard, err)
	}
	sent := encodeBroadcast(versionArray, env).data
	topic, event := topicPrefix+p.Topic, p.Event
	header := 5
	if len(sent) < header || sent[0] != kindUserBroadcast || int(sent[1]) != len(topic) || int(sent[2]) != len(event) || string(sent[header:header+len(topic)+len(event)]) != topic+event {
		t.Fatalf("%+v is sent as %q", env, sent)
	}
	said := sent[header+len(topic)+len(event)+int(sent[3]):]
	if p.binary != nil {
		if !bytes.Equal(said, p.binary) || sent[4] != encodingBinary {
			t.Fatalf("%q is sent as %q", p.binary, said)
		}
		return
	}
	if !isJSON(said) || sent[4] != encodingJSON {
		t.Fatalf("%q is sent as %q", p.Payload, said)
	}
	before, err := versionObject.decode(websocket.MessageText, encodeBroadcast(versionObject, env).data)
	var told struct {
		Event   string          `json:"event"`
		Payload json.RawMessage `json:"payload"`
	}
	if err != nil || json.Unmarshal(before.Payload, &told) != nil || before.Topic != topic || told.Event != event || !utf8.Valid(told.Payload) {
		t.Fatalf("%+v is sent to version 1 as %+v, %v", env, before, err)
	}
}

// FuzzJoin checks that what a join stores on every node is bounded, and that no API key is taken
// for a token.
func FuzzJoin(f *testing.F) {
	for _, seed := range []string{
		`{"config":{"broadcast":{"ack":"true","self":true,"replay":{"since":1,"limit":9999}},"presence":{"key":"a","enabled":"false"},"postgres_changes":[{"event":"*","table":"a"}],"private":"TRUE"},"access_token":"a.b.c"}`,
		`{}`, `null`, `[]`, `{"config":{"private":true,"broadcast":{"replay":{"since":-1}}}}`, `{"config":{"private":true,"broadcast":{"replay":{"since":9223372036854775807,"limit":-5}}}}`, `{"access_token":"sb_publishable_x","user_token":null}`,
		`{"config":{"presence":{"key":"` + strings.Repeat("k", lengthMax+1) + `"}}}`, `{"config":{"postgres_changes":[` + strings.Repeat("1,", bindingsMax) + `1]}}`, `{"config":{"presence":{"enabled":{}}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		if !isJSON(payload) {
			return // it is part of a message that was read completely
		}
		var request joinRequest
		if request.read(payload) != nil {
			return
		}
		if len(request.Config.Changes) > bindingsMax || len(request.Config.Presence.Key) > lengthMax || strings.HasPrefix(request.token(), keyPrefix) && request.UserToken == "" {
			t.Fatalf("%q is read as %+v", payload, request)
		}
		asked, refused := request.replay()
		switch {
		case asked != nil && (refused != nil || asked.most < 1 || asked.most > replayMax || asked.since.UnixMilli() < 0 || !bool(request.Config.Private)):
			t.Fatalf("%q has %+v sent again", payload, asked)
		case refused != nil && refused.String() == "":
			t.Fatalf("%q is refused without a word", payload)
		}
		for _, raw := range request.Config.Changes {
			var b binding
			if b.read(raw) == nil && b.table.table == "" {
				t.Fatalf("%q watches %+v", payload, b)
			}
		}
	})
}
