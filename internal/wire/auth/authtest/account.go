package authtest

import (
	"testing"

	"automacao/internal/wire/auth/core"
)

// Mailed is the last mail of a kind.
func (m *mailbox) Mailed(t *testing.T, kind core.MailKind) SentMail {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := len(m.sent) - 1; i >= 0; i-- {
		if m.sent[i].Kind == kind {
			return m.sent[i]
		}
	}
	t.Fatalf("no %s mail was sent", kind)
	return SentMail{}
}

// Agrees posts the proof of a mail and returns the answer.
func (b *Bundle) Agrees(mail SentMail) Reply {
	b.T.Helper()
	return b.Post("/verify", map[string]any{"type": "email_change", "email": mail.To, "token": mail.Code})
}
