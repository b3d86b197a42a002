package realtime

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/coder/websocket"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	text, binary := websocket.MessageText, websocket.MessageBinary
	push := func(kind byte, header []byte, body string) string {
		return string(append(append([]byte{kind}, header...), body...))
	}
	for name, test := range map[string]struct {
		version version
		kind    websocket.MessageType
		data    string
		want    message
		fails   bool
	}{
		"ArrayMessage": {
			version: versionArray, kind: text, data: `["1","2","realtime:a","phx_join",{"x":1}]`,
			want: message{JoinRef: "1", Ref: "2", Topic: "realtime:a", Event: "phx_join", Payload: []byte(`{"x":1}`)},
		},
		"ArrayNullRefs": {
			version: versionArray, kind: text, data: `[null,"2","phoenix","heartbeat",{}]`,
			want: message{Ref: "2", Topic: "phoenix", Event: "heartbeat", Payload: []byte(`{}`)},
		},
		"ArrayTooShort":     {version: versionArray, kind: text, data: `["1","2","t","e"]`, fails: true},
		"ArrayWrongType":    {version: versionArray, kind: text, data: `["1","2",3,"e",{}]`, fails: true},
		"ObjectForVersion2": {version: versionArray, kind: text, data: `{"topic":"a"}`, fails: true},
		"ObjectMessage": {
			version: versionObject, kind: text, data: `{"topic":"t","event":"e","payload":{},"ref":"1","join_ref":null}`,
			want: message{Ref: "1", Topic: "t", Event: "e", Payload: []byte(`{}`)},
		},
		"ObjectGarbage":      {version: versionObject, kind: text, data: `[`, fails: true},
		"BinaryForVersion1":  {version: versionObject, kind: binary, data: "\x03", fails: true},
		"BinaryEmpty":        {version: versionArray, kind: binary, data: "", fails: true},
		"BinaryServersKind4": {version: versionArray, kind: binary, data: "\x04\x00\x00\x00\x00", fails: true},
		"PushKind0": {
			version: versionArray, kind: binary, data: push(0, []byte{1, 1, 1, 9}, "12theartbeat{}"),
			want: message{JoinRef: "1", Ref: "2", Topic: "t", Event: "heartbeat", Payload: []byte(`{}`)},
		},
		"PushKind0NoJSON": {version: versionArray, kind: binary, data: push(0, []byte{1, 1, 1, 1}, "12te\xff"), fails: true},
		"UserPushJSON": {
			version: versionArray, kind: binary, data: push(3, []byte{1, 1, 1, 3, 2, 1}, `12tevt{}{"a":1}`),
			want: message{JoinRef: "1", Ref: "2", Topic: "t", Event: eventBroadcast, UserEvent: "evt", Payload: []byte(`{"a":1}`)},
		},
		"UserPushLatin1": {
			version: versionArray, kind: binary, data: push(3, []byte{0, 0, 1, 3, 0, 1}, "t\xe7\xe3o{}"),
			want: message{Topic: "t", Event: eventBroadcast, UserEvent: "ção", Payload: []byte(`{}`)},
		},
		"UserPushBinary": {
			version: versionArray, kind: binary, data: push(3, []byte{0, 0, 1, 3, 0, 0}, "tevt\x00\xff"),
			want: message{Topic: "t", Event: eventBroadcast, UserEvent: "evt", Binary: []byte("\x00\xff")},
		},
		"UserPushBadJSON":     {version: versionArray, kind: binary, data: push(3, []byte{0, 0, 1, 1, 0, 1}, "te{"), fails: true},
		"UserPushNoUTF8":      {version: versionArray, kind: binary, data: push(3, []byte{0, 0, 1, 1, 0, 1}, "te\"\xff\""), fails: true},
		"ArrayNoUTF8":         {version: versionArray, kind: text, data: "[null,\"1\",\"t\",\"e\",\"\xff\"]", fails: true},
		"UserPushBadEncoding": {version: versionArray, kind: binary, data: push(3, []byte{0, 0, 1, 1, 0, 2}, "te{}"), fails: true},
		"UserPushLyingLength": {version: versionArray, kind: binary, data: push(3, []byte{0, 0, 200, 1, 0, 1}, "te{}"), fails: true},
		"UserPushCutHeader":   {version: versionArray, kind: binary, data: "\x03\x00\x00", fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := test.version.decode(test.kind, []byte(test.data))
			if (err != nil) != test.fails {
				t.Fatalf("error %v", err)
			}
			assertEqual(t, got, test.want)
		})
	}
}

func TestEncode(t *testing.T) {
	t.Parallel()
	m := message{JoinRef: "1", Topic: "t", Event: "e", Payload: []byte(`{"a":1}`)}
	assertEqual(t, string(versionArray.encode(m).data), `["1",null,"t","e",{"a":1}]`)
	assertEqual(t, string(versionObject.encode(m).data),
		`{"join_ref":"1","ref":null,"topic":"t","event":"e","payload":{"a":1}}`)
	got := encodeUserBroadcast("realtime:x", "evt", nil, encodingJSON, []byte(`{}`))
	assertEqual(t, got.data, []byte("\x04\x0a\x03\x00\x01realtime:xevt{}"))
	got = encodeUserBroadcast("realtime:x", "evt", []byte(`{"id":1}`), encodingBinary, []byte{0, 255})
	assertEqual(t, got.data, []byte("\x04\x0a\x03\x08\x00realtime:xevt{\"id\":1}\x00\xff"))
}

// FuzzDecode checks that no frame panics and that a decoded message survives being encoded again.
func FuzzDecode(f *testing.F) {
	// Inputs that earlier runs found.
	f.Add(true, true, []byte(""))
	f.Add(false, false, []byte("\xe500"))
	f.Add(false, false, []byte("\"0000000\""))
	f.Add(false, false, []byte("'"))
	f.Add(true, true, []byte("\x00\x00\x00\x03\x00000 0"))
	f.Add(false, false, []byte("{\"pAYloAd\":\"\"}"))
	f.Add(false, false, []byte("\f"))
	f.Add(true, false, []byte(`["1","2","t","e",{}]`))
	f.Add(false, false, []byte(`{"topic":"t","event":"e","payload":{},"ref":"1"}`))
	f.Add(true, true, []byte("\x03\x01\x01\x01\x03\x00\x0112tevt{}"))
	f.Add(true, true, []byte("\x00\x01\x01\x01\x0112te{}"))
	f.Fuzz(func(t *testing.T, array, binary bool, data []byte) {
		v, kind := versionObject, websocket.MessageText
		if array {
			v = versionArray
		}
		if binary {
			kind = websocket.MessageBinary
		}
		first, err := v.decode(kind, data)
		if err != nil || first.Payload == nil {
			return
		}
		encoded := v.encode(first)
		second, err := v.decode(encoded.kind, encoded.data)
		if err != nil {
			t.Fatalf("%s does not decode: %v", encoded.data, err)
		}
		again := v.encode(second)
		if !bytes.Equal(compacted(again.data), compacted(encoded.data)) {
			t.Fatalf("%s became %s", encoded.data, again.data)
		}
	})
}

// compacted is a frame without optional space in its JSON.
func compacted(frame []byte) []byte {
	var text bytes.Buffer
	if json.Compact(&text, frame) != nil {
		return frame
	}
	return text.Bytes()
}

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
