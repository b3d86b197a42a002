package realtime

import (
	"bytes"
	"encoding/json"
	"testing"

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
