package realtime

import (
	"unicode/utf8"

	"github.com/coder/websocket"
)

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
