package realtime

import (
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/coder/websocket"
)

// These are the events of the Phoenix channel protocol and of the extensions on top of it.
const (
	eventJoin        = "phx_join"
	eventLeave       = "phx_leave"
	eventReply       = "phx_reply"
	eventClose       = "phx_close"
	eventError       = "phx_error"
	eventHeartbeat   = "heartbeat"
	eventAccessToken = "access_token"
	eventBroadcast   = "broadcast"
	eventPresence    = "presence"
	eventSystem      = "system"
	eventChanges     = "postgres_changes"

	controlTopic = "phoenix"
	topicPrefix  = "realtime:"
)

// version is the serializer that a socket requested with vsn.
type version int

const (
	versionObject version = 1 // {"topic":…,"event":…,"payload":…,"ref":…,"join_ref":…}
	versionArray  version = 2 // [join_ref,ref,topic,event,payload] and binary frames
)

// message is one protocol message in either direction. Empty refs are null on the wire.
type message struct {
	JoinRef, Ref, Topic, Event string
	Payload                    json.RawMessage
	// Binary holds the payload of a broadcast that is not JSON.
	Binary []byte
	// UserEvent is the application's event of a broadcast that came as a binary frame; Payload or
	// Binary then holds only the application's payload.
	UserEvent string
}

// frame is one encoded websocket message. Its data, after the head, is shared by all receivers.
type frame struct {
	kind       websocket.MessageType
	head, data []byte
}

func (f frame) length() int { return len(f.head) + len(f.data) }

// sentence is an error whose text the protocol shows to the client unchanged.
type sentence string

func (s sentence) Error() string { return string(s) }

var errMalformed = errors.New("malformed message")

// decode decodes a client's frame.
func (v version) decode(kind websocket.MessageType, data []byte) (message, error) {
	switch {
	case kind == websocket.MessageBinary && v == versionArray:
		return decodeBinary(data)
	case kind == websocket.MessageBinary || !utf8.Valid(data):
		return message{}, errMalformed
	case v == versionArray:
		return decodeArray(data)
	default:
		return decodeObject(data)
	}
}

func decodeArray(data []byte) (message, error) {
	var fields []json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil || len(fields) != 5 {
		return message{}, errMalformed
	}
	m := message{Payload: fields[4]}
	for i, field := range []*string{&m.JoinRef, &m.Ref, &m.Topic, &m.Event} {
		if err := json.Unmarshal(fields[i], field); err != nil {
			return message{}, errMalformed
		}
	}
	return m, nil
}

func decodeObject(data []byte) (message, error) {
	var object struct {
		JoinRef string          `json:"join_ref"`
		Ref     string          `json:"ref"`
		Topic   string          `json:"topic"`
		Event   string          `json:"event"`
		Payload json.RawMessage `json:"payload"`
	}
	if err := json.Unmarshal(data, &object); err != nil {
		return message{}, errMalformed
	}
	return message{
		JoinRef: object.JoinRef, Ref: object.Ref,
		Topic: object.Topic, Event: object.Event, Payload: object.Payload,
	}, nil
}

// encode encodes a message with a JSON payload. It copies the payload without parsing it, because
// one row may go to thousands of sockets.
func (v version) encode(m message) frame {
	data, end := v.encodeTo(m)
	data = append(data, orNull(m.Payload)...)
	return frame{kind: websocket.MessageText, data: append(data, end...)}
}

// encodeTo encodes a message up to its payload, and returns what follows the payload.
func (v version) encodeTo(m message) (data []byte, end string) {
	names := [5]string{"[", ",", ",", ",", ","}
	end = "]"
	if v == versionObject {
		names = [5]string{`{"join_ref":`, `,"ref":`, `,"topic":`, `,"event":`, `,"payload":`}
		end = "}"
	}
	data = make([]byte, 0, len(m.Payload)+len(m.Topic)+128)
	data = append(append(data, names[0]...), refJSON(m.JoinRef)...)
	data = append(append(data, names[1]...), refJSON(m.Ref)...)
	data = append(append(data, names[2]...), encodeJSON(m.Topic)...)
	data = append(append(data, names[3]...), encodeJSON(m.Event)...)
	return append(data, names[4]...), end
}

