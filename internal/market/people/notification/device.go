package notification

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"automacao/internal/kernel/route"
)

// Stored is a notification as it is read back to be sent to a device.
type Stored struct {
	Kind, Title, ActorName, SubjectKind, Group string
	SubjectID                                  *uuid.UUID
	Count, Unread                              int
}

// OnDevice is what a locked screen may show of a notification. ID differs for each state of a
// notification. Of several with one Tag, a device shows the newest.
type OnDevice struct {
	ID     string `json:"id"`
	Tag    string `json:"tag"`
	Title  string `json:"title"`
	Body   string `json:"body"`
	URL    string `json:"url"`
	Unread int    `json:"unread"`
}

// OnDevice returns the notification without what others should not read on the screen: the words of
// a message, the body of the notification and amounts.
func (s Stored) OnDevice(id uuid.UUID) OnDevice {
	shown := OnDevice{ID: fmt.Sprintf("%s.%d", id, s.Count), URL: s.path(), Unread: s.Unread}
	shown.Title, shown.Body = s.words()
	digest := sha256.Sum256([]byte(s.matter()))
	shown.Tag = base64.RawURLEncoding.EncodeToString(digest[:24])
	return shown
}

// Topic returns the tag as the topic for the push service. It is a digest, so it reveals no key of
// ours.
func (d OnDevice) Topic() string { return d.Tag }

func (s Stored) words() (title, body string) {
	if s.Kind == Message && s.ActorName != "" {
		if s.Count > 1 {
			return s.ActorName, fmt.Sprintf("%d novas mensagens", s.Count)
		}
		return s.ActorName, "Enviou uma mensagem"
	}
	title, body, _ = strings.Cut(s.Title, ": ")
	switch {
	case hasAmount(title):
		return "Novidade na sua conta", ""
	case hasAmount(body):
		return title, ""
	default:
		return title, body
	}
}

func hasAmount(text string) bool { return strings.Contains(text, "R$") }

// matter identifies what the notification is about: its group, or its subject.
func (s Stored) matter() string {
	if s.Group != "" {
		return s.Group
	}
	return s.SubjectKind + ":" + s.path()
}

// path returns where the notification leads. A subject kind that this version does not know leads
// to the dashboard.
func (s Stored) path() string {
	id := uuid.Nil
	if s.SubjectID != nil {
		id = *s.SubjectID
	}
	path, err := Path(s.SubjectKind, id)
	if err != nil {
		return route.Dashboard
	}
	return path
}