func refJSON(ref string) json.RawMessage {
	if ref == "" {
		return json.RawMessage("null")
	}
	return encodeJSON(ref)
}

func orNull(payload json.RawMessage) json.RawMessage {
	if len(payload) == 0 {
		return json.RawMessage("null")
	}
	return payload
}

// isJSON also rejects text that is not UTF-8: browsers that receive it would fail their connection.
func isJSON(data []byte) bool { return utf8.Valid(data) && json.Valid(data) }

// encodeJSON encodes values that this package composed: plain values and JSON that was validated
// when it arrived.
func encodeJSON(value any) json.RawMessage {
	data, err := json.Marshal(value)
	if err != nil {
		return json.RawMessage("null")
	}
	return data
}

// These are the kinds of binary frames. Clients send 0 and 3. Of those that a server may send (0,
// 1, 2 and 4) the official client decodes only 4.
const (
	kindPush          = 0
	kindUserPush      = 3
	kindUserBroadcast = 4
)

// These are the payload encodings of kinds 3 and 4.
const (
	encodingBinary = 0
	encodingJSON   = 1
)

// lengthMax is the greatest length in the one-byte length fields of binary frames.
const lengthMax = 255

func decodeBinary(data []byte) (message, error) {
	if len(data) == 0 {
		return message{}, errMalformed
	}
	switch data[0] {
	case kindPush:
		return decodePush(data[1:])
	case kindUserPush:
		return decodeUserPush(data[1:])
	default:
		return message{}, errMalformed
	}
}

// decodePush decodes kind 0, a message of any event with a JSON payload.
func decodePush(data []byte) (message, error) {
	var m message
	rest, ok := cut(data, 4, &m.JoinRef, &m.Ref, &m.Topic, &m.Event)
	if !ok || !isJSON(rest) {
		return message{}, errMalformed
	}
	m.Payload = rest
	return m, nil
}

// decodeUserPush decodes kind 3. It ignores the metadata, which is for servers that store messages.
func decodeUserPush(data []byte) (message, error) {
	m := message{Event: eventBroadcast}
	var metadata string
	rest, ok := cut(data, 6, &m.JoinRef, &m.Ref, &m.Topic, &m.UserEvent, &metadata)
	if !ok {
		return message{}, errMalformed
	}
	switch encoding := data[5]; {
	case encoding == encodingBinary:
		m.Binary = rest
	case encoding == encodingJSON && isJSON(rest):
		m.Payload = rest
	default:
		return message{}, errMalformed
	}
	return m, nil
}

// cut fills texts from data, whose header of the given size begins with one length for each, and
// returns what follows them.
func cut(data []byte, header int, texts ...*string) ([]byte, bool) {
	if len(data) < header {
		return nil, false
	}
	rest := data[header:]
	for i, text := range texts {
		length := int(data[i])
		if len(rest) < length {
			return nil, false
		}
		*text = readText(rest[:length])
		rest = rest[length:]
	}
	return rest, true
}

// readText decodes a name. The official client writes each character as one byte, so a name with
// accents arrives in Latin-1.
func readText(data []byte) string {
	if utf8.Valid(data) {
		return string(data)
	}
	runes := make([]rune, len(data))
	for i, char := range data {
		runes[i] = rune(char)
	}
	return string(runes)
}

// encodeUserBroadcast encodes kind 4. Topic and event have at most lengthMax bytes, which is
// checked where they come in.
func encodeUserBroadcast(topic, event string, meta []byte, encoding byte, payload []byte) frame {
	data := make([]byte, 0, 5+len(topic)+len(event)+len(meta)+len(payload))
	data = append(data, kindUserBroadcast, byte(len(topic)), byte(len(event)), byte(len(meta)), encoding)
	data = append(data, topic...)
	data = append(data, event...)
	data = append(data, meta...)
	data = append(data, payload...)
	return frame{kind: websocket.MessageBinary, data: data}
}
